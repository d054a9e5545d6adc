"""Models from tables, from dictionaries of Gymnasium's environments and from arrays; a million rows in a few seconds.

Floats are taken for the decimals that they are written as, so that 0.1 is 1/10, or refused; what was taken for granted
stands in the model's ``remark``. `Rows` is what all sources become: a state, an action, a next state, an exact
probability and an exact reward in each row.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from os import PathLike, fspath
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphgames.core.arrays import offsets
from graphgames.core.chance import CORRECTED, DECIMALS, is_rounded
from graphgames.core.errors import FormatError, GameError, counted, did_you_mean, shown, warn_caller
from graphgames.core.naming import PLAYERS
from graphgames.core.value import in_words, number, objects
from graphgames.formats.text_table import HEADING, CellError, table_of
from graphgames.games.models.columns import COLUMNS, NEEDED, cells_of, meanings, numbers_or_texts
from graphgames.games.models.model import Ints, Model, Rewards, Shares
from graphgames.games.models.recover import MISS, distinct, mending, unrounded
from graphgames.readers.source import Data, open_source

EXACT = ("decimal", "simplest", "refuse")
STAY = "stay"
"""The action of a state that has none: the play stays there, without reward."""
DONE = "done"
"""The state to which a step of an environment leads that ends the play, where the table goes on behind it."""

_DIGITS = 18  # decimals at most, of a number whose denominator fits 64 bits
_WRITTEN_BY_HAND = 1000  # rows at most
_SIMPLEST = "; exact='simplest' (--exact simplest) reads decimals as the simplest fractions, as 0.33333 for 1/3"
_TRIED = 1000  # actions at most of which it is tried whether simplest fractions sum to 1


class Exactly(NamedTuple):
    """Exact numbers: numerators and denominators, and where there were too many decimals for 64 bits."""

    numerator: Ints
    denominator: Ints
    long: NDArray[np.bool_]

    def taken(self, places: NDArray[Any]) -> Exactly:
        """Return those at some places."""
        return Exactly(self.numerator[places], self.denominator[places], self.long[places])

    def with_whole(self, one: int) -> Exactly:
        """Return these with a whole number as the last, at place -1."""
        return Exactly(np.append(self.numerator, one), np.append(self.denominator, 1), np.append(self.long, False))

    @classmethod
    def of(cls, given: Iterable[Fraction | int]) -> Exactly:
        """Return those of fractions."""
        pairs = [one.as_integer_ratio() for one in given]
        long = np.array([max(abs(a), b) >= 10**_DIGITS for a, b in pairs], np.bool_)
        fits = [(0, 1) if wide else pair for pair, wide in zip(pairs, long.tolist(), strict=True)]
        ends = np.array(fits, np.int64).reshape(-1, 2)
        return cls(ends[:, 0].copy(), ends[:, 1].copy(), long)


def refuse_unknown(exact: object) -> None:
    """Raise `GameError` for what says nothing of how floats are taken."""
    if not isinstance(exact, str) or exact not in EXACT:
        raise GameError(f"exact is {shown(exact)}; expected one of {', '.join(map(repr, EXACT))}")


@dataclass
class Rows:
    """What can follow what: a row for each branch, by the numbers of states and actions."""

    state: Ints
    action: Ints
    after: Ints
    probability: Any
    reward: Any
    names: list[Any]
    actions: list[Any]
    player: NDArray[np.int32] | None = None
    """Who moves in each state."""
    remarks: list[str] = field(default_factory=list)
    unread: tuple[str, ...] = ()
    """The columns that are not read, where none of these is called one of probabilities."""

    def model(self, exact: str, normalize: bool, start: object) -> Model:
        """Return the model; raise `CellError` if the rows of an action do not sum to 1, or something is no number."""
        refuse_unknown(exact)
        likely = exactly(self.probability, "probability", exact, self.remarks, quick=normalize)
        gained = None if self.reward is None else exactly(self.reward, "reward", exact, self.remarks)
        row = np.flatnonzero((likely.numerator != 0) | likely.long)  # what is impossible is left out
        stuck = self._stuck(row)
        state, after = np.append(self.state[row], stuck), np.append(self.after[row], stuck)
        action, names = np.append(self.action[row], np.full(stuck.size, len(self.actions))), [*self.actions, STAY]
        order = np.argsort(state * len(names) + action, kind="stable")
        state, action, after = state[order], action[order], after[order]
        first = np.flatnonzero(np.diff(state, prepend=-1) | np.diff(action, prepend=-1))
        branches, row = np.append(first, state.size), np.append(row, np.full(stuck.size, -1))[order]
        which, probabilities = self._probabilities(likely.with_whole(1), row, branches, normalize, exact)
        rewards = {}
        if gained is not None:
            rewards = {"": self._rewards(gained.with_whole(0), row, branches, which, probabilities, exact)}
        both = self.player is not None and len(set(self.player.tolist())) > 1
        return Model(
            "smg" if both else "mdp",
            ("Max", "Min") if both else (),
            np.zeros(len(self.names), np.int32) if self.player is None else self.player,
            offsets(np.bincount(state[first], minlength=len(self.names))),
            branches,
            after.astype(np.int32),
            which,
            probabilities,
            np.array([self._start(start)]),
            rewards=rewards,
            actions=[names[code] for code in action[first].tolist()],
            names=self.names,
            remark="; ".join(self.remarks),
        )

    def _start(self, start: object) -> int:
        if start is None:
            return int(self.state[0])
        try:
            return self.names.index(start)
        except ValueError:
            known = [one for one in self.names if isinstance(one, str)]
            near = did_you_mean(start, known) if isinstance(start, str) else ""
            raise GameError(
                f"the model has no state {shown(start)}{near or '; expected the one to start in'}"
            ) from None

    def _stuck(self, row: Ints) -> Ints:
        """Return the states without an action, at which a play stays."""
        stuck = np.flatnonzero(np.bincount(self.state[row], minlength=len(self.names)) == 0)
        if stuck.size:
            few = ", ".join(str(self.names[v]) for v in stuck[:3].tolist()) + ", ..." * (stuck.size > 3)
            self.remarks.append(
                f"{counted(stuck.size, 'state')} without an action ({few}): a play that comes there stays, without "
                "reward"
            )
        return stuck

    def _probabilities(
        self, given: Exactly, row: Ints, branches: Ints, normalize: bool, exact: str
    ) -> tuple[NDArray[np.int32], Shares]:
        """Return for each branch the place of its probability among the distinct ones, and these."""
        top, whole, long = given.taken(row)
        if (bad := np.flatnonzero((top <= 0) & ~long)).size:
            k = int(row[bad[0]])
            raise CellError(f"the probability is {self.probability[k]}", k, "probability", "more than 0")
        starts, width = branches[:-1], np.diff(branches)
        share = top / whole
        share[long] = np.array([float(self.probability[k]) for k in row[long].tolist()])
        total = np.add.reduceat(share, starts) if share.size else share
        if (bad := np.flatnonzero(np.abs(total - 1) > MISS)).size:
            raise self._missed(row[branches[bad[0]] : branches[bad[0] + 1]])
        common = _common(whole, branches)
        fits = (np.repeat(common, width) % whole == 0) & (common > 0).repeat(width) & ~long
        scaled = np.where(fits, top * (np.repeat(common, width) // whole), 0)
        right = (np.add.reduceat(scaled, starts) == common) & np.logical_and.reduceat(fits, starts)
        if not right.all():
            for k in [] if normalize else np.flatnonzero(~right).tolist():
                its = row[branches[k] : branches[k + 1]]
                if not is_rounded([self.probability[one] for one in its.tolist()], abs(total[k] - 1)):
                    raise self._missed(its)
            wrong = np.repeat(~right, width)
            top = np.where(wrong, np.maximum(np.rint(share * 10**DECIMALS), 1).astype(np.int64), top)
            sums = np.add.reduceat(np.where(wrong, top, 0), starts)
            whole = np.where(wrong, np.repeat(sums, width), whole)
            many, most = counted(int((~right).sum()), "action"), max(float(np.abs(total - 1).max()), 10.0**-DECIMALS)
            tried = [row[branches[k] : branches[k + 1]].tolist() for k in np.flatnonzero(~right)[: _TRIED + 1].tolist()]
            sums_of = (sum(of_any(self.probability[k], "simplest") for k in rows) for rows in tried)
            mends = exact != "simplest" and len(tried) <= _TRIED and all(one == 1 for one in sums_of)
            (self.remarks.append if normalize else warn_caller)(
                f"the probabilities of {many} missed 1 by at most {most:.0e} and {CORRECTED}{_SIMPLEST * mends}"
            )
        return _as_shares(top, whole)

    def _missed(self, rows: Ints) -> CellError:
        """Return the error about an action whose probabilities do not sum to 1."""
        row = int(rows.min())
        given = [self.probability[k] for k in rows.tolist()]
        exact = sum((Fraction(str(x)) if isinstance(x, float | np.floating) else number(x) for x in given), Fraction(0))
        message = f"the probabilities of action {shown(self.actions[self.action[row]])} in state "
        message += f"{shown(self.names[self.state[row]])} sum to {in_words(exact)}"
        hint = mending(of_any(x, "simplest") for x in given) if abs(float(exact) - 1) <= MISS else ""
        if self.unread:
            message += (
                f", since no column holds probabilities, so each is 1; columns not read: {', '.join(self.unread)}"
            )
            return CellError(message, row, "state", _named_likely(self.unread[0]))
        return CellError(message, row, "probability", f"exactly 1{hint}")

    def _rewards(
        self, gained: Exactly, row: Ints, branches: Ints, likely: NDArray[np.int32], probabilities: Shares, exact: str
    ) -> Rewards:
        """Return the reward of each choice: what is expected, and that of each branch beside it if they differ."""
        top, whole, long = gained = gained.taken(row)
        starts, width = branches[:-1], np.diff(branches)
        equal: NDArray[Any] = (top == np.repeat(top[starts], width)) & (whole == np.repeat(whole[starts], width))
        if long.any():
            given = objects(0 if k < 0 else self.reward[k] for k in row.tolist())
            equal = given == np.repeat(given[starts], width)
        same = np.logical_and.reduceat(equal, starts)
        first = starts if same.all() else np.arange(row.size)
        each = fractions(top[first], whole[first])
        if long.any():
            each = each.astype(object)
            for k in np.flatnonzero(long[first]).tolist():
                each[k] = of_any(given[first[k]], exact)
        if same.all():
            return Rewards(None, each)
        if not long.any() and (sums := _expected(probabilities, likely, gained, branches)) is not None:
            return Rewards(None, sums, branches=each)
        found = each[starts].astype(object)
        chances = np.array(list(probabilities), object)
        mixed = np.flatnonzero(~np.repeat(same, width))
        expected = chances[likely[mixed]] * each[mixed]
        where = np.cumsum(np.diff(np.repeat(np.arange(width.size), width)[mixed], prepend=-1) != 0) - 1
        found[~same] = np.add.reduceat(expected, np.flatnonzero(np.diff(where, prepend=-1)))
        return Rewards(None, found, branches=each)


def _expected(shares: Shares, likely: NDArray[np.int32], gained: Exactly, branches: Ints) -> NDArray[Any] | None:
    """Return for each choice the sum of fractions times their probabilities; None where 63 bits do not hold it."""
    top, whole, _ = gained
    upper, lower = shares.numerator[likely], shares.denominator[likely]
    if (lower.astype(np.float64) * whole).max(initial=1) >= 10**_DIGITS:
        return None
    common, starts = _common(lower * whole, branches), branches[:-1]
    times = np.repeat(common, np.diff(branches)) // (lower * whole)
    size = np.add.reduceat(np.abs(top.astype(np.float64)) * upper * times, starts)
    if (common == 0).any() or size.max(initial=0) >= 10**_DIGITS:
        return None
    sums = np.add.reduceat(top * upper * times, starts)
    shared = np.gcd(sums, common)
    return fractions(sums // shared, common // shared)


def fractions(top: Ints, whole: Ints) -> NDArray[Any]:
    """Return exact numbers: integers as such if all are whole, else Fractions, of which equal ones are one object."""
    if (whole == 1).all():
        return top
    which, several = _as_shares(top, whole)
    return objects(int(one) if one.denominator == 1 else one for one in several)[which]


def _as_shares(top: Ints, whole: Ints) -> tuple[NDArray[np.int32], Shares]:
    """Return for each pair its place among the distinct ones, and these."""
    order = np.lexsort((top, whole))
    fresh = (np.diff(top[order], prepend=0) != 0) | (np.diff(whole[order], prepend=0) != 0)
    which = np.empty(top.size, np.int32)
    which[order] = np.cumsum(fresh) - 1
    return which, Shares(top[order][fresh], whole[order][fresh])


def _common(whole: Ints, branches: Ints) -> Ints:
    """Return the common denominator of each choice, 0 where it is too large."""
    if not whole.size:
        return whole
    largest = np.maximum.reduceat(whole, branches[:-1])
    divides = np.logical_and.reduceat(np.repeat(largest, np.diff(branches)) % whole == 0, branches[:-1])
    found = np.where(divides, largest, 0)
    for k in np.flatnonzero(~divides).tolist():
        common = int(np.lcm.reduce(whole[branches[k] : branches[k + 1]].astype(object)))
        found[k] = common if common < 10**_DIGITS else 0
    return found


def exactly(given: Any, what: str, exact: str, remarks: list[str], quick: bool = False) -> Exactly:
    """Return numbers exactly; raise `CellError` if one is none, or a float that is refused.

    With ``quick`` a float of more than 15 decimals counts as too long, since it is going to be mended.
    """
    if isinstance(given, np.ndarray) and given.dtype.kind in "iub":
        row = given.astype(np.int64)
        return Exactly(row, np.ones(row.size, np.int64), np.zeros(row.size, np.bool_))
    if isinstance(given, np.ndarray) and given.dtype.kind == "f":
        bad = np.flatnonzero(~np.isfinite(given))
        if bad.size:
            raise CellError(f"the {what} is {given[bad[0]]}", int(bad[0]), what, "a number")
        if exact == "refuse":
            number(float(given[0]))
        if given.dtype.itemsize < 8:  # what is written of a shorter float is not what it is as a longer one
            given = given.astype(str)
        return _of_floats(given.astype(np.float64), exact, remarks, quick)
    which, several = distinct(given)
    known: list[Fraction | int] = []
    for k, one in enumerate(several):
        try:
            known.append(of_any(one, exact))
        except (GameError, ValueError) as error:
            raise CellError(f"the {what} is {shown(one)}: {error}", int(np.argmax(which == k)), what) from None
    if any(isinstance(one, float) or (exact == "simplest" and "." in str(one)) for one in several):
        say_decimals(remarks, exact)
    return Exactly.of(known).taken(which)


def of_any(one: Any, exact: str) -> Fraction | int:
    """Return a number exactly; raise `GameError` if it is none, or a float that is refused."""
    if isinstance(one, float | np.floating) and exact != "refuse":
        return of_float(float(one), exact)
    if exact == "simplest" and isinstance(one, str) and "." in one:
        return of_float(float(number(one)), exact)
    return number(one)


def of_float(one: float, exact: str) -> Fraction:
    """Return a float as the decimal that it is written as, or as the simplest fraction."""
    return unrounded(one) if exact == "simplest" else Fraction(repr(one))


def say_decimals(remarks: list[str], exact: str) -> None:
    """Note what floats were taken for, once."""
    remark = "floats are read as the decimals that they are written as: 0.1 is 1/10"
    if exact == "simplest":
        remark = "floats of 5 decimals and more are read as the simplest fractions they may be: 0.33333 is 1/3"
    if remark not in remarks:
        remarks.append(remark)


def _of_floats(given: NDArray[np.float64], exact: str, remarks: list[str], quick: bool) -> Exactly:
    """Return floats as the decimals that they are written as, or as the simplest fractions."""
    several, which = np.unique(given, return_inverse=True)
    if (several != np.rint(several)).any():
        say_decimals(remarks, exact)
    if exact == "simplest":
        return Exactly.of(map(unrounded, several.tolist())).taken(which)
    top, whole = np.zeros(several.size, np.int64), np.ones(several.size, np.int64)
    long, left = np.zeros(several.size, np.bool_), np.arange(several.size)
    for places in range(16):  # a quotient of whole numbers below 2^53 is the float that the decimal is read as
        scaled = np.rint(several[left] * 10.0**places)
        right = (np.abs(scaled) < 2.0**53) & (scaled / 10.0**places == several[left])
        top[left[right]], whole[left[right]] = scaled[right].astype(np.int64), 10**places
        left = left[~right]
    if quick:
        long[left] = True
    else:
        top[left], whole[left], long[left] = _written(several[left])
    return Exactly(top[which], whole[which], long[which])


def _written(given: NDArray[np.float64]) -> Exactly:
    """Return floats as the decimals that they are written as."""
    tops, wholes, long = [], [], []
    for one in given.tolist():
        before, _, behind = repr(one).partition(".")
        wide = len(before) + len(behind) > _DIGITS or "e" in behind or not behind
        long.append(wide)
        tops.append(0 if wide else int(before + behind))
        wholes.append(1 if wide else 10 ** len(behind))
    return Exactly(np.array(tops, np.int64), np.array(wholes, np.int64), np.array(long, np.bool_))


# From a table.


def from_table(table: Any, *, name: str = "the table", columns: Mapping[str, str] | None = None, **how: Any) -> Model:
    """Return the model of a table; arguments and errors as for `Model.from_table`."""
    if isinstance(table, str | PathLike):
        return from_text(open_source(table).data, fspath(table), columns, **how)
    if isinstance(table, Mapping):
        given = dict(table)
    elif hasattr(table, "columns") and hasattr(table, "__getitem__"):
        if any(name is not None for name in getattr(getattr(table, "index", None), "names", ())):
            table = table.reset_index()  # what a DataFrame has as its index may be states and actions
        given = {one: table[one] for one in table.columns}
    elif isinstance(table, Iterable) and not isinstance(table, str | bytes) and getattr(table, "ndim", 2) > 1:
        given = _of_rows(list(table), name)
    else:
        raise GameError(f"{name} is {shown(table)}; expected a DataFrame, rows in a list, or the path of a CSV file")
    found = meanings(given, columns)
    columns_of = {one: _column(given[key], f"column {one!r} of {name}") for one, key in found.items()}
    return _model(columns_of, name, _unread(given, found), **how)


def from_text(data: Data, source: str, columns: Mapping[str, str] | None = None, **how: Any) -> Model:
    """Return the model of a table in a text; raise `FormatError` with the lines and columns at fault."""
    table = table_of(data, source)
    try:
        table.called = meanings(table.names, columns)
        columns_of = cells_of(table.meant())
        _tell_of_twins(columns_of, source)
        return _model(columns_of, source, _unread(table.columns, table.called), numbers_or_texts, **how)
    except CellError as wrong:
        raise FormatError([table.fault(wrong)], source) from None


def _tell_of_twins(columns: Mapping[str, Any], name: str) -> None:
    """Warn of the first row that stands twice in a file that a person may have written, since both count."""
    rows = list(zip(*columns.values(), strict=True)) if len(columns["state"]) <= _WRITTEN_BY_HAND else []
    with suppress(TypeError):  # states that cannot be hashed are reported elsewhere
        again = next((row for row, count in Counter(rows).items() if count > 1), None)
        if again is not None:
            words = ",".join(map(str, again))
            warn_caller(f"{name}: the row {words} appears {rows.count(again)} times, and its probabilities are added")


def _unread(given: Mapping[Any, Any], found: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the columns that are not read, if none is one of probabilities; warn if one looks like it."""
    unread = () if "probability" in found else tuple(key for key in given if key not in found.values())
    for key in unread:
        with suppress(TypeError, ValueError):
            row = np.asarray(given[key], np.float64)
            if row.size and ((row >= 0) & (row <= 1)).all() and ((row > 0) & (row < 1)).any():
                warn_caller(f"the column {str(key)!r} is not read; if it has the probabilities: {_named_likely(key)}")
                break
    return tuple(map(str, unread))


