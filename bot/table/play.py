"""A running table: hands, turns, clocks, absences, and the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from bot.errors import (
    AlreadyStarted,
    BadOption,
    ModeratorsOnly,
    MovedAway,
    NoHand,
    NoStraddle,
    NoSuchMember,
    NotAllowed,
    NotAway,
    NotCash,
    NotSeated,
    TableSuspended,
    UnderMaintenance,
)
from bot.table import holding, lobby
from bot.table.change import (
    HALTED_S,
    MISSED_TURNS,
    NEXT_HAND_S,
    PAUSE_S,
    RUN_OUT_PAUSE_S,
    Chance,
    Change,
    Who,
    may_direct,
    ping_after_s,
    with_alarms,
    with_member,
)
from bot.table.deeds import Deed, Doing
from bot.table.model import Alarm, Member, Phase, Ping, Table, UserId
from bot.table.view import dealt_members, member_in, seat_of
from engine import session as sessions
from engine.actions import Action, TimeOut
from engine.errors import Reason, Refusal
from engine.events import (
    BetPlaced,
    Called,
    CashedOut,
    Checked,
    Event,
    Exchanged,
    Folded,
    HandsShown,
    HandStarted,
    Raised,
    StreetOpened,
    TimedOut,
)
from engine.hand import legal

Decision = Folded | Checked | Called | BetPlaced | Raised | Exchanged


def start(
    table: Table,
    who: Who,
    chance: Chance,
    stop_at: float | None = None,
    begun_at: float | None = None,
) -> Change:
    """Begin the session with its first hand.

    :param stop_at: the agreed stop; None: so many minutes from now as the options say.
    :param begun_at: from when levels count, where the session has begun at another table; None:
        from now on.
    :raises NotAllowed: for who did not open the table and may not manage messages.
    :raises AlreadyStarted: when it has begun.
    :raises TableSuspended: while nothing can be told where the table is.
    :raises UnderMaintenance: when no hand may start now.
    :raises engine.errors.Refusal: `TOO_FEW_PLAYERS` with fewer than two.
    """
    if not may_direct(table, who):
        raise NotAllowed
    if table.phase is not Phase.LOBBY:
        raise AlreadyStarted
    _check_place(table)
    if chance.hold is not None:
        raise UnderMaintenance(chance.hold.until)
    if len(table.session.players) < 2:
        raise Refusal(Reason.TOO_FEW_PLAYERS)
    minutes = table.options.minutes
    if stop_at is None and minutes is not None:
        stop_at = chance.now + 60 * minutes
    table = replace(table, started_at=chance.now if begun_at is None else begun_at, stop_at=stop_at)
    return _deal(with_alarms(table, close=None), chance)


def act(table: Table, who: Who, make_action: Callable[[int], Action], chance: Chance) -> Change:
    """Carry out what a member decided, given as a function of his seat.

    :raises NotSeated: when he has no seat.
    :raises NoHand: when no hand has been dealt yet.
    :raises TableSuspended: while nothing can be told where the table is.
    :raises engine.errors.Refusal: when the rules do not allow it.
    """
    seat = seat_held(table, who.user)
    if table.session.hand is None:
        raise NoHand
    if dealt_members(table).get(seat) != who.user:
        raise Refusal(Reason.NOT_IN_HAND, legal(table.session.hand))
    _check_place(table)
    session, events = sessions.act(table.session, make_action(seat))
    member = replace(table.members[who.user], missed=0)
    table = with_member(replace(table, session=session), member)
    return _after_events(table, events, chance)


def leave(table: Table, who: Who, chance: Chance) -> Change:
    """Let a member leave a running session; what it means is RULINGS B8.

    :raises NotSeated: when he has no seat.
    """
    seat_held(table, who.user)
    session, events = sessions.leave(table.session, who.user)
    member = replace(table.members[who.user], away=True)
    table = with_member(replace(table, session=session), member)
    return _after_events(table, events, chance)


def go_away(table: Table, who: Who, chance: Chance) -> Change:
    """Sit out by choice: turns are taken at once, check if free, otherwise fold (RULINGS B9)."""
    seat_held(table, who.user)
    return _after_events(_absent(table, table.members[who.user], away=True), (), chance)


def come_back(table: Table, who: Who, chance: Chance) -> Change:
    """Take part again; a table that waits for members goes on.

    :raises NotAway: when he is not away.
    """
    seat_held(table, who.user)
    member = table.members[who.user]
    if not member.away:
        raise NotAway
    table = _absent(table, replace(member, missed=0), away=False)
    return Change(resumed(table, chance.now))


def excuse(table: Table, missed: Mapping[UserId, int], chance: Chance) -> Change:
    """Take back turns that members missed as they could not be heard; what was done stands."""
    excused = [table.members[user] for user in missed if user in table.members]
    for member in excused:
        left = max(member.missed - missed[member.user], 0)
        away = member.away and member.missed < MISSED_TURNS
        table = _absent(table, replace(member, missed=left), away=away)
    excused_users = tuple(member.user for member in excused)
    return Change(resumed(table, chance.now), excused=excused_users)


def join(table: Table, who: Who, chance: Chance, chips: int | None = None) -> Change:
    """Seat a member; a cash table that waits for players goes on.

    :raises Refused: as `lobby.join`.
    """
    table = lobby.join(table, who, chance.now, chips).table
    return Change(resumed(table, chance.now))


def bring_chips(table: Table, who: Who, chips: int, chance: Chance) -> Change:
    """Add chips to a member's stack at a cash table, between hands (RULINGS B10).

    :raises NotCash: at a table with places.
    :raises engine.errors.Refusal: while he plays a hand, or above the buy-in range.
    """
    _cash_seat(table, who.user)
    table = replace(table, session=sessions.add_chips(table.session, who.user, chips))
    bought = table.bought.get(who.user, 0) + chips
    table = replace(table, bought={**table.bought, who.user: bought})
    return Change(resumed(table, chance.now))


def correct(
    table: Table, who: Who, user: UserId, amount: int, reason: str, chance: Chance
) -> Change:
    """Give chips to a member between hands, or take some away, and have everybody told why.

    :raises ModeratorsOnly: for who may not manage messages, the opener included.
    :raises NoSuchMember: when the member has no seat.
    :raises BadOption: for more than he has.
    :raises engine.errors.Refusal: while a hand is played.
    """
    if not who.may_manage:
        raise ModeratorsOnly
    if seat_of(table, user) is None:
        raise NoSuchMember
    stack = sessions.player_of(table.session, user).stack
    if not -stack <= amount <= lobby.STACK[1]:
        raise BadOption("amount", -stack, lobby.STACK[1])
    session, events = sessions.correct(table.session, user, amount, who.user, reason)
    table = replace(table, session=session)
    if table.options.buy_in is not None:
        # Nobody wins or loses what was corrected.
        table = replace(table, bought={**table.bought, user: table.bought[user] + amount})
    return Change(resumed(table, chance.now), events)


def post_blind(table: Table, who: Who) -> Change:
    """Come in with a posted big blind rather than wait for it (RULINGS B10)."""
    _cash_seat(table, who.user)
    return Change(replace(table, session=sessions.choose(table.session, who.user, posts=True)))


def straddle(table: Table, who: Who, *, on: bool) -> Change:
    """Straddle whenever one is first after the big blind, or no more (RULINGS A18).

    :raises NoStraddle: where the table does not allow it.
    """
    _cash_seat(table, who.user)
    if not table.options.straddle:
        raise NoStraddle
    return Change(replace(table, session=sessions.choose(table.session, who.user, straddles=on)))


def stop_after_hand(table: Table, who: Who) -> Change:
    """End the session with the hand being played, or now when none is.

    :raises NotAllowed: for who did not open the table and may not manage messages.
    """
    if not may_direct(table, who):
        raise NotAllowed
    if table.session.hand_in_progress:
        deed = Deed(Doing.STOPPING, who.user, who.name)
        return Change(replace(table, stopping=True), deed=deed)
    return replace(lobby.close(table), deed=Deed(Doing.STOPPED, who.user, who.name))


def stop_now(table: Table, who: Who) -> Change:
    """End the session at once, whatever is being played.

    :raises NotAllowed: for who did not open the table and may not manage messages.
    """
    if not may_direct(table, who):
        raise NotAllowed
    return replace(end_at_once(table), deed=Deed(Doing.STOPPED, who.user, who.name))


def end_at_once(table: Table) -> Change:
    """Close a table; a hand being played is void and its chips return (RULINGS E4)."""
    events: tuple[Event, ...] = ()
    if table.session.hand_in_progress:
        session, events = sessions.void_hand(table.session)
        table = _recorded(replace(table, session=session), events)
    return Change(lobby.close(table).table, events)


def wake(table: Table, chance: Chance) -> Change | None:
    """Do what a table's alarms ask for at this time; None: nothing is due.

    While a host has the clocks stand still nothing is, until that has lasted too long.
    """
    if table.halted_since is not None:
        return end_at_once(table) if chance.now >= table.halted_since + HALTED_S else None
    due = {alarm for alarm, at in table.alarms.items() if at <= chance.now}
    if Alarm.TURN in due:
        return _time_out(table, chance)
    if chance.hold is not None and due & {Alarm.NEXT_HAND, Alarm.CLOSE}:
        return holding.wait(table, chance.hold, chance.now)
    if Alarm.NEXT_HAND in due:
        return _next_hand(with_alarms(table, next_hand=None), chance)
    if Alarm.CLOSE in due:
        return lobby.close(table)
    if Alarm.PING in due:
        table = with_alarms(table, ping=None)
        return Change(replace(table, ping_post=f"ping{table.deal}.{table.step}"))
    return None


def prompt(table: Table, now: float, *, pinged: bool) -> Table:
    """Start the clock of the member to act, who sees now that it is his turn.

    A new post has pinged him already; an edit of the post pings nobody.
    """
    ping = None
    if table.options.ping is Ping.LATE:
        ping = now + ping_after_s(table.options.turn_s)
    elif table.options.ping is Ping.ALWAYS and not pinged:
        ping = now
    return with_alarms(table, turn=now + table.options.turn_s, ping=ping)


def give_back(table: Table, lost_s: float, now: float) -> Table:
    """Move every clock by the seconds that an outage took, except the agreed stop time.

    When it began is known to a few seconds only, so a turn never gets more than its whole time.
    """
    alarms = {alarm: at + lost_s for alarm, at in table.alarms.items()}
    if Alarm.TURN in alarms:
        alarms[Alarm.TURN] = min(alarms[Alarm.TURN], now + table.options.turn_s)
    started_at = None if table.started_at is None else table.started_at + lost_s
    halted_since = None if table.halted_since is None else table.halted_since + lost_s
    table = replace(table, alarms=alarms, started_at=started_at, halted_since=halted_since)
    if table.hold is None:
        return table
    # When the next hand comes was told; an outage meanwhile is no reason to wait longer.
    return holding.with_next_hand(table, max(table.hold.until, now + NEXT_HAND_S))


def give_back_turn(table: Table, late_s: float, now: float) -> Table:
    """Move the clock of the member to act by the seconds that he waited to see his prompt."""
    moved = give_back(table, late_s, now).alarms
    turn = {alarm: moved[alarm] for alarm in (Alarm.TURN, Alarm.PING) if alarm in moved}
    return replace(table, alarms=table.alarms | turn)


def elapsed_s(table: Table, now: float) -> float:
    """Return how long the session has been played, in seconds, outages left out."""
    return 0 if table.started_at is None else now - table.started_at


def _check_place(table: Table) -> None:
    if table.suspended is not None:
        raise TableSuspended(table.suspended, table.channel)


def _cash_seat(table: Table, user: UserId) -> int:
    if table.options.buy_in is None:
        raise NotCash
    return seat_held(table, user)


def _absent(table: Table, member: Member, *, away: bool) -> Table:
    """Note that a member is away or back; at a cash table he is dealt in accordingly."""
    table = with_member(table, replace(member, away=away))
    if table.options.buy_in is None:
        return table
    return replace(table, session=sessions.choose(table.session, member.user, sits_out=away))


def resumed(table: Table, now: float) -> Table:
    """Return a table whose pause is over when enough members are present again."""
    if table.phase is not Phase.PAUSED or not _enough_present(table):
        return table
    table = replace(holding.forget_if_over(table, now), phase=Phase.BETWEEN)
    return with_alarms(table, close=None, next_hand=now + NEXT_HAND_S)


def seat_held(table: Table, user: UserId) -> int:
    """Return a member's seat.

    :raises MovedAway: when he plays on at another table.
    :raises NotSeated: when he has none.
    """
    seat = seat_of(table, user)
    member = table.members.get(user)
    if seat is None and member is not None and member.moved_to is not None:
        raise MovedAway(member.moved_to)
    if seat is None:
        raise NotSeated
    return seat


def _time_out(table: Table, chance: Chance) -> Change:
    """Act for the member whose time is up; after three in a row he is away (RULINGS B9, E8)."""
    member = _actor(table)
    missed = member.missed + 1
    member = replace(member, missed=missed)
    if missed >= MISSED_TURNS:
        table = _absent(table, member, away=True)
    else:
        table = with_member(table, member)
    session, events = sessions.act(table.session, TimeOut(_seat_to_act(table)))
    return _after_events(replace(table, session=session), events, chance)


def _actor(table: Table) -> Member:
    return member_in(table, _seat_to_act(table))


def _seat_to_act(table: Table) -> int:
    hand = table.session.hand
    assert hand is not None
    assert hand.to_act is not None
    return hand.seats[hand.to_act]


def _deal(table: Table, chance: Chance) -> Change:
    session, events = sessions.start_hand(
        table.session,
        chance.shuffle(),
        chance.shuffle(),
        chance.draw(),
        elapsed_s(table, chance.now),
    )
    table = replace(
        table,
        session=session,
        phase=Phase.PLAYING,
        deal=table.deal + 1,
        step=0,
        feed=(),
        last_feed=table.feed,
        hold=None,
    )
    return _after_events(table, events, chance)


def _next_hand(table: Table, chance: Chance) -> Change:
    """Deal, or pause a table at which fewer than two members are present, or end the session."""
    if is_finished(table, chance.now):
        return lobby.close(table)
    if not _enough_present(table):
        return Change(_paused(table, chance.now))
    return _deal(table, chance)


def _paused(table: Table, now: float) -> Table:
    table = replace(table, phase=Phase.PAUSED, post=f"pause{table.deal}.{table.version}")
    return with_alarms(table, next_hand=None, close=now + PAUSE_S)


def _enough_present(table: Table) -> bool:
    payers = sessions.able_to_play(table.session)
    return sum(not table.members[UserId(player.member)].away for player in payers) >= 2


def is_finished(table: Table, now: float) -> bool:
    """Say whether a table deals no more hand.

    Who is alone at one of several tables is not the winner: he moves, or others come.
    """
    timed_out = table.stop_at is not None and now >= table.stop_at
    if table.contest is not None and table.contest.left > 1:
        return table.stopping or timed_out or sessions.is_played_out(table.session)
    return table.stopping or timed_out or sessions.is_decided(table.session)


def _after_events(table: Table, events: tuple[Event, ...], chance: Chance) -> Change:
    """Act for members who are away, then set the clocks for what comes next."""
    table = _recorded(table, events)
    while table.session.hand_in_progress and _actor(table).away:
        session, more = sessions.act(table.session, TimeOut(_seat_to_act(table)))
        # Who is away has not run out of time: his line says so already.
        more = tuple(event for event in more if not isinstance(event, TimedOut))
        table = _recorded(replace(table, session=session), more)
        events += more
    if not events:
        return Change(table)
    table = replace(table, step=table.step + 1)
    if table.session.hand_in_progress:
        return Change(_prompted(table, events, chance.now), events)
    table, exits = _without_going(table)
    events += exits
    if table.phase is Phase.PLAYING:
        table = holding.forget_if_over(table, chance.now)
        table = replace(table, phase=Phase.BETWEEN, post=f"h{table.deal}.result")
        next_hand = chance.now + run_out_s(events) + NEXT_HAND_S
        table = with_alarms(table, turn=None, ping=None, next_hand=next_hand)
    return Change(lobby.close(table).table if is_finished(table, chance.now) else table, events)


def _without_going(table: Table) -> tuple[Table, tuple[Event, ...]]:
    """Take the seats of those whom a host had stay for this one hand."""
    events: tuple[Event, ...] = ()
    for member in [member for member in table.members.values() if member.going]:
        table = with_member(table, replace(member, going=False, away=True))
        if seat_of(table, member.user) is not None:
            session, exits = sessions.leave(table.session, member.user)
            table = _recorded(replace(table, session=session), exits)
            events += exits
    return table, events


def _prompted(table: Table, events: tuple[Event, ...], now: float) -> Table:
    """Ask the next member: on a new post when a street has opened, otherwise on the same one.

    His clock starts when he can see it, mostly at once; whoever delivers late starts it anew.
    """
    assert table.session.hand is not None
    opened = any(isinstance(event, HandStarted | StreetOpened) for event in events)
    if opened:
        post = f"h{table.deal}.{table.session.hand.current_street.name}"
        table = replace(table, post=post)
    return prompt(table, now, pinged=opened)


def run_out_s(events: tuple[Event, ...]) -> float:
    """Return how long the streets of an all-in board take to be shown one by one."""
    open_hands = False
    streets = 0
    for event in events:
        open_hands = open_hands or isinstance(event, HandsShown)
        streets += open_hands and isinstance(event, StreetOpened)
    return streets * RUN_OUT_PAUSE_S


def _recorded(table: Table, events: tuple[Event, ...]) -> Table:
    """Add what happened to the public record, and to what each member last did."""
    public = tuple(event for event in events if event.audience is None)
    table = replace(table, feed=table.feed + public, ping_post=None if events else table.ping_post)
    for event in events:
        if isinstance(event, CashedOut):
            user = UserId(event.member)
            taken = table.taken.get(user, 0) + event.amount
            table = replace(table, taken={**table.taken, user: taken})
        elif isinstance(event, Decision):
            member = member_in(table, event.seat)
            member = replace(member, last_deal=table.deal, last_action=event)
            table = with_member(table, member)
    return table
