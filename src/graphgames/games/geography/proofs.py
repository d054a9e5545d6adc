"""Proofs of geography as JSON: for each graph who wins from where, and the parts that prove it.

A part's arrays are lists of numbers, sets of bits and sets of unused arcs are hexadecimal, and a position of a proof is
one list. A file belongs to one game on graphs whose arcs it knows by a hash. Whether it is right is for the verifier.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import fields
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.core.errors import Fault, FormatError
from graphgames.formats.json_ import parsed
from graphgames.games.geography.certificate import (
    EvenKernels,
    GeographyProof,
    MatchingWitness,
    Part,
    ProofDag,
    ProofNode,
    RankedLabels,
    TreeLabels,
)
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import GeographySolution
from graphgames.readers.faults import Faults
from graphgames.readers.source import Data

NAME, VERSION = "graphgames-geography-proof", 1
EXPECTED = f'a proof in JSON: an object with "format": "{NAME}"'
_PARTS: dict[str, type[Part]] = {
    part.kind: part for part in (RankedLabels, MatchingWitness, TreeLabels, EvenKernels, ProofDag)
}
_NARROW = ("mate", "steps")
_OTHER = "is this the proof of another graph?"
_NODE = ("vertex", "unused", "wins", "rule", "facts", "arc", "kernel", "children")


def graph_hash(arena: Arena) -> str:
    """Return a number for a graph's vertices and arcs, whatever they are called.

    Examples
    --------
    >>> graph_hash(Arena.from_edges([(0, 1)])) == graph_hash(Arena.from_edges([(0, 1)], labels="ab"))
    True
    """
    digest = hashlib.sha256(np.ascontiguousarray(arena.indptr, "<i8").tobytes())
    digest.update(np.ascontiguousarray(arena.successors, "<i4").tobytes())
    return digest.hexdigest()


def write_proof(solution: GeographySolution, file: IO[bytes]) -> None:
    """Write who wins, and the proof, which is made now if it was not asked for before.

    Examples
    --------
    >>> import io
    >>> from graphgames import Arena, solve
    >>> solution = solve(Geography("edge-geography", [Arena.from_edges([(0, 1)])]))
    >>> file = io.BytesIO()
    >>> write_proof(solution, file)
    >>> print(file.getvalue().decode())  # doctest: +ELLIPSIS
    {"format": "graphgames-geography-proof",
    "version": 1,
    "game": "edge-geography",
    "solver": "geography",
    "graphs": [
    {"vertices":2,"arcs":1,"hash":"...","winner":[0,1],"parts":[
    {"kind":"backward induction","vertices":[0,1],"rank":[1,0]}]}]}
    <BLANKLINE>
    """
    problem, proof = solution.problem, solution.certificate
    head = {"format": NAME, "version": VERSION, "game": problem.kind, "solver": solution.solver}
    file.write(("{" + "".join(f'"{key}": {json.dumps(value)},\n' for key, value in head.items())).encode())
    file.write(b'"graphs": [')
    for number, arena in enumerate(problem.graphs):
        about = {"vertices": arena.n, "arcs": arena.m, "hash": graph_hash(arena)}
        about |= {"winner": solution.winner[number].tolist()}
        file.write((",\n" if number else "\n").encode() + _compact(about)[:-1].encode() + b',"parts":[')
        for index, part in enumerate(proof.graphs[number]):
            file.write((",\n" if index else "\n").encode() + _compact(_plain(part)).encode())
        file.write(b"]}")
    file.write(b"]}\n")


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def _plain(part: Part) -> dict[str, Any]:
    """Return a part as what JSON can hold."""
    content: dict[str, Any] = {"kind": part.kind}
    for field in fields(part):
        value = getattr(part, field.name)
        if field.name == "sets":
            value = [row.tobytes().hex() for row in value]
        elif field.name == "nodes":
            value = [
                [_bits(node.unused) if name == "unused" else getattr(node, name) for name in _NODE] for node in value
            ]
        elif isinstance(value, np.ndarray):
            value = value.astype(np.int64).tolist()
        content[field.name] = value
    return content


def _bits(unused: int) -> str:
    return f"{unused:x}"


def read_proof(
    data: Data, source: str, problem: Geography, again: Callable[[Geography, int, int, frozenset[int]], int]
) -> GeographySolution:
    """Read a proof of who wins, for the verifier to check.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        The whole file, unpacked.
    source : str
        Its name, for the error messages.
    problem : Geography
        What was solved.
    again : callable
        Solves later positions, as in `GeographySolution`.

    Raises
    ------
    FormatError
        If the file is no JSON or not in this format, is about another game or graph, or holds something that cannot be.
    """
    faults = Faults(data, source)
    faults.refuse_other_kinds("json", b"{", EXPECTED)
    document = parsed(faults)
    try:
        return _solution(document, problem, again)
    except _WrongError as wrong:
        raise FormatError([Fault(wrong.message, expected=wrong.expected, hint=wrong.hint)], source) from None


class _WrongError(Exception):
    """Something in the object that cannot be; it says where."""

    def __init__(self, message: str, expected: str = "", hint: str = ""):
        super().__init__(message)
        self.message, self.expected, self.hint = message, expected, hint


def _solution(document: Any, problem: Geography, again: Any) -> GeographySolution:
    """Go through the parsed object."""
    if not isinstance(document, dict) or document.get("format") != NAME:
        raise _WrongError("this is not a proof of geography by graphgames", EXPECTED)
    if document.get("version") != VERSION:
        raise _WrongError(f"the version is {_shown(document.get('version'))}", f"version {VERSION}")
    if document.get("game") != problem.kind:
        raise _WrongError(f"the proof is about {_shown(document.get('game'))}, not {problem.kind}", hint=_OTHER)
    graphs = document.get("graphs")
    if not isinstance(graphs, list) or len(graphs) != len(problem.graphs):
        raise _WrongError('"graphs" has not one entry for each graph', f"a list of {len(problem.graphs)}", _OTHER)
    winners, theorems, proofs = [], [], []
    for number, (given, arena) in enumerate(zip(graphs, problem.graphs, strict=True)):
        place = f"graph {number + 1}"
        _same_graph(given, arena, place)
        winner = _numbers(given.get("winner"), f'{place}, "winner"', (arena.n,), np.uint8)
        parts = given.get("parts")
        if not isinstance(parts, list):
            raise _WrongError(f'{place}: "parts" is no list')
        proofs.append(tuple(_part(part, arena, f"{place}, part {i + 1}") for i, part in enumerate(parts)))
        winners.append(winner)
        theorems.append(_theorems(arena, proofs[-1]))
    solver = document.get("solver")
    name = solver if isinstance(solver, str) else "file"
    return GeographySolution(problem, tuple(winners), tuple(theorems), name, GeographyProof(tuple(proofs)), again)


def _same_graph(given: Any, arena: Arena, place: str) -> None:
    if not isinstance(given, dict):
        raise _WrongError(f"{place} is no object")
    for key, wanted in (("vertices", arena.n), ("arcs", arena.m), ("hash", graph_hash(arena))):
        if given.get(key) != wanted:
            raise _WrongError(f'{place}: "{key}" is {_shown(given.get(key))}, the game\'s is {wanted}', hint=_OTHER)


def _theorems(arena: Arena, parts: tuple[Part, ...]) -> tuple[str, ...]:
    """Say for each vertex which part decides it."""
    names = [""] * arena.n
    for part in parts:
        for v in part.vertices.tolist():
            if 0 <= v < arena.n:
                names[v] = part.kind
    return tuple(names)


def _part(given: Any, arena: Arena, place: str) -> Part:
    """Make one part; shapes are seen to here, what stands in them is for the verifier."""
    kind = _PARTS.get(str(given.get("kind"))) if isinstance(given, dict) else None
    if kind is None:
        raise _WrongError(f"{place} is no proof", f'"kind": {" or ".join(_PARTS)}')
    content: dict[str, Any] = {}
    vertices = _numbers(given.get("vertices"), f'{place}, "vertices"', (-1,), np.int64)
    shapes = {"rank": (vertices.size,), "mate": (arena.n,), "steps": (-1, 3), "loses": (2, arena.m)}
    for field in fields(kind):
        value, where = given.get(field.name), f'{place}, "{field.name}"'
        if field.name == "sets":
            content[field.name] = _sets(value, where, vertices.size)
        elif field.name == "nodes":
            content[field.name] = _nodes(value, where)
        else:
            dtype = np.bool_ if field.name == "loses" else np.int32 if field.name in _NARROW else np.int64
            array = _numbers(value, where, shapes.get(field.name, (-1,)), dtype)
            content[field.name] = tuple(array.tolist()) if field.name == "roots" else array
    return kind(**content)


def _numbers(value: Any, where: str, shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return an array of whole numbers of that shape; -1 is any length."""
    rows = value if isinstance(value, list) else None
    flat = rows
    if rows is not None and len(shape) == 2:
        flat = None
        if all(isinstance(row, list) and (shape[1] < 0 or len(row) == shape[1]) for row in rows):
            flat = [x for row in rows for x in row]
    if rows is None or flat is None or (shape[0] >= 0 and len(rows) != shape[0]):
        size = " by ".join("any number" if k < 0 else str(k) for k in shape)
        raise _WrongError(f"{where} is {_shown(value)}", f"a list of numbers, {size}")
    low, high = {np.bool_: (0, 1), np.uint8: (0, 255)}.get(dtype, (-(2**31), 2**31 - 1))
    for x in flat:
        if type(x) is not int or not low <= x <= high:
            raise _WrongError(f"{where} has {_shown(x)} in it", f"whole numbers from {low} to {high}")
    array: NDArray[Any] = np.array(flat, dtype).reshape(len(rows), *(k if k >= 0 else 0 for k in shape[1:]))
    return array


