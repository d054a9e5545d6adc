"""Acceptance beyond parity: GR(1) games directly, and as parity games; specifications against `omega`.

    python benchmarks/acceptance.py [--n 100000 1000000] [--clients 5 10 20 40] [--repeat 3]
        [--part explicit arbiter slugs] [--slugs PATH --files FILE.structuredslugs ...]

*Explicit*: GR(1) games directly, and as the parity game of the condition's Zielonka tree.
Random graphs with three edges a vertex, rings with a second edge of up to 60 steps, square grids that are closed at two
sides; owners at random, two assumptions and three guarantees, each of which holds a vertex with the probability given.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

import graphgames as gg
from graphgames.core.acceptance import spelled
from measure import Part, Table, report, seconds, table

SHARES = (0.1, 0.01, 0.001)


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


def explicit(options: argparse.Namespace) -> Table:
    rows = []
    for n in options.n:
        rng = np.random.default_rng(1)
        for name, arena in arenas(n, rng):
            for share in SHARES:
                sets = [rng.random(arena.n) < share for _ in range(5)]
                game = gg.Game(arena, gg.GR1(sets[:2], sets[2:]))
                bound: Any = game.objective
                same = gg.Game(arena, gg.EmersonLei(sets, spelled(bound.condition())))
                solution, other = gg.solve(game), gg.solve(same)
                assert (solution.winner == other.winner).all() and gg.verify(solution) and gg.verify(other)
                took = [seconds(work, options.repeat) for work in works(game, same, solution, other)]
                rows.append((name, arena.n, share, *took, took[2] / took[0]))
    head = ("graph", "vertices", "share", "goals, s", "checked, s", "zielonka-tree, s", "checked, s", "ratio")
    return table(head, rows, "GR(1), two assumptions and three guarantees")


def works(game: gg.Game, same: gg.Game, solution: Any, other: Any) -> Iterator[Any]:
    """Yield what is timed: solving directly and checking, solving as a parity game and checking that."""
    yield lambda: gg.solve(game)
    yield lambda: gg.verify(solution)
    yield lambda: gg.solve(same)
    yield lambda: gg.verify(other)


def arbiter(n: int) -> gg.Spec:
    """Return an arbiter of so many clients: one grant at a time, none without a request, each request is granted."""
    r, g, some = [f"r{i}" for i in range(n)], [f"g{i}" for i in range(n)], range(n)
    asks = [f"({r[i]} & !{g[i]} -> {r[i]}') & (!{r[i]} & {g[i]} -> !{r[i]}')" for i in some]
    grants = [f"(!{r[i]}' & !{g[i]} -> !{g[i]}') & ({r[i]} & {g[i]} & {r[i]}' -> {g[i]}')" for i in some]
    grants += [f"!({g[i]}' & {g[j]}')" for i in some for j in range(i)]
    return gg.Spec(
        dict.fromkeys(r, bool),
        dict.fromkeys(g, bool),
        [f"!{one}" for one in r],
        [f"!{one}" for one in g],
        asks,
        grants,
        [f"!({r[i]} & {g[i]})" for i in some],
        [f"{r[i]} <-> {g[i]}" for i in some],
    )


def ours(spec: gg.Spec) -> gg.SpecSolution:
    """Solve a specification, and make the strategies for all goals."""
    answer = gg.synthesize(spec)
    tactic = answer.strategy().tactic
    for goal in range(len(spec.sys_goals)):
        tactic.moves(goal)
    return answer


def by_omega(spec: gg.Spec) -> None:
    """Solve it by omega 0.4.0 with dd.cudd, and make its transducer."""
    from omega.games import gr1  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from omega.symbolic import temporal  # type: ignore[import-not-found,import-untyped,unused-ignore]

    def said(formulas: Sequence[str]) -> str:
        text = " & ".join(f"({one})" for one in formulas) or "TRUE"
        return text.replace("!", "~").replace("&", "/\\").replace("->", "=>")

    game = temporal.Automaton()
    game.declare_variables(**dict.fromkeys((*spec.inputs, *spec.outputs), "bool"))
    game.varlist = {"env": list(spec.inputs), "sys": list(spec.outputs)}
    game.prime_varlists()
    game.init |= {"env": game.add_expr(said(spec.env_init)), "sys": game.add_expr(said(spec.sys_init))}
    game.action |= {"env": game.add_expr(said(spec.env_trans)), "sys": game.add_expr(said(spec.sys_trans))}
    game.win |= {
        "<>[]": [game.add_expr(f"~ ({said([one])})") for one in spec.env_goals],
        "[]<>": [game.add_expr(said([one])) for one in spec.sys_goals],
    }
    game.qinit, game.moore, game.plus_one = "\\A \\E", False, False
    gr1.make_streett_transducer(*gr1.solve_streett_game(game), game)


def arbiters(options: argparse.Namespace) -> Table:
    rows = []
    for n in options.clients:
        spec = arbiter(n)
        answer = ours(spec)
        took, checked = seconds(partial(ours, spec), options.repeat), seconds(partial(gg.verify, answer), 1)
        assert answer.realizable and gg.verify(answer)
        other = seconds(partial(by_omega, spec), 1) if n <= options.most and find_spec("omega") else None
        rows.append((n, took, checked, "" if other is None else other, "" if other is None else took / other))
    return table(("clients", "ours, s", "checked, s", "omega, s", "ratio"), rows, "Arbiters, with strategies")


def by_slugs(options: argparse.Namespace) -> Table:
    """Files of the generators that come with slugs, in its form for people; slugs reads the translated ones beside."""
    rows = []
    for file in map(Path, options.files):
        spec: Any = gg.read(file)
        answer = gg.solve(spec)
        took = seconds(partial(gg.solve, spec), options.repeat)
        checked = seconds(partial(gg.verify, answer), 1)
        assert gg.verify(answer)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        said = subprocess.run(
            [options.slugs, file.with_suffix(".slugsin")], capture_output=True, text=True, timeout=600, check=False
        )
        other = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        assert answer.realizable == ("is realizable" in said.stdout + said.stderr)
        rows.append((file.stem, took, checked, other, took / max(other, 0.01)))
    return table(("file", "ours, s", "checked, s", "slugs, s", "ratio"), rows, "Specifications that come with slugs")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--n", type=int, nargs="+", default=[100_000, 1_000_000], help="how many vertices")
    parser.add_argument("--clients", type=int, nargs="+", default=[5, 10, 20, 40], help="how many clients")
    parser.add_argument("--slugs", metavar="PATH", default="slugs", help="the program slugs")
    parser.add_argument("--files", metavar="FILE", nargs="*", default=[], help="specifications that slugs generates")
    parser.add_argument("--most", type=int, default=20, help="omega is run with at most so many")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the median counts")


if __name__ == "__main__":
    parts: dict[str, Part] = {"explicit": explicit, "arbiter": arbiters, "slugs": by_slugs}
    report(__doc__, parts, arguments)
