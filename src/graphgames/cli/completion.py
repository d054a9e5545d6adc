"""``graphgames completion SHELL``: what to source so that the shell completes commands and options."""

from __future__ import annotations

import argparse

SHELLS = ("bash", "zsh", "fish", "tcsh")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("shell", choices=SHELLS, help='for example: eval "$(graphgames completion bash)"')


def run(arguments: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    from graphgames.cli.main import build

    print(shtab.complete(build(), arguments.shell))
    return 0
