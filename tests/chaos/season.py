"""A season played by a script: its sessions are signed up for, played, moved, skipped, scored."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import ClassVar
from zoneinfo import ZoneInfo

from bot.router import (
    DraftVerb,
    SeriesVerb,
    parse_draft_press,
    parse_series_press,
)
from bot.sandbox import Channel, Message, Reply
from bot.series.model import SESSION_JSON, Session
from bot.series.season import stop_at
from bot.table.model import Alarm, Phase, Table
from tests.bot.killing import TICK_S, Prompt, Seen
from tests.chaos.season_facts import Season, facts_of, problems_at, problems_of
from tests.chaos.watched import Problem, Watched
from tests.series.tables import all_in, fold

NAME = "Tuesdays"
ZONE = "Europe/Paris"
FIRST = datetime.combine(date(2031, 10, 14), time(20), ZoneInfo(ZONE))
"""The clocks change before the second session."""
EVERY = timedelta(weeks=2)
"""No session is announced in the very minute in which another begins."""
BEGINS = (FIRST - timedelta(days=9)).timestamp()
AT_TABLES = (Alarm.NEXT_HAND, Alarm.CLOSE)
"""What happens at tables by itself; nobody lets his turn run out."""
_NO_CHANCE = random.Random(1)
PRESSES = {
    "joins": SeriesVerb.SIGN_UP,
    "withdraws": SeriesVerb.WITHDRAW,
    "is here": SeriesVerb.HERE,
}


@dataclass(frozen=True, slots=True)
class Errand:
    """Something that is done so many minutes from the start by rule of a session."""

    session: int
    minutes: float
    who: str
    what: str
    """"joins", "withdraws", "is here", or a command such as "/series skip, session=2"."""

    @property
    def at(self) -> float:
        """When it is done, in seconds since the epoch."""
        # By the clocks of the zone, as the rule of the series goes.
        start = FIRST + (self.session - 1) * EVERY
        return start.timestamp() + 60 * self.minutes


@dataclass(frozen=True, slots=True)
class SeasonScript:
    """What happens in a season.

    Everybody folds what costs something, but for those who are bold: they put everything in, and
    so do all from some hand on.
    """

    names: tuple[str, ...]
    """The first is the moderator."""
    errands: tuple[Errand, ...]
    told: Mapping[str, int]
    """How often each kind of message is told in the channel of the series."""
    all_bold_from: int
    """From which hand on all are bold."""
    bold: tuple[str, ...] = ()
    to_the_stop: tuple[int, ...] = ()
    """Sessions whose stop time comes in their second hand."""
    length: ClassVar[int] = 6

    def evening(self, folder: Path) -> ScriptedSeason:
        """Return the season that is played by it."""
        return ScriptedSeason(folder, self)


class ScriptedSeason(Watched):
    """A season played by a script. Time stands still until nothing is left to be done at it."""

    def __init__(self, folder: Path, script: SeasonScript) -> None:
        super().__init__(folder, "", script.names, {}, begins=BEGINS)
        self._script = script
        self._errands = list(script.errands)
        self._lines_before: int | None = None
        """How many lines the log of the series had before a command was tried."""
        self._answers: list[str] = []
        self.members[0].permissions = {"manage_messages", "manage_guild"}

    @property
    def over(self) -> bool:
        return not self._errands and self.ask_database("SELECT over FROM series") == [(1,)]

    # -- time

    def undone(self) -> bool:
        now = self.time.now()
        return (
            super().undone()
            or any(at <= now for at in (*self._dues(), *self._alarms()))
            or bool(self.ask_database("SELECT 1 FROM series WHERE listed < version"))
        )

    def _dues(self) -> list[float]:
        """Return when something is to be done about each session."""
        rows = self.ask_database("SELECT due FROM sessions WHERE due IS NOT NULL")
        return [datetime.fromisoformat(due).timestamp() for (due,) in rows]

    def _alarms(self) -> list[float]:
        """Return when something happens at each table by itself."""
        rows = self.ask_database(
            "SELECT value FROM tables, json_each(state, '$.alarms') WHERE open = 1"
            " AND key IN (?, ?)",
            *AT_TABLES,
        )
        return [at for (at,) in rows]

    async def wait(self, seconds: float = TICK_S) -> None:
        """Let time pass until something is to happen next."""
        rows = self.ask_database("SELECT due FROM outbox")
        moments = [*self._dues(), *self._alarms(), *(due for (due,) in rows)]
        moments += [errand.at for errand in self._errands[:1]]
        left = min(moments, default=self.time.now() + seconds) - self.time.now()
        await super().wait(max(left, 0.0) + 0.001)

    # -- what people do

    async def go_on(self) -> bool:
        await self.caught_up(0.01)
        if self.dead:
            return True
        if self._errands and self._errands[0].at <= self.time.now():
            await self._do(self._errands[0])
            return True
        tables = [table for table in self._open_tables() if not table.waits]
        if not tables or not all(table.session.hand_in_progress for table in tables):
            return False
        if (stop := self._stop_of(tables)) is not None:
            self.time.pass_on(stop.timestamp() - self.time.now() + 0.001)
            await asyncio.sleep(0.01)
            return True
        await self._act(min(tables, key=lambda table: (table.deal, table.id)))
        return True

    def _open_tables(self) -> list[Table]:
        return [table for table in self.tables() if table.phase is not Phase.CLOSED]

    def _stop_of(self, tables: list[Table]) -> datetime | None:
        """Return the stop time to come, if it comes in the hands that are played."""
        contest = tables[0].contest
        assert contest is not None
        session = self._session(contest.session)
        if contest.session not in self._script.to_the_stop or min(t.deal for t in tables) < 2:
            return None
        stop = stop_at(self.season.series.setup, session)
        return stop if stop.timestamp() > self.time.now() else None

    def _session(self, number: int) -> Session:
        rows = self.ask_database("SELECT state FROM sessions WHERE number = ?", number)
        return SESSION_JSON.validate_json(rows[0][0])

    async def _act(self, table: Table) -> None:
        """Have the member act who is to act at a table, once its post says so."""
        prompt = self.prompt_in(self.world.channels[table.channel])
        shown = None if prompt is None else (prompt.deal, prompt.step)
        if prompt is None or shown != (table.deal, table.step) or prompt in self.pressed:
            await asyncio.sleep(0.01)
        else:
            self.time.pass_on(0.001)  # no two hands end in the same instant
            if await self.ask(self.decide(prompt)) is not None:
                self.pressed.append(prompt)

    async def decide(self, prompt: Prompt) -> Reply:
        bold = prompt.deal >= self._script.all_bold_from or prompt.actor.name in self._script.bold
        labels = tuple(button.label for button in prompt.post.buttons)
        wanted = (all_in if bold else fold)(labels, _NO_CHANCE)
        label = next(label for label in labels if label.startswith(wanted))
        return await prompt.actor.press(prompt.post, label)

    async def _do(self, errand: Errand) -> None:
        """Do an errand; who had no answer to a command looks first whether it has counted."""
        lines = len(self.ask_database("SELECT 1 FROM series_log"))
        if self._lines_before is None:
            self._lines_before = lines
        if lines == self._lines_before and await self.ask(self._run(errand)) is None:
            return
        del self._errands[0]
        self._lines_before = None

    async def _run(self, errand: Errand) -> Reply:
        member = self.world.member(errand.who)
        if errand.what in PRESSES:
            post, custom_id = self._control(PRESSES[errand.what], errand.session)
            return await member.press(post, custom_id)
        command, *given = errand.what.removeprefix("/").split(", ")
        options = dict(self._option(*each.split("=")) for each in given)
        if command == "series create":
            preview = await member.slash(self.channel, command, **options)
            assert preview.message is not None
            return await member.press(preview.message, _saving(preview.message))
        reply = await member.slash(self.channel, command, **options)
        if command == "series standings":
            self._answers.append(reply.text)
        return reply

    def _option(self, key: str, value: str) -> tuple[str, object]:
        if key == "member":
            return key, self.world.member(value).id
        return key, int(value) if re.fullmatch(r"-?\d+", value) else value

    def _control(self, verb: SeriesVerb, session: int) -> tuple[Message, str]:
        """Return the newest post that has a control of a session, and which one it is."""
        for post in reversed(self.channel.messages):
            for button in post.buttons:
                press = parse_series_press(button.custom_id)
                if press is not None and (press.verb, press.session) == (verb, session):
                    return post, button.custom_id
        raise LookupError(f"nobody can press {verb} for session {session}")

    # -- what it came to

    def named(self, text: str) -> str:
        # Links hold the numbers of servers and events.
        return re.sub(r"\d{15,}", "", super().named(text))

    def seen(self) -> Seen:
        seen = super().seen()
        for thread in self._threads():
            posts = tuple(self._shown(post) for post in self.posts_in(thread))
            seen[thread.name] = seen.get(thread.name, ()) + posts
        return seen

    def _threads(self) -> list[Channel]:
        return list(self.world.guild.threads.values())

    @property
    def season(self) -> Season:
        return Season(self.database, self.world)

    def check(self, tables: Iterable[Table]) -> None:
        found = list(tables)
        super().check(found)
        self._problems += problems_at(found)

    def facts(self) -> Mapping[str, tuple[str, ...]]:
        return {**facts_of(self.season), "answer": tuple(self._answers)}

    def problems(self) -> Iterable[Problem]:
        return problems_of(self.season, self._script.told)


def _saving(preview: Message) -> str:
    """Return the control that saves what a preview shows."""
    for button in preview.buttons:
        press = parse_draft_press(button.custom_id)
        if press is not None and press.verb is DraftVerb.CREATE:
            return button.custom_id
    raise LookupError("nothing can be saved")
