"""Where the parts of the bot report what they do: counted, timed and logged."""

from __future__ import annotations

import logging
import time

import discord

from bot.clock import Clock
from bot.errors import Refused, RulesRefused
from bot.seen.about import begin
from bot.seen.metrics import Metrics
from bot.seen.signs import Signs
from bot.table.model import Phase, Table
from engine.events import (
    BetPlaced,
    Called,
    Checked,
    Event,
    Exchanged,
    Folded,
    HandsShown,
    HandStarted,
    PlayerLeft,
    Raised,
    TimedOut,
)

log = logging.getLogger("bot.actions")

ASKED_FOR = (
    Folded, Checked, Called, BetPlaced, Raised, Exchanged, HandsShown, HandStarted, PlayerLeft,
)  # fmt: skip
"""What a member may do to a hand: the first of these in a change is what he asked for."""
ARRIVED = "arrived"
"""Where an interaction carries its time of arrival, in seconds of the performance counter."""


class Watch:
    """The reports of one client."""

    def __init__(self, clock: Clock) -> None:
        self.metrics = Metrics()
        self.signs = Signs(clock)

    # The gateway

    def connected(self) -> None:
        """Note that the gateway is there, or there again."""
        self.signs.gateway(connected=True)

    def disconnected(self) -> None:
        """Note that the gateway is lost; discord.py says so at every failed try to return."""
        if self.signs.gateway(connected=False):
            self.metrics.disconnects.inc()

    # Interactions

    def arrived(self, interaction: discord.Interaction) -> None:
        """Note that an interaction is here: what is done from now on is about it."""
        interaction.extras[ARRIVED] = time.perf_counter()
        self.signs.asked()
        begin(
            guild=interaction.guild_id or 0,
            channel=interaction.channel_id or 0,
            interaction=interaction.id,
        )

    def answered(self, interaction: discord.Interaction) -> None:
        """Note that Discord has the answer to an interaction; a second word is none."""
        arrived = interaction.extras.pop(ARRIVED, None)
        if arrived is not None:
            self.metrics.answer_seconds.observe(time.perf_counter() - arrived)

    def refused(self, refused: Refused) -> None:
        """Note that something could not be done."""
        code = type(refused).__name__
        if isinstance(refused, RulesRefused):
            code = refused.refusal.reason.value
        self.metrics.refusals.labels(code).inc()
        log.debug("Refused: %s", code, extra={"code": code})

    def broke(self) -> None:
        """Note that an interaction met a bug."""
        self.metrics.bugs.inc()

    # Changes of tables

    def committed(
        self,
        before: Table | None,
        after: Table,
        events: tuple[Event, ...],
        seconds: float,
        *,
        asked: bool,
    ) -> None:
        """Note that a change of a table is on the disk.

        :param asked: a member asked for it; otherwise the clock, or Discord, brought it about.
        """
        self.metrics.commit_seconds.observe(seconds)
        for event in events:
            if isinstance(event, HandStarted):
                self.metrics.hands_dealt.inc()
            elif isinstance(event, TimedOut):
                self.metrics.turns_expired.inc()
        kind = _kind(before, after, events)
        if asked:
            self.metrics.actions.labels(kind).inc()
        _log_change(before, after, kind, seconds, asked=asked)


def _kind(before: Table | None, after: Table, events: tuple[Event, ...]) -> str:
    """Name what was done to a table."""
    if before is None:
        return "table_opened"
    done = next((event.kind for event in events if isinstance(event, ASKED_FOR)), None)
    if done is not None:
        return done
    if after.phase is Phase.CLOSED:
        return "table_closed"
    seats, seats_before = len(after.session.players), len(before.session.players)
    if seats != seats_before:
        return "joined" if seats > seats_before else "left"
    return "other"


def _log_change(
    before: Table | None, after: Table, kind: str, seconds: float, *, asked: bool
) -> None:
    """Log when a table opens and closes; what happens between, for who looks closer."""
    ends = before is None or after.phase is Phase.CLOSED
    level = logging.INFO if ends else logging.DEBUG
    if not log.isEnabledFor(level):
        return
    fields = {
        "table": after.id,
        "guild": after.guild,
        "channel": after.channel,
        "hand": after.session.hands_played + after.session.hand_in_progress,
        "step": after.step,
        "kind": kind,
        "seconds": round(seconds, 6),
    }
    who = "a member" if asked else "the bot itself"
    log.log(level, "Table %d: %s by %s", after.id, kind, who, extra=fields)
