"""The definitions, executed directly, as short as can be: what every solver is held against."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from graphgames import Arena


def impartial_outcomes(moves: Mapping[Any, Iterable[Any]]) -> dict[Any, str]:
    """Normal play on any finite graph: "loss" if all moves go to wins, "win" if one goes to a loss, else "draw"."""
    outcome: dict[Any, str] = {}
    changed = True
    while changed:
        changed = False
        for v, after in moves.items():
            if v in outcome:
                continue
            results = [outcome.get(w) for w in after]
            if "loss" in results or all(result == "win" for result in results):
                outcome[v] = "win" if "loss" in results else "loss"
                changed = True
    return {v: outcome.get(v, "draw") for v in moves}


def grundy(moves: Callable[[Any], Iterable[Any]], position: Any, memo: dict[Any, int] | None = None) -> int:
    """Least number that no option has, by recursion; ``memo`` to use it again."""
    memo = {} if memo is None else memo
    if position not in memo:
        after = {grundy(moves, option, memo) for option in moves(position)}
        memo[position] = next(g for g in range(len(after) + 1) if g not in after)
    return memo[position]


def loopy_value(arena: Arena, v: int, top: int) -> tuple[bool, frozenset[int]]:
    """Play the sum with a nim heap of each size: (True, {n}) for the number n, (False, K) for infinity(K)."""
    moves = {
        (u, k): [(int(w), k) for w in arena.successors_of(u)] + [(u, j) for j in range(k)]
        for u in range(arena.n)
        for k in range(top + 1)
    }
    outcomes = impartial_outcomes(moves)
    lost = [k for k in range(top + 1) if outcomes[v, k] == "loss"]
    if lost:
        return True, frozenset(lost)
    return False, frozenset(k for k in range(top + 1) if outcomes[v, k] == "win")


def graph_of(arena: Arena) -> tuple[list[list[int]], list[int]]:
    """The successors of each vertex as lists, and the owners (zeros without)."""
    successors = [arena.successors_of(v).tolist() for v in range(arena.n)]
    return successors, [0] * arena.n if arena.owner is None else arena.owner.tolist()


def least_fixpoint(step: Callable[[set[int]], set[int]]) -> set[int]:
    """Iterate a monotone step from the empty set."""
    found: set[int] = set()
    while (following := step(found)) != found:
        found = following
    return found


def controllable(arena: Arena, player: int, goal: set[int]) -> set[int]:
    """Where the player can make the next vertex be in the goal, whoever moves."""
    successors, owner = graph_of(arena)
    return {v for v, ws in enumerate(successors) if ws and (any if owner[v] == player else all)(w in goal for w in ws)}


def attractor(arena: Arena, target: set[int], player: int) -> dict[int, int]:
    """The rank of each vertex from which the player can force the target: the round in which it comes in."""
    ranks = dict.fromkeys(target, 0)
    while new := controllable(arena, player, set(ranks)) - set(ranks):
        ranks |= dict.fromkeys(new, max(ranks.values()) + 1)
    return ranks


def buchi(arena: Arena, green: set[int], player: int) -> set[int]:
    """Where the player can see green infinitely often: where he can force such vertices again, shrinking."""
    region = set(range(arena.n))
    while True:
        following = set(attractor(arena, green & controllable(arena, player, region), player))
        if following == region:
            return region
        region = following


def first_repetition(arena: Arena, green: set[int], player: int, start: int) -> bool:
    """Whether the player wins the Green Game from the start, as its rules say.

    Play stops when the pawn stands on a field for the second time; he wins if there was a green field from the first
    visit to the second.
    """
    successors, owner = graph_of(arena)

    def wins(path: list[int]) -> bool:
        if path[-1] in path[:-1]:
            return not green.isdisjoint(path[path.index(path[-1]) :])
        return (any if owner[path[-1]] == player else all)(wins([*path, w]) for w in successors[path[-1]])

    return wins([start])


def retrograde(arena: Arena, ends: Container[int]) -> tuple[list[int], list[int]]:
    """Winner (2 for a draw) and remoteness, decided in rounds; on impartial arenas 0 is the player to move.

    The player to move wins the dead ends in ``ends``, and loses others.
    """
    successors, owner = graph_of(arena)
    winner, remoteness = [2] * arena.n, [-1] * arena.n
    for r in range(arena.n + 1):
        decided = [(v, w) for v, w in enumerate(winner) if remoteness[v] >= 0]
        won = {side: {v for v, w in decided if w == side} for side in (0, 1)}
        for v, ws in enumerate(successors):
            mine = owner[v]
            theirs = 1 - mine
            likes, fears = (won[1], won[0]) if arena.owner is None else (won[mine], won[theirs])
            if remoteness[v] >= 0:
                continue
            if not ws and r == 0:
                winner[v], remoteness[v] = (mine if v in ends else theirs), 0
            elif any(w in likes for w in ws):
                winner[v], remoteness[v] = mine, r
            elif ws and all(w in fears for w in ws):
                winner[v], remoteness[v] = theirs, r
    return winner, remoteness


def follow(arena: Arena, region: set[int], player: int, moves: list[int]) -> dict[int, list[int]]:
    """The graph that the player's moves leave of his region; it must be closed, and his moves must be edges."""
    successors, owner = graph_of(arena)
    left = {v: [moves[v]] if owner[v] == player else successors[v] for v in region}
    assert all(w in successors[v] and w in region for v, ws in left.items() for w in ws)
    return left


