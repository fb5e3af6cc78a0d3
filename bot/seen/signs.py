"""Signs of life: what the bot last noticed of Discord, of its disk and of its members."""

from __future__ import annotations

from bot.clock import Clock


class Signs:
    """Times in seconds since the epoch; None: not yet."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.connected = False
        """Whether the gateway is there."""
        self.changed_at = clock.now()
        """Since when it has been there, or has not."""
        self.written_at: float | None = None
        """When the database last took the heartbeat; none is taken before all tables are back."""
        self.asked_at: float | None = None
        """When the last interaction arrived."""

    def ago_s(self, at: float) -> float:
        """Return how long ago a time was."""
        return self._clock.now() - at

    def gateway(self, *, connected: bool) -> bool:
        """Note whether the gateway is there, and say whether that is news."""
        if connected is self.connected:
            return False
        self.connected, self.changed_at = connected, self._clock.now()
        return True

    def written(self) -> None:
        """Note that the database can be written."""
        self.written_at = self._clock.now()

    def asked(self) -> None:
        """Note that an interaction has arrived."""
        self.asked_at = self._clock.now()
