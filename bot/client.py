"""The Discord client: what is connected, where interactions come in, and the error edge."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from contextlib import nullcontext
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot.asked import Asked
from bot.books import Books
from bot.catalogue import words_for
from bot.clock import Clock
from bot.commands.base import Desk
from bot.commands.declared import is_as_declared, names_by_id
from bot.commands.hand import hand_group
from bot.commands.maintenance import maintenance_group
from bot.commands.naming import CatalogueTranslator
from bot.commands.opening import fivecard_group, holdem_group
from bot.commands.playing import playing_commands
from bot.commands.records import record_commands
from bot.commands.series import series_group
from bot.commands.setup import setup_group
from bot.commands.table import table_group
from bot.dealer import Dealer
from bot.door import Door
from bot.ending import wind_down
from bot.errors import NotKept, OldCommand, OnlyInServers, Refused
from bot.hosting import HostRequests
from bot.maintenance import Maintenance, Operators
from bot.outages import Outages
from bot.outbox import Answer, Outbox, Private
from bot.place import may_write
from bot.places import Places
from bot.records.privacy import Privacy
from bot.records.requests import Records
from bot.render import screens
from bot.render.parts import AMOUNT_FIELD
from bot.reports import Reports
from bot.requests import Requests
from bot.retention import Retention
from bot.router import (
    Verb,
    parse_custom_id,
    parse_draft_press,
    parse_record_press,
    parse_series_press,
)
from bot.seen.gauges import Gauges
from bot.seen.health import Health
from bot.seen.trace import counting_errors
from bot.seen.watch import Watch
from bot.series.drafting import Drafting
from bot.series.publishing import Publishing
from bot.series.requests import SeriesRequests
from bot.series.service import SeriesService
from bot.series.undelivered import Undelivered
from bot.server.service import ServerSettings
from bot.servers import Servers
from bot.settings import MEMBER_LIMIT
from bot.speech import Speech
from bot.store import Store, StoreFailed
from bot.store.drafts import DraftStore
from bot.table.model import Obstacle, UserId
from bot.tables import Tables

log = logging.getLogger(__name__)

UNKNOWN_FORM = (
    app_commands.CommandNotFound,
    app_commands.CommandSignatureMismatch,
    app_commands.CheckFailure,
)
"""How discord.py says that a command, or an option of it, is not as it was declared."""


class Croupier(discord.Client):
    """The bot. It needs no privileged intent: interactions arrive without any."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        dealer: Dealer,
        *,
        member_limit: int = MEMBER_LIMIT,
        operators: Operators | None = None,
        connector: aiohttp.BaseConnector | None = None,
    ) -> None:
        self.watch = Watch(clock)
        super().__init__(
            intents=discord.Intents(guilds=True),
            connector=connector,
            http_trace=counting_errors(self.watch.metrics.discord_errors),
            allowed_mentions=discord.AllowedMentions.none(),
            guild_ready_timeout=0.0,
            max_messages=None,
        )
        self.tables = Tables(store, clock, dealer, self.watch)
        self.places = Places(self.tables)
        reports = Reports(self.tables, self.places)
        self.outbox = Outbox(self, store, clock, reports, self.watch)
        self.tables.outbox = self.places.outbox = self.outbox
        reports.find_another_way = Undelivered(store, self.outbox).say_in_channel
        self.outages = Outages(self.tables, store, clock, self.watch.signs)
        self.servers = Servers(self, self.tables, self.places, clock)
        self.server_settings = ServerSettings(store)
        self.series = SeriesService(
            store, clock, dealer, self.tables, self.outbox, self.may_post, self.server_settings.of
        )
        self.publishing = Publishing(store, clock, self.outbox)
        self.series.committed = self.publishing.note
        self.publishing.relisted = self.series.redraw
        self.desk = Desk(
            self.tables,
            self.places,
            Requests(self.tables),
            Books(self.tables, store),
            HostRequests(self.tables, store),
            SeriesRequests(self.series, Drafting(self.series, DraftStore(store))),
            Records(store, clock),
            Privacy(store, self.series, self.outbox),
            self.server_settings,
            Speech(self.tables, self.series),
            self.outbox,
        )
        self.maintenance = Maintenance(store, clock, self.tables)
        self._retention = Retention(store, clock, self.server_settings)
        self._operators = operators or Operators()
        self.door = Door(clock, member_limit)
        self.tree = Tree(self)
        self._recovered = asyncio.Event()
        waiting = self.outbox.waiting
        self.health = Health(self.watch.signs, waiting)
        gauges = Gauges(self, self.watch.signs, self.health, self.tables.all_open, waiting)
        self.watch.metrics.registry.register(gauges)

    async def run_tables(self) -> None:
        """Wake tables and series when it is time, once there is somebody to tell."""
        await self._recovered.wait()
        await asyncio.gather(
            self.tables.run(),
            self.outages.run(),
            self.servers.run(),
            self.series.run(),
            self._retention.run(),
            self.publishing.run(),
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected; a session that delivers no presses is given up for a new one."""
        while not self.is_closed():
            session = asyncio.create_task(super().connect(reconnect=reconnect))
            doubt = asyncio.create_task(self.tables.hearing.deafness())
            try:
                await asyncio.wait({session, doubt}, return_when=asyncio.FIRST_COMPLETED)
                if session.done():
                    session.result()
                    return
                log.warning("No presses arrive while turns run out: the session is begun anew")
                self.outages.begin()
                await self.places.excuse(doubt.result())
            finally:
                for task in (session, doubt):
                    task.cancel()
                await asyncio.gather(session, doubt, return_exceptions=True)
            await self.ws.close(1000)

    async def wind_down(self, grace_s: float) -> None:
        """Take nothing new and finish what is under way, in so many seconds at most."""
        if self._recovered.is_set() and not self.is_closed():
            await wind_down(
                self.door, self.desk, self.tables, self.outages, self.outbox, grace_s=grace_s
            )

    def may_post(self, guild: int, channel: int) -> bool:
        """Say whether a server has a channel and the bot may write in it."""
        place = self.get_channel(channel)
        if not isinstance(place, discord.abc.GuildChannel | discord.Thread):
            return False
        if place.guild.id != guild:
            return False
        return may_write(place.permissions_for(place.guild.me), place)

    async def close(self) -> None:
        """Finish answering and disconnect; what is untold stays in the outbox."""
        await self.desk.finish()
        await self.outbox.close()
        if self._recovered.is_set() and not self.is_closed():
            await self.outages.stop()
        await super().close()

    async def setup_hook(self) -> None:
        """Pick up every table and tell Discord the commands, before the first event arrives."""
        await self.server_settings.load()
        await self.outbox.load()
        await self.maintenance.load()
        await self.outages.recover()
        self.add_commands()
        await self.tree.set_translator(CatalogueTranslator())
        await self.tree.sync()

    def add_commands(self) -> None:
        """Make the slash commands, of which nobody knows before they are told to Discord."""
        for group in (
            holdem_group,
            fivecard_group,
            table_group,
            hand_group,
            setup_group,
            series_group,
        ):
            self.tree.add_command(group(self.desk))
        operators = self._operators.or_owners_of(self.application)
        self.tree.add_command(maintenance_group(self.desk, self.maintenance, operators))
        for command in (*playing_commands(self.desk), *record_commands(self.desk)):
            self.tree.add_command(command)
        for each in self.tree.walk_commands():
            if isinstance(each, app_commands.Command):
                each.add_check(is_as_declared)

    async def on_connect(self) -> None:
        """Note that the gateway is there."""
        self.watch.connected()

    async def on_ready(self) -> None:
        """Give back the time nobody could act; called anew whenever a session begins."""
        await self.servers.compare()
        await self.outages.end()
        if not self._recovered.is_set():
            self.outbox.open()
            self._recovered.set()
            await self.maintenance.apply()
        log.info("Connected as %s; servers: %d", self.user, len(self.guilds))

    async def on_resumed(self) -> None:
        """Give back the time nobody could act: the session goes on, with what was missed."""
        self.watch.connected()
        await self.outages.end()

    async def on_disconnect(self) -> None:
        """Stop all clocks until the gateway is back; discord.py connects by itself."""
        self.watch.disconnected()
        self.outages.begin()

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Freeze the tables of a server that Discord has trouble with."""
        await self.servers.away(guild)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Let them go on, where the bot may still write."""
        await self.servers.look_around(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the tables of a server that the bot was removed from."""
        await self.servers.removed(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a deleted channel."""
        await self.places.lose(channel.id, Obstacle.GONE)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a deleted thread."""
        await self.places.lose(thread.thread_id, Obstacle.GONE)

    async def on_thread_update(self, _: discord.Thread, thread: discord.Thread) -> None:
        """See whether a thread was locked or unlocked."""
        await self.servers.look_at(thread)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """See whether a thread that was put away is open again."""
        await self.servers.look_at(thread)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """See whether the bot may still write in a channel, or may again."""
        await self.servers.look_at(channel)
        await self._look_again([channel])

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        """See whether the bot may still write where it has tables."""
        await self.servers.look_around(role.guild)
        await self._look_again(role.guild.text_channels)

    async def _look_again(self, channels: Iterable[discord.abc.GuildChannel]) -> None:
        """Put right what series have said where the bot may write."""
        may_post = {each.id for each in channels if self.may_post(each.guild.id, each.id)}
        await self.outbox.look_again(may_post)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Serve controls and dialogs; commands go through the tree."""
        self.tables.hearing.heard()
        if interaction.type not in {
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        }:
            return
        if not await self.admit(interaction):
            return
        try:
            await self._press(interaction)
        except Exception as error:  # noqa: BLE001 - the edge: every error gets its answer here
            await self.answer_error(interaction, error)

    async def admit(self, interaction: discord.Interaction) -> bool:
        """Let an interaction in, or tell its member once why not."""
        self.watch.arrived(interaction)
        try:
            return self.door.admit(UserId(interaction.user.id))
        except Refused as refused:
            await self.answer_error(interaction, refused)
            return False

    async def _press(self, interaction: discord.Interaction) -> None:
        data: dict[str, Any] = dict(interaction.data or {})
        custom_id = data.get("custom_id", "")
        press = parse_custom_id(custom_id)
        typed = _typed(data) if interaction.type is discord.InteractionType.modal_submit else None

        series_press, record_press = parse_series_press(custom_id), parse_record_press(custom_id)
        draft_press = parse_draft_press(custom_id)

        async def request(asked: Asked) -> Answer:
            if series_press is not None:
                return await self.desk.series.press(asked, series_press)
            if record_press is not None:
                return await self.desk.press_record(asked, record_press)
            if draft_press is not None:
                chosen = data.get("values", ())
                return await self.desk.series.drafting.press(asked, draft_press, chosen, typed)
            if press is None:
                return Private(screens.notice(asked.words.too_late()))
            amount = None if typed is None else typed.get(AMOUNT_FIELD, "")
            return await self.desk.requests.press(asked, press, amount)

        joining = press is not None and press.verb is Verb.JOIN
        with self.desk.minding_reachability(interaction) if joining else nullcontext():
            await self.desk.serve(interaction, request)

    async def answer_error(self, interaction: discord.Interaction, error: Exception) -> None:
        """Answer what was refused in words; log a bug as one and say so."""
        words = words_for(str(interaction.locale))
        if isinstance(error, StoreFailed):
            error = NotKept()
        if isinstance(error, Refused):
            self.watch.refused(error)
            sentence = words.refusal(error)
        else:
            self.watch.broke()
            log.error(
                "A bug: %s in interaction %s", type(error).__name__, interaction.id, exc_info=error
            )
            sentence = words.broken()
        with self.desk.at_work():
            await self.outbox.answer(interaction, Private(screens.notice(sentence)))


class Tree(app_commands.CommandTree[Croupier]):
    """The slash commands."""

    async def interaction_check(self, interaction: discord.Interaction[Croupier], /) -> bool:
        """Let a command in by the same door as a press, and only in a server."""
        if interaction.guild_id is None:
            await interaction.client.answer_error(interaction, OnlyInServers())
            return False
        if not names_by_id(dict(interaction.data or {})):
            await interaction.client.answer_error(interaction, OldCommand())
            return False
        return await interaction.client.admit(interaction)

    async def on_error(
        self, interaction: discord.Interaction[Croupier], error: app_commands.AppCommandError
    ) -> None:
        """Hand every error to the one edge."""
        cause: Exception = error
        if isinstance(error, app_commands.CommandInvokeError):
            cause = error.original
        elif isinstance(error, UNKNOWN_FORM):
            cause = OldCommand()
        await interaction.client.answer_error(interaction, cause)


def _typed(data: dict[str, Any]) -> dict[str, str]:
    """Return what each line of a dialog was filled in with, by its name."""
    lines = [label.get("component", {}) for label in data.get("components", ())]
    return {str(line.get("custom_id")): str(line.get("value", "")) for line in lines}
