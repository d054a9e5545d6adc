"""Small scope by the proved checker: it says the same as the fast one of all claims about a few small games.

`tools/scope.py --proved` has more of them.
"""

from __future__ import annotations

import random
import re
from collections.abc import Hashable, Iterable
from contextlib import suppress
from itertools import islice
from math import prod
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import graphgames as gg
from tests import scope, scope_proved, scope_sizes, scope_sums
from tests.proof.program import program, text_of
from tests.share import cases

PROOFS = Path(__file__).parents[2] / "proof"
PROVED = re.findall(r'Kind "([\w-]+ [\w-]+)"', (PROOFS / "Kinds.v").read_text())
THREE = [
    "attractor-ranks safe", "buchi-labels cobuchi", "loopy-values", "strategy-pair", "bellman-equations 1/2",
    "energy-bounds lose scale 2", "total-ranks stay", "reaching-ranks avoid",
]  # fmt: skip
"""The kinds of which games of three vertices are taken."""

LISTED = {"table-labels"}
"""The kinds that are not on arenas."""


def small(one: scope.Scope) -> scope.Scope:
    """Return the scope with as few entries as in games of three vertices."""
    return scope_sizes.sized(one, 3) or scope_sizes.sized(one, 2) or one


@pytest.mark.slow
@pytest.mark.parametrize("kind", sorted(scope_proved.KINDS - LISTED))
def test_all_claims_are_judged_as_by_the_fast_checker(kind: str) -> None:
    program()
    named = [name for name in scope_proved.SCOPES if name.partition(" ")[0] == kind]
    assert named, f"no small claims of the kind {kind!r} go to graphgames-check: give it a scope in tests/scope.py"
    rng, numbers, comparison = random.Random(kind), np.random.default_rng(1), scope_proved.Comparison()
    for name in rng.sample(named, cases(len(named), 2)):
        one, files, believed = small(scope_proved.SCOPES[name]), 0, 0
        alone = [*scope.games(one, 1)]
        games = [*rng.sample(alone, min(6, len(alone))), *rng.sample([*scope.games(one, 2)], 2)]
        for tally in comparison.games(one, games, 20_000, numbers):
            files, believed = files + (tally.files if tally else 0), believed + (tally.believed if tally else 0)
        assert files > believed > 0, name
    comparison.flush()
    assert not comparison.differ, comparison.differ[0]


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("name", THREE)
def test_all_claims_about_games_of_three_vertices_are_judged_as_by_the_fast_checker(name: str) -> None:
    program()
    one, comparison = scope_proved.sized(scope_proved.SCOPES[name], 3), scope_proved.Comparison()
    assert one is not None
    games = random.Random(name).sample([*scope.games(one, 3)], cases(10, 1))
    tallies = [*comparison.games(one, games, 20_000_000, np.random.default_rng(1))]
    comparison.flush()
    assert all(tally is not None and tally.complete for tally in tallies)
    assert any(tally is not None and tally.believed for tally in tallies)
    assert not comparison.differ, comparison.differ[0]


def contradictions(one: scope.Scope, games: Iterable[scope.Small], count: int) -> int:
    """Return how many files of the first games are proved although the program refuses others because of such rows."""
    parts, several = dict[Hashable, NDArray[np.bool_]](), list[scope_proved.Asked]()
    made = (scope_proved.Files(one, game) for game in games)
    for files in islice((each for each in made if each.written), count):
        every = np.arange(prod(files.shape))
        several.append(scope_proved.Asked(files, every, parts))
        several[-1].take(every, scope_proved.answers(files.text(files.unravelled(every)), every.size))
    assert sum(asked.proved.size for asked in several) > 0, one.kind
    return sum(int((~asked.may_be_proved(asked.proved)).sum()) for asked in several)


def of_two(name: str) -> tuple[scope.Scope, list[scope.Small]]:
    one = small(scope_proved.SCOPES[name])
    games = [*scope.games(one, 2)]
    return one, random.Random(1).sample(games, len(games))


@pytest.mark.slow
def test_what_is_refused_at_a_vertex_is_refused_whatever_stands_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    program()
    names = [*scope_proved.SCOPES]
    some = random.Random(1).sample(names, cases(len(names), 0.1))
    assert not any(contradictions(*of_two(name), 4) for name in some)
    reads_ranks = "the rank is 0 in the goal, else one more than the best that the player to move can do"
    monkeypatch.setattr(scope_proved, "ALONE", scope_proved.ALONE | {reads_ranks})
    assert contradictions(*of_two("attractor-ranks reach"), 40) > 0


@pytest.mark.slow
@pytest.mark.share(2)
@pytest.mark.parametrize("name", ["energy-bounds stay scale 1", "mean-potentials stay", "total-ranks stay"])
def test_a_condition_reads_the_entries_that_are_named_and_no_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program()
    assert contradictions(*of_two(name), 2) == 0
    monkeypatch.setattr(scope_proved, "READ", dict.fromkeys(scope_proved.READ, ""))
    assert contradictions(*of_two(name), 2) > 0


@pytest.mark.slow
def test_a_condition_that_reads_two_moves_ahead_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """Vertex 1 has the same rows around it whether or not a move from vertex 2 leads to the end."""
    program()
    one, end, there = scope_proved.SCOPES["loopy-values"], (0, 0, ()), (0, 0, ((2, 0, 1),))
    games = [(end, there, (0, 0, tuple((w, 0, 1) for w in after))) for after in ((0, 1), (1,))]
    assert contradictions(one, games, 2) == 0
    reads_two = "from an infinite position a move leads to another, from which its mex is not reached"
    monkeypatch.setattr(scope_proved, "FAR", scope_proved.FAR - {reads_two})
    assert contradictions(one, games, 2) > 0


def test_the_conditions_of_which_is_said_what_they_read_are_those_of_the_program() -> None:
    sources = "".join(one.read_text() for one in PROOFS.glob("*.v"))
    assert all(f'"{one}"' in sources for one in scope_proved.ALONE | scope_proved.FAR | scope_proved.READ.keys())


@pytest.mark.slow
def test_tables_are_judged_as_by_the_fast_checker() -> None:
    every = [*scope_sums.tables()]
    program()
    rng = random.Random(1)
    count, wrong = scope_proved.of_tables(rng.sample(every, cases(len(every), 0.1)), rng)
    assert count > 1_000 and not wrong, wrong[0]


@pytest.mark.slow
def test_small_claims_are_made_of_every_kind_with_a_theorem() -> None:
    """By the two words in the first lines of their files, which `proof/Kinds.v` lists."""
    written = {"table table-labels"}
    for one in scope_proved.SCOPES.values():
        for problem in map(one.problem, scope.games(small(one), 1)):
            with suppress(gg.GraphGamesError):
                solution = gg.solve(problem, solver=one.solver)
                if one.kind.startswith(solution.certificate.kind):
                    written.add(" ".join(text_of(solution).decode().split()[2:4]))
                    break
    left = {*PROVED} - written
    assert len(PROVED) == 18 and not left, f"graphgames-check sees no small claims of {', '.join(sorted(left))}"
