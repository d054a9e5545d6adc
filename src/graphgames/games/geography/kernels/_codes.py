"""What the search and its callers say to each other: the game, the rules of reduction, and what the search answers.

A plain module: compiled kernels keep their constants to themselves.
"""

# The game.
DIRECTED = 0
"""Edge geography on a directed graph."""
VERTEX = 1
"""Vertex geography on a directed graph."""
UNDIRECTED = 2
"""Edge geography on an undirected graph."""

# The rules, bits of one number.
REACH = 1
"""Forget the arcs that cannot be reached, and take parallel arcs for the same."""
SINKS = 2
"""Decide what sinks decide."""
EXITS = 4
"""Decide the arcs that leave the current component first."""
PARITY = 8
"""Decide bipartite graphs by the parity of what is left; undirected ones by even kernels."""
KERNEL = 16
"""Look for a balanced kernel."""
ORDER = 32
"""Follow forced moves, and try moves to vertices of small degree first."""

# What `Search.advance` answers.
RUNNING = 0
DONE = 1
NEED_ROOM = 2

# The value of a position.
P = 0
"""The player to move loses."""
N = 1
"""The player to move wins."""
UNKNOWN = 2
