"""Taking up the world that was kept, or beginning a new one."""

from __future__ import annotations

import itertools
import secrets
from typing import TYPE_CHECKING, Final

from . import shapes
from .model import Channel, DirectChannel, Guild, Json, Role, Thread

if TYPE_CHECKING:
    from .world import StandIn

MEMBERS: Final = ("Léa", "Tom", "Inès", "Max", "Ana", "Ben", "Cem", "Dora", "Émile", "Fay")
MODERATOR: Final = "Fay"
OWNER: Final = "Odile"
"""Who owns the server and the bot's application."""
MORE_MEMBERS: Final = (
    *("Gil", "Hugo", "Iris", "Jade", "Kim", "Lou", "Mila", "Nino", "Oscar", "Pia"),
    *("Quentin", "Rosa", "Sami", "Tess", "Ugo", "Vera", "Will", "Xena", "Yann", "Zoé"),
)
"""Who joins when more are wanted; after them they are numbered."""
MODERATES: Final = ("manage_guild", "manage_messages", "manage_events", "moderate_members")
GUILD: Final = "Croupier's Sandbox"


def take_up(world: StandIn) -> None:
    """Fill a world from its storage, or with the members and channels it begins with."""
    meta = next(world.storage.load("meta"), None)
    if meta is None:
        meta = {"application": world.ids.next(), "token": f"sandbox.{secrets.token_hex(16)}"}
        world.storage.save("meta", 0, meta)
    world.application_id = meta["application"]
    world.token = meta["token"]
    world.bot_user = shapes.user(world.bot_id, "Croupier", None, bot=True)
    _load_places(world)
    _load_messages(world)
    world.agenda.take_up()
    if not world.guilds:
        for name in MEMBERS:
            world.member(name)
        world.owner_id = world.member(OWNER).id
        world.add_guild(GUILD)
        world.member(MODERATOR).permissions = frozenset(MODERATES)
        world.owner.permissions = {"administrator"}
    world.owner_id = world.guild.owner_id


def more_members(world: StandIn, count: int) -> None:
    """Have so many more members join, each by a name of their own."""
    numbered = (f"Player {number}" for number in itertools.count(1))
    free = (n for n in itertools.chain(MORE_MEMBERS, numbered) if world.find_member(n) is None)
    # Each joins before the next name is looked for.
    for name in itertools.islice(free, count):
        world.member(name)


def _load_places(world: StandIn) -> None:
    """Take members, guilds, channels, conversations and commands up."""
    for kept in world.storage.load("member"):
        world.add_member(kept["id"], kept["name"]).restore(kept)
    for kept in world.storage.load("guild"):
        world.guilds[kept["id"]] = _guild(kept, world.bot_id)
    for kept in world.storage.load("channel"):
        guild = world.guilds[kept["guild"]]
        channel = Channel(kept["id"], kept["name"], guild, kept["position"])
        channel.allowed, channel.denied = kept["allowed"], kept["denied"]
        world.adopt(channel)
    for kept in world.storage.load("thread"):
        parent = world.channels[kept["parent"]]
        thread = Thread(
            kept["id"], kept["name"], parent.guild, parent=parent, owner_id=kept["owner"]
        )
        thread.archived, thread.locked = kept["archived"], kept["locked"]
        world.adopt(thread)
    for kept in world.storage.load("conversation"):
        world.conversations[kept["id"]] = DirectChannel(kept["id"], kept["recipient"])
    for kept in world.storage.load("commands"):
        world.commands = {command["name"]: command for command in kept["commands"]}


def _guild(kept: Json, bot_id: int) -> Guild:
    """Build the guild that was kept."""
    roles = {id_: Role(id_, name, bits) for id_, name, bits in kept["roles"]}
    bot_role = roles[kept["bot_role"]]
    bot_role.managed_by = bot_id
    return Guild(
        id=kept["id"],
        name=kept["name"],
        locale=kept["locale"],
        owner_id=kept["owner"],
        everybody=roles[kept["id"]],
        bot_role=bot_role,
        roles=roles,
        commands={command["name"]: command for command in kept["commands"]},
    )


def _load_messages(world: StandIn) -> None:
    """Take messages up, and the interactions whose tokens may still be used."""
    for kept in world.storage.load("message"):
        place = world.place(kept["place"])
        if place is not None:
            world.posts.restore(kept, place)
    for kept in world.storage.load("interaction"):
        place, member = world.place(kept["place"]), world.members.get(kept["member"])
        world.ids.seen(kept["id"])
        if place is not None and member is not None:
            world.interactions.restore(kept, place, member)
