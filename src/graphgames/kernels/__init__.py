"""The loops: arrays in, arrays out.

Each file is plain Python with Cython annotations, compiled ahead of time by the package's own build. Kernels know no
game, read no file and check nothing: what they get was checked when the `Game` was made. All take ``int64`` edge
offsets and ``int32`` vertices, write into arrays that the caller made, release the GIL and use no recursion.

Where no C compiler was there at install time the same files run as plain Python; `compiled` says which it is. With
``GRAPHGAMES_PURE=1`` in the environment they run so on purpose.
"""

import os
import sys
from importlib.machinery import EXTENSION_SUFFIXES, ModuleSpec


class _SourceOnly:
    """Finds the source of a kernel where its compiled module stands beside it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package, _, kernel = name.rpartition(".")
        source = f"{__path__[0]}{os.sep}{kernel}.py"
        if package != __name__ or not os.path.exists(source):  # noqa: PTH110
            return None
        from importlib.util import spec_from_file_location  # not at the top: every process would pay for it

        return spec_from_file_location(name, source)


PURE = os.environ.get("GRAPHGAMES_PURE", "") not in ("", "0")
if PURE:
    sys.meta_path.insert(0, _SourceOnly())


def compiled() -> bool:
    """Whether the kernels run as machine code."""
    return not PURE and any(os.path.exists(f"{__path__[0]}{os.sep}graph{end}") for end in EXTENSION_SUFFIXES)  # noqa: PTH110


SLOW = "the kernels were not compiled on this machine and run as plain Python, 50 to 200 times slower; " + (
    "GRAPHGAMES_PURE is set" if PURE else "to compile them, have a C compiler and install graphgames again"
)
_unsaid = "" if compiled() else SLOW


def notice() -> str:
    """Give the sentence about slow kernels to whoever asks first; nothing afterwards, nor where all is well."""
    global _unsaid
    said, _unsaid = _unsaid, ""
    return said
