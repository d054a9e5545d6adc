"""A solved game as one HTML file, on which it is played: the page of the explorer, with its modules and the game in it.

The file opens without a server and asks for nothing from the network. What the page shows is data in it, packed if
they are long; nothing in it computes who wins.
"""

from __future__ import annotations

import base64
import gzip
import json
import re
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import Any

from graphgames.core.errors import GameError, GraphGamesError, printable
from graphgames.draw import picture as painted
from graphgames.draw.held import held
from graphgames.draw.picture import Picture
from graphgames.draw.study import study
from graphgames.draw.svg import escape
from graphgames.readers.source import open_source

_MOST_PLAIN = 300_000
"""Of more characters than so many the data are packed: gzip in base64, which the browser unpacks."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

_SERVED = re.compile(r'<(?:link rel="(?:icon|stylesheet)"|script type="module")[^\n]*\n')
_IMPORT = re.compile(r'^import (?:\* as (\w+)|(\{[^}]*\})) from "\./([\w/]+)\.js";\n', re.M)
_EXPORT = re.compile(r"^export ((?:async )?function|class|const) ([\w$]+)", re.M)
_BUILT = re.compile(r"export\{([^}]*)\};?\s*$")
_COMMENT = re.compile(r"^ *(?://.*\n|/\*\*(?:(?!\*/)(?:.|\n))*\*/\n)|^ +", re.M)


def page(thing: Any, options: dict[str, Any], picture: Picture, lessons: str | None = None) -> str:
    """Return the HTML text of the page of what a picture was drawn from, with the play if that is solved, and with the
    lessons of a study, whose path that is.
    """
    title = picture.title
    data: dict[str, Any]
    try:
        data = held(thing, options)
        title = data.pop("title", title)
        if lessons is not None:
            text = open_source(lessons).to_bytes().decode("utf-8", "replace")
            data["study"] = study(text, thing, str(lessons), options.get("test", 0))
            title = data["study"]["title"] or title
            _hold(data)
    except GraphGamesError as error:
        if lessons is not None:
            raise
        if not picture.parts:
            picture = painted(thing, **options, **picture.presentation._asdict())
        drawn = replace(picture, presentation=picture.presentation._replace(title="", size=None)).svg
        data = {"none": f"There is no play on this page: {error}.", "picture": drawn}
    title = title if picture.presentation.title is None else picture.presentation.title
    return packed({"title": title[:1].upper() + title[1:]} | data, picture.presentation.theme)


def _hold(data: dict[str, Any]) -> None:
    """Raise `GameError` if the page does not hold the plays of its study."""
    rows = data["positions"]
    for lesson in data["study"]["lessons"]:
        at = 0 if lesson["start"] is None else [row.get("at", [])[:1] for row in rows].index([lesson["start"]])
        for name in lesson["moves"]:
            at = next(move["to"] for move in rows[at]["moves"] if move["name"] == name)
            if at < 0:
                raise GameError(
                    f"the page holds {len(rows)} positions, and not all those of {lesson['title']!r}; "
                    "expected plays nearer to the best one"
                )


def packed(data: dict[str, Any], theme: str = "auto", entry: str = "alone") -> str:
    """Return the page with the data of a game in it, and the module with which it begins."""
    text = json.dumps(data, separators=(",", ":")).replace("<", r"\u003c").replace("&", r"\u0026")
    if len(text) > _MOST_PLAIN:
        text = base64.b64encode(gzip.compress(text.encode(), 6, mtime=0)).decode()
    icon = "data:image/svg+xml;base64," + base64.b64encode(front("icon.svg").encode()).decode()
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<style>\n{front('page.css')}{front('board.css')}</style>\n"
        f'<script type="application/json" id="data">{text}</script>\n'
        f'<script type="module">\n{script(entry, entry == "notebook" or "map" in data)}</script>\n'
    )
    whole = _SERVED.sub("", front("index.html")).replace("/page/icon.svg", icon)
    whole = whole.replace("<title>graphgames</title>", f"<title>{escape(printable(data['title']))}</title>")
    whole = whole.replace("<body>", f'<body class="{entry}">').replace("<html", f'<html data-theme="{theme}"')
    begin, end = whole.split("</head>", 1)
    return f"{begin}{head}</head>{end}"


def front(name: str) -> str:
    """Return the text of a file of the page."""
    return files("graphgames.draw").joinpath("front", name).read_text(encoding="utf-8")


@cache
def served(name: str) -> str:
    """Return the text of a file of the page as a browser gets it: modules without comments and indentation."""
    own = name.endswith(".js") and "/" not in name
    return _COMMENT.sub("", front(name)) if own else front(name)


@cache
def index() -> str:
    """Return the page as the explorer serves it, with all its modules named, so that they are asked for at once."""
    found = ["main"]
    for name in found:  # which grows meanwhile
        found += [one for *_, one in _IMPORT.findall(front(f"{name}.js")) if one not in found]
    links = "".join(f'<link rel="modulepreload" href="/page/{name}.js">\n' for name in found[1:])
    return front("index.html").replace("<script", f"{links}<script", 1)


@cache
def script(entry: str, large: bool = False) -> str:
    """Return a module of the page with all that it imports as one script, in which each is a scope of its own; with
    what shows a large graph, which is loaded when it is wanted, if that may be.
    """
    done: dict[str, str] = {}

    def add(name: str) -> None:
        text = front(f"{name}.js")
        for _, _, other in _IMPORT.findall(text):
            if other not in done:
                add(other)
        if built := _BUILT.search(text):  # a library
            pairs = (pair.split(" as ") for pair in built[1].split(","))
            inner, exported = text[: built.start()], ", ".join(f"{known}: {own}" for own, known in pairs)
        else:
            exported = ", ".join(found for _, found in _EXPORT.findall(text))
            inner = _IMPORT.sub(lambda found: f"const {found[1] or found[2]} = {_scope(found[3])};\n", text)
            inner = _COMMENT.sub("", _EXPORT.sub(r"\1 \2", inner))
        done[name] = f"const {_scope(name)} = (() => {{\n{inner}\nreturn {{ {exported} }};\n}})();\n"

    if large:
        add("map")
    add(entry)
    return "".join(done.values()).replace('import("./map.js")', "_map" if large else "null")


def _scope(name: str) -> str:
    return "_" + name.replace("/", "_")
