"""Ask properties of a model: one answer for each property, and for each choice of the constants that were given.

A property that cannot be read or answered is told so in its own answer, and does not hide the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import product as pairs
from time import perf_counter
from typing import Any

from graphgames.catalogue.rows import resolve
from graphgames.core.calling import answering
from graphgames.core.chance import thirds
from graphgames.core.errors import Fault, FormatError, GameError, GraphGamesError, did_you_mean
from graphgames.core.value import Bracket, Value, in_words, number, plain, to_json
from graphgames.engines import dispatch
from graphgames.games.models.expressions import evaluate
from graphgames.games.models.language import Program, constant
from graphgames.games.models.model import Model
from graphgames.games.models.model_game import ModelGame, Question
from graphgames.games.models.questions import MOST_STEPS, OPERATORS, Questions
from graphgames.games.models.syntax import parse
from graphgames.games.models.timed import since_the_start
from graphgames.games.models.trees import Node, Properties, Property, PropertyError

MOST_RUNS = 10_000
"""More values of the constants are refused."""

_LOOKED_AT = 1000
"""So many probabilities of a model are compared with thirds."""


@dataclass(frozen=True)
class Answer:
    """The answer to one property.

    Attributes
    ----------
    property : str
        The property, on one line.
    name : str
        Its name, if it has one.
    constants : mapping of str to int, Fraction or bool
        The values given to constants that matter to it.
    value : int, Fraction, infinity, Bracket, bool or None
        What it is worth in the initial state; None where there is no answer.
    verified : bool or None
        What the checker said of all games that were solved for it, None if it was not asked or there was none.
    states, transitions : int
        The size of the model.
    seconds : mapping of str to float
        How long it took to read (with building the model), to solve and to verify.
    error : str
        Why there is no answer.
    why : str
        If asked for: why the value is what it is, as the solution of the last game that was solved for it says, where
        the play begins. Max is who wants the path formula of that game to be true, or large rewards.
    remark : str
        What is to be known of the rewards of the model.
    solution : ModelSolution or None
        The solution of the game that the property asks about; None of a property that combines several.
    counterexample : Counterexample or None
        If asked for: paths which show that the bound of a property does not hold.
    listed : sequence of (str, value)
        The states, with their values, that ``filter(print, ...)``, ``printall``, ``argmin`` or ``argmax`` asks for.
    """

    property: str
    name: str = ""
    constants: Mapping[str, Any] = field(default_factory=dict)
    value: Value | bool | None = None
    verified: bool | None = None
    states: int = 0
    transitions: int = 0
    seconds: Mapping[str, float | None] = field(default_factory=dict)
    error: str = ""
    why: str = ""
    remark: str = ""
    solution: Any = field(default=None, repr=False, compare=False)
    listed: Sequence[tuple[str, Any]] = ()
    counterexample: Any = field(default=None, repr=False, compare=False)

    def in_words(self) -> str:
        """Return the value for people: a long fraction is rounded, and marked so."""
        return "no answer" if self.value is None else shown(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON holds it: values are text, except for booleans and the two ends of a bracket."""
        data: dict[str, Any] = {"property": self.property}
        data |= {"name": self.name} if self.name else {}
        if self.constants:
            data["constants"] = {name: as_json(one) for name, one in self.constants.items()}
        data |= {"value": None if self.value is None else as_json(self.value), "verified": self.verified}
        data |= {"states": self.states, "transitions": self.transitions, "seconds": dict(self.seconds)}
        data |= {"states_listed": {name: as_json(one) for name, one in self.listed}} if self.listed else {}
        data |= {"counterexample": self.counterexample.to_dict()} if self.counterexample else {}
        return data | ({"error": self.error} if self.error else {})

    def __str__(self) -> str:
        return self.line(shown)

    def line(self, words: Callable[[Any], str]) -> str:
        """Return the answer on a line for people, and a line for each state that is listed, with values in words."""
        given = ", ".join(f"{name}={as_json(one)}" for name, one in self.constants.items())
        proved = {True: "proved", False: "NOT proved", None: "not verified"}[self.verified]
        answer = "no answer" if self.value is None else f"{words(self.value)}  {proved}"
        seconds = sum(time or 0 for time in self.seconds.values())
        return f"{answer}  {seconds:.3f} s  {self.property}{given and f' ({given})'}" + "".join(
            f"\n  {name}: {words(one)}" for name, one in self.listed
        )


