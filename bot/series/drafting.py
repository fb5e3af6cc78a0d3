"""A series on its set-up panel: shown, changed and saved.

A draft is a row of the database until it is saved, so that its panel goes on after a restart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.asked import Asked
from bot.outbox import Answer, Private, Update
from bot.render import panel_screens, screens
from bot.render.parts import Screen
from bot.router import DraftId, DraftPress, DraftVerb
from bot.series import control
from bot.series.choices import choose, shown
from bot.series.dialogs import FIELDS, type_in
from bot.series.errors import NotOffered
from bot.series.model import Setup
from bot.series.schedule import next_starts, starts
from bot.series.service import SeriesService
from bot.store.drafts import DraftStore

_DRAFT_IDS = 10**15


class Drafting:
    """Answers whoever plans a series: moderators alone, where the server allows tables."""

    def __init__(self, service: SeriesService, drafts: DraftStore) -> None:
        self._service = service
        self._drafts = drafts

    async def preview(self, asked: Asked, setup: Setup) -> Answer:
        """Show a series before it is saved."""
        asked.check_moderates()
        asked.server.check_opening(asked.who, setup.channel, asked.parent, open_tables=0)
        control.dates_to_come(setup.schedule, self._service.now())
        draft = DraftId(asked.id % _DRAFT_IDS)
        await self._drafts.add(draft, asked.guild, setup, self._service.now().timestamp())
        return Private(self._page(asked, DraftPress(DraftVerb.PREVIEW, draft), setup))

    async def press(
        self,
        asked: Asked,
        press: DraftPress,
        chosen: Sequence[str],
        typed: Mapping[str, str] | None,
    ) -> Answer:
        """Do what a control of the panel asks for."""
        asked.check_moderates()
        setup = await self._drafts.of(press.draft, asked.guild)
        press = replace(press, game=shown(setup, press))
        if press.verb is DraftVerb.CREATE:
            return await self._create(asked, press.draft, setup)
        if press.verb in FIELDS and typed is None:
            return panel_screens.dialog(setup, press, asked.words)
        if press.verb in FIELDS:
            changed = type_in(setup, press.verb, press.game, typed or {})
        elif press.verb is DraftVerb.CHANNEL:
            changed = self._moved(asked, setup, chosen)
        else:
            changed = choose(setup, press, chosen)
        if press.verb is DraftVerb.SHOWN:
            press = replace(press, game=int(chosen[0]))
        if changed != setup:
            control.dates_to_come(changed.schedule, self._service.now())
            await self._drafts.change(press.draft, changed)
        return Update(self._page(asked, press, changed))

    def _moved(self, asked: Asked, setup: Setup, chosen: Sequence[str]) -> Setup:
        """Return a set-up in another channel."""
        if len(chosen) != 1 or not re.fullmatch(r"[0-9]{1,19}", chosen[0]):
            raise NotOffered
        self._service.check_channel(asked, int(chosen[0]))
        return replace(setup, channel=int(chosen[0]))

    async def _create(self, asked: Asked, draft: DraftId, setup: Setup) -> Answer:
        series_id = await self._service.store.new_id()
        where = (asked.guild, asked.guild_locale)
        made = control.create(series_id, where, asked.who.user, setup, self._service.now())
        await self._service.create(made)
        await self._drafts.remove(draft)
        return Update(screens.notice(asked.words.created(setup.name)))

    def _page(self, asked: Asked, press: DraftPress, setup: Setup) -> Screen:
        coming = next_starts(setup.schedule, self._service.now())
        total = len(starts(setup.schedule))
        press = replace(press, game=shown(setup, press))
        return panel_screens.page_screen(setup, press, (coming, total), asked.words)
