"""Routes below /channels: channels and their messages."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from . import shapes
from .errors import (
    missing_access,
    missing_permissions,
    not_your_message,
    thread_archived,
    unknown_channel,
    unknown_message,
    wrong_channel_type,
)
from .exchange import Answer, Call, Route
from .forms import Form
from .model import Channel, DirectChannel, Message, Place, Thread
from .permissions import BITS
from .ratelimits import too_many
from .rules import check_create

if TYPE_CHECKING:
    from .world import StandIn

PUBLIC_THREAD = 11


def _place(call: Call, *needed: str) -> Place:
    """Return the channel of the path, if the bot may do what it wants there.

    :raises ApiError: 10003, 50001 or 50013.
    """
    place = call.world.place(call.id("channel_id"))
    if place is None:
        raise unknown_channel()
    if isinstance(place, Channel):
        held = place.bot_permissions
        if not held & BITS["view_channel"]:
            raise missing_access()
        if not all(held & BITS[name] for name in needed):
            raise missing_permissions()
    return place


def _message(call: Call, place: Place) -> Message:
    """Return the message of the path; ephemeral ones are not to be found here.

    :raises ApiError: 10008.
    """
    message = place.log.get(call.id("message_id"))
    if message is None or message.seen_by is not None:
        raise unknown_message()
    return message


def get_channel(call: Call) -> Answer:
    """GET a channel."""
    place = _place(call)
    if isinstance(place, Channel):
        return 200, shapes.guild_channel(place, call.world.bot_id)
    assert isinstance(place, DirectChannel)
    return 200, shapes.direct_channel(place, call.world.user(place.recipient_id))


def create_message(call: Call) -> Answer:
    """POST a message; one of the same nonce is returned instead of a second."""
    world = call.world
    place = _place(call, "send_messages")
    draft = check_create(call.json, files=len(call.files))
    if isinstance(place, DirectChannel):
        world.posts.check_direct(place)
    message = world.posts.known_nonce(world.bot_id, draft)
    if message is None:
        if isinstance(place, Thread) and place.archived:
            _take_out(place)
        message = world.posts.post(place, world.bot_id, draft, files=call.files)
    return 200, shapes.message(world, message)


def _take_out(thread: Thread) -> None:
    """Take an archived thread out again, as sending to it does.

    :raises ApiError: 50083 when it is locked.
    """
    if thread.locked and not thread.bot_permissions & BITS["manage_threads"]:
        raise thread_archived()
    thread.unarchive()


def create_thread(call: Call) -> Answer:
    """POST a public thread that begins with no message."""
    place = _place(call, "create_public_threads")
    form = Form()
    name = form.text(("name",), call.json.get("name"), 1, 100, must=True)
    if call.json.get("type") != PUBLIC_THREAD:
        form.problem(("type",), "BASE_TYPE_CHOICES", "This sandbox makes public threads only.")
    form.refuse()
    if not isinstance(place, Channel) or isinstance(place, Thread):
        raise wrong_channel_type()
    thread = call.world.add_thread(name, place, call.world.bot_id)
    return 201, shapes.guild_channel(thread, call.world.bot_id)


def get_message(call: Call) -> Answer:
    """GET one message."""
    place = _place(call, "read_message_history")
    return 200, shapes.message(call.world, _message(call, place))


def list_messages(call: Call) -> Answer:
    """GET messages, newest first."""
    place = _place(call)
    if isinstance(place, Channel) and not place.bot_permissions & BITS["read_message_history"]:
        return 200, []
    form = Form()
    given = {key: int(value) if value.isdecimal() else None for key, value in call.query.items()}
    limit = form.integer(("limit",), given.get("limit"), 1, 100, 50)
    form.refuse()
    found = _window(place, given, limit)
    return 200, [shapes.message(call.world, message) for message in found]


def _window(place: Place, given: dict[str, int | None], limit: int) -> list[Message]:
    """Return the messages asked for, newest first."""
    newest_first = (m for m in reversed(place.log.values()) if m.seen_by is None)
    oldest_first = (m for m in place.log.values() if m.seen_by is None)
    after, before, around = given.get("after"), given.get("before"), given.get("around")
    if around is not None:
        older = islice((m for m in newest_first if m.id <= around), limit // 2 + 1)
        newer = list(islice((m for m in oldest_first if m.id > around), (limit - 1) // 2))
        return [*reversed(newer), *older]
    if after is not None:
        found = list(islice((m for m in oldest_first if m.id > after), limit))
        return found[::-1]
    if before is not None:
        newest_first = (m for m in newest_first if m.id < before)
    return list(islice(newest_first, limit))


def edit_message(call: Call) -> Answer:
    """PATCH a message of the bot's own."""
    place = _place(call)
    message = _message(call, place)
    if message.author_id != call.world.bot_id:
        raise not_your_message()
    if isinstance(place, Thread) and place.archived:
        raise thread_archived()
    _check_age(call.world, message)
    call.world.posts.edit(message, call.json, call.files)
    return 200, shapes.message(call.world, message)


def _check_age(world: StandIn, message: Message) -> None:
    """Refuse edits of an old message that come too fast.

    :raises Answered: with 30046.
    """
    limits = world.limits
    if world.now() - message.created_at <= limits.old_s:
        return
    wait_s = world.pace.wait_s(f"old messages of {message.place.id}", limits.old_message_edit)
    if wait_s:
        raise too_many(after_s=wait_s, headers=False, code=30046)


def delete_message(call: Call) -> Answer:
    """DELETE a message: the bot's own, or any where it manages messages."""
    place = _place(call)
    message = _message(call, place)
    own = message.author_id == call.world.bot_id
    held = place.bot_permissions if isinstance(place, Channel) else 0
    if not own and not held & BITS["manage_messages"]:
        raise missing_permissions()
    call.world.posts.remove(message)
    return 204, None


ROUTES = (
    Route("GET", "/channels/{channel_id}", get_channel, major="channel_id"),
    Route(
        "POST", "/channels/{channel_id}/messages", create_message, "message_create", "channel_id"
    ),
    Route("POST", "/channels/{channel_id}/threads", create_thread, major="channel_id"),
    Route("GET", "/channels/{channel_id}/messages", list_messages, major="channel_id"),
    Route("GET", "/channels/{channel_id}/messages/{message_id}", get_message, major="channel_id"),
    Route(
        "PATCH",
        "/channels/{channel_id}/messages/{message_id}",
        edit_message,
        "message_edit",
        "channel_id",
    ),
    Route(
        "DELETE",
        "/channels/{channel_id}/messages/{message_id}",
        delete_message,
        "message_delete",
        "channel_id",
    ),
)
