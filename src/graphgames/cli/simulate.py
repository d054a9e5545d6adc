"""``graphgames simulate GAME SOLUTION``: play a solution, or a policy, many times beside its exact value."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from graphgames import api
from graphgames.catalogue.asking import Askable
from graphgames.catalogue.console import Options, whole
from graphgames.cli.evaluate import policy_in
from graphgames.cli.options import add_game_options, leave_stored_constants, read_problem
from graphgames.cli.output import answer, json_line, note, opened, progress, show
from graphgames.core.errors import GameError, GraphGamesError, counted, printable_lines
from graphgames.core.tabular import aligned
from graphgames.core.value import in_words
from graphgames.readers.atomic import atomic_write
from graphgames.readers.sniff import POLICIES, looks_like
from graphgames.readers.source import Source


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("game_file GAME", "the game, plain or compressed; - is stdin")
    parser.add(
        "solution_file SOLUTION",
        "its solution, as graphgames solve --solution wrote it, or a policy as for --policy; without it the game is "
        "solved first; it is verified before it is played",
        nargs="?",
    )
    parser.add("--policy POLICY", "play a policy instead: uniform, or a file as solve --strategy writes it")
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
    parser.add("--path N", "print one random path of a model: N steps, each action as likely", type=whole(0))
    parser.add("-o --output OUT", "with --path: the file to write (default: stdout)", dest="out", default="-")
    best = "graphgames play FILE --property TEXT --as none prints one path of the best moves"
    parser.never_with("--policy", "SOLUTION")
    parser.never_with(
        "--path", "SOLUTION", "--policy", "--plays", "--opponent", "--start", "--steps", "--property", instead=best
    )
    parser.only_with("--output", "--path")
    parser.add("--json", "print the figures as one JSON object")
    parser.add("--quiet", "print nothing but JSON; no progress on stderr")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read both, play, and print the figures; raise `GraphGamesError` if the solution is false."""
    from graphgames.policies.marks import evaluate
    from graphgames.policies.simulation import simulate

    if arguments.path is not None:
        return _path(arguments)
    source = None if arguments.solution_file is None else _opened(arguments.solution_file)
    if source is not None and looks_like(source.data).what in POLICIES:
        source, arguments.policy = None, arguments.solution_file
    if source is not None:
        leave_stored_constants(arguments, source)
    with progress(f"reading {arguments.game_file}", arguments.quiet):
        game = read_problem(arguments, arguments.game_file)
    if source is None and isinstance(game, Askable):
        way = (
            "--objective NAME or --property TEXT says what is played for, and --path 10 prints one random path of 10 "
            "steps"
        )
        raise GameError(f"{arguments.game_file} is a model; {way}")
    if arguments.start is None and getattr(game, "start", 0) is None:
        raise GameError(f"{arguments.game_file} names no start; say where plays begin: --start V")
    solution: Any
    if arguments.policy is not None:
        with progress("marking", arguments.quiet):
            solution = evaluate(game, policy_in(game, arguments.policy), start=arguments.start)
    elif source is None:
        with progress("solving", arguments.quiet):
            solution = api.solve(game)
    else:
        solution = api.read_solution(game, source)
    with progress("verifying", arguments.quiet):  # what the exact value rests on
        report = solution.verify()
    if not report.ok:
        which = arguments.solution_file or "the solution"
        raise GraphGamesError(f"{which} is not proved, so nothing is compared with it; {report}")
    with progress("playing", arguments.quiet):
        options = {"start": arguments.start, "steps": arguments.steps}
        found = simulate(solution, arguments.plays, arguments.seed, arguments.opponent, **options)
    if arguments.json:
        answer(json_line({"file": arguments.game_file, **found.to_dict(), "verified": True}))
    elif not arguments.quiet:
        show(printable_lines(str(found)))
    return 0


def _path(arguments: argparse.Namespace) -> int:
    """Print a random path of a model, or write it."""
    model = read_problem(arguments, arguments.game_file)
    if not isinstance(model, Askable):
        raise GameError(f"{arguments.game_file} is not a model; graphgames play FILE --as none prints one play of it")
    rows = model.walk(arguments.path, arguments.seed)
    if arguments.json:
        text = json_line({"path": [{name: _plain(one) for name, one in row.items()} for row in rows]})
    else:
        cells = [["-" if one is None else _cell(one) for one in row.values()] for row in rows]
        text = printable_lines("\n".join(aligned([[*rows[0]], *cells])))
    with atomic_write(arguments.out) as file:
        file.write(f"{text}\n".encode())
    if len(rows) <= arguments.path and not (arguments.json or arguments.quiet):
        note(f"graphgames: the path ends after {counted(len(rows) - 1, 'step')}, in a state that is never left")
    return 0


def _plain(one: Any) -> Any:
    """Return what JSON holds of a path."""
    return one if one is None or isinstance(one, int | float) else str(one)


def _cell(one: Any) -> str:
    """Return what stands in a cell of a path."""
    return f"{one:.6g}" if isinstance(one, float) else in_words(one) if isinstance(one, int | Fraction) else str(one)


def _opened(path: str) -> Source:
    """Open the file of a solution; raise `GraphGamesError` if its name is what the option for the opponent takes."""
    try:
        return opened(path)
    except FileNotFoundError:
        from graphgames.policies.given import OPTIMAL, UNIFORM

        if path not in (OPTIMAL, UNIFORM):
            raise
        raise GraphGamesError(
            f"{path} is not a file; --opponent {path} is for the other player, --policy for player 0"
        ) from None
