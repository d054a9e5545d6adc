"""What a person sees of a solution that was altered and is still proved is what the true one says.

`tests.contract.test_proved` alters the answers of a file. Here the numbers of the whole file are altered, those of the
certificate too: periods, counts, remoteness, the elements of a quotient, ranks. Where the result is read and proved,
its words, tables, pictures, values, moves and policies, what the program prints of it and what a page holds of it are
compared with the truth.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import partial, reduce
from io import StringIO
from itertools import islice
from typing import Any

import pytest

import graphgames as gg
from graphgames import draw
from graphgames.cli import printing
from graphgames.core.drawing import Drawable
from graphgames.draw import graph
from graphgames.draw.folding import foldings
from graphgames.draw.held import held
from graphgames.games.models.policy_files import WRITERS
from tests.contract.test_proved import leaves, others
from tests.contract.test_solution_files import again, problems, solved
from tests.reference.claims import FREE
from tests.share import cases

SHOWN = ("policy", "period", "preperiod", "order", "elements", "distances", "theorem", "won", "rows")
"""What some solutions have besides, without a position."""


@pytest.fixture(autouse=True)
def small_and_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pages hold few positions, those near the start, and pictures have the first arrangement that is tried.

    The conditions on a page show the certificate's own entries, of which others may prove the same; they are left out.
    """
    monkeypatch.setattr(Drawable, "_opener", staticmethod(lambda solution, graph: []))
    monkeypatch.setattr("graphgames.draw.graph.PLANS", graph.PLANS[:1])
    monkeypatch.setattr("graphgames.draw.held.MOST_POSITIONS", 60)
    monkeypatch.setattr("graphgames.draw.held.MOST_PLAYS", 20)


def positions(solution: Any) -> list[Any]:
    """Return some positions of a problem, as its solution takes them."""
    problem = solution.problem
    if isinstance(problem, gg.Game):
        return [problem.arena.label(v) for v in range(problem.arena.n)]
    if problem.kind == "nimbers":
        return [*range(problem.arena.n)]
    if problem.kind in ("heaps", "misere-quotients"):
        return [(k,) for k in range(1, 6)] + [(1, 2, 3)]
    start = getattr(getattr(problem, "rules", problem), "start", None)
    return [start] if problem.kind in ("rules", "table", "grid") and start is not None else []


def said(what: Any) -> str:
    """Return what something that is asked says, be it that it does not know."""
    try:
        found = what()
    except gg.GraphGamesError as error:
        return f"refused: {error}"
    return str(getattr(found, "svg", found))


def policies(solution: Any) -> Iterator[tuple[str, str]]:
    """Yield the policy of a model in the formats in which it is written, and the table that the program prints."""
    for ending, write in WRITERS.items():
        yield ending, str(write(solution))
    yield "rows", str(solution.rows())
    yield "actions", str([solution.action(state) for state in solution.problem.model.names])


def printed(show: Callable[[], Any]) -> str:
    """Return what the program prints; refusals are words, too."""
    text = StringIO()
    with redirect_stdout(text):
        found = said(show)
    return text.getvalue() + found


def printouts(solution: Any) -> Iterator[tuple[Any, str]]:
    """Yield what the program prints of a solution but for who solved it: the summary, the tables, the reasons."""
    yield "summary", printed(lambda: printing.summarise("game", solution, {}, True)).replace(solution.solver, "")
    yield "line", printed(lambda: printing.line("game", solution, {}, True, None)).replace(solution.solver, "")
    for how in ((False, False), (False, True), (True, True)):
        yield ("explain", *how), printed(partial(printing.explain, solution, *how))
    if isinstance(solution, gg.ArenaSolution):
        yield "table", printed(lambda: printing.vertex_table(solution))


def pictures(solution: Any) -> Iterator[tuple[Any, str]]:
    """Yield the pictures of a solution in every way: whole, folded, with the best play, and as text for other tools."""
    try:
        folds = foldings(draw.graph_view_of(solution, {})[0])
    except gg.GraphGamesError:
        folds = []
    ways_to_draw: list[dict[str, Any]] = [{}, *({"collapse": way} for way in folds), {"play": 6}]
    for how in ways_to_draw:
        yield ("picture", *how.items()), said(partial(draw.picture, solution, **how))
    plain = draw.picture(solution)
    for form in ("dot", "tex"):
        yield form, said(lambda form=form: plain.to_bytes(form).decode())


