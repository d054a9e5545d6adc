"""Solutions of small tables as JSON: all labels. A large table is its directory."""

from __future__ import annotations

from typing import Any

from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import WrongError, text
from graphgames.formats.solution_json import Reading
from graphgames.games.tables.build import from_labels
from graphgames.games.tables.certificate import TableLabels
from graphgames.games.tables.indexed_rules import IndexedRules
from graphgames.games.tables.manifest import about
from graphgames.games.tables.table import Table


class TableCodec(Codec):
    """A table, which is all in its certificate."""

    certificates = (TableLabels.kind,)

    def about(self, problem: IndexedRules) -> dict[str, Any]:
        return {key: value for key, value in about(problem).items() if key in ("game", "options", "rules")}

    def parts(self, problem: IndexedRules) -> dict[str, Any]:
        """Return the game, its options, and the digest of what its rules say."""
        entries = self.about(problem)
        return entries | {"options": text(entries["options"])}

    def made(self, problem: IndexedRules, proof: TableLabels, reading: Reading, answers: Answers) -> Table:
        """Return the table that the data hold."""
        try:
            return from_labels(problem, proof.numbers, proof.labels, proof.values == "nimbers")
        except ValueError as error:
            raise WrongError(("certificate",), f"{{}} is not a table: {error}") from None


def codec(problem: IndexedRules) -> Codec:
    """Return how solutions of a problem are written and read."""
    return TableCodec()
