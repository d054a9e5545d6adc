"""Models in JANI are the models that the PRISM language has, and the properties of their files are asked."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from tests.cli.test_cli import program

pytest.importorskip("stormpy")


def at(x: int) -> dict[str, Any]:
    return {"op": "=", "left": "x", "right": x}


def coin() -> dict[str, Any]:
    """Return a coin that is flipped or kept, and costs 2 a flip."""
    flip = [
        {"location": "l", "probability": {"exp": "p"}, "assignments": [{"ref": "x", "value": 1}]},
        {
            "location": "l",
            "probability": {"exp": {"op": "-", "left": 1, "right": "p"}},
            "assignments": [{"ref": "x", "value": 2}],
        },
    ]
    edges = [
        {"location": "l", "action": "flip", "guard": {"exp": at(0)}, "destinations": flip},
        {"location": "l", "action": "keep", "guard": {"exp": at(0)}, "destinations": [{"location": "l"}]},
        {"location": "l", "guard": {"exp": {"op": ">", "left": "x", "right": 0}}, "destinations": [{"location": "l"}]},
    ]
    reach = {"op": "Pmax", "exp": {"op": "F", "exp": at(1)}}
    return {
        "jani-version": 1,
        "name": "coin",
        "type": "mdp",
        "constants": [{"name": "p", "type": "real"}, {"name": "most", "type": "int", "value": 2}],
        "actions": [{"name": "flip"}, {"name": "keep"}],
        "variables": [
            {
                "name": "x",
                "type": {"kind": "bounded", "base": "int", "lower-bound": 0, "upper-bound": "most"},
                "initial-value": 0,
            }
        ],
        "automata": [
            {"name": "m", "locations": [{"name": "l"}], "initial-locations": ["l"], "edges": edges},
        ],
        "system": {"elements": [{"automaton": "m"}]},
        "properties": [
            {
                "name": "one",
                "expression": {"op": "filter", "fun": "max", "values": reach, "states": {"op": "initial"}},
            }
        ],
    }


@pytest.mark.slow
def test_a_model_in_jani_is_asked_and_its_own_properties_are(tmp_path: Path) -> None:
    path = tmp_path / "coin.jani"
    path.write_text(json.dumps(coin()))
    model: Any = gg.read(path)
    assert model.properties == '"one": Pmax=? [F (x = 1)];'
    built = model.build({"p": "1/3"})
    assert list(built.variables) == ["x"] and built.constants == {"p": Fraction(1, 3), "most": 2}
    prism = """mdp const double p; module m x: [0..2]; [flip] x=0 -> p:(x'=1) + (1-p):(x'=2); [keep] x=0 -> true;
        [] x>0 -> true; endmodule"""
    (tmp_path / "coin.prism").write_text(prism)
    same: Any = gg.read(tmp_path / "coin.prism")
    for given in ({"constants": "p=1/3"}, {"const": {"p": "1/3"}}):
        assert gg.solve(same, "Pmax=? [F x=1]", **given).value("(x=0)") == Fraction(1, 3)
    for asked in ("Pmax=? [F x=1]", "Pmin=? [F x=1]", "Pmax=? [F<=1 x=2]", "P>=1/2 [F x=2]", "Pmax=? [G x<most]"):
        given = {"p": "1/3"}
        theirs = asked.replace("most", "2")
        assert model.ask(asked, given)[0].value == same.ask(theirs, given)[0].value, asked
    did = program("solve", path, "--const", "p=1/3", "--properties", path, "--verify")
    assert did.returncode == 0 and did.stdout.startswith("1/3  proved"), did
    did = program("solve", path, "--const", "p=1/3", "-p", "one")
    assert did.returncode == 0 and did.stdout.startswith("1/3  "), did
    did = program("solve", path, "--const", "p=1/3", "--verify")
    assert did.returncode == 0 and "probability 1/3" in did.stdout, did
    several = coin()
    several["properties"].append(several["properties"][0] | {"name": "two"})
    (tmp_path / "several.jani").write_text(json.dumps(several))
    did = program("solve", tmp_path / "several.jani", "--const", "p=1/3")
    assert did.returncode == 0 and [line.split()[0] for line in did.stdout.splitlines()] == ["1/3", "1/3"], did
    both: Any = gg.read(tmp_path / "several.jani")
    assert [answer.value for answer in both.ask(constants={"p": "1/3"})] == [Fraction(1, 3)] * 2
    with pytest.raises(gg.GameError, match=r"such as one; its file holds one, two, and model\.ask\(\) asks all"):
        gg.solve(both)
    with pytest.raises(gg.GameError, match="holds no property; expected one such as"):
        same.ask()
    assert model.ask("one", {"p": 0.7})[0].value == Fraction(7, 10)
    assert model.ask("Pmax=? [F x=1]", {"p": 0.7})[0].value == Fraction(7, 10)  # a float is the decimal as written
    refused = program("solve", tmp_path / "coin.prism", "--const", "p=1/3", "--properties", tmp_path / "coin.prism")
    assert refused.returncode == 2 and "holds a model without properties" in refused.stderr


@pytest.mark.parametrize(
    ("change", "says"),
    [({"automata": []}, "Storm refuses the model"), ({"type": "pta"}, "Storm refuses the model")],
)
def test_what_storm_refuses_is_an_error_of_the_file(change: dict[str, Any], says: str, tmp_path: Path) -> None:
    path = tmp_path / "coin.jani"
    path.write_text(json.dumps(coin() | change))
    with pytest.raises(gg.FormatError, match=says):
        model: Any = gg.read(path)
        model.build({"p": "1/2"})


def test_a_key_that_stands_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "coin.jani"
    path.write_text(json.dumps(coin()).replace('"op": "Pmax"', '"op": "Pmin", "op": "Pmax"'))
    with pytest.raises(gg.FormatError, match='"op" appears twice'):
        gg.read(path)


@pytest.mark.parametrize("automata", [1, 2])
def test_edges_that_no_synchronisation_takes_are_named(automata: int, tmp_path: Path) -> None:
    model = coin()
    edges = model["automata"][0]["edges"]
    if automata == 1:
        model["system"]["syncs"] = [{"synchronise": ["keep"], "result": "keep"}]
    else:
        model["automata"].append(model["automata"][0] | {"name": "n", "edges": edges[2:]})
        model["system"]["elements"].append({"automaton": "n"})
    path = tmp_path / "coin.jani"
    path.write_text(json.dumps(model))
    named = "'flip' of 'm'" if automata == 1 else "'flip' of 'm', 'keep' of 'm'"
    with pytest.warns(UserWarning, match=f"no entry of 'syncs' names {named}, so that such edges are never taken"):
        read: Any = gg.read(path)
    assert read.ask("Pmax=? [ F x=1 ]", {"p": "1/3"})[0].value == 0


def asked(values: Any, fun: str = "max", states: Any = None) -> Any:
    """Return the model of a coin that is flipped till it shows 1, with one property, and an open constant K."""
    document = coin()
    again = {"location": "l", "action": "flip", "guard": {"exp": at(2)}}
    document["automata"][0]["edges"].append(
        again | {"destinations": [{"location": "l", "assignments": [{"ref": "x", "value": 0}]}]}
    )
    document["constants"].append({"name": "K", "type": "int"})
    document["properties"][0]["expression"] = {
        "op": "filter",
        "fun": fun,
        "values": values,
        "states": states or {"op": "initial"},
    }
    return document


def answer(tmp_path: Path, document: Any, constants: str = "p=1/2,K=3") -> Any:
    path = tmp_path / "coin.jani"
    path.write_text(json.dumps(document))
    model: Any = gg.read(path)
    return model.ask(constants=constants)[0]


def bounded(op: str, bounds: dict[str, Any], *sides: Any) -> dict[str, Any]:
    given = {"exp": sides[0]} if len(sides) == 1 else dict(zip(("left", "right"), sides, strict=True))
    return {"op": "Pmax", "exp": {"op": op, **given, "step-bounds": bounds}}


SURE = {"op": "≥", "left": bounded("F", {"upper": 1}, at(1)), "right": 1}
NOT_ONE = {"op": "≠", "left": "x", "right": 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "prism"),
    [
        (bounded("F", {"upper": 4}, at(1)), "Pmax=? [ F<=4 x=1 ]"),
        (bounded("F", {"upper": 4, "upper-exclusive": True}, at(1)), "Pmax=? [ F<4 x=1 ]"),
        (bounded("F", {"upper": "K"}, at(1)), "Pmax=? [ F<=3 x=1 ]"),
        (bounded("F", {"lower": 2}, at(2)), "Pmax=? [ F>=2 x=2 ]"),
        (bounded("F", {"lower": 2, "lower-exclusive": True}, at(2)), "Pmax=? [ F>2 x=2 ]"),
        (bounded("F", {"lower": 1, "upper": 3}, at(2)), "Pmax=? [ F[1,3] x=2 ]"),
        (bounded("U", {"upper": 3}, {"op": "<", "left": "x", "right": 2}, at(1)), "Pmax=? [ x<2 U<=3 x=1 ]"),
        (bounded("G", {"upper": 3}, NOT_ONE) | {"op": "Pmin"}, "Pmin=? [ G<=3 x!=1 ]"),
        (bounded("W", {"upper": 3}, at(0), at(1)) | {"op": "Pmin"}, "Pmin=? [ x=0 W<=3 x=1 ]"),
        (bounded("R", {"upper": 3}, at(1), at(0)) | {"op": "Pmin"}, "Pmin=? [ x=1 R<=3 x=0 ]"),
        (
            {
                "op": "Pmax",
                "exp": {"op": "F", "exp": {"op": "≥", "left": bounded("F", {"upper": 1}, at(1)), "right": 1}},
            },
            "Pmax=? [ F Pmax>=1 [ F<=1 x=1 ]]",
        ),
    ],
)
def test_bounds_on_steps_are_those_of_the_language(tmp_path: Path, values: Any, prism: str) -> None:
    document = asked(values)
    found = answer(tmp_path, document)
    model: Any = gg.read(tmp_path / "coin.jani")
    expected = model.ask(prism, constants="p=1/2,K=3")[0]
    assert not found.error + expected.error and found.verified and found.value == expected.value


@pytest.mark.slow
def test_a_filter_is_of_the_states_that_it_names(tmp_path: Path) -> None:
    one = bounded("F", {"upper": 3}, at(1))
    assert answer(tmp_path, asked(one, "max", at(1))).value == 1  # not 3/4, as from the first state
    assert answer(tmp_path, asked(one, "max")).value == Fraction(3, 4)
    values = [value for _, value in answer(tmp_path, asked(one, "values", True)).listed]
    assert sorted(values) == [Fraction(1, 2), Fraction(3, 4), 1]
    for fun, made in (("max", max), ("min", min), ("sum", sum)):
        assert answer(tmp_path, asked(one, fun, True)).value == made(values)
    likely = {"op": "≥", "left": one, "right": 0.7}
    found = {fun: answer(tmp_path, asked(likely, fun, True)).value for fun in ("count", "∃", "∀")}
    assert found == {"count": 2, "∃": True, "∀": False}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"op": "∀", "exp": {"op": "F", "exp": at(1)}}, "does not read it"),
        (
            {
                "op": "Pmax",
                "exp": {
                    "op": "F",
                    "exp": at(1),
                    "reward-bounds": [{"exp": "x", "accumulate": ["steps"], "bounds": {"upper": 4}}],
                },
            },
            "bounds on a reward are not supported",
        ),
    ],
)
def test_a_property_that_cannot_be_asked_is_named(tmp_path: Path, values: Any, why: str) -> None:
    path = tmp_path / "coin.jani"
    path.write_text(json.dumps(asked(values)))
    done = program("solve", path, "--const", "p=1/2,K=3")
    assert done.returncode == 2 and "coin.jani: the property 'one' is left out" in done.stderr
    assert why in done.stderr
