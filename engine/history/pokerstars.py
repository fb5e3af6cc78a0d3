"""Hand histories in the text form of PokerStars, which most programs for players read.

There is no specification. The sources are hands that PokerStars wrote, as collected in the test
files of fpdb (https://github.com/jejellyroll-fr/fpdb-3, regression-test-files/cash/Stars) and of
``poker`` (https://github.com/pokerregion/poker), and what the readers PokerKit, fpdb and ``poker``
expect:

- chips without a currency sign; "(Play Money)", which PokerStars writes after the number of seats,
  is left out, because ``poker`` does not read it and no reader needs it;
- the time in UTC, followed by Eastern time in brackets, which readers take;
- fixed-limit is named by its bets, all else by its blinds (five-card draw here: 0 and the minimum
  bet);
- hands that were open during a run-out are shown at the showdown, side pots are paid before the
  main pot;
- nothing marks the draw: it begins with the first discard.

A hand mucked shows its cards to its owner only. A fold out of turn, by who left the table, is told
in turn as `in_turn` does; where that fails, and in five-card draw, it stands where it happened.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from engine.cards import Card, card_text
from engine.events import (
    AntePosted,
    BetPlaced,
    BlindPosted,
    Called,
    CardsDrawn,
    Checked,
    Event,
    Exchanged,
    Folded,
    HandsRanked,
    HandsShown,
    Mucked,
    PlayerLeft,
    PotAwarded,
    Raised,
    StreetOpened,
    StubReshuffled,
    TimedOut,
    UncalledReturned,
)
from engine.history.english import describe
from engine.history.names import safe_names, safe_text
from engine.history.record import HandRecord, NotExpressible, Reader, known_to
from engine.history.summary import summary
from engine.history.turns import in_turn
from engine.ranking import read_cards
from engine.rules import Game, Structure

_LIMITS = {
    Structure.NO_LIMIT: "No Limit",
    Structure.POT_LIMIT: "Pot Limit",
    Structure.FIXED_LIMIT: "Limit",
}


def to_pokerstars(record: HandRecord, reader: Reader) -> str:
    """Return a hand in the text form, with what one reader may know.

    It ends with two empty lines, so that several hands can follow each other in a file.
    """
    known = _as_told(known_to(record, reader))
    names = safe_names({player.seat: player.name for player in known.players})
    lines = [*_header(known, names), *_Story(known, names).lines(), *summary(known, names)]
    return "\n".join(lines) + "\n\n\n"


def _header(record: HandRecord, names: dict[int, str]) -> Iterator[str]:
    game = "Hold'em" if record.game is Game.HOLDEM else "5 Card Draw"
    limit = _LIMITS[record.stakes.structure]
    utc = record.started.astimezone(UTC)
    number = f"{record.session}{record.number:05}" if record.session else f"{record.number}"
    yield (
        f"PokerStars Hand #{number}:  {game} {limit} ({_stakes(record)}) - "
        f"{utc:%Y/%m/%d %H:%M:%S} UTC [{eastern(utc):%Y/%m/%d %H:%M:%S} ET]"
    )
    yield (
        f"Table '{safe_text(record.table) or 'Table'}' {record.max_seats}-max "
        f"Seat #{record.button} is the button"
    )
    for player in sorted(record.players, key=lambda player: player.seat):
        yield f"Seat {player.seat}: {names[player.seat]} ({player.stack} in chips)"


def _stakes(record: HandRecord) -> str:
    stakes = record.stakes
    if stakes.structure is Structure.FIXED_LIMIT:
        return f"{stakes.minimum_bet}/{2 * stakes.minimum_bet}"
    return f"{stakes.small_blind}/{stakes.minimum_bet}"


def eastern(utc: datetime) -> datetime:
    """Return the time in New York, as its law has been since 2007.

    Summer time is from the second Sunday of March to the first of November, each at two o'clock.
    """
    summer = _sunday(utc.year, 3, 8) + timedelta(hours=7)
    winter = _sunday(utc.year, 11, 1) + timedelta(hours=6)
    return utc - timedelta(hours=4 if summer <= utc < winter else 5)


def _sunday(year: int, month: int, day: int) -> datetime:
    """Return the first Sunday from a day on."""
    date = datetime(year, month, day, tzinfo=UTC)
    return date + timedelta(days=6 - date.weekday())


class _Story:
    """What happened, from the posts to the last pot."""

    def __init__(self, record: HandRecord, names: dict[int, str]) -> None:
        self.record = record
        self.names = names
        self.price = record.stakes.big_blind
        self.board: tuple[Card, ...] = ()
        self.cards = dict(record.dealt)
        """The cards of each seat as they are now, those the reader knows."""
        self.ranks = {
            seat: read_cards((*cards, *record.board)) for seat, cards in record.shown.items()
        }
        self.by_showdown = any(record.of(HandsRanked))

    def lines(self) -> Iterator[str]:
        """Tell the hand line by line."""
        yield from self._posts()
        yield f"*** {'HOLE CARDS' if self.record.game is Game.HOLDEM else 'DEALING HANDS'} ***"
        for seat in self.record.order:
            if seat in self.cards:
                yield f"Dealt to {self.names[seat]} {_cards(self.cards[seat])}"
        for event in self.record.events:
            yield from self._tell(event)
        yield from self._end()

    def _posts(self) -> Iterator[str]:
        for post in self.record.events:
            match post:
                case AntePosted(seat=seat, amount=amount, all_in=all_in):
                    yield f"{self.names[seat]}: posts the ante {amount}{_all_in(all_in)}"
                case BlindPosted(seat=seat, blind=blind, amount=amount, all_in=all_in):
                    what = "straddle" if blind == "straddle" else f"{blind} blind"
                    if blind == "straddle":
                        self.price = amount
                    yield f"{self.names[seat]}: posts {what} {amount}{_all_in(all_in)}"
                case _:
                    pass

    def _tell(self, event: Event) -> Iterator[str]:
        match event:
            case StreetOpened(street=street, cards=cards):
                yield from self._open(street, cards)
            case BetPlaced() | Raised() | Called() | Checked() | Folded():
                yield f"{self.names[event.seat]}: {self._decision(event)}"
            case Exchanged(seat=seat, count=count):
                yield from self._exchange(seat, count)
            case StubReshuffled():
                yield "The deck is reshuffled"
            case TimedOut(seat=seat):
                yield f"{self.names[seat]} has timed out"
            case PlayerLeft(seat=seat):
                yield f"{self.names[seat]} leaves the table"
            case UncalledReturned(seat=seat, amount=amount):
                yield f"Uncalled bet ({amount}) returned to {self.names[seat]}"
            case _:
                pass

    def _open(self, street: str, cards: tuple[Card, ...]) -> Iterator[str]:
        self.price = 0
        if cards:
            before = f"{_cards(self.board)} " if self.board else ""
            yield f"*** {street.upper()} *** {before}{_cards(cards)}"
        self.board += cards

    def _decision(self, event: BetPlaced | Raised | Called | Checked | Folded) -> str:
        match event:
            case Folded():
                return "folds"
            case Checked():
                return "checks"
            case Called(added=added, all_in=all_in):
                return f"calls {added}{_all_in(all_in)}"
            case BetPlaced(total=total, all_in=all_in):
                self.price = total
                return f"bets {total}{_all_in(all_in)}"
            case Raised(total=total, all_in=all_in):
                by, self.price = total - self.price, total
                return f"raises {by} to {total}{_all_in(all_in)}"

    def _exchange(self, seat: int, count: int) -> Iterator[str]:
        name, before = self.names[seat], self.cards.get(seat, ())
        if not count:
            yield f"{name}: stands pat{f' on {_cards(before)}' if before else ''}"
            return
        cards = f"{count} card{'s' if count > 1 else ''}"
        if not before:
            yield f"{name}: discards {cards}"
            return
        drawn = next(event.cards for event in self.record.of(CardsDrawn) if event.seat == seat)
        self.cards[seat] = drawn
        kept = tuple(card for card in before if card in drawn)
        gone = tuple(card for card in before if card not in drawn)
        new = tuple(card for card in drawn if card not in before)
        yield f"{name}: discards {cards} {_cards(gone)}"
        yield f"Dealt to {name}{f' {_cards(kept)}' if kept else ''} {_cards(new)}"

    def _end(self) -> Iterator[str]:
        """Tell the showdown, or what was won without one."""
        if not self.by_showdown:
            yield from self._payments()
            for seat in (seat for award in self.record.of(PotAwarded) for seat, _ in award.shares):
                if seat not in self.record.shown:
                    yield f"{self.names[seat]}: doesn't show hand"
            yield from self._shows()
            return
        yield "*** SHOW DOWN ***"
        yield from self._shows()
        yield from self._payments()

    def _shows(self) -> Iterator[str]:
        """Tell who showed, in order, and who mucked and did not show by choice later."""
        for event in self.record.events:
            match event:
                case HandsShown(hands=hands):
                    for seat, cards in hands:
                        what = describe(self.ranks[seat])
                        yield f"{self.names[seat]}: shows {_cards(cards)} ({what})"
                case Mucked(seat=seat) if seat not in self.record.shown:
                    yield f"{self.names[seat]}: mucks hand"
                case _:
                    pass

    def _payments(self) -> Iterator[str]:
        awards = list(self.record.of(PotAwarded))
        for number, award in reversed(list(enumerate(awards))):
            pot = pot_name(number, len(awards))
            for seat, chips in award.shares:
                yield f"{self.names[seat]} collected {chips} from {pot}"


def pot_name(number: int, pots: int) -> str:
    """Return what a pot is called, the main pot being number 0."""
    if pots == 1:
        return "pot"
    if not number:
        return "main pot"
    return "side pot" if pots == 2 else f"side pot-{number}"


def _as_told(record: HandRecord) -> HandRecord:
    """Return the record with folds in turn, where they can be told so."""
    if record.game is not Game.HOLDEM:
        return record
    try:
        return replace(record, events=in_turn(record))
    except NotExpressible:
        return record


def _cards(cards: tuple[Card, ...]) -> str:
    return f"[{' '.join(map(card_text, cards))}]"


def _all_in(all_in: bool) -> str:
    return " and is all-in" if all_in else ""
