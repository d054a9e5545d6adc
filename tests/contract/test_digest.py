"""The digest of a problem: as the format documents it, and the one sentence about a solution of another game."""

from __future__ import annotations

import hashlib
import io
import json
from array import array
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames import Arena, FormatError, Game
from graphgames.core.digest import digest, game_parts
from graphgames.formats.arena_json import write_game
from graphgames.readers.source import Source
from tests.contract.test_solution_files import DICE, INPUTS, OWNED, again, inside, problems, solved

GAMES = [name for name, (problem, _) in problems().items() if isinstance(problem, Game)]


DEFAULTS = {"convention": "max-even", "dead_ends": "stay", "threshold": 0, "unreached": "inf", "steps": 10}


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
