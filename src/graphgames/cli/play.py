"""``graphgames play GAME [FILE]``: play against the best moves or with two people, in the terminal or through pipes."""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

from graphgames import api
from graphgames.cli.options import add_game_options, read_problem
from graphgames.cli.output import note, progress, show
from graphgames.core import catalogue
from graphgames.core.console import Options, whole
from graphgames.core.errors import GameError, printable
from graphgames.play import Session, table_for

SHOWN = 24
"""So many moves are listed."""

HELP = """  a move     as it is listed: its name, or its number where there are numbers
  moves      list the moves        hint   the moves, best first
  why        why the position is won or lost
  undo       take your last move back
  quit       stop, with a review"""


def configure(parser: Options) -> None:
    """Add the options."""
    parser.add_argument(
        "name", metavar="GAME", help="a concrete game (see: graphgames games), a heap game's code, or a file"
    )
    parser.add_argument("file", metavar="FILE", nargs="?", help="the concrete game's input; without it a small example")
    parser.add_argument(
        "--as",
        dest="person",
        metavar="WHO",
        default="0",
        help="which player you are: 0, 1, a player's name, both (two people) or none (watch); default: 0, who begins "
        "where the players alternate",
    )
    parser.add_argument(
        "--start",
        metavar="V",
        help="the vertex, the cell X,Y or the heaps 3,5,7 to begin with",
    )
    parser.add_argument(
        "--test", metavar="K", type=whole(1), default=1, help="of an input with many tests this one (from 1)"
    )
    parser.add_argument("--solver", metavar="NAME", help="instead of the one that fits best")
    add_game_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Solve and play; the play is data, so it goes to stdout."""
    with progress(f"solving {arguments.name}"):
        solution = api.solve(_problem(arguments), arguments.solver)
    first = int(arguments.person) if arguments.person in ("0", "1") else None
    table = table_for(solution, arguments.start, arguments.test - 1, first)
    persons = _persons(arguments.person, table.players)
    Terminal(Session(table), persons).run()
    return 0


def _problem(arguments: argparse.Namespace) -> Any:
    """Read the game that is meant: a concrete one with its input or an example, or a file."""
    if not catalogue.is_document(arguments.name):
        problem = _named(arguments)
        if problem is not None:
            return problem
        if arguments.file is not None:
            catalogue.concrete_game(arguments.name)
        return read_problem(arguments, arguments.name)
    if arguments.file == "-":
        raise GameError("the moves are read from standard input, so the game must be in a file")
    if arguments.file is not None:
        return api.read(arguments.file, format=arguments.name)
    game = catalogue.concrete_game(arguments.name)
    note(f"graphgames: no file is given; this is an example of {game.title}")
    return game.read(game.example.encode(), "<example>")


def _named(arguments: argparse.Namespace) -> Any:
    """Return the problem that a name alone means, such as the code of a heap game; None if it means none, or a file."""
    if arguments.file is not None or Path(arguments.name).exists():
        return None
    return catalogue.named(arguments.name, arguments.start)


def _persons(who: str, players: tuple[str, str]) -> tuple[int, ...]:
    """Return the players that are people."""
    names = [name.casefold() for name in players]
    if who.casefold() in names:
        return (names.index(who.casefold()),)
    choices: dict[str, tuple[int, ...]] = {"0": (0,), "1": (1,), "both": (0, 1), "none": ()}
    if who not in choices:
        raise GameError(f"there is no player {who!r}; choose 0, 1, {players[0]}, {players[1]}, both or none")
    return choices[who]


class Terminal:
    """A session with a person at a terminal or at the ends of two pipes."""

    def __init__(self, session: Session, persons: tuple[int, ...]):
        self.session, self.persons = session, persons
        self.commands = {"moves": self.moves, "hint": self.hint, "why": self.why, "undo": self.undo, "help": self.help}
        self.short = {name[0]: name for name in ("moves", "why", "undo", "quit")} | {"?": "help"}

    def run(self) -> None:
        """Play until the end of the game or of the input."""
        players = self.session.table.players
        if len(self.persons) == 1:
            you, other = players[self.persons[0]], players[1 - self.persons[0]]
            self.say(f"You are {you}; {other} plays the best moves. Type help for what you can type.")
        limit = 10_000 if not self.persons else None
        while self.session.ending is None and (limit is None or len(self.session.made) < limit):
            if self.session.mover in self.persons:
                if not self.turn():
                    break
            else:
                name, who = self.session.reply(), self.session.made[-1].player
                self.say(f"{players[who]}: {name}")
        self.finish()

    def turn(self) -> bool:
        """Show the position and run typed commands until a move is made; return whether to continue."""
        self.say("")
        self.say(self.session.table.render(self.session.position))
        self.moves()
        while True:
            typed = self.ask(f"{self.session.table.players[self.session.mover]}> ")
            if typed is None or typed in ("quit", "q", "exit"):
                return False
            chosen = self.chosen(typed)
            if chosen is not None:
                self.session.play(chosen)
                return True
            command = self.short.get(typed, typed)
            if command == "undo":
                self.undo()
                return True
            if command in self.commands:
                self.commands[command]()
            elif typed:
                self.say(f"there is no move {typed!r} here; type moves for the moves, help for help")

    def chosen(self, typed: str) -> str | None:
        """Return the move that is meant, None if it is none."""
        names = list(self.session.moves())
        for name in names:
            if name.casefold() == typed.casefold():
                return name
        if not _by_name(names) and typed.isdecimal() and 1 <= int(typed) <= len(names):
            return _listed(names)[int(typed) - 1]
        return None

    def moves(self) -> None:
        """List the moves, in an order that does not show how good they are."""
        names = _listed(list(self.session.moves()))
        more = f" ... and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        if _by_name(names):
            self.say("moves: " + " ".join(map(printable, names[:SHOWN])) + more)
        else:
            self.say("\n".join(f"  {k}) {printable(name)}" for k, name in enumerate(names[:SHOWN], 1)) + more)

    def hint(self) -> None:
        """List the moves, best first, with what they lead to."""
        for name, move in list(self.session.moves().items())[:SHOWN]:
            end = f", {move.distance} more to the end" if move.distance is not None else ""
            self.say(f"  {move.result:<4} {printable(name)}{end}")

    def why(self) -> None:
        """Print why the position is won or lost."""
        self.say(self.session.why())

    def undo(self) -> None:
        """Take back the person's last move and the reply to it."""
        person = self.session.mover
        taken = self.session.undo()
        while taken and self.session.mover != person and len(self.persons) == 1 and self.session.made:
            self.session.undo()
        self.say("taken back" if taken else "there is nothing to take back")

    def help(self) -> None:
        """Print what can be typed."""
        self.say(HELP)

    def finish(self) -> None:
        """Print how the play ended and which moves were mistakes."""
        session, players = self.session, self.session.table.players
        ending = session.ending
        self.say("")
        if ending is not None:
            self.say(session.table.render(session.position))
            won = "A draw" if ending.winner is None else f"{players[ending.winner]} wins"
            self.say(f"{won}: {ending.reason}.")
        if not session.made:
            return
        mistakes = session.review()
        for mistake in mistakes:
            what = "the win" if mistake.made.before == "win" else "the draw"
            better = " or ".join(mistake.better[:3])
            name = players[mistake.made.player]
            self.say(f"move {mistake.number}: {name}, {mistake.made.name} gave {what} away; {better} kept it")
        if not mistakes:
            moves = "1 move" if len(session.made) == 1 else f"{len(session.made)} moves"
            self.say(f"Review: {moves}, and none gave anything away.")
            self.unused(ending.winner if ending is not None else None)

    def unused(self, winner: int | None) -> None:
        """Print a line if the loser had a win throughout, but let the play repeat a position."""
        last = self.session.made[-1]
        if self.session.ending is not None and winner is not None and last.result == "win" and last.player != winner:
            name = self.session.table.players[last.player]
            self.say(f"{name} could have won to the last, but came round to the same place without getting on.")

    def ask(self, prompt: str) -> str | None:
        """Read a line, None at the end of the input; without a terminal what is read is repeated after the prompt."""
        if sys.stdin.isatty() and sys.stdout.isatty():
            try:
                return input(prompt).strip()
            except EOFError:
                self.say("")
                return None
        line = sys.stdin.readline()
        self.say(f"{prompt}{line.strip()}")
        return line.strip() if line else None

    def say(self, words: str) -> None:
        """Print a line at once."""
        show(words)


def _by_name(names: list[str]) -> bool:
    """Return whether moves are typed by name: they are short and without spaces."""
    return all(len(name) <= 12 and " " not in name for name in names)


def _listed(names: list[str]) -> list[str]:
    """Return the names in a neutral order: numbers by size, the rest alphabetically."""
    return sorted(names, key=lambda name: [int(k) if k.isdecimal() else k for k in re.split(r"([0-9]+)", name)])
