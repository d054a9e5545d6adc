"""The server's side of a worker process: start it, send it questions, stop it.

Questions are answered in turn, each within a time limit, by the worker or by a message that says why it could not.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from signal import SIGINT
from typing import Any

LONGEST_LINE = 1 << 28
"""An answer in bytes; pictures of large boards are the largest."""


class UnansweredError(Exception):
    """There is no answer: a message, and the kind of reason for the page."""

    def __init__(self, reason: str, words: str):
        super().__init__(words)
        self.kind, self.words = reason, words


class Worker:
    """A process that holds one game, with a limit of memory in bytes."""

    def __init__(self, memory: int):
        self.memory = memory
        self.phase = "starting"
        self.stopped = ""
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._killed = False
        self._turn = asyncio.Lock()

    async def start(self) -> None:
        """Start the process; who is cancelled meanwhile leaves it to `end`."""
        self._starting = asyncio.create_task(self._launched())
        self._process = await asyncio.shield(self._starting)

    async def _launched(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "graphgames.explore.worker",
            str(self.memory),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONUTF8": "1"},
            start_new_session=True,  # Ctrl-C in the terminal is for the server, which ends its workers itself
        )

    @property
    def alive(self) -> bool:
        """Whether it can take questions."""
        return self._process is not None and self._process.returncode is None and not self.stopped

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
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            while True:
                line = await process.stdout.readline()
                if not line:  # it has ended, or will never answer again
                    with suppress(ProcessLookupError):
                        process.kill()
                    await process.wait()
                    raise self._gone()
                answer: dict[str, Any] = json.loads(line)
                if "phase" not in answer:
                    return answer
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
        self.stopped = self.stopped or reason
        if self._process is not None and self._process.returncode is None and not self._killed:
            self._killed = True  # killed twice, it would be waited for here, and asyncio would miss it
            with suppress(ProcessLookupError):
                self._process.kill()

    def interrupt(self) -> None:
        """Stop the answer that is worked on; the process goes on."""
        if self.alive and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(SIGINT)

    async def end(self) -> None:
        """Stop the process and wait until it is gone."""
        if self._process is None and self._starting is not None:
            self._process = await asyncio.shield(self._starting)
        self.stop("closed")
        if self._process is not None:
            await self._process.wait()
