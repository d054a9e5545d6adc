"""A kind with one objective of its own, to see that nothing else has to change for it."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "Games about traps",
    objectives={"traps": "objective:Traps"},
    solvers=(Solver("toy", ("traps",), "objective:solve", "by the parity form", "that of parity games", "tests"),),
)
