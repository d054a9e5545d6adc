"""Exact rules that shrink a geography position or decide it, each with its proof.

A position is a vertex and the arcs still unused, an integer with bit e for arc e. The search kernel has its own fast
versions of the same rules; these are for reading, for writing down the proofs of a search, and for the tests that hold
both to brute force. Rules for directed edge geography unless said otherwise; P means that the player to move loses, N
that he wins. Rule 7 needs no function: where there is one move alone, the value is the opposite of that behind it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True)
class Board:
    """A graph to play on: vertices 0 to n - 1, arcs from tails to heads or edges between both, and which game it is."""

    n: int
    arcs: tuple[tuple[int, int], ...]
    undirected: bool = False
    by_vertex: bool = False

    @cached_property
    def _at(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each vertex its arcs with where they lead."""
        lists: list[list[tuple[int, int]]] = [[] for _ in range(self.n)]
        for e, (u, w) in enumerate(self.arcs):
            lists[u].append((e, w))
            if self.undirected and u != w:
                lists[w].append((e, u))
        return tuple(map(tuple, lists))

    @cached_property
    def _into(self) -> tuple[int, ...]:
        """For each vertex the arcs that lead into it; on an undirected graph those at it."""
        masks = [0] * self.n
        for e, (u, w) in enumerate(self.arcs):
            masks[w] |= 1 << e
            if self.undirected:
                masks[u] |= 1 << e
        return tuple(masks)

    def moves(self, unused: int, v: int) -> Iterator[tuple[int, int]]:
        """Go through the unused arcs out of v, with where they lead."""
        return ((e, w) for e, w in self._at[v] if unused >> e & 1)

    def start(self, v: int) -> int:
        """Return the arcs for a play from v: all, or in vertex geography those that do not lead into v."""
        everything = (1 << len(self.arcs)) - 1
        return everything & ~self._into[v] if self.by_vertex else everything

    def after(self, unused: int, v: int, e: int, w: int) -> int:
        """Return what is left when arc e was used from v to w: in vertex geography nothing at v and nothing into w."""
        if not self.by_vertex:
            return unused & ~(1 << e)
        return unused & ~self._into[v] & ~self._into[w] & ~sum(1 << f for f, _ in self._at[v])

    def without_arcs_into(self, unused: int, v: int) -> int:
        """Return the arcs without those into v (on an undirected graph: at v)."""
        return unused & ~self._into[v]


def reachable(board: Board, unused: int, v: int) -> tuple[int, tuple[int, ...]]:
    """Return the arcs that can still be reached, which alone count, and the vertices, breadth first (rule 2); O(n + m).

    *Proof.* A play is a walk from v along unused arcs, so arcs that no such walk meets make no difference to it.

    >>> reachable(Board(3, ((0, 1), (2, 0))), 0b11, 0)
    (1, (0, 1))
    """
    walk, seen, kept = [v], {v}, 0
    for u in walk:
        for e, w in board.moves(unused, u):
            kept |= 1 << e
            if w not in seen:
                seen.add(w)
                walk.append(w)
    return kept, tuple(walk)


def cancelling_pairs(board: Board, unused: int) -> list[tuple[int, int]]:
    """Pair arcs that cancel: u -> w with w -> u, two loops at one vertex, two parallel undirected edges (rule 1).

    *Proof.* Whoever wins without the pair plays as if it were not there; when the other player uses one half of it, he
    answers with the other half, and the same player is to move at the same vertex with the pair gone. The winner
    himself never starts it. Parallel arcs of a directed graph do not cancel: the second cannot be used at once. Not for
    vertex geography. O(m).
    """
    waiting: dict[tuple[int, int], list[int]] = {}
    pairs = []
    for e, (u, w) in enumerate(board.arcs):
        if not unused >> e & 1:
            continue
        partners = waiting.get((min(u, w), max(u, w)) if board.undirected else (w, u))
        if partners:
            pairs.append((partners.pop(), e))
        else:
            waiting.setdefault((min(u, w), max(u, w)) if board.undirected else (u, w), []).append(e)
    return pairs


def permanent_win(board: Board, unused: int, v: int) -> tuple[int, int] | None:
    """Find a vertex with an arc to a sink: it wins for whoever is to move there (rule 3).

    Returns the vertex (v itself if it is one) and the arc to a vertex from which nothing leads on; on an undirected
    graph to a vertex other than v that has no edge but this one.

    *Proof.* Let u have an arc e to a sink t. The play has not been at u when it comes there first, so e is unused, and
    whoever is to move wins by it. If u is v, the position is N. Otherwise the arcs into u may be deleted: the player
    who wins without them plays as before until the other uses one of them, and then moves from u to t. The arcs out of
    u can then not be reached. Repeated, this is backward induction: a vertex all of whose arcs are deleted is a sink.
    In vertex geography, too; and undirected, where moving to t uses the only edge up and t is no place the play has
    left.
    """
    _, walk = reachable(board, unused, v)
    for u in walk:
        for e, t in board.moves(unused, u):
            stays = 0 if t == u else sum(1 for f, _ in board.moves(unused, t) if f != e)
            if t != u and not stays and (not board.undirected or t != v):
                return u, e
    return None


