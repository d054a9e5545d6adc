import numpy as np
from numpy.typing import NDArray

from graphgames.games.tables.kernels.window import Window

NONE: int
NO_MOVE: int
MISSING: int
FARTHEST: int

def mark(column: NDArray[np.int64], bits: NDArray[np.uint8]) -> int: ...
def count(words: NDArray[np.uint64], before: NDArray[np.uint16], base: NDArray[np.int64]) -> int: ...
def members(words: NDArray[np.uint64]) -> int: ...
def places(words: NDArray[np.uint64], rows: NDArray[np.int64], found: NDArray[np.int64]) -> None: ...
def look_up(tiers: Window, numbers: NDArray[np.int64], labels: NDArray[np.uint16]) -> None: ...
def fold(
    labels: NDArray[np.uint16],
    again: bool,
    best: NDArray[np.uint16],
    worst: NDArray[np.uint16],
    undecided: NDArray[np.uint16],
) -> int: ...
def decide(
    code: NDArray[np.uint8],
    best: NDArray[np.uint16],
    worst: NDArray[np.uint16],
    undecided: NDArray[np.uint16],
    labels: NDArray[np.uint16],
) -> None: ...
def decide_nimbers(known: NDArray[np.uint16], labels: NDArray[np.uint16]) -> None: ...
def decide_layer(
    code: NDArray[np.uint8],
    best: NDArray[np.uint16],
    worst: NDArray[np.uint16],
    undecided: NDArray[np.uint16],
    layer: int,
    labels: NDArray[np.uint16],
) -> int: ...
def unknown_are_draws(labels: NDArray[np.uint16]) -> None: ...
