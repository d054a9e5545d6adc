"""Games of synthesis by their definition: every controller against every environment, each run to its cycle."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import product

Answers = dict[tuple[int, bool], bool]
"""The controller's output for each state and input."""


@dataclass
class Table:
    """An automaton over one input (proposition 0) and one output (1), letter by letter."""

    states: int
    acceptance: str
    moves: dict[tuple[int, bool, bool], tuple[int, frozenset[int]]]
    at_states: bool

    def text(self, implicit: bool = False) -> bytes:
        """The automaton as HOA text."""
        lines = [f'HOA: v1 States: {self.states} Start: 0 AP: 2 "in" "out" controllable-AP: 1']
        lines += [f"Acceptance: {self.acceptance}", "--BODY--"]
        for s in range(self.states):
            moves = [((s, u, c), self.moves.get((s, u, c))) for c in (False, True) for u in (False, True)]
            colours = next((move[1] for _, move in moves if move), frozenset()) if self.at_states else frozenset()
            lines.append(f"State: {s} {_braces(colours)}")
            for (_, u, c), move in moves:
                if move is not None:
                    label = "" if implicit else f"[{'!' * (not u)}0 & {'!' * (not c)}1]"
                    lines.append(f"  {label} {move[0]} {'' if self.at_states else _braces(move[1])}")
        return "\n".join([*lines, "--END--"]).encode()

    def accepts(self, answers: Answers, inputs: list[bool]) -> bool:
        """Whether the run of these two from state 0 is accepted."""
        walk: list[int] = []
        seen: list[frozenset[int]] = []
        state = 0
        while state not in walk:
            walk.append(state)
            move = self.moves.get((state, inputs[state], answers[state, inputs[state]]))
            if move is None:
                return False
            seen.append(move[1])
            state = move[0]
        return holds(self.acceptance, frozenset().union(*seen[walk.index(state) :]))

    def controllers(self) -> list[Answers]:
        """Every controller without memory beyond the state."""
        keys = [(s, u) for s in range(self.states) for u in (False, True)]
        return [dict(zip(keys, bits, strict=True)) for bits in product((False, True), repeat=len(keys))]

    def environments(self) -> list[list[bool]]:
        """Every environment without memory beyond the state."""
        return [list(bits) for bits in product((False, True), repeat=self.states)]

    def realizable(self) -> bool:
        """Whether some controller has every run accepted."""
        return any(all(self.accepts(f, e) for e in self.environments()) for f in self.controllers())


def holds(acceptance: str, often: frozenset[int]) -> bool:
    """Whether a condition holds when these sets are seen infinitely often; Python reads the formula."""
    names = {"Inf": lambda c: c in often, "Fin": lambda c: c not in often, "t": True, "f": False}
    return bool(eval(acceptance.split(" ", 1)[1].replace("&", " and ").replace("|", " or "), {}, names))


def parity_condition(colours: int, greatest: bool, even: bool) -> str:
    """The formula of the format's document for parity max or min, even or odd."""
    text = ""
    for c in range(colours) if greatest else reversed(range(colours)):
        good = (c % 2 == 0) == even
        inner = f" {'|' if good else '&'} ({text})" if text else ""
        text = f"{'Inf' if good else 'Fin'}({c}){inner}"
    return f"{colours} {text or ('t' if greatest != even else 'f')}"


def random_table(rng: random.Random, states: int, acceptance: str, at_states: bool, complete: bool = False) -> Table:
    """Some automaton; edges without colours and with two, and letters without edges, occur."""
    colours = int(acceptance.split()[0])

    def some() -> frozenset[int]:
        return frozenset(rng.sample(range(colours), min(colours, rng.choice([0, 1, 1, 1, 2]))))

    own = [some() for _ in range(states)]
    moves = {
        (s, u, c): (rng.randrange(states), own[s] if at_states else some())
        for s in range(states)
        for u in (False, True)
        for c in (False, True)
        if complete or rng.random() < 0.92
    }
    return Table(states, acceptance, moves, at_states)


def _braces(colours: frozenset[int]) -> str:
    return "{" + " ".join(map(str, sorted(colours))) + "}" if colours else ""
