"""Boards of stones and strips: where things are after some moves, and where the next ones are chosen."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue.find import concrete_game
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.draw import board_of, picture
from graphgames.draw.board import Board, Track
from graphgames.draw.cells import Strip, StripBoard
from graphgames.draw.stone_boards import BoxRows, HeapRows, followed


def moves_of(game: gg.HeapGame, position: Any) -> dict[str, RatedMove]:
    return {f"{after}": RatedMove(after, after, Outcome.WIN) for after in game.moves(position)}


def frame(board: Board, track: Track) -> str:
    found = re.search(r'viewBox="[^"]*"', board.paint(track).svg)
    assert found is not None
    return found.group()


@pytest.mark.parametrize("code", [".3333333", ".77", ".137", "4.3333333", "grundy", ".8F", ".17"])
def test_rows_keep_their_frame_and_hold_the_heaps_of_every_play(code: str) -> None:
    game = gg.HeapGame.from_code(code)
    anywhere = any(digit & 12 for digit in game.digits[1:])
    board = HeapRows("", lambda heap: 0, "match", anywhere).board()
    rng = random.Random(code)
    for _ in range(10):
        positions: list[Any] = [tuple(sorted(rng.randrange(1, 9) for _ in range(3)))]
        places: dict[int, str] = {}
        first = frame(board, Track(positions))
        while moves := moves_of(game, positions[-1]):
            track = Track(positions, places)
            assert frame(board, track) == first
            segments = [segment for row in followed(track) for segment in row.segments]
            assert sorted(segment.length for segment in segments) == list(positions[-1])
            assert board.paint(track).svg.count("data-key") == sum(positions[-1])
            targets = board.aim(track, moves)
            assert {name for target in targets for name in target.moves} <= set(moves)
            target = rng.choice(targets) if targets else None
            name = target.moves[0] if target is not None else rng.choice(list(moves))
            places[len(positions) - 1] = target.place if target is not None else ""
            positions.append(moves[name].position)


def test_what_is_taken_is_what_was_chosen() -> None:
    game, board = gg.HeapGame.from_code(".77"), HeapRows("", lambda heap: 0, anywhere=True).board()
    targets = board.aim(Track([(5,)]), moves_of(game, (5,)))
    left = min((target for target in targets if target.moves == ("(4,)",)), key=lambda target: target.x)
    ((row,),) = [followed(Track([(5,), (4,)], {0: left.place}))]
    assert row.segments == ((1, 4),)
    pairs = [target for target in targets if target.reach is not None and target.reach[2] > 40]
    assert len(pairs) == 4 and all(target.y > left.y for target in pairs)  # two neighbours, chosen below them


def test_a_long_heap_is_a_bar_with_all_its_moves() -> None:
    game, board = gg.HeapGame.from_code(".3"), HeapRows("", lambda heap: 0).board()
    (target,) = board.aim(Track([(100,)]), moves_of(game, (100,)))
    assert target.moves == ("(99,)",) and "bar" in board.paint(Track([(100,)])).svg


def test_boxes_are_filled_up_to_the_place_that_was_chosen() -> None:
    board = BoxRows("", lambda box: 0).board()
    start, after = ((6, 2), (6, 2)), ((6, 2), (6, 5))
    moves = {f"{n}": RatedMove(n, ((6, 2), (6, n)), Outcome.WIN) for n in range(3, 7)}
    targets = board.aim(Track([start]), moves)
    assert len(targets) == 8  # each of both boxes can be meant
    chosen = targets[-2]
    assert chosen.moves == ("5",) and chosen.place == "1" and chosen.reach is not None and chosen.reach[2] == 3 * 36
    svg = board.paint(Track([start, after], {0: chosen.place})).svg
    assert '"1.4"' in svg and '"0.2"' not in svg


LAST = re.compile(r'class="last" x="([^"]*)" y="[^"]*" width="([^"]*)"')


@pytest.mark.parametrize(
    ("board", "before", "after", "mark"),
    [
        (HeapRows("", lambda heap: 0).board(), (3, 5), (3, 2), (90 + 2 * 36 + 1, 3 * 36 - 2)),
        (HeapRows("", lambda heap: 0, anywhere=True).board(), (5,), (2, 2), (90 + 2 * 36 + 1, 36 - 2)),
        (HeapRows("", lambda heap: 0, anywhere=True).board(), (5,), (2, 3), (90 + 1.9 * 36 + 1, 0.2 * 36 - 2)),
        (HeapRows("", lambda heap: 0).board(), (100,), (75,), (90 + 24 * 36 * 0.75, 24 * 36 * 0.25)),
        (BoxRows("", lambda box: 0).board(), ((6, 2),), ((6, 5),), (90 + 2 * 36 + 1, 3 * 36 - 2)),
    ],
)
def test_a_row_marks_what_the_last_move_has_changed(
    board: Board, before: Any, after: Any, mark: tuple[float, float]
) -> None:
    assert LAST.findall(board.paint(Track([before])).svg) == []
    ((x, width),) = LAST.findall(board.paint(Track([before, after])).svg)
    assert (float(x), float(width)) == pytest.approx(mark)
    assert LAST.findall(board.paint(Track([before, after], made=False)).svg) == []


def test_a_pawn_marks_the_cells_of_its_last_move() -> None:
    board = board_of(gg.solve(gg.BlockedGrid([(2, 2)], start=(5, 5))))
    assert board is not None
    assert board.paint(Track([(5, 5)])).svg.count('class="last"') == 0
    assert board.paint(Track([(5, 5), (5, 1)])).svg.count('class="last"') == 2


def test_a_long_strip_is_broken_into_lines() -> None:
    board = StripBoard("", lambda cells: Strip(cells, runs=[(1, 40, 3)])).board()
    strip = "." * 40
    moves = {
        f"{mark}{i}": RatedMove(i, f"{strip[:i]}{mark}{strip[i + 1 :]}", Outcome.WIN)
        for i in range(40)
        for mark in "XO"
    }
    targets = board.aim(Track([strip]), moves)
    assert len(targets) == 80 and len({target.y for target in targets}) == 3
    assert [(target.text, target.moves) for target in targets[:2]] == [("X", ("X0",)), ("O", ("O0",))]
    svg = board.paint(Track([strip])).svg
    assert svg.count("brace nimber") == 3 and svg.count(">3<") == 2  # the cell and the nimber of the run


def test_a_strip_marks_the_last_move_and_the_row_that_decides() -> None:
    board = StripBoard("", lambda cells: Strip(cells, decided=(15, 17) if cells[14:17] == "XXX" else None)).board()
    before = "." * 14 + "XX" + "." * 14
    after = before[:16] + "X" + before[17:]
    assert 'class="last"' not in board.paint(Track([after])).svg
    svg = board.paint(Track([before, after])).svg
    assert svg.count('class="last"') == 1 and svg.index('class="last"') < svg.index("man cross")
    assert svg.count('class="decided"') == 4  # with their edges, a line in each of the two lines of cells
    assert board.leaves is not None and board.leaves(before, after)[0][0] in svg


def test_three_in_a_row_are_shown_where_they_end_a_play() -> None:
    solution = gg.solve(concrete_game("treblecross").read(b"1\n.XX....\n"))
    board = board_of(solution)
    assert board is not None and board.leaves is not None and [key.mark for key in board.keys] == ["n"]
    before, after = (0, ".XX...."), (0, ".XXX...")
    svg = board.paint(Track([before, after])).svg
    assert "decided" in svg and "decided" not in board.paint(Track([before])).svg
    assert "".join(board.leaves(before, after)[0]) in svg


@pytest.mark.parametrize("digits", [30, 400])
def test_a_play_with_a_pile_past_all_bounds_is_drawn_at_once(digits: int) -> None:
    solution = gg.solve(concrete_game("playing-with-stones").read(b"1\n3\n6 9 %d\n" % 10**digits))
    film = picture(solution, play=4)
    assert len(film.frames) == 5 and "last" in film.frames[1].svg