def exits(board: Board, unused: int, v: int) -> dict[int, list[int]]:
    """Group the arcs that leave the strongly connected component of v by where they lead (rule 4).

    *Proof.* Let e = u -> w be an arc such that u cannot be reached from w. Whenever the token is at u, none of the arcs
    that can be reached from w has been used, as the play cannot have come back from there: so the value of w behind e
    is the constant value of the position of w with all arcs it can reach. If that is P, u wins for whoever is to move
    there, and rule 3 applies to it; if it is N, using e loses, and e may be deleted. O(n + m).
    """
    _, walk = reachable(board, unused, v)
    back: dict[int, list[int]] = {}
    for u in walk:
        for _, w in board.moves(unused, u):
            back.setdefault(w, []).append(u)
    home, queue = {v}, [v]
    for w in queue:
        for u in back.get(w, ()):
            if u not in home:
                home.add(u)
                queue.append(u)
    groups: dict[int, list[int]] = {}
    for u in walk:
        if u in home:
            for e, w in board.moves(unused, u):
                if w not in home:
                    groups.setdefault(w, []).append(e)
    return groups


def colouring(board: Board, unused: int, v: int) -> dict[int, int] | None:
    """Colour what can be reached with 0 and 1, v with 0, so that each arc joins two colours, if that can be."""
    colour, queue = {v: 0}, [v]
    for u in queue:
        for _, w in board.moves(unused, u):
            if w not in colour:
                colour[w] = 1 - colour[u]
                queue.append(w)
            elif colour[w] == colour[u]:
                return None
    return colour


def parity_winner(board: Board, unused: int, v: int) -> bool | None:
    """Return whether the player to move wins because a play can only end on one of two colours, if it is so (rule 5).

    *Proof.* A play is a trail. It ends at a vertex x whose arcs out are all used; it has entered x once more than it
    has left it, or as often if it began there. So x has more arcs in than out, or, if x is v, at least as many. The
    colours alternate along the play: if all such vertices have the colour of v, it ends after an even number of moves,
    and the player to move has none left: P; if all have the other colour, N. O(n + m).
    """
    colour = colouring(board, unused, v)
    if colour is None:
        return None
    surplus = dict.fromkeys(colour, 0)
    for u in colour:
        for _, w in board.moves(unused, u):
            surplus[u] -= 1
            surplus[w] += 1
    sides = {colour[x] for x in colour if surplus[x] > 0 or (x == v and surplus[x] == 0)}
    return None if len(sides) != 1 else sides == {1}


def balanced_kernel(board: Board, unused: int, v: int) -> frozenset[int] | None:
    """Look, greedily, for a balanced kernel: if there is one, the position is P (rule 6).

    That is a set S of vertices with v in it and no arc inside it, such that no vertex outside S has more arcs from S
    than into S.

    *Proof.* The player not to move answers every move into S. The play leaves S along an arc S -> x, x outside S, as no
    arc is inside S. Along the play each visit of x used one arc from S into x, the last move among them, and each visit
    before the last also one from x into S: so fewer arcs from x into S were used than arcs from S into x, and one is
    left. So he always has a move, and the other one is it who runs out of them. O(n m) at worst.
    """
    _, walk = reachable(board, unused, v)
    ahead = {u: [w for _, w in board.moves(unused, u)] for u in walk}
    behind: dict[int, list[int]] = {u: [] for u in walk}
    for u in walk:
        for w in ahead[u]:
            behind[w].append(u)
    kernel: set[int] = set()
    balance = dict.fromkeys(walk, 0)
    waiting = [v]
    blocked = {u for u in walk if u in ahead[u]}
    while True:
        if not waiting or waiting[0] in blocked:
            return None
        x = waiting[0]
        kernel.add(x)
        blocked |= {*ahead[x], *behind[x]}
        for w in ahead[x]:
            balance[w] -= 1
        for u in behind[x]:
            balance[u] += 1
        short = next((u for u in walk if balance[u] < 0 and u not in kernel), None)
        if short is None:
            return frozenset(kernel)
        waiting = sorted((y for y in ahead[short] if y not in blocked and y not in kernel), key=lambda y: len(ahead[y]))


def even_kernel(board: Board, unused: int, v: int) -> tuple[bool, frozenset[int]] | None:
    """Decide undirected edge geography where what can be reached has two colours, by linear algebra over GF(2).

    Returns whether the player to move wins, and a set S of one colour such that every vertex of the other has an even
    number of edges into S. If he loses, v is in S; if he wins, S has the other colour, and v alone is an exception with
    an odd number. None if there are no two colours.

    *Proof.* With v in S the player not to move answers every move into S, since the other end of the edge used has an
    odd number of edges into S left, and has an even number again after. With v the exception, moving into S leaves that
    very situation to the other player. One of the two always exists: either the unit vector of v is a sum of rows of
    the adjacency matrix over GF(2) (the set of those rows is S), or there is a vector with a 1 at v that the matrix
    takes to 0. Fraenkel, Scheinerman & Ullman (1993). O(n^2 m / 64).
    """
    colour = colouring(board, unused, v)
    if colour is None:
        return None
    pivots: dict[int, tuple[int, int]] = {}
    for y in colour:
        if colour[y] == 0:
            continue
        row, used = 0, 1 << y
        for _, x in board.moves(unused, y):
            row ^= 1 << (x + 1) if x != v else 1  # v last
        for p, (pivot, combination) in pivots.items():
            if row >> p & 1:
                row, used = row ^ pivot, used ^ combination
        if row == 1:
            return True, frozenset(u for u in colour if used >> u & 1)
        if row:
            top = row.bit_length() - 1
            for p, (pivot, combination) in pivots.items():
                if pivot >> top & 1:
                    pivots[p] = pivot ^ row, combination ^ used
            pivots[top] = row, used
    return False, frozenset({v, *(p - 1 for p, (pivot, _) in pivots.items() if pivot & 1)})
