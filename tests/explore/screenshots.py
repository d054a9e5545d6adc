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


def states(page: Page, out: Path, stem: str) -> list[str]:
    """Make a picture of every state of the page, on a graph: tabs, lists, lessons, faults; as three kinds of colour
    blindness see it, too. Return what they are called.
    """
    out.mkdir(parents=True, exist_ok=True)
    done: list[str] = []

    def shot(name: str) -> None:
        page.wait_for_timeout(150)
        page.screenshot(path=out / f"state-{name}-{stem}.png", full_page=True)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth"), f"{name} is wider than the page"
        done.append(name)

    def said(words: str) -> None:
        expect(page.locator("#live")).to_contain_text(words)

    page.click("#rules")
    shot("rules")
    page.click("#rules")
    page.click("#help")
    shot("keys")
    page.keyboard.press("Escape")
    show(page, "parity")
    expect(page.locator("#title")).to_have_text("Parity")
    for kind in ("deuteranopia", "protanopia", "tritanopia"):
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        shot(kind)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        session.detach()
    page.click("#threat")
    shot("threat")
    page.click("#threat")
    page.click("#moves button >> nth=1")  # a mistake
    said("Eve: 4")
    page.click("#why")
    shot("why")
    page.click("#whole")
    expect(page.locator("#argument li").first).to_be_visible()
    shot("argument")
    page.click("#undo")
    said("Taken back")
    page.click("#moves button >> nth=0")
    said("Eve: 2")
    page.click("#tab-history")
    page.fill("#note", "A better way")
    page.locator("#note").blur()
    expect(page.locator("#variations li")).to_have_count(2)
    shot("lines")
    page.click("#tab-vertex")
    page.locator("#table summary").click()
    page.locator("#table tbody button").nth(4).click()
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 4")
    shot("list-and-vertex")
    page.locator("#table summary").click()
    page.click("#focus")
    shot("focus")
    page.click("#focus")
    page.click("#tab-steps")
    expect(page.locator("#steps-count")).to_have_text("1 of 17")
    for _ in range(6):
        page.click("#steps-on")
    shot("steps")
    page.click("#tab-change")
    shot("change")
    page.click("#tab-save")
    page.click("#verify")
    expect(page.locator("#proof")).to_contain_text("Proved")
    shot("proved")
    page.click("#open-conditions")
    expect(page.locator("#opened li").first).to_be_visible()
    shot("conditions")
    page.select_option("#break-entry", index=0)
    page.fill("#break-to", "Eve")
    page.click("#break-do")
    expect(page.locator("#conditions-verdict")).to_have_class("bad")
    shot("broken")
    page.uncheck("#show-values")
    shot("blind")
    page.check("#show-values")
    page.click("#run")
    expect(page.locator("#ending")).to_be_visible(timeout=60_000)
    shot("over")
    page.click("#open")
    page.locator("#typed summary").click()
    page.fill("#text", "parity 1;\n0 2 0 7;\n")
    page.click("#typed button")
    expect(page.locator("#fault")).to_be_visible()
    shot("fault")
    page.select_option("#fault-as", "gra-w-zielone")
    expect(page.locator("#fault-words")).to_contain_text("the number of Ania")
    page.select_option("#fault-as", "")
    return done


def show(page: Page, name: str) -> None:
    """Open an example."""
    if page.locator("#open").is_visible():
        page.click("#open")
    page.click(f"[data-example={name}]")
    expect(page.locator("#gallery")).to_be_hidden()
    expect(page.locator("#moves button").first).to_be_visible(timeout=120_000)
    expect(page.locator("#canvas > div:visible")).to_have_count(1)  # a board hides the graph before it
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
