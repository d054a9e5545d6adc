"""The proved checker of GR(1), generalised Büchi and co-Büchi games: what is solved, planted faults, and lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.formats.cert import MisfitError
from graphgames.games.random_games import random_game
from tests.games.omega.oracle import mcnaughton
from tests.proof.program import EDGES, FORM, believed, run, text_of

OBJECTIVES = ("gr1", "generalized-buchi", "generalized-cobuchi")


def solved(objective: str, seed: int, most: int = 9) -> Any:
    return gg.solve(random_game(2 + seed % (most - 1), objective=objective, seed=seed, priorities=1 + seed % 6))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_solved_games_are_proved(objective: str) -> None:
    assert all(believed(solved(objective, seed) for seed in range(60)))


def lies(solution: Any) -> Iterator[Any]:
    """The claim with one winner, move or number of the certificate changed."""
    for v in range(solution.arena.n):
        winner = np.array(solution.winner)
        winner[v] = 1 - winner[v]
        yield replace(solution, winner=winner)
    strategy, proof = solution.strategy, solution.certificate
    table = np.array(strategy.moves)
    for place in np.ndindex(table.shape):
        for move in range(-1, solution.arena.n):
            changed = table.copy()
            changed[place] = move
            yield replace(solution, strategy=gg.FiniteMemoryStrategy(solution.arena, changed, strategy.automaton))
    for name in ("rank", "level", "steps"):
        numbers = np.array(getattr(proof, name))
        for place in np.ndindex(numbers.shape):
            for number in {-1, 0, 1, int(numbers[place]) + 1} - {int(numbers[place])}:
                changed = numbers.copy()
                changed[place] = number
                yield replace(solution, proof=replace(proof, **{name: changed}))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_claims_with_one_entry_changed_are_judged_as_by_the_fast_checker(objective: str) -> None:
    said = [lie for seed in range(3) for lie in lies(solved(objective, seed, most=5))]
    fast = [gg.verify(lie).ok for lie in said]
    found = believed(said)
    assert [i for i, one in enumerate(found) if one != fast[i]] == []
    assert 0 < sum(fast) < len(fast)


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_what_is_proved_is_true_by_the_definition(objective: str) -> None:
    for seed in range(10):
        solution = solved(objective, seed, most=6)
        assert believed([solution]) == [True]
        assert np.asarray(solution.winner).tolist() == mcnaughton(solution.problem)


@pytest.mark.parametrize(("times", "said"), [(1, "the strategy's memory is not"), (2, "has shape")])
def test_a_strategy_that_remembers_something_else_is_no_claim(times: int, said: str) -> None:
    solution = next(one for seed in range(9) if len((one := solved("gr1", seed)).strategy.moves) > 1)
    moves = np.vstack([solution.strategy.moves] * times)
    other = gg.FiniteMemoryStrategy(solution.arena, moves, np.zeros(moves.shape, np.int64))
    with pytest.raises(MisfitError, match=said):
        text_of(replace(solution, strategy=other))


# Eve goes to and fro between the sets 0 and 2; at 3 she is caught by Adam.
TEXT = """graphgames-certificate 1
gr1 goal-ranks 4 6 0 2
game
0 0 1 0 1
1 0 0 0 0 2
2 0 0 1 1
3 1 0 0 3 0
solution
0 0 1 1
1 0 0 2
2 0 1 1
3 1 3
certificate
0 0 2
1 1 1
2 2 0
3 0 0
end
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("1 0 0 2\n", "1 0 2 0\n", "the rank falls"),
        ("1 0 0 2\n", "1 0 0\n", "one for each thing to wait for"),
        ("1 0 0 2\n", "1 0 0 3\n", "a move shown is an edge"),
        ("1 1 1\n", "1 0 1\n", "the rank falls"),
        ("3 1 3\n", "3 0\n", "the rank falls"),
        ("3 1 3\n", "3 1 0\n", "leaves the winner's region"),
        ("3 1 3\n", "3 2 3\n", FORM),
        ("3 1 0 0 3 0\n", "3 1 1 0 3 0\n", "the level never rises"),
        ("3 1 0 0 3 0\n", "3 1 0 2 3 0\n", FORM),
        ("4 6 0 2", "4 5 0 2", EDGES),
        ("4 6 0 2", "4 6 0 0", FORM),
        ("4 6 0 2", "4 6 0", FORM),
        ("gr1", "gr2", "unknown: gr2 goal-ranks"),
    ],
)
def test_planted_faults_are_refused(before: str, after: str, said: str) -> None:
    assert run(TEXT.encode()) == (
        0,
        ["proved: gr1, 4 vertices, 6 edges: who wins, and the moves for what the winner waits for"],
    )
    assert TEXT.count(before) == 1
    code, lines = run(TEXT.replace(before, after).encode())
    assert code in (1, 2) and said in lines[0], lines


def test_an_assumption_that_is_missed_is_as_good_as_the_guarantee() -> None:
    """Adam may stay at 0 for ever, outside the assumption; with it, Eve's guarantee never comes."""
    text = (
        "graphgames-certificate 1\ngr1 goal-ranks 2 2 1 1\ngame\n0 1 {} 0 0\n1 0 0 1 1\n"
        "solution\n0 {}\n1 0 1\ncertificate\n0 {}\n1 0\nend\n"
    )
    assert run(text.format("0", "0", "0").encode())[0] == 0
    assert run(text.format("1", "0", "0").encode())[0] == 1
    assert run(text.format("1", "1 0", "0 0").encode())[0] == 0
