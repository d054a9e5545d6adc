"""Games of synthesis: every acceptance variant against the definition, machines, circuits, and what is refused."""

from __future__ import annotations

import random
import sys
from copy import copy
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from graphgames import FiniteMemoryStrategy, FormatError, GameError, MissingDependencyError, api, solve, verify
from graphgames.cli.output import described
from graphgames.core.conventions import ReadAs
from graphgames.formats import guess
from graphgames.games.synthesis import hoa, ltl, machines, slugsin
from graphgames.games.synthesis.automata import Letters, Machine
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.controllers import controller as controller_of
from graphgames.games.synthesis.hoa import HoaGame
from graphgames.games.synthesis.hoa_text import Parser, parse
from graphgames.games.synthesis.spec import Spec
from graphgames.readers.source import Source
from tests import naive_hoa
from tests.naive_hoa import Answers, Table, parity_condition, random_table
from tests.share import cases

ARBITER = b"""HOA: v1
name: "GF(r0 -> g0) & GF(r1 -> g1) & G !(g0 & g1)"
States: 2 Start: 0
AP: 4 "r0" "r1" "g0" "g1"
controllable-AP: 2 3
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels trans-acc deterministic
Alias: @one !(2 & 3)
Alias: @done0 @one & (!0 | 2)
--BODY-- /* whose turn /* to be served */ it is */
State: 0 "for r0"
[@done0] 1
[@one & !@done0] 0
State: 1 "for r1"
[@one & (!1 | 3)] 0 {0}
[@one & 1 & !3] 1
--END--
"""
"""Can be met."""

NO_GRANTS = ARBITER.replace(b"!(2 & 3)", b"!2 & !3")
"""Cannot be met."""


def game_and_machine(text: bytes) -> tuple[HoaGame, Machine, Any]:
    game = hoa.read_game(text, "f")
    solution = solve(game)
    assert isinstance(game, HoaGame) and verify(solution)
    return game, controller_of(solution), solution


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("at_states", [True, False])
@pytest.mark.parametrize(("greatest", "even"), list(product([True, False], repeat=2)))
def test_every_acceptance_variant_means_what_the_definition_says(greatest: bool, even: bool, at_states: bool) -> None:
    rng = random.Random(f"{greatest}{even}{at_states}")
    verdicts = set()
    for colours in (0, 1, 2, 3, 4) * 4:
        states = rng.randint(1, 3)
        table = random_table(rng, states, parity_condition(colours, greatest, even), at_states)
        game, machine, solution = game_and_machine(table.text())
        realizable = solution.winner[0] == 0
        verdicts.add(realizable)
        assert realizable == table.realizable(), table.text().decode()
        assert machine.player == int(not realizable)
        assert game.automaton is not None
        report = check_machine(machine, game.automaton)
        assert report.ok, report
    assert verdicts == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("acceptance", "same"),
    [
        ("1 Inf(0)", "1 Inf(0)"),
        ("1 Fin(0)", "1 Fin(0)"),
        ("0 t", "0 t"),
        ("2 Fin(0) & Inf(1)", "2 Fin(0) & Inf(1)"),
        ("2 (Inf(1) & ((Fin(0))))", "2 Fin(0) & Inf(1)"),
        ("3 Inf(2) | Inf(0) & Fin(1)", "3 Inf(2) | (Fin(1) & Inf(0))"),
    ],
)
def test_conditions_are_known_by_what_they_mean(acceptance: str, same: str) -> None:
    rng = random.Random(acceptance)
    for _ in range(cases(10, 10)):
        table = random_table(rng, 3, acceptance, at_states=False)
        assert (solve(hoa.read_game(table.text())).winner[0] == 0) == table.realizable()
        assert naive_hoa.holds(acceptance, frozenset()) == naive_hoa.holds(same, frozenset())


