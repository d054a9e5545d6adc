"""An open game, asked anything in any order: answers are JSON, and what cannot be answered is refused in words."""

from __future__ import annotations

import argparse
import json
import random
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.catalogue.find import objective_class, objectives
from graphgames.catalogue.rows import Example
from graphgames.cli.explore import run
from graphgames.core.errors import GraphGamesError
from graphgames.explore import gallery
from graphgames.explore.edits import CHANGES
from graphgames.explore.game_session import METHODS, GameSession
from graphgames.games.tables.board_games import game as board_game
from tests.examples import shown_examples
from tests.share import cases, share

NOISE: tuple[Any, ...] = (None, -1, 0, 1, 2, 3, 99, "a", "0", [], {}, True, 1.5, "x" * 50, [0], [0, 1])


def question(rng: random.Random, desk: GameSession) -> tuple[str, dict[str, Any]]:
    """Ask something that may or may not make sense."""
    model = desk.state.opened.asked is not None  # all others are refused what is asked of models
    method = rng.choice([one for one in METHODS if model or one not in ("ask", "pose")])
    names = list(desk.session.moves())

    def some() -> Any:
        return rng.choice(NOISE)

    arguments: dict[str, dict[str, Any]] = {
        "move": {
            "name": rng.choice(names) if names and rng.random() < 0.8 else some(),
            "place": rng.choice(("", "0.0.1", some())),
        },
        "goto": {"ply": rng.choice((0, 1, some()))},
        "why": {"vertex": some()},
        "vertex": {"vertex": some()},
        "around": {"vertex": some(), "radius": rng.choice((0, 1, 2, some()))},
        "find": {"name": some()},
        "threat": {"on": some()},
        "fold": rng.choice(({"way": some()}, {"way": "components"}, {"group": some()})),
        "keep": {"lines": some()},
        "restart": rng.choice(({}, {"persons": some()}, {"start": some()}, {"test": some()})),
    }
    if method == "edit":
        what = rng.choice((*CHANGES, some()))
        change = {"what": what} | {name: some() for name in CHANGES.get(str(what), (None, ("vertex",)))[1]}
        if what == "set-objective" and rng.random() < 0.8:
            change["objective"] = rng.choice(list(objectives()))
        return method, {"change": change}
    return method, arguments.get(method, {})


REFUSALS = (
    r".+ is not a probability; expected 0 to 1",
    "this game was not made from a model, so it answers no properties",
    r"there is no (vertex|edge|move|test|change|objective) .+",
    r"there is no move to undo",
    r".+ is not a position; expected .+",
    r"this game is not on a graph",
    r"the (vertices|edges) of an? .+ game have no numbers",
    r"no number .+ can be set; there are: .+",
    r".+ is not a number; expected one such as 3, -1/2 or 0.25",
    r"expected the groups that were entered, not .+",
    r"the probability of .+ is .+; expected a number between 0 and 1",
    r"the edge .+ is (there already|not left to chance)",
    r"this game is changed in its input, not on its graph",
    r"the play is over; begin again or take moves back",
    r"the play begins where the input says; leave out the start .+",
    r"there is no heap to play with; give some as the start, such as 3,5,7",
    r"the players .+ do not exist; they are 0 and 1",
    r".+ is not a position of .+",
    r"there is no such group",
    r"there is no algorithm to be shown step by step on this game",
    r"expected lines and notes of 500,000 characters at most; this is not saved",
    r"this game cannot be collapsed by .+ It can be collapsed by: .+",
    r"the solution of this game holds no position like this one with the other player to move",
    r"the radius is .+; expected 0 to \d+",
    r".+ (is not a (player|priority|cell|mark)|are not heaps); expected .+",
    r"no vertex of a [\w-]+ game is marked",
    r"a [\w-]+ objective needs an owner for each vertex, and this arena has none(; say .+)?",
    r"only the vertices of .+ have priorities.*",
    r"the players of this game move in turn, so no vertex has an owner",
    r"a game needs a vertex; this is the last one",
    r"vertices and edges of this game have data .+; change it in its file",
    r"priorities are of vertices, and this game has its weights on edges",
    r".+ is no exact number.*",
    r"vertex .+ belongs to chance, and a [\w-]+ objective is for two players only",
    r"the edges of this game have the weights, so a vertex has none to change",
    r"the rules of this game are written in Python and cannot be written to a file; expected .+",
    r"(left|right|moves)\(.*\) fails: .+; is that a position of these rules\?",
    r"a position is of an unhashable type: 'list'; expected positions that can be hashed, .+",
)


