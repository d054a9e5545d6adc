"""Claims as plain lines, for the checker that is proved: a game, its solution and the certificate, a row per vertex.

The format is described in ``docs/reference/certificate-format.md``; the program ``graphgames-check``, which is
extracted from a proof in Coq, reads it. What the rows of a kind hold is said by the kind: its row of the catalogue
names, for a kind of certificate, a function ``lines(solution) -> Lines``, and which fields of which objectives these
lines say. What they do not say must be as it is by default; else the file would be about another game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from itertools import chain
from typing import IO, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue.find import kinds
from graphgames.core.arena import Arena, owners
from graphgames.core.arrays import offsets
from graphgames.core.checking import RAISED, shows_more
from graphgames.core.claim import UnfitError, answers_of, fitted, fitted_record, sizes_of
from graphgames.core.errors import GameError
from graphgames.core.naming import with_article
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import INFINITY, Exact, Infinite, written
from graphgames.formats.kernels import pg_write

VERSION = 1
_BATCH = 1 << 16
_DIGITS = 21  # the longest number of 64 bits, with its sign and a blank


class MisfitError(GameError):
    """The arrays of a solution do not fit the game or each other, so that there is no claim to write."""


class Rows(NamedTuple):
    """A row of numbers for each vertex: those of v are ``items[indptr[v]:indptr[v + 1]]``, both of int64."""

    indptr: NDArray[np.int64]
    items: NDArray[np.int64]


class Lines(NamedTuple):
    """What a certificate file says: the objective, the kind of certificate, how many edges there are, and the rows.

    Where weights or probabilities are exact numbers, rows are texts (`exact_lines`). For some kinds the header ends
    with further numbers.
    """

    objective: str
    proof: str
    edges: int
    game: Rows | list[str]
    solution: Rows | list[str]
    certificate: Rows | list[str]
    header: tuple[Exact, ...] = ()


def write_solution(solution: Any, file: IO[bytes]) -> None:
    r"""Write a claim for the proved checker.

    Raise `GameError` if there is no proved checker for such a certificate, and `MisfitError` if the arrays do not fit
    the game, or the values are not those of the certificate, which may prove none.
    """
    lines = lines_of(solution)
    file.write(b"graphgames-certificate %d\n" % VERSION)
    n = len(lines.game) if isinstance(lines.game, list) else lines.game.indptr.size - 1
    header = [lines.objective, lines.proof, n, lines.edges, *map(_text, lines.header)]
    file.write(f"{' '.join(map(str, header))}\n".encode())
    for title, rows in (("game", lines.game), ("solution", lines.solution), ("certificate", lines.certificate)):
        file.write(f"{title}\n".encode())
        _write_rows(rows, file)
    file.write(b"end\n")


def lines_of(solution: Any) -> Lines:
    """Return what a certificate file says of a solution; raise `GameError` and `MisfitError` as `write_solution`."""
    proof = solution.certificate.kind
    for kind in kinds():
        if proof in kind.claims:
            if isinstance(solution, ArenaSolution) and (more := shows_more(solution)):
                raise MisfitError(more)
            file = kind.claims[proof]
            _expect_written(solution, file.fields)
            try:
                _expect_declared(solution)
                lines: Lines = kind.load(file.lines)(solution)
            except GameError:
                raise
            except UnfitError as unfit:
                raise MisfitError(unfit.sentences()[0][1]) from unfit
            except RAISED as error:  # as the objective may be one that such a certificate proves nothing about
                raise MisfitError(f"the certificate of kind {proof!r} does not fit the problem: {error}") from error
            return lines
    known = ", ".join(name for kind in kinds() for name in kind.claims)
    raise GameError(f"there is no proved checker for certificates of kind {proof!r}, only for: {known}")


def _expect_written(solution: Any, written_fields: Mapping[str, Collection[str]]) -> None:
    """Raise `GameError` if a file with these fields of objectives does not say everything of the problem.

    Raise `MisfitError` if the certificate is not about such a problem.
    """
    problem = solution.problem
    objective = getattr(problem, "objective", None)
    name = problem.kind if objective is None else objective.name
    if name not in written_fields:
        raise MisfitError(
            f"a certificate of kind {solution.certificate.kind!r} proves nothing about {with_article(name)} game"
        )
    if objective is None:
        return
    given = {field.name: (getattr(objective, field.name), field.default) for field in fields(objective)}
    given["chance"] = problem.arena.probability, None
    for field, (one, default) in given.items():
        if field not in written_fields[name] and (type(one) is not type(default) or one != default):
            raise GameError(f"there is no proved checker for {with_article(name)} game with {field}")


def _expect_declared(solution: Any) -> None:
    """Raise `UnfitError` unless answers and certificate are as they are declared; a table's are so on the disk."""
    problem, proof = solution.problem, solution.certificate
    if not answers_of(problem):
        return
    own = proof.own_sizes()
    for name, hint in answers_of(problem).items():
        fitted(hint, solution.claimed[name], sizes_of(problem) | own, (name,))
    fitted_record(proof, sizes_of(getattr(problem, "vertex_form", problem)) | own)


