"""The page in a real browser: everything that a person does there, by mouse, by keyboard, on a phone, in the dark."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

import graphgames as gg
from graphgames.games.random_games import random_game
from tests.explore import screenshots
from tests.explore.serving import LACKING, axe, chromium, server
from tests.explore.test_game_session import WALK

PG = 'parity 3;\n0 2 0 1,2 "a";\n1 1 1 0,3 "b";\n2 3 0 2 "c";\n3 0 1 0 "d";\n'
LIFT = "[INPUT]\nup\n[OUTPUT]\nfloor:1...3\n[SYS_INIT]\nfloor = 1\n[SYS_TRANS]\nup' -> floor' >= floor\n"
LIFT += "floor' <= floor + 1 & floor <= floor' + 1\n[SYS_LIVENESS]\nfloor = 1\nfloor = 3\n"
VIOLATIONS = (
    "window.violations = []; addEventListener('securitypolicyviolation', (e) => violations.push(e.blockedURI));"
)

expect.set_options(timeout=60_000)  # a test machine may be busy

pytestmark = [pytest.mark.slow, pytest.mark.skipif(chromium() is None, reason=LACKING)]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server("--upload-limit", "30") as served:
        yield served


@pytest.fixture
def page(context: BrowserContext, address: str) -> Iterator[Page]:
    """Return a page with the gallery; afterwards nothing must have gone wrong unseen, and nothing gone elsewhere."""
    opened = context.new_page()
    opened.add_init_script(VIOLATIONS)
    faults: list[str] = []
    asked: list[str] = []
    opened.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    opened.goto(address)
    expect(opened.locator("#moves button").first).to_be_visible()
    expect(opened.locator("#gallery")).to_be_visible()
    yield opened
    assert opened.evaluate("violations") == []
    opened.close()
    assert [url for url in asked if not url.startswith(address)] == []
    known = ("the server responded with a status of 4", "GL Driver Message")  # a picture is read back
    assert [fault for fault in faults if not any(words in fault for words in known)] == []


def example(page: Page, name: str) -> None:
    if page.locator("#open").is_visible():
        page.click("#open")
    title = page.locator(f"[data-example={name}] strong").inner_text()
    page.click(f"[data-example={name}]")
    expect(page.locator("#title")).to_have_text(title)
    expect(page.locator("#gallery")).to_be_hidden()
    expect(page.locator("#moves button").first).to_be_visible()


def both(page: Page) -> None:
    """Move for both players."""
    page.select_option("#persons", "both")
    says(page, "From the beginning")


def made(page: Page) -> list[str]:
    """Return the moves of the history."""
    found: list[str] = page.evaluate(
        "[...document.querySelectorAll('#made li:not(:first-child) button')].map((b) => b.textContent)"
    )
    return found


def upload(page: Page, name: str, data: bytes | str) -> None:
    content = data.encode() if isinstance(data, str) else data
    page.set_input_files("#file", {"name": name, "mimeType": "application/octet-stream", "buffer": content})


def spot(page: Page, v: int) -> tuple[float, float]:
    """Say where on the page a vertex stands."""
    found = page.locator(f"#graph [data-v='{v}'] .shape").first.bounding_box()
    assert found is not None
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


def click_vertex(page: Page, v: int) -> None:
    page.mouse.click(*spot(page, v))


def moves(page: Page) -> list[str]:
    found: list[str] = page.evaluate("[...document.querySelectorAll('#moves button')].map((b) => b.dataset.move)")
    return found


def says(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#live")).to_contain_text(words)


def download(page: Page, kind: str) -> Path:
    page.click("#tab-save")
    with page.expect_download() as coming:
        page.click(f"#export-{kind}")
    return coming.value.path()


def test_first_paint_is_small(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    script = "performance.getEntries().filter((e) => 'encodedBodySize' in e).map((e) => [e.name, e.encodedBodySize])"
    sizes = {name.partition("?")[0]: size for name, size in page.evaluate(script)}
    assert len(sizes) > 10
    assert sum(sizes.values()) < 100_000  # the page, the first game, and the pictures on the cards


def test_the_first_look_can_be_played_at_once(page: Page) -> None:
    expect(page.locator("#turn-heading")).to_contain_text("Your move, First")
    says(page, "the nim-sum is 1: the player to move wins by leaving")
    expect(page.locator("#intro")).to_be_visible()
    expect(page.locator("#rule")).to_have_text("Take any number from one heap; who takes the last stone wins.")
    expect(page.locator("#aims")).to_contain_text("You are First; the computer is Second")
    expect(page.locator("#board .match[data-key]")).to_have_count(15)
    expect(page.locator("#board .target.win")).to_have_count(3)
    page.locator("#board .target.win").first.click()
    says(page, "First: 3 -> 2. Second:")
    assert page.locator("#board .match[data-key]").count() < 14
    expect(page.locator("#strip button")).to_have_count(3)
    expect(page.locator(".thumb svg")).to_have_count(page.locator("[data-example]").count())
    page.click("#to-own")
    expect(page.locator("#file")).to_be_focused()


def test_conditions_are_opened_at_a_vertex_and_broken(page: Page) -> None:
    example(page, "green-game")
    both(page)
    click_vertex(page, 1)
    page.click("#vertex-conditions")
    expect(page.locator("#conditions-heading")).to_have_text("At 2")
    expect(page.locator("#conditions-verdict")).to_have_text("All conditions hold.")
    expect(page.locator("#opened > li")).to_have_count(7)
    page.locator("#opened button").first.hover()
    expect(page.locator("#graph [data-v='1'].pointed")).to_have_count(1)
    falls = page.locator("#opened > li", has_text="Beta counts marks").locator(".place").first
    expect(falls).to_contain_text("Compared:")
    falls.locator("button", has_text=re.compile("beta of [^2]")).first.hover()  # along the edge to there
    expect(page.locator("#graph .e.pointed")).to_have_count(1)
    page.select_option("#break-entry", label="winner: Bolek")
    page.fill("#break-to", "Bolek")
    page.click("#break-do")
    expect(page.locator("#conditions-verdict")).to_contain_text("This is what the claim says: winner Bolek.")
    page.fill("#break-to", "Ania")
    page.click("#break-do")
    expect(page.locator("#conditions-verdict")).to_contain_text("Refused: “moves stand where needed” fails at 2")
    expect(page.locator("#graph [data-v='1'].pointed")).to_have_count(1)
    page.click("#unbroken")
    expect(page.locator("#conditions-verdict")).to_have_text("All conditions hold.")


def test_an_algorithm_is_followed_step_by_step(page: Page) -> None:
    example(page, "green-game")
    page.click("#tab-steps")
    expect(page.locator("#steps-title")).to_have_text("Traps, round by round")
    expect(page.locator("#steps-count")).to_have_text("1 of 6")
    expect(page.locator("#graph .v.changed")).to_have_count(3)  # the green fields
    expect(page.locator("#graph .v.r0, #graph .v.r1")).to_have_count(0)
    page.focus("#steps-at")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    expect(page.locator("#steps-text")).to_contain_text("In 2, 5, 7 Bolek keeps the play away")
    expect(page.locator("#graph .v.changed.r1")).to_have_count(3)
    page.click("#steps-on")
    expect(page.locator("#graph .v.lit")).to_have_count(5)  # what is left
    expect(page.locator("#graph .e.strategy")).to_have_count(0)
    click_vertex(page, 7)
    assert made(page) == []  # nobody moves meanwhile
    page.click("#tab-history")
    expect(page.locator("#graph .v.changed, #graph .v.lit")).to_have_count(0)
    expect(page.locator("#graph .e.strategy").first).to_be_visible()
    example(page, "total-payoff")
    page.click("#tab-steps")
    expect(page.locator("#steps-count")).to_have_text("1 of 3")
    example(page, "kayles")
    page.click("#tab-steps")
    expect(page.locator("#steps-about")).to_contain_text("No algorithm is shown step by step on this game.")
    expect(page.locator("#steps-at")).to_be_hidden()


def test_other_lines_and_notes_stay_and_are_saved(page: Page) -> None:
    example(page, "green-game")
    both(page)
    page.click("#moves [data-move='8']")
    says(page, "Ania: 8")
    page.click("#moves [data-move='3']")
    says(page, "Bolek: 3")
    expect(page.locator("#variations")).to_be_hidden()  # there is one line yet
    page.fill("#note", "A green field")
    page.locator("#note").blur()
    expect(page.locator("#variations q")).to_have_text("A green field")
    page.click("#undo")
    expect(page.locator("#note")).to_have_value("")
    page.click("#moves [data-move='4']")
    says(page, "Bolek: 4")
    expect(page.locator("#variations ul li")).to_have_count(2)
    page.locator("#variations button", has_text="2. 3").click()
    expect(page.locator("#note")).to_have_value("A green field")
    assert made(page) == ["1. 8", "2. 3"]
    saved = download(page, "html").read_text()
    page.reload()
    expect(page.locator("#variations ul li")).to_have_count(2)
    data = re.search('<script type="application/json" id="data">(.*?)</script>', saved)
    assert data is not None
    begin = json.loads(data[1])["begin"]
    assert begin["moves"] == ["8", "3"] and "A green field" in json.dumps(begin["kept"])


def test_a_claim_is_challenged_for_the_player_who_loses(page: Page) -> None:
    example(page, "green-game")
    both(page)
    click_vertex(page, 7)
    says(page, "Ania: 8")
    page.click("#why")
    expect(page.locator("#reason")).to_contain_text("Ania wins from 8")
    page.click("#challenge")
    expect(page.locator("#aims")).to_contain_text("You are Bolek; the computer is Ania")
    expect(page.locator("#turn-heading")).to_contain_text("Your move")
    page.locator("#moves button").first.click()
    expect(page.locator("#reason")).to_contain_text("Ania wins from")
    expect(page.locator("#strip button")).to_have_count(3)  # the start, the move, its answer


@pytest.mark.smoke
def test_a_game_is_opened_moved_in_and_asked(page: Page) -> None:
    example(page, "green-game")
    expect(page.locator("#aims")).to_contain_text("You are Ania; the computer is Bolek")
    both(page)
    expect(page.locator("#heading")).to_contain_text("Ania wins: 5, Bolek wins: 3")
    expect(page.locator("#turn-heading")).to_contain_text("Ania to move wins")
    assert moves(page) == ["8", "7"]
    click_vertex(page, 7)
    says(page, "Ania: 8")
    expect(page.locator("#turn-heading")).to_contain_text("Bolek to move")
    page.click("#why")
    expect(page.locator("#reason")).to_contain_text("Ania wins from 8")
    page.locator("#reason button", has_text="8").first.hover()
    expect(page.locator("#graph [data-v='7'].pointed")).to_have_count(1)
    expect(page.locator("#moves button").first).to_be_in_viewport()
    page.click("#whole")
    expect(page.locator("#argument")).to_contain_text("Bolek: ")
    page.locator("#argument li", has_text="Bolek: ").first.hover()
    assert page.locator("#graph .pointed").count() >= 2  # the vertex and the edge to it
    page.click("#undo")
    says(page, "Taken back. The pawn stands on 1")
    assert moves(page) == ["8", "7"]
    click_vertex(page, 1)
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 2")
    expect(page.locator("#vertex-why")).to_contain_text("Bolek wins from 2")
    page.click("#tab-save")
    page.click("#verify")
    expect(page.locator("#proof")).to_contain_text("Proved: 45 conditions hold")
    expect(page.locator("#heading")).to_contain_text("proved by the checker")
    page.click("#tab-change")
    page.select_option("#objective", "misere")
    expect(page.locator("#rule")).not_to_contain_text("green")
    expect(page.locator("#proof")).to_be_empty()  # which was of another game
    expect(page.locator("#heading")).not_to_contain_text("proved")


def test_a_lost_play_looks_lost_and_is_reviewed(page: Page) -> None:
    example(page, "nim")
    page.locator("#moves button", has_text="3 -> no heap").click()  # a mistake
    expect(page.locator("#made")).to_contain_text("1. 3 -> no heap ??")
    expect(page.locator("#made")).to_contain_text("better: 3 -> 2 or 5 -> 4 or 7 -> 6")
    for _ in range(12):
        if page.locator("#ending").is_visible():
            break
        count = len(made(page))
        page.locator("#moves button").first.click()
        expect(page.locator("#made li")).not_to_have_count(count + 1)
    expect(page.locator("#ending.lost")).to_contain_text("You lose, Second wins: First cannot move.")
    says(page, "You lose")
    colour = "(id) => getComputedStyle(document.getElementById(id)).color"
    assert page.evaluate(colour, "ending") == page.evaluate(colour, "live") == "rgb(180, 35, 24)"
    page.click("#restart")
    expect(page.locator("#ending")).to_be_hidden()


def test_history_and_strip_lead_back_and_forth(page: Page) -> None:
    example(page, "nim")
    page.locator("#moves button", has_text="3 -> no heap").click()
    expect(page.locator("#strip button")).to_have_count(3)
    assert page.locator("#strip button").evaluate_all("all => all.map((one) => one.className)") == [
        "first-wins",
        "second-wins",
        "second-wins",
    ]
    assert page.locator("#strip button").nth(1).inner_text() == "??"
    page.locator("#strip button").first.click()
    says(page, "After 0 moves.")
    expect(page.locator("#board .match[data-key]")).to_have_count(15)
    expect(page.locator("#made .ahead")).to_have_count(2)
    page.locator("#made button", has_text="1. 3").click()
    expect(page.locator("#board .match[data-key]")).to_have_count(12)
    page.keyboard.press("ArrowRight")
    says(page, "After 2 moves.")
    page.keyboard.press("ArrowLeft")
    says(page, "After 1 move.")
    page.keyboard.press("ArrowLeft")
    says(page, "After 0 moves.")
    page.locator("#moves button", has_text="3 -> 2").click()
    expect(page.locator("#made")).not_to_contain_text("no heap")


def test_answers_do_not_overtake_each_other(page: Page) -> None:
    example(page, "nim")
    both(page)
    for count in range(1, 5):
        page.click("#step")
        expect(page.locator("#strip button")).to_have_count(count + 1)
    asked: list[int] = []

    def later(route: Route) -> None:
        asked.append(json.loads(route.request.post_data or "")["ply"])
        page.wait_for_timeout(400 if len(asked) == 1 else 0)
        route.continue_()

    page.route("**/goto", later)
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    says(page, "After 1 move.")
    expect(page.locator("#strip [aria-current]")).to_have_count(1)
    assert (asked[0], asked[-1]) == (3, 1) and len(asked) < 5  # what was passed by is not asked for
    page.click("#why")
    page.keyboard.press("ArrowLeft")
    says(page, "After 0 moves.")
    page.unroute("**/goto")


def test_what_the_other_player_threatens(page: Page) -> None:
    example(page, "reachability")
    both(page)
    mine = moves(page)
    page.keyboard.press("x")
    expect(page.locator("#threat[aria-pressed=true]")).to_be_visible()
    expect(page.locator("#moves-heading")).to_contain_text("If it were")
    says(page, "If it were")
    assert set(moves(page)) == set(mine) and page.locator("#graph .v.target").count() == len(mine)
    page.keyboard.press("1")
    says(page, "the moves of the other player")
    page.click("#step")
    expect(page.locator("#made li")).to_have_count(2)
    expect(page.locator("#moves-heading")).to_contain_text("If it were")
    page.click("#threat")
    expect(page.locator("#moves-heading")).to_have_text("Moves, best first")
    example(page, "great-game")
    expect(page.locator("#threat")).to_be_hidden()


def test_a_game_of_chance_says_what_it_is_worth_and_whose_moves_they_are(page: Page) -> None:
    example(page, "reach-probability")
    assert page.locator("#persons option").all_inner_texts() == ["Eve", "Adam", "both players"]
    both(page)
    expect(page.locator("#turn-heading")).to_have_text("Eve to move probability 3/4")
    page.locator("#moves button", has_text="bold").click()
    expect(page.locator("#made .wrong")).to_contain_text("better: cautious")
    expect(page.locator("#strip .plot").last).to_have_attribute("title", "probability 1/2")
    bars = "all => all.map((one) => getComputedStyle(one, '::before').height.replace('px', '') / one.clientHeight)"
    first, second = page.locator("#strip .plot").evaluate_all(bars)
    assert abs(second / first - 2 / 3) < 0.02  # one half after three quarters


def test_a_board_keeps_its_frame(page: Page) -> None:
    example(page, "kayles")
    both(page)
    frame = page.locator("#board svg").get_attribute("viewBox")
    box = page.locator("#canvas").bounding_box()
    for _ in range(4):
        count = len(made(page))
        page.locator("#moves button").last.click()
        expect(page.locator("#made li")).not_to_have_count(count + 1)
    assert page.locator("#board svg").get_attribute("viewBox") == frame
    after = page.locator("#canvas").bounding_box()
    assert box is not None and after is not None and after["width"] == box["width"]


def test_play_on_goes_to_the_end(page: Page) -> None:
    example(page, "great-game")
    page.click("#run")
    expect(page.locator("#ending.won")).to_contain_text("You win: red is home.")
    expect(page.locator("#run")).to_have_text("Play out")


def test_boards_are_clicked(page: Page) -> None:
    example(page, "treblecross")
    both(page)
    page.locator("#board .target[data-moves='3']").click()
    expect(page.locator("#board .cross")).to_have_count(1)
    says(page, "First: 3")
    example(page, "grid")
    page.locator("#board .target.win").first.click()
    says(page, "Alice: (2, 7)")
    example(page, "tic-tac-toe")
    expect(page.locator("#board .target text").first).to_have_text("X")


def test_a_place_that_means_many_moves_narrows_the_list(page: Page) -> None:
    page.click("#typed summary")
    page.fill("#text", "1\n1\n60\n")
    page.select_option("#as-game", "playing-with-stones")
    page.click("#typed button")
    expect(page.locator("#title")).to_have_text("Playing With Stones")
    page.locator("#board .target").first.click()
    expect(page.locator("#moves-filter")).to_contain_text("30 moves fit this click.")
    page.click("#moves-filter button")
    expect(page.locator("#moves-filter")).to_be_hidden()


def test_a_move_of_the_list_is_shown_where_it_is(page: Page) -> None:
    example(page, "chess-table")
    entry = page.locator("#moves [data-move=Qb7]")
    entry.hover()
    arrow = page.locator("#board .pointed path").bounding_box()
    frame = page.locator("#board .frame").bounding_box()
    assert arrow is not None and frame is not None
    assert arrow["height"] > frame["height"] / 2 > 4 * arrow["width"]  # from b2 to b7
    page.locator("#title").hover()
    expect(page.locator("#board .pointed")).to_have_count(0)
    entry.focus()
    expect(page.locator("#board .pointed path")).to_have_count(1)
    example(page, "nim")
    page.locator("#moves button").first.hover()
    expect(page.locator("#board .pointed rect")).to_have_count(1)
    example(page, "parity")
    page.locator("#moves button").first.hover()
    expect(page.locator("#graph .v.pointed")).to_have_count(1)
    expect(page.locator("#graph .e.pointed")).to_have_count(1)


def test_the_last_move_is_marked_on_boards_and_graphs(page: Page) -> None:
    example(page, "nim")
    expect(page.locator("#board .last")).to_have_count(0)
    page.click("#step")
    says(page, "First:")
    expect(page.locator("#board .last")).to_have_count(1)
    example(page, "parity")
    expect(page.locator("#graph .e.last")).to_have_count(0)
    both(page)
    before = page.locator("#graph .here").bounding_box()
    page.locator("#moves button").first.click()
    mark = page.locator("#graph .e.last .trail")
    expect(mark).to_be_visible()
    trail, after = mark.bounding_box(), page.locator("#graph .here").bounding_box()
    assert trail is not None and before is not None and after is not None
    for place in (before, after):  # it goes from where the pawn stood to where it stands
        assert place["x"] - 9 < trail["x"] + trail["width"] and trail["x"] < place["x"] + place["width"] + 9
    page.click("#undo")
    expect(page.locator("#graph .e.last")).to_have_count(0)


def test_only_the_cell_where_a_stone_lands_is_coloured(page: Page) -> None:
    example(page, "connect-four-table")
    opacity = "part => getComputedStyle(part).fillOpacity"
    assert set(page.eval_on_selector_all("#board .target .hit", f"parts => parts.map({opacity})")) == {"0"}
    cell, column = page.locator("#board .target .reach").first, page.locator("#board .target .hit").first
    assert float(cell.evaluate(opacity)) > 0
    whole, part = column.bounding_box(), cell.bounding_box()
    assert whole is not None and part is not None and part["height"] < whole["height"] / 3


def test_by_keyboard_alone(page: Page) -> None:
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.dataset.example") != "parity":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#title")).to_have_text("Parity")
    both(page)
    for _ in range(40):
        if page.evaluate("document.activeElement.id") == "graph":
            break
        page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.id") == "graph"
    says(page, "Vertex")
    first = moves(page)
    page.keyboard.press("n")
    says(page, "Enter moves there")
    page.keyboard.press("w")
    expect(page.locator("#reason")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#made li")).to_have_count(2)
    page.keyboard.press("u")
    says(page, "Taken back")
    assert moves(page) == first
    page.keyboard.press("2")
    expect(page.locator("#made")).to_contain_text(f"1. {first[1]}")
    page.keyboard.press("s")
    expect(page.locator("#made li")).to_have_count(3)
    seen = set()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)
        seen.add(page.locator("#vertex-heading").inner_text())
    assert len(seen) > 1
    page.focus("#tab-vertex")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-change")).to_be_focused()
    expect(page.locator("#objective")).to_be_visible()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")


def test_a_board_by_keyboard(page: Page) -> None:
    example(page, "treblecross")
    both(page)
    page.locator("#board .target").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "3, win"
    page.keyboard.press("Enter")
    says(page, "First: 3")
    expect(page.locator("#board .target:focus")).to_have_count(1)


def place(page: Page, name: str) -> Locator:
    """Return a place of a board, by the beginning of its name."""
    return page.locator(f"#board .target[aria-label^='{name}']")


def test_a_man_is_moved_by_touching_where_he_stands_and_where_he_goes(page: Page) -> None:
    example(page, "chess-table")
    both(page)
    expect(page.locator("#board .target")).to_have_count(2)  # the king and the queen
    expect(place(page, "b2: ")).to_have_attribute("aria-label", re.compile(r"b2: \d+ moves, win in 13"))
    place(page, "a1: ").click()
    says(page, "2 moves from here: choose where to.")
    assert sorted(moves(page)) == ["Ka2", "Kb1"]
    expect(page.locator("#board .target.begun")).to_have_count(1)
    place(page, "b2: ").click()  # another man after all
    place(page, "b2: ").click()  # none after all
    expect(page.locator("#board .target")).to_have_count(2)
    expect(page.locator("#moves-filter")).to_be_hidden()
    place(page, "b2: ").click()
    place(page, "Qb7, win").click()
    says(page, "White: Qb7")
    expect(page.locator("#board .last")).to_have_count(2)
    place(page, "f8: ").click()
    page.keyboard.press("Escape")
    expect(page.locator("#board .target.begun")).to_have_count(0)
    expect(page.locator("#board [data-key]")).to_have_count(3)


def test_a_man_is_moved_by_keys(page: Page) -> None:
    example(page, "breakthrough-table")
    both(page)
    page.locator("#board .target").first.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')").startswith("a2xb3")
    page.keyboard.press("Enter")
    says(page, "White: a2xb3")
    expect(page.locator("#board .target:focus")).to_have_count(1)
    assert "b w b" in (page.locator("#board").get_attribute("aria-label") or "")  # for those who do not see it


def test_a_stone_falls_where_a_finger_touches(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    example(page, "connect-four-table")
    frame = page.locator("#board svg").get_attribute("viewBox")
    box = page.locator("#board .target").nth(1).bounding_box()
    assert box is not None and box["width"] > 40
    session = page.context.new_cdp_session(page)
    spot = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 3}
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [spot]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#board .man")).to_have_count(2)  # and that of the computer
    assert made(page)[0].endswith("column 2") and page.locator("#board svg").get_attribute("viewBox") == frame
    page.set_viewport_size({"width": 1200, "height": 760})


def test_a_game_is_changed(page: Page) -> None:
    upload(page, "mine.pg", PG)
    expect(page.locator("#heading")).to_contain_text("Eve wins: 3, Adam wins: 1")
    page.click("#tab-change")
    click_vertex(page, 2)
    page.fill("#vertex-marks input[type=number]", "4")
    page.keyboard.press("Enter")
    says(page, "The priority of c is 4. 1 vertex changed sides: c (Eve wins). Eve wins: 4, Adam wins: 0.")
    expect(page.locator("#graph .changed")).to_have_count(1)
    box = page.locator("#graph").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 40, box["y"] + 40)
    says(page, "There is a new vertex; v4 was given a loop")
    x, y = spot(page, 4)
    assert abs(x - box["x"] - 40) < 3 and abs(y - box["y"] - 40) < 3
    page.fill("#edge-to", "a")
    page.keyboard.press("Enter")
    says(page, "The edge v4 -> a is added")
    page.click("#edges button >> nth=0")
    says(page, "The edge v4 -> v4 is deleted")
    page.select_option("#vertex-marks select", "1")
    says(page, "Adam moves from v4")
    page.click("#delete-vertex")
    says(page, "The vertex v4 is deleted")
    page.select_option("#objective", "buchi")
    says(page, "Now it is a buchi game")
    expect(page.locator("#objective-words")).to_contain_text("wants to visit accepting vertices again and again")
    for _ in range(6):
        page.click("#revert")
        says(page, "The last change is undone")
    page.click("#revert")
    expect(page.locator("#heading")).to_contain_text("Eve wins: 3, Adam wins: 1")
    expect(page.locator("#revert")).to_be_disabled()


def test_an_edge_is_drawn_by_keys(page: Page) -> None:
    example(page, "blank")
    page.click("#tab-change")
    page.focus("#graph")
    page.keyboard.press("h")
    page.keyboard.press("c")
    says(page, "Choose the vertex to which the edge from b is to lead")
    page.keyboard.press("Enter")
    says(page, "The edge b -> b is added")
    page.focus("#graph")
    page.keyboard.press("Delete")
    says(page, "The vertex b is deleted")


def test_a_vertex_is_dragged_and_the_view_is_zoomed(page: Page) -> None:
    example(page, "parity")
    x, y = spot(page, 0)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 30, steps=4)
    page.mouse.up()
    a, b = spot(page, 0)
    assert abs(a - x - 60) < 8 and abs(b - y - 30) < 8
    assert made(page) == []
    wide = page.locator("#graph [data-v='0'] .shape").bounding_box()
    page.click("#zoom-in")
    wider = page.locator("#graph [data-v='0'] .shape").bounding_box()
    assert wide is not None and wider is not None and wider["width"] > 1.2 * wide["width"]
    page.click("#fit")


CROSSING = """() => {
    const box = (one) => one.getBoundingClientRect(), all = (what, of = document) => [...of.querySelectorAll(what)];
    const shared = (a, b, low, high) => Math.min(a[high], b[high]) - Math.max(a[low], b[low]);
    const meet = (a, b) => shared(a, b, 'left', 'right') > 2 && shared(a, b, 'top', 'bottom') > 4;
    const words = all('#graph .e > text'), shapes = all('#graph .v .shape'), found = [];
    for (const vertex of all('#graph .v')) {
        const wide = box(vertex.querySelector('.shape')).width, names = all('text:not([class])', vertex);
        found.push(...names.filter((name) => box(name).width > wide + 3).map((name) => `${name.textContent} is long`));
    }
    words.forEach((text, k) => [...shapes, ...words.slice(0, k)].forEach((other) => {
        if (meet(box(text), box(other))) found.push(`${text.textContent} meets ${other.textContent || 'a vertex'}`);
    }));
    return [words.length, shapes.length, found];
}"""  # the box of a text is larger than its letters, and a name may touch the outline


@pytest.mark.parametrize(("name", "width", "height"), [("mines", 640, 360), ("discounted-chance", 1200, 760)])
def test_words_in_a_graph_are_clear(page: Page, name: str, width: int, height: int) -> None:
    """The smaller window is one of 1280 by 720 pixels, in which all is twice as large."""
    page.set_viewport_size({"width": width, "height": height})
    example(page, name)
    expect(page.locator("#graph .e > text").first).to_be_visible()
    page.wait_for_timeout(700)  # until nothing moves
    words, vertices, found = page.evaluate(CROSSING)
    assert words >= 4 and vertices >= 6 and found == []


def crowd(page: Page, tmp_path: Path) -> gg.Game:
    """Open a game with so many vertices that a click chooses one, and return it."""
    game = random_game(80, "parity", (1, 3), seed=5)
    gg.write(game, tmp_path / "crowd.pg")
    page.set_input_files("#file", tmp_path / "crowd.pg")
    expect(page.locator("#graph .v")).to_have_count(80)
    return game


def near(game: gg.Game, v: int, radius: int) -> set[int]:
    """Return the vertices at most so many edges away from a vertex, whichever way the edges point."""
    found = {v}
    for _ in range(radius):
        ends = [(u, w) for u in range(game.arena.n) for w in game.arena.successors_of(u) if u in found or w in found]
        found |= {int(end) for edge in ends for end in edge}
    return found


def lit(page: Page) -> set[int]:
    return set(page.evaluate("[...document.querySelectorAll('#graph .v.lit')].map((v) => Number(v.dataset.v))"))


def test_the_pointer_lights_neighbours_and_says_the_reason(page: Page, tmp_path: Path) -> None:
    game = crowd(page, tmp_path)
    page.mouse.move(*spot(page, 7))
    expect(page.locator("#graph .dimmed")).to_have_count(1)
    assert lit(page) == near(game, 7, 1)
    expect(page.locator("#graph .tip b")).to_have_text("7")
    expect(page.locator("#graph .tip p")).to_have_count(2)  # who wins, and why
    page.mouse.move(0, 0)
    expect(page.locator("#graph .dimmed")).to_have_count(0)
    expect(page.locator("#graph .tip")).to_be_hidden()


def test_a_neighbourhood_is_found_and_focused_on(page: Page, tmp_path: Path) -> None:
    game = crowd(page, tmp_path)
    page.click("#focus")
    says(page, "Choose a vertex first")
    page.fill("#find-name", "7")
    page.keyboard.press("Enter")
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 7")
    page.click("#focus")
    says(page, "What is within 2 edges of 7 is lit")
    assert lit(page) == near(game, 7, 2)
    page.focus("#graph")
    page.keyboard.press("[")
    says(page, "What is within 1 edge of 7 is lit")
    assert lit(page) == near(game, 7, 1)
    page.click("#focus")
    expect(page.locator("#graph .dimmed")).to_have_count(0)


def test_what_is_found_comes_into_the_middle(page: Page, tmp_path: Path) -> None:
    crowd(page, tmp_path)
    page.fill("#find-name", "7")
    page.keyboard.press("Enter")
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 7")
    page.wait_for_timeout(600)  # the flight
    box = page.locator("#graph").bounding_box()
    assert box is not None
    x, y = spot(page, 7)
    assert abs(x - box["x"] - box["width"] / 2) < 8 and abs(y - box["y"] - box["height"] / 2) < 8


def test_an_edge_is_dragged_from_vertex_to_vertex(page: Page) -> None:
    upload(page, "mine.pg", PG)
    expect(page.locator("#heading")).to_contain_text("Eve wins: 3, Adam wins: 1")
    page.click("#tab-change")
    page.mouse.move(*spot(page, 2))
    page.mouse.down()
    page.mouse.move(*spot(page, 0), steps=5)
    expect(page.locator("#graph .band.open")).to_have_count(1)
    page.mouse.up()
    says(page, "The edge c -> a is added")
    expect(page.locator("#graph .band")).to_have_count(0)
    expect(page.locator("#graph [data-ends='2 0']")).to_have_count(1)


def test_what_is_written_down_can_be_read_again(page: Page, tmp_path: Path) -> None:
    upload(page, "mine.pg", PG)
    expect(page.locator("#moves button").first).to_be_visible()
    game = gg.read(download(page, "pg"), format="pgsolver")
    assert game.arena.n == 4
    solution = download(page, "json")
    from graphgames.api import read_solution

    assert gg.verify(read_solution(game, solution, "json")).ok
    assert download(page, "svg").read_text().startswith("<svg")


@pytest.mark.parametrize("won", [True, False])
def test_a_specification_is_played_by_its_environment(page: Page, won: bool) -> None:
    """Best moves keep a goal from being met where the environment wins; else the play ends with all of them met."""
    upload(page, "lift.slugsin", LIFT + "[ENV_LIVENESS]\n!up\n" * (not won))
    expect(page.locator("#title")).to_have_text("lift.slugsin")
    page.select_option("#persons", label="the environment")
    expect(page.locator("#turn-heading")).to_contain_text("you can win" if won else "you are losing")
    labels = page.locator("#graph text").all_text_contents()
    assert "!up & floor=1" in labels and not any("@" in label for label in labels)
    for k in range(1, 60):
        page.locator("#moves button").first.click()
        expect(page.locator("#made li")).to_have_count(2 * k + 1)
        if page.locator("#ending").is_visible():
            break
        says(
            page,
            re.compile(r"The environment: !?up. The system: floor=[123]. Now !?up floor=[123]; next goal [12] of 2"),
        )
        expect(page.locator("#graph .here")).to_have_count(1)
        expect(page.locator("#turn-heading")).to_contain_text("you can win" if won else "you are losing")
    who, what = ("You win", "without floor = 1") if won else ("You lose", "each goal is met again and again")
    expect(page.locator("#ending")).to_contain_text(re.compile(f"{who}.*: the play repeats itself for ever, {what}"))


def test_a_bad_file_is_said_with_its_place(page: Page) -> None:
    upload(page, "bad.pg", "parity 1;\n0 0 0 1;\n1 x 0 0;\n")
    words = page.locator("#fault-words")
    expect(words).to_contain_text("bad.pg:3:3: ")
    assert "    1 x 0 0;\n      ^" in words.inner_text()
    page.select_option("#as-game", "treblecross")
    page.click("#fault-again")
    expect(words).to_contain_text("bad.pg:1:1")
    page.select_option("#as-game", "")
    page.fill("#fault-text", PG)
    page.click("#fault-solve")
    expect(page.locator("#title")).to_have_text("bad.pg")
    expect(page.locator("#fault")).to_be_hidden()
    page.click("#open")
    for _ in range(2):  # the same again
        upload(page, "good.pg", PG)
        expect(page.locator("#title")).to_have_text("good.pg")
        page.click("#open")


def test_a_file_that_is_too_large_is_not_sent(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.pg"
    with large.open("wb") as file:
        file.truncate(31_000_000)
    page.set_input_files("#file", large)
    expect(page.locator("#fault-words")).to_contain_text("at most 30 MB are taken")


def test_a_text_is_typed_and_typed_again(page: Page) -> None:
    page.click("#typed summary")
    page.fill("#text", "1\n......X....\n")
    page.select_option("#as-game", "treblecross")
    page.click("#typed button")
    expect(page.locator("#title")).to_have_text("Treblecross")
    expect(page.locator("#board .cross")).to_have_count(1)
    page.click("#tab-change")
    page.fill("#source", "1\n.X...X....\n")
    page.click("#change-text button")
    expect(page.locator("#board .cell")).to_have_count(10)


def test_a_model_is_asked_and_an_experiment_is_a_plot(page: Page) -> None:
    page.fill("#as-property", 'Pmax=? [ F "top" ]')
    page.fill("#as-constants", "N=5")
    upload(page, "walk.prism", WALK)
    expect(page.locator("#rule")).to_contain_text('Pmax=? [ F "top" ], N=5:')
    page.click("#tab-change")
    page.fill("#ask-property", "Rmax=? [ F x = 0 | x = N ]")
    page.fill("#ask-constants", "N=2:5")
    page.keyboard.press("Enter")
    expect(page.locator("#asked li").last).to_contain_text("119/27 proved")
    expect(page.locator("#asked svg path")).not_to_have_count(0)
    says(page, "4 answers, as a plot and as a list.")
    page.fill("#ask-constants", "N=4")
    page.click("#pose")
    expect(page.locator("#rule")).to_contain_text("Rmax=? [ F x = 0 | x = N ], N=4:")
    expect(page).to_have_url(re.compile("as-constants=N%3D4"))
    page.reload()
    expect(page.locator("#rule")).to_contain_text("N=4:")


def test_a_model_of_the_command_line_is_asked_on_the_page(context: BrowserContext, tmp_path: Path) -> None:
    (tmp_path / "walk.prism").write_text(WALK)
    page = context.new_page()
    with server(str(tmp_path / "walk.prism"), "--const", "N=3") as address:
        page.goto(address)
        expect(page.locator("#fault-words")).to_contain_text("is a model")
        page.fill("#as-property", "Rmin=? [ F x = 0 | x = N ]")
        page.click("#fault-again")
        expect(page.locator("#rule")).to_contain_text("N=3:")
        assert page.locator("#persons").input_value() == "1"  # nobody else moves
        assert "Max" not in page.locator("#legend").inner_text()
        where = page.url.removeprefix(address)
    with server() as address:
        page.goto(address + where)
        expect(page.locator("#rule")).to_contain_text("Rmin=? [ F x = 0 | x = N ], N=3:")
    page.close()


def test_a_legend_names_numbers_where_they_are_drawn(page: Page) -> None:
    example(page, "nimbers")
    expect(page.locator("#legend")).to_contain_text("Grundy value")
    page.set_viewport_size({"width": 390, "height": 844})
    page.click("#fit")
    expect(page.locator("#legend")).not_to_contain_text("Grundy value")
    page.set_viewport_size({"width": 1200, "height": 760})
    colours = (
        "edges => [...new Set(edges.map((edge) => [...edge.classList].find((name) => /^r[0-9]/.test(name))))].sort()"
    )
    for name, expected in (("parity", ["r0", "r1"]), ("expected-reward", ["r3"]), ("reach-probability", ["r1", "r2"])):
        example(page, name)
        assert page.locator("#graph .e.strategy").evaluate_all(colours) == expected
        legend = page.locator("#legend li", has_text="the strategy").locator(".strategy")
        assert legend.evaluate_all(colours) == expected


def test_a_long_solve_is_stopped(page: Page) -> None:
    lists = "[" + ",".join(f"({v},{sorted({(7 * v + k * k + 1) % 40 for k in range(1, 7)})})" for v in range(40)) + "]"
    page.click("#typed summary")
    page.fill("#text", lists)
    page.select_option("#as-game", "edge-geography")
    page.click("#typed button")
    expect(page.locator("#busy-words")).to_contain_text("Solving Edge geography")
    page.click("#stop")
    expect(page.locator("#fault-words")).to_contain_text("stopped by you")
    page.fill("#text", "connect-four\n")
    page.select_option("#as-game", "table")
    page.click("#typed button")
    expect(page.locator("#busy-words")).to_contain_text("This takes at most 70,728,639,995,483 positions")
    page.click("#stop")
    expect(page.locator("#fault-words")).to_contain_text("stopped by you")


def test_a_large_game_is_a_piece_at_a_time(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "large.pg"
    gg.write(random_game(300_000, "buchi", (2, 4), 0.3, seed=4), path)
    page.set_input_files("#file", path)
    expect(page.locator("#large-tools")).to_be_visible(timeout=60_000)
    page.click("#tab-save")
    expect(page.locator("#heading")).to_contain_text("300,000 vertices")
    page.click("#step")
    expect(page.locator("#made li")).not_to_have_count(0)
    page.fill("#find-name", "123456")
    page.keyboard.press("Enter")
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 123456")
    page.click("#farther")
    says(page, "of 300000 vertices are shown")
    page.select_option("#fold", "regions")
    says(page, "groups of ")
    groups = page.locator("#graph .v text", has_text="wins")
    expect(groups.first).to_be_visible()
    shown = page.locator("#graph .v").count()
    groups.first.click(force=True)
    expect(page.locator("#graph .v")).not_to_have_count(shown)
    page.select_option("#fold", "")
    says(page, "Nothing is collapsed")
    page.fill("#find-name", "123456")
    page.keyboard.press("Enter")
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 123456")
    page.click("#begin-here")
    expect(page.locator("#graph .here")).to_have_count(1)
    script = (
        "performance.getEntriesByType('resource').filter((e) => /api.games/.test(e.name)).map((e) => e.decodedBodySize)"
    )
    sizes = page.evaluate(script)
    assert 1000 < max(sizes) < 200_000


def test_components_are_collapsed_and_opened(page: Page, tmp_path: Path) -> None:
    rings = [(8 * k + i, 8 * k + (i + 1) % 8) for k in range(12) for i in range(8)]
    chain = [(8 * k, 8 * k + 8) for k in range(11)]
    game = gg.Game(gg.Arena.from_edges(rings + chain, owner=[v % 2 for v in range(96)]), gg.Buchi([95]), start=0)
    gg.write(game, tmp_path / "rings.pg")
    page.select_option("#as-objective", "buchi")
    page.set_input_files("#file", tmp_path / "rings.pg")
    expect(page.locator("#fold")).to_have_value("components")
    nodes = page.locator("#graph .v")
    expect(nodes).to_have_count(8 + 11)  # the component of the pawn is open
    expect(nodes.filter(has_text="8 vertices")).to_have_count(11)
    page.locator("#graph").focus()
    for _ in range(30):
        page.keyboard.press("n")
        if "Enter opens them" in page.inner_text("#live"):
            break
    page.keyboard.press("Enter")
    expect(nodes).to_have_count(16 + 10)
    page.locator("#graph .v", has_text="8 vertices").first.click(force=True)
    expect(nodes).to_have_count(24 + 9)
    page.click("#table summary")
    expect(page.locator("#table tbody tr")).to_have_count(24 + 9)
    page.select_option("#fold", "")
    expect(nodes).to_have_count(96)
    page.select_option("#fold", "regions")
    expect(nodes).to_have_count(len(set(gg.solve(game).winner.tolist())))


def test_a_game_of_200_vertices_is_drawn_whole(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "middle.pg"
    gg.write(random_game(200, "parity", (1, 3), seed=5), path)
    page.set_input_files("#file", path)  # how long this takes: benchmarks/explorer.py
    expect(page.locator("#graph")).to_have_attribute("aria-label", "Graph: 200 of 200 vertices")
    expect(page.locator("#graph .v")).to_have_count(200)


def test_changes_are_undone_and_numbers_are_set_by_sliders(page: Page) -> None:
    page.select_option("#as-objective", "")
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (0, 0)], owner=[0, 1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ring.json")
        gg.write(gg.Game(arena, gg.MeanPayoff([1, 2, 3])), path)
        page.set_input_files("#file", path)
        expect(page.locator("#title")).to_have_text("ring.json")
    page.click("#tab-change")
    click_vertex(page, 0)
    expect(page.locator("#vertex-numbers .slider")).to_have_count(2)
    expect(page.locator("#settings .slider")).to_contain_text("threshold")
    threshold = page.locator("#settings [type=range]")
    threshold.focus()
    for _ in range(4):
        threshold.press("ArrowRight")
    says(page, "The threshold is 4.")
    expect(page.locator("#heading")).to_contain_text("Adam wins: 2")
    expect(threshold).to_be_focused()
    page.keyboard.press("Control+z")
    says(page, "The last change is undone")
    page.keyboard.press("Control+Shift+Z")
    says(page, "The change is redone")
    click_vertex(page, 0)
    page.locator("#vertex-numbers input:not([type=range])").first.fill("11/2")
    page.keyboard.press("Enter")
    says(page, "is 11/2.")
    expect(page.locator("#heading")).to_contain_text("Eve wins: 2")


def test_an_edge_that_is_there_is_named_and_objectives_have_names_of_their_own(page: Page) -> None:
    example(page, "green-game")
    page.click("#tab-change")
    click_vertex(page, 0)
    there = page.locator("#edges button").first.inner_text().split()[1]
    page.fill("#edge-to", there)
    page.press("#edge-to", "Enter")
    says(page, f"-> {there} is there already")
    titles = page.locator("#objective option").all_inner_texts()
    assert len(titles) == len(set(titles)) > 20


def large(page: Page, tmp_path: Path, n: int, objective: str = "parity") -> gg.Game:
    """Open a game that is too large to be drawn by SVG as a whole."""
    game = random_game(n, objective, (2, 4), seed=5)
    gg.write(game, tmp_path / "large.pg")
    page.set_input_files("#file", tmp_path / "large.pg")
    expect(page.locator("#overview")).to_be_visible()
    return game


def test_the_whole_of_a_large_graph_is_shown_named_and_played_in(page: Page, tmp_path: Path) -> None:
    game = large(page, tmp_path, 900)
    assert page.evaluate("performance.getEntries().filter((e) => /map|twgl/.test(e.name)).length") == 0
    page.locator("#graph").focus()
    page.keyboard.press("g")
    says(page, "900 vertices in 2 groups. The pointer names a vertex")
    expect(page.locator("#graph")).to_be_hidden()
    expect(page.locator("#map")).to_have_attribute("aria-label", "The whole graph: 900 vertices in 2 groups")
    page.fill("#find-name", "77")
    page.keyboard.press("Enter")
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 77")
    expect(page.locator("#map")).to_be_focused()
    box = page.locator("#map").bounding_box()
    assert box is not None
    page.wait_for_timeout(500)  # the flight
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#map .tip b")).to_have_text("77")
    expect(page.locator("#map .tip")).to_contain_text("wins from 77")
    expect(page.locator("#map.dimmed")).to_be_visible()
    page.keyboard.press("h")  # to the pawn
    page.keyboard.press("n")  # its first move
    first = moves(page)[0]
    says(page, f"Vertex {first}")
    before = len(made(page))
    page.keyboard.press("Enter")
    expect(page.locator("#made li")).not_to_have_count(before)
    page.keyboard.press("ArrowRight")
    says(page, "Vertex")
    page.keyboard.press("o")
    says(page, "What is within 2 edges")
    page.select_option("#fold", "priority")
    says(page, re.compile(r"900 vertices in \d+ groups"))
    page.click("#overview")
    expect(page.locator("#map")).to_be_hidden()
    expect(page.locator("#graph .v").first).to_be_visible()
    assert game.arena.n == 900


def test_groups_of_too_many_vertices_are_clicked_into(page: Page, tmp_path: Path) -> None:
    large(page, tmp_path, 120_000)
    page.click("#overview")
    says(page, "120000 vertices in 2 groups; click one")
    expect(page.locator("#outward")).to_be_hidden()
    for _ in range(100):  # the picture comes after the words, and may be drawn anew just then
        expect(page.locator("#map svg .v").first).to_be_visible()
        disc = page.locator("#map svg .v").first.bounding_box()
        if disc is not None:
            break
    assert disc is not None
    page.mouse.click(disc["x"] + disc["width"] / 2, disc["y"] + disc["height"] / 2)
    expect(page.locator("#map")).to_have_attribute("aria-label", re.compile("A group of the graph: "))
    inside = int(re.findall(r"[0-9]+", page.get_attribute("#map", "aria-label") or "")[0])
    assert 0 < inside < 120_000
    page.mouse.move(0, 0)
    before = len(made(page))
    page.click("#step")
    expect(page.locator("#made li")).not_to_have_count(before + 1)
    page.click("#outward")
    says(page, "120000 vertices in 2 groups; click one")


def test_the_vertices_are_a_list_that_is_sorted_filtered_and_linked(page: Page, tmp_path: Path) -> None:
    large(page, tmp_path, 900)
    page.click("#overview")
    says(page, "900 vertices")
    page.click("#table summary")
    rows = page.locator("#table tbody tr")
    expect(rows).to_have_count(200)
    expect(page.locator("#list-count")).to_have_text("1 to 200 of 900")
    page.click("#list-after")
    expect(page.locator("#list-count")).to_have_text("201 to 400 of 900")
    page.click("#table thead button:has-text('Priority')")
    page.click("#table thead button:has-text('Priority')")
    expect(page.locator("#table th[aria-sort=descending]")).to_contain_text("Priority")
    expect(rows.first.locator("td").nth(3)).to_have_text("2")
    page.fill("#list-words", "77")
    expect(rows.first.locator("th")).to_contain_text("77")
    page.select_option("#list-winner", "1")
    expect(rows.first.locator("td").nth(1)).to_have_text("Adam wins")
    rows.first.locator("button").click()
    expect(page.locator("#vertex-heading")).to_contain_text("77")
    expect(page.locator("#table tr[aria-current=true]")).to_contain_text("Adam wins")
    page.fill("#list-words", "")
    page.select_option("#list-winner", "")
    page.fill("#find-name", "850")
    page.press("#find-name", "Enter")
    expect(page.locator("#table tr[aria-current=true] th")).to_have_text("850")  # the part in which it is


def test_placing_can_be_stopped_while_moves_are_made(page: Page, tmp_path: Path) -> None:
    large(page, tmp_path, 500)
    placing = {"doing": "Placing 500 vertices"}
    page.route("**/map", lambda route: route.fulfill(json={} if route.request.post_data_json.get("stop") else placing))
    page.click("#overview")
    expect(page.locator("#wait")).to_contain_text("Placing 500 vertices …")
    before = page.locator("#made li").count()
    page.click("#step")
    expect(page.locator("#made li")).not_to_have_count(before)
    page.click("#wait-stop")
    says(page, "Stopped")
    expect(page.locator("#wait")).to_be_hidden()
    page.unroute("**/map")
    page.click("#overview")
    says(page, "500 vertices in")


def test_who_wins_can_be_hidden(page: Page) -> None:
    example(page, "parity")
    expect(page.locator("#moves .chip").first).to_be_visible()
    page.uncheck("#show-values")
    expect(page.locator(".chip:visible")).to_have_count(0)
    expect(page.locator("#graph .v:not(.r3)")).to_have_count(0)


def test_the_table_says_what_the_graph_shows(page: Page) -> None:
    example(page, "green-game")
    page.click("#table summary")
    rows = page.locator("#table tbody tr")
    expect(rows).to_have_count(8)
    expect(rows.first).to_contain_text("Ania wins")
    rows.nth(2).locator("button").click()
    expect(page.locator("#vertex-heading")).to_have_text("Vertex 3")
    page.click("#table thead button:has-text('Who wins')")
    expect(rows.last).to_contain_text("Bolek wins")
    page.fill("#list-words", "3")
    expect(rows).to_have_count(1)


def test_every_control_has_a_name(page: Page) -> None:
    script = """[...document.querySelectorAll('button, a[href], input, select, textarea, summary, .target')]
        .filter((e) => e.checkVisibility())
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.getAttribute('aria-labelledby')
            || (e.labels && e.labels.length && e.labels[0].textContent.trim())))
        .map((e) => e.outerHTML)"""
    page.click("#typed summary")
    assert page.evaluate(script) == []
    for name in ("parity", "nim"):
        example(page, name)
        for tab in page.locator("#tabs button:visible").all():
            tab.click()
            assert page.evaluate(script) == []
    assert page.locator("#live").get_attribute("aria-live") == "polite"
    assert page.evaluate("document.documentElement.lang") == "en"


PHONE, DESK = {"width": 390, "height": 844}, {"width": 1400, "height": 860}
NAMES = ["parity", "treblecross", "green-game", "nim", "grid", "great-game", "connect-four-table", "chess-table"]


@pytest.mark.parametrize("name", NAMES)
def test_a_phone_needs_no_scrolling_to_move(page: Page, name: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    script = "document.scrollingElement.scrollWidth <= innerWidth"
    assert page.evaluate(script)
    example(page, name)
    assert page.evaluate(script)
    expect(page.locator("#moves button").first).to_be_in_viewport(ratio=1)
    small = """[...document.querySelectorAll('#canvas text, #main *')].filter((e) => e.checkVisibility()
        && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) && !e.closest('.thumb, .hidden, title'))
        .filter((e) => parseFloat(getComputedStyle(e).fontSize) * (e.ownerSVGElement ? e.getScreenCTM().a : 1) < 10.95)
        .map((e) => e.textContent)"""
    assert page.evaluate(small) == []
    page.locator("#moves button").first.click()
    expect(page.locator("#made li")).not_to_have_count(0)
    page.set_viewport_size({"width": 1200, "height": 760})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_nothing_is_in_the_way_of_anybody(page: Page, scheme: Any, size: Any) -> None:
    """No rule of axe-core is broken, on any view of the page."""
    script = axe()
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")

    def faults() -> list[str]:
        page.evaluate(script)
        found = page.evaluate("axe.run()")["violations"]
        return [f"{one['id']}: {node['target']} {node['failureSummary']}" for one in found for node in one["nodes"]]

    assert faults() == []
    for name in ("nim", "parity", "treblecross", "edge-geography", "chess-table", "awari-table"):
        example(page, name)
        page.click("#step")
        expect(page.locator("#made li")).not_to_have_count(0)
        for tab in page.locator("#tabs button:visible").all():
            tab.click()
            assert faults() == [], name
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.set_viewport_size({"width": 1200, "height": 760})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_pictures_of_every_state_are_made(page: Page, scheme: Any, size: Any, tmp_path: Path) -> None:
    """GRAPHGAMES_SCREENSHOTS is the folder in which they are kept."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    folder = Path(os.environ.get("GRAPHGAMES_SCREENSHOTS", tmp_path))
    assert len(screenshots.states(page, folder, f"{scheme}-{size['width']}")) == 19
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.set_viewport_size({"width": 1200, "height": 760})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_pictures_of_every_game_are_made(page: Page, scheme: Any, size: Any, tmp_path: Path) -> None:
    """At the start, in play, at the end; GRAPHGAMES_SCREENSHOTS is the folder in which they are kept."""
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    folder = Path(os.environ.get("GRAPHGAMES_SCREENSHOTS", tmp_path))
    names = screenshots.taken(page, folder, f"{scheme}-{size['width']}", [])
    assert len(list(folder.glob(f"*-{scheme}-{size['width']}-?.png"))) == 3 * len(names) > 60
    page.emulate_media(color_scheme="light", reduced_motion="no-preference")
    page.set_viewport_size({"width": 1200, "height": 760})


