"""Small scope for sums of games, piles, boxes and strips, tables, and layers of specifications.

The listings are those of `tests.scope_problems`: small problems, all claims over a grid, and a judge that knows the
definition and no certificate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any

import numpy as np

import graphgames as gg
from graphgames import LoopyNimber
from graphgames.catalogue.find import concrete_game
from graphgames.certificates import SumValues
from graphgames.core.report import Failure, Report
from graphgames.games.synthesis.diagrams import Diagrams
from graphgames.games.tables.blocks import About, Block
from graphgames.games.tables.checker import check as check_table
from graphgames.games.tables.indexed_rules import Batch, IndexedRules
from graphgames.games.tables.manifest import Manifest, TierAbout
from graphgames.reference.table_labels import check_table as by_reference
from tests import naive
from tests.games.impartial.test_sum_checker import claimed
from tests.games.synthesis.test_spec import explicit
from tests.scope_listing import Listing
from tests.scope_rules import Moves, graphs, winners
from tests.scope_trees import report

# Sums.


def sums() -> Iterator[Listing]:
    """Sums of a vertex of a graph with cycles and of some equal nim heaps."""
    for after in graphs(2, True):
        for vertex, heap, count in product(range(2), range(3), range(3)):
            yield summed(after, vertex, heap, count)


def summed(after: Moves, vertex: int, heap: int, count: int) -> Listing:
    arena = gg.Arena.from_edges([(v, w) for v, row in after.items() for w in row], n=len(after))
    nim = gg.by_rule(range)
    total = gg.Sum.of(gg.grundy_values(arena, loopy=True), vertex) + count * nim.at(heap)

    @cache
    def true() -> str:
        """Who moves first wins, or loses, or nobody does, by all positions of the sum."""
        found, edges = {(vertex, (heap,) * count): 0}, []
        for v, heaps in (order := [*found]):
            moves = [(w, heaps) for w in after[v]]
            moves += [(v, (*heaps[:i], less, *heaps[i + 1 :])) for i, one in enumerate(heaps) for less in range(one)]
            for move in moves:
                if move not in found:
                    found[move] = len(found)
                    order.append(move)
                edges.append((found[v, heaps], found[move]))
        return ("win", "loss", "draw")[winners(edges, len(found))[0]]

    def made(entries: list[Any]) -> Any:
        *values, alone, outcome = entries
        return claimed(total, SumValues(tuple(values), alone, outcome))

    def holds(solution: Any) -> bool:
        return bool(solution.certificate.outcome == true())

    value = [None, 0, 1, 2, 3, LoopyNimber(), *(LoopyNimber(frozenset(one)) for one in ({0}, {1}, {0, 1}))]
    parts = len(total.parts)

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """The value of a part speaks of what stands for itself."""
        if fault.message.startswith("unevaluated is"):
            return (parts,)
        said = re.match(r"part (\d) has", fault.message)
        return said and (int(said[1]) - 1, parts)

    choices: list[Sequence[Any]] = [value] * parts + [(None, *range(-1, parts + 1)), ("win", "loss", "draw")]
    return Listing(total, choices, made, holds, written=False, speaks=speaks)


INPUTS = {
    "playing-with-stones": ["2\n2\n1 2\n1\n3\n", "1\n3\n4 5 6\n", "2\n0\n2\n7 7\n"],
    "stone-game": ["2\n2 0\n3 1\n1\n4 2\n0\n", "2\n4 1\n5 0\n0\n", "1\n7 2\n1\n3 0\n0\n", "3\n6 2\n2 2\n3 0\n0\n"],
    "say-goodbye-to-tic-tac-toe": ["2\n.X\n...\n", "2\nX.O\nX..X\n", "1\n....O\n"],
}
"""Two tests of a concrete game, or one."""


def stacks() -> Iterator[Listing]:
    """Sums of small piles, boxes and strips: all nimbers, all ways to part them into tests, and who wins."""
    for name, texts in INPUTS.items():
        for text in texts:
            yield stacked(concrete_game(name).read(text.encode()))


def stacked(problem: Any) -> Listing:
    right = gg.solve(problem)
    parts, tests = right.certificate.nimbers.size, len(right)
    bounds = right.certificate.first.tolist()

    @cache
    def true() -> list[int]:
        """The nimber of each test by the definition, from its rules."""
        every = [problem.rules(test) for test in range(tests)]
        return [naive.grundy(one.moves, one.start, {}) for one in every]

    def made(entries: list[Any]) -> Any:
        nimbers, moved, wins = entries[:parts], entries[parts], entries[parts + 1 :]
        first = [0, *(one + moved for one in bounds[1:-1]), bounds[-1]]
        proof = replace(right.certificate, nimbers=np.array(nimbers, np.int64), first=np.array(first, np.int64))
        return replace(right, certificate=proof, wins=np.array(wins, np.bool_))

    def holds(solution: Any) -> bool:
        return bool(solution.wins.tolist() == [one != 0 for one in true()] and solution.nim_sums.tolist() == true())

    choices: list[Sequence[Any]] = [range(-1, 6)] * parts + [(0, 1, -1) if tests > 1 else (0,)]
    return Listing(problem, [*choices, *[(False, True)] * tests], made, holds, written=False)


# Tables.

Row = tuple[str, tuple[tuple[int, bool], ...]]
"""How the game has ended at a position, or its moves: where each leads, and whether the same player moves again."""


@dataclass(frozen=True)
class Listed(IndexedRules):
    """A game whose positions are listed, in a single tier."""

    name = "listed"
    title = "a listed game"
    start = 0
    rows: tuple[Row, ...] = ()

    def moves(self, position: int) -> Sequence[int]:
        return [head for head, _ in self.rows[position][1]]

    def children(self, tier: int) -> Sequence[int]:
        return [0]

    def size(self, tier: int) -> int:
        return len(self.rows)

    def rank(self, position: int) -> tuple[int, int]:
        return 0, position

    def unrank(self, tier: int, index: int) -> int:
        return index

    def expand(self, batch: Batch) -> None:
        rows = [self.rows[i] for i in batch.index.tolist()]
        for outcome in ("win", "loss", "draw"):
            batch.end(outcome, np.array([end == outcome for end, _ in rows]))
        for move in product(range(len(self.rows)), (False, True)):
            there = np.array([move in moves for _, moves in rows])
            batch.move(0, np.full(batch.index.size, move[0]), there, again=move[1])


LOSS, DRAW, WIN = 1, 2, 3
CODES = {"loss": LOSS, "draw": DRAW, "win": WIN}


def tables() -> Iterator[Listing]:
    """Tables of games with two positions, with moves again, and with three: any outcome and remoteness anywhere."""
    for n, again in ((1, (False, True)), (2, (False, True)), (3, (False,))):
        moves = [*product(range(n), again)]
        chosen = [tuple(one for one, there in zip(moves, bits, strict=True) if there)
                  for bits in product((False, True), repeat=len(moves))]  # fmt: skip
        rows = [*((end, ()) for end in CODES), *(("", some) for some in chosen)]
        for every in product(rows, repeat=n):
            if all(every <= renumbered(every, order) for order in permutations(range(n))):
                yield table(every)


def renumbered(rows: tuple[Row, ...], order: Sequence[int]) -> tuple[Row, ...]:
    """Return a game with other numbers of the positions."""
    found = {order[v]: (end, tuple(sorted((order[head], again) for head, again in some)))
             for v, (end, some) in enumerate(rows)}  # fmt: skip
    return tuple(found[v] for v in range(len(rows)))


def table(rows: tuple[Row, ...]) -> Listing:
    rules, n = Listed(rows), len(rows)
    labels = [4 * far + code for code in (LOSS, WIN) for far in range(n + 1)] + [DRAW, 4 + DRAW, 0]

    def made(entries: list[int]) -> Any:
        counts = {name: _counts([one for one in entries if one & 3 == code]) for name, code in CODES.items()}
        said: Any = {"tier": "0", "win": counts["win"], "loss": counts["loss"], "draw": sum(counts["draw"])}
        told = Manifest(1, "listed", (), "", "remoteness", (TierAbout(**said, packer="zlib", size=n, children=("0",)),),
                        True, "")  # fmt: skip
        bits = np.packbits(np.arange(1 << 16) < n, bitorder="little")
        block = Block(bits, np.array(entries, np.uint16))
        file = SimpleNamespace(used=np.array([n]), block=lambda b: block, about=About(**said, packer="zlib"))
        return SimpleNamespace(
            problem=rules, space=rules.space, manifest=told, files={0: file}, label=lambda at: 0, labels=entries
        )

    def held(claim: Any) -> Report:
        found = check_table(claim)
        if all(one == DRAW or one & 1 for one in claim.labels):
            assert by_reference(listed(rows, claim.labels)).ok == found.ok, (rows, claim.labels)
        return found

    def holds(claim: Any) -> bool:
        return bool(claim.labels == true_labels(rows))

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A label speaks of those that a move leads to."""
        said = re.search(r"number (\d) is called", fault.message)
        return said and (v := int(said[1]), *(head for head, _ in rows[v][1]))

    return Listing(rules, [labels] * n, made, holds, held, written=False, speaks=speaks)


