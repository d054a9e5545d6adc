"""Models in JANI (Budde et al., TACAS 2017), parsed and built by Storm over the rationals.

Transient variables are labels and reward structures of their names. The properties that stand in a file are asked in
the language of PRISM, as Storm writes them (`Jani.properties`): bounds on steps without a word for them, and the
states of a filter as it has them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from graphgames.core.errors import Fault, warn_caller
from graphgames.games.models.language import Program, constant, stormpy
from graphgames.games.models.model import Model, refuse_options
from graphgames.readers.faults import Faults, text_of
from graphgames.readers.json_text import parsed
from graphgames.readers.source import Data


def read_game(data: Data, source: str, **how: Any) -> Jani:
    """Return the model of a text; raise `FormatError` if it is no JSON in UTF-8, or Storm cannot read it."""
    refuse_options(source, how)
    document = parsed(Faults(data, source), "a model in JANI")  # since Storm takes a key twice, and the last counts
    model = Jani(text_of(data, source), source)
    model.parsed()
    if idle := _idle(document):
        warn_caller(f"{source}: no entry of 'syncs' names {', '.join(idle)}, so that such edges are never taken")
    for name, why in model.unread():
        warn_caller(f"{source}: the property {name!r} is left out; {why}")
    return model


def _idle(document: Any) -> list[str]:
    """Return the actions of edges that the composition of automata never takes, with their automata."""
    system, automata = document["system"], {one["name"]: one for one in document["automata"]}
    if "syncs" not in system and len(system["elements"]) == 1:
        return []  # it is taken as it is
    found = dict[str, None]()
    for k, element in enumerate(system["elements"]):
        named = {vector["synchronise"][k] for vector in system.get("syncs", ())}
        actions = (edge.get("action") for edge in automata[element["automaton"]]["edges"])
        found |= {f"{one!r} of {element['automaton']!r}": None for one in actions if one and one not in named}
    return [*found]


_BOUNDED = re.compile(r'-bounds"')
_STEPS = re.compile(r"\b([UC])steps(?=[<>=\[])")
_BOUND = re.compile(r"\bU(<=|<|>=|>|=)([A-Za-z_]\w*)")
_STATES = re.compile("the '(.*)'-states with values described by '")
_PLAIN = ("max", "min", "avg", "values", "∀", "∃")  # of initial states that have one value, this
_FILTERS = {"∀": "forall", "∃": "exists", "values": "printall"} | {
    one: one for one in ("max", "min", "avg", "sum", "count", "argmin", "argmax")
}
_REFUSED = {
    r"\b[UC]rew\b": "bounds on a reward are not supported",
    r"\[time\]": "rewards that are summed over time are not supported",
}


def _refused(text: str | None) -> str:
    """Return why a property in Storm's words, None where it has none, cannot be asked; "" if it can."""
    if text is None:
        return "Storm, which reads the file, does not read it"
    return next((why for pattern, why in _REFUSED.items() if re.search(pattern, text)), "")


def _duals(given: Any) -> Any:
    """Return a part of a property in which ``G``, ``W`` and ``R`` with bounds, which Storm does not read, are ``U``."""
    if isinstance(given, list):
        return [_duals(one) for one in given]
    if not isinstance(given, dict):
        return given
    node = {key: _duals(one) for key, one in given.items()}
    bounds = {key: one for key, one in node.items() if key.endswith("-bounds")}
    if not bounds or node.get("op") not in ("G", "W", "R"):
        return node
    first: Any = True
    if node["op"] == "G":
        last = _negated(node["exp"])
    else:
        first, last = _negated(node["left"]), _negated(node["right"])
    if node["op"] == "W":  # it fails where both sides do, unless the right one came before
        first, last = last, {"op": "∧", "left": first, "right": last}
    return _negated({"op": "U", "left": first, "right": last, **bounds})


def _negated(given: Any) -> dict[str, Any]:
    return {"op": "¬", "exp": given}


class Jani(Program):
    """A model as a text in JANI."""

    players: tuple[str, ...] = ()
    formulas: dict[str, str] = {}  # noqa: RUF012

    def parsed(self) -> Any:
        """Return the model as Storm has it."""
        return self._parsed()[0]

    @property
    def properties(self) -> str:
        """The properties of the file that can be asked, each in a line with its name."""
        return "\n".join(f'"{name}": {text};' for name, text in self._asked() if not _refused(text))

    def unread(self) -> list[tuple[str, str]]:
        """Return the names of the properties that cannot be asked, and why."""
        asked = dict(self._asked())
        names = [one["name"] for one in json.loads(self.text).get("properties", ())]
        return [(name, why) for name in names if (why := _refused(asked.get(name)))]

    def _asked(self) -> list[tuple[str, str]]:
        """Return the names and texts of the properties that Storm reads."""
        filters = {one["name"]: one["expression"] for one in json.loads(self.text).get("properties", ())}
        found = []
        for one in self._parsed()[1]:
            name, text = one.get_name(), _BOUND.sub(r"U\1(\2)", _STEPS.sub(r"\1", str(one.get_raw_formula())))
            given = filters[name]
            if given["fun"] not in _PLAIN or given["states"] != {"op": "initial"}:
                states = _STATES.search(str(one))
                text = f"filter({_FILTERS[given['fun']]}, {text}, {states[1] if states else 'true'})"
            found.append((name, text))
        return found

    def _parsed(self) -> Any:
        text = self.text
        if _BOUNDED.search(text):
            document = json.loads(text)
            text = json.dumps(document | {"properties": _duals(document.get("properties", []))})
        with self._blamed():
            return stormpy().parse_jani_model_from_string(text)

    def build(
        self,
        constants: Mapping[str, object] | None = None,
        rewards: bool = True,
        target: str | None = None,
        variables: bool = True,
    ) -> Model:
        """Return the states that can be reached; as `Program.build`, always with all of them and their variables."""
        storm, model = stormpy(), self.parsed()
        with self._blamed():
            model, _ = storm.instantiate_constants(model, self._constants(model, constants or {}))
            built = self._exactly(model, None, rewards)
        given = {one["name"]: one.get("value") for one in json.loads(self.text).get("constants", ())}
        plain = {name: value for name, value in given.items() if isinstance(value, bool | int | float)}
        places = {name: row for name, row in built.variables.items() if not name.startswith("_loc_") or row.any()}
        values = {name: constant(value) for name, value in (plain | dict(constants or {})).items()}
        return replace(built, constants=values, variables=places, properties=self.properties)

    def _fault(self, refusal: str) -> Fault:
        return Fault(f"Storm refuses the model: {(refusal.partition('Exception: ')[2] or refusal).strip()}")
