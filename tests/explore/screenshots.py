"""Pictures of every example on the page, in both themes, on a desk and on a phone, at the start, in play, at the end.

python -m tests.explore.screenshots OUT [NAME ...]
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

from tests.explore.serving import FLAGS, chromium, server

SIZES = {"desk": {"width": 1400, "height": 860}, "phone": {"width": 390, "height": 844}}
MOST_STEPS = 30
THEMES = ("light", "dark")


def main(out: Path, names: list[str]) -> None:
    """Make the pictures."""
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for theme in THEMES:
            for width, size in SIZES.items():
                context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
                page = context.new_page()
                page.goto(address)
                taken(page, out, f"{theme}-{width}", names)
                context.close()
        browser.close()


def taken(page: Page, out: Path, stem: str, names: list[str]) -> list[str]:
    """Make the pictures of a theme and a width; return the names of the games."""
    out.mkdir(parents=True, exist_ok=True)
    expect(page.locator("#moves button").first).to_be_visible()
    expect(page.locator(".thumb svg").first).to_be_visible()
    known: list[str] = page.eval_on_selector_all("[data-example]", "cards => cards.map((card) => card.dataset.example)")
    if not names:
        page.screenshot(path=out / f"first-{stem}.png")
        page.screenshot(path=out / f"first-whole-{stem}.png", full_page=True)
    for name in names or known:
        show(page, name)
        page.screenshot(path=out / f"{name}-{stem}-1.png")
        play(page, 1)
        page.screenshot(path=out / f"{name}-{stem}-2.png")
        play(page, MOST_STEPS)
        page.screenshot(path=out / f"{name}-{stem}-3.png")
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), f"{name} is wider than the page"
    return names or known


def show(page: Page, name: str) -> None:
    """Open an example."""
    if page.locator("#open").is_visible():
        page.click("#open")
    page.click(f"[data-example={name}]")
    expect(page.locator("#gallery")).to_be_hidden()
    expect(page.locator("#moves button").first).to_be_visible(timeout=20_000)
    page.mouse.move(0, 0)
    page.wait_for_timeout(150)


def play(page: Page, steps: int) -> None:
    """Make best moves."""
    for _ in range(steps):
        if page.locator("#step").is_disabled():
            return
        with page.expect_response(lambda answer: answer.url.endswith("/step")):
            page.click("#step")
        page.wait_for_timeout(60)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
