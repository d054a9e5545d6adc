"""Small scope for models with actions: what a file says of states and actions, beside the certificate of the arena.

The listings are those of `tests.scope_problems`: all models of two states with one action or two in the first, and all
values and actions that a file may name, with any move of the strategy. The judge tries all policies, by linear
equations.
"""

from __future__ import annotations

import copy
import json
import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

import graphgames as gg
from graphgames.core.report import Failure, Report
from graphgames.readers.source import Source
from tests.reference.claims import by_reference, game_file, solution_file
from tests.scope_listing import Listing, refused

HALF = Fraction(1, 2)
Action = tuple[tuple[Fraction, Fraction], int]
"""How likely it leads to either state, and its reward."""

HEADS = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)), (HALF, HALF))
ASKED: dict[str, Callable[[], gg.Objective]] = {
    "reach": lambda: gg.ReachProbability([1]),
    "avoid": lambda: gg.AvoidProbability([1]),
    "within": lambda: gg.BoundedReachProbability([1], steps=2),
    "discounted": lambda: gg.Discounted(discount="1/2"),
    "reward": lambda: gg.ExpectedReward([1]),
}


def models() -> Iterator[Listing]:
    """All models of two states with one action or two in the first, which one player chooses; rewards 0 and 1."""
    for name in ASKED:
        actions = [*product(HEADS, (0, 1) if name in ("discounted", "reward") else (0,))]
        rows = [(one,) for one in actions] + [*combinations_with_replacement(actions, 2)]
        for first, second in product(rows, rows[: len(actions)] if name == "discounted" else rows[:1]):
            yield model(name, (first, second))


def model(name: str, rows: tuple[tuple[Action, ...], ...]) -> Listing:
    table = [(s, f"a{k}", w, str(p), reward)
             for s, row in enumerate(rows) for k, (heads, reward) in enumerate(row)
             for w, p in enumerate(heads) if p]  # fmt: skip
    game = gg.Model.from_table(table).with_objective(ASKED[name]())
    file, n = game_file(game), game.arena.n
    document = solution_file(gg.solve(game))

    def made(entries: list[Any]) -> Any:
        found = copy.deepcopy(document)
        for s, ((value, told), action, move) in enumerate(zip(entries[:2], entries[4:], entries[2:4], strict=True)):
            found["value"][s], found["values"][str(s)] = value, told
            found["policy"].pop(str(s), None)
            if action is not None:
                found["policy"][str(s)] = action
            if move != "as solved":
                numbers = found["strategy"]["numbers"] if isinstance(found["strategy"], dict) else found["strategy"]
                numbers[s if isinstance(found["strategy"], list) else len(numbers) - n + s] = move
        return found

    def report(claim: Any) -> Report:
        try:
            found = gg.verify(gg.read_solution(game, Source(json.dumps(claim).encode(), "solution.json")))
        except gg.GraphGamesError as error:
            found = refused(error)
        assert by_reference(file, claim) == found.ok, (rows, claim)
        return found

    def holds(claim: Any) -> bool:
        true = [best(name, rows, s) for s in range(2)]
        if claim["value"][:2] != true or claim["values"] != {"0": true[0], "1": true[1]}:
            return False
        named = [claim["policy"].get(str(s)) for s in range(2)]
        if any(
            one is not None and one not in [f"a{k}" for k in range(len(row))]
            for one, row in zip(named, rows, strict=True)
        ):
            return False
        kept = [
            [action for k, action in enumerate(row) if one in (None, f"a{k}")]
            for one, row in zip(named, rows, strict=True)
        ]
        if name == "within":  # the first of two moves; the second is as good as any
            return all(two_steps(rows, s, kept[s]) == worth for s, worth in zip(range(2), true, strict=True))
        return all(spelled(worth(name, policy)[s]) == true[s] for policy in product(*kept) for s in range(2))

    def speaks(entries: list[Any], fault: Failure) -> Iterable[int] | None:
        """A vertex speaks of the values, and of moves where it says so; what is named, of the number or the move."""
        if said := re.search(r'"strategy" of vertex ([01]) is', fault.message):
            return (2 + int(said[1]),)
        if '"strategy"[' in fault.message:
            return (2, 3)
        said = re.fullmatch(r'"(policy|values)" is (\{.*\}), but its answers say (\{.*\})', fault.message)
        if said is None:
            moved = any(word in fault.message for word in ("strategy", "step", "the move to", "infinite"))
            return None if fault.vertex is None else range(4) if moved else (0, 1)
        one, other = map(literal_eval, said.groups()[1:])
        s = next(s for s in range(2) if one.get(str(s)) != other.get(str(s)))
        return (s,) if said[1] == "values" else (2 + s, 4 + s)

    values: list[Any] = [0, 1, 2, "1/2", "3/4", "1", "inf"]
    pairs, moves, actions = list[Sequence[Any]](), list[Sequence[Any]](), list[Sequence[Any]]()
    for s, row in enumerate(rows):
        right = document["values"][str(s)]
        several = [one for one in values if one != right]
        other = [*((one, one) for one in several), *((right, one) for one in several), (several[0], right)]
        said = document["policy"].get(str(s))
        named = [said, *(one for one in (None, *(f"a{k}" for k in range(len(row) + 1))) if one != said)]
        pairs, moves = [*pairs, [(right, right), *other]], [*moves, ["as solved", *range(-1, n + 1)]]
        actions.append(named)
    return Listing((name, rows), [*pairs, *moves, *actions], made, holds, report, written=False, speaks=speaks)


def worth(name: str, policy: Sequence[Action]) -> list[Any]:
    """Return what each state is worth under a policy, by the definition; state 1 is the target."""
    (stay, go), gain = policy[0]
    if name == "discounted":
        (back, rest), more = policy[1]
        a, b, c, d = 1 - stay / 2, -go / 2, -back / 2, 1 - rest / 2
        det = a * d - b * c
        return [(d * gain - b * more) / det, (a * more - c * gain) / det]
    reached = Fraction(int(go > 0))
    if name == "reach":
        return [reached, Fraction(1)]
    if name == "avoid":
        return [1 - reached, Fraction(0)]
    return [gain / go if reached else "inf", Fraction(0)]


def two_steps(rows: Sequence[Sequence[Action]], s: int, first: Sequence[Action]) -> Any:
    """Return the least that is reached within two steps by any of some first actions and the best second one."""
    if s == 1:
        return 1
    second = max(go for (_, go), _ in rows[0])
    return spelled(min(go + stay * second for (stay, go), _ in first))


@cache
def best(name: str, rows: tuple[tuple[Action, ...], ...], s: int) -> Any:
    """Return the value of a state: the largest over all policies, infinite where one never comes to the target."""
    if name == "within":
        return 1 if s == 1 else spelled(max(Fraction(two_steps(rows, s, [one])) for one in rows[0]))
    found = [worth(name, policy)[s] for policy in product(*rows)]
    return "inf" if "inf" in found else spelled(max(found))


def spelled(value: Any) -> Any:
    """Return a value as a file has it."""
    if isinstance(value, str):
        return value
    exact = Fraction(value)
    return exact.numerator if exact.denominator == 1 else str(exact)


KINDS: dict[str, Callable[[], Iterator[Listing]]] = {"answers of models": models}
