"""Discord's rate limits: fixed windows per bucket, one for everything, told in headers."""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from .errors import Answered
from .limits import Limits, Rate

VIA = {"Via": "1.1 google"}
"""By this discord.py tells Discord's own 429 from Cloudflare's."""


@dataclass(slots=True)
class Window:
    """One bucket's present window."""

    ends: float
    left: int


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a request may pass, and what its headers say."""

    headers: dict[str, str]
    retry_after: float | None = None
    everything: bool = False

    @property
    def body(self) -> dict[str, object]:
        """The JSON object of a 429."""
        return {
            "message": "You are being rate limited.",
            "retry_after": self.retry_after,
            "global": self.everything,
            "code": 0,
        }


FREE = Verdict({})


class Pace:
    """Counts what Discord takes only so often, by the world's own clock."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._windows: dict[str, Window] = {}

    def wait_s(self, what: str, rate: Rate) -> float:
        """Count one of a kind; return how long it has to wait, 0 when it passes."""
        now = self._now()
        window = self._windows.get(what)
        if window is None or now >= window.ends:
            window = self._windows[what] = Window(now + rate.seconds, rate.requests)
        if window.left == 0:
            return window.ends - now
        window.left -= 1
        return 0.0


class RateLimits:
    """Counts the requests of the one bot."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._windows: dict[tuple[str, str], Window] = {}
        self._everything = Window(0.0, 0)
        self._hashes: dict[str, str] = {}

    def count_everything(self) -> Verdict:
        """Count one request of the bot's 50 a second."""
        now = time.monotonic()
        rate = self._limits.everything
        window = self._everything
        if now >= window.ends:
            window.ends, window.left = now + rate.seconds, rate.requests
        if window.left > 0:
            window.left -= 1
            return FREE
        after = round(window.ends - now, 3)
        headers = {
            **VIA,
            "Retry-After": str(math.ceil(after)),
            "X-RateLimit-Global": "true",
            "X-RateLimit-Scope": "global",
        }
        return Verdict(headers, after, everything=True)

    def count(self, bucket: str, major: str) -> Verdict:
        """Count one request of a bucket; `bucket` names a field of Limits."""
        now = time.monotonic()
        rate: Rate = getattr(self._limits, bucket)
        window = self._windows.get((bucket, major))
        if window is None or now >= window.ends:
            if len(self._windows) > 10_000:
                self._forget(now)
            window = Window(now + rate.seconds, rate.requests)
            self._windows[(bucket, major)] = window
        passes = window.left > 0
        if passes:
            window.left -= 1
        after = max(window.ends - now, 0.001)
        headers = {
            "X-RateLimit-Limit": str(rate.requests),
            "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}",
            "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": self._hash(bucket),
        }
        if passes:
            return Verdict(headers)
        headers |= {
            **VIA,
            "Retry-After": str(math.ceil(after)),
            "X-RateLimit-Scope": "user",
        }
        return Verdict(headers, round(after, 3))

    def full_s(self) -> float:
        """Return for how many seconds some bucket is full still: who knows it waits for so long."""
        full = (window for window in (self._everything, *self._windows.values()) if not window.left)
        return max(max((window.ends for window in full), default=0.0) - time.monotonic(), 0.0)

    def _hash(self, bucket: str) -> str:
        """Name a bucket as opaquely as Discord does."""
        if bucket not in self._hashes:
            self._hashes[bucket] = hashlib.md5(bucket.encode(), usedforsecurity=False).hexdigest()
        return self._hashes[bucket]

    def _forget(self, now: float) -> None:
        """Drop windows that are over, so that a long evening does not pile them up."""
        self._windows = {key: w for key, w in self._windows.items() if w.ends > now}


def too_many(
    scope: str = "user", after_s: float = 0.05, *, headers: bool = True, code: int = 0
) -> Answered:
    """Return a 429 of scope `user` (the route's own), `shared` or `global`."""
    body = {
        "message": "You are being rate limited.",
        "retry_after": after_s,
        "global": scope == "global",
        "code": code,
    }
    told = dict(VIA)
    if headers or scope == "shared":
        told["X-RateLimit-Scope"] = scope
    if headers:
        told["Retry-After"] = str(math.ceil(after_s))
    if headers and scope == "global":
        told["X-RateLimit-Global"] = "true"
    elif headers:
        told |= {
            "X-RateLimit-Limit": "5",
            "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": f"{time.time() + after_s:.3f}",
            "X-RateLimit-Reset-After": f"{after_s:.3f}",
            "X-RateLimit-Bucket": "0123456789abcdef",
        }
    return Answered(429, body, told)


def cloudflare() -> Answered:
    """Return the 429 of Cloudflare, which lets nothing through to Discord."""
    return Answered(429, "error code: 1015")
