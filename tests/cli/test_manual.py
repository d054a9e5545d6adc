"""The manual tells of every command and every option, in both languages."""

from __future__ import annotations

import argparse
import subprocess
import sys

import pytest

from graphgames.cli.main import build, commands
from graphgames.cli.manual import markdown, roff, sections


def test_every_command_and_every_option_is_in_it() -> None:
    parser = build()
    told = {section.name: section for section in sections(parser)}
    assert list(told) == list(commands())
    page, manual = markdown(parser), roff(parser).replace(r"\-", "-")
    for name, command in _commands(parser).items():
        for action in command._actions:
            for string in action.option_strings:
                if not isinstance(action, argparse._HelpAction):
                    assert string in page and string in manual, f"{name} {string}"


def test_the_page_is_right_roff() -> None:
    lines = roff(build()).splitlines()
    known = {".TH", ".SH", ".SS", ".TP"}
    assert {line.split()[0] for line in lines if line.startswith(".")} == known


@pytest.mark.slow
def test_the_program_prints_it() -> None:
    done = subprocess.run([sys.executable, "-m", "graphgames", "manual"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(".TH GRAPHGAMES 1")


def _commands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return next(action.choices for action in parser._actions if isinstance(action, argparse._SubParsersAction))
