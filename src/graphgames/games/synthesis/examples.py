"""Games of synthesis: a small specification to begin with."""

from graphgames.catalogue.rows import Example

_ARBITER = """HOA: v1
name: "every request is granted, and never two at a time"
States: 2 Start: 0
AP: 4 "r0" "r1" "g0" "g1"
controllable-AP: 2 3
acc-name: Buchi
Acceptance: 1 Inf(0)
--BODY--
State: 0 "waits for r0"
[!(2 & 3) & (!0 | 2)] 1
[!(2 & 3) & 0 & !2] 0
State: 1 "waits for r1"
[!(2 & 3) & (!1 | 3)] 0 {0}
[!(2 & 3) & 1 & !3] 1
--END--
"""

_ROBOT = """[INPUT]
door
[OUTPUT]
room:0...2
[SYS_INIT]
room = 0
[SYS_TRANS]
room' <= room + 1 & room <= room' + 1
room = 1 & room' = 2 -> door'
[ENV_LIVENESS]
door
[SYS_LIVENESS]
room = 0
room = 2
"""

EXAMPLES = (
    Example(
        "arbiter",
        "An arbiter",
        "The controller grants two clients a resource: every request at some time, never both at once.",
        "Plays on a graph",
        _ARBITER,
        {},
        "arbiter.ehoa",
        0,
    ),
    Example(
        "robot",
        "A robot that patrols",
        "The robot goes between three rooms; a door between two of them is opened by someone else, again and again.",
        "Plays on a graph",
        _ROBOT,
        {},
        "robot.slugsin",
    ),
)
