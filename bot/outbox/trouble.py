"""Which errors may pass, and how an error is named in the log."""

from __future__ import annotations

import aiohttp
import discord

TOO_MANY_REQUESTS = 429
REQUEST_TIMEOUT = 408
SERVER_ERROR = 500


def may_pass(error: BaseException) -> bool:
    """Say whether a later try may succeed; whether the message arrived is open meanwhile."""
    if isinstance(error, discord.HTTPException):
        passing = {TOO_MANY_REQUESTS, REQUEST_TIMEOUT}
        return error.status >= SERVER_ERROR or error.status in passing
    return isinstance(error, discord.RateLimited | aiohttp.ClientError | OSError)


def is_discords(error: BaseException) -> bool:
    """Say whether Discord, or the way there, is what failed: anything else is a bug of ours."""
    return isinstance(error, discord.HTTPException) or may_pass(error)


def cause(error: BaseException) -> str:
    """Name an error without anything that was sent: a message may hold private cards."""
    if isinstance(error, discord.HTTPException):
        return f"{type(error).__name__} {error.status} (code {error.code})"
    return type(error).__name__
