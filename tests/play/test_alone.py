"""Who is named where one player is alone with chance, and what a game's own words are."""

from __future__ import annotations

import graphgames as gg
from graphgames.play import Session, adapter_for

EDGES = [("yard", "sky"), ("yard", "yard"), ("sky", "goal"), ("sky", "mud"), ("goal", "goal"), ("mud", "mud")]
LIKELY = [None, None, "7/10", "3/10", None, None]


def decided(objective: gg.Objective, **how: object) -> gg.ArenaSolution:
    """A Markov decision process, solved; with a player of that name where ``other`` owns the mud."""
    owner = {"yard": 0, "sky": "chance", "goal": 0, "mud": how.pop("other", 0)}
    arena = gg.Arena.from_edges(EDGES, owner=owner, probability=LIKELY, edge_data={"reward": list(range(1, 7))})
    return gg.solve(gg.Game(arena, objective, **how))  # type: ignore[arg-type]


def test_nobody_is_named_who_is_not_there() -> None:
    for objective in (gg.ReachProbability(["goal"]), gg.Buchi(["goal"]), gg.ExpectedReward(["goal", "mud"])):
        solution = decided(objective)
        said = [str(solution), solution.explain("mud"), solution.explain("yard"), solution.draw().svg]
        said += [*solution.problem.region_names, str(solution.to_pandas())]
        assert not [one for one in said if "Adam" in one], objective.name
    assert solution.problem.absent == 1
    reached = decided(gg.ReachProbability(["goal"]))
    assert reached.problem.region_names == ("Eve wins", "Eve loses", "left to chance")
    assert reached.explain("mud").startswith("From mud Eve wins with probability 0")
    table = adapter_for(reached)
    assert table.aims == ("to visit the target", "") and table.players == ("Eve", "nobody", "chance")
    play = Session(adapter_for(reached, "yard"))
    play.play("sky")
    play.play("mud (3/10)")
    assert play.ending is None or play.ending.winner == 1


def test_a_rival_is_named_who_is_there_or_has_a_name() -> None:
    assert "Adam wins from mud" in decided(gg.Buchi(["goal"]), other=1).explain("mud")
    named = decided(gg.Buchi(["goal"]), players=("Robot", "Weather"))
    assert "Weather wins from mud" in named.explain("mud")


def test_probabilities_and_rewards_beside_an_edge_are_told_apart() -> None:
    picture = decided(gg.ExpectedReward(["goal", "mud"])).draw().svg
    assert "7/10, r 3" in picture and "beside an edge: probability" in picture and "beside an edge: reward" in picture
    plain = gg.Game.from_graph({"a": ["b"], "b": ["a"]}, gg.MeanPayoff([3, -1]), owner={"a": 0, "b": 1}).draw().svg
    assert ">3<" in plain and "w 3" not in plain and "probability" not in plain


def test_the_green_game_is_told_in_green_fields() -> None:
    game = gg.read(__file__.replace("tests/play/test_alone.py", "examples/green-game.in"), game="gra-w-zielone")
    solution = gg.solve(game)
    said = [*map(solution.explain, range(1, 9)), solution.draw().svg, *game.objective.aims_in_words]
    assert not [one for one in said if "accepting" in one]
    assert solution.explain(4).startswith("Ania wins from 4: this field is green; move to 7, and a green field comes")
    assert "green" in solution.to_pandas().columns
    assert gg.verify(solution).ok


def test_where_chance_alone_moves_it_is_player_0_who_wins_or_loses() -> None:
    arena = gg.Arena.from_edges([("odd", "odd"), ("even", "even")], owner={"odd": 2, "even": 2}, probability=[1, 1])
    solution = gg.solve(arena, gg.Parity({"odd": 1, "even": 2}))
    assert [row[2] for row in solution.rows()[1:]] == ["loses", "wins"]
    assert solution.explain("odd").startswith("Eve loses") and solution.explain("even").startswith("Eve wins")


def test_without_chance_one_player_is_alone_as_well() -> None:
    edges = [("yard", "goal"), ("yard", "mud"), ("goal", "goal"), ("mud", "mud")]
    arena = gg.Arena.from_edges(edges, owner={"yard": 0, "goal": 0, "mud": 0}, edge_data={"weight": [0, 0, 0, -1]})
    objectives = gg.Buchi(["goal"]), gg.Reach(["goal"]), gg.GeneralizedBuchi([["goal"], ["goal"]]), gg.Energy()
    for objective in objectives:
        solution = gg.solve(gg.Game(arena, objective))
        said = [str(solution), solution.explain("mud"), solution.explain("yard"), solution.draw().svg]
        assert not [one for one in said if "Adam" in one or "nobody" in one], objective.name
        assert solution.problem.region_names == ("Eve wins", "Eve loses") and solution.winner_of("mud") == 1
        assert solution.rows()[0][2] == "result"
