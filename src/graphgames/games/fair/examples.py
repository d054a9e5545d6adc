"""Games with fair edges: a small one to begin with."""

from graphgames.catalogue.rows import Example

_CHANNEL = """{"format": "graphgames-arena",
"version": 1,
"vertices": 5,
"owner": [0,1,0,0,1],
"labels": ["ready","sent","lost","came","noise"],
"edges": [[0,1],[0,4],[1,2],[1,3],[2,0],[3,0],[4,0],[4,4]],
"start": 0,
"players": ["Sender","Channel"],
"objective": {"name":"fair-buchi","accepting":[3],"fair":[3,6]}}
"""

EXAMPLES = (
    Example(
        "channel",
        "A channel that loses messages",
        "The sender wants messages to come again and again; a channel that is asked for ever delivers one for ever.",
        "Plays on a graph",
        _CHANNEL,
        {},
        "channel.arena",
        0,
    ),
)
