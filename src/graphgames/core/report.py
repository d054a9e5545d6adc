"""The report of a checker about a solution."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from graphgames.core.errors import counted, printable
from graphgames.core.unknown_attributes import Suggesting


class Failure(NamedTuple):
    """One thing a verifier found wrong: where (a vertex, or None for the whole) and what, in a sentence."""

    vertex: int | None
    message: str

    def __str__(self) -> str:
        return self.message if self.vertex is None else f"vertex {self.vertex}: {self.message}"


@dataclass(frozen=True)
class Report(Suggesting):
    """The report of the verifier about a solution.

    Examples
    --------
    >>> from graphgames import NormalPlay, solve, verify
    >>> report = verify(solve({"a": ["b"], "b": []}, NormalPlay()))
    >>> print(report)
    proved: 10 conditions hold
    >>> report.ok, report.failures
    (True, ())
    """

    checked: int
    """The number of local conditions that were checked."""
    failures: tuple[Failure, ...] = ()
    """The first few faults, in words; empty if the solution is proved."""
    found: int = 0
    """The number of all faults."""

    @property
    def ok(self) -> bool:
        """Whether the solution is proved."""
        return not self.failures

    def __bool__(self) -> bool:
        return self.ok

    def __str__(self) -> str:
        if self.ok:
            return f"proved: {counted(self.checked, 'condition')} hold{'s' * (self.checked == 1)}"
        lines = [
            f"not proved: {self.found} of {self.checked} conditions fail",
            *(f"  {printable(str(f))}" for f in self.failures),
        ]
        if self.found > len(self.failures):
            lines.append(f"  ... and {self.found - len(self.failures)} more")
        return "\n".join(lines)