def _counts(labels: Sequence[int]) -> tuple[int, ...]:
    """Return how many labels there are of each remoteness."""
    return tuple(np.bincount([one >> 2 for one in labels]).tolist()) if labels else ()


def listed(rows: Sequence[Row], labels: Sequence[int]) -> str:
    """Return the certificate file of a table."""
    ends, said = {"": 0, "win": 1, "loss": 2, "draw": 3}, {WIN: 0, LOSS: 1, DRAW: 2}
    moves = [" ".join([str(ends[end]), *(f"{head} {int(again)}" for head, again in some)]) for end, some in rows]
    lines = [f"{v} {one}" for v, one in enumerate(moves)]
    claims = [f"{v} {said[one & 3]} {one >> 2}" for v, one in enumerate(labels)]
    count = sum(len(some) for _, some in rows)
    head = ["graphgames-certificate 1", f"table table-labels {len(rows)} {count}", "game", *lines, "solution", *claims]
    return "\n".join([*head, "certificate", *(f"{v}" for v in range(len(rows))), "end", ""])


def true_labels(rows: Sequence[Row]) -> list[int]:
    """Return the outcome and the remoteness of each position by the definition: what can be forced in r moves."""
    found = {v: CODES[end] for v, (end, _) in enumerate(rows) if end}
    found |= {v: LOSS for v, (end, moves) in enumerate(rows) if not end and not moves}
    for r in range(1, len(rows) + 1):
        new = {}
        for v, (_, moves) in enumerate(rows):
            if v not in found:
                seen = [found.get(head, 0) for head, _ in moves]
                good = [one & 3 == (WIN if again else LOSS) for one, (_, again) in zip(seen, moves, strict=True)]
                bad = [one & 3 == (LOSS if again else WIN) for one, (_, again) in zip(seen, moves, strict=True)]
                if any(good) or all(bad):
                    new[v] = 4 * r + (WIN if any(good) else LOSS)
        found |= new
    return [found.get(v, DRAW) for v in range(len(rows))]