def test_dark_and_light(page: Page) -> None:
    example(page, "parity")
    fill = "getComputedStyle(document.querySelector('#graph .v.r0 .shape')).fill"
    paper = "getComputedStyle(document.body).backgroundColor"
    light = (page.evaluate(paper), page.evaluate(fill))
    page.emulate_media(color_scheme="dark")
    dark = (page.evaluate(paper), page.evaluate(fill))
    page.emulate_media(color_scheme="light")
    assert light == ("rgb(244, 245, 247)", "rgb(207, 229, 245)") and dark == ("rgb(20, 24, 29)", "rgb(20, 64, 94)")


def test_nothing_moves_where_that_is_not_wanted(page: Page) -> None:
    example(page, "nim")
    running = "document.getAnimations().length"
    page.uncheck("#animate")
    page.locator("#moves button").first.click()
    expect(page.locator("#made li")).to_have_count(3)
    assert page.evaluate(running) == 0
    page.check("#animate")
    page.emulate_media(reduced_motion="reduce")
    page.locator("#moves button").first.click()
    expect(page.locator("#made li")).to_have_count(5)
    assert page.evaluate(running) == 0
    page.emulate_media(reduced_motion="no-preference")


def test_every_position_has_an_address(page: Page, context: BrowserContext) -> None:
    """Back and Forward go through the play and from game to game, and a link leads to the position in another tab."""
    example(page, "nim")
    both(page)
    for number in (2, 3, 4):
        page.locator("#moves button").first.click()
        expect(page.locator("#made li")).to_have_count(number)
    played, here = made(page), page.url
    assert "example=nim" in here and "side=both" in here
    page.go_back()
    expect(page.locator("#made li")).to_have_count(3)
    expect(page.locator("#live")).to_contain_text("1 + 5 + 7")
    page.go_forward()
    expect(page.locator("#made li")).to_have_count(4)
    page.click("#tab-save")
    other = context.new_page()
    other.goto(page.url)
    expect(other.locator("#made li")).to_have_count(4)
    expect(other.locator("#tab-save")).to_have_attribute("aria-selected", "true")
    assert made(other) == played and other.locator("#persons").input_value() == "both"
    other.click("#undo")
    expect(other.locator("#live")).to_contain_text("Taken back")
    page.click("#step")
    expect(page.locator("#made li")).to_have_count(5)  # the tabs do not fight
    other.close()
    example(page, "green-game")
    page.go_back()
    expect(page.locator("#title")).to_have_text("Nim")
    expect(page.locator("#made li")).to_have_count(5)


