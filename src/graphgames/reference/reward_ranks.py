"""``reward-ranks``: the expected reward until a target. Player 0, Max, wants much, player 1, Min, little.

A finite value is a bracket from low to high. A play that misses the target is worth infinitely much (then Min must come
there), or what it collects.

*Not more than high.* Let Min keep to his moves. No step is worth more than high, rewards included, so what is collected
in however many steps is not more on average. Where Min must come to the target he does, almost surely: steps worth less
than high by some amount are few on average, since high would sink below 0; and where the others are worth just that the
rank falls, so that the target comes within n of them with a probability bounded from below.

*Not less than low.* Let Max keep to her moves. No step is worth less than low, so many steps collect low on average,
less what low is where they lead. Where a play that misses the target is worth infinitely much, the others come to it,
where low is 0. Else let Min reply best, and look at the vertices where low exceeds the expectation by most: no step
leaves them, all keep low, and there the rank falls for ever, which cannot be, unless low is 0.

*Infinite values*, by induction on the rank: Max keeps the play where the rank never rises. Either it falls with
positive probability, or it stays for ever off the target; where plays keep what they collect, the steps to the next
reward become fewer, so that one comes again and again.
"""

from __future__ import annotations

from collections.abc import Callable

from graphgames.reference.arena_game import CHANCE, Claim, Game
from graphgames.reference.kind import Kind
from graphgames.reference.reading import Exact, Fields, Infinite, RefusedError, bracket, choice, exact, listing, rank

Shares = list[tuple[int, Exact]]
"""What happens at a vertex: edges, and how likely each of them."""


class Rewards(Claim):
    """Where the value is infinite, the two ends of the others, the moves, the reward of each edge; ranks and steps."""

    objectives = ("expected-reward",)
    with_chance = True
    conventions: tuple[str, ...] = ("inf", "continue")
    """The conventions about plays that miss the target of which the certificate proves something."""

    def __init__(self, game: Game, answers: Fields, proof: Fields):
        super().__init__(game, answers, bracket)
        data, n = game.data, game.n
        if self.value is None:
            raise RefusedError("the solution shows no values, and they are what the certificate is about")
        unreached = choice(*self.conventions)(
            data.maybe("unreached", choice("inf", "continue", "zero"), "inf"), "unreached"
        )
        self.must_reach = unreached == "inf"
        self.target = game.marked("target", n)
        if "reward" in data:
            self.reward = data.take("reward", listing(exact, len(game.tail)))
        else:
            of_vertex = data.take("vertex_reward", listing(exact, n))
            self.reward = [of_vertex[v] for v in game.tail]
        if min(self.reward, default=0) < 0:
            raise RefusedError("a reward is negative")
        self.infinite = [high is Infinite.PLUS for _, high in self.value]
        self.low, self.high = ([reward(pair[end]) for pair in self.value] for end in (0, 1))
        self.rank, self.step = (proof.take(name, listing(rank, n)) for name in ("rank", "step"))

    def over(self, v: int) -> bool:
        """Return whether the play is at the target or at a dead end."""
        return v in self.target or not self.after[v]

    def goes(self, v: int, player: int, move: int | None, good: Callable[[Shares], bool]) -> bool:
        """Return whether what happens at v is good: what chance does, a player's move, or all that the other may do.

        Of parallel edges whoever moves takes the best.
        """
        edges, head = self.game.out[v], self.game.head
        if self.owner[v] == CHANCE:
            return good([(e, self.game.likely[e]) for e in edges])
        if self.owner[v] != player:
            return all(good([(e, 1)]) for e in edges)
        return any(good([(e, 1)]) for e in edges if head[e] == move)

    def more(self, v: int, shares: Shares, end: list[Exact]) -> int:
        """Return 1, 0 or -1 as what happens at v, rewards included, is worth more than v on average, the same or less.

        What leads to an infinite value is worth more.
        """
        if any(self.infinite[self.game.head[e]] for e, _ in shares):
            return 1
        return compared(mean(shares, lambda e: self.reward[e] + end[self.game.head[e]]), end[v])

    def falls(self, v: int, e: int) -> bool:
        """Return whether the rank falls along an edge."""
        return self.rank[self.game.head[e]] < self.rank[v]


