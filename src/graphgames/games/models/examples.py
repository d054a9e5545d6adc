"""Models with actions: small ones to begin with."""

from graphgames.catalogue.rows import Example

_MINES = """state,action,next,probability,reward
camp,dig,camp,0.6,-2
camp,dig,copper,0.3,-2
camp,dig,gold,0.1,-2
camp,wait,camp,1,0
copper,mine,copper,1,4
copper,sell,camp,1,10
gold,mine,gold,1,9
gold,sell,camp,1,12
"""

EXAMPLES = (
    Example(
        "mines",
        "A prospector",
        "Dig, mine what was found, or sell it and dig elsewhere: what counts is what a day brings in the long run.",
        "Games of chance",
        _MINES,
        {"objective": "mean-payoff"},
        "mines.csv",
        "camp",
    ),
)
