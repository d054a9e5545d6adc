"""``graphgames sensitivity FILE``: which probability matters most for the value at the start."""

from __future__ import annotations

import argparse

from graphgames import api
from graphgames.catalogue.console import PICTURES, Options
from graphgames.cli.options import MARKS, add_game_options, read_problem, takes_expressions
from graphgames.cli.output import Steps, answer, json_line, show, unchecked
from graphgames.cli.printing import PROOF


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("file FILE", "a model, or a game of chance (default objective: reach-probability)")
    parser.add("--start V", "where plays begin (default: the file's start)")
    parser.add("--verify", "check the values first")
    parser.add(
        "-o --output --picture OUT",
        "draw the slopes as bars: .svg, .png, .pdf or .tex; or write them as a table: .csv",
        dest="picture",
    )
    parser.only_ending("--picture", lambda: (*PICTURES, ".csv"))
    parser.add("--json", "print one JSON object")
    parser.add("--quiet", "no progress on stderr")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve the game and print how much each probability matters."""
    from graphgames import sensitivity
    from graphgames.formats.text_table import in_lines
    from graphgames.readers.atomic import atomic_write

    asked = ("objective", "property", "game", "set", *MARKS)
    if all(getattr(arguments, name) is None for name in asked) and not takes_expressions(arguments):
        arguments.objective = "reach-probability"
    steps = Steps(arguments.file, arguments.quiet, "read", "solve", "verify")
    game = steps.take("read", lambda: read_problem(arguments, arguments.file))
    solution = steps.take("solve", lambda: api.solve(game))
    if arguments.verify:
        steps.verify(lambda: api.verify(solution))
    found = sensitivity(solution, arguments.start)
    unproved = ["visits", "slope"] * bool(steps.verified)  # they follow from the moves, and no condition is about them
    if arguments.picture is not None and arguments.picture.endswith(".csv"):
        columns = found.columns()
        named = {name: [*map(str, columns[name])] for name in ("vertex", "to")}
        with atomic_write(arguments.picture) as file:
            file.write(in_lines(columns | named).encode())
    elif arguments.picture is not None:
        found.draw().save(arguments.picture)
    if arguments.json:
        verified = {"verified": steps.verified} | ({"not checked": unproved} if unproved else {})
        answer(json_line({"file": arguments.file} | found.to_dict() | verified))
    else:
        head, *lines = str(found).split("\n")
        show("\n".join([head + PROOF[steps.verified], *lines, *(f"  {line}" for line in unchecked(unproved))]))
    return 1 if steps.verified is False else 0