def reward(value: Exact | Infinite) -> Exact:
    """Return an end of a bracket, 0 for infinity, which is told apart."""
    if value is Infinite.MINUS or (not isinstance(value, Infinite) and value < 0):
        raise RefusedError("a value is negative, and no reward is")
    return 0 if isinstance(value, Infinite) else value


def mean(shares: Shares, number: Callable[[int], Exact]) -> Exact:
    """Return the mean of the numbers of some edges."""
    if len(shares) == 1:
        return number(shares[0][0])
    return sum((p * number(e) for e, p in shares), 0)


def compared(one: Exact | int, other: Exact) -> int:
    """Return 1, 0 or -1 as the first number is larger, the same or smaller."""
    return (one > other) - (one < other)


def players_have_moves(c: Rewards, v: int) -> bool:
    """There is a move, along an edge, where a player is to move and the play is not over, and nowhere else."""
    return c.move[v] is None if c.over(v) or c.owner[v] == CHANCE else c.move[v] in c.after[v]


def winners_are_right(c: Rewards, v: int) -> bool:
    """Player 0 is said to win where the value is infinite, player 1 elsewhere."""
    return c.winner[v] == (0 if c.infinite[v] else 1)


def ends_are_right(c: Rewards, v: int) -> bool:
    """Where the play is over the value is 0; infinite, if it has missed the target that it must come to."""
    if c.must_reach and v not in c.target and c.over(v):
        return c.infinite[v]
    return not c.over(v) or (not c.infinite[v] and c.high[v] == 0)


def kept(c: Rewards, v: int, player: int, end: list[Exact], idle: bool) -> bool:
    """Return whether nothing that happens at v is worth less to a player than the end that he is promised.

    Unless he may be idle, the rank falls by what is worth just that.
    """
    side = 1 if player == 0 else -1

    def good(shares: Shares) -> bool:
        more = side * c.more(v, shares, end)
        return more > 0 or (more == 0 and (idle or any(c.falls(v, e) for e, _ in shares)))

    return c.goes(v, player, c.move[v], good)


def high_is_enough(c: Rewards, v: int) -> bool:
    """Min's move, all of Max's, and the mean of chance, are worth at most high; where Min must come to the target, the
    rank falls by what is worth just that.
    """
    return c.over(v) or c.infinite[v] or kept(c, v, 1, c.high, not c.must_reach)


def low_is_kept(c: Rewards, v: int) -> bool:
    """Where low is positive, Max's move, all of Min's, and the mean of chance, are worth at least low; where Max must
    go on collecting, the rank falls by what is worth just that.
    """
    return c.over(v) or c.low[v] == 0 or kept(c, v, 0, c.low, c.must_reach)


def infinite_values_stay(c: Rewards, v: int) -> bool:
    """Where the value is infinite, Max goes to a smaller rank, or keeps the play where it is no larger and, if it must
    collect, comes nearer to a reward; where chance moves, it may go to a smaller rank, or all edges keep it.
    """
    head = c.game.head

    def lower(e: int) -> bool:
        return c.infinite[head[e]] and c.falls(v, e)

    def keeps(e: int) -> bool:
        return c.infinite[head[e]] and c.rank[head[e]] <= c.rank[v]

    def nearer(e: int) -> bool:
        return c.must_reach or c.step[head[e]] < c.step[v] or c.reward[e] > 0

    def good(shares: Shares) -> bool:
        edges = [e for e, _ in shares]
        return any(map(lower, edges)) or (all(map(keeps, edges)) and any(map(nearer, edges)))

    return c.over(v) or not c.infinite[v] or c.goes(v, 0, c.move[v], good)


KIND = Kind(
    Rewards,
    "the expected reward at each vertex or the bracket around it, where it is infinite, and both players' moves",
    {
        "vertices": (
            players_have_moves,
            winners_are_right,
            ends_are_right,
            high_is_enough,
            low_is_kept,
            infinite_values_stay,
        )
    },
)
