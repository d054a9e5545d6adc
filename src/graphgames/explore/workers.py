"""The server's side of the worker processes: start one, send it questions, stop it.

Questions are answered in turn, each within a time limit, by the worker or by a message that says why it could not.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from signal import SIGINT, SIGKILL
from typing import Any

LONGEST_LINE = 1 << 28
"""An answer in bytes; pictures of large boards are the largest."""


class UnansweredError(Exception):
    """There is no answer: a message, and the kind of reason for the page."""

    def __init__(self, reason: str, words: str):
        super().__init__(words)
        self.kind, self.words = reason, words


class Parent:
    """The process that workers are forked from: it has imported what they need, so that a game need not wait for that.

    Each worker may use so many bytes of memory.
    """

    def __init__(self, memory: int):
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, unless it runs."""
        if self._process is not None and self._process.poll() is None:
            return
        self.stop()
        self._orders, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "graphgames.explore.worker", str(self.memory)],
                stdin=theirs.fileno(),
                env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"},
                start_new_session=True,  # Ctrl-C in the terminal is for the server, which ends its workers itself
            )

    def fork(self) -> socket.socket:
        """Return a socket whose other end a new process has."""
        self.start()
        ours, theirs = socket.socketpair()
        with theirs, suppress(ConnectionError):  # it has just ended, and so does this line
            socket.send_fds(self._orders, [b"."], [theirs.fileno()])
        return ours

    def stop(self) -> None:
        """Let it end: at once if it is not ready yet, else when its workers have ended."""
        if self._process is not None:
            self._process.terminate()
            self._orders.close()

    async def ended(self) -> None:
        """Wait until it has ended."""
        if self._process is not None:
            await asyncio.to_thread(self._process.wait)


class Worker:
    """A process that holds one game."""

    def __init__(self, parent: Parent):
        self.phase = "starting"
        self.stopped = ""
        self._parent = parent
        self._starting: asyncio.Task[None] | None = None
        self._lines: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._pid = 0  # which comes with its first line
        self._turn = asyncio.Lock()

    async def start(self) -> None:
        """Start the process; who is cancelled meanwhile leaves it to `end`."""
        self._starting = asyncio.create_task(self._connected())
        await asyncio.shield(self._starting)

    async def _connected(self) -> None:
        self._lines = await asyncio.open_unix_connection(sock=self._parent.fork(), limit=LONGEST_LINE)

    @property
    def alive(self) -> bool:
        """Whether it can take questions."""
        return self._lines is not None and not self._lines[0].at_eof() and not self.stopped

    async def ask(
        self, method: str, arguments: dict[str, Any], seconds: float, changed: Callable[[], None] = lambda: None
    ) -> dict[str, Any]:
        """Send a question for a method of `GameSession` and return the answer; ``changed`` is called at each phase.

        Raise `UnansweredError` if there is none: the game or the question is wrong, the time is over, upon which the
        worker is stopped, or the worker is gone.
        """
        async with self._turn:
            if not self.alive:
                raise self._gone()
            try:
                async with asyncio.timeout(seconds):
                    answer = await self._exchange({"method": method, "arguments": arguments}, changed)
            except TimeoutError:
                self.stop(f"stopped after {seconds:g} seconds, the limit; graphgames explore --time-limit raises it")
                raise self._gone() from None
            except asyncio.CancelledError:
                self.stop("stopped before it had answered")  # else the next one would get this one's answer
                raise
        if "error" in answer:
            raise UnansweredError(answer["kind"], answer["error"])
        found: dict[str, Any] = answer["answer"]
        return found

    async def _exchange(self, question: dict[str, Any], changed: Callable[[], None]) -> dict[str, Any]:
        assert self._lines is not None
        answers, questions = self._lines
        try:
            questions.write(json.dumps(question).encode() + b"\n")
            await questions.drain()
            while True:
                line = await answers.readline()
                if not line:  # it has ended
                    raise self._gone()
                answer: dict[str, Any] = json.loads(line)
                if "phase" not in answer:
                    return answer
                self._pid = answer.get("pid", self._pid)
                self.phase = answer["phase"]
                changed()
        except (ConnectionError, ValueError):
            raise self._gone() from None

    def _gone(self) -> UnansweredError:
        if self.stopped:
            return UnansweredError("stopped", self.stopped)
        words = "the process of this game has ended; it may have run out of memory. Open the game again."
        return UnansweredError("gone", words)

    def stop(self, reason: str) -> None:
        """Stop the process at once; later questions are answered with the reason, the first that was given."""
        if self.alive and self._lines is not None:
            if self._pid:
                with suppress(ProcessLookupError):
                    os.killpg(self._pid, SIGKILL)
            else:  # it has no work yet
                self._lines[1].write_eof()
        self.stopped = self.stopped or reason

    def interrupt(self) -> None:
        """Stop the answer that is worked on; the process goes on."""
        if self.alive and self._pid:
            with suppress(ProcessLookupError):
                os.kill(self._pid, SIGINT)

    async def end(self) -> None:
        """Stop the process and wait until it is gone."""
        if self._starting is not None:
            await asyncio.shield(self._starting)
        self.stop("closed")
        async with self._turn:  # a question that it works on ends with it
            if self._lines is not None:
                answers, questions = self._lines
                with suppress(ConnectionError):
                    while await answers.read(LONGEST_LINE):
                        pass
                questions.close()
