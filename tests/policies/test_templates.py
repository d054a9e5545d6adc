"""Templates: every play that keeps one is won, by all sets of edges that a play can go round; and faults are found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli.main import run as main
from graphgames.core.errors import GameError
from graphgames.policies.templates import Template
from tests.share import cases, share


def rounds(arena: gg.Arena) -> Iterator[frozenset[int]]:
    """Yield every set of edges that a play can take again and again, and no others: it joins its ends to each other."""
    edges = range(arena.m)
    for some in chain.from_iterable(combinations(edges, k) for k in range(1, arena.m + 1)):
        ends = {int(arena.tails[e]) for e in some} | {int(arena.successors[e]) for e in some}
        reached = {v: {v} for v in ends}
        for _ in ends:
            for e in some:
                reached[int(arena.tails[e])] |= reached[int(arena.successors[e])]
        if all(one == ends for one in reached.values()):
            yield frozenset(some)


def lost_by_keeping(shield: Any, priority: list[int], player: int, won: list[bool]) -> list[frozenset[int]]:
    """Return the rounds of plays that keep the template and are lost."""
    arena, template = shield.game.arena, shield.template
    mine = (np.asarray(arena.owner) == player)[arena.tails]
    bad = set(np.flatnonzero(mine & (~shield.mask | template.colive)).tolist())
    found = []
    for some in rounds(arena):
        seen = {int(arena.tails[e]) for e in some}
        if some & bad or not all(won[v] for v in seen):
            continue
        live = all(
            not seen & set(arena.tails[group].tolist()) or some & set(group.tolist()) for group in template.groups
        )
        if live and max(priority[v] for v in seen) % 2 != player:
            found.append(some)
    return found


def small_games(n: int, part: float = 1, least: int = 1) -> Iterator[gg.Game]:
    """Yield a share of the games with n vertices: all owners and priorities, and of each vertex one or two edges."""
    return (gg.Game(arena, gg.Parity(list(priority))) for arena, priority in share(small(n), part, least=least))


def small(n: int) -> Iterator[tuple[gg.Arena, tuple[int, ...]]]:
    """Yield the arenas and priorities of all these games."""
    out = [some for k in (1, 2) for some in combinations(range(n), k)]
    for owner in product((0, 1), repeat=n):
        for heads in product(out, repeat=n):
            arena = gg.Arena.from_edges([(v, w) for v in range(n) for w in heads[v]], n, list(owner))
            yield from ((arena, priority) for priority in product((0, 1, 2), repeat=n))


def holds(game: gg.Game, player: int) -> Any:
    """Make a shield, and hold it against the definition."""
    shield: Any = gg.shield(game, player=player)
    priority = game.objective.priorities(game.arena).tolist()
    won = (gg.solve(game).winner == player).tolist()
    assert shield.verify(), (shield.verify(), game.arena.edges())
    assert not lost_by_keeping(shield, priority, player, won)
    assert set(shield.follower) == {v for v in range(game.arena.n) if won[v] and game.arena.owner[v] == player}  # type: ignore[index]
    return shield


def test_games_of_two_vertices() -> None:
    games = small_games(2, 0.1, least=10)
    assert sum(len(holds(game, player).template.groups) for game in games for player in (0, 1))


@pytest.mark.slow
def test_all_games_of_two_vertices() -> None:
    for game in small_games(2, 0.12):
        assert all(holds(game, player) for player in (0, 1))


@pytest.mark.nightly
def test_games_of_three_vertices() -> None:
    for k, game in enumerate(small_games(3, 0.0012)):
        holds(game, k % 2)


def random_game(rng: np.random.Generator, n: int, priorities: int = 5) -> gg.Game:
    edges = [(v, int(w)) for v in range(n) for w in rng.choice(n, int(rng.integers(1, 4)), replace=False)]
    return gg.Game(gg.Arena.from_edges(edges, n, rng.integers(0, 2, n)), gg.Parity(rng.integers(0, priorities, n)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_random_games_and_policies_that_keep_the_template(seed: int) -> None:
    """Who takes each action that may be taken again and again at random wins almost surely, whatever the other does."""
    for k in range(cases(5, 1, least=2)):
        rng = np.random.default_rng([seed, k])
        game = random_game(rng, 4)
        shield = holds(game, 0)
        policy = {v: int(game.arena.successors_of(v)[0]) for v in range(game.arena.n)} | shield.follower
        for start in shield.follower:
            mark = gg.evaluate(game, policy, start=start)
            assert mark.value == 1 and mark.verify()


@pytest.mark.parametrize("seed", range(6))
def test_larger_games_are_proved(seed: int) -> None:
    game = random_game(np.random.default_rng(seed), 60)
    for player in (0, 1):
        assert gg.shield(game, player=player).verify()


@pytest.mark.slow
def test_buchi_and_cobuchi() -> None:
    for seed in range(12):
        rng = np.random.default_rng([9, seed])
        game, marks = random_game(rng, 3), rng.random(3) < 0.5
        for objective in (gg.Buchi(marks), gg.CoBuchi(marks)):
            for player in (0, 1):
                holds(gg.Game(game.arena, objective), player)


@pytest.mark.slow
def test_a_wrong_template_is_refused_just_if_it_loses_or_stops() -> None:
    """Of templates that are changed anywhere the checker says what going through all plays says."""
    refused = 0
    for seed in range(cases(40, 1, least=15)):
        rng = np.random.default_rng([10, seed])
        game = random_game(rng, 3, 3)
        shield: Any = gg.shield(game)
        arena, priority = game.arena, game.objective.priorities(game.arena).tolist()
        won = (gg.solve(game).winner == 0).tolist()
        mine = np.flatnonzero((np.asarray(arena.owner) == 0)[arena.tails] & shield.mask)
        if not mine.size:
            continue
        for _ in range(4):
            colive = np.zeros(arena.m, np.bool_)
            colive[mine] = rng.random(mine.size) < 0.3
            groups = tuple(np.sort(rng.choice(mine, int(rng.integers(1, 3)))) for _ in range(int(rng.integers(0, 3))))
            changed = replace(shield, template=Template(colive, tuple(np.unique(one) for one in groups)))
            free = {int(arena.tails[e]) for e in mine if not colive[e]}
            stops = {int(arena.tails[e]) for e in mine} - free
            for group in changed.template.groups:
                stops |= {int(v) for v in arena.tails[group]} - {int(arena.tails[e]) for e in group if not colive[e]}
            right = not stops and not lost_by_keeping(changed, priority, 0, won)
            assert bool(changed.verify()) == right
            refused += not right
        for e in range(arena.m):
            mask = shield.mask.copy()
            mask[e] = ~mask[e]
            assert not replace(shield, mask=mask).verify()
    assert refused > 20


def test_a_template_speaks_of_allowed_moves_of_the_player_alone() -> None:
    """The other's moves, and those that lose, are said to be taken finitely often, or one of a group."""
    ways = {"out": ["out", "home"], "home": ["out", "yard"], "yard": ["home", "pit"], "pit": ["pit"]}
    shield: Any = gg.shield(gg.Game.from_graph(ways, gg.Buchi(["home"]), owner=lambda v: int(v == "home")))
    colive, groups = shield.template.colive, shield.template.groups
    assert shield.verify() and shield.mask.tolist() == [True, True, False, False, True, False, False]
    for e in np.flatnonzero(~shield.mask).tolist():
        more = colive.copy()
        more[e] = True
        lies = [
            Template(more, groups),
            Template(colive, (*groups, np.array([e]))),
            Template(colive, (np.array([1, e]),)),
        ]
        for lie in lies:
            assert "not an allowed move" in str(replace(shield, template=lie).verify()), (e, lie)
    assert not replace(shield, template=Template(colive, (np.array([1, 1]),))).verify()


