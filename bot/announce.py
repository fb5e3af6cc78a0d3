"""From a change to what is to be told: which posts, edits and direct messages follow from it.

Everything is derived from the table before and after and from the events, so that it can be
computed inside the commit and written down with it (design law 4). Inside a street nothing is
listed here: there the post is edited to the newest state, by the answer to the press itself.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from bot.catalogue import words_to
from bot.deed_news import deed_told
from bot.move_news import moves_told
from bot.outage_news import after_suspension, without_place
from bot.render import private_screens, result_screens, screens
from bot.render.accounts import correction_screen
from bot.render.names import plain
from bot.render.words import Words
from bot.router import Picker
from bot.table.change import RUN_OUT_PAUSE_S, Change
from bot.table.model import Phase, Table, UserId
from bot.table.recap import StreetRecap, recap
from bot.table.view import (
    cash_list,
    dealt_members,
    knows_all_places,
    member_in,
    own_view,
    place_list,
    public_view,
)
from bot.tellings import Delete, Direct, Edit, Post, Telling
from engine.events import (
    CardsDealt,
    CardsDrawn,
    Event,
    Exchanged,
    HandEnded,
    HandsShown,
    HandStarted,
    HandVoided,
    StackCorrected,
    StreetOpened,
)
from engine.games import VARIANTS
from engine.session import able_to_play

TURNING = HandStarted | StreetOpened | HandEnded | HandVoided
"""What ends a post: all else is shown by an edit of it."""


def announce(before: Table | None, change: Change, words: Words, now: float) -> tuple[Telling, ...]:
    """Return what a change must tell, in order, besides the newest state of the live post."""
    after, events = change.table, change.events
    if before is None:
        lobby = Post(after.post, screens.table_screen(public_view(after), words), now)
        return (*_welcome(set(), after, words, now), lobby)
    if after.suspended is not None:
        return without_place(before, change, words, now)
    tellings: list[Telling] = []
    if before.suspended is not None:
        tellings += after_suspension(before, after, words, now)
    if before.ping_post is not None and before.ping_post != after.ping_post:
        tellings.append(Delete(before.ping_post, now))
    tellings += _direct_messages(after, events, words, now)
    come = {move.user for move in change.moved}
    tellings += _welcome(before.members.keys() | come, after, words, now)
    tellings += _lost_touch(before, after, words, now)
    tellings += deed_told(change, words, now)
    tellings += moves_told(before, change, words, now)
    if change.excused:
        names = [plain(after.members[user].name) for user in change.excused]
        line = screens.public_notice(words.excused(names))
        tellings.append(Post(f"excused{after.version}", line, now))
    tellings += _posts(before, after, events, words, now)
    tellings += _corrections(after, events, words, now)
    tellings += _maintenance(before, after, words, now)
    if after.ping_post is not None and before.ping_post != after.ping_post:
        actor = public_view(after).actor
        if actor is not None:
            tellings.append(Post(after.ping_post, screens.ping_screen(actor.user, words), now))
    return tuple(tellings)


def drawn_key(table: Table, seat: int) -> str:
    """Return the key of the message with what a seat has after its exchange."""
    return f"drawn{table.deal}.{seat}"


def _welcome(seated: AbstractSet[UserId], after: Table, words: Words, now: float) -> list[Telling]:
    """Greet who sits down, each time he does: who comes back is greeted by a message of its own."""
    sat_down = [user for user in after.members if user not in seated]
    return [
        Direct(
            f"welcome{after.version}.{user}",
            user,
            screens.notice(words_to(after.members[user], words).welcome(after.channel)),
            now,
        )
        for user in sat_down
    ]


def _direct_messages(
    after: Table, events: tuple[Event, ...], words: Words, now: float
) -> list[Telling]:
    """Send private cards, dealt or drawn, to those whom direct messages reach."""
    tellings: list[Telling] = []
    unchanged = {event.seat for event in events if isinstance(event, Exchanged) and not event.count}
    for event in events:
        if not isinstance(event, CardsDealt | CardsDrawn):
            continue
        drawn = isinstance(event, CardsDrawn)
        member = member_in(after, event.seat)
        if member.reachable is False or (drawn and event.seat in unchanged):
            continue
        own = own_view(after, member.user)
        if own is not None:
            picker = Picker() if own.may_exchange else None
            shown = private_screens.own_cards_screen(own, words_to(member, words), picker)
            key = drawn_key(after, event.seat) if drawn else f"cards{after.deal}.{event.seat}"
            tellings.append(Direct(key, member.user, shown, now))
    return tellings


def _lost_touch(before: Table, after: Table, words: Words, now: float) -> list[Telling]:
    """Ping in the channel who turns out, in mid-hand, not to have received his cards."""
    if not after.session.hand_in_progress:
        return []
    found = [
        user
        for user in dealt_members(after).values()
        if after.members[user].reachable is False and before.members[user].reachable is not False
    ]
    return [
        Post(f"cards{after.deal}.{user}", screens.cards_by_button_screen(user, words), now)
        for user in found
    ]


def _corrections(
    after: Table, events: tuple[Event, ...], words: Words, now: float
) -> list[Telling]:
    """Tell everybody who corrected a stack, and why."""
    return [
        Post(
            f"correction{after.version}",
            correction_screen(after.members[UserId(event.member)].name, event, words),
            now,
        )
        for event in events
        if isinstance(event, StackCorrected)
    ]


def _posts(
    before: Table, after: Table, events: tuple[Event, ...], words: Words, now: float
) -> list[Telling]:
    tellings: list[Telling] = []
    if events and after.deal:
        tellings += _hand_posts(before, after, events, words, now)
    if after.phase is Phase.CLOSED and before.phase is not Phase.CLOSED:
        last = max((t.due for t in tellings), default=now)
        tellings += _closing(before, after, words, last)
    elif after.phase is Phase.PAUSED and before.phase is not Phase.PAUSED:
        tellings.append(Post(after.post, screens.table_screen(public_view(after), words), now))
    return tellings


def _maintenance(before: Table, after: Table, words: Words, now: float) -> list[Telling]:
    """Say that maintenance is coming, or over before its time."""
    if after.hold == before.hold:
        return []
    if after.hold is not None:
        said = words.maintenance(after.hold.until, after.hold.reason)
    elif before.hold is not None and before.hold.until > now:
        said = words.maintenance_over()
    else:
        return []
    return [Post(f"maintenance{after.version}", screens.notice(said), now)]


def _hand_posts(
    before: Table, after: Table, events: tuple[Event, ...], words: Words, now: float
) -> list[Telling]:
    """Close the post of the street that ended, open one for each new street, tell the result."""
    if not any(isinstance(event, TURNING) for event in events):
        return _shown_late(after, events, words, now)
    view = public_view(after)
    streets = _streets(after)
    dealt = any(isinstance(event, HandStarted) for event in events)
    shown = 0 if dealt else len(_streets(before))
    ended = any(isinstance(event, HandEnded | HandVoided) for event in events)
    tellings: list[Telling] = []
    if before.phase is Phase.LOBBY:
        tellings.append(Edit(before.post, screens.lobby_started_screen(view, words), now))
    elif not dealt:
        last = screens.street_screen(view, streets[shown - 1], words)
        tellings.append(Edit(before.post, last, now))
    due = now
    for street in streets[shown:]:
        if _open_hands_before(street, streets):
            due += RUN_OUT_PAUSE_S
        key = f"h{after.deal}.{street.name}"
        if key == after.post:
            tellings.append(Post(key, screens.table_screen(view, words), due))
        else:
            tellings.append(Post(key, screens.street_screen(view, street, words), due))
    if ended:
        more = after.phase is not Phase.CLOSED
        *earlier, result = result_screens.result_screens(view, words, more=more)
        tellings += [
            Post(f"h{after.deal}.result.{page}", screen, due)
            for page, screen in enumerate(earlier, start=1)
        ]
        tellings.append(Post(f"h{after.deal}.result", result, due))
    return tellings


def _shown_late(after: Table, events: tuple[Event, ...], words: Words, now: float) -> list[Telling]:
    """Show a hand in the result it won, although another post shows the table by now."""
    result = f"h{after.deal}.result"
    if after.post == result or not any(isinstance(event, HandsShown) for event in events):
        return []
    shown = result_screens.result_screen(public_view(after), words)
    return [Edit(result, shown, now)]


def _open_hands_before(street: StreetRecap, streets: list[StreetRecap]) -> bool:
    """Say whether hands lay open when a street came: then the table watches card by card."""
    earlier = streets[: streets.index(street)]
    return any(isinstance(event, HandsShown) for one in earlier for event in one.events)


def _streets(table: Table) -> list[StreetRecap]:
    return recap(table.feed, VARIANTS[table.options.game].streets[0].name)


def _closing(before: Table, after: Table, words: Words, due: float) -> list[Telling]:
    if not after.deal:
        return [Edit(before.post, screens.lobby_closed_screen(words), due)]
    if after.options.buy_in is not None:
        lines = [(member.name, chips, won) for member, chips, won in cash_list(after)]
        settled = result_screens.cash_screen(lines, after.session.hands_played, words)
        return [Post("final", settled, due)]
    if after.contest is not None and not knows_all_places(after):
        broken = after.contest.left > 1 and not able_to_play(after.session)
        said = words.broken_up() if broken else words.one_of_several_over()
        return [Post("final", screens.public_notice(said), due)]
    places = [
        (place, [(member.name, chips) for member, chips in sharing])
        for place, sharing in place_list(after)
    ]
    final = result_screens.final_screen(places, after.session.hands_played, words)
    return [Post("final", final, due)]
