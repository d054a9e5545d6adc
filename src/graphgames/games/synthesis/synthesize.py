"""Solve a game of synthesis and return who meets the specification."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import TYPE_CHECKING, overload

from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.engines import dispatch
from graphgames.games.synthesis.spec import Spec
from graphgames.readers.source import open_source

if TYPE_CHECKING:
    from graphgames.games.synthesis.automata import Machine
    from graphgames.games.synthesis.spec_solution import SpecSolution


@overload
def synthesize(game: Spec, solver: str | None = None) -> SpecSolution: ...


@overload
def synthesize(game: Game, solver: str | None = None) -> Machine: ...


@overload
def synthesize(
    game: str | os.PathLike[str], solver: str | None = None, outs: Collection[str] | None = None
) -> Machine: ...


def synthesize(game: object, solver: str | None = None, outs: Collection[str] | None = None) -> Machine | SpecSolution:
    """Solve a game of synthesis and return the controller that meets the specification.

    Parameters
    ----------
    game : HoaGame, Spec, or a HOA file
        A game as `read` gives it for a HOA file with an initial state; or that file, its text, or an automaton of
        Spot's library. Or a `Spec`: then the answer is a `SpecSolution`, with the strategy as a relation, and as a
        machine where that is small.
    solver : str, optional
        A name from the table of solvers; by default the best that fits.
    outs : sequence of str, optional
        The propositions that the controller chooses, if an automaton does not say itself.

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
    >>> import tempfile
    >>> import graphgames as gg
    >>> text = (
    ...     'HOA: v1 States: 1 Start: 0 AP: 2 "request" "grant" controllable-AP: 1 Acceptance: 1 Inf(0)'
    ...     " --BODY-- State: 0 [!0&!1] 0 {0} [0&1] 0 {0} --END--"
    ... )
    >>> with tempfile.NamedTemporaryFile("w", suffix=".ehoa") as file:
    ...     _ = file.write(text), file.flush()
    ...     machine = gg.synthesize(gg.read(file.name))
    >>> machine.player, machine.step(0, {0: True})
    (0, ({0: True, 1: True}, 0))
    """
    if isinstance(game, Spec | Game) and outs is not None:
        raise GameError("what the controller chooses is known of this game; outs is for a HOA file or an automaton")
    if isinstance(game, Spec):
        solution: SpecSolution = dispatch.solve(game, solver)
        return solution
    from graphgames.games.synthesis.controllers import controller  # which specifications do not need
    from graphgames.games.synthesis.hoa import HoaGame, game_of_letters, read_game

    if isinstance(game, str | os.PathLike) or hasattr(game, "to_str"):
        source = open_source(game)  # type: ignore[arg-type]
        game = read_game(source.data, source.name, outputs=outs)
    if isinstance(game, Game):
        game = game_of_letters(game)
    if not isinstance(game, HoaGame):
        raise GameError(
            f"{shown(game)} is not a game of synthesis; expected one that was read: synthesize(read('spec.ehoa'))"
        )
    return controller(dispatch.solve(game, solver))
