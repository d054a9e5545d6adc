"""Machines from the strategies of games of synthesis.

A controller is a Mealy machine: it sees the inputs and answers with outputs. Against a specification that cannot be
met, the environment has a Moore machine, which shows its inputs first.
"""

from __future__ import annotations

from graphgames.core.errors import GameError
from graphgames.core.solution import ArenaSolution
from graphgames.games.synthesis.automata import Machine, Node
from graphgames.games.synthesis.problem import HoaGame

Step = tuple[Node, int]


def controller(solution: ArenaSolution) -> Machine:
    r"""Make the machine of who wins from the initial state.

    Parameters
    ----------
    solution : ArenaSolution
        Of a `HoaGame` with an initial state.

    Returns
    -------
    Machine
        With a state for each state of the automaton that it can be led to.

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
    game = solution.problem
    if not isinstance(game, HoaGame) or game.automaton is None or game.start is None:
        raise GameError("a controller is made for an automaton with an initial state, read from a HOA file")
    player = int(solution.winner[game.start])
    moves = _answers if player == 0 else _demands
    number, states, steps = {game.start: 0}, [game.start], []
    names = game.automaton.names
    for state in states:
        found = moves(solution, game, state)
        for _, target in found:
            if target not in number:
                number[target] = len(states)
                states.append(target)
        merged: dict[int, Node] = {}
        for guard, target in found:
            merged[target] = merged[target] | guard if target in merged else guard
        steps.append(tuple((guard, number[target]) for target, guard in merged.items()))
    shown = tuple("won" if state == _WON else names[state] for state in states)
    return Machine(game.automaton.letters, tuple(steps), 0, player, shown)


_WON = -1
"""Where the environment is when the run has ended: nothing matters there any more."""


def _answers(solution: ArenaSolution, game: HoaGame, state: int) -> list[Step]:
    """Return for all inputs the controller's letters and where they lead."""
    assert game.automaton is not None
    steps = []
    for choice in game.choices[state]:
        move = int(solution.strategy.moves[choice.vertex])
        edge = game.automaton.edges[state][choice.edges[choice.heads.index(move)]]
        steps.append((game.automaton.letters.function(edge.letters & choice.inputs), edge.target))
    return steps


def _demands(solution: ArenaSolution, game: HoaGame, state: int) -> list[Step]:
    """Return the environment's one input and where each output leads."""
    assert game.automaton is not None
    letters = game.automaton.letters
    if state == _WON:
        return [(letters.cube(dict.fromkeys(letters.inputs, False)), _WON)]
    move = int(solution.strategy.moves[state])
    choice = next(choice for choice in game.choices[state] if choice.vertex == move)
    chosen = letters.one(choice.inputs)
    shown = letters.cube({i: chosen[i] for i in letters.inputs})
    edges = [game.automaton.edges[state][k] for k in choice.edges]
    steps = [(edge.letters & shown, edge.target) for edge in edges]
    ended = shown
    for guard, _ in steps:
        ended = ended & ~guard
    return steps if ended == letters.false else [*steps, (ended, _WON)]
