"""Growth: time and memory of every solver against the size of its input, with the fitted exponent.

    python benchmarks/growth.py [--part NAME ...] [--budget 0.5] [--json FILE] [--plots FOLDER]

Sizes double until a solve takes longer than the budget. Every point is a process of its own, which makes the game from
a seed, solves it once for the memory and, where that was quick, again for the time; the reverse graph, the strategies
and the values are part of the work, making or reading the game is not, save where a contest's whole input is solved in
one pass over its text. Memory is what the process needed at most beyond what it held before. Each part becomes a plot
in ``plots/``, both axes logarithmic, and a table: the exponent is fitted to the last six sizes that took a
millisecond, or a megabyte, at least, and told with the sizes at which the two fits come to a minute and to 16 GB. These
are extrapolated, to two digits. Time is that
of the processor, which other work on the machine disturbs least.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from arbiter import arbiter
from graphgames import (
    Arena,
    BlockedGrid,
    Buchi,
    CoBuchi,
    Discounted,
    Game,
    Geography,
    HeapGame,
    Model,
    Race,
    Spec,
    Sum,
    api,
    heap_game,
)
from graphgames.catalogue.find import concrete_game, fitting, objective_class
from graphgames.games.buchi.families import buchi_ladder
from graphgames.games.chance.families import coin_games
from graphgames.games.chance.objective import BoundedReachProbability
from graphgames.games.chance.rewards.objective import ExpectedReward
from graphgames.games.geography.families import out_regular
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.impartial.problem import MisereProblem, NimberProblem, RulesProblem
from graphgames.games.parity.families import ladder, random_parity
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.rulesets import Hackenbush
from graphgames.games.random_games import random_arena, random_game
from graphgames.games.tables.awari import Awari
from graphgames.graphs.order import topological_order
from impartial import graphs, random_dag, strip
from loglog import Fit, Line, Point, fit, loglog
from measure import Measured, Table, report, table

Make = Callable[[int], Any]
WEIGHTED = ("energy", "mean-payoff", "total-payoff", "discounted")
FIRST = {"measures": 250, "credit-measures": 30, "dichotomy": 250, "value-iteration": 250}
"""Where slow solvers begin."""


class Series(NamedTuple):
    """A solver on games of one family, of doubling sizes.

    Attributes
    ----------
    part : str
        The plot it is drawn in.
    solver, family : str
        Who solves what.
    unit : str
        What the size counts.
    make : callable
        Gives the problem of a size.
    first : int
        The smallest size.
    options : dict
        What the solver is told.
    step : int
        How much is added to the size each time where it is counted in single things and does not double.
    """

    part: str
    solver: str
    family: str
    unit: str
    make: Make
    first: int = 2000
    options: Mapping[str, Any] = MappingProxyType({})
    step: int = 12

    @property
    def name(self) -> str:
        """What the legend says."""
        return f"{self.solver}, {self.family}"


def dual(game: Game) -> Game:
    """Return a Büchi game as a co-Büchi game of the other player's."""
    assert isinstance(game.objective, Buchi)
    return Game(game.arena, CoBuchi(game.objective.accepting))


def steps(n: int) -> Game:
    """Return a random game of chance in which every step to the target counts, or until the play stops."""
    game = coin_games(n, 0.3, 0.3, 1)
    target = np.asarray(game.objective.marked)
    return Game(game.arena, ExpectedReward(target, vertex_reward=np.ones(n, np.int64), unreached="continue"))


def dice(n: int, objective: str) -> Game:
    """Return a random game of chance that goes on for ever, for one player where two cannot be solved."""
    arena, rng = coin_games(n, 0.3, 0.0, 1).arena, np.random.default_rng(1)
    ends = arena.dead_ends
    assert arena.owner is not None
    alone = objective in ("mean-payoff", "parity-probability")
    owner = np.where(arena.owner == 1, 0, arena.owner) if alone else arena.owner
    tails = np.concatenate([arena.tails, ends])
    heads = np.concatenate([arena.successors, ends])
    likely = (owner == 2)[tails].astype(np.int64)
    looped = Arena.from_arrays(tails, heads, n, owner, probability=likely)
    return Game(looped, objective_class(objective).random(rng, n))


