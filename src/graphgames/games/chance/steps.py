"""Games of chance step by step: brackets of the probabilities close (Kelmendi, Krämer, Křetínský, Weininger 2018)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

import numpy as np

from graphgames.core.certificate import in_moves
from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.steps import OPEN, Course, Step, few, sweeps
from graphgames.core.value import Bracket, in_words, plain
from graphgames.games.chance.certificate import StepValues
from graphgames.games.chance.objective import BoundedReachProbability, Probability
from graphgames.games.chance.reaching_form import MAX, MIN, Reaching, end_components


def steps(solution: ArenaSolution) -> Course | None:
    """Return the sweeps of value iteration with lower and upper bounds; None for other objectives."""
    game = solution.problem
    if isinstance(solution.certificate, StepValues):
        about = "The notes are the probabilities with so many moves left; the checker proves them (Bellman 1957)."
        return Course("Backwards, move by move", about, lambda: _backwards(solution))
    if not isinstance(game.objective, Probability) or isinstance(game.objective, BoundedReachProbability):
        return None
    about = (
        "Each sweep raises what is surely reached and lowers what is still possible; where players could go round in "
        "vain, the upper bound falls to what can be had by leaving. The notes are the brackets"
    )
    return Course("Value iteration with brackets", f"{about} (Kelmendi et al. 2018).", lambda: _sweeps(game))


def _backwards(solution: ArenaSolution) -> Iterator[Step]:
    proof = solution.certificate
    assert isinstance(proof, StepValues)
    before: list[Any] = []
    for left, values in enumerate(proof.values):
        now = values.tolist()
        lit = [v for v, value in enumerate(now) if before and value != before[v]]
        changed = f" More is possible at {few(solution.arena, lit)}." * bool(lit)
        winner = [0 if value == 1 else OPEN for value in now]
        if left + 1 == len(proof.values):
            winner = solution.winner.tolist()
        says = f"With {in_moves(left)} left.{changed}" if left else "With no move left: 1 at the target, 0 elsewhere."
        yield Step(says, winner, lit, {v: in_words(value) for v, value in enumerate(now)})
        before = now


class _Bounds:
    """Lower and upper bounds of the probability that Max reaches the target."""

    def __init__(self, reaching: Reaching):
        self.game, self.arena = reaching, reaching.arena
        self.over = (reaching.target | reaching.lost | (self.arena.out_degree == 0)).tolist()
        self.owner, self.heads = reaching.owner.tolist(), self.arena.successors.tolist()
        self.low: list[Any] = [int(one) for one in reaching.target]
        self.high: list[Any] = [
            int(target or not hopeless) for target, hopeless in zip(reaching.target, reaching.hopeless, strict=True)
        ]

    def edges(self, v: int) -> range:
        return range(int(self.arena.indptr[v]), int(self.arena.indptr[v + 1]))

    def swept(self, value: Sequence[Any]) -> list[Any]:
        """Return what each vertex is worth if the next ones are worth this."""
        found = list(value)
        for v in range(self.arena.n):
            if self.over[v]:
                continue
            edge_values = [value[self.heads[e]] for e in self.edges(v)]
            if self.owner[v] == CHANCE:
                likely = [cast("Any", self.arena.probability_of(e)) for e in self.edges(v)]
                found[v] = plain(sum(p * one for p, one in zip(likely, edge_values, strict=True)))
            else:
                found[v] = max(edge_values) if self.owner[v] == MAX else min(edge_values)
        return found

    def sweep(self) -> None:
        """Raise the lower and lower the upper bounds."""
        self.low = self.swept(self.low)
        self.high = [min(new, old) for new, old in zip(self.swept(self.high), self.high, strict=True)]
        self.leave()

    def leave(self) -> None:
        """Where Min need not let Max out of an end component, Max gets no more than at the best way out."""
        kept = self.game.live.copy()
        for v in range(self.arena.n):
            if self.owner[v] == MIN and not self.over[v]:
                for e in self.edges(v):
                    kept[e] &= self.low[self.heads[e]] == self.low[v]
        blocks, _, within = end_components(self.game, kept, ~np.array(self.over))
        block = blocks.tolist()
        for b in np.flatnonzero(within).tolist():
            inside = [v for v in range(self.arena.n) if block[v] == b]
            ways = [
                self.high[self.heads[e]]
                for v in inside
                if self.owner[v] == MAX
                for e in self.edges(v)
                if block[self.heads[e]] != b
            ]
            best = max(ways, default=0)
            for v in inside:
                self.high[v] = min(self.high[v], best)


def _sweeps(game: Game) -> Iterator[Step]:
    reaching = Reaching.of(game)
    bounds, wants = _Bounds(reaching), cast("Probability", game.objective).reaching(game.arena)[2]
    known = [OPEN] * game.arena.n
    for k, seen in [(0, True), *sweeps(60)]:
        before = bounds.low, bounds.high
        if k:
            bounds.sweep()
        if not seen:
            continue
        pairs = [
            (a, b) if wants == MAX else (plain(1 - b), plain(1 - a))
            for a, b in zip(bounds.low, bounds.high, strict=True)
        ]
        winner = [0 if a == 1 else 1 if b == 0 else DRAW if a > 0 and b < 1 else OPEN for a, b in pairs]
        lit = [v for v in range(game.arena.n) if winner[v] != known[v]]
        known = winner
        notes = {v: in_words(Bracket(a, b)) for v, (a, b) in enumerate(pairs)}
        closed = sum(a == b for a, b in pairs)
        first = "At first: 1 at the target, 0 from where it cannot be reached, and elsewhere anything between."
        says = f"Sweep {k}." if k else first
        found = f" It is known now who wins, or that chance decides, at {few(game.arena, lit)}." if lit else ""
        yield Step(f"{says}{found} {closed} of {game.arena.n} values are exact.", winner, lit, notes)
        if k and (closed == game.arena.n or before == (bounds.low, bounds.high)):
            return
