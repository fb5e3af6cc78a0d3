"""What tests of series begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time

from bot.errors import Refused
from bot.series import control, errors, signup
from bot.series.model import Changed, Series, SeriesId, Session, Setup
from bot.series.schedule import Once, Schedule, Weekly
from bot.table.change import Who
from bot.table.model import Options, Ping, UserId
from engine.rules import Game, Stakes

HOST = UserId(50)
CHANNEL = 7
PARIS = "Europe/Paris"
WEEKLY = Schedule(PARIS, date(2026, 10, 6), time(20), Weekly(), sessions=4)
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)


def refusals() -> Iterator[Refused]:
    """Yield what series refuse, one of every class, as it can happen."""
    yield errors.UnknownZone("UTC+2", True, ())
    yield errors.UnknownZone("Europe/Pariss", False, ("Europe/Paris", "Europe/Oslo"))
    yield errors.UnknownZone("EST", False, ())
    yield errors.ZoneMissing()
    yield errors.BadDate("2027-02-29")
    yield errors.TooManyDates(200)
    yield errors.BadPoints("4 6 10")
    yield errors.BadEnd("soon")
    yield errors.BadWeekdays("Tuf")
    yield errors.WhichGame(tuple(Game))
    yield errors.CannotPlayThere(7)
    yield errors.NameTaken("Tuesday Hold'em")
    plain: list[type[Refused]] = [
        errors.DatePassed, errors.NoDates, errors.NotSignedUp, errors.AlreadySignedUp,
        errors.SignUpClosed, errors.NotAskedYet, errors.NoSuchSeries, errors.NoSuchSession,
        errors.SessionFull, errors.LastHands,
        errors.SessionBegun, errors.SeriesOver, errors.AlreadyPaused, errors.NotPaused,
        errors.NothingToUndo, errors.PreviewGone, errors.NothingChanges, errors.NotOffered,
        errors.NoSuchTemplate, errors.DaysOfWeeks, errors.TwoEnds, errors.OnlyOnce, errors.NoBlinds,
    ]  # fmt: skip
    for kind in plain:
        yield kind()


HOLDEM = Options(Game.HOLDEM, 200, Stakes(1, 2), 9, None, 120, 60, Ping.LATE)
"""Two hours of Hold'em."""


def a_setup(schedule: Schedule = WEEKLY, **more: object) -> Setup:
    """Return a weekly Hold'em evening of two hours for 2 to 18 players."""
    setup = Setup("Tuesday Hold'em", (HOLDEM,), schedule, CHANNEL, least=2, most=18)
    return replace(setup, **more)  # type: ignore[arg-type]


def a_season(setup: Setup | None = None, number: int = 1) -> Changed:
    """Return a series that has just been made."""
    return control.create(SeriesId(number), (5, "en-US"), HOST, setup or a_setup(), LONG_AGO)


def one_evening(at: datetime, **more: object) -> tuple[Series, Session]:
    """Return a series of a single session at a moment."""
    made = a_season(a_setup(Schedule("UTC", at.date(), at.time(), Once()), **more))
    return made.series, made.sessions[0]


def signed_up(setup: Setup, session: Session, *members: int) -> Session:
    """Sign members up, who are called P1 and so on."""
    for member in members:
        session = signup.sign_up(setup, session, Who(UserId(member), f"P{member}"))
    return session
