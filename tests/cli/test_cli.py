"""The program: what it prints, where, and its exit code; in this process, and where that is the point in its own."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

from graphgames.catalogue.find import concrete_game
from graphgames.cli.main import run
from tests.waiting import PATIENCE

GAME = """parity 3;
0 1 0 1,2 "start";
1 2 1 0,3;
2 1 1 2,0 "loop";
3 2 0 3;
"""
GREEN = "5 3\n0 2 6 7\n0 3 6 7 8\n0 1 8\n1 1 7\n1 1 8\n1 2 1 2\n0 2 1 2\n0 2 3 4\n"


def program(*arguments: str | Path, stdin: str | bytes = "", cwd: Path | None = None) -> Any:
    """Run the program as `process` does, in this process: a tenth of the time."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, errors = BytesIO(), BytesIO()
    taken, said, told = TextIOWrapper(BytesIO(data)), TextIOWrapper(out, "utf-8"), TextIOWrapper(errors, "utf-8")
    with mock.patch("sys.stdin", taken), redirect_stdout(said), redirect_stderr(told), chdir(cwd or Path.cwd()):
        try:
            code = run(list(map(str, arguments)))
        except SystemExit as leaving:
            assert isinstance(leaving.code, int)
            code = leaving.code
    said.flush()
    told.flush()
    assert b"Traceback" not in errors.getvalue(), errors.getvalue().decode()
    return SimpleNamespace(returncode=code, stdout=out.getvalue().decode(), stderr=errors.getvalue().decode())


