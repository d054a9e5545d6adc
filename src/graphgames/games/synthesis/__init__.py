"""Games of synthesis: the row of the catalogue."""

from graphgames.catalogue.rows import AnswerFile, Format, Kind, Solver

KIND = Kind(
    __name__,
    "Games of synthesis",
    problems={"specification": "spec:Spec", "acceptance-specification": "spec:Spec"},
    solvers=(
        Solver(
            "layers",
            ("specification",),
            "spec_solution:layers",
            "GR(1) on sets of states, as decision diagrams: a nested fixpoint whose layers are kept",
            "O((a g n)^2) operations on sets, a assumptions, g goals, n states; mostly few",
            "Piterman, Pnueli, Sa'ar, VMCAI 2006; Bloem et al., JCSS 78, 2012",
        ),
        Solver(
            "zielonka-fixpoint",
            ("acceptance-specification", "specification"),
            "emerson_lei:zielonka_fixpoint",
            "any acceptance condition on sets of states: one fixpoint over the Zielonka tree",
            "O(t n^(d/2)) operations on sets, t nodes of the tree, d its depth, n states; mostly few",
            "Hausmann, Lehaut, Piterman, FoSSaCS 2024",
        ),
    ),
    checkers={"spec-layers": "spec_checker:check_layers", "spec-tree": "spec_checker:check_tree"},
    certificates={"spec-layers": "layers:SpecLayers", "spec-tree": "emerson_lei:SpecTree"},
    codec="codec:codec",
    player="spec_play:player",
    commands={
        "synth": (
            "command",
            "decide whether a specification (HOA, LTL, GR(1) as in Slugs) can be met, and write the controller",
        )
    },
    formats=(
        Format("hoa", "games of synthesis, controllers (extended HOA)", (".hoa", ".ehoa"), "hoa", "game", "machine"),
        Format(
            "game-hoa",
            "parity games (HOA, with Spot's owners)",
            (".hoa",),
            "owned",
            writes="game",
            any_priorities=True,
            accepts=True,
        ),
        Format("ltl", "specifications as formulas of LTL (Spot's syntax)", (".ltl",), "ltl", "game"),
        Format("slugsin", "GR(1) specifications (Slugs)", (".slugsin",), "slugsin", "game", "specification"),
        Format(
            "structuredslugs",
            "GR(1) specifications with integers (Slugs, structured)",
            (".structuredslugs",),
            "slugsin",
            "game",
            "specification",
            dialect="structured",
        ),
        Format("machine-dot", "controllers as graphs (Graphviz)", (".dot", ".gv"), "machine_graphs", "", "machine"),
        Format("machine-python", "controllers as a Python class", (".py",), "machine_programs", "", "machine"),
        Format("aiger", "controllers as circuits (AIGER, text)", (".aag",), "machines", "", "machine"),
        Format(
            "aig", "controllers as circuits (AIGER, binary)", (".aig",), "machines", "", "machine", dialect="binary"
        ),
    ),
    answers=AnswerFile(
        "a controller in HOA or AIGER",
        {
            begins: f"{what}, which is checked with its specification, a formula of LTL, HOA or a format of Slugs"
            for begins, what in (
                (b"HOA:", "a controller"),
                (b"aag ", "a controller as a circuit"),
                (b"aig ", "a controller as a circuit"),
            )
        },
        "controller_files:texts",
    ),
    elsewhere=dict.fromkeys((".aag", ".aig"), "graphgames synth FILE -o OUT writes a controller"),
    graph_view="picture:graph_view",
    view="picture:view",
    walkthrough=".parity.walkthrough:walkthrough",
)
