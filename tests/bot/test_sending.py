from __future__ import annotations

import asyncio
import re
import time

from tests.bot.evening import deal_first, sit_down
from tests.bot.line import BadHouse


async def test_an_edit_that_takes_long_does_not_renew_the_clock_again_and_again(
    house: BadHouse,
) -> None:
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    slow = house.line.expect("PATCH", "/messages", times=None, hold="after")
    await evening["Ana"].slash(house.channel, "call")
    await house.until(lambda: slow.met == 1)
