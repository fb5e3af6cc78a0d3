"""Random hands played side by side with PokerKit, which others wrote and many use.

At every decision both say who acts, what a call costs, whether checking is free, and between which
totals a bet or raise may be; then the same random action is carried out by both. At the end the
stacks are compared. Only what RULINGS decides otherwise than PokerKit may differ: each such
difference has a name, a condition and both values below, and each must keep occurring.

`SECOND_OPINION_HANDS` sets how many hands of each structure are played.
"""

from __future__ import annotations

import os
import random
import warnings
from collections import Counter, deque
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from itertools import groupby
from typing import ClassVar, NamedTuple

import pytest
from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    CardsLike,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitTexasHoldem,
    StandardHighHand,
    State,
)
from pokerkit import Hand as TheirHand

from engine.actions import Action, BetTo, Call, Check, Fold, Legal, RaiseTo
from engine.cards import FULL_DECK, Deck, card_text, parse_cards
from engine.errors import Reason
from engine.events import AntePosted, BlindPosted, PotAwarded
from engine.hand import apply, deal, legal
from engine.rules import AntePayer, Game, Stakes, Structure
from engine.seats import first_blinds
from tests.engine.table import stack_deck

ENOUGH_HANDS = 1200
"""So many that every deviation that is not rare occurs."""
HANDS = int(os.environ.get("SECOND_OPINION_HANDS", ENOUGH_HANDS))

AUTOMATIONS = tuple(
    automation for automation in Automation if automation is not Automation.HOLE_DEALING
)
PLAYERS = [2, 2, 3, 3, 4, 5, 6, 7, 8, 9]
THEIR_CARDS = {card: next(Card.parse(card_text(card))) for card in FULL_DECK}
CASH = Mode.CASH_GAME
"""Tournament mode forbids to fold where checking is free, cash mode only warns."""
THEIR_BETS_AT_MOST = 4
"""PokerKit's cap in fixed-limit: four bets and raises a round, short all-ins included."""


class RememberedHand(StandardHighHand):
    """PokerKit's hand, found once where PokerKit would find it ten times a showdown."""

    found: ClassVar[dict[tuple[tuple[Card, ...], tuple[Card, ...]], TheirHand]] = {}

    @classmethod
    def from_game(cls, hole_cards: CardsLike, board_cards: CardsLike = ()) -> TheirHand:
        cards = Card.clean(hole_cards), Card.clean(board_cards)
        if cards not in cls.found:
            cls.found[cards] = super().from_game(*cards)
        return cls.found[cards]


class NoLimit(NoLimitTexasHoldem):
    hand_types = (RememberedHand,)


class PotLimit(NoLimit):
    """Of PokerKit's own parts, which it puts together for Omaha only."""

    betting_structure = BettingStructure.POT_LIMIT


class FixedLimit(FixedLimitTexasHoldem):
    hand_types = (RememberedHand,)


class Deviation(StrEnum):
    """What the house decides otherwise than PokerKit, by the number in RULINGS."""

    SHORT_BLIND_PRICE = "A2 a call costs the full big blind, not what was posted of it"
    SHORT_BLIND_RAISE = "A2 raises are measured from the full big blind, not from the post"
    CHECKED = "A3 who checked may not raise a short opening all-in"
    LIMPED = "A4 who limped may not raise an all-in for less than a raise"
    PERSONAL = "A5 short all-ins reopen by what the player himself faces, all of it"
    OUT_OF_REACH = "A8 a raise is possible while an opponent has chips, if only to call all-in"
    NOT_ASKED = "A10 the only player with chips who owes nothing is not asked"
    FREE_FOLD = "A11 folding is legal where checking is free"
    CAP = "A16 four raises follow the bet, and only full ones count"
    ODD_CHIPS = "A14, C8 a pot ends where a live player ran out, even if his hand is beaten"
    WHOLE_BETS = "A17 fixed-limit raises go to whole bets, also over a short all-in"


class Limits(NamedTuple):
    """The smallest and the largest total of a bet or raise."""

    least: int
    most: int


class Common(NamedTuple):
    """What both allow the player to act."""

    may: Legal
    calls: bool
    """A call, or a check, costs the same."""
    raises: Limits | None


Chooser = Callable[[Common], Action]


