"""The page of a game: the data in it, that nothing in it can break out of it, and a play on it in a browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

import graphgames as gg
from graphgames.catalogue.find import concrete_game
from graphgames.draw import page as pages
from graphgames.draw import picture
from graphgames.games.tables.games import game
from graphgames.play import Session, adapter_for
from tests.draw.test_graph import green_game, random_arena
from tests.explore.serving import FLAGS, LACKING, axe, chromium


def html(thing: Any, **options: Any) -> str:
    return picture(thing, **options).to_bytes("html").decode()


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    plain = found[1] if found[1].startswith("{") else gzip.decompress(base64.b64decode(found[1]))
    data: dict[str, Any] = json.loads(plain)
    return data


def test_a_page_holds_every_position_with_its_result_moves_and_reason() -> None:
    solution = gg.solve(green_game())
    data, owner = data_of(html(solution)), solution.problem.arena.owner
    assert owner is not None and [data["players"], data["bound"], len(data["positions"])] == [["Ania", "Bolek"], "", 8]
    for position in data["positions"]:
        (v,) = position["at"]
        label = solution.problem.arena.label(v)
        assert position["result"] == solution.outcome(label) and position["why"] == solution.explain(label)
        assert position["mover"] == [owner[v]] * 2
        for name, target, result, _, vertex, *_ in position["moves"]:
            assert data["positions"][target]["at"] == [vertex] and str(solution.problem.arena.label(vertex)) == name
            assert result in ("win", "loss")
        assert position["moves"][0][2] == position["result"]


def test_a_game_of_another_kind_is_followed_from_its_start_with_boards_and_places_to_click() -> None:
    data = data_of(html(gg.solve(concrete_game("treblecross").read(b"1\n.....\n")), theme="dark"))
    first = data["positions"][0]
    assert len(first["moves"]) == 5 and len(first["targets"]) == 5
    assert any("#15181c" in data["lines"][k] for k in first["picture"])
    reached = {0} | {move[1] for position in data["positions"] for move in position["moves"]}
    assert reached == set(range(len(data["positions"])))


@pytest.mark.parametrize("name", ["edge-geography", "undirected-edge-geography", "undirected-vertex-geography"])
def test_a_graph_shows_where_the_token_stands_and_what_may_not_be_used_again(name: str) -> None:
    data = data_of(html(gg.solve(concrete_game(name).read(b"[(0,[1,2]),(1,[2]),(2,[3]),(3,[0])]"))))
    assert len(data["positions"]) > 8
    for position in data["positions"]:
        drawn = [data["lines"][k] for k in position["picture"]]
        (count,) = re.findall(r"(?:used|visited): (\d+)", position["text"]) or ["0"]
        faded = [line for line in drawn if line.startswith('<g opacity="0.25"')]
        standing = int("vertex" in name and bool(position["at"]))  # on the last vertex that was visited
        assert len(faded) == int(count) - standing and all(
            ("vertex" in name) == ("data-vertex" in line) for line in faded
        )
        here = [line for line in drawn if 'class="token"' in line]
        assert all(f'data-vertex="{v}"' in line for v, line in zip(position["at"], here, strict=True))


@pytest.mark.nightly  # all groups of 200 vertices are laid out
def test_large_games_end_at_a_bound_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_POSITIONS", 20)
    data = data_of(html(gg.solve(gg.Game(random_arena(200, 600), gg.Reach([3])))))
    assert len(data["positions"]) == 20 and data["bound"] == "The page holds the 20 positions nearest to the start."
    assert any(move[1] == -1 for position in data["positions"] for move in position["moves"])


def test_nothing_breaks_out_of_the_page_and_it_asks_for_nothing() -> None:
    labels = ["</script><script>alert(1)</script>", "<!--", "{{data}} & \u2028 \udc80"]
    arena = gg.Arena.from_edges([(0, 1), (1, 2)], labels=labels)
    game = gg.Game(arena, gg.NormalPlay(), players=("</script>", "<b>"))
    text = html(gg.solve(game), title="</title><script>alert(2)</script>")
    assert text.count("<script") == text.count("</script>") == 2 and "alert(1)</script>" not in text
    assert {"</script><script>alert(1)</script>", "<!--"} & {
        m[0] for p in data_of(text)["positions"] for m in p["moves"]
    }
    assert not re.findall(r'(?:src|href|url)\s*[=(]\s*"?(?!#)\w+:', text) and "default-src 'none'" in text
    assert text == html(gg.solve(game), title="</title><script>alert(2)</script>")


def test_what_is_not_solved_is_a_page_without_a_play() -> None:
    assert data_of(html(green_game())) == {"none": "There is no play on this page: the game is not solved."}


def rings(count: int = 12) -> gg.ArenaSolution:
    """Return a solved game of rings of eight vertices in a row."""
    edges = [(8 * k + i, 8 * k + (i + 1) % 8) for k in range(count) for i in range(8)]
    chain = [(8 * k, 8 * k + 8) for k in range(count - 1)]
    arena = gg.Arena.from_edges(edges + chain, owner=[v % 2 for v in range(8 * count)])
    return gg.solve(gg.Game(arena, gg.Buchi([8 * count - 1]), start=0))


def test_threats_are_what_the_solution_says() -> None:
    solution = gg.solve(green_game())
    for position in data_of(html(solution))["positions"]:
        (v,) = position["at"]
        wanted = [(str(solution.arena.label(move.move)), str(move.result)) for move in solution.threats(v)]
        assert [(move[0], move[2]) for move in position["threats"]] == wanted
    unknown = gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Discounted([1], discount="1/2"))
    assert "threats" not in data_of(html(gg.solve(unknown)))["positions"][0]


def test_a_game_whose_sum_counts_stands_on_a_page_vertex_by_vertex() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 1), (2, 0)], owner=[0, 1, 0])
    data = data_of(html(gg.solve(gg.Game(arena, gg.Discounted([1, 2, 3, 4], discount="1/2"), start=0))))
    assert [position["at"] for position in data["positions"]] == [[0], [1], [2]]
    in_time = gg.Game(arena, gg.BoundedReachProbability([1], steps=3), start=2)
    assert [position["at"] for position in data_of(html(gg.solve(in_time)))["positions"]] == [[2], [0], [1], [0], [1]]


def with_chance(objective: gg.Objective) -> gg.ArenaSolution:
    """Return a solved game in which chance leads from the sky to the goal or back to the yard."""
    ways = [("yard", "sky"), ("yard", "yard"), ("sky", "yard"), ("sky", "goal"), ("goal", "goal")]
    arena = gg.Arena.from_edges(
        ways,
        owner={"yard": 0, "sky": 2, "goal": 0},
        probability=[None, None, "3/10", "7/10", None],
        edge_data={"weight": [1, -1, 2, 2, 1], "reward": [1, 0, 2, 2, 1]},
    )
    return gg.solve(gg.Game(arena, objective, start="yard", players=("Robot", "Weather")))


def test_a_page_says_what_a_game_of_values_is_worth_and_how_likely_chance_goes_where() -> None:
    text = html(with_chance(gg.ExpectedReward({"goal"}, unreached="continue")))
    yard, sky, goal = data_of(text)["positions"]
    assert [move[:4:3] for move in sky["moves"]] == [
        ["goal (7/10)", "expected reward 2 in all"],
        ["yard (3/10)", "expected reward 44/7 in all"],
    ]
    assert yard["worth"] == "expected reward 30/7 in all" and sky["odds"] == [0.7, 0.3] and "odds" not in yard
    assert goal["ends"][0] == "goal is the target"
    yard, sky, goal = data_of(html(with_chance(gg.BoundedReachProbability({"goal"}, steps=2))))["positions"][:3]
    assert (yard["worth"], sky["worth"]) == ("probability 7/10", "probability 7/10")
    assert [move[3] for move in sky["moves"]] == ["Robot wins", "Weather wins"]
    of_mean = data_of(html(with_chance(gg.MeanPayoff())))
    assert of_mean["round"] and "If chance has moved on the way, the play goes on." in of_mean["loops"]


@pytest.mark.parametrize("way", [None, "regions"])
@pytest.mark.slow
def test_groups_are_opened_by_pictures_on_the_page(way: str | None) -> None:
    solution = rings()
    data = data_of(html(solution, **({"collapse": way} if way else {})))
    folds = data["folds"]
    assert folds["begin"] == (way or "components") and set(folds["ways"]) >= {"components", "regions"}
    component = folds["pictures"][folds["ways"]["components"]]
    assert component["node"] == [v // 8 for v in folds["places"]] and folds["places"] == list(range(96))
    assert component["svg"].count('class="vertex"') == 12
    inner = folds["pictures"][component["opens"]["3"]]
    assert inner["svg"].count('class="vertex"') == 8 + 11 and "3" not in inner["opens"] and len(inner["opens"]) == 11
    assert {at for one in folds["pictures"] for at in one["opens"].values()} <= {-1, *range(len(folds["pictures"]))}
    assert "folds" not in data_of(html(gg.solve(green_game())))
    with pytest.raises(gg.GameError, match="did you mean 'regions'"):
        html(solution, collapse="region")


@pytest.mark.slow
def test_many_positions_are_packed() -> None:
    solution = gg.solve(game("tic-tac-toe"))
    few, many = html(gg.solve(green_game())), html(solution)
    assert '"positions":' in few and '"positions":' not in many
    data = data_of(many)
    assert len(data["positions"]) == 5478 and data["positions"][0]["why"] == solution.explain(solution.problem.start)
    assert len(many) < len(json.dumps(data)) / 5 and many == html(solution)


@pytest.fixture(scope="module")
def context() -> Iterator[BrowserContext]:
    if chromium() is None:
        pytest.skip(LACKING)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(
            folder, executable_path=chromium(), args=FLAGS, headless=True
        )
        browser.set_default_timeout(60_000)
        yield browser
        browser.close()


def opened(context: BrowserContext, folder: Path, thing: Any, **options: Any) -> tuple[Page, list[str]]:
    """Open the page of a thing from a file; return it and the list of what goes wrong on it."""
    picture(thing, **options).save(folder / "game.html")
    page = context.new_page()
    faults: list[str] = []
    page.on("console", lambda message: faults.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith("file:") else faults.append(request.url))
    page.goto((folder / "game.html").as_uri())
    return page, faults


@pytest.mark.slow
@pytest.mark.smoke
def test_a_play_on_a_graph(context: BrowserContext, tmp_path: Path) -> None:
    ladder = gg.Arena.from_edges([(n, n - k) for n in range(8) for k in (1, 2) if n >= k])
    solution = gg.solve(gg.Game(ladder, gg.NormalPlay(), start=7))
    page, faults = opened(context, tmp_path, solution)
    page.select_option("#who", label="First")
    expect(page.locator("#status")).to_have_text("First is to move and wins.")
    assert page.locator("#moves button").all_inner_texts()[0].startswith("6")
    page.locator(".vertex.move[data-vertex='5']").click()  # a mistake
    expect(page.locator("#remark")).to_have_text("5 gave the win away: 6 would have kept it.")
    expect(page.locator("#history li")).to_have_text(["First: 5", "Second: 3"])
    expect(page.locator("#why")).to_have_text(solution.explain(3))
    assert page.locator(".vertex:has(.pawn)").get_attribute("data-vertex") == "3"
    page.locator("#moves button", has_text="1").click()
    expect(page.locator("#status")).to_contain_text("cannot move; Second wins.")
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#history li")).to_have_text(["First: 5", "Second: 3"])
    page.click("summary")
    expect(page.locator("#table tbody tr")).to_have_count(8)
    page.locator("#table tbody button").last.click()
    expect(page.locator("#history li")).to_have_count(0)
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_play_is_over_where_it_comes_back_without_a_move_of_chance(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, with_chance(gg.MeanPayoff()))
    page.locator("#moves button", has_text="sky").click()
    expect(page.locator("#status")).to_have_text("Chance is to move, and Robot wins.")
    page.locator("#moves button", has_text="yard (3/10)").click()
    expect(page.locator("#status")).to_have_text("Robot is to move and wins.")
    page.locator("#moves button", has_text="yard").click()
    expect(page.locator("#status")).to_contain_text("The play has come back to where it was. A play that comes back to")
    expect(page.locator("#moves button")).to_have_count(0)
    page.locator("#who").select_option("0")
    page.locator("#moves button", has_text="sky").click()  # then dice are thrown
    expect(page.locator("#history li")).to_have_text(["Robot: sky", re.compile("chance: (yard|goal)")])
    assert faults == []
    page.close()
    page, faults = opened(context, tmp_path, with_chance(gg.ExpectedReward({"goal"}, unreached="continue")))
    expect(page.locator("#status")).to_have_text("Robot is to move: expected reward 30/7 in all.")
    expect(page.locator("#none")).to_contain_text("does not count what came before")
    assert faults == []
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("large", [1, 10**30])
@pytest.mark.parametrize(
    "objective", [gg.Energy(), gg.Energy(cap="11/4"), gg.MeanPayoff(threshold="1/2")], ids=["energy", "cap", "mean"]
)
def test_a_play_counts_what_it_has_come_to_as_a_session_does(
    context: BrowserContext, tmp_path: Path, objective: Any, large: int
) -> None:
    ways = [("dock", "yard", "-5/2"), ("yard", "goal", "7/3"), ("goal", "dock", large), ("goal", "yard", "-1/6")]
    data = {"weight": [weight for *_, weight in ways]}
    arena = gg.Arena.from_edges([way[:2] for way in ways], owner={"dock": 0, "yard": 1, "goal": 0}, edge_data=data)
    solution = gg.solve(gg.Game(arena, objective, start="dock"))
    page, faults = opened(context, tmp_path, solution)
    session = Session(adapter_for(solution, None))
    for name in ("", "yard", "goal", "yard"):
        if name:
            page.locator("#moves button", has_text=name).click()
            session.play(name)
        expect(page.locator("#where")).to_have_text(f"The pawn stands on {name or 'dock'}; {session.account}.")
    page.click("#undo")
    session.undo()
    expect(page.locator("#where")).to_have_text(f"The pawn stands on goal; {session.account}.")
    page.click("summary")
    page.locator("#table tbody button", has_text="yard").click()
    account = Session(adapter_for(solution, "yard")).account
    expect(page.locator("#where")).to_have_text(f"The pawn stands on yard; {account}.")
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_play_on_a_board_and_names_that_look_like_html(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(concrete_game("treblecross").read(b"1\n.....\n")))
    page.locator(".target").nth(2).click()
    expect(page.locator("#history li")).to_have_count(1)
    assert page.locator("#picture .cross").count() == 1
    page.close()
    labels = ["<img src=x onerror=alert(1)>", "</script>"]
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], labels=labels)
    page, more = opened(context, tmp_path, gg.solve(gg.Game(arena, gg.Parity([0, 0]), start=labels[0])))
    expect(page.locator("#moves button")).to_contain_text("</script>")
    page.locator("#moves button").first.click()
    expect(page.locator("#moves button")).to_contain_text("<img src=x")
    assert page.locator("img").count() == 0
    assert faults == more == []
    page.close()


@pytest.mark.slow
def test_a_board_marks_the_last_move_and_whose_each_box_is(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(game("dots-and-boxes", {"width": 2, "height": 1})))
    page.select_option("#who", "both")
    for number in range(7):
        page.locator("#moves button").first.click()
        expect(page.locator("#history li")).to_have_count(number + 1)
        assert page.locator("#picture .last").count() == 1
    owners = [words for words in page.locator("#picture text.of").all_text_contents() if words != "?"]
    assert len(owners) == 2 and set(owners) <= {"1", "2"}
    for _ in range(7):
        page.click("#undo")
    assert page.locator("#picture .last").count() == page.locator("#picture text.of").count() == 0
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_page_speaks_of_threats_only_where_it_knows_them_and_counts_many_moves(
    context: BrowserContext, tmp_path: Path
) -> None:
    page, faults = opened(context, tmp_path, gg.solve(game("tic-tac-toe")))
    expect(page.locator("#threat-key")).to_be_hidden()
    expect(page.locator("#moves-heading")).to_have_text("Moves, best first (9)")
    page.locator("#moves button").first.click()
    expect(page.locator("#moves-heading")).to_have_text("Moves, best first")
    assert not str(page.locator("#where").text_content()).endswith("..")
    assert faults == []
    page.close()


class Countdown:
    """Rules with a text of their own."""

    rule = "Take one or two."

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]


@pytest.mark.parametrize("solve", [gg.by_rule, gg.misere])
def test_a_play_by_rules_begins_at_the_start_on_its_picture(solve: Any) -> None:
    data = data_of(html(solve(Countdown()), start=7))
    assert data["rule"] == "Take one or two." and data["positions"][0]["text"] == "7"
    assert [row["at"] for row in data["positions"]] == [[k] for k in range(8)]
    assert data["positions"][0]["moves"][0][1] == data["positions"][0]["moves"][0][4]


@pytest.mark.slow
def test_heaps_begin_where_one_says_and_else_with_a_few() -> None:
    kayles = gg.heap_game(".77", 9)
    for start in ((2, 5, 7), "2,5,7", [7, 0, 5, 2]):
        data = data_of(html(kayles, start=start))
        assert data["positions"][0]["text"] == "2 + 5 + 7" and data["positions"][0]["picture"]
    assert "match" in kayles.draw(start=(2, 5)).svg
    assert data_of(html(kayles))["positions"][0]["text"] == "3 + 5 + 7"
    assert data_of(html(gg.heap_game(".77", 2)))["positions"][0]["text"] == "2"
    with pytest.raises(gg.GameError, match="'x' are not heaps; expected their sizes, such as 3,5,7"):
        kayles.draw(start="x")


@pytest.mark.slow
def test_threats_and_groups_on_the_page(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, rings())
    nodes = page.locator("#picture .vertex")
    expect(nodes).to_have_count(12)
    nodes.filter(has_text="×8").first.click()
    expect(nodes).to_have_count(8 + 11)
    page.click("#close")
    expect(nodes).to_have_count(12)
    page.select_option("#fold", "")
    expect(nodes).to_have_count(96)
    page.focus("#fit")
    page.keyboard.press("x")
    expect(page.locator("#remark")).to_contain_text("If it were ")
    expect(page.locator(".vertex.threat")).to_have_count(2)
    expect(page.locator("#moves button:enabled")).to_have_count(0)
    page.keyboard.press("x")
    page.keyboard.press("1")
    expect(page.locator("#history li")).to_have_count(1)
    page.keyboard.press("u")
    expect(page.locator("#history li")).to_have_count(0)
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_page_is_dark_for_a_reader_who_prefers_that(context: BrowserContext, tmp_path: Path) -> None:
    def seen(page: Page, shape: str) -> list[str]:
        script = "([fill, at]) => [document.body, at].map((one) => getComputedStyle(one)[one === at ? 'fill' : fill])"
        at = page.locator(shape).first.element_handle()
        found: list[str] = page.evaluate(script, ["backgroundColor", at])
        return found

    thing = gg.solve(concrete_game("treblecross").read(b"1\n.....\n"))
    paper, night = "rgb(255, 255, 255)", "rgb(21, 24, 28)"
    for theme, colours in {"auto": (paper, night), "light": (paper, paper), "dark": (night, night)}.items():
        page, faults = opened(context, tmp_path, thing, theme=theme)
        for scheme, colour in zip(("light", "dark"), colours, strict=True):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert seen(page, "#picture .cell") == [colour, colour]
        assert faults == []
        page.close()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["auto", "light", "dark", "print"])
@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_is_in_the_way_of_anybody(context: BrowserContext, tmp_path: Path, theme: str, width: int) -> None:
    """No rule of axe-core is broken, nothing is wider than a phone, and a crowded picture can be read at first."""
    for thing in (rings(), gg.solve(concrete_game("treblecross").read(b"1\n.....\n"))):
        page, faults = opened(context, tmp_path, thing, theme=theme)
        page.emulate_media(color_scheme="dark" if theme == "auto" else "light")
        page.set_viewport_size({"width": width, "height": 844})
        page.reload()
        page.evaluate(axe())
        for key in ("x", "x", "1"):
            found = page.evaluate("axe.run()")["violations"]
            assert [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]] == []
            page.keyboard.press(key)
        page.click("summary")
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        scale = "document.querySelector('#picture svg').getScreenCTM().a"
        if page.locator(".vertex").count():
            assert page.evaluate(scale) >= 0.7
            page.click("#fit")
            before = page.evaluate(scale)
            page.click("#nearer")
            assert page.evaluate(scale) > before
        assert faults == []
        page.close()


@pytest.mark.slow
def test_two_fingers_zoom(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, rings())
    box = page.locator("#picture svg").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    scale = "document.querySelector('#picture svg').getScreenCTM().a"
    before = page.evaluate(scale)
    page.evaluate(
        """([x, y]) => {
            const send = (kind, id, dx) => document.querySelector('#picture').dispatchEvent(
                new PointerEvent(kind, { pointerId: id, clientX: x + dx, clientY: y, bubbles: true }));
            send('pointerdown', 1, -20); send('pointerdown', 2, 20); send('pointermove', 2, 60);
            send('pointerup', 1, -20); send('pointerup', 2, 60);
        }""",
        [x, y],
    )
    assert abs(page.evaluate(scale) / before - 2) < 0.01
    assert faults == []
    page.close()


def test_the_computer_begins_where_it_is_first_to_move(context: BrowserContext, tmp_path: Path) -> None:
    game = gg.Game(gg.Arena.from_edges([(2, 1), (1, 0)]), gg.NormalPlay(), start=2)
    page, faults = opened(context, tmp_path, gg.solve(game))
    page.select_option("#who", label="Second")
    expect(page.locator("#history li")).to_have_text(["First: 1"])
    expect(page.locator("#status")).to_contain_text("Second is to move")
    page.select_option("#who", label="First")
    expect(page.locator("#history li")).to_have_count(0)
    assert not faults
