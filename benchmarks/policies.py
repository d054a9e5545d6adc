"""Models from tables, proved policies, exact marks, and replies from a table, in seconds of the processor.

    python benchmarks/policies.py [--states 100000] [--board 5x4] [--part models solved shields marks replies]

*Models*: a million rows of a DataFrame become a validated model. *Solved*: a random Markov decision process with four
actions and the discount 19/20, solved in brackets of a millionth of the largest value, and proved; beside it QuantEcon
and pymdptoolbox, if they are installed, by their modified policy iteration to the same precision, which prove nothing.
*Shields*: what keeps such a model away from a hundredth of its states, and the template of a Büchi game. *Marks*: the
uniform player of two games. *Replies*: moves of a perfect agent at positions of random plays, each asked for once, from
a table of Connect Four that is built before.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pandas as pd

import graphgames as gg
from graphgames.games.tables.board_games import game
from measure import Measured, Table, report, seconds, table

ACTIONS = 4
DISCOUNT = 0.95


def took(work: Callable[[], Any], repeat: int) -> Measured:
    """Return the seconds of the processor that some work takes."""
    return seconds(work, repeat, process_time)


@cache
def frame(states: int, branches: int) -> pd.DataFrame:
    """Return a random model as a table: probabilities of three decimals, rewards of two."""
    rng = np.random.default_rng(0)
    count = states * ACTIONS * branches
    state = np.repeat(np.arange(states), ACTIONS * branches)
    shares = 1 + rng.multinomial(1000 - branches, [1 / branches] * branches, states * ACTIONS)
    return pd.DataFrame(
        {
            "state": state,
            "action": np.tile(np.repeat(np.arange(ACTIONS), branches), states),
            "next": (state + rng.integers(1, states, count)) % states,
            "probability": shares.reshape(-1) / 1000,
            "reward": np.repeat(np.round(rng.normal(size=states * ACTIONS), 2), branches),
        }
    )


def models(options: argparse.Namespace) -> Table:
    """The table of models."""
    numbered = frame(62_500, 4)
    named = numbered.assign(
        state="s" + numbered.state.astype(str),
        action=np.array(["left", "right", "up", "down"])[numbered.action],
        next="s" + numbered.next.astype(str),
    )
    rows = [
        (what, f"{len(given):,}", took(partial(gg.Model.from_table, given), options.repeat))
        for what, given in (("numbers", numbered), ("text", named))
    ]
    return table(("states and actions are", "rows", "to a model, s"), rows, "Models from a DataFrame")


def solved(options: argparse.Namespace) -> Iterator[Table]:
    """The tables of discounted models, a small one and a large one."""
    for states in (2_000, options.states):
        given = frame(states, 3)
        model = gg.Model.from_table(given)
        asked = model.with_objective(gg.Discounted(discount=str(DISCOUNT)))
        solution: Any = gg.solve(asked)
        assert gg.verify(solution)
        ours, width = np.array([float(one) for one in solution.values[: model.states]]), solution.stats["width"]
        time, proof = took(partial(gg.solve, asked), options.repeat), took(partial(gg.verify, solution), options.repeat)
        rows: list[tuple[Any, ...]] = [("graphgames", time, "", proof, f"proved, in brackets of {width:.1e}")]
        for name, make in (("QuantEcon", quantecon), ("pymdptoolbox", pymdptoolbox)):
            try:
                work, values = make(given, states, width)
                theirs = took(work, options.repeat)
            except ImportError:
                continue
            except MemoryError as error:
                rows.append((name, "-", "", "", str(error).partition(" for")[0]))
                continue
            rows.append(
                (name, theirs, time / theirs, "", f"differs from ours by {np.abs(values() - ours).max():.1e} at most")
            )
        title = f"{states:,} states, {ACTIONS} actions, {model.transitions:,} transitions, discount 19/20"
        yield table(("", "solved, s", "ours / its", "verified, s", "values"), rows, title)


def shields(options: argparse.Namespace) -> Table:
    """The table of shields."""
    rows = []
    promised: list[tuple[str, int, dict[str, Any]]] = [
        ("in the worst case", options.states, {}),
        ("for ten decisions, with 9/10", 20_000, {"threshold": "9/10", "horizon": 10}),
    ]
    for what, states, more in promised:
        make = partial(gg.shield, gg.Model.from_table(frame(states, 3)), avoid=list(range(states // 100)), **more)
        rows.append((f"safe {what}", f"{states:,}", took(make, options.repeat), took(make().verify, 1)))
    dice, n = np.random.default_rng(0), options.states
    ends = np.column_stack([np.repeat(np.arange(n), 3), dice.integers(0, n, 3 * n)])
    arena = gg.Arena.from_edges(ends, n, dice.integers(0, 2, n))
    make = partial(gg.shield, gg.Game(arena, gg.Buchi(np.flatnonzero(dice.random(n) < 0.1))))
    rows.append(("a template of a Büchi game", f"{n:,}", took(make, options.repeat), took(make().verify, 1)))
    return table(("what is promised", "states", "made, s", "verified, s"), rows, "Shields")


def quantecon(given: pd.DataFrame, states: int, width: float) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Return what solves by QuantEcon, and the values that it has found."""
    from quantecon.markov import DiscreteDP
    from scipy.sparse import csr_matrix

    row = (given.state * ACTIONS + given.action).to_numpy()
    likely = csr_matrix((given.probability, (row, given.next)), (states * ACTIONS, states))
    pair = np.arange(states * ACTIONS)
    reward = np.asarray(given.groupby(row).reward.first())
    problem = DiscreteDP(reward, likely, DISCOUNT, pair // ACTIONS, pair % ACTIONS)
    found: dict[str, Any] = {}

    def work() -> None:
        found["v"] = problem.solve(method="modified_policy_iteration", epsilon=width, k=40).v

    work()  # compiles
    return work, lambda: found["v"]


def pymdptoolbox(given: pd.DataFrame, states: int, width: float) -> tuple[Callable[[], Any], Callable[[], Any]]:
    """Return what solves by pymdptoolbox, and the values that it has found."""
    from mdptoolbox.mdp import PolicyIterationModified
    from scipy.sparse import csr_matrix

    parts = [given[given.action == a] for a in range(ACTIONS)]
    likely = [csr_matrix((one.probability, (one.state, one.next)), (states, states)) for one in parts]
    reward = np.stack([np.asarray(one.groupby("state").reward.first()) for one in parts], axis=1)
    found: dict[str, Any] = {}

    def work() -> None:
        solver = PolicyIterationModified(likely, reward, DISCOUNT, epsilon=width, max_iter=10_000)
        solver.run()
        found["v"] = np.array(solver.V)

    return work, lambda: found["v"]


def marks(options: argparse.Namespace) -> Table:
    """The table of exact marks."""
    rows = []
    for name, chosen in (("tic-tac-toe", {}), ("connect-four", {"width": 4, "height": 4})):
        rules = game(name, chosen)
        mark = gg.evaluate(rules, "uniform")
        assert mark.verify()
        words = " ".join([rules.title, *(f"{value}" for value in chosen.values())])
        time = took(partial(_value, rules), options.repeat)
        rows.append((words, f"{mark.board.game.arena.n:,}", str(mark.exploitability), time, took(mark.verify, 1)))
    return table(
        ("the uniform first player of", "positions", "is beaten with probability", "s", "verified, s"),
        rows,
        "Exact marks",
    )


def _value(rules: Any) -> Any:
    return gg.evaluate(rules, "uniform").value


def replies(options: argparse.Namespace) -> Iterator[Table]:
    """The table of replies."""
    width, height = map(int, options.board.split("x"))
    rules = game("connect-four", {"width": width, "height": height})
    folder = options.table or options.folder / "table"
    agent = (gg.open_table(folder) if options.table else gg.solve(rules, directory=folder)).agent()
    dice, positions = Random(1), list[Any]()
    while len(positions) < 2000:
        at = rules.start
        while moves := rules.moves(at):
            positions.append(at)
            at = dice.choice(list(moves))
    times = sorted(float(took(partial(agent.move, at), 1)) * 1000 for at in positions[:2000])
    cells = [options.board, f"{sum(times) / len(times):.2f}", *(f"{times[k]:.2f}" for k in (1000, 1900, -1))]
    head = ("Connect Four", "mean, ms", "median, ms", "95 %, ms", "longest, ms")
    yield table(head, [cells], "A reply of the perfect agent from a table on disk")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--states", type=int, default=100_000, help="of the model that is solved")
    parser.add_argument("--board", default="5x4", help="of Connect Four, such as 5x5")
    parser.add_argument("--table", type=Path, help="a table of that board, if there is one")
    parser.add_argument("--repeat", type=int, default=3, help="how often each is run; the median counts")


if __name__ == "__main__":
    report(
        __doc__, {"models": models, "solved": solved, "shields": shields, "marks": marks, "replies": replies}, arguments
    )
