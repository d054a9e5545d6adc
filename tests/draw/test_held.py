"""A page without a server says of a play what a session says: the same moves, ratings, winners, mistakes and reasons.

Random plays of every kind are played by both, and all that the page would show of them is compared.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import playwright
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.value import in_words, plain
from graphgames.draw import board_of, view_of
from graphgames.draw import held as page
from graphgames.draw.held import held
from graphgames.explore import answers, proof
from graphgames.explore.answers import State
from graphgames.explore.loaded_game import LoadedGame
from graphgames.explore.proof import OpenProof
from graphgames.play import Session, adapter, adapter_for
from tests.arenas import random_arena
from tests.examples import examples, looked_at, solution_of
from tests.share import cases

NODE = Path(playwright.__file__).parent / "driver" / "node"
TABLES = next(kind for kind in find.kinds() if kind.name == "tables")
FRONT = Path(str(files("graphgames.draw").joinpath("front")))

PLAYER = """
import { readFileSync } from "node:fs";
import { Held } from "%s/held.js";
for (const { data, steps } of JSON.parse(readFileSync(0, "utf8"))) {
  const held = new Held(data), said = [];
  for (const name of [...steps, null]) {
    held.threatens = data.view.threats;
    const beyond = [...held.row.moves, ...held.row.threats ?? []].some(({ to }) => to < 0);
    said.push({ play: held.play(), why: held.why({}).why, beyond });
    if (name === null || held.moves().get(name).to < 0) break;
    held.make(name);
  }
  console.log(JSON.stringify(said));
}
"""


def by_page(script: str, given: Any) -> list[Any]:
    """Return what a script with the page's modules prints, line by line."""
    command = [str(NODE), "--no-warnings", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def random_plays(
    solution: Any, seed: int, count: int, start: Any = None, most: int = 40
) -> list[tuple[dict[str, Any], list[Any]]]:
    """Return plays for the page, each with what the explorer shows of it after each of at most so many moves."""
    adapter, rng = adapter_for(solution, start), np.random.default_rng(seed)
    data = held(solution, {} if start is None else {"start": start})
    game = LoadedGame("", solution, 0.0, 0, view_of(solution, 0, start), board_of(solution))
    plays = []
    for _ in range(count):
        session, steps, said = Session(adapter), list[str](), []
        while True:
            state = State(game, session, threats=adapter.threats is not None)
            said.append({"play": json.loads(json.dumps(answers.play(state))), "why": session.why()})
            if session.ending is not None or len(steps) == most:
                break
            names = list(session.moves())
            steps.append(names[0 if rng.random() < 0.4 else int(rng.integers(len(names)))])
            session.play(steps[-1])
        plays.append(({"data": data, "steps": steps}, said))
    return plays


RATED = ("moves", "threat", "made", "final")
"""What rests on whether a play comes back to where it was."""


def bare(given: Any, undecided: set[str]) -> Any:
    """Return the names and results of moves, or who gets what in the end, without what is said besides.

    Of the ``undecided`` moves only the names.
    """
    if given is None or not all(isinstance(one, dict) for one in given):
        return given and given[:2]
    return sorted((one["name"], "" if one["name"] in undecided else one["result"]) for one in given)


def reserved(given: Any) -> set[str]:
    """Return the moves whose words leave open that the play may come back to where it was, and be decided otherwise."""
    listed = [one for one in given or () if isinstance(one, dict)]
    words = ("keeps the win", "unless the play comes back")
    return {one["name"] for one in listed if any(some in one.get("words", "") for some in words)}


def held_against_sessions(plays: list[tuple[dict[str, Any], list[Any]]]) -> int:
    """Compare what the page says with what the explorer shows; return how many positions were compared.

    Where a move leads beyond what a page holds, it cannot know whether the play comes back there. From then on its
    moves, and its judgement of moves that were made, are compared by their names and results alone, and where its words
    leave the result open by their names.
    """
    found = by_page(PLAYER % FRONT, [play for play, _ in plays])
    compared = 0
    for (play, expected), answer in zip(plays, found, strict=True):
        beyond = False
        for step, (said, shown) in enumerate(zip(answer, expected, strict=not play["data"]["bound"])):
            where, beyond = play["steps"][:step], beyond or said["beyond"]
            for name, value in shown["play"].items():
                found = said["play"][name]
                if beyond and name in RATED:
                    undecided = reserved(found)
                    found, value = bare(found, undecided), bare(value, undecided)
                assert found == value, (where, name, play["data"]["view"]["heading"], found, value)
            assert said["why"] == shown["why"], (where, said["why"], shown["why"])
            compared += 1
    return compared


def of_random_games(name: str, count: int, seed: int = 5) -> list[tuple[dict[str, Any], list[Any]]]:
    kind, rng, plays = objective_class(name), np.random.default_rng(seed), []
    for k in range(count):
        n = int(rng.integers(2, 7))
        sides = kind.needs_owner or k % 2 == 0
        arena = random_arena(rng, n, float(rng.choice([1.5, 2.0])), sides, kind.allows_dead_ends)
        game = gg.Game(arena, kind.random(rng, n, float(rng.uniform(0.1, 0.9)), 2 if n < 4 else 4))
        plays += random_plays(gg.solve(game), k, 3, int(rng.integers(n)))
    return plays


@pytest.mark.slow
@pytest.mark.parametrize("name", ["normal", "reach", "parity", "energy", "rabin", "discounted"])
def test_a_page_says_of_random_plays_what_the_explorer_shows(name: str) -> None:
    assert held_against_sessions(of_random_games(name, 4)) >= 12


@pytest.mark.slow
@pytest.mark.share(0.35)
@pytest.mark.parametrize("name", objectives())
def test_so_it_is_with_every_objective(name: str) -> None:
    count = cases(60, 0.2, least=2)
    assert held_against_sessions(of_random_games(name, count, 6)) >= count


def test_a_vertex_with_the_other_player_to_move_is_not_where_the_search_has_been() -> None:
    arena = gg.Arena.from_edges([("a", "b"), ("b", "lost"), ("b", "c"), ("c", "c"), ("c", "a")])
    play = random_plays(gg.solve(gg.Game(arena, gg.NormalPlay())), 1, 1, "a", most=1)
    threats = play[0][1][1]["play"]["threat"]
    assert [(one["name"], one["words"]) for one in threats] == [("lost", "win in 1"), ("c", "draw")]
    assert held_against_sessions(play) == 2


@pytest.mark.slow
def test_so_it_is_where_edges_have_marks_and_energy_has_a_cap() -> None:
    for seed in range(cases(12, 0.1)):
        rng = np.random.default_rng(seed)
        arena = random_arena(rng, int(rng.integers(2, 7)), 2.0, True, False)
        some, weights = rng.random(arena.m) < 0.4, rng.integers(-3, 4, arena.m)
        for objective in (
            gg.Buchi(accepting_edges=some),
            gg.CoBuchi(rejecting_edges=some),
            gg.Parity(edge_priority=rng.integers(0, 4, arena.m)),
            gg.Parity(rng.integers(0, 4, arena.n), convention="min-odd"),
            gg.Energy(weights, cap=4),
            gg.MeanPayoff([f"{10**9 + w}/{10**9 - 7}" for w in weights.tolist()], threshold=1),
        ):
            plays = random_plays(gg.solve(gg.Game(arena, objective)), seed, 2, int(rng.integers(arena.n)))
            assert held_against_sessions(plays) >= 2


@pytest.mark.parametrize(
    ("objective", "stands"),
    [
        (gg.ReachProbability(["d"]), "Adam wins with probability 1"),
        (gg.AvoidProbability(["d"]), "Eve wins with probability 1"),
        (gg.Parity([2, 1, 2, 1]), "Eve wins with probability 1"),
    ],
)
def test_a_play_that_chance_lets_go_on_is_stopped_on_the_page_as_by_the_explorer(
    objective: Any, stands: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "LONGEST", 30)
    arena = gg.Arena.from_edges(
        [("a", "b"), ("b", "a"), ("b", "c"), ("c", "a"), ("c", "b"), ("d", "d")],
        owner={"a": "chance", "b": "chance", "c": 0, "d": 1},
        probability=[1, "1/2", "1/2", 0, 0, 0],
    )
    play = random_plays(gg.solve(gg.Game(arena, objective)), 3, 1, "a", most=50)
    assert held_against_sessions(play) == 31
    last = play[0][1][-1]["play"]
    assert last["count"] == 30 and last["ending"]["winner"] is None and not last["ending"]["mistakes"]
    assert last["ending"]["reason"] == f"it was stopped after 30 moves; where it stands: {stands}"


@pytest.mark.slow
@pytest.mark.parametrize("more", [{"sys_goals": ["x"]}, {"marks": ["x", "a"], "acceptance": "Inf(0) & Fin(1)"}])
def test_so_it_is_with_specifications(more: dict[str, Any]) -> None:
    solution = gg.solve(gg.Spec({"a": bool}, {"x": bool}, sys_trans=["x' != a"], **more))
    assert held_against_sessions(random_plays(solution, 1, 2)) >= 4


ARGUER = """
import { readFileSync } from "node:fs";
import { Held } from "%s/held.js";
for (const data of JSON.parse(readFileSync(0, "utf8"))) console.log(JSON.stringify(new Held(data).argue().argument));
"""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["normal", "reach", "parity", "energy", "rabin", "parity-probability"])
def test_a_page_holds_the_whole_argument_that_the_explorer_shows(name: str) -> None:
    kind, rng = objective_class(name), np.random.default_rng(3)
    arena = random_arena(rng, 6, 2.0, True, kind.allows_dead_ends)
    solution = gg.solve(gg.Game(arena, kind.random(rng, 6, 0.4, 3)))
    (found,) = by_page(ARGUER % FRONT, [held(solution, {})])
    game = LoadedGame("", solution, 0.0, 0, view_of(solution, 0, None), board_of(solution))
    expected = answers.argument(State(game, Session(adapter_for(solution))))
    keys = ("depth", "words", "from", "to")
    assert len(found) > 1
    assert [{key: one[key] for key in keys} for one in found] == [{key: one[key] for key in keys} for one in expected]