@pytest.mark.slow
@pytest.mark.parametrize("example", list(share(shown_examples(), 0.3)))
def test_nothing_that_is_asked_is_too_much(example: Example, tmp_path: Path) -> None:
    rng = random.Random(example.name)
    desk = GameSession()
    desk.open_text(example.text, example.file, example.options, example.start)
    refused, questions = 0, cases(120, 0.4, least=24)
    for _ in range(questions):
        method, arguments = question(rng, desk)
        before = desk.view()
        try:
            json.dumps(getattr(desk, method)(**arguments))
        except GraphGamesError as error:
            refused += 1
            assert any(re.fullmatch(words, str(error)) for words in REFUSALS), str(error)
            assert desk.view() == before
    assert questions / 5 <= refused <= questions * 9 / 10  # much is about graphs, which not all are
    view = desk.view()
    assert bool(view["play"]["ending"]) != bool(view["play"]["moves"])
    for kind in ("svg", "play", "json", "pg"):
        try:
            desk.export(kind, str(tmp_path / kind))
        except GraphGamesError as error:
            assert kind == "pg" and any(word in str(error) for word in ("owner", "priorities", "chance"))


def test_a_play_stands_as_it_stood_before_chance_moved_and_chance_is_a_diamond() -> None:
    dice = "0 -> 1; 1 -> 2 [probability=0.5]; 1 -> 3 [probability=0.5]; 2 -> 2; 3 -> 3;"
    owners = "node [player=0, priority=0]; 1 [player=2]; 2 [priority=1]; "
    desk = GameSession()
    desk.open_text(f"digraph {{ {owners}{dice} }}", "dice.dot", {"objective": "reach-probability", "priorities": "1"})
    assert [v["id"] for v in desk.view()["graph"]["vertices"] if v.get("diamond")] == [1]
    assert not any(v["square"] for v in desk.view()["graph"]["vertices"])
    play = desk.move("1")["play"]
    while not any(made["player"] == 2 for made in play["made"]):
        play = desk.step()["play"]
    (thrown,) = [made for made in play["made"] if made["player"] == 2]
    assert thrown["best"] == thrown["result"] == "draw" and not thrown["better"]


def test_a_restart_that_fails_changes_nothing() -> None:
    desk = GameSession()
    desk.open_text("0 1\n1 0\n", "ring.edges", {"objective": "normal"})
    before = desk.view()
    with pytest.raises(GraphGamesError, match="there is no vertex 9"):
        desk.restart(start=9)
    assert desk.view() == before
    assert desk.restart() == before


def test_a_change_that_fails_changes_nothing() -> None:
    desk = GameSession()
    desk.open_text("0 1\n1 0\n", "ring.edges", {"objective": "normal"})
    before = desk.view()
    with pytest.raises(GraphGamesError):
        desk.edit({"what": "set-objective", "objective": "parity"})
    assert desk.view() == before


def test_the_last_vertex_stays() -> None:
    desk = GameSession()
    desk.open_text("0 1\n1 0\n", "ring.edges", {"objective": "normal"})
    desk.edit({"what": "delete-vertex", "vertex": 1})
    before = desk.view()
    with pytest.raises(GraphGamesError, match="a game needs a vertex"):
        desk.edit({"what": "delete-vertex", "vertex": 0})
    assert desk.view() == before
    assert desk.edit({"what": "add-vertex", "owner": 0})["sentence"].startswith(
        "There is a new vertex. No vertex changed sides. "
    )
    desk.revert()
    before["game"]["redo"] = 1
    assert desk.view() | {"heading": ""} == before | {"heading": ""}
    assert desk.revert()["game"]["undo"] == 0


