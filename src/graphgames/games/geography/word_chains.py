"""Word chains: which word to play, given the letters that win, and the answer in letters and words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from graphgames.core.arena import Arena
from graphgames.core.game import Game
from graphgames.games.geography.certificate import RankedLabels
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.solution import MOVER, PICKER, UNDECIDED, GeographySolution
from graphgames.games.geography.words import WordList, ends
from graphgames.games.lastmove.objective import NormalPlay
from graphgames.games.lastmove.retrograde import retrograde

Solve = Callable[[Geography, int], GeographySolution]


def winning_words(solution: GeographySolution, start: int | None, solve: Solve) -> dict[int, int]:
    """Return, for a letter or each that wins for who must begin with it, the number of a word to say, if known.

    Where backward induction decided the letter the word leads to the lowest letter that loses; else what is left of the
    game after each word is solved, words with the same ends once, first those that lead to a letter that loses. A
    limit or Ctrl-C ends that.
    """
    arena, winner, ranks = solution.problem.graphs[0], solution.winner[0], _ranks(solution)
    found: dict[int, int] = {}
    won = [u for u in _asked(solution, start) if int(winner[u]) == MOVER]
    for u in sorted(won, key=lambda u: u not in ranks):
        first: dict[int, int] = {}
        for e in range(int(arena.indptr[u]), int(arena.indptr[u + 1])):
            first.setdefault(int(arena.successors[e]), e)
        if u in ranks:
            w = min((w for w in first if int(winner[w]) == PICKER and w in ranks), key=ranks.__getitem__)
            found[u] = first[w]
            continue
        for w in sorted(first, key=lambda w: (int(winner[w]) != PICKER, w)):
            rest = np.delete(arena.tails, first[w]), np.delete(arena.successors, first[w])
            after = solve(Geography("edge-geography", [Arena.from_arrays(*rest, arena.n)]), w)
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


def _asked(solution: GeographySolution, start: int | None) -> Sequence[int]:
    """Return the letters that are asked for: one, or all."""
    return range(solution.problem.graphs[0].n) if start is None else [start]


def as_json(solution: GeographySolution, start: int | None, found: dict[int, int] | None = None) -> dict[str, Any]:
    """Return the answer as plain Python; without ``found``, no words to say."""
    chain, vertices = solution.problem, _asked(solution, start)
    assert isinstance(chain, WordList)
    letters, winner = chain.graphs[0].labels, solution.winner[0].tolist()
    assert letters is not None
    of = {code: [letters[v] for v in vertices if winner[v] == code] for code in (MOVER, PICKER, UNDECIDED)}
    return {
        "words": len(chain.words),
        "letters": len(letters),
        "win": of[MOVER],
        "lose": of[PICKER],
        "undecided": of[UNDECIDED],
        "say": {letters[u]: chain.words[e] for u, e in (found or {}).items()},
        "by": {letters[v]: solution.theorem[0][v] for v in vertices if solution.theorem[0][v]},
        "notes": list(chain.notes),
        "stats": dict(solution.stats),
    }


def lines(solution: GeographySolution, start: int | None, found: dict[int, int] | None = None) -> Iterator[str]:
    """Yield lines that name the winning letters and the losing ones; with ``found``, a word for each winning one."""
    data, chain = as_json(solution, start, found), solution.problem
    assert isinstance(chain, WordList)
    if data["win"] and found is None:
        yield f"  whoever must begin with {_these(data['win'])} wins: {', '.join(data['win'])}"
    elif data["win"]:
        yield f"  whoever must begin with {_these(data['win'])} wins, and can say:"
    alike = Counter(map(ends, chain.words)) if found else {}
    for letter in data["win"] if found is not None else ():
        word = data["say"].get(letter, "(the search for the word was stopped)")
        same = alike[ends(word)] - 1 if letter in data["say"] else 0
        others = f", or {same} more with the same ends" if same else ""
        yield f"    {letter}: {word}{others} ({data['by'][letter]})"
    if data["lose"]:
        yield f"  whoever must begin with {_these(data['lose'])} loses: {', '.join(data['lose'])}"
    if data["undecided"]:
        yield f"  not decided: {', '.join(data['undecided'])}"
    if data["say"]:
        yield "  so whoever may say any first word wins, with one of those words"
    elif not data["undecided"] and not data["win"]:
        yield "  so whatever the first word is, whoever says it loses"


def _these(letters: list[str]) -> str:
    return "this letter" if len(letters) == 1 else f"one of these {len(letters)} letters"
