"""The console that the command line passes to a kind's command: the facade's functions, and ways to print.

A kind's command is a module of its folder with ``configure(parser)`` and ``run(arguments, console) -> int``; the row of
the kind lists it. It imports neither the command line nor the facade, which stand above it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from graphgames.core.report import Report

T = TypeVar("T")


class Steps(Protocol):
    """The steps of a command with one game: a bar of progress around each, the seconds, and the verifier's verdict."""

    name: str
    seconds: dict[str, float | None]
    verified: bool | None

    def take(self, step: str, work: Callable[[], T], bar: bool = True) -> T:
        """Do one step; without a bar if the work itself shows how far it is."""

    def verify(self, check: Callable[[], Report]) -> bool:
        """Run the verifier, and print its faults if there are any."""


class StatusLine(Protocol):
    """A progress line, rewritten a few times a second."""

    def show(self, text: Callable[[], str]) -> None:
        """Show a line of progress, at most once per interval."""

    def clear(self) -> None:
        """Remove the line of progress."""


class Console(Protocol):
    """The facade, and the two streams: answers on one, progress and notes on the other."""

    def read(self, path: str, **how: Any) -> Any:
        """Read a game, as `graphgames.read`."""

    def read_solution(self, problem: Any, path: str) -> Any:
        """Read a solution, as `graphgames.read_solution`."""

    def solve(self, problem: Any, solver: str | None = None, **options: Any) -> Any:
        """Solve, as `graphgames.solve`."""

    def verify(self, solution: Any) -> Report:
        """Check a solution, as `graphgames.verify`."""

    def write(self, thing: Any, path: str) -> None:
        """Write a game or a solution, as `graphgames.write`."""

    def steps(self, name: str, quiet: bool, *kept: str) -> Steps:
        """Begin the steps of a command with one game."""

    def progress(self, what: str, quiet: bool) -> AbstractContextManager[None]:
        """Show a bar while a block runs."""

    def status_line(self, quiet: bool) -> StatusLine:
        """Return a progress line."""

    def show(self, text: str) -> None:
        """Print a line of the answer as text for reading."""

    def answer(self, text: str) -> None:
        """Print a line of the answer for a program, as it is."""

    def json(self, data: Mapping[str, Any]) -> None:
        """Print a JSON object on one line."""

    def note(self, text: str) -> None:
        """Print a note that is not part of the answer."""
