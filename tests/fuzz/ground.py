"""Tables of every kind and in every phase, on which asks are carried out and watched."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.router import Verb, parse_custom_id
from bot.sandbox import Channel, Member, Message, Reply
from bot.sandbox.commands import BOOLEAN, INTEGER, NUMBER, STRING, leaves
from bot.sandbox.interaction import COMMAND, COMPONENT, MODAL_SUBMIT
from bot.sandbox.model import Place, walk
from bot.table.model import Table, TableId, UserId
from tests.bot.house import House, TestClock
from tests.fuzz.asks import Ask, Command, Control, Option, Press, Raw, Shown, Submission, Turn, Wait

NAMES = ("Ana", "Ben", "Cem", "Dea", "Eva")
LINES = {"label": 18, "row": 1}
BUTTON, SELECT, TEXT_INPUT, SUBCOMMAND = 2, 3, 4, 1


def _starts(channel: Channel) -> list[tuple[Message, str]]:
    """Return the lobbies of a channel, in whatever language, with their buttons to start."""
    return [
        (post, button.custom_id)
        for post in channel.messages
        for button in post.buttons
        if (press := parse_custom_id(button.custom_id)) and press.verb is Verb.START
    ]


class StandingClock(TestClock):
    """A clock that moves only when somebody waits."""

    def __init__(self) -> None:
        super().__init__()
        self._begun = super().now()

    def now(self) -> float:
        return self._begun + self._ahead


@dataclass(slots=True)
class Tally:
    """What came of the asks."""

    asked: int = 0
    changed: int = 0
    kinds: Counter[str] = field(default_factory=Counter)


class Harm(AssertionError):
    """Something happened that must not, whatever is asked."""


class Ground:
    """A house with tables at which something is going on."""

    def __init__(self, folder: Path) -> None:
        self.house = House(folder)
        self.house.clock = StandingClock()
        self.house.world.now = self.house.clock.now
        self.house.witness._now = self.house.clock.now
        self.tally = Tally()
        self.members: list[Member] = []
        self.channels: list[Channel] = []

    async def open(self) -> None:
        """Open tables: two in a hand, one for cash in another server, a lobby, and none."""
        house, world = self.house, self.house.world
        await house.open()
        far = world.add_guild("Elsewhere", ["poker"])
        self.members = [world.owner, *(world.member(name) for name in NAMES)]
        world.member("Dea").permissions = {"manage_messages"}
        self.channels = [
            world.channel("poker"),
            world.channel("draw-table"),
            world.channel("poker", far),
            world.add_channel("lobby"),
            world.add_channel("bare"),
        ]
        for channel in self.channels[:4]:
            await self._open_table(channel)
        await self._make_series()
        await house.settled()

    async def _make_series(self) -> None:
        """Plan a series that has a session soon, for which anybody may sign up."""
        house, dea = self.house, self.house.world.member("Dea")
        start = datetime.fromtimestamp(house.clock.now() + 3 * 3_600, UTC)
        place = self.channels[4]
        first = f"{start:%Y-%m-%d %H:%M}"
        preview = await dea.slash(place, "series create", name="Odds", first=first, zone="UTC")
        assert preview.message is not None
        await house.press_on(preview.message, "Create", dea)

    async def _open_table(self, channel: Channel) -> None:
        """Open the table that a channel has when nobody has opened another one there."""
        ana, ben, cem = (self.house.world.member(name) for name in NAMES[:3])
        which = self.channels.index(channel)
        command = ("holdem start", "fivecard start", "holdem cash", "holdem start")[which]
        await ana.slash(channel, command)
        await ben.slash(channel, "table join")
        if which != 3:
            await cem.slash(channel, "table join")
            await self.house.settled()
            while not (starts := _starts(channel)):
                # The board of the table before this one is still being opened.
                await self.house.pass_time(1)
            await ana.press(*starts[-1])

    async def close(self) -> None:
        """Stop, and check what no evening may have."""
        await self.house.settled()
        await self.house.close()
        if problems := self.house.problems():
            raise Harm(problems[0])

    # What is asked

    async def carry_out(self, ask: Ask) -> None:
        """Do what is asked and see that no harm is done.

        :raises Harm: when it is.
        """
        if isinstance(ask.what, Wait):
            # Whoever goes to sleep just now would take the jump for time before his sleep.
            await self.house.settled()
            await asyncio.sleep(0.001)
            await self.house.pass_time(ask.what.seconds)
            await self._connected()
            await self._reopen()
            return
        who, before = self.members[ask.who % len(self.members)], self.tables
        sent = self._sent(ask, who)
        if sent is None:
            return
        who, place, kind, data, message = sent
        addressed = self._addressed(kind, place, data)
        reply = await self.house.world.interactions.open(who, place, kind, data, message)
        self._check_answer(reply)
        self._check_changes(before, addressed, who, data)
        self.tally.asked += 1
        self.tally.kinds[reply.kind] += 1

    @property
    def tables(self) -> dict[TableId, Table]:
        assert self.house.client is not None
        return {table.id: table for table in self.house.client.tables.all_open()}

    async def _connected(self) -> None:
        """Wait for a session that is begun anew: when many turns run out the gateway is doubted."""
        assert self.house.client is not None
        while self.house.client.outages.lasting:  # noqa: ASYNC110 - it gives no sign
            await asyncio.sleep(0.001)
        await self.house.settled()

    async def _reopen(self) -> None:
        """Fill the places of tables that have been closed."""
        taken = {table.channel for table in self.tables.values()}
        assert self.house.client is not None
        if self.house.client.tables.hold is None:
            for channel in self.channels[:4]:
                if channel.id not in taken:
                    await self._open_table(channel)
        await self.house.settled()

    def _sent(
        self, ask: Ask, who: Member
    ) -> tuple[Member, Place, int, dict[str, Any], Message | None] | None:
        """Return what Discord would send: who, where, what kind, the data, and its message."""
        places: list[Place] = [*self.channels, *self.channels, who.conversation]
        place = places[ask.place % len(places)]
        match ask.what:
            case Command():
                return who, place, COMMAND, self._command(ask.what), None
            case Press(control, message, values):
                data: dict[str, Any] = {"custom_id": self._custom_id(control), "id": 1}
                data["component_type"] = BUTTON if values is None else SELECT
                if values is not None:
                    data["values"] = list(values)
                on = self._message(who, place, message)
                return None if on is None else (who, place, COMPONENT, data, on)
            case Submission():
                data = self._submission(ask.what)
                at = (
                    None
                    if ask.what.message is None
                    else self._message(who, place, ask.what.message)
                )
                return who, place, MODAL_SUBMIT, data, at
            case Turn(table, button):
                return self._turn(table, button)
            case Wait():
                return None

    def _turn(
        self, which: int, button: int
    ) -> tuple[Member, Place, int, dict[str, Any], Message | None] | None:
        tables = list(self.tables.values())
        if not tables:
            return None
        channel = self.house.world.channels[tables[which % len(tables)].channel]
        for post in reversed(channel.messages):
            asked = [member for member in self.members if f"{member.mention}:" in post.text]
            if post.buttons and asked:
                chosen = post.buttons[button % len(post.buttons)]
                data = {"custom_id": chosen.custom_id, "id": 1, "component_type": BUTTON}
                return asked[0], channel, COMPONENT, data, post
        return None

    def _message(self, who: Member, place: Place, which: int) -> Message | None:
        """Return a message of the bot that a member sees in a place."""
        mine = [m for m in who.view(place) if m.author_id == self.house.world.bot_id]
        return mine[-1 - which % len(mine)] if mine else None

    # Commands

    def _command(self, command: Command) -> dict[str, Any]:
        world = self.house.world
        known = [leaf for each in world.commands.values() for leaf in leaves(each)]
        path, declared = known[command.which % len(known)]
        names = [each["name"] for each in path]
        sent = [self._option(option, declared) for option in command.options]
        if command.broken == "stray option":
            sent.append({"type": STRING, "name": "stray", "value": "x"})
        below = {
            "nothing below": names[:1],
            "something below": [*names, "more"],
            "other below": [names[0], "other"],
        }.get(command.broken, names)
        for name in reversed(below[1:]):
            sent = [{"type": SUBCOMMAND, "name": name, "options": sent}]
        name = "unknown" if command.broken == "name" else below[0]
        return {"id": "1", "name": name, "type": 1, "options": sent}

    def _option(self, option: Option, declared: list[dict[str, Any]]) -> dict[str, Any]:
        if not declared:
            kind = _kind(option.value)
            return {"type": kind, "name": f"option{option.which}", "value": option.value}
        one = declared[option.which % len(declared)]
        if option.fits:
            return {"type": one["type"], "name": one["name"], "value": _fitting(one, option.value)}
        return {"type": _kind(option.value), "name": one["name"], "value": option.value}

    # Controls

    def _custom_id(self, control: Control | Shown | Raw) -> str:
        match control:
            case Raw(custom_id):
                return custom_id
            case Shown(which, mutation):
                shown = self._shown()
                return _mutated(shown[which % len(shown)], mutation)
            case Control(verb, table, deal, step, argument, mutation):
                tables = self.tables
                number = next(iter(tables), 0) if table == "now" else table
                if isinstance(number, int) and 0 <= number < 12 and tables:
                    number = list(tables)[number % len(tables)]
                now = tables.get(TableId(int(number))) if isinstance(number, int) else None
                deal = now.deal if deal == "now" and now else deal
                step = now.step if step == "now" and now else step
                return _mutated(f"c:{verb}:{number}:{deal}:{step}:{argument}", mutation)[:100]

    def _shown(self) -> list[str]:
        """Return every custom id that any message of these tables has carried."""
        world = self.house.world
        places: list[Place] = [*self.channels, *world.conversations.values()]
        return [
            component["custom_id"]
            for place in places
            for message in place.log.values()
            for version in message.history
            for component in walk(version)
            if "custom_id" in component
        ]

    def _submission(self, submission: Submission) -> dict[str, Any]:
        line: dict[str, Any] = {"type": TEXT_INPUT, "id": 2, "custom_id": submission.field}
        if submission.value is not None:
            line["value"] = submission.value
        label = {"type": 18, "id": 1, "component": line}
        chosen = {"type": SELECT, "id": 2, "custom_id": submission.field, "values": ["a", "b"]}
        components: dict[str, list[dict[str, Any]]] = {
            "label": [label],
            "row": [{"type": 1, "id": 1, "components": [line]}],
            "none": [],
            "bare": [{"type": 10, "id": 1}],
            "select": [{"type": 18, "id": 1, "component": chosen}],
            "twice": [label, label],
        }
        custom_id = self._custom_id(submission.control)
        return {"custom_id": custom_id, "components": components[submission.shape]}

    # What must not happen

    def _addressed(self, kind: int, place: Place, data: dict[str, Any]) -> set[TableId]:
        """Return the tables that an interaction is about."""
        if kind != COMMAND:
            press = parse_custom_id(data["custom_id"])
            return set() if press is None else {press.table}
        if data["name"] == "maintenance":
            return set(self.tables)
        return {table.id for table in self.tables.values() if table.channel == place.id}

    def _check_answer(self, reply: Reply) -> None:
        path = f"/interactions/{reply.interaction.id}/"
        answers = [e.status for e in self.house.world.exchanges if e.path.startswith(path)]
        if len(answers) != 1 or answers[0] >= 300:
            raise Harm(f"{len(answers)} answers: {answers}")
        if "Something went wrong" in reply.text:
            raise Harm(f"a bug: {self.house.witness.logged[-1]}")

    def _check_changes(
        self,
        before: dict[TableId, Table],
        addressed: set[TableId],
        who: Member,
        data: dict[str, Any],
    ) -> None:
        after = self.tables
        opened = after.keys() - before.keys()
        changed = {
            table_id
            for table_id, was in before.items()
            if table_id not in after or _substance(after[table_id]) != _substance(was)
        }
        if stray := changed - addressed:
            raise Harm(f"another table has changed: {stray}")
        if opened and (len(opened) > 1 or data.get("name") not in {"holdem", "fivecard"}):
            raise Harm(f"tables have been opened: {opened}")
        for table_id in changed:
            _check_right(before[table_id], after.get(table_id), who, self.house.world.owner)
        self.tally.changed += len(changed | opened)


def _check_right(was: Table, now: Table | None, who: Member, owner: Member) -> None:
    """Check that a table was changed by somebody who may change it so."""
    user = UserId(who.id)
    directs = user == was.opener or who.permissions & {"manage_messages", "administrator"}
    if now is None and not directs and user not in was.members:
        raise Harm(f"{who.name} has closed table {was.id}")
    if now is None:
        return
    if now.hold != was.hold and who is not owner:
        raise Harm(f"{who.name} has announced maintenance")
    if (now.stopping != was.stopping or now.deal != was.deal) and not directs:
        raise Harm(f"{who.name} has stopped or started table {was.id}")
    seated = user in now.members or user in was.members
    if now.session != was.session and not seated and not directs:
        raise Harm(f"{who.name} has no seat at table {was.id} and has changed it")
    others = (was.members.keys() & now.members.keys()) - {user}
    for other in others:
        if was.deal == now.deal and _skipped(was, now, other):
            raise Harm(f"{who.name} has acted for another member at table {was.id}")


def _skipped(was: Table, now: Table, other: UserId) -> bool:
    """Say whether a member's last decision has changed; who is away acts when his turn comes."""
    before, after = was.members[other], now.members[other]
    return before.last_action != after.last_action and not before.away


