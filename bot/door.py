"""The door of the house: who is let in with what he asks, and who is told why not.

Nobody who plays meets the limit. It is there so that one member who hammers a button, or has a
program do it, costs the others nothing: what is over the limit never reaches a table.
"""

from __future__ import annotations

from bot.clock import Clock
from bot.errors import Restarting, TooFast
from bot.table.model import UserId

WINDOW_S = 10.0


class Door:
    """Lets interactions in while the house is open, so many of one member in ten seconds."""

    def __init__(self, clock: Clock, member_limit: int) -> None:
        self._clock = clock
        self._limit = member_limit
        self._used_until: dict[UserId, float] = {}
        """When each member's allowance will be whole again; who is not here has all of it."""
        self._told: set[UserId] = set()
        """Who has been told that he is too fast, and has not slowed down since."""
        self._closed = False

    def close(self) -> None:
        """Let nobody in any more."""
        self._closed = True

    def admit(self, user: UserId) -> bool:
        """Say whether a member is let in; False: he has been told already why not.

        :raises Restarting: when the house is closing.
        :raises TooFast: the first time that he is over the limit.
        """
        if self._closed:
            raise Restarting
        now = self._clock.now()
        used = max(self._used_until.get(user, now), now) + WINDOW_S / self._limit
        if used <= now + WINDOW_S:
            self._forget_the_slow(now)
            self._used_until[user] = used
            self._told.discard(user)
            return True
        if user in self._told:
            return False
        self._told.add(user)
        raise TooFast

    def _forget_the_slow(self, now: float) -> None:
        """Keep no more members than have asked for something lately."""
        if len(self._used_until) < 1_000:
            return
        self._used_until = {user: at for user, at in self._used_until.items() if at > now}
        self._told &= self._used_until.keys()