def shown(value: Value | bool) -> str:
    """Return a value for people.

    >>> from fractions import Fraction
    >>> shown(True), shown(Fraction(1, 3)), shown(Fraction(10**40, 3 * 10**40 + 1))
    ('true', '1/3', '≈ 0.333333')
    """
    return str(value).lower() if isinstance(value, bool) else in_words(value)


def as_json(value: Value | bool) -> Any:
    """Return a value as JSON holds it."""
    if isinstance(value, bool):
        return value
    return [str(to_json(value.low)), str(to_json(value.high))] if isinstance(value, Bracket) else str(to_json(value))


@answering
def ask(
    model: Program | Model,
    properties: str,
    constants: Mapping[str, Any] | None = None,
    *,
    source: str = "<properties>",
    solve: Callable[..., Any] = dispatch.solve,
    verify: Callable[[Any], Any] | bool | None = dispatch.verify,
    explain: bool = False,
    only: Sequence[str] = (),
    counterexample: bool = False,
) -> Iterator[Answer]:
    """Yield the answer to each property of a text.

    Parameters
    ----------
    model : Program or Model
        What they are asked of.
    properties : str
        One or more properties of PRISM or PRISM-games, with constants and labels of their own.
    constants : mapping, optional
        From the name of a constant that the model or the properties leave open to its value: an integer, a Fraction, a
        boolean, or text as ``"1/3"``, or a range of integers as ``"0:10"`` or ``"0:2:10"``.
    source : str
        The name of the properties in messages.
    solve, verify : callable
        How a game is solved, and how a solution is checked; ``verify=False`` leaves that out.
    explain : bool
        Whether each answer is to say why.
    only : sequence of str
        The names of the properties to answer, or their numbers from 1; by default all.
    counterexample : bool
        Whether answers that a bound does not hold are to have paths which show it.

    Raise `GameError` if there is no property, or none of a name in ``only``, a constant of the model has no value, or
    one that is given is nowhere. Raise `FormatError` if Storm refuses the model.
    """
    if isinstance(verify, bool):
        verify = dispatch.verify if verify else None
    model, found, runs, mine = _parsed(model, properties, constants, source)
    names = {name: one for k, one in enumerate(found.asked, 1) for name in (str(k), one.name) if name}
    for name in only:
        if name not in names:
            there = f"it has: {', '.join(names)}"
            raise GameError(f"{source} has no property {name!r}{did_you_mean(name, list(names)).rstrip('.')}; {there}")
    for questions, asked, given, reading in _posed(model, found, runs, mine):
        if only and all(names[name] is not asked for name in only):
            continue
        questions.solve, questions.verify = solve, verify
        several = {name: value for name, value in given.items() if len(runs[name]) > 1}
        found_why = questions.why if explain else str
        shows = resolve(__package__ or "", "counterexample:counterexample") if counterexample else None
        yield _answer(
            asked, questions, {**several, **questions.constants}, reading, properties, source, found_why, shows
        )


def game(
    model: Program | Model,
    properties: str,
    constants: Mapping[str, Any] | None = None,
    *,
    source: str = "<property>",
) -> ModelGame:
    """Return the game that a single property asks about; arguments and errors as for `ask`.

    Raise `GameError` also if there are several properties or constants have several values, and if the property
    combines several values, so that it asks about several games.
    """
    model, found, runs, mine = _parsed(model, properties, constants, source)
    (questions, asked, *_), *others = _posed(model, found, runs, mine)
    if others:
        raise GameError(f"{source} asks {len(others) + 1} questions; expected one property, and one value per constant")
    if asked.tree is not None and asked.tree.type not in OPERATORS:
        raise GameError(f"{source}: {asked.text}: this combines values of several games; expected one of P, R or S")
    with _placed(asked, properties, source):
        assert asked.tree is not None
        posed = questions.posed(asked.tree, questions.model.initial)
    return posed.game