@pytest.mark.slow
def test_edges_without_labels_count_through_the_letters() -> None:
    rng = random.Random(5)
    for _ in range(cases(20, 10)):
        table = random_table(rng, 2, parity_condition(3, True, True), False, complete=True)
        one, other = (solve(hoa.read_game(table.text(implicit))) for implicit in (True, False))
        assert one.winner[:2].tolist() == other.winner[:2].tolist()


def test_an_arbiter_is_read_solved_and_written() -> None:
    game, machine, solution = game_and_machine(ARBITER)
    assert solution.winner[0] == 0 and game.start == 0 and game.players == ("the controller", "the environment")
    assert game.automaton is not None and game.automaton.names == ("for r0", "for r1")
    assert game.arena.labels is not None and list(game.arena.labels)[:2] == list(game.automaton.names)
    assert check_machine(machine, game.automaton)
    again = hoa.read_game(machines.hoa_text(machine).encode(), "again")
    assert again.automaton is not None and solve(again).winner[0] == 0
    assert again.automaton.letters.names == game.automaton.letters.names
    assert again.automaton.letters.outputs == (2, 3)


def test_a_step_to_a_state_that_there_is_not_is_refused() -> None:
    game, machine, _ = game_and_machine(ARBITER)
    assert game.automaton is not None
    count = len(machine.steps)
    for state in (-1, -count, count):
        steps = tuple(tuple((guard, state) for guard, _ in row) for row in machine.steps)
        for wrong in (replace(machine, steps=steps), replace(machine, start=state)):
            assert "a state that does not exist" in str(check_machine(wrong, game.automaton))


def test_the_environment_has_a_machine_where_the_controller_has_none() -> None:
    game, machine, solution = game_and_machine(NO_GRANTS)
    assert solution.winner[0] == 1 and machine.player == 1
    assert game.automaton is not None and check_machine(machine, game.automaton)
    state, asked = machine.start, False
    for _ in range(4):
        letter, state = machine.step(state, {2: False, 3: False})
        asked = letter[0] or letter[1]
    assert asked


def controller(game: HoaGame, answers: Answers) -> Machine:
    """The machine that follows the automaton and answers so; where the automaton has no edge it stays."""
    assert game.automaton is not None
    letters = game.automaton.letters
    steps = []
    for s, edges in enumerate(game.automaton.edges):
        chosen = letters.false
        for u in (False, True):
            chosen = chosen | letters.cube({0: u, 1: answers[s, u]})
        mine = [(edge.letters & chosen, edge.target) for edge in edges]
        for guard, _ in mine:
            chosen = chosen & ~guard
        steps.append(tuple((guard, target) for guard, target in [*mine, (chosen, s)] if guard != letters.false))
    return Machine(letters, tuple(steps), 0, 0, game.automaton.names)


def environment(game: HoaGame, inputs: list[bool]) -> Machine:
    """The machine that follows the automaton and shows these inputs."""
    assert game.automaton is not None
    letters = game.automaton.letters
    steps = []
    for s, edges in enumerate(game.automaton.edges):
        shown = letters.cube({0: inputs[s]})
        mine = [(edge.letters & shown, edge.target) for edge in edges]
        for guard, _ in mine:
            shown = shown & ~guard
        steps.append(tuple((guard, target) for guard, target in [*mine, (shown, s)] if guard != letters.false))
    return Machine(letters, tuple(steps), 0, 1, game.automaton.names)


@pytest.mark.slow
def test_the_checker_accepts_exactly_the_machines_that_win() -> None:
    rng = random.Random(8)
    verdicts = []
    for _ in range(25):
        acceptance = parity_condition(rng.randint(1, 4), rng.random() < 0.5, rng.random() < 0.5)
        table = random_table(rng, 2, acceptance, rng.random() < 0.5)
        game = hoa.read_game(table.text())
        assert isinstance(game, HoaGame) and game.automaton is not None
        for answers in table.controllers():
            wins = all(table.accepts(answers, inputs) for inputs in table.environments())
            assert check_machine(controller(game, answers), game.automaton).ok == wins
            verdicts.append(wins)
        for inputs in table.environments():
            wins = not any(table.accepts(answers, inputs) for answers in table.controllers())
            assert check_machine(environment(game, inputs), game.automaton).ok == wins
            verdicts.append(wins)
    assert 20 < sum(verdicts) < len(verdicts) - 20


