"""What people type from habit, before they have read anything: it works, or is refused with the way that works."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from fractions import Fraction
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames import formats
from graphgames.catalogue.find import concrete_game, documents_of
from graphgames.cli import output
from graphgames.cli.main import run
from graphgames.core.conventions import CONVENTIONS
from graphgames.readers.source import Source, open_source
from tests.share import each

PG = "parity 2;\n0 1 0 1,2;\n1 2 1 0;\n2 0 0 2;\n"
PAIRS = "5 6\n1 2\n2 3\n3 1\n3 4\n4 5\n2 5\n"
ROADS = "source,target,weight\nhome,dock,-3\ndock,home,4\n"
MODEL = "state,action,next,probability,reward\nlow,wait,low,1,1\nlow,go,high,1,0\nhigh,stay,high,1,2\n"
MARKED = """HOA: v1
States: 2
Start: 0
AP: 0
acc-name: parity min odd 2
Acceptance: 2 Fin(0) & Inf(1)
spot-state-player: 0 1
--BODY--
State: 0
[t] 1 {0}
[t] 1 {1}
State: 1
[t] 0 {1}
--END--
"""
WALK = """mdp
const int N;
module walk
  x : [-1..N] init 0;
  [go] x>=0 & x<N -> 1/2 : (x'=x+1) + 1/4 : (x'=-1) + 1/4 : (x'=x);
  [stay] x<0 | x=N -> true;
endmodule
label "goal" = x=N;
"""
ARBITER = """HOA: v1
States: 2
Start: 0
AP: 2 "r" "g"
controllable-AP: 1
acc-name: Buchi
Acceptance: 1 Inf(0)
--BODY--
State: 0 {0}
[!0 | 1] 0
[0 & !1] 1
State: 1
[1] 0
[!1] 1
--END--
"""


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Return what runs a command line and returns its exit code, and what it printed on both streams."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    Path("loop").symlink_to("loop")
    for name, text in {
        "game.pg": PG,
        "pairs.txt": PAIRS,
        "chance.dot": "digraph { c [owner=2, priority=1]; w [owner=0, priority=2]; l [owner=1, priority=1];\n"
        'c -> w [probability="1/2"]; c -> l [probability="1/2"]; w -> w; l -> l }',
        "names.txt": "# a loop\na b\nb a\na t\n",
        "roads.csv": ROADS,
        "arbiter.ehoa": ARBITER,
        "model.csv": MODEL,
        "walk.prism": WALK,
        "marked.hoa": MARKED,
        "row.in": "1\n..X\n",
        "system.tlsf": 'INFO {\n  TITLE: "x"\n}\nMAIN {\n}\n',
        "coin.csv": "source,target,owner,probability\ntoss,win,chance,1/2\ntoss,lose,chance,1/2\n"
        "win,win,0,\nlose,lose,0,\n",
    }.items():
        Path(name).write_text(text)

    def call(line: str) -> tuple[int, str]:
        code = run(shlex.split(line) if "'" in line else line.split())
        out, err = capfd.readouterr()
        return code, out + err

    return call


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("solve game.pg -v", "finished by"),
        ("solve game.pg --solver all", "all answers are the same"),
        ("solve game.pg -o game.sol", "Eve wins"),
        ("solve pairs.txt", "judge NAME"),
        ("show game.pg --solve -o out.svg", "out.svg: parity game"),
        ("show roads.csv --label 'dock=the dock' -o out.svg", "out.svg: "),
        ("show roads.csv --labels dock=Dock,home=Home -o out.svg", "out.svg: "),
        ("generate worksheet 6 -o sheet.html", "sheet.html: buchi game, 6 vertices"),
        ("generate gra-w-zielone 6 --worksheet -o sheet.svg", "sheet.svg: buchi game, 6 vertices"),
        ("generate random 6 --key -o key.svg", "key.svg: buchi game, 6 vertices"),
        ("generate random 6 --count 2 -o homework/", "homework/random-6-2.txt: buchi game"),
        ("generate reachability 6 -o reach.dot", "reach.dot: reach game"),
        ("convert game.pg game.html", "game.html: parity game"),
        ("explain game.pg --why 0", "Eve wins from 0"),
        ("solve model.csv --gamma 0.9 --policy", "discounted payoff"),
        ("solve roads.csv --objective energy --max-battery 10", "energy game (cap 10)"),
        ("show game.pg --bw -o out.svg", "--bw is read as --theme print"),
        ("solve roads.csv --objective nimbers --start home,dock", "the nim-sum of home + dock is infinity"),
        ("solve pairs.txt --objective reachability --target 5", "names no owners, so player 0 makes every move"),
        ("solve roads.csv --objective energy --capacity 10", "energy game (cap 10)"),
        ("solve roads.csv --objective discounted --gamma=0.9 --quiet", "names no owners"),
        ("solve roads.csv --set cap=10 --objective energy", "(cap 10)"),
        ("convert game.pg -o game.dot", "game.dot:"),
        ("convert game.pg --to dot game.gv", "game.gv:"),
        ("heaps kayles 20", "heaps from 0: 0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1\n"),
        ("heaps kayles 5+7+9", "3 + 3 + 5 + 9"),
        ("heaps kayles 5 7 9", "3 + 3 + 5 + 9"),
        ("play chomp 3x2 --as none", "First wins"),
        ("solve chomp 4x3", "Chomp (width 4, height 3)"),
        ("explain domineering 2x2", "whoever moves first wins"),
        ("solve roads.csv --objective energy --battery 10", "energy game (cap 10)"),
        ("solve roads.csv --objective energy --column weight=weight", "energy game"),
        ("solve roads.csv --objective energy --weight weight", "energy game"),
        ("show chomp 3x2 -o out.svg", "out.svg: Chomp"),
        ("solve game.pg --initial 1", "start 1:"),
        ("heaps kayles --nim-sum 5,7", "the nim-sum is"),
        ("heaps kayles 5 + 7 + 9", "3 + 3 + 5 + 9"),
        ("heaps kayles 5, 7, 9", "3 + 3 + 5 + 9"),
        ("explain kayles 3 + 5", "the nim-sum is 7"),
        ("solve kayles 3 + 5", "the player to move wins"),
        ("heaps .77 --heaps 3,5", "the nim-sum is 7"),
        ('solve -mdp walk.prism -const N=1 --property Pmax=?[F"goal"]', "2/3"),
        ("explain 'kayles 3,5'", "the nim-sum is 7"),
        ("play 'nim 1 4 5' --as none", "2. Second: 5 -> 4"),
        ("solve 'nim 1 4 5'", "start 1,4,5: the player not to move wins"),
        ("heaps 'kayles 3 5'", "the nim-sum is 7"),
        ("show nim 1 4 5 -o nim.svg", "nim.svg: Nim"),
        ("solve 'treblecross 7'", "is to move and wins"),
        ("solve treblecross 7", "is to move and wins"),
        ("solve 'treblecross ..X...X..'", "is to move and loses"),
        ("explain 'say-goodbye-to-tic-tac-toe 1'", "Alice"),
        ("solve hackenbush", "another one stands behind the name: 'hackenbush 0b1 1b2 2r3'"),
        ("heaps nim --misere", "misère quotient of Nim to heap 8"),
        ("generate --long random", "bipartite"),
        ("show game.pg out.svg", "out.svg: parity game"),
        ("generate ladder 3 out.pg", "out.pg: parity game"),
        ("heaps {1,3,4} 9", "Take 1, 3 or 4"),
        ("heaps S={1,3,4} 9", "Take 1, 3 or 4"),
        ("heaps 'subtraction 1, 3, 4' 9", "Take 1, 3 or 4"),
        ("heaps kayles --sum 3 5", "the nim-sum is 7"),
        ("heaps subtraction 1 3 4", "Take 1, 3 or 4"),
        ("heaps subtraction 1,3,4 9", "Take 1, 3 or 4 (.3033), heaps from 0: 0 1 0 1 2 3 2 0 1 0\n"),
        ("solve roads.csv --nim --sum home,dock", "the nim-sum of home + dock is infinity"),
        ("solve pairs.txt --1-indexed", "--1-indexed is read as --base 1"),
        ("synth --formula G(r->Fg) --inputs=r --outputs g", "REALIZABLE"),
        ("ltlsynt -f G(r->Fg) --ins r --outs g", "REALIZABLE"),
        ("synth --formula G(a->Fb) --outs b --aiger=both", "aag 1 1 0 1 0"),
        ("synth --formula G(a->Fb) --outs b --dot", "digraph"),
        ("synth --formula G(a->Fb) --outs b --hoaf", "HOA: v1"),
        ("synth --formula G(a->Fb) --outs b --algo=ds", "--algo ds is left out; graphgames synth FILE --solver NAME"),
        ("synth -F arbiter.ehoa", "REALIZABLE"),
        ("judge treblecross --verify row.in", "treblecross: the answer is proved"),
        ("gen treblecross 5 --seed 1", "gen is read as generate"),
        ("format treblecross", "is read as games --long treblecross"),
        ("heaps kayles -o values.svg --quiet", "period 12"),
        ('solve walk.prism --exact -const N=1 --property Pmax=?[F"goal"]', "2/3"),
        ('solve walk.prism -const N=2 -property Pmax=?[F"goal"]', "4/9"),
        ('solve walk.prism --const N=2 --property Pmax=?[F"goal"] -v', "exact-or-bracketed: pairs 2"),
        ('solve walk.prism --const N=2 --property Pmax=?[F"goal"] --solver all', "all answers are the same"),
        ("heaps kayles 5 --genus", "genus of the heaps from 0: 0^120 1^031 2^20 3^31 1^031 4^146\n"),
        ("heaps kayles 2+2 --genus --verify", "genus 0^02: "),
        ("solvers --objective parity", "zielonka"),
        ("solvers --compare pairs.txt", "all answers are the same"),
        ("heaps kayles 5 --json", '"values": [0, 1, 2, 3, 1, 4]'),
        ("synth arbiter.ehoa -o controller.aig", "REALIZABLE"),
        ("solve game.pg --objective buchi --target 1", "buchi game"),
        ("simulate model.csv --objective discounted --gamma 0.9 --plays 5", "5 plays"),
        (
            'sensitivity walk.prism --const N=2 --property Pmax=?[F"goal"]',
            "(x=0) -> (x=1): probability 1/2, 4/3 visits, slope 16/27",  # V = 2p/(1 + p) 2/3
        ),
        ("explain game.pg --steps", "Eve wins"),
        ("convert marked.hoa -o marked.pg", "vertices stand for these"),
        ("solve tic-tac-toe", "5,478 positions"),
        ("solve tictactoe", "5,478 positions"),
        ("solve 'TicTacToe'", "5,478 positions"),
        ("solve 'tic tac toe'", "5,478 positions"),
        ("solve 'chomp 4x3'", "Chomp (width 4, height 3)"),
        ("solve 'domineering 2x2 + ^'", "is worth {1^|-1^}"),
        ("solve 'domineering 2x2' --json", '"value": "\u00b11", "outcome": "whoever moves first wins", "mean": 0'),
        ("heaps .07 --genus --to 11", "the first one that is wild, of no position of Nim, is 3^1431 of heap 10"),
        ('solve walk.prism --const N=2 --prop Pmax=?[F"goal"]', "4/9"),
        ('solve walk.prism Pmax=?[F"goal"] -const N=2', "4/9"),
        ("play nim --misere --start 1,2 --as none", "Both players want not to make the last move"),
        ("play .77 --misere --start 1,2 --as none", "From one heap take 1 or 2 and leave no heap, one heap or two"),
        ("heaps kayles --position 5+7+9", "the nim-sum is"),
        ("explain nim --misere --start 1,2", "1 + 2: the player to move wins by moving to 1."),
        ("solve nim --misere", "in misère play"),
        ("solve pairs.txt --misere", "misere game"),
        ("explain game.pg 0", "Eve wins from 0"),
        ("explain kayles 3,5", "the nim-sum is 7"),
        ("generate random -n 6 --seed 3", "parity "),
        ("solve chance.dot", "who wins almost surely; --objective parity-probability has the probabilities"),
        ("solve names.txt", "read as an edge list"),
        ('play walk.prism --const N=2 --property Pmax=?[F"goal"] --as none', "1. chance: (x="),
        ("shield walk.prism --const N=2 --avoid goal", "(x=0): "),
        ("solve model.csv --safe high", "safe is read as avoid-probability"),
        ("solve model.csv --objective reach --target high", "reach is read as reach-probability"),
    ],
)
def test_a_habit_works(typed, line: str, said: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(line)
    assert code == 0 or "discounted" in line, printed
    assert said in printed or "discounted" in line


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("solve roads.csv --owner", "--column owner= names no column; expected owner=COLUMN"),
        ("solve game.pg --float", "--precision 1e-6"),
        ("solve game.pg --objective impartial", "nimbers the nim-values"),
        ("solve game.pg --labels roads.lab", "stand beside it in MODEL.lab"),
        ("synth arbiter.ehoa --moore", "controllers are Mealy machines"),
        ("generate ladder 3 -o loop --to pgsolver", "this cannot be written: Too many levels of symbolic links"),
        ("synth --ltl G(r->Fg)", "nothing says which propositions the controller chooses"),
        ("synth", "graphgames synth FILE, - for standard input, or --formula FORMULA"),
        ("heaps {1|-1}", "graphgames solve '{1|-1}'"),
        ("heaps kayles 20 --to 30", "say the same twice"),
        ("solve kayles --genus", "graphgames heaps CODE --genus"),
        ("heaps kayles 5+x", "expected the largest heap, or heaps such as 5+7+9"),
        ("convert game.pg", "say where to write"),
        ("solve game.pg --objective buchi --safe 1", "--accepting"),
        ("play connect-four", "a small one is solved at once: 'connect-four width=4 height=4'"),
        ("explore . --no-browser --objective reach", "there is no table"),
        ("solve game.pg --const N=3", "has no constants"),
        ("play tic-tac-toe --misere", "misère play is for heap games and for graphs"),
        ("solve coin.csv --safe win", "the objective avoid-probability"),
        ("judge nim --misere", "--objective misere"),
        ("solve model.csv --gamma 0.9 --strategy policy.xyz", "expected .csv, .json, .tra, .dot"),
        ("generate ladder 6 --count 5", "ladder takes no --seed"),
        ("solve game.pg --objective generalized-buchi --accepting 1", "bits of a vertex's priority say in which"),
        ("solvers --compare walk.prism --const N=2", "say what to ask of it by --property TEXT"),
        ("solve roads.tra roads.lab roads.sta", "roads.tra: there is no such file"),
        ("solve roads.tra walk.lab", "walk.lab is not a part of roads.tra"),
        ("solve roads.csv --credit 3", "graphgames solve FILE --objective energy --full prints it"),
        ("solve roads.csv --objective shortest-path", "the values of reach"),
        ("solve game.pg out.svg", "graphgames show FILE -o OUT draws a game"),
        ("show game.pg -o steps.gif", "graphgames explore FILE shows an algorithm step by step"),
        ("show game.pg 1 -o out.svg", "--start 1 says where a play begins"),
        ("synth arbiter&b.ehoa", "there is no such file"),
        ("convert roads.csv - --objective energy --to-convention min-odd", "--to-convention is for parity games"),
        ("generate random 6 -n 5", "there are two sizes, 6 and --vertices 5"),
        ("solve game.pg --objective muller", "Muller(sets)"),
        ("synth G(r->Fg)", "graphgames synth the option --outs NAMES"),
        ("play amazons", "partizan(left, right)"),
        ("show nim --unsolved --start 3,4,5 -o ws.svg", "Nim is drawn with its solution only; unsolved, only games on"),
        ("heaps mock-turtles", "graphgames solve 'mock-turtles' solves it"),
        ("solve 'kayles 5 + .137 x'", "a sum is one of games whose positions have nimbers, such as 'kayles 5 + nim 3'"),
        ("solve treblecross 5 7", "a strip of n cells is a heap of n + 2 of .007: '.007 7,9' is the sum of these"),
        ("show game.pg --font-size 20 -o out.svg", "--size 800x600 -o OUT says how large a picture is"),
        ("show game.pg --gif -o out.svg", "graphgames show FILE --play N -o OUT.svg draws the best play"),
        ("mex 0 1 3", "the mex of numbers is in Python mex([0, 1, 3])"),
        ("solve walk.prism --const N=2", "a model needs a property: --property TEXT on the command line; in Python"),
        ("solve model.csv", "--objective NAME or --property TEXT on the command line"),
        ("solve game.pg -frobnicate", "no option -frobnicate."),
        ("games --long chomp", "graphgames play chomp plays it"),
        (
            "solve pairs.txt --objective normal --start 1+2",
            "'1+2' are 2 vertices; name one at a time; --objective nimbers",
        ),
        ("convert walk.prism walk.tra --const N=2 --property 'Pmax=? [F x=N]'", "leave out the property"),
        ("solve walk.prism -exportdot v.dot", "graphgames convert FILE OUT.tra"),
        ("simulate model.csv path.csv", "path.csv: there is no such file"),
        ("solve game.pg --safety 1", "--avoid NAMES those to keep away from"),
        ("solve game.pg --timeout 10", "timeout 10 graphgames solve FILE"),
        ("judge nim --stress", "graphgames solvers --compare FILE"),
        ("solve walk.prism -exportvector v.txt", "--json prints the values"),
        ("solve walk.prism -transient 1", "--property 'P=? [ F=5 LABEL ]'"),
        ("solve walk.prism --steadystate", "--property 'S=?"),
        ("solve --ltl 'G(r -> F g)'", "graphgames synth --formula FORMULA"),
        ("solve game.pg --objective stochastic-parity", "parity-probability with what probability"),
        ("heaps kayles --csv", "graphgames heaps CODE --json prints"),
        ("judge nim", "nim has no input of a contest; graphgames solve nim"),
        ("solve '{0|1} + on'", "values of loopy games are not found here"),
        ("convert game.pg out.cpp", "a solver is not written as a program in C++"),
        ("solve game.pg --c++", "graphgames judge NAME answers the input of a contest"),
        ("convert walk.prism out.jani --const N=2", "OUT.tra writes the states and transitions of a model"),
        ("convert game.pg out.x --to ehoa", "there is no format 'ehoa'"),
        ("synth system.tlsf", "a specification in TLSF"),
        ("synth --tlsf system.tlsf", "a specification in TLSF"),
        ("synth arbiter.ehoa --print-pg", "graphgames convert FILE OUT.pg"),
        ("solve 'GFa -> GFb'", "graphgames synth 'GFa -> GFb' --outs NAMES takes a formula"),
        ("solve nothing.txt", "nothing.txt: there is no such file\n"),
        ("solve gam.pg", "did you mean 'game.pg'?"),
        ("show roads.csv --label dock -o out.svg", "expected VERTEX=NAME"),
        ("show roads.csv --label dokc=D -o out.svg", "there is no vertex 'dokc'; did you mean 'dock'?"),
        ("generate random 6 --solved -o game.pg", "OUT must be a picture: svg, png, pdf, tex, html"),
        ("generate great-game 6 --contested", "--contested is for games on graphs, and great-game is none"),
    ],
)
def test_a_habit_is_refused_with_the_way_that_works(typed, line: str, way: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(line)
    assert code == 2 and way in printed and "Traceback" not in printed


def test_an_automaton_of_spot_is_solved_and_solutions_print_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    class Automaton:
        def __init__(self, text: str):
            self.text = text

        def to_str(self, form: str) -> str:
            assert form == "hoa"
            return self.text

    automaton: Any = Automaton(MARKED)
    winner = gg.solve(formats.game_in(Source(MARKED.encode(), "m"))).winner.tolist()
    assert [gg.solve(one).winner.tolist() for one in (automaton, gg.read(automaton), gg.read(MARKED))] == [winner] * 3
    read: Any = gg.read(ARBITER)
    with pytest.raises(gg.GameError, match="outs is for a formula or an automaton"):
        gg.synthesize(read, outs=["g"])
    text = ARBITER.replace("controllable-AP: 1\n", "")
    given: Any
    for given in (text, Automaton(text)):
        machine: Any = gg.synthesize(given, outs=["g"])
        assert machine.player == 0 and machine.step(0, {0: True})[0] == {0: True, 1: True}
    print(gg.grundy_values({"a": ["b", "c"], "b": ["c"], "c": []}))
    print(gg.solve({"a": ["b"], "b": ["a"]}, gg.Buchi(["a"]), owner={"a": 0, "b": 0}).strategy)
    assert capsys.readouterr().out == (
        "Grundy values of 3 vertices\nvertex  value\na       2\nb       1\nc       0\n"
        "Strategy(2 moves at 2 vertices)\na -> b\nb -> a\n"
    )
    assert gg.nim_sum([3, 5, 6]) == gg.nim_sum(3, 5, 6) == 0


def test_a_model_is_kept_to_safe_states(tmp_path: Path) -> None:
    (tmp_path / "model.csv").write_text(MODEL)
    game = gg.read(tmp_path / "model.csv", objective="safe", marks={"safe": ["high"]})
    assert game.objective.name == "avoid-probability" and game.remark == (
        "safe is read as avoid-probability, since chance moves"
    )
    assert [gg.solve(game).value(state) for state in ("low", "high")] == [0, 1]


@pytest.mark.parametrize("owner", ["0", "1"])
def test_a_target_is_reached_around_what_is_to_be_avoided(typed, owner: str) -> None:  # type: ignore[no-untyped-def]
    rows = f"source,target,owner\ns,left,0\ns,right,0\nleft,goal,{owner}\nright,detour,1\ndetour,goal,1\ngoal,s,0\n"
    Path("ways.csv").write_text(rows)
    won = {}
    for away in ("left", "right", "left,right"):
        code, printed = typed(f"solve ways.csv --objective reach --target goal --avoid {away}")
        assert code == 0 and f"a play that comes to {away} before the target is lost" in printed
        marks = {"target": ["goal"], "avoid": away.split(",")}
        solution = gg.solve(gg.read("ways.csv", objective="reach", marks=marks))
        assert gg.verify(solution).ok
        won[away] = [str(v) for v in solution.arena.labels if solution.winner_of(v) == 0]
    assert won == {
        "left": ["s", "right", "detour", "goal"],
        "right": ["s", "left", "detour", "goal"],
        "left,right": ["detour", "goal"],
    }


def test_a_model_reaches_a_target_around_what_is_to_be_avoided(typed) -> None:  # type: ignore[no-untyped-def]
    rows = ["s,a,goal,1/3,1", "s,a,trap,1/2,1", "s,a,s,1/6,1", "trap,b,goal,1,1", "goal,c,goal,1,0"]
    Path("risk.csv").write_text("\n".join(["state,action,next,probability,reward", *rows]) + "\n")
    marks = {"target": ["goal"], "avoid": ["trap"]}
    solution = gg.solve(gg.read("risk.csv", objective="reach", marks=marks))
    assert str(solution.value("s")) == "2/5" and solution.value("trap") == 0 and gg.verify(solution).ok
    assert solution.problem.given_objective.within.tolist() == [True, False, True]  # s, trap, goal
    told = typed("sensitivity risk.csv --target goal --avoid trap --start s --quiet")[1]
    assert "probability 2/5 from s" in told and "s -> goal: probability 1/3, 6/5 visits, slope 27/25" in told
    code, printed = typed("solve risk.csv --objective expected-reward --target goal --avoid trap")
    assert code == 2 and "target and avoid together are for reach games" in printed
    assert "did you mean 'trap'?" in typed("solve risk.csv --objective reach --target goal --avoid tarp")[1]


def test_exercises_are_made_at_once_and_solved(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("generate random 6 --objective buchi --seed 3 --count 3 -o ex.txt --quiet")[0] == 0
    for k in (1, 2, 3):
        game, alone = gg.read(f"ex-{k}.txt"), gg.read(Path(f"ex-{k}.txt"), objective="buchi", priorities="2")
        made = typed(f"generate random 6 --objective buchi --seed {2 + k}")[1]
        assert Path(f"ex-{k}.txt").read_text() == made
        assert (gg.solve(game).winner == gg.solve(alone).winner).all()
    assert typed("generate random 6 --objective buchi --seed 3 --count 2")[1].count("parity 5;") == 2


@pytest.mark.parametrize("ending", ["pg", "csv", "dot", "graphml", "npz", "arena"])
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_priorities_are_written_in_a_convention(typed, convention: str, ending: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(f"convert game.pg -o turned.{ending} --to-convention {convention}")
    assert code == 0
    told = f"read it with --convention {convention}" in printed
    again = gg.read(f"turned.{ending}", objective="parity", convention=convention if told else None)
    assert again.objective.convention == convention and told == (ending in ("pg", "csv", "npz"))
    before, after = gg.solve(gg.read("game.pg")), gg.solve(again)
    won = [
        {str(one.arena.label(v)): int(code) for v, code in enumerate(one.winner.tolist())} for one in (before, after)
    ]
    assert won[0] == won[1]


@pytest.mark.parametrize("packed", ["game.json.gz", "machine.hoa"])
def test_a_solution_file_is_opened_once(typed, packed: str, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    game = "arbiter.ehoa" if packed == "machine.hoa" else "game.pg"
    made = "synth" if packed == "machine.hoa" else "solve"
    assert typed(f"{made} {game} -o {packed} --quiet")[0] == 0
    seen: list[str] = []

    def counted(path: str) -> Source:
        seen.append(path)
        return open_source(path)

    monkeypatch.setattr(output, "open_source", counted)
    code, printed = typed(f"verify {game} {packed}")
    assert code == 0 and "proved" in printed and seen.count(packed) == 1


def test_marks_of_edges_are_vertices_in_a_pgsolver_file(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("convert marked.hoa -o marked.pg --quiet")[0] == 0
    before, after = (gg.solve(gg.read(name)) for name in ("marked.hoa", "marked.pg"))
    assert after.problem.objective.name == "parity" and after.arena.n > before.arena.n
    assert before.problem.start is not None and after.problem.start is not None
    assert before.winner[before.problem.start] == after.winner[after.problem.start]


def test_a_table_is_explored_as_it_is_or_the_options_are_refused(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("table build chomp --width 2 --height 2 -o bar --quiet")[0] == 0
    code, printed = typed("explore bar --no-browser --objective reach")
    assert code == 2 and "--objective is for files, and this is a table" in printed


@pytest.mark.slow
def test_what_a_table_says_is_not_called_proved(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("table build tic-tac-toe -o board --quiet")[0] == 0
    for line in ("table stats board", "table probe board", "explain board --depth 1", "show board -o board.svg"):
        code, printed = typed(line)
        assert code == 0 and "what the table board says; graphgames table verify board proves it" in printed
    assert '"verified": null' in typed("table stats board --json")[1]


def test_faults_of_a_table_stand_at_their_cell(typed) -> None:  # type: ignore[no-untyped-def]
    Path("bad.csv").write_text("source,target,owner,priority\na,b,0,2\nb,a,both,x\n")
    code, printed = typed("solve bad.csv")
    assert code == 2 and "bad.csv:3:5: vertex 'b' has owner 'both'" in printed


def test_a_column_of_words_is_told(typed) -> None:  # type: ignore[no-untyped-def]
    Path("named.csv").write_text("source,target,\na,b,quick\nb,a,slow\n")
    assert "column 3, which has no name, has words such as 'slow', and is ignored" in typed("solve named.csv")[1]


def test_simulation_needs_a_start(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("solve game.pg --objective reach -o game.json --quiet")[0] == 0
    code, printed = typed("simulate game.pg game.json --objective reach")
    assert code == 2 and "--start V" in printed


def test_a_graph_without_owners_is_player_0s() -> None:
    with pytest.warns(UserWarning, match="player 0 makes every move"):
        solution = gg.solve({"a": ["b"], "b": ["a"]}, gg.Buchi(["b"]))
    assert (
        solution.winner_of("a") == 0
        and solution.problem.arena.owner is not None
        and not solution.problem.arena.owner.any()
    )


def test_weights_of_a_networkx_graph_without_owners_are_kept() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph()
    graph.add_weighted_edges_from([("home", "dock", -3), ("dock", "home", 4)])
    with pytest.warns(UserWarning, match="player 0"):
        assert gg.solve(graph, gg.Energy()).value("home") == 3


def _into_two(n: int) -> Iterator[tuple[int, int]]:
    """Yield what Grundy's game leaves of a heap."""
    for part in range(1, (n + 1) // 2):
        yield part, n - part


def _from_habit() -> list[tuple[Callable[..., Any], tuple[Any, ...], str]]:
    heap, total, rule, arena = gg.HeapGame, gg.Sum, gg.by_rule, gg.Arena
    return [
        (heap, ("grundy",), "HeapGame.from_code"),
        (gg.Rules, (), "an object of a class of your own"),
        (total, (["kayles"],), "Sum.of"),
        (total, (5,), "Sum.of"),
        (arena, (7,), "a list of edges"),
        (gg.solve, ([[1, 5], [2], []],), r"dict\(enumerate"),
        (gg.solve, ({"a": ["a"]}, "reach"), r"expected Reach\("),
        (rule({"a": ["b"]}).nimber, ("z",), "no vertex 'z'"),
        (gg.to_gymnasium, (gg.Model.from_table([("s", "go", "s", 1, 0)]),), "with_objective"),
        (gg.partizan(left=range, right=range).value, (), "name a position"),
        (gg.partizan(left=range, right=range).__add__, (gg.partizan("^"),), "say where each game of a sum begins"),
        (gg.solve, (type("Env", (), {"action_space": 3})(), gg.Discounted(0.9)), "not a table of an environment"),
        (gg.Model.from_table, ([("s", "a", "s", ".33"), ("s", "a", "t", ".66")],), "divides them by their sum"),
        (gg.by_rule, ("chomp",), r"solve\('chomp', start=...\) says who wins"),
        (gg.nimber, ("tennis", (3, 2)), r"by_rule\(moves\)"),
        (arena, ([0, 1, 2], [1, 0, 1], [0, 1]), r"Arena\.from_arrays"),
        (gg.Model.from_arrays, ([[1]], [0]), "a matrix of transitions has the shape"),
        (gg.Model.from_table, ({"begin": ["s"], "action": ["a"], "next": ["s"]},), "columns="),
        (total.of, (rule(range), 1, 2), r"at most 2 arguments .* in a tuple: Sum\.of\(game, \(1, 3\)\)"),
        (gg.nimber, (3, 5, 7), r"nim_sum\(3, 5, 7\) adds heaps"),
        (gg.grundy_values, (lambda n: range(n),), r"is not a graph but a function; nimber\(moves, position\)"),
        (rule(_into_two).nimber, (8,), r"by_rule\(moves, components=lambda at: at\)"),
        (gg.partizan, ("clobber 2x2",), "expected domineering, hackenbush, toads-and-frogs"),
        (gg.canonical_form, ("{2|-1}.Mean",), r"has \.mean, \.temperature"),
        (gg.canonical_form, ("^[2]",), "uptimals have no notation"),
        (gg.canonical_form, ("on",), "values of loopy games are not found"),
        (lambda: gg.Energy(initial=3), (), r"is the answer: solution\.value"),  # type: ignore[call-arg]
        (lambda: gg.Discounted(discont=0.9), (), "did you mean 'discount'"),  # type: ignore[call-arg]
    ]


@each("make, given, way", _from_habit())
def test_a_call_from_habit_names_the_way(make: Callable[..., Any], given: tuple[Any, ...], way: str) -> None:
    with pytest.raises(gg.GraphGamesError, match=way):
        make(*given)


def test_a_table_given_as_edges_is_refused_with_the_ways() -> None:
    pandas = pytest.importorskip("pandas")
    with pytest.raises(gg.ArenaError, match=r"Model.from_table\(table\)"):
        gg.solve(pandas.DataFrame({"from": ["a"], "to": ["b"]}))


def test_a_rule_may_be_a_function_a_graph_or_the_amounts_that_are_taken() -> None:
    roads = {"hill": ["wood", "lake"], "wood": ["lake"]}
    assert gg.misere(roads).outcome("hill") == "win" and gg.by_rule(roads).nimber("hill") == 2
    take = lambda n: [n - k for k in (1, 2, 3) if n >= k]  # noqa: E731
    assert gg.expand(take, start=4).arena.n == 5
    assert gg.solve(take, start=4).outcome(4) == "loss"
    assert gg.heap_game({1, 2, 3}, 12).values.tolist() == gg.heap_game("1,2,3", 12).values.tolist()


def test_a_partizan_board_is_asked_about_its_start_by_default() -> None:
    board = gg.partizan("domineering 2x3")
    assert board.value() == board.value(board.start) and board.winner_of() == 0
    assert board.best_moves()[0].result == "win"


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("play 'treblecross width=5'", "graphgames play treblecross FILE"),
        ("solve 'kayles five'", "heaps are numbers: kayles --start 3,5"),
        ("play nim x=3", "played without a file"),
        ("solve 'chomp 3y4'", "such as width=7 or height=6"),
        ("play 'connect four 4x5'", "build connect-four --width 4 --height 5 -o DIR"),
        ("solve tictacto", "did you mean 'tic-tac-toe'?"),
        ("solve 'tennis 3 5'", "by_rule(moves)"),
        ("play 'connect-four width=4 height=5'", "build connect-four --width 4 --height 5 -o DIR"),
    ],
)
def test_a_game_with_something_behind_its_name_is_refused_with_the_way(typed, line: str, way: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(line)
    assert code == 2 and way in printed


def test_the_strategies_of_a_game_on_a_graph_are_a_table_that_evaluate_marks(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("solve game.pg --strategy moves.csv --quiet")[0] == 0
    head, first, *_ = Path("moves.csv").read_text().splitlines()
    assert head == "label,owner,winner,move,priority" and first == "0,Eve,Eve,1,1"
    code, printed = typed("evaluate game.pg moves.csv --start 0")
    assert code == 0 and "exploitability 0" in printed
    code, printed = typed("solve game.pg --strategy moves.tra")
    assert code == 2 and "as a table, .csv" in printed


def test_a_board_game_by_name_takes_its_options(typed) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed("solve 'chomp width=3 height=2'")
    assert code == 0 and "9 positions" in printed


def test_an_arena_is_made_of_a_dictionary_and_drawn_to_a_file(tmp_path: Path) -> None:
    arena = gg.Arena({"a": ["b"], "b": ["a"]}, owner={"a": 0, "b": 1})
    solution = gg.solve(arena, gg.Reach(["b"]))
    assert solution.winner_of("a") == 0
    solution.draw(tmp_path / "game.svg")
    assert "<svg" in (tmp_path / "game.svg").read_text()


def test_the_discount_of_a_model_may_stand_alone() -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"state": ["s"], "action": ["a"], "next": ["s"], "probability": [1.0], "reward": [3]})
    solution = gg.solve(gg.Model.from_pandas(table), gg.Discounted(0.9))
    assert solution.value("s") == 30 and gg.verify(solution).ok