Runs = Mapping[str, list[Any]]


def _parsed(
    model: Program | Model, properties: str, constants: Mapping[str, Any] | None, source: str
) -> tuple[Program | Model, Properties, Runs, set[str]]:
    """Return the model and the properties of a text, the values that each constant is to have, and which are the
    model's.
    """
    found = parse(properties)
    if not found.asked:
        raise GameError(f'{source} holds no property; expected one such as P>=1/2 [ F "goal" ]')
    runs = {name: values_of(name, value) for name, value in (constants or {}).items()}
    fixed = {} if isinstance(model, Program) else model.constants
    mine = {name for name, value in fixed.items() if runs.get(name) == [value]}
    mine |= set(model.open_constants()) if isinstance(model, Program) else set()
    known = mine | {name for name, value in found.constants.items() if value is None}
    named = set[Any]().union(*(_names(asked, found) for asked in found.asked))
    for name in runs:
        if name not in known and (name in fixed or name not in named):
            if name in fixed:
                raise GameError(f"the model was read with {name}={as_json(fixed[name])}, so it has no other value")
            hint = did_you_mean(name, sorted(known))
            there = f"; these are open: {', '.join(sorted(known))}" if known else ""
            which = f"a constant {name!r}" if known else "any constant"
            raise GameError(f"neither the model nor the properties leave {which} open{there}{hint}")
    if not isinstance(model, Program) or not model.clocks:
        return model, found, runs, mine

    def within(tree: Node) -> set[Any]:
        walked = [one for one in _walk(tree, found) if one.type in ("name", "label")]
        return {one.more if one.type == "name" else f'"{one.more}"' for one in walked}

    timed, most = since_the_start(found, lambda bound: _largest(bound, found, runs), within, model.clocks)
    return replace(model, most=most), timed, runs, mine


def _largest(bound: Node, properties: Properties, runs: Runs) -> int:
    """Return the largest value of a bound on the time of a timed automaton."""
    values = list[int]()
    for given in _choices({one.more: runs[one.more] for one in _walk(bound, properties) if one.more in runs}):

        def value(leaf: Node, given: dict[str, Any] = given) -> Any:
            if leaf.more in given:
                return given[leaf.more]
            tree = properties.constants.get(leaf.more)
            if tree is None:
                raise GameError(f"{leaf.more} has no value; give it one by --const {leaf.more}=...")
            return evaluate(tree, value)

        values.append(plain(evaluate(bound, value)))
    if any(isinstance(one, bool) or not isinstance(one, int) or not 0 <= one <= MOST_STEPS for one in values):
        raise GameError(f"a bound on the time of a timed automaton is a whole number from 0 to {MOST_STEPS:,}")
    return max(values)


def _posed(
    model: Program | Model, found: Properties, runs: Runs, mine: set[str]
) -> Iterator[tuple[Questions, Property, dict[str, Any], float]]:
    """Yield each property for each choice of its constants: the questions with them, the property, the constants of the
    model, and how long that took to build, the first time.
    """
    named = [_names(asked, found) for asked in found.asked]
    variables = any(names - found.constants.keys() - mine for names in named)
    rewards = any(one.type == "R" for asked in found.asked if asked.tree for one in _walk(asked.tree, found))
    for given in _choices({name: runs[name] for name in runs if name in mine}):
        start = perf_counter()
        built = model.build(given, rewards, _target(found), variables) if isinstance(model, Program) else model
        reading = perf_counter() - start
        for asked, names in zip(found.asked, named, strict=True):
            for more in _choices({name: runs[name] for name in runs if name in names - mine}):
                words = {name: str(as_json(one)) for name, one in (given | more).items()}
                questions = Questions(built, found, more, question=Question(asked.text, words))
                questions.program = (model, given) if isinstance(model, Program) else None
                yield questions, asked, given, reading
                reading = 0.0


def _target(properties: Properties) -> str | None:
    """Return the label of the model that alone is to be reached, if that is all that is asked."""
    tree = properties.asked[0].tree if len(properties.asked) == 1 else None
    if tree is None or tree.type != "P" or tree.parts[0].type != "F" or tree.parts[0].more is not None:
        return None
    (goal,) = tree.parts[0].parts
    return goal.more if goal.type == "label" and goal.more not in properties.labels else None


