"""Boards of games with tables: each is drawn at the start, in play and at the end, and its places mean the moves."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

import graphgames as gg
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.draw import held
from graphgames.draw.board import Board, Moves, Track
from graphgames.draw.places import EDGE
from graphgames.games.tables.awari import Awari
from graphgames.games.tables.board_games import GAMES, game
from graphgames.games.tables.indexed_rules import IndexedRules
from graphgames.games.tables.picture import board
from graphgames.games.tables.table import Table
from graphgames.play.adapters import adapter_for
from tests.draw.test_page import data_of
from tests.games.tables.toys import RandomGame
from tests.share import cases

SMALL: dict[str, dict[str, Any]] = {
    "connect-four": {"width": 3, "height": 3, "connect": 3},
    "awari": {"seeds": 6},
    "breakthrough": {"width": 2, "height": 4},
    "chess": {"men": "KQK"},
    "chomp": {"width": 4, "height": 3},
    "dots-and-boxes": {"width": 2, "height": 1},
    "nine-mens-morris": {"variant": "three", "men": 3},
}

LARGE = ("dobutsu-shogi",)
"""These have no small variant."""


@cache
def table(name: str) -> Table:
    solved: Table = gg.solve(game(name, SMALL.get(name)))
    return solved


def moves_of(solution: Table, position: Any) -> Moves:
    play = adapter_for(solution)
    return {play.name(position, move): move for move in solution.best_moves(position)}


def plays(rules: IndexedRules, seed: int, most: int = 40) -> list[Any]:
    """Return the positions of a play at random."""
    rng, positions = random.Random(seed), [rules.start]
    while len(positions) < most and (after := rules.moves(positions[-1])):
        positions.append(rng.choice(list(after)))
    return positions


def drawn(shown: Board, positions: list[Any]) -> ET.Element:
    return ET.fromstring(shown.paint(Track(positions)).svg)


def men(picture: ET.Element) -> dict[str, str]:
    """Return where the men are, by their keys."""
    return {part.get("data-key", ""): part.get("data-at", "") for part in picture.iter() if part.get("class") == "man"}


def followed(targets: Any, names: list[str]) -> None:
    """Check that each move is chosen by touching places one after the other, and by no others."""
    known = {(target.path, target.place) for target in targets}
    last = {name: max((len(t.path.split()), t) for t in targets if name in t.moves)[1] for name in names}
    for target in targets:
        path = target.path.split()
        assert not path or (" ".join(path[:-1]), path[-1]) in known
    for name, target in last.items():
        begins = [t for t in targets if name in t.moves]
        assert sorted(len(t.path.split()) for t in begins) == list(range(len(begins))), name
        assert target in begins


@pytest.mark.parametrize("name", GAMES)
def test_a_board_is_drawn_from_the_start_to_the_end(name: str) -> None:
    rules = game(name, SMALL.get(name))
    shown = board(rules)
    assert shown is not None
    for seed in range(3):
        positions, frames = plays(rules, seed), set()
        for k, position in enumerate(positions, 1):
            track, picture = Track(positions[:k]), drawn(shown, positions[:k])
            frames.add(picture.get("viewBox"))
            marks = [part for part in picture.iter() if part.get("class") == "last"]
            assert bool(marks) == (k > 1)
            keys = [part.get("data-key") for part in picture.iter() if part.get("data-key")]
            assert len(keys) == len(set(keys))
            moves = {
                rules.move_name(position, after): RatedMove(after, after, Outcome.DRAW)
                for after in rules.moves(position)
            }
            targets = shown.aim(track, moves)
            followed(targets, list(moves))
            _, _, width, height = map(float, str(picture.get("viewBox")).split())
            for target in targets:
                assert target.x >= 0 and target.x + target.width <= width
                assert target.y >= 0 and target.y + target.height <= height
        assert len(frames) == 1  # it does not jump


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", [name for name in GAMES if name not in LARGE])
@pytest.mark.parametrize("format", ["svg", "png", "pdf", "tex"])
def test_a_picture_shows_a_position_with_what_its_moves_are_worth(name: str, format: str) -> None:
    solution = table(name)
    picture = solution.draw()
    assert solution.problem.title in picture.title.lower() + picture.title and picture.to_bytes(format)
    assert 'class="worth"' in picture.svg


@pytest.mark.slow
def test_a_man_keeps_his_key_where_he_goes_and_a_taken_one_is_gone() -> None:
    rules = game("chess", SMALL["chess"])
    shown = board(rules)
    assert shown is not None
    for seed in range(cases(5, 1, least=2)):
        positions = plays(rules, seed)
        for k in range(1, len(positions)):
            before, after = (men(drawn(shown, positions[:n])) for n in (k, k + 1))
            assert after.keys() <= before.keys()
            assert sum(after[key] != before[key] for key in after) == 1


@pytest.mark.slow
def test_stones_fall_into_columns() -> None:
    solution = table("connect-four")
    shown = board(solution)
    assert shown is not None
    start = solution.problem.start
    targets = shown.aim(Track([start]), moves_of(solution, start))
    assert sorted(target.place for target in targets) == ["column-1", "column-2", "column-3"]
    assert all(target.reach is not None and target.height > target.width for target in targets)
    picture = drawn(shown, [start, ("X", "", "")])
    (stone,) = (part for part in picture.iter() if part.get("class") == "man")
    assert float(stone.get("data-from", "").split()[1]) < 0 < float(stone.get("data-at", "").split()[1])


@pytest.mark.slow
def test_boxes_belong_to_who_drew_their_last_lines() -> None:
    solution = table("dots-and-boxes")
    shown = board(solution)
    assert shown is not None
    for seed in range(5):
        positions = plays(solution.problem, seed)
        picture = drawn(shown, positions)
        owners = [part.get("class") for part in picture.iter() if str(part.get("class")).startswith("of ")]
        won = [before[3] for before, after in pairwise(positions) for _ in range(sum(after[1:3]) - sum(before[1:3]))]
        assert sum(owner == "of first" for owner in owners) == 2 * won.count(0)  # a square and a number each
        assert sum(owner == "of second" for owner in owners) == 2 * won.count(1)
    full, shared = (1 << 7) - 1, (1, 1)
    unknown = drawn(shown, [(full, *shared, 0)])
    assert [part.text for part in unknown.iter() if part.get("class") == "of " and part.text] == ["?", "?"]


@pytest.mark.slow
def test_the_poisoned_square_is_never_bitten() -> None:
    solution = table("chomp")
    shown = board(solution)
    assert shown is not None
    for position in plays(solution.problem, 1):
        targets = shown.aim(Track([position]), moves_of(solution, position))
        assert len(targets) == sum(position) - 1 and "a1" not in {target.place for target in targets}


def test_awari_is_the_same_from_both_sides() -> None:
    rules, rng = Awari(12), random.Random(0)
    position = rules.start
    for _ in range(cases(60, 0.4)):
        pits, south, north, mover = position
        turned = (pits[6:] + pits[:6], north, south, 1 - mover)
        assert rules.rank(position) == rules.rank(turned) and rules.outcome(position) == rules.outcome(turned)
        assert sum(pits) + south + north == 12
        after = rules.moves(position)
        names = [rules.move_name(position, other) for other in after]
        assert names == [rules.move_name(turned, other) for other in rules.moves(turned)]
        if not after:
            break
        position = rng.choice(list(after))
        assert position[3] == 1 - mover


@pytest.mark.slow
def test_what_the_other_player_would_do() -> None:
    chess, chomp = adapter_for(table("chess")), adapter_for(table("chomp"))
    assert chess.threats is not None and chomp.threats is not None
    assert {move.result for move in chess.threats("8/8/8/8/8/8/1Q6/K1k5 w")} == {"loss"}
    assert chess.threats("8/8/8/8/8/1k6/8/KQ6 b") == ()  # White cannot be to move: the black king is attacked
    assert list(chomp.threats(chomp.start)) == list(table("chomp").best_moves(chomp.start))
    assert adapter_for(table("tic-tac-toe")).threats is None


@pytest.mark.parametrize("name", [name for name in GAMES if name not in LARGE])
def test_what_is_said_of_a_game(name: str) -> None:
    play = adapter_for(table(name))
    assert (
        play.rule.endswith(".") and "The rules of" not in play.rule and all(play.aims) and len(set(play.players)) == 2
    )
    cyclic = any(map(table(name).space.cyclic, table(name).space.tiers))
    assert bool(play.loop_rule) == cyclic == (name in ("awari", "chess", "nine-mens-morris"))


@pytest.mark.slow
def test_the_play_ends_with_its_reason() -> None:
    play = adapter_for(table("chess"))
    ending = play.ending("k7/1Q6/K7/8/8/8/8/8 b", 1)
    assert ending is not None and (ending.winner, ending.reason) == (0, "checkmate")
    stalemate = play.ending("k7/8/1Q6/8/8/8/8/K7 b", 1)
    assert stalemate is not None and (stalemate.winner, stalemate.reason) == (None, "stalemate")


@pytest.mark.slow
def test_a_page_in_a_file_holds_what_positions_have_in_common_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held, "MOST_POSITIONS", 200)
    solution = table("chess")
    text = solution.draw(start="8/8/8/8/8/8/1Q6/K3k3 w").to_bytes("html").decode()
    data = data_of(text)
    assert data["view"]["rule"].startswith("Chess in which") and data["view"]["players"] == ["White", "Black"]
    assert len(data["positions"]) == 200 and "holds 200 positions" in data["bound"]
    first = data["positions"][0]
    assert not [part for part in data["shared"] if "data-key" in str(part)] and len(first["board"]) > 60
    assert {data["shared"][target]["path"] for target, _ in first["targets"]} == {"", "a1", "b2"}
    assert len([part for part in data["shared"] if isinstance(part, str)]) < 1500  # of 12,000 in all


@pytest.mark.slow
def test_a_line_goes_through_the_row_that_has_won() -> None:
    for name, position, ends in (
        ("tic-tac-toe", "XO.OX...X", "M53 53L161 161"),
        ("connect-four", ("X", "OX", "OX"), ""),
        ("connect-four", ("OOX", "OX", "X"), "M161 182.6L53 74.6"),
    ):
        shown = board(table(name))
        assert shown is not None
        lines = {part.get("d") for part in drawn(shown, [position]).iter() if part.get("class") == "decided"}
        assert lines == ({ends} if ends else set()), (name, lines)


@pytest.mark.slow
def test_the_men_of_a_mill_are_ringed() -> None:
    shown = board(table("nine-mens-morris"))
    assert shown is not None
    for position, rings in (("XO.OXO..X 0 O", 3), ("XO.OX.X.O 0 X", 0), ("XXX...OOO 0 X", 6)):
        mills = [part for part in drawn(shown, [position]).iter() if part.get("class") == "mill"]
        assert len([part for mill in mills for part in mill if part.tag.endswith("circle")]) == rings, position


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_a_board_is_drawn_without_what_is_known_of_it_too(name: str) -> None:
    rules = game(name, SMALL.get(name))
    shown = rules.draw()
    assert shown.title.endswith(" to move") and "worth" not in shown.svg
    assert rules.draw(start=rules.text(rules.moves(rules.start)[0])).svg != shown.svg
    with pytest.raises(gg.GameError):
        rules.draw(start="somewhere")


def test_rules_without_a_board_are_drawn_as_their_text() -> None:
    shown = RandomGame().draw()
    assert shown.title.endswith("to move") and "<text" in shown.svg
    with pytest.raises(gg.GameError, match="expected one such as"):
        RandomGame().draw(start=3)
    with pytest.raises(gg.GameError, match="stands on no graph"):
        RandomGame().draw().to_bytes("dot")


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_a_title_stands_above_its_board(name: str) -> None:
    root = ET.fromstring(game(name, SMALL.get(name)).draw().svg)
    title = root.find("{*}text")
    top = min((float(part.get("y", "")) for part in _filled(root)), default=EDGE)
    assert title is not None and float(title.get("y", "")) + 3 < top


@pytest.mark.parametrize("name", [*SMALL, *LARGE])
def test_a_board_is_printed_with_little_ink(name: str) -> None:
    for part in _filled(ET.fromstring(game(name, SMALL.get(name)).draw(theme="print").svg)):
        assert brightness(part.get("fill", "")) > 0.3, part.attrib


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_what_is_written_in_a_pit_can_be_read(theme: str) -> None:
    root = ET.fromstring(game("awari", SMALL["awari"]).draw(theme=theme).svg)
    pit, count = (root.find(f".//*[@class='{look}']") for look in ("pit", "count bright"))
    assert pit is not None and count is not None
    dark, bright = sorted(brightness(part.get("fill", "")) for part in (pit, count))
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


def _filled(root: ET.Element) -> list[ET.Element]:
    """Return the rectangles of a picture, but for its paper."""
    return [part for part in root.findall(".//{*}rect") if part.get("fill", "none").startswith("#")][1:]


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG has it."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_an_end_is_said_with_who_has_won() -> None:
    assert table("tic-tac-toe").explain("XXXOO....") == "X wins: three in a line."
    assert table("tic-tac-toe").explain("XOXXOXOXO") == "A draw: the board is full."
    assert table("chomp").explain((1, 0, 0)) == "The player to move has lost: only the poisoned square is left."


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (".X..O....", "A draw: no move wins, and row 1, column 1 or row 1, column 3 or row 2, column 1 or row 2, "),
        ("XX.OO....", "The player to move wins in 1 move: row 1, column 3."),
        ("XO.......", "The player to move wins in 5 moves: row 2, column 1 or row 2, column 2 or row 3, column 1."),
        ("X.......O", "The player to move wins in 5 moves: row 1, column 3 or row 3, column 1."),
        ("XOX.O....", "A draw: no move wins, and row 3, column 2 keeps the draw."),
        ("XO.X.....", "The player to move loses in 4 moves; it takes longest with row 3, column 1."),
    ],
)
def test_a_reason_names_all_best_moves(position: str, said: str) -> None:
    assert table("tic-tac-toe").explain(position).startswith(said)


def test_a_play_and_a_position_are_titled_alike() -> None:
    assert table("tic-tac-toe").draw(play=9).title == "Tic-tac-toe; a play of 9 moves"
    assert str(table("tic-tac-toe")) == "tic-tac-toe, 5,478 positions"


@pytest.mark.parametrize("text", ["(3,)", "3", "(3, 0)", "3, 0, 0"])
def test_empty_rows_of_a_bar_need_not_be_typed(text: str) -> None:
    assert game("chomp", SMALL["chomp"]).parse(text) == (3, 0, 0)
