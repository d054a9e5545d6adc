"""``reward-layers``: expected rewards that count only if the target is reached, a layer for each amount collected so
far.

Rewards are whole multiples of a unit. The value for a vertex v and an amount x already collected lies between low(v, x)
and high(v, x). Each is a table up to a bound B, and grows from there on by a slope for each unit more. So two numbers
stand for all amounts from B on, the one at B and the slope: if an edge is worth no less by both, it is for all of them.

*Not more than high.* Let Min keep to his moves. High is nowhere negative, at the target what was collected, and nowhere
less than what the next step is worth; the value is the least of which that is true.

*Not less than low, below the bound*, if it is right beyond. As for the probability to reach a target: low exceeds the
value by most on a set that the play does not leave, where each step keeps low; there the rank falls for ever, since
where something is collected the amount rises.

*Not less than low, from the bound on.* From wherever low has a positive slope, Max can reach the target with a
probability of at least some c > 0 (the reach rank, the number of steps that takes, falls). So the value is at least
some part k of low, the largest such k. Let Max make her moves until the amount exceeds a large K, and then go for the
target. In any n steps all of which keep low the play ends with some probability, since ranks fall. So a play that comes
to K has made a number of steps that raise the mean of low in proportion to K, unless its probability falls
exponentially with K; each raises it by at least some constant. So the mean of low where the play comes to K is at most
a constant times what such steps brought. From this follows that the value is at least k' low with a k' > k, if k < 1;
and so k is 1.

*Infinite values.* Max collects for ever with positive probability, as for ``reward-ranks``, and may go to the target
from wherever she is, once she has collected as much as she likes.
"""

from __future__ import annotations

from graphgames.reference.arena_game import CHANCE
from graphgames.reference.kind import Kind
from graphgames.reference.reward_amounts import Layers
from graphgames.reference.reward_ranks import Shares, infinite_values_stay, players_have_moves, winners_are_right


def values_are_of_the_first_layer(c: Layers, v: int) -> bool:
    """A finite value, and the move, are those of a play in which nothing has been collected."""
    move = None if c.moves[0][v] == -1 else c.moves[0][v]
    first = (c.below.rows[0][v] * c.unit, c.above.rows[0][v] * c.unit)
    return c.infinite[v] or (first == (c.low[v], c.high[v]) and c.move[v] == move)


def ends_are_right(c: Layers, v: int) -> bool:
    """The target is worth what was collected, and another end nothing."""
    gained = 1 if v in c.target else 0
    return not c.over(v) or all(
        side.slope[v] == gained and all(side.rows[x][v] == x * gained for x in range(c.bound + 1))
        for side in (c.below, c.above)
    )


def reach_ranks_are_right(c: Layers, v: int) -> bool:
    """Where there is a reach rank, and where the value is infinite or low has a slope, an edge leads to a smaller one,
    all edges where Min moves; reach ranks are at least 0 there.
    """
    if v in c.target or not (c.reach_rank[v] >= 0 or c.infinite[v] or c.below.slope[v] > 0):
        return True
    nearer = [0 <= c.reach_rank[w] < c.reach_rank[v] for w in c.after[v]]
    return all(nearer) and nearer != [] if c.owner[v] == 1 else any(nearer)


def moves_stand_where_needed(c: Layers, v: int) -> bool:
    """For each amount a move, along an edge, stands where a player is to move for a finite value, and nowhere else."""
    needed = v in c.going and c.owner[v] != CHANCE
    return all(moves[v] in c.after[v] if needed else moves[v] == -1 for moves in c.moves)


def high_is_enough(c: Layers, place: tuple[int, int]) -> bool:
    """For each amount no step is worth more than high: Min's move, all of Max's, and the mean of chance."""
    v, x = place
    return c.goes(v, 1, c.moves[x][v], lambda shares: max(c.gained(c.above, v, x, shares)) <= 0)


def low_is_kept(c: Layers, place: tuple[int, int]) -> bool:
    """For each amount no step is worth less than low: all of Min's, and the mean of chance."""
    v, x = place
    return c.owner[v] == 0 or c.goes(v, 0, None, lambda shares: min(c.gained(c.below, v, x, shares)) >= 0)


def progress_is_made(c: Layers, place: tuple[int, int]) -> bool:
    """Where low is positive, Max's move is worth at least low; what is worth just that collects something, or lowers
    the rank: her move, all of Min's, and where chance moves some edge. From the bound on, low is positive with its
    slope.
    """
    v, x = place
    if c.below.slope[v] == 0 if x == c.bound else c.below.rows[x][v] == 0:
        return c.below.rows[x][v] == 0

    def falls(e: int) -> bool:
        return (c.amount[e] > 0 and x < c.bound) or c.ranks[x][c.game.head[e]] < c.ranks[x][v]

    def good(shares: Shares) -> bool:
        at, slope = c.gained(c.below, v, x, shares)
        return slope >= 0 and (at > 0 or (at == 0 and any(falls(e) for e, _ in shares)))

    return c.goes(v, 0, c.moves[x][v], good)


KIND = Kind(
    Layers,
    "the expected reward at each vertex or the bracket around it, and both players' moves for each amount collected",
    {
        "vertices": (
            players_have_moves,
            winners_are_right,
            values_are_of_the_first_layer,
            ends_are_right,
            reach_ranks_are_right,
            infinite_values_stay,
            moves_stand_where_needed,
        ),
        "situations": (high_is_enough, low_is_kept, progress_is_made),
    },
)
