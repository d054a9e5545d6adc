"""The catalogue is complete: every kind has what a kind must have, and everything that a row names can be imported."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.catalogue.rows import Kind
from graphgames.core.game import Game
from graphgames.core.oracle import Oracle
from graphgames.play import Session, adapter_for
from tests.examples import examples, solved_examples

KINDS = list(find.kinds())
SOURCE = Path(gg.__file__).parent
each_kind = pytest.mark.parametrize("kind", KINDS, ids=[kind.name for kind in KINDS])
each_solved = pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, id=kind.name, marks=[pytest.mark.slow(seconds=8)] * (kind.name == "tables")) for kind in KINDS],
)
"""For tests that solve the examples, of which tables take seconds."""


def test_every_folder_is_a_kind_and_is_listed_once() -> None:
    folders = {path.parent.name for path in (SOURCE / "games").glob("*/__init__.py")}
    assert sorted(kind.name for kind in KINDS) == sorted(folders)


@each_kind
def test_everything_named_resolves(kind: Kind) -> None:
    for name, where in kind.objectives.items():
        assert kind.load(where).name == name
    for where in (*kind.problems.values(), *kind.checkers.values(), *(solver.function for solver in kind.solvers)):
        assert callable(kind.load(where)), where
    for where in (
        kind.picture,
        kind.graph_view,
        kind.view,
        kind.board,
        kind.walkthrough,
        kind.player,
        kind.codec,
        kind.named,
    ):
        assert not where or callable(kind.load(where)), where
    for module, _ in kind.commands.values():
        assert callable(kind.load(f"{module}:configure")) and callable(kind.load(f"{module}:run"))
    for name, where in kind.certificates.items():
        assert kind.load(where).kind == name
    for game in kind.games:
        assert callable(game.load().read) and callable(game.load().write)


@each_kind
def test_every_kind_has_what_a_kind_must_have(kind: Kind) -> None:
    assert kind.title
    for problem in (*kind.objectives, *kind.problems):
        assert find.fitting(problem), f"nothing solves {problem}"
    assert set(kind.checkers) <= set(kind.certificates)
    own = [name for name, where in kind.problems.items() if not issubclass(kind.load(where), Game)]
    if own:  # games on arenas share a picture, a player and a codec
        assert kind.checkers and (kind.picture or kind.graph_view) and kind.player and kind.codec
    assert next(examples(kind), None), "no example"


@each_solved
def test_examples_are_solved_proved_explained_drawn_played_written_and_read(kind: Kind, tmp_path: Path) -> None:
    for name, problem, solution in solved_examples(kind):
        assert kind in (find.kind_of(problem), find.kind_of(solution)), name
        assert gg.verify(solution), f"{name}: {gg.verify(solution)}"
        assert solution.explain().strip() and type(solution).__name__ in repr(solution), name
        for export in ("to_dict", "to_pandas", "to_networkx"):
            assert not hasattr(type(solution), export) or len(getattr(solution, export)()), f"{name}: {export}"
        assert "<" in solution._repr_html_() and solution.draw().svg.startswith("<svg"), name
        session = Session(adapter_for(solution))
        by_chance = session.adapter.odds is not None and session.adapter.loop_ending is not None  # may go on for ever
        while session.ending is None and len(session.made) < (100 if by_chance else 1000):
            session.reply()
        assert session.ending is not None or by_chance, f"{name}: a play between two strategies does not end"
        assert session.why(), name
        gg.write(solution, tmp_path / "solution.json")
        again = gg.read_solution(problem, tmp_path / "solution.json")
        assert gg.verify(again) and again.to_dict(full=False) == solution.to_dict(full=False), name


def made() -> Iterator[Any]:
    """Return a solution of each public class that no example of a file has."""
    kayles = gg.HeapGame.from_code(".77", (3, 4))
    yield from (gg.by_rule(kayles), gg.misere(kayles), gg.misere_quotient(kayles, 4), gg.heap_game(kayles, 20))
    loopy = gg.grundy_values(gg.Arena.from_edges([(0, 1), (1, 0), (1, 2)]), loopy=True)
    yield loopy
    yield gg.solve(gg.Race(gg.Arena.from_edges([(0, 1), (1, 2), (0, 2)]), 2, [0], [0], [(0, 0), (1, 0)]))
    yield gg.solve(gg.BlockedGrid([(1, 1), (4, 2)], start=(2, 2)))
    yield gg.Sum.of(gg.heap_game(kayles, 20), (5,)) + 3 * gg.by_rule(range).at(4) + gg.Sum.of(loopy, 0)


def is_solution(thing: Any) -> bool:
    return inspect.isclass(thing) and hasattr(thing, "best_moves") and hasattr(thing, "explain")


@pytest.mark.slow
def test_every_public_solution_class_is_looked_at_here() -> None:
    looked = {type(solution) for solution in made()}
    looked |= {type(solution) for kind in KINDS for _, _, solution in solved_examples(kind)}
    public = {thing for name in gg.__all__ if is_solution(thing := getattr(gg, name))}
    assert public - {Oracle, gg.Solution} <= looked


@pytest.mark.parametrize("solution", list(made()), ids=lambda solution: type(solution).__name__)
def test_what_is_made_in_python_is_complete_too(solution: Any, tmp_path: Path) -> None:
    if isinstance(solution, gg.Sum):
        assert solution.explain() and solution.best_moves()
    else:
        session = Session(adapter_for(solution))
        while session.ending is None:
            session.reply()
        assert session.why() and session.made
    assert gg.verify(solution), gg.verify(solution)
    assert solution.explain().strip() and solution.draw().svg.startswith("<svg")
    gg.write(solution, tmp_path / "solution.json")
    again = gg.read_solution(solution.problem, tmp_path / "solution.json")
    assert type(again) is type(solution) and gg.verify(again)
    assert again.to_dict() == solution.to_dict()


def test_no_toolkit_and_no_face_imports_a_kind() -> None:
    """The linter sees imports alone; a name in a string would be one, too."""
    kinds = "|".join(kind.name for kind in KINDS)
    for folder in ("core", "graphs", "readers", "formats", "draw", "play", "explore", "cli"):
        for path in (SOURCE / folder).rglob("*.py"):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if ">>>" not in line and re.search(rf"(from|import) graphgames\.games\.({kinds})\b", line):
                    indented = line.startswith("    ")  # for types alone, below TYPE_CHECKING
                    assert indented, f"{path.relative_to(SOURCE)}:{number}: {line}"


@pytest.mark.parametrize("fields", [{"name": "x"}, {"title": "t", "nmae": "x"}, {"title": "t", "package": "p"}])
def test_a_row_with_other_fields_is_refused(fields: dict[str, str]) -> None:
    """A field that is missing, misspelt or given twice is found where the row is written."""
    with pytest.raises(TypeError, match="a Kind has other fields: package, title"):
        Kind("graphgames.games.none", **fields)  # type: ignore[arg-type]
