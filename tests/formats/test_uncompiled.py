"""The scanners and writers as plain Python give what the compiled ones give, byte for byte and fault for fault."""

from __future__ import annotations

import pytest

from tests.uncompiled import printed_both_ways

PROGRAM = """
import io
from graphgames import Game, GraphGamesError
from graphgames.formats import edges, paritysol, pgsolver
from tests.formats.test_faults import cases, read
from tests.formats.test_fuzz import EDGES, GAME, SOLUTION

def show(read, write, data):
    file = io.BytesIO()
    thing = read(data)
    write(thing, file)
    print(file.getvalue(), getattr(thing.arena, "labels", None) and list(thing.arena.labels))

show(pgsolver.read_game, pgsolver.write_game, GAME)
show(pgsolver.read_game, pgsolver.write_game, b"0 2147483647 0 1,1;1 0 1 0;")
show(edges.read_game, edges.write_game, EDGES)
print(paritysol.read_arrays(SOLUTION))
game = pgsolver.read_game(GAME)
file = io.BytesIO()
paritysol.write_solution(paritysol.read_solution(SOLUTION, "f", game), file)
print(file.getvalue())
for case in cases():
    try:
        read(*case[:2])
    except GraphGamesError as error:
        print(error)
"""


@pytest.mark.slow
def test_pure_python_says_the_same() -> None:
    compiled, plain = printed_both_ways(PROGRAM)
    assert compiled == plain and "vertex" in plain
