"""Models in the PRISM language, parsed by Storm.

The states are found by arrays (`explore`) where that is understood; Storm builds the others. It writes what it built as
UMB, whose arrays are read as they are; that format has rounded probabilities only. Where the exact ones are known to be
multiples of some unit (`common_unit`), they are found; elsewhere Storm builds over the rationals. `Program` holds the
text; `Program.build` gives a value to each constant that the text leaves open.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.asking import Askable
from graphgames.core.errors import Fault, FormatError, GameError, MissingDependencyError, did_you_mean, shown
from graphgames.core.value import Exact, decimal, number, numbers
from graphgames.games.models.continuous import uniform
from graphgames.games.models.explore import explored
from graphgames.games.models.model import Later, Model, Rewards, refuse_options
from graphgames.games.models.recover import distinct
from graphgames.games.models.timed import DIGITAL, INVARIANTS, clocks_of, digital, is_timed
from graphgames.games.models.umb import PROBABILITIES, model_of, unpacked
from graphgames.games.models.units import common_unit, multiples, places
from graphgames.readers.faults import text_of
from graphgames.readers.sniff import looks_like
from graphgames.readers.source import Data

_READ = (
    "a Markov chain (dtmc, ctmc), a decision process (mdp), a timed automaton (pta), or a game in which players take "
    "turns (smg)"
)

_COMMENT = re.compile(r"//[^\n]*")
_PLAYER = re.compile(r"\bplayer\s+(\w+)([^;]*?)\bendplayer\b")
_FORMULA = re.compile(r"\bformula\s+(\w+)\s*=([^;]*);")
_PLACE = re.compile(r"(?:at|line) (\d+):(\d+):\s*(.*?)(?:, here:\n\t([^\n]*)|$)", re.DOTALL)
_EXPECTED = re.compile(r"expecting (.*)", re.DOTALL)
_UNOWNED = re.compile(r"Module (\w+) is not owned by any player but has at least one enabled, unlabeled command")
_CONTINUOUS = re.compile(r"(?m)^\s*(?:ctmc|stochastic)\b")
_TYPE = re.compile(r"(?m)^\s*(dtmc|mdp|smg)\b")
_SYSTEM = re.compile(r"\bendsystem\b")
_STATE_REWARD = re.compile(r'\brewards\b(?:\s*"[^"]*")?\s*(?:\[[^;]*;\s*)*(?!\s|\[|endrewards)')
_STUCK = (
    "states without commands ({}) earn nothing, as in Storm; in PRISM they keep their state rewards, which a command "
    "'[] guard -> true;' gives them in both"
)
_KINDS = ("dtmc", "ctmc", "mdp", "smg")


def read_game(data: Data, source: str, **how: Any) -> Program:
    """Return the program of a text; raise `FormatError` if it is not in UTF-8, or Storm cannot read it."""
    refuse_options(source, how)
    content = looks_like(data)
    if content.name is None and content.sure and content.hint:
        raise FormatError([Fault(f"this looks like {content.what}", 0, 0, "", 0, _READ, content.hint)], source)
    program = Program(text_of(data, source).replace("\r\n", "\n"), source)
    program.parsed()
    return program


@dataclass(frozen=True)
class Program(Askable):
    """A model as a text in the PRISM language.

    Attributes
    ----------
    text : str
        The text.
    source : str
        The name of the file, for messages.

    Examples
    --------
    >>> coin = Program("dtmc module coin x: [0..2]; [] x=0 -> 1/3: (x'=1) + 2/3: (x'=2); endmodule")
    >>> coin.ask("P=? [ F x=2 ]")[0].value
    Fraction(2, 3)
    """

    text: str
    source: str = "<model>"
    most: int | None = None
    """Of a timed automaton: the largest time that properties speak of."""

    @property
    def _uncommented(self) -> str:
        return _COMMENT.sub("", self.text)

    @property
    def bare(self) -> str:
        """The text with spaces in place of comments and of players who own nothing, which Storm does not read."""
        text = _COMMENT.sub(_blank, self.text)
        if is_timed(text):
            text = digital(text, self.most)
        return _PLAYER.sub(lambda found: found[0] if found[2].strip() else _blank(found), text)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, in the order of the text."""
        return tuple(name for name, _ in _PLAYER.findall(self._uncommented))

    @property
    def clocks(self) -> set[str]:
        """The clocks of a timed automaton."""
        return clocks_of(self._uncommented)

    @property
    def formulas(self) -> dict[str, str]:
        """The formulas of the text."""
        return {name: body.strip() for name, body in _FORMULA.findall(self._uncommented)}

    def parsed(self) -> Any:
        """Return the program as Storm has it."""
        storm = stormpy()
        with tempfile.TemporaryDirectory() as folder, self._blamed():
            file = Path(folder) / "model.prism"
            file.write_text(self.bare)
            return storm.parse_prism_program(file, prism_compatibility=True)

    def open_constants(self) -> list[str]:
        """Return the names of the constants that have no value."""
        return [one.name for one in self.parsed().constants if not one.defined]

    def with_objective(self, objective: Any, *how: Any) -> Any:
        """Return the game of the states that can be reached; arguments and errors as for `Model.with_objective`."""
        return self.build().with_objective(objective, *how)

    def build(
        self,
        constants: Mapping[str, object] | None = None,
        rewards: bool = True,
        target: str | None = None,
        variables: bool = True,
    ) -> Model:
        """Return the states that can be reached, with exact probabilities, and the rewards unless they do not matter.

        ``constants`` gives each constant that the text leaves open an integer, a Fraction, a boolean or such a text.
        What is behind states with the label ``target`` is left out, except in games. Without ``variables`` Storm does
        not keep their values, a third of its time: the model is built once more when one is looked at. Raise
        `GameError` if a constant is missing or is not the model's; `FormatError` if Storm refuses the model.
        """
        program = self.parsed()
        if self.players or target is None or not program.has_label(target):  # Storm forgets whose such states are
            target = None
        with self._blamed():
            program = self.instantiated(constants or {}, program)
            exactly = _CONTINUOUS.search(self.bare) or (rewards and program.reward_models)
            model = None if exactly else self._explored(program, target)
            unit = None if exactly or model else common_unit(program)
            if unit is not None and (model := self._rounded(program, target, unit, variables)) and not variables:
                model = replace(model, variables=Later(partial(self._variables, model, constants, target)))
            if model is None:
                model = self._exactly(program, target, rewards)
        stuck = int(model.labels["deadlock"].sum()) if "deadlock" in model.labels else 0
        if self.clocks:
            if stuck or not model.labels.get(INVARIANTS, np.ones(1)).all():
                why = ("an invariant does not hold", "no action is possible and an invariant lets no time pass")
                raise GameError(f"{self.source}: the automaton comes to a state in which {why[stuck > 0]}")
            model = replace(model, remark=DIGITAL, remark_on_rewards=False)
        elif stuck and _STATE_REWARD.search(self.bare):
            model = replace(model, remark=_STUCK.format(f"{stuck:,}"))
        values = {one.name: _value(one.definition) for one in program.constants}
        player = self._players_of(model)
        return replace(model, players=self.players, player=player, formulas=self.formulas, constants=values)

    def instantiated(self, constants: Mapping[str, object], parsed: Any = None) -> Any:
        """Return the program as Storm has it, with values of the constants that it leaves open."""
        program = parsed or self.parsed()
        return stormpy().instantiate_constants(program, self._constants(program, constants))[0]

    def _explored(self, program: Any, target: str | None) -> Model | None:
        """Return the model without Storm's builder; None if it is of a kind that is not understood."""
        found = _TYPE.search(self.bare)
        if found is None or _SYSTEM.search(self.bare):
            return None
        players = [body for _, body in _PLAYER.findall(self._uncommented)]
        owners = {name.strip(): k for k, body in enumerate(players) for name in body.split(",")}
        return explored(program, found[1], target, owners)

    def _variables(
        self, model: Model, constants: Mapping[str, object] | None, target: str | None
    ) -> Mapping[str, NDArray[Any]]:
        """Return the values of the variables in the states of a model that was built without."""
        again = self.build(constants, False, target)
        if not (np.array_equal(again.targets, model.targets) and np.array_equal(again.branches, model.branches)):
            raise GameError(f"{self.source} was built by Storm with other states than before; please report the model")
        return again.variables

    def _rounded(self, program: Any, target: str | None, unit: int, variables: bool) -> Model | None:
        """Return the model with the multiples of 1 / ``unit`` that its rounded probabilities stand for.

        None if they stand for none, or a variable leaves its range, of which Storm says more when it builds exactly. It
        builds in floating point in a third of the time.
        """
        storm = stormpy()
        options = _options(storm, program, target, variables)
        options.set_add_out_of_bounds_state(True)
        built = storm.build_model(program, options=options)
        model_type, files = _type(built.model_type.name.lower(), self.source), _exported(storm, built)
        rounded = files.pop(PROBABILITIES, None)
        model = model_of(files, self.source)
        if "out_of_bounds" in model.labels:
            return None
        model = replace(model, variables={k: row for k, row in model.variables.items() if k != "_OutOfBoundsBit"})
        if rounded is None:
            return replace(model, type=model_type, rewards={})
        parts = multiples(np.frombuffer(rounded, np.float64), model.branches, unit)
        if parts is None:
            return None
        several, likely = places(parts, unit)
        exact = tuple(Fraction(one, unit) for one in several.tolist())
        return replace(model, type=model_type, likely=likely, probabilities=exact, rewards={})

    def _exactly(self, program: Any, target: str | None, rewards: bool) -> Model:
        """Return the model with the probabilities, and the rewards, that Storm builds over the rationals."""
        storm = stormpy()
        options = _options(storm, program, target)
        options.set_exploration_checks()
        if rewards:
            options.set_build_all_reward_models()
        built = storm.build_model[storm.Rational](program, options=options)
        model_type = _type(built.model_type.name.lower(), self.source)
        likely, exact = _exact(map(attrgetter("value"), built.transition_matrix), built.nr_transitions)
        files = _exported(storm, built)
        rounded = files.pop(PROBABILITIES, None)  # a number that is too small for floating point is 0 there
        model = replace(model_of(files, self.source, ("discrete", "stochastic")), rewards=_structures(built, program))
        if model_type == "ctmc":
            return uniform(model, likely, exact)
        near = np.ones(likely.size) if rounded is None else np.frombuffer(rounded, np.float64)
        if not np.allclose(np.array([float(one) for one in exact])[likely], near, 1e-12, 1e-12):
            raise FormatError(
                [Fault("Storm's exact and rounded probabilities differ; please report the model")], self.source
            )
        return replace(model, type=model_type, likely=likely, probabilities=exact)

    def _players_of(self, model: Model) -> NDArray[np.int32]:
        """Return who owns each state, counting the players who own nothing; of a deadlock, nobody."""
        place = [self.players.index(name) if name in self.players else -1 for name in model.players]
        return np.array([*place, -1], np.int32)[model.player] if place else model.player

    def _constants(self, program: Any, given: Mapping[str, object]) -> dict[str, Any]:
        """Return the values of constants as Storm takes them."""
        free = {one.name: one for one in program.constants if not one.defined}
        known = [one.name for one in program.constants]
        for name in given:
            if name not in free:
                there = f"its open constants are: {', '.join(free)}" if free else "it leaves no constant open"
                why = f"gives {name} a value itself" if name in known else f"has no constant {name!r}"
                raise GameError(f"{self.source} {why}; {there}{did_you_mean(name, list(free))}")
        missing = [name for name in free if name not in given]
        if missing:
            wanted = ",".join(f"{name}=..." for name in missing)
            raise GameError(
                f"{self.source} leaves {' and '.join(missing)} open; give a value by --const {wanted}, "
                f"in Python constants='{wanted}'"
            )
        storm, manager = stormpy(), program.expression_manager
        made = {}
        for name, value in given.items():
            exact, of = constant(value), free[name].type
            if isinstance(exact, bool) != of.is_boolean or (of.is_integer and not isinstance(exact, int)):
                expected = "true or false" if of.is_boolean else "an integer" if of.is_integer else "a number"
                raise GameError(f"{self.source}: the constant {name} is {str(exact).lower()}; expected {expected}")
            if of.is_rational:
                made[name] = manager.rational(storm.Rational(str(exact)))
            else:
                made[name] = manager.boolean(exact) if of.is_boolean else manager.integer(exact)
        return made

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        """Turn what Storm says into an error with its place in the text."""
        try:
            yield
        except RuntimeError as error:
            raise FormatError([self._fault(str(error))], self.source) from None

    def _fault(self, refusal: str) -> Fault:
        message = refusal.partition("Exception: ")[2] or refusal
        found = _PLACE.search(message)
        if found is None and (module := _UNOWNED.search(message)):
            return self._unowned(module[1])
        if found is None:
            return Fault(f"Storm refuses the model: {message.strip()}")
        line, column, what, quoted = int(found[1]), int(found[2]), found[3].strip(), found[4]
        lines = self.bare.split("\n")
        if quoted is not None and lines[line - 1 : line] != [quoted] and quoted in lines:
            line = 1 + min((k for k, one in enumerate(lines) if one == quoted), key=lambda k: abs(k - line + 1))
        at = len("\n".join(lines[: line - 1]).encode()) + (line > 1) + len(lines[line - 1][: column - 1].encode())
        expected = _EXPECTED.match(what)
        wanted = expected[1] if expected and "<alternative>" not in expected[1] else ""
        hint = self._unknown(at) if expected else ""
        return Fault.at(self.text.encode(), at, "this cannot be read" if expected else what, wanted, hint)

    def _unowned(self, module: str) -> Fault:
        """Say that nobody chooses a command without an action of a module, where its first one stands."""
        text = self.bare
        begun = re.search(rf"\bmodule\s+{module}\b", text)
        at = text.find("[]", begun.start() if begun else 0)
        message = f"the module {module} is not owned by any player, and nobody chooses this command without an action"
        cure = f"an action that a player has, or the module in the list of a player: player NAME {module} endplayer"
        return Fault.at(self.text.encode(), len(text[: max(at, 0)].encode()), message, cure)

    def _unknown(self, at: int) -> str:
        """Say that the name that comes next is declared nowhere, if so: Storm only says that it expects something."""
        found = re.match(rb"[\s&|!(<>=+*/-]*(?!true\b|false\b)([A-Za-z_]\w*)\s*[-<>=!&|)+*/]", self.bare.encode()[at:])
        name = found[1].decode() if found else ""
        declared = rf"\b{name}\s*:|\b(?:const|formula)\b[^;=]*\b{name}\b|=\s*{name}\s*[\],]"
        return f"{name} is not declared" if name and not re.search(declared, self._uncommented) else ""


