"""A finished picture: what is drawn, its title and legend, and how it is shown; it is saved by the ending of a name.

Painters give the drawing alone. The title above it, the legend below it, the paper, the size and the theme are added
here, so that they are the same for graphs, boards and plots.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import GameError, shown
from graphgames.core.late import optional
from graphgames.core.naming import either
from graphgames.core.unknown_attributes import FILM, Suggesting
from graphgames.draw import style, svg
from graphgames.draw.presentation import PLAIN, Presentation, presentation
from graphgames.readers.atomic import atomic_write

PAINTED = ("svg", "png", "pdf", "tex")
"""What is painted, so that every picture can be written as it."""

FORMATS = (*PAINTED, "dot", "html")
"""What pictures are written as."""

FILMS = ("gif", "mp4", "webm", "webp", "apng")
"""What films are written as elsewhere."""

STEPS = f"{FILM}; on the page of graphgames explore, Steps shows an algorithm step by step"
"""What there is instead of a film."""

HEAD = 34.0
"""A drawing leaves so much free above it, for its title."""

_LINE = 18.0
_MOST_PIXELS = 10_000
_TYPST = b"""#set document(date: none)
#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.svg), format: "svg")
"""


@dataclass(frozen=True, repr=False)
class Picture(Suggesting):
    """A drawing.

    Parameters
    ----------
    title : str
        A one-line description of what it shows.
    parts : sequence of str
        The elements of the drawing as SVG.
    width, height : float
        How large the drawing is, from 0.
    keys : sequence of Key
        The legend.
    head : float
        How much is free above it; a drawing that leaves nothing free shows no title unless one is asked for.
    presentation : Presentation
        Title, legend, size, theme and font as they are asked for.
    others : mapping of str to callable
        For formats that are not painted (``dot``, ``html``): what gives their text.
    frames : sequence of Picture
        Of a play: the pictures that the SVG shows one after another.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> picture = Game(Arena.from_edges([(1, 0)]), NormalPlay()).draw()
    >>> picture.svg[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """

    title: str
    parts: tuple[str, ...]
    width: float
    height: float
    keys: tuple[style.Key, ...] = ()
    head: float = HEAD
    presentation: Presentation = PLAIN
    others: Mapping[str, Callable[[Picture], str]] = field(default_factory=dict, compare=False)
    frames: tuple[Picture, ...] = ()

    def styled(self, **options: object) -> Picture:
        """Return the picture with another ``title``, ``legend``, ``size``, ``theme`` or ``font``.

        Raise `GameError` if there is no such value; it names those there are.

        Examples
        --------
        >>> from graphgames import Arena, Game, NormalPlay
        >>> picture = Game(Arena.from_edges([(1, 0)]), NormalPlay()).draw()
        >>> picture.styled(title="One move", size="80x40mm", theme="print").svg[39:68]
        ' width="80mm" height="40mm" v'
        """
        return replace(self, presentation=presentation(**(self.presentation._asdict() | options)))

    @cached_property
    def svg(self) -> str:
        """The picture as a whole SVG file."""
        own = self.title[:1].upper() + self.title[1:]
        words = self.presentation.title if self.presentation.title is not None else own if self.head else ""
        keys = self.keys if self.presentation.legend else ()
        width = max(self.width, style.legend_width(keys))
        size, lines = min(
            ((size, svg.wrapped(words, width - 32, size)) for size in (14, 12)), key=lambda one: len(one[1])
        )
        top = self.head - HEAD - _LINE * (len(lines) - 1) if lines else max(0.0, self.head - 20)
        head = [
            svg.text(16, 24 + top + _LINE * k, line, size, text_anchor="start", font_weight="bold")
            for k, line in enumerate(lines)
        ]
        legend, more = style.legend(keys, self.height, width)
        parts = [*head, *self.parts, *legend]
        if any("url(#" in part for part in parts):
            parts.insert(0, style.definitions())
        box = (0.0, top, width, self.height + more + 6 - top)
        return style.themed(
            svg.document(box, self.presentation.size, words or own, self.presentation.font, parts),
            self.presentation.theme,
        )

    @property
    def text_points(self) -> float | None:
        """How high the smallest text is on paper, in points; None where there is none, or the size is not one in mm."""
        size, sizes = self.presentation.size, [float(found) for found in re.findall(r'font-size="([\d.]+)"', self.svg)]
        box = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', self.svg)
        if size is None or size.unit != "mm" or not sizes or box is None:
            return None
        across, down = size.width / float(box[1]), (size.height or size.width * 1e6) / float(box[2])
        return min(sizes) * min(across, down) * 72 / 25.4

    def png(self, zoom: float | None = None) -> bytes:
        """Return the picture as PNG, enlarged by a factor: by default 2, with a size in px 1, with one in mm 300 dots
        an inch.

        Raise `GameError` if the factor is not positive or the picture gets more than 10,000 pixels wide or high;
        `MissingDependencyError` if the library that paints SVG, ``resvg-py``, is not installed.
        """
        resvg = optional("resvg_py", "png", "resvg-py")
        size = self.presentation.size
        natural = 2.0 if size is None else 1.0 if size.unit == "px" else 300 / 96
        painted = self if size is None else replace(self, presentation=self.presentation._replace(size=size.in_pixels))
        most = self._most_zoom
        factor = min(natural, most) if zoom is None else zoom
        if not isinstance(factor, int | float) or not 0 < factor <= most:
            raise GameError(
                f"zoom is {shown(zoom)}; this picture can be enlarged by more than 0 and at most {most:.6g}"
            )
        return bytes(resvg.svg_to_bytes(svg_string=painted.svg, zoom=factor))

    @property
    def _most_zoom(self) -> float:
        """The factor at which the longer side has as many pixels as a painted picture may have."""
        size = self.presentation.size
        largest = max(self.width, self.height) if size is None else max(size.width, size.height or 0) * size.pixels
        return _MOST_PIXELS / largest

    def pixels(self) -> NDArray[np.uint8]:
        """Return the picture as an array of red, green and blue, shape (height, width, 3), as environments show it.

        Raise `MissingDependencyError` if ``resvg-py``, which paints, or Pillow, which unpacks, is not installed.
        """
        opened = optional("PIL.Image", "rl").open(BytesIO(self.png(min(1.0, self._most_zoom))))
        return np.array(opened.convert("RGB"), np.uint8)

    def pdf(self) -> bytes:
        """Return the picture as a page of PDF of its size, with text as text and lines as lines.

        Raise `MissingDependencyError` if ``typst``, which sets the page, is not installed.
        """
        return bytes(optional("typst", "pdf").compile(_TYPST, sys_inputs={"svg": self.svg}))

    def tex(self) -> str:
        """Return the picture as a LaTeX document with a TikZ picture, to be compiled alone or included."""
        from graphgames.draw.tikz import tikz

        return tikz(self.svg)

    def to_bytes(self, format: str) -> bytes:
        """Return the picture in one of the ``FORMATS``; errors as for `save`."""
        if format not in FORMATS:
            film = f"; {STEPS}" if format in FILMS else ""
            raise GameError(f"a picture is written as {either(FORMATS)}, not as {format!r}{film}")
        if self.frames and format == "html":
            head = f"<!doctype html>\n<meta charset=utf-8>\n<title>{svg.escape(self.title)}</title>\n"
            return f"{head}{self.svg}\n".encode()
        if self.frames and format != "svg":
            way = f"{format} is for the game without a play"
            if format in PAINTED:
                way = f"for a {format} picture of each position name a folder and the format: "
                way += f"-o DIR/ --to {format}, or save('DIR/', '{format}')"
            raise GameError(f"a play is written as SVG or HTML; {way}")
        if format in ("png", "pdf"):
            return self.png() if format == "png" else self.pdf()
        if format in ("svg", "tex"):
            return (self.svg if format == "svg" else self.tex()).encode()
        if format not in self.others:
            raise GameError(f"this picture cannot be written as {format}: it is not known what it was drawn from")
        return self.others[format](self).encode()

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write the picture to a file, which appears whole or not at all, or to standard output for ``-``.

        The format is ``svg``, ``png``, ``pdf``, ``tex`` (TikZ), ``dot`` (Graphviz) or ``html`` (a page on which the
        solution is played); by default what the name ends in. Raise `GameError` if it is none of them, or what is drawn
        stands on no graph and ``dot`` is asked for; `MissingDependencyError` if the library for PNG (``resvg-py``) or
        PDF (``typst``) is not installed; `FormatError` if the file cannot be written.

        A play is written into a folder, a picture for each position, if the path is one or ends in ``/``.
        """
        if self.frames and (str(path).endswith(("/", os.sep)) or Path(path).is_dir()):
            if format not in (None, *PAINTED):
                raise GameError(f"a folder holds the pictures of a play as {', '.join(PAINTED)}, not as {format}")
            Path(path).mkdir(parents=True, exist_ok=True)
            for k, frame in enumerate(self.frames):
                replace(frame, presentation=self.presentation).save(Path(path) / f"{k:03}.{format or 'svg'}")
            return
        data = self.to_bytes(format or picture_format(path))
        with atomic_write(path) as file:
            file.write(data)

    def _repr_svg_(self) -> str:
        return self.svg

    def __str__(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"Picture({self.title!r}, {len(self.svg)} bytes of SVG)"


def picture_format(path: str | os.PathLike[str]) -> str:
    """Return what the ending of a name says: ``svg`` for ``out.svg`` and ``out.svg.gz``, and for no ending at all."""
    suffixes = [suffix[1:].lower() for suffix in Path(path).suffixes if suffix.lower() not in (".gz", ".bz2")]
    return suffixes[-1] if suffixes else "svg"
