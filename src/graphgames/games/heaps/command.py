"""``graphgames heaps CODE``: the nim-values of a heap game, their period, and the winning moves of a position."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

from graphgames.catalogue.console import PICTURES, Console, Options, whole
from graphgames.catalogue.habits import in_figures, in_one_word
from graphgames.core.errors import GameError
from graphgames.core.naming import in_time

MANY = 1_000_000
"""All moves of a larger heap are not listed."""

_PRINTED = 1_000
"""So many values are printed where a largest heap is asked for."""

_LARGEST_MISERE = 8
_LARGEST_GENUS = 1_000
_LARGEST, _LARGEST_OF_THREE = 10_000, 1_000
"""How far the values go by default, and where heaps may be split in three, which takes much longer."""


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add(
        "code CODE", "an octal or hexadecimal code such as .77, a name such as kayles, or amounts to take such as 1,3,4"
    )
    parser.add("more N", "the largest heap, as --to; or heaps, as 5+7+9, 5,7,9 or 5 7 9, as --position", nargs="*")
    parser.add(
        "--to --up-to N",
        f"the largest heap (default: {_LARGEST}, or {_LARGEST_OF_THREE} where heaps may be split in three, which "
        "takes long); with it a picture shows all of them",
        type=whole(0),
    )
    parser.add("--position HEAPS", "heaps separated by commas: show who wins, and how", type=_heaps)
    parser.add("--solver NAME", "the solver to use, instead of the one that fits best (see: graphgames solvers heaps)")
    parser.add("--verify", "derive every value again and check the proof of the period")
    parser.add(
        "-o --output --picture OUT",
        "plot the values with their period: .svg, .png, .pdf or .tex (graphgames show CODE takes a size, a theme "
        "and a title, too)",
        dest="picture",
    )
    parser.add(
        "--misere",
        "misère play, where a player who cannot move wins: the misère quotient of the heaps up to --to (default: "
        f"{_LARGEST_MISERE})",
    )
    parser.add(
        "--limit N",
        "with --misere: stop rather than make a table, or a proof, of more entries than this (default: 10000)",
        type=whole(1),
    )
    parser.only_with("--limit", "--misere")
    parser.only_ending("--picture", lambda: PICTURES)
    parser.never_with("--misere", "--picture")
    parser.add(
        "--genus",
        "the genus of each heap up to --to: its nim-value, and its misère nim-values beside 0, 1, 2, ... heaps of "
        f"2 (default: {_LARGEST_MISERE})",
    )
    parser.never_with("--genus", "--misere", "--picture", "--full")
    parser.add("--json", "print one JSON object")
    parser.add("--full", "with --json: every value, also of more than 1,000 heaps")
    parser.add("--quiet", "no progress on stderr")
    parser.only_with("--full", "--json")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Find the values and print the results."""
    from graphgames.games.heaps.problem import HeapGame, HeapProblem
    from graphgames.games.heaps.solution import FIRST

    name, _, behind = arguments.code.partition(" ")
    if name.casefold() == "subtraction":  # the amounts stand behind it
        listed = "," in "".join(arguments.more[:1]).rstrip(",")
        taken = 0 if behind else 1 if listed else len(arguments.more)
        arguments.code = " ".join([arguments.code, in_one_word(arguments.more[:taken])]).strip()
        arguments.more = arguments.more[taken:]
    elif not in_figures(name) and in_figures(behind.replace(" ", "")):  # as in: heaps "kayles 3 5"
        arguments.code, arguments.more = name, [*behind.split(), *arguments.more]
    if arguments.more:
        _take(arguments, in_one_word(arguments.more))
    asked, to = arguments.to, _LARGEST if arguments.to is None else arguments.to
    if arguments.code.isdecimal() and len(arguments.code) < 100:
        game = HeapGame.subtraction([int(arguments.code)])
    else:
        game = HeapGame.from_code(arguments.code)
    if (arguments.misere or arguments.genus) and asked is None and arguments.position is None and not arguments.quiet:
        console.note(f"graphgames: heaps to {_LARGEST_MISERE}; --to N says how far to go")
    if arguments.misere:
        return _misere(arguments, console, game)
    if arguments.genus:
        return _genera(arguments, console, game)
    if asked is None and game.hexadecimal:
        to = max((_LARGEST_OF_THREE, *(arguments.position or ())))
    steps = console.steps(arguments.code, arguments.quiet, "solve", "verify")
    line = console.status_line(arguments.quiet)
    problem = HeapProblem(game, to, _watch(line, to))
    try:
        solution = steps.take("solve", lambda: console.solve(problem, solver=arguments.solver), bar=False)
    finally:
        line.clear()
    if arguments.verify:
        steps.verify(lambda: console.verify(solution))
    if arguments.picture is not None:
        picture = solution.draw(up_to=asked)
        picture.save(arguments.picture)
        if not arguments.quiet and arguments.picture != "-":
            console.note(f"{arguments.picture}: {picture.title}")
    if arguments.json:
        console.json(_answer(arguments, solution) | {"seconds": steps.seconds, "verified": steps.verified})
    else:
        right = "; verified" if solution.certificate.period else "; the values are verified"
        known = solution.sequence(_PRINTED if asked else FIRST)
        console.show(known + {True: right, False: "; NOT verified", None: ""}[steps.verified])
        if arguments.position is not None:
            console.show(solution.explain(arguments.position))
    return 1 if steps.verified is False else 0


