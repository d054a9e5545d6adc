"""A bar and the time gone while long work runs, for the command line, interactive sessions and notebooks.

Nothing is imported or drawn before a second is over. Ctrl-C, which every kernel looks for, takes the bar away.
"""

from __future__ import annotations

import sys

from graphgames.core.errors import GameError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


class Progress:
    """Show a bar and the time gone on stderr, or in the notebook, while a block runs, once it has run for a second."""

    def __init__(self, what: str, on: bool):
        self.what, self.on = what, on
        self.over = False
        self.bar: Any = None

    def __enter__(self) -> None:
        if not self.on:
            return
        import threading  # here, because a small job should not pay for it

        self.lock = threading.Lock()
        self.timer = threading.Timer(1.0, self._start)
        self.timer.daemon = True
        self.timer.start()

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        if not self.on:
            return
        self.timer.cancel()
        with self.lock:
            self.over = True
            if self.bar is not None:
                self.bar.stop()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        drawn = Progress(*columns, console=Console(stderr=True), transient=True)
        with self.lock:
            if not self.over:
                drawn.add_task(self.what, total=None)
                drawn.start()
                self.bar = drawn


def wanted(progress: object) -> bool:
    """Return whether progress is to be shown; None means in a notebook or an interactive session alone.

    Raise `GameError` if it is none of True, False and None.
    """
    if progress is None:
        return hasattr(sys, "ps1")  # set by the interpreter and by IPython where somebody types
    if not isinstance(progress, bool):
        raise GameError(f"progress is {shown(progress)}; expected True or False")
    return progress
