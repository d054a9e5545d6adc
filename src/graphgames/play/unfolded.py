"""A game as the tree of its plays: a position is a whole play, so that what came before counts.

For games in which more than numbers that add up decides a play that comes back, such as a sum that is owed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from graphgames.core.ending import Ending
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.play.adapter import GameAdapter
from graphgames.play.rating import Choice, Kept
from graphgames.play.session import Session

KEPT = 512
"""The sessions of so many plays are kept, since their rated moves are asked for more than once."""


@dataclass(frozen=True)
class Play:
    """A play: where it began, and the names of its moves."""

    start: Any
    names: tuple[str, ...] = ()


class Unfolded:
    """A game as an oracle over its plays, which says what a session says."""

    def __init__(self, adapter: GameAdapter):
        self.base, self.kept = adapter, Kept(adapter, None)
        self.session = lru_cache(KEPT)(self._session)

        self.known: dict[Play, Choice] = {}
        """The move that leads to a play, as a session rates it."""

    def _session(self, play: Play) -> Session:
        names = play.names
        return Session.after(
            replace(self.base, start=play.start),
            [self.known[Play(play.start, names[:k])] for k in range(1, len(names) + 1)],
            self.kept,
        )

    def at(self, play: Play) -> Any:
        """Return the position to which a play has come."""
        return self.session(play).position

    def outcome(self, play: Play) -> Outcome:
        """Return what the solution says of the position, for the player to move."""
        return self.base.oracle.outcome(self.at(play))

    def explain(self, play: Play) -> str:
        """Return why the position is won or lost in a new play."""
        return self.base.oracle.explain(self.at(play))

    def best_moves(self, play: Play) -> Sequence[RatedMove]:
        """Return the moves as a session rates them, each with the play that it leads to."""
        return self._kept(play, self.session(play).moves())

    def threats(self, play: Play) -> Sequence[RatedMove]:
        """Return the moves that the other player would have."""
        return self._kept(play, self.session(play).threats() or {}, "threat")

    def _kept(self, play: Play, moves: Mapping[str, Choice], *mark: str) -> list[RatedMove]:
        found: list[RatedMove] = []
        for name, choice in moves.items():
            after = Play(play.start, (*play.names, *mark, name))
            self.known[after] = choice
            found.append(replace(choice, move=name, position=after))
        return found

    def render(self, play: Play) -> str:
        """Return how the position is, and what the play has come to."""
        session = self.session(play)
        return "; ".join(filter(None, (self.base.render(session.position), session.account)))

    def ending(self, play: Play, mover: int) -> Ending | None:
        """Return how the play has ended by the rules."""
        return self.session(play).ruled

    def goes_round(self, play: Play) -> bool:
        """Return whether the play has ended because it goes round."""
        session = self.session(play)
        return bool(session.moves()) and self.base.ending(session.position, session.mover) is None

    def odds(self, play: Play) -> Mapping[str, Any]:
        """Return how likely each move of chance is, by its name."""
        assert self.base.odds is not None
        session = self.session(play)
        odds = self.base.odds(session.position)
        return {name: odds[choice.move] for name, choice in session.moves().items()}

    def adds(self, play: Play, move: RatedMove) -> str:
        """Return the value of a move, in words."""
        assert self.base.adds is not None
        return self.base.adds(self.at(play), self.known[move.position])

    def adapter(self) -> GameAdapter:
        """Return the adapter of the game whose positions are the plays."""
        base = self.base
        in_words, value, height = base.value_in_words, base.value, base.height
        return replace(
            base,
            oracle=self,
            start=Play(base.start),
            mover=lambda play, made: self.session(play).mover,
            render=self.render,
            name=lambda play, move: str(move.move),
            board=None,
            ending=self.ending,
            loop_ending=None,
            place=lambda play: play if play.names else base.place(play.start),
            begins=lambda place: place if isinstance(place, Play) else Play(base.begins(place)),
            account=None,
            threats=self.threats if base.threats else None,
            odds=self.odds if base.odds else None,
            adds=self.adds if base.adds else None,
            value=(lambda play: value(self.at(play))) if value else None,
            height=(lambda play: height(self.at(play))) if height else None,
            value_in_words=(lambda play: in_words(self.at(play))) if in_words else None,
        )
