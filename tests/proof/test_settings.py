"""A certificate file says every setting of the objective, or it is not written."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.core.errors import GameError
from tests.proof.program import program, run, text_of
from tests.settings import altered, arenas, is_true, made, moved, settings, solved

FILES = {kind: file for row in find.kinds() for kind, file in row.claims.items()}
OBJECTIVES = sorted({name for file in FILES.values() for name in file.fields if name in find.objectives()})
EQUAL = {("normal", "drawn"), ("normal", "lost"), ("discounted", "dead_ends")}
"""The fields that only name what the moves say already, or with whose other value there is no game."""


def written(claim: Any) -> bytes | None:
    """The file of a claim, None if there is none."""
    try:
        return text_of(claim)
    except GameError:
        return None


def proved(texts: list[bytes]) -> list[bool]:
    program()
    lines = run(b"".join(texts))[1] if texts else []
    assert len(lines) == len(texts)
    return [line.startswith("proved: ") for line in lines]


def judged(claims: list[tuple[Any, Any]]) -> None:
    """Check that what is proved of these claims, each with the solution of its game, is true, and what is true of them
    by the fast checker is proved, where it can be written."""
    files = [(written(claim), claim, found) for claim, found in claims]
    there = [(text, claim, found) for text, claim, found in files if text is not None]
    for ok, (text, claim, found) in zip(proved([text for text, *_ in there]), there, strict=True):
        assert ok == gg.verify(claim).ok and (not ok or is_true(claim, found)), (claim.problem.objective, text)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_setting_changes_the_file_or_is_refused(objective: str) -> None:
    rng, lies = np.random.default_rng(1), Counter[str]()
    claims = list[tuple[Any, Any]]()
    for k, arena in enumerate(islice(arenas(objective, rng), 24)):
        game = made(objective, arena, k)
        solution = gg.solve(game)
        own = written(solution) if solution.certificate.kind in FILES else None
        if own is None:
            continue
        claims.append((solution, solution))
        for field in settings(objective):
            for other in altered(game, field, rng):
                found = solved(other)
                for claim in moved(solution, other, found):
                    lies[field] += not is_true(claim, found)
                    assert is_true(claim, found) or written(claim) != own, (field, other.objective, own)
                    claims.append((claim, found))
    judged(claims)
    assert {field for field in settings(objective) if (objective, field) not in EQUAL} == {*(+lies)}


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_a_certificate_is_written_for_its_objectives_alone(objective: str) -> None:
    """Not for another one over the same marks, priorities or weights."""
    rng, claims, refused = np.random.default_rng(2), [], Counter[str]()
    for k, arena in enumerate(islice(arenas(objective, rng), 6)):
        solution = gg.solve(made(objective, arena, k))
        if written(solution) is None:
            continue
        for other in find.objectives():
            try:
                game = made(other, arena, k)
            except GameError:  # for want of a move, or as chance moves
                continue
            found = solved(game)
            for claim in moved(solution, game, found):
                if other not in FILES[solution.certificate.kind].fields:
                    assert written(claim) is None
                    refused[other] += 1
                claims.append((claim, found))
    judged(claims)
    assert len(refused) >= 12


@pytest.mark.parametrize("kind", FILES)
def test_the_fields_that_a_file_says_are_those_of_its_objectives(kind: str) -> None:
    for name, said in FILES[kind].fields.items():
        if name in OBJECTIVES:
            assert {*said} - {"chance"} <= {*settings(name)}
        else:
            assert any(name in row.problems for row in find.kinds()) or name == "table"
