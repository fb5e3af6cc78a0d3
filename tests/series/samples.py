"""What tests of series begin with."""

from __future__ import annotations

from collections.abc import Iterator

from bot.errors import Refused
from bot.series import errors


def refusals() -> Iterator[Refused]:
    """Yield what series refuse, one of every class, as it can happen."""
    yield errors.UnknownZone("UTC+2", True, ())
    yield errors.UnknownZone("Europe/Pariss", False, ("Europe/Paris", "Europe/Oslo"))
    yield errors.UnknownZone("EST", False, ())
    yield errors.BadDate("2027-02-29")
    yield errors.DatePassed()
    yield errors.NoDates()
    yield errors.TooManyDates(200)
