"""The digest of a game, by which a solution says of which game it is; the page on formats describes it.

A game is a row of parts, hashed with SHA-256 one after another: its objective, owners, edges, probabilities, and what
the objective says. Numbers that are whole and fit 64 bits are hashed as 8 bytes each, all else as text.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, chain
from struct import pack
from typing import Any

from graphgames.reference.arena_game import Game
from graphgames.reference.problem import Problem
from graphgames.reference.reading import integer

MARKS = (
    "target", "safe", "avoid", "within", "won", "drawn", "lost",
    "accepting", "rejecting", "accepting_edges", "rejecting_edges", "fair",
)  # fmt: skip
"""The fields of objectives that are sets of vertices or edges."""

SETS = ("sets", "assumptions", "guarantees", "pairs")
"""Those that are lists of such sets."""

FORMULAS = ("env_init", "sys_init", "env_trans", "sys_trans", "env_goals", "sys_goals")
"""The parts of a specification."""


def digest(game: Game, fields: dict[str, object]) -> str:
    """Return the digest of a game, of whose objective these fields are given and not what they are by default."""
    parts: list[tuple[str, list[Any]]] = [("objective", [game.objective]), ("vertices", [str(game.n)])]
    if not game.alternate:
        parts.append(("owner", [*game.owner]))
    parts += [("degree", [len(edges) for edges in game.out]), ("head", [*game.head])]
    if any(game.likely):
        parts.append(("probability", [*game.share]))
        parts.append(("denominator", [*game.whole]))
    for name in sorted(fields):
        value = fields[name]
        if name in SETS and isinstance(value, list):
            parts.append((name, [",".join(map(str, sorted(set(one)))) for one in value]))
            continue
        row: list[Any] = (
            [in_lowest_terms(one) for one in value] if isinstance(value, list) else [str(in_lowest_terms(value))]
        )
        parts.append((name, sorted(set(row)) if name in MARKS else row))
    return hashed(parts)


def problem_digest(problem: Problem) -> str | None:
    """Return the digest of a problem that is not a game on an arena; None where it is not of the data in the file."""
    name, data = problem.objective, problem.data.given
    if name in ("heaps", "misere-quotients"):
        return hashed([("code", [data["code"]]), ("largest", [str(data["largest"])])])
    if name in ("specification", "acceptance-specification"):
        more = ("marks", "reach") if name != "specification" else ()
        sides = [(side, [" ".join(map(str, one)) for one in data[side]]) for side in ("inputs", "outputs")]
        formulas = [(part, ["all of", *data[part]]) for part in (*FORMULAS, *more)]
        return hashed([*sides, *formulas, *([("acceptance", [data["acceptance"]])] if more else [])])
    if name == "nimbers":
        return hashed([("vertices", [str(data["vertices"])]), *edges_of([data])])
    if name == "race":
        schedule = [number for entry in data["schedule"] for number in entry]
        tokens = [("starts", data["starts"]), ("wants", data["wants"]), ("schedule", schedule)]
        head = [("vertices", [str(data["vertices"])]), *edges_of([data]), ("goal", [str(data["goal"])])]
        return hashed([*head, *tokens])
    if name == "grid":
        cells = sorted({(cell[0], cell[1]) for cell in data["impassable"]})
        return hashed([("impassable", [number for cell in cells for number in cell])])
    if name in ("rules", "misere-rules", "partizan"):
        start = compact(data["positions"][0][0])
        return hashed([("game", [name]), ("start", [start]), ("positions", nearest(data["positions"], [start]))])
    if name == "sum":
        of, positions, times = zip(*data["parts"], strict=True) if data["parts"] else ((), (), ())
        at = [*map(compact, positions)]
        starts = [[one for k, one in zip(of, at, strict=True) if k == game] for game in range(len(data["games"]))]
        games = [nearest(one["positions"], some) for one, some in zip(data["games"], starts, strict=True)]
        rows = [(f"game {k}", lines) for k, lines in enumerate(games)]
        return hashed([*rows, ("of", [*of]), ("positions", at), ("times", [*times])])
    if name.endswith("geography"):
        rows = [part for k, graph in enumerate(data["graphs"]) for part in edges_of([graph], f"graph {k} ")]
        return hashed([("game", [name]), *rows])
    return None if name in ("great-game", "gridgame") else hashed([("game", [name]), *sums_parts(name, data["tests"])])


def sums_parts(name: str, tests: list[Any]) -> list[tuple[str, list[Any]]]:
    """Return the parts of a sum of stones or strips."""
    if name in ("treblecross", "say-goodbye-to-tic-tac-toe"):
        return [("strips", tests)]
    sizes = [test["vertices"] if name == "games-are-important" else len(test) for test in tests]
    first = ("first", [0, *accumulate(sizes)])
    if name == "games-are-important":
        return [*edges_of(tests), ("stones", [count for test in tests for count in test["stones"]]), first]
    if name == "playing-with-stones":
        return [("sizes", [number(size) for test in tests for size in test]), first]
    columns = ([number(box[k]) for test in tests for box in test] for k in (0, 1))
    return [*zip(("sizes", "stones"), columns, strict=True), first]


def edges_of(graphs: list[dict[str, Any]], name: str = "") -> list[tuple[str, list[Any]]]:
    """Return the parts that are the edges of graphs, whose vertices are numbered one graph behind the other.

    ``name`` stands before theirs where there are several.
    """
    degree: list[int] = []
    head: list[int] = []
    for graph in graphs:
        offset, n = len(degree), graph["vertices"]
        edges = sorted(graph["edges"], key=lambda edge: int(edge[0]))  # those of one tail stay in their order
        degree += [0] * n
        for edge in edges:
            degree[offset + edge[0]] += 1
        head += [offset + edge[1] for edge in edges]
    return [(f"{name}degree", degree), (f"{name}head", head)]


def number(given: int | str) -> int:
    """Return an integer that may stand as text, if it is large."""
    return int(given, 16) if isinstance(given, str) else given


def nearest(rows: list[Any], starts: list[str]) -> list[str]:
    """Return a line for each of the first 1000 positions, breadth first: with its options, and what it splits into."""
    lists = max((len(row) for row in rows), default=3) - 1
    known = {compact(here): [sorted(map(compact, some or ())) for some in rest] for here, *rest in rows}
    known = {here: some + [[]] * (max(2, lists) - len(some)) for here, some in known.items()}
    found = [*dict.fromkeys(starts)]
    for here in found:  # it grows meanwhile
        found += [after for after in dict.fromkeys(chain(*known[here])) if after not in found]
        if len(found) >= 1000:
            break
    lines = ((here, [f"[{','.join(some)}]" for some in known[here]]) for here in found[:1000])
    return [f"[{','.join((here, *some))}]" for here, some in lines]


def compact(position: object) -> str:
    """Return a position as JSON without spaces."""
    return json.dumps(position, separators=(",", ":"))


def hashed(parts: Sequence[tuple[str, list[Any]]]) -> str:
    """Return the digest of parts."""
    return "sha256:" + hashlib.sha256(b"".join(written(*part) for part in parts)).hexdigest()


def written(name: str, row: list[object]) -> bytes:
    """Return the bytes of a part."""
    if integer(-(2**63), 2**63 - 1).hold(row):
        return f"{name} integers {len(row)}\n".encode() + pack(f"<{len(row)}q", *row)
    return "".join([f"{name} text {len(row)}\n", *(f"{one}\n" for one in row)]).encode()


def in_lowest_terms(value: object) -> object:
    """Return a number as an integer or as text in lowest terms; anything else as it is."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]+(/0*[1-9][0-9]*|\.[0-9]+)?", value):
        exact = Fraction(value)
        return exact.numerator if exact.denominator == 1 else str(exact)
    return value
