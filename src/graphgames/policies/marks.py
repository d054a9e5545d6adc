"""Exact marks of policies: what a policy is worth against the best reply, and what its moves cost.

A policy takes the place of a player: its vertices belong to chance, or keep a single edge. What is left is a game of
the other player, whose solution is the best reply, and whose certificate proves the mark.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.problems import problem_of
from graphgames.core.arena import owners
from graphgames.core.arguments import integer
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, MissingDependencyError, shown
from graphgames.core.objective import Objective
from graphgames.core.remembering import ReadOnly
from graphgames.core.report import Failure, Report
from graphgames.core.rules import LIMIT
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Bracket, Infinite, Value, ends, in_words, plain, to_json
from graphgames.engines import dispatch
from graphgames.policies.board import Board, board_of
from graphgames.policies.given import policy_of, shares
from graphgames.policies.marks_checker import MarkClaim
from graphgames.policies.memories import remembers, together

if TYPE_CHECKING:
    import pandas as pd

    from graphgames.draw.picture import Picture

_SWEEPS = 10_000


class Regret(NamedTuple):
    """What a policy gives away at a position, if both players were perfect afterwards.

    Of an average payoff that is what is lost for ever; where one can recover nothing is.
    """

    position: Any
    regret: Any
    """The value of the best move less the value of what the policy does."""
    visits: float
    """How often a play against the best reply comes there, rounded."""
    moves: dict[Any, Any]
    """From each move to its own regret."""

    @property
    def cost(self) -> float:
        """What the position costs in a play against the best reply: visits times regret, rounded."""
        return float(self.visits * float(self.regret))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain Python, with the regret of each move."""
        moves = {str(move): to_json(lost) for move, lost in self.moves.items()}
        position, regret = str(self.position), to_json(self.regret)
        return {"position": position, "regret": regret, "visits": self.visits, "cost": self.cost, "moves": moves}


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
            found = plain(solution.values[v])
            return -found if self.board.losses else found
        winner = int(solution.winner[v])
        if winner > 1:
            raise GameError("neither player wins with probability 1, and no exact probability is known for such games")
        return 1 - winner

    @cached_property
    def best(self) -> ArenaSolution:
        """The solution of the game in which both players are perfect, or this one against the policy given."""
        found: ArenaSolution = dispatch.solve(self.board.game)
        return found

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
        arena, moves = self.solution.arena, self.solution.strategy.opening
        theirs = np.flatnonzero((moves >= 0) & (owners(arena) == 1 - self.board.player) & (arena.out_degree > 0))
        full = self.board.game.arena
        return [(v, full.between(v, int(moves[v]))[0]) for v in theirs.tolist()]

    @cached_property
    def visits(self) -> NDArray[np.float64]:
        """How often a play against the best reply comes to each vertex, rounded and discounted, shape (n,)."""
        arena, moves = self.solution.arena, self.solution.strategy.opening
        tails, likely = arena.tails, np.zeros(arena.m)
        chance = (owners(arena) == CHANCE)[tails]
        if arena.probability is not None and arena.denominator is not None:
            likely[chance] = (arena.probability / arena.denominator[tails])[chance]
        first = np.zeros(arena.m, np.bool_)
        first[arena.indptr[:-1][arena.out_degree > 0]] = True
        chosen = np.where(moves[tails] >= 0, arena.successors == moves[tails], first)
        likely[~chance & chosen] = 1
        objective = self.solution.problem.objective
        if (factor := getattr(objective, "discount", None)) is not None:
            likely *= np.asarray(factor, np.float64)
        over = objective.over
        if over is not None:
            likely[over[tails]] = 0
        total: NDArray[Any] = np.zeros(arena.n)
        now: NDArray[Any] = np.zeros(arena.n)
        now[self.board.start] = 1
        for _ in range(_SWEEPS):
            total += now
            now = np.bincount(arena.successors, likely * now[tails], arena.n)
            if now.sum() < 1e-12:
                break
        return total

    def regrets(self) -> list[Regret]:
        """Return what the policy gives away at each position that a play against the best reply may come to."""
        board, label, found = self.board, self.board.game.arena.label, []
        states = True if board.states is None else board.states
        for v in np.flatnonzero(self.decided & (self.visits > 0) & states).tolist():
            regret, lost = self.given_away(v)
            moves = {board.name(e): one for e, one in lost.items()}
            found.append(Regret(label(v), regret, float(self.visits[v]), moves))
        return found

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
        if self.best.values is None:
            raise GameError("the moves of this game have no values, so there is no regret; ask for the exploitability")
        arena, sign = self.board.game.arena, 1 - 2 * self.board.player
        edges = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        worth = {e: sorted(self._gain(e, sign)) for e in edges}
        lost = {e: _less(worth, e) for e in edges}
        whole = int(self.share[edges.start : edges.stop].sum())
        mean = [
            sum((_times(Fraction(int(self.share[e]), whole), ends(lost[e])[k]) for e in edges), Fraction(0))
            for k in (0, 1)
        ]
        return _between(*mean), lost

    def _gain(self, e: int, sign: int) -> list[Any]:
        """Return the ends of what an edge is worth, its own reward included, to the player with this sign."""
        weight, factor = self._added
        values: Any = self.best.values
        after = ends(values[int(self.board.game.arena.successors[e])])
        here = 0 if weight is None else plain(weight[e])
        worth = [here + _times(Fraction(1 if factor is None else factor[e]), one) for one in after]
        return worth if sign > 0 else [-one for one in worth]

    @cached_property
    def _added(self) -> tuple[Any, Any]:
        """What each edge adds of its own, and how much counts what comes after it; None for nothing, and for all."""
        objective: Any = self.board.game.objective
        factor, m = getattr(objective, "discount", None), self.board.game.arena.m
        if factor is None:
            return getattr(objective, "reward", None), None
        return objective.weight, np.full(m, factor) if np.ndim(factor) == 0 else factor

    def costs(self, most: int = 10) -> list[Regret]:
        """Return the positions that cost most in plays against the best reply, the dearest first."""
        dear = sorted(self.regrets(), key=lambda one: -one.cost)
        return [one for one in dear if one.regret][: integer(most, "the number of positions")]

    def verify(self, *, table: bool = True) -> Report:
        """Check the value by the certificate of the game that is left to the other player, and that of perfect play.

        Where the marks rest on a solution that says who wins behind some positions, all of that solution is checked,
        too, which for a table takes as long as ``graphgames table verify``. With ``table=False`` it is believed: then
        ``value`` and ``best_reply`` are proved, and the rest only if that solution is right.
        """
        claim = claim_of(self)
        if wrong := [Failure(None, sentence) for sentence in claim.faults()]:
            return Report(len(wrong), tuple(wrong), len(wrong))
        report = dispatch.verify(self.solution)
        for proof in (self.best, self.board.told if table else None):
            if report and proof is not None:
                report = dispatch.verify(proof)
        if not report:
            return report
        wrong = [
            Failure(None, f"{what.replace('_', ' ')} is {in_words(getattr(self, what))}; expected {in_words(right)}")
            for what in ("value", "game_value", "exploitability")
            if ends(right := getattr(claim, what)) != ends(getattr(self, what))
        ]
        return Report(report.checked + 3, tuple(wrong), len(wrong))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the mark with its proof to a file, for `graphgames.read_marks` and ``graphgames verify``.

        Raise `GameError` if it rests on a table, or is that of a policy that remembers.
        """
        from graphgames.policies.marks_file import save

        save(self, path)

    def to_dict(self) -> dict[str, Any]:
        """Return the mark as plain Python: the values, and the positions that cost most."""
        return {
            "value": to_json(self.value),
            "game_value": to_json(self.game_value),
            "exploitability": to_json(self.exploitability),
            "positions": int(self.board.game.arena.n if self.board.states is None else self.board.states.sum()),
            "rests_on": None if self.board.told is None else repr(self.board.told),
            "costs": [one.to_dict() for one in (self.costs() if self.board.numeric else [])],
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each position that plays come to: its regret, the visits, and what it costs."""
        try:
            import pandas as pd
        except ImportError:
            raise MissingDependencyError("pandas", "pandas") from None
        rows = [(one.position, one.regret, one.visits, one.cost) for one in self.regrets()]
        return pd.DataFrame(rows, columns=["position", "regret", "visits", "cost"])

    def draw(self, most: int = 12) -> Picture:
        """Return the plot of the positions that cost most, each with what it costs and what each move gives away."""
        from graphgames.draw.plots import lengths

        rows = []
        for one in self.costs(most):
            moves = ", ".join(f"{move}: {in_words(lost)}" for move, lost in one.moves.items())
            said = f"regret {in_words(one.regret)}, {one.visits:.3g} visits; {moves}"
            rows.append((str(one.position).replace("\n", " / "), one.cost, said))
        return lengths(rows, f"what costs most: exploitability {in_words(self.exploitability)}")

    def __str__(self) -> str:
        """Return the mark sheet: what the policy is worth, and where it loses most."""
        whom, best = "the best reply", "a perfect player"
        if self.board.against is not None:
            whom, best = "the policy given", "the best policy against it"
        lines = [
            f"value {in_words(self.value)} ({float(self.value):.6g}) against {whom}",
            f"{best} gets {in_words(self.game_value)}; exploitability {in_words(self.exploitability)} "
            f"({float(self.exploitability):.6g})",
        ]
        for one in self.costs(5) if self.board.numeric else ():
            position = str(one.position).replace("\n", " / ")
            lines.append(f"  {position}: regret {in_words(one.regret)}, {one.visits:.3g} visits")
        if self.board.told is not None:
            lines.append(f"all but the value rests on {self.board.told!r}; verify() proves that, too")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"Evaluation(value={self.value}, exploitability={self.exploitability})"


