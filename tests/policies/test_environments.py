"""Games as environments: the checkers of the packages, and what plays are worth against what is known exactly."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.errors import GameError
from graphgames.games.tables.board_games import game
from tests.core.test_wrong_arguments import WRONG
from tests.policies.test_marks import MACHINE

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")

LAKE = ["SFFF", "FHFH", "FFFH", "HFFG"]


class Pig:
    """Whoever first has 3 points wins; a throw wins a point or the turn goes to the other; one may also wait."""

    start = (0, 0, 0)

    def mover(self, at: Any) -> int:
        return 2 if at[-1] == "throw" else int(at[2])

    def moves(self, at: Any) -> list[Any]:
        return [] if max(at[:2]) == 3 else [(*at[:2], 1 - at[2]), (*at, "throw")]

    def chances(self, at: Any) -> list[Any]:
        points = [at[0], at[1]]
        points[at[2]] += 1
        return [((*points, at[2]), Fraction(1, 3)), ((at[0], at[1], 1 - at[2]), Fraction(2, 3))]

    def outcome(self, at: Any) -> str:
        return "win" if at[at[2]] == 3 else "loss"


class Nim:
    start = 6

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2, 3) if n >= k]


def lake() -> Any:
    """Return the frozen lake of Gymnasium, whose actions are numbers."""
    steps = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    rows = []
    for s in range(16):
        r, c = divmod(s, 4)
        for action in range(4) if LAKE[r][c] not in "HG" else ():
            for k in (action - 1, action, (action + 1) % 4):
                dr, dc = steps[k]
                rows.append((s, action, 4 * min(max(r + dr, 0), 3) + min(max(c + dc, 0), 3), "1/3"))
    return gg.Model.from_table(rows)


def roads() -> gg.Game:
    arena = gg.Arena.from_edges(
        [("a", "b"), ("a", "c"), ("b", "a"), ("b", "dead"), ("b", "c"), ("c", "a"), ("c", "goal"),
         ("dead", "dead"), ("goal", "goal")],
        owner={"a": 0, "b": 1, "c": 1, "dead": 0, "goal": 0},
    )  # fmt: skip
    return gg.Game(arena, gg.Reach(["goal"]), start="a")


GAMES: dict[str, Callable[[], Any]] = {
    "arena": roads,
    "last move": lambda: gg.Game(gg.Arena.from_edges([(2, 1), (2, 0), (1, 0)]), gg.NormalPlay(), start=2),
    "rules": Nim,
    "rules with chance": Pig,
    "rules with an index": lambda: game("tic-tac-toe"),
    "model": lambda: lake().with_objective(gg.ReachProbability([15])),
    "costs": lambda: gg.Model.from_table([(*row[:4], -abs(row[4])) for row in MACHINE]).with_objective(
        gg.ExpectedReward(["broken"])
    ),
    "discounted": lambda: gg.Model.from_table(MACHINE).with_objective(gg.Discounted(discount="9/10")),
    "average": lambda: gg.Model.from_table(MACHINE).with_objective(gg.MeanPayoff()),
}


@pytest.fixture(params=GAMES)
def given(request: pytest.FixtureRequest) -> Any:
    return GAMES[request.param]()


def quietly(check: Callable[..., None], *arguments: Any) -> None:
    """Run a checker, of which only what it asserts counts: it advises against numbers as observations, and more."""
    with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        check(*arguments)


def test_the_checkers_of_the_packages_find_nothing_wrong(given: Any) -> None:
    from gymnasium.utils.env_checker import check_env
    from pettingzoo.test import api_test, seed_test

    turns = gg.to_pettingzoo(given, steps=40)
    for agent in turns.possible_agents:
        quietly(check_env, gg.to_gymnasium(given, "uniform", int(agent[-1]), steps=40))
    quietly(api_test, turns, 20)
    quietly(seed_test, lambda: gg.to_pettingzoo(given, steps=40), 20)


def returns(env: Any, choose: Callable[[Any, Any], int], plays: int) -> np.ndarray:
    """Return what an agent gets in each of some plays."""
    found = np.zeros(plays)
    for k in range(plays):
        _, info = env.reset(seed=k)
        over = False
        while not over:
            _, reward, terminated, truncated, info = env.step(choose(env, info["action_mask"]))
            found[k], over = found[k] + reward, terminated or truncated
    return found


def anyhow(seed: int) -> Callable[[Any, Any], int]:
    rng = np.random.default_rng(seed)
    return lambda env, mask: int(rng.choice(np.flatnonzero(mask)))


def rarely(at: Any) -> dict[Any, Any]:
    """Return what a player of `Pig` does who seldom throws."""
    return {(*at[:2], 1 - at[2]): "3/4", (*at, "throw"): "1/4"}


def weak() -> Any:
    return gg.solve(gg.expand(game("tic-tac-toe"))).agent(blunder=0.4)


@pytest.mark.slow
@pytest.mark.share(0.34)
@pytest.mark.parametrize(
    ("name", "player", "opponent"),
    [("arena", 0, "uniform"), ("rules with chance", 0, "uniform"), ("rules with chance", 1, rarely),
     ("rules with an index", 0, weak), ("model", 0, "optimal"), ("costs", 0, "optimal")],
)  # fmt: skip
def test_the_mean_of_a_uniform_agent_comes_near_its_exact_mark(name: str, player: int, opponent: Any) -> None:
    asked, opponent = GAMES[name](), opponent() if opponent is weak else opponent
    how: dict[str, Any] = {} if opponent == "optimal" else {"against": opponent}
    mark = gg.evaluate(asked, "uniform", player, draw="1/2", **how)
    exact = 2 * float(mark.value) - 1 if name.startswith("rules") else float(mark.value)
    found = returns(gg.to_gymnasium(asked, opponent, player), anyhow(player), 300)
    assert abs(found.mean() - exact) <= 4 * found.std() / np.sqrt(300) + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("name", ["arena", "rules", "rules with chance", "rules with an index"])
@pytest.mark.parametrize("player", [0, 1])
def test_the_optimal_opponent_has_nothing_to_regret(name: str, player: int) -> None:
    asked = GAMES[name]()
    reply = gg.to_gymnasium(asked, "optimal", 1 - player).match.replies[player]
    assert gg.evaluate(asked, reply, player, draw="1/2").exploitability == 0


@pytest.mark.slow
def test_a_perfect_opponent_is_never_beaten_and_a_blundering_one_as_often_as_is_computed() -> None:
    rules = game("tic-tac-toe")
    solution: Any = gg.solve(gg.expand(rules))
    assert returns(gg.to_gymnasium(solution, player=1), anyhow(2), 30).max() <= 0
    weak = solution.agent(blunder=0.5)
    mark = gg.evaluate(rules, weak, player=1, draw="1/2")
    best = mark.best_reply
    env = gg.to_gymnasium(rules, weak)

    def reply(env: Any, mask: Any) -> int:
        wanted = best.get(env.position)
        return next((k for k, name in env.moves.items() if name == wanted), int(np.argmax(mask)))

    found = returns(env, reply, 200)
    assert abs(found.mean() - (1 - 2 * float(mark.value))) <= 4 * found.std() / np.sqrt(200)


@pytest.mark.slow
def test_an_agent_follows_the_solution_and_blunders_at_its_rate() -> None:
    asked = lake().with_objective(gg.ReachProbability([15]))
    solution: Any = gg.solve(asked)
    assert gg.evaluate(asked, solution.agent()).exploitability == 0
    rates = [gg.evaluate(asked, solution.agent(blunder=rate)).value for rate in ("0", "1/10", 1)]
    assert rates == sorted(rates, reverse=True) and rates[-1] == gg.evaluate(asked, "uniform").value
    drawn = solution.agent(blunder="1/4", seed=3)
    moves = [drawn.move(14) for _ in range(2000)]
    assert abs(moves.count(1) / 2000 - (1 - 3 / 16)) < 0.04
    again = solution.agent(blunder="1/4", seed=3)
    assert moves == [again.move(14) for _ in range(2000)]
    with pytest.raises(GameError, match="the rate of blunders is 2; expected from 0 to 1"):
        solution.agent(blunder=2)


def test_a_solution_of_a_model_is_a_policy_also_where_actions_lead_to_one_state() -> None:
    rows = [("a", "slow", "b", 1, 1), ("a", "fast", "b", 1, 5), ("b", "wait", "a", 1, 0)]
    asked = gg.Model.from_table(rows).with_objective(gg.Discounted(discount="1/2"))
    solution: Any = gg.solve(asked)
    assert gg.evaluate(asked, solution).exploitability == 0 == gg.evaluate(asked, solution.agent()).exploitability
    arena = gg.Arena.from_edges([(0, 1), (0, 1), (1, 0)], owner=[0, 1])
    weighted = gg.Game(arena, gg.MeanPayoff([1, 5, 0]), start=0)
    assert gg.evaluate(weighted, gg.solve(weighted)).exploitability == 0


@pytest.mark.slow
def test_a_table_on_disk_is_an_environment_an_agent_and_a_policy(tmp_path: Path) -> None:
    rules = game("connect-four", {"width": 3, "height": 3, "connect": 3})
    table: Any = gg.solve(rules, directory=tmp_path / "table")
    env = gg.to_gymnasium(table, player=1)
    assert env.action_space.n == 3 and env.observation_space.n == int(rules.space.starts[-1])
    env.reset(seed=0)
    assert env.moves == {0: "column 1", 1: "column 2", 2: "column 3"}
    assert returns(env, anyhow(5), 20).max() <= 0
    for player in (0, 1):
        mark = gg.evaluate(table, table, player, draw="1/2")
        assert mark.exploitability == 0 and mark.verify()
    assert gg.evaluate(table, table.agent(blunder=0.2)).exploitability > 0
    asked = {rules.start: "column 2"}
    mark = gg.evaluate(table, lambda position: asked.get(position, table.agent()(position)))
    assert mark.exploitability == 0 and set(mark.best_reply.values()) <= {"column 1", "column 2", "column 3"}


@pytest.mark.slow
@pytest.mark.share(1)
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("draw", [0, "1/2", 1])
def test_a_policy_on_a_table_is_marked_by_what_it_reaches_alone(player: int, draw: Any, tmp_path: Path) -> None:
    rules = game("connect-four", {"width": 3, "height": 3, "connect": 3})
    table = gg.solve(rules, directory=tmp_path / "table")
    policies = [lambda at: rules.moves(at)[-1], lambda at: {rules.moves(at)[0]: "1/3", rules.moves(at)[-1]: "2/3"}]
    for policy in policies:
        everywhere = gg.evaluate(rules, policy, player, draw=draw)
        reached = gg.evaluate(table, policy, player, draw=draw)
        assert reached.board.game.arena.n < everywhere.board.game.arena.n
        assert (reached.value, reached.exploitability) == (everywhere.value, everywhere.exploitability)
        assert {one.position: one.moves for one in reached.regrets()} == {
            one.position: one.moves for one in everywhere.regrets()
        }
        assert reached.verify()


@pytest.mark.parametrize("name", ["arena", "rules", "rules with an index", "discounted"])
def test_pictures_and_text_show_the_position(name: str) -> None:
    pytest.importorskip("PIL.Image")
    given = GAMES[name]()
    text = gg.to_gymnasium(given, "uniform", render_mode="ansi")
    text.reset(seed=0)
    assert isinstance(text.render(), str) and str(text.position).split("\n")[0][:3] in text.render() + str(
        text.position
    )
    env = gg.to_pettingzoo(given, render_mode="rgb_array")
    env.reset(seed=0)
    pixels = env.render()
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.std() > 0


def test_what_is_not_possible_ends_the_play_and_what_does_not_fit_is_said() -> None:
    env = gg.to_gymnasium(game("tic-tac-toe"), "uniform", illegal=-5)
    env.reset(seed=1)
    env.step(4)
    assert env.step(4)[1:3] == (-5, True)
    turns = gg.to_pettingzoo(Nim())
    turns.reset()
    turns.step(0)
    turns.step(7)
    assert turns.terminations == {"player_0": True, "player_1": True} and turns.rewards["player_1"] == -1
    with pytest.raises(GameError, match="decided in the limit only"):
        gg.to_gymnasium(gg.Game(roads().arena, gg.Buchi(["goal"]), start="a"))
    with pytest.raises(GameError, match="expected 'optimal', 'uniform', an agent"):
        gg.to_gymnasium(Nim(), "best")
    with pytest.raises(GameError, match="render_mode is 'human'"):
        gg.to_gymnasium(Nim(), render_mode="human")
    with pytest.raises(GameError, match="not among the 1 actions; give the names"):
        gg.to_gymnasium(game("tic-tac-toe"), actions=["a1"])
    with pytest.raises(GameError, match="player 1 never has a move"):
        gg.to_gymnasium(GAMES["model"](), player=1)
    with pytest.raises(GameError, match="expected one with an objective"):
        gg.to_gymnasium(lake())


@pytest.mark.parametrize("make", ["to_gymnasium", "to_pettingzoo"])
def test_wrong_arguments_are_answered_with_a_sentence(make: str) -> None:
    right: dict[str, Any] = {"game": Nim(), "start": 3, "actions": 3, "observe": None, "steps": 9, "illegal": -1,
                             "render_mode": None, "limit": 100}  # fmt: skip
    if make == "to_gymnasium":
        right |= {"opponent": "uniform", "player": 0}
    getattr(gg, make)(**right).reset(seed=1)
    for place in right:
        for value in WRONG.values():
            try:
                getattr(gg, make)(**right | {place: value}).reset(seed=1)
            except gg.GraphGamesError as error:
                assert len(str(error).split()) > 3


def test_an_array_may_describe_a_position() -> None:
    def cells(position: str) -> np.ndarray:
        return np.array([".XO".index(cell) for cell in position])

    env = gg.to_gymnasium(game("tic-tac-toe"), "uniform", observe=cells)
    assert env.observation_space.shape == (9,) and env.reset(seed=0)[0].tolist() == [0] * 9
    after = env.step(4)[0]
    assert after[4] == 1 and sorted(after.tolist()) == [0] * 7 + [1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("ours", [False, True])
def test_behind_a_shield_a_careless_agent_falls_as_rarely_as_is_promised(ours: bool) -> None:
    """From the start one can stay out of the holes for ever, and the shield of the worst case keeps any agent out."""
    model = lake()
    shield = gg.shield(model, [5, 7, 11, 12], threshold=1)
    asked = model.with_objective(gg.AvoidProbability([5, 7, 11, 12]))
    plain = gg.to_gymnasium(asked, steps=60) if ours else gymnasium.make("FrozenLake-v1", is_slippery=True)
    env = shield.wrap(plain)
    rng = np.random.default_rng(0)
    for k in range(30):
        observation, info = env.reset(seed=k)
        over = False
        while not over:
            assert info["action_mask"].tolist() == env.action_masks().astype(int).tolist()
            assert np.flatnonzero(info["action_mask"]).tolist() == shield.allowed[int(observation)]
            observation, _, terminated, truncated, info = env.step(np.int64(rng.integers(4)))
            over = terminated or truncated
            assert observation not in (5, 7, 11, 12)
    assert "taken" in info
