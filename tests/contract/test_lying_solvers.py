"""Commands beside a solver that lies: what they call proved is what they say of the true solution.

Each solution that a command gets is altered in one entry; the command runs to its end. Then it must not call the answer
proved, or show, write and return what it does of the true one. In the examples no other move is as good.
"""

from __future__ import annotations

import copy
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from inspect import getsource
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from graphgames.cli.main import commands, run
from graphgames.core.drawing import Drawable
from graphgames.engines import dispatch
from graphgames.games.models.language import Program
from graphgames.games.models.model import Model
from tests.share import share

PARITY = "parity 3;\n0 1 0 1,2;\n1 2 1 0;\n2 0 1 2,3;\n3 1 1 3;\n"
CHANCE = """digraph {
    a [owner=0]; b [owner=1]; c [owner=2]; goal [owner=0]; pit [owner=0];
    a -> b; a -> c; b -> a; b -> c; c -> goal [probability="1/3"]; c -> pit [probability="1/6"];
    c -> a [probability="1/2"]; goal -> goal; pit -> pit }"""
MODEL = """mdp
module walk
  x : [0..3] init 1;
  [go] x=1 -> 1/2 : (x'=2) + 1/4 : (x'=0) + 1/4 : (x'=1);
  [dig] x=1 -> 1/3 : (x'=2) + 2/3 : (x'=0);
  [on] x=2 -> 3/4 : (x'=3) + 1/4 : (x'=1);
  [rest] x=0 | x=3 -> true;
endmodule
label "goal" = x=3;
rewards "steps"
  x=1 | x=2 : 2;
endrewards
"""
GAME = """smg
const int N;
const double p;
player guest [call], [wait] endplayer
player host [help], [leave], [rest] endplayer
module hotel
  x : [0..2] init 0;
  y : [0..N] init 0;
  [call] x=0 -> p : (x'=1) + 1-p : (x'=2);
  [wait] x=0 -> 1/4 : (x'=1) + 1/2 : (x'=2) + 1/4 : true;
  [help] x=1 & y<N -> 1/2 : (y'=y+1) + 1/4 : (x'=0) + 1/4 : (x'=2);
  [leave] x=1 & y<N -> 1/5 : (y'=y+1) + 4/5 : (x'=2);
  [rest] x=2 | y=N -> true;
endmodule
rewards "calls"
  x=0 : 1;
  x=1 : 2;
endrewards
"""
ARBITER = """HOA: v1 States: 2 Start: 0 AP: 2 "r" "g" controllable-AP: 1 acc-name: Buchi Acceptance: 1 Inf(0) --BODY--
State: 0 {0} [!0 | 1] 0 [0 & !1] 1 State: 1 [1] 0 [!1] 1 --END--
"""
SPEC = "[INPUT]\nr\n\n[OUTPUT]\ng\n\n[SYS_TRANS]\ng' -> r'\n\n[ENV_LIVENESS]\nr\n\n[SYS_LIVENESS]\ng\n"
UNMET = SPEC.replace("[ENV_LIVENESS]\nr\n\n", "")
STONES = "2\n3 1 2 3\n2 4 5\n"
FILES = {
    "game.pg": PARITY,
    "chance.dot": CHANCE,
    "walk.prism": MODEL,
    "hotel.prism": GAME,
    "arbiter.ehoa": ARBITER,
    "met.slugsin": SPEC,
    "unmet.slugsin": UNMET,
    "toe.txt": "1\nX..O.\n",
    "tree.txt": "5 4\n1 2\n2 3\n3 4\n4 5\n",
}
REACH = "chance.dot --objective reach-probability --target goal"
ASKED = (
    'Pmax=? [ F "goal" ]',
    'P>=1/2 [ F "goal" ]',
    "Pmin=? [ F<=4 x=3 ]",
    "Pmax=? [ G F x=3 ]",
    'R{"steps"}min=? [ F x=0 | x=3 ]',
    'R{"steps"}max=? [ C<=3 ]',
    *(
        f"filter({one}, Pmax=? [ F x=3 ], x>0)"
        for one in ("min", "max", "avg", "sum", "print", "printall", "argmin", "argmax")
    ),
    "Pmax=? [ X x=2 ]",
    'R{"steps"}max=? [ S ]',
    "filter(forall, P>=1/2 [ F x=3 ], x>1)",
    "filter(count, P>=1/2 [ F x=3 ])",
    "Pmax=? [ F x=3 ] - Pmin=? [ F x=3 ]",
)
COALITIONS = (
    "<<guest>> Pmax=? [ F y=N ]",
    "<<host>> Pmin=? [ F y=N ]",
    "<<guest>> P>=1/8 [ F y=N ]",
    "<<guest,host>> Pmax=? [ F<=3 y=N ]",
    "<<guest>> P>=1 [ G x<2 ]",
    '<<host>> R{"calls"}min=? [ F y=N | x=2 ]',
)
RANGES = (
    ("N=1:3,p=1/2", "<<guest>> Pmax=? [ F y=N ]"),
    ("N=1:2,p=1/4:1/4:1/2", '<<host>> R{"calls"}max=? [ F y=N | x=2 ]'),
)
LINES: dict[str, list[str]] = {
    "solve": [
        "solve game.pg --verify --json --full",
        "solve game.pg --verify --explain -o out.json --strategy out.csv",
        f"solve {REACH} --verify --explain --full",
        f"solve {REACH} --verify --json --start a",
        "solve kayles 3+5 --verify",
        *(f"solve walk.prism --verify --explain --property '{one}'" for one in ASKED),
        *(f"solve walk.prism --verify --json --property '{one}'" for one in ASKED[-3:]),
        *(f"solve hotel.prism --const N=2,p=1/2 --verify --explain --property '{one}'" for one in COALITIONS),
        *(f"solve hotel.prism --const {some} --verify --property '{one}'" for some, one in RANGES),
        "solve hotel.prism --const N=1:2,p=1/2 --verify --json --property '<<host>> Pmax=? [ F y=N ]'",
        "solve walk.prism --verify --property 'Pmax=? [ F x=3 ]' --property 'Pmin=? [ F x=3 ]'",
        "solve walk.prism --verify --property 'Pmax=? [ F x=3 ]' --strategy out.csv --solution out.json",
    ],
    "judge": ["judge say-goodbye-to-tic-tac-toe toe.txt --verify --explain"],
    "simulate": [f"simulate {REACH} --start a --plays 5 --json"],
    "evaluate": [
        "evaluate walk.prism uniform --property 'Pmax=? [ F x=3 ]' --verify --json --full",
        "evaluate walk.prism uniform --property 'Pmax=? [ F x=3 ]' --verify -o out.json",
    ],
    "shield": [
        "shield walk.prism --avoid x=0 --threshold 1/2 --verify --json -o out.json",
        "shield game.pg --verify -o out.csv",
    ],
    "sensitivity": ["sensitivity chance.dot --target goal --start a --verify --json"],
    "show": ["show game.pg --verify -o out.svg", f"show {REACH} --verify -o out.html"],
    "synth": [
        "synth arbiter.ehoa --verify --json -o out.ehoa",
        "synth met.slugsin --verify --json -o out.ehoa",
        "synth unmet.slugsin --verify -o out.py",
    ],
    "heaps": [
        "heaps .77 20 --verify --json",
        "heaps .07 60 --verify",
        "heaps .77 --position 3,5 --to 8 --verify",
        "heaps .77 --misere 4 --verify",
    ],
    "geography": ["geography tree.txt --verify --json --proof out.json"],
    "solvers": [f"solvers --compare {REACH}"],
}
REFUSED = re.compile(r'(NOT|not) (proved|verified)|refused|"verified": (false|null)')
APART = re.compile(r'"rank": ?\[[^]]*\]|"seconds": ?(\{[^}]*\}|[\d.]+)|\(?(read )?[\d.]+ s(, \w+ [\d.]+ s)*\)?')
"""Of each command that calls something proved, command lines."""

