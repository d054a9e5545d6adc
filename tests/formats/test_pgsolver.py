"""PGSolver's game format: what is read, what is written, what stays linear."""

from __future__ import annotations

import io
import re
import tracemalloc
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphgames import (
    Arena,
    Buchi,
    CoBuchi,
    FormatError,
    Game,
    GameError,
    MiserePlay,
    NormalPlay,
    Objective,
    Parity,
    Reach,
    Safe,
)
from graphgames.formats.kernels import pg_scan
from graphgames.formats.pgsolver import Names, read_game, write_game
from tests.formats.games import NAMES, Vertex, as_vertices, game_of, naive_read, texts, vertex_lists
from tests.share import cases

SMALL = b"""parity 4;
start 2;
0 6 1 4,2 "river";
4 5 1 0;
1 8 1 2,4,3 "a; b, \xc3\xa9\n c";
3 6 0 4,2 "";
2 7 0 3,1,0,4;
"""


def written(game: Game) -> bytes:
    file = io.BytesIO()
    write_game(game, file)
    return file.getvalue()


def test_a_small_game() -> None:
    game = read_game(SMALL, "small.pg")
    assert game.start == 2
    assert as_vertices(game) == [
        Vertex(0, 6, 1, (4, 2), "river"),
        Vertex(1, 8, 1, (2, 4, 3), "a; b, é\n c"),
        Vertex(2, 7, 0, (3, 1, 0, 4), None),
        Vertex(3, 6, 0, (4, 2), ""),
        Vertex(4, 5, 1, (0,), None),
    ]


def test_what_is_written() -> None:
    assert (
        written(read_game(SMALL)).decode()
        == """parity 4;
start 2;
0 6 1 4,2 "river";
1 8 1 2,4,3 "a; b, é\n c";
2 7 0 3,1,0,4;
3 6 0 4,2 "";
4 5 1 0;
"""
    )


@pytest.mark.parametrize(
    "text",
    [
        b"parity 1;\n0 0 0 1;\n1 1 1 0;\n",
        b"parity 2;\n0 0 0 1;\n1 1 1 0;\n",
        b"0 0 0 1;\n1 1 1 0;\n",
        b"1 1 1 0;0 0 0 1;",
        b"\xef\xbb\xbfparity 1;\r\n0 0 0 1;\r\n1 1 1 0;",
        b"parity\t1\n;0\n0\n0\n1\n;\n\n 1 1 1\t0 ;",
        b"  0 0 0 1;\v\f 1 001 1 000000;",
    ],
)
def test_ways_to_say_the_same(text: bytes) -> None:
    game = read_game(text)
    assert as_vertices(game) == [Vertex(0, 0, 0, (1,), None), Vertex(1, 1, 1, (0,), None)]
    assert game.arena.labels is None


def test_a_game_without_vertices() -> None:
    game = read_game(b"parity 0;")
    assert game.arena.n == game.arena.m == 0
    assert written(game) == b"parity 0;\n"


def test_successors_that_come_twice_are_parallel_edges() -> None:
    assert read_game(b"0 0 0 0,0,0;").arena.m == 3


@pytest.mark.slow
@settings(max_examples=cases(60, 1))
@given(st.data(), vertex_lists())
def test_every_way_of_writing_is_read(data: st.DataObject, vertices: list[Vertex]) -> None:
    text = data.draw(texts(vertices))
    assert as_vertices(read_game(text)) == vertices


@pytest.mark.slow
@settings(max_examples=cases(60, 2))
@given(st.data(), vertex_lists(st.text("abc ,-", max_size=5)))
def test_agrees_with_string_functions(data: st.DataObject, vertices: list[Vertex]) -> None:
    text = data.draw(texts(vertices))
    game = read_game(text)
    assert (as_vertices(game), game.start) == naive_read(text.decode())


@pytest.mark.slow
@settings(max_examples=cases(60, 2))
@given(vertex_lists())
def test_what_is_written_is_read_again(vertices: list[Vertex]) -> None:
    text = written(game_of(vertices))
    assert as_vertices(read_game(text)) == vertices
    assert written(read_game(text)) == text


@pytest.mark.slow
@settings(max_examples=cases(60, 2))
@given(st.lists(st.none() | NAMES, min_size=1, max_size=6))
def test_names_are_a_sequence(names: list[str | None]) -> None:
    vertices = [Vertex(v, 0, 0, (0,), name) for v, name in enumerate(names)]
    labels = read_game(written(game_of(vertices))).arena.labels
    wanted = [v if name is None else name for v, name in enumerate(names)]
    if labels is None:
        assert names == [None] * len(names)
        return
    assert isinstance(labels, Names) and len(labels) == len(names)
    assert list(labels) == wanted and labels[1:] == wanted[1:] and labels[-1] == wanted[-1]
    with pytest.raises(IndexError):
        labels[len(names)]


