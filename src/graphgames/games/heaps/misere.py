"""The misère quotient of a heap game: which sums of heaps are equivalent in misère play.

Plambeck & Siegel, *Misère quotients for impartial games*, JCTA 115 (2008). The quotient is learned from outcomes like
an automaton (Angluin 1987) and then proved for all sums at once, heap by heap: the quotient without the largest heap
tells most outcomes, and what the proof refutes is learned.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from heapq import heappop, heappush
from itertools import chain
from typing import Any, ClassVar

import numpy as np

from graphgames.core.arguments import integer
from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.oracle import Outcome
from graphgames.core.rules import check_memory
from graphgames.engines.progress import Progress, wanted
from graphgames.games.heaps.certificate import QuotientTable
from graphgames.games.heaps.problem import HeapGame, Heaps, heaps_of, normal, title_of
from graphgames.games.impartial.rules_solution import RulesSolution, winning_ways

Element = int


LARGEST_HEAP = 1 << 20
"""No quotient is asked for up to a larger heap; the proof looks at each."""


@dataclass(frozen=True, eq=False)
class QuotientProblem:
    """The problem of finding the misère quotient of a heap game with heaps up to a size, if it is finite and small.

    Parameters
    ----------
    game : HeapGame
        The game.
    up_to : int
        The largest heap.
    limit : int
        Stop with an error rather than make a table, or a proof, of more entries than this, or look at the outcomes of
        more than ten times as many sums.
    """

    kind: ClassVar[str] = "misere-quotients"
    game: HeapGame
    up_to: int
    limit: int = 10_000

    def __post_init__(self) -> None:
        if not isinstance(self.game, HeapGame):
            raise GameError(f"the game is {shown(self.game)}; expected a HeapGame or a code such as '.77'")
        object.__setattr__(self, "up_to", integer(self.up_to, "the largest heap", 0, LARGEST_HEAP))
        object.__setattr__(self, "limit", integer(self.limit, "the limit"))

    @property
    def extents(self) -> dict[str, int]:
        """The number of heaps, that of size 0 among them."""
        return {"heaps": self.up_to + 1}

    @property
    def rules(self) -> HeapGame:
        """The game."""
        return self.game


@dataclass(frozen=True, eq=False, repr=False)
class MisereQuotient(RulesSolution):
    """The finite misère quotient of a heap game with heaps up to a size: what each heap is as good as, in any sum.

    Examples
    --------
    >>> from graphgames import misere_quotient
    >>> quotient = misere_quotient(".77", 5)
    >>> print(quotient)
    misère quotient of Kayles (.77) to heap 5: order 12
    >>> quotient.outcome((3, 5)), quotient.outcome([1] * 1000)
    ('win', 'win')
    """

    value_name: ClassVar[str] = "element"
    problem: QuotientProblem
    elements: tuple[Heaps, ...]
    """A sum of heaps that stands for each element; the first is the empty sum, the identity."""
    product: tuple[tuple[Element, ...], ...]
    """The multiplication table, by element numbers."""
    losing: frozenset[Element]
    """The elements whose sums are lost by the player to move."""
    heaps: tuple[Element, ...]
    """The element of each heap, from heap 0 on."""
    solver: str = "misere-quotient"

    def __len__(self) -> int:
        return len(self.elements)

    @property
    def order(self) -> int:
        """How many elements the quotient has."""
        return len(self.elements)

    @property
    def up_to(self) -> int:
        """The largest heap that it reaches."""
        return len(self.heaps) - 1

    def element(self, heaps: int | str | Iterable[int]) -> Element:
        """Return the element of a sum of heaps.

        Raise `LimitExceededError` if a heap is larger than the quotient reaches.
        """
        total = 0
        given: Iterable[int] = heaps_of(heaps) if isinstance(heaps, int | str) else heaps
        try:
            for heap in given:
                if not 0 <= heap < len(self.heaps):
                    there = f"the quotient reaches from heap 0 to heap {len(self.heaps) - 1}"
                    raise LimitExceededError(f"{there}, so {heap} is not known")
                total = self.product[total][self.heaps[heap]]
        except (TypeError, ValueError):
            raise GameError(f"the heaps are {shown(heaps)}; expected whole numbers of at least 0") from None
        return total

    def outcome(self, position: int | str | Iterable[int]) -> Outcome:
        """Return the outcome for the player to move at a sum of any number of heaps under misère play."""
        return Outcome.LOSS if self.element(position) in self.losing else Outcome.WIN

    def value(self, position: int | str | Iterable[int]) -> Element:
        """Return the element of a sum of heaps."""
        return self.element(position)

    def moves(self, position: Iterable[int]) -> Sequence[Heaps]:
        heaps = heaps_of(position)
        self.element(heaps)  # refuses those that are too large to list
        return tuple(self.problem.game.moves(heaps))

    def explain(self, position: Iterable[int] | None = None) -> str:
        """Return what a sum of heaps is as good as, who wins it and how; without one, the whole table of heaps."""
        if position is None:
            equal = [
                "no smaller one" if (n,) == self.elements[x] else self.render(self.elements[x])
                for n, x in enumerate(self.heaps)
            ]
            lines = [f"{heap} is as good as {other}" for heap, other in enumerate(equal)]
            return "\n".join([str(self), *lines])
        heaps = heaps_of(position)
        element = self.elements[self.element(heaps)]
        least = "no smaller one" if heaps and heaps == element else self.render(element)
        text = f"{self.render(heaps)} is as good as {least}: the player to move"
        if self.outcome(heaps) is Outcome.LOSS:
            return f"{text} loses, for the other player wins after every move."
        if not self.moves(heaps):
            return f"{text} cannot move, and so wins."
        return f"{text} wins by leaving {winning_ways(self, self.best_moves(heaps))}."

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the quotient as plain Python; with ``full`` the tables, too."""
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": self.problem.kind,
            "code": self.problem.game.code,
            "up_to": self.problem.up_to,
            "order": len(self),
        }
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def counterexample(self, limit: int) -> Heaps | None:
        """Return a sum whose outcome the table contradicts by its options, None if there is none: then it is proved.

        A sum has an element and a set of elements of its options; these pairs multiply, (x, E)(y, F) = (xy, xF + Ey),
        and there are finitely many. In each but that of the empty sum the element must be lost exactly if no option is.
        The sum is one of the least weight, so that the table is right about all lighter ones. Raise
        `LimitExceededError` if there are more pairs than the limit.
        """
        integer(limit, "the limit")

        def bits(elements: Iterable[Element]) -> int:
            return sum(1 << x for x in set(elements))

        @cache
        def times(x: Element, elements: int) -> int:
            return bits(y for z, y in enumerate(self.product[x]) if elements >> z & 1)

        options_of, lost = self.problem.game.options, bits(self.losing)
        generators = {
            (self.heaps[n], bits(_element(self, option) for option in options_of(n))): n
            for n in range(len(self.heaps) - 1, 0, -1)
        }
        least: dict[tuple[Element, int], int] = {(0, 0): 0}
        queue: list[tuple[int, Heaps, Element, int]] = [(0, (), 0, 0)]
        while queue:
            weight, heaps, x, options = heappop(queue)
            if least[x, options] < weight:
                continue
            # heaps without a move do not end the game otherwise than the empty sum does
            if (x in self.losing) != (bool(options) and not options & lost):
                return heaps
            for (y, more), heap in generators.items():
                pair, heavier = (self.product[x][y], times(x, more) | times(y, options)), weight + _weight((heap,))
                if least.get(pair, heavier + 1) <= heavier:
                    continue
                least[pair] = heavier
                if len(least) > limit:
                    raise LimitExceededError(
                        f"the proof of the quotient needs more than {limit} pairs; raise the limit"
                    )
                heappush(queue, (heavier, normal((*heaps, heap)), *pair))
        return None

    @property
    def certificate(self) -> QuotientTable:
        """What proves the quotient."""
        losing = np.zeros(len(self), np.bool_)
        losing[list(self.losing)] = True
        product = np.array(self.product, np.int64)
        return QuotientTable(product, losing, np.array(self.heaps, np.int64), self.elements, self.problem.game.code)

    def __str__(self) -> str:
        return f"misère quotient of {title_of(self.problem.game)} to heap {len(self.heaps) - 1}: order {len(self)}"

    def __repr__(self) -> str:
        return f"MisereQuotient({self.problem.game.code!r}, up_to={len(self.heaps) - 1}, order={len(self)})"


