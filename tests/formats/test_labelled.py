"""Graphs with attributes: DOT and CSV, what they mean as games, and that every format keeps what it is given."""

from __future__ import annotations

import io
import shutil
import subprocess
import warnings
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import graphgames as gg
from graphgames import Arena, Buchi, Energy, FormatError, Game, GameError, NormalPlay, Parity, read, solve, write
from graphgames.core.conventions import CONVENTIONS
from graphgames.formats import GENERAL, csv_, dot, networkx_
from graphgames.formats.priorities import ReadAs, meant, objective_of
from graphgames.games.weighted import energy_text
from tests.share import cases, each

DOT = b"""/* a game */
strict digraph "G" {
  rankdir=LR; node [shape=circle, fontsize=10];
  # who moves where
  river [priority=2, label="the river"];
  "mill \\"old\\"" [shape=box priority=1];
  node [priority=4];
  river -> "mill \\"old\\"" -> {river hill} [weight=3, color=red];
  hill -> hill:n [weight="1/2"];
  entry [style=invis]; entry -> hill [weight=0]
}
"""


def test_what_a_dot_file_says() -> None:
    game = dot.read_game(DOT)
    assert list(game.arena.labels or ()) == ["the river", 'mill "old"', "hill"]
    assert np.asarray(game.arena.owner).tolist() == [0, 1, 0]
    assert isinstance(game.objective, Parity) and np.asarray(game.objective.priority).tolist() == [2, 1, 4]
    assert list(game.arena.edges()) == [(0, 1), (1, 0), (1, 2), (2, 2)] and game.start == 2
    assert [str(w) for w in game.arena.edge_data["weight"]] == ["3", "3", "3", "1/2"]


@pytest.mark.parametrize(
    ("text", "edges", "owner"),
    [
        (b"digraph { 2 -> 1 -> 0 }", [(1, 0), (2, 1)], None),
        (b"graph { a -- b }", [(0, 1), (1, 0)], None),
        (b"digraph { node [shape=box]; a -> b }", [(0, 1)], None),
        (b"digraph { a [shape=diamond]; b [shape=box]; a -> b }", [(0, 1)], [0, 1]),
        (b"digraph { a [player=1]; b [owner=Eve]; a -> b }", [(0, 1)], [1, 0]),
        (b"digraph { {a b} -> {c; d} }", [(0, 2), (0, 3), (1, 2), (1, 3)], None),
        (b"digraph { subgraph cluster_1 { a } a -> <b<i>c</i>> }", [(0, 1)], None),
        (b"digraph {}", [], None),
    ],
)
def test_dot_as_a_game_of_normal_play(text: bytes, edges: list[tuple[int, int]], owner: Any) -> None:
    game = dot.read_game(text)
    assert isinstance(game.objective, NormalPlay) and list(game.arena.edges()) == edges
    assert (None if game.arena.owner is None else game.arena.owner.tolist()) == owner


