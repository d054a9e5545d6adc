"""The one table of solvers: name, what it solves, where it is, what it costs, and where it is from.

Nothing is imported until a solver is called. A solver is a plain function ``solver(problem) -> Solution`` named like
its entry with ``_`` for ``-``, in the module named there. The first entry that fits a problem is the one that
``solve`` takes when nobody chooses.
"""

from __future__ import annotations

from importlib import import_module

from graphgames.core.errors import SolverError, did_you_mean
from graphgames.core.geography_names import GEOGRAPHY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Entry:
    """One line of the table.

    Attributes
    ----------
    name : str
        What the user writes.
    solves : tuple of str
        Names of objectives, or of kinds of problem given by rules.
    module : str
        Below ``graphgames.solvers``.
    summary, complexity, source : str
        For people.
    """

    def __init__(self, name: str, solves: tuple[str, ...], module: str, summary: str, complexity: str, source: str):
        self.name, self.solves, self.module = name, solves, module
        self.summary, self.complexity, self.source = summary, complexity, source

    def load(self) -> Callable[..., Any]:
        """Import the solver."""
        function: Callable[..., Any] = getattr(
            import_module(f"graphgames.solvers.{self.module}"), self.name.replace("-", "_")
        )
        return function


TABLE: tuple[Entry, ...] = (
    Entry(
        "attractor",
        ("reach", "safe"),
        "attractor",
        "backward search with ranks",
        "O(n + m)",
        "Zielonka, TCS 200 (1998)",
    ),
    Entry(
        "retrograde",
        ("normal", "misere"),
        "retrograde",
        "backward induction with draws and remoteness",
        "O(n + m)",
        "Smith 1966; Fraenkel & Perl 1975",
    ),
    Entry(
        "buchi-auto",
        ("buchi", "cobuchi"),
        "buchi",
        "traps, and the hierarchy if they look at more than n^2 edges",
        "O(n^2), mostly O(n + m)",
        "as the two",
    ),
    Entry(
        "buchi-traps",
        ("buchi", "cobuchi"),
        "traps",
        "repeated removal of traps, rebuilding only what was touched",
        "O(n m)",
        "McNaughton 1993; Chatterjee, Jurdziński, Henzinger, CSL 2003",
    ),
    Entry(
        "buchi-lifting",
        ("buchi", "cobuchi"),
        "lifting",
        "lifting of the labelling beta",
        "O(k m), k accepting",
        "Green Game, Polish OI VIII (2001); Jurdziński, STACS 2000",
    ),
    Entry(
        "buchi-n2",
        ("buchi", "cobuchi"),
        "hierarchy",
        "hierarchical graph decomposition",
        "O(n^2)",
        "Chatterjee & Henzinger, J. ACM 61(3), 2014",
    ),
    Entry(
        "portfolio",
        ("parity",),
        "portfolio",
        "Zielonka's algorithm first; where it is slow, tangles, promotion and quasipoly in turn with it",
        "about four times the quickest of the first three, n^O(log n) at worst",
        "the sources of the four",
    ),
    Entry(
        "zielonka",
        ("parity",),
        "zielonka",
        "attract the highest priority, solve the rest, repair what is lost",
        "exponential in the priorities at worst, close to O(m) on most games",
        "McNaughton 1993, Zielonka 1998",
    ),
    Entry(
        "tangles",
        ("parity",),
        "tangles",
        "learn closed parts of regions and attract them as a whole",
        "exponential at worst; O(m) a round, and what the tangles add",
        "van Dijk, CAV 2018",
    ),
    Entry(
        "measures",
        ("parity",),
        "measures",
        "lift small progress measures to their least fixpoint",
        "O(d m (n / k)^k) for d priorities, k of them odd",
        "Jurdziński, STACS 2000",
    ),
    Entry(
        "promotion",
        ("parity",),
        "promotion",
        "closed regions are taken in by the higher ones that they lead to",
        "exponential in the priorities at worst; O(m) a region",
        "Benerecetti, Dell'Erba, Mogavero, CAV 2016",
    ),
    Entry(
        "quasipoly",
        ("parity",),
        "quasipoly",
        "recursion whose calls look for dominions of half the size, all but one",
        "n^O(log n)",
        "Parys, MFCS 2019",
    ),
    Entry(
        "grundy",
        ("nimbers",),
        "grundy",
        "mex of the successors along a topological order",
        "O(n + m)",
        "Sprague 1935, Grundy 1939",
    ),
    Entry(
        "loopy-grundy",
        ("nimbers",),
        "grundy",
        "numbers or infinite values of an arena with cycles, one value after the other",
        "O(k (n + m)) for k different values",
        "Smith 1966; Fraenkel & Perl 1975; Fraenkel & Yesha 1986",
    ),
    Entry(
        "games-are-important",
        ("games-are-important",),
        "stacks",
        "Grundy values of all graphs side by side, added over odd stacks",
        "O(n + m)",
        "Sprague 1935, Grundy 1939",
    ),
    Entry(
        "playing-with-stones",
        ("playing-with-stones",),
        "stacks",
        "the value of a halving pile by a closed form",
        "O(1) a pile",
        "OEIS A025480",
    ),
    Entry(
        "stone-game",
        ("stone-game",),
        "stacks",
        "the value of a box by the sizes that a filling cannot pass",
        "O(log log s) a box",
        "Sprague 1935, Grundy 1939",
    ),
    Entry(
        "treblecross",
        ("treblecross",),
        "strips",
        "three in a row at once, or else the heap game .007 on the safe cells",
        "O(cells)",
        "Winning Ways, ch. 4",
    ),
    Entry(
        "say-goodbye-to-tic-tac-toe",
        ("say-goodbye-to-tic-tac-toe",),
        "strips",
        "the value of a run of empty cells by a closed form",
        "O(cells)",
        "Sprague 1935, Grundy 1939",
    ),
    Entry(
        "sparse-space",
        ("heaps",),
        "heaps",
        "values of heaps by splits with a rare heap alone; stops at a proved period",
        "O(n r) for n heaps, r of them rare",
        "Berlekamp, Conway & Guy, Winning Ways, ch. 4; Gangolli & Plambeck 1989",
    ),
    Entry(
        "all-splits",
        ("heaps",),
        "heaps",
        "values of heaps by trying every split",
        "O(n^2)",
        "Guy & Smith 1956",
    ),
    Entry(
        "race",
        ("race",),
        "race",
        "arrival of every token by backward induction on the DAG",
        "O((n + m) s), s the length of the schedule",
        "backward induction; the race of The Great Game, ETH Algorithms Lab",
    ),
    Entry(
        "great-game",
        ("great-game",),
        "race",
        "all tests in one pass over their text, in buffers that stay in cache",
        "O(n + m)",
        "The Great Game, ETH Algorithms Lab",
    ),
    Entry(
        "geography",
        GEOGRAPHY,
        "geography",
        "geography by the theorem that applies, else depth-first search",
        "PSPACE-complete; polynomial where a theorem decides",
        "Fraenkel, Scheinerman, Ullman 1993; exact rules of our own",
    ),
    Entry(
        "geography-depth-first",
        GEOGRAPHY,
        "geography",
        "geography by depth-first search with exact reductions alone",
        "exponential time, polynomial space and a table",
        "Schaefer 1978; exact rules of our own",
    ),
    Entry(
        "geography-proof-number",
        GEOGRAPHY,
        "geography",
        "geography by depth-first proof-number search with exact reductions",
        "exponential time, polynomial space and a table",
        "Allis 1994; Nagai 2002; exact rules of our own",
    ),
    Entry(
        "grid-sweep",
        ("grid",),
        "grid_sweep",
        "losing cells as diagonal segments, by a sweep over the rows",
        "O(N log N) for N impassable cells",
        "GRIDGAME, CodeChef",
    ),
    Entry(
        "gridgame",
        ("gridgame",),
        "grid_sweep",
        "all tests and queries in one pass over their text",
        "O((N + Q) log N)",
        "GRIDGAME, CodeChef",
    ),
)


def fitting(kind: str) -> tuple[Entry, ...]:
    """Give the solvers for an objective or a kind of problem, the default first."""
    return tuple(entry for entry in TABLE if kind in entry.solves)


def choose(kind: str, name: str | None = None) -> Entry:
    """Give the solver of that name, or the default for the kind of problem.

    Raises
    ------
    SolverError
        If there is no such solver or it does not fit; the message names those that do.
    """
    fit = fitting(kind)
    names = ", ".join(entry.name for entry in fit) or "none yet"
    if name is None or name == "auto":
        if not fit:
            raise SolverError(f"there is no solver for {kind} games yet")
        return fit[0]
    for entry in fit:
        if entry.name == name:
            return entry
    known = {entry.name for entry in TABLE}
    if name in known:
        raise SolverError(f"solver {name!r} does not solve {kind} games; these do: {names}")
    raise SolverError(
        f"there is no solver {name!r}{did_you_mean(name, sorted(known))} For {kind} games there are: {names}"
    )