def _walk(tree: Node, properties: Properties, seen: frozenset[str] = frozenset()) -> Iterator[Node]:
    """Yield the parts of a tree, and of the labels, constants and properties that it names."""
    for one in tree.walk():
        yield one
        if one.type in ("label", "name") and one.more not in seen:
            others = [properties.labels.get(one.more), properties.constants.get(one.more)]
            others += [asked.tree for asked in properties.asked if one.type == "label" and asked.name == one.more]
            for other in others:
                if other is not None:
                    yield from _walk(other, properties, seen | {one.more})


def _names(asked: Property, properties: Properties) -> set[Any]:
    """Return the names in a property, and in what it names."""
    return {one.more for one in _walk(asked.tree, properties) if one.type == "name"} if asked.tree else set()


def _answer(
    asked: Property,
    questions: Questions,
    constants: Mapping[str, Any],
    reading: float,
    text: str,
    source: str,
    why: Callable[[], str],
    shows: Callable[..., Any] | None,
) -> Answer:
    """Return the answer to one property."""
    value, error, start, shown = None, "", perf_counter(), None
    try:
        with _placed(asked, text, source):
            value = questions.answer(asked.tree)  # type: ignore[arg-type]
            if shows and asked.tree is not None:
                shown = questions.shown(asked.tree, value, shows)
    except GraphGamesError as fault:
        error = str(fault)
    total = perf_counter() - start
    checking = sum(questions.checking)
    found = [None if report is None else report.ok for report in questions.reports]
    verified = None if value is None or not found else False if False in found else None if None in found else True
    seconds = {"read": reading, "solve": total - checking, "verify": None if verified is None else checking}
    rounded = {step: None if time is None else round(time, 6) for step, time in seconds.items()}
    model = questions.model
    size = model.states, model.transitions
    reason = "" if value is None else why()
    operator = asked.tree is not None and asked.tree.type in OPERATORS
    solution = questions.seen[0][0] if operator and questions.seen else None
    sums = asked.tree is not None and any(one.type == "R" and one.more.how != "path" for one in asked.tree.walk())
    of_model = model.remark if sums or not model.remark_on_rewards else ""
    remark = "; ".join(filter(None, [of_model, thirds(model.probabilities[:_LOOKED_AT])]))
    rest = constants, value, verified, *size, rounded, error, reason, remark, solution, questions.listed, shown
    return Answer(asked.text, asked.name, *rest)


@contextmanager
def _placed(asked: Property, text: str, source: str) -> Iterator[None]:
    """Raise what is wrong with a property as an error that says where it stands."""
    try:
        if asked.tree is None:
            raise FormatError([asked.fault or Fault("it cannot be read")], source)
        yield
    except PropertyError as fault:
        raise FormatError([fault.in_text(text)], source) from None
    except RecursionError:
        raise GameError(f"{source}: {asked.text[:60]}: this is nested too deeply") from None
    except GraphGamesError as other:
        if isinstance(other, FormatError):
            raise
        raise GameError(f"{source}: {asked.text}: {other}") from None


def values_of(name: str, given: Any) -> list[Any]:
    """Return the values that a constant is to have: one, or those of a range ``"first:last"``, ``"first:step:last"``.

    Raise `GameError` if it is none.
    """
    parts = given.split(":") if isinstance(given, str) else []
    try:
        if len(parts) not in (2, 3):
            return [constant(given)]
        first, step, last = (number(one) for one in (parts if len(parts) == 3 else (parts[0], 1, parts[1])))
        if step <= 0 or not 0 <= (last - first) // step < MOST_RUNS:
            raise GameError(f"the range {given} is empty, has a step of 0 or less, or more than {MOST_RUNS:,} values")
        return [first + k * step for k in range(int((last - first) // step) + 1)]
    except GameError as error:
        raise GameError(f"the constant {name}: {error}") from None


def _choices(values: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Yield every choice of values."""
    for choice in pairs(*values.values()):
        yield dict(zip(values, choice, strict=True))