def test_the_checker_names_what_is_wrong_with_a_machine() -> None:
    game, machine, _ = game_and_machine(ARBITER)
    automaton, letters, steps = game.automaton, machine.letters, machine.steps
    assert automaton is not None
    first, rest = steps[0][0], steps[0][1:]

    def faults(*changed: Any, player: int = 0) -> str:
        return str(check_machine(Machine(letters, (changed, *steps[1:]), 0, player, machine.names), automaton))

    assert "has no answer to some input" in faults(*rest)
    assert "has two steps for one letter" in faults(first, first, *rest)
    assert "has two answers to one input" in faults((letters.true, 0))
    assert "a run ends in state 0" in faults((letters.true, 0))
    assert "shows two inputs" in faults((letters.true, 0), player=1)
    assert "does not go on for all outputs" in faults(first, player=1)
    silent = letters.cube({2: False, 3: False})
    assert "a cycle with odd top priority" in str(
        check_machine(Machine(letters, (((silent, 0),),), 0, 0, ("",)), automaton)
    )


def simulate(text: str, wanted: list[dict[str, bool]]) -> list[dict[str, bool]]:
    """Run a circuit in AIGER's ASCII format on named inputs, by the format's definition."""
    lines = text.splitlines()
    _, top, inputs, latches, outputs, gates = lines[0].split()
    assert top.isdigit()
    i, latch_count, o, a = int(inputs), int(latches), int(outputs), int(gates)
    body = [list(map(int, line.split())) for line in lines[1 : 1 + i + latch_count + o + a]]
    names = dict(line.split(" ", 1) for line in lines[1 + i + latch_count + o + a :])
    value = dict.fromkeys((latch for latch, _ in body[i : i + latch_count]), False) | {0: False}
    answers = []

    def of(literal: int) -> bool:
        return value[literal & ~1] ^ bool(literal & 1)

    for given in wanted:
        value |= {body[k][0]: given[names[f"i{k}"]] for k in range(i)}
        for gate, left, right in body[i + latch_count + o :]:
            value[gate] = of(left) and of(right)
        answers.append({names[f"o{k}"]: of(body[i + latch_count + k][0]) for k in range(o)})
        value |= {latch: of(after) for latch, after in body[i : i + latch_count]}
    return answers


@pytest.mark.slow
def test_a_circuit_does_what_its_machine_does() -> None:
    rng = random.Random(3)
    texts = [ARBITER] + [random_table(rng, 3, parity_condition(3, True, True), False).text() for _ in range(12)]
    for text in texts:
        _, machine, _ = game_and_machine(text)
        letters = machine.letters
        seen, shown = (letters.inputs, letters.outputs)[:: 1 if machine.player == 0 else -1]
        words = [{i: rng.random() < 0.5 for i in seen} for _ in range(60)]
        state, expected = machine.start, []
        for word in words:
            letter, state = machine.step(state, word)
            expected.append({letters.names[i]: letter[i] for i in shown})
        named = [{letters.names[i]: on for i, on in word.items()} for word in words]
        assert simulate(machines.aiger(machine).decode(), named) == expected


