"""What a reader took for granted of a file, and its author may not have meant; notes on stderr say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches

import numpy as np

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.core.naming import with_article

_LOOKED_AT, _SMALL = 20, 2000
"""So many dead ends are compared with other names, in arenas of so many vertices."""


def remarks(game: Game, objective: str | None, priorities: str | None) -> Iterator[str]:
    """Yield a sentence on each thing taken for granted; ``objective`` and ``priorities`` are the options given."""
    if said := getattr(game, "remark", ""):
        yield said
    if game.objective.remark:
        yield game.objective.remark
    yield from _names(game.arena)
    reads = game.objective.reads_priorities and priorities is None and game.arena.n > 1
    marked = game.objective.marked if reads else None
    if marked is not None and marked.all() == marked.any():
        every = "every" if marked.all() else "no"
        yield f'{every} vertex counts as "{game.objective.mark}"; --priorities says which priorities do'
    if objective is None and game.objective.numbers is not None and not game.objective.reads_data:
        yield from _left_out(game)


def _names(arena: Arena) -> Iterator[str]:
    """Yield a sentence on names that several vertices have, on one that may be misspelt, and on a vertex 0 that no line
    names.
    """
    if arena.labels is None:
        if arena.owner is None and arena.n > 1 and not arena.out_degree[0] and not (arena.successors == 0).any():
            yield "no edge is at vertex 0; if the file numbers from 1, --format edgelist keeps its numbers as names"
        return
    names = [str(label) for label in arena.labels]
    again = next((name for name, count in Counter(names).items() if count > 1), None)
    if again is not None:
        yield f"{names.count(again)} vertices are called {again!r}; a name means none of them"
    goals = np.bincount(arena.successors, minlength=arena.n)
    for v in np.flatnonzero((arena.out_degree == 0) & (goals == 1)).tolist()[:_LOOKED_AT]:
        others = [name for name in names if name != names[v] and name.isalpha() and len(name) > 3]
        near = get_close_matches(names[v], others, 1, 0.75) if names[v].isalpha() and arena.n <= _SMALL else []
        if near:
            yield f"{names[v]!r} is named only once, as a successor; did you mean {near[0]!r}?"


def _left_out(game: Game) -> Iterator[str]:
    """Yield a sentence on data that count nowhere, if another objective is made from them."""
    there = {*game.arena.edge_data, *game.arena.vertex_data}
    known = {name: objective_class(name) for name in (objectives() if there else ())}
    chance = game.arena.denominator is not None
    fit = [name for name, one in known.items() if one.made_of(there) and one.allows_chance >= chance]
    used = {key for name in fit for key in (*known[name].reads_data, *known[name].stand_ins.values())} & there
    if fit:
        what = f"{with_article(game.objective.name)} game takes no notice of {' and '.join(sorted(used))} in the file"
        yield f"{what}; --objective {' or '.join(fit)} does"