@pytest.mark.parametrize(
    ("line", "said"), [("play nim --tongue pl", "--tongue."), ("solve game.pg --solvr tl", "'--solver'")]
)
def test_an_option_is_suggested_only_if_its_name_is_near(typed, line: str, said: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(line)
    assert code == 2 and said in printed


def test_one_property_of_a_file_is_chosen_by_name_or_number(typed) -> None:  # type: ignore[no-untyped-def]
    Path("two.props").write_text('"likely": Pmax=? [F x=N];\n"unlikely": Pmin=? [F x=N];\n')
    for chosen in ("2", "unlikely"):
        code, printed = typed(f"solve walk.prism two.props -const N=2 -prop {chosen} --quiet --json")
        assert code == 0 and printed.count('"property"') == 1 and '"unlikely"' in printed
    code, printed = typed("solve walk.prism two.props -const N=2 -prop likly")
    assert code == 2 and "two.props has no property 'likly'; did you mean 'likely'?" in printed


def test_a_constant_of_one_text_of_properties_is_not_asked_of_another(typed) -> None:  # type: ignore[no-untyped-def]
    Path("steps.props").write_text("const int K;\nPmax=? [F<=K x=N];\n")
    code, printed = typed("solve walk.prism steps.props -const N=2,K=9 -p 'Pmax=? [F x=N]' --json --quiet")
    assert code == 0 and printed.count('"value"') == 2
    assert typed("solve walk.prism steps.props -const N=2,K=9,L=1 -p 'Pmax=? [F x=N]'")[0] == 2


@pytest.mark.parametrize("ending", ["pg", "csv"])
def test_an_objective_that_a_format_cannot_hold_is_told(typed, ending: str) -> None:  # type: ignore[no-untyped-def]
    Path("one.csv").write_text("source,target,owner\na,t,0\nt,s,0\ns,s,0\n")
    code, printed = typed(f"convert one.csv two.{ending} --objective reach --target t")
    assert code == 0 and "cannot hold the objective; read it with --objective reach" in printed
    assert "Eve wins 2" in typed(f"solve two.{ending} --objective reach")[1]
    assert "cannot hold" in typed(f"generate random 8 -o three.{ending} --objective reach")[1]


def test_an_edge_list_of_names_may_have_weights(typed) -> None:  # type: ignore[no-untyped-def]
    for name in ("ways.txt", "ways.edgelist"):
        Path(name).write_text("dock lab -3\nlab dock 5\n")
        code, printed = typed(f"solve {name} --objective energy --start dock")
        assert code == 0 and "credit 3" in printed


def test_a_file_with_a_formula_of_ltl_is_read(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    Path("answer.txt").write_text("G(request -> F grant)\n")
    for command in ("synth", "solve"):
        code, printed = typed(f"{command} answer.txt")
        assert code == 2 and "nothing says which propositions the controller chooses" in printed
    assert typed("synth answer.txt --outs grant")[0] == 0


def test_stdin_named_twice_is_one_input(typed, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    for words in ("solve - --stdin", "solve --stdin"):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"4 3\n1 2\n2 3\n1 4\n")))
        code, printed = typed(words)
        assert code == 0 and "2 N-positions, 2 P-positions" in printed and "files" not in printed


