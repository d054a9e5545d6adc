"""Random games and texts for the tests of the formats, and a reader of PGSolver's format by string functions alone."""

from __future__ import annotations

from dataclasses import dataclass

import hypothesis.strategies as st
import numpy as np

from graphgames import Arena, Game, Parity


@dataclass(frozen=True)
class Vertex:
    id: int
    priority: int
    owner: int
    successors: tuple[int, ...]
    name: str | None


def naive_read(text: str) -> tuple[list[Vertex], int | None]:
    """Read a valid game whose names hold no semicolon; the vertices by id, and the start."""
    vertices, start = [], None
    for statement in filter(None, map(str.strip, text.split(";"))):
        if statement.startswith("parity"):
            continue
        if statement.startswith("start"):
            start = int(statement.removeprefix("start"))
            continue
        body, quote, name = statement.partition('"')
        numbers = body.replace(",", " ").split()
        v, priority, owner, *successors = map(int, numbers)
        vertices.append(Vertex(v, priority, owner, tuple(successors), name.removesuffix('"') if quote else None))
    return sorted(vertices, key=lambda vertex: vertex.id), start


def as_vertices(game: Game) -> list[Vertex]:
    """Return a parity game as rows to compare."""
    arena = game.arena
    assert isinstance(game.objective, Parity) and arena.owner is not None
    priority = np.asarray(game.objective.priority)
    labels = arena.labels if arena.labels is not None else range(arena.n)
    return [
        Vertex(
            v,
            int(priority[v]),
            int(arena.owner[v]),
            tuple(arena.successors_of(v).tolist()),
            label if isinstance(label := labels[v], str) else None,
        )
        for v in range(arena.n)
    ]


NAMES = st.text(st.characters(codec="utf-8", exclude_characters='"'), max_size=8)


@st.composite
def vertex_lists(draw: st.DrawFn, names: st.SearchStrategy[str] = NAMES, largest: int = 8) -> list[Vertex]:
    """Return the vertices of a game without dead ends."""
    n = draw(st.integers(1, largest))
    return [
        Vertex(
            v,
            draw(st.one_of(st.integers(0, 5), st.integers(0, 2**31 - 1))),
            draw(st.integers(0, 1)),
            tuple(draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=5))),
            draw(st.none() | names),
        )
        for v in range(n)
    ]


@st.composite
def texts(draw: st.DrawFn, vertices: list[Vertex]) -> bytes:
    """Write vertices as the format allows: ids in any order, any header or none, any white space."""
    space = st.sampled_from([" ", "  ", "\n", "\r\n", "\t", " \n "])
    maybe = st.one_of(st.just(""), space)

    def gap() -> str:
        return draw(maybe)

    parts = [gap()]
    header = draw(st.sampled_from([None, len(vertices), len(vertices) - 1]))
    if header is not None:
        parts += ["parity", draw(space), str(header), gap(), ";", gap()]
    if draw(st.booleans()):
        parts += ["start", draw(space), str(draw(st.integers(0, len(vertices) - 1))), gap(), ";", gap()]
    for vertex in draw(st.permutations(vertices)):
        successors = (gap() + "," + gap()).join(map(str, vertex.successors))
        parts += [str(vertex.id), draw(space), str(vertex.priority), draw(space), str(vertex.owner), draw(space)]
        parts += [successors, gap()]
        if vertex.name is not None:
            parts += ['"', vertex.name, '"', gap()]
        parts += [";", gap()]
    return "".join(parts).encode()


def game_of(vertices: list[Vertex]) -> Game:
    """Make the game by hand."""
    named = any(vertex.name is not None for vertex in vertices)
    arena = Arena(
        np.cumsum([0, *(len(vertex.successors) for vertex in vertices)]),
        [w for vertex in vertices for w in vertex.successors],
        [vertex.owner for vertex in vertices],
        [vertex.id if vertex.name is None else vertex.name for vertex in vertices] if named else None,
    )
    return Game(arena, Parity([vertex.priority for vertex in vertices]))
