"""The base of game adapters: the rule, whose turn it is, how positions look, when a play is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.acceptance import FALSE, TRUE, Formula
from graphgames.core.arena import Arena, owners
from graphgames.core.chance import CHANCE
from graphgames.core.ending import FIRST_SECOND, LAST_MOVE, Ending, came_back
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.naming import Positions
from graphgames.core.oracle import Oracle, Outcome, RatedMove
from graphgames.core.rules import hashable_positions
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import Exact, in_words, plain

_MOST_VERTICES = 20
_LOOPS = 10_000  # how plays around so many loops end is kept

LONGEST = 200
"""A play that chance may let go on for ever is stopped after so many moves."""


def in_turn(position: Any, made: int) -> int:
    """Return the player to move after a number of moves, where the players alternate."""
    return made % 2


@dataclass(frozen=True)
class Tally:
    """What a play has come to by numbers that its moves add, so simple that the script of a page counts it, too."""

    gain: Callable[[Any, Any], Exact]
    """From a position and the next one to what the move adds."""
    words: tuple[str, str, str]
    """What is said after no move, one move and more; in it ``{}`` stands for the number and ``{n}`` for how many."""
    begins: Callable[[Any], Exact] = lambda position: 0
    """From the first position to what there is before the first move."""
    most: Exact | None = None
    """More than that is not kept."""
    averaged: bool = False
    """Whether the number is that for each move."""
    short: str = ""
    """What is said besides where the number is negative."""
    enough: Exact = 0
    """Player 0 wins a play that goes round for ever if a move adds so much on average, and never more is needed than
    can be kept."""
    passed: tuple[str, str, str, str] = ("", "", "", "")
    """What is said of a way round: where the number falls, stays and rises on it, and where more is needed than can be
    kept; in it ``{}`` stands for by how much it changes, or for the average."""

    def in_words_after(self, line: Sequence[Any]) -> str:
        """Return in words what a play has come to, given its positions."""
        left, moves = self.begins(line[0]), len(line) - 1
        for gain in map(self.gain, line, line[1:]):
            left = left + gain if self.most is None else min(left + gain, self.most)
        number = in_words(plain(Fraction(left) / (max(moves, 1) if self.averaged else 1)))
        text = self.words[min(moves, 2)].replace("{n}", str(moves)).replace("{}", number)
        return text + self.short * (left < 0)


@dataclass(frozen=True)
class Round:
    """Who wins a play that goes round for ever, so simple that the script of a page says it, too."""

    formula: Formula | None
    """Player 0 wins if it holds of the sets that are seen on the way round; None: nobody wins."""
    sets: Callable[[Any], Sequence[int]] = lambda position: ()
    """From a position to the sets that it is in."""
    crossed: Callable[[Any, Any], Sequence[int]] | None = None
    """From a position and the next one to the sets that the move is in."""
    passed: Sequence[tuple[Formula, str]] = ((TRUE, ""),)
    """What is said of a way round, by the sets seen on it: the first of which the formula holds, behind ``again``; in
    it ``{}`` stands for the ``names`` of the sets."""
    names: Sequence[str] = ()
    """What the sets are called."""


@dataclass(frozen=True)
class GameAdapter:
    """The adapter of a game, which tells a session how the game is played; by default two players alternate."""

    oracle: Oracle
    """The solved game."""
    start: Any
    """The first position."""
    rule: str = "The players move in turn."
    """What a move is, in a sentence."""
    players: tuple[str, ...] = FIRST_SECOND
    """Their names; a third is that of chance, where chance moves."""
    aims: tuple[str, str] = LAST_MOVE
    """What each of them wants, to stand after "wants"."""
    mover: Callable[[Any, int], int] = in_turn
    """From a position and the number of moves made to the player to move, 0 or 1, or 2 for chance."""
    render: Callable[[Any], str] = str
    """From a position to a line that says how it is."""
    name: Callable[[Any, RatedMove], str] = lambda position, move: str(move.move)
    """From a position and a move to a short name of the move."""
    meant: Callable[[Any], Any] = lambda position: position
    """From the caller's own word for a position, such as a label, to the position of the play."""
    board: Callable[[Any], str] | None = None
    """From a position to how it looks in plain text, several lines; by default `render`."""
    ending: Callable[[Any, int], Ending | None] = lambda position, mover: None
    """From a position and the player to move to its `Ending` where the rules end a play there although there may be
    moves, else None. A play also ends where there is no move, as the oracle says."""
    loop_ending: Callable[[Sequence[Any]], Ending | None] | None = None
    """From the positions of a loop, from the first visit of a position until before the next visit with the same player
    to move, to the `Ending` of the play, None if it goes on because chance has moved. Without it no position can come
    again."""
    place: Callable[[Any], Any] = lambda position: position
    """From a position to what a play comes back to when it has gone round a loop; by default the position."""
    begins: Callable[[Any], Any] = lambda place: place
    """From such a place to the position of a play that begins there."""
    account: Callable[[Sequence[Any]], str] | None = None
    """From the positions of a play so far to what it has come to since it began, such as what was collected. Without it
    nothing counts but the position."""
    tally: Tally | None = None
    """What says that by numbers alone, where it is as simple as that."""
    loop_rule: str = ""
    """What `loop_ending` does, in a sentence."""
    round: Callable[[], Round | None] = lambda: None
    """What `loop_ending` says, if it is as simple as that; asked for where a page is made."""
    again: Callable[[Any], str] | None = None
    """From a position to what is said where a play comes back to it, before what is said of the way round; by default
    all that `loop_ending` says."""
    threats: Callable[[Any], Sequence[RatedMove]] | None = None
    """From a position to the moves that the player who is not to move would have if it were that player's turn, best
    first; empty where nobody else could move. Without it the solution cannot answer that."""
    verdict: Callable[[Any], str] | None = None
    """From a position to who wins from it, in words, where that does not depend on the player to move alone."""
    odds: Callable[[Any], Mapping[Any, Fraction]] | None = None
    """From a position where chance moves to how likely each move is."""
    value_in_words: Callable[[Any], str] | None = None
    """From a position that neither player is certain to win to what it is worth, in words."""
    value: Callable[[Any], Any] | None = None
    """From such a position to the number or the bracket that ``value_in_words`` puts into words."""
    height: Callable[[Any], tuple[Any, str]] | None = None
    """From any position to the number that is plotted of a play without chance, and that in words."""
    longest: int | None = None
    """A play is stopped after so many moves, since it may go on for ever without coming to an end by a rule."""
    adds: Callable[[Any, RatedMove], str] | None = None
    """From a position and a move to what the move is worth, in words, where a player wins by what a play is worth."""

    def drawn(self, position: Any) -> str:
        """Return how a position looks in plain text."""
        return (self.board or self.render)(position)

    def stopped(self, position: Any, mover: int) -> Ending:
        """Return the ending of a play that is stopped at a position: nobody has won, and what the position is worth."""
        outcome = self.oracle.outcome(position)
        if self.height is not None:
            value = self.height(position)[1]
        elif outcome is not Outcome.DRAW:
            side = 0 if mover == CHANCE else mover
            value = f"{self.players[side ^ (outcome is Outcome.LOSS)]} wins with probability 1"
        else:
            value = "nobody is certain to win" if self.value_in_words is None else self.value_in_words(position)
        return Ending(None, f"it was stopped after {self.longest} moves; where it stands: {value}", won=False)


