"""Counts requests to Discord that fail, where each of them passes: at the connection.

discord.py tries some of them again by itself; those are counted, too.
"""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import aiohttp
from prometheus_client import Counter

NO_ANSWER = "none"
"""The status of a request that got no answer; its code is the kind of error."""


def counting_errors(errors: Counter) -> aiohttp.TraceConfig:
    """Return what a client is given so that its failing requests are counted by status and code."""

    async def ended(
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        end: aiohttp.TraceRequestEndParams,
    ) -> None:
        status = end.response.status
        if status >= 400:
            errors.labels(str(status), await _code(end.response)).inc()

    async def broke(
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        end: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        if not isinstance(end.exception, asyncio.CancelledError):
            errors.labels(NO_ANSWER, type(end.exception).__name__).inc()

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    trace.on_request_exception.append(broke)
    return trace


async def _code(response: aiohttp.ClientResponse) -> str:
    """Return Discord's code for an error; 0 where it gives none."""
    try:
        # Kept by aiohttp: discord.py reads the same again.
        told = await response.json(content_type=None)
    except (ValueError, aiohttp.ClientError):
        return "0"
    code = told.get("code") if isinstance(told, dict) else None
    return str(code) if isinstance(code, int) else "0"
