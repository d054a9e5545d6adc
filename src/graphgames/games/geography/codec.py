"""Solutions of geography as JSON: for each graph who wins from where, and the parts that prove it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import Arena
from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.formats.plain import WrongError, digest
from graphgames.games.geography.certificate import Part
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import GeographySolution
from graphgames.games.geography.solver import play_on


class GeographyCodec(Codec):
    """Codec of geography: who wins from each first vertex; some may be undecided if a limit stopped the search."""

    certificates = ("geography",)

    def about(self, problem: Geography) -> dict[str, Any]:
        """Return the data that identify the problem."""
        return {"graphs": len(problem.graphs), "problem": digest(*problem.graphs)}

    def answers(self, solution: GeographySolution) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        return {"winner": solution.winner}

    def read(self, problem: Geography, reading: Reading) -> GeographySolution:
        """Return the solution that the data hold."""
        winner: tuple[NDArray[np.uint8], ...] = reading.take("winner", tuple[NDArray[np.uint8], ...])
        sizes = [arena.n for arena in problem.graphs]
        if [one.shape for one in winner] != [(n,) for n in sizes]:
            raise WrongError(("winner",), "{} has not one entry for each vertex", f"lists of {sizes} numbers"[:200])
        proof: Any = reading.certificate()
        if len(proof.graphs) != len(sizes):
            raise WrongError(("certificate", "graphs"), f"{{}} has {len(proof.graphs)} entries", f"{len(sizes)}")
        for number, parts in enumerate(proof.graphs):
            for index, part in enumerate(parts):
                fit(part, problem.graphs[number], ("certificate", "graphs", number, index))
        theorem = tuple(map(theorems, problem.graphs, proof.graphs))
        stats = reading.document.get("stats")
        known = stats if isinstance(stats, dict) else {}
        return GeographySolution(problem, winner, theorem, reading.solver, proof, play_on, known)


def fit(part: Part, arena: Arena, path: tuple[str | int, ...]) -> None:
    """Raise an error unless a part's arrays have the shape of the graph; the checker checks their contents."""
    k = part.vertices.size
    shapes: dict[str, tuple[int | None, ...]] = {"rank": (k,), "mate": (arena.n,), "steps": (None, 3)}
    shapes |= {"loses": (2, arena.m), "sets": (k, -(-k // 8))}
    for name, given in vars(part).items():
        shape = shapes.get(name, (None,))
        if isinstance(given, np.ndarray) and not (
            given.ndim == len(shape) and all(n in (None, m) for n, m in zip(shape, given.shape, strict=True))
        ):
            size = " by ".join("any number" if n is None else str(n) for n in shape)
            raise WrongError((*path, name), f"{{}} has the shape {given.shape}", f"numbers, {size}")


def theorems(arena: Arena, parts: tuple[Part, ...]) -> tuple[str, ...]:
    """Return, for each vertex, the theorem of the part that decides it."""
    names = np.full(arena.n, "", object)
    for part in parts:
        names[part.vertices[(part.vertices >= 0) & (part.vertices < arena.n)]] = part.kind
    return tuple(names.tolist())


def codec(problem: Geography) -> Codec:
    """Return how solutions of geography are written and read."""
    return GeographyCodec()
