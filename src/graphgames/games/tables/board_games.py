"""The games that can be turned into a table by name, a line each; and the rules of a person's own file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from shutil import disk_usage
from typing import Any

from graphgames.catalogue.find import examples
from graphgames.catalogue.rows import resolve
from graphgames.core.errors import GameError, LimitExceededError, did_you_mean, shown
from graphgames.core.naming import either
from graphgames.games.tables.indexed_rules import IndexedRules, check_options
from graphgames.games.tables.manifest import Manifest, read_manifest
from graphgames.readers.source import Source

GAMES: Mapping[str, str] = {
    "tic-tac-toe": "tic_tac_toe:TicTacToe",
    "connect-four": "connect_four:ConnectFour",
    "awari": "awari:Awari",
    "breakthrough": "breakthrough:Breakthrough",
    "chess": "chess:Chess",
    "chomp": "chomp:Chomp",
    "dobutsu-shogi": "dobutsu_shogi:DobutsuShogi",
    "dots-and-boxes": "dots_and_boxes:DotsAndBoxes",
    "nine-mens-morris": "morris:Morris",
    "edge-geography": "edge_geography:EdgeGeography",
    "gridgame": "gridgame:GridGame",
}
"""From the name of each game to its class, ``"module:class"``."""


def game_class(name: str) -> type[IndexedRules]:
    """Return the class of a game by its name; raise `GameError` if there is none."""
    if name not in GAMES:
        raise GameError(f"there is no game {name!r}{did_you_mean(name, list(GAMES))} There are: {', '.join(GAMES)}")
    found: type[IndexedRules] = resolve("graphgames.games.tables", GAMES[name])
    return found


def game(name: str, options: Mapping[str, Any] | None = None) -> IndexedRules:
    """Return the rules of a game by its name and options; raise `GameError` if there are no such ones."""
    made, given = game_class(name), options or {}
    known = _names_of(made)
    for word in given:
        if word not in known:
            raise GameError(f"{made.title} has no option {word!r}; its options are: {', '.join(known) or 'none'}")
    rules = made(**given)
    check_options(rules)
    return rules


AT_ONCE = 1_200_000
"""A game with so many positions needs no table that is made beforehand."""


def named(name: str, start: str | None, up_to: int | None) -> IndexedRules | None:
    """Return the rules of a game that is small as it stands, or with the options behind its name.

    Raise `GameError` if its table must be made first, or there is no such option.
    """
    words = name.split()
    if words and words[0] in GAMES:
        rules = _of_words(words)
        if sum(rules.space.size.values()) <= AT_ONCE:
            return rules if start is None else rules.asking(start)
        usual, given = game(words[0]), vars(rules)
        options = "".join(f"--{name} {given[name]} " for name in _names_of(rules) if given[name] != vars(usual)[name])
        refuse_endless(rules)
        raise GameError(
            f"{name} is played, explained and shown from its table, of at most {sum(rules.space.size.values()):,} "
            f"positions; make that with graphgames table build {words[0]} {options}-o DIR, and name DIR (with "
            f"--dry-run it says how long that takes){_or_smaller(words[0])}"
        )
    return None


def refuse_endless(rules: IndexedRules, directory: Path = Path()) -> None:
    """Raise `LimitExceededError` if one bit for each position fits neither in memory nor on the disk of a directory."""
    from graphgames.core.room import free_memory

    positions = int(rules.space.starts[-1])
    existing = next(one for one in (directory, *directory.parents) if one.exists())
    if positions // 8 > max(free_memory(), disk_usage(existing).free):
        raise LimitExceededError(
            f"{rules.title} of this size may have {positions:,} positions, which no table on this machine holds"
            f"{_or_smaller(rules.name)}"
        )


def _or_smaller(name: str) -> str:
    """Return the end of a sentence that names a board of a game that is solved at once, if there is one."""
    texts = (one.text.strip() for one in examples("graphgames.games.tables"))
    small = next((text for text in texts if text.split()[:1] == [name]), "")
    return f"; a small one is solved at once: '{small}'" if " " in small else ""


def game_of(directory: Path, manifest: Manifest) -> IndexedRules:
    """Return the rules that the manifest of a table names; raise `GameError` if they are a person's own."""
    if manifest.game not in GAMES:
        raise GameError(
            f"{directory} is a table of {shown(manifest.game)}, which graphgames does not know by name; in "
            "Python open_table(path, rules) opens it by its rules"
        )
    return game(manifest.game, dict(manifest.options))


def read(source: Source, name: str, priorities: object = None, format: str | None = None) -> IndexedRules:
    """Read the name of a game and its options, as ``connect-four width=4 height=4``, or the manifest of a table.

    Raise `GameError` if there is no such game or option.
    """
    if source.to_bytes()[:1] == b"{":
        manifest = read_manifest(Path(source.name).parent)
        rules = game_of(Path(source.name).parent, manifest)
        object.__setattr__(rules, "stored", Path(source.name).parent)
        return rules
    words = source.to_bytes().decode("utf-8", "replace").split()
    if not words:
        raise GameError(f"{source.name} names no game; expected one of: {', '.join(GAMES)}")
    return _of_words(words)


def _of_words(words: list[str]) -> IndexedRules:
    """Return the rules of the name of a game and its options, each a word."""
    options: dict[str, int | str] = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        wide, cross, tall = word.partition("x")
        if cross and wide.isdecimal() and tall.isdecimal() and {"width", "height"} <= set(_names_of(game(words[0]))):
            options |= {"width": int(wide), "height": int(tall)}
            continue
        if not value:
            raise GameError(f"{word!r} is not an option of a game; expected one such as {_example(words[0])}")
        options[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 10 else value
    return game(words[0], options)


def _names_of(rules: Any) -> list[str]:
    """Return the names of the options of a game."""
    return [entry.name for entry in fields(rules)]


def _example(name: str) -> str:
    """Return the options of a game as they are by default, in words."""
    made = [f"{option}={value}" for option, value in game(name).options().items()]
    return either(made) if made else "none"
