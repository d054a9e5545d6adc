"""``graphgames judge NAME``: a concrete game's exact input on stdin, its exact output on stdout."""

from __future__ import annotations

import argparse
import sys

from graphgames import api
from graphgames.cli.output import progress
from graphgames.games import TABLE


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("name", metavar="NAME", help="a concrete game: " + ", ".join(entry.name for entry in TABLE))
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="the input; by default, or as -, stdin")
    parser.add_argument("--solver", metavar="NAME", help="instead of the one that fits best")
    parser.add_argument(
        "--verify", action="store_true", help="check the answer by its certificate before it is printed"
    )
    parser.add_argument("--explain", action="store_true", help="say for a person who wins, how and why")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(arguments: argparse.Namespace) -> int:
    """Read, solve, perhaps verify, and write."""
    with progress(f"reading {arguments.file}", arguments.quiet):
        problem = api.read_concrete(arguments.name, arguments.file)
    with progress(f"solving {arguments.name}", arguments.quiet):
        solution = api.solve(problem, arguments.solver)
    if arguments.verify:
        with progress(f"verifying {arguments.name}", arguments.quiet):
            report = api.verify(solution)
        if not report:
            print(f"graphgames: {report}", file=sys.stderr)
            return 1
    if arguments.explain:
        from graphgames.cli.explain import explain

        explain(solution, each=True)
    else:
        sys.stdout.write(api.write_concrete(arguments.name, solution))
    return 0
