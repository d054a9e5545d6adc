"""Word chains for ``graphgames geography --words FILE``: the answer in letters and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphgames.games.geography.solution import MOVER, PICKER, UNDECIDED, GeographySolution
from graphgames.games.geography.words import WordList, ends


def as_json(chain: WordList, solution: GeographySolution, vertices: list[int], found: dict[int, int]) -> dict[str, Any]:
    """Return the answer as plain Python."""
    letters, winner = chain.graphs[0].labels, solution.winner[0].tolist()
    assert letters is not None
    of = {code: [letters[v] for v in vertices if winner[v] == code] for code in (MOVER, PICKER, UNDECIDED)}
    return {
        "words": len(chain.words),
        "letters": len(letters),
        "win": of[MOVER],
        "lose": of[PICKER],
        "undecided": of[UNDECIDED],
        "say": {letters[u]: chain.words[e] for u, e in found.items()},
        "by": {letters[v]: solution.theorem[0][v] for v in vertices if solution.theorem[0][v]},
        "notes": list(chain.notes),
        "stats": dict(solution.stats),
    }


def lines(chain: WordList, solution: GeographySolution, vertices: list[int], found: dict[int, int]) -> Iterator[str]:
    """Yield lines that name the winning letters, with a word for each, and the losing ones."""
    data = as_json(chain, solution, vertices, found)
    if data["win"]:
        yield f"  who must begin with {_these(data['win'])} wins, and can say:"
    for letter in data["win"]:
        word = data["say"].get(letter, "(the search for the word was stopped)")
        same = sum(ends(other) == ends(word) for other in chain.words) - 1 if letter in data["say"] else 0
        others = f", or {same} more with the same ends" if same else ""
        yield f"    {letter}: {word}{others} ({data['by'][letter]})"
    if data["lose"]:
        yield f"  who must begin with {_these(data['lose'])} loses: {', '.join(data['lose'])}"
    if data["undecided"]:
        yield f"  not decided: {', '.join(data['undecided'])}"
    if data["say"]:
        yield "  so who may say any first word wins, with one of those words"
    elif not data["undecided"] and not data["win"]:
        yield "  so whatever the first word is, who says it loses"


def _these(letters: list[str]) -> str:
    return "this letter" if len(letters) == 1 else f"one of these {len(letters)} letters"
