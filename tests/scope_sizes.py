"""How large the games of `tests.scope` are of which all are gone through, up to isomorphism, with all claims.

Those of one vertex and of two, and where it is said here of three or four. In these a vertex has fewer edges or
weights, or a claim fewer values, than in the games that are drawn: a vertex with four weights is one of 182 in games of
three vertices, which are a million games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any

from graphgames.core.value import INFINITY, Bracket
from tests.scope import CHANCE, Scope, Small, in_states


def sized(one: Scope, n: int) -> Scope | None:
    """Return the scope of all games with n vertices; None where they are too many."""
    less = next((less for begin, less in SMALLER.items() if fnmatchcase(one.kind, f"{begin}*")), {})
    if n in less:
        labels = less[n].get("labels", one.labels)
        few = {name: row or one.labels[name] for name, row in labels.items() if name in one.labels}
        return replace(one, **less[n] | {"labels": few})
    return one if n < 3 else None


def one_of(*several: Any) -> Callable[[Any], Sequence[Any]]:
    """Return entries that are the same in every game."""
    return lambda game: several


def worth(*several: Any) -> Callable[[Any, Small], Sequence[Any]]:
    """Return values that are the same in every game."""
    return lambda game, small: several


def each(names: Sequence[str], *several: int) -> dict[str, Any]:
    """Return these entries in each of some rows."""
    return dict.fromkeys(names, one_of(*several))


Less = dict[str, Any]

ALL: Less = {}
SIMPLE: Less = {"simple": True}
"""No parallel edges."""
TWO: Less = {"weights": (-1, 1)}
UNITS = SIMPLE | TWO
COIN: Less = SIMPLE | {"shares": (1,), "owners": (0, CHANCE)}
"""No parallel edges, one player, and throws of chance in which all is as likely."""

FULL: Callable[[Any], int] = lambda game: int(game.objective.cap)  # noqa: E731
BOUNDS = one_of(-1, 0, 1)
CREDITS: Less = UNITS | {"values": worth(0, 1, INFINITY)}
LAYERS: Less = UNITS | {
    "values": lambda game, small: (*range(FULL(game) + 2), INFINITY),
    "labels": {"layer": None} | dict.fromkeys(("bound0", "bound1"), lambda game: (0, 2 * FULL(game) + 1)),
}
"""Credits up to one more than the cap, any layers, and two bounds, of which one proves that no credit is enough."""
SIGNS: Less = {"values": worth(-1, 0, 1)}
TOTAL = UNITS | {"owners": (0,), "values": worth(-1, 0, INFINITY), "labels": each(("bound", "alpha", "beta"), 0, 1)}
REWARDS: Less = COIN | {"weights": (1,), "values": worth(0, 1, 2, INFINITY), "labels": each(("rank", "step"), 0, 1)}


def ranks(names: Sequence[str], moves: Sequence[str]) -> Less:
    """Return games of two marks, with few ranks in these rows, and these rows of moves."""
    any_move = dict.fromkeys(moves, lambda game: range(-1, game.arena.n))
    return SIMPLE | {"marks": (1, 2), "labels": each(names, -1, 0, 1) | any_move}


CHANCES: Less = COIN | {
    "marks": (1, 2),
    "values": worth(0, 1, Fraction(1, 2)),
    "labels": each(("count0", "count2"), 0) | each(("count1", "rank"), 0, 1),
}
LIFTS = UNITS | {
    "values": worth(0, 1, INFINITY),
    "labels": dict.fromkeys(("lift0", "lift1"), lambda game: (0, 1, INFINITY)),
}
LIFTED: Less = {
    "values": lambda game, small: (0, 1, *range(2, FULL(game) + 1), INFINITY),
    "labels": dict.fromkeys(("lift0", "lift1"), lambda game: (0, 1, *range(2, FULL(game) + 1), INFINITY)),
}
LAYERED: Less = {
    "values": worth(0, 1, INFINITY, Bracket(0, 1)),
    "labels": dict.fromkeys(("value0", "value1"), lambda game: (0, 1, 2, Bracket(0, 1)))
    | {"slope": lambda game: (0, 1, Fraction(1, 2)), "moves1": lambda game: range(-1, game.arena.n)}
    | each(("rank", "step", "rank0", "rank1"), 0, 1)
    | each(("reach_rank",), -1, 0, 1),
}

COUNTED = each(("rank", "step"), 0) | {"moves1": lambda game: range(-1, game.arena.n), "slope": one_of(0, 1)}
EXACT_LAYERS: Less = COIN | {
    "weights": (1,),
    "winners": (1,),
    "values": worth(0, 1),
    "labels": COUNTED
    | each(("value0",), 0, 1)
    | each(("value1",), 0, 1, 2)
    | each(("rank0", "rank1", "reach_rank"), -1, 0),
}
"""The two layers of a certificate with whole numbers and with ranks, where player 1 wins."""
BRACKETED: Less = COIN | {
    "weights": (1,),
    "values": worth(0, 1, INFINITY, Bracket(0, 1)),
    "labels": COUNTED
    | {"value0": lambda game: (0, 1, Bracket(0, 1))}
    | each(("value1",), 0, 1)
    | each(("rank0", "rank1"), 0)
    | each(("reach_rank",), -1, 0),
}
"""Any values, infinite ones and brackets among them, with all ranks of the layers the same."""

LEAST, MOST = -(2**63), 2**63 - 1
ENDS: Less = SIMPLE | {"weights": (LEAST, MOST)}
"""Two weights at the ends of 64 bits, that sum to -1."""
FAR_CREDITS: Less = ENDS | {"values": worth(0, 1, 2**63, 2**64, INFINITY)}
FAR_PAIR: Less = SIMPLE | {"weights": (LEAST, 2**62)}
FAR_LAYERS = FAR_PAIR | {
    "values": worth(0, 2**62, 2**63, INFINITY),
    "labels": {"layer": None} | each(("bound0", "bound1"), 0, 2**64 - 1, 2**64 + 1),
}
FAR_MEANS: Less = ENDS | {
    "values": worth(LEAST, MOST, Fraction(-1, 2)),
    "labels": each(("low", "high"), 0, 2**64 - 1),
}
FAR_GAINS: Less = {
    "values": worth(LEAST, MOST, Fraction(-1, 2)),
    "labels": {"bias": one_of(0, 2**63, Fraction(2**64 - 1, 2))},
}
FAR_CHANCES: Less = {
    "shares": (1, 2**62),
    "values": worth(0, 1, Fraction(1, 2**62 + 1), Fraction(2**62, 2**62 + 1), Bracket(0, 1)),
    "labels": each(("rank",), 0, 1),
}
REMEMBERED: Less = SIMPLE | {
    "marks": (1, 2),
    "labels": dict.fromkeys(("update0", "moves0", "moves1"))
    | {"update1": lambda game: range(len(game.objective.leaves.after) - 1)},
}
"""A memory whose second state is left at once."""
REMEMBERED_MEASURES = REMEMBERED | {
    "labels": REMEMBERED["labels"] | each(("measure0", "measure1"), -1, 0, 1, 2, 3) | in_states("rank", 2, BOUNDS),
}
"""The same, with numbers that name each of two pairs twice, and few ranks."""
MOVED = dict.fromkeys(("update0", "update1", "moves0", "moves1"))
MEASURES: Less = SIMPLE | {"labels": MOVED | dict.fromkeys(("measure0", "measure1")) | in_states("rank", 2, BOUNDS)}
MEASURED: Less = SIMPLE | {
    "marks": (0, 1, 2),
    "labels": MOVED | each(("measure0", "measure1"), -1, 0, 1) | in_states("rank", 1, BOUNDS),
}
"""Few ranks, of which there is one for each pair and state of the memory; and few numbers of the measure."""
THEIRS: Less = {"owners": (1,)}

SMALLER: dict[str, dict[int, Less]] = {
    "attractor-ranks": {3: ALL},
    "remoteness impartial": {3: ALL, 4: SIMPLE},
    "remoteness": {3: ALL},
    "buchi-labels": {3: SIMPLE | {"labels": each(("alpha", "beta"), -1, 0, 1)}},
    "strategy-pair": {3: SIMPLE},
    "goal-ranks generalized-buchi": {3: ranks(("rank0", "rank1", "level", "steps0"), ("moves0", "moves1"))},
    "goal-ranks generalized-cobuchi": {3: ranks(("rank0", "level", "steps0", "steps1"), ("moves0", "moves1"))},
    "goal-ranks gr1 with two guarantees": {3: ranks(("rank0", "rank1", "level", "steps0"), ("moves0", "moves1"))},
    "goal-ranks gr1 with two assumptions": {3: ranks(("rank0", "level", "steps0", "steps1"), ("moves0", "moves1"))},
    "goal-ranks gr1": {3: ranks(("rank0", "level", "steps0"), ("moves0",))},
    "priority-counts": {3: COIN | {"marks": (1, 2), "labels": each(("count0", "count1", "count2"), 0, 1)}},
    "grundy-values": {3: ALL},
    "loopy-values": {3: SIMPLE},
    "rabin-measures rabin with two pairs": {2: MEASURES, 3: REMEMBERED_MEASURES},
    "rabin-measures streett with two pairs": {2: MEASURES, 3: REMEMBERED_MEASURES},
    "rabin-measures emerson-lei": {2: MEASURES, 3: REMEMBERED_MEASURES},
    "rabin-measures": {3: MEASURED},
    "remembered-moves * with two pairs": {3: REMEMBERED},
    "remembered-moves emerson-lei": {3: REMEMBERED},
    "remembered-moves streett": {3: SIMPLE | {"marks": (0, 1, 2)}},
    "remembered-moves rabin": {3: SIMPLE | {"marks": (0, 1, 2)}},
    "fair-moves": {2: SIMPLE, 3: SIMPLE | {"degree": (2, 2)}},
    "energy-bounds at the ends": {2: ENDS, 3: FAR_CREDITS | {"labels": {"bound": one_of(-1, 0, 1, 2**64 - 1)}}},
    "energy-bounds": {2: TWO, 3: CREDITS | {"labels": {"bound": one_of(-1, 0, 1, 2)}}},
    "energy-layers stay cap 1 layers 1": {2: TWO, 3: CREDITS | {"labels": {"layer": one_of(0), "bound0": BOUNDS}}},
    "energy-layers lose cap 1 layers 1": {2: TWO, 3: CREDITS | {"labels": {"layer": one_of(0), "bound0": BOUNDS}}},
    "energy-layers at the ends * layers 1": {2: FAR_PAIR, 3: FAR_LAYERS},
    "energy-layers at the ends": {2: FAR_PAIR, 3: FAR_LAYERS | THEIRS},
    "energy-layers * layers 1": {2: TWO, 3: LAYERS},
    "energy-layers": {2: TWO, 3: LAYERS | THEIRS},
    "energy-lifts * cap 1": {2: LIFTS, 3: LIFTS},
    "energy-lifts": {2: LIFTS, 3: LIFTS | THEIRS | LIFTED},
    "mean-potentials * at the ends": {2: ENDS, 3: FAR_MEANS},
    "mean-potentials": {2: UNITS, 3: UNITS | SIGNS | {"labels": each(("low", "high"), 0, 1)}},
    "total-ranks * at the ends": {2: ENDS, 3: TOTAL | ENDS | {"values": worth(LEAST, 0, MOST, INFINITY)}},
    "total-ranks": {2: UNITS, 3: TOTAL},
    "gain-bias at the ends": {2: ENDS, 3: ENDS | COIN | FAR_GAINS},
    "gain-bias": {2: UNITS, 3: UNITS | COIN | SIGNS | {"labels": {"bias": one_of(-1, 0, 1)}}},
    "bellman-equations * at the ends": {2: ENDS, 3: ENDS | COIN},
    "bellman-equations": {2: UNITS, 3: UNITS | COIN},
    "winning-chances": {3: CHANCES},
    "reaching-ranks at the ends": {2: SIMPLE, 3: COIN | FAR_CHANCES},
    "reaching-ranks": {3: COIN},
    "reward-ranks * at the ends": {
        2: SIMPLE, 3: REWARDS | {"weights": (MOST,), "values": worth(0, MOST, 2 * MOST, INFINITY)}
    },
    "reward-ranks": {2: SIMPLE, 3: REWARDS},
    "reward-layers with brackets": {1: BRACKETED, 2: BRACKETED, 3: BRACKETED},
    "reward-layers": {1: LAYERED, 2: EXACT_LAYERS, 3: EXACT_LAYERS},
    "steps": {3: COIN},
}  # fmt: skip
"""By patterns for how the names of the kinds begin, the first that fits."""
