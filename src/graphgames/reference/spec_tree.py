"""``spec-tree``: specifications with any acceptance condition, decided by a tree of sets of states.

The formulas number *marks*, states or steps; the condition says which marks are to be seen again and again. A *stay* is
a node that is good for the winner, a *climb* one that is not. Below a climb stand layers, each with a stay or none;
below a stay stand climbs. A step belongs to the lowest node on the way down whose label holds all its marks. If that is
a stay, the step leads into its states, and the next of its climbs comes; if it is a climb, into a layer before.

Take the highest node to which steps belong again and again. It is no climb, as its layers come to an end. So it is a
stay: all marks that are seen again and again are in its label, and not all in that of one of its climbs, since each of
these is left again. Any such marks are good for the winner. What is to be reached ends the play for the system.
"""

from __future__ import annotations

from collections.abc import Iterator

from graphgames.reference.acceptance_text import Condition, opposite, parsed
from graphgames.reference.diagrams import Diagrams, Set
from graphgames.reference.kind import Kind
from graphgames.reference.problem import read_problem
from graphgames.reference.reading import Fields, Reader, RefusedError, integer, listing, row, text
from graphgames.reference.specification import Specification, beginnings_are_won


class Tree(Specification):
    """The nodes, and for each that is in the tree the steps that belong to nodes above it."""

    objectives = ("specification", "acceptance-specification")

    def read_proof(self, proof: Fields, states: Reader[Set]) -> None:
        """Read the nodes, and go down from the root, which is the last of the stays."""
        label = listing(integer(0, len(self.marks) - 1))
        self.stays = proof.take("stays", listing(row(label, states, listing(integer(0)))))
        layer = row(states, integer(-1, len(self.stays) - 1))
        self.climbs = proof.take("climbs", listing(row(label, listing(layer))))
        below = [climb for _, _, climbs in self.stays for climb in climbs]
        inside = [stay for _, layers in self.climbs for _, stay in layers if stay >= 0]
        if sorted(below) != [*range(len(self.climbs))] or sorted([*inside, len(self.stays) - 1]) != [*self.nodes()]:
            raise RefusedError("the tree has no root, or a node but that is not below one other")
        self.region = self.stays[-1][1]
        self.good = self.condition()
        self.needed: list[tuple[str, Set, Set]] = []
        self.go_down(len(self.stays) - 1, 0)

    def condition(self) -> Condition:
        """Return what the winner wants to see again and again."""
        data, assumed = self.game.data, range(len(self.assumptions))
        if self.game.objective == "specification":
            goals = (("inf", k) for k in range(len(assumed), len(self.marks)))
            wanted: Condition = ("or", *(("fin", k) for k in assumed), ("and", *goals))
        else:
            wanted = parsed(data.take("acceptance", text), len(self.marks))
        return wanted if self.realizable else opposite(wanted)

    def belonging(self, label: list[int], states: Set, above: Set) -> Set:
        """Return the steps into some states where all marks are in a label, else those from above."""
        others = self.sets.either(*(mark for i, mark in enumerate(self.marks) if i not in label))
        return self.sets.choose(others, above, self.sets.then(states))

    def forced(self, steps: Set) -> Set:
        """Return the states from which the winner forces one of some steps, or wins at once."""
        if self.realizable:
            return self.answered(self.sets.either(steps, self.reach))
        return self.enforced(self.sets.both(steps, self.sets.no(self.reach)))

    def go_down(self, k: int, above: Set) -> None:
        """List what must lie in what, at a stay and below."""
        s, (label, states, climbs) = self.sets, self.stays[k]
        here = self.belonging(label, states, above)
        if not climbs:
            self.needed.append((f"stay {k} is kept", states, self.forced(here)))
        for climb in climbs:
            inner, layers = self.climbs[climb]
            before = 0
            for t, (reached, stay) in enumerate(layers):
                where, up = f"layer {t} of climb {climb}", self.belonging(inner, before, here)
                new, both = s.both(reached, s.no(before)), s.either(reached, before)
                if stay >= k:
                    raise RefusedError(f"stay {stay} is below stay {k}, but does not stand before it")
                if stay < 0:
                    self.needed.append((f"{where} leads up", new, self.forced(up)))
                else:
                    self.needed.append((f"{where} is a stay", new, self.stays[stay][1]))
                    self.needed.append((f"stay {stay} is in {where}", self.stays[stay][1], both))
                    self.go_down(stay, up)
                before = both
            self.needed.append((f"stay {k} is in climb {climb}", states, before))

    def nodes(self) -> range:
        """Return the stays."""
        return range(len(self.stays))

    def pairs(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the labels of each node and of each node below it."""
        for label, _, climbs in self.stays:
            yield from ((label, self.climbs[climb][0]) for climb in climbs)
        for label, layers in self.climbs:
            yield from ((label, self.stays[stay][0]) for _, stay in layers if stay >= 0)


def label_lies_in_that_above(c: Tree, place: tuple[list[int], list[int]]) -> bool:
    """The label of a node lies in that of the node above."""
    return set(place[1]) <= set(place[0])


def what_is_seen_is_good(c: Tree, k: int) -> bool:
    """Any marks that are in a stay's label, and not all in that of one of its climbs, are good for the winner."""
    s, (label, _, climbs) = Diagrams(), c.stays[k]
    seen = [s.node(i, 0, 1) for i in range(len(c.marks))]

    def within(some: list[int]) -> Set:
        return s.no(s.either(*(one for i, one in enumerate(seen) if i not in some)))

    def met(condition: Condition) -> Set:
        sign, *parts = condition
        if sign in ("inf", "fin"):
            return seen[parts[0]] if sign == "inf" else s.no(seen[parts[0]])
        return (s.both if sign == "and" else s.either)(*map(met, parts))

    left = s.both(within(label), *(s.no(within(c.climbs[climb][0])) for climb in climbs))
    return s.both(left, s.no(met(c.good))) == 0


def states_lie_where_they_must(c: Tree, place: tuple[str, Set, Set]) -> bool:
    """The states of a stay or a layer are those from which the winner goes on as the tree says."""
    return c.inside(place[1], place[2])


KIND = Kind(
    Tree,
    "whether the specification can be met",
    {
        "pairs": (label_lies_in_that_above,),
        "nodes": (what_is_seen_is_good,),
        "needed": (states_lie_where_they_must,),
        "whole": (beginnings_are_won,),
    },
    read_problem,
)
