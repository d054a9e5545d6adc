"""Checks outcomes and genera in misère play, entry by entry, each by the moves of its position and earlier entries.

A player who cannot move wins; a position is won if some move leads to a lost one, and lost if there is a move and all
lead to won ones. With t heaps of 2 beside it, the misère nimber of a position is the mex of those of its options with
as many, and of its own with one heap less, and with one heap less and a heap of 1, which differ in the last bit
(Conway, ONAG ch. 12). Where all tails alternate already, two t more repeat the same condition, so finitely many t prove
all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from graphgames.core.checking import asking_rules, checks, report
from graphgames.core.report import Failure, Report
from graphgames.core.rules import moves_of
from graphgames.games.impartial.rules_checker import mex, shown

if TYPE_CHECKING:
    from graphgames.games.impartial.certificate import MisereValues


@checks("misere-values")
def check(solution: Any, proof: MisereValues) -> Report:
    """Check the outcomes and genera of a game by rules in misère play."""
    rules = solution.problem.rules
    if any(len(row) < 2 for row in proof.misere):
        return Report(1, (Failure(None, "a genus has less than two misère nimbers, so that it has no end"),), 1)
    wins: dict[Any, bool] = {}
    genera: dict[Any, tuple[int, tuple[int, ...]]] = {}
    faults: list[str] = []

    def say(position: Any, fault: str) -> None:
        if fault:
            faults.append(f"{position!r} {fault}")

    with asking_rules(faults):
        for position, win in zip(proof.positions, proof.wins, strict=True):
            say(position, _outcome_fault(wins, list(moves_of(rules, position)), win))
            wins[position] = win
        for position, normal, misere in zip(proof.valued, proof.normal, proof.misere, strict=True):
            say(position, _genus_fault(genera, list(moves_of(rules, position)), normal, misere))
            genera[position] = (normal, misere)
    for position, outcome in solution.outcomes.items():
        if wins.get(position) is not (outcome == "win"):
            say(position, f"is a {outcome} for the solution, but not for its certificate")
    for position, claimed in solution.genera.items():
        if genera.get(position) != (claimed.normal, claimed.misere):
            say(position, f"has genus {claimed} for the solution, but not for its certificate")
    claims = len(solution.outcomes) + len(solution.genera)
    return report(len(proof.positions) + len(proof.valued) + claims, [Failure(None, fault) for fault in faults])


def _outcome_fault(wins: dict[Any, bool], options: list[Any], win: bool) -> str:
    statuses = [wins.get(option) for option in options]
    if win:
        return "" if not options or False in statuses else "is won, but no move to a lost position is proved"
    if not options:
        return "is lost, but there is no move, so it is won"
    return "" if all(statuses) else "is lost, but not every move is proved to be won"


def _genus_fault(genera: dict[Any, Any], options: list[Any], normal: int, misere: tuple[int, ...]) -> str:
    if any(option not in genera for option in options):
        return "depends on an option whose genus is not proved before it"
    below = [genera[option] for option in options]
    if normal != mex(value for value, _ in below):
        return f"has nimber {normal}, but its options have {shown(value for value, _ in below)}"
    rows = [row for _, row in below]
    if misere[0] != (mex(row[0] for row in rows) if rows else 1):
        return f"has misère nimber {misere[0]}, but its options have {shown(row[0] for row in rows)}"
    for twos in range(1, max(len(row) for row in [misere, *rows]) + 3):
        before = _value(misere, twos - 1)
        if _value(misere, twos) != mex({before, before ^ 1} | {_value(row, twos) for row in rows}):
            return f"has misère nimber {_value(misere, twos)} with {twos} heaps of 2, which its options contradict"
    return ""


def _value(row: tuple[int, ...], twos: int) -> int:
    last = len(row)
    return row[twos] if twos < last else row[last - 2 + (twos - last) % 2]
