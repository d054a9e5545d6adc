"""Checks games with acceptance conditions: by ranks for each goal, or by what the strategies leave.

A position is a vertex with the state of the winner's memory. When the winner keeps to the strategy, the play stays in
his region; the strategy may move differently in each state.

*Ranks for each goal* (GR(1): some assumption is seen only finitely often, or every guarantee infinitely often).
Where player 0 wins, her memory holds the guarantee to see next. While it does not come, the rank never rises; so from
some time on it stays the same, and the play stays outside the one assumption that the rank names. Else the guarantees
come round and round. Where player 1 wins, the level never rises; from some time on it stays the same, and the guarantee
that it names is not seen any more. From then on the steps fall until the assumption comes that is next in his memory,
and so round and round.

*Remembered moves.* What a play sees infinitely often is a strongly connected part of the positions that the strategy
leaves. So the winner wins every play if and only if no such part makes the loser's formula true. In a component, sets
that it lacks are not seen; if the formula is true of all that is there, the component is bad. A disjunction is looked
at part by part. Where a set must not be seen, its vertices are removed and the rest falls into components again. Only a
disjunction under a conjunction must be tried both ways, so that Rabin and Streett conditions take polynomial time.
(Emerson, Lei, *Modalities for model checking*, 1987; Baier et al., *Generic emptiness check*, TACAS 2019.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from functools import cached_property, wraps
from itertools import product
from typing import Any, NamedTuple, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.acceptance import FALSE, TRUE, Formula, assumed, atoms, holds, negated, without
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Numbers, S, Verdict, same, verdict
from graphgames.core.claim import rows_of
from graphgames.core.memory import Automaton
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.checker import components_of

OTHER_MEMORY = "the strategy's memory is not of the kind that such games need"

STEPS = 31
"""So many bits hold steps, behind those of a level, so that the two are compared as one number."""


class StatesClaim(Claim):
    """A claim with a row of moves for each state of the memory, and as many claims about one state each."""

    state: int
    """The state that a claim is about."""

    rows: list[Self]
    """The claims about one state each."""

    def divide(self, table: Sequence[NDArray[np.int32]]) -> None:
        """Make a claim of each row of moves; what does not depend on the moves is computed once."""
        for name in ("must_move", "own_edges", "proof", "all"):
            getattr(self, name)  # equivalent mutant: only slower
        self.rows = []
        for state, moves in enumerate(table):
            row: Any = copy(self)
            row.state, row.moves = state, moves
            self.rows.append(row)

    def when(self, v: int) -> str:
        """Return when a sentence about a vertex is true, as its beginning."""
        return f"while the memory is in state {self.state}, "

    def spread(self, values: NDArray[S]) -> NDArray[S]:
        return values.take(self.tails)

    @cached_property
    def own_edges(self) -> tuple[NDArray[np.int64], Numbers]:
        """The tails and the heads of the edges where the winner moves."""
        own = np.flatnonzero(~self.losers)
        return self.tails.take(own).astype(np.int64), self.arena.successors.take(own)

    @cached_property
    def has_move(self) -> Mask:
        tails, heads = self.own_edges
        found = np.zeros(self.arena.n, np.bool_)
        found[tails.compress(self.moves.take(tails) == heads)] = True
        return found


class Region(NamedTuple):
    """Where a player wins."""

    own: NDArray[np.int64]
    """The vertices where the winner moves."""
    tails: NDArray[np.int64]
    """The tails of the edges where the loser moves."""
    heads: NDArray[np.int64]
    """Their heads."""

    def without_edges(self) -> Region:
        """Return the region with the vertices where the winner moves alone."""
        return self._replace(tails=self.tails[:0], heads=self.heads[:0])


C = TypeVar("C", bound=StatesClaim)


class RanksClaim(StatesClaim):
    """The claim that the ranks prove, as a claim about each thing that a strategy waits for.

    Player 0 waits for a guarantee where she wins, and player 1 for an assumption where he does. No condition asks what
    comes after what is waited for, so that both are looked at together, and need not be joined to one game.
    """

    objectives = ("generalized-buchi", "generalized-cobuchi", "gr1")

    regions: Sequence[Region | None]
    """Where the players win; None of one whose moves were looked at in another state."""

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.assumptions, self.guarantees = cast("Any", self.game.objective).goals
        g, a, self.forced = len(self.guarantees), max(len(self.assumptions), 1), same(self.winner, 0)
        self.expect_counters(g, a)
        rows, unlike = self.moves.reshape(g, a, -1), np.zeros(self.arena.n, np.bool_)
        for j, i in product(range(g), range(a)):
            if i:
                unlike |= self.forced & (rows[j, i] != rows[j, 0])
            if j:
                unlike |= ~self.forced & (rows[j, i] != rows[0, i])
        self.refuse(unlike, lambda v: "the strategy moves by what its player does not wait for")
        regions, self.most_next = self.divided(), self.falling()
        self.divide([rows[0, q % a] + (rows[q % g, 0] - rows[0, q % a]) * self.forced for q in range(max(g, a))])
        for row in self.rows:  # behind all that a player may wait for his moves come again
            row.regions = [one if row.state < count else None for one, count in zip(regions, (g, a), strict=True)]

    def expect_counters(self, g: int, a: int) -> None:
        """Expect two counters as memory, each of which goes on when the play leaves what it waits for."""
        none = np.zeros((1, self.arena.n), np.bool_)
        goals, waits = self.guarantees, self.assumptions if len(self.assumptions) else none
        given = self.solution.strategy.automaton.leaving
        if given is None:
            goal = [np.where(one, (j + 1) % g * a, j * a) for j, one in enumerate(goals)]
            waiting = [np.where(one, (i + 1) % a, i) for i, one in enumerate(waits)]
            table = np.array([one + other for one in goal for other in waiting])
            self.expect_memory(Automaton.of_vertices(table, self.arena))
            return
        if given.shape != (g * a, self.arena.n):
            raise MalformedClaimError(OTHER_MEMORY)
        for j, i in product(range(g), range(a)):
            met = goals[j] | waits[i]
            at, row = np.flatnonzero(met), given[j * a + i]
            after = (j + goals[j][at]) % g * a + (i + waits[i][at]) % a
            if (row[at] != after).any() or ((row != j * a + i) & ~met).any():
                raise MalformedClaimError(OTHER_MEMORY)

    @cached_property
    def whose(self) -> NDArray[np.uint8]:
        """Who wins at the tail of each edge, 2 where the winner moves."""
        return self.spread(np.maximum(self.winner, self.mover_wins * np.uint8(2)))

    @cached_property
    def losers(self) -> Mask:
        return self.whose < 2

    def divided(self) -> list[Region]:
        """Return where the players win."""
        found = []
        for player in range(2):
            edges = np.flatnonzero(same(self.whose, player))
            tails, heads = (ends.take(edges).astype(np.int64) for ends in (self.tails, self.arena.successors))
            found.append(Region(np.flatnonzero(self.must_move & same(self.winner, player)), tails, heads))
        return found

    def falling(self) -> NDArray[np.int32]:
        """Return the level, one less at the guarantee that it names; as it is if there is none anywhere."""
        if self.forced.all():
            return self.level
        level, g = self.level, len(self.guarantees)
        number, most = level - level // g * g, level.copy()
        for j, one in enumerate(self.guarantees):
            most -= (number == j) & one
        return most

    @property
    def goal(self) -> int:
        """The guarantee that is next."""
        return self.state % len(self.guarantees)

    @property
    def waiting(self) -> int:
        """The assumption that is next."""
        return self.state % max(len(self.assumptions), 1)

    def when(self, v: int) -> str:
        """Return what is waited for at a vertex, as the beginning of a sentence."""
        waits = f"guarantee {self.goal}" if self.forced[v] else f"assumption {self.waiting}"
        return f"while {waits} is next, "

    @property
    def rank(self) -> NDArray[np.int32]:
        """The rank for the guarantee that is next."""
        return np.asarray(self.proof.rank[self.goal])

    @property
    def level(self) -> NDArray[np.int32]:
        """The level."""
        return np.asarray(self.proof.level)

    @property
    def steps(self) -> NDArray[np.int32]:
        """The steps to the assumption that is next."""
        return np.asarray(self.proof.steps[self.waiting])

    def rises(self, labels: NDArray[Any], most: NDArray[Any], region: Region | None) -> NDArray[np.int64]:
        """Return from where in a region a larger label than this may come next; ascending, each once."""
        if region is None:
            return np.empty(0, np.int64)
        own = region.own.compress(labels.take(self.moves.take(region.own)) > most.take(region.own))
        tails = region.tails.compress(labels.take(region.heads) > most.take(region.tails))
        return np.unique(np.concatenate([own, tails])) if own.size or tails.size else own

    def next_of(self, v: int) -> NDArray[np.int32]:
        """Return what may come next: where the winner moves the move, elsewhere all."""
        return self.moves[v : v + 1] if self.mover_wins[v] else self.arena.successors_of(v)


def in_each(condition: Callable[[C], Verdict]) -> Callable[[C], Verdict]:
    """Return the condition that one holds in each state; what is wrong at a vertex is said of the first."""

    @wraps(condition)
    def checked(claim: C) -> Verdict:
        found = [condition(row) for row in claim.rows]
        bad, kept = np.unique(np.concatenate([one.bad for one in found]), return_index=True)
        which = np.repeat(np.arange(len(found)), [one.bad.size for one in found])[kept]
        first = dict(zip(bad.tolist(), which.tolist(), strict=True))

        def say(v: int) -> str:
            return claim.rows[first[v]].when(v) * (len(found) > 1) + found[first[v]].say(v)

        return Verdict(np.concatenate([one.where for one in found]), bad, say)

    return checked


def ranks_stand_where_needed(claim: RanksClaim) -> Verdict:
    """Check that there is a rank where player 0 wins, level and steps where player 1 wins, and nothing elsewhere."""
    ranked, levelled, counted = (one >= 0 for one in (claim.rank, claim.level, claim.steps))
    return verdict(
        claim.all,
        (ranked == claim.forced) & (levelled != claim.forced) & (counted != claim.forced),
        lambda v: (
            f"{claim.wins(v)}, but rank, level and steps are {claim.rank[v]}, {claim.level[v]} and {claim.steps[v]}; "
            f"expected {'only a rank' if claim.forced[v] else 'no rank'}"
        ),
    )


def rank_falls(claim: RanksClaim) -> Verdict:
    """Check that outside the guarantee that is next the rank falls, or stays the same and an assumption is missed."""
    rank, count = claim.rank, len(claim.assumptions)
    goal = claim.guarantees[claim.goal]
    named = rank - rank // count * count if count else rank
    missed = np.zeros(claim.arena.n, np.bool_)
    for i, one in enumerate(claim.assumptions):
        missed |= (named == i) & ~one
    most = np.maximum(rank - 1 + missed, goal * np.int32(common.NONE) - ~goal)

    def say(v: int) -> str:
        here = f", with assumption {named[v]} {'missed' if missed[v] else 'seen'} here" if count else ""
        return f"the rank is {rank[v]}, and the largest that may come next is {rank[claim.next_of(v)].max()}{here}"

    return Verdict(claim.forced & ~goal, claim.rises(rank, most, claim.regions[0]), say)


def level_falls(claim: RanksClaim) -> Verdict:
    """Check that the level never rises, and falls at the guarantee that it names."""
    level, most, region = claim.level, claim.most_next, claim.regions[1]
    if claim.state and region:  # the loser's edges were looked at in the first state
        region = region.without_edges()

    def say(v: int) -> str:
        at = f", at guarantee {level[v] % len(claim.guarantees)}" if most[v] < level[v] else ""
        return f"the level is {level[v]}, and the largest that may come next is {level[claim.next_of(v)].max()}{at}"

    return Verdict(~claim.forced, claim.rises(level, most, region), say)


def steps_fall(claim: RanksClaim) -> Verdict:
    """Check that outside the assumption that is next the steps fall, unless the level does."""
    level, steps = claim.level, claim.steps
    seen = claim.assumptions[claim.waiting] if len(claim.assumptions) else claim.all
    outside = ~claim.forced & ~seen
    if not outside.any():
        return verdict(outside, outside, str)
    both = (level.astype(np.int64) << STEPS) + steps
    most = np.maximum(both - 1, seen * np.int64(common.NONE << STEPS) - ~seen)

    def say(v: int) -> str:
        after = claim.next_of(v)
        alike = after[level[after] == level[v]]
        if not alike.size:
            return f"the level is {level[v]}, and a larger one may come next"
        return f"{steps[v]} steps are left, and at the same level as many as {steps[alike].max()} may come next"

    return Verdict(outside, claim.rises(both, most, claim.regions[1]), say)


STRATEGY = (
    in_each(common.moves_stand_where_needed),
    in_each(common.moves_are_edges),
    in_each(common.winner_stays_inside),
    common.loser_stays_inside,
)
"""What holds of the moves and regions of every strategy with memory."""

RANKS = (*STRATEGY, *map(in_each, (ranks_stand_where_needed, rank_falls, level_falls, steps_fall)))
check_ranks = common.checker("goal-ranks", RanksClaim, RANKS)


class MovesClaim(StatesClaim):
    """The claim about what the strategies leave: positions, vertices with a state of the certificate's memory."""

    objectives = ("rabin", "streett", "emerson-lei")

    @staticmethod
    def own_sizes(solution: ArenaSolution) -> dict[str, Any]:
        """Return how many states the memory has: as many as the certificate says that go on."""
        rows = rows_of(getattr(solution.certificate, "update", ()))
        moves = rows_of(solution.strategy.moves)
        if rows and moves and rows != moves:
            raise MalformedClaimError(
                f"update has {rows} states of the memory, the strategy's move {moves}; they differ"
            )
        return {"memory": rows} if rows else {}

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        if self.moves.size > common.NONE:
            raise MalformedClaimError(f"there are {self.moves.size} positions; at most {common.NONE} can be checked")
        self.expect_memory(Automaton.of_vertices(self.proof.update, self.arena))
        self.divide(self.moves)

    @cached_property
    def single(self) -> Mask:
        """The edges that are parallel to no earlier one; SciPy's search for components never ends on the others."""
        from scipy.sparse import csr_array

        n, m = self.arena.n, self.arena.m
        rows = csr_array((np.arange(m), self.arena.successors.copy(), self.arena.indptr.astype(np.int32)), shape=(n, n))
        rows.sort_indices()
        found, again = np.ones(m, np.bool_), rows.indices[1:] == rows.indices[:-1]
        found[rows.data[1:][again & same(self.tails[1:], self.tails[:-1])]] = False
        return found

    def left(self, winner: int) -> Part:
        """Return the positions that a player is said to win, and the edges that the strategies leave between them."""
        here = same(self.winner, winner)
        size, number = np.count_nonzero(here), np.cumsum(here, dtype=np.int32) - np.int32(1)
        inside = np.flatnonzero(self.single & self.stays & self.spread(here))  # other moves are refused
        ends, after = self.tails.take(inside), self.arena.successors.take(inside)
        taken, tails, heads = self.losers.take(inside), list[Numbers](), list[Numbers]()
        first, last = number.take(ends), number.take(after)
        for row, update in zip(self.rows, self.proof.update, strict=True):
            left = np.flatnonzero(taken | (row.moves.take(ends) == after))
            tails.append(first.take(left) + np.int32(row.state * size))
            heads.append((update * size).astype(np.int32).take(ends.take(left)) + last.take(left))
        masks = cast("Any", self.game.objective).masks
        sets = np.zeros(self.arena.n, np.min_scalar_type(1 << len(masks)))  # the smaller, the quicker
        for i, mask in enumerate(masks):
            sets |= mask.astype(sets.dtype) << i
        count = len(self.rows)
        positions = np.arange(count * size, dtype=np.int32)
        return Part(positions, np.concatenate(tails), np.concatenate(heads), np.tile(sets[here], count))


