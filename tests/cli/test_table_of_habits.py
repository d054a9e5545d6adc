"""The table of words of habit: what is typed becomes the command that it means, a note says so, and hints hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from graphgames.catalogue.habits import HABITS, CommandLine, Habit, instead
from graphgames.cli.main import build, run
from tests.share import each


@cache
def options() -> dict[str, Sequence[str]]:
    """Return the options of each command."""
    return {name: parser.options() for name, parser in build().commands.items()}


def line() -> CommandLine:
    return CommandLine({*options()}, options().__getitem__)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("game.pg", "map.dot", "model.csv", "policy.csv", "old.png"):
        Path(name).touch()


@each(
    "typed, ours",
    [
        # objectives and solvers by their names
        ("solve map.dot --buchi home", "solve map.dot --objective buchi --accepting home"),
        ("solve --buchi map.dot", "solve --objective buchi map.dot"),
        ("solve --buchi home map.dot", "solve --objective buchi --accepting home map.dot"),
        ("solve map.dot --reachability a,b", "solve map.dot --objective reach --target a,b"),
        ("solve map.dot --buchi=home", "solve map.dot --objective buchi --accepting home"),
        ("play game.pg --mean-payoff", "play game.pg --objective mean-payoff"),
        ("solve --zlk game.pg", "solve --solver zlk game.pg"),
        ("solve game.pg -npp", "solve game.pg --solver npp"),
        ("solve game.pg --objective average", "solve game.pg --objective mean-payoff"),
        ("solve model.csv --gamma 0.9", "solve model.csv --objective discounted --set discount=0.9"),
        ("solve model.csv --objective energy --cap 3", "solve model.csv --objective energy --set cap=3"),
        ("solve game.pg --objective buchi --cobuchi 1", "solve game.pg --objective buchi --rejecting 1"),
        ("solve map.dot --start 1 --objective=buchi", "solve map.dot --start 1 --objective=buchi"),
        ("synth f.ltl --aiger", "synth f.ltl --controller - --to aiger"),
        ("synth f.ltl -o out.aag --aiger", "synth f.ltl -o out.aag --to aiger"),
        ("synth f.ltl --aiger -o out.aag", "synth f.ltl --to aiger -o out.aag"),
        ("solve map.dot --tokens 1,3", "solve map.dot --start 1,3"),
        ("play game.pg --second", "play game.pg --as 1"),
        ("play game.pg --level easy", "play game.pg"),
        ("solve game.pg --why 1", "explain game.pg --start 1"),
        ("show --game zielone game.pg", "show --game zielone game.pg"),
        ("show zielone game.pg", "show --game=zielone game.pg"),
        # another name for the same
        ("solve m.nm -pf P", "solve m.nm --property P"),
        ("model-check m.nm -pf P", "solve m.nm --property P"),
        ("solve m.nm -pf P -cex", "solve m.nm --property P --counterexample"),
        ("solve m.jani --janiproperty won", "solve m.jani --property won"),
        ("solve m.jani --janiproperty --const N=3", "solve m.jani --const N=3"),
        ("simulate m.nm -pf P -simpathlen 9", "simulate m.nm --property P --steps 9"),
        ("solve m.nm -simpath 9 stdout", "simulate m.nm --path 9"),
        ("solve m.nm -simpath 9 path.txt", "simulate m.nm --path 9 --output path.txt"),
        ("simulate m.nm -simpath 9", "simulate m.nm --path 9"),
        ("solve m.nm -const N=3", "solve m.nm --const N=3"),
        ("solve m.nm --constants=N=3", "solve m.nm --const=N=3"),
        ("heaps .77 --max=20", "heaps .77 --to 20"),
        ("heaps .137 --heaps 3 8 12", "heaps .137 --position 3,8,12"),
        ("play nim --heaps 3 + 4", "play nim --start 3+4"),
        ("simulate model.csv --episodes 9", "simulate model.csv --plays 9"),
        ("solve --stdin", "solve -"),
        ("solve - --stdin", "solve -"),
        # needless words
        ("solve --prism m.nm --sparse -p P", "solve m.nm -p P"),
        ("solve -importtrans w.tra -importlabels w.lab -mdp", "solve w.tra w.lab"),
        ("solve -importmodel w.tra,sta,lab", "solve w.tra"),
        ("solve m.nm --engine sparse", "solve m.nm"),
        ("solve m.nm --engine mpi", "solve m.nm --engine mpi"),
        ("solve m.nm -gs -maxiters 100", "solve m.nm"),
        ("solve game.pg -o game.sol --paritysol", "solve game.pg -o game.sol"),
        ("solve game.pg --paritysol game.sol", "solve game.pg --solution game.sol"),
        ("play nim 3 --lang pl --as none", "play nim 3 --as none"),
        # more than another name
        ("solve game.pg --min", "solve game.pg --convention min-even"),
        ("convert game.pg o.pg --min", "convert game.pg o.pg --to-convention min-even"),
        ("solve game.pg --max", "solve game.pg --convention max-even"),
        ("solve game.pg --parity min-odd", "solve game.pg --convention min-odd"),
        ("solve m.nm -param p=0:1", "solve m.nm --const p=0:1/10:1"),
        ("solve m.nm -param p=0:1,q=.1:.9", "solve m.nm --const p=0:1/10:1,q=.1:1/10:.9"),
        ("solve m.nm -exportstrat stdout", "solve m.nm --strategy -"),
        ("solve m.nm -exportstrat s.txt", "solve m.nm --strategy s.txt"),
        ("synth s.ehoa --aiger", "synth s.ehoa --controller - --to aiger"),
        ("synth s.ehoa --aiger a.aag", "synth s.ehoa --controller a.aag"),
        ("solve model.csv --horizon 9", "solve model.csv --property Rmax=?[C<=9]"),
        ("simulate model.csv --horizon 9", "simulate model.csv --steps 9"),
        ("show map.dot --width 800", "show map.dot --size 800"),
        ("heaps .77 --quotient", "heaps .77 --misere"),
        ("generate dag 6 --format edges", "generate random-dag 6 --to edges"),
        ("solve game.pg --compare", "solve game.pg --solver all"),
        # other commands
        ("draw map.dot -o o.png", "show map.dot -o o.png"),
        ("solve map.dot --buchi h --png o.png", "show map.dot --objective buchi --accepting h --output o.png"),
        ("play map.dot -o o.html", "show map.dot --output o.html"),
        ("play map.dot -o o.txt", "play map.dot -o o.txt"),
        ("show --png old.png map.dot", "show --output old.png map.dot"),
        ("heaps kayles --png o.png", "heaps kayles --picture o.png"),
        ("convert map.dot o.pdf", "show --unsolved map.dot o.pdf"),
        ("export map.dot o.pg", "convert map.dot o.pg"),
        ("worksheet map.dot", "show --unsolved map.dot"),
        ("solve m.nm -exporttrans o.tra -exportstates o.sta", "convert m.nm o.tra"),
        ("solve m.pm -p P -sim -simsamples 9", "simulate m.pm --property P --plays 9"),
        ("simulate model.csv policy.csv --plays 9", "simulate model.csv policy.csv --plays 9"),
        ("solve game.pg --verify game.sol", "verify game.pg game.sol"),
        ("verify game.pg --solution game.sol", "verify game.pg game.sol"),
        ("misere .77", "heaps .77 --misere"),
        ("help solve", "solve --help"),
        ("help", "--help"),
        ("list solvers", "solvers"),
        # no command
        ("game.pg", "solve game.pg"),
        ("--zlk game.pg", "solve --solver zlk game.pg"),
        ("kayles 3 5", "solve kayles 3 5"),
        ("treblecross", "judge treblecross"),
        ("treblecross 9", "solve treblecross 9"),
        ("judge --list", "games"),
        ("solvers --list", "solvers"),
        ("generate --list", "generate --list"),
        ("convert game.pg o.pg --to min-even", "convert game.pg o.pg --to-convention min-even"),
        ("heaps kayles 3 5 --move", "heaps kayles 3 5"),
        ("solve nim --move", "solve nim --explain"),
        # as it is
        ("solve game.pg --verify -v", "solve game.pg --verify -v"),
        ("show map.dot --title draw", "show map.dot --title draw"),
        ("solve game.pg --frobnicate", "solve game.pg --frobnicate"),
        ("frobnicate game", "frobnicate game"),
        ("solve game.pg --moore", "solve game.pg --moore"),
    ],
)
def test_what_is_typed_is_what_it_means_here(typed: str, ours: str) -> None:
    assert " ".join(line().read(typed.split())) == ours


@pytest.mark.parametrize(
    ("typed", "notes"),
    [
        ("solve map.dot --buchi home", ["--buchi home is read as --objective buchi --accepting home"]),
        ("solve m.nm -pf P --epsilon 1e-6 -q", []),
        ("solve --jani m.jani", []),
        ("solve model.csv --objective energy --cap 3", []),
        ("draw map.dot", ["draw is read as show"]),
        ("solve map.dot --png o.png", ["solve --png o.png is read as show --output o.png"]),
        ("game.pg", ["game.pg is read as solve game.pg"]),
        ("solve m.nm -gs", [f"-gs is left out; {instead('--gs')}"]),
        ("solve game.pg --one-based", ["--one-based is read as --base 1"]),
    ],
)
def test_a_note_says_what_is_more_than_another_name(typed: str, notes: list[str]) -> None:
    read = line()
    read.read(typed.split())
    assert read.notes == notes


def test_a_value_may_be_several_words_in_quotes() -> None:
    words = ["convert", "game.pg", "o.pg", "--to", "parity max odd"]
    assert line().read(words) == ["convert", "game.pg", "o.pg", "--to-convention", "max-odd"]
    words = ["show", "map.dot", "--objective", "reach gate hall", "--full"]
    assert line().read(words) == ["show", "map.dot", "--objective", "reach", "--target", "gate,hall", "--full"]


@each("row", HABITS)
def test_a_row_leads_to_what_there_is(row: Habit) -> None:
    everywhere = {option for known in options().values() for option in known} | {"--help"}
    for way in row.ways:
        words = way.rpartition("->")[2].split()
        command = words[0] if words and words[0] in options() else ""
        there = {*options()[command], "--help"} if command else everywhere
        assert {word for word in words if word.startswith("-") and word != "-"} <= there, way
        assert row.typed.startswith("-") or command or words == ["--help"] or words[0] == "COMMAND", way
    before, *parts = re.split(r"graphgames (?=[a-z])", row.instead)  # each option by a command that has it
    assert "--" not in before or row.typed.startswith("--hint")
    for command, text in (part.split(maxsplit=1) for part in parts):
        assert set(re.findall(r"--[a-z-]+", text)) <= {*options()[command]}, row.instead


def test_a_word_is_in_one_row() -> None:
    first: dict[str, Habit] = {}
    for row in HABITS:
        assert row.ways or row.instead
        for word in row.typed.split():
            assert word not in first or not (row.instead and first[word].instead), word
            first.setdefault(word, row)


@pytest.fixture
def typed(capfd: pytest.CaptureFixture[str]) -> Callable[[str], tuple[int, str, str]]:
    def call(words: str) -> tuple[int, str, str]:
        code = run(words.split())
        return (code, *capfd.readouterr())

    return call


def test_notes_go_to_stderr_and_quiet_wants_none(typed: Callable[[str], tuple[int, str, str]]) -> None:
    Path("map.dot").write_text("digraph { a [shape=circle]; b [shape=box]; a -> b; b -> a; b -> b }")
    code, out, err = typed("solve map.dot --buchi a")
    assert code == 0 and "Eve wins 0 (0 %)" in out and "read as" not in out
    assert err == "graphgames: --buchi a is read as --objective buchi --accepting a\n"
    assert typed("solve map.dot --buchi a --quiet")[1:] == ("", "")
    assert typed("solve map.dot --buchi a map.sol")[2].endswith("graphgames: map.sol is read as -o map.sol\n")
    assert Path("map.sol").read_text().startswith("paritysol")
