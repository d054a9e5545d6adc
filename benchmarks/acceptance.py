"""Acceptance beyond parity: GR(1) games directly, and as parity games; specifications against `omega`.

    python benchmarks/acceptance.py [--n 100000 1000000] [--clients 5 10 20 40] [--repeat 3] [--rows FILE]
        [--part explicit pairs peers robots arbiter slugs starts furthest unfolded] [--omega PYTHON]
        [--slugs PATH --files FILE.structuredslugs ...]

All times are processor seconds, the least of all repeats. Peers, and we beside them, are whole processes.

*Explicit*: GR(1) games directly, and as the parity game of the condition's Zielonka tree.
Random graphs with three edges a vertex, rings with a second edge of up to 60 steps, square grids that are closed at two
sides; owners at random, two assumptions and three guarantees, each of which holds a vertex with the probability given.
Each repeat is of a game that was never solved before, on an arena of its own.

*Pairs*: Rabin and Streett games on these graphs, with one pair to three: solving, making the measures, checking them,
and the search for loops in the same strategies.

*Peers*: the same games as specifications, whose variables are the numbers of the vertex and of the next one, as far as
``--small`` says. The next larger one of a graph that takes a peer 60 seconds is not tried. *Robots*: a game that
variables describe well, on as many rooms a side as ``--sides`` says; also as a parity game.

*Starts*: whole processes of slugs and of ours on the same files by turns, the median of all repeats, and the same less
what the program takes for a specification that asks for nothing.

*Furthest*: whole processes on files that grow, ``FAMILY_SIZE`` one after the other, each once. A program that takes 60
seconds is not tried with larger ones of that family. Nobody makes a strategy.

*Unfolded*: specifications as graphs, solved directly and as parity games, and the same files by slugs.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import numpy as np

import graphgames as gg
from arbiter import arbiter, robot
from graphgames.certificates import RememberedMoves
from graphgames.core.acceptance import spelled
from measure import Part, Table, report, seconds, table
from robots import game as robot_game
from unfolded import game as unfolded_game

HERE = Path(__file__).parent
SHARES = (0.1, 0.01, 0.001)
PEERS = ("slugs", "omega")
SHORT, ROOM = 2, 12 << 30
"""Processes of fewer seconds are run again and again; no process has more memory than so many bytes."""


def arenas(n: int, rng: np.random.Generator) -> Iterator[tuple[str, gg.Arena]]:
    """Yield the graphs with about n vertices."""
    side = int(n**0.5)
    v, cell = np.arange(n), np.arange(side * side)
    right, left = np.where(cell % side < side - 1, cell + 1, cell), np.where(cell % side, cell - 1, cell)
    up, down = (cell + side) % cell.size, np.where(cell < side, cell, cell - side)
    for name, tails, heads in (
        ("random", np.repeat(v, 3), rng.integers(0, n, 3 * n)),
        ("ring", np.tile(v, 2), np.concatenate([(v + 1) % n, (v + rng.integers(-30, 60, n)) % n])),
        ("grid", np.tile(cell, 4), np.concatenate([right, left, up, down])),
    ):
        size = int(tails.max()) + 1
        yield name, gg.Arena.from_arrays(tails, heads, size, rng.integers(0, 2, size))


def spent() -> float:
    """Return the processor seconds of this process, and of those that it has waited for.

    `os.times` counts hundredths of a second.
    """
    both = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in both)


def taken(work: Callable[[], object], repeat: int) -> float:
    """Return the processor seconds that some work takes, the least of all repeats."""
    return min(seconds(work, repeat, spent).samples)


def whole(command: Sequence[str | Path], limit: int = 60) -> tuple[float | None, str]:
    """Return the processor seconds of a process, None past a limit, and what it says."""

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limited, cwd=HERE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return took if done.returncode in (0, 1) else None, done.stdout + done.stderr


NOTHING = "[INPUT]\na\n\n[OUTPUT]\nb\n"
"""A specification that asks for nothing, as both programs read it."""


def by_turns(commands: Sequence[Sequence[str | Path]], repeat: int) -> list[float]:
    """Return the processor seconds of some processes, which take turns; the median of all repeats."""
    rounds = [[whole(command)[0] or float("inf") for command in commands] for _ in range(repeat)]
    return [*map(median, zip(*rounds, strict=True))]


def starts(options: argparse.Namespace) -> Table:
    """Whole processes by turns, and the same less each program's own start."""
    rows, program = [], Path(sys.executable).with_name("graphgames")
    with TemporaryDirectory() as folder:
        nothing = Path(folder) / "nothing.slugsin"
        nothing.write_text(NOTHING, "utf-8")
        for file in map(Path, options.files):
            files = [(program, "synth", file), (options.slugs, file.with_suffix(".slugsin"))]
            begun = [(program, "synth", nothing), (options.slugs, nothing), (sys.executable, "-c", "pass")]
            ours, other, our_start, other_start, bare = by_turns([*files, *begun], options.repeat)
            more = (ours - our_start, other - other_start)
            rows.append((file.stem, ours, other, ours / other, our_start, other_start, bare, *more, ratio(*more)))
            kept(options, rows[-1])
    head = ("file", "ours, s", "slugs', s", "ratio", "our start, s", "slugs', s", "bare Python, s")
    return table((*head, "ours less start, s", "slugs', s", "ratio"), rows, "Whole processes and their starts")