def _write_rows(rows: Rows | list[str], file: IO[bytes]) -> None:
    if isinstance(rows, list):
        file.write("".join(f"{v} {row}".rstrip() + "\n" for v, row in enumerate(rows)).encode())
        return
    n = rows.indptr.size - 1
    for first in range(0, n, _BATCH):
        last = min(first + _BATCH, n)
        numbers = int(rows.indptr[last] - rows.indptr[first]) + last - first
        out = np.empty(_DIGITS * numbers + last - first, np.uint8)
        size = pg_write.row_lines(rows.indptr, rows.items, first, last, out)
        file.write(out[:size].data)


def exact_lines(
    solution: ArenaSolution,
    arena: Arena,
    moves: Sequence[int],
    objective: str,
    columns: Sequence[Sequence[Any]],
    labels: Sequence[Sequence[Any]],
    values: Sequence[Sequence[Any]],
    certificate: Sequence[Sequence[Any]],
    header: tuple[Any, ...],
) -> Lines:
    """Return the lines of a solution in exact numbers, over an arena and with moves that may have more loops than its.

    ``columns`` are what the objective says of each vertex, ``labels`` what it says of each edge, and ``values`` and
    ``certificate`` what stands at each vertex behind the winner, and in the certificate.
    """
    heads, indptr = arena.successors.tolist(), arena.indptr.tolist()
    edges = [[w, *label] for w, label in zip(heads, labels, strict=True)]
    game = [
        [*own, *chain.from_iterable(edges[first:last])]
        for *own, first, last in zip(owners(arena).tolist(), *columns, indptr[:-1], indptr[1:], strict=True)
    ]
    winner = np.asarray(solution.winner).tolist()
    answers = [
        [who, *value] if move < 0 else [who, *value, move]
        for who, value, move in zip(winner, values, moves, strict=True)
    ]
    texts = [[" ".join(map(_text, row)) for row in rows] for rows in (game, answers, certificate)]
    return Lines(objective, solution.certificate.kind, arena.m, texts[0], texts[1], texts[2], header)


def _text(number: Exact | Infinite) -> str:
    return "inf" if number == INFINITY else written(number)


def beside(columns: Sequence[Any], rest: Rows) -> Rows:
    """Return rows that begin with a number of each column, and go on with the items of other rows.

    Raise `MisfitError` if a column is not an integer for each vertex.
    """
    n, k = rest.indptr.size - 1, len(columns)
    indptr = rest.indptr + k * np.arange(n + 1)
    items = np.empty(rest.items.size + k * n, np.int64)
    others = np.ones(items.size, np.bool_)
    for j, column in enumerate(columns):
        items[indptr[:-1] + j] = as_column(column, n)
        others[indptr[:-1] + j] = False
    items[others] = rest.items
    return Rows(indptr, items)


def as_column(given: Any, n: int) -> NDArray[np.int64]:
    """Return an array of one integer for each vertex, or raise `MisfitError`."""
    array = np.asarray(given)
    if array.shape != (n,) or (n and array.dtype.kind not in "iub"):
        raise MisfitError(
            f"an array has shape {array.shape} and dtype {array.dtype}; expected an integer for each vertex"
        )
    return array.astype(np.int64)


def optional(given: Any, n: int) -> Rows:
    """Return rows with the number of each vertex, none where it is -1; raise `MisfitError` as `beside`."""
    column = as_column(given, n)
    there = column != -1
    indptr = offsets(there)
    return Rows(indptr, column[there])


def labels_shown(solution: Any, labels: Any, name: str, own: int | None = None) -> NDArray[np.int64]:
    """Return the labels of a certificate; raise `MisfitError` if the solution shows other values of its own vertices.

    They are the first ``own`` vertices; by default all are.
    """
    column = as_column(labels, solution.arena.n)
    if solution.vertex_values is not None:
        values = as_column(solution.vertex_values, column.size)[:own]
        wrong = np.flatnonzero(values != column[:own])
        if wrong.size:
            v = int(wrong[0])
            raise MisfitError(f"the value of {solution.arena.label(v)} is {values[v]}, but its {name} is {column[v]}")
    return column


def require_player(player: int, expected: int) -> None:
    """Raise `MisfitError` if a certificate is not for the player expected."""
    if player != expected:
        raise MisfitError(f"the certificate is for player {player}; expected {expected}")


def edges(arena: Arena) -> Rows:
    """Return the successors of each vertex."""
    return Rows(arena.indptr, arena.successors.astype(np.int64))


def arena_lines(solution: Any, objective: str, proof: str, marks: Sequence[Any], certificate: Rows) -> Lines:
    """Return the lines of a solution on an arena: who moves, unless the players alternate, and what the objective says.

    ``marks`` are columns of what the objective says of each vertex.
    """
    arena = solution.problem.arena
    owners = () if arena.owner is None else (arena.owner,)
    moves = optional(solution.strategy.moves, arena.n)
    game = beside([*owners, *marks], edges(arena))
    return Lines(objective, proof, arena.m, game, beside([solution.winner], moves), certificate)