def _sets(value: Any, where: str, k: int) -> NDArray[np.uint8]:
    """Return rows of bits that were written as hexadecimal numbers."""
    width = -(-k // 8)
    if not isinstance(value, list) or len(value) != k or not all(_is_hex(row, 2 * width) for row in value):
        raise _WrongError(f"{where} is {_shown(value)}", f"a list of {k} hexadecimal numbers of {2 * width} digits")
    return np.frombuffer(bytes.fromhex("".join(value)), np.uint8).reshape(k, width)


def _is_hex(text: Any, digits: int | None = None) -> bool:
    return (
        isinstance(text, str)
        and bool(text)
        and set(text) <= set("0123456789abcdef")
        and (digits is None or len(text) == digits)
    )


def _nodes(value: Any, where: str) -> tuple[ProofNode, ...]:
    """Make the positions of a proof."""
    if not isinstance(value, list):
        raise _WrongError(f"{where} is {_shown(value)}", "a list of positions")
    nodes = []
    for index, row in enumerate(value):
        place = f"{where}, position {index}"
        if not isinstance(row, list) or len(row) != len(_NODE):
            raise _WrongError(f"{place} is {_shown(row)}", f"a list of {', '.join(_NODE)}")
        vertex, unused, wins, rule, facts, arc, kernel, children = row
        if not _is_hex(unused) or not isinstance(wins, bool) or not isinstance(rule, str):
            raise _WrongError(f"{place} is {_shown(row)}", "hexadecimal bits, true or false, and a rule's name")
        numbers = [_numbers(part, place, (-1,), np.int64).tolist() for part in ([vertex, arc], kernel, children)]
        nodes.append(
            ProofNode(
                vertex, int(unused, 16), wins, rule, _facts(facts, place), arc, tuple(numbers[1]), tuple(numbers[2])
            )
        )
    return tuple(nodes)


def _facts(value: Any, place: str) -> tuple[tuple[str, int, int, int], ...]:
    """Make the facts of a position."""
    if not isinstance(value, list) or not all(isinstance(row, list) and len(row) == 4 for row in value):
        raise _WrongError(f"{place}: its facts are {_shown(value)}", "a list of facts: a name and three numbers")
    for row in value:
        _numbers(row[1:], f"{place}, a fact", (-1,), np.int64)
        if not isinstance(row[0], str):
            raise _WrongError(f"{place}: a fact is called {_shown(row[0])}", "a name")
    return tuple((row[0], row[1], row[2], row[3]) for row in value)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."
