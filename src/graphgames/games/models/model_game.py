"""A model with an objective: a game in which one decision is one step.

The arena has a vertex for each state, and behind it one for each action that is left to chance; these are an inner
matter. Discounts, step bounds and averages count decisions: a discount stands on the edges by which a
decision is made, and chance moves for nothing; of bounds and averages each decision takes two moves, and the numbers
are made to fit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.catalogue.rows import resolve
from graphgames.core.arena import Arena, Vertex, owners
from graphgames.core.arrays import ByVertex, plain_array
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.game import Game
from graphgames.core.naming import owner_numbers
from graphgames.core.objective import Objective
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import decimal, in_words, objects, plain, quoted, to_json
from graphgames.games.models.model import PLAYERS, Mask, Model, Names, TwoPlayerArena, two_player_arena
from graphgames.games.models.rewards import gained_by, structure_of


@dataclass(frozen=True)
class Question:
    """The property that a game answers, as it was written, with the constants that were given."""

    property: str
    constants: Mapping[str, str]


@dataclass(frozen=True, eq=False, repr=False)
class ModelGame(Game):
    """A model with an objective; vertex s of the arena is its state s.

    Attributes
    ----------
    model : Model
        The model.
    staged : TwoPlayerArena
        The arena, with the choice that is made by each edge.
    given_objective : Objective
        The objective as it was given, over the states.
    chooser : ndarray of uint8, shape (n,)
        The player who chooses in each state.
    costs : bool
        Whether the arena counts negative rewards as what is lost; who wants large values is player 1 there.
    question : Question, optional
        The property that the game answers, if it was made of one.

    Examples
    --------
    >>> import graphgames as gg
    >>> rows = [("dry", "wait", "dry", 0.9, 1), ("dry", "wait", "wet", 0.1, 1), ("wet", "mop", "dry", 1, -2),
    ...         ("wet", "wait", "wet", 1, 0)]
    >>> solution = gg.solve(gg.Model.from_table(rows), gg.MeanPayoff())
    >>> isinstance(solution.problem, gg.ModelGame), solution.problem.objective.name, str(solution.value("dry"))
    (True, 'mean-payoff', '8/11')
    """

    model: Model = field(kw_only=True)
    staged: TwoPlayerArena = field(kw_only=True)
    given_objective: Objective = field(kw_only=True)
    chooser: NDArray[np.uint8] = field(kw_only=True)
    costs: bool = False
    question: Question | None = None
    asked: str = ""
    """The objective that was asked for, where it is for two players alone."""

    @classmethod
    def of(
        cls,
        model: Model,
        objective: Objective,
        owner: ByVertex | int | str = None,
        start: object = None,
        players: tuple[str, str] | None = None,
        question: Question | None = None,
    ) -> Self:
        """Return the game in which player 0 wants this; arguments and errors as for `Model.with_objective`."""
        if not isinstance(objective, Objective):
            raise GameError(f"{shown(objective)} is not an objective; expected one such as Discounted(discount='9/10')")
        states = states_alone(model)
        objective, asked = _by_chance(objective, states), objective.name
        maximal = _maximal(model, states, owner, players)
        make = _MADE.get(objective.name)
        if make is None:
            raise GameError(f"a model cannot be solved for {objective.name}; these can: {', '.join(_MADE)}")
        costs = objective.name == "expected-reward" and _only_lost(model, objective)
        staged = two_player_arena(model, maximal ^ costs, even=make in (_bounded, _averaged))
        inner = make(model, staged, objective, states)
        begin = None if start is None else Vertex(states.vertex(start))
        if start is None and model.initial.size == 1:
            begin = Vertex(int(model.initial[0]))
        first, second = players or PLAYERS
        return cls(
            staged.arena,
            inner,
            begin,
            (second, first) if costs else (first, second),
            costs,
            question,
            asked,
            model=model,
            staged=staged,
            given_objective=objective,
            chooser=np.where(maximal ^ costs, 0, 1).astype(np.uint8),
        )

    def plain_settings(self) -> dict[str, Any]:
        """Return the settings of the objective that are not the usual ones, as JSON can hold them."""
        changed = self.given_objective.changed_settings().items()
        return {name: str(value) if isinstance(value, float | str) else to_json(value) for name, value in changed}

    def with_settings(self, settings: Mapping[str, Any]) -> Self:
        """Return the game with other values of some settings of the objective."""
        names = (self.players[1], self.players[0]) if self.costs else self.players
        return self.of(
            self.model, replace(self.given_objective, **settings), self.chooser ^ self.costs, self.start, names
        )

    @property
    def forms(self) -> tuple[str, ...]:
        """The names by which solvers are found: one more for objectives that have a solver for models alone."""
        name = self.objective.name
        return (f"{name} with actions", f"{name} with chance", name)

    @property
    def has_draws(self) -> bool:
        """Whether there can be states that neither player is certain to win."""
        return self.objective.has_draws or self.objective.has_draws_by_chance

    @cached_property
    def absent(self) -> int | None:
        """The player who chooses nowhere, and has no name of his own."""
        there = np.bincount(self.chooser, minlength=2)[:2] > 0
        player = int(there[0])
        return None if there.all() or self.players[player] not in PLAYERS else player

    @cached_property
    def averaged(self) -> bool:
        """Whether rewards depend on the next state of which the arena has only what is expected of an action."""
        model, objective, sign = self.model, self.given_objective, -1 if self.costs else 1
        some = earned_in(model, objective) is not None
        return some and _rewards_on_edges(model, self.staged, objective, sign) is None

    @property
    def at_once(self) -> NDArray[np.float64]:
        """What the reward of each edge counts as its decision is made: chance moves after the discount."""
        discount = float(decimal(getattr(self.given_objective, "discount", 1)))
        return np.where(self.staged.edge_of < 0, discount, 1.0)

    @property
    def described(self) -> str:
        """What it is asked and how large it is, for people."""
        size = f"{counted(self.states, 'state')}, {counted(int(self.model.choices[-1]), 'action')}"
        asked = "" if self.question is None else f" ({self.question.property})"
        return f"model for {self.given_objective.name}{self.given_objective.settings_in_words}{asked}, {size}"

    @cached_property
    def states(self) -> int:
        """How many states there are: the first vertices of the arena."""
        return int(self.model.states)

    @property
    def remark(self) -> str:
        """What was taken for granted when the model was read."""
        taken = f"{self.asked} is read as {self.given_objective.name}, since chance moves"
        taken *= self.asked != self.given_objective.name
        mean = "rewards that depend on the next state stand as their expectation" * self.averaged
        return "; ".join(filter(None, [str(self.model.remark), taken, mean]))

    @cached_property
    def _rewards(self) -> NDArray[Any] | None:
        """The reward of each edge as the model has it, without the arena's discounts, signs and factors."""
        model, objective = self.model, self.given_objective
        if not any(hasattr(objective, name) for name in ("reward", "weight")):
            return None
        gained, earned = gained_in(model, objective), earned_in(model, objective)
        return self.staged.of_edges(gained) if earned is None else self.staged.of_branches(model, gained, earned)

    @property
    def edge_keys(self) -> Sequence[tuple[str, str]]:
        """What a legend says of the numbers beside edges: the rewards of the model, if there are any but 0."""
        if self._rewards is None:
            return self.objective.edge_keys
        discount = decimal(getattr(self.given_objective, "discount", 1))
        step = "" if discount == 1 else f" (discount {in_words(discount)} a step)"
        return (("n", f"reward{step}"),) if self._rewards.any() else ()

    def edge_note(self, e: int) -> str:
        """Return the reward that the model has for an edge, nothing where it is 0."""
        if self._rewards is None:
            return self.objective.edge_note(e)
        return in_words(plain(self._rewards[e])) if self._rewards[e] else ""

    @property
    def legend(self) -> tuple[str, ...]:
        """What the regions are called in a legend: where a threshold divides the values, by it."""
        least = getattr(self.given_objective, "threshold", None)
        return self.region_names if least is None else (f"worth at least {least}", f"worth less than {least}")

    def solution_of(self, solved: ArenaSolution) -> ArenaSolution:
        """Return a solution on the arena as one that speaks of states and actions."""
        found: ArenaSolution = resolve(__package__ or "", "solution:ModelSolution").of(solved)
        return found

    def mover(self, v: int) -> int:
        """Return who moves at a vertex: at a state who chooses there, if only one action, and chance in a chain."""
        return int(self.chooser[v]) if v < self.states and self.model.type != "dtmc" else super().mover(v)

    def edge_name(self, e: int) -> str:
        """Return the name of the action by which an edge leads to a state; one to a vertex of chance stands there."""
        return str(self.staged.name_of(self.model, e))

    def move_name(self, v: int, w: int) -> str:
        """Return the names of the actions by which a player moves from a state to a vertex; "" elsewhere, and where the
        only action has no name.
        """
        first, *more = range(int(self.arena.indptr[v]), int(self.arena.indptr[v + 1]))
        made, model = self.staged.edge_of, self.model
        if v >= self.states or owners(self.arena)[v] == CHANCE or not (more or model.given_name(int(made[first]))):
            return ""
        there = (e for e in (first, *more) if self.arena.successors[e] == w)
        return " or ".join(dict.fromkeys(str(model.action(int(made[e]))) for e in there))

    def __repr__(self) -> str:
        return f"ModelGame({self.model!r}, {self.given_objective.name}{self.given_objective.settings_in_words})"