def of_storm(built: Any) -> Model:
    """Return the model of a sparse model of ``stormpy``, with exact or floating-point numbers.

    Raise `GameError` if it is of a type that is not known, or has rewards on single branches.
    """
    storm = stormpy()
    if not hasattr(built, "transition_matrix"):
        raise GameError(f"{shown(built)} is not a sparse model of stormpy")
    model_type = _type(built.model_type.name.lower(), "the model")
    model = replace(model_of(_exported(storm, built), "the model"), type=model_type, rewards=_structures(built))
    if "Exact" not in type(built).__name__:
        return model
    likely, exact = _exact(map(attrgetter("value"), built.transition_matrix), built.nr_transitions)
    return replace(model, likely=likely, probabilities=exact)


def _structures(built: Any, program: Any = None) -> dict[str, Rewards]:
    """Return the reward structures of a model of Storm, which forgets their order, in that of the program."""
    declared = [one.name for one in getattr(program, "reward_models", ())]
    found = built.reward_models
    names = [name for name in declared if name in found] + sorted(found.keys() - set(declared))
    return {name: _rewards(found[name]) for name in names}


def _options(storm: Any, program: Any, target: str | None, variables: bool = True) -> Any:
    """Return what Storm is to build: all but rewards, up to the states with a label if one is given."""
    options = storm.BuilderOptions()
    if target is not None:
        (asked,) = storm.parse_properties(f'P=? [ F "{target}" ]', program)
        options = storm.BuilderOptions([asked.get_raw_formula()])
    options.set_build_all_labels()
    if variables:
        options.set_build_state_valuations()
    options.set_build_choice_labels()
    return options


