"""Tables on disk as solutions: they answer for every position of a game by rules with an index."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice, zip_longest
from pathlib import Path
from typing import Any, TypeVar

from graphgames.core.arguments import instance, integer
from graphgames.core.certificate import in_moves
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.naming import either
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution_base import Solution
from graphgames.games.tables.blocks import DamagedTableError, Lookup, TierFile
from graphgames.games.tables.board_games import game_of
from graphgames.games.tables.certificate import StoredLabels
from graphgames.games.tables.indexed_rules import IndexedRules
from graphgames.games.tables.manifest import MANIFEST, Manifest, about, read_manifest, tier_file
from graphgames.games.tables.space import BLOCK, Tier
from graphgames.games.tables.window import used_in

T = TypeVar("T")

OUTCOMES = {1: Outcome.LOSS, 2: Outcome.DRAW, 3: Outcome.WIN}


def open_table(path: str | os.PathLike[str], rules: IndexedRules | None = None) -> Table:
    """Open a table that ``graphgames table build`` has made.

    Parameters
    ----------
    path : path
        Its directory.
    rules : IndexedRules, optional
        The rules, if they are not of a game that graphgames knows by name.

    Raises
    ------
    GameError
        If there is no such table, it is not complete, or it is of other rules.

    Examples
    --------
    >>> import tempfile
    >>> import graphgames as gg
    >>> from graphgames.games.tables.board_games import game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = gg.solve(game("tic-tac-toe"), directory=f"{folder}/table")
    ...     table = open_table(f"{folder}/table")
    ...     table.outcome("X...O...."), table.best_moves("XX.OO....")[0].move
    ('draw', 'XXXOO....')
    """
    if not isinstance(path, str | os.PathLike):
        raise GameError(
            f"{shown(path)} is not the path of a table; expected a directory that graphgames table build has made"
        )
    if rules is not None and not isinstance(rules, IndexedRules):
        raise GameError(f"{shown(rules)} has no index of its positions; expected rules of a subclass of IndexedRules")
    directory = Path(path)
    manifest = read_manifest(directory)
    rules = game_of(directory, manifest) if rules is None else rules
    tiers, expected = len(manifest.tiers), len(rules.space.tiers)
    if tiers != expected:
        raise GameError(f"{directory / MANIFEST} is damaged: it has {tiers} tiers; expected {expected}")
    mine = json.loads(json.dumps(about(rules)))
    if mine["options"] != dict(manifest.options) or any(
        mine[key] != getattr(manifest, key) for key in ("game", "rules")
    ):
        raise GameError(f"{directory} was built with other rules than those of {rules.title} now; build it again")
    return Table(rules, directory, manifest)


class Table(Solution[Any]):
    """The table of a game on disk, an ``Oracle`` for all its positions; `open_table` opens it.

    Attributes
    ----------
    problem : IndexedRules
        The game.
    path : Path
        The directory.
    manifest : Manifest
        What ``manifest.json`` says.
    start : position
        The position that is asked about, by default the first one of the game.

    Examples
    --------
    >>> import tempfile
    >>> import graphgames as gg
    >>> from graphgames.games.tables.board_games import game
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     table = gg.solve(game("tic-tac-toe"), directory=f"{folder}/table")
    ...     str(table.outcome("X...O....")), table.best_moves("XX.OO....")[0].move, gg.verify(table).ok
    ('draw', 'XXXOO....', True)
    """

    solver = "tiers"

    def __init__(self, rules: IndexedRules, path: Path, manifest: Manifest):
        self.problem, self.path, self.manifest = rules, path, instance(manifest, Manifest, "the manifest")
        self.start = getattr(rules, "start", None) if rules.asked is None else rules.asked
        self.space = rules.space
        self._cache: dict[tuple[Tier, int], Lookup] = {}
        self._labels: dict[Any, int] = {}
        self._rated: dict[Any, tuple[RatedMove, ...]] = {}

    def __repr__(self) -> str:
        return f"Table({self.problem!r}, {str(self.path)!r})"

    def __str__(self) -> str:
        return f"{self.problem.title}, {counted(self.positions, 'position')}"

    @cached_property
    def files(self) -> dict[Tier, TierFile]:
        """The file of each tier."""
        return {tier: tier_file(self.path, self.space, tier) for tier in self.space.tiers}

    @cached_property
    def certificate(self) -> StoredLabels:
        """The labels of all positions, which stay on the disk."""
        return StoredLabels(self)

    def label(self, position: Hashable) -> int:
        """Return 4 * remoteness + code of a position; raise `GameError` if it is not in the table."""
        return _remembered(self._labels, position, self._looked_up)

    def _looked_up(self, position: Any) -> int:
        tier, index = self.problem.place(position)
        if tier in self.space.size and 0 <= index < self.space.size[tier]:
            number, at = divmod(index, BLOCK)
            label = self.files[tier].label(self._block(tier, number), number, at)
            if label is not None:
                return label
        if not self.problem.whole:
            why = "no play from the start leads there"
        elif tier in self.space.size:
            why = "it is not a legal position"
        else:
            why = f"it is of tier {tier!r}; the tiers are {', '.join(map(repr, self.space.tiers))}"
        raise GameError(f"{shown(position)} is not in the table: {why}{self.problem.such_as}")

    def _block(self, tier: Tier, number: int) -> Lookup:
        key = tier, number
        if key not in self._cache:
            if len(self._cache) >= 64:
                self._cache.pop(next(iter(self._cache)))
            self._cache[key] = self.files[tier].lookup(number)
        return self._cache[key]

    def outcome(self, position: Hashable = None) -> Outcome:
        return self._decoded(self.label(self._position_or_start(position)))[0]

    @property
    def value_name(self) -> str:
        """What `value` returns: ``"remoteness"`` or ``"nimber"``."""
        return "nimber" if self.has_nimbers else "remoteness"

    @property
    def has_nimbers(self) -> bool:
        """Whether the values are nimbers, not remoteness."""
        return bool(self.manifest.values == "nimbers")

    def value(self, position: Hashable = None) -> int | None:
        """Return the remoteness of a position, None for a draw; or the nimber, if the table has nimbers."""
        return self._decoded(self.label(self._position_or_start(position)))[1]

    @staticmethod
    def _decoded(label: int) -> tuple[Outcome, int | None]:
        """Return the outcome and the value that a label tells."""
        return OUTCOMES[label & 3], None if label & 3 == 2 else label >> 2

    def agent(self, blunder: object = 0, seed: int | None = None) -> Any:
        """Return the table as an agent, as `Solution.agent`; all files are opened now, and no reply waits for one."""
        for file in self.files.values():
            file.open()
        return super().agent(blunder, seed)

    def mover(self, position: Hashable = None) -> int:
        """Return the player to move, as the rules say; 0 if they do not."""
        mover: int = getattr(self.problem, "mover", lambda position: 0)(self._position_or_start(position))
        return mover

    def best_moves(self, position: Hashable = None) -> Sequence[RatedMove]:
        """Return every move, best first: a quick win, a draw, a slow loss. A move is the position it leads to."""
        return _remembered(self._rated, self._position_or_start(position), self._rate)

    def _rate(self, position: Any) -> tuple[RatedMove, ...]:
        self.label(position)
        names_mover, nimbers, rated = hasattr(self.problem, "mover"), self.has_nimbers, []
        mover = self.mover(position)
        for after in dict.fromkeys(self.problem.moves(position)):
            outcome, value = self._decoded(self.label(after))
            again = names_mover and self.mover(after) == mover
            distance = None if nimbers else value
            rated.append(RatedMove(after, after, outcome if again else outcome.for_the_other, distance))
        return tuple(sorted(rated, key=_goodness))

    def explain(self, position: Hashable = None) -> str:
        """Return the reason for the outcome of a position; without one, what the table holds."""
        if position is None:
            return self._summary_of_all()
        moves = self.best_moves(position)
        outcome, far = self.outcome(position), in_moves(self.value(position) or 0)
        if not moves:
            return self._ended(position, outcome)
        equal = [move.position for move in moves if _goodness(move) == _goodness(moves[0])]
        best = either([self.problem.move_name(position, after) for after in equal])
        if self.has_nimbers:
            value = f"The nimber is {self.value(position)}: the player to move"
            return f"{value} wins with {best}." if outcome == Outcome.WIN else f"{value} loses."
        if outcome == Outcome.WIN:
            return f"The player to move wins in {far}: {best}."
        if outcome == Outcome.LOSS:
            return f"The player to move loses in {far}; it takes longest with {best}."
        return f"A draw: no move wins, and {best} keeps the draw."

    def _ended(self, position: Hashable, outcome: Outcome) -> str:
        """Return how the game has ended, and why; who has won is named where the rules say who is to move."""
        why = self.problem.reason(position, outcome == Outcome.DRAW)
        if outcome == Outcome.DRAW:
            return f"A draw: {why}."
        if not hasattr(self.problem, "mover"):
            return f"The player to move has {'won' if outcome == Outcome.WIN else 'lost'}: {why}."
        winner = self.mover(position) ^ (outcome == Outcome.LOSS)
        return f"{self.problem.players[winner]} wins: {why}."

    def _summary_of_all(self) -> str:
        data = self.statistics()
        options = ", ".join(f"{name} {value}" for name, value in data["options"].items())
        lines = [
            f"{self.problem.title}{f' ({options})' if options else ''}: {data['positions']:,} positions",
            *(f"  {name:5} {data[name]:>15,}" for name in ("win", "loss", "draw")),
        ]
        if data["longest"] is None:
            lines.append("no position is won or lost")
        elif self.has_nimbers:
            lines.append(f"the largest nimber is {data['longest']}")
        else:
            lines.append(f"the longest win or loss takes {in_moves(data['longest'])}")
        if "start" in data:
            rules, sentence = self.problem, self.explain(self.start)
            first = self.start == getattr(rules, "start", None)
            where = "the first position of the game" if first else rules.text(self.start)
            lines.append(f"at {where}: {sentence[0].lower()}{sentence[1:]}")
        return "\n".join(lines)

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        """Return the counts of the table as plain Python."""
        data = {"solver": self.solver, "objective": self.problem.kind, **self.statistics()}
        return data | {"certificate": self.certificate.to_dict()} if full else data

    @property
    def positions(self) -> int:
        """How many positions the table has."""
        return sum(sum(tier.win) + sum(tier.loss) + tier.draw for tier in self.manifest.tiers)

    def longest(self, most: int | None = 3) -> dict[str, list[Any]]:
        """Return positions with the longest win, and with the longest loss: at most so many, with None all.

        Raise `GameError` if it is no number from 1 on.
        """
        most = None if most is None else integer(most, "the number of positions", 1)
        found: dict[str, list[Any]] = {}
        for name, code in (("win", 3), ("loss", 1)):
            far = max(len(getattr(tier, name)) for tier in self.manifest.tiers) - 1
            places = (
                (tier, b * BLOCK + i)
                for tier, about in zip(self.space.tiers, self.manifest.tiers, strict=True)
                if len(getattr(about, name)) == far + 1
                for b, block in enumerate(self.files[tier].blocks())
                for i in used_in(block.bits)[block.labels == 4 * far + code].tolist()
            )
            if far >= 0:
                found[name] = [self.problem.unrank(tier, index) for tier, index in islice(places, most)]
                if not found[name]:
                    raise DamagedTableError(
                        f"{self.path / MANIFEST} counts a {name} of {self.value_name} {far}, but there is none; "
                        "graphgames table verify says what is wrong"
                    )
        return found

    def statistics(self) -> dict[str, Any]:
        """Return the counts of the table, and what the position that is asked about is worth."""
        tiers = self.manifest.tiers
        win, loss = (
            [*map(sum, zip_longest(*(getattr(tier, name) for tier in tiers), fillvalue=0))] for name in ("win", "loss")
        )
        longest = max(len(win), len(loss)) - 1 if win or loss else None
        counts = {"win": sum(win), "loss": sum(loss), "draw": sum(tier.draw for tier in tiers)}
        data: dict[str, Any] = {"game": self.problem.name, "options": self.problem.options()}
        data |= {"positions": sum(counts.values()), **counts, "longest": longest}
        if self.start is not None:
            data["start"] = {"outcome": str(self.outcome()), self.value_name: self.value()}
        return data | {self.manifest.values: {"win": win, "loss": loss}}


def _goodness(move: RatedMove) -> tuple[int, int]:
    distance = move.distance or 0
    return -move.result.rank, distance if move.result == "win" else -distance


def _remembered(known: dict[Any, T], position: Any, find: Callable[[Any], T]) -> T:
    """Return what is known of a position, or find it; positions that are not hashable are found anew."""
    key = type(position), position  # since 5.0 is no position where 5 is one
    try:
        return known[key]
    except (KeyError, TypeError):
        found = find(position)
    with suppress(TypeError):
        if len(known) >= _MOST_KNOWN:
            known.clear()
        known[key] = found
    return found


_MOST_KNOWN = 1 << 16
