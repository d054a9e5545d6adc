"""The page in a cell of a notebook: its messages without a kernel, and the page in a browser with a small host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, FrameLocator, Page, expect

import graphgames as gg
from graphgames.draw.page import front
from graphgames.explore.notebook import Explorer
from tests.draw.test_graph import green_game
from tests.explore.serving import axe

HOST = """
window.begin = async ({ source, state }) => {
  const { default: widget } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const on = [];
  window.state = state;
  window.told = (kind, value) => {
    if (kind !== "msg:custom") state[kind.slice(7)] = value;
    on.forEach(([names, act]) => { if (names.split(" ").includes(kind)) act(value); });
  };
  const model = { get: (name) => state[name], set: (name, value) => { state[name] = value; },
    save_changes: () => window.saved(state._vertex), send: (message) => window.asked(message),
    on: (names, act) => on.push([names, act]), off: () => {} };
  for (const el of document.querySelectorAll("div")) widget.render({ model, el });
};
"""


def explorer(**how: Any) -> tuple[Explorer, list[Any]]:
    """Return a widget, and the list of what it sends."""
    page, sent = gg.solve(green_game()).explore(**how), []
    assert isinstance(page, Explorer)
    page.send = lambda message, buffers=None: sent.append(message)
    return page, sent


def test_questions_are_answered_and_selection_and_play_go_both_ways() -> None:
    page, sent = explorer()
    seen: list[Any] = []
    page.observe(lambda change: seen.append((change["name"], change["new"])), ["selected", "played"])
    page._asked(page, {"id": 1, "view": 7, "method": "view", "question": {}}, [])
    (reply,) = sent
    assert (reply["id"], reply["view"], reply["answer"]["play"]["count"]) == (1, 7, 0)
    json.dumps(reply)
    first = reply["answer"]["play"]["moves"][0]
    page._asked(page, {"id": 2, "view": 7, "method": "move", "question": {"name": first["name"]}}, [])
    assert page.played[0] == first["name"] and page.played == [one["name"] for one in sent[1]["answer"]["play"]["made"]]
    page._vertex = 2  # as the page says it
    label = page.solution.arena.label(2)
    assert page.selected == label and seen == [("played", page.played), ("selected", label)]
    page.selected = None
    assert page.get_state("_vertex") == {"_vertex": None}
    page.played = []
    page._asked(page, {"id": 3, "view": 7, "method": "view", "question": {}}, [])
    assert sent[2]["answer"]["play"]["count"] == 0 and page.position == page.solution.arena.label(0)


def test_what_cannot_be_is_refused_and_changes_nothing() -> None:
    page, sent = explorer(start=8)
    for name, value in (("selected", "nobody"), ("played", ["nowhere"])):
        before = getattr(page, name)
        with pytest.raises(gg.GraphGamesError):
            setattr(page, name, value)
        assert getattr(page, name) == before
    for method in ("export", "open_path", "__class__"):
        page._asked(page, {"id": 1, "view": 1, "method": method, "question": {}}, [])
        assert f"nothing called {method}" in sent.pop()["error"]
    assert page.position == 8 and page.played == []


def test_a_change_on_the_page_changes_the_solution() -> None:
    page, sent = explorer()
    edges = page.solution.arena.m
    change = {"what": "delete-edge", "from": 0, "to": int(page.solution.arena.successors_of(0)[0])}
    page._asked(page, {"id": 1, "view": 1, "method": "edit", "question": {"change": change}}, [])
    assert "answer" in sent[0] and page.solution.arena.m == edges - 1


def test_a_board_has_nothing_to_select() -> None:
    page = gg.heap_game("0.77", 12).explore(title="Kayles")
    assert "Kayles" in page._page and page.selected is None
    with pytest.raises(gg.GraphGamesError):
        page.selected = 3


@pytest.fixture
def cell(context: BrowserContext) -> Iterator[tuple[Page, Explorer, list[str]]]:
    """Give a page with two cells that show the same widget, the widget, and what goes wrong."""
    widget, faults = explorer()[0], []
    page = context.new_page()
    page.set_viewport_size({"width": 1000, "height": 1240})
    page.emulate_media(reduced_motion="reduce")
    page.on("console", lambda one: faults.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.expose_function("asked", lambda message: widget._asked(widget, message, []))
    page.expose_function("saved", lambda vertex: setattr(widget, "_vertex", vertex))
    page.set_content("<!doctype html><title>notebook</title><div></div><div></div>")
    page.add_script_tag(content=HOST)

    def tell(kind: str, value: Any) -> None:
        page.evaluate("([kind, value]) => told(kind, value)", [kind, value])

    widget.send = lambda message, buffers=None: tell("msg:custom", message)
    widget.observe(lambda change: tell(f"change:{change['name']}", change["new"]), ["played", "_vertex"])
    state = {name: getattr(widget, name) for name in ("_page", "_vertex", "height", "played")}
    page.evaluate("(given) => begin(given)", {"source": front("widget.js"), "state": state})
    yield page, widget, faults
    page.close()


def frame(page: Page, k: int) -> FrameLocator:
    return page.frame_locator("iframe").nth(k)


@pytest.mark.slow
@pytest.mark.smoke
def test_the_page_is_played_and_asked_in_a_cell(cell: tuple[Page, Explorer, list[str]]) -> None:
    page, widget, faults = cell
    one, other = frame(page, 0), frame(page, 1)
    for view in (one, other):
        expect(view.locator("#moves button").first).to_be_visible()
        expect(view.locator("#to-own")).to_be_hidden()
    one.locator("#moves button").first.click()
    expect(one.locator("#made li").nth(1)).to_be_visible()
    assert len(widget.played) > 0
    expect(other.locator("#made li")).to_have_count(len(widget.played) + 1)  # the other cell follows
    widget.played = []
    expect(one.locator("#made li")).to_have_count(0)
    widget.selected = widget.solution.arena.label(3)
    for view in (one, other):
        expect(view.locator("#graph .chosen[data-v='3']")).to_have_count(1)
    one.locator("#tab-vertex").click()
    expect(one.locator("#vertex-heading")).to_contain_text("Vertex")
    one.locator("#graph").press("n")
    page.wait_for_function("state._vertex !== 3")
    assert widget.selected == widget.solution.arena.label(page.evaluate("state._vertex"))
    one.locator("#tab-save").click()
    one.locator("#verify").click()
    expect(one.locator("#proof")).to_contain_text("Proved")
    one.locator("#open-conditions").click()
    expect(one.locator("#conditions-verdict")).to_have_text("All conditions hold.")
    inside = page.frames[1]
    inside.evaluate(axe())
    assert inside.evaluate("axe.run()")["violations"] == []
    assert faults == []