ASIDE = {"problem", "arena", "acts", "stats", "solver", "solve_position"}
"""What is not a solver's to claim, or is not called proved."""
ELSEWHERE = {
    "verify": "tests.contract.test_proved",
    "table": "tests.contract.test_shown",
    "explore": "tests.explore.test_game_session",
}


def parts(thing: Any) -> Iterator[tuple[Any, Any]]:
    """Yield what a thing consists of, by names or numbers."""
    if isinstance(thing, dict):
        yield from thing.items()
    elif isinstance(thing, tuple | list):
        yield from enumerate(thing)
    elif isinstance(thing, np.ndarray):
        yield from np.ndenumerate(thing)
    elif type(thing).__module__.startswith("graphgames") and hasattr(thing, "__dict__"):
        yield from ((name, one) for name, one in vars(thing).items() if name not in {*ASIDE, *made_of_others(thing)})


def made_of_others(thing: Any) -> set[str]:
    """Return the names of what a thing has made of its other parts, and makes again."""
    return {name for name in vars(thing) if isinstance(getattr(type(thing), name, None), cached_property | property)}


def others(value: Any) -> list[Any]:
    """Return other values of the kind of one, none of what has parts."""
    if isinstance(value, bool | np.bool_):
        return [not value]
    if isinstance(value, np.integer):
        room = np.iinfo(value.dtype)
        return [type(value)(one) for one in (int(value) + 1, int(value) - 1) if room.min <= one <= room.max]
    if isinstance(value, int):
        return [value + 1, value - 1]
    return [value + Fraction(1, 7), 1 - value] if isinstance(value, Fraction) else []


