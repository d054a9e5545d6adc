"""A real server in a real process, and the browser that the tests find."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, sync_playwright

from tests.waiting import PATIENCE

LACKING = "no browser is installed; mend it with: apt-get install chromium"
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str | None:
    """Return the path of the browser, None where there is none."""
    names = (os.environ.get("GRAPHGAMES_BROWSER", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


@contextmanager
def browser(**options: Any) -> Iterator[BrowserContext]:
    """Run the browser while a block runs."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        opened = playwright.chromium.launch_persistent_context(
            folder, executable_path=chromium(), args=FLAGS, headless=True, **options
        )
        opened.set_default_timeout(60_000)
        yield opened
        opened.close()


def axe() -> str:
    """Return the script of axe-core; the test is skipped where it is not installed."""
    folder = find_spec("axe_playwright_python")
    if folder is None or folder.origin is None:
        pytest.skip("axe-core is not installed; mend it with: pip install axe-playwright-python")
    return next(Path(folder.origin).parent.rglob("axe.min.js")).read_text()


def started(*arguments: str) -> tuple[subprocess.Popen[str], str]:
    """Start the program; give its process and the address that it says."""
    command = [sys.executable, "-m", "graphgames", "explore", "--no-browser", *arguments]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+/", line)
    assert found is not None, line
    return process, found.group()


@contextmanager
def server(*arguments: str) -> Iterator[str]:
    """Serve while a block runs."""
    process, address = started(*arguments)
    try:
        yield address
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