class Part(NamedTuple):
    """Some of the positions, with the edges between them by their numbers here, sorted by tail, none parallel."""

    positions: Numbers
    tails: Numbers
    heads: Numbers
    sets: NDArray[np.integer[Any]]
    """A bit for each set of the condition that holds a position."""

    def where(self, kept: Mask) -> Part:
        """Return the part of a mask."""
        number = np.cumsum(kept, dtype=np.int32) - np.int32(1)
        edges = np.flatnonzero(kept.take(self.tails) & kept.take(self.heads))
        tails, heads = (number.take(ends.take(edges)) for ends in (self.tails, self.heads))
        return Part(self.positions[kept], tails, heads, self.sets[kept])


def no_loop_for_the_loser(claim: MovesClaim) -> Verdict:
    """Check that no strongly connected part of what the strategies leave makes the loser's formula true."""
    condition = cast("Any", claim.game.objective).condition()
    bad = dict[int, tuple[int, int]]()
    for winner, formula in enumerate((negated(condition), condition)):
        region = np.flatnonzero(same(claim.winner, winner))
        for positions, sets in loops(formula, claim.left(winner)):
            states, places = np.divmod(positions, region.size)
            for v, state in zip(region[places].tolist(), states.tolist(), strict=True):
                bad.setdefault(v, (state, sets))

    def say(v: int) -> str:
        state, sets = bad[v]
        return (
            f"{claim.rows[state].when(v) * (len(claim.rows) > 1)}{claim.wins(v)}, but the strategy leaves a way round "
            f"from here that the loser wants (sets seen: {', '.join(map(str, numbers_in(sets))) or 'none'})"
        )

    return Verdict(claim.all, np.array(sorted(bad), np.int64), say)


