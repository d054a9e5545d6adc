"""Guess the kind of a file from its first bytes, to choose a reader and for error messages."""

from __future__ import annotations

import re
from typing import NamedTuple

from graphgames.readers.source import Data

_HEAD = 4096


class Content(NamedTuple):
    """A guess at the kind of an input.

    It has a name in the table of formats, or None where it is none of them, ``what`` it is as a phrase for a sentence,
    and a hint for such a file. It is ``sure`` if it can be nothing else, and ``ambiguous`` if it may as well be
    something else entirely, so that its name or the user must say what it is.
    """

    name: str | None
    what: str
    sure: bool = True
    hint: str = ""
    ambiguous: bool = False


EMPTY = Content(None, "the file is empty")
TEXT = Content(None, "text in another format", sure=False)

_UTF16 = "text in UTF-16"
_ARRAYS = (
    (rb"PK\x03\x04.{26}indptr\.npy", Content("npz", "a game as NumPy arrays")),
    (rb"PK\x03\x04.{26}winner\.npy", Content("npz-solution", "a solution as NumPy arrays")),
)
_MAGIC = (
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\xfd7zXZ", "data compressed by xz"),
    (b"\x28\xb5\x2f\xfd", "data compressed by zstd"),
    (b"\x1f\x8b", "data compressed twice by gzip"),
    (b"BZh9", "data compressed twice by bzip2"),
    (b"\x7fELF", "a program"),
    (b"\x93NUMPY", "a NumPy array"),
    (b"\xff\xfe", _UTF16),
    (b"\xfe\xff", _UTF16),
)
_MODEL = Content("model-table", "a model as a table: state, action, next")
_POLICY = Content(
    None,
    "a policy as a table",
    hint="graphgames evaluate GAME POLICY says what it is worth; a model has a column 'next', too, and a game as a "
    "table has 'source' and 'target'",
)
POLICIES = (_POLICY.what, "JSON")
"""What files look like that may hold a policy and no solution."""
_PROBABILITY = rb"p|pr|proba|(?:transition.)?prob(?:ability)?"
_SOURCE, _ACTION = rb"source|src|from|origin|s", rb"action|a|act"
_OF_POLICY = rb"player|action|move|p|prob|probability|value(?:_low|_high)?"
_CONTROLLER = (
    "ltlsynt --print-game-hoa writes the game that graphgames synth reads; a controller, without a line REALIZABLE, is "
    "checked by graphgames verify SPECIFICATION CONTROLLER"
)
_UNPACK = "decompress it first; gzip and bzip2 are read as they are"
_TLSF = "ltlsynt --tlsf=FILE --print-game-hoa | graphgames synth - solves what Spot makes of it"
_JUDGE = (
    "a contest's input is read with: --game NAME, or answered by: graphgames judge NAME, where --expect FILE compares "
    "an output"
)
_EDGES = "an edge list is read with: --format edges, lines of a vertex and its successors with: --format adjlist"
_NUMBERS = f"{_JUDGE}; {_EDGES}"


def _heading(*columns: bytes) -> bytes:
    """Return a pattern of a table's first line that has each of some columns, whose names are given as patterns."""
    cells = (rb"(?=(?:[^\n]{0,300}?[,;\t])??[ ]*+\"?(?:%s)\"?[ ]*+(?:[,;\t\r\n]|$))" % one for one in columns)
    return rb"(?i:%s)" % b"".join(cells)


def _only(first: bytes, others: bytes) -> bytes:
    """Return a pattern of a table's first line whose first column has one of some names, and all others too."""
    end = rb"\"?[ ]*+"
    return rb"(?i:\"?(?:%s)%s(?:[,;\t][ ]*+\"?(?:%s)%s)*+(?:[\r\n]|$))" % (first, end, others, end)


