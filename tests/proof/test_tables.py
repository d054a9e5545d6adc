"""The proved checker of tables: every position of small games, and labels that are false."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.games.tables.certificate import TableLabels
from tests.examples import looked_at, solution_of
from tests.proof.program import EDGES, FORM, believed, run, text_of

SMALL = {f"{name}-table (shown)" for name in ("tic-tac-toe", "dots-and-boxes", "chomp", "breakthrough", "awari")}
LOOKED_AT = [name for kind in find.kinds() if kind.name == "tables" for name in looked_at(kind) if name in SMALL]
CHOMP = "chomp-table (shown)"


class Claimed:
    """A table with other labels."""

    def __init__(self, table: Any, labels: Any):
        given = table.certificate
        self.problem, self.space = table.problem, table.space
        self.certificate = TableLabels(given.numbers, np.asarray(labels, np.int32), given.values)


@pytest.mark.slow
@pytest.mark.parametrize("name", LOOKED_AT)
def test_tables_are_proved(name: str) -> None:
    table = solution_of("tables", name)
    assert believed([table]) == [True]


@pytest.mark.slow
def test_false_labels_of_positions_are_refused() -> None:
    table = solution_of("tables", CHOMP)
    labels, rng = table.certificate.labels, np.random.default_rng(1)
    lies = []
    for v in rng.choice(labels.size, 3, replace=False).tolist():
        for label in {int(labels[v]) ^ 2, int(labels[v]) + 4, max(int(labels[v]) - 4, 1)} - {int(labels[v])}:
            changed = labels.copy()
            changed[v] = label
            lies.append(Claimed(table, changed))
    assert believed([Claimed(table, labels)]) == [True] and not any(believed(lies))


CIRCLE = """graphgames-certificate 1
table table-labels 2 2
game
0 0 1 0
1 0 0 0
solution
0 2 0
1 2 0
certificate
0
1
end
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("0 2 0\n1 2 0", "0 0 1\n1 1 2", "the label follows"),  # a win and a loss, one for the other
        ("0 0 1 0", "0 0 1 2", FORM),
        ("0 0 1 0", "0 0 2 0", "a move leads to a position of the table"),
        ("1 0 0 0", "1 2 0 0", "the label follows"),
        ("2 2\n", "2 3\n", EDGES),
        ("0 2 0\n", "0 3 0\n", FORM),
        ("0 2 0\n", "0 2 1\n", "the label follows"),  # a draw has no remoteness, for which 0 stands
    ],
)
def test_a_play_in_a_circle_is_a_draw(before: str, after: str, said: str) -> None:
    assert run(CIRCLE.encode())[0] == 0
    code, lines = run(CIRCLE.replace(before, after, 1).encode())
    assert code in (1, 2) and said in lines[0], lines


@pytest.mark.slow
def test_tables_of_nimbers_have_no_proved_checker() -> None:
    given = solution_of("tables", CHOMP)
    table = Claimed(given, given.certificate.labels)
    table.certificate = replace(table.certificate, values="nimbers")
    with pytest.raises(gg.GameError, match="no proved checker for tables of nimbers"):
        text_of(table)
