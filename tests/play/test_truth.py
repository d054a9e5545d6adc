"""What is said of moves, of every objective and kind of the catalogue, held against all ways that a play can go on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.catalogue import find
from graphgames.catalogue.find import objective_class, objectives
from graphgames.core.oracle import Outcome
from graphgames.games.fair.objective import Fair
from graphgames.games.tables.build import build
from graphgames.play import Mistake, Session, adapter_for, rating
from tests import naive
from tests.arenas import random_arena
from tests.contract.test_catalogue import made as made_in_python
from tests.examples import examples, solution_of
from tests.games.tables.toys import Tangle
from tests.share import cases

NAMES = list(objectives())

pytestmark = pytest.mark.slow
WON = [name for name in NAMES if objective_class(name).regions is None]
"""The objectives of which plays have winners; what a play is worth for the others is tested with their kind."""


def random_game(rng: np.random.Generator, name: str) -> gg.Game:
    """A game of an objective on a few vertices, with owners or without as it allows."""
    kind = objective_class(name)
    # where strategies remember, a play has a position for each state of the memory
    remembers = kind.memory is not gg.Objective.memory or issubclass(kind, Fair)
    n = int(rng.integers(2, 4 if remembers else 7))
    owned = kind.needs_owner or bool(rng.integers(2))
    arena = random_arena(rng, n, float(rng.choice([1.5, 2.0])), owned, dead_ends=kind.allows_dead_ends)
    return gg.Game(arena, kind.random(rng, n, float(rng.uniform(0.1, 0.9)), 2 if remembers else 4))


@lru_cache(maxsize=100)
def solved_game(name: str, seed: int, number: int) -> tuple[gg.Game, Any]:
    """Return a random game of an objective with its solution; tests share it that rate it differently far."""
    game = random_game(np.random.default_rng([seed, number]), name)
    return game, gg.solve(game)


def going_on(session: Session) -> int:
    """Who wins the rest of the play, 2 for nobody."""
    walk = [made.position for made in session.made] + [session.position]
    if type(session.position) is not int:  # a position is more than its vertex
        return naive_winner(session, {})
    solution = session.adapter.oracle.solution  # type: ignore[attr-defined]
    return naive.pawn_play(solution.arena, solution.problem.objective, walk)


def after(session: Session, name: str) -> Outcome:
    """What a move leads to, for who makes it."""
    player = session.mover
    session.play(name)
    found = Outcome.of(going_on(session), player)
    session.undo()
    return found


def wander(session: Session, rng: np.random.Generator, careful: float) -> list[tuple[Outcome, Outcome]]:
    """Play to the end, mostly anyhow; return for each move what the player had before and after it."""
    worth = []
    while session.ending is None:
        names = list(session.moves())
        name = names[0] if rng.random() < careful else names[int(rng.integers(len(names)))]
        before = Outcome.of(going_on(session), session.mover)
        player = session.mover
        session.play(name)
        worth.append((before, Outcome.of(going_on(session), player)))
    return worth


@pytest.mark.share(0.35)
@pytest.mark.parametrize("limit", [rating.LIMIT, 6, 0])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_proved_of_a_move_is_so(name: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "LIMIT", limit)
    rng = np.random.default_rng(7)
    proved = 0
    for number in range(60):
        if number >= cases(60, 0.15) and proved > 3:
            break  # a share, and more until there was something to see
        game, solution = solved_game(name, 7, number)
        session = Session(adapter_for(solution, start=int(rng.integers(game.arena.n))))
        while session.ending is None:
            moves = session.moves()
            for move, choice in moves.items():
                if choice.proved:
                    proved += 1
                    assert after(session, move) == choice.result, (game.arena, session.made, move)
            assert limit < 50 or all(choice.proved for choice in moves.values())
            session.play(list(moves)[int(rng.integers(len(moves)))])
    assert proved > 3


@pytest.mark.share(0.35)
@pytest.mark.parametrize("limit", [rating.LIMIT, 6, 0])
@pytest.mark.parametrize("name", NAMES)
def test_what_is_proved_of_a_threat_is_so(name: str, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rating, "LIMIT", limit)
    rng = np.random.default_rng(11)
    proved = 0
    for number in range(60):
        if number >= cases(60, 0.15) and proved > 3:
            break  # a share, and more until there was something to see
        game, solution = solved_game(name, 11, number)
        session = Session(adapter_for(solution, start=int(rng.integers(game.arena.n))))
        if session.adapter.threats is None:
            return
        while session.ending is None:
            place = session.adapter.place
            walk = [*(place(made.position) for made in session.made), place(session.position)]
            other = 1 - session.mover
            threats = session.threats() or {}
            ranks = [choice.rank for choice in threats.values()]
            assert ranks == sorted(ranks, reverse=True)
            after = set(game.arena.successors_of(session.position).tolist())
            assert {choice.position for choice in threats.values()} == after
            passed = walk if game.arena.owner is not None else [*walk, session.position]
            for move, choice in threats.items():
                assert choice.proved or limit < 50
                if choice.proved:
                    proved += 1
                    winner = naive.pawn_play(game.arena, game.objective, [*passed, place(choice.position)])
                    assert Outcome.of(winner, other) == choice.result, (game.arena, walk, move)
            moves = list(session.moves())
            session.play(moves[int(rng.integers(len(moves)))])
    assert proved > 3


@pytest.mark.share(0.35)
@pytest.mark.parametrize("limit", [rating.LIMIT, 6, 0])
@pytest.mark.parametrize("name", WON)
def test_a_win_that_is_hinted_wins_if_one_goes_on_as_advised(
    name: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating, "LIMIT", limit)
    rng = np.random.default_rng(8)
    won = 0
    for number in range(80):
        if number >= cases(80, 0.15) and won > 1:
            break  # a share, and more until there was something to see
        game, solution = solved_game(name, 8, number)
        session = Session(adapter_for(solution, start=int(rng.integers(game.arena.n))))
        advised: int | None = None
        while session.ending is None:
            names = list(session.moves())
            best = session.moves()[names[0]]
            if advised is None and best.proved and best.result is Outcome.WIN and rng.random() < 0.9:
                advised = session.mover
            player, others = session.mover, len(names)
            session.play(names[0] if advised == player else names[int(rng.integers(others))])
        if advised is not None:
            won += 1
            assert session.ending.winner == advised
    assert won > 1


@pytest.mark.share(0.35)
@pytest.mark.parametrize("limit", [rating.LIMIT, 6, 0])
@pytest.mark.parametrize("name", WON)
def test_the_review_denies_no_mistake_and_accuses_of_none(
    name: str, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rating, "LIMIT", limit)
    rng = np.random.default_rng(9)
    found = 0
    for number in range(80):
        if number >= cases(80, 0.2) and found > 0:
            break  # a share, and more until there was something to see
        game, solution = solved_game(name, 9, number)
        session = Session(adapter_for(solution, start=int(rng.integers(game.arena.n))))
        worth = wander(session, rng, float(rng.choice([0.0, 0.5])))
        mistakes = session.review()
        found += len(mistakes)
        named = {mistake.number: mistake for mistake in mistakes}
        dropped = {k for k, (before, now) in enumerate(worth, 1) if now.rank < before.rank}
        for number, mistake in named.items():
            assert_true(session, number, mistake, worth)
        ending = session.ending
        assert ending is not None
        for player in (0, 1):
            got = Outcome.of(ending.code, player)
            mine = [k for k, made in enumerate(session.made, 1) if made.player == player]
            had = [k for k in mine if worth[k - 1][0].rank > got.rank]
            assert not had or any(k in named for k in mine), "a player had more and the review has no word of it"
        if limit > 50:
            assert set(named) == dropped
    assert found


def assert_true(session: Session, number: int, mistake: Mistake, worth: list[tuple[Outcome, Outcome]]) -> None:
    """A mistake is one: there was more to be had, by the moves that are named, and what is said to be lost is lost."""
    before, now = worth[number - 1]
    if not mistake.made.best.proved:
        assert mistake.sentence.endswith("was advised") and mistake.made.name not in mistake.better
        return
    assert before == mistake.made.best.result and mistake.better and mistake.made.name not in mistake.better
    if "away" in mistake.words:
        assert now == mistake.made.choice.result and now.rank < before.rank
    again = Session(session.adapter)
    for made in session.made[: number - 1]:
        again.play(made.name)
    assert all(after(again, name) == before for name in mistake.better)


class TooLongError(Exception):
    """There are too many ways on."""


def naive_winner(session: Session, known: dict[Any, int]) -> int:
    """Who wins the rest of a play of any kind; moves come from the oracle, its ratings are not looked at."""
    table, left = session.adapter, [cases(5_000, 0.2, least=100)]

    def over(walk: list[Any], player: int) -> int | None:
        left[0] -= 1
        if not left[0] or len(walk) > 200:
            raise TooLongError
        ending = table.ending(walk[-1], player)
        if ending is None and table.loop_ending is not None:
            here = table.place(walk[-1])
            earlier = [k for k, at in enumerate(walk[:-1]) if table.place(at) == here and table.mover(at, k) == player]
            ending = table.loop_ending(walk[earlier[0] : -1]) if earlier else None
        return None if ending is None else ending.code

    def stuck(at: Any, player: int) -> int:
        return player if table.aims[0].startswith("not") else 1 - player

    def moves(at: Any) -> list[Any]:
        return [move.position for move in table.oracle.best_moves(at)]

    def quick(walk: list[Any]) -> int:
        at, player = walk[-1], table.mover(walk[-1], len(walk) - 1)
        if (at, player) not in known:
            winner = over(walk, player)
            if winner is None:
                after = [quick([*walk, w]) for w in moves(at)]
                winner = min(after, key=(player, 2, 1 - player).index) if after else stuck(at, player)
            known[at, player] = winner
        return known[at, player]

    walk = [made.position for made in session.made] + [session.position]
    if table.loop_ending is None:
        return quick(walk)
    return naive.rest_of_play(moves, table.mover, over, stuck, walk)


def of_every_kind() -> Iterator[Any]:
    """Return a test case for each example of each kind, and for what is only made in Python."""
    for kind in find.kinds():
        for name, problem in examples(kind):
            if isinstance(problem, gg.Game) and problem.arena.chance_vertices.size:
                continue  # where the players alone do not decide
            yield pytest.param((kind.name, name), id=f"{kind.name}-{name}")
    for solution in made_in_python():
        yield pytest.param(solution, id=type(solution).__name__)


def rated_truly(table: gg.play.GameAdapter, seed: int, known: dict[Any, int]) -> tuple[int, int]:
    """Play anyhow to the end, and hold the rating and the review of each move against all ways on.

    Return how many moves were so checked, and of how many too many ways go on.
    """
    rng, session = np.random.default_rng(seed), Session(table)
    worth: dict[int, tuple[Outcome, Outcome]] = {}
    left, patience = 0, 10
    while session.ending is None:
        moves, player = session.moves(), session.mover
        ranks = [choice.rank for choice in moves.values()]
        assert ranks == sorted(ranks, reverse=True)
        name = list(moves)[int(rng.integers(len(moves)))]
        try:
            if left == patience and not worth:  # enough was tried
                raise TooLongError
            before = Outcome.of(naive_winner(session, known), player)
            session.play(name)
            now = Outcome.of(naive_winner(session, known), player)
        except TooLongError:
            left = min(left + 1, patience)
            if moves is session.moves():
                session.play(name)
            continue
        worth[len(session.made)] = before, now
        assert moves[name].proved and moves[name].result == now
        assert next(iter(moves.values())).result == before
    named = [mistake.number for mistake in session.review() if mistake.number in worth]
    assert named == [k for k, (before, now) in worth.items() if now.rank < before.rank]
    return len(worth), left


@pytest.mark.share(0.4)
@pytest.mark.parametrize("thing", list(of_every_kind()))
def test_every_kind_is_rated_and_reviewed_as_all_ways_on_say(thing: Any) -> None:
    solution = solution_of(*thing) if isinstance(thing, tuple) else thing
    table, known = adapter_for(solution), dict[Any, int]()
    seeds = range(cases(3, 0.6))
    plays = [rated_truly(table, seed, known) for seed in seeds]
    checked, left = sum(play[0] for play in plays), sum(play[1] for play in plays)
    assert checked > 1 or (left and table.loop_ending is not None)  # boards on which a play can go round


def test_tables_of_games_that_can_go_round_are_rated_as_all_ways_on_say(tmp_path: Path) -> None:
    solution = build(Tangle(23), tmp_path / "table")
    checked = 0
    for k in range(0, cases(46, 0.3, least=7), 2):
        if solution.problem.moves(divmod(k, 23)):
            checked += rated_truly(adapter_for(solution, start=divmod(k, 23)), k, {})[0]
    assert checked > cases(50, 0.25, least=3)
