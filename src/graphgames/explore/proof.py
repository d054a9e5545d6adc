"""The conditions of a solution's certificate, opened at a vertex, for the solution or for one with an entry changed.

They are those of the reference checker, looked at in the files that hold the game and the solution.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from typing import Any

from graphgames.core.errors import GameError, shown
from graphgames.draw.svg import shortened
from graphgames.formats.json_ import write_solution
from graphgames.formats.problem_json import write_problem
from graphgames.reference.opened import Condition, Opened, Read, conditions
from graphgames.reference.reading import RefusedError

MOST = 2_000_000
"""Files of so many bytes at most are looked at: the checker is plain Python, and the page waits for it."""

_LONGEST = 80
_AT_VERTICES = ("vertices", "situations")
_PLAYERS = {"owner": "chance", "winner": "nobody"}
_HEADS = ("after", "move", "strategy")

Answer = dict[str, Any]


class OpenProof:
    """A solution as the reference checker reads it; ``vertex`` is where it is opened, None where there is no graph."""

    def __init__(self, solution: Any, vertex: int | None):
        self.arena = getattr(solution.problem, "arena", None) if vertex is not None else None
        self.players = tuple(getattr(solution.problem, "players", ()))
        self.vertex = vertex
        self.game, self.claim = _document(write_problem, solution.problem), _document(write_solution, solution)

    def opened(self, place: int = 0, change: Any = None) -> Answer:
        """Return the conditions at the vertex or else at the place of that number, and what can be changed there."""
        entries = [{"path": path, "words": words, "value": value} for path, words, value in self.entries(place)]
        if change is not None:
            self.alter(change)

        def wanted(places: str, number: int, at: Any) -> bool:
            if self.vertex is None or places.split()[0] not in _AT_VERTICES:
                return number == place
            return bool((at[0] if isinstance(at, tuple) else at) == self.vertex)

        try:
            found, refused = [self.in_words(one) for one in conditions(self.game, self.claim, wanted)], ""
        except RefusedError as error:
            found, refused = [], f"{error}."
        return {"conditions": found, "refused": refused, "entries": entries}

    # What can be changed

    def entries(self, place: int) -> Iterator[tuple[list[Any], str, str]]:
        """Yield the entries of the claim at the vertex or place, and the edges from the vertex."""
        index = place if self.vertex is None else self.vertex
        for path, rows in _lists(self.claim):
            if index < len(rows) and (self.arena is None or len(rows) == self.arena.n):
                value = rows[index]
                if not isinstance(value, dict):
                    name = path[-1].replace("_", " ") + " in the certificate" * (len(path) > 1)
                    yield [*path, index], name, self.value(path[-1], value)
        if self.arena is not None:
            for head in dict.fromkeys(self.arena.successors_of(self.vertex).tolist()):
                yield ["edges", self.vertex, head], f"the edge to {self.name(head)}", "there"

    def alter(self, change: Any) -> None:
        """Change an entry of the claim, or take an edge out of the game; raise `GameError` if that cannot be."""
        path, to = (change.get("path"), str(change.get("to"))) if isinstance(change, dict) else (None, "")
        known = [one for one, *_ in self.entries(path[-1] if isinstance(path, list) and self.vertex is None else 0)]
        if path not in known:
            raise GameError(f"there is no entry {shown(path)} to change")
        if path[0] == "edges":
            self.without(*path[1:])
            return
        *steps, last = path
        rows = self.claim
        for step in steps:
            rows = rows[step]
        rows[last] = self.given(path[-2], to)
        if path[0] == "winner" and "won" in self.claim:
            won = range(len(self.claim["won"]))
            self.claim["won"] = [self.claim["winner"].count(player) for player in won]

    def without(self, tail: int, head: int) -> None:
        """Take an edge out of the game."""
        assert self.arena is not None
        if "probability" in self.game or "edge_data" in self.game or self.arena.m != len(self.game["edges"]):
            raise GameError("the edges of this game have data, so none can be taken out here")
        self.game["edges"].remove([tail, head])
        self.claim["edges"] = len(self.game["edges"])

    def given(self, name: str, to: str) -> Any:
        """Return the entry that a text stands for: a vertex by its name for a move, a player by theirs."""
        if name in _HEADS and self.arena is not None:
            return -1 if to == "none" else self.arena.vertex(to)
        if name in _PLAYERS and to in self.players:
            return self.players.index(to)
        try:
            return json.loads(to)
        except ValueError:
            return to

    # In words

    def in_words(self, one: Condition) -> Answer:
        """Return a condition as the page shows it."""
        graph = self.arena is not None and one.places.split()[0] in _AT_VERTICES
        return {
            "name": one.name,
            "says": one.says,
            "places": one.places.split()[0].replace("_", " "),
            "checked": one.checked,
            "failed": one.failed,
            "opened": [self.at(at, graph) for at in one.opened],
        }

    def at(self, opened: Opened, graph: bool) -> Answer:
        """Return a condition at a place, and what was read there."""
        place = opened.place
        vertex = (place[0] if isinstance(place, tuple) else place) if graph else None
        more = f", {', '.join(map(str, place[1:]))}" if graph and isinstance(place, tuple) else ""
        words = f"{self.name(vertex)}{more}" if vertex is not None else "the whole" if place is None else _brief(place)
        read = [self.read(one, graph) for one in opened.read]
        return {"vertex": vertex, "words": words, "holds": opened.holds, "read": read, "compared": opened.compared[:20]}

    def read(self, one: Read, graph: bool) -> Answer:
        """Return what was read, and of which vertex."""
        n = self.arena.n if graph and self.arena is not None else 0
        vertex = one.at if type(one.at) is int and 0 <= one.at < n else None
        of = self.name(vertex) if vertex is not None else _brief(one.at)
        in_words = {"after": "the moves from"}.get(one.name, f"{one.name.replace('_', ' ')} of")
        return {
            "vertex": vertex,
            "words": f"{in_words} {of}: {self.value(one.name, one.value) if graph else _brief(one.value)}",
        }

    def value(self, name: str, value: Any) -> str:
        """Return an entry in words."""
        if self.arena is not None and name in _HEADS and isinstance(value, int | list):
            heads = [v for v in (value if isinstance(value, list) else [value]) if v != -1]
            return _brief(", ".join(map(self.name, heads)) or "none") if all(type(v) is int for v in heads) else ""
        if name in _PLAYERS and type(value) is int and self.players:
            return str((*self.players, _PLAYERS[name])[value])
        return "none" if value is None else _brief(value)

    def name(self, v: int) -> str:
        """Name a vertex."""
        assert self.arena is not None
        return str(self.arena.label(v)) if 0 <= v < self.arena.n else str(v)


def _document(write: Callable[[Any, Any], None], thing: Any) -> Any:
    """Return the document in the file of a thing; raise `GameError` if there is none or it is too long."""
    file = BytesIO()
    write(thing, file)
    if file.tell() > MOST:
        raise GameError("this solution is too large to be opened here; graphgames verify --reference checks it whole")
    return json.loads(file.getvalue())


def _lists(claim: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Yield the lists of a claim and of its certificate."""
    for name, inside in claim.items():
        if isinstance(inside, list) and name != "won":
            yield (*path, name), inside
        elif name == "certificate" and not path:
            yield from _lists(inside, (name,))


def _brief(value: Any) -> str:
    return shortened(str(value), _LONGEST)