@each(
    "module, text, message",
    [
        (
            dot,
            b"digraph { a -> }",
            "f:1:16: found '}'\n    digraph { a -> }\n                   ^\n    expected a vertex",
        ),
        (dot, b"digraph { a -> b", "f:1:17: the file ends"),
        (dot, b"digraph { } digraph { }", "found 'digraph' after the graph"),
        (dot, b'digraph { "a }', "f:1:11: a string in quotes has no end"),
        (dot, b"digraph { a [label=<<b>] }", "f:1:20: a string in angle brackets has no end"),
        (dot, b"digraph " + b"{" * 5000, "nested more than 100 deep"),
        (dot, b"hello", "f:1:1: this looks like text in another format"),
        (dot, b"digraph { a [owner=7]; b [owner=x]; }", "f:1:24: vertex 'b' has owner 'x'\n"),
        (dot, b"digraph { a [owner=1]; b; }", "f:1:24: vertex 'b' has no owner, but others have one"),
        (dot, b"digraph { a [owner=1 priority=-1] }", "vertex 'a' has the priority '-1'"),
        (dot, b"digraph { a [start=1]; b [start=1] }", "f:1:24: this is a second start"),
        (dot, b"digraph { a [start=here] }", "vertex 'a' has start 'here'"),
        *(
            (
                dot,
                f"digraph {{ a -> b [weight={word}]; }}".encode(),
                f"f:1:26: found {word!r}\n    digraph {{ a -> b [weight={word}]; }}\n{' ' * 29}^\n    expected a name "
                "of letters and digits, a number such as -2.5, or a string in quotes\n"
                f'    write it in quotes: "{word}"',
            )
            for word in ("-5/2", "1/3", "7e-3", "1.2.3", "2nd", "50%", "a.b", "a.5", "room-1", "3-1", "x'", "é.ü")
        ),
        (dot, b"digraph { room-1 -> b }", "f:1:11: found 'room-1'"),
        (dot, b"digraph { a -> b & c }", "f:1:18: found '&'"),
        (
            dot,
            b"digraph { node [priority=0]; s [owner=2]; a [owner=0]; "
            b"s -> a [probability=0.5]; s -> s [probability=0.4]; a -> a }",
            "f:1:30: the probabilities at vertex s sum to 9/10\n",
        ),
        (
            dot,
            b"digraph { node [priority=0]; a [owner=0]; s [owner=2]; s -> a [probability=1]; a -> s [probability=1] }",
            "f:1:82: edge 0 has the probability 1, but its vertex a does not belong to chance\n",
        ),
        (
            dot,
            b"digraph { b [owner=0]; a [owner=0]; a -> b [probability=1]; b -> a }",
            "f:1:39: edge 'a' -> 'b' has a probability, but no vertex belongs to chance",
        ),
        (
            csv_,
            b"source,target,owner,priority,probability\ns,a,2,0,1/2\na,s,0,0,\ns,s,2,0,1/3\n",
            "f:2:1: the probabilities at vertex s sum to 5/6",
        ),
        (
            dot,
            b"digraph { a [owner=0, priority=2]; b [owner=1, priority=1]; a -> b }",
            "f:1:36: vertex b has no move, and a parity objective has no meaning for a play that stops\n",
        ),
        (csv_, b"source,target\na,b,c\n", "f:2:1: this line has 3 columns, and there are 2: source, target"),
        (csv_, b"source,target,owner\na,b,0\na,c,1\n", "f:3:5: vertex 'a' has owner 1 here, and 0 before"),
        (csv_, b"source,target\n,b\n", "f:2:1: this line has no source"),
        (csv_, b"a,b\nc\n", "f:2:1: this line has 1 column, and there are 2"),
        (csv_, b"sorce,target\na,b\n", "f:1:1: the first line has 'sorce'"),
        (csv_, b"From,T\na,b\n", "f:1:1: the first line has 'From' like a header, but not a column 'target'"),
        (
            csv_,
            b"u;v;colour\na;b;x\n",
            "f:1:1: the first line has 3 columns, and does not say which are source and target",
        ),
        (csv_, b"souce,tagret\na,b\n", "expected the column 'source', or another name"),
        (csv_, b"source,target,prioriti\na,b,1\n", "expected the column 'priority', or another name"),
        (csv_, b"", "f: the file is empty"),
    ],
)
def test_bad_files(module: Any, text: bytes, message: str) -> None:
    with pytest.raises(FormatError) as error:
        module.read_game(text, "f")
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        ("expected-reward", "f:1:93: the reward -1/2 is negative\n"),
        (
            "discounted",
            "f:1:93: the discount of edge 0 is 2\n",
        ),
    ],
)
def test_wrong_numbers_of_edges_are_found_where_they_stand(objective: str, said: str) -> None:
    nodes = b"digraph { b [owner=0, priority=0]; a[owner=0, priority=2]; "
    text = nodes + b'a -> b [weight=1, discount=0]; b -> a [weight="-1/2", discount=2] }'
    with pytest.raises(FormatError) as error:
        dot.read_game(text, "f", objective, None)
    assert said in str(error.value)


