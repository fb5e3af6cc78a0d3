"""Records of hands for the tests of hand histories: random evenings, and hands in words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache

from engine.actions import Action, BetTo, Call, Check, Exchange, Fold, RaiseTo, Show, TimeOut
from engine.cards import FULL_DECK, Card
from engine.events import AntePosted, CardsDealt, CardsDrawn, Event, HandStarted
from engine.games import VARIANTS
from engine.hand import Hand, apply, deal, legal
from engine.history.record import HandRecord, Seated
from engine.rules import AntePayer, Game, Stakes, Structure
from engine.seats import Positions, clockwise_from, next_seat
from engine.session import Session, act, is_decided, leave, new_session, sit, start_hand
from tests.engine.evening import Evening
from tests.engine.table import Table

STARTED = datetime(2026, 11, 29, 21, 44, 15, tzinfo=UTC)
MEMBERS = 500
NAMED = {"A": "Anna", "B": "Björn", "C": "Chloé", "D": "Dmitri"}
PARTS = 4
NAMES = ("Anna", "Björn", "Chloé", "Dmitri", "Ewa", "Farid", "Gül", "Hugo", "Ida", "J. B. Good")


def random_stakes(game: Game, chance: random.Random) -> Stakes:
    """Choose what is played for."""
    structure = chance.choice([*Structure, Structure.NO_LIMIT])
    muck, apart = chance.random() < 0.3, chance.random() < 0.2
    if game is Game.FIVECARD:
        return Stakes(
            ante=chance.choice([1, 1, 5]), structure=structure, muck=muck, odd_chips_apart=apart
        )
    small, big = chance.choice([(1, 2), (5, 10), (2, 5), (0, 2), (3, 3)])
    ante = chance.choice([0, 0, 0, 1, 7])
    payer = chance.choice(list(AntePayer))
    return Stakes(small, big, ante, structure, 4, payer, apart, muck)


def random_records(seed: int) -> Iterator[HandRecord]:
    """Play an evening at random, and return its hands."""
    chance = random.Random(seed)
    game = chance.choice([Game.HOLDEM, Game.HOLDEM, Game.FIVECARD])
    stakes = random_stakes(game, chance)
    count = chance.randint(2, VARIANTS[game].max_players)
    session = new_session(game, stakes, 200, VARIANTS[game].max_players, 6)
    for seat in sorted(chance.sample(range(1, session.max_seats + 1), count)):
        session = sit(session, MEMBERS + seat, seat)
    session = replace(
        session,
        players=tuple(
            replace(player, stack=chance.choice([chance.randint(1, 20), chance.randint(10, 300)]))
            for player in session.players
        ),
    )
    while not is_decided(session):
        before = session
        session, events = _random_hand(session, chance)
        yield record_of(before, session, events)


def record_of(before: Session, after: Session, events: tuple[Event, ...]) -> HandRecord:
    """File the hand that a session has just played."""
    assert after.hand is not None
    stacks = {player.seat: player.stack for player in before.players}
    return HandRecord(
        number=after.hands_played,
        table="Main",
        game=after.game,
        stakes=after.stakes,
        started=STARTED,
        button=after.hand.positions.button,
        max_seats=after.max_seats,
        players=tuple(Seated(seat, NAMES[seat - 1], stacks[seat]) for seat in after.hand.seats),
        events=events,
        session=17,
    )


def record_of_table(table: Table, names: Mapping[str, str] | None = None) -> HandRecord:
    """File a hand that was played in words."""
    hand = table.hand
    return HandRecord(
        number=3,
        table="Main",
        game=hand.game,
        stakes=hand.stakes,
        started=STARTED,
        button=hand.positions.button,
        max_seats=VARIANTS[hand.game].max_players,
        players=tuple(
            Seated(seat, (names or {}).get(name, name), table.start[name])
            for name, seat in table.seat_of.items()
        ),
        events=(
            HandStarted(
                3,
                hand.positions.button,
                hand.seats,
                tuple((seat, table.start[name]) for name, seat in table.seat_of.items()),
                hand.stakes,
                tuple((seat, seat) for seat in hand.seats),
            ),
            *table.events,
        ),
    )


def straddled(seed: int) -> HandRecord:
    """Play one hand of Hold'em with a straddle at random."""
    chance = random.Random(seed)
    seats = sorted(chance.sample(range(1, 11), chance.randint(3, 6)))
    button, small, big = clockwise_from(0, seats)[:3]
    stacks = {seat: chance.randint(9, 60) for seat in seats}
    stakes = Stakes(1, 2, chance.choice([0, 1]))
    hand, dealt = deal(
        Game.HOLDEM,
        stakes,
        stacks,
        Positions(button, small, big, next_seat(big, seats)),
        chance.sample(FULL_DECK, 52),
        FULL_DECK,
    )
    events: list[Event] = [
        HandStarted(
            1,
            button,
            hand.seats,
            tuple(stacks.items()),
            stakes,
            tuple((seat, seat) for seat in hand.seats),
        ),
        *dealt,
    ]
    while not hand.is_over:
        hand, more = apply(hand, random_action(hand, chance))
        events += more
    players = tuple(Seated(seat, NAMES[seat - 1], stacks[seat]) for seat in seats)
    return HandRecord(1, "Main", Game.HOLDEM, stakes, STARTED, button, 10, players, tuple(events))


