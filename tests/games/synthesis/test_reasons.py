"""Why specifications can be met or cannot: held against explicit games, with each formula left out in turn."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import why
from graphgames.core.report import Failure, Report
from graphgames.games.synthesis.hoa import read_game
from graphgames.games.synthesis.reasons import OfSpec, parity_guarantees
from graphgames.games.synthesis.slugsin import read_spec
from tests.cli.test_cli import program
from tests.games.synthesis.test_conditions import random_automaton
from tests.games.synthesis.test_spec import explicit, random_spec

PARTS = ("sys_init", "sys_trans", "sys_goals", "env_init", "env_trans", "env_goals")
REFUSED = Report(1, (Failure(None, "this is a lie"),), 1)


def can_be_met(spec: gg.Spec, kept: list[tuple[str, str]]) -> bool:
    """Whether the explicit game of some formulas is won."""
    parts: dict[str, Any] = {part: [text for one, text in kept if one == part] for part in PARTS}
    game = explicit(replace(spec, **parts))
    return int(gg.solve(game).winner[game.start or 0]) == 0


def listed(parts: Any) -> list[tuple[str, str]]:
    return [(part, text) for part, texts in parts.items() for text in texts]


def is_true(spec: gg.Spec, found: gg.Reasons) -> bool:
    """Whether reasons say what the explicit games of the formulas say."""
    every = [(part, text) for part in PARTS for text in getattr(spec, part)]
    assumed = [one for one in every if one[0].startswith("env")]
    wanted = [one for one in every if one not in assumed]
    core, met, needed = listed(found.core), listed(found.met), listed(found.needed)
    right = found.realizable == can_be_met(spec, every) and can_be_met(spec, met + needed) == can_be_met(
        spec, met + assumed
    )
    right &= not any(can_be_met(spec, met + [other for other in needed if other != one]) for one in needed)
    right &= found.avoidable == (bool(needed) and can_be_met(spec, [*met, *needed, ("sys_goals", "FALSE")]))
    if found.realizable:
        return right and not core and met == wanted
    right &= not can_be_met(spec, core + assumed)
    right &= all(can_be_met(spec, [other for other in core if other != one] + assumed) for one in core)
    return right and not any(can_be_met(spec, [*met, one, *assumed]) for one in wanted if one not in met)


@pytest.mark.slow
@pytest.mark.share(14)
@pytest.mark.parametrize("seed", range(3))
def test_reasons_that_rest_on_a_false_answer_are_not_proved(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the answer is about formulas of which nothing is shown in the end."""
    rng, asked, answer = np.random.default_rng(seed), list[int](), OfSpec.answer

    def lying(at: int) -> Any:
        def other(self: OfSpec, kept: Any) -> Any:
            asked.append(at)
            right, check = answer(self, kept)
            return (not right, lambda: REFUSED) if len(asked) == at else (right, check)

        return other

    spec = random_spec(rng)
    while len({text for part in PARTS for text in getattr(spec, part)}) != sum(
        len(getattr(spec, part)) for part in PARTS
    ):
        spec = random_spec(rng)
    for at in range(1, 12):
        asked.clear()
        monkeypatch.setattr(OfSpec, "answer", lying(at))
        found = why(spec, prove=True)
        assert not found.proved or is_true(spec, found), (spec, at)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_nothing_of_what_is_listed_can_be_left_out(seed: int) -> None:
    rng, seen = np.random.default_rng(seed), set[bool]()
    while seen != {False, True}:
        spec = random_spec(rng)
        every = [(part, text) for part in PARTS for text in getattr(spec, part)]
        if len(set(every)) < len(every) or len(every) > 6:
            continue
        found = why(spec, prove=True)
        assert found.proved and is_true(spec, found)
        if not found.realizable:
            seen.add(bool(found.needed))
        seen.add(found.realizable)


