"""What the scan of `pg_scan` and its callers say to each other: places in ``state`` and codes of faults.

A plain module: compiled kernels keep their constants to themselves.
"""

# Places in ``state``.
POSITION = 0
"""Where to go on; after a fault, the byte at fault."""
STATEMENT = 1
"""Where the statement began that was being read."""
COUNT = 2
"""How many statements were read without fault."""
EDGES = 3
"""How many successors were read."""
LARGEST_ID = 4
LARGEST_SUCCESSOR = 5
UNORDERED = 6
"""1 once the ids are not 0, 1, 2, ...; from then on ``indptr[v]`` is where v's successors begin, by ids."""
NAME_BYTES = 7
"""How many bytes all names have, without the quotes."""
NAMES = 8
"""How many vertices have a name."""
NOT_ASCII = 9
"""1 if a name holds a byte above 127."""
ID_LIMIT = 10
"""Ids from here on are a fault."""
SUCCESSOR_LIMIT = 11
"""Successors (or moves) from here on are a fault."""
DEAD_ENDS = 12
"""0 if a vertex without successors is a fault."""
MOVES = 13
"""1 where the file is a solution, with one move in place of the successors."""
SIGNED = 14
"""0 if a priority below 0 is a fault."""
BY_ROW = 15
"""1 where the vertices are written in the order of the file, with their ids in ``degree``, for a part of a file."""
WIDE = 16
"""How many priorities were left to the caller."""
SIZE = 17

# What a scan answers: `DONE`, or the fault.
DONE = 0
NO_ID = 1
NO_PRIORITY = 2
NO_OWNER = 3
NO_SUCCESSOR = 4
NO_SUCCESSOR_AFTER_COMMA = 5
NO_SEPARATOR = 6
OPEN_NAME = 7
NO_SEMICOLON = 8
TOO_LARGE = 9
BAD_OWNER = 10
ID_OUT_OF_RANGE = 11
ID_TWICE = 12
SUCCESSOR_OUT_OF_RANGE = 13
DEAD_END = 14

UNSEEN = 255
"""What stands in ``owner`` (or ``winner``) for an id that has not come yet; the caller fills the array with it."""
