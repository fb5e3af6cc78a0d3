"""What follows from a change of a series: what is said in its channel, or to one member."""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.parts import Screen
from bot.series.model import Changed
from bot.series.standings import Correction, Finish
from bot.table.model import UserId


@dataclass(frozen=True, slots=True)
class Telling:
    """A message: its key is one of its kind in one version of a series."""

    key: str
    screen: Screen
    user: UserId | None = None
    """Whom it goes to by direct message; None: to the channel of the series."""


@dataclass(frozen=True, slots=True)
class Told:
    """A change, the messages that tell it, and the results or the correction that come with it."""

    changed: Changed
    tellings: tuple[Telling, ...] = ()
    finishes: tuple[tuple[Finish, str], ...] = ()
    correction: tuple[Correction, str] | None = None
