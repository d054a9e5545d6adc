"""Timed automata of PRISM (``pta``) as decision processes in which time passes in whole steps (digital clocks).

Where every clock is compared with whole numbers by <= and >= alone, the best and the least probabilities and expected
rewards are the same if time passes by 1 or not at all (Kwiatkowska, Norman, Parker, Sproston, *Performance Analysis of
Probabilistic Timed Automata using Digital Clocks*, 2006). A clock becomes a number that stays at one more than the
largest that it is compared with; an action lets time pass where the invariants will hold then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from graphgames.core.errors import Fault, GameError
from graphgames.games.models.trees import Asked, Node, Properties

TIMER = "since_the_start"
"""The clock that bounds on the time in properties are compared with."""
INVARIANTS = "invariants"
"""The label of the states in which all invariants hold, as in PRISM."""
_TYPE = re.compile(r"\bpta\b")
_MODULE = re.compile(r"\bmodule\s+\w+(?!\s*=)(?=\s).*?\bendmodule\b", re.DOTALL)
_INVARIANT = re.compile(r"\binvariant\b(.*?)\bendinvariant\b", re.DOTALL)
_CLOCK = re.compile(r"\b(\w+)\s*:\s*clock\s*(?:init\s*0\s*)?;")
_COPY = re.compile(r"\bmodule\s+\w+\s*=\s*\w+\s*\[([^\]]*)\]\s*endmodule\b")
_REWARDS = re.compile(r'(\brewards\b(?:\s*"[^"]*")?)(.*?)(\bendrewards\b)', re.DOTALL)
_NUMBER = r"[\w.]+(?:\s*[-+*]\s*[\w.]+)*(?![\w.]|\s*[(/])"


def clocks_of(text: str) -> set[str]:
    """Return the clocks of a timed automaton, none of another model."""
    return {name for names in _named(text).values() for name in names} if is_timed(text) else set()


def _named(text: str) -> dict[str, list[str]]:
    """Return the names of each clock: its own, and those in the copies of its module."""
    others = [pair for copied in _COPY.findall(text) for pair in re.findall(r"(\w+)\s*=\s*(\w+)", copied)]
    return {name: [name, *(new for old, new in others if old == name)] for name in _CLOCK.findall(text)}


def is_timed(text: str) -> bool:
    """Return whether a text without comments is a timed automaton."""
    return text.split(maxsplit=1)[:1] == ["pta"]


def digital(text: str, most: int | None) -> str:
    """Return a timed automaton as the text of a decision process, line by line.

    ``most`` is the largest time that properties speak of, None if they speak of none. Raise `GameError` if a clock is
    used in another way than above.
    """
    named = _named(text)
    every, rest = [one for names in named.values() for one in names], _COPY.sub("", text)
    clocks = {name: [one for also in named[name] for one in _bounds(rest, also, every)] for name in named}
    action = "time" if not re.search(r"\[\s*time\s*\]", text) else "time_passes"
    invariants = " & ".join(f"({one.strip()})" for one in _INVARIANT.findall(text))
    text = _TYPE.sub("mdp", text, count=1) + (f' label "{INVARIANTS}" = {invariants};' if invariants else "")
    text = _MODULE.sub(lambda found: _module(found[0], clocks, action), text)
    text = _REWARDS.sub(lambda found: found[1] + _items(found[2], action) + found[3], text)
    if most is None:
        return text
    step = f"[{action}] true -> ({TIMER}'=min({TIMER}+1,{most + 1}));"
    return f"{text} module {TIMER}_ {TIMER} : [0..{most + 1}] init 0; {step} endmodule"


def _bounds(text: str, clock: str, clocks: list[str]) -> list[str]:
    """Return what a clock is compared with and set to."""
    found: list[str] = []

    def taken(match: re.Match[str]) -> str:
        found.extend(one.strip() for one in match.groups() if one)
        return " "

    name = rf"\b{clock}\b"
    negated = re.search(rf"!\s*\([^()]*{name}|{name}[^&|();]*=>", text)
    for pattern in (
        _CLOCK.pattern.replace(r"(\w+)", clock),
        rf"{name}\s*'\s*=\s*({_NUMBER})",
        rf"{name}\s*(?:<=|>=|=)\s*({_NUMBER})",
        rf"({_NUMBER})\s*(?:<=|>=|=)\s*{name}",
    ):
        text = re.sub(pattern, taken, text)
    if negated or re.search(name, text) or any(re.search(rf"\b{other}\b", one) for one in found for other in clocks):
        raise GameError(
            f"the clock {clock} is used in another way than to be compared with a whole number by <=, >= or =, or "
            "to be set to one; where time passes in whole steps (digital clocks) no other way is exact"
        )
    return found or ["0"]


def _module(text: str, clocks: dict[str, list[str]], action: str) -> str:
    """Return a module in which time passes by an action."""
    own = _CLOCK.findall(text)
    invariants = [one.strip() for one in _INVARIANT.findall(text)]
    if not own and not invariants:
        return text
    later = " & ".join(f"({one})" for one in invariants) or "true"
    largest = {name: f"(max({','.join(['0', *clocks[name]])})+1)" for name in own}
    for name in own:
        later = re.sub(rf"\b{name}\b", f"({name}+1)", later)
    passes = " & ".join(f"({name}'=min({name}+1,{most}))" for name, most in largest.items()) or "true"
    text = _INVARIANT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    text = _CLOCK.sub(lambda found: f"{found[1]} : [0..{largest[found[1]]}] init 0;", text)
    return re.sub(r"\bendmodule\b", lambda end: f"[{action}] {later} -> {passes}; {end[0]}", text)


def _items(text: str, action: str) -> str:
    """Return the items of a reward structure, in which a reward of states is one for each unit of time."""
    items = text.split(";")
    return ";".join(
        re.sub(r"^(\s*)(?=\S)", rf"\1[{action}] ", one) if one.strip() and not one.lstrip().startswith("[") else one
        for one in items
    )


def since_the_start(
    properties: Properties, number: Callable[[Node], int], named: Callable[[Node], set[Any]], clocks: set[str]
) -> tuple[Properties, int | None]:
    """Return properties whose bounds on the time are compared with a clock of its own, and the largest of them.

    ``number`` gives the largest value of a bound, and ``named`` what a property names. A property that is not P with F,
    U, G or W, or R with F, or that names a clock, has a fault instead.
    """
    largest: list[int] = []

    def changed(tree: Node) -> Node:
        question = tree.more
        for name in sorted(named(tree) & clocks):
            raise GameError(f"a property cannot name the clock {name}; a label of the model can")
        if tree.type not in ("P", "R") or not isinstance(question, Asked):
            if any(one.type in ("P", "R", "S") for one in tree.walk()):
                raise GameError("of a timed automaton a property is one P or R, without operators around it")
            return tree
        (path,) = tree.parts or (Node(""),)
        simple = path.type == "F" if tree.type == "R" else path.type in ("F", "U", "G", "W")
        inner = [one for part in path.parts for one in part.walk()]
        if not simple or question.how not in ("", "path") or any(one.type in (*_PATHS, "P", "R", "S") for one in inner):
            raise GameError("of a timed automaton P asks about one of F, U, G or W, and R about F")
        if not isinstance(path.more, tuple) or not any(path.more):
            return tree
        if tree.type == "R":
            raise GameError("of a timed automaton the rewards until a target have no bound on the time")
        limits = []
        for bound, sign in zip(path.more, (">=", "<="), strict=True):
            if bound is None:
                continue
            if bound.more == "strict":
                raise GameError("of a timed automaton a bound on the time is <= or >=")
            largest.append(number(bound))
            limits.append(Node(sign, (Node("name", at=bound.at, more=TIMER), bound), bound.at))
        within = limits[0] if len(limits) == 1 else Node("&", tuple(limits), path.at)
        *first, last = path.parts
        if path.type in ("G", "W"):
            if path.type == "W":
                raise GameError("of a timed automaton W has no bound on the time; U and G may have one")
            goal = Node("|", (last, Node("!", (within,), path.at)), path.at)
        else:
            goal = Node("&", (last, within), path.at)
        return replace(tree, parts=(Node(path.type, (*first, goal), path.at),))

    asked = []
    for one in properties.asked:
        try:
            asked.append(one if one.tree is None else replace(one, tree=changed(one.tree)))
        except GameError as error:
            asked.append(replace(one, tree=None, fault=Fault(f"{one.text}: {error}")))
    return replace(properties, asked=tuple(asked)), max(largest, default=None)


_PATHS = ("X", "F", "G", "U", "W", "release")