def test_twenty_four_propositions_make_a_small_arena() -> None:
    names = " ".join(f'"p{i}"' for i in range(24))
    wanted = " & ".join(f"({i} & {i + 12} | !{i} & !{i + 12})" for i in range(12))
    text = f"""HOA: v1 States: 1 Start: 0 AP: 24 {names} controllable-AP: {" ".join(map(str, range(12, 24)))}
        Acceptance: 0 t --BODY-- State: 0 [{wanted}] 0 --END--"""
    game, machine, solution = game_and_machine(text.encode())
    assert solution.winner[0] == 0 and game.arena.n == 2
    assert game.automaton is not None and check_machine(machine, game.automaton)
    assert machine.step(0, {i: i % 3 == 0 for i in range(12)})[0] == {i: i % 12 % 3 == 0 for i in range(24)}


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("4 (Fin(0) | Inf(1)) & (Fin(2) | Inf(3))", "parity game of a Streett automaton, "),
        ("4 (Fin(0) & Inf(1)) | (Fin(2) & Inf(3))", "parity game of a Rabin automaton, "),
        ("2 Inf(0) & Inf(1)", "parity game of a generalised Büchi automaton, "),
        ("3 Inf(0) & (Inf(1) | Fin(2))", "parity game of an Emerson-Lei automaton, "),
        ("1 Inf(0)", "parity game, "),
    ],
)
def test_a_game_is_called_after_the_condition_of_its_automaton(condition: str, said: str) -> None:
    edges = b"--BODY-- State: 0 [0] 0 {0} [!0] 1 State: 1 [t] 0 --END--"
    text = b'HOA: v1 States: 2 Start: 0 AP: 1 "a" controllable-AP: 0 Acceptance: ' + condition.encode() + edges
    assert described(hoa.read_game(text)).startswith(said)
    assert described(ltl.read_game(b"outputs: a\nG F a")).startswith("parity game of a formula, ")


@pytest.mark.parametrize(
    ("read", "text", "what"),
    [
        (hoa.read_game, ARBITER, "an automaton"),
        (ltl.read_game, b"outputs: a\nG a", "a formula"),
        (slugsin.read_game, b"[OUTPUT]\na", "a specification"),
    ],
)
def test_what_says_itself_who_wins_refuses_other_objectives_alike(read: Any, text: bytes, what: str) -> None:
    with pytest.raises(GameError, match=f"{what} itself says which runs are good; it cannot be read as an energy game"):
        read(text, objective="energy")
    with pytest.raises(GameError, match=f"{what} itself says .* --convention has no effect for it"):
        read(text, priorities=ReadAs(convention="min-even"))


@pytest.mark.slow
def test_a_game_without_start_or_edges() -> None:
    game = hoa.read_game(b"HOA: v1 States: 2 AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 State: 1 --END--")
    solution = solve(game)
    assert game.start is None and solution.winner.tolist()[:2] == [0, 1]
    with pytest.raises(GameError, match="an initial state"):
        controller_of(solution)
    with pytest.raises(GameError, match="itself says which runs are good"):
        hoa.read_game(ARBITER, objective="buchi")
    with pytest.raises(GameError, match="--priorities has no effect"):
        hoa.read_game(ARBITER, priorities="2")
    with pytest.raises(GameError, match="--players has no effect"):
        hoa.read_game(ARBITER, priorities=ReadAs(players=("env", "sys")))
    deep = b"(" * 50_000 + b"t" + b")" * 50_000
    assert hoa.read_game(b"HOA: v1 AP: 0 Acceptance: 0 t --BODY-- State: 0 [" + deep + b"] 0 --END--").arena.n == 2


def test_letters_as_sets() -> None:
    letters = Letters(["a", "b", "c"], [1])
    a, b, c = (letters.literal(i) for i in range(3))
    assert letters.expression(letters.true) == "t" and letters.expression(letters.false) == "f"
    assert letters.inputs_of(a & b) == a and letters.outputs_of(a & b & ~c) == b
    assert letters.one(~a & c) == {0: False, 1: False, 2: True}
    assert letters.function(a | b) == (a & ~b) | (~a & b)
    assert Table(1, "0 t", {}, False).realizable() is False


