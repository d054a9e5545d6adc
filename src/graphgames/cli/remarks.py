"""What a reader took for granted of a file, and its author may not have meant; notes on stderr say so."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator

import numpy as np

from graphgames.catalogue.find import kind_of, objective_class, objectives
from graphgames.core.arena import Arena
from graphgames.core.chance import thirds
from graphgames.core.game import Game
from graphgames.core.naming import with_article

_LOOKED_AT, _SMALL = 20, 2000
"""So many dead ends are compared with other names, in arenas of so many vertices."""


def remarks(game: Game, objective: str | None, marked: bool) -> Iterator[str]:
    """Yield a sentence on each thing taken for granted; ``objective`` is the option given.

    ``marked`` says whether an option has marked the vertices.
    """
    if game.remark:
        yield game.remark
    if game.objective.remark:
        yield game.objective.remark
    arena = game.arena
    yield from _names(arena)
    if objective is not None and game.objective.bits and not game.objective.speaks_of_edges:
        yield (
            f"the priority of a vertex is read as the sets that hold it: {game.objective.bits}; "
            "--objective parity reads priorities as such"
        )
    reads = game.objective.reads_priorities and not marked and game.arena.n > 1 and not kind_of(game).ask
    mask = game.objective.marked if reads else None
    if mask is not None and mask.all() == mask.any():
        every = "every" if mask.all() else "no"
        yield f'{every} vertex counts as "{game.objective.mark}"; --priorities says which priorities do'
    counts = game.objective.numbers is not None or "weight" in game.arena.edge_data
    if objective is None and counts and not game.objective.reads_data:
        yield from _left_out(game)
    if objective is None and not game.objective.reads_data:
        yield from _unknown(game)
    if arena.probability is not None:
        some = map(arena.probability_of, np.flatnonzero(arena.probability)[:_SMALL].tolist())
        if third := thirds(dict.fromkeys(filter(None, some))):
            yield third
    probable = f"{game.objective.name}-probability"
    if objective is None and arena.denominator is not None and probable in objectives():
        yield (
            f"the question is who wins almost surely; --objective {probable} has the probabilities "
            "where at most one player chooses while it is left to chance"
        )


def _names(arena: Arena) -> Iterator[str]:
    """Yield a sentence on names that several vertices have, and on one that may be misspelt."""
    if arena.labels is None or (isinstance(arena.labels, range) and arena.owner is None):
        return
    names = [str(label) for label in arena.labels]
    again = next((name for name, count in Counter(names).items() if count > 1), None)
    if again is not None:
        yield f"{names.count(again)} vertices are called {again!r}; a name means none of them"
    goals = np.bincount(arena.successors, minlength=arena.n)
    for v in np.flatnonzero((arena.out_degree == 0) & (goals == 1)).tolist()[:_LOOKED_AT]:
        others = [name for name in names if name != names[v] and name.isalpha() and len(name) > 3]
        if names[v].isalpha() and arena.n <= _SMALL:
            from difflib import get_close_matches  # a millisecond that most inputs do without

            for similar in get_close_matches(names[v], others, 1, 0.75):
                yield f"{names[v]!r} is named only once, as a successor; did you mean {similar!r}?"


def _unknown(game: Game) -> Iterator[str]:
    """Yield a sentence on data of edges that no objective is made from, where the file may have owners, too."""
    names = [name for name in game.arena.edge_data if name not in {"priority", "probability"}]
    for one in map(objective_class, objectives() if names else ()):
        names = [name for name in names if name not in {*one.reads_data, *one.stand_ins.values()}]
    if names:
        turn = "; without a column owner the players move in turn from any vertex" * (game.arena.owner is None)
        what = f"{' and '.join(names)} in the file {'is' if len(names) == 1 else 'are'} ignored"
        yield f"{what}, but --column {shlex.quote(f'weight={names[0]}')} reads weights{turn}"


def _left_out(game: Game) -> Iterator[str]:
    """Yield a sentence on data that count nowhere, if another objective is made from them."""
    there = {*game.arena.edge_data, *game.arena.vertex_data} - {"priority"}
    known = {name: objective_class(name) for name in (objectives() if there else ())}
    chance = game.arena.denominator is not None
    fit = [name for name, one in known.items() if one.made_of(there) and one.allows_chance >= chance]
    used = {key for name in fit for key in (*known[name].reads_data, *known[name].stand_ins.values())} & there
    if fit:
        what = f"{with_article(game.objective.name)} game ignores {' and '.join(sorted(used))} in the file"
        yield f"{what}; --objective {' or '.join(fit)} does not"
