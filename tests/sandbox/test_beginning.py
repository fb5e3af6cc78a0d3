"""Who the members of a new sandbox are, and who joins later."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.sandbox import Limits, StandIn
from bot.sandbox.beginning import MEMBERS, MORE_MEMBERS, OWNER, more_members

from .conftest import Rest


async def test_one_of_the_members_owns_the_application_and_may_do_everything(
    world: StandIn, rest: Rest
) -> None:
    status, told = await rest("GET", "/oauth2/applications/@me")
    owner: Any = world.member(OWNER)
    assert (status, told["owner"]["id"]) == (200, str(owner.id))
    assert world.guild.owner_id == owner.id
    assert owner.permissions == {"administrator"}
    assert not any(world.member(name).permissions for name in MEMBERS[:-1])


async def test_the_owner_is_the_same_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "sandbox.sqlite"
    first = StandIn(path, Limits.relaxed())
    owner = first.owner.id
    await first.close()
    second = StandIn(path, Limits.relaxed())
    assert (second.owner.id, second.owner.name) == (owner, OWNER)
    await second.close()


def test_more_members_join_by_names_of_their_own() -> None:
    world = StandIn(limits=Limits.relaxed())
    before = len(world.members)
    more_members(world, len(MORE_MEMBERS) + 2)
    more_members(world, 1)
    names = [member.name for member in world.members.values()]
    assert len(names) == len(set(names)) == before + len(MORE_MEMBERS) + 3
    assert names[-3:] == ["Player 1", "Player 2", "Player 3"]
