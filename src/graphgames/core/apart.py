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
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())  # Python drops what a hook of fork raises
    copy = os.fork()
    if copy == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _answer(work, there)
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
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