PROVER = """
import { readFileSync } from "node:fs";
import { Held } from "%s/held.js";
for (const { data, spots } of JSON.parse(readFileSync(0, "utf8"))) {
  const held = new Held(data);
  console.log(JSON.stringify(spots.map((spot) => {
    const { entries, ...opened } = held.conditions(spot);
    const changes = entries.flatMap(({ path, others }) => others.map((to) => ({ path, to })));
    const broken = changes.map((change) => ({ ...change, ...held.conditions({ ...spot, change }) }));
    return { opened, broken: broken.map(({ path, to, conditions, refused }) => ({ path, to, conditions, refused })) };
  })));
}
"""


def proofs_against_the_checker(solutions: list[Any]) -> int:
    """Compare the conditions that pages hold with what the checker says; return how many changes were compared."""
    graphs = [board_of(solution) is None and hasattr(solution, "arena") for solution in solutions]
    pages = [held(solution, {}) for solution in solutions]
    given = [
        {"data": data, "spots": [{"vertex": at, "place": at} for at in range(len(data["proof"]))]} for data in pages
    ]
    count = 0
    for solution, graph, spots in zip(solutions, graphs, by_page(PROVER % FRONT, given), strict=True):
        assert spots and (not graph or len(spots) == solution.arena.n)
        checker = OpenProof(solution, graph)
        for at, spot in enumerate(spots):
            expected = json.loads(json.dumps(checker.opened(at)))
            del expected["entries"]
            assert spot["opened"] == expected
            for broken in spot["broken"]:
                change = {"path": broken.pop("path"), "to": broken.pop("to")}
                expected = json.loads(json.dumps(checker.opened(at, change)))
                assert broken == {name: expected[name] for name in broken}
                count += 1
    return count