def process(*arguments: str | Path, stdin: str | bytes = "", cwd: Path | None = None) -> Any:
    """Run the program in a process of its own and return that, with its output as text."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done: Any = subprocess.run(
        [sys.executable, "-m", "graphgames", *map(str, arguments)],
        input=data,
        capture_output=True,
        cwd=cwd,
        timeout=PATIENCE,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pg"
    path.write_text(GAME)
    return path


@pytest.mark.slow
@pytest.mark.share(0.5)
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("--version", 0),
        ("games", 0),
        ("convert game.pg -", 0),
        ("solve - --objective buchi --explain --start start", 0),
        ("judge gra-w-zielone", 2),
        ("solve game.pg --start start --expect eve --quiet", 0),
        ("solve game.pg --start start --expect adam --quiet", 1),
        ("nonsense", 2),
        ("", 2),
    ],
)
def test_a_process_says_what_the_tests_see_in_this_one(game: Path, line: str, code: int) -> None:
    own, here = (called(*line.split(), stdin=GAME, cwd=game.parent) for called in (process, program))
    assert own.returncode == here.returncode == code, own.stderr
    times = re.compile(r"\d+\.\d+ s")
    assert [times.sub("T", text) for text in (own.stdout, own.stderr)] == [
        times.sub("T", text) for text in (here.stdout, here.stderr)
    ]


@pytest.mark.slow
def test_version_and_help() -> None:
    assert program("--version").stdout.startswith("graphgames 0.")
    assert "solve" in program("--help").stdout
    for command in ("solve", "verify", "convert", "judge", "games", "solvers", "completion"):
        done = program(command, "--help")
        assert done.returncode == 0 and "usage: graphgames " + command in done.stdout.lower()


def test_the_version_needs_neither_numpy_nor_argparse() -> None:
    code = "import sys; sys.argv = ['graphgames', '--version']; from graphgames.__main__ import main; main(); "
    code += "assert not {'numpy', 'argparse', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("name", ["great-game", "gridgame"])
def test_judge_of_a_contest_with_many_tests_imports_little(name: str) -> None:
    code = f"import os, sys; sys.argv = ['graphgames', 'judge', {name!r}]\n"
    code += "os._exit = lambda code: None\n"  # which ends the program before what is asked below
    code += "from graphgames.__main__ import main\nmain()\n"
    code += "found = {'numpy', 'argparse', 'rich', 'typing', 'dataclasses', 'enum', 're'} & set(sys.modules)\n"
    code += "assert not found and type(sys.modules['inspect']).__name__ == 'Late', found"
    given: dict[str, Any] = {"input": concrete_game(name).example, "text": True, "capture_output": True}
    done = subprocess.run([sys.executable, "-c", code], **given)
    assert (done.returncode, done.stdout.strip()) in ((0, "0"), (0, "Alice")), done.stderr


@pytest.mark.slow
def test_solve_of_a_parity_game_imports_no_other_objective(game: Path) -> None:
    code = f"import os, sys; sys.argv = ['graphgames', 'solve', {str(game)!r}]\n"
    code += "os._exit = lambda code: None\n"  # which ends the program before what is asked below
    code += "from graphgames.__main__ import main\nmain()\n"
    code += "found = {name for name in sys.modules if name.startswith('graphgames.games.')}\n"
    code += "kinds = {name.split('.')[2] for name in found if name.endswith(('objective', 'payoff'))}\n"
    code += "assert kinds == {'parity', 'buchi'}, sorted(found)\n"  # a solver of Büchi games solves this one
    code += "assert not {'difflib', 'rich', 'locale', 'array', 'graphgames.core.vertex_form'} & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_a_specification_is_answered_without_numpy(tmp_path: Path) -> None:
    (tmp_path / "one.slugsin").write_text("[INPUT]\nr\n[OUTPUT]\ng\n[SYS_LIVENESS]\n! ^ r g\n")
    code = f"import os, sys; sys.argv = ['graphgames', 'synth', {str(tmp_path / 'one.slugsin')!r}]\n"
    code += "os._exit = lambda code: None\n"
    code += "from graphgames.__main__ import main\nassert main() == 0\nimport graphgames as gg\n"
    code += "gg.synthesize(gg.Spec(inputs={'r': bool}, outputs={'g': bool}, sys_goals=['!(r & g)'])).strategy()\n"
    code += "unused = {'numpy', 'importlib.metadata', 'rich', 'gettext', 'graphgames.cli.options'}\n"
    code += "unused |= {'graphgames.games.tables'}\n"  # the row of another kind
    code += "assert unused.isdisjoint(sys.modules), unused & set(sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True)
    assert (done.returncode, done.stdout) == (0, "REALIZABLE\n"), done.stderr


def test_an_answer_that_memory_does_not_suffice_to_check_is_given_unproved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crowded(solution: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("graphgames.engines.dispatch.verify", crowded)
    (tmp_path / "one.slugsin").write_text("[OUTPUT]\ng\n[SYS_LIVENESS]\ng\n")
    said = json.loads(program("synth", tmp_path / "one.slugsin", "--json").stdout)
    assert said["realizable"] and said["verified"] is None
    assert program("synth", tmp_path / "one.slugsin", "--verify").returncode == 2


def test_a_table_in_a_pipe_has_a_line_for_each_vertex_however_long_its_name(tmp_path: Path) -> None:
    far = "a name so long that no terminal of eighty columns could hold it in a line beside the others of its row"
    (tmp_path / "long.dot").write_text(f'digraph {{ "{far}" -> "家"; "家" -> b }}', "utf-8")
    done = program("solve", tmp_path / "long.dot")
    heading, rule, first, second, third = [line for line in done.stdout.splitlines() if line.startswith(" ")][1:]
    assert heading.split() == ["vertex", "winner", "move", "remoteness"] and set(rule[1:]) == {"─"}
    assert first.startswith(f" {far}   not to move") and third.split() == ["b", "not", "to", "move", "0"]
    assert second.index("to move") == first.index("not to move") - 1 and second.endswith("-> b            1")


@pytest.mark.parametrize("objective", ["parity", "buchi", "cobuchi", "reach", "safe", "normal", "misere"])
def test_solve_prints_one_json_object_a_game(game: Path, objective: str) -> None:
    done = program("solve", game, "--objective", objective, "--json", "--full", "--verify")
    assert done.returncode == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["file"] == str(game) and data["objective"] == objective
    assert (data["vertices"], data["edges"]) == (4, 7)
    assert sum(data["won"]) == 4 and len(data["won"]) == (3 if objective in ("normal", "misere") else 2)
    assert data["verified"] is True and set(data["seconds"]) == {"read", "solve", "verify"}
    assert len(data["winner"]) == len(data["strategy"]) == 4
    assert data["value"] is None if objective == "parity" else len(data["value"]) == 4


def test_json_without_full_and_without_verify(game: Path) -> None:
    data = json.loads(program("solve", game, "--objective", "buchi", "--json").stdout)
    assert data["verified"] is None and data["seconds"]["verify"] is None and "certificate" not in data
    assert data["won"] == [3, 1] and len(data["winner"]) == 4


def test_several_files_and_one_that_fails(game: Path, tmp_path: Path) -> None:
    packed = tmp_path / "packed.pg.gz"
    packed.write_bytes(gzip.compress(GAME.encode()))
    done = program("solve", game, tmp_path / "none.pg", packed, "--json")
    assert done.returncode == 2
    assert [json.loads(line)["file"] for line in done.stdout.splitlines()] == [str(game), str(packed)]
    assert "none.pg" in done.stderr


def test_a_table_for_people(game: Path) -> None:
    done = program("solve", game, "--objective", "buchi", "--verify")
    assert done.returncode == 0
    assert "4 vertices, 7 edges" in done.stdout and "proved" in done.stdout and "loop" in done.stdout
    assert done.stderr == ""


def test_explain_says_why_for_every_vertex(game: Path) -> None:
    lines = program("solve", game, "--objective", "buchi", "--explain").stdout.splitlines()
    assert sum(" wins from " in line for line in lines) == 4


def test_stdin_and_quiet(game: Path) -> None:
    assert json.loads(program("solve", "-", "--json", stdin=GAME).stdout)["vertices"] == 4
    done = program("solve", game, "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["json", "sol"])
@pytest.mark.parametrize("objective", ["parity", "buchi", "cobuchi", "reach", "safe"])
def test_a_solution_written_is_verified_and_a_fault_in_it_found(game: Path, ending: str, objective: str) -> None:
    solution = game.with_name(f"game.{ending}")
    assert program("solve", game, "--objective", objective, "--solution", solution, "--quiet").returncode == 0
    done = program("verify", game, solution, "--objective", objective)
    assert done.returncode == 0 and "proved by the fast checker: winner, strategy" in done.stdout, done.stdout
    assert ("not checked: solver" in done.stdout) == (ending == "json")
    if ending == "sol":
        text = solution.read_text()
        lines = text.splitlines()
        vertex, winner, *rest = lines[1].rstrip(";").split()
        lines[1] = " ".join([vertex, str(1 - int(winner)), *rest]) + ";"
        solution.write_text("\n".join(lines) + "\n")
    else:
        data = json.loads(solution.read_text())
        data["winner"][0] = 1 - data["winner"][0]
        solution.write_text(json.dumps(data))
    done = program("verify", game, solution, "--objective", objective, "--json")
    assert done.returncode == 1
    report = json.loads(done.stdout)
    assert report["ok"] is False and report["failures"] and report["checker"] == "fast" and not report["proved"]


@pytest.mark.slow
def test_the_green_game_from_its_own_format(tmp_path: Path) -> None:
    path = tmp_path / "green.in"
    path.write_text(GREEN)
    assert program("judge", "gra-w-zielone", stdin=GREEN).stdout == "5\n1\n2\n4\n6\n7\n"
    assert program("judge", "gra-w-zielone", path, "--verify").stdout == "5\n1\n2\n4\n6\n7\n"
    for solver in ("buchi-traps", "buchi-lifting", "buchi-n2"):
        assert program("judge", "gra-w-zielone", "--solver", solver, stdin=GREEN).stdout == "5\n1\n2\n4\n6\n7\n"
    shown = program("solve", path, "--game", "gra-w-zielone", "--verify").stdout
    assert "Ania wins 5" in shown and "Bolek wins 3" in shown and "alpha" in shown and "beta" in shown
    assert "and so on for ever" in program("judge", "gra-w-zielone", path, "--explain").stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "none.pg"], "none.pg"),
        (["solve", "game.pg", "--solver", "zielonkka"], "did you mean 'zielonka'?"),
        (["solve", "game.pg", "--solver", "attractor"], "does not solve parity games; these do: "),
        (["judge", "gra-w-zielone", "game.pg"], "game.pg:1:1: found 'parity'"),
        (["judge", "green-gam"], "there is no game 'green-gam'"),
        (["solve", "game.pg", "game.pg", "--solution", "x.sol"], "--solution takes the solution of one file"),
        (["verify", "game.pg", "game.pg"], "game.pg"),
        (["solve", "game.pg", "--priorities", "2"], "a set of priorities has no meaning for a parity objective"),
        (["solve", "game.pg", "--objective", "buchi", "--priorities", "x"], "'x' is not a set of priorities"),
        (["convert", "game.pg", "game.unknown"], "game.unknown cannot be written: .unknown is not one of its formats"),
    ],
)
def test_a_users_mistake_is_answered_with_a_sentence_and_exit_code_2(
    game: Path, arguments: list[str], message: str
) -> None:
    done = program(*arguments, cwd=game.parent)
    assert done.returncode == 2 and done.stdout == ""
    assert re.match("graphgames(| convert): ", done.stderr) and message in done.stderr, done.stderr


@pytest.mark.slow
def test_wrong_usage_is_exit_code_2() -> None:
    for arguments in ([], ["verify"], ["nonsense"]):
        done = program(*arguments)
        assert done.returncode == 2 and len(done.stderr.splitlines()) == 2, done.stderr
        assert done.stderr.startswith("graphgames") and done.stderr.endswith(" --help says more\n")


def test_a_wrong_value_is_answered_without_the_whole_usage() -> None:
    done = program("solve", "x", "--convention", "min")
    assert done.returncode == 2 and "did you mean 'min-even' or 'min-odd'?" in done.stderr
    assert done.stderr.endswith("graphgames solve --help says more\n") and "usage" not in done.stderr


def test_tables_of_games_and_solvers() -> None:
    assert "gra-w-zielone" in program("games").stdout
    names = [json.loads(line)["name"] for line in program("solvers", "buchi", "--json").stdout.splitlines()]
    assert {"buchi-traps", "buchi-lifting", "buchi-n2"} <= set(names)
    assert "zielonka" in program("solvers").stdout
    assert program("solvers", "nonsense").returncode == 2


@pytest.mark.slow
def test_completion_scripts_know_commands_and_names() -> None:
    for shell in ("bash", "zsh", "fish", "tcsh"):
        script = program("completion", shell).stdout
        assert "convert" in script and "treblecross" in script and "recursive-ladder" in script


def test_bash_completes_commands_names_and_files(tmp_path: Path) -> None:
    (tmp_path / "examples").mkdir()
    lines = [program("completion", "bash").stdout]
    for words in (
        "ju",
        "judge tre",
        "solve --solver zi",
        "solve ex",
        "solve --game stone",
        "generate recur",
        "play kay",
        "play ex",
        "solve kay",
    ):
        asked = ["graphgames", *words.split()]
        lines.append(f"COMP_WORDS=({' '.join(asked)}) COMP_CWORD={len(asked) - 1} COMP_LINE='graphgames {words}'")
        lines.append(f"COMP_POINT=${{#COMP_LINE}}; COMPREPLY=(); _shtab_graphgames graphgames {asked[-1]} ''")
        lines.append("echo ${COMPREPLY[@]}")
    done = subprocess.run(["bash", "-c", "\n".join(lines)], capture_output=True, text=True, cwd=tmp_path)
    solvers = ["zielonka", "zielonka-tree", "zielonka-fixpoint"]
    found = ["judge", "treblecross", *solvers, "examples", "stone-game", "recursive-ladder"]
    assert done.stdout.split() == [*found, "kayles", "examples", "kayles"]


@pytest.mark.slow
def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    line = f"{sys.executable} -m graphgames completion bash | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", line], capture_output=True, text=True)
    assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


@pytest.mark.slow
def test_uncompiled_kernels_give_the_same_answer_and_say_so(game: Path) -> None:
    command = [sys.executable, "-m", "graphgames", "solve", str(game), "--objective", "buchi", "--json", "--full"]
    slow = subprocess.run(command, capture_output=True, text=True, env={"GRAPHGAMES_PURE": "1", "PATH": "/usr/bin"})
    fast = subprocess.run(command, capture_output=True, text=True)
    assert slow.stderr.count("\n") == 1 and "not compiled" in slow.stderr and fast.stderr == ""
    one, other = json.loads(slow.stdout), json.loads(fast.stdout)
    assert {**one, "seconds": 0} == {**other, "seconds": 0}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "won", "judged", "reason"),
    [
        ("great-game", "1\n3 2\n1 1\n1 2\n2 3\n", [0, 1], "1", "Moriarty brings it home in 2 moves of its own"),
        ("games-are-important", "2 1\n0 1\n1\n0\n0 0\n", [1, 0], "First", "wins: move a stone from 0 to 1"),
        ("treblecross", "1\n.....\n", [1, 0], "WINNING\n3", "wins: X in cell 3, which leaves nim-sum 0"),
        ("playing-with-stones", "1\n2\n4 4\n", [0, 1], "NO", "loses: every move leaves a nim-sum other than 0"),
        ("say-goodbye-to-tic-tac-toe", "1\n..\n", [0, 1], "Impossible.", "Alice is to move and loses: every move"),
        ("stone-game", "1\n6 2\n0\n", [1, 0], "Case 1:\nYes", "wins: leave box of 6 with 6"),
        ("gridgame", "1\n1\n1 1\n1\n0 0\n", [0, 1], "Bob", "(0, 0): Bob wins; there is no move."),
        ("edge-geography", "[(0,[1]), (1,[])]", [1, 1], "[1]", "Whoever picks 1 wins"),
        (
            "gra-w-zielone",
            "1 1 1 1 2 0 1 1",
            [2, 0],
            "2\n1\n2",
            "Ania wins from 1: this field is green; move to 2, and",
        ),
    ],
)
def test_every_concrete_game_is_judged_solved_explained_and_proved(
    name: str, data: str, won: list[int], judged: str, reason: str
) -> None:
    done = program("solve", "-", "--game", name, "--json", "--verify", stdin=data)
    answer = json.loads(done.stdout)
    assert done.returncode == 0 and answer["verified"] is True and answer["won"] == won
    assert answer["objective"] == ("buchi" if name == "gra-w-zielone" else name)
    assert program("judge", name, "--verify", stdin=data).stdout.strip() == judged
    assert reason in program("judge", name, "--explain", stdin=data).stdout
    assert program("judge", name, stdin="nonsense \xff").returncode == 2


def test_files_may_stand_behind_options(game: Path) -> None:
    done = program("solve", game, "--json", game)
    assert len(done.stdout.splitlines()) == 2
    done = program("judge", "gra-w-zielone", "--verify", game)
    assert done.returncode == 2 and "game.pg:1:1" in done.stderr
    assert "there is no option --nonsense" in program("solve", game, "--nonsense").stderr


@pytest.mark.slow
def test_heap_games_by_code() -> None:
    done = program("heaps", ".77", "--verify", "--position", "2,3")
    assert "pre-period 71, period 12 (proved for ever); verified" in done.stdout and "leaving 2 + 2" in done.stdout
    done = program("heaps", "nim", "--to", "50", "--verify", "--position", "3,5,7")
    assert "(seen, not proved); the values are verified\n" in done.stdout
    assert "wins by leaving 2 + 5 + 7, 3 + 4 + 7 or 3 + 5 + 6.\n" in done.stdout
    data = json.loads(program("heaps", "1,3,4", "--to", "20", "--json", "--full", "--position", "2").stdout)
    assert data["values"][:9] == [0, 1, 0, 1, 2, 3, 2, 0, 1] and data["period"]["period"] == 7
    assert data["nimber"] == 0 and data["winning_moves"] == []
    for arguments in (
        ["heaps", ".x"],
        ["heaps", ".77", "--to", "-1"],
        ["heaps", "0,1"],
        ["heaps", ".77", "--position", "a"],
        ["heaps", ".77", "--picture", "out.html"],
        ["heaps", ".77", "--picture", "out.gif"],
    ):
        assert program(*arguments).returncode == 2


@pytest.mark.slow
def test_grundy_values_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "dag.edges"
    path.write_text("0 1\n1 2\n0 2\n")
    data = json.loads(program("solve", path, "--objective", "nimbers", "--verify", "--json", "--full").stdout)
    assert data["values"] == [2, 1, 0] and data["verified"] is True
    path.write_text("0 1\n1 0\n")
    refused = program("solve", path, "--objective", "nimbers", "--solver", "grundy").stderr
    assert "there is a cycle of 2" in refused and "loopy-grundy" in refused
    done = program("solve", path, "--objective", "nimbers", "--verify")
    assert done.returncode == 0 and "proved" in done.stdout
