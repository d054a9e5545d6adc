"""Partizan games that answer for any position on demand: values, outcomes, and the moves that win."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from graphgames.core.arguments import instance
from graphgames.core.errors import CycleError, GameError, shown
from graphgames.core.naming import either, in_one_line
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.rules import LIMIT, check_memory, hashable_positions
from graphgames.core.solution import Solution
from graphgames.core.value import Exact, in_words, to_json
from graphgames.games.partizan.certificate import CanonicalForms
from graphgames.games.partizan.notation import parse
from graphgames.games.partizan.problem import Forms, PartizanProblem, Together, named, rules_of
from graphgames.games.partizan.thermograph import Thermograph
from graphgames.games.partizan.values import ZERO, CanonicalForm, form_of, made_of

PLAYERS = ("Left", "Right")
_WINNERS = {
    "L": "Left wins, whoever moves first",
    "R": "Right wins, whoever moves first",
    "N": "whoever moves first wins",
    "P": "whoever moves second wins",
}


class Turn(NamedTuple):
    """A position with the player to move: 0 is Left, 1 Right."""

    position: Any
    mover: int


class Partizan(Solution[Any]):
    """A partizan game that answers for any position on demand, under normal play; `graphgames.partizan` makes one.

    Where it matters who is to move, a position stands for the one in which Left is, and a ``Turn`` names the player.

    Examples
    --------
    >>> import graphgames as gg
    >>> game = gg.partizan("toads-and-frogs T_F")
    >>> print(game.value("T_F"), game.value("TT_FF"), game.outcome("T_F"))
    * * win
    >>> print(game.explain())
    'T_F' is worth *: mean 0, temperature 0; whoever moves first wins. Left wins by moving to '_TF', Right by moving to
    'TF_'.
    >>> print((game + gg.partizan("domineering 2x2")).explain())
    'T_F + .. / ..' is worth ±1*: mean 0, temperature 1; whoever moves first wins. Left wins by moving to 'T_F + #. /
    #.' or 'T_F + .# / .#', Right by moving to 'T_F + ## / ..' or 'T_F + .. / ##'.
    """

    solver = "canonical-forms"

    def __init__(self, problem: PartizanProblem):
        self.problem = instance(problem, PartizanProblem, "the problem")
        self._forms: dict[Hashable, CanonicalForm] = {}
        self._given: CanonicalForms | None = None
        self._components: Callable[[Any], Iterable[Any]] | None = getattr(problem.rules, "components", None)

    @property
    def start(self) -> Hashable:
        """The start of the rules, None if they have none."""
        start: Hashable = self.problem.start
        return start

    @property
    def mean(self) -> Exact:
        """The mean of the value of the start."""
        return self.value().mean

    @property
    def temperature(self) -> Exact:
        """The temperature of the value of the start."""
        return self.value().temperature

    @property
    def thermograph(self) -> Thermograph:
        """The thermograph of the value of the start.

        >>> import graphgames as gg
        >>> print(gg.partizan("toads-and-frogs T_F").thermograph)
        mean 0, temperature 0; Left wall 0 at 0; Right wall 0 at 0
        """
        return self.value().thermograph

    @property
    def forms(self) -> Mapping[Any, CanonicalForm]:
        """The values that were found out so far."""
        return MappingProxyType(self._forms)

    @property
    def stats(self) -> dict[str, int]:  # type: ignore[override]
        """How many positions were valued."""
        return {"positions": len(self._forms)}

    @property
    def certificate(self) -> CanonicalForms:
        """What proves all that was found out so far."""
        if self._given is not None and len(self._given.positions) == len(self._forms):
            return self._given
        number: dict[CanonicalForm, int] = {}
        rows: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for value in self._forms.values():
            waiting = [value]
            while waiting:
                one = waiting[-1]
                missing = [option for option in (*one.left, *one.right) if option not in number]
                if missing:
                    waiting += missing
                    continue
                waiting.pop()
                if one not in number:
                    number[one] = len(rows)
                    left, right = (tuple(sorted(number[option] for option in side)) for side in (one.left, one.right))
                    rows.append((left, right))
        sides = tuple(left for left, _ in rows), tuple(right for _, right in rows)
        forms = tuple(number[value] for value in self._forms.values())
        return CanonicalForms(*sides, tuple(self._forms), forms, *drawn(form.thermograph for form in number))

    def restore(self, proof: CanonicalForms) -> None:
        """Load earlier values from their certificate; the checker decides whether they are right."""
        made: list[CanonicalForm] = []
        for left, right in zip(proof.left, proof.right, strict=True):
            if any(option >= len(made) for option in (*left, *right)):
                raise GameError(f"form {len(made)} has an option that does not come before it")
            made.append(made_of([made[k] for k in left], [made[k] for k in right]))
        for position, form in zip(proof.positions, proof.form, strict=True):
            if form >= len(made) or position in self._forms:
                raise GameError(f"the form of {shown(position)} is missing, or there are two")
            self._forms[position] = made[form]
        self._given = proof

    def value(self, position: object = None) -> CanonicalForm:
        """Return the canonical form of a position; of the start by default.

        Raise `CycleError` if the play can come back to a position; `LimitExceededError` if more positions than the
        limit would have to be valued; `GameError` if a position cannot be hashed, or none is given and there is no
        start.
        """
        at = self._at(position)
        with hashable_positions(self.problem.rules, at):
            return self._value(at)

    def _at(self, position: object) -> Any:
        """Return a position without its mover; the start for None."""
        position = self._position_or_start(position)
        at = position.position if isinstance(position, Turn) else position
        read = getattr(self.problem.rules, "position", None)
        return read(at) if isinstance(at, str) and callable(read) else at

    def _value(self, position: Hashable) -> CanonicalForm:
        known = self._forms
        if position in known:
            return known[position]
        frames, opened = [(position, self._below(position))], {position}
        while frames:
            at, sides = frames[-1]
            missing = [after for side in sides for after in side if after not in known]
            if not missing:
                known[at] = self._of(sides)
                opened.discard(at)
                frames.pop()
                continue
            again = next((one for one in missing if one in opened), None)
            if again is not None:
                line = [before for before, _ in frames]
                cycle = line[line.index(again) :]
                what = "the play must come to an end (solve takes Rules with a mover, where it need not)"
                raise CycleError(range(len(cycle)), what, labels=list(map(repr, cycle)))
            frames.append((missing[0], self._below(missing[0])))
            opened.add(missing[0])
            check_memory(len(known) + len(frames), self.problem.limit, len(frames))
        return known[position]

    def _below(self, position: object) -> tuple[list[Any], ...]:
        """Return the positions after a move of Left and of Right; or, alone, what a position splits into."""
        if self._components is not None:
            parts = list(self._components(position))
            if parts != [position]:
                return (parts,)
        rules = self.problem.rules
        return list(rules.left(position)), list(rules.right(position))

    def _of(self, sides: tuple[list[Any], ...]) -> CanonicalForm:
        if len(sides) == 1:
            return sum((self._forms[part] for part in sides[0]), ZERO)
        return made_of(*([self._forms[after] for after in side] for side in sides))

    def __add__(self, other: object) -> Partizan:
        """Return the sum of two games, each at its start: a move is one in either."""
        if not isinstance(other, Partizan):
            return NotImplemented
        return Partizan(PartizanProblem(Together([*self._games(), *other._games()]), self.problem.limit))

    def __radd__(self, other: object) -> Partizan:
        """Return this game added to 0, with which the built-in ``sum`` begins."""
        return self if type(other) is int and other == 0 else NotImplemented

    def _games(self) -> list[tuple[Any, Any]]:
        rules = self.problem.rules
        if self.start is None:
            raise GameError("the rules have no start, so say where each game of a sum begins: partizan(..., start=...)")
        if isinstance(rules, Together):
            return [(rules.games[k], at) for k, at in rules.start]
        return [(rules, self.start)]

    def outcome(self, position: object = None) -> Outcome:
        """Return the outcome at a position, the start by default, for the player to move.

        Left is to move, unless a ``Turn`` says otherwise.
        """
        value = self.value(position)
        wins = value.outcome in ("N", "LR"[self.mover(position)])
        return Outcome.WIN if wins else Outcome.LOSS

    def mover(self, position: object = None) -> int:
        """Return the player to move, 0 for Left."""
        return position.mover if isinstance(position, Turn) else 0

    def winner_of(self, position: object = None) -> int:
        """Return the player who wins, 0 for Left, where Left moves first unless a ``Turn`` says otherwise."""
        mover = self.mover(position)
        return mover if self.outcome(position) == "win" else 1 - mover

    def best_moves(self, position: object = None) -> Sequence[RatedMove]:
        """Return every move of the player to move, winning ones first; a move is the position it leads to.

        Without a position they are those of the start.
        """
        at, mover = self._at(position), self.mover(position)
        rules = self.problem.rules
        with hashable_positions(rules, at):
            options = dict.fromkeys((rules.right if mover else rules.left)(at))
        turns = [Turn(after, 1 - mover) for after in options]
        rated = [RatedMove(turn.position, turn, self.outcome(turn).for_the_other) for turn in turns]
        return tuple(sorted(rated, key=lambda move: -move.result.rank))

    def _winning(self, at: Any) -> dict[str, list[str]]:
        """Return for each player the moves that win, in words."""
        rated = {player: self.best_moves(Turn(at, mover)) for mover, player in enumerate(PLAYERS)}
        return {
            player: [in_one_line(self.render(move.move)) for move in moves if move.result == "win"]
            for player, moves in rated.items()
        }

    def render(self, position: object) -> str:
        """Return a position as text, perhaps in several lines."""
        at = position.position if isinstance(position, Turn) else position
        return str(getattr(self.problem.rules, "render", str)(at))

    def move_name(self, position: object, after: object) -> str:
        """Return what a move is called: as the rules say, or the position it leads to."""
        named = getattr(self.problem.rules, "move_name", None)
        return str(named(position, after)) if named else in_one_line(self.render(after))

    def explain(self, position: object = None) -> str:
        """Return the value, the mean, the temperature, who wins, and by which moves; for the start by default."""
        position = self.start if position is None else position
        if position is None:
            return f"{self}."
        at = self._at(position)
        value, ways = self.value(at), list[str]()
        for player, won in self._winning(at).items():
            if won:
                moves = either([f"'{move}'" for move in won])
                ways.append(f"{player}{' wins' * (not ways)} by moving to {moves}")
        heat = f"mean {in_words(value.mean)}, temperature {in_words(value.temperature)}"
        text = f"'{in_one_line(self.render(at))}' is worth {value}: {heat}; {_WINNERS[value.outcome]}."
        return f"{text} {', '.join(ways)}." if ways else text

    def verdict(self, position: object = None) -> str:
        """Return who wins from a position, whoever moves first, in words; from the start by default."""
        return _WINNERS[self.value(position).outcome]

    def summary(self, position: object = None) -> dict[str, Any]:
        """Return what is known of a position, the start by default, as plain Python: value, outcome, moves that win."""
        at = self._at(position)
        value = self.value(at)
        return {
            "position": in_one_line(self.render(at)),
            "value": str(value),
            "outcome": _WINNERS[value.outcome],
            "mean": to_json(value.mean),
            "temperature": to_json(value.temperature),
            "winning_moves": self._winning(at),
        }

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the results so far as plain Python; with ``full``, the certificate as well."""
        data: dict[str, Any] = {"solver": self.solver, "objective": self.problem.kind, **self.stats}
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __str__(self) -> str:
        value = f" worth {self._forms[self.start]}" if self.start in self._forms else ""
        return f"partizan game{value}; {len(self._forms)} positions have their canonical forms"

    def __repr__(self) -> str:
        return f"Partizan({self.start!r}, positions={len(self._forms)})"


