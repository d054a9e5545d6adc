"""Formulas of LTL as specifications: by the definition, on every run of small machines, and with planted faults."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.formula_checker import check_formula
from graphgames.games.synthesis.hoa import HoaGame, write_machine
from graphgames.games.synthesis.ltl import _Parser, read_game
from graphgames.reference.controllers import check_controller
from tests.cli.test_cli import program
from tests.naive_ltl import drawn, is_true, text
from tests.share import cases

ANSWERS = (
    ("G(r -> X g)", "g", 0),
    ("G(g <-> X r)", "g", 1),  # an oracle
    ("r", "g", 1),
    ("G(r -> F g) & G(!g | r)", "g", 0),
    ("G(a -> Fc) & G(b -> Fd) & G!(c & d)", "c,d", 0),
    ("G(a -> Fc) & G(b -> Fd) & G!(c & d) & (!c W a) & (!d W b)", "c,d", 0),
    ("G(a -> Xc) & G(b -> Xd) & G!(c & d)", "c,d", 1),
    ("GFr -> GFg", "g", 0),
    ("GFr <-> GFg", "g", 0),
    ("FGr <-> GFg", "g", 1),
    ("F(r & Xg) | G!r", "g", 0),
    ("Fr", "g", 1),
    ("(g W r) & Fg", "g", 0),
    ("G(g <-> XXr)", "g", 1),
    ("G(XXg <-> r)", "g", 0),
    ("FG g & GF !g", "g", 1),
    ("G(a -> (c U b)) | FG!b", "c", 0),
    ("false", "g", 1),
    ("true", "", 0),
)


@pytest.mark.parametrize(
    ("formula", "outs", "states"),
    [
        ("G F a <-> G F b", "b", 1),
        ("G(a -> X X b)", "b", 1),
        ("F a <-> F b", "b", 1),
        ("G(a <-> X X b)", "b", 4),
        ("G(a -> F b) & G(c -> F d) & G !(b & d)", "bd", 2),
        ("G(a -> (b U c)) & G !(b & c)", "b", 1),
    ],
)
def test_states_are_merged_where_another_answer_is_right_too(
    formula: str, outs: str, states: int, tmp_path: Path
) -> None:
    """Each number is the least: what is to be remembered tells so many apart."""
    game = read_game(formula.encode(), outputs=[*outs])
    assert isinstance(game, HoaGame)
    machine = gg.synthesize(game)
    assert len(machine.steps) == states and verdicts(machine, game, tmp_path) == [True] * 3


def runs_of(machine: Any, length: int) -> Any:
    """Yield runs of a machine as words that repeat, for what the other side does again and again."""
    letters = machine.letters
    other = letters.inputs if machine.player == 0 else letters.outputs
    for n in range(1, length + 1):
        for chosen in product(product((False, True), repeat=len(other)), repeat=n):
            for back in range(n):
                state, k, seen, word = machine.start, 0, dict[tuple[int, int], int](), list[int]()
                while (state, k) not in seen:
                    seen[state, k] = len(word)
                    values, state = machine.step(state, dict(zip(other, chosen[k], strict=True)))
                    word.append(sum(1 << "abc".index(letters.names[i]) for i, on in values.items() if on))
                    k = k + 1 if k + 1 < n else back
                at = seen[state, k]
                yield tuple(word[:at]), tuple(word[at:])


@pytest.mark.parametrize(("formula", "outs", "player"), ANSWERS)
def test_known_answers_are_proved(formula: str, outs: str, player: int) -> None:
    game = read_game(formula.encode(), outputs=outs.split(",") if outs else [], inputs=None)
    machine = gg.synthesize(game)
    report = gg.verify_controller(machine, game)
    assert machine.player == player and report.ok and check_machine(machine, game.automaton), report  # type: ignore[arg-type]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_machines_do_what_random_formulas_ask_by_definition(seed: int) -> None:
    by = random.Random(seed)
    met = set()
    for _ in range(cases(15, 10)):
        path = drawn(by, 2, by.randrange(3, 10))
        machine = gg.synthesize(text(path) + "\n", outs=["b"] if "b" in text(path) else [])
        assert all(is_true(path, u, v) == (machine.player == 0) for u, v in runs_of(machine, 4)), text(path)
        met.add(machine.player)
    assert met == {0, 1}


def verdicts(machine: Any, game: HoaGame, tmp_path: Path) -> list[bool]:
    """Return what three checkers find: by the formula, by the automaton, and the reference checker by the formula."""
    assert game.automaton is not None and game.formula is not None
    file = tmp_path / "machine.hoa"
    with file.open("wb") as opened:
        write_machine(machine, opened)
    letters = game.automaton.letters
    outs = " ".join(letters.names[i] for i in letters.outputs)
    ins = " ".join(letters.names[i] for i in letters.inputs)
    by_reference = check_controller(f"inputs: {ins}\noutputs: {outs}\n{game.formula}", file.read_bytes())
    return [
        check_formula(machine, game.formula, letters).ok,
        check_machine(machine, game.automaton).ok,
        by_reference.ok,
    ]


@pytest.mark.parametrize("seed", range(4))
def test_every_flipped_output_is_judged_alike_and_some_are_refused(seed: int, tmp_path: Path) -> None:
    by = random.Random(seed)
    found = []
    for _ in range(8):
        game = read_game(text(drawn(by, 3, by.randrange(4, 10))).encode(), outputs=["b", "c"], inputs=["a"])
        machine = gg.synthesize(game)
        assert verdicts(machine, game, tmp_path) == [True] * 3, game.formula
        letters = machine.letters
        for state, steps in enumerate(machine.steps):
            for k, (guard, target) in enumerate(steps):
                for i in letters.outputs if machine.player == 0 else letters.inputs:
                    whole = letters.cube({i: True})
                    on, off = (guard & letters.literal(i)).exists(whole), (guard & ~letters.literal(i)).exists(whole)
                    flipped = (on & ~letters.literal(i)) | (off & letters.literal(i))
                    rows = [list(row) for row in machine.steps]
                    rows[state][k] = flipped, target
                    other = replace(machine, steps=tuple(map(tuple, rows)))
                    judged = verdicts(other, game, tmp_path)
                    assert len(set(judged)) == 1, (game.formula, state, k, i, judged)
                    found.append(judged[0])
    assert False in found


def test_a_machine_for_another_formula_is_refused_with_a_reason() -> None:
    game = read_game(b"G(r <-> X g)", outputs=["g"])
    machine = gg.synthesize(game)
    report = check_formula(machine, "G(r -> g)", machine.letters)
    assert not report.ok and "the formula is false on a run" in str(report)
    broken = replace(machine, steps=(*machine.steps[:-1], ((machine.letters.true, 7),)))
    assert "a state that does not exist" in str(gg.verify_controller(broken, game))
    part = replace(machine, steps=(machine.steps[0][:1], *machine.steps[1:]))
    assert "no answer to some input" in str(gg.verify_controller(part, game))
    assert "other letters" in str(gg.verify_controller(gg.synthesize("G(r <-> X g)", outs=["g"]), game))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a U b U c", "a U (b U c)"),
        ("a -> b -> c", "a -> (b -> c)"),
        ("!a U b & c | d", "(((!a) U b) & c) | d"),
        ("GFa -> Fb", "(G(F(a))) -> (F(b))"),
        ("G a U b", "(G a) U b"),
        ("a W b", "(a U b) | G a"),
        ("a M b", "b U (a & b)"),
        ("a V b", "a R b"),
        ("[]<>a && <>[]b || !c", "(G F a & F G b) | !c"),
        ("a xor b", "!(a <-> b)"),
        ("a xor b | c", "(a xor b) | c"),  # as in Spot's grammar
        ("a | b xor c & d", "a | (b xor (c & d))"),
        ('"a" /\\ 1 => X0 \\/ 0', "(a & true) -> (X0 | false)"),
    ],
)
def test_spellings_of_one_formula(one: str, other: str) -> None:
    """Both parsers read them alike: a controller of one formula is proved for the other."""
    trees = [_Parser(text.encode(), "", ()) for text in (one, other)]
    names = sorted({name for tree in trees if tree.whole() for name in tree.names})
    game = read_game(f"({one}) <-> ({other})".encode(), outputs=[], inputs=names)
    machine = gg.synthesize(game)
    assert machine.player == 0 and gg.verify_controller(machine, game).ok


@pytest.mark.parametrize(
    ("formula", "player"),
    [
        ("inputs: r\nG(r -> FALSE)", 1),  # the F of FALSE is not an operator
        ("inputs: r\nXXFalse", 1),
        ("inputs: r\nG(fAlSe -> r)", 0),
        ("inputs: r\nG tRuE", 0),
        ("outputs: Foo\nGFoo", 0),  # nor that of a name that is declared
        ("outputs: Foo\nFoo & X !Foo & GFFoo", 0),
    ],
)
def test_what_begins_like_an_operator(formula: str, player: int, tmp_path: Path) -> None:
    """All three parsers agree, and nothing is a proposition that the formula does not have."""
    game = read_game(formula.encode())
    machine = gg.synthesize(game)
    assert machine.player == player and [*machine.letters.names] == [formula.split()[1]]
    assert verdicts(machine, game, tmp_path) == [True] * 3


@pytest.mark.parametrize(
    "named",
    [
        "inputs: r\ninputs: g",
        "inputs: r g\noutputs: g",
        "inputs: r true",
        'outputs: g "FALSE"',
        "inputs: r G",
        'outputs: g\n"Fg" |',
        'outputs: g\n"g h" |',
    ],
)
def test_names_that_are_no_names_are_refused_by_the_reference_checker_too(named: str, tmp_path: Path) -> None:
    formula = f"{named}\nG(r -> X g)"
    with pytest.raises(gg.FormatError):
        read_game(formula.encode())
    report = check_controller(formula, "HOA: v1\nStart: 0\nAP: 0\nAcceptance: 0 t\n--BODY--\n--END--")
    assert "named twice" in str(report) or "is not the name of a proposition" in str(report)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("G(r -> ", "<input>:1:7: the formula ends"),
        ("G r g", "<input>:1:5: found 'g'"),
        ("r & & g", "'X', 'F', 'G' or '('"),
        ("outputs: (\nF g", "a name that is no operator"),
        ("outputs: g, G\nF g", "a name that is no operator"),
        ('outputs: g\nF g & "true"', "a name that is no operator"),
        ('outputs: g\nF g & "GFa" & GFa', "does not begin like operators"),
        ('outputs: g\nF g & "a  b"', "no blanks"),
        ("r U", "expected a proposition"),
        ("outputs: g\n\nG(r -> $)", "<input>:3:8: found '$'"),
        ("inputs: r\noutputs: r g\nG(r -> g)", "'r' is both an input and an output"),
        ("inputs: r\noutputs: g\nG(r -> h)", "'h' is neither an input nor an output"),
        ("inputs: r\ninputs: g\nG(r -> g)", "<input>:2:1: the inputs are named a second time"),
        ("G(r -> g)", "nothing says which propositions the controller chooses"),
        ("outputs: g\n" + "(" * 1200 + "g" + ")" * 1200, "nested too deeply"),
        ("outputs: g\n" + "!" * 1200 + "g", "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(formula: str, said: str) -> None:
    with pytest.raises(gg.FormatError) as error:
        read_game(formula.encode())
    assert said in str(error.value)


def test_the_command_line(tmp_path: Path) -> None:
    file, machine = tmp_path / "arbiter.ltl", tmp_path / "arbiter.aag"
    file.write_text("# an arbiter\ninputs: a b\noutputs: c, d\nG(a -> F c) & G(b -> F d)\n  & G !(c & d)\n")
    done = program("synth", file, "--verify", "-o", machine)
    assert done.returncode == 0 and done.stdout == "REALIZABLE\n" and "proved" in done.stderr
    checked = program("verify", file, machine)
    assert checked.returncode == 0 and "that every run makes the formula true" in checked.stdout
    solved = program("solve", file, "--verify")
    assert solved.returncode == 0 and "the controller wins" in solved.stdout
    file.write_text("inputs: a b\noutputs: c d\nG(a -> X c) & G(b -> X d) & G !(c & d)\n")
    refused = program("verify", file, machine)
    assert refused.returncode == 1 and "refused" in refused.stdout
    direct = program("synth", "G(g <-> X r)", "--outs", "g", "--verify", "-o", tmp_path / "environment.hoa")
    assert direct.returncode == 1 and direct.stdout == "UNREALIZABLE\n" and "is proved" in direct.stderr
    by_option = program("synth", "--formula", "g", "--ins", "r", "--outs", "g", "--json")
    assert by_option.returncode == 0 and '"realizable": true' in by_option.stdout
    assert "leave one of them out" in program("synth", "--formula", "g", file).stderr
