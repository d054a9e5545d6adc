"""The explorer in a cell of a notebook: the same page, which the kernel answers; selection and play go both ways."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from graphgames.core.errors import GraphGamesError
from graphgames.core.memory import vertex_of
from graphgames.core.solution import OnArena
from graphgames.core.solution_base import Solution
from graphgames.draw.page import front, packed
from graphgames.explore.game_session import METHODS, GameSession

HEIGHT = 560
"""The height of a cell in pixels, where no other is asked for."""


class Explorer(anywidget.AnyWidget):
    """A solved game in a cell: it is played, asked, verified and changed there, and from Python.

    Attributes
    ----------
    selected : label of a vertex or None
        What is chosen in the graph; choosing another one here chooses it there. Observe it as any trait of a widget.
    played : list of str
        The names of the moves of the play, by both players. A new list replaces the play.
    height : int
        The height of the cell in pixels, when it is shown.
    solution : Solution
        The solution of the game on the page, which is another one after a change there.
    position : object
        Where the play stands.

    Examples
    --------
    >>> import graphgames as gg
    >>> page = gg.solve({"a": ["b", "c"], "b": ["c"], "c": []}, gg.NormalPlay()).explore()
    >>> page.played, page.selected
    ([], None)
    >>> page.played, page.selected = ["b"], "c"
    >>> page.position, page.solution.outcome(page.selected)
    ('b', 'loss')
    """

    _esm = front("widget.js")
    _page = traitlets.Unicode().tag(sync=True)
    _vertex = traitlets.Int(None, allow_none=True).tag(sync=True)
    height = traitlets.Int(HEIGHT).tag(sync=True)
    played = traitlets.List(traitlets.Unicode()).tag(sync=True)
    selected = traitlets.Any(None)

    def __init__(self, solution: Solution[Any], start: object = None, title: str | None = None, height: int = HEIGHT):
        self._game = GameSession()
        self._game.show(solution, start, title)
        self._followed = self._made
        page = packed({"title": self._game.state.opened.title}, entry="notebook")
        super().__init__(_page=page, height=height, played=self._followed)
        self.on_msg(self._asked)

    @property
    def solution(self) -> Any:
        """The solution of the game on the page."""
        return self._game.state.opened.solution

    @property
    def position(self) -> Any:
        """Where the play stands: a label on an arena, else as the kind of game has it."""
        position = self._game.session.position
        return self.solution.arena.label(vertex_of(position)) if isinstance(self.solution, OnArena) else position

    @property
    def _made(self) -> list[str]:
        return [made.name for made in self._game.session.made]

    def _asked(self, widget: Any, question: dict[str, Any], buffers: Any) -> None:
        """Answer a question of the page, and share what that has changed."""
        reply = {key: question[key] for key in ("id", "view")}
        try:
            if question["method"] not in METHODS:
                raise GraphGamesError(f"there is nothing called {question['method']} to ask")
            answer = getattr(self._game, question["method"])(**question["question"])
        except GraphGamesError as error:
            self.send(reply | {"error": str(error), "kind": "game"})
            return
        except Exception:
            self.send(reply | {"error": "graphgames failed; the log of the notebook says where", "kind": "fault"})
            raise
        self.send(reply | {"answer": answer})
        self._followed = self._made
        self.played = self._followed

    @traitlets.validate("played")
    def _plays(self, proposal: dict[str, Any]) -> list[str]:
        """Make the moves of a list that was given in Python; raise `GameError` where there is no such move."""
        moves: list[str] = proposal["value"]
        if moves != self._followed:
            self._game.restart(moves=moves)
            self._followed = moves
        return moves

    @traitlets.validate("selected")
    def _known(self, proposal: dict[str, Any]) -> Any:
        """Return the label of a vertex that was given in Python; raise `ArenaError` if there is none."""
        self._game.find(proposal["value"])
        return proposal["value"]

    @traitlets.observe("selected", "_vertex")
    def _selects(self, change: dict[str, Any]) -> None:
        """Choose on the page what was chosen in Python, and the other way round."""
        given = change["new"]
        if change["name"] == "selected":
            self._vertex = None if given is None else self._game.find(given)["vertex"]
        else:
            self.selected = None if given is None else self._game.state.opened.view.graph_view.arena.label(given)
