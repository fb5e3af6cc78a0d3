"""`/metrics` of a bot that plays: what it counts and shows, and what it never does."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.client import Croupier
from bot.seen.endpoint import Endpoint
from bot.store import Store
from tests.bot.bad_house import BadHouse
from tests.bot.evening import deal_first, sit_down
from tests.bot.house import House, checked
from tests.sandbox.openapi import Spec

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
HOLE = "Ana As Ad, Ben Kh Kd"
BOARD = "Jh 8s 5c 3d 2h"


class Scraper:
    """Prometheus, as far as the bot can tell."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._url = f"http://127.0.0.1:{endpoint.port}/metrics"
        self.text = ""
        self._values: dict[tuple[str, tuple[str, ...]], float] = {}

    async def scrape(self) -> None:
        async with aiohttp.ClientSession() as session, session.get(self._url) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"].startswith("text/plain")
            self.text = await answer.text()
        self._values = {
            (sample.name.removeprefix("croupier_"), tuple(sample.labels.values())): sample.value
            for family in text_string_to_metric_families(self.text)
            for sample in family.samples
        }

    async def value(self, name: str, *labels: str) -> float:
        """Return what a metric says now; 0 of what never happened."""
        await self.scrape()
        return self._values.get((name, labels), 0.0)

    async def values(self, name: str) -> dict[str, float]:
        """Return what a metric with one label says now, by that label."""
        await self.scrape()
        return {labels[0]: value for (n, labels), value in self._values.items() if n == name}


@pytest.fixture(name="house")
async def _house(tmp_path: Path, spec: Spec | None) -> AsyncIterator[BadHouse]:
    async with checked(BadHouse(tmp_path), spec) as house:
        await house.settled()
        yield house


@pytest.fixture(name="scraper")
async def _scraper(house: BadHouse) -> AsyncIterator[Scraper]:
    """Return a scraper; at the end, what it read is looked through for members and the token."""
    assert house.client is not None
    endpoint = await Endpoint(house.client.watch.metrics.registry, house.client.health).open(
        "127.0.0.1", 0
    )
    scraper = Scraper(endpoint)
    yield scraper
    await scraper.scrape()
    named = [house.world.token, *house.world.members]
    named += [member.name for member in house.world.members.values()]
    assert [name for name in named if re.search(rf"\b{name}\b", scraper.text)] == []
    await endpoint.close()


async def test_every_accepted_action_is_counted_once_by_its_kind(
    house: BadHouse, scraper: Scraper
) -> None:
    evening = await deal_first(house, "Ana", "Ben", hole=HOLE, board=BOARD)
    await evening.play("Ana raises to 6, Ben calls")
    await evening.play("Ben checks, Ana bets 10, Ben calls")
    await evening.play("Ben checks, Ana checks")
    await evening.play("Ben checks, Ana checks")
    assert await scraper.values("actions_total") == {
        "table_opened": 1,
        "joined": 1,
        "hand_started": 1,
        "raised": 1,
        "called": 2,
        "checked": 5,
        "bet_placed": 1,
    }
    assert await scraper.value("hands_dealt_total") == 1
    # The bot notes by itself that Ana and Ben can be reached.
    assert await scraper.value("commit_seconds_count") >= 12
    assert await scraper.value("commit_seconds_sum") > 0


async def test_what_is_asked_twice_counts_once(house: BadHouse, scraper: Scraper) -> None:
    await deal_first(house, "Ana", "Ben", hole=HOLE)
    post, ana = house.post, house.member("Ana")
    await asyncio.gather(ana.press(post, "Call 1"), ana.press(post, "Call 1"))
    await house.settled()
    assert await scraper.value("actions_total", "called") == 1
    assert await scraper.values("refusals_total") == {"StaleButton": 1}


async def test_refusals_are_counted_by_their_code_and_are_no_actions(
    house: BadHouse, scraper: Scraper
) -> None:
    await deal_first(house, "Ana", "Ben", hole=HOLE)
    before = await scraper.values("actions_total")
    await house.slash(house.member("Ben"), "call")
    await house.slash(house.member("Ben"), "check")
    await house.slash(house.member("Ana"), "check")
    await house.slash(house.member("Ana"), "raise", amount="secret")
    await house.slash(house.member("Cem"), "fold")
    assert await scraper.values("refusals_total") == {
        "not_your_turn": 2,
        "facing_a_bet": 1,
        "BadAmount": 1,
        "NotSeated": 1,
    }
    assert await scraper.values("actions_total") == before
    assert "secret" not in scraper.text


async def test_every_answer_is_timed_from_the_press_refusals_included(
    house: BadHouse, scraper: Scraper
) -> None:
    await deal_first(house, "Ana", "Ben", hole=HOLE)
    before = await scraper.value("answer_seconds_count")
    await house.press("Call 1")
    await house.press("Check", house.member("Ana"))
    await house.slash(house.member("Ben"), "table status")
    assert await scraper.value("answer_seconds_count") == before + 3
    assert 0 < await scraper.value("answer_seconds_sum") < 60


async def test_an_answer_that_discord_does_not_take_is_an_error_and_is_not_timed(
    house: BadHouse, scraper: Scraper
) -> None:
    await deal_first(house, "Ana", "Ben", hole=HOLE)
    before = await scraper.value("answer_seconds_count")
    house.faults.expect("POST", "/callback", status=404, code=10062)
    await house.press("Call 1")
    assert await scraper.value("answer_seconds_count") == before
    assert await scraper.value("discord_errors_total", "10062", "404") == 1
    assert await scraper.value("actions_total", "called") == 1


