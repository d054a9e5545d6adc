"""Machines from the strategies of games of synthesis.

A controller is a Mealy machine: it sees the inputs and answers with outputs. Against a specification that cannot be
met, the environment has a Moore machine, which shows its inputs first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.numbering import Numbering
from graphgames.core.report import Report
from graphgames.core.solution import ArenaSolution
from graphgames.core.strategy import FiniteMemoryStrategy, Strategy
from graphgames.games.synthesis.automata import Automaton, Machine, Node, by_target
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.formula_checker import check_formula
from graphgames.games.synthesis.hoa import Choice, HoaGame
from graphgames.games.synthesis.merging import merged

State = tuple[int, int]
"""A state of the automaton, and one of the strategy's memory."""

Step = tuple[Node, State]
Plan = Strategy | FiniteMemoryStrategy
Choices = Sequence[Sequence[Choice]]


def verify_controller(machine: Machine, game: Game) -> Report:
    """Check a machine against the automaton of its game, without the game's arena or a solver.

    If the automaton was made of a formula, the machine is checked against the formula, without the automaton.

    Raises
    ------
    GameError
        If the game has no automaton.

    Examples
    --------
    >>> import graphgames as gg
    >>> text = '''HOA: v1 States: 1 Start: 0
    ... AP: 2 "request" "grant" controllable-AP: 1 Acceptance: 1 Inf(0)
    ... --BODY-- State: 0 [!0&!1] 0 {0} [0&1] 0 {0} --END--'''
    >>> game = gg.read(text)
    >>> print(gg.verify_controller(gg.synthesize(game), game))
    proved: 3 conditions hold
    """
    if not isinstance(machine, Machine) or not isinstance(game, HoaGame):
        given = f"{shown(machine)} and {shown(game)}"
        raise GameError(f"the controller is checked by verify_controller(machine, game); found {given}")
    if game.automaton is None:
        raise GameError("the game has no automaton to run beside the machine")
    return checked(machine, game)


def checked(machine: Machine, game: HoaGame) -> Report:
    """Return the report on a machine, by the formula of its game if there is one, else by the automaton."""
    assert game.automaton is not None
    if game.formula is not None:
        return check_formula(machine, game.formula, game.automaton.letters)
    return check_machine(machine, game.automaton)


def controller(solution: ArenaSolution, strategy: Strategy | FiniteMemoryStrategy | None = None) -> Machine:
    r"""Return the machine of the player who wins from the initial state.

    Parameters
    ----------
    solution : ArenaSolution
        Of a ``HoaGame`` with an initial state.
    strategy : Strategy or FiniteMemoryStrategy, optional
        What the winner does, by default as the solution says.

    Returns
    -------
    Machine
        With no more states than are needed to do the same, and where it is small with fewer that do something else
        which is right, too; of a strategy that is given, with all of its memory.

    Raises
    ------
    GameError
        If the game is no automaton's or has no initial state.

    Examples
    --------
    >>> from graphgames import solve
    >>> from graphgames.games.synthesis import hoa
    >>> game = hoa.read_game(b'HOA: v1 States: 1 Start: 0 AP: 2 "r" "g" controllable-AP: 1 Acceptance: 1 Inf(0)\n'
    ...                      b'--BODY-- State: 0 [!0&!1] 0 {0} [0&1] 0 {0} --END--')
    >>> machine = controller(solve(game))
    >>> machine.step(0, {0: True})
    ({0: True, 1: True}, 0)
    """
    if not isinstance(solution, ArenaSolution):
        raise GameError(f"a controller is made from a solution, controller(solve(game)); found {shown(solution)}")
    game = solution.problem
    if not isinstance(game, HoaGame) or game.automaton is None or game.start is None:
        raise GameError("a controller is made for an automaton with an initial state, read from a HOA file")
    player = int(solution.winner[game.start])
    plan, automaton = solution.strategy if strategy is None else strategy, game.automaton
    moves = partial(_answers if player == 0 else _demands, plan, automaton, game.choices)
    number = Numbering([(int(game.start), plan.start(game.start))])
    steps = tuple(
        tuple((guard, number[target]) for target, guard in by_target(moves(*state)).items()) for state in number.found
    )
    names = tuple(_name(automaton, plan, *state) for state in number.found)
    machine = Machine(automaton.letters, steps, 0, player, names)
    if strategy is not None:
        return machine
    return merged(machine.minimized(), partial(check_machine, automaton=automaton), len(automaton.edges))


_WON = -1
"""Where the environment is when the run has ended: nothing matters there any more."""


def _name(automaton: Automaton, plan: Plan, state: int, memory: int) -> str:
    name = "won" if state == _WON else automaton.names[state]
    return f"{name} / {plan.names[memory]}" if isinstance(plan, FiniteMemoryStrategy) and plan.memory > 1 else name


def _answers(plan: Plan, automaton: Automaton, choices: Choices, state: int, memory: int) -> list[Step]:
    """Return for all inputs the controller's letters and where they lead."""
    steps = []
    for choice in choices[state]:
        seen = plan.along(memory, state, choice.vertex)
        move = plan.next(choice.vertex, seen)
        assert move is not None  # the controller wins there
        edge = automaton.edges[state][choice.edges[choice.heads.index(move)]]
        letters = automaton.letters.function(edge.letters & choice.inputs)
        steps.append((letters, (edge.target, _led(plan, seen, choice.vertex, move, edge.target))))
    return steps


def _demands(plan: Plan, automaton: Automaton, choices: Choices, state: int, memory: int) -> list[Step]:
    """Return the environment's one input and where each output leads."""
    letters = automaton.letters
    if state == _WON:
        return [(letters.cube(dict.fromkeys(letters.inputs, False)), (_WON, 0))]
    move = plan.next(state, memory)
    choice = next(choice for choice in choices[state] if choice.vertex == move)
    seen = plan.along(memory, state, choice.vertex)
    inputs = letters.one(choice.inputs)
    cube = letters.cube({i: inputs[i] for i in letters.inputs})
    steps, ended = list[Step](), cube
    for k, head in zip(choice.edges, choice.heads, strict=True):
        edge = automaton.edges[state][k]
        guard = edge.letters & cube
        steps.append((guard, (edge.target, _led(plan, seen, choice.vertex, head, edge.target))))
        ended = ended & ~guard
    return steps if ended == letters.false else [*steps, (ended, (_WON, 0))]


def _led(plan: Plan, memory: int, choice: int, head: int, target: int) -> int:
    """Return the memory after an edge, perhaps through the vertex between that has its priority."""
    memory = plan.along(memory, choice, head)
    return memory if head == target else plan.along(memory, head, target)
