"""``graphgames geography FILE``: which first vertices win, why, and partial results if a limit stops the search."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from graphgames.catalogue.console import Console, Options, Steps, real, whole
from graphgames.core.errors import FormatError, GameError, counted, printable
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.search_checkpoint import (
    SearchCheckpoint,
    fingerprint,
    read_checkpoint,
    write_checkpoint,
)

MOVER, PICKER, UNDECIDED = 0, 1, 3
RESULTS = {PICKER: "win for the player who picks them", MOVER: "win for the player to move from them"}
FEW = 200
"""So many vertices of a kind are listed for a person; JSON has them all."""

STOPPED = {"time": "--time", "nodes": "--nodes", "interrupted": "Ctrl-C"}


def configure(parser: Options) -> None:
    """Add the options."""
    games = ", ".join(GEOGRAPHY) + " (default: the first)"
    parser.add("file FILE", "the graph; by default, or as -, stdin", nargs="?", default="-")
    parser.add("--words FILE", "play word chains with these words, one per line, instead of FILE")
    parser.add("--game NAME", games, choices=GEOGRAPHY, default=GEOGRAPHY[0])
    parser.add("--format NAME", "the file's format, where its name and content do not show it")
    parser.add("--start V", "answer only for this first vertex")
    parser.add("--solver NAME", "geography, geography-depth-first, geography-proof-number")
    parser.add("--time SECONDS", "stop the search after so many seconds", type=real(1e-6, 1e9))
    parser.add("--nodes N", "stop the search after so many positions", type=whole(1, 2**53))
    parser.add("--memory MB", "for the table of positions (default: 256)", type=whole(1, 2**20))
    parser.add("--checkpoint OUT", "save the progress in this file, and resume from it")
    parser.add("--every SECONDS", "with --checkpoint: the time between saves (default: 60)", type=real(1e-6, 1e9))
    parser.add("--proof OUT", "write the result and its proof to OUT, as JSON")
    parser.add("--check PROOF", "solve nothing: check this proof, as --proof wrote it")
    parser.add("--verify", "check the answer by its proof")
    parser.add("--json", "print one JSON object")
    parser.add("--quiet", "no progress and no notes on stderr")
    parser.only_ending("--proof", lambda: (".json",))
    parser.only_with("--every", "--checkpoint")
    parser.never_with("--format", "--words")
    for option in ("--start", "--solver", "--time", "--nodes", "--memory", "--checkpoint", "--proof", "--verify"):
        parser.never_with(option, "--check")


def run(arguments: argparse.Namespace, console: Console) -> int:
    """Read, solve, print the results, and prove them."""
    asked = {"game": arguments.game, "format": arguments.format}
    if arguments.words is not None:
        if arguments.game != GEOGRAPHY[0] or arguments.file != "-":
            raise GameError("--words describes the whole game; it takes neither another FILE nor another --game")
        arguments.file, asked = arguments.words, {"game": "word-chains"}
    steps = console.steps(arguments.file, arguments.quiet, "read", "solve", "verify")
    problem = steps.take("read", lambda: console.read(arguments.file, **asked))
    if arguments.check is not None:
        return check(arguments, problem, console)
    start = None if arguments.start is None else find_start(problem, arguments.start)
    checkpoint = checkpoint_for(problem, arguments, console)
    solution = steps.take("solve", lambda: solve(problem, arguments, start, checkpoint, console), bar=False)
    interrupted = solution.stats.get("stopped") == "interrupted"
    if arguments.verify and not interrupted:
        try:
            steps.verify(lambda: console.verify(solution))
        except KeyboardInterrupt:  # what is known is still printed
            console.note("graphgames: the check was stopped")
    tell(arguments, solution, start, steps, console)
    if arguments.proof is not None:
        steps.take("prove", lambda: console.write(solution, arguments.proof))
    return 130 if interrupted else 1 if steps.verified is False else 0


def tell(arguments: argparse.Namespace, solution: Any, start: int | None, steps: Steps, console: Console) -> None:
    """Print the answer: as JSON, or for a person, in words where words were played with."""
    found: dict[int, int] = {}
    if arguments.words is not None and "stopped" not in solution.stats:
        from graphgames.games.geography.word_chains import winning_words

        def after(rest: Any, v: int) -> Any:
            return solve(rest, arguments, v, SearchCheckpoint(), console)

        with console.progress(f"looking for words to say in {arguments.file}", arguments.quiet):
            found = winning_words(solution, start, after)
    if arguments.json:
        data = {"file": arguments.file} | as_json(solution, start, found)
        console.json(data | {"seconds": steps.seconds, "verified": steps.verified})
        return
    if not arguments.quiet:
        for line in solution.problem.notes:
            console.note(f"graphgames: {arguments.file}: {line}")
    headline(solution, steps, console)
    for line in lines(solution, start, found):
        console.show(line)


def checkpoint_for(problem: Any, arguments: argparse.Namespace, console: Console) -> SearchCheckpoint:
    """Make what collects the search's finds, with those of the checkpoint if there is one.

    It is written at once, so that a place that cannot be written to is known before the search and not behind it.
    """
    checkpoint, path = SearchCheckpoint(), arguments.checkpoint
    if path is None:
        return checkpoint
    mark = fingerprint(problem, arguments.solver or "geography")
    if Path(path).exists():
        read_checkpoint(checkpoint, path, mark)
    write_checkpoint(checkpoint, path, mark)

    def save(checkpoint: SearchCheckpoint) -> None:
        try:
            write_checkpoint(checkpoint, path, mark)
        except FormatError as error:  # the search is worth more than its checkpoint
            console.note(f"graphgames: {error}")

    every = arguments.every or 60.0
    checkpoint.save, checkpoint.interval, checkpoint.due = save, every, monotonic() + every
    return checkpoint


def find_start(problem: Any, name: str) -> int:
    """Return the number of the vertex of that name."""
    if len(problem.graphs) != 1:
        raise GameError(f"--start needs one graph, and there are {len(problem.graphs)}")
    labels = problem.graphs[0].labels
    if problem.way == "word" and name not in labels:
        fault = f"no word begins or ends with {name}" if len(name) == 1 else f"{name} is not a letter"
        raise GameError(
            f"--start is the letter that the first word begins with, and {fault}; there are {', '.join(labels)}"
        )
    return int(problem.graphs[0].vertex(name))


def solve(
    problem: Any, arguments: argparse.Namespace, start: int | None, checkpoint: SearchCheckpoint, console: Console
) -> Any:
    """Solve under the limits given, saying on a terminal how far it is."""
    line, begun = console.status_line(arguments.quiet), monotonic()

    def watch(nodes: int, deepest: int, depth: int, phi: int, delta: int) -> None:
        def text() -> str:
            rate = nodes / max(monotonic() - begun, 1e-9)
            found = f"{len(checkpoint.values)} decided"
            numbers = f", proof numbers {phi} {delta}" if 0 < phi < 1 << 30 and 0 < delta < 1 << 30 else ""
            return f"{nodes:,} positions, {rate:,.0f} a second, depth {depth} of {deepest}{numbers}; {found}"

        line.show(text)

    options: dict[str, Any] = {"nodes": arguments.nodes, "seconds": arguments.time, "start": start}
    options |= {"progress": watch, "checkpoint": checkpoint}
    if arguments.memory is not None:
        options["memory"] = arguments.memory << 20
    try:
        return console.solve(problem, solver=arguments.solver, **options)
    finally:
        line.clear()


def check(arguments: argparse.Namespace, problem: Any, console: Console) -> int:
    """Check a proof that was written before."""
    with console.progress(f"verifying {arguments.check}", arguments.quiet):
        solution = console.read_solution(problem, arguments.check)
        verdict = console.verify(solution)
    if arguments.json:
        failures = [{"vertex": failure.vertex, "message": failure.message} for failure in verdict.failures]
        known = {"ok": verdict.ok, "checked": verdict.checked, "found": verdict.found, "failures": failures}
        console.json(known | as_json(solution, None, None))
    else:
        console.show(f"{printable(arguments.check)}: {verdict}")
        for line in lines(solution, None, None) if verdict.ok else ():
            console.show(line)
    return 0 if verdict.ok else 1


def as_json(solution: Any, start: int | None, found: dict[int, int] | None) -> dict[str, Any]:
    """Return what is known as plain Python, vertices by their labels."""
    if solution.problem.way == "word":
        from graphgames.games.geography import word_chains

        return word_chains.as_json(solution, start, found)
    problem, graphs = solution.problem, []
    for arena, codes, theorem in zip(problem.graphs, solution.winner, solution.theorem, strict=True):
        wanted, winner = range(arena.n) if start is None else [start], codes.tolist()
        of = {code: [arena.label(v) for v in wanted if winner[v] == code] for code in (PICKER, MOVER, UNDECIDED)}
        entry = {"vertices": arena.n, "arcs": arena.m, "picks": of[PICKER], "mover": of[MOVER]}
        entry |= {"undecided": of[UNDECIDED], "by": {str(arena.label(v)): theorem[v] for v in wanted if theorem[v]}}
        graphs.append(entry)
    return {
        "game": problem.kind,
        "solver": solution.solver,
        "graphs": graphs,
        "notes": list(problem.notes),
        "stats": dict(solution.stats),
    }


def headline(solution: Any, steps: Steps, console: Console) -> None:
    """Print what was solved, at what cost, and what stopped the search."""
    stats, problem = solution.stats, solution.problem
    n, m = sum(graph.n for graph in problem.graphs), sum(graph.m for graph in problem.graphs)
    what = f"{problem.kind}, {counted(n, *problem.places)}, {counted(m, problem.way)}"
    if problem.way == "word":
        what = f"{counted(m, 'word')} between {counted(n, 'letter')}"
    proof = {True: "; proved", False: "; NOT proved", None: ""}[steps.verified]
    nodes = stats.get("nodes", 0)  # none where the rules before a search decide
    cost = f"{counted(nodes, 'position')} searched, " * (nodes > 0) + f"{steps.seconds['solve']:.3f} s"
    console.show(f"{printable(steps.name)}: {what}; solved by {solution.solver} ({cost}){proof}")
    if "stopped" in stats:
        console.show(f"  stopped by {STOPPED.get(stats['stopped'], stats['stopped'])}; this is known:")


def lines(solution: Any, start: int | None, found: dict[int, int] | None) -> Iterator[str]:
    """Yield lines that list the first vertices of each graph by who wins and what decided it."""
    if solution.problem.way == "word":
        from graphgames.games.geography import word_chains

        yield from word_chains.lines(solution, start, found)
        return
    order = {PICKER: 0, MOVER: 1, UNDECIDED: 2}
    for number, arena in enumerate(solution.problem.graphs):
        if len(solution.problem.graphs) > 1:
            yield f"graph {number + 1}:"
        winner, theorem = solution.winner[number].tolist(), solution.theorem[number]
        groups: dict[tuple[int, str], list[str]] = {}
        for v in range(arena.n) if start is None else [start]:
            groups.setdefault((winner[v], theorem[v]), []).append(str(arena.label(v)))
        for (code, name), labels in sorted(groups.items(), key=lambda item: (order[item[0][0]], item[0][1])):
            what = "not decided" if code == UNDECIDED else f"{RESULTS[code]}, by {name}"
            more = f" and {len(labels) - FEW} more (--json has them all)" if len(labels) > FEW else ""
            yield f"  {len(labels)} {what}: {', '.join(map(printable, labels[:FEW]))}{more}"
