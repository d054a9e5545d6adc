"""What is fuzzed: every reader, each with valid inputs to begin with and a function that takes any bytes.

A target raises nothing but what is a fault of ours: a reader may refuse with a `GraphGamesError`, what it accepts must
come out the same when it is written and read again, and what the verifier believes must be true. `tools/fuzz.py` drives
the targets, and `test_replay.py` runs the inputs that were found to go new ways.
"""

from __future__ import annotations

import ast
import bz2
import gzip
import io
import json
import re
import tarfile
import tempfile
from collections.abc import Callable
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

import numpy as np

import graphgames as gg
from graphgames import Arena, FormatError, Game, GraphGamesError, api, formats
from graphgames.catalogue.find import concrete_game, concrete_games, objectives
from graphgames.cli.main import commands, run
from graphgames.core.value import ends
from graphgames.formats import arena_json, csv_, dot, edges, game_in, json_, networkx_, npz, paritysol, pgsolver
from graphgames.formats.priorities import parse_priorities
from graphgames.games.chance import ssg_text
from graphgames.games.geography import graph_files as geography_graphs
from graphgames.games.geography import search_checkpoint as geography_checkpoint
from graphgames.games.geography import words as shiritori
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.search_checkpoint import SearchCheckpoint
from graphgames.games.geography.solution import UNDECIDED
from graphgames.games.heaps.problem import HeapGame, HeapProblem
from graphgames.games.models import drn, explicit, jani, language, table_text, umb
from graphgames.games.partizan.notation import parse
from graphgames.games.synthesis import hoa, ltl, slugsin
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.controllers import controller as controller_of
from graphgames.games.synthesis.hoa import HoaGame
from graphgames.games.synthesis.owned import OwnedGame, folded
from graphgames.games.tables.board_games import game as board_game
from graphgames.games.tables.board_games import read as read_board_game
from graphgames.games.tables.indexed_rules import UNUSED
from graphgames.games.weighted import energy_text
from graphgames.readers.source import Source, unpacked
from tests import naive

CORPUS = Path(__file__).parent / "corpus"
"""A file a target, a bytes literal a line."""


class Target(NamedTuple):
    """A function that takes any bytes, and valid inputs to begin with."""

    run: Callable[[bytes], None]
    seeds: tuple[bytes, ...]


DRN = b"""@type: MDP
@reward_models
r
@nr_states
2
@model
state 0 [1] init
 action a [2]
  1 : 1/2
  0 : 0.5
state 1
 action 0
  1 : 1
"""


def corpus(name: str) -> list[bytes]:
    """Return the inputs that are kept for a target."""
    path = CORPUS / f"{name}.txt"
    return [ast.literal_eval(line) for line in path.read_text().splitlines()] if path.exists() else []