def on_cycles(graph: dict[int, list[int]]) -> set[int]:
    """The vertices that can come back to themselves."""

    def beyond(v: int) -> set[int]:
        return least_fixpoint(lambda found: {w for u in {v} | found for w in graph[u]})

    return {v for v in graph if v in beyond(v)}


def race(successors: list[list[int]], goal: int, position: tuple[tuple[int, ...], int], race: Any) -> int | None:
    """Who wins a race, by trying every play; nobody once the schedule went round without a token moving."""

    def winner(places: tuple[int, ...], turn: int, idle: int) -> int:
        if goal in places:
            return int(race.wants[places.index(goal)])
        if idle == len(race.schedule):
            return 2
        player, token = race.schedule[turn]
        after, heads = (turn + 1) % len(race.schedule), successors[places[token]]
        if not heads:
            return winner(places, after, idle + 1)
        results = {winner((*places[:token], w, *places[token + 1 :]), after, 0) for w in heads}
        return min(results, key=(player, 2, 1 - player).index)

    result = winner(*position, 0)
    return None if result == 2 else result


# What the certificates say, read out vertex by vertex. A claim is plain lists; impartial arenas have no owner. The
# data of the objective are one number a vertex: the priority, or 1 in the target, at unsafe and at green vertices
# and at ends that the player to move wins in normal play.


class Claimed(NamedTuple):
    """A game, who is said to win where and how, and the labels that are said to prove it."""

    successors: list[list[int]]
    owner: list[int] | None
    objective: str
    data: list[int]
    winner: list[int]
    moves: list[int]
    labels: dict[str, list[int]]

    @property
    def player(self) -> int:
        """Whom the labels are for."""
        return int(self.objective in ("safe", "cobuchi"))

    def mover(self, v: int) -> int:
        """Who moves; 0 on impartial arenas, as in ``winner``."""
        return 0 if self.owner is None else self.owner[v]

    def likes(self, v: int, w: int) -> bool:
        """Whether the player to move at v wins by going to w."""
        return self.winner[w] == (1 if self.owner is None else self.owner[v])

    def coming(self, v: int) -> list[int]:
        """The successors that may come next."""
        return [self.moves[v]] if self.winner[v] == self.mover(v) else self.successors[v]


def expected_labels(c: Claimed) -> dict[str, list[int]]:
    """Each label as its equation gives it from the others."""
    if c.objective in ("reach", "safe"):
        return {"rank": [expected_rank(c, v) for v in range(len(c.winner))]}
    if c.objective in ("normal", "misere"):
        return {"remoteness": [expected_remoteness(c, v) for v in range(len(c.winner))]}
    if c.objective in ("buchi", "cobuchi"):
        return {name: [expected_green(c, v, name) for v in range(len(c.winner))] for name in ("alpha", "beta")}
    return {}


