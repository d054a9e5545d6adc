"""Write the stubs of the kernels, for type checkers: what a kernel's annotations say, in the words of NumPy.

A kernel is Python with Cython's types, which mypy does not understand. This file is a plugin of mypy that writes the
stubs before anything is checked, so that they are always there and never older than their kernels; for an editor,
``python tools/kernel_stubs.py`` does the same. The type of a parameter is its annotation or, in a constructor, that of
the attribute of the same name, or of those into which it is unpacked.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from mypy.plugin import Plugin

SCALARS = {
    "cython.bint": "bool",
    "cython.double": "float",
    **{f"cython.{one}": "int" for one in ("int", "longlong", "Py_ssize_t", "uchar", "uint")},
}
ENTRIES = {
    "uchar": "uint8",
    "ushort": "uint16",
    "uint": "uint32",
    "ulonglong": "uint64",
    "signed char": "int8",
    "int": "int32",
    "longlong": "int64",
    "double": "float64",
    "Py_ssize_t": "intp",
}
HEAD = """from array import array
from mmap import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8] | bytes | bytearray | mmap
Int32 = NDArray[np.int32] | array[int] | memoryview
Int64 = NDArray[np.int64] | array[int] | memoryview
"""
VIEW = re.compile(r"(?:cython\.const\[)?(?:cython\.)?([\w ]+?)\]?\[[:, 1]+\]$")
MEMBERS = re.compile(r"^    cdef (?!list)((?:const )?[\w. ]+?(?:\[[:, 1]+\])?) (\w+(?:, \w+)*)$", re.MULTILINE)


class UntypedError(Exception):
    """A kernel does not say what the type of something is."""


def stub_type(annotation: str) -> str:
    """Return the type that a caller sees: an array for a typed view, Python's numbers for those of C."""
    if found := VIEW.match(annotation):
        entry = found[1]
        if entry == "uchar" and "const" in annotation and ":," not in annotation:
            return "Bytes"
        if entry in ("int", "longlong") and ":," not in annotation:
            return "Int32" if entry == "int" else "Int64"
        return f"NDArray[np.{ENTRIES[entry]}]" if entry in ENTRIES else "NDArray[Any]"
    if annotation.startswith("tuple["):
        return re.sub(r"cython\.\w+", lambda name: SCALARS[name[0]], annotation)
    return SCALARS.get(annotation, annotation.strip("'"))


class Kernel:
    """A file of kernels: its names from other kernels, and the attributes and constructors of its classes."""

    def __init__(self, path: Path) -> None:
        self.path, self.tree = path, ast.parse(path.read_text())
        self.imports = {
            alias.name: Path("src", *node.module.split("."), alias.name + ".py")
            for node in self.tree.body
            if isinstance(node, ast.ImportFrom) and node.module and node.module.endswith(".kernels")
            for alias in node.names
        }

    def text(self) -> str:
        """Return the stub."""
        public = "\n".join(filter(None, map(self.statement, self.tree.body)))
        used = [name for name in self.imports if f"{name}." in public]
        modules = [".".join(self.imports[name].with_suffix("").parts[1:]).rpartition(".") for name in used]
        return HEAD + "".join(f"from {room} import {name}\n" for room, _, name in modules) + public + "\n"

    def statement(self, node: ast.stmt) -> str:
        """Return what a stub says of a statement of the file: a constant, a function that Python sees, or a class."""
        if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
            names = [name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name)]
            return "\n".join(f"{name}: int" for name in names if name.isupper() and not name.startswith("_"))
        if isinstance(node, ast.FunctionDef) and node.returns and not is_internal(node, self.declared()):
            return self.signature(node, {})
        if isinstance(node, ast.ClassDef):
            methods = [m for m in node.body if isinstance(m, ast.FunctionDef) and not is_internal(m, self.declared())]
            known = self.attributes(node.name)
            written = [self.signature(m, known) for m in methods if m.returns or m.name == "__init__"]
            bases = ", ".join(map(ast.unparse, node.bases))
            return f"class {node.name}({bases}):\n    " + "\n    ".join(written or ["..."])
        return ""

    def declared(self) -> str:
        """Return the declarations beside the file."""
        beside = self.path.with_suffix(".pxd")
        return beside.read_text() if beside.exists() else ""

    def signature(self, function: ast.FunctionDef, known: dict[str, str]) -> str:
        """Return the signature of a function, and of a method with the attributes that are known."""
        args = function.args
        defaults = [None] * (len(args.args) - len(args.defaults)) + [*args.defaults]
        words = []
        for one, default in zip(args.args, defaults, strict=True):
            annotation = ast.unparse(one.annotation) if one.annotation else known.get(one.arg)
            if annotation is None and one.arg != "self":
                raise UntypedError(f"{self.path}:{one.lineno}: {function.name} does not say what '{one.arg}' is")
            of = f": {stub_type(annotation)}" if annotation else ""
            words.append(one.arg + of + ("" if default is None else " = ..."))
        returned = stub_type(ast.unparse(function.returns)) if function.returns else "None"
        return f"def {function.name}({', '.join(words)}) -> {returned}: ..."

    def attributes(self, name: str) -> dict[str, str]:
        """Return the types of a class's attributes, its own and inherited, and of the tuples that it unpacks."""
        found: dict[str, str] = {}
        node = next(one for one in self.tree.body if isinstance(one, ast.ClassDef) and one.name == name)
        for base in node.bases:
            module, _, parent = ast.unparse(base).rpartition(".")
            found |= (Kernel(self.imports[module]) if module else self).attributes(parent)
        block = re.search(rf"cdef class {name}\b.*?(?=\n\S|\Z)", self.declared(), re.DOTALL)
        for kind, names in MEMBERS.findall(block[0] if block else ""):
            kind = kind.replace("unsigned ", "u").replace("long long", "longlong").replace("const ", "")
            kind = kind if any(mark in kind for mark in "[.") or kind == "list" else f"cython.{kind}"
            found |= dict.fromkeys(names.split(", "), kind)
        for line in node.body:
            if isinstance(line, ast.AnnAssign):
                found[ast.unparse(line.target)] = ast.unparse(line.annotation)
        for one in ast.walk(node):
            if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name):
                target = one.targets[0]
                if isinstance(target, ast.Tuple):
                    parts = [stub_type(found[ast.unparse(part).removeprefix("self.")]) for part in target.elts]
                    found.setdefault(one.value.id, f"tuple[{', '.join(parts)}]")
        return found


def is_internal(function: ast.FunctionDef, declared: str) -> bool:
    """Return whether a function is compiled to one of C alone."""
    decorators = [ast.unparse(one) for one in function.decorator_list]
    return "cython.cfunc" in decorators or bool(re.search(rf"cdef .*\b{function.name}\(", declared))


def main() -> None:
    """Write the stubs beside the kernels, each only where it has changed."""
    for path in sorted(Path("src").glob("graphgames/**/kernels/[!_]*.py")):
        stub, text = path.with_suffix(".pyi"), Kernel(path).text()
        if not stub.exists() or stub.read_text() != text:
            stub.write_text(text)


def plugin(version: str) -> type[Plugin]:
    """Write the stubs when mypy loads its plugins; the plugin itself changes nothing."""
    main()
    return Plugin


if __name__ == "__main__":
    main()