def drawn(graphs: Iterable[Thermograph]) -> tuple[tuple[Any, ...], ...]:
    """Return means, temperatures, and the points of the Left and of the Right walls, as a certificate has them."""
    rows = [(graph.mean, graph.temperature, graph.left.points, graph.right.points) for graph in graphs]
    return tuple(zip(*rows, strict=True)) if rows else ((),) * 4


def partizan(
    left: object,
    right: Callable[[Any], Iterable[Any]] | None = None,
    start: Hashable = None,
    components: Callable[[Any], Iterable[Any]] | None = None,
    limit: int = LIMIT,
) -> Partizan:
    """Return a partizan game that answers for any position on demand: canonical forms, temperatures, winning moves.

    Parameters
    ----------
    left : callable, object, str or CanonicalForm
        A function from a position to the positions after a move of Left, with ``right`` for those of Right; an object
        with such methods ``left`` and ``right``; a game of ours with its board, ``"domineering 4x4"``,
        ``"hackenbush 0b1 1r2"``, ``"toads-and-frogs TT_FF"``; or a game in its notation, ``"{2|-1}"``.
    right : callable, optional
        From a position to the positions after a move of Right.
    start : position, optional
        Where a play begins.
    components : callable, optional
        From a position to the parts, themselves positions, that it is the sum of.
    limit : int
        Stop with an error rather than value more positions than this.

    Raises
    ------
    GameError
        If it is no partizan game.

    Examples
    --------
    >>> take = partizan(lambda n: [n - 1] if n else [], lambda n: [n - 2] if n > 1 else [])
    >>> print([str(take.value(n)) for n in range(6)])
    ['0', '1', '{1|0}', '0', '1', '{1|0}']
    >>> domineering = partizan("domineering 2x2")
    >>> print(domineering.value("../.."), domineering.value("../.#"))
    ±1 *
    """
    return Partizan(PartizanProblem(rules_of(left, right, start, components), limit))