@pytest.mark.slow
def test_conditions_of_automata_are_divided_into_assumptions_and_guarantees() -> None:
    """The same automaton is read with each condition, and answered as its explicit game."""
    rng, seen, whole = np.random.default_rng(5), set[bool](), "Fin(0)|Fin(1)|(Inf(2)&Inf(3))"

    def can(text: str, assumed: list[str], wanted: list[str]) -> bool:
        failing = [one.replace("Inf", "Fin") for one in assumed]
        condition = " | ".join([*failing, f"({' & '.join(wanted) or 't'})"])
        game = read_game(text.replace(whole, condition).encode())
        return gg.solve(game).winner_of(game.arena.label(int(game.start or 0))) == 0

    for _ in range(12):
        text, _ = random_automaton(rng, whole)
        found, every = why(read_game(text.encode()), prove=True), ["Inf(0)", "Inf(1)"]
        core, met = found.core.get("acceptance", []), found.met.get("acceptance", [])
        needed = found.needed.get("assumptions", [])
        assert found.proved and found.realizable == can(text, every, ["Inf(2)", "Inf(3)"])
        assert can(text, needed, met)
        assert not any(can(text, [other for other in needed if other != one], met) for one in needed)
        assert found.realizable or not can(text, every, core)
        assert all(can(text, every, [other for other in core if other != one]) for one in core)
        seen.add(found.realizable)
    assert seen == {False, True}


PARITIES = {
    "Inf(3) | Fin(2) & (Inf(1) | Fin(0))": ["Fin(0) | Inf(1) | Inf(3)", "Fin(2) | Inf(3)"],
    "Fin(3) & (Inf(2) | Fin(1) & Inf(0))": ["Inf(0) | Inf(2)", "Fin(1) | Inf(2)", "Fin(3)"],
    "Inf(0) | Fin(1) & (Inf(2) | Fin(3))": ["Fin(3) | Inf(2) | Inf(0)", "Fin(1) | Inf(0)"],
}


@pytest.mark.slow
@pytest.mark.parametrize("whole", PARITIES)
def test_a_parity_condition_has_a_guarantee_for_each_bad_set(whole: str) -> None:
    """Each answer is that of the automaton which is read with the guarantees themselves as its condition."""
    rng, seen, parts = np.random.default_rng(2), set[str](), PARITIES[whole]

    def can(text: str, wanted: list[str]) -> bool:
        condition = " & ".join(f"({one})" for one in wanted) or "t"
        game = read_game(text.replace(whole, condition).encode())
        return gg.solve(game).winner_of(game.arena.label(int(game.start or 0))) == 0

    for _ in range(5):
        text, _ = random_automaton(rng, whole)
        text = re.sub(r"\{([0-9 ]+)\}", lambda found: f"{{{rng.choice(found[1].split())}}}", text)
        found = why(read_game(text.encode()), prove=True)
        core, met = found.core.get("acceptance", []), found.met.get("acceptance", [])
        assert found.proved and not found.needed and found.realizable == can(text, [whole]) == can(text, parts)
        automaton: Any = read_game(text.encode()).automaton
        there = [one.text for one in parity_guarantees(automaton)]  # the others speak of sets that no edge is in
        assert set(there) <= set(parts) and can(text, there) == can(text, parts)
        assert {*core, *met} <= set(there) and can(text, met)
        assert not any(can(text, [*met, one]) for one in there if one not in met)
        assert found.realizable or not can(text, core)
        assert all(can(text, [other for other in core if other != one]) for one in core)
        seen.update(core)
    assert seen == set(parts)


def test_a_buchi_condition_is_one_guarantee() -> None:
    head = 'HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)\n--BODY--\nState: 0 '
    for body, core in (("[0] 0 {0} [!0] 0", {"acceptance": ["Inf(0)"]}), ("[0] 0 {0}", {})):
        found = why(read_game(f"{head}{body}\n--END--".encode()), prove=True)
        assert (found.realizable, found.core, found.proved) == (False, core, True)


