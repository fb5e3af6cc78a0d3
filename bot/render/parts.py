"""Components V2 as plain data: the building blocks of every screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from bot.router import DraftPress, Press, RecordPress, SeriesPress

Component = dict[str, Any]


class Style(IntEnum):
    """The colour of a button."""

    PRIMARY = 1
    SECONDARY = 2
    SUCCESS = 3
    DANGER = 4


class Accent(IntEnum):
    """The stripe beside a screen: what kind of screen it is, at a glance."""

    LOBBY = 0x4F8A5B
    PLAY = 0x2F6FA8
    PRIVATE = 0x7A5C99
    RESULT = 0xB08D3C
    NOTICE = 0x6D6D6D


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that comes with a message."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Screen:
    """A message: its components, whom its mentions may ping, and a file."""

    components: tuple[Component, ...]
    pings: tuple[int, ...] = ()
    attachment: Attachment | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a dialog in which something is typed."""

    field: str
    """By which name it comes back."""
    label: str
    hint: str
    placeholder: str = ""
    value: str = ""
    """What stands in it already."""
    longest: int = 20
    """Characters that can be typed."""
    needed: bool = True
    """Whether something has to be typed."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """A dialog of one to five lines."""

    title: str
    custom_id: str
    lines: tuple[Line, ...]


AMOUNT_FIELD = "amount"
TEXT_CHANNELS = [0, 5]
"""Discord's numbers for channels with messages, those for announcements included."""
MOST_ALT = 1_024
"""Characters of an alt text."""


def screen(accent: Accent, *children: Component | None, pings: tuple[int, ...] = ()) -> Screen:
    """Put children into one container; None stands for nothing."""
    inside = [child for child in children if child is not None]
    return Screen(({"type": 17, "accent_color": int(accent), "components": inside},), pings)


def text(*lines: str | None) -> Component:
    """Return a text of several lines; None stands for no line."""
    return {"type": 10, "content": "\n".join(line for line in lines if line is not None)}


def picture(name: str, alt: str) -> Component:
    """Return the picture that is attached under a name; the alt text says what it shows."""
    url = f"attachment://{name}"
    return {"type": 12, "items": [{"media": {"url": url}, "description": alt[:MOST_ALT]}]}


def row(*buttons: Component | None) -> Component | None:
    """Return a row of up to five buttons; a row of none is no row."""
    shown = [button for button in buttons if button is not None]
    return {"type": 1, "components": shown} if shown else None


def menu(
    press: DraftPress,
    options: Sequence[tuple[str, str, bool]],
    *,
    hint: str | None = None,
    several: bool = False,
) -> Component:
    """Return a menu in a row of its own: of each option its label, its value, whether it is set.

    :param hint: what is shown while nothing is chosen.
    :param several: any number of options can be chosen, none included.
    """
    made: Component = {
        "type": 3,
        "custom_id": str(press),
        "options": [
            {"label": label, "value": value, "default": set_} for label, value, set_ in options
        ],
        "min_values": 0 if several else 1,
        "max_values": len(options) if several else 1,
    }
    if hint is not None:
        made["placeholder"] = hint
    return {"type": 1, "components": [made]}


def channel_menu(press: DraftPress, hint: str) -> Component:
    """Return a menu of the server's text channels in a row of its own.

    :param hint: what is shown in it: none of them is shown as chosen.
    """
    made: Component = {
        "type": 8,
        "custom_id": str(press),
        "channel_types": TEXT_CHANNELS,
        "placeholder": hint,
    }
    return {"type": 1, "components": [made]}


def dialog_payload(dialog: Dialog) -> dict[str, object]:
    """Return a dialog as Discord wants it."""
    lines = [_line(line) for line in dialog.lines]
    return {"title": dialog.title, "custom_id": dialog.custom_id, "components": lines}


def _line(line: Line) -> Component:
    box: Component = {
        "type": 4,
        "custom_id": line.field,
        "style": 1,
        "min_length": int(line.needed),
        "max_length": line.longest,
        "placeholder": line.placeholder,
        "required": line.needed,
    }
    if line.value:
        box["value"] = line.value
    return {"type": 18, "label": line.label, "description": line.hint, "component": box}


def button(
    label: str,
    press: Press | SeriesPress | DraftPress | RecordPress,
    style: Style = Style.SECONDARY,
    *,
    disabled: bool = False,
) -> Component:
    """Return a button that means a press."""
    made: Component = {"type": 2, "style": int(style), "label": label, "custom_id": str(press)}
    if disabled:
        made["disabled"] = True
    return made
