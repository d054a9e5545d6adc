"""GR(1) specifications: against explicit games, every machine against its goals, files, lies, and the command."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.certificates import SpecLayers, SpecTree
from graphgames.cli.kind_console import by_reference
from graphgames.core.acceptance import both, either, finitely, infinitely, negated
from graphgames.core.acceptance import spelled as spelled_condition
from graphgames.draw import view_of
from graphgames.explore.game_session import GameSession
from graphgames.games.omega.checker import Part, loops
from graphgames.games.synthesis import layers as synthesis_layers
from graphgames.games.synthesis import spec_checker, symbolic
from graphgames.games.synthesis.machines import hoa_text
from graphgames.games.synthesis.slugsin import formula, read_spec
from graphgames.games.synthesis.spec import Spec, evaluated, parsed, spelled
from graphgames.games.synthesis.spec_checker import SpecClaim, common_end, layers_lead_on, parts_are_kept
from graphgames.games.synthesis.spec_machines import machine as unfolded
from graphgames.games.synthesis.spec_runs import Runs
from graphgames.games.synthesis.spec_solution import Turn
from graphgames.games.synthesis.symbolic import drawn_together, orders
from graphgames.play import Session, adapter_for
from graphgames.readers.source import Source
from tests.cli.test_cli import program
from tests.games.omega.oracle import mcnaughton
from tests.games.synthesis.random_plays import simulated
from tests.share import cases, share

LIFT = Spec(
    {"up": bool},
    {"floor": (1, 3)},
    sys_init=["floor = 1"],
    sys_trans=["floor' <= floor + 1 & floor <= floor' + 1", "up' -> floor' >= floor"],
    env_goals=["!up"],
    sys_goals=["floor = 1", "floor = 3"],
)


def explicit(spec: Spec) -> gg.Game:
    """The game of a specification, state by state; whoever cannot keep to his rules loses."""
    return with_numbers(spec)[0]


def with_numbers(spec: Spec) -> tuple[gg.Game, dict[Any, int]]:
    """The same with the number of each vertex: ``("state", k)`` for the k-th state."""
    names, rules = list(spec.ranges), spec.rules()
    ranges = [range(spec.ranges[name].low, spec.ranges[name].high + 1) for name in names]
    states = [dict(zip(names, values, strict=True)) for values in product(*ranges)]
    inputs = list(product(*(ranges[names.index(name)] for name in spec.inputs)))
    number: dict[Any, int] = {}

    def vertex(*what: Any) -> int:
        return number.setdefault(what, len(number))

    def fits(state: dict[str, int], shown: tuple[int, ...]) -> bool:
        return all(state[name] == value for name, value in zip(spec.inputs, shown, strict=True))

    edges, owner = [], {}
    for k, now in [*enumerate(states), (-1, {})]:
        part = "trans" if now else "init"
        here = vertex("state", k)
        reached = bool(now) and any(evaluated(one, now, now) for one in spec.formulas["reach"])
        owner[here] = 1
        for shown in inputs:
            blank = dict(zip(spec.inputs, shown, strict=True))
            if all(evaluated(one, now or blank, blank) for one in rules[f"env_{part}"]):
                there = vertex("shown", k, shown)
                owner[there] = 0
                edges.append((here, there))
                for n, then in enumerate(states):
                    if fits(then, shown) and all(evaluated(one, now or then, then) for one in rules[f"sys_{part}"]):
                        edges.append((there, vertex("won") if reached else vertex("state", n)))
    won, lost = vertex("won"), vertex("lost")
    owner |= {won: 0, lost: 1, **{v: owner.get(v, 1) for v in number.values()}}
    stuck = set(number.values()) - {tail for tail, _ in edges}
    edges += [(v, (won if owner[v] else lost) if v not in (won, lost) else v) for v in stuck]
    formula, marks = spec.condition()
    known = [k for k in range(len(states)) if ("state", k) in number]
    sets = [[number["state", k] for k in known if evaluated(one, states[k], states[k])] for one in marks]
    ended = len(sets)  # a mark of its own for where the play is won
    condition = either(formula, infinitely(ended)) if spec.kind == "acceptance-specification" else formula
    count = len(spec.goals()[0])
    objective: gg.Objective = (
        gg.GR1([[*one, lost, won] for one in sets[:count]], [[*one, won] for one in sets[count:]])
        if spec.kind == "specification"
        else gg.EmersonLei([*sets, [won], [lost]], spelled_condition(both(condition, finitely(ended + 1))))
    )
    owners = [owner[v] for v in range(len(number))]
    arena = gg.Arena.from_edges(edges, n=len(number), owner=owners)
    return gg.Game(arena, objective, start=number["state", -1]), number


def random_spec(rng: np.random.Generator) -> Spec:
    """A small specification, with rules and goals of a few signs each."""
    inputs: dict[str, Any] = {"a": bool} if rng.random() < 0.7 else {"a": bool, "b": bool}
    outputs: dict[str, Any] = {"x": bool} if rng.random() < 0.5 else {"n": (0, 2)}
    atoms = {name: [name, f"!{name}"] for name in (*inputs, "x")} | {"n": ["n = 1", "n < 2", "n != 0"]}

    def some(now: list[str], then: list[str]) -> str:
        words = [atoms[name][int(rng.integers(len(atoms[name])))] for name in now]
        words += [atoms[name][int(rng.integers(len(atoms[name])))].replace(name, f"{name}'") for name in then]
        picked = rng.choice(words, min(3, len(words)), replace=False).tolist()
        sign = str(rng.choice(["|", "&", "->", "<->"]))
        return f" {sign} (".join(picked) + ")" * (len(picked) - 1)

    both_sides = [*inputs, *outputs]
    count = rng.integers(0, 3, 4)
    return Spec(
        inputs,
        outputs,
        env_trans=[some(both_sides, list(inputs)) for _ in range(count[0])],
        sys_trans=[some(both_sides, both_sides) for _ in range(count[1])],
        sys_init=[some(both_sides, [])] if rng.random() < 0.3 else [],
        env_goals=[some(both_sides, []) for _ in range(count[2])],
        sys_goals=[some(both_sides, []) for _ in range(count[3])],
    )


def random_condition(rng: np.random.Generator, spec: Spec) -> Spec:
    """The same specification with an acceptance condition, or something to reach, in place of goals."""
    texts = [*spec.env_goals, *spec.sys_goals, "a", "!a"][: 2 + int(rng.integers(2))]
    parts = [f"{rng.choice(['Inf', 'Fin'])}({i})" for i in range(len(texts)) for _ in range(2)]
    condition = parts[0]
    for part in rng.permutation(parts[1:])[: 1 + int(rng.integers(4))].tolist():
        condition = f"({condition}) {rng.choice(['&', '|'])} {part}"
    goals: dict[str, Any] = {"env_goals": [], "sys_goals": []}
    if rng.random() < 0.3:
        return replace(spec, **goals, reach=str(rng.choice(texts)))
    return replace(spec, **goals, marks=texts, acceptance=condition)


def runs_lose(spec: Spec, machine: gg.Machine) -> bool:
    """Whether a machine, against whatever the other side may do, leaves a run that its player loses."""
    bits, letters = spec.bits(), machine.letters
    over = -1 if machine.over is None else machine.over

    def allowed(step: Any) -> list[tuple[tuple[int, ...], int]]:
        every = [(one, letters.cube(dict(enumerate(map(bool, one))))) for one in product((0, 1), repeat=len(bits))]
        return [(one, to) for guard, to in step for one, cube in every if cube & guard != letters.false and to != over]

    steps = [allowed(step) for step in machine.steps]
    places = {place: k for k, place in enumerate(dict.fromkeys(one for step in steps for one in step))}
    edges = [(places[place], places[one]) for place in places for one in steps[place[1]]]
    seen = np.zeros(len(places), np.int64)
    formula, marks = spec.condition()
    for i, goal in enumerate(marks):
        seen |= np.array([evaluated(goal, *[values(spec, place[0])] * 2) << i for place in places], np.int64)
    lost = negated(formula) if machine.player == 0 else formula
    ends = np.array(edges, np.int32).reshape(-1, 2)
    part = Part(np.arange(len(places), dtype=np.int32), ends[:, 0], ends[:, 1], seen)
    return any(True for _ in loops(lost, part))


def values(spec: Spec, letter: tuple[int, ...]) -> dict[str, int]:
    """The values of the variables by their bits."""
    found = {name: one.low for name, one in spec.ranges.items()}
    for (name, k), on in zip(spec.bits(), letter, strict=True):
        found[name] += on << k
    return found


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_any_acceptance_condition_is_answered_as_its_explicit_game(seed: int) -> None:
    """Who wins from every state; the certificate; every run of the machine; and plays by the strategies."""
    rng, seen = np.random.default_rng(seed), set()
    for _ in range(cases(7, 16)):
        spec = random_condition(rng, random_spec(rng))
        (game, number), answer = with_numbers(spec), gg.solve(spec)
        winner = gg.solve(game).winner
        assert answer.realizable == (winner[number["state", -1]] == 0), spec
        assert gg.verify(answer), (spec, str(gg.verify(answer)))
        for k, state in enumerate(product(*(range(one.low, one.high + 1) for one in spec.ranges.values()))):
            assert answer.winner_of(Turn(state)) == winner[number["state", k]], (spec, state)
            session = Session(adapter_for(answer, Turn(state)))
            while session.ending is None:
                session.reply()
            assert session.ending.winner == answer.winner_of(Turn(state)), (spec, state, session.ending)
        machine = answer.machine()
        assert machine is not None
        if spec.reach is None:
            assert not runs_lose(spec, machine), spec
        seen.add(answer.realizable)
    assert seen == {True, False}


@pytest.mark.slow
def test_both_fixpoints_say_the_same_of_generalised_reactivity() -> None:
    rng = np.random.default_rng(11)
    for _ in range(15):
        spec = random_spec(rng)
        layers, tree = gg.solve(spec), gg.solve(spec, solver="zielonka-fixpoint")
        assert tree.realizable == layers.realizable and gg.verify(tree)
        machine = tree.machine()
        assert machine is not None and not runs_lose(spec, machine), spec


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_small_specifications_are_answered_as_their_explicit_games(seed: int) -> None:
    rng, seen = np.random.default_rng(seed), set()
    for _ in range(12):
        spec = random_spec(rng)
        game = explicit(spec)
        expected = (
            mcnaughton(game)[game.start or 0] == 0 if game.arena.n < 30 else gg.solve(game).winner[game.start] == 0
        )
        answer = gg.synthesize(spec)
        assert answer.realizable == expected, spec
        assert gg.verify(answer).ok, (spec, str(gg.verify(answer)))
        assert simulated(spec, answer.strategy(), rng, 20) >= 0
        machine = answer.machine()
        assert machine is not None and not runs_lose(spec, machine), spec
        seen.add(answer.realizable)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("X a", "a'"),
        ("next !a & X(b)", "!a' & b'"),
        ("X (a | b) --> c", "(a' | b') -> c"),
        ("a /\\ [b \\/ c] <--> X", "(a & (b | c)) <-> X"),
        ("X & X' & X X", "X & X' & X'"),
        ("n + X n = 3", "n + n' = 3"),
    ],
)
def test_other_spellings_of_slugs_are_read(text: str, same: str) -> None:
    assert parsed(text) == parsed(same)


@pytest.mark.parametrize(
    ("text", "said"),
    [("a -> b -> c", "expected brackets"), ("X(a')", "two steps"), ("X X a", "two steps"), ("[a)", "character 3")],
)
def test_what_could_be_meant_in_two_ways_is_refused(text: str, said: str) -> None:
    with pytest.raises(gg.GameError, match=said):
        parsed(text)


def test_a_lift_goes_to_and_fro() -> None:
    answer = gg.synthesize(LIFT)
    assert answer.realizable and gg.verify(answer) and answer.core() == {}
    plays = answer.strategy()
    floors = [plays.first({"up": 0})["floor"]] + [plays.step({"up": 0})["floor"] for _ in range(8)]
    assert floors[0] == 1 and {1, 3} <= set(floors) and all(abs(a - b) < 2 for a, b in pairwise(floors))
    machine = answer.machine()
    assert machine is not None and not runs_lose(LIFT, machine)
    assert {"start", "floor=3"} <= set(machine.names)


@pytest.mark.slow
def test_every_position_has_its_winner_and_plays_end_as_said() -> None:
    """Against the explicit game, state by state; who follows the first of the best moves wins the loop."""
    rng = np.random.default_rng(7)
    for _ in range(8):
        spec = random_spec(rng)
        (game, number), answer = with_numbers(spec), gg.solve(spec)
        winner = gg.solve(game).winner
        for k, state in enumerate(product(*(range(one.low, one.high + 1) for one in spec.ranges.values()))):
            vertex = number["state", k]
            assert answer.winner_of(Turn(state)) == winner[vertex], (spec, state)
            adapter = adapter_for(answer, Turn(state))
            session = Session(adapter)
            while session.ending is None:
                session.reply()
            assert session.ending.winner == winner[vertex], (spec, state, session.ending)


def test_the_goal_comes_within_the_steps_told_whatever_the_environment_does() -> None:
    """A step costs one; one that misses an assumption, after which as many are told, costs nothing where waits are."""
    rng, seen = np.random.default_rng(11), Counter[tuple[bool, bool]]()
    for _ in range(cases(60, 0.5, least=9)):
        drawn = random_spec(rng)
        goal = "x" if "x" in drawn.outputs else "n = 1"
        spec = replace(drawn, env_goals=["a", *drawn.env_goals], sys_goals=[goal, *drawn.sys_goals])
        answer, (assumed, goals) = gg.solve(spec), spec.goals()
        for state in product(*(range(one.low, one.high + 1) for one in spec.ranges.values())):
            start = answer.turn(Turn(state))
            if answer.winner_of(start):
                continue
            text = answer.explain(start)
            waits, ends = "not counting waits" in text, "has no step left" in text
            seen[waits, ends] += 1
            plays, due = set[Any](), [(start, steps_told(text))]
            while due:
                turn, left = due.pop()
                assert left > 0, (spec, text)
                asked = answer.best_moves(turn)
                assert asked or ends, (spec, text)
                answers = [one for ask in asked for one in answer.best_moves(ask.position)]
                for move in (one for one in answers if one.progress and one.result is gg.Outcome.WIN):
                    now, then = answer.values(turn), answer.values(move.position)
                    if spec.holds(goals[0], now, then):
                        continue
                    told = steps_told(answer.explain(turn)), steps_told(answer.explain(move.position))
                    still = waits and told[0] == told[1] and not all(spec.holds(one, now, then) for one in assumed)
                    after = move.position, left - (not still)
                    if after not in plays:
                        plays.add(after)
                        due.append(after)
    assert len(seen) == 4, seen


def steps_told(text: str) -> int:
    """How many steps an explanation tells."""
    return int(text.partition(", within ")[2].partition(" ")[0])


def test_a_specification_that_is_read_back_says_the_same(tmp_path: Path) -> None:
    for spec in (LIFT, replace_goal(LIFT, "floor = 1 & floor = 3")):
        answer = gg.solve(spec)
        gg.write(answer, tmp_path / "answer.json")
        again = gg.read_solution(spec, tmp_path / "answer.json")
        assert again.realizable == answer.realizable and gg.verify(again) and again.explain() == answer.explain()
        assert again.explain({"up": 0, "floor": 2}) == answer.explain({"up": 0, "floor": 2})
        with pytest.raises(gg.GraphGamesError, match="another"):
            gg.read_solution(replace_goal(LIFT, "floor = 2"), tmp_path / "answer.json")


def test_formulas_are_spelled_as_they_are_read() -> None:
    for text in ("a <-> !b'", "(x + 3) - y' >= -2", "!(a & b) | next(c)", "TRUE", "(x = 1) = (a ^ b ^ c)"):
        assert parsed(spelled(parsed(text))) == parsed(text), text


def test_arithmetic_is_that_of_whole_numbers() -> None:
    spec = Spec({"a": (-3, 4)}, {"b": (2, 6)})
    for text in (
        "a' + 2 = b'",
        "a' - b' < -2",
        "b' >= a' + a' - 1",
        "a' != b' - 5",
        "(a' = 1) = (b' > 3)",
        "-3 <= a' + 1",
    ):
        answer = gg.synthesize(Spec(spec.inputs, spec.outputs, sys_trans=[text]))
        arena = answer._solved[0]
        for a, b in product(range(-3, 5), range(2, 7)):
            there = arena.sys & arena.at({"a": a, "b": b}, True)
            assert (there != arena.false) == bool(evaluated(parsed(text), {}, {"a": a, "b": b})), (text, a, b)


def test_both_forms_of_a_formula_are_read() -> None:
    assert formula("| ! a & b' c") == parsed("!a | (next(b) & c)") == parsed("a -> b' && c")
    assert formula("$ 2 & a b | ? 0 c") == parsed("(a & b) | c")
    assert formula("^ a 1") == parsed("a ^ TRUE")
    chain = "& " * 500 + " ".join(["a"] * 501)
    assert len(formula(chain)) == 502


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "[INPUT]\nr\n[OUTPUT]\ng\n[SYS_TRANS]\ng & (r\n",
            "x.slugsin:6:1: the formula 'g & (r' is wrong from character 7",
        ),
        ("[INPUT]\nr\n[OUTPUT]\ng\n[ENV_TRANS]\nr' <-> g'\n", "x.slugsin:6:1: env_trans uses the output g'"),
        ("[INPUT]\nr\n[OUTPUT]\ng\n[SYS_GOAL]\n", "there is no section"),
        ("[INPUT]\nr:7...0\n", "the values of r are"),
        ("[INPUT]\nr\n[OUTPUT]\ng:0...3\n[SYS_TRANS]\ng'\n", "which is a number"),
        ("[INPUT]\nr\n[OUTPUT]\nr\n", "is an input and an output"),
        ("r\n", "stands in no section"),
        ("[SYS_INIT]\nq\n", "neither an input nor an output"),
    ],
)
def test_faults_of_a_file_are_told_with_their_place(text: str, said: str) -> None:
    with pytest.raises(gg.FormatError) as error:
        read_spec(text.encode(), "x.slugsin")
    assert said in str(error.value)


def guarded(n: int) -> Spec:
    """A guard of two fields by two keeps off a robot that goes about n by n fields; it rests every other turn."""
    still, ways = "ox = ox' & oy = oy'", []
    for robot, by in (("rx", "dx"), ("ry", "dy")):
        ways.append(f"{robot} = 0 & {robot}' = 0 & {by} <= 1 | {robot}' + 1 <= {robot} + {by}")
        ways.append(f"{robot} = {n - 1} & {robot}' = {n - 1} & {by} >= 1 | {robot}' + 1 >= {robot} + {by}")
    return Spec(
        {"ox": (0, n - 2), "oy": (0, n - 2), "rx": (0, n - 1), "ry": (0, n - 1)},
        {"dx": (0, 2), "dy": (0, 2), "rest": bool},
        env_init=["rx = 0 & ry = 0", f"ox = {n - 2} & oy = {n - 2}"],
        sys_init=["!rest"],
        env_trans=[*(f"{one}' <= {one} + 1 & {one} <= {one}' + 1" for one in ("ox", "oy")), *ways, f"rest | {still}"],
        sys_trans=[
            "rx < ox | rx >= ox + 2 | ry < oy | ry >= oy + 2",
            f"rest' -> {still}",
            f"!rest' -> !({still})",
        ],
    )


@pytest.mark.parametrize(("n", "realizable", "condition"), [(6, True, layers_lead_on), (4, False, parts_are_kept)])
def test_layers_are_checked_with_few_operations(n: int, realizable: bool, condition: Any) -> None:
    """CUDD counts its recursive steps; to restrict moves to the states of a layer takes 4 or 13 times as many."""
    solution = gg.synthesize(guarded(n))
    claim = SpecClaim(solution.problem, solution.certificate)

    def operations() -> float:
        with pytest.warns(UserWarning, match="statistics"):
            return float(claim.manager.statistics()["cache_lookups"])

    built = operations()
    assert solution.realizable == realizable and all(right for _, right in condition(claim))
    assert operations() - built < 6 * built


ENV_RULES = [
    "a' <-> x",
    "a' <-> b",
    "a' | x",
    "!a' | b",
    "a' & b' -> n = 1",
    "n < 2",
    "a | x",
    "b'",
    "a' <-> !b'",
    "a' -> n != 0",
]
SYS_RULES = ["x' -> a'", "n' = n | b'", "n' <= n + 1", "x' <-> n' = 1", "a | x", "n != 2", "a' | !b", "!x'", "n' != 2"]
STATES = ["TRUE", "a", "!a & b & !x", "x & n = 0", "n != 1", "!a | x", "a & !b & !x"]
STEPS = ["TRUE", "FALSE", "x'", "n' = n", "n' < 2 | a'", "b' -> x'", "a & x' | !a & n' = 1", "a'", "x"]


def built(claim: SpecClaim) -> Any:
    """Return what makes sets of formulas in the manager of a claim."""
    manager = claim.manager
    return claim.spec.builder(
        lambda name, k, primed: manager.var(claim.bit(name, k, primed)), manager.true, manager.false
    )


@pytest.mark.parametrize(("few", "most"), [(spec_checker.PART, 0), (0, spec_checker.WHOLE), (0, 0)])
def test_steps_that_can_be_forced_are_those_of_all_rules_together(
    monkeypatch: pytest.MonkeyPatch, few: int, most: int
) -> None:
    """The checker joins all rules where they are small; here all are joined, and variables left out last."""
    monkeypatch.setattr(spec_checker, "PART", few)
    monkeypatch.setattr(spec_checker, "WHOLE", most)
    rng, seen = np.random.default_rng(1), Counter[tuple[str, bool]]()
    picked = [(["a' <-> x", "a' <-> b"], ["a | x"])]  # both sides may have no step
    for _ in range(cases(60, 1.0, least=6)):
        count = rng.integers(5, size=2)
        picked.append((rng.choice(ENV_RULES, count[0]).tolist(), rng.choice(SYS_RULES, count[1]).tolist()))
    for env, system in picked:
        spec = Spec({"a": bool, "b": bool}, {"x": bool, "n": (0, 2)}, env_trans=env, sys_trans=system)
        seen.update(compared(SpecClaim(spec, gg.solve(spec).certificate), STATES, STEPS))
    assert len(seen) == 4 and min(seen.values()) > 100


def compared(claim: SpecClaim, some: list[str], others: list[str]) -> Iterator[tuple[str, bool]]:
    """Yield what the checker finds of states and steps, which is what quantifiers say of all rules together."""
    manager, spec, build = claim.manager, claim.spec, built(claim)
    allowed, answers = (build.all(spec.rules()[part]) for part in ("env_trans", "sys_trans"))
    inputs, outputs = claim.bits(spec.inputs, True), claim.bits(spec.outputs, True)
    for one, other in product(some, others):
        states, steps = build.set(parsed(one)), build.set(parsed(other))
        answered = (states & allowed) <= manager.exist(outputs, answers & steps)
        enforced = states <= manager.exist(inputs, allowed & manager.forall(outputs, ~answers | steps))
        assert claim.answered(states, lead := claim.lead(steps)) == answered, (spec, one, other)
        assert claim.lead(states & steps) == states & lead, (spec, one, other)
        assert claim.lead(steps | answers) == lead | claim.lead(answers), (spec, one, other)
        assert claim.enforced(states, steps) == enforced, (spec, one, other)
        yield from (("answered", answered), ("enforced", enforced))


ASSUMED = ["a", "x | n = 1", "x' & !x", "n' = n", "a' & b'", "TRUE"]


def test_a_layer_leads_on_by_good_steps_or_while_an_assumption_of_states_or_steps_is_missed() -> None:
    rng, seen = np.random.default_rng(5), Counter[tuple[bool, bool]]()
    for _ in range(cases(30, 1.0, least=6)):
        env, system = (rng.choice(rules, 2, replace=False).tolist() for rules in (ENV_RULES, SYS_RULES))
        spec = Spec(
            {"a": bool, "b": bool}, {"x": bool, "n": (0, 2)}, env_trans=env, sys_trans=system, env_goals=ASSUMED
        )
        claim = SpecClaim(spec, gg.solve(spec).certificate)
        build, none = built(claim), claim.manager.false
        primed = dict(zip(claim.bits(spec.ranges, False), claim.bits(spec.ranges, True), strict=True))
        for one, other in product(STATES, STEPS):
            states, steps = build.set(parsed(one)), build.set(parsed(other))
            there = claim.manager.let(primed, states)
            claim.sets, claim.after = [states], [there]
            for number, assumption in enumerate(claim.assumptions):
                allowed = claim.manager.ite(assumption, steps, steps | there)
                right = claim.answered(states, claim.lead(allowed))
                assert spec_checker.led(claim, [(number, 0)], steps, none) == ([right], states), (spec, one, other)
                seen[claim.of_steps[number], right] += 1
    assert len(seen) == 4 and min(seen.values()) > 100


UNSEEN = ["a' <-> x", "a' | x", "a' & b' -> n = 1", "n < 2", "b'", "a' <-> !b'", "a' -> n != 0", "x | n != 1"]
X_RULES = [[], ["x' <-> a'"], ["x' <-> n' = 1"], ["!x'"], ["x' <-> b' & x"], ["x' -> a'"], ["x' = a'", "n' = 2 -> !x'"]]
N_RULES = [[], ["n' = n"], ["n' = n + 1"], ["b' -> n' = n", "!b' -> n' = 1"], ["n' <= n"], ["n' = n | a'", "n' < 2"]]
ONE_SIDED = [[], ["!b'"], ["a' | b'"], ["x | n != 2"], ["n' = 1 -> x'", "!a'"]]


@pytest.mark.slow
@pytest.mark.parametrize("most", [spec_checker.WHOLE, 0])
def test_inputs_are_left_out_at_once_where_outputs_are_determined(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(spec_checker, "WHOLE", most)
    monkeypatch.setattr(spec_checker, "PART", spec_checker.PART if most else 0)
    rng, seen, turns = np.random.default_rng(3), Counter[tuple[str, bool]](), Counter[bool]()
    for x, n, more in share(product(X_RULES, N_RULES, ONE_SIDED), 1.5, least=75):
        env = rng.choice(UNSEEN, rng.integers(4), replace=False).tolist()
        spec = Spec({"a": bool, "b": bool}, {"x": bool, "n": (0, 2)}, env_trans=env, sys_trans=[*x, *n, *more])
        claim = SpecClaim(spec, gg.solve(spec).certificate)
        turns[claim.turn is not None] += 1
        seen.update(compared(claim, STATES, [one for one in STEPS if not {"a'", "b'"} & {*one.split()}]))
    assert len(seen) == 4 and min(seen.values()) > 100 and min(turns.values()) > 10, (seen, turns)


def test_false_layers_are_refused() -> None:
    met, missed = gg.synthesize(LIFT), gg.synthesize(replace_goal(LIFT, "floor = 1 & floor = 3"))
    assert gg.verify(met) and gg.verify(missed) and not missed.realizable
    proof, other = met.certificate, missed.certificate
    assert isinstance(proof, SpecLayers) and isinstance(other, SpecLayers)
    assert not gg.verify(replace(met, realizable=False)) and not gg.verify(replace(met, proof=other))
    lies = [
        replace(proof, realizable=False),
        replace(proof, reached=tuple(goal[:-1] for goal in proof.reached)),
        replace(proof, reached=tuple(goal[-1:] for goal in proof.reached)),
        replace(proof, won=1),
        replace(proof, reached=proof.reached[:1]),
        replace(proof, diagrams=replace(proof.diagrams, nodes=proof.diagrams.nodes[::-1])),
        replace(proof, diagrams=replace(proof.diagrams, order=proof.diagrams.order[:-1])),
    ]
    for lie in lies:
        assert not gg.verify(replace(met, proof=lie, realizable=lie.realizable)), lie
    goal, after, ways = other.lost[0]
    for lie in (
        replace(other, lost=()),
        replace(other, lost=((goal, 1, ways), *other.lost[1:])),
        replace(other, lost=((goal, after, tuple(() for _ in ways)), *other.lost[1:])),
        replace(other, realizable=True),
    ):
        assert not gg.verify(replace(missed, proof=lie, realizable=lie.realizable)), lie


def by_both(answer: gg.SpecSolution, file: Path) -> set[bool]:
    """Return what the two checkers say of an answer."""
    gg.write(answer, file)
    return {gg.verify(answer).ok, by_reference(answer.problem, file.read_bytes()).ok}


@pytest.mark.parametrize("seed", range(3))
def test_layers_at_the_end_of_all_rows_are_checked_once_and_as_in_each(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    """Certificates with such layers, and with any of their numbers altered: the checkers always say the same."""
    monkeypatch.setattr(synthesis_layers, "SPARED", -100)
    rng, proved, seen = np.random.default_rng(seed), Counter[bool](), Counter[bool]()
    for spec in (Spec(**held(3)), *(with_goals(random_spec(rng), rng) for _ in range(cases(40, 5.0, least=12)))):
        answer = gg.synthesize(spec)
        proof: Any = answer.certificate
        assert by_both(answer, tmp_path / "proof.json") == {True}, spec
        if not answer.realizable:
            continue
        proved[common_end(SpecClaim(spec, proof))[0] > 1] += 1
        for _ in range(8):
            rows = [[list(layer) for layer in row] for row in proof.reached]
            some = rows if rng.random() < 0.7 else rows[:1]
            at, what, column = -int(rng.integers(1, 4)), rng.integers(3), int(rng.integers(2))
            number = rng.integers((len(proof.diagrams.nodes) + 2) if column else len(spec.goals()[0]))
            for row in some:
                if len(row) < -at:
                    continue
                if what == 0:
                    del row[at]
                elif what == 1:
                    row[at][column] = int(number)
                else:
                    row[at], row[-1] = row[-1], row[at]
            lie = replace(proof, reached=tuple(tuple((i, states) for i, states in row) for row in rows))
            said = by_both(replace(answer, proof=lie), tmp_path / "lie.json")
            assert len(said) == 1, (spec, lie)
            seen.update(said)
    assert proved[True] > 2 and seen[True] > 5 and seen[False] > 20, (proved, seen)


def with_goals(spec: Spec, rng: np.random.Generator) -> Spec:
    """The same specification with two or three goals of the system and two assumptions."""
    goals = ["a", "!a", *(("x", "!x | a") if "x" in spec.outputs else ("n = 1", "n != 1"))]
    picked = rng.choice(goals, rng.integers(2, 4), replace=False).tolist()
    return replace(spec, sys_goals=picked, env_goals=["a", "!a"], env_trans=[], sys_init=[])


def held(n: int) -> dict[str, Any]:
    """A thing that one of n people holds until he gives it back, and that all want again and again."""
    asks, gets = [f"r{i}" for i in range(n)], [f"g{i}" for i in range(n)]
    return {
        "inputs": dict.fromkeys(asks, bool),
        "outputs": dict.fromkeys(gets, bool),
        "sys_init": [f"!{one}" for one in gets],
        "env_trans": [f"({r} & !{g} -> {r}') & (!{r} & {g} -> !{r}')" for r, g in zip(asks, gets, strict=True)],
        "sys_trans": [
            *(f"(!{r}' & !{g} -> !{g}') & ({r} & {g} & {r}' -> {g}')" for r, g in zip(asks, gets, strict=True)),
            *(f"!({one}' & {other}')" for one, other in pairwise([*gets, gets[0]])),
        ],
        "env_goals": [f"!({r} & {g})" for r, g in zip(asks, gets, strict=True)],
        "sys_goals": [f"{r} <-> {g}" for r, g in zip(asks, gets, strict=True)],
    }


def test_people_who_wait_in_turn_have_rows_with_a_common_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(synthesis_layers, "SPARED", 0)
    answer = gg.synthesize(Spec(**held(4)))
    proof: Any = answer.certificate
    assert [row[-4:] for row in proof.reached] == 4 * [proof.reached[0][-4:]] and gg.verify(answer)


@pytest.mark.slow
def test_false_trees_are_refused() -> None:
    """Each node and each set of a right certificate altered; and the tree of another condition."""
    spec = Spec(
        {"a": bool},
        {"x": bool, "d": bool},
        sys_init=["!d"],
        sys_trans=["x' -> a'", "d' <-> d"],
        marks=["a", "x & !d"],
        acceptance="Fin(0) | Inf(1)",
    )
    other = replace(spec, sys_trans=["x' -> !a'", "d' <-> d"], marks=["a | d", "x | d"], acceptance="Inf(0) & Inf(1)")
    met, missed = gg.solve(spec), gg.solve(other)
    assert met.realizable and gg.verify(met) and not missed.realizable and gg.verify(missed)
    for answer in (met, missed):
        proof = answer.certificate
        assert isinstance(proof, SpecTree)
        *stays, (label, states, below) = proof.stays
        lies = [
            replace(proof, stays=(*stays, (label, 1, below))),
            replace(proof, stays=(*stays, (label, states, ()))),
            replace(proof, stays=(*stays, (label[:-1], states, below))),
            replace(proof, stays=(*stays, (label, states, (*below, *below)))),
            replace(proof, climbs=tuple((inner, layers[:-1]) for inner, layers in proof.climbs)),
            replace(proof, climbs=tuple((inner, ((1, -1),)) for inner, layers in proof.climbs)),
            replace(proof, climbs=tuple(((), layers) for _, layers in proof.climbs)),
            replace(
                proof, climbs=tuple((inner, tuple((s, len(stays)) for s, _ in rows)) for inner, rows in proof.climbs)
            ),
            replace(proof, realizable=not proof.realizable),
        ]
        for lie in lies:
            assert not gg.verify(replace(answer, proof=lie, realizable=lie.realizable)), lie
    assert not gg.verify(replace(missed, proof=met.certificate, realizable=True))
    layers = gg.solve(Spec({"a": bool}, {"x": bool}, sys_trans=["x' -> a'"]))
    assert not gg.verify(replace(missed, proof=layers.certificate, realizable=True))


def test_bits_of_numbers_that_are_compared_alternate() -> None:
    """Two numbers of twelve bits that must be equal need three nodes a bit, and not thousands."""
    spec = Spec({"a": (0, 4095)}, {"g": bool, "b": (0, 4095)}, sys_trans=["b' = a'"], sys_goals=["b = a"])
    answer = gg.solve(spec)
    assert [name for name, _ in answer.certificate.diagrams.order if name != "g"] == ["a", "b"] * 12
    assert answer.realizable and len(answer.certificate.diagrams.nodes) < 100 and gg.verify(answer)


@pytest.mark.parametrize("nodes", [1 << 22, 1 << 12])
def test_an_order_that_makes_large_relations_gives_way_to_a_much_better_one(
    nodes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is found without sifting, also where the first order leaves no room."""
    spec = Spec({"a": (0, 4095)}, {"g": bool, "b": (0, 4095)}, sys_trans=["b' = a'"], sys_goals=["b = a"])
    good = next(orders(spec))
    monkeypatch.setattr(symbolic, "orders", lambda spec: iter([sorted(good), sorted(good, reverse=True), good]))
    monkeypatch.setattr(symbolic, "sifted", lambda *_: None)
    monkeypatch.setattr(symbolic, "SIZES", ((nodes, 1 << 12), symbolic.SIZES[1]))
    answer = gg.solve(spec)
    assert [*answer.certificate.diagrams.order] == good and answer.realizable and gg.verify(answer)


