"""What is given to solve becomes a problem: rules are expanded to a game on an arena, graphs get their objective."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from graphgames.catalogue.asking import Askable, named
from graphgames.catalogue.find import kinds, objective_class
from graphgames.core.arena import Arena, Vertex
from graphgames.core.arguments import function, integer
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, LimitExceededError, shown
from graphgames.core.game import Game, arena_of, attributes_of
from graphgames.core.naming import Positions
from graphgames.core.objective import Objective
from graphgames.core.oracle import Outcome
from graphgames.core.rules import EVERY, LIMIT, Rules, check_memory, hashable_positions, moves_of, plain_rules


def expand(
    rules: Rules | Callable[[Any], Iterable[Any]] | Mapping[Any, Iterable[Any]],
    limit: int = LIMIT,
    objective: Objective | None = None,
    progress: Callable[[int], None] | None = None,
    start: object = None,
) -> Game:
    """Enumerate the positions that can be reached from the start, breadth first, as an explicit game.

    Parameters
    ----------
    rules : Rules, callable or dict
        The game, or just a function from a position to the positions after a move; positions must be hashable.
    limit : int
        Stop with an error rather than make more positions than this.
    objective : Objective, optional
        By default the one of the rules, else `NormalPlay`.
    progress : callable, optional
        Called now and then with the number of positions so far.
    start : position, optional
        Where the play begins; by default at the ``start`` of the rules.

    Returns
    -------
    Game
        The start is vertex 0; the positions are the arena's labels. The ends of rules with ``outcome`` are in the
        ``won``, ``drawn`` and ``lost`` of its `NormalPlay`; one that is drawn has a move to itself.

    Raises
    ------
    LimitExceededError
        If there are more positions than ``limit``, or memory runs short.
    GameError
        If the rules are none: no ``moves``, no ``start``, moves that are no iterable, positions that are not hashable,
        a ``mover`` that answers neither 0 nor 1, an ``outcome`` that is none, or one beside another objective.

    Notes
    -----
    One dictionary entry a position and four bytes a move.

    Examples
    --------
    >>> class Countdown:
    ...     start = 5
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> expand(Countdown())
    Game(Arena(n=6, m=9, impartial), normal)
    """
    rules = plain_rules(rules)
    limit, progress = integer(limit, "the limit"), function(progress, "progress")
    if objective is not None and not isinstance(objective, Objective):
        raise GameError(f"{shown(objective)} is not an objective; expected one such as NormalPlay()")
    start = getattr(rules, "start", None) if start is None else start
    if start is None:
        raise GameError("the rules have no start, so say where the play begins: expand(rules, start=...)")
    objective = objective or getattr(rules, "objective", None) or objective_class("normal")()
    ends = _Ends(rules, objective)
    moves = partial(moves_of, rules) if ends.outcome is None else ends.moves
    mover: Callable[[Any], int] | None = getattr(rules, "mover", None)
    positions: list[Hashable] = [start]
    from array import array  # which few need, and costs time at the start

    successors, offsets, owner, ended = array("i"), array("q", [0]), bytearray(), False
    with hashable_positions():
        number: dict[Hashable, int] = {start: 0}
        for v, position in enumerate(positions):  # the list grows while it is walked: breadth first
            for target in moves(position):
                w = number.setdefault(target, len(positions))
                if w == len(positions):
                    if w >= limit:
                        raise LimitExceededError(
                            f"the game has more than {limit} positions; raise the limit, or choose a smaller game"
                            + ("" if ended else ", or mend the rules: not one of these positions is an end")
                        )
                    positions.append(target)
                successors.append(w)
            ended = ended or len(successors) == offsets[-1]
            offsets.append(len(successors))
            if mover is not None:
                owner.append(_player(mover, position))
            if v % EVERY == 0:
                check_memory(len(positions) - len(positions) % EVERY)
                if progress is not None:
                    progress(len(positions))
    arena = Arena.trusted(
        np.frombuffer(offsets, np.int64),
        np.frombuffer(successors, np.int32) if successors else np.empty(0, np.int32),
        np.frombuffer(owner, np.uint8) if mover is not None else None,
        _labels(rules, positions),
    )
    if ends.named:
        named = {name: np.array([number[end] for end in found]) for name, found in ends.named.items()}
        objective = replace(objective, **named)
    return Game(arena, objective, start=Vertex(0))


def game_of_rules(rules: Any, limit: int, objective: Objective | None = None, start: Any = None) -> Game:
    """Return the game of rules; that of rules in which chance moves is made as the row of a kind says."""
    if not hasattr(rules, "chances"):
        return expand(rules, limit, objective, start=start)
    made: Game = next(kind.load(kind.by_chance) for kind in kinds() if kind.by_chance)(rules, limit, objective, start)
    return made


def problem_of(
    given: Any,
    objective: Objective | None = None,
    owner: Any = None,
    players: tuple[str, str] | None = None,
    start: Any = None,
) -> Game:
    """Return the game of the arguments of `solve`: rules are expanded, graphs get an objective.

    Raise `GameError` if it is nothing to solve, or the objective is missing or one too many.

    >>> from graphgames import NormalPlay
    >>> problem_of([("a", "b"), ("b", "c")], NormalPlay())
    Game(Arena(n=3, m=2, impartial), normal)
    """
    if isinstance(given, type):
        raise GameError(f"{given.__name__} is a class; solve an object of it, such as {given.__name__}(...)")
    if objective is not None and hasattr(given, "with_objective"):
        asked: Game = given.with_objective(objective, owner, start, players)
        return asked
    if isinstance(given, Askable):
        if given.properties and "\n" not in given.properties:  # the file asks one thing
            return given.with_property(given.properties)
        names = named(given.properties)
        what, ways, called = "a property", "--property TEXT on the command line", "model.ask(text)"
        if getattr(given, "names", None) is not None:  # a table, for which objectives are options, too
            what, ways = f"an objective or {what}", f"--objective NAME or {ways}"
            called += ", or solve(model, Discounted(discount='9/10'))"
        held = f", such as {names[0]}; its file holds {', '.join(names)}, and model.ask() asks all" if names else ""
        raise GameError(f"a model needs {what}: {ways}; in Python {called}{held}")
    if isinstance(given, Game) or isinstance(getattr(given, "kind", None), str):
        if objective is not None:
            misere: Game | None = getattr(given, "in_misere", None)
            if misere is not None and getattr(objective, "name", "") == "misere":
                return misere
            way = "; for another one: solve(game.arena, objective)" if hasattr(given, "arena") else ""
            raise GameError(f"{shown(given)} comes with an objective of its own{way}")
        if owner is not None:
            raise GameError(f"{shown(given)} contains the owners; owner is for plain graphs")
        if players is not None and not isinstance(given, Game):
            raise GameError(f"{shown(given)} names the players itself; players is for graphs")
        game: Game = given if players is None else replace(given, players=players)
        return game if start is None else replace(game, start=start)
    by_function = start is not None and callable(given) and not hasattr(given, "nodes")
    if by_function or (hasattr(given, "start") and callable(getattr(given, "moves", None))):
        if owner is not None:
            raise GameError("rules say who moves by their method mover(position), not by owner")
        made = game_of_rules(given, LIMIT, objective, start)
        return made if players is None else replace(made, players=players)
    environment = hasattr(given, "action_space") or _is_dynamics(given)
    if environment and objective is None:
        what = "an environment" if hasattr(given, "action_space") else "the table of an environment"
        raise GameError(f"{shown(given)} is {what}, and needs an objective, such as Discounted(discount='9/10')")
    table = hasattr(given, "itertuples") and {"action", "a"} & {str(name).lower() for name in given.columns}
    if environment or table:
        return problem_of(_model_of(given), objective, owner, players, start)
    if isinstance(given, Objective):
        raise GameError(f"{shown(given)} is an objective; expected a game, or a graph before the objective")
    if isinstance(given, str):
        raise GameError(f"cannot solve the text {shown(given)}: it is neither the name of a game nor of a file")
    like_graph = any(hasattr(given, name) for name in ("indptr", "is_directed", "tocsr", "__iter__"))
    if not like_graph or isinstance(given, bytes | set | frozenset):
        raise GameError(
            f"{shown(given)} cannot be solved; expected a game, a graph with an objective, or rules: an object with "
            "start and moves(position), or the function of the moves with start=..."
        )
    if objective is None:
        graph, given = given, arena_of(given, owner, players)
        if given.owner is not None and "priority" in attributes_of(graph)[1]:
            parity: Any = objective_class("parity")
            return Game.from_graph(graph, parity(priority="priority"), owner, start, players)
        if given.owner is not None:
            raise GameError(
                f"{shown(graph)} has no objective; give one, as in solve(graph, Reach([0])), or in "
                "solve(graph, NormalPlay(won=..., drawn=..., lost=...)) by the ends that who is to move there has won, "
                "drawn or lost, by default lost; a play without end is a draw"
            )
        objective = objective_class("normal")()
    return Game.from_graph(given, objective, owner, start, players)


def _model_of(data: Any) -> Any:
    """Return the model of a table with actions, or of an environment, as the row of a kind says."""
    return next(kind.load(kind.model) for kind in kinds() if kind.model)._made_from(data)


def arena_for_both(given: Any) -> Arena:
    """Return the arena of a game or a graph, on which both players have the same moves whoever owns the vertices."""
    if isinstance(given, Arena):
        return given
    return problem_of(given, None if isinstance(given, Game) else objective_class("normal")()).arena


def _is_dynamics(given: Any) -> bool:
    """Return whether it is a dictionary of states, of actions, of what follows: the table that Gymnasium calls P."""
    first = next(iter(given.values()), None) if isinstance(given, Mapping) else None
    rows = next(iter(first.values()), None) if isinstance(first, Mapping) else None
    row = rows[0] if isinstance(rows, list | tuple) and rows else None
    return isinstance(row, tuple | list) and len(row) >= 3


def _labels(rules: Any, positions: list[Hashable]) -> Sequence[Hashable]:
    """Return the positions as labels, with what the rules say for a person, if they do."""
    render, rule = getattr(rules, "render", None), getattr(rules, "rule", "")
    rule = rule if isinstance(rule, str) else ""
    if not callable(render):
        return Positions(positions, str, rule) if rule else positions
    return Positions(positions, render, rule)


def _player(mover: Callable[[Any], int], position: Any) -> int:
    """Return who is to move."""
    player = mover(position)
    if player not in (0, 1):
        hint = "; rules in which chance moves are solved, or made a Model (from_rules)" if player == CHANCE else ""
        raise GameError(f"mover({position!r}) is {player!r}; expected 0 or 1{hint}")
    return player


_ENDS = {Outcome.WIN: "won", Outcome.DRAW: "drawn", Outcome.LOSS: "lost"}


class _Ends:
    """Rules whose ``outcome`` says who wins at an end: these are noted by the field of `NormalPlay` that names them."""

    def __init__(self, rules: Any, objective: Any):
        self.rules = rules
        self.outcome: Callable[[Any], str] | None = getattr(rules, "outcome", None)
        self.named: dict[str, list[Hashable]] = {}
        named = objective.name == "normal" and any(getattr(objective, name) is not None for name in _ENDS.values())
        if self.outcome is not None and (objective.name != "normal" or named):
            raise GameError(
                f"the rules say who wins at an end (outcome), and so does the objective {objective.name}; keep one"
            )

    def moves(self, position: Any) -> Iterator[Any]:
        """Return the moves of the rules, and from an end that is drawn one to itself."""
        end = True
        for target in moves_of(self.rules, position):
            end = False
            yield target
        if end and self.outcome is not None:
            outcome = self.outcome(position)
            if outcome not in list(Outcome):
                raise GameError(f"outcome({position!r}) is {outcome!r}; expected 'win', 'draw' or 'loss'")
            self.named.setdefault(_ENDS[Outcome(outcome)], []).append(position)
            if outcome == Outcome.DRAW:
                yield position
