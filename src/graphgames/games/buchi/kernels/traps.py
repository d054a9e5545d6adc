"""Büchi games by repeated removal of traps, rebuilding after each removal only what it touched.

E wants to see green for ever, A does not. What E cannot attract to green is a trap; what A attracts to the trap is
his, and goes. Each vertex of the attractor keeps the one reason it is in it: E's move, or all moves of A. A removal
takes reasons away. Then a vertex of E looks for another successor whose own reasons lead to green without coming back
to it, following them for a few steps; if it finds none it leaves the attractor, with all whose reason it was, and those
that left are attracted again.

McNaughton, *Infinite games played on finite graphs*, Ann. Pure Appl. Logic 65 (1993); incremental removal after
Chatterjee, Jurdziński, Henzinger, *Simple stochastic parity games*, CSL 2003; reasons as in Lapauw, Bruynooghe,
Denecker, *Improving parity game solvers with justifications*, VMCAI 2020.
"""

import cython
import numpy as np

from graphgames.core.compiled import poll

GREEN = cython.declare(cython.uchar, 1)
EVE = cython.declare(cython.uchar, 2)  # E moves here
IN = cython.declare(cython.uchar, 4)  # in E's attractor to green
OUT = cython.declare(cython.uchar, 8)  # won by A and removed
STEPS = cython.declare(cython.Py_ssize_t, 256)  # how far a new reason is followed, to begin with


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _prepare(
    indptr: cython.const[cython.longlong][::1],
    owner: cython.const[cython.uchar][::1],
    green: cython.const[cython.uchar][::1],
    player: cython.int,
    flags: cython.uchar[::1],
    left: cython.int[::1],
    moves: cython.int[::1],
    queue: cython.int[::1],
) -> cython.Py_ssize_t:
    """Set flags and out-degrees and put the green vertices in the queue; give how many there are."""
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    tail: cython.Py_ssize_t = 0
    v: cython.Py_ssize_t
    bits: cython.uchar
    for v in range(n):
        left[v] = cython.cast(cython.int, indptr[v + 1] - indptr[v])
        moves[v] = -1
        bits = EVE if owner[v] == player else 0
        if green[v]:
            bits = bits | GREEN | IN
            queue[tail] = cython.cast(cython.int, v)
            tail += 1
        flags[v] = bits
    return tail


