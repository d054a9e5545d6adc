"""Calls of public names that do not fit are answered by the argument that was meant."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import pytest

import graphgames as gg

ANY: Any = gg
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
        (lambda: ANY.Energy(capacity=5), "Energy takes no argument 'capacity'; did you mean 'cap'?"),
        (lambda: ANY.Arena.from_arrays([0], [0], owners=[0]), "Arena.from_arrays takes no argument 'owners'; did you"),
        (lambda: ANY.Arena.from_edges([(0, 0)], owners=[0]), "takes no argument 'owners'; did you mean 'owner'?"),
        (lambda: ANY.Arena.from_edges([(1, 2)], base=1), "from_edges takes no argument 'base'. It takes edges, n"),
        (lambda: ANY.solve([(1, 2)], base=1), "solve takes no argument 'base'; read(path, base=1) is for a file whose"),
        (lambda: ANY.Model.from_table([], colums={}), "from_table takes no argument 'colums'; did you mean 'columns'?"),
        (lambda: ANY.heap_game("kayles", 5, 6), "heap_game takes at most 2 arguments without their names, and 3"),
        (lambda: ANY.heap_game("kayles", game="nim"), "heap_game is given 'game' twice"),
        (lambda: ANY.heap_game(), "heap_game needs game. It takes game, up_to"),
        (lambda: ANY.solve({0: [0]}, gg.Buchi([0]), owners={0: 0}), "solve takes no argument 'owners'; did you mean"),
    ],
)
def test_what_was_meant_is_said(call: Any, says: str) -> None:
    with pytest.raises(TypeError) as error:
        call()
    assert says in str(error.value) and isinstance(error.value, gg.GraphGamesError)


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
    with pytest.raises(gg.ArenaError, match=r"edges\.append"):
        gg.Arena()
