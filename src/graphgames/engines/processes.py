"""The engine ``"mpi"``: all processes that ``mpirun`` has started work on one problem, and make the same calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cached_property
from inspect import signature
from typing import Any

from graphgames.core.game import Game
from graphgames.core.report import Report
from graphgames.engines import reading_in_parts
from graphgames.engines.dispatch import SharedHost
from graphgames.engines.mpi import MpiTeam
from graphgames.engines.spread_game import SpreadGame
from graphgames.engines.spread_solution import SpreadSolution


class Processes(SharedHost):
    """The processes of ``mpirun``; raise `MissingDependencyError` where they are first needed without mpi4py."""

    @cached_property
    def team(self) -> MpiTeam:
        """The processes."""
        return MpiTeam()

    @property
    def rank(self) -> int:  # type: ignore[override]
        """The number of this process."""
        return self.team.rank

    @property
    def size(self) -> int:  # type: ignore[override]
        """How many processes there are."""
        return self.team.size

    def read(self, source: Any, objective: str | None, priorities: Any) -> SpreadGame:
        return reading_in_parts.read_game(source, self.team, objective, priorities)

    def read_solution(self, problem: Any, source: Any) -> SpreadSolution:
        return reading_in_parts.read_solution(problem, source)

    def write(self, solution: Any, path: Any) -> None:
        """Write a solution to one file."""
        reading_in_parts.write_solution(solution, path)

    def solve(self, run: Callable[..., Any], problem: Any, options: Mapping[str, Any]) -> Any:
        """Solve a game of which each process has its part, one that each has as a whole, or another problem.

        Whoever solves another problem is told of the processes as ``team``.
        """
        if isinstance(problem, SpreadGame):
            return run(problem, **options)
        with self.abort_on_error():
            if isinstance(problem, Game):
                return run(SpreadGame.of(problem, self.team), **options).gathered(problem)
            return run(problem, team=self.team, **options)

    def verify(self, check: Callable[..., Report], solution: Any, options: Mapping[str, Any]) -> Report:
        """Check a solution by parts: each process the vertices that it has, or its share of what all can see."""
        if isinstance(solution, SpreadSolution):
            return solution.verified(check, **options)
        if "share" not in signature(check).parameters:
            return check(solution, **options)
        with self.abort_on_error():
            share = (self.team.rank, self.team.size)
            return check(solution, share=share, gather=self.team.gather, **options)

    def abort_on_error(self) -> AbstractContextManager[None]:
        return self.team.abort_on_error()