def ratio(one: float | None, other: float | None) -> Any:
    """Return how much longer one took, "" if one was not measured."""
    return "" if one is None or other is None else one / other


def games(arena: gg.Arena, share: float, rng: np.random.Generator) -> Callable[[], tuple[gg.Game, gg.Game]]:
    """Return what makes a game anew, and once more with its condition as a formula."""
    sets = [rng.random(arena.n) < share for _ in range(5)]
    for one in sets:
        one[rng.integers(arena.n)] = True

    def made() -> tuple[gg.Game, gg.Game]:
        same = [gg.Arena.from_arrays(arena.tails, arena.successors, arena.n, arena.owner) for _ in range(2)]
        game = gg.Game(same[0], gg.GR1(sets[:2], sets[2:]))
        bound: Any = game.objective
        return game, gg.Game(same[1], gg.EmersonLei(sets, spelled(bound.condition())))

    return made


def explicit(options: argparse.Namespace) -> Table:
    rows = []
    for n in options.n:
        rng = np.random.default_rng(1)
        for name, arena in arenas(n, rng):
            for share in SHARES:
                made = games(arena, share, rng)
                a, b, c, d = map(min, zip(*(measured(*made()) for _ in range(options.repeat)), strict=True))
                rows.append((name, arena.n, share, a, b, b / a, c, d, d / c, c / a))
    head = ("graph", "vertices", "share", "goals, s", "checked, s", "ratio", "tree, s", "checked, s", "ratio")
    return table((*head, "tree / goals"), rows, "GR(1), two assumptions and three guarantees")


def measured(game: gg.Game, same: gg.Game) -> tuple[float, ...]:
    """Return how long it takes to solve directly, to check that, to solve as a parity game, and to check that."""
    times, winners = [], []
    for one, solver in ((game, "goals"), (same, "zielonka-tree")):
        before = spent()
        solution = gg.solve(one, solver=solver)
        between = spent()
        assert gg.verify(solution)
        times += [between - before, spent() - between]
        winners.append(solution.winner)
    assert (winners[0] == winners[1]).all()
    return tuple(times)