def test_a_variable_that_all_others_depend_on_is_put_first() -> None:
    spec = Spec(
        {"x": (0, 3), "y": (0, 3)},
        {"a": (0, 7), "b": (0, 7), "turn": bool},
        sys_trans=["turn -> a' = a + x", "turn -> b' = b + y"],
    )
    assert next(orders(spec))[0] == ("turn", 0)
    assert next(orders(replace(spec, sys_trans=["a' = a + x", "b' = b + y"])))[0] != ("turn", 0)


@pytest.mark.slow
def test_an_order_found_by_sifting_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    specs = [*(random_spec(rng) for _ in range(8)), LIFT, replace(LIFT, env_goals=[])]
    expected = [gg.solve(spec).realizable for spec in specs]
    for name, value in (("MADE", 8), ("LARGE", 4), ("WORK", 1 << 20), ("FIRST", 1 << 20), ("FEWER", 1)):
        monkeypatch.setattr(symbolic, name, value)
    monkeypatch.setattr("graphgames.games.synthesis.symbolic.drawn_together", lambda row, edges: (row[::-1], True))
    sift, sifted = symbolic.sifted, list[Any]()

    def noted(*given: Any) -> Any:
        sifted.append(sift(*given))
        return sifted[-1]

    monkeypatch.setattr(symbolic, "sifted", noted)
    for spec, realizable in zip(specs, expected, strict=True):
        answer = gg.solve(spec)
        assert answer.realizable == realizable and gg.verify(answer).ok
    assert len([one for one in sifted if one]) >= len(specs) // 2


