"""Faults in a text: the line, the column, the caret."""

from __future__ import annotations

import pytest

from graphgames.core.errors import CycleError, Fault, FormatError, MissingDependencyError


def test_line_column_and_caret() -> None:
    fault = Fault.at(b"first\nse cond\nthird", 9, "found 'c'", expected="a space")
    assert fault.render("f.txt") == "f.txt:2:4: found 'c'\n    se cond\n       ^\n    expected a space"


def test_the_end_of_the_file_points_behind_what_stands_there() -> None:
    fault = Fault.at(b"one two\n\n", 9, "the file ends")
    assert (fault.line, fault.column, fault.text, fault.caret) == (1, 8, "one two", 7)


def test_an_empty_file() -> None:
    fault = Fault.at(b"", 0, "the file is empty")
    assert (fault.line, fault.column, fault.text) == (1, 1, "")


def test_long_lines_are_cut_around_the_place() -> None:
    data = b"a" * 1000 + b"X" + b"b" * 1000
    fault = Fault.at(data, 1000, "found X")
    assert fault.column == 1001 and len(fault.text) < 120 and fault.text[fault.caret] == "X"
    assert fault.text.startswith("...") and fault.text.endswith("...")


def test_bytes_that_are_no_text_are_shown_as_replacement_characters() -> None:
    fault = Fault.at(b"ab\xff\x00cd", 4, "found")
    assert fault.text == "ab\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}cd" and fault.text[fault.caret] == "c"


def test_columns_count_characters_and_not_bytes() -> None:
    fault = Fault.at("äöü x".encode(), 7, "found x")
    assert fault.column == 5 and fault.text[fault.caret] == "x"


def test_tabs_and_carriage_returns_do_not_move_the_caret() -> None:
    fault = Fault.at(b"a\tb\r\nc", 2, "found b")
    assert fault.text == "a b" and fault.caret == 2


def test_several_faults_in_one_go() -> None:
    error = FormatError([Fault("one", 1, 1, "x"), Fault("two")], "f")
    assert str(error) == "f:1:1: one\n    x\n    ^\nf: two"


def test_a_long_cycle_is_shortened() -> None:
    error = CycleError(range(100))
    assert error.cycle == tuple(range(100))
    assert "a cycle of 100: 0 -> 1 -> 2 -> 3 -> 4 -> 5 -> ... -> 99 -> 0" in str(error)


def test_a_missing_library_says_how_to_get_it() -> None:
    with pytest.raises(ImportError, match=r"pip install 'graphgames\[networkx\]'"):
        raise MissingDependencyError("networkx", "networkx")
