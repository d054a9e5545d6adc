"""What is asked before there is anything to solve: models, which are asked by properties.

The row of the kind says who answers (`Kind.ask`) and shows what can be asked (`Kind.question`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from graphgames.catalogue.find import function_for, kinds
from graphgames.core.arguments import instance, items
from graphgames.core.drawing import Drawable
from graphgames.core.errors import GameError

if TYPE_CHECKING:
    from graphgames.core.game import Game

Constants: TypeAlias = Mapping[str, Any] | str | Iterable[str] | None
"""Values of constants by name, or texts such as ``"N=25,p=1/3"``."""


class Askable(Drawable):
    """What can be asked properties: a model, or the text of one."""

    @property
    def properties(self) -> str:
        """The properties that stand in the file of the model."""
        return ""

    def asked(self, properties: str = "", constants: Constants = None, **how: object) -> Iterator[Any]:
        """Yield the answers to properties, by default those of the file.

        Arguments and errors are those of the function that the row of the kind names.
        """
        properties = instance(properties, str, "the text of the properties") or self.properties
        if properties in named(self.properties):
            properties, how = self.properties, {"only": (properties,)} | how
        answers = function_for(self, "ask")
        assert answers is not None
        found: Iterator[Any] = answers(self, properties, constants_of(constants), **how)
        return found

    def ask(self, properties: str = "", constants: Constants = None, **how: object) -> list[Any]:
        """Return the answers to properties, by default those of the file, as `asked`."""
        return list(self.asked(properties, constants, **how))

    def with_property(self, asked: str, constants: Constants = None) -> Game:
        """Return the game that a single property asks about, to solve, draw, play or write it.

        Parameters
        ----------
        asked : str
            One property, with labels and constants of its own if need be.
        constants : mapping or str, optional
            A value for each constant that the model or the property leaves open, also as ``"N=25,p=1/3"``.

        Returns
        -------
        ModelGame
            Whose solution has the values that the property asks for, and a ``policy`` over the states.

        Raises
        ------
        GameError
            If there are several properties or values, or the property combines values of several games.

        Examples
        --------
        >>> import graphgames as gg
        >>> rows = [("on", "wait", "on", "9/10"), ("on", "wait", "off", "1/10"), ("on", "press", "off", 1),
        ...         ("off", "press", "on", 1)]
        >>> solution = gg.solve(gg.Model.from_table(rows).with_property('Pmax=? [ F<=2 "off" ]'))
        >>> solution.value("on #2"), solution.policy["on #2"]
        (1, 'press')
        """
        instance(asked, str, "the property")
        pose = function_for(self, "pose")
        assert pose is not None
        game: Game = pose(self, asked, constants_of(constants))
        return game

    def walk(self, steps: int = 10, seed: int | None = 0, constants: Constants = None) -> list[dict[str, Any]]:
        """Return a random path of the model: a row for the initial state, and one for each step.

        Parameters
        ----------
        steps : int
            The most steps; a path ends before them in a state that is never left.
        seed : int, optional
            Makes the path the same every time; with None it differs.
        constants : mapping or str, optional
            As for `with_property`.

        Returns
        -------
        list of dict
            With ``step``, the ``action`` that was taken, each as likely (None for the only one, if it has no name), the
            ``state`` that followed, what the step earned (``reward``, behind it the name of the structure), and in
            continuous time the ``time`` so far.

        Examples
        --------
        >>> import graphgames as gg
        >>> model = gg.Model.from_table([("on", "wait", "off", 1, 2), ("off", "press", "on", 1, 0)])
        >>> for row in model.walk(2):
        ...     print(*row.values())
        0 None on None
        1 wait off 2
        2 press on 0
        """
        function = function_for(self, "walk")
        assert function is not None
        rows: list[dict[str, Any]] = function(self, steps, seed, constants_of(constants))
        return rows

    def posed(self, asked: Mapping[str, Any]) -> Game | None:
        """Return the game of the property that the file of a solution tells; None if it tells none."""
        text, constants = asked.get("property"), asked.get("constants", {})
        return self.with_property(text, constants) if isinstance(text, str) and isinstance(constants, dict) else None


def constants_of(given: Constants) -> dict[str, Any]:
    """Return the values of constants by their names, given so or as ``"N=25,p=1/3"``, in one text or several.

    Raise `GameError` if a part of a text is none, or a name has two values.
    """
    if isinstance(given, Mapping):
        return dict(given)
    found: dict[str, str] = {}
    texts = [given] if isinstance(given, str) else items(given or (), "the constants")
    for one in (part.strip() for text in texts for part in str(text).split(",")):
        name, equals, value = (part.strip() for part in one.partition("="))
        if not equals or not name.isidentifier() or not value:
            raise GameError(f"--const {one}: expected NAME=VALUE, such as N=25 or K=0:10")
        if name in found:
            raise GameError(f"--const gives {name} two values, {found[name]} and {value}; a range is {name}=0:10")
        found[name] = value
    return found


def named(properties: str) -> list[str]:
    r"""Return the names of the properties of a text, each of which begins a line.

    >>> named('"won": P=? [F x=2];\n"lost": P=? [F x=1];')
    ['won', 'lost']
    """
    return re.findall(r'^"(\w+)":', properties, re.MULTILINE)


def avoiding(states: str, player: str = "") -> str:
    """Return the property of how likely a player, by default the only one, keeps away from states for ever.

    >>> avoiding("x=2")
    'Pmax=? [ G !(x=2) ]'
    """
    return next(str(kind.load(kind.avoiding)(states, player)) for kind in kinds() if kind.avoiding)


def bounded(asked: str) -> tuple[str, str] | None:
    """Return a property that bounds how likely it is to stay safe without its bound, and the bound; None for others.

    >>> bounded('P<=1/5 [ F "lost" ]')
    ('Pmax=? [ G !("lost") ]', '4/5')
    """
    found = (kind.load(kind.bounded)(asked) for kind in kinds() if kind.bounded)
    return next(filter(None, found), None)


def endings() -> list[str]:
    """Return the endings of the files that hold what can be asked."""
    return [ending for kind in kinds() if kind.ask for entry in kind.formats for ending in entry.endings if entry.asked]


def questions() -> list[str]:
    """Return an example of what can be asked, of each kind that has some."""
    return [kind.question for kind in kinds() if kind.question]
