"""Machines as graphs in the language of Graphviz."""

from __future__ import annotations

from typing import IO

from graphgames.core.naming import in_quotes
from graphgames.games.synthesis.automata import Machine


def dot_text(machine: Machine) -> str:
    """Return a machine in DOT: a vertex for each state, and beside each edge the letters of the step."""
    lines = ["digraph machine {", "  rankdir=LR;", '  begin [shape=point, label=""];', f"  begin -> {machine.start};"]
    lines += [f"  {state} [label={in_quotes(name)}];" for state, name in enumerate(machine.names)]
    for state, steps in enumerate(machine.steps):
        lines += [f"  {state} -> {target} [label={in_quotes(machine.named(guard))}];" for guard, target in steps]
    return "\n".join([*lines, "}", ""])


def write_machine(machine: Machine, file: IO[bytes]) -> None:
    """Write a machine to an open file as a graph."""
    file.write(dot_text(machine).encode())