def test_an_address_is_understood_by_another_server_and_says_what_is_missing(
    context: BrowserContext, tmp_path: Path
) -> None:
    (tmp_path / "own.pg").write_text(PG)
    page = context.new_page()
    with server(str(tmp_path / "own.pg")) as address:
        page.goto(address)
        expect(page.locator("#moves button").first).to_be_visible()
        page.locator("#moves button").first.click()
        expect(page.locator("#made li").first).to_be_visible()
        where, moves_made = page.url.removeprefix(address), made(page)
    with server(str(tmp_path / "own.pg")) as address:
        page.goto(address + where)
        expect(page.locator("#made li").first).to_be_visible()
        assert made(page) == moves_made
    with server() as address:  # it knows the file by its path and digest alone
        page.goto(address + where)
        expect(page.locator("#made li").first).to_be_visible()
        assert made(page) == moves_made
        (tmp_path / "own.pg").write_text(PG.replace('"d"', '"e"'))
        page.goto(address)
        page.goto(address + where)
        expect(page.locator("#fault-words")).to_contain_text("own.pg, which is not there any more, or has changed")
    page.close()


def test_a_page_with_the_play_is_saved_from_the_page(page: Page, context: BrowserContext, tmp_path: Path) -> None:
    example(page, "green-game")
    page.locator("#moves button").first.click()
    expect(page.locator("#made li").first).to_be_visible()
    (tmp_path / "saved.html").write_bytes(download(page, "html").read_bytes())
    saved = context.new_page()
    saved.goto((tmp_path / "saved.html").as_uri())
    expect(saved.locator("#made li").first).to_be_visible()
    assert made(saved) == made(page)
    assert saved.locator("#persons").input_value() == page.locator("#persons").input_value()
    assert saved.locator("#title").inner_text() == page.locator("#title").inner_text()
    saved.close()


