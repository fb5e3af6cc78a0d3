"""What may be seen of a table: by everyone, and by one member alone.

`public_view` is the only thing that public rendering ever receives. It holds no private card, so
there is nothing to leak (design law 3).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.table.model import Alarm, Member, Options, Phase, Table, TableId, UserId
from engine.actions import Legal
from engine.cards import Card
from engine.events import Event, HandStarted
from engine.hand import Hand, legal
from engine.pots import build_pots
from engine.ranking import Reading, read_cards
from engine.rules import Stakes
from engine.session import Place, Player, able_to_play, next_stakes, places


@dataclass(frozen=True, slots=True)
class SeatView:
    """One line of the table."""

    seat: int
    user: UserId
    name: str
    stack: int
    """Chips behind, what is bet not included."""
    bet: int
    dealt_in: bool
    folded: bool
    all_in: bool
    away: bool
    out: bool
    waits: bool
    """Comes to a cash table and waits for the big blind."""
    reachable: bool | None
    has_button: bool
    to_act: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything public about a table."""

    id: TableId
    guild: int
    channel: int
    opener: UserId
    options: Options
    phase: Phase
    number: int
    """The number of the hand on the table."""
    deal: int
    step: int
    street: str
    seats: tuple[SeatView, ...]
    names: dict[int, str]
    """By seat: who sits there, or sat there when the hand on the table was dealt."""
    button: int | None
    board: tuple[Card, ...]
    pot: int
    """All chips in the middle, the bets of the round included."""
    pots: tuple[tuple[int, tuple[int, ...]], ...]
    """Main and side pots of the finished rounds with the seats that contest them."""
    legal: Legal | None
    price: int
    """The total to match in the betting round."""
    increment: int
    """The last full bet or raise, at first the minimum bet."""
    feed: tuple[Event, ...]
    turn_ends: float | None
    closes_at: float | None
    stop_at: float | None
    stopping: bool
    halted: bool
    """A host has the clocks stand still."""
    resumed: bool
    """A pause is over and the next hand is about to be dealt."""
    stakes: Stakes
    """Those of the hand on the table, or of the first one."""
    next_stakes: Stakes | None
    """Those of the next hand, where they will be others."""
    may_show: tuple[int, ...]
    """Seats that need not show, and still may."""
    no_hands_until: float | None
    """Maintenance that the next hand waits for."""

    def seat(self, number: int) -> SeatView:
        """Return the line of a seat."""
        return next(seat for seat in self.seats if seat.seat == number)

    def name(self, seat: int) -> str:
        """Return the name of who plays, or played, the hand on the table in a seat."""
        return self.names[seat]

    @property
    def actor(self) -> SeatView | None:
        """The member to act."""
        return next((seat for seat in self.seats if seat.to_act), None)


@dataclass(frozen=True, slots=True)
class OwnView:
    """What one member alone may see: his cards, and what they make."""

    table: TableId
    channel: int
    deal: int
    number: int
    cards: tuple[Card, ...]
    reading: Reading
    board: tuple[Card, ...]
    has_button: bool
    folded: bool
    may_exchange: bool
    """His exchange is still to come in this hand."""
    to_exchange: bool
    """It is his turn to exchange now."""


def public_view(table: Table) -> TableView:
    """Return what everyone may see."""
    session, hand = table.session, table.session.hand
    dealt = dealt_members(table)
    live = hand is not None and not hand.is_over
    return TableView(
        id=table.id,
        guild=table.guild,
        channel=table.channel,
        opener=table.opener,
        options=table.options,
        phase=table.phase,
        number=session.hands_played + (0 if hand is not None and hand.is_over else 1),
        deal=table.deal,
        step=table.step,
        street=hand.current_street.name if hand else "",
        seats=tuple(_seat_view(table, player, dealt) for player in session.players),
        names={
            seat: table.members[user].name
            for seat, user in (
                *((player.seat, UserId(player.member)) for player in session.players),
                *dealt.items(),
            )
        },
        button=hand.positions.button if hand else None,
        board=hand.board if hand else (),
        pot=hand.pot if hand else 0,
        pots=_pots(hand) if hand and live else (),
        legal=legal(hand) if hand else None,
        price=hand.round.price if hand else 0,
        increment=hand.round.increment if hand else 0,
        feed=table.feed,
        turn_ends=None if table.halted_since is not None else table.alarms.get(Alarm.TURN),
        closes_at=table.alarms.get(Alarm.CLOSE),
        stop_at=table.stop_at,
        stopping=table.stopping,
        halted=table.halted_since is not None,
        resumed=table.phase is Phase.BETWEEN and table.post.startswith("pause"),
        stakes=hand.stakes if hand else session.stakes,
        next_stakes=_next_stakes(table),
        may_show=tuple(hand.seats[player] for player in hand.may_show) if hand else (),
        no_hands_until=None if table.hold is None else table.hold.until,
    )