def test_what_is_no_template_is_refused() -> None:
    game = random_game(np.random.default_rng(3), 6)
    shield: Any = gg.shield(game)
    other: Any = gg.shield(random_game(np.random.default_rng(4), 6))
    m = game.arena.m
    wrong: list[Any] = [
        Template(np.zeros(m - 1, np.bool_), ()),
        Template(np.zeros(m, np.int64), ()),
        Template(np.zeros(m, np.bool_), (np.array([m]),)),
        Template(np.zeros(m, np.bool_), (np.array([-1]),)),
        Template(np.zeros(m, np.bool_), (np.empty(0, np.int64),)),
        Template(np.zeros(m, np.bool_), ([0],)),  # type: ignore[arg-type]
        Template(np.zeros(m, np.bool_), (np.array([0.0]),)),
        Template([False] * m, ()),  # type: ignore[arg-type]
    ]
    for template in wrong:
        assert not replace(shield, template=template).verify()
    assert not replace(shield, mask=shield.mask.astype(np.int64)).verify()
    assert not replace(shield, solution=other.solution).verify() and shield.verify()
    ring = gg.Game(gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1]), gg.Parity([2, 1]))
    easy = gg.solve(gg.Game(ring.arena, gg.Parity([0, 0])))
    kept: Any = gg.shield(ring)
    assert kept.verify() and "another game" in str(replace(kept, solution=easy).verify())


ROWS = [("base", "go", "field", "1/2"), ("base", "go", "ditch", "1/2"), ("base", "rest", "base", 1),
        ("field", "back", "base", 1), ("field", "roam", "field", 1), ("field", "jump", "pit", "1/10"),
        ("field", "jump", "base", "9/10"), ("ditch", "climb", "base", 1), ("pit", "lie", "pit", 1),
        ("slope", "slide", "base", "1/2"), ("slope", "slide", "field", "1/2")]  # fmt: skip


