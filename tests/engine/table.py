"""A table for tests that read like hands.

::

    table = holdem("A 200, B 200, C* 50", "1/2", hole="A As Ad, B Kh Kd", board="Jh 8s 5c 3d 2h")
    table.play("C raises to 50, A calls, B folds")
    assert table.stacks == {"A": 250, "B": 198, "C": 0}

Players sit in the order written, from seat 1 unless a seat is named (``P@4 200``); the star marks
the button (the dealer), `button=` where it rests on an empty seat. Cards not asked for are filled
up from the rest of the deck. Every action is checked for what is always true: chips are conserved,
the 52 cards are different, and the hand acted upon does not change.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, TypeVar

import pytest

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
from engine.cards import FULL_DECK, Card, Deck, card_text, parse_card, parse_cards
from engine.errors import EngineError, Malformed, Reason, Refusal
from engine.events import (
    Exchanged,
    HandEvent,
    HandsRanked,
    HandsShown,
    StreetOpened,
    UncalledReturned,
)
from engine.games import VARIANTS
from engine.hand import Hand, apply, deal, legal
from engine.ranking import Category, category_of
from engine.rules import Game, Stakes, Structure
from engine.seats import Positions, clockwise_from, first_blinds

E = TypeVar("E")

Texts = Sequence[str]
"""Cards as people write them."""


class Table:
    """One hand: who plays it, what happened, and what the engine says about it."""

    def __init__(
        self,
        game: Game,
        stakes: Stakes,
        players: Mapping[str, tuple[int, int]],
        positions: Positions,
        deck: Deck,
        reshuffle: Deck = FULL_DECK,
    ) -> None:
        """Deal a hand; `players` are seat and stack by name."""
        self.seat_of = {name: seat for name, (seat, _) in players.items()}
        self.name_of = {seat: name for name, seat in self.seat_of.items()}
        self.start = {name: stack for name, (_, stack) in players.items()}
        stacks = dict(players.values())
        self.hand, events = deal(game, stakes, stacks, positions, deck, reshuffle)
        self.events: list[HandEvent] = list(events)
        self.history = [self.hand]
        check_invariants(self.hand, sum(self.start.values()))

    def act(self, action: Action) -> tuple[HandEvent, ...]:
        """Carry out one action and return what happened."""
        before = deepcopy(self.hand)
        after, events = apply(self.hand, action)
        assert self.hand == before, "apply changed the hand it was given"
        check_invariants(after, sum(self.start.values()))
        self.hand = after
        self.history.append(after)
        self.events += events
        return events

    def play(self, text: str) -> Table:
        """Carry out actions in words, `A raises to 6, B and C fold`; return the table."""
        for words in split_words(text):
            for action in self.read(words):
                self.act(action)
        return self

    def read(self, words: str) -> list[Action]:
        """Turn words such as `B raises to 6` into actions."""
        return read_actions(words, self.seat_of, self.hand)

    def refuses(self, words: str, reason: Reason | None = None) -> None:
        """Assert that an action is refused, for a reason where one is given, and changes nothing.

        No reason: the action is not of the form it should have.
        """
        (action,) = self.read(words)
        error = self.refusal(action)
        if reason is None:
            assert isinstance(error, Malformed)
        else:
            assert isinstance(error, Refusal)
            assert error.reason is reason

    def refusal(self, action: Action) -> EngineError:
        """Return the error an action meets; it must meet one and change nothing."""
        before = deepcopy(self.hand)
        with pytest.raises(EngineError) as caught:
            apply(self.hand, action)
        assert self.hand == before, "a refused action changed the hand"
        if isinstance(caught.value, Refusal):
            assert caught.value.legal == self.legal
        return caught.value

    def check_down(self) -> Table:
        """Let everybody check, or stand pat, until the hand is over."""
        while not self.hand.is_over:
            assert self.hand.to_act is not None
            seat = self.hand.seats[self.hand.to_act]
            self.act(Exchange(seat) if self.hand.exchanging else Check(seat))
        return self

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self.hand.is_over

    @property
    def legal(self) -> Legal | None:
        """What the player to act may do."""
        return legal(self.hand)

    @property
    def next(self) -> str | None:
        """Who is to act."""
        player = self.hand.to_act
        return None if player is None else self.name_of[self.hand.seats[player]]

    @property
    def to_call(self) -> int:
        """What a call adds."""
        assert self.legal is not None
        return self.legal.to_call

    @property
    def limits(self) -> tuple[int, int] | None:
        """The smallest and the largest total of a bet or raise, None where none is possible."""
        assert self.legal is not None
        if self.legal.min_to is None or self.legal.max_to is None:
            assert self.legal.min_to is self.legal.max_to is None
            assert self.legal.closed is not None
            return None
        return self.legal.min_to, self.legal.max_to

    @property
    def street(self) -> str:
        """The name of the street being played."""
        return self.hand.current_street.name

    @property
    def pot(self) -> int:
        """What has been put in and not come back, or what was paid out once the hand is over."""
        paid_out = sum(award.amount for award in self.hand.pot_awards)
        return paid_out if self.over else self.hand.pot

    @property
    def stacks(self) -> dict[str, int]:
        """Chips behind, by name."""
        return self.by_name(self.hand.round.stacks)

    @property
    def returned(self) -> dict[str, int]:
        """What came back uncalled, by name."""
        returned: dict[str, int] = {}
        for event in self.of(UncalledReturned):
            name = self.name_of[event.seat]
            returned[name] = returned.get(name, 0) + event.amount
        return returned

    @property
    def pots(self) -> list[tuple[int, str, dict[str, int]]]:
        """How the pots were paid: amount, contenders as one word, shares."""
        return [
            (
                award.amount,
                "".join(self.name_of[seat] for seat in award.contenders),
                {self.name_of[seat]: chips for seat, chips in award.shares},
            )
            for award in self.hand.pot_awards
        ]

    @property
    def shown(self) -> list[str]:
        """Who showed, in order."""
        return [self.name_of[seat] for event in self.of(HandsShown) for seat, _ in event.hands]

    @property
    def made(self) -> dict[str, Category]:
        """What the shown hands make, in the order in which they were shown."""
        return {
            self.name_of[seat]: category_of(rank)
            for event in self.of(HandsRanked)
            for seat, rank in event.hands
        }

    @property
    def draw_order(self) -> list[str]:
        """Who exchanged, in order."""
        return [self.name_of[event.seat] for event in self.of(Exchanged)]

    @property
    def board(self) -> str:
        """The cards on the board."""
        return " ".join(map(card_text, self.hand.board))

    @property
    def burned(self) -> int:
        """How many cards were burned."""
        return sum(event.burned for event in self.of(StreetOpened))

    def cards(self, name: str) -> list[str]:
        """Return a player's cards."""
        return [card_text(card) for card in self.hand.holes[self.player(name)]]

    def player(self, name: str) -> int:
        """Return the index of a player in the lists of the hand."""
        return self.hand.seats.index(self.seat_of[name])

    def of(self, kind: type[E]) -> list[E]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]

    def by_name(self, by_player: Iterable[int]) -> dict[str, int]:
        """Name the entries of one of the hand's lists, in the order in which players were named."""
        values = dict(zip(self.hand.seats, by_player, strict=True))
        return {name: values[seat] for name, seat in self.seat_of.items()}


