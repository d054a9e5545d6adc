"""Places for many vertices: none meet, each is in the disc of its group, neighbours are near each other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import cKDTree

from graphgames.core.arena import Arena
from graphgames.draw import crowd
from graphgames.games.random_games import random_arena


def grid(side: int) -> Arena:
    """Return a square grid."""
    v = np.arange(side * side)
    right, down = v[v % side < side - 1], v[v < side * (side - 1)]
    return Arena.from_arrays(np.append(right, down), np.append(right + 1, down + side), side * side)


@pytest.mark.parametrize("n", [1, 2, 3, 60, 2000])
@pytest.mark.parametrize("k", [1, 5, 40])
def test_no_two_vertices_meet_and_each_is_in_the_disc_of_its_group(n: int, k: int) -> None:
    arena = random_arena(n, (1, 3), 7)
    group = np.random.default_rng(n + k).integers(0, k, n) ** 2 // k
    count = np.bincount(group, minlength=k)
    room = crowd.discs(count, np.arange(k) % 2)
    places = crowd.filled(crowd.coordinates(arena), group, room)
    assert np.isfinite(places).all()
    if n > 1:
        assert np.asarray(cKDTree(places).query(places, 2)[0])[:, 1].min() > 0.6 * crowd.SPACE
    far = np.hypot(*(places - room.middle[group]).T)
    assert (far <= room.radius[group] - crowd.SPACE / 2).all()
    between = np.hypot(*(room.middle[:, None] - room.middle).transpose(2, 0, 1)) - room.radius[:, None] - room.radius
    assert k == 1 or between[~np.eye(k, dtype=bool)].min() > 0


def test_neighbours_on_a_grid_are_neighbours_in_the_disc() -> None:
    arena = grid(40)
    room = crowd.discs(np.array([arena.n]), np.zeros(1, np.int64))
    places = crowd.filled(crowd.coordinates(arena), np.zeros(arena.n, np.int64), room)
    steps = np.hypot(*(places[arena.tails] - places[arena.successors]).T)
    assert np.median(steps) < 2 * crowd.SPACE
    assert steps.max() < room.radius[0]


def test_parts_without_edges_between_them_and_long_paths_have_places() -> None:
    path = Arena.from_arrays(np.arange(4999), np.arange(1, 5000), 5010)  # and ten vertices alone
    found = crowd.coordinates(path)
    assert np.isfinite(found).all()
    order = np.argsort(found[:5000, 0])
    assert min(abs(np.corrcoef(order, np.arange(5000))[0, 1]), 1) > 0.9


def test_whoever_waits_no_longer_stops_it() -> None:
    def poll() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        crowd.coordinates(grid(5), poll)


@pytest.mark.parametrize("k", [1, 3, 12, 14])
def test_groups_of_one_band_stand_in_several_rows_and_do_not_meet(k: int) -> None:
    room = crowd.discs(np.arange(k) * 50, np.zeros(k, np.int64))
    between = np.hypot(*(room.middle[:, None] - room.middle).transpose(2, 0, 1)) - room.radius[:, None] - room.radius
    assert k == 1 or between[~np.eye(k, dtype=bool)].min() > 0
    wide, high = np.ptp(room.middle, axis=0) + 2 * room.radius.max()
    assert k < 3 or wide < 3 * high
