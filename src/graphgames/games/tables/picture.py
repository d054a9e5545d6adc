"""Pictures of tables: a position on its board with what its moves are worth, and the counts of all positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from graphgames.catalogue.find import by_class
from graphgames.core.oracle import RatedMove
from graphgames.draw import svg
from graphgames.draw.board import Board, Track, label, text_board
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.plots import WIDTH, bars, shares
from graphgames.draw.style import BLANK, REGIONS, Key
from graphgames.games.tables.indexed_rules import IndexedRules
from graphgames.games.tables.table import Table
from graphgames.play.adapters import adapter_for

LOOKS = {"win": 0, "loss": 1, "draw": 2}
"""The look of a region by an outcome."""


board = by_class()


@board.register
def rules_board(rules: IndexedRules) -> Board | None:
    """Return the board of a game, None if its positions are shown as text."""
    places = rules.board()
    return None if places is None else places.board()


@board.register
def table_board(table: Table) -> Board | None:
    """Return the board of the game of a table."""
    return rules_board(table.problem)


def picture(thing: Any, start: Any = None) -> Picture:
    """Draw a position on its board, by default the start, of a table with what its moves are worth.

    Without a board it is the position as text, and of a table the counts.
    """
    if not isinstance(thing, Table):
        return _unsolved(thing, start)
    shown = table_board(thing)
    if shown is None:
        return counts(thing)
    play = adapter_for(thing, start)
    track, moves = Track([play.start]), thing.best_moves(play.start)
    named = {play.name(play.start, move): move for move in moves}
    parts, seen = [], dict.fromkeys(str(move.result) for move in moves)
    for target in shown.aim(track, named):
        if not target.path:
            parts += _frame_of_value(target[:4], [named[name] for name in target.moves])
    keys = [Key("square", LOOKS[result], f"a move that {_WORDS[result]}") for result in seen]
    if {"win", "loss"} & seen.keys() and not thing.has_nimbers:
        keys.append(Key("text", BLANK, "moves to the end", "n"))
    drawn = shown.paint(track)
    mover, far = play.players[play.mover(play.start, 0)], thing.value(play.start)
    best = f"{mover} to move {_WORDS[str(thing.outcome(play.start))]}" if moves else "the game is over"
    best += f" in {far}" if moves and far and not thing.has_nimbers else ""
    parts = [*drawn.parts, *parts]
    return replace(drawn, title=_title(thing.problem, best), parts=tuple(parts), keys=(*shown.keys, *keys), head=_ABOVE)


def _unsolved(rules: IndexedRules, start: Any) -> Picture:
    """Draw a position without what is known of it."""
    at = rules.position(start)
    shown = rules_board(rules) or text_board(rules.title, lambda position: rules.render(position).splitlines())
    mover = rules.players[getattr(rules, "mover", lambda position: 0)(at)]
    title = _title(rules, f"{mover} to move" if rules.moves(at) else "the game is over")
    return replace(shown.paint(Track([at])), title=title, keys=tuple(shown.keys), head=_ABOVE)


def _title(rules: IndexedRules, what: str) -> str:
    return f"{rules.title[0].upper()}{rules.title[1:]}; {what}"


_ABOVE = 6.0
"""How much is free above a board: some grounds begin so far up."""


_WORDS = {"win": "wins", "loss": "loses", "draw": "draws"}


def _frame_of_value(sides: Sequence[float], moves: Sequence[RatedMove]) -> list[str]:
    """Draw around a place what the best of some moves is worth, and of a single one how far it is to the end."""
    (x, y, width, height), best = map(float, sides), moves[0]
    look = REGIONS[LOOKS[str(best.result)]]
    frame = {"x": x + 2, "y": y + 2, "width": width - 4, "height": height - 4, "rx": 5, "fill": "none"}
    halo = svg.element("rect", class_="worth", stroke="#ffffff", stroke_width=5, opacity=0.8, **frame)
    pen = {"stroke": look.outline, "stroke_width": 2.5, "stroke_dasharray": look.dashes}
    parts = [halo, svg.element("rect", class_="worth", **pen, **frame)]
    if len(moves) == 1 and best.distance is not None and best.result != "draw" and min(width, height) > 30:
        wide = svg.text_width(str(best.distance + 1), 11) + 4
        plate = {"x": x + width - 4 - wide, "y": y + 5, "width": wide, "height": 14.0, "rx": 3}
        parts.append(svg.element("rect", fill="#ffffff", opacity=0.8, **plate))  # to be read on a board of any colour
        parts.append(label(x + width - 6, y + 16, best.distance + 1, "worth", 11, text_anchor="end", fill=look.outline))
    return parts


def counts(table: Table) -> Picture:
    """Draw the shares of won, lost and drawn positions, and how many are how far from the end."""
    data = table.statistics()
    found = [(name, data[name]) for name in ("win", "loss", "draw")]
    parts, top = shares(found, data["positions"], HEAD + 10)
    across, by = ("nimber", "the nimber") if table.has_nimbers else ("moves", "the moves until the end")
    for name, words in (("win", f"wins by {by}"), ("loss", f"losses by {by}")):
        drawn, height = bars(data[table.manifest.values][name], words, top, across)
        parts, top = parts + drawn, top + height
    return Picture(f"{table.problem.title}: {data['positions']:,} positions", tuple(parts), WIDTH, top)
