"""Geography by the program: what it reads, says and proves, and how it stops."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import pytest

from graphgames import Arena, FormatError, SolverError, solve, verify
from graphgames.cli.main import run
from graphgames.formats.json_ import read_solution, write_solution
from graphgames.games.geography import graph_files
from graphgames.games.geography.families import out_regular, word_list
from graphgames.games.geography.names import GEOGRAPHY
from graphgames.games.geography.problem import Geography
from graphgames.games.geography.search_checkpoint import (
    SearchCheckpoint,
    fingerprint,
    read_checkpoint,
    write_checkpoint,
)
from graphgames.games.geography.solution import UNDECIDED
from graphgames.games.geography.word_chains import winning_words
from graphgames.games.geography.words import read as read_words
from graphgames.readers.source import Source
from tests.cli.test_cli import program
from tests.share import share
from tests.waiting import PATIENCE, at_work, until

LISTED = "[(0,[1,2]), (1, [3,4]), (2,[0]), (3,[4]), (4,[])]"
EDGES = "0 1\n0 2\n1 3\n1 4\n2 0\n3 4\n"


def hard(path: Path, vertices: int = 40) -> Path:
    """A graph that takes long."""
    arena = out_regular(vertices, 3, 1)
    tails = np.repeat(np.arange(arena.n), 3)
    path.write_text("".join(f"{u} {w}\n" for u, w in zip(tails.tolist(), arena.successors.tolist(), strict=True)))
    return path


@pytest.mark.parametrize("name", ["graph.txt", "graph.edges", "graph.graphml", "graph.gml", "named", "graph.edgelist"])
def test_every_kind_of_file(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    graph: Any = nx.parse_edgelist(EDGES.splitlines(), create_using=nx.DiGraph, nodetype=int)
    if name == "graph.graphml":
        nx.write_graphml(graph, path)
    elif name == "graph.gml":
        nx.write_gml(graph, path, stringizer=str)
    else:
        path.write_text(LISTED if name == "graph.txt" else EDGES)
    data = json.loads(program("geography", path, "--json", "--verify").stdout)
    (known,) = data["graphs"]
    assert sorted(map(str, known["picks"])) == ["0", "2", "4"] and known["undecided"] == []
    assert data["verified"] is True and data["game"] == "edge-geography"


def test_words_for_people_and_one_start(tmp_path: Path) -> None:
    done = program("geography", stdin=LISTED + "\n[(7,[7])]")
    assert "2 win for the player who picks them, by search: 0, 2" in done.stdout and "graph 2:" in done.stdout
    assert "the self-loop at 7 may be used once and passes the turn" in done.stderr
    done = program("geography", "--start", "b", stdin="a b\nb c\n")
    assert "1 win for the player to move from them, by backward induction: b" in done.stdout
    assert program("geography", "--start", "x", stdin=LISTED).returncode == 2
    for game in GEOGRAPHY:
        assert program("geography", "--game", game, "--verify", stdin=EDGES).returncode == 0


def test_bad_input() -> None:
    for data in ("", "nonsense", "parity 1; 0 0 0 0;", "[(0,[1)]", "\x00\x01", "0 1 x", "{}"):
        done = program("geography", stdin=data)
        assert done.returncode == 2 and done.stderr.startswith("graphgames: "), (data, done.stdout, done.stderr)
    assert program("geography", "--time", "-1", stdin=EDGES).returncode == 2


@pytest.mark.slow
def test_limits_say_what_is_known(tmp_path: Path) -> None:
    path = hard(tmp_path / "hard.edges")
    done = program("geography", path, "--nodes", "3000", "--verify", "--memory", "8")
    assert done.returncode == 0 and "stopped by --nodes" in done.stdout and "not decided" in done.stdout
    known = json.loads(program("geography", path, "--time", "0.2", "--json").stdout)
    assert known["stats"]["stopped"] == "time" and known["graphs"][0]["undecided"]


@pytest.mark.slow
def test_ctrl_c_says_what_is_known(tmp_path: Path) -> None:
    path, proof = hard(tmp_path / "hard.edges", 60), tmp_path / "proof.json"
    command = [sys.executable, "-m", "graphgames", "geography", str(path), "--proof", str(proof), "--start", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert at_work(child, 1)
        child.send_signal(signal.SIGINT)
        said, errors = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130 and "stopped by Ctrl-C" in said and "1 not decided: 0" in said and errors == ""
    assert program("geography", path, "--check", proof).returncode == 0


@pytest.mark.slow
def test_ctrl_c_in_solve_writes_what_is_known(tmp_path: Path) -> None:
    """It ended with exit code 0, as if all were decided."""
    path, solution = hard(tmp_path / "hard.edges", 60), tmp_path / "known.json"
    command = [sys.executable, "-m", "graphgames", "solve", str(path), "--game", "edge-geography"]
    with subprocess.Popen(
        [*command, "--solution", str(solution), "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert at_work(child, 1)
        child.send_signal(signal.SIGINT)
        said, errors = child.communicate(timeout=PATIENCE)
    assert child.returncode == 130 and said == "" and "stopped; what is decided so far stands" in errors
    assert program("verify", path, solution, "--game", "edge-geography").returncode == 0


def random_problem(kind: str, rng: np.random.Generator) -> Geography:
    n = int(rng.integers(1, 8))
    return Geography(kind, [Arena.from_edges(rng.integers(0, n, (int(rng.integers(0, 14)), 2)), n=n) for _ in range(2)])


def there_and_back(problem: Geography, data: bytes) -> Any:
    return read_solution(data, "proof.json", problem)


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize("kind", GEOGRAPHY)
def test_proofs_survive_the_file_and_faults_in_it_are_found(kind: str) -> None:
    """Every number of the file in turn is made another one: it is refused, or no winner is changed by it."""
    rng, chance, refused = np.random.default_rng(5), random.Random(5), 0
    for _ in range(12):
        problem = random_problem(kind, rng)
        solution, file = solve(problem), BytesIO()
        write_solution(solution, file)
        text = file.getvalue()
        again = there_and_back(problem, text)
        assert verify(again).ok and again.theorem == solution.theorem
        for _ in range(40):
            at = chance.randrange(len(text))
            changed = text[:at] + chance.choice([b"0", b"1", b"9", b"-", b"[", b"", b'"', b"99999"]) + text[at + 1 :]
            try:
                claim = there_and_back(problem, changed)
            except FormatError:
                refused += 1
                continue
            same = all(np.array_equal(a, b) for a, b in zip(claim.winner, solution.winner, strict=True))
            assert same or not verify(claim).ok or any((winner == UNDECIDED).any() for winner in claim.winner)
        for number, winner in enumerate(solution.winner):
            for v in range(winner.size):
                data = json.loads(text)
                data["winner"][number][v] ^= 1
                lie = there_and_back(problem, json.dumps(data).encode())
                assert "its answers say" in str(verify(lie))
                data["won"] = [sum(row.count(player) for row in data["winner"]) for player in (0, 1)]
                assert not verify(there_and_back(problem, json.dumps(data).encode())).ok
    assert 240 < refused < 480


def test_a_proof_of_something_else_is_refused(tmp_path: Path) -> None:
    graph, proof = tmp_path / "graph.txt", tmp_path / "proof.json"
    graph.write_text(LISTED)
    assert program("geography", graph, "--proof", proof).returncode == 0
    assert "proved" in program("verify", graph, proof, "--game", "edge-geography").stdout
    other = program("geography", "--check", proof, stdin="[(0,[1])]")
    assert other.returncode == 2 and "this is a solution of another game" in other.stderr
    other = program("geography", graph, "--check", proof, "--game", "vertex-geography")
    assert other.returncode == 2 and 'not "vertex-geography"' in other.stderr
    text = proof.read_text()
    proof.write_text(text.replace('"won": [2,3]', '"won": [3,2]'))
    other = program("geography", graph, "--check", proof)
    assert other.returncode == 1 and '"won" is [3, 2], but its answers say [2, 3]' in other.stdout
    proof.write_text(text.replace('"winner": [[1', '"winner": [[0'))
    assert program("geography", graph, "--check", proof).returncode == 1
    proof.write_text(text[:-20])
    cut = program("geography", graph, "--check", proof)
    assert cut.returncode == 2 and f"{proof}:" in cut.stderr
    for broken in ("[]", '{"format": 3}', text.replace('"version": 1', '"version": 2'), text.replace('"nodes"', '"n"')):
        proof.write_text(broken)
        assert program("geography", graph, "--check", proof).returncode == 2


def test_an_undirected_edge_listed_from_both_ends_is_one() -> None:
    source = Source(b"a b\nb a\nb c\n", "graph")
    assert graph_files.read(source, "undirected-edge-geography").graphs[0].m == 2
    assert graph_files.read(source, "edge-geography").graphs[0].m == 3


def chain_value(letter: str, words: frozenset[str]) -> bool:
    """Whether who must begin with the letter wins, by playing it out."""
    return any(not chain_value(word[-1], words - {word}) for word in words if word[0] == letter)


@pytest.mark.slow
@pytest.mark.parametrize("letters", [2, 3, 4])
def test_word_chains_against_playing_them_out(letters: int) -> None:
    """Words with the same ends are parallel arcs; the words to say are tried, too."""
    for seed in range(40):
        chain = read_words("\n".join(word_list(9, letters, seed)).encode())
        solution = solve(chain)
        names = chain.graphs[0].labels
        assert names is not None
        every = frozenset(chain.words)
        wins = [chain_value(letter, every) for letter in names]
        assert [code == 0 for code in solution.winner[0].tolist()] == wins
        found = winning_words(solution, None, lambda rest, v: solve(rest, start=v))
        assert [v for v, win in enumerate(wins) if win] == sorted(found)
        for v, e in found.items():
            word = chain.words[e]
            assert word[0] == names[v] and not chain_value(word[-1], every - {word})
        assert verify(solution)


def test_word_lists_by_the_program(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("Apple\nelk\n\nkiwi\napple\nSTRASSE\n123\néa\n")
    done = program("geography", "--words", path, "--verify")
    assert done.returncode == 0 and "5 words between 6 letters" in done.stdout and "; proved" in done.stdout
    assert "    e: elk (backward induction)" not in done.stdout and "    k: kiwi (backward induction)" in done.stdout
    assert "1 blank line was skipped" in done.stderr and "1 line without a letter was skipped" in done.stderr
    data = json.loads(program("geography", "--words", "-", "--json", stdin="aba\nab\nba\n").stdout)
    assert data["win"] == ["a"] and data["say"] == {"a": "ab"} and data["lose"] == ["b"]
    assert (
        "this letter wins, and can say:\n    a: aba (search)"
        in program("geography", "--words", "-", "--start", "a", stdin="aba\nab\nba").stdout
    )
    for arguments in ([path], ["--game", "vertex-geography"]):
        assert program("geography", "--words", path, *arguments).returncode == 2
    assert program("geography", "--words", "-", stdin=b"ab\n\xff\n").stderr.startswith(
        "graphgames: <stdin>:2:1: this is"
    )
    assert program("geography", "--words", "-", stdin="\n\n").returncode == 2


@pytest.mark.slow
def test_a_killed_search_goes_on_where_it_was(tmp_path: Path) -> None:
    path, kept = hard(tmp_path / "hard.edges", 24), tmp_path / "kept.npz"
    whole = json.loads(program("geography", path, "--json").stdout)
    command = [sys.executable, "-m", "graphgames", "geography", str(path), "--checkpoint", str(kept), "--every", "0.1"]
    with subprocess.Popen([*command, "--solver", "geography"], stdout=subprocess.DEVNULL) as child:
        assert until(lambda: kept.exists() and kept.stat().st_size > 100_000, child)
        child.send_signal(signal.SIGKILL)
    assert child.returncode == -signal.SIGKILL, "it was done before it could be killed"
    again = json.loads(program("geography", path, "--checkpoint", kept, "--json").stdout)
    assert again["graphs"] == whole["graphs"]
    assert 0 < again["stats"]["nodes"] < whole["stats"]["nodes"]
    done = json.loads(program("geography", path, "--checkpoint", kept, "--json").stdout)
    assert done["graphs"] == whole["graphs"] and done["stats"]["nodes"] == 0


def test_checkpoints_of_something_else_are_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept.npz"
    assert program("geography", "--checkpoint", kept, stdin=LISTED).returncode == 0
    for arguments in (["--game", "vertex-geography"], ["--solver", "geography-proof-number"]):
        done = program("geography", "--checkpoint", kept, *arguments, stdin=LISTED)
        assert done.returncode == 2 and "belongs to another graph, game or solver" in done.stderr
    assert program("geography", "--checkpoint", kept, stdin=EDGES + "4 4\n").returncode == 2
    assert program("geography", "--checkpoint", kept, stdin=EDGES).returncode == 0
    for broken in (b"", b"nonsense", kept.read_bytes()[:-9], kept.read_bytes()[:300]):
        kept.write_bytes(broken)
        done = program("geography", "--checkpoint", kept, stdin=LISTED)
        assert done.returncode == 2 and "not a checkpoint, or a damaged one" in done.stderr
    assert program("geography", "--checkpoint", tmp_path / "none" / "kept", stdin=LISTED).returncode == 2


@pytest.mark.slow
def test_a_checkpoint_with_any_byte_changed_is_read_or_refused(tmp_path: Path) -> None:
    kept = tmp_path / "kept.npz"
    problem = Geography("edge-geography", [out_regular(6, 2, 1)])
    mark = fingerprint(problem, "geography")
    solve(problem, checkpoint=SearchCheckpoint(lambda checkpoint: write_checkpoint(checkpoint, kept, mark)))
    whole, right, refused = kept.read_bytes(), SearchCheckpoint(), 0
    places = list(share(range(len(whole)), 1))
    read_checkpoint(right, kept, mark)
    for at in places:
        for flip in (0x20, 0xFF):
            kept.write_bytes(whole[:at] + bytes([whole[at] ^ flip]) + whole[at + 1 :])
            again = SearchCheckpoint()
            try:
                read_checkpoint(again, kept, mark)
            except FormatError:
                refused += 1
            else:
                assert again.values == right.values
    assert len(right.values) == 6 and refused > len(places)  # of twice as many
    for value in (2, -1, 2**40):
        write_checkpoint(SearchCheckpoint(values={(0, 0): value}), kept, mark)
        with pytest.raises(FormatError, match="its values have the wrong form"):
            read_checkpoint(SearchCheckpoint(), kept, mark)


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("solver", ["geography", "geography-depth-first", "geography-proof-number"])
@pytest.mark.parametrize("kind", GEOGRAPHY)
def test_a_search_in_pieces_says_what_one_search_says(kind: str, solver: str) -> None:
    """A few positions at a time, each piece with a table of another size than the one before."""
    rng = np.random.default_rng(9)
    for _ in range(6):
        problem = Geography(kind, [Arena.from_edges(rng.integers(0, 9, (24, 2)), n=9) for _ in range(2)])
        whole, kept, nodes = solve(problem, solver=solver), SearchCheckpoint(), 0
        for piece in range(500):
            checkpoint = SearchCheckpoint(lambda checkpoint: None, 0.0, kept.values, kept.tables)
            memory = 1 << int(rng.integers(14, 24))
            solution = solve(problem, solver=solver, nodes=8 + 8 * piece, checkpoint=checkpoint, memory=memory)
            kept, nodes = checkpoint, nodes + solution.stats["nodes"]
            if "stopped" not in solution.stats:
                break
        assert all(np.array_equal(a, b) for a, b in zip(solution.winner, whole.winner, strict=True))
        assert verify(solution).ok


def test_the_table_of_another_graph_is_refused() -> None:
    problem = Geography("edge-geography", [out_regular(12, 3, 1)])
    tables: list[Any] = [np.zeros((1, 2), np.int64), np.full((1, 3), 1 << 40), np.full((1, 3), -1), np.zeros((3, 3))]
    for table in tables:
        with pytest.raises(SolverError, match="another graph"):
            solve(problem, checkpoint=SearchCheckpoint(tables={0: table}))


def test_two_words_in_a_line_are_skipped_and_refused_where_there_are_no_others(tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_text("kiwi\n  apple elk\n")
    done = program("geography", "--words", path)
    assert done.returncode == 0 and "1 word between 2 letters" in done.stdout
    assert "1 line of several words (if they are one word, join them by a hyphen) was skipped" in done.stderr
    path.write_text("\n  apple elk\n")
    done = program("geography", "--words", path)
    assert done.returncode == 2 and ":2:1: there are 2 words in this line" in done.stderr
    assert "join them by a hyphen" in done.stderr


WORDS = "apple\nelephant\ntiger\nrabbit\nticket\neagle\n"


def test_a_word_chain_is_checked_explained_and_played_in_words(tmp_path: Path) -> None:
    path, proof, picture = tmp_path / "words.txt", tmp_path / "proof.json", tmp_path / "words.svg"
    path.write_text(WORDS)
    assert "positions searched" not in program("geography", "--words", path, "--proof", proof).stdout
    checked = program("geography", "--words", path, "--check", proof)
    assert "whoever must begin with one of these 2 letters wins: e, t\n" in checked.stdout
    assert json.loads(program("geography", "--words", path, "--check", proof, "--json").stdout)["lose"] == ["a", "r"]
    for start, fault in (("apple", "apple is not a letter"), ("q", "no word begins or ends with q")):
        assert f"{fault}; there are a, e, r, t" in program("geography", "--words", path, "--start", start).stderr
    told = program("explain", path, "--game", "word-chains").stdout
    assert "Whoever must begin with a loses (by search): every word can be answered." in told
    assert "First: ticket. Whoever must begin with t loses: there is no word." in told
    said = program("play", path, "--game", "word-chains", "--as", "none").stdout
    assert "a letter, then the players say words in turn" in said and "to say the last word" in said
    assert "Second: apple" in said and "t: no word" in said
    assert "word chains, 4 letters, 6 words" in program("show", path, "--game", "word-chains", "-o", picture).stderr
    assert all(f">{word}</text>" in picture.read_text() for word in WORDS.split())


def test_moves_of_word_chains_are_words() -> None:
    solution = solve(read_words(WORDS.encode()))
    words, at = [], solution.problem.graphs[0].vertex("a")
    position = (at, frozenset[int]())
    while moves := solution.best_moves(position):
        words.append(moves[0].move)
        position = moves[0].position
    assert set(words) <= set(WORDS.split()) and len(set(words)) == len(words)
    assert all(before[-1] == after[0] for before, after in pairwise(words))


def test_the_reference_checker_says_which_game_is_to_be_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two numbers in each line do not say what is played."""
    graph, solution = tmp_path / "graph.edges", tmp_path / "solution.json"
    graph.write_text(EDGES)
    assert run(["solve", str(graph), "--game", "vertex-geography", "--solution", str(solution), "--quiet"]) == 0
    capsys.readouterr()
    assert run(["verify", "--reference", str(graph), str(solution)]) == 2
    assert "name the game: --game vertex-geography" in capsys.readouterr().err
    assert run(["verify", "--reference", str(graph), str(solution), "--game", "vertex-geography", "--quiet"]) == 0
