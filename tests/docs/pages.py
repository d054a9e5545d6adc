"""The pages of the documentation as the tests see them: their blocks in order, run in one folder and one namespace.

A page is Markdown. What its fenced blocks mean:

- ``pycon``: a Python session, compared with what it shows (``...`` stands for anything).
- ``python``: Python to run; later blocks see its names.
- ``console``: commands behind ``$ `` and what they print, stderr included; a command may go on after a backslash.
  The program runs in this process, also within a pipe, on a file or before ``;``, ``&&`` or ``||``; anything else runs
  in a shell.
- a ``{code-block}`` with a ``:caption:``: a file of that name.
- ``sh``: commands for the reader's own machine, which are not run but looked at: `missing` says what there is not.
- anything else is only shown.
"""

from __future__ import annotations

import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from graphgames.cli.main import run
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
FIRST = re.compile(r"""(graphgames (?:[^"';&|]|"[^"]*"|'[^']*')*?) ?(;|&&|\|\|) (.*)""", re.DOTALL)
"""The program, and what a shell does behind it."""
FENCE = re.compile(r"(?P<fence>`{3,}|:{3,})(?:\{(?P<directive>[\w-]+)\})? *(?P<argument>.*)")
TERMINAL = {"COLUMNS": "100", "NO_COLOR": "1"}
SHOWN = {"", "text", "json", "yaml", "toml", "make", "c", "css", "html", "xml"}


class Block(NamedTuple):
    """One fenced block: its language, its file's name if it has one, its text, and the line where the text begins."""

    language: str
    caption: str
    text: str
    line: int


def pages() -> list[Path]:
    """Return every page whose examples are run."""
    return [ROOT / "README.md", *sorted(path for path in ROOT.glob("docs/**/*.md") if "_build" not in path.parts)]


def blocks(page: Path) -> Iterator[Block]:
    """Return the fenced blocks of a page, in order; directives that hold text and no code are looked into."""
    lines = page.read_text(encoding="utf-8").split("\n")
    i = 0
    while i < len(lines):
        opened = FENCE.fullmatch(lines[i].strip())
        i += 1
        if opened is None or opened["fence"].startswith(":"):  # what stands between colons is looked into
            continue
        if opened["fence"] not in lines[i:]:
            raise AssertionError(f"{page}:{i}: this block is never closed")
        close = lines.index(opened["fence"], i)
        options = {}
        while opened["directive"] and (option := re.fullmatch(r":([\w-]+): *(.*)", lines[i])):
            options[option[1]] = option[2]
            i += 1
        if opened["directive"] in (None, "code-block"):
            yield Block(opened["argument"], options.get("caption", ""), "\n".join(lines[i:close]) + "\n", i)
        i = close + 1


