"""Marks of policies: what a policy of one player is worth, and what each of its moves gives away.

The solution of the game that the policy leaves (``policy``) proves what it is worth against the best reply, and the
reply. The solution of the whole game proves what perfect play is worth. What a move gives away is the value of the best
move less its own: the value where it leads, with what the move itself adds; a policy gives away the mean of that. All
values are those of player 0; player 1 wants little. Where values are brackets, so is what is given away.

The file is long, since each number that is shown is compared.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from graphgames.reference.arena import read_game
from graphgames.reference.check import checked
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.policy import left
from graphgames.reference.reading import (
    Exact,
    Fields,
    Infinite,
    RefusedError,
    anything,
    bracket,
    choice,
    dictionary,
    document,
    exact,
    integer,
    listing,
    optional,
    row,
    text,
)

Pair = tuple[Any, Any]
"""The two ends of a number; an infinity is a float, which no fraction equals."""
VALUED = (
    "discounted",
    "expected-reward",
    "mean-payoff",
    "reach-probability",
    "avoid-probability",
    "parity-probability",
)
"""Objectives whose solutions have what positions are worth; elsewhere who wins is all."""


class Marks:
    """What the file of a mark claims about a game."""

    def __init__(self, game: dict[str, Any], file: Fields):
        self.file, self.player = file, file.take("side", integer(0, 1))
        against = file.take("against", optional(listing(integer(0))))
        begin, labels = game.get("start"), game.get("labels")
        self.game = read_game(game)
        if against is not None:  # the game is what that policy of the other player leaves
            game = left(game, self.game, 1 - self.player, against)
            self.game = read_game(game)
        self.given = game
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
        self.left = left(game, self.game, self.player, self.share)
        self.numbers_given = {key: file.take(key, numbers) for key in ("value", "game_value", "exploitability")}
        self.reply = self.rows("best_reply", lambda one: one.take("to", integer(0, n - 1))) or {}
        self.regrets, self.once = (self.rows(key, self.lost_there) for key in ("regrets", "once"))
        self.pace = file.take("pace", integer(1, 1 + mean))
        self.vertices = range(n)
        about, vertices = game["objective"], listing(integer(0, n - 1))
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
        moves = one.take("moves", listing(row(text, optional(numbers))))
        return one.take("regret", optional(numbers)), [lost for _, lost in moves]

    def proved(self) -> Report:
        """Prove the two solutions of the file, and read what they say; return the report on the first that is false."""
        best, rest = self.file.take("best", dictionary), self.file.take("left", dictionary)
        for game, solution in ((self.given, best), (self.left, rest)):
            report = checked(game, Fields(solution, "solution"))
            if not report.ok:
                return report
            self.unproved += [f"{key} of a solution" for key in report.unproved]
            if "problem" in report.unproved or "problem" not in solution:
                raise RefusedError("a solution does not say by its digest which game it is of")
        if best.get("problem") != self.board:
            raise RefusedError("the digest of the board is not that of the game")
        valued = self.given["objective"]["name"] in VALUED
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

    def of_edge(self, key: str, e: int) -> Exact:
        """Return what the objective says of an edge, or of all, under a key; 0 where it says nothing."""
        numbers_given = self.given["objective"].get(key, 0)
        return exact(numbers_given[e] if isinstance(numbers_given, list) else numbers_given, key)

    def value_of(self, e: int) -> Pair:
        """Return what an edge is worth to the player of the policy, by its two ends."""
        low, high = self.best[self.game.head[e]]
        if self.game.objective == "discounted":  # what a vertex adds, each move does
            here, share = self.of_edge("weight", e), self.of_edge("discount", e)
            low, high = here + share * low, here + share * high
        elif self.game.objective == "expected-reward":
            here = self.of_edge("reward", e)
            low, high = here + low, here + high
        return (low, high) if self.player == 0 else (-high, -low)

    def lost(self, v: int) -> list[Pair]:
        """Return what each move from a vertex gives away."""
        value_of = [self.value_of(e) for e in self.game.out[v]]
        others = [value_of[:k] + value_of[k + 1 :] for k in range(len(value_of))]
        return [
            (
                max([0, *(less(least, high) for least, _ in rest)]),
                max([0, *(less(most, low) for _, most in rest)]),
            )
            for (low, high), rest in zip(value_of, others, strict=True)
        ]

    def mean(self, v: int, lost: list[Any]) -> Any:
        """Return the mean of what the moves from a vertex give away, as likely as the policy takes them."""
        share = [self.share[e] for e in self.game.out[v]]
        return sum((n * one for n, one in zip(share, lost, strict=True) if n), Fraction(0)) / sum(share)


def numbers(given: object, where: str) -> Pair:
    """Read the two ends of a number, infinities as floats."""
    low, high = (float(one.value) if isinstance(one, Infinite) else one for one in bracket(given, where))
    return low, high


def probability(given: object, where: str) -> Exact:
    """Read what a draw is worth."""
    if not 0 <= (found := exact(given, where)) <= 1:
        raise RefusedError(f"{where} is {found}; expected a number from 0 to 1")
    return found


def values(solution: dict[str, Any], valued: bool) -> list[Pair]:
    """Return the values that a solution claims; where who wins is all, 1 where player 0 does."""
    if valued:
        return listing(numbers)(solution["value"], "value")
    return [(1 - one, 1 - one) for one in listing(integer(0, 1))(solution["winner"], "winner")]


def doubled(number: Exact | None) -> Pair | None:
    """Return a number as its two ends."""
    return None if number is None else (number, number)


def less(one: Any, other: Any) -> Any:
    """Return a difference; infinities of one sign are the same."""
    return 0 if one == other else one - other


def the_value_is_that_of_the_game_that_is_left(c: Marks, _: None) -> bool:
    """The policy is worth the value of the start in the game that it leaves; what is lost is the opposite."""
    return c.numbers_given["value"] == turned(c, c.replied[c.start])


def the_value_of_perfect_play_is_that_of_the_game(c: Marks, _: None) -> bool:
    """Perfect play is worth the value of the start."""
    return c.numbers_given["game_value"] == turned(c, c.best[c.start])


def the_exploitability_is_their_difference(c: Marks, _: None) -> bool:
    """How much less the policy is worth to its player than perfect play."""
    better, worse = (c.best, c.replied)[:: 1 - 2 * c.player]
    (low, high), (least, most) = better[c.start], worse[c.start]
    return c.numbers_given["exploitability"] == (less(low, most), less(high, least))


def turned(c: Marks, value: Pair) -> Pair:
    """Return a value as it is shown."""
    return value if c.sign > 0 else (-value[1], -value[0])


def the_reply_is_proved(c: Marks, v: int) -> bool:
    """The best reply is the strategy of the game that is left, where its player moves, and nothing else."""
    moves = c.strategy[v] >= 0 and c.game.owner[v] == 1 - c.player
    return bool(c.reply.get(v) == (c.strategy[v] if moves else None))


def what_is_given_away_follows(c: Marks, v: int) -> bool:
    """At each vertex where the policy decides, each move gives away what it is worth less than the best one."""
    if c.regrets is None or not c.acts(v):
        return c.regrets is None or v not in c.regrets
    lost = c.lost(v)
    return c.regrets.get(v) == ((c.mean(v, [low for low, _ in lost]), c.mean(v, [high for _, high in lost])), lost)


def what_a_visit_costs_follows(c: Marks, v: int) -> bool:
    """Of moves that keep the average the best collects most, with the bias where it leads; others cost the rest of it.

    A visit by moves one of which loses some of the average costs nothing beside that, which is for ever.
    """
    if c.bias is None or c.once is None:
        return c.bias is None and c.once is None
    if not c.acts(v):
        return v not in c.once
    out, side = c.game.out[v], 1 if c.player == 0 else -1
    value_of = [
        (side * c.best[w][0], c.of_edge("weight", e) + c.bias[w]) for e, w in zip(out, c.game.after[v], strict=True)
    ]
    gain, best = max((gain, side * rest) for gain, rest in value_of)
    lost = [Fraction(best - side * rest) / c.pace if one == gain else None for one, rest in value_of]
    some = any(c.share[e] and one is None for e, one in zip(out, lost, strict=True))
    mean = None if some else c.mean(v, [one or 0 for one in lost])
    return c.once.get(v) == (doubled(mean), [doubled(one) for one in lost])


KIND = Kind(
    Marks,
    "the value, the best reply, what perfect play is worth, and what the policy and each move give away",
    {
        "whole game": (
            the_value_is_that_of_the_game_that_is_left,
            the_value_of_perfect_play_is_that_of_the_game,
            the_exploitability_is_their_difference,
        ),
        "vertices": (the_reply_is_proved, what_is_given_away_follows, what_a_visit_costs_follows),
    },
)


def check_marks(game: bytes, marks: bytes) -> Report:
    """Return the report on the mark of a policy on a game on an arena, whose values are numbers."""
    try:
        claim = Marks(dictionary(document(game), "game"), Fields(document(marks), "marks"))
        if not (report := claim.proved()).ok:
            return report
        claim.file.end()
    except RefusedError as error:
        return Report("marks", "", (), 1, 1, [str(error)])
    return examine("marks", KIND, claim, claim.unproved)