# Specifications.


def few_layers() -> Iterator[Listing]:
    """Specifications over one input and one output: one layer or part with its way; over an output alone, two."""
    yield from layers(1)
    for start, step, assumed, goals in product(
        ([], ["!x"]), ([], ["x' -> !x"], ["x'"], ["x | x'"]), ([], ["x"]), (["x"], ["x", "!x"])
    ):
        spec = gg.Spec({}, {"x": bool}, sys_init=start, sys_trans=step, env_goals=assumed, sys_goals=goals)
        yield from layered(spec, len(goals), 2)


def layers(depth: int) -> Iterator[Listing]:
    """Specifications over one input and one output: so many layers at most, or parts with their ways."""
    for env, start, step, assumed, goals in product(
        ([], ["a' != a"]),
        ([], ["!x"]),
        ([], ["x' -> a"], ["x' -> a'"], ["x' != x"], ["!x'"]),
        ([], ["a"]),
        (["x"], ["x = a"], ["x", "!x"]),
    ):
        spec = gg.Spec({"a": bool}, {"x": bool}, env_trans=env, sys_init=start, sys_trans=step, env_goals=assumed,
                       sys_goals=goals)  # fmt: skip
        yield from layered(spec, len(goals), depth)


SETS = [(2, 0, 1), (2, 1, 0), *((0, low, high) for low, high in product(range(4), repeat=2) if low != high)]
"""Nodes for all sets of the four states, beside the empty one and that of all."""
FEW = [(0, 0, 1), (0, 1, 0)]
"""Those of two states."""