def refusing(run: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Let a target refuse its input with an error of ours, whose places must be in the text."""

    def guarded(data: bytes) -> None:
        try:
            run(data)
        except FormatError as error:
            assert error.faults, "an error without a fault"
            for fault in error.faults:
                assert fault.message and "\n" not in fault.text
                assert 0 <= fault.caret <= max(len(fault.text), 110)
        except GraphGamesError as error:
            assert str(error)

    return guarded


def same_arrays(*pairs: tuple[Any, Any]) -> None:
    """Assert that arrays are the same, None included."""
    for one, other in pairs:
        assert (one is None) == (other is None)
        assert one is None or np.array_equal(np.asarray(one), np.asarray(other))


def same_games(one: Game, other: Game) -> None:
    """Assert that two games are the same."""
    a, b = one.arena, other.arena
    same_arrays((a.indptr, b.indptr), (a.successors, b.successors), (a.owner, b.owner))
    assert type(one.objective) is type(other.objective) and one.start == other.start
    names = [field.name for field in fields(one.objective)]
    same_arrays(*((getattr(one.objective, name), getattr(other.objective, name)) for name in names))
    assert (None if a.labels is None else list(a.labels)) == (None if b.labels is None else list(b.labels))


def written(write: Callable[[Any, Any], None], thing: Any) -> bytes:
    """Return what a writer writes."""
    file = io.BytesIO()
    write(thing, file)
    return file.getvalue()


def small(game: Game) -> bool:
    """Whether the game may be solved here: numbers in a text can ask for more vertices than it has bytes."""
    return game.arena.n <= 200 and game.arena.m <= 1000


def solved(game: Game) -> None:
    """Solve a game and have the answer checked."""
    if small(game):
        report = gg.verify(gg.solve(game))
        assert report.ok, str(report)


def run_pgsolver(data: bytes) -> None:
    """The first byte chooses the objective."""
    objective = list(objectives())[(data[0] if data else 0) % len(objectives())]
    game = pgsolver.read_game(data[1:], "f", objective)
    again = pgsolver.read_game(written(pgsolver.write_game, game), "g", objective)
    same_games(game, again)
    solved(game)


def run_edges(data: bytes) -> None:
    """Normal play."""
    game = edges.read_game(data, "f")
    if game.arena.n <= 1 << 16:
        again = edges.read_game(written(edges.write_game, game), "g")
        assert again.arena.n == game.arena.n
        assert sorted(again.arena.edges()) == sorted(game.arena.edges())
        solved(game)


def run_guessed(data: bytes) -> None:
    """No name says what it is."""
    game = game_in(Source(data, "f"))
    if isinstance(game, HoaGame):
        return
    solved(game)


def run_paritysol(data: bytes) -> None:
    """The first byte says how many vertices the game has, or that nobody knows."""
    n = (data[0] if data else 0) % 6
    if n == 5:
        winners = paritysol.read_arrays(data[1:], "f")
        text = b"paritysol;" if not winners.winner.size else b"paritysol %d;\n" % (winners.winner.size - 1)
        for v, (winner, move) in enumerate(zip(winners.winner.tolist(), winners.moves.tolist(), strict=True)):
            text += b"%d %d;\n" % (v, winner) if move < 0 else b"%d %d %d;\n" % (v, winner, move)
        again = paritysol.read_arrays(text, "g")
        same_arrays((winners.winner, again.winner), (winners.moves, again.moves))
        return
    game = parity_game(n)
    solution = paritysol.read_solution(data[1:], "f", game)
    believed(solution, truth(game))
    copy = paritysol.read_solution(written(paritysol.write_solution, solution), "g", game)
    same_arrays((solution.winner, copy.winner), (solution.strategy.moves, copy.strategy.moves))


@cache
def parity_game(n: int) -> Game:
    """Return a small game in which both players win something."""
    pairs = [(v, (v + 1) % n) for v in range(n)] + [(v, v) for v in range(0, n, 2)] + [(v, 0) for v in range(1, n, 2)]
    return Game(Arena.from_edges(pairs, n=n, owner=[v & 1 for v in range(n)]), gg.Parity([3 - v for v in range(n)]))


@cache
def games() -> tuple[Game, ...]:
    """Return a game of each objective, and larger ones of two."""
    finite = [(0, 1), (1, 0), (1, 2), (2, 3), (3, 1), (0, 3), (3, 4)]
    endless = Arena.from_edges([*finite, (4, 4), (2, 2)], owner=[0, 1, 0, 1, 0])
    owned, free = Arena.from_edges(finite, owner=[0, 1, 0, 1, 0]), Arena.from_edges(finite)
    return (
        Game(owned, gg.Reach([4])),
        Game(owned, gg.Safe([0, 1, 2])),
        Game(free, gg.NormalPlay()),
        Game(owned, gg.NormalPlay()),
        Game(free, gg.MiserePlay()),
        Game(endless, gg.Buchi([1, 4])),
        Game(endless, gg.CoBuchi([1, 4])),
        Game(endless, gg.Parity([1, 2, 3, 4, 5])),
    )


def truth(game: Game) -> list[int]:
    """Return the winners by a solver; `games` are few and their solutions are checked elsewhere."""
    winner: list[int] = gg.solve(game).winner.tolist()
    return winner


def believed(solution: gg.ArenaSolution, winner: list[int]) -> None:
    """Have a claim checked: it may be believed only if it names the right winners."""
    report = gg.verify(solution)
    assert str(report)
    if report.ok:
        assert solution.winner.tolist() == winner, "the verifier believes a lie"


@cache
def true_winners(index: int) -> list[int]:
    """Return the winners of one of the games."""
    return truth(games()[index])


def run_json(data: bytes) -> None:
    """The first byte chooses the game."""
    index = (data[0] if data else 0) % len(games())
    game = games()[index]
    solution = json_.read_solution(data[1:], "f", game)
    believed(solution, true_winners(index))
    if solution.problem is not game:  # a file without a certificate is about the game's parity form
        return
    again = json_.read_solution(written(json_.write_solution, solution), "g", game)
    same_arrays((solution.winner, again.winner), (solution.strategy.moves, again.strategy.moves))
    same_arrays((solution.values, again.values))
    assert solution.certificate.kind == again.certificate.kind
    same_arrays(*zip(vars(solution.certificate).values(), vars(again.certificate).values(), strict=True))


@cache
def chance_solutions() -> tuple[gg.ArenaSolution, ...]:
    """Return solutions of games in which chance moves."""
    edges = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 2), (3, 0), (3, 2)]
    arena = gg.Arena.from_edges(edges, owner=[2, 1, 0, 0], probability=["1/2", "1/2", *[None] * 5])
    weight = [1, -2, 1, 0, 3, 1, 1]
    objectives = (gg.Parity([0, 1, 2, 0]), gg.MeanPayoff(weight), gg.Discounted(weight, discount="1/2"))
    exact = tuple(gg.solve(Game(arena, objective)) for objective in objectives)
    return *exact, *(gg.solve(one.problem, precision="1/1000") for one in exact[1:])


def run_json_chance(data: bytes) -> None:
    """The first byte chooses the game; a claim is believed only with the right winners, or values that it may hold."""
    true = chance_solutions()[(data[0] if data else 0) % len(chance_solutions())]
    solution = json_.read_solution(data[1:], "f", true.problem)
    if true.values is None:
        believed(solution, true.winner.tolist())
    elif gg.verify(solution).ok:
        assert solution.values is not None
        for said, one in zip(solution.values, true.values, strict=True):
            assert ends(said)[0] <= ends(one)[1] and ends(one)[0] <= ends(said)[1], "the verifier believes a lie"


def json_seeds() -> tuple[bytes, ...]:
    """Return the solution of each game."""
    return tuple(bytes([i]) + written(json_.write_solution, gg.solve(game)) for i, game in enumerate(games()))


def marked() -> tuple[Game, Any]:
    """Return a game, and the mark of a policy on it."""
    game = Game(Arena.from_edges([(0, 1), (0, 2), (1, 1), (2, 0), (2, 2)], owner=[0, 0, 1]), gg.Reach([1]), start=0)
    return game, gg.evaluate(game, "uniform")


def run_marks(data: bytes) -> None:
    """What is believed of perfect play is the truth."""
    game, mark = marked()
    saved = gg.read_marks(game, Source(data, "f"))
    assert not saved.verify() or saved.mark.game_value == mark.game_value, "the verifier believes a lie"


def marks_seeds() -> tuple[bytes, ...]:
    """Return a file of marks."""
    with tempfile.TemporaryDirectory() as folder:
        marked()[1].save(f"{folder}/marks.json")
        return (Path(folder, "marks.json").read_bytes(),)


def run_arena(data: bytes) -> None:
    """Read an arena with everything it holds; what is written of it is read as the same, and written the same."""
    said = written(arena_json.write_arena, arena_json.read_arena(data, "f"))
    assert written(arena_json.write_arena, arena_json.read_arena(said, "g")) == said
    if b'"objective"' not in data:
        return
    said = written(arena_json.write_game, arena_json.read_game(data, "f"))
    assert written(arena_json.write_game, arena_json.read_game(said, "g")) == said


def run_rewritten(module: Any) -> Callable[[bytes], None]:
    """Return the target of a format that writes what it reads: written, read and written again it is the same."""

    def run(data: bytes) -> None:
        said = written(module.write_game, module.read_game(data, "f"))
        assert written(module.write_game, module.read_game(said, "g")) == said

    return run


def arena_seeds() -> tuple[bytes, ...]:
    """Return each game, and an arena with chance and data."""
    chance = (
        b'{"format": "graphgames-arena", "version": 1, "vertices": 2, "owner": [2, 0],\n'
        b'"edges": [[0, 0], [1, 0], [0, 1]], "probability": ["1/3", null, "2/3"],\n'
        b'"edge_data": {"w": [1, "-7/3", "0.1"]}, "labels": ["a", ["b", 1]]}'
    )
    return (chance, *(written(arena_json.write_game, game) for game in games()))


def run_npz_solution(data: bytes) -> None:
    """Read a solution of a small game as NumPy's arrays; what is read is written and read as the same."""
    game = npz.read_game(npz_seeds()[0], "g", "reach")
    said = written(npz.write_solution, npz.read_solution(data, "f", game))
    assert written(npz.write_solution, npz.read_solution(said, "g", game)) == said


def npz_seeds() -> tuple[bytes, ...]:
    """Return a game with owners and one without."""
    owned = pgsolver.read_game(b"0 2 0 1;1 1 1 0,1,2;2 0 0 2;")
    return written(npz.write_game, owned), written(npz.write_game, edges.read_game(b"0 1\n1 2\n2 0\n"))


def run_hoa(data: bytes) -> None:
    """Solve, make the machine, and have it checked."""
    game = hoa.read_game(data, "f")
    if not small(game):
        return
    solution = gg.solve(game)
    assert gg.verify(solution).ok
    if isinstance(game, OwnedGame) and game.automaton is not None:
        try:
            game = hoa.game_of(folded(game.automaton))
        except GraphGamesError:
            return  # not every game of that kind is a specification; that it is solved has been seen
        if not small(game):
            return
        solution = gg.solve(game)
    if game.start is not None and game.automaton is not None:
        machine = controller_of(solution)
        report = check_machine(machine, game.automaton)
        assert report.ok, str(report)
        with tempfile.TemporaryDirectory() as folder:
            for name in ("m.hoa", "m.aag"):
                api.write(machine, f"{folder}/{name}")


def run_ltl(data: bytes) -> None:
    """Solve a formula's game, and have the machine checked; long formulas may have large automata."""
    if len(data) > 80:
        return
    game = ltl.read_game(data, "f")
    if small(game):
        solution = gg.solve(game)
        assert gg.verify(solution).ok and gg.verify_controller(controller_of(solution), game).ok


def run_slugsin(data: bytes) -> None:
    """Solve a small specification, and have the answer checked, and its machine made."""
    spec = slugsin.read_game(data, "f")
    ranges = [*spec.inputs.values(), *spec.outputs.values()]
    if len(spec.formulas["marks"]) > 3 or sum(1 if one is bool else 3 for one in ranges) > 9:
        return
    solution: Any = gg.solve(spec)
    assert gg.verify(solution).ok
    solution.machine()


def run_model(module: Any) -> Callable[[bytes], None]:
    """Return a target that reads a model and asks it; the answers are proved."""

    def run(data: bytes) -> None:
        model = module.read_game(data, "f")
        if model.states <= 50:
            assert all(one.error or one.verified for one in model.ask('Pmax=? [ F "deadlock" ]; P>=0.5 [ X X true ]'))

    return run


def run_properties(data: bytes) -> None:
    """Ask a small model; what has no answer has an error."""
    model: Any = explicit.read_game(b"3 3 4\n0 0 1 0.5\n0 0 2 0.5\n1 0 1 1\n2 0 2 1\n", "f")
    text = data.decode("utf-8", "replace")
    if not re.search(r"\d{3}|pow", text):  # so many steps take long
        assert all(one.error or one.verified for one in model.ask(text))


def run_program(data: bytes) -> None:
    """Read a text in the PRISM language, and say who its players are; Storm builds the states, and is not fuzzed."""
    program: Any = language.read_game(data, "f")
    assert len(program.bare) == len(program.text) and program.players is not None and program.formulas is not None


def run_jani(data: bytes) -> None:
    """Read a model in JANI; what is read can be asked for its constants and its properties."""
    model = jani.read_game(data, "f")
    assert model.open_constants() is not None and model.properties is not None


def run_notation(data: bytes) -> None:
    """Read a game in its notation; what is written is read as the same."""
    if len(data) > 60:
        return
    game = parse(data.decode("utf-8", "replace"))
    assert game.birthday > 40 or parse(str(game)) == game


JANI = b"""{"jani-version": 1, "name": "m", "type": "dtmc", "actions": [], "constants": [{"name": "p", "type": "real"}],
"variables": [{"name": "x", "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": 1},
"initial-value": 0}], "automata": [{"name": "a", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": [
{"location": "l", "destinations": [{"location": "l", "assignments": [{"ref": "x", "value": 1}]}]}]}],
"system": {"elements": [{"automaton": "a"}]}}"""


def small_umb() -> bytes:
    """Return an archive of a model of two states."""
    system = {"time": "discrete", "#players": 1, "#states": 2, "#choices": 2, "#branches": 3, "#initial-states": 1}
    index = {"transition-system": system | {"branch-probability-type": {"type": "double", "size": 64}}}
    files = {
        "index.json": json.dumps(index).encode(),
        "state-to-choices.bin": np.array([0, 1, 2], "<u8").tobytes(),
        "choice-to-branches.bin": np.array([0, 2, 3], "<u8").tobytes(),
        "branch-to-target.bin": np.array([0, 1, 1], "<u8").tobytes(),
        "branch-to-probability.bin": np.array([0.5, 0.5, 1.0], "<f8").tobytes(),
        "state-is-initial.bin": b"\1",
    }
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return packed.getvalue()


PRISM = b"""smg
player one [go], m endplayer
player two n endplayer
const double p;
module m s : [0..2] init 0; [go] s=0 -> p:(s'=1) + 1-p:(s'=2); [] s>0 -> true; endmodule
module n t : bool; [] !t -> (t'=true); endmodule
label "goal" = s=1;
rewards "r" s=0 : 1/3; endrewards
"""

PROPERTIES = (
    b'const int k = 3; label "x" = true; "n": Pmax=? [ F<=k "x" ]; Pmin=? [ !"x" U[1,2] "init" ]\n',
    b'filter(forall, P>=0.5 [ X "init" ] => (mod(3, 2) = 1 ? true : false), "init")\n// done\n"n" >= 1/2',
    b'R{"cost"}max=? [ C<=4 ]; Rmin=? [ Fc "init" ]; P=? [ (F "init") & (G<=2 true) | X X false ]',
)


def run_networkx(dialect: str) -> Callable[[bytes], None]:
    """Return the target of one of NetworkX's formats; what is read can be written as PGSolver's or as edges."""

    def run(data: bytes) -> None:
        game = networkx_.read_game(data, "f", dialect=dialect)
        if game.arena.owner is None:
            again = edges.read_game(written(edges.write_game, game), "g")
            assert sorted(again.arena.edges()) == sorted(game.arena.edges())
        else:
            again = pgsolver.read_game(written(pgsolver.write_game, game), "g", game.objective.name)
            same_arrays((game.arena.indptr, again.arena.indptr), (game.arena.successors, again.arena.successors))
        solved(game)

    return run


def run_packed(data: bytes) -> None:
    """Gzip or bzip2."""
    assert len(unpacked(data, "f")) >= 0


def run_geography_graphs(data: bytes) -> None:
    """The first byte chooses the game."""
    kind = GEOGRAPHY[(data[0] if data else 0) % 4]
    solve_geography(geography_graphs.read(Source(data[1:], "f"), kind))


def solve_geography(problem: Geography) -> None:
    """Solve what is small, hold it against the definition, and have the proof checked after writing and reading."""
    if len(problem.graphs) > 5 or any(arena.m > 9 or arena.n > 100 for arena in problem.graphs):
        return
    solution = gg.solve(problem)
    assert [winner.tolist() for winner in solution.winner] == geography_truth(problem)
    again = json_.read_solution(written(json_.write_solution, solution), "g", problem)
    report = gg.verify(again)
    assert report.ok, str(report)


def geography_truth(problem: Geography) -> list[list[int]]:
    """Return the winners by definition."""
    by = not problem.directed, problem.by_vertex
    return [naive.geography(arena.n, [*arena.edges()], *by) for arena in problem.graphs]


@cache
def proved() -> tuple[tuple[Geography, list[list[int]], bytes], ...]:
    """Return games of geography, their winners and their proofs, of every kind there is."""
    ring = [(0, 1), (1, 2), (2, 0), (0, 2), (2, 1), (1, 0), (1, 1)]
    tree, square = [(0, 1), (1, 2), (1, 3)], [(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)]
    found = []
    for kind in GEOGRAPHY:
        for pairs in (ring, tree, square):
            problem = Geography(kind, [Arena.from_edges(pairs, n=5)])
            proof = written(json_.write_solution, gg.solve(problem))
            found.append((problem, geography_truth(problem), proof))
    return tuple(found)


def run_geography_proof(data: bytes) -> None:
    """The first byte chooses the game."""
    problem, winners, _ = proved()[(data[0] if data else 0) % len(proved())]
    solution = json_.read_solution(data[1:], "f", problem)
    report = gg.verify(solution)
    assert str(report)
    if report.ok:
        for said, true in zip(solution.winner, winners, strict=True):
            assert all(code in (UNDECIDED, right) for code, right in zip(said.tolist(), true, strict=True))


def run_checkpoint(data: bytes) -> None:
    """Any bytes; or, after a byte below 128, an archive of the right mark, from which a search goes on."""
    problem = Geography("edge-geography", [Arena.from_edges([(u, w) for u in range(5) for w in range(5) if u != w])])
    mark = geography_checkpoint.fingerprint(problem, "geography")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "c.npz"
        path.write_bytes(archive(mark, data[1:]) if data[:1] < b"\x80" else data[1:])
        checkpoint = SearchCheckpoint()
        geography_checkpoint.read_checkpoint(checkpoint, path, mark)
        gg.solve(problem, solver="geography", checkpoint=checkpoint)


def archive(mark: str, data: bytes) -> bytes:
    """Make a checkpoint whose arrays are shaped and filled by the data."""
    file = io.BytesIO()
    kinds = ["<i8", "<i4", "<f8", "u1", "<u8", "|b1", "<U1", "<c16"]
    arrays = {}
    for name, at in (("values", 0), ("table0", 3), ("table1", 6)):
        if len(data) > at + 3 and data[at] < 250:
            dtype, width = np.dtype(kinds[data[at] % len(kinds)]), data[at + 1] % 9
            raw = data[9 + at :][: 8 * width * (data[at + 2] % 16)]
            raw = raw[: len(raw) // dtype.itemsize * dtype.itemsize]
            flat = np.frombuffer(raw, dtype)
            rows = flat.size // width if width else 0
            arrays[name] = flat[: rows * width].reshape(rows, width) if width else flat
    np.savez(file, mark=np.array(mark), **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def run_concrete(name: str) -> Callable[[bytes], None]:
    """Return a game's target: read, solve, write, check; its careful reader must agree with the fast one."""
    game = concrete_game(name).load()

    def run(data: bytes) -> None:
        problem = game.read(data, "f")
        if isinstance(problem, Geography):
            solve_geography(problem)
            return
        if isinstance(problem, Game) and not small(problem):
            return
        careful = getattr(problem, "check", None)
        refused = None
        if careful is not None:
            try:
                careful()
            except FormatError as error:
                refused = error
        try:
            solution = gg.solve(problem)
            assert game.write(solution) is not None
        except FormatError as error:
            fits = careful is None or refused is not None or "digits" in str(error)  # zeros may stand before a number
            assert fits, "the fast reader refuses what the careful one takes"
            raise
        assert refused is None, f"the fast reader takes what the careful one refuses: {refused}"
        if len(data) < 4000 and cheap(name, data):
            report = gg.verify(solution)
            assert report.ok, str(report)

    return run


def cheap(name: str, data: bytes) -> bool:
    """Whether a proof is small: that of a box of stones lists the sizes below it."""
    return name != "stone-game" or max(map(len, data.split()), default=0) < 5


def run_words(data: bytes) -> None:
    """A list of words, and what was made of it."""
    chain = shiritori.read(data, "f")
    arena = chain.graphs[0]
    assert arena.m == len(chain.words)
    again = shiritori.read("\n".join(chain.words).encode(), "g")
    assert again.words == chain.words and again.graphs[0].labels == arena.labels
    if arena.m <= 9:
        solve_geography(chain)


def run_heap_code(data: bytes) -> None:
    """A code of a heap game."""
    game = HeapGame.from_code(data.decode("utf-8", "replace"))
    if not game.unequal:
        assert HeapGame.from_code(game.code) == game
    if len(game.digits) < 40:
        report = gg.verify(gg.solve(HeapProblem(game, 60)))
        assert report.ok, str(report)


def run_priorities(data: bytes) -> None:
    """A set of priorities."""
    ranges = parse_priorities(data.decode("utf-8", "replace"))
    assert parse_priorities(",".join(f"{low}-{high}" for low, high in ranges)) == ranges


def run_command_line(data: bytes) -> None:
    """Each byte up to 255 is a word of the command line; behind that comes what stands on standard input."""
    line, _, given = data.partition(b"\xff")
    with tempfile.TemporaryDirectory() as folder:
        for name, content in FILES.items():
            (Path(folder) / name).write_bytes(content)
        words = [WORDS[byte % len(WORDS)].replace("@", f"{folder}/") for byte in line[:12]]
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True), io.StringIO()
        stdin = io.TextIOWrapper(io.BytesIO(given), "utf-8", "replace")
        with chdir(folder), redirect_stdout(out), redirect_stderr(err), mock.patch("sys.stdin", stdin):
            try:
                code = run(words)
            except SystemExit as stop:  # argparse, of a wrong option or --help
                code = stop.code if isinstance(stop.code, int) else 2
        assert code in (0, 1, 2), code
        assert "Traceback" not in err.getvalue()
        assert code == 0 or err.getvalue() or out.buffer.tell(), "it says nothing"
        left = {path.name for path in Path(folder).iterdir()} - set(FILES) - {f"out.{e}" for e in ENDINGS} - set(WORDS)
        assert not left, left


def command_lines() -> tuple[bytes, ...]:
    """Return some that make sense, of every command."""
    lines = """solve @g.pg --solution @out.json|solve @g.pg @e.edges --jobs 2 --json|verify @g.pg @g.sol
        judge stone-game @s.in|play treblecross --as 1
        show @g.pg -o @out.svg --around 1 --radius 1|convert @g.pg @out.pg.gz
        generate random 5 --seed 1 -o @out.pg|generate --list|synth @h.hoa --controller @out.aag --verify
        heaps .77 --to 20 --position 1,3 --verify|geography @e.edges --start 0 --json|geography --words @e.edges
        geography @e.edges --checkpoint @out.npz --proof @out.json|games --json|solvers parity|completion bash|manual
        solve @g.pg --objective buchi --priorities 2,4-6 --solver buchi-n2 --explain|show @s.in --game stone-game"""
    number = {word: k for k, word in enumerate(WORDS)}
    return tuple(bytes(number[word] for word in line.split()) for row in lines.split("\n") for line in row.split("|"))


ENDINGS = ("json", "svg", "pg", "pg.gz", "aag", "npz")
OPTIONS = (
    "--solver --verify --solution --json --full --explain --quiet --jobs --game --objective --priorities --format --as "
    "--start --test -o --output --to --around --radius --unsolved --list --seed --degrees --degree --bipartite "
    "--falling --share --controller --position --picture --words --nodes --memory --checkpoint --every --proof "
    "--check --help"
)
VALUES = (
    "0 1 2 5 20 -1 x 1,3 2,4-6 1-3 0.5 nan .77 grundy both none buchi reach parity random random-parity out-regular "
    "stone-game treblecross gridgame edge-geography buchi-n2 zielonka tangles bash zsh @none.pg @ - -- @g.pg @g.sol "
    "@e.edges @s.in @h.hoa"
)
WORDS = (
    *(name for name in commands() if name != "explore"),
    *OPTIONS.split(),
    *VALUES.split(),
    "",
    *(f"@out.{ending}" for ending in ENDINGS),
)

GAME = b'parity 3;\nstart 1;\n0 6 1 2,1 "river";\n1 5 0 0;\n3 8 1 2,3 "a; \xc3\xa9";\n2 7 0 3,1,0;\n'
LTL = (
    b"inputs: r\noutputs: g\nG(r -> X g)\n",
    b"inputs: a\noutputs: b, c\n# both\n(GFa <-> GF b) & (!c W b) xor c M X 1\n",
    b'outputs: "x=y", Ga\nF "x=y" && [](<>!"Ga" \\/ Ga \\/ false)',
)
HOA = (
    b'HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 2 Inf(1) | Fin(0)\nAlias: @a !0 & !1\n'
    b'--BODY-- State: 0 "idle" [@a] 0 {1} [0 & (1 | f)] 1 /* one */ State: 1 {0} [!0] 0 [0] 1 {1} --END--',
    b'HOA: v1 States: 2 Start: 0 AP: 2 "i" "o" controllable-AP: 1 Acceptance: 3 Fin(2) & (Inf(1) | Fin(0))\n--BODY--\n'
    b"State: 0 [t] 1 {0}\nState: 1 [0&1|!0&!1] 0 {1} [!0&1] 1 {2}\n--END--\n",
    b'HOA: v1 Start: 0 AP: 1 "g" controllable-AP: 0 Acceptance: 0 t --BODY-- State: 0 0 0 --END--',
    b'HOA: v1 States: 3 Start: 0 AP: 2 "a" "b" Acceptance: 1 Inf(0) spot-state-player: 0 1 1 controllable-AP: 1\n'
    b"--BODY-- State: 0 [!0] 1 [0] 2 {0} State: 1 [1] 0 {0} [!1] 0 State: 2 [t] 0 {0} --END--",
    b'HOA: v1.1 States: 2 Start: 0 AP: 1 "a" Acceptance: 3 Fin(2) & (Inf(1) | Fin(0)) spot.state-player: 1 0\n'
    b"--BODY-- State: 0 [0] 1 {0} [0] 0 {2} [f] 0 State: 1 [t] 0 {1} [0] 1 --END--",
)
SLUGSIN = (
    b"[INPUT]\nr\n[OUTPUT]\ng\n[SYS_TRANS]\n| ! g' r' # never unasked\n[SYS_LIVENESS]\nr -> g\n",
    b"[INPUT]\ndoor\n[OUTPUT]\nroom:0...2\n[SYS_INIT]\nroom = 0\n[SYS_TRANS]\nroom' <= room + 1 & room <= room' + 1\n"
    b"room = 1 & room' = 2 -> door'\n[ENV_LIVENESS]\ndoor\n[SYS_LIVENESS]\nroom = 0\nroom = 2\n",
)
GRAPHS: dict[str, bytes] = {
    "gml": b'graph [ directed 1 node [ id 0 label "a" owner 0 priority 2 ] node [ id 1 label "b" owner 1 priority 1 ] '
    b"edge [ source 0 target 1 ] edge [ source 1 target 0 ] ]",
    "graphml": b'<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d0" for="node" attr.name="owner" '
    b'attr.type="long"/><graph edgedefault="directed"><node id="a"><data key="d0">0</data></node>'
    b'<node id="b"><data key="d0">1</data></node><edge source="a" target="b"/></graph></graphml>',
    "gexf": b'<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2"><graph defaultedgetype="directed"><nodes>'
    b'<node id="0" label="a"/><node id="1" label="b"/></nodes><edges><edge id="0" source="0" target="1"/></edges>'
    b"</graph></gexf>",
    "pajek": b'*vertices 2\n1 "a"\n2 "b"\n*arcs\n1 2\n',
    "adjlist": b"# edges\n0 1 2\n1 2 # here\n3\n2 0\n",
    "edgelist": b"a b\nb c # here\nc a\n",
}
FILES = {
    "g.pg": GAME,
    "g.sol": b"paritysol 3;\n0 0;\n1 0 0;\n2 1;\n3 1 2;\n",
    "e.edges": b"0 1\n1 2\n2 0\n2 3\n",
    "s.in": b"2\n6 3\n1 1\n0\n",
    "h.hoa": HOA[1],
}
CODES = (b".77", b"0.137", b"4.7", b".8F", b"grundy", b"kayles", b"4.3333", b".007", b".3")
LISTS = b"[(0,[1,2]), (1, [3,4]), (2,[0]), (3,[4]), (4,[])]\n[(-7,[12,12]),(12,[-7])]\n"


POSITIONS: tuple[tuple[str, dict[str, Any], bytes], ...] = (
    ("awari", {"seeds": 3}, b"((1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0, 0, 0)"),
    ("breakthrough", {"width": 2, "height": 4}, b"('w', 'ww', 'ww', 'bb', 'bb')"),
    ("chess", {"men": "KPKN"}, b"8/8/8/1n6/P7/8/8/K1k5 w"),
    ("chomp", {"width": 3, "height": 2}, b"(3, 1)"),
    ("connect-four", {"width": 4, "height": 4}, b"//XX/O"),
    ("dobutsu-shogi", {}, b"gle/1C1/3/ELG w C"),
    ("dots-and-boxes", {"width": 1, "height": 1}, b"(9, 0, 0, 0)"),
    ("edge-geography", {}, b"2 0>1 1>2"),
    ("gridgame", {}, b"(3, 4)"),
    ("nine-mens-morris", {"variant": "six", "men": 6}, b"XX.OO........... 8 X"),
    ("tic-tac-toe", {}, b"XO./.../..."),
)


def run_position(data: bytes) -> None:
    """A position of a board game as a person types it."""
    name, options, _ = POSITIONS[data[0] % len(POSITIONS)] if data else POSITIONS[0]
    rules = board_game(name, options)
    position = rules.position(data[1:].decode("utf-8", "replace"))
    assert rules.parse(rules.text(position)) == position
    tier, index = rules.rank(position)
    if 0 <= index < rules.space.size.get(tier, 0) and rules.batch(tier, [index]).code[0] != UNUSED:
        assert rules.rank(rules.unrank(tier, index)) == (tier, index)
        for after in rules.moves(rules.unrank(tier, index)):
            assert rules.rank(after)[0] in rules.space.size


def run_board_game(data: bytes) -> None:
    """A board game by its name and options."""
    rules = read_board_game(Source(data, "f"), "table")
    assert board_game(rules.name, rules.options()) == rules


@cache
def bare_targets() -> dict[str, Target]:
    """Return every target by name, without the guard that lets it refuse its input."""
    table: dict[str, Target] = {
        "pgsolver": Target(run_pgsolver, tuple(bytes([i]) + GAME for i in range(len(objectives())))),
        "paritysol": Target(
            run_paritysol,
            (
                b"\5paritysol 3;\n0 0;\n1 0 0;\n2 1;\n3 1 2;\n",
                b"\2paritysol 1;\n0 1 1;\n1 1;\n",
                b"\3" + b"0 1 0;1 1;2 1;",
            ),
        ),
        "dot": Target(
            run_rewritten(dot),
            (
                b"digraph { a [player=0, priority=2]; b [shape=box, player=1, priority=1]; a -> b -> a }",
                b'digraph g { "x y" [player=1 priority=1 label="end"]; "x y" -> "x y" [weight=-1.5] } // end',
            ),
        ),
        "csv": Target(run_rewritten(csv_), (b"source,target\na,b\nb,a\n", b"from;to;weight\n1;2;3/4\n2;1;-2\n")),
        "energy": Target(run_rewritten(energy_text), (b"energy 2\n0 0 1 -2,0 3\n1 1 0 5\n",)),
        "ssg": Target(run_rewritten(ssg_text), (b"NMAX: 1\n1 2 3 average\n2 1 3 maximizer\n3 0 0 terminal1\n",)),
        "drn": Target(run_model(drn), (DRN,)),
        "tra": Target(run_model(explicit), (b"3 4 5\n0 0 1 0.5\n0 0 2 1/2\n0 1 0 1\n1 0 1 1 stay\n2 0 2 1\n",)),
        "model-table": Target(
            run_model(table_text),
            (
                b"state,action,next,probability,reward\n0,go,1,1/3,2\n0,go,2,2/3,0\n0,stay,0,1,-0.5\n1,go,2,1,1\n",
                b"state\taction\tnext\tplayer\na\tgo\tb\t0\nb\tback\ta\t1\nb\tend\tc\t1\n",
            ),
        ),
        "properties": Target(run_properties, PROPERTIES),
        "prism": Target(
            run_program,
            (
                PRISM,
                b"dtmc\nmodule m\n  x : [0..2]; // here\n  [] x=0 -> 1/2 : (x'=1) + 0.5 : (x'=2);\nendmodule",
            ),
        ),
        "jani": Target(run_jani, (JANI,)),
        "notation": Target(run_notation, (b"{2||1|-1/2}+^2*3", b"-({0,*|v}) + +-1", b"{|}")),
        "umb": Target(run_model(umb), (small_umb(),)),
        "edges": Target(run_edges, (b"# edges\n0 1\n1 2 # here\n3\n2 0\n",)),
        "json": Target(run_json, json_seeds()),
        "json-chance": Target(
            run_json_chance,
            tuple(bytes([i]) + written(json_.write_solution, one) for i, one in enumerate(chance_solutions())),
        ),
        "marks": Target(run_marks, marks_seeds()),
        "arena": Target(run_arena, arena_seeds()),
        "npz": Target(run_rewritten(npz), npz_seeds()),
        "npz-solution": Target(
            run_npz_solution,
            (written(npz.write_solution, gg.solve(npz.read_game(npz_seeds()[0], "g", "reach"))),),
        ),
        "hoa": Target(run_hoa, HOA),
        "ltl": Target(run_ltl, LTL),
        "slugsin": Target(run_slugsin, SLUGSIN),
        "structuredslugs": Target(run_slugsin, SLUGSIN),
        "packed": Target(run_packed, (gzip.compress(GAME, mtime=0), bz2.compress(GAME))),
        "guessed": Target(run_guessed, (GAME, *GRAPHS.values(), HOA[0], b"0 1\n1 0\n")),
        "geography-graphs": Target(
            run_geography_graphs, tuple(bytes([i]) + text for i in range(4) for text in (LISTS, b"a b\nb c\nc a\n"))
        ),
        "geography-proof": Target(
            run_geography_proof, tuple(bytes([i]) + proof for i, (_, _, proof) in enumerate(proved()))
        ),
        "checkpoint": Target(
            run_checkpoint,
            (
                bytes([0, 0, 3, 1, 250, 0, 0, 250, 0, 0, *bytes(24)]),  # no table, and that vertex 0 loses
                bytes([0, 0, 3, 4, 0, 4, 4, 0, 5, 3, *range(1, 200)]),
                b"\xff" + archive("x", bytes(99)),
            ),
        ),
        "words": Target(run_words, (b"Apple\nelk\nkiwi\n\napple\n", "élan\nNOËL\nstraße\n".encode())),
        "board-position": Target(
            run_position, tuple(bytes([i]) + position for i, (_, _, position) in enumerate(POSITIONS))
        ),
        "board-game": Target(run_board_game, (b"chess men=KRK", b"connect-four width=4 height=4\n", b"tic-tac-toe")),
        "heap-code": Target(run_heap_code, CODES),
        "command-line": Target(run_command_line, command_lines()),
        "priorities": Target(run_priorities, (b"2,4-6", b"1..3, 7")),
    }
    table |= {dialect: Target(run_networkx(dialect), (text,)) for dialect, text in GRAPHS.items()}
    table |= {
        entry.name: Target(run_concrete(entry.name), (entry.example.encode(), *MORE.get(entry.name, ())))
        for entry in concrete_games()
    }
    assert {entry.name for entry in formats.table() if entry.reads} <= set(table)
    return table


@cache
def targets() -> dict[str, Target]:
    """Return every target by name."""
    return {name: target._replace(run=refusing(target.run)) for name, target in bare_targets().items()}


MORE: dict[str, tuple[bytes, ...]] = {
    "great-game": (b"2\n4 4\n1 2\n1 2\n2 3\n3 4\n1 3\n3 2\n1 1\n1 2\n2 3\n",),
    "gridgame": (b"2  1  1 1  1  2 2  0 2  3 3  2 1\n", b"1\n3\n1 2\n2 1\n5 0\n4\n0 0\n4 4\n1000000000 3\n6 0\n"),
    "playing-with-stones": (b"2\n2\n4 4\n1\n20000000000000000000\n",),
    "edge-geography": (LISTS,),
    "stone-game": (b"2\n6 3\n1 1\n1\n1000000 7\n0\n",),
}
