"""Geography: the row of the catalogue."""

from graphgames.core.catalogue import ConcreteGame, Kind, Solver

KIND = Kind(
    __name__,
    "Geography",
    problems={
        "edge-geography": "problem:Geography",
        "vertex-geography": "problem:Geography",
        "undirected-edge-geography": "problem:Geography",
        "undirected-vertex-geography": "problem:Geography",
    },
    solvers=(
        Solver(
            "geography",
            ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography"),
            "solver:geography",
            "geography by the theorem that applies, else depth-first search",
            "PSPACE-complete; polynomial where a theorem decides",
            "Fraenkel, Scheinerman, Ullman 1993; exact rules of our own",
        ),
        Solver(
            "geography-depth-first",
            ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography"),
            "solver:geography_depth_first",
            "geography by depth-first search with exact reductions alone",
            "exponential time, polynomial space and a table",
            "Schaefer 1978; exact rules of our own",
        ),
        Solver(
            "geography-proof-number",
            ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography"),
            "solver:geography_proof_number",
            "geography by depth-first proof-number search with exact reductions",
            "exponential time, polynomial space and a table",
            "Allis 1994; Nagai 2002; exact rules of our own",
        ),
    ),
    sheet="picture:sheet",
    view="picture:view",
    player="play:player",
    families="families:FAMILIES",
    commands={
        "geography": (
            "command",
            "find the first vertices that win geography, on any graph or with a list of words",
        )
    },
    examples="examples:EXAMPLES",
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
    inputs={
        "edge-geography": "graph_files:read",
        "vertex-geography": "graph_files:read",
        "undirected-edge-geography": "graph_files:read",
        "undirected-vertex-geography": "graph_files:read",
        "word-chains": "words:read_input",
    },
    games=(
        ConcreteGame(
            "edge-geography",
            "Edge geography",
            "a token on a directed graph; each arc may be used once; who cannot move loses",
            "CSC324/CSCC24 2018, assignment 2; Schaefer 1978",
            "documents",
            "[(0,[4,5]),(1,[2,4]),(2,[3,5]),(3,[1,5]),(4,[0,1]),(5,[2,3])]\n",
            "edge-geography",
        ),
        ConcreteGame(
            "vertex-geography",
            "Vertex geography",
            "a token on a directed graph; each vertex may be visited once; who cannot move loses",
            "Lichtenstein & Sipser 1980",
            "documents",
            "[(0,[2,4]),(1,[0,2]),(2,[0,4]),(3,[0,2]),(4,[1,2]),(5,[0,4])]\n",
            "vertex-geography",
        ),
        ConcreteGame(
            "undirected-edge-geography",
            "Undirected edge geography",
            "a token on an undirected graph; each edge may be used once; who cannot move loses",
            "Fraenkel, Scheinerman, Ullman 1993",
            "documents",
            "[(0,[1,2]),(1,[2,3]),(2,[3,4]),(3,[4]),(4,[])]\n",
            "undirected-edge-geography",
        ),
        ConcreteGame(
            "undirected-vertex-geography",
            "Undirected vertex geography",
            "a token on an undirected graph; each vertex may be visited once; who cannot move loses",
            "Fraenkel, Scheinerman, Ullman 1993",
            "documents",
            "[(0,[1,2,3]),(1,[]),(2,[]),(3,[4,5]),(4,[5,6]),(5,[]),(6,[])]\n",
            "undirected-vertex-geography",
        ),
    ),
)