def lies(thing: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the places of a solution, and what may stand there instead."""
    for name, part in parts(thing):
        yield from (((name,), other) for other in others(part))
        yield from (((name, *rest), other) for rest, other in lies(part))


def altered(thing: Any, path: tuple[Any, ...], other: Any) -> Any:
    """Return a thing with something else at a place."""
    if not path:
        return other
    name, *rest = path
    if isinstance(thing, tuple):
        made = [altered(one, tuple(rest), other) if k == name else one for k, one in enumerate(thing)]
        return type(thing)(*made) if hasattr(thing, "_fields") else tuple(made)
    made = copy.copy(thing)
    if isinstance(thing, np.ndarray | list | dict):
        made[name] = altered(thing[name], tuple(rest), other)
        return made
    for one in made_of_others(made):
        del vars(made)[one]
    object.__setattr__(made, name, altered(vars(thing)[name], tuple(rest), other))
    return made


def shown(line: str, folder: Path, lie: tuple[int, int] | None = None) -> tuple[bool, str, list[Any]]:
    """Return whether a command line calls its answer proved, what it shows and writes, and its solutions' lies."""
    solve, told, known = dispatch.solve, StringIO(), list[Any]()

    def lying(*given: Any, **options: Any) -> Any:
        solution = copy.copy(solve(*given, **options))
        known.append(list(lies(solution)) if lie is None or lie[0] == len(known) else [])
        return altered(solution, *known[lie[0]][lie[1]]) if lie and lie[0] == len(known) - 1 else solution

    dispatch.solve = lying
    try:
        with redirect_stdout(told), redirect_stderr(StringIO()) as notes:
            code = run(shlex.split(line))
    finally:
        dispatch.solve = solve
    text = told.getvalue()
    every = text + notes.getvalue()
    believed = code < 2 and not REFUSED.search(every)
    for path in sorted(folder.glob("out.*")):
        text += path.read_text()
        path.unlink()
    return believed, f"{code} {APART.sub('', text)}", known


MODELS: dict[str, Model] = {}
"""The models that Storm has built, by what was asked for. No solver has a part in them, so each is built once."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the examples, where the commands run; pages hold no certificates, which may be others."""
    build = Program.build

    def built(*asked: Any) -> Model:
        if repr(asked) not in MODELS:
            MODELS[repr(asked)] = build(*asked)
        return MODELS[repr(asked)]

    monkeypatch.setattr(Program, "build", built)
    monkeypatch.setattr(Drawable, "_opener", staticmethod(lambda solution, graph: []))
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    return tmp_path


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for lines in LINES.values() for line in lines])
def test_what_a_lying_solver_says_is_not_called_proved(line: str, folder: Path) -> None:
    believed, truth, known = shown(line, folder)
    assert believed and any(known), truth
    found = []
    for call, some in enumerate(known):
        for k in share(range(len(some)), 1 / len(known), f"{call} of {line}", 1 if call else 4):
            accepted, text, _ = shown(line, folder, (call, k))
            if accepted and text != truth:
                found.append((call, some[k], text))
    assert not found, truth


def test_no_command_is_forgotten() -> None:
    """A command that asks a checker is driven here, or elsewhere."""
    asking = {name for name, one in commands().items() if re.search(r"verif(y|ied)\b|proved", getsource(one.load()))}
    assert asking == LINES.keys() | ELSEWHERE.keys() - {"explore"}, "explore asks in its own process"
    for where in ELSEWHERE.values():
        assert import_module(where)
