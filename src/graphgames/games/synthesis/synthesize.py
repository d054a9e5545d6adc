"""Solve a game of synthesis and return who meets the specification."""

from __future__ import annotations

from typing import TYPE_CHECKING, overload

from graphgames.core.errors import GameError, shown
from graphgames.engines import dispatch
from graphgames.games.synthesis.spec import Spec

if TYPE_CHECKING:
    from graphgames.core.game import Game
    from graphgames.games.synthesis.automata import Machine
    from graphgames.games.synthesis.spec_solution import SpecSolution


@overload
def synthesize(game: Spec, solver: str | None = None) -> SpecSolution: ...


@overload
def synthesize(game: Game, solver: str | None = None) -> Machine: ...


def synthesize(game: Game | Spec, solver: str | None = None) -> Machine | SpecSolution:
    """Solve a game of synthesis and return the controller that meets the specification.

    Parameters
    ----------
    game : HoaGame
        As `read` gives it for a HOA file with an initial state. Or a `Spec`: then the answer is a `SpecSolution`, with
        the strategy as a relation, and as a machine where that is small.
    solver : str, optional
        A name from the table of solvers; by default the best that fits.

    Returns
    -------
    Machine
        Its ``player`` is 0 for a controller. If the specification cannot be met it is 1, and the machine is that of the
        environment, which no controller can answer.

    Raises
    ------
    GameError
        If the game is no such game.

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
    if isinstance(game, Spec):
        solution: SpecSolution = dispatch.solve(game, solver)
        return solution
    from graphgames.games.synthesis.controllers import controller  # which specifications do not need
    from graphgames.games.synthesis.hoa import HoaGame

    if not isinstance(game, HoaGame):
        raise GameError(
            f"{shown(game)} is not a game of synthesis; expected one that was read: synthesize(read('spec.ehoa'))"
        )
    return controller(dispatch.solve(game, solver))
