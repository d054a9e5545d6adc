"""What properties ask of a model, as games that are solved and proved.

A path formula becomes a target to reach, in the model or in its product with an automaton; a coalition becomes player 0
where it wants a value to be large. Everything is answered by `graphgames.games.chance`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class
from graphgames.catalogue.rows import resolve
from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.objective import Objective
from graphgames.core.value import Bracket, in_words, plain
from graphgames.engines import dispatch
from graphgames.games.chance.objective import AvoidProbability, Probability, ReachProbability
from graphgames.games.models.continuous import refuse_time
from graphgames.games.models.expressions import compared, evaluate, mask
from graphgames.games.models.model import Mask, Model
from graphgames.games.models.model_game import ModelGame, Question
from graphgames.games.models.paths import Atoms, ModelProduct, model_product, reading
from graphgames.games.models.syntax import expression
from graphgames.games.models.trees import Asked, Node, Properties, PropertyError
from graphgames.games.omega.temporal import LITERALS, Path, is_cosafe, negated

States = NDArray[np.int64]
MOST_STEPS = 1_000_000
"""A larger bound on the number of steps is refused."""


OPERATORS = ("P", "R", "S")
"""The kinds of nodes that ask for a value, each of which is that of a game."""


_ANY = ("first", "state", "print", "printall")
"""The filters that take truth values and numbers."""
_FILTERS: Mapping[str, Callable[[NDArray[Any]], Any]] = {
    "forall": lambda found: bool(found.all()),
    "exists": lambda found: bool(found.any()),
    "count": lambda found: int(found.sum()),
    "min": lambda found: min(found.tolist()),
    "max": lambda found: max(found.tolist()),
    "sum": lambda found: sum(found.tolist()),
    "avg": lambda found: Fraction(sum(found.tolist())) / found.size,
    "argmin": lambda found: min(found.tolist()),
    "argmax": lambda found: max(found.tolist()),
} | dict.fromkeys(_ANY, lambda found: found[0])
"""What each filter makes of the values in the states that it takes."""
_LISTING: Mapping[str, Callable[[NDArray[Any], Any], NDArray[Any]]] = {
    "print": lambda found, _: found != 0,
    "printall": lambda found, _: np.ones(found.shape, np.bool_),
    "argmin": lambda found, value: found == value,
    "argmax": lambda found, value: found == value,
}
"""The filters that list states with their values, and which of them."""


@dataclass(frozen=True)
class Posed:
    """A game that answers an operator: its values at some states, and what they are compared with."""

    game: ModelGame
    view: States
    bound: Any = None


@dataclass
class Questions:
    """The questions to one model."""

    model: Model
    """The model."""
    properties: Properties
    """The constants, labels and properties that may be named."""
    constants: Mapping[str, Any]
    """The values of the constants of the properties."""
    solve: Callable[..., Any] = dispatch.solve
    """``solve(game, **options)`` returns a solution."""
    verify: Callable[[Any], Any] | None = dispatch.verify
    """``verify(solution)`` returns a report; each solution is verified where it is given."""
    reports: list[Any] = field(default_factory=list)
    checking: list[float] = field(default_factory=list)
    """The reports, None of what has no checker, and the seconds that they took."""
    opened: frozenset[str] = frozenset()
    """The names whose meaning is being looked up."""
    seen: list[tuple[Any, int]] = field(default_factory=list)
    """The solution that was found last, with the state that was asked first."""
    program: tuple[Any, Mapping[str, Any]] | None = None
    """The text of the model with the values of its constants, if it has one."""
    question: Question | None = None
    """What the games say that they answer."""
    listed: list[tuple[str, Any]] = field(default_factory=list)
    """The states that filters list, with their values."""

    def answer(self, tree: Node) -> Any:
        """Return the value of a property in the initial state.

        Raise `PropertyError` where something in it has no meaning in this model; `GameError` where it is not supported.
        """
        view = self.model.initial
        if not view.size:
            raise GameError("the model has no initial state")
        found = self.value(tree, view)
        if not isinstance(found, np.ndarray):
            return found
        if found.dtype == np.bool_:
            return bool(found.all())
        values = set(found.tolist())
        if len(values) > 1:
            least, most = (in_words(plain(one)) for one in (min(values), max(values)))
            raise GameError(
                f"the model has {view.size} initial states with values from {least} to {most}; filter(min, PROPERTY, "
                '"init") asks for one of them, and filter(printall, PROPERTY, "init") for all'
            )
        return plain(values.pop())

    def why(self) -> str:
        """Return why the last game that was solved has its value, where the play begins; nothing if none was solved."""
        for solution, v in self.seen:
            return str(solution.numbered.explain(v))
        return ""

    def shown(self, tree: Node, value: Any, shows: Callable[..., Any]) -> Any:
        """Return the paths which show that the bound of a property does not hold, verified as solutions are."""
        if tree.type != "P" or tree.more.bound is None or not self.seen:
            raise GameError("a counterexample shows that a bound on P does not hold, as in P<=1/10 [ F a ]")
        if value:
            raise GameError("the property is true, so there is no counterexample")
        (bound,) = {*np.atleast_1d(self.value(tree.more.bound, self.model.initial)).tolist()}
        found = shows(self.seen[0][0], tree.more.sign, bound)
        if self.verify is not None and found.enough:
            self.reports.append(found.verify())
        return found

    def value(self, tree: Node, view: States) -> Any:
        """Return the value of a formula of states in some states."""
        return evaluate(tree, lambda leaf: self._leaf(leaf, view))

    def holds(self, tree: Node) -> Mask:
        """Return where a formula of states is true."""
        found = self.value(tree, np.arange(self.model.states))
        if not isinstance(found, bool) and getattr(found, "dtype", None) != np.bool_:
            raise PropertyError(tree.at, "this is a number", "something true or false")
        return mask(found, self.model.states)

    def _leaf(self, node: Node, view: States) -> Any:
        if node.type in OPERATORS:
            return self._operator(node, view)
        if node.type == "filter":
            return self._filter(node, view)
        if node.type == "multi":
            return self._multi(node)
        if node.type == "label":
            return self._label(node, view)
        name, model = node.more, self.model
        if name in self.constants:
            if name in {*model.constants, *model.variables, *model.formulas, *model.labels}:
                raise PropertyError(node.at, f"the model gives {name!r} a meaning, so it takes no value")
            return self.constants[name]
        if name in model.constants:
            return model.constants[name]
        if name in model.variables:
            return model.variables[name][view]
        if name in self.properties.constants:
            meant = self.properties.constants[name]
            if meant is None:
                raise PropertyError(node.at, f"the constant {name} has no value", f"a value, by --const {name}=...")
            return self._opened(node, meant, view)
        if name in model.formulas:
            try:
                return self._opened(node, expression(model.formulas[name]), view)
            except PropertyError as fault:
                raise GameError(f"the formula {name} of the model: {fault.message}") from None
        if name in model.labels or name in self.properties.labels:  # in quotes for PRISM
            return self._label(node, view)
        raise PropertyError(node.at, f"the model has no variable, constant, formula or label {name!r}")

    def _opened(self, node: Node, meant: Node, view: States) -> Any:
        """Return the value of what a name means, which must not name itself."""
        if node.more in self.opened:
            raise PropertyError(node.at, f"{node.more!r} is defined in terms of itself")
        return replace(self, opened=self.opened | {node.more}).value(meant, view)

    def _label(self, node: Node, view: States) -> Any:
        name, labels = node.more, self.model.labels
        if name in self.properties.labels:
            return self._opened(node, self.properties.labels[name], view)
        if name in labels:
            return labels[name][view]
        if name == "init":
            return np.isin(view, self.model.initial)
        if name == "deadlock":
            return np.zeros(view.size, np.bool_)
        for one in self.properties.asked:
            if one.name == name and one.tree is not None:
                return self._opened(node, one.tree, view)
        if self.model.names is not None and (named := np.array([str(one) == name for one in self.model.names])).any():
            return named[view]
        there = ", ".join(sorted({*labels, "deadlock", "init"}))
        raise PropertyError(node.at, f"the model has no label {name!r}", f"one of {there}")

    def _filter(self, node: Node, view: States) -> Any:
        """Return what a filter makes of the values in the states that it takes."""
        which = self.holds(node.parts[1]) if len(node.parts) > 1 else np.ones(self.model.states, np.bool_)
        inner = np.flatnonzero(which)
        if not inner.size:
            raise PropertyError(node.at, "no state of the model satisfies the filter")
        found = np.broadcast_to(np.asarray(self.value(node.parts[0], inner)), inner.shape)
        boolean = found.dtype == np.bool_
        if node.more not in _FILTERS:
            raise PropertyError(node.at, f"filters of the kind {node.more!r} are not supported", ", ".join(_FILTERS))
        if (node.more in ("forall", "exists", "count")) != boolean and node.more not in _ANY:
            expected = "numbers" if boolean else "true or false"
            raise PropertyError(node.at, f"the filter {node.more} does not apply here", expected)
        if node.more == "state" and inner.size > 1:
            raise PropertyError(node.at, f"{inner.size} states satisfy the filter", "one state")
        value = plain(_FILTERS[node.more](found))
        if node.more in _LISTING:
            shown = _LISTING[node.more](found, value)
            self.listed += [(str(self.model.name(inner[k])), plain(found[k])) for k in np.flatnonzero(shown)]
        return value

    def _multi(self, node: Node) -> Any:
        """Return what several objectives at once are worth, as Storm says."""
        if self.program is None:
            raise PropertyError(node.at, "several objectives at once (multi) are asked of models in the PRISM language")
        view, given = self.model.initial, self.properties.constants.items()
        for one in node.walk():
            if one.type in ("name", "label"):
                self._leaf(one, view)
        bounds = [getattr(part.more, "bound", None) for part in node.parts]
        values = [None if bound is None else plain(self.value(bound, view)) for bound in bounds]
        more = {name: plain(self.value(tree, view)) for name, tree in given if tree is not None} | dict(self.constants)
        achieved = resolve(__package__ or "", "multi:achieved")
        found, corners = achieved(self.program[0], node, values, self.program[1], more)
        self.reports.append(None)
        self.listed += corners
        return found

    # Operators.

    def _operator(self, node: Node, view: States) -> Any:
        found = None
        if self.model.rate is not None:  # it may bound a time
            found = resolve(__package__ or "", "transient:within")(self, node, view)
        if found is not None:
            self.reports.append(None)
            self.seen.clear()
            bound = None if node.more.bound is None else self.value(node.more.bound, view)
        else:
            posed = self.posed(node, view)
            found, bound = self.values_of(posed), posed.bound
        return found if bound is None else compared(node.more.sign, found, bound)

    def posed(self, node: Node, view: States) -> Posed:
        """Return the game whose values an operator asks for."""
        asked: Asked = node.more
        if self.model.rate is not None:
            refuse_time(node)
        bound = None if asked.bound is None else self.value(asked.bound, view)
        maximal = self._maximal(node, asked)
        if asked.how != "S" and node.type != "R":
            return self._likely(node, maximal, view, bound)
        pose = resolve(__package__ or "", f"expected:{'long_run' if asked.how == 'S' else 'expected'}")
        posed: Posed = replace(pose(self, node, maximal, view), bound=bound)
        return posed

    def pose(self, model: Model, objective: Objective, maximal: Mask, view: States, bound: Any = None) -> Posed:
        """Return the game in which the choices at some states are made so that a value becomes large."""
        owner = np.where(maximal, 0, 1).astype(np.uint8)
        return Posed(ModelGame.of(model, objective, owner, question=self.question), view, bound)

    def _maximal(self, node: Node, asked: Asked) -> Mask:
        """Return whose choices make the value large: those of the coalition, or of all the others.

        Without a coalition all choose alike; a bound must then hold whatever is chosen.
        """
        states, best = self.model.states, asked.best
        mine = np.ones(states, np.bool_) if asked.coalition is None else self.model.coalition(asked.coalition)
        if asked.coalition is not None and self.model.type != "smg":
            raise PropertyError(node.at, f"a model of type {self.model.type} has no coalitions")
        if not best and asked.bound is None:
            if int(np.diff(self.model.choices).max(initial=0)) > 1:
                letter = node.type
                raise PropertyError(node.at, f"{letter}=? in a model with choices", f"{letter}max=? or {letter}min=?")
            best = "max"
        if not best:
            grows = asked.sign in (">", ">=")
            best = "max" if grows == (asked.coalition is not None) else "min"
        return mine if best == "max" else ~mine

    def _likely(self, node: Node, maximal: Mask, view: States, bound: Any) -> Posed:
        """Return the game for the probabilities of a path formula: to make it true, or never to make it false."""
        atoms = Atoms(self.model.states, self.holds, self.steps)
        path = atoms.path(node.parts[0])
        for formula, wanted in ((path, True), (negated(path), False)):
            if formula[0] in LITERALS:
                formula = ("U", ("false",), formula, 0, None)
            if formula[0] == "U" and formula[3:] == (0, None) and all(one[0] in LITERALS for one in formula[1:3]):
                within, target = atoms.where(formula[1]), atoms.where(formula[2])
                if wanted:
                    inside = None if within.all() else within
                    return self.pose(self.model, ReachProbability(target, inside), maximal, view, bound)
                if within.all():
                    return self.pose(self.model, AvoidProbability(target), maximal, view, bound)
            if is_cosafe(formula):
                pairs = self.product(formula, atoms, view)
                decided = pairs.rest == 0
                objective = ReachProbability(decided) if wanted else AvoidProbability(decided)
                return self.pose(pairs.model, objective, maximal[pairs.state], pairs.starts, bound)
        return self._in_the_limit(path, atoms, maximal, view, bound)

    def _in_the_limit(self, path: Path, atoms: Atoms, maximal: Mask, view: States, bound: Any) -> Posed:
        """Return the game for a path formula that no beginning of a path decides."""
        pairs, priority, proof = resolve(__package__ or "", "limits:parity_model")(self.model, path, atoms, view)
        self._check(proof)
        mine = maximal[pairs.state]
        choosing = set(mine[np.diff(pairs.model.choices) > 1].tolist())
        cls: Any = objective_class("parity" if len(choosing) > 1 and bound in (0, 1) else "parity-probability")
        return self.pose(pairs.model, cls(priority), mine, pairs.starts, bound)

    def product(self, path: Path, atoms: Atoms, view: States) -> ModelProduct:
        """Return the product of the model with the automaton of a path formula, from some states on."""
        letter, letters = atoms.letters()
        return model_product(self.model, reading(path, letters, letter, self.model.targets), view, 2)

    def steps(self, node: Node | None) -> int | None:
        """Return a bound on the number of steps."""
        if node is None:
            return None
        found = plain(self.value(node, self.model.initial))
        if isinstance(found, bool) or not isinstance(found, int):
            raise PropertyError(node.at, f"the number of steps is {found}", "a whole number")
        if found > MOST_STEPS:
            raise LimitExceededError(f"a bound of {found} steps is too large; at most {MOST_STEPS:,} are supported")
        return found

    def values_of(self, posed: Posed, rounded: bool = True) -> NDArray[Any]:
        """Return the values at the states asked for; solve again for exact ones unless brackets will do."""
        game = posed.game
        rounded = rounded and posed.bound in (0, 1) and isinstance(game.given_objective, Probability)
        solution = self.solve(game, **({"precision": 1} if rounded else {}))
        if solution.vertex_values is None:  # who wins almost surely: elsewhere the probability is neither 0 nor 1
            found = np.array([1, 0, Fraction(1, 2)], object)[solution.winner[posed.view]]
        else:
            found = np.asarray(solution.vertex_values[posed.view])
        if rounded and any(isinstance(one, Bracket) for one in found.tolist()):
            return self.values_of(posed, rounded=False)
        self.seen[:] = [(solution, int(posed.view[0]))] if posed.view.size else []
        self._check(self.verify, solution)
        return np.asarray(found)

    def _check(self, check: Callable[..., Any] | None, *given: Any) -> None:
        """Keep the report of a check, and the time that it takes, where solutions are verified."""
        if check is not None and self.verify is not None:
            start = perf_counter()
            self.reports.append(check(*given))
            self.checking.append(perf_counter() - start)
