"""The reference checker of tables: it believes what is solved, and nothing else that the labels could say."""

from __future__ import annotations

import io
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.formats.cert import write_solution
from graphgames.games.tables.awari import Awari
from graphgames.games.tables.chomp import Chomp
from graphgames.games.tables.dots_and_boxes import DotsAndBoxes
from graphgames.games.tables.tic_tac_toe import TicTacToe
from graphgames.reference.__main__ import main
from graphgames.reference.table_labels import check_table
from tests.games.tables.toys import Tangle
from tests.share import cases, share

GAMES: dict[str, Any] = {
    "tic-tac-toe": TicTacToe(),
    "chomp": Chomp(3, 3),
    "dots-and-boxes": DotsAndBoxes(1, 2),
    "awari": Awari(4),
    "tangle": Tangle(23),
}


def text_of(table: Any) -> str:
    file = io.BytesIO()
    write_solution(table, file)
    return file.getvalue().decode()


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_solved_tables_are_proved_and_no_other_label_is(name: str) -> None:
    text = text_of(gg.solve(GAMES[name]))
    report = check_table(text)
    assert report.ok and report.proves and not report.unproved, str(report)
    head, rest = text.split("solution\n")
    lines, tail = rest.split("certificate\n")[0].splitlines(), rest.split("certificate\n")[1]
    for v in {0, len(lines) // 2, len(lines) - 1}:
        place, outcome, remoteness = map(int, lines[v].split())
        others = {(o, r) for o in (0, 1, 2, 3) for r in (0, remoteness - 1, remoteness + 1)} - {(outcome, remoteness)}
        for other in share(sorted(others), 0.8, f"{name} {v}"):
            changed = [*lines[:v], f"{place} {other[0]} {other[1]}", *lines[v + 1 :]]
            assert not check_table("\n".join([f"{head}solution", *changed, f"certificate\n{tail}"])).ok, (v, other)


Rules = list[tuple[int, list[tuple[int, int]]]]
"""Of each position how the game has ended, and its moves."""

GAME = """graphgames-certificate 1
table table-labels {n} {m}
game
{rules}
solution
{claims}
certificate
{numbers}
end
"""


def file_of(rules: list[tuple[int, list[tuple[int, int]]]], claims: list[tuple[int, int]]) -> str:
    spelled = [
        " ".join(map(str, [v, end, *(x for move in moves for x in move)])) for v, (end, moves) in enumerate(rules)
    ]
    return GAME.format(
        n=len(rules),
        m=sum(len(moves) for _, moves in rules),
        rules="\n".join(spelled),
        claims="\n".join(f"{v} {outcome} {remoteness}" for v, (outcome, remoteness) in enumerate(claims)),
        numbers="\n".join(map(str, range(len(rules)))),
    )


def truth(rules: Rules) -> list[tuple[int, int | None]]:
    """Return outcome and remoteness of each position, found in rounds from the ends on."""
    known: dict[int, tuple[int, int | None]] = {
        v: (end - 1 if end else 1, 0) for v, (end, moves) in enumerate(rules) if end or not moves
    }
    for r in range(1, 2 * len(rules) + 1):
        fresh: dict[int, tuple[int, int | None]] = {}
        for v, (_, moves) in enumerate(rules):
            if v in known:
                continue
            seen = [
                (known[w][0] ^ (not again and known[w][0] < 2), known[w][1]) if w in known else None
                for w, again in moves
            ]
            if any(one is not None and one[0] == 0 for one in seen):
                fresh[v] = 0, r
            elif all(one is not None and one[0] == 1 for one in seen):
                fresh[v] = 1, r
        known |= fresh
    return [known.get(v, (2, None)) for v in range(len(rules))]


@pytest.mark.slow
def test_all_claims_about_all_games_of_two_positions() -> None:
    """Every rule of two positions, with every outcome and remoteness up to 3: what is believed is true."""
    moves = [(w, again) for w in (0, 1) for again in (0, 1)]
    some = [[], *([one] for one in moves), *([one, other] for one in moves for other in moves if one < other)]
    positions: Rules = [(end, []) for end in (1, 2, 3)] + [(0, moves) for moves in some]
    believed = 0
    for rules in share(product(positions, repeat=2), 0.5):
        true = truth(list(rules))
        for claims in product([(outcome, r) for outcome in range(3) for r in range(4)], repeat=2):
            if check_table(file_of(list(rules), list(claims))).ok:
                believed += 1
                assert all(a == (b[0], b[1] or 0) for a, b in zip(claims, true, strict=True))
    assert believed > cases(100, 0.5)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("graphgames-certificate 1", "graphgames-certificate 2", "of version 1"),
        ("table-labels 2 2", "table-labels 2 1", "number of moves"),
        ("1 0 0 0", "1 0 5 0", "moves stay"),
        ("1 0 0 0", "1 0 0 2", "pairs of a position"),
        ("1 0 0 0", "1 0 0", "pairs of a position"),
        ("0 2 0", "0 2 -1", "expected a number"),
        ("0 2 0", f"0 2 {19 * '0'}", "expected a number"),
        ("end", "end\nmore", "nothing reads"),
        ("table table-labels", "reach attractor-ranks", "not the certificate file of a table"),
    ],
)
def test_what_is_misshapen_is_refused_in_words(before: str, after: str, message: str) -> None:
    circle = file_of([(0, [(1, 0)]), (0, [(0, 0)])], [(2, 0), (2, 0)])
    assert check_table(circle).ok
    assert message in str(check_table(circle.replace(before, after, 1)))
    assert not check_table(file_of([(0, [(1, 0)]), (0, [(0, 0)])], [(0, 1), (1, 2)])).ok


def test_the_file_may_have_tabs_carriage_returns_and_zeros_before_digits() -> None:
    """As its format says, and as the proved checker reads it."""
    circle = file_of([(0, [(1, 0)]), (0, [(0, 0)])], [(2, 0), (2, 0)])
    for text in (circle.replace(" ", "\t "), circle.replace("\n", " \r\n"), circle.replace(" 2 0", " 02 000")):
        assert text != circle and check_table(text).ok
    for text in (
        circle.replace("\n", "\r"),
        circle.replace(" 2 0", "\v2 0"),
        circle.replace(" 2 0", "\u20032 0"),
        circle + "\n",
    ):
        assert not check_table(text).ok


@pytest.mark.slow
def test_the_program_writes_and_reads_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, file = str(tmp_path / "table"), str(tmp_path / "table.cert")
    gg.solve(GAMES["tic-tac-toe"], directory=table)
    assert run(["table", "verify", table, "--certificate", file]) == 0
    assert main([file]) == 0
    assert "proved by the reference checker" in capsys.readouterr().out
