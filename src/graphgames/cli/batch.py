"""Run many tasks in threads of one process, return their results in order, and stop on Ctrl-C.

With `concurrent.futures` alone, tasks that have started would run to their end, since Ctrl-C reaches only the main
thread. This module passes it on to the worker threads, which notice it as soon as they run Python code again; kernels
do so whenever they poll.
"""

from __future__ import annotations

import ctypes
import itertools
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from threading import Thread
from typing import TypeVar

T = TypeVar("T")

_STOP_SECONDS = 3.0


def in_order(work: Callable[[str], T], names: Sequence[str], jobs: int) -> Generator[tuple[str, T], None, None]:
    """Run a task for each name, so many at a time, and yield the results in the order of the names.

    Exceptions of the task are raised here.

    Examples
    --------
    >>> list(in_order(str.upper, ["a", "b", "c"], 2))
    [('a', 'A'), ('b', 'B'), ('c', 'C')]
    """
    results: list[Future[T]] = [Future() for _ in names]
    turn = itertools.count()
    threads = [
        Thread(target=_work, args=(work, names, results, turn), daemon=True) for _ in range(min(jobs, len(names)))
    ]
    try:
        for thread in threads:
            thread.start()
        for i, name in enumerate(names):
            yield name, results[i].result()
            results[i] = Future()  # the result may be large
    except BaseException:
        _stop(threads)
        raise


def _work(work: Callable[[str], T], names: Sequence[str], results: Sequence[Future[T]], turn: Iterator[int]) -> None:
    """Take the next name until none is left, or until it is stopped."""
    with suppress(KeyboardInterrupt):
        while (i := next(turn)) < len(names):
            result = results[i]
            try:
                result.set_result(work(names[i]))
            except Exception as error:
                result.set_exception(error)


def _stop(threads: Sequence[Thread]) -> None:
    """Raise Ctrl-C in the threads that are at work, and wait until they have seen it.

    One that is stopped in the middle of an import may leave its lock taken, and another one wait for that for ever; so
    the waiting has an end. What is left are daemons, which end with the program.
    """
    last = time.monotonic() + _STOP_SECONDS
    for thread in threads:
        if thread.ident is not None and thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(thread.ident), ctypes.py_object(KeyboardInterrupt)
            )
    for thread in threads:
        if thread.ident is not None:
            thread.join(max(0.0, last - time.monotonic()))
