"""``graphgames play GAME [FILE]``: play against the best moves or with two people, in the terminal or through pipes."""

from __future__ import annotations

import argparse
import re
import sys

from graphgames.catalogue.console import Options
from graphgames.cli import game_argument
from graphgames.cli.output import show
from graphgames.core.chance import CHANCE
from graphgames.core.errors import GameError, counted, printable
from graphgames.core.naming import NOBODY
from graphgames.play import Session

SHOWN = 24
"""So many moves are listed."""

THREAT = "  threat     what the other player would do if it were their turn\n"
HELP = """  a move     by its name, or by its number where the list has numbers
  moves      list the moves        hint    the moves, best first, and what they lead to
  board      show the position     why     why it is won or lost
  undo       take your last move back
{threat}  review     the mistakes so far   rules   the rule, and who wants what
  quit       stop, with a review"""


def configure(parser: Options) -> None:
    """Add the options."""
    game_argument.add_options(parser)
    parser.add("--two-players", "the same as --as both", dest="person", action="store_const", const="both", default="0")
    parser.add(
        "--as WHO",
        "which player you are: 0, 1, a player's name, both (two people) or none (watch); default: 0, who moves "
        "first where the players alternate",
        dest="person",
        default="0",
    )


def run(arguments: argparse.Namespace) -> int:
    """Solve and play; the play is data, so it goes to stdout."""
    solution = game_argument.solve(arguments)
    first = int(arguments.person) if arguments.person in ("0", "1") else None
    adapter = game_argument.adapter(solution, arguments.start, arguments.test - 1, first)
    persons = _persons(arguments.person, adapter.players)
    Terminal(Session(adapter), persons).run()
    return 0


def _persons(who: str, players: tuple[str, ...]) -> tuple[int, ...]:
    """Return the players that are people."""
    names = [name.casefold() for name in players]
    if who.casefold() in names:
        return (names.index(who.casefold()),)
    choices: dict[str, tuple[int, ...]] = {"0": (0,), "1": (1,), "both": (0, 1), "none": ()}
    known = choices | {"first": (0,), "second": (1,)}
    if who not in known:
        raise GameError(f"there is no player {who!r}; choose {', '.join(choices)}, {players[0]} or {players[1]}")
    return known[who]


