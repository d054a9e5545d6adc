r"""Games and solutions as NumPy arrays in one file (``.npz``), as `numpy.savez` writes it: what programs exchange.

A game has ``indptr``, ``successors``, and where there are such ``owner``, ``priority`` and ``start``. A solution has
``winner``, ``strategy``, perhaps ``value``, its certificate's fields, and ``problem``, the digest of the game. The
arrays are stored as they are, one behind the other, so that processes can read the parts that belong to them and
nothing else (`graphgames.engines.reading_in_parts`), and one file can be written piece by piece.
"""

from __future__ import annotations

import io
import struct
import threading
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from typing import IO, Any, NamedTuple, cast

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from graphgames.catalogue import find
from graphgames.core.arena import Arena, Vertex
from graphgames.core.digest import digest, game_parts
from graphgames.core.errors import ArenaError, Fault, FormatError, GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.formats.fields import solver_in
from graphgames.formats.priorities import Priorities, objective_of
from graphgames.formats.solutions import solution_from_arrays
from graphgames.readers.source import Data

_HINT = "write it with numpy.savez, which does not compress"
_LOCAL = struct.Struct("<26xHH")  # of a file in a zip archive: the lengths of its name and of what stands behind it
_ONE_AT_A_TIME = threading.Lock()  # NumPy parses headers as Python; in 3.11 threads disturb each other there


class Place(NamedTuple):
    """Where an array of one dimension (or none) stands in a file."""

    offset: int
    size: int
    dtype: np.dtype[Any]

    def read(self, file: IO[bytes], begin: int = 0, end: int | None = None) -> NDArray[Any]:
        """Return a part of the array."""
        end = self.size if end is None else end
        file.seek(self.offset + begin * self.dtype.itemsize)
        found = np.empty(end - begin, self.dtype)
        if file.readinto(found.view(np.uint8).data) != found.nbytes:  # type: ignore[attr-defined]
            raise EOFError("the file ends too soon")
        return found