def drawn_where(again: Callable[[Any], str], rule: str) -> dict[str, Any]:
    """Return the details of an adapter whose plays are draws if they go round: what is said of that, and the rule."""
    return {
        "loop_ending": lambda cycle: Ending(None, again(cycle[0])),
        "loop_rule": rule,
        "round": lambda: Round(None),
    }


def refuse_start(start: Any) -> None:
    """Raise an error if a start is given although the input fixes where the play begins.

    Raise `GameError` if one is.
    """
    if start is not None:
        raise GameError(f"the play begins where the input says; leave out the start {shown(start)}")


def rules_adapter(solution: Any, start: Any, **details: Any) -> GameAdapter:
    """Return the adapter of a game by rules, whose play begins where they say or at a position given.

    Further fields are ``details``. Raise `GameError` if there is no start.
    """
    at = solution.start if start is None else start
    if at is None:
        raise GameError("the rules have no start; say at which position the play begins")
    rule = getattr(solution.problem.rules, "rule", None)
    details |= {"rule": rule} if isinstance(rule, str) else {}
    adapter = GameAdapter(solution, at, board=solution.render, threats=solution.best_moves, **details)
    with hashable_positions():
        begin = adapter.meant(at)
        hash(begin)
    return replace(adapter, start=begin)


def arena_board(
    arena: Arena,
    marks: Mapping[int, str],
    says: Callable[[int], str] = lambda v: "",
    heads: Callable[[int], Iterable[int]] | None = None,
    edge_says: Callable[[int], str] = lambda e: "",
) -> str:
    """Return a small arena as text, one line per vertex with its successors; of a large one the marked vertices alone.

    ``marks`` stand on vertices, such as a pawn, by their numbers; ``says`` is from a vertex to what stands after its
    name, ``edge_says`` from the number of an edge to what stands beside it. Where ``heads`` gives where moves lead from
    a vertex, they stand in place of its successors.
    """
    listed = range(arena.n) if arena.n <= _MOST_VERTICES else sorted(marks)
    width = max((len(mark) for mark in marks.values()), default=0)
    lines = []
    for v in listed:
        edges = enumerate(arena.successors_of(v).tolist(), int(arena.indptr[v]))
        after = [(w, edge_says(e)) for e, w in edges] if heads is None else [(w, "") for w in heads(v)]
        moves = list(dict.fromkeys(f"{arena.display_name(w)}{f' [{note}]' if note else ''}" for w, note in after))
        targets = moves[:_MOST_VERTICES] + ["..."] * (len(moves) > _MOST_VERTICES)
        lines.append(
            f"{marks.get(v, ''):>{width}} {arena.display_name(v)}{says(v)} -> {', '.join(targets) or 'no move'}"
        )
    return "\n".join(lines)


