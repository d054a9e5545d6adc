"""The proved checker: the program ``graphgames-check``, extracted from a proof in Coq and built by ``make prove``."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple

from graphgames.core.errors import GraphGamesError
from graphgames.core.naming import quoted_label
from graphgames.formats.cert import MisfitError, write_solution

PROGRAM = "graphgames-check"
_SOURCES = Path(__file__).parents[3] / "proof"


class Verdict(NamedTuple):
    """What the program says: whether it is proved, and what is, or which condition fails where."""

    ok: bool
    sentence: str


def program() -> str:
    """Return the path of the program; raise `GraphGamesError`, which says how to build it, if there is none.

    It is looked for beside the sources, where ``make prove`` builds it, and then on the path.
    """
    built = _SOURCES / "build" / PROGRAM
    found = str(built) if os.access(built, os.X_OK) else shutil.which(PROGRAM)
    if found is None:
        raise GraphGamesError(
            f"the program {PROGRAM} is not built; in the sources of graphgames, make prove checks the proofs and "
            "builds it, and needs Coq and OCaml for that (Debian and Ubuntu: apt-get install coq ocaml-nox)"
        )
    return found


def check(solution: Any) -> Verdict:
    """Return what the program says of a solution; raise `GraphGamesError` if it has no checker for such a one."""
    if contradicted := getattr(solution, "contradicted", ()):
        return Verdict(False, contradicted[0])
    with subprocess.Popen([program(), "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        try:
            write_solution(solution, process.stdin)
        except MisfitError as misfit:
            process.kill()
            return Verdict(False, str(misfit))
        except BrokenPipeError:
            pass  # it has seen a fault, and says so
        except BaseException:
            process.kill()
            raise
        output = process.communicate()[0].decode().strip()
    verdict, _, sentence = output.partition(": ")
    if process.returncode not in (0, 1, 2) or not sentence:
        raise GraphGamesError(f"{PROGRAM} ended with {process.returncode} and printed {output!r}")
    return Verdict(process.returncode == 0 and verdict == "proved", _with_label(sentence, solution))


def _with_label(sentence: str, solution: Any) -> str:
    """Name the vertex of a refusal by its label, too."""
    arena = getattr(solution, "arena", None)
    found = re.match(r"at vertex (\d+) ", sentence)
    if found is None or arena is None or arena.labels is None or int(found[1]) >= arena.n:
        return sentence
    return f"at {quoted_label(arena.label(int(found[1])))}, {sentence[len('at ') :]}"
