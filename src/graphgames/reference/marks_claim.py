"""What the file of a policy's mark claims: the policy, its value, and what its moves give away.

The file holds two solutions: of the game that the policy leaves, and of the whole game. They are proved as others are.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphgames.reference.arena_game import read_game
from graphgames.reference.check import checked
from graphgames.reference.ends import Pair, probability, shown, values
from graphgames.reference.kind import Report
from graphgames.reference.policy import left
from graphgames.reference.reading import (
    Fields,
    RefusedError,
    anything,
    choice,
    dictionary,
    exact,
    integer,
    listing,
    optional,
    row,
    text,
)

VALUED = ("discounted", "expected-reward", "mean-payoff", "reach-probability", "avoid-probability",
          "parity-probability")  # fmt: skip
"""Objectives whose solutions have what positions are worth; elsewhere who wins is all."""

MOVES = listing(row(text, optional(shown)))
"""What each move gives away, by its name."""


class Marks:
    """What the file of a mark claims about a game."""

    def __init__(self, game: dict[str, Any], file: Fields):
        self.file, self.player = file, file.take("side", integer(0, 1))
        against = file.take("against", optional(listing(integer(0))))
        begin, labels = game.get("start"), game.get("labels")
        self.game = read_game(game)
        if against is not None:  # the game is what that policy of the other player leaves
            self.game = left(self.game, 1 - self.player, against)
        n = self.game.n
        costs = self.game.objective == "expected-reward"  # of a model, perhaps, in which rewards are lost
        self.sign = -1 if file.take("losses", choice(False, *[True] * costs)) else 1
        self.start = file.take("start", integer(0, n - 1))
        self.labels = listing(anything, n)([*range(n)] if labels is None else labels, "labels")
        if begin not in (None, self.start) or not self.is_called(self.start, file.take("from", text)):
            raise RefusedError("plays begin elsewhere in the game")
        file.take("player", integer(0, 1))
        file.take("draw", optional(probability))
        mean = self.game.objective == "mean-payoff"
        self.unproved = ["asked", "draw", *["losses"] * costs, *["pace"] * mean, "player"]
        self.unproved.append("names of moves, and of positions that are lists")
        self.share = file.take("policy", listing(integer(0)))
        self.left = left(self.game, self.player, self.share)
        self.numbers_given = {key: file.take(key, shown) for key in ("value", "game_value", "exploitability")}
        self.reply = self.rows("best_reply", lambda one: one.take("to", integer(0, n - 1))) or {}
        self.regrets, self.once = (self.rows(key, self.lost_there) for key in ("regrets", "once"))
        self.pace = file.take("pace", integer(1, 1 + mean))
        self.vertices = range(n)
        about, vertices = self.game.data.given, listing(integer(0, n - 1))
        self.ends = {v for key in ("target", "avoid") for v in vertices(about.get(key, []), key)}
        self.within = None if about.get("within") is None else {*vertices(about["within"], "within")}
        self.board = file.take("board", text)
        file.take("asked", optional(anything))
        self.unproved += ["memory"] * (file.take("memory", optional(anything)) is not None)
        file.take("format", choice("graphgames-marks"))
        file.take("version", choice(1))

    def is_called(self, v: int, name: str) -> bool:
        """Return whether a vertex may have a name: that of its label, unless this has parts, which can be told in
        several ways.
        """
        return isinstance(self.labels[v], list) or name == str(self.labels[v])

    def rows(self, key: str, reader: Callable[[Fields], Any]) -> dict[int, Any] | None:
        """Read rows, each about a vertex of its own; None where there are none."""
        found: dict[int, Any] = {}
        given = self.file.take(key, optional(listing(Fields)))
        for one in given or ():
            v = one.take("vertex", integer(0, self.game.n - 1))
            if not self.is_called(v, one.take("position", text)):
                raise RefusedError(f"vertex {v} has another name")
            found[v] = reader(one)
            one.end(allowed=("move",))
        if given is not None and len(found) < len(given):
            raise RefusedError(f"{key} names a vertex twice")
        return None if given is None else found

    def lost_there(self, one: Fields) -> tuple[Pair | None, list[Pair | None]]:
        """Read what is given away at a vertex, or by a visit, and by each of its moves."""
        moves = one.take("moves", MOVES)
        return one.take("regret", optional(shown)), [lost for _, lost in moves]

    def proved(self) -> Report:
        """Prove the two solutions of the file, and read what they say; return the report on the first that is false."""
        best, rest = self.file.take("best", dictionary), self.file.take("left", dictionary)
        for game, solution in ((self.game, best), (self.left, rest)):
            report = checked(game, Fields(solution, "solution"))
            if not report.ok:
                return report
            self.unproved += [f"{key} of a solution" for key in report.unproved]
            if "problem" in report.unproved or "problem" not in solution:
                raise RefusedError("a solution does not say by its digest which game it is of")
        if best.get("problem") != self.board:
            raise RefusedError("the digest of the board is not that of the game")
        valued = self.game.objective in VALUED
        self.best, self.replied = values(best, valued), values(rest, valued)
        self.strategy, proof = rest["strategy"], best["certificate"]
        known = proof["kind"] == "gain-bias" and all(low == high for low, high in self.best)
        self.bias = [exact(one, "bias") for one in proof["bias"]] if known else None
        return report

    def over(self, v: int) -> bool:
        """Return whether the play is over at a vertex: at a target or what is to be avoided, or out of bounds."""
        return v in self.ends or (self.within is not None and v not in self.within)

    def acts(self, v: int) -> bool:
        """Return whether the player of the policy decides something at a vertex."""
        return self.game.owner[v] == self.player and bool(self.game.out[v]) and not self.over(v)
