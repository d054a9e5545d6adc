"""Pictures of the machines of games of synthesis: a vertex for each state, an edge for each step with its letters."""

from __future__ import annotations

from functools import singledispatch
from itertools import combinations
from typing import Any

from graphgames.core.arena import Arena
from graphgames.core.errors import GameError, counted
from graphgames.core.oracle import RatedMove
from graphgames.draw.board import View
from graphgames.draw.scene import GraphView, size
from graphgames.draw.style import BLANK, Key
from graphgames.games.synthesis.automata import Machine
from graphgames.games.synthesis.spec import Spec, spelled, variables
from graphgames.games.synthesis.spec_machines import machine as unfolded
from graphgames.games.synthesis.spec_machines import values_of
from graphgames.games.synthesis.spec_solution import SpecSolution, Turn


@singledispatch
def graph_view(thing: Any) -> GraphView:
    """Return the graph view of a thing of this kind that is no game."""
    raise GameError(f"there is no picture of {type(thing).__name__} as a graph")


@graph_view.register
def machine_graph_view(machine: Machine) -> GraphView:
    """Return the graph view of a controller, or of the environment's machine where there is none."""
    steps = [(state, *step) for state, row in enumerate(machine.steps) for step in row]
    arena = Arena.from_edges([(state, target) for state, _, target in steps], len(machine.names), labels=machine.names)
    whose = "the controller" if machine.player == 0 else "the environment"
    return GraphView(
        arena,
        f"machine of {whose}, {size(arena)}",
        start=machine.start,
        keys=(Key("text", BLANK, "beside an edge: the letters of the step", "a & !b"),),
        edge_text=lambda e: machine.named(steps[e][1]),
    )


MOST_STATES, MOST_LETTERS = 60, 1 << 10
"""A machine of more states is not drawn in the picture of a solution, one of more letters not on the page."""


@graph_view.register
def spec_graph_view(spec: Spec) -> GraphView:
    """Return the graph view of a specification: its variables, joined where a formula speaks of both."""
    names = list(spec.ranges)
    place = {name: at for at, name in enumerate(names)}
    edges: set[tuple[int, int]] = set()
    for one in (one for part in spec.formulas.values() for one in part):
        edges.update(combinations(sorted({place[name] for _, name, _ in variables(one)}), 2))
    owner = [int(name in spec.inputs) for name in names]
    arena = Arena.from_edges(sorted(edges), len(names), owner=owner, labels=names)
    keys = (
        Key("text", BLANK, "round: an output of the system", "o"),
        Key("text", BLANK, "square: an input, which the environment chooses", "i"),
    )
    title = f"variables of a specification, {counted(len(edges), 'pair')} joined by formulas"
    return GraphView(arena, title, keys=keys, directed=False)


@graph_view.register
def spec_solution_graph_view(solution: SpecSolution) -> GraphView:
    """Return the graph view of the winner's machine; where that is large, of the goals in their turn."""
    machine = solution.machine()
    if machine is not None and len(machine.steps) <= MOST_STATES:
        return machine_graph_view(machine)
    player = int(not solution.realizable)
    plain = solution.problem.kind == "specification"
    goals = solution.problem.goals()[1 - player] if plain else solution.problem.condition()[1]
    arena = Arena.from_edges(
        [(k, (k + 1) % len(goals)) for k in range(len(goals))], len(goals), labels=[spelled(one) for one in goals]
    )
    what = "mark" if not plain else "assumption" if player else "goal"
    return GraphView(arena, f"{counted(len(goals), what)} of {solution!r}, in their turn", start=0 if goals else None)


def view(solution: SpecSolution, test: int) -> View | None:
    """Return the view of the plays of a specification on the winner's machine; None where that is large.

    Where the play stands is the state of the machine, as long as the winner has chosen what the machine chooses.
    """
    machine = unfolded(solution.strategy(), MOST_LETTERS)
    if machine is None or len(machine.steps) > MOST_STATES:
        return None
    known, player = machine_states(solution, machine), machine.player

    def pawns(turn: Any) -> tuple[int, ...]:
        turn = solution.turn(turn)
        if turn.now is None:
            return (machine.start,)
        state = known.get((turn.memory[1 - player], turn.now))
        return () if state is None else (state,)

    def ends(turn: Any, move: RatedMove) -> tuple[int, int]:
        before, after = (next(iter(pawns(one)), -1) for one in (turn, move.position))
        return (before if solution.turn(turn).shown is not None and after >= 0 else -1), after

    return View(machine_graph_view(machine), pawns, ends)


def machine_states(solution: SpecSolution, machine: Machine) -> dict[tuple[Any, tuple[int, ...]], int]:
    """Return in which state the winner's machine is, by what he remembers and the values of the variables."""
    spec, tactic = solution.problem, solution.strategy().tactic
    found: dict[tuple[Any, tuple[int, ...]], int] = {}
    waiting: list[tuple[int, Turn]] = [(machine.start, Turn())]
    for state, turn in waiting:  # the list grows while it is walked
        for guard, target in machine.steps[state]:
            for values in values_of(spec, machine.letters, guard) if target != machine.over else ():
                memory = tactic.begin if turn.now is None else tactic.next(turn.memory, solution.values(turn), values)
                key = memory, tuple(values.values())
                if key not in found:
                    found[key] = target
                    waiting.append((target, Turn(key[1], memory=memory)))
    return found