def test_heaps_at_a_start_are_explained(typed) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed("solve nim --start 3,4,5 --explain")
    assert code == 0 and "wins by leaving 1 + 4 + 5." in printed


def test_nimbers_of_a_graph_lead_to_what_prints_them(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    Path("steps.txt").write_text("1 2\n2 3\n1 3\n")
    for option in ("--strategy", "-o"):
        code, printed = typed(f"solve steps.txt --nimber --one-based {option} values.csv")
        assert code == 0, printed
        assert Path("values.csv").read_text() == "label,nimber\n1,2\n2,1\n3,0\n"
        Path("values.csv").unlink()
    code, printed = typed("solve steps.txt --nimber --one-based --json")
    assert code == 0 and '"labels"' in printed


def test_the_first_number_of_a_graph_is_given_where_nimbers_are_asked(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    Path("steps.txt").write_text("1 2\n2 3\n1 3\n")
    for base, first in (("0", "0 has Grundy value 0"), ("1", "1 has Grundy value 2")):
        code, printed = typed(f"solve steps.txt --objective grundy --base {base}")
        assert code == 0 and first in printed
    code, printed = typed("solve steps.txt --game games-are-important --base 0")
    assert code == 2 and "leave out the option base, which is 0" in printed


@pytest.mark.slow
def test_options_of_other_tools_that_mean_the_same_are_taken(typed) -> None:  # type: ignore[no-untyped-def]
    Path("goals.props").write_text("Pmax=? [F x=N];\n")
    for other, ours in {
        "solve walk.prism -pf goals.props -const N=2": "solve walk.prism --properties goals.props --const N=2",
        "solve walk.prism goals.props -const N=2": "solve walk.prism --properties goals.props --const N=2",
        "solve game.pg --paritysol out.sol -q": "solve game.pg --solution out.sol --quiet",
        "solve game.pg --stats": "solve game.pg --verbose",
        "solve model.csv --discounted 0.9": "solve model.csv --objective discounted --set discount=0.9",
        "solve model.csv --discounted=0.9": "solve model.csv --objective discounted --set discount=0.9",
        "heaps .77 -n 20": "heaps .77 --to 20",
        "show game.pg --player-names A,B": "show game.pg --players A,B",
        "solve game.pg --sol other.sol": "solve game.pg --solution other.sol",
        "verify game.pg --sol out.sol": "verify game.pg out.sol",
        "simulate walk.prism --const N=2 -p 'Pmax=? [F x=N]'": "simulate walk.prism --const N=2 "
        "--property 'Pmax=? [F x=N]'",
        "solve walk.prism --const N=2 -p 'Pmax=? [F x=N]' --exportscheduler p.csv": "solve walk.prism --const N=2 "
        "-p 'Pmax=? [F x=N]' --strategy p.csv",
        "heaps .77 --max=20": "heaps .77 --to 20",
        "simulate model.csv --objective discounted --gamma 0.9 -n 9 --quiet": (
            "simulate model.csv --objective discounted --discount 0.9 --plays 9 --quiet"
        ),
        "solve walk.prism -pf 'Pmax=? [F x=N]' --constants N=2": "solve walk.prism -p 'Pmax=? [F x=N]' --const N=2",
        "solve --prism walk.prism -p 'Pmax=? [F x=N]' -const N=2": "solve walk.prism -p 'Pmax=? [F x=N]' --const N=2",
        "solve nim 3 4 5": "solve nim --start 3,4,5",
        "solve 'nim 3 4 5'": "solve nim --start 3,4,5",
        "explain 'kayles 3,5'": "explain kayles --start 3,5",
        "explain .77 3 5": "explain .77 --start 3,5",
        "show nim 3 4 -o nim.svg": "show nim --start 3,4 -o nim.svg",
        "play 'nim 3 4' --as none": "play nim --start 3,4 --as none",
        "generate --long random": "generate --list --long random",
        "solve model.csv --discounted 0.9 -o policy.csv": "solve model.csv --discounted 0.9 --strategy policy.csv",
        "solve domineering 2x2": "solve 'domineering 2x2'",
        "solve nim --start 3 4 5 --quiet --json": "solve nim --start 3,4,5 --quiet --json",
    }.items():
        first, second = typed(other), typed(ours)
        assert first[0] == second[0] == 0
        changing = r"\d+(\.\d+)?e-\d+|\d+\.\d+|graphgames: .* is read as .*"
        printed, expected = (re.sub(changing, "", one[1]) for one in (first, second))
        assert printed.replace("\n", "") == expected.replace("\n", "")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("games chomp", "graphgames play chomp plays it"),
        ("solve game.pg --priorities min-odd", "--convention min-odd says which priorities win"),
        ("generate chess 6", "graphgames play chess plays that game, which has no input"),
        ("synth arbiter.ehoa --explicitStrategy", "graphgames synth FILE -o OUT writes the controller"),
        ("solve model.csv --objective discounted --minimize", "write costs as negative rewards"),
        ("convert game.pg out.pg --reward cost", "game.pg is not one"),
    ],
)
def test_more_habits_are_refused_with_the_way(typed, line: str, says: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(line)
    assert code == 2 and says in printed


def test_one_of_several_reward_structures_is_written(typed) -> None:  # type: ignore[no-untyped-def]
    text = f'{WALK}rewards "steps"\n  true : 1;\nendrewards\nrewards "cost"\n  [go] true : 3;\nendrewards\n'
    Path("two.prism").write_text(text)
    code, printed = typed("convert two.prism two.tra --const N=2")
    assert code == 0 and "the rewards written are steps; --reward NAME writes cost" in printed
    assert typed("solve two.tra -p 'R{\"steps\"}max=? [C<=1]'")[1].startswith("1  ")
    Path("two.srew").unlink()
    code, printed = typed("convert two.prism two.tra --const N=2 --reward cost")
    assert code == 0 and "the rewards" not in printed
    assert "two.trew" in {path.name for path in Path().iterdir()} and not Path("two.srew").exists()
    assert typed("solve two.tra -p 'R{\"cost\"}max=? [C<=1]'")[1].startswith("3  ")
    code, printed = typed("convert two.prism two.tra --const N=2 --reward nonsense")
    assert code == 2 and "'nonsense'" in printed


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("judge treblecross --sample", "answer:"),
        ("games --example treblecross", "WINNING"),
        ("games treblecross --sample", "WINNING"),
        ("judge Treble_Cross --input strip.in", "WINNING"),
        ("judge treblecross --brute -i strip.in", "the answer is proved"),
        ("generate treblecross --size 5 --seed 3", "."),
        ("generate treblecross --n 5", "."),
        ("grundy way.edges", "a has Grundy value 0"),
        ("nimber way.edges b", "start b: the player to move wins"),
        ("solve way.edges --start b,c", "several vertices are a sum, which --objective nimbers adds"),
        ("solve way.edges --tokens b,c", "the nim-sum of b + c is 3"),
        ("solve game.pg --solver fpi", "solved by portfolio"),
        ("solve game.pg --solver tl,zlk", "2 solvers, one by one: zielonka, tangles"),
        ("solve game.pg --psi", "another solves; graphgames solve FILE --solver NAME chooses one"),
        ("convert game.pg --to hoa", "HOA: v1"),
        ("convert game.pg --hoa", "HOA: v1"),
        ("convert game.pg copy.txt", "copy.txt: parity game"),
        ("convert way.edges copy.txt", "vertices have numbers from 0 there"),
        ("convert way.edges - --to edges", "vertices have numbers from 0 there"),
        ("solve way.edges --objective 'reach a'", "--objective 'reach a' is read as --objective reach --target a"),
        ("explain way.edges --all --start b", "The player to move wins from b"),
        ("show way.edges --layout neato -o out.svg", "--layout neato is left out; graphgames show FILE -o OUT.dot"),
        ("show way.edges --ranks -o out.svg", "--ranks is left out"),
        ("solve game.pg --progress", "--progress is left out"),
        ("thermograph '{4|1}' -o out.svg", "out.svg: {4|1} is worth {4|1}"),
        ("subtraction 1,3,4", "pre-period 0, period 7"),
        ("sensitivity coin.csv --target win --start toss -o out.csv", "toss -> win: probability 1/2"),
        ("generate --objective buchi --vertices 6", "a random game is made"),
        ("generate worksheet 6 --title Homework -o sheet.svg", "sheet.svg: buchi game"),
        ("solve chomp 2,3", "Chomp (width 2, height 3)"),
        ("solve '1|-1'", "partizan game worth ±1"),
        ("solve chomp 3x2 --explain", "First: row 2, column 3. The player to move loses in 4 moves"),
        ("solve mock-turtles THTH", "wins by moving to TTTT"),
        ("generate worksheet --seed 1 -o sheet.svg", "sheet.svg: buchi game, 6 vertices"),
        ("generate worksheet 4 --seed 1 -o sheet.svg", "sheet.svg: buchi game, 4 vertices"),
        ("show roads.csv --objective energy --hide-solution --phone -o page.html", "page.html: energy game"),
    ],
)
def test_what_was_once_refused_works(typed, line: str, says: str) -> None:  # type: ignore[no-untyped-def]
    Path("strip.in").write_text("1\n...\n")
    Path("way.edges").write_text("b a\nc a\nc b\n")
    code, printed = typed(line)
    assert code == 0 and says in printed


