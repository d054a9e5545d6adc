"""The answer to a specification: who wins, how, and the certificate."""

from __future__ import annotations

from functools import cached_property
from time import perf_counter
from typing import Any

from graphgames.core.errors import LimitExceededError
from graphgames.core.report import Report
from graphgames.games.synthesis.automata import Machine
from graphgames.games.synthesis.layers import SpecLayers, certified
from graphgames.games.synthesis.spec import PARTS, Builder, Spec
from graphgames.games.synthesis.spec_checker import check_layers
from graphgames.games.synthesis.spec_machines import Strategy, machine
from graphgames.games.synthesis.symbolic import SIZES, Arena, Layers, solve


class SpecSolution:
    """Who wins a specification, with the strategy and the proof.

    Attributes
    ----------
    spec : Spec
        What was asked.
    realizable : bool
        Whether the system can meet the specification whatever the environment does.
    stats : dict
        How many layers the certificate of a realizable specification has, or how many parts that of another, and the
        seconds that it took.

    Examples
    --------
    >>> import graphgames as gg
    >>> spec = gg.Spec({"r": bool}, {"g": bool}, sys_trans=["g' -> r'"], sys_goals=["g"])
    >>> answer = gg.synthesize(spec)
    >>> answer
    SpecSolution(unrealizable, 2 parts)
    >>> answer.core()
    {'sys_trans': ["g' -> r'"], 'sys_goals': ['g']}
    """

    def __init__(self, spec: Spec):
        start = perf_counter()
        self.spec = spec
        self.arena, self.layers = _solved(spec)
        count = sum(map(len, self.layers.reached)) if self.realizable else len(self.layers.lost)
        self.stats = {"layers" if self.realizable else "parts": count, "seconds": perf_counter() - start}

    @property
    def realizable(self) -> bool:
        """Whether the system can meet the specification."""
        return self.layers.realizable

    @cached_property
    def certificate(self) -> SpecLayers:
        """The layers as lists of nodes."""
        return certified(self.arena, self.layers)

    def verify(self) -> Report:
        """Check the layers by CUDD; raise `MissingDependencyError` if that is not installed."""
        return check_layers(self.spec, self.certificate, Builder)

    def strategy(self) -> Strategy:
        """Return what the winner does, step by step."""
        return Strategy(self.arena, self.layers)

    def machine(self) -> Machine | None:
        """Return the winner's explicit machine, None if it would be large."""
        return machine(self.strategy())

    def core(self) -> dict[str, list[Any]]:
        """Return guarantees that cannot be met together, none of which can be left out; none if all can be met.

        They are found by deletion: one after another is left out if the rest cannot be met either.
        """
        if self.realizable:
            return {}
        kept = {part: list(getattr(self.spec, part)) for part in PARTS}
        for part in ("sys_goals", "sys_trans", "sys_init"):
            for one in list(kept[part]):
                rest = kept | {part: [other for other in kept[part] if other is not one]}
                if not _solved(Spec(self.spec.inputs, self.spec.outputs, **rest))[1].realizable:
                    kept = rest
        return {part: kept[part] for part in ("sys_init", "sys_trans", "sys_goals") if kept[part]}

    def __repr__(self) -> str:
        word, count = next(iter(self.stats.items()))
        several = word if count != 1 else word.removesuffix("s")
        return f"SpecSolution({'realizable' if self.realizable else 'unrealizable'}, {count} {several})"


def _solved(spec: Spec) -> tuple[Arena, Layers]:
    """Return a specification in decision diagrams, and its layers."""
    for size in SIZES:
        try:
            arena = Arena(spec, size)
            return arena, solve(arena)
        except MemoryError:
            continue
    raise LimitExceededError(
        f"the sets of this specification need more than {SIZES[-1][0]:,} nodes of decision diagrams"
    )