@pytest.mark.slow
def test_the_command_says_why(tmp_path: Path) -> None:
    file = tmp_path / "made.structuredslugs"
    rules = "[INPUT]\nr\nq\n[OUTPUT]\ng\nh\n[SYS_TRANS]\ng' -> r'\n[ENV_LIVENESS]\nr\nq\n[SYS_LIVENESS]\ng\n"
    file.write_text(rules + "h & !h\n")
    told = program("synth", file, "--why")
    assert told.returncode == 1 and told.stdout.splitlines() == [
        "UNREALIZABLE",
        "These guarantees cannot be met together, even with all assumptions; leave one out, and the others can:",
        "  sys_goals: h & !h",
        "These can be met together, and no other can be added:",
        "  sys_trans: !g' | r'",
        "  sys_goals: g",
        "It takes these assumptions to meet those:",
        "  env_goals: r",
        "Each of these answers is proved.",
    ]
    data = json.loads(program("synth", file, "--why", "--json").stdout)["why"]
    assert data["core"] == {"sys_goals": ["h & !h"]} and data["needed"] == {"env_goals": ["r"]} and data["proved"]
    file.write_text(rules)
    told = program("synth", file, "--why")
    assert told.returncode == 0 and "It takes these assumptions to meet all guarantees:\n  env_goals: r" in told.stdout


@pytest.mark.slow
def test_assumptions_that_the_system_can_keep_from_holding_are_told(tmp_path: Path) -> None:
    file = tmp_path / "starved.slugsin"
    file.write_text("[INPUT]\nd\n[OUTPUT]\nr\n[ENV_LIVENESS]\nr\n[SYS_LIVENESS]\nd\n")
    assert "can keep one of them from holding" in program("synth", file, "--why").stdout
    own = gg.Spec({"d": bool}, {"r": bool}, env_goals=["r"], sys_goals=["d"])
    contrary = gg.Spec({"d": bool}, {"r": bool}, env_trans=["d' & !d'"], sys_goals=["r & !r"])
    separated = gg.Spec({"d": bool}, {"r": bool}, env_goals=["d"], sys_goals=["d & r"])
    free = gg.Spec({"d": bool}, {"r": bool}, env_goals=["r"], sys_goals=["r"])
    found = [gg.why(one, prove=True) for one in (own, contrary, separated, free)]
    assert [one.avoidable for one in found] == [True, True, False, False] and all(one.proved for one in found)
    text = (
        'HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 3 Fin({}) | Inf(1) & Inf(2)'
        "\n--BODY--\n"
        "State: 0 [1] 0 {{0}} [!1 & 0] 0 {{1}} [!1 & !0] 0 {{2}}\n--END--"
    )
    found = [why(read_game(text.format(assumed).encode()), prove=True) for assumed in (0, 1)]
    assert [(one.realizable, one.avoidable) for one in found] == [(True, True), (True, True)]


def test_a_complement_is_called_as_in_the_automaton() -> None:
    text = (
        'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 3 {}\n--BODY--\n'
        "State: 0 [!0&!1] 0 {{0 1 2}} [0&1] 1 {{1}} State: 1 [!0] 0 {{0}} [0&!1] 1 {{0 2}}\n--END--"
    )
    met, lost = (why(read_game(text.format(one).encode()), prove=True) for one in ("Fin(!2) | Inf(!0)", "Inf(!0)"))
    assert (met.realizable, met.needed, met.met) == (True, {"assumptions": ["Inf(!2)"]}, {"acceptance": ["Inf(!0)"]})
    assert (lost.realizable, lost.core, lost.proved) == (False, {"acceptance": ["Inf(!0)"]}, True)


def test_slips_in_a_specification_are_told() -> None:
    with pytest.warns(UserWarning, match="sys_goals: room = 5 never holds, since room is from 0 to 2"):
        gg.Spec({"door": bool}, {"room": (0, 2)}, sys_goals=["room = 5"])
    with pytest.raises(gg.FormatError, match="the variable door is declared a second time"):
        read_spec(b"[INPUT]\ndoor\ndoor\n[OUTPUT]\nroom:0...2\n")
