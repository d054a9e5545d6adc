"""Lies told to all three checkers: they say the same of each, and what any believes is what the true solution says.

Elsewhere the fast and the reference checker are held to account by lies in the encoding of a file and by hostile values
for every declared field; here the proved checker is asked, too, and lies are told in certificate files, which it reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import graphgames as gg
from graphgames import GraphGamesError
from graphgames.catalogue import find
from graphgames.core.claim import sizes_of
from graphgames.games.tables.chomp import Chomp
from graphgames.readers.source import Source
from graphgames.reference.table_labels import check_table
from tests.contract.hostile import of_solution
from tests.contract.test_solution_files import problems
from tests.proof.program import believed, program, run, text_of
from tests.reference.claims import game_file, leaves, other_entries, solution_file, with_entry
from tests.reference.test_encodings import believers, lies, solved
from tests.share import share

CLAIMS = {name for kind in find.kinds() for name in kind.claims}


@cache
def claimed() -> dict[str, tuple[Any, Any]]:
    """Return a problem with its solution for each kind of certificate and objective that the program knows."""
    found: dict[Any, tuple[str, Any, Any]] = {}
    every: dict[str, tuple[Any, str | None]] = {name: (problem, None) for name, problem in solved().items()}
    every |= problems() | {"chomp": (Chomp(2, 2), None)}
    for name, (problem, solver) in every.items():
        if isinstance(problem, gg.Sum) or name == "table":
            continue
        solution = gg.solve(problem, solver=solver)
        if (kind := solution.certificate.kind) in CLAIMS:
            key = kind, getattr(getattr(problem, "objective", problem), "name", ""), hasattr(problem, "model")
            try:
                text_of(solution)
            except GraphGamesError:  # such as weights with chance
                continue
            found.setdefault(key, (name, problem, solution))
    assert {key[0] for key in found} == CLAIMS
    return {f"{kind} {name}": (problem, solution) for (kind, *_), (name, problem, solution) in found.items()}


@pytest.mark.slow
@pytest.mark.share(0.3)
def test_every_hostile_value_is_judged_as_by_the_fast_checker() -> None:
    """Also values of other types than declared: winners as words, truths for numbers, the ends of 64 bits."""
    program()
    for name, (problem, solution) in claimed().items():
        if name.startswith("table"):
            continue
        proof_sizes = sizes_of(getattr(problem, "vertex_form", problem))
        every = share([*of_solution(solution, sizes_of(problem), proof_sizes)], 0.2, name)
        told = [one for one in every if "Bracket" not in one[2] or "reaching" in name]  # else it takes none
        fast = [gg.verify(claim).ok for claim, _, _ in told]
        found = believed(claim for claim, _, _ in told)
        assert [what for (_, _, what), a, b in zip(told, fast, found, strict=True) if a != b] == [], name
        assert not any(outside and ok for (_, outside, _), ok in zip(told, found, strict=True)), name


@pytest.mark.slow
@pytest.mark.share(0.3)
def test_all_three_checkers_say_the_same_of_a_lie_in_a_file() -> None:
    """In how it is written, in any entry, by an entry of another field, or without a certificate."""
    program()
    for name, (problem, solution) in claimed().items():
        if name.startswith("table"):
            continue
        file, document = game_file(problem), solution_file(solution)
        told = [*share([text for _, text in lies(document)], 0.01, name), *share([*others(document)], 0.05, name)]
        two = [believers(problem, file, text) for text in told]
        read = [reading(problem, text) for text in told]
        verdicts = iter(believed(claim for claim in read if claim is not None))
        for text, both, claim in zip(told, two, read, strict=True):
            third = claim is not None and next(verdicts) and not claim.contradicted
            assert (both, third) in ((set(), False), ({"fast", "reference"}, True)), text


def reading(problem: Any, text: str) -> Any:
    """Return the solution that a text holds, None if it cannot be read."""
    try:
        return gg.read_solution(problem, Source(text.encode("utf-8", "surrogatepass"), "solution.json"))
    except GraphGamesError:
        return None


def others(document: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of documents with another entry at a place, another field's, or without a field."""
    for path, value in leaves(document):
        if path[0] not in ("solver", "stats") and not isinstance(value, dict | list):
            entries = other_entries(value, len(document.get("winner", "abc")))
            yield from (json.dumps(with_entry(document, path, one)) for one in entries)
    yield from (json.dumps(document | {a: document[b]}) for a in document for b in document if a != b)
    yield from (json.dumps({a: one for a, one in document.items() if a != lacking}) for lacking in document)
    yield from (json.dumps(document | {a: None}) for a in document)


