"""Small claims for the proved checker: what it says of all that `tests.scope` makes, held against the fast checker.

A certificate file has a row for each vertex, and the writer reads it from the entries of this vertex alone. So rows are
written once, in claims that are right elsewhere, and the files of a game are put together of them; what an entry is in
which no row can be written, the fast checker must refuse. Claims with the same file must all be believed, or none. Of
each game some files are written whole as well, and must be the same.

The program refuses a file because a condition fails at a vertex. Such a condition reads what the file says of the whole
game, the row of the game at the vertex, and the other rows of this vertex and of its successors, or of the vertex
alone. So no file with these rows can be proved, and not all of them are handed to the program. Those that the fast
checker believes always are, and others at random, which must be refused.
"""

from __future__ import annotations

import random
import subprocess
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache, partial
from io import BytesIO
from itertools import chain, islice, product, repeat
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import graphgames as gg
from graphgames.catalogue import find
from graphgames.cli import proved
from graphgames.core.value import Bracket
from graphgames.formats import cert
from tests import scope, scope_sizes, scope_sums
from tests.scope_listing import Listing

KINDS = {name for row in find.kinds() for name in row.claims}
"""The kinds of certificates of which files for the proved checker are written."""

SCOPES = {kind: one for kind, one in scope.SCOPES.items() if kind.partition(" ")[0] in KINDS}

LEAST = Fraction(1, 2**62 + 1)
"""The least probability of games at the ends of 64 bits."""

SMALLER: dict[str, scope_sizes.Less] = {
    "strategy-pair": {"marks": (1, 2)},
    "bellman-equations": {"owners": (0,)},  # of games with weights and chance no files are written
    "energy-bounds": {"owners": (0,)},
    "mean-potentials": {"owners": (0,)},
    "reaching-ranks at the ends": {
        "owners": (scope.CHANCE,),
        "values": scope_sizes.worth(0, 1, LEAST, 1 - LEAST, Bracket(0, 1), -LEAST, 1 + LEAST),
    },
    "reaching-ranks": {
        "values": scope_sizes.worth(0, 1, Fraction(1, 2), Fraction(1, 3), Fraction(2, 3), Bracket(0, 1), -1, 2),
        "labels": scope_sizes.each(("rank",), 0, 1),
    },
}
"""By how the names of the kinds begin, what games of three vertices have less of here than in `tests.scope_sizes`.

Of probabilities there are fewer, and two that are none. These do not come first: the first value stands for those that
are not chosen yet (`tests.scope.begun`), and where it is refused nothing else is looked at.
"""

TOGETHER = {"strategy-pair": "*", "reaching-ranks": "rank"}
"""Of which entries, as patterns for names, those of all vertices make the rows of the certificate."""

ALONE = {
    "its rows have the numbers that this kind of certificate has",
    "every vertex has an edge",
    "the move shown is an edge",
    "a move is shown where the winner is to move, and nowhere else",
    "a move is shown where a player is to move, an edge, and nowhere else",
    "a move shown is an edge",
    "moves are shown where the winner is to move, one for each thing to wait for",
    "the attracting player wins where there is a rank, the other elsewhere",
    "the bounds are 1 at the target, and the lower one is 0 where the play is lost",
    "a player is said to win where that is certain, and nowhere else",
    "Eve wins where the value is at least the threshold, and Adam elsewhere",
    "Eve wins where there is a credit, and Adam elsewhere",
    "weights and credits are integers",
    "a credit is not negative",
    "the bound shows that one less is not enough",
    "values are integers",
}
"""The conditions of the program that read no row of a successor."""

FAR = {
    "the game has as many edges as the file says",
    "the measure does not rise along such a move, and falls at a bad priority",
    "a move to a larger nimber, or to none, can be taken back with a smaller counter",
    "from an infinite position a move leads to another, from which its mex is not reached",
}
"""The conditions that read more than the rows of a vertex and its successors."""

READ = {
    "what is left of the credit is enough at the next vertex": "value",
    "the bound rises by more than the weight takes": "value bound",
    "Eve's moves do not let the value fall, and the potential allows for them": "value low",
    "Adam's moves do not let the value rise, and the potential allows for them": "value high",
    "Eve's moves do not let the sum and the value fall, or alpha shows that it is enough": "winner value bound alpha",
    "Adam's moves do not let the sum and the value rise, and beta falls": "winner value bound beta",
    "no step is worth more than the upper bound": "value",
    "no step loses of the lower bound, and where nothing is gained the rank falls": "value rank",
}
"""Of some conditions that read the rows of successors, which entries of a row they read; of the vertex the moves, too.

None reads the moves shown at a successor.
"""

