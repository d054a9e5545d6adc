"""Lies in how a file is written: none is believed by either checker, for every kind of solution.

Other words for a number, names for things, indices from the end, keys that stand twice or look alike, lists that are
merged, split, moved or doubled, and texts that are no JSON.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import graphgames as gg
from graphgames import GraphGamesError
from graphgames.formats.cert import write_solution as write_certificate
from graphgames.formats.json_ import write_solution
from graphgames.readers.source import Source
from graphgames.reference.files import check_files
from tests.reference import test_altered, test_models, test_problems
from tests.reference.claims import FREE, Path, exact, game_file, leaves, solution_file, with_entry
from tests.share import share

LOOKS = str.maketrans("aeopcxyi", "аеорсхуі")
HERE = '"@@here@@"'
SAID = ("problem", "property")
"""What the reference checker does not read where it calls it unproved."""


@cache
def solved() -> dict[str, Any]:
    """Return every small problem of the tests beside this one, by a name."""
    found = {f"problem {name}": problem for name, problem in test_problems.problems().items()}
    for family in test_altered.FAMILIES:
        found |= {f"{family} {k} {game.objective.name}": game for k, game in enumerate(test_altered.games(family))}
    return found | {f"model {name}": game for name, game in zip(test_models.NAMES, test_models.games(), strict=True)}


def other_words(value: Any, size: int) -> Iterator[str]:
    """Yield JSON texts to write in place of an entry, each another one or of another type."""
    number = exact(value)
    yield from (
        "NaN",
        "Infinity",
        "1e999",
        "null",
        "true",
        "false",
        "[]",
        "{}",
        '""',
        '"nan"',
        '"∞"',
        '"+inf"',
        "9" * 4000,
    )
    if number is not None and number.denominator == 1:
        k = number.numerator
        yield from (str(one) for one in (k - size, k + size, ~k, k + 256, k - 2**32, k + 2**63, k + 2**64, k - 2**64))
        yield from (f"{k}.0", f"{k}e0", f"[{k}]", f'{{"0":{k}}}', f'{{"set":[{k}]}}')
        written = (
            f" {k}",
            f"+{k}",
            f"{k}_0",
            f"v{k}",
            f"{k}\0",
            f"{k}\n",
            f"0X{abs(k) + 2**64:X}",
            chr(0xFF10 + abs(k) % 10),
        )
        yield from map(json.dumps, written)
    elif isinstance(value, str):
        spelled = (value + " ", value.upper(), value + "\0", "\ufeff" + value, value + "\u200b", value.translate(LOOKS))
        yield from (json.dumps(one) for one in spelled if one != value)


def other_lists(given: list[Any]) -> Iterator[list[Any]]:
    """Yield lists that were merged, split, moved, doubled, cut or turned round."""
    yield from (
        [given],
        given[:-1],
        given[1:],
        [*given, *given[-1:]],
        given * 2,
        given[::-1],
        [*given, None],
        [0, *given],
    )
    for k, (one, other) in enumerate(pairwise(given[:4])):
        before, after = given[:k], given[k + 2 :]
        yield [*before, other, one, *after]
        if isinstance(one, list) and isinstance(other, list):
            both: list[Any] = [*one, *other]
            parts: list[list[Any]] = [[both], [both, []], [[], both], [other, other], [one[:-1], [*one[-1:], *other]]]
            yield from ([*before, *part, *after] for part in parts)
            yield [*before, [*one, *other[:1]], other[1:], *after]


def lies(document: dict[str, Any]) -> Iterator[tuple[Path, str]]:
    """Yield places in a document, each with the text of one in which something else stands there."""
    winner = document.get("winner")
    size = len(winner) if isinstance(winner, list) and winner else 3
    for path, value in leaves(document):
        if path[0] in FREE:
            continue
        rest = json.dumps(with_entry(document, path, HERE[1:-1]))
        if isinstance(value, list):
            yield from ((path, rest.replace(HERE, json.dumps(one))) for one in other_lists(value) if one != value)
        elif not isinstance(value, dict):
            yield from ((path, rest.replace(HERE, one)) for one in other_words(value, size))
    for path, value in [
        ((), document),
        *((path, value) for path, value in leaves(document) if isinstance(value, dict)),
    ]:
        rest, inside = json.dumps(with_entry(document, path, HERE[1:-1])) if path else HERE, json.dumps(value)[1:-1]
        for key in value if not path or path[0] not in FREE else ():
            escaped = '"' + "".join(f"\\u{ord(letter):04x}" for letter in key) + '": 1'
            beside = (f'"{key}": 1', escaped, *(json.dumps(f) + ": 1" for f in (key + " ", key.translate(LOOKS) + "а")))
            yield from (((*path, key), rest.replace(HERE, f"{{{one}, {inside}}}")) for one in beside)
            yield (*path, key), rest.replace(HERE, f"{{{inside}, {beside[0]}}}")
    whole = json.dumps(document)
    yield from (
        ((), text) for text in (whole + "{}", whole + "\0", f"[{whole}]", whole[:-1] + ",}", whole + "//", "", "null")
    )


def believers(problem: Any, file: bytes, text: str, encoding: str = "utf-8") -> set[str]:
    """Return which checkers believe the text of a solution."""
    data, found = text.encode(encoding, "surrogatepass"), set[str]()
    report = check_files(file, data)
    if report is not None and report.ok:
        found.add("reference")
    try:
        fast = gg.verify(gg.read_solution(problem, Source(data, "solution.json"))).ok
    except GraphGamesError:
        fast = False
    return found | {"fast"} if fast else found


@pytest.mark.share(0.1)
@pytest.mark.parametrize("name", solved())
def test_no_lie_in_how_a_file_is_written_is_believed(name: str) -> None:
    problem = solved()[name]
    solution = problem if isinstance(problem, gg.Sum) else gg.solve(problem)
    file, document = game_file(problem), solution_file(solution)
    assert believers(problem, file, json.dumps(document)) == {"fast", "reference"}
    every = [*lies(document)]
    for path, text in share(every, 100 / len(every), name):
        if not believers(problem, file, text):
            continue
        there, told = json.loads(text), dict[Any, Any](document)
        for step in path:
            there, told = there[step], told[step]
        same = there is None or there is told  # null says nothing
        same = same or (exact(there) is not None and exact(there) == exact(told))
        assert path[0] in ("certificate", "strategy", *SAID) or same, (path, there)


@pytest.mark.share(0.1)
@pytest.mark.parametrize("name", solved())
def test_both_checkers_take_the_same_for_a_document(name: str) -> None:
    """Also where no condition looks: what Python reads beyond JSON in UTF-8 is refused by both."""
    problem = solved()[name]
    solution = problem if isinstance(problem, gg.Sum) else gg.solve(problem)
    file, document = game_file(problem), solution_file(solution)
    whole = json.dumps(document)
    assert believers(problem, file, whole, "utf-8-sig") == {"fast", "reference"}
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        assert not believers(problem, file, whole, encoding)
    for word in ("NaN", "Infinity", "-Infinity"):
        assert not believers(problem, file, json.dumps(document | {"stats": {"x": HERE[1:-1]}}).replace(HERE, word))


@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", test_models.NAMES)
def test_a_solution_of_a_model_has_a_certificate(name: str) -> None:
    """The strategies alone prove the parity form, which has no states and actions."""
    problem = solved()[f"model {name}"]
    document = solution_file(gg.solve(problem))
    for lacking in ({key: document[key] for key in document if key != "certificate"}, document | {"certificate": None}):
        assert not believers(problem, game_file(problem), json.dumps(lacking))


@pytest.mark.parametrize("objective", [gg.Parity([1, 0]), gg.Reach([1]), gg.MeanPayoff([1, 2, 3])])
def test_both_checkers_take_the_strategies_alone_where_a_certificate_is_null(objective: gg.Objective) -> None:
    game = gg.Game(gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], owner=[0, 1]), objective)
    document = solution_file(gg.solve(game))
    whole = json.dumps(document | {"certificate": None})
    assert believers(game, game_file(game), whole) == ({"fast", "reference"} if objective.name == "parity" else set())
    lacking = {key: entry for key, entry in document.items() if key != "certificate"}
    assert not believers(game, game_file(game), json.dumps(lacking))


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", test_models.NAMES)
def test_a_certificate_about_another_objective_is_refused_in_words(name: str) -> None:
    problem = solved()[f"model {name}"]
    document = solution_file(gg.solve(problem))
    for other in test_models.games():
        proof = solution_file(gg.solve(other))["certificate"]
        if proof["kind"] == document["certificate"]["kind"]:
            continue
        text = json.dumps(document | {"certificate": proof})
        assert not believers(problem, game_file(problem), text)
        with suppress(GraphGamesError):  # of what can be read a certificate file is written, or it is refused in words
            write_certificate(gg.read_solution(problem, Source(text.encode(), "solution.json")), io.BytesIO())


def test_numbers_of_any_length_are_proved_by_both_checkers() -> None:
    arena = gg.Arena.from_edges([(0, 0), (0, 1), (1, 0)], 2, owner=[0, 1])
    for weight in (1 << 20000, f"1/{'3' * 5000}"):
        game = gg.Game(arena, gg.MeanPayoff([weight, 1, 0]))
        file = io.BytesIO()
        write_solution(gg.solve(game), file)
        assert believers(game, game_file(game), file.getvalue().decode()) == {"fast", "reference"}
