"""A model: states with named actions, the probabilities of what follows, rewards, labels and variables.

A Markov decision process is a model in which one player owns every state, and a Markov chain one in which no state has
two actions. All numbers are exact. `Model.with_objective` makes the game in which one decision is one step.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.asking import Askable
from graphgames.catalogue.rows import resolve
from graphgames.core.arena import Arena
from graphgames.core.arguments import items, place
from graphgames.core.arrays import ByVertex, offsets, ranges
from graphgames.core.chance import CHANCE
from graphgames.core.errors import ArenaError, Fault, FormatError, GameError, did_you_mean
from graphgames.core.game import Game
from graphgames.core.objective import Objective
from graphgames.core.rules import LIMIT
from graphgames.core.value import objects
from graphgames.formats.priorities import as_read

Mask = NDArray[np.bool_]
Ints = NDArray[np.int64]
_MOST = 2**62

PLAYERS = ("Max", "Min")
"""The names of the two coalitions: who wants a probability, or a reward, to be large, and the others."""


class Action(NamedTuple):
    """An action in a state, by their names: what the vertex behind a choice of several branches is called."""

    state: Any
    action: Any

    def __str__(self) -> str:
        return f"{self.state} {self.action}"


class Shares(Sequence[Fraction]):
    """Fractions as two arrays of integers."""

    def __init__(self, numerator: Ints, denominator: Ints):
        self.numerator, self.denominator = numerator, denominator

    def __len__(self) -> int:
        return self.numerator.size

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self[k] for k in range(*place.indices(len(self)))]
        return Fraction(int(self.numerator[place]), int(self.denominator[place]))


class Later(Mapping[str, NDArray[Any]]):
    """Arrays by name that are made when one is looked at."""

    def __init__(self, made: Callable[[], Mapping[str, NDArray[Any]]]):
        self._made = made

    @cached_property
    def _rows(self) -> Mapping[str, NDArray[Any]]:
        return self._made()

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@dataclass(frozen=True)
class Rewards:
    """A reward for each step: that of the state that the play leaves, and that of the choice.

    Attributes
    ----------
    states : ndarray, shape (n,), or None
        Integers or Fractions; None where there are none.
    choices : ndarray, shape (c,), or None
        The same for the choices: of one whose branches have different rewards what is expected.
    branches : ndarray, shape (b,), or None
        The same for the branches, where there are branches of one choice with different rewards.
    """

    states: NDArray[Any] | None = None
    choices: NDArray[Any] | None = None
    branches: NDArray[Any] | None = field(default=None, kw_only=True)

    @property
    def negative(self) -> bool:
        """Whether some reward is negative."""
        return any(bool((rows < 0).any()) for rows in (self.states, self.choices) if rows is not None)


@dataclass(frozen=True, eq=False)
class Model(Askable):
    """The states and actions of a Markov decision process or a stochastic game, with probabilities and rewards.

    Attributes
    ----------
    type : str
        ``"smg"``, ``"mdp"`` or ``"dtmc"``.
    players : tuple of str
        The names of the players; none in an MDP or a chain.
    player : ndarray of int32, shape (n,)
        Who chooses in each state, -1 where nobody is named.
    choices : ndarray of int64, shape (n + 1,)
        The choices in state s are numbers ``choices[s]`` to ``choices[s + 1] - 1``.
    branches : ndarray of int64, shape (c + 1,)
        The branches of choice c, in the same way.
    targets : ndarray of int32, shape (b,)
        The state that each branch leads to.
    likely : ndarray of int32, shape (b,)
        The place in ``probabilities`` of the probability of each branch.
    probabilities : sequence of Fraction
        The distinct probabilities.
    initial : ndarray of int64
        The initial states.
    labels : mapping of str to ndarray of bool, shape (n,)
        Where each label holds.
    rewards : mapping of str to Rewards
        The reward structures by their names; ``""`` for one without a name.
    variables : mapping of str to ndarray, shape (n,)
        The values of the variables, booleans or integers.
    actions : sequence or None
        The name of the action of each choice, ``""`` for none.
    names : sequence or None
        The name of each state; by default the values of its variables, or its number.
    formulas : mapping of str to str
        Names that stand for expressions over the variables.
    constants : mapping of str to int, Fraction or bool
        The values of the constants.
    remark : str
        What its reader took for granted, in a sentence; mostly nothing.
    rate : Fraction or None
        How many steps there are in a unit of time on average, where the time is continuous.
    properties : str
        The properties that its file holds.
    remark_on_rewards : bool
        Whether the remark matters to answers about rewards alone.

    Examples
    --------
    >>> import graphgames as gg
    >>> rows = [("dry", "wait", "dry", 0.9, 1), ("dry", "wait", "wet", 0.1, 1), ("wet", "mop", "dry", 1, -2),
    ...         ("wet", "wait", "wet", 1, 0)]
    >>> model = gg.Model.from_table(rows)
    >>> solution = gg.solve(model, gg.Discounted(discount="9/10"))
    >>> solution.action("wet"), round(float(solution.value("dry")), 3)
    ('mop', 7.523)

    A table, an environment with one, or matrices with rewards may stand in place of the fields, as the methods take
    them:

    >>> gg.Model(rows)
    Model(mdp, states=2, transitions=4)
    """

    type: str
    players: tuple[str, ...]
    player: NDArray[np.int32]
    choices: Ints
    branches: Ints
    targets: NDArray[np.int32]
    likely: NDArray[np.int32]
    probabilities: Sequence[Fraction]
    initial: Ints
    labels: Mapping[str, Mask] = field(default_factory=dict)
    rewards: Mapping[str, Rewards] = field(default_factory=dict)
    variables: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    actions: Sequence[Any] | None = None
    names: Sequence[Any] | None = None
    formulas: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, Any] = field(default_factory=dict)
    remark: str = ""
    rate: Fraction | None = None
    properties: str = ""
    remark_on_rewards: bool = True

    def __repr__(self) -> str:
        return f"Model({self.type}, states={self.states}, transitions={self.transitions})"

    @property
    def states(self) -> int:
        """How many states there are."""
        return self.choices.size - 1

    @property
    def transitions(self) -> int:
        """How many branches there are in all."""
        return self.targets.size

    def coalition(self, names: Iterable[str]) -> Mask:
        """Return the states of the players with these names or numbers from 1; ``*`` stands for all of them.

        Raise `GameError` if there is no such player.
        """
        mine = np.zeros(len(self.players) + 1, np.bool_)
        for name in map(str, items(names, "the players")):
            if name == "*":
                mine[:-1] = True
            elif name in self.players:
                mine[self.players.index(name)] = True
            elif name.isdigit() and 0 < int(name) <= len(self.players):
                mine[int(name) - 1] = True
            else:
                there = f" The players are: {', '.join(self.players)}" if self.players else " It has no players"
                raise GameError(f"the model has no player {name!r}{did_you_mean(name, self.players)}{there}")
        return mine[self.player]

    def name(self, state: int) -> Hashable:
        """Return the name of a state: by default the values of the variables, its number where there are none."""
        state = place(state, self.states, "a state")
        if self.names is not None:
            named: Hashable = self.names[state]
            return named
        if not self.variables:
            return str(state)
        values = (f"{name}={str(row[state]).lower()}" for name, row in self.variables.items())
        return f"({', '.join(values)})"

    def action(self, choice: int) -> Hashable:
        """Return the name of the action of a choice; where it has none what it is: ``"stay"`` where the state is never
        left, else ``"the only action"``, or ``"action 1 of 2"`` where there are more. Of several with one name in a
        state it is ``"go (1 of 2)"``.
        """
        choice = place(choice, len(self.branches) - 1, "a choice")
        named, state = self.given_name(choice), int(self.state_of[choice])
        first, end = self.choices[state : state + 2].tolist()
        if named != "":
            number, count = self._among_alike(state)[choice] if end - first > 1 else (1, 1)
            return f"{named} ({number} of {count})" if count > 1 else named
        if end - first > 1:
            return f"action {choice - first + 1} of {end - first}"
        after = self.targets[self.branches[choice] : self.branches[choice + 1]]
        return "stay" if (after == state).all() else "the only action"

    def _among_alike(self, state: int) -> Mapping[int, tuple[int, int]]:
        """Return which of those with its name each choice in a state is, from 1, and of how many.

        What was found for the state that was asked for last is kept: all its choices are asked for one after the other.
        """
        kept: tuple[int, dict[int, tuple[int, int]]] = vars(self).get("_kept", (-1, {}))
        if kept[0] != state:
            alike: dict[object, list[int]] = {}
            for choice in range(*self.choices[state : state + 2].tolist()):
                alike.setdefault(self.given_name(choice), []).append(choice)
            ranks = {one: (k, len(row)) for row in alike.values() for k, one in enumerate(row, 1)}
            vars(self)["_kept"] = kept = state, ranks
        return kept[1]

    def given_name(self, choice: int) -> object:
        """Return the name that the model gives the action of a choice, "" where it gives none."""
        return "" if self.actions is None else self.actions[choice]

    @cached_property
    def state_of(self) -> Ints:
        """The state in which each choice is made, shape (c,)."""
        return np.repeat(np.arange(self.states), np.diff(self.choices))

    @cached_property
    def weights(self) -> NDArray[Any]:
        """Integers in proportion to the probabilities of the branches of each choice, or Fractions where those are
        too large, shape (b,).

        Raise `ArenaError` if the probabilities of a choice do not sum to 1.
        """
        starts, given = self.branches[:-1], self.probabilities
        weights: NDArray[Any]
        if isinstance(given, Shares):
            whole = given.denominator[self.likely]
            common = np.lcm.reduceat(whole, starts) if whole.size else whole
            weights = given.numerator[self.likely] * (np.repeat(common, np.diff(self.branches)) // whole)
        else:
            once = lcm(*(one.denominator for one in given))
            if once * max(self.transitions, 1) >= _MOST:
                return objects(given)[self.likely]
            weights = np.array([int(one * once) for one in given], np.int64)[self.likely]
            common = np.full(starts.size, once)
        total = np.add.reduceat(weights, starts) if weights.size else weights
        wrong = np.flatnonzero(total != common)
        if wrong.size:
            choice = int(wrong[0])
            state, found = int(self.state_of[choice]), Fraction(int(total[choice]), int(common[choice]))
            raise ArenaError(f"the probabilities of a choice in {self.name(state)} sum to {found}; expected exactly 1")
        return weights

    @cached_property
    def chances(self) -> NDArray[np.float64]:
        """The probability of each branch, rounded, shape (b,)."""
        weight = self.weights.astype(np.float64)
        if not weight.size:
            return weight
        found: NDArray[np.float64] = weight / np.repeat(
            np.add.reduceat(weight, self.branches[:-1]), np.diff(self.branches)
        )
        return found

    def probability(self, branch: int) -> Fraction:
        """Return the probability of a branch."""
        return self.probabilities[int(self.likely[place(branch, len(self.likely), "a branch")])]

    @classmethod
    def _made_from(cls, data: object, *given: Any, **options: Any) -> Model:
        """Return the model of a table, of matrices with rewards, or of an environment, by the method that takes it.

        >>> import graphgames as gg
        >>> gg.Model([("dry", "wait", "wet", 1, 2), ("wet", "wait", "wet", 1, 0)])
        Model(mdp, states=2, transitions=2)
        """
        listed = list(data.values()) if isinstance(data, Mapping) else data
        first: Any = listed[0] if isinstance(listed, list | tuple | np.ndarray) and len(listed) else None
        if len(getattr(first, "shape", ())) == 2:
            return cls.from_arrays(data, *given, **options)
        if hasattr(data, "action_space") or (isinstance(first, Mapping) and isinstance(data, Mapping)):
            return cls.from_gymnasium(data, *given, **options)
        return cls.from_table(data, *given, **options)

    @classmethod
    def from_table(
        cls,
        table: object,
        *,
        exact: str = "decimal",
        normalize: bool = False,
        start: object = None,
        name: str = "the table",
        columns: Mapping[str, str] | None = None,
    ) -> Model:
        """Return the model of a table with a row for each thing that can follow an action in a state.

        Parameters
        ----------
        table : DataFrame, list of dict or tuple, path, or mapping of columns
            The columns are ``state``, ``action``, ``next``, ``probability`` (by default 1), and perhaps ``reward`` and
            ``player``: who chooses in the state, 0 (Max) or 1 (Min). Tuples have them in this order. A path is that of
            a CSV file.
        exact : str
            What a float is: ``"decimal"``, the decimal that it is written as (0.1 is 1/10); ``"simplest"``, the
            simplest fraction that it may stand for, from 5 decimals on (0.33333 is 1/3); ``"refuse"``, an error.
        normalize : bool
            Whether the probabilities of an action that miss 1 by rounding, by at most 1/100, are mended: rounded to 15
            decimals, and divided by their sum. What was mended stands in the model's ``remark``; a warning says it if
            they missed 1 by more than a millionth. Floats and decimals that miss 1 by less than 1e-12, or as
            decimals with the same number of places do that were rounded to three or more (0.333 three times), are
            mended in any case, with a warning where that was not asked for.
        start : hashable, optional
            The state where plays begin, by default that of the first row.
        name : str
            What the table is called in errors.
        columns : mapping of str to str, optional
            The name in the table of columns that are called otherwise: ``{"next": "s_prime"}``.

        Raises
        ------
        GameError
            If a column is missing, something is no number, the probabilities of an action do not sum to 1, or the rows
            of a state name several players.

        Examples
        --------
        >>> rows = [("dry", "wait", "dry", 0.9, 1), ("dry", "wait", "wet", 0.1, 1), ("wet", "mop", "dry", 1, -2)]
        >>> Model.from_table(rows)
        Model(mdp, states=2, transitions=3)
        """
        how = {"exact": exact, "normalize": normalize, "start": start}
        return _made("tables:from_table", table, name=name, columns=columns, **how)

    from_pandas = from_table

    @classmethod
    def from_gym(
        cls, dynamics: object, *, exact: str = "decimal", normalize: bool = True, start: object = None
    ) -> Model:
        """Return the model of an environment with a table of what follows, as Gymnasium's toy texts have it.

        A step that is ``done`` ends the play: it leads to the state that the table says if the play stays there without
        reward, as in FrozenLake, and else to one more state, ``"done"``.

        Parameters
        ----------
        dynamics : mapping, list, or environment
            ``P[state][action]`` is a list of ``(probability, next, reward, done)``; or an environment with such a
            ``P``.
        exact, normalize, start
            As for `Model.from_table`, but ``normalize`` is True by default, since such tables hold rounded thirds. By
            default plays begin where the environment may, if that is one state.

        Raises
        ------
        GameError
            As `Model.from_table`.
        """
        return _made("tables:from_gym", dynamics, exact, normalize, start)

    from_gymnasium = from_gym

    @classmethod
    def from_arrays(
        cls,
        transitions: object,
        rewards: object,
        *,
        states: object = None,
        actions: object = None,
        order: str | None = None,
        exact: str = "decimal",
        normalize: bool = False,
        start: object = None,
    ) -> Model:
        """Return the model of arrays, as pymdptoolbox and QuantEcon have them.

        Parameters
        ----------
        transitions : array_like of shape (A, S, S), (S, A, S) or (L, S), or a sequence of A matrices
            ``P[a, s, s2]`` as in pymdptoolbox, dense or as a list of matrices, which may be sparse; or ``Q[s, a, s2]``
            as in QuantEcon; or, with ``states`` and ``actions``, a row for each pair of a state and an action, dense or
            sparse. Where there are as many actions as states, both fit; the first is taken, with a warning.
        rewards : array_like of shape (S,), (S, A), (A, S, S) or (L,), or a sequence of A matrices
            Of a state, of an action in a state, or of a transition. ``-inf`` in QuantEcon's forms says that there is no
            such action in the state.
        states, actions : array_like of shape (L,), optional
            The state and the action of each pair (``s_indices`` and ``a_indices`` of QuantEcon).
        order : {"ass", "sas"}, optional
            What the axes of the transitions are: action, state, next state, or state, action, next state.
        exact, normalize, start
            As for `Model.from_table`.

        Raises
        ------
        GameError
            If the shapes do not fit each other, or as `Model.from_table`.

        Examples
        --------
        >>> Model.from_arrays([[[0.5, 0.5], [0, 1]], [[1, 0], [0.1, 0.9]]], [[5, 10], [-1, 2]], order="ass")
        Model(mdp, states=2, transitions=6)
        """
        return _made("tables:from_arrays", transitions, rewards, states, actions, order, exact, normalize, start)

    @classmethod
    def from_rules(cls, rules: object, *, start: object = None, limit: int = LIMIT, exact: str = "decimal") -> Model:
        """Return the model of a game by rules, in which chance may move.

        A state is a position where a player decides. What chance does then belongs to the action before, so that one
        decision is one step; only a start where chance moves is a state, whose action is ``"chance"``. Where a play
        ends it stays, without reward.

        Parameters
        ----------
        rules : Rules
            An object with ``start``, ``moves(position)`` and ``mover(position)``: 0, 1, or 2 where chance moves to one
            of ``chances(position)``, pairs of a position and a probability. ``reward(position, after)`` is what a move
            gives player 0. An action is called what ``move_name(position, after)`` says, else by where it leads.
        start : position, optional
            Where plays begin, by default at ``rules.start``.
        limit : int
            The most positions that are enumerated.
        exact : str
            What a float is, as for `Model.from_table`.

        Returns
        -------
        Model
            Of rules with ``outcome`` it has the labels ``won``, ``lost`` and ``drawn``, as player 0 sees the ends.

        Raises
        ------
        LimitExceededError
            If there are more positions than ``limit``.
        GameError
            If these are no rules, probabilities do not sum to 1, two moves at a position have one name, or chance can
            move in a circle.

        Examples
        --------
        >>> class Climb:
        ...     start = 1
        ...     def mover(self, at):
        ...         return 2 if isinstance(at, tuple) else 0
        ...     def moves(self, at):
        ...         return [(at, "creep"), (at, "jump")] if 0 < at < 4 else []
        ...     def chances(self, at):
        ...         step, fall = (1, "1/10") if at[1] == "creep" else (2, "1/4")
        ...         return [(min(4, at[0] + step), 1 - Fraction(fall)), (0, fall)]
        ...     def move_name(self, at, after):
        ...         return after[1]
        >>> import graphgames as gg
        >>> solution = gg.solve(Model.from_rules(Climb()), gg.ReachProbability(target=[4]))
        >>> solution.value(1), solution.action(1), solution.action(3)
        (Fraction(729, 1000), 'creep', 'creep')
        """
        return _made("by_rules:from_rules", rules, start, limit, exact)

    @classmethod
    def from_storm(cls, model: object) -> Model:
        """Return the model of a sparse model of ``stormpy``, with exact or floating-point numbers."""
        return _made("language:of_storm", model)

    def write(self, path: str, reward: str | None = None) -> list[str]:
        """Write the states and transitions as PRISM does: a ``.tra`` file and files beside it; return their names.

        Of several reward structures one is written: that which ``reward`` names, by default the first. Raise
        `GameError` if the model has players: the files have no room for these.
        """
        names: list[str] = resolve(__package__ or "", "explicit_files:write_model")(self, path, reward)
        return names

    def posed(self, asked: Mapping[str, Any]) -> Game | None:
        """Return the game of the property, or of the objective, that the file of a solution tells; None if none."""
        read = resolve(__package__ or "", "codec:objective_asked")
        found = super().posed(asked)
        return found or (None if (other := read(self, asked)) is None else self.with_objective(other))

    def with_objective(
        self,
        objective: Objective,
        owner: ByVertex | int | str = None,
        start: object = None,
        players: tuple[str, str] | None = None,
    ) -> Game:
        """Return the game in which player 0 wants this of the model.

        Parameters
        ----------
        objective : Objective
            Over the states: to reach or to avoid some with a large probability, perhaps within so many decisions;
            rewards until a target, discounted or on average; or parity, Büchi and co-Büchi. Rewards are those of the
            model; where there are several, the objective names them.
        owner : int, str, dict, callable or array_like, optional
            Who chooses: one player for all states, or one for each. By default the players of the model, the first of
            whom is player 0; in a Markov decision process player 0, who wants the value to be large.
        start : hashable, optional
            The state where plays begin, by default that of the model.
        players : pair of str, optional
            The names of the players, by default Max and Min.

        Raises
        ------
        GameError
            If the objective does not fit a model, or the model has no rewards and the objective needs some.
        """
        if self.rate is not None:
            raise GameError('the chain is in continuous time; ask it for properties, such as S=? [ "full" ]')
        made: Game = resolve(__package__ or "", "model_game:ModelGame").of(self, objective, owner, start, players)
        return made


def _made(function: str, *given: Any, **how: Any) -> Model:
    """Return the model that a function makes whose module imports this one."""
    model: Model = resolve(__package__ or "", function)(*given, **how)
    return model


def summed(model: Model, source: str, hint: str = "") -> Model:
    """Return a model of another program; raise `FormatError` if the probabilities of a choice do not sum to 1.

    The error ends with the hint.
    """
    try:
        assert model.weights is not None
    except ArenaError as error:
        raise FormatError([Fault(f"{error}{hint}")], source) from None
    return model


def refuse_options(source: str, how: Mapping[str, Any], mends: bool = False) -> Mapping[str, Any]:
    """Return how rounded numbers are taken, if the file has some that can be mended.

    Raise `GameError` for other options that say what a game file is read as; a model is asked by properties.
    """
    read_as = as_read(how.get("priorities"))
    given = [*(["objective"] if how.get("objective") else []), *read_as.given]
    option = next((name for name in given if not mends or name not in read_as.mending), None)
    if option is None:
        return read_as.mending
    such = """, such as --property 'Rmax=? [ F "LABEL" ]' for an expected reward"""
    if "reward" in read_as.settings:
        such = such.replace("Rmax", f'R{{"{read_as.settings["reward"]}"}}max')
    such = such if read_as.settings or how.get("objective") == "expected-reward" else ""
    tells = ("column", "players", "base", *read_as.mending)
    ask = "" if option in tells else f"; ask it by --property or --properties{such}"
    raise GameError(f"{source} is a model, for which --{option} has no effect{ask}")


class Names(Sequence[Any]):
    """The names of the vertices of an arena, made when one is looked at: states, and actions behind them."""

    def __init__(self, model: Model, of: Ints, choice: Ints):
        self.model, self.of, self.choice = model, of, choice

    def __len__(self) -> int:
        return self.of.size + self.choice.size

    def __getitem__(self, v: Any) -> Any:
        if isinstance(v, slice):
            return [self[u] for u in range(*v.indices(len(self)))]
        if v < 0 or v >= len(self):
            raise IndexError(v)
        if v < self.of.size:
            return self.model.name(int(self.of[v]))
        choice = int(self.choice[v - self.of.size])
        return Action(self.model.name(int(self.model.state_of[choice])), self.model.action(choice))


@dataclass(frozen=True)
class TwoPlayerArena:
    """The arena of a model for two coalitions.

    Its first n vertices are the states. A state with one choice belongs to chance if the choice has several branches;
    a state with more belongs to a player, and its choices with several branches are vertices of chance behind them.
    """

    arena: Arena
    """The arena."""
    edge_of: Ints
    """For each edge the choice that is made by it, -1 where that was made before."""
    apart: Ints
    """The choices that have a vertex of their own, in the order of these."""

    def of_edges(self, gained: NDArray[Any]) -> NDArray[Any]:
        """Return the reward of each edge, from those of the choices."""
        made = self.edge_of >= 0
        row = np.zeros(self.edge_of.size, gained.dtype)
        row[made] = gained[self.edge_of[made]]
        return row

    def name_of(self, model: Model, e: int) -> str:
        """Return the name of the action by which an edge leads to a state; "" where it has none and is the only one."""
        choice, head = int(self.edge_of[e]), int(self.arena.successors[e])
        if choice < 0 or head >= model.states:
            return ""
        state = int(model.state_of[choice])
        several = model.choices[state + 1] - model.choices[state] > 1
        return str(model.action(choice) if several else model.given_name(choice))

    def of_branches(self, model: Model, gained: NDArray[Any], earned: NDArray[Any]) -> NDArray[Any]:
        """Return the reward of each edge, from those of the choices and, where these depend on what follows, of the
        branches: then the edges of chance carry it.
        """
        width, direct = np.diff(model.branches), np.ones(gained.size, np.bool_)
        direct[self.apart] = False
        least, most = (ends.reduceat(earned, model.branches[:-1]) for ends in (np.minimum, np.maximum))
        uneven, behind = np.asarray(least != most, np.bool_), rows(model.branches, self.apart)
        row = self.of_edges(np.where(uneven, 0, gained)).astype(earned.dtype)
        made = self.edge_of[: row.size - behind.size]
        row[: made.size][direct[made]] = earned[rows(model.branches, np.flatnonzero(direct))]
        row[made.size :] = earned[behind] * np.repeat(uneven, width)[behind]
        return row


def two_player_arena(model: Model, maximal: Mask, even: bool = False) -> TwoPlayerArena:
    """Return the arena in which player 0 owns these states, and player 1 the others. O(n + m), without loops.

    With ``even`` each choice has a vertex of its own, so that a decision always takes two moves.
    """
    n, width, state_of = model.states, np.diff(model.branches), model.state_of
    single = (np.diff(model.choices)[state_of] == 1) & (not even)
    merged = (width > 1) & single  # the choice is no choice: chance moves at the state itself
    apart = np.flatnonzero(~single & ((width > 1) | even))
    owner = np.concatenate([np.where(maximal, 0, 1), np.where(width[apart] > 1, CHANCE, 0)]).astype(np.uint8)
    owner[state_of[merged]] = CHANCE
    # the edges of the states, in their order: all branches of a merged choice, one edge for any other choice
    outgoing = np.where(merged, width, 1)
    made, branch = np.repeat(np.arange(width.size), outgoing), ranges(model.branches[:-1], outgoing)
    behind = rows(model.branches, apart)
    heads = model.targets[np.append(branch, behind)]
    to_chance = np.zeros(width.size, np.bool_)
    to_chance[apart] = True
    heads[: made.size][to_chance[made]] = n + np.arange(apart.size)
    random = np.append(merged[made], np.repeat(width[apart] > 1, width[apart]))
    weight = np.where(random, model.weights[np.append(branch, behind)], 0)
    arena = Arena(
        np.append(offsets(outgoing)[model.choices], made.size + np.cumsum(width[apart])),
        heads,
        owner,
        Names(model, np.arange(n), apart),
        probability=weight if weight.dtype != object else weight.tolist(),
    )
    return TwoPlayerArena(arena, np.concatenate([made, np.full(behind.size, -1, np.int64)]), apart)


def rows(indptr: Ints, actions: Ints) -> Ints:
    """Return the entries of some rows, one row behind the other."""
    return ranges(indptr[actions], indptr[actions + 1] - indptr[actions])
