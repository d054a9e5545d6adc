"""Games of any acceptance condition step by step: recursion over the Zielonka tree (McNaughton 1993, Zielonka 1998)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import cast

from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.core.walkthrough import OPEN, Step, Walkthrough, few, within
from graphgames.games.omega.objective import Acceptance
from graphgames.games.omega.tree import Sets, Tree, used_sets, zielonka_tree
from graphgames.games.parity.walkthrough import Recursion, Regions

_MOST_SETS = 10
_LARGE = "The condition has so many sets that a recursion over all of them is too long to be followed."


def walkthrough(solution: ArenaSolution) -> Walkthrough | str:
    """Return the recursion on the game; where edges are in the sets, with a vertex for each such edge."""
    game, n = solution.problem.vertex_form, solution.arena.n
    objective = cast("Acceptance", game.objective)
    if len(objective.masks) > _MOST_SETS:
        return _LARGE
    formula, used = used_sets(objective.condition(), objective.masks)
    try:
        root = zielonka_tree(formula, frozenset(used))
    except GameError:
        return _LARGE
    about = (
        "What is dim is left aside; colours show who wins in the part in question, the notes are the sets that "
        "hold a vertex"
    ) + "; an edge in a set counts as a vertex" * (game is not solution.problem)
    about += " (Zielonka 1998)."
    title = "Recursion over the condition"
    return Walkthrough(title, about, lambda: within(_BySets(game, used).all(root), game.arena, n))


class _BySets(Recursion):
    def __init__(self, game: Game, used: list[int]):
        objective = cast("Acceptance", game.objective)
        super().__init__(game, {v: note for v in range(game.arena.n) if (note := objective.note(v))})
        rows = objective.masks
        self.sets = [frozenset(i for i in used if rows[i, v]) for v in range(game.arena.n)]
        self.names = objective.set_names

    def all(self, root: Tree) -> Iterator[Step]:
        """Yield the steps on the whole game."""
        won = yield from self.solve(set(range(self.arena.n)), root, 0)
        for player in (0, 1):
            self.decide(won[player], player)
        yield self.step("This is who wins the whole game.", set(), set(range(self.arena.n)), 0)

    def names_of(self, sets: Sets) -> str:
        """Return the names of sets."""
        return ", ".join(self.names[i] for i in sorted(sets)) or "no set"

    def solve(self, among: set[int], node: Tree, depth: int) -> Generator[Step, None, Regions]:
        """Yield the steps on a part of the game in which only sets of a node are seen; return who wins where."""
        player, left, lost = int(not node.good), set(among), set[int]()
        who, other = self.game.players[player], self.game.players[1 - player]
        while left:
            self.decide(left, OPEN)
            good = f"{who} wins a play that comes again and again into {self.names_of(node.holds)}"
            taken = yield from self.taken(left, node, depth, good)
            if not taken:
                break
            says = f"{other} wins {few(self.arena, taken)} of that, and so here, too; {other} attracts to it."
            yield self.step(says, taken, left, depth)
            taken = yield from self.attract(taken, left, 1 - player, depth)
            lost |= taken
            left -= taken
        self.decide(left, player)
        self.decide(lost, 1 - player)
        says = f"{who} wins {few(self.arena, left)} of this part." if left else f"{other} wins all of this part."
        yield self.step(says, left, among, depth)
        return (left, lost) if player == 0 else (lost, left)

    def taken(self, left: set[int], node: Tree, depth: int, good: str) -> Generator[Step, None, set[int]]:
        """Yield the steps by which the other player of a node is looked for; return what that player wins first."""
        player = int(not node.good)
        who, other = self.game.players[player], self.game.players[1 - player]
        if not node.children:
            yield self.step(f"{good}, or into some of that.", left, left, depth)
        for child in node.children:
            self.decide(left, OPEN)
            missed = {v for v in left if not self.sets[v] <= child.holds}
            alone = f"{good}, {other} one that comes into {self.names_of(child.holds)} alone"
            there = few(self.arena, missed) if missed else "nothing"
            yield self.step(f"{alone}; {who} attracts to what is in others: {there}.", missed, left, depth)
            region = yield from self.attract(missed, left, player, depth)
            rest = left - region
            if not rest:
                continue
            yield self.step(f"What is left is solved with those alone: {few(self.arena, rest)}.", rest, rest, depth + 1)
            won = yield from self.solve(rest, child, depth + 1)
            if won[1 - player]:
                return won[1 - player]
        return set()
