"""The proved checker: it proves what is solved, refuses what is false, and says the same as the fast checker."""

from __future__ import annotations

import io
import json
import subprocess
from collections.abc import Callable
from itertools import islice, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.cli.main import run as command
from graphgames.explore import gallery
from graphgames.explore.loaded_game import read_problem
from graphgames.formats.cert import MisfitError, Rows, lines_of, write_solution
from graphgames.games.random_games import random_game
from tests import naive
from tests.contract import claims
from tests.proof.program import EDGES, FORM, believed, program, run, text_of
from tests.share import cases

OBJECTIVES = ("reach", "safe", "buchi", "cobuchi", "parity", "normal", "misere")
KINDS = ("strategy-pair", "attractor-ranks", "buchi-labels", "remoteness", "grundy-values", "loopy-values")


def solved(seed: int, objective: str, n: int = 7) -> gg.ArenaSolution:
    return gg.solve(random_game(n, objective=objective, seed=seed))


def without_owners(game: gg.Game) -> gg.Game:
    return gg.Game(gg.Arena(game.arena.indptr, game.arena.successors), game.objective)


def nimbers_of(seed: int, n: int) -> Any:
    arena = random_game(n, objective="reach", seed=seed, degrees=(1, 6)).arena
    down = arena.tails > arena.successors
    return gg.grundy_values(gg.Arena.from_arrays(arena.tails[down], arena.successors[down], n))


def test_every_example_of_these_kinds_is_proved() -> None:
    program()
    shown = []
    for one in gallery.examples():
        if one.name.endswith("-table"):
            continue
        solution = gg.solve(read_problem(one.text.encode(), one.file, one.options))
        if getattr(getattr(solution, "certificate", None), "kind", None) in KINDS:
            shown.append((one.name, solution))
    found = believed([solution for _, solution in shown])
    assert len(shown) > 5 and [name for (name, _), ok in zip(shown, found, strict=True) if not ok] == []


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_solved_games_are_proved(objective: str) -> None:
    games = [random_game(n, objective=objective, seed=n) for n in range(1, 60)]
    if objective in ("normal", "misere"):
        games += list(map(without_owners, games))
    if objective == "parity":
        games += [random_game(60, objective=objective, seed=s, priorities=40) for s in range(20)]
    assert all(believed(map(gg.solve, games)))


def test_nimbers_are_proved() -> None:
    assert all(believed(nimbers_of(n, n) for n in range(1, 80)))


def small_progress_measures(game: gg.Game, player: int) -> list[list[int] | None]:
    """The least measure of a player by lifting, for the priorities bad for that player from the highest; None: top."""
    arena, priority = game.arena, game.objective.priorities(game.arena).tolist()
    bad = sorted({p for p in priority if p % 2 != player}, reverse=True)
    most = [priority.count(p) for p in bad]
    owner = arena.owner
    assert owner is not None

    def lifted(v: int, after: list[int] | None) -> list[int] | None:
        if after is None:
            return None
        kept = [k if p >= priority[v] else 0 for p, k in zip(bad, after, strict=True)]
        if priority[v] % 2 == player:
            return kept
        for i in range(bad.index(priority[v]), -1, -1):
            if kept[i] < most[i]:
                return [*kept[:i], kept[i] + 1, *[0] * (len(bad) - i - 1)]
        return None

    def order(measure: list[int] | None) -> tuple[bool, list[int]]:
        return measure is None, measure or []

    measure: list[list[int] | None] = [[0] * len(bad) for _ in range(arena.n)]
    changed = True
    while changed:
        changed = False
        for v in range(arena.n):
            ways = [lifted(v, measure[w]) for w in arena.successors_of(v).tolist()]
            best = min(ways, key=order) if owner[v] == player else max(ways, key=order)
            if order(best) > order(measure[v]):
                measure[v], changed = best, True
    return measure


