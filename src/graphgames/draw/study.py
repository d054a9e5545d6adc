"""A study: positions of a game with text, one after another, some of them exercises; a text that people write.

A line that begins with ``#`` is the title, one with ``##`` begins a position, and what follows is its text; text under
the title is that of a position of its own, where the play begins. There a line ``> MOVE`` is a move that leads to it,
``start: V`` says where its play begins, and ``?``, alone or before text, makes it an exercise: the reader is asked for
a move, and the answers stay hidden until a good one is found or told.
"""

from __future__ import annotations

import re
from typing import Any

from graphgames.core.arena import Vertex
from graphgames.core.errors import Fault, FormatError, GameError, shown
from graphgames.core.oracle import Outcome
from graphgames.play import Session
from graphgames.play.adapters import adapter_for

_NO_VERTICES = (
    "start: V names a vertex of a graph; heaps and boards begin where the page does (--start), and lines such as "
    "> MOVE lead to another position"
)


def study(text: str, thing: Any, name: str = "<study>", test: int = 0) -> dict[str, Any]:
    r"""Return a study of a solved game as the page reads it: its title, and its positions in order.

    Raise `FormatError` where a line begins a position that is none: where no play begins, or after a move that is not
    there.

    Examples
    --------
    >>> import graphgames as gg
    >>> solution = gg.solve({"a": ["b", "c"], "b": ["c"], "c": []}, gg.NormalPlay())
    >>> found = study("# Three\n## Stuck\n> b\n> c\nNobody moves.\n## Find it\n? Where to?\n", solution)
    >>> found["title"], [(one["moves"], one["text"], one["asks"]) for one in found["lessons"]]
    ('Three', [(['b', 'c'], 'Nobody moves.', False), ([], 'Where to?', True)])
    """
    title, lessons = "", list[dict[str, Any]]()
    data, offset = text.encode(), 0
    session = Session(adapter_for(thing, None, test))
    for line in text.splitlines(keepends=True):
        words = line.strip()
        if words and not lessons and not words.startswith("#"):
            lessons.append(_begun(title))
        try:
            if words.startswith("##"):
                if option := re.search(r"\s(--[a-z]+)", words):
                    raise GameError(f"a title takes no options; {option[1]} belongs to graphgames show")
                session = Session(adapter_for(thing, None, test))
                lessons.append(_begun(words[2:].strip()))
            elif words.startswith("#") and not lessons:
                title = words[1:].strip()
            elif not lessons:
                pass  # an empty line
            elif words.startswith(">"):
                move = words[1:].strip()
                if session.ending is not None or move not in session.moves():
                    raise GameError(f"there is no move {shown(move)} here{_offered(session)}")
                session.play(move)
                lessons[-1]["moves"].append(move)
            elif words.startswith("start:"):
                if lessons[-1]["moves"]:
                    raise GameError("a start comes before the moves")
                start = thing.problem.arena.vertex(words.partition(":")[2].strip())
                session = Session(adapter_for(thing, Vertex(start), test))
                lessons[-1]["start"] = start
            elif words == "?" or words.startswith("? "):
                if session.ending is not None:
                    raise GameError("the play is over here, so no move can be asked for")
                if all(move.result == Outcome.LOSS for move in session.moves().values()):
                    raise GameError("whoever moves loses here, so no move can be asked for; leave out the ?")
                lessons[-1]["asks"] = True
                lessons[-1]["text"] += words[2:] and f"{words[2:]}\n"
            else:
                lessons[-1]["text"] += line
        except (GameError, AttributeError) as error:
            message = _NO_VERTICES if isinstance(error, AttributeError) else error
            raise FormatError([Fault.at(data, offset, str(message))], name) from None
        offset += len(line.encode())
    if not lessons:
        raise FormatError([Fault.at(data, len(data), "there is no position", expected="a line such as ## Start")], name)
    return {"title": title, "lessons": [one | {"text": _filled(one["text"])} for one in lessons]}


def _begun(title: str) -> dict[str, Any]:
    """Return a position of a study of which no line is read yet."""
    return {"title": title, "text": "", "moves": [], "start": None, "asks": False}


def _filled(text: str) -> str:
    """Return a text with each paragraph on one line, since the page breaks lines itself."""
    return "\n\n".join(" ".join(one.split()) for one in text.strip().split("\n\n"))


def _offered(session: Session) -> str:
    if session.ending is not None:
        return "; the play is over"
    return f"; expected one of {', '.join(map(str, list(session.moves())[:8]))}"
