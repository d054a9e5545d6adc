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

from collections.abc import Callable, Iterator
from copy import copy
from functools import cached_property, wraps
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.core import checking as common
from graphgames.core.acceptance import FALSE, Formula, assumed, atoms, holds, negated, without
from graphgames.core.checking import Claim, MalformedClaimError, Mask, Numbers, Verdict, same, verdict
from graphgames.core.claim import rows_of
from graphgames.core.memory import Automaton, product
from graphgames.core.report import Failure, Report
from graphgames.core.solution import ArenaSolution
from graphgames.games.parity.checker import components_of


class Situation(NamedTuple):
    """What a strategy waits for: the numbers of a guarantee and of an assumption, of which one counts."""

    goal: int
    waiting: int


class RanksClaim(Claim):
    """The claim that the ranks prove, as a claim about each of the situations that a strategy can be in.

    In a situation player 0 waits for a guarantee where she wins, and player 1 for an assumption where he does. No
    condition asks what comes after what is waited for, so that the situations need not be joined to one game.
    """

    objectives = ("generalized-buchi", "generalized-cobuchi", "gr1")

    def __init__(self, solution: ArenaSolution):
        super().__init__(solution)
        self.assumptions, self.guarantees = cast("Any", self.game.objective).goals
        g, a, winner = len(self.guarantees), max(len(self.assumptions), 1), self.winner
        self.expect_memory(self.counters(g, a))
        rows = self.moves.reshape(g, a, -1)
        unlike = np.where(winner == 0, (rows != rows[:, :1]).any(axis=(0, 1)), (rows != rows[:1]).any(axis=(0, 1)))
        self.refuse(unlike, lambda v: "the strategy moves by what its player does not wait for")
        self.now = Situation(0, 0)
        for name in ("losers", "forced", "levels"):
            getattr(self, name)  # is the same in all situations, and remembered by the copies
        self.rows = []
        for q in range(max(g, a)):
            row = copy(self)
            row.now = Situation(q % g, q % a)
            row.moves = np.where(winner == 0, rows[q % g, 0], rows[0, q % a])
            self.rows.append(row)

    def counters(self, g: int, a: int) -> Automaton:
        """Return the memory: two counters, each of which goes on when the play leaves what it waits for."""
        table = np.empty((g, a, self.arena.n), np.int64)
        for goal in range(g):
            for waiting in range(a):
                after = np.where(self.guarantees[goal], (goal + 1) % g, goal) * a
                seen = self.assumptions[waiting] if len(self.assumptions) else False
                table[goal, waiting] = after + np.where(seen, (waiting + 1) % a, waiting)
        return Automaton.of_vertices(table.reshape(g * a, -1), self.arena)

    @cached_property
    def forced(self) -> Mask:
        """The vertices where player 0 wins."""
        return same(self.winner, 0)

    @cached_property
    def levels(self) -> Mask:
        """The edges along which the level stays the same, at the loser's vertices and the winner's alike."""
        level = self.level
        return same(level[self.arena.successors], self.spread(level))

    @property
    def rank(self) -> NDArray[np.int32]:
        """The rank for the guarantee that is next."""
        found: NDArray[np.int32] = self.proof.rank[self.now.goal]
        return found

    @property
    def level(self) -> NDArray[np.int32]:
        """The level."""
        found: NDArray[np.int32] = self.proof.level
        return found

    @property
    def steps(self) -> NDArray[np.int32]:
        """The steps to the assumption that is next."""
        found: NDArray[np.int32] = self.proof.steps[self.now.waiting]
        return found


def in_each(condition: Callable[[RanksClaim], Verdict]) -> Callable[[RanksClaim], Verdict]:
    """Return the condition that one holds in each situation; what is wrong at a vertex is said of the first."""

    @wraps(condition)
    def checked(claim: RanksClaim) -> Verdict:
        n, found = claim.arena.n, [condition(row) for row in claim.rows]
        bad, kept = np.unique(np.concatenate([one.bad for one in found]), return_index=True)
        which = np.repeat(np.arange(len(found)), [one.bad.size for one in found])[kept]
        first = dict(zip(bad.tolist(), which.tolist(), strict=True))
        where = np.concatenate([one.where for one in found]) if n else claim.all

        def say(v: int) -> str:
            row = claim.rows[first[v]]
            waits = f"assumption {row.now.waiting}" if row.winner[v] else f"guarantee {row.now.goal}"
            return f"while {waits} is next, " * (len(found) > 1) + found[first[v]].say(v)

        return Verdict(where, bad, say)

    return checked


