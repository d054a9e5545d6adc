"""Games as environments for learning: one agent against an opponent, or two agents in turns.

What is the same for Gymnasium and PettingZoo is in `graphgames.policies.match`; the classes that these libraries want
are beside it, and are imported when they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from graphgames.catalogue.problems import expand
from graphgames.core.arguments import integer
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.rules import LIMIT
from graphgames.core.value import decimal
from graphgames.engines import dispatch
from graphgames.policies.agents import Agent
from graphgames.policies.course import course_of
from graphgames.policies.given import OPTIMAL, UNIFORM, as_function, is_called, policy_of
from graphgames.policies.match import Match, Reply, library
from graphgames.policies.valued_game import board_of

if TYPE_CHECKING:
    from graphgames.policies.gymnasium_ import GameEnv
    from graphgames.policies.pettingzoo_ import TurnsEnv


def to_gymnasium(
    game: object,
    opponent: object = OPTIMAL,
    player: int = 0,
    *,
    start: object = None,
    actions: Sequence[Any] | int | None = None,
    observe: Callable[[Any], Any] | None = None,
    steps: int = 1000,
    illegal: float = -1.0,
    render_mode: str | None = None,
    limit: int = LIMIT,
) -> GameEnv:
    """Return a game as an environment of Gymnasium, in which one agent plays against an opponent and chance.

    Parameters
    ----------
    game : Game, ModelGame, Rules, Table, or a solution of one
        A game on an arena, a model with an objective, rules, a table on disk, or a game of `from_openspiel`.
    opponent : str or policy
        What the other player does: ``"optimal"``, the best moves of the solution, which is found when it is first
        needed; ``"uniform"``; an agent of a solution, which may blunder; or a policy as for `evaluate`.
    player : int
        Whom the agent plays, 0 or 1.
    start : position, optional
        Where plays begin, by default where the game says.
    actions : list, or int, optional
        The names of all moves, by which action k is the one at place k; or how many moves there are at most, where
        action k is the k-th of a position. By default the actions of a model or of OpenSpiel; of rules with an index
        the names of the moves at the start; else the moves of a position by their places.
    observe : callable, optional
        From a position to an array that describes it; by default observations are the numbers of positions, and of a
        game of OpenSpiel its tensors.
    steps : int
        After so many decisions of both players a play is cut off.
    illegal : float
        What an action that is not possible earns; it ends the play.
    render_mode : str, optional
        ``"ansi"``, text, or ``"rgb_array"``, the picture of the position.
    limit : int
        The most positions that are enumerated, to number them or to find the optimal opponent.

    Returns
    -------
    gymnasium.Env
        Its ``info`` has the ``action_mask``; ``action_masks()`` gives it as sb3-contrib asks for it. ``position`` is
        the position, ``moves`` has the names of the possible moves by action, and ``picture()`` draws it. The sum of
        the rewards of player 0 is what the play is worth: 1 or 0 where the objective is to reach or to avoid; the
        rewards that are collected, which nothing discounts; in games by rules 1, 0 or -1 for a win, a draw and a loss.
        Player 1 gets the negative.

    Raises
    ------
    MissingDependencyError
        If Gymnasium is not installed.
    GameError
        If it is no such game, its plays are decided in the limit only, or an argument does not fit.

    Examples
    --------
    >>> import graphgames as gg
    >>> class Nim:
    ...     start = 7
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2, 3) if n >= k]
    >>> env = to_gymnasium(Nim(), opponent="optimal")
    >>> observation, info = env.reset(seed=1)
    >>> env.position, env.moves, info["action_mask"].tolist()
    (7, {0: 6, 1: 5, 2: 4}, [1, 1, 1])
    >>> _, reward, terminated, _, info = env.step(2)
    >>> env.position, reward, terminated
    (3, 0.0, False)
    >>> env.step(2)[1:3]
    (1.0, True)
    """
    player = integer(player, "the player", 0, 1)
    course = course_of(game, start, limit)
    if player not in course.movers:
        raise GameError(f"player {player} never has a move in this game, so there is nothing to learn")
    replies = {1 - player: _reply(game, opponent, start, limit)}
    match = Match(course, actions, replies, steps, observe, render_mode)
    made: GameEnv = library("gymnasium", "gymnasium_").GameEnv(match, player, float(decimal(illegal)))
    return made


def to_pettingzoo(
    game: object,
    *,
    start: object = None,
    actions: Sequence[Any] | int | None = None,
    observe: Callable[[Any], Any] | None = None,
    steps: int = 1000,
    illegal: float = -1.0,
    render_mode: str | None = None,
    limit: int = LIMIT,
) -> TurnsEnv:
    """Return a game as an environment of PettingZoo, in which two agents move in turns (AEC).

    Parameters
    ----------
    game, start, actions, observe, steps, illegal, render_mode, limit
        As for `to_gymnasium`.

    Returns
    -------
    pettingzoo.AECEnv
        The agents are ``player_0`` and ``player_1``, as far as they ever move. Observations have the parts
        ``observation`` and ``action_mask``; ``position`` and ``moves`` are as in `to_gymnasium`.

    Raises
    ------
    MissingDependencyError
        If PettingZoo is not installed.
    GameError
        As for `to_gymnasium`.

    Examples
    --------
    >>> class Nim:
    ...     start = 3
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> env = to_pettingzoo(Nim())
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     print(agent, env.position, reward)
    ...     env.step(None if terminated or truncated else 0)
    player_0 3 0.0
    player_1 2 0.0
    player_0 1 0.0
    player_1 0 -1.0
    player_0 0 1.0
    """
    course = course_of(game, start, limit)
    match = Match(course, actions, {}, steps, observe, render_mode)
    made: TurnsEnv = library("pettingzoo", "pettingzoo_").TurnsEnv(match, float(decimal(illegal)))
    return made


def _reply(game: Any, opponent: object, start: object, limit: int) -> Reply:
    """Return what an opponent does."""
    opponent = policy_of(opponent, game)
    if is_called(opponent, UNIFORM):
        return lambda position: UNIFORM
    if is_called(opponent, OPTIMAL):
        return Agent(game) if hasattr(game, "best_moves") else _best_moves(game, start, limit)
    if isinstance(opponent, str):
        raise GameError(f"the opponent is {opponent!r}; expected 'optimal', 'uniform', an agent, or a policy")
    return as_function(opponent)


def _best_moves(game: Any, start: object, limit: int) -> Reply:
    """Return the best moves of a game, which is solved when the first of them is asked for."""

    @cache
    def agent() -> Agent:
        solved = game
        if not isinstance(game, Game) and hasattr(game, "chances"):  # a draw is half a win, as it is by the rewards
            solved = board_of(game, 0, start, "1/2", limit).game
        elif not isinstance(game, Game):
            solved = expand(game, limit, start=start)
        return Agent(dispatch.solve(solved))

    return lambda position: agent()(position)