def test_numbers_are_drawn_together_if_that_is_much_better() -> None:
    pairs = [{0, 5}, {1, 4}, {2, 3}, {0, 1}, {2, 1}]
    row = [0, 2, 4, 1, 3, 5]

    def reach(row: list[int]) -> int:
        return sum(abs(row.index(max(edge)) - row.index(min(edge))) for edge in pairs)

    found, better = drawn_together(row, pairs)
    assert better and reach(found) < 0.6 * reach(row)
    assert not drawn_together([5, 0, 1, 2, 3, 4], pairs)[1]


def test_the_half_of_the_variables_that_is_joined_much_more_comes_first() -> None:
    rules = ["a -> b'", "b -> c'", "c -> d'", "d & e -> f'", "e & f -> d'", "d | e", "e | f"]
    row = [name for name, _ in next(orders(Spec({"a": bool}, dict.fromkeys("bcdef", bool), sys_trans=rules)))]
    assert {*row[:3]} == {*"def"} and row[-1] == "a"


def test_where_the_sets_of_a_strategy_have_no_room_there_is_no_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise MemoryError

    answer = gg.solve(LIFT)
    monkeypatch.setattr("graphgames.games.synthesis.symbolic.system_moves", full)
    assert answer.machine() is None and gg.verify(answer)