def places(file: IO[bytes], source: str, wanted: str) -> dict[str, Place]:
    """Return where the arrays of a file stand, by name.

    Raise `FormatError` if it is no such file, or has no array of a name that is wanted.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            files = archive.infolist()
            found = {info.filename.removesuffix(".npy"): _place(file, info) for info in files}
    except (zipfile.BadZipFile, ValueError, struct.error, EOFError, OSError, SyntaxError, NotImplementedError) as error:
        raise _refused(source, f"these are not NumPy arrays: {error}") from None
    if len(found) < len(files):
        raise _refused(source, "two arrays have one name")
    if wanted not in found:
        raise _refused(source, f"there is no array {wanted!r}; there are: {', '.join(found) or 'none'}")
    return found


def _place(file: IO[bytes], info: zipfile.ZipInfo) -> Place:
    if info.compress_type != zipfile.ZIP_STORED:
        raise ValueError(f"{info.filename} is compressed")
    file.seek(info.header_offset)
    name, more = _LOCAL.unpack(file.read(_LOCAL.size))
    begin = info.header_offset + _LOCAL.size + name + more
    file.seek(begin)
    version = npy.read_magic(file)
    if version != (1, 0):
        raise ValueError(f"{info.filename} is in an unknown version of NumPy's format")
    with _ONE_AT_A_TIME:
        shape, _, dtype = npy.read_array_header_1_0(file)
    if len(shape) > 1 or dtype.hasobject or dtype.itemsize == 0:
        raise ValueError(f"{info.filename} has shape {shape} and dtype {dtype}; expected one row of numbers")
    size, offset = int(np.prod(shape, dtype=object)), file.tell()
    if size < 0 or offset + size * dtype.itemsize != begin + info.file_size:
        raise ValueError(f"{info.filename} is not as long as its header says")
    return Place(offset, size, dtype)


def as_integers(array: NDArray[Any], name: str, low: int, high: int, dtype: Any, source: str) -> NDArray[Any]:
    """Return an array of integers in a range; raise `FormatError` if it is none."""
    if array.dtype.kind not in "iu":
        raise _refused(source, f"{name} has dtype {array.dtype}; expected integers")
    bad = np.flatnonzero((array < low) | (array > high))
    if bad.size:
        raise _refused(source, f"{name} has {array[bad[0]]} at place {bad[0]}; expected {low} to {high}")
    return array.astype(dtype, copy=False)


def scalar(file: IO[bytes], found: Mapping[str, Place], name: str, source: str) -> Any:
    """Return the number or word that an array of one entry holds, None if there is no such array."""
    if name not in found:
        return None
    if found[name].size != 1 or found[name].dtype.kind not in "iuU":
        raise _refused(source, f"{name} is not a single number or word")
    try:
        return found[name].read(file)[0].item()
    except (ValueError, EOFError) as error:  # no text, or none at all
        raise _refused(source, f"{name} cannot be read: {error}") from None


def read_game(
    data: Data, source: str = "<input>", objective: str | None = None, priorities: Priorities | None = None
) -> Game:
    """Read a game; without an objective and owners it is normal play, without an objective parity.

    Raise `FormatError` if the arrays are none of a game.
    """
    file = _opened(data)
    found = places(file, source, "indptr")
    names = ("indptr", "successors", "owner", "priority")
    indptr, successors, owner, given = (_read(file, found, name, source) for name in names)
    if indptr is None or successors is None:
        raise _refused(source, "there is no array 'successors'")
    owner = None if owner is None else as_integers(owner, "owner", 0, 1, np.uint8, source)
    try:
        arena = Arena(indptr, successors, owner)
    except ArenaError as error:
        raise _refused(source, str(error)) from None
    priority = priority_of(given, arena.n, source)
    made = objective_of(objective_name(objective, owner is not None), priority, priorities)
    return Game(arena, made, start_of(file, found, arena.n, source))


def start_of(file: IO[bytes], found: Mapping[str, Place], n: int, source: str) -> Vertex | None:
    """Return where the play begins, if the file says so."""
    start = scalar(file, found, "start", source)
    if start is not None and (not isinstance(start, int) or not 0 <= start < n):
        raise _refused(source, f"the start is {start}; expected 0 to {n - 1}")
    return None if start is None else Vertex(start)


def priority_of(given: NDArray[Any] | None, n: int, source: str) -> NDArray[np.int32]:
    """Return the priorities of n vertices, zeros if there are none."""
    if given is None:
        return np.zeros(n, np.int32)
    if given.size != n:
        raise _refused(source, f"there are {given.size} priorities and {n} vertices")
    return as_integers(given, "priority", 0, 2**31 - 1, np.int32, source)


def objective_name(given: str | None, owned: bool) -> str:
    """Return what a game is read as."""
    return given or ("parity" if owned else "normal")


def write_game(game: Game, file: IO[bytes]) -> None:
    """Write a game.

    Raise `GameError` if the game has more than edges, owners and priorities: names, other data, or chance.
    """
    arena, objective = game.arena, game.objective
    beyond = {
        "names of vertices": arena.labels is not None,
        "data of edges or vertices": bool(arena.edge_data or arena.vertex_data) or bool(objective.over_edges),
        "chance": bool(arena.chance_vertices.size),
        f"what the objective {objective.name} needs": bool(objective.data) and not objective.reads_priorities,
    }
    for what, there in beyond.items():
        if there:
            raise GameError(f"NumPy arrays hold no {what} here; write the game as an arena instead")
    arrays: dict[str, Any] = {"indptr": arena.indptr, "successors": arena.successors}
    if arena.owner is not None:
        arrays["owner"] = arena.owner
    arrays["priority"] = objective.priorities(arena)
    if game.start is not None:
        arrays["start"] = np.array([game.start])
    write_arrays(file, {name: (array.dtype, array.size, [array]) for name, array in arrays.items()})


Arrays = dict[str, tuple[np.dtype[Any], int, Iterable[NDArray[Any]]]]
"""From the name of each array to its dtype, its size and the pieces in which it comes."""


def write_arrays(file: IO[bytes] | None, arrays: Arrays) -> None:
    """Write arrays piece by piece; without a file only go through the pieces."""
    if file is None:
        for *_, pieces in arrays.values():
            for _piece in pieces:
                pass
        return
    with zipfile.ZipFile(cast(Any, file), "w", zipfile.ZIP_STORED) as archive:
        for name, (dtype, size, pieces) in arrays.items():
            with archive.open(zipfile.ZipInfo(f"{name}.npy"), "w", force_zip64=True) as out:
                about = {"descr": npy.dtype_to_descr(dtype), "fortran_order": False, "shape": (size,)}
                npy.write_array_header_1_0(cast(Any, out), about)
                for piece in pieces:
                    out.write(np.ascontiguousarray(piece).view(np.uint8).data)


def write_solution(solution: ArenaSolution, file: IO[bytes]) -> None:
    """Write a solution of a game on an arena with its certificate.

    Raise `GameError` if its values or its certificate are more than integers.
    """
    proof: Any = solution.certificate
    arrays: dict[str, NDArray[Any]] = {"winner": solution.winner, "strategy": solution.strategy.moves}
    if solution.vertex_values is not None:
        arrays["value"] = solution.vertex_values
    arrays |= {f"certificate.{name}": given for name, given in vars(proof).items() if isinstance(given, np.ndarray)}
    lists: Arrays = {name: (array.dtype, array.size, [array]) for name, array in arrays.items()}
    plain = all(isinstance(given, int | str | np.ndarray) for given in vars(proof).values())
    if not plain or any(one.dtype.kind not in "iu" or one.ndim > 1 for one in arrays.values()):
        raise GameError("this solution holds more than lists of integers; write it as JSON")
    write_arrays(file, lists | words(solution, digest(game_parts(solution.problem))))


def words(solution: Any, problem: str) -> Arrays:
    """Return what a file says of a solution besides its arrays: solver, game, kind of certificate, and its player."""
    proof = solution.certificate
    texts = {"solver": solution.solver, "problem": problem, "certificate": proof.kind}
    texts |= {f"certificate.{name}": given for name, given in vars(proof).items() if isinstance(given, int | str)}
    rows = {name: np.array([given]) for name, given in texts.items()}
    return {name: (row.dtype, 1, [row]) for name, row in rows.items()}


def read_solution(data: Data, source: str, problem: Game) -> ArenaSolution:
    """Read a solution of a game.

    Raise `FormatError` if the arrays are none of a solution of this game.
    """
    file, n = _opened(data), problem.arena.n
    found = places(file, source, "winner")
    names = names_game(file, found, lambda: digest(game_parts(problem)), source)
    arrays = {name: place.read(file) for name, place in found.items() if place.dtype.kind in "iu"}
    draws = 1 + problem.objective.has_draws
    winner = as_integers(arrays["winner"], "winner", 0, draws, np.uint8, source)
    moves = as_integers(_named(arrays, "strategy", source), "strategy", -1, n - 1, np.int32, source)
    proof = certificate_in(file, found, arrays, source)
    solver = solver_in(scalar(file, found, "solver", source))
    try:
        solution = solution_from_arrays(problem, winner, moves, proof, arrays.get("value"), solver)
    except GameError as error:
        raise _refused(source, str(error)) from None
    vars(solution)["names_game"] = names
    return solution


def names_game(file: IO[bytes], found: Mapping[str, Place], expected: Callable[[], str], source: str) -> bool:
    """Return whether a file has the digest of its game; raise `FormatError` if it is that of another."""
    given = scalar(file, found, "problem", source)
    if given is not None and given != expected():
        raise _refused(
            source, "this is a solution of another game: its edges, owners, data or settings are not the same"
        )
    return given is not None


def certificate_in(file: IO[bytes], found: Mapping[str, Place], arrays: Mapping[str, NDArray[Any]], source: str) -> Any:
    """Return the certificate of a file, None if it has none; its arrays may be parts of those in the file."""
    proof = scalar(file, found, "certificate", source)
    if proof is None:
        return None
    made: Any = find.certificate_class(str(proof))
    if made is None:
        raise _refused(source, f"there is no certificate of kind {proof!r}")
    given: dict[str, Any] = {}
    for field in fields(made):
        name = f"certificate.{field.name}"
        whole = "NDArray" in str(field.type)
        given[field.name] = _named(arrays, name, source) if whole else scalar(file, found, name, source)
    return made(**given)


def _named(arrays: Mapping[str, NDArray[Any]], name: str, source: str) -> NDArray[Any]:
    if name not in arrays:
        raise _refused(source, f"there is no array {name!r}; there are: {', '.join(arrays)}")
    return arrays[name]


def _read(file: IO[bytes], found: Mapping[str, Place], name: str, source: str) -> NDArray[Any] | None:
    try:
        return found[name].read(file) if name in found else None
    except EOFError as error:
        raise _refused(source, str(error)) from None


def _opened(data: Data) -> IO[bytes]:
    return io.BytesIO(data if isinstance(data, bytes) else bytes(data[:]))


def _refused(source: str, message: str) -> FormatError:
    return FormatError([Fault(message, hint=_HINT if "packed" in message else "")], source)
