"""Marks of policies: the value of a policy of one player, and what each of its moves gives away.

The solution of the game that the policy leaves (``policy``) proves what it is worth against the best reply, and the
reply. The solution of the whole game proves what perfect play is worth. What a move gives away is the value of the best
move less its own: the value where it leads, with what the move itself adds; a policy gives away the mean of that. All
values are those of player 0; player 1 wants little. Where values are brackets, so is what is given away.

What the file claims is read in ``marks_claim``; here each number that is shown is compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from graphgames.reference.ends import Pair, doubled, less
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.marks_claim import Marks
from graphgames.reference.reading import Exact, Fields, RefusedError, dictionary, document, exact


def of_edge(c: Marks, key: str, e: int) -> Exact:
    """Return what the objective says of an edge, or of all, under a key; 0 where it says nothing."""
    given = c.game.data.given.get(key, 0)
    return exact(given[e] if isinstance(given, list) else given, key)


def value_of(c: Marks, e: int) -> Pair:
    """Return the value of an edge to the player of the policy, by its two ends."""
    kind, (low, high) = c.game.objective, c.best[c.game.head[e]]
    here = of_edge(c, {"discounted": "weight", "expected-reward": "reward"}.get(kind, ""), e)
    share = of_edge(c, "discount", e) if kind == "discounted" else 1  # what a vertex adds, each move does
    low, high = here + share * low, here + share * high
    return (low, high) if c.player == 0 else (-high, -low)


def lost(c: Marks, v: int) -> list[Pair]:
    """Return what each move from a vertex gives away: how much more another one may be worth, at least and at most."""
    ends = [value_of(c, e) for e in c.game.out[v]]
    if all(low == high for low, high in ends):
        best, _ = max(ends)
        return [(gap, gap) for gap in [less(best, one) for one, _ in ends]]
    found = []
    for k, (low, high) in enumerate(ends):
        others = ends[:k] + ends[k + 1 :]
        least, most = (max([0, *(less(one[end], (high, low)[end]) for one in others)]) for end in (0, 1))
        found.append((least, most))
    return found


def mean(c: Marks, v: int, numbers: Sequence[Any]) -> Any:
    """Return the mean of numbers of the edges from a vertex, as likely as the policy takes them."""
    share = [c.share[e] for e in c.game.out[v]]
    total = sum(n * one for n, one in zip(share, numbers, strict=True) if n)
    return total if isinstance(total, float) else Fraction(total, sum(share))


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
    moves = lost(c, v)
    low, high = zip(*moves, strict=True)
    least = mean(c, v, low)
    return c.regrets.get(v) == ((least, least if low == high else mean(c, v, high)), moves)


def what_a_visit_costs_follows(c: Marks, v: int) -> bool:
    """Of moves that keep the average the best collects most, with the bias where it leads; others cost the rest of it.

    A visit by moves one of which loses some of the average costs nothing beside that, which is for ever.
    """
    if c.bias is None or c.once is None:
        return c.bias is None and c.once is None
    if not c.acts(v):
        return v not in c.once
    out, side = c.game.out[v], 1 if c.player == 0 else -1
    found = [
        (side * c.best[w][0], of_edge(c, "weight", e) + c.bias[w]) for e, w in zip(out, c.game.after[v], strict=True)
    ]
    gain, best = max((gain, side * rest) for gain, rest in found)
    costs = [Fraction(best - side * rest) / c.pace if one == gain else None for one, rest in found]
    some = any(c.share[e] and one is None for e, one in zip(out, costs, strict=True))
    visit = None if some else mean(c, v, [one or 0 for one in costs])
    return c.once.get(v) == (doubled(visit), [doubled(one) for one in costs])


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
