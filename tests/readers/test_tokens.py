"""The reader of contest inputs: what it takes, and what it says of what it does not take."""

from __future__ import annotations

import mmap
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphgames import FormatError, solve
from graphgames.catalogue.find import concrete_game
from graphgames.readers.tokens import Tokens

SPACES = st.text(" \t\r\n\f\v", min_size=1).map(str.encode)


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(-(2**63) + 1, 2**63 - 1), SPACES)), SPACES | st.just(b""))
def test_any_white_space_separates(numbers: list[tuple[int, bytes]], lead: bytes) -> None:
    data = lead + b"".join(str(number).encode() + space for number, space in numbers)
    wanted = [number for number, _ in numbers]
    array = Tokens(data).integers(len(wanted), "a number", -(2**63) + 1)
    assert array.dtype == np.int64 and array.tolist() == wanted
    tokens = Tokens(data)
    assert [tokens.integer("a number", low=-(2**63)) for _ in wanted] == wanted
    tokens.end()


def test_narrow_ranges_give_narrow_arrays() -> None:
    array = Tokens(b"5 -3 2147483647").integers(3, "a number", -3, 2**31 - 1)
    assert array.dtype == np.int32 and array.tolist() == [5, -3, 2**31 - 1]


def test_numbers_of_any_size_one_by_one() -> None:
    tokens = Tokens(b"\xef\xbb\xbf" + b"9" * 100 + b" -" + b"9" * 100)
    assert tokens.integer("a number") == 10**100 - 1
    assert tokens.integer("a number", low=-(10**100)) == 1 - 10**100
    with pytest.raises(FormatError, match="expected one more"):
        tokens.word("one more")


def test_columns_and_the_place_of_an_item() -> None:
    tokens = Tokens(b"x 1 2 3\n4 5 6\n")
    assert tokens.word("a letter") == b"x"
    assert tokens.columns(2, 3, "a number", 0, 9).tolist() == [[1, 4], [2, 5], [3, 6]]
    assert tokens.data[tokens.locate(tokens.start, 4) :] == b"5 6\n"


def test_a_memory_map_is_read_like_bytes(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    path.write_bytes(b"2\n10 20\n")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        tokens = Tokens(data)  # type: ignore[arg-type]
        assert tokens.integers(tokens.integer("how many"), "a number", 0, 99).tolist() == [10, 20]
        with pytest.raises(FormatError, match=r"<input>:2:6: the file ends"):
            tokens.word("more")


def reads(low: int = 0, high: int | None = None, why: str = "") -> list[Callable[[bytes], object]]:
    """Both ways to read one number as the third token."""

    def one(data: bytes) -> object:
        tokens = Tokens(data, "file")
        return [tokens.integer("edge 3", low, high, why) for _ in range(3)]

    return [one, lambda data: Tokens(data, "file").integers(3, lambda k: f"edge {k + 1}", low, high, why)]


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"1\n2\n", "file:2:2", ["the file ends", "expected edge 3", "cut off"]),
        (b"1 2\n x\n", "file:2:2", ["found 'x'", "expected edge 3, a whole number from 0 to 9 (there are 9 vertices)"]),
        (b"1 2\n12", "file:2:1", ["12 is too large", "from 0 to 9"]),
        (b"1 2\n-1", "file:2:1", ["-1 is too small", "from 0 to 9"]),
        (b"1 2 " + b"9" * 19, "file:1:5", ["is too large"]),
        (b"1 2 " + b"9" * 5000, "file:1:5", ["a number of 5000 digits, which is too large"]),
        (b"1 2 3.0", "file:1:5", ["found '3.0'", "without a point"]),
        (b"1 2 1e6", "file:1:5", ["found '1e6'", "without a point or an exponent"]),
        (b"1 2 1_0", "file:1:5", ["found '1_0'"]),
        (b"1 2 --1", "file:1:5", ["found '--1'"]),
        (b"1 2 \x00\x01\xff", "file:1:5", ["found the bytes 00 01 ff", "does not look like text"]),
        (b"1 2 \xff\xfe", "file:1:5", ["found the bytes ff fe", "does not look like text"]),
        ("1 2 zwölf".encode(), "file:1:5", ["found 'zwölf'"]),
        (b" \n\t", "file: the file is empty", ["expected edge"]),
        (b"", "file: the file is empty", ["expected edge"]),
    ],
)
@pytest.mark.parametrize("way", [0, 1])
def test_faults_have_a_place_and_a_reason(data: bytes, place: str, words: list[str], way: int) -> None:
    with pytest.raises(FormatError) as caught:
        reads(0, 9, "there are 9 vertices")[way](data)
    message = str(caught.value)
    assert message.startswith(place)
    for word in words:
        assert word in message


def test_a_number_that_can_only_be_one_is_expected_as_that() -> None:
    with pytest.raises(FormatError, match=r"4 is too large\n(?s:.*)expected field, 3 \(Bolek's\)"):
        Tokens(b"4", "file").integer("field", 3, 3, "Bolek's")


def test_a_count_far_beyond_the_file_is_a_short_file_not_a_memory_error() -> None:
    with pytest.raises(FormatError, match=r"1:8: the file ends\n.*\n.*\n *expected edge 4"):
        Tokens(b"1 2 345").columns(10**15, 2, lambda k: f"edge {k + 1}")


def test_what_follows_the_end_is_a_fault() -> None:
    tokens = Tokens(b"1\n\nmore", "file")
    tokens.integer("a number")
    with pytest.raises(FormatError, match=r"file:3:1: found 'more' after the last test"):
        tokens.end()


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("gra-w-zielone", b"1 1\n-0 1 2\n1 1 1\n"),
        ("gridgame", b"1\n1\n1 -0\n1\n0 0\n"),
        ("great-game", b"1\n2 1\n1 -0\n1 2\n"),
        ("stone-game", b"1\n-0 -0\n0\n"),
    ],
)
def test_a_minus_sign_stands_only_where_there_are_negative_numbers(game: str, text: bytes) -> None:
    module = concrete_game(game).load()
    with pytest.raises(FormatError, match="-0"):
        solve(module.read(text, "f"))
