"""Small scope for games by rules, misère quotients, searches in geography, masks of shields and marks of policies.

The listings are those of `tests.scope_problems`: small problems, all claims over a grid, and a judge that knows the
definition and no certificate.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import gcd
from types import SimpleNamespace
from typing import Any

import numpy as np

import graphgames as gg
from graphgames import certificates
from graphgames.core.report import Failure
from graphgames.games.geography.certificate import ProofNode
from graphgames.games.geography.problem import Geography
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.impartial.by_rule import ByRule
from graphgames.games.impartial.misere import misere
from graphgames.games.impartial.problem import RulesProblem
from graphgames.policies.shield_checker import Promise
from tests import naive, naive_chance, scope
from tests.games.geography.test_checker import search
from tests.games.heaps.test_misere import misere_grundy
from tests.games.impartial import test_misere, test_rules_checker
from tests.scope_listing import Listing

Moves = dict[int, list[int]]


def graphs(n: int, cycles: bool) -> Iterator[Moves]:
    """Return all ways to move between positions, without cycles to smaller numbers alone."""
    rows = [range(n if cycles else v) for v in range(n)]
    for chosen in product(*(product((False, True), repeat=len(row)) for row in rows)):
        yield {v: [w for w, there in zip(rows[v], one, strict=True) if there] for v, one in enumerate(chosen)}


def nimbers(after: Moves) -> list[int]:
    """Return the nimber of each position by definition, -1 where it has none."""
    arena = gg.Arena.from_edges([(v, w) for v, row in after.items() for w in row], n=len(after))
    found = [naive.loopy_value(arena, v, len(after) + 1) for v in after]
    return [min(reached) if number else -1 for number, reached in found]


def winners(edges: Sequence[tuple[int, int]], n: int, misere: bool = False) -> list[int]:
    """Return 0 where whoever moves wins, 1 where he loses, 2 for a draw."""
    return list(naive.retrograde(gg.Arena.from_edges(edges, n=n), range(n) if misere else [])[0])


def positions() -> Iterator[Listing]:
    """Games by rules with up to three positions, also with cycles: up to three entries in any order."""
    for after in [*graphs(1, True), *graphs(2, True), *graphs(3, False)]:
        yield by_rules(after)


def by_rules(after: Moves) -> Listing:
    n, game = len(after), ByRule(RulesProblem(SimpleNamespace(moves=after.__getitem__)))
    true = nimbers(after)
    beside = [(v + n * h, w + n * h) for v, row in after.items() for w in row for h in range(3)]
    beside += [(v + n * h, v + n * less) for v in after for h in range(3) for less in range(h)]
    wins = winners(beside, 3 * n)

    def made(entries: list[Any]) -> Any:
        kept = [one for one in entries if one is not None]
        columns = zip(*kept, strict=True) if kept else ((), (), ())
        return test_rules_checker.claimed(game, certificates.PositionValues(*columns))

    def holds(solution: Any) -> bool:
        right = all(true[v] == value for v, value in solution.nimbers.items())
        return right and all(wins[v + n * h] == int(lost) for (v, h), lost in solution.couples.items())

    entry = [None, *product(range(n), (None, 0, 1, 2), (0, 1, 2))]

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """An entry speaks of those before it."""
        said = re.match(r"(\d) (?:with a heap of (\d))?", fault.message)
        if said is None or fault.message.endswith("for its certificate"):
            return None
        named = int(said[1]), said[2] and int(said[2])
        return range(1 + max(k for k, one in enumerate(entries) if one is not None and one[:2] == named))

    return Listing(game.problem, [entry] * 3, made, holds, written=False, speaks=speaks)


def miseres() -> Iterator[Listing]:
    """Misère play of games by rules with up to three positions: two outcomes, or two genera."""
    for n in (1, 2, 3):
        for after in graphs(n, False):
            yield from by_misere_rules(after)


def by_misere_rules(after: Moves) -> Iterator[Listing]:
    n, game = len(after), misere(SimpleNamespace(moves=after.__getitem__))
    normal, value = nimbers(after), test_misere.misere_nimber(after)
    wins = winners([(v, w) for v, row in after.items() for w in row], n, misere=True)
    rows = [(1, 0), (0, 1), (0, 0), (1, 1), (2, 0), (0, 2), (1, 2, 0), (0, 2, 0), (0, 0, 2), (2, 0, 1), (1, 0, 1), (1,)]

    def made(entries: list[Any]) -> Any:
        outcomes, genera = ([one for one in entries if one is not None and len(one) == size] for size in (2, 3))
        first = zip(*outcomes, strict=True) if outcomes else ((), ())
        second = zip(*genera, strict=True) if genera else ((), (), ())
        return test_misere.claimed(game, certificates.MisereValues(*first, *second))

    def holds(solution: Any) -> bool:
        proof = solution.certificate
        if any((wins[v] == 0) != win for v, win in zip(proof.positions, proof.wins, strict=True)):
            return False
        for v, number, row in zip(proof.valued, proof.normal, proof.misere, strict=True):
            longer = [*row, *(row[-2:] * 4)][:7]
            if number != normal[v] or any(value(v, twos, 0) != one for twos, one in enumerate(longer)):
                return False
        return True

    yield Listing(game.problem, [[None, *product(range(n), (False, True))]] * 3, made, holds, written=False)
    yield Listing(game.problem, [[None, *product(range(n), range(3), rows)]] * 2, made, holds, written=False)


def quotients() -> Iterator[Listing]:
    """Misère quotients with up to two elements, of heaps up to 2; of each also those with the product of a group."""
    for code, size in product(("0.1", "0.2", "0.3", "0.07", "0.33", "0.333", "0.7", "0.77", "0.12"), (2, 1)):
        group = tuple((x + y) % size for x, y in product(range(size), repeat=2))
        yield quotient(code, size, [group])
        yield quotient(code, size, [*product(range(size), repeat=size * size)])


def quotient(code: str, size: int, tables: Sequence[Any]) -> Listing:
    game = gg.HeapGame.from_code(code)
    problem = QuotientProblem(game, 2)
    lost = cache(lambda heaps: misere_grundy(game, heaps, 0) == 0)
    sums = [heaps for count in range(6) for heaps in combinations_with_replacement((1, 2), count)]
    names = [((),)] if size == 1 else [((), one) for one in ((1,), (2,), (1, 1), (2, 2), (1, 2))]

    def made(entries: list[Any]) -> Any:
        table = np.array(entries[0], np.int64).reshape(size, size)
        losing, heaps = entries[1 : 1 + size], entries[1 + size : 4 + size]
        proof = certificates.QuotientTable(table, np.array(losing), np.array(heaps, np.int64), entries[-1], game.code)
        return SimpleNamespace(problem=problem, certificate=proof, losing=frozenset(np.flatnonzero(losing).tolist()))

    def holds(solution: Any) -> bool:
        proof = solution.certificate

        def element(heaps: Sequence[int]) -> int:
            found = 0
            for heap in heaps:
                found = int(proof.product[found, proof.heaps[heap]])
            return found

        return all((element(heaps) in solution.losing) == lost(heaps) for heaps in sums)

    choices: list[Sequence[Any]] = [tables, *[(False, True)] * size, *[range(size)] * 3]
    return Listing(problem, [*choices, names], made, holds, written=False)


def searches() -> Iterator[Listing]:
    """Searches in geography on two vertices with up to two arcs or edges: two positions, by every rule."""
    for kind in ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography"):
        pairs = [(0, 1), (1, 0), (0, 0)] if "vertex" not in kind else [(0, 1), (1, 0)]
        pairs = pairs[::2] if kind.startswith("undirected") else pairs
        for count in (1, 2):
            for edges in combinations_with_replacement(pairs, count):
                if "vertex" not in kind or len({*edges}) == count:
                    yield searched(kind, edges)


def searched(kind: str, edges: Sequence[tuple[int, int]]) -> Listing:
    problem, m = Geography(kind, [gg.Arena.from_edges(edges, n=2)]), len(edges)
    start = cache(lambda: gg.solve(problem))
    true = cache(lambda: naive.geography(2, list(edges), kind.startswith("undirected"), "vertex" in kind))
    rules: list[tuple[Any, ...]] = [("all", -1, (), kids) for kids in ((), (0,), (0, 0), (0, 1))]
    rules += [("move", arc, (), (kid,)) for arc, kid in product(range(-1, m + 1), (0, 1))]
    rules += [
        ("parity", -1, (), ()),
        ("settled", -1, (), ()),
        *(("kernel", -1, kernel, ()) for kernel in ((), (0,), (1,), (0, 1))),
    ]
    rules += [("even", -1, kernel, ()) for kernel in ((), (0,), (1,), (0, 1))]

    def nodes(vertices: Sequence[int], several: Sequence[tuple[Any, ...]]) -> list[ProofNode]:
        places = product(vertices, range(2**m), (False, True), several)
        return [ProofNode(v, unused, wins, rule, (), *rest) for v, unused, wins, (rule, *rest) in places]

    first = [("all", -1, (), ()), ("parity", -1, (), ()), ("kernel", -1, (0,), ())]

    def made(entries: list[Any]) -> Any:
        v, *few = entries
        proof = certificates.GeographyProof(((search({v: 1}, range(2), range(m), *few),),))
        winner = [3, 3]
        winner[v] = 0 if few[1].wins else 1
        return replace(start(), winner=(np.array(winner, np.uint8),), theorem=(("",) * 2,), proof=proof)

    def holds(solution: Any) -> bool:
        return all(code in (3, right) for code, right in zip(solution.winner[0].tolist(), true(), strict=True))

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A position of the proof speaks of itself and of those before it."""
        said = re.match(r"position (\d) of the proof", fault.message)
        if said is None:
            return (0, 2) if fault.vertex is not None else ()  # of the graph that the proof is about
        return range(1, 2 + int(said[1]))

    choices: list[Sequence[Any]] = [(0, 1), nodes((0, 1), first), nodes((0, 1), rules)]
    return Listing(problem, choices, made, holds, written=False, speaks=speaks)


