"""Solutions as oracles: outcomes, moves best first, sentences, plays, tables."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import (
    Arena,
    ArenaError,
    ArenaSolution,
    Buchi,
    CoBuchi,
    Game,
    GameError,
    MeanPayoff,
    MiserePlay,
    NormalPlay,
    Outcome,
    Parity,
    RatedMove,
    Reach,
    Report,
    Safe,
    Strategy,
    solve,
    verify,
)
from graphgames.certificates import StrategyPair
from graphgames.core.objective import Objective
from graphgames.core.oracle import Oracle
from graphgames.core.report import Failure
from graphgames.core.value import Bracket, written
from graphgames.games.parity.sccs import strategy_sccs

# A ladder of subtraction: from n take one or two; 0, 3, 6, ... are lost for the player to move.
LADDER = Arena.from_edges([(n, n - k) for n in range(7) for k in (1, 2) if n >= k])
# Eve at 0 and 2, Adam at 1 and 3; 4 is the target, 5 a sink that is none.
OWNED = Arena.from_edges(
    [(0, 1), (0, 2), (1, 4), (1, 3), (2, 3), (3, 4), (3, 5), (4, 4), (5, 5)], owner=[0, 1, 0, 1, 0, 0]
)


def test_an_impartial_game_by_its_outcomes() -> None:
    solution = solve(Game(LADDER, NormalPlay()))
    assert [solution.outcome(v) for v in range(7)] == ["loss", "win", "win", "loss", "win", "win", "loss"]
    assert solution.won == (4, 3, 0)
    assert [region.tolist() for region in solution.regions] == [[1, 2, 4, 5], [0, 3, 6], []]
    assert isinstance(solution, Oracle)


def test_moves_come_best_first() -> None:
    solution = solve(Game(LADDER, NormalPlay()))
    assert solution.best_moves(5) == (RatedMove(3, 3, Outcome.WIN, 2), RatedMove(4, 4, Outcome.LOSS, 3))
    assert solution.best_moves(0) == ()
    assert [move.result for move in solution.best_moves(3)] == ["loss", "loss"]


def test_a_draw_is_better_than_a_loss_and_worse_than_a_win() -> None:
    # 0 can win by moving to the dead end 1, keep on between 0 and 2, or lose to 3, from where 1 is one move away.
    arena = Arena.from_edges([(0, 3), (0, 2), (0, 1), (2, 4), (4, 2), (3, 1)])
    solution = solve(Game(arena, NormalPlay()))
    assert [(move.move, move.result) for move in solution.best_moves(0)] == [(1, "win"), (2, "draw"), (3, "loss")]
    assert solution.outcome(2) == "draw" and "is a draw" in solution.explain(2)


def test_a_play_along_the_strategy_ends_as_the_value_says() -> None:
    for objective in (NormalPlay(), MiserePlay()):
        solution = solve(Game(LADDER, objective))
        assert solution.values is not None
        for v in range(7):
            assert len(solution.play(v)) - 1 == solution.values[v]


def test_a_play_against_an_opponent_of_ones_own() -> None:
    solution = solve(Game(LADDER, NormalPlay()))
    assert solution.play(5, opponent=lambda v: v - 1) == [5, 3, 2, 0]


def test_a_play_from_the_start_of_a_game_names_it_and_stops_where_it_comes_back() -> None:
    game = Game.from_graph({"a": ["b"], "b": ["a"]}, NormalPlay(), start="b")
    assert solve(game).play(game.start) == ["b", "a", "b"]
    assert str(solve(game).explain("b")).startswith("The play from b is a draw: ")


def test_a_play_that_never_ends_stops_where_it_comes_back() -> None:
    solution = solve(Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), Buchi([1])))
    assert solution.play(0) == [0, 1, 0]
    assert len(solution.play(0, limit=1)) == 2


@pytest.mark.parametrize(
    ("objective", "sentences"),
    [
        (
            Reach([4]),
            {
                0: "Adam wins from 0: whatever Eve does, a target vertex can no longer be forced.",
                1: "Adam wins from 1: move to 3, and a target vertex can no longer be forced.",
                4: "Eve wins from 4: it is a target vertex.",
            },
        ),
        (
            Safe([0, 1, 2, 3, 5]),
            {
                1: "Adam wins from 1: move to 4, and an unsafe vertex comes within 1 move.",
                5: "Eve wins from 5: move to 5, and an unsafe vertex can no longer be forced.",
            },
        ),
        (
            Buchi([4]),
            {
                4: "Eve wins from 4: this vertex is accepting; move to 4, and an accepting vertex comes again within "
                "1 move, and so on for ever."
            },
        ),
        (
            CoBuchi([4]),
            {4: "Adam wins from 4: this vertex is rejecting; whatever Eve does, a rejecting vertex comes again within"},
        ),
    ],
)
def test_sentences_say_why(objective: Objective, sentences: dict[int, str]) -> None:
    solution = solve(Game(OWNED, objective))
    for v, sentence in sentences.items():
        assert solution.explain(v).startswith(sentence), solution.explain(v)


def test_a_parity_game_says_what_a_play_can_come_back_to() -> None:
    """A way in, two vertices between which the other player has a choice, a doubled edge, and a loop."""
    arena = Arena.from_edges([(0, 1), (1, 2), (1, 3), (2, 1), (2, 1), (2, 3), (3, 3)], owner=[0, 1, 0, 0])
    game = Game(arena, Parity([3, 1, 4, 2]))
    solution = ArenaSolution(
        game, np.zeros(4, np.uint8), Strategy(np.array([1, -1, 1, 3], np.int32)), "by hand", StrategyPair()
    )
    found = strategy_sccs(solution, np.asarray(vars(solution.problem.objective)["priority"]))
    assert verify(solution) and found.component.tolist() in (
        [-1, 0, 0, 1],
        [-1, 1, 1, 0],
    )
    back = "a play that comes back stays among 2 vertices, where every cycle has an even highest priority"
    assert [solution.explain(v).removeprefix(f"Eve wins from {v}: ") for v in range(4)] == [
        "move to 1, and the play never comes back here; every cycle it can reach has an even highest priority.",
        f"whatever Adam does, {back} (at most 4, at 2).",
        f"move to 1, and {back} (at most 4, at 2).",
        "move to 3, and the play stays here, with the even priority 2.",
    ]


def test_every_vertex_of_every_objective_has_a_sentence() -> None:
    for objective in (Reach([4]), Safe([0, 1]), Buchi([4, 2]), CoBuchi([3]), NormalPlay(), MiserePlay()):
        solution = solve(Game(OWNED, objective))
        for v in range(OWNED.n):
            assert solution.explain(v).endswith((".", "!"))


@pytest.mark.slow
def test_plain_python_and_pandas() -> None:
    solution = solve(Game(OWNED, Reach([4])))
    data = solution.to_dict()
    assert (data["objective"], data["vertices"], data["edges"], data["won"]) == ("reach", 6, 9, [1, 5])
    assert data["winner"] == solution.winner.tolist() and "winner" not in solution.to_dict(full=False)
    frame = solution.to_pandas()
    assert list(frame.columns) == ["label", "owner", "winner", "move", "value", "target"] and len(frame) == 6
    assert [frame[name][1] for name in frame.columns] == [1, "Adam", "Adam", 3, -1, False]
    named = solve(Game(Arena.from_edges([(0, 1)], labels=["a", "b"]), NormalPlay())).to_pandas()
    assert list(named["label"]) == ["a", "b"]


@pytest.mark.parametrize("player", [0, 1])
def test_tables_of_a_player_who_is_alone_say_what_is_printed(player: int) -> None:
    game = Game(Arena.from_edges([(0, 1), (0, 2), (1, 1), (2, 2)], owner=[player] * 3), Reach([2]))
    solution = solve(game)
    wanted = ["wins", "loses", "wins"] if player == 0 else ["wins", "wins", "loses"]
    heading, *rows = solution.rows()
    assert [row[heading.index("result")] for row in rows] == wanted
    for said in (
        solution._columns()["result"],
        [data["result"] for _, data in solution.to_networkx().nodes(data=True)],
    ):
        assert said == wanted
    named = solve(Game(game.arena, Reach([2]), players=("Robot", "Guest")))._columns()
    assert "result" not in named and set(named["winner"]) == {"Robot", "Guest"}


def test_no_table_names_winners_where_values_alone_are_asked_for() -> None:
    solution = solve(Game(Arena.from_edges([(0, 1), (1, 1)], owner=[0, 0]), gg.ExpectedReward([1], [1, 0])))
    assert "winner" not in solution.rows()[0] and "winner" not in solution._columns()


def test_a_strategy_as_a_dictionary_and_in_a_loop() -> None:
    strategy = solve(Game(LADDER, NormalPlay())).strategy
    assert strategy.to_dict() == {1: 0, 2: 0, 4: 3, 5: 3}
    assert strategy[0] is None and strategy[1] == 0 and len(strategy) == 7
    assert list(strategy) == [None, 0, 0, None, 3, 3, None]


def test_arrays_of_a_solution_are_read_only() -> None:
    solution = solve(Game(LADDER, NormalPlay()))
    for array in (solution.winner, solution.strategy.moves):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_the_certificate_is_made_once() -> None:
    solution = solve(Game(OWNED, Buchi([4])))
    assert isinstance(solution, ArenaSolution)
    assert solution.certificate is solution.certificate
    assert solution.certificate.to_dict()["kind"] == "buchi-labels"


def test_reports_read_like_english() -> None:
    assert str(Report(7)) == "proved: 7 conditions hold" and Report(7)
    wrong = Report(7, (Failure(3, "it is wrong"), Failure(None, "all of it")), 5)
    assert not wrong
    assert str(wrong) == "not proved: 5 of 7 conditions fail\n  vertex 3: it is wrong\n  all of it\n  ... and 3 more"


def test_an_arena_keeps_four_bytes_an_edge_and_nothing_of_python_a_vertex() -> None:
    n, m = 100_000, 1_000_000
    rng = np.random.default_rng(1)
    arena = Arena.from_arrays(rng.integers(0, n, m, np.int32), rng.integers(0, n, m, np.int32), n)
    assert arena.successors.nbytes == 4 * m and arena.indptr.nbytes == 8 * (n + 1)
    assert "reverse" not in vars(arena)


NAMED = Arena.from_edges(
    [("<b>", "road"), ("road", "<b>"), ("road", "goal"), ("goal", "goal"), ("goal", "goal")],
    owner={"<b>": "Eve", "road": "Eve", "goal": "Adam"},
)


def test_a_solution_as_a_networkx_graph() -> None:
    graph = solve(Game(NAMED, Parity({"<b>": 1, "road": 1, "goal": 2}))).to_networkx()
    assert dict(graph.nodes["road"]) == {"owner": "Eve", "winner": "Eve", "move": "goal", "priority": 1}
    chosen = [(u, w) for u, w, data in graph.edges(data=True) if data["chosen"]]
    assert sorted(chosen) == [("<b>", "road"), ("road", "goal")] and graph.number_of_edges() == 5
    assert Arena.from_networkx(graph).labels == NAMED.labels
    marked = [graph.edges["goal", "goal", key]["chosen"] for key in (0, 1)]
    assert marked == [False, False] and {*graph.nodes["goal"]} == {"owner", "winner", "move", "priority"}
    impartial = solve(Game(LADDER, NormalPlay())).to_networkx()
    assert dict(impartial.nodes[4]) == {"winner": "player to move", "move": 3, "value": 3}
    same = solve(Game(Arena.from_edges([(0, 1)], labels=["a", "a"]), NormalPlay()))
    with pytest.raises(ArenaError, match="2 vertices are called 'a'"):
        same.to_networkx()


def test_a_table_in_words() -> None:
    frame = solve(Game(NAMED, Reach(["goal"]))).to_pandas()
    assert {name: frame[name][1] for name in frame.columns} == {
        "label": "road",
        "owner": "Eve",
        "winner": "Eve",
        "move": "goal",
        "value": 1,
        "target": False,
    }
    loop = solve(Game(Arena.from_edges([("a", "b"), ("b", "a")]), NormalPlay())).to_pandas()
    assert list(loop["winner"]) == ["draw", "draw"] and list(loop["move"]) == [None, None]
    assert solve(Game(Arena([0], []), NormalPlay())).to_pandas().empty


@pytest.mark.slow
def test_what_a_notebook_shows_is_a_table_with_reasons() -> None:
    page = solve(Game(NAMED, Reach(["goal"])))._repr_html_()
    assert "<b>" not in page and "<td>&lt;b&gt;</td><td>Eve</td><td>Eve</td><td>road</td><td>2</td><td>no</td>" in page
    assert 'title="Eve wins from road: move to goal' in page
    assert (
        "<svg" in page
        and "<div><p>reachability game, 3 vertices: Eve wins 3, Adam wins 0; solver attractor</p>" in page
    )
    long = solve(Game(Arena.from_edges([(v + 1, v) for v in range(99)]), NormalPlay()))._repr_html_()
    assert long.count("<tr") == 61 and "... and 40 more vertices" in long
    assert "<table" not in solve(Game(Arena([0], []), NormalPlay()))._repr_html_()


def test_numbers_of_thousands_of_digits_are_shown() -> None:
    """More digits than Python's ``str`` writes of an integer."""
    large, digits = 10**5000, "1" + "0" * 5000
    solution = solve(Game(Arena.from_edges([("a", "a")], owner={"a": 0}), MeanPayoff([large], threshold=large)))
    assert f"(threshold {digits})" in repr(solution.problem)
    assert f"<td>{digits}</td>" in solution._repr_html_()
    assert written(Bracket(-large, large)) == f"[-{digits}, {digits}]" and str(Bracket(-large, large)) == "0 ± 1e5000"
    with pytest.raises(GameError, match=f"runs from {digits} to 0; expected"):
        Bracket(large, 0)


