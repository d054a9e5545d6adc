"""Games of synthesis: the row of the catalogue."""

from graphgames.catalogue.rows import Format, Kind

KIND = Kind(
    __name__,
    "Games of synthesis",
    commands={
        "synth": (
            "command",
            "say whether a specification (extended HOA) can be met, and write the controller",
        )
    },
    formats=(
        Format("hoa", "games of synthesis, controllers (extended HOA)", (".hoa", ".ehoa"), "hoa", "game", "machine"),
        Format("aiger", "controllers as circuits (AIGER)", (".aag",), "machines", "", "machine"),
    ),
    graph_view="picture:graph_view",
    examples="examples:EXAMPLES",
)
