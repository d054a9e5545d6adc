"""Turn priorities into objectives and back, so that a file of priorities can be read as any of them.

A set of priorities selects the target, safe, accepting or rejecting vertices. By default even priorities are good for
player 0, as in a parity game, where the largest priority seen infinitely often counts. There are other conventions, in
which the smallest counts or odd ones are good: a parity game keeps its own, others are made of priorities turned round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.arena import Arena
from graphgames.core.arguments import two_names
from graphgames.core.arrays import offsets_of
from graphgames.core.conventions import CONVENTIONS, as_max_even, known_convention
from graphgames.core.conventions import Priorities as Priorities
from graphgames.core.conventions import ReadAs as ReadAs
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.naming import either, with_article
from graphgames.core.objective import Objective

_PART = r"\s*(\d+)\s*(?:(?:-|\.\.)\s*(\d+)\s*)?"
_LARGEST = 2**31 - 1


def parse_priorities(given: str | int | Iterable[int]) -> list[tuple[int, int]]:
    """Turn a set of priorities into ranges, both ends included.

    The set is given as integers or as a text of numbers and ranges with commas between. Raise `GameError` if a part of
    it is neither a number nor a range, or a range runs backwards.

    >>> parse_priorities("2, 4-6"), parse_priorities({1})
    ([(2, 2), (4, 6)], [(1, 1)])
    """
    if not isinstance(given, str):
        numbers = list(given) if isinstance(given, Iterable) else [given]
        if not all(isinstance(one, int | np.integer) for one in numbers):
            raise GameError(f"the priorities are {shown(given)}; expected numbers, or a text like '2,4-6'")
        return [(int(one), int(one)) for one in numbers]
    ranges = []
    for part in given.split(","):
        match = re.fullmatch(_PART, part)
        if match is None:
            meant = f"; --convention {given} says which priorities win" if given in CONVENTIONS else ""
            raise GameError(
                f"{part.strip()!r} is not a set of priorities; expected numbers and ranges like 2,4-6{meant}"
            )
        low, high = match[1], match[2] or match[1]
        if max(len(low), len(high)) > 10 or int(low) > int(high):
            raise GameError(f"{part.strip()!r} holds no priority; a range runs from the smaller number to the larger")
        ranges.append((int(low), int(high)))
    return ranges


def meant(
    convention: str | None = None,
    priorities: Priorities | None = None,
    settings: Mapping[str, Any] | None = None,
    marks: Mapping[str, Sequence[Any]] | None = None,
    columns: Mapping[str, str] | None = None,
    players: tuple[str, str] | None = None,
    base: int | None = None,
    mending: Mapping[str, Any] | None = None,
) -> ReadAs:
    """Return what a reader is to be told of a file.

    Raise `GameError` if an argument is of the wrong type, there is no such convention, or two arguments say which
    vertices are marked.
    """
    for name, given, like in (
        ("settings", settings, {"threshold": "7/3"}),
        ("columns", columns, {"weight": "cost"}),
        ("marks", marks, {"target": ["home"]}),
    ):
        if given is not None and not isinstance(given, Mapping):
            raise GameError(f"{name} is {shown(given)}; expected a dictionary, as {like}")
    if priorities is not None and convention is not None:
        raise GameError("a set of priorities says which are good for player 0; a convention has no effect beside it")
    avoid: Sequence[Any] = ()
    if marks and marks.keys() == {"target", "avoid"}:
        marks, avoid = {"target": marks["target"]}, marks["avoid"]
    if marks and (len(marks) > 1 or priorities is not None or convention is not None):
        named = " and ".join([*marks, *(["priorities"] if priorities is not None else [])])
        way = "--objective emerson-lei --set formula='Inf(0) & Fin(1)'"
        both = f"; for both at once: {way}, where bit 0 of a priority says accepting, bit 1 rejecting"
        both *= marks.keys() == {"accepting", "rejecting"} and priorities is None
        raise GameError(f"{named} both choose the marked vertices; give one of them{both}")
    if base not in (None, 0, 1):
        raise GameError(f"base is {shown(base)}; expected 0 or 1, the number of the first vertex")
    if isinstance(priorities, ReadAs):
        priorities = priorities.marking
    return ReadAs(
        None if convention is None else known_convention(convention),
        settings or {},
        priorities,
        next(iter(marks.items())) if marks else None,
        {word: column for word, column in (columns or {}).items() if word != column},
        None if players is None else two_names(players),
        base,
        avoid,
        mending or {},
    )


def as_read(priorities: Priorities | None) -> ReadAs:
    """Return all that a reader was told."""
    return priorities if isinstance(priorities, ReadAs) else ReadAs(marking=priorities)


def settings_of(priorities: Priorities | None) -> Mapping[str, Any]:
    """Return the settings of the objective that a reader was told."""
    return as_read(priorities).settings


def speaks_of_priorities(priorities: Priorities | None) -> bool:
    """Return whether a reader was told what the priorities of a file mean."""
    read_as = as_read(priorities)
    return read_as.marking is not None or read_as.convention is not None


def marked_objective(word: str, with_chance: bool = False) -> str:
    """Return the first objective that marks vertices by this word, and is made for chance if there is some and one is.

    >>> marked_objective("target"), marked_objective("target", True), marked_objective("accepting", True)
    ('reach', 'reach-probability', 'buchi')
    """
    fitting = [name for name in objectives() if objective_class(name).data == word]
    fit = (name for name in fitting if objective_class(name).allows_chance or not with_chance)
    return next(fit, fitting[0])


def game_as_read(game: Game, priorities: Priorities | None, name: str | None = None) -> Game:
    """Return a game with the marks and the players' names that a reader was told.

    Without the ``name`` of an objective it is the first that has such marks. Raise `GameError` if that of this name has
    none, `ArenaError` if there is no such vertex.
    """
    read_as, objective = as_read(priorities), game.objective
    asked_model = hasattr(game, "model")  # whose states were marked as the game was made
    if read_as.marks is not None and not asked_model:
        word, names = read_as.marks
        marked = np.array([game.arena.vertex(one) for one in _whole(game.arena, names)], np.int64)
        word = "accepting" if word == "target" and objective.data == "accepting" else word
        if objective.data == word:
            objective = replace(objective, **{word: marked})
        elif name is None:
            cls: Any = objective_class(marked_objective(word, game.arena.probability is not None))
            objective = cls(marked)
        else:
            fit = f"; its vertices are marked by {objective.data} (--{objective.data})" if objective.mark else ""
            if hasattr(objective, "families"):
                fit = "; bits of a vertex's priority say in which of its sets it is, so that 5 is in sets 0 and 2"
            raise GameError(f"{word!r} marks no vertices of {with_article(name)} objective{fit}")
    if objective is not game.objective or read_as.players not in (None, game.players):
        remark = game.remark
        game = replace(game, objective=objective, players=read_as.players or game.players)
        object.__setattr__(game, "_remark", remark)
    return _kept_away(game, read_as.avoid) if read_as.avoid and not asked_model else game


def _whole(arena: Arena, names: Sequence[Any]) -> Sequence[Any]:
    """Return names of vertices; what was taken apart at commas and is one name is that name again."""
    whole, labels = ", ".join(map(str, names)), arena.labels or ()
    return [whole] if whole in labels and not all(one in labels for one in names) else names


def around(name: str) -> GameError:
    """Return the error that an objective is not about reaching a target around some vertices."""
    return GameError(f"target and avoid together are for reach games, not for {name}")


def _kept_away(game: Game, avoid: Sequence[Any]) -> Game:
    """Return the game in which the play is lost once it comes to some vertices before the target.

    Without chance it stops there. Raise `GameError` if the game is not about reaching a target.
    """
    arena, objective = game.arena, cast("Any", game.objective)
    lost = np.zeros(arena.n, np.bool_)
    lost[[arena.vertex(one) for one in avoid]] = True
    if hasattr(objective, "within"):
        return replace(game, objective=replace(objective, within=~lost))
    if objective.name != "reach":
        raise around(objective.name)
    kept = ~(lost & ~objective.mask)[arena.tails]
    edge_data = {name: data[kept] for name, data in arena.edge_data.items()}
    rows = offsets_of(arena.tails[kept], arena.n), arena.successors[kept]
    cut = Arena.trusted(*rows, arena.owner, arena.labels, edge_data=edge_data, vertex_data=arena.vertex_data)
    return replace(game, arena=cut)


def refuse_convention(cls: type[Objective], priorities: Priorities | None) -> None:
    """Raise `GameError` if a reader was told a convention, and such an objective has no priorities."""
    convention = as_read(priorities).convention
    if convention is None or (cls.reads_priorities and not cls.signed_priorities):
        return
    why = ": the numbers of the file are weights, which no convention changes" if cls.signed_priorities else ""
    raise GameError(
        f"the convention is {convention!r}, but {with_article(cls.name)} game has no priorities{why}; leave the "
        "convention out, or name an objective that is made of priorities, such as parity"
    )


def needs_marks(name: str) -> bool:
    """Return whether an objective that is made from data needs marked vertices or priorities besides."""
    cls = objective_class(name)
    return any(one.name == cls.data and one.default is MISSING for one in fields(cls))


def writes_priorities(objective: Objective) -> bool:
    """Return whether a file with the data of an objective has a priority for each vertex as well."""
    return objective.reads_priorities and (not objective.reads_data or needs_marks(objective.name))


def made_from_data(name: str, settings: Mapping[str, Any], marks: Objective | None = None, **data: Any) -> Objective:
    """Return an objective over data of an arena, with those of these settings that it has, and the marks of another.

    Raise `GameError` if it needs more than that.
    """
    cls: Any = objective_class(name)
    if marks is not None:
        data[cls.data] = getattr(marks, cls.data)
    lacking = [one.name for one in fields(cls) if one.init and one.default is MISSING and one.name not in data]
    if lacking:
        raise GameError(
            f"the objective {name} needs {with_article(lacking[0])}, which this file cannot hold; write the "
            f"game as .arena, or make it in Python with {cls.__name__}({lacking[0]}, ...)"
        )
    objective: Objective = cls(**data, **{name: settings[name] for name in cls.settings if name in settings})
    return objective


def with_settings(problem: Any, settings: Mapping[str, Any]) -> Any:
    """Return a game whose objective has other values of some settings.

    Raise `GameError` if it has no such setting, or the value is none; it says what there is to set.
    """
    objective: Any = getattr(problem, "objective", None)
    known = () if objective is None else objective.settings
    if (name := next((name for name in settings if name not in known), None)) is not None:
        from graphgames.catalogue.habits import instead

        there = f"it has: {', '.join(known)}" if known else "it has nothing that can be set"
        if of := [one for one in objectives() if name in objective_class(one).settings]:
            goes = f"{name} goes with --objective {either(of)}"
            there = goes if objective is None else f"{there}; {goes}"
        what = "what is played here" if objective is None else f"this {objective.name} objective"
        raise GameError(f"{what} has no {name!r} to set; {there}{instead(f'--{name}', '; ')}")
    if settings and hasattr(problem, "with_settings"):
        return problem.with_settings(settings)
    return replace(problem, objective=replace(objective, **settings)) if settings else problem


def objective_of(
    name: str, priority: NDArray[Any], priorities: Priorities | None = None, convention: str = "max-even"
) -> Objective:
    """Make an objective from the priorities of the vertices, of which the file has a convention.

    ``parity`` takes the priorities as they are; ``reach``, ``safe``, ``buchi`` and ``cobuchi`` take the vertices whose
    priority is in the set ``priorities``; ``normal`` and ``misere`` pass over them. By default what is good for player
    0 is even: the set is the even ones, for ``cobuchi`` the odd ones. Instead of a set there may be the convention of
    all of them. Numbers that are weights are taken as they are, whatever the convention of the file. Raise `GameError`
    if there is no such objective, the set or the convention is given for an objective that has none, or no vertex is in
    the set.

    >>> objective_of("buchi", np.array([1, 2, 4], np.int32), "4-6").accepting
    array([False, False,  True])
    """
    cls, convention = objective_class(name), known_convention(convention)
    refuse_convention(cls, priorities)
    if isinstance(priorities, ReadAs):
        convention, priorities = priorities.convention or convention, priorities.marking
    if priorities is None and "convention" in cls.settings:
        return replace(cls.from_priorities(priority), convention=convention)  # type: ignore[call-arg]
    greater_is_even = priority if cls.signed_priorities else as_max_even(priority, convention)
    if priorities is None:
        return cls.from_priorities(greater_is_even)
    marked = np.zeros(priority.size, np.bool_)
    for low, high in parse_priorities(priorities):
        if low <= _LARGEST:
            marked |= (priority >= max(low, 0)) & (priority <= min(high, _LARGEST))
    made = cls.from_priorities(greater_is_even, marked)
    if priority.size and not marked.any():
        there = np.unique(priority).tolist()
        listed = ", ".join(map(str, there[:8])) + (f", ... {there[-1]}" if len(there) > 8 else "")
        asked = ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in parse_priorities(priorities))
        wanted = f"priority {asked}" if asked.isdecimal() else f"a priority of {asked}"
        raise GameError(f"no vertex has {wanted}; the priorities of the file are {listed}")
    return made
