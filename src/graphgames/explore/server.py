"""The web server of the explorer: routes that pass requests to the worker of a game."""

from __future__ import annotations

import asyncio
import hashlib
import json
import mimetypes
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import wraps
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.responses import JSONResponse as AnyJSONResponse
from starlette.routing import Route

from graphgames import formats
from graphgames._version import __version__
from graphgames.catalogue import find
from graphgames.core.errors import GraphGamesError, shown
from graphgames.draw.page import index, served
from graphgames.explore import gallery
from graphgames.explore.answers import wanted
from graphgames.explore.game_session import METHODS
from graphgames.explore.loaded_game import OPTIONS
from graphgames.explore.request_checks import Guard
from graphgames.explore.settings import MEGABYTE, Settings
from graphgames.explore.shelf import SessionHandle, SessionPool
from graphgames.explore.workers import UnansweredError

PAGE = Path(str(files("graphgames.draw").joinpath("front")))
LARGEST_QUESTION = 2 * MEGABYTE
LONGEST_WAIT, SHORT_WAIT = 20.0, 0.3
STATUS = {"gone": 410, "stopped": 410, "busy": 409, "large": 413, "usage": 422, "fault": 500, "missing": 404}
KINDS = {
    "svg": "image/svg+xml",
    "play": "image/svg+xml",
    "json": "application/json",
    "html": "text/html; charset=utf-8",
    "pg": "text/plain; charset=utf-8",
}

Answering = Callable[[Request], Awaitable[Response]]
Handler = Callable[[Request, SessionPool], Awaitable[Response | Mapping[str, Any]]]


def parts() -> list[str]:
    """Return the names of the files of the page, those of others with their folder."""
    return [path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()]


class JSONResponse(AnyJSONResponse):
    """JSON in UTF-8; lone surrogates, as in file names of other encodings, become question marks."""

    def render(self, content: Any) -> bytes:
        """Return the bytes."""
        return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode(
            "utf-8", "replace"
        )


class OpenFile:
    """The file that was named on the command line: its path and how to read it."""

    def __init__(self, path: Path, name: str, options: dict[str, Any]):
        self.path, self.name, self.options = path, name, options
        self.title = known_titles().get(options.get("game", ""), name)
        self.digest = _digest(path)

    @property
    def spelled(self) -> dict[str, str]:
        """How to read it, as far as an address says that."""
        texts = {name: value for name, value in self.options.items() if isinstance(value, str) and name in OPTIONS}
        constants = self.options.get("constants")
        listed = constants.items() if isinstance(constants, dict) else ()
        return texts | ({"constants": ",".join(f"{name}={value}" for name, value in listed)} if listed else {})

    async def open(self, shelf: SessionPool) -> SessionHandle:
        """Read and solve it in a process of its own."""
        game = await shelf.reserve(self.name, self.options, self.title)
        shelf.fill(game, "open_path", path=str(self.path))
        return game


def build(settings: Settings, hosts: tuple[str, ...], first: OpenFile | None = None) -> Starlette:
    """Make the application, reached under these names with their port; ``first`` is opened at once."""
    shelf = SessionPool(settings)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.first = None
        with TemporaryDirectory(prefix="graphgames-") as folder:
            shelf.folder = Path(folder)
            shelf.parent.start()
            try:
                if first is not None:
                    app.state.first = (await first.open(shelf)).key
                yield
            finally:
                await shelf.end()

    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/api/start", _start),
            Route("/api/thumbnails", _thumbnails),
            Route("/api/games", _open, methods=["POST"]),
            Route("/api/games/{key}", _state),
            Route("/api/games/{key}", _close, methods=["DELETE"]),
            Route("/api/games/{key}/file", _fill, methods=["PUT"]),
            Route("/api/games/{key}/stop", _stop, methods=["POST"]),
            Route("/api/games/{key}/export/{kind}", _export),
            Route("/api/games/{key}/{method}", _ask, methods=["POST"]),
            *(Route(f"/page/{name}", _part) for name in parts()),
        ],
        middleware=[Middleware(Guard, hosts=hosts), Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6)],
        exception_handlers={HTTPException: _http_error, Exception: _fault},
        lifespan=lifespan,
    )
    app.state.shelf, app.state.file = shelf, first
    return app


def _answering(function: Handler) -> Answering:
    """Answer with the data that a function of a request and the open games returns, or the reason why there is none."""

    @wraps(function)
    async def answer(request: Request) -> Response:
        try:
            found = await function(request, request.app.state.shelf)
            return found if isinstance(found, Response) else JSONResponse(found)
        except UnansweredError as reason:
            return _error(reason.kind, reason.words)
        except GraphGamesError as error:
            return _error("game", str(error))
        except (ClientDisconnect, asyncio.CancelledError):  # the client has left, or the server stops
            return Response(status_code=400)

    return answer


