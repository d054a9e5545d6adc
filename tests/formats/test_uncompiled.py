"""The scanners and writers as plain Python give what the compiled ones give, byte for byte and fault for fault."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import io
from graphgames import Game, GraphGamesError
from graphgames.core import compiled as kernels
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
        read(*case.values[:2])
    except GraphGamesError as error:
        print(error)
print(kernels.compiled(), file=__import__("sys").stderr)
"""


def run(pure: str) -> tuple[str, str]:
    environment = os.environ | {"GRAPHGAMES_PURE": pure, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=False, env=environment, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.strip().splitlines()[-1]


@pytest.mark.slow
def test_pure_python_says_the_same() -> None:
    compiled, plain = run("0"), run("1")
    assert compiled[0] == plain[0] and "vertex" in plain[0]
    assert plain[1] == "False"
