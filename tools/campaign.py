"""Random small games of every objective: all solvers against the definitions, the verifier, and planted faults.

    python tools/campaign.py [OBJECTIVE...] [--games 100000] [--seed 1]

Games come in batches; batch b of an objective is drawn from the seed ``(seed, crc32 of the objective's name, b)``, so
that a failure, which names its batch, can be repeated alone with ``--batch b``. Games on arenas are solved side by
side, two dozen in one arena, games by text all in one input. In each batch faults are planted into answers and proofs:
the verifier must reject them, unless the claim is still true (another winning move, say), which the definitions decide.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import naive, naive_hoa
from tests.arenas import random_arena
from tests.contract.test_agreement import MASKED, PLAYED
from tests.games.grid.test_gridgame import text as grid_text
from tests.games.heaps.test_misere import lost
from tests.games.races.test_great_game import random_boards
from tests.games.races.test_great_game import text as board_text
from tests.games.races.test_race import random_race
from tests.oracles import oracle

import graphgames as gg
from graphgames import Arena, Game
from graphgames.catalogue.find import concrete_game, fitting
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.impartial.problem import NimberProblem
from graphgames.games.sums.playing_with_stones import HalvingPiles
from graphgames.games.sums.say_goodbye_to_tic_tac_toe import MarkedStrip
from graphgames.games.sums.stone_game import StoneBoxes
from graphgames.games.sums.treblecross import Strip
from graphgames.games.synthesis import hoa
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.controllers import controller as controller_of

TOGETHER, PLANTED = 24, 6
"""Games in a batch, and faults planted in it."""


@dataclass
class Tally:
    """What was done: games, claims with a planted fault, and how many of those were rejected."""

    games: int = 0
    planted: int = 0
    rejected: int = 0

    def plant(self, report: Any, true: Callable[[], bool]) -> None:
        """Count a claim with a planted fault; what is accepted must be true."""
        self.planted += 1
        if report.ok:
            assert true(), "the verifier accepts a false claim"
        else:
            self.rejected += 1


Batch = Callable[[np.random.Generator, Tally], None]


def proved(solution: Any) -> None:
    """Have a solution checked."""
    report = gg.verify(solution)
    assert report.ok, str(report)


# Games on arenas


def together(parts: Sequence[Arena]) -> Arena:
    """Put arenas side by side."""
    offsets = [0, *accumulate(part.n for part in parts)]
    tails = np.concatenate([part.tails + at for part, at in zip(parts, offsets, strict=False)])
    heads = np.concatenate([part.successors + at for part, at in zip(parts, offsets, strict=False)])
    owners = [part.owner for part in parts]
    owner = None if owners[0] is None else np.concatenate([o for o in owners if o is not None])
    return Arena.from_arrays(tails, heads, offsets[-1], owner)


def arena_batch(kind: str) -> Batch:
    """Games of an objective on arenas of one to seven vertices."""

    def batch(rng: np.random.Generator, tally: Tally) -> None:
        owned = kind not in PLAYED or bool(rng.integers(2))
        parts, data, truth, ranks = [], [], list[int](), list[int]()
        for _ in range(1 if rng.random() < 0.3 else TOGETHER):
            n, degree = int(rng.integers(1, 8)), float(rng.choice([1.2, 1.7, 2.5]))
            arena = random_arena(rng, n, degree, owned, dead_ends=kind not in ("buchi", "cobuchi", "parity"))
            numbers = rng.integers(0, int(rng.integers(1, 9)) if kind == "parity" else 2, n)
            game = Game(arena, objective(kind, numbers))
            truth += oracle(kind).answers(game)
            ranks += exact(kind, arena, numbers)
            parts.append(arena)
            data.append(numbers)
        game = Game(together(parts), objective(kind, np.concatenate(data)))
        solutions = []
        for entry in fitting(kind):
            solutions.append(entry.load()(game))
            assert solutions[-1].winner.tolist() == truth, entry.name
            assert not ranks or solutions[-1].values.tolist() == ranks, entry.name
            proved(solutions[-1])
        tally.games += len(parts)
        for _ in range(PLANTED):
            claim = planted(rng, solutions[int(rng.integers(len(solutions)))])
            tally.plant(gg.verify(claim), lambda claim=claim: holds(claim, truth))  # type: ignore[misc]

    return batch


def objective(kind: str, numbers: NDArray[Any]) -> gg.Objective:
    """Make the objective from a number for each vertex."""
    if kind == "parity":
        return gg.Parity(numbers)
    return PLAYED[kind]() if kind in PLAYED else MASKED[kind](numbers.astype(bool))


def exact(kind: str, arena: Arena, numbers: NDArray[Any]) -> list[int]:
    """Return the ranks or the remoteness by definition, where the solution has such values."""
    if kind in PLAYED:
        return naive.retrograde(arena, range(arena.n if kind == "misere" else 0))[1]
    if kind not in ("reach", "safe"):
        return []
    player = int(kind == "safe")
    ranks = naive.attractor(arena, {v for v in range(arena.n) if numbers[v] != player}, player)
    return [ranks.get(v, -1) for v in range(arena.n)]


def planted(rng: np.random.Generator, solution: gg.ArenaSolution) -> gg.ArenaSolution:
    """Change one entry of the winners, the moves, the values or the certificate."""
    proof, n = solution.certificate, solution.problem.arena.n
    arrays: dict[str, NDArray[Any]] = {"winner": solution.winner, "moves": solution.strategy.moves}
    arrays |= {f.name: getattr(proof, f.name) for f in fields(proof) if isinstance(getattr(proof, f.name), np.ndarray)}
    if solution.values is not None:
        arrays["value"] = solution.values
    name = sorted(arrays)[int(rng.integers(len(arrays)))]
    changed, v = arrays[name].copy(), int(rng.integers(n))
    new = {
        "winner": int(rng.integers(3 if solution.problem.objective.has_draws else 2)),
        "moves": int(rng.integers(-1, n)),
    }
    heads = solution.problem.arena.successors_of(v)
    if name == "moves" and heads.size and rng.integers(2):
        new["moves"] = int(rng.choice(heads))
    changed[v] = new.get(name, int(changed[v]) + int(rng.choice([-2, -1, 1, 2])))
    parts: dict[str, Any] = arrays | {name: changed}
    own = {f.name: parts.get(f.name, getattr(proof, f.name)) for f in fields(proof)}
    value = parts.get("value")
    claim = gg.Strategy(parts["moves"])
    return gg.ArenaSolution(solution.problem, parts["winner"], claim, "by hand", type(proof)(**own), value)


def holds(claim: gg.ArenaSolution, truth: list[int]) -> bool:
    """Whether a claim is true: the winners are, and the certificate's text holds, read out in plain Python."""
    game, kind = claim.problem, claim.problem.objective.name
    successors, owner = naive.graph_of(game.arena)
    given = next(iter(vars(game.objective).values()), None)
    data = [0] * game.arena.n if given is None else np.asarray(given).astype(int).tolist()
    data = [1 - d for d in data] if kind == "safe" else data
    proof = claim.certificate
    labels = {f.name: getattr(proof, f.name).tolist() for f in fields(proof) if f.name != "player"}
    told = naive.Claimed(
        successors,
        None if game.arena.owner is None else owner,
        kind,
        data,
        claim.winner.tolist(),
        claim.strategy.moves.tolist(),
        labels,
    )
    return told.winner == truth and naive.claim_holds(told)


