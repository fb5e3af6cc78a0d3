"""What can go wrong at Discord, what it means, and how it is named in the log.

NotNow       Discord is in trouble; what was asked may be possible later
TooFast      direct messages are opened too fast; the next try is of use only later
PlaceLost    nothing can be sent to a channel any more
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import Final

import aiohttp
import discord

TOO_MANY_REQUESTS = 429
REQUEST_TIMEOUT = 408
SERVER_ERROR = 500

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
UNKNOWN_EVENT = 10070
OLD_MESSAGE_EDITED_TOO_OFTEN = 30046
OPENING_TOO_FAST = 40003
ALREADY_ANSWERED = 40060
MISSING_ACCESS = 50001
CANNOT_SEND_TO_USER = 50007
MISSING_PERMISSIONS = 50013
THREAD_ARCHIVED = 50083
NO_MUTUAL_GUILD = 50278

UNEDITABLE: Final = {UNKNOWN_MESSAGE, OLD_MESSAGE_EDITED_TOO_OFTEN, THREAD_ARCHIVED}
"""A message that cannot be brought up to date; a new one in its stead can."""


class Lost(StrEnum):
    """Why nothing can be sent to a channel any more."""

    GONE = "gone"
    """The channel or thread is deleted."""
    CLOSED_TO_US = "closed_to_us"
    """The bot may not see it, or not send there."""
    LOCKED = "locked"
    """The thread is archived and locked."""


class PlaceLost(Exception):
    """Nothing can be sent to a channel any more."""

    def __init__(self, why: Lost) -> None:
        super().__init__(why)
        self.why = why


class NotNow(Exception):
    """Discord, or the way there, is in trouble: a later try may succeed."""


class TooFast(Exception):
    """Direct messages are opened too fast."""

    def __init__(self, until: float) -> None:
        super().__init__(until)
        self.until = until


_LOST: Final = {
    UNKNOWN_CHANNEL: Lost.GONE,
    MISSING_ACCESS: Lost.CLOSED_TO_US,
    MISSING_PERMISSIONS: Lost.CLOSED_TO_US,
}


@contextmanager
def noticing_loss(*, sending: bool = False) -> Iterator[None]:
    """Tell a lost place from other trouble with a request about a message in a channel.

    Sending takes an archived thread out again, unless it is locked; nothing else does.

    :raises PlaceLost: when nothing can be sent there any more.
    """
    try:
        yield
    except discord.HTTPException as error:
        why = _LOST.get(error.code)
        if sending and error.code == THREAD_ARCHIVED:
            why = Lost.LOCKED
        if why is None:
            raise
        raise PlaceLost(why) from error


def may_pass(error: BaseException) -> bool:
    """Say whether a later try may succeed; whether the message arrived is open meanwhile."""
    if isinstance(error, discord.HTTPException):
        passing = {TOO_MANY_REQUESTS, REQUEST_TIMEOUT}
        return error.status >= SERVER_ERROR or error.status in passing
    if isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError):
        return True
    # The client was closed meanwhile: aiohttp has no class of its own for that.
    closed = re.fullmatch(r"Session is closed", str(error))
    return isinstance(error, RuntimeError) and closed is not None


def is_ban(error: discord.HTTPException) -> bool:
    """Say whether Cloudflare refuses everything, rather than Discord one kind of request.

    discord.py waits for the latter by itself; the former lasts the longer, the more is tried.
    """
    return error.status == TOO_MANY_REQUESTS and "Via" not in error.response.headers


def is_discords(error: BaseException) -> bool:
    """Say whether Discord, or the way there, is what failed: anything else is a bug of ours."""
    return isinstance(error, discord.HTTPException) or may_pass(error)


def cause(error: BaseException) -> str:
    """Name an error without anything that was sent: a message may hold private cards."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} (code {error.code})"
    return type(error).__name__
