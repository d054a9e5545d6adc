"""Büchi games step by step: traps are found and removed, round by round (McNaughton 1993)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from graphgames.core.arena import owners
from graphgames.core.game import Game
from graphgames.core.naming import with_article
from graphgames.core.objective import Marking
from graphgames.core.solution import ArenaSolution
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few, layers, within


def walkthrough(solution: ArenaSolution) -> Walkthrough:
    """Return the rounds of the classical algorithm; where edges have the marks, with a vertex for each such edge."""
    game, n = solution.problem.vertex_form, solution.arena.n
    about = (
        "Each round finds from where the marks can be forced, and removes what is lost; the notes count moves to a mark"
    )
    parts = "; an edge with a mark counts as a vertex" * (game is not solution.problem)
    title = "Traps, round by round"
    return Walkthrough(title, f"{about}{parts} (McNaughton 1993).", lambda: within(_rounds(game), game.arena, n))


def _rounds(game: Game) -> Iterator[Step]:
    arena, objective = game.arena, cast("Marking", game.objective)
    owner, seeker, mask = owners(arena).tolist(), int(not objective.good), objective.mask
    who, other = game.players[seeker], game.players[1 - seeker]
    one, several = objective.marked_things
    winner, left, turn = [OPEN] * arena.n, set(range(arena.n)), 0
    while left:
        turn += 1
        reached = {v for v in left if mask[v]}
        notes = dict.fromkeys(reached, "0")
        says = f"Round {turn}: {who} wants to reach {with_article(one)}" + " of what is left" * (turn > 1)
        yield Step(f"{says}: {few(arena, reached) or f'there are no {several}'}.", winner, sorted(reached), notes, left)
        for far, layer in enumerate(layers(arena, owner, left, reached, seeker), 1):
            reached |= set(layer)
            notes = notes | dict.fromkeys(layer, str(far))
            says = f"From {few(arena, layer)} {who} can force {with_article(one)}."
            yield Step(says, winner, layer, notes, left)
        trap = left - reached
        if not trap:
            winner = [seeker if v in left else known for v, known in enumerate(winner)]
            says = f"From all that is left {who} can force {with_article(one)} again and again, and wins."
            yield Step(says, winner, sorted(left), notes, left)
            return
        lost = set(trap)
        winner = [1 - seeker if v in lost else known for v, known in enumerate(winner)]
        says = f"In {few(arena, trap)} {other} keeps the play away from every one of the {several}, and wins."
        yield Step(says, winner, sorted(trap), notes, left)
        for layer in layers(arena, owner, left, trap, 1 - seeker):
            lost |= set(layer)
            winner = [1 - seeker if v in lost else known for v, known in enumerate(winner)]
            says = f"From {few(arena, layer)} {other} can force the play there, and wins, too."
            yield Step(says, winner, layer, notes, left)
        left = left - lost
    yield Step(f"Nothing is left: {other} wins everywhere.", winner)