def random_action(hand: Hand, chance: random.Random) -> Action:
    """Choose an action that is legal now, all-in less often than in the properties."""
    may = legal(hand)
    assert may is not None
    if chance.random() < 0.04:
        return TimeOut(may.seat)
    if may.most_cards is not None:
        count = chance.randint(0, may.most_cards)
        return Exchange(may.seat, tuple(chance.sample(range(1, may.most_cards + 1), count)))
    choices: list[Action] = [
        Fold(may.seat),
        *[Check(may.seat) if may.can_check else Call(may.seat)] * 5,
    ]
    if may.min_to is not None and may.max_to is not None:
        kind = BetTo if may.opens else RaiseTo
        middle = chance.randint(may.min_to, min(may.max_to, 3 * may.min_to))
        choices += [kind(may.seat, total) for total in (may.min_to, middle, may.max_to)]
    return chance.choice(choices)


def _random_hand(session: Session, chance: random.Random) -> tuple[Session, tuple[Event, ...]]:
    deck, other = chance.sample(FULL_DECK, 52), chance.sample(FULL_DECK, 52)
    session, started = start_hand(session, deck, other, chance.randrange(100))
    events = list(started)
    while session.hand_in_progress:
        hand = session.hand
        assert hand is not None
        if chance.random() < 0.03:
            here = [player for player in session.players if player.seat in hand.seats]
            gone = chance.choice([player.member for player in here if not player.left])
            session, more = leave(session, gone)
        else:
            session, more = act(session, random_action(hand, chance))
        events += more
    assert session.hand is not None
    for player in session.hand.may_show:
        if chance.random() < 0.5:
            session, more = act(session, Show(session.hand.seats[player]))
            events += more
    return session, tuple(events)


@cache
def sample(part: int) -> tuple[tuple[int, HandRecord], ...]:
    """Return a quarter of the random hands that all tests of exports share, with their seeds."""
    seeds = range(part, 100, PARTS)
    return tuple((seed, record) for seed in seeds for record in random_records(seed))


def evening_record(evening: Evening, *words: str) -> HandRecord:
    """Play the hand of an evening as far as the words go, check it down, and file it."""
    hand = evening.hand
    order = zip(hand.seats, hand.round.stacks, hand.contributions, strict=True)
    stacks = {seat: behind + paid for seat, behind, paid in order}
    start = max(at for at, event in enumerate(evening.events) if isinstance(event, HandStarted))
    if hand.stakes.ante_payer is not AntePayer.EVERYONE:
        for ante in evening.events[start:]:
            if isinstance(ante, AntePosted):
                stacks[ante.seat] += ante.amount
    for more in words:
        evening.play(more).check_down()
    return HandRecord(
        number=evening.session.hands_played,
        table="Main",
        game=hand.game,
        stakes=hand.stakes,
        started=STARTED,
        button=hand.positions.button,
        max_seats=evening.session.max_seats,
        players=tuple(Seated(seat, evening.name_of[seat], stacks[seat]) for seat in hand.seats),
        events=tuple(evening.events[start:]),
    )


def cards_open_to(record: HandRecord, reader: int | None) -> set[Card]:
    """Return the cards that a reader may find: the board, hands shown, and what he held."""
    own = [
        card
        for event in record.events
        if isinstance(event, CardsDealt | CardsDrawn) and event.seat == reader
        for card in event.cards
    ]
    shown = [card for cards in record.shown.values() for card in cards]
    return {*record.board, *shown, *own}
