"""Models in JANI (Budde et al., TACAS 2017), parsed and built by Storm over the rationals.

Transient variables are labels and reward structures of their names. The properties that stand in a file are asked in
the language of PRISM, as Storm writes them (`Jani.properties`).
"""

from __future__ import annotations

import json
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


class Jani(Program):
    """A model as a text in JANI."""

    players: tuple[str, ...] = ()
    formulas: dict[str, str] = {}  # noqa: RUF012

    def parsed(self) -> Any:
        """Return the model as Storm has it."""
        return self._parsed()[0]

    @property
    def properties(self) -> str:
        """The properties of the file, each in a line with its name."""
        return "\n".join(f'"{one.get_name()}": {one.get_raw_formula()};' for one in self._parsed()[1])

    def _parsed(self) -> Any:
        with self._blamed():
            return stormpy().parse_jani_model_from_string(self.text)

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
