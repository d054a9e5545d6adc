"""The numbers by which the search and its callers name games, rules and answers.

A plain module: compiled kernels keep their constants to themselves.
"""

# The games: edge geography on a directed graph, vertex geography on one, edge geography on an undirected graph.
DIRECTED, VERTEX, UNDIRECTED = range(3)

# The reductions, bits of one number:
REACH = 1  # forget the arcs that cannot be reached, and take parallel arcs for the same
SINKS = 2  # decide what sinks decide
EXITS = 4  # decide the arcs that leave the current component first
PARITY = 8  # decide bipartite graphs by the parity of what is left, undirected ones by even kernels
KERNEL = 16  # look for a balanced kernel
ORDER = 32  # follow forced moves, and try moves to vertices of small degree first

# The answers of `Search.advance`: call it again, the search is done, call `Search.grow` first.
RUNNING, DONE, FULL = range(3)

# The value of a position: the player to move loses, wins, or it is not known.
P, N, UNKNOWN = range(3)