@pytest.mark.parametrize("line", ["play game.pg --first computer --start 1", "play game.pg --human Adam --start 1"])
def test_who_begins_may_be_written_in_other_words(typed, line: str, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"quit\n")))
    assert "You are Adam" in typed(line)[1]


def test_worksheets_have_a_title_and_numbers(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("generate random 4 --count 2 --title Homework -o sheet.svg")[0] == 0
    assert all(f">Homework {k}<" in Path(f"sheet-{k}.svg").read_text() for k in (1, 2))
    assert "--title is that of a picture" in typed("generate random 4 --title Homework -o sheet.pg")[1]


def test_slopes_are_a_table(typed) -> None:  # type: ignore[no-untyped-def]
    assert typed("sensitivity coin.csv --target win --start toss -o out.csv --quiet")[0] == 0
    heading, *rows = Path("out.csv").read_text().splitlines()
    assert heading == "vertex,to,probability,visits,slope"
    assert sorted(rows) == ["toss,lose,1/2,1,-1", "toss,win,1/2,1,1"]


def test_a_picture_of_a_model_has_the_title_of_a_model(typed) -> None:  # type: ignore[no-untyped-def]
    assert "model for discounted (discount 9/10), 2 states" in typed("show model.csv --gamma 9/10 -o out.svg")[1]


def test_a_solution_on_standard_output_stands_there_alone(typed) -> None:  # type: ignore[no-untyped-def]
    for line in ("solve game.pg -o -", "solve game.pg --paritysol -", "solve --paritysol game.pg"):
        code, printed = typed(line)
        assert code == 0 and "paritysol 2;" in printed and "winner" not in printed
    assert "winner" in typed("solve game.pg -o game.sol --paritysol")[1]


def test_a_bound_is_what_a_shield_keeps(typed) -> None:  # type: ignore[no-untyped-def]
    Path("hall.prism").write_text(
        "mdp\nmodule m\n s : [0..2];\n [run] s=0 -> 0.7 : (s'=1) + 0.3 : (s'=2);\n [walk] s=0 -> 0.9 : (s'=1) + 0.1 : "
        '(s\'=2);\n [] s>0 -> true;\nendmodule\nlabel "lost" = s=2;\n'
    )
    for bound in ('P<=0.2 [ F "lost" ]', 'P>=4/5 [ G !"lost" ]'):
        for line in (f"shield hall.prism --property '{bound}'", f"solve hall.prism --prop '{bound}' --permissive"):
            code, printed = typed(line)
            assert code == 0 and "with a probability of at least 4/5" in printed and "(s=0): walk\n" in printed
    code, printed = typed("shield hall.prism --property 'P>=0.5 [ F s=1 ]'")
    assert code == 2 and "does not lead it to a target; say what is to be avoided" in printed


def test_json_of_few_vertices_says_each(typed) -> None:  # type: ignore[no-untyped-def]
    Path("dag.edges").write_text("a b\na c\nb c\n")
    for objective, expected in (("grundy", {"values": [2, 1, 0]}), ("normal", {"winner": [0, 0, 1]})):
        code, printed = typed(f"solve dag.edges --objective {objective} --json --quiet")
        found = json.loads(printed)
        assert code == 0 and found["labels"] == ["a", "b", "c"] and found.items() >= expected.items()


def test_a_column_that_goes_the_other_way_and_an_objective_in_the_wrong_place() -> None:
    table = {"from": ["s"], "action": ["a"], "next": ["s"]}
    assert gg.Model.from_table({"begin": ["s"]} | table, columns={"from": "state"}).states == 1
    rewarding = gg.Model.from_table([("s", "a", "s", 1, 1)])
    assert gg.evaluate(rewarding, {"s": "a"}, gg.Discounted("0.9")).value == 10  # type: ignore[arg-type]
    with pytest.raises(gg.CallError, match="draw\\(size='300x200mm'\\)"):
        gg.solve({"a": []}, gg.NormalPlay()).draw().save("out.png", dpi=300)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("thing", "name", "way"),
    [
        (gg.Arena, "from_matrix", "from_arrays"),
        (gg.ArenaSolution, "to_png", "draw"),
        (gg, "random_arena", "graphgames generate"),
    ],
)
def test_a_name_of_habit_is_answered(thing: object, name: str, way: str) -> None:
    with pytest.raises(AttributeError, match=way):
        getattr(thing, name)


