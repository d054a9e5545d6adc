"""Counterexamples: the likeliest paths by brute force, as few as can be, and no altered ones pass a checker."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.games.models.counterexample import Counterexample, counterexample
from graphgames.games.models.language import Program
from graphgames.reference.files import check_files
from tests.cli.test_edges import Call, call  # noqa: F401
from tests.games.models.test_models import random_model
from tests.reference.claims import game_file

DIE = """
dtmc
module die
  s : [0..7] init 0;
  d : [0..6] init 0;
  [] s=0 -> 1/2 : (s'=1) + 1/2 : (s'=2);
  [] s=1 -> 1/2 : (s'=3) + 1/2 : (s'=4);
  [] s=2 -> 1/2 : (s'=5) + 1/2 : (s'=6);
  [] s=3 -> 1/2 : (s'=1) + 1/2 : (s'=7) & (d'=1);
  [] s=4 -> 1/2 : (s'=7) & (d'=2) + 1/2 : (s'=7) & (d'=3);
  [] s=5 -> 1/2 : (s'=7) & (d'=4) + 1/2 : (s'=7) & (d'=5);
  [] s=6 -> 1/2 : (s'=2) + 1/2 : (s'=7) & (d'=6);
  [] s=7 -> true;
endmodule
"""


def brute(model: gg.Model, choices: Any, target: Any, within: Any, start: int, least: Fraction) -> list[Fraction]:
    """Return the probabilities of all paths to the target that are at least as likely, the largest first."""

    def paths(state: int, likely: Fraction) -> Iterator[Fraction]:
        if target[state]:
            yield likely
        elif within[state] and choices[state] >= 0:
            after: dict[int, Fraction] = {}
            for b in range(model.branches[choices[state]], model.branches[choices[state] + 1]):
                after[int(model.targets[b])] = after.get(int(model.targets[b]), Fraction(0)) + model.probability(b)
            for t, share in after.items():
                if likely * share >= least:
                    yield from paths(t, likely * share)

    return sorted(paths(start, Fraction(1)), reverse=True)


def cases() -> Iterator[tuple[Counterexample, Any, Any]]:
    """Yield counterexamples to bounds just below values of random models, with the target and where paths may be."""
    for seed in range(60):
        model = random_model(np.random.default_rng(seed))
        n = model.states
        rng = np.random.default_rng(seed)
        mask, within = rng.random(n) < 0.3, rng.random(n) < 0.8
        if seed % 3:
            within = np.ones(n, np.bool_)
        owner, sign = 0, "<="
        objective: Any = gg.ReachProbability(mask, within if seed % 3 == 0 else None)
        if seed % 3 == 2:
            objective, owner, sign = gg.AvoidProbability(mask), 1, ">="
        game: Any = model.with_objective(objective, owner, start=model.name(0))
        solution: Any = gg.solve(game)
        value = solution.value(model.name(0))
        value = 1 - value if sign == ">=" else value
        if value and not isinstance(value, gg.Bracket):
            bound = value * Fraction(1, 2)
            found = counterexample(solution, sign, 1 - bound if sign == ">=" else bound, most=100)
            if found.enough:
                yield found, mask, within


@pytest.mark.slow
def test_the_paths_are_the_likeliest_and_as_few_as_can_be() -> None:
    lengths = []
    for found, mask, within in cases():
        model = found.solution.problem.model
        likely = [path.probability for path in found.paths]
        assert found.enough and found.total - likely[-1] <= found.bound and found.verify().ok
        known = brute(model, found.solution.choices, mask, within, 0, likely[-1])
        assert likely == known[: len(likely)]
        lengths.append(len(likely))
    assert len(lengths) > 20 and max(lengths) > 3, lengths


def lies(answer: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield alterations of a counterexample that make it false."""
    for k, path in enumerate(answer["paths"]):
        for key, lie in (("probability", "1/1000"), ("states", path["states"][:-1]), ("states", path["states"][::-1])):
            if lie != path[key]:
                other = copy.deepcopy(answer)
                other["paths"][k][key] = lie
                yield other
        other = copy.deepcopy(answer)
        other["paths"].append(path)
        yield other
        yield answer | {"paths": [*answer["paths"][:k], *answer["paths"][k + 1 :]]}
    for key, lie in (("bound", answer["probability"]), ("probability", "999/1000"), ("enough", False)):
        yield answer | {key: lie}


def put(answer: dict[str, Any]) -> bytes:
    """Return the file of an answer with a counterexample."""
    return json.dumps({"property": "P", "value": False, "counterexample": answer}).encode()


@pytest.mark.slow
def test_the_reference_believes_it_and_nothing_else() -> None:
    count = 0
    for found, _, _ in cases():
        game, answer = game_file(found.solution.problem), found.to_dict()
        report = check_files(game, put(answer))
        assert report is not None and report.ok, str(report)
        for lie in lies(answer):
            refused = check_files(game, put(lie))
            assert refused is not None and not refused.ok, (answer, lie)
            count += 1
    assert count > 300


@pytest.mark.slow
def test_the_checker_refuses_what_is_altered() -> None:
    for found, _, _ in cases():
        paths, first = found.paths, found.paths[0]
        for other in (
            (*paths, first),
            paths[:-1],
            (replace(first, probability=first.probability / 2), *paths[1:]),
            (replace(first, states=first.states[:-1]), *paths[1:]),
            (replace(first, states=(*first.states, first.states[-1])), *paths[1:]),
        ):
            if other and len(first.states) > 1:
                assert not replace(found, paths=other).verify().ok
        assert not replace(found, bound=found.total).verify().ok
        assert replace(found, bound=found.total, strict=True).verify().ok


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("P<=0.16 [ F d=6 ]", "3 paths that satisfy the formula, together 21/128 > 4/25"),
        ("P<0.125 [ F<=3 d=6 ]", "1 path that satisfies the formula, together 1/8 ≥ 1/8"),
        ("P>=0.9 [ G d!=6 ]", "1 path that violates the formula, together 1/8 > 1 - 9/10"),
        ("P<=0.2 [ X X (s=3 | s=4) ]", "1 path that satisfies the formula, together 1/4 > 1/5"),
        ("P<=0 [ s!=2 U d=1 ]", "1 path that satisfies the formula, together 1/8 > 0"),
    ],
)
def test_a_property_that_is_false_has_its_paths(asked: str, says: str, call: Call) -> None:  # noqa: F811
    Path("die.pm").write_text(DIE)
    done = call("solve", "die.pm", "-pf", asked, "--counterexample", "--verify")
    assert done.out.startswith("false  proved") and says in done.out and "(s=0, d=0) -> (s=" in done.out, done
    Path("c.json").write_text(call("solve", "die.pm", "-pf", asked, "--counterexample", "--json").out)
    checked = call("verify", "--reference", "die.pm", "c.json")
    assert checked.code == 0 and "proved by the reference checker" in checked.out, checked
    assert "verify --reference MODEL c.json" in call("verify", "die.pm", "c.json").err
    found = json.loads(Path("c.json").read_text())["counterexample"]
    for path in found["paths"]:
        assert len(path["states"]) == len(path["actions"]) + 1 and all(a != b for a, b in pairwise(path["states"]))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("P<=0.5 [ F d=6 ]", "the property is true, so there is no counterexample"),
        ("P>=0.5 [ F d=6 ]", "this is not such a bound"),
        ("P=? [ F d=6 ]", "that a bound on P does not hold"),
        ("P<=0.5 [ G F s=7 ]", "this is not such a bound"),
    ],
)
def test_where_there_is_none_a_note_says_why(asked: str, says: str, call: Call) -> None:  # noqa: F811
    Path("die.pm").write_text(DIE)
    done = call("solve", "die.pm", "-pf", asked, "--counterexample")
    assert says in done.err and done.out.count("\n") == 1, done


