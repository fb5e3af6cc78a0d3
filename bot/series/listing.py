"""How a session is listed among a server's own events at Discord.

Only the next few sessions of a series are: a server has room for a hundred events of all kinds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from pydantic import AwareDatetime, TypeAdapter

from bot.render.words import Words
from bot.series.model import End, Series, Session
from bot.series.season import stop_at

AT_ONCE = 2
"""How many sessions to come a series has listed."""


class Status(IntEnum):
    """Where a listed event is in its life, numbered as Discord does."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELLED = 4


@dataclass(frozen=True, slots=True)
class Listing:
    """What a server's list says of a session."""

    name: str
    description: str
    place: str
    start: AwareDatetime
    end: AwareDatetime
    status: Status


class State(StrEnum):
    """What became of the wish to have a session listed."""

    ASKED = "asked"
    """It is being made; after a crash it may be there or not."""
    LISTED = "listed"
    REFUSED = "refused"
    """Discord does not take it; it is asked again once it would say something else."""
    TAKEN_AWAY = "taken_away"
    """Somebody took it off the list: it is left so."""


@dataclass(frozen=True, slots=True)
class Listed:
    """What is known of a session's event."""

    session: int
    shown: Listing
    """What it says, or was to say."""
    state: State
    event: int | None = None
    """None where there is none."""

    def is_behind(self, wish: Listing) -> bool:
        """Say whether something is to be done for it to say what is wished."""
        if self.state is State.TAKEN_AWAY:
            return False
        return self.state is State.ASKED or self.shown != wish


def wanted(
    series: Series, sessions: Sequence[Session], listed: Iterable[int], words: Words
) -> dict[int, Listing]:
    """Return what the list is to say: of the next sessions, and of those that are listed."""
    coming = sorted((s for s in sessions if not s.begun), key=lambda session: session.start)
    new = [] if series.paused else coming[:AT_ONCE]
    numbers = {session.number for session in new} | set(listed)
    return {s.number: _listing(series, s, words) for s in sessions if s.number in numbers}


def _listing(series: Series, session: Session, words: Words) -> Listing:
    return Listing(
        name=words.listing_name(series, session),
        description=words.listing_text(series, session),
        place=f"https://discord.com/channels/{series.guild}/{series.setup.channel}",
        start=session.start,
        end=stop_at(series.setup, session),
        status=_status(session),
    )


def _status(session: Session) -> Status:
    match session.end:
        case None:
            return Status.SCHEDULED if session.started_at is None else Status.ACTIVE
        case End.PLAYED:
            return Status.COMPLETED
        case _:
            return Status.CANCELLED


LISTING_JSON = TypeAdapter(Listing)