def pawn_adapter(
    arena: Arena,
    oracle: Oracle,
    start: int,
    says: Callable[[int], str] = lambda v: "",
    edge_says: Callable[[int], str] = lambda e: "",
    move_note: Callable[[int, int], str] = lambda v, w: "",
    move_name: Callable[[int, int], str] = lambda v, w: "",
    over: NDArray[np.bool_] | None = None,
    **more: Any,
) -> GameAdapter:
    """Return the adapter of a game with a pawn on an arena, whose positions are the vertices by their numbers.

    Where the arena has owners they move, otherwise the players alternate. ``says`` and ``edge_says`` are from a vertex,
    or the number of an edge, to what the game says of it, ``move_note`` from two vertices to how one moves between
    them, ``move_name`` to what that is called where it is not the second's name; at ``over`` a play ends although there
    may be moves. ``more`` is of `GameAdapter`; in ``loop_rule`` the players' names stand for ``{0}`` and ``{1}``.
    """
    players, owner = more.get("players", FIRST_SECOND), arena.owner
    who = "The players in turn move the pawn" if owner is None else "Whoever owns the vertex of the pawn moves it"
    rules = arena.labels if isinstance(arena.labels, Positions) else None

    def described(v: int) -> str:
        return says(v) if owner is None else f" ({players[owner[v]]}){says(v)}"

    def named(v: int, w: int) -> str:
        text = move_name(v, w) or str(arena.display_name(w))
        ambiguous = rules and any(u != w and arena.display_name(u) == text for u in arena.successors_of(v).tolist())
        note = move_note(v, w)
        return f"{text} {arena.label(w)}" if ambiguous else f"{text} by {note}" if note else text

    loops = {"loop_rule": more.get("loop_rule", "").format(*players)}
    return GameAdapter(
        oracle,
        start,
        (rules and rules.rule) or f"{who} along an edge.",
        render=lambda v: f"{'' if rules else 'the pawn stands on '}{arena.display_name(v)}{says(v)}",
        board=(lambda v: f"{rules.drawn(v)}{says(v)}")
        if rules
        else lambda v: arena_board(arena, {v: ">"}, described, None, edge_says),
        mover=in_turn if owner is None else lambda v, made: int(owner[v]),
        meant=arena.vertex,
        **{"name": lambda v, move: named(v, move.move)}
        | more
        | ({"loop_rule": "", "loop_ending": None, "longest": None} if is_seen_acyclic(arena, over) else loops),
    )


_MOST_EDGES = 20_000
"""In a larger arena no cycle is looked for before something is said of cycles."""


def is_seen_acyclic(arena: Arena, over: NDArray[np.bool_] | None = None) -> bool:
    """Return whether an arena has no cycle, where that is found out at once; of a large one nothing is known.

    Edges out of the vertices in ``over``, where a play ends, do not count.

    >>> from graphgames import Arena
    >>> is_seen_acyclic(Arena.from_edges([(0, 1), (1, 2)])), is_seen_acyclic(Arena.from_edges([(0, 1), (1, 0)]))
    (True, False)
    """
    if arena.m > _MOST_EDGES or arena.n > _MOST_EDGES:
        return False
    stops = np.zeros(arena.n, np.bool_) if over is None else over
    left = np.bincount(arena.successors[~stops[arena.tails]], minlength=arena.n).tolist()
    order = [v for v in range(arena.n) if not left[v]]
    for v in order:  # the list grows while it is walked
        for w in () if stops[v] else arena.successors_of(v).tolist():
            left[w] -= 1
            if not left[w]:
                order.append(w)
    return len(order) == arena.n


