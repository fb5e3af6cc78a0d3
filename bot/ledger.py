"""The ledger: every movement of chips at a table, as rows that add up to what lies there.

What a member has before him is the sum of his rows, what lies in the pot is missing from it. The
rows of a change follow from the table before and after it and from what happened; whatever they do
not explain makes the change impossible to commit (design law 10).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.table.change import Moved
from bot.table.model import Table, UserId
from bot.table.view import dealt_members
from engine.events import (
    AntePosted,
    BetPlaced,
    BlindPosted,
    Called,
    CashedOut,
    Event,
    HandStarted,
    HandVoided,
    PotAwarded,
    Raised,
    StackCorrected,
    StreetOpened,
    UncalledReturned,
)


class Kind(StrEnum):
    """Why chips moved."""

    STACK = "stack"
    """The starting stack at a table with places."""
    BUY_IN = "buy_in"
    """Brought to a cash table, also later on."""
    CARRIED = "carried"
    """What was there when the ledger began."""
    ANTE = "ante"
    BLIND = "blind"
    CALL = "call"
    BET = "bet"
    RAISE = "raise"
    UNCALLED = "uncalled"
    """Back from the pot, as nobody called it."""
    POT = "pot"
    """Won."""
    VOID = "void"
    """Back from the pot of a hand that does not count."""
    LEFT = "left"
    """Off the table with who left."""
    CORRECTION = "correction"
    MOVED = "moved"
    """To another table of the session with their owner, or from one."""


@dataclass(frozen=True, slots=True)
class Movement:
    """Chips that came to a member's stack, or went from it where the amount is negative."""

    hand: int | None
    """The number of the hand; None between hands. A voided hand shares it with the next."""
    seat: int
    member: UserId
    kind: Kind
    amount: int
    by: UserId | None = None
    """Who corrected."""
    reason: str = ""


def movements(
    before: Table | None,
    after: Table,
    events: tuple[Event, ...],
    moved: tuple[Moved, ...] = (),
) -> tuple[Movement, ...]:
    """Return how chips moved in a change.

    :param moved: who came from another table, or went to one.
    :raises AssertionError: when that is not what the stacks before and after say.
    """
    told = tuple(
        row
        for row in (*_told(before, after, events), *_carried(before, after, moved))
        if row.amount
    )
    counted, now = sums(told, behind(before) if before else None), behind(after)
    # Unlike a dictionary's, this comparison takes a missing member for one without chips.
    if counted == now:
        return told
    untold = tuple(_untold(before, after, counted, now))
    if sums(untold, counted) != now:
        raise AssertionError(f"the ledger of table {after.id} does not add up")
    return told + untold


@dataclass(slots=True)
class Account:
    """What a member's rows come to, in chips."""

    brought: int = 0
    won: int = 0
    """Over the hands that are over; negative: lost."""
    in_pot: int = 0
    """In the pot of the hand being played."""
    corrected: int = 0
    taken: int = 0
    """Off the table, with him."""
    moved: int = 0
    """From another table of the session; negative: to one."""

    @property
    def chips(self) -> int:
        """What he has before him."""
        return self.brought + self.won - self.in_pot + self.corrected - self.taken + self.moved


def accounts(rows: Iterable[Movement], playing: int | None) -> dict[UserId, Account]:
    """Sum the rows of each member up, in the order in which they came.

    :param playing: the number of the hand being played, None between hands.
    """
    found: dict[UserId, Account] = {}
    for row in rows:
        account = found.setdefault(row.member, Account())
        if row.kind in {Kind.STACK, Kind.BUY_IN, Kind.CARRIED}:
            account.brought += row.amount
        elif row.kind is Kind.CORRECTION:
            account.corrected += row.amount
        elif row.kind is Kind.MOVED:
            account.moved += row.amount
        elif row.kind is Kind.LEFT:
            account.taken -= row.amount
        elif row.hand == playing:
            account.in_pot -= row.amount
        else:
            account.won += row.amount
    return found


def sums(rows: Iterable[Movement], before: Counter[UserId] | None = None) -> Counter[UserId]:
    """Add the rows of each member to what he had before them."""
    found = Counter(before)
    for row in rows:
        found[row.member] += row.amount
    return found


