"""Geography: the row of the catalogue."""

from graphgames.catalogue.rows import ConcreteGame, Kind, Solver
from graphgames.games.geography.names import GEOGRAPHY


def _game(name: str, use: str, source: str, example: str) -> ConcreteGame:
    """Return one of the four games; ``use`` says what may be used once."""
    graph = "an undirected graph" if name.startswith("undirected") else "a directed graph"
    summary = f"a token on {graph}; {use}; who cannot move loses"
    return ConcreteGame(name, name.replace("-", " ").capitalize(), summary, source, "documents", example, name)


KIND = Kind(
    __name__,
    "Geography",
    problems=dict.fromkeys(GEOGRAPHY, "problem:Geography"),
    solvers=(
        Solver(
            "geography",
            GEOGRAPHY,
            "solver:geography",
            "geography by the theorem that applies, else depth-first search",
            "PSPACE-complete; polynomial where a theorem decides",
            "Fraenkel, Scheinerman, Ullman 1993; exact rules of our own",
        ),
        Solver(
            "geography-depth-first",
            GEOGRAPHY,
            "solver:geography_depth_first",
            "geography by depth-first search with exact reductions alone",
            "exponential time, polynomial space and a table",
            "Schaefer 1978; exact rules of our own",
        ),
        Solver(
            "geography-proof-number",
            GEOGRAPHY,
            "solver:geography_proof_number",
            "geography by depth-first proof-number search with exact reductions",
            "exponential time, polynomial space and a table",
            "Allis 1994; Nagai 2002; exact rules of our own",
        ),
    ),
    graph_view="picture:graph_view",
    view="picture:view",
    player="play:player",
    families="families:FAMILIES",
    commands={
        "geography": ("command", "find the first vertices that win geography, on any graph or with a list of words")
    },
    checkers={"geography": "checker:check"},
    certificates={
        "geography": "certificate:GeographyProof",
        "backward induction": "certificate:RankedLabels",
        "maximum matching": "certificate:MatchingWitness",
        "values on a forest": "certificate:TreeLabels",
        "even kernels": "certificate:EvenKernels",
        "search": "certificate:ProofDag",
    },
    codec="codec:codec",
    inputs=dict.fromkeys(GEOGRAPHY, "graph_files:read") | {"word-chains": "words:read_input"},
    input_examples={"word-chains": "words:EXAMPLE"},
    games=(
        _game(
            "edge-geography",
            "each arc may be used once",
            "CSC324/CSCC24 2018, assignment 2; Schaefer 1978",
            "[(0,[4,5]),(1,[2,4]),(2,[3,5]),(3,[1,5]),(4,[0,1]),(5,[2,3])]\n",
        ),
        _game(
            "vertex-geography",
            "each vertex may be visited once",
            "Lichtenstein & Sipser 1980",
            "[(0,[2,4]),(1,[0,2]),(2,[0,4]),(3,[0,2]),(4,[1,2]),(5,[0,4])]\n",
        ),
        _game(
            "undirected-edge-geography",
            "each edge may be used once",
            "Fraenkel, Scheinerman, Ullman 1993",
            "[(0,[1,2]),(1,[2,3]),(2,[3,4]),(3,[4]),(4,[])]\n",
        ),
        _game(
            "undirected-vertex-geography",
            "each vertex may be visited once",
            "Fraenkel, Scheinerman, Ullman 1993",
            "[(0,[1,2,3]),(1,[]),(2,[]),(3,[4,5]),(4,[5,6]),(5,[]),(6,[])]\n",
        ),
    ),
)
