"""Play a game: against the best moves, or with two people.

`Session` keeps the score and knows only an ``Oracle``; `table_for` sets up what a session needs to know of a solved
game; `argument` says the whole reason for an outcome, move by move.
"""

from graphgames.core.ending import Ending
from graphgames.play.adapter import GameAdapter
from graphgames.play.session import Mistake, PlayedMove, Session
from graphgames.play.steps import Step, argument, steps, told
from graphgames.play.tables import table_for

__all__ = [
    "Ending",
    "GameAdapter",
    "Mistake",
    "PlayedMove",
    "Session",
    "Step",
    "argument",
    "steps",
    "table_for",
    "told",
]
