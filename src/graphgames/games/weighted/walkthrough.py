"""Games with weights step by step: credits are lifted; values of finite plays close in on those of the game.

Brim, Chaloupka, Doyen, Gentilini, Raskin (2011); Zwick, Paterson, *The complexity of mean payoff games on graphs*
(1996); Shapley (1953).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.chance import CHANCE
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Bracket, Infinite, in_words, integers, plain
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, by_strategies, few, sweeps
from graphgames.games.weighted.discounted import Choices
from graphgames.games.weighted.measures import largest_credit
from graphgames.games.weighted.objective import LOSE, Energy
from graphgames.games.weighted.payoff import Discounted, MeanPayoff, TotalPayoff
from graphgames.games.weighted.total import Sums
from graphgames.graphs.compressed_rows import restricted


def walkthrough(solution: ArenaSolution) -> Walkthrough | str:
    """Return the sweeps of the classical algorithm; of total payoffs the strategies that the solver tries."""
    game = solution.problem
    objective = game.objective
    if isinstance(objective, Energy):
        about = "Each sweep raises the credits that do not suffice for a move; the notes are the credits found so far"
        return Walkthrough("Credits are lifted", f"{about} (Brim et al. 2011).", lambda: _lifts(game))
    if isinstance(objective, Discounted):
        if not discounted(game):
            return improvement(solution, lambda: (list(map(plain, found.tolist())) for found in _choices(game)))
        about = "After each sweep the value of every vertex lies in the bracket that the note gives"
        return Walkthrough("Value iteration", f"{about} (Shapley 1953).", lambda: _closing(game, _discounted(game)))
    stuck = game.arena.dead_ends.size and getattr(objective, "dead_ends", "") == LOSE
    if isinstance(objective, MeanPayoff) and not stuck and not game.arena.chance_vertices.size:
        about = "What k moves are worth, divided by k, is at most 2nW/k from the value; the note gives that bracket"
        return Walkthrough("Value iteration", f"{about} (Zwick, Paterson 1996).", lambda: _closing(game, _means(game)))
    if isinstance(objective, TotalPayoff):
        about = "The notes are what the sum comes to if player 1 keeps to the moves tried, and player 0 answers best"
        source = "(Gimbert, Zielonka 2004; Hoffman, Karp 1966)"
        return Walkthrough("Better and better strategies", f"{about} {source}.", lambda: _totals(solution))
    return "Whoever is stuck loses here, so a play that stops has no average, and no sweep closes in on the values."


def discounted(game: Game) -> bool:
    """Return whether what comes behind every edge is discounted."""
    return max(cast("Discounted", game.objective).discounts(game.arena).tolist(), default=0) < 1


def improvement(solution: ArenaSolution, tried: Callable[[], Iterator[Sequence[Any]]]) -> Walkthrough:
    """Return the walkthrough of a solver that improves the strategies of both players."""
    about = "The notes are the values under the moves chosen; a player who has a better move takes it"
    game, winner = solution.problem, solution.winner.tolist()
    found = partial(by_strategies, game.arena, players=game.players, winner=winner)
    title = "Better and better strategies"
    return Walkthrough(title, f"{about} (Hoffman, Karp 1966).", lambda: found(tried()))


def _choices(game: Game) -> Iterator[NDArray[Any]]:
    payoffs = Choices.of(game)
    return payoffs.tried(payoffs.arena.indptr[:-1].astype(np.int64), payoffs.evaluate)


def _totals(solution: ArenaSolution) -> Iterator[Step]:
    game = solution.problem
    arena, exact = cast("TotalPayoff", game.objective).payoffs(game.arena)
    weight, scale = integers(exact)
    values = np.asarray(solution.values, object)
    finite = np.array([not isinstance(one, Infinite) for one in values.tolist()], np.bool_)
    for player, limit in enumerate((INFINITY, -INFINITY)):
        endless = np.flatnonzero(values == limit).tolist()
        if endless:
            how = "without a limit, as in an energy game"
            says = f"From {few(arena, endless)} {game.players[player]} makes the sum {('grow', 'fall')[player]} {how}."
            yield Step(says, [OPEN] * arena.n, endless, dict.fromkeys(endless, in_words(limit)))
    if not finite.any():
        yield Step("That is everywhere.", solution.winner.tolist())
        return
    part, inside = restricted(arena, finite)

    def tried() -> Iterator[list[Any]]:
        for found in Sums(part, weight[inside]).tried():
            now = values.copy()
            now[finite] = [plain(Fraction(one, scale)) for one in found.tolist()]
            yield now.tolist()

    yield from by_strategies(arena, tried(), game.players, solution.winner.tolist())


class Edges:
    """The edges of an arena by their tails, who moves there, and what they add and multiply; by default nothing."""

    def __init__(self, arena: Arena, owner: NDArray[np.uint8], weight: Any = None, factor: Any = None):
        self.weight, self.factor = weight or [0] * arena.m, factor or [1] * arena.m
        self.owner, self.heads = owner.tolist(), arena.successors.tolist()
        self.out = [range(first, last) for first, last in pairwise(arena.indptr.tolist())]
        self.likely = [cast("Any", arena.probability_of(e)) for e in range(arena.m)]

    def value_at(self, v: int, value: Sequence[Any]) -> Any:
        """Return the value of a vertex if the next ones are worth this."""
        edge_values = [self.weight[e] + self.factor[e] * value[self.heads[e]] for e in self.out[v]]
        if self.owner[v] == CHANCE:
            return sum(self.likely[e] * one for e, one in zip(self.out[v], edge_values, strict=True))
        return min(edge_values) if self.owner[v] == 1 else max(edge_values)

    def swept(self, value: Sequence[Any]) -> list[Any]:
        """Return the value of each vertex if the next ones are worth this."""
        return [self.value_at(v, value) for v in range(len(self.out))]


def _lifts(game: Game) -> Iterator[Step]:
    """Yield sweeps that lift all credits at once, from 0 to their least fixpoint."""
    objective = cast("Energy", game.objective)
    arena, exact = objective.payoffs(game.arena)
    weight, scale = integers(exact)
    edges, n = Edges(arena, owners(arena), weight.tolist()), game.arena.n
    most = largest_credit(arena.indptr, weight) if objective.cap is None else objective.cap * scale
    credit: list[Any] = [0] * n

    def need(e: int) -> Any:
        after = credit[edges.heads[e]]
        needed = after if after is INFINITY else max(0, after - edges.weight[e])
        return needed if needed <= most else INFINITY

    def shown(says: str, lit: Sequence[int]) -> Step:
        notes = {v: in_words(one if one is INFINITY else plain(Fraction(one, scale))) for v, one in enumerate(credit)}
        return Step(says, [1 if one is INFINITY else OPEN for one in credit], lit, notes)

    yield shown("Every credit begins at 0.", ())
    for sweep, seen in sweeps():
        after = [(max if edges.owner[v] == 1 else min)(map(need, edges.out[v])) for v in range(n)]
        lit = [v for v in range(n) if after[v] > credit[v]]
        credit = after
        if not lit:
            winner = [int(one is INFINITY) for one in credit]
            says = f"After {sweep - 1} sweeps nothing rises any more: these credits are the least that suffice."
            yield shown(says, ())._replace(winner=winner)
            return
        if seen:
            yield shown(f"Sweep {sweep}: more is needed at {few(game.arena, lit)}.", lit)


def _closing(game: Game, rows: Iterable[tuple[str, list[Any], list[Any]]]) -> Iterator[Step]:
    """Yield a step for each sweep, with the bracket of each vertex, from its two ends, and who wins by it."""
    enough, before = cast("Any", game.objective).threshold, [OPEN] * game.arena.n
    for says, low, high in rows:
        winner = [0 if a >= enough else 1 if b < enough else OPEN for a, b in zip(low, high, strict=True)]
        notes = {v: in_words(Bracket(a, b)) for v, (a, b) in enumerate(zip(low, high, strict=True))}
        fresh = [v for v, known in enumerate(winner) if known != OPEN and before[v] == OPEN]
        decided = f" That decides {few(game.arena, fresh)}." if fresh else ""
        yield Step(says + decided, winner, fresh, notes)
        before = winner


def _means(game: Game) -> Iterator[tuple[str, list[Any], list[Any]]]:
    arena, exact = cast("MeanPayoff", game.objective).payoffs(game.arena)
    weight, scale = integers(exact)
    edges, value = Edges(arena, owners(arena), weight.tolist()), [0] * game.arena.n
    least, largest = min(edges.weight), max(edges.weight)
    far = 2 * game.arena.n * max(abs(least), abs(largest))
    for k, seen in sweeps():
        value = edges.swept(value)
        if seen:
            ends = [(max(least * k, one - far), min(largest * k, one + far)) for one in value]
            low, high = ([plain(Fraction(end, k * scale)) for end in side] for side in zip(*ends, strict=True))
            yield f"Plays of {k} move{'s' * (k > 1)}.", low, high


def _discounted(game: Game) -> Iterator[tuple[str, list[Any], list[Any]]]:
    objective = cast("Discounted", game.objective)
    arena, exact = objective.payoffs(game.arena)
    edges = Edges(arena, owners(arena), exact.tolist(), objective.discounts(game.arena).tolist())
    value, most = [0] * game.arena.n, max(edges.factor)
    far = Fraction(max(map(abs, edges.weight))) / (1 - most)
    for k, seen in sweeps(60):
        value, far = edges.swept(value), far * most
        if seen:
            yield f"Sweep {k}.", [plain(one - far) for one in value], [plain(one + far) for one in value]