def on_a_page(solution: Any) -> str:
    """Return what a page without a server holds of a solution, who solved it aside."""

    def data() -> str:
        told = held(solution, {})
        told["view"].pop("solver")
        return json.dumps(told)

    return said(data)


def faces(solution: Any) -> dict[Any, str]:
    """Return all that is shown of a solution, by a name."""
    told: dict[Any, str] = {
        one: said(getattr(solution, one)) for one in ("__str__", "__repr__", "_repr_html_", "explain")
    }
    data = {key: value for key, value in solution.to_dict(full=False).items() if key not in ("stats", "solver")}
    told["json"] = str(data)
    for name in SHOWN:
        if hasattr(solution, name):
            given = getattr(solution, name)
            told[name] = said(given if callable(given) else lambda given=given: given)
    told |= dict(policies(solution)) if hasattr(solution, "policy") else {}
    told |= {**dict(printouts(solution)), **dict(pictures(solution)), "page": on_a_page(solution)}
    for at in positions(solution):
        told["explain", at], told["outcome", at] = (
            said(lambda at=at: solution.explain(at)),
            said(lambda at=at: solution.outcome(at)),
        )
        told["value", at] = said(lambda at=at: solution.value(at))
        told["best", at] = said(lambda at=at: [(str(m.move), m.result, m.distance) for m in solution.best_moves(at)])
    return told


@pytest.mark.slow
@pytest.mark.share(0.3)
@pytest.mark.parametrize("name", [name for name in problems() if name != "misere-rules"])
def test_what_is_shown_of_an_altered_solution_that_is_proved_is_true(name: str) -> None:
    data = solved(name)[1]
    true = again(name, data)
    assert gg.verify(true)
    truth, document = faces(true), json.loads(data)
    places = [(path, value) for path, value in leaves(document) if path[0] not in ("strategy", *FREE)]
    step = max(1, len(places) // cases(120, 0.05))
    for path, value in islice(places, None, None, step):
        for other in near(value):
            changed = json.loads(data)
            reduce(lambda part, key: part[key], path[:-1], changed)[path[-1]] = other
            try:
                claim = again(name, json.dumps(changed).encode())
                proved = gg.verify(claim)
            except gg.GraphGamesError:
                continue
            if proved:
                now = faces(claim)
                assert [one for one in truth if now[one] != truth[one]] == [], (path, value, other)


def near(value: Any) -> list[Any]:
    """Return other values for one of a file: numbers, and for a word that is no number another word or none."""
    words = [f"{value}1", value[:-1], ""] if isinstance(value, str) else []
    return others(value) or [word for word in words if word != value]


def rows_of_integers(entry: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], list[int]]]:
    """Yield each list of whole numbers of a part of a file with its place."""
    if isinstance(entry, list) and entry and all(type(one) is int for one in entry):
        yield path, entry
    elif isinstance(entry, list | dict):
        for key, inside in enumerate(entry) if isinstance(entry, list) else entry.items():
            yield from rows_of_integers(inside, (*path, key))


@pytest.mark.slow
@pytest.mark.share(0.3)
@pytest.mark.parametrize("name", problems())
def test_an_answer_that_is_altered_together_with_its_certificate_is_refused_or_true(name: str) -> None:
    """A lie that agrees with itself: the number that is shown and the one that should prove it, altered alike."""
    data = solved(name)[1]
    truth, document = faces(again(name, data)), json.loads(data)
    rows = [(path, row) for path, row in rows_of_integers(document) if path[0] not in ("strategy", "won")]
    pairs = [(p, q) for p, a in rows for q, b in rows if p[0] != "certificate" == q[0] and len(a) == len(b)]
    for p, q in pairs:
        for at, by in ((at, by) for at in range(cases(30, 0.1)) for by in (1, -1, 5)):
            changed = json.loads(data)
            one, other = (reduce(lambda part, key: part[key], path, changed) for path in (p, q))
            if at >= len(one) or one[at] != other[at]:
                continue
            one[at] = other[at] = one[at] + by
            try:
                claim = again(name, json.dumps(changed).encode())
                proved = gg.verify(claim)
            except gg.GraphGamesError:
                continue
            assert not proved or faces(claim) == truth, (p, q, at, by)
