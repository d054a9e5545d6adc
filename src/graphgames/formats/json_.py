"""Solutions as JSON, in a format of our own with a version: winners, strategy, values, and the certificate.

What a paritysol file cannot say stands here: draws, values, and the proof for objectives that two strategies alone do
not prove. One object a file, one key a line, so that a fault has a place that can be looked at.
"""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.certificate import Certificate
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.formats.kernels import pg_write
from graphgames.formats.solutions import Certify, solution_from_arrays
from graphgames.games.buchi.certificate import BuchiLabels
from graphgames.games.lastmove.certificate import Remoteness
from graphgames.games.parity.certificate import StrategyPair
from graphgames.games.reachability.certificate import AttractorRanks
from graphgames.readers.faults import Faults
from graphgames.readers.source import Data

NAME, VERSION = "graphgames-solution", 1
EXPECTED = f'a solution in JSON: an object with "format": "{NAME}"'
KINDS: dict[str, type[Certificate]] = {
    kind.kind: kind for kind in (AttractorRanks, Remoteness, BuchiLabels, StrategyPair)
}
"""The certificates that can be written and read."""

_OTHER = "is this the solution of another game?"
_INT32 = 2**31 - 1


def write_solution(solution: ArenaSolution, file: IO[bytes]) -> None:
    """Write a solution with its certificate.

    Parameters
    ----------
    solution : ArenaSolution
        What to write.
    file : binary file
        Where to.

    Examples
    --------
    >>> import io
    >>> from graphgames import Arena, Parity
    >>> game = Game(Arena.from_edges([(0, 0)], owner=[0]), Parity([2]))
    >>> solution = solution_from_arrays(game, np.array([0], np.uint8), np.array([0], np.int32))
    >>> file = io.BytesIO()
    >>> write_solution(solution, file)
    >>> print(file.getvalue().decode())
    {"format": "graphgames-solution",
    "version": 1,
    "solver": "file",
    "objective": "parity",
    "vertices": 1,
    "edges": 1,
    "won": [1,0],
    "winner": [0],
    "strategy": [0],
    "value": null,
    "certificate": {"kind": "strategy-pair"}}
    """
    entries: dict[str, Any] = {"format": NAME, "version": VERSION} | solution.to_dict(full=False)
    parts = [f'"{key}": {json.dumps(value, separators=(",", ":"))}' for key, value in entries.items()]
    parts += [f'"winner": {_array(solution.winner)}', f'"strategy": {_array(solution.strategy.moves)}']
    parts.append(f'"value": {"null" if solution.values is None else _array(solution.values)}')
    proof = [f'"{key}": {_plain(value)}' for key, value in _content(solution.certificate).items()]
    parts.append('"certificate": {' + ",\n".join(proof) + "}")
    file.write(("{" + ",\n".join(parts) + "}\n").encode())


def _content(certificate: Certificate) -> dict[str, Any]:
    return {"kind": certificate.kind} | {field.name: getattr(certificate, field.name) for field in fields(certificate)}


def _plain(value: Any) -> str:
    return _array(value) if isinstance(value, np.ndarray) else json.dumps(value)


def _array(values: NDArray[Any]) -> str:
    wide = np.ascontiguousarray(values, np.int64)
    if wide.size and max(int(wide.max()), -int(wide.min())) >= 1 << 32:
        return json.dumps(values.tolist(), separators=(",", ":"))
    out = np.empty(wide.size * 12, np.uint8)
    return f"[{out[: pg_write.number_list(wide, out)].tobytes().decode()}]"


def read_solution(data: Data, source: str, game: Game, certify: Certify | None = None) -> ArenaSolution:
    """Read a solution of a game.

    Parameters
    ----------
    data : bytes, bytearray or mmap
        The whole file, unpacked.
    source : str
        Its name, for the error messages.
    game : Game
        The game that was solved.
    certify : callable, optional
        Makes the certificate if the file holds none (``null``).

    Raises
    ------
    FormatError
        If the file is no JSON or not in this format, a key is missing, or an array has the wrong length or something in
        it that cannot be. Whether the solution is right is for the verifier to say.

    Examples
    --------
    >>> from graphgames import Arena, Reach
    >>> game = Game(Arena.from_edges([(0, 1)], owner=[0, 1]), Reach([1]))
    >>> read_solution(b'{"format": "graphgames-solution", "version": 1}', "reach.json", game)
    Traceback (most recent call last):
        ...
    graphgames.core.errors.FormatError: reach.json:1:1: the solution has no "objective"
        {"format": "graphgames-solution", "version": 1}
        ^
    reach.json:1:1: the solution has no "vertices"
        {"format": "graphgames-solution", "version": 1}
        ^
    """
    faults = Faults(data, source)
    faults.refuse_other_kinds("json", b"{", EXPECTED)
    reading = _Reading(faults, parsed(faults), game)
    reading.head()
    faults.throw()
    winner = reading.array("winner", 0, 2 if game.objective.has_draws else 1, np.uint8)
    moves = reading.array("strategy", -1, game.arena.n - 1, np.int32)
    value = reading.array("value", -_INT32, _INT32, np.int64, optional=True)
    certificate = reading.certificate()
    faults.throw()
    solver = reading.document.get("solver")
    return solution_from_arrays(
        game, winner, moves, certificate or certify, value, solver if isinstance(solver, str) else "file"
    )


