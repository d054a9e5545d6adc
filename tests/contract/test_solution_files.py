"""Solutions of every kind as JSON: written, read again, verified; faults that are planted in a file are found.

The problems are each concrete game's example and small ones of every other kind, so that every certificate that has a
checker is written and read here.
"""

from __future__ import annotations

import io
import json
import random
import re
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames import Arena, FormatError, Game, GameError, GraphGamesError
from graphgames.catalogue import find
from graphgames.cli.main import run
from graphgames.formats import json_
from graphgames.formats.codec import Codec
from graphgames.games.heaps.misere import QuotientProblem
from graphgames.games.heaps.problem import HeapProblem
from graphgames.games.impartial.problem import MisereProblem, NimberProblem, RulesProblem
from graphgames.games.partizan.problem import PartizanProblem
from graphgames.games.partizan.rulesets import ruleset
from graphgames.games.tables.chomp import Chomp
from graphgames.readers.source import Source
from tests.reference.claims import by_fast_checker, by_reference, game_file, leaves, with_entry
from tests.share import cases, each


class TakeAway:
    """Take something from a set."""

    def __init__(self, start: frozenset[Any]):
        self.start = start

    def moves(self, position: frozenset[Any]) -> Iterator[frozenset[Any]]:
        yield from (position - {one} for one in sorted(position, key=str))


WORDS = b"apple\nelk\nkiwi\neagle\n"
OWNED = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 2), (2, 0)], owner=[0, 1, 0])
MODEL = gg.Model.from_table(
    [
        ("hall", "wait", "hall", "1/2", 1),
        ("hall", "wait", "yard", "1/2", 3),
        ("hall", "run", "yard", 1, 2),
        ("hall", "jump", "yard", 1, 5),
        ("yard", "dig", "hall", "1/3", 0),
        ("yard", "dig", "pit", "2/3", 0),
    ]
)
ASKED = (
    gg.Discounted(discount="1/2"),
    gg.ReachProbability(["yard"]),
    gg.BoundedReachProbability(["pit"], steps=2),
    gg.ExpectedReward(["pit"]),
    gg.MeanPayoff(),
)
CYCLE = Arena.from_edges([(0, 1), (1, 0), (1, 2), (2, 3), (4, 0)])
DICE = Arena.from_edges(
    [(0, 1), (0, 2), (0, 0), (1, 0), (1, 3)], owner=[2, 0, 0, 1], probability=["1/2", "1/3", "1/6", None, None]
)
DICE_FOR_EVER = Arena.from_edges(
    [(0, 1), (0, 2), (1, 0), (1, 1), (2, 2), (3, 0), (3, 2)],
    owner=[2, 1, 0, 0],
    probability=["1/2", "1/2", *[None] * 5],
)
RACE = gg.Race(Arena.from_edges([(0, 1), (0, 2), (1, 3), (2, 3), (1, 2)]), 3, [0, 1], [0, 1], [(0, 0), (1, 0), (1, 1)])