def test_what_a_table_says() -> None:
    game = csv_.read_game(b'from;TO;weight;owner;start\n"a;1";b;3;0;yes\nb;"a;1";0.5;1;\nb;b;7;;\n')
    assert list(game.arena.labels or ()) == ["a;1", "b"] and game.start == 0
    assert np.asarray(game.arena.owner).tolist() == [0, 1]
    assert [str(w) for w in game.arena.edge_data["weight"]] == ["3", "1/2", "7"]
    layers = csv_.read_game(b"source,target,layer,heigth\na,b,1,2\n")
    assert set(layers.arena.edge_data) == {"layer", "heigth"}
    plain = csv_.read_game(b"1\t0\n2\t1\n")
    assert plain.arena.labels is None and list(plain.arena.edges()) == [(1, 0), (2, 1)]


def test_a_cell_is_looked_for_in_its_own_line() -> None:
    """A cell with doubled quotes stands otherwise in the file: it is not sought to the end of the file."""
    text = b'source,target\n"the ""old"" mill",b\nthe "old" mill,b\n'
    ends = [place + 1 for place, byte in enumerate(text) if byte == ord("\n")]
    assert not any(hasattr(cell, "at") for cell in csv_.placed(['the "old" mill', "b"], text, ends[0], ends[1]))
    found = csv_.placed(['the "old" mill', "b"], text, ends[1], ends[2])
    assert [getattr(cell, "at", None) for cell in found] == [35, 50]


def test_they_are_recognised(tmp_path: Path) -> None:
    for name, text in (
        ("a", b"// a comment\ndigraph\n{ a -> b }"),
        ("b", b"source,target\na,b\n"),
        ("c.csv", b"a,b\n"),
    ):
        (tmp_path / name).write_bytes(text)
        assert list(read(tmp_path / name).arena.labels or ()) == ["a", "b"]


NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Zs", "Zl", "Zp"), exclude_characters='"'),
    min_size=1,
    max_size=6,
).filter(lambda name: not name.isdecimal())


@st.composite
def games(draw: st.DrawFn) -> Game:
    n = draw(st.integers(1, 6))
    edges = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=8))
    edges += [(v, v) for v in range(n) if v not in {u for u, _ in edges}]
    weight = draw(st.lists(st.integers(-5, 5), min_size=len(edges), max_size=len(edges)))
    labels = draw(st.none() | st.lists(NAMES, min_size=n, max_size=n, unique=draw(st.booleans())))
    owner = draw(st.lists(st.integers(0, 1), min_size=n, max_size=n))
    arena = Arena.from_edges(edges, n, owner, labels, edge_data={"weight": weight})
    priority = draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))
    return Game(arena, Parity(priority), draw(st.none() | st.integers(0, n - 1).map(lambda v: f"#{v}")))


def known(game: Game, weights: bool = True) -> Any:
    arena = game.arena
    weight = arena.edge_data["weight"].tolist() if weights else [0] * arena.m
    edges = sorted(zip(arena.edges(), weight, strict=True))
    names = [str(name) for name in arena.names]
    return names, np.asarray(arena.owner).tolist(), game.objective.priorities(arena).tolist(), edges, game.start


WRITTEN = [entry for entry in GENERAL if entry.reads == entry.writes == "game"]


@pytest.mark.slow
@pytest.mark.parametrize("entry", WRITTEN, ids=[entry.name for entry in WRITTEN])
@settings(max_examples=cases(40, 0.15), suppress_health_check=[HealthCheck.differing_executors])
@given(game=games())
def test_a_format_keeps_what_it_is_given(entry: Any, game: Game) -> None:
    """Names, owners, priorities, edges, their weights and the start come back, or the format says that it cannot."""
    file = io.BytesIO()
    options = {"dialect": entry.dialect} if entry.dialect else {}
    try:
        entry.load().write_game(game, file, **options)
    except GameError as error:
        refusing = ("edges", "energy", "gml", "gexf", "graphml", "npz", "pajek", "adjlist", "edgelist")
        assert entry.name in refusing and str(error)
        return
    again = entry.load().read_game(file.getvalue(), "f", **options)
    weights = entry.name != "pgsolver"
    assert known(again, weights) == known(game, weights)


