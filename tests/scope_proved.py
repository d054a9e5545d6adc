"""Small claims for the proved checker: what it says of all that `tests.scope` makes, held against the fast checker.

A certificate file has a row for each vertex, and the writer reads it from the entries of this vertex alone. So rows are
written once, in claims that are right elsewhere, and the files of a game are put together of them; what an entry is in
which no row can be written, the fast checker must refuse. Claims with the same file must all be believed, or none. Of
each game some files are written whole as well, and must be the same.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Hashable, Iterable, Sequence
from fnmatch import fnmatchcase
from io import BytesIO
from itertools import chain, product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import graphgames as gg
from graphgames.catalogue import find
from graphgames.cli import proved
from graphgames.formats import cert
from tests import scope, scope_sums
from tests.scope_listing import Listing

KINDS = {name for row in find.kinds() for name in row.claims}
"""The kinds of certificates of which files for the proved checker are written."""

SCOPES = {kind: one for kind, one in scope.SCOPES.items() if kind.partition(" ")[0] in KINDS}

TOGETHER = {"strategy-pair": "*", "reaching-ranks": "rank"}
"""Of which entries, as patterns for names, those of all vertices make the rows of the certificate."""

BATCH = 100_000
"""So many files at most go to one run of the program."""

WHOLE = 0.1
"""Of this share of the games some files are written whole."""

DECIDED = 3_000_000
"""So many claims of the fast checker are looked at one by one, where it is not known which it believes."""

Written = tuple[str, Hashable]
"""The row of a vertex in the solution, and that in the certificate, or the entries of which this is made."""


class Rows(NamedTuple):
    """What can be written of a vertex, and where each choice of its entries stands among that, -1 for nowhere."""

    texts: list[Written]
    place: NDArray[np.int64]


class Tally(NamedTuple):
    """Of a game: whether all claims were compared, and how many."""

    complete: bool
    claims: int
    """How many stand in the files; of all claims also those that cannot be written."""
    files: int
    believed: int
    """How many claims the fast checker believes."""


class Files:
    """The claims about one game as certificate files."""

    def __init__(self, one: scope.Scope, small: scope.Small):
        self.scope, self.small, self.n = one, small, len(small)
        self.game = one.problem(small)
        self.found = scope.grid(one, self.game, small, told=False)
        self.columns = [[k for k, (_, u) in enumerate(self.found.names) if u == v] for v in range(self.n)]
        self.sizes = [[len(self.found.choices[k]) for k in columns] for columns in self.columns]
        self.joint = next((row for name, row in TOGETHER.items() if one.kind.startswith(name)), "")
        self.sections: dict[Hashable, str] = {}
        rows = [self._rows(v) for v in range(self.n)]
        self.rows = [one for one in rows if one is not None]
        self.written = len(self.rows) == self.n
        """Whether files are written of such games."""
        if self.written:
            text = self.file(self.found, self.digits([0] * self.n))
            assert text is not None
            self.head = text.partition("solution\n")[0] + "solution\n"

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows there are of each vertex."""
        return tuple(len(rows.texts) for rows in self.rows)

    def file(self, grid: scope.Grid, digits: Sequence[int]) -> str | None:
        """Return the file of a claim as the writer makes it, None if it makes none."""
        file = BytesIO()
        try:
            cert.write_solution(scope.single(self.scope, self.game, grid, np.asarray(digits)), file)
        except gg.GraphGamesError:
            return None
        return file.getvalue().decode()

    def _rows(self, v: int) -> Rows | None:
        """Return the rows of a vertex with all its entries, the others having right ones; None if there is none.

        They are the same in all games in which as much is the same as the writer looks at.
        """
        columns, out = self.columns[v], [out for _, _, out in self.small]
        most = max((abs(weight) for edges in out for _, weight, _ in edges), default=0)
        chance = any(owner == scope.CHANCE for owner, _, _ in self.small)
        choices = str([self.found.choices[k].tolist() for k in columns])
        key = self.scope.kind, self.n, v, bool(out[v]), all(out), most, chance, choices
        if key not in _ROWS:
            right = scope.grid(self.scope, self.game, self.small, told=True)
            rng = random.Random(1)
            any_claim = ([rng.randrange(len(one)) for one in right.choices] for _ in range(30))
            tries = chain([[0] * len(right.names)], any_claim)
            base = next((digits for digits in tries if self.file(right, digits) is not None), None)
            _ROWS[key] = None if base is None else self._rows_with(right, base, v)
        return _ROWS[key]

    def _rows_with(self, right: scope.Grid, base: Sequence[int], v: int) -> Rows:
        """Return the rows of a vertex with all its entries, and otherwise what a claim says."""
        texts, place, columns = dict[Written, int](), list[int](), self.columns[v]
        number = {k: {str(entry): digit for digit, entry in enumerate(right.choices[k])} for k in columns}
        for entries in product(*(self.found.choices[k].tolist() for k in columns)):
            digits = [*base]
            for k, entry in zip(columns, entries, strict=True):
                digits[k] = number[k][str(entry)]
            if (text := self.file(right, digits)) is None:
                place.append(-1)
                continue
            solution, certificate = sections(text)
            joint = tuple(str(entry) for k, entry in zip(columns, entries, strict=True) if self._is_joint(k))
            place.append(texts.setdefault((solution[v], joint if self.joint else certificate[v]), len(texts)))
        return Rows([*texts], np.array(place))

    def _is_joint(self, k: int) -> bool:
        return bool(self.joint) and fnmatchcase(self.found.names[k][0], self.joint)

    def places(self, digits: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return which of the rows of each vertex claims have, shape (claims, vertices)."""
        several = [
            rows.place[np.ravel_multi_index(tuple(digits[:, columns].T), sizes)]
            for rows, columns, sizes in zip(self.rows, self.columns, self.sizes, strict=True)
        ]
        return np.stack(several, axis=1)

    def digits(self, places: Sequence[int]) -> list[int]:
        """Return one of the claims with these rows."""
        made = [0] * len(self.found.names)
        for rows, columns, sizes, place in zip(self.rows, self.columns, self.sizes, places, strict=True):
            code = int(np.flatnonzero(rows.place == place)[0])
            for k, digit in zip(columns, np.unravel_index(code, sizes), strict=True):
                made[k] = int(digit)
        return made

    def claims_in(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many claims have these files."""
        several = [
            np.bincount(rows.place[rows.place >= 0], minlength=len(rows.texts))[places[:, v]]
            for v, rows in enumerate(self.rows)
        ]
        return np.asarray(np.prod(several, axis=0))

    def text(self, places: NDArray[np.int64]) -> bytes:
        """Return files one after the other."""
        picked = [[rows.texts[place] for place in places[:, v].tolist()] for v, rows in enumerate(self.rows)]
        certificates: Iterable[Any] = zip(*([c for _, c in one] for one in picked), strict=True)
        if self.joint:
            certificates = [(self._section(entries, places[k]),) for k, entries in enumerate(certificates)]
        solutions = zip(*([s for s, _ in one] for one in picked), strict=True)
        parts = ((self.head, *s, "certificate\n", *c, "end\n") for s, c in zip(solutions, certificates, strict=True))
        return "".join(chain.from_iterable(parts)).encode()

    def _section(self, entries: Hashable, places: NDArray[np.int64]) -> str:
        """Return the rows of a certificate that are made of entries of all vertices."""
        if entries not in self.sections:
            text = self.file(self.found, self.digits(places.tolist()))
            assert text is not None
            self.sections[entries] = "".join(sections(text)[1])
        return self.sections[entries]


_ROWS: dict[Hashable, Rows | None] = {}


def sections(text: str) -> tuple[list[str], list[str]]:
    """Return the rows of the solution and those of the certificate in a file."""
    solution, _, certificate = text.partition("\nsolution\n")[2].partition("certificate\n")
    return solution.splitlines(keepends=True), certificate.splitlines(keepends=True)[:-1]


def verdicts(text: bytes, count: int) -> NDArray[np.bool_]:
    """Return which of so many files the program says are proved."""
    done = subprocess.run([proved.program(), "-"], input=text, capture_output=True, check=False)
    lines = done.stdout.splitlines()
    assert len(lines) == count and not done.stderr, (done.returncode, lines[-1:], done.stderr)
    assert not any(line.startswith(b"unreadable") for line in lines), lines
    return np.fromiter((line.startswith(b"proved: ") for line in lines), np.bool_, count)


class Comparison:
    """Claims of several games, of which the program looks at many at a time."""

    def __init__(self) -> None:
        self.differ: list[str] = []
        self.held: list[tuple[Files, NDArray[np.int64], NDArray[np.int64]]] = []
        self.waiting = 0

    def game(self, one: scope.Scope, small: scope.Small, limit: int, rng: np.random.Generator) -> Tally | None:
        """Hold the claims about a game against what the fast checker believes; None if it has no proved checker.

        They are all, or as many as the limit: those that are believed, these with another row, and others.
        """
        files = Files(one, small)
        if not files.written:
            return None
        right = fast(one, small, files.found)
        if right is None:
            return Tally(False, 0, 0, 0)
        self._judge(files, right)
        places = files.places(right)
        is_written = (places >= 0).all(axis=1)
        for row in right[~is_written]:  # a label may be larger than such a game allows, though not than several do
            if gg.verify(scope.single(one, files.game, files.found, row)).ok:
                self._differs(files, row, "believes what cannot be written for the proved one")
        codes, believed = np.unique(np.ravel_multi_index(tuple(places[is_written].T), files.shape), return_counts=True)
        complete = prod(files.shape) <= limit
        asked = np.arange(prod(files.shape)) if complete else some(codes, files.shape, limit, rng)
        claims = 0
        for part in np.array_split(asked, -(-asked.size // BATCH)):
            several, many = np.stack(np.unravel_index(part, files.shape), axis=1), np.zeros(part.size, np.int64)
            _, here, there = np.intersect1d(part, codes, assume_unique=True, return_indices=True)
            many[here] = believed[there]
            claims += int(files.claims_in(several).sum())
            self._ask(files, several, many)
        if rng.random() < WHOLE:
            self._written_whole(files, asked, rng)
        return Tally(complete, files.found.size if complete else claims, asked.size, int(is_written.sum()))

    def _judge(self, files: Files, right: NDArray[np.int64]) -> None:
        seen = [k for k, (name, _) in enumerate(files.found.names) if name.startswith(scope.SEEN)]
        holds = files.scope.judge(files.game, files.small)
        for row in right[np.unique(right[:, seen], axis=0, return_index=True)[1]]:
            if not holds(*scope.shown(files.found, files.n, row)):
                self._differs(files, row, "believes a lie")

    def _ask(self, files: Files, places: NDArray[np.int64], many: NDArray[np.int64]) -> None:
        self.held.append((files, places, many))
        self.waiting += len(places)
        if self.waiting >= BATCH:
            self.flush()

    def flush(self) -> None:
        """Let the program look at what was held back."""
        held, self.held = self.held, []
        count, self.waiting = self.waiting, 0
        if not count:
            return
        told = verdicts(b"".join(files.text(places) for files, places, _ in held), count)
        for files, places, many in held:
            said, told = told[: len(places)], told[len(places) :]
            for k in np.flatnonzero(many != np.where(said, files.claims_in(places), 0))[:3].tolist():
                what = f"and the proved one {said[k]}, of {many[k]} claims of {files.claims_in(places[k : k + 1])[0]}"
                self._differs(files, np.array(files.digits(places[k].tolist())), f"says {many[k] > 0}, {what}")

    def _written_whole(self, files: Files, asked: NDArray[np.int64], rng: np.random.Generator) -> None:
        """Write some claims whole: what can be written, and how, must be what was put together."""
        sizes = [len(one) for one in files.found.choices]
        for row in np.stack(np.unravel_index(rng.choice(asked, 3), files.shape), axis=1):
            whole = files.file(files.found, files.digits(row.tolist()))
            assert whole is not None and whole.encode() == files.text(row[None]), (files.scope.kind, files.small, row)
        for digits in rng.integers(0, sizes, (3, len(sizes))):
            is_written = bool((files.places(digits[None]) >= 0).all())
            made = files.file(files.found, digits.tolist()) is not None
            assert made == is_written, (files.scope.kind, files.small, digits)

    def _differs(self, files: Files, digits: NDArray[np.int64], what: str) -> None:
        claim = scope.single(files.scope, files.game, files.found, digits)
        said = f"{claim.to_dict()} {claim.certificate.to_dict()}"
        self.differ.append(f"{files.scope.kind}: {files.small}: the fast checker {what}: {said}")


def fast(one: scope.Scope, small: scope.Small, found: scope.Grid) -> NDArray[np.int64] | None:
    """Return the claims that the fast checker believes, None where they are too many to find them."""
    if one.local and found.size > scope.DIRECTLY:
        try:
            return scope.all_believed(one, small, found, scope.DRAWN)[0]
        except scope.TooManyError:
            pass
    if found.size > DECIDED:
        return None
    every = scope.claims(found, found.size, np.random.default_rng(1))
    return np.concatenate([digits[scope.believed(one, small, found, digits)] for digits in every])


def some(codes: NDArray[np.int64], shape: tuple[int, ...], limit: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return numbers of files: of those believed, of these with the row of one vertex altered, and of any."""
    kept = rng.permutation(codes)[: limit // 2]
    near = [kept, rng.integers(0, prod(shape), limit // 10)]
    for v, count in enumerate(shape):
        places = np.stack(np.unravel_index(kept[: max(1, limit // (2 * count * len(shape)))], shape), axis=1)
        again = np.repeat(places, count, axis=0)
        again[:, v] = np.tile(np.arange(count), len(places))
        near.append(np.ravel_multi_index(tuple(again.T), shape))
    return np.unique(np.concatenate(near))


def of_tables(listings: Iterable[Listing], rng: random.Random) -> tuple[int, list[str]]:
    """Return how many claims about tables the program looked at, all that a file can make, and where it was wrong.

    The labels are the whole claim, so that the right ones alone may be proved; the fast checker looks at these, and
    at a few others.
    """
    count, wrong = 0, list[str]()
    for listing in listings:
        rows = listing.problem.rows
        true = scope_sums.true_labels(rows)
        every = [[*labels] for labels in product(*([one for one in row if one] for row in listing.choices))]
        told = verdicts("".join(scope_sums.listed(rows, labels) for labels in every).encode(), len(every))
        count += len(every)
        wrong += [f"{rows}: {labels}: proved" for labels, ok in zip(every, told, strict=True) if ok and labels != true]
        for labels in [true, *rng.sample(every, min(3, len(every)))]:
            if not told[every.index(labels)] == listing.believes(listing.made(labels)) == (labels == true):
                wrong.append(f"{rows}: {labels}: the checkers differ")
    return count, wrong
