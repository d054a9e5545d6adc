"""The errors of the package; each message says what was found, where, what was expected, and how to fix it.

The tree::

    GraphGamesError
    ├── ArenaError (ValueError)              arrays that do not make an arena
    │   └── CycleError                       a cycle where a DAG is required; ``cycle`` names one
    ├── GameError (ValueError)               an objective, position or argument that does not fit the game
    ├── FormatError (ValueError)             a file that cannot be read; ``faults`` says where and why
    │   └── MissingFileError (FileNotFoundError)
    ├── SolverError (ValueError)             no such solver, or one that does not fit the game
    ├── LimitExceededError (RuntimeError)    a limit the caller set, or memory, would be exceeded
    ├── CallError (TypeError)                an argument that a function does not take, or one that is missing
    └── MissingDependencyError (ImportError) an optional library is not installed
"""

from __future__ import annotations

from collections.abc import Sequence

_WIDTH = 96  # of the line shown under a fault


class GraphGamesError(Exception):
    """The base class of all errors that graphgames raises on purpose.

    Examples
    --------
    >>> import graphgames as gg
    >>> try:
    ...     gg.read("missing.pg")
    ... except gg.GraphGamesError as error:
    ...     print(error)
    missing.pg: there is no such file
    """


class _PlacedError(GraphGamesError, ValueError):
    """An error that may be about a vertex or an edge, of which a reader knows the place in its file.

    Attributes
    ----------
    vertex, edge : int or None
        Their numbers in the arena, where it is about one.
    """

    def __init__(self, message: str = "", vertex: int | None = None, edge: int | None = None):
        super().__init__(message)
        self.vertex, self.edge = vertex, edge


class ArenaError(_PlacedError):
    """The arrays given do not make an arena.

    Examples
    --------
    >>> import graphgames as gg
    >>> try:
    ...     gg.Arena.from_edges([("home", "shop")], owner={"home": 0})
    ... except gg.ArenaError as error:
    ...     print(error)
    owner has nothing for vertex 'shop'; expected a value for each vertex
    """


class CycleError(ArenaError):
    """A cycle was found where the graph must have none.

    Attributes
    ----------
    cycle : tuple of int
        The vertices of one cycle in order, each once.

    Examples
    --------
    >>> import graphgames as gg
    >>> try:
    ...     gg.grundy_values({"a": ["b"], "b": ["c"], "c": ["a"]}, loopy=False)
    ... except gg.CycleError as error:
    ...     print(error.cycle)
    (1, 2, 0)
    """

    def __init__(
        self, cycle: Sequence[int], what: str = "this needs an acyclic graph", labels: Sequence[object] | None = None
    ):
        self.cycle = tuple(int(v) for v in cycle)
        few = self.cycle if len(self.cycle) <= 8 else (*self.cycle[:6], "...", self.cycle[-1])
        names = [str(labels[v]) if labels is not None and isinstance(v, int) else str(v) for v in (*few, self.cycle[0])]
        super().__init__(f"{what}, but there is a cycle of {len(self.cycle)}: {' -> '.join(names)}")


class GameError(_PlacedError):
    """An objective, a position or another argument does not fit the game.

    Examples
    --------
    >>> import graphgames as gg
    >>> try:
    ...     gg.solve({"home": ["shop"], "shop": ["home"]}, gg.Reach(["shpo"]), owner={"home": 0, "shop": 1})
    ... except gg.GameError as error:
    ...     print(error)
    target names 'shpo': there is no vertex 'shpo'; did you mean 'shop'? They are 'home', 'shop'
    """


class SolverError(GraphGamesError, ValueError):
    """No solver of that name, or it cannot solve this kind of game.

    Examples
    --------
    >>> import graphgames as gg
    >>> try:
    ...     gg.solve({"a": ["b"], "b": []}, gg.NormalPlay(), solver="retrogade")
    ... except gg.SolverError as error:
    ...     print(error)
    there is no solver 'retrogade'; did you mean 'retrograde'? For normal games there are: retrograde
    """


