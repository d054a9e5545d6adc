"""The certificates: for every kind of answer, the data that prove it and that a checker follows position by position.

A solution has one (``solution.certificate``); the page *Certificates* of the documentation says what each proves.

Examples
--------
>>> import graphgames as gg
>>> game = gg.Game(gg.Arena.from_edges([(0, 1), (0, 0)], owner=[0, 1]), gg.Reach([1]))
>>> isinstance(gg.solve(game).certificate, gg.certificates.AttractorRanks)
True
"""

from __future__ import annotations

from graphgames.core.certificate import Certificate
from graphgames.games.buchi.certificate import BuchiLabels
from graphgames.games.chance.certificate import (
    GainBias,
    PriorityCounts,
    ReachingRanks,
    RewardLayers,
    RewardRanks,
    StepValues,
    WinningChances,
)
from graphgames.games.fair.certificate import FairMoves
from graphgames.games.geography.certificate import (
    EvenKernels,
    GeographyProof,
    MatchingWitness,
    ProofDag,
    RankedLabels,
    TreeLabels,
)
from graphgames.games.grid.certificate import GridsSegments, LosingSegments
from graphgames.games.heaps.certificate import HeapPeriod, HeapValues, QuotientTable
from graphgames.games.impartial.certificate import GrundyValues, LoopyValues, MisereValues, PositionValues, SumValues
from graphgames.games.lastmove.certificate import Remoteness
from graphgames.games.omega.certificate import GoalRanks, RabinMeasures, RememberedMoves
from graphgames.games.parity.certificate import StrategyPair
from graphgames.games.partizan.certificate import CanonicalForms
from graphgames.games.races.certificate import RaceDistances, RacesDistances
from graphgames.games.reachability.certificate import AttractorRanks
from graphgames.games.sums.certificate import StackNimbers
from graphgames.games.synthesis.emerson_lei import SpecTree
from graphgames.games.synthesis.layers import SpecLayers
from graphgames.games.tables.certificate import TableLabels
from graphgames.games.weighted.certificate import (
    BellmanEquations,
    EnergyBounds,
    EnergyLayers,
    EnergyLifts,
    MeanPotentials,
    TotalRanks,
)

__all__ = [
    "AttractorRanks",
    "BellmanEquations",
    "BuchiLabels",
    "CanonicalForms",
    "Certificate",
    "EnergyBounds",
    "EnergyLayers",
    "EnergyLifts",
    "EvenKernels",
    "FairMoves",
    "GainBias",
    "GeographyProof",
    "GoalRanks",
    "GridsSegments",
    "GrundyValues",
    "HeapPeriod",
    "HeapValues",
    "LoopyValues",
    "LosingSegments",
    "MatchingWitness",
    "MeanPotentials",
    "MisereValues",
    "PositionValues",
    "PriorityCounts",
    "ProofDag",
    "QuotientTable",
    "RabinMeasures",
    "RaceDistances",
    "RacesDistances",
    "RankedLabels",
    "ReachingRanks",
    "RememberedMoves",
    "Remoteness",
    "RewardLayers",
    "RewardRanks",
    "SpecLayers",
    "SpecTree",
    "StackNimbers",
    "StepValues",
    "StrategyPair",
    "SumValues",
    "TableLabels",
    "TotalRanks",
    "TreeLabels",
    "WinningChances",
]
