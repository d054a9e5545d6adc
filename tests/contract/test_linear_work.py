"""What is asked of all moves of a wide vertex, or of all vertices of a long path, takes work in proportion to them.

Look-ups, comparisons and calls are counted, not time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest

import graphgames as gg
from graphgames.games.omega.certificate import GoalRanks
from graphgames.games.weighted.certificate import best_loop
from graphgames.games.weighted.payoff import MeanPayoff
from graphgames.play import adapter_for
from graphgames.play.recalling import Recalling
from graphgames.play.session import Session
from graphgames.policies.given import distribution
from graphgames.policies.marks import _less
from graphgames.reference.hoa_words import Words

WIDE = 200


class Looked(list[Any]):
    """A list that counts how often it is looked at."""

    looks = 0

    def __getitem__(self, k: Any) -> Any:
        self.looks += 1
        return super().__getitem__(k)


def hub(objective: Any) -> gg.Game:
    """Return a game in which one vertex leads to all others, which lead back."""
    edges = [(0, w) for w in range(1, WIDE)] + [(w, 0) for w in range(1, WIDE)]
    return gg.Game(gg.Arena.from_edges(edges, owner=[0] * WIDE), objective)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Callable[[type, str], Counter[str]]:
    """Return a function that counts the calls of a method from now on."""

    def counted(owner: type, name: str) -> Counter[str]:
        count, method = Counter[str](), getattr(owner, name)

        def called(*given: Any) -> Any:
            count[name] += 1
            return method(*given)

        monkeypatch.setattr(owner, name, called)
        return count

    return counted


def test_the_moves_of_a_wide_vertex_are_valued_together(calls: Callable[[type, str], Counter[str]]) -> None:
    """The words of a move, and the odds, are of one look at all moves."""
    session = Session(adapter_for(gg.solve(hub(gg.MeanPayoff([1] * (2 * WIDE - 2)))), 0))
    count = calls(MeanPayoff, "taken")
    assert len([session.words(choice) for choice in session.moves().values()]) == WIDE - 1
    assert count["taken"] < 5 * WIDE
    session = Session(adapter_for(gg.solve(hub(gg.ExpectedReward([1], [1] * (2 * WIDE - 2)))), 0))
    count = calls(Recalling, "along")
    assert len(session.moves()) == WIDE - 1
    assert count["along"] < 5 * WIDE


def test_the_actions_of_a_wide_state_are_named_together() -> None:
    """Of actions with one name each says which it is."""
    rows = [("hub", f"go {k}", f"s{k}", 1) for k in range(WIDE)]
    model = gg.Model.from_table([*rows, *((f"s{k}", "back", "hub", 1) for k in range(WIDE))])
    assert model.actions is not None
    actions = Looked(["go"] * (WIDE // 2) + list(model.actions)[WIDE // 2 :])
    model = replace(model, actions=actions)
    names = [model.action(choice) for choice in range(*model.choices[:2].tolist())]
    assert names[0] == f"go (1 of {WIDE // 2})" and names[-1] == f"go {WIDE - 1}" and len({*names}) == len(names)
    assert actions.looks < 5 * len(names)


def test_moves_of_a_policy_are_found_by_their_names() -> None:
    """No list is searched for every move."""
    compared = 0

    class Name(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str(self) == str(other)

        def __hash__(self) -> int:
            return hash(str(self))

    names = [Name(f"go {k}") for k in range(WIDE)]
    likely = distribution({Name(name): Fraction(1, WIDE) for name in names}, names, range(WIDE), "at the hub")
    assert likely == dict.fromkeys(range(WIDE), 1)
    assert compared < 10 * WIDE


def test_what_moves_give_away_is_compared_with_the_best_alone() -> None:
    """The best move of two or more gives away nothing; of the others each is compared with the best."""
    compared = 0

    class Number(Fraction):
        def __lt__(self, other: Any) -> bool:
            nonlocal compared
            compared += 1
            return super().__lt__(other)

    lost = _less({e: [Number(e * 7 % WIDE)] * 2 for e in range(WIDE)})
    assert lost == {e: WIDE - 1 - e * 7 % WIDE for e in range(WIDE)}
    assert compared < 30 * WIDE
    assert _less({0: [1, 3], 1: [2, 2]}) == {0: gg.Bracket(0, 1), 1: gg.Bracket(0, 1)}
    assert _less({0: [1, 1]}) == {0: 0}


def test_a_long_path_is_followed_once() -> None:
    """From the second vertex on the way into the loop is known; each vertex of a loop begins it itself."""
    moves, kept = Looked([*range(1, WIDE), WIDE - 3]), dict[str, Any]()
    solution: Any = SimpleNamespace(
        strategy=SimpleNamespace(moves=moves), remember=lambda what, make: kept.setdefault(what, make())
    )
    loops = [best_loop(solution, v) for v in range(WIDE)]
    one, two, three = range(WIDE - 3, WIDE)
    assert loops[-4:] == [[one, two, three], [one, two, three], [two, three, one], [three, one, two]]
    assert moves.looks < 10 * WIDE


def test_waits_are_looked_for_once_a_state_of_the_memory(calls: Callable[[type, str], Counter[str]]) -> None:
    """They are the same for all vertices."""
    edges = [(v, min(v + 1, WIDE - 1)) for v in range(WIDE)]
    game = gg.Game(gg.Arena.from_edges(edges, owner=[0] * WIDE), gg.GR1([[0]], [[WIDE - 1]]))
    solution, count = gg.solve(game), calls(GoalRanks, "_first_wait")
    assert len(solution.explain().splitlines()) == WIDE
    assert 0 < count["_first_wait"] <= 2


def test_the_words_of_an_automaton_are_taken_from_the_end_of_a_list() -> None:
    """From its beginning each would move all others."""

    class Taken(list[str]):
        def pop(self, *at: Any) -> str:
            assert not at
            return super().pop()

    words = Words("[@a|!1] 7")
    words.words, words.propositions, words.aliases = Taken(words.words), ["a", "b"], {"@a": ["0", "&", "1"]}
    assert words.label() == frozenset([0, 1, 3])
    assert words.number() == 7
