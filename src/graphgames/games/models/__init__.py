"""Models with actions, their policies, and the properties asked of them: the row of the catalogue."""

from graphgames.catalogue.rows import Format, Kind, Solver

KIND = Kind(
    __name__,
    "Models with actions",
    solvers=(
        Solver(
            "policy-iteration",
            ("discounted with actions",),
            "policy_iteration:policy_iteration",
            "policies improved in rounded numbers, with a bracket around each value; exact values where they are cheap",
            "a sweep over the model for each of some ten policies, or one for each sweep if there are two players",
            "Howard 1960; Puterman, Shin 1978",
        ),
    ),
    formats=(
        Format(
            "prism",
            "models in the PRISM language",
            (".prism", ".nm", ".pm", ".smg"),
            "language",
            "model",
            asked=True,
            expressions=True,
        ),
        Format("jani", "models in JANI", (".jani",), "jani", "model", asked=True, expressions=True),
        Format(
            "umb",
            "models as arrays (UMB, the unified Markov binary format)",
            (".umb",),
            "umb",
            "model",
            asked=True,
            expressions=True,
        ),
        Format(
            "tra",
            "models as lists of transitions (PRISM)",
            (".tra",),
            "explicit",
            "model",
            asked=True,
            expressions=True,
        ),
        Format(
            "drn",
            "models as lists of states, actions and transitions (Storm)",
            (".drn",),
            "drn",
            "model",
            asked=True,
            expressions=True,
        ),
        Format(
            "model-table",
            "models as tables (state, action, next, probability, reward)",
            (".csv", ".tsv"),
            "table_text",
            "model",
            asked=True,
            attributes=True,
            mends=True,
        ),
    ),
    ask="ask:ask",
    pose="ask:game",
    by_chance="by_rules:game_of",
    question='<<p1>> Pmax=? [ F "goal" ]',
    picture="picture:picture",
    player="play:player",
    codec="codec:ModelCodec",
)
