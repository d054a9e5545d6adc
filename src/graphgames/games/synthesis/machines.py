"""Machines of games of synthesis, written as HOA text or as AIGER circuits.

AIGER's ASCII format is that of Biere, *The AIGER And-Inverter Graph (AIG) Format* (2007).
"""

from __future__ import annotations

from typing import IO

from graphgames.core.naming import in_quotes
from graphgames.games.synthesis.automata import Letters, Machine, Node


def hoa_text(machine: Machine) -> str:
    """Return a machine as an automaton in the HOA format whose words are what the machine does."""
    letters = machine.letters
    quoted = [in_quotes(name) for name in letters.names]
    title = "Mealy machine of the controller" if machine.player == 0 else "Moore machine of the environment"
    lines = [
        "HOA: v1",
        f'name: "{title}"',
        f"States: {len(machine.steps)}",
        f"Start: {machine.start}",
        " ".join(["AP:", str(len(quoted)), *quoted]),
        " ".join(["controllable-AP:", *map(str, letters.outputs)]),
        *([] if machine.over is None else [f"over: {machine.over}"]),
        "acc-name: all",
        "Acceptance: 0 t",
        "properties: trans-labels explicit-labels deterministic",
        "--BODY--",
    ]
    for state, steps in enumerate(machine.steps):
        lines.append(f"State: {state}")
        lines += [f"[{letters.expression(guard)}] {target}" for guard, target in steps]
    return "\n".join([*lines, "--END--", ""])


class Circuit:
    """An and-inverter graph that shares equal gates; a literal is twice a variable, plus one where it is negated."""

    def __init__(self, variables: int):
        self.first = variables + 1
        self.gates: list[tuple[int, int]] = []
        self._known: dict[tuple[int, int], int] = {}

    def both(self, a: int, b: int) -> int:
        """Return a literal that is true when both are."""
        a, b = max(a, b), min(a, b)
        if b == 0 or a == b ^ 1:
            return 0
        if b == 1 or a == b:
            return a
        if (a, b) not in self._known:
            self._known[a, b] = 2 * (self.first + len(self.gates))
            self.gates.append((a, b))
        return self._known[a, b]

    def either(self, a: int, b: int) -> int:
        """Return a literal that is true when one of them is."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def of(self, node: Node, letters: Letters, variable: dict[int, int], known: dict[Node, int]) -> int:
        """Build a set of letters out of the literals of its propositions, bottom-up without recursion."""
        stack = [node]
        while stack:
            u = stack[-1]
            if u in known:
                stack.pop()
                continue
            i, low, high = letters.branch(u)
            missing = [v for v in (low, high) if v not in known]
            stack += missing
            if not missing:
                yes, no = self.both(variable[i], known[high]), self.both(variable[i] ^ 1, known[low])
                known[u] = self.either(yes, no)
        return known[node]


def aiger(machine: Machine, binary: bool = False) -> bytes:
    """Return a machine as a circuit in AIGER's ASCII or binary format: latches hold the state's number, from 0 on.

    In the binary format inputs, latches and gates are numbered in this order, so that only differences are written.
    """
    letters = machine.letters
    seen, shown = (letters.inputs, letters.outputs) if machine.player == 0 else (letters.outputs, letters.inputs)
    forget = letters.inputs_of if machine.player == 0 else letters.outputs_of
    bits = (len(machine.steps) - 1).bit_length()
    variable = {i: 2 * (k + 1) for k, i in enumerate(seen)}
    latches = [2 * (len(seen) + k + 1) for k in range(bits)]
    circuit = Circuit(len(seen) + bits)
    known = {letters.true: 1, letters.false: 0}
    next_bit, output = [0] * bits, dict.fromkeys(shown, 0)
    for state, steps in enumerate(machine.steps):
        here = 1
        for k, latch in enumerate(latches):
            here = circuit.both(here, latch if state >> k & 1 else latch ^ 1)
        for guard, target in steps:
            taken = circuit.both(here, circuit.of(forget(guard), letters, variable, known))
            for k in range(bits):
                next_bit[k] = circuit.either(next_bit[k], taken) if target >> k & 1 else next_bit[k]
            for i in shown:
                on = circuit.of(forget(guard & letters.literal(i)), letters, variable, known)
                output[i] = circuit.either(output[i], circuit.both(here, on))
    gates = [(2 * (circuit.first + k), a, b) for k, (a, b) in enumerate(circuit.gates)]
    sizes = f"{circuit.first - 1 + len(gates)} {len(seen)} {bits} {len(output)} {len(gates)}"
    named = [
        *(f"i{k} {letters.names[i]}" for k, i in enumerate(seen)),
        *(f"o{k} {letters.names[i]}" for k, i in enumerate(output)),
    ]
    if binary:
        head = [f"aig {sizes}", *map(str, next_bit), *map(str, output.values())]
        packed = b"".join(_packed(gate - a) + _packed(a - b) for gate, a, b in gates)
        return _lines(head) + packed + _lines(named)
    head = [f"aag {sizes}", *(str(variable[i]) for i in seen)]
    head += [f"{latch} {after}" for latch, after in zip(latches, next_bit, strict=True)]
    return _lines([*head, *map(str, output.values()), *(" ".join(map(str, gate)) for gate in gates), *named])


def _lines(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def _packed(number: int) -> bytes:
    """Return a number in seven bits a byte, the lowest first; all bytes but the last have their highest bit."""
    found = bytearray()
    while number >= 128:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])


def write_machine(machine: Machine, file: IO[bytes], dialect: str = "ascii") -> None:
    """Write a machine to an open file as a circuit in AIGER's ASCII format, or in the ``"binary"`` one."""
    file.write(aiger(machine, binary=dialect == "binary"))
