"""Playing a session at several tables through the real client, and looking through its record."""

from __future__ import annotations

import random
import sqlite3
from collections import defaultdict
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.sandbox import Member, Message, Reply
from bot.series.model import Changed, SeriesId, Session
from bot.series.telling import Told
from bot.store.series import Season
from bot.table.model import EVENTS_JSON, TABLE_JSON, Phase, Table
from engine.cards import FULL_DECK
from engine.events import HandEnded, HandStarted, HandVoided
from engine.hand import legal
from engine.session import total_chips
from tests.bot.house import House

STAND_PAT = "Stand pat"

Choose = Callable[[tuple[str, ...], random.Random], str]


def all_in(labels: tuple[str, ...], _: random.Random) -> str:
    """Put everything in, or as much as can be."""
    return next(wanted for wanted in ("All-in", "Call", "Check", STAND_PAT) if _has(labels, wanted))


def fold(labels: tuple[str, ...], _: random.Random) -> str:
    """Give up as soon as something is to be paid."""
    return next(wanted for wanted in ("Check", "Fold", STAND_PAT) if _has(labels, wanted))


def as_it_comes(labels: tuple[str, ...], chance: random.Random) -> str:
    """Fold mostly, and put everything in at times."""
    return all_in(labels, chance) if chance.random() < 0.4 else fold(labels, chance)


def two_bold() -> Choose:
    """Have the first two to act put everything in, and everybody else give up."""
    bold = [all_in, all_in]

    def choose(labels: tuple[str, ...], chance: random.Random) -> str:
        return (bold.pop() if bold else fold)(labels, chance)

    return choose


def _has(labels: tuple[str, ...], wanted: str) -> bool:
    return any(label.startswith(wanted) for label in labels)


class Evening:
    """The sessions of a series in a channel, and the hands that its members play."""

    def __init__(
        self, house: House, seed: int, name: str = "Tuesdays", channel: str = "poker"
    ) -> None:
        self.house = house
        self.name = name
        self.channel = house.world.channel(channel)
        self.chance = random.Random(seed)
        self.series = SeriesId(0)
        self.shuffle()

    def shuffle(self) -> None:
        """Have decks and seats be others for every seed, the same in every run."""
        decks = [tuple(self.chance.sample(FULL_DECK, 52)) for _ in range(2_000)]
        self.house.dealer.decks = decks
        self.house.dealer._random = self.chance  # type: ignore[assignment]

    @property
    def open_tables(self) -> list[Table]:
        assert self.house.client is not None
        tables = self.house.client.tables.all_open()
        return [t for t in tables if t.contest is not None and t.contest.series == self.series]

    async def sessions(self) -> tuple[Session, ...]:
        assert self.house.client is not None
        return (await self.house.client.series.store.season(self.series)).sessions

    async def until(self, session: Session, minutes: float) -> None:
        """Let time pass until so many minutes after the start."""
        moment = session.start.timestamp() + 60 * minutes
        await self.house.pass_time(max(0.0, moment - self.house.clock.now()) + 0.01)

    async def restart(self) -> None:
        await self.house.stop_bot()
        await self.house.start_bot()
        await self.house.settled()

    # Signing up

    async def make(self, hours: float = 2, **options: object) -> Member:
        """Have a moderator make a series some hours from now; return him."""
        host = self.house.member("Host")
        host.permissions = {"manage_messages"}
        start = datetime.fromtimestamp(self.house.clock.now(), UTC) + timedelta(hours=hours)
        wanted = {"repeat": "once", "minutes": 120, **options}
        preview = await host.slash(
            self.channel, "series create", name=self.name, first=f"{start:%Y-%m-%d %H:%M}",
            zone="UTC", **wanted,
        )  # fmt: skip
        assert preview.message is not None
        await self.house.press_on(preview.message, "Create", host)
        assert self.house.client is not None
        self.series = await self.house.client.series.store.named(self.channel.guild.id, self.name)
        return host

    async def set_up(self, **options: object) -> None:
        """Set the series up otherwise, in what its set-up or that of its tables names so."""

        def change(season: Season, _: datetime) -> Told:
            setup = season.series.setup
            here = {name: options[name] for name in options if hasattr(setup, name)}
            tables = {name: options[name] for name in options if name not in here}
            games = tuple(replace(options, **tables) for options in setup.games)  # type: ignore[arg-type]
            setup = replace(setup, games=games, **here)  # type: ignore[arg-type]
            return Told(Changed(replace(season.series, setup=setup)))

        assert self.house.client is not None
        await self.house.client.series.change(self.series, change)

    async def gather(self, session: Session, count: int) -> list[Member]:
        """Have so many members sign up and say that they are here."""
        return await self.gather_named(session, [f"P{n}" for n in range(1, count + 1)])

    async def gather_named(self, session: Session, names: list[str]) -> list[Member]:
        """Have members sign up and say that they are here."""
        members = [self.house.member(name) for name in names]
        await self.until(session, -60 * 26)
        announced = self.newest(f"session {session.number}", "Signed up")
        for member in members:
            await member.press(announced, "Join")
        await self.house.settled()
        await self.until(session, -60)
        await self.until(session, -9)
        asked = self.newest(f"session {session.number}", "Who is here?")
        for member in members:
            await member.press(asked, "I'm here")
        await self.house.settled()
        return members

    async def begin(self, session: Session, count: int) -> list[Member]:
        """Have members sit down and the first hands be dealt."""
        members = await self.gather(session, count)
        await self.until(session, 0)
        return members

    def newest(self, *words: str) -> Message:
        """Return the newest message of the series that holds some words."""
        messages = reversed(self.channel.messages)
        return next(m for m in messages if all(word in m.text for word in words))

    # Playing

    def board(self, table: Table) -> Message:
        """Return the post that shows a table."""
        assert self.house.client is not None
        number = self.house.client.outbox.message_of(table.id, table.post)
        return next(m for m in self.posts(table) if m.id == number)

    def posts(self, table: Table) -> list[Message]:
        return self.house.world.channels[table.channel].messages

    def said(self, table: Table) -> str:
        """Return everything that was said at a table."""
        return "\n".join(message.text for message in self.posts(table))

    async def act(self, table: Table, choose: Choose) -> Reply:
        """Have the member to act do something."""
        hand = table.session.hand
        assert hand is not None
        may = legal(hand)
        assert may is not None
        user = next(p.member for p in table.session.players if p.seat == may.seat)
        board = self.board(table)
        labels = tuple(button.label or "" for button in board.buttons)
        wanted = choose(labels, self.chance)
        label = next(label for label in labels if label.startswith(wanted))
        return await self.house.press_on(board, label, self.house.world.members[user])

    async def play_hand(self, table: Table, choose: Choose) -> None:
        """Play the hand on a table to its end."""
        deal = table.deal
        while (now := self.find(table)) is not None and now.deal == deal:
            if not now.session.hand_in_progress:
                return
            await self.act(now, choose)

    def find(self, table: Table) -> Table | None:
        return next((t for t in self.open_tables if t.id == table.id), None)

    async def play_round(self, choose: Choose) -> None:
        """Play the hand on every table, and let the next ones be dealt."""
        for table in self.open_tables:
            if table.phase is Phase.PLAYING:
                await self.play_hand(table, choose)
                self.check_chips()
        await self.house.pass_time(40)

    def check_chips(self) -> None:
        """See that no chip is lost or made, over the tables of every session."""
        there: dict[tuple[int, int], int] = defaultdict(int)
        for table in tables_in(self.house):
            if table.contest is not None:
                there[table.contest.evening] += total_chips(table.session)
        assert there == started(self.house)


