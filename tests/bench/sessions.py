"""Whether an evening gets slower: the first hands of a long session against its last."""

from __future__ import annotations

import random
import time
from statistics import median

from engine.actions import Call, Check
from engine.cards import FULL_DECK
from engine.hand import legal
from engine.rules import Game, Stakes
from engine.session import Session, act, new_session, sit, start_hand

HANDS = 200
COMPARED = 20
"""How many hands at either end are compared; one alone takes less than a millisecond."""

SESSIONS_A_ROUND = 3


def growth(rounds: int) -> float:
    """Return the cost of a hand at the end of a session, in costs of one at its beginning.

    In every hand all six call and check, so that all hands have the same 24 actions.
    """
    ratios = []
    for number in range(SESSIONS_A_ROUND * rounds):
        costs = session_costs(random.Random(number))
        ratios.append(median(costs[-COMPARED:]) / median(costs[:COMPARED]))
    return round(median(ratios), 3)


def session_costs(chance: random.Random) -> list[float]:
    """Play a session and return the processor time of each hand."""
    session = new_session(Game.HOLDEM, Stakes(50, 100), 100_000, 6)
    for member in range(6):
        session = sit(session, member)
    costs = []
    for _ in range(HANDS):
        deck = tuple(chance.sample(FULL_DECK, 52))
        session, _ = start_hand(session, deck, FULL_DECK, 0)
        start = time.process_time()
        session = check_down(session)
        costs.append(time.process_time() - start)
    return costs


def check_down(session: Session) -> Session:
    """Call and check to the end of the hand."""
    while session.hand and (may := legal(session.hand)) is not None:
        session, _ = act(session, Check(may.seat) if may.can_check else Call(may.seat))
    return session
