"""Models as tables in text: the shapes that people have, and the line and column of what is wrong."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.core.errors import FormatError
from graphgames.games.models.columns import COLUMNS, NEEDED
from graphgames.readers.sniff import looks_like

HEADING = "state,action,next,probability,reward"
ROBOT = """\
low,work,low,0.7,2
low,work,dead,0.3,2
low,charge,high,1,-1
high,work,low,0.4,5
high,work,high,0.6,5
dead,lie,dead,1,0
"""
DISCOUNT: dict[str, Any] = {"objective": "discounted", "settings": {"discount": "0.9"}}


def value(text: str | bytes, folder: Path, start: Any = "low", ending: str = ".csv", **how: Any) -> Any:
    """Return what a state of a text is worth."""
    path = folder / f"robot{ending}"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return gg.solve(gg.read(path, **DISCOUNT, **how)).value(start)


SHAPES = {
    "one letter each": "s,a,s',p,r",
    "words apart": "State,Action,Next State,Prob,Reward",
    "as an edge": "from,action,to,probability,reward",
    "in the longest form": "current_state,action,next_state,transition_probability,rew",
    "in quotes": '"state","action","next","probability","reward"',
    "in capitals with spaces": " STATE ,ACTION , NEXT,PROBABILITY,REWARD ",
}


@pytest.mark.parametrize("heading", SHAPES.values(), ids=SHAPES)
def test_columns_have_the_names_that_people_use(heading: str, tmp_path: Path) -> None:
    assert value(f"{heading}\n{ROBOT}", tmp_path) == Fraction(505, 17)


@pytest.mark.parametrize(
    "made",
    [
        lambda text: text.replace(",", "\t"),
        lambda text: text.replace(",", ";"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace(",", " , "),
        lambda text: "\n".join(f",{line}" if k == 0 else f"{k},{line}" for k, line in enumerate(text.splitlines())),
        lambda text: text.replace("0.7", "7/10").replace("0.3", ".3").replace("0.4", "4e-1"),
        lambda text: text.replace("dead,lie,dead,1,0\n", ""),
        lambda text: text.replace("dead,lie,dead,1,0", "dead,lie,low,0,9\ndead,lie,dead,1,"),
    ],
    ids=["tabs", "semicolons", "CRLF", "CR", "BOM", "blank lines", "spaces", "index", "numbers", "end", "impossible"],
)
def test_texts_have_the_shapes_that_programs_write(made: Any, tmp_path: Path) -> None:
    assert value(made(f"{HEADING}\n{ROBOT}"), tmp_path) == Fraction(505, 17)


def test_names_and_numbers_of_states(tmp_path: Path) -> None:
    quoted = ROBOT.replace("low", '"low, or ""lower"""')
    assert value(f"{HEADING}\n{quoted}", tmp_path, 'low, or "lower"') == Fraction(505, 17)
    numbered = ROBOT.replace("low", "0").replace("high", "1").replace("dead", "-1")
    assert value(f"{HEADING}\n{numbered}", tmp_path, 0) == Fraction(505, 17)
    some = numbered.replace("-1,lie,-1,1,0\n", "").replace(",-1,0.3", ",end,0.3")
    assert value(f"{HEADING}\n{some}", tmp_path, "0") == Fraction(505, 17)  # names, since not all are numbers


def test_players_columns_by_name_and_rounded_numbers(tmp_path: Path) -> None:
    both = "".join(f"{line},{'Min' if line.startswith('low') else 'Max'}\n" for line in ROBOT.splitlines())
    assert value(f"{HEADING},player\n{both}", tmp_path) == Fraction(200, 37)
    renamed = HEADING.replace("next", "goes to").replace("reward", "gain")
    columns = {"next": "goes to", "reward": "gain"}
    assert value(f"{renamed}\n{ROBOT}", tmp_path, columns=columns) == Fraction(505, 17)
    thirds = f"{HEADING}\na,go,a,0.3333333,1\na,go,b,0.6666666,1\nb,stay,b,1,0\n"
    with pytest.warns(UserWarning, match="1 action missed 1 by at most 1e-07 and were corrected"):
        assert value(thirds, tmp_path, "a") == Fraction(10, 7)
    with pytest.raises(FormatError, match=r"robot.csv:2:8: .* sum to ≈ 0.999999\n(?s:.*)--normalize"):
        value(thirds.replace("0.6666666", "0.666666"), tmp_path)
    assert value(thirds, tmp_path, "a", normalize=True) == Fraction(10, 7)
    whole = thirds.replace("0.3333333", "0.3333333333333333").replace("0.6666666", "0.6666666666666666")
    with pytest.warns(UserWarning, match="1 action missed 1 by at most 1e-15 and were corrected"):
        assert value(whole, tmp_path, "a") == pytest.approx(Fraction(10, 7), rel=1e-14)
    assert value(whole, tmp_path, "a", exact="simplest") == Fraction(10, 7)
    with pytest.raises(gg.GameError, match="the format pgsolver holds no rounded numbers that normalize could mend"):
        value("parity 1;\n0 0 0 0;\n", tmp_path, 0, ".pg", normalize=True)


