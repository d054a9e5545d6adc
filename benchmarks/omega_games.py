"""A GR(1) game on a graph, and how `omega` solves it; this file needs nothing of graphgames.

python benchmarks/omega_games.py GAME.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def by_omega(data: dict[str, Any]) -> int:
    """Solve a game by omega 0.4.0 with dd.cudd; return from how many vertices the system, player 0, wins."""
    from omega.games import gr1  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from omega.symbolic import temporal  # type: ignore[import-not-found,import-untyped,unused-ignore]

    n, owner = data["vertices"], data["owner"]
    game = temporal.Automaton()
    game.declare_variables(at=(0, n - 1), choice=(0, n - 1))
    game.varlist = {"env": ["choice"], "sys": ["at"]}
    game.prime_varlists()

    def some(pairs: list[tuple[int, int]], variable: str) -> Any:
        """Return the relation of some edges, joined by halves so that no formula is long."""
        if len(pairs) > 64:
            half = len(pairs) // 2
            return some(pairs[:half], variable) | some(pairs[half:], variable)
        texts = [f"(at = {v} /\\ {variable}' = {w})" for v, w in pairs]
        return game.add_expr(" \\/ ".join(texts) or "FALSE")

    edges = [(v, w) for v, w in data["edges"]]
    first = [(v, w) for v, w in edges if not owner[v]]
    second = [(v, w) for v, w in edges if owner[v]]
    others = [some([(v, v) for v in range(n) if owner[v] == player], "at") for player in range(2)]
    theirs = [game.exist(["at'"], one) for one in others]
    game.action["env"] = some(second, "choice") | theirs[0]
    game.action["sys"] = some(first, "at") | (theirs[1] & game.add_expr("at' = choice'"))
    game.init |= {"env": game.true, "sys": game.true}

    def held(mask: list[int]) -> Any:
        return game.add_expr(" \\/ ".join(f"(at = {v})" for v in mask) or "FALSE")

    game.win |= {
        "<>[]": [~held(one) for one in data["objective"]["assumptions"]],
        "[]<>": [held(one) for one in data["objective"]["guarantees"]],
    }
    game.qinit, game.moore, game.plus_one = "\\A \\E", False, False
    region = gr1.solve_streett_game(game)[0]
    return sum(game.let({"at": v, "choice": 0}, region) == game.true for v in range(n))


if __name__ == "__main__":
    print(by_omega(json.loads(Path(sys.argv[1]).read_text())), "won")