def _substance(table: Table) -> object:
    """Return what of a table only members may change: not what the sender has noticed meanwhile."""
    members = {
        user: (member.away, member.missed, member.last_deal, member.last_action)
        for user, member in table.members.items()
    }
    return (table.session, table.phase, table.deal, table.step, table.stopping, table.hold, members)


def _kind(value: object) -> int:
    kinds = {bool: BOOLEAN, int: INTEGER, float: NUMBER}
    return kinds.get(type(value), STRING)


def _fitting(option: dict[str, Any], value: object) -> object:
    """Return a value near the one given that Discord would let through."""
    number = abs(int(value)) if isinstance(value, int | float) else len(str(value))
    if "choices" in option:
        return option["choices"][number % len(option["choices"])]["value"]
    if option["type"] == INTEGER:
        low, high = option.get("min_value", 0), option.get("max_value", 2**53)
        return low + number % (high - low + 1)
    if option["type"] == BOOLEAN:
        return bool(number % 2)
    return str(value)[: option.get("max_length", 6_000)] or "0"


def _mutated(custom_id: str, mutation: tuple[int, str] | None) -> str:
    if mutation is None or not custom_id:
        return custom_id
    place, put = mutation
    place %= len(custom_id)
    return custom_id[:place] + put + custom_id[place + (0 if put else 1) :]


async def play(folder: Path, asked: list[Ask]) -> Tally:
    """Carry asks out on a ground of their own.

    :raises Harm: when one does harm.
    """
    ground = Ground(folder)
    await ground.open()
    try:
        for ask in asked:
            try:
                await ground.carry_out(ask)
            except Harm as harm:
                raise Harm(f"{harm} after {ask}") from harm
        await ground.house.settled()
    except BaseException:
        await ground.house.close()
        raise
    await ground.close()
    await asyncio.sleep(0)
    return ground.tally
