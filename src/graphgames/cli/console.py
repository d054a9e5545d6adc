"""The console (`graphgames.catalogue.console`) that the command line passes to the commands of the kinds."""

from __future__ import annotations

from graphgames import api
from graphgames.catalogue.console import Console
from graphgames.cli import output

CONSOLE = Console(
    read=output.read,
    read_solution=output.read_solution,
    solve=api.solve,
    verify=api.verify,
    write=api.write,
    steps=output.Steps,
    progress=output.progress,
    status_line=output.StatusLine,
    show=output.show,
    answer=output.answer,
    json=lambda data: output.answer(output.json_line(data)),
    note=output.note,
)