_COMMENTS = rb"(?:(?://|#)[^\n]*+\n\s*+|/\*.*?\*/\s*+)*+"
_NOTES, _END = rb"(?:(?:#|%|//)[^\n]*+\n\s*+)*+", rb"[ \t]*+(?://[^\n]*+)?+"
# Possessive repeats (*+, ++) where two of them could share characters: a guess must not try all ways to share.
_BEGINNINGS = (
    (rb"paritysol\b", Content("paritysol", "a solution in PGSolver's paritysol format")),
    (rb"parity\b", Content("pgsolver", "a game in PGSolver's format")),
    (rb"(?:#[^\n]*+\n\s*+)*+\[\s*(?:IN|OUT)PUT\b", Content("slugsin", "a specification in the format of Slugs")),
    (
        rb"(?://[^\n]*+\n\s*+)*+(?:smg|mdp|dtmc|ctmc|pta|nondeterministic|probabilistic|stochastic)\b",
        Content("prism", "a model in the PRISM language"),
    ),
    (
        rb"(?://[^\n]*+\n\s*+)*+(?:pomdp|popta|csg)\b",
        Content(None, "a model with hidden information or moves at a time", hint="PRISM and PRISM-games solve these"),
    ),
    (
        rb"(?:#[^\n]*+\n\s*+)*+(?:NM(?:AX|IN)\s*+:|\d++ +\d++ +\d++ +(?:m..imizer|average|terminal))",
        Content("ssg", "a simple stochastic game"),
    ),
    (rb"INFO\s*\{", Content(None, "a specification in TLSF", hint=_TLSF)),
    (rb"energy\s+\d", Content("energy", "an energy game")),
    (rb"start\s+\d", Content("pgsolver", "a game in PGSolver's format", sure=False)),
    (rb"(?:/\*.*?\*/\s*)*+HOA:", Content("hoa", "an automaton in the HOA format")),
    (rb'\{[^\x00]*"format"\s*:\s*"graphgames-arena"', Content("arena", "an arena of graphgames in JSON")),
    (rb'\{[^\x00]*"graphgames-solution"', Content("json", "a solution of graphgames in JSON")),
    (rb"\[\s*\(", Content(None, "a graph as a Haskell list", hint=_JUDGE)),
    (rb'\{[^\x00]*"jani-version"', Content("jani", "a model in JANI")),
    (rb'[\[{]\s*(?:["\[{\]}\d-]|$)', Content("json", "JSON", sure=False)),
    (rb"(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?:(?!-->).)*+-->\s*+)*+<graphml\b", Content("graphml", "a graph in GraphML")),
    (rb"(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?:(?!-->).)*+-->\s*+)*+<gexf\b", Content("gexf", "a graph in GEXF")),
    (rb"(?:<\?xml[^>]*+>\s*+)?+(?:<!--(?:(?!-->).)*+-->\s*+)*+<svg\b", Content(None, "an SVG picture")),
    (rb"<(?:!DOCTYPE )?html", Content(None, "a web page")),
    (rb"<\?xml\b", Content(None, "XML")),
    (rb'(?:Creator\b[^\n]*+\s++)?(?:Version\b[^\n]*+\s++)?graph\s*\[', Content("gml", "a graph in GML")),
    (_COMMENTS + rb"(?:strict\s+)?(?:di)?graph\b[^\[{]*+\{", Content("dot", "a graph in Graphviz's DOT")),
    (_heading(rb"action|move") + _only(rb"state", _OF_POLICY), _POLICY),
    (rb"label,(?:owner,)?(?:(?:winner|result),move|move,value)\b", _POLICY),  # as solve --strategy writes it
    (_heading(rb"state|current.state|from.state", _ACTION), _MODEL),
    (_heading(_SOURCE, _ACTION, rb"next|next.?state|s'|sp|s2|ns|s.(?:next|prime)|(?:new|to).state|successor"), _MODEL),
    (_heading(_SOURCE, _ACTION, rb"target|to|dst|dest(?:ination)?", _PROBABILITY), _MODEL),
    (rb'(?i:"?(?:source|from|tail|src)"?\s*[,;\t])', Content("csv", "an edge list as a table", sure=False)),
    (rb"\*[Vv]ertices\b", Content("pajek", "a graph in Pajek's format")),
    (rb"(?:aag|aig) \d", Content(None, "a circuit in the AIGER format", hint=_CONTROLLER)),
    (rb"(?:UN)?REALIZABLE\b", Content(None, "an answer of ltlsynt", hint=_CONTROLLER)),
    (rb"p\s+cnf\b", Content(None, "a formula in DIMACS format")),
    (rb"des\s*\(", Content(None, "a transition system in Aldebaran's format")),
    (rb"#!", Content(None, "a script")),
    (rb"\d+\s+[01]\s*;", Content("paritysol", "a solution in PGSolver's paritysol format", sure=False)),
    (rb'\d++\s++\d++\s++\d++[-\s\d,]*+[;"]', Content("pgsolver", "a game in PGSolver's format", sure=False)),
    (rb"%%MatrixMarket\b", Content(None, "a matrix of Matrix Market")),
    (rb"[-+0-9\s.]*$", Content("edges", "a file of numbers", hint=_NUMBERS, ambiguous=True)),
    (
        _NOTES + rb"(?:(?!%|//)[^\s#,;]++[ \t]++[^\s#,;]++[ \t]++-?\d[\d./]*+" + _END + rb"\r?(?:\n|$)){2}",
        Content("edges", "an edge list of names with weights", sure=False),
    ),
    (
        rb"(?:#[^\n]*+\n\s*+)*+(?:(?:in|out)puts[ \t]*:|[^\n#]*\b[GFX]\b\s*[\w!(][^\n]*+\s*$)",
        Content("ltl", "a formula of LTL", sure=False),
    ),
    (
        _NOTES + rb"(?:(?!%|//)[^\s#,;]++[ \t]++[^\s#,;]++" + _END + rb"(?:\r?\n\s*+|$)){2,}+(?:[^\s#,;]++[ \t]*+)?+$",
        Content("edges", "an edge list of names", sure=False),
    ),
    (
        rb"(?:#[^\n]*+\n\s*+)*+(?:[\w.']++[ ]*+[,;][ ]*+[\w.']++[ ]*+(?:\r?\n\s*+|$)){2}",
        Content("csv", "an edge list as a table", sure=False),
    ),
    (
        _NOTES + rb"(?:[\w.']++[ \t]*+->[ \t]*+[\w.']++" + _END + rb"(?:\r?\n\s*+|$)){2}",
        Content("edges", "an edge list with arrows", sure=False),
    ),
    (
        _NOTES + rb"(?:(?!%|//)[^\s#,;]++[ \t]++[^\s#,;]++" + _END + rb"\r?(?:\n|$)){2}",
        Content("edges", "text with two words in a line", sure=False, hint=_EDGES, ambiguous=True),
    ),
    (rb"#", Content("edges", "text in another format", sure=False, ambiguous=True)),
)  # fmt: skip