def tables_in(house: House) -> list[Table]:
    """Return every table of the database."""
    with closing(sqlite3.connect(house.database)) as db:
        rows = db.execute("SELECT state FROM tables ORDER BY id").fetchall()
    return [TABLE_JSON.validate_json(row[0]) for row in rows]


def started(house: House) -> dict[tuple[int, int], int]:
    """Return what the starting stacks of each session come to."""
    found: dict[tuple[int, int], int] = defaultdict(int)
    evenings = {t.id: t.contest.evening for t in tables_in(house) if t.contest is not None}
    with closing(sqlite3.connect(house.database)) as db:
        for table, amount in db.execute(
            "SELECT table_id, sum(amount) FROM ledger WHERE kind = 'stack' GROUP BY table_id"
        ):
            found[evenings[table]] += amount
    return found


def moves(house: House) -> list[tuple[float, int, int, int, int, int]]:
    """Return every move in the ledger: when, table, version, seat, member and chips."""
    with closing(sqlite3.connect(house.database)) as db:
        return db.execute(
            "SELECT at, table_id, version, seat, member, amount FROM ledger WHERE kind = 'moved'"
            " ORDER BY at, table_id, version, line"
        ).fetchall()


def hands(house: House, table: int) -> list[tuple[int, int, dict[int, int]]]:
    """Return every hand of a table: the changes that began and ended it, and who sat where."""
    found: list[tuple[int, int, dict[int, int]]] = []
    with closing(sqlite3.connect(house.database)) as db:
        rows = db.execute(
            "SELECT version, events FROM log WHERE table_id = ? ORDER BY version", (table,)
        ).fetchall()
    for version, written in rows:
        for event in EVENTS_JSON.validate_json(written):
            if isinstance(event, HandStarted):
                found.append((version, 10**9, dict(event.members)))
            elif isinstance(event, HandEnded | HandVoided):
                found[-1] = (found[-1][0], version, found[-1][2])
    return found


def check_moves(house: House) -> None:
    """See that moves are whole, between hands, and that who has moved plays at once (E13)."""
    sums: dict[tuple[float, int], int] = defaultdict(int)
    for at, table, version, seat, member, chips in moves(house):
        sums[at, member] += chips
        played = hands(house, table)
        if chips < 0:
            assert not any(begun < version <= ended for begun, ended, _ in played if ended < 10**9)
            continue
        later = [seats for begun, _, seats in played if begun > version]
        gone = [v for _, t, v, _, m, c in moves(house) if (t, m) == (table, member) and c < 0]
        until_gone = min((v for v in gone if v > version), default=10**9)
        here = [s for begun, _, s in played if version < begun < until_gone]
        assert len(here) < 2 or any(seats.get(seat) == member for seats in here[:2]), later
    assert not any(sums.values())
