"""An evening at one table, for tests that go over several hands.

::

    evening = Evening(Game.HOLDEM, "A 200, B 200, C* 200")
    evening.deal(hole="A As Ad, B Kh Kd", board="Jh 8s 5c 3d 2h")
    evening.play("C folds, A raises to 200, B calls")
    assert evening.places == [(1, "A"), (2, "C"), (3, "B")]

Members are called by letters; the star marks who is drawn to have the button first.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace

import pytest

from engine.actions import Action, Check, Exchange
from engine.cards import FULL_DECK, Deck, parse_cards
from engine.errors import Reason, Refusal
from engine.events import Event, HandStarted
from engine.hand import Hand
from engine.rules import Game, Stakes
from engine.session import (
    Session,
    act,
    leave,
    new_session,
    places,
    sit,
    start_hand,
    total_chips,
    void_hand,
)
from tests.engine.table import (
    check_invariants,
    read_actions,
    read_hands,
    read_players,
    split_words,
    stack_deck,
)

HOUSE = {Game.HOLDEM: Stakes(1, 2), Game.FIVECARD: Stakes(ante=1)}
MEMBERS = 500
"""A member's number is this and his seat: never mistaken for a seat."""


class Evening:
    """A session with members called by letters; all that happened is kept in `events`."""

    def __init__(
        self,
        game: Game,
        players: str,
        *,
        max_hands: int | None = None,
        stakes: Stakes | None = None,
    ) -> None:
        """Seat everyone; who has another stack than the first is given it before the deal."""
        self.seated, self.drawn = read_players(players)
        self.seat_of = {name: seat for name, (seat, _) in self.seated.items()}
        self.name_of = {seat: name for name, seat in self.seat_of.items()}
        seats = 10 if game is Game.HOLDEM else 6
        self.session = new_session(game, stakes or HOUSE[game], 200, seats, max_hands)
        for seat in self.seat_of.values():
            self.session = sit(self.session, MEMBERS + seat, seat)
        with_stacks = tuple(
            replace(player, stack=self.seated[self.name_of[player.seat]][1])
            for player in self.session.players
        )
        self.session = replace(self.session, players=with_stacks)
        self.chips = total_chips(self.session)
        self.events: list[Event] = []

    def deal(self, *, hole: str = "", board: str = "") -> Evening:
        """Deal the next hand with these cards; what is not said comes from the rest."""
        order = self.start(FULL_DECK)[0].hand
        assert order is not None
        hands = read_hands(hole, self.seated)
        deck = stack_deck(
            self.session.game,
            [hands.get(seat, ()) for seat in order.seats],
            parse_cards(board),
        )
        return self._then(self.start(deck))

    def start(self, deck: Deck) -> tuple[Session, tuple[Event, ...]]:
        """Return what dealing from this deck comes to, without doing it."""
        places_at_table = sorted(
            player.seat for player in self.session.players if player.stack and not player.left
        )
        at = places_at_table.index(self.drawn) if self.drawn in places_at_table else 0
        return start_hand(self.session, deck, FULL_DECK, at)

    def play(self, text: str) -> Evening:
        """Carry out actions in words."""
        for words in split_words(text):
            for action in read_actions(words, self.seat_of, self.hand):
                self.act(action)
        return self

    def act(self, action: Action) -> Evening:
        """Carry out one action."""
        return self._then(act(self.session, action))

    def check_down(self) -> Evening:
        """Let everybody check, or stand pat, until the hand is over."""
        while self.hand.to_act is not None:
            seat = self.hand.seats[self.hand.to_act]
            self.act(Exchange(seat) if self.hand.exchanging else Check(seat))
        return self

    def leave(self, name: str) -> Evening:
        """Let a member leave the table."""
        return self._then(leave(self.session, MEMBERS + self.seat_of[name]))

    def void(self) -> Evening:
        """Call the hand off."""
        return self._then(void_hand(self.session))

    def cannot_start(self, reason: Reason) -> None:
        """Assert that no hand can be dealt now."""
        before = deepcopy(self.session)
        with pytest.raises(Refusal) as refused:
            self.start(FULL_DECK)
        assert refused.value.reason is reason
        assert self.session == before

    @property
    def hand(self) -> Hand:
        """The hand being played, or the last one."""
        assert self.session.hand is not None
        return self.session.hand

    @property
    def next(self) -> str | None:
        """Who is to act."""
        return None if self.hand.to_act is None else self.name_of[self.hand.seats[self.hand.to_act]]

    @property
    def stacks(self) -> dict[str, int]:
        """What everybody has, as after the last hand."""
        stacks = {player.seat: player.stack for player in self.session.players}
        return {name: stacks[seat] for name, seat in self.seat_of.items()}

    @property
    def button(self) -> int:
        """The seat of the button in the last hand dealt."""
        return self.hand.positions.button

    @property
    def dealt_in(self) -> str:
        """Who was dealt in to the last hand, from the left of the button."""
        started = [event for event in self.events if isinstance(event, HandStarted)]
        return "".join(self.name_of[seat] for seat in started[-1].seats)

    @property
    def places(self) -> list[tuple[int, str]]:
        """The places, with the names of all who share one."""
        return [
            (place.place, "".join(self.name_of[player.seat] for player in place.players))
            for place in places(self.session)
        ]

    def _then(self, step: tuple[Session, tuple[Event, ...]]) -> Evening:
        self.session, events = step
        self.events += events
        assert total_chips(self.session) == self.chips, "chips are not conserved"
        if self.session.hand is not None:
            hand = self.session.hand
            check_invariants(hand, sum(hand.round.stacks) + hand.pot)
        return self
