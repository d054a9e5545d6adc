"""Models in UMB, the unified Markov binary format: a tar archive with an index in JSON and an array in each file.

https://github.com/pmc-tools/umb. The arrays are mapped as they are, so ten million transitions take a second.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from graphgames.core.errors import Fault, FormatError
from graphgames.core.value import numbers, objects
from graphgames.games.models.model import Model, Rewards, refuse_options, summed
from graphgames.games.models.recover import recovered
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import parsed
from graphgames.readers.source import Data

Files = Mapping[str, bytes]
PROBABILITIES = "branch-to-probability.bin"
_NUMBERS = {"uint": "u", "int": "i", "double": "f"}


def read_game(data: Data, source: str, **how: Any) -> Model:
    """Return the model of an archive; raise `FormatError` if it is none, or of another kind."""
    refuse_options(source, how)
    return summed(model_of(unpacked(data, source), source), source)


def unpacked(data: Data, source: str) -> dict[str, bytes]:
    """Return the files of an archive by their names."""
    import tarfile  # slow to import, and the text of a model is no archive

    try:
        with tarfile.open(fileobj=io.BytesIO(bytes(data[:])), mode="r:*") as archive:
            members = [one for one in archive if one.isfile()]
            names = [one.name for one in members]
            if again := [name for name in dict.fromkeys(names) if names.count(name) > 1]:
                raise _fault(f"{again[0]} appears twice in the archive", source, "each file once")
            return {one.name: archive.extractfile(one).read() for one in members}  # type: ignore[union-attr]
    except (tarfile.TarError, EOFError, OSError) as error:
        raise _fault(f"this is not a UMB archive ({error})", source) from None


def model_of(files: Files, source: str, times: Sequence[str] = ("discrete",)) -> Model:
    """Return the model of an unpacked archive, of one of these kinds of time; of rates it takes no notice."""
    try:
        index = parsed(Faults(files["index.json"], f"{source}, index.json"), "the index of a UMB archive")
        return _model(index, files, source, times)
    except KeyError as error:
        raise _fault(f"the archive lacks {error}", source) from None
    except (ValueError, TypeError, IndexError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, FormatError):
            raise
        raise _fault(f"the archive is damaged ({error})", source) from None


def _model(index: Any, files: Files, source: str, times: Sequence[str]) -> Model:
    system = index["transition-system"]
    if system["time"] not in times:
        raise _fault(f"the model has {system['time']} time", source, "discrete time: dtmc, mdp or smg")
    if system.get("#observations"):
        raise _fault("the model has observations", source, "one in which every player sees the state")
    n, c, b = system["#states"], system["#choices"], system["#branches"]
    players = system["#players"]
    targets = np.frombuffer(files["branch-to-target.bin"], np.uint64, b).astype(np.int32)
    likely: NDArray[np.int32] = np.zeros(b, np.int32)
    probabilities: tuple[Fraction, ...] = (Fraction(1),)
    if PROBABILITIES in files:
        given = _vector(files[PROBABILITIES], system["branch-probability-type"], b)
        likely, probabilities = recovered(given)
    player = np.full(n, 0 if players == 1 else -1, np.int32)
    if "state-to-player.bin" in files:
        player = np.frombuffer(files["state-to-player.bin"], np.uint32, n).astype(np.int32)
        player[player >= players] = -1
    initial = _bits(files["state-is-initial.bin"], n) if "state-is-initial.bin" in files else np.zeros(n, np.bool_)
    if b and (int(targets.min()) < 0 or int(targets.max()) >= n):
        raise ValueError("a branch leads to a state that does not exist")
    model = Model(
        {0: "dtmc", 1: "mdp"}.get(players, "smg"),
        tuple(system.get("player-names", ())),
        player,
        _offsets(files, "state-to-choices.bin", n),
        _offsets(files, "choice-to-branches.bin", c),
        targets,
        likely,
        probabilities,
        np.flatnonzero(initial),
        variables=_variables(index.get("valuations", {}).get("states"), files, n),
        actions=_actions(files, c),
    )
    if model.choices[-1] != c or model.branches[-1] != b or (c and (np.diff(model.branches) == 0).any()):
        raise ValueError("the choices and branches do not fit each other")
    return replace(model, **_annotations(index.get("annotations", {}), files, model))


def _offsets(files: Files, name: str, rows: int) -> NDArray[np.int64]:
    """Return where the entries of each row begin; without a file there is one in each."""
    if name not in files:
        return np.arange(rows + 1, dtype=np.int64)
    found = np.frombuffer(files[name], np.uint64, rows + 1).astype(np.int64)
    if found[0] != 0 or (np.diff(found) < 0).any():
        raise ValueError(f"the offsets in {name} do not ascend from 0")
    return found


def _vector(data: bytes, about: Mapping[str, Any], size: int) -> NDArray[Any]:
    """Return the numbers of a file: floats, integers, or Fractions of two integers."""
    bits, name = about.get("size"), about["type"]
    if name == "rational":
        half = (bits or 128) // 8 // 2
        parts = [data[k : k + half] for k in range(0, 2 * half * size, half)]
        tops = (int.from_bytes(one, "little", signed=True) for one in parts[::2])
        return objects(map(Fraction, tops, (int.from_bytes(one, "little") for one in parts[1::2])))
    if name not in _NUMBERS:
        raise ValueError(f"numbers of type {name!r} are not exact")
    return np.frombuffer(data, f"<{_NUMBERS[name]}{(bits or 64) // 8}", size)


def _bits(data: bytes, size: int) -> NDArray[np.bool_]:
    return np.unpackbits(np.frombuffer(data, np.uint8), bitorder="little")[:size].astype(np.bool_)


def _annotations(annotations: Mapping[str, Any], files: Files, model: Model) -> dict[str, Any]:
    """Return the labels and the rewards."""
    labels, rewards = {}, {}
    for name, about in annotations.get("aps", {}).items():
        if f"annotations/aps/{name}/states/values.bin" in files:
            labels[about.get("alias", name)] = _bits(files[f"annotations/aps/{name}/states/values.bin"], model.states)
    for name, about in annotations.get("rewards", {}).items():
        rows: list[NDArray[Any] | None] = []
        for of, size in (("states", model.states), ("choices", model.choices[-1])):
            file = files.get(f"annotations/rewards/{name}/{of}/values.bin")
            row = None if file is None else recovered(_vector(file, about["type"], size), check=False)
            rows.append(None if row is None else numbers(row[1], "rewards")[row[0]])
        if "branches" in about["applies-to"]:
            raise ValueError(f"the rewards {name!r} are on single branches of a choice, which is not supported")
        rewards[about.get("alias", name)] = Rewards(*rows)
    return {"labels": labels, "rewards": rewards}


def _actions(files: Files, c: int) -> Sequence[str] | None:
    """Return the names of the actions of the choices."""
    if "actions/choices/values.bin" not in files or "actions/choices/strings.bin" not in files:
        return None
    ends = np.frombuffer(files["actions/choices/string-mapping.bin"], np.uint64).astype(np.int64)
    text = files["actions/choices/strings.bin"]
    names = [text[a:b].decode() for a, b in pairwise(ends.tolist())]
    return Actions(names, np.frombuffer(files["actions/choices/values.bin"], np.uint32, c))


class Actions(Sequence[str]):
    """The names of the actions of all choices."""

    def __init__(self, names: Sequence[str], which: NDArray[Any]):
        self.names, self.which = names, which

    def __len__(self) -> int:
        return self.which.size

    def __getitem__(self, choice: Any) -> Any:
        return self.names[self.which[choice]]


def _variables(valuations: Any, files: Files, n: int) -> dict[str, NDArray[Any]]:
    """Return the values of the variables, which are packed into bits, lowest first."""
    if not valuations or "valuations/states/valuations.bin" not in files or len(valuations["classes"]) != 1:
        return {}
    fields = valuations["classes"][0]["variables"]
    width = sum(map(_size, fields)) // 8
    rows = np.frombuffer(files["valuations/states/valuations.bin"], np.uint8).reshape(n, width)
    found, at = {}, 0
    for one in fields:
        size = _size(one)
        if "padding" not in one and one["type"]["type"] in ("uint", "int", "bool"):
            found[one["name"]] = _unpacked(rows, at, size, one)
        at += size
    return found


def _size(one: Any) -> int:
    """Return how many bits a variable takes, or what stands between two of them."""
    if "padding" in one:
        return int(one["padding"])
    size = one["type"].get("size", {"bool": 1}.get(one["type"]["type"], 64))
    return int(size) + bool(one.get("is-optional"))


def _unpacked(rows: NDArray[np.uint8], at: int, size: int, one: Any) -> NDArray[Any]:
    """Return one variable, of at most 57 bits unless it begins with a byte."""
    first, last = at // 8, (at + size + 7) // 8
    whole = np.zeros(rows.shape[0], np.uint64)
    for k in range(first, last):
        whole |= rows[:, k].astype(np.uint64) << np.uint64(8 * (k - first))
    whole >>= np.uint64(at % 8)
    if size < 64:
        whole &= np.uint64((1 << size) - 1)
    if one["type"]["type"] == "bool":
        return whole.astype(np.bool_)
    values = whole.astype(np.int64)
    if one["type"]["type"] == "int" and size < 64:
        values -= (values >> (size - 1)) << size
    return values + int(one.get("offset") or 0)


def _fault(message: str, source: str, expected: str = "") -> FormatError:
    return FormatError([Fault(message, expected=expected)], source)