def split_words(text: str) -> list[str]:
    """Split what is played into single phrases."""
    return [words.strip() for words in re.split(r"[,;\n]+", text) if words.strip()]


def read_actions(words: str, seat_of: Mapping[str, int], hand: Hand) -> list[Action]:
    """Turn words such as `B and C raise to 6` into actions."""
    for pattern, make in _PHRASES.items():
        match = re.fullmatch(rf"(\w+(?: and \w+)*) {pattern}", words)
        if match:
            names = match[1].split(" and ")
            return [make(hand, seat_of[name], *match.groups()[1:]) for name in names]
    raise AssertionError(f"no such action: {words!r}")


def discard(hand: Hand, seat: int, cards: Texts) -> Exchange:
    """Return the exchange of these cards for as many new ones."""
    hole = hand.holes[hand.seats.index(seat)]
    return Exchange(seat, tuple(hole.index(parse_card(card)) + 1 for card in cards))


_PHRASES: dict[str, Callable[..., Action]] = {
    r"folds?": lambda _, seat: Fold(seat),
    r"checks?": lambda _, seat: Check(seat),
    r"calls?": lambda _, seat: Call(seat),
    r"bets? (-?\d+)": lambda _, seat, total: BetTo(seat, int(total)),
    r"raises? to (-?\d+)": lambda _, seat, total: RaiseTo(seat, int(total)),
    r"goe?s? all-in": lambda _, seat: AllIn(seat),
    r"times? out": lambda _, seat: TimeOut(seat),
    r"leaves?": lambda _, seat: Leave(seat),
    r"shows?": lambda _, seat: Show(seat),
    r"stands? pat": lambda _, seat: Exchange(seat),
    r"draws? (\d+)": lambda _, seat, count: Exchange(seat, tuple(range(1, int(count) + 1))),
    r"discards? (.+)": lambda hand, seat, cards: discard(hand, seat, cards.split()),
}


