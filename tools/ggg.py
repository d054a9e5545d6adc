"""Hold the solvers of GGG (github.com/gamegraphgym/ggg) against ours, on games with weights.

    python tools/ggg.py BIN [FILE.dot...] [--random N]

BIN is the folder of the programs that GGG builds. A file, or a random game, is a mean payoff game if its vertices have
weights, else a discounted one, perhaps with chance. GGG refuses dead ends, so such a file is tried again with a loop
at each. What a program says is proved or refuted by games that we solve and prove. *Winners*: player 0 needs a mean
payoff above 0 for ``mse``, of at least 0 for ``msca``, and a discounted payoff of at least 0. *Values*: those of
``mse`` are the least credits of player 1, with the weights negated, or the limit, one more than the sum of the positive
weights; those of discounted games are the values, to six digits behind the point; those of ``msca`` are not looked at.
*Moves*: where a player keeps to the moves that are given, the values of what he wins must not be worse.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import graphgames as gg
from graphgames.core.chance import CHANCE
from graphgames.core.value import Bracket, Infinite, ends

MEAN = ("mse", "msca")
DISCOUNTED = ("objective", "strategy", "value")
DEAD_ENDS = "refuses dead ends"
LIMIT = 1  # seconds


def said(program: Path, file: Path) -> Mapping[str, Any] | str:
    """Return what a program says of a game, or in a few words why it says nothing."""
    try:
        done = subprocess.run([program, "-f", "json", file], capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return f"does not end within {LIMIT} s"
    if "out-degree 0" in done.stderr:
        return DEAD_ENDS
    if done.returncode:
        return f"refuses: {done.stderr.strip().splitlines()[-1].split(': ', 1)[-1]}"
    answer: Mapping[str, Any] = json.loads(done.stdout.replace("nan", "NaN"))["solution"]
    return answer


def row(answer: Mapping[str, Any], what: str, game: gg.Game) -> list[Any]:
    """Return what an answer says of each vertex, None where it says nothing; GGG numbers them in the order of names."""
    order = np.argsort([str(name) for name in game.arena.names], kind="stable").tolist()
    told = [answer[what].get(str(k)) for k in np.argsort(order).tolist()]
    return [None if move is None else order[move] for move in told] if what == "strategy" else told


def restricted(game: gg.Game, moves: Sequence[int | None], player: int) -> gg.Game:
    """Return the game in which a player keeps to moves where there are some."""
    arena = game.arena
    tails, heads = arena.tails, arena.successors
    given = np.array([-1 if move is None else move for move in moves], np.int64)
    assert arena.owner is not None
    bound = (arena.owner == player) & (given >= 0)
    assert all(given[v] in arena.successors_of(v) for v in np.flatnonzero(bound).tolist()), "a move is no edge"
    stays = ~bound[tails] | (given[tails] == heads)
    likely = [arena.probability_of(e) for e in np.flatnonzero(stays).tolist()]
    made = gg.Arena.from_arrays(
        tails[stays],
        heads[stays],
        arena.n,
        arena.owner,
        probability=likely if arena.probability is not None else None,
        edge_data={name: data[stays] for name, data in arena.edge_data.items()},
        vertex_data=dict(arena.vertex_data),
    )
    kind: Any = type(game.objective)
    return gg.Game(made, kind())


def solved(game: gg.Game) -> gg.ArenaSolution:
    """Return a solution that is proved."""
    solution = gg.solve(game)
    assert gg.verify(solution)
    return solution


def mean_faults(game: gg.Game, answer: Mapping[str, Any], program: str) -> Iterator[str]:
    """Yield in a few words each thing in which an answer about a mean payoff game is wrong."""
    n, values = game.arena.n, solved(game).values
    assert values is not None
    won = row(answer, "winning_regions", game)

    def loses(value: Any) -> bool:
        return bool(value <= 0 if program == "mse" else value < 0)

    right = [int(loses(one)) for one in values.tolist()]
    if won != right:
        yield "winners"
    for player in (0, 1):
        own = [u if won[v] == player else None for v, u in enumerate(row(answer, "strategy", game))]
        kept = solved(restricted(game, own, player)).values
        assert kept is not None
        if any(loses(kept[v]) != player for v in range(n) if won[v] == player == right[v]):
            yield f"moves of player {player}"
    if program == "mse":
        weight = np.asarray(game.arena.vertex_data["weight"])
        turned = gg.Arena.from_arrays(game.arena.tails, game.arena.successors, n, 1 - np.asarray(game.arena.owner))
        credit = solved(gg.Game(turned, gg.Energy(vertex_weight=-weight))).values
        assert credit is not None
        limit = 1 + int(weight[weight > 0].sum())
        if [limit if isinstance(one, Infinite) else int(one) for one in credit.tolist()] != row(answer, "values", game):
            yield "values"


def discounted_faults(game: gg.Game, answer: Mapping[str, Any], program: str) -> Iterator[str]:
    """Yield in a few words each thing in which an answer about a discounted game is wrong."""
    solution = solved(game)
    assert solution.values is not None
    bounds = [ends(one) for one in solution.values.tolist()]
    told, won = row(answer, "values", game), row(answer, "winning_regions", game)
    players = np.flatnonzero(np.asarray(game.arena.owner) != CHANCE).tolist()  # it gives chance no values
    if any(not float(bounds[v][0]) - 2e-6 <= told[v] <= float(bounds[v][1]) + 2e-6 for v in players):
        yield "values"
    other = [v for v in players if (low := bounds[v][0] < 0) == (bounds[v][1] < 0) and won[v] != low]
    if other:
        yield "winners" + " where the value is 0" * all(bounds[v] == (0, 0) for v in other)
    for player in (0, 1):
        kept = solved(restricted(game, row(answer, "strategy", game), player)).values
        assert kept is not None
        if any(not overlap(one, two) for one, two in zip(kept.tolist(), solution.values.tolist(), strict=True)):
            yield f"moves of player {player}"


def overlap(one: Any, two: Any) -> bool:
    """Return whether two exact values are the same, or two brackets may be."""
    if not isinstance(one, Bracket) and not isinstance(two, Bracket):
        return bool(one == two)
    (low, high), (least, most) = ends(one), ends(two)
    return bool(low <= most and least <= high)


def random_games(count: int, folder: Path) -> Iterator[Path]:
    """Write random games without dead ends or parallel edges: mean payoff, discounted, and discounted with chance.

    With ``chance`` a player moves after every move of chance, with ``chains`` chance may move again.
    """
    rng = np.random.default_rng(1)
    for k in range(count):
        for kind in ("mean", "discounted", "chance", "chains"):
            n = int(rng.integers(2, 12))
            file = folder / f"{kind}{k}.dot"
            lines = []
            for v in range(n):
                player = CHANCE_IN_FILES if kind.startswith("cha") and v % 3 == 2 else int(rng.integers(2))
                weight = f", weight={rng.integers(-9, 10)}" if kind == "mean" else ""
                lines.append(f'v{v} [name="v{v}", player={player}{weight}];')
                again = v if kind == "chains" else 0
                fit = [w for w in range(n) if player != CHANCE_IN_FILES or w % 3 < 2 or w < again]
                heads = rng.permutation(fit)[: int(rng.integers(1, 5))].tolist()
                for i, w in enumerate(heads):
                    data = f"weight={rng.integers(-9, 10)}, discount=0.{rng.integers(1, 10)}"
                    if player == CHANCE_IN_FILES:
                        share = {1: ("1",), 2: ("0.25", "0.75"), 3: ("0.5", "0.25", "0.25"), 4: ("0.25",) * 4}
                        data = f"probability={share[len(heads)][i]}"
                    lines.append(f"v{v} -> v{w}{'' if kind == 'mean' else f' [{data}]'};")
            file.write_text("digraph game {\n" + "\n".join(lines) + "\n}\n")
            yield file


CHANCE_IN_FILES = -1
assert CHANCE != CHANCE_IN_FILES


def with_loops(file: Path, folder: Path) -> Path:
    """Write a game with a loop at each dead end, which changes no value."""
    game, lines = gg.read(file), file.read_text().rstrip().removesuffix("}")
    made = folder / file.name
    made.write_text(
        lines + "".join(f"{game.arena.label(v)} -> {game.arena.label(v)};\n" for v in game.arena.dead_ends) + "}\n"
    )
    before, after = solved(game), solved(gg.read(made))
    assert all(before.value(name) == after.value(name) for name in game.arena.names)
    return made


def main() -> None:
    """Solve all games by all programs and count what they say."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=Path)
    parser.add_argument("files", type=Path, nargs="*")
    parser.add_argument("--random", type=int, default=0)
    options = parser.parse_args()
    found: Counter[tuple[str, str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        games = [(file, file.parent.name) for file in options.files]
        games += [
            (file, "random " + file.stem.rstrip("0123456789")) for file in random_games(options.random, Path(folder))
        ]
        for file, group in games:
            mean = isinstance(gg.read(file).objective, gg.MeanPayoff)
            for program in MEAN if mean else DISCOUNTED:
                kind = "mean_payoff" if mean else "stochastic_discounted"
                path, where, tried = options.programs / f"ggg_{kind}_solver_{program}", group, file
                answer = said(path, file)
                if answer == DEAD_ENDS:
                    found[group, program, answer] += 1
                    where, tried = f"{group}, loops", with_loops(file, Path(folder))
                    answer = said(path, tried)
                if isinstance(answer, str):
                    found[where, program, answer] += 1
                    continue
                wrong = list((mean_faults if mean else discounted_faults)(gg.read(tried), answer, program))
                found[where, program, f"wrong: {', '.join(wrong)}" if wrong else "agrees"] += 1
                if wrong:
                    print(f"{where}: {file.name} {program}: {', '.join(wrong)}")
    for (where, program, what), count in sorted(found.items()):
        print(f"{where:20} {program:10} {count:5} {what}")


if __name__ == "__main__":
    main()
