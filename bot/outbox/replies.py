"""Answers to interactions, given once; where one fails, the outbox says what it would have said."""

from __future__ import annotations

import logging

import discord

from bot.clock import Clock
from bot.outbox.answers import Answer, Private, Update, respond
from bot.outbox.boards import Boards
from bot.outbox.lanes import Lanes
from bot.outbox.trouble import ALREADY_ANSWERED, cause, is_discords
from bot.render.parts import Screen
from bot.seen.watch import Watch
from bot.store import OutboxRow, Store, StoreFailed
from bot.table.model import UserId

log = logging.getLogger(__name__)

ANSWERED_WITHIN_S = 3.0
"""How long a word that must follow an answer waits for it: Discord waits no longer."""


class Replies:
    """Answers interactions."""

    def __init__(
        self, store: Store, clock: Clock, lanes: Lanes, boards: Boards, watch: Watch
    ) -> None:
        self._store = store
        self._clock = clock
        self._lanes = lanes
        self._boards = boards
        self._watch = watch
        self._maybe_deferred: set[int] = set()
        """Interactions whose deferral failed here, and perhaps not at Discord."""
        self._fallbacks: dict[UserId, tuple[discord.Interaction, Screen]] = {}

    async def defer(self, interaction: discord.Interaction, *, ephemeral: bool) -> None:
        """Ask Discord for more time; whatever comes of it, the answer is tried later."""
        try:
            await interaction.response.defer(ephemeral=ephemeral)
        except Exception as error:
            if not is_discords(error):
                raise
            self._maybe_deferred.add(interaction.id)
            log.warning("An interaction could not be deferred: %s", cause(error))

    async def answer(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Answer an interaction; where that fails, the outbox says what it would have said."""
        update = answer if isinstance(answer, Update) else None
        live = update.table if update is not None and update.row is None else None
        try:
            with self._boards.in_flight(live):
                await self._respond(interaction, answer)
        except Exception as error:
            if update is not None and update.row is not None:
                self._lanes.release(update.row)
            if live is not None and interaction.channel_id is not None:
                self._boards.unsee(live)
                self._lanes.redraw(live, interaction.channel_id)
            if not is_discords(error):
                raise
            # 10062: too late; 40060: answered already. A second answer would only fail again.
            log.warning("An answer was not delivered: %s", cause(error))
            return
        self._watch.answered(interaction)
        if update is not None and update.row is not None:
            await self._said(update.row)
        elif live is not None and update is not None and interaction.channel_id is not None:
            await self._boards.saw(live, interaction.channel_id, update.key, update.screen)

    async def _respond(self, interaction: discord.Interaction, answer: Answer) -> None:
        """Send an answer, as one that follows a deferral where Discord knows of one after all."""
        maybe_deferred = interaction.id in self._maybe_deferred
        self._maybe_deferred.discard(interaction.id)
        try:
            await respond(interaction, answer, deferred=interaction.response.is_done())
        except discord.HTTPException as error:
            if not maybe_deferred or error.code != ALREADY_ANSWERED:
                raise
            await respond(interaction, answer, deferred=True)

    async def _said(self, row: OutboxRow) -> None:
        """Take a row off that an answer has said; the newest is sent where that is not certain."""
        if not self._lanes.is_last_word(row):
            self._lanes.release(row)
            return
        try:
            await self._store.told(row)
        except Exception as error:
            # The answer is given all the same; the lane takes the row off once it can.
            if not isinstance(error, StoreFailed):
                log.exception("%s of table %s could not be taken off", row.key, row.table)
            self._lanes.release(row)
            return
        self._lanes.done(row)
        self._boards.forget_if_over(row)

    # Whom direct messages do not reach

    def if_unreachable(self, user: UserId, asked: discord.Interaction, screen: Screen) -> None:
        """Tell a member privately, should the next direct message to him not arrive."""
        self._fallbacks[user] = (asked, screen)

    def forget_fallback(self, user: UserId) -> None:
        """Take that back: he did not sit down after all."""
        self._fallbacks.pop(user, None)

    async def tried(self, user: UserId, *, reachable: bool) -> None:
        """Tell a member whom a direct message did not reach, where he asked for his seat."""
        asked, screen = self._fallbacks.pop(user, (None, None))
        if asked is None or screen is None or reachable:
            return
        deadline = self._clock.now() + ANSWERED_WITHIN_S
        while not asked.response.is_done() and self._clock.now() < deadline:
            await self._clock.sleep(0.05)
        await self.answer(asked, Private(screen))
