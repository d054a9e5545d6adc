"""The stubs of kernels say what the kernels' annotations and declarations say."""

import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SPEC = importlib.util.spec_from_file_location("kernel_stubs", ROOT / "tools/kernel_stubs.py")
assert SPEC and SPEC.loader
stubs = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(stubs)

KERNEL = """
import cython

LEAST = 3

class Walk:
    def __init__(self, forward, at, most: cython.longlong = 9):
        self.indptr, self.successors = forward
        self.at = at

    def steps(self, marks: cython.const[cython.uchar][::1]) -> tuple[cython.int, cython.bint]:
        return 1, True

    def hidden(self, v) -> cython.int:
        return v
"""
DECLARED = """cdef class Walk:
    cdef const long long[::1] indptr
    cdef int[::1] successors, seen
    cdef double at

    cdef int hidden(self, int v) noexcept nogil
"""


def written(folder: Path, kernel: str) -> str:
    (folder / "walk.py").write_text(kernel)
    (folder / "walk.pxd").write_text(DECLARED)
    text: str = stubs.Kernel(folder / "walk.py").text()
    return text.removeprefix(stubs.HEAD)


def test_a_stub_has_the_types_of_annotations_and_of_declared_attributes(tmp_path: Path) -> None:
    assert written(tmp_path, KERNEL) == (
        "LEAST: int\n"
        "class Walk():\n"
        "    def __init__(self, forward: tuple[Int64, Int32], at: float, most: int = ...) -> None: ...\n"
        "    def steps(self, marks: Bytes) -> tuple[int, bool]: ...\n"
    )


def test_a_parameter_of_unknown_type_is_an_error_that_names_its_place(tmp_path: Path) -> None:
    with pytest.raises(stubs.UntypedError, match=r"walk\.py:7: __init__ does not say what 'until' is"):
        written(tmp_path, KERNEL.replace("at, most", "at, until, most"))
