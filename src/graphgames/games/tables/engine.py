"""Solve a tier of a game, or a group of tiers, when those that moves lead to are solved.

Tiers in which no play stays take one pass over their positions, since the labels of all successors are known. Inside
other tiers positions are labelled in the order of their remoteness, and what has no label in the end is a draw, because
the play goes on for ever. There are three ways, each with its price (`graphgames.games.tables.cost`):

- `solve_by_sweeps`: a pass over the undecided positions for each remoteness, forward moves alone, 2 bytes a position;
- `solve_with_counters`: from what was decided backwards to the positions before it, with a counter of the successors
  that are not yet bad, by the backward moves of the rules, 2 bytes a position;
- `solve_with_edges`: the same with the backward moves kept in memory, 10 bytes a position and 4 a move; in several
  processes 2 bytes a position and 16 a move.

T. Ströhlein, *Untersuchungen über kombinatorische Spiele* (1970); K. Thompson, *Retrograde analysis of certain
endgames* (1986).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import ranges
from graphgames.core.errors import GameError, LimitExceededError
from graphgames.engines.team import BLOCK, NOTHING, Team
from graphgames.games.tables.checkpoint import Checkpoint
from graphgames.games.tables.index import Ints
from graphgames.games.tables.indexed_rules import LOSS, Batch, IndexedRules
from graphgames.games.tables.kernels import backward
from graphgames.games.tables.kernels import labels as kernel
from graphgames.games.tables.reach import Watch, refuse, refuse_unused
from graphgames.games.tables.window import Labels, Piece, Shorts, shared

NOWHERE = "which is not among the positions of the tiers that a move can lead to"

Tell = Callable[[Ints, Shorts], Ints]
"""From the indices of decided positions and their labels to what they tell, as `backward.news` has it."""

PART, PARTS = 1 << 13, 4
"""Moves take room: backward ones are found of so many positions at a time, first labels in so many parts of a piece."""


def solve_acyclic(rules: IndexedRules, team: Team, labels: Labels, watch: Watch, kept: Checkpoint) -> None:
    """Label the positions of tiers whose moves all leave them, in one pass."""

    def label(piece: Piece) -> int:
        batch = piece.batch(rules)
        known, again = _known(team, labels, batch), np.array(batch.again, np.uint8)
        _refuse_missing(batch, known, kernel.decide(batch.code, known, again, piece.labels))
        return batch.index.size

    with shared(team, labels.pieces, labelled=True) as pieces:
        team.each(label, pieces, watch, labels.none)
    if labels.own.size and int(labels.own.max()) >> 2 > kernel.FARTHEST:
        raise _too_far()


def solve_nimbers(rules: IndexedRules, team: Team, labels: Labels, watch: Watch, kept: Checkpoint) -> None:
    """Find the nimbers of tiers of an impartial game, whose moves all leave them, in one pass."""

    def label(piece: Piece) -> int:
        batch = piece.batch(rules)
        if any(batch.again) or np.any(batch.code > LOSS):
            raise GameError(
                f"{rules.title} has no nimbers: a player who cannot move must lose, and nobody may move twice in a row"
            )
        known = _known(team, labels, batch)
        missing = (known == kernel.MISSING).any(axis=0)
        _refuse_missing(batch, known, int(np.argmax(missing)) if missing.any() else -1)
        kernel.decide_nimbers(known, piece.labels)
        return batch.index.size

    with shared(team, labels.pieces, labelled=True) as pieces:
        team.each(label, pieces, watch, labels.none)


def solve_by_sweeps(rules: IndexedRules, team: Team, labels: Labels, watch: Watch, kept: Checkpoint) -> None:
    """Label the positions of any tier: a pass over those without a label for each remoteness."""

    def sweep(layer: int) -> int:
        def label(piece: Piece) -> int:
            left = np.flatnonzero(piece.labels == 0)
            batch = (piece if left.size else labels.none).batch(rules, left)
            found = np.zeros(left.size, np.uint16)
            known, again = _known(team, labels, batch), np.array(batch.again, np.uint8)
            after = int(kernel.decide_layer(batch.code, known, again, layer, found))
            _refuse_missing(batch, known, -1 - after)
            piece.labels[left] = found
            return after

        soonest = [kernel.NONE]
        team.each(label, labels.pieces, soonest.append, labels.none)
        return team.least(min(soonest))

    _layer_by_layer(labels, watch, kept, kept.restore() or 0, sweep)


def _layer_by_layer(labels: Labels, watch: Watch, kept: Checkpoint, layer: int, step: Callable[[int], int]) -> None:
    """Label layer after layer, each by a step that returns which one is next; what is left in the end is drawn."""
    while layer != kernel.NONE:
        kept.save(layer)
        layer = step(layer)
        watch(0)
        if kernel.FARTHEST < layer != kernel.NONE:
            raise _too_far()
    kernel.unknown_are_draws(labels.own)


def solve_with_counters(rules: Any, team: Team, labels: Labels, watch: Watch, kept: Checkpoint) -> None:
    """Label the positions of a tier layer by layer, by the backward moves of the rules."""

    def tell(index: Ints, decided: Shorts) -> Ints:
        numbers, again = _matrix(rules.batch_before(labels.tier, index))
        items = np.empty(numbers.size, np.int64)
        return items[: backward.news(decided, numbers, again, items)].copy()

    _backwards(rules, team, labels, watch, kept, lambda: tell)


def _backwards(
    rules: IndexedRules, team: Team, labels: Labels, watch: Watch, kept: Checkpoint, before: Callable[[], Tell]
) -> None:
    """Label the positions of a tier layer by layer, by what decided positions tell the positions before them."""
    begun = kept.restore()
    far, tell = _begin(rules, team, labels, watch, begun is not None), before()
    soonest = np.array([_due(piece, (begun or 0) - 1)[1] for piece in labels.pieces], np.uint16)

    def next_layer() -> int:
        return team.least(int(soonest.min(initial=kernel.NONE)))

    def spread(layer: int) -> int:
        def news(piece: Piece) -> tuple[int, int, Ints]:
            rows, later = _due(piece, layer)
            index, decided, items = piece.index(rows), piece.labels[rows], [NOTHING]
            for part in range(0, rows.size, PART):
                items.append(tell(index[part : part + PART], decided[part : part + PART]))
            return piece.start >> BLOCK, later, np.concatenate(items)

        def arrive(found: tuple[int, int, Ints]) -> None:
            p, later, items = found
            if later != kernel.NONE:  # what has arrived since may be due earlier
                soonest[p] = min(int(soonest[p]), later)
            for received in team.send([items], BLOCK + 1):
                backward.arrive(labels.window, labels.place, received, layer, far, soonest)

        active = np.flatnonzero(soonest == layer).tolist()
        soonest[active] = kernel.NONE
        team.each(news, [labels.pieces[p] for p in active], arrive, labels.none)
        return next_layer()

    _layer_by_layer(labels, watch, kept, next_layer(), spread)


def _due(piece: Piece, layer: int) -> tuple[Ints, int]:
    """Return the rows of a piece with wins and losses of this remoteness, and the least remoteness above it there."""
    rows, later = np.empty(piece.labels.size, np.int64), np.empty(1, np.int32)
    return rows[: backward.due(piece.labels, layer, rows, later)], int(later[0])


def solve_with_edges(rules: IndexedRules, team: Team, labels: Labels, watch: Watch, kept: Checkpoint) -> None:
    """Label the positions of a tier layer by layer, with all its moves in memory by the position they lead to."""
    if team.size > 1:
        _backwards(rules, team, labels, watch, kept, lambda: _incoming(rules, team, labels))
        return
    begun = kept.restore()
    far = _begin(rules, team, labels, watch, begun is not None)
    starts, edges = _edges(rules, team, labels)
    soonest = np.full((labels.own.size + 0xFFFF) >> 16, begun or 0, np.uint16)

    def spread(layer: int) -> int:
        return int(backward.spread(labels.own, far, starts, edges, layer, soonest))

    _layer_by_layer(labels, watch, kept, begun or 0, spread)


def _edges(rules: IndexedRules, team: Team, labels: Labels) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return the moves inside a tier by the position they lead to, as compressed rows."""
    starts = np.zeros(labels.own.size + 1, np.int64)

    def moves(piece: Piece) -> tuple[int, Ints, NDArray[np.uint8]]:
        return piece.start, *_matrix(piece.batch(rules))

    def count(found: tuple[int, Ints, NDArray[np.uint8]]) -> None:
        backward.count_edges(labels.window, labels.place, found[1], found[2], starts)

    def fill(found: tuple[int, Ints, NDArray[np.uint8]]) -> None:
        backward.fill_edges(labels.window, labels.place, *found, ends, edges)

    team.each(moves, labels.pieces, count)
    np.cumsum(starts, out=starts)
    edges, ends = np.empty(int(starts[-1]), np.uint32), starts[:-1].copy()
    team.each(moves, labels.pieces, fill)
    return starts, edges


