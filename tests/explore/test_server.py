"""The server without a browser: every route, and everything that it must refuse."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from graphgames.explore import gallery
from graphgames.explore.server import PAGE, JSONResponse, build, parts
from graphgames.explore.settings import Settings
from graphgames.explore.worker import STOPPED, Stop
from graphgames.explore.workers import Worker
from tests.explore.serving import started
from tests.share import share
from tests.waiting import PATIENCE

pytestmark = pytest.mark.slow

HOST = "127.0.0.1:4321"
ORIGIN = {"origin": f"http://{HOST}"}
PG = b"parity 2;\n0 2 0 1;\n1 1 1 0,2;\n2 3 0 2;\n"
SLOW = b"parity 0;\n0 0 0 0;\n"


def client_of(**settings: Any) -> TestClient:
    app = build(Settings(**settings), (HOST, "localhost:4321"))
    return TestClient(app, base_url=f"http://{HOST}", headers=ORIGIN, raise_server_exceptions=False)


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of(games=20) as opened:
        yield opened


def opened(client: TestClient, **question: Any) -> dict[str, Any]:
    answer = client.post("/api/games", json=question)
    assert answer.status_code == 201, answer.text
    return until_done(client, answer.json()["id"])


def uploaded(client: TestClient, name: str, data: bytes, **options: str) -> dict[str, Any]:
    key = client.post("/api/games", json={"name": name, "options": options}).json()["id"]
    answer = client.put(f"/api/games/{key}/file", content=data, headers={"content-type": "application/octet-stream"})
    assert answer.status_code == 202, answer.text
    return until_done(client, key)


def until_done(client: TestClient, key: str) -> dict[str, Any]:
    doing = ""
    while True:
        answer = client.get(f"/api/games/{key}", params={"wait": doing})
        assert answer.status_code == 200, answer.text
        state: dict[str, Any] = answer.json()
        if state["state"] in ("ready", "failed"):
            return state
        doing = state["doing"]


def ask(client: TestClient, key: str, method: str, **question: Any) -> dict[str, Any]:
    answer = client.post(f"/api/games/{key}/{method}", json=question)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_first_paint_is_small_and_sealed(client: TestClient) -> None:
    sizes = {}
    for path in ("/", *(f"/page/{name}" for name in parts() if name != "index.html")):  # that is "/"
        with client.stream("GET", path, headers={"accept-encoding": "gzip"}) as answer:
            sizes[path] = sum(len(part) for part in answer.iter_raw())
        assert answer.status_code == 200
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store"
    unused = {f"/page/{name}.js" for name in ("alone", "held", "line", "numbers", "notebook", "widget")}  # not served
    unused |= {path for path in sizes if path.endswith(("/map.js", "twgl.js", ".txt", ".md"))}  # of large graphs
    assert sum(size for path, size in sizes.items() if path not in unused) < 80_000  # as they are sent, packed


def test_thumbnails_of_the_examples(client: TestClient) -> None:
    scenes = client.get("/api/thumbnails").json()
    assert set(scenes) == {example["name"] for example in client.get("/api/start").json()["examples"]}
    assert client.get("/api/thumbnails").json() == scenes  # made once


def test_what_solving_takes_is_said_and_an_example_is_solved_once() -> None:
    views, doings = [], set[str]()
    with client_of(games=20) as client:  # whose table nobody has asked for
        for _ in range(2):
            state = client.post("/api/games", json={"example": "awari-table"}).json()
            key = state["id"]
            while state["state"] == "busy":
                doings.add(state.get("doing", ""))
                state = client.get(f"/api/games/{key}", params={"wait": state.get("doing", "")}).json()
            views.append(state["view"])
    assert any(re.search(r"solving: at most [\d,]+ positions, .* of memory and about ", doing) for doing in doings)
    assert re.search(r"solved in .* by tiers", views[0].pop("heading"))
    assert views[1].pop("heading").endswith("solved by tiers")  # it stands where the first left it
    assert views[0] == views[1]


def test_the_first_game_is_an_example(client: TestClient) -> None:
    start = client.get("/api/start").json()
    first = client.post("/api/games", json={"first": True}).json()
    assert first["title"] in [example["title"] for example in start["examples"]]
    assert first["state"] == "busy" or first["view"]["play"]["moves"]
    assert {"name": "buchi", "title": "Büchi game"}.items() <= next(
        one for one in start["objectives"] if one["name"] == "buchi"
    ).items()


def test_page_asks_no_other_host() -> None:
    for file in PAGE.rglob("*"):
        if file.suffix in (".html", ".js", ".css"):
            text = file.read_text().replace("http://www.w3.org/", "")
            assert "http:" not in text and "https:" not in text, file
            assert file.parent.name == "vendor" or ("innerHTML" not in text and "eval(" not in text)


@pytest.mark.parametrize("host", ["evil.example", "evil.example:4321", "127.0.0.1", "127.0.0.1:80", "0.0.0.0:4321"])
def test_other_hosts_are_refused(client: TestClient, host: str) -> None:
    for path in ("/", "/api/start", "/page/page.js"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 403
        assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:4321", "http://127.0.0.1:80", ""])
def test_other_origins_are_refused(client: TestClient, origin: str) -> None:
    answer = client.post("/api/games", json={"example": "nim"}, headers={"origin": origin})
    assert answer.status_code == 403
    assert client.get("/api/start", headers={"origin": origin}).status_code == 403


def test_no_origin_and_other_content_types_are_refused() -> None:
    app = build(Settings(), (HOST,))
    with TestClient(app, base_url=f"http://{HOST}") as bare:
        assert bare.post("/api/games", json={"example": "nim"}).status_code == 403
        assert bare.get("/api/start").status_code == 200
        assert bare.get("/api/start", headers={"sec-fetch-site": "cross-site"}).status_code == 403
        assert bare.get("/", headers={"sec-fetch-site": "cross-site"}).status_code == 200  # a link to the page
        for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
            answer = bare.post("/api/games", content=b"{}", headers={**ORIGIN, "content-type": kind})
            assert answer.status_code == 415
        answer = bare.put("/api/games/x/file", content=b"", headers={**ORIGIN, "content-type": "application/json"})
        assert answer.status_code == 415


def test_start_names_what_there_is(client: TestClient) -> None:
    start = client.get("/api/start").json()
    assert [entry["name"] for entry in start["examples"]] == [entry.name for entry in gallery.examples()]
    assert {"gra-w-zielone", "heaps"} <= {game["name"] for game in start["games"]}
    assert start["file"] is None


ENDLESS = ("discounted-chance",)
"""Where chance decides and nobody stops, a play need not come to an end."""
LARGE = pytest.mark.nightly
SHOWN = [
    pytest.param(name, marks=[LARGE] * (name.endswith("-table") and name != "tic-tac-toe-table"))
    for name in share([entry.name for entry in gallery.examples()], 0.2)
]
"""A share of the examples; all of them are solved and played in other tests, too."""


@pytest.mark.slow
@pytest.mark.share(0.4)
@pytest.mark.parametrize("example", SHOWN)
def test_every_example_is_played_to_its_end_and_proved(client: TestClient, example: str) -> None:
    state = opened(client, example=example)
    view, key = state["view"], state["id"]
    assert ("graph" in view) != ("board" in view)
    assert view["play"]["moves"]
    assert ask(client, key, "why")["why"]
    assert ask(client, key, "verify")["ok"]
    for _ in range(60):
        view = ask(client, key, "step")
        if view["play"]["ending"] is not None:
            break
    if example in ENDLESS:
        assert view["play"]["ending"] is None
    else:
        assert view["play"]["ending"]["reason"]
        assert view["play"]["ending"]["mistakes"] == []
    assert ask(client, key, "undo")["play"]["ending"] is None
    for kind, begins in (("svg", b"<svg "), ("json", b"{")):
        answer = client.get(f"/api/games/{key}/export/{kind}")
        assert answer.status_code == 200 and answer.content.startswith(begins)
        assert answer.headers["content-disposition"].startswith("attachment")
    client.delete(f"/api/games/{key}", headers={"content-type": "application/json"})


def test_a_file_is_read_by_its_contents(client: TestClient) -> None:
    for name, data in (("small.pg", PG), ("small.pg.gz", gzip.compress(PG)), ("noname", PG)):
        view = uploaded(client, name, data)["view"]
        assert view["title"] == name
        assert view["game"]["objective"] == "parity"
        assert [vertex["square"] for vertex in view["graph"]["vertices"]] == [False, True, False]


@pytest.mark.slow
def test_options_say_how_a_file_is_read(client: TestClient) -> None:
    assert uploaded(client, "a.pg", PG, objective="buchi")["view"]["game"]["objective"] == "buchi"
    nimbers = uploaded(client, "a.edges", b"1 0\n2 0\n2 1\n", objective="nimbers")["view"]
    assert [vertex["note"] for vertex in nimbers["graph"]["vertices"]] == ["0", "1", "2"]
    strips = uploaded(client, "a.in", b"2\n.....\nXX..\n", game="treblecross")
    assert strips["view"]["tests"] == 2
    assert "XX.." in ask(client, strips["id"], "restart", test=1)["play"]["position"].replace(" ", "")


@pytest.mark.slow
def test_what_is_long_stays_short(client: TestClient) -> None:
    state = uploaded(client, "long.in", b"1\n" + b"." * 3000 + b"\n", game="treblecross")
    assert "3000 cells are too many to draw" in state["view"]["board"]["svg"]
    moved = ask(client, state["id"], "move", name="1500")
    assert len(json.dumps(moved)) < 50_000
    piles = uploaded(client, "long.in", b"1\n500\n" + b"7 " * 500, game="playing-with-stones")
    assert len(json.dumps(piles["view"])) < 1_500_000


def test_a_fault_is_said_as_everywhere(client: TestClient) -> None:
    state = uploaded(client, "bad.pg", b"parity 1;\n0 0 0 1;\n1 x 0 0;\n")
    assert state["state"] == "failed"
    lines = state["error"]["error"].splitlines()
    assert lines[0].startswith("bad.pg:3:3: ")
    assert lines[1:3] == ["    1 x 0 0;", "      ^"]
    assert "/tmp" not in state["error"]["error"]


@pytest.mark.share(1)
@pytest.mark.parametrize("data", [b"", b"\x00\xff\x01", b"\x1f\x8bbroken", b"%PDF-1.7", b"hello there\n"])
def test_no_file_is_answered_with_a_traceback(client: TestClient, data: bytes) -> None:
    state = uploaded(client, "thing", data)
    assert state["state"] == "failed"
    assert state["error"]["kind"] in ("format", "game")
    assert "Traceback" not in json.dumps(state)


def test_what_is_asked_wrongly_is_answered_in_words(client: TestClient) -> None:
    key = opened(client, example="parity")["id"]
    for method, question, status in (
        ("move", {"name": "nowhere"}, 400),
        ("move", {}, 422),
        ("vertex", {"vertex": 99}, 400),
        ("vertex", {"vertex": "a"}, 400),
        ("around", {"radius": -1}, 400),
        ("restart", {"persons": "both"}, 400),
        ("restart", {"start": []}, 400),
        ("edit", {"change": []}, 400),
        ("edit", {"change": {"what": "explode"}}, 400),
        ("edit", {"change": {"what": "set-priority", "vertex": 0, "priority": -1}}, 400),
        ("export", {}, 404),
        ("__init__", {}, 404),
        ("undo", {}, 400),
        ("find", {"name": {}}, 400),
    ):
        answer = client.post(f"/api/games/{key}/{method}", json=question)
        assert answer.status_code == status, (method, question, answer.text)
        assert answer.json()["error"]
        assert "Traceback" not in answer.text
    headers = {"content-type": "application/json"}
    assert client.post(f"/api/games/{key}/step", content=b"[1]", headers=headers).status_code == 422
    assert client.post(f"/api/games/{key}/step", content=b"{", headers=headers).status_code == 422
    assert client.post("/api/games", content=b"[" * 100_000, headers=headers).status_code == 422
    assert client.post("/api/games", json={"example": "none"}).status_code == 422
    assert client.post("/api/games", json={"name": 3, "text": "x"}).status_code == 422
    assert client.post("/api/games", json={"name": "x", "text": "x", "options": {"path": "/etc"}}).status_code == 422
    assert client.get("/api/nothing").status_code == 404
    assert client.get("/page/../server.py").status_code == 404
    assert client.get("/page/%2e%2e/server.py").status_code == 404
    assert client.get("/api/games/none").status_code == 410
    assert client.get(f"/api/games/{key}/export/exe").status_code == 404


def test_persons_and_the_answers_of_the_strategy(client: TestClient) -> None:
    key = opened(client, example="nim")["id"]
    view = ask(client, key, "restart", persons=[1])
    assert view["play"]["count"] == 1 and view["play"]["mover"] == 1
    moved = ask(client, key, "move", name=view["play"]["moves"][0]["name"])
    assert moved["play"]["count"] == 3
    assert ask(client, key, "undo")["play"]["count"] == 1
    assert client.post(f"/api/games/{key}/undo", json={}).status_code == 400  # the computer began
    assert ask(client, key, "step")["play"]["mover"] == 1  # and answers a best move


def test_edits_change_the_regions_and_can_be_taken_back(client: TestClient) -> None:
    state = uploaded(client, "small.pg", PG)
    key, before = state["id"], state["view"]["regions"]
    view = ask(client, key, "edit", change={"what": "set-priority", "vertex": 2, "priority": 4})
    assert view["regions"] != before
    view = ask(client, key, "edit", change={"what": "add-vertex", "owner": 1})
    assert "given a loop" in view["sentence"] and view["graph"]["n"] == 4
    view = ask(client, key, "edit", change={"what": "add-edge", "from": 0, "to": 3})
    view = ask(client, key, "edit", change={"what": "delete-vertex", "vertex": 1})
    assert [vertex["label"] for vertex in view["graph"]["vertices"]] == ["0", "2", "3"]
    for _ in range(4):
        view = ask(client, key, "revert")
    assert view["regions"] == before
    answer = client.get(f"/api/games/{key}/export/pg")
    assert answer.text == "parity 2;\n0 2 0 1;\n1 1 1 0,2;\n2 3 0 2;\n"


def test_uploads_are_limited() -> None:
    with client_of(upload=1000) as client:
        for chunked in (False, True):
            key = client.post("/api/games", json={"name": "large"}).json()["id"]
            data = b"x" * 5000
            content: Any = iter([data[:600], data[600:]]) if chunked else data
            headers = {"content-type": "application/octet-stream"}
            answer = client.put(f"/api/games/{key}/file", content=content, headers=headers)
            assert answer.status_code == 413
            assert "too large" in answer.json()["error"]
            assert client.get(f"/api/games/{key}").status_code == 410
        answer = client.post("/api/games", json={"name": "typed", "text": "x" * 3_000_000})
        assert answer.status_code == 413


def ladder_of(rungs: int) -> str:
    return "".join(f"{n} {n - k}\n" for n in range(1, rungs) for k in (1, 2, 3) if n >= k)


@pytest.mark.slow
def test_the_time_limit_stops_a_solve() -> None:
    with client_of(seconds=0.01) as client:
        state = opened(client, name="long.edges", text=ladder_of(20_000))
        assert state["state"] == "failed"
        assert state["error"]["kind"] == "stopped"
        assert "the limit" in state["error"]["error"]


@pytest.mark.slow
def test_a_solve_can_be_stopped() -> None:
    lists = "[" + ",".join(f"({v},{sorted({(7 * v + k * k + 1) % 40 for k in range(1, 7)})})" for v in range(40)) + "]"
    with client_of() as client:
        key = client.post(
            "/api/games", json={"name": "hard", "text": lists, "options": {"game": "edge-geography"}}
        ).json()["id"]
        while client.get(f"/api/games/{key}").json()["phase"] != "solving":
            time.sleep(0.02)
        assert client.post(f"/api/games/{key}/step", json={}).status_code == 409
        assert client.post(f"/api/games/{key}/stop", json={}).status_code == 200
        state = until_done(client, key)
        assert state["error"]["kind"] == "stopped" and "by you" in state["error"]["error"]


def test_an_answer_can_be_stopped_and_others_follow() -> None:
    before, me = signal.getsignal(signal.SIGINT), os.getpid()

    def work(**given: Any) -> dict[str, Any]:
        os.kill(me, signal.SIGINT)
        return {"done": True}

    try:
        stop = Stop()
        assert stop.answered(work, {}, True) == STOPPED
        assert stop.answered(work, {}, False) == {"answer": {"done": True}}  # a move is made as a whole
        os.kill(me, signal.SIGINT)  # when nothing is worked on
        assert stop.answered(lambda: {"why": "so"}, {}, True) == {"answer": {"why": "so"}}
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.slow
def test_memory_is_limited() -> None:
    with client_of(memory=400_000_000) as client:
        state = opened(client, name="large.edges", text=ladder_of(20_000))
        assert state["state"] == "ready"
    with client_of(memory=60_000_000) as client:
        state = opened(client, name="large.edges", text=ladder_of(20_000))
        assert state["state"] == "failed"
        assert state["error"]["kind"] in ("memory", "gone"), state["error"]


@pytest.mark.slow
def test_the_oldest_game_is_closed_for_a_new_one() -> None:
    with client_of(games=2) as client:
        keys = [opened(client, example=name)["id"] for name in ("nim", "kayles", "grid")]
        answer = client.get(f"/api/games/{keys[0]}")
        assert answer.status_code == 410 and "2 others are open" in answer.json()["error"]
        assert client.get(f"/api/games/{keys[2]}").status_code == 200


@pytest.mark.nightly
def test_the_limit_of_games_and_of_processes_holds_when_many_are_opened_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started_workers: list[Worker] = []
    most = [0]
    start = Worker.start

    async def counted(self: Worker) -> None:
        await start(self)
        started_workers.append(self)
        most[0] = max(most[0], sum(worker.alive for worker in started_workers))

    monkeypatch.setattr(Worker, "start", counted)
    with client_of(games=2) as client:

        def names(_: int) -> str:
            return str(client.post("/api/games", json={"name": "later.pg"}).json()["id"])

        with ThreadPoolExecutor(40) as pool:
            keys = list(pool.map(names, range(40)))
        shelf = client.app.state.shelf  # type: ignore[attr-defined]
        assert len(set(keys)) == 40 and len(shelf.games) == 2
        assert sum(client.get(f"/api/games/{key}").status_code == 200 for key in keys) == 2
    assert most[0] <= 2
    assert not any(worker.alive for worker in started_workers)


@pytest.mark.parametrize(
    "question", ['{"name": "\\ud800", "text": "x"}', '{"text": "0 1 \\udfff"}', '{"options": {"game": "\\ud800"}}']
)
def test_half_a_character_is_refused(client: TestClient, question: str) -> None:
    answer = client.post("/api/games", content=question, headers={"content-type": "application/json"})
    assert answer.status_code == 422 and "surrogate" in answer.json()["error"]


def test_a_name_that_is_no_text_can_be_told() -> None:
    assert json.loads(bytes(JSONResponse({"name": "a\udcff.pg"}).body)) == {"name": "a?.pg"}


def test_an_upload_that_breaks_off_is_forgotten_quietly() -> None:
    process, address = started()
    try:
        host = address.removeprefix("http://").rstrip("/")
        line = http.client.HTTPConnection(host)
        key = half_an_upload(line, address)
        line.close()
        status, words = 200, b""
        while status == 200:
            line.request("GET", f"/api/games/{key}")
            answer = line.getresponse()
            status, words = answer.status, answer.read()
        assert status == 410 and b"its file did not arrive complete" in words
        line.close()
    finally:
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)
    assert said.splitlines() == ["graphgames explore: stopped"]


@pytest.mark.share(0.34)
@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="there is no such signal here")
@pytest.mark.parametrize("uploading", [False, True])
@pytest.mark.parametrize("name", ["SIGHUP", "SIGTERM", "SIGINT"])
def test_a_signal_leaves_no_file_and_no_traceback(
    name: str, uploading: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    number = getattr(signal, name)
    inherited = signal.signal(number, signal.default_int_handler if name == "SIGINT" else signal.SIG_DFL)
    try:  # a shell in the background may have it ignored
        process, address = started()
    finally:
        signal.signal(number, inherited)
    line = http.client.HTTPConnection(address.removeprefix("http://").rstrip("/"))
    if uploading:
        half_an_upload(line, address)
    else:
        line.request("GET", "/api/start")
        line.getresponse().read()
    assert list(tmp_path.iterdir())
    process.send_signal(number)
    _, said = process.communicate(timeout=PATIENCE)
    line.close()
    assert not list(tmp_path.iterdir())
    assert said.splitlines() in ([], ["graphgames explore: stopped"])


def half_an_upload(line: http.client.HTTPConnection, address: str) -> str:
    """Send the first bytes of a file, and return the key of its game."""
    head = {"origin": address.rstrip("/"), "content-type": "application/json"}
    line.request("POST", "/api/games", '{"name": "big.pg"}', head)
    key = json.loads(line.getresponse().read())["id"]
    line.putrequest("PUT", f"/api/games/{key}/file")
    for name, value in (head | {"content-type": "application/octet-stream", "content-length": "1000"}).items():
        line.putheader(name, value)
    line.endheaders(b"parity 2;")
    return str(key)


def test_games_outlive_the_process_that_they_were_forked_from(client: TestClient) -> None:
    key = opened(client, example="nim")["id"]
    parent = client.app.state.shelf.parent._process  # type: ignore[attr-defined]
    parent.kill()
    parent.wait(timeout=PATIENCE)
    assert opened(client, example="kayles")["state"] == "ready"
    assert ask(client, key, "why")["why"]


def test_no_process_is_left() -> None:
    with client_of() as client:
        opened(client, example="nim")
        shelf = client.app.state.shelf  # type: ignore[attr-defined]
        workers = [game.worker for game in shelf.games.values()]
        numbers = [worker._pid for worker in workers]
        assert all(numbers)
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)
    assert not shelf.folder.exists()
