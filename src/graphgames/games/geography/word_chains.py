"""Word chains: which word to play, given the letters that win (`graphgames.games.geography.words`)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.games.geography.certificate import RankedLabels
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import MOVER, PICKER, GeographySolution
from graphgames.games.geography.words import WordList
from graphgames.games.lastmove.objective import NormalPlay
from graphgames.games.lastmove.retrograde import retrograde

Solve = Callable[[Geography, int], GeographySolution]


def winning_words(chain: WordList, solution: GeographySolution, vertices: list[int], solve: Solve) -> dict[int, int]:
    """Return, for each letter that wins for the player who must begin with it, the number of a word to say, if known.

    Where backward induction decided the letter the word leads to the lowest letter that loses; else what is left of the
    game after each word is solved, words with the same ends once, first those that lead to a letter that loses. A
    limit or Ctrl-C ends that.
    """
    arena, winner, ranks = chain.graphs[0], solution.winner[0], _ranks(solution)
    found: dict[int, int] = {}
    won = [u for u in vertices if int(winner[u]) == MOVER]
    for u in sorted(won, key=lambda u: u not in ranks):
        first: dict[int, int] = {}
        for e in range(int(arena.indptr[u]), int(arena.indptr[u + 1])):
            first.setdefault(int(arena.successors[e]), e)
        if u in ranks:
            w = min((w for w in first if int(winner[w]) == PICKER and w in ranks), key=ranks.__getitem__)
            found[u] = first[w]
            continue
        for w in sorted(first, key=lambda w: (int(winner[w]) != PICKER, w)):
            after = solve(_without(arena, first[w]), w)
            if "stopped" in after.stats:
                return found
            if int(after.winner[0][w]) == PICKER:
                found[u] = first[w]
                break
    return found


def _ranks(solution: GeographySolution) -> dict[int, int]:
    """Return the ranks of the letters that backward induction decided: play by them never comes to a letter twice."""
    ranks = retrograde(Game(solution.problem.graphs[0], NormalPlay())).values
    assert ranks is not None
    return {v: int(ranks[v]) for v, name in enumerate(solution.theorem[0]) if name == RankedLabels.kind}


def _without(arena: Arena, e: int) -> Geography:
    """Return the game after one word was played."""
    rest = Arena.from_arrays(np.delete(arena.tails, e), np.delete(arena.successors, e), arena.n)
    return Geography("edge-geography", [rest])