def states_alone(model: Model) -> Arena:
    """Return an arena of the states alone, by whose names an objective speaks."""
    names = Names(model, np.arange(model.states), np.empty(0, np.int64)) if model.names is None else model.names
    plain = model.names is not None and list(names) == list(range(model.states))
    return Arena.trusted(np.zeros(model.states + 1, np.int64), np.empty(0, np.int32), None, None if plain else names)


def _maximal(model: Model, states: Arena, owner: Any, players: tuple[str, str] | None) -> Mask:
    """Return the states in which player 0 chooses."""
    if owner is None:
        return np.asarray(model.player <= 0)
    alone = isinstance(owner, int | str)
    one = Arena.trusted(np.zeros(2, np.int64), np.empty(0, np.int32))  # a vertex that stands for all
    numbers = owner_numbers([owner] if alone else owner, one if alone else states, players)
    given = plain_array(numbers, "owner", GameError)
    if given.dtype.kind not in "iub" or given.min(initial=0) < 0 or given.max(initial=0) >= CHANCE:
        raise GameError(f"owner is {shown(owner)}; expected player 0 or 1, for all states or for each")
    if alone:
        return np.full(model.states, given[0] == 0)
    if given.shape != (model.states,):
        raise GameError(f"owner has {given.size} entries, but the model has {model.states} states")
    return np.asarray(given == 0)


