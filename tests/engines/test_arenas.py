"""Games that are spread over processes have the solution of one process, whose certificate both checkers accept."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Arena, Buchi, CoBuchi, Game, MiserePlay, NormalPlay, Reach, Safe
from graphgames.catalogue import find
from graphgames.engines import reading_in_parts
from graphgames.engines.checkpoint import CheckpointFile
from graphgames.engines.spread_game import Share, SpreadGame
from graphgames.engines.spread_solution import SpreadSolution
from graphgames.engines.team import Team
from tests import share as sharing
from tests.arenas import every_arena, random_arena, random_mask
from tests.engines.members import together
from tests.share import cases

pytest.importorskip("mpi4py")
OBJECTIVES: dict[str, Any] = {
    "reach": Reach,
    "safe": Safe,
    "buchi": Buchi,
    "cobuchi": CoBuchi,
    "normal": NormalPlay,
    "misere": MiserePlay,
}
SIZES = (1, 2, 3, 8)

pytestmark = pytest.mark.slow


def random_game(name: str, seed: int, most: int = 60) -> Game:
    rng, kind = np.random.default_rng(seed), OBJECTIVES[name]
    n = int(rng.integers(0, most))
    counts = kind.counts_moves and not kind.needs_owner
    stops = bool(kind.allows_dead_ends)
    arena = random_arena(rng, n, float(rng.uniform(0.5, 3)), owned=not counts or seed % 2 == 0, dead_ends=stops)
    mask = random_mask(rng, n, float(rng.uniform(0.05, 0.6)))
    if name == "normal":
        mask &= arena.out_degree == 0
    return Game(arena, kind() if name == "misere" else kind(mask))


def solved(game: Game | SpreadGame, team: Any) -> SpreadSolution:
    part = SpreadGame.of(game, team) if isinstance(game, Game) else game
    found: SpreadSolution = gg.solve(part)
    return found


def same(one: Any, spread: Any) -> None:
    """Compare a gathered solution with that of one process: winners, ranks and remoteness."""
    assert one.winner.tolist() == spread.winner.tolist()
    if one.problem.objective.counts_moves:
        assert one.values.tolist() == spread.values.tolist()
    assert gg.verify(spread), gg.verify(spread)


@pytest.mark.share(0.5)
@pytest.mark.parametrize("name", OBJECTIVES)
@pytest.mark.parametrize("size", SIZES)
def test_random_games_agree_with_one_process(name: str, size: int) -> None:
    for seed in range(cases(25, 0.12)):
        game = random_game(name, seed)
        one = gg.solve(game)

        def work(team: Any, game: Game = game) -> Any:
            solution = solved(game, team)
            return solution.gathered(), gg.verify(solution), solution.won

        parts = together(size, work)
        for whole, report, won in parts:
            same(one, whole)
            assert whole.strategy.moves.tolist() == parts[0][0].strategy.moves.tolist()
            assert report.ok and report.checked == gg.verify(whole).checked, report
            assert won == one.won


@pytest.mark.share(0.5)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_small_game_agrees_with_one_process(name: str) -> None:
    kind = OBJECTIVES[name]
    for arena in sharing.share(every_arena(2, dead_ends=kind.allows_dead_ends), 0.3):
        for marks in range(4) if kind.data else (0,):
            game = Game(arena, kind(np.array([marks & 1, marks >> 1], bool)) if kind.data else kind())
            solution = solved(game, Team(1))
            same(gg.solve(game), solution.gathered())
            assert gg.verify(solution)


@pytest.mark.share(0.34)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_questions_are_answered_as_by_one_process(name: str) -> None:
    game = random_game(name, 7)
    one = gg.solve(game)

    def ask(team: Any) -> Any:
        solution = solved(game, team)
        vertices = range(game.arena.n)
        told = [(solution.outcome(v), solution.value(v), solution.mover(v)) for v in vertices]
        moves = [[(move.position, move.result) for move in solution.best_moves(v)] for v in vertices]
        return told, moves, [solution.explain(v) for v in vertices], solution.explain(), str(solution)

    told, moves, said, *_ = together(3, ask)[1]
    values: Any = one.values if game.objective.counts_moves else [value for _, value, _ in told]
    assert told == [(one.outcome(v), values[v], one.mover(v)) for v in range(game.arena.n)]
    for v in range(game.arena.n):
        assert sorted(moves[v]) == sorted((move.position, move.result) for move in one.best_moves(v))
        assert said[v].split(":")[0] == one.explain(v).split(":")[0]


def test_a_vertex_that_is_not_there_is_refused() -> None:
    solution = solved(random_game("reach", 7), Team(1))
    with pytest.raises(gg.GameError, match="is not a vertex"):
        solution.outcome(10**6)
    with pytest.raises(gg.GameError, match="is not a vertex"):
        solution.outcome("a")  # type: ignore[arg-type]


def changed(solution: SpreadSolution, field: str, place: int) -> SpreadSolution:
    """Return the solution with one entry of an array of this process changed."""
    array = solution.labels[field].copy()
    array[place] += 1
    name = field.partition(".")[2]
    if name:
        return replace(solution, certificate=replace(solution.certificate, **{name: array}))
    plain: dict[str, Any] = {{"strategy": "moves", "value": "values"}.get(field, field): array}
    return replace(solution, **plain)


@pytest.mark.share(0.5)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_every_planted_fault_is_found(name: str) -> None:
    game = random_game(name, 11, 40)

    def work(team: Any) -> Any:
        solution, found = solved(game, team), []
        for field in solution.labels:
            for v in range(game.arena.n):
                mine = solution.problem.arena.share.owner_ranks(np.array([v]))[0] == team.rank
                place = int(solution.problem.arena.share.local(np.array([v]))[0])
                if field == "winner" and name in ("normal", "misere"):
                    continue
                bad = changed(solution, field, place) if mine else solution
                report, ordinary = gg.verify(bad), gg.verify(bad.gathered())
                found.append((field, v, report, ordinary))
        return found

    faults = 0
    for field, v, report, ordinary in together(3, work)[0]:
        assert report.ok == ordinary.ok and (field == "strategy" or not report.ok), (field, v, str(report))
        if {failure.vertex for failure in ordinary.failures} != {None} and len(ordinary.failures) < 20:
            assert {failure.vertex for failure in report.failures} >= {failure.vertex for failure in ordinary.failures}
        faults += not report.ok
    assert faults


def test_a_move_to_a_vertex_that_is_not_there_is_found() -> None:
    solution = solved(random_game("reach", 11), Team(1))
    for bad in (-7, 10**6):
        moves = solution.moves.copy()
        moves[0] = bad
        assert not gg.verify(replace(solution, moves=moves))


def test_an_exchange_that_loses_news_is_found() -> None:
    """The checker asks in a way of its own, so a fault in that of the solver shows."""
    game = random_game("normal", 12)

    def work(team: Any) -> bool:
        part, send = SpreadGame.of(game, team), team.send
        team.send = lambda items, shift=16: [come[: come.size // 2] for come in send(items, shift)]
        return gg.verify(find.choose("normal").load("mpi")(part)).ok

    assert not any(together(2, work))


def test_a_share_covers_all_vertices_once() -> None:
    for n in (0, 1, 2, 7, 100, 1000):
        for size in SIZES:
            shares = [Share(n, bits, size, rank) for bits in (0, 1, 3) for rank in range(size)]
            for at in range(0, len(shares), size):
                everything = np.concatenate([share.numbers() for share in shares[at : at + size]])
                assert sorted(everything.tolist()) == list(range(n))
            for share in shares:
                assert share.local(share.numbers()).tolist() == list(range(share.count))
                assert set(share.owner_ranks(share.numbers()).tolist()) <= {share.rank}


ODD = 'parity 5;\nstart 3;\n4 7 1 0,1 "a; b";\n0 2 0 1,2,\n 1;3 1 1 4 ";;;\n";\n1 1 1 0;2 4\n0 2,0 "x"; 5 3 0 5;\n'


@pytest.mark.share(0.8)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ending", [".pg", ".npz", ".edges", ".pg.gz"])
def test_files_are_read_in_parts(size: int, ending: str, tmp_path: Path) -> None:
    for seed in range(6):
        path = tmp_path / f"game{seed}{ending}"
        game = random_game("normal" if ending == ".edges" else "buchi", 2 * seed + 1)
        gg.write(Game(game.arena, NormalPlay()) if ending == ".edges" else game, path)
        objective = "normal" if ending == ".edges" else ("reach", "buchi", "misere")[seed % 3]
        one = gg.read(path, objective=objective)
        _compare(size, path, objective, one)


@pytest.mark.parametrize("size", SIZES)
def test_a_text_in_any_order_with_names_and_white_space_is_cut_where_it_may_be(size: int, tmp_path: Path) -> None:
    path = tmp_path / "odd.pg"
    path.write_text(ODD)
    _compare(size, path, "buchi", gg.read(path, objective="buchi"))


def _compare(size: int, path: Path, objective: str, one: Game) -> None:
    def work(team: Any) -> Any:
        part = reading_in_parts.read_game(path, team, objective)
        return part.start, solved(part, team).gathered()

    for start, whole in together(size, work):
        assert start == one.start
        assert whole.arena.successors.tolist() == one.arena.successors.tolist()
        assert whole.arena.indptr.tolist() == one.arena.indptr.tolist()
        same(gg.solve(one), whole)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("parity 2;\n0 0 0 1;\n1 0 0 5;\n2 0 0 0;\n", "edge to 5"),
        ("parity 3;\n0 0 0 1;\n1 0 0 1;\n", "the header says 3"),
        ("0 0 0 1;\n1 0 0 0;\n1 0 0 0;\n", "a second time"),
        ("0 0 0 1;\n1 0 7 0;\n", "has owner 7"),
        ("0 0 0 1;\n1 0 0 0", "expected"),
        ("0 0 0 1;\n1 0 0;\n", "no successor"),
        ("", "empty"),
    ],
)
def test_a_fault_in_a_text_is_told_by_the_ordinary_reader(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.pg"
    path.write_text(text)
    with pytest.raises(gg.FormatError, match=message):
        together(2, lambda team: reading_in_parts.read_game(path, team, "buchi"))


@pytest.mark.share(0.5)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", OBJECTIVES)
def test_a_solution_is_the_same_file_for_any_number_of_processes(name: str, size: int, tmp_path: Path) -> None:
    game = random_game(name, 5)
    one, many = tmp_path / "one.npz", tmp_path / "many.npz"
    gg.write(solved(game, Team(1)), one)

    def work(team: Any) -> Any:
        reading_in_parts.write_solution(solved(game, team), many)
        part = SpreadGame.of(game, team)
        return gg.verify(gg.read_solution(part, many))

    assert all(together(size, work))
    assert one.read_bytes() == many.read_bytes()
    again = gg.read_solution(game, many)
    same(gg.solve(game), again)
    gg.write(again, tmp_path / "again.npz")
    assert (tmp_path / "again.npz").read_bytes() == one.read_bytes()


def test_a_dead_end_where_none_may_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "stuck.npz"
    np.savez(path, indptr=[0, 1, 1], successors=[1], owner=[0, 1])
    with pytest.raises(gg.GameError, match="no meaning for a play that stops"):
        together(2, lambda team: reading_in_parts.read_game(path, team, "buchi"))


def test_marks_on_edges_are_spread_in_the_vertex_form() -> None:
    arena = Arena.from_edges([(0, 1), (1, 0), (1, 1)], owner=[0, 1])
    game = Game(arena, Buchi(accepting_edges=[True, False, False]))
    part = SpreadGame.of(game, Team(1))
    assert part.arena.n == game.vertex_form.arena.n
    assert gg.verify(solved(part, Team(1)))


class Killed(Exception):
    """In place of a signal."""


def kept(
    game: Game, size: int, path: Path, monkeypatch: pytest.MonkeyPatch, most: int | None = None
) -> tuple[Any, int]:
    """Solve a game with a checkpoint before each layer, and stop after some; return what was found, and how many."""
    write, many = CheckpointFile.write, [0] * size

    def counted(file: CheckpointFile, *given: Any) -> None:
        write(file, *given)
        many[file.team.rank] += 1
        if many[file.team.rank] == most:
            raise Killed

    monkeypatch.setattr(CheckpointFile, "write", counted)
    try:
        work = lambda team: gg.solve(SpreadGame.of(game, team), checkpoint=path, every=0).gathered()  # noqa: E731
        return together(size, work)[0], max(many)
    except Killed:
        return None, max(many)
    finally:
        monkeypatch.setattr(CheckpointFile, "write", write)


@pytest.mark.slow
@pytest.mark.parametrize("name", OBJECTIVES)
def test_a_job_that_was_killed_goes_on_with_another_number_of_processes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stopped = 0
    for seed in range(cases(6, 1, least=3)):
        game, path = random_game(name, seed), tmp_path / f"{seed}.kept"
        one, layers = kept(game, 1, path, monkeypatch)
        assert not path.exists()
        for most in sharing.share(range(1, layers + 1), 0.8, f"{name} {seed}", least=2):
            assert kept(game, 2, path, monkeypatch, most) == (None, most) and path.exists()
            found, left = kept(game, 3, path, monkeypatch)
            assert left == layers - most + 1 and not path.exists()
            same(one, found)
            assert found.strategy.moves.tolist() == one.strategy.moves.tolist()
            stopped += 1
    assert stopped > 2


def test_a_checkpoint_of_another_game_or_a_damaged_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept"
    one, other = (Game(Arena.from_edges([(i + 1, i) for i in range(n)]), NormalPlay()) for n in (5, 6))
    kept(one, 2, path, monkeypatch, 3)
    for game in (other, Game(one.arena, NormalPlay(won=[0]))):
        with pytest.raises(gg.GameError, match="is the checkpoint of another game or solver"):
            gg.solve(SpreadGame.of(game, Team()), checkpoint=path)
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:-1] + b"?", whole[:550] + bytes([whole[550] ^ 1]) + whole[551:]):
        path.write_bytes(damaged)
        with pytest.raises(gg.GameError, match="is damaged"):
            gg.solve(SpreadGame.of(one, Team()), checkpoint=path)
    path.write_bytes(whole)
    same(gg.solve(one), gg.solve(SpreadGame.of(one, Team()), checkpoint=path).gathered())
    path.write_text("a shopping list")
    with pytest.raises(gg.GameError, match="is not a checkpoint"):
        gg.solve(SpreadGame.of(one, Team()), checkpoint=path)
