import numpy as np
from numpy.typing import NDArray

DIRECTED: int
VERTEX: int
UNDIRECTED: int
REACH: int
SINKS: int
EXITS: int
PARITY: int
KERNEL: int
ORDER: int
RUNNING: int
DONE: int
NEED_ROOM: int

class Search:
    def __init__(
        self,
        tail: NDArray[np.int32],
        head: NDArray[np.int32],
        twin: NDArray[np.int32],
        n: int,
        kind: int,
        rules: int,
        depth_first: bool,
        slots: int,
        seed: int,
    ) -> None: ...
    def grow(self) -> None: ...
    def records(self) -> NDArray[np.int64]: ...
    def restore(self, records: NDArray[np.int64], count: int) -> None: ...
    def counters(self) -> tuple[int, int, int, int, int]: ...
    def begin(self, v: int, arcs: NDArray[np.uint8]) -> int: ...
    def advance(self, budget: int) -> int: ...
    def value(self) -> int: ...
