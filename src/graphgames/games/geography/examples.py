"""Geography: small ones to begin with."""

from graphgames.catalogue.find import concrete_game
from graphgames.catalogue.rows import Example

EXAMPLES = (
    Example(
        "edge-geography",
        "Edge geography",
        "One token; no arc is used twice. Who cannot move loses.",
        "Tokens on a graph",
        concrete_game("edge-geography").example,
        {"game": "edge-geography"},
        "geography.txt",
    ),
    Example(
        "vertex-geography",
        "Geography on a map",
        "No vertex is visited twice: a matching tells who wins on an undirected map.",
        "Tokens on a graph",
        concrete_game("undirected-vertex-geography").example,
        {"game": "undirected-vertex-geography"},
        "map.txt",
    ),
)
