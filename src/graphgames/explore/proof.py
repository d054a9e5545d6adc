"""The conditions of a solution's certificate, opened at a vertex, for the solution or for one with an entry changed.

They are those of the reference checker, looked at in the files that hold the game and the solution.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cache
from io import BytesIO
from typing import Any

from graphgames.core.errors import GameError, GraphGamesError, shown
from graphgames.draw.svg import shortened
from graphgames.formats.json_ import write_solution
from graphgames.formats.problem_json import write_problem
from graphgames.reference.check import read_problem
from graphgames.reference.conditions import Condition, Instance, Read, conditions
from graphgames.reference.reading import RefusedError

MOST = 2_000_000
"""Files of so many bytes at most are looked at: the checker is plain Python, and the page waits for it."""

MOST_OPENED = 6_000
"""Conditions are opened at so many places at most for a page that has no checker."""

MOST_CHECKS = 75_000
"""What changes break is found for such a page by so many checks of a condition at most."""

_LONGEST = 80
_AT_VERTICES = ("vertices", "situations")
_PLAYERS = {"owner": "chance", "winner": "nobody"}
_HEADS = ("after", "move", "strategy")
_OBJECT = re.compile(r"<[\w.]*\.(\w+) object at 0x\w+>")
_FRACTION = re.compile(r"-?\d+(/\d+)?")

Answer = dict[str, Any]


class OpenProof:
    """A solution as the reference checker reads it, opened at vertices, or at places where it stands on no graph."""

    def __init__(self, solution: Any, graph: bool = True):
        self.arena = getattr(solution.problem, "arena", None) if graph else None
        self.players = tuple(getattr(solution.problem, "players", ()))
        self.game, self.claim = _document(write_problem, solution.problem), _document(write_solution, solution)
        self._read = cache(lambda certificate: read_problem(certificate, self.game))

    def opened(self, at: int = 0, change: Any = None) -> Answer:
        """Return the conditions at a vertex, or at the place of that number, and what can be changed there; with a
        change, those of the solution with that entry changed.
        """
        entries = list(self.entries(at))
        if change is None:
            found = self.conditions(self.game, self.claim, (at, None))
        else:
            path, to = (change.get("path"), str(change.get("to"))) if isinstance(change, dict) else (None, "")
            known = next((entry["path"] for entry in entries if entry["path"] == path), None)
            if known is None:
                raise GameError(f"there is no entry {shown(path)} to change")
            found = self.conditions(*self.changed(known, to), (at,))
        return found | {"where": self.where(at), "entries": entries}

    def everywhere(self) -> list[Answer]:
        """Return what `opened` does at each vertex or place, of the entries those of which there is room for what each
        change ``breaks``; empty where that is too much for a page.
        """
        checked = sum(one.checked for one in conditions(self.game, self.claim, lambda *where: False, self.problem))
        if checked > MOST_OPENED:
            return []
        whole = list(conditions(self.game, self.claim, lambda *where: True, self.problem))
        found: dict[tuple[int | None, int], list[Instance]] = defaultdict(list)
        for k, one in enumerate(whole):
            for number, instance in enumerate(one.instances):
                found[self.spot(one.places, number, instance.place), k].append(instance)
        last = max((spot for spot, _ in found if spot is not None), default=-1)
        entries = [list(self.entries(at)) for at in range(last + 1 if self.arena is None else self.arena.n)]
        changes = Counter[str]()
        for entry in (entry for some in entries for entry in some):
            changes[_list_of(entry)] += len(entry["others"])
        held, room = set(), MOST_CHECKS // max(1, checked)
        for name, count in changes.items():
            if 0 < count <= room:
                held.add(name)
                room -= count
        answers = []
        for at, some in enumerate(entries):
            here = [one._replace(instances=found[at, k] + found[None, k]) for k, one in enumerate(whole)]
            kept = [entry for entry in some if _list_of(entry) in held and entry["others"]]
            broken = [entry | {"breaks": self.breaks(entry, at)} for entry in kept]
            answers.append({"conditions": [*map(self.in_words, here)], "where": self.where(at), "entries": broken})
        return answers

    def breaks(self, entry: Answer, at: int) -> list[Answer]:
        """Return what each of the changes that are offered of an entry breaks."""
        return [self.conditions(*self.changed(entry["path"], to), (at,)) for to in entry["others"]]

    def conditions(self, game: Any, claim: Any, spots: Collection[int | None]) -> Answer:
        """Return the conditions of a claim, opened at some spots and where they fail, or why it is refused before."""

        def wanted(places: str, number: int, place: Any) -> bool:
            return self.spot(places, number, place) in spots

        try:
            found = conditions(game, claim, wanted, self.problem)
            return {"conditions": [self.in_words(one) for one in found], "refused": ""}
        except RefusedError as error:
            return {"conditions": [], "refused": f"{error}."}

    def problem(self, certificate: str, game: object) -> tuple[Any, Any]:
        """Return a problem as the checker reads it; that of the solution is read once."""
        return self._read(certificate) if game is self.game else read_problem(certificate, game)

    def spot(self, places: str, number: int, place: Any) -> int | None:
        """Return the vertex or number at which the place of a condition is opened: -1 nowhere, None everywhere."""
        if self.arena is None:
            return number
        if places.split()[0] not in _AT_VERTICES:
            return None if number == 0 else -1
        vertex: int = place[0] if isinstance(place, tuple) else place
        return vertex

    def where(self, at: int) -> str | None:
        """Return the name of a vertex, None for a place that has none."""
        return None if self.arena is None else self.name(at)

    # What can be changed

    def entries(self, at: int) -> Iterator[Answer]:
        """Yield the entries of the claim at a vertex or place, and the edges from the vertex, which can be taken away;
        each with other values to begin with.
        """
        for path, rows in _lists(self.claim):
            if at < len(rows) and (self.arena is None or len(rows) == self.arena.n):
                value = rows[at]
                if not isinstance(value, dict):
                    words = path[-1].replace("_", " ") + " in the certificate" * (len(path) > 1)
                    others = list(self.others(path[-1], value, at))
                    yield {"path": [*path, at], "words": words, "value": self.value(path[-1], value), "others": others}
        if self.removable:
            for head in self.heads(at):
                words = f"the edge to {self.name(head)}"
                yield {"path": ["edges", at, head], "words": words, "value": "there", "others": [""]}

    def others(self, name: str, value: Any, at: int) -> Iterator[str]:
        """Yield values that an entry could have instead, as they are written: the other moves, the other players, the
        numbers next to it.
        """
        if name in _HEADS and self.arena is not None and type(value) is int:
            yield from ("none" if head == -1 else self.name(head) for head in (*self.heads(at), -1) if head != value)
        elif name in _PLAYERS and type(value) is int and self.players:
            yield from (player for k, player in enumerate(self.players[:2]) if k != value)
        elif type(value) is bool:
            yield str(not value).lower()
        elif type(value) is int or (type(value) is str and _FRACTION.fullmatch(value)):
            number = Fraction(value)
            yield from (str(Fraction(number.numerator + by, number.denominator)) for by in (1, -1))

    def heads(self, v: int) -> list[int]:
        """Return the ends of the edges from a vertex."""
        assert self.arena is not None
        return list(dict.fromkeys(self.arena.successors_of(v).tolist()))

    @property
    def removable(self) -> bool:
        """Whether an edge can be taken out of the game: nothing in the game or the claim counts the edges."""
        if self.arena is None or len(self.game.get("edges", ())) != self.arena.m:
            return False
        counting = [rows for _, rows in _lists(self.claim) if len(rows) == self.arena.m != self.arena.n]
        data = {"probability", "edge_data"} & self.game.keys()
        objective = self.game.get("objective")
        over_edges = isinstance(objective, dict) and objective.get("on") == "edges"
        return not counting and not data and not over_edges

    def changed(self, path: list[Any], to: str) -> tuple[Any, Any]:
        """Return the game and the claim with an entry changed, or without an edge."""
        if path[0] == "edges":
            edges = list(self.game["edges"])
            edges.remove(path[1:])
            return self.game | {"edges": edges}, self.claim | {"edges": len(edges)}
        claim = _with(self.claim, path, self.given(path, to))
        if path[0] == "winner" and "won" in claim:
            claim["won"] = [claim["winner"].count(player) for player in range(len(claim["won"]))]
        return self.game, claim

    def given(self, path: list[Any], to: str) -> Any:
        """Return the entry that a text stands for: a vertex by its name for a move, a player by theirs."""
        *_, name, at = path
        if name in _HEADS and self.arena is not None:
            known = {self.name(head): head for head in self.heads(at)} | {"none": -1}
            return known[to] if to in known else self.arena.vertex(to)
        if name in _PLAYERS and to in self.players:
            return self.players.index(to)
        try:
            return json.loads(to)
        except ValueError:
            return to

    # In words

    def in_words(self, one: Condition) -> Answer:
        """Return a condition as the page shows it."""
        places = one.places.split()[0]
        graph = self.arena is not None and places in _AT_VERTICES
        instances = [self.at(at, graph) for at in one.instances]
        return one._asdict() | {"places": places.replace("_", " "), "instances": instances}

    def at(self, instance: Instance, graph: bool) -> Answer:
        """Return a condition at a place, and what was read there."""
        place = instance.place
        vertex = (place[0] if isinstance(place, tuple) else place) if graph else None
        more = f", {', '.join(map(str, place[1:]))}" if graph and isinstance(place, tuple) else ""
        words = f"{self.name(vertex)}{more}" if vertex is not None else "the whole" if place is None else _brief(place)
        parts: list[tuple[str, int | None]] = [(f"At {words} it {'holds' if instance.holds else 'fails'}", vertex)]
        for one in instance.read:
            parts += [("; ", None), self.read(one, graph)]
        compared = instance.compared[:20]
        parts.append((f". Compared: {', '.join(compared)}." if compared else ".", None))
        return {"vertex": vertex, "words": words, "holds": instance.holds, "parts": parts}

    def read(self, one: Read, graph: bool) -> tuple[str, int | None]:
        """Return what was read in words, and of which vertex."""
        n = self.arena.n if graph and self.arena is not None else 0
        vertex = one.at if type(one.at) is int and 0 <= one.at < n else None
        of = self.name(vertex) if vertex is not None else _brief(one.at)
        in_words = {"after": "the moves from"}.get(one.name, f"{one.name.replace('_', ' ')} of")
        return f"{in_words} {of}: {self.value(one.name, one.value) if graph else _brief(one.value)}", vertex

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


def everywhere(solution: Any, graph: bool) -> list[Answer]:
    """Return the conditions of a solution opened everywhere, for a page that has no checker; empty if it has none."""
    try:
        return OpenProof(solution, graph).everywhere()
    except (GraphGamesError, RefusedError):
        return []


def _document(write: Callable[[Any, Any], None], thing: Any) -> Any:
    """Return the document in the file of a thing; raise `GameError` if there is none or it is too long."""
    file = BytesIO()
    write(thing, file)
    if file.tell() > MOST:
        raise GameError("this solution is too large to be opened here; graphgames verify --reference checks it whole")
    return json.loads(file.getvalue())


def _list_of(entry: Answer) -> str:
    """Return the list in which an entry stands."""
    path = entry["path"]
    return "edges" if path[0] == "edges" else "/".join(path[:-1])


def _with(thing: Any, path: list[Any], value: Any) -> Any:
    """Return a document with one entry changed."""
    if not path:
        return value
    copy = thing.copy()
    copy[path[0]] = _with(thing[path[0]], path[1:], value)
    return copy


def _lists(claim: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Yield the lists of a claim and of its certificate."""
    for name, inside in claim.items():
        if isinstance(inside, list) and name != "won":
            yield (*path, name), inside
        elif name == "certificate" and not path:
            yield from _lists(inside, (name,))


def _brief(value: Any) -> str:
    text = str(value)
    if "<" in text:
        text = _OBJECT.sub(lambda found: f"the {found[1].lower()}", text)
    return text if len(text) < _LONGEST else shortened(text, _LONGEST)
