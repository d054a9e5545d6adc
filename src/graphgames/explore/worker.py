"""The process of one open game: it reads questions and writes answers, one line of JSON each.

``python -m graphgames.explore.worker MEMORY`` with pipes for standard input and output. It ends when its input ends, so
that it never outlives the server, even in the middle of a solve: a thread waits for that, and the kernels let it run.
"""

from __future__ import annotations

import gc
import json
import os
import queue
import resource
import signal
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
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)  # whatever a library prints is no answer
    questions: queue.SimpleQueue[Line] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(sys.stdin, questions), daemon=True).start()

    def say(line: Line) -> None:
        answers.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
        answers.flush()

    from graphgames.explore.game_session import GameSession

    GameSession().open_text(_FIRST, "first.pg", {})  # imports what the first game would have to wait for
    gc.freeze()  # what is imported stays; a collection that looked at all of it would delay a move
    limit(memory)  # after the imports: one that runs out of memory may leave the process waiting for ever
    session = GameSession(lambda phase: say({"phase": phase}))
    say({"phase": "ready"})
    stop = Stop()
    while True:
        question = questions.get()
        method = question["method"]
        say(stop.answered(getattr(session, method), question["arguments"], method in STOPPABLE))


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
        os._exit(0)


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
    except FormatError as error:
        return {"error": str(error), "kind": "format"}
    except GraphGamesError as error:
        return {"error": str(error), "kind": "game"}
    except KeyboardInterrupt:
        return STOPPED
    except MemoryError:
        return {"error": "this game needs more memory than the explorer lets one game use", "kind": "memory"}
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:  # the call itself did not fit
            return {"error": "the request does not have the arguments that it needs", "kind": "usage"}
        return _fault(error)
    except Exception as error:
        return _fault(error)


def _fault(error: Exception) -> Line:
    """Print where graphgames failed on the terminal, and return an answer that tells the page so."""
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
