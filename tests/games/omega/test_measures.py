"""Rabin measures and ranks: planted faults, lies made for them, how long they are, which conditions they prove."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any, cast

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import RabinMeasures, RememberedMoves
from graphgames.core.acceptance import parsed, rabin_pairs
from graphgames.core.checking import examine
from graphgames.games.omega.measures_checker import CONDITIONS, MeasuresClaim, check
from graphgames.readers.source import Source
from tests.arenas import random_arena
from tests.games.omega.oracle import mcnaughton
from tests.reference.claims import by_reference, game_file, solution_file
from tests.share import cases

TURNS = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0), (2, 2)], owner=[0, 1, 1])
"""Player 0 goes from vertex 0 to 1 or to 2, and player 1 back; from vertex 2 he may stay there."""


def drawn(rng: np.random.Generator, pairs: int = 3) -> gg.Game:
    arena = random_arena(rng, int(rng.integers(2, 9)), 2.0)
    kind = (gg.Rabin, gg.Streett)[int(rng.integers(2))]
    return gg.Game(arena, kind([(rng.random(arena.n) < 0.3, rng.random(arena.n) < 0.3) for _ in range(pairs)]))


def claim(
    game: gg.Game,
    winner: Sequence[int],
    moves: Sequence[Sequence[int]],
    measure: Sequence[Sequence[int]],
    rank: Sequence[Sequence[int]],
    update: Sequence[Sequence[int]] | None = None,
) -> gg.ArenaSolution:
    after = np.zeros_like(np.array(moves)) if update is None else np.array(update)
    proof = RabinMeasures(after, np.array(measure, np.int32), np.array(rank, np.int32))
    strategy: Any = proof.played(game, np.array(moves, np.int32))
    return gg.ArenaSolution(game, np.array(winner, np.uint8), strategy, "by hand", proof)


def believed(solution: gg.ArenaSolution) -> bool:
    """Return whether both checkers believe a solution; they agree."""
    found = bool(gg.verify(solution))
    assert by_reference(game_file(solution.problem), solution_file(solution)) == found
    return found


def test_a_measure_by_hand() -> None:
    """A vertex sees vertex 1 again and again, or misses it and sees vertex 2: of both pairs one number is the name."""
    moves = [[1, -1, -1]]
    stays = gg.Game(TURNS, gg.Rabin([([], [1]), ([1], [2])]))
    for measure, fits in (
        ([[0, 0, 0], [2, 0, 3]], True),
        ([[0, 0, 0], [2, 0, 2]], False),  # pair 0 at vertex 2, where player 1 stays
        ([[0, 0, 0], [2, 0, 1]], False),  # rises from vertex 2 to 0
        ([[0, 0, 0], [0, 0, 3]], False),  # the rows end at vertex 0 before anything falls
        ([[0, 0, 0]], False),
        ([[1, 1, 1]], False),  # vertex 1 is in the first set of pair 1
        ([[0, 0, 3], [2, 0, 0]], True),
        ([[0, 0, 2], [2, 0, 3]], True),
    ):
        assert believed(claim(stays, [0, 0, 0], moves, measure, [[-1] * 3] * 2)) == fits, measure


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["rabin", "streett"])
def test_altered_numbers_are_refused_where_they_matter(kind: str) -> None:
    """What is believed with another number is true; so is what is refused, whose solution was true already."""
    rng, refused = np.random.default_rng(2), 0
    while refused < cases(60, 10):
        game = drawn(rng, 2)
        if game.objective.name != kind:
            continue
        solution = gg.solve(game)
        proof: Any = solution.certificate
        for name in ("measure", "rank"):
            table = getattr(proof, name)
            for place in product(*map(range, table.shape)):
                for number in {-1, 0, int(table[place]) + 1, int(table[place]) - 1} - {int(table[place])}:
                    other = table.copy()
                    other[place] = number
                    refused += not believed(replace(solution, proof=replace(proof, **{name: other})))
    assert refused


def test_each_condition_finds_what_no_other_does() -> None:
    """A claim for each condition that it alone refuses."""
    game = gg.Game(TURNS, gg.Rabin([([], [1]), ([1], [2])]))
    winner, moves, measure, rank = [0, 0, 0], [[1, -1, -1]], [[0, 0, 0], [2, 0, 3]], [[-1] * 3] * 2
    assert believed(claim(game, winner, moves, measure, rank))
    wrong = {
        "numbers_stand_where_needed": claim(game, winner, moves, measure, [[-1, -1, 0], [-1] * 3]),
        "measure_falls": claim(game, winner, moves, [[0, 0, 0], [2, 0, 2]], rank),
    }
    behind = gg.Game(gg.Arena.from_edges([(0, 1), (1, 0), (2, 0)], owner=[0, 1, 0]), gg.Rabin([([], [1])]))
    assert believed(claim(behind, [0] * 3, [[1, -1, 0]], [[1, 1, 2], [1, 0, 0]], [[-1] * 3]))
    wrong["moves_are_edges"] = claim(behind, [0] * 3, [[1, -1, 1]], [[1, 1, 2], [1, 0, 0]], [[-1] * 3])
    lost = gg.Game(TURNS, gg.Rabin([([1, 2], [0])]))
    assert believed(claim(lost, [1, 1, 1], [[-1, 0, 0]], [[-1] * 3], [[1, 0, 0]]))
    wrong["moves_stand_where_needed"] = claim(lost, [1, 1, 1], [[-1, -1, 0]], [[-1] * 3], [[1, 0, 0]])
    wrong["rank_falls"] = claim(lost, [1, 1, 1], [[-1, 0, 0]], [[-1] * 3], [[1, 1, 0]])
    ways = [gg.Arena.from_edges([(0, 0), (0, 1), (1, 1)], owner=[owner, 1]) for owner in (0, 1)]
    two, other = (gg.Game(way, gg.Rabin([([1], [0])])) for way in ways)
    assert believed(claim(two, [0, 1], [[0, 1]], [[0, -1]], [[-1, 0]]))
    wrong["winner_stays_inside"] = claim(two, [0, 1], [[1, 1]], [[0, -1]], [[-1, 0]])
    wrong["loser_stays_inside"] = claim(other, [0, 1], [[-1, 1]], [[0, -1]], [[-1, 0]])
    assert set(wrong) == {one.__name__ for one in CONDITIONS} and not any(map(believed, wrong.values()))
    for name, one in wrong.items():
        assert examine(MeasuresClaim, [other for other in CONDITIONS if other.__name__ != name], one), name
    assert "the measure is [0, 2], and [0, 2] may come next, at 0" in str(check(wrong["measure_falls"]))
    assert "the rank for pair 0 is 1 in its second set, and 1 may come next" in str(check(wrong["rank_falls"]))
    assert "Eve wins; expected a measure alone, and no -1 in it" in str(check(wrong["numbers_stand_where_needed"]))


def test_the_player_with_the_pairs_may_not_remember() -> None:
    """Each of two moves by itself sees vertex 0 and one other; the pairs are won by one of them for ever alone."""
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[0, 1, 1])
    game = gg.Game(arena, gg.Rabin([([1], [2]), ([2], [1])]))
    turns, update = [[1, -1, -1], [2, -1, -1]], [[1, 1, 1], [0, 0, 0]]
    for measure in ([[1, 1, 0], [3, 0, 0]], [[0, 0, 0], [2, 2, 0]], [[1, 1, 1], [0, 0, 0]]):
        lie = claim(game, [0, 0, 0], turns, measure, [[-1] * 3] * 4, update)
        assert "remembers something for the player who needs no memory" in str(gg.verify(lie)) and not believed(lie)


def test_ranks_are_those_of_the_state_that_comes_next() -> None:
    """Player 1 answers both requests by turns; ranks that are those of other states or other pairs prove nothing."""
    arena = gg.Arena.from_edges([(0, 1), (0, 2), (1, 0), (2, 0)], owner=[1, 1, 1])
    game = gg.Game(arena, gg.Rabin([([1], [0]), ([2], [0])]))
    moves, update = [[1, 0, 0], [2, 0, 0]], [[0, 1, 0], [1, 1, 0]]
    rank = [[1, 0, 2], [3, 0, 2], [3, 2, 0], [1, 2, 0]]
    assert believed(claim(game, [1, 1, 1], moves, [[-1] * 3], rank, update))
    lies = [
        claim(game, [1, 1, 1], moves, [[-1] * 3], [rank[k] for k in order], update)
        for order in ((1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0), (0, 0, 2, 2), (1, 1, 3, 3))
    ]
    lies.append(claim(game, [1, 1, 1], moves, [[-1] * 3], rank, [[0, 0, 0], [1, 1, 1]]))
    lies.append(claim(game, [1, 1, 1], [moves[0]] * 2, [[-1] * 3], rank, update))
    lies += [claim(game, [1, 1, 1], moves, [[-1] * 3], rank[:count], update) for count in (0, 2, 3)]
    lies.append(claim(game, [1, 1, 1], moves, [[-1] * 3], [*rank, rank[0]], update))
    assert not any(map(believed, lies))
    assert "rank has 2 rows; expected 4, one for each pair" in str(gg.verify(lies[-3]))


def test_numbers_at_the_ends_of_their_range() -> None:
    """The largest number that fits is no more than a number, and one beyond it is refused by both checkers."""
    game = gg.Game(TURNS, gg.Rabin([([], [1]), ([1], [2])]))
    document = solution_file(claim(game, [0, 0, 0], [[1, -1, -1]], [[0, 0, 0], [2, 0, 3]], [[-1] * 3] * 2))
    for number, fits in ((2**31 - 1, True), (2**31, False), (-2, False), (2**63, False), (True, False), (2.0, False)):
        changed = json.loads(json.dumps(document))
        changed["certificate"]["measure"]["numbers"][5] = number
        assert by_reference(game_file(game), changed) == fits
        try:
            read = gg.read_solution(game, Source(json.dumps(changed).encode(), "solution.json"))
        except gg.FormatError:
            assert not fits
        else:
            assert bool(gg.verify(read)) == fits


def test_a_measure_has_a_row_more_than_there_are_pairs_at_most() -> None:
    rng = np.random.default_rng(3)
    for _ in range(cases(200, 0.3)):
        game = drawn(rng)
        for solver in ("zielonka-tree", "recursion"):
            solution = gg.solve(game, solver=solver)
            proof: Any = solution.certificate
            assert gg.verify(solution) and solution.winner.tolist() == mcnaughton(game)
            assert 1 <= len(proof.measure) <= 4
    nested = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2)], owner=[1] * 4)
    game = gg.Game(nested, gg.Rabin([([], [0]), ([0], [1]), ([1], [2])]))
    assert len(cast("Any", gg.solve(game).certificate).measure) == 4


@pytest.mark.parametrize(
    ("formula", "pairs"),
    [
        ("Fin(0) & Inf(1) | Fin(2) & Inf(3)", [({0}, {1}), ({2}, {3})]),
        ("Inf(3) | Fin(2) & (Inf(1) | Fin(0))", [(set(), {3}), ({2}, {1}), ({0, 2}, None)]),
        ("Fin(0) & Fin(1)", [({0, 1}, None)]),
        ("t", [(set(), None)]),
        ("f", []),
        ("Inf(0) & Inf(1)", []),
        ("(Inf(0) | Fin(1)) & (Inf(2) | Fin(3))", []),
        ("Fin(0) & Inf(1) | Inf(2) & Inf(3)", []),
    ],
)
def test_the_pairs_of_a_formula(formula: str, pairs: Any) -> None:
    assert rabin_pairs(parsed(formula)) == pairs


@pytest.mark.parametrize(
    ("formula", "kind"),
    [
        ("Inf(0) & Inf(1)", RabinMeasures),  # the other player has pairs
        ("Inf(2) | Fin(1) & Inf(0)", RabinMeasures),
        ("t", RabinMeasures),
        ("f", RabinMeasures),
        ("Inf(0) & (Inf(0) & Fin(1)) | f", RabinMeasures),  # said in more words than needed
        ("Inf(0) & Inf(1) | Fin(0) & Fin(1)", RememberedMoves),
    ],
)
def test_formulas_with_pairs_are_proved_by_measures(formula: str, kind: Any) -> None:
    rng = np.random.default_rng(5)
    for on in ("vertices", "edges"):
        for _ in range(6):
            arena = random_arena(rng, 5, 2.0)
            arena = gg.Arena.from_edges(list(dict.fromkeys(arena.edges())), 5, arena.owner)
            size = arena.n if on == "vertices" else arena.m
            game = gg.Game(arena, gg.EmersonLei(list(rng.random((3, size)) < 0.4), formula, on=on))
            solution = gg.solve(game)
            assert type(solution.certificate) is kind and believed(solution)


def test_measures_prove_nothing_about_other_conditions() -> None:
    game = gg.Game(TURNS, gg.EmersonLei([[1], [2]], "Inf(0) & Inf(1) | Fin(0) & Fin(1)"))
    solution = gg.solve(game)
    states = len(solution.strategy.moves)
    update: Any = solution.certificate
    lie = claim(
        game,
        solution.winner.tolist(),
        solution.strategy.moves.tolist(),
        [[0] * 3],
        [[0] * 3] * states,
        update.update,
    )
    assert "the condition is not one of pairs of sets" in str(gg.verify(lie)) and not believed(lie)
