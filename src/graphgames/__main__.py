"""The program ``graphgames``, also as ``python -m graphgames``."""

import sys


def main() -> int:
    """Run the command line; the version alone is answered before anything is imported."""
    if sys.argv[1:] == ["--version"]:
        from graphgames._version import __version__

        print(f"graphgames {__version__}")  # noqa: T201
        return 0
    from graphgames.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
