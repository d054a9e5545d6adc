"""Properties that a shield keeps: that a player stays away from some states, for ever, with some probability."""

from __future__ import annotations

import re

from graphgames.core.value import number

_BOUNDED = re.compile(
    r"\s*((?:<<.*>>)?)\s*P(?:<=(?P<risk>[^\[?]+)\[\s*F\b(?P<bad>\s*[^\s<>=\[].*)|"
    r">=(?P<least>[^\[?]+)\[\s*G\b(?P<good>\s*[^\s<>=\[].*))\]\s*;?\s*"
)


def avoiding(states: str, player: str = "") -> str:
    """Return the property of how likely a player, by default the only one, keeps away from states for ever."""
    return f"{f'<<{player}>> ' if player else ''}Pmax=? [ G !({states}) ]"


def bounded(asked: str) -> tuple[str, str] | None:
    """Return the property without its bound, and the bound: of ``P<=1/5 [F "lost"]`` that one stays safe with 4/5."""
    found = _BOUNDED.fullmatch(asked)
    if found is None:
        return None
    bound = number((found["risk"] or found["least"]).strip())
    safe = found["good"] if found["risk"] is None else f"!({found['bad'].strip()})"
    return f"{found[1]}Pmax=? [ G {safe.strip()} ]", str(bound if found["risk"] is None else 1 - bound)
