"""JSON text with positions: its data, and where in the text each part is."""

from __future__ import annotations

import json
import re
from typing import Any, TypeAlias

from graphgames.readers.faults import Faults

Path: TypeAlias = tuple[str | int, ...]
"""Where something stands in a JSON document: keys and indices, from the outside in."""


def parsed(faults: Faults, expected: str) -> Any:
    """Return the JSON data of an input; raise `FormatError` if it is none; it says where it stops being JSON."""
    faults.check_utf8()
    text = faults.text.decode().removeprefix("\ufeff")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except _TwiceError as error:
        at = _byte(faults, text, text.rfind(json.dumps(error.key, ensure_ascii=False)))
        faults.add(at, f'"{error.key}" appears twice in one object', "each key once")
    except json.JSONDecodeError as error:
        at = _byte(faults, text, error.pos)
        text_ends = error.msg.startswith("Unterminated string")
        if text_ends or at >= len(faults.text.rstrip()):
            message = "the file ends" + " in the text that begins here" * text_ends
            faults.add(at, message, "a complete JSON object", "the file may have been cut off")
        else:
            faults.add(at, f"this is not JSON: {error.msg.removesuffix(' at')}")  # "... at", with a place to follow
    except _WordError as error:
        at = next(one.start(1) for one in _WORDS.finditer(text) if one[1])
        number = 'a number: an integer, or text like "7/3" or "0.1"'
        faults.add(_byte(faults, text, at), f"{error} is not an exact number", number)
    except (RecursionError, ValueError) as error:
        what = "it is nested too deeply" if isinstance(error, RecursionError) else "a number in it is too large"
        faults.add(0, f"this cannot be read as JSON: {what}", expected)
    faults.throw()
    return None


_WORDS = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')
"""Texts, and outside of them the words that Python takes for numbers."""


class _WordError(Exception):
    """One of these words, which JSON does not have, stands for a number."""


def _no_number(word: str) -> object:
    """Raise `_WordError`, as of such a word."""
    raise _WordError(word)


class _TwiceError(Exception):
    """An object has a key twice; which of the two counts is for each reader to say."""

    def __init__(self, key: str):
        super().__init__(key)
        self.key = key


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object with these keys and values; raise `_TwiceError` if a key comes twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        raise _TwiceError(next(key for key in keys if keys.count(key) > 1))
    return made


class Document:
    """The object of a JSON file in a versioned format of our own, and what is wrong with it."""

    def __init__(self, faults: Faults, given: object):
        self.faults = faults
        self.document: dict[str, Any] = given if isinstance(given, dict) else {}

    def fault(self, path: Path, message: str, expected: str = "", hint: str = "") -> None:
        """Note a fault at something in the file; if it is not there, at what should hold it."""
        text = self.faults.text.decode().removeprefix("\ufeff")
        self.faults.add(_byte(self.faults, text, offset(text, path)), message, expected, hint)

    def is_known(self, name: str, version: int, what: str, expected: str) -> bool:
        """Return whether the object is of this format in this version; note a fault if it is not."""
        if self.document.get("format") != name:
            self.fault(("format",), what, expected)
        elif type(self.document.get("version")) is not int or self.document["version"] != version:
            found = f"the version is {self.document.get('version')!r}"
            self.fault(("version",), found, f"version {version}", "a newer graphgames may read it")
        else:
            return True
        return False


def offset(text: str, path: Path) -> int:
    """Return where in a JSON text something begins; if it is not there, where what should hold it begins.

    >>> offset('{"a": [1, 22, 3], "b": 0}', ("a", 1)), offset('{"a": 1}', ("b",))
    (10, 0)
    """
    at = _space(text, 0)
    for step in path:
        inside = _inside(text, at, step)
        if inside is None:
            break
        at = inside
    return at


def _inside(text: str, at: int, step: str | int) -> int | None:
    """Return where the entry of the object or the array that begins at a place begins."""
    decoder, first = json.JSONDecoder(), text[at : at + 1]
    if first != ("{" if isinstance(step, str) else "["):
        return None
    at, index, found = _space(text, at + 1), 0, None
    while text[at : at + 1] not in ("]", "}", ""):
        key: str | int = index
        if first == "{":
            key, at = decoder.raw_decode(text, at)
            at = _space(text, _space(text, at) + 1)
        if key == step:
            found = at
        _, at = decoder.raw_decode(text, at)
        at, index = _space(text, at), index + 1
        if text[at : at + 1] == ",":
            at = _space(text, at + 1)
    return found


def _space(text: str, at: int) -> int:
    while text[at : at + 1] in (" ", "\n", "\r", "\t"):
        at += 1
    return at


def _byte(faults: Faults, text: str, at: int) -> int:
    """Return the offset in an input of a place in its text, which is without the byte order mark."""
    return len(text[:at].encode()) + (3 if faults.text[:3] == b"\xef\xbb\xbf" else 0)
