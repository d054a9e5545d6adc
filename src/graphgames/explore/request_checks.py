"""Checks of requests: only this page in this machine's browser may send them, and no foreign script may run in it.

The server listens on the loopback, but every web page that is open in the same browser can send requests there. So the
Host must be ours (against DNS rebinding), the Origin of whatever changes something must be ours (against forged
requests), and the answers forbid everything that is not this page's own.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-store"),
)
SAFE = ("GET", "HEAD")


class Guard:
    """Refuse foreign requests to an application, and add the security headers to every answer.

    ``hosts`` are the values of Host that are ours, with the port.
    """

    def __init__(self, app: App, hosts: tuple[str, ...]):
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def sealed(message: Any) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in HEADERS}
                kept = [pair for pair in message["headers"] if pair[0].lower() not in names]
                message = message | {"headers": [*kept, *HEADERS]}
            await send(message)

        reason = self.refusal(scope)
        if reason is None:
            await self.app(scope, receive, sealed)
        else:
            await _refuse(sealed, *reason)

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return the status and the words with which a request is refused, None if it is not."""
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if headers.get("host", "").lower() not in self.hosts:
            return 403, f"this server answers only to http://{self.hosts[0]}/"
        origin = headers.get("origin")
        ours = tuple(f"http://{host}" for host in self.hosts)
        if origin is not None and origin.lower() not in ours:
            return 403, "this request comes from another page"
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none") and scope["path"] != "/":
            return 403, "this request comes from another site"
        if scope["method"] in SAFE:
            return None
        if origin is None:
            return 403, "this request does not say which page it comes from"
        wanted = "application/octet-stream" if scope["method"] == "PUT" else "application/json"
        if headers.get("content-type", "").split(";")[0].strip().lower() != wanted:
            return 415, f"expected the content type {wanted}"
        return None


async def _refuse(send: Send, status: int, words: str) -> None:
    body = json.dumps({"error": words, "kind": "refused"}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