def _marked(model: Model, staged: TwoPlayerArena, objective: Objective, states: Arena) -> Objective:
    """Return an objective that marks states on the arena: what is between them has no mark that counts."""
    bound, numbers = objective.bind(states), _numbers(model, staged)
    moved = bound.renumbered(numbers)
    if bound.neutral:
        moved = replace(moved, **{bound.data: np.where(numbers < 0, bound.neutral, getattr(moved, bound.data))})
    return moved


def _numbers(model: Model, staged: TwoPlayerArena) -> NDArray[np.int64]:
    """Return the state of each vertex, -1 where it is none."""
    return np.append(np.arange(model.states), np.full(staged.arena.n - model.states, -1))


def _bounded(model: Model, staged: TwoPlayerArena, objective: Any, states: Arena) -> Any:
    """Return the objective with twice as many steps, on the arena in which each decision takes two moves."""
    bound: Any = objective.bind(states)
    return replace(bound.renumbered(_numbers(model, staged)), steps=2 * bound.steps)


def _expected(model: Model, staged: TwoPlayerArena, objective: Any, states: Arena) -> Any:
    """Return the objective with rewards on the edges by which a decision is made."""
    row = gained_in(model, objective)
    sign = -1 if (row < 0).any() else 1
    reward = _rewards_on_edges(model, staged, objective, sign)
    if reward is None and objective.unreached == "zero" and earned_in(model, objective) is not None:
        raise GameError(
            "rewards depend on the next state and have both signs, so that what counts only if the target is reached "
            "is not known; give such rewards to the actions of states in between"
        )
    plain = replace(objective, reward=None, vertex_reward=np.zeros(model.states, np.int64)).bind(states)
    target = np.append(plain.mask, np.zeros(staged.arena.n - model.states, np.bool_))
    reward = staged.of_edges(sign * row) if reward is None else reward
    return replace(objective, target=target, reward=reward, vertex_reward=None)


