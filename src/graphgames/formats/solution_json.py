"""A solution's file in JSON on its way to a solution: what it says of itself, its answers and its certificate.

Each field is held against its declaration; what is wrong is a fault at its place in the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, cast

from graphgames.core.certificate import Certificate
from graphgames.core.claim import Maybe, UnfitError, answers_of, fitted, fitted_record, parts, sizes_of
from graphgames.formats.fields import WrongError, certificate, name_of, shown, solver_in, text, value_of
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import Document, Path

NAME, VERSION = "graphgames-solution", 1
EXPECTED = f'a solution in JSON: an object with "format": "{NAME}"'


def _settable(value: object) -> bool:
    """Return whether an option, or its absence, can give a setting this value."""
    return value is None or (type(value) in (int, str) and re.fullmatch(r"[\w./+-]+", str(value)) is not None)


def _in_words(value: object) -> str:
    return "none" if value is None else str(value)


def _option(name: str, value: object) -> str:
    """Return the option that gives a setting a value; the option that must not be given where it has none."""
    option = "--convention " if name == "convention" else f"--set {name}="
    return f"no {option}..." if value is None else f"{option}{value}"


def same(given: object, wanted: object) -> bool:
    """Return whether two values are the same in JSON, where ``true``, ``1`` and ``1.0`` differ."""
    return json.dumps(given, sort_keys=True) == json.dumps(wanted, sort_keys=True)


FREE = {"format", "version", "solver", "stats", "settings", "certificate"}
"""What the answers say nothing of: the envelope, what is compared with the game before, and what nobody proves."""


class Reading(Document):
    """A parsed object on its way to a solution, with the name of its ``solver``."""

    def __init__(self, faults: Faults, document: object, problem: object, certificates: Sequence[str]):
        super().__init__(faults, document)
        self.problem, self.certificates = problem, certificates
        self.solver = solver_in(self.document.get("solver"))

    def head(self, identity: Mapping[str, Any]) -> None:
        """Raise an error unless the object is a solution of this problem in a known version."""
        if not self.is_known(NAME, VERSION, "this is not a solution of graphgames", EXPECTED):
            return
        wanted = {key: json.loads(text(value)) for key, value in identity.items()}
        if not self.names_game:  # older files do not say it
            wanted.pop("problem")
        settings = wanted.pop("settings", {})
        if not same(self.document.get("objective", wanted["objective"]), wanted["objective"]):
            wanted, settings = {"objective": wanted["objective"]}, None  # the rest says nothing then
        self._missing(key for key in wanted if key != "edges")  # which the end asks for
        differ = [key for key, value in wanted.items() if not same(self.document.get(key, value), value)]
        if settings is not None and set(differ) <= {"problem"} and self._other_settings(settings):
            return
        if differ or (settings is not None and not same(self.document.get("settings", {}), settings)):
            self._other_game(wanted, [key for key in differ if key != "problem"])

    def _missing(self, wanted: Iterable[str]) -> None:
        """Note a fault for each key that should be there."""
        for key in wanted:
            if key not in self.document:
                self.fault((key,), f'the solution has no "{key}"')

    @property
    def names_game(self) -> bool:
        """Whether the file has the digest of its game; older files have none, or one of another form."""
        given = self.document.get("problem", "0" * 64)
        return not (isinstance(given, str) and re.fullmatch("[0-9a-f]{64}", given))

    def _other_game(self, wanted: Mapping[str, Any], differ: Sequence[str]) -> None:
        """Note that the solution is of another game, in one sentence that says by what."""
        differences = [f'"{key}" is {shown(self.document[key])}, not {shown(wanted[key])}' for key in differ]
        least = "settings" if "settings" in self.document else "problem"
        more = "; ".join(differences) or "the sizes are the same, but not all edges, owners, data and settings"
        self.fault((differ[0] if differ else least,), f"this is a solution of another game: {more}")

    def _other_settings(self, wanted: Mapping[str, Any]) -> bool:
        """Note a fault, with the options that make the game the file's, if options alone make the difference."""
        given, objective = self.document.get("settings", {}), cast("Any", getattr(self.problem, "objective", None))
        names = [*wanted, *given] if isinstance(given, dict) and objective is not None else []
        differ = [name for name in dict.fromkeys(names) if given.get(name) != wanted.get(name)]
        default = {name: json.loads(text(getattr(type(objective), name, None))) for name in differ}
        given_settings = {name: given.get(name, default[name]) for name in differ}
        if not differ or not all(name in objective.settings and _settable(given_settings[name]) for name in differ):
            return False
        theirs = " and ".join(f"{name} {_in_words(value)}" for name, value in given_settings.items())
        ours = " and ".join(_in_words(wanted.get(name, default[name])) for name in differ)
        hint = f"give {' and '.join(_option(name, value) for name, value in given_settings.items())}"
        hint += ", unless convert changed its priorities: then check it against the game it was made from" * (
            "convention" in given_settings
        )
        self.fault(("settings",), f"the solution is of {theirs}, but the game's is {ours}"[:200], hint=hint)
        return True

    def tail(self, answers: Mapping[str, Any], read: Collection[str]) -> tuple[str, ...]:
        """Return what the answers contradict, in sentences; note a fault for what is neither said by them nor read.

        And for what they say and the file does not.
        """
        wrong = []
        self._missing(sorted({*answers, *read} - FREE - {"problem"}))
        for key in self.document.keys() - FREE:
            wanted = json.loads(text(answers[key])) if key in answers else None
            if key not in answers and key not in read:
                self.fault((key,), f'a solution has no "{key}"')
            elif key in answers and not same(self.document[key], wanted):
                wrong.append(f'"{key}" is {self.document[key]!r}, but its answers say {wanted!r}'[:200])
        return tuple(sorted(wrong))

    def claim(self, needs_proof: bool) -> tuple[dict[str, Any], Any]:
        """Return the answers and the certificate, each field as it is declared; note a fault where one is not."""
        answers, proof, given = {}, None, None
        self._take_moves_from_certificate()
        if needs_proof or self.document.get("certificate", "") is not None:
            with self.noting():
                if "certificate" not in self.document:
                    raise WrongError(("certificate",), "there is no {}")
                given = certificate(Certificate, self.document.get("certificate"), ("certificate",), self.certificates)
        own = given.own_sizes() if given is not None else {}
        sizes = sizes_of(self.problem) | own
        for name, hint in answers_of(self.problem).items():
            with self.noting():
                if name in self.document:
                    answers[name] = fitted(hint, value_of(hint, self.document[name], (name,)), sizes, (name,))
                elif not isinstance(parts(hint)[1], Maybe):
                    raise WrongError((name,), "there is no {}")
        if given is not None:
            with self.noting():
                sizes = sizes_of(getattr(self.problem, "vertex_form", self.problem)) | own
                proof = fitted_record(given, sizes, ("certificate",))
        return answers, proof

    def _take_moves_from_certificate(self) -> None:
        """Make a file of before, whose certificate has the moves for each state of the memory, one of today."""
        proof: Any = self.document.get("certificate")
        rows = proof.get("moves") if isinstance(proof, dict) and getattr(self.problem, "memory", None) else None
        if isinstance(rows, list) and rows and all(isinstance(row, list) for row in rows):
            del proof["moves"]
            flat = [move for row in rows for move in row]
            self.document["strategy"] = {"shape": [len(rows), len(rows[0])], "numbers": flat}

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is wrong in a part of the file as a fault at its place."""
        try:
            yield
        except WrongError as wrong:
            self.add(wrong)
        except UnfitError as unfit:
            for path, message in unfit.faults:
                self.add(WrongError(path, f"{'{}' if unfit.vertices else name_of(path)} {message}", unfit.expected))

    def add(self, wrong: WrongError) -> None:
        """Note a fault."""
        self.fault(wrong.path, wrong.message.replace("{}", self._called(wrong.path), 1), wrong.expected, wrong.hint)

    def _called(self, path: Path) -> str:
        """Return the name of something for a message: ``"winner" of vertex 3``, ``"moves"[1][2]``."""
        if len(path) > 1 and isinstance(path[-1], int) and isinstance(path[-2], str) and hasattr(self.problem, "arena"):
            return f'"{path[-2]}" of vertex {path[-1]}'
        return name_of(path)
