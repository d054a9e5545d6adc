"""The process of one open game: it reads questions and writes answers, one line of JSON each.

``python -m graphgames.explore.worker MEMORY`` imports what a game needs, once, and then forks a process for each socket
that comes by the one at its standard input. A process ends when its socket ends, so that it never outlives the server,
even in the middle of a solve: a thread waits for that, and the kernels let it run.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import resource
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import IO, Any

from graphgames.core.errors import FormatError, GraphGamesError

Line = dict[str, Any]

STOPPABLE = {
    "why", "argue", "conditions", "fold", "rows", "steps", "verify", "edit", "revert", "redo", "ask", "pose",
}  # fmt: skip
"""The questions whose answer can be stopped: they change the state of the page as a whole at their end, or never."""

STOPPED = {"error": "stopped; the game is as it was", "kind": "game"}

_FIRST = "parity 2; 0 0 0 1,2; 1 1 1 0,2; 2 2 0 0;"


def main(memory: int) -> None:
    """Fork processes until the input ends, and wait for them; in each of them, answer."""
    orders = socket.socket(fileno=os.dup(0))
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # whatever a library prints is no answer

    from graphgames.explore.game_session import GameSession

    GameSession().open_text(_FIRST, "first.pg", {})  # imports what the first game would have to wait for
    gc.freeze()  # what is imported stays; a collection that looked at all of it would delay a move, and copy it
    signal.signal(signal.SIGCHLD, lambda *_: _wait(os.WNOHANG))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # which ends the imports
    line = _forked(orders)
    orders.close()
    if line is None:
        _wait(0)
        return
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.setpgid(0, 0)  # copies that it makes of itself are killed with it
    answers = os.fdopen(os.dup(line), "w", encoding="utf-8", errors="replace")
    questions: queue.SimpleQueue[Line] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(os.fdopen(line, encoding="utf-8"), questions), daemon=True).start()

    def say(line: Line) -> None:
        answers.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        answers.flush()

    limit(memory)  # after the imports: one that runs out of memory may leave the process waiting for ever
    session = GameSession(lambda phase: say({"phase": phase}))
    stop = Stop()
    say({"phase": "ready", "pid": os.getpid()})
    while True:
        question = questions.get()
        method = question["method"]
        say(stop.answered(getattr(session, method), question["arguments"], method in STOPPABLE))


def _forked(orders: socket.socket) -> int | None:
    """Fork a process for each socket that comes, and return it there; return None when no more will come."""
    while lines := socket.recv_fds(orders, 1, 1)[1]:
        if os.fork() == 0:
            return lines[0]
        os.close(lines[0])
    return None


def _wait(how: int) -> None:
    """Wait for the processes that have ended, or for all of them."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, how)[0]:
            pass


class Stop:
    """An interrupt (SIGINT) ends the answer that is worked on, if it may be stopped; at other times it does nothing."""

    def __init__(self) -> None:
        self.may = False
        signal.signal(signal.SIGINT, self._interrupted)

    def _interrupted(self, *_: Any) -> None:
        if self.may:
            self.may = False
            raise KeyboardInterrupt

    def answered(self, function: Callable[..., Line], arguments: Line, may: bool) -> Line:
        """Return what the function of that name does, where it may be stopped."""
        found: Line = STOPPED
        with suppress(KeyboardInterrupt):  # which may come just when the answer is there
            self.may = may
            found = answered(function, arguments)
        self.may = False
        return found


def limit(memory: int) -> None:
    """Limit the memory of this process, in bytes."""
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if memory and (hard == resource.RLIM_INFINITY or memory < hard):
        resource.setrlimit(resource.RLIMIT_DATA, (memory, hard))


def _listen(stream: IO[str], questions: queue.SimpleQueue[Line]) -> None:
    """Put every question into the queue; at the end of the input end the process, whatever it is doing."""
    try:
        for line in stream:
            questions.put(json.loads(line))
    finally:  # a question may not fit in memory; the next one must still be read
        os.killpg(0, signal.SIGKILL)


def answered(function: Callable[..., Line], arguments: Line) -> Line:
    """Return an answer, or the error as a person reads it: its kind and its words.

    Examples
    --------
    >>> answered(lambda: {"why": "so"}, {})
    {'answer': {'why': 'so'}}
    >>> answered(lambda: {}, {"who": 1})["kind"]
    'usage'
    """
    try:
        return {"answer": function(**arguments)}
    except GraphGamesError as error:
        return {"error": str(error), "kind": "format" if isinstance(error, FormatError) else "game"}
    except KeyboardInterrupt:
        return STOPPED
    except MemoryError:
        return {"error": "this game needs more memory than the explorer lets one game use", "kind": "memory"}
    except Exception as error:
        begun = error.__traceback__
        if isinstance(error, TypeError) and begun is not None and begun.tb_next is None:  # the call itself did not fit
            return {"error": "the request does not have the arguments that it needs", "kind": "usage"}
        traceback.print_exception(error)
        words = "something in graphgames failed; the terminal in which the explorer runs says where. Please report it."
        return {"error": words, "kind": "fault"}


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]))
    except Exception:
        try:
            traceback.print_exc()
        finally:
            os._exit(1)  # out of memory the interpreter may wait for its threads for ever