def test_changes_are_taken_back_and_made_again() -> None:
    desk = GameSession()
    desk.open_text("0 1\n1 0\n", "ring.edges", {"objective": "normal"})
    views = [desk.view()]
    changes = ({"what": "add-vertex", "owner": 0}, {"what": "add-edge", "from": 2, "to": 0}, {"what": "delete-vertex"})
    for change in (changes[0], changes[1], changes[2] | {"vertex": 1}):
        desk.edit(change)
        views.append(desk.view())
    for k in (2, 1, 0, 1, 2, 3):
        way = desk.revert if desk.view()["game"]["undo"] > k else desk.redo
        shown = way()
        assert shown["graph"] == views[k]["graph"] and shown["regions"] == views[k]["regions"]
        assert (shown["game"]["undo"], shown["game"]["redo"]) == (k, 3 - k)
    desk.revert()
    desk.edit({"what": "add-vertex", "owner": 1})
    with pytest.raises(GraphGamesError, match="no change to redo"):
        desk.redo()
    desk.edit({"what": "add-edge", "from": 3, "to": 0}, again=True)  # in place of the last
    assert desk.view()["game"]["undo"] == 3


def test_values_are_brackets_while_a_slider_is_moved_and_exact_afterwards() -> None:
    arena = gg.Arena.from_edges(
        [("s", "t"), ("s", "u"), ("s", "s"), ("t", "t"), ("u", "u")],
        owner={"s": 2, "t": 0, "u": 0},
        probability=["1/2", "1/3", "1/6", None, None],
    )
    desk = GameSession()
    desk.show(gg.solve(gg.Game(arena, gg.ReachProbability(["t"]))))
    change = {"what": "set-probability", "edge": 0, "probability": "1/4"}
    desk.edit(change, roughly=True)
    rough = desk.state.opened.solution.value("s")
    exact = desk.edit(change, again=True)["game"]["undo"], desk.state.opened.solution.value("s")
    assert exact == (1, Fraction(1, 3)) and exact[1] in rough and rough.high - rough.low < 1e-3
    kept = desk.state.opened.game
    assert kept is not None and [kept.arena.probability_of(e) for e in range(3)] == [
        Fraction(1, 4),
        Fraction(1, 2),
        Fraction(1, 4),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["energy", "mean", "total", "discounted", "reach", "reward", "steps"])
def test_a_slider_shows_what_solving_anew_finds(name: str) -> None:
    """Each solution begins where that before it ended, which must make no difference."""
    rng = random.Random(name)
    n, thrown = 12, name in ("reach", "reward", "steps")
    owner = [rng.randrange(3 if thrown else 2) for _ in range(n)]
    edges = [(v, w) for v in range(n) for w in rng.sample(range(n), 3)]
    likely = [Fraction(1, 3) if owner[v] == 2 else None for v, _ in edges] if thrown else None
    arena, weight = gg.Arena.from_edges(edges, owner=owner, probability=likely), [rng.randrange(-9, 10) for _ in edges]
    objectives: dict[str, gg.Objective] = {
        "energy": gg.Energy(weight),
        "mean": gg.MeanPayoff(weight),
        "total": gg.TotalPayoff(weight),
        "discounted": gg.Discounted(weight, discount="9/10"),
        "reach": gg.ReachProbability([0]),
        "reward": gg.ExpectedReward([0], vertex_reward=[1] * n),
        "steps": gg.BoundedReachProbability([0], steps=3),
    }
    desk, thrown_edges = GameSession(), [e for e, (v, _) in enumerate(edges) if owner[v] == 2]
    desk.show(gg.solve(gg.Game(arena, objectives[name])))
    for k in range(cases(12, 1, least=6)):
        if thrown:
            change = {
                "what": "set-probability",
                "edge": rng.choice(thrown_edges),
                "probability": f"{rng.randint(1, 9)}/10",
            }
        else:
            change = {"what": "set-weight", "edge": rng.randrange(len(edges)), "weight": str(rng.randint(-9, 9))}
        set_too = {"discounted": "discount", "steps": "steps", "mean": "threshold"}.get(name)
        if k % 3 == 2 and set_too:
            value = f"0.{rng.randint(1, 9)}" if set_too == "discount" else str(rng.randint(1, 9))
            change = {"what": "set-setting", "setting": set_too, "value": value}
        desk.edit(change, roughly=True)
        rough: Any = desk.state.opened.solution
        desk.edit(change, again=True)
        found: Any = desk.state.opened.solution
        anew: Any = gg.solve(desk.state.opened.game)
        assert found.winner.tolist() == anew.winner.tolist() and found.values.tolist() == anew.values.tolist()
        assert gg.verify(found).ok and gg.verify(rough).ok
        for near, exact in zip(rough.values.tolist(), anew.values.tolist(), strict=True):
            assert exact in near if isinstance(near, gg.Bracket) else exact == near


