"""Controllers in files of any tool, and the specifications that they are checked with by the reference checker.

A formula, or an automaton, need not say who chooses what: the controller says it, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

from graphgames.core.errors import GraphGamesError
from graphgames.formats import guess
from graphgames.formats.problem_json import write_problem
from graphgames.games.synthesis.circuits import hoa_of
from graphgames.games.synthesis.spec import Spec
from graphgames.readers.source import Source

_HOA = b"HOA:"


def texts(specification: Source, controller: Source, read: Callable[[bytes], Any]) -> tuple[bytes, bytes] | None:
    """Return a specification and a controller as the reference checker reads them; None for another problem."""
    asked = specification.to_bytes()
    if is_formula_alone(asked, specification.name) or is_automaton_alone(asked):
        asked = with_sides(asked, in_hoa(controller))
    problem = read(asked)
    if getattr(getattr(problem, "automaton", None), "players", None) is not None:
        raise GraphGamesError(
            f"{specification.name} is a game of Spot's, for which graphgames synth FILE --verify checks the "
            "controller that it finds; one in a file is not checked"
        )
    if isinstance(problem, Spec):
        written = BytesIO()
        write_problem(problem, written)
        return written.getvalue(), in_hoa(controller)
    by_text = asked.lstrip().startswith(_HOA) or getattr(problem, "formula", None) is not None
    return (asked, in_hoa(controller)) if by_text else None


def in_hoa(controller: Source) -> bytes:
    """Return a controller in HOA, which may be a circuit."""
    data = controller.to_bytes()
    return data if data.lstrip().startswith(_HOA) else hoa_of(data, controller.name)


def is_formula_alone(file: bytes, path: str) -> bool:
    """Return whether a file holds a formula of LTL, and no line that says who chooses what."""
    return not re.search(rb"(?m)^[ \t]*(in|out)puts[ \t]*:", file) and guess(Source(file, path)).name == "ltl"


def is_automaton_alone(file: bytes) -> bool:
    """Return whether a file is an automaton in HOA whose headers do not say who chooses what."""
    head = file.partition(b"--BODY--")[0]
    return head.startswith(b"HOA:") and not re.search(rb"(?<!\S)(controllable-AP|spot[-.]state-player):", head)


def with_sides(specification: bytes, controller: bytes) -> bytes:
    """Return a formula, or an automaton, that also says who chooses what, by the propositions of a controller."""
    names = propositions(controller)
    answered = {
        int(k) for line in re.findall(rb"(?<!\S)controllable-AP:([\s\d]*)", controller)[:1] for k in line.split()
    }
    sides = [[name for k, name in enumerate(names) if (k in answered) is out] for out in (False, True)]
    if not specification.startswith(b"HOA:"):
        return b"%b\ninputs: %b\noutputs: %b\n" % (specification, *map(b" ".join, sides))
    numbers = (str(k).encode() for k, name in enumerate(propositions(specification)) if name in sides[True])
    head, body, rest = specification.partition(b"--BODY--")
    return b"%bcontrollable-AP: %b\n%b%b" % (head, b" ".join(numbers), body, rest)


AP = rb'(?<!\S)AP:\s*\d+(?:\s*"(?:[^"\\]|\\.)*")*'
"""The header of an automaton in HOA with its propositions, on a line of its own or not."""


def propositions(automaton: bytes) -> list[bytes]:
    """Return the names of the propositions of an automaton in HOA."""
    return re.findall(rb'"((?:[^"\\]|\\.)*)"', b"".join(re.findall(AP, automaton)[:1]))
