"""Signing up for a session, withdrawing, the waiting list, and being here at the start."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.series.errors import AlreadySignedUp, NotAskedYet, NotSignedUp, SessionBegun, SignUpClosed
from bot.series.model import Entry, Session, Setup
from bot.table.change import Who
from bot.table.model import UserId


def is_open(setup: Setup, session: Session) -> bool:
    """Say whether one may still sign up: after closing only as long as there are too few.

    Once the session has begun, as long as who comes is seated.
    """
    if session.begun:
        return takes_late(session)
    return session.closed_at is None or len(session.entries) < setup.least


def takes_late(session: Session) -> bool:
    """Say whether who comes now is seated, although the session has begun."""
    return session.late_until is not None


def sign_up(setup: Setup, session: Session, who: Who) -> Session:
    """Put a member on the list; beyond the largest field he waits.

    Who signs up when the others have been asked already is here.

    :raises AlreadySignedUp: when he is on it.
    :raises SessionBegun: when the session is over, or is played and takes nobody any more.
    :raises SignUpClosed: when sign-up has closed with enough players.
    """
    if session.begun and not takes_late(session):
        raise SessionBegun
    if entry_of(session, who.user) is not None:
        raise AlreadySignedUp
    if not is_open(setup, session):
        raise SignUpClosed
    here = session.checked_at is not None
    entry = Entry(who.user, who.name, present=here, locale=who.locale)
    return replace(session, entries=(*session.entries, entry))


def withdraw(session: Session, member: UserId) -> Session:
    """Take a member off the list; the first who waits moves up by that.

    :raises NotSignedUp: when he is not on it.
    :raises SessionBegun: when the session is being played, or over.
    """
    if session.begun:
        raise SessionBegun
    if entry_of(session, member) is None:
        raise NotSignedUp
    kept = tuple(entry for entry in session.entries if entry.member != member)
    return replace(session, entries=kept)


def say_here(session: Session, member: UserId) -> Session:
    """Note that a member is here, for the start or a little late.

    :raises NotSignedUp: when he is not on the list.
    :raises NotAskedYet: before everybody is asked.
    :raises SessionBegun: when the session is over, or is played and he has his seat, or it takes
        nobody any more.
    """
    entry = entry_of(session, member)
    if session.begun and not takes_late(session):
        raise SessionBegun
    if entry is None:
        raise NotSignedUp
    if session.begun and entry.present:
        raise SessionBegun
    if session.checked_at is None:
        raise NotAskedYet
    entries = tuple(
        replace(entry, present=True) if entry.member == member else entry
        for entry in session.entries
    )
    return replace(session, entries=entries)


def close(session: Session, now: datetime) -> Session:
    """Close sign-up."""
    return replace(session, closed_at=now)


def players(setup: Setup, session: Session) -> tuple[Entry, ...]:
    """Return who would be seated now: the first on the list, of those who are here."""
    here = [entry for entry in session.entries if entry.present or not setup.presence]
    return tuple(here[: setup.most])


def seated(setup: Setup, session: Session) -> tuple[Entry, ...]:
    """Return who has a seat for certain, if he comes."""
    return session.entries[: setup.most]


def waiting(setup: Setup, session: Session) -> tuple[Entry, ...]:
    """Return the waiting list."""
    return session.entries[setup.most :]


def moved_up(setup: Setup, before: Session, after: Session) -> Entry | None:
    """Return who came off the waiting list by a change, None when nobody did."""
    had = {entry.member for entry in waiting(setup, before)}
    return next((entry for entry in seated(setup, after) if entry.member in had), None)


def entry_of(session: Session, member: UserId) -> Entry | None:
    """Return a member's entry, None when he has not signed up."""
    return next((entry for entry in session.entries if entry.member == member), None)
