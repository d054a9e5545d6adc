"""Calls of public names that do not fit are answered by the argument that was meant."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import numpy as np
import pytest

import graphgames as gg
from graphgames.core.unknown_attributes import SuggestingType
from tests.share import each

ANY: Any = gg
SOLVED: Any = gg.solve({"a": ["b"], "b": ["a"]}, gg.Reach(["b"]), owner=[0, 1])
AROUND = {"a": ["b"], "b": ["a"]}
WEIGHED = [("a", "b", -1), ("b", "a", 1)]
MODEL = gg.Model.from_table([("a", "go", "b", 1), ("b", "stay", "b", 1)])
CALLABLE = [name for name in gg.__all__ if callable(getattr(gg, name))]


def takes_anything(thing: Any) -> bool:
    try:
        parameters = inspect.signature(thing).parameters.values()
    except ValueError:
        return True
    return any(one.kind is one.VAR_KEYWORD for one in parameters)


@pytest.mark.parametrize("name", CALLABLE)
def test_a_wrong_keyword_is_answered_in_a_sentence(name: str) -> None:
    thing = getattr(gg, name)
    abstract = getattr(thing, "_is_protocol", False) or inspect.isabstract(thing)
    own = not inspect.isclass(thing) or "__init__" in vars(thing)
    if abstract or not own or issubclass(type(thing), type(gg.Outcome)) or takes_anything(thing):
        pytest.skip("it takes any keyword, or is not called")
    if inspect.isclass(thing) and issubclass(thing, BaseException):
        pytest.skip("an error")
    with pytest.raises(gg.CallError, match=f"{name} takes no argument 'nonsense'.*It takes "):
        thing(nonsense=1)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: ANY.Energy(cap=5, capacity=5), "Energy takes no argument 'capacity'; did you mean 'cap'?"),
        (lambda: ANY.Arena.from_arrays([0], [0], ownr=[0]), "Arena.from_arrays takes no argument 'ownr'; did you"),
        (lambda: ANY.Arena.from_edges([(1, 2)], base=1), "from_edges takes no argument 'base'. It takes edges, n"),
        (lambda: ANY.solve([(1, 2)], base=1), "solve takes no argument 'base'; read(path, base=1) is for a file whose"),
        (lambda: ANY.Model.from_table([], colums={}), "from_table takes no argument 'colums'; did you mean 'columns'?"),
        (lambda: ANY.heap_game("kayles", 5, 6), "heap_game takes at most 2 arguments without their names, and 3"),
        (lambda: ANY.heap_game("kayles", game="nim"), "heap_game is given 'game' twice"),
        (lambda: ANY.heap_game(), "heap_game needs game. It takes game, up_to"),
    ],
)
def test_what_was_meant_is_said(call: Any, says: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert says in str(error.value) and isinstance(error.value, gg.GraphGamesError)


@pytest.mark.parametrize(
    ("call", "found"),
    [
        (lambda: ANY.Energy(capacity=5).cap, 5),
        (lambda: ANY.Energy(bound=5).cap, 5),
        (lambda: ANY.Discounted(gamma="1/2").discount, "1/2"),
        (lambda: ANY.Reach(targets=["b"]).target, ["b"]),
        (lambda: ANY.Parity(priorities=[1]).priority, [1]),
        (lambda: ANY.heap_game("kayles", n=5).values.tolist(), [0, 1, 2, 3, 1, 4]),
        (lambda: ANY.Arena.from_edges([(0, 0)], owners=[1]).owner.tolist(), [1]),
        (lambda: ANY.simulate(SOLVED, runs=3, start="a").plays, 3),
        (lambda: ANY.solve(AROUND, gg.Buchi(["a"]), owners=[0, 0], algorithm="buchi-auto").solver, "buchi-auto"),
        (lambda: ANY.solve(AROUND, "reach", target=["b"], owner=[0, 1]).value("a"), 1),
        (lambda: ANY.solve(AROUND, "reachability", targets=["b"], owner=[0, 1]).value("a"), 1),
        (lambda: ANY.solve(AROUND, "parity", priorities={"a": 1, "b": 0}, owner=[0, 1]).won, (0, 2)),
        (lambda: ANY.solve(WEIGHED, "energy", capacity=6, owner=[0, 0]).value("a"), 1),
        (lambda: ANY.solve(WEIGHED, gg.Energy(), cap=6, owner=[0, 0]).problem.objective.cap, 6),
        (lambda: ANY.solve({"a": ["a", "b"], "b": []}, "nimbers").values.tolist(), [-1, 0]),
        (lambda: ANY.solve(MODEL, 'Pmax=? [ F "b" ]').value("a"), 1),
    ],
)
def test_arguments_and_objectives_by_names_of_habit_are_those_that_are_meant(call: Any, found: object) -> None:
    assert call() == found


def test_an_error_inside_a_call_stays_what_it_is() -> None:
    def fails(label: str) -> int:
        raise TypeError("of the caller")

    with pytest.raises(TypeError, match="of the caller"):
        gg.Arena.from_edges([("a", "b")], owner=fails)


def test_public_functions_are_one_object_for_pickle() -> None:
    for name in ("solve", "verify", "heap_game"):
        assert pickle.loads(pickle.dumps(getattr(gg, name))) is getattr(gg, name)


def test_names_that_are_not_there_are_suggested() -> None:
    with pytest.raises(AttributeError, match=r"the objective is Discounted\(\.\.\.\)"):
        ANY.Discount  # noqa: B018


@each("name", [name for name in gg.__all__ if isinstance(getattr(gg, name), SuggestingType)])
def test_all_methods_answer_a_wrong_keyword_in_a_sentence(name: str) -> None:
    owner = getattr(gg, name)
    for method, function in inspect.getmembers(owner, inspect.isfunction):
        own = not method.startswith("_") and not isinstance(inspect.getattr_static(owner, method), staticmethod)
        ours = own and function.__module__.startswith("graphgames.")
        if ours and not takes_anything(function):
            with pytest.raises(gg.CallError, match=rf"object\.{method} takes no argument 'nonsense'.*It takes "):
                function(object(), nonsense=1)


def test_methods_of_classes_of_users_are_as_they_wrote_them() -> None:
    class Own(gg.Rules if isinstance(gg.Rules, SuggestingType) else gg.IndexedRules):  # type: ignore[misc]
        def reply(self, position: int) -> int:
            return position

    assert not hasattr(Own.reply, "__wrapped__")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (
            lambda: SOLVED.explain("a", lang="pl"),
            "ArenaSolution.explain takes no argument 'lang'; all texts are",
        ),
        (
            lambda: SOLVED.outcome("a", "b"),
            "outcome takes at most 1 argument without its name, and 2 are",
        ),
        (lambda: SOLVED.play(strat="a"), "ArenaSolution.play takes no argument 'strat'; did you mean 'start'?"),
        (lambda: SOLVED.draw().save(), "Picture.save needs path"),
        (lambda: ANY.Reach(["a"], player=1), "Reach takes no argument 'player'; the objective is that of player 0"),
        (
            lambda: ANY.Energy(credit=1),
            "Energy takes no argument 'credit'; the least credit to begin with",
        ),
        (
            lambda: ANY.solve({"a": ["a"]}, weights=[2]),
            "solve takes no argument 'weights'; what player 0 wants",
        ),
        (lambda: ANY.solve({"a": ["a"]}, minimize=True), "owner=1 gives that player all states of a model"),
        (lambda: ANY.Arena.from_networkx({}, weight="cost"), "from_networkx takes no argument 'weight'; what player 0"),
        (
            lambda: ANY.Discounted(0.9, horizon=1),
            "Discounted takes no argument 'horizon'; a number of steps is part of",
        ),
    ],
)
def test_habits_in_calls_are_answered_with_the_way(call: Any, says: str) -> None:
    with pytest.raises(gg.CallError) as error:
        call()
    assert says in str(error.value)


def test_what_is_said_instead_of_arguments_works() -> None:
    graph = {"a": ["b"], "b": ["a"]}
    assert gg.solve(graph, gg.Energy(weight=[-2, 2]), owner=[0, 1]).value("a") == 2
    rows = [("s", "dear", "s", 1, 5), ("s", "cheap", "s", 1, 2)]
    model = gg.Model.from_table(rows)
    assert gg.solve(model, gg.Discounted("9/10"), owner=1).value("s") == 20
    assert gg.solve(graph, gg.Reach(["b"]), owner=[1, 0]).winner_of("a") == 0


def test_a_number_alone_is_the_discount_and_no_weight() -> None:
    graph = [("a", "b", 2), ("b", "a", -1)]
    for given in (0.5, "1/2", ".5"):
        assert gg.solve(graph, gg.Discounted(given), owner={"a": 0, "b": 1}).value("a") == 2
    with pytest.raises(gg.GameError, match=r"weight is 5; expected .*Energy\(cap=5\) sets that number"):
        gg.solve(graph, gg.Energy(5), owner={"a": 0, "b": 1})


def test_a_strategy_becomes_a_dictionary_and_a_solution_is_asked_by_its_methods() -> None:
    assert dict(SOLVED.strategy) == SOLVED.strategy.to_dict() == dict(SOLVED.strategy.items())
    other: Any = gg.solve({1: [2], 2: [1]}, gg.Buchi([1]), owner={1: 0, 2: 1})
    assert other.strategy.to_dict() == {1: 2}
    with pytest.raises(gg.GameError, match="to_dict"):  # strategy[1] is the move of vertex number 1, called 2
        dict(other.strategy)
    given: Any
    with pytest.raises(gg.CallError, match=r"winner\['a'\] for who wins"):
        SOLVED["a"]
    heaps: Any = gg.heap_game("kayles", 9)
    assert (heaps[5], heaps[2, 6]) == (4, 2 ^ 3)
    for given in (SOLVED, heaps):
        with pytest.raises(TypeError, match=r"cannot be iterated: solution\.values"):
            iter(given)
    grundy = gg.grundy_values(gg.Arena.from_edges([(2, 1), (1, 0), (2, 0)]))
    assert np.asarray(grundy).tolist() == np.array(grundy, float).tolist() == [0, 1, 2]


def test_functions_for_heap_games_and_heaps_for_games_by_rule() -> None:
    with pytest.raises(gg.GameError, match=r"expected nothing. by_rule\(moves\) takes other positions"):
        ANY.heap_game(lambda n: [n - 1])
    assert str(gg.misere("kayles", 5).genus()) == str(gg.misere("kayles", (5,)).genus()) == "4^146"
    for left, right in ((split, fewer), (fewer, split)):
        with pytest.raises(gg.GameError, match=r"each of which it takes; .* components\(position\), too"):
            gg.partizan(left, right, 5).value()


def split(n: int) -> list[tuple[int, int]]:
    """Return two heaps as one position, which these rules do not take."""
    return [(a, n - 2 - a) for a in range(n - 1)]


def fewer(n: Any) -> list[int]:
    return list(range(n))


@pytest.mark.parametrize("name", ["chomp 3x3", "nim 3 4", "domineering 2x2", "wythoff 4,7", "treblecross 7", "{1|0}"])
@pytest.mark.parametrize("given", [{"start": "zzz"}, {"owner": [0]}, {"players": ("A", "B")}, {"limit": 5}])
def test_what_has_no_effect_on_a_game_with_a_name_is_refused(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(gg.GraphGamesError):
        gg.solve(name, **given)


def test_the_players_of_rules_and_games_are_named() -> None:
    game = gg.Game(gg.Arena.from_edges([(0, 1)], owner=[0, 1]), gg.Reach([1]))
    assert gg.solve(game, players=("Ann", "Bob")).problem.players == ("Ann", "Bob")
    assert gg.solve(lambda n: range(n), start=3, players=("Ann", "Bob")).problem.players == ("Ann", "Bob")
