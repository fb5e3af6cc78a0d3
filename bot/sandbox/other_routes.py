"""Routes of the account, the application, guilds, users and conversations."""

from __future__ import annotations

from . import shapes
from .errors import (
    ApiError,
    invalid_recipient,
    opening_too_fast,
    unknown_command,
    unknown_guild,
    unknown_user,
)
from .exchange import Answer, Call, Route
from .forms import Form
from .model import Guild, Json
from .registry import register


def guild_of(call: Call) -> Guild:
    """Return the guild that a path names.

    :raises ApiError: 10004 when the bot is in none such.
    """
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None:
        raise unknown_guild()
    return guild


def get_me(call: Call) -> Answer:
    """GET the bot's own account."""
    return 200, shapes.bot_account(call.world)


def get_application(call: Call) -> Answer:
    """GET the bot's application."""
    return 200, shapes.application(call.world)


def get_gateway(call: Call) -> Answer:
    """GET the gateway's address."""
    return 200, {"url": call.world.gateway_url}


def get_gateway_bot(call: Call) -> Answer:
    """GET the gateway's address and how many shards are advised."""
    limit = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return 200, {"url": call.world.gateway_url, "shards": 1, "session_start_limit": limit}


def get_user(call: Call) -> Answer:
    """GET a user."""
    id_ = call.id("user_id")
    if id_ != call.world.bot_id and id_ not in call.world.members:
        raise unknown_user()
    return 200, call.world.user(id_)


def create_conversation(call: Call) -> Answer:
    """POST to open the direct messages with a member; closed ones open too, but take none."""
    given = str(call.json.get("recipient_id"))
    member = call.world.members.get(int(given)) if given.isdecimal() else None
    if member is None:
        raise invalid_recipient()
    rate = call.world.limits.conversation_open
    if call.world.conversation_with(member.id) is None and call.world.pace.wait_s("opening", rate):
        raise opening_too_fast()
    return 200, shapes.direct_channel(call.world.conversation(member), member.user)


def get_guild(call: Call) -> Answer:
    """GET a guild."""
    guild = shapes.guild(guild_of(call))
    if call.query.get("with_counts", "").lower() in ("1", "true"):
        guild["approximate_member_count"] = len(call.world.members) + 1
        guild["approximate_presence_count"] = len(call.world.members) + 1
    return 200, guild


def get_guild_channels(call: Call) -> Answer:
    """GET a guild's channels."""
    channels = guild_of(call).channels.values()
    return 200, [shapes.guild_channel(channel, call.world.bot_id) for channel in channels]


def get_active_threads(call: Call) -> Answer:
    """GET a guild's threads that are not put away, the newest first."""
    open_now = [thread for thread in guild_of(call).threads.values() if not thread.archived]
    newest_first = sorted(open_now, key=lambda thread: thread.id, reverse=True)
    threads = [shapes.guild_channel(thread, call.world.bot_id) for thread in newest_first]
    return 200, {"threads": threads, "members": [], "has_more": False}


def get_guild_member(call: Call) -> Answer:
    """GET a member of a guild."""
    guild, id_ = guild_of(call), call.id("user_id")
    if id_ == call.world.bot_id:
        return 200, shapes.guild_member(call.world.bot_user, [guild.bot_role.id])
    member = call.world.members.get(id_)
    if member is None or not member.here:
        raise ApiError(404, 10007, "Unknown Member")
    return 200, shapes.member_of(member, guild)


def get_emojis(_: Call) -> Answer:
    """GET the application's emojis: it has none."""
    return 200, {"items": []}


def _commands(call: Call) -> tuple[dict[str, Json], Guild | None]:
    """Return the commands a path is about, and their guild."""
    if call.id("application_id") != call.world.application_id:
        raise ApiError(403, 20012, "You are not authorized to perform this action")
    if "guild_id" in call.parameters:
        guild = guild_of(call)
        return guild.commands, guild
    return call.world.commands, None


def list_commands(call: Call) -> Answer:
    """GET the registered commands."""
    commands, _ = _commands(call)
    return 200, list(commands.values())


def put_commands(call: Call) -> Answer:
    """PUT all commands at once."""
    _, guild = _commands(call)
    if not isinstance(call.body, list):
        form = Form()
        form.many((), call.body if call.body is not None else "", 0, 0)
        form.refuse()
    return 200, register(call.world, call.body, guild)


def get_command(call: Call) -> Answer:
    """GET one command."""
    commands, _ = _commands(call)
    for command in commands.values():
        if command["id"] == call.parameters["command_id"]:
            return 200, command
    raise unknown_command()


_COMMANDS = "/applications/{application_id}/commands"
_GUILD_COMMANDS = "/applications/{application_id}/guilds/{guild_id}/commands"

ROUTES = (
    Route("GET", "/users/@me", get_me),
    Route("GET", "/oauth2/applications/@me", get_application),
    Route("GET", "/applications/@me", get_application),
    Route("GET", "/gateway", get_gateway, open=True),
    Route("GET", "/gateway/bot", get_gateway_bot),
    Route("GET", "/users/{user_id}", get_user),
    Route("POST", "/users/@me/channels", create_conversation),
    Route("GET", "/guilds/{guild_id}", get_guild, major="guild_id"),
    Route("GET", "/guilds/{guild_id}/channels", get_guild_channels, major="guild_id"),
    Route("GET", "/guilds/{guild_id}/threads/active", get_active_threads, major="guild_id"),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", get_guild_member, major="guild_id"),
    Route("GET", "/applications/{application_id}/emojis", get_emojis),
    Route("GET", _COMMANDS, list_commands),
    Route("PUT", _COMMANDS, put_commands),
    Route("GET", f"{_COMMANDS}/{{command_id}}", get_command),
    Route("GET", _GUILD_COMMANDS, list_commands, major="guild_id"),
    Route("PUT", _GUILD_COMMANDS, put_commands, major="guild_id"),
    Route("GET", f"{_GUILD_COMMANDS}/{{command_id}}", get_command, major="guild_id"),
)
