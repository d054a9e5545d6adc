"""Games of chance: small ones to begin with."""

from graphgames.catalogue.rows import Example

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
_COURIER = """digraph courier {
    node [priority=0]; edge [reward=0];
    depot [player=1, start=true]; road [player=2]; jam [player=1]; lane [player=2]; toll [player=0];
    home [player=1, priority=2];
    depot -> road [reward=10]; depot -> lane [reward=15];
    road -> home [probability="3/5", reward=10]; road -> jam [probability="2/5", reward=5];
    jam -> road [reward=20]; jam -> lane [reward=5];
    lane -> home [probability="9/10", reward=15]; lane -> toll [probability="1/10"];
    toll -> depot [reward=10]; toll -> home [reward=30]; home -> home;
}
"""
_FERRY = """digraph ferry {
    node [priority=0];
    hotel [player=0, start=true]; bus [player=2]; stop [player=1]; detour [player=2]; walk [player=0]; quay [player=2];
    field [player=2]; ferry [player=0, priority=2]; missed [player=2, priority=1];
    hotel -> bus; hotel -> walk;
    bus -> stop [probability="4/5"]; bus -> hotel [probability="1/5"];
    stop -> quay; stop -> detour;
    detour -> quay [probability="1/2"]; detour -> stop [probability="1/2"];
    walk -> field; walk -> hotel; field -> quay [probability="1/2"]; field -> walk [probability="1/2"];
    quay -> ferry [probability="2/3"]; quay -> missed [probability="1/3"];
    missed -> quay [probability="1"]; ferry -> ferry;
}
"""
_PATROL = """digraph patrol {
    lot [player=0, priority=1, start=true]; yard [player=2, priority=1]; dog [player=1, priority=1];
    wall [player=0, priority=0]; cellar [player=2, priority=3]; pit [player=0, priority=1];
    gate [player=0, priority=2]; hall [player=1, priority=0]; stairs [player=0, priority=1];
    lot -> yard; lot -> wall;
    yard -> gate [probability="1/2"]; yard -> dog [probability="1/2"];
    dog -> lot; dog -> yard;
    wall -> cellar; wall -> dog;
    cellar -> gate [probability="9/10"]; cellar -> pit [probability="1/10"];
    gate -> hall; gate -> wall; hall -> gate; hall -> stairs; stairs -> gate; stairs -> lot;
    pit -> pit;
}
"""
_MACHINE = """digraph machine {
    good [player=0, start=true]; run [player=2]; worn [player=0]; risk [player=2]; broken [player=1]; shop [player=2];
    sold [player=0];
    good -> run [weight=10, discount=0.9];
    run -> good [probability="7/10"]; run -> worn [probability="1/4"]; run -> broken [probability="1/20"];
    worn -> risk [weight=8, discount=0.9]; worn -> good [weight=-5, discount=0.8];
    risk -> worn [probability="1/2"]; risk -> broken [probability="1/2"];
    broken -> shop [weight=-20, discount=0.9]; broken -> sold [weight=15, discount=0.9];
    shop -> good [probability="2/3"]; shop -> broken [probability="1/3", discount=0.9];
    sold -> sold [weight=0, discount=0.9];
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
    Example(
        "expected-reward",
        "A courier's day",
        "The courier, Adam, wants to be home soon, Eve at the toll does not: how many minutes does it take on average?",
        "Plays on a graph",
        _COURIER,
        {"objective": "expected-reward", "priorities": "2"},
        "courier.dot",
        "depot",
    ),
    Example(
        "bounded-reach-probability",
        "The last ferry",
        "The ferry leaves after ten moves: how likely does Eve catch it, with a driver who takes his time?",
        "Plays on a graph",
        _FERRY,
        {"objective": "bounded-reach-probability", "priorities": "2"},
        "ferry.dot",
        "hotel",
    ),
    Example(
        "almost-sure",
        "A guard on patrol",
        "The guard must see the gate again and again: can Eve be sure, although a dog and chance stand in the way?",
        "Plays on a graph",
        _PATROL,
        {"objective": "parity"},
        "patrol.dot",
        "lot",
    ),
    Example(
        "discounted-chance",
        "A machine that wears out",
        "Run the machine while it earns, or mend it early? What comes later counts less, and wear is left to chance.",
        "Plays on a graph",
        _MACHINE,
        {"objective": "discounted"},
        "machine.dot",
        "good",
    ),
)
