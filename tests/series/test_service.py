"""Series through the real client: made, announced, joined, played, scored."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.sandbox import Member, Message
from bot.series.model import End, Reminder, SeriesId
from bot.series.standings import Scoring
from tests.bot.house import House

HOURS_AHEAD = 2


async def make(house: House, **options: object) -> Member:
    """Have a moderator make a series of one session two hours from now; return him."""
    host = house.member("Host")
    host.permissions = {"manage_messages"}
    # On a whole minute, as it is typed.
    start = datetime.fromtimestamp(house.clock.now(), UTC) + timedelta(hours=HOURS_AHEAD)
    wanted = {"repeat": "once", **options}
    preview = await house.slash(
        host, "series create", name="Tuesdays", first=f"{start:%Y-%m-%d %H:%M}", zone="UTC",
        **wanted,
    )  # fmt: skip
    assert preview.ephemeral
    assert preview.message is not None
    saved = await house.press_on(preview.message, "Create", host)
    assert saved.text.startswith("Tuesdays is saved.")
    return host


@pytest.fixture(autouse=True)
def _only_the_test_moves_the_time(house: House) -> None:
    house.clock.stand_still()


async def until_start(house: House, minutes: float = 0.0) -> None:
    """Let time pass until so many minutes after the start, if it is not later already."""
    assert house.client is not None
    season = await house.client.series.store.season(SeriesId(1))
    moment = season.sessions[0].start.timestamp() + 60 * minutes
    await house.pass_time(max(0.0, moment - house.clock.now()) + 0.01)


async def sign_up(house: House, *names: str) -> Message:
    announced = next(m for m in house.channel.messages if "Signed up" in m.text)
    for name in names:
        await house.press_on(announced, "Join", house.member(name))
    return announced


async def come(house: House, *names: str) -> None:
    """Have members say that they are here, ten minutes before the start."""
    await until_start(house, -60)
    await until_start(house, -9)
    asked = house.channel.messages[-1]
    assert "Who is here?" in asked.text
    for name in names:
        await house.press_on(asked, "I'm here", house.member(name))


async def fold_first(house: House) -> Member:
    """Have who acts first in the first hand fold, and return him."""
    board = next(m for m in house.channel.messages if m.text.startswith("**Hand 1**"))
    first = next(m for m in house.world.members.values() if f"<@{m.id}>:" in board.text)
    await house.press_on(board, "Fold", first)
    return first


async def ended(house: House) -> End | None:
    assert house.client is not None
    return (await house.client.series.store.season(SeriesId(1))).sessions[0].end


async def text_of(house: House, who: Member, command: str, **options: object) -> str:
    return (await house.slash(who, command, **options)).text


async def test_an_evening_from_the_announcement_to_the_standings(house: House) -> None:
    host = await make(house, minutes=30)
    announced = await sign_up(house, "Ana", "Ben", "Cem")
    assert "Ana, Ben, Cem" in announced.text
    await house.press_on(announced, "Withdraw", house.member("Cem"))
    assert "Ana, Ben" in announced.text
    assert "Cem" not in announced.text
    await come(house, "Ana", "Ben")
    await until_start(house)
    seats = next(m for m in house.channel.messages if "seats are drawn" in m.text)
    assert "1 Ana\n2 Ben" in seats.text or "1 Ben\n2 Ana" in seats.text
    board = house.channel.messages[-1]
    assert board.text.startswith("**Hand 1**")
    assert house.channel.messages[-2] is seats
    loser = await fold_first(house)
    assert await ended(house) is None
    await until_start(house, 31)
    assert await ended(house) is End.PLAYED
    (winner,) = {"Ana", "Ben"} - {loser.name}
    result = house.channel.messages[-1].text
    assert f"1. {winner} (201): 2 points" in result
    assert f"2. {loser.name} (199): 1 point" in result
    assert "`/series standings` shows" in result
    shown = await text_of(house, loser, "series standings", series="Tuesdays")
    assert f"1. {winner}  **2**  1 session, 1 win" in shown
    assert f"2. {loser.name}  **1**" in shown
    reply = await house.slash(loser, "series standings", series="Tuesdays")
    assert reply.message is not None
    (image,) = reply.message.attachments
    assert (house.world.files.get(int(image["id"])) or b"").startswith(b"\x89PNG")
    why = await text_of(house, loser, "series explain", series="Tuesdays")
    assert "Session 1, Texas Hold'em: place 2 of 2, 1 point" in why
    assert "is over" in await text_of(house, host, "series list")


async def test_a_correction_and_its_undoing_stand_in_the_standings_and_the_log(
    house: House,
) -> None:
    host = await make(house)
    ana = house.member("Ana")
    named = {"series": "Tuesdays"}
    said = await text_of(
        house, host, "series correct", **named, member=ana.id, points=3, why="a slip"
    )
    assert said.splitlines() == [
        "Correction 1: +3 points, a slip",
        "-# `/series undo` takes it back: its number is 1.",
    ]
    assert "1. Ana  **3**" in await text_of(house, ana, "series standings", **named)
    assert "~~" in await text_of(house, host, "series undo", **named, number=1)
    assert "Ana" not in await text_of(house, ana, "series standings", **named)
    log = await text_of(house, host, "series log", **named)
    assert "gave Ana +3 points (correction 1): a slip" in log
    assert "took back +3 points of Ana (correction 1)" in log
    again = await text_of(house, host, "series undo", **named, number=1)
    assert again.startswith("There is no such correction")


async def test_other_points_count_for_sessions_that_were_played_before(house: House) -> None:
    host = await make(house, repeat="weekly", sessions=2, minutes=30)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house)
    await house.slash(host, "table stop", when="at_once")
    await house.settled()
    assert await ended(house) is End.PLAYED
    named = {"series": "Tuesdays"}
    assert "Ana  **2**" in await text_of(house, host, "series standings", **named)
    await text_of(house, host, "series scoring", **named, points="10 6")
    assert "Ana  **10**" in await text_of(house, host, "series standings", **named)


async def test_a_moderator_chooses_the_correction_that_he_takes_back(house: House) -> None:
    host = await make(house)
    ana, named = house.member("Ana"), {"series": "Tuesdays"}
    for points, why in ((3, "late *start*"), (-1, "x" * 200), (2, "guest")):
        wanted = {"member": ana.id, "points": points, "why": why}
        await text_of(house, host, "series correct", **named, **wanted)
    await text_of(house, host, "series undo", **named, number=3)

    async def offered(who: Member, typed: str, series: str = "Tuesdays") -> list[tuple[str, int]]:
        reply = await who.complete(
            house.channel, "series undo", "number", series=series, number=typed
        )
        assert all(len(choice["name"]) <= 100 for choice in reply.choices)
        return [(choice["name"][:20], choice["value"]) for choice in reply.choices]

    assert await offered(host, "") == [("2: Ana -1, " + "x" * 9, 2), ("1: Ana +3, late *sta", 1)]
    assert await offered(host, "START") == [("1: Ana +3, late *sta", 1)]
    assert await offered(host, "", "Nobody's") == []
    assert await offered(ana, "") == []


async def test_the_list_says_where_a_session_is_being_played(house: House) -> None:
    await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house)
    shown = await text_of(house, house.member("Ana"), "series list")
    assert shown == f"**Tuesdays** session 1 is being played: <#{house.channel.id}>"


async def test_no_post_says_that_something_begins_which_has_begun(house: House) -> None:
    await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house, -4)
    await until_start(house)
    await house.pass_time(3)
    assert sum("<t:" in m.text and ":R>" in m.text for m in house.channel.messages) >= 2
    assert not any(re.search(r"begins.*<t:\d+:R>", m.text) for m in house.channel.messages)


async def test_of_two_corrections_at_once_both_count(house: House) -> None:
    await make(house)
    mods = [house.member(name) for name in ("Mia", "Nora")]
    for mod in mods:
        mod.permissions = {"manage_messages"}
    ana = house.member("Ana")
    await asyncio.gather(
        *(
            mod.slash(
                house.channel, "series correct", series="Tuesdays", member=ana.id, points=2, why="x"
            )
            for mod in mods
        )
    )
    await house.settled()
    assert "1. Ana  **4**" in await text_of(house, ana, "series standings", series="Tuesdays")


async def test_who_signed_up_hears_that_the_series_is_over(house: House) -> None:
    host = await make(house)
    await sign_up(house, "Ana", "Ben")
    await house.slash(host, "series cancel", series="Tuesdays", why="no room")
    told = house.channel.messages[-1]
    assert house.read(told).splitlines() == [
        "Tuesdays · session 1 is cancelled.",
        "-# no room",
        "-# @Ana @Ben",
    ]
    assert len(told.pinged) == 2


async def test_a_control_of_a_series_counts_on_its_own_server_only(house: House) -> None:
    await make(house)
    announced = next(m for m in house.channel.messages if "Signed up" in m.text)
    join = next(button for button in announced.buttons if button.label == "Join")
    far = house.world.channel("poker", house.world.add_guild("Elsewhere", ["poker"]))
    spoken = await house.member("Ana").say(far, "hello")
    reply = await house.member("Ana").press_id(spoken, join.custom_id)
    await house.settled()
    assert reply.ephemeral
    assert "Ana" not in announced.text


MODERATING = [
    ("series create", {"name": "X", "first": "2199-01-01 20:00", "zone": "UTC"}),
    ("series pause", {}),
    ("series resume", {}),
    ("series cancel", {}),
    ("series skip", {}),
    ("series move", {"to": "2199-01-01 20:00"}),
    ("series edit", {"least": 3}),
    ("series dates", {"first": "2199-01-01 20:00"}),
    ("series stakes", {"stack": 500}),
    ("series scoring", {"best": 3}),
    ("series correct", {"points": 1, "why": "x"}),
    ("series undo", {"number": 1}),
    ("series template", {"name": "winter"}),
    ("series again", {"template": "winter", "name": "X", "first": "2199-01-01 20:00"}),
]


@pytest.mark.parametrize(("command", "options"), MODERATING)
async def test_who_does_not_moderate_changes_nothing_about_a_series(
    house: House, command: str, options: dict[str, object]
) -> None:
    await make(house)
    assert house.client is not None
    before = await house.client.series.store.season(SeriesId(1))
    ana = house.member("Ana")
    await text_of(house, house.member("Host"), "series template", series="Tuesdays", name="winter")
    of_none = {"series create", "series again"}
    needed: dict[str, object] = {} if command in of_none else {"series": "Tuesdays"}
    if command == "series correct":
        needed["member"] = ana.id
    said = await text_of(house, ana, command, **needed, **options)
    assert "moderat" in said, said
    assert await house.client.series.store.season(SeriesId(1)) == before
    assert await house.client.series.store.names(house.channel.guild.id) == ("Tuesdays",)


async def test_x019_a_missing_channel_is_reported_to_who_made_the_series_once(
    house: House,
) -> None:
    host = await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house, -4)
    house.channel.deny("send_messages")
    await until_start(house, 3)
    assert [m.text for m in host.dms if "its channel is gone" in m.text] == [host.dms[-1].text]
    await until_start(house, 16)
    assert await ended(house) is End.MISSED
    assert "could not begin in time" in host.dms[-1].text
    house.channel.allow("send_messages")


async def test_a_session_whose_channel_is_missing_begins_in_the_one_that_is_given_instead(
    house: House,
) -> None:
    host = await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house, -4)
    house.channel.deny("send_messages")
    await until_start(house, 3)
    assert "`/series edit` gives it another channel." in host.dms[-1].text
    house.channel.allow("send_messages")
    other = house.world.channel("draw-table")
    await house.slash(host, "series edit", series="Tuesdays", channel=other.id)
    await until_start(house, 5)
    assert any(message.text.startswith("**Hand 1**") for message in other.messages)


async def test_x004_nasty_names_in_series_sign_ups_and_standings_ping_nobody(
    house: House,
) -> None:
    names = ["@everyone", "@@everyone", "@here", "<@&123456789012345678>", "x` <@everyone> `x"]
    host = await make(house)
    announced = await sign_up(house, *names)
    nasty = [house.member(name) for name in names]
    for who in nasty:
        await text_of(
            house, host, "series correct", series="Tuesdays", member=who.id, points=1, why=who.name
        )
    shown = await text_of(house, host, "series standings", series="Tuesdays")
    assert "\\@everyone" in shown
    assert "\\@everyone" in announced.text
    sent = [e.request for e in house.world.exchanges if e.template.endswith("/messages")]
    assert len(sent) >= 1
    for request in sent:
        assert not set(request["allowed_mentions"].get("parse", ())) & {
            "everyone",
            "roles",
            "users",
        }


@pytest.mark.parametrize("minutes", [-100, -30, -9.5, -1, 0.5])
async def test_a_restart_at_any_moment_tells_and_begins_everything_once(
    house: House, minutes: float
) -> None:
    await make(house)
    await sign_up(house, "Ana", "Ben")
    if minutes > -9:
        await come(house, "Ana", "Ben")
    if minutes > -4:
        await until_start(house, -4)
    await until_start(house, minutes)
    await house.stop_bot()
    await house.start_bot()
    await house.settled()
    if minutes < -9:
        await come(house, "Ana", "Ben")
    await until_start(house, -4)
    await until_start(house, 1)
    await until_start(house, 1.1)
    texts = [m.text for m in house.channel.messages]
    assert sum("Signed up" in text for text in texts) == 1
    played = [text for text in texts if "It is being played" in text]
    assert ["Signed up" in text for text in played] == [True, False]
    assert sum("seats are drawn" in text for text in texts) == 1
    assert sum(re.match(r"Tuesdays · session 1 · <t:", text) is not None for text in texts) == 2
    assert sum(text.startswith("**Hand 1**") for text in texts) == 1


@pytest.mark.parametrize(("said", "when"), [("seats are drawn", "before"), ("**Hand 1**", "after")])
async def test_a_restart_while_seats_are_told_tells_them_once_and_before_the_first_hand(
    house: House, said: str, when: str
) -> None:
    await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    held = house.faults.expect("POST", "/messages", holding=said, hold=when, times=None)
    await house.clock.pass_time(600)
    await house.world.wait_for(lambda: held.met == 1, timeout=10)
    await house.stop_bot()
    held.let_go()
    await house.start_bot()
    await house.settled()
    texts = [m.text for m in house.channel.messages]
    (seats,) = [number for number, text in enumerate(texts) if "seats are drawn" in text]
    (board,) = [number for number, text in enumerate(texts) if text.startswith("**Hand 1**")]
    assert seats < board


async def test_t014_a_running_table_is_left_alone_and_the_session_begins_when_it_ends(
    house: House,
) -> None:
    await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    dea = house.member("Dea")
    await house.slash(dea, "holdem start")
    await until_start(house, 2)
    assert "waits for the table in this channel to end" in house.channel.messages[-1].text
    assert await ended(house) is None
    await house.slash(dea, "table stop", when="at_once")
    await until_start(house, 3)
    assert sum("seats are drawn" in m.text for m in house.channel.messages) == 1


async def test_too_few_players_cancel_the_session_with_a_notice(house: House) -> None:
    await make(house)
    await sign_up(house, "Ana")
    await come(house, "Ana")
    await until_start(house, 1)
    assert "waits for players: 2 are needed" in house.channel.messages[-1].text
    await until_start(house, 16)
    assert "is cancelled: too few players.\n" in house.channel.messages[-1].text
    assert await ended(house) is End.TOO_FEW


async def test_a_start_missed_by_more_than_the_grace_is_told_and_not_replayed(
    house: House,
) -> None:
    host = await make(house)
    await sign_up(house, "Ana", "Ben")
    await house.stop_bot()
    await house.clock.pass_time(3600 * (HOURS_AHEAD + 1))
    await house.start_bot()
    await house.settled()
    assert await ended(house) is End.MISSED
    last = house.channel.messages[-1].text
    assert "could not begin in time and is not played.\n" in last
    assert "could not begin in time" in host.dms[-1].text
    assert not any("Who is here?" in m.text for m in house.channel.messages)


async def test_a_paused_series_lets_its_session_pass(house: House) -> None:
    host = await make(house)
    await text_of(house, host, "series pause", series="Tuesdays", why="holidays")
    await until_start(house, 1)
    assert await ended(house) is End.PAUSED


async def test_a_skipped_session_is_told_and_takes_no_more_players(house: House) -> None:
    host = await make(house)
    announced = await sign_up(house, "Ana")
    await text_of(house, host, "series skip", series="Tuesdays")
    assert "is skipped.\n" in house.channel.messages[-1].text
    late = await house.press_on(announced, "Join", house.member("Ben"))
    assert late.text.startswith("That session has begun or is over")


async def test_a_template_makes_another_season(house: House) -> None:
    host = await make(house, minutes=45)
    kept = await text_of(house, host, "series template", series="Tuesdays", name="short")
    assert kept == "The set-up is kept as short."
    again = await house.slash(
        host, "series again", template="short", name="Winter", first="2199-01-01 20:00"
    )
    assert "stops after 45 minutes" in again.text
    assert "2199-01-01 20:00 UTC" in again.text
    missing = await text_of(
        house, host, "series again", template="long", name="Winter", first="2199-01-01 20:00"
    )
    assert missing.startswith("There is no such template here.")


async def test_files_come_as_attachments(house: House) -> None:
    host = await make(house)
    for command in ("series export", "series calendar"):
        reply = await house.slash(host, command, series="Tuesdays")
        assert reply.text == "Here is the file."


async def test_a_moderator_changes_who_plays_for_what_when_and_for_which_points(
    house: House,
) -> None:
    host = await make(house, repeat="weekly", sessions=3)
    named = {"series": "Tuesdays", "why": "a vote"}
    done = "Done, and written into the log of Tuesdays."
    for command, options in (
        ("series edit", {"least": 3, "most": 6, "reminders": "five", "too_few": "postpone"}),
        ("series stakes", {"stack": 500, "big": 10, "level_minutes": 15}),
        ("series scoring", {"points": "10, 6, 4", "best": 2, "field": 3}),
        ("series dates", {"first": "2199-01-01 21:00", "sessions": 2}),
    ):
        assert await text_of(house, host, command, **named, **options) == done
    assert house.client is not None
    season = await house.client.series.store.season(SeriesId(1))
    setup = season.series.setup
    assert (setup.least, setup.most, setup.reminders) == (3, 6, (Reminder.FIVE,))
    (game,) = setup.games
    assert (game.stack, game.stakes.big_blind) == (500, 10)
    assert len(game.levels) > 2
    assert setup.scoring == Scoring((10, 6, 4), 2, 3)
    assert [(s.number, s.end, s.start.year) for s in season.sessions] == [
        (1, None, 2199),
        (2, None, 2199),
        (3, End.CANCELLED, 2026),
    ]
    log = await text_of(house, host, "series log", series="Tuesdays")
    assert log.count(": a vote") == 4
    assert "stack 200 → 500 · blinds 1/2 → 5/10 · minutes of a level none → 15: a vote" in log


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("series edit", {"least": 7, "most": 6}, "between 2 and 6"),
        ("series stakes", {"big": 900}, "between 1 and 200"),
        ("series scoring", {"points": "1 2 3"}, "does not give points to places"),
        ("series dates", {"first": "tomorrow"}, "is no date or time"),
        ("series dates", {"first": "2001-01-01 20:00"}, "has passed already"),
        ("series move", {"to": "2001-01-01 20:00"}, "has passed already"),
        ("series skip", {"session": 7}, "no session of that number"),
    ],
)
async def test_what_does_not_fit_is_refused_with_what_would(
    house: House, command: str, options: dict[str, object], said: str
) -> None:
    host = await make(house)
    assert said in await text_of(house, host, command, series="Tuesdays", **options)
    unknown = await text_of(house, host, command, **{**options, "series": "Nobody's"})
    assert said in unknown or "There is no such series here." in unknown


async def test_a_session_waits_for_the_end_of_maintenance(house: House) -> None:
    await make(house)
    await sign_up(house, "Ana", "Ben")
    await come(house, "Ana", "Ben")
    await until_start(house, -4)
    house.world.owner.permissions = {"administrator"}
    await house.slash(house.world.owner, "maintenance start", minutes=10)
    await until_start(house, 1)
    assert "waits for the end of maintenance" in house.channel.messages[-1].text
    await until_start(house, 8)
    assert sum("seats are drawn" in m.text for m in house.channel.messages) == 1