def misere_quotient(
    game: str | HeapGame, up_to: int = 8, limit: int = 10_000, progress: bool | None = None
) -> MisereQuotient:
    """Find and prove the misère quotient of a heap game with heaps up to a size, if it is finite and small.

    Two sums are the same element if no third sum beside them tells them apart. The elements are told apart by a growing
    set of tests; whatever the proof finds wrong becomes a new test.

    Parameters
    ----------
    game : str or HeapGame
        A code such as ``.77``, a name such as ``kayles``, or the rules.
    up_to : int
        The largest heap.
    limit : int
        Stop with an error rather than make a table, or a proof, of more entries than this.
    progress : bool, optional
        Whether to show a bar and the time gone; by default in a notebook or an interactive session.

    Raises
    ------
    GameError
        If the code is none.
    LimitExceededError
        If the quotient is infinite, or too large for the limit.

    Examples
    --------
    >>> quotient = misere_quotient(HeapGame.from_code(".333"), 3)
    >>> print(quotient)
    misère quotient of Take 1 to 3 (.333) to heap 3: order 6
    >>> quotient.outcome((1, 2, 3)), quotient.outcome([1] * 10**6 + [2])
    ('loss', 'win')
    """
    problem = QuotientProblem(HeapGame.from_code(game) if isinstance(game, str) else game, up_to, limit)
    with Progress(f"misère quotient to heap {up_to}", wanted(progress)):
        return solve(problem)