@cache
def problems() -> dict[str, tuple[Any, str | None]]:
    """Return problems of every kind by a name, each with the solver to take."""
    found: dict[str, tuple[Any, str | None]] = {
        game.name: (game.read(game.example.encode()), None) for game in find.concrete_games()
    }
    found |= {
        "word-chains": (gg.read(Source(WORDS, "words"), game="word-chains"), None),
        "heaps": (gg.read(Source(b"kayles 3,5,7", "heaps"), game="heaps"), None),
        "heaps with a period": (HeapProblem(gg.HeapGame.from_code(".77"), 300), None),
        "heaps in three": (HeapProblem(gg.HeapGame.from_code(".8F"), 20), None),
        "nimbers": (NimberProblem(Arena.from_edges([(2, 1), (1, 0), (2, 0)])), "grundy"),
        "nimbers of cycles": (NimberProblem(CYCLE), "loopy-grundy"),
        "race": (RACE, None),
        "table": (Chomp(3, 2), None),
        "grid": (gg.BlockedGrid([(1, 1), (4, 2)], start=(2, 2)), None),
        "large piles": (find.concrete_game("playing-with-stones").read(b"1\n3\n6 9 %d\n" % 10**30), None),
        "no test": (find.concrete_game("treblecross").read(b"0\n"), None),
    }
    found |= {
        "rules": (RulesProblem(gg.HeapGame.from_code(".77", (2, 3)), limit=1000), None),
        "misere-rules": (MisereProblem(gg.HeapGame.from_code(".77", (2, 3)), limit=1000), None),
        "partizan": (PartizanProblem(ruleset("domineering 2x3")), None),
        "rules of sets": (RulesProblem(TakeAway(frozenset({"a", "b", 3}))), None),
        "specification": (gg.Spec({"r": bool}, {"n": (0, 2)}, sys_trans=["n' != n"], sys_goals=["n = 0", "r"]), None),
        "acceptance-specification": (
            gg.Spec(
                {"r": bool}, {"n": (0, 2)}, sys_trans=["n' != n"], marks=["n = 0", "r"], acceptance="Inf(0) & Fin(1)"
            ),
            None,
        ),
        "misere-quotient": (QuotientProblem(gg.HeapGame.from_code(".333"), 3), None),
    }
    kayles, loopy = gg.heap_game(".77", 20), gg.grundy_values(CYCLE, loopy=True)
    total = gg.Sum.of(kayles, (5,)) + 3 * gg.Sum.of(kayles, (6,)) + gg.by_rule(range).at(4)
    found |= {"sum": (total, None), "sum with a cycle": (total + gg.Sum.of(loopy, 0), None)}
    weighted = {
        "energy": gg.Energy([1, -2, 1, 0, 3]),
        "energy with a cap": gg.Energy([1, -2, 1, 0, 3], cap=4),
        "mean-payoff": gg.MeanPayoff([1, -2, 1, 0, 3]),
        "total-payoff": gg.TotalPayoff([1, -2, 1, 0, 3]),
        "discounted": gg.Discounted([1, -2, 1, 0, 3], discount="1/2"),
    }
    found |= {name: (Game(OWNED, objective), None) for name, objective in weighted.items()}
    found |= {"energy by measures": (Game(OWNED, gg.Energy([1, -2, 1, 0, 3], cap=4)), "credit-measures")}
    both_or_none = gg.EmersonLei([[0], [2]], "Inf(0) & Inf(1) | Fin(0) & Fin(1)")
    found |= {"emerson-lei without pairs": (Game(OWNED, both_or_none), None)}
    found |= {"avoid-probability": (Game(DICE, gg.AvoidProbability([2])), None)}
    found |= {"expected-reward": (Game(DICE, gg.ExpectedReward([2], [0, 1, 2, 1, 0])), None)}
    found |= {"parity-probability": (Game(DICE_FOR_EVER, gg.ParityProbability([0, 1, 2, 0])), None)}
    found |= {"left to chance": (Game(DICE_FOR_EVER, gg.Parity([0, 1, 2, 0])), None)}
    payoffs = (gg.MeanPayoff([1, -2, 1, 0, 3, 1, 1]), gg.Discounted([1, -2, 1, 0, 3, 1, 1], discount="1/2"))
    found |= {f"{payoff.name} with chance": (Game(DICE_FOR_EVER, payoff), None) for payoff in payoffs}
    found |= {
        "rewards that count at the target": (
            Game(DICE, gg.ExpectedReward([2], [0, 1, 2, 1, 0], unreached="zero")),
            None,
        )
    }
    found |= {"bounded-reach-probability": (Game(DICE, gg.BoundedReachProbability([2], steps=3)), None)}
    found |= {"brackets": (Game(DICE, gg.ReachProbability([2])), "interval-iteration")}
    found |= {f"model, {objective.name}": (MODEL.with_objective(objective), None) for objective in ASKED}
    several = gg.GeneralizedBuchi([[0], [2]])
    pair, fair = gg.Rabin([([0], [2])]), gg.FairBuchi([2], fair=[(0, 1)])
    objectives = (
        gg.Reach([2]),
        gg.Safe([0, 1]),
        gg.Buchi([2]),
        gg.CoBuchi([1]),
        several,
        pair,
        fair,
        gg.Parity([1, 3, 2]),
    )
    found |= {objective.name: (Game(OWNED, objective), None) for objective in objectives}
    return found | {play.name: (Game(CYCLE, play), None) for play in (gg.NormalPlay(), gg.MiserePlay())}


@cache
def solved(name: str) -> tuple[Any, bytes]:
    """Return the solution of a problem, and the file."""
    problem, solver = problems()[name]
    solution: Any = problem if isinstance(problem, gg.Sum) else gg.solve(problem, solver=solver)
    file = io.BytesIO()
    if hasattr(solution, "genus"):
        solution.genus(solution.start)
    json_.write_solution(solution, file)
    return solution, file.getvalue()


def again(name: str, data: bytes) -> Any:
    return gg.read_solution(problems()[name][0], Source(data, "solution.json"))