def looks_like(data: Data) -> Content:
    r"""Guess what some bytes are by their first few thousand; never fails.

    >>> looks_like(b"parity 3;\n0 1 0 1;").name, looks_like(b"\x89PNG...").what
    ('pgsolver', 'a PNG picture')
    """
    head = bytes(data[:_HEAD])
    for beginning, content in _ARRAYS if head.startswith(b"PK") else ():
        if re.match(beginning, head, re.DOTALL):
            return content
    for magic, what in _MAGIC:
        if head.startswith(magic):
            packed = "compressed" in what or "archive" in what
            hint = "convert it with: iconv -f utf-16 -t utf-8" if what == _UTF16 else _UNPACK if packed else ""
            return Content(None, what, hint=hint)
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head:
        return EMPTY if re.fullmatch(rb"[ \t\r\n\v\f]*", data) else TEXT
    found = next((content for beginning, content in _BEGINNINGS if re.match(beginning, head, re.DOTALL)), TEXT)
    return Content(None, "binary data") if found is TEXT and _is_binary(head) else found


def is_edge_list(data: Data) -> bool:
    r"""Return whether the first two lines of an input, and half of those that follow, hold two whole numbers each.

    The lines behind a first one may hold three, the last of them a weight.

    >>> is_edge_list(b"3 2\n1 2\n2 3\n"), is_edge_list(b"3\n1 2\n"), is_edge_list(b"2 2\n1 2 5\n2 1 -3.5\n")
    (True, False, True)
    """
    head = bytes(data[:_HEAD])
    lines = [line.strip() for line in head.splitlines()[: -1 if len(data) > _HEAD else None] if line.strip()]
    pairs = [re.fullmatch(rb"\d+[ \t]+\d+(?:[ \t]+-?[\d.]+)?", line) is not None for line in lines]
    first = re.fullmatch(rb"\d+[ \t]+\d+", lines[0]) if lines else None
    weights = len({len(line.split()) for line in lines[1:]}) == 1
    few = [pair and (weights or len(line.split()) == 2) for pair, line in zip(pairs, lines, strict=True)]
    return first is not None and all(few[:2]) and 2 * sum(few) >= len(few)


def _is_binary(head: bytes) -> bool:
    return bool(head.translate(None, bytes(range(32, 256)) + b"\t\n\r\v\f\x1b"))
