"""The reference checker: what it takes for each kind of certificate, reading of both files included.

python benchmarks/sceptic.py [--kinds fair-moves shields] [--vertices 10000] [--repeat 3]

Games have so many vertices or positions, 2.5 edges a vertex. A model has three vertices for a state; partizan games and
specifications have a tenth of them. Seconds of the processor, the median of the repeats. attractor-ranks stands there
for comparison with other machines.
"""

from __future__ import annotations

import argparse
import io
import json
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isqrt
from time import process_time
from types import SimpleNamespace
from typing import Any

import numpy as np

import graphgames as gg
from checkers import inputs
from graphgames.catalogue.find import concrete_game
from graphgames.formats.cert import write_solution as write_lines
from graphgames.formats.json_ import write_solution
from graphgames.formats.problem_json import write_problem
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.impartial.problem import NimberProblem
from graphgames.games.tables.connect_four import ConnectFour
from graphgames.reference.files import check_files
from graphgames.reference.kind import Report
from graphgames.reference.reading import fraction, natural
from measure import Table, report, seconds, table

Files = tuple[bytes, ...]
"""The game, and what is claimed of it."""


def written(write: Callable[..., None], what: Any) -> bytes:
    """Return what is written of a problem or a solution."""
    file = io.BytesIO()
    write(what, file)
    return file.getvalue()


def solved(problem: Any, solver: str | None = None) -> Files:
    """Return a problem in full, and its solution."""
    return written(write_problem, problem), written(write_solution, gg.solve(problem, solver=solver))


def arena(n: int, ends: bool = False) -> gg.Arena:
    """Return a random arena with 1 to 4 edges from each vertex, some of them with none."""
    rng = np.random.default_rng(1)
    degree = rng.integers(0 if ends else 1, 5, n)
    tails = np.repeat(np.arange(n), degree)
    return gg.Arena.from_arrays(
        tails.astype(np.int32), rng.integers(0, n, tails.size, np.int32), n, rng.integers(0, 2, n).astype(np.uint8)
    )


def model(n: int) -> gg.Model:
    """Return a random model of so many vertices: a third are states, with two actions each."""
    rng, states = np.random.default_rng(2), n // 3
    rows = [
        (f"s{s}", f"a{k}", f"s{w}", "1/2", int(rng.integers(0, 3)))
        for s in range(states)
        for k in range(2)
        for w in rng.choice(states, 2, replace=False).tolist()
    ]
    return gg.Model.from_table(rows)


def attractor_ranks(n: int) -> Files:
    """Games to reach a third of the vertices."""
    return solved(gg.Game(arena(n), gg.Reach(np.random.default_rng(7).random(n) < 0.3)))


def fair_moves(n: int) -> Files:
    """Fair parity games with four priorities, a tenth of the edges fair."""
    rng, made = np.random.default_rng(3), arena(n)
    return solved(gg.Game(made, gg.FairParity(rng.integers(0, 4, n), fair=rng.random(made.m) < 0.1)))


def reward_layers(n: int) -> Files:
    """Expected rewards that count only if the target is reached."""
    rng, made = np.random.default_rng(4), arena(n, ends=True)
    objective = gg.ExpectedReward(rng.random(n) < 0.3, rng.integers(0, 2, made.m), unreached="zero")
    return solved(gg.Game(made, objective))


