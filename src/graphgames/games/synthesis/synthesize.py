"""Solve a game of synthesis and return who meets the specification."""

from __future__ import annotations

import os
import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, overload

from graphgames.core.errors import GameError, shown
from graphgames.engines import dispatch
from graphgames.games.synthesis.spec import Spec
from graphgames.readers.sniff import TEXT, looks_like
from graphgames.readers.source import open_source

if TYPE_CHECKING:
    from graphgames.core.game import Game
    from graphgames.games.synthesis.automata import Machine
    from graphgames.games.synthesis.spec_solution import SpecSolution


@overload
def synthesize(game: Spec, solver: str | None = None) -> SpecSolution: ...


@overload
def synthesize(game: Game, solver: str | None = None) -> Machine: ...


@overload
def synthesize(
    game: str | os.PathLike[str],
    solver: str | None = None,
    outs: Collection[str] | None = None,
    ins: Collection[str] | None = None,
) -> Machine: ...


def synthesize(
    game: object, solver: str | None = None, outs: Collection[str] | None = None, ins: Collection[str] | None = None
) -> Machine | SpecSolution:
    """Solve a game of synthesis and return the controller that meets the specification.

    Parameters
    ----------
    game : HoaGame, Spec, a formula, or a file
        A formula of LTL in the syntax of Spot; a game as `read` gives it for a HOA file with an initial state or for a
        formula; or such a file, its text, or an automaton of Spot's library. Or a `Spec`: then the answer is a
        `SpecSolution`, with the strategy as a relation, and as a machine where that is small.
    solver : str, optional
        A name from the table of solvers; by default the best that fits.
    outs, ins : sequence of str, optional
        The propositions that the controller chooses, and those that the environment does, if a formula does not say
        itself; one of them is enough. Of an automaton ``outs``.

    Returns
    -------
    Machine
        Its ``player`` is 0 for a controller. If the specification cannot be met it is 1, and the machine is that of the
        environment, which no controller can answer.

    Raises
    ------
    GameError
        If the game is no such game, or ``outs`` is given for what was read before.

    Examples
    --------
    >>> import graphgames as gg
    >>> machine = gg.synthesize("G(request <-> X grant)", outs=["grant"])
    >>> machine.player, machine.step(0, {0: True})
    (0, ({0: True, 1: False}, 1))
    """
    if isinstance(game, Spec):
        _refuse_outputs(ins if outs is None else outs)
        solution: SpecSolution = dispatch.solve(game, solver)
        return solution
    from graphgames.core.game import Game  # all of which specifications do not need
    from graphgames.games.synthesis.controllers import controller
    from graphgames.games.synthesis.hoa import HoaGame, game_of_letters

    if isinstance(game, str | os.PathLike) or hasattr(game, "to_str"):
        game = game_with(game, ins, outs)
    elif isinstance(game, Game):
        _refuse_outputs(ins if outs is None else outs)
        game = game_of_letters(game)
    if not isinstance(game, HoaGame):
        raise GameError(
            f"{shown(game)} is not a game of synthesis; expected one that was read: synthesize(read('spec.ehoa'))"
        )
    return controller(dispatch.solve(game, solver))


def _refuse_outputs(outs: Collection[str] | None) -> None:
    """Raise `GameError` if it is said who chooses what, of a game that says so itself."""
    if outs is not None:
        raise GameError("what the controller chooses is known of this game; outs is for a formula or an automaton")


def game_with(given: Any, ins: Collection[str] | None, outs: Collection[str] | None) -> Game:
    """Return the game of a formula, or of a file, of whose propositions it is known who chooses them."""
    from graphgames.games.synthesis import hoa, ltl

    if is_formula(given):
        return ltl.read_game(given.encode(), "<formula>", inputs=ins, outputs=outs)
    source = open_source(given)
    if looks_like(source.data) is TEXT or looks_like(source.data).name == "ltl":
        return ltl.read_game(source.data, source.name, inputs=ins, outputs=outs)
    return hoa.read_game(source.data, source.name, outputs=outs)


def is_formula(given: object) -> bool:
    """Return whether a text is a formula of LTL, and not the name of a file."""
    if not isinstance(given, str) or "\n" in given or os.path.lexists(given):
        return False
    return bool(re.search(r"(\b|(?<=[FGX]))[GFX](\b|[a-z])|->|\b[UWRM]\b|[&|!]", given)) and not re.search(
        r"\.[a-z]\w*$", given, re.I
    )
