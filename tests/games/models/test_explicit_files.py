"""Models written to files of transitions are read back as they were."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import cast

import pytest

import graphgames as gg
from graphgames.cli.main import run
from graphgames.core.errors import FormatError, GameError

ROWS = [
    ("home", "walk", "shop", "1/3", 2),
    ("home", "walk", "home", "2/3", 2),
    ("home", "drive", "shop", "0.875", 5),
    ("home", "drive", "ditch", "0.125", 5),
    ("shop", "stay", "shop", 1, 0),
    ("ditch", "wait", "ditch", 1, "1/7"),
]


def test_a_model_is_read_back(tmp_path: Path) -> None:
    lines = ["state,action,next,probability,reward", *(",".join(map(str, row)) for row in ROWS)]
    (tmp_path / "way.csv").write_text("\n".join(lines) + "\n")
    out = tmp_path / "way.tra"
    assert run(["convert", str(tmp_path / "way.csv"), str(out), "--quiet"]) == 0
    before, after = (cast("gg.Model", gg.read(path)) for path in (tmp_path / "way.csv", out))
    assert "0.875" in out.read_text() and "1/3" in out.read_text()
    for discount in ("1/2", "9/10"):
        wish = gg.Discounted(discount=discount)
        named, numbered = gg.solve(before, wish), gg.solve(after, wish)
        assert [named.value(name) for name in ("home", "shop", "ditch")] == [numbered.value(s) for s in "012"]
    assert [after.action(c) for c in range(4)] == ["walk", "drive", "stay", "wait"]


WALK = """%s
const int N;
module walk
  x : [0..N] init 0;
  b : bool init false;
  [go] x<N -> 1/2 : (x'=x+1) + 1/4 : (x'=0) + 1/4 : (b'=true);
  [stay] x=N -> true;
endmodule
label "goal" = x=N & !b;
rewards "steps"
  [go] true : 3/2;
  x=1 : 1;
endrewards
"""


@pytest.mark.parametrize("kind", ["mdp", "dtmc"])
def test_a_program_with_constants_is_read_back(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("stormpy")
    (tmp_path / "walk.prism").write_text(WALK % kind)
    out = tmp_path / "walk.tra"
    assert run(["convert", str(tmp_path / "walk.prism"), "--const", "N=3", "-o", str(out), "--quiet"]) == 0
    before, after = (
        cast("gg.Model", gg.read(tmp_path / "walk.prism", constants={"N": 3})),
        cast("gg.Model", gg.read(out)),
    )
    least = "min" if kind == "mdp" else ""
    asked = f'P{least}=? [ F "goal" ]; R{least}=? [ F x=3 ]; P{least}=? [ F<=5 x=2 & b ]'
    assert [one.value for one in before.ask(asked)] == [one.value for one in after.ask(asked)]


def test_what_has_no_place_in_the_files_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["state,action,next,probability,player", "s,a,t,1,0", "t,b,s,1,1"]
    (tmp_path / "duel.csv").write_text("\n".join(rows) + "\n")
    assert run(["convert", str(tmp_path / "duel.csv"), str(tmp_path / "duel.tra")]) == 2
    assert "do not hold players" in capsys.readouterr().err and not (tmp_path / "duel.tra").exists()
    (tmp_path / "one.csv").write_text("state,action,next,probability\ns,a,s,1\n")
    assert run(["convert", str(tmp_path / "one.csv"), str(tmp_path / "one.pg")]) == 2
    assert "written to a .tra file" in capsys.readouterr().err


def test_a_header_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    for name, text, expected in (
        ("mdp", "3 3 4\n0 0 1 1/2\n0 0 2 1/2\n0 1 2 1\n1 0 1 1\n2 0 2 1\n", "4 choices, 5 transitions"),
        ("dtmc", "3 3\n0 1 1/2\n0 2 1/2\n1 1 1\n2 2 1\n", "3 states, 4 transitions"),
    ):
        (tmp_path / f"{name}.tra").write_text(text)
        with pytest.raises(FormatError, match=f"{name}.tra:1:1: the header does not fit(.|\\n)*{expected}"):
            gg.read(tmp_path / f"{name}.tra")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("third.tra", "2 3\n0 0 0.33333\n0 1 0.66666\n1 1 1\n"),
        (
            "third.drn",
            "@type: DTMC\n@parameters\n\n@reward_models\n\n@nr_states\n2\n@model\nstate 0 init\n\taction 0\n"
            "\t\t0 : 0.33333\n\t\t1 : 0.66666\nstate 1\n\taction 0\n\t\t1 : 1\n",
        ),
    ],
)
def test_rounded_probabilities_are_mended_as_the_error_says(name: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(FormatError, match=r"sum to 99999/100000; .* normalize=True .*, and exact='simplest'"):
        gg.read(path)
    for model in (gg.read(path, normalize=True), gg.read(path, exact="simplest")):
        assert {model.probability(branch) for branch in range(3)} == {
            Fraction(1, 3),
            Fraction(2, 3),
            1,
        } and model.remark
    with pytest.raises(GameError, match="--players has no effect"):
        gg.read(path, players=("A", "B"))
    with pytest.raises(GameError, match="--column has no effect"):
        gg.read(path, columns={"owner": "x"})
