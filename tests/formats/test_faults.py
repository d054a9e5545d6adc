"""Every kind of bad input, with the whole message: file, line, column, caret, what was expected, how to mend it.

The cases stand in ``faults.txt``: a line ``=== reader name``, the input as a Python literal, and the message.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from graphgames import Arena, FormatError, Game, NormalPlay, Reach
from graphgames.formats import edges, json_, paritysol, pgsolver
from tests.share import each

TWO = Game(Arena.from_edges([(0, 1)]), NormalPlay())
REACH = Game(Arena.from_edges([(0, 1)], owner=[0, 1]), Reach([1]))


def read(reader: str, data: bytes) -> Any:
    match reader:
        case "pgsolver":
            return pgsolver.read_game(data, "f.pg")
        case "paritysol":
            return paritysol.read_arrays(data, "f.sol", 2)
        case "paritysol-alone":
            return paritysol.read_arrays(data, "f.sol")
        case "edges":
            return edges.read_game(data, "f.el")
        case "json-reach":
            return json_.read_solution(data, "f.json", REACH)
        case _:
            return json_.read_solution(data, "f.json", TWO)


def cases() -> Iterator[Any]:
    text = Path(__file__).with_name("faults.txt").read_text(encoding="utf-8")
    for block in text.split("=== ")[1:]:
        head, data, message = block.split("\n", 2)
        yield head.split()[0], literal_eval(data), message.rstrip("\n")


@each("reader, data, message", list(cases()))
def test_the_message(reader: str, data: bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        read(reader, data)
    assert str(error.value) == message


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "{" + '"format": ' + "9" * 5000 + "}"])
def test_json_that_python_cannot_hold(text: str) -> None:
    with pytest.raises(FormatError, match=r"this cannot be read as JSON|this is not JSON"):
        read("json", text.encode())


def test_at_most_ten_faults_are_told() -> None:
    with pytest.raises(FormatError) as error:
        read("pgsolver", b"0 0 9 0;\n" * 50)
    assert len(error.value.faults) == 10
    assert [fault.line for fault in error.value.faults] == list(range(1, 11))


def test_faults_far_into_a_large_file() -> None:
    lines = [b"%d 0 0 %d;" % (v, v) for v in range(30_000)]
    lines[20_000] = b"20000 0 0 30000;"
    with pytest.raises(FormatError) as error:
        read("pgsolver", b"\n".join(lines))
    assert str(error.value) == (
        "f.pg:20001:11: vertex 20000 has an edge to 30000, which does not exist\n"
        "    20000 0 0 30000;\n"
        "              ^\n"
        "    expected ids from 0 to 29999"
    )
