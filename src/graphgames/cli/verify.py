"""``graphgames verify GAME SOLUTION``: check a solution file, ours or another tool's."""

from __future__ import annotations

import argparse

from graphgames import api
from graphgames.catalogue.console import Options
from graphgames.cli.options import add_engine, add_game_options, engine_of, read_problem
from graphgames.cli.output import answer, json_line, note, progress, read_solution, show
from graphgames.core.errors import printable
from graphgames.core.report import Report
from graphgames.engines import dispatch


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add_argument("game_file", metavar="GAME", help="the game, plain or compressed; - is stdin")
    parser.add_argument(
        "solution_file", metavar="SOLUTION", help="paritysol, as PGSolver and Oink write it, or our JSON"
    )
    parser.add_argument("--json", action="store_true", help="print the report as one JSON object")
    parser.add_argument("--quiet", action="store_true", help="print nothing; the exit code says it")
    add_engine(parser)
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read both, check, and print the result: exit code 0 if proved, 1 if not."""
    engine = engine_of(arguments)
    host = dispatch.host(engine)
    quiet = arguments.quiet or host.rank > 0
    with host.abort_on_error():
        with progress(f"reading {arguments.game_file}", quiet):
            game = read_problem(arguments, arguments.game_file, engine)
            solution = read_solution(game, arguments.solution_file)
        with progress(f"verifying {arguments.solution_file}", quiet):
            report = api.verify(solution)
    if host.rank > 0:
        return 0
    code = told(arguments, report)
    settings = getattr(getattr(game, "objective", None), "settings", ())
    silent = arguments.json or arguments.quiet or solution.solver != "file"  # other files say what they were solved as
    if not report.ok and not silent and arguments.convention is None and "convention" in settings:
        note(
            f"graphgames: the priorities are read as {game.objective.convention}; if the solution is of another "
            "convention, give it by --convention"
        )
    return code


def told(arguments: argparse.Namespace, report: Report) -> int:
    """Print the report, and return the exit code."""
    if arguments.json:
        failures = [{"vertex": failure.vertex, "message": failure.message} for failure in report.failures]
        said = {"ok": report.ok, "checked": report.checked, "found": report.found, "failures": failures}
        answer(json_line(said))
    elif not arguments.quiet:
        show(f"{printable(arguments.solution_file)}: {report}")
    return 0 if report.ok else 1
