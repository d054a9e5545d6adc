"""Büchi games in O(n^2) by hierarchical graph decomposition: small traps are found in thin subgraphs.

Chatterjee & Henzinger, *Efficient and dynamic algorithms for alternating Büchi games and maximal end-component
decomposition*, J. ACM 61(3), 2014. E wants green, A does not. The subgraph of width w holds all edges out of E's
vertices of out-degree at most w (the others of E may leave, and count as lost for the search), and of the edges from
A's white vertices into each vertex the first w. A trap without green of the subgraph is one of the game, and a trap
that appears at width 2w but not at w has more than w vertices: then every vertex of it with more than w white
predecessors of A would have brought them along. A search costs O(n w), so that each vertex removed costs O(n).
"""

import cython
import numpy as np

from graphgames.core.compiled import poll

NEVER = cython.declare(cython.uchar, 0)  # green, or of E and too wide
MAYBE = cython.declare(cython.uchar, 1)  # not yet excluded from the trap
EXCLUDED = cython.declare(cython.uchar, 2)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prefer_white(
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    green: cython.const[cython.uchar][::1],
    player: cython.int,
    tails: cython.int[::1],
    entries: cython.int[::1],
) -> cython.void:
    """Write in ``tails``, from the start of each vertex's place, A's white predecessors; ``entries`` counts them."""
    e: cython.Py_ssize_t
    v: cython.Py_ssize_t
    p: cython.int
    for v in range(reverse_indptr.shape[0] - 1):
        entries[v] = 0
        for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
            p = predecessors[e]
            if owner[p] != player and not green[p]:
                tails[reverse_indptr[v] + entries[v]] = p
                entries[v] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(
    reverse_indptr: cython.const[cython.longlong][::1],
    dead: cython.const[cython.uchar][::1],
    width: cython.Py_ssize_t,
    v: cython.int,
    tails: cython.int[::1],
    entries: cython.int[::1],
    hits: cython.int[::1],
) -> cython.Py_ssize_t:
    """Count the first ``width`` living edges into v for their tails, dropping dead ones; give how many they are."""
    start: cython.Py_ssize_t = reverse_indptr[v]
    i: cython.Py_ssize_t = 0
    p: cython.int
    while i < width and i < entries[v]:
        p = tails[start + i]
        if dead[p]:
            entries[v] -= 1
            tails[start + i] = tails[start + entries[v]]
        else:
            hits[p] += 1
            i += 1
    return i


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leave(
    indptr: cython.const[cython.longlong][::1],
    dead: cython.const[cython.uchar][::1],
    v: cython.int,
    heads: cython.int[::1],
    exits: cython.int[::1],
    first: cython.longlong[::1],
    following: cython.longlong[::1],
    origin: cython.int[::1],
    links: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Link the living edges out of v into the lists of their heads, dropping dead ones; give the number of links."""
    start: cython.Py_ssize_t = indptr[v]
    i: cython.Py_ssize_t = 0
    w: cython.int
    while i < exits[v]:
        w = heads[start + i]
        if dead[w]:
            exits[v] -= 1
            heads[start + i] = heads[start + exits[v]]
            continue
        origin[links] = v
        following[links] = first[w]
        first[w] = links
        links += 1
        i += 1
    return links


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _thin(
    indptr: cython.const[cython.longlong][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    owner: cython.const[cython.uchar][::1],
    green: cython.const[cython.uchar][::1],
    player: cython.int,
    dead: cython.const[cython.uchar][::1],
    alive: cython.const[cython.int][::1],
    living: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    degree: cython.const[cython.int][::1],
    heads: cython.int[::1],
    exits: cython.int[::1],
    tails: cython.int[::1],
    entries: cython.int[::1],
    mark: cython.uchar[::1],
    hits: cython.int[::1],
    first: cython.longlong[::1],
    following: cython.longlong[::1],
    origin: cython.int[::1],
) -> tuple[cython.bint, cython.Py_ssize_t]:
    """Build the subgraph of a width; give whether it is the whole game, and how many edges it has."""
    whole: cython.bint = True
    links: cython.Py_ssize_t = 0
    entering: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    v: cython.int
    for i in range(living):
        v = alive[i]
        hits[v] = 0
        first[v] = -1
        mark[v] = NEVER if green[v] else MAYBE
        if mark[v] and owner[v] == player and degree[v] > width:
            mark[v] = NEVER
            whole = False
    for i in range(living):
        v = alive[i]
        if mark[v] == MAYBE:
            if owner[v] == player:
                links = _leave(indptr, dead, v, heads, exits, first, following, origin, links)
            entering += _enter(reverse_indptr, dead, width, v, tails, entries, hits)
            if entries[v] > width:
                whole = False
    return whole, links + entering


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _exclude(
    reverse_indptr: cython.const[cython.longlong][::1],
    owner: cython.const[cython.uchar][::1],
    player: cython.int,
    alive: cython.const[cython.int][::1],
    living: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    tails: cython.const[cython.int][::1],
    entries: cython.const[cython.int][::1],
    first: cython.const[cython.longlong][::1],
    following: cython.const[cython.longlong][::1],
    origin: cython.const[cython.int][::1],
    mark: cython.uchar[::1],
    hits: cython.int[::1],
    queue: cython.int[::1],
) -> cython.Py_ssize_t:
    """Exclude what is no trap of the subgraph, backwards; give how many vertices are left."""
    head: cython.Py_ssize_t = 0
    tail: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    v: cython.int
    p: cython.int
    for i in range(living):
        v = alive[i]
        if mark[v] == MAYBE and owner[v] != player and hits[v] == 0:
            mark[v] = EXCLUDED
        if mark[v] != MAYBE:
            queue[tail] = v
            tail += 1
    while head < tail:
        v = queue[head]
        head += 1
        e = first[v]
        while e >= 0:  # E may go to v
            p = origin[e]
            e = following[e]
            if mark[p] == MAYBE:
                mark[p] = EXCLUDED
                queue[tail] = p
                tail += 1
        if mark[v] == NEVER:
            continue
        for e in range(reverse_indptr[v], reverse_indptr[v] + min(width, entries[v])):  # A hoped for v
            p = tails[e]
            hits[p] -= 1
            if hits[p] == 0 and mark[p] == MAYBE:
                mark[p] = EXCLUDED
                queue[tail] = p
                tail += 1
    return living - tail


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remove(
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    player: cython.int,
    living: cython.Py_ssize_t,
    width: cython.Py_ssize_t,
    tails: cython.const[cython.int][::1],
    entries: cython.const[cython.int][::1],
    mark: cython.const[cython.uchar][::1],
    alive: cython.int[::1],
    dead: cython.uchar[::1],
    degree: cython.int[::1],
    moves: cython.int[::1],
    queue: cython.int[::1],
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
    """Remove the trap, with A's moves in it, and what A attracts to it.

    Gives how many vertices are still alive, and how many edges were looked at.
    """
    head: cython.Py_ssize_t = 0
    tail: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    v: cython.int
    p: cython.int
    for i in range(living):
        v = alive[i]
        if mark[v] != MAYBE:
            continue
        dead[v] = 1
        queue[tail] = v
        tail += 1
        for e in range(reverse_indptr[v], reverse_indptr[v] + min(width, entries[v])):
            p = tails[e]
            if mark[p] == MAYBE:
                moves[p] = v
    while head < tail:
        v = queue[head]
        head += 1
        looked += reverse_indptr[v + 1] - reverse_indptr[v]
        for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
            p = predecessors[e]
            if dead[p]:
                continue
            if owner[p] == player:
                degree[p] -= 1
                if degree[p]:
                    continue
            else:
                moves[p] = v
            dead[p] = 1
            queue[tail] = p
            tail += 1
    tail = 0
    for i in range(living):
        if not dead[alive[i]]:
            alive[tail] = alive[i]
            tail += 1
    return tail, looked


def solve(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    green: cython.const[cython.uchar][::1],
    player: cython.int,
    winner: cython.uchar[::1],
    moves: cython.int[::1],
) -> tuple[int, int, int, int]:
    """Write the winners and A's strategy of the game in which ``player`` wants to see green for ever.

    Gives the number of traps removed, of searches, the widest search, and the number of edges looked at.
    """
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    m: cython.Py_ssize_t = successors.shape[0]
    dead: cython.uchar[::1] = np.zeros(n, np.uint8)
    mark: cython.uchar[::1] = np.empty(n, np.uint8)
    alive: cython.int[::1] = np.arange(n, dtype=np.int32)
    living: cython.Py_ssize_t = n
    degree: cython.int[::1] = np.diff(indptr).astype(np.int32)  # E's living moves
    exits: cython.int[::1] = np.diff(indptr).astype(np.int32)  # those still written in heads, dead ones among them
    heads: cython.int[::1] = np.array(successors, np.int32)
    entries: cython.int[::1] = np.empty(n, np.int32)
    tails: cython.int[::1] = np.empty(m, np.int32)
    hits: cython.int[::1] = np.empty(n, np.int32)  # A's moves into what may be the trap
    first: cython.longlong[::1] = np.empty(n, np.int64)  # E's moves into a vertex, as linked lists
    following: cython.longlong[::1] = np.empty(m, np.int64)
    origin: cython.int[::1] = np.empty(m, np.int32)
    queue: cython.int[::1] = np.empty(n, np.int32)
    width: cython.Py_ssize_t = 1
    widest: cython.Py_ssize_t = 0
    rounds: cython.longlong = 0
    searches: cython.longlong = 0
    looked: cython.longlong = 0
    more: cython.Py_ssize_t
    i: cython.Py_ssize_t
    whole: cython.bint
    with cython.nogil:
        _prefer_white(reverse_indptr, predecessors, owner, green, player, tails, entries)
        while living:
            searches += 1
            widest = max(widest, width)
            whole, more = _thin(
                indptr,
                reverse_indptr,
                owner,
                green,
                player,
                dead,
                alive,
                living,
                width,
                degree,
                heads,
                exits,
                tails,
                entries,
                mark,
                hits,
                first,
                following,
                origin,
            )
            looked += more
            with cython.gil:
                poll()
            if _exclude(
                reverse_indptr,
                owner,
                player,
                alive,
                living,
                width,
                tails,
                entries,
                first,
                following,
                origin,
                mark,
                hits,
                queue,
            ):
                rounds += 1
                living, more = _remove(
                    reverse_indptr,
                    predecessors,
                    owner,
                    player,
                    living,
                    width,
                    tails,
                    entries,
                    mark,
                    alive,
                    dead,
                    degree,
                    moves,
                    queue,
                )
                looked += more
                width = 1
            elif whole:
                break
            else:
                width *= 2
        for i in range(n):
            winner[i] = 1 - player if dead[i] else player
    return rounds, searches, widest, looked
