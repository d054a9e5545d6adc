"""Games made of automata step by step: parity games by the algorithm for these."""

from graphgames.games.parity.steps import steps

__all__ = ["steps"]