@pytest.mark.parametrize("seed", range(12))
def test_small_progress_measures_do_as_they_are(seed: int) -> None:
    game = random_game(8, objective="parity", seed=seed, priorities=6)
    arena, owner, priority = game.arena, game.arena.owner, game.objective.priorities(game.arena).tolist()
    assert owner is not None
    measures = [small_progress_measures(game, player) for player in (0, 1)]
    winner = [int(found is None) for found in measures[0]]
    assert [found is None for found in measures[1]] == [who == 0 for who in winner]
    rows: list[str] = []
    solution, certificate = [], []
    for v, who in enumerate(winner):
        after, mine = arena.successors_of(v).tolist(), measures[who]
        bad = sorted({p for p in priority if p % 2 != who}, reverse=True)
        heights = {w: [k for p, k in zip(bad, mine[w] or [], strict=False) if p >= priority[v]] for w in after}
        best = min((w for w in after if mine[w] is not None), key=heights.__getitem__, default=None)
        rows.append(f"{v} {owner[v]} {priority[v]} {' '.join(map(str, after))}")
        solution.append(f"{v} {who} {best}" if owner[v] == who else f"{v} {who}")
        levels = [f"{p} {k}" for p, k in zip(bad, mine[v] or [], strict=True)]
        certificate.append(" ".join([str(v), *levels]))
    text = ["graphgames-certificate 1", f"parity progress-measure {arena.n} {arena.m}", "game", *rows]
    text += ["solution", *solution, "certificate", *certificate, "end", ""]
    code, said = run("\n".join(text).encode())
    assert code == 0, said


@pytest.mark.parametrize("convention", ["max-even", "max-odd", "min-even", "min-odd"])
def test_priorities_on_edges_and_of_other_conventions_are_proved(convention: str) -> None:
    rng, found = np.random.default_rng(1), []
    for seed in range(10):
        arena = random_game(8, objective="parity", seed=seed).arena
        numbers = rng.integers(0, 6, arena.m)
        found.append(gg.solve(gg.Game(arena, gg.Parity(edge_priority=numbers, convention=convention))))
        found.append(gg.solve(gg.Game(arena, gg.Parity(numbers[: arena.n], convention=convention))))
    assert all(believed(found))


# Faults planted into a text. The game: 0 and 2 are Eve's; she wins 0, 1 and 2 by moving to the even 2, Adam wins 3.
CLAIM = """graphgames-certificate 1
parity progress-measure 4 7
game
0 0 1 1 2
1 1 1 0 2
2 0 2 1
3 1 3 3 0
solution
0 0 2
1 0
2 0 1
3 1 3
certificate
0 1 0
1 1 1
2
3
end
"""
REFUSED = [
    ("0 0 2\n1 0\n", "0 0 1\n1 0\n", "at vertex 0 it does not hold that the measure does not rise"),
    ("3 1 3\ncert", "3 0\ncert", "at vertex 3 it does not hold that the measure does not rise"),
    ("2 0 1\n3 1 3", "2 1\n3 1 3", "leaves the winner's region"),
    ("0 1 0\n1 1 1", "0 1 1\n1 1 1", "at vertex 1 it does not hold that the measure does not rise"),
    ("0 1 0\n1 1 1", "0 1 0\n1 2 1", "the measure does not rise"),
    ("2 0 1\n3 1 3", "2 0\n3 1 3", "at vertex 2 it does not hold that a move is shown where"),
    ("1 0\n2 0 1", "1 0 0\n2 0 1", "at vertex 1 it does not hold that a move is shown where"),
    ("2 0 1\n3 1 3", "2 0 3\n3 1 3", "at vertex 2 it does not hold that the move shown is an edge"),
    ("3 1 3 3 0", "3 1 3 3 4", "at vertex 3 it does not hold that an edge leads to a vertex of the graph"),
    ("2 0 2 1\n", "2 0 3 1\n", "the measure does not rise"),
    ("1 1 1 0 2\n", "1 1 257 0 2\n", "at vertex 1 it does not hold that the measure does not rise"),
    ("4 7\n", "4 6\n", EDGES),
    ("4 7\n", "4 7 1\n", FORM),
    ("2 0 2 1\n", "2 0 2\n", EDGES),
    ("2 0 2 1\n", "2 2 2 1\n", FORM),
    ("2 0 2 1\n", "2 0 -2 1\n", "expected a number"),
    ("2 0 2 1\n", "2 0 2 1.0\n", "expected a number"),
    ("2 0 2 1\n", f"2 0 {10**18} 1\n", "a number has more than 18 digits"),
    ("2 0 2 1\n", f"2 0 {2**62 + 2} 1\n", "a number has more than 18 digits"),
    ("2 0 1\n3 1 3", "2 0 1 1\n3 1 3", FORM),
    ("2 0 1\n3 1 3", "2\n3 1 3", FORM),
    ("0 1 0\n1 1 1", "0 1\n1 1 1", FORM),
    ("1 1 1\n2\n3", "2\n1 1 1\n3", "expected the row of vertex 1"),
    ("certificate 1", "certificate 2", "this program reads version 1"),
    ("progress-measure", "progress", "unknown: parity progress"),
    ("end\n", "end\nmore\n", "expected 'graphgames-certificate'"),
    ("end\n", "end", "the input ends in the middle"),
    ("end\n", "end of it\n", "more on this line"),
    ("solution\n", "", "expected 'solution'"),
    ("3\nend", "3\n4\nend", "expected 'end', found '4'"),
]


