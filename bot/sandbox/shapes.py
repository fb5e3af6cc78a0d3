"""The JSON shapes of Discord's objects."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from . import permissions
from .model import EPHEMERAL, EPOCH_MS, Channel, DirectChannel, Guild, Json, Message, Role, Thread

if TYPE_CHECKING:
    from .interaction import Interaction
    from .members import Member
    from .world import StandIn


def moment(seconds: float) -> str:
    """Write a time as Discord does."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")


def user(id_: int, name: str, shown: str | None, *, bot: bool = False) -> Json:
    """Return a user object."""
    told: Json = {
        "id": str(id_),
        "username": name,
        "global_name": shown,
        "avatar": None,
        "discriminator": "0",
        "public_flags": 0,
        "flags": 0,
        "banner": None,
        "accent_color": None,
        "avatar_decoration_data": None,
        "collectibles": None,
        "primary_guild": None,
    }
    if bot:
        told["bot"] = True
    return told


def bot_account(world: StandIn) -> Json:
    """Return the bot's user object as the bot itself reads it."""
    return world.bot_user | {"mfa_enabled": False, "locale": "en-US", "verified": True}


def application(world: StandIn) -> Json:
    """Return the application as its owner reads it."""
    return {
        "id": str(world.application_id),
        "name": "Croupier",
        "icon": None,
        "description": "",
        "type": None,
        "bot": world.bot_user,
        "bot_public": True,
        "bot_require_code_grant": False,
        "integration_types_config": {"0": {}},
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": world.owner.user,
        "approximate_guild_count": len(world.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
    }


def guild_member(user_json: Json, roles: Iterable[int]) -> Json:
    """Return a member object with its user inside."""
    return {
        "user": user_json,
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": "2026-01-01T00:00:00.000000+00:00",
        "nick": None,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in roles],
        "mute": False,
        "deaf": False,
    }


