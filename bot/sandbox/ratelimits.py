"""Discord's rate limits: fixed windows per bucket, one for everything, told in headers."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass

from .limits import Limits, Rate


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
            "Via": "1.1 google",
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
            "Via": "1.1 google",
            "Retry-After": str(math.ceil(after)),
            "X-RateLimit-Scope": "user",
        }
        return Verdict(headers, round(after, 3))

    def _hash(self, bucket: str) -> str:
        """Name a bucket as opaquely as Discord does."""
        if bucket not in self._hashes:
            self._hashes[bucket] = hashlib.md5(bucket.encode(), usedforsecurity=False).hexdigest()
        return self._hashes[bucket]

    def _forget(self, now: float) -> None:
        """Drop windows that are over, so that a long evening does not pile them up."""
        self._windows = {key: w for key, w in self._windows.items() if w.ends > now}