# Impartial games


def nimbers(rng: np.random.Generator, tally: Tally) -> None:
    """Values on graphs without cycles."""
    parts = []
    for _ in range(TOGETHER):
        n = int(rng.integers(1, 9))
        pairs = [(u, w) for u in range(n) for w in range(u) if rng.random() < 0.5]
        parts.append(Arena.from_edges(pairs, n=n))
    arena = together(parts)
    truth = [naive.grundy(lambda v: arena.successors_of(v).tolist(), v, {}) for v in range(arena.n)]
    values_of(rng, tally, arena, truth, fitting("nimbers"))
    tally.games += len(parts)


def loopy(rng: np.random.Generator, tally: Tally) -> None:
    """Loopy values: numbers and infinities, by playing the sum with every nim heap."""
    parts = [
        random_arena(rng, int(rng.integers(1, 6)), float(rng.choice([0.8, 1.5])), owned=False, dead_ends=True)
        for _ in range(TOGETHER)
    ]
    truth: list[int] = []
    beyond: list[frozenset[int]] = []
    for part in parts:
        top = int(part.out_degree.max(initial=0)) + 1
        found = loopy_truth(part, top)
        truth += [next(iter(k)) if number else -1 for number, k in found]
        beyond += [k for _, k in found]
    arena = together(parts)
    solution = values_of(rng, tally, arena, truth, [e for e in fitting("nimbers") if e.name == "loopy-grundy"])
    for v, value in enumerate(truth):
        if value < 0:
            known = {int(solution.values[w]) for w in arena.successors_of(v) if solution.values[w] >= 0}
            assert known == beyond[v], v
    tally.games += len(parts)


