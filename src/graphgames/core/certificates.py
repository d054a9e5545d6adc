"""Certificates: data that prove a solution and can be checked vertex by vertex.

Each class says what its numbers mean and gives the sentence that explains one vertex. Whether the numbers are right is
for ``graphgames.verifier`` to say, which shares no code with whatever found them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from graphgames.core.solution import Solution


@dataclass(frozen=True, eq=False)
class Certificate:
    """The parent of all certificates."""

    kind: ClassVar[str] = ""

    def explain(self, solution: Any, v: int) -> str:
        """Say in one sentence which rule of the certificate decides vertex v, where it goes vertex by vertex."""
        return f"A certificate of kind {self.kind} proves it."

    def to_dict(self) -> dict[str, Any]:
        """Give the certificate as plain Python, arrays as lists."""
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        return {"kind": self.kind} | {
            name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in data.items()
        }


@dataclass(frozen=True, eq=False)
class AttractorRanks(Certificate):
    """How many moves ``player`` needs to force the play into a set, the other delaying as long as possible.

    Attributes
    ----------
    player : int
        Who attracts: player 0 for a reachability objective, player 1 (towards the unsafe vertices) for a safety one.
    rank : ndarray of int32, shape (n,)
        0 in the set; outside the attractor -1. Elsewhere one more than the least rank among the successors where
        ``player`` moves, one more than the largest where the other does: these equations have one solution. A dead end
        outside the set has rank -1. A solution's values, where it gives any, are the ranks.
    """

    kind: ClassVar[str] = "attractor-ranks"
    player: int
    rank: NDArray[np.int32]

    def explain(self, solution: Solution, v: int) -> str:
        """See `Certificate.explain`."""
        arena, names = solution.game.arena, solution.game.players
        attracts, other, r = names[self.player], names[1 - self.player], int(self.rank[v])
        goal = "the target" if self.player == 0 else "an unsafe vertex"
        if r == 0:
            return f"{arena.label(v)} is {goal}."
        mine = arena.owner is not None and int(arena.owner[v]) == self.player
        if r > 0 and mine:
            to = arena.label(solution.strategy.moves[v])
            return f"{attracts} moves to {to}, whose rank is {r - 1}: {goal} in {in_moves(r)}."
        if r > 0:
            return f"Every move of {other} leads to a rank below {r}: {goal} in at most {in_moves(r)}."
        if arena.indptr[v] == arena.indptr[v + 1]:
            return f"The play stops at {arena.label(v)}, and {goal} was not reached."
        if mine:
            return f"No move of {attracts} leads to where {goal} can be forced."
        return f"{other} moves to {arena.label(solution.strategy.moves[v])} and stays outside the attractor."


@dataclass(frozen=True, eq=False)
class Remoteness(Certificate):
    """Moves until the end when the winner hurries and the loser delays.

    Attributes
    ----------
    remoteness : ndarray of int32, shape (n,)
        0 at dead ends, -1 where neither player can force the end (draws). Elsewhere one more than the least remoteness
        among the moves that keep the win where the mover wins, one more than the largest where he loses. A solution's
        values, where it gives any, are these numbers.
    """

    kind: ClassVar[str] = "remoteness"
    remoteness: NDArray[np.int32]

    def explain(self, solution: Solution, v: int) -> str:
        """See `Certificate.explain`."""
        arena, r = solution.game.arena, int(self.remoteness[v])
        mover = "The player to move" if arena.owner is None else solution.game.players[int(arena.owner[v])]
        if r < 0:
            return f"{mover} has a move to another draw and no winning one: the play need not end."
        result = solution.outcome(v)
        if r == 0:
            return f"{mover} cannot move and {'wins' if result == 'win' else 'loses'}."
        if result == "win":
            return f"{mover} moves to {arena.label(solution.strategy.moves[v])} and wins in {in_moves(r)}."
        return f"{mover} loses with every move, the slowest in {in_moves(r)}."


@dataclass(frozen=True, eq=False)
class BuchiLabels(Certificate):
    """The two labellings of the Green Game: why one player sees green for ever, and why the other can stop it.

    Let E be the player who wants to see the green (accepting) vertices infinitely often, A the other. On the region of
    E, with E keeping to his strategy, ``alpha`` counts down to the next green vertex; on the region of A, with A
    keeping to his, ``beta`` counts the green vertices still to come.

    Attributes
    ----------
    player : int
        E: 0 for a Büchi objective, 1 for a co-Büchi objective.
    alpha : ndarray of int32, shape (n,)
        On E's region 0 at a green vertex, elsewhere one more than the largest alpha among the successors that may come
        next. -1 on A's region.
    beta : ndarray of int32, shape (n,)
        On A's region, where it is never negative, the largest beta among the successors that may come next (a self-loop
        aside; 0 where there is no other), one more at a green vertex. -1, which stands for infinity, on E's region.

    Notes
    -----
    *The successors that may come next* are the strategy's choice where its player moves and all of them elsewhere.
    Along a play alpha falls until a green vertex comes; beta never rises and falls at each green vertex, so only
    finitely many come. (A self-loop on a green vertex of A's region may never be taken: beta would have to exceed
    itself.) No label is larger than n. A solution's values, where it gives any, are alpha on the one region and beta on
    the other. From the document of the *Green Game*, Polish Olympiad in Informatics VIII.
    """

    kind: ClassVar[str] = "buchi-labels"
    player: int
    alpha: NDArray[np.int32]
    beta: NDArray[np.int32]

    def explain(self, solution: Solution, v: int) -> str:
        """See `Certificate.explain`."""
        game = solution.game
        arena, move = game.arena, int(solution.strategy.moves[v])
        mover = game.players[int(arena.owner[v])] if arena.owner is not None else ""
        loser = int(solution.winner[v]) != self.player
        label, name = (self.beta, "beta") if loser else (self.alpha, "alpha")
        here = int(label[v])
        if move >= 0:
            there = int(label[move])
            change = (
                f"falls from {here} to {there}"
                if there < here
                else f"stays at {here}"
                if there == here
                else f"starts anew at {there}"
            )
            return f"{mover}: {name} {change} along the edge to {arena.label(move)}."
        if loser:
            bound = (
                f"at most {here} more green vert{'ex' if here == 1 else 'ices'}"
                if here
                else "green is never seen again"
            )
            return f"{mover}: beta is {here}, and no move makes it rise: {bound}."
        if here:
            return f"{mover}: alpha is {here}, and every move makes it fall: a green vertex within {in_moves(here)}."
        return f"{mover}: this vertex is green, and every move stays in the region where the next one is forced."


@dataclass(frozen=True, eq=False)
class StrategyPair(Certificate):
    """The two strategies of a parity game: each closes its region, and lets no cycle through that the other wins."""

    kind: ClassVar[str] = "strategy-pair"

    def explain(self, solution: Solution, v: int) -> str:
        """See `Certificate.explain`."""
        game, winner = solution.game, int(solution.winner[v])
        move = int(solution.strategy.moves[v])
        how = f"moves to {game.arena.label(move)}" if move >= 0 else "need not choose here"
        parity, back = ("even", "odd")[winner], solution._recurrence
        c, good = int(back.component[v]), f"has an {parity} top priority"
        if c < 0:
            return f"{game.players[winner]} {how}; no play comes back here, and every cycle ahead {good}."
        top, among = int(back.top[c]), int(back.size[c])
        most = int(np.asarray(game.objective.priority)[top])  # type: ignore[attr-defined]
        why = f"what comes back here stays among {among} vertices, and every cycle there {good}"
        why += f", {most} at most, at {game.arena.label(top)}"
        if among == 1:
            why = f"what comes back here stays here, with the {parity} priority {most}"
        return f"{game.players[winner]} {how}; {why}."


def in_moves(count: int) -> str:
    """Say a number of moves."""
    return "1 move" if count == 1 else f"{count} moves"