HEAD = b'HOA: v1\nStates: 2\nStart: 0\nAP: 2 "a" "b"\ncontrollable-AP: 1\nAcceptance: 2 Inf(1)|Fin(0)\n'


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (b"", None, "the file is empty"),
        (b"parity 1;", (1, 1), "this looks like a game in PGSolver's format"),
        (b"HOA: v2", (1, 6), "found 'v2'\n    HOA: v2\n         ^\n    expected v1"),
        (b'HOA: v1\nAP: 2 "a"', (2, 5), "AP announces 2 propositions, and 1 follow"),
        (b'HOA: v1\nAP: 2 "a" "a"', (2, 11), "the proposition 'a' is listed a second time"),
        (b"HOA: v1\nStart: 0 & 1", (2, 10), "this automaton is alternating"),
        (b"HOA: v1\nStart: 0\nStart: 1", (3, 1), "an automaton has one initial state"),
        (b"HOA: v1\nStates: 1\nStart: 7\nAcceptance: 0 t\n--BODY--", (3, 8), "the initial state 7 is not one of the 1"),
        (b"HOA: v1\nFairness: 1", (2, 1), "the header 'Fairness' is not known"),
        (b"HOA: v1\n--BODY--", (2, 1), "there is no header 'Acceptance:'"),
        (
            b'HOA: v1\nAP: 2 "r" "g"\nAcceptance: 0 t\n--BODY--',
            (4, 1),
            "there is no header 'controllable-AP:' before the body, so nothing says what the controller chooses\n"
            "    --BODY--\n    ^\n    expected 'controllable-AP:' and numbers of AP, from 0 on, such as "
            "'controllable-AP: 1' for 'g'",
        ),
        (b"HOA: v1\nAcceptance: 1 Inf(1)", (2, 19), "there is no acceptance set 1"),
        (b"HOA: v1\nAcceptance: 1 (Inf(0)", (2, 22), "expected ')' or '&' or '|'"),
        (b"HOA: v1\nAcceptance: 9999999999 t", (2, 13), "the number 9999999999 is too large"),
        (b"HOA: v1 /* \n", (1, 9), "this comment has no end"),
        (b'HOA: v1\nname: "x', (2, 7), "this string has no end"),
        (b"HOA: v1\nname: $", (2, 7), "found '$'"),
        (b"HOA: v1\nAP: 0\ncontrollable-AP: 3\nAcceptance: 0 t\n--BODY--", (3, 18), "there is no proposition 3"),
        (HEAD + b"--BODY--\nState: 2", (8, 8), "there is no state 2"),
        (HEAD + b"--BODY--\nState: 0\nState: 0", (9, 8), "state 0 is listed a second time"),
        (HEAD + b"--BODY--\nState: 0\n[2] 0", (9, 2), "there is no proposition 2"),
        (HEAD + b"--BODY--\nState: 0\n[@x] 0", (9, 2), "there is no alias '@x' before this place"),
        (HEAD + b"--BODY--\nState: 0\n[0 1] 0", (9, 4), "expected ']' or '&' or '|'"),
        (HEAD + b"--BODY--\nState: 0\n[0] 0&1", (9, 6), "this automaton is alternating"),
        (HEAD + b"--BODY--\nState: 0\n[0] 0 {2}", (9, 8), "there is no acceptance set 2"),
        (HEAD + b"--BODY--\nState: 0\n[0] 0\n[1] 1\n--END--", (10, 1), "this edge shares a letter with an earlier one"),
        (HEAD + b"--BODY--\nState: 0\n0 1\n--END--", (8, 8), "state 0 has 2 edges without a label"),
        (HEAD + b"--BODY--\nState: 0\n", (8, 9), "expected 'State:' or an edge or '--END--'"),
        (HEAD + b"--BODY--\n--END--\nHOA: v1", (9, 1), "one file holds one automaton"),
    ],
)
def test_what_is_wrong_with_a_file(text: bytes, place: tuple[int, int] | None, message: str) -> None:
    with pytest.raises(FormatError) as error:
        hoa.read_game(text, "f.hoa")
    fault = error.value.faults[0]
    assert message in str(error.value)
    assert place is None or (fault.line, fault.column) == place


