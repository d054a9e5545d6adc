"""The loops: arrays in, arrays out.

Each file is plain Python with Cython annotations, compiled ahead of time by the package's own build. Kernels know no
game, read no file and check nothing: what they get was checked when the `Game` was made. All take ``int64`` edge
offsets and ``int32`` vertices, write into arrays that the caller made, release the GIL and use no recursion.

Where no C compiler was there at install time the same files run as plain Python; `compiled` says which it is. With
``GRAPHGAMES_PURE=1`` in the environment they run so on purpose.
"""

import os
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path


class _SourceOnly:
    """Finds the source of a kernel where its compiled module stands beside it."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        package, _, kernel = name.rpartition(".")
        source = Path(__file__).with_name(f"{kernel}.py")
        return spec_from_file_location(name, source) if package == __name__ and source.exists() else None


PURE = os.environ.get("GRAPHGAMES_PURE", "") not in ("", "0")
if PURE:
    sys.meta_path.insert(0, _SourceOnly())


def compiled() -> bool:
    """Whether the kernels run as machine code."""
    spec = find_spec(f"{__name__}.graph")
    return spec is not None and spec.origin is not None and not spec.origin.endswith(".py")
