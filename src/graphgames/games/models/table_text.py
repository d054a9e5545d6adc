"""Models as tables in text (``.csv``, ``.tsv``): a header with ``state`` and ``action``, then what can follow.

The columns are those of `graphgames.games.models.tables`: ``state``, ``action`` and ``next``, and perhaps
``probability``, ``reward`` and ``player``. Numbers are read exactly, as they are written.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np

from graphgames.catalogue.find import objective_class
from graphgames.core.errors import GameError
from graphgames.formats.priorities import Priorities, ReadAs, around, as_read, marked_objective, needs_marks
from graphgames.games.models.model import Model
from graphgames.games.models.model_game import states_alone
from graphgames.games.models.tables import from_text
from graphgames.readers.source import Data


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Any:
    """Read a model; with an objective the game in which player 0 wants that of it.

    Raise `FormatError` if it is not in the format; `GameError` if the objective does not fit.
    """
    read_as = as_read(priorities)
    model = from_text(data, source, read_as.columns, **read_as.mending)
    if objective is None and read_as.marks is None:
        return model
    return asked(model, objective or marked_objective(read_as.marks[0], True), read_as)  # type: ignore[index]


def asked(model: Model, objective: str, read_as: ReadAs) -> Any:
    """Return the game of an objective by its name, with the states and the settings that a reader was told.

    Raise `GameError` if it has no such setting, or needs states to be named.
    """
    if read_as.avoid and objective == "reach":
        objective = "reach-probability"
    made: Any = objective_class(objective)
    marks: dict[str, Any] = {} if read_as.marks is None else {read_as.marks[0]: list(read_as.marks[1])}
    if set(marks) - {made.data}:
        raise GameError(f"{next(iter(marks))!r} marks no states for {objective}")
    if read_as.avoid:
        if "within" not in (field.name for field in fields(made)):
            raise around(objective)
        lost = list(map(states_alone(model).vertex, read_as.avoid))
        marks["within"] = np.isin(np.arange(model.states), lost, invert=True)
    if needs_marks(objective) and not marks:
        raise GameError(f"{objective} needs states that are {made.mark}; name them by --{made.data} NAMES")
    for name in read_as.settings:
        if name not in made.settings:
            from graphgames.catalogue.habits import instead

            raise GameError(
                f"{objective} has no setting {name!r}; it has: {', '.join(made.settings) or 'none'}"
                + instead(f"--{name}", "; ")
            )
    return model.with_objective(made(**marks, **read_as.settings), players=read_as.players)
