"""A pretend Discord that notes when each press was sent and when its answer arrived."""

from __future__ import annotations

import json
import time

from bot.sandbox import Limits, StandIn
from bot.sandbox.gateway import Gateway
from bot.sandbox.interactions import Interactions
from bot.sandbox.model import Json
from bot.sandbox.ratelimits import RateLimits, Verdict


class TimedGateway(Gateway):
    """Notes when an interaction is written to the bot's line."""

    def __init__(self, world: StandIn) -> None:
        super().__init__(world)
        self.sent: dict[int, float] = {}

    def dispatch(self, event: str, data: Json, guild_id: int | None, intent: int) -> bool:
        found = [s for s in self.sessions.values() if s.wants(guild_id, intent)]
        if found:
            text = json.dumps(data, separators=(",", ":"))
            # Only now: how long the pretend Discord takes to say it is not the bot's time.
            if event == "INTERACTION_CREATE":
                self.sent[int(data["id"])] = time.perf_counter()
            for session in found:
                session.dispatch(event, text)
        return bool(found)


class TimedInteractions(Interactions):
    """Notes when the answer to an interaction arrives."""

    def __init__(self, world: StandIn) -> None:
        super().__init__(world)
        self.arrived: dict[int, float] = {}

    def respond(self, id_: int, token: str, body: Json) -> Json:
        self.arrived.setdefault(id_, time.perf_counter())
        return super().respond(id_, token, body)


class CountedLimits(RateLimits):
    """Counts the requests that Discord counts towards its limit over everything."""

    counted = 0

    def count_everything(self) -> Verdict:
        self.counted += 1
        return super().count_everything()


class TimedStandIn(StandIn):
    """The pretend Discord; its rates are relaxed, so that the bot is the only one to wait for."""

    def __init__(self) -> None:
        super().__init__(limits=Limits.relaxed(), record=False)
        self.gateway: TimedGateway = TimedGateway(self)
        self.interactions: TimedInteractions = TimedInteractions(self)
        self.rate_limits: CountedLimits = CountedLimits(self.limits)

    def took_s(self, interaction: int) -> float:
        """Return how long the bot took from being told of an interaction to its answer."""
        return self.interactions.arrived.pop(interaction) - self.gateway.sent.pop(interaction)