def test_a_person_plays_against_a_controller_in_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "lift.slugsin"
    file.write_text("[INPUT]\nup\n[OUTPUT]\nfloor:1...3\n[SYS_TRANS]\nfloor' <= floor + 1\n[SYS_LIVENESS]\nfloor = 3\n")
    done = program("play", file, "--as", "1", stdin="up\n!up\n" * 20)
    assert "the system" in done.stdout + done.stderr and "floor=" in done.stdout and "Traceback" not in done.stderr
    assert "the system wins: the play repeats itself for ever, each goal is met again and again" in done.stdout
    assert program("solve", file, "--verify").returncode == 0


def written_class(machine: gg.Machine, path: Path) -> Any:
    """The class of a machine that is written as Python."""
    gg.write(machine, path)
    space: dict[str, Any] = {}
    exec(path.read_text(), space)
    return space["Environment" if machine.player else "Controller"]


def test_a_controller_as_a_python_class_keeps_to_its_specification(tmp_path: Path) -> None:
    """It runs alone, on values; the formulas are evaluated on what it does, and every goal comes again and again."""
    machine = gg.solve(LIFT).machine()
    assert machine is not None and len(machine.minimized().steps) == len(machine.steps)
    lift = written_class(machine, tmp_path / "lift.py")()
    rng, floors = np.random.default_rng(1), []
    now: dict[str, int] = {}
    for _ in range(60):
        shown = {"up": int(rng.random() < 0.5)}
        then = shown | lift.step(shown)
        rules = LIFT.rules()["sys_trans" if now else "sys_init"]
        assert all(LIFT.holds(one, now or then, then) for one in rules), (now, then)
        now = then
        floors.append(then["floor"])
    assert {1, 3} <= set(floors[30:])


