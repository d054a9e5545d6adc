"""The page of a game: the data in it, that nothing in it can break out of it, and a play on it in a browser."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import graphgames as gg
from graphgames.catalogue.find import concrete_game
from graphgames.draw import held as helds
from graphgames.draw import picture
from graphgames.draw.page import packed
from graphgames.games.random_games import random_game
from graphgames.games.tables.board_games import game
from tests.draw.test_graph import green_game
from tests.explore.serving import LACKING, axe, browser, chromium, server


def html(thing: Any, **options: Any) -> str:
    return picture(thing, **options).to_bytes("html").decode()


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    plain = found[1] if found[1].startswith("{") else gzip.decompress(base64.b64decode(found[1]))
    data: dict[str, Any] = json.loads(plain)
    return data


def text_of(data: dict[str, Any], k: int) -> Any:
    """Return a value that stands once in the data."""
    return data["shared"][k]


def sentence(data: dict[str, Any], k: int) -> str:
    """Return words that are held in parts, each with the vertex that it names."""
    return "".join(words for words, _ in text_of(data, k))


def test_a_page_holds_every_position_with_its_result_moves_and_reason() -> None:
    solution = gg.solve(green_game())
    data, owner = data_of(html(solution)), solution.problem.arena.owner
    assert owner is not None and [data["view"]["players"], data["bound"]] == [["Ania", "Bolek"], ""]
    assert len(data["positions"]) == len(data["facts"]) == 8
    for position in data["positions"]:
        (v,) = position["at"]
        label = solution.problem.arena.label(v)
        assert position["result"] == solution.outcome(label).rank
        assert sentence(data, position["why"]) == solution.explain(label)
        assert position["mover"] == [owner[v]] * 2
        for move in position["moves"]:
            assert data["positions"][move["to"]]["at"] == [move["ends"][1]]
            assert str(solution.problem.arena.label(move["ends"][1])) == move["name"]
        assert position["moves"][0]["result"] == position["result"]


def test_a_game_of_another_kind_is_followed_from_its_start_with_boards_and_places_to_click() -> None:
    data = data_of(html(gg.solve(concrete_game("treblecross").read(b"1\n.....\n")), theme="dark"))
    first = data["positions"][0]
    assert len(first["moves"]) == 5 and len(first["targets"]) == 5
    assert any("<rect" in text_of(data, k) for k in first["board"])
    reached = {0} | {move["to"] for position in data["positions"] for move in position["moves"]}
    assert reached == set(range(len(data["positions"])))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["edge-geography", "undirected-edge-geography", "undirected-vertex-geography"])
def test_a_graph_shows_where_the_token_stands_and_what_may_not_be_used_again(name: str) -> None:
    data = data_of(html(gg.solve(concrete_game(name).read(b"[(0,[1,2]),(1,[2]),(2,[3]),(3,[0])]"))))
    assert len(data["positions"]) > 8
    for position in data["positions"]:
        drawn = {part: [text_of(data, k) for k in position["graph"][part]] for part in ("vertices", "edges")}
        (count,) = re.findall(r"(?:used|visited): (\d+)", position["text"]) or ["0"]
        gone = sum(vertex.get("gone", False) for vertex in drawn["vertices"])
        used = sum(edge.get("used", 0) for edge in drawn["edges"])
        directed = 1 if name == "edge-geography" else 2
        assert gone == int(count) if "vertex" in name else used in (int(count), directed * int(count))
        here = [vertex["id"] for vertex in drawn["vertices"] if vertex["tokens"]]
        assert here == position.get("at", [])[: len(here)]


@pytest.mark.slow
def test_large_games_end_at_a_bound_that_is_said_and_best_moves_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helds, "MOST_POSITIONS", 30)
    corridor = [(k, k + 1) for k in range(12)]
    aside = [(k, 13 + k) for k in range(12)] + [(13 + k, 13 + (7 * k + d) % 40) for k in range(40) for d in (1, 2)]
    arena = gg.Arena.from_edges(corridor + aside, owner=[0] * 53)
    data = data_of(html(gg.solve(gg.Game(arena, gg.Reach([12]), start=0)), collapse="components"))
    assert len(data["positions"]) == 30 and data["bound"].startswith("The page holds 30 positions:")
    assert any(move["to"] == -1 for position in data["positions"] for move in position["moves"])
    at = 0
    for _ in range(12):
        at = data["positions"][at]["moves"][0]["to"]
    assert data["positions"][at]["at"] == [12], "the best play is held to its end"


def test_nothing_breaks_out_of_the_page_and_it_asks_for_nothing() -> None:
    labels = ["</script><script>alert(1)</script>", "<!--", "{{data}} & \u2028 \udc80"]
    arena = gg.Arena.from_edges([(0, 1), (1, 2)], labels=labels)
    game = gg.Game(arena, gg.NormalPlay(), players=("</script>", "<b>"))
    text = html(gg.solve(game), title="</title><script>alert(2)</script>")
    assert text.count("<script") == text.count("</script>") == 2 and "alert(1)</script>" not in text
    moves = {move["name"] for position in data_of(text)["positions"] for move in position["moves"]}
    assert {"<!--", "{{data}} & \u2028 \udc80"} == moves
    assert (
        not re.findall(r'(?:src|href|url)\s*[=(]\s*"?(?!#|data:image/svg)\w+:', text) and "default-src 'none'" in text
    )
    assert text == html(gg.solve(game), title="</title><script>alert(2)</script>")


def test_what_is_not_solved_is_a_page_without_a_play() -> None:
    data = data_of(html(green_game()))
    assert data["none"] == "There is no play on this page: the game is not solved." and data["picture"].startswith(
        "<svg"
    )


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
        wanted = [(str(solution.arena.label(move.move)), move.result.rank) for move in solution.threats(v)]
        assert [(move["name"], move["result"]) for move in position["threats"]] == wanted


def test_the_title_counts_the_vertices_of_the_graph_on_the_page() -> None:
    solution = gg.solve(
        gg.Spec({"door": bool}, {"room": (0, 2)}, sys_trans=["room' <= room + 1"], sys_goals=["room = 2"])
    )
    data = data_of(html(solution))
    assert (
        data["title"]
        == f"Machine of the controller, {len(data['facts'])} vertices, {len(data['graph']['edges'])} edges"
    )


def test_a_game_whose_sum_counts_is_held_play_by_play() -> None:
    arena = gg.Arena.from_edges([(0, 1), (1, 0), (1, 1), (2, 0)], owner=[0, 1, 0])
    data = data_of(html(gg.solve(gg.Game(arena, gg.Discounted([1, 2, 3, 4], discount="1/2"), start=2))))
    assert [position["at"][0] for position in data["positions"]][:3] == [2, 0, 1] and data["bound"] == ""
    assert [position["at"][0] for position in data["positions"]].count(1) > 2, "after several plays"
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


@pytest.mark.slow
def test_a_page_says_what_a_game_of_values_is_worth_and_how_likely_chance_goes_where() -> None:
    yard, sky = data_of(html(with_chance(gg.ExpectedReward({"goal"}, unreached="continue"))))["positions"][:2]
    assert [(move["name"], move["says"]) for move in sky["moves"]] == [
        ("yard (3/10)", "expected reward 51/7 in all"),
        ("goal (7/10)", "expected reward 3 in all"),
    ]
    assert yard["says"] == "expected reward 30/7 in all" and sky["odds"] == [0.3, 0.7] and "odds" not in yard
    of_mean = data_of(html(with_chance(gg.MeanPayoff())))
    assert of_mean["again"] and "the play goes on; it is stopped after 200 moves." in of_mean["view"]["loops"]


@pytest.mark.slow
@pytest.mark.parametrize("way, count", [(None, 12), ("regions", 7)])
def test_groups_are_opened_by_pictures_on_the_page(way: str | None, count: int) -> None:
    solution = rings(count)
    data = data_of(html(solution, **({"collapse": way} if way else {})))
    folds = data["folds"]
    assert folds["begin"] == (way or "components") and set(folds["ways"]) >= {"components", "regions"}
    component = folds["pictures"][folds["ways"]["components"]]
    nodes = [text_of(data, k) for k in component["graph"]["vertices"]]
    assert len(nodes) == count and all(node["group"] == 8 for node in nodes)
    assert component["node"] == [8 * count + v // 8 * 8 for v in folds["places"]] and folds["places"] == list(
        range(8 * count)
    )
    inner = folds["pictures"][component["opens"][str(8 * count + 3 * 8)]]
    assert len(inner["graph"]["vertices"]) == 8 + count - 1 and len(inner["opens"]) == count - 1
    assert {at for one in folds["pictures"] for at in one["opens"].values()} <= {-1, *range(len(folds["pictures"]))}
    assert "folds" not in data_of(html(gg.solve(green_game())))
    with pytest.raises(gg.GameError, match="did you mean 'regions'"):
        html(solution, collapse="region")


@pytest.mark.slow
def test_many_positions_are_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert helds.MOST_POSITIONS >= 5478, "all of tic-tac-toe"
    monkeypatch.setattr(helds, "MOST_POSITIONS", 1000)
    solution = gg.solve(game("tic-tac-toe"))
    few, many = html(gg.solve(green_game())), html(solution)
    assert '"positions":' in few and '"positions":' not in many
    data = data_of(many)
    assert len(data["positions"]) == 1000
    assert sentence(data, data["positions"][0]["why"]) == solution.explain(solution.problem.start)
    assert len(many) - len(few) < len(json.dumps(data)) / 5 and packed(data) == packed(data)


class Countdown:
    """Rules with a text of their own."""

    rule = "Take one or two."

    def moves(self, n: int) -> list[int]:
        return [n - k for k in (1, 2) if n >= k]


@pytest.mark.parametrize("solve", [gg.by_rule, gg.misere])
def test_a_play_by_rules_begins_at_the_start_on_its_picture(solve: Any) -> None:
    data = data_of(html(solve(Countdown()), start=7))
    assert data["view"]["rule"] == "Take one or two." and data["positions"][0]["text"] == "7"
    assert sorted(row["at"] for row in data["positions"]) == [[k] for k in range(8)]
    first = data["positions"][0]["moves"][0]
    assert first["to"] == first["ends"][1]


@pytest.mark.slow
def test_heaps_begin_where_one_says_and_else_with_a_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helds, "MOST_POSITIONS", 60)
    kayles = gg.heap_game(".77", 9)
    for start in ((2, 5, 7), "2,5,7", [7, 0, 5, 2]):
        data = data_of(html(kayles, start=start))
        assert data["positions"][0]["text"] == "2 + 5 + 7" and data["positions"][0]["board"]
    assert "match" in kayles.draw(start=(2, 5)).svg
    assert data_of(html(kayles))["positions"][0]["text"] == "3 + 5 + 7"
    assert data_of(html(gg.heap_game(".77", 2)))["positions"][0]["text"] == "2"
    with pytest.raises(gg.GameError, match="'x' are not heaps; expected their sizes, such as 3,5,7"):
        kayles.draw(start="x")


@pytest.fixture(scope="module")
def context() -> Iterator[BrowserContext]:
    if chromium() is None:
        pytest.skip(LACKING)
    with browser() as started:
        yield started


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


def moves_of(page: Page) -> list[str]:
    """Return the moves and what they lead to, as they are shown."""
    return page.locator("#moves button").all_inner_texts()


@pytest.mark.slow
@pytest.mark.smoke
def test_a_play_on_a_graph(context: BrowserContext, tmp_path: Path) -> None:
    ladder = gg.Arena.from_edges([(n, n - k) for n in range(8) for k in (1, 2) if n >= k])
    solution = gg.solve(gg.Game(ladder, gg.NormalPlay(), start=7))
    page, faults = opened(context, tmp_path, solution)
    page.select_option("#persons", label="First")
    expect(page.locator("#turn-heading")).to_have_text("Your move, First you can win")
    page.locator("#moves button[data-move='5']").click()  # a mistake
    expect(page.locator("#made li:not(:first-child) button")).to_have_text(["1. 5 ??", "2. 3"])
    expect(page.locator("#live")).to_contain_text("First: 5. Second: 3.")
    page.click("#why")
    expect(page.locator("#reason")).to_have_text(solution.explain(3))
    page.locator("#moves button", has_text="1").first.click()
    expect(page.locator("#ending")).to_contain_text("You lose, Second wins: First cannot move.")
    page.click("#undo")
    page.click("#undo")
    expect(page.locator("#live")).to_have_text("Taken back. The pawn stands on 7.")
    page.click("summary")
    expect(page.locator("#table tbody tr")).to_have_count(8)
    assert page.locator("[data-server]:visible").count() == 0
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_proof_is_opened_broken_and_challenged_without_a_server(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(green_game()))
    page.fill("#find-name", "2")
    page.keyboard.press("Enter")
    page.click("#vertex-conditions")
    expect(page.locator("#conditions-heading")).to_have_text("At 2")
    expect(page.locator("#conditions-verdict")).to_have_text("All conditions hold.")
    expect(page.locator("#opened > li")).to_have_count(7)
    page.locator("#opened button").first.hover()
    expect(page.locator("#graph [data-v='1'].pointed")).to_have_count(1)
    expect(page.locator("#break-to")).to_have_attribute("placeholder", "Bolek")
    page.click("#break-do")
    expect(page.locator("#conditions-heading")).to_have_text("At 2, with winner Bolek in place of Ania")
    expect(page.locator("#conditions-verdict")).to_contain_text("Refused: “moves stand where needed” fails at 2")
    page.select_option("#break-entry", label="strategy: 6")
    page.fill("#break-to", "7")
    page.click("#break-do")
    expect(page.locator("#conditions-verdict")).to_contain_text("Refused: “alpha counts down” fails at 2")
    page.select_option("#break-entry", label="the edge to 6")
    page.click("#break-do")
    expect(page.locator("#conditions-verdict")).to_contain_text("Refused: “moves are edges” fails at 2")
    page.select_option("#break-entry", index=0)
    page.fill("#break-to", "Mr X")
    page.click("#break-do")
    expect(page.locator("#live")).to_contain_text("This page holds what these would break: Bolek.")
    expect(page.locator("#checking")).to_contain_text("graphgames explore FILE")
    page.click("#tab-reason")
    page.click("#challenge")
    expect(page.locator("#turn-heading")).to_contain_text("Your move, Bolek")
    page.locator("#moves button").first.click()
    expect(page.locator("#ending")).to_contain_text("You lose, Ania wins")
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_play_that_comes_back_names_its_winner_and_says_why(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(green_game()))
    for _ in range(8):
        if page.locator("#ending").is_visible():
            break
        page.click("#step")
    expect(page.locator("#ending")).to_contain_text("Ania wins: the play has come back to")
    expect(page.locator("#ending")).to_contain_text("past an accepting vertex")
    assert faults == []
    page.close()


@pytest.mark.slow
def test_the_whole_of_a_large_graph_is_on_its_page(context: BrowserContext, tmp_path: Path) -> None:
    solution = gg.solve(random_game(500, "parity", (1, 3), seed=3))
    page, faults = opened(context, tmp_path, solution)
    page.fill("#find-name", "77")  # which is not near the play
    page.keyboard.press("Enter")
    expect(page.locator("#map")).to_have_attribute("aria-label", "The whole graph: 500 vertices in 2 groups")
    expect(page.locator("#map .v.chosen text")).to_have_text("77")
    expect(page.locator("#vertex-why")).to_have_text(solution.explain(77))
    page.select_option("#fold", "priority")
    expect(page.locator("#live")).to_contain_text("500 vertices in 6 groups")
    page.click("#overview")
    expect(page.locator("#graph .v").first).to_be_visible()
    assert [fault for fault in faults if "GL Driver Message" not in fault] == []
    page.close()


@pytest.mark.slow
def test_a_play_on_a_board_and_names_that_look_like_html(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(concrete_game("treblecross").read(b"1\n.....\n")))
    page.locator("#board .target").nth(2).click()
    expect(page.locator("#made li")).to_have_count(2)
    assert page.locator("#board .cross").count() == 1
    page.close()
    labels = ["<img src=x onerror=alert(1)>", "</script>"]
    arena = gg.Arena.from_edges([(0, 1), (1, 0)], owner=[0, 1], labels=labels)
    page, more = opened(context, tmp_path, gg.solve(gg.Game(arena, gg.Parity([0, 0]), start=labels[0])))
    expect(page.locator("#moves button")).to_contain_text("</script>")
    page.locator("#moves button").first.click()
    assert page.locator("#game img").count() == 0
    assert faults == more == []
    page.close()


@pytest.mark.slow
def test_a_board_marks_the_last_move_and_whose_each_box_is(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(game("dots-and-boxes", {"width": 2, "height": 1})))
    for number in range(7):
        page.locator("#moves button").first.click()
        expect(page.locator("#made li")).to_have_count(number + 2)
        assert page.locator("#board .last").count() == 1
    owners = [words for words in page.locator("#board text.of").all_text_contents() if words != "?"]
    assert len(owners) == 2 and set(owners) <= {"1", "2"}
    for _ in range(7):
        page.click("#undo")
    expect(page.locator("#board .last")).to_have_count(0)
    assert page.locator("#board text.of").count() == 0
    assert faults == []
    page.close()


@pytest.mark.slow
def test_threats_and_groups_on_the_page(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, rings())
    nodes = page.locator("#graph .v")
    expect(nodes).to_have_count(12)
    nodes.nth(3).dispatch_event("pointerdown", {"button": 0})
    page.focus("#graph")
    page.keyboard.press("n")
    page.select_option("#fold", "")
    expect(nodes).to_have_count(96)
    page.click("#threat")
    expect(page.locator("#moves-heading")).to_contain_text("If it were ")
    page.click("#threat")
    page.keyboard.press("1")
    expect(page.locator("#made li")).to_have_count(2)
    page.keyboard.press("u")
    expect(page.locator("#live")).to_contain_text("Taken back.")
    assert faults == []
    page.close()


@pytest.mark.slow
def test_a_page_is_dark_for_a_reader_who_prefers_that(context: BrowserContext, tmp_path: Path) -> None:
    thing = gg.solve(concrete_game("treblecross").read(b"1\n.....\n"))
    paper, night = "rgb(244, 245, 247)", "rgb(20, 24, 29)"
    for theme, colours in {"auto": (paper, night), "light": (paper, paper), "dark": (night, night)}.items():
        page, faults = opened(context, tmp_path, thing, theme=theme)
        for scheme, colour in zip(("light", "dark"), colours, strict=True):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert page.evaluate("getComputedStyle(document.body).backgroundColor") == colour
        assert faults == []
        page.close()


@pytest.mark.slow
def test_chess_is_played_out_to_mate_in_one_file(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.solve(game("chess", {"men": "KQK"})))
    assert (tmp_path / "game.html").stat().st_size < 1_500_000
    expect(page.locator("#moves button").first).to_contain_text("win in 13")
    for number in range(13):
        page.click("#step")
        expect(page.locator("#made li")).to_have_count(number + 2)
    expect(page.locator("#ending")).to_contain_text("wins")
    expect(page.locator("#ending")).to_contain_text("mate")
    assert faults == []
    page.close()


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["auto", "light", "dark", "print"])
@pytest.mark.parametrize("width", [390, 1400])
def test_nothing_is_in_the_way_of_anybody(context: BrowserContext, tmp_path: Path, theme: str, width: int) -> None:
    """No rule of axe-core is broken, and nothing is wider than a phone."""
    for thing in (rings(), gg.solve(concrete_game("treblecross").read(b"1\n.....\n"))):
        page, faults = opened(context, tmp_path, thing, theme=theme)
        page.emulate_media(color_scheme="dark" if theme == "auto" else "light", reduced_motion="reduce")
        page.set_viewport_size({"width": width, "height": 844})
        page.reload()
        page.evaluate(axe())
        for key in ("x", "x", "1"):
            found = page.evaluate("axe.run()")["violations"]
            assert [f"{one['id']}: {node['target']}" for one in found for node in one["nodes"]] == []
            page.keyboard.press(key)
        assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        assert faults == []
        page.close()


@pytest.mark.slow
def test_the_page_shows_what_the_explorer_shows(context: BrowserContext, tmp_path: Path) -> None:
    """Every chip, sentence and mark of a play is the same, with a server and without one."""
    file = tmp_path / "hills.arena"
    shown = ("#turn-heading", "#ending", "#moves", "#made", "#strip", "#legend", "#rule", "#aims", "#reason")
    looks = "(part) => part.innerText + [...part.querySelectorAll('[class]')].map((one) => one.getAttribute('class'))"
    for seed, objective in enumerate([gg.Buchi([0]), gg.Energy([2, -1, 1, -3, 0, 1, -1, 2]), gg.NormalPlay()]):
        ways = [(0, 1), (0, 2), (1, 0), (1, 3), (2, 3), (2, 0), (3, 0), (3, 2)]
        arena = gg.Arena.from_edges(ways, owner=[0, 1, 0, 1])
        problem = gg.Game(arena, objective, start=0)
        gg.write(problem, file)
        page, faults = opened(context, tmp_path, gg.solve(problem))
        with server(str(file)) as address:
            other = context.new_page()
            other.goto(address)
            for one in (page, other):
                one.select_option("#persons", "both")
                expect(one.locator("#live")).to_contain_text("From the beginning")
            for number in range(5):
                found = [[one.locator(part).evaluate(looks) for part in shown] for one in (page, other)]
                assert found[0] == found[1], (seed, number)
                if page.locator("#ending").is_visible():
                    break
                which = page.locator("#moves button").count() - 1 if number == 1 else 0
                for one in (page, other):
                    one.locator("#moves button").nth(which).click()
                    expect(one.locator("#made li")).to_have_count(number + 2)
            other.close()
        assert faults == []
        page.close()


SMALL = {"desk": (1280, 720), "enlarged to 200 %": (640, 360), "phone upright": (390, 844), "phone flat": (844, 390)}


@pytest.mark.slow
@pytest.mark.parametrize("size", SMALL.values(), ids=SMALL)
def test_the_board_whose_move_it_is_and_three_moves_are_in_sight(
    context: BrowserContext, tmp_path: Path, size: tuple[int, int]
) -> None:
    page, faults = opened(context, tmp_path, gg.solve(gg.read("examples/arbiter.pg")))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(100)
    for part in ("#graph", "#turn-heading", "#moves li:nth-child(3) button"):
        box = page.locator(part).bounding_box()
        assert box is not None and box["height"] > 15, part
        assert box["y"] >= 0 and box["y"] + box["height"] <= size[1], part
        assert box["x"] >= 0 and box["x"] + box["width"] <= size[0], part
    if size[0] < 900:
        heights = [one["height"] for b in page.locator("aside button:visible").all() if (one := b.bounding_box())]
        assert len(heights) > 8 and min(heights) >= 44
    assert faults == []
    page.close()


@pytest.mark.slow
def test_blue_and_orange_are_the_players_and_what_is_good_has_its_own_sign(
    context: BrowserContext, tmp_path: Path
) -> None:
    """Who moves second sees his winning move in a colour that is neither player's, with a sign beside it."""
    colour = "(part) => getComputedStyle(part).color"
    page, faults = opened(context, tmp_path, gg.solve(replace(green_game(), start=8)))
    page.select_option("#persons", label="Bolek")
    expect(page.locator("#turn-heading .chip")).to_have_class("chip win")
    good = page.locator("#moves .chip.win").first.evaluate(colour)
    players = page.evaluate(
        "['--won', '--lost'].map((name) => { const one = document.createElement('i');"
        " one.style.color = `var(${name})`; document.body.append(one); return getComputedStyle(one).color; })"
    )
    assert good not in players and len(set(players)) == 2
    assert page.locator("#graph .v.target.win text.sign").all_text_contents() == ["✓"]
    page.select_option("#persons", "both")
    expect(page.locator("#turn-heading .chip")).to_have_class("chip of1")
    assert page.locator("#turn-heading .chip").evaluate(colour) == players[1]
    assert faults == []
    page.close()


