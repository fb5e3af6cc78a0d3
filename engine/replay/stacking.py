"""Decks from which the cards of a source come out, gaps filled from the rest.

What the source does not know is filled in an order that depends on a number only, so that one
filling after another can be tried, always the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from engine.cards import FULL_DECK, Card, Deck
from engine.errors import Malformed
from engine.games import VARIANTS
from engine.replay.form import HOLE_SIZE, Act, ActType, SourceHand
from engine.rules import Game

Gappy = list[Card | None]
"""Cards with gaps where the source knows none."""


@dataclass(frozen=True, slots=True)
class Cards:
    """What a source knows of everybody's cards; players go by their names."""

    first: Mapping[str, Gappy]
    """Private cards as dealt."""
    drawn: Sequence[tuple[str, Gappy]]
    """What came of each exchange, in order."""
    given_up: Mapping[str, tuple[int, ...]]
    """The positions exchanged, 1 is the first."""
    last: Mapping[str, frozenset[Card]]
    """Private cards at the end, where all of them are known."""


def gather(source: SourceHand) -> Cards:
    """Put together what a source knows of the private cards, wherever it says so."""
    shown = {each.player: each.cards for each in source.shown if each.cards}
    draws = {act.player: act for act in source.acts if act.type is ActType.DRAW}
    first: dict[str, Gappy] = {}
    drawn: dict[str, Gappy] = {}
    given_up: dict[str, tuple[int, ...]] = {}
    for seat in source.seats:
        name = seat.name
        hole = source.holes.get(name, ())
        if source.game is Game.HOLDEM or name not in draws:
            first[name] = _padded(hole or shown.get(name, ()), HOLE_SIZE[source.game])
            continue
        kept, given, new = _exchange(draws[name], hole, shown.get(name, ()))
        first[name] = [*kept, *given]
        drawn[name] = new
        size = len(first[name])
        given_up[name] = tuple(range(len(kept) + 1, size + 1))
    last = {
        name: [*cards[: len(cards) - len(drawn.get(name, []))], *drawn.get(name, [])]
        for name, cards in first.items()
    }
    return Cards(
        first=first,
        drawn=[(name, drawn[name]) for name in draws],
        given_up=given_up,
        last={
            name: frozenset(card for card in cards if card is not None)
            for name, cards in last.items()
            if None not in cards
        },
    )


def _exchange(
    act: Act, hole: tuple[Card, ...], final: tuple[Card, ...]
) -> tuple[Gappy, Gappy, Gappy]:
    """Return what a player keeps, gives up and draws, as far as the source knows.

    Of a hand known only at the end, which cards were drawn makes no difference to anybody.
    """
    keeps = HOLE_SIZE[Game.FIVECARD] - act.count
    given = act.discarded or (_without(hole, final) if final else ())
    if len(given) != act.count:
        given = hole[keeps:]
    new = act.drawn or (_without(final, hole) if hole else final[keeps:])
    if len(new) != act.count:
        new = ()
    kept = _without(hole, given) if hole else _without(final, new)
    return _padded(kept[:keeps], keeps), _padded(given, act.count), _padded(new, act.count)


def _without(cards: tuple[Card, ...], others: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in others)


def _padded(cards: Sequence[Card], size: int) -> Gappy:
    return [*cards, *[None] * (size - len(cards))]


def stack(
    source: SourceHand, cards: Cards, order: Sequence[str], filling: int
) -> tuple[Deck, Deck]:
    """Return the deck and the order of a reshuffle with which a source's cards come out.

    :param order: the players in the order in which they are dealt.
    :param filling: which cards stand where the source knows none.
    """
    after_deal: Gappy = []
    for street, opened in zip(VARIANTS[source.game].streets[1:], source.board, strict=False):
        after_deal += [None] * street.burn + list(opened)
    late: Gappy = []
    room = len(FULL_DECK) - HOLE_SIZE[source.game] * len(order)
    for _, drawn in cards.drawn:
        # An exchange that the stub cannot serve in full is served from a new one.
        fits = not late and len(after_deal) + len(drawn) <= room
        (after_deal if fits else late).extend(drawn)
    hands = [list(cards.first[name]) for name in order]
    _give_up(late, hands, [cards.given_up.get(name, ()) for name in order])
    deck = [*chain.from_iterable(zip(*hands, strict=True)), *after_deal]
    return _filled(deck, filling), _filled(late, filling)


def _give_up(late: Gappy, hands: list[Gappy], given_up: Sequence[tuple[int, ...]]) -> None:
    """Let cards that come out of a new stub be among those that were given up before."""
    held = set(chain.from_iterable(hands))
    wanted = [card for card in late if card not in held]
    for hand, positions in zip(hands, given_up, strict=True):
        for position in positions:
            if wanted and hand[position - 1] is None:
                hand[position - 1] = wanted.pop()


def _filled(deck: Gappy, filling: int) -> Deck:
    """Fill the gaps, and the rest of the deck, with the cards that are left."""
    known = {card for card in deck if card is not None}
    if len(known) + deck.count(None) != len(deck) or len(deck) > len(FULL_DECK):
        raise Malformed("field hole, board, actions and shown together: the same card twice")
    step, shift = filling % len(FULL_DECK) + 1, filling // len(FULL_DECK)
    left = [card for card in FULL_DECK if card not in known]
    # 53 is prime: each step visits all 52 cards, in an order of its own.
    left.sort(key=lambda card: (card + 1) * step % 53)
    rest = iter(left[shift:] + left[:shift])
    return tuple(next(rest) if card is None else card for card in _padded_deck(deck))


def _padded_deck(deck: Gappy) -> Gappy:
    return [*deck, *[None] * (len(FULL_DECK) - len(deck))]
