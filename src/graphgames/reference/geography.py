"""``geography``: for each graph parts, each of which proves of some vertices who wins from there.

A part is a backward induction, a maximum matching, values on a forest, even kernels, or a search; each has a file that
says why it is right. Where a play may begin that no part is about, nothing is claimed.
"""

from __future__ import annotations

from graphgames.reference import backward_induction, even_kernels, forest_values, maximum_matching, search
from graphgames.reference.geography_graph import UNDECIDED, Board, Part
from graphgames.reference.kind import Kind
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing
from graphgames.reference.search_positions import Search

PARTS: dict[str, type[Part]] = {
    "backward induction": backward_induction.Ranks,
    "maximum matching": maximum_matching.Matching,
    "values on a forest": forest_values.Forest,
    "even kernels": even_kernels.Kernels,
    "search": Search,
}


class Geography:
    """The graphs, who is said to win from each vertex of them, and the parts of the proof."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, *Search.games)
        self.game = problem
        files = problem.data.take("graphs", listing(Fields))
        count = answers.take("graphs", choice(len(files)))
        winners = answers.take("winner", listing(listing(choice(0, 1, UNDECIDED)), count))
        self.boards = [Board(problem.objective, *one) for one in zip(files, winners, strict=True)]
        self.parts: list[Part] = []
        rows = proof.take("graphs", listing(listing(Fields), count))
        for board, row in zip(self.boards, rows, strict=True):
            if len(board.winner) != board.n:
                raise RefusedError(f"there are {len(board.winner)} winners for {board.n} vertices")
            for file in row:
                kind = file.take("kind", choice(*PARTS))
                self.parts.append(PARTS[kind](board, file))
                file.end()
        codes = [code for board in self.boards for code in board.winner]
        if answers.take("won", listing(integer(0))) != [codes.count(0), codes.count(1)]:
            raise RefusedError("solution.won is not how many first vertices each player wins")
        answers.take("undecided", choice(codes.count(UNDECIDED)))


def decided_vertices_are_covered(c: Geography, board: Board) -> bool:
    """Some part is about each vertex that is said to be won or lost."""
    about = {v for part in c.parts if part.board is board for v in part.vertices}
    return all(v in about for v in board.vertices if board.winner[v] != UNDECIDED)


KIND = Kind(
    Geography,
    "who wins from each first vertex that is not called undecided",
    {"boards": (decided_vertices_are_covered,)},
    read_problem,
    {
        backward_induction.Ranks: backward_induction.CONDITIONS,
        maximum_matching.Matching: maximum_matching.CONDITIONS,
        forest_values.Forest: forest_values.CONDITIONS,
        even_kernels.Kernels: even_kernels.CONDITIONS,
        Search: search.CONDITIONS,
    },
)