class Duel:
    """One hand at two tables."""

    def __init__(self, stakes: Stakes, stacks: list[int], deck: Deck) -> None:
        """Deal the hand at both; the last seat has the button."""
        players = len(stacks)
        self.seen: Counter[Deviation] = Counter()
        self.story = [f"{stakes} stacks {stacks} deck {deck}"]
        seats = range(1, players + 1)
        by_seat = dict(zip(seats, stacks, strict=True))
        positions = first_blinds(players, seats)
        self.hand, events = deal(Game.HOLDEM, stakes, by_seat, positions, deck, FULL_DECK)
        blinds = [event.amount for event in events if isinstance(event, BlindPosted)]
        self.short_by = stakes.big_blind - max(blinds, default=0)
        """How much of the first price nobody has posted."""
        antes = [0] * players
        for event in events:
            if isinstance(event, AntePosted):
                # Of two players PokerKit counts antes and blinds the other way round.
                antes[-event.seat if players == 2 else event.seat - 1] = stakes.ante
        self.state = seat_them(stakes, stacks, antes)
        self.state.deck_cards = deque(THEIR_CARDS[card] for card in deck)
        while self.state.can_deal_hole():
            self.state.deal_hole()

    def play(self, choose: Chooser) -> Counter[Deviation]:
        """Play to the end at both tables and return the deviations met."""
        while True:
            self.agree_on_turn()
            may = legal(self.hand)
            if may is None:
                break
            self.act(choose(self.common(may)))
        if self.hand.round.stacks != list(self.state.stacks):
            assert self.stacks_in_merged_pots() == list(self.state.stacks), "final stacks"
            self.meet(Deviation.ODD_CHIPS)
        return self.seen

    def stacks_in_merged_pots(self) -> list[int]:
        """Return the final stacks had beaten hands gone before the pots were divided."""
        stacks = self.hand.round.stacks.copy()

        def still_in(award: PotAwarded) -> list[int]:
            players = map(self.hand.seats.index, award.contenders)
            return [player for player in players if self.state.statuses[player]]

        for _, merged in groupby(self.hand.pot_awards, still_in):
            shares = [share for award in merged for share in award.shares]
            winners = sorted({self.hand.seats.index(seat) for seat, _ in shares})
            share, odd = divmod(sum(chips for _, chips in shares), len(winners))
            for seat, chips in shares:
                stacks[self.hand.seats.index(seat)] -= chips
            for player in winners:
                stacks[player] += share + (odd if player == winners[0] else 0)
        return stacks

    def agree_on_turn(self) -> None:
        """Compare who acts; PokerKit also asks a player whose answer changes nothing."""
        state = self.state
        while state.actor_index is not None and state.actor_index != self.hand.to_act:
            actor = state.actor_index
            others = [i for i in state.player_indices if i != actor and state.statuses[i]]
            assert not any(state.stacks[i] for i in others), "somebody else could act"
            assert all(state.bets[i] <= state.bets[actor] for i in others)
            assert not state.can_complete_bet_or_raise_to()
            assert state.checking_or_calling_amount == 0
            self.meet(Deviation.NOT_ASKED)
            state.check_or_call()
        assert state.actor_index == self.hand.to_act, "who acts"

    def common(self, may: Legal) -> Common:
        """Compare what may be done and return what both allow."""
        calls = self.agree_on_call(may)
        ours = None
        if may.min_to is not None and may.max_to is not None:
            ours = Limits(may.min_to, may.max_to)
        theirs = their_limits(self.state)
        if ours != theirs:
            self.meet(self.why_raises_differ(may, ours, theirs))
        both = None
        if ours and theirs:
            both = Limits(max(ours.least, theirs.least), min(ours.most, theirs.most))
            both = both if both.least <= both.most else None
        return Common(may, calls, both)

    def agree_on_call(self, may: Legal) -> bool:
        """Compare checking, calling and folding; say whether a call costs the same."""
        theirs = self.state.checking_or_calling_amount
        assert theirs is not None
        if self.state.can_fold():
            assert not may.can_check
        else:
            assert theirs == 0
            self.meet(Deviation.FREE_FOLD)
        if may.to_call == theirs:
            return True
        rnd, actor = self.hand.round, self.state.actor_index
        assert actor is not None
        owed = [price - rnd.bets[actor] for price in (rnd.price, rnd.price - self.short_by)]
        prices = [min(chips, rnd.stacks[actor]) for chips in owed]
        assert self.hand.street == 0, "calls differ"
        assert self.short_by > 0, "calls differ"
        assert rnd.price == self.hand.stakes.big_blind
        assert [may.to_call, theirs] == prices
        self.meet(Deviation.SHORT_BLIND_PRICE)
        return False

    def why_raises_differ(
        self, may: Legal, ours: Limits | None, theirs: Limits | None
    ) -> Deviation:
        hand, state, rnd = self.hand, self.state, self.hand.round
        player = hand.to_act
        assert player is not None
        others = [i for i, live in enumerate(rnd.live) if live and i != player]
        fixed = rnd.structure is Structure.FIXED_LIMIT
        their_step = state.completion_betting_or_raising_amount
        their_price = max(rnd.bets)
        least = their_price + max(their_step, rnd.bet)
        assert theirs in {None, self.limits(their_price, least)}, "limits"
        missed = rnd.price % rnd.bet
        to_whole_bets = rnd.bet - missed if 2 * missed < rnd.bet else 2 * rnd.bet - missed
        least = rnd.price + (to_whole_bets if fixed else rnd.increment)
        assert ours in {None, self.limits(rnd.price, least)}, "limits"

        short_blind = hand.street == 0 and self.short_by > 0
        if short_blind and (rnd.price > their_price or their_step != rnd.increment):
            return Deviation.SHORT_BLIND_RAISE
        if ours and not theirs:
            if fixed and state.completion_betting_or_raising_count == THEIR_BETS_AT_MOST:
                assert rnd.raises < THEIR_BETS_AT_MOST
                return Deviation.CAP
            if all(rnd.bets[i] + rnd.stacks[i] <= rnd.price for i in others):
                assert any(rnd.stacks[i] for i in others)
                return Deviation.OUT_OF_REACH
            # They count short all-ins together only until those make up a raise.
            assert 0 < sum(state.consecutive_short_all_in_amounts) < their_step
            assert player in state.acted_player_indices
            assert may.to_call >= rnd.increment == their_step
            return Deviation.PERSONAL
        if theirs and not ours:
            assert may.closed is Reason.RAISE_NOT_REOPENED
            assert rnd.acted[player]
            assert their_step <= may.to_call < rnd.increment
            return Deviation.CHECKED if hand.street else Deviation.LIMPED
        assert fixed, "limits"
        assert missed, "limits"
        return Deviation.WHOLE_BETS

    def limits(self, price: int, least: int) -> Limits:
        """Return the limits of a raise that is at least to a total, by the texts (A9, A15)."""
        rnd, player = self.hand.round, self.state.actor_index
        assert player is not None
        all_in = rnd.bets[player] + rnd.stacks[player]
        pot_after_call = self.state.total_pot_amount + price - rnd.bets[player]
        most = {
            Structure.NO_LIMIT: all_in,
            Structure.POT_LIMIT: max(price + pot_after_call, least),
            Structure.FIXED_LIMIT: least,
        }[rnd.structure]
        return Limits(min(least, all_in), min(most, all_in))

    def act(self, action: Action) -> None:
        """Carry out an action at both tables."""
        self.story.append(str(action))
        self.hand, _ = apply(self.hand, action)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a free fold is pointless
            match action:
                case Fold():
                    self.state.fold()
                case Check() | Call():
                    self.state.check_or_call()
                case BetTo(total=total) | RaiseTo(total=total):
                    self.state.complete_bet_or_raise_to(total)

    def meet(self, deviation: Deviation) -> None:
        self.seen[deviation] += 1
        self.story.append(f"  [{deviation}]")