BESIDE = 200
"""So many games are looked at by the fast checker side by side."""

BATCH = 20_000
"""So many files are gathered before the program is run."""

STEP = 20, 50, 100, 500, 3_000
"""So many files of one game go to the first runs of the program, and to each run after these, so that it is known which
need no other."""

AGAIN = 5
"""So many files of a game, at random, go to the program although it may have refused such rows."""

WHOLE = 0.1
"""Of this share of the games some files are written whole."""

DECIDED = 3_000_000
"""So many claims of the fast checker are looked at one by one, where it is not known which it believes."""

Written = tuple[str, Hashable]
"""The row of a vertex in the solution, and that in the certificate, or the entries of which this is made."""


def sized(one: scope.Scope, n: int) -> scope.Scope | None:
    """Return the scope of all games with n vertices; None where they are too many."""
    made = scope_sizes.sized(one, n)
    less = next((less for begin, less in SMALLER.items() if one.kind.startswith(begin)), {})
    return made and replace(made, **less if n == 3 else {})


@dataclass(frozen=True, eq=False)
class Rows:
    """What can be written of a vertex, and where each choice of its entries stands among that, -1 for nowhere."""

    texts: list[Written]
    place: NDArray[np.int64]
    entries: list[dict[str, str]]
    """Of each text the entries of which it is made, or some of them."""

    @cache  # noqa: B019 - there are few
    def numbers(self, names: str, moves: bool) -> NDArray[np.int64]:
        """Return for each text the number of what its entries with these names are, and of the moves if these count."""
        several = dict[tuple[str, ...], int]()
        answer = list[int]()
        for row in self.entries:
            read = tuple(
                entry
                for name, entry in row.items()
                if (moves if name.startswith("moves") else names == "*" or name in names.split())
            )
            answer.append(several.setdefault(read, len(several)))
        return np.array(answer)


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
            self.head = self._head()

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

    def _same(self) -> tuple[Hashable, ...]:
        """Return what the writer looks at in the whole game."""
        out = [out for _, _, out in self.small]
        most = max((abs(weight) for edges in out for _, weight, _ in edges), default=0)
        return self.scope.kind, self.n, all(out), most, any(owner == scope.CHANCE for owner, _, _ in self.small)

    def _head(self) -> str:
        """Return the file down to the solution, of rows written for games with the same vertices."""
        same, degrees = self._same(), [len(out) for _, _, out in self.small]
        keys = [(*same, sum(degrees), degrees.count(0)), *((*same, *one) for one in enumerate(self.small))]
        if any(key not in _HEADS for key in keys):
            text = self.file(self.found, self.digits([0] * self.n))
            assert text is not None
            first, _, game = text.partition("solution\n")[0].partition("game\n")
            _HEADS.update(zip(keys, (f"{first}game\n", *game.splitlines(keepends=True)), strict=True))
        return "".join(_HEADS[key] for key in keys) + "solution\n"

    def _rows(self, v: int) -> Rows | None:
        """Return the rows of a vertex with all its entries, the others having right ones; None if there is none.

        They are the same in all games in which as much is the same as the writer looks at.
        """
        columns = self.columns[v]
        key = *self._same(), v, bool(self.small[v][2]), str([self.found.choices[k].tolist() for k in columns])
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
        made = list[dict[str, str]]()
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
            if len(texts) > len(made):
                made.append({self.found.names[k][0]: str(entry) for k, entry in zip(columns, entries, strict=True)})
        return Rows([*texts], np.array(place), made)

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

    def unravelled(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return which rows the files with these numbers have, shape (files, vertices)."""
        return np.stack(np.unravel_index(codes, self.shape), axis=1)

    def claim(self, code: np.int64) -> list[int]:
        """Return one of the claims of a file."""
        return self.digits(self.unravelled(np.array([code]))[0].tolist())

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
_HEADS: dict[Hashable, str] = {}


def sections(text: str) -> tuple[list[str], list[str]]:
    """Return the rows of the solution and those of the certificate in a file."""
    solution, _, certificate = text.partition("\nsolution\n")[2].partition("certificate\n")
    return solution.splitlines(keepends=True), certificate.splitlines(keepends=True)[:-1]


def answers(text: bytes, count: int) -> list[str]:
    """Return what the program says of so many files, a line for each."""
    done = subprocess.run([proved.program(), "-"], input=text, capture_output=True, check=False)
    lines = done.stdout.decode().splitlines()
    assert len(lines) == count and not done.stderr, (done.returncode, lines[-1:], done.stderr)
    assert not any(line.startswith("unreadable") for line in lines), lines
    return lines


def is_proved(line: str) -> bool:
    """Return whether the program says that a file is proved."""
    return line.startswith("proved: ")


class Asked:
    """The files of a game that are handed to the program, until it is known of each what it says."""

    def __init__(self, files: Files, some: NDArray[np.int64] | None, parts: dict[Hashable, NDArray[np.bool_]]):
        self.files, self.some = files, some
        self.answered = self.proved = np.zeros(0, np.int64)
        self.near = [sorted({v, *(w for w, _, _ in out)}) for v, (_, _, out) in enumerate(files.small)]
        objective, kind, _, _, *header = files.head.splitlines()[1].split()
        game = files.head.partition("\ngame\n")[2].splitlines()
        self.alone, self.parts = list[NDArray[np.bool_]](), list[NDArray[np.bool_]]()
        """For each vertex, by its rows and by these and what is read of its successors, whether no condition has failed
        there with them."""
        self.read = list[list[NDArray[np.int64]]]()
        """For each vertex, of itself and its successors, the number of what its conditions may read in each row."""
        for v, near in enumerate(self.near):
            self.read.append([files.rows[u].numbers("*", u == v) for u in near])
            shape = [int(one.max()) + 1 for one in self.read[v]]
            for several, around, sizes in ((self.alone, [v], files.shape[v : v + 1]), (self.parts, near, shape)):
                key = objective, kind, *header, files.n, game[v], *(id(files.rows[u]) for u in around)
                if key not in parts:
                    parts[key] = np.ones(sizes, np.bool_)
                several.append(parts[key])

    def _around(self, v: int, places: Sequence[NDArray[np.int64]]) -> tuple[NDArray[np.int64], ...]:
        """Return what the conditions at a vertex read, where these rows of each vertex stand."""
        return tuple(read[places[u]] for u, read in zip(self.near[v], self.read[v], strict=True))

    def may_be_proved(self, codes: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which files have no rows because of which others have been refused."""
        places = np.unravel_index(codes, self.files.shape)
        answer = np.ones(codes.size, np.bool_)
        for v, (alone, place, part) in enumerate(zip(self.alone, places, self.parts, strict=True)):
            answer &= alone[place] & part[self._around(v, places)]
        return answer

    def left(self, most: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return files of which it is not known yet what the program says, at random so many, or all that there are."""
        if self.some is not None:
            codes = self.some[self.may_be_proved(self.some)]
            return drawn(np.setdiff1d(codes, self.answered, assume_unique=True), most, rng)
        rows = [np.flatnonzero(alone) for alone in self.alone]
        answer = np.ones([one.size for one in rows], np.bool_)
        for v, (near, part) in enumerate(zip(self.near, self.parts, strict=True)):
            shape = [one.size if u in near else 1 for u, one in enumerate(rows)]
            answer &= part[np.ix_(*self._around(v, rows))].reshape(shape)
        known = self.answered[self.may_be_proved(self.answered)]
        places = np.unravel_index(known, self.files.shape)
        answer[tuple(np.searchsorted(one, place) for one, place in zip(rows, places, strict=True))] = False
        found = np.unravel_index(drawn(np.flatnonzero(answer), most, rng), answer.shape)
        places = tuple(one[k] for one, k in zip(rows, found, strict=True))
        return np.asarray(np.ravel_multi_index(places, self.files.shape))

    def take(self, codes: NDArray[np.int64], lines: Sequence[str]) -> None:
        """Take note of what the program says of some files."""
        several = list(dict.fromkeys(lines))
        number = {line: k for k, line in enumerate(several)}
        which = np.fromiter((number[line] for line in lines), np.int64, len(lines))
        self.answered = np.union1d(self.answered, codes)
        for k, line in enumerate(several):
            if is_proved(line):
                self.proved = np.union1d(self.proved, codes[which == k])
                continue
            vertex, _, condition = line.removeprefix("refused: at vertex ").partition(" it does not hold that ")
            if condition in FAR:
                continue
            v = int(vertex)
            places = np.unravel_index(codes[which == k], self.files.shape)
            if condition in ALONE:
                self.alone[v][places[v]] = False
            else:
                self._refuse(v, places, READ.get(condition, "*"))

    def _refuse(self, v: int, places: Sequence[NDArray[np.int64]], names: str) -> None:
        """Take note that a condition, which reads these entries, fails at a vertex where such rows stand."""
        read = [self.files.rows[u].numbers(names, u == v) for u in self.near[v]]
        fails = np.zeros([int(one.max()) + 1 for one in read], np.bool_)
        fails[tuple(one[places[u]] for u, one in zip(self.near[v], read, strict=True))] = True
        known = [one[np.unique(several, return_index=True)[1]] for one, several in zip(read, self.read[v], strict=True)]
        self.parts[v][fails[np.ix_(*known)]] = False


class Comparison:
    """Claims of several games, of which the program looks at many at a time."""

    def __init__(self) -> None:
        self.rng = np.random.default_rng(1)
        self.differ: list[str] = []
        self.made = 0
        """How many files the program was handed."""
        self.parts: dict[Hashable, NDArray[np.bool_]] = {}
        self.held: list[tuple[Asked, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
        self.waiting = 0

    def games(
        self, one: scope.Scope, several: Iterable[scope.Small], limit: int, rng: np.random.Generator
    ) -> Iterator[Tally | None]:
        """Hold the claims about games against what the fast checker believes; None if a game has no proved checker.

        They are all, or those of as many files as the limit: of those that are believed, these with another row, and
        others.
        """
        left = iter(several)
        while batch := [Files(one, small) for small in islice(left, BESIDE)]:
            made = [fast(one, files.small, files.found) if files.written else None for files in batch]
            for files, right in zip(batch, believed(one, batch, made), strict=True):
                if right is not None:
                    yield self._game(files, right, limit, rng)
                else:
                    yield Tally(False, 0, 0, 0) if files.written else None

    def _game(self, files: Files, right: NDArray[np.int64], limit: int, rng: np.random.Generator) -> Tally:
        self._judge(files, right)
        places = files.places(right)
        is_written = (places >= 0).all(axis=1)
        for row in right[~is_written]:  # a label may be larger than such a game allows, though not than several do
            if gg.verify(scope.single(files.scope, files.game, files.found, row)).ok:
                self._differs(files, row, "believes what cannot be written for the proved one")
        codes, many = np.unique(np.ravel_multi_index(tuple(places[is_written].T), files.shape), return_counts=True)
        count = prod(files.shape)
        every = some(codes, files.shape, limit, rng) if count > limit else None
        claims = files.found.size if every is None else int(files.claims_in(files.unravelled(every)).sum())
        if rng.random() < WHOLE:
            self._written_whole(files, any_of(every, count, 3, rng), rng)
        asked, again = Asked(files, every, self.parts), np.union1d(codes, any_of(every, count, AGAIN, rng))
        self.held.append((asked, codes, many, again))
        self.waiting += asked.left(BATCH, self.rng).size + again.size
        if self.waiting >= BATCH:
            self.flush()
        return Tally(every is None, claims, count if every is None else every.size, int(is_written.sum()))

    def _judge(self, files: Files, right: NDArray[np.int64]) -> None:
        seen = [k for k, (name, _) in enumerate(files.found.names) if name.startswith(scope.SEEN)]
        holds = files.scope.judge(files.game, files.small)
        for row in right[np.unique(right[:, seen], axis=0, return_index=True)[1]]:
            if not holds(*scope.shown(files.found, files.n, row)):
                self._differs(files, row, "believes a lie")

    def flush(self) -> None:
        """Let the program look at what was held back, as far as it has not refused such rows; then at some anyway."""
        held, self.held, self.waiting = self.held, [], 0
        left, steps = [asked for asked, *_ in held], chain(STEP, repeat(STEP[-1]))
        while left:
            step = next(steps)
            several = [(asked, codes) for asked in left if (codes := asked.left(step, self.rng)).size]
            self._ask(several)
            left = [asked for asked, _ in several]
        self._ask([(asked, np.setdiff1d(again, asked.answered)) for asked, _, _, again in held])
        for asked, codes, many, _ in held:
            self._compare(asked, codes, many)

    def _ask(self, several: Sequence[tuple[Asked, NDArray[np.int64]]]) -> None:
        count = sum(codes.size for _, codes in several)
        if not count:
            return
        lines = answers(b"".join(one.files.text(one.files.unravelled(codes)) for one, codes in several), count)
        self.made += count
        begin = 0
        for asked, codes in several:
            asked.take(codes, lines[begin : begin + codes.size])
            begin += codes.size

    def _compare(self, asked: Asked, codes: NDArray[np.int64], believed: NDArray[np.int64]) -> None:
        """Hold what the program proves against the files of which claims are believed, and how many are."""
        files, both = asked.files, np.union1d(asked.proved, codes)
        is_right, many = np.isin(both, asked.proved), np.zeros(both.size, np.int64)
        many[np.searchsorted(both, codes)] = believed
        of = files.claims_in(files.unravelled(both))
        for k in np.flatnonzero(many != np.where(is_right, of, 0))[:3].tolist():
            what = f"says {many[k] > 0}, and the proved one {is_right[k]}, of {many[k]} claims of {of[k]}"
            self._differs(files, files.claim(both[k]), what)
        for code in asked.proved[~asked.may_be_proved(asked.proved)][:3]:
            self._differs(files, files.claim(code), "aside, the proved one proves what has rows that it has refused")

    def _written_whole(self, files: Files, several: NDArray[np.int64], rng: np.random.Generator) -> None:
        """Write some claims whole: what can be written, and how, must be what was put together."""
        sizes = [len(one) for one in files.found.choices]
        for code in several:
            claim, places = files.claim(code), files.unravelled(np.array([code]))
            whole = files.file(files.found, claim)
            assert whole is not None and whole.encode() == files.text(places), (files.scope.kind, files.small, claim)
        for digits in rng.integers(0, sizes, (3, len(sizes))):
            is_written = bool((files.places(digits[None]) >= 0).all())
            made = files.file(files.found, digits.tolist()) is not None
            assert made == is_written, (files.scope.kind, files.small, digits)

    def _differs(self, files: Files, digits: Sequence[int] | NDArray[np.int64], what: str) -> None:
        claim = scope.single(files.scope, files.game, files.found, np.asarray(digits))
        said = f"{claim.to_dict()} {claim.certificate.to_dict()}"
        self.differ.append(f"{files.scope.kind}: {files.small}: the fast checker {what}: {said}")


def believed(
    one: scope.Scope, several: Sequence[Files], made: Sequence[NDArray[np.int64] | None]
) -> list[NDArray[np.int64] | None]:
    """Return which claims about each game the fast checker believes, where claims are given."""
    answer, alike = [*made], dict[str, list[int]]()
    for k, files in enumerate(several):
        if made[k] is not None:
            alike.setdefault(files.found.key, []).append(k)
    for group in alike.values():
        rows = [rows for k in group if (rows := made[k]) is not None]
        whose = np.repeat(group, [len(one) for one in rows])
        games = partial(_games_beside, one, several, whose)
        wrong = scope.faults_beside(one, games, several[group[0]].n, several[group[0]].found, np.concatenate(rows))
        for k, claims in zip(group, rows, strict=True):
            answer[k] = claims[~wrong[whose == k].any(axis=1)]
    return answer


def _games_beside(one: scope.Scope, several: Sequence[Files], whose: NDArray[np.int64], left: NDArray[np.int64]) -> Any:
    return one.problem(scope.beside(several[k].small for k in whose[left].tolist()))


def fast(one: scope.Scope, small: scope.Small, found: scope.Grid) -> NDArray[np.int64] | None:
    """Return claims among which are all that the fast checker believes, None where they are too many to find them."""
    if one.local:
        try:
            return scope.put_together(one, small, found, scope.DRAWN)[0]
        except scope.TooManyError:
            pass
    if found.size > DECIDED:
        return None
    every = scope.claims(found, found.size, np.random.default_rng(1))
    return np.concatenate([digits[scope.believed(one, small, found, digits)] for digits in every])


def drawn(codes: NDArray[np.int64], most: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return so many numbers of files at random, or all."""
    return rng.choice(codes, most, replace=False, shuffle=False) if codes.size > most else codes


def any_of(every: NDArray[np.int64] | None, count: int, many: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return a few numbers of files, of some or of so many."""
    return rng.integers(0, count, many) if every is None else rng.choice(every, many)


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
        lines = answers("".join(scope_sums.listed(rows, labels) for labels in every).encode(), len(every))
        told = [is_proved(line) for line in lines]
        count += len(every)
        wrong += [f"{rows}: {labels}: proved" for labels, ok in zip(every, told, strict=True) if ok and labels != true]
        for labels in [true, *rng.sample(every, min(3, len(every)))]:
            if not told[every.index(labels)] == listing.report(listing.made(labels)).ok == (labels == true):
                wrong.append(f"{rows}: {labels}: the checkers differ")
    return count, wrong
