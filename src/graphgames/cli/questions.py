"""Properties that are asked of a model, by ``graphgames solve MODEL --property TEXT``."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from typing import Any

from graphgames import api
from graphgames.catalogue.asking import Askable, constants_of, named
from graphgames.cli.options import how_to_solve, read_problem
from graphgames.cli.output import answer, json_line, note, progress, show, write_files
from graphgames.cli.printing import counts
from graphgames.core.errors import GraphGamesError, printable, printable_lines
from graphgames.core.value import Bracket, Value, in_words, number, parse, written
from graphgames.readers.source import open_source

OPTION = "--property"


def ask(arguments: argparse.Namespace) -> int:
    """Ask every file everything; exit code 1 if an answer is not proved or not expected, 2 if there is none."""
    code, wanted, solutions = 0, _expected(arguments.expect), list[Any]()
    constants = constants_of(arguments.const)
    for path in arguments.files:
        with progress(f"reading {path}", arguments.quiet):
            model = read_problem(arguments, path)
        if not isinstance(model, Askable):
            raise GraphGamesError(f"{path} holds a game with an objective of its own; properties are for models")
        if (remark := getattr(model, "remark", "")) and not arguments.quiet:
            note(f"graphgames: {printable(path)}: {remark}")
        if not arguments.properties and {*named(model.properties)} & {*(arguments.property or ())}:
            arguments.properties = [path]
        asked = list(_properties(arguments, model))
        for text, source in asked:
            others = {name for other, _ in asked if other != text for name in _declared(other)} - _declared(text)
            own = {name: value for name, value in constants.items() if name not in others}
            for found in _answers(arguments, model, text, source, own):
                if found.remark not in ("", remark, *(one.remark for one in solutions)) and not arguments.quiet:
                    note(f"graphgames: {printable(path)}: {found.remark}")
                _report(arguments, path, found)
                rough = isinstance(found.value, Bracket) and found.solution is None and arguments.precision is not None
                if rough and found.value.width > number(arguments.precision) and not arguments.quiet:
                    note(f"graphgames: {printable(found.property)}: --precision is for games, and this is none")
                solutions.append(found)
                alike = isinstance(found.value, bool) == isinstance(wanted, bool)
                met = wanted is None or (alike and found.value == wanted)
                if not met and found.value is not None:
                    what = f"{printable(found.property)}: {found.in_words()}"
                    note(f"graphgames: {what}, where {printable(arguments.expect)} was expected")
                code = max(code, 2 if found.value is None else 1 if found.verified is False or not met else 0)
    if arguments.solution is not None or arguments.strategy is not None:
        _write(arguments, solutions)
    return code


def _write(arguments: argparse.Namespace, found: list[Any]) -> None:
    """Write the solution of the game that the only question asks about, and its policy, where they were asked for."""
    if len(found) != 1:
        raise GraphGamesError(f"--solution and --strategy are for one question, and there are {len(found)}")
    solution = found[0].solution
    if solution is None and found[0].value is not None:
        raise GraphGamesError(
            "the property asks about no game, or about several, so that there is no one strategy; --solution and "
            "--strategy need one P, R or S, in continuous time without a bound on the time"
        )
    if solution is not None:
        write_files(arguments, solution)


def _expected(given: str | None) -> Value | bool | None:
    """Return the value that every answer is expected to have."""
    known = {"true": True, "false": False, None: None}
    return known[given] if given in known else parse(str(given))


def _properties(arguments: argparse.Namespace, model: Askable) -> Iterator[tuple[str, str]]:
    """Yield the texts of properties and their names; a model's file may be that of its properties, too."""
    for text in arguments.property or []:
        if text not in _chosen(arguments):
            yield text, OPTION
    for path in arguments.properties or []:
        own = path in arguments.files
        if own and not model.properties:
            raise GraphGamesError(f"{path} holds a model without properties; give one by --property TEXT")
        yield model.properties if own else open_source(path).to_bytes().decode("utf-8", "replace"), path


def _declared(text: str) -> set[str]:
    """Return the names of the constants that a text of properties leaves open."""
    return set(re.findall(r"\bconst\s+(?:(?:int|double|bool)\s+)?(\w+)\s*;", text))


def _chosen(arguments: argparse.Namespace) -> list[str]:
    """Return the properties of files that alone are to be answered, by name or number, as PRISM has it."""
    return [text for text in arguments.property or () if arguments.properties and re.fullmatch(r"\w+", text)]


def _answers(
    arguments: argparse.Namespace, model: Any, text: str, source: str, constants: dict[str, str]
) -> Iterator[Any]:
    """Yield the answers, with a bar of progress for each."""
    how = how_to_solve(arguments)
    solve = lambda game, **options: api.solve(game, solver=arguments.solver, **(how | options))  # noqa: E731
    verify = api.verify if arguments.verify else None
    only = () if source == OPTION else _chosen(arguments)
    found = model.asked(
        text,
        constants,
        source=source,
        solve=solve,
        verify=verify,
        explain=arguments.explain,
        only=only,
        counterexample=arguments.counterexample,
    )
    while True:
        with progress(f"answering {source if source != OPTION else text}", arguments.quiet):
            one = next(found, None)
        if one is None:
            return
        yield one


def _in_words(value: Value | bool) -> str:
    """Return a value for people; one that is rounded with the option that shows all its digits."""
    words = str(value).lower() if isinstance(value, bool) else in_words(value)
    return f"{words} (--exact)" if "≈" in words else words


def _exactly(value: Value | bool) -> str:
    return _in_words(value) if isinstance(value, bool | Bracket) else written(value)


def _report(arguments: argparse.Namespace, path: str, found: Any) -> None:
    if found.error:
        note(f"graphgames: {found.error}")
    if arguments.json:
        answer(json_line({"file": path} | found.to_dict()))
    elif not arguments.quiet:
        line = found.line(_in_words if arguments.exact is None else _exactly)
        show(f"{printable(path)}: {line}" if len(arguments.files) > 1 else line)
        if found.counterexample:
            show(f"  {found.counterexample}".replace("\n", "\n  "))
        if arguments.explain and found.why:
            show(f"  {printable(found.why)}")
        if arguments.verbose:
            none = "  no statistics: no one game was solved"
            show(none if found.solution is None else printable_lines(counts(found.solution).lstrip("\n")))
