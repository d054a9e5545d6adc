"""Models in Storm's format of states, actions and transitions."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest

import graphgames as gg

HEADER = """// Exported by storm
@type: MDP
@parameters

@reward_models
steps toll
@nr_states
3
@nr_choices
4
@model
"""
BODY = """state 0 [1, 0] init
//[x=0]
\taction a [0, 2]
\t\t0 : 0.5
\t\t1 : 1/2
\taction b
\t\t2 : 1
state 1 goal "far away"
\taction 0
\t\t1 : 1
state 2
\taction __NOLABEL__ [0, 1/3]
\t\t1 : 0.3333333333333333
\t\t2 : 0.6666666666666666
"""


def read(folder: Path, text: str) -> gg.Model:
    (folder / "m.drn").write_text(text)
    return cast("gg.Model", gg.read(folder / "m.drn"))


def test_probabilities_rewards_and_labels(tmp_path: Path) -> None:
    model = read(tmp_path, HEADER + BODY)
    asked = {
        'Pmax=? [ F<=1 "goal" ]': "1/2",
        'Pmin=? [ F<=2 "far away" ]': "1/3",  # by b, then one of three
        'R{"toll"}min=? [ F "goal" ]': "1",  # by b: three times 1/3 on average
        'R{"toll"}max=? [ F "goal" ]': "4",  # by a: twice 2
        'R{"steps"}max=? [ F "goal" ]': "2",
        'R{"steps"}min=? [ F "goal" ]': "1",
    }
    answers = [model.ask(question)[0] for question in asked]
    assert [str(one.value) for one in answers] == list(asked.values())
    assert [model.action(c) for c in range(4)][:2] == [
        "a",
        "b",
    ] and "0.3333333333333333 is read as 1/3" in model.remark


def test_a_chain(tmp_path: Path) -> None:
    rows = ["state 0 init", "action 0", "0 : 1/4", "1 : 3/4", "state 1 end", "action 0", "1 : 1"]
    text = "\n".join(["@type: DTMC", "@nr_states", "2", "@model", *rows])
    assert str(read(tmp_path, text).ask('P=? [ F<=2 "end" ]')[0].value) == "15/16"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("@type: MDP", "@type: CTMC", "the type is CTMC"),
        ("@parameters\n\n", "@parameters\np\n", "the model has parameters: p"),
        ("@model", "@modell", "there is no line @model"),
        ("@nr_states\n3", "@nr_states\nx", "the header is not complete"),
        ("@nr_states\n3", "@nr_states\n4", "there are 3 states"),
        ("2 : 1\n", "3 : 1\n", "there is no state 3"),
        ("1 : 1/2", "1 : p", "found 'p'"),
        ("1 : 1/2", "1 : 1/3", "5/6"),
        ("[1, 0]", "[1]", "there are 1 rewards"),
        ("state 1 goal", "state 2 goal", "found state 2"),
        ("\t\t2 : 1\nstate", "state", "an action of state 0 has no transition"),
        ("\taction 0\n\t\t1 : 1\n", "", "state 1 has no action"),
        ("\taction 0\n", "\tact 0\n", "this is not a row"),
    ],
)
def test_faults_have_a_place(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert old in HEADER + BODY
    with pytest.raises(gg.FormatError, match=r"m\.drn") as error:
        read(tmp_path, (HEADER + BODY).replace(old, new, 1))
    assert said in str(error.value)
