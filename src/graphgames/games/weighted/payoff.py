"""The payoffs of games with weights: mean payoff, total payoff and discounted payoff, with a threshold to win."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, owners
from graphgames.core.data import over_edges
from graphgames.core.ending import Ending, came_back
from graphgames.core.errors import GameError, shown
from graphgames.core.value import (
    Bracket,
    Exact,
    Infinite,
    Value,
    decimal,
    ends,
    grouped,
    in_words,
    number,
    plain,
    quoted,
)
from graphgames.games.weighted.objective import LOSE, Weighted, is_for_all


@dataclass(frozen=True, eq=False)
class Payoff(Weighted):
    """The base class of payoffs with a threshold, which player 0 needs to win."""

    threshold: Any = 0
    settings: ClassVar[tuple[str, ...]] = ("dead_ends", "threshold")

    def bind(self, arena: Arena) -> Self:
        return replace(super().bind(arena), threshold=decimal(self.threshold))


@dataclass(frozen=True, eq=False)
class MeanPayoff(Payoff):
    """Player 0 wants the average weight of a step, in the long run, to be large; player 1 wants it small.

    The value of a vertex is the average that both can be sure of; that the limit inferior and the limit superior of the
    averages have the same value is known (Ehrenfeucht, Mycielski 1979). Player 0 wins where it is at least the
    threshold. With ``dead_ends="lose"`` the value is infinite where a player can force the other to be stuck.

    Attributes
    ----------
    weight, vertex_weight : array_like, dict, callable or str, optional
        A number for each edge, in the order of ``arena.edges()``, or for each vertex; or the name of such data of the
        arena. By default the edge data named ``weight``.
    dead_ends : str
        At a vertex without a move the play stays for ever (``"stay"``), or whoever should move loses (``"lose"``).
    threshold : int, Fraction or str
        By default 0.

    Examples
    --------
    >>> from graphgames import Arena, Game, MeanPayoff, solve
    >>> arena = Arena.from_edges([("a", "b"), ("b", "a"), ("b", "b")], owner={"a": 0, "b": 1},
    ...                          edge_data={"weight": [3, -1, 2]})
    >>> solution = solve(Game(arena, MeanPayoff()))
    >>> solution.value("a"), solution.strategy["b"]
    (1, 'a')
    """

    allows_chance: ClassVar[bool] = True
    has_draws_by_chance: ClassVar[bool] = True
    draw_words: ClassVar[tuple[str, str]] = ("undecided", "undecided")
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Infinite, Bracket)
    of_chance: ClassVar[Mapping[str, Any]] = {"weight": 0}
    name: ClassVar[str] = "mean-payoff"
    counted: ClassVar[str] = "mean"
    title: ClassVar[str] = "mean payoff game"
    aims: ClassVar[tuple[str, str]] = (
        "the average weight to be at least the threshold",
        "the average weight to be less than the threshold",
    )
    loop_rule: ClassVar[str] = (
        "A play that comes back to a vertex is over, and the average weight on the way round decides."
    )
    value_name: ClassVar[str] = "mean payoff"
    judged_by_loops: ClassVar[bool] = True

    @property
    def _enough(self) -> str:
        return f"the average of a step on the way round is at least {in_words(self.threshold)}"

    turn: ClassVar[str] = "; the average of a step is {} from here on"
    """What is said of a way round, with the average."""

    def _judged(self, where: str, weights: Sequence[Exact]) -> Ending:
        mean = plain(Fraction(sum(weights)) / len(weights))
        return Ending(int(mean < self.threshold), where + self.turn.format(in_words(mean)))


@dataclass(frozen=True, eq=False)
class TotalPayoff(Payoff):
    """Player 0 wants the sum of the weights, in the long run, to be large; player 1 wants it small.

    A play is worth the limit inferior of the sums of its first weights. The value of a vertex is what both players can
    be sure of: infinite where the mean payoff is positive, minus infinity where it is negative, else finite. Player 0
    wins where it is at least the threshold. With ``dead_ends="lose"`` it is infinite for who makes the other stuck.

    Attributes
    ----------
    weight, vertex_weight : array_like, dict, callable or str, optional
        A number for each edge, in the order of ``arena.edges()``, or for each vertex; or the name of such data of the
        arena. By default the edge data named ``weight``.
    dead_ends : str
        At a vertex without a move the play stays for ever (``"stay"``), or whoever should move loses (``"lose"``).
    threshold : int, Fraction or str
        By default 0.

    Examples
    --------
    >>> from graphgames import Arena, Game, TotalPayoff, solve
    >>> arena = Arena.from_edges([("a", "b"), ("b", "end"), ("b", "a")], owner={"a": 0, "b": 1, "end": 0},
    ...                          edge_data={"weight": [4, -1, -1]})
    >>> solution = solve(Game(arena, TotalPayoff()))
    >>> solution.value("a"), solution.strategy["b"]
    (3, 'end')
    """

    name: ClassVar[str] = "total-payoff"
    title: ClassVar[str] = "total payoff game"
    aims: ClassVar[tuple[str, str]] = (
        "the sum of the weights to be at least the threshold in the long run",
        "the sum of the weights to be less than the threshold again and again",
    )
    loop_rule: ClassVar[str] = (
        "A play that comes back to a vertex is over, and what the sum comes down to on the way round for ever decides."
    )
    value_name: ClassVar[str] = "total payoff"

    def term(self, v: int, e: int) -> tuple[Exact, Exact]:
        """Return the weight of edge number e, which leaves v, and by what that which follows counts: 1."""
        return self.weight_of(v, e), 1

    def _edge_value(self, v: int, e: int, value: Any) -> Any:
        return self.weight_of(v, e) + value

    @property
    def _enough(self) -> str:
        return f"the sum of the weights on the way round for ever is at least {in_words(self.threshold)}"

    @staticmethod
    def around(terms: Sequence[tuple[Exact, Exact]]) -> Exact | Infinite:
        """Return what it is worth to see these weights again and again."""
        weights = [weight for weight, _ in terms]
        total = sum(weights)
        return Infinite(1 if total > 0 else -1) if total else plain(min(accumulate(weights)))

    def _judged(self, where: str, weights: Sequence[Exact]) -> Ending:
        return _decided(self, where, [(one, 1) for one in weights])


@dataclass(frozen=True, eq=False)
class Discounted(Weighted):
    """Player 0 wants the sum of the weights, each discounted by all edges before, to be large; player 1 small.

    An edge of weight w and discount d is worth w and d times what follows. The value of a vertex is what both players
    can be sure of, where chance moves on average. Player 0 wins where it is at least the threshold.

    Attributes
    ----------
    weight, vertex_weight : array_like, dict, callable or str, optional
        A number for each edge, in the order of ``arena.edges()``, or for each vertex; or the name of such data of the
        arena. By default the edge data named ``weight``.
    dead_ends : str
        At a vertex without a move the play stays for ever (``"stay"``), or whoever should move loses (``"lose"``).
    discount : number, array_like or str
        At least 0 and below 1: one number for all edges, or a number for each edge, or the name of edge data. By
        default the edge data named ``discount``. That of an edge of chance may be 1, if the play does not stay on such
        edges for ever. A number given alone is the discount: ``Discounted(0.9)``.
    threshold : int, Fraction or str
        By default 0.

    Examples
    --------
    >>> from graphgames import Arena, Discounted, Game, solve
    >>> arena = Arena.from_edges([("work", "work"), ("work", "rest"), ("rest", "work")], owner={"work": 0, "rest": 0},
    ...                          edge_data={"weight": [2, 0, 5]})
    >>> solution = solve(Game(arena, Discounted(discount="1/2")))
    >>> print(solution.value("work"), solution.strategy["work"])
    4 work
    """

    discount: Any = "discount"
    threshold: Any = 0
    allows_chance: ClassVar[bool] = True
    has_draws_by_chance: ClassVar[bool] = True
    draw_words: ClassVar[tuple[str, str]] = ("undecided", "undecided")
    value_types: ClassVar[tuple[type, ...]] = (Fraction, Infinite, Bracket)
    of_chance: ClassVar[Mapping[str, Any]] = {"weight": 0, "discount": 1}
    reads_data: ClassVar[tuple[str, ...]] = ("weight", "discount")
    settings: ClassVar[tuple[str, ...]] = ("discount", "threshold")
    name: ClassVar[str] = "discounted"
    counted: ClassVar[str] = "sum"
    title: ClassVar[str] = "discounted payoff game"
    aims: ClassVar[tuple[str, str]] = (
        "the play to be worth at least the threshold",
        "the play to be worth less than the threshold",
    )
    loop_rule: ClassVar[str] = (
        "A play that comes back to a vertex is over, and what it is worth if it goes round for ever decides."
    )
    value_name: ClassVar[str] = "discounted payoff"

    def __post_init__(self) -> None:
        """Take the only number that is given for the discount, as in ``Discounted(0.9)``."""
        given = self.weight
        alone = is_for_all(given) or (isinstance(given, str) and re.fullmatch(r"0?\.[0-9]+|[0-9]+/[0-9]+", given))
        if alone and isinstance(self.discount, str) and self.discount == "discount":
            object.__setattr__(self, "discount", given)
            object.__setattr__(self, "weight", None)

    def bind(self, arena: Arena) -> Self:
        """Return the objective with its data over this arena.

        Raises
        ------
        GameError
            As in the base class, or if a discount is missing or out of its range, or a play that stops is to be lost.
        """
        if self.dead_ends == LOSE:
            raise GameError('in a discounted game a play that stops has a value; expected dead_ends="stay"')
        bound = replace(super().bind(arena), threshold=decimal(self.threshold))
        given = self.discount
        if isinstance(given, str) and given not in arena.edge_data:
            try:
                given = number(given)
            except GameError:
                raise GameError(
                    f"the arena has no edge data {shown(given)}; expected a discount such as "
                    'Discounted(discount="9/10") or --set discount=9/10, one for each edge, or the name of edge data'
                ) from None
        one = not hasattr(given, "__len__")
        row = np.array([decimal(given)], object) if one else over_edges(arena, given, "discount")
        chance = np.zeros(row.size, np.bool_) if one or arena.probability is None else arena.probability > 0
        several, which = grouped(row)
        inside = np.array([0 <= one < 1 for one in several], np.bool_)[which]
        at_one = np.array([one == 1 for one in several], np.bool_)[which]
        wrong = np.flatnonzero(~(inside | (at_one & chance)))
        if wrong.size:
            e = int(wrong[0])
            named = "the discount" if one else f"the discount of edge {e}"
            what = f"{named} is {quoted(row[e])}; expected at least 0 and less than 1"
            raise GameError(what, edge=None if one else e)
        if not one:
            _discounted_in_the_end(arena, chance & at_one)
        return replace(bound, discount=plain(row[0]) if one else row)

    @property
    def varies(self) -> bool:
        """Whether each edge has a discount of its own."""
        return isinstance(self.discount, np.ndarray)

    def to_data(self) -> tuple[Mapping[str, NDArray[Any]], Mapping[str, NDArray[Any]]]:
        """Return the weights as data of edges or of vertices, and the discounts as data of edges."""
        of_edges, of_vertices = super().to_data()
        row = self.discount
        if of_edges and not isinstance(row, np.ndarray):
            row = np.full(of_edges["weight"].size, row, object)
        return ({**of_edges, "discount": row} if isinstance(row, np.ndarray) else of_edges), of_vertices

    def discounts(self, arena: Arena) -> NDArray[Any]:
        """Return the discount of each edge of the arena that `payoffs` returns.

        Where each edge has a discount of its own, that of a dead end is 0: its weight counts once.
        """
        m = int(np.maximum(arena.out_degree, 1).sum())
        if not self.varies:
            return np.full(m, self.discount, object)
        return np.insert(self.discount.astype(object), arena.indptr[arena.dead_ends], 0)

    def taken(self, edges: Sequence[int], mover: int, value: Value | None = 0) -> int:
        """Return which of parallel edges a player takes: that of the best weight and discounted value behind it.

        Of a bracket it is the bound that the player keeps.
        """
        if not self.varies:
            return super().taken(edges, mover, value)
        kept, weight = None if value is None else ends(value)[mover == 1], self.weight
        if kept is None or isinstance(kept, Infinite):  # a false claim, which its checker refuses
            return edges[0]
        gain = (lambda e: 0) if weight is None else weight.__getitem__
        return (min if mover == 1 else max)(edges, key=lambda e: gain(e) + self.discount[e] * kept)

    def term(self, v: int, e: int) -> tuple[Exact, Exact]:
        """Return the weight and the discount of edge number e, which leaves v."""
        return self.weight_of(v, e), plain(self.discount[e]) if self.varies else self.discount

    def _edge_value(self, v: int, e: int, value: Any) -> Any:
        weight, discount = self.term(v, e)
        return weight + discount * value

    def edge_note(self, e: int) -> str:
        """Return the weight of edge number e, and its discount where they differ."""
        return f"{super().edge_note(e)} · {in_words(self.discount[e])}" if self.varies else super().edge_note(e)

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        return (("n · d", "weight and discount"),) if self.varies else super().edge_keys

    @classmethod
    def from_priorities(cls, priority: NDArray[Any], marked: NDArray[np.bool_] | None = None) -> Self:
        """Return the objective with the priorities as weights of the vertices, and the discount 9/10."""
        cls._refuse_set(marked)
        return cls(vertex_weight=priority, discount=Fraction(9, 10))

    @classmethod
    def random(cls, rng: np.random.Generator, n: int, share: float = 0.5, priorities: int = 3) -> Self:
        """Return a random objective: weights as in the base class, and the discount 9/10."""
        return replace(super().random(rng, n, share, priorities), discount=Fraction(9, 10))

    @property
    def _enough(self) -> str:
        return f"the way round for ever is worth at least {in_words(self.threshold)}"

    def _judged(self, where: str, weights: Sequence[Exact]) -> Ending:
        if self.varies:
            return Ending(None, f"{where}; what the play is worth depends on the way")
        return _decided(self, where, [(one, self.discount) for one in weights])

    def cycle_ending(self, arena: Arena, cycle: Sequence[int]) -> Ending:
        """Return who wins a play around a cycle for ever, where each edge may have a discount of its own."""
        mover, steps = owners(arena), pairwise([*cycle, cycle[0]])
        terms = [self.term(u, self.taken(arena.between(u, w), int(mover[u]))) for u, w in steps]
        return _decided(self, came_back(arena, cycle[0]), terms)

    def around(self, terms: Sequence[tuple[Exact, Exact]]) -> Exact:
        """Return what it is worth to see these weights, each with its discount, again and again."""
        total, factor, over = 0, 1, 1  # the sum and the discount so far, as numerators over the same denominator
        for weight, discount in terms:
            total = (total * weight.denominator + factor * weight.numerator) * discount.denominator
            factor *= weight.denominator * discount.numerator
            over *= weight.denominator * discount.denominator
        found: Exact = plain(Fraction(total, over - factor))
        return found


def _decided(objective: TotalPayoff | Discounted, where: str, terms: Sequence[tuple[Exact, Exact]]) -> Ending:
    """Return who wins a play that sees these terms again and again, by what it is worth from there."""
    value = objective.around(terms)
    return Ending(int(value < objective.threshold), f"{where}; from there the play is worth {in_words(value)}")


def _discounted_in_the_end(arena: Arena, whole: NDArray[np.bool_]) -> None:
    """Raise `GameError` if a play can stay for ever where chance moves and nothing is discounted."""
    tails, heads = arena.tails[whole], arena.successors[whole]
    stays = np.zeros(arena.n, np.bool_)
    stays[tails] = True
    stays[arena.tails[~whole]] = False
    while (out := stays[tails] & ~stays[heads]).any():
        stays[tails[out]] = False
    if stays.any():
        name = arena.label(int(np.flatnonzero(stays)[0]))
        raise GameError(
            f"from vertex {name} chance moves for ever with the discount 1; expected one below 1 on the way"
        )