def pairs(options: argparse.Namespace) -> Table:
    rows = []
    for n in options.n:
        rng = np.random.default_rng(1)
        for name, arena in arenas(n, rng):
            for share in SHARES[:2]:
                sets = [rng.random(arena.n) < share for _ in range(6)]
                for kind, count in ((gg.Rabin, 1), (gg.Rabin, 3), (gg.Streett, 2), (gg.Streett, 3)):
                    made = partial(gg.Game, arena, kind(sets[: 2 * count]))
                    solve, make, check, search = map(
                        min, zip(*(of_pairs(made()) for _ in range(options.repeat)), strict=True)
                    )
                    what = f"{kind.__name__}, {count}"
                    rows.append((name, arena.n, share, what, solve, make, check, search, check / search, check / solve))
    head = ("graph", "vertices", "share", "pairs", "solved, s", "proof, s", "checked, s", "loops, s")
    return table((*head, "checked / loops", "checked / solved"), rows, "Rabin and Streett games")


def of_pairs(game: gg.Game) -> tuple[float, ...]:
    """Return how long it takes to solve a game, to make the proof, to check it, and to check the strategies alone."""
    times = [process_time()]
    solution = gg.solve(game)
    times.append(process_time())
    proof: Any = solution.certificate
    times.append(process_time())
    assert gg.verify(solution)
    times.append(process_time())
    alone = replace(solution, proof=RememberedMoves(proof.update))
    times.append(process_time())
    assert gg.verify(alone)
    times.append(process_time())
    return tuple(times[k + 1] - times[k] for k in (0, 1, 2, 4))


def peers(options: argparse.Namespace) -> Table:
    """Games as specifications: a peer gets those of all vertices, and says whether the system wins from each."""
    rows, program = [], Path(sys.executable).with_name("graphgames")
    late = set[tuple[str, str]]()
    for n in options.small:
        rng = np.random.default_rng(1)
        for name, arena in arenas(n, rng):
            if name not in options.graphs:
                continue
            if known := earlier(options, name, arena.n):
                late |= {(name, peer) for peer, took in zip(PEERS, known[4:], strict=True) if took in ("> 60", "")}
                rows.append(known)
                continue
            game, _ = games(arena, 0.01, rng)()
            solution = gg.solve(game)
            with TemporaryDirectory() as folder:
                file = Path(folder) / "game.json"
                gg.write(game, file)
                mine, _ = whole([program, "solve", file, "--quiet"])
                others = list[Any]()
                for peer, command in zip(
                    PEERS, ([options.slugs], [options.omega, HERE / "omega_games.py"]), strict=True
                ):
                    if None in command or (name, peer) in late:
                        others.append("")
                        continue
                    given = file if peer == "omega" else file.with_suffix(".slugsin")
                    if peer == "slugs":
                        gg.write(gg.Spec.from_game(game), given)
                    took, answer = whole([*command, given])
                    if peer == "slugs":  # the system chooses where a play begins
                        right = ("is realizable" in answer) == (solution.won[0] > 0)
                    else:
                        right = f"{solution.won[0]} won" in answer
                    assert took is None or right, answer
                    others.append("> 60" if took is None else took)
                    if took is None:
                        late.add((name, peer))
            fresh, _ = games(arena, 0.01, rng)()
            rows.append((name, arena.n, taken(partial(gg.solve, fresh), options.repeat), mine, *others))
            kept(options, rows[-1])
    head = ("graph", "vertices", "ours, solving, s", "ours, process, s", "slugs', s", "omega's, s")
    return table(head, rows, "GR(1) games as specifications")


