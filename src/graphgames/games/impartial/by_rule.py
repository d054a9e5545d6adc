"""Impartial games by their rules: nimbers and outcomes, computed on demand, cached, and without recursion.

A position that splits into components is worth their nim-sum (Sprague, Grundy). The search decides couples, each a
position and a nim heap: the heap stands for all components but one, whose own value is then never needed (Lemoine &
Viennot, *Nimbers are inevitable*, 2012).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from graphgames.core.errors import CycleError, GameError
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.rules import EVERY, check_memory, hashable_positions, moves_of
from graphgames.core.solution import Solution
from graphgames.games.impartial.certificate import PositionValues
from graphgames.games.impartial.problem import RulesProblem
from graphgames.games.impartial.sum import Sum

Position = Hashable


class ByRule(Solution[Any]):
    """An impartial game that answers for any position on demand, under normal play.

    It is itself `Rules`, with the moves, the components and the start of its problem. What is found out is remembered;
    nothing recurses, so plays may be millions of moves long.

    Parameters
    ----------
    problem : RulesProblem
        The game. A position that is its own only component does not split.
    known : callable, optional
        Returns the nimber of a position that does not split where it is known otherwise, else None.
    """

    solver = "by-rule"

    def __init__(self, problem: RulesProblem, known: Callable[[Any], int | None] | None = None):
        self.problem = problem
        self.start = getattr(problem.rules, "start", None)
        self._rules = problem.rules
        self._known = known
        self._components: Callable[[Any], Iterable[Any]] | None = getattr(problem.rules, "components", None)
        if self._components is not None:
            self.components = self._components
        self._nimbers: dict[Position, int] = {}
        self._couples: dict[tuple[Position, int], bool] = {}
        self._order = bytearray()  # 1 for a couple and 0 for a nimber, in the order in which they were found out

    @property
    def nimbers(self) -> Mapping[Any, int]:
        """The nimbers that were found out so far."""
        return MappingProxyType(self._nimbers)

    @property
    def couples(self) -> Mapping[tuple[Any, int], bool]:
        """Whether the player to move loses, for each position with a nim heap beside it that was found out so far."""
        return MappingProxyType(self._couples)

    @property
    def stats(self) -> dict[str, int]:  # type: ignore[override]
        """How many nimbers, and how many couples of a position and a nim heap, are remembered."""
        return {"nimbers": len(self._nimbers), "couples": len(self._couples)}

    @property
    def certificate(self) -> PositionValues:
        """What proves all that was found out so far."""
        if self._known is not None:  # what is known otherwise must be found out to be proved
            return self._without_known().certificate
        nimbers, couples = iter(self._nimbers.items()), iter(self._couples.items())
        entries: list[tuple[Any, int | None, int]] = []
        for is_couple in self._order:
            if is_couple:
                (position, heap), lost = next(couples)
                entries.append((position, heap, int(not lost)))
            else:
                position, value = next(nimbers)
                if self._couples.get((position, value)) is not True:
                    entries.append((position, None, value))
        return PositionValues(*zip(*entries, strict=True)) if entries else PositionValues((), (), ())

    def restore(self, proof: PositionValues) -> None:
        """Load earlier results from their certificate; the checker decides whether they are right."""
        for position, heap, value in zip(proof.positions, proof.heaps, proof.values, strict=True):
            if heap is not None:
                self._settle((position, heap), not value)
            else:
                self._nimbers[position] = value
                self._order.append(0)

    def _without_known(self) -> ByRule:
        again = ByRule(self.problem)
        for position in self._nimbers:
            again.nimber(position)
        for position, heap in self._couples:
            again.loses(position, heap)
        return again

    def moves(self, position: Any) -> Sequence[Any]:
        """Return the positions that can be reached in one move, each once."""
        with hashable_positions():
            return tuple(dict.fromkeys(moves_of(self._rules, position)))

    def render(self, position: Any) -> str:
        """Return a position as text."""
        text: str = getattr(self._rules, "render", str)(position)
        return text

    def parts(self, position: Any) -> list[Any]:
        """Return the components of a position, or the position alone."""
        if self._components is None:
            return [position]
        return list(self._components(position))

    def at(self, position: Any) -> Sum:
        """Return the game at a position, to be added to others."""
        return Sum.of(self, position)

    def value(self, position: Any) -> int:
        """Return the Grundy value of a position, as `nimber` does."""
        return self.nimber(position)

    def nimber(self, position: Any) -> int:
        """Return the Grundy value of a position.

        Raises
        ------
        CycleError
            If the play can come back to a position.
        LimitExceededError
            If more positions than the limit would have to be remembered, or memory runs short.
        GameError
            If the moves do not fit the position, or a position cannot be hashed.
        """
        with hashable_positions():
            return self._nimber(position)

    def loses(self, position: Any, heap: int = 0) -> bool:
        """Return whether the player to move loses the sum of a position and a nim heap.

        The value of one component, the last that is not known yet, is never found out; so this can be far cheaper than
        `nimber`. Raises as `nimber` does.
        """
        with hashable_positions():
            return self._loses(position, heap)

    def outcome(self, position: Any) -> Outcome:
        """Return the outcome for the player to move; often far cheaper than the nimber."""
        return Outcome.LOSS if self.loses(position) else Outcome.WIN

    def best_moves(self, position: Any) -> Sequence[RatedMove]:
        """Return every move, winning ones first; a move is the position it leads to."""
        rated = [
            RatedMove(after, after, Outcome.WIN if self.loses(after) else Outcome.LOSS)
            for after in self.moves(position)
        ]
        return tuple(sorted(rated, key=lambda move: move.result != Outcome.WIN))

    def explain(self, position: Any = None) -> str:
        """Return the values of the components and a winning move, if any; for the start by default."""
        position = self.start if position is None else position
        if position is None:
            return f"{self}."
        parts = self.parts(position)
        values = [self.nimber(part) for part in parts]
        worth = ", ".join(f"{self.render(part)} has nimber {value}" for part, value in zip(parts, values, strict=True))
        total = 0
        for value in values:
            total ^= value
        text = f"{worth or 'nothing is left'}; the nim-sum is {total}: " if len(parts) != 1 else f"{worth}: "
        if total == 0:
            return f"{text}the player who moved last wins."
        return f"{text}the player to move wins by moving to {self.render(self.best_moves(position)[0].position)}."

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the results so far as plain Python; with ``full``, the certificate as well."""
        data: dict[str, Any] = {"solver": self.solver, "objective": self.problem.kind, **self.stats}
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __str__(self) -> str:
        return f"impartial game by rules; {len(self._nimbers)} nimbers are known"

    def __repr__(self) -> str:
        return f"ByRule({self._rules!r}, nimbers={len(self._nimbers)}, couples={len(self._couples)})"

    def _nimber(self, position: Any) -> int:
        if (value := self._recall(position)) is not None:
            return value
        frames = [self._frame(position)]
        opened = {position}
        while True:
            at, children, is_sum, total = frames[-1]
            for child in children:
                value = self._recall(child)
                if value is None:
                    if child in opened:
                        raise _cycle([frame[0] for frame in frames], child)
                    frames[-1] = (at, children, is_sum, total)
                    frames.append(self._frame(child))
                    opened.add(child)
                    self._check_limit(len(opened))
                    break
                total = total ^ value if is_sum else total | 1 << value
            else:
                value = total if is_sum else (~total & (total + 1)).bit_length() - 1
                self._nimbers[at] = value
                self._order.append(0)
                self._check_limit()
                opened.discard(at)
                frames.pop()
                if not frames:
                    return value
                before, rest, was_sum, so_far = frames[-1]
                frames[-1] = (before, rest, was_sum, so_far ^ value if was_sum else so_far | 1 << value)

    def _loses(self, position: Any, heap: int) -> bool:
        answer, couple = self._reduce(position, heap)
        if couple is None:
            return answer
        frames = [_Couple(couple, moves_of(self._rules, couple[0]))]
        opened = {couple}
        while frames:
            frame = frames[-1]
            lost, below = True, None
            while (child := frame.next()) is not None:
                answer, below = self._reduce(*child)
                if below is not None or answer:
                    lost = not answer
                    break
            if below is not None:
                if below in opened:
                    raise _cycle([frame.couple for frame in frames], below)
                frame.again = child
                frames.append(_Couple(below, moves_of(self._rules, below[0])))
                opened.add(below)
                self._check_limit(len(opened))
                continue
            frames.pop()
            opened.discard(frame.couple)
            self._settle(frame.couple, lost)
        return lost

    def _recall(self, position: Any) -> int | None:
        value = self._nimbers.get(position)
        if value is None and self._known is not None and self._splits(position) is None:
            return self._known(position)
        return value

    def _splits(self, position: Any) -> list[Any] | None:
        """Return the components of a position, None if it does not split."""
        if self._components is None:
            return None
        parts = list(self._components(position))
        if len(parts) == 1 and parts[0] == position:
            return None
        if position in parts:
            raise GameError(f"components({position!r}) has the position itself among {len(parts)} parts")
        return parts

    def _frame(self, position: Any) -> tuple[Any, Iterator[Any], bool, int]:
        """Open a position: its parts to add, or its options to take the mex of."""
        parts = self._splits(position)
        if parts is None:
            return position, moves_of(self._rules, position), False, 0
        return position, iter(parts), True, 0

    def _check_limit(self, depth: int = 0) -> None:
        size = len(self._nimbers) + len(self._couples) + depth
        check_memory(size, self.problem.limit, depth)
        if self.problem.progress is not None and size % EVERY == 0:
            self.problem.progress(size)

    def _reduce(self, position: Any, heap: int) -> tuple[bool, tuple[Any, int] | None]:
        """Bring a couple to one component with a heap: the answer at once, or the couple that has it."""
        parts = self._splits(position)
        if parts is None:
            parts = [position]
        unknown = []
        for part in parts:
            value = self._recall(part)
            if value is None:
                unknown.append(part)
            else:
                heap ^= value
        while unknown:
            value = self._recall(unknown[0])  # an earlier part may have found it
            if value is None:
                if len(unknown) == 1 and self._splits(unknown[0]) is None:
                    break
                value = self._nimber(unknown[0])
            heap ^= value
            del unknown[0]
        if not unknown:
            return heap == 0, None
        couple = (unknown[0], heap)
        if couple in self._couples:
            return self._couples[couple], None
        return False, couple

    def _settle(self, couple: tuple[Any, int], lost: bool) -> None:
        self._couples[couple] = lost
        self._order.append(1)
        if lost:
            self._nimbers[couple[0]] = couple[1]
            self._order.append(0)
        self._check_limit()


class _Couple:
    """A position with a nim heap whose moves are being tried: first those of the position, then those of the heap."""

    __slots__ = ("again", "couple", "moves", "smaller")

    def __init__(self, couple: tuple[Any, int], moves: Iterator[Any]):
        self.couple = couple
        self.moves = moves
        self.smaller = 0
        self.again: tuple[Any, int] | None = None

    def next(self) -> tuple[Any, int] | None:
        """Return the next couple that can be moved to, the one to be asked again first; None at the end."""
        if self.again is not None:
            child, self.again = self.again, None
            return child
        position, heap = self.couple
        for after in self.moves:
            return after, heap
        if self.smaller < heap:
            self.smaller += 1
            return position, self.smaller - 1
        return None


def _cycle(path: list[Any], again: Any) -> CycleError:
    cycle = path[path.index(again) :]
    return CycleError(range(len(cycle)), "the play must come to an end", labels=[repr(position) for position in cycle])