OBJECTIVES = [name for name in objectives() if objective_class(name).has_parity_form or name in ("normal", "misere")]


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_changes_and_refusals_in_any_order_are_taken_back_to_the_original(name: str) -> None:
    """A dozen changes, among them some that are refused; then all are taken back, and the game is as it was."""
    for seed in range(cases(3, 0.3)):
        rng = random.Random(f"{name} {seed}")
        desk = GameSession()
        lines = [f"{v} {rng.randrange(4)} {rng.randrange(2)} {rng.randrange(5)},{rng.randrange(5)};" for v in range(5)]
        desk.open_text("parity 4;\n" + "\n".join(lines), "five.pg", {"objective": name})
        first = game_of(desk)
        games, refused = [first], 0
        while len(games) < 12:
            what = rng.choice(list(CHANGES))
            change: dict[str, Any] = {"what": what}
            for argument in CHANGES[what][1]:
                fit: dict[str, list[Any]] = {"objective": OBJECTIVES, "marked": [True, False], "owner": [0, 1]}
                change[argument] = rng.choice([*fit.get(argument, range(7)), rng.choice(NOISE)])
            before = desk.view()
            try:
                answer = desk.edit(change)
            except GraphGamesError:
                refused += 1
                assert desk.view() == before and game_of(desk) == games[-1]
            else:
                games.append(game_of(desk))
                assert ("No vertex" in answer["sentence"]) == (answer["changed"]["count"] == 0)
        assert refused
        for game in reversed(games[:-1]):
            desk.revert()
            assert game_of(desk) == game
        with pytest.raises(GraphGamesError, match="no change to undo"):
            desk.revert()


def game_of(desk: GameSession) -> tuple[Any, ...]:
    """Everything that a game is."""
    solution = desk.state.opened.solution
    game = solution.problem
    arena, data = game.arena, game.objective.data
    marks = tuple(getattr(game.objective, data).tolist()) if data else ()
    owner = None if arena.owner is None else tuple(arena.owner.tolist())
    labels = None if arena.labels is None else tuple(arena.labels)
    edges = tuple(arena.indptr.tolist()), tuple(arena.successors.tolist())
    return game.objective.name, marks, owner, labels, edges, game.start, tuple(solution.winner.tolist())


def test_an_edit_says_which_vertices_changed_sides() -> None:
    desk = GameSession()
    desk.open_text("parity 2;\n0 2 0 1;\n1 1 1 0,2;\n2 3 0 2;\n", "small.pg", {})
    answer = desk.edit({"what": "delete-edge", "from": 1, "to": 2})
    assert answer["changed"] == {"count": 2, "vertices": [0, 1]}
    assert answer["sentence"].endswith(
        "2 vertices changed sides: 0 (Eve wins), 1 (Eve wins). Eve wins: 2, Adam wins: 1."
    )
    answer = desk.edit({"what": "delete-vertex", "vertex": 0})
    assert answer["changed"] == {"count": 1, "vertices": [0]} and "changed sides: 1 (Adam wins)" in answer["sentence"]
    answer = desk.edit({"what": "add-vertex", "owner": 0})
    assert answer["changed"] == {"count": 0, "vertices": []} and "No vertex changed sides." in answer["sentence"]
    desk.revert()
    assert desk.revert()["changed"] == {"count": 1, "vertices": [1]}


def test_the_pawn_stays_where_it_stood() -> None:
    desk = GameSession()
    desk.open_text("0 1\n1 2\n2 0\n", "ring.edges", {"objective": "normal"})
    desk.restart(start=2)
    desk.edit({"what": "delete-vertex", "vertex": 0})
    assert desk.session.position == 1 and desk.view()["play"]["position"] == "the pawn stands on 2"
    desk.revert()
    assert desk.session.position == 2


