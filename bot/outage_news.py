"""What is told of outages and lost places: in the channel where that works, otherwise directly."""

from __future__ import annotations

from bot.catalogue import words_to
from bot.render import screens
from bot.render.words import Words
from bot.table.change import Change
from bot.table.model import Member, Obstacle, Phase, Ping, Table
from bot.table.suspension import BLIP_S
from bot.table.view import public_view
from bot.tellings import Direct, Edit, Post, Telling
from engine.events import HandVoided


def continues(before: Table, after: Table, words: Words, now: float) -> Telling:
    """Say who acts after an outage, and how long he has; where that stands already, say it anew."""
    assert after.continued is not None
    pings = after.options.ping is not Ping.NEVER
    screen = screens.continues_screen(public_view(after), words, pings=pings)
    telling = Edit if before.continued == after.continued else Post
    return telling(after.continued, screen, now)


def after_suspension(before: Table, after: Table, words: Words, now: float) -> tuple[Telling, ...]:
    """Show a table anew that goes on; where its post is in place, a line is enough."""
    if after.post != before.post:
        return (Post(after.post, screens.table_screen(public_view(after), words), now),)
    assert before.suspended is not None
    blip = now - before.suspended.since < BLIP_S
    return (continues(before, after, words, now),) if after.goes_on and not blip else ()


def without_place(before: Table, change: Change, words: Words, now: float) -> tuple[Telling, ...]:
    """Tell everybody concerned, one by one, what becomes of a table whose place is lost."""
    after = change.table
    assert after.suspended is not None
    passing = after.suspended.why is Obstacle.SERVER_AWAY or after.suspended == before.suspended
    if passing and after.phase is not Phase.CLOSED:
        return ()
    concerned = {after.opener: Member(after.opener, ""), **after.members}
    return tuple(
        Direct(
            f"place{after.version}.{user}",
            user,
            screens.notice(_without_place(change, words_to(member, words))),
            now,
        )
        for user, member in concerned.items()
        if member.reachable is not False
    )


def _without_place(change: Change, words: Words) -> str:
    """Say what becomes of a table whose place is lost."""
    table = change.table
    assert table.suspended is not None
    if table.phase is not Phase.CLOSED:
        return words.suspended(table.suspended, table.channel)
    voided = next((e.number for e in change.events if isinstance(e, HandVoided)), None)
    return words.given_up(table.suspended.why, table.channel, voided)