def ranks_stand_where_needed(claim: RanksClaim) -> Verdict:
    """Check that there is a rank where player 0 wins, level and steps where player 1 wins, and nothing elsewhere."""
    ranked = (claim.rank >= 0) & (claim.level == -1) & (claim.steps == -1)
    levelled = (claim.rank == -1) & (claim.level >= 0) & (claim.steps >= 0)
    return verdict(
        claim.all,
        np.where(claim.forced, ranked, levelled),
        lambda v: (
            f"{claim.wins(v)}, but rank, level and steps are {claim.rank[v]}, {claim.level[v]} and {claim.steps[v]}; "
            f"expected {'only a rank' if claim.forced[v] else 'no rank'}"
        ),
    )


def rank_falls(claim: RanksClaim) -> Verdict:
    """Check that outside the guarantee that is next the rank falls, or stays the same and an assumption is missed."""
    most, count = claim.largest(claim.rank, claim.next, -1), len(claim.assumptions)
    outside = ~claim.guarantees[claim.now.goal]
    missed = ~claim.assumptions[claim.rank % count, np.arange(claim.arena.n)] if count else ~claim.all

    def say(v: int) -> str:
        named = f", with assumption {claim.rank[v] % count} {'missed' if missed[v] else 'seen'} here" if count else ""
        return f"the rank is {claim.rank[v]}, and the largest that may come next is {most[v]}{named}"

    return verdict(claim.forced & outside, (most < claim.rank) | (missed & (most == claim.rank)), say)


def level_falls(claim: RanksClaim) -> Verdict:
    """Check that the level never rises, and falls at the guarantee that it names."""
    most = claim.largest(claim.level, claim.next, -1)
    named = claim.guarantees[claim.level % len(claim.guarantees), np.arange(claim.arena.n)]
    return verdict(
        ~claim.forced,
        most <= claim.level - named,
        lambda v: (
            f"the level is {claim.level[v]}, and the largest that may come next is {most[v]}"
            + f", at guarantee {claim.level[v] % len(claim.guarantees)}" * bool(named[v])
        ),
    )


def steps_fall(claim: RanksClaim) -> Verdict:
    """Check that outside the assumption that is next the steps fall, unless the level does."""
    most = claim.largest(claim.steps, claim.next & claim.levels, -1)
    count = len(claim.assumptions)
    outside = ~claim.assumptions[claim.now.waiting] if count else ~claim.all
    return verdict(
        ~claim.forced & outside,
        most < claim.steps,
        lambda v: f"{claim.steps[v]} steps are left, and at the same level as many as {most[v]} may come next",
    )


RANKS = (
    in_each(common.moves_stand_where_needed),
    in_each(common.moves_are_edges),
    in_each(common.winner_stays_inside),
    common.loser_stays_inside,
    in_each(ranks_stand_where_needed),
    in_each(rank_falls),
    in_each(level_falls),
    in_each(steps_fall),
)


@common.certificates_of("goal-ranks")
def check_ranks(solution: ArenaSolution) -> Report:
    """Check a solution of a GR(1), generalised Büchi or co-Büchi game: who wins, both strategies, and the ranks."""
    return common.examine(RanksClaim, RANKS, solution)


class MovesClaim(Claim):
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
        self.inner = self.arena.n
        memory = Automaton.of_vertices(self.proof.update, self.arena)
        self.expect_memory(memory)
        pairs, rows = product(self.arena, memory), self.moves
        self.vertex, self.state = pairs.vertex, pairs.memory
        self.arena, self.winner, self.moves = pairs.arena, self.winner[pairs.vertex], pairs.lifted(rows)
        self.refuse((rows >= 0).ravel() & (self.moves < 0), lambda u: f"the move to {rows.flat[u]} is no edge")

    def failure(self, v: int, sentence: str) -> Failure:
        """Return what is wrong at a position."""
        return Failure(v % self.inner, self.at(v, sentence))

    @cached_property
    def left(self) -> Part:
        """The positions and the edges that the strategies leave, with the sets of the condition."""
        kept = np.flatnonzero(self.next & self.stays)
        masks = cast("Any", self.game.objective).masks[:, self.vertex]
        everything = np.arange(self.arena.n, dtype=np.int32)
        return Part(everything, self.arena.tails.take(kept), self.arena.successors.take(kept), masks)


