"""Work in a copy of the process, which can be ended at any moment."""

from __future__ import annotations

import gc
import os
import pickle
import signal
from collections.abc import Callable
from threading import current_thread, main_thread
from typing import TypeVar

T = TypeVar("T")


def apart(work: Callable[[], T]) -> T:
    """Return what a function returns, which is done in a copy of the process, and may be stopped by a signal at once.

    CUDD's package keeps Python waiting while it works, minutes perhaps, so that signals are not handled. Here Python
    waits for the copy, and ends it. Where no copy can be made, or it ends without an answer, the work is done here.
    """
    if not hasattr(os, "fork") or current_thread() is not main_thread():
        return work()
    back, there = os.pipe()
    came, copy = list[int](), -1  # signals while the copy is made: what a handler raises in a hook of fork is dropped
    handlers = {one: handler for one in signal.valid_signals() if callable(handler := signal.getsignal(one))}
    try:
        for one in handlers:
            signal.signal(one, lambda number, _: came.append(number))
        copy = os.fork()
    finally:
        if copy == 0:
            _answer(work, there)
        for one, handler in handlers.items():
            signal.signal(one, handler)
    try:
        for number in came:
            signal.raise_signal(number)
        os.close(there)
        with os.fdopen(back, "rb") as pipe:
            answer = pipe.read()
    finally:
        os.kill(copy, signal.SIGKILL)
        os.waitpid(copy, 0)
    if not answer:
        return work()
    found: T = pickle.loads(answer)
    return found


def _answer(work: Callable[[], object], there: int) -> None:
    """Do the work, write what it returns, and end."""
    try:
        gc.freeze()  # nothing that was there before is taken apart: other threads, which are not copied, may hold it
        answer = pickle.dumps(work())
        with os.fdopen(there, "wb") as pipe:
            pipe.write(answer)
    finally:
        os._exit(0)
