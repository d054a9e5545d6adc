"""``python -m graphgames.reference GAME SOLUTION``: check a solution, both files in JSON, or the game a table (CSV).

For a game of synthesis they are the specification and its controller, in the HOA format; for a table there is one file,
its certificate.
"""

from __future__ import annotations

import sys
from pathlib import Path

from graphgames.reference.files import check_files


def main(arguments: list[str]) -> int:
    """Check the files that are named, print the report, and return 0 if all is proved, 1 if not, 2 for a wrong call."""
    if len(arguments) not in (1, 2, 3) or arguments[0].startswith("-"):
        return usage()
    try:
        game, *solution = (Path(name).read_bytes() for name in arguments)
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}\n")
        return 2
    report = check_files(game, *solution)
    if report is None:
        return usage()
    sys.stdout.write(f"{arguments[-1]}: {report}\n")
    return 0 if report.ok else 1


def usage() -> int:
    """Say what the arguments are, and return 2."""
    sys.stderr.write("usage: python -m graphgames.reference GAME SOLUTION\n\n")
    sys.stderr.write(
        "GAME is a file by `graphgames convert IN OUT.arena`, or a model as a table (CSV),\n"
        "SOLUTION one by `graphgames solve GAME -o OUT.json`;\n"
        "or a specification in HOA or `.problem`, and a controller by `graphgames synth --controller OUT`;\n"
        "or a model in full (`graphgames convert IN OUT.problem`), a shield by `graphgames shield --json`,\n"
        "and a solution, if the shield promises a probability for ever;\n"
        "of a table alone the certificate file, which `graphgames table verify --certificate OUT` writes.\n"
    )
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
