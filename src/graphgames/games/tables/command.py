"""``graphgames table``: build a table of a game, verify it, say what it holds, and ask it for a position."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

from graphgames.catalogue.console import PICTURES, Console, Options, whole
from graphgames.catalogue.find import engines, unverified
from graphgames.core.certificate import in_moves
from graphgames.core.errors import GameError
from graphgames.engines import dispatch
from graphgames.games.tables.board_games import GAMES, game, game_class, refuse_endless


def configure(parser: Options) -> None:
    """Add the commands of ``table`` and their options."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="COMMAND")
    like: Any = {"formatter_class": parser.formatter_class}
    build = verbs.add_parser("build", help="solve a game and write its table", **like)
    games = build.add_subparsers(dest="game", required=True, metavar="GAME")
    for name in GAMES:
        _add_game(games.add_parser(name, help=game_class(name).title, **like), game_class(name))
    verify = verbs.add_parser("verify", help="check every position of a table against its successors", **like)
    stats = verbs.add_parser("stats", help="count the positions that are won, lost and drawn", **like)
    stats.add("--longest", "show positions with the longest win and loss")
    stats.add(
        "-o --output --picture OUT",
        "plot the number of positions by their remoteness: .svg, .png, .pdf or .tex",
        dest="picture",
    )
    stats.only_ending("--picture", lambda: PICTURES)
    probe = verbs.add_parser("probe", help="look positions up: the outcome, the remoteness and the best moves", **like)
    for command in (verify, stats, probe):
        command.add("table DIR", "the directory of the table")
        _common(command)
    probe.add("position POSITION", "a position as the game writes it (default: the start)", nargs="?")
    _engine(verify)
    verify.add("--certificate OUT", "write the rules and the labels, .cert, for the other checkers")


def _add_game(parser: Options, made: Any) -> None:
    """Add the options of a game, which are the fields of its class, and those of building."""
    written = f" A position is {made.written}." if made.written else ""
    parser.description = f"{made.title}: {made.rule}{written}"
    for entry in fields(made):
        about = entry.metadata
        parser.add_argument(
            f"--{entry.name.replace('_', '-')}",
            dest=entry.name,
            metavar="N" if "least" in about else "WORD",
            type=whole(about["least"], about["most"]) if "least" in about else str,
            default=entry.default,
            help=f"{about['help']} (default: {entry.default})",
        )
    parser.add("-o --output DIR", "the directory to write")
    parser.add("--dry-run", "only estimate memory, disk and time")
    parser.add("--resume", "continue a table that is not complete")
    parser.add(
        "--strategy NAME",
        "for tiers with cycles: edges, counters, sweeps (default: the quickest that fits in memory)",
        choices=("edges", "counters", "sweeps"),
    )
    parser.add("--nimbers", "store nimbers instead of remoteness; for impartial games")
    parser.never_with("--strategy", "--nimbers")
    _engine(parser)
    _common(parser)


def _engine(parser: Options) -> None:
    parser.add("--engine NAME", "local or mpi (default: mpi under mpirun, else local)", choices=engines())


