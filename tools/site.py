"""Write the gallery: a page for every example, on which it is played, and a page with all their pictures.

The examples are those of the kinds' rows of the catalogue; the pages need no server.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from graphgames import api
from graphgames.catalogue.find import examples, kinds
from graphgames.catalogue.rows import Example
from graphgames.core.errors import GameError
from graphgames.draw import board_of, picture
from graphgames.draw.board import Track
from graphgames.draw.style import THEMES
from graphgames.draw.svg import escape
from graphgames.play.adapters import adapter_for
from graphgames.readers.source import Source


def darkened(within: str) -> str:
    """Return CSS that shows in the dark what is drawn in light colours, within what a selector means."""
    return "".join(
        f'{within} [{attribute}="{light}"]{{{attribute}:{dark}}}'
        for light, dark in THEMES["dark"].items()
        for attribute in ("fill", "stroke")
    )


INTRO = "Every game here is solved. Choose one and play it against the solution, which says who wins and why."

STYLE = """
:root { color-scheme: light dark; --ink: #1f2328; --paper: #fff; --faint: #5d656d; --line: #d5dae0; --near: #0b5d94; }
body { margin: 0 auto; max-width: 76rem; padding: 1.5rem; color: var(--ink); background: var(--paper); }
body { font: 16px/1.45 "DejaVu Sans", Verdana, Arial, sans-serif; }
h2 { margin: 2rem 0 .8rem; font-size: 1.1rem; }
.all { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 1rem; }
a { color: inherit; text-decoration: none; border: 1px solid var(--line); border-radius: 6px; padding: .8rem; }
a:hover, a:focus-visible { border-color: var(--near); }
svg { width: 100%; height: 11rem; display: block; }
h1 + p { margin: 0; }
.all p { margin: .3rem 0 0; font-size: .85rem; color: var(--faint); }
"""

DARK = f"""@media (prefers-color-scheme: dark) {{
:root {{ --ink: #e8eaed; --paper: #15181c; --faint: #a6adb5; --line: #3b4148; --near: #6db9ee; }}
{darkened("a")}
}}
"""


def main(folder: Path) -> None:
    """Write the pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    groups: dict[str, list[str]] = {}
    for kind in kinds():
        for example in examples(kind.package):
            groups.setdefault(example.group, []).append(card(example, folder))
    body = "\n".join(
        f'<h2>{escape(group)}</h2>\n<div class="all">\n{"".join(cards)}</div>' for group, cards in groups.items()
    )
    head = '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
    head += '<meta name="viewport" content="width=device-width, initial-scale=1"><title>graphgames: examples</title>'
    words = f"<main><h1>Examples</h1>\n<p>{INTRO}</p>\n{body}\n</main>"
    text = f"{head}<style>{STYLE}{DARK}</style></head><body>{words}</body></html>\n"
    (folder / "index.html").write_text(text, encoding="utf-8")
    print(folder / "index.html")


def card(example: Example, folder: Path) -> str:
    """Write the page of an example, and return what leads to it."""
    options: Any = example.options
    solution = api.solve(api.read(Source(example.text.encode(), example.file), **options))
    drawn = picture(solution)
    drawn.styled(title=example.title).save(folder / f"{example.name}.html")
    board = board_of(solution)
    seen = drawn if board is None else board.paint(Track([adapter_for(solution).start]))
    small = seen.styled(title="", legend=False).svg
    words = f"<strong>{escape(example.title)}</strong><p>{escape(example.summary)}</p>"
    return f'<a href="{example.name}.html">{small}{words}</a>\n'


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/_build/site"))
    except GameError as error:
        sys.exit(f"site: {error}")
