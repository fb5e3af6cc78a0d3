"""Routes of interactions: the callback, and the messages on an interaction's token."""

from __future__ import annotations

from . import shapes
from .errors import ApiError, unknown_message
from .exchange import Answer, Call, Route
from .interaction import Interaction


def _interaction(call: Call) -> Interaction:
    return call.world.interactions.find(call.id("webhook_id"), call.parameters["webhook_token"])


def callback(call: Call) -> Answer:
    """POST the one answer to an interaction."""
    body = call.json
    data = body.get("data")
    if call.files:
        body = body | {"data": (data or {}) | {"files": call.files}}
    elif data is not None and not isinstance(data, dict):
        raise ApiError(400, 50035, "Invalid Form Body")
    token = call.parameters["interaction_token"]
    told = call.world.interactions.respond(call.id("interaction_id"), token, body)
    if call.query.get("with_response", "").lower() in ("1", "true"):
        return 200, told
    return 204, None


def follow_up(call: Call) -> Answer:
    """POST a further message on an interaction's token."""
    message = call.world.interactions.follow_up(_interaction(call), call.json, call.files)
    return 200, shapes.message(call.world, message)


def get_message(call: Call) -> Answer:
    """GET a message of the interaction."""
    message = call.world.interactions.message_of(_interaction(call), _which(call))
    return 200, shapes.message(call.world, message)


def edit_message(call: Call) -> Answer:
    """PATCH a message of the interaction."""
    message = call.world.interactions.message_of(_interaction(call), _which(call))
    call.world.posts.edit(message, call.json, call.files)
    return 200, shapes.message(call.world, message)


def delete_message(call: Call) -> Answer:
    """DELETE a message of the interaction."""
    message = call.world.interactions.message_of(_interaction(call), _which(call))
    if message.deleted:
        raise unknown_message()
    call.world.posts.remove(message)
    return 204, None


def _which(call: Call) -> str:
    return call.parameters.get("message_id", "@original")


WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = f"{WEBHOOK}/messages/@original"
ONE = f"{WEBHOOK}/messages/{{message_id}}"
COUNTED = ("followup", "webhook_token", True)

ROUTES = (
    Route(
        "POST",
        "/interactions/{interaction_id}/{interaction_token}/callback",
        callback,
        bucket="",
        open=True,
    ),
    Route("POST", WEBHOOK, follow_up, *COUNTED),
    Route("GET", ORIGINAL, get_message, *COUNTED),
    Route("PATCH", ORIGINAL, edit_message, *COUNTED),
    Route("DELETE", ORIGINAL, delete_message, *COUNTED),
    Route("GET", ONE, get_message, *COUNTED),
    Route("PATCH", ONE, edit_message, *COUNTED),
    Route("DELETE", ONE, delete_message, *COUNTED),
)
