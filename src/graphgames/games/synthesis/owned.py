"""Games whose states belong to players already, as Spot writes them: ``ltlsynt --print-game-hoa``.

Spot's header ``spot-state-player`` (``spot.state-player`` in version 1.1 of HOA) names the player who chooses the edge
in each state. Player 1 wants a play without end that the acceptance condition accepts. The players keep their numbers:
odd priorities are player 1's, as in Spot's own games in PGSolver's format. An edge is a move, whatever letters it has,
and a letter may be on several; one without any letter is no edge. See the section on arenas in Spot's *Support for the
HOA Format*, and its notebook on games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO

import numpy as np

from graphgames.core.arena import Arena, Vertex
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.naming import NUMBERED, in_quotes
from graphgames.core.numbering import Numbering
from graphgames.formats.solutions import in_parity
from graphgames.games.parity.objective import Parity
from graphgames.games.synthesis.automata import Automaton, Edge

_LOSES, _WINS = 1, 2  # priorities of loops in the automaton
_NEVER = -1
_MOST_SETS = 1001
_DETERMINISTIC = "expected a deterministic game; graphgames solve FILE says who wins such a one"


@dataclass(frozen=True, eq=False, repr=False)
class OwnedGame(Game):
    """A parity game made of an automaton whose states belong to players; vertex s is state s."""

    automaton: Automaton | None = None
    """What was read."""

    @property
    def origin(self) -> str:
        """Of what it was made, in words, where that was no parity automaton."""
        return "" if self.automaton is None else self.automaton.origin

    def move_note(self, v: int, w: int) -> str:
        """Return the letters of the edges from v to w as conditions on the propositions."""
        if self.automaton is None or not self.automaton.letters.names:
            return ""
        letters = self.automaton.letters
        found = [letters.named(edge.letters) for edge in self.automaton.edges[v] if edge.target == w]
        return " or ".join(dict.fromkeys(found))


def raised_by(automaton: Automaton) -> int:
    """Return by how much the priorities of the game are above those of the automaton: odd, and the least is 0 or 1."""
    least = min((edge.priority for row in automaton.edges for edge in row), default=_LOSES)
    least = least if all(automaton.edges) else min(least, _LOSES)
    return 1 - 2 * ((least + 1) // 2)


def owned_game(automaton: Automaton) -> OwnedGame:
    """Return the game of an automaton whose states belong to players.

    A play that ends is not accepted: a state without edges has a loop that player 0 wins. Priorities stand at
    the states if each has the same at all of its edges, else at the edges.
    """
    loop = automaton.letters.true
    rows = [edges or (Edge(loop, state, _LOSES),) for state, edges in enumerate(automaton.edges)]
    edges = [(state, edge.target, edge.priority) for state, row in enumerate(rows) for edge in row]
    tails, heads, priority = np.array(edges, np.int64).reshape(-1, 3).T
    raised = raised_by(automaton)
    by_vertex = all(len({edge.priority for edge in row}) == 1 for row in rows)
    first = np.array([row[0].priority for row in rows], np.int32)
    return OwnedGame(
        Arena.from_arrays(tails, heads, len(rows), np.array(automaton.players, np.uint8), automaton.names),
        Parity(first + raised) if by_vertex else Parity(edge_priority=priority + raised),
        None if automaton.start is None else Vertex(automaton.start),
        NUMBERED,
        automaton,
    )


def write_game(game: Game, file: IO[bytes]) -> None:
    """Write a game as a parity game as Spot does: states with owners, one label for all edges.

    The condition is what player 1 wants. Raise `GameError` if the vertices have no owners, chance moves, a priority is
    above 1000, or no parity game is equal to the game.
    """
    if game.arena.owner is None or game.arena.chance_vertices.size:
        raise GameError("a game in HOA needs an owner for each vertex, player 0 or player 1")
    game = game if hasattr(game.objective, "in_convention") else in_parity(game)
    arena, objective = game.arena, game.objective
    on_edges = None if objective.edge_data is None else objective.edge_data.tolist()
    priority = np.asarray(objective.numbers).tolist() if on_edges is None else on_edges
    sets = 1 + max(priority, default=0)
    if sets > _MOST_SETS:
        raise GameError(f"the priority {sets - 1} is too large for HOA; expected at most {_MOST_SETS - 1}")
    which, good = objective.convention.split("-")
    condition = ""
    for one in range(sets) if which == "max" else reversed(range(sets)):  # the last ones decide before the others
        accepted = (one % 2 == 0) != (good == "even")
        behind = (f" | {condition}" if accepted else f" & ({condition})") if condition else ""
        condition = f"{'Inf' if accepted else 'Fin'}({one}){behind}"
    lines = ["HOA: v1", f"States: {arena.n}", *([] if game.start is None else [f"Start: {game.start}"]), "AP: 0"]
    lines += [f"acc-name: parity {which} {'odd' if good == 'even' else 'even'} {sets}"]
    lines += [f"Acceptance: {sets} {condition}"]
    lines += ["properties: trans-labels explicit-labels colored " + ("trans-acc" if on_edges else "state-acc")]
    lines += [f"spot-state-player: {' '.join(map(str, np.asarray(arena.owner).tolist()))}", "--BODY--"]
    for v in range(arena.n):
        name = "" if arena.labels is None else str(arena.label(v))
        lines.append(f"State: {v}" + f" {in_quotes(name)}" * bool(name) + ("" if on_edges else f" {{{priority[v]}}}"))
        for e in range(arena.indptr[v], arena.indptr[v + 1]):
            lines.append(f"[t] {arena.successors[e]}" + (f" {{{on_edges[e]}}}" if on_edges else ""))
    file.write("\n".join([*lines, "--END--", ""]).encode())


def folded(automaton: Automaton) -> Automaton:
    """Return the automaton over whole letters: each edge is a move of player 0 and one of player 1 after it.

    That is how Spot makes games of specifications: states of player 0 read inputs, those of player 1 outputs. Inputs
    that player 0 has no edge for cannot come, so that every run that has them is accepted.

    Raise `GameError` if the moves do not alternate, begin with player 1, read propositions of the other side, or have
    an input with an output on two ways.
    """
    letters, players, start = automaton.letters, automaton.players, automaton.start
    assert players is not None
    if start is not None and players[start]:
        raise GameError("the game begins with player 1, who answers; expected a state of player 0, who reads inputs")
    number = Numbering([s for s, player in enumerate(players) if not player] if start is None else [start])
    rows: list[tuple[Edge, ...]] = []
    for state in number.found:
        rows.append(_row(automaton, state))
        for edge in rows[-1]:
            if edge.target != _NEVER:
                number.add(edge.target)
    names = (*(automaton.names[state] for state in number.found), "never")
    rows.append((Edge(letters.true, _NEVER, _WINS),))  # _NEVER gets the last number
    found = tuple(tuple(edge._replace(target=number[edge.target]) for edge in row) for row in rows)
    return Automaton(letters, found, None if start is None else 0, names)


def _row(automaton: Automaton, state: int) -> tuple[Edge, ...]:
    """Return the edges of a state of player 0 over whole letters; inputs that cannot come lead to ``_NEVER``."""
    letters, name = automaton.letters, automaton.names[state]
    rest, used, merged = letters.true, letters.false, dict[tuple[int, int], Edge]()
    for first in automaton.edges[state]:
        _require(automaton, first, 0, letters.inputs_of(first.letters) == first.letters, name)
        if first.letters & rest != first.letters:
            raise GameError(f"an input is on two edges of state {name}; {_DETERMINISTIC}")
        rest = rest & ~first.letters
        for second in automaton.edges[first.target]:
            _require(automaton, second, 1, letters.outputs_of(second.letters) == second.letters, name)
            letter = first.letters & second.letters
            if letter & used != letters.false:
                raise GameError(f"an output is on two edges after state {name}; {_DETERMINISTIC}")
            used = used | letter
            key = second.target, max(first.priority, second.priority)
            merged[key] = Edge(merged[key].letters | letter if key in merged else letter, *key)
    missing = () if rest in (letters.false, letters.true) else (Edge(rest, _NEVER, _WINS),)
    return (*merged.values(), *missing)


def _require(automaton: Automaton, edge: Edge, player: int, reads_its_own: bool, name: str) -> None:
    """Raise `GameError` unless an edge of a player leads to the other, and reads propositions of his side alone."""
    assert automaton.players is not None
    if automaton.players[edge.target] == player:
        raise GameError(
            f"after state {name} player {player} moves twice; expected alternating moves, to make a controller"
        )
    if not reads_its_own:
        side = ("inputs", "outputs")[player]
        raise GameError(
            f"after state {name} player {player} reads more than {side}; expected 'controllable-AP:' to list the "
            "outputs, and labels that speak of one side each, to make a controller"
        )