def test_machines_are_written_by_their_ending(tmp_path: Path) -> None:
    _, machine, _ = game_and_machine(ARBITER)
    for name, first in (("a.hoa", "HOA: v1"), ("a.aag", "aag "), ("a", "HOA: v1")):
        api.write(machine, tmp_path / name)
        assert (tmp_path / name).read_text().startswith(first)


def test_without_the_library_the_message_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "oxidd", None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'graphgames\[hoa\]'"):
        hoa.read_game(ARBITER)


def test_where_the_library_has_another_compiled_part_it_is_imported_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphgames.games.synthesis.oxidd_.PathFinder", SimpleNamespace(find_spec=lambda *_: None))
    game_and_machine(ARBITER)  # solved and verified
    spec = Spec({"r": bool}, {"g": bool}, sys_goals=["g"])
    assert solve(spec).realizable


@pytest.mark.parametrize("name", ["a.ehoa", "a.hoa.gz", "a.txt", "a.pg"])
def test_an_automaton_is_known_by_its_contents(name: str) -> None:
    assert guess(Source(ARBITER, name)).name == guess(Source(b"/* a */ " + ARBITER, name)).name == "hoa"


def test_several_faults_are_told_in_one_go() -> None:
    head = 'HOA: v1 States: 4 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)\n--BODY--\n'
    body = "State: 0 [!0&!1] 9\nState: 1 [x] 0\n[0] 0\nState: 2 [0] 1\n[0&1] 2\nState: 3 [0] 1 {3}\n$ State: 3 [t] 1\n"
    with pytest.raises(FormatError) as caught:
        hoa.read_game((head + body + "--END--").encode())
    places = [(fault.line, fault.column) for fault in caught.value.faults]
    assert places == [(3, 18), (4, 11), (7, 1), (8, 17)]
    with pytest.raises(FormatError) as caught:
        hoa.read_game((head + "State: 0 [x] 1\n" * 40).encode())
    assert len(caught.value.faults) == 10
    with pytest.raises(FormatError) as caught:
        hoa.read_game((head + "State: 0 [x] 1\n?").encode())
    assert len(caught.value.faults) == 2


def test_a_machine_proves_nothing_about_an_automaton_without_an_initial_state() -> None:
    text = b'HOA: v1 States: 1 Start: 0 AP: 1 "g" controllable-AP: 0 Acceptance: 0 t --BODY-- State: 0 [t] 0 --END--'
    game = hoa.read_game(text)
    made = controller_of(solve(game))
    assert game.automaton is not None and check_machine(made, game.automaton)
    assert "no initial state" in str(check_machine(made, replace(game.automaton, start=None)))


PLAIN = b"""HOA: v1
States: 3
Start: 0
AP: 2 "a" "b"
controllable-AP: 1
Acceptance: 2 Inf(1) | Fin(0)
--BODY--
State: 0 "first"
[0&1] 1 {1}
[!0 | !1] 0
State: 1 {0}
[0&1] 2 {1}
[!0 | !1] 0 {0 1}
State: 2 "last" {1}
[0&1] 1
[!0 | !1] 2
--END--
"""


def told(text: bytes) -> list[Any] | str:
    """What a reader makes of a text: states, names and edges with their letters in words, or the error."""
    try:
        automaton = parse(text, "t.hoa")
    except FormatError as error:
        return str(error)
    expression = automaton.letters.expression
    edges = [[(expression(edge.letters), *edge[1:]) for edge in state] for state in automaton.edges]
    return [automaton.start, automaton.names, edges]