def _error(reason: str, words: str) -> JSONResponse:
    return JSONResponse({"error": words, "kind": reason}, STATUS.get(reason, 400))


async def _http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    known = {404: "there is nothing here", 405: "this address does not take such a request"}
    return JSONResponse({"error": known.get(status, "this cannot be answered"), "kind": "missing"}, status)


async def _fault(request: Request, error: Exception) -> Response:
    return _error("fault", "the explorer failed; the terminal in which it runs says where. Please report it.")


async def _index(request: Request) -> Response:
    return Response(index(), media_type="text/html")


async def _part(request: Request) -> Response:
    name = request.url.path.removeprefix("/page/")
    return Response(served(name), media_type=mimetypes.guess_type(name)[0])


def _digest(path: Path) -> str:
    """Return what tells a file, or the manifest of a table, apart from others."""
    inner = path if path.is_file() else next(iter(sorted(path.glob("*.json"))), None)
    if inner is None:
        return ""
    with inner.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16]


def known_titles() -> dict[str, str]:
    """Return the titles of the concrete games by their names."""
    return {entry.name: entry.title for entry in find.concrete_games()}


@_answering
async def _start(request: Request, shelf: SessionPool) -> Mapping[str, Any]:
    """Return what the page starts with: the examples, the formats it can open, and the open game."""
    file: OpenFile | None = request.app.state.file
    known = known_titles()
    others = {name: name.replace("-", " ").capitalize() for name in find.inputs() if name not in known}
    return {
        "version": __version__,
        "objectives": wanted(),
        "file": file and {"path": str(file.path.resolve()), "digest": file.digest, "options": file.spelled},
        "examples": [
            {"name": e.name, "title": e.title, "summary": e.summary, "group": e.group} for e in gallery.examples()
        ],
        "games": [{"name": name, "title": title} for name, title in (known | others).items()],
        "formats": [{"name": e.name, "title": e.title} for e in formats.table() if e.reads == formats.GAME],
        "upload": shelf.settings.upload,
        "seconds": shelf.settings.seconds,
    }


@_answering
async def _thumbnails(request: Request, shelf: SessionPool) -> Mapping[str, Any]:
    """Return small pictures of the examples."""
    return await shelf.thumbnails()


