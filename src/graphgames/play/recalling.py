"""Plays in which something is remembered: a position is a vertex with the state of a memory.

A strategy with finite memory is played like this without more. A kind in which what was remembered decides who wins, or
what the play is worth, derives from `Recalling` and says what differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from graphgames.core.chance import CHANCE
from graphgames.core.ending import Ending
from graphgames.core.memory import Remembered, vertex_of
from graphgames.core.naming import quoted_label
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.play.adapter import GameAdapter, Round


class Recalling:
    """A solved game as an oracle over vertices with a memory, which is by default that of the strategy."""

    loops = True
    """Whether a play can come back to where it was."""
    accounts = False
    """Whether the memory is an account of the play; then a play comes back to where it was if it comes to a vertex."""

    def __init__(self, solution: ArenaSolution, base: GameAdapter):
        self.solution, self.base = solution, base
        self.objective: Any = solution.problem.objective
        self.moment: Callable[[Any], ArenaSolution] = lru_cache(solution.continued)
        self._edges, self._strategy = cache(self._edges_of), solution.strategy
        self._odds = lru_cache(1)(self._odds_of)  # all moves at a position are asked for one after the other
        self.advised: Callable[[int, Any], int | None] = self._strategy.next
        self._ordered = cache(lambda: base.round() is not None)  # then pages search in the order of the rated moves
        self._orders = dict[tuple[int, int | None], Mapping[Any, int]]()

    def begin(self, v: int) -> Any:
        """Return what is remembered where a play begins at a vertex."""
        return self._strategy.start(v)

    def after(self, memory: Any, edge: int) -> Any:
        """Return what is remembered after an edge."""
        return self._strategy.after(memory, edge)

    def begins(self, v: int) -> Remembered:
        """Return the position of a play that begins at a vertex."""
        return Remembered(v, self.begin(v))

    def along(self, at: Remembered, edge: int) -> Remembered:
        """Return the position after an edge."""
        return Remembered(int(self.solution.arena.successors[edge]), self.after(at.memory, edge))

    def winner(self, at: Remembered) -> int:
        """Return who wins from here on, ``DRAW`` if nobody is certain to."""
        return int(self.solution.winner[at.vertex])

    def value(self, at: Remembered) -> Any:
        """Return the value of a position, None if there is no such number."""
        return None

    def value_in_words(self, at: Remembered) -> str:
        """Return the value of a position that neither player is certain to win, in words."""
        return str(self.objective.value_in_words(self.value(at)))

    def memory_in_words(self, at: Remembered) -> str:
        """Return the memory in words; nothing where it is an account."""
        return "" if self.accounts else self._strategy.automaton.name(at.memory)

    def account(self, at: Remembered) -> str:
        """Return what the play has come to, in words; a class whose memory is an account of it says how."""
        raise NotImplementedError  # asked only where `accounts` is true

    def ending(self, at: Remembered, mover: int) -> Ending | None:
        """Return how a play ends here, None where it goes on if it can."""
        return self.base.ending(at.vertex, mover)

    def loop_ending(self, loop: Sequence[Remembered]) -> Ending | None:
        """Return how a play ends that has gone round a loop."""
        assert self.base.loop_ending is not None
        return self.base.loop_ending([at.vertex for at in loop])

    def round(self) -> Round | None:
        """Return who wins a play that goes round for ever, of vertices with their memory."""
        plain = self.base.round()
        if plain is None:
            return None
        sets, crossed = plain.sets, plain.crossed
        with_memory = None if crossed is None else lambda at, after: crossed(at.vertex, after.vertex)
        return replace(plain, sets=lambda at: sets(at.vertex), crossed=with_memory)

    def again(self, at: Remembered) -> str:
        """Return what is said where a play comes back."""
        assert self.base.again is not None
        return self.base.again(at.vertex)

    def name(self, at: Remembered, move: RatedMove) -> str:
        """Return the name of a move."""
        return self.base.name(at.vertex, replace(move, move=move.position.vertex))

    def adds(self, at: Remembered, move: RatedMove) -> str:
        """Return the value of a move, in words."""
        assert self.base.adds is not None
        return self.base.adds(at.vertex, replace(move, move=move.position.vertex))

    def edges(self, at: Remembered) -> Sequence[int]:
        """Return the edges of the moves: all where chance moves, else the best of parallel ones."""
        return self._edges(at.vertex)

    def _edges_of(self, v: int) -> Sequence[int]:
        arena = self.solution.arena
        every = range(int(arena.indptr[v]), int(arena.indptr[v + 1]))
        heads = dict.fromkeys(arena.successors_of(v).tolist())
        if len(heads) == len(every) or (arena.owner is not None and arena.owner[v] == CHANCE):
            return every
        return [self.solution._taken(v, arena.between(v, w)) for w in heads]

    def outcome(self, at: Remembered) -> Outcome:
        """Return the outcome for the player to move."""
        return Outcome.of(self.winner(at), self.solution._mover(at.vertex))

    def best_moves(self, at: Remembered) -> Sequence[RatedMove]:
        """Return every move, best first, and of the best ones the strategy's."""
        mover, advised = self.solution._mover(at.vertex), self.advised(at.vertex, at.memory)
        order = self._order(at, advised)
        rated = []
        for after in dict.fromkeys(self.along(at, edge) for edge in self.edges(at)):
            result = Outcome.of(self.winner(after), mover)
            progress = result is not Outcome.WIN or after.vertex == advised or not self.loops
            rated.append(RatedMove(after, after, result, None, progress))
        return sorted(rated, key=lambda move: (-move.result.rank, not move.progress, order[move.position.vertex]))

    def ways(self, at: Remembered, by_strategy: bool) -> Iterable[Remembered]:
        """Return where the strategy moves, or where all moves lead, which are not valued."""
        advised, heads = self.advised(at.vertex, at.memory) if by_strategy else None, self.solution.arena.successors
        if self._ordered() or (by_strategy and advised is None):
            return [move.position for move in self.best_moves(at)[: 1 if by_strategy else None]]
        edges = [edge for edge in self.edges(at) if advised is None or heads[edge] == advised]
        return dict.fromkeys(self.along(at, edge) for edge in edges[: 1 if by_strategy else None])

    def _order(self, at: Remembered, advised: int | None) -> Mapping[Any, int]:
        """Return the place of each move from a vertex in the order of the solution, in which the advised one counts."""
        key = at.vertex, advised
        if key not in self._orders:
            moves = self.moment(at.memory)._best_moves(at.vertex)
            self._orders[key] = {move.move: place for place, move in enumerate(moves)}
        return self._orders[key]

    def odds(self, at: Remembered) -> dict[Remembered, Fraction]:
        """Return how likely each move of chance is: one for all parallel edges after which the same is remembered."""
        return self._odds(at)

    def _odds_of(self, at: Remembered) -> dict[Remembered, Fraction]:
        found = dict[Remembered, Fraction]()
        for edge in self.edges(at):
            after, likely = self.along(at, edge), self.solution.arena.probability_of(edge)
            if likely is not None:
                found[after] = found.get(after, Fraction(0)) + likely
        return found

    def explain(self, at: Remembered) -> str:
        """Return why a position is won, lost or drawn."""
        return self.moment(at.memory)._explain(at.vertex)

    def answer(self, at: Remembered, value: Any, winner: int) -> str:
        """Return what a position is worth and who wins from it, as the beginning of a sentence."""
        name = quoted_label(self.solution.arena.display_name(at.vertex))
        who = str(self.objective.answer(name, value, winner, self.solution.problem.winners))
        return who[0].upper() + who[1:]

    def adapter(self) -> GameAdapter:
        """Return the adapter of plays with this memory."""
        base, height = self.base, self.base.height
        where_asked = "again", "odds", "value", "value_in_words", "adds"

        def with_memory(text: str, at: Remembered, between: str) -> str:
            return between.join(filter(None, (text, self.memory_in_words(at))))

        return replace(
            base,
            oracle=self,
            start=self.begins(base.start),
            mover=lambda at, made: base.mover(at.vertex, made),
            render=lambda at: with_memory(base.render(at.vertex), at, "; "),
            board=lambda at: with_memory(base.drawn(at.vertex), at, "\n"),
            name=self.name,
            ending=self.ending,
            loop_ending=self.loop_ending if self.loops and base.loop_ending else None,
            loop_rule=base.loop_rule if self.loops else "",
            longest=base.longest if self.loops else None,
            round=cache(self.round),
            threats=None,
            height=(lambda at: height(at.vertex)) if height else None,
            account=(lambda line: self.account(line[-1])) if self.accounts else base.account,
            place=vertex_of if self.accounts else base.place,
            begins=self.begins if self.accounts else base.begins,
            **{name: getattr(self, name) for name in where_asked if getattr(base, name)},
        )
