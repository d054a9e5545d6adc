"""Where a solver runs: the one place in which engines differ.

An engine is a column of a solver's row, ``engines={"mpi": "module:function"}``; the function takes the problem and the
options, as the solver itself does. Where that is all an engine needs nothing here. One whose problems and solutions do
not lie in one process has a host of its own, in `HOSTS`.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from contextlib import nullcontext
from importlib import import_module

from graphgames.catalogue import find
from graphgames.catalogue.rows import options_of, refuse_unknown
from graphgames.core.errors import SolverError, shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager
    from typing import Any

    from graphgames.core.report import Report

HOSTS = {"mpi": "graphgames.engines.processes:Processes"}
"""From the name of an engine to its host, a subclass of `Host`."""


class Host:
    """An engine in this process, with problems and solutions as they are: the default, and the base of all others."""

    rank = 0
    """The number of this process among those that work together; the first speaks for all."""
    size = 1
    """How many processes work together."""
    shares = False
    """Whether processes work together on one problem, of which each reads its part."""

    def solve(self, run: Callable[..., Any], problem: Any, options: Mapping[str, Any]) -> Any:
        """Return what a function of the column returns for a problem."""
        return run(problem, **options)

    def verify(self, check: Callable[..., Report], solution: Any, options: Mapping[str, Any]) -> Report:
        """Return what a checker says of a solution."""
        return check(solution, **options)

    def abort_on_error(self) -> AbstractContextManager[None]:
        """End all processes if one fails, since the others would wait for it for ever."""
        return nullcontext()


class SharedHost(Host, ABC):
    """An engine whose processes work together on one problem, of which each reads its part."""

    shares = True

    @abstractmethod
    def read(self, source: Any, objective: str | None, priorities: Any) -> Any:
        """Read the part of a game that belongs to this process."""

    @abstractmethod
    def read_solution(self, problem: Any, source: Any) -> Any:
        """Read the part of a solution that belongs to this process."""

    @abstractmethod
    def write(self, solution: Any, path: Any) -> None:
        """Write a solution of which each process has a part."""


def host(engine: str = "local") -> Host:
    """Return the host of an engine; raise `SolverError`, which names the engines, if there is none of that name."""
    if engine == "local":
        return Host()
    if not isinstance(engine, str) or engine not in find.engines():
        raise SolverError(f"there is no engine {shown(engine)}; the engines are: {', '.join(find.engines())}")
    if engine not in HOSTS:
        return Host()
    module, _, name = HOSTS[engine].partition(":")
    found: Host = getattr(import_module(module), name)()
    return found


def home(thing: object) -> str:
    """Return the engine where a problem or a solution lies."""
    engine: str = getattr(thing, "engine", "local")
    return engine


def solve(
    problem: Any,
    solver: str | None = None,
    engine: str | None = None,
    progress: Callable[..., None] | None = None,
    **options: Any,
) -> Any:
    """Return the solution of a problem by a solver of the catalogue, on an engine; by default where the problem lies.

    Solvers that say how far they are call ``progress``.

    Raise `SolverError` if there is no such solver, or it has no such engine or option, or it rounds numbers that are
    too large for floats.
    """
    where = home(problem) if engine is None else engine
    run = find.solver_for(problem, solver, where).on(where, options)
    options |= _heard(run, progress)
    whole = not hasattr(problem, "vertex_form")
    try:
        solved = host(where).solve(run, problem if whole else problem.vertex_form, options)
    except OverflowError as error:
        raise SolverError("a number is too large for this solver, which rounds numbers of up to 1.7e308") from error
    if whole:
        return solved
    found = solved
    if hasattr(problem, "solution_of"):
        found = problem.solution_of(solved)
    elif problem.split is not None:
        found = type(solved).from_vertex_form(problem, solved)
    if options.get("precision") is not None:
        _tell_if_wider(solved.vertex_values, found.length, options["precision"])
    return found


def _heard(function: Callable[..., Any], progress: Callable[..., None] | None) -> dict[str, Any]:
    """Return the option by which a function hears of progress, if it has one."""
    return {"progress": progress} if progress is not None and "progress" in options_of(function) else {}


def _tell_if_wider(values: Any, count: int, precision: Any) -> None:
    """Warn if the brackets of the first vertices, which are shown, are wider than asked for.

    Floats are no finer, and what is computed with them is proved.
    """
    from graphgames.core.errors import warn_caller
    from graphgames.core.value import Brackets, decimal

    if not isinstance(values, Brackets):
        return
    widest = int((values.high - values.low)[:count].max(initial=0)) / values.denominator
    if widest > decimal(precision):
        warn_caller(
            f"the brackets are up to {widest:.1e} wide, more than the {precision} asked for, since floats are no "
            "more precise; the precision 0 (--precision 0) gives exact values"
        )


def verify(
    solution: Any, engine: str | None = None, progress: Callable[..., None] | None = None, **options: Any
) -> Report:
    """Return what the checker of the solution's certificate says, on an engine; by default where the solution lies.

    Checkers that say how far they are call ``progress``.
    """
    proof = solution.certificate.kind
    check = find.checker(proof)
    refuse_unknown(options, check, f"the checker of certificates of kind {proof!r}")
    options |= _heard(check, progress)
    if wrong := _stranger(solution, proof):
        from graphgames.core.report import Failure, Report

        return Report(1, (Failure(None, wrong),), 1)
    report = host(home(solution) if engine is None else engine).verify(check, solution, options)
    return _with(report, getattr(solution, "contradicted", ()))


def _with(report: Report, contradicted: tuple[str, ...]) -> Report:
    """Return a report that also fails for what a file says against its own answers."""
    if not contradicted:
        return report
    from graphgames.core.report import Failure, Report

    more = tuple(Failure(None, sentence) for sentence in contradicted)
    return Report(report.checked + len(more), (*report.failures, *more), report.found + len(more))


def _stranger(solution: Any, proof: str) -> str:
    """Return why checkers would not look at all that a solution says, or ""."""
    from graphgames.core.solution import View

    if isinstance(solution, View):
        return "this is a part of a solution, whose other vertices are not checked; expected the whole solution"
    given, known = type(solution.certificate), find.certificate_class(proof)
    ours = given.__module__.startswith(f"{find.__name__.partition('.')[0]}.")
    if given is not known and not ours:  # it could declare its fields otherwise, and get past the door of the checkers
        return f"the certificate is a {given.__name__} that calls itself {proof!r}; expected a {known.__name__}"  # type: ignore[union-attr]
    return ""


def under_mpirun() -> bool:
    """Return whether ``mpirun`` has started this process."""
    return bool({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK"} & os.environ.keys())


def usual() -> str:
    """Return the engine of a command that names none: ``"mpi"`` under ``mpirun``."""
    return "mpi" if under_mpirun() else "local"
