"""The reference checker of controllers says of machines what the definition says, and what the fast checker says."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from graphgames.cli.main import run
from graphgames.games.synthesis import hoa, machines
from graphgames.games.synthesis.automata import Machine
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.synthesize import synthesize
from graphgames.reference import __main__ as program
from graphgames.reference.controllers import check_controller
from graphgames.reference.hoa import Automaton
from tests.games.synthesis.test_hoa import ARBITER, controller, environment, game_and_machine
from tests.naive_hoa import parity_condition, random_table
from tests.share import cases

SPECIFICATION = ARBITER.replace(b"/* whose turn /* to be served */ it is */", b"/* whose turn */")


def test_machines_of_every_acceptance_are_believed_if_they_win() -> None:
    rng, verdicts = random.Random(5), list[bool]()
    for _ in range(cases(200, 0.06, least=6)):
        acceptance = parity_condition(rng.randint(0, 4), rng.random() < 0.5, rng.random() < 0.5)
        table = random_table(rng, 2, acceptance, rng.random() < 0.5)
        game = hoa.read_game(table.text())
        assert isinstance(game, hoa.HoaGame)
        for answers in table.controllers()[::3]:
            wins = all(table.accepts(answers, inputs) for inputs in table.environments())
            verdicts.append(wins)
            assert check_controller(table.text(), machines.hoa_text(controller(game, answers))).ok == wins
        for inputs in table.environments():
            wins = not any(table.accepts(answers, inputs) for answers in table.controllers())
            assert check_controller(table.text(), machines.hoa_text(environment(game, inputs))).ok == wins
    assert True in verdicts and False in verdicts


def accepts(automaton: Automaton, run: str) -> bool:
    """Whether an automaton accepts a run as a report shows it: letters, and then letters for ever."""
    names = [one.strip('"') for one in automaton.propositions]
    first, again = (
        [sum(1 << i for i, name in enumerate(names) if name in letter.split(" & ")) for letter in part.split(", ")]
        for part in run.rstrip(".").split("; and then for ever: ")
    )
    state, rounds = automaton.start, list[tuple[int, set[int]]]()
    for letters in [first, *[again] * 40]:
        seen = set[int]()
        for x in letters:
            edge = next(edge for edge in automaton.edges[state] if x in edge.letters)
            state, seen = edge.target, seen | {*edge.sets}
        rounds.append((state, seen))
    loop = next(k for k in range(2, 40) if rounds[-k][0] == state)
    often = set[int]().union(*(seen for _, seen in rounds[1 - loop :]))
    text = re.sub(r"(Inf|Fin)\((\d+)\)", lambda f: str((int(f[2]) in often) == (f[1] == "Inf")), automaton.condition)
    return bool(
        eval(re.sub(r"\bt\b", "True", re.sub(r"\bf\b", "False", text)).replace("&", " and ").replace("|", " or "))
    )


def test_a_refused_machine_is_refused_with_a_run_that_breaks_the_specification() -> None:
    rng, shown = random.Random(7), 0
    for _ in range(cases(200, 0.06, least=6)):
        acceptance = parity_condition(rng.randint(1, 4), rng.random() < 0.5, rng.random() < 0.5)
        table = random_table(rng, 2, acceptance, rng.random() < 0.5)
        game = hoa.read_game(table.text())
        assert isinstance(game, hoa.HoaGame)
        for answers in table.controllers()[::3]:
            fault = "".join(check_controller(table.text(), machines.hoa_text(controller(game, answers))).faults)
            if "Such a run: " in fault:
                shown += 1
                assert not accepts(Automaton(table.text().decode()), fault.partition("Such a run: ")[2]), fault
    assert shown


def test_edges_without_labels_are_one_for_each_letter() -> None:
    """The i-th is for the letter whose bits are i, as in the format; a state has them all, or none."""
    head = 'HOA: v1\nStart: 0\nAP: 2 "r" "g"\ncontrollable-AP: 1\nAcceptance: 1 Fin(0)\n--BODY--\nState: 0\n'
    for edges, answers in (("0\n0 {0}\n0\n0\n", True), ("0 {0}\n0\n0 {0}\n0\n", False), ("0\n0\n0\n0 {0}\n", True)):
        text = f"{head}{edges}--END--\n"
        game = hoa.read_game(text.encode())
        assert isinstance(game, hoa.HoaGame) and game.automaton is not None
        machine = synthesize(game)
        assert (machine.player == 0) == answers
        assert check_machine(machine, game.automaton).ok and check_controller(text, machines.hoa_text(machine)).ok
    for edges in ("0\n0\n0\n", "0\n0\n0\n0\n0\n", "0\n0\n0\n[t] 0\n"):
        assert "has no label" in str(check_controller(f"{head}{edges}--END--\n", machines.hoa_text(machine)))


def test_altered_machines_are_judged_alike() -> None:
    game, machine, _ = game_and_machine(ARBITER)
    letters, rng, believed = machine.letters, random.Random(6), 0
    assert game.automaton is not None
    guards = [letters.true, letters.false, *(letters.literal(i) for i in range(4))]
    for _ in range(cases(400, 0.3)):
        steps = [list(row) for row in machine.steps]
        row = rng.choice(steps)
        guard, target = row[rng.randrange(len(row))]
        made = rng.choice([guard | rng.choice(guards), guard & rng.choice(guards), ~guard, guard])
        row[rng.randrange(len(row))] = (made, rng.choice([target, 1 - target]))
        wrong = Machine(letters, tuple(map(tuple, steps)), rng.randrange(2), rng.choice([0, 0, 0, 1]), machine.names)
        report = check_controller(SPECIFICATION, machines.hoa_text(wrong))
        assert report.ok == check_machine(wrong, game.automaton).ok, machines.hoa_text(wrong)
        believed += report.ok
    assert believed


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('AP: 4 "r0"', 'AP: 4 "r2"'),
        ("controllable-AP: 2 3", "controllable-AP: 0 1 2 3"),
        ("controllable-AP: 2 3", "controllable-AP: 2 4"),
        ("Acceptance: 0 t", "Acceptance: 1 Inf(0)"),
        ("Start: 0", "Start: 5"),
        ("Start: 0", "Start: 0\nStart: 1"),
        ("] 1", "] 2"),
        ("State: 1", "State: 0"),
        ("[", "["[:0]),
        ("--END--", ""),
        ("AP: 4", "AP:"),
        ('name: "Mealy machine of the controller"', 'name: "Moore machine of the environment"'),
        ("Start: 0", 'Start: 0\nname: "another"'),
        ("AP: 4", 'AP: 1 "x"\nAP: 4'),
        ("AP: 4", 'AP: 4 "r0" "r0" "g0" "g1"\nalias: 4'),
        ("controllable-AP: 2 3", "controllable-AP: 0\ncontrollable-AP: 2 3"),
        ("Start: 0", "Start: 0\nAlias: t f"),
        ("Start: 0", "Start: 0\nAlias: 1 0"),
        ("Start: 0", "Start: 0\nAlias: @a 0 Alias: @a 1"),
        ("Start: 0", "Start: \u0660"),
        ("States: 2", "States: 1"),
        ("] 1", "] 1\u0663"),
        ("] 1", "] 1 _a"),
    ],
)
def test_a_wrong_machine_is_refused(old: str, new: str) -> None:
    text = machines.hoa_text(game_and_machine(ARBITER)[1])
    assert check_controller(SPECIFICATION, text).ok
    assert old in text and not check_controller(SPECIFICATION, text.replace(old, new, 1)).ok


def test_what_a_comment_seems_to_hide_is_read() -> None:
    """What begins a comment inside of a string begins none, and no other machine can stand behind it."""
    text = machines.hoa_text(game_and_machine(ARBITER)[1])
    wrong, rest = text.replace("] 0", "] 1"), text.partition("HOA: v1")[2]
    assert not check_controller(SPECIFICATION, wrong).ok
    inside = wrong.replace("HOA: v1", 'HOA: v1 tool: "/*"', 1)
    assert check_controller(SPECIFICATION, text.replace("HOA: v1", 'HOA: v1 tool: "/*" /* "*/', 1)).ok
    assert not check_controller(SPECIFICATION, inside + '/* "*/ tool: "' + rest).ok


def test_a_set_that_there_is_not_is_not_the_complement_of_another() -> None:
    """The complements of sets, which conditions may name, have no numbers of their own."""
    loop = (
        'HOA: v1\nAP: 1 "a"\ncontrollable-AP: 0\nStart: 0\nAcceptance: 1 CONDITION\n--BODY--\nState: 0\n[t] 0\n--END--'
    )
    machine = loop.replace("1 CONDITION", "0 t").replace("[t]", "[0]")
    assert check_controller(loop.replace("CONDITION", "Inf(!0) | Fin(0)"), machine).ok
    assert not check_controller(loop.replace("CONDITION", "Inf(1) & Inf(!0)"), machine).ok
    assert not check_controller(loop.replace("CONDITION", "Inf(!1)"), machine).ok


def test_the_program_tells_a_specification_by_its_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specification, machine = tmp_path / "arbiter.ehoa", tmp_path / "controller.hoa"
    specification.write_bytes(SPECIFICATION)
    machine.write_text(machines.hoa_text(game_and_machine(ARBITER)[1]))
    assert program.main([str(specification), str(machine)]) == 0
    assert "proved: that every run is accepted" in capsys.readouterr().out
    machine.write_text(machine.read_text().replace("] 0", "] 1"))
    assert program.main([str(specification), str(machine)]) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("HOA: v1\n", "is a controller"),
        ("aag 1 1 0 0 0\n", "is a controller as a circuit"),
        ('{"promise": "safe", "threshold": null}', "is a shield"),
        ("graphgames-certificate 1\n", "is a certificate file"),
    ],
)
@pytest.mark.parametrize("form", [[], ["--reference"]])
def test_verify_says_what_checks_files_that_are_no_solutions(
    text: str, said: str, form: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = tmp_path / "game.pg", tmp_path / "file"
    game.write_text("parity 0; 0 0 0 0;")
    file.write_text(text)
    code, printed = run(["verify", str(game), str(file), *form]), capsys.readouterr()
    if form and "shield" in said:  # it is checked, and the game is no model
        assert code == 1 and "model" in printed.out
        return
    assert code == 2 and said in printed.err and "Traceback" not in printed.err


def test_verify_by_reference_takes_a_controller_and_its_specification(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    specification, machine = tmp_path / "arbiter.ehoa", tmp_path / "controller.hoa"
    specification.write_bytes(SPECIFICATION)
    text = machines.hoa_text(game_and_machine(ARBITER)[1])
    for said, code in ((text, 0), (text.replace("] 0", "] 1"), 1)):
        machine.write_text(said)
        assert run(["verify", "--reference", str(specification), str(machine)]) == code
    assert "proved: that every run is accepted" in capsys.readouterr().out