def constant(given: object) -> Exact | bool:
    """Return the value of a constant: an exact number, of a float the decimal that it is written as, or a boolean."""
    if isinstance(given, bool) or given in ("true", "false"):
        return given in (True, "true")
    return decimal(given)


def stormpy() -> Any:
    """Return the library, told to be quiet; raise `MissingDependencyError` where it is not installed."""
    try:
        import stormpy
        import stormpy.io
        from stormpy import developer
    except ImportError:
        raise MissingDependencyError("stormpy", "prism") from None
    developer.set_log_level(developer.LogLevel.OFF)
    return stormpy


def _blank(found: re.Match[str]) -> str:
    """Return as many spaces as there are characters, with the line ends."""
    return re.sub(r"[^\n]", " ", found[0])


def _type(name: str, source: str) -> str:
    """Return the kind of a model; raise `FormatError` if it is another one."""
    if name not in _KINDS:
        raise FormatError([Fault(f"this is a model of type {name}", expected=f"one of {', '.join(_KINDS)}")], source)
    return name


def _exact(given: Iterable[Any], size: int = -1) -> tuple[NDArray[np.int32], tuple[Fraction, ...]]:
    """Return the place of each of Storm's exact numbers among the distinct ones, and these."""
    which, several = distinct(given, size)
    return which, tuple(Fraction(str(one)) for one in several)


def _rewards(built: Any) -> Rewards:
    if built.has_transition_rewards:
        raise GameError("the model has rewards on single branches of a choice, which are not supported")
    rows: list[NDArray[Any] | None] = []
    for name in ("state_rewards", "state_action_rewards"):
        which, exact = _exact(getattr(built, name) if getattr(built, f"has_{name}") else ())
        rows.append(numbers(exact, "rewards")[which] if exact else None)
    return Rewards(*rows)


def _value(definition: Any) -> Exact | bool:
    if definition.has_boolean_type():
        return bool(definition.evaluate_as_bool())
    return number(str(definition.evaluate_as_rational()))


def _exported(storm: Any, built: Any) -> dict[str, bytes]:
    """Return the files of a model's UMB archive."""
    options = storm.io.UmbExportOptions()
    options.compression = storm.io.CompressionMode.NO_COMPRESSION
    options.value_type = storm.io.UmbExportValueType.DOUBLE
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "model.umb"
        storm.io.export_to_umb(built, file, options=options)
        return unpacked(file.read_bytes(), "UMB of Storm")
