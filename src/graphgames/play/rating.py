"""The moves of a play, rated by what happens if both players go on as advised.

A solution rates positions; a play has visited some already, and comes to its end when one of them comes again. A move
to a position that is won can so be lost: the way on may lead back to where the play was before, round a loop that the
other player wins. Therefore a win is promised only if it is proved for this play:

- a player who has made none but moves of a strategy wins by it, since every loop is then one of the strategy's;
- a strategy from here on that never comes back to positions before the last other move wins, too;
- otherwise the rest of the play is searched, as far as a limit lets it be.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from graphgames.core.chance import CHANCE
from graphgames.core.ending import Ending
from graphgames.core.oracle import DRAW, Outcome, RatedMove
from graphgames.play.adapter import GameAdapter

LIMIT = 400
"""So many positions are looked at, at most, to prove what a move leads to."""

FEW = 60
"""Among so many answers the opponent may be able to end the play at once."""

ANSWERS = 500
"""So many answers of the opponent are looked at, at most, to choose among moves that do not win."""

KEPT = 10_000
"""The moves and ends of so many positions are kept, because the searches from the moves of one meet the same ones."""


@dataclass(frozen=True)
class Choice(RatedMove):
    """A possible move of a play, with what it leads to if both players go on as advised."""

    proved: bool = True
    """Whether ``result`` is proved for this play; otherwise it is what the solution says of the position alone."""
    solved: bool = True
    """Whether ``result`` is what the solution says of the position."""
    ending: Ending | None = None
    """How the move ends the play, if it does so by a rule."""

    @property
    def rank(self) -> tuple[int, bool]:
        """What is better is larger: a proved win, one that is not, a draw, a loss that is not proved, a loss."""
        return self.result.rank, self.proved == (self.result is Outcome.WIN)


class Kept:
    """What plays of a game ask of its positions, kept for so many of these, or for all."""

    def __init__(self, adapter: GameAdapter, most: int | None = KEPT):
        kept, oracle = lru_cache(most), adapter.oracle
        self.adapter = adapter
        self.moves: Callable[[Any], Sequence[RatedMove]] = kept(oracle.best_moves)
        self.ending: Callable[[Any, int], Ending | None] = kept(adapter.ending)
        self.outcome: Callable[[Any], Outcome] = kept(oracle.outcome)
        found = getattr(oracle, "ways", None)  # where moves lead, of an oracle that does not count them
        self.ways: Callable[[Any, bool], Iterable[Any]] = kept(found or self._along)
        self.length: Callable[[Any], int | None] | None = None if found else kept(self._count)
        self.standing = kept(self._standing)

    def _along(self, position: Any, by_strategy: bool) -> Iterable[Any]:
        """Return where the strategy moves, or where all moves lead."""
        moves = self.moves(position)
        return [move.position for move in (moves[:1] if by_strategy else moves)]

    def _count(self, position: Any) -> int | None:
        """Return how many moves a won or lost position takes, as the oracle counts them; None if it does not say."""
        moves = self.moves(position)
        counted = moves[:1] if moves and moves[0].result is Outcome.WIN else moves
        counts = [move.distance for move in counted if move.distance is not None]
        return max(counts) if counts and len(counts) == len(counted) else None

    def _standing(self, position: Any, turn: int) -> _Standing:
        """Return what is asked of a position after an even or odd number of moves."""
        mover = self.adapter.mover(position, turn)
        return _Standing(self, position, (self.adapter.place(position), mover), self.ending(position, mover))


@dataclass(eq=False)
class _Standing:
    """A position with who is to move: what is asked of it, so that it is looked up once."""

    kept: Kept
    position: Any
    here: tuple[Any, int]
    """Its place, with the player to move."""
    ending: Ending | None
    """How a play ends there by a rule."""

    @cached_property
    def moves(self) -> Sequence[RatedMove]:
        """Every move, the best first."""
        return self.kept.moves(self.position)

    @cached_property
    def outcome(self) -> Outcome:
        """What the solution says, for the player to move."""
        return self.kept.outcome(self.position)


class Line:
    """The positions of a play in order, and between them who moved and whether that was a move of a strategy."""

    def __init__(self, adapter: GameAdapter, kept: Kept | None = None):
        self.adapter, self.kept = adapter, kept or Kept(adapter)
        self.moves = self.kept.moves
        self.positions: list[Any] = [adapter.start]
        self.movers: list[int] = []
        self._stands: list[_Standing | None] = [None]  # of each position, once asked for
        self._visited: dict[tuple[Any, int], int] = {}  # the first visit of each position with each player to move
        # each player's, and chance's, last move that was none of a strategy, after each move
        self._others: list[tuple[int, ...]] = [(-1, -1, -1)]
        # for each player the least number of moves of the positions before each that the player wins
        self._least: tuple[list[float], list[float]] = [math.inf], [math.inf]

    @property
    def mover(self) -> int:
        """The player to move, or 2 for chance."""
        return self._here.here[1]

    @property
    def _here(self) -> _Standing:
        """The position with the player to move."""
        found = self._stands[-1]
        if found is None:
            found = self._stands[-1] = self.kept.standing(self.positions[-1], len(self.movers) % 2)
        return found

    @property
    def side(self) -> int:
        """The player for whom moves are rated: the one to move, player 0 where chance moves."""
        return 0 if self.mover == CHANCE else self.mover

    def push(self, move: RatedMove) -> None:
        """Go on by a move, as the oracle rates it."""
        here, made, last = self._here.here, len(self.movers), self._others[-1]
        if self.adapter.loop_ending is not None:
            self._visited.setdefault(here, made)
        if here[1] != CHANCE and (move.result is not Outcome.WIN or not move.progress):
            last = (made, *last[1:]) if here[1] == 0 else (last[0], made, *last[2:])
        self._others.append(last)
        self.movers.append(here[1])
        self.positions.append(move.position)
        self._stands.append(None)

    def pop(self) -> None:
        """Take the last move back."""
        self.positions.pop()
        self._stands.pop()
        self._others.pop()
        self.movers.pop()
        made = len(self.movers)
        if self._visited and self._visited.get(self._here.here) == made:
            del self._visited[self._here.here]
        for known in self._least:
            del known[made + 1 :]

    @contextmanager
    def after(self, move: RatedMove) -> Iterator[None]:
        """Go on by a move for the length of a block."""
        self.push(move)
        try:
            yield
        finally:
            self.pop()

    def ending(self) -> Ending | None:
        """Return how the play has ended by a rule, None if it goes on as long as there is a move."""
        standing, loop_ending = self._here, self.adapter.loop_ending
        if standing.ending is not None or loop_ending is None:
            return standing.ending
        first = self._visited.get(standing.here)
        return None if first is None else loop_ending(self.positions[first:-1])

    def choices(self) -> list[Choice]:
        """Return every move with what it leads to, the best first, and of these the strategy's."""
        found = [self.choice(move) for move in self.moves(self.positions[-1])]
        return sorted(found, key=lambda choice: choice.rank, reverse=True)

    def threats(self, moves: Sequence[RatedMove]) -> list[Choice]:
        """Return where moves of the player who is not to move lead, if it were that player's turn, the best first."""
        here, turn = self.positions[-1], self.mover
        alternate = self.adapter.mover(here, len(self.movers) + 1) != turn  # then whoever is to move passes
        with self.after(RatedMove(None, here, Outcome.LOSS)) if alternate else nullcontext():
            found = [self.choice(move, 1 - turn) for move in moves]
        return sorted(found, key=lambda choice: choice.rank, reverse=True)

    def choice(self, move: RatedMove, threatens: int | None = None) -> Choice:
        """Return what a move leads to; with ``threatens`` for a player who has it although the turn is the other's."""
        player = self.side if threatens is None else threatens
        rated = Choice(move.move, move.position, move.result, move.distance, move.progress)
        with self.after(move):
            if threatens is not None:  # no strategy comes here
                self._others[-1] = (len(self.movers) - 1,) * 3
            ending = self.ending()
            if ending is not None:
                return replace(_decided(rated, ending.code, player), distance=0, ending=ending)
            limit = _Limit(len(self.movers))
            if self._as_solved(move.result, player, limit):
                return rated
            winner = self._winner(limit, searched=True)
        if winner is None:
            return replace(rated, distance=None, proved=False)
        return _decided(rated, winner, player)

    def _as_solved(self, result: Outcome, player: int, limit: _Limit) -> bool:
        """Return whether it is proved that this play ends as the solution says, for the player who came here."""
        if result is Outcome.DRAW or self.adapter.loop_ending is None:
            return True
        return self._strategy_wins(player if result is Outcome.WIN else 1 - player, limit)

    def _strategy_wins(self, player: int, limit: _Limit) -> bool:
        """Return whether it is proved that a player who wins from here in a new play wins this one, too.

        Each move of the strategy brings the end nearer, so it never comes back to a position that takes longer.
        """
        last = self._others[-1][player]
        if last < 0:
            return True
        visited, seen, kept = self._visited, set[Any](), self.kept
        nearest = 0.0 if kept.length is None else self._nearest(last + 1, player, kept.length)
        left = [(self.positions[-1], len(self.movers))]
        while left:
            position, made = left.pop()
            standing = kept.standing(position, made % 2)
            here, ending = standing.here, standing.ending
            first = visited.get(here)
            if (first is not None and first <= last) or limit.reached():
                return False
            if ending is not None:
                if ending.winner != player:
                    return False
                continue
            if first is not None or here in seen:
                continue
            seen.add(here)
            length = None if kept.length is None else kept.length(position)
            if length is not None and length <= nearest:
                continue
            made += 1
            left += [(after, made) for after in kept.ways(position, here[1] == player)]
        return True

    def _nearest(self, made: int, player: int, length: Callable[[Any], int | None]) -> float:
        """Return the least number of moves that a position so early takes the player who wins it, 0 if unknown."""
        known = self._least[player]
        for position, mover in zip(self.positions[len(known) - 1 : made], self.movers[len(known) - 1 :], strict=False):
            result = self.moves(position)[0].result
            counts = result is not Outcome.DRAW and (mover == CHANCE or (result is Outcome.WIN) == (mover == player))
            known.append(min(known[-1], length(position) or 0) if counts else known[-1])
        return known[made]

    def _winner(self, limit: _Limit, searched: bool = False) -> int | None:
        """Return who wins the rest of the play, ``DRAW`` for nobody, None if that is not found out within the limit.

        Where it was ``searched`` whether the strategy wins from here, within the same limit, it does not surely do so.
        """
        ending = self.ending()
        if ending is not None:
            return ending.code
        if limit.reached() and not searched:
            return None
        standing = self._here
        if standing.here in self._visited and self._is_within(standing, limit.made):
            return None  # chance led back to where the search has been, which goes on from there already
        turn, outcome, moves = standing.here[1], standing.outcome, standing.moves
        mover, thrown = (0, True) if turn == CHANCE else (turn, False)
        solved = DRAW if outcome is Outcome.DRAW else mover if outcome is Outcome.WIN else 1 - mover
        if solved == DRAW or not moves or (not searched and self._strategy_wins(solved, limit)):
            return solved
        found: list[int | None] = []
        for move in moves:
            self.push(move)
            try:
                found.append(self._winner(limit))
            finally:
                self.pop()
            if found[-1] == mover and not thrown:
                return mover
            if found[-1] is None and thrown:
                return None
        if thrown:
            return found[0] if len(set(found)) == 1 else DRAW
        return None if None in found else DRAW if DRAW in found else 1 - mover

    def _is_within(self, standing: _Standing, made: int) -> bool:
        """Return whether the play has been at a position before, after so many moves or more."""
        return any(one is not None and one.here == standing.here for one in self._stands[made:-1])

    def hardest(self, choices: list[Choice]) -> Choice:
        """Return, of moves that lead to the same, the one after which the opponent can most easily go wrong.

        Not one that ends the play or lets the opponent do so at once, if there is another; then one with answers that
        are wrong; then with the fewest that are right; then the longest line; then the first.
        """
        left, best = ANSWERS, (choices[0], (3, True, 0, 0))
        for choice in choices:
            with self.after(choice):
                answers = [] if choice.ending else self.choices()
                right = [answer for answer in answers if answer.rank == answers[0].rank]
                wins = right if len(answers) <= FEW else []
                ends = any(answer.result is Outcome.WIN and self._over(answer) for answer in wins)
            over = 0 if answers and not ends else 1 if answers else 2
            key = over, len(right) == len(answers), len(right), -(choice.distance or 0)
            if key < best[1]:
                best = choice, key
            left -= len(answers)
            if left <= 0:
                break
        return best[0]

    def _over(self, move: RatedMove) -> bool:
        """Return whether a move ends the play, by a rule or since the other player has no move."""
        with self.after(move):
            return self.ending() is not None or not self.moves(self.positions[-1])


def _decided(choice: Choice, winner: int, player: int) -> Choice:
    """Return a player's move with who wins the play after it; where the solution says otherwise it is no progress."""
    result = Outcome.of(winner, player)
    solved = result is choice.result
    return replace(choice, result=result, distance=None, progress=choice.progress and solved, solved=solved)


class _Limit:
    """How many positions may still be looked at by a search that begins after so many moves."""

    def __init__(self, made: int) -> None:
        self.left, self.made = LIMIT, made

    def reached(self) -> bool:
        """Count one more position, and return whether that is too many."""
        self.left -= 1
        return self.left < 0
