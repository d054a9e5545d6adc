"""Shields, controllers and tables: altered anywhere, they are refused, or they show what is true as well.

`tests.contract.test_proved` and `tests.contract.test_faces` do so for solutions in files,
`tests.reference.test_policy_marks` for the marks of policies, and `tests.games.synthesis.test_reasons` for why a
specification can be met or not.
"""

from __future__ import annotations

import ast
import json
import random
from argparse import _SubParsersAction
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache, reduce
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import GameError
from graphgames.cli.main import build, commands
from graphgames.games.synthesis import machine_programs, machines
from graphgames.games.synthesis.automata import Machine
from graphgames.games.synthesis.circuits import hoa_of
from graphgames.games.synthesis.hoa import read_game
from graphgames.games.tables.blocks import Block
from graphgames.games.tables.chess import Chess
from graphgames.games.tables.chomp import Chomp
from graphgames.games.tables.manifest import MANIFEST, write_manifest
from graphgames.games.tables.table import open_table
from graphgames.reference.controllers import check_controller
from tests.contract.test_proved import leaves, others
from tests.games.tables.test_checker import write
from tests.games.tables.toys import Stairs
from tests.policies.test_templates import lost_by_keeping
from tests.share import cases, share

ROWS = [
    ("a", "on", "b", "1/2"),
    ("a", "on", "c", "1/2"),
    ("a", "up", "c", 1),
    ("b", "go", "a", 1),
    ("b", "dig", "pit", 1),
]
ROWS += [("c", "go", "a", "3/4"), ("c", "go", "pit", "1/4"), ("c", "rest", "c", 1), ("pit", "lie", "pit", 1)]
PATHS = {"out": ["out", "home", "away"], "home": ["out"], "away": ["away"]}
PROMISES: list[dict[str, Any]] = [{}, {"threshold": "1/2"}, {"factor": "9/10"}, {"threshold": "1/2", "horizon": 2}]
PRIORITIES = {4: [1, 2, 1], 5: [1, 0, 0]}
"""Of the vertices of the games with templates; the largest that comes again and again is to be even."""
CHECKERS = ("policies.shield_checker", "policies.template_checker", "games.synthesis.checker")
SWEPT = {
    "Shield": "here",
    "TemplateShield": "here",
    "Machine": "here",
    "SavedMarks": "tests.reference.test_policy_marks",
    "Evaluation": "tests.reference.test_policy_marks",
    "Counterexample": "tests.games.models.test_counterexample",
}
"""What proves itself, or has a table of what is proved, and where each of its parts is altered."""
PROVING = {
    "solve": "tests.contract.test_proved",
    "verify": "tests.contract.test_proved",
    "judge": "tests.contract.test_proved",
    "show": "tests.contract.test_faces",
    "evaluate": "tests.reference.test_policy_marks",
    "sensitivity": "tests.games.chance.test_sensitivity",
    "shield": "here",
    "synth": "here",
    "table": "here",
    "heaps": "tests.contract.test_faces",
    "geography": "tests.contract.test_proved",
}
"""The commands that say that something is proved, and where what they show is altered."""