def test_players_with_names_of_their_own_are_named_where_wins_are_counted() -> None:
    solution = gg.solve({"a": ["a"]}, gg.Buchi(["a"]), owner=["Bolek"], players=("Ania", "Bolek"))
    assert "won={'Ania': 1, 'Bolek': 0}" in str(solution)


def test_owners_with_two_names_of_their_own_are_players_in_the_order_of_the_names() -> None:
    graph, owner = {"dock": ["hall"], "hall": ["dock", "hall"]}, {"dock": "robot", "hall": "guest"}
    with pytest.warns(UserWarning, match=r"player 0 is robot, who is named first.* players=\('guest', 'robot'\)"):
        solution = gg.solve(graph, gg.Buchi(["dock"]), owner=owner)
    assert solution.problem.players == ("robot", "guest") and solution.won == (0, 2)
    assert gg.solve(graph, gg.Buchi(["dock"]), owner=owner, players=("guest", "robot")).won == (2, 0)
    with pytest.raises(gg.ArenaError, match="has owner 'robot'"):  # whose name the other player has is not known
        gg.solve(graph, gg.Buchi(["dock"]), owner={"dock": "robot", "hall": "robot"})


def test_misere_play_of_what_has_a_name_is_asked_of_solve_as_well() -> None:
    nim = gg.misere("nim")
    for heaps in ("1 1 1", "1 1 2", "3 4 5"):
        expected = nim.outcome(tuple(map(int, heaps.split())))
        named: list[Any] = [gg.solve(f"nim {heaps}", misere=True), gg.solve(f"nim {heaps}", gg.MiserePlay())]
        assert [one.outcome() for one in (*named, gg.solve(f"nim {heaps}", "misere"))] == [expected] * 3
    assert gg.misere("kayles 5 + nim 3").outcome() == gg.solve("kayles 5 + nim 3", misere=True).outcome() == "win"
    assert gg.solve("wythoff 0,1", misere=True).outcome() == "loss"
    assert gg.solve({"a": ["b"], "b": []}, misere=True).outcome("a") == "loss"
    with pytest.raises(gg.GameError, match="comes with an objective of its own"):
        gg.solve("domineering 2x3", misere=True)


