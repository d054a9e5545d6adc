"""Solutions of games on arenas: the reference checker believes what solvers say, and no entry of it that is altered.

What the fast checker says of an altered number the reference checker says, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Arena, Game, GraphGamesError
from graphgames.formats import cert
from graphgames.reference.check import KINDS, check
from tests.reference.claims import (
    FREE,
    by_fast_checker,
    by_reference,
    exact,
    game_file,
    leaves,
    no_numbers,
    other_entries,
    other_spellings,
    solution_file,
    with_entry,
    without,
)
from tests.reference.games import of_chance, solutions, with_marks, with_weights
from tests.share import share

FAMILIES: dict[str, Callable[[np.random.Generator, int], Iterator[Game]]] = {
    "marks": with_marks,
    "weights": with_weights,
    "chance": of_chance,
}
ENDS = Game(Arena.from_edges([(0, 1), (0, 2), (3, 4), (4, 4), (5, 3), (2, 5)]), gg.NormalPlay(won=[1], drawn=[4]))


@cache
def games(family: str, sizes: tuple[int, ...] = (1, 3, 5)) -> list[Game]:
    rng = np.random.default_rng(7)
    return [*(game for n in sizes for game in FAMILIES[family](rng, n)), *([ENDS] if family == "marks" else [])]


def cases() -> list[Any]:
    """Return a test case for each game, named by its objective; those of larger games take their time."""
    return [
        pytest.param(
            game,
            id=f"{family}-{k}-{game.objective.name}",
            marks=[pytest.mark.slow] * (game.arena.n > 3 or game.arena.m > 9),
        )
        for family in FAMILIES
        for k, game in enumerate(games(family))
    ]


@pytest.mark.share(0.35)
@pytest.mark.parametrize("game", cases())
def test_what_every_solver_says_is_proved(game: Game) -> None:
    for solution in solutions(game):
        report = check(game_file(game), json.dumps(solution_file(solution)))
        assert report.ok and report.proves and report.unproved == ["solver"], (solution.solver, str(report))


@pytest.mark.share(0.35)
@pytest.mark.parametrize("game", cases())
def test_every_altered_entry_is_refused_or_still_true(game: Game) -> None:
    """Both checkers say the same of each number that is changed, and who wins and what it is worth has one answer."""
    file, document = game_file(game), solution_file(gg.solve(game))
    for path, value in share([(path, value) for path, value in leaves(document) if path[0] not in FREE], 0.04):
        lacking = without(document, path)  # a certificate may have a part that it can do without
        spared = path[0] in ("certificate", "problem")  # and older files do not name their game
        assert not by_reference(file, lacking) or (spared and by_fast_checker(game, lacking)), path
        if isinstance(value, dict | list) or value is None:
            nothing = with_entry(document, path, None)  # a certificate without a field may be left empty
            spared = path == ("certificate",) and by_fast_checker(game, nothing)
            assert path == ("value",) or spared or not by_reference(file, nothing), path
            continue
        for other in no_numbers(value):
            assert not by_reference(file, with_entry(document, path, other)), (path, other)
        for entry in other_entries(value, game.arena.n):
            agreed(game, file, document, path, entry)
    for name in ("winners", "labels", "certificate2"):
        assert not by_reference(file, document | {name: document["winner"]})
        assert not by_reference(file, document | {"certificate": document["certificate"] | {name: document["winner"]}})


@pytest.mark.slow
@pytest.mark.share(0.34)
@pytest.mark.parametrize("family", FAMILIES)
def test_both_checkers_take_the_same_spellings_of_a_number(family: str) -> None:
    seen = set[Any]()
    for game in games(family, (3,)):
        file, document = game_file(game), solution_file(gg.solve(game))
        for path, value in leaves(document):
            where = (document["objective"], *(step for step in path if isinstance(step, str)), type(value))
            if where not in seen and exact(value) is not None:
                seen.add(where)
                for other in other_spellings(value):
                    altered = with_entry(document, path, other)
                    assert by_reference(file, altered) == by_fast_checker(game, altered), (path, value, other)
    assert len(seen) > 20


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES)
def test_values_that_no_condition_proves_are_refused(family: str) -> None:
    """By the fast checker, by the reference checker, and by the writer of files for the proved one."""
    for game in games(family, (3,)):
        solution = gg.solve(game)
        if solution.values is not None:
            continue
        file, document = game_file(game), solution_file(solution)
        for shown in ([0] * game.arena.n, [1] * game.arena.n):
            lie = replace(solution, numbers=np.array(shown))
            assert "values" in str(gg.verify(lie)) and not gg.verify(lie)
            assert not by_reference(file, document | {"value": shown})
            with suppress(GraphGamesError):
                assert not write_for_the_proved_checker(lie)


def write_for_the_proved_checker(solution: Any) -> bool:
    cert.write_solution(solution, BytesIO())
    return True


def agreed(game: Game, file: bytes, document: Any, path: tuple[str | int, ...], entry: Any) -> None:
    """Compare what both checkers say of a document with another entry at a place."""
    altered = with_entry(document, path, entry)
    believed = by_reference(file, altered)
    wider = (
        path[0] == "value" and isinstance(entry, str) and entry.startswith("[")
    )  # a bracket around the value is true
    assert not believed or path[0] in ("strategy", "certificate") or wider, (path, entry)
    assert believed == by_fast_checker(game, altered), (path, entry, believed)


@pytest.mark.slow
def test_every_kind_of_arenas_is_here() -> None:
    found = {gg.solve(game).certificate.kind for family in FAMILIES for game in games(family)}
    found |= {solution.certificate.kind for game in games("weights") for solution in solutions(game)}
    of_arenas = {kind for kind, row in KINDS.items() if row.reads.__name__ == "read_game"}
    assert of_arenas == found
