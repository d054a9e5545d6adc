"""Exact marks of policies: the value of a policy against the best reply, and what its moves cost.

A policy takes the place of a player: its vertices belong to chance, or keep a single edge. What is left is a game of
the other player, whose solution is the best reply, and whose certificate proves the mark.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import nlargest
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.asking import Askable
from graphgames.catalogue.problems import problem_of
from graphgames.core.arena import owners
from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, SolverError, shown
from graphgames.core.game import Game
from graphgames.core.naming import by_text
from graphgames.core.objective import Objective
from graphgames.core.remembering import ReadOnly
from graphgames.core.report import Failure, Report
from graphgames.core.rules import LIMIT
from graphgames.core.solution import ArenaSolution
from graphgames.core.tabular import data_frame
from graphgames.core.value import Bracket, Infinite, Value, ends, in_words, plain, to_json
from graphgames.engines import dispatch
from graphgames.games.chance.long_run.averages import gain_and_bias
from graphgames.policies.given import policy_of, shares
from graphgames.policies.marks_checker import MarkClaim
from graphgames.policies.memories import remembers, together
from graphgames.policies.play_payoff import lasting, likely_edges
from graphgames.policies.valued_game import Board, board_of

if TYPE_CHECKING:
    import pandas as pd

    from graphgames.draw.picture import Picture

_SHOWN = 10
_FEW = 3
_SWEEPS = 10_000
_LEAST = 1e-12  # how likely what is left of a play may be that no longer counts


class Regret(NamedTuple):
    """What a policy gives away at a position, if both players were perfect afterwards.

    Of an average payoff ``regret`` is what is lost of the average for ever. Where that is nothing, ``once`` is what a
    visit costs: so much less is collected than by perfect play before both go on alike. Averaged over all steps, visits
    by ``once`` is what that takes from the average.
    """

    position: Any
    regret: Any
    """The value of the best move less the value of what the policy does."""
    visits: float
    """How often a play against the best reply comes there, rounded; where ``once`` counts how often in a step."""
    moves: dict[Any, Any]
    """From each move to its own regret; parallel edges that differ in it have a number each behind their name."""
    policy: dict[Any, Fraction]
    """From each move that the policy takes to its probability."""
    once: Any = None
    """Of an average payoff what a visit costs, where nothing is lost for ever and this is known; else None."""
    moves_once: Mapping[Any, Any] = MappingProxyType({})
    """From each move by which nothing is lost for ever to what it costs, where that is known."""

    @property
    def lost(self) -> Any:
        """What counts at the position: ``once`` where it is known, else ``regret``."""
        return self.regret if self.once is None else self.once

    @property
    def cost(self) -> float:
        """What the position costs in a play against the best reply: visits times what is lost, rounded."""
        return float(self.visits * float(self.lost)) if self.lost else 0.0

    @property
    def best(self) -> list[Any]:
        """The moves that lose nothing."""
        lost = self.moves if self.once is None else self.moves_once
        return [move for move, one in lost.items() if one == 0]

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain Python, with the regret of each move."""
        often = {"visits": self.visits, "cost": self.cost}
        numbers = {
            "regret": to_json(self.regret),
            **{key: one if one < np.inf else "inf" for key, one in often.items()},
        }
        fields = {"position": str(self.position), **numbers, "moves": _named(self.moves), "policy": _named(self.policy)}
        return (
            fields
            if self.once is None
            else fields | {"once": to_json(self.once), "moves_once": _named(self.moves_once)}
        )


def _named(numbers: Mapping[Any, Any]) -> dict[str, Any]:
    """Return numbers by the names of moves as plain Python."""
    return by_text((move, to_json(one)) for move, one in numbers.items())


def _different_names(edges: Mapping[int, tuple[Any, Any, Any]]) -> dict[int, Any]:
    """Return the names of edges, given each with what it costs; of one name that costs several things, with numbers."""
    alike: dict[Any, list[int]] = {}
    for e, (name, *_) in edges.items():
        alike.setdefault(name, []).append(e)
    names = dict[int, Any]()
    for name, several in alike.items():
        differ = any(edges[e][1:] != edges[several[0]][1:] for e in several)
        names |= {e: f"{name} ({k} of {len(several)})" if differ else name for k, e in enumerate(several, 1)}
    return names


