"""Real hands replayed by three engines.

Each engine gets the hands in the form that suits it best, made before the clock starts: cards,
stacks and actions of its own kind. Replaying begins with dealing and ends with everybody paid.
"""

from __future__ import annotations

import gzip
import json
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from engine.actions import Action, BetTo, Call, Check, Fold, RaiseTo
from engine.cards import FULL_DECK, Card, card_text, parse_cards
from engine.hand import apply, deal
from engine.rules import Game, Stakes
from engine.seats import first_blinds
from tests.bench.clock import Work, installed
from tests.engine.table import stack_deck

FILE = "pluribus_nl_holdem.jsonl.gz"
BLOCK = 100
PLAYERS = 6
STAKES = Stakes(50, 100)

Stacks = Sequence[int]


@dataclass(frozen=True, slots=True)
class Act:
    """What a player did; `to` is his total for the round after a bet or raise."""

    player: int
    kind: str
    to: int
    added: int


@dataclass(frozen=True, slots=True)
class RealHand:
    """A hand of the file; players are counted from the small blind."""

    stacks: list[int]
    holes: list[tuple[Card, ...]]
    board: tuple[Card, ...]
    """All five cards; those that were not dealt are any."""
    acts: list[Act]
    final: list[int]


def read_hands(path: Path, count: int) -> list[RealHand]:
    """Read the first hands of six players whose private cards are all known."""
    hands = []
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            hand = json.loads(line)
            if len(hand["hole"]) == len(hand["seats"]) == hand["button"] == PLAYERS:
                hands.append(read_hand(hand))
            if len(hands) == count:
                break
    return hands


def read_hand(hand: dict[str, Any]) -> RealHand:
    names = [seat["name"] for seat in hand["seats"]]
    holes = [parse_cards(hand["hole"][name]) for name in names]
    board = parse_cards([card for street in hand["board"] for card in street])
    known = {*board, *(card for hole in holes for card in hole)}
    rest = [card for card in FULL_DECK if card not in known]
    return RealHand(
        stacks=[seat["stack"] for seat in hand["seats"]],
        holes=holes,
        board=(*board, *rest[: 5 - len(board)]),
        acts=list(read_acts(hand, names)),
        final=[hand["final"][name] for name in names],
    )


def read_acts(hand: dict[str, Any], names: list[str]) -> Iterator[Act]:
    street = "preflop"
    bets = dict.fromkeys(names, 0) | {post["player"]: post["amount"] for post in hand["posts"]}
    for act in hand["actions"]:
        if act["street"] != street:
            street, bets = act["street"], dict.fromkeys(names, 0)
        name = act["player"]
        to = act.get("to", bets[name])
        yield Act(names.index(name), act["type"], to, to - bets[name])
        bets[name] = to


def blocks(hands: list[RealHand]) -> list[dict[str, Work | None]]:
    """Return what replays the hands, some at a time, with each engine."""
    return [players(hands[start : start + BLOCK]) for start in range(0, len(hands), BLOCK)]


def players(hands: list[RealHand]) -> dict[str, Work | None]:
    """Return what replays the hands with each engine, after a first replay that is checked."""
    makers: dict[str, Callable[[list[RealHand]], Callable[[], list[Stacks]] | None]] = {
        "ours": with_ours,
        "pokerkit": with_pokerkit,
        "pokerfast": with_pokerfast,
    }
    works: dict[str, Work | None] = {}
    for name, make in makers.items():
        works[name] = replay = make(hands)
        if replay is None:
            continue
        for hand, stacks in zip(hands, replay(), strict=True):
            assert list(stacks) == hand.final, f"{name}: {stacks} instead of {hand.final}"
    return works


def with_ours(hands: list[RealHand]) -> Callable[[], list[Stacks]]:
    kinds: dict[str, Callable[[Act], Action]] = {
        "fold": lambda act: Fold(act.player + 1),
        "check": lambda act: Check(act.player + 1),
        "call": lambda act: Call(act.player + 1),
        "bet": lambda act: BetTo(act.player + 1, act.to),
        "raise": lambda act: RaiseTo(act.player + 1, act.to),
    }
    seats = range(1, PLAYERS + 1)
    positions = first_blinds(PLAYERS, seats)
    prepared = [
        (
            dict(zip(seats, hand.stacks, strict=True)),
            stack_deck(Game.HOLDEM, hand.holes, hand.board),
            [kinds[act.kind](act) for act in hand.acts],
        )
        for hand in hands
    ]

    def replay() -> list[Stacks]:
        final: list[Stacks] = []
        for stacks, deck, actions in prepared:
            hand, _ = deal(Game.HOLDEM, STAKES, stacks, positions, deck, FULL_DECK)
            for action in actions:
                hand, _ = apply(hand, action)
            final.append(hand.round.stacks)
        return final

    return replay


def with_pokerkit(hands: list[RealHand]) -> Callable[[], list[Stacks]] | None:
    """Leave all that it can do by itself to PokerKit; the cards come from our deck."""
    kit = installed("pokerkit")
    if kit is None:
        return None
    automations = tuple(each for each in kit.Automation if each != kit.Automation.HOLE_DEALING)
    cards = {card: next(kit.Card.parse(card_text(card))) for card in FULL_DECK}
    kinds: dict[str, Callable[[Act], Callable[[Any], object]]] = {
        "fold": lambda _: kit.State.fold,
        "check": lambda _: kit.State.check_or_call,
        "call": lambda _: kit.State.check_or_call,
        "bet": lambda act: lambda state: state.complete_bet_or_raise_to(act.to),
        "raise": lambda act: lambda state: state.complete_bet_or_raise_to(act.to),
    }
    prepared = [
        (
            hand.stacks,
            [cards[card] for card in stack_deck(Game.HOLDEM, hand.holes, hand.board)],
            [tuple(cards[card] for card in hole) for hole in hand.holes],
            [kinds[act.kind](act) for act in hand.acts],
        )
        for hand in hands
    ]
    blinds = (STAKES.small_blind, STAKES.big_blind)
    create = partial(kit.NoLimitTexasHoldem.create_state, automations, True, 0, blinds, blinds[1])

    def replay() -> list[Stacks]:
        final: list[Stacks] = []
        for stacks, deck, holes, steps in prepared:
            state = create(stacks, PLAYERS)
            state.deck_cards = deque(deck)
            for hole in holes:
                state.deal_hole(hole)
            for step in steps:
                step(state)
            final.append(state.stacks)
        return final

    return replay


def with_pokerfast(hands: list[RealHand]) -> Callable[[], list[Stacks]] | None:
    fast = installed("pokerfast")
    if fast is None:
        return None
    kinds: dict[str, Callable[[Act], Callable[[Any], object]]] = {
        "fold": lambda _: fast.FastHand.fold,
        "check": lambda _: fast.FastHand.check,
        "call": lambda _: fast.FastHand.call,
        "bet": lambda act: lambda hand: hand.bet_or_raise(act.added),
        "raise": lambda act: lambda hand: hand.bet_or_raise(act.added),
    }
    prepared = [
        (
            hand.stacks,
            ["".join(map(card_text, hole)) for hole in hand.holes],
            list(map(card_text, hand.board)),
            [kinds[act.kind](act) for act in hand.acts],
        )
        for hand in hands
    ]

    def replay() -> list[Stacks]:
        final: list[Stacks] = []
        for stacks, holes, board, steps in prepared:
            hand = fast.FastHand.for_cards(
                stacks, holes, board, STAKES.small_blind, STAKES.big_blind
            )
            for step in steps:
                step(hand)
            final.append(hand.state.stacks)
        return final

    return replay