def answers(solution: Any) -> dict[str, Any]:
    """Return what a solution says; the certificate and what was counted may change without a lie."""
    return {key: value for key, value in solution.to_dict().items() if key not in ("certificate", "stats", "theorem")}


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", problems())
def test_a_number_in_another_spelling_is_no_number(name: str) -> None:
    """What is equal for Python is not the same in a file: true, 1.0 and "1" are not 1."""
    document = json.loads(solved(name)[1])
    places = [(path, value) for path, value in leaves(document) if path[0] not in ("solver", "stats")]
    for path, value in random.Random(1).sample(places, min(12, len(places))):
        exact = isinstance(value, str) and value.removeprefix("-")[:1].isdigit()
        if type(value) is not int and not exact:
            continue
        spelled: list[Any] = [f" {value}", f"+{value}", f"{value}e0"]
        if type(value) is int:
            spelled += [float(value), hex(value), [value], *([bool(value)] if value in (0, 1) else [])]
        for other in spelled:
            if other is True and "rules" in name:  # a position, of which both are the same
                continue
            assert not by_fast_checker(problems()[name][0], with_entry(document, path, other)), (path, other)


@pytest.mark.slow
def test_every_certificate_is_written_here() -> None:
    written = {solved(name)[0].certificate.kind for name in problems()}
    assert written == {name for kind in find.kinds() for name in kind.checkers}


def test_every_row_names_its_certificates_and_a_codec() -> None:
    for kind in find.kinds():
        assert set(kind.checkers) <= set(kind.certificates)
        for name in kind.certificates:
            found = find.certificate_class(name)
            assert found is not None and found.kind == name
        assert kind.codec or not kind.problems
    for problem, _ in problems().values():
        codec = json_.codec_of(problem)
        assert isinstance(codec, Codec) and set(codec.certificates) <= set(find.kind_of(problem).certificates)


@pytest.mark.slow
@each("name", problems())
def test_what_is_written_is_read_again(name: str) -> None:
    solution, data = solved(name)
    copy = again(name, data)
    assert type(copy) is type(solution) and copy.problem is solution.problem and copy.solver == solution.solver
    assert gg.verify(copy).ok
    assert copy.to_dict() == solution.to_dict()
    assert copy.certificate.to_dict() == solution.certificate.to_dict()
    for key in ("format", "version", "solver", "objective", "certificate"):
        assert key in json.loads(data)


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", problems())
def test_a_changed_number_is_found(name: str) -> None:
    """Each number becomes another, or something else: it is refused, or it changes nothing that the file answers."""
    solution, data = solved(name)
    places, chance = list(re.finditer(rb"-?[0-9]+", data)), random.Random(1)
    for place in places if len(places) < cases(60, 0.15) else chance.sample(places, cases(60, 0.15)):
        for new in (b"%d" % (int(place[0]) + 1), b"-7", b"null", b'"1/2"', b"99999999999999999999999"):
            try:
                claim = again(name, data[: place.start()] + new + data[place.end() :])
                assert not gg.verify(claim).ok or answers(claim) == answers(solution), (place, new)
            except GraphGamesError:
                continue


@pytest.mark.share(0.4)
@pytest.mark.parametrize("name", problems())
def test_any_other_byte_ends_in_words(name: str) -> None:
    """What is cut out, doubled or exchanged is refused in words, or changes nothing that the file answers."""
    solution, data = solved(name)
    chance = random.Random(2)
    for _ in range(cases(60, 0.25)):
        start, length = chance.randrange(len(data)), chance.choice((1, 1, 1, 2, 5, 30))
        new = chance.choice(
            (b"", b"0", b"[", b"]", b"{}", b",", b"[0]", b"true", b'"', data[start : start + length] * 2)
        )
        try:
            claim = again(name, data[:start] + new + data[start + length :])
            same = {"solver": claim.solver} | ({"value": None} if answers(claim).get("value", 0) is None else {})
            assert not gg.verify(claim).ok or answers(claim) == answers(solution) | same
        except GraphGamesError:
            continue


@pytest.mark.share(0.35)
@pytest.mark.parametrize("name", problems())
def test_the_solution_of_another_game(name: str) -> None:
    data = solved(name)[1]
    for other in problems():
        if other != name and json_._identity(*of(other)) != json_._identity(*of(name)):
            with pytest.raises(
                FormatError,
                match=r"this is a solution of another game|the solution has no|the solution is of (cap|unreached)",
            ):
                again(other, data)