@dataclass(frozen=True, eq=False)
class Evaluation(ReadOnly):
    """The exact mark of a policy.

    Attributes
    ----------
    board : Board
        The game, with numbers as values.
    share : ndarray of int64, shape (m,)
        How likely the policy takes each edge, as integers in proportion.
    solution : ArenaSolution
        The solution of the game that is left to the other player; it proves the mark.
    player : int
        Whose policy it is, as it was given; on the board it is ``board.player``.

    Examples
    --------
    >>> import graphgames as gg
    >>> class Nim:
    ...     start = 5
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> mark = gg.evaluate(Nim(), "uniform")
    >>> mark
    Evaluation(value=1/4, exploitability=3/4)
    >>> mark.best_reply
    {4: 3, 3: 2, 2: 0, 1: 0}
    >>> [(one.position, one.regret) for one in mark.costs()]
    [(5, Fraction(1, 2)), (2, Fraction(1, 2))]
    """

    board: Board
    share: NDArray[np.int64]
    solution: ArenaSolution
    player: int = 0

    @cached_property
    def value(self) -> Value:
        """What the game is worth with the policy in place of its player.

        Of a game by rules to that player: 1 for a win, 0 for a loss, and what a draw is worth; else as the solutions of
        the game have it, or of a game for which only who wins counts 1 where player 0 wins and 0 where he loses.
        """
        found: Value = self._value(self.solution, self.board.start)
        return found

    def _value(self, solution: Any, v: int) -> Any:
        if self.board.numeric:
            found = plain(solution.vertex_values[v])
            return -found if self.board.losses else found
        winner = int(solution.winner[v])
        if winner > 1:
            raise GameError("neither player wins with probability 1, and no exact probability is known for such games")
        return 1 - winner

    @cached_property
    def best(self) -> ArenaSolution:
        """The solution of the game in which both players are perfect, or this one against the policy given."""
        return perfect(self.board.game)

    @cached_property
    def game_value(self) -> Value:
        """What the game is worth if both players are perfect; with ``against`` if this one is."""
        found: Value = self._value(self.best, self.board.start)
        return found

    @cached_property
    def exploitability(self) -> Value:
        """How much less the policy is worth than a perfect one, 0 for a perfect one.

        With ``against`` a perfect one is the best against that policy.
        """
        wants_little = self.board.player ^ self.board.losses
        better, worse = (self.game_value, self.value)[:: 1 - 2 * wants_little]
        (low, high), (least, most) = ends(better), ends(worse)
        return _between(low - most, high - least)

    @cached_property
    def best_reply(self) -> dict[Any, Any]:
        """From each position of the other player that has a best move to that move."""
        label, name = self.board.game.arena.label, self.board.name
        return {label(v): name(e) for v, e in self.replies()}

    def replies(self) -> list[tuple[int, int]]:
        """Return the vertices of the other player that have a best move, each with its edge, as the board has them."""
        arena, strategy = self.solution.arena, self.solution.strategy
        theirs = (strategy.opening >= 0) & (owners(arena) == 1 - self.board.player) & (arena.out_degree > 0)
        kept = np.flatnonzero(self.board.kept(self.share))
        moves = [(v, strategy.move(v)) for v in np.flatnonzero(theirs).tolist()]
        return [(v, int(kept[move[0]])) for v, move in moves if move is not None]

    @cached_property
    def _chain(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """How likely each edge is taken by the policy and the best reply, and how much counts what comes after it."""
        arena, moves = self.solution.arena, self.solution.strategy.opening
        objective, tails = self.solution.problem.objective, arena.tails
        likely = likely_edges(arena, objective, moves, self.solution.vertex_values)
        likely /= np.maximum(np.bincount(tails, likely, arena.n), 1e-300)[tails]
        factor = np.ones(arena.m)
        if (given := getattr(objective, "discount", None)) is not None:
            factor *= np.asarray(given, np.float64)
        if objective.over is not None:
            factor[objective.over[tails]] = 0
        return likely, factor

    @cached_property
    def visits(self) -> NDArray[np.float64]:
        """How often a play against the best reply comes to each vertex, rounded and discounted, shape (n,).

        It is infinite where a play may come back for ever, and nothing is discounted.
        """
        (likely, factor), arena = self._chain, self.solution.arena
        component, final = self._lasting
        discounted = getattr(self.solution.problem.objective, "discount", None) is not None
        ends = np.zeros(arena.n, np.bool_) if discounted else self._stays
        total: NDArray[Any] = np.zeros(arena.n)
        for now in self._steps(np.where(ends[arena.tails], 0, likely * factor)):
            total += now
            if now.sum() < _LEAST:
                break
        met = np.bincount(component, total, final.size) > 0
        return np.where(ends & met[component], np.inf, total)

    @cached_property
    def often(self) -> NDArray[np.float64]:
        """In which share of the steps a play against the best reply is at each vertex in the long run, shape (n,)."""
        before: NDArray[Any] = np.zeros(self.solution.arena.n)
        for now in self._steps(self._chain[0], lazy=True):
            if np.abs(now - before).sum() < _LEAST:
                break
            before = now
        return np.where(self._stays, before, 0)

    @cached_property
    def _stays(self) -> NDArray[np.bool_]:
        """Where a play stays for ever: it comes back to each of these vertices that can be reached, shape (n,)."""
        arena, (likely, factor) = self.solution.arena, self._chain
        component, final = self._lasting
        return np.asarray(final[component] & (np.bincount(arena.tails, likely * factor, arena.n) > 0))

    @cached_property
    def _lasting(self) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The strongly connected components of the edges that plays may take, and in which of them a play stays."""
        likely, factor = self._chain
        return lasting(self.solution.arena, likely * factor > 0)

    def _steps(self, likely: NDArray[np.float64], lazy: bool = False) -> Iterator[NDArray[np.float64]]:
        """Yield how likely a play is at each vertex after so many steps; a lazy one waits half of the time."""
        arena = self.solution.arena
        now: NDArray[Any] = np.zeros(arena.n)
        now[self.board.start] = 1
        for _ in range(_SWEEPS):
            yield now
            after = np.bincount(arena.successors, likely * now[arena.tails], arena.n)
            now = (after + now) / 2 if lazy else after

    @cached_property
    def bias(self) -> NDArray[Any] | None:
        """How much more than the average perfect play collects from each vertex on, where averages are known exactly.

        None where the payoff is no average.
        """
        proof, values = self.best.certificate, self.best.vertex_values
        if self.board.game.objective.counted != "mean" or values is None:
            return None
        exact = not any(isinstance(one, Bracket | Infinite) for one in values.tolist())
        return getattr(proof, "bias", None) if exact else None

    def regrets(self) -> list[Regret]:
        """Return what the policy gives away at each position that a play against the best reply may come to."""
        board, label, found = self.board, self.board.game.arena.label, []
        states = True if board.states is None else board.states
        for v in np.flatnonzero(self.decided & (self.visits > 0) & states).tolist():
            regret, lost = self.given_away(v)
            once, each = (None, dict[int, Value | None]()) if self.bias is None else self.lost_once(v)
            names = _different_names({e: (board.name(e), lost[e], each.get(e)) for e in lost})
            whole, policy = sum(int(self.share[e]) for e in lost), dict[Any, Fraction]()
            for e in lost:
                if self.share[e]:
                    policy[names[e]] = policy.get(names[e], Fraction(0)) + Fraction(int(self.share[e]), whole)
            moves = {names[e]: given for e, given in lost.items()}
            one = Regret(label(v), regret, float(self.visits[v]), moves, policy)
            if once is not None:
                costs = {names[e]: cost for e, cost in each.items() if cost is not None}
                one = one._replace(once=once, visits=board.pace * float(self.often[v]), moves_once=costs)
            found.append(one)
        return found

    def lost_once(self, v: int) -> tuple[Value | None, dict[int, Value | None]]:
        """Return what a visit to a vertex costs, and each edge: by its weight and the bias of where it leads.

        Of edges that lose some of the average for ever, and of a policy that takes one, that is None.
        """
        if self.bias is None:
            raise GameError("what a visit costs is known only for average payoffs whose values are exact")
        arena, sign = self.board.game.arena, 1 - 2 * self.board.player
        weight, pace = cast("Any", self.board.game.objective).weight, self.board.pace
        lost = self.given_away(v)[1]
        gains = {
            e: sign * Fraction((0 if weight is None else plain(weight[e])) + plain(self.bias[arena.successors[e]]))
            for e in lost
            if lost[e] == 0
        }
        best = max(gains.values(), default=Fraction(0))
        below = {e: (best - one) / pace for e, one in gains.items()}
        costs: dict[int, Value | None] = {e: plain(below[e]) if e in below else None for e in lost}
        taken = {e: int(self.share[e]) for e in lost if self.share[e]}
        if not taken.keys() <= below.keys():
            return None, costs
        whole = sum(taken.values())
        return plain(sum((Fraction(share, whole) * below[e] for e, share in taken.items()), Fraction(0))), costs

    @property
    def decided(self) -> NDArray[np.bool_]:
        """Where the policy says what its player does, and the play is not over, shape (n,)."""
        arena, over = self.board.game.arena, self.board.game.objective.over
        decided: NDArray[np.bool_] = np.bincount(arena.tails, self.share, arena.n) > 0
        return decided if over is None else decided & ~over

    def given_away(self, v: int) -> tuple[Value, dict[int, Value]]:
        """Return what the policy gives away at a vertex, and what the move along each edge does.

        It is what the best move is worth less what this one is, if both players are perfect afterwards.
        """
        if self.best.vertex_values is None:
            raise GameError("the moves of this game have no values, so there is no regret; ask for the exploitability")
        arena, sign = self.board.game.arena, 1 - 2 * self.board.player
        edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        gains = {e: sorted(self._gain(e, sign)) for e in edges}
        lost = _less(gains)
        whole = sum(self.share[edges.start : edges.stop].tolist())
        mean = [
            sum((_times(Fraction(int(self.share[e]), whole), ends(lost[e])[k]) for e in edges if lost[e] != 0), 0)
            for k in (0, 1)
        ]
        return _between(*mean), lost

    def _gain(self, e: int, sign: int) -> list[Any]:
        """Return the ends of what an edge is worth, its own reward included, to the player with this sign."""
        weight, factor = self._added
        values: Any = self.best.vertex_values
        after = ends(values[int(self.board.game.arena.successors[e])])
        here = 0 if weight is None else plain(weight[e])
        found = [here + (one if factor is None else _times(Fraction(factor[e]), one)) for one in after]
        return found if sign > 0 else [-one for one in found]

    @cached_property
    def _added(self) -> tuple[Any, Any]:
        """What each edge adds of its own, and how much counts what comes after it; None for nothing, and for all."""
        objective: Any = self.board.game.objective
        factor, m = getattr(objective, "discount", None), self.board.game.arena.m
        if factor is None:
            return getattr(objective, "reward", None), None
        return objective.weight, np.full(m, factor) if np.ndim(factor) == 0 else factor

    def costs(self, most: int | None = 10) -> list[Regret]:
        """Return the positions that cost most in plays against the best reply, the dearest first; with None all."""
        dear = [one for one in sorted(self.regrets(), key=lambda one: -one.cost) if one.lost]
        return dear if most is None else dear[: integer(most, "the number of positions")]

    def met(self) -> list[tuple[Any, Any, float]]:
        """Return the positions at which the best reply is asked in plays against it: what it does, and how often.

        Those that plays come to most often come first.
        """
        often = self.visits
        label, name = self.board.game.arena.label, self.board.name
        found = [(v, e) for v, e in self.replies() if often[v] > 0]
        return [(label(v), name(e), float(often[v])) for v, e in sorted(found, key=lambda one: -often[one[0]])]

    def verify(self, *, table: bool = True) -> Report:
        """Check the value by the certificate of the game that is left to the other player, and that of perfect play.

        All that a file of marks holds is compared with what follows from these: the values, the best reply, and what
        each move gives away. How often plays come to a position is rounded, and not proved.

        Where the marks rest on a solution that says who wins behind some positions, all of that solution is checked,
        too, which for a table takes as long as ``graphgames table verify``. With ``table=False`` it is believed: then
        ``value`` and ``best_reply`` are proved, and the rest only if that solution is right.
        """
        from graphgames.policies.marks_file import findings

        return report_on(self, lambda: findings(self.board, self), lambda claim: findings(self.board, claim), table)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the mark to a file: ``.json`` with its proof, for `graphgames.read_marks` and ``graphgames verify``.

        With ``.csv`` it is the table of `to_pandas`, and the plot of `draw` with the ending of a picture. Raise
        `GameError` if there is no proof to write, since the mark rests on a table.
        """
        from graphgames.policies.marks_file import save

        save(self, path)

    def to_dict(self, full: bool = False) -> dict[str, Any]:
        """Return the mark as plain Python: the values, the positions that cost most, and the replies met most often.

        With ``full`` these are all positions that plays come to, and all replies.
        """
        costs = (self.regrets() if full else self.costs(_SHOWN)) if self.board.numeric else []
        replies = self.replies() if full else []
        arena, name = self.board.game.arena, self.board.name
        best_reply = by_text((arena.label(v), str(name(e))) for v, e in replies)
        return {
            "player": self.player,
            "value": to_json(self.value),
            "game_value": to_json(self.game_value),
            "exploitability": to_json(self.exploitability),
            "positions": int(self.board.game.arena.n if self.board.states is None else self.board.states.sum()),
            "rests_on": None if self.board.rests_on is None else repr(self.board.rests_on),
            "costs": [one.to_dict() for one in costs],
            "best_reply": best_reply if full else by_text((at, str(move)) for at, move, _ in self.met()[:_SHOWN]),
        }

    def rows(self) -> list[tuple[Any, ...]]:
        """Return the table: a heading, and a row for each position that plays come to."""
        found = [(one.position, one.regret, one.once, one.visits, one.cost) for one in self.regrets()]
        heading = ("position", "regret", "once", "visits", "cost")
        if self.bias is None:
            return [(*heading[:2], *heading[3:]), *((*row[:2], *row[3:]) for row in found)]
        return [heading, *found]

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each position that plays come to: its regret, the visits, and what it costs.

        Of an average payoff there is also what a visit costs where nothing is lost for ever (``once``), see `Regret`.
        """
        heading, *rows = self.rows()
        return data_frame(rows, heading)

    def draw(self, most: int = 12) -> Picture:
        """Return the plot of the positions that cost most, each with what it costs and what each move gives away."""
        from graphgames.draw.plots import lengths

        rows = []
        for one in self.costs(most):
            each = one.moves if one.once is None else one.moves_once
            moves = ", ".join(f"{move}: {in_words(lost)}" for move, lost in each.items())
            details = f"regret {self._lost(one)}, {self._visits(one)}; {moves}"
            rows.append((str(one.position).replace("\n", " / "), one.cost, details))
        return lengths(rows, f"what costs most: exploitability {in_words(self.exploitability)}")

    @property
    def head(self) -> list[str]:
        """What the policy is worth, and what a perfect one is, in two lines."""
        replies = bool((owners(self.board.game.arena) == 1 - self.board.player).any())
        whom, best = " against the best reply" * replies, "a perfect player"
        if self.board.against is not None:
            whom, best = " against the policy given", "the best policy against it"
        return [
            f"value {_with_decimals(self.value)}{whom}",
            f"{best} gets {_with_decimals(self.game_value)}; exploitability {_with_decimals(self.exploitability)}",
        ]

    @property
    def rests(self) -> str:
        """What the mark rests on besides its game, in a sentence; mostly nothing."""
        return (
            ""
            if self.board.rests_on is None
            else f"all but the value rests on {self.board.rests_on!r}; verify() proves that, too"
        )

    def tables(self, full: bool = False) -> Iterator[list[tuple[str, ...]]]:
        """Yield the tables of the mark sheet, each with its heading: what costs most, and the best reply.

        With ``full`` also positions that cost nothing.
        """
        costs = sorted(self.regrets(), key=lambda one: -one.cost) if full and self.board.numeric else []
        costs = self.costs(None) if self.board.numeric and not full else costs
        heading = ("what costs most", "the policy", "best", "what is lost", "visits", "cost")
        yield [heading, *map(self._row, costs)]
        met = [(str(at), str(move), _often(visits)) for at, move, visits in self.met()]
        yield [("position", "best reply", "visits"), *met]

    def _row(self, one: Regret) -> tuple[str, ...]:
        """Return what the mark sheet says of a position."""
        taken = [f"{move} {in_words(likely)}" if likely < 1 else str(move) for move, likely in one.policy.items()]
        best = _several([*map(str, one.best)])
        return str(one.position), _several(taken), best, self._lost(one), self._visits(one), f"{one.cost:.4g}"

    def _lost(self, one: Regret) -> str:
        """Return what is lost at a position in words: of an average in a visit, or for ever."""
        if self.board.game.objective.counted != "mean":
            return in_words(one.regret)
        return f"{in_words(one.regret)} for ever" if one.once is None else f"{in_words(one.once)} a visit"

    def _visits(self, one: Regret) -> str:
        """Return how often plays come to a position in words."""
        return f"{one.visits:.3g} of the steps" if one.once is not None else _often(one.visits)

    def __str__(self) -> str:
        """Return the mark sheet: the value of the policy, and where it loses most."""
        lines = self.head
        for one in self.costs(5) if self.board.numeric else ():
            position = str(one.position).replace("\n", " / ")
            lines.append(f"  {position}: regret {self._lost(one)}, {self._visits(one)}")
        return "\n".join([*lines, *([self.rests] if self.rests else [])])

    def __repr__(self) -> str:
        return f"Evaluation(value={self.value}, exploitability={self.exploitability})"


def report_on(
    mark: Evaluation,
    shown: Callable[[], Mapping[str, Any]],
    right: Callable[[MarkClaim], Mapping[str, Any]],
    table: bool = True,
) -> Report:
    """Return the report on the proofs of a mark, and what is ``shown`` otherwise than is ``right`` by them."""
    from graphgames.policies.marks_file import differences

    claim = claim_of(mark)
    if wrong := [Failure(None, sentence) for sentence in claim.faults()]:
        return Report(len(wrong), tuple(wrong), len(wrong))
    report = dispatch.verify(mark.solution)
    for proof in (mark.best, mark.board.rests_on if table else None):
        if report and proof is not None:
            report = dispatch.verify(proof)
    if not report:
        return report
    expected = right(claim)
    wrong = [Failure(None, sentence) for sentence in differences(shown(), expected)]
    return Report(report.checked + len(expected), tuple(wrong), len(wrong))


def _with_decimals(number: Value) -> str:
    """Return a number in words, and a fraction also as a decimal."""
    words = in_words(number)
    return f"{words} ({float(number):.6g})" if "/" in words else words


def _often(visits: float) -> str:
    """Return in words how often plays come to a position."""
    return f"{visits:.3g} visits" if visits < np.inf else "for ever"


def _several(words: Sequence[str]) -> str:
    """Return the first of some words, and how many more there are."""
    more = len(words) - _FEW
    return ", ".join([*words[:_FEW], f"{more} more"] if more > 1 else words)


def perfect(game: Any) -> ArenaSolution:
    """Return the solution of a game; of an average payoff one that knows what a visit is worth, where one is found."""
    if game.objective.counted == "mean":
        with suppress(SolverError):
            return gain_and_bias(game)
    found: ArenaSolution = dispatch.solve(game)
    return found


def claim_of(mark: Evaluation) -> MarkClaim:
    """Return what the checker of marks looks at."""
    board = mark.board
    return MarkClaim(
        board.game, board.start, board.player, board.losses, mark.share, mark.best, mark.solution, board.pace
    )


def _less(gains: Mapping[int, list[Any]]) -> dict[int, Value]:
    """Return how much less each edge is worth than the best of the others, by the ends of what each is worth."""
    if len(gains) < 2:
        return dict.fromkeys(gains, 0)
    ranked, lost = [nlargest(2, (one[k] for one in gains.values())) for k in (0, 1)], dict[int, Value]()
    for e, one in gains.items():
        others = (second if one[k] == largest else largest for k, (largest, second) in enumerate(ranked))
        lost[e] = _between(*(max(0, _minus(best, one[1 - k])) for k, best in enumerate(others)))
    return lost


def _minus(one: Any, other: Any) -> Any:
    return 0 if one == other else one - other


def _times(share: Fraction, number: Any) -> Any:
    return Fraction(0) if not share else number if isinstance(number, Infinite) else share * number


def _between(low: Any, high: Any) -> Value:
    """Return a number by its ends."""
    low, high = plain(low), plain(high)
    found: Value = low if low == high else Bracket(low, high)
    return found


def who_moves(game: Any) -> int:
    """Return the player whose policy is meant where nobody says it: the only one who moves, else player 0."""
    problem = getattr(game, "problem", game)
    if not isinstance(problem, Game):
        return 0
    owner = owners(problem.arena)[problem.arena.out_degree > 1]
    return int(bool((owner == 1).any() and not (owner == 0).any()) ^ bool(getattr(problem, "costs", False)))


def _expect_choices(board: Board, named: bool, against: Any) -> None:
    """Raise `GameError` if there is a policy of a player who never chooses, while the other one does."""
    chooses = [bool(((owners(board.game.arena) == who) & (board.game.arena.out_degree > 1)).any()) for who in (0, 1)]
    if named and not chooses[board.player] and chooses[1 - board.player]:
        raise GameError("that player has no choice in this game, so there is no policy to evaluate; the other one has")
    if against is not None and not chooses[1 - board.player]:
        raise GameError("the other player has no choice in this game, so a policy to play against has no effect")


def evaluate(
    game: object,
    policy: object,
    player: int | None = None,
    *,
    objective: Objective | None = None,
    owner: object = None,
    against: object = None,
    start: object = None,
    draw: object = 1,
    normalize: bool = False,
    limit: int = LIMIT,
) -> Evaluation:
    """Mark a policy exactly: what it is worth against the best reply of the other player, with a proof.

    Parameters
    ----------
    game : Game, ModelGame, Rules, Table, or a solution of one
        A game on an arena, a model with an objective, rules, a table on disk, or a game of `from_openspiel`.
    policy : str, mapping, callable, strategy, solution, table or sequence
        ``"uniform"``; from each position of the player to a move, or to the probabilities of moves; a function of a
        position that returns such; a `MemoryPolicy`; or a strategy. Moves have their names, or are the positions that
        they lead to; those of a model are actions. Also a DataFrame, or a file ``.csv``, with the columns ``state`` and
        ``action``, and perhaps ``probability``; a file ``.json`` as ``write_policy`` writes it; and of a game on an
        arena an array with an action, or a row of probabilities of numbered actions, for each state by its number.
    player : int, optional
        Whose policy it is, 0 or 1; by default that of the only player who moves, else of player 0.
    objective, owner : optional
        What is asked of a model or a graph that comes without, as for `solve`.
    against : policy, optional
        That of the other player, instead of the best reply: the marks are then those of the game against that policy,
        and ``game_value`` is what the best one is worth in it.
    start : position, optional
        Where plays begin, by default where the game says.
    draw : number
        In a game by rules what a draw is worth to the player: by default 1, so that the value is the probability not to
        lose; with 0 it is that to win, and with ``"1/2"`` a draw is half a win.
    normalize : bool
        Whether probabilities of the policy that miss 1 by rounding are divided by their sum.
    limit : int
        The most positions of a game by rules. Of a table or another solution of rules no others are looked at than
        those that the policy leads to, and those behind its other moves, which are worth what it says; ``verify()``
        checks all of it.

    Returns
    -------
    Evaluation
        With ``value``, ``exploitability``, ``best_reply``, ``regrets()``, ``costs()`` and ``verify()``.

    Raises
    ------
    GameError
        If it is no such game, or the policy does not fit it.

    Examples
    --------
    >>> class Nim:
    ...     start = 3
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> mark = evaluate(Nim(), "uniform", player=1)
    >>> mark.value, mark.exploitability, mark.verify().ok
    (Fraction(1, 2), Fraction(1, 2), True)
    """
    given: Any = player
    if isinstance(given, Objective) and objective is None:
        player, objective = None, given
    if player is not None and (type(player) is not int or player not in (0, 1)):
        raise GameError(f"the player is {shown(player)}; expected 0 or 1")
    if objective is not None:
        game = problem_of(game, objective, owner)
    policy, against = policy_of(policy, game), policy_of(against, game)
    if isinstance(game, Askable):  # of which a solution says what was asked
        game = problem_of(getattr(policy, "problem", game))
    named, player = player is not None, who_moves(game) if player is None else player
    board = board_of(game, player, start, draw, limit, None if remembers(policy) else policy)
    if remembers(policy) or remembers(against) or board.game.memory is not None:
        board, (policy, *others) = together(board, [policy] if against is None else [policy, against])
        against = others[0] if others else None
    arena = board.game.arena
    _expect_choices(board, named, against)
    over = board.settled
    share = shares(arena, owners(arena) == board.player, policy, board.name, normalize, over)
    if against is not None:
        replies = shares(arena, owners(arena) == 1 - board.player, against, board.name, normalize, over)
        share, board = share[board.kept(replies)], board.facing(replies)
    return Evaluation(board, share, dispatch.solve(board.under(share)), player)
