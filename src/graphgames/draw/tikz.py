r"""A picture as TikZ: the elements of its SVG one by one, as a LaTeX document that is compiled alone.

It reads the SVG that the pictures consist of, not every SVG there is. One pixel becomes 0.75 bp.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

_SVG = "{http://www.w3.org/2000/svg}"
_TOKEN = re.compile(r"[A-Za-z]|-?\d*\.?\d+")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "C": 6, "Z": 0}
_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
_MARKS = {
    **{c: "\\" + c for c in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "…": r"\ldots{}",
    **{c: f"${c}$" for c in "<>|"},
    **{c: f"${name}$" for c, name in (("α", r"\alpha"), ("β", r"\beta"), ("∞", r"\infty"), ("×", r"\times"))},
    **{c: f"${name}$" for c, name in (("●", r"\bullet"), ("♟", r"\bullet"), ("■", r"\blacksquare"), ("→", r"\to"))},
}
_HEAD = r"""\documentclass[tikz]{standalone}
% if standalone.cls or tikz.sty is missing: tlmgr install standalone pgf (Debian: texlive-latex-extra texlive-pictures)
\usepackage{amssymb}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}\usepackage[T1]{fontenc}}{} % else T1 means fonts made of pixels
\usetikzlibrary{patterns}
"""


def tikz(drawn: str) -> str:
    r"""Return the LaTeX document of a picture that is given as SVG.

    Examples
    --------
    >>> from graphgames import Arena, Game, NormalPlay
    >>> text = tikz(Game(Arena.from_edges([(1, 0)]), NormalPlay()).draw().svg)
    >>> text.splitlines()[0], text.count(" circle ")
    ('\\documentclass[tikz]{standalone}', 2)
    """
    root = ET.fromstring(drawn)
    left, top, width, height = map(float, root.get("viewBox", "").split())
    wanted = root.get("width", "")
    scale = (float(wanted[:-2]) * 72 / 25.4 if wanted.endswith("mm") else float(wanted) * 0.75) / width
    patterns = {
        pattern.get("id"): (pattern[0].get("fill", ""), pattern[1].get("fill", ""), pattern[1].tag == f"{_SVG}circle")
        for pattern in root.iter(f"{_SVG}pattern")
    }
    body = list(_elements(root, patterns, scale))
    colours = sorted(set(re.findall(r"\bgg([0-9A-F]{6})\b", "\n".join(body))))
    unit = f"{scale:.4g}bp"
    return "\n".join(
        [
            _HEAD + "\n".join(f"\\definecolor{{gg{colour}}}{{HTML}}{{{colour}}}" for colour in colours),
            r"\begin{document}\sffamily",
            rf"\begin{{tikzpicture}}[x={unit}, y=-{unit}]",
            rf"\useasboundingbox ({left:g},{top:g}) rectangle ({left + width:g},{top + height:g});",
            *body,
            r"\end{tikzpicture}",
            r"\end{document}",
            "",
        ]
    )


def _elements(parent: ET.Element, patterns: dict[str | None, tuple[str, str, bool]], scale: float) -> Iterator[str]:
    """Yield the commands for the elements in a group."""
    for element in parent:
        tag = element.tag.removeprefix(_SVG)
        x, y, a, b = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        if tag == "g":
            moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
            yield from [rf"\begin{{scope}}[shift={{({moved[1]},{moved[2]})}}]"] if moved else []
            yield from _elements(element, patterns, scale)
            yield from [r"\end{scope}"] if moved else []
        elif tag == "text":
            yield _text(element, scale)
        elif tag in ("circle", "ellipse"):
            x, y = (float(element.get(name, 0)) for name in ("cx", "cy"))
            a, b = (float(element.get(name, element.get("r", 0))) for name in ("rx", "ry"))
            size = f"radius={a * scale:.4g}bp" if a == b else f"x radius={a * scale:.4g}bp, y radius={b * scale:.4g}bp"
            yield rf"\path[{_look(element, patterns, scale)}] ({x:g},{y:g}) circle [{size}];"
        elif tag == "rect":
            look = _look(element, patterns, scale)
            look += f", rounded corners={round(float(rx) * scale, 2):g}bp" if (rx := element.get("rx")) else ""
            yield rf"\path[{look}] ({x:g},{y:g}) rectangle ({x + a:g},{y + b:g});"
        elif tag == "polygon":
            corners = " -- ".join(f"({corner})" for corner in element.get("points", "").split())
            yield rf"\path[{_look(element, patterns, scale)}] {corners} -- cycle;"
        elif tag == "path":
            yield rf"\path[{_look(element, patterns, scale)}] {_path(element.get('d', ''))};"


def _colour(colour: str) -> str:
    return "gg" + colour[1:].upper()


def _look(element: ET.Element, patterns: dict[str | None, tuple[str, str, bool]], scale: float) -> str:
    """Return the options for what fills and draws an element."""
    fill, stroke, look = element.get("fill", "none"), element.get("stroke", "none"), []
    if fill.startswith("url(#"):
        paper, line, dotted = patterns[fill[5:-1]]
        name = "dots" if dotted else "north east lines"
        look += [f"preaction={{fill={_colour(paper)}}}", f"pattern={name}", f"pattern color={_colour(line)}"]
    elif fill != "none":
        look.append(f"fill={_colour(fill)}")
        look += ["even odd rule"] * (element.get("fill-rule") == "evenodd")
    if stroke != "none":
        look += [f"draw={_colour(stroke)}", f"line width={float(element.get('stroke-width', 1)) * scale:.3g}bp"]
        if dashes := element.get("stroke-dasharray"):
            on, off = (float(part) * scale for part in dashes.split())
            look.append(f"dash pattern=on {on:.3g}bp off {off:.3g}bp")
        look += [f"line {part}=round" for part in ("cap", "join") if element.get(f"stroke-line{part}") == "round"]
    if opacity := element.get("opacity"):
        look.append(f"opacity={opacity}")
    return ", ".join(look)


def _text(element: ET.Element, scale: float) -> str:
    """Return the node of a line of text."""
    size = float(element.get("font-size", 12)) * scale
    bold = r"\bfseries" if element.get("font-weight") == "bold" else ""
    family = r"\ttfamily" if "mono" in element.get("font-family", "").lower() else ""
    font = rf"\fontsize{{{size:.3g}bp}}{{{1.2 * size:.3g}bp}}\selectfont{family}{bold}"
    anchor = _ANCHORS[element.get("text-anchor", "start")]
    words = "".join(_MARKS.get(c, c) for c in element.text or "")
    at = f"({float(element.get('x', 0)):g},{float(element.get('y', 0)):g})"
    colour = _colour(element.get("fill", "#000000"))
    return rf"\node[anchor={anchor}, inner sep=0pt, text={colour}, font={font}] at {at} {{{words}}};"


def _path(d: str) -> str:
    """Return the data of a path as TikZ has it, all places absolute."""
    tokens, parts = _TOKEN.findall(d), []
    x = y = 0.0
    command, i = "M", 0
    while i < len(tokens):
        if tokens[i].isalpha():
            command, i = tokens[i], i + 1
        count = _ARGUMENTS[command.upper()]
        numbers = [float(token) for token in tokens[i : i + count]]
        i += count
        if command.upper() == "Z":
            parts.append("-- cycle")
            continue
        if command.upper() in "HV":
            other = 0.0 if command.islower() else x if command == "V" else y
            numbers = [other, *numbers] if command.upper() == "V" else [*numbers, other]
        if command.islower():
            numbers = [value + (y if k % 2 else x) for k, value in enumerate(numbers)]
        points = [f"({numbers[k]:.6g},{numbers[k + 1]:.6g})" for k in range(0, len(numbers), 2)]
        if command.upper() == "Q":  # as a cubic curve
            (a, b), (c, e) = numbers[:2], numbers[2:]
            first, second = (x + 2 * (a - x) / 3, y + 2 * (b - y) / 3), (c + 2 * (a - c) / 3, e + 2 * (b - e) / 3)
            points = [f"({p:.6g},{q:.6g})" for p, q in (first, second)] + points[1:]
        if len(points) == 3:
            parts.append(f".. controls {points[0]} and {points[1]} .. {points[2]}")
        else:
            parts.append(points[0] if command.upper() == "M" else f"-- {points[0]}")
        x, y = numbers[-2:]
    return " ".join(parts)