class Part(NamedTuple):
    """Some of the positions, with the edges between them by their numbers here."""

    positions: Numbers
    tails: Numbers
    heads: Numbers
    masks: NDArray[np.bool_]
    """The sets of the condition, a row each."""

    def where(self, kept: Mask) -> Part:
        """Return the part of a mask."""
        number = np.cumsum(kept, dtype=np.int32) - np.int32(1)
        edges = np.flatnonzero(kept[self.tails] & kept[self.heads])
        return Part(self.positions[kept], number[self.tails[edges]], number[self.heads[edges]], self.masks[:, kept])


def no_loop_for_the_loser(claim: MovesClaim) -> Verdict:
    """Check that no strongly connected part of what the strategies leave makes the loser's formula true."""
    condition = cast("Any", claim.game.objective).condition()
    bad = dict[int, list[int]]()
    for winner, formula in enumerate((negated(condition), condition)):
        for positions, sets in loops(formula, claim.left.where(claim.winner == winner)):
            bad |= dict.fromkeys(positions.tolist(), sets)

    def say(v: int) -> str:
        sets = ", ".join(map(str, bad[v])) or "none"
        return (
            f"{claim.wins(v)}, but the strategy leaves a way round from here that the loser wants (sets seen: {sets})"
        )

    return Verdict(claim.all, np.array(sorted(bad), np.int64), say)


def loops(formula: Formula, part: Part) -> Iterator[tuple[Numbers, list[int]]]:
    """Yield positions from which a way round makes a formula true, and the sets that it sees.

    Nothing is left out but parts of what was found.

    Examples
    --------
    >>> from graphgames.core.acceptance import parsed
    >>> two, masks = np.arange(2, dtype=np.int32), np.array([[True, False], [False, True]])
    >>> part = Part(two, np.array([0, 1, 1]), np.array([1, 0, 1]), masks)
    >>> [list(loops(parsed(text), part)) for text in ("Inf(0)", "Fin(0)", "Inf(0) & Fin(1)")]
    [[(array([0, 1], dtype=int32), [0, 1])], [(array([1], dtype=int32), [1])], []]
    """
    if formula == FALSE or not part.positions.size:
        return
    component = components_of(part.positions.size, part.tails, part.heads)
    within = component[part.tails] == component[part.heads]
    part = part._replace(tails=part.tails[within], heads=part.heads[within])
    count = 1 + int(component.max())
    cyclic, seen = np.zeros(count, np.bool_), np.zeros(count, np.int64)
    cyclic[component[part.tails]] = True
    for i, mask in enumerate(part.masks):
        seen[np.flatnonzero(np.bincount(component[mask], minlength=count))] |= np.int64(1) << i
    for sets in np.unique(seen[cyclic]).tolist():  # components that see the same sets are looked at together
        alike = cyclic & (seen == sets)
        there = [i for i in range(len(part.masks)) if sets >> i & 1]
        yield from _loops_in(formula, part.where(alike[component]), there)


def _loops_in(formula: Formula, part: Part, there: list[int]) -> Iterator[tuple[Numbers, list[int]]]:
    """Do the same within components, in each of which these sets can be seen infinitely often and no others."""
    formula = assumed(formula, {i: False for _, i in atoms(formula) if i not in there})
    if formula == FALSE or not part.positions.size:
        return
    if holds(formula, there):
        yield part.positions, there
        return
    sign, *parts = formula
    if sign == "or":
        for one in parts:
            yield from _loops_in(one, part, there)
        return
    missed = [one[1] for one in (parts if sign == "and" else [formula]) if one[0] == "fin"]
    if not missed:
        missed = [i for word, i in atoms(formula) if word == "fin"][:1]
        if not missed:  # to see less makes it no truer
            return
        yield from _loops_in(without(formula, ("fin", missed[0])), part, there)
    unseen: Mask = ~part.masks[missed].any(axis=0)  # type: ignore[assignment]
    yield from loops(assumed(formula, dict.fromkeys(missed, False)), part.where(unseen))


MOVES = (
    common.moves_stand_where_needed,
    common.moves_are_edges,
    common.winner_stays_inside,
    common.loser_stays_inside,
    no_loop_for_the_loser,
)


@common.certificates_of("remembered-moves")
def check_moves(solution: ArenaSolution) -> Report:
    """Check a solution of a Rabin, Streett or Emerson-Lei game by its two strategies with their memory."""
    return common.examine(MovesClaim, MOVES, solution)
