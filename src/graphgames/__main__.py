"""The program ``graphgames``, also as ``python -m graphgames``."""

import _signal  # type: ignore[import-not-found]  # what signal itself would import costs more than most inputs
import gc
import os
import sys
from types import FrameType

gc.set_threshold(200_000)  # imports make 40,000 objects that stay, with stormpy more; a look through them costs 40 ms
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the threads that NumPy starts cost more than most inputs
IMPORTING = "<frozen importlib"
MAX_DELAYS, DELAY = 1000, 0.01
"""A signal during an import is delayed until the import ends: at most 1,000 delays of 0.01 seconds."""

STOPPING = tuple(getattr(_signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(_signal, name))

_caught: list[int] = []
_waiting: list[int] = []


def main() -> int:
    """Run the command line; SIGTERM and SIGHUP stop it as Ctrl-C does, so that no temporary file is left."""
    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:  # else the parent process wants it ignored
        _signal.signal(_signal.SIGINT, _stop)
    for number in STOPPING:
        if _signal.getsignal(number) == _signal.SIG_DFL:
            _signal.signal(number, _stop)
    try:
        code = command()
    except BaseException:
        if not _caught:
            raise
        from graphgames.cli.guard import stopped

        code = stopped(KeyboardInterrupt(*_caught[:1]))  # even if NumPy, stopped while it loads, made it another error
    finally:  # the work is done; do not interrupt the interpreter while it shuts down
        for number in (_signal.SIGINT, *STOPPING):
            _signal.signal(number, _signal.SIG_IGN)
        _wait(0)
    if _caught:  # CPython may remember an interrupt that was caught, and end by a signal of its own
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def _stop(number: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but not inside an import: a kernel swallows it as it loads, and NumPy changes it."""
    while frame is not None and not frame.f_code.co_filename.startswith(IMPORTING):
        frame = frame.f_back
    if frame is not None and len(_waiting) < MAX_DELAYS and hasattr(_signal, "setitimer"):
        _waiting.append(number)
        _signal.signal(_signal.SIGALRM, lambda _, later: _stop(number, later))
        _wait(DELAY)
        return
    for other in STOPPING:  # what asks to stop again, while it is about to, is not to stop that
        _signal.signal(other, _signal.SIG_IGN)
    _wait(0)
    _caught.append(number)
    raise KeyboardInterrupt(number)


def _wait(seconds: float) -> None:
    if _waiting:
        _signal.setitimer(_signal.ITIMER_REAL, seconds)


def command() -> int:
    """Run the command that the arguments name.

    The version alone is answered before anything is imported, and ``judge NAME`` without options goes past the parser
    of options, which would take longer than most inputs.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from graphgames.cli.streams import open_closed

        open_closed()
    words = sys.argv[1:]
    if words == ["--version"]:
        from graphgames._version import __version__

        print(f"graphgames {__version__}")  # noqa: T201
        return 0
    from graphgames.core.late import put_off, replaced

    put_off("inspect")  # which `dataclasses` imports, and with it half of Python's compiler, for classes without help
    if len(words) == 2 and words[0] == "judge" and not words[1].startswith("-"):
        from graphgames.cli.guard import guarded
        from graphgames.cli.judge import judge

        return _leave(guarded(lambda: judge(words[1])))
    with replaced("gettext", gettext=str, ngettext=_plural):  # which looks for translations, and there are none
        from graphgames.cli.main import run

    code = run(words)
    return _leave(code) if words[:1] in (["solve"], ["synth"]) else code


def _plural(one: str, several: str, count: int) -> str:
    """Return which of two words fits a number of things."""
    return one if count == 1 else several


def _leave(code: int) -> int:
    """End at once where all was well and is written: the interpreter and a large game take long to be taken apart."""
    if code in (0, 1) and "mpi4py" not in sys.modules:  # processes that exchange messages take leave of each other
        sys.stderr.flush()
        os._exit(code)
    return code


if __name__ == "__main__":
    sys.exit(main())
