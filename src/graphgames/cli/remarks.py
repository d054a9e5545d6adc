"""What a reader took for granted of a file, and its author may not have meant; notes on stderr say so."""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.game import Game
from graphgames.core.naming import with_article


def remarks(game: Game, objective: str | None, priorities: str | None) -> Iterator[str]:
    """Yield a sentence on each thing taken for granted; ``objective`` and ``priorities`` are the options given."""
    if game.objective.remark:
        yield game.objective.remark
    reads = game.objective.reads_priorities and priorities is None and game.arena.n > 1
    marked = game.objective.marked if reads else None
    if marked is not None and marked.all() == marked.any():
        every = "every" if marked.all() else "no"
        yield f'{every} vertex counts as "{game.objective.mark}"; --priorities says which priorities do'
    if objective is None and game.objective.numbers is not None and not game.objective.reads_data:
        yield from _left_out(game)


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