@pytest.mark.slow
def test_a_page_says_of_conditions_and_changes_what_the_checker_says() -> None:
    boards = [
        gg.heap_game(".77", 7),
        gg.solve(find.concrete_game("edge-geography").read(b"[(0,[1,2]),(1,[2]),(2,[0])]")),
    ]
    arena = random_arena(np.random.default_rng(1), 3, 2.0, True, False)
    assert proofs_against_the_checker([*boards, gg.solve(gg.Game(arena, gg.Buchi([0])))]) > 40


@pytest.mark.slow
@pytest.mark.share(0.35)
@pytest.mark.parametrize("name", objectives())
def test_so_it_is_with_the_conditions_of_every_objective(name: str) -> None:
    kind, rng = objective_class(name), np.random.default_rng(4)
    arena = random_arena(rng, 4, 2.0, True, kind.allows_dead_ends)
    assert proofs_against_the_checker([gg.solve(gg.Game(arena, kind.random(rng, 4, 0.4, 3)))]) >= 8


def test_a_change_that_a_page_does_not_hold_is_refused() -> None:
    data = held(gg.solve(gg.Game(random_arena(np.random.default_rng(1), 5, 2.0, True, False), gg.Buchi([0]))), {})
    script = """
        import { readFileSync } from "node:fs";
        import { Held } from "%s/held.js";
        const held = new Held(JSON.parse(readFileSync(0, "utf8")));
        const changes = [["winner", 0], ["winner", 1]].map((path) => ({ vertex: 0, change: { path, to: "Mr X" } }));
        for (const asked of [{ vertex: 9 }, ...changes]) {
          try { held.conditions(asked); } catch ({ message }) { console.log(JSON.stringify(message)); }
        }
    """
    missing, other, elsewhere = by_page(script % FRONT, data)
    assert missing == "this page does not hold the conditions there"
    assert re.fullmatch("this page holds what these would break: (Eve|Adam). .+ graphgames explore FILE", other)
    assert "nothing here" in elsewhere


