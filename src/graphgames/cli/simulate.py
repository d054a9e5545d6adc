"""``graphgames simulate GAME SOLUTION``: play a solution many times, and compare the mean with the exact value."""

from __future__ import annotations

import argparse

from graphgames import api
from graphgames.catalogue.console import Options, whole
from graphgames.cli.options import add_game_options, leave_stored_constants, read_problem
from graphgames.cli.output import answer, json_line, opened, progress, show
from graphgames.core.errors import GameError, GraphGamesError, printable_lines
from graphgames.readers.source import Source


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("game_file GAME", "the game, plain or compressed; - is stdin")
    parser.add(
        "solution_file SOLUTION",
        "its solution, as graphgames solve --solution wrote it; without it the game is solved first; it is "
        "verified before it is played",
        nargs="?",
    )
    parser.add("--plays N", "how many plays (default: 1000)", type=whole(1), default=1000)
    parser.add("--seed N", "the seed of chance (default: 0)", type=whole(0), default=0)
    parser.add(
        "--opponent POLICY",
        "what player 1 does: optimal (what the solution says), uniform, or a file as solve --strategy writes it "
        "(.csv or .json; default: optimal)",
        default="optimal",
    )
    parser.add("--start V", "where plays begin (default: the file's start)")
    parser.add("--steps N", "cut a play off after so many moves (default: 10000)", type=whole(1), default=10_000)
    parser.add("--json", "print the figures as one JSON object")
    parser.add("--quiet", "print nothing but JSON; no progress on stderr")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read both, play, and print the figures; raise `GraphGamesError` if the solution is false."""
    from graphgames.policies.simulation import simulate

    source = None if arguments.solution_file is None else _opened(arguments.solution_file)
    if source is not None:
        leave_stored_constants(arguments, source)
    with progress(f"reading {arguments.game_file}", arguments.quiet):
        game = read_problem(arguments, arguments.game_file)
    if source is None:
        with progress("solving", arguments.quiet):
            solution = api.solve(game)
    else:
        solution = api.read_solution(game, source)
    with progress("verifying", arguments.quiet):  # what the exact value rests on
        report = api.verify(solution)
    if not report.ok:
        which = arguments.solution_file or "the solution"
        raise GraphGamesError(f"{which} is not proved, so nothing is compared with it; {report}")
    with progress("playing", arguments.quiet):
        if arguments.start is None and getattr(game, "start", 0) is None:
            raise GameError(f"{arguments.game_file} names no start; say where plays begin: --start V")
        options = {"start": arguments.start, "steps": arguments.steps}
        found = simulate(solution, arguments.plays, arguments.seed, arguments.opponent, **options)
    if arguments.json:
        answer(json_line({"file": arguments.game_file, **found.to_dict(), "verified": True}))
    elif not arguments.quiet:
        show(printable_lines(str(found)))
    return 0


def _opened(path: str) -> Source:
    """Open the file of a solution; raise `GraphGamesError` if its name is what the option for the opponent takes."""
    try:
        return opened(path)
    except FileNotFoundError:
        from graphgames.policies.given import OPTIMAL, UNIFORM

        if path not in (OPTIMAL, UNIFORM):
            raise
        raise GraphGamesError(f"{path} is not a file; what the opponent does is --opponent {path}") from None