def test_the_claim_without_a_fault_is_proved() -> None:
    assert run(CLAIM.encode()) == (0, ["proved: parity, 4 vertices, 7 edges: who wins, and the moves"])
    assert run(CLAIM.replace("\n", " \r\n").replace(" 2", "\t 2").encode())[0] == 0
    for even in (254, 256, 10**17):  # a byte holds the first of them
        assert run(CLAIM.replace("2 0 2 1\n", f"2 0 {even} 1\n").encode())[0] == 0


@pytest.mark.parametrize(("old", "new", "said"), REFUSED)
def test_a_planted_fault_is_refused_with_its_reason(old: str, new: str, said: str) -> None:
    assert CLAIM.count(old) == 1
    code, lines = run(CLAIM.replace(old, new).encode())
    assert code == (1 if lines[-1].startswith("refused: ") else 2) and said in lines[-1], lines


def test_a_truncated_file_is_unreadable_wherever_it_ends() -> None:
    for end in range(len(CLAIM) - 1):
        code, lines = run(CLAIM[:end].encode())
        assert code == 2 and lines[0].startswith("unreadable"), (end, lines)


def test_a_fault_does_not_hide_the_certificates_after_it() -> None:
    texts = [CLAIM, CLAIM.replace("game\n", "gane\n"), CLAIM, CLAIM.replace("1 1 1\n2", "1 1 0\n2"), CLAIM]
    code, lines = run("".join(texts).encode())
    assert code == 2
    assert [line.partition(":")[0] for line in lines] == ["proved", "unreadable", "proved", "refused", "proved"]


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_numbers_shown_that_are_not_proved_are_refused(objective: str) -> None:
    solution = solved(3, objective)
    if solution.values is None:
        return
    other = gg.ArenaSolution(
        solution.problem, solution.winner, solution.strategy, "x", solution.certificate, solution.values + 1
    )
    assert believed([solution, other]) == [True, False]


# The three sorts of claims of the fast checker's own tests, judged by both.
def both_say_the_same(said: list[naive.Claimed]) -> int:
    fast = [not bad for bad in claims.rejected(said)]
    proved = believed(claims.solution_of(claim) for claim in said)
    different = [claim for claim, a, b in zip(said, fast, proved, strict=True) if a != b]
    assert different == []
    return sum(fast)


