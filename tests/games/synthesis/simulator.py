"""Controllers run by their files, and every run judged by the definition. Nothing of the project is imported here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import networkx as nx

Letter = dict[str, int]
"""The value, 0 or 1, of each proposition."""


class Device(NamedTuple):
    """What a file says: where it begins, and for a state and what is seen there, what is shown and the next state."""

    start: Any
    step: Callable[[Any, Letter], tuple[Letter, Any]]


class Rules(Protocol):
    """A specification: the inputs allowed in a state, and the state and the marks after a letter."""

    start: Any
    inputs: list[str]

    @property
    def outputs(self) -> list[str]:
        """The propositions that the system chooses."""

    @property
    def marks(self) -> int:
        """How many marks there are."""

    def allowed(self, state: Any, shown: Letter) -> bool:
        """Whether the environment may show these inputs."""

    def after(self, state: Any, letter: Letter) -> tuple[Any, frozenset[int]] | None:
        """The next state, "won" if the system has won by then; None if the outputs break a rule of the system."""

    def good(self, often: frozenset[int]) -> bool:
        """Whether the system wins a play that sees these marks infinitely often and no others."""


def letters(names: list[str]) -> Iterator[Letter]:
    """All values of some propositions."""
    for bits in product((0, 1), repeat=len(names)):
        yield dict(zip(names, bits, strict=True))


def fault(device: Device, rules: Rules, player: int) -> str:
    """What is wrong with a device of a player: 0 answers inputs, 1 shows inputs and sees outputs; "" if nothing is."""
    graph: Any = nx.MultiDiGraph()
    waiting, known = [(device.start, rules.start)], set[Any]()
    while waiting:
        place = waiting.pop()
        if place in known:
            continue
        known.add(place)
        state, now = place
        shown = {str(sorted(device.step(state, seen)[0].items())) for seen in letters(rules.outputs)} if player else {}
        if len(shown) > 1:
            return f"in state {state} what is shown depends on the outputs"
        for seen in letters(rules.outputs if player else rules.inputs):
            if player == 0 and not rules.allowed(now, seen):
                continue
            said, then = device.step(state, seen)
            if player and not rules.allowed(now, said):
                return f"in state {state} it shows {said}, which is not allowed"
            follows = rules.after(now, seen | said)
            if (follows is None and player == 0) or (follows is not None and follows[0] == "won" and player == 1):
                return f"in state {state} the other side wins by {seen}"
            if follows is not None and follows[0] != "won":
                graph.add_edge(place, (then, follows[0]), marks=follows[1])
                waiting.append((then, follows[0]))
    for bits in product((False, True), repeat=rules.marks):
        often = frozenset(i for i, on in enumerate(bits) if on)
        if rules.good(often) == (player == 0):
            continue
        part: Any = nx.MultiDiGraph([edge for edge in graph.edges(data=True) if edge[2]["marks"] <= often])
        for component in nx.strongly_connected_components(part):
            inside = [marks for _, _, marks in part.subgraph(component).edges(data="marks")]
            if inside and frozenset().union(*inside) == often:
                return f"a way round sees {sorted(often)} for ever"
    return ""


def from_hoa(path: Path) -> Device:
    """A machine in the HOA format: in each state, of the letters with what is seen there is exactly one."""
    text = path.read_text()
    names = re.findall(r'"([^"]*)"', next(line for line in text.splitlines() if line.startswith("AP:")))
    steps = dict[int, list[tuple[Any, int]]]()
    for line in text.split("--BODY--")[1].splitlines():
        if line.startswith("State:"):
            steps[state := int(line.split()[1])] = []
        elif line.startswith("["):
            label, target = line[1:].split("]")
            label = re.sub(r"\d+", lambda i: f"v[{i[0]}]", re.sub(r"\bt\b", "True", re.sub(r"\bf\b", "False", label)))
            label = label.replace("!", " not ").replace("&", " and ").replace("|", " or ")
            steps[state].append((compile(label.strip(), "label", "eval"), int(target)))
    start = int(re.findall(r"Start: (\d+)", text)[0])

    def step(state: int, seen: Letter) -> tuple[Letter, int]:
        found = []
        for said in letters([name for name in names if name not in seen]):
            v = [(seen | said)[name] for name in names]
            found += [(said, target) for label, target in steps[state] if eval(label, {"v": v})]
        assert len(found) == 1, (path, state, seen, found)
        return found[0]

    return Device(start, step)


def from_aiger(path: Path) -> Device:
    """A circuit in the AIGER format, ASCII or binary, by the format's document."""
    data = path.read_bytes()
    kind, _, *counts = data.split(b"\n", 1)[0].decode().split()
    i, latches, o, a = map(int, counts)
    rows, rest = [], data
    for _ in range(1 + (kind == "aag") * (i + a) + latches + o):
        row, rest = rest.split(b"\n", 1)
        rows.append(row.split())
    number = [list(map(int, row)) for row in rows[1:]]
    if kind == "aag":
        seen, held, said = number[:i], number[i : i + latches], number[i + latches : i + latches + o]
        gates = number[i + latches + o :]
    else:
        seen, said = [[2 * k + 2] for k in range(i)], number[latches:]
        held = [[2 * (i + k) + 2, *row] for k, row in enumerate(number[:latches])]
        gates = []
        for k in range(a):
            gate = 2 * (i + latches + k) + 2
            first, rest = _unpacked(rest)
            second, rest = _unpacked(rest)
            gates.append([gate, gate - first, gate - first - second])
    names = dict(line.split(" ", 1) for line in rest.decode().splitlines() if re.match(r"[io]\d+ ", line))

    def step(state: tuple[int, ...], given: Letter) -> tuple[Letter, tuple[int, ...]]:
        value = {0: 0} | {one[0]: given[names[f"i{k}"]] for k, one in enumerate(seen)}
        value |= {one[0]: bit for one, bit in zip(held, state, strict=True)}

        def of(literal: int) -> int:
            return value[literal & ~1] ^ (literal & 1)

        for gate, left, right in gates:
            value[gate] = of(left) & of(right)
        return {names[f"o{k}"]: of(one[0]) for k, one in enumerate(said)}, tuple(of(one[1]) for one in held)

    return Device((0,) * latches, step)