def test_the_environment_as_a_python_class_wins(tmp_path: Path) -> None:
    spec = replace_goal(LIFT, "floor = 1 & up")
    machine = gg.solve(replace(spec, env_goals=[])).machine()
    assert machine is not None and machine.player == 1
    other = written_class(machine, tmp_path / "other.py")()
    rng, shown, floor = np.random.default_rng(2), other.show(), 1
    for _ in range(60):
        assert not (shown["up"] and floor == 1)
        shown, now = other.step({"floor": floor}), floor
        floor = int(rng.integers(max(1, now - 1 + shown["up"]), min(3, now + 1) + 1))


def test_a_machine_as_a_graph_names_states_and_letters(tmp_path: Path) -> None:
    machine = gg.solve(LIFT).machine()
    assert machine is not None
    gg.write(machine, tmp_path / "lift.dot")
    text = (tmp_path / "lift.dot").read_text()
    assert text.count(" -> ") == 1 + sum(map(len, machine.steps)) and all(f'"{name}"' in text for name in machine.names)
    assert '[label="!up & floor=1"]' in text and "@" not in text
    assert repr(machine) == "Machine(controller, 5 states)"


def test_a_minimized_machine_does_the_same_with_fewer_states() -> None:
    rng = np.random.default_rng(5)
    for _ in range(6):
        machine = gg.solve(random_spec(rng)).machine()
        assert machine is not None
        n = len(machine.steps)
        double = replace(  # every state twice; steps lead to either copy
            machine,
            steps=tuple(
                tuple((guard, to + n * int(rng.integers(2)) * (to != machine.over)) for guard, to in row)
                for row in (*machine.steps,) * 2
            ),
            names=machine.names * 2,
        )
        small = double.minimized()
        assert len(small.steps) == n
        state = other = machine.start
        for _ in range(30):
            inputs = {i: bool(rng.integers(2)) for i in machine.letters.inputs + machine.letters.outputs}
            given = {i: inputs[i] for i in (machine.letters.outputs if machine.player else machine.letters.inputs)}
            (one, state), (two, other) = machine.step(state, given), small.step(other, given)
            assert one == two


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_a_machine_has_fewer_states_where_another_answer_is_right_too(seed: int) -> None:
    """Both machines are right by the reference checker, and by the check that the states are made one with."""
    rng, fewer = np.random.default_rng(seed), set()
    for k in range(12):
        spec = random_condition(rng, random_spec(rng)) if k % 2 else random_spec(rng)
        answer = gg.solve(spec)
        before, after = unfolded(answer.strategy()), answer.machine()
        assert before is not None and after is not None and len(after.steps) <= len(before.steps)
        for machine in (before, after):
            assert Runs(spec).check(machine) and by_reference(spec, hoa_text(machine).encode()).ok, spec
        fewer.add(len(after.steps) < len(before.steps))
    assert fewer == {True, False}


