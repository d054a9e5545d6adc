"""Play a game: against the best moves, or with two people.

`Session` keeps the score and knows only an ``Oracle``; `adapter_for` sets up what a session needs to know of a solved
game; `argument` says the whole reason for an outcome, move by move.
"""

from graphgames.core.ending import Ending
from graphgames.core.unknown_attributes import not_a_function
from graphgames.play.adapter import GameAdapter
from graphgames.play.adapters import adapter_for
from graphgames.play.session import Mistake, PlayedMove, Session
from graphgames.play.whole_argument import Step, argument, format_steps, steps

__all__ = [
    "Ending",
    "GameAdapter",
    "Mistake",
    "PlayedMove",
    "Session",
    "Step",
    "adapter_for",
    "argument",
    "format_steps",
    "steps",
]

not_a_function(__name__)