def _common(parser: Options) -> None:
    parser.add("--json", "print one JSON object")
    parser.add("--quiet", "no progress and no notes on stderr")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Run one of the commands."""
    verbs: dict[str, Callable[[argparse.Namespace, Console], int]] = {
        "build": _build,
        "verify": _verify,
        "stats": _stats,
        "probe": _probe,
    }
    return verbs[arguments.verb](arguments, console)


_MANY = 10_000_000
"""Of a table of so many positions it is told before how many there may be."""


def _build(arguments: argparse.Namespace, console: Console) -> int:
    from graphgames.games.tables.cost import estimate

    options = {entry.name: getattr(arguments, entry.name) for entry in fields(game_class(arguments.game))}  # type: ignore[arg-type]
    rules = game(arguments.game, options)
    if arguments.dry_run:
        estimated = estimate(rules, arguments.strategy)
        if arguments.json:
            console.json(estimated.to_dict())
        else:
            console.show(str(estimated))
        return 0
    if arguments.output is None:
        raise GameError("the table needs a directory: -o DIR; --dry-run only estimates what it takes")
    engine = arguments.engine or dispatch.usual()
    if engine == "local":
        refuse_endless(rules, Path(arguments.output))
    first = dispatch.host(engine).rank == 0
    arguments.quiet |= not first
    if (many := sum(rules.space.size.values())) >= _MANY and not arguments.quiet:
        console.note(f"graphgames: at most {many:,} positions; --dry-run estimates memory, disk and time")
    line = console.status_line(arguments.quiet)
    steps = console.steps(rules.title, arguments.quiet, "solve")
    worked = False

    def watch(progress: Any) -> None:
        nonlocal worked
        worked = True
        line.show(lambda: str(progress))

    built = {name: getattr(arguments, name) for name in ("resume", "strategy", "nimbers")}
    work = partial(console.solve, rules, engine=engine, directory=arguments.output, progress=watch, **built)
    table = steps.take("solve", work, bar=False)
    line.clear()
    if not worked and not arguments.quiet:
        console.note("the table was complete and its checksums fit; graphgames table verify proves it")
    if first:
        _print(table, arguments, console, steps.seconds)
    return 0


def _verify(arguments: argparse.Namespace, console: Console) -> int:
    from graphgames.games.tables.table import open_table

    table, engine = open_table(arguments.table), arguments.engine or dispatch.usual()
    host = dispatch.host(engine)
    if arguments.certificate and host.rank == 0:
        _write_certificate(table, arguments.certificate)
    arguments.quiet |= host.rank > 0
    line = console.status_line(arguments.quiet)
    total, checked = table.positions // host.size, 0

    def watch(many: int) -> None:
        nonlocal checked
        checked += many
        line.show(lambda: f"verify: {checked:,} of {total:,} positions")

    steps = console.steps(arguments.table, arguments.quiet, "verify")
    work = partial(console.verify, table, engine=engine, progress=watch)
    report = steps.take("verify", work, bar=False)
    line.clear()
    if host.rank > 0:
        return 0
    if arguments.json:
        faults = [failure.message for failure in report.failures]
        console.json({"proved": report.ok, "checked": report.checked, "faults": faults, "seconds": steps.seconds})
    elif report.ok:
        console.show(str(report))
    else:
        console.note(f"graphgames: {arguments.table}: {report}")
    return 0 if report.ok else 1


def _write_certificate(table: Any, path: str) -> None:
    """Write the rules and the labels for the proved and the reference checker."""
    from graphgames.formats.cert import write_solution
    from graphgames.readers.atomic import atomic_write

    with atomic_write(path) as file:
        write_solution(table, file)


def _opened(arguments: argparse.Namespace, console: Console) -> Any:
    """Return the table, after a note that nothing of it is verified here."""
    from graphgames.games.tables.table import open_table

    table = open_table(arguments.table)
    if not (arguments.quiet or arguments.json):
        console.note(unverified(arguments.table))
    return table


def _stats(arguments: argparse.Namespace, console: Console) -> int:
    table = _opened(arguments, console)
    if arguments.picture is not None:
        from graphgames.games.tables.picture import counts

        counts(table).save(arguments.picture)
    longest = table.longest() if arguments.longest else {}
    render = table.problem.render
    if arguments.json:
        more = {"examples": {name: [render(p) for p in some] for name, some in longest.items()}} if longest else {}
        console.json(table.statistics() | more | {"verified": None})
        return 0
    _print(table, arguments, console)
    for name, some in longest.items():
        many = table.statistics()[table.manifest.values][name][-1]
        shown = f"{len(some)} of {many:,} are shown" if len(some) < many else "all are shown"
        far = table.value(some[0]) or 0
        what = (
            f"the largest nimber of a {name}, {far}" if table.has_nimbers else f"the longest {name}, in {in_moves(far)}"
        )
        console.show(f"\n{what}; {shown}")
        for position in some:
            who = f"{table.problem.players[table.mover(position)]} is to move; " * hasattr(table.problem, "mover")
            asked = shlex.join(["graphgames", "table", "probe", arguments.table, table.problem.text(position)])
            console.show(f"\n{render(position)}\n{who}{asked}")
    return 0


def _probe(arguments: argparse.Namespace, console: Console) -> int:
    table = _opened(arguments, console)
    rules = table.problem
    position = rules.position(arguments.position)
    moves = table.best_moves(position)
    if arguments.json:
        listed = [
            {
                "move": rules.move_name(position, move.position),
                "position": rules.text(move.position),
                "outcome": str(move.result),
                table.value_name: table.value(move.position),
            }
            for move in moves
        ]
        value = {"outcome": str(table.outcome(position)), table.value_name: table.value(position)}
        console.json({"position": rules.text(position), **value, "moves": listed, "verified": None})
        return 0
    console.show(f"{rules.render(position)}\n\n{table.explain(position)}")
    for move in moves:
        far = "" if move.distance is None else f" in {move.distance + 1}"
        far = f" (nimber {table.value(move.position)})" if table.has_nimbers else far
        console.show(f"  {f'{move.result}{far}':17} {rules.move_name(position, move.position)}")
    return 0


def _print(table: Any, arguments: argparse.Namespace, console: Console, seconds: Any = None) -> None:
    if arguments.json:
        console.json(table.statistics() | ({"seconds": seconds} if seconds else {}))
    else:
        console.show(table.explain())
