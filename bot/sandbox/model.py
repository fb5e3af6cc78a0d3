"""What the pretend Discord consists of: guilds, roles, channels, messages. Data only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

from . import permissions

Json = dict[str, Any]

EPOCH_MS = 1_420_070_400_000
EPHEMERAL = 1 << 6
LOADING = 1 << 7
COMPONENTS_V2 = 1 << 15

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = 5, 6, 7, 8
SELECTS = frozenset({STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT})
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL = 17, 18


class Snowflakes:
    """Makes ids as Discord does: they carry the time, and each is greater than the last."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last = 0

    def next(self) -> int:
        """Return a new id."""
        made = (int(self._now() * 1000) - EPOCH_MS) << 22
        self._last = made if made > self._last else self._last + 1
        return self._last

    def seen(self, id_: int) -> None:
        """Note an id that exists already, so that none lower is made."""
        self._last = max(self._last, id_)


def walk(components: Iterable[Json]) -> Iterator[Json]:
    """Yield every component, nested ones included, in reading order."""
    for component in components:
        yield component
        yield from walk(component.get("components", ()))
        for only in ("accessory", "component"):
            if only in component:
                yield from walk((component[only],))


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a reader sees it."""

    label: str
    custom_id: str
    disabled: bool
    style: int


@dataclass(slots=True, eq=False)
class Message:
    """One message; `seen_by` is its only reader when it is ephemeral."""

    id: int
    place: Place
    author_id: int
    content: str
    components: list[Json]
    flags: int
    created_at: float
    embeds: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    edited_at: float | None = None
    nonce: str | None = None
    mentions: tuple[int, ...] = ()
    pinged: set[int] = field(default_factory=set)
    seen_by: int | None = None
    interaction: Json | None = None
    deleted: bool = False
    history: list[list[Json]] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in reading order, one line each."""
        lines = [self.content] if self.content else []
        for embed in self.embeds:
            lines += [str(embed[key]) for key in ("title", "description") if embed.get(key)]
        lines += [c["content"] for c in walk(self.components) if c["type"] == TEXT_DISPLAY]
        return "\n".join(lines)

    @property
    def buttons(self) -> list[Button]:
        """The buttons in reading order, links left out."""
        return [
            Button(_label(c), c["custom_id"], c.get("disabled", False), c["style"])
            for c in walk(self.components)
            if c["type"] == BUTTON and "custom_id" in c
        ]

    @property
    def selects(self) -> list[Json]:
        """The selects in reading order, as Discord's JSON has them."""
        return [c for c in walk(self.components) if c["type"] in SELECTS]

    @property
    def edited(self) -> bool:
        """Whether the message was ever changed."""
        return self.edited_at is not None

    @property
    def ephemeral(self) -> bool:
        """Whether only one member sees it."""
        return self.seen_by is not None

    def component(self, custom_id: str) -> Json | None:
        """Return the component of this custom id, if the message still has it."""
        for component in walk(self.components):
            if component.get("custom_id") == custom_id:
                return component
        return None

    def document(self) -> Json:
        """Return what is kept of it."""
        return {
            "id": self.id,
            "place": self.place.id,
            "author": self.author_id,
            "content": self.content,
            "components": self.components,
            "flags": self.flags,
            "created_at": self.created_at,
            "embeds": self.embeds,
            "attachments": self.attachments,
            "edited_at": self.edited_at,
            "nonce": self.nonce,
            "mentions": self.mentions,
            "pinged": sorted(self.pinged),
            "seen_by": self.seen_by,
            "interaction": self.interaction,
        }

    @classmethod
    def from_document(cls, kept: Json, place: Place) -> Message:
        """Build the message that was kept."""
        return cls(
            id=kept["id"],
            place=place,
            author_id=kept["author"],
            content=kept["content"],
            components=kept["components"],
            flags=kept["flags"],
            created_at=kept["created_at"],
            embeds=kept["embeds"],
            attachments=kept["attachments"],
            edited_at=kept["edited_at"],
            nonce=kept["nonce"],
            mentions=tuple(kept["mentions"]),
            pinged=set(kept["pinged"]),
            seen_by=kept["seen_by"],
            interaction=kept["interaction"],
            history=[kept["components"]],
        )


def _label(button: Json) -> str:
    """Return what a button reads, its emoji first when it has one."""
    emoji = button.get("emoji", {}).get("name", "")
    return f"{emoji} {button.get('label', '')}".strip()


