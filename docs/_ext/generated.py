"""What the site takes from the program itself, so that no page of it can go stale: ``{generated} NAME``."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.util.docutils import SphinxDirective


def commands() -> str:
    """Return every command of the program with its options."""
    from graphgames.cli.main import build
    from graphgames.cli.manual import markdown

    return markdown(build())


def solvers() -> str:
    """Return the table of solvers; the first one for an objective is what is taken when nobody chooses."""
    from graphgames.catalogue import find

    def solves(entry: Any) -> str:
        return ", ".join(f"**{kind}**" if find.fitting(kind)[0] == entry else kind for kind in entry.solves)

    rows = ((f"`{e.name}`", solves(e), e.summary, e.complexity, e.source) for e in find.solvers())
    return table(("solver", "solves", "what it does", "cost", "source"), rows)


def games() -> str:
    """Return the table of concrete games."""
    from graphgames.catalogue.find import concrete_games

    rows = ((f"`{e.name}`", e.title, e.summary, e.source) for e in concrete_games())
    return table(("name", "game", "what it is", "from"), rows)


def formats() -> str:
    """Return the table of formats."""
    from graphgames.formats import table as known

    rows = ((f"`{e.name}`", " ".join(e.endings), e.title, e.reads, e.writes) for e in known())
    return table(("name", "endings", "holds", "read as", "written from"), rows)


def certificates() -> str:
    """Return the kinds of certificates and the modules that check them."""
    from graphgames.catalogue.find import kinds

    rows = (
        (f"`{name}`", f"`{kind.package}.{where.partition(':')[0]}`")
        for kind in kinds()
        for name, where in kind.checkers.items()
    )
    return table(("kind", "checked by"), rows)


def proved() -> str:
    """Return what is shown of solutions, and the conditions that prove it."""
    from graphgames import Machine, Shield, TemplateShield
    from graphgames.catalogue.find import certificate_class, kinds

    found = [(name, certificate_class(name)) for kind in kinds() for name in kind.checkers]
    found += [("a shield", Shield), ("a shield with a template", TemplateShield), ("a controller", Machine)]
    rows = (
        (
            name if name.startswith("a ") else f"`{name}`",
            output,
            ", ".join(f"`{condition}`" for condition in conditions.split()),
        )
        for name, certificate in found
        if certificate is not None
        for output, conditions in certificate.proves.items()
    )
    return table(("certificate", "what is shown", "proved by"), rows)


def families() -> str:
    """Return the families of games that can be generated."""
    from graphgames.cli.generate import families as known
    from graphgames.cli.generate import takes

    rows = (
        (f"`{name}`", (inspect.getdoc(make) or "").partition("\n")[0], " ".join(f"`--{o}`" for o in takes(make)))
        for name, make in known().items()
    )
    return table(("family", "what it is", "options"), rows)


def measured() -> str:
    """Return the tables that the benchmarks wrote, a section each, and the growth of every solver with its plots."""
    benchmarks = Path(__file__).parents[2] / "benchmarks"
    sections = [(path.stem.replace("_", " ").capitalize(), path) for path in sorted(benchmarks.glob("tables/*.md"))]
    sections += [("Growth", path) for path in benchmarks.glob("plots/README.md")]
    text = "\n\n".join(f"## {title}\n\n{_below_headings(path.read_text(encoding='utf-8'))}" for title, path in sections)
    text = re.sub(r"\[(\w+)\]\(\1\.md\)", r"\1", text)  # the other tables stand on the same page
    return re.sub(r"\]\((?:\.\./plots/)?([\w-]+\.svg)\)", r"](../../benchmarks/plots/\1)", text)


def _below_headings(text: str) -> str:
    """Make sure that a table stands apart from the line above it, and that headings are below those of the page."""
    text = re.sub(r"(?m)^#+ ", "### ", text)
    return re.sub(r"(?m)^([^|\n].*)\n\|", r"\1\n\n|", text)


def table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table in Markdown."""
    lines = [list(columns), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(
        "| " + " | ".join(cell.replace("|", r"\|").replace("\n", " ") for cell in line) + " |" for line in lines
    )


KNOWN: dict[str, Callable[[], str]] = {
    make.__name__: make for make in (commands, solvers, games, formats, certificates, proved, families, measured)
}


class Generated(SphinxDirective):
    """Puts what one of the functions above writes where it stands."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Parse it as if it stood in the page."""
        return self.parse_text_to_nodes(KNOWN[self.arguments[0]](), allow_section_headings=True)


def setup(app: Any) -> dict[str, bool]:
    """Tell Sphinx."""
    app.add_directive("generated", Generated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
