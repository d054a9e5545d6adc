"""The rules by which a position of a search in geography is decided, when facts have taken ways away.

By one *move* to a P position, or because *all* lead to N positions; or by a theorem:

- ``parity``: a play ends where all ways out are used: at a vertex with more ways in than out, or at the start with as
  many. If the graph has two colours and these vertices one of them, all plays have odd length, or all have even length.
- ``kernel``: S holds the vertex, no arc inside, and from each vertex outside at least as many arcs lead into S as from
  S to it. So each move out of S can be answered by one into S: of these, fewer were used than led here.
- ``even``: an even kernel, as in the file ``even_kernels``.
"""

from __future__ import annotations

from graphgames.reference.search_positions import Node, Search, Ways


def by_a_move(part: Search, node: Node, unused: Ways) -> bool:
    """One way leads to a position that is lost."""
    after = [(e, w) for e, w in part.moves(node.vertex, unused) if e == node.way]
    return (
        node.wins
        and len(node.children) == 1
        and any(part.proves(node, node.children[0], w, part.after(unused, e, w), False) for e, w in after)
    )


def by_all_moves(part: Search, node: Node, unused: Ways) -> bool:
    """All ways lead to positions that are won."""
    moves = part.moves(node.vertex, unused)
    if node.wins or len(moves) != len(node.children):
        return False
    answered = zip(moves, node.children, strict=True)
    return all(part.proves(node, child, w, part.after(unused, e, w), True) for (e, w), child in answered)


def by_parity(part: Search, node: Node, unused: Ways) -> bool:
    """The graph has two colours, and all vertices where a play can end have the one that the claim wants."""
    colour = {node.vertex: 0}
    more = {node.vertex: 1}
    for u in part.walk(node.vertex, unused):
        for _, w in part.moves(u, unused):
            if colour.setdefault(w, 1 - colour[u]) == colour[u]:
                return False
            more[u] = more.get(u, 0) - 1
            more[w] = more.get(w, 0) + 1
    return part.plain and {colour[u] for u in more if more[u] > 0} == {int(node.wins)}


def by_kernel(part: Search, node: Node, unused: Ways) -> bool:
    """The vertex is in the kernel, no arc inside, and each vertex outside has as many arcs into it as from it."""
    kernel, more = set(node.kernel), dict.fromkeys(range(len(part.places)), 0)
    for u in more:
        for _, w in part.moves(u, unused):
            if u in kernel and w in kernel:
                return False
            more[u] += w in kernel
            more[w] -= u in kernel
    return part.plain and not node.wins and node.vertex in kernel and min(more.values()) >= 0


def by_even_kernel(part: Search, node: Node, unused: Ways) -> bool:
    """No edge is inside the kernel, and from each vertex outside an even number leads in, an odd one from the vertex
    itself, if it wins; else it is in the kernel.
    """
    kernel = set(node.kernel)
    for u in range(len(part.places)):
        count = sum(w in kernel for _, w in part.moves(u, unused))
        if (count and u in kernel) or count % 2 != (node.wins and u == node.vertex):
            return False
    return part.both and (node.vertex in kernel) != node.wins


RULES = {"move": by_a_move, "all": by_all_moves, "parity": by_parity, "kernel": by_kernel, "even": by_even_kernel}
READ = {"move": ("way", "children"), "all": ("children",), "kernel": ("kernel",), "even": ("kernel",)}
"""What of a position a rule looks at."""
