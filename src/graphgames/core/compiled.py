"""How kernels are found, how they are interrupted, and whether they were compiled.

A kernel is a Python file with Cython annotations in a folder ``kernels``, compiled ahead of time by the package's own
build. Kernels know no game, read no file and check nothing: their input was checked when the problem was made. All take
``int64`` edge offsets and ``int32`` vertices, write into arrays that the caller made, release the GIL and use no
recursion.

If there was no C compiler at install time, the same files run as plain Python; `compiled` tells which is the case. Set
``GRAPHGAMES_PURE=1`` in the environment to run them as Python on purpose.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec
from types import ModuleType

_HOME = os.path.dirname(os.path.dirname(__file__))  # noqa: PTH120  # pathlib would cost a small job more than its work


class _SourceOnly:
    """Finds the source of a kernel where its compiled module stands beside it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        parts = name.split(".")
        if parts[0] != "graphgames" or parts[-2:-1] != ["kernels"]:
            return None
        source = os.path.join(_HOME, *parts[1:]) + ".py"  # noqa: PTH118
        if not os.path.exists(source):  # noqa: PTH110
            return None
        from importlib.util import spec_from_file_location  # not at the top: every process would pay for it

        return spec_from_file_location(name, source)


PURE = os.environ.get("GRAPHGAMES_PURE", "") not in ("", "0")
if PURE:
    sys.meta_path.insert(0, _SourceOnly())


def compiled() -> bool:
    """Whether the kernels run as machine code."""
    graph = os.path.join(_HOME, "graphs", "kernels", "graph")  # noqa: PTH118
    return not PURE and any(os.path.exists(graph + end) for end in EXTENSION_SUFFIXES)  # noqa: PTH110


SLOW = "the kernels were not compiled on this machine and run as plain Python, 50 to 200 times slower; " + (
    "GRAPHGAMES_PURE is set" if PURE else "to compile them, install a C compiler, then graphgames again"
)
_pending = "" if compiled() else SLOW


def notice() -> str:
    """Return the sentence about slow kernels at the first call if they are not compiled, else ""."""
    global _pending
    text, _pending = _pending, ""
    return text


def uncompiled(kernel: ModuleType) -> ModuleType:
    """Return a kernel as plain Python, whose arrays may hold integers of any size; the kernel imports no other."""
    if PURE:
        return kernel
    name = f"{kernel.__name__}_uncompiled"
    if name not in sys.modules:
        from importlib.util import module_from_spec, spec_from_file_location

        spec = spec_from_file_location(name, os.path.join(_HOME, *kernel.__name__.split(".")[1:]) + ".py")  # noqa: PTH118
        assert spec is not None and spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[name] = module
    return sys.modules[name]


def poll() -> None:
    """Do nothing, in the interpreter: entering a Python function runs the signal handlers that are due.

    A kernel calls this with the GIL once in a million steps or so; a pending Ctrl-C is raised from here.
    """