async def _question(request: Request) -> dict[str, Any]:
    """Read the object of a question."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_QUESTION:
            raise UnansweredError(
                "large", f"a request has at most {LARGEST_QUESTION // MEGABYTE} MB; open a file instead"
            )
    try:
        question = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise UnansweredError("usage", "the request is not JSON") from None
    if not isinstance(question, dict):
        raise UnansweredError("usage", "the request is not a JSON object")
    try:
        json.dumps(question, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise UnansweredError("usage", "a text of the request has half a character, a lone surrogate") from None
    return question


@_answering
async def _open(request: Request, shelf: SessionPool) -> Response | Mapping[str, Any]:
    """Open an example, a text, a file that an address names, or, with none of them, a game whose file comes next; what
    is solved at once is in the answer.

    The page begins with ``first``, which is the game of the command line or else an example. It is opened for the first
    page that asks; another page gets one of its own.
    """
    question = await _question(request)
    if question.get("first") is True:
        file: OpenFile | None = request.app.state.file
        if file is not None:
            key, request.app.state.first = request.app.state.first, None
            game = shelf.games.get(key) or await file.open(shelf)
            return game.described()
        question = {"example": gallery.FIRST}
    options, text, name = question.get("options", {}), question.get("text"), question.get("name", "typed")
    start, title, summary, kept = None, "", "", ""
    if "example" in question:
        example = gallery.find(question["example"])
        if example is None:
            raise UnansweredError("usage", f"there is no example {shown(question['example'])}")
        name, text, options, start = example.file, example.text, example.options, example.start
        title, summary, kept = example.title, example.summary, str(shelf.folder / "solved" / example.name)
    if not isinstance(name, str) or not isinstance(options, dict) or not isinstance(text, str | None):
        raise UnansweredError("usage", "expected a name, options, and perhaps a text")
    if any(key not in OPTIONS or not isinstance(value, str) for key, value in options.items()):
        raise UnansweredError("usage", f"the options are {', '.join(OPTIONS)}, each a text")
    if "file" in question:
        return (await _named(question, options, request.app.state.file).open(shelf)).described()
    title = title or known_titles().get(options.get("game", ""), name[:200])
    game = await shelf.reserve(name[:200], options, title, summary)
    if text is None:
        return JSONResponse(game.described(), 201)
    shelf.fill(game, "open_text", text=text, start=start, kept=kept)
    with suppress(TimeoutError):
        async with asyncio.timeout(SHORT_WAIT):
            while game.state == "busy":
                await game.changed.wait()
    return JSONResponse(await _described(shelf, game), 201)


def _named(question: dict[str, Any], options: dict[str, str], first: OpenFile | None) -> OpenFile:
    """Return the file that an address names, if it has the digest that the address says, so that no other is read."""
    path = Path(str(question["file"]))
    known = first.options if first is not None and first.path.resolve() == path else {}
    with suppress(OSError, ValueError):
        file = OpenFile(path, path.name, known | options)
        if file.digest and file.digest == question.get("digest"):
            return file
    raise UnansweredError(
        "missing", f"this address leads to the file {path}, which is not there any more, or has changed"
    )


@_answering
async def _fill(request: Request, shelf: SessionPool) -> Response:
    """Accept the file of a game, and start to read and solve it."""
    game = shelf.find(request.path_params["key"])
    if game.state != "waiting":
        raise UnansweredError("usage", "this game already has its file")
    game.state = "busy"
    path = shelf.folder / game.key
    try:
        await _save(request, path, shelf.settings.upload)
    except BaseException:
        path.unlink(missing_ok=True)
        await shelf.close(game.key, "its file did not arrive complete")
        raise
    game.file = path
    shelf.fill(game, "open_path", path=str(path))
    return JSONResponse(game.described(), 202)


async def _save(request: Request, path: Path, most: int) -> None:
    words = (
        f"the file is too large; at most {most / MEGABYTE:g} MB are taken. graphgames explore FILE opens larger ones"
    )
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length) > most:
        raise UnansweredError("large", words)
    size = 0
    with path.open("wb") as file:
        async for chunk in request.stream():
            size += len(chunk)
            if size > most:
                raise UnansweredError("large", words)
            file.write(chunk)


@_answering
async def _state(request: Request, shelf: SessionPool) -> Mapping[str, Any]:
    """Return the state of a game; with ``?wait=PHASE``, once it has left that phase."""
    game = shelf.find(request.path_params["key"])
    if request.query_params.get("wait") == _doing(game):
        with suppress(TimeoutError):
            await asyncio.wait_for(game.changed.wait(), LONGEST_WAIT)
        game = shelf.find(game.key)
    return await _described(shelf, game)


async def _described(shelf: SessionPool, game: SessionHandle) -> dict[str, Any]:
    """Return the state of a game, and everything that the page shows if it is ready."""
    view, game.view = game.view, None
    answer = game.described() | {"doing": _doing(game)}
    if game.state == "ready":
        answer["view"] = view if view is not None else await shelf.ask(game.key, "view", {})
    return answer


def _doing(game: SessionHandle) -> str:
    return f"{game.state} {game.worker.phase}"


@_answering
async def _ask(request: Request, shelf: SessionPool) -> Mapping[str, Any]:
    """Send a question to a game and return the answer."""
    method = request.path_params["method"]
    if method not in METHODS:
        raise UnansweredError("missing", f"there is no question {shown(method)}")
    return await shelf.ask(request.path_params["key"], method, await _question(request))


@_answering
async def _stop(request: Request, shelf: SessionPool) -> Mapping[str, Any]:
    shelf.stop(request.path_params["key"])
    return {}


@_answering
async def _close(request: Request, shelf: SessionPool) -> Mapping[str, Any]:
    await shelf.close(request.path_params["key"])
    return {}


@_answering
async def _export(request: Request, shelf: SessionPool) -> Response:
    """Send a picture, the solution or the game as a file."""
    key, ending = request.path_params["key"], request.path_params["kind"]
    if ending not in KINDS:
        raise UnansweredError("missing", f"there is no {shown(ending)} to write; there are {', '.join(KINDS)}")
    path = shelf.folder / f"{key}-{id(request)}.{ending}"
    try:
        question = {"ending": ending, "path": str(path)}
        if ending == "html":
            game = shelf.find(key)
            question |= {"title": game.title, "summary": game.summary}
        answer = await shelf.ask(key, "export", question)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    done = BackgroundTask(path.unlink, missing_ok=True)
    return FileResponse(path, media_type=KINDS[ending], filename=answer["name"], background=done)
