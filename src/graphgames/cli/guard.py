"""Turns errors into messages and exit codes, in one place."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from graphgames.cli.output import discard, note
from graphgames.core.compiled import notice
from graphgames.core.errors import GraphGamesError

DONE, NEGATIVE, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def guarded(work: Callable[[], int], quiet: bool = False) -> int:
    """Do the work and return its exit code: 0 done, 1 a negative verdict, 2 bad input or usage, above 128 stopped."""
    slow = notice()
    if slow and not quiet:
        note(f"graphgames: {slow}")
    if sys.stdout.errors == "strict":  # a character that the terminal lacks is no reason to stop
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        try:
            with _warnings_as_notes(quiet):
                code = work()
        except SystemExit as left:  # the parser of options has printed what there is to say
            code = left.code if isinstance(left.code, int) else DONE
        sys.stdout.flush()
    except GraphGamesError as error:
        return bad(str(error))
    except (MemoryError, ImportError, RuntimeError) as error:
        if not out_of_memory(error):
            return broken()
        return bad("there is not enough memory for this game on this machine")
    except KeyboardInterrupt as signal:
        return stopped(signal)
    except BrokenPipeError:  # the reader of our output has left; that is its right
        discard(sys.stdout)
        return DONE
    except OSError as error:
        if error.filename is not None:
            return bad(f"{error.filename}: {error.strerror}")
        discard(sys.stdout)
        return bad(f"the output cannot be written: {error.strerror}")
    except Exception:
        return broken()
    return code


@contextmanager
def _warnings_as_notes(quiet: bool) -> Iterator[None]:
    """Print warnings for users as notes, each once and without a place in the code; none if ``quiet``."""
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore" if quiet else "always", UserWarning)
        plain, noted = warnings.showwarning, set[str]()

        def say(message: Warning | str, category: type[Warning], *place: object) -> None:
            if category is UserWarning and str(message) not in noted:
                noted.add(str(message))
                note(f"graphgames: {message}")
            elif category is not UserWarning:
                plain(message, category, *place)  # type: ignore[arg-type]

        warnings.showwarning = say  # type: ignore[assignment]
        yield


def bad(message: str) -> int:
    """Print what is wrong, and return the exit code for it."""
    note(f"graphgames: {message}")
    return BAD_INPUT


def broken() -> int:
    """Print where the program failed, and return the exit code of bad input: a failure is no verdict."""
    note(failure())
    return BAD_INPUT


def failure() -> str:
    """Return where the program failed, and what to do about it."""
    import traceback

    request = "graphgames: this is a bug in graphgames; please report it with the lines above and what you typed"
    return f"{traceback.format_exc().rstrip()}\n{request}"


def stopped(signal: KeyboardInterrupt) -> int:
    """Report that the work was stopped, and return the exit code: as in a shell, 128 plus the signal number."""
    note("graphgames: stopped")
    return 128 + int(signal.args[0]) if signal.args else INTERRUPTED


def out_of_memory(error: BaseException) -> bool:
    """Return whether memory ran out, which shows in other ways where a library is loaded or a thread begun."""
    signs = ("failed to map segment", "cannot allocate memory", "can't start new thread")
    return isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in signs)