def holdem(
    players: str,
    blinds: str = "1/2",
    *,
    ante: int = 0,
    button: int | None = None,
    positions: Positions | None = None,
    hole: str = "",
    board: str = "",
    limit: str = "no-limit",
    straddle: str | None = None,
    **options: Any,
) -> Table:
    """Deal a hand of Hold'em at a table written as ``A 200, B 200, C* 50``.

    `options` are those of `Stakes`: `muck`, `odd_chips_apart`, `ante_payer`.
    """
    seated, starred = read_players(players)
    small, big = map(int, blinds.split("/"))
    occupied = [seat for seat, _ in seated.values()]
    where = positions or first_blinds(_button(button, starred), occupied)
    if straddle is not None:
        where = replace(where, straddle=seated[straddle][0])
    order = clockwise_from(where.button, occupied)
    holes = read_hands(hole, seated)
    deck = stack_deck(Game.HOLDEM, [holes.get(seat, ()) for seat in order], parse_cards(board))
    stakes = Stakes(small, big, ante, structure=Structure(limit), **options)
    return Table(Game.HOLDEM, stakes, seated, where, deck)


def draw(
    players: str,
    ante: int = 1,
    *,
    button: int | None = None,
    hands: str = "",
    then: str = "",
    limit: str = "no-limit",
    reshuffle: Deck = FULL_DECK,
) -> Table:
    """Deal a hand of five-card draw; `then` are the first cards of the stub."""
    seated, starred = read_players(players)
    where = Positions(_button(button, starred))
    order = clockwise_from(where.button, [seat for seat, _ in seated.values()])
    dealt = read_hands(hands, seated)
    deck = stack_deck(Game.FIVECARD, [dealt.get(seat, ()) for seat in order], parse_cards(then))
    stakes = Stakes(ante=ante, structure=Structure(limit))
    return Table(Game.FIVECARD, stakes, seated, where, deck, reshuffle)


def stack_deck(game: Game, hands: Sequence[Sequence[Card]], then: Sequence[Card] = ()) -> Deck:
    """Order a deck so that these private cards are dealt, and then these on the board or drawn.

    `hands` are in dealing order. Burned cards and whatever is not asked for come from the rest.
    """
    deck: list[Card | None] = [None] * len(FULL_DECK)
    for player, hand in enumerate(hands):
        for number, card in enumerate(hand):
            deck[number * len(hands) + player] = card
    place = VARIANTS[game].streets[0].deal * len(hands)
    wanted = iter(then)
    for street in VARIANTS[game].streets[1:]:
        place += street.burn
        for _ in range(street.opens or (len(then) if street.exchange else 0)):
            deck[place] = next(wanted, None)
            place += 1
    assert next(wanted, None) is None, "more cards on the board than there are"
    assert len({card for card in deck if card is not None}) == len(deck) - deck.count(None)
    rest = iter([card for card in FULL_DECK if card not in deck])
    return tuple(next(rest) if card is None else card for card in deck)


def check_invariants(hand: Hand, chips: int) -> None:
    """Assert what is true of every hand at every moment."""
    live = [
        card
        for cards, live in zip(hand.holes, hand.round.live, strict=True)
        if live
        for card in cards
    ]
    cards = [*live, *hand.board, *hand.stub, *hand.muck]
    assert sorted(cards) == list(FULL_DECK), "not the 52 cards"
    assert sum(hand.round.stacks) + hand.pot == chips, "chips are not conserved"
    assert min(hand.round.stacks) >= 0
    assert min(hand.round.bets) >= 0
    assert any(hand.round.live)


def _button(given: int | None, starred: int | None) -> int:
    assert (given is None) != (starred is None), "one button: a star, or button="
    return starred if given is None and starred is not None else given or 0


def read_players(text: str) -> tuple[dict[str, tuple[int, int]], int | None]:
    players: dict[str, tuple[int, int]] = {}
    button = None
    for number, words in enumerate(text.split(","), start=1):
        match = re.fullmatch(r"\s*(\w+?)(?:@(\d+))?(\*?) (\d+)\s*", words)
        assert match, f"not a player: {words!r}"
        seat = int(match[2] or number)
        players[match[1]] = seat, int(match[4])
        button = seat if match[3] else button
    return players, button


def read_hands(text: str, players: Mapping[str, tuple[int, int]]) -> dict[int, tuple[Card, ...]]:
    hands = {}
    for words in filter(str.strip, text.split(",")):
        name, *cards = words.split()
        hands[players[name][0]] = parse_cards(cards)
    return hands
