"""Shields: which actions keep a promise that can be kept, exactly and with a proof for every single one.

In the worst case chance is an adversary: the edges that stay in the winning region are the least restrictive mask. With
probabilities an action is allowed if after it the player can still stay safe with a probability of at least a
threshold, or of at least the best one times a factor; that promise is about a player who does his best afterwards, for
so many decisions or for ever. For Büchi, co-Büchi and parity a shield is a template of winning strategies.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.problems import game_of_rules
from graphgames.core.arena import Arena, owners
from graphgames.core.arguments import integer, place
from graphgames.core.chance import CHANCE
from graphgames.core.digest import digest, game_parts
from graphgames.core.errors import GameError, SolverError, shown
from graphgames.core.game import Game
from graphgames.core.naming import by_text
from graphgames.core.remembering import ReadOnly
from graphgames.core.report import Report
from graphgames.core.rules import LIMIT
from graphgames.core.solution import ArenaSolution
from graphgames.core.tabular import data_frame
from graphgames.core.value import decimal, ends, to_json
from graphgames.engines import dispatch
from graphgames.games.chance.objective import AvoidProbability, BoundedReachProbability
from graphgames.games.parity.objective import Parity
from graphgames.games.reachability.objective import Reach, Safe
from graphgames.policies.shield_checker import Promise, check_mask, safety, single
from graphgames.policies.template_checker import check_template
from graphgames.policies.templates import Template, template

if TYPE_CHECKING:
    import pandas as pd

    from graphgames.draw.picture import Picture


@dataclass(frozen=True, eq=False)
class Shield(ReadOnly):
    """Which actions keep a promise.

    Attributes
    ----------
    game : Game
        The game on an arena, or the model with its objective.
    solution : ArenaSolution
        The solution that proves the value of each vertex.
    promise : Promise
        What is promised.
    mask : ndarray of bool, shape (m,)
        The edges of the player's vertices that are allowed, by number.

    Examples
    --------
    A robot on a wet floor either runs, and may fall, or walks.

    >>> import graphgames as gg
    >>> rows = [("hall", "run", "desk", "4/5"), ("hall", "run", "fallen", "1/5"), ("hall", "walk", "desk", 1),
    ...         ("desk", "work", "desk", 1), ("fallen", "lie", "fallen", 1)]
    >>> safe = gg.shield(gg.Model.from_table(rows), avoid=["fallen"])
    >>> print(safe)
    each allowed action stays safe for ever, whatever happens otherwise
      hall: walk
      desk: work
      fallen: none
    >>> safe.allows("hall", "run"), safe.lost, safe.verify().ok
    (False, ['fallen'], True)
    """

    proves: ClassVar[Mapping[str, str]] = {
        "problem, avoid": "same_game",
        "promise, threshold, factor, horizon": "check_mask",
        "allowed, forbidden, lost": "check_mask",
    }
    game: Game
    solution: ArenaSolution
    promise: Promise
    mask: NDArray[np.bool_]

    @cached_property
    def _acts(self) -> NDArray[np.bool_]:
        """Where the player acts, and of a model the states with a single action."""
        acts: NDArray[np.bool_] = (self.game.arena.owner == self.promise.player) | single(self.game)
        return acts

    def _states(self) -> list[int]:
        """Return the vertices at which the player acts, and of a model the states with a single action."""
        states: list[int] = np.flatnonzero(self._acts).tolist()
        return states

    def _named(self, v: int) -> list[tuple[Any, int]]:
        """Return the actions at a vertex, each with its edge."""
        arena, edges = self.game.arena, range(int(self.game.arena.indptr[v]), int(self.game.arena.indptr[v + 1]))
        if not hasattr(self.game, "staged"):
            return [(arena.label(int(arena.successors[e])), e) for e in edges]
        game: Any = self.game
        made, model = game.staged.edge_of, game.model
        return [(model.action(int(made[e])), e) for e in edges]

    def _once(self, v: int) -> dict[Any, int]:
        """Return the actions at a vertex, each once: where chance moves at once, all edges are of one."""
        return dict(self._named(v))

    @property
    def sentence(self) -> str:
        """What is promised, in a sentence."""
        return str(self.promise)

    @cached_property
    def allowed(self) -> dict[Any, list[Any]]:
        """From each state to the actions that keep the promise; none where it cannot be kept."""
        label = self.game.arena.label
        return {label(v): [action for action, e in self._once(v).items() if self.mask[e]] for v in self._states()}

    @property
    def lost(self) -> list[Any]:
        """The states in which no action keeps the promise."""
        return [state for state, actions in self.allowed.items() if not actions]

    def allows(self, state: object, action: object) -> bool:
        """Return whether an action keeps the promise in a state; raise `GameError` if there is no such action."""
        named = self._named(self.game.arena.vertex(state))
        for one, e in named:
            if one == action:
                return bool(self.mask[e])
        names = [one for one, _ in named]
        raise GameError(f"there is no action {shown(action)} in {shown(state)}; there are {shown(names)}")

    def action_mask(self, state: object, actions: int) -> NDArray[np.int8]:
        """Return 1 for each of so many numbered actions that is allowed in a state, as environments take masks."""
        mask = np.zeros(integer(actions, "the number of actions", 1, 2**31), np.int8)
        for action in self.allowed[self.game.arena.label(self.game.arena.vertex(state))]:
            mask[place(action, mask.size, "an action")] = 1
        return mask

    @cached_property
    def _placed(self) -> tuple[list[Any], list[Any], NDArray[np.int64]]:
        """The states and the actions by their names, and for each edge the places of its two, -1 where it has none."""
        states, actions = self._states(), dict[Any, int]()
        found = np.full((self.game.arena.m, 2), -1)
        for k, v in enumerate(states):
            for action, e in self._named(v):
                found[e] = k, actions.setdefault(action, len(actions))
        return [self.game.arena.label(v) for v in states], list(actions), found

    def to_arrays(self) -> dict[str, Any]:
        """Return the shield as arrays, for programs that have their own tables.

        Returns
        -------
        dict
            ``states`` and ``actions``, lists of their names; ``there`` and ``allowed``, boolean arrays of shape
            (states, actions): which actions there are, and which keep the promise. A template has ``finitely``, as
            these, too, and ``groups``, an array of shape (k, 2) for each live group, with the places of the state and
            the action of each of its k members.

        Examples
        --------
        >>> import graphgames as gg
        >>> rows = [("hall", "run", "fallen", 1), ("hall", "walk", "hall", 1), ("fallen", "lie", "fallen", 1)]
        >>> found = gg.shield(gg.Model.from_table(rows), avoid=["fallen"]).to_arrays()
        >>> found["states"], found["actions"], found["allowed"].tolist()
        (['hall', 'fallen'], ['run', 'walk', 'lie'], [[False, True, False], [False, False, False]])
        """
        states, actions, _ = self._placed
        there = np.ones(self.game.arena.m, np.bool_)
        return {"states": states, "actions": actions, "there": self._table(there), "allowed": self._table(self.mask)}

    def _table(self, edges: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return some edges as an array over states and actions."""
        states, actions, places = self._placed
        found = np.zeros((len(states), len(actions)), np.bool_)
        row, column = places[edges & (places[:, 0] >= 0)].T
        found[row, column] = True
        return found

    def wrap(self, env: object, state: Callable[[Any], Any] | None = None) -> Any:
        """Return an environment of Gymnasium behind the shield.

        Parameters
        ----------
        env : gymnasium.Env
            With numbered actions. In one of `to_gymnasium` actions go by the names of moves; in any other action k is
            the action k of the model, as in `Model.from_gym`.
        state : callable, optional
            From an observation to the state; by default the position of one of ours, else the observation is the state.

        Returns
        -------
        gymnasium.Wrapper
            Its ``info["action_mask"]`` and ``action_masks()`` allow what keeps the promise. An action that breaks it is
            replaced by the first that keeps it, which stands in ``info["taken"]``; where none does, all are allowed.
        """
        from graphgames.policies.match import library

        return library("gymnasium", "gymnasium_").ShieldedEnv(env, self, state)

    def verify(self) -> Report:
        """Check the shield: the value of each vertex by the certificate, and the mask by a checker of its own."""
        report = dispatch.verify(self.solution)
        if not report.ok:
            return report
        rival = _rival(self.game, self.promise)
        return check_mask(self.game, rival, self.solution, self.promise, self.mask, report)

    def draw(self, **options: object) -> Picture:
        """Return the picture of the game, with what the shield says of each action; options as for solutions."""
        from graphgames.policies.shield_picture import picture

        return picture(self, **options)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the shield to a file: ``.json``, ``.csv`` (a table), a picture as ``.svg``, or a page (``.html``).

        Raise `GameError` for an ending that names none of these, nor another format of pictures.
        """
        from graphgames.policies.shield_picture import save

        save(self, path)

    def rows(self) -> list[tuple[Any, ...]]:
        """Return the table: a heading, and for each action in each state whether it is allowed."""
        label = self.game.arena.label
        found = [(label(v), action, bool(self.mask[e])) for v in self._states() for action, e in self._once(v).items()]
        return [("state", "action", "allowed"), *found]

    def edge_text(self, e: int) -> str:
        """Return what is said of an edge beside it in a picture."""
        e = place(e, self.game.arena.m, "an edge")
        return "\u2717" if self._acts[self.game.arena.tail(e)] and not self.mask[e] else ""

    def _about(self) -> dict[str, Any]:
        """Return which game the shield is of, whatever the promise: its digest, and what is to be avoided."""
        game, label = self.game, self.game.arena.label
        if self.promise.horizon is not None:
            game = _turned(game, AvoidProbability)
        states = np.flatnonzero(game.objective.mask) if isinstance(game.objective, AvoidProbability) else None
        avoid = {} if states is None else {"avoid": [str(label(v)) for v in states.tolist()]}
        return {"problem": digest(game_parts(game)), **avoid}

    def to_dict(self) -> dict[str, Any]:
        """Return the game, the promise and the mask as plain Python."""
        allowed = by_text((state, [_plain(action) for action in actions]) for state, actions in self.allowed.items())
        forbidden = by_text(
            (self.game.arena.label(v), [_plain(action) for action, e in self._once(v).items() if not self.mask[e]])
            for v in self._states()
        )
        return self._about() | {
            "promise": self.sentence,
            "threshold": None if self.promise.threshold is None else to_json(self.promise.threshold),
            "factor": None if self.promise.factor is None else to_json(self.promise.factor),
            "horizon": self.promise.horizon,
            "allowed": allowed,
            "forbidden": {state: actions for state, actions in forbidden.items() if actions},
            "lost": [str(state) for state in self.lost],
        }

    def to_pandas(self) -> pd.DataFrame:
        """Return a row for each action in each state, and whether it is allowed."""
        heading, *rows = self.rows()
        return data_frame(rows, heading)

    def __str__(self) -> str:
        """Return the promise, and the actions that are allowed in each state."""
        lines = [self.sentence]
        for state, actions in list(self.allowed.items())[:40]:
            lines.append(f"  {state}: {', '.join(map(str, actions)) or 'none'}")
        more = len(self.allowed) - 40
        return "\n".join([*lines, *([f"  ... {more:,} more states"] if more > 0 else [])])

    def __repr__(self) -> str:
        actions = sum(map(len, self.allowed.values()))
        return f"{type(self).__name__}({self.sentence!r}, {len(self.allowed)} states, {actions} actions allowed)"


@dataclass(frozen=True, eq=False)
class TemplateShield(Shield):
    """Which actions may be taken, which of them only finitely often, and which again and again, to win.

    Attributes
    ----------
    template : Template
        The co-live edges and the live groups, by the numbers of edges; for states and actions see ``finitely`` and
        ``groups``.

    Examples
    --------
    A guard wins if she comes home again and again; she may stay out for any time, but not for ever.

    >>> import graphgames as gg
    >>> paths = {"out": ["out", "home"], "home": ["out"]}
    >>> found = gg.shield(gg.Game.from_graph(paths, gg.Buchi(["home"]), owner=lambda v: 0))
    >>> print(found)
    who takes allowed actions alone, and of each group one again and again, wins
      out: out, home
      home: out
      group 1: out: home
    >>> found.groups, found.verify().ok
    ([{'out': ['home']}], True)
    """

    proves: ClassVar[Mapping[str, str]] = {
        "problem, avoid": "same_game",
        "promise, threshold, factor, horizon": "check_template",
        "allowed, forbidden, lost": "_forbidden",
        "finitely, groups": "_elsewhere _divided _without_a_move _lost_loops",
    }
    template: Template

    @property
    def sentence(self) -> str:
        colive = ", those that are marked only finitely often," if self.template.colive.any() else ""
        group = " and of each group one again and again," if self.template.groups else ""
        return f"who takes allowed actions alone,{colive}{group} wins".replace(",,", ",")

    def _actions(self, edges: Collection[int]) -> dict[Any, list[Any]]:
        """Return some edges as states with actions."""
        found: dict[Any, list[Any]] = {}
        for v in sorted({self.game.arena.tail(e) for e in edges}):
            found[self.game.arena.label(v)] = [*dict.fromkeys(action for action, e in self._named(v) if e in edges)]
        return found

    @cached_property
    def finitely(self) -> dict[Any, list[Any]]:
        """From states to the actions that may be taken only finitely often."""
        return self._actions(set(np.flatnonzero(self.template.colive).tolist()))

    @cached_property
    def groups(self) -> list[dict[Any, list[Any]]]:
        """The live groups: who comes again and again to one of the states takes one of the actions again and again."""
        return [self._actions(set(group.tolist())) for group in self.template.groups]

    @cached_property
    def follower(self) -> dict[Any, dict[Any, Fraction]]:
        """A policy that keeps all of it almost surely: each action that may be taken again and again, as likely."""
        free = {
            state: [action for action in actions if action not in self.finitely.get(state, ())]
            for state, actions in self.allowed.items()
        }
        return {
            state: {one: Fraction(1, len(actions)) for one in actions} for state, actions in free.items() if actions
        }

    def verify(self) -> Report:
        """Check the shield: who wins where by the certificate, and that all who keep the template win."""
        report = dispatch.verify(self.solution)
        if not report.ok:
            return report
        rival = _endless(self.game, self.promise.player)
        return check_template(self.game, rival, self.solution, self.promise, self.mask, self.template, report)

    def to_dict(self) -> dict[str, Any]:
        """Return the promise, the mask and the template as plain Python."""

        def named(actions: dict[Any, list[Any]]) -> dict[str, list[Any]]:
            return by_text((state, [_plain(one) for one in some]) for state, some in actions.items())

        return super().to_dict() | {"finitely": named(self.finitely), "groups": [named(one) for one in self.groups]}

    def to_arrays(self) -> dict[str, Any]:
        """Return the mask and the template as arrays, as `Shield.to_arrays`."""
        groups = [self._placed[2][group] for group in self.template.groups]
        return super().to_arrays() | {"finitely": self._table(self.template.colive), "groups": groups}

    def rows(self) -> list[tuple[Any, ...]]:
        """Return the table, with whether an action may be taken only finitely often, and the groups that it is in."""
        heading, *rows = super().rows()
        edges = [e for v in self._states() for e in self._once(v).values()]
        more = [(bool(self.template.colive[e]), " ".join(map(str, self._grouped.get(e, ())))) for e in edges]
        return [(*heading, "finitely", "groups"), *(row + one for row, one in zip(rows, more, strict=True))]

    @cached_property
    def _grouped(self) -> dict[int, list[int]]:
        """From each edge of a live group to the numbers of its groups, from 1 on."""
        found: dict[int, list[int]] = {}
        for k, group in enumerate(self.template.groups):
            for e in group.tolist():
                found.setdefault(e, []).append(k + 1)
        return found

    def edge_text(self, e: int) -> str:
        live = ", ".join(f"live {k}" for k in self._grouped.get(place(e, self.game.arena.m, "an edge"), ()))
        return super().edge_text(e) or ("finitely" if self.template.colive[e] else live)

    def __str__(self) -> str:
        """Return the promise, the actions that are allowed in each state, and the template."""
        lines = [super().__str__()]
        parts = [
            ("finitely often", self.finitely),
            *((f"group {k + 1}", one) for k, one in enumerate(self.groups[:20])),
        ]
        for name, actions in parts:
            some = [f"{state}: {', '.join(map(str, one))}" for state, one in list(actions.items())[:20]]
            lines += [f"  {name}: {'; '.join(some)}{'; ...' if len(actions) > 20 else ''}"] if some else []
        more = len(self.groups) - 20
        return "\n".join([*lines, *([f"  ... {more:,} more groups"] if more > 0 else [])])


def _plain(action: Any) -> Any:
    return action if isinstance(action, int | str) and not isinstance(action, bool) else str(action)


def shield(
    game: object,
    avoid: object = None,
    *,
    threshold: object = None,
    factor: object = None,
    horizon: int | None = None,
    player: int = 0,
    owner: object = None,
) -> Shield:
    """Return which actions keep a player away from some states, and prove it of every one.

    Parameters
    ----------
    game : Model, ModelGame, Game, Arena or Rules
        Where the player acts; a game's objective counts only if ``avoid`` is not given: to stay safe, or to avoid; or
        Büchi, co-Büchi and parity, of which the shield is a template, with chance as an adversary.
    avoid : states, optional
        What is to be avoided, by names, or as for `AvoidProbability`.
    threshold : number, optional
        An action is allowed if the player can still stay safe with at least this probability after it.
    factor : number, optional
        An action is allowed if the player can still stay safe with at least the best probability times this. Without
        threshold and factor chance is an adversary: allowed is what keeps safe whatever happens.
    horizon : int, optional
        For so many decisions, with a threshold or a factor; by default for ever.
    player : int
        Who is shielded, by default player 0.
    owner : optional
        Who moves where, for a graph without owners, or for a model.

    Returns
    -------
    Shield
        With ``allowed``, ``allows(state, action)``, ``lost``, ``action_mask`` and ``verify()``.

    Raises
    ------
    GameError
        If there is nothing to avoid, or the numbers do not fit.

    Examples
    --------
    >>> import graphgames as gg
    >>> rows = [("shore", "wait", "shore", 1), ("shore", "cross", "ice", "9/10"), ("shore", "cross", "water", "1/10"),
    ...         ("ice", "hurry", "far", "4/5"), ("ice", "hurry", "water", "1/5"), ("ice", "creep", "far", "19/20"),
    ...         ("ice", "creep", "water", "1/20"), ("far", "rest", "far", 1), ("water", "swim", "water", 1)]
    >>> model = gg.Model.from_table(rows)
    >>> careful = shield(model, avoid=["water"], threshold="9/10")
    >>> careful.allowed
    {'shore': ['wait'], 'ice': ['creep'], 'far': ['rest'], 'water': []}
    >>> shield(model, avoid=["water"], threshold="4/5").allowed["shore"], careful.verify().ok
    (['wait', 'cross'], True)
    """
    bounds = [None if one is None else Fraction(decimal(one)) for one in (threshold, factor)]
    promise = Promise(player, bounds[0], bounds[1], None if horizon is None else integer(horizon, "the horizon", 1))
    base = _asked(game, avoid, owner)
    if base.objective.by_priority and not promise.worst:
        raise GameError("a threshold or a factor is about staying safe; a template has neither")
    return _worst(base, promise) if promise.worst else _likely(base, promise)


def _asked(game: Any, avoid: Any, owner: Any) -> Any:
    """Return the game whose objective is to avoid something."""
    game = getattr(game, "problem", game)
    if hasattr(game, "staged") and avoid is not None:
        owner, game = game.chooser if owner is None else owner, game.model
    if hasattr(game, "with_objective"):
        if avoid is None:
            raise GameError("say what is to be avoided: shield(model, avoid=[...]), or --avoid NAMES")
        made: Game = game.with_objective(AvoidProbability(avoid), owner)
        return made
    if callable(getattr(game, "moves", None)) and avoid is not None:
        return game_of_rules(game, LIMIT, AvoidProbability(avoid))
    if not isinstance(game, Game):
        game = Game.from_graph(game, AvoidProbability(() if avoid is None else avoid), owner)
    objective = game.objective
    if avoid is not None:
        return Game(game.arena, AvoidProbability(avoid), game.start, game.players)
    if objective.chance_form == AvoidProbability.name:
        return Game(game.arena, AvoidProbability(objective.marked), game.start, game.players)
    if not isinstance(objective, AvoidProbability) and not objective.by_priority:
        raise GameError(
            f"the objective is {objective.name}; a shield keeps a play safe and does not lead it to a target; say what "
            "is to be avoided, by avoid (--avoid NAMES), or ask a model for a property with G, such as "
            "'Pmax=? [ G !\"lost\" ]'"
        )
    return game


def _rival(game: Any, promise: Promise) -> Game:
    """Return the game that is solved for a promise: in the worst case the other player moves in place of chance."""
    if not promise.worst:
        return cast("Game", game)
    avoid, player = np.asarray(game.objective.mask), promise.player
    return _adversary(game, player, Reach(avoid) if player else Safe(~avoid))


def _adversary(game: Any, player: int, objective: Any) -> Game:
    """Return the game for an objective in which the other player moves in place of chance."""
    arena = game.arena
    owner = np.where(arena.owner == CHANCE, 1 - player, arena.owner).astype(np.uint8)
    return Game(Arena.trusted(arena.indptr, arena.successors, owner, arena.labels), objective, players=game.players)


def _endless(game: Any, player: int) -> Game:
    """Return the game that is solved for a template; raise `GameError` if edges have the marks or the priorities."""
    if game.split is not None:
        raise GameError("templates are made of games with marks or priorities on vertices; these are on edges")
    objective = game.objective
    if objective.value_types:  # it asks for the probability
        objective = Parity.from_priorities(objective.priorities(game.arena))
    return _adversary(game, player, objective)


def _worst(game: Any, promise: Promise) -> Shield:
    """Return the shield against an adversary in place of chance and of the other player; of priorities a template."""
    arena, player, endless = game.arena, promise.player, game.objective.by_priority
    rival = _endless(game, player) if endless else _rival(game, promise)
    solution = dispatch.solve(rival)
    won = solution.winner == player
    acts = (arena.owner == player) | single(game)
    mask = acts[arena.tails] & won[arena.tails] & won[arena.successors]
    if not endless:
        return Shield(game, solution, promise, mask)
    found = template(rival.arena, rival.objective.priorities(arena).astype(np.int64), won, player)
    return TemplateShield(game, solution, promise, mask, found)


def _likely(game: Any, promise: Promise) -> Shield:
    """Return the shield for a threshold or a factor."""
    if promise.player == 1:
        raise GameError("with a threshold or a factor only player 0 can be shielded; swap the owners")
    if promise.horizon is not None:
        game = _turned(game, partial(BoundedReachProbability, steps=promise.horizon))
        promise = replace(promise, player=1)  # who does not want what is to be avoided to be reached
    solution, arena = dispatch.solve(game), game.arena
    now, after = safety(solution, promise)
    at_once, mask = single(game), np.zeros(arena.m, np.bool_)
    acts = np.flatnonzero((arena.owner == promise.player) | at_once)
    for v in acts[~np.asarray(game.objective.mask)[acts]].tolist():
        least = max(ends(promise.bound(now[v])))
        for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
            low, high = ends(now[v] if at_once[v] else after[int(arena.successors[e])])
            if low < least <= high and low != high:
                raise SolverError(
                    "the values are in brackets too wide to tell what keeps the promise; use a smaller model"
                )
            mask[e] = low >= least
    return Shield(game, solution, promise, mask)


def _turned(game: Any, objective: Callable[[NDArray[np.bool_]], Any]) -> Game:
    """Return the game with an objective over the same states in which the players have changed sides."""
    if hasattr(game, "staged"):
        made: Game = game.model.with_objective(
            objective(np.asarray(game.objective.mask)[: game.states]), 1 - game.chooser
        )
        return made
    arena = game.arena
    owner = np.array([1, 0, CHANCE], np.uint8)[owners(arena)]
    turned = Arena.trusted(arena.indptr, arena.successors, owner, arena.labels, arena.probability, arena.denominator)
    return Game(turned, objective(np.asarray(game.objective.mask)), game.start, game.players[::-1])
