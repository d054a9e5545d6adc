"""Integers of any size out of text are those that Python reads."""

from __future__ import annotations

import re
from types import ModuleType

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphgames.core.compiled import uncompiled
from graphgames.core.value import whole
from graphgames.readers.kernels import large

LENGTHS = st.sampled_from([0, 1, 18, 19, 20, 38, 39, 57, 77, 3999, 4000, 4001]) | st.integers(1, 300)
DIGITS = st.builds(lambda d, size: (d * size)[:size], st.text("0123456789", min_size=1), LENGTHS)
WORDS = st.builds(str.__add__, st.sampled_from(["", "-", "+", "--"]), DIGITS | st.text("019-+/.a ²", max_size=60))


@pytest.mark.slow
@pytest.mark.parametrize("kernel", [large, uncompiled(large)])
@given(st.lists(WORDS))
@example(["9" * 4000, "-" + "9" * 4000, "0" * 4000, "-" + "0" * 19 + "1", "1" * 30 + "x", "-", "1" + "0" * 4000])
def test_integers_are_read_exactly(kernel: ModuleType, words: list[str]) -> None:
    texts = [word.encode() for word in words]
    end = np.cumsum([len(text) for text in texts], dtype=np.int64)
    begin = end - np.array([len(text) for text in texts], np.int64)
    found = kernel.integers(b"".join(texts), begin, end)
    wanted = []
    for word in words:
        right, sign = re.fullmatch(r"-?[0-9]{1,4000}", word), -1 if word[:1] == "-" else 1
        wanted.append(sign * whole(word.removeprefix("-")) if right else None)
    assert found == wanted