def own_view(table: Table, user: UserId) -> OwnView | None:
    """Return a member's own cards of the hand on the table, None when he has none."""
    hand = table.session.hand
    seat = next((seat for seat, dealt in dealt_members(table).items() if dealt == user), None)
    if hand is None or seat is None:
        return None
    at = hand.seats.index(seat)
    to_come = any(street.exchange for street in hand.variant.streets[hand.street + 1 :])
    live = hand.round.live[at] and not hand.is_over
    open_exchange = hand.exchanging and not hand.round.acted[at]
    return OwnView(
        table=table.id,
        channel=table.channel,
        deal=table.deal,
        number=table.session.hands_played + (0 if hand.is_over else 1),
        cards=hand.holes[at],
        reading=read_cards(hand.holes[at] + hand.board),
        board=hand.board,
        has_button=hand.positions.button == seat,
        folded=not hand.round.live[at],
        may_exchange=live and (to_come or open_exchange),
        to_exchange=live and open_exchange and hand.to_act == at,
    )


def _next_stakes(table: Table) -> Stakes | None:
    """Look at the level that the next hand will be dealt at, when it is dealt."""
    hand, due = table.session.hand, table.alarms.get(Alarm.NEXT_HAND)
    if hand is None or due is None or table.started_at is None:
        return None
    coming = next_stakes(table.session, due - table.started_at)
    # Whether losing hands are shown is part of the stakes, but of no level.
    return None if replace(coming, muck=hand.stakes.muck) == hand.stakes else coming


def place_list(table: Table) -> tuple[tuple[int, tuple[tuple[Member, int], ...]], ...]:
    """Return the places with the members who share them and their chips."""
    return tuple(_named(table, place) for place in places(table.session))


def knows_all_places(table: Table) -> bool:
    """Say whether the places of a table are those of its whole evening.

    They are not where tables of a session are several, nor where who was out has given his seat to
    somebody who came late.
    """
    alone = table.contest is None or table.contest.of == 1
    return alone and table.members.keys() == {player.member for player in table.session.players}


def is_final(table: Table) -> bool:
    """Say whether a session is played on at this one of its several tables, and at no other."""
    contest = table.contest
    last = contest is not None and contest.of > 1 and contest.left == 1
    goes_on = table.phase is not Phase.CLOSED and not table.stopping
    return last and goes_on and len(able_to_play(table.session)) > 1


def cash_list(table: Table) -> tuple[tuple[Member, int, int], ...]:
    """Return everybody who played at a cash table with his chips at the end and what he won."""
    seated = {UserId(player.member): player.stack for player in table.session.players}
    ends = {user: seated.get(user, 0) + table.taken.get(user, 0) for user in table.bought}
    won = [(table.members[user], ends[user], ends[user] - table.bought[user]) for user in ends]
    return tuple(sorted(won, key=lambda line: line[2], reverse=True))


def _named(table: Table, place: Place) -> tuple[int, tuple[tuple[Member, int], ...]]:
    named = tuple((table.members[UserId(p.member)], p.stack) for p in place.players)
    return place.place, named


def _seat_view(table: Table, player: Player, dealt: Mapping[int, UserId]) -> SeatView:
    hand = table.session.hand
    member = table.members[UserId(player.member)]
    # A seat may have been taken anew since the deal.
    dealt_in = dealt.get(player.seat) == player.member
    at = hand.seats.index(player.seat) if hand and dealt_in else None
    playing = hand is not None and at is not None and not hand.is_over
    stack = hand.round.stacks[at] if hand and at is not None and playing else player.stack
    live = bool(hand and at is not None and hand.round.live[at])
    return SeatView(
        seat=player.seat,
        user=member.user,
        name=member.name,
        stack=stack,
        bet=hand.round.bets[at] if hand and at is not None else 0,
        dealt_in=at is not None,
        folded=playing and not live,
        all_in=playing and live and stack == 0,
        away=member.away,
        out=player.exit is not None or player.left,
        waits=player.waits and at is None,
        reachable=member.reachable,
        has_button=hand is not None and hand.positions.button == player.seat,
        to_act=playing and hand is not None and hand.to_act == at,
    )


def _pots(hand: Hand) -> tuple[tuple[int, tuple[int, ...]], ...]:
    found = build_pots(hand.paid, hand.round.live, hand.dead)
    return tuple((pot.amount, tuple(hand.seats[i] for i in pot.contenders)) for pot in found)


def seat_of(table: Table, user: UserId) -> int | None:
    """Return the seat of a member who is still in the session."""
    for player in table.session.players:
        if player.member == user and not player.left and player.exit is None:
            return player.seat
    return None


def dealt_members(table: Table) -> dict[int, UserId]:
    """Return who was dealt in to the hand on the table, by seat, also who has left since."""
    started = next((event for event in table.feed if isinstance(event, HandStarted)), None)
    return {} if started is None else {seat: UserId(user) for seat, user in started.members}


def member_in(table: Table, seat: int) -> Member:
    """Return the member who was dealt in to the hand on the table in a seat."""
    return table.members[dealt_members(table)[seat]]
