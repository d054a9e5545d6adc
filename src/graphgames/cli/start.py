"""The answer for the position where the play begins, and whether it is as expected."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from graphgames.core.arena import Arena
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, printable, require_test
from graphgames.core.game import Game
from graphgames.core.naming import PLAYERS
from graphgames.core.oracle import Outcome
from graphgames.core.value import Value, parse, to_json


@dataclass(eq=False, repr=False)
class Start:
    """Who wins from the start."""

    name: str
    """Which start it is, for a person."""
    position: str | None
    """The position as the user wrote it, or its label; None where the input fixes it."""
    outcome: Outcome
    """For the player to move."""
    mover: int | None
    """The player to move, None where the players alternate."""
    players: tuple[str, ...]
    """Their names."""
    undecided: str = "draw"
    """What it is called where nobody wins."""
    value_in_words: str = ""
    """What is said of it beside who wins, or instead."""
    value: Value | None = None
    """What it is worth, where the objective has exact values."""
    absent: int | None = None
    """The player who is not there, as in a Markov decision process, so that the other one loses."""
    verdict: str = ""
    """Who wins, in words, where that does not depend on the player to move alone."""
    total: Any = None
    """The sum of games that it is, where several vertices are named."""
    won: bool = True
    """Whether there are winners; otherwise only the value counts."""
    alone: bool = False
    """Whether one player alone has a value, and nobody named what it should be at least."""

    @property
    def winner(self) -> str | None:
        """The name of the winner, or what he is where the players alternate; None where nobody wins."""
        if self.outcome == "draw" or not self.won:
            return None
        if self.mover is None:
            return "the player to move" if self.outcome == "win" else "the player not to move"
        return self.players[self.mover if self.outcome == "win" else 1 - self.mover]

    def __str__(self) -> str:
        winner = self.winner
        if self.verdict:
            parts = [self.verdict]
        elif winner is not None and self.absent is not None and winner == self.players[self.absent]:
            parts = [f"{self.players[1 - self.absent]} loses"]
        else:
            parts = [f"{winner} wins"] if winner else []
        parts = [] if self.alone else parts
        parts += [self.value_in_words] if self.value_in_words else []
        return f"{printable(self.name)}: {', '.join(parts) or 'a draw'}"

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as plain Python."""
        if self.verdict:
            return {"position": self.position, "outcome": self.verdict}
        outcome = self.undecided if self.outcome == "draw" else str(self.outcome)
        entries: dict[str, Any] = {
            "position": self.position,
            "outcome": outcome if self.won else None,
            "winner": self.winner,
        }
        if self.total is not None:
            nimber, moves = self.total.nimber(), [[*map(str, move[1:])] for move in self.total.winning_moves()]
            entries |= {"nimber": nimber if isinstance(nimber, int) else str(nimber), "winning_moves": moves}
        return entries if self.value is None else entries | {"value": to_json(self.value)}

    def meets(self, expected: str) -> bool:
        """Return whether the answer is the expected one.

        That is win, loss or draw for the player to move, a winner's name, or the value where there are exact values.
        Raise `GameError` if it is none of these.
        """
        if self.value is not None:
            with suppress(GameError):  # where it is no value
                return parse(expected) == self.value
        word = expected.casefold()
        if word in self._words:
            return (self.undecided if self.outcome == "draw" else str(self.outcome)) == word
        if word == "draw":
            raise GameError(f"no position of this game is a draw; {self._hint}")
        if self.mover is None:
            raise GameError(f"the players alternate, so {self._hint}, and not {expected!r}")
        numbered = [name.casefold().removeprefix("player ") for name in self.players]
        for player in (0, 1) if self.won else ():
            own = numbered[player] if word in numbered else str(player)
            if word in {own, *(pair[player].casefold() for pair in (*PLAYERS, self.players))}:
                if self.verdict:
                    return self.verdict.startswith(self.players[player])
                return self.winner == self.players[player]
        raise GameError(f"{expected!r} cannot be expected; {self._hint}")

    @property
    def _words(self) -> tuple[str, ...]:
        return ("win", "loss", self.undecided) if self.won else ()

    @property
    def _hint(self) -> str:
        names = self.players[:2] if self.won and self.mover is not None else ()
        value = ["the value, such as 3, 9/10 or inf"] * (self.value is not None)
        *words, last = *value, *self._words, *names
        return f"expect {', '.join(words)} or {last}" if words else f"expect {last}"


def start_of(solution: Any, given: str | None, test: int = 0) -> Start | None:
    """Return the answer for a start that is given, or for that of the game; None if there is neither.

    Of an input of many tests it is one by its number, from 0.
    """
    arena = getattr(solution, "arena", None)
    if hasattr(solution, "at") and isinstance(arena, Arena) and (parts := arena.several(given)):
        total = sum(map(solution.at, parts))
        return replace(_played(total, None, 0, f"start {total}"), position=given, total=total)
    if not hasattr(solution.problem, "objective") or not hasattr(solution, "numbered"):
        return None if given is None else _played(solution, given, test, f"start {given}")
    game, by_number = solution.problem, solution.numbered
    require_test(test, 1)
    if given is None and game.start is None:
        return None
    v = game.arena.vertex(game.start if given is None else given)
    outcome, value, label = by_number.outcome(v), by_number.value(v), str(game.arena.display_name(v))
    mover = None if game.impartial else by_number.mover(v)
    start = Start(f"start {label}", label, outcome, mover, game.players, game.draw_words[0])
    return replace(start, absent=game.absent, **_value_of(game, outcome, value))


def _value_of(game: Game, outcome: Outcome, value: Any) -> dict[str, Any]:
    """Return what is said of the value at the start: nothing where it is no more than who wins."""
    objective, exact = game.objective, bool(game.objective.value_types)
    open_ = outcome == "draw" and game.draw_words[0] != "draw"
    value_in_words = objective.value_in_words(value) if open_ or (exact and not objective.has_draws) else ""
    named = {"value_in_words": value_in_words, "value": value if exact else None, "won": objective.regions is None}
    asked = "threshold" in objective.changed_settings() or game.legend == game.region_names
    return named | {"alone": not asked and game.absent is not None}


def asked(solution: Any, test: int | None = None) -> Iterator[Start]:
    """Return the answers for the starts that the input asks for or fixes: in all tests, or in one of them."""
    tests = range(solution.tests) if test is None else (require_test(test, solution.tests),)
    for number in tests:
        for given in solution.asked(number):
            name = f"test {number + 1}" if given is None else f"test {number + 1}, start {given}"
            yield _played(solution, given, number, "start" if given is None and solution.tests == 1 else name)


def _played(solution: Any, given: Any, test: int, name: str) -> Start:
    from graphgames.core.ending import FIRST_SECOND
    from graphgames.play import adapter_for

    adapter = adapter_for(solution, given, test)
    mover = None if adapter.players == FIRST_SECOND else adapter.mover(adapter.start, 0) % CHANCE
    position = given if given is None else str(given)
    verdict = adapter.verdict(adapter.start) if adapter.verdict else ""
    return Start(name, position, adapter.oracle.outcome(adapter.start), mover, adapter.players, verdict=verdict)
