"""An arbiter of many clients, and how `omega` solves it; this file needs nothing of graphgames.

python benchmarks/arbiter.py CLIENTS
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def arbiter(n: int) -> dict[str, Any]:
    """Return an arbiter of so many clients: one grant at a time, none without a request, each request is granted."""
    r, g, some = [f"r{i}" for i in range(n)], [f"g{i}" for i in range(n)], range(n)
    asks = [f"({r[i]} & !{g[i]} -> {r[i]}') & (!{r[i]} & {g[i]} -> !{r[i]}')" for i in some]
    grants = [f"(!{r[i]}' & !{g[i]} -> !{g[i]}') & ({r[i]} & {g[i]} & {r[i]}' -> {g[i]}')" for i in some]
    grants += [f"!({g[i]}' & {g[j]}')" for i in some for j in range(i)]
    return {
        "inputs": dict.fromkeys(r, bool),
        "outputs": dict.fromkeys(g, bool),
        "env_init": [f"!{one}" for one in r],
        "sys_init": [f"!{one}" for one in g],
        "env_trans": asks,
        "sys_trans": grants,
        "env_goals": [f"!({r[i]} & {g[i]})" for i in some],
        "sys_goals": [f"{r[i]} <-> {g[i]}" for i in some],
    }


def by_omega(spec: dict[str, Any]) -> None:
    """Solve it by omega 0.4.0 with dd.cudd, and make its transducer."""
    from omega.games import gr1  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from omega.symbolic import temporal  # type: ignore[import-not-found,import-untyped,unused-ignore]

    def said(formulas: Sequence[str]) -> str:
        text = " & ".join(f"({one})" for one in formulas) or "TRUE"
        return text.replace("!", "~").replace("&", "/\\").replace("->", "=>")

    game = temporal.Automaton()
    game.declare_variables(**dict.fromkeys((*spec["inputs"], *spec["outputs"]), "bool"))
    game.varlist = {"env": list(spec["inputs"]), "sys": list(spec["outputs"])}
    game.prime_varlists()
    game.init |= {"env": game.add_expr(said(spec["env_init"])), "sys": game.add_expr(said(spec["sys_init"]))}
    game.action |= {"env": game.add_expr(said(spec["env_trans"])), "sys": game.add_expr(said(spec["sys_trans"]))}
    game.win |= {
        "<>[]": [game.add_expr(f"~ ({said([one])})") for one in spec["env_goals"]],
        "[]<>": [game.add_expr(said([one])) for one in spec["sys_goals"]],
    }
    game.qinit, game.moore, game.plus_one = "\\A \\E", False, False
    gr1.make_streett_transducer(*gr1.solve_streett_game(game), game)


if __name__ == "__main__":
    by_omega(arbiter(int(sys.argv[1])))
