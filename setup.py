"""Compile the kernels ahead of time; everything else about the package stands in pyproject.toml.

Every file of a folder ``kernels`` is ordinary Python with Cython annotations. What kernels share stands in a ``.pxd``
beside one of them; write ``cimport package.module as module`` there, the one form in which Cython sees that a kernel
depends on the ``.pxd`` of another and translates it again when that has changed. Without a C compiler (or without
Cython) the install goes on and the same files run as plain Python, slowly; the build says so in one line. Who builds
for others sets ``GRAPHGAMES_COMPILE=required``: then a kernel that cannot be compiled ends the build; ``never`` leaves
them out, for an editable install whose kernels are compiled in place afterwards, each only when it has changed.
A quarter of the time that a kernel took to compile went into copies of code that lets go of typed arrays; ``CALLED``
makes calls of them, and leaves the loops as they were, but for those that `MARKED` names.
``CFLAGS=-g`` keeps the lines of source for a profiler, which make a wheel four times as large.
``GRAPHGAMES_BOUNDS_CHECK=1`` compiles them with bounds checks on, for a run of the whole test suite.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SLOW = "graphgames: the kernels were not compiled (%s); the same files run as plain Python, 50 to 200 times slower"
COMPILE = os.environ.get("GRAPHGAMES_COMPILE")
REQUIRED = COMPILE == "required"
SHARED = "graphgames._memoryviews"  # Cython's code for typed arrays, once and not in each kernel: a third of the time

CALLED = "--param=max-inline-insns-single=20"  # Cython's code that lets go of a typed array is called, not copied
MARKED = {
    "# compiled with -O1": ["-O1"],  # a kernel that was measured to be as fast so, and compiles in half the time
    "# compiled with inlining": ["-O3"],  # one that calls an inline function of a .pxd in its innermost loop
}


class BuildKernels(build_ext):
    """Compile in parallel and survive a missing compiler."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        try:
            super().run()
        except Exception as error:
            self.warn_once(error)
            self.extensions = []

    def build_extension(self, ext: Extension) -> None:
        try:
            super().build_extension(ext)
        except Exception as error:
            self.warn_once(error)

    def get_outputs(self) -> list[str]:
        return [path for path in super().get_outputs() if Path(path).exists()]

    def copy_extensions_to_source(self) -> None:
        self.extensions = [e for e in self.extensions if Path(self.get_ext_fullpath_built(e)).exists()]
        super().copy_extensions_to_source()

    def get_ext_fullpath_built(self, ext: Extension) -> str:
        return str(Path(self.build_lib) / self.get_ext_filename(self.get_ext_fullname(ext.name)))

    def warn_once(self, error: Exception) -> None:
        if REQUIRED:
            raise error
        if not getattr(self, "warned", False):
            self.warned = True
            print(SLOW % (str(error).splitlines() or ["no compiler"])[0], file=sys.stderr)


def kernels() -> list[Extension]:
    """Every kernel file as an extension module, translated to C under build/."""
    checked = os.environ.get("GRAPHGAMES_BOUNDS_CHECK") == "1"
    paths = sorted(Path("src").glob("graphgames/**/kernels/[!_]*.py"))
    if not paths or COMPILE == "never":
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        if REQUIRED:
            raise
        print(SLOW % "Cython is missing", file=sys.stderr)
        return []
    told = os.environ.get("CFLAGS", "").split()
    flags = ["-fno-semantic-interposition", *([] if "-g" in told else ["-g0"])]
    modules = [Extension(SHARED, ["src/graphgames/_memoryviews.c"], extra_compile_args=["-O1", *flags])]
    for path in paths:
        name = ".".join(path.relative_to("src").with_suffix("").parts)
        level = next((level for mark, level in MARKED.items() if mark in path.read_text()), ["-O3", CALLED])
        modules.append(Extension(name, [str(path)], extra_compile_args=[*level, *flags]))
    return list(
        cythonize(
            modules,
            build_dir="build/cython-checked" if checked else "build/cython",
            shared_utility_qualified_name=SHARED,
            nthreads=os.cpu_count() or 1,
            quiet=True,
            compiler_directives={
                "language_level": "3",
                "infer_types": True,
                "boundscheck": checked,
                "wraparound": False,
                "initializedcheck": False,
                "cdivision": True,
                "embedsignature": True,
                "auto_pickle": False,  # no kernel is sent to another process
                "freethreading_compatible": True,
            },
        )
    )


setup(ext_modules=kernels(), cmdclass={"build_ext": BuildKernels})
