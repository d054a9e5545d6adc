"""The names of the four games of geography, which tables and parsers ask for before anything heavy is imported."""

GEOGRAPHY = ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography")
