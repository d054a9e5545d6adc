"""Rules without an end: every way to solve them stops with a sentence that says so, at a bound that is soon reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from graphgames import LimitExceededError, by_rule, misere
from graphgames.catalogue.problems import expand
from graphgames.core import rules
from graphgames.core.rules import check_memory


class Countdown:
    """A countdown whose author forgot to stop at 0."""

    start = 5

    def moves(self, n: int) -> list[int]:
        return [n - 1, n - 2]


@pytest.mark.parametrize("ask", [lambda: by_rule(Countdown()).outcome(5), lambda: misere(Countdown()).outcome(5)])
def test_a_line_of_play_without_an_end_is_said(ask: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "ENDLESS", 1000)
    with pytest.raises(LimitExceededError, match=r"after 1000 moves of one line of play nothing is decided.*no end"):
        ask()


def test_the_bound_is_soon_reached_and_the_user_can_set_another() -> None:
    assert rules.ENDLESS <= 200_000
    with pytest.raises(LimitExceededError, match="perhaps the rules have no end"):
        check_memory(rules.ENDLESS, rules.LIMIT, rules.ENDLESS)
    check_memory(rules.ENDLESS, rules.LIMIT + 1, rules.ENDLESS)
    check_memory(rules.ENDLESS, rules.LIMIT, rules.ENDLESS - 1)


def test_a_limit_is_named_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        LimitExceededError, match=r"choose a smaller game, or, in Python, a larger limit, such as limit=90"
    ):
        check_memory(10, 9)
    monkeypatch.setattr(rules, "memory_is_short", lambda: True)
    with pytest.raises(LimitExceededError, match=r"of the memory; choose a smaller game$"):
        check_memory(rules.EVERY)


def test_an_enumeration_without_an_end_is_said() -> None:
    with pytest.raises(LimitExceededError, match="not one of these positions is an end"):
        expand(Countdown(), limit=1000)
