"""Models with actions, their policies, and the properties asked of them: the row of the catalogue."""

from functools import partial

from graphgames.catalogue.rows import Format, Kind, Solver

_states = partial(Format, reads="model", asked=True, expressions=True)

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
        _states("prism", "models in the PRISM language", (".prism", ".nm", ".pm", ".smg"), "language"),
        _states("jani", "models in JANI", (".jani",), "jani"),
        _states("umb", "models as arrays (UMB, the unified Markov binary format)", (".umb",), "umb"),
        _states("tra", "models as lists of transitions (PRISM)", (".tra",), "explicit", mends=True),
        _states("drn", "models as lists of states, actions and transitions (Storm)", (".drn",), "drn", mends=True),
        Format(
            "model-table",
            "models as tables (state, action, next, probability, reward)",
            (".csv", ".tsv"),
            "table_text",
            "model",
            asked=True,
            attributes=True,
            columns=("state", "action", "next"),
            mends=True,
        ),
    ),
    elsewhere=dict.fromkeys(
        (".drn", ".jani", ".nm", ".pm", ".prism", ".sm", ".smg"),
        "graphgames convert FILE OUT.tra writes the states and transitions of a model",
    ),
    ask="ask:ask",
    pose="ask:game",
    avoiding="safety:avoiding",
    bounded="safety:bounded",
    walk="walk:walk",
    model="model:Model",
    by_chance="by_rules:game_of",
    question='<<p1>> Pmax=? [ F "goal" ]',
    picture="picture:picture",
    walkthrough=".chance.walkthrough:walkthrough",
    player=".chance.play:player",
    codec="codec:ModelCodec",
)
