"""Automata with any acceptance condition as parity automata: each state with a leaf of the condition's Zielonka tree.

Every word has the same runs, state by state, and the leaf is determined by what the run has seen; the priorities say
the same of it as the condition (`graphgames.games.omega.tree`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from graphgames.core.acceptance import Formula
from graphgames.core.numbering import Numbering
from graphgames.games.omega import tree
from graphgames.games.omega.joining import plainest
from graphgames.games.synthesis.automata import Automaton, Edge


@dataclass(frozen=True, eq=False)
class Condition:
    """A condition over acceptance sets; an edge has a number for the sets it is in, instead of a priority.

    Behind the sets, the formula may number what is outside of some of them.
    """

    colours: int
    formula: Formula
    complements: tuple[int, ...] = ()
    numbered: Numbering[frozenset[int]] = field(default_factory=Numbering)

    def priority(self, seen: list[int]) -> int:
        """Return the number that stands for some sets."""
        return self.numbered[frozenset(seen)]

    def name(self, number: int) -> str:
        """Return what a number of the formula is called in HOA: ``!0`` is what is outside of set 0."""
        return str(number) if number < self.colours else f"!{self.complements[number - self.colours]}"

    @property
    def title(self) -> str:
        """What conditions of this form are called."""
        sets = [[i] for i in range(self.colours + len(self.complements))]
        return plainest(self.formula, tuple(sets)).title.removesuffix(" game")

    def altered(self, formula: Formula) -> Condition:
        """Return another condition over the same sets, for which the same numbers stand."""
        return replace(self, formula=formula)

    def unfolded(self, automaton: Automaton) -> Automaton:
        """Return the parity automaton of one whose edges have numbers of sets; raise `GameError` if it is too large."""
        masks = np.array([[i in marks for marks in self.numbered] for i in range(self.colours)], np.bool_)
        masks = masks.reshape(self.colours, len(self.numbered))
        leaves = tree.leaves(self.formula, np.concatenate([masks, ~masks[list(self.complements)]]))
        start = range(len(automaton.edges)) if automaton.start is None else [automaton.start]
        number, rows = Numbering((state, 0) for state in start), []
        for state, leaf in number.found:
            row = []
            for letters, target, seen in automaton.edges[state]:
                at = leaves.colour[seen]
                place = target, int(leaves.after[leaf, at])
                row.append(Edge(letters, number[place], int(leaves.priority[leaf, at]) + 2))  # 1 and more are edges'
            rows.append(tuple(row))
        several = len(leaves.after) > 1
        names = tuple(automaton.names[state] + f" / {leaf}" * several for state, leaf in number.found)
        players = automaton.players
        owners = None if players is None else tuple(players[state] for state, _ in number.found)
        start_there = None if automaton.start is None else 0
        return Automaton(automaton.letters, tuple(rows), start_there, names, owners, (self, automaton))
