"""Solutions as JSON, in a versioned format of our own: the answers, the values, and the certificate.

It holds what a paritysol file cannot: draws, values, and the proof for objectives that two strategies alone do not
prove. A file is one object, with one key per line. The codec of a kind says what its solutions hold
(`graphgames.formats.codec`); those of games on arenas are the same for all of them.
"""

from __future__ import annotations

import json
import re
from typing import IO, TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from graphgames.catalogue import find
from graphgames.core.certificate import Certificate
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.value import listed
from graphgames.formats.codec import Codec
from graphgames.formats.plain import WrongError, certificate, exact, numbers, text, value_of
from graphgames.formats.solutions import solution_from_arrays
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import Document, Path, parsed
from graphgames.readers.source import Data

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

NAME, VERSION = "graphgames-solution", 1
EXPECTED = f'a solution in JSON: an object with "format": "{NAME}"'

_OTHER = "is this the solution of another game?"
_INT64 = 2**63 - 1


def _settable(value: object) -> bool:
    """Return whether an option, or its absence, can give a setting this value."""
    return value is None or (type(value) in (int, str) and re.fullmatch(r"[\w./+-]+", str(value)) is not None)


def _said(value: object) -> str:
    return "none" if value is None else str(value)


def _option(name: str, value: object) -> str:
    """Return the option that gives a setting a value; the option that must not be given where it has none."""
    option = "--convention " if name == "convention" else f"--set {name}="
    return f"no {option}..." if value is None else f"{option}{value}"


class GameCodec(Codec):
    """Solutions of a `Game`: an array of one number for each vertex says who wins, how, and what it is worth."""

    derived = ("won",)

    def about(self, problem: Game) -> dict[str, Any]:
        """Return the data that identify the problem."""
        settings = problem.objective.changed_settings()
        return {"vertices": problem.arena.n, "edges": problem.arena.m, "settings": settings}

    def answers(self, solution: ArenaSolution) -> dict[str, Any]:
        """Return the answers of the solution as plain data."""
        value: Any = solution.values
        if value is not None and value.dtype == object:
            value = listed(value)
        return {"winner": solution.winner, "strategy": solution.strategy.moves, "value": value}

    def read(self, problem: Game, reading: Reading) -> ArenaSolution:
        """Return the solution that the data hold."""
        draws, n = problem.has_draws, problem.arena.n
        winner = reading.vertices("winner", 0, 2 if draws else 1, np.uint8, n)
        moves = reading.vertices("strategy", -1, n - 1, np.int32, n)
        value, exact = None, problem.objective.value_types
        if reading.has("value") and exact:
            value = reading.exact("value", exact, n)
        elif reading.has("value"):
            value = reading.vertices("value", -_INT64, _INT64, np.int64, n)
        proof = reading.certificate() if reading.has("certificate") else None
        for name, given in vars(proof).items() if proof is not None else ():
            if isinstance(given, np.ndarray):
                reading.size(("certificate", name), given.size, problem.vertex_form.arena.n)
        reading.faults.throw()
        return solution_from_arrays(problem, winner, moves, proof, value, reading.solver)


def codec_of(problem: object) -> Codec:
    """Return how solutions of a problem are written and read, by its kind."""
    kind = find.kind_of(problem)
    codec: Codec = kind.load(kind.codec)(problem) if kind.codec else GameCodec()
    return codec


def write_solution(solution: Any, file: IO[bytes]) -> None:
    """Write a solution of any kind with its certificate.

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
    codec = codec_of(solution.problem)
    entries: dict[str, Any] = {"format": NAME, "version": VERSION} | solution.to_dict(full=False)
    entries |= _identity(codec, solution.problem) | dict(codec.answers(solution))
    if not entries.get("settings"):  # most objectives have none
        entries.pop("settings", None)
    entries["certificate"] = solution.certificate
    file.write(("{" + ",\n".join(f'"{key}": {text(value)}' for key, value in entries.items()) + "}\n").encode())


def read_solution(data: Data, source: str, problem: Any) -> Any:
    """Read a solution of a problem of any kind.

    Raise `FormatError` if the file is no JSON or not in this format, a key is missing, or an array has the wrong length
    or something in it that cannot be. Whether the solution is right is for the verifier to say.

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
    faults, codec = Faults(data, source), codec_of(problem)
    faults.refuse_other_kinds("json", b"{", EXPECTED)
    rows = [find.kind_of(one) for one in (problem, getattr(problem, "objective", problem))]
    kinds = codec.certificates or tuple(dict.fromkeys(name for kind in rows for name in kind.certificates))
    reading = Reading(faults, parsed(faults, EXPECTED), problem, kinds)
    reading.head(_identity(codec, problem))
    faults.throw()
    try:
        solution = codec.read(problem, reading)
    except WrongError as wrong:
        reading.add(wrong)
    else:
        reading.tail(solution.to_dict(full=False), codec.derived)
    faults.throw()
    return solution


def _identity(codec: Codec, problem: Any) -> dict[str, Any]:
    """Return what a file says about its problem."""
    name = problem.objective.name if isinstance(problem, Game) else problem.kind
    return {"objective": name, **codec.about(problem)}