def _named_likely(key: Any) -> str:
    return f"columns={{'probability': {str(key)!r}}}, or --column {shlex.quote(f'probability={key}')}"


def _model(
    columns: Mapping[str, Any],
    name: str,
    unread: tuple[str, ...] = (),
    called: Callable[[list[Any]], list[Any]] = list,
    exact: str = "decimal",
    normalize: bool = False,
    start: object = None,
) -> Model:
    """Return the model of columns, by what they are for; names of states and actions become what they are called."""
    count = {len(column) for column in columns.values()}
    if len(count) > 1:
        raise GameError(f"the columns of {name} have different lengths: {', '.join(map(str, sorted(count)))}")
    if count == {0}:
        raise CellError(f"{name} has no rows", HEADING, "", "one for each thing that can follow an action in a state")
    state, after, names = _states(columns["state"], columns["next"])
    actions, action_names = _codes(columns["action"], "action")
    names, action_names = called(names), called(action_names)
    likely = columns.get("probability", np.ones(state.size, np.int64))
    rows = Rows(state, actions, after, likely, columns.get("reward"), names, action_names, unread=unread)
    if "player" in columns:
        rows.player = _players(columns["player"], state, names)
    return rows.model(exact, normalize, start)


def _column(values: Any, what: str) -> Any:
    """Return a column as an array of numbers, or as a list."""
    if isinstance(values, str | bytes) or not hasattr(values, "__len__") or getattr(values, "ndim", 1) != 1:
        raise GameError(f"{what} is {shown(values)}; expected a row of values")
    dtype = getattr(getattr(values, "dtype", None), "kind", "O")
    if dtype in "iufb":
        return np.asarray(values)
    return list(values.to_numpy(object) if hasattr(values, "to_numpy") else values)  # pandas' own texts come slowly


