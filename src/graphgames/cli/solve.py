"""``graphgames solve FILE...``: who wins from where, how, and why."""

from __future__ import annotations

import argparse
import json
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from graphgames import api
from graphgames.cli.options import add_game_options, read_problem
from graphgames.cli.output import note, progress
from graphgames.core.errors import GraphGamesError


@dataclass(frozen=True)
class Solved:
    """One file, solved: the solution, the seconds of each step, and what the verifier said if it was asked."""

    path: str
    solution: Any
    seconds: dict[str, float | None]
    verified: bool | None


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a game, plain or packed (gz, bz2); - is stdin")
    parser.add_argument(
        "--solver", metavar="NAME", default=None, help="instead of the one that fits best (see: graphgames solvers)"
    )
    parser.add_argument("--verify", action="store_true", help="check each solution by its certificate")
    parser.add_argument(
        "--solution", metavar="FILE", help="write the solution there: .sol (paritysol) or .json with the certificate"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a game instead of a table")
    parser.add_argument("--full", action="store_true", help="with --json: winner, strategy and value as arrays")
    parser.add_argument("--explain", action="store_true", help="say for each vertex why it is won")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors; no progress on stderr")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve every file in turn; one that cannot be read or solved does not stop the others."""
    if arguments.solution is not None and len(arguments.files) > 1:
        raise GraphGamesError(f"--solution takes the solution of one file, and there are {len(arguments.files)}")
    code = 0
    for path in arguments.files:
        try:
            solved = solve_file(arguments, path)
        except GraphGamesError as error:
            note(f"graphgames: {error}")
            code = 2
            continue
        code = max(code, report(arguments, solved))
    return code


def solve_file(arguments: argparse.Namespace, path: str) -> Solved:
    """Read, solve and perhaps verify one file."""
    seconds: dict[str, float | None] = {"read": None, "solve": None, "verify": None}

    def timed(step: str, start: float) -> None:
        seconds[step] = round(perf_counter() - start, 6)

    start = perf_counter()
    with progress(f"reading {path}", arguments.quiet):
        problem = read_problem(arguments, path)
    timed("read", start)
    start = perf_counter()
    with progress(f"solving {path}", arguments.quiet):
        solution = api.solve(problem, arguments.solver)
    timed("solve", start)
    verified = None
    if arguments.verify:
        start = perf_counter()
        with progress(f"verifying {path}", arguments.quiet):
            verdict = api.verify(solution)
        timed("verify", start)
        verified = verdict.ok
        if not verdict:
            note(f"graphgames: {path}: {verdict}")
    return Solved(path, solution, seconds, verified)


def report(arguments: argparse.Namespace, solved: Solved) -> int:
    """Write what was asked for; the exit code is 1 where the verifier found a fault."""
    if arguments.solution is not None:
        api.write(solved.solution, arguments.solution)
    if arguments.json:
        data = {"file": solved.path} | solved.solution.to_dict(full=arguments.full)
        data |= {"seconds": solved.seconds, "verified": solved.verified}
        print(json.dumps(data, ensure_ascii=False), flush=True)
    elif not arguments.quiet:
        from graphgames.cli.explain import explain, summarise

        summarise(solved.path, solved.solution, solved.seconds, solved.verified)
        explain(solved.solution, each=arguments.explain)
    return 1 if solved.verified is False else 0
