"""One browser for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext

from tests.explore.serving import LACKING, browser, chromium


@pytest.fixture(scope="package")
def context() -> Iterator[BrowserContext]:
    if chromium() is None:
        pytest.skip(LACKING)
    with browser(viewport={"width": 1200, "height": 760}) as opened:
        yield opened