def test_the_game_with_draws_has_draws() -> None:
    example = gallery.find("draws")
    assert example is not None
    desk = GameSession()
    view = desk.open_text(example.text, example.file, example.options, example.start)
    assert view["play"]["outcome"] == "draw"
    assert {"win", "loss", "draw"} <= {desk.restart(start=v)["play"]["outcome"] for v in range(10) if v != 5}


def test_a_play_is_gone_through_back_and_forth() -> None:
    desk = GameSession()
    desk.open_text(".3333333 3,5", "nim.txt", {"game": "heaps"})
    assert desk.view()["persons"] == [0]  # the side that can win
    made = desk.move("5 -> 1")["play"]["made"]
    assert [(move["name"], move["best"], move["result"]) for move in made[:1]] == [("5 -> 1", "win", "loss")]
    assert made[0]["better"] == ("5 -> 3",)
    end = desk.view()["play"]
    back = desk.goto(0)["play"]
    assert back["count"] == back["shown"] == 0 and [move["ahead"] for move in back["made"]] == [True, True]
    assert back["position"] == "3 + 5" and back["final"] == ("win", 1, None)
    assert desk.goto(2)["play"] == end
    assert desk.undo()["play"]["count"] == 0
    assert desk.move("5 -> 3")["play"]["made"][0]["name"] == "5 -> 3"
    with pytest.raises(GraphGamesError, match="there is no move 9 of this play"):
        desk.goto(9)


def test_who_loses_at_the_start_plays_second() -> None:
    desk = GameSession()
    view = desk.open_text(".3333333 4,4", "nim.txt", {"game": "heaps"})
    assert view["persons"] == [1] and view["play"]["count"] == 1 and view["play"]["outcome"] == "win"


def test_a_board_keeps_its_frame_and_shows_where_a_move_was_made() -> None:
    desk = GameSession()
    board = desk.open_text(".77 7", "kayles.txt", {"game": "heaps"})["board"]
    first = next(target for target in board["targets"] if target["moves"] == ("7 -> 6",) and target["place"] == "0.0.1")
    desk.restart(persons=[0, 1])
    after = desk.move("7 -> 6", first["place"])["board"]
    assert board["svg"].split(">")[0] == after["svg"].split(">")[0]
    assert 'data-key="0.1"' in after["svg"] and 'data-key="0.0"' not in after["svg"]  # the first pin has fallen
    desk.goto(0)
    assert 'data-key="0.6"' not in desk.move("7 -> 6")["board"]["svg"]


def test_the_whole_argument_begins_where_the_play_stands() -> None:
    desk = GameSession()
    desk.open_text(".3333333 1,2", "nim.txt", {"game": "heaps"})
    desk.restart(persons=[0, 1])
    desk.move("2 -> 1")
    first, second = desk.argue()["argument"][:2]
    assert "1 has value 1" in first["words"] and first["depth"] == 0
    assert second["words"].startswith("First: 1 -> no heap.") and second["depth"] == 1 and "to" not in second


def test_each_step_of_an_argument_names_its_vertex_and_the_one_before() -> None:
    desk = GameSession()
    desk.open_text("0 1\n0 2\n1 3\n2 3\n3 4\n", "path.edges", {})
    steps = desk.argue()["argument"]
    assert [(step["depth"], step["from"], step["to"]) for step in steps][:2] == [(0, 0, 0), (1, 0, 1)]
    assert all(step["from"] in (0, 1, 2, 3) for step in steps) and steps[-1]["to"] in (3, 4)


@pytest.mark.slow
def test_every_example_has_a_small_picture() -> None:
    scenes = GameSession().thumbnails()
    assert list(scenes) == [example.name for example in gallery.examples()]
    assert all("board" in scene or scene["graph"]["vertices"] for scene in scenes.values())


@pytest.mark.slow
def test_a_table_is_opened_by_its_directory(tmp_path: Path) -> None:
    table = gg.solve(board_game("tic-tac-toe"), directory=str(tmp_path / "table"))
    desk = GameSession()
    view = desk.open_path(str(tmp_path / "table"), "table", {})
    assert len(view["play"]["moves"]) == 9 and "board" in view
    assert desk.move("X........")["play"]["outcome"] == "draw" == table.outcome("X........")


