"""``graphgames generate FAMILY SIZE -o FILE``: generate a game from a seed, so that a benchmark can be repeated.

The catalogue lists the families, which are functions; the options of each are read from its parameters. A concrete game
is a family, too, whose function returns an input of its document. Written as a picture a game is a worksheet, or its
key.
"""

from __future__ import annotations

import argparse
import inspect
import os
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any

from graphgames import api, draw
from graphgames.catalogue.console import Options, real, whole
from graphgames.catalogue.find import concrete_game, concrete_games, document, kinds, names, objective_name, objectives
from graphgames.catalogue.habits import instead
from graphgames.cli.options import endings_of
from graphgames.cli.output import add_listing, described, listing, note, note_lost_objective, progress
from graphgames.core.errors import GameError, GraphGamesError, did_you_mean
from graphgames.core.solution import ArenaSolution
from graphgames.draw.picture import PAINTED, picture_format
from graphgames.formats import by_ending
from graphgames.readers.atomic import atomic_write

OPTIONS = ("objective", "priorities", "degrees", "degree", "share", "falling", "bipartite", "seed")
"""What can be asked of a generator beside the size, in the order in which it is listed."""
PICTURES = (*PAINTED, "html")
"""What is written as a picture; a DOT file is a game."""
MOST = 1000
"""How many seeds are tried for a contested game."""


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add(
        "family FAMILY",
        "what to make, a family or a concrete game (see: graphgames generate --list)",
        nargs="?",
        type=_family,
    )
    parser.add(
        "size SIZE", "how many vertices, rungs, fields, piles or cells, as --list says", nargs="?", type=whole(1)
    )
    parser.surplus = instead("--edges", "; ")
    parser.add("-n --vertices N", "the same as SIZE after FAMILY", type=whole(1))
    parser.add(
        "-o --output OUT",
        f"the file to write, or a folder (OUT/); its ending chooses the format, {', '.join(PICTURES)} among them; - is "
        "stdout",
        default="-",
    )
    parser.add("--to NAME", "the format to write, where the ending of OUT does not show it")
    parser.add(
        "--count K",
        "make K games, each with the next seed, as OUT-1, OUT-2, ... before the ending (default: 1)",
        type=whole(1, 10_000),
        default=1,
    )
    parser.add(
        "--contested",
        "only games in which each player moves somewhere and wins somewhere; seeds of others are passed over",
    )
    parser.add("--solved", "draw a picture with the answer")
    parser.add("--unsolved", "draw a picture without the answer (default)", dest="solved", action="store_false")
    parser.add("--title TEXT", "the title of a picture; of several each has its number behind it")
    pictures = [f".{one}" for one in PICTURES]
    parser.only_ending("--output", lambda: (*endings_of("game"), ".txt", ".in", *pictures))
    parser.add("--list", "only list the families and the concrete games")
    add_listing(parser)
    parser.add("--quiet", "print nothing but errors")
    group = parser.group("what to make; each family takes some of these")
    group.add("--seed S", "the same seed gives the same game", type=whole(0, 2**63 - 1))
    group.add("--priorities K", "priorities are 0 to K - 1", type=whole(1))
    group.add("--degrees LO-HI", "the least and the largest out-degree", type=between)
    group.add("--degree D", "the out-degree of every vertex", type=whole(0))
    group.add("--bipartite", "every move leads to a vertex of the other player", default=None)
    group.add("--falling X", "how rare high priorities are (0: all are equally likely)", type=real(0, 1000))
    group.add("--share P", "the share of the vertices that are accepting, from 0 to 1", type=real(0, 1))
    group.add("--objective NAME", "what player 0 wants")
    parser.only_with("--json", "--list")
    making = "FAMILY SIZE --vertices --output --to --count --title --contested --solved --quiet"
    for option in (*making.split(), *(f"--{name}" for name in OPTIONS)):
        parser.never_with(option, "--list", "--long")


