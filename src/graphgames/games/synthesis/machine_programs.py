"""Machines as programs that need nothing else: a class in Python with a table of its steps."""

from __future__ import annotations

from typing import IO, Any

from graphgames.games.synthesis.automata import Machine

_CONTROLLER = '''"""A controller, by graphgames. It needs nothing but Python."""


class Controller:
    """Answers inputs with outputs, step by step: ``outputs = Controller().step({SAMPLE})``."""

    inputs = {SEEN}
    outputs = {SHOWN}
    numbers = {NUMBERS}
    """For each number the least value; its bits are called name@0, name@1, ..."""
    start = {START}
    steps = {STEPS}
    """For each state (condition on the inputs, outputs, next state), of which one fits."""

    def __init__(self):
        self.state = self.start

    def step(self, inputs):
        """Return the outputs, as a dictionary, for a value of each input."""
        bits = {name: self._bit(inputs, name) for name in self.inputs}
        for condition, outputs, after in self.steps[self.state]:
            if all(bits[name] == value for name, value in condition.items()):
                self.state = after
                return self._values(outputs)
        raise ValueError(f"there is no answer to {inputs}")
'''

_ENVIRONMENT = '''"""An environment that no controller can answer, by graphgames. It needs nothing but Python."""


class Environment:
    """Shows inputs; ``Environment().step({SAMPLE})`` takes the outputs and returns the next inputs."""

    inputs = {SHOWN}
    outputs = {SEEN}
    numbers = {NUMBERS}
    """For each number the least value; its bits are called name@0, name@1, ..."""
    start = {START}
    steps = {STEPS}
    """For each state (condition on the outputs, inputs, next state), of which one fits."""

    def __init__(self):
        self.state = self.start

    def show(self):
        """Return the inputs, as a dictionary."""
        return self._values(self.steps[self.state][0][1])

    def step(self, outputs):
        """Return the next inputs, as a dictionary, for a value of each output."""
        bits = {name: self._bit(outputs, name) for name in self.outputs}
        for condition, _, after in self.steps[self.state]:
            if all(bits[name] == value for name, value in condition.items()):
                self.state = after
                return self.show()
        raise ValueError(f"there is no step for {outputs}")
'''

_SHARED = '''
    @property
    def over(self):
        """Whether the other side has broken its rules, after which any answer is right."""
        return self.state == {OVER}

    def _bit(self, values, name):
        """Return a bit of the values."""
        number, _, k = name.rpartition("@")
        if number in self.numbers:
            return (values[number] - self.numbers[number]) >> int(k) & 1
        return int(bool(values[name]))

    def _values(self, bits):
        """Return values with their bits put together."""
        found = {}
        for name, bit in bits.items():
            number, _, k = name.rpartition("@")
            if number in self.numbers:
                found[number] = found.get(number, self.numbers[number]) + (bit << int(k))
            else:
                found[name] = bit
        return found
'''


def python_text(machine: Machine) -> str:
    """Return the text of a Python class that does what the machine does."""
    letters = machine.letters
    seen, shown = (letters.inputs, letters.outputs) if machine.player == 0 else (letters.outputs, letters.inputs)

    def row(cube: dict[int, bool], target: int) -> Any:
        condition = {letters.names[i]: int(cube[i]) for i in seen if i in cube}
        return condition, {letters.names[i]: int(cube.get(i, False)) for i in shown}, target

    rows = [[row(cube, to) for guard, to in steps for cube in letters.cubes(guard)] for steps in machine.steps]
    names = {
        "SEEN": [letters.names[i] for i in seen],
        "SHOWN": [letters.names[i] for i in shown],
        "NUMBERS": dict(machine.numbers),
        "START": machine.start,
        "SAMPLE": {letters.names[i].partition("@")[0]: 0 for i in seen},
    }
    text = _CONTROLLER if machine.player == 0 else _ENVIRONMENT
    for name, value in names.items():
        text = text.replace("{" + name + "}", repr(value))
    lines = "".join(f"        {row!r},\n" for row in rows)
    return text.replace("{STEPS}", f"[\n{lines}    ]") + _SHARED.replace("{OVER}", repr(machine.over))


def write_machine(machine: Machine, file: IO[bytes]) -> None:
    """Write a machine to an open file as a Python class."""
    file.write(python_text(machine).encode())
