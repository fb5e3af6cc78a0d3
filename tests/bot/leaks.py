"""Finds cards that somebody was told who may not know them (issue 2.7).

A `Witness` watches the pretend Discord and the logs while a bot plays. `leaks` then reads the bot's
own record from the database, private events included, and names every message that shows a card
before it is public to somebody who does not hold it, and every log line that shows any card.
It works on any database and witness, whoever ran the bot and however often it was killed.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.sandbox import DirectChannel, Message, StandIn

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_CARD = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
_FILED = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")
_HAND = re.compile(r"(?:Hand|Main) (\d+)")
_ABOUT = re.compile(r"in <#(\d+)>")
_IN_A_LOG = re.compile(
    r"(10|[2-9JQKA])([♣♦♥♠]|\\u266[0356])"
    r"|\b[2-9TJQKA][cdhs][\s,]+[2-9TJQKA][cdhs]\b"
    r"|CardsDealt|CardsDrawn|cards_dealt|cards_drawn|\bholes\b|\bstub\b|\"cards\"|\bcards=\("
)


PNG = b"\x89PNG"
EXPORT = "{"
"""How all that is kept about a member begins: his cards of many hands are in it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One version of one message, when it came to be seen and by whom."""

    at: float
    message: int
    place: int
    reader: int | None
    """The only member who sees it; None: everybody in the channel."""
    text: str
    """All that is written in it: buttons, custom ids, alternative texts and names of files too."""
    files: str = ""
    """What its files contain."""


class Witness(logging.Handler):
    """Remembers everything that members see and that is logged."""

    def __init__(self, world: StandIn, now: Callable[[], float]) -> None:
        super().__init__(logging.DEBUG)
        self.seen: list[Seen] = []
        self.logged: list[str] = []
        self.published: list[str] = []
        """What is told outside of Discord and the log, such as metrics: no card may be in it."""
        self._world = world
        self._now = now
        self._levels: dict[str, int] = {}

    def watch(self) -> None:
        """Begin, with the loggers as the operator's LOG_LEVEL=DEBUG sets them."""
        self._world.watchers.add(self._changed)
        for name, level in {"": logging.INFO, "bot": logging.DEBUG}.items():
            logger = logging.getLogger(name)
            self._levels[name] = logger.level
            logger.setLevel(level)
        logging.getLogger().addHandler(self)

    def stop(self) -> None:
        """Put the loggers back."""
        logging.getLogger().removeHandler(self)
        for name, level in self._levels.items():
            logging.getLogger(name).setLevel(level)
        self._world.watchers.discard(self._changed)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a log line as it would be written, traceback included."""
        self.logged.append(f"{record.name} {record.levelname} {logging.Formatter().format(record)}")

    def _changed(self, kind: str, what: Any) -> None:
        if kind == "message" and what.author_id == self._world.bot_id:
            self.seen.append(seen_now(self._world, what, self._now()))

    @property
    def token(self) -> str:
        """What nobody may ever read."""
        return self._world.token


def seen_now(world: StandIn, message: Message, at: float) -> Seen:
    """Return a message as it is now."""
    place = message.place
    reader = place.recipient_id if isinstance(place, DirectChannel) else message.seen_by
    shown = [message.content, message.embeds, message.components, message.attachments]
    text = json.dumps(shown, ensure_ascii=False)
    files = [world.files.get(int(each["id"])) or b"" for each in message.attachments]
    # In a picture, letters are where nobody wrote any; what it shows its alternative text says.
    written = [file for file in files if not file.startswith(PNG)]
    contents = b"\n".join(written).decode(errors="replace")
    return Seen(at, message.id, place.id, reader, text, contents)


@dataclass(slots=True)
class _Hand:
    """One deal: since when whom a card was given, and since when it is public."""

    table: int
    number: int
    begins: float
    members: dict[int, int]
    """Who sits in which seat."""
    given: dict[tuple[int, int], float] = field(default_factory=dict)
    public: dict[int, float] = field(default_factory=dict)


def leaks(witness: Witness, database: Path) -> list[str]:
    """Return a sentence for every card told to somebody who may not know it."""
    found = [
        f"{how}: {line[:200]}"
        for how, lines in (("logged", witness.logged), ("published", witness.published))
        for line in lines
        if _IN_A_LOG.search(line) or witness.token in line
    ]
    hands, channels = _record(database)
    for seen in witness.seen:
        named = _HAND.search(seen.text)
        place = _place(seen)
        tables = [table for table, channel in channels.items() if channel == place]
        # What is exported of a member is of all tables at which he played.
        if seen.reader is not None and (seen.files.startswith(EXPORT) or not tables):
            tables = [hand.table for hand in hands if seen.reader in hand.members.values()]
        dealt = [hand for hand in hands if hand.table in tables and hand.begins <= seen.at]
        if named:
            dealt = [hand for hand in dealt if hand.number == int(named[1])]
        elif dealt and not seen.files.startswith(EXPORT):
            dealt = dealt[-1:]
        if witness.token in seen.text or witness.token in seen.files:
            found.append(f"the token told in message {seen.message}")
        for card, told in (*_cards(seen.text), *_cards_in_a_file(seen.files)):
            if not any(_may_know(hand, card, seen) for hand in dealt):
                reader = "everybody" if seen.reader is None else f"member {seen.reader}"
                found.append(
                    f"{told} told to {reader} in message {seen.message}: {seen.text[:300]}"
                )
    return found


def _place(seen: Seen) -> int:
    """Return the channel that a message is about: a private one may name another than its own."""
    about = None if seen.reader is None else _ABOUT.search(seen.text)
    return int(about[1]) if about else seen.place


def _may_know(hand: _Hand, card: int, seen: Seen) -> bool:
    if hand.public.get(card, float("inf")) <= seen.at:
        return True
    return any(
        at <= seen.at and given == card and hand.members[seat] == seen.reader
        for (seat, given), at in hand.given.items()
    )


def _cards(text: str) -> Iterator[tuple[int, str]]:
    for match in _CARD.finditer(text):
        yield _RANKS.index(match[1]) * 4 + "♣♦♥♠".index(match[2]), match[0]


def _cards_in_a_file(text: str) -> Iterator[tuple[int, str]]:
    """Find cards as hand histories write them: `[As Kd]`, or `AsKd`."""
    for several in _FILED.finditer(text):
        for rank, suit in re.findall(r"(.)(.)", several[0]):
            yield "23456789TJQKA".index(rank) * 4 + "cdhs".index(suit), rank + suit


def _record(database: Path) -> tuple[list[_Hand], dict[int, int]]:
    """Read what really happened: all hands, and the channel of each table."""
    reading = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        channels = dict(reading.execute("SELECT id, channel FROM tables").fetchall())
        log = reading.execute("SELECT table_id, at, events FROM log ORDER BY table_id, version")
        rows = log.fetchall()
    finally:
        reading.close()
    hands: list[_Hand] = []
    for table, at, events in rows:
        for event in json.loads(events):
            if event["kind"] == "hand_started":
                hands.append(_Hand(table, event["number"], at, dict(event["members"])))
            elif hands:
                _note(hands[-1], event, at)
    return hands, channels


def _note(hand: _Hand, event: dict[str, Any], at: float) -> None:
    match event["kind"]:
        case "cards_dealt" | "cards_drawn":
            for card in event["cards"]:
                hand.given.setdefault((event["seat"], card), at)
        case "street_opened":
            for card in event["cards"]:
                hand.public.setdefault(card, at)
        case "hands_shown":
            for _, cards in event["hands"]:
                for card in cards:
                    hand.public.setdefault(card, at)
        case _:
            pass
