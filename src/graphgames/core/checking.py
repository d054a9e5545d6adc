"""What all checkers share: reading a claim, the conditions on strategies, and the report.

A checker is a list of small conditions. Each looks at all vertices at once, in NumPy, and answers with a `Verdict`: how
many places it checked, the vertices at fault, and a function that describes the fault at one of them. Nothing here, and
nothing in the checkers, imports a solver or a kernel; in particular they never use an arena's reverse or its
topological order, which kernels compute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial, wraps
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arena import owners
from graphgames.core.chance import CHANCE
from graphgames.core.claim import LIMIT as LIMIT
from graphgames.core.claim import Number, UnfitError, different, fitted, fitted_claim, fitted_record, sizes_of
from graphgames.core.errors import GameError, LimitExceededError
from graphgames.core.exact import Ratios, in_one_unit, product
from graphgames.core.memory import Automaton
from graphgames.core.naming import with_article
from graphgames.core.oracle import DRAW
from graphgames.core.report import Failure, Report
from graphgames.core.rules import hashable_positions
from graphgames.core.solution import ArenaSolution, View
from graphgames.core.strategy import FiniteMemoryStrategy, Strategy
from graphgames.core.value import largest, sized

NONE = np.iinfo(np.int32).max
"""Above every label, since no label may be larger than the number of vertices."""

ABOVE = np.iinfo(np.uint32).max
"""What the label -1 is without its sign: above every other."""

RAISED = (AttributeError, TypeError, ValueError, LookupError, ArithmeticError)
"""What code raises that is given something else than it expects."""

Mask = NDArray[np.bool_]
Numbers = NDArray[np.int32]
S = TypeVar("S", bound=np.generic)


def same(a: NDArray[Any], b: NDArray[Any] | int) -> Mask:
    """Return where two arrays agree."""
    agree: Mask = a == b
    return agree


def reduced(arena: Any, ufunc: np.ufunc, values: NDArray[S], empty: object) -> NDArray[S]:
    """Reduce the values of the edges out of each vertex of an arena, shape (n,); ``empty`` at dead ends."""
    going = arena.indptr[1:] > arena.indptr[:-1]
    joined = np.full(arena.n, empty, values.dtype)
    if values.size:
        joined[going] = ufunc.reduceat(values, arena.indptr[:-1][going])
    return joined


def one_more(arena: Any, ufunc: np.ufunc, ahead: Numbers) -> Numbers:
    """Return one more than the least or the largest label ahead of each vertex, given for each edge; -1 is above all
    others, and for it, and at dead ends, stands -1.
    """
    found: Numbers = reduced(arena, ufunc, ahead.view(np.uint32), ABOVE).view(np.int32)
    return found + (found >= 0)


class Verdict(NamedTuple):
    """The result of one condition: where it was looked at, where it fails, and why.

    ``where`` is a mask, ``bad`` are the vertices where it fails, ascending, each once; ``say`` says in a sentence what
    is wrong at one of them.
    """

    where: Mask
    bad: NDArray[np.int64]
    say: Callable[[int], str]


def verdict(where: Mask, right: Mask, say: Callable[[int], str]) -> Verdict:
    """Return the verdict of a condition that should be right at the vertices of a mask."""
    return Verdict(where, np.flatnonzero(where & ~right), say)


def label_is(where: Mask, name: str, labels: Numbers, expected: Any, why: Callable[[int], str]) -> Verdict:
    """Return the verdict that the labels of some vertices are those that are expected, and why another one is wrong."""
    return verdict(where, labels == expected, lambda v: f"{name} is {labels[v]}, but {why(v)}")


def report(checked: int, faults: Sequence[Failure]) -> Report:
    """Return the report of a checker that looked at so many places and found these faults; the first few in words."""
    return Report(checked, tuple(faults[:LIMIT]), len(faults))


def certificates_of(*names: str) -> Callable[[Callable[..., Report]], Callable[..., Report]]:
    """Make a checker refuse certificates of other kinds or of the wrong form, with a sentence.

    A checker reads a certificate by the names of its attributes. One that lacks them, or has something else in them,
    proves nothing; what goes wrong with it is said in the report.
    """

    def guard(check: Callable[..., Report]) -> Callable[..., Report]:
        @wraps(check)
        def checked(solution: object, **others: Any) -> Report:
            certificate = getattr(solution, "certificate", None)
            name = getattr(certificate, "kind", None)
            if name not in names:
                given = "there is no certificate" if certificate is None else f"the certificate is of kind {name!r}"
                return _refused(f"{given}; expected one of kind {' or '.join(map(repr, names))}")
            try:
                return check(solution, **others)
            except RAISED as error:
                return _refused(f"the certificate does not have the form of its kind: {error or type(error).__name__}")

        return checked

    return guard


def checks(*names: str) -> Callable[[Callable[..., Report]], Callable[..., Report]]:
    """Make a checker of certificates of these kinds from ``check(solution, certificate, **answers) -> Report``.

    It gets the certificate and the answers with every field as it is declared; what is not is refused in a sentence.
    """

    def guard(check: Callable[..., Report]) -> Callable[..., Report]:
        @wraps(check)
        @certificates_of(*names)
        def checked(solution: Any, **others: Any) -> Report:
            try:
                proof, answers = fitted_claim(solution)
            except UnfitError as unfit:
                return refused(unfit, solution)
            return check(solution, proof, **answers, **others)

        return checked

    return guard


@contextmanager
def asking_rules(faults: list[str]) -> Iterator[None]:
    """Take down what goes wrong where rules are asked for the moves of what a certificate calls positions."""
    try:
        with hashable_positions():
            yield
    except (GameError, LimitExceededError) as error:
        faults.append(str(error))
    except RAISED as error:
        faults.append(f"the rules know no such position: {type(error).__name__}: {error}")


def refused(unfit: UnfitError, solution: Any) -> Report:
    """Return the report about a claim that has something else in a field than this declares."""
    sentences = unfit.sentences()
    failures = [Failure(None, text) if v is None else failure(solution, v, text) for v, text in sentences]
    return Report(unfit.looked, tuple(failures), unfit.found)


def failure(solution: Any, v: int, sentence: str) -> Failure:
    """Return what is wrong at a vertex, with its label if it has one; those of a `View` are the numbers of vertices."""
    arena = getattr(solution.problem, "arena", None)
    if arena is None or arena.labels is None:
        return Failure(v, sentence)
    label = arena.label(v)
    return Failure(int(label), sentence) if isinstance(solution, View) else Failure(v, f"at {label}, {sentence}")


def _refused(message: str) -> Report:
    return Report(1, (Failure(None, message),), 1)


class MalformedClaimError(Exception):
    """The claim cannot be checked vertex by vertex; the report says why."""

    def __init__(self, failures: str | Sequence[Failure], looked: int = 1, found: int = 1):
        listed = [Failure(None, failures)] if isinstance(failures, str) else failures
        self.report = Report(looked, tuple(listed), found)


class Claim:
    """What a solution claims, as arrays that are known to fit the arena.

    ``winner`` is 0 or 1 for each vertex, and 2 only where there can be draws; ``moves`` is -1 or a vertex. Raise
    `MalformedClaimError` if an array has the wrong length or type, or a number is out of its range.
    """

    objectives: tuple[str, ...] = ()
    """Which objectives the certificate can prove."""

    with_chance: bool = False
    """Whether it can do so where chance moves."""

    own: int
    """How many vertices the game has itself: behind them there may be edges of its that became vertices."""

    seen: int
    """So many vertices at most are looked at; in a `View` their successors stand behind them."""

    sizes: dict[str, Any]
    """The sizes that declarations speak of; ``most``, than which no label is larger, is in a `View` the number of
    vertices of the whole arena."""

    def __init__(self, solution: ArenaSolution):
        self.solution, self.game, self.arena = solution, solution.problem, solution.problem.arena
        self.own, self.seen, self.sizes = self.arena.n, NONE, sizes_of(self.game) | self.own_sizes(solution)
        if isinstance(solution, View):
            self.seen, self.sizes["most"] = solution.seen, solution.whole
        name = self.game.objective.name
        if name not in self.objectives:
            proof = solution.certificate.kind
            raise MalformedClaimError(f"a certificate of kind {proof!r} proves nothing about {with_article(name)} game")
        if self.arena.probability is not None and not self.with_chance:
            raise MalformedClaimError(
                f"a certificate of kind {solution.certificate.kind!r} proves nothing about chance"
            )
        answers = self.game.answers
        self.winner = fitted(answers["winner"], solution.winner, self.sizes, ("winner",))
        self.moves = fitted(answers["strategy"], solution.strategy.moves, self.sizes, ("the strategy's move",))

    @staticmethod
    def own_sizes(solution: ArenaSolution) -> dict[str, Any]:
        """Return the sizes that the certificate chooses, in place of those of the problem; mostly none."""
        return {}

    def refuse(self, bad: Mask, say: Callable[[int], str]) -> None:
        """Raise `MalformedClaimError` with a sentence for the first few vertices of a mask, if there are any."""
        vertices = np.flatnonzero(bad)
        if vertices.size:
            faults = [self.failure(v, say(v)) for v in vertices[:LIMIT].tolist()]
            raise MalformedClaimError(faults, self.arena.n, vertices.size)

    def expect_memory(self, wanted: Automaton) -> None:
        """Raise `MalformedClaimError` unless the strategy's memory is the one expected, whatever edge is taken."""
        if not wanted.same(self.solution.strategy.automaton, self.arena):
            raise MalformedClaimError("the strategy's memory is not of the kind that such games need")

    def expect_player(self, player: int, expected: int) -> int:
        """Return the player that the certificate is for if it is the one expected, or raise `MalformedClaimError`."""
        if player != expected:
            raise MalformedClaimError(f"the certificate is for player {player}; expected {expected}")
        return player

    def different(self, what: str, given: Any) -> tuple[list[Any], NDArray[np.int64]]:
        """Return the objects among values, each once, and which of them each vertex has; as `value` checks them."""
        try:
            shape = np.shape(given)
        except ValueError:  # parts of different lengths
            shape = ()
        if shape != (self.arena.n,):
            raise MalformedClaimError(f"{what} has shape {shape}; expected ({self.arena.n},)")
        return different(Number(self.game.objective.value_types), given, (what,), vertices=True)

    @cached_property
    def proof(self) -> Any:
        """The certificate, every field as it is declared."""
        return fitted_record(self.solution.certificate, self.sizes)

    @cached_property
    def value(self) -> NDArray[Any] | None:
        """The solution's numbers, or None where it gives none."""
        found: NDArray[Any] | None = fitted(
            self.game.answers["value"], self.solution.vertex_values, self.sizes, ("the solution's value",)
        )
        return found

    @cached_property
    def all(self) -> Mask:
        """Every vertex."""
        return np.ones(self.arena.n, np.bool_)

    @cached_property
    def owner(self) -> NDArray[np.uint8]:
        """Who moves at each vertex."""
        return owners(self.arena)

    @cached_property
    def chance(self) -> Mask:
        """The vertices where chance moves."""
        return same(self.owner, CHANCE)

    @cached_property
    def whole(self) -> int:
        """The largest denominator of the probabilities at a vertex, 1 where chance moves nowhere."""
        return 1 if self.arena.denominator is None else int(self.arena.denominator.max())

    @cached_property
    def tails(self) -> Numbers:
        """The tail of each edge, shape (m,)."""
        return self.arena.tails

    @cached_property
    def dead_end(self) -> Mask:
        """The vertices without a move."""
        return same(self.arena.indptr[1:], self.arena.indptr[:-1])

    @cached_property
    def terminal(self) -> Mask:
        """The vertices where the play is decided, although a player may be to move."""
        return self.dead_end

    @cached_property
    def mover_wins(self) -> Mask:
        """The vertices won by the player to move there."""
        return same(self.winner, 0 if self.arena.owner is None else self.arena.owner)

    @cached_property
    def must_move(self) -> Mask:
        """The vertices where the strategy must have a move."""
        return self.mover_wins & ~self.terminal

    @cached_property
    def chosen(self) -> Mask:
        """The edges that the strategy takes, shape (m,); parallel ones all."""
        return same(self.arena.successors, self.spread(self.moves))

    @cached_property
    def has_move(self) -> Mask:
        """The vertices where the strategy's move is an edge."""
        return self.some(self.chosen)

    @cached_property
    def next(self) -> Mask:
        """The edges that may be taken, shape (m,): the strategy's where its player moves, elsewhere all."""
        return self.chosen | self.losers

    @cached_property
    def losers(self) -> Mask:
        """The edges at whose tails the loser moves, shape (m,)."""
        return self.spread(~self.mover_wins)

    @cached_property
    def stays(self) -> Mask:
        """The edges whose two ends have the same winner, shape (m,)."""
        return same(self.winner.take(self.arena.successors), self.spread(self.winner))

    def spread(self, values: NDArray[S]) -> NDArray[S]:
        """Return the value of each edge's tail, shape (m,)."""
        return values.take(self.tails)

    def reduce(self, ufunc: np.ufunc, values: NDArray[S], empty: object) -> NDArray[S]:
        """Reduce the values of the edges out of each vertex, shape (n,); ``empty`` at dead ends."""
        return reduced(self.arena, ufunc, values, empty)

    def both_ends(self, look: Callable[[Any], Any]) -> tuple[Any, Any]:
        """Return what is found at the lower and the upper ends of values, once if they are the same object."""
        claim: Any = self
        found = look(claim.low)
        return found, found if claim.high is claim.low else look(claim.high)

    def some(self, edges: Mask) -> Mask:
        """Return the mask of vertices that have an edge of a mask; quick if the mask has few."""
        found = np.zeros(self.arena.n, np.bool_)
        found[self.tails.take(np.flatnonzero(edges))] = True
        return found

    def follows(self, good: Mask, player: int) -> Mask:
        """Return where a player is safe by good edges: by the strategy's where he moves, elsewhere by all."""
        own, by_move = same(self.owner, player), self.some(self.chosen & good)
        return by_move if (own | self.chance).all() else np.where(own, by_move, ~self.some(~good))

    def means(self, values: Ratios) -> Ratios:
        """Return the mean of what the edges out of each vertex of chance are worth; any number elsewhere."""
        likely, whole = self.arena.probability, self.arena.denominator
        if likely is None or whole is None:
            return Ratios(np.zeros(self.arena.n, np.int64))
        likely, whole, top = sized(self.whole * largest(values.top), likely, whole, values.top)
        if isinstance(values.bottom, int):
            return Ratios(self.reduce(np.add, likely * top, 0), product(whole, values.bottom))
        common = self.reduce(np.lcm, values.bottom, 1)
        parts = likely * top * (self.spread(common) // values.bottom)
        return Ratios(self.reduce(np.add, parts, 0), whole * common)

    def compared(self, here: Ratios, values: Ratios) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
        """Return 1, 0 or -1 as an edge, and as the mean at a vertex, is worth more than here, the same, or less."""
        if isinstance(here.bottom, int) and isinstance(values.bottom, int):
            here, values = in_one_unit(self.whole, here, values)
        return values.above(here.take(self.tails)), self.means(values).above(here)

    def largest(self, labels: Numbers, edges: Mask, empty: int) -> Numbers:
        """Return the largest label among the heads of some edges out of each vertex, but at least ``empty``.

        Multiplying by a mask is many times faster than choosing by it, so edges that do not count become 0.
        """
        heads = (labels + np.int32(1)).take(self.arena.successors)
        heads *= edges
        found: Numbers = self.reduce(np.maximum, heads, 0) - np.int32(1)
        return np.maximum(found, np.int32(empty))

    def label(self, v: int) -> str:
        """Name a vertex for people."""
        return str(self.arena.label(v))

    def failure(self, v: int, sentence: str) -> Failure:
        """Return what is wrong at a vertex."""
        return failure(self.solution, v, sentence)

    def mover(self, v: int) -> str:
        """Name the player who is to move."""
        if self.arena.owner is None:
            return "the player to move"
        return (*self.game.players, "chance")[int(self.arena.owner[v])]

    def move_of(self, v: int) -> str:
        """Return where the strategy goes, as text."""
        return f"the move to {self.label(int(self.moves[v]))}" if self.moves[v] >= 0 else "no move of the strategy"

    def step_of(self, v: int, player: int) -> str:
        """Return which step from a vertex is meant, where this player keeps to the strategy and the other does not."""
        if self.chance[v]:
            return "the mean of the next vertices"
        return self.move_of(v) if self.owner[v] == player else f"a move of {self.mover(v)}"

    def wins(self, v: int) -> str:
        """Return who wins from a vertex according to the claim."""
        code = int(self.winner[v])
        if code == DRAW:
            word = self.game.draw_words[0]
            return "it is a draw" if word == "draw" else f"it is {word}"
        if self.game.impartial:
            return f"the player to move {'wins' if code == 0 else 'loses'}"
        return f"{self.game.players[code]} wins"


C = TypeVar("C", bound=Claim)
Condition: TypeAlias = Callable[[C], Verdict]


class _AsGiven(Claim):
    """A claim of which only the arrays are checked."""

    with_chance = True

    def __init__(self, solution: ArenaSolution, own_sizes: Callable[[ArenaSolution], dict[str, Any]]):
        self.objectives = (solution.problem.objective.name,)
        self.__dict__["own_sizes"] = own_sizes
        super().__init__(solution)


def in_vertex_form(solution: ArenaSolution, make: type[Claim] | Any = Claim) -> ArenaSolution:
    """Return the claim over the vertices of the game's vertex form, whose edges have no marks or priorities.

    Raise `MalformedClaimError` if it is another one, since the strategy goes on by edges in another way.
    """
    split = solution.problem.split
    if split is None:
        return solution
    given, strategy = _AsGiven(solution, getattr(make, "own_sizes", Claim.own_sizes)), solution.strategy
    recalls = given.moves.ndim > 1
    played: Any = (
        FiniteMemoryStrategy(given.arena, given.moves, strategy.automaton) if recalls else Strategy(given.moves)
    )
    form = ArenaSolution(
        given.game, given.winner, played, solution.solver, solution.certificate, given.value
    ).in_vertex_form
    if recalls and not split.memory_back(form.strategy.automaton, given.arena).same(strategy.automaton, given.arena):
        raise MalformedClaimError("the strategy's memory is not the one in the certificate")
    return form


def examine(make: Callable[[ArenaSolution], C], conditions: Sequence[Condition[C]], solution: ArenaSolution) -> Report:
    """Read a claim by ``make`` and check every condition; at most `LIMIT` failures are put into words."""
    try:
        claim = make(in_vertex_form(solution, make))
        claim.own = solution.problem.arena.n
        verdicts = [condition(claim) for condition in conditions]
        if shows_more(solution):
            raise MalformedClaimError(shows_more(solution))
    except MalformedClaimError as malformed:
        return malformed.report
    except UnfitError as unfit:
        return refused(unfit, solution)
    failures: list[Failure] = []
    looked = found = 0
    for where, bad, say in verdicts:
        looked, bad = looked + int(np.count_nonzero(where[: claim.seen])), bad[bad < claim.seen]
        failures += [claim.failure(v, say(v)) for v in bad[: LIMIT - len(failures)].tolist()]
        found += bad.size
    return Report(looked, tuple(failures), found)


def checker(name: str, make: Callable[[ArenaSolution], C], conditions: Sequence[Condition[C]]) -> Callable[..., Report]:
    """Return the checker of certificates of a kind: it reads a claim by ``make`` and checks every condition."""
    return certificates_of(name)(partial(examine, make, conditions))


def shows_more(solution: ArenaSolution) -> str:
    """Return in a sentence what a solution shows that its certificate does not prove, or ""."""
    proof = solution.certificate
    if solution.vertex_values is None or "value" in proof.proves:
        return ""
    return f"the solution shows values, and a certificate of kind {proof.kind!r} proves none"


def moves_stand_where_needed(claim: Claim) -> Verdict:
    """Check that a move stands where the player to move wins and has something to do, and nowhere else."""

    def say(v: int) -> str:
        move = int(claim.moves[v])
        if move < 0:
            return f"{claim.mover(v)} wins and is to move, but the strategy has no move"
        why = "there is nothing left to do" if claim.mover_wins[v] else f"{claim.wins(v)} and {claim.mover(v)} moves"
        return f"the strategy moves to {claim.label(move)}, but {why}; expected no move"

    return verdict(claim.all, (claim.moves >= 0) == claim.must_move, say)


def moves_are_edges(claim: Claim) -> Verdict:
    """Check that every move of the strategy is an edge of the arena."""
    return verdict(
        claim.moves >= 0,
        claim.has_move,
        lambda v: f"the strategy moves to {claim.label(int(claim.moves[v]))}, but there is no such edge",
    )


def moves_are_edges_at(claim: Claim, needed: Mask) -> Verdict:
    """Check that the strategy has a move, along an edge, at the vertices of a mask, and nowhere else."""
    return verdict(
        claim.all,
        np.where(needed, claim.has_move, claim.moves < 0),
        lambda v: f"the strategy has the move {int(claim.moves[v])}; expected {'an edge' if needed[v] else 'no move'}",
    )


def players_have_moves(claim: Claim) -> Verdict:
    """Check that the strategy has a move, along an edge, wherever a player is to move, and nowhere else."""
    return moves_are_edges_at(claim, ~claim.terminal & ~claim.chance)


def winner_stays_inside(claim: Claim) -> Verdict:
    """Check that the winner's own move does not leave his region."""
    inside = claim.winner.take(claim.moves) == claim.winner
    return verdict(
        claim.must_move & claim.has_move,
        inside,
        lambda v: (
            f"{claim.wins(v)}, but the strategy moves to {claim.label(int(claim.moves[v]))}, where "
            f"{claim.wins(int(claim.moves[v]))}"
        ),
    )


def loser_stays_inside(claim: Claim) -> Verdict:
    """Check that the loser has no move out of the region where he loses."""

    def say(v: int) -> str:
        heads = claim.arena.successors_of(v)
        out = int(heads[claim.winner[heads] != claim.winner[v]][0])
        return f"{claim.wins(v)}, but {claim.mover(v)} can move to {claim.label(out)}, where {claim.wins(out)}"

    leaving = ~claim.stays
    leaving &= claim.losers  # equivalent mutant: the loser's vertices alone are asked, and fewer edges take less time
    return verdict(~claim.mover_wins, ~claim.some(leaving), say)


def values_are(claim: Claim, labels: Numbers, name: str) -> Verdict:
    """Check that the solution's numbers, where it gives any, are those of the certificate."""
    value = claim.value
    if value is None:
        return Verdict(np.zeros(0, np.bool_), np.empty(0, np.int64), lambda v: "")
    return verdict(
        np.arange(claim.arena.n) < claim.own,
        value == labels,
        lambda v: f"the solution's value is {value[v]}, but the {name} is {labels[v]}",
    )
