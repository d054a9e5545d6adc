"""Solutions: who wins from each vertex, by which strategy, and why.

`Solution`, the base of the solutions of every kind, is written in `graphgames.core.solution_base`. `OnArena` adds
vertices with labels, and `ArenaSolution` is the solution of a `Game`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena, networkx_graph
from graphgames.core.arguments import integer, place, replies
from graphgames.core.arrays import unchanging
from graphgames.core.certificate import Certificate
from graphgames.core.chance import CHANCE
from graphgames.core.errors import printable, warn_caller
from graphgames.core.game import Game
from graphgames.core.label_arrays import by_label
from graphgames.core.naming import PLAYERS, quoted_label
from graphgames.core.oracle import DRAW, Outcome, RatedMove
from graphgames.core.solution_base import SHOWN_ROWS, followed
from graphgames.core.solution_base import Solution as Solution
from graphgames.core.strategy import Acting, FiniteMemoryStrategy, Strategy, vertex_codes
from graphgames.core.tabular import aligned, data_frame
from graphgames.core.value import INFINITY, Value, listed, to_json

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd


_FIRST_ROWS = 10
FEW = 1000
"""Of so many vertices each has its place in a short answer."""
_AS_WORDS = str.maketrans({"α": "alpha", "β": "beta", "∞": ""})


class OnArena(Solution[Any]):
    """A solution whose positions are the vertices of an arena: labels in, labels out.

    `numbered` is the same oracle over vertex numbers, for who goes through the arrays.
    """

    @property
    @abstractmethod
    def arena(self) -> Arena:
        """The arena."""

    @property
    def length(self) -> int:
        """How many vertices people are shown: the first ones of the arena."""
        return self.arena.n

    def asked(self, test: int) -> tuple[Any, ...]:
        """Return no start, which an arena has only where its game has one."""
        return ()

    @cached_property
    def numbered(self) -> Numbered:
        """The same answers by vertex number."""
        return Numbered(self)

    @abstractmethod
    def _outcome(self, v: int) -> Outcome: ...

    @abstractmethod
    def _best_moves(self, v: int) -> Sequence[RatedMove]: ...

    @abstractmethod
    def _explain(self, v: int) -> str: ...

    @abstractmethod
    def _value(self, v: int) -> Any: ...

    def _mover(self, v: int) -> int:
        return 0

    @property
    def _ways(self) -> Callable[[int, bool], Sequence[int]] | None:
        """From a vertex to where the strategy moves, or where all moves lead, in any order; None where the order or the
        number of moves counts.
        """
        return None

    def _vertex(self, position: object) -> int:
        """Return the vertex of a label, and for None of the start; raise `GameError` if there is none."""
        return self.arena.vertex(self._position_or_start(position))

    def outcome(self, position: object = None) -> Outcome:
        """Return the outcome for the player to move at a vertex, named by its label; by default at the start."""
        return self._outcome(self._vertex(position))

    def mover(self, position: object = None) -> int:
        """Return the player to move at a vertex; 0 where the players alternate, or chance moves."""
        return self._mover(self._vertex(position))

    def value(self, position: object = None) -> Any:
        return self._value(self._vertex(position))

    def best_moves(self, position: object = None) -> Sequence[RatedMove]:
        """Return every move from a vertex, best first for the player to move; a move is the label it leads to."""
        label = self.arena.label
        moves = self._best_moves(self._vertex(position))
        return tuple(replace(m, move=label(m.move), position=label(m.position)) for m in moves)

    def explain(self, position: object = None) -> str:
        """Return why a vertex is won, lost or drawn; without a vertex, a line for each."""
        if position is None:
            return "\n".join(self._explain(v) for v in range(self.length))
        return self._explain(self.arena.vertex(position))

    def play(
        self, start: object = None, opponent: Callable[[Any], Any] | Mapping[Any, Any] | None = None, limit: int = 1000
    ) -> list[Any]:
        """Follow the best moves from a vertex, as `Solution.play` does; the vertices come back as labels.

        In a game without a start it begins by default at the first vertex.
        """
        return super().play(self.arena.label(self._begin(start)), opponent, limit)

    def _begin(self, start: object) -> int:
        """Return the vertex at which a play begins, by default the start, or else the first one."""
        if start is None and getattr(self.problem, "start", None) is None and self.arena.n:
            warn_caller(f"the game names no start, so the play begins at {printable(str(self.arena.label(0)))}")
            return 0
        return self._vertex(start)


class Numbered:
    """A solution on an arena as an ``Oracle`` over vertex numbers."""

    def __init__(self, solution: OnArena):
        self.solution = solution
        self.outcome, self.best_moves, self.explain = solution._outcome, solution._best_moves, solution._explain
        self.mover, self.value, self.ways = solution._mover, solution._value, solution._ways


@dataclass(frozen=True, eq=False, repr=False)
class ArenaSolution(OnArena):
    """A solved `Game`.

    Examples
    --------
    >>> from graphgames import Reach, solve
    >>> ways = {"start": ["left", "right"], "left": ["goal"], "right": ["start"], "goal": ["goal"]}
    >>> solution = solve(ways, Reach(["goal"]), owner={"start": 0, "left": 1, "right": 1, "goal": 0})
    >>> print(solution)
    ArenaSolution(Game(Arena(n=4, m=5, owned), reach), won=(4, 0), solver='attractor')
    vertex  owner  winner  move     rank
    start   Eve    Eve     -> left  2
    left    Adam   Eve              1
    right   Adam   Eve              3
    goal    Eve    Eve              0
    >>> solution.winner.tolist(), solution.values.tolist()
    ([0, 0, 0, 0], [2, 1, 3, 0])
    """

    problem: Game
    winner: NDArray[np.uint8]
    """The player who wins from each vertex, shape (n,); 2 for a draw. On an impartial arena player 0 is whoever is to
    move, so that 0 marks N-positions and 1 marks P-positions. ``winner["a"]`` is that of a label, too."""
    strategy: Strategy | FiniteMemoryStrategy
    """A winning move wherever the winner is to move."""
    solver: str
    proof: Certificate | Callable[[], Certificate]
    """The certificate, or how to make it when it is first asked for."""
    numbers: NDArray[Any] | Callable[[], NDArray[Any]] | None = None
    """A number for each vertex, as the objective has one: rank, remoteness, label."""
    stats: Mapping[str, Any] = field(default_factory=dict)

    def play(
        self, start: object = None, opponent: Callable[[Any], Any] | Mapping[Any, Any] | None = None, limit: int = 1000
    ) -> list[Any]:
        """Follow the best moves from a vertex, as `Solution.play` does; the vertices come back as labels.

        In a game without a start it begins by default at the first vertex. Where strategies have memory, a play has
        come back if the vertex and the memory are the same.
        """
        first, reply, label = self._begin(start), replies(opponent), self.arena.label

        def after(v: int, memory: int) -> tuple[int, int] | None:
            w = self.strategy.next(v, memory)
            if w is None:
                moves = self._best_moves(v)
                if not moves:
                    return None
                asked = reply is not None and moves[0].result != "win"
                w = self.arena.vertex(reply(label(v))) if asked else moves[0].position
            return w, self.strategy.along(memory, v, w)

        walk = followed(first, self.strategy.start(first), after, integer(limit, "the limit"))
        return [label(v) for v in walk]

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes that a copy gets, with the certificate and the numbers made."""
        return super().__getstate__() | {"proof": self.certificate, "numbers": self.vertex_values}

    def __post_init__(self) -> None:
        arena = getattr(self.problem, "arena", None)
        object.__setattr__(self, "winner", by_label(vertex_codes(self.winner, "winner", np.uint8, 0), arena))
        object.__setattr__(self, "numbers", unchanging(self.numbers))
        strategy, acts = self.strategy, self._acts
        if isinstance(strategy, Strategy):
            if strategy.arena is not arena or strategy.taken is None or strategy.acts is not acts:
                object.__setattr__(self, "strategy", strategy.on(arena, self._taken, acts))
        elif isinstance(strategy, FiniteMemoryStrategy) and (acts or getattr(self.problem, "split", None)):
            object.__setattr__(self, "strategy", strategy.choosing(self._taken, acts))

    @property
    def _acts(self) -> Acting | None:
        """What names the moves of the strategy, if these are actions."""
        return None

    @property
    def arena(self) -> Arena:
        return self.problem.arena

    def _taken(self, v: int, edges: Sequence[int]) -> int:
        """Return which of some parallel edges out of vertex v is best for whoever moves there."""
        return self.problem.objective.taken(edges, self._mover(v), self._value(int(self.arena.successors[edges[0]])))

    @cached_property
    def certificate(self) -> Certificate:
        """The proof of the solution, computed on first use."""
        return self.proof() if callable(self.proof) else self.proof

    @cached_property
    def vertex_values(self) -> NDArray[Any] | None:
        """A number for each vertex of the arena, shape (n,), or None."""
        values: NDArray[Any] | None = unchanging(self.numbers() if callable(self.numbers) else self.numbers)
        return values

    @property
    def values(self) -> NDArray[Any] | None:
        """A number for each vertex (rank, remoteness or label), shape (n,), or None; of a model one for each state.

        A rank or a remoteness of -1 says that there is none, as where a target is never reached.
        """
        return None if self.vertex_values is None else by_label(self.vertex_values, self.arena)

    @property
    def claimed(self) -> dict[str, Any]:
        """The winners, the moves and the values, by their names in JSON."""
        return {"winner": self.winner, "strategy": self.strategy.moves, "value": self.vertex_values}

    @classmethod
    def from_vertex_form(cls, game: Game, solved: ArenaSolution) -> ArenaSolution:
        """Return the solution of a game with data on edges, from that of its ``vertex_form``; they share the proof."""
        split = game.split
        assert split is not None
        numbers, moves = solved.numbers, split.moves_back(solved.strategy.moves)
        strategy: Strategy | FiniteMemoryStrategy
        if moves.ndim == 1:
            strategy = Strategy(moves)
        else:  # a row for each state of the memory
            memory = split.memory_back(solved.strategy.automaton, game.arena)
            strategy = FiniteMemoryStrategy(game.arena, moves, memory)
        values = (lambda: np.asarray(solved.vertex_values)[: split.n]) if numbers is not None else None
        winner = solved.winner[: split.n]
        return cls(game, winner, strategy, solved.solver, lambda: solved.certificate, values, solved.stats)

    @cached_property
    def in_vertex_form(self) -> ArenaSolution:
        """The claim about the game's ``vertex_form``; the solution itself if the data are on vertices.

        The values of the vertices that were edges are -1: it says nothing of them.
        """
        split = self.problem.split
        if split is None:
            return self
        winner, moves = split.claim(self.winner, self.strategy.moves)
        unknown = np.full(split.tails.size, -1)
        values = None if self.vertex_values is None else np.concatenate([self.vertex_values, unknown])
        form = self.problem.vertex_form
        strategy = self.certificate.played(form, moves)
        return ArenaSolution(form, winner, strategy, self.solver, lambda: self.certificate, values)

    def simulate(
        self,
        plays: int = 1000,
        seed: int | None = 0,
        opponent: object = "optimal",
        *,
        start: object = None,
        steps: int = 10_000,
        draw: object = 1,
        policy: object = None,
    ) -> Any:
        """Play many times, and return what the plays were worth; arguments and errors as for `simulate`."""
        return self.simulator(self, plays, seed, opponent, start=start, steps=steps, draw=draw, policy=policy)

    def continued(self, memory: int) -> ArenaSolution:
        """Return the solution of plays that begin with this state of the strategy's memory."""
        strategy = self.strategy.continued(memory)
        if strategy is self.strategy:
            return self
        return replace(self, strategy=strategy, proof=lambda: self.certificate, numbers=self.vertex_values)

    @cached_property
    def regions(self) -> tuple[NDArray[np.int64], ...]:
        """The vertex numbers each player wins, ascending; the draws third where the objective has any."""
        found = tuple(np.flatnonzero(self.winner == code) for code in range(len(self.won)))
        regions: tuple[NDArray[np.int64], ...] = unchanging(found)
        return regions

    def winning_region(self, player: int | str = 0) -> list[Any]:
        """Return the vertices that a player wins, of whom the number or the name is given, by their labels.

        Where the players alternate, player 0 is whoever is to move.

        >>> from graphgames import Reach, solve
        >>> ways = {"hill": ["mill", "lake"], "mill": [], "lake": ["lake"]}
        >>> solution = solve(ways, Reach(["mill"]), owner={"hill": "Eve", "mill": "Eve", "lake": "Adam"})
        >>> solution.winning_region(), solution.winning_region("Adam")
        (['hill', 'mill'], ['lake'])
        """
        if player in self.problem.players:
            player = self.problem.players.index(str(player))
        return [self.arena.label(v) for v in self.regions[place(player, len(self.won), "a player")].tolist()]

    if not TYPE_CHECKING:

        def __getattr__(self, name):
            """Return the values by what they are called in this game, as ``solution.rank`` or ``solution.credits``."""
            problem = self.__dict__.get("problem")
            words = [] if problem is None else problem.objective.value_name.split()
            if {last := name.removesuffix("_of").split("_")[-1], last.removesuffix("s")} & {*words}:
                return self.values
            return super().__getattr__(name)

    def action(self, position: object = None) -> Hashable:
        """Return where the strategy moves from a vertex, by its label; None where it makes no move, as for a loser.

        >>> from graphgames import Reach, solve
        >>> ways = {"hill": ["mill", "lake"], "mill": [], "lake": ["lake"]}
        >>> solve(ways, Reach(["mill"]), owner={"hill": 0, "mill": 0, "lake": 1}).action("hill")
        'mill'
        """
        v = self._vertex(position)
        w = self.strategy.next(v, self.strategy.start(v))
        return None if w is None else self.arena.label(w)

    @property
    def won(self) -> tuple[int, ...]:
        """The number of vertices that each player wins; draws third if the objective allows them."""
        count = 3 if self.problem.has_draws else 2
        return tuple(np.bincount(self.winner[: self.length], minlength=count).tolist())

    def _mover(self, v: int) -> int:
        owner = self.arena.owner
        return 0 if owner is None or owner[v] == CHANCE else int(owner[v])

    def _outcome(self, v: int) -> Outcome:
        return Outcome.of(self.winner.item(v), self._mover(v))

    def _value(self, v: int) -> Value | None:
        if self.vertex_values is None:
            return None
        found: Any = self.vertex_values[v]
        return int(found) if isinstance(found, np.integer) else found

    @property
    def _ways(self) -> Callable[[int, bool], Sequence[int]] | None:
        small = self.arena.n < FEW  # whose pages of one file search in the order of the rated moves, too
        return None if small or self.problem.objective.counts_moves else self._heads

    def _heads(self, v: int, by_strategy: bool) -> Sequence[int]:
        advised = self.strategy.first(v) if by_strategy else None
        return self.arena.successors_of(v).tolist() if advised is None else [advised]

    def _best_moves(self, v: int) -> Sequence[RatedMove]:
        """Rate every move: wins before draws before losses.

        Among wins the strategy's move comes first and then the shorter, among losses the longer.
        """
        return self._rated(v, self._mover(v))

    def threats(self, v: int) -> Sequence[RatedMove]:
        """Return the moves from vertex v, best first for the player who is not to move there, as if that one were."""
        v = place(v, self.arena.n, "a vertex")
        mover = self._mover(v)
        return self._rated(v, mover if self.problem.impartial else 1 - mover) if mover < 2 else ()

    def _rated(self, v: int, mover: int) -> Sequence[RatedMove]:
        """Rate every move from a vertex, as if a player were to move there."""
        advised, here = self.strategy.first(v), self._distance(v)
        values, objective = dict[int, Any](), self.problem.objective
        if self.vertex_values is not None:
            values = objective.values_of_moves(self.arena, v, self.vertex_values)
        by_value = sorted(sorted(values, key=lambda w: w != advised), key=values.__getitem__, reverse=mover == 0)
        place = {w: k for k, w in enumerate(by_value)}
        lost = {w for w, gain in values.items() if gain == -INFINITY}  # such an edge loses, wherever it leads
        rated = []
        for w in dict.fromkeys(self.arena.successors_of(v).tolist()):
            winner = 1 if w in lost else int(self.winner[w])
            if winner != DRAW and self.problem.impartial:
                winner = 1 - winner  # what the next player wins, this one loses
            result, distance = Outcome.of(winner, mover), self._distance(w)
            haste = 0 if distance is None else distance if result is Outcome.WIN else -distance
            nearer = distance is None or (here is not None and distance < here)
            progress = result is not Outcome.WIN or w == advised or (objective.counts_moves and nearer)
            order = (place[w],) if values else (-result.rank, w != advised, haste, w)
            rated.append((order, RatedMove(w, w, result, distance, progress)))
        return tuple(move for _, move in sorted(rated, key=lambda pair: pair[0]))

    def _distance(self, v: int) -> int | None:
        if not self.problem.objective.counts_moves or self.vertex_values is None or int(self.vertex_values[v]) < 0:
            return None
        return int(self.vertex_values[v])

    def _explain(self, v: int) -> str:
        winner, name = int(self.winner[v]), quoted_label(self.arena.display_name(v))
        if self.problem.impartial and winner != DRAW:
            who = f"the player to move {'loses' if winner else 'wins'} from {name}"
        else:
            who = self.problem.objective.answer(name, self._value(v), winner, self.problem.winners)
        return f"{who[0].upper()}{who[1:]}: {self.certificate.explain(self.in_vertex_form, v)}."

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python: numbers and, with ``full``, the arrays as lists."""
        game = self.problem
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": game.objective.name,
            "vertices": game.arena.n,
            "edges": game.arena.m,
            "won": list(self.won),
        }
        changed = game.objective.changed_settings()
        if changed:
            data["settings"] = {name: _plain(value) for name, value in changed.items()}
        if full:
            if game.arena.labels is not None:
                data["labels"] = [str(label) for label in game.arena.names]
            data["winner"] = self.winner.tolist()
            data["strategy"] = self.strategy.moves.tolist()  # a row for each state of the memory, if there are several
            data["value"] = None if self.vertex_values is None else listed(self.vertex_values)
        return data

    def _columns(self, count: int | None = None, called: Callable[[int], Any] | None = None) -> dict[str, list[Any]]:
        """Return the solution as a table, column by column, for all vertices or the first few.

        The columns are ``label``; ``owner``, the player's name, where vertices have owners; ``winner``, a player's name
        or ``"draw"``, or of a player who is alone ``result``, ``"wins"`` or ``"loses"``; ``move``, the label that the
        strategy moves to, or None; ``value``, where there are numbers; and what the objective says of a vertex: its
        ``priority``, or whether it is marked, under the word for the mark.
        A vertex whose label others have, too, is called by its number, as ``#5``. With ``called``, from the number of a
        vertex to its name, these names stand in place of labels.

        >>> from graphgames import Reach, solve
        >>> solve({"hill": ["mill"], "mill": []}, Reach(["mill"]), owner={"hill": 0, "mill": 1})._columns(1)
        {'label': ['hill'], 'owner': ['Eve'], 'winner': ['Eve'], 'move': ['mill'], 'value': [1], 'target': [False]}
        """
        game, arena, called = self.problem, self.arena, called or self.arena.name_of_one
        found: dict[str, list[Any]] = {"label": [called(v) for v in range(arena.n)[:count]]}
        if arena.owner is not None:
            found["owner"] = [(*game.players, "chance")[code] for code in arena.owner[:count].tolist()]
        if self._result is not None:
            who, names = self._result
            found[who] = [names[min(code, 2)] for code in self.winner[:count].tolist()]
        found["move"] = [None if w < 0 else called(w) for w in self.strategy.opening[:count].tolist()]
        more = {"value": self.vertex_values, game.objective.data: game.objective.numbers}
        more[game.objective.mark] = game.objective.marked
        return found | {name: array[:count].tolist() for name, array in more.items() if array is not None}

    @property
    def _result(self) -> tuple[str, tuple[str, str, str]] | None:
        """What a column of winners is called, and its words by their codes; None where values alone are asked for."""
        game = self.problem
        if game.objective.regions is not None:
            return None
        if game.absent is None:
            return "winner", (*game.winners, game.draw_words[0])
        alone = ("wins", "loses") if game.absent else ("loses", "wins")  # one player is alone
        return "result", (*alone, game.draw_words[0])

    @property
    def remembers(self) -> bool:
        """Whether the moves depend on what was seen before."""
        return isinstance(self.strategy, FiniteMemoryStrategy)

    def rows(self, count: int | None = None) -> list[list[str]]:
        """Return a table for people: a heading, and a row of words for each vertex, or for the first few."""
        count = None if count is None else integer(count, "the number of rows")
        found, objective = self._columns(count, self.arena.display_name), self.problem.objective
        words = {"vertex": [str(name) for name in found["label"]]}
        if "owner" in found:
            words["owner"] = found["owner"]
        if self._result is not None:
            who, alike = self._result[0], "player " * self.problem.impartial
            words[who] = [name.removeprefix(alike) for name in found[who]]
        moves = "first move" if self.remembers else "move"
        words[moves] = ["" if move is None else f"-> {move}" for move in found["move"]]
        if self.vertex_values is not None:
            texts = map(objective.value_text, found["value"], self.winner.tolist())
            exact = bool(objective.value_types)
            words[objective.value_name] = [
                text.replace("∞", "inf") if exact else text.translate(_AS_WORDS) for text in texts
            ]
        return [[*words], *([printable(word) for word in row] for row in zip(*words.values(), strict=True))]

    def __str__(self) -> str:
        """Return what it is, and the table of its first vertices."""
        if not self.arena.n:
            return repr(self)
        few = self.arena.n <= SHOWN_ROWS
        table = self.rows(None if few else _FIRST_ROWS)
        return "\n".join(
            [repr(self), *aligned(table), *([] if few else [f"... {self.arena.n - _FIRST_ROWS:,} more rows"])]
        )

    def to_pandas(self) -> pd.DataFrame:
        """Return one row per vertex: its label, owner, winner, move and value, and what the objective says of it.

        A move is the label it leads to, players have their names, and a draw says ``draw``. Where one player alone
        moves there is no column ``winner`` but ``result``: ``wins`` or ``loses``. Values are exact; a spreadsheet wants
        ``solution.to_pandas().astype({"value": float})``.
        """
        return data_frame(self._columns())

    def to_networkx(self) -> nx.MultiDiGraph[Any]:
        """Return the game as a NetworkX graph that says who wins.

        Nodes are the labels, with attributes ``owner``, ``winner`` (a player's name, or ``draw``; ``result`` where one
        player alone moves, ``wins`` or ``loses``), ``move`` (a label), ``value`` and what the objective says of the
        vertex; edges have ``chosen``, true where the strategy goes. Raise `ArenaError` if vertices have the same label.
        """
        found = self._columns()
        del found["label"]
        tails = self.arena.tails
        taken = self.arena.successors == self.strategy.opening[tails]
        taken[taken] = np.diff(tails[taken], prepend=-1) > 0  # the first of parallel edges
        return networkx_graph(self.arena, found, {"chosen": taken.tolist()})

    def __repr__(self) -> str:
        won = f"({', '.join(str(count) for count in self.won)})"
        if (people := getattr(self.problem, "players", PLAYERS[0])) not in PLAYERS:
            won = f"{dict(zip((*people, 'draw'), self.won, strict=False))}"
        return f"ArenaSolution({self.problem!r}, won={won}, solver={self.solver!r})"


@dataclass(frozen=True, eq=False, repr=False)
class View(ArenaSolution):
    """What is claimed of some vertices and their successors, as a solution on an arena of these alone.

    The vertices that it is a view of come first; the others have no edges but a self-loop.
    """

    seen: int = 0
    """How many vertices it is a view of."""
    whole: int = 0
    """How many vertices the whole arena has."""


def _plain(value: Any) -> Any:
    """Return the value of a setting as JSON can hold it."""
    return value if isinstance(value, str) else listed(value) if np.ndim(value) else to_json(value)
