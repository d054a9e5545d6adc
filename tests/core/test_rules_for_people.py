"""What rules say for a person, `render` and `rule`, is said wherever a position or a move is spoken of."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import graphgames as gg
from graphgames.play import Session, adapter_for, argument
from tests.draw.test_graph import SVG, parsed


class Heap:
    """A heap of three, from which one or two are taken; positions are told from their looks."""

    start = ("heap", 3)
    rule = "Take one or two."

    def moves(self, position: Any) -> Iterator[Any]:
        return (("heap", position[1] - k) for k in (1, 2) if position[1] >= k)

    def render(self, position: Any) -> str:
        return "<" + "|" * int(position[1]) + ">"


class Owned(Heap):
    def mover(self, position: Any) -> int:
        return int(position[1] % 2)


class Ended(Heap):
    """Who empties the heap loses, which the end says."""

    def outcome(self, position: Any) -> str:
        return "win"


class Board(Heap):
    def render(self, position: Any) -> str:
        return "top\n" + "|" * int(position[1])


SOLVED: dict[str, Callable[[], Any]] = {
    "normal": lambda: gg.solve(Heap()),
    "misere": lambda: gg.solve(Heap(), gg.MiserePlay()),
    "ended": lambda: gg.solve(Ended()),
    "expanded": lambda: gg.solve(gg.expand(Heap())),
    "reach": lambda: gg.solve(Owned(), gg.Reach(lambda at: at == ("heap", 0))),
    "safe": lambda: gg.solve(Owned(), gg.Safe(lambda at: at != ("heap", 0))),
    "nimbers": lambda: gg.grundy_values(gg.expand(Heap()).arena),
    "by rule": lambda: gg.by_rule(Heap()),
    "misere by rule": lambda: gg.misere(Heap()),
}


@pytest.mark.parametrize("name", SOLVED)
def test_positions_look_as_the_rules_show_them(name: str) -> None:
    solution = SOLVED[name]()
    table = adapter_for(solution, ("heap", 3))
    assert table.rule == Heap.rule
    assert "<|||>" in table.drawn(table.start) and "pawn" not in table.drawn(table.start)
    assert {"<||>", "<|>"} <= set(Session(table).moves())
    for text in (solution.explain(("heap", 2)), argument(solution, ("heap", 3)), table.render(table.start)):
        assert "<" in text and "'heap'" not in text and '("heap"' not in text
    words = {element.text for element in parsed(solution.draw()).iter(f"{SVG}text")}
    assert {"<|||>", "<||>", "<|>"} <= words
    assert "&lt;|||&gt;" in solution._repr_html_() and "'heap'" not in solution._repr_html_()
    assert Heap.rule in solution.draw().to_bytes("html").decode()


@pytest.mark.parametrize("name", SOLVED)
def test_answers_are_positions_all_the_same(name: str) -> None:
    solution = SOLVED[name]()
    assert {move.move for move in solution.best_moves(("heap", 3))} == {("heap", 2), ("heap", 1)}
    assert solution.play(("heap", 3))[0] == ("heap", 3)


def test_a_board_is_one_line_in_a_sentence_and_a_board_in_a_play() -> None:
    solution = gg.solve(Board())
    assert '"top / ||"' in solution.explain(("heap", 2)) or "top / ||" in solution.explain(("heap", 2))
    table = adapter_for(solution, ("heap", 3))
    assert table.drawn(table.start) == "top\n|||"


@pytest.mark.parametrize("solve", [gg.by_rule, gg.misere])
def test_a_board_by_rule_is_one_line_in_a_sentence_too(solve: Callable[[Any], Any]) -> None:
    solution, start = solve(Board()), ("heap", 3)
    table = adapter_for(solution, start)
    said = [
        solution.explain(start),
        argument(solution, start).splitlines()[0],
        table.render(start),
        *Session(table).moves(),
    ]
    assert all("top / |" in text and "\n" not in text for text in said)
    assert table.drawn(start) == "top\n|||"
    assert "top / |||" in solution.draw().title


def test_a_board_in_a_sum_is_one_line() -> None:
    total = gg.by_rule(Board()).at(("heap", 2))
    assert str(total) == "top / ||" and "\n" not in total.explain()
    assert "top / ||" in total.draw().svg


@pytest.mark.parametrize("name", SOLVED)
def test_a_move_can_be_named_by_its_position(name: str) -> None:
    session = Session(adapter_for(SOLVED[name](), ("heap", 3)))
    session.play(("heap", 1))
    assert session.made[0].name == "<|>"
    with pytest.raises(gg.GameError, match="there is no move"):
        session.play(("heap", 3))


def test_what_is_copied_still_knows_how_positions_look() -> None:
    arena = gg.expand(Heap()).arena
    for other in (copy.deepcopy(arena), pickle.loads(pickle.dumps(arena))):
        assert [other.display_name(v) for v in range(other.n)] == [arena.display_name(v) for v in range(arena.n)]
        assert list(other.names) == list(arena.names)


def test_cycles_are_spoken_of_only_where_there_are_some() -> None:
    loop = gg.solve({"a": ["b"], "b": ["a", "c"], "c": []}, gg.NormalPlay())
    assert adapter_for(loop).loop_rule and not adapter_for(SOLVED["normal"]()).loop_rule
    assert not adapter_for(SOLVED["nimbers"]()).loop_rule


def test_moves_that_look_alike_are_told_apart() -> None:
    class Alike(Heap):
        def render(self, position: Any) -> str:
            return "a heap"

    names = Session(adapter_for(gg.solve(Alike()))).moves()
    assert set(names) == {"a heap ('heap', 2)", "a heap ('heap', 1)"}
