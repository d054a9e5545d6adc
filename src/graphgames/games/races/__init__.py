"""Races of tokens on an acyclic graph: the row of the catalogue."""

from graphgames.catalogue.rows import ConcreteGame, Kind, Solver

KIND = Kind(
    __name__,
    "Races of tokens on an acyclic graph",
    problems={"race": "problem:Race", "great-game": "great_game:GreatGame"},
    solvers=(
        Solver(
            "race",
            ("race",),
            "race:race",
            "arrival of every token by backward induction on the DAG",
            "O((n + m) s), s the length of the schedule",
            "backward induction; the race of The Great Game, ETH Algorithms Lab",
        ),
        Solver(
            "great-game",
            ("great-game",),
            "race:great_game",
            "all tests in one pass over their text, in buffers that stay in cache",
            "O(n + m)",
            "The Great Game, ETH Algorithms Lab",
        ),
    ),
    graph_view="picture:graph_view",
    view="picture:view",
    player="play:player",
    checkers={"race-distances": "checker:check", "races-distances": "checker:check"},
    certificates={"race-distances": "certificate:RaceDistances", "races-distances": "certificate:RacesDistances"},
    codec="codec:codec",
    games=(
        ConcreteGame(
            "great-game",
            "The Great Game",
            "a red and a black meeple race to the last position; each player wants one home first",
            "ETH Algorithms Lab, The Great Game",
            "great_game",
            "1\n8 11\n1 2\n1 2\n1 4\n2 3\n2 5\n3 5\n3 6\n4 5\n5 7\n5 8\n6 7\n7 8\n",
        ),
    ),
)
