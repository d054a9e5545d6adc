"""The solution of a model: values of states, and a policy that names an action in each.

It is the solution of a game on an arena (`graphgames.games.models.model_game`) and is proved as such; what a person
reads, sees and exports speaks of states and actions.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.arguments import integer
from graphgames.core.arrays import frozen, owned
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, printable
from graphgames.core.label_arrays import by_label
from graphgames.core.late import optional
from graphgames.core.naming import by_text, quoted_label
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution import ArenaSolution
from graphgames.core.tabular import aligned, data_frame
from graphgames.core.value import Bracket, in_words, objects, to_json
from graphgames.games.models.model_game import ModelGame
from graphgames.readers.atomic import atomic_write

if TYPE_CHECKING:
    import networkx as nx
    import pandas as pd

_MOST = 1000  # states whose values and actions are written where not all was asked for


@dataclass(frozen=True, eq=False, repr=False)
class ModelSolution(ArenaSolution):
    """The solution of a model with an objective.

    Attributes
    ----------
    policy : dict
        From each state to the action, the only one where there is no choice, without the states in which none matters;
        where strategies have memory the first one.

    Examples
    --------
    >>> import graphgames as gg
    >>> rows = [("dry", "wait", "dry", 0.9, 1), ("dry", "wait", "wet", 0.1, 1), ("wet", "mop", "dry", 1, -2),
    ...         ("wet", "wait", "wet", 1, 0)]
    >>> solution = gg.solve(gg.Model.from_table(rows), gg.Discounted(discount="9/10"))
    >>> print(solution)
    ModelSolution(ModelGame(Model(mdp, states=2, transitions=4), discounted (discount 9/10)), solver='policy-iteration')
    state  action  discounted payoff
    dry    wait    820/109
    wet    mop     520/109
    >>> solution.strategy["wet"], solution.values["wet"], gg.verify(solution).ok
    ('mop', Fraction(520, 109), True)
    """

    problem: ModelGame

    @classmethod
    def of(cls, solved: ArenaSolution) -> ModelSolution:
        """Return a solution on the arena of a model as one of the model."""
        problem: Any = solved.problem
        fields = solved.winner, solved.strategy, solved.solver, solved.proof, solved.numbers, solved.stats
        return cls(problem, *fields)

    @cached_property
    def choices(self) -> NDArray[np.int64]:
        """The number of the choice that the policy makes in each state, -1 where it makes none, shape (n,).

        A state with a single choice has that one.
        """
        game, moves = self.problem, self.strategy.opening
        arena, tails, made = self.arena, self.arena.tails, game.staged.edge_of
        degree = np.diff(game.model.choices)
        found = np.where(degree == 1, game.model.choices[:-1], -1)
        hits = np.flatnonzero((made >= 0) & (arena.successors == moves[tails]))
        count = np.bincount(tails[hits], minlength=game.states)
        found[tails[hits[::-1]]] = made[hits[::-1]]
        for s in np.flatnonzero((count > 1) & (degree > 1)).tolist():  # parallel edges: other actions lead there, too
            edges = arena.between(s, int(moves[s]))
            assert arena.owner is not None
            value = None if self.vertex_values is None else self.vertex_values[int(moves[s])]
            found[s] = made[game.objective.taken(edges, int(arena.owner[s]), value)]
        return owned(found, np.int64)

    def naming(self, policy: Mapping[Any, Any]) -> ModelSolution:
        """Take the actions that a file names in place of the policy's own, where they are as good; return the solution.

        They are where they lead to the same vertex and neither is the better one.
        """
        model, arena, made = self.problem.model, self.arena, self.problem.staged.edge_of
        found = self.choices.copy()
        for s in np.flatnonzero((found >= 0) & (np.diff(model.choices) > 1)).tolist():
            action, move = policy.get(str(model.name(s))), int(self.strategy.opening[s])
            value = None if self.vertex_values is None else self.vertex_values[move]
            edges = arena.between(s, move)
            own = next(e for e in edges if made[e] == found[s])
            for e in edges:
                if _named(model.action(int(made[e]))) == action:
                    found[s] = made[self.problem.objective.taken((e, own), int(owners(arena)[s]), value)]
        vars(self)["choices"] = owned(found, np.int64)
        return self

    @property
    def _acts(self) -> ModelSolution:
        return self

    @cached_property
    def policy(self) -> dict[Any, Any]:
        """From each state to the action that is best, or the only one, without the states in which none matters."""
        model = self.problem.model
        return {model.name(s): model.action(c) for s, c in enumerate(self.choices.tolist()) if c >= 0}

    def action(self, position: object = None) -> Hashable:
        """Return the action that the policy takes in a state, None where none matters."""
        v = self._vertex(position)
        if v >= self.problem.states:
            raise GameError(f"{self._position_or_start(position)} is an action; expected a state")
        choice = int(self.choices[v])
        return None if choice < 0 else self.problem.model.action(choice)

    @property
    def length(self) -> int:
        """How many states there are."""
        return self.problem.states

    def _value(self, v: int) -> Any:
        """Return the value of a state: what is gained, where the game counts what is lost."""
        found = super()._value(v)
        if not self.problem.costs or found is None:
            return found
        return Bracket(-found.high, -found.low) if isinstance(found, Bracket) else -found

    @cached_property
    def values(self) -> NDArray[Any] | None:
        """The value of each state, shape (states,), or None; the vertices of actions have theirs in `vertex_values`."""
        found = None if self.vertex_values is None else self.vertex_values[: self.problem.states]
        if found is not None and self.problem.costs:
            found = frozen(objects(value for _, value in self._each()), object)
        return None if found is None else by_label(found, self.arena)

    def best_moves(self, position: object = None) -> Sequence[RatedMove]:
        """Return every action in a state, best first for the player to move; a move is the action's name.

        Behind an action that is left to chance the moves are the states that can follow.
        """
        v = self._vertex(position)
        if v >= self.problem.states:
            return super().best_moves(position)
        model, arena, made = self.problem.model, self.arena, self.problem.staged.edge_of
        choice, edges = int(self.choices[v]), range(*arena.indptr[v : v + 2].tolist())
        leads = [(int(made[e]), int(arena.successors[e])) for e in edges]
        if owners(arena)[v] == CHANCE:  # it moves at once
            leads = [(int(made[edges[0]]), -1)]
        rated = {move.move: move for move in self._best_moves(v)}
        place = {w: k for k, w in enumerate(rated)}
        actions = sorted(leads, key=lambda one: (place.get(one[1], -1), one[0] != choice))
        return tuple(
            replace(rated[w], move=model.action(c), position=self.arena.label(w))
            if w in rated
            else RatedMove(model.action(c), self.arena.label(v), Outcome.of(int(self.winner[v]), 0), None, True)
            for c, w in actions
        )

    def _explain(self, v: int) -> str:
        if v >= self.problem.states or self.vertex_values is None:
            return super()._explain(v)
        game, name = self.problem, quoted_label(self.arena.display_name(v))
        value, objective = self._value(v), game.objective
        if hasattr(objective, "threshold"):
            who = f"from {name} the {objective.value_name} is {in_words(value)}"
        else:
            who = objective.answer(name, value, int(self.winner[v]), game.players)
        return f"{who[0].upper()}{who[1:]}: {self._reason(v)}."

    def _reason(self, v: int) -> str:
        """Return which action makes the value of a state, to stand after the value."""
        model, choice, arena = self.problem.model, int(self.choices[v]), self.arena
        over = self.problem.objective.over
        if over is not None and over[v]:
            return f"it is{self.problem.objective.describe(v) or ' decided here'}".replace("is,", "is")
        if int(model.choices[v + 1] - model.choices[v]) == 1:
            only = model.given_name(int(model.choices[v]))
            return "there is only one action" if only == "" else f"the only action is {quoted_label(only)}"
        if choice < 0:
            return "no action makes a difference"
        owner = 0 if owners(arena)[v] == CHANCE else int(owners(arena)[v])
        best = f"{self.problem.players[owner]} takes {quoted_label(model.action(choice))}"
        if isinstance(self._value(v), Bracket):
            return f"{best}, and the value is proved to lie between these bounds"
        return f"{best}, and no action is worth {('more', 'less')[owner ^ self.problem.costs]}"

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the solution as plain Python; with ``full``, or of few states, the value and the action of each."""
        game, model = self.problem, self.problem.model
        data: dict[str, Any] = {
            "solver": self.solver,
            "objective": game.objective.name,
            "states": game.states,
            "actions": int(model.choices[-1]),
            "transitions": model.transitions,
        }
        if settings := game.plain_settings():
            data["asked"] = settings
        if full or game.states <= _MOST:
            data["values"] = by_text((model.name(s), None if one is None else to_json(one)) for s, one in self._each())
            data["policy"] = by_text((state, _named(action)) for state, action in self.policy.items())
        return data

    def _each(self) -> Iterator[tuple[int, Any]]:
        """Yield each state with its value, None where there are none."""
        if not self.problem.costs and self.vertex_values is not None:
            yield from enumerate(self.vertex_values[: self.problem.states].tolist())
        else:
            yield from ((s, self._value(s)) for s in range(self.problem.states))

    def _columns(self, count: int | None = None, called: Callable[[int], Any] | None = None) -> dict[str, list[Any]]:
        """Return the solution as a table, column by column: state, player, action and value."""
        model, n = self.problem.model, self.problem.states
        n = n if count is None else min(n, integer(count, "the number of rows"))
        called = called or self.arena.label
        choice = self.choices[:n].tolist()
        found: dict[str, list[Any]] = {"state": [called(s) for s in range(n)]}
        if model.type == "smg":
            found["player"] = [self.problem.players[code] for code in self.problem.chooser[:n].tolist()]
        found["action"] = [None if c < 0 else model.action(c) for c in choice]
        if self.vertex_values is not None:
            found["value"] = [value for _, value in islice(self._each(), n)]
        return found

    def rows(self, count: int | None = None) -> list[list[str]]:
        """Return a table for people: a heading, and a row of words for each state, or for the first few."""
        found, objective = self._columns(count), self.problem.objective
        heading = ["state" if name == "state" else objective.value_name if name == "value" else name for name in found]
        table = [heading]
        for cells in zip(*found.values(), strict=True):
            words = ["" if one is None else str(one) for one in cells]
            if self.vertex_values is not None:
                words[-1] = in_words(cells[-1]).replace("∞", "inf")
            table.append([printable(word) for word in words])
        return table

    def __str__(self) -> str:
        """Return what it is, and the table of its first states."""
        table = self.rows(10)
        more = self.problem.states - len(table) + 1
        return "\n".join([repr(self), *aligned(table), *([f"... {more:,} more rows"] if more > 0 else [])])

    def to_pandas(self) -> pd.DataFrame:
        """Return one row for each state: its name, the action that the policy takes, and its exact value.

        A spreadsheet wants decimals: ``solution.to_pandas().astype({"value": float}).to_csv("policy.csv")``.
        """
        return data_frame(self._columns())

    def to_networkx(self) -> nx.MultiDiGraph[Any]:
        """Return the model as a NetworkX graph that says what the policy does.

        Nodes are the states, with the other columns of `to_pandas` as attributes. There is an edge for each state that
        can follow an action, with attributes ``action``, ``probability``, and ``chosen``, true where the policy takes
        the action.
        """
        found, model = self._columns(), self.problem.model
        names = found.pop("state")
        graph: nx.MultiDiGraph[Any] = optional("networkx", "networkx").MultiDiGraph()
        rows = zip(*found.values(), strict=True)
        graph.add_nodes_from((name, dict(zip(found, row, strict=True))) for name, row in zip(names, rows, strict=True))
        for choice, state in enumerate(model.state_of.tolist()):
            data = {"action": model.action(choice), "chosen": bool(self.choices[state] == choice)}
            for branch in range(*model.branches[choice : choice + 2].tolist()):
                after = names[model.targets[branch]]
                graph.add_edge(names[state], after, **data, probability=model.probability(branch))
        return graph

    def write_policy(self, path: str | os.PathLike[str]) -> None:
        """Write the policy to a file: ``.csv``, ``.json``, ``.tra`` (the chain that it leaves), ``.dot`` or ``.txt``.

        For ``-`` a list as in ``.txt`` goes to standard output. Raise `GameError` for another ending.
        """
        from graphgames.games.models.policy_files import WRITERS

        ending = ".txt" if path == "-" else Path(path).suffix.lower()
        if ending not in WRITERS:
            raise GameError(f"a policy cannot be written to {path}; expected the ending {', '.join(WRITERS)}")
        with atomic_write(path) as file:
            file.write(WRITERS[ending](self).encode())

    def __repr__(self) -> str:
        return f"ModelSolution({self.problem!r}, solver={self.solver!r})"


def _named(action: Any) -> Any:
    """Return the name of an action as JSON can hold it."""
    return action if isinstance(action, int | str) and not isinstance(action, bool) else str(action)
