"""The console (`graphgames.core.console`) that the command line passes to the commands of the kinds."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from graphgames import api
from graphgames.cli import output
from graphgames.core.report import Report


class Console:
    """The facade and the streams of this process."""

    def read(self, path: str, **how: Any) -> Any:
        """Read a game."""
        return output.read(path, **how)

    def read_solution(self, problem: Any, path: str) -> Any:
        """Read a solution."""
        output.await_input(path)
        return api.read_solution(problem, path)

    def solve(self, problem: Any, solver: str | None = None, **options: Any) -> Any:
        """Solve."""
        return api.solve(problem, solver, **options)

    def verify(self, solution: Any) -> Report:
        """Check a solution."""
        return api.verify(solution)

    def write(self, thing: Any, path: str) -> None:
        """Write a game or a solution."""
        api.write(thing, path)

    def steps(self, name: str, quiet: bool, *kept: str) -> output.Steps:
        """Begin the steps of a command with one game."""
        return output.Steps(name, quiet, *kept)

    def progress(self, what: str, quiet: bool) -> AbstractContextManager[None]:
        """Show a bar while a block runs."""
        return output.progress(what, quiet)

    def status_line(self, quiet: bool) -> output.StatusLine:
        """Return a progress line."""
        return output.StatusLine(quiet)

    def show(self, text: str) -> None:
        """Print a line of text for reading."""
        output.show(text)

    def answer(self, text: str) -> None:
        """Print a line for a program."""
        output.answer(text)

    def json(self, data: Mapping[str, Any]) -> None:
        """Print a JSON object."""
        output.answer(output.json_line(data))

    def note(self, text: str) -> None:
        """Print a note on stderr."""
        output.note(text)
