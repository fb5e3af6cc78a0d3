"""Hands of seven cards ranked by ours and by others, each given cards of its own kind."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import starmap

from engine.cards import FULL_DECK, Card, card_text
from engine.ranking import strength
from tests.bench.clock import Work, installed

BLOCK = 4_000

Hands = list[list[Card]]
Ranker = Callable[[], list[int]]


def blocks(count: int) -> list[dict[str, Work | None]]:
    """Return what ranks random hands, some at a time, with each."""
    chance = random.Random(8)
    hands = [chance.sample(FULL_DECK, 7) for _ in range(count)]
    return [rankers(hands[start : start + BLOCK]) for start in range(0, count, BLOCK)]


def rankers(hands: Hands) -> dict[str, Work | None]:
    """Return what ranks the same hands with each, after a first time that is compared."""
    works = {
        "ours": lambda: list(map(strength, hands)),
        "phevaluator": with_phevaluator(hands),
        "eval7": with_eval7(hands),
        "treys": with_treys(hands),
    }
    ours = works["ours"]
    assert ours is not None
    for name, rank in works.items():
        if rank is not None:
            classes = set(zip(ours(), rank(), strict=True))
            assert len({value for value, _ in classes}) == len(classes), f"{name} differs"
            assert len({value for _, value in classes}) == len(classes), f"{name} differs"
    return dict(works)


def with_phevaluator(hands: Hands) -> Ranker | None:
    module = installed("phevaluator")
    return module and (lambda: list(starmap(module.evaluate_7cards, hands)))


def with_eval7(hands: Hands) -> Ranker | None:
    module = installed("eval7")
    if module is None:
        return None
    cards = {card: module.Card(card_text(card)) for card in FULL_DECK}
    theirs = [[cards[card] for card in hand] for hand in hands]
    return lambda: list(map(module.evaluate, theirs))


def with_treys(hands: Hands) -> Ranker | None:
    module = installed("treys")
    if module is None:
        return None
    cards = {card: module.Card.new(card_text(card)) for card in FULL_DECK}
    theirs = [([cards[c] for c in hand[:2]], [cards[c] for c in hand[2:]]) for hand in hands]
    evaluate = module.Evaluator().evaluate
    return lambda: list(starmap(evaluate, theirs))
