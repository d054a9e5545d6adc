"""``graphgames sensitivity FILE``: which probability matters most for the value at the start."""

from __future__ import annotations

import argparse

from graphgames.catalogue.console import Console, Options


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add_argument("file", metavar="FILE", help="a game of chance, in any format that holds one")
    parser.add_argument(
        "--objective",
        metavar="NAME",
        default="reach-probability",
        help="reach-probability (default), avoid-probability, expected-reward or discounted",
    )
    parser.add_argument("--priorities", metavar="SET", help="the target, for files with priorities: 2, or 4-6")
    parser.add_argument("--set", metavar="NAME=VALUE", action="append", help="set a field, such as unreached=continue")
    parser.add_argument("--format", metavar="NAME", help="the file's format, where its name and content do not say it")
    parser.add_argument("--start", metavar="V", help="where the play begins, instead of where the file says")
    parser.add_argument("--verify", action="store_true", help="check the values first")
    parser.add_argument("--picture", metavar="OUT", help="draw the slopes as bars: .svg, .png, .pdf or .tex")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--quiet", action="store_true", help="no progress on stderr")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Solve the game and print how much each probability matters."""
    from graphgames.games.chance.sensitivity import sensitivity

    steps = console.steps(arguments.file, arguments.quiet, "read", "solve", "verify")
    chosen = {
        name: getattr(arguments, name) for name in ("priorities", "format") if getattr(arguments, name) is not None
    }
    if arguments.set:
        chosen["settings"] = dict(one.partition("=")[::2] for one in arguments.set)
    game = steps.take("read", lambda: console.read(arguments.file, objective=arguments.objective, **chosen))
    solution = steps.take("solve", lambda: console.solve(game))
    if arguments.verify:
        steps.verify(lambda: console.verify(solution))
    found = sensitivity(solution, arguments.start)
    if arguments.picture is not None:
        found.draw().save(arguments.picture)
    if arguments.json:
        console.json({"file": arguments.file} | found.to_dict() | {"verified": steps.verified})
    else:
        head, *lines = str(found).split("\n")
        said = {True: "; verified", False: "; NOT verified", None: ""}[steps.verified]
        console.show("\n".join([head + said, *lines]))
    return 1 if steps.verified is False else 0