def test_labels_of_any_kind_are_written_as_names() -> None:
    arena = Arena([0, 1, 2, 3], [1, 2, 0], [0, 1, 0], labels=[("a", 1), 'say "hi"', 2])
    assert written(Game(arena, Parity([3, 1, 4]))).decode() == (
        "parity 2;\n0 3 0 1 \"('a', 1)\";\n1 1 1 2 \"say 'hi'\";\n2 4 0 0;\n"
    )


def test_large_numbers_are_written() -> None:
    n = 70_000
    rng = np.random.default_rng(5)
    arena = Arena(np.arange(n + 1), rng.integers(0, n, n), rng.integers(0, 2, n))
    game = Game(arena, Parity(rng.integers(0, 2**31, n)))
    again = read_game(written(game))
    assert np.array_equal(again.arena.successors, arena.successors)
    assert isinstance(again.objective, Parity) and isinstance(game.objective, Parity)
    assert np.array_equal(again.objective.priorities(again.arena), game.objective.priorities(arena))


DEAD_ENDS = b"0 1 0 1,2; 1 2 1; 2 3 0 0;"


@pytest.mark.parametrize(
    ("objective", "priorities", "field", "mask"),
    [
        ("reach", None, "target", [False, True, False]),
        ("reach", "1,3-9", "target", [True, False, True]),
        ("reach", [3], "target", [False, False, True]),
        ("safe", None, "safe", [False, True, False]),
        ("buchi", "0-1", "accepting", [True, False, False]),
        ("cobuchi", None, "rejecting", [True, False, True]),
    ],
)
def test_one_file_as_many_objectives(objective: str, priorities: Any, field: str, mask: list[bool]) -> None:
    text = DEAD_ENDS if objective in ("reach", "safe") else DEAD_ENDS.replace(b"2 1;", b"2 1 0;")
    game = read_game(text, "f.pg", objective, priorities)
    assert game.objective.name == objective
    assert getattr(game.objective, field).tolist() == mask


@pytest.mark.parametrize("objective", ["normal", "misere"])
def test_a_file_as_a_game_of_who_cannot_move(objective: str) -> None:
    game = read_game(DEAD_ENDS, "f.pg", objective)
    assert (game.objective.name, game.arena.dead_ends.tolist()) == (objective, [1])


@pytest.mark.parametrize("objective", ["parity", "buchi", "cobuchi"])
def test_dead_ends_are_a_fault_where_they_mean_nothing(objective: str) -> None:
    with pytest.raises(FormatError) as error:
        read_game(DEAD_ENDS, "f.pg", objective)
    assert str(error.value) == (
        f"f.pg:1:12: vertex 1 has no successor, and a {objective} objective has no meaning for a play that stops\n"
        "    0 1 0 1,2; 1 2 1; 2 3 0 0;\n"
        "               ^\n"
        "    expected at least one successor\n"
        "    give it a self-loop, or read the file as a reach, safe, normal or misere game"
    )


@pytest.mark.parametrize(
    ("objective", "priorities", "message"),
    [
        (
            "win",
            None,
            "there is no objective 'win'. The objectives are: reach, safe, normal, misere, buchi",
        ),
        ("parity", "2", "a set of priorities has no meaning for a parity objective"),
        ("normal", [2], "a set of priorities has no meaning for a normal objective"),
        ("buchi", "2-x", "'2-x' is not a set of priorities; expected numbers and ranges like 2,4-6"),
        ("buchi", "6-4", "'6-4' holds no priority; a range runs from the smaller number to the larger"),
        ("buchi", "", "'' is not a set of priorities; expected numbers and ranges like 2,4-6"),
    ],
)
def test_bad_options(objective: str, priorities: Any, message: str) -> None:
    with pytest.raises(GameError) as error:
        read_game(b"0 1 0 0;", "f.pg", objective, priorities)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "objective",
    [Reach([1]), Safe([0, 2]), Buchi([0]), CoBuchi([1, 2]), Parity([7, 0, 3]), NormalPlay(), MiserePlay()],
)
def test_every_objective_is_written_and_read_again(objective: Objective) -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 2), (2, 0)], owner=[0, 1, 0]), objective, start=1)
    again = read_game(written(game), "f.pg", objective.name)
    assert again.start == 1
    for field in vars(game.objective):
        assert np.array_equal(getattr(game.objective, field), getattr(again.objective, field))