@pytest.mark.filterwarnings("ignore:f. double circles are ignored")
@pytest.mark.parametrize("solved", [False, True])
@pytest.mark.parametrize("objective", [Parity([2, 1]), Buchi(["a"]), Energy(vertex_weight=[1, -1]), NormalPlay()])
def test_a_picture_is_not_taken_for_the_game(objective: Any, solved: bool) -> None:
    """It has vertices, edges and owners, but neither priorities nor weights: reading it would give another game."""
    game = Game(Arena.from_edges([("a", "b"), ("b", "a")], owner={"a": 0, "b": 1}), objective)
    drawn = (solve(game) if solved else game).draw().to_bytes("dot")
    with pytest.raises(FormatError, match=r"f:1:1: this is a picture of a game[^\0]*graphgames convert writes it"):
        dot.read_game(drawn, "f")
    assert dot.read_game(drawn.replace(b"a picture of", b"about"), "f").arena.labels == ("a", "b")


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_reads_what_is_written(tmp_path: Path) -> None:
    game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], labels=['a"\\', "b\n"]), Parity([1, 2]))
    write(game, tmp_path / "game.dot")
    assert b"<svg" in subprocess.run(["dot", "-Tsvg", tmp_path / "game.dot"], capture_output=True, check=True).stdout


def wins(priority: list[int], convention: str) -> bool:
    """Whether player 0 wins a cycle with these priorities."""
    return (max if convention.startswith("max") else min)(priority) % 2 == (convention.endswith("odd"))


@pytest.mark.slow
@pytest.mark.parametrize("convention", CONVENTIONS)
@given(st.lists(st.integers(0, 9), min_size=1, max_size=5))
def test_a_convention_decides_every_cycle(convention: str, priority: list[int]) -> None:
    objective = objective_of("parity", np.array(priority, np.int32), ReadAs(convention))
    arena = Arena.from_edges([(v, (v + 1) % len(priority)) for v in range(len(priority))], owner=[0] * len(priority))
    assert solve(Game(arena, objective)).winner.tolist() == [int(not wins(priority, convention))] * len(priority)


def test_conventions_of_files() -> None:
    text = "digraph { %s a [owner=0, priority=0]; b [owner=1, priority=1]; a -> b -> a }"
    winners = {
        c: solve(dot.read_game((text % f"convention={c!r};").replace("'", '"').encode())).winner[0] for c in CONVENTIONS
    }
    assert winners == {"max-even": 1, "max-odd": 0, "min-even": 0, "min-odd": 1}
    assert networkx_.read_game(
        b'<graphml><key id="c" for="graph" attr.name="convention" attr.type="string"/><key id="o" for="node" '
        b'attr.name="owner" attr.type="int"/><key id="p" for="node" attr.name="priority" attr.type="int"/>'
        b'<graph edgedefault="directed"><data key="c">min-even</data><node id="a"><data key="o">0</data>'
        b'<data key="p">3</data></node><edge source="a" target="a"/></graph></graphml>'
    ).objective.priorities(Arena.from_edges([(0, 0)])).tolist() == [1]
    with pytest.raises(GameError, match="there is no convention 'min'"):
        dot.read_game((text % "convention=min;").encode())
    with pytest.raises(GameError, match="the convention is 'min-odd', but a normal game has no priorities; leave"):
        dot.read_game((text % "").encode(), objective="normal", priorities=ReadAs("min-odd"))