@pytest.mark.slow
def test_the_quick_reader_of_plain_states_agrees_with_the_careful_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a plain text with any few bytes gone, doubled or replaced by others of it, errors and places included."""
    rng, texts = random.Random(5), [PLAIN]
    pieces = [
        b"State: 1",
        b"{",
        b"}",
        b" 9",
        b"&",
        b"[t]",
        b"[0&1]",
        b'"',
        b"\n",
        b"--END--",
        b"/* */",
        b"1",
        b"\xff",
        b"\x0b",
    ]
    count = cases(250, 1, least=60)
    for _ in range(count):
        at, length = rng.randrange(PLAIN.index(b"State:"), len(PLAIN)), rng.choice([0, 1, 1, 2, 8])
        texts.append(PLAIN[:at] + rng.choice([b"", PLAIN[at : at + 9], *pieces]) + PLAIN[at + length :])
    texts.append(PLAIN.replace(b"{1}", b"{" + b"1" * 5000 + b"}"))
    plain, states = Parser._read_plain_state, list[bool]()

    def counting(parser: Parser) -> bool:
        states.append(plain(parser))
        return states[-1]

    monkeypatch.setattr(Parser, "_read_plain_state", counting)
    quick = [told(text) for text in texts]
    assert sum(states) > count // 2 and not all(states)
    assert sum(isinstance(one, str) for one in quick) > count // 4 and len({str(one) for one in quick}) > count // 4
    monkeypatch.setattr(Parser, "_read_plain_state", lambda parser: False)
    assert quick == [told(text) for text in texts]


@pytest.mark.parametrize("by_edge", [False, True])
def test_a_strategy_with_memory_makes_a_machine_with_its_memory(by_edge: bool) -> None:
    game = hoa.read_game(
        b'HOA: v1 States: 3 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 0 t\n'
        b"--BODY-- State: 0 [!1] 1 [1] 2 State: 1 [t] 0 State: 2 [t] 0 --END--"
    )
    solution = solve(game)
    assert isinstance(game, HoaGame)
    arena = game.arena
    (fork,) = {choice.vertex for choice in game.choices[0]}
    moves = np.tile(solution.strategy.moves, (2, 1))
    moves[:, fork] = 1, 2  # to either by turns
    turn = np.tile(np.array([[0], [1]]), (1, arena.m if by_edge else arena.n))
    where = slice(int(arena.indptr[fork]), int(arena.indptr[fork + 1])) if by_edge else fork
    turn[:, where] = [[1, 1], [0, 0]] if by_edge else [1, 0]
    plan = FiniteMemoryStrategy(arena, moves, turn, names=["left", "right"], by_edge=by_edge)
    assert plan.check(np.flatnonzero(arena.owner == 0)).ok
    machine = controller_of(solution, plan)
    assert set(machine.names) == {"0 / left", "1 / right", "0 / right", "2 / left"}
    assert game.automaton is not None
    assert check_machine(machine, game.automaton).ok
    state, said = machine.start, []
    for _ in range(8):
        letter, state = machine.step(state, {0: True})
        said.append(letter[1])
    assert said[::2] == [False, True, False, True]
    assert len(controller_of(solution).steps) == 1  # without memory it says the same in every state


def test_choices_are_called_by_the_propositions_and_the_states() -> None:
    labels = hoa.read_game(ARBITER).arena.names
    assert len(set(labels)) == len(labels) and not any(str(label).startswith(("to ", "only to")) for label in labels)
    assert any(str(label).startswith("after ") and ": " in label for label in labels), labels


def test_a_machine_over_letters_of_its_own_is_refused() -> None:
    """It said that it chooses the inputs as well, and was proved; with other decision diagrams the process ended."""
    text = b'HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)\n'
    game = hoa.read_game(text + b"--BODY-- State: 0 [!0] 0 {0} [0] 0 --END--")
    assert game.automaton is not None
    given = game.automaton.letters
    same = copy(given)
    same.inputs, same.outputs = (), (0, 1)
    same.__dict__["_outputs"] = same.cube({0: True, 1: True})
    for letters in (same, Letters(["r", "g"], [0, 1])):
        machine = Machine(letters, (((~letters.literal(0) & ~letters.literal(1), 0),),), 0, 0, ("",))
        assert "other letters" in str(check_machine(machine, game.automaton))