def solve(problem: QuotientProblem) -> MisereQuotient:
    """Find and prove a misère quotient; raises as `misere_quotient` does.

    The heaps are added one after the other, and each quotient is proved before the next. Mostly sums of smaller heaps
    that were the same element stay so beside the new one: then a few outcomes suffice to guess the next quotient. Where
    the proof finds the guess wrong, outcomes come from the rules.
    """
    loses, tests = _Outcomes(problem), list[Heaps]([()])
    quotient = _proved(replace(problem, up_to=0), tests, loses)
    for largest in range(1, problem.up_to + 1):
        loses.proved, loses.weight, part = quotient, 0, replace(problem, up_to=largest)
        try:
            quotient = _guessed(part, tests, quotient) or _proved(part, tests, loses)
        except LimitExceededError as error:
            raise LimitExceededError(
                f"to heap {largest - 1} the quotient has order {len(quotient)}; with heap {largest} "
                f"{str(error).partition(';')[0]}; the limit is {problem.limit} entries of a table, and ten times as "
                "many positions (limit=N, --limit N); a quotient can be infinite, and then no limit is enough"
            ) from None
    fewest = _least(quotient, len)
    return replace(quotient, problem=problem, elements=tuple(fewest[x] for x in range(len(quotient))))


def _guessed(problem: QuotientProblem, tests: list[Heaps], before: MisereQuotient) -> MisereQuotient | None:
    """Return the quotient with one heap more, None if it is not as guessed; the tests that it needed are added."""
    more, guess = [*tests], _Guess(problem, before)
    try:
        quotient = _as_before(problem, before, guess) or _table(problem, more, guess)
        wrong = quotient.counterexample(problem.limit)
    except LimitExceededError:
        return None
    rows = {tuple(y in quotient.losing for y in row) for row in quotient.product}
    if wrong is not None or len(rows) < len(quotient):
        return None
    tests += [test for test in more if test not in tests]
    return quotient


def _as_before(problem: QuotientProblem, before: MisereQuotient, guess: _Guess) -> MisereQuotient | None:
    """Return the same quotient with the new heap as one of its elements, None if it differs from each of them."""
    rows = [tuple(y in before.losing for y in row) for row in before.product]
    new = tuple(guess(normal((*guess.lightest[y], problem.up_to))) for y in range(len(before)))
    return replace(before, problem=problem, heaps=(*before.heaps, rows.index(new))) if new in rows else None


def _proved(problem: QuotientProblem, tests: list[Heaps], loses: _Outcomes) -> MisereQuotient:
    """Return the quotient that the tests find; whatever is wrong becomes a new test."""
    while True:
        quotient = _table(problem, tests, loses)
        wrong = quotient.counterexample(problem.limit)
        if wrong is None:
            return quotient
        if _weight(wrong) > loses.weight:
            loses.candidate, loses.weight = quotient, _weight(wrong)
        tests += [test for i in range(len(wrong)) if (test := wrong[i:]) not in tests]


def _element(quotient: MisereQuotient, heaps: Heaps) -> Element:
    """Return the element of heaps that a quotient is known to reach: `MisereQuotient.element` without its questions."""
    product, elements, found = quotient.product, quotient.heaps, 0
    for heap in heaps:
        found = product[found][elements[heap]]
    return found


def _weight(heaps: Heaps) -> int:
    """Return a number that falls with every move, also where a heap is split and nothing taken."""
    return 2 * sum(heaps) - len(heaps)