def test_paths_that_do_not_suffice_say_so() -> None:
    model = gg.Model.from_table([("a", "go", "a", "9/10"), ("a", "go", "b", "1/10"), ("b", "stay", "b", 1)])
    (answer,) = model.ask('P<9/10 [ F "b" ]', counterexample=True)
    assert answer.value is False and answer.counterexample.enough and answer.verified
    found = counterexample(answer.solution, "<", Fraction(9, 10), most=5)
    assert not found.enough and found.total == 1 - Fraction(9, 10) ** 5 and not found.verify().ok
    assert "so many do not suffice" in str(found)


def test_several_initial_states_have_their_range_of_values() -> None:
    start = DIE.replace(" init 0;", ";").replace("endmodule", "endmodule init s<3 & d=0 endinit")
    (answer,) = Program(start).ask("P=? [ F d=6 ]")
    assert answer.value is None and "3 initial states with values from 0 to 1/3; filter(min, " in answer.error
    asked = 'filter(min, P=? [ F d=6 ], "init"); filter(max, P=? [ F d=6 ], "init")'
    assert [one.value for one in Program(start).ask(asked)] == [0, Fraction(1, 3)]
    (shown,) = Program(start).ask("P<=0 [ F d=6 ]", counterexample=True)
    assert shown.value is False and "several initial states" in shown.error
