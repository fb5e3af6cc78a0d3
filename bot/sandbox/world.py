"""The pretend Discord: its guilds, channels, members and messages, and what happens to them."""

from __future__ import annotations

import asyncio
import os
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Self

from . import permissions, shapes
from .agenda import Agenda
from .beginning import take_up
from .clock import MovingClock
from .errors import SandboxError
from .exchange import Exchange
from .faults import Faults
from .files import Files
from .gateway import GUILDS, Gateway
from .interactions import Interactions
from .limits import Limits
from .members import Member
from .model import (
    Channel,
    DirectChannel,
    Guild,
    Json,
    Place,
    Role,
    Snowflakes,
    Thread,
)
from .posts import Posts
from .ratelimits import Pace, RateLimits
from .server import Server
from .storage import Storage
from .watched import Watched

CHANNELS = ("poker", "draw-table")


class StandIn(Watched):
    """A Discord of one's own that the unmodified `discord.Client` can log in to.

    With a path the world is kept there and survives the process. `record` says how many
    exchanges with the bot are kept: all (True), none (False) or the last so many. `now` is the
    time of a test; without it the world has a clock of its own, which can be moved forward.
    """

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        limits: Limits | None = None,
        record: bool | int = True,
        *,
        now: Callable[[], float] | None = None,
    ) -> None:
        super().__init__()
        self.limits = Limits() if limits is None else limits
        most = None if record is True else int(record)
        self.exchanges: deque[Exchange] = deque(maxlen=most)
        self.events: deque[tuple[str, Json]] = deque(maxlen=most)
        self.storage = Storage(path)
        ahead = next(self.storage.load("clock"), {"ahead_s": 0.0})["ahead_s"]
        self.clock = MovingClock(ahead)
        self.now = self.clock.now if now is None else now
        self.ids = Snowflakes(self.now)
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.conversations: dict[int, DirectChannel] = {}
        self.members: dict[int, Member] = {}
        self.commands: dict[str, Json] = {}
        self.files = Files(self.storage, self.ids)
        self.posts = Posts(self)
        self.agenda = Agenda(self)
        self.gateway = Gateway(self)
        self.interactions = Interactions(self)
        self.rate_limits = RateLimits(self.limits)
        self.pace = Pace(self.now)
        self.faults = Faults()
        self.invalid_requests = 0
        self._server = Server(self)
        self.application_id = 0
        self.token = ""
        self.bot_user: Json = {}
        self.owner_id = 0
        take_up(self)

    # -- starting and stopping

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Serve on TCP; a taken port is replaced by a free one."""
        await self._server.start(host, port)

    async def start_unix(self, path: str | os.PathLike[str]) -> None:
        """Serve on a Unix socket."""
        await self._server.start_unix(path)

    async def close(self) -> None:
        """Stop serving and close the file."""
        self.faults.end()
        await self.gateway.close()
        await self._server.close()
        self.storage.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def page_url(self) -> str:
        """Where a browser finds the page."""
        return f"http://{self._server.address}/"

    @property
    def api_url(self) -> str:
        """What `discord.http.Route.BASE` must be."""
        return f"http://{self._server.address}/api/v10"

    @property
    def gateway_url(self) -> str:
        """What `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY` must be."""
        return f"ws://{self._server.address}/gateway"

    # -- waiting

    async def settled(self, seconds: float = 0.05) -> None:
        """Wait until the bot has made no request for a little while."""
        # Nothing wakes one when nothing happens, so this has to look.
        while (left := self._server.quiet_in(seconds)) > 0:  # noqa: ASYNC110
            await asyncio.sleep(left)

    # -- people and places

    @property
    def guild(self) -> Guild:
        """The first guild."""
        return next(iter(self.guilds.values()))

    @property
    def owner(self) -> Member:
        """Whose application the bot is, and whose the guilds are."""
        return self.members[self.owner_id]

    @property
    def bot_id(self) -> int:
        """The bot's user id, which is its application's id too."""
        return self.application_id

    def member(self, name: str, locale: str | None = None) -> Member:
        """Return the member of this name, who joins if need be."""
        found = self.find_member(name)
        if found is None:
            found = self.add_member(self.ids.next(), name)
            self.member_changed(found)
        if locale is not None:
            found.locale = locale
        return found

    def find_member(self, named: object) -> Member | None:
        """Return a member given as such, by id, name, user name or mention."""
        if isinstance(named, Member):
            return named
        text = str(named).removeprefix("<@").removesuffix(">").removeprefix("@")
        if text.isdecimal():
            return self.members.get(int(text))
        for member in self.members.values():
            if text in (member.name, member.user["username"]):
                return member
        return None

    def channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Return the channel of this name.

        :raises SandboxError: when there is none.
        """
        for channel in (self.guild if guild is None else guild).channels.values():
            if channel.name == name.removeprefix("#"):
                return channel
        raise SandboxError(f"no channel #{name}")

    def find_channel(self, named: object) -> Channel | None:
        """Return a channel given as such, by id, name or mention."""
        if isinstance(named, Channel):
            return named
        text = str(named).removeprefix("<#").removesuffix(">").removeprefix("#")
        if text.isdecimal():
            return self.channels.get(int(text))
        return next((c for c in self.channels.values() if c.name == text), None)

    def place(self, id_: int) -> Place | None:
        """Return the channel or conversation of this id."""
        return self.channels.get(id_) or self.conversations.get(id_)

    def user(self, id_: int) -> Json:
        """Return the user object of the bot or a member."""
        return self.bot_user if id_ == self.bot_id else self.members[id_].user

    def add_guild(self, name: str, channels: Iterable[str] = CHANNELS) -> Guild:
        """Add a guild that the bot is in."""
        id_ = self.ids.next()
        everybody = Role(id_, "@everyone", permissions.EVERYBODY)
        bot_role = Role(self.ids.next(), "Croupier", permissions.THE_BOT, self.bot_id)
        roles = {role.id: role for role in (everybody, bot_role)}
        guild = Guild(id_, name, "en-US", self.owner_id, everybody, bot_role, roles)
        self.guilds[id_] = guild
        self.guild_changed(guild)
        for each in channels:
            self.add_channel(each, guild)
        told = shapes.guild_create(self, guild)
        # Absent, it says that the bot has joined, rather than that the guild is back.
        del told["unavailable"]
        self.gateway.dispatch("GUILD_CREATE", told, guild.id, GUILDS)
        return guild

    def add_channel(self, name: str, guild: Guild | None = None) -> Channel:
        """Add a text channel."""
        guild = self.guild if guild is None else guild
        channel = Channel(self.ids.next(), name, guild, len(guild.channels))
        self.adopt(channel)
        self._channel_changed(channel, "CHANNEL_CREATE")
        return channel

    def add_thread(self, name: str, parent: Channel, owner_id: int | None = None) -> Thread:
        """Add a public thread to a text channel, made by the owner of the guild or by another."""
        owner = parent.guild.owner_id if owner_id is None else owner_id
        thread = Thread(self.ids.next(), name, parent.guild, parent=parent, owner_id=owner)
        self.adopt(thread)
        self._channel_changed(thread, "THREAD_CREATE")
        return thread

    def remove_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads, or a thread, and all that was said there."""
        for thread in [t for t in channel.guild.threads.values() if t.parent is channel]:
            self._forget(thread)
        self._forget(channel)
        event = "THREAD_DELETE" if isinstance(channel, Thread) else "CHANNEL_DELETE"
        told = shapes.guild_channel(channel, self.bot_id)
        self.gateway.dispatch(event, told, channel.guild.id, GUILDS)
        self.changed("channel", channel)

    def _forget(self, channel: Channel) -> None:
        kept = channel.guild.threads if isinstance(channel, Thread) else channel.guild.channels
        del self.channels[channel.id], kept[channel.id]
        self.storage.delete("thread" if isinstance(channel, Thread) else "channel", channel.id)
        for message in channel.log.values():
            message.deleted = True
            self.storage.delete("message", message.id)

    def set_away(self, guild: Guild, *, away: bool) -> None:
        """Have trouble with a guild, as Discord has at times, or no more."""
        guild.away = away
        if away:
            told: Json = {"id": str(guild.id), "unavailable": True}
            self.gateway.dispatch("GUILD_DELETE", told, guild.id, GUILDS)
        else:
            told = shapes.guild_create(self, guild)
            self.gateway.dispatch("GUILD_CREATE", told, guild.id, GUILDS)

    def remove_bot(self, guild: Guild) -> None:
        """Remove the bot from a guild, where it may do nothing from then on."""
        del self.guilds[guild.id]
        guild.bot_removed = True
        self.storage.delete("guild", guild.id)
        for thread in guild.threads.values():
            self.storage.delete("thread", thread.id)
        for channel in guild.channels.values():
            self.storage.delete("channel", channel.id)
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id, GUILDS)
        self.changed("guild", guild)

    def set_locale(self, guild: Guild, locale: str) -> None:
        """Change a guild's preferred language."""
        guild.locale = locale
        self.guild_changed(guild)
        self.gateway.dispatch("GUILD_UPDATE", shapes.guild(guild), guild.id, GUILDS)

    def conversation(self, member: Member) -> DirectChannel:
        """Return the direct messages with a member, opened if need be."""
        found = self.conversation_with(member.id)
        if found is not None:
            return found
        made = DirectChannel(self.ids.next(), member.id)
        self.conversations[made.id] = made
        self.storage.save("conversation", made.id, {"id": made.id, "recipient": member.id})
        return made

    def conversation_with(self, user_id: int) -> DirectChannel | None:
        """Return the direct messages with a member, if there ever were any."""
        found = (c for c in self.conversations.values() if c.recipient_id == user_id)
        return next(found, None)

    def role_for(self, guild: Guild, bits: int) -> Role:
        """Return the role that gives these permissions, made if need be."""
        for role in guild.roles.values():
            if role.permissions == bits and role is not guild.everybody and not role.managed_by:
                return role
        everything = bits & permissions.BITS["administrator"]
        role = Role(self.ids.next(), "Administrator" if everything else "Moderator", bits)
        guild.roles[role.id] = role
        self.guild_changed(guild)
        told = {"guild_id": str(guild.id), "role": shapes.role(role, len(guild.roles) - 1)}
        self.gateway.dispatch("GUILD_ROLE_CREATE", told, guild.id, GUILDS)
        return role

    # -- keeping and telling

    def record_event(self, name: str, data: Json) -> None:
        """Keep a gateway event for the tests."""
        self.events.append((name, data))

    def member_changed(self, member: Member) -> None:
        """Keep a member."""
        self.storage.save("member", member.id, member.document())
        self.changed("member", member)

    def guild_changed(self, guild: Guild) -> None:
        """Keep a guild."""
        self.storage.save("guild", guild.id, guild.document())
        self.changed("guild", guild)

    def _channel_changed(self, channel: Channel, event: str = "") -> None:
        is_thread = isinstance(channel, Thread)
        event = event or ("THREAD_UPDATE" if is_thread else "CHANNEL_UPDATE")
        self.storage.save("thread" if is_thread else "channel", channel.id, channel.document())
        told = shapes.guild_channel(channel, self.bot_id)
        self.gateway.dispatch(event, told, channel.guild.id, GUILDS)
        self.changed("channel", channel)

    def adopt(self, channel: Channel) -> None:
        """Put a channel where it is found."""
        channel.changed = self._channel_changed
        if isinstance(channel, Thread):
            channel.guild.threads[channel.id] = channel
        else:
            channel.guild.channels[channel.id] = channel
        self.channels[channel.id] = channel

    def add_member(self, id_: int, name: str) -> Member:
        """Put a member where they are found."""
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        username = "".join(each for each in plain if each.isalnum() or each in "._")
        member = Member(self, id_, name, shapes.user(id_, username or "member", name))
        self.members[id_] = member
        return member
