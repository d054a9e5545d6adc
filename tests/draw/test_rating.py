"""The script of a page rates every move as a session does, and says the same winner, in random plays of every kind."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import playwright
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.chance import CHANCE
from graphgames.draw.page import play_data
from graphgames.play import Session, adapter_for
from tests.arenas import random_arena
from tests.examples import examples, solution_of
from tests.share import cases

NODE = Path(playwright.__file__).parent / "driver" / "node"

PLAYER = """
for (const { data, start, steps } of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  const line = new Line(data, start), said = [];
  for (const name of steps) {
    const choices = line.choices(), words = (one) => choiceWords(data, one, line.mover);
    if (line.mover === CHANCE) choices.sort((a, b) => (a.move[0] < b.move[0] ? -1 : 1)); // the page: likeliest first
    said.push(choices.map((one) => [one.move[0], one.result, one.proved, one.distance, words(one)]));
    if (name !== null) line.push(choices.find((one) => one.move[0] === name).move);
  }
  console.log(JSON.stringify({ said, code: line.ending() }));
}
"""


def by_script(plays: list[dict[str, Any]]) -> list[Any]:
    """Return what the page's script says of the moves of plays, and who has won each."""
    script = files("graphgames.draw").joinpath("rating.js").read_text(encoding="utf-8") + PLAYER
    done = subprocess.run([NODE, "-e", script], input=json.dumps(plays), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_plays(solution: Any, seed: int, count: int, start: Any = None) -> list[tuple[dict[str, Any], Any]]:
    """Return plays for the script, each with what a session says of its moves and its end."""
    adapter, rng = adapter_for(solution, start), np.random.default_rng(seed)
    data = play_data(solution, {} if start is None else {"start": start}, solution.draw())
    plays = []
    for _ in range(count):
        session, steps, said = Session(adapter), list[str | None](), []
        while session.ending is None and len(steps) < 40:
            choices = dict(sorted(session.moves().items())) if session.mover == CHANCE else session.moves()
            said.append([[n, str(c.result), c.proved, c.distance, session.words(c)] for n, c in choices.items()])
            careful = rng.random() < 0.4
            steps.append(list(choices)[0 if careful else int(rng.integers(len(choices)))])
            session.play(steps[-1])
        over = session.ending
        stuck = over is not None and not session.moves()  # which the page says of itself
        plays.append(({"data": data, "start": 0, "steps": steps}, (said, None if over is None else over.code, stuck)))
    return plays


def held_against_sessions(plays: list[tuple[dict[str, Any], Any]]) -> None:
    found = by_script([play for play, _ in plays])
    for (play, (said, code, stuck)), answer in zip(plays, found, strict=True):
        data = play["data"]
        if data["anew"] or (data["round"] and data["decides"] is None):  # then nothing false is called proved
            for expected, rated in zip(said, answer["said"], strict=True):
                proved = {name: result for name, result, proved, *_ in rated if proved}
                assert proved == {name: result for name, result, *_ in expected if name in proved}, play["steps"]
            continue
        for expected, rated in zip(said, answer["said"], strict=True):
            assert [one[:4] for one in rated] == [one[:4] for one in expected], (play["steps"], play["data"]["rule"])
            for (*_, words), (*_, ours) in zip(rated, expected, strict=True):
                assert words == ours or ours.startswith(words) or "ends the play" in ours or "win" in words
        assert answer["code"] == code or (stuck and answer["code"] is None), play["steps"]


UNKNOWN = {"total-payoff", "discounted", "expected-reward"}
"""Objectives of which the page does not know who wins round a loop: what was collected before it counts, too."""


@pytest.mark.slow
@pytest.mark.parametrize("name", objectives())
def test_random_plays_are_rated_as_in_a_session(name: str) -> None:
    kind, rng, plays = objective_class(name), np.random.default_rng(5), []
    for k in range(cases(100, 0.2)):
        n = int(rng.integers(2, 7))
        arena = random_arena(
            rng, n, float(rng.choice([1.5, 2.0])), kind.needs_owner or k % 2 == 0, kind.allows_dead_ends
        )
        game = gg.Game(arena, kind.random(rng, n, float(rng.uniform(0.1, 0.9)), 2 if n < 4 else 4))
        plays += random_plays(gg.solve(game), k, 3, int(rng.integers(n)))
    known = [play["data"]["decides"] is not None for play, _ in plays if play["data"]["round"]]
    assert not any(known) if name in UNKNOWN else all(known)
    held_against_sessions(plays)


@pytest.mark.slow
def test_endless_examples_are_rated_as_in_a_session() -> None:
    plays = []
    for kind in find.kinds():
        for name, _ in () if kind.name == "tables" else examples(kind):
            if adapter_for(solution_of(kind.name, name)).loop_ending is not None:
                plays += random_plays(solution_of(kind.name, name), 1, 2)
    held_against_sessions(plays)
