"""The kinds of things that can be told."""

from __future__ import annotations

from dataclasses import dataclass

from bot.render.parts import Screen
from bot.table.model import UserId


@dataclass(frozen=True, slots=True)
class Post:
    """A new message in the table's channel, known by its key from then on."""

    key: str
    screen: Screen
    due: float


@dataclass(frozen=True, slots=True)
class Edit:
    """The last word of a post that shows the table no longer."""

    key: str
    screen: Screen
    due: float


@dataclass(frozen=True, slots=True)
class Delete:
    """A reminder that has served."""

    key: str
    due: float


@dataclass(frozen=True, slots=True)
class Direct:
    """A direct message to one member, about his own cards."""

    key: str
    user: UserId
    screen: Screen
    due: float


Telling = Post | Edit | Delete | Direct
