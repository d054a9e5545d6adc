"""Explanations whose names of vertices are links."""

from __future__ import annotations

import numpy as np
import pytest

import graphgames as gg
from graphgames.draw.links import Links
from tests.reference.games import solutions, with_marks, with_weights

ARENA = gg.Arena.from_edges([("a", "the end"), ("a", "b"), ("b", "a"), ("the end", "the end")], owner=[0, 0, 1])


def test_names_are_links_to_their_vertices() -> None:
    solution = gg.solve(gg.Game(ARENA, gg.Reach(["the end"])))
    words = solution.explain("a")
    parts = Links(solution).parts(0, f"Before. {words}")
    assert "".join(part for part, _ in parts) == f"Before. {words}"
    assert [v for _, v in parts if v is not None] == [0, 1]
    assert all(str(ARENA.label(v)) in name for name, v in parts if v is not None)


def test_other_words_and_other_solutions_have_no_links() -> None:
    solution = gg.solve(gg.Game(ARENA, gg.Reach(["the end"])))
    assert Links(solution).parts(0, "Something else.") == [("Something else.", None)]
    assert Links(solution).parts(None, "No vertex.") == [("No vertex.", None)]
    assert Links(gg.solve({1: [0], 0: []}, gg.NormalPlay())).parts(1, "x") == [("x", None)]


@pytest.mark.slow
def test_the_sentences_of_every_objective_are_linked() -> None:
    rng = np.random.default_rng(3)
    for game in (*with_marks(rng, 4), *with_weights(rng, 4)):
        solution = next(solutions(game))
        links = Links(solution)
        for v in range(4):
            words = solution.explain(v)
            parts = links.parts(v, words)
            assert "".join(part for part, _ in parts) == words
            assert v in [w for _, w in parts], (game.objective.name, words)