def draw_action(chance: random.Random, common: Common) -> Action:
    """Choose what both allow, so that hands get long and many go all-in."""
    may, calls, raises = common
    choices: list[tuple[int, Action]]
    if may.can_check:
        choices = [(50, Check(may.seat)), (2, Fold(may.seat))]
    else:
        choices = [(15, Fold(may.seat)), (40 if calls else 0, Call(may.seat))]
    if raises:
        kind: type[BetTo | RaiseTo] = BetTo if may.opens else RaiseTo
        least, most = raises
        middle = chance.randint(least, min(most, 2 * least))
        choices += [(15, kind(may.seat, least)), (15, kind(may.seat, middle))]
        choices.append((10, kind(may.seat, most)))
    weights, actions = zip(*choices, strict=True)
    chosen: Action = chance.choices(actions, weights)[0]
    return chosen


def draw_stakes(structure: Structure, chance: random.Random) -> Stakes:
    small, big = chance.choice([(1, 2), (5, 10), (10, 20), (2, 5), (1, 3), (2, 3)])
    ante = chance.choice([0, 0, 0, 1, big])
    payer = chance.choice([AntePayer.EVERYONE, AntePayer.EVERYONE, AntePayer.BIG_BLIND])
    return Stakes(small, big, ante, structure, ante_payer=payer)


def draw_stacks(players: int, big: int, chance: random.Random) -> list[int]:
    """Draw stacks from a chip to deep, so that short all-ins and side pots are common."""
    return [chance.randint(1, chance.choice([2, 4, 12, 100]) * big) for _ in range(players)]


