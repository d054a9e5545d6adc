"""Parity games step by step: Zielonka's recursion (McNaughton 1993, Zielonka 1998)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from typing import cast

from graphgames.core.arena import owners
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few, layers, within
from graphgames.games.parity.objective import Parity

Regions = tuple[set[int], set[int]]

ABOUT = "What is dim is left aside; colours show who wins in the part in question, the notes are the priorities"


def walkthrough(solution: ArenaSolution) -> Walkthrough:
    """Return Zielonka's recursion on the game; where edges have the priorities, with a vertex for each such edge."""
    game, n = solution.problem.vertex_form, solution.arena.n
    parts = "; an edge with a priority counts as a vertex" * (game is not solution.problem)
    return Walkthrough("Zielonka's recursion", f"{ABOUT}{parts} (Zielonka 1998).", lambda: recursion(game, n))


def recursion(game: Game, n: int) -> Iterator[Step]:
    """Yield the steps of Zielonka's recursion on a parity game of whose vertices the first n are shown."""
    return within(_ByPriority(game).solve(set(range(game.arena.n)), 0), game.arena, n)


class Recursion:
    """Who wins in the part of a game that is looked at, as far as that is known, and what steps say of it."""

    def __init__(self, game: Game, notes: Mapping[int, str]):
        self.game, self.arena, self.notes = game, game.arena, notes
        self.owner, self.winner = owners(game.arena).tolist(), [OPEN] * game.arena.n

    def step(self, says: str, lit: set[int], among: set[int], depth: int) -> Step:
        """Return a step: what it says, the vertices that are lit, the part that is looked at, and how deep it is."""
        return Step(says, tuple(self.winner), sorted(lit), self.notes, sorted(among), depth)

    def decide(self, part: set[int], player: int) -> None:
        """Note that a player wins from some vertices."""
        for v in part:
            self.winner[v] = player

    def attract(self, into: set[int], among: set[int], player: int, depth: int) -> Generator[Step, None, set[int]]:
        """Yield the layers of an attractor, and return all of it."""
        region = set(into)
        for layer in layers(self.arena, self.owner, among, into, player):
            region.update(layer)
            self.decide(set(layer), player)
            yield self.step(f"{self.game.players[player]} attracts {few(self.arena, layer)}.", set(layer), among, depth)
        return region


class _ByPriority(Recursion):
    def __init__(self, game: Game):
        self.objective = cast("Parity", game.objective)
        self.priority = self.objective.priorities(game.arena).tolist()
        numbers = self.objective.numbers
        super().__init__(game, {} if numbers is None else {v: f"p {p}" for v, p in enumerate(numbers.tolist())})

    def solve(self, among: set[int], depth: int) -> Generator[Step, None, Regions]:
        """Yield the steps on a part of the game, and return who wins where in it."""
        if not among:
            return set(), set()
        top = max(self.priority[v] for v in among)
        player, heads = top & 1, {v for v in among if self.priority[v] == top}
        who, other = self.game.players[player], self.game.players[1 - player]
        which, number = self.objective.which[0], self.notes[next(iter(heads))].removeprefix("p ")
        self.decide(among, OPEN)
        self.decide(heads, player)
        good = f"The {which} priority of this part is {number}, which is good for {who}"
        yield self.step(f"{good}, who attracts to {few(self.arena, heads)}.", heads, among, depth)
        region = yield from self.attract(heads, among, player, depth)
        rest = among - region
        if rest:
            yield self.step(f"What is left is solved first: {few(self.arena, rest)}.", rest, rest, depth + 1)
        inner = yield from self.solve(rest, depth + 1)
        lost = inner[1 - player]
        if not lost:
            self.decide(among, player)
            how = f"{other} wins nothing of what was left" if rest else "Nothing is left"
            yield self.step(f"{how}, so {who} wins all of this part.", among, among, depth)
            return (among, set()) if player == 0 else (set(), among)
        self.decide(among - lost, OPEN)
        says = f"{other} wins {few(self.arena, lost)} of what was left, and so here, too; {other} attracts to that."
        yield self.step(says, lost, among, depth)
        lost = yield from self.attract(lost, among, 1 - player, depth)
        rest = among - lost
        if rest:
            yield self.step(f"The rest is solved again: {few(self.arena, rest)}.", rest, rest, depth + 1)
        again = yield from self.solve(rest, depth + 1)
        for side in (0, 1):
            self.decide(again[side], side)
        self.decide(lost, 1 - player)
        found = (again[0] | (lost if player == 1 else set()), again[1] | (lost if player == 0 else set()))
        yield self.step(
            f"Together: {who} wins {len(found[player])} vertices of this part, {other} {len(found[1 - player])}.",
            set(),
            among,
            depth,
        )
        return found