def _incoming(rules: IndexedRules, team: Team, labels: Labels) -> Tell:
    """Bring the moves inside a tier to those to whom the positions belong that they lead to.

    A move is the number of that position in the upper 32 bits, and below it twice the index of the position moved from,
    plus 1 for another turn. Return what decided positions tell by them, as `backward.news` has it.
    """
    first, last = (rules.space.offset[labels.tier] + end for end in (0, rules.space.size[labels.tier]))
    parts = [NOTHING]

    def moves(piece: Piece) -> Ints:
        batch, found = piece.batch(rules), [NOTHING]
        for column, again in zip(batch.columns, batch.again, strict=True):
            inside = (column >= first) & (column < last)
            found.append(column[inside] << 32 | batch.index[inside] << 1 | again)
        return np.concatenate(found)

    def keep(found: Ints) -> None:
        parts.extend(np.array(come) for come in team.send([found], BLOCK + 32))

    team.each(moves, labels.pieces, keep, labels.none)
    edges = np.unique(np.concatenate(parts))
    parts.clear()

    def tell(index: Ints, decided: Shorts) -> Ints:
        begin, end = (np.searchsorted(edges, (index + first + more) << 32) for more in (0, 1))
        many = end - begin
        found = edges[ranges(begin, many)]
        code, again = np.repeat(decided, many) & 3, found & 1
        items: Ints = 2 * (((found & 0xFFFFFFFF) >> 1) + first) + (code == 2 * again + 1)
        return items

    return tell


