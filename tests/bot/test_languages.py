"""Everyone is spoken to in the language of the server, and each member in that of his Discord."""

from __future__ import annotations

import pytest

from bot.catalogue import languages, words_for
from bot.errors import AlreadyStarted
from bot.render.words import Words
from bot.sandbox import Member, Reply
from bot.series.posts import SETTLING_S
from bot.table.model import Obstacle
from tests.bot.evening import Evening
from tests.bot.house import House
from tests.series.test_service import come, make, sign_up, until_start

ENGLISH, FRENCH = words_for("en-US"), words_for("fr")


def test_there_is_french() -> None:
    assert "fr" in languages()
    assert FRENCH.joined() != ENGLISH.joined()


def french(house: House, name: str) -> Member:
    return house.world.member(name, locale="fr")


async def seated(house: House, *members: Member, game: str = "holdem") -> Evening:
    """Open a table by command and have the others join by the button."""
    first, *others = members
    await house.slash(first, f"{game} start")
    for member in others:
        await house.press_on(house.post, house.post.buttons[0].label, member)
    return Evening(house, {member.name: member for member in members})


async def start(house: House, host: Member) -> Reply:
    return await house.press_on(house.post, house.post.buttons[-1].label, host)


def direct(member: Member) -> list[str]:
    """Return the direct messages of a member, each by its first line."""
    return [message.text.splitlines()[0] for message in member.dms]


async def test_a_french_member_of_an_english_server_reads_english_with_all_others(
    house: House,
) -> None:
    lea, tom = french(house, "Léa"), house.member("Tom")
    opened = await house.slash(lea, "holdem start")
    place = f"https://discord.com/channels/{house.world.guild.id}/{house.channel.id}"
    assert opened.text == FRENCH.opened(place)
    await house.press("Join", tom)
    assert [button.label for button in house.post.buttons] == ["Join", "Leave", "Start"]
    await house.press("Start", lea)
    assert "**Hand 1**" in house.post.text
    for member, words in ((lea, FRENCH), (tom, ENGLISH)):
        refused = await house.slash(member, "table join")
        assert refused.text == words.refusal(AlreadyStarted())


async def test_an_english_member_of_a_french_server_reads_french_with_all_others(
    house: House,
) -> None:
    house.world.set_locale(house.world.guild, "fr")
    tom, lea = house.member("Tom"), french(house, "Léa")
    opened = await house.slash(tom, "holdem start")
    assert opened.text.startswith("Your table is open: ")
    labels = [button.label for button in house.post.buttons]
    assert labels == [FRENCH.label(key) for key in ("join", "leave", "start")]
    await house.press(FRENCH.label("join"), lea)
    await house.press(FRENCH.label("start"), tom)
    refused = await house.slash(lea, "table join")
    assert refused.text == FRENCH.refusal(AlreadyStarted())
    assert [b.label for b in house.post.buttons][-1] == FRENCH.label("cards")


async def test_cards_come_to_each_in_his_own_language(house: House) -> None:
    lea, tom = french(house, "Léa"), house.member("Tom")
    await seated(house, lea, tom)
    await start(house, lea)
    channel = house.channel.id
    assert direct(lea) == [
        FRENCH.welcome(channel),
        FRENCH.own_title(1, channel, has_button=True),
    ]
    assert direct(tom) == [
        ENGLISH.welcome(channel),
        ENGLISH.own_title(1, channel, has_button=False),
    ]


async def test_the_language_of_a_member_outlives_a_restart(house: House) -> None:
    lea, tom = french(house, "Léa"), house.member("Tom")
    await seated(house, lea, tom)
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    await start(house, lea)
    assert direct(lea)[-1] == FRENCH.own_title(1, house.channel.id, has_button=True)


async def test_the_picker_in_direct_messages_keeps_its_language(house: House) -> None:
    lea, tom = french(house, "Léa"), house.member("Tom")
    await seated(house, tom, lea, game="fivecard")
    await start(house, tom)
    while ENGLISH.label("draw") not in [button.label for button in house.post.buttons]:
        await house.press(ENGLISH.label("check"))
    picker = lea.dms[-1]
    await house.press_on(picker, picker.buttons[0].label, lea)
    await house.press_on(picker, FRENCH.exchange_label(1), lea)
    assert lea.dms[-1].text.splitlines()[1] == FRENCH.exchanged(1)


