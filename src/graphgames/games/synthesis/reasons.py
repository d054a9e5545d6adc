"""Why a specification can be met, or cannot: which guarantees and which assumptions it takes.

Formulas are left out one after another, as long as the answer stays the same (deletion, as in Spectra; Cimatti et al.,
*Diagnostic information for realizability*, VMCAI 2008). Where the specification cannot be met, as many guarantees as
can be met together are looked for, too, and what assumptions are worth is said of those.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from graphgames.core.acceptance import FALSE, Formula, both, either, finitely, infinitely, parsed, spelled
from graphgames.core.errors import GameError, shown
from graphgames.core.game import Game
from graphgames.core.report import Report
from graphgames.core.unknown_attributes import Suggesting
from graphgames.engines import dispatch
from graphgames.games.synthesis.automata import Automaton
from graphgames.games.synthesis.checker import check_machine
from graphgames.games.synthesis.controllers import controller
from graphgames.games.synthesis.hoa import game_of
from graphgames.games.synthesis.owned import folded
from graphgames.games.synthesis.spec import Spec
from graphgames.games.synthesis.spec import spelled as spelled_expression


class Item(NamedTuple):
    """A guarantee or an assumption: the part of the specification in which it stands, its number there, its text."""

    part: str
    at: int
    text: str


Items = Sequence[Item]
_NOTHING = Item("sys_goals", -1, "FALSE")
"""A guarantee that nothing meets: with it the system wins only where an assumption fails."""


@dataclass(frozen=True)
class Reasons(Suggesting):
    """Why a specification can be met, or cannot; of everything listed nothing can be left out.

    Attributes
    ----------
    realizable : bool
        Whether it can be met.
    core : dict
        If not: guarantees that cannot be met together, even with all assumptions of the specification, by the part in
        which they stand; one more assumption may mend that. There may be none: then the rules of the system alone
        leave it without a step.
    met : dict
        Guarantees that can be met together; if not all, no other one can be met with them.
    needed : dict
        The assumptions that it takes to meet those.
    avoidable : bool
        Whether the system can keep one of the needed assumptions from holding. Then it can win a play in which the
        environment does what it can, and not every guarantee holds (the specification is not well separated: Klein,
        Pnueli, *Revisiting synthesis of GR(1) specifications*, HVC 2010).
    proved : bool or None
        Whether a checker has accepted every answer that says so; None if it was not asked.

    Examples
    --------
    >>> import graphgames as gg
    >>> reasons = gg.why(gg.Spec({"r": bool}, {"g": bool}, sys_trans=["g' -> r'"], sys_goals=["g"]))
    >>> reasons.core, reasons.met
    ({'sys_trans': ["g' -> r'"], 'sys_goals': ['g']}, {'sys_trans': ["g' -> r'"]})
    """

    realizable: bool
    core: Mapping[str, list[str]]
    met: Mapping[str, list[str]]
    needed: Mapping[str, list[str]]
    avoidable: bool
    proved: bool | None


def why(problem: Spec | Game, prove: bool = False) -> Reasons:
    """Return why a specification can be met or cannot.

    Parameters
    ----------
    problem : Spec or Game
        A specification; or a game that was read from an automaton (HOA), whose letters stay as they are, while its
        condition is divided: ``Fin(0) | Fin(1) | (Inf(2) & Inf(3))`` has two assumptions and two guarantees. A parity
        condition has a guarantee for each bad set: that it is seen only finitely often, or a good one that counts more
        infinitely often, like ``Fin(1) | Inf(2)``; an edge in several sets counts for the one that decides.
    prove : bool
        Whether to check every answer on which the reasons rest.

    Raises
    ------
    GameError
        If the problem is none of these, or the automaton has no initial state.
    MissingDependencyError
        If the package ``dd`` is not installed, which checks specifications, and that is asked for.

    Examples
    --------
    >>> import graphgames as gg
    >>> spec = gg.Spec({"r": bool, "q": bool}, {"g": bool, "h": bool}, sys_trans=["g' -> r'"], env_goals=["r", "q"],
    ...                sys_goals=["g", "h & !h"])
    >>> gg.why(spec)
    Reasons(realizable=False, core={'sys_goals': ['h & !h']}, met={'sys_trans': ["g' -> r'"], 'sys_goals': ['g']},
            needed={'env_goals': ['r']}, avoidable=False, proved=None)
    """
    automaton: Any = getattr(problem, "automaton", None)
    if not isinstance(problem, Spec) and (automaton is None or automaton.start is None):
        what = "the automaton has no initial state" if automaton else f"{shown(problem)} is not a specification"
        raise GameError(f"{what}; expected a Spec, or a game that was read: why(read('spec.ehoa'))")
    if not isinstance(prove, bool):
        raise GameError(f"prove is {shown(prove)}; expected True or False")
    question = OfSpec(problem) if isinstance(problem, Spec) else OfAutomaton(automaton)
    asked = dict[frozenset[Item], tuple[bool, Callable[[], Report]]]()

    def answered(kept: Iterable[Item]) -> tuple[bool, Callable[[], Report]]:
        key = frozenset(kept)
        if key not in asked:
            known = (*question.guarantees, *question.assumptions, _NOTHING)
            asked[key] = question.answer([one for one in known if one in key])
        return asked[key]

    def holds(kept: Iterable[Item]) -> bool:
        return answered(kept)[0]

    guarantees, assumptions = list(question.guarantees), list(question.assumptions)
    realizable = holds([*guarantees, *assumptions])
    core = [] if realizable else _fewest(guarantees, lambda kept: not holds([*kept, *assumptions]))
    met = list[Item]()
    for one in guarantees:
        met += [one] if realizable or holds([*met, one, *assumptions]) else []
    together = holds([*met, *assumptions])
    needed = _fewest(assumptions, lambda kept: holds([*met, *kept])) if together else []
    avoidable, proved = bool(needed) and holds([*met, *needed, _NOTHING]), None
    if prove:
        parts = [([*guarantees, *assumptions], realizable), ([*met, *needed], together)]
        parts += [([*_but(needed, one), *met], False) for one in needed]
        if not realizable:
            parts += [([*core, *assumptions], False), *(([*_but(core, one), *assumptions], True) for one in core)]
            parts += [([*met, one, *assumptions], False) for one in guarantees if one not in met]
        parts += [([*met, *needed, _NOTHING], avoidable)] * bool(needed)
        proved = all(answered(kept)[0] == right and answered(kept)[1]().ok for kept, right in parts)
    return Reasons(realizable, _by_part(core), _by_part(met), _by_part(needed), avoidable, proved)


def _fewest(items: list[Item], true: Callable[[list[Item]], bool]) -> list[Item]:
    """Return items of which something is true that would not be without one of them."""
    kept = items
    for one in items[::-1]:
        kept = _but(kept, one) if true(_but(kept, one)) else kept
    return kept


def _but(items: list[Item], left_out: Item) -> list[Item]:
    return [one for one in items if one != left_out]


def _by_part(items: Iterable[Item]) -> dict[str, list[str]]:
    found = dict[str, list[str]]()
    for one in items:
        found.setdefault(one.part, []).append(one.text)
    return found


class Divided(NamedTuple):
    """A condition "some assumption is seen only finitely often, or every guarantee holds"."""

    assumptions: tuple[Formula, ...]
    guarantees: tuple[Formula, ...]

    @classmethod
    def of(cls, formula: Formula) -> Divided:
        """Divide a condition; without assumptions if it has another form."""
        parts = formula[1:] if formula[0] == "or" else (formula,)
        failing = tuple(part for part in parts if part[0] == "fin" and len(parts) > 1)
        rest = either(*(part for part in parts if part not in failing))
        return cls(failing, rest[1:] if rest[0] == "and" else (rest,))

    def items(self, name: Callable[[int], str] = str) -> tuple[list[Item], list[Item]]:
        """Return the guarantees and the assumptions, which are that a set is seen infinitely often."""
        wanted = [Item("acceptance", k, spelled(one, name)) for k, one in enumerate(self.guarantees)]
        return wanted, [Item("assumptions", k, f"Inf({name(one[1])})") for k, one in enumerate(self.assumptions)]

    def joined(self, kept: Items) -> Formula:
        """Return the condition of what is kept."""
        held = {(one.part, one.at) for one in kept}
        failing = [one for k, one in enumerate(self.assumptions) if ("assumptions", k) in held]
        wanted = [one for k, one in enumerate(self.guarantees) if ("acceptance", k) in held]
        return either(*failing, FALSE if _NOTHING in kept else both(*wanted))


class OfSpec:
    """A specification, formula by formula."""

    def __init__(self, spec: Spec):
        def items(*parts: str) -> list[Item]:
            return [Item(part, k, _text(one)) for part in parts for k, one in enumerate(getattr(spec, part))]

        self.spec, self.divided = spec, Divided.of(parsed(spec.acceptance)) if spec.acceptance else Divided((), ())
        wanted, assumed = self.divided.items()
        self.guarantees = [*items("sys_init", "sys_trans", "sys_goals"), *wanted]
        self.assumptions = [*items("env_init", "env_trans", "env_goals"), *assumed]

    def answer(self, kept: Items) -> tuple[bool, Callable[[], Report]]:
        """Return whether the specification of some formulas can be met, and what checks that."""
        parts = {one.part for one in (*self.guarantees, *self.assumptions)} - {"acceptance", "assumptions"}
        changed: dict[str, Any] = {
            part: [getattr(self.spec, part)[one.at] for one in kept if one.part == part and one != _NOTHING]
            for part in parts
        }
        if _NOTHING in kept and not self.spec.acceptance:
            changed["sys_goals"] = [_NOTHING.text]
        if self.spec.acceptance:
            changed["acceptance"] = spelled(self.divided.joined(kept))
        solution = dispatch.solve(replace(self.spec, **changed), None)
        return solution.realizable, lambda: dispatch.verify(solution)


def _text(formula: Any) -> str:
    return formula if isinstance(formula, str) else spelled_expression(formula)


def parity_guarantees(automaton: Automaton) -> list[Item]:
    """Return a guarantee for each odd priority p: it is seen finitely often, or a larger even one infinitely often.

    Without it, p decides nothing any more, like priority 0. All of them together are the parity condition.
    """
    colours, seen = automaton.colours, {edge.priority for row in automaton.edges for edge in row}

    def meant(p: int) -> Formula:
        better = (infinitely(colours[q]) for q in sorted(colours) if q > p and q % 2 == 0)
        return either(*([finitely(colours[p])] if p in colours else []), *better)

    return [Item("acceptance", p, spelled(meant(p))) for p in sorted(seen) if p % 2]


class OfAutomaton:
    """An automaton whose acceptance condition is left out in parts; what letters it has stays."""

    def __init__(self, automaton: Automaton):
        self.condition: Any
        self.condition, self.plain = (None, automaton) if automaton.source is None else automaton.source
        if self.condition is None:
            self.guarantees, self.assumptions = parity_guarantees(self.plain), list[Item]()
        else:
            self.divided = Divided.of(self.condition.formula)
            self.guarantees, self.assumptions = self.divided.items(self.condition.name)

    def answer(self, kept: Items) -> tuple[bool, Callable[[], Report]]:
        """Return whether the automaton with what is left of its condition can be met, and what checks that."""
        if self.condition is None:
            free = {one.at for one in self.guarantees} - {one.at for one in kept}
            edges = tuple(
                tuple(edge._replace(priority=0) if edge.priority in free else edge for edge in row)
                for row in self.plain.edges
            )
            changed = replace(self.plain, edges=edges)
        else:
            changed = self.condition.altered(self.divided.joined(kept)).unfolded(self.plain)
        game = game_of(changed if changed.players is None else folded(changed))
        assert game.start is not None and game.automaton is not None
        solution, automaton = dispatch.solve(game, None), game.automaton
        won = not solution.winner_of(game.arena.label(int(game.start)))
        return won, lambda: check_machine(controller(solution), automaton)
