import numpy as np
from numpy.typing import NDArray

from graphgames.games.tables.kernels.window import Window

FAR: int

def begin(
    code: NDArray[np.uint8],
    numbers: NDArray[np.int64],
    again: NDArray[np.uint8],
    known: NDArray[np.uint16],
    own: NDArray[np.int64],
    labels: NDArray[np.uint16],
    bounds: NDArray[np.uint16],
    bad: NDArray[np.intp],
) -> None: ...
def next_due(labels: NDArray[np.uint16], layer: int = 0) -> int: ...
def due(labels: NDArray[np.uint16], layer: int, rows: NDArray[np.int64], later: NDArray[np.int32]) -> int: ...
def news(
    decided: NDArray[np.uint16], numbers: NDArray[np.int64], again: NDArray[np.uint8], heads: NDArray[np.int64]
) -> int: ...
def arrive(
    tiers: Window,
    own: int,
    told: NDArray[np.int64],
    layer: int,
    far: NDArray[np.int64],
    soonest: NDArray[np.uint16],
) -> None: ...
def count_edges(
    tiers: Window, own: int, numbers: NDArray[np.int64], again: NDArray[np.uint8], starts: NDArray[np.int64]
) -> None: ...
def fill_edges(
    tiers: Window,
    own: int,
    first: int,
    numbers: NDArray[np.int64],
    again: NDArray[np.uint8],
    ends: NDArray[np.int64],
    edges: NDArray[np.uint32],
) -> None: ...
def spread(
    labels: NDArray[np.uint16],
    far: NDArray[np.int64],
    starts: NDArray[np.int64],
    edges: NDArray[np.uint32],
    layer: int,
    soonest: NDArray[np.uint16],
) -> int: ...
