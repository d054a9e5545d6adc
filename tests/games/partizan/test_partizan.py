"""Values of partizan games against play by definition, known values, and false claims of every small shape."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import graphgames as gg
from graphgames.draw import board_of
from graphgames.draw.board import Track
from graphgames.games.partizan.notation import parse
from graphgames.games.partizan.solution import Turn
from graphgames.games.partizan.solution import drawn as thermographs
from graphgames.games.partizan.thermograph import Wall
from graphgames.games.partizan.values import CanonicalForm, made_of, star, up
from tests.cli.test_cli import program
from tests.share import cases, share

Tree = tuple[tuple[Any, ...], tuple[Any, ...]]
"""A game by definition: the trees after a move of Left, and of Right."""


@cache
def wins(mover: int, parts: tuple[tuple[Tree, int], ...]) -> bool:
    """Return whether the player who moves first wins a sum of trees, and of negatives of trees."""
    for k, (tree, side) in enumerate(parts):
        for option in tree[mover ^ side]:
            if not wins(1 - mover, tuple(sorted((*parts[:k], (option, side), *parts[k + 1 :])))):
                return True
    return False


def equal(one: Tree, other: Tree) -> bool:
    """Return whether two trees have the same value: whoever moves second wins their difference."""
    difference = tuple(sorted(((one, 0), (other, 1))))
    return not wins(0, difference) and not wins(1, difference)


def drawn(dice: random.Random, depth: int) -> Tree:
    """Return a random tree."""
    if depth == 0:
        return ((), ())
    left, right = (tuple(drawn(dice, dice.randrange(depth)) for _ in range(dice.randrange(3))) for _ in range(2))
    return left, right


@cache
def form(tree: Tree) -> gg.CanonicalForm:
    return made_of(map(form, tree[0]), map(form, tree[1]))


@cache
def tree_of(value: gg.CanonicalForm) -> Tree:
    left, right = (tuple(sorted(map(tree_of, side))) for side in (value.left, value.right))
    return left, right


@pytest.mark.slow
@pytest.mark.parametrize("name", ["on", "over", "dud", "Off"])
def test_names_of_loopy_games_are_refused_as_such(name: str) -> None:
    refused = program("solve", f"{name} + off")
    assert refused.returncode == 2 and "values of loopy games are not found here" in refused.stderr


def test_random_games_are_equal_to_their_canonical_forms_and_these_are_unique() -> None:
    dice = random.Random(1)
    for _ in range(cases(1000, 0.05)):
        one, other = drawn(dice, 4), drawn(dice, 4)
        value, second = form(one), form(other)
        assert equal(one, tree_of(value)), one
        assert (value == second) == equal(one, other), (one, other)
        difference = tuple(sorted(((one, 0), (other, 1))))
        assert (value >= second, value <= second) == (not wins(1, difference), not wins(0, difference))
        first = "".join("LR"[mover] for mover in (0, 1) if wins(mover, ((one, 0),)))
        assert value.outcome == {"": "P", "LR": "N"}.get(first, first)
        both = value + second
        three = tuple(sorted(((one, 0), (other, 0), (tree_of(both), 1))))
        assert not wins(0, three) and not wins(1, three)
        assert both - second == value and gg.canonical_form(0) - (-value) == value and parse(str(value)) == value


def cooled(value: gg.CanonicalForm, t: Fraction) -> tuple[Fraction, Fraction]:
    """Return both walls at a temperature, by definition, below the temperature of the game."""
    if value.number is not None:
        return Fraction(value.number), Fraction(value.number)
    left = max(walls(option, t)[1] for option in value.left) - t
    return left, min(walls(option, t)[0] for option in value.right) + t


def walls(value: gg.CanonicalForm, t: Fraction) -> tuple[Fraction, Fraction]:
    """Return both walls at a temperature that is a multiple of 1/16: where they have met, they stay."""
    for k in range(int(t * 16) + 1):
        left, right = cooled(value, Fraction(k, 16))
        if left <= right:
            return left, left
    return left, right


@pytest.mark.slow
def test_thermographs_are_those_of_the_definition() -> None:
    for text in ("{2|-1}", "{4|{1|-2}}", "{{3|1}|{0|-4}}", "{5||4|0}", "±1", "{3,{6|1}|-1}", "^", "{2||1|1/2}"):
        value = gg.canonical_form(text)
        graph = value.thermograph
        for k in share(range(0, 80, 4), 10, text):
            t = Fraction(k, 16)
            assert (graph.left.at(t), graph.right.at(t)) == walls(value, t), (text, t)
        for count in (2, 3):
            many = value * count
            assert many.right_stop <= count * graph.mean <= many.left_stop
            assert many.left_stop - count * graph.mean <= max(graph.temperature, 0)


@pytest.mark.slow
@pytest.mark.share(1)
@pytest.mark.parametrize("text", ["{2|-1}", "{4|{1|-2}}", "{{3|1}|{0|-4}}", "{5||4|0}", "^", "{2||1|1/2}"])
def test_no_other_mean_and_temperature_are_believed(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    solution = gg.solve(text)
    assert gg.verify(solution)
    for value in list(solution.forms.values()):
        graph = value.thermograph
        for by, name in product((-2, -1, Fraction(-1, 4), Fraction(1, 8), 1), ("mean", "temperature")):
            lie = replace(graph, **{name: getattr(graph, name) + by})
            monkeypatch.setitem(value.__dict__, "thermograph", lie)
            assert "another mean" in str(gg.verify(solution)), (str(value), name, by)
        for off, name in product((-1, Fraction(1, 8)), ("left", "right")):
            wall = getattr(graph, name)
            for k, (tax, at) in enumerate(wall.points):
                for point in ((tax, at + off), (tax + off, at)):
                    lie = replace(graph, **{name: Wall((*wall.points[:k], point, *wall.points[k + 1 :]))})
                    monkeypatch.setitem(value.__dict__, "thermograph", lie)
                    assert not gg.verify(solution), (str(value), name, off, k)
        monkeypatch.setitem(value.__dict__, "thermograph", graph)
    assert gg.verify(solution)


def test_the_notation_is_read_and_faults_are_placed() -> None:
    assert gg.canonical_form("{0||0|-2}") == gg.canonical_form([0], [gg.canonical_form([0], [-2])])
    assert [str(gg.canonical_form(text)) for text in ("^*", "v2", "*2+*3", "1+*", "+-2", "1.5", "-^", "star")] == [
        "^*",
        "v2",
        "*",
        "1*",
        "±2",
        "3/2",
        "v",
        "*",
    ]
    assert star(2) + star(5) == star(7) and up(2) > star(1) and up(1).confused_with(star(1)) and 1 - star(0) == 1
    for text, says in (("{1", "1:3"), ("1/3", "power of 2"), ("{1|2|3}", "one longest bar"), ("{1 2|}", "1:4")):
        with pytest.raises(gg.GraphGamesError, match=says):
            gg.canonical_form(text)
    with pytest.raises(gg.LimitExceededError, match="denominator"):
        gg.canonical_form(Fraction(1, 2**200))
    with pytest.raises(gg.GameError, match="is not a game"):
        gg.canonical_form(None)


def test_numbers_may_be_large() -> None:
    million = gg.canonical_form("{1000000|-1000000}")
    assert million + million == 0 and million.temperature == 10**6 and million.birthday == 10**6 + 1
    assert gg.canonical_form("127+1") == 128 and gg.canonical_form("{10^2|3}") + gg.canonical_form(10**12) > 10**12
    assert gg.canonical_form(1) * 10**12 == 10**12
    assert [gg.canonical_form(text).birthday for text in ("0", "-3", "3/4", "-5/4")] == [0, 3, 3, 4]
    solution = gg.partizan("{200|-200}")
    assert solution.value().mean == 0 and gg.verify(solution).ok


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("domineering 1x2", "-1"),
        ("domineering 2x2", "±1"),
        ("domineering ../.#", "*"),
        ("domineering 3x3", "±1"),
        ("toads-and-frogs T_F", "*"),
        ("Toads & Frogs T_F", "*"),
        ("hackenbush bbr", "3/2"),
        ("hackenbush brr", "1/4"),
        ("hackenbush 0g1 1g2 0g3", "*2+*"),
        ("hackenbush 0b1 0r2", "0"),
        ("hackenbush 0g1 1b2", "^*"),
    ],
)
def test_known_values_are_found_and_proved(name: str, value: str) -> None:
    game = gg.partizan(name)
    assert game.value(game.start) == gg.canonical_form(value)
    assert gg.verify(game)
    assert game.winner_of(game.start) == (0 if game.value(game.start).outcome in "LN" else 1)


def claimed(game: gg.Partizan, proof: Any) -> Any:
    """Return a solution that claims what a certificate says, its values not looked at."""
    again = gg.Partizan(game.problem)
    again.restore(proof)
    return again


@pytest.mark.slow
def test_no_false_claim_about_three_positions_is_believed() -> None:
    """All certificates with three forms and three positions of a small game, against play by definition."""
    moves: dict[int, tuple[list[int], list[int]]] = {0: ([], []), 1: ([0], [0]), 2: ([0, 1], [1])}
    game = gg.partizan(lambda p: moves[p][0], lambda p: moves[p][1], start=2)
    trees: dict[int, Tree] = {}
    for p, (left, right) in moves.items():
        trees[p] = tuple(trees[q] for q in left), tuple(trees[q] for q in right)
    sides: list[tuple[int, ...]] = [(), (0,), (1,), (0, 1)]
    shapes = [(left, right) for left, right in product(sides, repeat=2)]
    first = [shape for shape in shapes if not ({1} & {*shape[0], *shape[1]})]
    believed = 0
    true = ((0,), (0,)), ((0,), (1,))
    for second, third in (true, *share(product(first, shapes), 1)):
        rows = [((), ()), second, third]
        made: list[Tree] = []
        for row in rows:
            made.append((tuple(made[k] for k in row[0]), tuple(made[k] for k in row[1])))
        heat = thermographs(form(one).thermograph for one in made)
        for given in product(range(3), repeat=3):
            below = [tuple(row[side] for row in rows) for side in (0, 1)]
            proof = gg.certificates.CanonicalForms(below[0], below[1], (0, 1, 2), given, *heat)
            report = gg.verify(claimed(game, proof))
            if report.ok:
                believed += 1
                assert all(equal(trees[p], made[k]) for p, k in enumerate(given)), proof
    assert believed


def test_a_solution_whose_values_were_changed_is_refused() -> None:
    game = gg.partizan("domineering 2x2")
    game.value(game.start)
    proof = game.certificate
    game._forms[game.start] = gg.canonical_form("±2")
    game._given = replace(proof)
    assert not gg.verify(game)


def test_a_form_that_is_called_another_number_is_refused() -> None:
    """The options of a form say which number it is; what it shows is compared with that."""
    game = gg.partizan("hackenbush")
    for text in ("bbr", "rrb", "brr"):
        game.value(text)
    proof = game.certificate
    seen = set()
    for position, right in list(game.forms.items()):
        seen.add(right.number)
        for number in (7, Fraction(1, 3), None):
            game._forms[position] = CanonicalForm(right.left, right.right, number)
            game._given = replace(proof)
            assert not gg.verify(game), number
        game._forms[position] = right
    assert gg.verify(game) and {-1, 0, 1, 2, Fraction(1, 2), Fraction(3, 2)} <= seen


def test_plays_and_rules_of_ones_own() -> None:
    take = gg.partizan(lambda n: [n - 1] if n else [], lambda n: [n - 2] if n > 1 else [], start=5)
    assert [str(take.value(n)) for n in range(4)] == ["0", "1", "{1|0}", "0"]
    assert (take.outcome(2), take.outcome(Turn(2, 1)), take.winner_of(Turn(1, 1))) == ("win", "win", 0)
    play = take.play(Turn(5, 0))
    assert play[0] == Turn(5, 0) and play[1] == Turn(4, 1)
    with pytest.raises(gg.CycleError):
        gg.partizan(lambda n: [n], lambda n: [], start=1).value(1)
    with pytest.raises(gg.GameError, match="not a partizan game"):
        gg.partizan(3)
    with pytest.raises(gg.GameError, match="is not a board"):
        gg.partizan("domineering big")
    with pytest.raises(gg.GameError, match="no start"):
        gg.partizan(lambda n: [], lambda n: []).draw()


@pytest.mark.slow
def test_the_program_knows_them(tmp_path: Path) -> None:
    done = program("solve", "domineering 2x3", "--verify")
    assert done.returncode == 0 and "{2|-1/2}" in done.stdout and "proved" in done.stdout
    assert "mean 1/2, temperature 3/2" in program("solve", "{2|-1}").stdout
    for board, wins in (
        ("2x3", "whoever moves first wins"),
        ("1x1", "whoever moves second wins"),
        ("2x1", "Left wins"),
    ):
        words = ("solve", "domineering", "--start", board)
        assert program(*words).stdout.startswith(f"start {board}: {wins}")
        assert program(*words, "--expect", "Left", "--quiet").returncode == (not wins.startswith("Left"))
        assert wins in json.loads(program(*words, "--json").stdout)["start"]["outcome"]
    assert program("show", "{4|{1|-2}}", "-o", tmp_path / "t.svg").returncode == 0
    assert "Left's wall" in (tmp_path / "t.svg").read_text()


@pytest.mark.parametrize(
    ("name", "cut"), [("domineering 2x3", "b2"), ("toads-and-frogs TT_FF", "b1"), ("hackenbush 0b1 1r2 1g2 2b2", "0b1")]
)
def test_boards_show_positions_and_where_each_move_is_chosen(name: str, cut: str) -> None:
    game = gg.partizan(name)
    board = board_of(game)
    assert board is not None and board_of(game.problem) is not None
    waiting, seen = [Turn(game.start, 0)], set()
    while waiting:
        at = waiting.pop()
        if at in seen:
            continue
        seen.add(at)
        moves = {str(move.move): move for move in game.best_moves(at)}
        targets = board.aim(Track([game.start, at]), moves)
        assert [name for target in targets for name in target.moves] == list(moves), "one place chooses one move"
        assert len({target.place for target in targets}) == len(moves)
        waiting += [move.position for move in moves.values()]
    first = board.aim(Track([Turn(game.start, 0)]), {str(move.move): move for move in game.best_moves()})
    assert cut in {target.place for target in first}
    before, after = (board.paint(Track([at])).svg for at in (Turn(game.start, 0), game.best_moves()[0].position))
    assert before.count('class="man"') != after.count('class="man"') or name.startswith("toads")
    page = gg.partizan(name).draw().to_bytes("html").decode()
    assert '"targets"' in page or len(page) > 300_000


@pytest.mark.parametrize(
    ("name", "names"),
    [
        ("domineering ../.#", {"rows 1 and 2, column 1"}),
        ("domineering 1x3", {"row 1, columns 1 and 2", "row 1, columns 2 and 3"}),
        ("toads-and-frogs TT_FF", {"toad from 2 to 3", "frog from 4 to 3"}),
        ("toads-and-frogs TF_", {"toad from 1 to 3"}),
        ("hackenbush 0b1 1r2 0g3", {"cut 0b1", "cut 1r2", "cut 0g3"}),
    ],
)
def test_moves_are_called_by_what_is_done(name: str, names: set[str]) -> None:
    game = gg.partizan(name)
    moves = [move.move for side in (0, 1) for move in game.best_moves(Turn(game.start, side))]
    assert names <= {game.move_name(game.start, after) for after in moves}
    both = game + gg.partizan("{1|-1}")
    calls = [
        both.move_name(both.start, move.move) for side in (0, 1) for move in both.best_moves(Turn(both.start, side))
    ]
    assert {f"{one} in game 1" for one in names} | {"1 in game 2", "-1 in game 2"} <= set(calls)
    assert len(set(calls)) >= len(names) + 2


def test_cooling_is_additive_and_its_stops_are_the_walls_of_the_thermograph() -> None:
    dice = random.Random(3)
    for _ in range(cases(60, 0.4)):
        one, other = form(drawn(dice, 3)), form(drawn(dice, 3))
        for tax in (0, Fraction(1, 2), 1, Fraction(5, 4)):
            assert (one + other).cool(tax) == one.cool(tax) + other.cool(tax)
            cold = one.cool(tax)
            if one.number is None and 0 < tax <= one.temperature:
                assert (cold.left_stop, cold.right_stop) == (
                    one.thermograph.left.at(tax),
                    one.thermograph.right.at(tax),
                )
            gains = [option - one for option in one.left]
            assert all(any(gain <= best for best in one.left_incentives) for gain in gains)
            assert {*one.left_incentives} <= {*gains} and one.left_incentives == (-one).right_incentives
    assert gg.canonical_form("{3|-1}").cool(2) == gg.canonical_form("1*") and gg.canonical_form("{3|-1}").cool(3) == 1
    assert gg.canonical_form("*").heat(2) == gg.canonical_form("±2")
    assert gg.canonical_form("2").overheat(gg.canonical_form("1/2*"), 1) == 1
    for wrong in (-1, gg.canonical_form("*"), "x"):
        with pytest.raises(gg.GameError):
            gg.canonical_form("{3|-1}").cool(wrong)


@pytest.mark.slow
def test_atomic_weights_are_additive_and_known() -> None:
    def small(depth: int) -> Tree:
        if depth == 0 or dice.random() < 0.3:
            return ((), ())
        return tuple(small(depth - 1) for _ in range(2)), tuple(small(depth - 1) for _ in range(2))

    dice = random.Random(5)
    for _ in range(cases(60, 0.3)):
        one, other = form(small(3)), form(small(3))
        assert (one + other).atomic_weight == one.atomic_weight + other.atomic_weight
        assert one.atomic_weight < 2 or one > 0, "the two-ahead rule"
    for text, weight in (("^4*3", 4), ("*5", 0), ("{0|^}", 2)):
        assert gg.canonical_form(text).atomic_weight == weight
    with pytest.raises(gg.GameError, match="not all small"):
        gg.canonical_form("tiny(1)").atomic_weight  # noqa: B018


@pytest.mark.slow
def test_tiny_and_miny_are_read_and_written_by_name() -> None:
    for text in ("tiny(2)", "Tiny(2)", "+_2", "tiny-2", "{0||0|-2}"):
        assert str(gg.canonical_form(text)) == "tiny(2)" and str(-gg.canonical_form(text)) == "miny(2)"
    assert str(gg.canonical_form("1+tiny({3|1})")) == "1+tiny({3|1})"
    assert gg.canonical_form("{2|-1}.Cool(1)") == gg.canonical_form("{1|0}")
    assert gg.canonical_form("*.heat(1)") == gg.canonical_form("±1")
    with pytest.raises(gg.GameError, match="above 0"):
        gg.canonical_form("tiny(-1)")


def test_positions_are_read_as_people_write_them_and_others_are_refused() -> None:
    board = gg.partizan("domineering 2x2")
    assert board.value(".. / ..") == board.value("../..") == gg.canonical_form("±1")
    assert gg.partizan("hackenbush bbr").value("bbr") == gg.canonical_form("3/2")
    for name, wrong in (("domineering 2x2", "hello"), ("toads-and-frogs T_F", "xyz"), ("hackenbush bbr", "0b1 1q2")):
        with pytest.raises(gg.GameError, match="is not"):
            gg.partizan(name).value(wrong)


def test_a_star_between_a_number_and_a_game_is_no_product() -> None:
    for text in ("2*{1|-1}", "3*^", "{1|2*(1)}"):
        with pytest.raises(gg.FormatError, match="star here"):
            gg.canonical_form(text)
    assert [str(gg.canonical_form(text)) for text in ("2*", "2*3", "1/2^*", "2 + * + ^")] == [
        "2*",
        "2*3",
        "1/2^*",
        "2^*",
    ]


def test_a_position_of_other_rules_is_refused() -> None:
    take = gg.partizan(lambda n: [n - 1] if n else [], lambda n: [])
    with pytest.raises(gg.GameError, match="is that a position of these rules"):
        take.value((2, 5))


def test_sums_of_games_are_worth_the_sums_of_their_values_and_are_proved() -> None:
    """There was no sum of two boards, whose values alone could be added."""
    names = ("domineering 2x2", "toads-and-frogs T_F", "hackenbush bbr", "{2|-1}")
    games = [gg.partizan(name) for name in names]
    for first, second in product(games, repeat=2):
        both = first + second
        assert both.value() == first.value() + second.value()
        assert gg.verify(both).ok
    total: Any = sum(games)
    assert total.value() == sum((game.value() for game in games[1:]), games[0].value())
    best = total.best_moves()[0]
    assert best.result == "win" and total.value(best.move).outcome in "LP"
    again = gg.partizan(" + ".join(names))
    assert again.value() == total.value() == again.value(total.render(total.start))
    with pytest.raises(gg.GameError, match="one for each of the 4 games"):
        total.value("T_F + bbr")


def test_left_and_right_are_colours_and_a_thermograph_may_be_called() -> None:
    assert str(gg.partizan("hackenbush LRR").value()) == str(gg.partizan("hackenbush brr").value()) == "1/4"
    thermograph = gg.canonical_form("{3|{1|-2}}").thermograph
    assert thermograph() is thermograph
    assert str(thermograph) == (
        "mean 5/4, temperature 7/4; Left wall 3 at 0, 5/4 at 7/4; Right wall 1 at 0, 1 at 3/2, 5/4 at 7/4"
    )


def test_a_summand_without_a_name_is_of_the_game_before_it() -> None:
    named = gg.solve("toads-and-frogs T_F + toads-and-frogs T__F")
    assert gg.solve("toads-and-frogs T_F + T__F").value() == named.value()
    assert gg.solve("domineering 2x2 + 1/2").value() == gg.canonical_form("{1|-1} + 1/2")
    with pytest.raises(gg.GameError, match="begins with the name of that game"):
        gg.solve("toads-and-frogs T_F + xyz")
    with pytest.raises(gg.FormatError, match="1:5: found 'T'"):
        gg.canonical_form("1 + T")


def test_what_is_no_position_is_refused_in_a_sentence() -> None:
    with pytest.raises(gg.GameError, match="is that a position of these rules"):
        gg.partizan("domineering 2x2").best_moves(3)