class Run:
    """A page that is run: its folder, its names, and what went wrong so far."""

    def __init__(self, page: Path, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.names: dict[str, Any] = {"__name__": "__main__"}
        self.wrong: list[str] = []
        shutil.copytree(ROOT / "examples", folder / "examples")
        (folder / "images").mkdir()

    def all(self) -> None:
        """Run every block."""
        for block in blocks(self.page):
            if block.caption:
                (self.folder / block.caption).write_text(block.text, encoding="utf-8")
            elif block.language == "pycon":
                self.session(block)
            elif block.language == "python":
                exec(compile("\n" * block.line + block.text, str(self.page), "exec"), self.names)
            elif block.language == "console":
                self.commands(block)
            elif block.language == "sh":
                self.wrong += [f"{self.page}:{block.line}: there is no {name}" for name in missing(block.text)]
            elif block.language not in SHOWN:
                self.wrong.append(f"{self.page}:{block.line}: a block of {block.language!r} is neither run nor shown")

    def session(self, block: Block) -> None:
        """Run a Python session."""
        examples = doctest.DocTestParser().get_examples(block.text)
        test = doctest.DocTest(examples, self.names, self.page.name, str(self.page), block.line, None)
        test.globs = self.names  # the runner's own copy would forget the names
        told: list[str] = []
        doctest.DocTestRunner(optionflags=FLAGS, verbose=False).run(test, out=told.append, clear_globs=False)
        self.wrong += told

    def commands(self, block: Block) -> None:
        """Run commands of a shell and compare what they print."""
        checker = doctest.OutputChecker()
        for command, expected, line in _commands(block):
            code, printed = self.piped(command)
            if not checker.check_output(expected, printed, FLAGS):
                got = f"got (exit code {code})\n{printed}"
                self.wrong.append(f"{self.page}:{line}: $ {command}\nexpected\n{expected}\n{got}")

    def piped(self, command: str) -> tuple[int, str]:
        """Run a command, of which each part of a pipe reads what the one before printed; return the last exit code.

        What the parts say on stderr is printed, too: that of the last one where it comes in its output.
        """
        *before, last = command.split(" | ")
        given = printed = ""
        for part in before:
            _, given, errors = self.part(part, given, joined=False)
            printed += errors
        code, out, _ = self.part(last, given, joined=True)
        return code, printed + out

    def part(self, command: str, given: str, *, joined: bool) -> tuple[int, str, str]:
        """Run a part of a pipe; return its exit code and its two outputs, or both joined as the first."""
        if first := FIRST.fullmatch(command):
            code, shown, errors = self.part(first[1], given, joined=joined)
            code, more, others = self.in_a_shell(f"(exit {code}) {first[2]} {first[3]}", "", joined=joined)
            return code, shown + more, errors + others
        words, file = _words(command)
        if not words:
            return self.in_a_shell(command, given, joined=joined)
        read, out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(3))
        read.write((self.folder / file).read_text(encoding="utf-8") if file else given)
        read.seek(0)
        with (
            patch.dict(os.environ, TERMINAL),
            patch("sys.stdin", read),
            redirect_stdout(out),
            redirect_stderr(out if joined else err),
        ):
            code = run(words)
        out.seek(0)
        err.seek(0)
        return code, out.read(), err.read()

    def in_a_shell(self, command: str, given: str, *, joined: bool) -> tuple[int, str, str]:
        """Run a command of a shell on its input; return its exit code and its two outputs."""
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=os.environ | TERMINAL | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if joined else subprocess.PIPE,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        return done.returncode, done.stdout, done.stderr or ""


def _words(command: str) -> tuple[list[str], str]:
    """Return the words behind ``graphgames`` where a command is that program alone, and the file it reads if it reads
    one; no words where a shell has work.
    """
    lexer = shlex.shlex(command.replace("\\\n", " "), posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    program, *words = lexer
    words, file = (words[:-2], words[-1]) if words[-2:-1] == ["<"] else (words, "")
    shell = "$" in command or any(set(word) <= set(lexer.punctuation_chars) for word in words)
    return (words, file) if program == "graphgames" and not shell else ([], "")


def _commands(block: Block) -> Iterator[tuple[str, str, int]]:
    """Return each command of a console block, what it should print, and its line."""
    command, expected, line = "", "", 0
    for number, text in enumerate(block.text.rstrip("\n").split("\n"), block.line + 1):
        if text.startswith("$ "):
            if command:
                yield command, expected, line
            command, expected, line = text[2:], "", number
        elif command.endswith("\\"):
            command += "\n" + text
        else:
            expected += text + "\n"
    yield command, expected, line


def missing(text: str) -> list[str]:
    """Name what commands for the reader's machine ask for and what is not there: make's targets, extras, scripts."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    wrong = [f"target {name!r}" for name in re.findall(r"\bmake ([a-z][\w-]*)", text) if name not in targets]
    asked = {extra.strip() for extras in re.findall(r"\[([\w, -]+)\]'", text) for extra in extras.split(",")}
    wrong += [f"extra {name!r}" for name in sorted(asked - set(project["optional-dependencies"]))]
    scripts = re.findall(r"\b((?:benchmarks|examples|tests)/[\w./-]+)", text)
    return wrong + [f"file {name!r}" for name in scripts if not (ROOT / name).exists()]
