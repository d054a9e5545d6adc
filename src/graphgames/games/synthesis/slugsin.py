r"""Specifications in the format of Slugs: sections of lines, each a formula, with signs in front or in between.

``.slugsin`` has the signs in front, ``& request ! grant'``; what people write has them between, ``request & !grant'``,
and integers, ``floor:0...7``. Both are read, line by line: Ehlers, Raman, *Slugs: Extensible GR(1) Synthesis*, CAV
2016.
"""

from __future__ import annotations

import re
from typing import Any

from graphgames.core import acceptance
from graphgames.core.conventions import Priorities
from graphgames.core.errors import Fault, FormatError, GameError, did_you_mean
from graphgames.games.synthesis.spec import PARTS, Expression, Spec, joined, parsed
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
    r"""Read a specification; raise `FormatError` with the line where something cannot be.

    Examples
    --------
    >>> spec = read_spec(b"[INPUT]\nr\n[OUTPUT]\ng\n[SYS_TRANS]\n| ! g' r'\n[SYS_LIVENESS]\nr -> g\n")
    >>> spec.formulas["sys_trans"], spec.formulas["sys_goals"]
    ((('or', ('not', ('var', 'g', True)), ('var', 'r', True)),), (('or', ('not', ('var', 'r', False)), ('var', 'g',
    False)),))
    """
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
                conditions.append(f"({stripped})")
                acceptance.parsed(stripped)
            elif stripped:
                formulas[part].append((formula(stripped), start))
        except GameError as error:
            faults.append(Fault.at(text, start, str(error), "[INPUT], [OUTPUT], ... and lines of formulas"))
    if faults:
        raise FormatError(faults[:10], source)
    return _spec(found, formulas, " & ".join(conditions), text, source)


def read_game(data: Data, source: str = "<input>", objective: str = "", priorities: Priorities | None = None) -> Spec:
    """Read a specification, as a file to solve; raise `GameError` where something else is asked for, too."""
    if objective or priorities is not None:
        raise GameError("a specification contains what is wanted; leave out the objective and its settings")
    return read_spec(data, source)


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

    Examples
    --------
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
