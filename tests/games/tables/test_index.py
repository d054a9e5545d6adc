"""Every index numbers what it should: all things, each once, there and back."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

from graphgames.core.errors import GameError
from graphgames.games.tables.index import Combinations, Digits, Multisets, Product


@pytest.mark.parametrize("n", [0, 1, 5, 13, 14])
def test_combinations_are_all_masks_in_ascending_order(n: int) -> None:
    for k in range(n + 1):
        index = Combinations(n, k)
        masks = index.unrank(range(index.size))
        assert masks.tolist() == sorted(sum(1 << i for i in chosen) for chosen in combinations(range(n), k))
        assert index.rank(masks).tolist() == list(range(index.size))


@pytest.mark.parametrize(("n", "k"), [(26, 2), (27, 5), (30, 4), (45, 3), (62, 2), (62, 60)])
def test_combinations_of_many_places(n: int, k: int) -> None:
    index = Combinations(n, k)
    masks = index.unrank(np.arange(index.size))
    assert (np.diff(masks) > 0).all() and set(map(int.bit_count, masks.tolist())) == {k}
    assert (index.rank(masks) == np.arange(index.size)).all()


def test_combinations_too_many_to_list_there_and_back() -> None:
    index = Combinations(60, 30)
    numbers = np.random.default_rng(1).integers(0, index.size, 1000)
    masks = index.unrank(numbers)
    assert set(map(int.bit_count, masks.tolist())) == {30}
    assert (index.rank(masks) == numbers).all()


@pytest.mark.parametrize(("n", "k"), [(0, 4), (5, 1), (2, 3), (7, 5)])
def test_multisets_are_all_rows_of_a_sum(n: int, k: int) -> None:
    index = Multisets(n, k)
    rows = index.unrank(range(index.size))
    assert sorted(map(tuple, rows.tolist())) == sorted(row for row in product(range(n + 1), repeat=k) if sum(row) == n)
    assert index.rank(rows).tolist() == list(range(index.size))


def test_digits_and_products() -> None:
    index: Any = Product(Combinations(4, 2), Digits(3, 2))
    masks, digits = index.unrank(range(index.size))
    assert len(set(zip(masks.tolist(), map(tuple, digits.tolist()), strict=True))) == index.size == 36
    assert index.rank([masks, digits]).tolist() == list(range(36))


@pytest.mark.parametrize("make", [lambda: Combinations(3, 4), lambda: Combinations(63, 1), lambda: Digits(3, 0)])
def test_what_there_is_none_of_is_said(make: Any) -> None:
    with pytest.raises(GameError, match="expected"):
        make()


@pytest.mark.parametrize("number", [-1, 10])
def test_a_number_that_no_mask_has_is_refused(number: int) -> None:
    with pytest.raises(IndexError, match="expected numbers from 0 to 9"):
        Combinations(5, 2).unrank([0, number])