def arena_adapter(solution: ArenaSolution, start: Any, test: int, person: int | None) -> GameAdapter:
    """Return the adapter of a solved game on an arena.

    Raise `GameError` if there is no vertex or no such test.
    """
    game, arena, objective = solution.problem, solution.problem.arena, solution.problem.objective
    if arena.n == 0:
        raise GameError("the game has no vertex, so there is nothing to play")
    at = beginning(solution, person) if start is None else arena.vertex(start)
    more: dict[str, Any] = {
        "players": FIRST_SECOND if game.impartial else game.winners,
        "aims": tuple("" if game.absent == player else aim for player, aim in enumerate(objective.aims_in_words)),
        "ending": lambda v, mover: objective.ending(arena, v, mover),
        "loop_ending": lambda cycle: objective.cycle_ending(arena, cycle),
        "loop_rule": objective.loop_rule,
        "round": cache(lambda: _round(game)),
        "again": None if objective.endless is not None else lambda v: came_back(arena, v),
        "threats": solution.threats,
        "move_note": game.move_note,
        "move_name": game.move_name,
        "over": objective.over,
    }
    if objective.value_types and not objective.has_draws and objective.regions is None:

        @lru_cache(1)  # all moves from a vertex are asked for one after the other
        def values_after(v: int) -> dict[int, Any]:
            values: Any = solution.vertex_values
            return objective.values_of_moves(arena, v, values)

        def adds(v: int, move: RatedMove) -> str:
            return objective.value_in_words(values_after(v)[move.move])

        more["adds"] = adds
        more["height"] = lambda v: (solution._value(v), objective.value_in_words(solution._value(v)))
    if arena.chance_vertices.size:
        more |= _with_chance(solution)
    return pawn_adapter(arena, solution.numbered, at, objective.describe, game.edge_note, **more)


def _round(game: Game) -> Round | None:
    """Return who wins a play that goes round for ever, None where that takes more to say."""
    objective, arena = game.objective, game.arena
    if objective.endless is not None:
        return Round({0: TRUE, 1: FALSE}.get(objective.endless))
    try:
        given = objective.acceptance_by_edges()
    except GameError:  # it has one, but more is wanted than that it holds
        return None
    if given is None:
        return None
    masks = np.array(given[1], np.bool_)

    def held(k: int) -> list[int]:
        return np.flatnonzero(masks[:, k]).tolist()

    found = Round(given[0], held, None, *objective.way_round)
    if objective.edge_data is None:
        return found
    mover = owners(arena)
    return replace(
        found,
        sets=lambda v: (),
        crossed=lambda u, w: held(objective.taken(arena.between(u, w), int(mover[u]))),
    )


def beginning(solution: ArenaSolution, person: int | None = None) -> int:
    """Return where a play begins: at the start of the game; without one where the play is not over.

    If there is such a vertex that the person wins, it is one of those.
    """
    game, objective = solution.problem, solution.problem.objective
    if game.start is not None:
        return int(game.start)
    begins = game.arena.out_degree > 0
    begins &= True if objective.over is None else ~objective.over
    won = begins & (solution.winner == (person or 0))
    return int(np.argmax(won if won.any() else begins))


def _with_chance(solution: ArenaSolution) -> dict[str, Any]:
    """Return what an adapter says of a game in which chance moves: then a play goes on where it was before."""
    game, arena, objective = solution.problem, solution.arena, solution.problem.objective

    @lru_cache(1)  # all moves from a vertex are asked for one after the other
    def odds(v: int) -> dict[int, Fraction]:
        found: dict[int, Fraction] = {}
        for e in range(int(arena.indptr[v]), int(arena.indptr[v + 1])):
            w, likely = int(arena.successors[e]), arena.probability_of(e)
            if likely is not None:
                found[w] = found[w] + likely if w in found else likely
        return found

    thrown = frozenset(arena.chance_vertices.tolist())
    around = lru_cache(_LOOPS)(lambda cycle: objective.cycle_ending(arena, cycle))

    def loop_ending(loop: Sequence[int]) -> Ending | None:
        last = len(loop) - 1 - loop[::-1].index(loop[0])
        return None if any(map(thrown.__contains__, loop[last:])) else around(tuple(loop[last:]))

    def name(v: int, move: RatedMove) -> str:
        likely = odds(v).get(move.move)
        called = game.move_name(v, move.move) or str(arena.display_name(move.move))
        return called + ("" if likely is None else f" ({likely})")

    details: dict[str, Any] = {"odds": odds, "name": name}
    if solution.vertex_values is not None:
        details["value"] = solution._value
        details["value_in_words"] = lambda v: objective.value_in_words(solution._value(v))
    elif game.has_draws:
        details["value_in_words"] = lambda v: game.draw_words[0]
    stops = f"If chance has moved on the way, the play goes on; it is stopped after {LONGEST} moves."
    details |= {"loop_rule": f"{objective.loop_rule} {stops}", "longest": LONGEST}
    return {"players": (*game.winners, "chance"), "loop_ending": loop_ending, "threats": None, **details}
