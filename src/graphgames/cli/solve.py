"""``graphgames solve FILE...``: who wins from where, how, and why.

Several files are solved in parallel threads of one process, since the kernels release the GIL. The output has one line
per file, in the order of the files, and a summary line at the end.
"""

from __future__ import annotations

import argparse
import os
from contextlib import closing
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from graphgames import api
from graphgames.cli.options import add_game_options, read_problem
from graphgames.cli.output import Steps, json_line, note
from graphgames.core.errors import GraphGamesError

JOBS_HELP = "solve so many of several files at a time (default: 2, or 1 on one core)"


@dataclass(frozen=True)
class Solved:
    """One file, solved: the solution, the seconds of each step, and what the verifier said if it was asked."""

    path: str
    solution: Any
    seconds: dict[str, float | None]
    verified: bool | None
    text: str | None = None

    def told(self, arguments: argparse.Namespace) -> Solved:
        """Return what to print about one of several files, without the solution, which may be large."""
        text = "" if arguments.quiet else None
        if arguments.json:
            text = self.to_json(arguments.full)
        elif text is None:
            from graphgames.cli.explain import line

            text = line(self.path, self.solution, self.seconds, self.verified)
        return Solved(self.path, None, self.seconds, self.verified, text)

    def to_json(self, full: bool) -> str:
        """Return the JSON object of the file."""
        data = {"file": self.path} | self.solution.to_dict(full=full)
        return json_line(data | {"seconds": self.seconds, "verified": self.verified})


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="a game, plain or packed (gz, bz2); - is stdin")
    parser.add_argument(
        "--solver", metavar="NAME", default=None, help="instead of the one that fits best (see: graphgames solvers)"
    )
    parser.add_argument("--verify", action="store_true", help="check each solution by its certificate")
    parser.add_argument(
        "--solution", metavar="FILE", help="write the solution there: .sol (paritysol) or .json with the certificate"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a game instead of a table")
    parser.add_argument("--full", action="store_true", help="with --json: winner, strategy and value as arrays")
    parser.add_argument("--explain", action="store_true", help="say for each vertex why it is won")
    parser.add_argument("--quiet", action="store_true", help="print nothing but errors; no progress on stderr")
    parser.add_argument("--jobs", metavar="N", type=int, default=min(2, os.cpu_count() or 1), help=JOBS_HELP)
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve every file; one that cannot be read or solved does not stop the others."""
    if len(arguments.files) == 1:
        return report(arguments, solve_file(arguments, arguments.files[0]))
    if arguments.solution is not None:
        raise GraphGamesError(f"--solution takes the solution of one file, and there are {len(arguments.files)}")
    if arguments.jobs < 1:
        raise GraphGamesError(f"--jobs is {arguments.jobs}; expected at least 1")
    return solve_many(arguments)


def solve_many(arguments: argparse.Namespace) -> int:
    """Solve files side by side and report on them in their order; the exit code is the largest of theirs."""
    from graphgames.cli.batch import in_order

    total, start, code = Total(), perf_counter(), 0
    with closing(in_order(lambda path: attempt(arguments, path), arguments.files, arguments.jobs)) as results:
        for path, done in results:
            total.add(done)
            if isinstance(done, Solved):
                code = max(code, report(arguments, done))
            else:
                note(f"graphgames: {done}" if path in str(done) else f"graphgames: {path}: {done}")
                code = 2
    if not arguments.quiet and not arguments.json:
        print(total.line(perf_counter() - start))
    return code


def attempt(arguments: argparse.Namespace, path: str) -> Solved | Exception:
    """Solve one of several files; return the solution or the error."""
    try:
        solved = solve_file(arguments, path, alone=False)
    except GraphGamesError as error:
        return error
    except MemoryError:
        return MemoryError("there is not enough memory for this game on this machine")
    return solved if arguments.explain else solved.told(arguments)


@dataclass
class Total:
    """The summary of all files."""

    solved: int = 0
    failed: int = 0
    proved: int = 0
    refuted: int = 0
    seconds: float = 0.0

    def add(self, done: Solved | Exception) -> None:
        """Count one file."""
        if not isinstance(done, Solved):
            self.failed += 1
            return
        self.solved += 1
        self.proved += done.verified is True
        self.refuted += done.verified is False
        self.seconds += sum(time for time in done.seconds.values() if time is not None)

    def line(self, wall: float) -> str:
        """Return the summary as one line."""
        parts = [f"{self.solved} solved"]
        counts = (("proved", self.proved), ("NOT proved", self.refuted), ("failed", self.failed))
        parts += [f"{count} {what}" for what, count in counts if count]
        return f"{self.solved + self.failed} files: {', '.join(parts)}; {self.seconds:.3f} s of work in {wall:.3f} s"


def solve_file(arguments: argparse.Namespace, path: str, alone: bool = True) -> Solved:
    """Read, solve and perhaps verify one file; with a bar of progress if it is the only one at work."""
    steps = Steps(path, arguments.quiet or not alone, "read", "solve", "verify")
    problem = steps.take("read", lambda: read_problem(arguments, path))
    solution = steps.take("solve", lambda: api.solve(problem, arguments.solver))
    if arguments.verify:
        steps.verify(lambda: api.verify(solution))
    return Solved(path, solution, steps.seconds, steps.verified)


def report(arguments: argparse.Namespace, solved: Solved) -> int:
    """Write the requested output; the exit code is 1 if the verifier found a fault."""
    if arguments.solution is not None:
        api.write(solved.solution, arguments.solution)
    if solved.text is not None:
        if solved.text:
            print(solved.text, flush=True)
    elif arguments.json:
        print(solved.to_json(arguments.full), flush=True)
    elif not arguments.quiet:
        from graphgames.cli.explain import explain, summarise

        summarise(solved.path, solved.solution, solved.seconds, solved.verified)
        explain(solved.solution, each=arguments.explain)
    return 1 if solved.verified is False else 0