def run(arguments: argparse.Namespace) -> int:
    """Make the game and write it; print what was written on stderr."""
    if arguments.list or arguments.long is not None:
        rows = [_row(name, make) for name, make in families().items()]
        listing(rows, arguments, "family", "size", "summary")
        return 0
    if arguments.size is not None and arguments.vertices is not None:
        raise GraphGamesError(f"there are two sizes, {arguments.size} and --vertices {arguments.vertices}; give one")
    arguments.size = arguments.size or arguments.vertices
    if arguments.family is None and arguments.size is not None:
        note("graphgames: a random game is made; graphgames generate --list says what else there is")
        arguments.family = "random"
    if arguments.family is None or arguments.size is None:
        raise GraphGamesError("a family and a size are needed; graphgames generate --list says what there is")
    if arguments.family in objectives():  # a random game for it
        note(f"graphgames: generate {arguments.family} is read as generate random --objective {arguments.family}")
        arguments.family, arguments.objective = "random", arguments.objective or arguments.family
    make = find(arguments.family)
    how = options_given(arguments, make)
    if arguments.output.endswith(("/", os.sep)) or os.path.isdir(arguments.output):  # noqa: PTH112
        os.makedirs(arguments.output, exist_ok=True)  # noqa: PTH103
        name = f"{arguments.family}-{arguments.size}.{arguments.to or 'txt'}"
        arguments.output = os.path.join(arguments.output, name)  # noqa: PTH118
    picture = _picture(arguments, arguments.output)
    if arguments.solved and picture is None:
        raise GraphGamesError(f"--solved draws the answer, so OUT must be a picture: {', '.join(PICTURES)}")
    if arguments.title is not None and picture is None:
        raise GraphGamesError(f"--title is that of a picture, so OUT must be one: {', '.join(PICTURES)}")
    if arguments.count == 1 and not arguments.contested:
        return _write(arguments, _made(arguments, make, how), arguments.output)
    if "seed" not in takes(make):
        raise GraphGamesError(f"{arguments.family} takes no --seed, so all that it makes are the same")
    seed = how.get("seed", inspect.signature(make).parameters["seed"].default)
    seeds = range(seed, seed + arguments.count * (MOST if arguments.contested else 1))
    games = (_made(arguments, make, how | {"seed": one}) for one in seeds)
    kept = (game for game in games if not arguments.contested or _contested(arguments, game))
    found, several = 0, arguments.count > 1
    for found, game in enumerate(islice(kept, arguments.count), 1):
        _write(arguments, game, _numbered(arguments.output, found) if several else arguments.output, found * several)
    if found < arguments.count:
        raise GraphGamesError(
            f"in {found} of {len(seeds):,} games each player moves and wins somewhere; expected {arguments.count}; "
            "choose another size, or leave out --contested"
        )
    return 0


def _made(arguments: argparse.Namespace, make: Callable[..., Any], how: dict[str, Any]) -> Any:
    """Return a game, or the input of a concrete one."""
    with progress(f"making {arguments.family}", arguments.quiet):
        return make(arguments.size, **how)


def _contested(arguments: argparse.Namespace, game: Any) -> bool:
    """Return whether each player moves somewhere and wins somewhere."""
    solution = api.solve(_read(arguments, game))
    if not isinstance(solution, ArenaSolution):
        raise GraphGamesError(f"--contested is for games on graphs, and {arguments.family} is none")
    return solution.problem.idle is None and all(solution.won[:2])


def _read(arguments: argparse.Namespace, game: Any) -> Any:
    """Return a game; of the input of a concrete one its problem."""
    return concrete_game(arguments.family).read(game.encode()) if isinstance(game, str) else game


def _picture(arguments: argparse.Namespace, output: str) -> str | None:
    """Return the format of a picture, None where a game is written."""
    format = arguments.to or ("" if output == "-" else picture_format(output))
    return format if format in PICTURES and (arguments.to or os.path.splitext(output)[1]) else None  # noqa: PTH122