def claim_of(mark: Evaluation) -> MarkClaim:
    """Return what the checker of marks looks at."""
    board = mark.board
    return MarkClaim(board.game, board.start, board.player, board.losses, mark.share, mark.best, mark.solution)


def _less(worth: Mapping[int, list[Any]], e: int) -> Value:
    """Return how much less an edge is worth than the best one, by the ends of what each is worth."""
    least = max([0, *(_minus(low, worth[e][1]) for other, (low, _) in worth.items() if other != e)])
    most = max([0, *(_minus(high, worth[e][0]) for other, (_, high) in worth.items() if other != e)])
    return _between(least, most)


def _minus(one: Any, other: Any) -> Any:
    return 0 if one == other else one - other


def _times(share: Fraction, number: Any) -> Any:
    return Fraction(0) if not share else number if isinstance(number, Infinite) else share * number


def _between(low: Any, high: Any) -> Value:
    """Return a number by its ends."""
    low, high = plain(low), plain(high)
    found: Value = low if low == high else Bracket(low, high)
    return found


def evaluate(
    game: object,
    policy: object,
    player: int = 0,
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
    player : int
        Whose policy it is, 0 or 1.
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
    if not isinstance(player, int) or player not in (0, 1):
        raise GameError(f"the player is {shown(player)}; expected 0 or 1")
    if objective is not None:
        game = problem_of(game, objective, owner)
    policy, against = policy_of(policy, game), policy_of(against, game)
    board = board_of(game, player, start, draw, limit, None if remembers(policy) else policy)
    if remembers(policy) or remembers(against) or board.game.memory is not None:
        board, (policy, *others) = together(board, [policy] if against is None else [policy, against])
        against = others[0] if others else None
    arena = board.game.arena
    over = board.settled
    share = shares(arena, owners(arena) == board.player, policy, board.name, normalize, over)
    if against is not None:
        replies = shares(arena, owners(arena) == 1 - board.player, against, board.name, normalize, over)
        share, board = share[board.kept(replies)], board.facing(replies)
    return Evaluation(board, share, dispatch.solve(board.under(share)), player)
