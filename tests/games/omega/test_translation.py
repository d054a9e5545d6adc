"""Automata of formulas of LTL: held against the definition on all short words, and against sizes that are known."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import islice, product
from typing import Any

import pytest

from graphgames.core.acceptance import holds
from graphgames.core.errors import LimitExceededError
from graphgames.games.omega import translation
from graphgames.games.omega.tableau_checker import check_automaton
from graphgames.games.omega.temporal import is_second, normal
from graphgames.games.omega.translation import Deterministic, Target, translate
from graphgames.games.synthesis.ltl import _Parser
from tests.naive_ltl import Path, drawn, formulas, is_true, words
from tests.share import cases, share


def read(text: str) -> Path:
    return _Parser(text.encode(), "<formula>", ()).whole()


def accepts(automaton: Deterministic, u: tuple[int, ...], v: tuple[int, ...]) -> bool:
    """Return whether the run over a word that repeats never ends and is accepted."""
    word, seen, marks, state, i = u + v, dict[tuple[int, int], int](), list[frozenset[int]](), 0, 0
    while (state, i) not in seen:
        seen[state, i] = len(marks)
        target = automaton.step(state, lambda k, letter=word[i]: bool(letter >> k & 1))  # type: ignore[misc]
        if target is None:
            return False
        state, i = target.state, i + 1 if i + 1 < len(word) else len(u)
        marks.append(target.marks)
    return holds(automaton.condition, frozenset().union(*marks[seen[state, i] :]))


def parts_are_second(path: Path) -> bool:
    """Return whether a formula is a Boolean combination of formulas without U below R, or without R below U."""
    if path[0] in ("and", "or"):
        return all(map(parts_are_second, path[1:]))
    return is_second(path, "U") or is_second(path, "R")


def agrees(path: Path, tested: list[tuple[tuple[int, ...], tuple[int, ...]]]) -> int:
    """Hold a formula's automaton and normal form against the definition; return how many words make it true."""
    automaton, other, met = translate(path), normal(path), 0
    assert parts_are_second(other), path
    for u, v in tested:
        meant = is_true(path, u, v)
        assert accepts(automaton, u, v) == meant, (path, u, v)
        assert is_true(other, u, v) == meant, (path, other, u, v)
        met += meant
    return met


@pytest.mark.slow
@pytest.mark.parametrize(("size", "step"), [(1, 1), (2, 9), (3, 201)])
def test_small_formulas_on_all_short_words(size: int, step: int) -> None:
    tested = list(words(1, 4))
    met = [agrees(path, tested) for path in islice(formulas(size), 0, None, step)]
    assert max(met) > 9 * min(met) and len(met) > 20


@pytest.mark.slow
@pytest.mark.share(1.7)
@pytest.mark.parametrize("part", range(9))
def test_all_small_formulas_on_all_short_words(part: int) -> None:
    tested = list(words(1, 4))
    met = [
        agrees(path, tested)
        for size, step in ((2, 9), (3, 90))
        for path in share(islice(formulas(size), part, None, step), 10, f"{size}")
    ]
    assert 0 in met and len(tested) in met


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_random_formulas_on_short_words(seed: int) -> None:
    by = random.Random(seed)
    everything = [list(words(atoms, 4)) for atoms in (1, 2)]
    for _ in range(cases(15, 8)):
        atoms = by.randrange(1, 3)
        path = drawn(by, atoms, by.randrange(4, 12), bounds=seed % 2 == 1)
        tested = everything[atoms - 1]
        agrees(path, by.sample(tested, min(len(tested), 150)))


def changed(tree: Any, by: random.Random) -> Any:
    """Return what a state does with one edge that is left out, or seen by other sets."""
    if tree is None or isinstance(tree, Target):
        return by.choice(
            [None, Target(tree.state if tree else 0, frozenset() if tree and tree.marks else frozenset([0]))]
        )
    k = by.randrange(1, 3)
    return (*tree[:k], changed(tree[k], by), *tree[k + 1 :])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_checker_of_automata_finds_every_fault_that_a_short_word_shows(seed: int) -> None:
    by = random.Random(seed)
    tested, letters, found = list(words(2, 4)), list(product((False, True), repeat=2)), list[bool]()
    for _ in range(cases(12, 10)):
        path = drawn(by, 2, by.randrange(3, 10), bounds=True)
        automaton = translate(path)
        assert check_automaton(automaton, path, letters).ok, path
        rows = list(automaton.rows)
        k = by.randrange(len(rows))
        rows[k] = changed(rows[k], by)
        faulty = replace(automaton, rows=rows, sets=max(automaton.sets, 1))
        report = check_automaton(faulty, path, letters)
        assert all(accepts(faulty, u, v) == is_true(path, u, v) for u, v in tested) or not report.ok, (path, faulty)
        found.append(report.ok)
    assert False in found


@pytest.mark.parametrize(
    ("formula", "states", "sets"),
    [
        ("true", 1, 0),
        ("GFa", 1, 1),
        ("FGa", 1, 1),
        ("a U b", 2, 1),
        ("a W b", 2, 0),
        ("G(a -> Fb)", 2, 1),
        ("GFa -> GFb", 1, 2),
        ("(GFa & GFb) -> (GFc & GFd)", 1, 4),
        ("(GFa | FGb) & (GFc | FGd) & (GFe | FGf)", 1, 6),
        ("G(a -> F(b & XFc))", 4, 1),
        ("!((GFa & GFb) -> G(c -> Fd))", 2, 3),
        ("a U (b U (c U d))", 4, 1),
        ("GF(a U (b & GFc))", 1, 2),
        ("G(a U b U !a)", 2, 1),
    ],
)
def test_automata_are_small(formula: str, states: int, sets: int) -> None:
    automaton = translate(read(formula))
    assert (len(automaton.rows), automaton.sets) == (states, sets)


def test_a_formula_that_is_never_true_has_no_edge() -> None:
    assert translate(read("GFa & FG!a & Xb")).rows == [None]
    assert translate(read("a & X(b U c) & X(!c & X!c & G(!b))")).rows == [None]


def test_a_formula_that_is_far_too_large_is_refused() -> None:
    inside = "p0"
    for k in range(1, 12):
        inside = f"(q{k} R ({inside} U p{k}))"
    with pytest.raises(LimitExceededError, match="nested in each other"):
        translate(read(f"G({inside})"))


def test_an_automaton_that_is_far_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "MOST_EDGES", 100)
    assert len(translate(read("G(a -> Xb)")).rows) == 2
    with pytest.raises(LimitExceededError, match="more than 100 edges"):
        translate(read(" & ".join(f"GF a{k}" for k in range(8))))
