"""The base class of codecs: how the solutions of a kind are written as JSON and read again.

`graphgames.formats.json_` writes the envelope and the certificate; the ``codec`` of a kind adds the answers, identifies
the problem, and builds a solution from the data.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

from graphgames.core.claim import answers_of
from graphgames.core.errors import GameError
from graphgames.formats.fields import plainly
from graphgames.formats.solution_json import Reading

Answers: TypeAlias = Mapping[str, Any]
"""What a solution says besides its certificate, by the names in the file."""


class Codec(ABC):
    """How solutions of one class of problems are written and read.

    ``certificates`` are the kinds of certificate that prove them, none for a `Game`, whose objective's kind has them;
    without ``needs_proof`` a file may hold no certificate.
    """

    certificates: ClassVar[tuple[str, ...]] = ()
    needs_proof: ClassVar[bool] = True

    @abstractmethod
    def about(self, problem: Any) -> Mapping[str, Any]:
        """Return what a file says of the problem beside its digest: sizes, and names by which people know it."""

    @abstractmethod
    def parts(self, problem: Any) -> Mapping[str, Any]:
        """Return the problem in full, as the parts of `graphgames.core.digest.digest`."""

    def asked(self) -> Mapping[str, Any] | None:
        """Return what was asked of what comes without an objective, as `Askable.posed` reads it."""
        return None

    def in_full(self, problem: Any) -> Mapping[str, Any] | None:
        """Return the problem in full, as plain data; None for a game on an arena, of which there is a format.

        Raise `GameError` where rules that are written in Python cannot be written as data.
        """
        raise GameError(
            "the rules of this game are written in Python and cannot be written to a file; "
            "expected a game on an arena, or another one that is given by data"
        )

    def answers(self, solution: Any) -> dict[str, Any]:
        """Return what a solution says besides its certificate, by the names in the file, as plain data."""
        hints = answers_of(solution.problem)
        return {name: plainly(hints[name], value) for name, value in solution.claimed.items()}

    @abstractmethod
    def made(self, problem: Any, proof: Any, reading: Reading, answers: Answers) -> Any:
        """Return the solution that was read: its certificate and its answers, every field as it is declared.

        Raise `graphgames.formats.fields.WrongError` if something cannot be. Whether the solution is right is for the
        checker to say.
        """


class InputCodec(Codec):
    """How the solutions of a document's input with many tests are written and read: the input is the problem."""

    def about(self, problem: Any) -> dict[str, Any]:
        return {"tests": problem.tests}

    def parts(self, problem: Any) -> dict[str, Any]:
        return {"input": bytes(problem.data[:]).decode("ascii", "replace").split()}