FAULTS = [
    ("low,work,dead,0.3", "low,work,dead,zero", "3:15", "the probability is 'zero': 'zero' is not a number"),
    ("low,work,dead,0.3", "low,work,dead,-0.3", "3:15", "the probability is -0.3"),
    ("low,work,dead,0.3", "low,work,dead,0.2", "2:14", "action 'work' in state 'low' sum to 9/10"),
    ("low,work,dead,0.3", "low,work,dead,nan", "3:15", "the probability is 'nan'"),
    ("low,work,dead,0.3", "low,work,dead,", "3:15", "the probability is missing"),
    ("low,work,dead,0.3", "low,,dead,0.3", "3:5", "the action is missing"),
    ("low,work,dead,0.3", "low,work,,0.3", "3:10", "the next state is missing"),
    ("low,work,dead,0.3", '"low",work,dead,"0,3"', "3:17", "the probability is '0,3'"),
    ("high,work,low,0.4,5", "high,work,low,0.4,five", "5:19", "the reward is 'five'"),
    ("high,work,low,0.4,5", "high,work,low,0.4", "5:15", "this line has 4 columns, and there are 5"),
    ("high,work,low,0.4,5", "high,work,low,0.4,5,6", "5:21", "this line has 6 columns, and there are 5"),
    ("high,work,low,0.4,5", 'high,"work,low,0.4,5', "5:6", "this quote has no end"),
    ("high,work,low,0.4,5", 'high,"wo"rk,low,0.4,5', "5:6", "this is not a table"),
    ("next", "nxt", "1:14", "there is a column 'nxt'; did you mean 'next'?"),
    ("probability", "probabilty", "1:19", "there is a column 'probabilty'; did you mean 'probability'?"),
    ("reward", "probability", "1:31", "two columns are called 'probability'"),
    ("reward", "p\na,b", "2:3", "this line has 2 columns"),
    (ROBOT, "", "1:1", "has no rows"),
]


@pytest.mark.parametrize(("old", "new", "place", "said"), FAULTS)
def test_what_is_wrong_has_a_place(old: str, new: str, place: str, said: str, tmp_path: Path) -> None:
    text = f"{HEADING}\n{ROBOT}"
    assert old in text
    with pytest.raises(FormatError) as caught:
        value(text.replace(old, new, 1), tmp_path)
    assert str(caught.value).startswith(f"{tmp_path}/robot.csv:{place}: ") and said in str(caught.value)
    with pytest.raises(FormatError) as again:
        gg.Model.from_table(tmp_path / "robot.csv")
    assert str(again.value) == str(caught.value)


def test_players_that_are_none_or_differ_have_a_place(tmp_path: Path) -> None:
    rows = [f"{line},{'Max' if k else 'Bob'}" for k, line in enumerate(ROBOT.splitlines())]
    for word, place in (("Bob", "2:20: a player is 'Bob'"), ("1", "3:21: another player moves in state 'low'")):
        with pytest.raises(FormatError, match=place):
            value("\n".join([f"{HEADING},player", *rows]).replace("Bob", word), tmp_path)


def test_rows_of_probability_zero_do_not_shift_the_row_that_is_named() -> None:
    rows = [("a", "go", "b", 0), ("a", "go", "a", 1), ("b", "go", "a", -1)]
    with pytest.raises(gg.GameError, match="row 3: the probability is -1"):
        gg.Model.from_table(rows)


def test_an_edge_list_is_still_one(tmp_path: Path) -> None:
    (tmp_path / "edges.csv").write_text("source,target,action,weight,owner\na,b,go,2,0\nb,a,go,1,1\n")
    with pytest.warns(UserWarning, match="column 'action' has words"):
        game = gg.read(tmp_path / "edges.csv", objective="energy")
    assert game.arena.n == 2


def test_a_table_is_a_model_by_all_names_that_its_columns_may_have(tmp_path: Path) -> None:
    for names in product(*(COLUMNS[one] for one in NEEDED)):
        assert looks_like(f"{','.join(names)},p,r\nlow,work,low,1,2\n".encode()).name == "model-table", names
    told: dict[str, Any] = {"columns": {"state": "from", "action": "doing", "next": "then", "probability": "chance"}}
    assert value(f"from,doing,then,chance,reward\n{ROBOT}", tmp_path, **told) == value(f"{HEADING}\n{ROBOT}", tmp_path)
    with pytest.raises(FormatError, match="--column next=NAME says what one is called"):
        value(f"s,a,then,p,r\n{ROBOT}", tmp_path)


def test_decimal_commas_are_read_where_every_number_of_a_column_has_one(tmp_path: Path) -> None:
    commas = f"{HEADING}\n{ROBOT}".replace(",", ";").replace("0.", "0,")
    with pytest.warns(UserWarning, match="column 'probability' has decimal commas: 0,7 is read as 0.7"):
        assert value(commas, tmp_path) == value(f"{HEADING}\n{ROBOT}", tmp_path)
    with pytest.raises(FormatError, match="'0,3' is not a number"):
        value(commas.replace("0,7", "0.7"), tmp_path)
    path = tmp_path / "edges.csv"
    path.write_text("source;target;owner;weight;note\na;b 1,5;Max;-0,5;1,5\nb 1,5;a;Min;2;0\n")
    with pytest.warns(UserWarning, match="column '(weight|note)' has decimal commas"):
        game = gg.read(path, objective="mean-payoff")
    assert gg.solve(game).value("b 1,5") == Fraction(3, 4)
    assert str(game.arena.edge_data["note"].tolist()) == str([Fraction(3, 2), 0])


@pytest.mark.parametrize("third", ["0.3333", "0.33333", "0.33333333"])
def test_simplest_fractions_are_named_where_they_mend_the_sum(tmp_path: Path, third: str) -> None:
    """Of four decimals none are found, so that the advice would change nothing."""
    path = tmp_path / "thirds.csv"
    path.write_text(f"{HEADING}\n" + "".join(f"a,go,{to},{third},1\n" for to in "abc") + "b,stay,b,1,0\nc,stay,c,1,0\n")
    with pytest.warns(UserWarning, match="missed 1 by at most") as warned:
        gg.read(path)
    advice = "exact='simplest' (--exact simplest)"
    assert (advice in str(warned[0].message)) == (len(third) > 6)
    if len(third) > 6:
        assert gg.read(path, exact="simplest").probability(0) == Fraction(1, 3)