@cython.cfunc
@cython.nogil
@cython.exceptval(-1)
def _attract_green(
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    flags: cython.uchar[::1],
    left: cython.int[::1],
    moves: cython.int[::1],
    queue: cython.int[::1],
    tail: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Let E attract to the queue; ``left`` counts the moves of A that lead outside. Gives edges looked at."""
    head: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    e: cython.Py_ssize_t
    v: cython.int
    p: cython.int
    bits: cython.uchar
    while head < tail:
        v = queue[head]
        head += 1
        looked += reverse_indptr[v + 1] - reverse_indptr[v]
        for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
            p = predecessors[e]
            bits = flags[p]
            if bits & (IN | OUT):
                continue
            if bits & EVE:
                moves[p] = v
            else:
                left[p] -= 1
                if left[p] > 0:
                    continue
            flags[p] = bits | IN
            queue[tail] = p
            tail += 1
        if head & 0xFFFFF == 0:
            with cython.gil:
                poll()
    return looked


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _trap(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    candidates: cython.int[::1],
    count: cython.Py_ssize_t,
    flags: cython.uchar[::1],
    moves: cython.int[::1],
    gone: cython.int[::1],
    end: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Append to ``gone`` the candidates outside the attractor, with A's moves that stay among them; give its end."""
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    v: cython.int
    for i in range(count):
        v = candidates[i]
        if flags[v] & (IN | OUT):
            continue
        flags[v] |= OUT
        gone[end] = v
        end += 1
        if flags[v] & EVE:
            continue
        for e in range(indptr[v], indptr[v + 1]):
            if not flags[successors[e]] & IN:
                moves[v] = successors[e]
                break
    return end


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remove(
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    flags: cython.uchar[::1],
    left: cython.int[::1],
    moves: cython.int[::1],
    gone: cython.int[::1],
    head: cython.Py_ssize_t,
    tail: cython.Py_ssize_t,
    lost: cython.int[::1],
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t, cython.Py_ssize_t]:
    """Let A attract to ``gone[head:tail]``, which grows, and note in ``lost`` whose reason went.

    Gives the new end of ``gone``, how many are in ``lost``, and how many edges were looked at.
    """
    losses: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    e: cython.Py_ssize_t
    v: cython.int
    p: cython.int
    bits: cython.uchar
    while head < tail:
        v = gone[head]
        head += 1
        looked += reverse_indptr[v + 1] - reverse_indptr[v]
        for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
            p = predecessors[e]
            bits = flags[p]
            if bits & OUT:
                continue
            if bits & EVE:
                left[p] -= 1
                if left[p] > 0:
                    if moves[p] == v:
                        moves[p] = -1
                        lost[losses] = p
                        losses += 1
                    continue
            else:
                moves[p] = v
            flags[p] = bits | OUT
            gone[tail] = p
            tail += 1
    return tail, losses, looked


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    flags: cython.const[cython.uchar][::1],
    moves: cython.const[cython.int][::1],
    v: cython.int,
    w: cython.int,
    steps: cython.Py_ssize_t,
    walk: cython.int[::1],
) -> cython.Py_ssize_t:
    """Follow the reasons of w to green vertices, without v, in at most so many steps.

    Gives how many steps are left; -1 minus that if the reasons come to v, to a lost one, or are too many.
    """
    depth: cython.Py_ssize_t = 1
    e: cython.Py_ssize_t
    walk[0] = w
    while depth:
        depth -= 1
        w = walk[depth]
        if steps == 0 or w == v or flags[w] & (IN | OUT) != IN:
            return -1 - steps
        steps -= 1
        if flags[w] & GREEN:
            continue
        if flags[w] & EVE:
            if moves[w] < 0:
                return -1 - steps
            walk[depth] = moves[w]
            depth += 1
            continue
        if depth + indptr[w + 1] - indptr[w] > steps:
            return -1 - steps
        for e in range(indptr[w], indptr[w + 1]):
            walk[depth] = successors[e]
            depth += 1
    return steps


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _retract(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    flags: cython.uchar[::1],
    moves: cython.int[::1],
    lost: cython.int[::1],
    losses: cython.Py_ssize_t,
    loose: cython.int[::1],
    mended: cython.int[::1],
    now: cython.int,
    far: cython.Py_ssize_t,
    walk: cython.int[::1],
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
    """Mend the reasons that were lost or take their vertices, and those that rest on them, out of the attractor.

    ``lost`` is a stack; a vertex is mended at most once in a round. New reasons are followed for ``far`` steps at most,
    and for not many times that in all. Gives how many vertices are in ``loose``, and how many edges were looked at.
    """
    allowed: cython.Py_ssize_t = 4 * far + 8 * losses
    begun: cython.Py_ssize_t
    steps: cython.Py_ssize_t
    count: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    e: cython.Py_ssize_t
    v: cython.int
    p: cython.int
    bits: cython.uchar
    while losses:
        losses -= 1
        v = lost[losses]
        if flags[v] & OUT:
            continue
        if flags[v] & EVE:
            if mended[v] != now:
                mended[v] = now
                begun = min(far, allowed)
                steps = begun
                for e in range(indptr[v], indptr[v + 1]):
                    steps = _follow(indptr, successors, flags, moves, v, successors[e], steps, walk)
                    if steps >= 0:
                        moves[v] = successors[e]
                        break
                    steps = -1 - steps
                looked += begun - steps
                allowed -= begun - steps
            if moves[v] >= 0:
                continue
            flags[v] = flags[v] ^ IN
        loose[count] = v
        count += 1
        looked += reverse_indptr[v + 1] - reverse_indptr[v]
        for e in range(reverse_indptr[v], reverse_indptr[v + 1]):
            p = predecessors[e]
            bits = flags[p]
            if bits & (IN | OUT | GREEN) != IN:
                continue
            if bits & EVE:
                if moves[p] != v:
                    continue
                moves[p] = -1
            else:
                flags[p] = bits ^ IN  # at once, so that it comes into the stack only once
            lost[losses] = p
            losses += 1
    return count, looked


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _regain(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    flags: cython.uchar[::1],
    left: cython.int[::1],
    moves: cython.int[::1],
    loose: cython.int[::1],
    count: cython.Py_ssize_t,
    queue: cython.int[::1],
) -> tuple[cython.Py_ssize_t, cython.Py_ssize_t]:
    """Count afresh for the loose vertices of A, and queue those of E that still see the attractor.

    Gives the length of the queue and how many edges were looked at.
    """
    tail: cython.Py_ssize_t = 0
    looked: cython.Py_ssize_t = 0
    i: cython.Py_ssize_t
    e: cython.Py_ssize_t
    v: cython.int
    w: cython.int
    for i in range(count):
        v = loose[i]
        if flags[v] & EVE:
            continue
        left[v] = 0
        for e in range(indptr[v], indptr[v + 1]):
            w = successors[e]
            if not flags[w] & IN:
                left[v] += 1
        looked += indptr[v + 1] - indptr[v]
    for i in range(count):
        v = loose[i]
        if not flags[v] & EVE:
            continue
        for e in range(indptr[v], indptr[v + 1]):
            w = successors[e]
            if flags[w] & (IN | OUT) == IN:
                moves[v] = w
                flags[v] |= IN
                queue[tail] = v
                tail += 1
                break
        looked += indptr[v + 1] - indptr[v]
    return tail, looked


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _write(
    flags: cython.uchar[::1], player: cython.int, winner: cython.uchar[::1], moves: cython.int[::1]
) -> cython.void:
    """Write the winners, and keep each move only where its player wins."""
    v: cython.Py_ssize_t
    bits: cython.uchar
    for v in range(flags.shape[0]):
        bits = flags[v]
        winner[v] = 1 - player if bits & OUT else player
        if (bits & OUT != 0) == (bits & EVE != 0):
            moves[v] = -1


def solve(
    indptr: cython.const[cython.longlong][::1],
    successors: cython.const[cython.int][::1],
    reverse_indptr: cython.const[cython.longlong][::1],
    predecessors: cython.const[cython.int][::1],
    owner: cython.const[cython.uchar][::1],
    green: cython.const[cython.uchar][::1],
    player: cython.int,
    budget: cython.longlong,
    winner: cython.uchar[::1],
    moves: cython.int[::1],
) -> tuple[int, int, bool]:
    """Write winners and both strategies of the game in which ``player`` wants to see green for ever.

    Where he moves from a green vertex that he wins the move is left open, -1.

    Gives the number of rounds, of edges looked at, and whether the work was done; it stops undone, with nothing to be
    read in the arrays, when more than ``budget`` edges were looked at (0: no limit).
    """
    n: cython.Py_ssize_t = indptr.shape[0] - 1
    flags: cython.uchar[::1] = np.empty(n, np.uint8)
    left: cython.int[::1] = np.empty(n, np.int32)
    queue: cython.int[::1] = np.empty(n, np.int32)
    gone: cython.int[::1] = np.empty(n, np.int32)
    lost: cython.int[::1] = np.empty(n, np.int32)
    loose: cython.int[::1] = np.arange(n, dtype=np.int32)
    mended: cython.int[::1] = np.zeros(n, np.int32)
    walk: cython.int[::1] = np.empty(n + STEPS, np.int32)
    far: cython.Py_ssize_t = STEPS
    rounds: cython.int = 0
    looked: cython.longlong = 0
    due: cython.longlong = 0
    more: cython.Py_ssize_t
    count: cython.Py_ssize_t = n
    start: cython.Py_ssize_t = 0
    end: cython.Py_ssize_t
    losses: cython.Py_ssize_t
    tail: cython.Py_ssize_t
    done: cython.bint = True
    with cython.nogil:
        tail = _prepare(indptr, owner, green, player, flags, left, moves, queue)
        while True:
            looked += _attract_green(reverse_indptr, predecessors, flags, left, moves, queue, tail)
            end = _trap(indptr, successors, loose, count, flags, moves, gone, start)
            if end == start:
                break
            rounds += 1
            if 0 < budget < looked:
                done = False
                break
            end, losses, more = _remove(reverse_indptr, predecessors, flags, left, moves, gone, start, end, lost)
            looked += more
            start = end
            count, more = _retract(
                indptr,
                successors,
                reverse_indptr,
                predecessors,
                flags,
                moves,
                lost,
                losses,
                loose,
                mended,
                rounds,
                far,
                walk,
            )
            if count > far:  # so many had to leave: it pays to follow further, the next time
                far *= 2
            looked += more
            tail, more = _regain(indptr, successors, flags, left, moves, loose, count, queue)
            looked += more
            if looked > due:
                due = looked + 0x400000
                with cython.gil:
                    poll()
        if done:
            _write(flags, player, winner, moves)
    return rounds, looked, done