def sum_values(n: int) -> Files:
    """The sum of a vertex of a graph with cycles and a heap of rules with half as many positions each."""
    rng = np.random.default_rng(5)
    tails = np.repeat(np.arange(n // 2), 2)
    graph = gg.Arena.from_arrays(tails.astype(np.int32), rng.integers(0, n // 2, tails.size, np.int32), n // 2)
    rules = SimpleNamespace(moves=lambda k: [k - take for take in (1, 3, 4) if take <= k])
    total = gg.Sum.of(gg.grundy_values(graph, loopy=True), 0) + gg.by_rule(rules).at(n // 2)
    return written(write_problem, total.problem), written(write_solution, total)


def canonical_forms(n: int) -> Files:
    """Whoever moves takes one from a heap, Left also two."""
    rules = SimpleNamespace(
        left=lambda k: [k - take for take in (1, 2) if take <= k], right=lambda k: [k - 1] * (k > 0), start=n // 10
    )
    solution = gg.partizan(rules)
    solution.value(n // 10)
    return written(write_problem, solution.problem), written(write_solution, solution)


def table_labels(n: int) -> Files:
    """Connect Four with four columns and three rows, 6,000 positions."""
    return (written(write_lines, gg.solve(ConnectFour(4, 3, 3))),)


def controllers(n: int) -> Files:
    """A ring of states that counts, and the machine that answers each input alike."""
    states = n // 10
    body = "\n".join(f"State: {s}\n[!0 & !1 | 0 & 1] {(s + 1) % states} {{0}}" for s in range(states))
    head = f'HOA: v1\nStates: {states} Start: 0\nAP: 2 "a" "x"\ncontrollable-AP: 1\nAcceptance: 1 Inf(0)\n--BODY--\n'
    specification = f"{head}{body}\n--END--\n".encode()
    turns = "\n".join(f"State: {s}\n[!0 & !1] {(s + 1) % 9}\n[0 & 1] {(s + 1) % 9}" for s in range(9))
    machine = head.replace(f"States: {states}", "States: 9").replace("Acceptance: 1 Inf(0)", "Acceptance: 0 t")
    return specification, f"{machine}{turns}\n--END--\n".encode()


def shields(n: int) -> Files:
    """What keeps from a state for ten decisions with nine tenths of the best probability."""
    made = model(n)
    game = made.with_objective(gg.AvoidProbability([made.name(0)]))
    shield = gg.shield(made, [made.name(0)], factor="9/10", horizon=3)
    return written(write_problem, game), json.dumps(shield.to_dict()).encode()


def marks(n: int) -> Files:
    """The mark of a policy that is to reach some vertices."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    from graphgames.policies.marks_file import bare

    rng, made = np.random.default_rng(6), arena(n)
    game = gg.Game(made, gg.Reach(rng.random(n) < 0.05), start=0)
    with TemporaryDirectory() as folder:
        mark = gg.evaluate(game, "uniform")
        mark.save(f"{folder}/marks.json")
        return written(write_problem, bare(mark.board)), Path(f"{folder}/marks.json").read_bytes()


def of_two_players(name: str, n: int) -> Files:
    """Games of two players on one arena, each with an objective that has this certificate."""
    made, rng = arena(n), np.random.default_rng(8)
    weight, (some, others) = rng.integers(-3, 5, made.m), rng.random((2, n)) < 0.3
    objective: Any = {
        "strategy-pair": gg.Parity(rng.integers(0, 10, n)),
        "buchi-labels": gg.Buchi(some),
        "remoteness": gg.NormalPlay(),
        "goal-ranks": gg.GR1([some], [others]),
        "rabin-measures": gg.Streett([(some, others)]),
        "remembered-moves": gg.EmersonLei([some, others], "Inf(0) & Inf(1) | Fin(0) & Fin(1)"),
        "energy-bounds": gg.Energy(weight),
        "energy-layers": gg.Energy(weight, cap=50),
        "energy-lifts": gg.Energy(weight, cap=5),
        "mean-potentials": gg.MeanPayoff(weight),
        "total-ranks": gg.TotalPayoff(weight),
        "bellman-equations": gg.Discounted(weight, discount="1/2"),
    }[name]
    return solved(gg.Game(made, objective), "credit-measures" if name == "energy-lifts" else None)


def of_chance(name: str, n: int) -> Files:
    """Games in which chance owns a third of the vertices; some have one player, long runs a tenth of the vertices."""
    n = n // 10 if name == "gain-bias" else n
    made, rng = arena(n), np.random.default_rng(9)
    owner = np.arange(n) % 3
    if name in ("winning-chances", "gain-bias"):  # one player alone
        owner[owner == 1] = 0
    likely = [Fraction(1, int(made.out_degree[v])) if owner[v] == 2 else None for v in made.tails.tolist()]
    made = gg.Arena.from_arrays(made.tails, made.successors, n, owner, probability=likely)
    some = rng.random(n) < 0.3
    objective: Any = {
        "reaching-ranks": gg.ReachProbability(some),
        "reward-ranks": gg.ExpectedReward(some, rng.integers(0, 3, made.m)),
        "bellman-equations chance": gg.Discounted(rng.integers(-3, 5, made.m), discount="1/2"),
        "steps": gg.BoundedReachProbability(some, steps=10),
        "priority-counts": gg.Parity(rng.integers(0, 4, n)),
        "winning-chances": gg.ParityProbability(rng.integers(0, 4, n)),
        "gain-bias": gg.MeanPayoff(rng.integers(-3, 5, made.m)),
    }[name]
    return solved(gg.Game(made, objective))


def nimbers(name: str, n: int) -> Files:
    """Graphs in which each vertex has two edges: to smaller ones, or to any."""
    rng, tails = np.random.default_rng(10), np.repeat(np.arange(n), 2)
    heads = rng.integers(0, np.maximum(tails, 1) if name == "grundy-values" else n, tails.size)
    leads = tails > 1
    return solved(NimberProblem(gg.Arena.from_arrays(tails[leads], heads[leads], n)))


def heap_values(n: int, code: str = ".6") -> Files:
    """Heaps of a code, by default one where one is taken and what is left may be split."""
    return solved(HeapProblem(HeapGame.from_code(code), n))


def concrete(game: str, n: int) -> Files:
    """An input of a concrete game with about as many positions."""
    return solved(concrete_game(game).read(inputs(n)[game].encode()))


def grid(n: int) -> list[list[int]]:
    """Return the impassable cells of a square of so many cells, a tenth of them."""
    cells: list[list[int]] = np.random.default_rng(11).integers(0, isqrt(n), (n // 10, 2)).tolist()
    return cells


def segments(n: int) -> Files:
    """A grid of a tenth of impassable cells."""
    return solved(gg.BlockedGrid(grid(n)))


def grids(n: int) -> Files:
    """The same grid, and a cell that is asked for."""
    cells = sorted({(x + 1, y + 1) for x, y in grid(n)})
    text = "".join(f"{x} {y}\n" for x, y in cells)
    return solved(concrete_game("gridgame").read(f"1\n{len(cells)}\n{text}1\n5 7\n".encode()))


def race(n: int) -> Files:
    """A race of two tokens on a graph without cycles, turn by turn."""
    rng = np.random.default_rng(12)
    edges = [(v, max(0, v - take)) for v in range(1, n) for take in rng.integers(1, 6, 2).tolist()]
    return solved(gg.Race(gg.Arena.from_edges(edges, n), 0, [n - 1, n - 2], [0, 1], [(0, 0), (1, 1)]))


def position_values(n: int, misere: bool = False) -> Files:
    """Heaps from which 1, 3 or 4 are taken."""
    rules = SimpleNamespace(moves=lambda k: [k - take for take in (1, 3, 4) if take <= k], start=n)
    return solved((gg.misere if misere else gg.by_rule)(rules).problem)


def quotient(n: int) -> Files:
    """Heaps of Kayles, in misère play: a thousandth of them, but 20 at least."""
    return solved(QuotientProblem(HeapGame.from_code(".77"), max(20, n // 1000)))


def specification(n: int, **goals: Any) -> Files:
    """A lift with a tenth of so many floors that goes up, or starts again."""
    steps = ["floor' <= floor + 1"]
    return solved(gg.Spec({"up": bool}, {"floor": (1, n // 10)}, sys_trans=steps, **goals))


GAMES = (
    "strategy-pair", "buchi-labels", "remoteness", "goal-ranks", "rabin-measures", "remembered-moves", "energy-bounds",
    "energy-layers", "energy-lifts", "mean-potentials", "total-ranks", "bellman-equations",
)  # fmt: skip
CHANCE = (
    "reaching-ranks", "reward-ranks", "bellman-equations chance", "steps", "priority-counts", "winning-chances",
    "gain-bias",
)  # fmt: skip

INPUTS = {
    "geography": "edge-geography",
    "stack-nimbers": "playing-with-stones",
    "races-distances": "great-game",
}
"""Concrete games, with the certificates of their solutions."""

KINDS: dict[str, Callable[[int], Files]] = {
    **{name: partial(of_two_players, name) for name in GAMES},
    **{name: partial(of_chance, name) for name in CHANCE},
    **{name: partial(nimbers, name) for name in ("grundy-values", "loopy-values")},
    "heap-values": heap_values,
    "heap-values .6665": partial(heap_values, code=".6665"),
    **{name: partial(concrete, game) for name, game in INPUTS.items()},
    "losing-segments": segments,
    "grids-segments": grids,
    "race-distances": race,
    "position-values": position_values,
    "misere-values": partial(position_values, misere=True),
    "misere-quotient": quotient,
    "spec-layers": partial(specification, sys_goals=["floor = 40"]),
    "spec-tree": partial(specification, marks=["floor = 40", "up"], acceptance="Inf(0) | Fin(1)"),
    "attractor-ranks": attractor_ranks,
    "fair-moves": fair_moves,
    "reward-layers": reward_layers,
    "sum-values": sum_values,
    "canonical-forms": canonical_forms,
    "table-labels": table_labels,
    "controllers": controllers,
    "shields": shields,
    "marks": marks,
}


def checked(files: Files) -> Report | None:
    """Return the report on files none of whose numbers has been read before."""
    for read in (fraction, natural):
        read.cache_clear()
    return check_files(*files)


def times(options: argparse.Namespace) -> Table:
    """Measure each kind."""
    rows = []
    for kind in options.kinds:
        files = KINDS[kind](options.vertices)
        found = checked(files)
        assert found is not None and found.ok, (kind, str(found))
        took = seconds(lambda: checked(files), options.repeat, process_time)  # noqa: B023
        rows.append((kind, found.checked, sum(map(len, files)) / 1e6, took))
    return table(["certificate", "conditions", "files, MB", "processor, s"], rows)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.add_argument("--kinds", nargs="*", default=[*KINDS], choices=[*KINDS])
    parser.add_argument("--vertices", type=int, default=10_000)
    parser.add_argument("--repeat", type=int, default=3)


if __name__ == "__main__":
    report(__doc__, {"times": times}, arguments)
