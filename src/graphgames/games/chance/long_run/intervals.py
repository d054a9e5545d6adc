"""Brackets for long-run averages: what a step adds to potentials, and where the play may go, bound the averages.

Value iteration sums the expected weights of more and more steps. The sums are potentials: what they change by in one
more step comes close to the average. Both players keep to the moves that are best by them, one for each side of the
bracket; then the other may go where he likes. A set that he need not leave is worth no more than the most that a step
inside changes the potential by, or than its best exit, so it counts as one vertex where the play may stop for that
much. On the way to such sets every step costs a little, so that the bound is kept with something to spare, and
potentials are needed inside them only. The lower bounds are the upper ones of the other player.

Ashok, Chatterjee, Daca, Kretinsky, Meggendorfer, *Value iteration for long-run average reward in Markov decision
processes* (2017); Puterman, *Markov decision processes* (1994), 8.5.
"""

from __future__ import annotations

from math import frexp

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.chance import CHANCE
from graphgames.core.errors import SolverError
from graphgames.core.value import Exact
from graphgames.games.chance.long_run.discounting import Rows
from graphgames.games.chance.numbers.brackets import Bounds, Floats, least_margin, settled
from graphgames.games.chance.reaching_form import MAX, MIN, Reaching, end_components

_SWEEPS = 2**16


class Averaging:
    """A mean payoff game, as one in which nothing is to be reached, and the potentials so far."""

    def __init__(self, rows: Rows):
        nowhere = np.zeros(rows.arena.n, np.bool_)
        self.form, self.rows = Reaching(rows.arena, owners(rows.arena), nowhere, nowhere), rows
        self.value: Floats = np.zeros(rows.arena.n)

    def iterate(self, sweeps: int) -> None:
        """Add steps to the sums; every other one is none, since the sums would go up and down around a cycle."""
        heads, weight = self.rows.arena.successors, self.rows.rounded[0]
        for _ in range(sweeps):
            self.value += (self.rows.best(weight + self.value[heads]) - self.value) / 2
            self.value -= self.value.max(initial=-np.inf)

    def bounds(self, potential: Floats, margin: float) -> Bounds:
        """Return the bounds that potentials prove, with some margin."""
        arena = self.rows.arena
        after = self.rows.rounded[0] + potential[arena.successors]
        choice, gain = self.rows.greedy(after), after - potential[arena.tails]
        high, more = self._upper(MAX, choice, gain, margin)
        low, less = self._upper(MIN, choice, -gain, margin)
        return Bounds(-low, high, choice, more + less)

    def _upper(self, free: int, choice: NDArray[np.int64], gain: Floats, margin: float) -> tuple[Floats, int]:
        """Return upper bounds of the averages if one player goes where he likes and the other keeps to his choice.

        The gain of an edge is its weight and by how much the potential rises, for the free player.
        """
        form, (_, _, likely) = self.form, self.rows.rounded
        tails, heads, chance = form.tails, form.arena.successors, form.owner == CHANCE
        kept = ((form.owner == free) | chance)[tails]
        kept[choice[~chance]] = True
        block, ends, inside = end_components(form, kept, np.ones(form.arena.n, np.bool_))
        vertex_values = np.where(chance, np.bincount(tails, likely * gain, form.arena.n), -np.inf)
        moves = np.flatnonzero(inside & ~chance[tails])
        np.maximum.at(vertex_values, tails[moves], gain[moves])
        stay, stopped = np.full(ends.size, -np.inf), np.flatnonzero(ends)
        np.maximum.at(stay, block, vertex_values)
        edge = np.flatnonzero(kept & ~inside)
        far = form.attracted(kept, ends[block], np.ones(form.arena.n, np.bool_))[0]
        owner, start = np.full(ends.size + 1, MAX, np.uint8), np.zeros(ends.size + 1)
        owner[block[chance & ~ends[block]]] = CHANCE
        found, sweeps = settled(
            np.append(block[tails[edge]], stopped),
            np.append(block[heads[edge]], np.full(stopped.size, ends.size)),
            np.append(np.where(chance[tails[edge]], likely[edge], 1.0), np.ones(stopped.size)),
            np.append(np.zeros(edge.size), stay[stopped]),
            owner,
            block[np.argsort(far, kind="stable")],
            start,
            margin,
        )
        return found[block], sweeps


def narrowed(rows: Rows, wanted: Exact) -> tuple[Bounds, Floats, float, int]:
    """Return bounds as narrow as wanted, or as can be had, the potentials that prove them, their margin, and sweeps.

    Raise `SolverError` if even wide ones take too many sweeps.
    """
    state, best, total = Averaging(rows), None, 0
    most = float(np.abs(rows.rounded[0]).max(initial=0.0))
    margin, sweeps = max(float(wanted) / 8, most), 16
    while sweeps <= _SWEEPS:
        state.iterate(sweeps)
        total, sweeps = total + sweeps, 2 * sweeps
        least = least_margin(rows.arena, most - float(state.value.min(initial=0.0)))
        margin = max(margin / 16, least)
        grid = 2.0 ** (frexp(margin)[1] - 6)
        potential = np.rint(state.value / grid) * grid
        try:
            found = state.bounds(potential, margin)
        except SolverError:
            if best is None:
                raise
            break
        total += found.sweeps
        stuck = best is not None and margin == least and found.width >= best[0].width
        if best is None or found.width < best[0].width:
            best = found, potential, margin
        if best[0].width <= wanted / 2 or stuck:
            break
    assert best is not None
    return *best, total
