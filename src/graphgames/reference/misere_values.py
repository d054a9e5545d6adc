"""``misere-values``: games by rules in misère play, entry by entry.

Who cannot move wins; else a position is won if some option is lost, and lost if all are won. An entry rests on those
before it alone. The genus of a position is its nimber in normal play and its misère nimbers beside 0, 1, 2, ... heaps
of two: with t of them, the mex of those of the options with as many, and of its own with one less, and of that with its
last bit changed, for a heap of two may be removed or halved (Conway, ONAG ch. 12). The last two numbers of a row
alternate for ever; where all rows do, two heaps more repeat the same condition, so finitely many t prove all.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.kind import Kind
from graphgames.reference.listed_rules import Moves, Position, read_positions
from graphgames.reference.problem import Problem, expect, mex, read_problem
from graphgames.reference.reading import Fields, RefusedError, choice, integer, listing

Genus = tuple[int, list[int]]


class Misere:
    """The outcomes and the genera of the certificate, and those that come before the entry that is looked at."""

    def __init__(self, problem: Problem, answers: Fields, proof: Fields):
        expect(problem, "misere-rules")
        self.game, self.moves = problem, Moves(problem)
        position = read_positions(proof, "positions", self.moves)
        wins = proof.take("wins", listing(choice(True, False), len(position)))
        valued = read_positions(proof, "valued", self.moves)
        normal = proof.take("normal", listing(integer(0), len(valued)))
        misere = proof.take("misere", listing(listing(integer(0)), len(valued)))
        if any(len(row) < 2 for row in misere) or any(len({*row}) < len(row) for row in (position, valued)):
            raise RefusedError("a row of misère nimbers has less than two numbers, or a position is listed twice")
        self.outcome = list(zip(position, wins, strict=True))
        self.genus = list(zip(valued, normal, misere, strict=True))
        self.wins: dict[Position, bool] = {}
        self.known: dict[Position, Genus] = {}
        answers.take("outcomes", choice(len(position)))
        answers.take("genera", choice(len(valued)))

    def outcomes(self) -> Iterator[tuple[Position, bool]]:
        """Yield each outcome before it is counted among those that later ones may rest on."""
        for here, wins in self.outcome:
            yield here, wins
            self.wins[here] = wins

    def genera(self) -> Iterator[tuple[Position, int, list[int]]]:
        """Yield each genus before it is counted among those that later ones may rest on."""
        for here, normal, misere in self.genus:
            yield here, normal, misere
            self.known[here] = (normal, misere)


def outcome_follows(c: Misere, entry: tuple[Position, bool]) -> bool:
    """A position is won if there is no move, or one to a position that is known to be lost; lost if all are known to be
    won, and there is one.
    """
    here, wins = entry
    options = [c.wins.get(after) for after in c.moves.options[here]]
    return (not options or False in options) if wins else (options != [] and all(options))


def genus_follows(c: Misere, entry: tuple[Position, int, list[int]]) -> bool:
    """The nimber, and the misère nimber with each number of twos, is the mex of what is to be had from there."""
    here, normal, misere = entry
    options = c.moves.options[here]
    if not all(after in c.known for after in options):
        return False
    rows = [c.known[after][1] for after in options]
    if normal != mex({c.known[after][0] for after in options}):
        return False
    if misere[0] != (mex({row[0] for row in rows}) if rows else 1):
        return False
    for twos in range(1, max(len(row) for row in [misere, *rows]) + 3):
        less = with_twos(misere, twos - 1)
        if with_twos(misere, twos) != mex({less, less ^ 1} | {with_twos(row, twos) for row in rows}):
            return False
    return True


def with_twos(row: list[int], twos: int) -> int:
    """Return the misère nimber with so many heaps of two: behind its end a row repeats its last two numbers."""
    return row[twos] if twos < len(row) else row[len(row) - 2 + (twos - len(row)) % 2]


KIND = Kind(
    Misere,
    "who wins the positions listed in misère play, and their genera (by the moves that the file lists)",
    {"outcomes": (outcome_follows,), "genera": (genus_follows,)},
    read_problem,
)