class LimitExceededError(GraphGamesError, RuntimeError):
    """A limit that the caller set was reached before the work was done.

    Examples
    --------
    >>> import graphgames as gg
    >>> class Counting:
    ...     start = 0
    ...     def moves(self, number):
    ...         return [number + 1]
    >>> try:
    ...     gg.expand(Counting(), limit=100)
    ... except gg.LimitExceededError as error:
    ...     print(error)
    the game has more than 100 positions; raise the limit, or choose a smaller game, or mend the rules: not one of
    these positions is an end
    """


class CallError(GraphGamesError, TypeError):
    """A function or a class was called with an argument that it does not take, or without one that it needs.

    Examples
    --------
    >>> import graphgames as gg
    >>> try:
    ...     gg.Buchi(acepting=[0])
    ... except gg.CallError as error:
    ...     print(error)
    Buchi takes no argument 'acepting'; did you mean 'accepting'? It takes accepting, accepting_edges
    """


class MissingDependencyError(GraphGamesError, ImportError):
    """A library that only some functions need is not installed.

    Parameters
    ----------
    library : str
        Its import name.
    extra : str
        The extra of graphgames that brings it.

    Examples
    --------
    >>> from graphgames import MissingDependencyError
    >>> print(MissingDependencyError("pandas", "pandas"))
    this needs pandas, which is not installed; install it with: pip install 'graphgames[pandas]'
    """

    def __init__(self, library: str, extra: str):
        super().__init__(
            f"this needs {library}, which is not installed; install it with: pip install 'graphgames[{extra}]'"
        )


