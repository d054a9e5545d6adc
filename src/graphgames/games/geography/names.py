"""The names of the four games of geography, in a module that imports nothing, for tables and parsers."""

GEOGRAPHY = ("edge-geography", "vertex-geography", "undirected-edge-geography", "undirected-vertex-geography")