def robots(options: argparse.Namespace) -> Table:
    """A game that variables describe well: as a graph to our solver of games, as sets to ours and to peers."""
    rows = list[Any]()
    late = set[str]()
    for n in options.sides:
        if known := earlier(options, n):
            late |= {peer for peer, took in zip(PEERS, known[-2:], strict=True) if took in ("> 60", "")}
            rows.append(known)
            continue
        made = robot_game(n)
        solution = gg.solve(made)
        answer = f"realizable: {solution.winner[made.start] == 0}"
        took, checked = robot_times(options, n)
        tree, _ = robot_times(options, n, as_parity=True)
        spec = gg.Spec(**robot(n))
        found = gg.solve(spec)
        inside = taken(partial(gg.solve, spec), options.repeat)
        assert answer == f"realizable: {found.realizable}"
        commands: list[list[str | Path]] = [[sys.executable, HERE / "robots.py", str(side)] for side in (n, SMALLEST)]
        mine, start = by_turns(commands, options.repeat)
        assert answer in whole(commands[0])[1]
        others = list[Any]()
        with TemporaryDirectory() as folder:
            file, nothing = (Path(folder) / f"{name}.slugsin" for name in ("robot", "nothing"))
            gg.write(spec, file)
            nothing.write_text(NOTHING, "utf-8")
            (begun,) = by_turns([[options.slugs, nothing]], options.repeat)
            theirs = [options.slugs, file], [options.omega, "arbiter.py", "robot", n]
            for peer, command in zip(PEERS, theirs, strict=True):
                if None in command or peer in late:
                    others.append("")
                    continue
                other, said = repeated([str(word) for word in command], options.repeat)
                right = "is realizable" if found.realizable else "is unrealizable"
                assert other is None or (answer if peer == "omega" else right) in said, said
                others.append("> 60" if other is None else other)
                if other is None:
                    late.add(peer)
        less = others[0] - begun if isinstance(others[0], float) else ""
        rows.append((n, made.arena.n, took, tree, tree / took, checked, inside, mine, mine - start, less, *others))
        kept(options, rows[-1])
    ours = ("as a graph, solved, s", "as a parity game, s", "ratio", "checked, s", "as sets, solved, s")
    process = ("process, s", "less start, s", "slugs' less start, s", "slugs', s", "omega's, s")
    head = ("side", "vertices", *ours, *process)
    return table(head, rows, "A robot among rooms")


SMALLEST = 2
"""The fewest rooms a side on which both can stand: what the program takes there is its start."""


def as_formula(game: gg.Game) -> gg.Game:
    """Return a game of generalised reactivity with its condition as a formula, from which a parity game is made."""
    bound: Any = game.objective
    return gg.Game(game.arena, gg.EmersonLei([*bound.assumptions, *bound.guarantees], spelled(bound.condition())))


def robot_times(options: argparse.Namespace, n: int, as_parity: bool = False) -> tuple[float, float]:
    """Return how long the robot's game takes to be solved, and to be checked; each repeat is of a game made anew."""
    spans = []
    for _ in range(options.repeat):
        made = as_formula(robot_game(n)) if as_parity else robot_game(n)
        before = spent()
        solution = gg.solve(made, solver="zielonka-tree" if as_parity else "goals")
        between = spent()
        assert gg.verify(solution)
        spans.append((between - before, spent() - between))
    took, checked = map(min, zip(*spans, strict=True))
    return took, checked


OURS = """import graphgames as gg
from arbiter import arbiter
tactic = gg.synthesize(gg.Spec(**arbiter({0}))).strategy().tactic
for goal in range({0}):
    tactic.moves(goal)
"""
"""What `ours` does, as a process that imports nothing besides, like the peer's."""


def ours(spec: gg.Spec) -> gg.SpecSolution:
    """Solve a specification, and make the strategies for all goals."""
    answer = gg.synthesize(spec)
    tactic = answer.strategy().tactic
    for goal in range(len(spec.sys_goals)):
        tactic.moves(goal)
    return answer


def arbiters(options: argparse.Namespace) -> Table:
    rows = []
    for n in options.clients:
        spec = gg.Spec(**arbiter(n))
        answer = ours(spec)
        took, checked = taken(partial(ours, spec), options.repeat), taken(partial(gg.verify, answer), options.repeat)
        assert answer.realizable and gg.verify(answer)
        mine, _ = whole([sys.executable, "-c", OURS.format(n)])
        there = [options.omega, str(Path(__file__).with_name("arbiter.py")), "arbiter", str(n)]
        other, _ = whole(there) if options.omega and n <= options.most else (None, "")
        rows.append((n, took, checked, checked / took, mine, "" if other is None else other, ratio(mine, other)))
    head = ("clients", "solved, s", "checked, s", "ratio", "our process, s", "omega's, s", "ratio")
    return table(head, rows, "Arbiters, with strategies")


