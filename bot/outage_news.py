"""What is told of outages and lost places: in the channel where that works, otherwise directly."""

from __future__ import annotations

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
    why = after.suspended.why
    if after.phase is Phase.CLOSED:
        voided = next((e.number for e in change.events if isinstance(e, HandVoided)), None)
        said = words.given_up(why, after.channel, voided)
    elif why is not Obstacle.SERVER_AWAY and after.suspended != before.suspended:
        said = words.suspended(after.suspended, after.channel)
    else:
        return ()
    concerned = {after.opener: None, **after.members}
    return tuple(
        Direct(f"place{after.version}.{user}", user, screens.notice(said), now)
        for user, member in concerned.items()
        if _may_be_reached(member)
    )


def _may_be_reached(member: Member | None) -> bool:
    return member is None or member.reachable is not False