def loops(formula: Formula, part: Part) -> Iterator[tuple[Numbers, int]]:
    """Yield positions from which a way round makes a formula true, and the sets that it sees, a bit each.

    Nothing is left out but parts of what was found.

    Examples
    --------
    >>> from graphgames.core.acceptance import parsed
    >>> two = np.arange(2, dtype=np.int32)
    >>> part = Part(two, np.array([0, 1, 1]), np.array([1, 0, 1]), np.array([1, 2]))
    >>> [list(loops(parsed(text), part)) for text in ("Inf(0)", "Fin(0)", "Inf(0) & Fin(1)")]
    [[(array([0, 1], dtype=int32), 3)], [(array([1], dtype=int32), 2)], []]
    """
    if not part.positions.size:
        return
    component = components_of(part.positions.size, part.tails, part.heads, sorted_once=True)
    around = component.take(part.tails)
    within = around == component.take(part.heads)
    part = part._replace(tails=part.tails.compress(within), heads=part.heads.compress(within))
    seen = np.zeros(1 + int(component.max()), np.int64)
    for i in numbers_in(int(np.bitwise_or.reduce(part.sets))):
        seen[component.compress(part.sets >> i & 1 != 0)] |= 1 << i
    cyclic = np.zeros(seen.size, np.bool_)
    cyclic[around.compress(within)] = True
    parts = dict[tuple[Formula, int], Mask]()
    for sets in np.unique(seen[cyclic]).tolist():
        alike = cyclic & (seen == sets)  # equivalent mutant: names more positions of what is refused
        for rest, missed in wanted(formula, sets):
            if not missed:
                yield part.positions[alike[component]], sets
            else:  # components of which the same is asked are looked at together
                parts[rest, missed] = parts.get((rest, missed), False) | alike
    for (rest, missed), alike in parts.items():
        yield from loops(rest, part.where(alike.take(component) & (part.sets & missed == 0)))


def wanted(formula: Formula, sets: int) -> Iterator[tuple[Formula, int]]:
    """Yield how a formula can be true in a component that sees these sets: a formula, of what misses some of them."""
    there = numbers_in(sets)
    formula = assumed(formula, {i: False for _, i in atoms(formula) if i not in there})
    if formula == FALSE:
        return
    if holds(formula, there):
        yield TRUE, 0
        return
    sign, *parts = formula
    if sign == "or":
        for one in parts:
            yield from wanted(one, sets)
        return
    missed = [one[1] for one in (parts if sign == "and" else [formula]) if one[0] == "fin"]
    if not missed:
        missed = [i for word, i in atoms(formula) if word == "fin"][:1]
        if not missed:  # to see less makes it no truer
            return
        yield from wanted(without(formula, ("fin", missed[0])), sets)
    yield assumed(formula, dict.fromkeys(missed, False)), sum(1 << i for i in set(missed))


def numbers_in(sets: int) -> list[int]:
    """Return the numbers of the sets, given as a bit each."""
    return [i for i in range(sets.bit_length()) if sets >> i & 1]


MOVES = (*STRATEGY, no_loop_for_the_loser)
check_moves = common.checker("remembered-moves", MovesClaim, MOVES)