def test_a_position_may_stand_behind_the_name_of_a_game_and_a_setting_says_the_objective() -> None:
    solve: Any = gg.solve
    assert solve("kayles", (3, 5)).problem.game.start == (3, 5)
    assert solve("kayles", [3, 5]).outcome() == gg.solve("kayles", start=(3, 5)).outcome() == "win"
    assert "3 has value 3, 5 has value 4; the nim-sum is 7" in solve("kayles", (3, 5)).explain()
    model = gg.Model.from_table([("a", "go", "a", 1, 2)])
    assert gg.solve(model, discount=0.9).value("a") == gg.solve(model, gamma=0.9).value("a") == 20
    assert gg.solve([("a", "b", 2), ("b", "a", -1)], capacity=3, owner=[0, 0]).value("b") == 1


@pytest.mark.parametrize("line", ["'wythoff 1,2 + 3,4'", "wythoff 1 2 + 3 4", "'wythoff 1,2 + wythoff 3,4'"])
def test_several_positions_of_a_game_are_a_sum(typed, line: str) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed(f"solve {line}")
    assert code == 0 and "the nim-sum of (1, 2) + (3, 4) is 2: the player to move wins" in printed


def test_an_edge_without_a_weight_is_named() -> None:
    networkx = pytest.importorskip("networkx")
    graph = networkx.DiGraph([("home", "dock"), ("dock", "home")])
    graph.edges["home", "dock"]["weight"] = 2
    with pytest.raises(gg.ArenaError, match="edge 'dock' -> 'home' has no 'weight'"):
        gg.solve(graph, gg.Energy())