def by_slugs(options: argparse.Namespace) -> Table:
    """Specifications in the form for people; slugs reads the translated ones beside them.

    *Inside* is reading and solving in a process that has begun; *solved* is solving, with the certificate. Checking is
    held against both, as solving without the certificate says who wins alone. Processes of
    less than `SHORT` seconds, and what is timed of their files, are measured as often as all else.
    """
    rows = []
    program = Path(sys.executable).with_name("graphgames")
    import_module("dd.cudd")
    for file in map(Path, options.files):
        if known := earlier(options, file.stem):
            rows.append(known)
            continue
        mine, answer = repeated([program, "synth", file], options.repeat)
        other, said = repeated([options.slugs, file.with_suffix(".slugsin")], options.repeat)
        agree = "" if None in (mine, other) else answer.startswith("REALIZABLE") == ("is realizable" in said)
        assert agree is not False, file
        inside = took = checked = None
        for _ in range(0 if mine is None else options.repeat if mine < SHORT else 1):
            before = spent()
            spec: Any = gg.read(file)
            read = spent()
            solution = gg.solve(spec)
            solved = spent()
            _ = solution.certificate
            proved = spent()
            assert gg.verify(solution), file
            spans = (solved - before, proved - read, spent() - proved)
            least: Any = (inside, took, checked)
            inside, took, checked = map(min, spans, least) if checked else spans
        shown = ["> 60" if one is None else one for one in (mine, other)]
        times = ["" if one is None else one for one in (inside, took, checked)]
        verdict = answer.split()[0].lower() if mine is not None else ""
        agreed = "yes" if agree else ""
        rows.append((file.stem, verdict, *shown, agreed, ratio(mine, other), times[0], ratio(inside, other)))
        rows[-1] += (*times[1:], ratio(checked, took), ratio(checked, inside))
        kept(options, rows[-1])
    ours = ("our process, s", "slugs', s", "agree", "ratio", "ours inside, s", "ratio")
    head = ("file", "answer", *ours, "solved, s", "checked, s", "ratio", "checked / inside")
    return table(head, rows, "Specifications, and slugs")


def furthest(options: argparse.Namespace) -> Table:
    """How far each program comes within 60 seconds on families of specifications, from the smallest on."""
    rows, late = list[Any](), set[tuple[str, int]]()
    for file in map(Path, options.files):
        family = file.stem.partition("_")[0]
        known = earlier(options, file.stem)
        took, said = list(known[1:] if known else [""] * 3), list[bool]()
        commands = [
            [Path(sys.executable).with_name("graphgames"), "synth", file],
            [options.slugs, file.with_suffix(".slugsin")],
            [options.omega, HERE / "arbiter.py", "file", file],
        ]
        for k, command in enumerate(commands):
            if known is None and None not in command and (family, k) not in late:
                time, answer = whole(command)
                took[k] = "> 60" if time is None else time
                if time is not None:
                    said.append("unrealizable" not in answer.lower() and "False" not in answer)
            if took[k] == "> 60":
                late.add((family, k))
        assert len(set(said)) < 2, file
        rows.append((file.stem, *took))
        if known is None:
            kept(options, rows[-1])
    return table(("file", "our process, s", "slugs', s", "omega's, s"), rows, "How far each comes within 60 s")


