"""Hands at a table whose players come and go: dealt, and played to their end by giving up."""

from __future__ import annotations

from engine.actions import TimeOut
from engine.cards import FULL_DECK
from engine.events import Event
from engine.session import Session, act, start_hand, total_chips


def deal(session: Session, button: int = 0) -> tuple[Session, tuple[Event, ...]]:
    """Deal a hand; the chips on the table are all that was ever brought."""
    session, events = start_hand(session, FULL_DECK, FULL_DECK, button)
    assert total_chips(session) == session.handed_out
    return session, events


def over(session: Session) -> Session:
    """Play the hand to its end by folding wherever something is owed."""
    while session.hand is not None and session.hand.to_act is not None:
        session, _ = act(session, TimeOut(session.hand.seats[session.hand.to_act]))
    assert total_chips(session) == session.handed_out
    return session


def dealt(session: Session) -> set[int]:
    """Return the seats dealt in."""
    assert session.hand is not None
    return set(session.hand.seats)