def role(of: Role, position: int) -> Json:
    """Return a role object."""
    told: Json = {
        "id": str(of.id),
        "name": of.name,
        "permissions": str(of.permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": of.managed_by is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if of.managed_by is not None:
        told["tags"] = {"bot_id": str(of.managed_by)}
    return told


def guild_channel(channel: Channel, bot_id: int) -> Json:
    """Return a text channel; what it denies the bot is an overwrite for the bot as a member."""
    if isinstance(channel, Thread):
        return _thread(channel)
    overwrites = []
    if channel.allowed or channel.denied:
        overwrites.append(
            {
                "id": str(bot_id),
                "type": 1,
                "allow": str(channel.allowed),
                "deny": str(channel.denied),
            }
        )
    return {
        "id": str(channel.id),
        "type": channel.kind,
        "last_message_id": _last(channel),
        "flags": 0,
        "guild_id": str(channel.guild.id),
        "name": channel.name,
        "parent_id": None,
        "rate_limit_per_user": 0,
        "topic": None,
        "position": channel.position,
        "permission_overwrites": overwrites,
        "nsfw": False,
    }


def _thread(thread: Thread) -> Json:
    """Return a public thread."""
    made = moment(((thread.id >> 22) + EPOCH_MS) / 1000)
    return {
        "id": str(thread.id),
        "type": thread.kind,
        "last_message_id": _last(thread),
        "flags": 0,
        "guild_id": str(thread.guild.id),
        "name": thread.name,
        "parent_id": str(thread.parent.id),
        "owner_id": str(thread.owner_id),
        "rate_limit_per_user": 0,
        "message_count": len(thread.messages),
        "member_count": 1,
        "total_message_sent": len(thread.messages),
        "thread_metadata": {
            "archived": thread.archived,
            "archive_timestamp": made,
            "auto_archive_duration": 4320,
            "locked": thread.locked,
            "create_timestamp": made,
        },
    }


def direct_channel(channel: DirectChannel, recipient: Json) -> Json:
    """Return a conversation with one member."""
    return {
        "id": str(channel.id),
        "type": 1,
        "last_message_id": _last(channel),
        "flags": 0,
        "recipients": [recipient],
    }


def _last(channel: Channel | DirectChannel) -> str | None:
    """Return the newest message everybody sees."""
    for message in reversed(channel.log.values()):
        if message.seen_by is None:
            return str(message.id)
    return None


def guild(of: Guild) -> Json:
    """Return a guild object."""
    return {
        "id": str(of.id),
        "name": of.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(of.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(each, place) for place, each in enumerate(of.roles.values())],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": of.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
    }


def guild_create(world: StandIn, of: Guild) -> Json:
    """Return the gateway's account of a guild, to a bot without the privileged intents."""
    channels = [guild_channel(c, world.bot_id) for c in of.channels.values()]
    return guild(of) | {
        "joined_at": "2026-01-01T00:00:00.000000+00:00",
        "large": False,
        "unavailable": False,
        "member_count": len(world.members) + 1,
        "voice_states": [],
        "members": [guild_member(world.bot_user, [of.bot_role.id])],
        "channels": channels,
        "threads": [guild_channel(t, world.bot_id) for t in of.threads.values() if not t.archived],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [world.agenda.shape(e) for e in world.agenda.open_in(of)],
        "soundboard_sounds": [],
    }


def message(world: StandIn, of: Message) -> Json:
    """Return a message object."""
    told: Json = {
        "id": str(of.id),
        "type": 0,
        "channel_id": str(of.place.id),
        "author": world.user(of.author_id),
        "content": of.content,
        "mentions": [world.user(id_) for id_ in of.mentions],
        "mention_roles": [],
        "mention_everyone": False,
        "attachments": of.attachments,
        "embeds": of.embeds,
        "components": of.components,
        "timestamp": moment(of.created_at),
        "edited_timestamp": None if of.edited_at is None else moment(of.edited_at),
        "flags": of.flags,
        "pinned": False,
        "tts": False,
    }
    if of.nonce is not None:
        told["nonce"] = of.nonce
    if of.interaction is not None:
        told["type"] = 20 if of.interaction["type"] == 2 else 0
        told["interaction_metadata"] = of.interaction
        told["application_id"] = str(world.application_id)
        told["webhook_id"] = str(world.application_id)
    return told


def metadata(interaction: Interaction) -> Json:
    """How a message remembers the interaction it answers."""
    told: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": interaction.member.user,
        "authorizing_integration_owners": owners(interaction),
    }
    if interaction.kind == 3 and interaction.message is not None:
        told["interacted_message_id"] = str(interaction.message.id)
    if interaction.parent is not None:
        told["triggering_interaction_metadata"] = metadata(interaction.parent)
    return told


def owners(interaction: Interaction) -> Json:
    """On whose installation the interaction rests: the guild's."""
    guild_of = interaction.guild
    return {"0": "0" if guild_of is None else str(guild_of.id)}


def interaction_create(world: StandIn, of: Interaction) -> Json:
    """Return the gateway's account of an interaction."""
    place, member = of.place, of.member
    told: Json = {
        "id": str(of.id),
        "application_id": str(world.application_id),
        "type": of.kind,
        "token": of.token,
        "version": 1,
        "data": of.data,
        "channel_id": str(place.id),
        "locale": member.locale,
        "entitlements": [],
        "authorizing_integration_owners": owners(of),
        "attachment_size_limit": 10_485_760,
    }
    if isinstance(place, Channel):
        held = member.bits
        told["guild_id"] = str(place.guild.id)
        told["guild"] = {"id": str(place.guild.id), "locale": place.guild.locale, "features": []}
        told["guild_locale"] = place.guild.locale
        told["context"] = 0
        told["channel"] = guild_channel(place, world.bot_id) | {"permissions": str(held)}
        told["member"] = member_of(member, place.guild) | {"permissions": str(held)}
        told["app_permissions"] = str(place.bot_permissions)
    elif isinstance(place, DirectChannel):
        told["context"] = 1
        told["channel"] = direct_channel(place, member.user)
        told["user"] = member.user
        told["app_permissions"] = str(permissions.IN_DIRECT_MESSAGES)
    if of.message is not None:
        told["message"] = message(world, of.message)
        if of.message.flags & EPHEMERAL:
            told["message"].pop("nonce", None)
    return told


def member_of(member: Member, of: Guild) -> Json:
    """Return a member of one guild, with the roles held there."""
    role_held = member.role_in(of)
    return guild_member(member.user, [] if role_held is None else [role_held.id])
