"""The web page on which one person plays any of the members."""

from __future__ import annotations

import asyncio
import json
import mimetypes
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from aiohttp import WSMsgType, web

from . import completion, page_shapes
from .beginning import more_members
from .errors import SandboxError
from .interaction import Reply
from .model import Json, Message, Place
from .passing import pass_time
from .typed import split_typed

if TYPE_CHECKING:
    from .members import Member
    from .world import StandIn

STATIC: Final = Path(__file__).parent / "static"
LOCAL: Final = frozenset({"127.0.0.1", "localhost", "[::1]"})
IMAGES: Final = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp"})
KEPT_REPLIES = 200
MOST_AT_ONCE = 100
MOST_TIME_S = 31 * 86_400.0
HEADERS: Final = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


def check_local(request: web.Request) -> None:
    """Refuse requests that another website makes the person's browser send.

    A foreign page has a foreign Origin; one that points its own name at this machine has a
    foreign Host.
    """
    host = request.headers.get("Host", "")
    name = host if host.endswith("]") else host.rsplit(":", 1)[0]
    origin = request.headers.get("Origin")
    if name not in LOCAL or origin not in (None, f"http://{host}"):
        raise web.HTTPForbidden(text="This page is for this machine only.")


class Page:
    """Serves the page and carries what happens to it and what is done on it."""

    def __init__(self, world: StandIn) -> None:
        self._world = world
        self._open: set[web.WebSocketResponse] = set()
        self._replies: dict[int, Reply] = {}
        self._acts: dict[str, Callable[[Json], Awaitable[Json]]] = {
            "type": self._type,
            "command": self._command,
            "complete": self._complete,
            "press": self._press,
            "press_as_all": self._press_as_all,
            "select": self._select,
            "submit": self._submit,
            "dismiss": self._dismiss,
            "commands": self._commands,
            "set": self._set,
            "join": self._join,
            "pass_time": self._pass_time,
        }

    def add_routes(self, app: web.Application) -> None:
        """Add the page's addresses; the page itself is served by `index`."""
        app.router.add_get("/page/live", self._live)
        app.router.add_get("/page/static/{name}", self._static)
        app.router.add_get("/page/files/{id}/{name}", self._file)

    async def index(self, request: web.Request) -> web.StreamResponse:
        """Serve the page itself."""
        check_local(request)
        # Not every browser takes a websocket to the same place for 'self'.
        policy = (
            f"default-src 'self'; connect-src 'self' ws://{request.host}; img-src 'self' data:; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        )
        headers = HEADERS | {"Content-Security-Policy": policy}
        return web.FileResponse(STATIC / "index.html", headers=headers)

    async def close(self, _: web.Application) -> None:
        """Let go of every open page; each comes back by itself when the sandbox does."""
        await asyncio.gather(*(socket.close(code=1001) for socket in list(self._open)))

    async def _static(self, request: web.Request) -> web.StreamResponse:
        check_local(request)
        file = STATIC / Path(request.match_info["name"]).name
        if not file.is_file():
            raise web.HTTPNotFound
        return web.FileResponse(file, headers=HEADERS)

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """Serve a file that came with a message."""
        check_local(request)
        id_ = request.match_info["id"]
        content = self._world.files.get(int(id_)) if id_.isdecimal() else None
        if content is None:
            raise web.HTTPNotFound
        kind = mimetypes.guess_type(request.match_info["name"])[0]
        shown = kind if kind in IMAGES else "application/octet-stream"
        return web.Response(body=content, content_type=shown, headers=HEADERS)

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Carry the world to one open page, and the person's acts back."""
        check_local(request)
        socket = web.WebSocketResponse(timeout=1.0, heartbeat=20.0)
        await socket.prepare(request)
        self._open.add(socket)
        queue: asyncio.Queue[Json] = asyncio.Queue()
        queue.put_nowait(page_shapes.everything(self._world))

        def watch(kind: str, what: Any) -> None:
            queue.put_nowait(page_shapes.event(self._world, kind, what))

        self._world.watchers.add(watch)
        writer = asyncio.create_task(_write(socket, queue))
        acting: set[asyncio.Task[None]] = set()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    # Each act by itself: one that waits for the bot must not hold up the next.
                    task = asyncio.create_task(self._act(json.loads(frame.data), queue))
                    acting.add(task)
                    task.add_done_callback(acting.discard)
        finally:
            self._world.watchers.discard(watch)
            self._open.discard(socket)
            for task in (writer, *acting):
                task.cancel()
        return socket

    async def _act(self, asked: Json, queue: asyncio.Queue[Json]) -> None:
        """Do what the person asked for and say what came of it."""
        try:
            told = await self._acts[asked["act"]](asked)
        except SandboxError as error:
            told = {"error": str(error)}
        except (KeyError, ValueError, TypeError):
            told = {"error": "The page asked for something the sandbox does not understand."}
        queue.put_nowait({"re": asked.get("id")} | told)

    def _member(self, asked: Json) -> Member:
        return self._world.members[int(asked["member"])]

    def _place(self, asked: Json) -> Place:
        """Return the channel asked for; "dm" stands for the member's own conversation."""
        if asked["place"] == "dm":
            return self._member(asked).conversation
        return self._world.channels[int(asked["place"])]

    def _message(self, asked: Json) -> Message:
        member = self._member(asked)
        for place in (*self._world.channels.values(), member.conversation):
            found = place.log.get(int(asked["message"]))
            if found is not None:
                return found
        raise SandboxError("That message is gone.")

    def _told(self, reply: Reply) -> Json:
        """Return what the page needs to know of an answer: whether it came, and the modal."""
        if reply.modal is None:
            return {"kind": reply.kind}
        id_ = reply.interaction.id
        self._replies[id_] = reply
        while len(self._replies) > KEPT_REPLIES:
            del self._replies[next(iter(self._replies))]
        return {"kind": "modal", "modal": reply.modal, "reply": str(id_)}

    async def _type(self, asked: Json) -> Json:
        """Send a line: a slash command, or else an ordinary message."""
        member, place, text = self._member(asked), self._place(asked), asked["text"].strip()
        if not text.startswith("/"):
            await member.say(place, text[:2000])
            return {"kind": "said"}
        name, options = split_typed(self._world, member, place, text)
        return self._told(await member.slash(place, name, **options))

    async def _command(self, asked: Json) -> Json:
        """Send a slash command that was filled in as a form."""
        options = {key: value for key, value in asked["options"].items() if value != ""}
        reply = await self._member(asked).slash(self._place(asked), asked["name"], **options)
        return self._told(reply)

    async def _complete(self, asked: Json) -> Json:
        """Ask what may complete the option that is being typed."""
        member, place, typed = self._member(asked), self._place(asked), asked["option"]
        options = {k: v for k, v in asked["options"].items() if v != "" or k == typed}
        reply = await member.complete(place, asked["name"], typed, **options)
        return {"choices": completion.shown(reply.choices, member.locale)}

    async def _press_as_all(self, asked: Json) -> Json:
        """Press a button as every member, one after another."""
        message, unanswered = self._message(asked), []
        for member in list(self._world.members.values()):
            if member.here and message.component(asked["custom_id"]) is not None:
                reply = await member.press(message, asked["custom_id"])
                if reply.kind == "failed":
                    unanswered.append(member.name)
        if unanswered:
            raise SandboxError(f"The bot did not answer {', '.join(unanswered)}.")
        return {}

    async def _press(self, asked: Json) -> Json:
        message = self._message(asked)
        return self._told(await self._member(asked).press(message, asked["custom_id"]))

    async def _select(self, asked: Json) -> Json:
        message, values = self._message(asked), asked["values"]
        return self._told(await self._member(asked).select(message, asked["custom_id"], values))

    async def _submit(self, asked: Json) -> Json:
        reply = self._replies.get(int(asked["reply"]))
        if reply is None:
            raise SandboxError("That form is from before a restart. Please open it again.")
        return self._told(await self._member(asked).submit(reply, **asked["values"]))

    async def _dismiss(self, asked: Json) -> Json:
        self._member(asked).dismiss(self._message(asked))
        return {}

    async def _commands(self, asked: Json) -> Json:
        member, place = self._member(asked), self._place(asked)
        return {"commands": page_shapes.commands(self._world, member, place)}

    async def _set(self, asked: Json) -> Json:
        """Change what a member may set for themselves."""
        member = self._member(asked)
        if "dms_open" in asked:
            member.dms_open = bool(asked["dms_open"])
        if "locale" in asked:
            member.locale = str(asked["locale"])
        return {}

    async def _join(self, asked: Json) -> Json:
        """Have more members join."""
        more_members(self._world, min(int(asked["count"]), MOST_AT_ONCE))
        return {}

    async def _pass_time(self, asked: Json) -> Json:
        """Move the time forward."""
        seconds = float(asked["seconds"])
        if not 0 < seconds <= MOST_TIME_S:
            raise SandboxError("The time can be moved forward, by at most a month.")
        await pass_time(self._world, seconds)
        return {}


async def _write(socket: web.WebSocketResponse, queue: asyncio.Queue[Json]) -> None:
    """Send what is queued for one page, in order."""
    while True:
        told = await queue.get()
        try:
            await socket.send_str(json.dumps(told, separators=(",", ":")))
        except ConnectionError:
            return
