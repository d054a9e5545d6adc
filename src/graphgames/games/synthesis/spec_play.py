"""Plays of a specification: a person is the environment or the system, and chooses inputs or outputs step by step."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import partial

from graphgames.catalogue.find import by_class
from graphgames.core.acceptance import atoms, holds
from graphgames.core.ending import Ending
from graphgames.core.oracle import RatedMove
from graphgames.games.synthesis.spec import Spec, spelled
from graphgames.games.synthesis.spec_solution import SpecSolution, Turn
from graphgames.play.adapter import GameAdapter

player = by_class()


@player.register
def spec_player(solution: SpecSolution, start: Hashable, test: int, person: int | None) -> GameAdapter:
    """Return the game adapter; a play begins before the first step unless a state is given."""
    spec = solution.problem
    return GameAdapter(
        solution,
        solution.turn(start),  # type: ignore[arg-type]
        "Step by step the environment chooses the inputs, and then the system the outputs.",
        players=spec.players,
        aims=("to meet the specification", "that the specification is not met"),
        mover=lambda turn, made: solution.mover(turn),
        render=partial(render, solution),
        name=partial(name, solution),
        meant=solution.turn,
        ending=partial(ending, solution),
        loop_ending=partial(loop_ending, solution),
        loop_rule="Where a play goes round, it is decided which goals are met on the way.",
    )


def values_in_words(spec: Spec, values: Mapping[str, int]) -> str:
    """Return values in words: of truth values those that are true.

    >>> values_in_words(Spec({"door": bool}, {"room": (0, 3)}), {"door": 0, "room": 2})
    '!door room=2'
    """
    parts = [
        f"{'' if value else '!'}{name}" if spec.ranges[name].boolean else f"{name}={value}"
        for name, value in values.items()
    ]
    return " ".join(parts) or "nothing"


def render(solution: SpecSolution, turn: Turn) -> str:
    """Return a position in a line."""
    spec = solution.problem
    here = "the beginning" if turn.now is None else f"now {values_in_words(spec, solution.values(turn))}"
    asked = "" if turn.shown is None else f"; the inputs are {values_in_words(spec, solution.inputs(turn))}"
    waits = solution.waits(solution.turn(turn), 0)
    return f"{here}{asked}{'; ' * bool(waits)}{waits}"


def name(solution: SpecSolution, turn: Turn, move: RatedMove) -> str:
    """Return a move as what is chosen."""
    after, spec = move.position, solution.problem
    if turn.shown is None:
        return values_in_words(spec, solution.inputs(after))
    values = solution.values(after)
    return values_in_words(spec, {one: values[one] for one in spec.outputs})


def ending(solution: SpecSolution, turn: Turn, mover: int) -> Ending | None:
    """Return how a play ends where the player to move cannot keep to the rules."""
    if turn.reached:
        return Ending(0, "the play has reached its goal")
    if solution.best_moves(turn):
        return None
    return Ending(1 - mover, f"{solution.problem.players[mover]} has no move that its rules allow")


def loop_ending(solution: SpecSolution, loop: Sequence[Turn]) -> Ending:
    """Return who wins a play that goes round."""
    states = [solution.values(turn) for turn in loop if turn.shown is None]
    steps = list(zip(states, [*states[1:], states[0]], strict=True))
    spec = solution.problem
    formula, marks = spec.condition()
    seen = {i for i, mark in enumerate(marks) if any(spec.holds(mark, now, then) for now, then in steps)}
    names = [spelled(marks[i]) for i in sorted({i for _, i in atoms(formula)} - seen)]
    kept = "each goal is met again and again" if marks else "and no rule is broken"
    missed = f"without {', '.join(names)}" if names else kept
    return Ending(int(not holds(formula, seen)), f"the play repeats itself for ever, {missed}")
