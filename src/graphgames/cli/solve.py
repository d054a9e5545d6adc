"""``graphgames solve FILE...``: who wins from where, how, and why.

Several files are solved in parallel threads of one process, since the kernels release the GIL. The output has one line
per file, in the order of the files, and a summary line at the end.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain
from time import perf_counter
from typing import Any

from graphgames import api
from graphgames.catalogue import find
from graphgames.catalogue.asking import endings, named, questions
from graphgames.catalogue.console import SOLVER, Options, real, whole
from graphgames.cli.guard import INTERRUPTED, failure
from graphgames.cli.options import add_engine, add_game_options, endings_of, engine_of, how_to_solve, read_problem
from graphgames.cli.output import Steps, answer, json_line, note, show, write_files
from graphgames.cli.start import Start, asked, start_of
from graphgames.core.arena import Arena
from graphgames.core.errors import GraphGamesError, counted, printable
from graphgames.core.game import Game
from graphgames.core.solution import FEW, OnArena
from graphgames.engines import dispatch


@dataclass(eq=False, repr=False)
class Solved:
    """One file, solved: the solution, the seconds of each step, and what the verifier said if it was asked."""

    path: str
    solution: Any
    seconds: dict[str, float | None]
    verified: bool | None
    start: Start | None = None
    unexpected: Start | None = None
    """The first start that is not as expected."""
    text: str | None = None

    def printed(self, arguments: argparse.Namespace) -> Solved:
        """Return what to print about one of several files, without the solution, which may be large."""
        text = "" if arguments.quiet else None
        if arguments.json:
            text = self.to_json(arguments.full)
        elif text is None:
            from graphgames.cli.printing import counts, line

            start = None if self.start is None else str(self.start)
            text = line(self.path, self.solution, self.seconds, self.verified, start)
            text += counts(self.solution) if arguments.verbose else ""
        return replace(self, solution=None, text=text)

    def to_json(self, full: bool) -> str:
        """Return the JSON object of the file."""
        arena: Any = getattr(self.solution, "arena", None)  # a function of games by rules
        few = isinstance(arena, Arena) and arena.n <= FEW and not hasattr(self.solution, "policy")
        data: dict[str, Any] = {"file": self.path, "start": None if self.start is None else self.start.to_dict()}
        data |= self.solution.to_dict(full=full or few)
        if few and not full:  # every answer, without the proof
            data |= {} if arena.labels is None else {"labels": [str(label) for label in arena.names]}
            data.pop("certificate", None)
        problem = self.solution.problem
        if isinstance(problem, Game) and problem.players != type(problem).players:
            data["players"] = [*problem.players]
        if hasattr(self.solution, "summary") and self.solution.start is not None:
            data |= self.solution.summary()
        return json_line(data | {"seconds": self.seconds, "verified": self.verified})


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add(
        "files FILE",
        "a game, plain or compressed (gz, bz2), or a game's name; - is stdin, also where none is named and stdin "
        "is not a terminal",
        nargs="*",
    )
    parser.add(*SOLVER)
    parser.add(
        "--start V",
        "answer for this vertex, by its label (default: the file's start); with --objective nimbers for the sum of "
        "several, as 2,4,8",
    )
    parser.add(
        "--expect WHO",
        "exit with 1 unless this is the answer at the start: eve, adam or a player's name; win, loss or draw for the "
        "player to move; or the value, as 9/10 or inf; with several tests: at every start, or at those of --test; with "
        "--property: the answer to every property, as 1/2, true or inf",
    )
    parser.add("--test K", "which test of an input with many tests --start or --expect means (from 1)", type=whole(1))
    parser.only_with("--test", "--start", "--expect")
    parser.add(
        "--precision NUMBER",
        "where chance moves: how wide the bracket of a value may be, such as 1e-9 (default: exact where possible)",
    )
    parser.add("--verify", "check each solution by its certificate")
    parser.add(
        "-o --output --solution OUT",
        "write the solution to OUT: .sol (paritysol), .json or .npz with the certificate, or .cert for the proved "
        "checker",
        dest="solution",
    )
    parser.add(
        "--strategy OUT",
        "write the strategies, or nim-values, to OUT, as .csv; the policy of a model also as .json, .tra (the chain), "
        ".dot, or .txt (a line state:action for each state)",
    )
    parser.add("--json", "print one JSON object per game instead of a table")
    parser.add(
        "--full",
        "print every row of the table; with --json: winner, strategy and value as arrays, of a model the values and "
        "the policy by states; of properties -o OUT.json has these",
    )
    parser.add("--explain", "explain why each vertex is won; with --property, explain each answer at the start")
    parser.add("-v --verbose --trace", "print the statistics of the solver, such as its number of steps")
    parser.never_with("--verbose", "--json", "--quiet")
    parser.add("--quiet", "print nothing but errors and JSON; no progress on stderr")
    parser.add(
        "--jobs N",
        "how many of several files to solve at a time (default: 2, or 1 on one core)",
        type=whole(1),
        default=min(2, os.cpu_count() or 1),
    )
    add_engine(parser)
    parser.never_with("--explain", "--json", "--quiet")
    parser.never_with("--engine", "--explain")
    parser.add("--checkpoint OUT", "with --engine mpi: save the progress in this file, and resume from it")
    parser.add("--every SECONDS", "with --checkpoint: the time between saves (default: 120)", type=real(1e-6, 1e9))
    parser.only_ending("--solution", lambda: endings_of("solution"))
    parser.only_ending("--strategy", lambda: (".csv", ".json", ".tra", ".dot", ".txt"))
    parser.only_with("--checkpoint", "--engine")
    parser.only_with("--every", "--checkpoint")
    add_questions(parser)
    add_game_options(parser, asked=False)


def add_questions(parser: Options) -> None:
    """Add the options for files that hold a model, which is asked by properties."""
    group = parser.group(f"what to ask of a model ({', '.join(endings())})")
    group.add("-p --prop --property TEXT", f"such as '{questions()[0]}'", action="append", dest="property")
    group.add("--properties FILE", "a file of properties; all are checked", action="append")
    group.add(
        "--const NAME=VALUE,...",
        "values of open constants, such as N=25,p=1/3, or a range of them, such as K=0:10",
        action="append",
    )
    group.add("--counterexample", "where a bound on P does not hold: the likeliest paths, which together show it")
    parser.only_with("--counterexample", "--property", "--properties")
    instead = "a property of other states is asked by filter(state, PROPERTY, STATES)"
    parser.never_with("--start", "--property", "--properties", instead=instead)
    for other in ("--full", "--engine"):
        parser.never_with(other, "--property", "--properties")


def run(arguments: argparse.Namespace) -> int:
    """Solve every file; one that cannot be read or solved does not stop the others."""
    if not arguments.files and sys.stdin.isatty():
        raise GraphGamesError("there is no file to read; expected graphgames solve FILE, or - for standard input")
    arguments.files = without_parts(arguments.files or ["-"])
    _properties_behind(arguments)
    asked = arguments.property or [None]
    several = arguments.solver is not None and (arguments.solver == "all" or "," in arguments.solver)
    if several and len(arguments.files) == len(asked) == 1 and not arguments.properties:
        from graphgames.cli.solvers import compare

        arguments.compare, arguments.property = arguments.files[0], asked[0]
        return compare(arguments)
    if arguments.property or arguments.properties or _asks_itself(arguments):
        from graphgames.cli.questions import ask

        return ask(arguments)
    engine = engine_of(arguments)
    host = dispatch.host(engine)
    if arguments.checkpoint is not None and not host.shares:
        raise GraphGamesError("--checkpoint has no effect without --engine mpi")
    if host.shares and len(arguments.files) > 1:
        raise GraphGamesError(f"processes work together on one file, and there are {len(arguments.files)}")
    if len(arguments.files) == 1:
        with host.abort_on_error():
            return report(arguments, solve_file(arguments, arguments.files[0], engine), host)
    for option, what in (("solution", "solution"), ("strategy", "policy")):
        if getattr(arguments, option) is not None:
            raise GraphGamesError(f"--{option} takes the {what} of one file, and there are {len(arguments.files)}")
    return solve_many(arguments)


_PROPERTIES = (".props", ".pctl", ".pltl", ".prctl", ".csl", ".prop")


def _properties_behind(arguments: argparse.Namespace) -> None:
    """Take a property behind a model for one, and the name of a file of properties, there or in place of a property."""
    model, *others = arguments.files
    read = [path for path in (*others, *(arguments.property or ())) if path.endswith(_PROPERTIES)]
    typed = [text for text in others if re.search(r"\[.*\]", text) and model.endswith((*endings(),))]
    arguments.files = [model, *(path for path in others if path not in (*read, *typed))]
    arguments.property = [text for text in (*typed, *(arguments.property or ())) if text not in read] or None
    arguments.properties = [*(arguments.properties or ()), *read] or None


def _asks_itself(arguments: argparse.Namespace) -> bool:
    """Return whether the only file is a model with several properties, which then are asked."""
    from graphgames.formats import by_ending

    path, *others = arguments.files
    entry = by_ending(path)
    if others or arguments.objective is not None or entry is None or not (entry.asked and entry.expressions):
        return False
    if not os.path.exists(path) or len(named(read_problem(arguments, path).properties)) < 2:  # noqa: PTH110
        return False
    arguments.properties = [path]
    return True


def without_parts(files: list[str]) -> list[str]:
    """Return files without the parts of an explicit model, which are read beside it where they have its name.

    Raise `GraphGamesError` for one of another name.
    """
    model, *others = files
    if not model.endswith(".tra"):
        return files
    parts = [path for path in others if path.endswith((".lab", ".sta", ".srew", ".trew"))]
    for path in parts:
        if os.path.splitext(path)[0] != os.path.splitext(model)[0]:  # noqa: PTH122, which would import pathlib
            raise GraphGamesError(f"{path} is not a part of {model}; its name differs not only in the ending")
    return [path for path in files if path not in parts]


def solve_many(arguments: argparse.Namespace) -> int:
    """Solve files side by side and report on them in their order; the exit code is the largest of theirs."""
    from graphgames.cli.batch import in_order

    total = dict.fromkeys(("solved", "proved", "NOT proved", "failed"), 0)
    seconds, start, code = 0.0, perf_counter(), 0
    with closing(in_order(lambda path: attempt(arguments, path), arguments.files, arguments.jobs)) as results:
        for path, done in results:
            if isinstance(done, Solved):
                total["solved"] += 1
                total["proved"] += done.verified is True
                total["NOT proved"] += done.verified is False
                seconds += sum(filter(None, done.seconds.values()))
                code = max(code, report(arguments, done, dispatch.Host()))
            else:
                total["failed"] += 1
                note(f"graphgames: {'' if printable(path) in str(done) else f'{printable(path)}: '}{done}")
                code = 2
    if not arguments.quiet and not arguments.json:
        counts = ", ".join(f"{count} {what}" for what, count in total.items() if count or what == "solved")
        wall = perf_counter() - start
        show(f"{counted(len(arguments.files), 'file')}: {counts}; {seconds:.3f} s of work in {wall:.3f} s")
    return code


def attempt(arguments: argparse.Namespace, path: str) -> Solved | Exception:
    """Solve one of several files; return the solution or the error."""
    try:
        solved = solve_file(arguments, path, engine_of(arguments), alone=False)
    except GraphGamesError as error:
        return error
    except MemoryError:
        return MemoryError("there is not enough memory for this game on this machine")
    except Exception:  # a fault of ours, which the other files need not suffer from
        return GraphGamesError(failure())
    return solved if arguments.explain else solved.printed(arguments)


def solve_file(arguments: argparse.Namespace, path: str, engine: str, alone: bool = True) -> Solved:
    """Read, solve and perhaps verify one file; with a bar of progress if it is the only one at work."""
    steps = Steps(path, arguments.quiet or not alone, "read", "solve", "verify", silent=dispatch.host(engine).rank > 0)
    problem = steps.take("read", lambda: read_problem(arguments, path, engine))
    if arguments.objective is None and _is_sum(problem, arguments.start):
        note(f"graphgames: {printable(path)}: several vertices are a sum, which --objective nimbers adds")
        problem = find.problem_class("nimbers")(problem.arena)
    how = how_to_solve(arguments)
    solution = steps.take("solve", lambda: api.solve(problem, solver=arguments.solver, engine=engine, **how))
    test = None if arguments.test is None else arguments.test - 1
    start = start_of(solution, arguments.start, test or 0)
    if arguments.verify:  # after all that is shown, which may not have been solved before
        if getattr(solution, "start", None) is not None and not isinstance(solution, OnArena):
            solution.explain(solution.start)
        total = start and start.total  # whose proof has that of its parts
        steps.verify(lambda: api.verify(total or solution))
    unexpected = None
    if arguments.expect is not None:
        starts = asked(solution, test) if start is None else iter([start])
        start, unexpected = _compare(path, starts, arguments.expect)
    return Solved(path, solution, steps.seconds, steps.verified, start, unexpected)


def _is_sum(problem: Any, start: str | None) -> bool:
    """Return whether a start names several vertices of a graph on which the players move in turn until one cannot."""
    if not (isinstance(problem, Game) and problem.impartial and problem.objective.name == "normal"):
        return False
    return all(mark is None for mark in vars(problem.objective).values()) and bool(problem.arena.several(start))


def _compare(path: str, starts: Iterator[Start], expected: str) -> tuple[Start | None, Start | None]:
    """Return the start if it is the only one, and the first that is not as expected."""
    first = next(starts, None)
    if first is None:
        raise GraphGamesError(f"{path} names no start, so --expect has nothing to compare; name one with --start")
    if not first.meets(expected):
        return first, first
    second = next(starts, None)
    if second is None:
        return first, None
    return None, next((start for start in chain([second], starts) if not start.meets(expected)), None)


def report(arguments: argparse.Namespace, solved: Solved, host: dispatch.Host) -> int:
    """Write the requested output; the exit code is 1 if the verifier found a fault, or the start is not as expected.

    After Ctrl-C what is decided is written all the same, and the exit code is 130.

    Of processes that work together all ask the same of the solution, and the first says it.
    """
    write_files(arguments, solved.solution)
    if host.shares:
        solved.solution.explain()  # counts what all processes have
        solved = replace(solved, text=solved.to_json(arguments.full) if arguments.json else None)
    if host.rank > 0:
        return 0
    if solved.text is not None:
        if solved.text:
            answer(solved.text)
    elif arguments.json:
        answer(solved.to_json(arguments.full))
        large = isinstance(arena := getattr(solved.solution, "arena", None), Arena) and arena.n > FEW
        if large and not (arguments.full or arguments.quiet):
            note(f"graphgames: {printable(solved.path)}: the answers of all vertices are left out; --full has them")
    elif not arguments.quiet and "-" not in (arguments.solution, arguments.strategy):  # which have standard output
        from graphgames.cli.printing import explain, summarise

        if solved.start is not None:
            show(str(solved.start))
        summarise(solved.path, solved.solution, solved.seconds, solved.verified, arguments.verbose)
        if solved.start is not None and solved.start.total is not None:
            show(printable(solved.start.total.explain()))
        else:
            explain(solved.solution, arguments.explain, arguments.full, arguments.start)
    wrong = solved.unexpected
    if wrong is not None and not arguments.quiet:
        note(f"graphgames: {printable(solved.path)}: {wrong}, where {printable(arguments.expect)} was expected")
    if getattr(solved.solution, "stats", {}).get("stopped") == "interrupted":
        note(f"graphgames: {printable(solved.path)}: stopped; what is decided so far stands")
        return INTERRUPTED
    return 0 if wrong is None and solved.verified is not False else 1
