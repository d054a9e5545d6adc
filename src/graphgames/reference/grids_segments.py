"""``grids-segments``: the grids of a document, each by ``losing-segments``, and the cells that are asked for."""

from __future__ import annotations

from graphgames.reference.kind import Kind
from graphgames.reference.losing_segments import COORDINATE, GRID, Cell, Grid
from graphgames.reference.problem import Problem, expect, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing


class Grids:
    """All grids of an input, the cells that are asked for, and what the solution says of each."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "gridgame")
        self.game = problem
        files = problem.data.take("grids", listing(Fields))
        self.parts: list[Grid] = []
        self.asked: list[tuple[int, Grid, Cell]] = []
        for file, part in zip(files, proof.take("grids", listing(Fields, len(files))), strict=True):
            part.take("kind", choice("losing-segments"))
            grid = Grid(file.take("impassable", listing(listing(COORDINATE, 2))), part)
            starts = file.take("starts", listing(listing(integer(0), 2)))
            self.asked += [(len(self.asked) + k, grid, (cell[0], cell[1])) for k, cell in enumerate(starts)]
            self.parts.append(grid)
            file.end()
            part.end()
        self.wins = answers.take("wins", listing(integer(0, 1), len(self.asked)))
        answers.take("tests", choice(len(files)))
        if answers.take("won", listing(integer(0), 2)) != [sum(self.wins), len(self.wins) - sum(self.wins)]:
            raise RefusedError("solution.won is not how many cells each player wins")


def answer_is_right(c: Grids, place: tuple[int, Grid, Cell]) -> bool:
    """The player to move wins from a cell that is asked for if it is passable and not losing."""
    k, grid, cell = place
    return cell not in grid.blocked and c.wins[k] == (not grid.is_losing(cell))


KIND = Kind(
    Grids, "who wins from each cell that is asked for", {"asked": (answer_is_right,)}, read_problem, {Grid: GRID}
)