class Fault:
    """One fault of an input: what is wrong, where it is, what was ``expected`` there, and a ``hint`` how to mend it.

    ``line`` and ``column`` count from 1; they are 0 where the fault has no place in the text (an empty file, say).
    ``text`` is the line itself, shortened around the column when it is long, and ``caret`` the place in it, from 0.
    """

    __slots__ = ("caret", "column", "expected", "hint", "line", "message", "text")

    def __init__(
        self,
        message: str,
        line: int = 0,
        column: int = 0,
        text: str = "",
        caret: int = 0,
        expected: str = "",
        hint: str = "",
    ):
        self.message, self.line, self.column, self.text = message, line, column, text
        self.caret, self.expected, self.hint = caret, expected, hint

    @classmethod
    def at(cls, data: bytes | memoryview, offset: int, message: str, expected: str = "", hint: str = "") -> Fault:
        r"""Return a fault with line and column of a byte offset and the line around it.

        At the end of the data the offset points just behind the last character.

        >>> fault = Fault.at(b"1 2\n3 x\n", 6, "found 'x'", expected="a number")
        >>> fault.line, fault.column, fault.text, fault.caret
        (2, 3, '3 x', 2)
        """
        data = bytes(data) if isinstance(data, memoryview) else data
        offset = max(0, min(offset, len(data)))
        if offset == len(data):  # an end of file is shown behind the last thing that stands there
            offset = len(data.rstrip())
        start = data.rfind(b"\n", 0, offset) + 1
        line = data.count(b"\n", 0, start) + 1
        stop = data.find(b"\n", offset)
        stop = len(data) if stop < 0 else stop
        column = len(data[start:offset].decode("utf-8", "replace")) if offset - start < 1 << 20 else offset - start
        left = max(start, offset - _WIDTH // 2)
        right = min(stop, left + _WIDTH)
        before = _printable(data[left:offset])
        text = _printable(data[left:right])
        text = ("..." if left > start else "") + text + ("..." if right < stop else "")
        caret = len(before) + (3 if left > start else 0)
        return cls(message, line, column + 1, text.rstrip(), caret, expected, hint)

    def render(self, source: str) -> str:
        """Return the fault as text, with the line and a caret under the position."""
        name = printable(source)
        place = f"{name}:{self.line}:{self.column}" if self.line else name
        lines = [f"{place}: {self.message}"]
        if self.line:
            lines += [f"    {self.text}", "    " + " " * self.caret + "^"]
        if self.expected:
            lines.append(f"    expected {self.expected}")
        if self.hint:
            lines.append(f"    {self.hint}")
        return "\n".join(lines)


class FormatError(GraphGamesError, ValueError):
    """An input that cannot be read; it reports several faults with their positions.

    Parameters
    ----------
    faults : sequence of Fault
        At least one.
    source : str
        The file's name, or ``<stdin>``.

    Examples
    --------
    >>> print(FormatError([Fault.at(b"parity 3", 8, "the file ends", expected="';'")], "game.pg"))
    game.pg:1:9: the file ends
        parity 3
                ^
        expected ';'
    """

    def __init__(self, faults: Sequence[Fault], source: str = "<input>"):
        self.faults = tuple(faults)
        self.source = source
        super().__init__("\n".join(fault.render(source) for fault in self.faults))


class MissingFileError(FormatError, FileNotFoundError):
    """There is no file of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


def shown(value: object) -> str:
    """Return a passed value as it is quoted in a sentence: its ``repr``, shortened.

    >>> shown("x"), shown(list(range(100)))
    ("'x'", '[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 1...')
    """
    try:
        text = f"a {type(value).__name__}" if type(value).__repr__ is object.__repr__ else repr(value)
    except Exception:  # ``__repr__`` may raise anything
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def did_you_mean(name: str, names: Sequence[str], least: float = 0.6) -> str:
    """Return the end of a sentence about an unknown name: a suggestion, or a full stop.

    It is at least so like the name, from 0 to 1.

    >>> did_you_mean("zielonkka", ["attractor", "zielonka"]), did_you_mean("x", ["attractor"])
    ("; did you mean 'zielonka'?", '.')
    """
    from difflib import get_close_matches

    def letters(word: str) -> str:
        return word.casefold().replace("-", "").replace("_", "")

    spelt = {letters(known): known for known in reversed(names)}  # the first of several counts

    def like(likeness: float) -> list[str]:
        return [spelt[known] for known in get_close_matches(letters(name), spelt, 1, likeness)]

    close = like(0.88) or (_begun(name, names) if least <= 0.6 else []) or like(least)
    return f"; did you mean {close[0]!r}?" if close else "."


def _begun(name: str, names: Sequence[str]) -> list[str]:
    """Return the names that a name begins with, or that begin with it; of three letters at least."""
    pairs = ((known, min(name, known, key=len)) for known in names)
    return [known for known, short in pairs if len(short) > 2 and name.startswith(short) and known.startswith(short)]


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return a number of things in words.

    >>> counted(1, "vertex", "vertices"), counted(12_000, "edge")
    ('1 vertex', '12,000 edges')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def printable(text: str) -> str:
    r"""Return a text on one line as a person may read it: control characters and half characters become escapes.

    Names of vertices and files can hold anything, a terminal's commands and line ends among it.

    >>> print(printable("a\x1b[2J\nproved"))
    a\x1b[2J\nproved
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\t\xa0" else repr(c)[1:-1] for c in text)


def printable_lines(text: str) -> str:
    """Return a text of several lines as a person may read it; see `printable`."""
    return "\n".join(map(printable, text.split("\n")))


def _printable(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace").replace("\t", " ")
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" if c != "\r" else " " for c in text)


def require_test(test: object, count: int) -> int:
    """Return the number of a test, from 0, of an input with ``count`` tests.

    Raise `GameError` if there is none of that number.
    """
    if type(test) is int and 0 <= test < count:
        return test
    raise GameError(f"there is no test {test + 1 if type(test) is int else shown(test)}; the input has {count}")


def warn_caller(words: str, category: type[Warning] = UserWarning) -> None:
    """Warn at the line outside this package that has called it."""
    import sys
    import warnings

    frame, level = sys._getframe(1), 2
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("graphgames."):
        frame, level = frame.f_back, level + 1
    warnings.warn(words, category, stacklevel=level)