def parsed(faults: Faults) -> Any:
    """Parse the text, and say where it stops being JSON."""
    faults.check_utf8()
    faults.throw()
    text = faults.text.decode().removeprefix("\ufeff")
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        at = len(text[: error.pos].encode()) + (3 if faults.text[:3] == b"\xef\xbb\xbf" else 0)
        message = "the file ends" if at >= len(faults.text.rstrip()) else f"this is not JSON: {error.msg}"
        hint = "the file may have been cut off" if message == "the file ends" else ""
        faults.add(at, message, "a complete JSON object" if hint else "", hint)
    except (RecursionError, ValueError) as error:
        what = "it is nested too deep" if isinstance(error, RecursionError) else "a number in it is too large"
        faults.add(0, f"this cannot be read as JSON: {what}", EXPECTED)
    faults.throw()
    return None


class _Reading:
    """The parsed object on its way to a solution."""

    def __init__(self, faults: Faults, document: Any, game: Game):
        self.faults, self.game = faults, game
        self.document: dict[str, Any] = document if isinstance(document, dict) else {}

    def head(self) -> None:
        """See that the object is a solution, of a version that is known, and of this game."""
        if self.document.get("format") != NAME:
            at = self._place("format") if "format" in self.document else self.faults.skip_space(0)
            self.faults.add(at, "this is not a solution of graphgames", EXPECTED)
            return
        if self.document.get("version") != VERSION:
            said = f"the version is {self.document.get('version')!r}"
            self.faults.add(self._place("version"), said, f"version {VERSION}", "a newer graphgames may read it")
            return
        arena = self.game.arena
        self._same("objective", self.game.objective.name)
        self._same("vertices", arena.n)
        if "edges" in self.document:
            self._same("edges", arena.m)

    def _same(self, key: str, wanted: object) -> None:
        if key not in self.document:
            self.faults.add(self.faults.skip_space(0), f'the solution has no "{key}"')
        elif self.document[key] != wanted:
            said = f'"{key}" is {self.document[key]!r}, but the game\'s is {wanted!r}'
            self.faults.add(self._place(key), said[:200], hint=_OTHER)

    def array(self, key: str, low: int, high: int, dtype: Any, optional: bool = False, inside: Any = None) -> Any:
        """Return an array of the object, one number for each vertex; an empty one, and a fault, if it is none."""
        container = self.document if inside is None else inside
        values, n = container.get(key), self.game.arena.n
        if values is None and optional:
            return None
        empty = np.zeros(n, dtype)
        if not isinstance(values, list):
            there = f'"{key}" is no array' if key in container else f'there is no "{key}"'
            self.faults.add(self._place(key), there, f"an array of {n} numbers")
        elif len(values) != n:
            self.faults.add(
                self._place(key), f'"{key}" has {len(values)} entries, but the game has {n} vertices', hint=_OTHER
            )
        elif not all(kind is int for kind in set(map(type, values))) or (
            values and (min(values) < low or max(values) > high)
        ):
            v = next(v for v, x in enumerate(values) if type(x) is not int or not low <= x <= high)
            shown = json.dumps(values[v])[:40]
            where = self._place(key, v)
            self.faults.add(where, f'"{key}" of vertex {v} is {shown}', f"a whole number from {low} to {high}")
        else:
            return np.array(values, dtype)
        return empty

    def certificate(self) -> Certificate | None:
        """Return the certificate, or None where the object has none."""
        given = self.document.get("certificate")
        if given is None:
            return None
        kind = KINDS.get(str(given.get("kind"))) if isinstance(given, dict) else None
        if kind is None:
            self.faults.add(self._place("certificate"), "this is no certificate", f'"kind": {" or ".join(KINDS)}')
            return None
        content: dict[str, Any] = {}
        for field in fields(kind):
            if field.name == "player":
                content["player"] = self._player(given)
            else:
                content[field.name] = self.array(field.name, -_INT32, _INT32, np.int32, inside=given)
        return kind(**content)

    def _player(self, given: dict[str, Any]) -> int:
        player = given.get("player")
        if type(player) is int and player in (0, 1):
            return player
        self.faults.add(self._place("player"), f'"player" is {json.dumps(player)[:40]}', "0 or 1")
        return 0

    def _place(self, key: str, index: int | None = None) -> int:
        """Find the value of a key in the text, or an entry of its array; the beginning if the key is not there."""
        text = self.faults.text
        match = re.search(rb'"%s"\s*:\s*' % key.encode(), text)
        if match is None:
            return self.faults.skip_space(0)
        at = match.end()
        for number, entry in enumerate(re.finditer(rb"[^\s,\[\]]+", text[at:]) if index is not None else ()):
            if number == index:
                return at + entry.start()
        return at
