"""The digest of a problem: as the format documents it, and the one sentence about a solution of another game."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from array import array
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames import Arena, FormatError, Game
from graphgames.catalogue import find
from graphgames.core.digest import digest, game_parts
from graphgames.formats import json_, npz
from graphgames.formats.arena_json import write_game
from graphgames.readers.source import Source
from tests.contract.test_solution_files import DICE, INPUTS, OWNED, again, inside, problems, solved
from tests.examples import solved_examples

GAMES = [name for name, (problem, _) in problems().items() if isinstance(problem, Game)]


DEFAULTS = {"convention": "max-even", "dead_ends": "stay", "threshold": 0, "unreached": "inf", "steps": 10}
DEFAULTS |= {"on": "vertices", "formula": "Inf(0)"}


def from_file(game: dict[str, Any]) -> str:
    """The digest of a game by its file, as the documents tell it, with the standard library alone."""
    mixed = hashlib.sha256()

    def part(name: str, values: Any) -> None:
        if isinstance(values, list) and all(isinstance(one, int) for one in values):
            mixed.update(f"{name} integers {len(values)}\n".encode() + array("q", values).tobytes())
        else:
            lines = values if isinstance(values, list) else [values]
            mixed.update("".join([f"{name} text {len(lines)}\n", *(f"{one}\n" for one in lines)]).encode())

    n, edges = game["vertices"], game["edges"]
    part("objective", game["objective"]["name"])
    part("vertices", n)
    if "owner" in game:
        part("owner", game["owner"])
    part("degree", [sum(tail == v for tail, _ in edges) for v in range(n)])
    part("head", [head for _, head in sorted(edges, key=lambda edge: edge[0])])
    if "probability" in game:
        given = [Fraction(0 if one is None else one) for one in game["probability"]]
        below = [lcm(*(p.denominator for p, (u, _) in zip(given, edges, strict=True) if u == v)) for v in range(n)]
        part("probability", [int(p * below[tail]) for p, (tail, _) in zip(given, edges, strict=True)])
        part("denominator", below)
    for name, value in sorted(game["objective"].items()):
        if name != "name" and value != DEFAULTS.get(name):
            several = isinstance(value, list) and value and isinstance(value[0], list)
            part(name, [",".join(map(str, one)) for one in value] if several else value)
    return f"sha256:{mixed.hexdigest()}"


@pytest.mark.parametrize("name", GAMES)
def test_any_program_can_compute_it_from_the_file_of_the_game(name: str) -> None:
    file = io.BytesIO()
    write_game(problems()[name][0], file)
    assert json.loads(solved(name)[1])["problem"] == from_file(json.loads(file.getvalue()))


def test_numbers_of_any_size_have_a_digest() -> None:
    for weight in (["1/3", 2, 0, 0, 1], [10**30, 1, 0, 0, -1], [2**63 - 1, -(2**63), 0, 0, 1]):
        game, file = Game(OWNED, gg.MeanPayoff(weight, threshold="-7/2")), io.BytesIO()
        write_game(game, file)
        assert digest(game_parts(game)) == from_file(json.loads(file.getvalue()))


OTHERS = {
    "an owner": Game(Arena.from_edges(OWNED.edges(), owner=[0, 1, 1]), gg.Energy([1, -2, 1, 0, 3])),
    "an edge": Game(
        Arena.from_edges([*list(OWNED.edges())[:-1], (2, 1)], owner=[0, 1, 0]), gg.Energy([1, -2, 1, 0, 3])
    ),
    "a weight": Game(OWNED, gg.Energy([1, -2, 1, 0, 4])),
    "where weights are": Game(OWNED, gg.Energy(vertex_weight=[1, -2, 1])),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_solution_of_another_game_of_the_same_size_is_refused_in_one_sentence(other: str) -> None:
    with pytest.raises(FormatError) as error:
        gg.read_solution(OTHERS[other], Source(solved("energy")[1], "x.json"))
    (fault,) = error.value.faults
    assert fault.message.startswith("this is a solution of another game: the sizes are the same, but not all edges")


def test_a_solution_of_a_game_of_another_kind_is_refused_in_one_sentence() -> None:
    for one, other in (("energy", "parity"), ("heaps", "nimbers"), ("race", "treblecross"), ("energy", "discounted")):
        with pytest.raises(FormatError) as error:
            again(other, solved(one)[1])
        (fault,) = error.value.faults
        assert fault.message.startswith('this is a solution of another game: "objective" is "')


def test_probabilities_count_and_names_do_not() -> None:
    def made(probability: list[str], labels: str | None = None) -> str:
        given = [*probability, None, None]
        arena = Arena.from_edges(DICE.edges(), DICE.n, DICE.owner, labels, probability=given)
        return digest(game_parts(Game(arena, gg.ReachProbability(["c" if labels else 2]))))

    assert made(["1/2", "1/4", "1/4"], "abcd") == made(["2/4", "1/4", "0.25"]) != made(["1/2", "1/3", "1/6"])


@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", problems())
def test_a_file_without_a_digest_is_read_and_said_to_name_no_game(name: str) -> None:
    solution, data = solved(name)
    old = json.loads(data)
    assert solution.names_game and again(name, data).names_game
    for digest_of_old in (None, "0" * 64):
        old.pop("problem", None)
        if digest_of_old:  # as versions before wrote it for some kinds of games
            old["problem"] = digest_of_old
        copy = again(name, json.dumps(old).encode())
        assert not copy.names_game and gg.verify(copy)


def test_the_program_says_that_a_file_names_no_game(tmp_path: Path) -> None:
    game, solution = tmp_path / "game", tmp_path / "solution.json"
    game.write_bytes(INPUTS["treblecross"])
    assert inside("solve", game, "--game", "treblecross", "--solution", solution, "--quiet") == (0, "")
    assert "names no game" not in inside("verify", game, solution, "--game", "treblecross")[1]
    old = json.loads(solution.read_text())
    del old["problem"]
    solution.write_text(json.dumps(old))
    code, said = inside("verify", game, solution, "--game", "treblecross")
    assert code == 0 and "solution.json names no game" in said
    assert "names no game" not in inside("verify", game, solution, "--game", "treblecross", "--json")[1]


def one_sentence(problem: Any, data: bytes, name: str) -> str:
    """Return the sentence with which a solution is refused that is of another game."""
    with pytest.raises(FormatError) as error:
        gg.read_solution(problem, Source(data, name))
    (fault,) = error.value.faults
    return str(fault.message)


OF_ANOTHER = "this is a solution of another game"


@pytest.mark.parametrize(
    "kind",
    [pytest.param(kind, marks=[pytest.mark.nightly] * (kind.name == "tables"), id=kind.name) for kind in find.kinds()],
)
def test_every_example_is_refused_as_the_solution_of_another_of_its_kind(kind: Any) -> None:
    several = list(solved_examples(kind))
    for name, problem, solution in several:
        file, mine = io.BytesIO(), json_._identity(json_.codec_of(problem), problem)
        json_.write_solution(solution, file)
        for other, another, _ in several:
            if json_._identity(json_.codec_of(another), another) != mine:
                assert one_sentence(another, file.getvalue(), "x.json").startswith(OF_ANOTHER), (name, other)
            else:
                assert gg.verify(gg.read_solution(another, Source(file.getvalue(), "x.json")))


@pytest.mark.slow
def test_arrays_have_the_digest_of_their_game() -> None:
    tried = 0
    for name in GAMES:
        solution, file = solved(name)[0], io.BytesIO()
        try:
            npz.write_solution(solution, file)
        except gg.GameError:  # exact numbers are for JSON
            continue
        data = file.getvalue()
        assert np.load(io.BytesIO(data))["problem"][0] == json.loads(solved(name)[1])["problem"]
        copy = npz.read_solution(data, "x.npz", solution.problem)
        assert copy.names_game and gg.verify(copy)
        for other in GAMES:
            if other != name:
                assert one_sentence(problems()[other][0], data, "x.npz").startswith(OF_ANOTHER)
        tried += 1
    assert tried >= 6


def test_arrays_of_other_programs_name_no_game() -> None:
    file = io.BytesIO()
    np.savez(file, winner=[0, 0], strategy=[1, 0])
    game = Game(Arena.from_edges([(0, 1), (1, 0)], owner=[0, 0]), gg.Parity([0, 2]))
    copy = npz.read_solution(file.getvalue(), "x.npz", game)
    assert not copy.names_game and gg.verify(copy)


class Stairs:
    """Go down one or two steps of ten; from one step there may be another way."""

    start = 10

    def __init__(self, odd: int = -1):
        self.odd = odd

    def moves(self, step: int) -> list[int]:
        return [step - k for k in (1, 2, 3) if k <= step and (k < 3 or step == self.odd)]


def test_rules_that_differ_after_the_first_moves_are_another_game() -> None:
    one, other = gg.by_rule(Stairs()), gg.by_rule(Stairs(odd=4))
    for game in (one, other):
        game.outcome(10)
    file = io.BytesIO()
    json_.write_solution(one, file)
    assert gg.verify(gg.read_solution(one.problem, Source(file.getvalue(), "x.json")))
    assert one_sentence(other.problem, file.getvalue(), "x.json").startswith(OF_ANOTHER)


def test_a_sum_of_other_games_at_the_same_positions_is_another() -> None:
    kayles, dawson = gg.heap_game(".77", 9), gg.heap_game(".137", 9)
    file = io.BytesIO()
    json_.write_solution(gg.Sum.of(kayles, (5,)), file)
    assert one_sentence(gg.Sum.of(dawson, (5,)), file.getvalue(), "x.json").startswith(OF_ANOTHER)


def test_two_arrays_of_one_name_are_refused() -> None:
    """Which of them counts would be for each reader to say."""
    game = Game(OWNED, gg.Reach([2]))
    file = io.BytesIO()
    npz.write_solution(gg.solve(game), file)
    with zipfile.ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("winner.npy", archive.read("winner.npy"))
    with pytest.raises(FormatError, match="two arrays have one name"):
        npz.read_solution(file.getvalue(), "x.npz", game)