def test_games_without_owners_cannot_be_written() -> None:
    with pytest.raises(GameError, match="needs an owner for each vertex"):
        written(Game(Arena.from_edges([(1, 0)]), NormalPlay()))


def random_order(n: int, seed: int = 0) -> bytes:
    """A game with a million of everything, only smaller: ids in random order, every priority different."""
    rng = np.random.default_rng(seed)
    lines = [b"%d %d %d %d,%d;" % (v, v, v & 1, *rng.integers(0, n, 2)) for v in rng.permutation(n)]
    return b"parity %d;\n" % n + b"\n".join(lines)


@pytest.mark.parametrize("n", [10, 1000, 3000])
def test_a_valid_file_is_scanned_once(n: int, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    scan = pg_scan.scan

    def counted(*arguments: Any) -> int:
        calls.append(1)
        return scan(*arguments)

    monkeypatch.setattr(pg_scan, "scan", counted)
    read_game(random_order(n))
    assert len(calls) == 1


@settings(max_examples=15)
@given(st.integers(0, 40))
def test_a_scan_goes_on_behind_each_fault(faults: int) -> None:
    """Ten faults need at most eleven scans, each from where the last one stopped."""
    lines = [b"%d 0 0 0;" % v for v in range(60)]
    for v in range(faults):
        lines[v + 10] = b"%d 0 9 0;" % (v + 10)
    places: list[int] = []
    scan = pg_scan.scan

    def counted(data: Any, state: Any, *arrays: Any) -> int:
        places.append(int(state[0]))
        return scan(data, state, *arrays)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pg_scan, "scan", counted)
        if faults:
            with pytest.raises(FormatError) as error:
                read_game(b"\n".join(lines))
            assert len(error.value.faults) == min(faults, 10)
        else:
            read_game(b"\n".join(lines))
    assert len(places) <= 11 and places == sorted(set(places))


@pytest.mark.slow
@pytest.mark.parametrize("shuffled", [False, True])
def test_memory_is_at_most_three_times_the_arrays_kept(shuffled: bool) -> None:
    data = random_order(20_000) if shuffled else written(read_game(random_order(20_000)))
    tracemalloc.start()
    try:
        game = read_game(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    arena = game.arena
    assert isinstance(game.objective, Parity) and arena.owner is not None
    priority = np.asarray(game.objective.priority)
    kept = arena.indptr.nbytes + arena.successors.nbytes + arena.owner.nbytes + priority.nbytes
    assert peak + len(data) <= 3 * kept


def test_a_header_that_promises_too_much_takes_no_memory() -> None:
    tracemalloc.start()
    try:
        with pytest.raises(FormatError, match="the header says 2000000000, but there is 1 vertex"):
            read_game(b"parity 2000000000;\n0 0 0 0;\n")
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_vertices_of_chance() -> None:
    text = b'parity 3;\nstart 2;\n2 1 2 1:0.5 , 0:1/2 "coin";\n0 2 0 0;\n1 0 -1 0 : 1/3, 3:2/3;\n3 1 1 3;\n'
    game = read_game(text)
    arena = game.arena
    assert game.start == 2
    assert arena.owner is not None
    assert arena.owner.tolist() == [0, 2, 2, 1]
    edges = [(int(u), int(w), arena.probability_of(e)) for e, (u, w) in enumerate(arena.edges())]
    assert edges == [
        (0, 0, None),
        (1, 0, Fraction(1, 3)),
        (1, 3, Fraction(2, 3)),
        (2, 1, Fraction(1, 2)),
        (2, 0, Fraction(1, 2)),
        (3, 3, None),
    ]
    assert game.objective.priorities(arena).tolist() == [2, 0, 1, 1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"0 1 2 0,1;\n1 0 0 1;\n", "1:5: vertex 0 has owner 2"),
        (b"0 1 2 0,1;\n1 0 0 1;\n", "each successor needs its probability"),
        (b"0 1 2 0:1/2,1:1/2;\n1 0 0 1:1;\n", "2:8: found ':'"),
        (b"0 1 2 0:1/2,1:1/2;\n1 0 3 1;\n", "2:5: vertex 1 has owner 3"),
        (b"0 1 2 0:1/2,1:1/3;\n1 0 0 1;\n", "sum to 5/6"),
        (b"0 1 2 0:1/0,1:1;\n1 0 0 1;\n", "1/0"),
    ],
)
def test_faults_of_chance(text: bytes, said: str) -> None:
    with pytest.raises(FormatError, match=re.escape(said)):
        read_game(text)
