"""Games of chance step by step: brackets of the probabilities close (Kelmendi, Krämer, Křetínský, Weininger 2018)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, cast

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.certificate import in_moves
from graphgames.core.game import Game
from graphgames.core.oracle import DRAW
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Bracket, in_words, plain
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few, sweeps
from graphgames.games.buchi.objective import Buchi, CoBuchi
from graphgames.games.chance.certificate import StepValues
from graphgames.games.chance.long_run.almost_sure import AlmostSureGame
from graphgames.games.chance.long_run.averages import improvements as averages
from graphgames.games.chance.long_run.averages import rows_of
from graphgames.games.chance.long_run.chances import reached_first
from graphgames.games.chance.long_run.discounting import Rows
from graphgames.games.chance.long_run.objective import ParityProbability
from graphgames.games.chance.numbers.equations import MOST
from graphgames.games.chance.objective import Probability
from graphgames.games.chance.reaching_form import MAX, MIN, Reaching, end_components
from graphgames.games.chance.rewards.improvement import Rewarded, improvements
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.parity.objective import Parity
from graphgames.games.parity.walkthrough import ABOUT, recursion
from graphgames.games.weighted.payoff import Discounted
from graphgames.games.weighted.walkthrough import Edges, discounted, improvement
from graphgames.games.weighted.walkthrough import walkthrough as weighted_walkthrough

_PARTS = (
    "For each player a parity game says where he wins almost surely; in it the players choose in place of chance, at "
    "a price, in the parts of its vertices"
)


def walkthrough(solution: ArenaSolution) -> Walkthrough | str:
    """Return value iteration with lower and upper bounds, the strategies that the solver tries, or parity games."""
    game = solution.problem
    objective = game.objective
    if isinstance(solution.certificate, StepValues):
        about = "The notes are the probabilities with so many moves left; the checker proves them (Bellman 1957)."
        return Walkthrough("Backwards, move by move", about, lambda: _backwards(solution))
    if isinstance(objective, Discounted) and discounted(game):
        return weighted_walkthrough(solution)
    if isinstance(objective, Buchi | CoBuchi | Parity):
        about = f"{_PARTS}. {ABOUT}; what nobody wins almost surely is left to chance"
        return Walkthrough("Two parity games", f"{about} (Chatterjee et al. 2003).", lambda: _duels(solution))
    if not isinstance(objective, Probability):
        if isinstance(objective, ExpectedReward) and objective.unreached == "zero":
            return "Which move is best depends on all that was collected, so there is no value of a vertex to improve."
        if solution.vertex_values is None or any(isinstance(one, Bracket) for one in solution.vertex_values.tolist()):
            return "The values of this game are brackets, found in rounded numbers by very many sweeps."
        tried = _rewards if isinstance(objective, ExpectedReward) else _payoffs
        return improvement(solution, lambda: tried(game))
    about = (
        "Each sweep raises what is surely reached and lowers what is still possible; where players could go round in "
        "vain, the upper bound falls to what can be had by leaving. The notes are the brackets"
    )
    return Walkthrough("Value iteration with brackets", f"{about} (Kelmendi et al. 2018).", lambda: _sweeps(game))


def _rewards(game: Game) -> Iterator[list[Any]]:
    state = Rewarded(game)
    for values, _ in improvements(state):
        yield [one if one is INFINITY else plain(Fraction(one) / state.scale) for one in values.tolist()]


def _payoffs(game: Game) -> Iterator[list[Any]]:
    if isinstance(game.objective, Discounted):
        rows = Rows.of(game)
        tried = rows.tried(rows.arena.indptr[:-1].astype(np.int64), partial(rows.evaluate, most=MOST))
    else:
        rows = rows_of(game)
        tried = (found.gain for found in averages(rows, rows.arena.indptr[:-1].copy()))
    for found in tried:
        yield list(map(plain, found.tolist()))


def _duels(solution: ArenaSolution) -> Iterator[Step]:
    """Yield the recursions that say where each player wins almost surely, then what is left to chance."""
    game, n = solution.problem, solution.arena.n
    winner = [OPEN] * n
    for player in (0, 1):
        duel = AlmostSureGame(game.arena, game.objective.priorities(game.arena).astype(np.int64), player)
        players = (game.players[player], game.players[1 - player])
        made = Arena.trusted(duel.arena.indptr, duel.arena.successors, duel.arena.owner, _parts(game.arena, duel.arena))
        more = ", in which priorities are one larger, so that even ones are good for who asks" * player
        says = f"A parity game says where {players[0]} wins almost surely{more}."
        yield Step(says, tuple(winner), ())
        for step in recursion(Game(made, Parity(duel.priority), players=players), n):
            yield step._replace(winner=[OPEN if who == OPEN else who ^ player for who in step.winner])
        winner = [player if sure else known for sure, known in zip(duel.sure.tolist(), winner, strict=True)]
        yield Step(f"{players[0]} wins almost surely from {few(game.arena, np.flatnonzero(duel.sure))}.", winner)
    if isinstance(game.objective, ParityProbability):
        yield from _chances(solution, winner)
    else:
        yield Step("Elsewhere each player wins with positive probability.", solution.winner.tolist())


def _chances(solution: ArenaSolution, winner: list[int]) -> Iterator[Step]:
    """Yield the sweeps for the probability to come to where a player wins almost surely."""
    goal = reached_first(solution.arena, np.array([DRAW if who == OPEN else who for who in winner], np.uint8))
    yield from _sweeps(replace(solution.problem, objective=goal))


def _parts(arena: Arena, made: Arena) -> list[str]:
    """Return labels for the vertices of a parity game: behind those of the arena stand the parts of its chances."""
    names, count = [str(name) for name in arena.names], dict[int, int]()
    stands = dict(enumerate(range(arena.n)))
    for v, w in zip(made.tails.tolist(), made.successors.tolist(), strict=True):
        if w >= arena.n:
            stands[w] = stands[v]
    for v in range(arena.n, made.n):
        at = stands[v]
        count[at] = count.get(at, 0) + 1
        names.append(f"{names[at]}, part {count[at]}")
    return names


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


def _left(form: Reaching, low: Sequence[Any], high: list[Any], over: Sequence[bool]) -> list[Any]:
    """Return the upper bounds where Max gets no more than at the best way out of what Min need not let her out of."""
    tails, heads, lower = form.tails, form.heads, np.array(low, object)
    same = np.asarray(lower[tails] == lower[heads], np.bool_)
    block, ends, _ = end_components(form, form.live & (same | (form.owner != MIN)[tails]), ~np.array(over))
    best = dict.fromkeys(np.flatnonzero(ends).tolist(), 0)
    ways = ends[block[tails]] & (form.owner == MAX)[tails] & (block[tails] != block[heads])
    for b, w in zip(block[tails[ways]].tolist(), heads[ways].tolist(), strict=True):
        best[b] = max(best[b], high[w])
    return [min(one, best.get(b, one)) for one, b in zip(high, block.tolist(), strict=True)]


def _sweeps(game: Game) -> Iterator[Step]:
    form, wants = Reaching.of(game), cast("Probability", game.objective).reaching(game.arena)[2]
    over = (form.target | form.lost | (form.arena.out_degree == 0)).tolist()
    edges = Edges(form.arena, form.owner)
    low, high = ([*map(int, mask.tolist())] for mask in (form.target, ~form.hopeless))

    def swept(bounds: Sequence[Any]) -> list[Any]:
        return [here if over[v] else plain(edges.value_at(v, bounds)) for v, here in enumerate(bounds)]

    known = [OPEN] * game.arena.n
    for k, seen in [(0, True), *sweeps(60)]:
        before = low, high
        if k:
            low = swept(low)
            high = _left(form, low, [*map(min, swept(high), high)], over)
        if not seen:
            continue
        pairs = [(a, b) if wants == MAX else (plain(1 - b), plain(1 - a)) for a, b in zip(low, high, strict=True)]
        winner = [0 if a == 1 else 1 if b == 0 else DRAW if a > 0 and b < 1 else OPEN for a, b in pairs]
        lit = [v for v in range(game.arena.n) if winner[v] != known[v]]
        known = winner
        notes = {v: in_words(Bracket(a, b)) for v, (a, b) in enumerate(pairs)}
        closed = sum(a == b for a, b in pairs)
        first = "At first: 1 at the target, 0 from where it cannot be reached, and elsewhere anything between."
        says = f"Sweep {k}." if k else first
        found = f" It is known now who wins, or that chance decides, at {few(game.arena, lit)}." if lit else ""
        yield Step(f"{says}{found} {closed} of {game.arena.n} values are exact.", winner, lit, notes)
        if k and (closed == game.arena.n or before == (low, high)):
            return