def _take(arguments: argparse.Namespace, more: str) -> None:
    """Note what stands behind the code: the largest heap, or heaps; raise `GameError` if it is said twice."""
    if arguments.position is not None:
        heaps = ",".join(map(str, arguments.position))
        raise GameError(
            f"{more} stands beside --position {heaps}; all heaps of a position stand together, as --position 7,5,3, "
            "and the largest heap is --to N"
        )
    to = more.isdecimal()
    if to and arguments.to is not None:
        raise GameError(f"{more} and --to say the same twice; leave out one")
    try:
        if to:
            arguments.to = whole(0)(more)
        else:
            arguments.position = _heaps(more)
    except argparse.ArgumentTypeError as error:
        raise GameError(f"{error}; expected the largest heap, or heaps such as 5+7+9") from None


def _misere(arguments: argparse.Namespace, console: Console, game: Any) -> int:
    """Find the misère quotient and print it."""
    from graphgames.games.heaps.misere import QuotientProblem

    to = max(_LARGEST_MISERE, *(arguments.position or (0,))) if arguments.to is None else arguments.to
    steps = console.steps(arguments.code, arguments.quiet, "solve", "verify")
    problem = QuotientProblem(game, to, arguments.limit or QuotientProblem.limit)
    solution = steps.take("solve", lambda: console.solve(problem, solver=arguments.solver))
    if arguments.verify:
        steps.verify(lambda: console.verify(solution))
    if arguments.json:
        data = solution.to_dict(full=arguments.full)
        if arguments.position is not None:
            data |= {"position": arguments.position, "outcome": str(solution.outcome(arguments.position))}
        console.json(data | {"seconds": steps.seconds, "verified": steps.verified})
        return 1 if steps.verified is False else 0
    console.show(solution.explain() + {True: "\nverified", False: "\nNOT verified", None: ""}[steps.verified])
    if arguments.position is not None:
        console.show(solution.explain(arguments.position))
    return 1 if steps.verified is False else 0


def _genera(arguments: argparse.Namespace, console: Console, game: Any) -> int:
    """Find the genus of each heap and of the position that was asked for, and print them."""
    from graphgames.games.impartial.problem import MisereProblem

    heaps = arguments.position
    to = max(_LARGEST_MISERE, *(heaps or (0,))) if arguments.to is None else arguments.to
    if to > _LARGEST_GENUS:
        raise GameError(f"--to is {to}; a genus is found for heaps up to {_LARGEST_GENUS}")
    steps = console.steps(arguments.code, arguments.quiet, "solve", "verify")
    problem = MisereProblem(game)
    solution = steps.take("solve", lambda: console.solve(problem, solver=arguments.solver))
    found = [solution.genus((heap,)) for heap in range(to + 1)]
    genera = list(map(str, found))
    wild = next(
        (
            f"the first one that is wild, of no position of Nim, is {genera[heap]} of heap {heap}"
            for heap, genus in enumerate(found)
            if not genus.tame
        ),
        f"all to heap {to} are tame, as in Nim",
    )
    asked = {} if heaps is None else {"position": heaps, "outcome": str(solution.outcome(heaps))}
    if heaps is not None:
        asked["genus"] = str(solution.genus(heaps))
    if arguments.verify:
        steps.verify(lambda: console.verify(solution))
    if arguments.json:
        answer = {"game": arguments.code, "genera": genera} | asked
        console.json(answer | {"seconds": steps.seconds, "verified": steps.verified})
    else:
        console.show(f"genus of the heaps from 0: {' '.join(genera)}\n{wild}")
        if heaps is not None:
            console.show(f"genus {asked['genus']}: {solution.explain(heaps)}")
        if steps.verified is not None:
            console.show("verified" if steps.verified else "NOT verified")
    return 1 if steps.verified is False else 0


def _watch(line: Any, to: int) -> Callable[[int], None]:
    """Return what shows how far the values are; the time that is left is reckoned as growing with the heaps' square."""
    begun, before = time.monotonic(), 0

    def watch(done: int) -> None:
        nonlocal begun, before
        if done < before:  # the values outgrew their room
            begun = time.monotonic()
        before = done
        left = (time.monotonic() - begun) * (((to + 1) / done) ** 2 - 1)
        line.show(lambda: f"solve: {done:,} of {to + 1:,} heaps, about {in_time(left)} left")

    return watch


def _answer(arguments: argparse.Namespace, solution: Any) -> dict[str, Any]:
    data: dict[str, Any] = solution.to_dict(full=arguments.full)
    if arguments.position is not None:
        if max(arguments.position, default=0) > MANY:
            raise GameError(f"with --json all winning moves are listed, and heaps above {MANY} have too many")
        moves = [move.position for move in solution.best_moves(arguments.position) if move.result == "win"]
        data |= {"position": arguments.position, "nimber": solution.nimber(arguments.position), "winning_moves": moves}
    return data


def _heaps(text: str) -> tuple[int, ...]:
    read = whole(0)
    return tuple(read(part.strip()) for part in text.replace("+", ",").split(",")) if text.strip() else ()