def _of_rows(rows: Sequence[Any], name: str) -> dict[str, list[Any]]:
    """Return the columns of rows that are dictionaries or tuples."""
    if rows and all(isinstance(row, Mapping) for row in rows):
        keys = list(rows[0])
        for k, row in enumerate(rows):
            if row.keys() != rows[0].keys():
                raise GameError(f"row {k + 1} of {name} has other columns: {', '.join(map(str, row))}")
        return {str(key): [row[key] for row in rows] for key in keys}
    width = len(rows[0]) if rows and isinstance(rows[0], Sequence | np.ndarray) else 0
    for k, row in enumerate(rows):
        listed = isinstance(row, Sequence | np.ndarray) and not isinstance(row, str)
        if not listed or len(row) != width or not 3 <= width <= 6:
            raise GameError(
                f"row {k + 1} of {name} is {shown(row)}; expected a tuple (state, action, next, probability, reward, "
                "player), of which the last three may be missing, or a dictionary"
            )
    columns = dict(zip(COLUMNS, map(list, zip(*rows, strict=True)), strict=False))
    return columns or {column: [] for column in NEEDED}


def _states(state: Any, after: Any) -> tuple[Ints, Ints, list[Any]]:
    """Return states and next states as numbers, and their names: integers ascending, others as they come."""
    if isinstance(state, np.ndarray) and isinstance(after, np.ndarray) and state.dtype.kind == after.dtype.kind == "i":
        both = np.concatenate([state, after])
        low, high = int(both.min()), int(both.max())
        if high - low < 4 * both.size:  # quicker than to sort
            there = np.zeros(high - low + 1, np.bool_)
            there[both - low] = True
            number_of = np.cumsum(there) - 1
            codes, names = number_of[both - low], np.flatnonzero(there) + low
        else:
            names, codes = np.unique(both, return_inverse=True)
        return codes[: state.size], codes[state.size :], names.tolist()
    codes, found = _codes([*_plainly(state), *_plainly(after)], "state", "next")
    return codes[: len(state)], codes[len(state) :], found


