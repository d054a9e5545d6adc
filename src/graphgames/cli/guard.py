"""Turns errors into messages and exit codes, in one place."""

from __future__ import annotations

import os
import sys

from graphgames.core.compiled import notice
from graphgames.core.errors import GraphGamesError, printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

DONE, NEGATIVE, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def guarded(work: Callable[[], int], quiet: bool = False) -> int:
    """Do the work and return its exit code: 0 done, 1 a negative verdict, 2 bad input or usage, above 128 stopped."""
    slow = notice()
    if slow and not quiet:
        print(f"graphgames: {slow}", file=sys.stderr)
    if sys.stdout.errors == "strict":  # a character that the terminal lacks is no reason to stop
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = work()
        sys.stdout.flush()
    except GraphGamesError as error:
        print(f"graphgames: {printable_lines(str(error))}", file=sys.stderr)
        return BAD_INPUT
    except (MemoryError, ImportError, RuntimeError) as error:
        if not out_of_memory(error):
            raise
        print("graphgames: there is not enough memory for this game on this machine", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt as signal:
        return stopped(signal)
    except BrokenPipeError:  # the reader of our output has left; that is its right
        _discard()
        return DONE
    except OSError as error:
        if error.filename is not None:
            raise
        _discard()
        print(f"graphgames: the output cannot be written: {error.strerror}", file=sys.stderr)
        return BAD_INPUT
    return code


def _discard() -> None:
    """Discard the remaining output, so that the interpreter does not fail on it again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def stopped(signal: KeyboardInterrupt) -> int:
    """Report that the work was stopped, and return the exit code: as in a shell, 128 plus the signal number."""
    print("graphgames: stopped", file=sys.stderr)
    return 128 + int(signal.args[0]) if signal.args else INTERRUPTED


def out_of_memory(error: BaseException) -> bool:
    """Return whether memory ran out, which shows in other ways where a library is loaded or a thread begun."""
    signs = ("failed to map segment", "cannot allocate memory", "can't start new thread")
    return isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in signs)
