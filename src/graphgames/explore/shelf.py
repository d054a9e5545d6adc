"""The open games: each with its worker, its state, and the time it was last used."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from graphgames.explore.settings import Settings
from graphgames.explore.workers import Parent, UnansweredError, Worker


@dataclass(eq=False)
class SessionHandle:
    """A game that is being opened, or is open, with its key in addresses.

    ``name`` is that of its file, ``title`` what people call it, ``summary`` its rule, if that is short, and ``text``
    the contents of its file, if the page may edit them. It is ``waiting`` for its file, ``busy``, ``ready`` or
    ``failed``.
    """

    key: str
    name: str
    options: dict[str, Any]
    worker: Worker
    title: str
    summary: str = ""
    text: str = ""
    state: str = "waiting"
    error: dict[str, str] | None = None
    since: float = field(default_factory=time.monotonic)
    looked: float = field(default_factory=time.monotonic)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    view: dict[str, Any] | None = None
    file: Path | None = None
    task: asyncio.Task[None] | None = None

    def tell(self) -> None:
        """Wake up the tasks that wait for a change of this game."""
        self.changed.set()
        self.changed = asyncio.Event()

    def described(self) -> dict[str, Any]:
        """Return the state of the game for the page."""
        seconds = round(time.monotonic() - self.since, 1)
        answer: dict[str, Any] = {"id": self.key, "name": self.name, "state": self.state, "phase": self.worker.phase}
        answer |= {"title": self.title, "summary": self.summary}
        return answer | {"seconds": seconds, "error": self.error, "options": self.options, "text": self.text}


class SessionPool:
    """All open games, within the limits of the settings."""

    folder: Path
    """Where files are kept that somebody waits for, while the server runs."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.games: dict[str, SessionHandle] = {}
        self.closed: dict[str, str] = {}
        self.parent = Parent(settings.memory)
        self._workers: set[Worker] = set()
        self._reserving = asyncio.Lock()
        self._painting = asyncio.Lock()
        self._thumbnails: dict[str, Any] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    async def reserve(self, name: str, options: dict[str, Any], title: str, summary: str = "") -> SessionHandle:
        """Reserve a place for one more game; one caller at a time, so that the limit holds."""
        async with self._reserving:
            while len(self.games) >= self.settings.games:
                oldest = min(self.games.values(), key=lambda game: game.looked)
                reason = f"it was closed, because {self.settings.games} others are open; open it again"
                await self.close(oldest.key, reason)
            game = SessionHandle(secrets.token_urlsafe(9), name, options, await self._started(), title, summary)
            self.games[game.key] = game
        return game

    async def thumbnails(self) -> dict[str, Any]:
        """Return small pictures of the examples, which a worker makes once."""
        async with self._painting:
            if self._thumbnails is None:
                worker = await self._started()
                try:
                    self._thumbnails = await worker.ask("thumbnails", {}, self.settings.seconds)
                finally:
                    await self._ended(worker)
        return self._thumbnails

    def fill(self, game: SessionHandle, method: str, **arguments: Any) -> None:
        """Begin to read and solve a game by a method of `GameSession`, with these arguments and those of the game."""
        game.state, game.since, game.text = "busy", time.monotonic(), arguments.get("text", "")
        game.task = self._later(self._open(game, method, arguments))

    async def _open(self, game: SessionHandle, method: str, arguments: dict[str, Any]) -> None:
        arguments = arguments | {"name": game.name, "options": game.options}
        try:
            game.view = await game.worker.ask(method, arguments, self.settings.seconds, game.tell)
            game.state = "ready"
        except UnansweredError as reason:
            game.state, game.error = "failed", {"error": reason.words, "kind": reason.kind}
        finally:
            if game.file is not None:
                game.file.unlink(missing_ok=True)
            game.tell()

    def find(self, key: str) -> SessionHandle:
        """Return an open game; raise `UnansweredError` if there is none of that name."""
        game = self.games.get(key)
        if game is None:
            raise UnansweredError("gone", f"this game is not open: {self.closed.get(key, 'open it again')}")
        game.looked = time.monotonic()
        return game

    async def ask(self, key: str, method: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Send a question to an open game and return the answer."""
        game = self.find(key)
        if game.state != "ready":
            raise UnansweredError("busy", f"the game is not ready: it is {game.state}")
        return await game.worker.ask(method, arguments, self.settings.seconds, game.tell)

    def stop(self, key: str) -> None:
        """Stop what is done for a game: the answer that is worked on, or, while it is opened, its process."""
        game = self.find(key)
        if game.state == "ready":
            game.worker.interrupt()
            return
        seconds = time.monotonic() - game.since
        words = f"stopped by you after {seconds:.0f} s" if game.state == "busy" else "stopped by you"
        game.worker.stop(words)

    async def close(self, key: str, reason: str = "it was closed") -> None:
        """Close a game and end its process."""
        game = self.games.pop(key, None)
        if game is None:
            return
        self.closed[key] = reason
        while len(self.closed) > 100:
            del self.closed[next(iter(self.closed))]
        await self._ended(game.worker)
        if game.task is not None:
            with contextlib.suppress(asyncio.CancelledError):
                await game.task
        game.tell()

    async def end(self) -> None:
        """Close everything, and wait for every process, also where the request that began to end it was cancelled."""
        self.parent.stop()
        for key in list(self.games):
            await self.close(key)
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for worker in list(self._workers):
            await self._ended(worker)
        await self.parent.ended()

    async def _started(self) -> Worker:
        worker = Worker(self.parent)
        self._workers.add(worker)
        await worker.start()
        return worker

    async def _ended(self, worker: Worker) -> None:
        await worker.end()
        self._workers.discard(worker)

    def _later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
