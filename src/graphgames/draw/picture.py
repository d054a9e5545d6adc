"""A finished picture: a title and SVG text, which a notebook can show and which can be saved to a file."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from graphgames.core.errors import GameError, MissingDependencyError
from graphgames.readers.atomic import atomic_write


@dataclass(frozen=True, repr=False)
class Picture:
    """A drawing.

    Parameters
    ----------
    title : str
        A one-line description of what it shows.
    svg : str
        A whole SVG file.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> picture = Game(Arena.from_edges([(1, 0)]), NormalPlay()).draw()
    >>> picture.svg[:40]
    '<svg xmlns="http://www.w3.org/2000/svg" '
    """

    title: str
    svg: str

    def png(self, zoom: float = 2.0) -> bytes:
        """Return the picture as PNG, scaled by a factor.

        Raises
        ------
        MissingDependencyError
            If the library that paints SVG, ``resvg-py``, is not installed.
        """
        try:
            resvg = import_module("resvg_py")
        except ImportError:
            raise MissingDependencyError("resvg-py", "png") from None
        return bytes(resvg.svg_to_bytes(svg_string=self.svg, zoom=zoom))

    def save(self, path: str | os.PathLike[str], format: str | None = None) -> None:
        """Write the picture to a file, which appears whole or not at all, or to standard output for ``-``.

        Parameters
        ----------
        path : str or path
            Where to.
        format : str, optional
            ``svg`` or ``png``; by default what the name ends in.

        Raises
        ------
        GameError
            If it is neither.
        MissingDependencyError
            If PNG is asked for and ``resvg-py`` is not installed.
        FormatError
            If the file cannot be written.
        """
        kind = format or picture_format(path)
        if kind not in ("svg", "png"):
            raise GameError(f"a picture is written as svg or png, not as {kind!r}")
        data = self.svg.encode() if kind == "svg" else self.png()
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
