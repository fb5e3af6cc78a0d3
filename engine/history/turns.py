"""A hand retold so that everybody folds in turn.

At our tables who leaves folds at once, in turn or not (RULINGS B8). Other formats know only folds
in turn, as rooms play it: the seat of a player who is gone folds when its turn comes. Both come to
the same chips, because who is gone puts in no more; so the fold is told where the turn is. Who is
gone and owes nothing at the showdown mucks there.

What cannot be retold: a hand that ended, or ran out its board, on a fold before somebody whose
decision others would have waited for.
"""

from __future__ import annotations

from engine import betting
from engine.betting import Round
from engine.events import (
    AntePosted,
    BetPlaced,
    Blind,
    BlindPosted,
    Called,
    Checked,
    Event,
    Folded,
    HandsShown,
    Mucked,
    PlayerLeft,
    PotAwarded,
    Raised,
    StreetOpened,
    TimedOut,
    UncalledReturned,
)
from engine.games import VARIANTS
from engine.history.record import HandRecord, NotExpressible

Decision = Checked | Called | BetPlaced | Raised


def in_turn(record: HandRecord) -> tuple[Event, ...]:
    """Return the events of a hand of Hold'em with every fold in turn.

    :raises NotExpressible: where that cannot be told.
    """
    turns = _Turns(record)
    for event in record.events:
        turns.take(event)
    return tuple(turns.told)


class _Turns:
    """The betting rounds as they go when who has left keeps his place until his turn."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        self.seats = record.order
        self.streets = VARIANTS[record.game].streets
        self.street = 0
        self.waiting: set[int] = set()
        """Seats that have left and still have to fold."""
        self.told: list[Event] = []
        stacks = [player.stack for player in record.in_order]
        self.round = self._round(stacks, [True] * len(stacks))
        self.start = 0

    def take(self, event: Event) -> None:
        """Tell an event, now or when its turn comes."""
        match event:
            case PlayerLeft(seat=seat) if self._folds(event):
                self.waiting.add(seat)
            case Folded(seat=seat) if seat in self.waiting:
                pass
            case Folded(seat=seat):
                self._wait_for(seat)
                self._fold(seat)
            case TimedOut() | Checked() | Called() | BetPlaced() | Raised():
                self._wait_for(event.seat)
                self._decide(event)
                self.told.append(event)
            case UncalledReturned() | StreetOpened() | HandsShown() | PotAwarded():
                self._wait_for(None)
                self.told.append(event)
                self._go_on(event)
            case _:
                self._pay(event)
                self.told.append(event)

    def _folds(self, left: PlayerLeft) -> bool:
        """Say whether leaving folded a hand: neither gone already, nor all-in, nor over."""
        at = self.record.events.index(left)
        return self.record.events[at + 1 : at + 2] == (Folded(left.seat),)

    def _round(self, stacks: list[int], live: list[bool]) -> Round:
        return betting.new_round(stacks, live, self.record.stakes, self.streets[self.street], 0)

    def _pay(self, event: Event) -> None:
        """Take antes and blinds."""
        match event:
            case AntePosted(seat=seat, amount=amount):
                self.round.stacks[self.seats.index(seat)] -= amount
            case BlindPosted(seat=seat, amount=amount):
                player = self.seats.index(seat)
                betting.post_blind(self.round, player, amount)
                # A short blind does not lower the price, whoever could not post it (RULINGS A2).
                self.round.price = max(self.round.price, self.record.stakes.big_blind)
                self.start = player + (2 if event.blind is Blind.SMALL else 1)
            case _:
                pass

    def _next(self) -> int | None:
        if self.round.live.count(True) == 1:
            return None
        player = betting.next_to_act(self.round, self.start)
        return None if player is None else self.seats[player]

    def _wait_for(self, seat: int | None) -> None:
        """Let those fold whose turn comes before that of a seat, or before the round is over."""
        while (to_act := self._next()) != seat:
            if to_act not in self.waiting:
                raise NotExpressible("a player left, and the hand went on before another's turn")
            self.waiting.remove(to_act)
            self.told.append(PlayerLeft(to_act))
            self._fold(to_act)
        if seat is None:
            self._check_uncalled()

    def _check_uncalled(self) -> None:
        """Check that who is gone would not get chips back: here they stay (RULINGS A13)."""
        *_, second, highest = sorted(self.round.bets)
        player = self.round.bets.index(highest)
        if highest > second and self.seats[player] in self.waiting:
            raise NotExpressible("a player left a bet behind that nobody called")

    def _fold(self, seat: int) -> None:
        player = self.seats.index(seat)
        betting.fold(self.round, player)
        self.start = player + 1
        self.told.append(Folded(seat))

    def _decide(self, event: TimedOut | Decision) -> None:
        player = self.seats.index(event.seat)
        match event:
            case TimedOut():
                return
            case Checked():
                betting.check(self.round, player)
            case Called():
                betting.call(self.round, player)
            case BetPlaced(total=total) | Raised(total=total):
                betting.raise_to(self.round, player, total)
        self.start = player + 1

    def _go_on(self, event: UncalledReturned | StreetOpened | HandsShown | PotAwarded) -> None:
        """Go on when a round is over."""
        match event:
            case UncalledReturned(seat=seat, amount=amount):
                player = self.seats.index(seat)
                self.round.stacks[player] += amount
                self.round.bets[player] -= amount
            case StreetOpened():
                self.street += 1
                self.round = self._round(self.round.stacks, self.round.live)
                self.start = 0
            case HandsShown():
                self._muck()
            case PotAwarded():
                self._nobody_waits()

    def _muck(self) -> None:
        """Let who is gone muck at the showdown, all-in or at the end."""
        if self.street < len(self.streets) - 1 and not betting.betting_is_over(self.round):
            self._nobody_waits()
        for seat in sorted(self.waiting, key=self.seats.index):
            self.told += (PlayerLeft(seat), Mucked(seat))
            self.round.live[self.seats.index(seat)] = False
        self.waiting.clear()

    def _nobody_waits(self) -> None:
        if self.waiting:
            raise NotExpressible("a player left, and the hand was over before his turn")
