"""``geography``: for each graph parts, each of which proves of some vertices who wins from there.

A part is a backward induction, a maximum matching, values on a forest, even kernels, or a search; each has a file that
says why it is right. Where a play may begin that no part is about, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from graphgames.reference import backward_induction, even_kernels, forest_values, maximum_matching, search
from graphgames.reference.geography_graph import UNDECIDED, Board, Part
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing

PARTS: dict[str, type[Part]] = {
    "backward induction": backward_induction.Ranks,
    "maximum matching": maximum_matching.Matching,
    "values on a forest": forest_values.Forest,
    "even kernels": even_kernels.Kernels,
    "search": search.Search,
}
Kinds = TypeVar("Kinds", bound=Part)


class Geography:
    """The graphs, who is said to win from each vertex of them, and the parts of the proof."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, *search.Search.games)
        self.game = problem
        files = problem.data.take("graphs", listing(Fields))
        count = answers.take("graphs", choice(len(files)))
        winners = answers.take("winner", listing(listing(choice(0, 1, UNDECIDED)), count))
        self.boards = [Board(k, problem.objective, *one) for k, one in enumerate(zip(files, winners, strict=True))]
        self.parts: list[Part] = []
        rows = proof.take("graphs", listing(listing(Fields), count))
        for board, row in zip(self.boards, rows, strict=True):
            if len(board.winner) != board.n:
                raise RefusedError(f"there are {len(board.winner)} winners for {board.n} vertices")
            for number, file in enumerate(row):
                kind = file.take("kind", choice(*PARTS))
                self.parts.append(PARTS[kind](board, number, file))
                file.end()
        told = [code for board in self.boards for code in board.winner]
        if answers.take("won", listing(integer(0))) != [told.count(0), told.count(1)]:
            raise RefusedError("solution.won is not how many first vertices each player wins")
        answers.take("undecided", choice(told.count(UNDECIDED)))

    def graphs(self) -> Iterator[Board]:
        """Return the graphs."""
        return iter(self.boards)

    def of(self, kind: type[Kinds]) -> Iterator[Kinds]:
        """Yield the parts of a kind."""
        return (part for part in self.parts if isinstance(part, kind))

    def ranked(self) -> Iterator[tuple[Part, int]]:
        """Yield the vertices with ranks."""
        return ((part, v) for part in self.of(backward_induction.Ranks) for v in part.vertices)

    def matchings(self) -> Iterator[Part]:
        """Yield the matchings."""
        return self.of(maximum_matching.Matching)

    def forests(self) -> Iterator[Part]:
        """Yield the forests."""
        return self.of(forest_values.Forest)

    def kernels(self) -> Iterator[Part]:
        """Yield the parts with even kernels."""
        return self.of(even_kernels.Kernels)

    def sets(self) -> Iterator[tuple[Part, int]]:
        """Yield the vertices that have an even kernel."""
        return ((part, v) for part in self.of(even_kernels.Kernels) for v in part.vertices)

    def searches(self) -> Iterator[Part]:
        """Yield the searches."""
        return self.of(search.Search)

    def positions(self) -> Iterator[Any]:
        """Yield the positions of all searches."""
        return (position for part in self.of(search.Search) for position in part.positions())

    def starts(self) -> Iterator[Any]:
        """Yield the vertices that searches prove."""
        return (start for part in self.of(search.Search) for start in part.starts())


def decided_vertices_are_covered(c: Geography, board: Board) -> bool:
    """Some part is about each vertex that is said to be won or lost."""
    about = {v for part in c.parts if part.board is board for v in part.vertices}
    return all(v in about for v in board.vertices if board.winner[v] != UNDECIDED)


KIND = Kind(
    Geography,
    "who wins from each first vertex that is not called undecided",
    {
        "graphs": (decided_vertices_are_covered,),
        "ranked": (backward_induction.ranks_decide,),
        "matchings": (
            maximum_matching.mates_are_edges,
            maximum_matching.barrier_shows_maximum,
            maximum_matching.steps_are_rotations,
            maximum_matching.vertices_follow,
        ),
        "forests": (
            forest_values.no_edge_leads_out,
            forest_values.there_is_no_cycle,
            forest_values.values_follow,
            forest_values.vertices_follow,
        ),
        "kernels": (even_kernels.no_edge_leads_out,),
        "sets": (even_kernels.vertex_follows,),
        "searches": (search.graph_is_the_games,),
        "positions": (search.position_is_of_the_graph, search.position_follows),
        "starts": (search.start_is_proved,),
    },
    read_problem,
)