@pytest.mark.slow
def test_nothing_that_proves_itself_is_forgotten() -> None:
    """A class with a method ``verify``, or with a table of what is proved, and a command that verifies."""
    found, source = set[str](), Path(gg.__file__).parent
    for path in [*(source / "policies").glob("*.py"), *(source / "games").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        for node in ast.parse(text).body if "def verify(" in text or "proves: " in text else ():
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                held = {ast.unparse(one.target) for one in node.body if isinstance(one, ast.AnnAssign)}
                if "verify" in methods or ("proves" in held and "kind" not in held):  # certificates have a kind
                    found.add(node.name)
    assert found == SWEPT.keys()
    proving = set[str]()
    for command in commands():
        parser = build(command).commands[command]
        verbs = [one.choices for one in parser._actions if isinstance(one, _SubParsersAction)]
        options = {name for action in parser._actions for name in action.option_strings}
        proving |= (
            {command}
            if "--verify" in options or command == "verify" or any("verify" in one for one in verbs)
            else set()
        )
    assert proving == PROVING.keys()
    for where in {*SWEPT.values(), *PROVING.values()} - {"here"}:
        assert import_module(where)


@pytest.mark.parametrize("made", [gg.Shield, gg.TemplateShield, Machine])
def test_what_proves_a_part_is_there(made: Any) -> None:
    modules = [import_module(f"graphgames.{name}") for name in CHECKERS]
    for condition in " ".join(made.proves.values()).split():
        assert any(hasattr(module, condition) for module in modules), condition


# Shields
@cache
def shields() -> list[Any]:
    model = gg.Model.from_table(ROWS)
    found: list[Any] = [gg.shield(model, ["pit"], **how) for how in PROMISES]
    game = gg.Game.from_graph(PATHS, gg.Buchi(["home"]), owner=lambda v: 0)
    colive = gg.Game.from_graph(PATHS, gg.CoBuchi(["out"]), owner=lambda v: 0)
    return [*found, gg.shield(game), gg.shield(colive)]


def faces(shield: Any) -> dict[str, str]:
    """Return all that is shown of a shield but the promise."""
    arrays = {name: str(value) for name, value in shield.to_arrays().items()}
    told = {name: str(value) for name, value in shield.to_dict().items() if not hasattr(shield.promise, name)}
    kept = {**told, **arrays, "rows": str(shield.rows()), "lost": str(shield.lost), "picture": shield.draw().svg}
    return {name: text.replace(shield.sentence, "") for name, text in kept.items()}


def altered(shield: Any) -> Iterator[Any]:
    """Yield a shield with another entry in each of its parts in turn."""
    for e in range(shield.mask.size):
        yield replace(shield, mask=shield.mask ^ (np.arange(shield.mask.size) == e))
    bounds = (None, Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(3, 4), Fraction(1))
    entries: dict[str, Any] = {"player": (0, 1), "threshold": bounds, "factor": bounds, "horizon": (None, 1, 2, 3)}
    for name, some in entries.items():
        for other in some:
            with suppress(GameError):
                yield replace(shield, promise=replace(shield.promise, **{name: other}))
    solution = shield.solution
    for v in range(solution.arena.n):
        winner = solution.winner.copy()
        winner[v] = (winner[v] + 1) % 2
        yield replace(shield, solution=replace(solution, winner=winner))
        for other in (0, 1, Fraction(1, 3)) if solution.vertex_values is not None else ():
            values = solution.vertex_values.astype(object)
            values[v] = other
            yield replace(shield, solution=replace(solution, numbers=values))
    yield from (replace(shield, game=other.game) for other in shields() if other.game is not shield.game)
    if hasattr(shield, "template"):
        template, edges = shield.template, range(shield.mask.size)
        yield from (replace(shield, template=replace_in(template, colive=[e])) for e in edges)
        for k, group in enumerate(template.groups):
            rest = [*template.groups[:k], *template.groups[k + 1 :]]
            yield replace(shield, template=replace_in(template, groups=rest))
            for e in edges:
                other = np.setxor1d(group, [e]).astype(np.int64)
                yield replace(shield, template=replace_in(template, groups=[*rest, other]))


def replace_in(template: Any, colive: Any = (), groups: Any = None) -> Any:
    """Return a template with other live groups, and in which some edges change sides."""
    flipped = template.colive.copy()
    flipped[list(colive)] ^= True
    return replace(template, colive=flipped, groups=template.groups if groups is None else tuple(groups))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(6))
def test_a_shield_that_is_altered_is_refused_or_as_right(number: int) -> None:
    shield = shields()[number]
    assert shield.verify().ok and shield.to_dict().keys() == set(", ".join(shield.proves).split(", ")) - (
        set() if "avoid" in shield.to_dict() else {"avoid"}
    )
    truth = faces(shield)
    for other in altered(shield):
        with suppress(GameError):
            if other.verify().ok and not hasattr(shield, "template"):
                assert faces(other) == truth, other.promise
            elif other.verify().ok:  # of templates there are several: as many as win
                won = (other.solution.winner == 0).tolist()
                assert other.mask.tolist() == shield.mask.tolist() and other.promise == shield.promise
                assert not lost_by_keeping(other, PRIORITIES[number], 0, won), other.template


# Controllers
MET = (
    'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 acc-name: Buchi Acceptance: 1 Inf(0) --BODY-- '
    'State: 0 "over" {0} [!0 | 1] 0 [0 & !1] 1 State: 1 [1] 0 [!1] 1 --END--'
)
MISSED = (
    'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0) --BODY-- '
    "State: 0 [0] 0 [!0] 1 {0} State: 1 [t] 0 --END--"
)


def other_machines(machine: Machine) -> Iterator[Machine]:
    """Yield a machine with another entry in each of its parts in turn."""
    letters, states = machine.letters, range(-1, len(machine.steps) + 1)
    sets = [letters.true, letters.false, *(letters.literal(i) for i in range(len(letters.names)))]
    for s, row in enumerate(machine.steps):
        for k, (guard, after) in enumerate(row):
            made = [(one, after) for node in sets for one in (guard & node, guard & ~node, guard | node, node, ~node)]
            for step in [*made, *((guard, to) for to in states)]:
                rows = [*row[:k], step, *row[k + 1 :]]
                yield replace(machine, steps=(*machine.steps[:s], tuple(rows), *machine.steps[s + 1 :]))
            yield replace(machine, steps=(*machine.steps[:s], (*row[:k], *row[k + 1 :]), *machine.steps[s + 1 :]))
            yield replace(machine, steps=(*machine.steps[:s], (*row, row[k]), *machine.steps[s + 1 :]))
    yield from (replace(machine, start=start) for start in states)
    yield from (replace(machine, player=player) for player in (1 - machine.player, 2, -1))
    yield from (replace(machine, names=names) for names in ((), machine.names[:-1], (*machine.names, "more")))
    yield from (replace(machine, over=over) for over in states)
    yield from (replace(machine, numbers=numbers) for numbers in ({"r": 1}, {"x": 0}))
    other = type(letters)(letters.names, letters.inputs)
    yield replace(machine, letters=other)