def test_a_missing_number_is_a_fault_and_no_other_game() -> None:
    for data, said in (
        (b"source,target,weight\na,b,1\nb,a,\n", "input>:3:4: edge 'b' -> 'a' has no weight, but others have one"),
        (b"source,target,weight\na,b,1\nb,a,nan\n", "input>:3:5: edge 'b' -> 'a' has the weight 'nan'"),
        (b"source,target,weight\na,b,1\nb,a,2\n\na,a,1/0\n", "input>:5:5: edge 'a' -> 'a' has the weight '1/0'"),
    ):
        with pytest.raises(FormatError, match=said):
            csv_.read_game(data)
    with pytest.raises(FormatError, match="input>:2:14: edge 'a' -> 'b' has the weight 'x'"):
        dot.read_game(b"digraph { i [style=invis]; i -> a; edge [weight=1];\na; b -> a; a -> b [weight=x] }")
    with pytest.raises(FormatError, match="an energy game needs a weight on every edge or every vertex; there is cost"):
        csv_.read_game(b"source,target,cost,time\na,b,1,1\nb,a,2,1\n", objective="energy")
    table = b"source,target,owner,weight\na,b,0,1\nb,a,1,2\n"
    with pytest.raises(FormatError, match=r"needs a discount on every .*\n *or one for all edges, by --set discount="):
        csv_.read_game(table, objective="discounted")
    assert csv_.read_game(table, "f", "discounted", ReadAs(settings={"discount": "1/2"})).objective.name == "discounted"


def test_reach_is_read_from_attributes() -> None:
    game = dot.read_game(
        b"digraph { a [player=0, priority=2]; b [player=1, priority=1]; a -> b -> a }", objective="reach"
    )
    assert game.objective.name == "reach" and gg.solve(game).won == (2, 0)


def test_what_a_file_cannot_hold_is_not_written() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1])
    file = io.BytesIO()
    with pytest.raises(gg.GameError, match=r"cannot hold the threshold of the game; write it as \.arena"):
        csv_.write_game(gg.Game(arena, gg.MeanPayoff([1, 2], threshold=3)), file)
    assert not file.getvalue()
    discounted = gg.Game(arena, gg.Discounted([1, 2], discount="9/10"))
    csv_.write_game(discounted, file)
    again = csv_.read_game(file.getvalue(), objective="discounted")
    assert [gg.solve(again).value(v) for v in (0, 1)] == [gg.solve(discounted).value(v) for v in (0, 1)]
    with pytest.raises(gg.GameError, match="holds weights alone, and no discounts"):
        energy_text.write_game(discounted, io.BytesIO())
    each = gg.Game(arena, gg.Discounted([1, 2], discount=["9/10", "1/2"]))
    with pytest.raises(gg.GameError, match="holds weights alone, and no discounts"):
        energy_text.write_game(each, io.BytesIO())


def test_settings_stand_in_a_file_that_has_room_for_them(tmp_path: Path) -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], vertex_data={"weight": [1, 2]})
    each = gg.Discounted(vertex_weight="weight", discount=["1/3", "1/2"])
    for objective in (gg.MeanPayoff("weight", threshold="7/3", dead_ends="lose"), replace(each, discount="2/3")):
        for ending in ("dot", "graphml", "gml"):
            gg.write(gg.Game(arena, objective), tmp_path / f"g.{ending}")
            again = gg.read(tmp_path / f"g.{ending}")
            assert again.objective.name == objective.name
            assert again.objective.changed_settings() == gg.Game(arena, objective).objective.changed_settings()


def test_settings_are_told_when_a_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "g.dot").write_text("digraph { a [owner=0]; b [owner=1]; a -> b [weight=1]; b -> a [weight=2] }")
    gg.write(gg.read(tmp_path / "g.dot"), tmp_path / "g.energy")
    gg.write(gg.read(tmp_path / "g.dot"), tmp_path / "g.arena")
    for ending in ("dot", "energy", "arena"):
        read: Any = gg.read(tmp_path / f"g.{ending}", objective="discounted", settings={"discount": "1/2"})
        assert gg.solve(read).value(read.arena.label(0)) == Fraction(8, 3)
        with pytest.raises(GameError, match="this energy objective has no 'discont' to set; it has: dead_ends, cap"):
            gg.read(tmp_path / f"g.{ending}", objective="energy", settings={"discont": "1/2"})
    with pytest.raises(GameError, match="leave out what is set: cap=3"):
        gg.read(tmp_path / "g.dot", game="treblecross", settings={"cap": 3})


