"""Automata with any acceptance condition: the answers are those of their games, and controllers are checked."""

from __future__ import annotations

import io
import re
from itertools import product

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.synthesis.controllers import controller, verify_controller
from graphgames.games.synthesis.hoa import read_game, write_machine
from graphgames.reference.controllers import check_controller
from tests.games.omega.oracle import mcnaughton

CONDITIONS = (
    "Inf(0)&Inf(1)",
    "Fin(0)|Fin(1)",
    "(Fin(0)&Inf(1))|(Fin(2)&Inf(3))",
    "(Fin(0)|Inf(1))&(Fin(2)|Inf(3))",
    "Inf(0)&(Fin(1)|Inf(2)&Fin(3))",
    "t&(f|Inf(0))&(Fin(1)|(Fin(2)&t))",
    "(Fin(0)&Inf(0))|Inf(1)",
    "Inf(!0)&Inf(0)",
    "Fin(!0)|(Inf(1)&Fin(!2))|Fin(!0)",
    "t",
    "f&Inf(0)",
)


def random_automaton(rng: np.random.Generator, condition: str) -> tuple[str, gg.Game]:
    """A complete automaton over an input and an output with sets on edges or on states, and its game."""
    n, on_states, share = int(rng.integers(1, 4)), bool(rng.random() < 0.4), float(rng.choice([0.2, 0.8]))
    lines, edges, sets = [], [], [[] for _ in range(8)]  # type: ignore[var-annotated]
    owner: dict[object, int] = {("s", s): 1 for s in range(n)} | {("i", s, r): 0 for s, r in product(range(n), (0, 1))}
    held = [rng.random(4) < share for _ in range(n)]
    for s in range(n):
        marks = " ".join(map(str, np.flatnonzero(held[s]))) if on_states else ""
        lines.append(f"State: {s} {{{marks}}}")
        for r, g in product((0, 1), repeat=2):
            target, mine = int(rng.integers(n)), held[s] if on_states else rng.random(4) < share
            lines.append(
                f"[{'' if r else '!'}0&{'' if g else '!'}1] {target}"
                + ("" if on_states else f" {{{' '.join(map(str, np.flatnonzero(mine)))}}}")
            )
            there = ("e", s, r, g)
            owner[there] = 0
            edges += [(("s", s), ("i", s, r)), (("i", s, r), there), (there, ("s", target))]
            for k in range(4):
                sets[k if mine[k] else k + 4].append(there)
    head = f'HOA: v1 States: {n} Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 4 {condition}\n--BODY--\n'
    meant = re.sub(r"!([0-9])", lambda found: str(int(found[1]) + 4), condition)
    game = gg.Game(gg.Arena.from_edges(edges, owner=owner), gg.EmersonLei(sets, meant), start=("s", 0))
    return head + "\n".join(lines) + "\n--END--\n", game


@pytest.mark.share(0.5)
@pytest.mark.parametrize("condition", CONDITIONS)
def test_any_condition_is_answered_as_its_game(condition: str) -> None:
    rng, seen = np.random.default_rng(3), set()
    for _ in range(12):
        text, expected = random_automaton(rng, condition)
        game = read_game(text.encode())
        solution = gg.solve(game)
        assert solution.winner[game.start or 0] == mcnaughton(expected)[expected.start or 0], text
        machine = controller(solution)
        assert verify_controller(machine, game)
        file = io.BytesIO()
        write_machine(machine, file)
        assert check_controller(text, file.getvalue().decode()).ok
        seen.add(machine.player)
    assert seen == {"t": {0}, "f&Inf(0)": {1}}.get(condition, {0, 1})


def test_what_is_unfolded_says_which_leaf() -> None:
    head = 'HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 2 Inf(0)&Inf(1)\n'
    game = read_game(f"{head}--BODY--\nState: 0\n[1] 0 {{0}}\n[!1] 0 {{1}}\n--END--".encode())
    assert game.automaton is not None and game.automaton.names == ("0 / 0", "0 / 1")
    assert len(gg.synthesize(game).steps) == 2


def test_a_condition_over_too_many_sets_is_refused() -> None:
    condition = "&".join(f"Inf({i})" for i in range(32))
    text = f"HOA: v1 States: 1 AP: 0 Acceptance: 32 {condition}\n--BODY--\nState: 0\n[t] 0\n--END--"
    with pytest.raises(gg.FormatError, match="over 32 sets is not read"):
        read_game(text.encode())
