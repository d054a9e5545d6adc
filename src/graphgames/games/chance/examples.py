"""Games of chance: small ones to begin with."""

from graphgames.core.catalogue import Example

_PIG = """digraph dice {
    node [priority=0];
    start [player=0]; cautious [player=2]; bold [player=2]; again [player=1]; worse [player=2];
    goal [player=0, priority=2]; end [player=1];
    start -> cautious; start -> bold;
    cautious -> goal [probability="1/3"]; cautious -> again [probability="2/3"];
    bold -> goal [probability="1/2"]; bold -> end [probability="1/2"];
    again -> start; again -> worse;
    worse -> start [probability="5/6"]; worse -> end [probability="1/6"];
    goal -> goal; end -> end;
}
"""
_BRIDGE = """digraph bridge {
    node [priority=0];
    shore [player=0]; bridge [player=2]; path [player=2]; other [player=0]; river [player=0, priority=1];
    shore -> bridge; shore -> path;
    bridge -> other [probability="0.9"]; bridge -> river [probability="0.1"];
    path -> other [probability="0.2"]; path -> shore [probability="0.79"]; path -> river [probability="0.01"];
    other -> other; river -> river;
}
"""

EXAMPLES = (
    Example(
        "reach-probability",
        "A game with dice",
        "Eve wants to reach the goal, Adam to stop her, and dice decide: how likely is it?",
        "Plays on a graph",
        _PIG,
        {"objective": "reach-probability", "priorities": "2"},
        "dice.dot",
        "start",
    ),
    Example(
        "avoid-probability",
        "Two ways over a river",
        "A bridge that may break, or a path that takes longer: how likely does she stay dry?",
        "Plays on a graph",
        _BRIDGE,
        {"objective": "avoid-probability", "priorities": "1"},
        "bridge.dot",
        "shore",
    ),
)