def drawn_games() -> Iterator[tuple[scope.Small, gg.Game]]:
    """Games of chance with two vertices: what is to be avoided, and where all can move."""
    one = scope.SCOPES["reaching-ranks avoid"]
    for small in scope.games(one, 2):
        if all(out for _, _, out in small) and any(owner == 0 for owner, _, _ in small):
            yield small, one.problem(small)


PROMISES = [
    Promise(0),
    Promise(0, Fraction(1, 2)),
    Promise(0, Fraction(1)),
    Promise(0, None, Fraction(2, 3)),
    Promise(1),
]


def shields() -> Iterator[Listing]:
    """All masks of all games of chance with two vertices, whatever is promised."""
    for small, game in drawn_games():
        yield shielded(small, game)


def shielded(small: scope.Small, game: gg.Game) -> Listing:
    arena, avoid = game.arena, [mark == 1 for _, mark, _ in small]
    tails, heads = arena.tails.tolist(), arena.successors.tolist()

    @cache
    def right(promise: Promise) -> Any:
        """A shield for a promise, and the mask by definition."""
        shield = gg.shield(game, threshold=promise.threshold, factor=promise.factor, player=promise.player)
        if promise.worst:
            owner = [promise.player if owner == promise.player else 1 - promise.player for owner, _, _ in small]
            rival = gg.Arena(arena.indptr, arena.successors, owner)
            lost = naive.attractor(rival, {v for v, there in enumerate(avoid) if there}, 1 - promise.player)
            keeps = [v not in lost and w not in lost for v, w in zip(tails, heads, strict=True)]
        else:
            best = [1 - x for x in naive_chance.probabilities(arena, avoid, player=1)]
            least = [promise.threshold if promise.factor is None else promise.factor * x for x in best]
            keeps = [not avoid[v] and best[w] >= least[v] for v, w in zip(tails, heads, strict=True)]
        return shield, [small[v][0] == promise.player and keep for v, keep in zip(tails, keeps, strict=True)]

    def made(entries: list[Any]) -> Any:
        said, solved, *mask = entries
        return replace(right(solved)[0], promise=said, mask=np.array(mask))

    def holds(shield: Any) -> bool:
        return bool(shield.mask.tolist() == right(shield.promise)[1])

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A move that is allowed or forbidden speaks of itself, whatever is promised."""
        if "another game" in fault.message:
            return (0, 1)
        said = re.search(r"the move to (\d) is", fault.message)
        return said and (0, 1, *(2 + e for e, (v, w) in enumerate(zip(tails, heads, strict=True))
                                 if (v, w) == (fault.vertex, int(said[1]))))  # fmt: skip

    choices: list[Sequence[Any]] = [PROMISES, PROMISES, *[(False, True)] * arena.m]
    return Listing(game, choices, made, holds, lambda shield: shield.verify(), written=False, speaks=speaks)


def marks() -> Iterator[Listing]:
    """Marks of policies in all games of chance with two vertices: any policy with the solution for any other."""
    for _, game in drawn_games():
        yield marked(game)


def marked(game: gg.Game) -> Listing:
    arena, avoid = game.arena, np.asarray(game.objective.mask)  # type: ignore[attr-defined]
    own = np.flatnonzero(arena.owner[arena.tails] == 0).tolist()  # type: ignore[index]
    where = arena.tails[own].tolist()
    rows = [[row for row in product((0, 1, 2), repeat=where.count(v)) if gcd(*row) == 1] for v in dict.fromkeys(where)]
    policies = [tuple(share for row in some for share in row) for some in product(*rows)]
    first = gg.evaluate(game, "uniform", start=0)

    def share(policy: Sequence[int]) -> Any:
        found = np.zeros(arena.m, np.int64)
        found[own] = policy
        return found

    @cache
    def solved(policy: tuple[int, ...]) -> Any:
        return gg.solve(first.board.under(share(policy)))

    @cache
    def worth(policy: tuple[int, ...]) -> Any:
        left = first.board.under(share(policy)).arena
        return 1 - naive_chance.probabilities(left, avoid.tolist(), player=1)[0]

    def made(entries: list[Any]) -> Any:
        said, other = entries
        return replace(first, share=share(said), solution=solved(other))

    def holds(mark: Any) -> bool:
        return bool(mark.value == worth(tuple(mark.share[own].tolist())))

    return Listing(game, [policies, policies], made, holds, report=lambda mark: mark.verify(), written=False)


KINDS: dict[str, Callable[[], Iterator[Listing]]] = {
    "position-values": positions,
    "misere-values": miseres,
    "misere-quotient": quotients,
    "search": searches,
    "masks of shields": shields,
    "marks of policies": marks,
}