def of(name: str) -> tuple[Codec, Any]:
    problem = problems()[name][0]
    return json_.codec_of(problem), problem


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("race", b'"race-distances"', b'"losing-segments"', 'expected "kind": race-distances'),
        ("race", b'"shape":[2,4]', b'"shape":[4,2]', '"moves"[0] has shape (4, 2)'),
        ("race", b'"shape":[2,4]', b'"shape":[2,5]', '"shape" is [2, 5] for 8 numbers'),
        ("grid", b'"x": [', b'"x": [0,', '"y" has 6 entries'),
        ("nimbers", b'"values": [0', b'"values": [4294967296', '"values" of vertex 0 is 4294967296'),
        ("treblecross", b'"wins": [', b'"wins": [0,', "expected 1 entry"),
        ("treblecross", b'"winning_cells": [[', b'"winning_cells": [[true,', '"winning_cells"[0][0] is true'),
        ("large piles", b'"0x', b'"1x', "expected a whole number"),
        ("heaps with a period", b'"mask":', b'"mast":', 'there is no "mask"'),
        ("edge-geography", b'"graphs": [[', b'"graphs": [[[],', "this is not a certificate"),
        ("normal", b'"objective": "normal"', b'"objective": "misere"', "this is a solution of another game"),
    ],
)
def test_what_cannot_be_is_said_in_words_with_its_place(name: str, old: bytes, new: bytes, message: str) -> None:
    data = solved(name)[1]
    assert old in data
    with pytest.raises(FormatError) as error:
        again(name, data.replace(old, new, 1))
    assert message in str(error.value) and error.value.faults[0].line >= 1


def test_how_many_are_won_is_held_against_the_winners() -> None:
    """A person who reads the file sees it beside what is proved."""
    data = solved("normal")[1]
    report = gg.verify(again("normal", data.replace(b'"won": [', b'"won": [9', 1)))
    assert not report.ok and '"won" is [9' in str(report) and "but its answers say" in str(report)


@pytest.mark.parametrize("key", ["won", "edges", "vertices", "value", "winner", "objective"])
def test_what_a_solution_says_must_all_be_there(key: str) -> None:
    """As the reference checker has it: nothing is missing, and nothing is left over."""
    problem, data = solved("normal")[0].problem, solved("normal")[1]
    lacking = re.sub(rb'"%s": .*\n' % key.encode(), b"", data)
    with pytest.raises(FormatError, match=f'no "{key}"'):
        again("normal", lacking)
    assert by_reference(game_file(problem), json.loads(data)) and not by_reference(
        game_file(problem), json.loads(lacking)
    )


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (b'"winner": [9, 9],\n', '"winner" appears twice in one object'),
        (b'"proof": "by hand",\n', 'a solution has no "proof"'),
        (b'"winners": [1, 1],\n', 'a solution has no "winners"'),
    ],
)
def test_what_no_condition_looks_at_does_not_stand_in_a_file(given: bytes, message: str) -> None:
    data = solved("normal")[1]
    with pytest.raises(FormatError, match=message):
        again("normal", data.replace(b'"won"', given + b'"won"', 1))


def inside(*arguments: str | Path) -> tuple[int, str]:
    """Run the program in this process: its exit code, and what it said."""
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = run([str(argument) for argument in arguments])
    return code, said.getvalue()


INPUTS = {game.name: game.example.encode() for game in find.concrete_games()}
INPUTS |= {"word-chains": WORDS, "heaps": b".137 5,9"}


@pytest.mark.parametrize("name", INPUTS)
def test_the_program_verifies_what_it_wrote(tmp_path: Path, name: str) -> None:
    game, solution = tmp_path / "game", tmp_path / "solution.json.gz"
    game.write_bytes(INPUTS[name])
    assert inside("solve", game, "--game", name, "--solution", solution, "--quiet") == (0, "")
    code, said = inside("verify", game, solution, "--game", name)
    assert code == 0 and "proved" in said
    other = "stone-game" if name != "stone-game" else "great-game"
    game.write_bytes(INPUTS[other])
    code, said = inside("verify", game, solution, "--game", other)
    assert code == 2 and "this is a solution of another game" in said


def test_nimbers_in_the_program(tmp_path: Path) -> None:
    game, solution = tmp_path / "game.edges", tmp_path / "solution.json"
    game.write_text("2 1\n1 0\n2 0\n")
    assert inside("solve", game, "--objective", "nimbers", "--solution", solution, "--quiet") == (0, "")
    assert inside("verify", game, solution, "--objective", "nimbers")[0] == 0
    solution.write_text(solution.read_text().replace('"values": [0,1,2]', '"values": [0,1,3]'))
    assert inside("verify", game, solution, "--objective", "nimbers")[0] == 1