def test_a_directory_without_a_table_is_refused(tmp_path: Path) -> None:
    with pytest.raises(gg.GraphGamesError, match="there is no table in this directory"):
        run(argparse.Namespace(file=str(tmp_path), memory=None, upload_limit=1, time_limit=1, port=0, no_browser=True))


WALK = """mdp
const int N;
module walk
    x : [0..N] init 1;
    [left] x > 0 & x < N -> 3/5 : (x'=x-1) + 2/5 : (x'=x+1);
    [right] x > 0 & x < N -> 1/2 : (x'=x+1) + 1/2 : (x'=x-1);
    [stay] x = 0 | x = N -> true;
endmodule
label "top" = x = N;
rewards x > 0 & x < N : 1; endrewards
"""


@pytest.mark.slow
def test_a_model_is_asked_with_ranges_of_constants_and_another_game_is_made_of_it() -> None:
    page = GameSession()
    with pytest.raises(gg.GameError, match="is a model; say what to ask of it as its property"):
        page.open_text(WALK, "walk.prism", {})
    view = page.open_text(WALK, "walk.prism", {"property": 'Pmax=? [ F "top" ]', "constants": "N=5"})
    assert view["asks"] == {"property": 'Pmax=? [ F "top" ]', "constants": "N=5"}
    assert view["game"] is None and view["play"]["value"] == "probability 1/5"
    found = page.ask("Rmax=? [ F x = 0 | x = N ]", "N=2:5")
    assert [(one["answer"], one["proved"]) for one in found["answers"]] == [
        ("1", True), ("15/7", True), ("29/9", True), ("119/27", True),
    ]  # fmt: skip
    assert not found["more"] and ">5</text>" in found["plot"] and ">2</text>" in found["plot"]
    assert [one["answer"] for one in page.ask('P>1/10 [ F "top" ]; Pmin=? [ F "top" ]', "N=3")["answers"]] == [
        "true",
        "4/19",
    ]
    assert "expected an expression" in page.ask("Pmax=? [", "N=3")["answers"][0]["answer"]
    view = page.pose("Pmin=? [ F x = 0 ]", "N=4")
    assert view["asks"]["constants"] == "N=4" and view["play"]["value"] == "probability 3/4"
    page.open_text("0 1\n", "path.edges", {})
    with pytest.raises(gg.GameError, match="not made from a model"):
        page.ask("Pmax=? [ F x = 0 ]")


@pytest.mark.slow
def test_an_opponent_of_chosen_strength_makes_any_move_as_often_as_asked() -> None:
    page = GameSession()
    page.open_text("parity 2; 0 0 1 1,2; 1 1 0 1; 2 0 0 2;", "fork.pg", {})

    def first(blunder: float) -> set[str]:
        return {page.restart(start=0, persons=[0], blunder=blunder)["play"]["made"][0]["name"] for _ in range(40)}

    assert (first(0), first(1)) == ({"1"}, {"1", "2"})
    assert page.restart()["blunder"] == 1  # as it was
    with pytest.raises(gg.GameError, match="is not a probability; expected 0 to 1"):
        page.restart(blunder=2)


def test_the_strength_of_the_opponent_outlasts_a_change() -> None:
    desk = GameSession()
    desk.open_text("parity 1;\n0 0 0 1;\n1 1 1 0;\n", "two.pg", {})
    desk.restart(blunder=0.35)
    desk.edit({"what": "set-owner", "vertex": 0, "owner": 1})
    assert desk.state.blunder == 0.35


@pytest.mark.parametrize("name", ["mean-payoff", "energy", "total-payoff", "discounted"])
def test_numbers_without_chance_are_plotted(name: str) -> None:
    """As many as there are positions, each in the words of the vertex; which infinity, where one is needed."""
    found = gallery.find(name)
    assert found is not None
    page = GameSession()
    page.open_text(found.text, found.file, found.options, found.start)
    play = page.step()["play"]
    assert len(play["heights"]) == len(play["made"]) + 1
    ends = {"most", "least"}
    assert all(type(number) is float or number in ends for number, _ in play["heights"])
    assert all(any(sign.isdigit() for sign in words) or number in ends for number, words in play["heights"])
