"""Timed automata of PRISM (``pta``) as decision processes in which time passes in whole steps (digital clocks).

Where every clock is compared with whole numbers by <= and >= alone, the best and the least probabilities and expected
rewards are the same if time passes by 1 or not at all (Kwiatkowska, Norman, Parker, Sproston, *Performance Analysis of
Probabilistic Timed Automata using Digital Clocks*, 2006). A clock becomes a number that stays at one more than the
largest that it is compared with; an action lets time pass where the invariants will hold then.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from graphgames.core.errors import Fault, GameError
from graphgames.games.models.expressions import PATHS
from graphgames.games.models.syntax import expression
from graphgames.games.models.trees import Asked, Node, Properties, PropertyError

TIMER = "since_the_start"
"""The clock that bounds on the time in properties are compared with."""
DIGITAL = "time passes in whole steps (digital clocks): that this keeps the values is a theorem, and is not checked"
INVARIANTS = "invariants"
"""The label of the states in which all invariants hold, as in PRISM."""
_TYPE = re.compile(r"\bpta\b")
_MODULE = re.compile(r"\bmodule\s+\w+(?!\s*=)(?=\s).*?\bendmodule\b", re.DOTALL)
_CONSTANT = re.compile(r"\bconst\b[^;=]*?(\w+)\s*[;=]")
_FORMULA = re.compile(r"\bformula\s+(\w+)\s*=([^;]*);")
_INVARIANT = re.compile(r"\binvariant\b(.*?)\bendinvariant\b", re.DOTALL)
_GUARD = re.compile(r"\[\s*\w*\s*\]([^;]*?)->")
_LABEL = re.compile(r'\blabel\s*("\w+")\s*=([^;]*);')
_CLOCK = re.compile(r"\b(\w+)\s*:\s*clock\s*(?:init\s*0\s*)?;")
_COPY = re.compile(r"\bmodule\s+\w+\s*=\s*\w+\s*\[([^\]]*)\]\s*endmodule\b")
_REWARDS = re.compile(r'(\brewards\b(?:\s*"[^"]*")?)(.*?)(\bendrewards\b)', re.DOTALL)


def clocks_of(text: str) -> set[str]:
    """Return the clocks of a timed automaton, and in quotes the labels that speak of them; none of another model."""
    if not is_timed(text):
        return set()
    text, clocks = _inlined(text)
    return {*clocks, *(label for label, body in _LABEL.findall(text) if _names(body, clocks))}


def is_timed(text: str) -> bool:
    """Return whether a text without comments is a timed automaton."""
    return text.split(maxsplit=1)[:1] == ["pta"]


def _inlined(text: str) -> tuple[str, dict[str, list[str]]]:
    """Return the text without the formulas that speak of clocks, and each clock with its names in copied modules."""
    others = [pair for copied in _COPY.findall(text) for pair in re.findall(r"(\w+)\s*=\s*(\w+)", copied)]
    clocks = {name: [name, *(new for old, new in others if old == name)] for name in _CLOCK.findall(text)}
    names = [one for several in clocks.values() for one in several]
    while found := next((one for one in _FORMULA.finditer(text) if _names(one[2], names)), None):
        text = text.replace(found[0], re.sub(r"[^\n]", " ", found[0]))
        text = re.sub(rf"\b{found[1]}\b", f"({found[2].strip()})", text)
    return text, {one: several for several in clocks.values() for one in several}


def _names(text: str, names: Iterable[str]) -> list[str]:
    """Return those of some names that a text speaks of."""
    words = set(re.findall(r"\w+", text))
    return [name for name in names if name in words]


def digital(text: str, most: int | None) -> str:
    """Return a timed automaton as the text of a decision process, line by line.

    ``most`` is the largest time that properties speak of, None if they speak of none. Raise `GameError` if a clock is
    used in another way than above.
    """
    text, clocks = _inlined(text)
    bounds = _bounds(_COPY.sub("", text), clocks)
    largest = {name: [bound for one in several for bound in bounds[one]] or ["0"] for name, several in clocks.items()}
    action = "time" if not re.search(r"\[\s*time\s*\]", text) else "time_passes"
    invariants = " & ".join(f"({one.strip()})" for one in _INVARIANT.findall(text))
    text = _TYPE.sub("mdp", text, count=1) + (f' label "{INVARIANTS}" = {invariants};' if invariants else "")
    text = _MODULE.sub(lambda found: _module(found[0], largest, action), text)
    text = _REWARDS.sub(lambda found: found[1] + _items(found[2], action) + found[3], text)
    if most is None:
        return text
    step = f"[{action}] true -> ({TIMER}'=min({TIMER}+1,{most + 1}));"
    return f"{text} module {TIMER}_ {TIMER} : [0..{most + 1}] init 0; {step} endmodule"


def _bounds(text: str, clocks: Iterable[str]) -> dict[str, list[str]]:
    """Return what each clock is compared with and set to."""
    found: dict[str, list[str]] = {name: [] for name in clocks}
    constants = set(_CONSTANT.findall(text))

    def names(node: Node) -> set[str]:
        return {one.more for one in node.walk() if one.type == "name"}

    def speaks(node: Node) -> bool:
        return not names(node).isdisjoint(found)

    def compares(node: Node) -> bool:
        for clock, other in (node.parts, node.parts[::-1]) if node.type in ("<=", ">=", "=") else ():
            if clock.type == "name" and clock.more in found and names(other) <= constants:
                found[clock.more].append(_written(other))
                return bool(found[clock.more][-1])
        return False

    def convex(node: Node) -> bool:
        """Return whether the time at which an invariant holds has no gap."""
        several = [one for one in node.walk() if one.type == "|" and all(map(speaks, one.parts))]
        leaves = [one for either in several for one in either.walk() if one.type in ("<=", ">=", "=") and speaks(one)]
        return all(one.type == "<=" and one.parts[0].more in found for one in leaves)

    def allowed(part: str, invariant: bool = False) -> bool:
        try:
            tree = expression(part.strip())
        except PropertyError:
            return False
        return _closed(tree, speaks, compares) and (not invariant or convex(tree))

    def reset(match: re.Match[str]) -> str:
        return " " if match[1] in found and allowed(f"{match[1]}={match[2]}") else match[0]

    text = _CLOCK.sub(" ", text)
    for pattern in (_INVARIANT, _GUARD, _LABEL):
        for match in pattern.finditer(text):
            part = match[pattern.groups]
            if (used := _names(part, found)) and not allowed(part, pattern is _INVARIANT):
                raise _misused(used[0])
        text = pattern.sub(" ", text)
    for name in _names(re.sub(r"(\w+)\s*'\s*=([^&);]*)", reset, text), found):
        raise _misused(name)
    return found


def _misused(clock: str) -> GameError:
    return GameError(
        f"the clock {clock} is used in another way than to be compared with a constant whole number by <=, >= or =, "
        "without negation, or to be set to one; where time passes in whole steps (digital clocks) no other way is exact"
    )


def _closed(node: Node, speaks: Callable[[Node], bool], leaf: Callable[[Node], bool], holds: bool = True) -> bool:
    """Return whether all that speaks of clocks are leaves that nothing negates; all are negated unless ``holds``."""
    if not speaks(node):
        return True
    if node.type in ("&", "|"):
        return all(_closed(one, speaks, leaf, holds) for one in node.parts)
    if node.type in ("!", "=>"):
        *negated, last = node.parts if node.type == "=>" else (*node.parts, Node(""))
        return _closed(negated[0], speaks, leaf, not holds) and _closed(last, speaks, leaf, holds)
    return holds and leaf(node)


def _written(node: Node) -> str:
    """Return the text of a sum or product of numbers and names; nothing for another expression."""
    if node.type in ("number", "name"):
        return str(node.more)
    parts = [_written(one) for one in node.parts]
    return f"({node.type.join(parts)})" if node.type in ("+", "-", "*") and all(parts) else ""


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

    ``number`` gives the largest value of a bound, ``named`` what a property names, and ``clocks`` the names and labels
    that speak of clocks. A property that is not P with F, U, G or W, or R with F, has a fault instead, and so has one
    that names a clock, or for which whole steps are not exact: a play may need a moment between
    two whole times.
    """
    largest: list[int] = []

    def changed(tree: Node) -> Node:
        question = tree.more
        for name in sorted(one for one in named(tree) & clocks if one[0] != '"'):
            raise GameError(f"a property cannot name the clock {name}; a label of the model can")
        if tree.type not in ("P", "R") or not isinstance(question, Asked):
            if any(one.type in ("P", "R", "S") for one in tree.walk()):
                raise GameError("of a timed automaton a property is one P or R, without operators around it")
            return tree
        (path,) = tree.parts or (Node(""),)
        simple = path.type == "F" if tree.type == "R" else path.type in ("F", "U", "G", "W")
        inner = [one for part in path.parts for one in part.walk()]
        if not simple or question.how not in ("", "path") or any(one.type in (*PATHS, "P", "R", "S") for one in inner):
            raise GameError("of a timed automaton P asks about one of F, U, G or W, and R about F")
        *first, last = path.parts
        avoids = path.type in ("G", "W")
        best = question.best or {"<": "max", ">": "min"}.get(question.sign[0], "")
        exact = best == ("min" if avoids or tree.type == "R" else "max")
        clocked = [part for part in path.parts if named(part) & clocks]
        if clocked and (
            not exact
            or path.type == "W"
            or clocked != [last]
            or not _closed(last, lambda one: bool(named(one) & clocks), lambda one: one.type == "label", not avoids)
        ):
            raise GameError(
                "a label that speaks of clocks is exact in whole steps of time only as a target that Pmax of F or U, "
                "Pmin of G ! or Rmin of F asks for, without a negation"
            )
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
            time = number(bound)
            largest.append(time)
            if time or sign == "<=":
                limits.append(Node(sign, (Node("name", at=bound.at, more=TIMER), bound), bound.at))
        if len(limits) == 2 and not exact:
            raise GameError("two bounds on the time are exact in whole steps only for Pmax of F and U, and Pmin of G")
        if path.type == "W":
            raise GameError("of a timed automaton W has no bound on the time; U and G may have one")
        goal = Node("!", (last,), path.at) if avoids else last
        for limit in limits:
            goal = Node("&", (goal, limit), path.at)
        goal = Node("!", (goal,), path.at) if avoids else goal
        return replace(tree, parts=(Node(path.type, (*first, goal), path.at),))

    asked = []
    for one in properties.asked:
        try:
            asked.append(one if one.tree is None else replace(one, tree=changed(one.tree)))
        except GameError as error:
            asked.append(replace(one, tree=None, fault=Fault(f"{one.text}: {error}")))
    return replace(properties, asked=tuple(asked)), max(largest, default=None)
