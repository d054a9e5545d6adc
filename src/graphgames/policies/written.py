"""Policies as they are written: in files and in tables, by the names of positions and moves, with the place of a fault.

A file is a table (``.csv``) with a row for each position, or for each of several moves there with its probability; an
object of JSON from positions to moves, or to the probabilities of moves; or a solution of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from graphgames.core.errors import FormatError, GameError, GraphGamesError, did_you_mean, shown
from graphgames.core.value import decimal
from graphgames.formats import solution_in
from graphgames.formats.text_table import CellError, table_of
from graphgames.games.models.columns import meanings
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import parsed
from graphgames.readers.source import open_source

COLUMNS = {
    "state": ("state", "s", "position", "vertex", "label", "from"),
    "action": ("action", "a", "move", "to"),
    "probability": ("probability", "prob", "p"),
}
"""The columns of a policy, each with the names that it may have."""
EXPECTED = "a table with the columns state and action, and perhaps probability"
_IN_JSON = "an object from states to actions, or to the probabilities of actions"

Refuse = Callable[[str, Any, str], GraphGamesError]
"""From what is wrong, the position and the column, to the error that says where."""


class Written:
    """A policy by the names of positions; called with a position it returns a move, probabilities, or None.

    ``refused`` returns the error for what is wrong with what it says at a position.
    """

    def __init__(self, answers: Mapping[Any, Any], refuse: Refuse, as_text: bool):
        self.answers, self.refuse, self._text = answers, refuse, str if as_text else (lambda position: position)
        self._copied: Mapping[Any, Any] = {}

    def __call__(self, position: Any) -> Any:
        return self.answers.get(self._key(position))

    def _key(self, position: Any) -> Any:
        """Return the name by which it speaks of a position."""
        key = self._text(position)
        return key if key in self.answers else self._copied.get(key, key)

    def refused(self, wrong: str, position: Any) -> GraphGamesError:
        """Return the error for what it says at a position, with the place."""
        return self.refuse(wrong, self._key(position), "action")

    def expect(self, positions: Collection[Any], copied: Sequence[Any] = ()) -> Written:
        """Return it; raise an error if it speaks of a position that is not among these.

        Where positions are copies of states, one for each memory of them, ``copied`` has the state of each, and what is
        said of a state holds for its copies.
        """
        known = dict.fromkeys(map(self._text, positions))
        self._copied = dict(zip(known, map(self._text, copied), strict=False))
        states = set(self._copied.values())
        for one in self.answers:
            if one not in known and one not in states:
                near = did_you_mean(one, [*map(str, states or known)]).removesuffix(".") if isinstance(one, str) else ""
                if isinstance(one, str) and one.rpartition(" #")[0] in known:
                    near = "; the policy remembers what the property that it was made for needs, and this one does not"
                raise self.refuse(
                    f"the policy names {shown(one)}, which is not a state of the game{near}", one, "state"
                )
        return self


def in_table(table: Any) -> Written:
    """Return the policy in a DataFrame; raise `GameError` if it holds none."""
    rows = table.to_dict("records")
    try:
        called = meanings(table.columns, None, COLUMNS, EXPECTED)
    except CellError as wrong:
        raise GameError(f"this table is not a policy: {wrong}") from None
    columns = {one: [row[name] for row in rows] for one, name in called.items()}
    return _of_rows(columns, lambda wrong: wrong, as_text=False)


def in_file(path: str, game: Any) -> Any:
    """Return the policy in a file, or the solution of the game.

    Raise `FormatError` with the place if it holds neither.
    """
    source = open_source(path)
    text = source.to_bytes()
    if text.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        faults = Faults(text, source.name)
        held = parsed(faults, _IN_JSON)
        data = held.get("policy", held)
        if "format" not in held and isinstance(data, dict):
            return _of_object(data, faults)
        if held.get("format") != "graphgames-solution":
            faults.add(0, f"this is not a policy{_called(held)}", f"{_IN_JSON}, or a solution of the game")
            faults.throw()
    elif not text.startswith(b"paritysol"):
        table = table_of(text, source.name)

        def refuse(wrong: CellError) -> FormatError:
            return FormatError([table.fault(wrong)], source.name)

        try:
            table.called = meanings(table.names, None, COLUMNS, EXPECTED)
        except CellError as wrong:
            raise refuse(wrong) from None
        return _of_rows(table.meant(), refuse, as_text=True)
    return solution_in(source, getattr(game, "problem", game))


def _called(held: Mapping[str, Any]) -> str:
    return f", but {held['format']}" if isinstance(held.get("format"), str) else ""


def _of_rows(
    columns: Mapping[str, list[Any]], refuse: Callable[[CellError], GraphGamesError], as_text: bool
) -> Written:
    """Return the policy in the rows of a table."""
    answers: dict[Any, Any] = {}
    rows: dict[Any, int] = {}
    likely: Iterable[Any] = columns.get("probability", [None] * len(columns["state"]))

    def wrong(sentence: str, position: Any, column: str) -> GraphGamesError:
        row = rows.get(position)
        return GameError(sentence) if row is None else refuse(CellError(sentence, row, column))

    for row, (state, action, share) in enumerate(zip(columns["state"], columns["action"], likely, strict=True)):
        if action is None or action == "" or action != action:  # no action matters there
            continue
        first = rows.setdefault(state, row)
        if share is None:
            if first < row:
                sentence = f"{shown(state)} already has an action; of several, each needs a probability"
                raise refuse(CellError(sentence, row, "state"))
            answers[state] = action
            continue
        if action in answers.setdefault(state, {}):
            raise refuse(CellError(f"{shown(state)} already has the action {shown(action)}", row, "action"))
        try:
            answers[state][action] = decimal(share)
        except GraphGamesError as error:
            raise refuse(CellError(f"the probability is {shown(share)}: {error}", row, "probability")) from None
    if not answers:
        raise refuse(CellError("the policy says nothing: there is no row with an action", -1, "state"))
    return Written(answers, wrong, as_text)


def _of_object(data: Mapping[str, Any], faults: Faults) -> Written:
    """Return the policy in an object of JSON."""
    from json import dumps

    def wrong(sentence: str, position: Any, column: str) -> GraphGamesError:
        at = faults.text.find(dumps(position, ensure_ascii=False).encode(), max(0, faults.text.find(b'"policy"')))
        faults.add(max(at, 0), sentence)
        return _thrown(faults)

    answers: dict[str, Any] = {}
    for state, action in data.items():
        several = isinstance(action, dict)
        for one in action.values() if several else ():
            try:
                decimal(one)
            except GraphGamesError as error:
                raise wrong(f"a probability at {shown(state)} is {shown(one)}: {error}", state, "") from None
        if action is None:
            continue
        if isinstance(action, bool | list | float):
            raise wrong(f"the action at {shown(state)} is {shown(action)}; expected a name or {_IN_JSON}", state, "")
        answers[state] = action
    return Written(answers, wrong, as_text=True)


def _thrown(faults: Faults) -> GraphGamesError:
    """Return the error that faults make."""
    try:
        faults.throw()
    except FormatError as error:
        return error
    raise AssertionError