def expected_rank(c: Claimed, v: int) -> int:
    after = [c.labels["rank"][w] for w in c.successors[v]]
    if c.data[v]:
        return 0
    if c.mover(v) == c.player:
        return 1 + min((r for r in after if r >= 0), default=-2)
    return 1 + max(after) if after and min(after) >= 0 else -1


def expected_remoteness(c: Claimed, v: int) -> int:
    remoteness, after = c.labels["remoteness"], c.successors[v]
    if not after:
        return 0
    if c.winner[v] == 2:
        return -1
    if c.winner[v] == c.mover(v):
        return 1 + min((remoteness[w] for w in after if c.likes(v, w)), default=-1)
    return 1 + max(remoteness[w] for w in after)


def expected_green(c: Claimed, v: int, name: str) -> int:
    if (c.winner[v] == c.player) != (name == "alpha"):
        return -1
    if name == "alpha":
        return 0 if c.data[v] else 1 + max(c.labels[name][w] for w in c.coming(v))
    return c.data[v] + max((c.labels[name][w] for w in c.coming(v) if w != v), default=0)


def claim_holds(c: Claimed) -> bool:
    """Whether all that the certificate's text asks for is true."""
    for v, (after, winner, move) in enumerate(zip(c.successors, c.winner, c.moves, strict=True)):
        over = not after or (c.objective in ("reach", "safe") and c.data[v] == 1)
        if (move in after) != (winner == c.mover(v) and not over) or (move not in after and move != -1):
            return False
    if expected_labels(c) != c.labels:
        return False
    if c.objective in ("reach", "safe"):
        return all(rank_decides(c, v) for v in range(len(c.winner)))
    if c.objective in ("normal", "misere"):
        return all(outcome_is_right(c, v) for v in range(len(c.winner)))
    left = {v: c.coming(v) for v in range(len(c.winner))}
    if any(c.winner[w] != c.winner[v] for v, after in left.items() for w in after):
        return False
    if c.objective == "parity":
        return not lost_cycles(left, c.data, c.winner)
    lost = [v for v in left if c.winner[v] != c.player]
    return all(c.labels["beta"][v] >= 0 and not (c.data[v] and v in left[v]) for v in lost)


def rank_decides(c: Claimed, v: int) -> bool:
    rank = c.labels["rank"]
    return (rank[v] >= 0) == (c.winner[v] == c.player) and (
        c.moves[v] < 0 or rank[c.moves[v]] == (rank[v] - 1 if c.mover(v) == c.player else -1)
    )


def outcome_is_right(c: Claimed, v: int) -> bool:
    wins, draws = [w for w in c.successors[v] if c.likes(v, w)], [w for w in c.successors[v] if c.winner[w] == 2]
    if not c.successors[v]:
        return c.winner[v] == (c.mover(v) if c.objective == "misere" or c.data[v] else 1 - c.mover(v))
    if c.winner[v] == c.mover(v):
        return c.moves[v] in wins and c.labels["remoteness"][c.moves[v]] == c.labels["remoteness"][v] - 1
    return not wins and bool(draws) == (c.winner[v] == 2)


def lost_cycles(left: dict[int, list[int]], priority: list[int], winner: list[int]) -> set[int]:
    """The vertices of the loser's parity on a cycle whose top priority is theirs."""
    lost = set()
    for v in left:
        if priority[v] % 2 != winner[v]:
            low = {u: [w for w in after if priority[w] <= priority[v]] for u, after in left.items()}
            lost |= {v} & on_cycles({u: after for u, after in low.items() if priority[u] <= priority[v]})
    return lost


