"""Solutions of sums of stones, boxes and strips as JSON."""

from __future__ import annotations

from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.formats.codec import Codec
from graphgames.formats.json_ import Reading
from graphgames.formats.plain import WrongError, digest
from graphgames.games.sums.games_are_important import StonesProblem, StonesSolution
from graphgames.games.sums.playing_with_stones import PilesProblem, PilesSolution
from graphgames.games.sums.say_goodbye_to_tic_tac_toe import MarkedStripsProblem, MarkedStripsSolution
from graphgames.games.sums.solution import SumsSolution
from graphgames.games.sums.stone_game import BoxesProblem, BoxesSolution
from graphgames.games.sums.treblecross import StripsProblem, StripsSolution


class SumsCodec(Codec):
    """Who wins each test."""

    certificates = ("stack-nimbers",)

    def __init__(self, solution: type[SumsSolution], *content: Any):
        self.solution, self.content = solution, content

    def about(self, problem: Any) -> dict[str, Any]:
        """See `Codec.about`."""
        return {"tests": len(problem), "problem": digest(*self.content)}

    def answers(self, solution: Any) -> dict[str, Any]:
        """See `Codec.answers`."""
        return {"wins": solution.wins}

    def read(self, problem: Any, reading: Reading) -> Any:
        """See `Codec.read`."""
        return self.solution(problem, reading.solver, self.certificate(reading), self.wins(problem, reading))

    def certificate(self, reading: Reading) -> Any:
        """Return the nimbers, whose places must be among them, as the answers are counted from them."""
        proof: Any = reading.certificate()
        if proof.first.ndim != 1 or proof.nimbers.ndim != 1:
            raise WrongError(("certificate",), "the nimbers and their places are no lists")
        outside = np.flatnonzero((proof.first < 0) | (proof.first > proof.nimbers.size))
        if outside.size:
            place = int(outside[0])
            raise WrongError(
                ("certificate", "first", place),
                f"{{}} is {proof.first[place]}",
                f"a whole number from 0 to {proof.nimbers.size}, as there are so many nimbers",
            )
        return proof

    def wins(self, problem: Any, reading: Reading) -> NDArray[np.bool_]:
        """Return who wins each test."""
        wins: NDArray[np.bool_] = reading.take("wins", NDArray[np.bool_])
        if wins.shape != (len(problem),):
            raise WrongError(("wins",), f"{{}} has {wins.size} entries, but the game has {len(problem)} tests")
        return wins


class StripsCodec(SumsCodec):
    """Who wins each board, and the cells that win."""

    def answers(self, solution: Any) -> dict[str, Any]:
        """See `Codec.answers`."""
        return {**super().answers(solution), "winning_cells": solution.winning_cells}

    def read(self, problem: Any, reading: Reading) -> Any:
        """See `Codec.read`."""
        cells: tuple[tuple[int, ...], ...] = reading.take("winning_cells", tuple[tuple[int, ...], ...])
        if (given := len(cells)) != len(problem):
            raise WrongError(("winning_cells",), f"{{}} has {given} entries, but the game has {len(problem)} tests")
        return StripsSolution(problem, reading.solver, self.certificate(reading), self.wins(problem, reading), cells)


@singledispatch
def codec(problem: Any) -> Codec:
    """Return how solutions of a problem are written and read."""
    raise TypeError(f"a {type(problem).__name__} is no sum")


@codec.register
def _(problem: StonesProblem) -> Codec:
    return SumsCodec(StonesSolution, problem.arena, problem.stones, problem.first)


@codec.register
def _(problem: PilesProblem) -> Codec:
    return SumsCodec(PilesSolution, problem.sizes.tolist(), problem.first)


@codec.register
def _(problem: BoxesProblem) -> Codec:
    return SumsCodec(BoxesSolution, problem.sizes.tolist(), problem.stones.tolist(), problem.first)


@codec.register
def _(problem: MarkedStripsProblem) -> Codec:
    return SumsCodec(MarkedStripsSolution, problem.strips)


@codec.register
def _(problem: StripsProblem) -> Codec:
    return StripsCodec(StripsSolution, problem.boards)
