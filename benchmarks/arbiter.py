"""An arbiter of many clients, a robot among rooms, and how `omega` solves them; this file needs nothing of graphgames.

python benchmarks/arbiter.py arbiter CLIENTS
python benchmarks/arbiter.py robot SIDE
python benchmarks/arbiter.py file FILE.structuredslugs
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def arbiter(n: int) -> dict[str, Any]:
    """Return an arbiter of so many clients: one grant at a time, none without a request, each request is granted."""
    r, g, some = [f"r{i}" for i in range(n)], [f"g{i}" for i in range(n)], range(n)
    asks = [f"({r[i]} & !{g[i]} -> {r[i]}') & (!{r[i]} & {g[i]} -> !{r[i]}')" for i in some]
    grants = [f"(!{r[i]}' & !{g[i]} -> !{g[i]}') & ({r[i]} & {g[i]} & {r[i]}' -> {g[i]}')" for i in some]
    grants += [f"!({g[i]}' & {g[j]}')" for i in some for j in range(i)]
    return {
        "inputs": dict.fromkeys(r, bool),
        "outputs": dict.fromkeys(g, bool),
        "env_init": [f"!{one}" for one in r],
        "sys_init": [f"!{one}" for one in g],
        "env_trans": asks,
        "sys_trans": grants,
        "env_goals": [f"!({r[i]} & {g[i]})" for i in some],
        "sys_goals": [f"{r[i]} <-> {g[i]}" for i in some],
    }


def robot(n: int) -> dict[str, Any]:
    """Return a robot on a square of n x n that visits three corners while something moves about as it does.

    Each goes one step at a time, in one direction, and not where the other one is. What moves about comes to the first
    column and to the last one again and again.
    """

    def goes(x: str, y: str) -> str:
        ways = (f"({a}' = {a} & {b}' <= {b} + 1 & {b} <= {b}' + 1)" for a, b in ((x, y), (y, x)))
        return " | ".join(ways)

    return {
        "inputs": {"ox": (0, n - 1), "oy": (0, n - 1)},
        "outputs": {"rx": (0, n - 1), "ry": (0, n - 1)},
        "env_init": [f"ox = {n - 1} & oy = {n - 1}"],
        "sys_init": ["rx = 0 & ry = 0"],
        "env_trans": [goes("ox", "oy"), "!(ox' = rx & oy' = ry)"],
        "sys_trans": [goes("rx", "ry"), "!(rx' = ox' & ry' = oy')"],
        "env_goals": ["ox = 0", f"ox = {n - 1}"],
        "sys_goals": [f"rx = {x} & ry = {y}" for x, y in ((0, 0), (n - 1, n - 1), (0, n - 1))],
    }


def of_file(path: str) -> dict[str, Any]:
    """Return a specification in the structured form of Slugs, of which integers and X(...) are known."""
    found = dict[str, Any]()
    for part in Path(path).read_text("utf-8").split("[")[1:]:
        section, _, text = part.partition("]")
        found[section.lower().replace("liveness", "goals")] = [line for line in text.splitlines() if line.strip()]
    for section in ("inputs", "outputs"):
        declared = [one.partition(":")[::2] for one in found.pop(section[:-1])]
        found[section] = {name: tuple(map(int, ends.split("..."))) if ends else bool for name, ends in declared}
    return found


def by_omega(spec: dict[str, Any], strategy: bool) -> bool:
    """Solve it by omega 0.4.0 with dd.cudd, and make its transducer if wanted; return whether the system wins."""
    from omega.games import gr1  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from omega.symbolic import temporal  # type: ignore[import-not-found,import-untyped,unused-ignore]

    def said(formulas: Sequence[str]) -> str:
        text = " & ".join(f"({one})" for one in formulas) or "TRUE"
        return text.replace("!", "~").replace("&", "/\\").replace("|", "\\/").replace("->", "=>")

    game = temporal.Automaton()
    ranges = spec["inputs"] | spec["outputs"]
    game.declare_variables(**{name: "bool" if one is bool else one for name, one in ranges.items()})
    game.varlist = {"env": list(spec["inputs"]), "sys": list(spec["outputs"])}
    game.prime_varlists()
    game.init |= {"env": game.add_expr(said(spec["env_init"])), "sys": game.add_expr(said(spec["sys_init"]))}
    game.action |= {"env": game.add_expr(said(spec["env_trans"])), "sys": game.add_expr(said(spec["sys_trans"]))}
    game.win |= {
        "<>[]": [game.add_expr(f"~ ({said([one])})") for one in spec["env_goals"]],
        "[]<>": [game.add_expr(said([one])) for one in spec["sys_goals"]],
    }
    game.qinit, game.moore, game.plus_one = "\\A \\E", False, False
    region, *layers = gr1.solve_streett_game(game)
    if strategy:
        gr1.make_streett_transducer(region, *layers, game)
    return bool(gr1.is_realizable(region, game))


if __name__ == "__main__":
    word, of = sys.argv[1:]
    spec = of_file(of) if word == "file" else {"arbiter": arbiter, "robot": robot}[word](int(of))
    sys.stdout.write(f"realizable: {by_omega(spec, strategy=word == 'arbiter')}\n")
