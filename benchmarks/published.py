"""Published specifications in the structured form of Slugs: the lift of n floors, or a file in basic TLSF.

    python benchmarks/published.py lift 8 > lift_8.structuredslugs
    python benchmarks/published.py amba_gr_pb_2_pe_.tlsf > amba_2.structuredslugs

The lift is that of `tlsf/lift/parametric/lift_gr1.tlsf` of SYNTCOMP's benchmarks, with the floor as a number; TLSF
files are those of `tlsf/amba/amba_gr1/specs`. An invariant without X holds at the beginning and after each step.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

PARTS = {
    "INPUTS": "INPUT", "OUTPUTS": "OUTPUT", "INITIALLY": "ENV_INIT", "PRESET": "SYS_INIT", "REQUIRE": "ENV_TRANS",
    "ASSERT": "SYS_TRANS", "ASSUME": "ENV_LIVENESS", "GUARANTEE": "SYS_LIVENESS",
}  # fmt: skip
"""The blocks of TLSF, and the sections that they become."""


def lift(n: int) -> dict[str, list[str]]:
    """Return the lift of so many floors, section by section."""
    floors = range(n)
    buttons = [f"b{i}" for i in floors]
    none = " & ".join(f"!{one}" for one in buttons)
    served = [f"(f = {i} & open)" for i in floors]
    up = " | ".join(f"(f = {i} & f' = {i + 1})" for i in floors[:-1])
    down = " | ".join(f"(f = {i} & f' = {i - 1})" for i in floors[1:])
    above = [f"(f = {i} & up) -> ({' | '.join(buttons[i + 1 :])})" for i in floors[:-1]]
    below = [f"(f = {i} & down) -> ({' | '.join(buttons[:i])} | ({none}))" for i in floors[1:]]
    now = ["!(up & down)", "open -> (!up & !down)", *above, *below, *(f"{served[i]} -> b{i}" for i in floors)]
    return {
        "INPUT": [*buttons, "obstacle"],
        "OUTPUT": ["up", "down", "open", f"f:0...{n - 1}"],
        "ENV_INIT": [f"!{one}" for one in buttons],
        "SYS_INIT": ["f = 0"],
        "ENV_TRANS": [f"b{i} -> (b{i}' <-> !{served[i]})" for i in floors],
        "SYS_TRANS": [f"up <-> ({up})", f"down <-> ({down})", "(open & obstacle) -> open'",
                      "(f' <= f + 1) & (f <= f' + 1)", *now],
        "ENV_LIVENESS": ["!obstacle"],
        "SYS_LIVENESS": [*(f"b{i} -> {served[i]}" for i in floors), f"!(({none}) & !(f = 0))"],
    }  # fmt: skip


def tlsf(text: str) -> dict[str, list[str]]:
    """Return what a file in basic TLSF says, section by section."""
    text = re.sub(r"//[^\n]*", "", text)
    found = dict[str, list[str]]()
    for block, section in PARTS.items():
        inner = re.search(rf"\b{block}\s*\{{([^}}]*)\}}", text)
        found[section] = [" ".join(one.split()) for one in inner[1].split(";") if one.strip()] if inner else []
    for side in ("ENV", "SYS"):
        always = [one for one in found[f"{side}_TRANS"] if not re.search(r"\bX\b", one)]
        found[f"{side}_INIT"] += always
        found[f"{side}_TRANS"] = [f"X({one})" if one in always else one for one in found[f"{side}_TRANS"]]
        found[f"{side}_LIVENESS"] = [re.sub(r"^G\s*\(\s*F\s*(.*)\)$", r"\1", one) for one in found[f"{side}_LIVENESS"]]
    return found


def main(arguments: Sequence[str]) -> None:
    """Print one specification."""
    found = lift(int(arguments[1])) if arguments[0] == "lift" else tlsf(Path(arguments[0]).read_text("utf-8"))
    for section, lines in found.items():
        sys.stdout.write(f"[{section}]\n{''.join(f'{line}{chr(10)}' for line in lines)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