class _Outcomes:
    """The misère outcomes of sums by their options, down to those that a quotient is known to be right about."""

    def __init__(self, problem: QuotientProblem):
        self.game, self.limit = problem.game, 10 * problem.limit
        self.known: dict[Heaps, bool] = {}
        self.proved: MisereQuotient | None = None
        self.candidate: MisereQuotient | None = None
        self.weight = 0  # the candidate is right about lighter sums

    def __call__(self, heaps: Heaps) -> bool:
        """Return whether the player to move loses heaps in ascending order."""
        heaps = self._same(heaps)
        lost = self._known_outcome(heaps)
        if lost is not None:
            return lost
        frames = [(heaps, self.game.moves(heaps), False)]
        while frames:
            at, moves, moved = frames.pop()
            wins = False
            for after in map(self._same, moves):
                moved, lost = True, self._known_outcome(after)
                if lost is None:  # it is looked up again when its outcome is known
                    frames += [(at, chain((after,), moves), True), (after, self.game.moves(after), False)]
                    break
                if lost:
                    wins = True
                    break
            if wins or not moved or lost is False:
                self.known[at] = moved and not wins
                check_memory(len(self.known), self.limit, len(frames))
        return self.known[heaps]

    def _same(self, heaps: Heaps) -> Heaps:
        """Return heaps of the same outcome, to be looked at in their place."""
        return heaps

    def _known_outcome(self, heaps: Heaps) -> bool | None:
        """Return whether heaps are lost, None if that is not known yet."""
        largest = heaps[-1] if heaps else 0
        for quotient in (self.proved, self.candidate if _weight(heaps) < self.weight else None):
            if quotient is not None and largest < len(quotient.heaps):
                return _element(quotient, heaps) in quotient.losing
        return self.known.get(heaps)


class _Guess(_Outcomes):
    """Outcomes as if sums that are the same element of a quotient were so beside larger heaps, too."""

    def __init__(self, problem: QuotientProblem, quotient: MisereQuotient):
        super().__init__(problem)
        self.proved, self.lightest = quotient, _least(quotient, _weight)

    def _same(self, heaps: Heaps) -> Heaps:
        """Return the heaps with the lightest that are the same element in place of those that the quotient knows."""
        assert self.proved is not None
        small = bisect_left(heaps, len(self.proved.heaps))
        return normal((*self.lightest[_element(self.proved, heaps[:small])], *heaps[small:]))


def _least(quotient: MisereQuotient, measure: Callable[[Heaps], int]) -> dict[Element, Heaps]:
    """Return a sum of the least measure for each element; that of a sum is the sum of its heaps', least of small ones.

    So of the heaps that are the same element only the smallest stands in such a sum.
    """
    smallest = {quotient.heaps[heap]: heap for heap in range(len(quotient.heaps) - 1, 0, -1)}
    found: dict[Element, Heaps] = {}
    queue: list[tuple[int, Heaps, Element]] = [(0, (), 0)]
    while queue:
        _, heaps, x = heappop(queue)
        if x not in found:
            found[x] = heaps
            for y, heap in smallest.items():
                more = normal((*heaps, heap))
                heappush(queue, (measure(more), more, quotient.product[x][y]))
    return found


def _table(problem: QuotientProblem, tests: list[Heaps], loses: Callable[[Any], bool]) -> MisereQuotient:
    """Make the table of the elements that the tests tell apart; where the heaps do not commute, with more tests."""
    while True:
        elements, action = _actions(problem, tests, loses)
        more = _clash(elements, action, tests, loses)
        if not more:
            break
        tests += more
    product = tuple(
        tuple(reduce(lambda at, heap: action[at][heap], heaps, x) for heaps in elements) for x in range(len(elements))
    )
    losing = frozenset(x for x, heaps in enumerate(elements) if loses(heaps))
    return MisereQuotient(problem, tuple(elements), product, losing, tuple(action[0]))


def _actions(
    problem: QuotientProblem, tests: list[Heaps], loses: Callable[[Any], bool]
) -> tuple[list[Heaps], list[list[Element]]]:
    """Return a sum for each element, and for each element and heap the element that the heap added makes."""
    up_to = problem.up_to
    number: dict[tuple[bool, ...], int] = {}
    elements: list[Heaps] = []

    def find(heaps: Heaps) -> Element:
        signature = tuple(loses(normal((*heaps, *test))) for test in tests)
        if signature not in number:
            number[signature] = len(elements)
            elements.append(heaps)
        return number[signature]

    find(())
    action: list[list[Element]] = []
    for x, heaps in enumerate(elements):  # the list grows while it is walked
        action.append([x, *(find(normal((*heaps, heap))) for heap in range(1, up_to + 1))])
        if len(action) * (up_to + len(tests)) > problem.limit:
            raise LimitExceededError(
                f"the misère quotient of {problem.game.code} to heap {up_to} has more than {len(action)} elements, or "
                "is infinite; raise the limit or ask for smaller heaps"
            )
    return elements, action


def _clash(
    elements: list[Heaps], action: list[list[Element]], tests: list[Heaps], loses: Callable[[Any], bool]
) -> list[Heaps]:
    """Find two heaps that do not commute at some element; return the tests, one of which splits an element."""
    pairs = [(a, b) for a in range(1, len(action[0])) for b in range(1, a)]
    for row in action:
        for a, b in pairs:
            one, two = elements[action[row[a]][b]], elements[action[row[b]][a]]
            if one != two:
                witness = next(test for test in tests if loses(normal((*one, *test))) != loses(normal((*two, *test))))
                return [normal((a, *witness)), normal((b, *witness))]
    return []