STUDY = """# Nim with three heaps

## Two equal heaps
> 3 -> no heap
> 7 -> 5
From now on there is always an answer.

## Find a move
There is a 1 in all three heaps.
?
"""


@pytest.mark.slow
def test_a_study_is_read_and_what_is_no_position_is_said_with_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helds, "MOST_POSITIONS", 60)
    nim = gg.heap_game("nim", 7)
    file = tmp_path / "nim.md"

    def refused(text: str) -> str:
        file.write_text(text)
        with pytest.raises(gg.GraphGamesError) as error:
            picture(nim, study=str(file)).save(tmp_path / "nim.html")
        return str(error.value)

    assert "nim.md:3:1: there is no move '9 -> 1' here; expected one of" in refused("# T\n## One\n> 9 -> 1\n")
    assert "expected a line such as ## Start" in refused("# T\n")
    assert "nim.md:1:1: a title takes no options; --start belongs to graphgames show" in refused("## One --start 2,2\n")
    assert "nim.md:4:1: whoever moves loses here, so no move can be asked for" in refused(
        "## Lost\n> 3 -> no heap\n> 7 -> 5\n? And now?\n"
    )
    assert "lines such as > MOVE lead to another position" in refused("## One\nstart: 3\n")
    file.write_text("# Nim\n\nTake from one heap.\n\n## Next\n> 3 -> 1\n")
    under, after = data_of(html(nim, study=str(file)))["study"]["lessons"]
    assert (under["title"], under["text"], under["moves"]) == ("Nim", "Take from one heap.", [])
    assert (after["title"], after["moves"]) == ("Next", ["3 -> 1"])
    file.write_text(STUDY)
    data = data_of(html(nim, study=str(file)))
    one, other = data["study"]["lessons"]
    assert data["title"] == "Nim with three heaps" and one["moves"] == ["3 -> no heap", "7 -> 5"]
    assert (one["asks"], other["asks"], other["text"]) == (False, True, "There is a 1 in all three heaps.")