@dataclass(slots=True, eq=False)
class Place:
    """Where messages are: a channel of a guild or a conversation with one member."""

    id: int
    log: dict[int, Message] = field(default_factory=dict, init=False, repr=False)

    @property
    def messages(self) -> list[Message]:
        """The messages everybody here sees, oldest first."""
        return [message for message in self.log.values() if message.seen_by is None]

    def seen_by(self, user_id: int) -> list[Message]:
        """Return the messages this member sees, their own ephemeral ones included."""
        return [m for m in self.log.values() if m.seen_by is None or m.seen_by == user_id]


@dataclass(slots=True, eq=False)
class DirectChannel(Place):
    """The conversation between the bot and one member."""

    recipient_id: int


@dataclass(slots=True, eq=False)
class Role:
    """A role; `permissions` is a bit set."""

    id: int
    name: str
    permissions: int
    managed_by: int | None = None


@dataclass(slots=True, eq=False)
class Channel(Place):
    """A text channel. What it denies or allows concerns the bot, not the members."""

    kind: ClassVar[int] = 0
    """Its type, by Discord's number."""
    name: str
    guild: Guild
    position: int = 0
    allowed: int = 0
    denied: int = 0
    changed: Callable[[Channel], None] = field(default=lambda _: None, repr=False)

    def deny(self, *names: str) -> None:
        """Take permissions from the bot in this channel."""
        self.denied |= permissions.bits(names)
        self.allowed &= ~permissions.bits(names)
        self.changed(self)

    def allow(self, *names: str) -> None:
        """Give permissions to the bot in this channel, denied before or not."""
        self.allowed |= permissions.bits(names)
        self.denied &= ~permissions.bits(names)
        self.changed(self)

    def document(self) -> Json:
        """Return what is kept of it; its messages are documents of their own."""
        return {
            "id": self.id,
            "name": self.name,
            "guild": self.guild.id,
            "position": self.position,
            "allowed": self.allowed,
            "denied": self.denied,
        }

    @property
    def bot_permissions(self) -> int:
        """What the bot may do here."""
        if self.guild.bot_removed:
            return 0
        base = self.guild.everybody.permissions | self.guild.bot_role.permissions
        left = (base & ~self.denied) | self.allowed
        return left if left & permissions.BITS["view_channel"] else 0


@dataclass(slots=True, eq=False)
class Thread(Channel):
    """A public thread of a text channel, whose permissions are its own."""

    kind: ClassVar[int] = 11
    parent: Channel = field(kw_only=True)
    owner_id: int = field(kw_only=True)
    archived: bool = False
    locked: bool = False

    def archive(self, *, locked: bool = False) -> None:
        """Put the thread away; locked, nobody takes it out again but who manages threads."""
        self.archived, self.locked = True, locked
        self.changed(self)

    def unarchive(self) -> None:
        """Take the thread out again."""
        self.archived = self.locked = False
        self.changed(self)

    def document(self) -> Json:
        """Return what is kept of it; its messages are documents of their own."""
        # What a slotted dataclass is decorated to, super() without arguments does not know.
        return Channel.document(self) | {
            "parent": self.parent.id,
            "owner": self.owner_id,
            "archived": self.archived,
            "locked": self.locked,
        }

    @property
    def bot_permissions(self) -> int:
        """What the bot may do here: what it may in the channel, sending in threads apart."""
        held = self.parent.bot_permissions
        sends = held & permissions.BITS["send_messages_in_threads"]
        held &= ~permissions.BITS["send_messages"]
        return held | (permissions.BITS["send_messages"] if sends else 0)


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str
    owner_id: int
    everybody: Role
    bot_role: Role
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    threads: dict[int, Thread] = field(default_factory=dict)
    commands: dict[str, Json] = field(default_factory=dict)
    away: bool = False
    """Discord has trouble with it: nothing is heard of it."""
    bot_removed: bool = False

    def document(self) -> Json:
        """Return what is kept of it; channels are documents of their own."""
        return {
            "id": self.id,
            "name": self.name,
            "locale": self.locale,
            "owner": self.owner_id,
            "bot_role": self.bot_role.id,
            "roles": [[r.id, r.name, r.permissions] for r in self.roles.values()],
            "commands": list(self.commands.values()),
        }
