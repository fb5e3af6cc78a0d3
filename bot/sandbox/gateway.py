"""The gateway: sessions, events in order, and RESUME with what was missed."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSCloseCode, WSMsgType, web

from . import shapes
from .model import Json

if TYPE_CHECKING:
    from .world import StandIn

HEARTBEAT_MS = 41_250
KEPT_EVENTS = 2_000
GUILDS, GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 0, 1 << 9, 1 << 12, 1 << 15
ALWAYS = -1
INVALID_SESSION = '{"op":9,"d":false}'


@dataclass(slots=True, eq=False)
class Session:
    """One identified connection of a bot; it outlives its socket so that it can be resumed."""

    id: str
    intents: int
    shard: tuple[int, int]
    seq: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=KEPT_EVENTS))
    line: Line | None = None
    deaf: bool = False
    """It gets no interactions although it is up."""

    def wants(self, guild_id: int | None, intent: int) -> bool:
        """Say whether an event is for this session."""
        shard = 0 if guild_id is None else (guild_id >> 22) % self.shard[1]
        return shard == self.shard[0] and bool(self.intents & intent or intent == ALWAYS)

    def dispatch(self, event: str, data: str) -> None:
        """Send an event, or keep it for when the session is resumed."""
        self.seq += 1
        text = f'{{"op":0,"t":"{event}","s":{self.seq},"d":{data}}}'
        self.sent.append((self.seq, text))
        if self.line is not None:
            self.line.send(text)


class Line:
    """One open websocket; what is sent leaves in order."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self.cut = False
        self._queue: asyncio.Queue[str] = asyncio.Queue()

    def send(self, text: str) -> None:
        """Queue one frame."""
        self._queue.put_nowait(text)

    async def close(self, code: int) -> None:
        """Close it from this side."""
        self.cut = True
        await self.socket.close(code=code)

    async def write(self) -> None:
        """Write what is queued until cancelled or cut."""
        while True:
            text = await self._queue.get()
            try:
                await self.socket.send_str(text)
            except (ConnectionError, RuntimeError):
                return


class Gateway:
    """All sessions of the bot."""

    def __init__(self, world: StandIn) -> None:
        self._world = world
        self.sessions: dict[str, Session] = {}
        self._lines: set[Line] = set()
        self._open = asyncio.Event()
        self._open.set()

    @property
    def listening(self) -> bool:
        """Whether any session would ever get an event dispatched now."""
        return bool(self.sessions)

    @property
    def connected(self) -> bool:
        """Whether the bot is connected now."""
        return any(session.line is not None for session in self.sessions.values())

    def wanted(self, guild_id: int | None, intent: int) -> bool:
        """Say whether any session wants such an event."""
        return any(s.wants(guild_id, intent) for s in self.sessions.values())

    def dispatch(self, event: str, data: Json, guild_id: int | None, intent: int) -> bool:
        """Send an event to the sessions it is for; say whether there was one."""
        asked = event == "INTERACTION_CREATE"
        guild = None if guild_id is None else self._world.guilds.get(guild_id)
        if asked and guild_id is not None and (guild is None or guild.away):
            return False
        found = [
            s
            for s in self.sessions.values()
            if s.wants(guild_id, intent) and not (asked and s.deaf)
        ]
        if found:
            text = json.dumps(data, separators=(",", ":"))
            for session in found:
                session.dispatch(event, text)
        return bool(found)

    async def cut(self, code: int = 4000) -> None:
        """Cut every connection as a failing network would; the sessions can be resumed."""
        await asyncio.gather(*(line.close(code) for line in list(self._lines)))

    async def shut(self) -> None:
        """Cut every connection and greet no new one until `reopen`."""
        self._open.clear()
        await self.cut()

    def reopen(self) -> None:
        """Greet those who wait, and serve again."""
        self._open.set()

    def invalidate(self) -> None:
        """Declare every session invalid: the bot must identify anew."""
        lines = [session.line for session in self.sessions.values()]
        self.sessions.clear()
        for line in lines:
            if line is not None:
                line.send(INVALID_SESSION)

    def deafen(self) -> None:
        """Have the sessions there are get no interaction any more; new ones are well."""
        for session in self.sessions.values():
            session.deaf = True

    async def close(self) -> None:
        """Close every connection for good."""
        self.sessions.clear()
        await asyncio.gather(*(line.close(WSCloseCode.GOING_AWAY) for line in list(self._lines)))

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection of the bot."""
        socket = web.WebSocketResponse(timeout=1.0, compress=False, max_msg_size=0)
        await socket.prepare(request)
        line = Line(socket)
        self._lines.add(line)
        await self._open.wait()
        writer = asyncio.create_task(line.write())
        line.send(json.dumps({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}}))
        session: Session | None = None
        try:
            async for frame in socket:
                if frame.type is not WSMsgType.TEXT:
                    continue
                message = json.loads(frame.data)
                if message["op"] == 1:
                    line.send('{"op":11,"d":null}')
                elif message["op"] == 2:
                    session = await self._identify(line, message["d"])
                elif message["op"] == 6:
                    session = self._resume(line, message["d"])
        finally:
            writer.cancel()
            self._lines.discard(line)
            if session is not None and session.line is line:
                self._hang_up(session, line)
        return socket

    def _hang_up(self, session: Session, line: Line) -> None:
        """Let go of a socket; when the bot takes its leave, the session ends with it."""
        session.line = None
        if not line.cut and line.socket.close_code in (WSCloseCode.OK, WSCloseCode.GOING_AWAY):
            self.sessions.pop(session.id, None)
        self._world.changed("bot")

    async def _identify(self, line: Line, data: Any) -> Session | None:
        world = self._world
        if data["token"].removeprefix("Bot ") != world.token:
            await line.socket.close(code=4004, message=b"Authentication failed.")
            return None
        number, count = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), data.get("intents", 0), (number, count), line=line)
        # A killed bot leaves a session nobody will resume; its successor makes it pointless.
        for old in [s for s in self.sessions.values() if s.line is None]:
            if old.shard == session.shard:
                del self.sessions[old.id]
        self.sessions[session.id] = session
        guilds = [g for g in world.guilds.values() if session.wants(g.id, ALWAYS)]
        ready = {
            "v": 10,
            "user": shapes.bot_account(world),
            "guilds": [{"id": str(g.id), "unavailable": True} for g in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.gateway_url,
            "shard": list(session.shard),
            "application": {"id": str(world.application_id), "flags": 0},
        }
        session.dispatch("READY", json.dumps(ready))
        if session.intents & GUILDS:
            for guild in (g for g in guilds if not g.away):
                session.dispatch("GUILD_CREATE", json.dumps(shapes.guild_create(world, guild)))
        world.changed("bot")
        return session

    def _resume(self, line: Line, data: Any) -> Session | None:
        session = self.sessions.get(data["session_id"])
        known = session is not None and data["token"].removeprefix("Bot ") == self._world.token
        if session is None or not known or not _complete(session, data["seq"]):
            line.send(INVALID_SESSION)
            return None
        session.line = line
        for seq, text in session.sent:
            if seq > data["seq"]:
                line.send(text)
        session.seq += 1
        line.send(f'{{"op":0,"t":"RESUMED","s":{session.seq},"d":{{}}}}')
        self._world.changed("bot")
        return session


def _complete(session: Session, seq: int) -> bool:
    """Say whether every event after `seq` is still kept."""
    return not session.sent or session.sent[0][0] <= seq + 1
