"""Checks templates of strategies: every strategy that keeps one wins, and there is always a move that keeps it.

Why it suffices. The certificate of the solution proves from where the player wins; an action that stays there is
allowed, and one that leaves loses. A play that keeps to allowed edges stays where he wins. After a while it takes no
co-live edge any more, and goes on for ever along a set of edges that joins its vertices to each other. If an edge of
some live group begins at one of these vertices, an edge of that group is in the set. The check looks for such a set
whose largest priority is bad for the player. Within a component of the edges that may be taken, below that priority, a
set cannot come to where a group begins of which no edge is in the component; without these vertices the component falls
into smaller ones, until none is left, or one in which each group that begins has an edge: that is a play the player
loses although he keeps the template. So a template is proved if and only if all who keep it win.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.digest import same_game
from graphgames.core.report import Failure, Report
from graphgames.policies.shield_checker import LIMIT, Promise, actions, refused, single

Mask = NDArray[np.bool_]


def check_template(
    game: Any, rival: Any, solution: Any, promise: Promise, mask: Any, template: Any, proved: Report
) -> Report:
    """Return the report of the certificate, with what is wrong in a template.

    ``rival`` is the game that must be solved: that of the shield, with the other player in place of chance. The mask
    says of each edge of the player whether it is allowed.
    """
    arena, player = rival.arena, promise.player
    if not promise.worst:
        return refused(proved, "a template promises to win whatever happens, and this one names a probability")
    if not same_game(solution.problem, rival):
        return refused(proved, "the solution is of another game than the shield")
    if wrong := _misshapen(arena, mask, template):
        return refused(proved, wrong)
    won, mine = solution.winner == player, (arena.owner == player)[arena.tails]
    at_once = single(game)[arena.tails]
    failures = [
        *_forbidden(arena, won, mine | at_once, mask),
        *_elsewhere(arena, mine & mask, template),
        *_divided(arena, actions(game), template),
        *_without_a_move(arena, won, mine, mask, template),
        *_lost_loops(arena, won, ~template.colive, template.groups, rival, player),
    ]
    return Report(proved.checked + arena.m + arena.n, tuple(failures[:LIMIT]), len(failures))


def _misshapen(arena: Any, mask: Any, template: Any) -> str:
    """Return what is not an array over the edges, or not edges."""
    for what, given in (("mask", mask), ("co-live edges", template.colive)):
        if not (isinstance(given, np.ndarray) and given.dtype == np.bool_ and given.shape == (arena.m,)):
            return f"the {what} are not an array of {arena.m} booleans"
    for group in template.groups:
        if not (isinstance(group, np.ndarray) and group.dtype == np.int64 and group.ndim == 1):
            return "a live group is not an array of edges"
        if not group.size or group.min() < 0 or group.max() >= arena.m:
            return "a live group has no edges, or some that do not exist"
        if np.unique(group).size < group.size:
            return "a live group names an edge twice"
    return ""


def _elsewhere(arena: Any, acts: Mask, template: Any) -> list[Failure]:
    """Return the edges of which a template speaks although the player may not take them, or does not move there."""
    named = template.colive.copy()
    named[np.concatenate([np.zeros(0, np.int64), *template.groups])] = True
    fault = "in the template, but not an allowed move of the player"
    return [Failure(arena.tail(e), f"{_move(arena, e)} is {fault}") for e in np.flatnonzero(named & ~acts).tolist()]


def _divided(arena: Any, same: NDArray[np.int64], template: Any) -> list[Failure]:
    """Return the edges that are one action, of which a template says something else: people choose by names."""
    wrong, several = template.colive != template.colive[same], np.flatnonzero(np.bincount(same)[same] > 1)
    for group in template.groups if several.size else ():
        wrong[several] |= np.isin(several, group) != np.isin(same[several], group)
    fault = "not in the template as a parallel one is"
    return [Failure(arena.tail(e), f"{_move(arena, e)} is {fault}") for e in np.flatnonzero(wrong).tolist()]


def _move(arena: Any, e: int) -> str:
    return f"the move from {arena.label(arena.tail(e))} to {arena.label(int(arena.successors[e]))}"


def _forbidden(arena: Any, won: Mask, acts: Mask, mask: Mask) -> list[Failure]:
    """Return the actions that are forbidden although they stay where the player wins, and the other way round."""
    right = acts & won[arena.tails] & won[arena.successors]
    wrong = np.flatnonzero(mask != right).tolist()
    faults = {True: "allowed, but leads to where the player does not win", False: "forbidden, but stays where he wins"}
    return [Failure(arena.tail(e), f"{_move(arena, e)} is {faults[bool(mask[e])]}") for e in wrong]


def _without_a_move(arena: Any, won: Mask, mine: Mask, mask: Mask, template: Any) -> list[Failure]:
    """Return where no move can be taken again and again, or none of a group that begins there."""
    tails, free, failures = arena.tails, mask & mine & ~template.colive, []
    stuck = np.zeros(arena.n, np.bool_)
    stuck[tails[mine]] = True
    stuck[tails[free]] = False
    for v in np.flatnonzero(stuck & won).tolist():
        failures.append(Failure(v, f"at {arena.label(v)}, no move may be taken again and again"))
    for k, group in enumerate(template.groups):
        begins = set(tails[group].tolist())
        for v in sorted(begins - set(tails[group[free[group]]].tolist())):
            failures.append(
                Failure(v, f"at {arena.label(v)}, no move of live group {k + 1} may be taken again and again")
            )
    return failures


def _lost_loops(arena: Any, won: Mask, taken: Mask, groups: Any, rival: Any, player: int) -> list[Failure]:
    """Return a vertex for each bad priority that can be the largest seen again and again by one who keeps all."""
    priority, failures = np.asarray(rival.objective.priorities(arena)), []
    for level in np.unique(priority[won & (priority % 2 != player)]).tolist():
        v = _on_a_loop(arena, won & (priority <= level), taken, groups, priority == level)
        if v is not None:
            fault = f"at {arena.label(v)}, whose priority is bad for the player, a play by the template can go round"
            failures.append(Failure(v, fault))
    return failures


def _on_a_loop(arena: Any, inside: Mask, taken: Mask, groups: Any, goal: Mask) -> int | None:
    """Return a goal that can be seen again and again inside a set, None if there is none."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    tails, heads, n = arena.tails, arena.successors, arena.n
    grouped = np.concatenate([np.zeros(0, np.int64), *groups])
    number, begins = np.repeat(np.arange(len(groups)), [group.size for group in groups]), tails[grouped]
    while inside.any():
        kept = taken & inside[tails] & inside[heads]
        graph = csr_array((np.ones(int(kept.sum()), np.int8), (tails[kept], heads[kept])), (n, n))
        _, component = connected_components(graph, connection="strong")
        joined = kept & (component[tails] == component[heads])
        looping = np.zeros(n, np.bool_)
        looping[component[tails[joined]]] = True  # the components that have an edge
        hopeful = np.zeros(n, np.bool_)
        hopeful[component[goal & inside & looping[component]]] = True
        here = number * n + component[begins]  # the same for the edges of a group that begin in one component
        failing_here = inside[begins] & hopeful[component[begins]] & ~np.isin(here, here[joined[grouped]])
        left, failing = np.zeros(n, np.bool_), np.zeros(n, np.bool_)
        left[begins[failing_here]], failing[component[begins[failing_here]]] = True, True
        found = np.flatnonzero(goal & inside & hopeful[component] & ~failing[component])
        if found.size:
            return int(found[0])
        inside = inside & failing[component] & ~left
    return None