def claim(arena: Arena, objective: str, data: list[int]) -> Claimed:
    """Solve a game with the definitions above, and say why."""
    successors, owner = graph_of(arena)
    blank = Claimed(successors, None if arena.owner is None else owner, objective, data, [], [], {})
    marked = {v for v in range(arena.n) if data[v]}
    if objective in ("reach", "safe"):
        return with_ranks(blank, attractor(arena, marked, blank.player))
    if objective in ("normal", "misere"):
        blank = blank._replace(data=[int(d and not after) for d, after in zip(data, successors, strict=True)])
        return with_remoteness(blank, *retrograde(arena, range(arena.n) if objective == "misere" else marked))
    if objective == "parity":
        return with_strategies(blank)
    return with_green(blank, buchi(arena, marked, blank.player))


def with_ranks(c: Claimed, ranks: dict[int, int]) -> Claimed:
    rank = [ranks.get(v, -1) for v in range(len(c.successors))]
    winner = [c.player if r >= 0 else 1 - c.player for r in rank]
    moves = []
    for v, after in enumerate(c.successors):
        aim = rank[v] - 1 if c.mover(v) == c.player else -1
        due = winner[v] == c.mover(v) and not c.data[v]
        moves.append(next((w for w in after if rank[w] == aim), -1) if due else -1)
    return c._replace(winner=winner, moves=moves, labels={"rank": rank})


def with_remoteness(c: Claimed, winner: list[int], remoteness: list[int]) -> Claimed:
    c = c._replace(winner=winner, labels={"remoteness": remoteness})
    moves = [
        next((w for w in after if c.likes(v, w) and remoteness[w] == remoteness[v] - 1), -1)
        if winner[v] == c.mover(v)
        else -1
        for v, after in enumerate(c.successors)
    ]
    return c._replace(moves=moves)


def with_green(c: Claimed, region: set[int]) -> Claimed:
    """Alpha by rounds of attraction inside the region, beta by lifting outside; the moves attain them."""
    n = len(c.successors)
    winner = [c.player if v in region else 1 - c.player for v in range(n)]
    alpha = [0 if v in region and c.data[v] else -1 for v in range(n)]
    beta = [-1 if v in region else 0 for v in range(n)]
    moves = [-1] * n
    for step in range(1, n * n + 2):
        before = alpha.copy()
        for v, after in enumerate(c.successors):
            inside = [before[w] for w in after if w in region]
            if v in region and before[v] < 0 and (max if c.mover(v) == c.player else min)(inside) >= 0:
                alpha[v] = step
            elif v not in region:
                outside = [beta[w] for w in after if w not in region]
                beta[v] = max(beta[v], c.data[v] + (max if c.mover(v) == c.player else min)(outside))

    def attains(v: int, w: int) -> bool:
        if v not in region:
            return w not in region and beta[w] == beta[v] - c.data[v]
        return w in region and (c.data[v] == 1 or alpha[w] == alpha[v] - 1)

    for v, after in enumerate(c.successors):
        if winner[v] == c.mover(v):
            moves[v] = next(w for w in after if attains(v, w))
    return c._replace(winner=winner, moves=moves, labels={"alpha": alpha, "beta": beta})


def with_strategies(c: Claimed) -> Claimed:
    """Try all strategies of each player; one of them wins wherever any does."""
    n = len(c.successors)
    winner, moves = [1] * n, [-1] * n
    for player in (1, 0):
        best: tuple[set[int], tuple[int, ...]] = (set(), ())
        for choice in product(*([-1] if c.mover(v) != player else after for v, after in enumerate(c.successors))):
            left = {v: [choice[v]] if choice[v] >= 0 else after for v, after in enumerate(c.successors)}
            lost = lost_cycles(left, c.data, [player] * n)
            lost = least_fixpoint(lambda bad: lost | {v for v in left if bad & set(left[v])})  # noqa: B023
            best = max(best, (set(left) - lost, choice), key=lambda pair: len(pair[0]))
        for v in best[0]:
            winner[v], moves[v] = player, best[1][v]
    return c._replace(winner=winner, moves=moves)


