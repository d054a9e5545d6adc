"""Circuits in the AIGER format, as other tools write controllers, turned into automata that a checker reads.

The formats are those of Biere, *The AIGER And-Inverter Graph (AIG) Format* (2007); latches are 0 at first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import product

from graphgames.core.errors import Fault, FormatError, LimitExceededError
from graphgames.core.naming import in_quotes
from graphgames.core.numbering import Numbering

_EXPECTED = "a circuit in the AIGER format: aag M I L O A or aig M I L O A, then its literals, gates and names"
MOST = 1 << 20
"""Steps at most, one for each state of the latches that is come to and each input."""


class _UnsoundError(ValueError):
    """What is wrong with a circuit, in words."""


class _Circuit:
    """A circuit: literals of its inputs and outputs, what follows each latch, and gates, each after what it needs."""

    def __init__(self, data: bytes):
        head, _, rest = data.partition(b"\n")
        form, *sizes = head.split()
        most, inputs, latches, outputs, gates, *others = map(_number, sizes)
        if form not in (b"aag", b"aig") or any(others) or most > MOST:
            raise ValueError
        binary = form == b"aig"
        self.rest, self.inputs = rest, [2 * (k + 1) for k in range(inputs)]
        if not binary:
            self.inputs = [self._row(1)[0] for _ in range(inputs)]
        rows = [self._row(1, 2) if binary else self._row(2, 3) for _ in range(latches)]
        first = [2 * (inputs + k + 1) for k in range(latches)] if binary else [row[0] for row in rows]
        if any(row[2 - binary :] not in ([], [0]) for row in rows):
            raise _UnsoundError("a latch is not 0 at first")
        self.latches = list(zip(first, (row[1 - binary] for row in rows), strict=True))
        self.outputs = [self._row(1)[0] for _ in range(outputs)]
        start = 2 * (inputs + latches + 1)
        self.gates = [self._packed(start + 2 * k) for k in range(gates)] if binary else self._sorted(gates)
        defined = [*self.inputs, *first, *(gate for gate, _, _ in self.gates)]
        if (
            len(self.gates) < gates
            or len({*defined}) < len(defined)
            or any(x & 1 or not 0 < x <= 2 * most for x in defined)
        ):
            raise _UnsoundError("something is defined twice, or an odd literal, 0, or one beyond 2 M")
        known, places = {0, *defined}, zip("ilo", (inputs, latches, outputs), strict=True)
        names = [*self._names()]
        self.names = dict(names)
        if len(self.names) < len(names) or not {*self.names} <= {f"{x}{k}" for x, size in places for k in range(size)}:
            raise _UnsoundError("something has two names, or a name is for something that does not exist")
        used = [*self.outputs, *(after for _, after in self.latches), *(x for gate in self.gates for x in gate[1:])]
        if any(literal & ~1 not in known for literal in used):
            raise _UnsoundError("a literal is used that nothing defines")

    def _row(self, *lengths: int) -> list[int]:
        line, _, self.rest = self.rest.partition(b"\n")
        row = [_number(word) for word in line.split()]
        if len(row) not in lengths:
            raise ValueError
        return row

    def _packed(self, gate: int) -> tuple[int, int, int]:
        a = gate - self._delta()
        b = a - self._delta()
        if not 0 <= b <= a < gate:
            raise ValueError
        return gate, a, b

    def _delta(self) -> int:
        """Return the next number, in seven bits a byte, the lowest first."""
        end = next(k for k, byte in enumerate(self.rest) if byte < 128)
        taken, self.rest = self.rest[: end + 1], self.rest[end + 1 :]
        return sum((byte & 127) << 7 * k for k, byte in enumerate(taken))

    def _sorted(self, count: int) -> list[tuple[int, int, int]]:
        """Return gates with each after those that it needs; raise `ValueError` if they go round."""
        rows = {gate: (gate, one, other) for gate, one, other in (self._row(3) for _ in range(count))}
        needs = {gate: [literal & ~1 for literal in row[1:] if literal & ~1 in rows] for gate, row in rows.items()}
        try:
            return [rows[gate] for gate in TopologicalSorter(needs).static_order()]
        except CycleError:
            raise _UnsoundError("a gate depends on itself, or the gates are out of order") from None

    def _names(self) -> Iterator[tuple[str, str]]:
        for line in self.rest.decode("utf-8").removesuffix("\n").split("\n") if self.rest else ():
            if line == "c":
                return
            place, _, name = line.partition(" ")
            yield place, name

    def step(self, state: Sequence[bool], given: Sequence[bool]) -> tuple[list[bool], tuple[bool, ...]]:
        """Return the outputs and the next state."""
        on = {0: False, **dict(zip(self.inputs, given, strict=True))}
        on |= {latch: bit for (latch, _), bit in zip(self.latches, state, strict=True)}

        def holds(literal: int) -> bool:
            return on[literal & ~1] != bool(literal & 1)

        for gate, a, b in self.gates:
            on[gate] = holds(a) and holds(b)
        return [holds(one) for one in self.outputs], tuple(holds(after) for _, after in self.latches)


def _number(word: bytes) -> int:
    """Return the number that a word is, which has nothing but digits; raise `ValueError` if it is none."""
    if not word.isdigit():
        raise ValueError
    return int(word)


def hoa_of(data: bytes, name: str) -> bytes:
    """Return the circuit of a controller as an automaton in the HOA format, whose words are what the circuit does.

    Inputs are what the environment chooses, and outputs what the controller answers at once.

    Raise `FormatError` if it is no such circuit, or its inputs and outputs have no names, which say what they are.
    Raise `LimitExceededError` if it has more than 2^20 steps, one for each state that is come to and each input.
    """
    try:
        circuit = _Circuit(data)
    except (ValueError, StopIteration, UnicodeDecodeError) as error:
        why = f": {error}" if isinstance(error, _UnsoundError) else ""
        raise FormatError([Fault(f"this is no circuit{why}", expected=_EXPECTED)], name) from None
    places = [*(f"i{k}" for k in range(len(circuit.inputs))), *(f"o{k}" for k in range(len(circuit.outputs)))]
    if unnamed := [place for place in places if place not in circuit.names]:
        raise FormatError([Fault(f"{unnamed[0]} has no name", expected=f"a line such as: {unnamed[0]} request")], name)
    letters = list(product((False, True), repeat=len(circuit.inputs)))
    number, lines = Numbering([(False,) * len(circuit.latches)]), list[str]()
    for state in number.found:
        if len(letters) * len(number) > MOST:
            raise LimitExceededError(f"{name} has more than {MOST:,} steps, too many to check one after the other")
        lines.append(f"State: {number[state]}")
        for given in letters:
            answer, after = circuit.step(state, given)
            guard = "&".join("!" * (not on) + str(k) for k, on in enumerate((*given, *answer))) or "t"
            lines.append(f"[{guard}] {number[after]}")
    quoted = [in_quotes(circuit.names[place]) for place in places]
    head = ["HOA: v1", f"States: {len(number)}", "Start: 0", " ".join(["AP:", str(len(quoted)), *quoted])]
    answers = map(str, range(len(circuit.inputs), len(quoted)))
    head += [" ".join(["controllable-AP:", *answers]), "acc-name: all", "Acceptance: 0 t", "--BODY--"]
    return "\n".join([*head, *lines, "--END--", ""]).encode()
