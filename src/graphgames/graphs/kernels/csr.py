"""Graphs in compressed sparse rows, as kernels share them, and a loop that many of them need.

Compiled, `first_in` stands in the ``.pxd`` beside this file, where the compiler can take it into each caller.
"""

import cython


@cython.cclass
class Graph:
    """The edges of a graph by their tails, ``(indptr, successors)``, and by their heads.

    The edges out of v lead to ``successors[indptr[v]:indptr[v + 1]]``; those into v come from
    ``predecessors[reverse_indptr[v]:reverse_indptr[v + 1]]``.
    """

    def __init__(self, forward, backward):
        self.indptr, self.successors = forward
        self.reverse_indptr, self.predecessors = backward


if not cython.compiled:

    def first_in(vertices, begin, end, label, low, high):
        """Return the first place whose vertex has a label from ``low`` up to, not including, ``high``, else ``end``."""
        while begin < end and not low <= label[vertices[begin]] < high:
            begin += 1
        return begin