def test_other_formats_hold_games_on_arenas_alone(tmp_path: Path) -> None:
    solution = solved("treblecross")[0]
    with pytest.raises(GameError, match="a solution of this kind cannot be written in the format paritysol"):
        gg.write(solution, tmp_path / "a.sol")
    with pytest.raises(GameError, match="holds solutions of games on arenas"):
        gg.read_solution(solution.problem, Source(b"paritysol 1;\n0 1;\n", "a.sol"))
    gg.write(solution, tmp_path / "plain")
    assert gg.verify(gg.read_solution(solution.problem, tmp_path / "plain")).ok


@pytest.mark.parametrize("game", find.concrete_games(), ids=lambda game: str(game.name))
def test_a_document_is_a_format(tmp_path: Path, game: Any) -> None:
    """Its exact input is read and its exact output is written under the game's name."""
    solution = gg.solve(gg.read(Source(game.example.encode(), "input"), format=game.name))
    gg.write(solution, tmp_path / "answer", format=game.name)
    assert (tmp_path / "answer").read_text() == game.write(gg.solve(game.read(game.example.encode())))


def test_names_of_what_is_played() -> None:
    with pytest.raises(GameError, match="there is no game 'heap'; did you mean 'heaps'"):
        gg.read(Source(b"kayles 3", "f"), game="heap")
    assert gg.read(Source(b"0 1\n", "f"), game="edge-geography", format="edges").graphs[0].m == 1
    chain = gg.read(Source(WORDS, "words"), game="word-chains")
    assert chain.words == ("apple", "eagle", "elk", "kiwi") and gg.verify(gg.solve(chain)).ok
    nimbers: Any = gg.read(Source(b"1 0\n", "a.edges"), objective="nimbers")
    assert gg.solve(nimbers).values.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("solved_with", "verified_with", "said"),
    [
        (
            ["--convention", "min-even"],
            [],
            "is of convention min-even, but the game's is max-even|give --convention min-even",
        ),
        (
            [],
            ["--convention", "min-odd"],
            "is of convention max-even, but the game's is min-odd|give --convention max-even",
        ),
        (
            ["--objective", "mean-payoff", "--set", "threshold=3/2"],
            ["--objective", "mean-payoff"],
            "is of threshold 3/2, but the game's is 0|give --set threshold=3/2",
        ),
        (
            ["--objective", "energy"],
            ["--objective", "energy", "--set", "cap=5"],
            "is of cap none, but the game's is 5|give no --set cap=...",
        ),
    ],
)
def test_the_options_are_named_that_a_solution_was_made_with(
    tmp_path: Path, solved_with: list[str], verified_with: list[str], said: str
) -> None:
    game, solution = tmp_path / "game.pg", tmp_path / "solution.json"
    game.write_text("parity 1;\n0 2 0 1;\n1 1 1 0,1;\n")
    assert inside("solve", game, *solved_with, "--solution", solution, "--quiet") == (0, "")
    code, answer = inside("verify", game, solution, *verified_with)
    assert code == 2 and all(part in answer for part in said.split("|")) and "another game" not in answer
    assert inside("verify", game, solution, *solved_with)[0] == 0


def test_a_convention_that_may_be_another_is_named(tmp_path: Path) -> None:
    """A solution of our own says its convention, that of another tool does not; and `convert` may have turned it."""
    game, turned = tmp_path / "game.pg", tmp_path / "turned.pg"
    solution, plain = tmp_path / "solution.json", tmp_path / "solution.sol"
    game.write_text("parity 2;\n0 0 0 1;\n1 1 0 0,2;\n2 3 0 2;\n")
    smallest = ("--convention", "min-even")
    for path in (solution, plain):
        assert inside("solve", game, *smallest, "--solution", path, "--quiet")[0] == 0
    assert inside("convert", game, turned, *smallest, "--quiet")[0] == 0
    code, answer = inside("verify", turned, solution)
    assert (
        code == 2 and "unless convert changed its priorities: then check it against the game it was made from" in answer
    )
    assert inside("verify", turned, plain)[0] == 0
    plain.write_text("paritysol 2;\n0 1;\n1 1;\n2 0 2;\n")
    code, answer = inside("verify", game, plain)
    assert code == 1 and "the priorities are read as max-even" in answer and "by --convention" in answer
    code, answer = inside("verify", game, plain, *smallest)
    assert code == 1 and "by --convention" not in answer


@pytest.mark.parametrize("settings", [b"7", b'{"convention": [1]}', b'{"colour": "red"}'])
def test_settings_that_no_option_gives_are_another_game(settings: bytes) -> None:
    data = solved("parity")[1].replace(b'"winner"', b'"settings": ' + settings + b',\n"winner"', 1)
    with pytest.raises(FormatError, match="this is a solution of another game"):
        again("parity", data)
