"""A solution's file in JSON on its way to a solution: what it says of itself, its answers and its certificate.

Each field is held against its declaration; what is wrong is a fault at its place in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Maybe, UnfitError, answers_of, fitted, fitted_record, parts, sizes_of
from graphgames.formats.plain import WrongError, certificate, text, value_of
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import Document, Path

NAME, VERSION = "graphgames-solution", 1
EXPECTED = f'a solution in JSON: an object with "format": "{NAME}"'

_OTHER = "is this the solution of another game?"


def _settable(value: object) -> bool:
    """Return whether an option, or its absence, can give a setting this value."""
    return value is None or (type(value) in (int, str) and re.fullmatch(r"[\w./+-]+", str(value)) is not None)


def _said(value: object) -> str:
    return "none" if value is None else str(value)


def _option(name: str, value: object) -> str:
    """Return the option that gives a setting a value; the option that must not be given where it has none."""
    option = "--convention " if name == "convention" else f"--set {name}="
    return f"no {option}..." if value is None else f"{option}{value}"


FREE = {"format", "version", "solver", "stats", "settings", "certificate"}
"""What the answers say nothing of: the envelope, what is compared with the game before, and what nobody proves."""


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

    def tail(self, said: Mapping[str, Any], read: Collection[str]) -> None:
        """Note a fault for what the answers contradict, and for what is neither said by them nor read before."""
        for key in self.document.keys() - FREE:
            if key in said:
                self._same(key, json.loads(text(said[key])), "its answers say")
            elif key not in read:
                self.fault((key,), f'a solution has no "{key}"')

    def _same(self, key: str, wanted: object, whose: str, hint: str = "") -> None:
        if self.document[key] != wanted:
            message = f'"{key}" is {self.document[key]!r}, but {whose} {wanted!r}'
            self.fault((key,), message[:200], hint=hint)

    def has(self, key: str) -> bool:
        """Return whether there is something of that name, and it is not null."""
        return self.document.get(key) is not None

    def claim(self, needs_proof: bool) -> tuple[dict[str, Any], Any]:
        """Return the answers and the certificate, each field as it is declared; note a fault where one is not."""
        answers, proof = {}, None
        sizes = sizes_of(self.problem)
        for name, hint in answers_of(self.problem).items():
            with self.noting():
                if name in self.document:
                    given = value_of(hint, self.document[name], (name,))
                    answers[name] = fitted(hint, given, sizes, (name,))
                elif not isinstance(parts(hint)[1], Maybe):
                    raise WrongError((name,), "there is no {}")
        if needs_proof or self.has("certificate"):
            with self.noting():
                given = certificate(Certificate, self.document.get("certificate"), ("certificate",), self.kinds)
                sizes = sizes_of(getattr(self.problem, "vertex_form", self.problem))
                proof = fitted_record(given, sizes, ("certificate",))
        return answers, proof

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is wrong in a part of the file as a fault at its place."""
        try:
            yield
        except WrongError as wrong:
            self.add(wrong)
        except UnfitError as unfit:
            for path, message in unfit.faults:
                self.add(WrongError(path, f"{'{}' if unfit.vertices else _name(path)} {message}", unfit.expected))

    def add(self, wrong: WrongError) -> None:
        """Note a fault."""
        self.fault(wrong.path, wrong.message.replace("{}", self._called(wrong.path), 1), wrong.expected, wrong.hint)

    def _called(self, path: Path) -> str:
        """Return the name of something for a message: ``"winner" of vertex 3``, ``"moves"[1][2]``."""
        if len(path) > 1 and isinstance(path[-1], int) and isinstance(path[-2], str) and hasattr(self.problem, "arena"):
            return f'"{path[-2]}" of vertex {path[-1]}'
        return _name(path)


def _name(path: Path) -> str:
    """Return the last key on the way to something, with the indices behind it."""
    key = max((i for i, step in enumerate(path) if isinstance(step, str)), default=0)
    return f'"{path[key]}"' + "".join(f"[{index}]" for index in path[key + 1 :])
