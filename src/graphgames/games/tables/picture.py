"""Pictures of tables: the shares of won, lost and drawn positions, and how many are how far from the end."""

from __future__ import annotations

from typing import Any

from graphgames.core.errors import GameError
from graphgames.draw.picture import HEAD, Picture
from graphgames.draw.plots import WIDTH, bars, shares
from graphgames.games.tables.table import Table


def picture(thing: Any) -> Picture:
    """Draw the statistics of a table."""
    if not isinstance(thing, Table):
        raise GameError("this game has a picture only as a table; build its table first")
    data = thing.statistics()
    counts = [(name, data[name]) for name in ("win", "loss", "draw")]
    parts, top = shares(counts, data["positions"], HEAD + 10)
    across, by = ("nimber", "the nimber") if thing.has_nimbers else ("moves", "the moves until the end")
    for name, words in (("win", f"wins by {by}"), ("loss", f"losses by {by}")):
        drawn, height = bars(data[thing.manifest["values"]][name], words, top, across)
        parts, top = parts + drawn, top + height
    return Picture(f"{thing.problem.title}: {data['positions']:,} positions", tuple(parts), WIDTH, top)