def unfolded(options: argparse.Namespace) -> Table:
    """Specifications as graphs, and as they are by slugs; each repeat is of an arena of its own."""
    rows = []
    with TemporaryDirectory() as folder:
        nothing = Path(folder) / "nothing.slugsin"
        nothing.write_text(NOTHING, "utf-8")
        for file in map(Path, options.files):
            if known := earlier(options, file.stem):
                rows.append(known)
                continue
            before = spent()
            game = unfolded_game(gg.read(file))  # type: ignore[arg-type]
            made, times = spent() - before, list[tuple[float, ...]]()
            for _ in range(options.repeat):
                parts = game.arena.tails, game.arena.successors, game.arena.n, game.arena.owner
                fresh = [gg.Game(gg.Arena.from_arrays(*parts), game.objective) for _ in range(2)]
                times.append(measured(fresh[0], as_formula(fresh[1])))
            solved, checked, tree, _ = map(min, zip(*times, strict=True))
            commands: list[list[str | Path]] = [[options.slugs, one] for one in (file.with_suffix(".slugsin"), nothing)]
            other, begun = by_turns(commands, options.repeat)
            answer = gg.solve(game).winner[game.start] == 0
            assert ("is realizable" in whole(commands[0])[1]) == answer, file
            less = other - begun
            row = (file.stem, game.arena.n, made, solved, tree, tree / solved, checked, other, less, solved / less)
            rows.append(row)
            kept(options, rows[-1])
    ours = ("made, s", "solved, s", "as a parity game, s", "ratio", "checked, s")
    return table(("file", "vertices", *ours, "slugs', s", "less start, s", "ratio"), rows, "Specifications as graphs")


def kept(options: argparse.Namespace, row: Sequence[Any]) -> None:
    """Print a row as soon as it is known, and keep it for a later run if there is a file for that."""
    print(*row, sep=" | ", file=sys.stderr, flush=True)
    if options.rows is not None:
        with options.rows.open("a", encoding="utf-8") as file:
            print(json.dumps(row), file=file)


def earlier(options: argparse.Namespace, *names: Any) -> Any:
    """Return the row that begins so, if an earlier run has kept it."""
    lines = options.rows.read_text("utf-8").splitlines() if options.rows is not None and options.rows.exists() else []
    return next((tuple(row) for row in map(json.loads, lines) if row[: len(names)] == [*names]), None)


def repeated(command: Sequence[str | Path], repeat: int) -> tuple[float | None, str]:
    """Return the processor seconds of a process, the least of all repeats if it is short, and what it says."""
    took, said = whole(command)
    if took is not None and took < SHORT:
        took = min([took, *(whole(command)[0] or took for _ in range(repeat - 1))])
    return took, said


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--n", type=int, nargs="+", default=[100_000, 1_000_000], help="how many vertices")
    parser.add_argument("--clients", type=int, nargs="+", default=[5, 10, 20, 40], help="how many clients")
    parser.add_argument("--slugs", metavar="PATH", default="slugs", help="the program slugs")
    parser.add_argument("--files", metavar="FILE", nargs="*", default=[], help="specifications that slugs generates")
    parser.add_argument("--omega", metavar="PYTHON", help="a Python with omega and dd")
    parser.add_argument("--small", type=int, nargs="+", default=[100, 400, 1000], help="how many vertices peers get")
    parser.add_argument("--sides", type=int, nargs="+", default=[8, 12, 16, 20], help="how many rooms a side has")
    parser.add_argument("--graphs", nargs="+", default=["random", "ring", "grid"], help="which graphs peers get")
    parser.add_argument("--most", type=int, default=20, help="omega is run with at most so many")
    parser.add_argument("--rows", metavar="FILE", type=Path, help="keep each row there; those kept are not run anew")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the least counts")


if __name__ == "__main__":
    parts: dict[str, Part] = {
        "explicit": explicit,
        "pairs": pairs,
        "peers": peers,
        "robots": robots,
        "arbiter": arbiters,
        "slugs": by_slugs,
        "starts": starts,
        "furthest": furthest,
        "unfolded": unfolded,
    }
    report(__doc__, parts, arguments)