def edge_parity(arena: Arena, priority: list[int], convention: str = "max-even") -> list[int]:
    """Who wins where, when the edges have the priorities: try all choices of one edge at each vertex of player 0."""
    edges = [(u, w, p) for (u, w), p in zip(arena.edges(), priority, strict=True)]
    out = [[e for e in edges if e[0] == v] for v in range(arena.n)]
    owner = graph_of(arena)[1]
    won: set[int] = set()
    for choice in product(*(([e] for e in after) if owner[v] == 0 else [after] for v, after in enumerate(out))):
        left = [e for after in choice for e in after]
        lost = set()
        for u, w, p in left:
            sign, bad = 1 if convention.startswith("max") else -1, p % 2 != convention.endswith("odd")
            low = {v: [b for a, b, q in left if a == v and sign * q <= sign * p] for v in range(arena.n)}
            if bad and u in least_fixpoint(lambda found: {w} | {b for v in found for b in low[v]}):  # noqa: B023
                lost.add(u)
        lost = least_fixpoint(lambda found: lost | {a for a, b, _ in left if b in found})  # noqa: B023
        won |= set(range(arena.n)) - lost
    return [0 if v in won else 1 for v in range(arena.n)]


def geography(n: int, arcs: Iterable[tuple[int, int]], undirected: bool = False, by_vertex: bool = False) -> list[int]:
    """Play on, arc by arc: 0 if the player to move from the vertex wins, 1 if he loses."""
    ends = tuple(arcs)

    @cache
    def wins(v: int, used: frozenset[int]) -> bool:
        for e, (u, w) in enumerate(ends):
            for tail, head in {(u, w), (w, u)} if undirected else {(u, w)}:
                key = head if by_vertex else e
                if tail == v and key not in used and not wins(head, used | {key}):
                    return True
        return False

    return [int(not wins(v, frozenset({v} if by_vertex else ()))) for v in range(n)]


def grid_losing(impassable: set[tuple[int, int]], width: int, height: int) -> set[tuple[int, int]]:
    """The losing cells (x, y) of a corner: those from which no other is reached leftwards or downwards."""
    losing: set[tuple[int, int]] = set()
    for x, y in ((x, y) for y in range(height) for x in range(width) if (x, y) not in impassable):
        left: list[tuple[int, int]] = []
        down: list[tuple[int, int]] = []
        while (x - len(left) - 1, y) not in impassable and len(left) < x:
            left.append((x - len(left) - 1, y))
        while (x, y - len(down) - 1) not in impassable and len(down) < y:
            down.append((x, y - len(down) - 1))
        if losing.isdisjoint(left + down):
            losing.add((x, y))
    return losing


def rest_of_play(
    moves: Callable[[Any], Iterable[Any]],
    mover: Callable[[Any, int], int],
    over: Callable[[list[Any], int], int | None],
    stuck: Callable[[Any, int], int],
    positions: list[Any],
) -> int:
    """Who wins a play that came this far, 2 for a draw, by trying every way on; `over` says when the rules end it."""
    made = len(positions) - 1
    player = mover(positions[-1], made)
    winner = over(positions, player)
    if winner is None:
        after = [rest_of_play(moves, mover, over, stuck, [*positions, w]) for w in moves(positions[-1])]
        winner = min(after, key=(player, 2, 1 - player).index) if after else stuck(positions[-1], player)
    return winner


def pawn_play(arena: Arena, objective: Any, positions: list[int]) -> int:
    """Who wins a play of a pawn that came this far: it ends where a vertex comes again with the same player to move."""
    successors, owner = graph_of(arena)

    def mover(v: int, made: int) -> int:
        return made % 2 if arena.owner is None else owner[v]

    def over(walk: list[int], player: int) -> int | None:
        ending = objective.ending(arena, walk[-1], player)
        if ending is None:
            earlier = [k for k, v in enumerate(walk[:-1]) if v == walk[-1] and mover(v, k) == player]
            ending = objective.cycle_ending(arena, walk[earlier[0] : -1]) if earlier else None
        return None if ending is None else 2 if ending.winner is None else int(ending.winner)

    def stuck(v: int, player: int) -> int:
        return player if objective.name == "misere" else 1 - player

    return rest_of_play(lambda v: set(successors[v]), mover, over, stuck, positions)