def seat_them(stakes: Stakes, stacks: list[int], antes: list[int]) -> State:
    """Open PokerKit's table; no hole cards yet, they come from our deck."""
    together = stakes.ante_payer is AntePayer.EVERYONE
    blinds, big, players = (stakes.small_blind, stakes.big_blind), stakes.big_blind, len(stacks)
    if stakes.structure is Structure.FIXED_LIMIT:
        return FixedLimit.create_state(
            AUTOMATIONS, together, antes, blinds, big, 2 * big, stacks, players, mode=CASH
        )
    kind = NoLimit if stakes.structure is Structure.NO_LIMIT else PotLimit
    return kind.create_state(AUTOMATIONS, together, antes, blinds, big, stacks, players, mode=CASH)


def their_limits(state: State) -> Limits | None:
    least = state.min_completion_betting_or_raising_to_amount
    most = state.max_completion_betting_or_raising_to_amount
    if least is None or most is None:
        return None
    return Limits(least, most)


ONLY_FIXED = {Deviation.CAP, Deviation.WHOLE_BETS}
RARE = {Deviation.CHECKED, Deviation.PERSONAL, Deviation.ODD_CHIPS}
"""Met too seldom to be counted on; each has a hand of its own below."""


@pytest.mark.parametrize("structure", Structure)
def test_random_hands_go_as_at_pokerkits_table(structure: Structure) -> None:
    """Who acts, what he may do and who gets what are the same, but for the named deviations."""
    seen: Counter[Deviation] = Counter()
    for number in range(HANDS):
        seed = f"{structure} {number}"
        chance = random.Random(seed)
        stakes = draw_stakes(structure, chance)
        stacks = draw_stacks(chance.choice(PLAYERS), stakes.big_blind, chance)
        duel = Duel(stakes, stacks, tuple(chance.sample(FULL_DECK, 52)))
        try:
            seen += duel.play(partial(draw_action, chance))
        except Exception:
            print(f"seed {seed!r}", *duel.story, sep="\n")
            raise
        RememberedHand.found.clear()
    counts = (f"{count:6} {deviation}" for deviation, count in sorted(seen.items()))
    print(f"{HANDS} hands of {structure}", *counts, sep="\n")
    expected = set(Deviation) - (set() if structure is Structure.FIXED_LIMIT else ONLY_FIXED)
    assert set(seen) <= expected
    assert HANDS < ENOUGH_HANDS or set(seen) >= expected - RARE


def test_who_checked_may_not_raise_a_short_bet() -> None:
    """Seat 1 checked and faces 1, where the smallest bet is 2 (RULINGS A3); PokerKit lets him."""
    duel = Duel(Stakes(1, 2), [100, 3, 100], FULL_DECK)
    preflop: list[Action] = [Call(3), Call(1), Check(2)]
    flop: list[Action] = [Check(1), BetTo(2, 1), Call(3), Call(1)]
    script = iter([*preflop, *flop, Check(1), Check(3), Check(1), Check(3)])
    assert duel.play(lambda _: next(script))[Deviation.CHECKED] == 1


def test_all_that_a_player_faces_counts_together() -> None:
    """Seat 3 bet 10 and faces 21, a full raise more, in three short all-ins (RULINGS A5).

    PokerKit forgets the first two when they make up a raise together.
    """
    duel = Duel(Stakes(1, 2), [200, 200, 200, 15, 20, 21], FULL_DECK)
    raises: list[Action] = [RaiseTo(3, 10), RaiseTo(4, 15), RaiseTo(5, 20), RaiseTo(6, 21)]
    script = iter([*raises, Fold(1), Call(2), Fold(3)])
    assert duel.play(lambda _: next(script)) == {Deviation.PERSONAL: 1}


def test_a_beaten_hand_still_separates_two_pots() -> None:
    """Seats 2 and 4 share 13 and 17 chips, each with an odd one for seat 2 (RULINGS A14, C8).

    PokerKit divides 30 chips, because the beaten all-in hand of seat 3 is gone by then.
    """
    texts = ("3h 3c", "Ah Kh", "Qd Jd", "As Ks", "4h 4c")
    hands = [parse_cards(text) for text in texts]
    deck = stack_deck(Game.HOLDEM, hands, parse_cards("Ac Kc 7d 8h 2s"))
    duel = Duel(Stakes(1, 2), [100, 100, 3, 100, 100], deck)
    preflop: list[Action] = [RaiseTo(3, 3), Call(4), Call(5), Fold(1), Call(2)]
    flop: list[Action] = [BetTo(2, 3), Call(4), Call(5)]
    turn_and_river: list[Action] = [BetTo(2, 4), Call(4), Fold(5), Check(2), Check(4)]
    script = iter([*preflop, *flop, *turn_and_river])
    assert duel.play(lambda _: next(script))[Deviation.ODD_CHIPS] == 1
    assert duel.hand.round.stacks == [99, 106, 0, 104, 94]
    assert duel.state.stacks == [99, 105, 0, 105, 94]