def test_a_setting_takes_the_place_of_what_the_edges_have() -> None:
    text = b'digraph { a [owner=0, weight=2]; b [owner=1, weight=-1]; a -> b -> a [discount="1/3"] }'
    game = dot.read_game(text, objective="discounted", priorities=ReadAs(None, {"discount": "1/2"}))
    file = io.BytesIO()
    dot.write_game(game, file)
    assert b"1/3" not in file.getvalue() and b'discount="1/2"' in file.getvalue()


FRACTIONS = Arena.from_edges(
    [("a", "b"), ("b", "a"), ("b", "b")], owner={"a": 0, "b": 1}, edge_data={"weight": [1, "1/2", "-1/3"]}
)


@pytest.mark.parametrize("ending", ["dot", "csv", "graphml", "gml", "gexf"])
def test_fractions_and_players_come_back(tmp_path: Path, ending: str) -> None:
    game = Game(FRACTIONS, gg.MeanPayoff("weight"), None, ("Robot", "Guest"))
    write(game, tmp_path / f"g.{ending}")
    again = read(tmp_path / f"g.{ending}")
    assert [str(w) for w in again.arena.edge_data["weight"]] == ["1", "1/2", "-1/3"]
    assert again.players == (("Eve", "Adam") if ending in ("csv", "gexf") else ("Robot", "Guest"))


def test_owners_by_the_names_of_the_players() -> None:
    game = dot.read_game(
        b"digraph { player0=Robot; player1=Guest; a [owner=guest]; b [owner=Robot]; a -> b -> a }", objective="normal"
    )
    assert game.players == ("Robot", "Guest") and np.asarray(game.arena.owner).tolist() == [1, 0]


@pytest.mark.parametrize("kind", ["graphml", "gexf"])
def test_decimals_in_xml_are_what_their_digits_say(kind: str) -> None:
    digits = "0.10000000000000000001"
    edges = f'<edge id="0" source="a" target="b" weight="{digits}"/><edge id="1" source="b" target="a" weight="3"/>'
    nodes = '<node id="a" label="a"/><node id="b" label="b"/>'
    head = '<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="directed">'
    text = f"{head}<nodes>{nodes}</nodes><edges>{edges}</edges></graph></gexf>"
    if kind == "graphml":
        head = '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        head += '<key id="w" for="edge" attr.name="weight" attr.type="double"/>'
        pairs = (("a", "b", digits), ("b", "a", "3"))
        edges = "".join(f'<edge source="{u}" target="{w}"><data key="w">{x}</data></edge>' for u, w, x in pairs)
        text = f'{head}<graph edgedefault="directed"><node id="a"/><node id="b"/>{edges}</graph></graphml>'
    weights = networkx_.read_game(text.encode(), "f", dialect=kind).arena.edge_data["weight"]
    assert weights.tolist() == [Fraction(digits), 3]


@pytest.mark.parametrize(
    ("game", "refused"),
    [
        (Game.from_graph({"a": ["b", "c"], "b": ["c"], "c": []}, NormalPlay()), {}),
        (Game.from_graph({"a b": ["c"], "c": []}, NormalPlay()), {"adjlist": "vertices", "edgelist": "vertices"}),
        (Game.from_graph({"a": ["a"], "b": []}, NormalPlay()), {"edgelist": "vertices"}),
        (Game.from_graph([("a", "b"), ("a", "b")], NormalPlay()), {"adjlist": "edges"}),
        (Game.from_graph({"a": ["b"], "b": ["a"]}, NormalPlay(), start="b"), {"adjlist": "start", "edgelist": "start"}),
        (Game.from_graph({"a": ["a"]}, Parity([3]), [0], start="a"), {"adjlist": "owners", "edgelist": "owners"}),
        (Game(FRACTIONS, gg.Energy("weight")), {"adjlist": "owners", "edgelist": "owners", "pajek": "owners"}),
        (
            Game.from_graph({"a": ["b"], "b": []}, gg.MiserePlay()),
            {"adjlist": "objective", "edgelist": "objective", "pajek": "objective"},
        ),
    ],
)
def test_formats_that_hold_little_hold_the_game_or_say_what_is_missing(game: Game, refused: dict[str, str]) -> None:
    for dialect in ("pajek", "adjlist", "edgelist"):
        file = io.BytesIO()
        if dialect in refused:
            with pytest.raises(
                GameError, match=f"the format {dialect} cannot hold|NetworkX cannot write this as {dialect}"
            ):
                networkx_.write_game(game, file, dialect)
            assert not file.getvalue()
        else:
            networkx_.write_game(game, file, dialect)
            again = networkx_.read_game(file.getvalue(), "f", dialect=dialect)
            assert again.arena.labels == game.arena.labels and again.start == game.start
            assert solve(again).winner.tolist() == solve(game).winner.tolist()


