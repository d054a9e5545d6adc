"""Marks and priorities on edges: such an edge is a vertex with the mark, between the two ends of the edge.

The certificate of a game with marks on edges speaks of these vertices, too. They stand behind the vertices of the game,
in the order of the edges; vertices of the game itself have the neutral mark, which decides nothing, and an edge with
that mark stays an edge. A move names the vertex that it leads to, so of parallel edges only the best for the player who
moves counts. Where strategies have memory there is a row of moves for each of its states.
"""

from __future__ import annotations

from collections.abc import Callable

from graphgames.reference.arena_game import CHANCE, DRAW, Claim


def marks_on_vertices(
    c: Claim, mark: list[int], neutral: int, value: Callable[[int], int], rows: list[list[int]] | None = None
) -> list[int]:
    """Make the edges of a claim that have marks vertices, and return the mark of each vertex.

    A mark is worth more the better it is for player 0. The rows of moves, if there are any, get moves for the new ones.
    """
    tail, head = c.game.tail, c.game.head
    best: dict[tuple[int, int, int], int] = {}
    for e, (v, w) in enumerate(zip(tail, head, strict=True)):
        pair = (v, w, e if c.owner[v] == CHANCE else 0)  # chance takes them all
        sign = -1 if c.owner[v] == 1 else 1
        if sign * value(mark[e]) >= sign * value(mark[best.get(pair, e)]):
            best[pair] = e
    marks = [neutral] * c.game.n
    c.after, c.owner = [[] for _ in c.vertices], c.owner.copy()
    for e in sorted(best.values()):
        v, w = tail[e], head[e]
        if mark[e] == neutral:
            c.after[v].append(w)
            continue
        new = len(c.after)
        c.after[v].append(new)
        c.after.append([w])
        c.owner.append(c.owner[v])
        marks.append(mark[e])
        c.winner.append(c.winner[w])
        c.move.append(w if c.owner[v] != CHANCE and c.winner[w] in (c.owner[v], DRAW) else None)
        if c.move[v] == w:
            c.move[v] = new
        for row in rows or ():
            row.append(w if c.winner[w] == c.owner[v] else -1)
            if row[v] == w:
                row[v] = new
    c.vertices = range(len(c.after))
    return marks
