"""Run the explorer: bind a port on the loopback, print the address, open the browser, serve until Ctrl-C."""

from __future__ import annotations

import logging
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

from graphgames.core.errors import GraphGamesError, MissingDependencyError
from graphgames.explore.settings import Settings

ADDRESS = "127.0.0.1"


def serve(
    path: Path | None,
    options: dict[str, Any],
    settings: Settings,
    tell: Callable[[str], None],
    port: int = 0,
    browser: bool = True,
) -> None:
    """Serve the page until Ctrl-C, at first with the game of a path, read with `explore.loaded_game.OPTIONS`.

    ``tell`` prints at the terminal; port 0 is any that is free; ``browser`` says whether to open the page. Raise
    `MissingDependencyError` if Starlette or uvicorn is not installed, `GraphGamesError` if the port cannot be had.
    """
    try:
        import uvicorn

        from graphgames.explore.server import OpenFile, build
    except ImportError as error:
        raise MissingDependencyError(str(error.name).partition(".")[0], "explore") from None
    with listening(port) as listener:
        port = listener.getsockname()[1]
        first = None if path is None else OpenFile(path, path.name, options)
        app = build(settings, (f"{ADDRESS}:{port}", f"localhost:{port}"), first)
        quiet: dict[str, Any] = {"log_level": "error", "access_log": False, "server_header": False}
        config = uvicorn.Config(app, **quiet, ws="none", timeout_graceful_shutdown=1, lifespan="on")
        logging.getLogger("uvicorn.error").addFilter(lambda record: "graceful shutdown" not in record.msg)
        server = uvicorn.Server(config)
        _stop_when_hung_up(server)
        url = f"http://{ADDRESS}:{port}/"
        tell(f"graphgames explore: {url}  (Ctrl-C stops it)")
        if browser:
            threading.Timer(0.3, webbrowser.open, [url]).start()
        try:
            server.run([listener])
        except KeyboardInterrupt:
            tell("graphgames explore: stopped")


def _stop_when_hung_up(server: Any) -> None:
    """Stop as for Ctrl-C where the terminal is closed, so that no file stays behind; not where ``nohup`` ignores it."""
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, lambda *_: setattr(server, "should_exit", True))


def listening(port: int) -> socket.socket:
    """Return a socket that listens on the loopback; raise `GraphGamesError` if the port cannot be had."""
    # asyncio sends at once (TCP_NODELAY) only where the protocol is named; else each answer may wait 40 ms
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((ADDRESS, port))
    except (OSError, OverflowError) as error:
        listener.close()
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GraphGamesError(f"port {port} cannot be used: {why}; without --port a free one is taken") from None
    listener.listen(64)
    return listener
