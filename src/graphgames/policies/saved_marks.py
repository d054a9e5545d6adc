"""Marks that were saved: a file of them is read, and all that it shows is compared with what its proofs say."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.asking import Askable
from graphgames.core.digest import digest, game_parts
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.report import Report
from graphgames.core.rules import LIMIT
from graphgames.core.unknown_attributes import Suggesting
from graphgames.formats.fields import text
from graphgames.formats.json_ import posed, read_solution
from graphgames.games.chance.certificate import GainBias
from graphgames.policies.marks import Evaluation, report_on
from graphgames.policies.marks_file import NAME, VERSION, about, bare, findings, in_short
from graphgames.policies.memories import board_with_memory, together
from graphgames.policies.valued_game import Board, board_of
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import parsed
from graphgames.readers.source import Source, open_source

_EXPECTED = "an evaluation, as Evaluation.save writes it"
_MOST = 2**53


@dataclass(frozen=True, eq=False)
class SavedMarks(Suggesting):
    """Marks as a file states them; ``verify`` proves them.

    Attributes
    ----------
    mark : Evaluation
        What follows from the policy and the two solutions of the file.
    claims : mapping
        What the file shows.

    Examples
    --------
    >>> import tempfile
    >>> import graphgames as gg
    >>> graph = {"a": ["b", "c"], "b": ["b"], "c": ["c"]}
    >>> game = gg.Game.from_graph(graph, gg.Reach(["b"]), owner=lambda v: 0, start="a")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gg.evaluate(game, "uniform").save(f"{folder}/marks.json")
    ...     saved = gg.read_marks(game, f"{folder}/marks.json")
    >>> saved.claims["value"], saved.claims["regrets"][0]["moves"], saved.verify().ok
    ('1/2', [['b', 0], ['c', 1]], True)
    """

    mark: Evaluation
    claims: Mapping[str, Any]

    def verify(self) -> Report:
        """Check the solutions by their certificates, and that all the file shows is what follows from them."""
        right = lambda claim: json.loads(text(about(self.mark) | findings(self.mark.board, claim)))  # noqa: E731
        return report_on(self.mark, lambda: self.claims, right)


def read_marks(
    game: object, source: str | os.PathLike[str] | Source, *, start: object = None, limit: int = LIMIT
) -> SavedMarks:
    """Read marks that ``Evaluation.save`` wrote, to prove them.

    Parameters
    ----------
    game : Game, model with an objective, or rules
        What was evaluated.
    source : str, path or Source
        The file; gzip and bzip2 are unpacked; or what was opened before.
    start, limit : optional
        As for `evaluate`, of a game by rules; a game on an arena begins where the file says.

    Raises
    ------
    FormatError
        If the file cannot be read.
    GameError
        If the marks are of another game, or the policy does not fit it.

    Examples
    --------
    >>> import tempfile
    >>> import graphgames as gg
    >>> class Nim:
    ...     start = 5
    ...     def moves(self, n):
    ...         return [n - k for k in (1, 2) if n >= k]
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gg.evaluate(Nim(), "uniform").save(f"{folder}/marks.json")
    ...     saved = gg.read_marks(Nim(), f"{folder}/marks.json")
    >>> saved.mark, saved.claims["exploitability"], saved.verify().ok
    (Evaluation(value=1/4, exploitability=3/4), '3/4', True)
    """
    source = source if isinstance(source, Source) else open_source(source)
    faults = Faults(source.to_bytes(), source.name)
    held = parsed(faults, _EXPECTED)
    if (
        not isinstance(held, dict)
        or held.get("format") != NAME
        or type(held.get("version")) is not int
        or held["version"] != VERSION
    ):
        faults.add(0, "this is not an evaluation", _EXPECTED)
        faults.throw()
    board = board_in(game, held, source.name, start, limit)
    if (against := held.get("against")) is not None:
        theirs = board.game.arena.owner == 1 - board.player
        board = board.facing(_shares(against, board, theirs, f'{source.name}: "against"'))
    if held.get("board") != digest(game_parts(board.game)):
        raise GameError(
            f"{source.name} holds an evaluation of another game: not all edges, owners and data are the same"
        )
    own = board.game.arena.owner == board.player
    share = _shares(held.get("policy"), board, own, f'{source.name}: "policy"')
    left = board.under(share)
    solution, best = (
        read_solution(json.dumps(held.get(key)).encode(), f"{source.name}: {key}", problem, (GainBias.kind,))
        for key, problem in (("left", left), ("best", bare(board)))
    )
    if not (solution.names_game and best.names_game):
        raise GameError(f"{source.name}: a solution does not say by its digest which game it is of")
    mark = Evaluation(board, share, solution, int(held["player"]))
    vars(mark)["best"] = best
    claims = {key: entry for key, entry in held.items() if key not in ("format", "version", "left", "best")}
    return SavedMarks(mark, claims)


def board_in(game: object, held: Mapping[str, Any], name: str, start: object = None, limit: int = LIMIT) -> Board:
    """Return the board of a game that marks are about, before the other player has a policy.

    Raise `GameError` if they cannot be about it.
    """
    player, begin = held.get("player"), held.get("from")
    if type(player) is not int or player not in (0, 1):
        raise GameError(f'{name}: "player" is {in_short(player)}; expected 0 or 1')
    if isinstance(game, Askable):
        game = posed(game, held.get("asked"), name)
    problem: Any = getattr(game, "problem", game)
    if isinstance(problem, Game) and start is None:
        places = [v for v in range(problem.arena.n) if str(problem.arena.label(v)) == begin]
        if len(places) != 1:
            raise GameError(f'{name}: "from" is {in_short(begin)}, which is not the name of one vertex of the game')
        start = problem.arena.label(places[0])
    made = board_of(game, player, start, _number(held.get("draw")), limit)
    if (memory := held.get("memory")) is not None:
        return cast("Board", board_with_memory(made, memory, name))
    return made if made.game.memory is None else together(made, [])[0]


def _number(given: object) -> Any:
    """Return the value of a draw, as a file says it; raise `GameError` if it says no number."""
    if given is not None and type(given) is not int and not isinstance(given, str):
        raise GameError(f'"draw" is {in_short(given)}; expected a number from 0 to 1')
    return 1 if given is None else given


def _shares(given: Any, board: Board, own: Any, name: str) -> NDArray[np.int64]:
    """Return the shares of the edges that a file says; raise `GameError` if they are no policy of their player."""
    arena = board.game.arena
    fits = isinstance(given, list) and len(given) == arena.m
    if not fits or any(type(one) is not int or not 0 <= one < _MOST for one in given):
        raise GameError(f"{name} is not a list of {arena.m} whole numbers from 0 to {_MOST - 1}")
    share = np.array(given, np.int64)
    decided = np.bincount(arena.tails[share > 0], minlength=arena.n) > 0
    wrong = np.flatnonzero(decided != (own & (arena.out_degree > 0)))
    if wrong.size:
        raise GameError(f"{name} does not say what its player does at {arena.label(int(wrong[0]))}, and there alone")
    return share
