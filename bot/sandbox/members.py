"""Members: who they are and what they do, as a person would in Discord's app."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from . import permissions
from .errors import BadInput, NoSuchComponent, SandboxError
from .filling import Filling
from .interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction, Reply
from .model import (
    BUTTON,
    SELECTS,
    STRING_SELECT,
    DirectChannel,
    Guild,
    Json,
    Message,
    Place,
    Role,
    walk,
)
from .selects import problem_of, resolve_chosen
from .typed import command_data

if TYPE_CHECKING:
    from .world import StandIn

Value = object


@dataclass(slots=True, eq=False)
class Member:
    """One member of every guild of the sandbox."""

    world: StandIn = field(repr=False)
    id: int
    name: str
    user: Json = field(repr=False)
    _locale: str = "en-US"
    _dms_open: bool = True
    _here: bool = True
    _permissions: frozenset[str] = frozenset()

    @property
    def mention(self) -> str:
        """How a text mentions the member."""
        return f"<@{self.id}>"

    @property
    def locale(self) -> str:
        """The language of the member's Discord app."""
        return self._locale

    @locale.setter
    def locale(self, locale: str) -> None:
        self._locale = locale
        self._changed()

    @property
    def dms_open(self) -> bool:
        """Whether the bot may send direct messages to the member."""
        return self._dms_open

    @dms_open.setter
    def dms_open(self, dms_open: bool) -> None:
        self._dms_open = dms_open
        self._changed()

    @property
    def here(self) -> bool:
        """Whether the member is in the guilds, or has left them."""
        return self._here

    @here.setter
    def here(self, here: bool) -> None:
        self._here = here
        self._changed()

    @property
    def permissions(self) -> frozenset[str]:
        """What the member may do beyond everybody else, by Discord's names."""
        return self._permissions

    @permissions.setter
    def permissions(self, names: Iterable[str]) -> None:
        self._permissions = frozenset(names)
        permissions.bits(self._permissions)
        for guild in self.world.guilds.values():
            self.role_in(guild)
        self._changed()

    @property
    def bits(self) -> int:
        """All permissions as a bit set."""
        held = permissions.EVERYBODY | permissions.bits(self._permissions)
        return permissions.EVERYTHING if "administrator" in self._permissions else held

    def role_in(self, guild: Guild) -> Role | None:
        """Return the role that gives the member more than everybody has, if any."""
        if not self._permissions:
            return None
        return self.world.role_for(guild, permissions.bits(self._permissions))

    @property
    def conversation(self) -> DirectChannel:
        """The direct messages between the member and the bot, opened if need be."""
        return self.world.conversation(self)

    @property
    def dms(self) -> list[Message]:
        """The messages between the member and the bot."""
        found = self.world.conversation_with(self.id)
        return [] if found is None else found.messages

    def view(self, place: Place) -> list[Message]:
        """Everything the member sees in a channel, their own ephemeral messages included."""
        return place.seen_by(self.id)

    async def slash(self, place: Place, command: str, /, **options: Value) -> Reply:
        """Send a slash command; `command` is its name, with group and subcommand if any.

        :raises NoSuchCommand: when it is not offered to this member here.
        :raises BadOption: when an option is unknown, missing, or has a value it does not take.
        """
        data = command_data(self.world, self, place, command, options)
        return await self.world.interactions.open(self, place, COMMAND, data)

    async def complete(
        self, place: Place, command: str, focused: str, /, **options: Value
    ) -> Reply:
        """Ask for completions of one option while typing; the reply has the choices."""
        data = command_data(self.world, self, place, command, options, focused=focused)
        return await self.world.interactions.open(self, place, AUTOCOMPLETE, data)

    async def say(self, place: Place, text: str) -> Message:
        """Write an ordinary message."""
        return self.world.posts.say(self, place, text)

    async def press(self, message: Message, button: str) -> Reply:
        """Press a button, named by its label or its custom id.

        :raises NoSuchComponent: when the message has no such button or it is disabled.
        """
        self._check_seen(message)
        buttons = message.buttons
        named = [each for each in buttons if each.custom_id == button]
        named = named or [each for each in buttons if each.label == button]
        if len(named) != 1:
            shown = ", ".join(repr(each.label) for each in buttons) or "none"
            raise NoSuchComponent(f"{len(named)} buttons {button!r}; there are: {shown}")
        if named[0].disabled:
            raise NoSuchComponent(f"the button {button!r} is disabled")
        return await self._press(message, named[0].custom_id)

    async def press_id(self, where: Message | Place, custom_id: str) -> Reply:
        """Press a button by custom id, whether or not a message still shows it.

        With a channel instead of a message, its newest message is said to have been pressed.
        """
        if isinstance(where, Place):
            seen = self.view(where)
            if not seen:
                raise NoSuchComponent("there is no message to press a button of")
            where = seen[-1]
        return await self._press(where, custom_id)

    async def _press(self, message: Message, custom_id: str) -> Reply:
        component = message.component(custom_id)
        data: Json = {"component_type": BUTTON, "custom_id": custom_id}
        if component is not None:
            data["id"] = component["id"]
        return await self.world.interactions.open(self, message.place, COMPONENT, data, message)

    async def select(self, message: Message, custom_id: str, values: Sequence[str]) -> Reply:
        """Choose options of a select, by value.

        :raises NoSuchComponent: when the message has no such select or it does not take these.
        """
        self._check_seen(message)
        found = message.component(custom_id)
        if found is None or found["type"] not in SELECTS or found.get("disabled"):
            raise NoSuchComponent(f"no enabled select {custom_id!r}")
        if problem := problem_of(self.world, message.place, found, values):
            raise NoSuchComponent(problem)
        data: Json = {
            "component_type": found["type"],
            "custom_id": custom_id,
            "id": found["id"],
            "values": list(values),
        }
        if found["type"] != STRING_SELECT:
            resolve_chosen(
                self.world, message.place, found, values, data.setdefault("resolved", {})
            )
        return await self.world.interactions.open(self, message.place, COMPONENT, data, message)

    async def submit(self, reply: Reply, /, **values: str | Sequence[str]) -> Reply:
        """Fill in and send the modal a reply opened; keys are the inputs' custom ids.

        :raises BadInput: when Discord's app would not let the input through.
        """
        modal = reply.modal
        if modal is None:
            raise BadInput("that reply opened no modal")
        return await self.submit_raw(reply.interaction, modal, values)

    async def submit_raw(
        self, parent: Interaction, modal: Json, values: dict[str, str | Sequence[str]]
    ) -> Reply:
        """Send a modal on behalf of the interaction that opened it."""
        known = {c["custom_id"] for c in walk(modal["components"]) if "custom_id" in c}
        if unknown := set(values) - known:
            raise BadInput(f"no input {unknown.pop()!r}; there are: {', '.join(sorted(known))}")
        origin = parent
        while origin.parent is not None:
            origin = origin.parent
        filling = Filling(self.world, origin.place, values)
        data: Json = {
            "custom_id": modal["custom_id"],
            "components": [filling.filled(each) for each in modal["components"]],
        }
        if filling.resolved:
            data["resolved"] = filling.resolved
        return await self.world.interactions.open(
            self, origin.place, MODAL_SUBMIT, data, parent.message, parent
        )

    def dismiss(self, message: Message) -> None:
        """Put an ephemeral message away."""
        if message.seen_by != self.id:
            raise SandboxError("only an ephemeral message of one's own can be dismissed")
        self.world.posts.remove(message)

    def document(self) -> Json:
        """Return what is kept of the member."""
        return {
            "id": self.id,
            "name": self.name,
            "locale": self._locale,
            "dms_open": self._dms_open,
            "here": self._here,
            "permissions": sorted(self._permissions),
        }

    def restore(self, kept: Json) -> None:
        """Take up what was kept."""
        self._locale = kept["locale"]
        self._dms_open = kept["dms_open"]
        self._here = kept.get("here", True)
        self._permissions = frozenset(kept["permissions"])

    def _check_seen(self, message: Message) -> None:
        """Refuse to touch what the member cannot see."""
        place = message.place
        mine = not isinstance(place, DirectChannel) or place.recipient_id == self.id
        if message.deleted or not mine or message.seen_by not in (None, self.id):
            raise NoSuchComponent("the member does not see that message")

    def _changed(self) -> None:
        self.world.member_changed(self)
