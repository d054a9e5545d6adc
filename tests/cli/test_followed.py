"""What a message tells a person to type is typed, word for word: it works, or another message says what is wrong."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import graphgames
from graphgames.cli.main import build
from tests.cli.test_habits import typed  # noqa: F401

FILES = {
    "ways.csv": "source,target,energy cost,metres\nhome,dock,-3,7\ndock,home,4,7\n",
    "nx.edgelist": "dock lab {'weight': -3}\nlab dock {'weight': 5}\n",
    "owned.csv": "source,target,owner\na,t,0\na,b,0\nb,b,0\nt,t,0\n",
    "who.csv": "source,target,owner\na,b,Robot\nb,a,Guest\n",
    "steps.props": "const int K;\nPmax=? [F<=K x=N];\n",
    "policy.csv": "state,action,value\nlow,go,18\nhigh,stay,20\n",
    "PLACE.aag": "",
}
PLACES = {
    "POLICY": "policy.csv",
    "FILE": "game.pg",
    "NAME": "treblecross",
    "OUT": "out.sol",
    "GAME": "game.pg",
    "IN": "game.pg",
    "N": "4",
}
"""What stands for the words in capitals where a line of the table does not say it."""

FOLLOWED = [
    # what is typed; the words of the message, from which on it is followed; what is then typed: {} is these words
    ("solve game.pg --solve", "graphgames solve FILE --solver", "{} zielonka"),
    ("solve game.pg --fpi", "graphgames solve FILE --solver", "{} tl"),
    ("solve game.pg --attractor", "--objective reach --target", "solve game.pg {} 1"),
    ("solve game.pg out.sol", "-o out.sol", "solve game.pg {}"),
    ("solve game.pg out.csv", "--strategy out.csv", "solve game.pg {}"),
    ("show game.pg 1 -o OUT.svg", "--start 1", "show game.pg {} -o OUT.svg"),
    ("heaps kayles out.svg", "-o out.svg", "heaps kayles {}"),
    ("solve game.pg -o OUT.svg", "graphgames show FILE -o OUT", "{}.svg"),
    ("solve game.pg --objective rabin", "--objective parity", "solve game.pg {}"),
    ("solve ways.csv --objective energy", "--column 'weight=energy cost'", "solve ways.csv --objective energy {}"),
    ("solve who.csv", "--players Guest,Robot", "solve who.csv {}"),
    ("solve walk.prism -p 'Pmax=? [F x=N]'", "--const N=...", "solve walk.prism -p 'Pmax=? [F x=N]' --const N=2"),
    (
        "solve walk.prism steps.props --const N=2 -p 'Pmax=? [F x=N]'",
        "--const K=...",
        "solve walk.prism steps.props -p 'Pmax=? [F x=N]' --const N=2,K=3",
    ),
    ("play 'treblecross width=5'", "graphgames games --long treblecross", "{}"),
    ("play connect-four", "'connect-four width=4 height=4'", "play {} --as none"),
    ("play awari", "graphgames table build awari -o DIR", "{} --dry-run"),
    ("play awari", "'awari seeds=6'", "show {} -o OUT.svg"),
    ("play chomp --width 4", "graphgames play 'chomp width=4 height=3'", "{} --as none"),
    ("solve 'chomp 3y4'", "width=7", "solve 'chomp {} height=2'"),
    ("solve tictacto", "'tic-tac-toe'", "solve {}"),
    ("heaps {1|-1}", "graphgames solve '{1|-1}'", "{}"),
    ("solve game.pg --key", "-o OUT", "show game.pg {}.svg"),
    ("solve game.pg --priorities min-odd", "--convention min-odd", "solve game.pg {}"),
    ("judge nim --misere", "--objective misere", "solve pairs.txt {}"),
    ("convert owned.csv two.pg --objective reach --target t", "--objective reach", "solve two.pg {}"),
    ("solve game.pg --objective buchi --safe 1", "--accepting", "solve game.pg --objective buchi {} 1"),
    ("solve model.csv --objective average", "mean-payoff", "solve model.csv --objective {}"),
    ("synth arbiter.ehoa --verify c.aag", "graphgames verify arbiter.ehoa c.aag", "{}"),
    ("evaluate model.csv uniform --discount 0.9", "--objective discounted", "solve model.csv {} --discount 0.9"),
    (
        "simulate policy.csv",
        "graphgames evaluate GAME POLICY",
        "evaluate model.csv POLICY --objective discounted --discount 0.9",
    ),
    ("games tic-tac-toe", "graphgames play tic-tac-toe", "{} --as none"),
    ("generate tic-tac-toe 6", "graphgames play tic-tac-toe", "{} --as none"),
]


@pytest.fixture
def following(typed):  # type: ignore[no-untyped-def]  # noqa: F811
    """Return what runs a command line, in a folder with files of many kinds."""
    for name, text in FILES.items():
        if text:
            Path(name).write_text(text)
    return typed


@pytest.mark.slow
@pytest.mark.parametrize(("line", "told", "then"), FOLLOWED)
def test_what_a_message_says_is_typed_and_works(following, line: str, told: str, then: str) -> None:  # type: ignore[no-untyped-def]
    if "c.aag" in line:
        following("synth arbiter.ehoa -o c.aag --quiet")
    code, printed = following(line)
    assert told in printed, printed
    words = then.format(told).removeprefix("graphgames ")
    for place, name in PLACES.items():
        words = re.sub(rf"\b{place}\b(?!=)", name, words)
    code, printed = following(words.replace("DIR", "table").replace("out.sol.", "out."))
    assert code in (0, 1), printed


def test_a_list_of_networkx_with_attributes_is_read(following) -> None:  # type: ignore[no-untyped-def]
    code, printed = following("solve nx.edgelist --objective energy --start dock")
    assert code == 0 and "credit 3" in printed


def test_a_board_of_another_size_is_played_move_by_move(following) -> None:  # type: ignore[no-untyped-def]
    code, printed = following("play domineering 3x3 --as none")
    assert code == 0 and "1. Left: rows 1 and 2, column 2" in printed


def test_an_argument_may_stand_behind_options(following) -> None:  # type: ignore[no-untyped-def]
    code, printed = following("explain owned.csv --objective reach --target t b")
    assert code == 0 and printed.startswith("Eve loses from b")


def _told() -> list[tuple[str, str]]:
    """Return what messages of the program call a command line, with the file: from its name to the end of a clause."""
    found = []
    root = Path(graphgames.__file__).parent
    for path in sorted(root.rglob("*.py")):
        text = path.read_text()
        if "graphgames " not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.JoinedStr):
                whole = "".join(str(one.value) if isinstance(one, ast.Constant) else "X" for one in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole = node.value
            else:
                continue
            found += [
                (part, path.name) for part in re.findall(r"graphgames ([a-z]+ [^;,:()`\n]*--[^;,:()`\n]*)", whole)
            ]
    return found


@pytest.mark.slow
def test_every_option_that_a_text_names_with_a_command_is_one_of_it() -> None:
    commands, wrong = build().commands, []
    for part, path in _told():
        command = part.split()[0]
        if command not in commands or command == "table":  # whose options are made when it is called
            continue
        known = {name for action in commands[command]._actions for name in action.option_strings}
        wrong += [f"{path}: graphgames {part}" for name in re.findall(r"(?<!\S)--[a-z-]+", part) if name not in known]
    assert not wrong, "\n".join(wrong)
