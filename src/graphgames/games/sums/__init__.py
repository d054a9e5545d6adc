"""Sums of stones, boxes and strips: the row of the catalogue."""

from graphgames.catalogue.rows import ConcreteGame, Kind, Solver


def _game(
    name: str, title: str, summary: str, source: str, problem: str, method: str, costs: str, theory: str, example: str
) -> tuple[ConcreteGame, str, Solver]:
    """Return a concrete game of this kind, its problem and its solver: all three stand in the module of its name."""
    module = name.replace("-", "_")
    return (
        ConcreteGame(name, title, summary, source, module, example),
        f"{module}:{problem}",
        Solver(name, (name,), f"{module}:{module}", method, costs, theory),
    )


_GAMES = (
    _game(
        "games-are-important",
        "Games Are Important",
        "stones on the vertices of an acyclic graph, moved along its edges",
        "UVa 11927",
        "StonesProblem",
        "Grundy values of all graphs side by side, added over odd stacks",
        "O(n + m)",
        "Sprague 1935, Grundy 1939",
        "6 8\n0 1\n0 2\n1 3\n2 3\n2 4\n3 4\n3 5\n4 5\n1 1 1 1 0 0\n0 0\n",
    ),
    _game(
        "playing-with-stones",
        "Playing With Stones",
        "take at least one and at most half of a pile",
        "UVa 1482, ACM ICPC Jakarta 2010",
        "PilesProblem",
        "the value of a halving pile by a closed form",
        "O(1) a pile",
        "OEIS A025480",
        "1\n3\n6 9 10\n",
    ),
    _game(
        "say-goodbye-to-tic-tac-toe",
        "Say Goodbye to Tic-Tac-Toe",
        "write X or O into a strip, never beside its like",
        "UVa 11534",
        "MarkedStripsProblem",
        "the value of a run of empty cells by a closed form",
        "O(cells)",
        "Sprague 1935, Grundy 1939",
        "1\n....X...O.\n",
    ),
    _game(
        "stone-game",
        "Stone Game",
        "add up to the square of its stones to a box, not above its size",
        "HDU 1729",
        "BoxesProblem",
        "the value of a box by the sizes that a filling cannot pass",
        "O(log log s) a box",
        "Sprague 1935, Grundy 1939",
        "2\n9 2\n12 3\n0\n",
    ),
    _game(
        "treblecross",
        "Treblecross",
        "write an X into a strip; three in a row win",
        "UVa 10561",
        "StripsProblem",
        "three in a row at once, or else the heap game .007 on the safe cells",
        "O(cells)",
        "Winning Ways, ch. 4",
        "1\n...........\n",
    ),
)

KIND = Kind(
    __name__,
    "Sums of stones, boxes and strips",
    problems={game.name: problem for game, problem, _ in _GAMES},
    solvers=tuple(solver for _, _, solver in _GAMES),
    checkers={"stack-nimbers": "checker:check"},
    certificates={"stack-nimbers": "certificate:StackNimbers"},
    codec="codec:codec",
    games=tuple(game for game, _, _ in _GAMES),
    picture="picture:picture",
    graph_view="picture:graph_view",
    view="picture:view",
    board="picture:board",
    player="play:player",
)