def gained_in(model: Model, objective: Any) -> NDArray[Any]:
    """Return the reward of each choice that counts for an objective; 0 where it speaks of none."""
    name = next((one for one in ("reward", "weight") if hasattr(objective, one)), None)
    if name is None:
        return np.zeros(int(model.choices[-1]), np.int64)
    return gained_by(model, getattr(objective, name), getattr(objective, f"vertex_{name}"), states_alone(model))


def _rewards_on_edges(model: Model, staged: TwoPlayerArena, objective: Any, sign: int = 1) -> NDArray[Any] | None:
    """Return the rewards of edges where some depend on the next state, and the edges of chance can carry them.

    None where none does, or the objective discounts all that chance does by 0, or is an expected reward and some have
    the other sign.
    """
    earned, discount = earned_in(model, objective), decimal(getattr(objective, "discount", 1))
    if earned is None or not discount:
        return None
    row = sign * staged.of_branches(model, gained_in(model, objective), earned)
    if objective.name == "expected-reward" and (row < 0).any():
        return None
    if discount != 1:  # chance moves after the discount of the decision, which its rewards make up for
        row = row.astype(object)
        row[staged.edge_of < 0] /= Fraction(discount)
    return row


def earned_in(model: Model, objective: Any) -> NDArray[Any] | None:
    """Return the reward of each branch, if some that count for an objective depend on the next state."""
    named = next((getattr(objective, one) for one in ("reward", "weight") if hasattr(objective, one)), ())
    by_states = any(getattr(objective, f"vertex_{one}", None) is not None for one in ("reward", "weight"))
    if by_states or not (named is None or isinstance(named, str)):
        return None
    found = structure_of(model, named)
    if found.branches is None:
        return None
    of_states = gained_in(model, objective) - found.choices
    return np.asarray(np.repeat(of_states, np.diff(model.branches)) + found.branches)


def _only_lost(model: Model, objective: Any) -> bool:
    """Return whether no reward is positive, and some are negative; raise `GameError` if there are both."""
    row = gained_in(model, objective)
    if not (row < 0).any():
        return False
    if (row > 0).any():
        raise GameError(
            "the model has rewards of both signs, of which no sum until a target can be expected; discount them, as in "
            "Discounted(discount='99/100'), or ask for their average"
        )
    return True


def _by_chance(objective: Any, states: Arena) -> Any:
    """Return an objective to reach or to keep to some states as that of its probability."""
    if objective.chance_form not in _MADE:
        return objective
    cls: Any = objective_class(objective.chance_form)
    return cls(objective.bind(states).marked)  # of what is to be safe these are the others


def _discounted(model: Model, staged: TwoPlayerArena, objective: Any, states: Arena) -> Any:
    """Return the objective with the discount on the edges by which a decision is made, else 1."""
    given = objective.discount
    if np.ndim(given) or given == "discount":
        raise GameError(
            "a model needs one discount for all decisions, as in Discounted(discount='9/10') or --set discount=9/10"
        )
    discount = decimal(given)
    if not 0 <= discount < 1:
        raise GameError(f"the discount is {quoted(discount)}; expected at least 0 and less than 1")
    edges = np.where(staged.edge_of >= 0, objects([discount]), 1)
    return replace(objective, weight=_weight(model, staged, objective), vertex_weight=None, discount=edges)


def _averaged(model: Model, staged: TwoPlayerArena, objective: Any, states: Arena) -> Any:
    """Return the objective with twice the rewards, on the arena in which each decision takes two moves."""
    return replace(objective, weight=2 * _weight(model, staged, objective), vertex_weight=None)


def _weight(model: Model, staged: TwoPlayerArena, objective: Any) -> NDArray[Any]:
    """Return the rewards of edges; where the edges of chance cannot carry them, what is expected of an action."""
    row = _rewards_on_edges(model, staged, objective)
    return staged.of_edges(gained_in(model, objective)) if row is None else row


_MADE: Mapping[str, Callable[[Model, TwoPlayerArena, Any, Arena], Objective]] = {
    "reach-probability": _marked,
    "avoid-probability": _marked,
    "bounded-reach-probability": _bounded,
    "expected-reward": _expected,
    "discounted": _discounted,
    "mean-payoff": _averaged,
} | dict.fromkeys(("parity-probability", "parity", "buchi", "cobuchi"), _marked)
"""From the name of an objective to what makes it one on the arena of a model."""