def test_a_lift_needs_five_states() -> None:
    answer = gg.solve(LIFT)
    machine, before = answer.machine(), unfolded(answer.strategy())
    assert machine is not None and before is not None and (len(machine.steps), len(before.steps)) == (5, 7)


def replace_goal(spec: Spec, goal: str) -> Spec:
    """The same specification with another last goal."""
    return replace(spec, sys_goals=[*spec.sys_goals[:-1], goal])


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"acceptance": 3}, "acceptance is 3; expected a formula over the marks"),
        ({"acceptance": b"t"}, "expected a formula over the marks"),
        ({"reach": ("a",)}, "expected formulas as text"),
        ({"sys_goals": ["!" * 3000 + "b"]}, "is wrong from character"),
        ({"sys_goals": [" <-> ".join(["b"] * 3000)]}, "sys_goals holds a formula that is nested too deeply"),
        ({"sys_goals": [" + ".join(["x"] * 3000) + " > 1"]}, "sys_goals holds a formula that is nested too deeply"),
    ],
)
def test_what_is_no_formula_is_refused(parts: Any, said: str) -> None:
    with pytest.raises(gg.GameError, match=said):
        gg.Spec({"a": bool, "x": (0, 3)}, {"b": bool}, **parts)


def test_a_line_that_is_nested_too_deeply_is_shown() -> None:
    text = b"[INPUT]\na\n[OUTPUT]\nb\n[SYS_LIVENESS]\n" + b"! " * 3000 + b"b\n"
    with pytest.raises(gg.FormatError, match=r"deep\.slugsin:6:1: sys_goals holds a formula that is nested too deeply"):
        gg.read(Source(text, "deep.slugsin"))


