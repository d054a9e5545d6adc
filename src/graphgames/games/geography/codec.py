"""Solutions of geography as JSON: for each graph who wins from where, and the parts that prove it."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.digest import edges_of
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import graph_in_full
from graphgames.formats.solution_json import Reading
from graphgames.games.geography.certificate import Part
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import GeographySolution
from graphgames.games.geography.solver import play_on


class GeographyCodec(Codec):
    """Codec of geography: who wins from each first vertex; some may be undecided if a limit stopped the search."""

    certificates = ("geography",)

    def about(self, problem: Geography) -> dict[str, Any]:
        return {"graphs": len(problem.graphs)}

    def parts(self, problem: Geography) -> dict[str, Any]:
        """Return the game and all graphs."""
        parts: dict[str, Any] = {"game": problem.kind}
        for number, graph in enumerate(problem.graphs):
            parts |= edges_of(graph, f"graph {number} ")
        return parts

    def in_full(self, problem: Geography) -> dict[str, Any]:
        return {"graphs": [graph_in_full(graph) for graph in problem.graphs]}

    def made(self, problem: Geography, proof: Any, reading: Reading, answers: Answers) -> GeographySolution:
        theorem = tuple(map(theorems, problem.graphs, proof.graphs))
        stats = reading.document.get("stats")
        known = stats if isinstance(stats, dict) else {}
        return GeographySolution(problem, answers["winner"], theorem, reading.solver, proof, play_on, known)


def theorems(arena: Arena, parts: tuple[Part, ...]) -> tuple[str, ...]:
    """Return, for each vertex, the theorem of the part that decides it."""
    names = np.full(arena.n, "", object)
    for part in parts:
        names[part.vertices] = part.kind
    return tuple(names.tolist())


def codec(problem: Geography) -> Codec:
    """Return how solutions of geography are written and read."""
    return GeographyCodec()
