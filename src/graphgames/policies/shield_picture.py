"""Shields as pictures, pages and files: the game, with what a shield says of each action beside its edge."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

from graphgames.draw.graph import draw
from graphgames.draw.picture import Picture
from graphgames.draw.presentation import OPTIONS, presentation
from graphgames.draw.scene import SHAPES, GraphView
from graphgames.draw.style import BLANK, Key
from graphgames.formats.text_table import in_rows
from graphgames.readers.atomic import atomic_write

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 15px/1.5 sans-serif; margin: 2em; }} table {{ border-collapse: collapse; }}
th, td {{ padding: .2em .8em; border-bottom: 1px solid #999; text-align: left; }} .no {{ color: #a33; }}
svg {{ max-width: 100%; height: auto; }}
</style></head><body><h1>{title}</h1><p>{sentence}</p>{svg}
<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></body></html>
"""


def picture(shield: Any, **options: Any) -> Picture:
    """Return the picture; it takes the options of a picture of a graph."""
    look = presentation(**{name: value for name, value in options.items() if name in OPTIONS})
    rest = {name: value for name, value in options.items() if name not in OPTIONS}
    drawn = draw(_view(shield), **rest, size=look.size)
    return replace(drawn, presentation=look, others={"html": lambda shown: _page(shield, shown)})


def _view(shield: Any) -> GraphView:
    arena, lost = shield.game.arena, set(shield.lost)
    texts = {shield.edge_text(e) for e in range(arena.m)}
    keys = [Key("circle", 1, "no action keeps the promise")] if lost else []
    movers = zip(SHAPES, (*shield.game.players, "chance"), strict=True)
    keys += [Key(shape, BLANK, f"{who} moves") for shape, who in movers]
    words = (("\u2717", "forbidden"), ("finitely", "only finitely often"), ("live", "one of the group again and again"))
    keys += [Key("text", BLANK, meaning, sign) for sign, meaning in words if any(one.startswith(sign) for one in texts)]
    return GraphView(
        arena,
        f"shield, {len(shield.allowed)} states",
        region=lambda v: 1 if shield._acts[v] and arena.label(v) in lost else BLANK,
        why=lambda v: f"{arena.display_name(v)}: allowed {', '.join(map(str, shield.allowed.get(arena.label(v), ())))}",
        marked=shield.game.objective.marked,
        start=shield.game.start,
        keys=tuple(keys),
        edge_text=shield.edge_text,
    )


def _page(shield: Any, drawn: Picture) -> str:
    """Return the shield as a page: what it promises, the picture, and the table."""
    heading, *rows = shield.rows()
    allowed = heading.index("allowed")

    def line(row: tuple[Any, ...]) -> str:
        cells = "".join(f"<td>{escape(_word(one))}</td>" for one in row)
        return f"<tr>{cells}</tr>" if row[allowed] else f'<tr class="no">{cells}</tr>'

    return _PAGE.format(
        title=escape(drawn.title),
        sentence=escape(shield.sentence),
        svg=drawn.svg[drawn.svg.index("<svg") :],
        head="".join(f"<th>{escape(name)}</th>" for name in heading),
        rows="".join(map(line, rows)),
    )


def _word(cell: Any) -> str:
    return {True: "yes", False: "no"}[cell] if isinstance(cell, bool) else str(cell)


def save(shield: Any, path: str | os.PathLike[str]) -> None:
    """Write a shield as the ending of a name says."""
    ending = Path(path).suffix.lower()
    if ending not in (".json", ".csv"):
        shield.draw().save(path)
        return
    text = json.dumps(shield.to_dict(), indent=1, ensure_ascii=False) + "\n"
    if ending == ".csv":
        text = in_rows([map(_word, row) for row in shield.rows()])
    with atomic_write(path) as file:
        file.write(text.encode())
