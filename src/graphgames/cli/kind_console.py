"""The console (`graphgames.catalogue.console`) that the command line passes to the commands of the kinds."""

from __future__ import annotations

from typing import Any

from graphgames import api
from graphgames.catalogue.console import Console
from graphgames.cli import output


def by_reference(problem: Any, file: bytes) -> Any:
    """Return the report of the reference checker on what a file holds, of a problem."""
    from io import BytesIO

    from graphgames.formats.problem_json import write_problem
    from graphgames.reference.files import check_files

    written = BytesIO()
    write_problem(problem, written)
    return check_files(written.getvalue(), file)


CONSOLE = Console(
    read=output.read,
    read_solution=output.read_solution,
    solve=api.solve,
    verify=api.verify,
    by_reference=by_reference,
    write=api.write,
    steps=output.Steps,
    progress=output.progress,
    status_line=output.StatusLine,
    show=output.show,
    answer=output.answer,
    json=lambda data: output.answer(output.json_line(data)),
    note=output.note,
)