def test_a_format_that_is_not_that_of_the_input_names_the_option_for_the_output(typed) -> None:  # type: ignore[no-untyped-def]
    code, printed = typed("convert marked.hoa - --format pgsolver")
    assert code == 2 and "--to pgsolver is how it is written" in printed


def test_brackets_are_two_columns_of_a_policy(tmp_path: Path) -> None:
    model = gg.Model.from_table([("a", "go", "a", "1/2", 1), ("a", "go", "b", "1/2", 1), ("b", "go", "a", 1, 0)])
    solution: Any = gg.solve(model, gg.Discounted("0.9"), solver="policy-iteration", precision="1e-6")
    solution.write_policy(tmp_path / "policy.csv")
    header, *rows = (tmp_path / "policy.csv").read_text().splitlines()
    assert header == "state,action,value_low,value_high"
    assert all(len(row.split(",")) == 4 and '"' not in row for row in rows)


def test_a_contest_input_is_known_by_what_reads_it_and_a_game_may_stand_before_it(typed) -> None:  # type: ignore[no-untyped-def]
    example = concrete_game("gra-w-zielone").example
    Path("green.in").write_text(example)
    Path("few.in").write_text("1 2 3\n4 5\n6\n")
    code, printed = typed("solve green.in")
    assert code == 0 and "green.in is read as an input of gra-w-zielone, The Green Game" in printed
    assert gg.solve(gg.read("green.in", game="zielone")).won == (5, 3) and "Ania wins 5" in printed
    for line in ("solve zielone green.in", "show 'gra w zielone' green.in -o out.svg", "solve --game zielone green.in"):
        code, printed = typed(line)
        assert code == 0 and "read as" not in printed, printed
    code, printed = typed("solve few.in")
    assert code == 2 and "this looks like a file of numbers" in printed
    assert {game.name for game in documents_of(concrete_game("treblecross").example.encode())} == {
        "say-goodbye-to-tic-tac-toe",
        "treblecross",
    }  # so that it needs its name