def _begin(rules: IndexedRules, team: Team, labels: Labels, watch: Watch, begun: bool) -> Ints:
    """Write first labels with their counters, from the successors in other tiers; return the bounds that do not fit.

    If labels were restored, they stay as they are.
    """
    far = [np.empty((2, 0), np.int64)]

    def begin(piece: Piece) -> tuple[int, Ints]:
        labelled = np.empty_like(piece.labels) if begun else piece.labels
        bounds, index = np.empty_like(labelled), piece.index()
        for part in range(PARTS):
            rows = slice(index.size * part // PARTS, index.size * (part + 1) // PARTS)
            _begin_part(rules.batch(labels.tier, index[rows]), team, labels, labelled[rows], bounds[rows])
        high = np.flatnonzero(bounds >= backward.FAR)
        return index.size, np.stack([high + piece.start, bounds[high]])

    def note(found: tuple[int, Ints]) -> None:
        watch(found[0])
        far.append(found[1])

    team.each(begin, labels.pieces, note, labels.none)
    return np.concatenate(far, axis=1)


def _begin_part(batch: Batch, team: Team, labels: Labels, labelled: Shorts, bounds: Shorts) -> None:
    """Write the first labels of some positions, and the bounds there."""
    first = batch.space.offset[labels.tier]
    known, (numbers, again) = _known(team, labels, batch), _matrix(batch)
    own = np.array([first, first + batch.space.size[labels.tier]], np.int64)
    bad = int(backward.begin(batch.code, numbers, again, known, own, labelled, bounds))
    _refuse_missing(batch, known, bad)
    if bad < -1:
        raise LimitExceededError(
            f"number {batch.index[-2 - bad]} of tier {labels.tier!r} has more than 254 successors; the strategy "
            "sweeps has no such limit"
        )


def _matrix(batch: Batch) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    numbers = np.stack(batch.columns) if batch.columns else np.empty((0, batch.index.size), np.int64)
    return numbers, np.array(batch.again, np.uint8)


def _known(team: Team, labels: Labels, batch: Batch) -> NDArray[np.uint16]:
    """Return the labels of the successors, a row for each move."""
    refuse_unused(batch)
    found = labels.look_up(team, batch.columns)
    return np.stack(found) if found else np.empty((0, batch.index.size), np.uint16)


def _refuse_missing(batch: Batch, known: NDArray[np.uint16], row: int) -> None:
    """Refuse the rules if there is a row in which the label of a successor is missing."""
    if row >= 0:
        refuse(batch, batch.columns[int(np.argmax(known[:, row] == kernel.MISSING))], row, NOWHERE)


def _too_far() -> LimitExceededError:
    return LimitExceededError(f"a win takes more than {kernel.FARTHEST} moves, which no label can hold")


STRATEGIES: dict[str, Callable[[Any, Team, Labels, Watch, Checkpoint], None]] = {
    "one pass": solve_acyclic,
    "edges": solve_with_edges,
    "counters": solve_with_counters,
    "sweeps": solve_by_sweeps,
    "nimbers": solve_nimbers,
}
"""The ways to solve a tier, by name."""
