"""The checker that watches every evening for leaks finds them, and the logs are quiet."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest

from bot.seen.logs import set_up_logging
from tests.bot.evening import Evening, deal_first
from tests.bot.house import House
from tests.bot.leaks import Seen, Witness, leaks
from tests.data import test_data

HOLE = "Ana As Ad, Ben Kh Kd"


@pytest.fixture(name="played")
async def _played(house: House) -> Evening:
    """Play a hand of which Ana shows her cards after Ben folded, and deal a second one."""
    evening = await deal_first(house, "Ana", "Ben", hole=HOLE)
    await evening.type("Ana raises to 6, Ben folds, Ana shows")
    await evening.deal(hole="Ana Qs Qd, Ben Jh Jd")
    return evening


def shown(evening: Evening, text: str, *, to: str | None = None, at: float | None = None) -> Seen:
    now = evening.house.clock.now() if at is None else at
    reader = None if to is None else evening[to].id
    return Seen(now, 1, evening.house.channel.id, reader, text)


def found(evening: Evening, *seen: Seen, logged: str = "") -> list[str]:
    """Return what the checker finds in these messages and this log line alone."""
    witness = Witness(evening.house.world, evening.house.clock.now)
    witness.seen += seen
    witness.logged += [logged] if logged else []
    return leaks(witness, evening.house.database)


def first_time(evening: Evening, text: str) -> float:
    return next(seen.at for seen in evening.house.witness.seen if text in seen.text)


async def test_a_card_that_is_never_shown_is_found_in_public(played: Evening) -> None:
    (leak,) = found(played, shown(played, "Hand 1 Ben K♥"))
    assert leak.startswith("K♥ told to everybody")


async def test_a_card_is_found_in_public_before_it_is_shown(played: Evening) -> None:
    too_early = first_time(played, "A♠")
    assert found(played, shown(played, "Hand 1: A♠", at=too_early))
    assert not found(played, shown(played, "Hand 1: A♠"))


async def test_a_card_is_found_in_another_members_message(played: Evening) -> None:
    assert found(played, shown(played, "Hand 2 Q♠", to="Ben"))
    assert not found(played, shown(played, "Hand 2 Q♠", to="Ana"))


async def test_a_card_of_an_earlier_hand_does_not_excuse_one_of_this_hand(played: Evening) -> None:
    assert found(played, shown(played, "Hand 2: A♠"))


async def test_an_undealt_card_is_found(played: Evening) -> None:
    assert found(played, shown(played, "Hand 2: 2♣", to="Ana"))


async def test_a_message_without_a_hand_belongs_to_the_newest(played: Evening) -> None:
    assert found(played, shown(played, "J♥"))
    assert not found(played, shown(played, "J♥", to="Ben"))


async def test_a_private_message_is_about_the_channel_that_it_names(played: Evening) -> None:
    house = played.house
    elsewhere = house.world.channel("draw-table").id
    about = f"Hand 2 in <#{house.channel.id}>: Q♠"
    for name, leaking in (("Ana", False), ("Ben", True)):
        seen = Seen(house.clock.now(), 1, elsewhere, played[name].id, about)
        assert bool(found(played, seen)) is leaking


@pytest.mark.parametrize("written", ["Dealt to Ben [Kh 2c]", "d dh p2 Kh2c"])
async def test_a_card_is_found_in_a_file(played: Evening, written: str) -> None:
    house = played.house
    at, place, ana = house.clock.now(), house.channel.id, played["Ana"].id
    told = found(played, Seen(at, 1, place, ana, "Hand 1, with your cards", written))
    assert [leak.split(" ")[0] for leak in told] == ["Kh", "2c"]
    assert not found(played, Seen(at, 1, place, ana, "Hand 1, with your cards", "[As Ad]"))


async def test_what_files_contain_is_witnessed(played: Evening) -> None:
    await played.house.slash(played["Ana"], "hand export")
    assert any("Dealt to Ana [As Ad]" in seen.files for seen in played.house.witness.seen)


async def test_a_card_is_found_in_what_is_published_elsewhere(played: Evening) -> None:
    witness = Witness(played.house.world, played.house.clock.now)
    witness.published.append('croupier_last_card{card="K♥"} 1')
    (leak,) = leaks(witness, played.house.database)
    assert leak.startswith("published: ")


async def test_the_token_is_found_wherever_it_is(played: Evening) -> None:
    token = played.house.world.token
    assert found(played, logged=f"GET /gateway Bot {token}")
    assert found(played, shown(played, f"my token is {token}"))


@pytest.mark.parametrize(
    "line", ["K♥", r'{"content": "K\u2665"}', "cards=(1, 2)", "Kh Kd", "CardsDealt(seat=1)"]
)
async def test_a_card_is_found_in_a_log_line(played: Evening, line: str) -> None:
    assert found(played, logged=line)


async def test_whatever_is_said_is_witnessed(played: Evening) -> None:
    house = played.house
    partial = discord.PartialMessageable(house.client._connection, house.channel.id)  # type: ignore[union-attr]
    sent = await partial.send("Ben has J♥")
    await house.settled()
    assert any("J♥" in problem for problem in house.problems())
    # What was said remains said, however quickly it is taken back.
    await sent.delete()
    assert any("J♥" in problem for problem in house.problems())
    house.witness.seen = [seen for seen in house.witness.seen if "Ben has J♥" not in seen.text]


@pytest.fixture(name="log")
def _log(tmp_path: Path) -> Iterator[Path]:
    """Return the file that receives what an operator's LOG_LEVEL=DEBUG writes."""
    names = ("", "bot", "discord", "aiosqlite", "asyncio", "aiohttp")
    levels = {name: logging.getLogger(name).level for name in names}
    root = logging.getLogger()
    handlers, root.handlers = root.handlers, []
    path = tmp_path / "log"
    with path.open("w") as file, contextlib.redirect_stderr(file):
        set_up_logging("DEBUG", "text")
        yield path
    root.handlers = handlers
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


async def test_log_level_debug_writes_no_card(log: Path, tmp_path: Path) -> None:
    house = House(tmp_path)
    await house.world.start_unix(tmp_path / "discord.sock")
    await house.start_bot()
    evening = await deal_first(house, "Ana", "Ben", hole=HOLE)
    await evening.play("Ana raises to 6, Ben calls")
    await house.stop_bot()
    await house.world.close()
    witness = Witness(house.world, house.clock.now)
    witness.logged = log.read_text().splitlines()  # noqa: ASYNC240 - nobody else waits
    assert any("Connected as" in line for line in witness.logged)
    assert leaks(witness, house.database) == []


def test_all_traffic_is_checked_against_discords_own_document() -> None:
    """Skipped where the other tests of this folder cannot check their traffic."""
    path: Path = test_data("discord", "openapi.json")
    assert path.exists()
