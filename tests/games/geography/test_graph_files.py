"""Graphs for geography in the formats of other games."""

from __future__ import annotations

from graphgames.games.geography.graph_files import read
from graphgames.readers.source import Source


def test_a_file_that_numbers_from_1_has_no_vertex_0() -> None:
    edges = b"1 2\n2 3\n3 1\n"
    for data, format in ((edges, None), (edges, "edgelist"), (b"3 3\n" + edges, None), (b"0 1\n1 2\n2 0\n", None)):
        problem = read(Source(data, "ring"), "edge-geography", format=format)
        assert problem.graphs[0].n == 3 and not problem.notes
