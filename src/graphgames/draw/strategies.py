"""What a picture shows of a strategy with memory: the plays it allows, each vertex with the state of the memory."""

from __future__ import annotations

from graphgames.core.finite_memory import FiniteMemoryStrategy
from graphgames.draw.scene import GraphView
from graphgames.draw.style import BLANK, Key


def sheet(strategy: FiniteMemoryStrategy) -> GraphView:
    """Return the graph view of a strategy."""
    plays = strategy.followed()
    moves = plays.strategy.moves
    count = strategy.memory
    states = "memoryless" if count == 1 else f"{count} states of memory"
    below = Key("text", BLANK, "vertex / memory", "v / q")
    return GraphView(
        plays.arena,
        f"strategy, {states}, {plays.arena.n} vertices, {plays.arena.m} edges",
        chosen=lambda v: int(moves[v]),
        keys=(Key("edge", 0, "the strategy"), *((below,) if count > 1 else ())),
    )