def test_a_core_cannot_be_met_and_none_of_it_can_be_left_out() -> None:
    spec = Spec({"r": bool}, {"g": bool, "h": bool}, sys_trans=["g' -> r'", "h' <-> !h"], sys_goals=["g", "h"])
    core = gg.synthesize(spec).core()
    assert core == {"sys_trans": ["g' -> r'"], "sys_goals": ["g"]}


def test_assumptions_that_are_needed_suffice_and_none_can_be_left_out() -> None:
    spec = Spec(
        {"r": bool, "q": bool},
        {"g": bool},
        env_trans=["q' -> q", "r' | q'"],
        sys_trans=["g' -> r'"],
        env_goals=["q | r", "!q"],
        sys_goals=["g"],
    )
    answer = gg.solve(spec)
    needed = answer.needed()
    assert answer.realizable and needed == {"env_trans": ["r' | q'"], "env_goals": ["!q"]}
    bare = replace(spec, env_trans=[], env_goals=[])
    assert gg.solve(replace(bare, **needed)).realizable
    for part in needed:
        assert not gg.solve(replace(bare, **(needed | {part: []}))).realizable
    assert gg.solve(bare).needed() == {} and gg.solve(bare).core()["sys_goals"] == ["g"]


def test_the_command_answers_with_json_and_writes_the_controller(tmp_path: Path) -> None:
    file, out = tmp_path / "arbiter.slugsin", tmp_path / "arbiter.hoa"
    text = "[INPUT]\nr\nq\n[OUTPUT]\ng\nh\n[SYS_TRANS]\n! & g' h'\n[SYS_LIVENESS]\nr -> g\n| ! q h\n{}\n"
    file.write_text(text.format("[ENV_LIVENESS]\n!r | !q"))
    done = program("synth", file, "--json", "--controller", out)
    said = json.loads(done.stdout)
    assert (done.returncode, said["realizable"], said["verified"]) == (0, True, True)
    assert said["states"] == int(out.read_text().split("States: ")[1].split()[0])
    file.write_text(text.format("g & h"))
    done = program("synth", file, "--json")
    assert (done.returncode, json.loads(done.stdout)["realizable"]) == (1, False)
    file.write_text("[INPUT]\nr r\n")
    assert program("synth", file).returncode == 2


