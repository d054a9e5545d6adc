"""An open game, asked anything in any order: answers are JSON, and what cannot be answered is refused in words."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from graphgames.core.catalogue import objectives
from graphgames.core.errors import GraphGamesError
from graphgames.explore import gallery
from graphgames.explore.desk import METHODS, GameSession
from graphgames.explore.edits import CHANGES

NOISE: tuple[Any, ...] = (None, -1, 0, 1, 2, 3, 99, "a", "0", [], {}, True, 1.5, "x" * 50, [0], [0, 1])


def question(rng: random.Random, desk: GameSession) -> tuple[str, dict[str, Any]]:
    """Ask something that may or may not make sense."""
    method, names = rng.choice(METHODS), list(desk.session.moves())

    def some() -> Any:
        return rng.choice(NOISE)

    arguments: dict[str, dict[str, Any]] = {
        "move": {"name": rng.choice(names) if names and rng.random() < 0.8 else some()},
        "why": {"vertex": some()},
        "vertex": {"vertex": some()},
        "around": {"vertex": some(), "radius": rng.choice((0, 1, 2, some()))},
        "find": {"name": some()},
        "restart": rng.choice(({}, {"persons": some()}, {"start": some()}, {"test": some()})),
    }
    if method == "edit":
        what = rng.choice((*CHANGES, some()))
        change = {"what": what} | {name: some() for name in CHANGES.get(str(what), (None, ("vertex",)))[1]}
        if what == "set-objective" and rng.random() < 0.8:
            change["objective"] = rng.choice(list(objectives()))
        return method, {"change": change}
    return method, arguments.get(method, {})


@pytest.mark.parametrize("example", gallery.TABLE, ids=lambda example: example.name)
def test_nothing_that_is_asked_is_too_much(example: gallery.Example, tmp_path: Path) -> None:
    rng = random.Random(example.name)
    desk = GameSession()
    desk.open_text(example.text, example.file, example.options, example.start)
    for _ in range(120):
        method, arguments = question(rng, desk)
        try:
            json.dumps(getattr(desk, method)(**arguments))
        except GraphGamesError as error:
            assert len(str(error)) > 10
    view = desk.view()
    assert view["play"]["ending"] or view["play"]["moves"]
    for kind in ("svg", "json", "pg"):
        try:
            desk.export(kind, str(tmp_path / kind))
        except GraphGamesError as error:
            assert kind == "pg" and "owner" in str(error)


def test_a_change_that_fails_changes_nothing() -> None:
    desk = GameSession()
    desk.open_text("0 1\n1 0\n", "ring.edges", {"objective": "normal"})
    before = desk.view()
    with pytest.raises(GraphGamesError):
        desk.edit({"what": "set-objective", "objective": "parity"})
    assert desk.view() == before
