r"""Specifications in the format of Slugs: sections of lines, each a formula, with signs in front or in between.

``.slugsin`` has the signs in front, ``& request ! grant'``; what people write has them between, ``request & !grant'``,
and integers, ``floor:0...7``. Both are read, line by line: Ehlers, Raman, *Slugs: Extensible GR(1) Synthesis*, CAV
2016.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import partial, reduce
from typing import IO, Any

from graphgames.core import acceptance
from graphgames.core.conventions import Priorities, refuse_another
from graphgames.core.errors import Fault, FormatError, GameError, did_you_mean
from graphgames.games.synthesis.spec import PARTS, Expression, Spec, joined, parsed, spelled
from graphgames.readers.source import Data

SECTIONS = {
    "INPUT": "inputs",
    "OUTPUT": "outputs",
    "ENV_INIT": "env_init",
    "SYS_INIT": "sys_init",
    "ENV_TRANS": "env_trans",
    "SYS_TRANS": "sys_trans",
    "ENV_LIVENESS": "env_goals",
    "SYS_LIVENESS": "sys_goals",
    "MARKS": "marks",
    "ACCEPTANCE": "acceptance",
    "REACH": "reach",
}
"""The sections, and the parts of a specification; the last three are no sections of Slugs."""
_VARIABLE = re.compile(r"([A-Za-z_][\w@.$]*?)(?:\s*:\s*(-?[0-9]+)\s*\.\.\.?\s*(-?[0-9]+))?")
_SIGNS = {"&": "and", "|": "or", "^": "xor"}


def read_spec(data: Data, source: str = "<input>") -> Spec:
    r"""Read a specification; raise `FormatError` with the line where something cannot be."""
    text = bytes(data)
    found: dict[str, dict[str, object]] = {part: {} for part in SECTIONS.values()}
    formulas: dict[str, list[tuple[Expression, int]]] = {part: [] for part in SECTIONS.values()}
    part, faults, at, conditions = "", [], 0, list[str]()
    for line in text.split(b"\n"):
        stripped, start = line.decode(errors="replace").split("#")[0].strip(), at + len(line) - len(line.lstrip())
        at += len(line) + 1
        try:
            if re.fullmatch(r"\[[^\]]*\]", stripped):
                part = _section(stripped[1:-1].strip())
            elif stripped and not part:
                raise GameError("this line stands in no section")
            elif stripped and part in ("inputs", "outputs"):
                name, values = _variable(stripped)
                if name in found[part]:
                    raise GameError(f"the variable {name} is declared a second time")
                found[part][name] = values
            elif stripped and part == "acceptance":
                conditions.append(stripped)
                acceptance.parsed(stripped)
            elif stripped:
                formulas[part].append((formula(stripped), start))
        except GameError as error:
            faults.append(Fault.at(text, start, str(error), "[INPUT], [OUTPUT], ... and lines of formulas"))
    if faults:
        raise FormatError(faults[:10], source)
    condition = " & ".join(conditions if len(conditions) < 2 else [f"({one})" for one in conditions])
    return _spec(found, formulas, condition, text, source)


def read_game(
    data: Data,
    source: str = "<input>",
    objective: str = "",
    priorities: Priorities | None = None,
    dialect: str = "",
) -> Spec:
    """Read a specification, as a file to solve; raise `GameError` where something else is asked for, too.

    Both dialects are read in every file.
    """
    refuse_another("a specification", objective, "", priorities)
    return read_spec(data, source)


def write_specification(spec: Spec, file: IO[bytes], dialect: str = "") -> None:
    r"""Write a specification with the signs in front, integers as bits, or with ``dialect="structured"`` as people do.

    The bits of an integer have the names that Slugs gives them: ``floor@0.0.7``, ``floor@1``, ... Marks, acceptance and
    what is to be reached stand in sections that Slugs does not know.
    """
    if dialect == "structured":
        ends = {name: "" if wide.boolean else f":{wide.low}...{wide.high}" for name, wide in spec.ranges.items()}
        names = {name: [f"{name}{end}"] for name, end in ends.items()}
        formulas = {part: [spelled(_added(one, spec)) for one in found] for part, found in spec.formulas.items()}
    else:
        bits = partial(_bit, spec)
        names = {name: [bits(name, k, False) for k in range(wide.bits)] for name, wide in spec.ranges.items()}
        build = spec.builder(lambda name, k, primed: _Gate(bits(name, k, primed)), _Gate("1"), _Gate("0"))
        parts = {**spec.formulas, **spec.rules()}
        formulas = {part: [build.set(one).in_front() for one in found] for part, found in parts.items()}
    sides = {"inputs": spec.inputs, "outputs": spec.outputs}
    sections = {part: [line for name in side for line in names[name]] for part, side in sides.items()} | formulas
    sections["acceptance"] = [spec.acceptance] if spec.acceptance else []
    for title, part in SECTIONS.items():
        if sections[part] or part in sides:
            file.write("\n".join([f"[{title}]", *sections[part], "", ""]).encode())


def _added(formula: Expression, spec: Spec) -> Expression:
    """Return a formula without minus and exclusive or, which Slugs does not know, for `spelled`.

    What is taken off goes to the other side.
    """
    if formula[0] == "xor":
        return reduce(lambda a, b: ("not", ("iff", a, b)), (_added(part, spec) for part in formula[1:]))
    if formula[0] != "cmp":
        return tuple(_added(part, spec) if isinstance(part, tuple) else part for part in formula)
    sign, left, right = formula[1:]
    if left[0] not in ("num", "add", "sub") and not (left[0] == "var" and not spec.ranges[left[1]].boolean):
        same = ("iff", _added(left, spec), _added(right, spec))
        return same if sign == "=" else ("not", same)
    sides = list[Expression](), list[Expression]()
    waiting = [(left, 0), (right, 1)]
    while waiting:
        one, side = waiting.pop()
        if one[0] in ("add", "sub"):
            waiting += [(one[2], side ^ (one[0] == "sub")), (one[1], side)]
        elif one[0] == "num" and one[1] < 0:
            sides[1 - side].append(("num", -one[1]))
        else:
            sides[side].append(one)
    return ("cmp", sign, *(reduce(lambda a, b: ("add", a, b), side) if side else ("num", 0) for side in sides))


def _bit(spec: Spec, name: str, k: int, primed: bool) -> str:
    """Return the name of a bit of a variable."""
    wide = spec.ranges[name]
    ends = f".{wide.low}.{wide.high}" if k == 0 and wide.low >= 0 else ""  # Slugs knows no negative ones
    end = "" if wide.boolean else f"@{k}{ends}"
    return name + end + "'" * primed


class _Gate:
    """A formula of bits, built as a set is; parts that are used twice are stored once."""

    def __init__(self, sign: str, *parts: _Gate):
        self.sign, self.parts = sign, parts

    def __and__(self, other: _Gate) -> _Gate:
        return self._join("&", other, "1", "0")

    def __or__(self, other: _Gate) -> _Gate:
        return self._join("|", other, "0", "1")

    def equiv(self, other: _Gate) -> _Gate:
        """Return where two formulas are alike."""
        return ~((self & ~other) | (~self & other))

    def __invert__(self) -> _Gate:
        if self.sign in ("0", "1"):
            return _Gate("1" if self.sign == "0" else "0")
        return self.parts[0] if self.sign == "!" else _Gate("!", self)

    def _join(self, sign: str, other: _Gate, neutral: str, absorbing: str) -> _Gate:
        for one, second in ((self, other), (other, self)):
            if one.sign == absorbing or second.sign == neutral:
                return one
        return self if self is other else _Gate(sign, self, other)

    def in_front(self) -> str:
        """Return the formula in the format of Slugs; ``$ n`` stores n parts, ``? i`` is one of them."""
        uses: Counter[int] = Counter()
        order, waiting = list[_Gate](), [(self, False)]
        while waiting:
            gate, done = waiting.pop()
            if done:
                order.append(gate)
                continue
            uses[id(gate)] += 1
            if uses[id(gate)] == 1:
                waiting += [(gate, True), *((part, False) for part in gate.parts)]
        texts, stored = dict[int, str](), list[str]()
        for gate in order:
            text = " ".join([gate.sign, *(texts[id(part)] for part in gate.parts)])
            if gate.parts and uses[id(gate)] > 1:
                stored.append(text)
                text = f"? {len(stored) - 1}"
            texts[id(gate)] = text
        last = texts[id(self)]
        return f"$ {len(stored) + 1} {' '.join([*stored, last])}" if stored else last


def _spec(
    found: dict[str, dict[str, object]],
    formulas: dict[str, list[tuple[Expression, int]]],
    condition: str,
    text: bytes,
    source: str,
) -> Spec:
    """Return the specification; where a formula is wrong, say in which line."""
    variables: Any = {part: found[part] for part in ("inputs", "outputs")}
    parts: Any = {part: [one for one, _ in formulas[part]] for part in (*PARTS, "marks")}
    reach = [one for one, _ in formulas["reach"]]
    try:
        return Spec(**variables, **parts, acceptance=condition, reach=joined("or", *reach) if reach else None)
    except GameError as error:
        for part, lines in formulas.items():
            for one, start in lines:
                alone: Any = {part: one if part == "reach" else [one]} | (
                    {"acceptance": "t"} if part == "marks" else {}
                )
                try:
                    Spec(**variables, **alone)
                except GameError as wrong:
                    raise FormatError([Fault.at(text, start, str(wrong))], source) from None
        raise FormatError([Fault.at(text, 0, str(error))], source) from None


def _section(name: str) -> str:
    if name not in SECTIONS:
        raise GameError(f"there is no section [{name}]{did_you_mean(name, list(SECTIONS))}".rstrip("."))
    return SECTIONS[name]


def _variable(text: str) -> tuple[str, object]:
    """Return the name of a variable and its values."""
    match = _VARIABLE.fullmatch(text)
    if match is None:
        raise GameError(f"{text!r} is not a variable; expected a name, or one like floor:0...7")
    return match[1], bool if match[2] is None else (int(match[2]), int(match[3]))


def formula(text: str) -> Expression:
    """Return the formula of a line, with its signs in front or in between.

    >>> formula("| a & b' c") == formula("a | (b' & c)")
    True
    """
    return _prefix(text.replace("!", " ! ").split()) or parsed(text)


def _prefix(words: list[str]) -> Expression | None:
    """Return an expression with its signs in front, None if it is no such one; however deep it is."""
    waiting: list[tuple[str, int, list[Expression]]] = []  # a sign, for how many parts, those read
    at = 0
    while at < len(words):
        word = words[at]
        if word in _SIGNS or word in ("!", "$"):
            number = words[at + 1] if word == "$" and at + 1 < len(words) else ""
            count = int(number) if number.isdecimal() else 2 - (word == "!")
            waiting.append((word, count, []))
            at += 2 if word == "$" else 1
            continue
        found, at = _operand(words, at, waiting)
        while found is not None and waiting:
            sign, count, parts = waiting[-1]
            parts.append(found)
            if len(parts) < count:
                break
            waiting.pop()
            found = parts[-1] if sign == "$" else ("not", found) if sign == "!" else joined(_SIGNS[sign], *parts)
        if found is None or not waiting:
            return found if at == len(words) else None
    return None


def _operand(
    words: list[str], at: int, waiting: list[tuple[str, int, list[Expression]]]
) -> tuple[Expression | None, int]:
    """Return a variable, a constant or what was stored, and the place behind it; None if it is none of these."""
    word = words[at]
    if word == "?":
        stored = next((parts for sign, _, parts in reversed(waiting) if sign == "$"), [])
        number = words[at + 1] if at + 1 < len(words) else ""
        return (stored[int(number)] if number.isdecimal() and int(number) < len(stored) else None), at + 2
    if word in ("0", "1", "TRUE", "FALSE"):
        return ("const", word in ("1", "TRUE")), at + 1
    match = re.fullmatch(r"([A-Za-z_][\w@.$]*)('?)", word)
    return (("var", match[1], bool(match[2])) if match else None), at + 1
