"""The program ``graphgames``, also as ``python -m graphgames``."""

import os
import sys


def main() -> int:
    """Run the command line.

    The version alone is answered before anything is imported, and ``judge NAME`` without options goes past the parser
    of options, which would take longer than most inputs.
    """
    words = sys.argv[1:]
    if words == ["--version"]:
        from graphgames._version import __version__

        print(f"graphgames {__version__}")  # noqa: T201
        return 0
    if len(words) == 2 and words[0] == "judge" and not words[1].startswith("-"):
        from graphgames.cli.guard import guarded
        from graphgames.cli.judge import judge

        code = guarded(lambda: judge(words[1]))
        if code == 0:  # all is written and flushed; to take the interpreter apart would be a tenth of a small job
            os._exit(code)
        return code
    from graphgames.cli.main import run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())