def as_a_program(machine: Machine) -> Any:
    """Return the class that a machine is written as."""
    found: dict[str, Any] = {}
    exec(machine_programs.python_text(machine), found)
    return found["Environment" if machine.player else "Controller"]()


@pytest.mark.slow
@pytest.mark.parametrize("text", [MET, MISSED])
def test_a_machine_that_is_altered_is_refused_or_right_in_every_format(text: str) -> None:
    """What is proved of a machine holds of each file that it is written to, and of the program."""
    game: Any = read_game(text.encode())
    true, right = gg.controller(gg.solve(game)), 0
    for machine in [true, *share([*other_machines(true)], 0.3, least=10)]:
        if not gg.verify_controller(machine, game).ok:
            continue
        right += 1
        written = [machines.hoa_text(machine).encode(), machines.aiger(machine), machines.aiger(machine, binary=True)]
        for form in written:
            file = form if form.startswith(b"HOA") else hoa_of(form, "machine")
            assert check_controller(text, file).ok, form
        program, state = as_a_program(machine), machine.start
        for k in range(20):
            assert not program.over
            shows = machine.letters.inputs if machine.player else machine.letters.outputs
            seen = {i: bool(k >> n & 1) for n, i in enumerate({0, 1} - {*shows})}
            whole, state = machine.step(state, seen)
            answer = program.show() if machine.player else {}
            named = program.step({machine.letters.names[i]: int(value) for i, value in seen.items()})
            assert (answer if machine.player else named) == {machine.letters.names[i]: int(whole[i]) for i in shows}
            assert program.state == state
    assert right > 1


# Tables
TABLES = {
    "chomp": (Chomp(2, 2), False, 10**6),
    "nimbers of chomp": (Chomp(2, 2), True, 10**6),
    "nimbers, in six blocks": (Stairs(), True, cases(20, 0.25)),
    "chess, where mirror images are one, in two blocks": (Chess("KRK"), False, cases(40, 0.25)),
}
"""Of each table the rules, whether it has nimbers, and how many entries of each part are altered in `make test`."""


def believed(folder: Path, rules: Any) -> bool:
    try:
        return bool(gg.verify(open_table(folder, rules)).ok)
    except GameError:
        return False


def other_blocks(block: Block, many: int, name: str) -> Iterator[tuple[Any, Block]]:
    """Yield a block with other labels, with two that are exchanged, which keeps all counts, and with other numbers."""
    labels, most = block.labels, block.labels.size
    for at in share(range(most), 10, name) if many >= most else random.Random(name).sample(range(most), many):
        for other in (
            {0, 1, 2, 3, 5, 7, int(labels[at]) + 4, 4 * 255 + 3} - {int(labels[at])}
            if many >= most
            else {int(labels[at]) ^ 2, int(labels[at]) + 4}
        ):
            yield (at, other), Block(block.bits, np.where(np.arange(most) == at, other, labels).astype(labels.dtype))
        unlike = np.flatnonzero(labels != labels[at])
        if unlike.size:
            swapped = labels.copy()
            swapped[[at, unlike[at % unlike.size]]] = swapped[[unlike[at % unlike.size], at]]
            yield (at, "exchanged"), Block(block.bits, swapped)
    used = np.unpackbits(block.bits, bitorder="little")
    ons, offs = np.flatnonzero(used), np.flatnonzero(used[: int(np.flatnonzero(used)[-1])] == 0)
    for k in range(min(many, 3, ons.size, offs.size)):
        moved = used.copy()
        moved[[ons[-1 - k], offs[k]]] = 0, 1
        yield (k, "other numbers"), Block(np.packbits(moved, bitorder="little"), labels)


@pytest.mark.slow(seconds=15)
@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_is_altered_is_refused(tmp_path: Path, name: str) -> None:
    """Labels on the disk, which numbers are in use, and entries of the manifest, whose digest is made anew."""
    rules, nimbers, many = TABLES[name]
    table: Any = gg.solve(rules, directory=tmp_path, nimbers=nimbers)
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    assert believed(tmp_path, rules)
    places = [*leaves({key: one for key, one in manifest.items() if key != "digest"})]
    for path, value in share(places, 4 if many > len(places) else 0, name, min(many, len(places))):
        for other in [*others(value), *([f"{value}1", ""] if isinstance(value, str) else []), None][:many]:
            changed = json.loads(json.dumps(manifest))
            reduce(lambda part, key: part[key], path[:-1], changed)[path[-1]] = other
            write_manifest(tmp_path, changed)
            assert other == value or not believed(tmp_path, rules), (path, value, other)
    write_manifest(tmp_path, manifest)
    for tier, file in table.files.items():
        blocks, stored = [*file.blocks()], file.path.read_bytes()
        for k, block in enumerate(blocks):
            where = f"{name} {tier} {k}"
            for place, other in share(other_blocks(block, many, where), 4 if many > 2 else 0, where, min(many, 2)):
                write(open_table(tmp_path, rules).files[tier], [*blocks[:k], other, *blocks[k + 1 :]])
                assert not believed(tmp_path, rules), (tier, k, place)
        file.path.write_bytes(stored)
    assert believed(tmp_path, rules)