def canonical_form(game: object, right: Iterable[object] | None = None) -> CanonicalForm:
    """Return the canonical form of a game.

    Parameters
    ----------
    game : str, number, CanonicalForm or iterable
        The game in its notation, ``"{2|-1}"``, ``"1/2^*"``, ``"{0||0|-2}"``, or by its name and board,
        ``"domineering 2x3"``; a number; or its Left options.
    right : iterable, optional
        Its Right options, with the Left ones in the first place.

    Raises
    ------
    GameError
        If it is none; `FormatError` with its place if a text is none.

    Examples
    --------
    >>> print(canonical_form("{1,{3|0}|-1}"), canonical_form([0], [1]), canonical_form("*2+*3"), canonical_form("^+^"))
    {1,{3|0}|-1} 1/2 * ^2
    >>> print(canonical_form("domineering 2x2"))
    ±1
    """
    if right is not None:
        lefts: Any = game
        return made_of(map(canonical_form, lefts), map(canonical_form, right))
    if isinstance(game, str):
        problem = named(game, None, None)
        if problem is None or isinstance(problem.rules, Forms):
            return parse(game)
        return Partizan(problem).value(problem.start)
    return form_of(game)


def solve(problem: PartizanProblem) -> Partizan:
    """Return the game that answers on demand, with the values of its start found, and of all moves from there."""
    game = Partizan(problem)
    if game.start is not None:
        game.value(game.start)
        for mover in (0, 1):
            game.best_moves(Turn(game.start, mover))
    return game