@pytest.mark.slow
def test_a_page_holds_as_much_of_a_proof_as_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = gg.solve(gg.Game(random_arena(np.random.default_rng(1), 30, 2.0, True, False), gg.Buchi([0])))
    words = []
    for room in (10**9, 30 * 210, 0):  # looks at a condition: any number, those for one change a vertex, none
        monkeypatch.setattr(proof, "MOST_CHECKS", room)
        words.append(Counter(entry["words"] for at in held(solution, {})["proof"] for entry in at["entries"]))
    assert words[0].keys() > {"winner", "strategy", "alpha in the certificate"}
    assert words[1] == {"winner": 30} and not words[2]
    monkeypatch.setattr(proof, "MOST_OPENED", 100)
    data = held(solution, {})
    assert data["proof"] == [] and "needs the checker" in data["checking"]


def of_an_example(kind: Any, name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Compare two plays of an example, of which a page holds so many positions; return how many were compared."""
    monkeypatch.setattr(page, "MOST_POSITIONS", most)
    monkeypatch.setattr(page, "_MOST_DRAWN", 100_000)  # pictures are no part of what is compared
    compared = held_against_sessions(random_plays(solution_of(kind.name, name), 1, 2))
    assert compared >= 2, name
    return compared


LARGE = 6000
"""A page holds so many positions; of a game that has more, which also take long to rate, it holds fewer here."""


@pytest.mark.slow
@pytest.mark.parametrize("name", looked_at(TABLES))
def test_so_it_is_with_board_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a table is built of here: small boards and endgames of at most 161,029 positions, built in seconds.

    The full boards have some 4.5 x 10^12 positions (Connect Four on 7 x 6), 9 x 10^11 (awari with 48 seeds), 10^10
    (nine men's morris) and more than 10^40 (chess): no table of them can be built on such a machine.
    """
    assert of_an_example(TABLES, name, cases(600, 0.3, least=90), monkeypatch) >= 4


@pytest.mark.nightly
@pytest.mark.parametrize("kind", list(find.kinds()), ids=lambda kind: kind.name)
def test_so_it_is_with_every_example(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, _ in examples(kind):
        large = kind is TABLES and solution_of(kind.name, name).positions > LARGE
        of_an_example(kind, name, 600 if large else LARGE, monkeypatch)


@pytest.mark.slow
def test_numbers_are_written_as_python_writes_them() -> None:
    rng = np.random.default_rng(3)
    given = [
        Fraction(0),
        Fraction(10**15 - 1),
        Fraction(-(10**15)),
        Fraction(999_999_949, 1000),
        Fraction(1, 10**7 + 1),
    ]
    for _ in range(300):
        p, q = (int(rng.integers(1, 10 ** int(rng.integers(1, 18)))) for _ in range(2))
        given += [Fraction(p, q), -Fraction(p, q), p + Fraction(1, q), Fraction(p * 10**9 + 5, 10**9)]
    script = """
        import { readFileSync } from "node:fs";
        import { exact, inWords } from "%s/numbers.js";
        for (const text of JSON.parse(readFileSync(0, "utf8"))) console.log(JSON.stringify(inWords(exact(text))));
    """
    found = by_page(script % FRONT, [str(one) for one in given])
    assert found == [in_words(plain(one)) for one in given]
