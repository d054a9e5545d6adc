"""Every field of every claim takes what it declares, and nothing else: hostile values by the declaration."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.core.claim import answers_of, declared, parts, sizes_of
from tests.contract.hostile import of_solution
from tests.contract.test_solution_files import again, problems, solved
from tests.share import each

BY_FILES = ("table",)
"""Checked by what is on disk, not by the fields of a certificate."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in problems() if name not in BY_FILES])
def test_what_is_outside_of_a_declaration_is_refused_in_a_sentence(name: str) -> None:
    """What is inside is judged by the conditions. Nothing raises, and nothing is left to the last net."""
    solution = solved(name)[0]
    problem = solution.problem
    proof_sizes = sizes_of(getattr(problem, "vertex_form", problem))
    tried = outside = 0
    for claim, is_outside, what in of_solution(solution, sizes_of(problem), proof_sizes):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            report = gg.verify(claim)
        said = str(report)
        assert not is_outside or not report.ok, f"{what} is believed"
        assert "does not have the form of its kind" not in said, f"{what}: {said}"
        assert report.ok or all(failure.message for failure in report.failures), what
        if is_outside:
            field = what.split()[0]
            assert ("strategy" if field == "strategy" else field) in said, f"{what}: {said}"
        tried, outside = tried + 1, outside + is_outside
    proof: Any = type(solution.certificate)
    assert outside or not (answers_of(problem) or declared(proof))


def test_every_field_of_every_certificate_is_declared() -> None:
    for kind in find.kinds():
        for name in kind.certificates:
            record: Any = find.certificate_class(name)
            for hint in declared(record).values():
                assert parts(hint)


@pytest.mark.slow
@each("name", problems())
def test_a_certificate_in_a_file_has_its_fields_and_nothing_else(name: str) -> None:
    document = json.loads(solved(name)[1])
    for field in document["certificate"]:
        lacking = {key: value for key, value in document["certificate"].items() if key != field}
        with pytest.raises(gg.FormatError, match=f'there is no "{field}"|not a certificate'):
            again(name, json.dumps(document | {"certificate": lacking}).encode())
    with pytest.raises(gg.FormatError, match='there should be no "more"'):
        again(name, json.dumps(document | {"certificate": document["certificate"] | {"more": 1}}).encode())