def test_a_model_with_chance_as_an_adversary(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = gg.Model.from_table(ROWS).with_objective(gg.Buchi(["base"]))
    shield: Any = gg.shield(game)
    assert shield.verify() and shield.lost == ["pit"] and shield.allowed["slope"] == ["slide"]
    assert shield.allowed["field"] == ["back", "roam"] and not shield.allows("field", "jump")
    assert shield.groups == [{"field": ["back"]}] and shield.finitely == {}
    assert shield.follower["field"] == {"back": Fraction(1, 2), "roam": Fraction(1, 2)}
    table = tmp_path / "rover.csv"
    table.write_text("\n".join(["state,action,next,probability", *(",".join(map(str, row)) for row in ROWS)]))
    page, out = tmp_path / "rover.html", tmp_path / "rover.json"
    how = ["shield", str(table), "--objective", "buchi", "--accepting", "base", "--verify"]
    assert main([*how, "--json", "-o", str(page)]) == 0 and main([*how, "--quiet", "-o", str(out)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["verified"] is True and told["groups"] == [{"field": ["back"]}]
    assert {key: value for key, value in told.items() if key not in ("file", "verified")} == json.loads(out.read_text())
    assert "live 1" in page.read_text() and "forbidden" in page.read_text() and '<tr class="no">' in page.read_text()
    frame = shield.to_pandas()
    assert frame.columns.tolist() == ["state", "action", "allowed", "finitely", "groups"]
    assert frame[frame["groups"] == "1"]["action"].tolist() == ["back"]


def test_pictures_of_shields_that_keep_safe(tmp_path: Path) -> None:
    made = gg.shield(gg.Model.from_table(ROWS), ["pit"])
    for ending in ("svg", "html", "csv", "json"):
        made.save(tmp_path / f"shield.{ending}")
    assert "\u2717" in (tmp_path / "shield.svg").read_text() and "jump,no" in (tmp_path / "shield.csv").read_text()
    with pytest.raises(GameError, match="a picture is written as"):
        made.save(tmp_path / "shield.doc")


def test_what_does_not_fit_a_template() -> None:
    game = random_game(np.random.default_rng(3), 6)
    with pytest.raises(GameError, match="a template has neither"):
        gg.shield(game, threshold="1/2")
    on_edges = gg.Parity(edge_priority=[0] * game.arena.m)
    with pytest.raises(GameError, match="priorities on vertices"):
        gg.shield(gg.Game(game.arena, on_edges))


@pytest.mark.slow
def test_a_template_of_thousands_of_groups_is_proved_and_listed_in_time_that_grows_with_it() -> None:
    n = 2000
    edges = [edge for v in range(n) for edge in ((v, v), (v, (v + 1) % n))]
    shield = gg.shield(gg.Game(gg.Arena.from_edges(edges, n, [0] * n), gg.Buchi([n - 1])))
    assert isinstance(shield, gg.TemplateShield)
    assert len(shield.template.groups) == n - 1 and shield.verify()
    heading, *rows = shield.rows()
    told = {(row[0], row[1]): row[heading.index("groups")] for row in rows}
    assert sorted(int(told[v, v + 1]) for v in range(n - 1)) == list(range(1, n))
    assert not any(told[v, v] for v in range(n)) and not told[n - 1, 0]
    short = replace(shield, template=Template(shield.template.colive, shield.template.groups[1:]))
    (failure,) = short.verify().failures
    assert failure.vertex == shield.game.arena.tail(int(shield.template.groups[0][0]))


def test_a_template_comes_as_arrays() -> None:
    paths = {"out": ["out", "home", "sea"], "home": ["out"], "sea": ["sea"]}
    shield: Any = gg.shield(gg.Game.from_graph(paths, gg.Buchi(["home"]), owner=lambda v: 0))
    found = shield.to_arrays()
    assert found["states"] == ["out", "home", "sea"] and set(found["actions"]) == {"out", "home", "sea"}
    for s, state in enumerate(found["states"]):
        for a, action in enumerate(found["actions"]):
            assert found["there"][s, a] == (action in paths[state])
            assert found["allowed"][s, a] == (action in shield.allowed[state])
            assert found["finitely"][s, a] == (action in shield.finitely.get(state, ()))
    told = [[(found["states"][s], found["actions"][a]) for s, a in group] for group in found["groups"]]
    assert told == [[("out", "home")]] == [[(s, a) for s, some in one.items() for a in some] for one in shield.groups]


def test_parallel_edges_are_one_move() -> None:
    """By name there would be no move that may be taken again and again, and who follows what is left loses."""
    edges = [("out", "home"), ("out", "home"), ("out", "out"), ("home", "out")]
    game = gg.Game(gg.Arena.from_edges(edges, owner={"out": 0, "home": 0}), gg.Buchi(["home"]))
    shield: Any = gg.shield(game)
    first, second = (e for e in range(4) if game.arena.tail(e) != int(game.arena.successors[e]) == 1)
    one = np.arange(4) == first
    assert shield.verify() and [group.tolist() for group in shield.template.groups] == [[first, second]]
    for lie in (Template(one, (np.array([second]),)), Template(np.zeros(4, np.bool_), (np.array([second]),))):
        report = replace(shield, template=lie).verify()
        assert not report and "not in the template as a parallel one is" in str(report)
