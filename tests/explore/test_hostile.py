"""Every question with arguments of every wrong type: answers are words, and nothing on the page changes."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from starlette.testclient import TestClient

from graphgames.catalogue.rows import Example
from graphgames.explore import gallery
from graphgames.explore.edits import CHANGES
from graphgames.explore.game_session import METHODS, GameSession
from graphgames.explore.worker import answered
from tests.explore.test_server import client_of
from tests.share import share

pytestmark = pytest.mark.slow

WRONG: tuple[Any, ...] = (
    *(None, True, False, -1, 2**31, 2**63, 10**400, 1.5, -0.0, float("inf"), float("nan"), 1e308),
    *("", "\x00", "\ud800", "\udfff0", "a" * 100_000, "#0", "#" + "9" * 30, "-1", "٣", "\n", "None", "__class__"),
    *([], [[]], [0] * 1000, ["a"], {}, {"a": {}}, [None], {"what": []}, [True, False]),
)
REASONS = ("game", "usage", "format")


SHOWN = ("parity", "grid", "treblecross", "great-game", "edge-geography", "nimbers", "ladder")


@pytest.fixture(scope="module", params=SHOWN)
def desk(request: pytest.FixtureRequest) -> GameSession:
    example = gallery.find(request.param)
    assert isinstance(example, Example)
    opened = GameSession()
    opened.open_text(example.text, example.file, example.options, example.start)
    return opened


def asked(desk: GameSession, method: str, arguments: dict[str, Any]) -> None:
    """Ask something; a refusal must say why and change nothing, and any answer is JSON."""
    before = desk._state
    line = answered(getattr(desk, method), arguments)
    json.dumps(line, ensure_ascii=False, allow_nan=False)
    if "error" in line:
        assert line["kind"] in REASONS, (method, arguments, line)
        assert line["error"] and len(line["error"]) < 1000 and desk._state is before, (method, arguments, line)
    else:
        desk.view()


@pytest.mark.share(0.8)
@pytest.mark.parametrize("method", METHODS)
def test_no_wrong_argument_is_a_fault(method: str, desk: GameSession) -> None:
    names = list(inspect.signature(getattr(desk, method)).parameters)
    for wrong in share(WRONG, 0.24, method):
        for name in names:
            asked(desk, method, {name: wrong})
        asked(desk, method, {"nothing": wrong})
        asked(desk, method, dict.fromkeys(names, wrong))


@pytest.mark.share(0.8)
@pytest.mark.parametrize("what", [*CHANGES, "explode", "", None])
def test_no_wrong_change_is_a_fault(what: Any, desk: GameSession) -> None:
    names = CHANGES[what][1] if what in CHANGES else ("vertex",)
    for wrong in share(WRONG, 0.24, str(what)):
        for name in names:
            asked(desk, "edit", {"change": {"what": what} | dict.fromkeys(names, 0) | {name: wrong}})
        asked(desk, "edit", {"change": {"what": what} | dict.fromkeys(names, wrong)})
        asked(desk, "edit", {"change": {"what": wrong}})


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with client_of(games=3) as opened:
        yield opened


def posted(client: TestClient, path: str, question: Any) -> int:
    """Post JSON, also such as no browser writes; return the status, which is never that of a fault."""
    answer = client.post(path, content=json.dumps(question), headers={"content-type": "application/json"})
    assert answer.status_code < 500 and "Traceback" not in answer.text, (path, question, answer.text)
    assert answer.status_code < 300 or answer.json()["error"]
    return int(answer.status_code)


@pytest.mark.parametrize("field", ["example", "name", "text", "options", "game", "format", "objective", "priorities"])
def test_no_wrong_field_of_an_opening_is_a_fault(field: str, client: TestClient) -> None:
    for wrong in share(WRONG, 0.24, field):
        right: dict[str, Any] = {"name": "x.edges", "options": {}}
        if field in ("example", "name", "text", "options"):
            question = right | {"text": 0 if field == "name" else "0 1", field: wrong}
        else:
            question = right | {"text": 0, "options": {field: wrong}}
        assert posted(client, "/api/games", question) in (201, 422)
        assert posted(client, "/api/games", wrong) in (201, 422)  # an empty object waits for its file


@pytest.mark.slow
def test_no_wrong_question_or_address_is_a_fault(client: TestClient) -> None:
    key = client.post("/api/games", json={"example": "nim"}).json()["id"]
    while client.get(f"/api/games/{key}").json()["state"] == "busy":
        pass
    few: tuple[Any, ...] = ("\ud800", 10**400, float("nan"), ["a"], {}, None)
    for method, wrong in share(product(METHODS, few), 0.15):
        assert posted(client, f"/api/games/{key}/{method}", {"name": wrong, "vertex": wrong}) in (200, 400, 422)
        assert posted(client, f"/api/games/{key}/{method}", wrong) in (200, 400, 422)
    for odd in ("%00", "%ff%fe", "..%2f..", "a" * 5000, "%ed%a0%80"):
        for answer in (
            client.get(f"/api/games/{odd}"),
            client.get(f"/api/games/{key}?wait={odd}"),
            client.get(f"/api/games/{key}/export/{odd}"),
            client.post(f"/api/games/{key}/{odd}", json={}),
            client.put(f"/api/games/{odd}/file", content=b"x", headers={"content-type": "application/octet-stream"}),
        ):
            assert answer.status_code < 500 and "Traceback" not in answer.text
    for length in ("-1", "9" * 30, "x"):
        waiting = client.post("/api/games", json={"name": "later"}).json()["id"]
        headers = {"content-type": "application/octet-stream", "content-length": length}
        answer = client.put(f"/api/games/{waiting}/file", content=iter([b"0 1\n"]), headers=headers)
        assert answer.status_code < 500
