"""The answer to a specification: who wins, how, and the certificate; an oracle over the turns of its plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from graphgames.core.arguments import instance, place
from graphgames.core.errors import GameError, counted, shown
from graphgames.core.oracle import Outcome, RatedMove
from graphgames.core.solution_base import Solution
from graphgames.games.synthesis.oxidd_ import attended
from graphgames.games.synthesis.spec import PARTS, Node, Spec, spelled
from graphgames.games.synthesis.symbolic import Arena, Found, Layers, Tactic, roomy, solve

if TYPE_CHECKING:  # who asks for the verdict alone does without machines and certificates
    from graphgames.core.report import Report
    from graphgames.games.synthesis.automata import Machine
    from graphgames.games.synthesis.layers import SpecProof
    from graphgames.games.synthesis.spec_machines import Strategy

MOST_MOVES = 200
"""Of the moves of a turn so many are listed, those of the strategy first."""


class Turn(NamedTuple):
    """A position of a play.

    ``now`` are the values of the inputs and outputs, None before the first step; ``shown`` the next inputs, None while
    the environment chooses them; ``memory`` what the strategies of the environment and the system remember, None for
    nothing yet; ``reached`` says that the play has reached its goal.
    """

    now: tuple[int, ...] | None = None
    shown: tuple[int, ...] | None = None
    memory: tuple[Any, Any] | None = None
    reached: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class SpecSolution(Solution[Turn]):
    """Who wins a specification, with the strategy and the proof.

    A position is a ``Turn``; where a person names one, a dictionary with a value for each variable will do.

    Attributes
    ----------
    problem : Spec
        What was asked.
    realizable : bool
        Whether the system can meet the specification whatever the environment does.

    Examples
    --------
    >>> import graphgames as gg
    >>> spec = gg.Spec({"r": bool}, {"g": bool}, sys_trans=["g' -> r'"], sys_goals=["g"])
    >>> answer = gg.solve(spec)
    >>> answer
    SpecSolution(unrealizable, 2 parts)
    >>> answer.core()
    {'sys_trans': ["g' -> r'"], 'sys_goals': ['g']}
    """

    problem: Spec
    realizable: bool
    solver: str = "layers"
    proof: SpecProof | None = None
    """The certificate, if it was read."""
    stats: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def found(cls, arena: Arena, whole: bool = False) -> Found:
        """Return who wins, and who wins where if ``whole``."""
        return solve(arena, whole)

    @classmethod
    def certified(cls, arena: Arena, found: Found) -> SpecProof:
        """Return the certificate of what was found."""
        from graphgames.games.synthesis.layers import certified

        assert isinstance(found, Layers)
        return certified(arena, found)

    @classmethod
    def of(cls, spec: Spec, solver: str) -> Self:
        """Solve a specification."""
        start = perf_counter()
        arena, found = solved = roomy(spec, cls.found)
        stats = {"nodes": arena.manager.approx_num_inner_nodes(), "seconds": perf_counter() - start}
        solution = cls(spec, found.realizable, solver, stats=stats)
        solution.remember("solved", lambda: solved)
        return solution

    @property
    def certificate(self) -> SpecProof:
        """The sets that prove the answer, as lists of nodes."""
        return self.remember("certificate", lambda: self.proof or attended(lambda: self.certified(*self._solved)))

    @property
    def _solved(self) -> tuple[Arena, Found]:
        return self.remember("solved", lambda: roomy(self.problem, self.found))

    @property
    def _whole(self) -> Found:
        """Who wins where, in all states."""
        return self.remember("whole", lambda: attended(lambda: self.found(self._solved[0], True)))

    def _tactic(self, player: int) -> Tactic:
        return self.remember(f"tactic {player}", lambda: self._whole.tactic(self._solved[0], player))

    def strategy(self) -> Strategy:
        """Return what the winner does, step by step."""
        from graphgames.games.synthesis.spec_machines import Strategy

        return Strategy(*self._solved)

    def machine(self) -> Machine | None:
        """Return the winner's explicit machine, None if it would be large.

        It is that of the strategy, and where it is small one with fewer states that does something else which is right.
        """
        from graphgames.games.synthesis.merging import merged
        from graphgames.games.synthesis.spec_machines import machine

        def check(one: Machine) -> Report:
            from graphgames.games.synthesis.spec_runs import Runs  # which large machines do without

            return self.remember("runs", lambda: Runs(self.problem)).check(one)

        def made() -> Machine | None:
            found = machine(self.strategy())
            return found and merged(found, check, 1 << len(self.problem.bits()))

        return self.remember("machine", lambda: attended(made))

    def turn(self, position: Turn | Mapping[str, int] | None) -> Turn:
        """Return the position that is meant; that before the first step by default.

        Raise `GameError` if it is none.
        """
        position, ranges = Turn() if position is None else position, self.problem.ranges
        if isinstance(position, Mapping):
            if set(position) != set(ranges):
                given = f"{shown(position)} is not a state; expected a value for each of {', '.join(ranges)}"
                raise GameError(given)
            position = Turn(tuple(int(position[name]) for name in ranges))
        if not isinstance(position, Turn):
            raise GameError(f"{shown(position)} is not a position; expected a Turn, or a value for each variable")
        for name, value in self.values(position).items():
            if not ranges[name].low <= value <= ranges[name].high:
                raise GameError(f"{name} cannot be {value}; it is from {ranges[name].low} to {ranges[name].high}")
        if position.memory is None:
            return position._replace(memory=(self._tactic(1).begin, self._tactic(0).begin))
        return position

    def values(self, turn: Turn) -> dict[str, int]:
        """Return the values of the variables in a state, none before the first step."""
        return dict(zip(self.problem.ranges, instance(turn, Turn, "the position").now or (), strict=False))

    def inputs(self, turn: Turn) -> dict[str, int]:
        """Return the inputs that the environment has chosen, if it has."""
        return dict(zip(self.problem.inputs, instance(turn, Turn, "the position").shown or (), strict=False))

    def mover(self, position: Turn | Mapping[str, int] | None) -> int:
        """Return whose turn it is: 1 where the environment chooses the inputs."""
        return int(self.turn(position).shown is None)

    def winner_of(self, position: Turn | Mapping[str, int] | None = None) -> int:
        """Return who wins from a position, 0 for the system and 1 for the environment."""
        if position is None:  # the answer that is known, without what else is won
            return int(not self.realizable)
        turn = self.turn(position)
        if turn.now is None and turn.shown is None:
            return int(not self.realizable)
        if turn.reached:
            return 0
        arena = self._solved[0]
        won = self._whole.region(arena, 0)
        if turn.shown is None:
            return int((arena.at(self.values(turn)) & won) == arena.false)
        return int((self._allowed(turn) & arena.at(self.inputs(turn), True) & arena.then(won)) == arena.false)

    def outcome(self, position: Turn | Mapping[str, int] | None = None) -> Outcome:
        return Outcome.of(self.winner_of(position), self.mover(position))

    def best_moves(self, position: Turn | Mapping[str, int] | None = None) -> Sequence[RatedMove]:
        """Return the moves from a position, best first, but no more than ``MOST_MOVES``."""
        turn, arena = self.turn(position), self._solved[0]
        mover, allowed = self.mover(turn), self._allowed(turn)
        liked = allowed & self._liked(turn)
        names = self.problem.inputs if mover else self.problem.outputs
        found: list[RatedMove] = []
        for node, progress in ((liked, True), (allowed & ~liked, False)):
            for values in islice(arena.members(node, names), MOST_MOVES - len(found)):
                after = self._after(turn, values)
                result = Outcome.of(self.winner_of(after), mover)
                found.append(RatedMove(after, after, result, None, progress or result is not Outcome.WIN))
        return sorted(found, key=lambda move: (-move.result.rank, not move.progress))

    def _allowed(self, turn: Turn) -> Node:
        """Return what may be chosen next, as values after the step."""
        arena = self._solved[0]
        if turn.now is None:
            begins = arena.env_init if turn.shown is None else arena.sys_init & arena.at(self.inputs(turn))
            return self._with_inputs(turn, arena.then(begins))
        rules = arena.env if turn.shown is None else arena.sys
        return self._with_inputs(turn, arena.after(rules & arena.at(self.values(turn))))

    def _with_inputs(self, turn: Turn, steps: Node) -> Node:
        """Return what is left to choose among what may be after the step, where the inputs are known."""
        if turn.shown is None:
            return steps
        arena = self._solved[0]
        return (steps & arena.at(self.inputs(turn), True)).exists(arena.cube(self.problem.inputs, True))

    def _liked(self, turn: Turn) -> Node:
        """Return what the strategy chooses from."""
        arena, player = self._solved[0], self.mover(turn)
        if turn.now is None:
            if player != int(not self.realizable):
                return arena.false
            return self._with_inputs(turn, arena.then(self.strategy().beginnings()))
        assert turn.memory is not None
        moves = self._tactic(player).moves(turn.memory[1 - player])
        return self._with_inputs(turn, arena.after(moves & arena.at(self.values(turn))))

    def _after(self, turn: Turn, values: Mapping[str, int]) -> Turn:
        """Return the position after a move."""
        if turn.shown is None:
            return turn._replace(shown=tuple(values.values()))
        spec, now, then = self.problem, self.values(turn), self.inputs(turn) | dict(values)
        memory, reached = turn.memory, turn.reached
        if now and memory is not None:
            memory = self._tactic(1).next(memory[0], now, then), self._tactic(0).next(memory[1], now, then)
            reached = reached or any(spec.holds(one, now, then) for one in spec.formulas["reach"])
        return Turn(tuple(then[name] for name in spec.ranges), None, memory, reached)

    def waits(self, turn: Turn, player: int) -> str:
        """Return in words what a player waits for."""
        player, turn = place(player, 2, "a player"), instance(turn, Turn, "the position")
        return "" if turn.memory is None else self._tactic(player).memory_in_words(turn.memory[1 - player])

    def explain(self, position: Turn | Mapping[str, int] | None = None) -> str:
        """Return why the winner wins: from a position by the goal that comes next, else by the whole proof."""
        if position is None:
            verdict = "can be met" if self.realizable else "cannot be met"
            return f"the specification {verdict}: {self.certificate.explain(self, 0)}"
        turn = self.turn(position)
        winner = self.winner_of(turn)
        who, waits = self.problem.players[winner], self.waits(turn, winner)
        return f"{who[0].upper()}{who[1:]} wins{': ' * bool(waits)}{waits}{self.distance(turn, winner)}."

    def distance(self, turn: Turn, winner: int) -> str:
        """Return how far a state is from the goal that comes next, in words."""
        winner, turn = place(winner, 2, "a player"), instance(turn, Turn, "the position")
        arena, whole = self._solved[0], self._whole
        if turn.now is None or turn.shown is not None or turn.memory is None or not isinstance(whole, Layers):
            return ""
        here = arena.at(self.values(turn))
        if winner == 0:
            layers = [layer.states for layer in whole.reached[turn.memory[1]]]
            return self._soon(turn.memory[1], layers[: _first(here, layers, arena.false)])
        part = _first(here, [part.after for part in whole.lost], arena.false)
        goal = self.problem.goals()[1][whole.lost[part - 1].goal]
        return f", while goal {spelled(goal)} is missed for ever"

    def _soon(self, goal: int, layers: Sequence[Node]) -> str:
        """Return within how many steps the system meets a goal from the last of these layers, in words."""
        arena, whole = self._solved[0], self._whole
        assert isinstance(whole, Layers)
        nearer, before, waits = arena.guarantees[goal] & arena.then(whole.won), arena.false, arena.false
        for states in layers:
            waits |= states & ~before & ~arena.controllable(nearer)
            nearer, before = nearer | arena.then(states), states
        soon = f", within {counted(len(layers), 'step')}"
        if waits != arena.false:
            soon += ", not counting waits while an assumption is missed, unless it is missed for ever"
        if (layers[-1] & ~arena.forced(arena.true)) != arena.false:
            soon += f"{' or' if waits != arena.false else ', unless'} {self.problem.players[1]} has no step left"
        return soon

    def core(self) -> dict[str, list[Any]]:
        """Return guarantees that cannot be met together, none of which can be left out; none if all can be met.

        They are found by deletion: one after another is left out if the rest cannot be met either.
        """
        return {} if self.realizable else self._without(("sys_goals", "sys_trans", "sys_init"))

    def needed(self) -> dict[str, list[Any]]:
        """Return assumptions that suffice to meet the specification, none of which can be left out.

        They are found by deletion, as `core`; none if the specification cannot be met.

        Examples
        --------
        >>> import graphgames as gg
        >>> gg.solve(gg.Spec({"r": bool, "q": bool}, {"g": bool}, sys_trans=["g' -> r'"], env_goals=["q", "r"],
        ...                  sys_goals=["g"])).needed()
        {'env_goals': ['r']}
        """
        return self._without(("env_init", "env_trans", "env_goals")) if self.realizable else {}

    def _without(self, parts: Sequence[str]) -> dict[str, list[Any]]:
        """Return formulas of some parts of which none can be left out if the answer is to stay the same."""
        kept: dict[str, Any] = {part: list(getattr(self.problem, part)) for part in PARTS}
        for part in parts:
            for one in list(kept[part]):
                rest = kept | {part: [other for other in kept[part] if other is not one]}
                if roomy(replace(self.problem, **rest), self.found)[1].realizable == self.realizable:
                    kept = rest
        return {part: kept[part] for part in PARTS if part in parts and kept[part]}

    def to_dict(self, full: bool = True) -> dict[str, Any]:
        data = {"solver": self.solver, "objective": self.problem.kind, "realizable": self.realizable}
        return data | {"certificate": self.certificate.to_dict()} if full else data

    def __repr__(self) -> str:
        verdict = "realizable" if self.realizable else "unrealizable"
        return f"{type(self).__name__}({verdict}, {self.certificate.size})"


def _first(here: Node, sets: Sequence[Node], nothing: Node) -> int:
    """Return the number, from 1, of the first set that a state is in."""
    return next(k for k, states in enumerate(sets, 1) if (here & states) != nothing)


def layers(spec: Spec) -> SpecSolution:
    """Solve a specification by the fixpoint of generalised reactivity, on decision diagrams.

    >>> layers(Spec({"r": bool}, {"g": bool}, sys_trans=["g' -> r'"], env_goals=["r"], sys_goals=["g"]))
    SpecSolution(realizable, 2 layers)
    """
    return SpecSolution.of(spec, "layers")
