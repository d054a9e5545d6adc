"""``graphgames verify GAME SOLUTION``: check a solution file, ours or another tool's."""

from __future__ import annotations

import argparse
import re
from typing import Any

from graphgames import api
from graphgames.catalogue import find
from graphgames.catalogue.asking import Askable
from graphgames.catalogue.console import Options
from graphgames.catalogue.rows import Kind
from graphgames.cli.options import (
    add_engine,
    add_game_options,
    engine_of,
    how_to_read,
    leave_stored_constants,
    read_problem,
)
from graphgames.cli.output import answer, json_line, note, numbered_players, opened, progress, show, unchecked
from graphgames.core.errors import GraphGamesError, printable, printable_lines
from graphgames.core.report import Report
from graphgames.engines import dispatch
from graphgames.readers.source import Data, Source, open_source

_CERTIFICATE = (
    "a certificate file, which holds its game, too: graphgames-check FILE checks it, and of a table python -m "
    "graphgames.reference FILE"
)
_SHIELD = (
    "a shield: graphgames shield MODEL --verify checks one as it is made, and graphgames verify --reference MODEL "
    "FILE --avoid NAMES one for some decisions or in the worst case"
)
_COUNTEREXAMPLE = "a counterexample, which graphgames verify --reference MODEL FILE checks"


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("game_file GAME", "the game, plain or compressed; - is stdin")
    ours = "paritysol, as PGSolver and Oink write it; what solve, evaluate or shield wrote (.json, .npz)"
    others = [kind.answers.title for kind in find.kinds() if kind.answers]
    parser.add("solution_file SOLUTION", "; or ".join([ours, *others]))
    parser.add("--json", "print the report as one JSON object")
    parser.add("--quiet", "print nothing; the exit code is the answer")
    parser.add(
        "--reference", "check with the reference checker, plain Python that shares nothing with the rest of graphgames"
    )
    parser.add(
        "--proved",
        "check with graphgames-check, the checker extracted from a proof in Coq (make prove builds it)",
    )
    parser.never_with("--reference", "--proved")
    add_engine(parser)
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read both, check, and print the result: exit code 0 if proved, 1 if not."""
    if arguments.proved:
        return by_proof(arguments)
    engine = engine_of(arguments)
    host = dispatch.host(engine)
    if arguments.reference:
        refuse_shared(host, "the reference checker runs")
    with host.abort_on_error():
        source = opened(arguments.solution_file)
    if arguments.reference or find.answers(source.data):
        refuse_shared(host, "the reference checker runs")
        return by_reference(arguments, source)
    quiet = arguments.quiet or host.rank > 0
    with host.abort_on_error():
        leave_stored_constants(arguments, source)
        with progress(f"reading {arguments.game_file}", quiet):
            game = read_problem(arguments, arguments.game_file, engine)
            marks = is_marks(source.data)
            if marks:
                from graphgames.policies.saved_marks import read_marks

                refuse_shared(host, "an evaluation is checked")
            solution: Any = read_marks(game, source) if marks else read_claim(game, source, host.shares)
        with progress(f"verifying {arguments.solution_file}", quiet):
            report = solution.verify() if marks else api.verify(solution)
    if host.rank > 0:
        return 0
    code = print_report(arguments, report, shown_of_marks(solution) if marks else shown_of(solution))
    if marks or arguments.json or arguments.quiet:
        return code
    if not solution.names_game:
        note(
            f"graphgames: {arguments.solution_file} names no game, as files of older versions do not; it was checked "
            f"against {arguments.game_file}"
        )
    if report.ok or solution.solver != "file":  # other files say what they were solved as
        return code
    if numbered := numbered_players(arguments.solution_file, game):
        note(numbered)
    elif arguments.convention is None and "convention" in getattr(getattr(game, "objective", None), "settings", ()):
        note(
            f"graphgames: the priorities are read as {game.objective.convention}; if the solution is of another "
            "convention, give it by --convention"
        )
    return code


def refuse_shared(host: dispatch.Host, what: str) -> None:
    """Raise `GraphGamesError` if processes share a work that one process does alone; ``what`` says which is done."""
    if host.shares:
        raise GraphGamesError(f"{what} in one process; leave out --engine mpi")


def read_claim(problem: Any, source: Source, shared: bool = False) -> Any:
    """Return a solution, of which each process reads its part if they share it; of another file say what checks it."""
    try:
        return api.read_solution(problem, source.name if shared else source)
    except GraphGamesError:
        what = None if source.name == "<stdin>" else other_file(source.to_bytes(), source.name)
        if what is None:
            raise
    raise GraphGamesError(what)


def is_marks(file: Data) -> bool:
    """Return whether a file holds the marks of a policy, by its beginning."""
    return b'"graphgames-marks"' in bytes(file[:64])


def other_file(file: bytes, path: str) -> str | None:
    """Return what a file is that is no solution, and what checks it; None where that is not known."""
    from graphgames.reference.files import is_counterexample, is_shield

    what = next((what for what, _ in find.answers(file).values()), None)
    what = what or (_CERTIFICATE if file.lstrip().startswith(b"graphgames-certificate") else None)
    what = what or (_SHIELD if is_shield(file) else _COUNTEREXAMPLE if is_counterexample(file) else None)
    return what and f"{path} is {what.replace('FILE', path)}"


def by_reference(arguments: argparse.Namespace, source: Source) -> int:
    """Check a solution with the reference checker; the game may stand in any format that graphgames reads."""
    from graphgames.reference.files import check_files

    leave_stored_constants(arguments, source)
    with progress(f"reading {arguments.game_file}", arguments.quiet):
        other = next((kind for _, kind in find.answers(source.data).values()), None)
        game, solution = written_game(arguments, source) if other is None else texts_of(other, arguments, source)
    with progress(f"verifying {arguments.solution_file}", arguments.quiet):
        report = check_files(game, solution)
    assert report is not None  # there are two files
    failures = [{"vertex": None, "message": fault} for fault in report.faults]
    entries = {"checked": report.checked, "found": report.found, "failures": failures, "checker": "reference"}
    scope = {"proved": report.proves, "not checked": [*report.unproved]}
    return print_verdict(arguments, report.ok, entries | scope, printable_lines(str(report)))


def texts_of(kind: Kind, arguments: argparse.Namespace, answer: Source) -> tuple[bytes, bytes]:
    """Return what the reference checker is given of a file of another tool, and of what it answers."""
    assert kind.answers is not None
    asked, how = open_source(arguments.game_file), how_to_read(arguments)
    texts = kind.load(kind.answers.texts)(asked, answer, lambda text: api.read(Source(text, asked.name), **how))
    if texts is None:
        raise GraphGamesError(other_file(answer.to_bytes(), arguments.solution_file))
    game, solution = texts
    return game, solution


def written_game(arguments: argparse.Namespace, source: Source) -> tuple[bytes, bytes]:
    """Return the game that a solution of ours is about, as the reference checker reads it, and the solution."""
    from io import BytesIO

    from graphgames.formats.json_ import posed, refuse_policy
    from graphgames.formats.problem_json import write_problem
    from graphgames.formats.solution_json import EXPECTED
    from graphgames.readers.faults import Faults
    from graphgames.readers.json_text import parsed
    from graphgames.reference.files import is_shield

    solution, path = source.to_bytes(), arguments.solution_file
    problem = read_problem(arguments, arguments.game_file)
    if not solution.lstrip().startswith(b"{"):
        raise GraphGamesError(
            other_file(solution, path)
            or f"{path} is not JSON, which alone the reference checker reads; "
            "graphgames solve --solution NAME.json writes it"
        )
    faults = Faults(solution, path)
    if is_marks(solution):  # which are about a game with numbers as values, made of the one that was evaluated
        from graphgames.policies.marks_file import bare
        from graphgames.policies.saved_marks import board_in

        problem = bare(board_in(problem, parsed(faults, "an evaluation of a policy"), path))
    if isinstance(problem, Askable):
        if is_shield(solution):
            way = "name the states that it avoids, as when it was made: --avoid NAMES"
            raise GraphGamesError(f"{path} is a shield; {way}")
        document = parsed(faults, EXPECTED)
        refuse_policy(document, faults)
        problem = posed(problem, document, path)
    expect_played(problem, solution, arguments)
    game = BytesIO()
    write_problem(problem, game)
    return game.getvalue(), solution


def expect_played(problem: Any, solution: bytes, arguments: argparse.Namespace) -> None:
    """Raise `GameError` if a solution is of a game that is not named, which the file alone does not say."""
    of = re.search(rb'"objective": *"([\w-]+)"', solution)
    played, name = getattr(getattr(problem, "objective", problem), "kind", ""), of[1].decode() if of else ""
    named = {*find.inputs(), *(game.name for game in find.concrete_games())}
    if name in named and name != played:
        raise GraphGamesError(
            f"{arguments.solution_file} is a solution of {name}, but {arguments.game_file} does not say "
            f"so; name the game: --game {name}"
        )


def by_proof(arguments: argparse.Namespace) -> int:
    """Check a solution file with the checker that is proved."""
    from graphgames.cli import proved

    refuse_shared(dispatch.host(engine_of(arguments)), "the proved checker runs")
    where = proved.program()
    with progress(f"reading {arguments.game_file}", arguments.quiet):
        source = opened(arguments.solution_file)
        leave_stored_constants(arguments, source)
        solution = read_claim(read_problem(arguments, arguments.game_file), source)
    with progress(f"verifying {arguments.solution_file}", arguments.quiet):
        verdict = proved.check(solution)
    unproved = shown_of(solution)[1] * verdict.ok
    failures = [] if verdict.ok else [{"vertex": None, "message": verdict.sentence}]
    entries = {"failures": failures, "checker": "proved", "program": where}
    scope = {"proved": verdict.sentence if verdict.ok else "", "not checked": unproved}
    word = "proved" if verdict.ok else "not proved"
    head = f"{word} by {proved.PROGRAM}, extracted from a proof in Coq:"
    lines = [head, printable_lines(verdict.sentence), *unchecked(unproved)]
    return print_verdict(arguments, verdict.ok, entries | scope, "\n  ".join(lines))


def shown_of(solution: Any) -> tuple[list[str], list[str]]:
    """Return what a solution shows that its certificate proves, and what nobody proves."""
    claimed = solution.claimed
    proved = [name for name in solution.certificate.proves if claimed.get(name, name) is not None]
    return proved, ["solver"] * (solution.solver != "file") + ["problem"] * (not solution.names_game)


def shown_of_marks(marks: Any) -> tuple[list[str], list[str]]:
    """Return what a file of marks shows, all of which is proved, and what its two solutions say besides."""
    return [name for name, entry in marks.claims.items() if entry is not None], ["the solvers of its solutions"]


def print_report(arguments: argparse.Namespace, report: Report, shown: tuple[list[str], list[str]]) -> int:
    """Print the report, with what is proved by the fast checker and what is not, and return the exit code."""
    proved, unproved = ([name.replace("_", " ") for name in names * report.ok] for names in shown)
    failures = [{"vertex": failure.vertex, "message": failure.message} for failure in report.failures]
    entries = {"checked": report.checked, "found": report.found, "failures": failures, "checker": "fast"}
    scope = {"proved": ", ".join(proved), "not checked": unproved}
    lines = [str(report), f"proved by the fast checker: {', '.join(proved)}"][: 1 + report.ok]
    return print_verdict(arguments, report.ok, entries | scope, "\n  ".join([*lines, *unchecked(unproved)]))


def print_verdict(arguments: argparse.Namespace, ok: bool, entries: dict[str, Any], words: str) -> int:
    """Print the verdict of a checker, as a JSON object or in words, and return the exit code."""
    if arguments.json:
        answer(json_line({"ok": ok} | entries))
    elif not arguments.quiet:
        show(f"{printable(arguments.solution_file)}: {words}")
    return 0 if ok else 1