class Terminal:
    """A session with a person at a terminal or at the ends of two pipes."""

    def __init__(self, session: Session, persons: tuple[int, ...]):
        self.session, self.persons = session, persons
        names = ("moves", "hint", "threat", "board", "why", "undo", "review", "rules", "help")
        self.commands = {name: getattr(self, name) for name in names}
        self.short = {name[0]: name for name in ("moves", "why", "undo", "quit")} | {"?": "help"}

    def run(self) -> None:
        """Play until the end of the game or of the input."""
        players = self.session.adapter.players
        self.rules()
        if len(self.persons) == 1:
            you, other = players[self.persons[0]], players[1 - self.persons[0]]
            rival = "" if other == NOBODY else f"; the computer is {other} and plays the best moves"
            show(f"You are {you}{rival}. Type help for what you can type.")
        limit = 10_000 if not self.persons else None
        while self.session.ending is None and (limit is None or len(self.session.made) < limit):
            if self.session.mover in self.persons:
                if not self.turn():
                    break
            else:
                who, name = players[self.session.mover], self.session.reply()
                show(f"{len(self.session.made)}. {who}: {name}")
        self.finish()

    def rules(self) -> None:
        """Print the rule, what each player wants, and when a play that goes round is over."""
        adapter = self.session.adapter
        show(adapter.rule)
        if adapter.aims[0] == adapter.aims[1]:
            show(f"Both players want {adapter.aims[0]}.")
        else:
            wanted = [f"{who} wants {aim}" for who, aim in zip(adapter.players, adapter.aims, strict=False) if aim]
            show(f"{'; '.join(wanted)}.")
        if adapter.loop_rule:
            show(adapter.loop_rule)

    def turn(self) -> bool:
        """Show the position and run typed commands until a move is made; return whether to continue."""
        show("")
        self.board()
        self.moves()
        while True:
            typed = self.ask(f"{self.session.adapter.players[self.session.mover]}> ")
            if typed is None or typed.casefold() in ("quit", "q", "exit"):
                return False
            move = self.move_of(typed)
            if move is not None:
                self.session.play(move)
                return True
            command = self.short.get(typed.casefold(), typed.casefold())
            if command == "undo":
                self.undo()
                return True
            if command in self.commands:
                self.commands[command]()
            elif typed:
                show(f"there is no move {typed!r} here; type moves for the moves, help for help")

    def move_of(self, typed: str) -> str | None:
        """Return the move that is meant, None if it is none; pairs may be written ``(2, 1)``, ``2,1`` or ``2 1``.

        Several numbers mean the move that has these in its name, as ``2 1`` does "row 2, column 1".
        """
        for number, name in self.listed():
            if typed.casefold() in (number.casefold(), name.casefold()):
                return name
        same = [name for _, name in self.listed() if _bare(name) == _bare(typed) != []]
        numbers = _bare(typed) if all(word.isdecimal() for word in _bare(typed)) else []
        if not same and len(numbers) > 1:
            same = [name for _, name in self.listed() if re.findall("[0-9]+", name) == numbers]
        return same[0] if len(same) == 1 else None

    def listed(self) -> list[tuple[str, str]]:
        """Return the moves with what one types for each, in an order that does not show how good they are.

        They have numbers from 1, unless they are numbers themselves.
        """
        names = sorted(self.session.moves(), key=_in_order)
        if all(name.isdecimal() for name in names):
            return [(name, name) for name in names]
        return [(str(k), name) for k, name in enumerate(names, 1)]

    def board(self) -> None:
        """Show the position, and what the play has come to."""
        session = self.session
        show("\n".join(filter(None, (session.adapter.drawn(session.position), session.account))))

    def moves(self) -> None:
        """List the moves."""
        listed = self.listed()
        more = f" ... and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
        if all(number == name for number, name in listed):
            show("moves: " + " ".join(name for name, _ in listed[:SHOWN]) + more)
        else:
            show("\n".join(f"  {number}) {printable(name)}" for number, name in listed[:SHOWN]) + more)

    def hint(self) -> None:
        """List the moves, best first, with what one types and what they lead to."""
        called = {name: name if number == name else f"{number}) {name}" for number, name in self.listed()}
        for name, choice in list(self.session.moves().items())[:SHOWN]:
            show(f"  {printable(called[name])}: {self.session.words(choice)}")

    def threat(self) -> None:
        """List what the other player would do if it were their turn, best first."""
        other, moves = self.session.adapter.players[1 - self.session.mover], self.session.threats()
        if not moves:
            unknown = f"the solution of this game holds no position like this one with {other} to move"
            show(unknown if moves is None else f"{other} could not move here")
            return
        show(f"if it were the turn of {other}:")
        for name, choice in list(moves.items())[:SHOWN]:
            show(f"  {printable(name)}: {self.session.words(choice)}")

    def why(self) -> None:
        """Print why the position is won or lost."""
        show(self.session.why())

    def undo(self) -> None:
        """Take back the person's last move and the reply to it."""
        person = self.session.mover
        taken = self.session.undo()
        while taken and self.session.mover != person and len(self.persons) == 1 and self.session.made:
            self.session.undo()
        show("taken back" if taken else "there is no move to undo")

    def help(self) -> None:
        """Print what can be typed."""
        show(HELP.format(threat="" if self.session.adapter.threats is None else THREAT))

    def finish(self) -> None:
        """Print how the play ended and which moves were mistakes."""
        players, ending = self.session.adapter.players, self.session.ending
        show("")
        if ending is not None:
            self.board()
            if ending.winner is None:
                show(f"{'A draw' if ending.won else 'The play is over'}: {ending.reason}.")
            elif len(self.persons) == 1:
                you = "You win" if ending.winner in self.persons else f"You lose, {players[ending.winner]} wins"
                show(f"{you}: {ending.reason}.")
            else:
                show(f"{players[ending.winner]} wins: {ending.reason}.")
        if self.session.made:
            self.review()

    def review(self) -> None:
        """Print which moves were mistakes, and what would have been better."""
        mistakes, count = self.session.review(), sum(made.player != CHANCE for made in self.session.made)
        for mistake in mistakes:
            show(f"move {mistake.number}: {self.session.adapter.players[mistake.made.player]}, {mistake.sentence}")
        if not count:
            show("No move has been made yet.")
        elif not mistakes:
            show(f"Review: {counted(count, 'move')}, and none {self.session.faultless}.")

    def ask(self, prompt: str) -> str | None:
        """Read a line, None at the end of the input; without a terminal what is read is repeated after the prompt."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                show("")
                return None
        line = sys.stdin.readline()
        show(f"{prompt}{line.strip()}")
        return line.strip() if line else None


def _bare(name: str) -> list[str]:
    """Return the words of a name without the brackets and commas of pairs; arrows and plus signs are words."""
    return re.findall(r"->|\+|(?:(?!->)[^\s(),+])+", name.casefold())


def _in_order(name: str) -> list[int | str]:
    """Return a key that puts numbers in names by their size and the rest in alphabetical order."""
    return [int(k) if k.isdecimal() else k for k in re.split(r"([0-9]+)", name)]
