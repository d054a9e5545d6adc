"""Models step by step, by the algorithms for games of chance."""

from graphgames.games.chance.steps import steps

__all__ = ["steps"]