def layered(spec: gg.Spec, goals: int, depth: int) -> Iterator[Listing]:
    """Yield the claims for either player with so many layers of each goal, or parts and steps of a way, at most."""
    solved = cache(lambda: gg.synthesize(spec))
    order = tuple(spec.bits())
    nodes = SETS if len(order) > 1 else FEW

    @cache
    def met() -> bool:
        """Whether the system wins the explicit game."""
        game = explicit(spec)
        return bool(gg.solve(game).winner[game.start] == 0)

    def claim(realizable: bool, won: int, reached: Any, lost: Any) -> Any:
        kind: Any = type(solved().certificate)
        proof = kind(realizable, Diagrams(order, np.array(nodes, np.int64)), won, reached, lost)
        return replace(solved(), proof=proof, realizable=realizable)

    def system(entries: list[Any]) -> Any:
        won, *rows = entries
        reached = [[(0, one) for one in rows[depth * k : depth * (k + 1)] if one is not None] for k in range(goals)]
        return claim(True, won, tuple(map(tuple, reached)), ())

    def environment(entries: list[Any]) -> Any:
        each = 2 + depth
        batched = [entries[each * k : each * (k + 1)] for k in range(depth)]
        parts = [(goal, after, (tuple(one for one in way if one is not None),))
                 for goal, after, *way in batched if after is not None]  # fmt: skip
        return claim(False, 0, (), tuple(parts))

    def holds(solution: Any) -> bool:
        return bool(solution.realizable == met())

    def there(entries: list[Any], begin: int, k: int) -> range:
        """Return the places from one on, to that of the entry of which there are so many before it."""
        found = [place for place in range(begin, len(entries)) if entries[place] is not None]
        return range(begin, found[k] + 1)

    def of_system(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A layer speaks of what is won, and of the layers before it."""
        if said := re.search(r"layer (\d) of goal (\d) leads on", fault.message):
            return (0, *there(entries, 1 + depth * int(said[2]), int(said[1])))
        if said := re.search(r"in the layers of goal (\d)", fault.message):
            return (0, *range(1 + depth * int(said[1]), 1 + depth * (int(said[1]) + 1)))
        return (0,) if "every first input" in fault.message else None

    def of_environment(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A step of a way speaks of the steps before it, of the goal, and of the parts until there."""
        each, states = 2 + depth, range(1, (2 + depth) * depth, 2 + depth)
        if "some first input" in fault.message:
            return states
        said = re.search(r"part (\d)", fault.message)
        if said is None:
            return None
        at = [place for place in states if entries[place] is not None][int(said[1])]
        step = re.search(r"step (\d) to", fault.message)
        way = there(entries, at + 1, int(step[1])) if step else range(at + 1, at + each - 1)
        return (*(place for place in states if place <= at), *((at - 1,) if step else ()), *way)

    sets = range(2 + len(nodes))
    yield Listing(spec, [sets, *[(None, *sets)] * (depth * goals)], system, holds, report, speaks=of_system)
    part: list[Sequence[Any]] = [range(goals), *[(None, *sets)] * (1 + depth)]
    yield Listing(spec, part * depth, environment, holds, report, speaks=of_environment)


KINDS: dict[str, Callable[[], Iterator[Listing]]] = {
    "sum-values": sums,
    "stack-nimbers": stacks,
    "table-labels": tables,
    "spec-layers": few_layers,
    "spec-layers larger": partial(layers, 2),
}