def test_labels_that_vertices_share_give_way_to_their_names() -> None:
    game = dot.read_game(b'digraph { a [label="2"]; b [label="2"]; c [label="end"]; a -> b -> c }')
    assert game.arena.labels == ("a", "b", "end")


def test_chance_in_a_game_for_two_is_one_fault() -> None:
    """The edges that leave chance have a probability and nothing else, as GGG writes stochastic games."""
    text = b"""digraph {
  a [player=-1]; b [player=0];
  a -> b [probability=1];
  b -> a [weight=2, discount=0.5];
}"""
    with pytest.raises(FormatError, match="f:2:3: vertex 'a' belongs to chance, and an energy objective") as caught:
        dot.read_game(text, "f", "energy")
    assert len(caught.value.faults) == 1 and "expected the objective buchi or" in str(caught.value)
    assert dot.read_game(text, "f").objective.name == "discounted"
    with pytest.raises(FormatError, match="vertex 'a' has owner '7'") as caught:
        dot.read_game(text.replace(b"-1", b"7"), "f")
    assert len(caught.value.faults) == 1


def test_text_on_edges_is_read_over_and_shared_labels_name_nothing() -> None:
    text = b'digraph { a [label="x"]; b [label="x"]; c [label="the hill"]; a -> b [label="a road"]; b -> c; }'
    game = dot.read_game(text)
    assert list(game.arena.names) == ["a", "b", "the hill"] and not game.arena.edge_data


def test_owners_by_two_other_names_are_players_0_and_1_in_that_order(tmp_path: Path) -> None:
    path = tmp_path / "game.csv"
    rows = "from,to,owner\na,b,Alice\nb,a,Bob\nb,c,Bob\nc,c,Alice\n"
    path.write_text(rows)
    with pytest.warns(UserWarning, match="player 0 is Alice, who is named first.*--players Bob,Alice turns"):
        game = read(path, objective="reach", marks={"target": ["c"]})
    assert game.players == ("Alice", "Bob") and game.arena.owner.tolist() == [0, 1, 0]
    turned = read(path, objective="reach", marks={"target": ["c"]}, players=("Bob", "Alice"))
    assert turned.players == ("Bob", "Alice") and turned.arena.owner.tolist() == [1, 0, 1]
    for wrong, names in (("Alice", "0"), ("Eve", "Ben"), ("Al ice", "Ben")):
        path.write_text(rows.replace("Alice", wrong).replace("Bob", names))
        with pytest.raises(FormatError, match="has owner"):
            read(path, objective="reach", marks={"target": ["c"]})
    path.write_text(rows + "d,d,Carol\n")
    with pytest.raises(FormatError, match="has owner 'Alice'"):
        read(path, objective="reach", marks={"target": ["c"]})


def test_tables_name_vertices_whose_labels_are_alike_by_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "twins.pg"
    path.write_text('parity 2;\n0 1 0 0,1 "a";\n1 0 1 2,0 "a";\n2 0 0 2 "c";\n')
    solution = solve(read(path))
    found = solution._columns()
    assert found["label"] == ["#0", "#1", "c"] and set(found["move"]) <= {None, "#0", "#1", "c"}
    assert [row[0] for row in solution.rows()[1:]] == ["a #0", "a #1", "c"]
    assert all(solution.outcome(name) for name in found["label"])


