"""The base class of certificates: data that prove a solution and can be checked position by position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from graphgames.core.arrays import unchanging
from graphgames.core.late import NDArray, is_array, np
from graphgames.core.naming import quoted_label
from graphgames.core.remembering import ReadOnly

if TYPE_CHECKING:
    from graphgames.core.strategy import FiniteMemoryStrategy, Strategy


class Unchanging(ReadOnly):
    """The base class of frozen data classes that share no array with anybody who could change it."""

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            object.__setattr__(self, name, unchanging(value))


@dataclass(frozen=True, eq=False)
class Certificate(Unchanging):
    """The base class of certificates."""

    kind: ClassVar[str] = ""
    proves: ClassVar[Mapping[str, str]] = {}
    """From each thing that is shown as proved to the conditions of the checker that prove it, by the names of their
    functions. What stands beside it in a file or on a page, such as the solver, its counts and names, is proved by
    nothing."""

    def explain(self, solution: Any, v: int) -> str:
        """Return the reason for the answer at vertex v, in words to stand after the answer and before a full stop."""
        return f"a certificate of kind {self.kind} proves it"

    def own_sizes(self) -> dict[str, int]:
        """Return the sizes of its declarations that it chooses, in place of those of the problem; mostly none."""
        return {}

    def played(self, game: Any, moves: NDArray[np.int32]) -> Strategy | FiniteMemoryStrategy:
        """Return the strategy with these moves that a solution of a game with this certificate has."""
        from graphgames.core.strategy import FiniteMemoryStrategy, Strategy  # which read files with certificates

        return Strategy(moves) if game.memory is None else FiniteMemoryStrategy(game.arena, moves, game.memory)

    def to_dict(self) -> dict[str, Any]:
        """Return the certificate as plain Python, arrays and tuples as lists."""
        return {"kind": self.kind} | {field.name: _plain(getattr(self, field.name)) for field in fields(self)}


def _plain(value: Any) -> Any:
    if is_array(value):
        return value.tolist()
    if isinstance(value, tuple):
        return [*map(_plain, value)]
    if is_dataclass(value) and not isinstance(value, Certificate):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value.to_dict() if isinstance(value, Certificate) else value


def by_moves(conditions: str) -> dict[str, str]:
    """Return what proves winners and strategies by their moves and these conditions, as `Certificate.proves` has it."""
    stays = f"winner_stays_inside loser_stays_inside {conditions}"
    return {"winner": stays, "strategy": f"moves_stand_where_needed moves_are_edges {stays}"}


def best_move(solution: Any, v: int) -> str:
    """Return where the owner of v moves, and that no move is worth more to that player, or that there is one alone.

    Of a value in a bracket it says what is proved: the move keeps one bound, and no move is worth more than the other.
    """
    arena, move = solution.arena, solution.strategy.first(v)
    owner = 0 if arena.owner is None else int(arena.owner[v])
    who, heads = solution.problem.players[owner], set(arena.successors_of(v).tolist())
    if heads == {v}:
        return "the play stays here"
    if len(heads) == 1:
        return f"{who} can only move to {quoted_label(arena.display_name(move))}"
    moves, more = f"{who} moves to {quoted_label(arena.display_name(move))}", ("more", "less")[owner]
    from graphgames.core.value import Bracket  # which few need, and costs time at the start

    if not isinstance(solution.numbered.value(v), Bracket):
        return f"{moves}, and no move is worth {more}"
    own, other = (("lower", "upper"), ("upper", "lower"))[owner]
    return f"{moves}, which keeps the {own} bound, and no move is worth {more} than the {other} one"


def in_moves(count: int) -> str:
    """Return a number of moves in words."""
    return "1 move" if count == 1 else f"{count} moves"
