"""Every machine, in every format, by an independent simulator against its specification."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.cli.kind_console import CONSOLE
from graphgames.games.synthesis.command import of_specification
from graphgames.games.synthesis.hoa import read_game
from tests.contract.test_shown import other_machines
from tests.games.synthesis.simulator import Device, Letter, fault, from_aiger, from_hoa, from_python
from tests.naive_hoa import Table, holds, parity_condition, random_table
from tests.share import cases, share

CONDITIONS = (
    "3 Inf(2) | (Fin(1) & Inf(0))",
    "2 (Fin(0) | Inf(1)) & (Fin(1) | Inf(0))",
    "3 (Fin(0) & Inf(1)) | (Fin(1) & Inf(2))",
    "4 Fin(0) | Fin(1) | (Inf(2) & Inf(3))",
    "3 Inf(0) & Inf(1) & Inf(2)",
    "3 (Inf(0) | Fin(1)) & (Inf(1) | Inf(2) & Fin(0))",
)


@dataclass
class OfTable:
    """An automaton letter by letter as rules."""

    table: Table
    start: Any = 0
    inputs: list[str] = field(default_factory=lambda: ["in"])

    @property
    def outputs(self) -> list[str]:
        return ["out"]

    @property
    def marks(self) -> int:
        return int(self.table.acceptance.split()[0])

    def allowed(self, state: Any, shown: Letter) -> bool:
        return True

    def after(self, state: Any, letter: Letter) -> tuple[Any, frozenset[int]] | None:
        return self.table.moves.get((state, bool(letter["in"]), bool(letter["out"])))

    def good(self, often: frozenset[int]) -> bool:
        return holds(self.table.acceptance, often)


Meant = Callable[[dict[str, int], dict[str, int]], bool]
Said = tuple[str, Meant]
"""A formula as text, and as a function of the values now and after the step."""

JOINTS: dict[str, Callable[[bool, bool], bool]] = {
    "&": lambda a, b: a and b,
    "|": lambda a, b: a or b,
    "->": lambda a, b: not a or b,
    "<->": lambda a, b: a == b,
}


def atom(name: str, primed: bool, rng: random.Random) -> Said:
    """A statement about a variable."""
    word, wanted = name + "'" * primed, rng.randrange(3 if name == "n" else 2)
    if name == "n":
        sign = rng.choice(["=", "<=", "!="])
        meant = {"=": int.__eq__, "<=": int.__le__, "!=": int.__ne__}[sign]
        return f"{word} {sign} {wanted}", lambda now, then: meant((then if primed else now)[name], wanted)
    return "!" * (not wanted) + word, lambda now, then: (then if primed else now)[name] == wanted


def joined(f: Meant, joint: Callable[[bool, bool], bool], g: Meant) -> Meant:
    """Two statements joined."""
    return lambda now, then: joint(f(now, then), g(now, then))


def formula(rng: random.Random, now: list[str], then: list[str]) -> Said:
    """Up to three statements, joined."""
    words = [atom(name, False, rng) for name in now] + [atom(name, True, rng) for name in then]
    text, meant = rng.choice(words)
    for other, told in rng.sample(words, min(2, len(words))):
        joint, before = rng.choice(list(JOINTS)), meant
        text = f"({text}) {joint} ({other})"
        meant = joined(before, JOINTS[joint], told)
    return text, meant


@dataclass
class OfSpec:
    """Rules made at random, and the specification that says the same."""

    parts: dict[str, list[Said]]
    inputs: list[str]
    variables: dict[str, Any]
    acceptance: str = ""
    start: Any = ()

    @classmethod
    def random(cls, rng: random.Random, kind: str) -> OfSpec:
        """Rules with goals of both sides, or with an acceptance condition, or with something to reach."""
        inputs, out = rng.choice([["a"], ["a", "b"]]), rng.choice(["x", "n"])
        both = [*inputs, out]
        parts = {
            "env_trans": [formula(rng, both, inputs) for _ in range(rng.randrange(2))],
            "sys_trans": [formula(rng, both, both) for _ in range(rng.randrange(3))],
            "sys_init": [formula(rng, both, []) for _ in range(rng.randrange(2))],
        }
        goals = [formula(rng, both, both if rng.random() < 0.3 else []) for _ in range(3)]
        if kind == "goals":
            parts |= {"env_goals": goals[: rng.randrange(2)], "sys_goals": goals[1:]}
        else:
            parts |= {"marks": goals} if kind == "marks" else {"reach": goals[:1]}
        return cls(parts, inputs, {**dict.fromkeys(inputs, bool), out: bool if out == "x" else (0, 2)})

    @property
    def outputs(self) -> list[str]:
        return [bit for name in self.variables if name not in self.inputs for bit in self.bits(name)]

    def bits(self, name: str) -> list[str]:
        return [name] if self.variables[name] is bool else [f"{name}@0", f"{name}@1"]

    @property
    def marked(self) -> list[Said]:
        return [*self.parts.get("env_goals", []), *self.parts.get("sys_goals", []), *self.parts.get("marks", [])]

    @property
    def marks(self) -> int:
        return len(self.marked)

    def spec(self) -> gg.Spec:
        """The specification in the words of the project."""
        said: dict[str, Any] = {part: [text for text, _ in formulas] for part, formulas in self.parts.items()}
        if "reach" in said:
            said["reach"] = said["reach"][0]
        own = {name: one for name, one in self.variables.items() if name not in self.inputs}
        return gg.Spec(dict.fromkeys(self.inputs, bool), own, **said | {"acceptance": self.acceptance})

    def slugs(self) -> str:
        """The specification as a file of Slugs."""
        lines = list[str]()
        for title, side in (("INPUT", True), ("OUTPUT", False)):
            lines.append(f"[{title}]")
            kinds = [(name, one) for name, one in self.variables.items() if (name in self.inputs) == side]
            lines += [name if one is bool else f"{name}:{one[0]}...{one[1]}" for name, one in kinds]
        for part, formulas in self.parts.items():
            lines += [f"[{part.upper().replace('GOALS', 'LIVENESS')}]", *(text for text, _ in formulas)]
        return "\n".join(lines) + "\n"

    def values(self, letter: Letter) -> dict[str, int]:
        return {
            name: sum(letter[bit] << k for k, bit in enumerate(self.bits(name)))
            for name in self.variables
            if self.bits(name)[0] in letter
        }

    def allowed(self, state: Any, shown: Letter) -> bool:
        then = self.values(shown)
        return not state or all(meant(dict(state), then) for _, meant in self.parts["env_trans"])

    def after(self, state: Any, letter: Letter) -> tuple[Any, frozenset[int]] | None:
        now, then = dict(state), self.values(letter)
        rules = self.parts["sys_trans" if state else "sys_init"]
        if then.get("n", 0) > 2 or not all(meant(now or then, then) for _, meant in rules):
            return None
        if state and any(meant(now, then) for _, meant in self.parts.get("reach", [])):
            return "won", frozenset()
        seen = frozenset(k for k, (_, meant) in enumerate(self.marked) if state and meant(now, then))
        return tuple(then.items()), seen

    def good(self, often: frozenset[int]) -> bool:
        if "sys_goals" not in self.parts:
            return bool(self.acceptance) and holds(f"{self.marks} {self.acceptance}", often)
        count = len(self.parts["env_goals"])
        return not set(range(count)) <= often or set(range(count, self.marks)) <= often


def devices(machine: gg.Machine, folder: Path, numbers: dict[str, tuple[int, int]]) -> list[Device]:
    """A machine, written in every format and read by the simulator."""
    for ending in ("hoa", "aag", "aig", "py"):
        gg.write(machine, folder / f"made.{ending}")
    made = folder / "made"
    return [
        from_hoa(made.with_suffix(".hoa")),
        from_aiger(made.with_suffix(".aag")),
        from_aiger(made.with_suffix(".aig")),
        from_python(made.with_suffix(".py"), numbers),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("condition", CONDITIONS)
def test_machines_of_automata_win_every_run(condition: str, tmp_path: Path) -> None:
    rng, players, k = random.Random(condition), set[int](), 0
    while k < cases(4, 10) or players != {0, 1}:
        k += 1
        table = random_table(rng, 3, condition, at_states=k % 2 == 0, complete=rng.random() < 0.8)
        machine = gg.controller(gg.solve(read_game(table.text())))
        for device in devices(machine, tmp_path, {}):
            assert fault(device, OfTable(table), machine.player) == "", table
        players.add(machine.player)
    assert players == {0, 1}


def test_a_controller_that_remembers_wins_every_run(tmp_path: Path) -> None:
    """It has to see both letters for ever, and the automaton has one state."""
    moves = {(0, u, c): (0, frozenset({int(c)})) for u in (False, True) for c in (False, True)}
    table = Table(1, "2 Inf(0) & Inf(1)", moves, at_states=False)
    machine = gg.controller(gg.solve(read_game(table.text())))
    assert machine.player == 0 and len(machine.steps) == 2
    assert [fault(device, OfTable(table), 0) for device in devices(machine, tmp_path, {})] == [""] * 4


def test_the_simulator_finds_fault_with_exactly_the_controllers_that_lose() -> None:
    rng, said = random.Random(6), set[str]()
    for _ in range(8):
        table = random_table(rng, 2, parity_condition(3, True, True), at_states=False)
        for answers in table.controllers():
            table_of = dict(answers)

            def step(state: int, seen: Letter, f: dict[Any, bool] = table_of, of: Table = table) -> tuple[Letter, int]:
                out = f[state, bool(seen["in"])]
                return {"out": int(out)}, of.moves.get((state, bool(seen["in"]), out), (0,))[0]

            found = fault(Device(0, step), OfTable(table), 0)
            assert (found == "") == all(table.accepts(answers, inputs) for inputs in table.environments())
            said.add(found.split()[0] if found else "")
    assert said == {"", "a", "in"}


@pytest.mark.parametrize("kind", ["goals", "marks", "reach"])
@pytest.mark.parametrize("seed", range(3))
def test_machines_of_specifications_win_every_run(kind: str, seed: int, tmp_path: Path) -> None:
    """Those with goals go through a file of Slugs."""
    rng = random.Random(f"{kind} {seed}")
    for _ in range(4):
        rules = OfSpec.random(rng, kind)
        if kind == "marks":
            rules.acceptance = rng.choice(CONDITIONS[:3] + CONDITIONS[4:]).split(" ", 1)[1]
        spec: Any = rules.spec()
        if kind == "goals":
            (tmp_path / "made.structuredslugs").write_text(rules.slugs())
            spec = gg.read(tmp_path / "made.structuredslugs")
        machine = gg.synthesize(spec).machine()
        assert machine is not None
        for device in devices(machine, tmp_path, {"n": (0, 2)} if "n" in rules.variables else {}):
            assert fault(device, rules, machine.player) == "", rules


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["goals", "marks", "reach"])
def test_an_altered_machine_of_a_specification_is_refused_or_wins_every_run(kind: str, tmp_path: Path) -> None:
    """The command says that it is proved only if it is; where it says that a rule is broken, one is."""
    rng, count = random.Random(kind), {True: 0, False: 0}
    for seed in range(cases(12, 1, 2)):
        rules = OfSpec.random(rng, kind)
        rules.acceptance = rng.choice(CONDITIONS[:3] + CONDITIONS[4:]).split(" ", 1)[1] if kind == "marks" else ""
        solution = gg.solve(rules.spec())
        true = solution.machine()
        assert true is not None and of_specification(solution, true, CONSOLE)[0]
        for machine in share(other_machines(true), 1, f"{kind} {seed}", 9):
            if machine.letters is not true.letters:
                continue
            right = of_specification(solution, machine, CONSOLE)[0]
            count[right] += 1
            for device in devices(machine, tmp_path, {"n": (0, 2)} if "n" in rules.variables else {}) if right else ():
                assert fault(device, rules, true.player) == "", (rules, machine)
            if right:
                assert says_over_where_it_is(from_hoa(tmp_path / "made.hoa"), rules, machine, rng), (rules, machine)
    assert min(count.values()) > 0


def says_over_where_it_is(device: Device, rules: OfSpec, machine: gg.Machine, rng: random.Random) -> bool:
    """Whether on random plays the other side has broken a rule, or the play is decided, in the state called over."""
    for _ in range(30):
        state, now, decided = device.start, rules.start, False
        for _ in range(12):
            seen = {name: rng.randrange(2) for name in (rules.outputs if machine.player else rules.inputs)}
            answer, state = device.step(state, seen)
            letter = seen | answer
            decided = decided or not rules.allowed(now, {name: letter[name] for name in rules.inputs})
            after = None if decided else rules.after(now, letter)
            decided = decided or after is None or after[0] == "won"
            now = now if after is None else after[0]
            if state == machine.over and not decided:
                return False
    return True


@pytest.mark.parametrize("word", [[255], [0, 255], [1, 2, 4, 8, 16, 32, 64, 128], [170, 85, 0, 3]])
def test_an_arbiter_without_a_machine_serves_everyone_round_and_round(word: list[int]) -> None:
    """Requests are made after a word that comes again and again, and kept until they are granted."""
    n = 8
    names = range(n)
    spec = gg.Spec(
        {f"r{i}": bool for i in names},
        {f"g{i}": bool for i in names},
        env_init=[f"!r{i}" for i in names],
        sys_init=[f"!g{i}" for i in names],
        env_trans=[f"r{i} & !g{i} -> r{i}'" for i in names],
        sys_trans=[f"g{i}' -> r{i}'" for i in names] + [f"!(g{i}' & g{j}')" for i in names for j in range(i)],
        sys_goals=[f"g{i} | !r{i}" for i in names],
    )
    plays = gg.synthesize(spec).strategy()
    now = {f"r{i}": 0 for i in names} | plays.first({f"r{i}": 0 for i in names})
    seen, served, phase = dict[Any, int](), list[set[int]](), 0
    while (key := (phase % len(word), str(now), plays.memory)) not in seen:
        seen[key] = phase
        asked = {f"r{i}": int((now[f"r{i}"] and not now[f"g{i}"]) or word[phase % len(word)] >> i & 1) for i in names}
        then = asked | plays.step(asked)
        assert sum(then[f"g{i}"] for i in names) <= 1 and all(then[f"r{i}"] >= then[f"g{i}"] for i in names)
        served.append({i for i in names if now[f"g{i}"] or not now[f"r{i}"]})
        now, phase = then, phase + 1
    assert set().union(*served[seen[key] :]) == set(names)
