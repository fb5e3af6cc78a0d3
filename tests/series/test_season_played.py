"""A season in fast time through the real client, next to an independent computation."""

from __future__ import annotations

import random
import re
from collections import Counter
from datetime import UTC, datetime, timedelta

from bot.sandbox import Member, Message
from bot.series.model import End, SeriesId, Session
from engine.events import HandEnded, HandStarted
from tests.bot.house import House

SESSIONS = 8
CALLED_OFF = 4
"""The session for which nobody but one signs up."""
MEMBERS = [f"P{number}" for number in range(1, 10)]


async def sessions(house: House) -> tuple[Session, ...]:
    assert house.client is not None
    return (await house.client.series.store.season(SeriesId(1))).sessions


async def until(house: House, session: Session, minutes: float) -> None:
    moment = session.start.timestamp() + 60 * minutes
    await house.pass_time(max(0.0, moment - house.clock.now()) + 0.01)


async def restart(house: House) -> None:
    await house.stop_bot()
    await house.start_bot()
    await house.settled()


def newest(house: House, *words: str) -> Message:
    return next(
        m for m in reversed(house.channel.messages) if all(word in m.text for word in words)
    )


def to_act(house: House, board: Message) -> Member | None:
    found = (m for m in house.world.members.values() if f"<@{m.id}>:" in board.text)
    return next(found, None)


async def reach(house: House, session: Session, crash: float, *moments: float) -> None:
    """Let time pass to some minutes from the start, with a restart at one of them."""
    for minutes in moments:
        await until(house, session, minutes)
        if crash == minutes:
            await restart(house)


async def play_evening(house: House, session: Session, chance: random.Random) -> None:
    """Sign up, come, fold the first hand round to the big blind, and wait for the stop."""
    names = ["P1"] if session.number == CALLED_OFF else chance.sample(MEMBERS, chance.randint(2, 9))
    crash = chance.choice([-60.0, -8.0, 0.2, 5.0, 31.0])
    await until(house, session, -60 * 24)
    announced = newest(house, f"session {session.number}", "Signed up")
    for name in names:
        await house.press_on(announced, "Join", house.member(name))
    await reach(house, session, crash, -60.0, -8.0)
    asked = newest(house, f"session {session.number}", "Who is here?")
    for name in names:
        await house.press_on(asked, "I'm here", house.member(name))
    await reach(house, session, crash, 0.2)
    if session.number != CALLED_OFF:
        await fold_round(house)
    await reach(house, session, crash, 5.0, 31.0)
    while (await sessions(house))[session.number - 1].end is None:
        await house.pass_time(31)  # the last hand ends by its clock


async def fold_round(house: House) -> None:
    board = newest(house, "**Hand 1**")
    while (who := to_act(house, board)) is not None and "Hand 1" in board.text:
        await house.press_on(board, "Fold", who)


async def points_by_hand(house: House) -> Counter[str]:
    """Compute everybody's points from the record of hands alone."""
    assert house.client is not None
    names = {member.id: member.name for member in house.world.members.values()}
    points: Counter[str] = Counter()
    store = house.client.series._rows
    for session in await sessions(house):
        for table in session.tables:
            chips: dict[int, int] = {}
            seats: dict[int, int] = {}
            for _, events in await store.log(table):
                for event in events:
                    if isinstance(event, HandStarted):
                        seats = dict(event.members)
                    elif isinstance(event, HandEnded):
                        chips |= {seats[seat]: stack for seat, stack in event.stacks}
            for member, stack in chips.items():
                better = sum(other > stack for other in chips.values())
                points[names[member]] += len(chips) - better
    return points


async def test_a_season_of_eight_weeks_ends_with_the_standings_that_its_hands_give(
    house: House,
) -> None:
    """One restart in each session, one evening called off, ties, and a correction."""
    chance = random.Random(20_261_006)
    host = house.member("Host")
    host.permissions = {"manage_messages"}
    start = datetime.fromtimestamp(house.clock.now(), UTC) + timedelta(days=3)
    preview = await house.slash(
        host, "series create", name="Tuesdays", first=f"{start:%Y-%m-%d} 20:00",
        zone="Europe/Paris", sessions=SESSIONS, minutes=30,
    )  # fmt: skip
    assert preview.message is not None
    await house.press_on(preview.message, "Create", host)
    for session in await sessions(house):
        await play_evening(house, session, chance)
    ends = [session.end for session in await sessions(house)]
    assert ends == [
        End.TOO_FEW if number == CALLED_OFF else End.PLAYED for number in range(1, SESSIONS + 1)
    ]
    await house.slash(
        host, "series correct", series="Tuesdays", member=house.member("P2").id, points=-2, why="x"
    )
    expected = await points_by_hand(house)
    expected["P2"] -= 2
    shown = (await house.slash(host, "series standings", series="Tuesdays")).text
    lines = re.findall(r"^(\d+)\. (P\d)  \*\*(-?\d+)\*\*", shown, re.MULTILINE)
    assert {name: int(points) for _, name, points in lines} == dict(expected)
    for place, name, _ in lines:
        assert int(place) == 1 + sum(points > expected[name] for points in expected.values())
    said = [m.text for m in house.channel.messages]
    assert sum("Signed up" in text for text in said) == SESSIONS
    assert sum("seats are drawn" in text for text in said) == SESSIONS - 1
    assert "is over" in (await house.slash(host, "series list")).text
