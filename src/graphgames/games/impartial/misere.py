"""Misère play of impartial games by their rules (a player who cannot move wins): outcomes and the genus of positions.

Conway, *On Numbers and Games*, ch. 12.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType, SimpleNamespace
from typing import Any, ClassVar

from graphgames.core.arguments import instance
from graphgames.core.oracle import Outcome
from graphgames.core.rules import LIMIT, Rules, check_memory, hashable_positions, moves_of
from graphgames.games.impartial.by_rule import ByRule, as_rules
from graphgames.games.impartial.certificate import MisereValues, PositionValues
from graphgames.games.impartial.nimbers import least_absent
from graphgames.games.impartial.problem import MisereProblem, RulesProblem
from graphgames.games.impartial.rules_solution import RulesSolution, winning_ways
from graphgames.games.impartial.search import circle
from graphgames.games.impartial.sum import written

_OVER = object()


@dataclass(frozen=True)
class Genus:
    """The genus of a position: its nimber, and its misère nimbers with 0, 1, 2, ... heaps of 2 beside it.

    >>> from graphgames import HeapGame, misere
    >>> kayles = misere(HeapGame.from_code(".77"))
    >>> [str(kayles.genus((n,))) for n in (0, 1, 2, 5)]
    ['0^120', '1^031', '2^20', '4^146']
    >>> kayles.genus((2,)).tame, kayles.genus((5,)).tame
    (True, False)
    """

    normal: int
    """The Grundy value under normal play."""
    misere: tuple[int, ...]
    """The misère Grundy values; behind the last two, those two alternate for ever."""

    def value(self, twos: int) -> int:
        """Return the misère Grundy value of the position plus ``twos`` heaps of 2."""
        last = len(self.misere)
        return self.misere[twos] if twos < last else self.misere[last - 2 + (twos - last) % 2]

    @property
    def outcome(self) -> Outcome:
        """Return the outcome for the player to move under misère play."""
        return Outcome.WIN if self.misere[0] else Outcome.LOSS

    @property
    def tame(self) -> bool:
        """Whether some position of Nim has this genus; others are called wild (Berlekamp, Conway, Guy)."""
        alike = all(self.value(t) == self.normal ^ (2 * (t % 2)) for t in range(1, len(self.misere) + 2))
        return alike and self.value(0) in (self.normal, *((self.normal ^ 1,) if self.normal < 2 else ()))

    def __str__(self) -> str:
        separator = "." if max(self.misere) > 9 else ""
        return f"{self.normal}^{separator.join(map(str, self.misere))}"


class MisereSolution(RulesSolution[Hashable]):
    """An impartial game that answers for any position in misère play, on demand.

    Parameters
    ----------
    problem : MisereProblem
        The game. Its components do not help, since the parts of a sum do not decide it by a number each.

    Examples
    --------
    >>> from graphgames import HeapGame, misere
    >>> nim = misere(HeapGame.from_code(".333"))  # heaps up to 3 of which one takes up to three
    >>> nim.outcome((1, 1, 1)), nim.outcome((2, 2)), str(nim.genus((2,)))
    ('loss', 'loss', '2^20')
    """

    solver = "misere-by-rule"
    value_name: ClassVar[str] = "genus"

    def __init__(self, problem: MisereProblem):
        self.problem = instance(problem, MisereProblem, "the problem")
        rules = SimpleNamespace(moves=partial(_moves, problem.rules))
        self._play = ByRule(RulesProblem(rules, problem.limit, problem.progress))
        self._genera: dict[Hashable, Genus] = {}

    @property
    def outcomes(self) -> Mapping[Any, Outcome]:
        """The outcomes that were found out so far."""
        couples = self._play.couples.items()
        return {at: Outcome.LOSS if lost else Outcome.WIN for (at, _), lost in couples if at is not _OVER}

    @property
    def genera(self) -> Mapping[Any, Genus]:
        """The genera that were found out so far."""
        return MappingProxyType(self._genera)

    @property
    def stats(self) -> dict[str, int]:  # type: ignore[override]
        """How many outcomes and genera are remembered."""
        return {"outcomes": len(self.outcomes), "genera": len(self._genera)}

    @property
    def certificate(self) -> MisereValues:
        """What proves all that was found out so far."""
        outcomes, genera = self.outcomes, self._genera.values()
        return MisereValues(
            tuple(outcomes),
            tuple(outcome == Outcome.WIN for outcome in outcomes.values()),
            tuple(self._genera),
            tuple(genus.normal for genus in genera),
            tuple(genus.misere for genus in genera),
        )

    def restore(self, proof: MisereValues) -> None:
        """Load earlier results from their certificate; the checker decides whether they are right."""
        couples = tuple((position, 0, int(win)) for position, win in zip(proof.positions, proof.wins, strict=True))
        self._play.restore(PositionValues(*zip(*couples, strict=True)) if couples else PositionValues((), (), ()))
        genera = map(Genus, proof.normal, proof.misere)
        self._genera.update(zip(proof.valued, genera, strict=True))

    def _position_or_start(self, position: Any) -> Any:
        standard = getattr(self.problem.rules, "standard", None)  # of heaps, of which one may be a number
        found = super()._position_or_start(position)
        return found if standard is None else standard(found)

    def outcome(self, position: Hashable = None) -> Outcome:
        """Return the outcome for the player to move, by default at the start, when a player who cannot move wins.

        Raise `CycleError` if the play can come back to a position; `LimitExceededError` if more positions than the
        limit would have to be remembered, or memory runs short; `GameError` if the moves do not fit the position, or a
        position cannot be hashed.
        """
        return self._play.outcome(self._position_or_start(position))

    def genus(self, position: Hashable = None) -> Genus:
        """Return the genus of a position, by default the start, from those of all positions below it.

        Raises as `outcome`.
        """
        position = self._position_or_start(position)
        with hashable_positions(self.problem.rules, position):
            if position not in self._genera:
                self._find_genera(position)
            return self._genera[position]

    def value(self, position: Hashable = None) -> Genus:
        """Return the genus of a position, by default the start."""
        return self.genus(position)

    def explain(self, position: Hashable = None) -> str:
        """Return who wins a position and by which moves; for the start by default."""
        position = self.start if position is None else position
        if position is None:
            return f"{self}."
        outcome = self.outcome(position)  # which refuses what is no position
        text = f"{written(self, position)}: "
        if not self.moves(position):
            return f"{text}there is no move, so the player to move wins misère play."
        if outcome is Outcome.WIN:
            return f"{text}the player to move wins by moving to {winning_ways(self, self.best_moves(position))}."
        return f"{text}the player to move loses, for the other player wins after every move."

    def __str__(self) -> str:
        return f"impartial game by rules in misère play; {len(self.outcomes)} outcomes are known"

    def __repr__(self) -> str:
        return f"MisereSolution({self.problem.rules!r}, outcomes={len(self.outcomes)}, genera={len(self._genera)})"

    def _find_genera(self, position: Hashable) -> None:
        known, rules = self._genera, self.problem.rules
        frames = [(position, tuple(moves_of(rules, position)))]
        opened = {position}
        while frames:
            at, options = frames[-1]
            missing = next((option for option in options if option not in known), None)
            if missing is None:
                known[at] = _genus_of({known[option] for option in options})
                opened.discard(at)
                frames.pop()
                continue
            if missing in opened:
                raise circle([frame[0] for frame in frames], missing)
            opened.add(missing)
            frames.append((missing, tuple(moves_of(rules, missing))))
            check_memory(len(known) + len(frames), self.problem.limit, len(frames))


def misere(
    rules: Rules | Callable[[Any], Iterable[Any]] | Mapping[Any, Iterable[Any]] | str,
    start: Hashable = None,
    limit: int = LIMIT,
    progress: Callable[[int], None] | None = None,
) -> MisereSolution:
    """Return a misère game that answers for any position; a player who cannot move wins.

    Parameters
    ----------
    rules : Rules, ByRule, callable, dict or str
        The game; the code of a heap game, such as ``".77"``; or just a function from a position to the positions after
        a move, or a dictionary of them. Positions must be hashable.
    start : position, optional
        With a function: where the play begins; with a code: the heaps.
    limit : int
        Stop with an error rather than remember more positions than this.
    progress : callable, optional
        Called now and then with the number of positions remembered.

    Raises
    ------
    GameError
        If it is no game by rules, or none that is impartial.

    Examples
    --------
    >>> from graphgames import HeapGame, verify
    >>> nim = misere(HeapGame.from_code(".333"))
    >>> nim.outcome((1, 1, 1)), nim.outcome((2, 2)), str(nim.genus((2,))), verify(nim).ok
    ('loss', 'loss', '2^20', True)
    """
    return MisereSolution(MisereProblem(as_rules(rules, start=start), limit, progress))


def solve(problem: MisereProblem) -> MisereSolution:
    """Return the game that answers on demand, with the outcome of its start found."""
    game = MisereSolution(problem)
    if game.start is not None:
        game.outcome(game.start)
    return game


def _moves(rules: Any, position: Hashable) -> Iterator[Any]:
    """Return the moves; from an end one more, to a position behind it, so that normal play is misère play."""
    if position is not _OVER:
        found = False
        for option in moves_of(rules, position):
            found = True
            yield option
        if not found:
            yield _OVER


def _genus_of(options: set[Genus]) -> Genus:
    """Find a genus from those of the options: beside heaps of 2, one of them may also become a heap of 1, or go."""
    settled = max((len(option.misere) for option in options), default=0)
    values: list[int] = [least_absent({option.misere[0] for option in options}) if options else 1]
    while len(values) < settled + 4 or values[-1] != values[-3] or values[-2] != values[-4]:
        before, twos = values[-1], len(values)
        values.append(least_absent({before, before ^ 1} | {option.value(twos) for option in options}))
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return Genus(least_absent({option.normal for option in options}), tuple(values))
