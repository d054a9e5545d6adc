"""The base of objects that can be drawn: ``draw()``, and ``_repr_svg_()`` for notebooks.

The drawing code is in a higher layer. The package sets it as `Drawable.painter` and `Drawable._notebook` when it is
imported, so nothing here imports it; it is loaded for the first picture.
"""

from __future__ import annotations

from graphgames.core.errors import GameError
from graphgames.core.unknown_attributes import Suggesting

PICTURE = "a picture of a game; graphgames convert writes the game itself"
"""What a picture in DOT says of itself, so that it is not read as the game, of which it holds a part."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import Any, ClassVar

    from graphgames.draw.picture import Picture


class Drawable(Suggesting):
    """The base class of everything that can be drawn: games, solutions, sums.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> Game(Arena.from_edges([(1, 0), (2, 1)]), NormalPlay()).draw()
    Picture('normal play, 3 vertices, 2 edges', ...)
    """

    simulator: ClassVar[Callable[..., Any]]
    """Plays a solution many times; set by the package as the painter is."""
    acting: ClassVar[Callable[..., Any]]
    """Makes an agent of a solution; set in the same way."""
    explorer: ClassVar[Callable[..., Any]]
    """Makes the page in a cell of a notebook; set in the same way."""
    _opener: ClassVar[Callable[[Any, bool], list[dict[str, Any]]]]
    """Opens the conditions of the proof of a solution, on its graph or not, for a page; set in the same way."""
    painter: ClassVar[Callable[..., Picture]]
    _notebook: ClassVar[Callable[[Any], str]]
    """From a solution to the HTML that a notebook shows."""

    def draw(self, path: str | PathLike[str] | None = None, **options: Any) -> Picture:
        """Return the picture, and write it if there is a path.

        Parameters
        ----------
        path : str or path, optional
            Where to write it, as ``save`` of the picture does.
        **options
            ``title`` instead of the picture's own, ``legend`` (False for none), ``size`` (as ``"120x80mm"`` or
            ``(800, 600)``), ``theme`` (``auto``, ``light``, ``dark``, ``print``), ``font``. Of what stands on a graph:
            ``labels``, from vertices to the names to draw, ``around``, a vertex, and ``radius`` for a piece of a large
            one, or ``collapse`` (``"components"``, ``"regions"``, ``"priority"``, ...) for groups of vertices as one.
            Of what is solved: ``play``, a number of moves, for the best play position by position, and ``start`` for
            where it begins.

        Returns
        -------
        Picture
            Shows itself in a notebook; ``save(path)`` writes it as SVG, PNG, PDF, TikZ, DOT or an HTML page, as the
            ending of the path says.

        Raises
        ------
        GameError
            If an option or its value does not fit.
        """
        path = options.pop("filename", path) if path is None else path
        picture = Drawable.painter(self, **options)
        if path is not None:
            picture.save(path)
        return picture

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows; None, for its text instead, where there is nothing to draw."""
        try:
            return self.draw().svg
        except GameError:
            return None
