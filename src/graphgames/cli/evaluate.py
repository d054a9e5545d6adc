"""``graphgames evaluate GAME POLICY``: mark a policy exactly against the best reply, with a proof."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from graphgames import api
from graphgames.catalogue import find
from graphgames.catalogue.console import Options, whole
from graphgames.cli.options import add_game_options, how_to_read, leave_stored_constants, read_problem
from graphgames.cli.output import (
    answer,
    await_input,
    described,
    json_line,
    more,
    progress,
    show,
    show_table,
    unchecked,
)
from graphgames.core.errors import GameError, did_you_mean, printable, printable_lines
from graphgames.core.game import Game
from graphgames.readers.source import open_source

_ROWS = 10


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add(
        "game_file GAME",
        "the game or the model, plain or compressed; the directory of a table; the name of a small board game; - is "
        "stdin",
    )
    parser.add(
        "policy_file POLICY",
        "uniform; optimal (what solve finds); a table (.csv) with the columns state, action and perhaps probability, "
        "or an object (.json) from states to actions, as solve --strategy writes them; or a solution, as solve "
        "--solution writes it",
    )
    parser.add(
        "--player WHO",
        "whose policy it is: 0, 1, or a player's name (default: the only player who moves, else player 0)",
    )
    parser.add("--against POLICY", "what the other player does, in the same forms (default: the best reply)")
    parser.add("--start V", "where plays begin (default: the file's start)")
    parser.add("--draw NUMBER", "what a draw is worth in a game by rules, from 0 to 1 (default: 1, as much as a win)")
    parser.add("--limit N", "the most positions of a game by rules (default: 10000000)", type=whole(1))
    parser.add("--verify", "prove the result, by the certificates of the two games on which it rests")
    parser.add(
        "-o --output OUT",
        "write the result to OUT: .json with its proof, for graphgames verify; .csv, one row per position; or a plot "
        "of the most costly moves as .svg, .png, .pdf or .tex",
    )
    parser.add("--json", "print one JSON object")
    parser.add("--full", "print all positions and replies, not only the most costly or most frequent ones")
    parser.add("--quiet", "print nothing but JSON; no progress on stderr")
    parser.only_ending("--output", lambda: (".json", ".csv", ".svg", ".png", ".pdf", ".tex"))
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read the game and the policy, mark it, and print the sheet; the exit code is 1 if the mark is not proved."""
    from graphgames.policies.marks import evaluate

    if arguments.const and Path(arguments.policy_file).is_file():
        leave_stored_constants(arguments, open_source(arguments.policy_file))
    with progress(f"reading {arguments.game_file}", arguments.quiet):
        game = _game(arguments)
    with progress("marking", arguments.quiet):
        policy, against = (policy_in(game, given) for given in (arguments.policy_file, arguments.against))
        names = ("start", "draw", "limit", "normalize")
        options = {name: given for name in names if (given := getattr(arguments, name)) is not None}
        mark = evaluate(game, policy, _player(game, arguments.player), against=against, **options)
        figures = mark.to_dict(arguments.full)
    if arguments.output is not None:
        mark.save(arguments.output)
    with progress("verifying", arguments.quiet):
        report = mark.verify() if arguments.verify else None
    unproved = ["visits", "cost"] if report and mark.board.numeric else []  # rounded, and no condition is about them
    if arguments.json:
        asked = {"file": arguments.game_file, "policy": arguments.policy_file, "against": arguments.against}
        verified = {"verified": None if report is None else report.ok} | ({"not checked": unproved} if unproved else {})
        answer(json_line(asked | figures | verified))
    elif not arguments.quiet:
        _write_rows(arguments, mark)
        if report is not None:
            show(printable_lines("\n  ".join([str(report), *unchecked(unproved)])))
    return 0 if report is None or report.ok else 1


def _game(arguments: argparse.Namespace) -> Any:
    """Return the game that is meant; of a table's directory the table."""
    if not how_to_read(arguments) and (table := find.stored(arguments.game_file)) is not None:
        return table
    game = read_problem(arguments, arguments.game_file)
    if arguments.draw is not None and isinstance(game, Game) and not game.objective.last_move:
        raise GameError(f"--draw is for games by rules, whose ends say who has won; this is {described(game)}")
    if arguments.start is None and getattr(game, "start", 0) is None:
        raise GameError(f"{printable(arguments.game_file)} names no start; say where plays begin: --start V")
    return game


def policy_in(game: Any, given: str | None) -> Any:
    """Return the policy of an argument: a word, the solution, or a file."""
    if given is None or given == "uniform":
        return given
    if given == "optimal":
        return game if hasattr(game, "best_moves") else api.solve(game)
    await_input(given)
    if given != "-" and not Path(given).exists():
        near = did_you_mean(given, ["uniform", "optimal"]).removesuffix(".")
        raise GameError(
            f"there is no file {printable(given)}{near}; expected uniform, optimal, or a file with a policy"
        )
    return Path(given)


def _player(game: Any, who: str | None) -> int | None:
    """Return the player who is meant; None for who moves."""
    if who is None or who in ("0", "1"):
        return None if who is None else int(who)
    problem = getattr(game, "problem", game)
    names = [str(name) for name in getattr(problem, "players", ())]
    found = [k for k, name in enumerate(names) if name.casefold() == who.casefold()]
    if not found:
        there = f"0, 1{''.join(f', {name}' for name in names)}"
        raise GameError(f"--player is {printable(who)}; expected one of {there}")
    return found[0] ^ bool(getattr(problem, "costs", False))


def _write_rows(arguments: argparse.Namespace, mark: Any) -> None:
    """Print the mark sheet."""
    show("\n".join(mark.head))
    most = None if arguments.full else _ROWS
    for heading, *rows in mark.tables(arguments.full):
        if rows:
            show_table(heading, [[*map(_words, row)] for row in rows[:most]], [""] * len(rows), len(heading) - 1)
        if most is not None and len(rows) > most:
            show(more(len(rows) - most, "rows"))
    if mark.rests:
        show(mark.rests)


def _words(cell: str) -> str:
    return printable(cell.replace("\n", " / "))