def _write(arguments: argparse.Namespace, game: Any, output: str, number: int = 0) -> int:
    """Write a game, or draw it; print what was written on stderr. Of several each has a number from 1."""
    picture = _picture(arguments, output)
    plain = picture is None and arguments.to is None and by_ending(output) is None
    if not plain:
        game = _read(arguments, game)
    with progress(f"writing {output}", arguments.quiet):
        if picture is not None:
            title = arguments.title and f"{arguments.title} {number or ''}".strip()
            draw.picture(api.solve(game) if arguments.solved else game, title=title).save(output, picture)
        elif plain:
            _write_as_it_fits(game, output)
        else:
            api.write(game, output, arguments.to)
    if not arguments.quiet and output != "-":
        if isinstance(game, str):
            note(f"{output}: an input of {arguments.family}, size {arguments.size:,}")
        else:
            note(f"{output}: {described(game)}")
            if picture is None:
                note_lost_objective(game, output, arguments.to)
    return 0


def _write_as_it_fits(game: Any, output: str) -> None:
    """Write a game in the first of the plain formats that can hold it, the input of a concrete game as it is."""
    if isinstance(game, str):
        with atomic_write(output) as file:
            file.write(game.encode())
        return
    for name in ("pgsolver", "edges", "energy"):
        with suppress(GameError):
            api.write(game, output, name)
            return
    api.write(game, output, "arena")


def _numbered(output: str, k: int) -> str:
    """Return the name of the k-th file: with the number before its endings.

    Examples
    --------
    >>> _numbered("games/ex.pg.gz", 2), _numbered("-", 2)
    ('games/ex-2.pg.gz', '-')
    """
    folder, name = os.path.split(output)
    stem, dot, endings = name.partition(".")
    return output if output == "-" else os.path.join(folder, f"{stem}-{k}{dot}{endings}")  # noqa: PTH118


def families() -> dict[str, Callable[..., Any]]:
    """Return every family by name: random games, the families of each kind, and the concrete games with inputs."""
    from graphgames.games.random_games import random_dag, random_game

    known: dict[str, Callable[..., Any]] = {"random": random_game, "random-dag": random_dag}
    for kind in kinds():
        if kind.families:
            known |= kind.load(kind.families)
    for game in concrete_games():
        if make := getattr(game.load(), "generate", None):
            known[game.name] = make
    return known


def _family(name: str) -> str:
    """Return the name of a family; refuse others before anything is said of where the game is to be written."""
    game = document(name)
    name = name if game is None else game.name
    if name not in families() and (objective := objective_name(name)) in objectives():
        return objective
    find(name)
    return name


def find(name: str) -> Callable[..., Any]:
    """Return the generator of that name, or raise an error that lists them."""
    known = families()
    if name not in known:
        near = did_you_mean(name, list(known))
        if name in names():
            near = f"; graphgames play {name} plays that game, which has no input, and random makes graphs."
        if way := instead(f"--{name}"):
            near = f"; {way}."
        raise GraphGamesError(f"there is no family {name!r}{near} The families are: {', '.join(known)}")
    return known[name]


def takes(make: Callable[..., Any]) -> tuple[str, ...]:
    """Return the options that a generator takes."""
    return tuple(name for name in OPTIONS if name in inspect.signature(make).parameters)


def options_given(arguments: argparse.Namespace, make: Callable[..., Any]) -> dict[str, Any]:
    """Return the options that were written; one that the family does not take is an error."""
    given = {name: getattr(arguments, name) for name in OPTIONS if getattr(arguments, name) is not None}
    for name in given:
        if name not in takes(make):
            fit = ", ".join(f"--{option}" for option in takes(make)) or "nothing but a size"
            raise GraphGamesError(f"{arguments.family} does not take --{name}; it takes {fit}")
    return given


def between(text: str) -> tuple[int, int]:
    """Read a range such as 1-4, or one number for both ends.

    Examples
    --------
    >>> between("2-10"), between("3")
    ((2, 10), (3, 3))
    """
    low, _, high = text.partition("-")
    if not low.isdecimal() or not (high or low).isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a range such as 1-4")
    return whole(0)(low), whole(0)(high or low)


def _row(name: str, make: Callable[..., Any]) -> dict[str, Any]:
    """Return what is said of a family: the first line of its docstring, as plain text."""
    first = next(iter(inspect.signature(make).parameters))
    summary = (inspect.getdoc(make) or "").partition("\n")[0].replace("`", "")
    return {"family": name, "size": first, "options": takes(make), "summary": summary}