def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("walk.nm").write_text(WALK)
    Path("model.csv").write_text(MODEL)
    Path("roads.csv").write_text(ROADS)
    Path("dag.edges").write_text("a b\nb c\nb d\nc d\n")
    Path("green.in").write_text(concrete_game("gra-w-zielone").example)
    Path("green.out").write_text("5\n1\n3\n4\n6\n8\n")
    Path("other.out").write_text("5 1 3 9\n")


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        # a name that only the property has is a constant of it
        ("solve walk.nm --property 'Pmax=? [ F x=k ]' --const N=3,k=1", "2/3  not verified"),
        ("solve walk.nm --property 'Pmax=? [ F<=k x=1 ]' --const N=3,k=1:2", "5/8  not verified"),
        # several vertices stand one by one
        ("solve dag.edges --objective nimbers --tokens a b", "the nim-sum of a + b is 2"),
        ("judge gra-w-zielone green.in --expect green.out", "the answer is that of green.out"),
        # a setting may stand without a word in front, and a target is a goal
        ("solve model.csv discount=1/2", "(discount 1/2)"),
        ("solve model.csv --objective discounted gamma=0.5", "(discount 0.5)"),
        ("solve roads.csv battery=5", "energy game (cap 5)"),
        ("solve dag.edges --goal d", "reach game"),
        ("solve 'treblecross 7'", "treblecross 7: 1 board of Treblecross; the player to move wins; solved"),
    ],
)
def test_what_is_meant_beyond_doubt_is_done(
    words: str, printed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _folder(tmp_path, monkeypatch)
    assert run(shlex.split(words)) == 0
    assert printed in capsys.readouterr().out


def test_nim_values_are_written_as_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _folder(tmp_path, monkeypatch)
    assert run(shlex.split("solve dag.edges --objective nimbers -o values.csv")) == 0
    assert Path("values.csv").read_text() == "label,nimber\na,0\nb,2\nc,1\nd,0\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve walk.nm --property 'P=? [ F x=2 ]' --const N=3,x=2", "the model gives 'x' a meaning"),
        ("solve walk.nm --property 'P=? [ F x=2 ]' --const N=3,y=2", "leave a constant 'y' open; these are open: N"),
        ("judge gra-w-zielone green.in --expect other.out", "word 4 of the answer is 4, and other.out has 9"),
        ("verify green.in green.out", "graphgames judge NAME, where --expect FILE compares an output"),
        ("solve dag.edges --misere --start a,b", "adds games on a graph in which a player who cannot move loses"),
        ("generate random 10 --edges 20", "--degrees 1-3 says how many moves a vertex has"),
        ("generate random 10 20", "--degrees 1-3 says how many moves a vertex has"),
    ],
)
def test_a_refusal_names_what_holds(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _folder(tmp_path, monkeypatch)
    assert _code(shlex.split(words)) != 0
    assert said in capsys.readouterr().err


def test_an_automaton_without_sides_is_refused_with_the_line_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("answer.hoa").write_text(ARBITER.replace("controllable-AP: 1\n", ""))
    assert _code(["synth", "answer.hoa"]) == 2
    way = re.search(r"graphgames (synth) FILE (--outs) (\w+)", capsys.readouterr().err)
    assert way and _code([way[1], "answer.hoa", *way.groups()[1:]]) == 0
    assert "REALIZABLE" in capsys.readouterr().out


def test_an_objective_of_python_is_read_with_a_file(tmp_path: Path) -> None:
    (path := tmp_path / "roads.csv").write_text("source,target,weight,owner\nhome,dock,-3,0\ndock,home,4,1\n")
    game = gg.read(path, objective=gg.Discounted(discount="1/2"))
    assert gg.solve(game).value("dock") == gg.solve(path, gg.Discounted(discount="1/2")).value("dock")
    (model := tmp_path / "model.csv").write_text(MODEL)
    assert gg.solve(gg.read(model, objective=gg.Discounted(discount="1/2"))).value("high") == 4
    (green := tmp_path / "green.in").write_text(concrete_game("gra-w-zielone").example)
    with pytest.raises(gg.GameError, match="leave out the option objective"):
        gg.read(green, game="zielone", objective=gg.Buchi([1]))


def test_largest_heaps_that_were_taken_for_granted_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    for option in ("--misere", "--genus"):
        assert run(["heaps", "kayles", option]) == 0 and "heaps to 8; --to N says how far" in capsys.readouterr().err
        assert run(["heaps", "kayles", option, "--to", "3"]) == 0 and not capsys.readouterr().err


def test_calls_take_more_names_of_habit(tmp_path: Path) -> None:
    rows = [("s", "go", "s", "1/2", 1), ("s", "go", "t", "1/2", 1), ("t", "stay", "t", 1, 0)]
    columns = (
        ("s", "a", "sp", "prob", "rew"),
        ("s", "a", "s2", "p", "r"),
        ("origin", "act", "dest", "proba", "rewards"),
    )
    for names in columns:
        model = gg.Model.from_table({name: list(row) for name, row in zip(names, zip(*rows, strict=True), strict=True)})
        solution = gg.solve(model, gg.Discounted("1/2"))
        assert solution.value("s") == Fraction(4, 3)
    solution.draw(path=tmp_path / "out.svg")
    assert (tmp_path / "out.svg").is_file()
    habit: dict[str, Any] = {"random_state": 0, "horizon": 5}
    assert gg.simulate(solution, 20, **habit).cut == gg.simulate(solution, 20, steps=5).cut
    credit: list[dict[str, Any]] = [{"upper_bound": 5}, {"initial_charge": 2}]
    assert gg.Energy(**credit[0]).cap == 5
    with pytest.raises(gg.CallError, match="least credit to begin with is the answer"):
        gg.Energy("weight", **credit[1])


def _code(words: list[str]) -> int:
    try:
        return run(words)
    except SystemExit as left:
        return int(left.code or 0)
