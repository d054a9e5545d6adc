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
)