@pytest.mark.parametrize(
    "solution",
    [
        gg.by_rule(lambda n: [n - 1] if n else [], start=5),
        gg.misere(lambda n: [n - 1] if n else [], start=5),
        gg.partizan("toads-and-frogs T_F"),
        gg.solve(gg.Game(gg.Arena.from_edges([(0, 1), (1, 2)]), gg.NormalPlay(), start=1)),
        gg.solve(gg.BlockedGrid([(1, 1), (4, 2)], start=(2, 2))),
    ],
    ids=lambda solution: type(solution).__name__,
)
def test_questions_without_a_position_are_about_the_start(solution: Any) -> None:
    start = solution._position_or_start(None)
    for name in ("outcome", "best_moves", "winner_of", "play", "nimber", "genus"):
        if hasattr(solution, name):
            assert getattr(solution, name)() == getattr(solution, name)(start), name


def test_a_game_without_a_start_asks_for_a_position() -> None:
    for solution in (gg.by_rule(range), gg.solve({"a": ["b"], "b": []}, gg.NormalPlay())):
        with pytest.raises(gg.GameError, match="no start, so name a position"):
            solution.best_moves()


def test_arrays_of_a_solution_take_labels_where_numpy_takes_no_index() -> None:
    graph = {"a": ["b", "c"], "b": ["d", "a"], "c": ["c", "a"], "d": ["d"], (3, 5): ["d"]}
    owner = {"a": 0, "b": 1, "c": 0, "d": 1, (3, 5): 0}
    solution: Any = gg.solve(graph, gg.Reach(["d"]), owner=owner)
    again = pickle.loads(pickle.dumps(solution))
    for label in graph:
        v = solution.arena.vertex(label)
        assert solution.winner[label] == solution.winner[v] == again.winner[label] == solution.winner_of(label)
        assert solution.values[label] == solution.values[v] == solution.value(label)
    values: Any = gg.grundy_values(gg.Arena({"a": ["b"], "b": []})).values
    assert values["a"] == 1
    for plain in (solution.winner == 0, solution.winner[:2], solution.winner[[0, 1]], solution.values + 1):
        assert type(plain) is np.ndarray
    assert repr(solution.winner) == repr(np.asarray(solution.winner)) and not again.winner.flags.writeable
    with pytest.raises(gg.ArenaError, match=r"there is no vertex 'e'"):
        solution.winner["e"]
    with pytest.raises(IndexError, match=r"indexed by the numbers of vertices: array\[arena\.vertex\(9\)\]"):
        solution.winner[9]
