"""What is true of every hand and session, whatever is dealt and done.

Hypothesis draws a table and a seed; the seed makes the deck and chooses among the actions, so that
a failing example is one seed to replay. Its numbers are the same on every run (see `conftest`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from engine import betting
from engine.actions import (
    Action,
    AllIn,
    BetTo,
    Call,
    Check,
    Exchange,
    Fold,
    Leave,
    Legal,
    RaiseTo,
    Show,
    TimeOut,
)
from engine.cards import FULL_DECK, Card
from engine.errors import EngineError, Malformed, Reason, Refusal
from engine.events import (
    AntePosted,
    BetPlaced,
    BlindPosted,
    Called,
    CardsDealt,
    CardsDrawn,
    Event,
    Folded,
    HandEnded,
    HandsShown,
    PotAwarded,
    Raised,
    StreetOpened,
    UncalledReturned,
)
from engine.games import VARIANTS
from engine.hand import Hand, apply, deal, legal
from engine.pots import build_pots, uncalled
from engine.rules import Game, Stakes
from engine.seats import Positions, first_blinds
from engine.session import (
    Session,
    able_to_play,
    act,
    is_decided,
    leave,
    new_session,
    places,
    sit,
    start_hand,
    total_chips,
    void_hand,
)
from tests.engine.table import check_invariants

SESSION: TypeAdapter[Session] = TypeAdapter(Session)
HAND: TypeAdapter[Hand] = TypeAdapter(Hand)
EVENT: TypeAdapter[Event] = TypeAdapter(Event)

SEEDS = st.integers(0, 2**32 - 1)
STACKS = st.one_of(st.integers(1, 6), st.integers(1, 40), st.integers(1, 400))
LONGEST_HAND = 2000


class Dealt(NamedTuple):
    """A hand at its beginning, the stacks before it, and what will choose the actions."""

    hand: Hand
    events: tuple[Event, ...]
    stacks: dict[int, int]
    chance: random.Random


@st.composite
def hands(draw: st.DrawFn) -> Dealt:
    """Deal a hand of either game: any number of players, stacks, stakes, and places."""
    game = draw(st.sampled_from(Game))
    stacks = draw(st.lists(STACKS, min_size=2, max_size=VARIANTS[game].max_players))
    chance = random.Random(draw(SEEDS))
    seats = sorted(chance.sample(range(1, 11), len(stacks)))
    if game is Game.HOLDEM:
        small, big = draw(st.sampled_from([(1, 2), (5, 10), (2, 5), (0, 2), (3, 3)]))
        stakes = Stakes(small, big, draw(st.sampled_from([0, 0, 1, 7])))
        positions = first_blinds(chance.choice(seats), seats)
        if len(seats) > 2 and chance.random() < 0.3:
            positions = Positions(chance.randrange(1, 11), None, chance.choice(seats))
    else:
        stakes = Stakes(ante=draw(st.sampled_from([1, 1, 3])))
        positions = Positions(chance.randrange(1, 11))
    by_seat = dict(zip(seats, stacks, strict=True))
    hand, events = deal(
        game,
        stakes,
        by_seat,
        positions,
        chance.sample(FULL_DECK, 52),
        chance.sample(FULL_DECK, 52),
    )
    return Dealt(hand, events, by_seat, chance)


def some_legal_action(hand: Hand, chance: random.Random) -> Action:
    """Choose an action that is legal now; everyone is more likely to stay in than to go."""
    may = legal(hand)
    assert may is not None
    if chance.random() < 0.02:
        return Leave(chance.choice(hand.seats))
    if chance.random() < 0.05:
        return TimeOut(may.seat)
    if may.most_cards is not None:
        count = chance.randint(0, may.most_cards)
        return Exchange(may.seat, tuple(chance.sample(range(1, may.most_cards + 1), count)))
    return chance.choice(legal_bets(may, chance))


def legal_bets(may: Legal, chance: random.Random) -> list[Action]:
    """Return what a player may do in a betting round, the more likely things more often."""
    stay: Action = Check(may.seat) if may.can_check else Call(may.seat)
    choices: list[Action] = [Fold(may.seat), *[stay] * 4]
    if may.min_to is not None and may.max_to is not None:
        kind: type[BetTo | RaiseTo] = BetTo if may.opens else RaiseTo
        middle = chance.randint(may.min_to, min(may.max_to, 3 * may.min_to))
        choices += [kind(may.seat, total) for total in (may.min_to, middle, may.max_to)]
    if may.closed in {None, Reason.CALL_TAKES_ALL}:
        choices.append(AllIn(may.seat))
    return choices


def some_action(hand: Hand, chance: random.Random) -> Action:
    """Choose any action at all, in turn or not, with amounts from the likely to the absurd."""
    may = legal(hand)
    near = [0, 1, hand.round.price, *hand.round.stacks, *hand.round.bets]
    if may is not None:
        near += [limit for limit in (may.min_to, may.max_to) if limit is not None]
        if chance.random() < 0.6:
            near = [chance.choice(near) + chance.choice([-1, 0, 1])]
    total = chance.choice([*near, -5, 10**30])
    seat = chance.choice([*hand.seats, *([may.seat] * 9 if may else []), 99])
    positions = tuple(chance.randrange(-1, 7) for _ in range(chance.randrange(7)))
    not_an_amount: Any = chance.choice([True, 2.5, "4", None])
    actions: list[Action] = [
        Fold(seat),
        Check(seat),
        Call(seat),
        AllIn(seat),
        BetTo(seat, total),
        RaiseTo(seat, total),
        BetTo(seat, total),
        RaiseTo(seat, total),
        Exchange(seat, positions),
        TimeOut(seat),
        Show(seat),
        BetTo(seat, not_an_amount),
    ]
    return chance.choice(actions)


def play_out(hand: Hand, chance: random.Random) -> Iterator[tuple[Hand, Action, tuple[Event, ...]]]:
    """Play a hand to its end with legal actions; yield each state with what led there."""
    for _ in range(LONGEST_HAND):
        if hand.is_over:
            return
        action = some_legal_action(hand, chance)
        hand, events = apply(hand, action)
        yield hand, action, events
    raise AssertionError("the hand does not end")


def chips_of(hand: Hand) -> int:
    return sum(hand.round.stacks) + hand.pot


@given(hands())
def test_chips_and_cards_are_conserved_and_every_hand_ends(
    dealt: Dealt,
) -> None:
    """After every legal action the chips are all there, and the 52 cards each once."""
    hand, chance = dealt.hand, dealt.chance
    chips = chips_of(hand)
    check_invariants(hand, chips)
    for after, _, _ in play_out(hand, chance):
        check_invariants(after, chips)
        hand = after
    assert hand.is_over
    assert legal(hand) is None
    assert sum(hand.round.stacks) == chips
    assert hand.contributions == [0] * len(hand.seats)


@given(hands())
def test_apply_never_changes_the_hand_it_is_given(
    dealt: Dealt,
) -> None:
    """Every state is as it was before the next action."""
    hand, chance = dealt.hand, dealt.chance
    copy = deepcopy(hand)
    for after, _, _ in play_out(hand, chance):
        assert hand == copy
        hand, copy = after, deepcopy(after)


@given(hands())
def test_an_illegal_action_is_refused_and_changes_nothing(
    dealt: Dealt,
) -> None:
    """Whatever is tried is either done or refused with a reason and the legal limits."""
    hand, chance = dealt.hand, dealt.chance
    states = [hand, *(after for after, _, _ in play_out(hand, chance))]
    for state in states:
        before = deepcopy(state)
        for _ in range(6):
            action = some_action(state, chance)
            answer = attempt(state, action)
            if isinstance(answer, Refusal):
                assert isinstance(answer.reason, Reason)
                assert answer.legal == legal(state)
            elif isinstance(answer, EngineError):
                assert isinstance(answer, Malformed)
                assert str(answer)
            else:
                assert answer != state
                check_invariants(answer, chips_of(state))
            assert state == before


@given(hands())
def test_legal_says_exactly_what_apply_accepts(
    dealt: Dealt,
) -> None:
    """Both bounds of a bet are accepted, one chip beyond either is not; likewise the rest."""
    hand, chance = dealt.hand, dealt.chance
    for state in [hand, *(after for after, _, _ in play_out(hand, chance))]:
        may = legal(state)
        if may is None:
            for kind in (Fold, Check, Call, AllIn, TimeOut, Exchange):
                assert not accepts(state, kind(state.seats[0]))
            continue
        seat = may.seat
        betting_now = may.most_cards is None
        assert accepts(state, Fold(seat)) == betting_now
        assert accepts(state, Check(seat)) == may.can_check
        assert accepts(state, Call(seat)) == (may.to_call > 0)
        assert accepts(state, Exchange(seat)) != betting_now
        assert accepts(state, TimeOut(seat))
        can_shove = betting_now and may.closed in {None, Reason.CALL_TAKES_ALL}
        assert accepts(state, AllIn(seat)) == can_shove
        for other in set(state.seats) - {seat}:
            assert not accepts(state, Fold(other))
        right, wrong = (BetTo, RaiseTo) if may.opens else (RaiseTo, BetTo)
        assert (may.min_to is None) == (may.max_to is None)
        if may.min_to is None or may.max_to is None:
            player = state.seats.index(seat)
            everything = state.round.bets[player] + state.round.stacks[player]
            assert betting_now == (may.closed is not None)
            assert not accepts(state, right(seat, everything))
            assert not accepts(state, right(seat, state.round.price + state.round.increment))
            continue
        assert may.closed is None
        assert may.min_to <= may.max_to
        for total in {may.min_to, may.max_to, (may.min_to + may.max_to) // 2}:
            assert accepts(state, right(seat, total))
            assert not accepts(state, wrong(seat, total))
        assert not accepts(state, right(seat, may.min_to - 1))
        assert not accepts(state, right(seat, may.max_to + 1))


def attempt(hand: Hand, action: Action) -> Hand | EngineError:
    """Return the next state, or the error that refused it."""
    try:
        return apply(hand, action)[0]
    except EngineError as error:
        return error


def accepts(hand: Hand, action: Action) -> bool:
    return isinstance(attempt(hand, action), Hand)


@given(hands())
def test_public_events_hold_no_card_that_nobody_showed(
    dealt: Dealt,
) -> None:
    """Cards come to the public from the board or from a showdown; the rest goes to their owner."""
    hand, events, chance = dealt.hand, dealt.events, dealt.chance
    states = [(hand, events), *((after, seen) for after, _, seen in play_out(hand, chance))]
    public: set[Card] = set()
    for state, happened in states:
        for event in happened:
            if isinstance(event, CardsDealt | CardsDrawn):
                assert event.audience == event.seat
                assert event.cards == state.holes[state.seats.index(event.seat)]
                continue
            assert event.audience is None
            if isinstance(event, StreetOpened):
                public.update(event.cards)
            elif isinstance(event, HandsShown):
                public.update(card for _, cards in event.hands for card in cards)
                for seat, cards in event.hands:
                    player = state.seats.index(seat)
                    assert state.round.live[player]
                    assert cards == state.holes[player]
        assert public <= {
            *state.board,
            *(card for hole in state.holes for card in hole if state.shown),
        }
        assert cards_in(event for event in happened if event.audience is None) <= public


def cards_in(events: Iterator[Event]) -> set[Card]:
    """Return every card that stands in these events, in fields of whatever name."""
    return {card for event in events for card in _cards_of(event)}


def _cards_of(event: Event) -> tuple[Card, ...]:
    held: list[Card] = []
    for field in ("cards", "hands"):
        value = getattr(event, field, ())
        for item in value:
            if isinstance(item, tuple):
                held += item[1] if isinstance(item[1], tuple) else ()
            else:
                held.append(item)
    return tuple(held)


@given(hands())
def test_a_hand_survives_being_written_and_read_at_every_step(
    dealt: Dealt,
) -> None:
    """A hand read back is the same hand, and goes on in the same way."""
    hand, events, chance = dealt.hand, dealt.events, dealt.chance
    for after, action, happened in play_out(hand, chance):
        again = HAND.validate_json(HAND.dump_json(hand))
        assert again == hand
        assert apply(again, action) == (after, happened)
        for event in (*events, *happened):
            assert EVENT.validate_json(EVENT.dump_json(event)) == event
        hand = after
    assert HAND.validate_json(HAND.dump_json(hand)) == hand


@given(hands())
def test_events_alone_tell_every_stack_and_every_pot(
    dealt: Dealt,
) -> None:
    """Whoever hears the public events knows all stacks, and finds the same pots chip by chip."""
    hand, events, chance = dealt.hand, dealt.events, dealt.chance
    ledger = Ledger(dealt.stacks)
    ledger.hear(events)
    assert ledger.stacks == dict(zip(hand.seats, hand.round.stacks, strict=True))
    for after, _, happened in play_out(hand, chance):
        ledger.hear(happened)
        assert ledger.stacks == dict(zip(after.seats, after.round.stacks, strict=True))
        hand = after
    live = [seat not in ledger.folded for seat in hand.seats]
    told = [(award.amount, award.contenders) for award in hand.pot_awards]
    counted = count_pots([ledger.paid[seat] for seat in hand.seats], live)
    assert told == [(chips, tuple(hand.seats[at] for at in who)) for chips, who in counted]
    for award in hand.pot_awards:
        assert sum(chips for _, chips in award.shares) == award.amount
        least = min(chips for _, chips in award.shares)
        assert [chips for _, chips in award.shares][1:] == [least] * (len(award.shares) - 1)
        assert award.shares[0][1] == least + award.odd_chips
        assert award.odd_chips < len(award.shares)


class Ledger:
    """Stacks and contributions as somebody at the table keeps them, from what is announced."""

    def __init__(self, stacks: dict[int, int]) -> None:
        self.stacks = stacks.copy()
        self.paid = dict.fromkeys(stacks, 0)
        self.bets = dict.fromkeys(stacks, 0)
        self.folded: set[int] = set()

    def hear(self, events: Iterable[Event]) -> None:
        for event in events:
            self._move_chips(event)
            if isinstance(event, Folded):
                self.folded.add(event.seat)
            elif isinstance(event, StreetOpened):
                self.bets = dict.fromkeys(self.bets, 0)
            self._agrees_with(event)

    def _move_chips(self, event: Event) -> None:
        match event:
            case AntePosted(seat=seat, amount=amount):
                self._pay(seat, amount, bet=False)
            case BlindPosted(seat=seat, amount=amount) | Called(seat=seat, added=amount):
                self._pay(seat, amount)
            case BetPlaced(seat=seat, total=total) | Raised(seat=seat, total=total):
                self._pay(seat, total - self.bets[seat])
            case UncalledReturned(seat=seat, amount=amount):
                self._pay(seat, -amount)
            case PotAwarded(shares=shares):
                for seat, chips in shares:
                    self.stacks[seat] += chips

    def _agrees_with(self, event: Event) -> None:
        if isinstance(event, AntePosted | BlindPosted | Called | BetPlaced | Raised):
            assert event.all_in == (not self.stacks[event.seat])
        if isinstance(event, Called):
            assert event.total == self.bets[event.seat]
        if isinstance(event, HandEnded):
            assert dict(event.stacks) == self.stacks

    def _pay(self, seat: int, chips: int, *, bet: bool = True) -> None:
        self.stacks[seat] -= chips
        self.paid[seat] += chips
        self.bets[seat] += chips if bet else 0


def count_pots(paid: list[int], live: list[bool]) -> list[tuple[int, tuple[int, ...]]]:
    """Count the pots chip by chip: the n-th chip of everybody who put in that many, n = 1, 2, 3."""
    pots: list[tuple[int, tuple[int, ...]]] = []
    for level in range(1, max(paid) + 1):
        chips = sum(1 for chips in paid if chips >= level)
        contenders = tuple(at for at, chips in enumerate(paid) if live[at] and chips >= level)
        if pots and contenders in {pots[-1][1], ()}:
            pots[-1] = (pots[-1][0] + chips, pots[-1][1])
        else:
            pots.append((chips, contenders))
    return pots


@given(st.lists(st.tuples(st.integers(0, 30), st.booleans()), min_size=2, max_size=10))
def test_pots_agree_with_counting_chip_by_chip(players: list[tuple[int, bool]]) -> None:
    """What nobody called comes back, the rest lies in the pots a patient counter finds."""
    paid = [chips for chips, _ in players]
    live = [alive for _, alive in players]
    if not any(chips and alive for chips, alive in players):
        return
    back = uncalled(paid, live)
    highest, second, *_ = sorted(paid, reverse=True)
    if back is None:
        assert highest == second or not live[paid.index(highest)]
    else:
        assert back == (paid.index(highest), highest - second)
        assert live[back[0]]
        paid[back[0]] = second
    pots = [(pot.amount, pot.contenders) for pot in build_pots(paid, live)]
    assert sum(chips for chips, _ in pots) == sum(paid)
    if any(chips and alive for chips, alive in zip(paid, live, strict=True)):
        assert pots == count_pots(paid, live)


@st.composite
def sessions(draw: st.DrawFn) -> tuple[Session, random.Random]:
    """Seat members at a table of either game, with few chips, so that the evening ends."""
    game = draw(st.sampled_from(Game))
    most = VARIANTS[game].max_players
    players = draw(st.integers(2, most))
    chance = random.Random(draw(SEEDS))
    stakes = Stakes(1, 2) if game is Game.HOLDEM else Stakes(ante=draw(st.sampled_from([1, 2])))
    stack = draw(st.sampled_from([4, 7, 20]))
    most_hands = draw(st.sampled_from([None, 1, 10]))
    session = new_session(game, stakes, stack, most, most_hands)
    for member, seat in enumerate(chance.sample(range(1, most + 1), players), start=501):
        session = sit(session, member, seat)
    return session, chance


@given(sessions())
@hypothesis_settings(max_examples=60)
def test_a_session_is_conserved_and_survives_being_written_at_every_step(
    opened: tuple[Session, random.Random],
) -> None:
    """From the first deal to the last place, chips add up and the state can be stored."""
    session, chance = opened
    chips = session.stack * len(session.players)
    for _ in range(40):
        if is_decided(session):
            break
        session, events = start_hand(
            session,
            chance.sample(FULL_DECK, 52),
            chance.sample(FULL_DECK, 52),
            chance.randrange(99),
        )
        check_session(session, chips)
        while session.hand_in_progress:
            before = deepcopy(session)
            stored = SESSION.validate_json(SESSION.dump_json(session))
            assert stored == session
            step = one_step(session, chance)
            assert session == before
            session, events = step
            assert events
            check_session(session, chips)
    ranked = [player for place in places(session) for player in place.players]
    assert sorted(player.member for player in ranked) == sorted(p.member for p in session.players)
    at = 1
    for place in places(session):
        assert place.place == at
        at += len(place.players)


def one_step(session: Session, chance: random.Random) -> tuple[Session, tuple[Event, ...]]:
    """Go on by an action, seldom by somebody leaving or by calling the hand off."""
    assert session.hand is not None
    if chance.random() < 0.01:
        return void_hand(session)
    there = [p for p in session.players if not p.left and p.exit is None]
    if there and chance.random() < 0.02:
        return leave(session, chance.choice(there).member)
    action = some_legal_action(session.hand, chance)
    while isinstance(action, Leave):
        action = some_legal_action(session.hand, chance)
    return act(session, action)


def check_session(session: Session, chips: int) -> None:
    assert total_chips(session) == chips
    assert SESSION.validate_json(SESSION.dump_json(session)) == session
    if not session.hand_in_progress:
        able = able_to_play(session)
        assert all((player.exit is None) == (player in able) for player in session.players)
        assert sum(player.stack for player in session.players) + session.taken_away == chips


@pytest.mark.parametrize("seed", range(3))
def test_the_same_deck_and_actions_give_the_same_hand(seed: int) -> None:
    """Nothing but its arguments decides how a hand goes: a replay is the hand."""

    def replay() -> list[Event]:
        chance = random.Random(seed)
        deck, other = chance.sample(FULL_DECK, 52), chance.sample(FULL_DECK, 52)
        stacks = {1: 50, 4: 80, 6: 20, 9: 200}
        positions = first_blinds(6, stacks)
        hand, events = deal(Game.HOLDEM, Stakes(1, 2), stacks, positions, deck, other)
        happened: list[Event] = list(events)
        for _, _, step in play_out(hand, chance):
            happened += step
        assert isinstance(happened[-1], HandEnded)
        return happened

    assert replay() == replay()


@given(hands())
def test_betting_over_means_nobody_is_asked_for_a_bet_again(
    dealt: Dealt,
) -> None:
    """With at most one live player who has chips, only a bet already made is still answered."""
    hand, chance = dealt.hand, dealt.chance
    for state, _, _ in play_out(hand, chance):
        may = legal(state)
        if may is not None and may.most_cards is None and betting.betting_is_over(state.round):
            assert may.to_call > 0
            assert may.min_to is None