def loopy_truth(arena: Arena, top: int) -> list[tuple[bool, frozenset[int]]]:
    """Do `naive.loopy_value` for all vertices at once."""
    successors, _ = naive.graph_of(arena)
    moves = {
        (u, k): [(w, k) for w in successors[u]] + [(u, j) for j in range(k)]
        for u in range(arena.n)
        for k in range(top + 1)
    }
    outcomes = naive.impartial_outcomes(moves)
    found = []
    for v in range(arena.n):
        here = [outcomes[v, k] for k in range(top + 1)]
        number = "loss" in here
        found.append((number, frozenset(k for k, o in enumerate(here) if o == ("loss" if number else "win"))))
    return found


def values_of(rng: np.random.Generator, tally: Tally, arena: Arena, truth: list[int], solvers: Any) -> Any:
    """Solve for values, and plant faults into them and their proofs."""
    for entry in solvers:
        solution = entry.load()(NimberProblem(arena))
        assert solution.values.tolist() == truth, entry.name
        proved(solution)
        names = [f.name for f in fields(solution.certificate)]
        for _ in range(PLANTED // 2):
            name, v = str(rng.choice(names)), int(rng.integers(arena.n))
            changed = getattr(solution.certificate, name).copy()
            changed[v] += int(rng.choice([-1, 1]))
            proof = replace(solution.certificate, **{name: changed})
            claim = replace(solution, certificate=proof, values=proof.grundy)
            tally.plant(gg.verify(claim), lambda proof=proof: proof.grundy.tolist() == truth)  # type: ignore[misc]
    return solution


@cache
def wins(rules: type, position: Any) -> bool:
    """Whether the player to move wins, by playing."""
    return any(not wins(rules, after) for after in rules(position).moves(position))


def stacks(name: str, draw: Callable[[np.random.Generator], tuple[str, bool]], head: bool, foot: str = "") -> Batch:
    """Games of a document: a text of many tests, each answered by play."""
    module = concrete_game(name).load()

    def batch(rng: np.random.Generator, tally: Tally) -> None:
        drawn = [draw(rng) for _ in range(TOGETHER)]
        text = "".join([f"{len(drawn)}\n" if head else "", *(test for test, _ in drawn), foot])
        solution = gg.solve(module.read(text.encode(), "batch"))
        truth = [won for _, won in drawn]
        assert [bool(won) for won in solution.wins] == truth
        proved(solution)
        tally.games += len(drawn)
        proof = solution.certificate
        for _ in range(min(PLANTED, proof.nimbers.size)):
            changed, k = proof.nimbers.copy(), int(rng.integers(proof.nimbers.size))
            changed[k] += 1
            wrong = mutated(solution, certificate=replace(proof, nimbers=changed))
            tally.plant(gg.verify(wrong), lambda: False)
        flipped = np.asarray(solution.wins).copy()
        flipped[int(rng.integers(flipped.size))] ^= 1
        tally.plant(gg.verify(mutated(solution, wins=flipped)), lambda: False)

    return batch


class mutated:  # noqa: N801 - a function by its use
    """A solution with some of its parts changed, whether it has fields for them or computes them."""

    def __init__(self, solution: Any, **parts: Any):
        self.__dict__.update(parts)
        self._solution = solution

    def __getattr__(self, name: str) -> Any:
        return getattr(self._solution, name)

    @property
    def claimed(self) -> dict[str, Any]:
        """What is claimed, with the parts that are changed."""
        return {name: getattr(self, name) for name in self._solution.claimed}

    def __len__(self) -> int:
        return len(self._solution)


def piles(rng: np.random.Generator) -> tuple[str, bool]:
    """Piles of which at most half is taken."""
    chosen = tuple(sorted(int(k) for k in rng.integers(1, 13, int(rng.integers(0, 4)))))
    return f"{len(chosen)}\n{' '.join(map(str, chosen))}\n", wins(HalvingPiles, chosen)


def boxes(rng: np.random.Generator) -> tuple[str, bool]:
    """Boxes of stones."""
    chosen = []
    for _ in range(int(rng.integers(1, 4))):
        size = int(rng.integers(0, 14))
        chosen.append((size, int(rng.integers(0, size + 1))))
    text = "".join(f"{s} {c}\n" for s, c in chosen)
    return f"{len(chosen)}\n{text}", wins(StoneBoxes, tuple(sorted(chosen)))


def crosses(rng: np.random.Generator) -> tuple[str, bool]:
    """Boards of Treblecross."""
    while True:
        board = "".join("X" if x < 0.15 else "." for x in rng.random(int(rng.integers(3, 12))))
        if "XXX" not in board:
            return board + "\n", wins(Strip, board)


def marks(rng: np.random.Generator) -> tuple[str, bool]:
    """Strips of X and O, and whether the player to move wins."""
    while True:
        strip = "".join(rng.choice([".", ".", ".", "X", "O"], int(rng.integers(1, 10))))
        if "XX" not in strip and "OO" not in strip:
            return strip + "\n", wins(MarkedStrip, strip)


def stones(rng: np.random.Generator) -> tuple[str, bool]:
    """Stones on a graph without cycles."""
    n = int(rng.integers(1, 7))
    order = rng.permutation(n)
    pairs = [(int(order[u]), int(order[w])) for u in range(n) for w in range(u) if rng.random() < 0.4]
    count = [int(k) for k in rng.integers(0, 4, n)]
    after = {u: [w for t, w in pairs if t == u] for u in range(n)}
    memo: dict[Any, int] = {}
    total = 0
    for v in range(n):
        if count[v] % 2:
            total ^= naive.grundy(after.__getitem__, v, memo)
    text = "".join(f"{u} {w}\n" for u, w in pairs)
    return f"{n} {len(pairs)}\n{text}{' '.join(map(str, count))}\n", total != 0


def heaps(rng: np.random.Generator, tally: Tally) -> None:
    """Heap games by code: both solvers against the mex of the options."""
    digits = tuple(int(d) for d in rng.integers(0, 16 if rng.random() < 0.3 else 8, int(rng.integers(1, 5))))
    game = gg.HeapGame((int(rng.choice([0, 0, 4])), *digits))
    top = 14
    truth: list[int] = []
    for n in range(top + 1):
        after = {xor(truth[h] for h in option) for option in game.options(n)}
        truth.append(next(g for g in range(len(after) + 1) if g not in after))
    for entry in fitting("heaps"):
        solution = entry.load()(HeapProblem(game, top))
        assert [solution.nimber((n,)) for n in range(top + 1)] == truth, (game.code, entry.name)
        proved(solution)
    proof = solution.certificate
    changed, k = proof.values.copy(), int(rng.integers(proof.values.size))
    changed[k] += int(rng.choice([-1, 1]))
    tally.plant(gg.verify(mutated(solution, certificate=replace(proof, values=changed), values=changed)), lambda: False)
    tally.games += 1


def xor(numbers: Any) -> int:
    """Return the nim-sum."""
    total = 0
    for number in numbers:
        total ^= number
    return total


def misere_heaps(rng: np.random.Generator, tally: Tally) -> None:
    """Misère play of heap games: single sums against play."""
    digits = tuple(int(d) for d in rng.integers(0, 8, int(rng.integers(1, 4))))
    game = gg.HeapGame((0, *digits))
    play = gg.misere(game)
    for _ in range(8):
        sizes = tuple(sorted(int(k) for k in rng.integers(1, 6, int(rng.integers(0, 4)))))
        assert play.outcome(sizes) == ("loss" if lost(game, sizes) else "win"), (game.code, sizes)
        tally.games += 1
    proved(play)
    lost.cache_clear()


def quotients(rng: np.random.Generator, tally: Tally) -> None:
    """Misère quotients of heap games up to heaps of five, checked, and asked for random sums."""
    digits = tuple(int(d) for d in rng.integers(0, 8, int(rng.integers(1, 4))))
    game = gg.HeapGame((0, *digits))
    try:
        quotient = gg.misere_quotient(game, 5, limit=3000)
    except gg.LimitExceededError:
        return
    proved(quotient)
    for _ in range(4):
        sizes = tuple(sorted(int(k) for k in rng.integers(1, 6, int(rng.integers(0, 4)))))
        assert quotient.outcome(sizes) == ("loss" if lost(game, sizes) else "win"), (game.code, sizes)
    lost.cache_clear()
    tally.games += 1
    proof = quotient.certificate
    changed, k = proof.losing.copy(), int(rng.integers(proof.losing.size))
    changed[k] ^= True
    claimed = mutated(
        quotient, certificate=replace(proof, losing=changed), losing=set(np.flatnonzero(changed).tolist())
    )
    tally.plant(gg.verify(claimed), lambda: False)


def sums(rng: np.random.Generator, tally: Tally) -> None:
    """Sums of a heap game, a game by rule, nim and an arena with cycles against play of the whole."""
    code = [".77", ".137", "4.7", ".3"][int(rng.integers(4))]
    heap, rule, nim = gg.heap_game(code, 6), gg.by_rule(lambda k: [k // 2, k // 3] if k else []), gg.by_rule(range)
    arena = random_arena(rng, int(rng.integers(1, 4)), 0.9, owned=False, dead_ends=True)
    loopy_values = gg.grundy_values(arena, loopy=True)
    game = gg.HeapGame.from_code(code)
    for _ in range(3):
        places = (int(rng.integers(0, 4)), int(rng.integers(0, 5)), int(rng.integers(0, 3)), int(rng.integers(arena.n)))

        def moves(at: tuple[Any, int, int, int]) -> list[Any]:
            h, r, k, v = at
            found = [(option, r, k, v) for option in game.moves(h)]
            found += [(h, s, k, v) for s in {r // 2, r // 3} if r]
            found += [(h, r, j, v) for j in range(k)]
            return found + [(h, r, k, w) for w in arena.successors_of(v).tolist()]

        begin = ((places[0],) if places[0] else (), *places[1:])
        reached, queue = {begin: moves(begin)}, [begin]
        for position in queue:
            for after in reached[position]:
                if after not in reached:
                    reached[after] = moves(after)
                    queue.append(after)
        truth = naive.impartial_outcomes(reached)[begin]
        total = gg.Sum.of(heap, begin[0]) + gg.Sum.of(rule, places[1]) + gg.Sum.of(nim, places[2])
        total += gg.Sum.of(loopy_values, places[3])
        assert total.outcome() == truth, (code, places)
        tally.games += 1


# Races, grids, geography, synthesis


def races(rng: np.random.Generator, tally: Tally) -> None:
    """Races under several schedules against every play."""
    race = random_race(rng, int(rng.integers(2, 6)), int(rng.integers(5)))
    solution = gg.solve(race)
    successors, _ = naive.graph_of(race.arena)
    assert solution.winner_of() == naive.race(successors, race.arena.n - 1, race.start, race)
    proved(solution)
    table = int(rng.integers(len(solution.certificate.moves)))
    changed = [moves.copy() for moves in solution.certificate.moves]
    if changed[table].size:
        changed[table].ravel()[int(rng.integers(changed[table].size))] += 1
        proof = replace(solution.certificate, moves=tuple(changed))
        tally.plant(gg.verify(mutated(solution, certificate=proof)), lambda: False)
    tally.games += 1


def great_game(rng: np.random.Generator, tally: Tally) -> None:
    """The document's race, many boards in a text."""
    module = concrete_game("great-game").load()
    boards = random_boards(rng, TOGETHER, 6)
    solution = gg.solve(module.read(board_text(boards), "batch"))
    truth = []
    for test, (graph, red, black) in enumerate(boards):
        truth.append(naive.race(graph, len(graph) - 1, ((red, black), 0), solution.problem.test(test)))
    assert list(solution.winners) == truth
    proved(solution)
    arrival = list(solution.arrival)
    arrival[int(rng.integers(len(arrival)))] += int(rng.choice([-1, 1]))
    wrong = type(solution)(solution.problem, arrival, solution._solve)
    tally.plant(gg.verify(wrong), lambda: False)
    tally.games += len(boards)


def grids(rng: np.random.Generator, tally: Tally) -> None:
    """A pawn among impassable cells: all cells of a corner, by the text and by the sweep of one grid."""
    module = concrete_game("gridgame").load()
    cases, truth = [], list[bool]()
    for _ in range(TOGETHER):
        side = int(rng.integers(1, 6))
        cells = [(int(x), int(y)) for x, y in rng.integers(0, side, (int(rng.integers(0, side * side + 1)), 2))]
        losing = naive.grid_losing(set(cells), side + 2, side + 2)
        starts = [(x, y) for x in range(side + 2) for y in range(side + 2) if (x, y) not in cells]
        truth += [start not in losing for start in starts]
        cases.append((cells, starts))
    solution = gg.solve(module.read(grid_text(cases), "batch"))
    assert [bool(answer) for answer in solution.answers] == truth
    proved(solution)
    tally.games += len(cases)
    answers = bytearray(solution.answers)
    answers[int(rng.integers(len(answers)))] ^= 1
    tally.plant(gg.verify(type(solution)(solution.problem, bytes(answers), solution._solve)), lambda: False)
    cells, starts = cases[0]
    single = gg.solve(gg.BlockedGrid(cells))
    losing = naive.grid_losing(set(cells), 7, 7)
    assert all(single.certificate.holds(cell) == (cell in losing) for cell in starts)
    proof = single.certificate
    name = ["x", "y", "length"][int(rng.integers(3))]
    changed = getattr(proof, name).copy()
    changed[int(rng.integers(changed.size))] += int(rng.choice([-1, 1]))
    claim = replace(proof, **{name: changed})
    far = [(x, y) for x in range(14) for y in range(14) if (x, y) not in cells]
    lies = naive.grid_losing(set(cells), 14, 14)
    tally.plant(
        gg.verify(replace(single, certificate=claim)),
        lambda: all(claim.holds(cell) == (cell in lies) for cell in far),
    )


def geography(kind: str) -> Batch:
    """One of the four games: every solver against playing it out."""

    def batch(rng: np.random.Generator, tally: Tally) -> None:
        drawn, truth = [], []
        for _ in range(TOGETHER):
            n = int(rng.integers(1, 6))
            pairs = [(int(u), int(w)) for u, w in rng.integers(0, n, (int(rng.integers(0, 8)), 2))]
            drawn.append(Arena.from_edges(np.array(pairs, np.int64).reshape(-1, 2), n=n))
            undirected, by_vertex = kind.startswith("undirected"), kind.endswith("vertex-geography")
            truth.append(naive.geography(n, pairs, undirected, by_vertex))
        problem = Geography(kind, drawn)
        for entry in fitting(kind):
            solution = entry.load()(problem)
            assert [winner.tolist() for winner in solution.winner] == truth, entry.name
            if rng.integers(len(fitting(kind))) == 0 or entry is fitting(kind)[-1]:
                proved(solution)
        tally.games += len(drawn)
        graph = int(rng.integers(len(drawn)))
        winners = [winner.copy() for winner in solution.winner]
        v = int(rng.integers(winners[graph].size))
        winners[graph][v] = 1 - winners[graph][v]
        tally.plant(gg.verify(replace(solution, winner=tuple(winners))), lambda: False)

    return batch


def synthesis(rng: np.random.Generator, tally: Tally) -> None:
    """Specifications of two states over one input and one output, against every controller."""
    own = random.Random(int(rng.integers(1 << 30)))
    colours = own.randint(1, 3)
    acceptance = naive_hoa.parity_condition(colours, own.random() < 0.5, own.random() < 0.5)
    table = naive_hoa.random_table(own, own.randint(1, 2), acceptance, own.random() < 0.3)
    game = hoa.read_game(table.text(), "batch")
    solution = gg.solve(game)
    assert (solution.winner[0] == 0) == table.realizable()
    assert game.automaton is not None and check_machine(controller_of(solution), game.automaton).ok
    tally.games += 1


OBJECTIVES: dict[str, Batch] = {
    **{kind: arena_batch(kind) for kind in ("reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere")},
    "nimbers": nimbers,
    "loopy-values": loopy,
    "games-are-important": stacks("games-are-important", stones, False, "0 0\n"),
    "playing-with-stones": stacks("playing-with-stones", piles, True),
    "stone-game": stacks("stone-game", boxes, False, "0\n"),
    "treblecross": stacks("treblecross", crosses, True),
    "say-goodbye-to-tic-tac-toe": stacks("say-goodbye-to-tic-tac-toe", marks, True),
    "heaps": heaps,
    "misere-heaps": misere_heaps,
    "misere-quotients": quotients,
    "sums": sums,
    "race": races,
    "great-game": great_game,
    "gridgame": grids,
    **{kind: geography(kind) for kind in GEOGRAPHY},
    "synthesis": synthesis,
}


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("objectives", nargs="*", metavar="OBJECTIVE", help=", ".join(OBJECTIVES))
    parser.add_argument("--games", type=int, default=100_000, help="of each objective, at least")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="for each objective, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, help="this batch alone")
    arguments = parser.parse_args()
    names = arguments.objectives or list(OBJECTIVES)
    failed = 0
    for name in names:
        tally, begin, number = Tally(), time.monotonic(), arguments.batch or 0
        while tally.games < arguments.games and time.monotonic() - begin < arguments.seconds:
            try:
                OBJECTIVES[name](np.random.default_rng([arguments.seed, zlib.crc32(name.encode()), number]), tally)
            except Exception as error:
                failed += 1
                print(f"{name}, seed {arguments.seed}, batch {number}: {type(error).__name__}: {error}", flush=True)
                if arguments.batch is not None or failed > 20:
                    raise
            number += 1
            if arguments.batch is not None:
                break
        print(
            f"{name:28} {tally.games:7} games {number:7} batches {tally.planted:7} faults planted, {tally.rejected:7} "
            f"rejected, {tally.planted - tally.rejected:6} still true  {time.monotonic() - begin:6.0f} s",
            flush=True,
        )
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
