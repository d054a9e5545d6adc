"""The Green Game's own format: the document's example, every fault, and boards written and read back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphgames import Buchi, FormatError, solve, verify
from graphgames.games.buchi import gra_w_zielone
from graphgames.games.buchi.gra_w_zielone import read, write

SAMPLE = b"5 3\n0 2 6 7\n0 3 6 7 8\n0 1 8\n1 1 7\n1 1 8\n1 2 1 2\n0 2 1 2\n0 2 3 4\n"


def test_the_documents_example() -> None:
    game = read(SAMPLE)
    assert game.players == ("Ania", "Bolek")
    solution = solve(game)
    assert write(solution) == "5\n1\n2\n4\n6\n7\n"
    assert verify(solution)
    assert solution.explain(1).startswith("Ania wins from 1: ")


def test_white_space_is_free_and_the_last_line_needs_no_end() -> None:
    other = read(b"\xef\xbb\xbf" + SAMPLE.replace(b"\n", b"\r\n\t ").strip())
    assert sorted(other.arena.edges()) == sorted(read(SAMPLE).arena.edges())


def test_a_board_without_fields() -> None:
    assert write(solve(read(b"0 0\n"))) == "0\n"


def test_nobody_sees_green() -> None:
    assert write(solve(read(b"1 1\n0 1 2\n0 1 1\n"))) == "0\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "board.in: the file is empty\n    expected the number of Ania's fields"),
        (b"1 1\n0 1 2\n", "board.in:2:6: the file ends"),
        (b"1 1\n2 1 2\n0 1 1\n", "board.in:2:1: 2 is too large"),
        (b"1 1\n0 0\n0 1 1\n", "board.in:2:3: 0 is too small"),
        (
            b"1 1\n0 1 1\n0 1 1\n",
            "board.in:2:5: 1 is too small\n    0 1 1\n        ^\n    expected move 1 of 1",
        ),
        (b"1 1\n0 1 3\n0 1 1\n", "board.in:2:5: 3 is too large"),
        (b"1 1\n0 1 2\n0 1 2\n", "board.in:3:5: 2 is too large"),
        (b"1 1\n0 1 2\n0 1 x\n", "board.in:3:5: found 'x'"),
        (b"1 1\n0 1 -2\n0 1 1\n", "board.in:2:5: -2 is too small"),
        (b"1 1\n0 1 2\n0 1 1\n7\n", "board.in:4:1: found '7' after the last field"),
        (b"1 1\n0 1 99999999999999999999\n0 1 1\n", "board.in:2:5: 99999999999999999999 is too large"),
        (b"1 1\n0 7 2\n", "board.in:2:6: the file ends"),
        (b"2000000000 1\n0 1 2\n", "board.in:2:5: 2 is too small"),
        (b"-1 1\n", "board.in:1:1: -1 is too small"),
        (b"1 2147483647\n", "board.in:1:3: 2147483647 is too large"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "board.in:1:1: found the bytes 89 50 4e 47"),
        (b"1 1\n0 1 2\n0 1 \xff\n", "board.in:3:5: found the bytes ff"),
    ],
)
def test_bad_input_names_its_place(data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        read(data, "board.in")
    assert str(caught.value).startswith(message)


@pytest.mark.slow
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32))
def test_boards_written_down_are_read_back(a: int, b: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    lines, edges = [f"{a} {b}"], []
    for v in range(a + b):
        targets = rng.choice(np.arange(a, a + b) if v < a else np.arange(a), rng.integers(1, 4)).tolist()
        edges += [(v, w) for w in targets]
        lines.append(f"{rng.integers(0, 2)} {len(targets)} " + " ".join(str(w + 1) for w in targets))
    game = gra_w_zielone.read("\n".join(lines).encode())
    assert list(game.arena.edges()) == edges


@given(st.binary(max_size=40), st.integers(0, len(SAMPLE)), st.integers(0, 20))
def test_whatever_the_bytes_there_is_an_answer_or_a_fault(insert: bytes, at: int, cut: int) -> None:
    data = SAMPLE[:at] + insert + SAMPLE[at + cut :]
    try:
        read(data)
    except FormatError as error:
        assert error.faults


def test_at_a_lost_accepting_vertex_the_reason_counts_what_comes_after_it() -> None:
    solution = solve({"pre": ["home"], "home": ["end"], "end": ["end"]}, Buchi(["home"]), owner=lambda v: 0)
    assert solution.explain("pre").endswith("at most 1 more accepting vertex comes.")
    assert solution.explain("home").endswith("is accepting; whatever Eve does, no accepting vertex comes again.")