@pytest.mark.slow
def test_a_study_asks_and_mistakes_are_learned_from(context: BrowserContext, tmp_path: Path) -> None:
    (tmp_path / "nim.md").write_text(STUDY)
    page, faults = opened(context, tmp_path, gg.heap_game("nim", 7), study=str(tmp_path / "nim.md"))
    expect(page.locator("#lesson-title")).to_have_text("Two equal heaps")
    expect(page.locator("#made li")).to_have_count(3)
    page.click("#lesson-next")
    expect(page.locator("#lesson-text")).to_have_text("There is a 1 in all three heaps.")
    assert page.locator("#moves .chip:visible, #strip:visible, #step:visible, #tabs:visible").count() == 0
    page.click("[data-move='3 -> 1']")
    expect(page.locator("#live")).to_contain_text("3 -> 1 is not it. Try again")
    page.keyboard.press("s")  # the best move is not made by a key either
    expect(page.locator("#made li")).to_have_count(0)
    page.click("[data-move='3 -> 2']")
    expect(page.locator("#lesson-text")).to_contain_text("Right: 3 -> 2.")
    expect(page.locator("#moves .chip").first).to_be_visible()
    page.click("#lesson-end")
    page.click("#restart")
    page.locator("#moves button").last.click()
    page.click("#run")
    page.click("#learn")
    expect(page.locator("#lesson-title")).to_have_text("Move 1")
    expect(page.locator("#lesson-text")).to_contain_text("gave the win away. Find a better move.")
    page.evaluate(axe())
    assert page.evaluate("axe.run()")["violations"] == []
    page.click("#lesson-tell")
    expect(page.locator("#lesson-text")).to_contain_text("It is 3 -> 2 or 5 -> 4 or 7 -> 6.")
    page.click("#lesson-end")
    expect(page.locator("#ending")).to_be_visible()  # the play is as it was
    assert faults == []
    page.close()


@pytest.mark.slow
def test_high_contrast_and_paper_keep_board_strip_and_moves(context: BrowserContext, tmp_path: Path) -> None:
    page, faults = opened(context, tmp_path, gg.heap_game("nim", 7))
    page.locator("#moves button").first.click()
    look = "(part) => [getComputedStyle(part, '::before').forcedColorAdjust, getComputedStyle(part).outlineStyle]"
    page.emulate_media(forced_colors="active")
    assert page.locator("#strip button").last.evaluate(look)[0] == "none"
    assert page.locator("#tabs [aria-selected='true']").evaluate(look)[1] == "solid"
    page.emulate_media(forced_colors="none", media="print", color_scheme="dark")
    for part in ("#board svg", "#strip", "#moves", "#made", "#aims", "#turn-heading"):
        expect(page.locator(part).first).to_be_visible()
    assert page.locator("header:visible, #bar:visible, #controls:visible").count() == 0
    white = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert white == "rgb(255, 255, 255)"
    assert page.evaluate("(e => e.scrollHeight <= e.clientHeight + 1)(document.querySelector('#moves'))")
    assert faults == []
    page.close()