async def test_errors_of_discord_are_counted_by_status_and_code(
    house: BadHouse, scraper: Scraper
) -> None:
    house.member("Ben").dms_open = False
    house.faults.expect("POST", "/messages", holding="blinds", status=503)
    house.faults.expect("POST", "/messages", holding="Flop", cut="before")
    evening = await deal_first(house, "Ana", "Ben", hole=HOLE, board=BOARD)
    await evening.play("Ana calls, Ben checks")
    await house.retry(lambda: "Flop" in house.post.text)
    await house.settled()
    await scraper.scrape()
    found = dict(
        re.findall(r"^croupier_discord_errors_total(\{.*\}) (.*)$", scraper.text, re.MULTILINE)
    )
    assert found == {
        '{code="50007",status="403"}': "1.0",
        '{code="0",status="503"}': "1.0",
        '{code="ServerDisconnectedError",status="none"}': "1.0",
    }


async def test_a_turn_that_runs_out_is_counted_and_is_nobodys_action(
    house: BadHouse, scraper: Scraper
) -> None:
    await deal_first(house, "Ana", "Ben", hole=HOLE)
    before = await scraper.values("actions_total")
    await house.pass_time(61)
    assert await scraper.value("turns_expired_total") == 1
    assert await scraper.values("actions_total") == before


async def test_a_bug_is_counted(house: BadHouse, scraper: Scraper) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    house.expected = ("A bug",)
    house.dealer.decks = [()]
    await house.press("Start", evening["Ana"])
    assert await scraper.value("bugs_total") == 1


async def test_open_tables_are_shown_by_what_they_wait_for(
    house: BadHouse, scraper: Scraper
) -> None:
    nothing = {"lobby": 0, "playing": 0, "between": 0, "paused": 0}
    assert await scraper.values("open_tables") == nothing
    evening = await sit_down(house, "Ana", "Ben")
    assert await scraper.values("open_tables") == nothing | {"lobby": 1}
    await evening.deal(hole=HOLE)
    assert await scraper.values("open_tables") == nothing | {"playing": 1}
    await evening.play("Ana folds")
    assert await scraper.values("open_tables") == nothing | {"between": 1}
    await house.slash(evening["Ana"], "table stop")
    assert await scraper.values("open_tables") == nothing


async def test_what_waits_to_be_told_is_shown_with_its_age(
    house: BadHouse, scraper: Scraper
) -> None:
    evening = await sit_down(house, "Ana", "Ben")
    assert await scraper.values("outbox_rows") == {"post": 0, "edit": 0, "delete": 0, "direct": 0}
    assert await scraper.value("outbox_overdue_seconds") == 0
    fault = house.faults.expect("POST", "/messages", holding="Hand 1", times=None, status=503)
    evening.stack(hole=HOLE)
    await evening["Ana"].press(house.post, "Start")
    for _ in range(10):
        await house.pass_slowly(10)
    rows = await scraper.values("outbox_rows")
    assert (rows["post"], rows["direct"]) == (1, 2)
    assert 100 <= await scraper.value("outbox_overdue_seconds") < 160
    fault.let_go()
    await house.retry(lambda: len(house.posts) == 2, 30)
    await house.settled()
    assert set((await scraper.values("outbox_rows")).values()) == {0}


async def test_the_gateway_and_the_signs_of_life_are_shown(
    house: BadHouse, scraper: Scraper
) -> None:
    assert await scraper.value("gateway_connected") == 1
    assert await scraper.value("guilds") == 1
    assert str(await scraper.value("interaction_age_seconds")) == "nan"
    await sit_down(house, "Ana", "Ben")
    await house.pass_time(40)
    assert 40 <= await scraper.value("interaction_age_seconds") < 70
    assert 0 <= await scraper.value("heartbeat_age_seconds") < 30
    assert set((await scraper.values("unhealthy")).values()) == {0}
    await house.world.gateway.shut()
    client = house.client
    assert client is not None
    await house.until(lambda: not client.watch.signs.connected)
    assert await scraper.value("gateway_connected") == 0
    for _ in range(7):
        await house.pass_slowly(5)
    assert await scraper.value("unhealthy", "gateway") == 1
    house.world.gateway.reopen()
    await house.until(lambda: client.watch.signs.connected, 20)
    assert await scraper.value("gateway_connected") == 1
    assert await scraper.value("gateway_disconnects_total") == 1


async def test_what_is_running_is_shown(scraper: Scraper) -> None:
    await scraper.scrape()
    assert re.search(
        r'^croupier_build_info\{.*version="\d+\.\d+\.\d+"\} 1\.0$', scraper.text, re.MULTILINE
    )
    assert await scraper.value("process_start_time_seconds") > 0


async def test_two_clients_of_one_process_count_for_themselves(
    house: BadHouse, scraper: Scraper, tmp_path: Path
) -> None:
    other = House(tmp_path / "other")
    (tmp_path / "other").mkdir()
    await other.open()
    await sit_down(other, "Ana", "Ben")
    assert await scraper.values("actions_total") == {}
    await sit_down(house, "Ana", "Ben", "Cem")
    assert await scraper.value("actions_total", "joined") == 2
    await other.close()


async def test_the_readme_lists_every_metric_with_its_type_and_meaning(tmp_path: Path) -> None:
    store = await Store.open(tmp_path)
    house = House(tmp_path)
    client = Croupier(store, house.clock, house.dealer)
    listed = re.findall(r"^\| `(croupier_\w+)` \| (\w+) \| (.*) \|$", README, re.MULTILINE)
    endings = {"counter": "_total", "info": "_info"}
    assert listed == [
        (family.name + endings.get(family.type, ""), family.type, family.documentation.rstrip("."))
        for family in client.watch.metrics.registry.collect()
    ]
    await client.close()
    await store.close()