async def test_who_loses_his_table_is_told_in_his_own_language(house: House) -> None:
    lea, tom = french(house, "Léa"), house.member("Tom")
    await seated(house, lea, tom)
    lost = house.channel
    house.world.remove_channel(lost)
    await house.settled()
    for member, words in ((lea, FRENCH), (tom, ENGLISH)):
        said = words.given_up(Obstacle.GONE, lost.id, None)
        assert member.dms[-1].text == said


async def test_who_signed_up_gets_his_cards_in_his_own_language(house: House) -> None:
    house.clock.stand_still()
    await make(house)
    lea, tom = french(house, "Léa"), house.member("Tom")
    await sign_up(house, "Léa", "Tom")
    await come(house, "Léa", "Tom")
    await until_start(house)
    for member, words in ((lea, FRENCH), (tom, ENGLISH)):
        assert words.welcome(house.channel.id) in direct(member)


async def test_another_language_of_discord_counts_from_the_next_seat_on(house: House) -> None:
    lea, tom = house.member("Léa"), house.member("Tom")
    await seated(house, lea, tom)
    lea.locale = "fr"
    reply = await house.slash(lea, "table leave")
    assert reply.text == FRENCH.left()
    await house.press("Join", lea)
    assert direct(lea) == [
        ENGLISH.welcome(house.channel.id),
        FRENCH.welcome(house.channel.id),
    ]


@pytest.mark.parametrize("typed", ["raise", "french"])
async def test_a_french_member_may_type_either_name_of_a_command(house: House, typed: str) -> None:
    lea, tom = french(house, "Léa"), house.member("Tom")
    await seated(house, tom, lea)
    await start(house, tom)
    command = house.world.commands["raise"]
    name = command["name_localizations"]["fr"]
    option = command["options"][0]["name_localizations"]["fr"]
    if typed == "raise":
        name, option = "raise", "amount"
    actor = house.actor()
    if actor is tom:
        await house.press("Call 1")
    reply = await house.slash(lea, name, **{option: "6"})
    assert reply.text == FRENCH._("You raised to {amount} in this round.").format(amount=6)


# The language of a server


def manager(house: House) -> Member:
    found = house.member("Mia")
    found.permissions = {"manage_guild", "manage_messages"}
    return found


def lobby_labels(words: Words) -> list[str]:
    return [words.label(key) for key in ("join", "leave", "start")]


async def test_a_manager_chooses_the_language_in_which_everyone_is_spoken_to(house: House) -> None:
    mia, tom = manager(house), house.member("Tom")
    shown = await house.slash(mia, "setup language", language="fr")
    assert shown.text.splitlines()[-1] == "Everyone is spoken to in this language: Français."
    await house.slash(tom, "holdem start")
    assert [button.label for button in house.post.buttons] == lobby_labels(FRENCH)


async def test_open_tables_change_their_language_at_once(house: House) -> None:
    mia, tom = manager(house), house.member("Tom")
    other = house.world.channel("draw-table")
    await house.slash(tom, "holdem start")
    await tom.slash(other, "fivecard start")
    await house.slash(mia, "setup language", language="fr")
    for channel in (house.channel, other):
        assert [b.label for b in channel.messages[-1].buttons] == lobby_labels(FRENCH)
    house.world.set_locale(house.world.guild, "en-GB")
    await house.slash(mia, "setup language", language="discord")
    for channel in (house.channel, other):
        assert [b.label for b in channel.messages[-1].buttons] == lobby_labels(ENGLISH)


async def test_a_running_series_puts_what_it_shows_into_the_new_language(house: House) -> None:
    house.clock.stand_still()
    mia = await make(house)
    mia.permissions = {"manage_guild", "manage_messages"}
    announced = next(m for m in house.channel.messages if "Signed up" in m.text)
    await house.slash(mia, "setup language", language="fr")
    await house.pass_time(SETTLING_S)
    assert [b.label for b in announced.buttons] == [
        FRENCH.series_label("signup"),
        FRENCH.series_label("withdraw"),
    ]
    (event,) = house.world.agenda.of(house.world.guild)
    assert event.name == FRENCH._("{series} · session {number}").format(series="Tuesdays", number=1)


async def test_the_language_of_a_server_outlives_a_restart(house: House) -> None:
    mia, tom = manager(house), house.member("Tom")
    await house.slash(mia, "setup language", language="fr")
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    await house.slash(tom, "holdem start")
    assert [button.label for button in house.post.buttons] == lobby_labels(FRENCH)
