"""``table-labels``: a board game by rule, every position with its outcome for the player to move and its remoteness.

The certificate file (``graphgames table verify --certificate OUT`` writes it) lists the rules, position by position:
how the game has ended there, or where each move leads and whether the same player moves again. Seen by who makes a
move, it wins where the other player is to lose, or where the same player moves again and wins.

*Where the player to move wins, he does so within r moves, r the remoteness.* At an end the rules say so. Else some move
wins with a remoteness less by one, and none wins sooner; and who loses has only moves that lose, one of them less by
one. So it falls along the play, which ends, won. *At a draw* there is a move that draws and none that wins: nobody can
win, and an endless play is a draw, too. That is why the remoteness is needed: with outcomes alone two positions that
lead to each other could be called won and lost.
"""

from __future__ import annotations

import re

from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.reading import RefusedError

WIN, LOSS, DRAW = range(3)
ENDED = {1: WIN, 2: LOSS, 3: DRAW}


class TableLabels:
    """The rules, as moves ``(next position, whether the same player moves again)``, and the claim."""

    def __init__(self, text: str):
        self.lines = text.split("\n")[::-1]
        title, version = self.words()
        name, kind, positions, moves = self.words()
        if (title, self.number(version), name, kind) != ("graphgames-certificate", 1, "table", "table-labels"):
            raise RefusedError("this is not the certificate file of a table, of version 1")
        self.positions = range(self.number(positions))
        rules = self.part("game")
        claims = self.part("solution")
        if any(self.part("certificate")) or self.words() != ["end"] or self.lines != [""]:
            raise RefusedError("something stands in the file that nothing reads")
        if any(len(row) % 2 == 0 or row[0] > max(ENDED) or max(row[2::2], default=0) > 1 for row in rules):
            raise RefusedError("the rules of a position are its end, 0 to 3, and pairs of a position and 0 or 1")
        if any(len(row) != 2 or row[0] > DRAW for row in claims):
            raise RefusedError("the claim about a position is its outcome, 0 to 2, and its remoteness")
        self.end = [ENDED.get(row[0]) for row in rules]
        self.moves = [list(zip(row[1::2], map(bool, row[2::2]), strict=True)) for row in rules]
        self.outcome, self.remoteness = [row[0] for row in claims], [row[1] for row in claims]
        if sum(map(len, self.moves)) != self.number(moves):
            raise RefusedError("the number of moves is another one")

    def words(self) -> list[str]:
        """Return the words of the next line."""
        return [word for word in re.split("[ \t\r]", self.lines.pop()) if word] if self.lines else []

    def part(self, name: str) -> list[list[int]]:
        """Read the numbers of each position in a part of the file."""
        if self.words() != [name]:
            raise RefusedError(f"expected the line {name!r}")
        rows = []
        for v in self.positions:
            first, *row = map(self.number, self.words())
            if first != v:
                raise RefusedError(f"expected the line of position {v}")
            rows.append(row)
        return rows

    def number(self, word: str) -> int:
        """Return the number from 0 on that a word is, in at most 18 decimal digits."""
        if not re.fullmatch("[0-9]{1,18}", word):
            raise RefusedError(f"found {word[:20]!r}, expected a number")
        return int(word)

    def seen(self, move: tuple[int, bool]) -> int:
        """Return what a move leads to, for who makes it."""
        outcome = self.outcome[move[0]]
        return outcome if move[1] else {WIN: LOSS, LOSS: WIN, DRAW: DRAW}[outcome]

    def ahead(self, v: int, outcome: int) -> list[int]:
        """Return the remoteness after each move that leads to this outcome for who makes it."""
        return [self.remoteness[move[0]] for move in self.moves[v] if self.seen(move) == outcome]


def moves_stay(c: TableLabels, v: int) -> bool:
    """A move leads to a position of the table."""
    return all(w in c.positions for w, _ in c.moves[v])


def ends_are_as_the_rules_say(c: TableLabels, v: int) -> bool:
    """Where the game has ended the outcome is that of the rules, and the remoteness is 0."""
    return c.end[v] is None or (c.outcome[v] == c.end[v] and c.remoteness[v] == 0)


def wins_hurry(c: TableLabels, v: int) -> bool:
    """Where the player to move wins, the remoteness is one more than the least after a winning move."""
    return c.end[v] is not None or c.outcome[v] != WIN or c.remoteness[v] == 1 + min(c.ahead(v, WIN), default=-2)


def losses_delay(c: TableLabels, v: int) -> bool:
    """Where the player to move loses, all moves lose; the remoteness is one more than the largest, 0 without any."""
    if c.end[v] is not None or c.outcome[v] != LOSS:
        return True
    ahead = c.ahead(v, LOSS)
    return len(ahead) == len(c.moves[v]) and c.remoteness[v] == 1 + max(ahead, default=-1)


def draws_hold(c: TableLabels, v: int) -> bool:
    """At a draw some move draws and none wins; it has no remoteness, for which 0 stands."""
    if c.end[v] is not None or c.outcome[v] != DRAW:
        return True
    return bool(c.ahead(v, DRAW)) and not c.ahead(v, WIN) and c.remoteness[v] == 0


KIND = Kind(
    TableLabels,
    "the outcome and the remoteness of every position, by the rules as the file lists them",
    {"positions": (moves_stay, ends_are_as_the_rules_say, wins_hurry, losses_delay, draws_hold)},
)


def check_table(text: str | bytes) -> Report:
    """Return the report on the certificate file of a table."""
    try:
        claim = TableLabels(text if isinstance(text, str) else text.decode("ascii", "replace"))
    except RefusedError as error:
        return Report("table-labels", "", (), 1, 1, [str(error)])
    except ValueError:
        return Report("table-labels", "", (), 1, 1, ["this is not the certificate file of a table"])
    return examine("table-labels", KIND, claim, ())
