"""Which checker is for which files: solutions, controllers in HOA, shields, marks, counterexamples, and tables."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from graphgames.reference.check import check
from graphgames.reference.controllers import check_controller
from graphgames.reference.kind import Report
from graphgames.reference.model_shields import check_shield
from graphgames.reference.paths import check_paths
from graphgames.reference.policy_marks import check_marks
from graphgames.reference.reading import RefusedError, any_digits, document
from graphgames.reference.table_labels import check_table

MISSHAPEN = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""What Python raises where a file has something else than a reader expects; then nothing is proved."""


@contextmanager
def growing() -> Iterator[None]:
    """Keep Python from looking for cycles in memory again and again while what is read grows; there are hardly any."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@growing()
@any_digits()
def check_files(game: bytes, *solution: bytes) -> Report | None:
    """Return the report on what files hold; None if there are too few or too many of them."""
    try:
        return reported(game, *solution)
    except MISSHAPEN as error:
        return Report(
            "", "", (), 1, 1, [f"the files do not have the form of their kind: {error or type(error).__name__}"]
        )


def reported(game: bytes, *solution: bytes) -> Report | None:
    """Return the report of the checker that is for such files."""
    if len(solution) == 1 and is_counterexample(solution[0]):
        return of_documents(check_paths, "paths", game, *solution)
    if solution and is_shield(solution[0]):
        return shielded(game, *solution)
    if len(solution) == 1 and is_marks(solution[0]):
        return check_marks(game, solution[0])
    if len(solution) == 1:
        return (check_controller if is_controller(solution[0]) else check)(game, *solution)
    if not solution and game.startswith(b"graphgames-certificate"):
        return check_table(game)
    return None


def is_controller(solution: bytes) -> bool:
    """Return whether a file is a machine in HOA."""
    return solution.lstrip().startswith(b"HOA:")


def is_marks(solution: bytes) -> bool:
    """Return whether a file is the mark of a policy."""
    return b'"graphgames-marks"' in solution[:64]


def is_shield(solution: bytes) -> bool:
    """Return whether a file is a shield."""
    return b'"promise"' in solution and b'"certificate"' not in solution


def is_counterexample(solution: bytes) -> bool:
    """Return whether a file is the answer to a property with a counterexample."""
    return b'"counterexample"' in solution and b'"certificate"' not in solution


def shielded(model: bytes, shield: bytes, *solution: bytes) -> Report:
    """Return the report on a shield of a model, after that on the solution which it needs."""
    for one in solution:
        if not (report := check(model, one)).ok:
            return report
    return of_documents(check_shield, "shield", model, shield, *solution)


def of_documents(check: Callable[..., Report], kind: str, *files: bytes) -> Report:
    """Return the report of a checker on what files hold; one that is no JSON is refused."""
    try:
        return check(*map(document, files))
    except RefusedError as error:
        return Report(kind, "", (), 1, 1, [str(error)])
