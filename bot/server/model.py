"""A server's settings: who may do what where, and how its tables begin.

They are a value and stored as one; what is not set is as it is without settings.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from pydantic import TypeAdapter

from bot.errors import ChannelNotAllowed, ModeratorsOnly, TooManyChannels, TooManyTables
from bot.table.change import Who
from bot.table.lobby import DEFAULT_TURN_S
from bot.table.model import Ping

MOST_CHANNELS = 25
TABLES = (1, 100)
KEEP_DAYS = (1, 3650)


class Opening(StrEnum):
    """Who may open tables."""

    EVERYONE = "everyone"
    MODERATORS = "moderators"


@dataclass(frozen=True, slots=True)
class Server:
    """One server's settings."""

    guild: int
    channels: tuple[int, ...] = ()
    """Where tables may be opened; none named: anywhere."""
    moderator_role: int | None = None
    """Whose bearers moderate, beside those whom Discord lets manage messages."""
    opening: Opening = Opening.EVERYONE
    most_tables: int | None = None
    """How many tables may be open at once; None: no limit."""
    turn_s: int = DEFAULT_TURN_S
    ping: Ping = Ping.LATE
    muck: bool = False
    keep_days: int | None = None
    """How long finished hands are kept; None: for good."""
    zone: str | None = None
    """In which time zone series are planned unless their moderator says."""
    language: str | None = None
    """In which language everyone is spoken to; None: in that of the server's own settings."""

    def with_channel(self, channel: int, *, allowed: bool) -> Server:
        """Allow tables in a channel, or no more.

        :raises TooManyChannels: when it would be one too many to name.
        """
        others = tuple(other for other in self.channels if other != channel)
        if not allowed:
            return replace(self, channels=others)
        if len(others) >= MOST_CHANNELS:
            raise TooManyChannels(MOST_CHANNELS)
        return replace(self, channels=(*others, channel))

    def check_opening(self, who: Who, channel: int, parent: int | None, open_tables: int) -> None:
        """Check that a member may open a table in a channel, or in a thread of `parent`.

        :raises ModeratorsOnly, ChannelNotAllowed, TooManyTables: when he may not.
        """
        if self.opening is Opening.MODERATORS and not who.may_manage:
            raise ModeratorsOnly
        if self.channels and not {channel, parent} & set(self.channels):
            raise ChannelNotAllowed(self.channels)
        self.check_room(open_tables)

    def check_room(self, open_tables: int, more: int = 1) -> None:
        """Check that so many more tables may be open at once.

        :raises TooManyTables: when they may not.
        """
        if self.most_tables is not None and open_tables + more > self.most_tables:
            raise TooManyTables(self.most_tables)


SERVER_JSON = TypeAdapter(Server)
