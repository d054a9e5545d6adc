"""What is measured, against whom, and how large: the one list of cases that the harness runs.

A case is a script beside this file with its arguments, quick ones for ``make bench`` and those of all sizes for
``make bench-full``. ``{oink}`` stands for the path of the peer; a case without the peer it names measures us alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

OWN = "our own program in C++, `reference/{}.cpp`, by `g++ -O3 -march=native`"
OINK = "[Oink](https://github.com/trolando/oink), sequential as is its default"


class Case(NamedTuple):
    """One case.

    Attributes
    ----------
    name : str
        Of the script, and of the table it writes.
    work : str
        What is done, in a sentence.
    peer : str
        What it is held against.
    quick, full : str
        The arguments, as they are typed.
    takes_oink : bool
        Whether ``--oink PATH`` is one of them.
    """

    name: str
    work: str
    peer: str
    quick: str
    full: str
    takes_oink: bool = False

    def command(self, full: bool, oink: Path | None) -> list[str]:
        """Return the script and its arguments."""
        words = (self.full if full else self.quick).split()
        peer = ["--oink", str(oink)] if self.takes_oink and oink is not None else []
        return [f"benchmarks/{self.name}.py", *words, *peer]


CASES = (
    Case(
        "buchi",
        "Büchi games: solving alone, whole processes, growth on families that are hard for repeated traps.",
        f"{OWN.format('buchi')}; {OINK}",
        "--n 1000000 --repeat 3",
        "--n 1000000 --repeat 9",
        takes_oink=True,
    ),
    Case(
        "parity",
        "Parity games: whole processes on large random games.",
        OINK,
        "--n 1000000 --repeat 3 --limit 5",
        "--n 1000000 --repeat 5 --limit 60",
        takes_oink=True,
    ),
    Case(
        "roofline",
        "Büchi games and parity games with few priorities: whole processes against what no program can do without.",
        f"{OWN.format('roofline')}; {OINK}",
        "--n 1000000 --repeat 3",
        "--n 1000000 --repeat 9",
        takes_oink=True,
    ),
    Case(
        "hard_families",
        "Parity games that are hard for one solver or the other: each of ours alone, whole processes of the peer.",
        OINK,
        "--limit 0.5 --vertices 10000",
        "--limit 5 --vertices 60000",
        takes_oink=True,
    ),
    Case(
        "reading",
        "Reading and writing PGSolver files: MB/s, and peak memory against the arrays that are kept.",
        f"Python's string functions; the parser of {OINK}",
        "--oink-limit 10",
        "--oink-limit 60",
        takes_oink=True,
    ),
    Case(
        "objects",
        "Python in, Python out: arenas from pairs, arrays and NetworkX, and the strategy as a dictionary.",
        "NetworkX's own building, and the matrix builder of `stormpy`",
        "--edges 200000 --repeat 3",
        "--edges 1000000 --repeat 9",
    ),
    Case(
        "races",
        "The Great Game: `graphgames judge great-game`, whole processes.",
        OWN.format("great_game"),
        "--repeat 7",
        "--repeat 15",
    ),
    Case(
        "gridgame",
        "The pawn on a grid, in every shape that hurts: `graphgames judge gridgame`, whole processes.",
        OWN.format("gridgame"),
        "--size 100000 --repeat 5",
        "--size 100000 1000000 --repeat 7",
    ),
    Case(
        "impartial",
        "Grundy values of large arenas, judges at their limits, values and periods of heap games.",
        f"{OWN.format('grundy')}; our method of all splits",
        "",
        "--part dag judge heaps long --repeat 9",
    ),
    Case(
        "geography",
        "Geography: what each exact rule is worth, what a theorem decides at size, word chains.",
        "the same search without the rule",
        "--instances 5 --limit 1 --long 10",
        "--instances 9 --limit 2 --long 60",
    ),
    Case(
        "weighted",
        "Games with weights: energy games in whole processes, exact mean and discounted payoffs.",
        "the energy solvers of a branch of Oink, where `--fvi` and `--fvi-alt` name them",
        "--repeat 3",
        "--repeat 9",
    ),
    Case(
        "policies",
        "Models from tables, proved policies, exact marks, and replies from a table.",
        "QuantEcon and pymdptoolbox, which prove nothing",
        "--board 5x4 --repeat 3",
        "--board 5x5 --repeat 9",
    ),
    Case(
        "boards",
        "Tables of board games: Connect Four built and proved, with threads and with processes.",
        f"{OWN.format('connect_four')}; ourselves with one thread",
        "--boards 5x4 --repeat 3",
        "--boards 5x4 5x5 --repeat 5",
    ),
    Case(
        "speedup",
        "How much two cores help with tables of board games, and how much they can on this machine.",
        "ourselves with one thread and with one process",
        "--repeat 2",
        "--repeat 5",
    ),
    Case(
        "spread",
        "The engine mpi: a model of its cost fitted to tables and arenas, and what it says of more machines.",
        "ourselves with one process",
        "--boards 4x4 5x4 --repeat 2",
        "--boards 4x4 5x4 5x5 --vertices 400000 4000000 --repeat 5",
    ),
    Case(
        "verifier",
        "What verification costs beside solving, and how many searches it needs for nested priorities.",
        "our solvers",
        "",
        "",
    ),
    Case(
        "explorer",
        "The explorer in a browser: bytes of the first look, a game drawn, moves among a million positions.",
        "nobody",
        "",
        "--repeat 15",
    ),
)
