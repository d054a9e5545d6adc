"""``graphgames solvers``: print the table of solvers, or compare all that solve a game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from time import perf_counter
from typing import Any

from graphgames import api
from graphgames.catalogue.asking import Askable
from graphgames.catalogue.console import Options
from graphgames.catalogue.find import fitting, solvers
from graphgames.cli.options import READING, TELLING, add_game_options, read_problem
from graphgames.cli.output import add_listing, answer, json_line, listing, note, progress, show
from graphgames.core.errors import GraphGamesError, SolverError, counted, did_you_mean


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add("about OBJECTIVE", "only those for this objective, the default first, or of this name", nargs="?")
    parser.add("--compare FILE", "solve this game by every solver that fits: times, agreement and statistics")
    add_listing(parser)
    for option in ("OBJECTIVE", "--long"):
        parser.never_with("--compare", option)
    add_game_options(parser)
    for option in (*(one for one in READING if one != "objective"), *TELLING, "property", "const"):
        parser.only_with(f"--{option}", "--compare")


def run(arguments: argparse.Namespace) -> int:
    """Print the table, or compare."""
    if arguments.compare is not None:
        return compare(arguments)
    entries = list(solvers())
    arguments.about = arguments.about or arguments.objective
    if arguments.about is not None:
        known = list(dict.fromkeys(what for entry in entries for what in entry.solves))
        fit = [entry for entry in entries if arguments.about in (entry.name, *entry.aliases, *entry.solves)]
        if not fit:
            suggestion = did_you_mean(arguments.about, known)
            raise SolverError(f"there is no solver for {arguments.about!r}{suggestion} They solve: {', '.join(known)}")
        entries = fit
    columns = ("name", "solves", "summary", "complexity", "source", "aliases")
    rows = [{name: getattr(entry, name) for name in columns} for entry in entries]
    listing(rows, arguments, "name", "summary", under="solves")
    return 0


def compare(arguments: argparse.Namespace) -> int:
    """Solve a game by every solver that fits and check each solution; exit code 1 if one is refused or two differ."""
    problem = read_problem(arguments, arguments.compare)
    if isinstance(problem, Askable):
        raise SolverError(f"{arguments.compare} holds a model; say what to ask of it by --property TEXT")
    forms: Sequence[str] = getattr(problem, "forms", None) or (getattr(problem, "kind", ""),)
    entries = next((fit for form in forms if (fit := fitting(form))), ())
    if not entries:
        raise SolverError(f"{arguments.compare} has no solvers to compare")
    wanted = [name.strip() for name in (getattr(arguments, "solver", None) or "all").split(",")]
    if wanted != ["all"]:
        entries = tuple(one for one in entries if not {one.name, *one.aliases}.isdisjoint(wanted))
    if missing := set(wanted) - {"all"}.union(*((one.name, *one.aliases) for one in entries)):
        raise SolverError(f"there is no solver {min(missing)!r} for {arguments.compare}")
    width, given, refused = max(len(entry.name) for entry in entries), [], False
    if not arguments.json and not getattr(arguments, "quiet", False):
        note(f"graphgames: {counted(len(entries), 'solver')}, one by one: {', '.join(entry.name for entry in entries)}")
    for entry in entries:  # each is printed when it is ready, since another may take for ever
        row = _measured(problem, entry.name)
        found = row.pop("answer")
        given += [] if row["error"] else [found]
        refused |= row["verified"] is False
        if arguments.json:
            answer(json_line({"file": arguments.compare} | row))
        else:
            show(f"{entry.name:{width}}  {_in_words(row)}")
    agree = all(one == given[0] for one in given)
    if not arguments.json:
        show(("all answers are the same" if agree else "the answers differ") if given else "there is no answer")
    return 0 if given and agree and not refused else 1


def _measured(problem: Any, name: str) -> dict[str, Any]:
    """Return the time, the verdict, the answer and the statistics of one solver."""
    row: dict[str, Any] = {"solver": name, "seconds": None, "verified": None, "stats": {}, "error": "", "answer": None}
    begin = perf_counter()
    try:
        with progress(f"solving by {name}"):
            solution = api.solve(problem, solver=name)
        row["seconds"] = round(perf_counter() - begin, 6)
        row |= {"verified": api.verify(solution).ok, "stats": dict(solution.stats)}
        answer = next((getattr(solution, name) for name in ("winner", "values") if hasattr(solution, name)), None)
        row["answer"] = str(solution) if answer is None else answer.tolist()
    except GraphGamesError as error:
        row["error"] = str(error)
    return row


def _in_words(row: dict[str, Any]) -> str:
    if row["error"]:
        return f"no answer: {row['error']}"
    verdict = "proved" if row["verified"] else "NOT proved"
    stats = [f"{name.replace('_', ' ')} {value:,}" for name, value in row["stats"].items() if isinstance(value, int)]
    return "; ".join([f"{row['seconds']:9.3f} s  {verdict}", *stats])
