"""The program graphgames-check, where it is built; `make prove` demands that it is."""

from __future__ import annotations

import io
import os
import subprocess
from collections.abc import Iterable
from typing import Any

import pytest

from graphgames.cli import proved
from graphgames.core.errors import GameError, GraphGamesError
from graphgames.formats.cert import write_solution

REQUIRED = "GRAPHGAMES_PROVED"
FORM = "its rows have the numbers that this kind of certificate has"
EDGES = "the game has as many edges as the file says"


def program() -> str:
    """The program; without it the test is skipped, or fails where it is required."""
    try:
        return proved.program()
    except GraphGamesError as missing:
        if os.environ.get(REQUIRED) == "required":
            raise
        pytest.skip(str(missing))


def text_of(solution: Any) -> bytes:
    file = io.BytesIO()
    write_solution(solution, file)
    return file.getvalue()


def run(text: bytes) -> tuple[int, list[str]]:
    """The exit code and the lines printed about one text."""
    done = subprocess.run([program(), "-"], input=text, capture_output=True, check=False)
    assert not done.stderr
    return done.returncode, done.stdout.decode().splitlines()


def believed(solutions: Iterable[Any]) -> list[bool]:
    """Whether each claim is proved, all judged by one run; what cannot be written as a claim is not."""
    texts: list[bytes | None] = []
    for solution in solutions:
        try:
            texts.append(text_of(solution))
        except GameError:
            texts.append(None)
    written = [text for text in texts if text is not None]
    lines = run(b"".join(written))[1] if written else []
    assert len(lines) == len(written)
    verdicts = iter(lines)
    return [text is not None and next(verdicts).startswith("proved: ") for text in texts]