@pytest.mark.slow
def test_the_program_proves_a_specification_without_what_its_packages_do_not_need(tmp_path: Path) -> None:
    file = tmp_path / "echo.slugsin"
    file.write_text("[INPUT]\nr\n[OUTPUT]\ng\n[SYS_TRANS]\n| ! g' r'\n", "utf-8")
    command = [sys.executable, "-X", "importtime", "-m", "graphgames", "synth", str(file), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["verified"] is True
    imported = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "dd.cudd" in imported and "networkx.utils" not in imported


@pytest.mark.parametrize("seed", range(4))
def test_both_forms_of_a_controller_answer_alike_and_tell_of_broken_rules(seed: int, tmp_path: Path) -> None:
    """When the environment broke its rules the strategy answered the largest values, and the class the least."""
    rng = random.Random(seed)
    spec = gg.Spec(
        {"d": bool, "k": (0, 2)}, {"room": (0, 3)}, env_init=["!d", "k = 1"], sys_init=["room = 0"],
        env_trans=["d -> !d'"], sys_trans=["d -> room' != room"], sys_goals=["room = 3", "room = 0"],
    )  # fmt: skip
    solution = gg.solve(spec)
    plan, told = solution.strategy(), 0
    made, fewer = unfolded(plan), solution.machine()
    assert made is not None and fewer is not None and len(fewer.steps) < len(made.steps)
    written, other = (written_class(one, tmp_path / "m.py")() for one in (made, fewer))
    for k in range(12):
        inputs = {"d": rng.randint(0, 1), "k": rng.randint(0, 2)} if k or seed % 2 else {"d": 0, "k": 1}
        answer = plan.step(inputs) if k else plan.first(inputs)
        other.step(inputs)
        assert written.step(inputs) == answer and written.over == other.over == plan.over
        told += plan.over
    assert told


def test_relations_large_for_their_bits_get_a_better_order_before_anything_is_solved() -> None:
    """Pairs that one formula joins stand apart at first, so that its relation has two to the number of pairs nodes."""
    a, b = [f"a{i}" for i in range(10)], [f"b{i}" for i in range(10)]
    some = " | ".join(f"({x} & {y}')" for x, y in zip(a, b, strict=True))
    rules: dict[str, Any] = {"sys_trans": [some], "env_trans": ["a0'"], "sys_goals": ["b1"]}
    spec = gg.Spec(dict.fromkeys(a, bool), dict.fromkeys(b, bool), **rules)
    arena, found = symbolic.roomy(spec, symbolic.solve)
    assert symbolic.Arena(spec).sys.node_count() > 1000 > 20 * arena.sys.node_count()
    assert not found.realizable and gg.verify(gg.solve(spec))


def test_where_no_order_is_much_better_the_search_for_one_ends() -> None:
    """The exclusive or of all bits has as many nodes in any order."""
    names = [f"a{i}" for i in range(20)]
    spec = gg.Spec(dict.fromkeys(names, bool), {"b": bool}, sys_trans=[" ^ ".join(f"{name}'" for name in names)])
    arena = symbolic.Arena(spec)
    assert symbolic.sifted([arena.sys], arena.order, arena.true, arena.false, symbolic.MADE) is None


@pytest.mark.parametrize("goals", [LIFT.env_goals, []])
def test_a_play_on_the_page_goes_through_the_states_of_the_machine(goals: list[str]) -> None:
    """The winner's first move is what the machine chooses there."""
    solution, rng = gg.solve(replace(LIFT, env_goals=goals)), random.Random(1)
    machine, view, names = unfolded(solution.strategy()), view_of(solution, 0), list(LIFT.ranges)
    assert machine is not None and view is not None and view.graph_view.arena.n == len(machine.steps)
    turn, state, seen = solution.turn(None), machine.start, set[int]()
    for _ in range(60):
        assert view.pawns(turn) == (state,)
        before, mine = turn, solution.mover(turn) == machine.player
        moves = solution.best_moves(turn)
        move = moves[0] if mine else rng.choice(moves)
        turn = move.position
        if turn.shown is None:
            now = dict(zip(names, turn.now, strict=True))
            bits = {at: bool(now[name] - LIFT.ranges[name].low >> k & 1) for at, (name, k) in enumerate(LIFT.bits())}
            letter, state = machine.step(state, bits)
            assert letter == bits
            assert view.ends(before, move) == (*view.pawns(before), state)
        seen.add(state)
    assert len(seen) > 1 + solution.realizable
    page = GameSession().show(solution)
    assert "machine of the" in page["heading"]
