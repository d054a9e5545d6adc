"""The states of a program in the PRISM language, with exact probabilities, all of one distance from the start at once.

A state is the values of all variables in the bits of one number. Guards and updates, which Storm has parsed, are
evaluated for arrays of states, and probabilities as fractions, once for each combination of the values on which they
depend. `explored` returns None where something is not understood here, or where it would be slow; Storm then builds the
model, and says what is wrong with one that is.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets, ranges
from graphgames.games.models.model import Later, Model
from graphgames.games.models.umb import Actions

_BITS = 28
"""A table of 2^28 numbers, of which only the pages in use take memory, says which states are known."""
_LARGE = 2**31
_MOST_OUTCOMES = 100
_LAYERS, _NARROW = 20, 32
"""After so many layers of fewer states on average arrays are slower than Storm."""

Codes = NDArray[np.int64]
Function = Callable[[dict[str, Any]], Any]


class Unknown(Exception):  # noqa: N818
    """Something is not understood here."""


class Field(NamedTuple):
    """Where a variable is in the number of a state, and its values."""

    shift: int
    low: int
    high: int
    dtype: type

    @property
    def mask(self) -> int:
        """The bits of the variable."""
        return ((1 << (self.high - self.low).bit_length()) - 1) << self.shift

    def packed(self, value: Any) -> Any:
        """Return the bits of a value, or of an array; raise `Unknown` if the variable cannot have it."""
        value = np.asarray(value)
        if value.dtype != self.dtype or value.min() < self.low or value.max() > self.high:
            raise Unknown
        return (value.astype(np.int64, copy=False) - self.low) << self.shift


class Columns(dict[str, Any]):
    """The values of the variables in a state or in an array of them, each unpacked when it is first looked at."""

    def __init__(self, fields: Mapping[str, Field], codes: Any):
        self.fields, self.codes = fields, codes

    def __missing__(self, name: str) -> Any:
        field = self.fields[name]
        value = ((self.codes & field.mask) >> field.shift) + field.low
        self[name] = value = value != 0 if field.dtype is np.bool_ else value
        return value


class Update(NamedTuple):
    """What an update does: the bits that it keeps, those that it sets, and the variables that it computes."""

    keep: int
    bits: int
    computed: list[tuple[Field, Function]]


class Command(NamedTuple):
    """A command: its module and action, its guard, its updates, and their probabilities: the bits on which they depend,
    and their places for the values of these that were met.
    """

    module: str
    action: str
    guard: Function
    updates: list[Update]
    likely: list[Function]
    seen: int
    places: dict[int, list[int]]


class Block(NamedTuple):
    """A choice in each of some states: what may follow, with the places of the probabilities, which are 0 for none."""

    states: Codes
    targets: Codes
    places: Codes
    action: str = ""
    player: int = -1


class Layer(NamedTuple):
    """States of one distance: how many choices each has and each of these branches, what they are, and the players."""

    choices: Codes
    branches: Codes
    targets: Codes
    places: Codes
    actions: Codes
    player: Codes
    stuck: NDArray[np.bool_]


class Likely:
    """The distinct probabilities: 0, 1, and others in the order in which they come."""

    def __init__(self) -> None:
        self.distinct = [Fraction(0), Fraction(1)]
        self._places = {Fraction(0): 0, Fraction(1): 1}

    def place(self, one: Fraction) -> int:
        """Return the place of a probability."""
        if one not in self._places:
            self._places[one] = len(self.distinct)
            self.distinct.append(one)
        return self._places[one]

    def apply(self, of: Callable[[Fraction, Fraction], Fraction], left: Any, right: Any) -> Any:
        """Return the place of a function of two probabilities at their places, or those of arrays."""
        if isinstance(left, int) and isinstance(right, int):
            return self.place(of(self.distinct[left], self.distinct[right]))
        width = len(self.distinct)
        pairs, which = np.unique(left * width + right, return_inverse=True)
        found = [self.place(of(self.distinct[k // width], self.distinct[k % width])) for k in pairs.tolist()]
        return np.array(found)[which]


def explored(program: Any, type: str, target: str | None, owners: Mapping[str, int]) -> Model | None:
    """Return the model of a program of Storm without open constants; None where Storm should build it.

    States with the label ``target`` are not left again. ``owners`` gives the players of modules and, in brackets, of
    actions. The states are in the order of their distance from the start, then by their variables; O(b log b) for b
    branches.
    """
    try:
        return Exploration(program, type, target, owners).model()
    except (Unknown, ZeroDivisionError):  # both ways of a choice are evaluated, also the one that divides by 0
        return None


class Exploration:
    """A program as functions, and the probabilities that were met."""

    def __init__(self, program: Any, type: str, target: str | None, owners: Mapping[str, int]):
        if program.has_initial_states_expression:
            raise Unknown
        program = program.substitute_constants().substitute_formulas()
        self.kind, self.owners, self.likely = type, owners, Likely()
        self.fields, self.start = _fields(program)
        modules = [[self._command(module.name, one) for one in module.commands] for module in program.modules]
        actions = dict.fromkeys(one.action for commands in modules for one in commands)
        alone, together = list[list[list[Command]]](), list[list[list[Command]]]()
        for action in actions:
            team = [mine for commands in modules if (mine := [one for one in commands if one.action == action])]
            if action and len(team) > 1:
                together.append(team)
            else:
                alone += [[commands] for commands in team]
        self.teams = alone + together
        self.labels = {one.name: function(one.expression) for one in program.labels}
        self.target = None if target is None else self.labels[target]
        self.actions = {"": 0} | {action: k for k, action in enumerate((a for a in actions if a), 1)}

    def _command(self, module: str, read: Any) -> Command:
        """Return a command as functions."""
        updates, seen = [], 0
        for one in read.updates:
            steps = [(self.fields[step.variable.name], step.expression) for step in one.assignments]
            keep = ~sum(field.mask for field, _ in steps)
            given = [(field, value) for field, value in steps if not value.contains_variables()]
            bits = sum(int(field.packed(_constant(value))) for field, value in given)
            computed = [(field, function(value)) for field, value in steps if value.contains_variables()]
            updates.append(Update(keep, bits, computed))
            for variable in one.probability_expression.get_variables():
                seen |= self.fields[variable.name].mask
        likely = [function(one.probability_expression) for one in read.updates]
        action = read.action_name if read.is_labeled else ""
        return Command(module, action, function(read.guard_expression), updates, likely, seen, {})

    def model(self) -> Model:
        """Return the model."""
        known = np.zeros(1 << max(field.mask.bit_length() for field in self.fields.values()), np.int32)
        fresh, states = np.array([self.start]), 0
        codes, layers = list[Codes](), list[Layer]()
        while fresh.size:
            known[fresh] = np.arange(states + 1, states + 1 + fresh.size)
            codes.append(fresh)
            layers.append(self._layer(fresh))
            states += fresh.size
            if len(layers) > _LAYERS and states < _NARROW * len(layers):
                raise Unknown
            new = layers[-1].targets[known[layers[-1].targets] == 0]
            every = np.arange(new.size)
            known[new[::-1]] = every[::-1]
            fresh = new[known[new] == every]  # where each is for the first time
        return self._model(np.concatenate(codes), Layer(*map(np.concatenate, zip(*layers, strict=True))), known)

    def _layer(self, codes: Codes) -> Layer:
        """Return what there is to choose in some states."""
        blocks, stuck = self._choices(codes)
        states = np.concatenate([one.states for one in blocks])
        order = np.argsort(states, kind="stable")
        branches = np.concatenate([np.count_nonzero(one.places, axis=1) for one in blocks])
        places = np.concatenate([one.places[one.places > 0] for one in blocks])
        targets = np.concatenate([one.targets[one.places > 0] for one in blocks])
        actions = np.repeat([self.actions[one.action] for one in blocks], [one.states.size for one in blocks])
        picked = ranges((np.cumsum(branches) - branches)[order], branches[order])
        player = np.full(codes.size, 0 if self.kind == "mdp" else -1)
        for one in blocks:
            if one.player >= 0:
                if not np.isin(player[one.states], (-1, one.player)).all():
                    raise Unknown
                player[one.states] = one.player
        choices = np.bincount(states, minlength=codes.size)
        if self.kind == "dtmc" and choices.max() > 1:
            raise Unknown
        return Layer(choices, branches[order], targets[picked], places[picked], actions[order], player, stuck)

    def _choices(self, codes: Codes) -> tuple[list[Block], NDArray[np.bool_]]:
        """Return the choices in some states, which they number from 0 on, and where there is none but to stay."""
        columns = Columns(self.fields, codes)
        ended = np.zeros(codes.size, np.bool_) if self.target is None else _mask(self.target(columns), codes)

        def joint(team: list[list[Command]], picked: list[Command], there: NDArray[np.bool_]) -> Iterator[Block]:
            if not team:
                yield self._block(codes, picked, np.flatnonzero(there))
                return
            for one in team[0]:
                if (both := there & masks[id(one)]).any():
                    yield from joint(team[1:], [*picked, one], both)

        every = (one for team in self.teams for commands in team for one in commands)
        masks = {id(one): _mask(one.guard(columns), codes) for one in every}
        found = [block for team in self.teams for block in joint(team, [], np.ones(codes.size, np.bool_))]
        if ended.any():
            found = _never_left(found, codes, ended)
        stuck = np.ones(codes.size, np.bool_)
        for one in found:
            stuck[one.states] = False
        stays = np.flatnonzero(stuck)
        found.append(Block(stays, codes[stays, None], np.ones((stays.size, 1), np.int64)))
        return found, stuck & ~ended

    def _block(self, codes: Codes, commands: list[Command], states: Codes) -> Block:
        """Return the choice of some commands, one of each module that takes part, in some states."""
        some = codes[states]
        columns = Columns(self.fields, some)
        outcomes: list[tuple[int, Any, Any]] = [(-1, 0, 1)]
        for command in commands:
            more = list(self._outcomes(command, some, columns))
            if len(outcomes) * len(more) > _MOST_OUTCOMES or any(~a & ~b for a, *_ in outcomes for b, *_ in more):
                raise Unknown
            outcomes = [
                (keep & kept, bits | more_bits, self.likely.apply(operator.mul, more_place, place))
                for keep, bits, place in outcomes
                for kept, more_bits, more_place in more
            ]
        targets, places = np.empty((2, some.size, len(outcomes)), np.int64)
        for k, (keep, bits, place) in enumerate(outcomes):
            targets[:, k] = (some & keep) | bits
            places[:, k] = place
        if len(outcomes) > 1 and (np.diff(np.sort(targets, axis=1), axis=1) == 0).any():
            for k, other in combinations(range(len(outcomes)), 2):
                same = (targets[:, k] == targets[:, other]) & (places[:, k] > 0) & (places[:, other] > 0)
                if same.any():
                    places[same, k] = self.likely.apply(operator.add, places[same, k], places[same, other])
                    places[same, other] = 0
        return Block(states, targets, places, commands[0].action, self._player(commands[0]))

    def _outcomes(self, command: Command, some: Codes, columns: Columns) -> Iterator[tuple[int, Any, Any]]:
        """Yield of each update which bits it keeps, which it sets, and the place of its probability."""
        places: Any
        if command.seen:
            distinct, which = np.unique(some & command.seen, return_inverse=True)
            places = np.array([self._places(command, code) for code in distinct.tolist()])[which].T
        else:
            places = self._places(command, 0)
        for (keep, bits, computed), place in zip(command.updates, places, strict=True):
            for field, value in computed:
                bits = bits | field.packed(value(columns))
            yield keep, bits, place

    def _places(self, command: Command, code: int) -> list[int]:
        """Return the places of the probabilities of a command in a state."""
        if code not in command.places:
            likely = [Fraction(one(Columns(self.fields, code))) for one in command.likely]
            if sum(likely) != 1 or min(likely) < 0:
                raise Unknown
            command.places[code] = [self.likely.place(one) for one in likely]
        return command.places[code]

    def _player(self, command: Command) -> int:
        """Return whose choice a command is."""
        if self.kind != "smg":
            return -1
        name = f"[{command.action}]" if command.action else command.module
        if name not in self.owners:
            raise Unknown
        return self.owners[name]

    def _model(self, codes: Codes, all_: Layer, known: NDArray[np.int32]) -> Model:
        """Return the model of states and what there is to choose in them."""
        targets, branches = known[all_.targets] - 1, offsets(all_.branches)
        columns, values = Columns(self.fields, codes), Columns(self.fields, codes)
        order = _ascending(targets, branches)
        labels = {name: _mask(of(columns), codes) for name, of in self.labels.items()}
        return Model(
            self.kind,
            (),
            all_.player.astype(np.int32),
            offsets(all_.choices),
            branches,
            targets[order],
            all_.places[order].astype(np.int32),
            tuple(self.likely.distinct),
            np.zeros(1, np.int64),
            labels={"deadlock": all_.stuck} | labels,
            variables=Later(lambda: {name: values[name] for name in self.fields}),
            actions=Actions(list(self.actions), all_.actions),
        )


def _never_left(blocks: list[Block], codes: Codes, ended: NDArray[np.bool_]) -> list[Block]:
    """Return the choices without those in states that are not left again, but for an only one that stays there."""
    times, kept = np.zeros(codes.size, np.int64), list[Block]()
    for one in blocks:
        times[one.states] += 1
    for one in blocks:
        stays = ((one.targets == codes[one.states, None]) | (one.places == 0)).all(axis=1)
        rows = stays & (times[one.states] == 1) | ~ended[one.states]
        kept.append(one._replace(states=one.states[rows], targets=one.targets[rows], places=one.places[rows]))
    return kept


def _ascending(targets: NDArray[np.int32], branches: Codes) -> Any:
    """Return the order in which the targets of each choice ascend."""
    inside = np.ones(targets.size, np.bool_)
    inside[branches[:-1]] = False
    if not (inside[1:] & (targets[1:] < targets[:-1])).any():
        return slice(None)
    return np.lexsort((targets, np.cumsum(~inside)))


def _mask(value: Any, codes: Codes) -> NDArray[np.bool_]:
    if isinstance(value, np.ndarray):
        return value
    return np.broadcast_to(np.asarray(value, np.bool_), codes.shape)


def _fields(program: Any) -> tuple[dict[str, Field], int]:
    """Return where each variable is, and the number of the first state."""
    holders = [(program.global_boolean_variables, program.global_integer_variables)]
    holders += [(module.boolean_variables, module.integer_variables) for module in program.modules]
    fields, start, shift = dict[str, Field](), 0, 0
    for one in (one for holder in holders for rows in holder for one in rows):
        ends: tuple[Any, Any] = (0, 1)
        boolean = not hasattr(one, "lower_bound_expression")
        if not boolean:
            ends = (_constant(one.lower_bound_expression), _constant(one.upper_bound_expression))
        field = Field(shift, *ends, np.bool_ if boolean else np.int64)
        fields[one.name] = field
        start |= int(field.packed(_constant(one.initial_value_expression)))
        shift = field.mask.bit_length() or shift
    if not 0 < shift <= _BITS:
        raise Unknown
    return fields, start


def function(expression: Any) -> Function:
    """Return an expression of Storm as a function of the values of variables: exact numbers, or arrays of integers."""
    if not expression.contains_variables():
        value = _constant(expression)
        return lambda _: value
    if expression.is_variable():
        return operator.itemgetter(expression.get_identifier())
    of = _FUNCTIONS.get((expression.operator.name, expression.arity))
    if of is None:
        raise Unknown
    parts, name = [function(expression.get_operand(k)) for k in range(expression.arity)], str(expression)

    def found(columns: dict[str, Any]) -> Any:
        if name not in columns:  # many guards have parts in common
            columns[name] = of(*(part(columns) for part in parts))
        return columns[name]

    return found


def _constant(expression: Any) -> Any:
    """Return the value of an expression without variables."""
    if expression is None or expression.contains_variables():
        raise Unknown
    if expression.has_boolean_type():
        return bool(expression.evaluate_as_bool())
    try:
        value = Fraction(str(expression.evaluate_as_rational()))
    except RuntimeError:
        raise Unknown from None
    if abs(value) >= _LARGE:
        raise Unknown
    return int(value) if value.denominator == 1 else value


def _by_kind(one: Callable[..., Any], many: Callable[..., Any] | None = None) -> Callable[..., Any]:
    """Return a function that is one of numbers, and another one of arrays; without it, arrays are not understood."""

    def of(*parts: Any) -> Any:
        if not any(isinstance(part, np.ndarray) for part in parts):
            return one(*parts)
        if many is None:
            raise Unknown
        return many(*parts)

    return of


def _product(left: Any, right: Any) -> Any:
    if int(np.max(np.abs(left))) * int(np.max(np.abs(right))) >= _LARGE:
        raise Unknown
    return left * right


def _power(left: Any, right: Any) -> Any:
    if not isinstance(right, int) or not 0 <= right <= _MOST_OUTCOMES:
        raise Unknown
    return reduce(_product, [left] * right, 1)


_FUNCTIONS: dict[tuple[str, int], Callable[..., Any]] = {
    ("AND", 2): operator.and_,
    ("OR", 2): operator.or_,
    ("IMPLIES", 2): lambda a, b: np.logical_not(a) | b,
    ("IFF", 2): operator.eq,
    ("NOT", 1): np.logical_not,
    ("EQUAL", 2): operator.eq,
    ("NOT_EQUAL", 2): operator.ne,
    ("LESS", 2): operator.lt,
    ("LESS_OR_EQUAL", 2): operator.le,
    ("GREATER", 2): operator.gt,
    ("GREATER_OR_EQUAL", 2): operator.ge,
    ("PLUS", 2): operator.add,
    ("MINUS", 1): operator.neg,
    ("MINUS", 2): operator.sub,
    ("TIMES", 2): _by_kind(operator.mul, _product),
    ("POWER", 2): _power,
    ("DIVIDE", 2): _by_kind(lambda a, b: Fraction(a) / b),
    ("MIN", 2): _by_kind(min, np.minimum),
    ("MAX", 2): _by_kind(max, np.maximum),
    ("FLOOR", 1): _by_kind(math.floor),
    ("CEIL", 1): _by_kind(math.ceil),
    ("ITE", 3): _by_kind(lambda test, then, other: then if test else other, np.where),
}