class Reading(Document):
    """A parsed object on its way to a solution; its ``solver`` is ``"file"`` if the file does not name one."""

    def __init__(self, faults: Faults, document: object, problem: object, kinds: Sequence[str]):
        super().__init__(faults, document)
        self.problem, self.kinds = problem, kinds
        solver = self.document.get("solver")
        self.solver = solver if isinstance(solver, str) else "file"

    def head(self, identity: Mapping[str, Any]) -> None:
        """Raise an error unless the object is a solution of this problem in a known version."""
        if not self.is_known(NAME, VERSION, "this is not a solution of graphgames", EXPECTED):
            return
        for key, wanted in identity.items():
            if key == "settings":
                self.document.setdefault(key, {})
                self._same_settings(json.loads(text(wanted)))
            elif key in self.document:
                self._same(key, json.loads(text(wanted)), "the game's is", _OTHER)
            elif key != "edges":  # older files do not say it
                self.fault((key,), f'the solution has no "{key}"')

    def _same_settings(self, wanted: Mapping[str, Any]) -> None:
        """Note a fault, with the options that make the game the file's, unless its settings are those wanted."""
        given, objective = self.document["settings"], cast("Any", self.problem).objective
        names = [*wanted, *given] if isinstance(given, dict) else []
        differ = [name for name in dict.fromkeys(names) if given.get(name) != wanted.get(name)]
        default = {name: json.loads(text(getattr(type(objective), name, None))) for name in differ}
        meant = {name: given.get(name, default[name]) for name in differ}
        if not differ or not all(name in objective.settings and _settable(meant[name]) for name in differ):
            self._same("settings", wanted, "the game's is", _OTHER)
            return
        theirs = " and ".join(f"{name} {_said(value)}" for name, value in meant.items())
        ours = " and ".join(_said(wanted.get(name, default[name])) for name in differ)
        hint = f"give {' and '.join(_option(name, value) for name, value in meant.items())}"
        hint += ", unless convert turned its priorities: then check against the game it was made from" * (
            "convention" in meant
        )
        self.fault(("settings",), f"the solution is of {theirs}, but the game's is {ours}"[:200], hint=hint)

    def tail(self, said: Mapping[str, Any], derived: Collection[str]) -> None:
        """Raise an error unless the summary agrees with the answers; what is derived from them is computed anew."""
        for key in said.keys() & self.document.keys() - {"solver", "stats", "settings", *derived}:
            self._same(key, json.loads(text(said[key])), "its answers say")

    def _same(self, key: str, wanted: object, whose: str, hint: str = "") -> None:
        if self.document[key] != wanted:
            message = f'"{key}" is {self.document[key]!r}, but {whose} {wanted!r}'
            self.fault((key,), message[:200], hint=hint)

    def has(self, key: str) -> bool:
        """Return whether there is something of that name, and it is not null."""
        return self.document.get(key) is not None

    def take(self, key: str, wanted: object) -> Any:
        """Return the value of a key, as a value of a type; raise `WrongError` if it is none."""
        if key not in self.document:
            raise WrongError((key,), "there is no {}")
        return value_of(wanted, self.document[key], (key,))

    def vertices(self, key: str, low: int, high: int, dtype: object, n: int) -> Any:
        """Return an array of one number for each of n vertices; zeros, and a fault is noted, if it is none."""
        try:
            if key not in self.document:
                raise WrongError((key,), "there is no {}", f"an array of {n} numbers")
            given = self.document[key]
            if isinstance(given, list) and len(given) != n:
                self.size((key,), len(given), n)
            elif isinstance(given, list) and high == _INT64 and any(type(x) is str for x in given):
                return value_of(NDArray[np.object_], given, (key,))
            else:
                return numbers(given, (key,), dtype, low, high, n)
        except WrongError as wrong:
            self.add(wrong)
        return np.zeros(n, dtype)

    def exact(self, key: str, types: tuple[type, ...], n: int) -> NDArray[np.object_]:
        """Return an array of one exact value for each of n vertices, each an integer or of one of the types."""
        given, values = self.document[key], np.zeros(n, object)
        if not isinstance(given, list):
            self.add(WrongError((key,), "{} is not an array", f"an array of {n} numbers"))
            return values
        self.size((key,), len(given), n)
        for v, one in enumerate(given[:n]):
            try:
                values[v] = exact(one, (key, v), (int, *types))
            except WrongError as wrong:
                self.add(wrong)
        return values

    def size(self, path: Path, size: int, n: int) -> None:
        """Note a fault unless an array has an entry for each of n vertices."""
        if size != n:
            self.fault(path, f'"{path[-1]}" has {size} entries, but the game has {n} vertices', hint=_OTHER)

    def certificate(self) -> Any:
        """Return the certificate.

        Raise `WrongError` if there is none, or it is not of a kind that proves such a solution.
        """
        return certificate(Certificate, self.document.get("certificate"), ("certificate",), self.kinds)

    def add(self, wrong: WrongError) -> None:
        """Note a fault."""
        self.fault(wrong.path, wrong.message.replace("{}", self._called(wrong.path), 1), wrong.expected, wrong.hint)

    def _called(self, path: Path) -> str:
        """Return the name of something for a message: ``"winner" of vertex 3``, ``"moves"[1][2]``."""
        key = max((i for i, step in enumerate(path) if isinstance(step, str)), default=0)
        places = path[key + 1 :]
        if len(places) == 1 and hasattr(self.problem, "arena"):
            return f'"{path[key]}" of vertex {places[0]}'
        return f'"{path[key]}"' + "".join(f"[{index}]" for index in places)
