"""Everything that is shown beside "proved" is proved: the table of what proves it, and answers altered one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.core import checking
from graphgames.core.claim import answers_of
from tests.contract.test_solution_files import again, problems, solved
from tests.share import each

CHECKED = [(name, kind) for kind in find.kinds() for name in kind.checkers]


def module_of(kind: Any, name: str) -> ModuleType:
    return import_module(f"{kind.package}.{kind.checkers[name].partition(':')[0]}")


def proves(name: str) -> dict[str, str]:
    certificate = find.certificate_class(name)
    assert certificate is not None
    return dict(certificate.proves)


@each("name, kind", CHECKED)
def test_what_proves_an_answer_is_there(name: str, kind: Any) -> None:
    module = module_of(kind, name)
    listed = {name_of(one) for rows in vars(module).values() if isinstance(rows, tuple) for one in rows}
    for output, conditions in proves(name).items():
        for condition in conditions.split():
            assert condition in listed or hasattr(module, condition) or hasattr(checking, condition), output
    assert proves(name), "nothing is proved"


@each("name, kind", CHECKED)
def test_every_condition_proves_something(name: str, kind: Any) -> None:
    module = module_of(kind, name)
    used = {condition for conditions in proves(name).values() for condition in conditions.split()}
    own = [rows for rows in vars(module).values() if isinstance(rows, tuple) and used & set(map(name_of, rows))]
    for rows in own[:1] if len(own) == 1 else []:  # one module may check several certificates
        assert {name_of(condition) for condition in rows} <= used


def name_of(condition: Any) -> str:
    return str(getattr(condition, "__name__", ""))


@each("name", problems())
def test_every_answer_of_a_file_is_in_the_table(name: str) -> None:
    solution, data = solved(name)
    shown = {key for key in answers_of(solution.problem) if json.loads(data).get(key) is not None}
    assert shown <= set(proves(solution.certificate.kind)), "the file has an answer of which nothing says who proves it"


def leaves(entry: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each number, word or truth of a part of a file with its place."""
    if isinstance(entry, list | dict):
        for key, inside in enumerate(entry) if isinstance(entry, list) else entry.items():
            yield from leaves(inside, (*path, key))
    else:
        yield path, entry


def others(value: Any) -> list[Any]:
    """Return other values that could stand in a file in the place of one."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1, 0 if value else 7]
    if isinstance(value, str):
        return ["0", "1/7", "inf", "-inf"] if value.strip("-").replace("/", "").isdigit() or "inf" in value else []
    return []


@pytest.mark.share(0.5)
@pytest.mark.slow
@pytest.mark.parametrize("name", problems())
def test_a_false_answer_is_refused_and_another_best_move_is_not(name: str) -> None:
    """Each entry of each answer becomes another; only a move may, to one that is as good by the certificate."""
    solution, data = solved(name)
    document = json.loads(data)
    for key in answers_of(solution.problem):
        for path, value in leaves(document[key]):
            for other in others(value):
                if other == value or (other == "0" and value == 0):
                    continue
                changed = json.loads(data)
                *way, last = key, *path
                reduce(lambda part, step: part[step], way, changed)[last] = other
                try:
                    claim = again(name, json.dumps(changed).encode())
                except gg.FormatError:
                    continue
                if gg.verify(claim):
                    assert key == "strategy", (key, path, value, other)
                    if other == -1 and getattr(solution.problem.objective, "cap", None) is not None:
                        continue  # no move is shown where it may depend on the energy
                    if path[0] == "numbers":  # a move with some of the steps left, worth the same behind it
                        behind = solution.certificate.values[path[1] // solution.arena.n - 1]
                        assert other != -1 and behind[other] == behind[value], (path, value, other)
                        continue
                    rated = {move.move: move.result for move in solution.numbered.best_moves(path[0])}
                    assert rated[other] == rated[value], (path, value, other)


def test_another_best_move_is_believed() -> None:
    """Two ways of the same length lead to the target: who takes the other one is as right."""
    game = gg.Game(gg.Arena.from_edges([(0, 1), (0, 2), (1, 3), (2, 3), (3, 3)], owner=[0, 0, 0, 0]), gg.Reach([3]))
    right = gg.solve(game)
    found = []
    for first in (1, 2, 3):
        moves = right.strategy.moves.copy()
        moves[0] = first
        claim = gg.ArenaSolution(game, right.winner, gg.Strategy(moves), "by hand", right.certificate, right.values)
        found.append(gg.verify(claim).ok)
    assert found == [True, True, False]
