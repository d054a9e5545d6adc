"""Path formulas that no beginning of a path decides: a model that runs beside a deterministic automaton for one.

The automaton (`graphgames.games.omega.translation`) reads the state before each step. What is to be seen infinitely
often of its edges is an acceptance condition, whose Zielonka tree makes a parity game of the product.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from graphgames.core.acceptance import FALSE as NEVER
from graphgames.core.acceptance import TRUE as ALWAYS
from graphgames.core.acceptance import Formula, assumed, both, finitely
from graphgames.core.memory import Automaton
from graphgames.core.report import Report
from graphgames.games.models.model import Model
from graphgames.games.models.paths import Atoms, ModelProduct, model_product, state_graph
from graphgames.games.omega.tableau_checker import check_automaton
from graphgames.games.omega.temporal import Path
from graphgames.games.omega.translation import translate
from graphgames.games.omega.tree import leaves

Priorities = NDArray[np.int32]


def parity_model(
    model: Model, path: Path, atoms: Atoms, view: NDArray[np.int64]
) -> tuple[ModelProduct, Priorities, Callable[[], Report]]:
    """Return the model with what must be remembered, the priorities of its states, and the check of its automaton.

    The largest priority that is seen again and again is even just if a path formula is true, against which the check
    holds the automaton. Raise `LimitExceededError` if this would be far too large.
    """
    made = translate(path)
    letter, letters = atoms.letters()
    lost = len(made.rows)  # behind a letter without an edge
    after = np.full((lost + 1, len(letters)), lost)
    marks = np.zeros((made.sets + 1, *after.shape), np.bool_)
    marks[-1, lost] = True
    for state in range(lost):
        for k, row in enumerate(letters):
            if (target := made.step(state, row.__getitem__)) is not None:
                after[state, k] = target.state
                marks[[*target.marks], state, k] = True
    pairs = ModelProduct(model, np.arange(model.states), np.zeros(model.states, np.int64), np.empty(0, np.int64), view)
    if after[:lost].any():
        before, first = letter[state_graph(model).tails], np.zeros(model.states, np.int64)
        pairs = model_product(model, Automaton(None, first, lambda rest, edge: after[rest, before[edge]]), view)
    condition = both(made.condition, finitely(made.sets))
    pairs, priority = _with_priorities(pairs, condition, marks[:, pairs.rest, letter[pairs.state]])
    return pairs, priority, partial(check_automaton, made, path, letters)


def _with_priorities(
    pairs: ModelProduct, condition: Formula, masks: NDArray[np.bool_]
) -> tuple[ModelProduct, Priorities]:
    """Return the product with the memory of a condition, which is none for a single set, and the priorities."""
    known = {i: bool(mask.all()) for i, mask in enumerate(masks) if mask.all() or not mask.any()}
    rest = assumed(condition, known)
    if rest in (ALWAYS, NEVER):
        return pairs, np.full(pairs.state.size, rest == NEVER, np.int32)
    found, model = leaves(condition, masks), pairs.model
    if len(found.after) == 1:
        return pairs, found.priority[0, found.colour]
    made = model_product(model, found.memory(state_graph(model)), pairs.starts)
    priority = found.priority[made.rest, found.colour[made.state]]
    return replace(made, state=pairs.state[made.state]), priority