def _unpacked(data: bytes) -> tuple[int, bytes]:
    """A number in seven bits a byte, and what is behind it."""
    value = at = 0
    while data[at] & 128:
        value, at = value | (data[at] & 127) << 7 * at, at + 1
    return value | data[at] << 7 * at, data[at + 1 :]


def from_python(path: Path, numbers: dict[str, tuple[int, int]]) -> Device:
    """A class in Python, over values: of each number its least value and how many bits it has are given."""
    space: dict[str, Any] = {}
    exec(path.read_text(), space)
    made = space["Environment" if "Environment" in space else "Controller"]()

    def values(bits: Letter) -> dict[str, int]:
        whole = {name: bit for name, bit in bits.items() if "@" not in name}
        for name, (low, width) in numbers.items():
            if f"{name}@0" in bits:
                whole[name] = low + sum(bits[f"{name}@{k}"] << k for k in range(width))
        return whole

    def spread(whole: dict[str, int]) -> Letter:
        bits = {name: int(value) for name, value in whole.items() if name not in numbers}
        for name, (low, width) in numbers.items():
            if name in whole:
                bits |= {f"{name}@{k}": (whole[name] - low) >> k & 1 for k in range(width)}
        return bits

    def step(state: Any, seen: Letter) -> tuple[Letter, Any]:
        made.state = state
        shown = made.show() if "Environment" in space else None
        answer = made.step(values(seen))
        return spread(answer if shown is None else shown), made.state

    return Device(made.state, step)
