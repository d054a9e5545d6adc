"""The reference checker reads every setting of every objective: a claim about another game is believed only if true."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from tests.reference.claims import by_fast_checker, by_reference, game_file, solution_file
from tests.settings import altered, arenas, is_true, made, settings, solved
from tests.share import cases

SAME = {("normal", "drawn"), ("normal", "lost"), ("discounted", "dead_ends"), ("parity-probability", "edge_priority")}
"""The fields that only name what the moves say already, or with whose other value there is no game."""


@pytest.mark.parametrize("objective", find.objectives())
def test_every_setting_is_read(objective: str) -> None:
    """The file of the solution says the other game's settings, and not of which game it is, as old files do not."""
    rng, lies = np.random.default_rng(3), Counter[str]()
    wanted = {field for field in settings(objective) if (objective, field) not in SAME}
    for k, arena in enumerate(islice(arenas(objective, rng), 80)):
        if k >= cases(80, 0.75) and wanted <= {*(+lies)}:
            break
        game = made(objective, arena, k)
        solution = gg.solve(game)
        document, own = solution_file(solution), game_file(game)
        assert by_reference(own, document) and by_fast_checker(game, document)
        for field in settings(objective):
            for other in altered(game, field, rng):
                file, found = game_file(other), solved(other)
                if file == own:  # such as two edges alike of which one was fair
                    continue
                assert not by_reference(file, document) and not by_fast_checker(other, document)
                claim = {key: one for key, one in document.items() if key not in ("problem", "settings")}
                if found is not None and "settings" in (named := solution_file(found)):
                    claim["settings"] = named["settings"]
                believed = by_reference(file, claim)
                assert believed == by_fast_checker(other, claim), (other.objective, document)
                true = solution.arena.n == other.arena.n and is_true(solution, found)
                assert true or not believed, (other.objective, document)
                lies[field] += not true
    assert wanted <= {*(+lies)}