NO_WORDS: tuple[str, ...] = (
    "+{}",
    "0x{}",
    "0b{}",
    "0o{}",
    "0u{}",
    "{}_0",
    "{}.0",
    "{}.",
    "{}e0",
    "{}L",
    "--{}",
    "{}/0",
    "{}//1",
    "{},",
)
NO_WORDS += (
    "'{}'",
    "{}\0",
    "{}#",
    "\u0661{}",
    "\uff11{}",
    "{}\u00a0",
    "{}\v",
    "{}\f",
    "\ufeff{}",
    "nan",
    "-inf",
    "true",
    "(*{}*)",
)


@pytest.mark.slow
@pytest.mark.share(0.3)
def test_what_is_no_number_in_a_certificate_file_is_unreadable() -> None:
    """As OCaml, C or Python would read it: with prefixes, underlines, signs, other digits and other blanks."""
    program()
    for name, (_, solution) in claimed().items():
        text = text_of(solution).decode()
        places = share([*re.finditer(r"(?<=[ \n])-?[0-9/]+(?=[ \n])", text)], 0.03, name)
        for place in places:
            for form in share(NO_WORDS, 0.3, f"{name} {place.start()}"):
                told = text[: place.start()] + form.format(place[0]) + text[place.end() :]
                code, lines = run(told.encode())
                assert code == 2 and lines[0].startswith("unreadable: "), (name, told)
                assert not name.startswith("table") or not check_table(told).ok


@pytest.mark.slow
@pytest.mark.share(0.3)
def test_another_winner_or_value_in_a_certificate_file_is_refused() -> None:
    """Numbers near the right one, and at the ends of 62, 63 and 64 bits, which would come to the same in some words."""
    program()
    for name, (_, solution) in claimed().items():
        head, rows, tail = re.split("(?<=\nsolution\n)|(?=certificate\n0)", text_of(solution).decode())
        claims = [row.split(" ") for row in rows.splitlines()]
        valued = name.split(" ")[0] in (
            "energy-bounds",
            "mean-potentials",
            "total-ranks",
            "bellman-equations",
            "table-labels",
        )
        for v, row in share([*enumerate(claims)], 0.3, name):
            for k in (1, 2) if valued else (1,) if len(row) > 1 else ():
                for other in numbers_for(row[k]):
                    told = [*claims[:v], [*row[:k], other, *row[k + 1 :]], *claims[v + 1 :]]
                    text = head + "".join(" ".join(one) + "\n" for one in told) + tail
                    assert run(text.encode())[0] in (1, 2), (name, text)
                    assert not valued or not check_table(text).ok


def numbers_for(word: str) -> Iterator[str]:
    """Yield words for other numbers: near it, or alike in their last bits, and the infinite one."""
    if word != "inf":
        near = [Fraction(word) + by for by in (-1, 1, 2, Fraction(1, 7), 2**31, 2**32, 2**62, 2**63, 2**64, 10**18)]
        yield from map(str, [*near, -1 - Fraction(word), 10**18 - 1, 2**62 - 1])
        yield "inf"
    yield from ("-inf", "0", "1/2") if word == "inf" else ()
