"""HTTP around it: the page's files, the cards, the records, the socket."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable
from functools import cache
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from tarot_env.cards import ID_OF
from tarot_env.render.faces import card_svg
from tarot_env.render.style import Style
from web.connection import Connection
from web.game_file import NoSuchGame
from web.lobby import Lobby
from web.reasons import LANGS

COOKIE: Final = "tarot_session"
_STATIC: Final = Path(__file__).parent / "static"
_YEAR: Final = 365 * 24 * 3600
_WRONG_ORIGIN: Final = 1008  # WebSocket: policy violation
_HEADERS: Final = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def make_app(lobby: Lobby, lang: str | None = None) -> Starlette:
    """The server.

    Args:
        lobby: its games.
        lang: language of a page that has not chosen one; None leaves it to the browser.
    """
    site = _Site(lobby, lang)
    return Starlette(
        routes=[
            Route("/", site.page),
            Route("/cards/{look}/{name}.svg", _card),
            Route("/games/{game}.jsonl", site.record),
            WebSocketRoute("/socket", site.socket),
            Mount("/static", StaticFiles(directory=_STATIC)),
        ],
        middleware=[
            Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"]),  # no name from elsewhere
            Middleware(BaseHTTPMiddleware, dispatch=_add_headers),
        ],
    )


class _Site:
    def __init__(self, lobby: Lobby, lang: str | None) -> None:
        self._lobby = lobby
        self._lang = lang

    async def page(self, request: Request) -> Response:
        """The page, with a session for whoever has none."""
        html = (_STATIC / "index.html").read_text(encoding="utf-8")
        if self._lang is not None:
            html = html.replace('data-lang=""', f'data-lang="{self._lang}"')
        response = Response(html, media_type="text/html")
        if not self._lobby.shelf.knows(_session(request)):
            session = self._lobby.shelf.open_session()
            response.set_cookie(COOKIE, session, max_age=_YEAR, httponly=True, samesite="strict")
        return response

    async def record(self, request: Request) -> Response:
        """The deals of a game that hide nothing any more, as a file to keep."""
        try:
            table = self._lobby.shelf.file(_session(request), request.path_params["game"]).load()
        except NoSuchGame as error:
            return PlainTextResponse(str(error), 404)
        lines = "".join(record.dumps() + "\n" for record in table.to_keep())
        name = {"Content-Disposition": 'attachment; filename="tarot.jsonl"'}
        return Response(lines, media_type="application/jsonl", headers=name)

    async def socket(self, websocket: WebSocket) -> None:
        """Talk with one page, which is of this server and has a session."""
        session = _session(websocket)
        if not _same_origin(websocket) or not self._lobby.shelf.knows(session):
            await websocket.close(_WRONG_ORIGIN)
            return
        await websocket.accept()
        connection = Connection(self._lobby, session, websocket.send_json)
        delivery = asyncio.create_task(connection.deliver())
        try:
            while True:
                await connection.receive(await _frame(websocket))
        except WebSocketDisconnect:
            pass
        finally:
            connection.close()
            delivery.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await delivery


async def _frame(websocket: WebSocket) -> str:
    """The next frame as text; bytes that are none make a message that is refused."""
    event = await websocket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event["code"])
    text = event.get("text")
    return text if isinstance(text, str) else ""


def _session(connection: HTTPConnection) -> str:
    return connection.cookies.get(COOKIE, "")


def _same_origin(websocket: WebSocket) -> bool:
    """Browsers tell where a page is from; one from elsewhere could use this session's cookie."""
    return websocket.headers.get("origin") == f"http://{websocket.headers.get('host')}"


async def _add_headers(request: Request, call_next: Callable[[Request], Awaitable[Response]]) -> Response:
    response = await call_next(request)
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response


async def _card(request: Request) -> Response:
    """One card's drawing; ``back`` is its back. A look is a language and a number of suit colours: ``fr-4``."""
    look, name = request.path_params["look"], request.path_params["name"]
    if look not in _LOOKS or (name not in ID_OF and name != "back"):
        return PlainTextResponse("there is no such card", 404)
    drawing, tag = _drawn(look, name)
    headers = {"ETag": tag, "Cache-Control": "max-age=86400"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(drawing, media_type="image/svg+xml", headers=headers)


_LOOKS: Final = {f"{lang}-{4 if four else 2}": Style(lang, four) for lang in LANGS for four in (False, True)}


@cache
def _drawn(look: str, name: str) -> tuple[str, str]:
    drawing = card_svg(ID_OF.get(name), _LOOKS[look])
    return drawing, f'"{hashlib.sha256(drawing.encode()).hexdigest()[:16]}"'
