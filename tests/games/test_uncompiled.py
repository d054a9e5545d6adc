"""The kernels of impartial games as plain Python give what the compiled ones give."""

from __future__ import annotations

import pytest

from tests.uncompiled import printed_both_ways

PROGRAM = """
import numpy as np
import graphgames as gg
from graphgames import Arena, games, grundy_values, heap_game, solve
from tests.arenas import random_arena
from graphgames.games.tables.build import solve as table_of
from tests.games.sums.test_sums import SAMPLES, answer
from tests.games.tables.toys import RandomGame
from graphgames.games.tables.board_games import game as games_by_name

for code in (".77", ".007", "grundy", ".3F", "4.7"):
    solution = heap_game(code, 80)
    print(solution, solution.values.tolist())
rng = np.random.default_rng(1)
for _ in range(8):
    arena = random_arena(rng, 12, 1.6, owned=False, dead_ends=True)
    solution = grundy_values(arena, loopy=True)
    print(solution.values.tolist(), solution.certificate.counter.tolist())
for edges in ([(1, 0), (2, 1), (2, 0)], [(0, 1), (1, 2), (0, 2)], [(1, 0), (0, 2)]):
    print(grundy_values(Arena.from_edges(edges)).values.tolist())
for name, (text, _) in SAMPLES.items():
    print(answer(name, text))
for strategy in ("edges", "counters", "sweeps"):
    table = table_of(RandomGame(1, numbers=20), strategy=strategy)
    assert gg.verify(table)
    print(table.statistics(), table.certificate.labels.tolist())
print(table_of(games_by_name("chomp", {"width": 3, "height": 3}), nimbers=True).certificate.labels.tolist())
"""


@pytest.mark.slow
def test_pure_python_says_the_same() -> None:
    compiled, plain = printed_both_ways(PROGRAM)
    assert compiled == plain and "WINNING" in plain