def test_a_page_that_is_loaded_again_finds_its_game(page: Page) -> None:
    example(page, "nim")
    page.click("#step")
    expect(page.locator("#made li")).to_have_count(3)
    page.reload()
    expect(page.locator("#made li")).to_have_count(3)
    expect(page.locator("#title")).to_have_text("Nim")


def test_another_page_can_do_nothing(context: BrowserContext, address: str, page: Page) -> None:
    """A page of another origin may neither read nor change anything here."""
    other = context.new_page()
    other.route("http://other.example/", lambda route: route.fulfill(body="<p>hello", content_type="text/html"))
    other.goto("http://other.example/")
    script = """async (address) => {
        const tries = [
            fetch(address + 'api/start'),
            fetch(address + 'api/games', { method: 'POST', body: '{"example": "nim"}' }),
            fetch(address + 'api/games', { method: 'PUT', body: '{}' }),
        ];
        return (await Promise.allSettled(tries)).map((result) => result.status);
    }"""
    assert other.evaluate(script, address) == ["rejected"] * 3
    framed = """(address) => new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.onload = () => { try { done(frame.contentDocument?.title ?? 'sealed'); } catch { done('sealed'); } };
        frame.src = address;
        document.body.append(frame);
    })"""
    assert other.evaluate(framed, address) == "sealed"
    other.close()


def test_a_server_that_has_stopped_is_said(context: BrowserContext) -> None:
    with server() as address:
        page = context.new_page()
        page.goto(address)
        example(page, "nim")
    page.click("#step")
    says(page, "the server does not answer; it may have been stopped")
    page.close()


def test_state_is_json_for_programs(page: Page, address: str) -> None:
    example(page, "nim")
    key = page.evaluate("JSON.parse(sessionStorage.getItem('open')).id")
    state: dict[str, Any] = json.loads(page.evaluate(f"fetch('/api/games/{key}').then((a) => a.text())"))
    assert state["view"]["play"]["position"] == "3 + 5 + 7"