def behind(table: Table) -> Counter[UserId]:
    """Return what each member has before him, without what he has put into the pot."""
    stacks = {player.seat: player.stack for player in table.session.players}
    hand = table.session.hand
    if hand is not None and not hand.is_over:
        stacks.update(zip(hand.seats, hand.round.stacks, strict=True))
    return Counter({UserId(player.member): stacks[player.seat] for player in table.session.players})


def _told(before: Table | None, after: Table, events: tuple[Event, ...]) -> Iterator[Movement]:
    """Yield the movements that events tell."""
    number = None
    members = dealt_members(after)
    bets: Counter[int] = Counter()
    hand = None if before is None else before.session.hand
    if before is not None and hand is not None and not hand.is_over:
        number = before.session.hands_played + 1
        bets.update(dict(zip(hand.seats, hand.round.bets, strict=True)))
    for event in events:
        match event:
            case HandStarted():
                number, members = event.number, {s: UserId(m) for s, m in event.members}
            case HandVoided() if before is not None:
                for seat, amount in _put_in(before):
                    yield Movement(number, seat, members[seat], Kind.VOID, amount)
            case CashedOut(seat=seat, member=member, amount=amount):
                yield Movement(None, seat, UserId(member), Kind.LEFT, -amount)
            case StackCorrected(seat=seat, member=member, by=by, reason=reason):
                who, kind = UserId(member), Kind.CORRECTION
                yield Movement(None, seat, who, kind, event.amount, UserId(by), reason)
            case _:
                for seat, kind, amount in _played(event, bets):
                    yield Movement(number, seat, members[seat], kind, amount)


def _played(event: Event, bets: Counter[int]) -> Iterator[tuple[int, Kind, int]]:
    """Yield what an event of a hand moved, keeping what each seat has bet in the round."""
    match event:
        case StreetOpened():
            bets.clear()
        case AntePosted(seat=seat, amount=amount):
            yield seat, Kind.ANTE, -amount
        case BlindPosted(seat=seat, amount=amount):
            bets[seat] += amount
            yield seat, Kind.BLIND, -amount
        case Called() | BetPlaced() | Raised():
            added, bets[event.seat] = event.total - bets[event.seat], event.total
            yield event.seat, _KINDS[type(event)], -added
        case UncalledReturned(seat=seat, amount=amount):
            yield seat, Kind.UNCALLED, amount
        case PotAwarded(shares=shares):
            for seat, amount in shares:
                yield seat, Kind.POT, amount
        case _:
            pass


_KINDS: dict[type[Event], Kind] = {
    Called: Kind.CALL,
    BetPlaced: Kind.BET,
    Raised: Kind.RAISE,
}


def _put_in(table: Table) -> Iterator[tuple[int, int]]:
    """Yield what each seat has put into the pot of the hand being played, antes included."""
    left = behind(table)
    for player in table.session.players:
        if put := player.stack - left[UserId(player.member)]:
            yield player.seat, put


def _carried(before: Table | None, after: Table, moved: Iterable[Moved]) -> Iterator[Movement]:
    """Yield what went to another table with its owner, or came from one."""
    seats = {} if before is None else {p.member: p.seat for p in before.session.players}
    for move in moved:
        if move.source == after.id:
            yield Movement(None, seats[move.user], move.user, Kind.MOVED, -move.chips)
        elif move.target == after.id:
            yield Movement(None, move.seat, move.user, Kind.MOVED, move.chips)


def _untold(
    before: Table | None, after: Table, counted: Counter[UserId], now: Counter[UserId]
) -> Iterator[Movement]:
    """Yield what no event tells: chips that came with their owner, or left with him."""
    left = {UserId(player.member) for player in after.session.players if player.left}
    seats = {UserId(p.member): p.seat for p in after.session.players}
    if before is not None:
        old = {UserId(p.member): p.seat for p in before.session.players}
        seats = old | seats
        left |= old.keys() - now.keys()
    cash = after.options.buy_in is not None
    bought = Counter(after.bought)
    if before is not None:
        bought.subtract(before.bought)
    for user, seat in seats.items():
        amount = now[user] - counted[user]
        if amount < 0 and user in left:
            yield Movement(None, seat, user, Kind.LEFT, amount)
        elif cash and amount and amount == bought[user]:
            yield Movement(None, seat, user, Kind.BUY_IN, amount)
        elif not cash and amount == after.options.stack and user not in _known(before):
            yield Movement(None, seat, user, Kind.STACK, amount)


def _known(before: Table | None) -> set[UserId]:
    return set() if before is None else set(before.members)