def hasty(n: int) -> Game:
    """Return a random game of chance in which the target is to be reached in 20 moves."""
    game = coin_games(n, 0.3, 0.3, 1)
    return Game(game.arena, BoundedReachProbability(np.asarray(game.objective.marked), steps=20))


def decisions(n: int) -> Game:
    """Return a random decision process of n transitions, four actions in each state, discounted by 0.95."""
    rng, states = np.random.default_rng(1), max(1, n // 8)
    state, action = np.repeat(np.arange(states), 8), np.tile(np.repeat(np.arange(4), 2), states)
    rows = zip(
        state.tolist(),
        action.tolist(),
        rng.integers(0, states, 8 * states).tolist(),
        ["1/2"] * (8 * states),
        rng.integers(0, 9, 8 * states).tolist(),
        strict=True,
    )
    return Model.from_table(list(rows)).with_objective(Discounted(discount="0.95"))


def on_arenas() -> list[Series]:
    """Games on arenas: every solver of every objective on random games, and on ladders where those are too easy."""
    found = []
    for objective in (
        "reach",
        "safe",
        "normal",
        "misere",
        "buchi",
        "cobuchi",
        "generalized-buchi",
        "streett",
        "fair-buchi",
        "fair-parity",
        "parity",
        *WEIGHTED,
    ):
        part = dict.fromkeys(WEIGHTED, "weighted")
        part |= {"reach": "reachability", "safe": "reachability", "normal": "last-move", "misere": "last-move"}
        part |= {"generalized-buchi": "omega", "streett": "omega", "fair-buchi": "fair", "fair-parity": "fair"}
        for entry in fitting(objective):
            if objective == "parity":
                makes = {"random, 4 priorities": lambda n: random_parity(n, 4, (1, 4), 1, True)}
                makes["ladder"] = lambda n: ladder(n // 2)
            elif objective in ("buchi", "cobuchi"):
                turn = dual if objective == "cobuchi" else lambda game: game
                makes = {"random": lambda n, o=objective: random_game(n, o, seed=1, bipartite=True)}  # type: ignore[misc]
                makes["ladder"] = lambda n, turn=turn: turn(buchi_ladder(n // 3))  # type: ignore[misc]
            elif objective in WEIGHTED:
                makes = {f"{objective}, random": lambda n, o=objective: random_game(n, o, (1, 4), seed=1)}  # type: ignore[misc]
            else:
                law = ((0, 3), None) if objective in ("normal", "misere") else ((1, 4), 0.1)
                law = ((1, 4), None) if objective == "fair-parity" else law
                makes = {f"{objective}, random": lambda n, o=objective, d=law: random_game(n, o, d[0], d[1], 1)}  # type: ignore[misc]
            for family, make in makes.items():
                first = FIRST.get(entry.name, 2000)
                found.append(Series(part.get(objective, objective), entry.name, family, "vertices", make, first))
    for entry in fitting("reach-probability"):
        coins = {"coins, one vertex in three": (0.3, 0.1), "coins, one vertex in ten": (0.1, 0.02)}
        for family, (chance, stop) in coins.items():
            tossed = partial(coin_games, chance=chance, stop=stop, seed=1)
            found.append(Series("chance", entry.name, family, "vertices", tossed))
    found.append(Series("chance", "reward-improvement", "coins, each step worth 1", "vertices", steps))
    made = {"almost-sure": "parity", "winning-chances": "parity-probability"}
    made |= {"discounted-chance": "discounted", "long-run-average": "mean-payoff"}
    for solver, objective in made.items():
        found.append(
            Series("chance", solver, f"coins, {objective}", "vertices", partial(dice, objective=objective), 200)
        )
    found.append(Series("chance", "policy-iteration", "models, four actions in a state", "transitions", decisions))
    found.append(Series("chance", "backward-induction", "coins, at most 20 moves", "vertices", hasty))
    return found


@dataclass(frozen=True)
class Countdown:
    """Take one, two or three of a heap."""

    start: int

    def moves(self, heap: int) -> range:
        """Return what can be left."""
        return range(max(0, heap - 3), heap)


def impartial() -> list[Series]:
    """Grundy values of arenas, and of heap games."""
    loopy = random_arena

    def dag(n: int) -> NimberProblem:
        return NimberProblem(random_dag(n, 3 * n, True))

    def stalk(n: int) -> Hackenbush:
        return Hackenbush("br" * (n // 2) + "b" * (n % 2))

    def kayles(n: int) -> Sum:
        return Sum.of(heap_game("kayles", n), [(size,) for size in range(1, n + 1)])

    heap, countdown, rows = "Grundy's game", "take 1, 2 or 3", HeapGame.from_code(".333")
    return [
        *(Series("impartial", solver, "random DAG", "vertices", dag) for solver in ("nimbers-auto", "grundy")),
        Series("impartial", "loopy-grundy", "random", "vertices", lambda n: NimberProblem(loopy(n, (0, 3), 1))),
        Series("impartial", "sparse-space", heap, "heaps", lambda n: HeapProblem(HeapGame.from_code("grundy"), n)),
        Series("impartial", "sparse-space", ".16", "heaps", lambda n: HeapProblem(HeapGame.from_code(".16"), n)),
        Series("impartial", "all-splits", heap, "heaps", lambda n: HeapProblem(HeapGame.from_code("grundy"), n)),
        Series("impartial", "nim-sum", "heaps of kayles", "games", kayles, 100),
        Series("impartial", "by-rule", countdown, "positions", lambda n: RulesProblem(Countdown(n))),
        Series("impartial", "misere-by-rule", countdown, "positions", lambda n: MisereProblem(Countdown(n))),
        Series("impartial", "misere-quotient", ".333", "heaps", lambda n: QuotientProblem(rows, n), 100),
        Series(
            "impartial", "canonical-forms", "a red and blue stalk", "edges", lambda n: PartizanProblem(stalk(n)), 10
        ),
    ]


def contest(solver: str, family: str, text: Callable[[int], str], first: int = 2000) -> Series:
    """A concrete game's whole input; its size is how much there is in it."""
    reader = concrete_game(solver).load()
    return Series("contests", solver, family, "items of input", lambda n: reader.read(text(n).encode()), first)


def contests() -> list[Series]:
    """Every judge, on many tests or on one large one."""
    rng = Random(1)
    boards = "........X"
    return [
        contest("great-game", "one race, n transitions", one_race),
        contest("gridgame", "n cells and queries", lambda n: f"1\n{cells(n, 1)}{cells(n, 2)}"),
        contest("games-are-important", "graphs of 1,000 edges", lambda n: graphs(n // 1000 * [clique(1000)], 1000)),
        contest(
            "playing-with-stones",
            "n piles",
            lambda n: f"{n}\n" + "".join(f"1\n{rng.randint(1, 10**18)}\n" for _ in range(n)),
        ),
        contest(
            "stone-game", "n boxes", lambda n: "".join(f"1\n{rng.randint(10, 10**6)} 3\n" for _ in range(n)) + "0\n"
        ),
        contest(
            "treblecross",
            "boards of 200",
            lambda n: f"{n // 200}\n" + "".join(f"{strip(rng, boards, 200)}\n" for _ in range(n // 200)),
        ),
        contest(
            "say-goodbye-to-tic-tac-toe",
            "strips of 100",
            lambda n: f"{n // 100}\n" + "".join(f"{strip(rng, '.....XO', 100)}\n" for _ in range(n // 100)),
        ),
    ]


def one_race(m: int) -> str:
    """Return an input of The Great Game: one board of m transitions."""
    n, rng = m // 10, np.random.default_rng(1)
    tails = np.concatenate([np.arange(1, n), rng.integers(1, n, m - n + 1)])
    heads = np.minimum(n, tails + rng.integers(1, 41, m))
    edges = np.stack([tails, heads], axis=1).tolist()
    return f"1\n{n} {m}\n1 2\n" + "".join(f"{u} {v}\n" for u, v in edges)


def clique(m: int) -> list[tuple[int, int]]:
    """Return the first m edges of an acyclic tournament."""
    return [(v, w) for v in range(142) for w in range(v)][:m]


def cells(n: int, seed: int) -> str:
    """Return n cells far from each other, after their number."""
    found = np.random.default_rng(seed).integers(0, 10**9, (n, 2)).tolist()
    return f"{n}\n" + "".join(f"{x} {y}\n" for x, y in found)


def boards() -> list[Series]:
    """Races of tokens, the pawn among impassable cells, and board games."""
    schedule = [(0, 0), (1, 1), (1, 0), (0, 1)]

    def race(n: int) -> Race:
        arena = random_dag(n, 5 * n, True)
        goal = int(topological_order(arena)[-1])
        first, second = (int(v) for v in topological_order(arena)[:2])
        return Race(arena, goal, [first, second], [0, 1], schedule)

    def grid(n: int) -> BlockedGrid:
        return BlockedGrid(np.random.default_rng(1).integers(0, 10**9, (n, 2)))

    return [
        Series("tables", "tiers", "Awari", "seeds", Awari, 2, step=1),
        Series("races-and-grids", "race", "random DAG, 5 edges a vertex", "vertices or cells", race),
        Series("races-and-grids", "grid-sweep", "uniform", "vertices or cells", grid),
    ]


def geography() -> list[Series]:
    """Geography where a theorem decides, and the searches, whose growth is exponential."""

    def directed(n: int) -> Geography:
        edges = np.sort(np.random.default_rng(1).integers(0, n, (3 * n, 2)), axis=1) + np.array([0, 1])
        return Geography("edge-geography", [Arena.from_edges(edges, n=n + 1)])

    def vertices(n: int) -> Geography:
        edges = np.random.default_rng(1).integers(0, n, (2 * n, 2))
        return Geography("undirected-vertex-geography", [Arena.from_edges(edges, n=n)])

    def bipartite(n: int) -> Geography:
        rng, half = np.random.default_rng(1), n // 2
        edges = np.stack([rng.integers(0, half, 2 * n), half + rng.integers(0, half, 2 * n)], axis=1)
        return Geography("undirected-edge-geography", [Arena.from_edges(edges, n=n)])

    def search(arcs: int) -> Geography:
        return Geography("edge-geography", [out_regular(arcs // 3, 3, seed) for seed in range(5)])

    found = [
        Series("geography", "geography", "directed, no cycles", "vertices or arcs", directed),
        Series("geography", "geography", "undirected, vertices: matching", "vertices or arcs", vertices),
        Series("geography", "geography", "undirected, edges, bipartite: GF(2)", "vertices or arcs", bipartite, 500),
    ]
    for solver in ("geography-depth-first", "geography-proof-number"):
        found.append(
            Series("geography", solver, "5 graphs of three arcs out", "vertices or arcs", search, 24, {"start": 0})
        )
    return found


def specifications() -> list[Series]:
    """Return the series of specifications, which are solved on sets of states."""
    return [
        Series("specifications", solver, "arbiters", "clients", lambda n: Spec(**arbiter(n)), 2)
        for solver in ("layers", "zielonka-fixpoint")
    ]


def all_series() -> list[Series]:
    """Return every series, those of one plot together."""
    return [*on_arenas(), *impartial(), *contests(), *boards(), *geography(), *specifications()]


def fresh(problem: Any) -> Any:
    """Return the same problem without what an arena keeps once it was asked for: the reverse graph, the order."""
    if type(problem) is Game:
        arena = problem.arena
        chance = arena.probability, arena.denominator
        return Game(Arena.trusted(arena.indptr, arena.successors, arena.owner, None, *chance), problem.objective)
    if isinstance(problem, NimberProblem):
        return NimberProblem(Arena.trusted(problem.arena.indptr, problem.arena.successors))
    return problem


def point(place: int, size: int) -> dict[str, Any]:
    """Measure one solver on one size, in this process: seconds of each repeat, and megabytes at the peak."""
    series = all_series()[place]
    api.solve(series.make(series.first), solver=series.solver, **series.options)
    problem = series.make(size)
    Path("/proc/self/clear_refs").write_text("5")
    before, times = status("VmRSS"), list[float]()
    while len(times) < 5 and (not times or sum(times) < 0.4):
        given = fresh(problem)
        began = process_time()
        solution = api.solve(given, solver=series.solver, **series.options)
        times.append(process_time() - began)
        if len(times) == 1:
            peak = status("VmHWM")
        del solution
    return {"seconds": times, "megabytes": (peak - before) / 1024}


def status(what: str) -> int:
    """Return a line of what the system knows of this process, in kB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


class Grown(NamedTuple):
    """A measured series: size, seconds and megabytes of each point."""

    series: Series
    sizes: list[int]
    seconds: list[Measured]
    megabytes: list[Measured]

    def fits(self) -> tuple[Fit | None, Fit | None]:
        """Return the power laws of time and memory."""
        return fit(self.times(), 1e-3), fit(list(zip(self.sizes, self.megabytes, strict=True)), 1.0)

    def times(self) -> list[Point]:
        """Return the points of time: the least of the repeats, which interference has touched least."""
        return [(size, min(took.samples)) for size, took in zip(self.sizes, self.seconds, strict=True)]


def grown(place: int, series: Series, budget: float, most: int) -> Grown:
    """Double the size until a solve takes longer than the budget."""
    found = Grown(series, [], [], [])
    size = series.first
    while size <= most and (not found.seconds or found.seconds[-1] < budget):
        said = subprocess.run(
            [sys.executable, __file__, "--point", str(place), str(size)], stdout=subprocess.PIPE, check=True
        ).stdout
        known = json.loads(said)
        found.sizes.append(size)
        found.seconds.append(Measured(known["seconds"]))
        found.megabytes.append(Measured([known["megabytes"]]))
        size = size * 2 if series.first >= 100 else size + series.step
    return found


HEAD = (
    *("solver", "games", "largest", "s there", "time grows as size to the", "in a minute"),
    *("MB there", "memory as size to the", "in 16 GB"),
)
MINUTE, ROOM = 60.0, 16 * 1024.0


def measured(part: str, options: argparse.Namespace) -> Table:
    """Measure the series of a part, draw them, and give their table."""
    found = [grown(k, s, options.budget, options.most) for k, s in enumerate(all_series()) if s.part == part]
    if options.plots is not None:
        options.plots.mkdir(parents=True, exist_ok=True)
        (options.plots / f"{part}.svg").write_text(plot(part, found))
    rows = []
    for one in found:
        time, memory = one.fits()
        unit = one.series.unit if " or " not in one.series.unit else ""
        largest = f"{one.sizes[-1]:,} {unit}".strip()
        where = [one.series.solver, one.series.family, largest, one.seconds[-1], time or "-", reach(time, MINUTE)]
        rows.append([*where, one.megabytes[-1], memory or "-", reach(memory, ROOM)])
    note = "" if options.plots is None else f"![{TITLES[part]}]({part}.svg)"
    return table(HEAD, rows, TITLES[part], note)


def reach(law: Fit | None, limit: float) -> str:
    """Return the size at which a law comes to a limit, to two digits; "-" without a law that grows."""
    return "-" if law is None or law.exponent <= 0 else f"{float(f'{law.size(limit):.2g}'):,.0f}"


def plot(part: str, found: list[Grown]) -> str:
    """Draw time and memory side by side."""
    seconds, megabytes = list[Line](), list[Line]()
    for one in found:
        name = one.series.name
        seconds.append(Line(name, one.times()))
        megabytes.append(Line(name, [(x, y) for x, y in zip(one.sizes, one.megabytes, strict=True) if y >= 0.05]))
    return loglog(TITLES[part], [("seconds", seconds), ("megabytes", megabytes)], found[0].series.unit).svg


TITLES = {
    "reachability": "Reachability and safety",
    "last-move": "Games with a last move: normal and misère play",
    "buchi": "Büchi games",
    "cobuchi": "Co-Büchi games",
    "omega": "Acceptance beyond parity",
    "fair": "Fair edges",
    "parity": "Parity games",
    "weighted": "Games with weights",
    "chance": "Games of chance: probabilities of reaching a target",
    "impartial": "Grundy values of arenas and of heap games",
    "contests": "Contests' whole inputs",
    "tables": "Tables of board games",
    "races-and-grids": "Races, and the pawn among impassable cells",
    "geography": "Geography: theorems, and the searches",
    "specifications": "Specifications, on decision diagrams",
}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--budget", type=float, default=0.5, help="seconds; a longer solve is the last of its series")
    parser.add_argument("--most", type=int, default=4_000_000, help="no larger size")
    parser.add_argument("--plots", type=Path, metavar="FOLDER", help="where the plots go; without it none are drawn")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--point"]:
        print(json.dumps(point(int(sys.argv[2]), int(sys.argv[3]))))
    else:
        report(__doc__, {part: lambda o, part=part: measured(part, o) for part in TITLES}, arguments)  # type: ignore[misc]