@pytest.mark.parametrize("owned", [True, False])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_every_claim_about_small_games_is_judged_as_by_the_fast_checker(objective: str, owned: bool) -> None:
    if not owned and objective not in ("normal", "misere"):
        return
    program()
    said = []
    for n in (1, 2):
        games = list(claims.every_game(objective, n, owned))
        for arena, data in games[:: max(1, len(games) // 15)]:
            claim = naive.claim(arena, objective, data)
            said += [claim, *(p.claim for p in claims.planted(claim)), *islice(claims.lies(claim), 12)]
    assert 0 < both_say_the_same(said) < len(said)


@pytest.mark.slow
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_many_claims_are_judged_as_by_the_fast_checker(objective: str) -> None:
    program()
    rng, said = np.random.default_rng(7), []
    for _ in range(cases(40, 0.4)):
        claim = claims.random_claim(rng, objective, int(rng.integers(3, 7)))
        said += [claim, *(p.claim for p in claims.planted(claim))]
    for arena, data in islice(claims.every_game(objective, 3), 0, None, 150):
        said += islice(claims.lies(naive.claim(arena, objective, data)), 20)
    assert 0 < both_say_the_same(said) < len(said)


@pytest.mark.nightly
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_all_claims_about_three_vertices_are_judged_as_by_the_fast_checker(objective: str) -> None:
    program()
    looked = 0
    for owned in (True, False)[: 1 + (objective in ("normal", "misere"))]:
        games = [game for n in (1, 2, 3) for game in claims.every_game(objective, n, owned)]
        for begin in range(0, len(games), 200):
            said = []
            for arena, data in games[begin : begin + 200 : 20 if objective == "parity" else 1]:
                claim = naive.claim(arena, objective, data)
                said += [claim, *(p.claim for p in claims.planted(claim)), *claims.lies(claim)]
            both_say_the_same(said)
            looked += len(said)
    print(f"{objective}: {looked} claims")


def loopy_nimbers_of(seed: int, n: int) -> Any:
    arena = random_game(n, objective="normal", seed=seed, degrees=(0, 4)).arena
    return gg.grundy_values(arena, loopy=True)


def planted_nimbers(solution: Any) -> list[Any]:
    """The claim itself, and with a value or a label changed; a value of -1 is infinite."""
    proof, found = solution.certificate, [solution]
    label = "depth" if hasattr(proof, "depth") else "counter"
    for v, up, more in product(range(solution.arena.n), (-1, 0, 1), (-1, 0, 1)):
        grundy, labels = proof.grundy.copy(), getattr(proof, label).copy()
        if grundy[v] + up < -1 or labels[v] + more < 0:
            continue
        grundy[v] += up
        labels[v] += more
        found.append(type(solution)(solution.problem, grundy, "x", type(proof)(grundy, labels)))
    return found


@pytest.mark.parametrize("make", [nimbers_of, loopy_nimbers_of])
def test_nimbers_with_a_fault_are_judged_as_by_the_fast_checker(make: Callable[[int, int], Any]) -> None:
    said = [claim for seed in range(8) for claim in planted_nimbers(make(seed, 6))]
    fast = [gg.verify(claim).ok for claim in said]
    assert believed(said) == fast and 8 <= sum(fast) < len(fast)


def test_infinite_nimbers_are_proved() -> None:
    found = [loopy_nimbers_of(seed, 2 + seed % 20) for seed in range(60)]
    assert sum(int(np.any(solution.values < 0)) for solution in found) > 20
    assert all(believed(found))


@pytest.mark.slow
def test_the_files_after_one_that_is_too_large_are_judged(tmp_path: Path) -> None:
    """Rows with weights are read by recursion, too deep for 400,000 successors of one vertex."""
    rows = (
        "graphgames-certificate 1\nenergy energy-bounds 1 {} 1\ngame\n0 0{}\nsolution\n0 0 0 0\ncertificate\n0 0\nend\n"
    )
    files = [tmp_path / name for name in ("right.cert", "large.cert", "missing.cert", "next.cert")]
    for file, edges in zip(files, (1, 400_000, 0, 1), strict=True):
        if edges:
            file.write_text(rows.format(edges, " 0 0" * edges))
    done = subprocess.run([program(), *files], check=False, capture_output=True, text=True)
    said = [line.removesuffix("the moves") for line in done.stdout.splitlines()]
    right = "proved: energy, 1 vertices, 1 edges: who wins, the least credits, and "
    assert done.returncode == 2 and not done.stderr
    large, missing = (
        f"unreadable: {files[1]}: too large for this machine",
        f"unreadable: {files[2]}: No such file or directory",
    )
    assert said == [right, large, missing, right]


# The command line
@pytest.fixture
def files(tmp_path: Path) -> Callable[[str], tuple[str, str]]:
    def make(objective: str) -> tuple[str, str]:
        game, solution = tmp_path / "game.arena", tmp_path / "solution.json"
        found = solved(2, objective)
        gg.write(found.problem, game)
        gg.write(found, solution)
        return str(game), str(solution)

    return make


def test_verify_says_which_checker_and_what_was_proved(
    files: Callable[[str], tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    where = program()
    game, solution = files("reach")
    assert command(["verify", "--proved", game, solution]) == 0
    told = capsys.readouterr().out
    assert "proved by graphgames-check, extracted from a proof in Coq" in told and "how soon the target comes" in told
    assert command(["verify", "--proved", "--json", game, solution]) == 0
    assert json.loads(capsys.readouterr().out)["program"] == where


def test_verify_refuses_a_solution_with_another_winner(
    files: Callable[[str], tuple[str, str]], capsys: pytest.CaptureFixture[str]
) -> None:
    program()
    game, solution = files("parity")
    data = json.loads(Path(solution).read_text())
    data["winner"][0] = 1 - data["winner"][0]
    Path(solution).write_text(json.dumps(data))
    assert command(["verify", "--proved", game, solution]) == 1
    assert "not proved by graphgames-check" in capsys.readouterr().out


def test_without_the_program_the_command_says_how_to_build_it(
    files: Callable[[str], tuple[str, str]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from graphgames.cli import proved

    monkeypatch.setattr(proved, "_SOURCES", Path("/nowhere"))
    monkeypatch.setenv("PATH", "/nowhere")
    assert command(["verify", "--proved", *files("safe")]) == 2
    assert "make prove" in capsys.readouterr().err


def test_a_kind_without_a_proved_checker_is_named() -> None:
    solution = gg.solve({"a": ["a"]}, gg.Energy([1], cap=3), owner=[0])
    with pytest.raises(gg.GameError, match="no proved checker for certificates of kind 'energy-layers'"):
        text_of(solution)


def test_the_measure_holds_few_numbers() -> None:
    solution = gg.solve(random_game(20_000, objective="parity", seed=1, priorities=10))
    certificate = lines_of(solution).certificate
    assert isinstance(certificate, Rows) and certificate.items.size < 4 * 20_000
    assert subprocess.run([program(), "-"], input=text_of(solution), check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    "objective",
    [gg.Energy([-1, -1]), gg.MeanPayoff([-1, -1]), gg.TotalPayoff([-1, -1]), gg.Discounted([-1, -1], discount="1/2")],
)
def test_no_move_is_shown_where_nobody_has_one(objective: gg.Objective) -> None:
    """A play that stays at a dead end is written as a loop; a strategy that shows this as a move is not."""
    game = gg.Game(gg.Arena.from_edges([(1, 0), (1, 1)], owner=[0, 1]), objective)
    right = gg.solve(game)
    write_solution(right, io.BytesIO())
    lie = gg.ArenaSolution(
        game,
        right.winner,
        gg.Strategy(np.array([0, right.strategy.moves[1]], np.int32)),
        "by hand",
        right.certificate,
        right.values,
    )
    assert not gg.verify(lie)
    with pytest.raises(MisfitError, match="there is no move"):
        write_solution(lie, io.BytesIO())


@pytest.mark.parametrize("objective", ["fair-parity", "parity-probability"])
def test_two_strategies_prove_nothing_where_other_plays_count(objective: str) -> None:
    """Such an objective has priorities, too; the claim was written as that of a parity game, and proved."""
    arena = gg.Arena([0, 2, 3], [0, 1, 1], [1, 0])
    parity = gg.solve(gg.Game(arena, gg.Parity([1, 2])))
    others = {"fair-parity": gg.FairParity([1, 2], fair=[(0, 1)]), "parity-probability": gg.ParityProbability([1, 2])}
    other = gg.Game(arena, others[objective])
    claim = gg.ArenaSolution(other, parity.winner, parity.strategy, "by hand", parity.certificate)
    assert parity.winner.tolist() == [1, 0]
    assert believed([parity, claim]) == [True, False] and not gg.verify(claim).ok