def test_double_circles_are_the_vertices_that_an_objective_marks() -> None:
    text = b"digraph { a [shape=circle]; b [shape=box, peripheries=2]; c [shape=doublecircle]; a -> b -> c -> a }"
    for objective in ("buchi", "reach"):
        assert np.asarray(dot.read_game(text, objective=objective).objective.marked).tolist() == [False, True, True]
    for ignoring in (None, "misere"):
        with pytest.warns(UserWarning, match="double circles are ignored; --objective buchi takes them for accepting"):
            dot.read_game(text, objective=ignoring)
    marked = dot.read_game(text, objective="buchi", priorities=meant(marks={"accepting": ["a"]}))
    assert marked.objective.name == "buchi"
    owned = b"digraph { a [priority=2, owner=0]; c [shape=doublecircle, priority=1, owner=1]; a -> c -> a }"
    assert np.asarray(dot.read_game(owned, objective="buchi").objective.marked).tolist() == [True, False]


MARKS = [("buchi", "accepting"), ("buchi", "final"), ("cobuchi", "rejecting"), ("reach", "goal"), ("reach", "final")]


@pytest.mark.parametrize(("objective", "word"), MARKS)
@pytest.mark.parametrize("yes", ["true", "1"])
def test_an_attribute_marks_vertices_where_the_objective_asks_for_them(objective: str, word: str, yes: str) -> None:
    no = {"true": "false", "1": "0"}[yes]
    rows = f"digraph {{ a [owner=0, {word}={yes}]; b [owner=1, {word}={no}]; c [owner=1]; a -> b -> c -> a }}"
    table = f"source,target,owner,{word}\na,b,0,{yes}\nb,c,1,{no}\nc,a,1,\n"
    graph = networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    for name, data in {"a": {"owner": 0, word: True}, "b": {"owner": 1, word: False}, "c": {"owner": 1}}.items():
        graph.nodes[name].update(data)
    xml = "\n".join(networkx.generate_graphml(graph)).encode()
    games = [
        dot.read_game(rows.encode(), objective=objective),
        csv_.read_game(table.encode(), objective=objective),
        networkx_.read_game(xml, objective=objective),
    ]
    for game in games:
        marked: Any = game.objective
        assert [game.arena.label(v) for v in np.flatnonzero(getattr(marked, marked.data)).tolist()] == ["a"]
        assert not game.arena.vertex_data
        assert not game.arena.edge_data
    told = dot.read_game(rows.encode(), objective=objective, priorities=meant(marks={games[0].objective.data: ["b"]}))
    assert told.objective.name == objective


def test_an_attribute_that_marks_vertices_says_the_objective_where_it_can_mean_one_alone() -> None:
    text = b"digraph { hall [player=1]; dock [player=0, accepting=true]; lab [player=0]; hall -> dock -> lab -> hall }"
    for attribute, objective in (("accepting", "buchi"), ("goal", "reach"), ("safe", "safe")):
        with pytest.warns(UserWarning, match=f"marked by '{attribute}', so without --objective .* {objective} game"):
            read = dot.read_game(text.replace(b"accepting", attribute.encode()))
        made: Any = read.objective
        assert made.name == objective
        assert np.flatnonzero(getattr(made, made.data)).tolist() == [read.arena.vertex("dock")]
    for other, way in (
        (text.replace(b"accepting", b"final"), "'final' is ignored; --objective reach reads it"),
        (text.replace(b"lab [", b"lab [goal=1, "), "'accepting' is ignored; --objective buchi reads it"),
        (text.replace(b"{", b"{ edge [weight=1];"), "'accepting' is ignored; --objective buchi reads it"),
    ):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            assert dot.read_game(other).objective.name in ("normal", "mean-payoff")
        assert way in " ".join(str(one.message) for one in told)
    with pytest.raises(FormatError, match=r"no vertex is marked[^\0]*--target NAMES marks them") as error:
        dot.read_game(text, objective="reach")
    assert len(error.value.faults) == 1
    marked = dot.read_game(text, priorities=meant(marks={"accepting": ["dock"]}))  # and without a warning
    assert marked.objective.name == "buchi"
