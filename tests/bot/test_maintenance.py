"""`/maintenance`: no new hands for a while, whoever plays where, and nobody worse off for it."""

from __future__ import annotations

import re

import pytest

from bot.maintenance import Operators
from bot.sandbox import Channel, Member, NoSuchCommand
from bot.table.model import Alarm, Table
from tests.bot import raw
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House

NOBODY_ELSE = "Only who runs this bot can do that."
MINUTE = 60


@pytest.fixture(name="operator")
def _operator(house: House) -> Member:
    """Return the owner of the application; the command is offered to administrators."""
    house.world.owner.permissions = {"administrator"}
    return house.world.owner


async def start(house: House, operator: Member, **options: object) -> str:
    reply = await house.slash(operator, "maintenance start", **options)
    assert reply.ephemeral
    return timeless(reply.text)


def timeless(text: str) -> str:
    return re.sub(r"<t:\d+:(\w)>", r"<\1>", text)


def said(house: House) -> list[str]:
    return [timeless(post.text) for post in house.posts]


def table(house: House, channel: Channel | None = None) -> Table:
    assert house.client is not None
    return house.client.tables.at((channel or house.channel).id)


class TestAHandInProgress:
    async def test_is_played_to_its_end_and_no_other_follows(
        self, house: House, operator: Member
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        assert await start(house, operator, minutes=20, reason="new disk") == (
            "No hand starts until <t>; 1 open table has been told."
        )
        assert said(house)[-1] == "No new hands: maintenance until <t>. new disk"
        await evening.type("Ana raises to 6, Ben folds")
        assert said(house)[-1].endswith("No new hands: maintenance until <t>.")
        await house.pass_time(19 * MINUTE)
        assert "Hand 2" not in house.post.text
        await house.pass_time(MINUTE)
        assert "**Hand 2**" in house.post.text

    async def test_says_nothing_of_it_once_it_is_over(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben", turn=600)
        await start(house, operator, minutes=1)
        await house.pass_time(61)
        await evening.type("Ana folds")
        assert said(house)[-1].endswith("Next hand in 8 seconds.")
        await house.pass_time(8)
        assert "**Hand 2**" in house.post.text


class TestBetweenHands:
    async def test_the_result_says_when_play_goes_on(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana folds")
        result = house.post
        await start(house, operator, minutes=20)
        assert timeless(result.text).endswith("No new hands: maintenance until <t>.")
        assert said(house)[-1] == "No new hands: maintenance until <t>."

    async def test_ended_early_the_next_hand_is_dealt(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana folds")
        await start(house, operator, minutes=600)
        await house.pass_time(100)
        reply = await house.slash(operator, "maintenance end")
        assert reply.text == "Maintenance is over: 1 open table goes on."
        assert said(house)[-1] == "Maintenance is over: hands are dealt again."
        await house.pass_time(8)
        assert "**Hand 2**" in house.post.text

    async def test_announced_anew_the_later_word_counts(
        self, house: House, operator: Member
    ) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana folds")
        await start(house, operator, minutes=10)
        await start(house, operator, minutes=30)
        await house.pass_time(11 * MINUTE)
        assert "Hand 2" not in house.post.text
        await house.pass_time(19 * MINUTE)
        assert "**Hand 2**" in house.post.text

    async def test_levels_by_minutes_stand_still(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben", level_minutes=5)
        await evening.type("Ana folds")
        await start(house, operator, minutes=60)
        await house.pass_time(60 * MINUTE)
        assert "**Hand 2** · blinds 1/2" in house.post.text

    async def test_an_agreed_end_stays(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben", minutes=30)
        await evening.type("Ana folds")
        await start(house, operator, minutes=60)
        await house.pass_time(60 * MINUTE)
        assert "The table is closed after 1 hand" in house.post.text


class TestOtherTables:
    async def test_a_lobby_cannot_start_and_does_not_close(
        self, house: House, operator: Member
    ) -> None:
        evening = await sit_down(house, "Ana", "Ben")
        lobby = house.post
        await start(house, operator, minutes=60)
        reply = await house.press_on(lobby, "Start", evening["Ana"])
        assert reply.ephemeral
        assert timeless(reply.text) == (
            "Maintenance until <t>: no table is opened and no hand starts before then."
        )
        await house.press_on(lobby, "Join", house.member("Cem"))
        # Its fifteen minutes are over before the maintenance is.
        await house.pass_time(16 * MINUTE)
        await house.pass_time(44 * MINUTE)
        await house.press_on(lobby, "Start", evening["Ana"])
        assert "**Hand 1**" in house.post.text

    async def test_a_pause_lasts_as_much_longer(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await house.slash(evening["Ben"], "table away")
        while "Paused" not in house.post.text:
            await house.pass_time(60)
        left = table(house).alarms[Alarm.CLOSE] - house.clock.now()
        await start(house, operator, minutes=60)
        assert table(house).alarms[Alarm.CLOSE] - house.clock.now() > left + 59 * MINUTE
        await house.slash(evening["Ben"], "table back")
        await house.pass_time(30)
        assert "No new hands" in house.post.text
        await house.pass_time(60 * MINUTE)
        assert "**Hand 2**" in house.post.text

    async def test_none_is_opened(self, house: House, operator: Member) -> None:
        await start(house, operator, minutes=5)
        for command in ("holdem start", "holdem cash", "fivecard start"):
            reply = await house.slash(house.member("Ana"), command)
            assert reply.ephemeral
            assert reply.text.startswith("Maintenance until <t:")
        assert not house.channel.messages
        await house.pass_time(5 * MINUTE)
        await house.slash(house.member("Ana"), "holdem start")
        assert house.channel.messages

    async def test_every_server_is_told(self, house: House, operator: Member) -> None:
        other = house.world.add_guild("Elsewhere", ["poker"])
        far = house.world.channel("poker", other)
        await house.slash(house.member("Ana"), "holdem start")
        await house.member("Ben").slash(far, "fivecard start")
        await house.settled()
        assert await start(house, operator) == (
            "No hand starts until <t>; 2 open tables have been told."
        )
        for channel in (house.channel, far):
            assert "maintenance" in channel.messages[-1].text


class TestRestarts:
    async def test_it_is_kept_over_a_restart(self, house: House, operator: Member) -> None:
        evening = await deal_first(house, "Ana", "Ben")
        await evening.type("Ana folds")
        await start(house, operator, minutes=60)
        await house.stop_bot()
        await house.clock.pass_time(30 * MINUTE)
        await house.start_bot()
        await house.settled()
        reply = await house.member("Cem").slash(house.world.channel("draw-table"), "holdem start")
        assert reply.text.startswith("Maintenance until <t:")
        assert said(house).count("No new hands: maintenance until <t>.") == 1
        # The outage was inside of it: the hand comes when it was said to come.
        await house.pass_time(30 * MINUTE - 5)
        assert "Hand 2" not in house.post.text
        await house.pass_time(8)
        assert "**Hand 2**" in house.post.text

    async def test_a_table_that_a_crash_left_out_is_told_at_the_next_start(
        self, house: House, operator: Member
    ) -> None:
        await deal_first(house, "Ana", "Ben")
        await start(house, operator, minutes=60)
        hold = table(house).hold
        assert house.client is not None
        client = house.client
        assert client.tables.hold is hold
        await house.slash(operator, "maintenance end")
        assert hold is not None
        # As after a crash between the two: kept, and no table told.
        assert house._store is not None
        await house._store.set_maintenance(hold)
        await house.stop_bot()
        await house.start_bot()
        await house.settled()
        assert table(house).hold == hold
        assert said(house).count("No new hands: maintenance until <t>.") == 2


class TestWhoMay:
    async def test_it_is_not_offered_to_members(self, house: House) -> None:
        with pytest.raises(NoSuchCommand):
            await house.slash(house.member("Ana"), "maintenance start")

    @pytest.mark.parametrize("command", ["maintenance start", "maintenance end"])
    @pytest.mark.parametrize("held", [set(), {"administrator"}, {"manage_messages"}])
    async def test_nobody_else_may_whatever_discord_lets_through(
        self, house: House, command: str, held: set[str]
    ) -> None:
        evening: Evening = await deal_first(house, "Ana", "Ben")
        evening["Ana"].permissions = held
        before = table(house)
        reply = await raw.slash(evening["Ana"], house.channel, command)
        await house.settled()
        assert reply.ephemeral
        assert reply.text == NOBODY_ELSE
        assert table(house) == before
        assert house.client is not None
        assert house.client.tables.hold is None

    async def test_who_is_named_may_and_the_owner_then_may_not(
        self, house: House, operator: Member
    ) -> None:
        ana = house.member("Ana")
        await house.stop_bot()
        house.operators = Operators([ana.id])
        await house.start_bot()
        reply = await raw.slash(operator, house.channel, "maintenance start")
        assert reply.text == NOBODY_ELSE
        reply = await raw.slash(ana, house.channel, "maintenance start")
        assert reply.text.startswith("No hand starts until")

    async def test_the_same_interaction_counts_once(self, house: House, operator: Member) -> None:
        await deal_first(house, "Ana", "Ben")
        await start(house, operator)
        hold = table(house).hold
        assert house.client is not None
        assert hold is not None
        again = await house.client.maintenance.begin(45, "", hold.interaction)
        await house.settled()
        assert again == hold == table(house).hold
        assert said(house).count("No new hands: maintenance until <t>.") == 1

    async def test_a_reason_mentions_nobody(self, house: House, operator: Member) -> None:
        await deal_first(house, "Ana", "Ben")
        await start(house, operator, reason="@everyone `x` **new disk**")
        assert not house.post.pinged
        assert "@everyone" not in house.post.text.replace(r"\@everyone", "")