def _plainly(given: Any) -> list[Any]:
    return given.tolist() if isinstance(given, np.ndarray) else list(given)


def _codes(given: Any, *columns: str) -> tuple[Ints, list[Any]]:
    """Return names as numbers in the order in which they come, and the names.

    They are those of some columns, one behind the other. Raise `CellError` if one is missing.
    """
    try:
        codes, names = distinct(_plainly(given))
    except TypeError:
        raise GameError("a state or an action cannot be hashed; expected names, numbers or tuples") from None
    for code, one in enumerate(names):
        if one is None or one != one:
            k, row = divmod(int(np.argmax(codes == code)), codes.size // len(columns))
            what = "a player" if columns[k] == "player" else "a state or an action"
            raise CellError(f"{what} is missing", row, columns[k])
    return codes.astype(np.int64), list(names)


def _players(given: Any, state: Ints, names: Sequence[Any]) -> NDArray[np.int32]:
    """Return who moves in each state; raise `CellError` if its rows do not agree, or it is no player."""
    known = {str(player): player for player in (0, 1)}
    known |= {word.lower(): player for pair in PLAYERS for player, word in enumerate(pair)}
    codes, words = _codes(given, "player")
    numbers = []
    for k, word in enumerate(words):
        key = str(int(word)) if isinstance(word, float) and word in (0, 1) else str(word).strip().lower()
        if key not in known:
            raise CellError(f"a player is {shown(word)}", int(np.argmax(codes == k)), "player", "0 (Max) or 1 (Min)")
        numbers.append(known[key])
    row = np.array(numbers, np.int32)[codes]
    player = np.zeros(len(names), np.int32)
    player[state[::-1]] = row[::-1]  # the first row of a state counts
    bad = np.flatnonzero(player[state] != row)
    if bad.size:
        message = f"another player moves in state {shown(names[state[bad[0]]])} than elsewhere"
        raise CellError(message, int(bad[0]), "player")
    return player


# From environments.


def from_gym(dynamics: Any, exact: str, normalize: bool, start: object) -> Model:
    """Return the model of an environment with a table; arguments and errors as for `Model.from_gym`."""
    inner = getattr(dynamics, "unwrapped", dynamics)
    table = getattr(inner, "P", inner)
    try:
        listed = table.items() if isinstance(table, Mapping) else enumerate(table)
        rows = [
            (_plain_key(s), _plain_key(a), _plain_key(after), likely, reward, bool(done))
            for s, moves in listed
            for a, several in (moves.items() if isinstance(moves, Mapping) else enumerate(moves))
            for likely, after, reward, done in (
                several if not isinstance(several, Mapping) else ((p, t, 0, False) for t, p in several.items())
            )
        ]
    except (TypeError, ValueError, AttributeError):
        expected = (
            "expected P[state][action] = [(probability, next, reward, done), ...], or an environment with such a P"
        )
        raise GameError(f"{shown(dynamics)} is not a table of an environment; {expected}") from None
    if not rows:
        raise GameError("the environment has no steps; expected P[state][action] = [(probability, next, reward, done)]")
    leaves = {s for s, _, after, _, reward, _ in rows if after != s or reward}
    onwards = [done and after in leaves for _, _, after, *_, done in rows]
    made = [(s, a, DONE if on else after, *more) for (s, a, after, *more, _), on in zip(rows, onwards, strict=True)]
    begins = np.flatnonzero(np.asarray(getattr(inner, "initial_state_distrib", ())))
    if start is None and begins.size == 1:
        start = int(begins[0])
    model = from_table(made, exact=exact, normalize=normalize, start=start, name="the environment")
    if not any(onwards):
        return model
    remark = f"{counted(sum(onwards), 'step')} that end the play lead to one more state, {DONE!r}"
    return replace(model, remark="; ".join(filter(None, [remark, model.remark])))


def _plain_key(one: Any) -> Any:
    return one.item() if isinstance(one, np.generic) else one


# From arrays.


def from_arrays(
    transitions: Any, rewards: Any, states: Any, actions: Any, order: Any, exact: str, normalize: bool, start: object
) -> Model:
    """Return the model of arrays; arguments and errors as for `Model.from_arrays`."""
    if (states is None) != (actions is None):
        raise GameError(
            "states and actions come together: the numbers of the state and the action of each row of the transitions; "
            "Model.from_table takes rows of names"
        )
    if any(np.asarray(one).dtype.kind in "OSU" for one in (states, actions) if one is not None):
        raise GameError(
            "states and actions are the numbers of the state and the action of each row of the transitions, and not "
            "names; Model.from_table takes rows of names: state, action, next state, probability, reward"
        )
    named = list(transitions) if isinstance(transitions, Mapping) else None
    if named is not None:
        transitions = [transitions[one] for one in named]
        if isinstance(rewards, Mapping):
            rewards = [rewards.get(one, np.zeros(_shape(transitions[0])[0])) for one in named]
            rewards = np.column_stack(rewards) if np.ndim(rewards[0]) == 1 else rewards
    try:
        order = _order(order, transitions, rewards, named is not None or states is not None)
        if states is not None:
            states, actions = np.asarray(states, np.int64), np.asarray(actions, np.int64)
        parts, n, several = _pairs(transitions, states, actions, order)
        state, action, after, likely = (np.concatenate(part) for part in zip(*parts, strict=True))
        given = _dense(rewards)
        if states is not None and given.shape == states.shape:  # those of the rows
            rewards = np.zeros((n, several), given.dtype)
            rewards[states, actions] = given
            given = rewards
        gained = _gained(given, n, several, state, action, after)
    except (TypeError, ValueError, IndexError) as error:
        if isinstance(error, GameError):
            raise
        raise GameError(f"the transitions or the rewards are not arrays of numbers: {error}") from None
    if gained.dtype.kind == "f" and (never := np.isneginf(gained)).any():
        state, action, after, likely, gained = (row[~never] for row in (state, action, after, likely, gained))
    kept = np.unique(action)
    called = kept.tolist() if named is None else [named[one] for one in kept]
    rows = Rows(state, np.searchsorted(kept, action), after, likely, gained, list(range(n)), called)
    return rows.model(exact, normalize, 0 if start is None else start)


def _order(order: Any, transitions: Any, rewards: Any, known: bool) -> str | None:
    """Return what the axes of transitions are, None as their shape is; warn where that fits two readings."""
    if order is not None:
        if not isinstance(order, str) or order not in ("ass", "sas"):
            raise GameError(f"order is {shown(order)}; expected 'ass' or 'sas'")
        if known:
            raise GameError(
                "order is for transitions with three axes; a dictionary, and states and actions, have their own"
            )
        return order
    listed = not known and isinstance(transitions, list | tuple | np.ndarray)
    if not listed or any(hasattr(one, "tocoo") for one in transitions):
        return None
    array = np.asarray(transitions)
    if array.ndim != 3 or len(set(array.shape)) > 1 or any(len(np.shape(one)) == 2 for one in rewards):
        return None
    if not np.array_equal(array, array.swapaxes(0, 1)):
        warn_caller(
            f"there are as many actions as states, {len(array)}, and the transitions are read as [action, state, next "
            "state]; order='sas' reads them as [state, action, next state], and order='ass' as they are read now"
        )
    return None


def _pairs(
    transitions: Any, states: Any, actions: Any, order: str | None
) -> tuple[list[tuple[NDArray[Any], ...]], int, int]:
    """Return what transitions say, whatever their form: in some parts the state, action, next state and probability of
    each; and how many states and actions there are.
    """
    if states is not None:
        k, after, likely = _entries(transitions)
        rows, count = _shape(transitions)
        if not states.shape == actions.shape == (rows,):
            raise GameError(
                f"there are {states.size} states and {actions.size} actions; expected one for each of {rows} rows"
            )
        return [(states[k], actions[k], after, likely)], count, int(actions.max(initial=-1)) + 1
    if len(getattr(transitions, "shape", ())) == 2:
        raise GameError(
            "the transitions are one matrix; expected one for each action, as [P] where there is one action"
        )
    matrices = list(transitions) if not isinstance(transitions, np.ndarray) else transitions
    shapes = {_shape(one) for one in matrices}
    if len(shapes) != 1:
        raise GameError(f"the transitions have several shapes: {', '.join(map(str, sorted(shapes)))}")
    rows, count = shapes.pop()
    by_action = order == "ass" or (order is None and rows == count)
    if (rows if by_action else len(matrices)) != count:
        raise GameError(
            f"the transitions have the shape ({len(matrices)}, {rows}, {count}); expected (actions, states, states) "
            "as in pymdptoolbox, or (states, actions, states) as in QuantEcon"
        )
    parts = list[tuple[NDArray[Any], ...]]()
    for one, matrix in enumerate(matrices):
        k, after, likely = _entries(matrix)
        other = np.full(k.size, one, np.int64)
        parts.append((k, other, after, likely) if by_action else (other, k, after, likely))
    return parts, count, len(matrices) if by_action else rows


def _shape(matrix: Any) -> tuple[int, int]:
    shape = matrix.shape if hasattr(matrix, "shape") else np.shape(matrix)
    if len(shape) != 2:
        raise GameError(f"a matrix of transitions has the shape {shape}; expected two dimensions")
    return int(shape[0]), int(shape[1])


def _entries(matrix: Any) -> tuple[Ints, Ints, NDArray[Any]]:
    """Return the rows, the columns and the values of the entries of a matrix that are not 0."""
    if hasattr(matrix, "tocoo"):
        found = matrix.tocoo()
        there = found.data != 0
        return found.row[there].astype(np.int64), found.col[there].astype(np.int64), found.data[there]
    dense = np.asarray(matrix)
    row, column = np.nonzero(dense)
    return row, column, dense[row, column]


def _dense(rewards: Any) -> NDArray[Any]:
    """Return rewards as an array, also of sparse matrices."""
    if isinstance(rewards, list | tuple) and any(hasattr(one, "tocsr") for one in rewards):
        return np.stack([one.toarray() for one in rewards])
    return np.asarray(rewards.toarray() if hasattr(rewards, "toarray") else rewards)


def _gained(row: NDArray[Any], n: int, several: int, state: Ints, action: Ints, after: Ints) -> NDArray[Any]:
    """Return the reward of each row of the transitions."""
    if row.shape == (n, several):
        return row[state, action]
    if row.shape == (n,):
        return row[state]
    if row.shape == (several, n, n):
        return row[action, state, after]
    raise GameError(
        f"the rewards have the shape {row.shape}; expected ({n},), ({n}, {several}) or ({several}, {n}, {n}) "
        f"for {n} states and {several} actions"
    )
