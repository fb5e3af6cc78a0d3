"""Faults on demand: what Discord or the way to it does wrong though nothing in the world causes it.

::

    world.faults.expect("POST", "/messages", holding="Flop", status=503, times=3)
    world.faults.expect("PATCH", "/channels/{channel_id}/messages", answer=too_many("shared"))
    slow = world.faults.expect("POST", "/callback", hold="before")
    ...
    slow.let_go()

What a state can cause (a message deleted, a permission taken away) is better caused by that state.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from .errors import Answered
from .ratelimits import VIA

if TYPE_CHECKING:
    from .world import StandIn


class Cut(Exception):
    """The connection breaks before an answer arrives."""


@dataclass(eq=False)
class Fault:
    """What becomes of the next requests of a kind."""

    method: str
    path: str
    """Part of the path, or of its template."""
    holding: str = ""
    """Part of what is sent, as JSON."""
    times: int | None = 1
    """How many requests it meets; None: all there are."""
    answer: Answered | None = None
    when: str = "before"
    """That answer is given `before` the request takes effect, or `after`."""
    cut: str = ""
    """The connection is cut `before` the request takes effect, or `after`."""
    hold: str = ""
    """The request waits `before` it takes effect, or its answer `after`, until let go."""
    takes: float = 0.0
    """The answer comes so many seconds late, by the world's clock."""
    does: Callable[[], object] | None = None
    """What happens once the request has taken effect, before the bot hears of it."""
    met: int = 0
    _free: asyncio.Event = field(default_factory=asyncio.Event)

    def let_go(self) -> None:
        """Let what was held go on, and meet no more requests."""
        self.times = self.met
        self._free.set()

    def fits(self, method: str, paths: tuple[str, str], sent: str) -> bool:
        """Say whether the next request is one of those it meets."""
        more = self.times is None or self.met < self.times
        here = method == self.method and any(self.path in path for path in paths)
        return more and here and self.holding in sent

    async def before(self) -> None:
        """Do what is to be done before the request takes effect.

        :raises Answered: with another answer.
        :raises Cut: when there is none.
        """
        await self._meet("before")

    async def after(self, world: StandIn) -> None:
        """Do what is to be done once it has taken effect.

        :raises Answered: with another answer.
        :raises Cut: when there is none.
        """
        if self.does is not None:
            self.does()
        if self.takes:
            until = world.now() + self.takes
            await world.wait_for(lambda: world.now() >= until, timeout=math.inf)
        await self._meet("after")

    async def _meet(self, moment: str) -> None:
        if self.hold == moment:
            await self._free.wait()
        if self.answer is not None and self.when == moment:
            raise self.answer
        if self.cut == moment:
            raise Cut


NONE = Fault("", "")


class Faults:
    """The faults that requests are to meet."""

    def __init__(self) -> None:
        self._expected: list[Fault] = []

    def expect(
        self,
        method: str,
        path: str,
        *,
        holding: str = "",
        times: int | None = 1,
        status: int | None = None,
        code: int = 0,
        answer: Answered | None = None,
        when: str = "before",
        cut: str = "",
        hold: str = "",
        takes: float = 0.0,
        does: Callable[[], object] | None = None,
    ) -> Fault:
        """Have requests of a kind go wrong; the newest fault that fits counts.

        `status` and `code` are short for the answer Discord gives with them.
        """
        if status is not None:
            phrase = HTTPStatus(status).phrase
            answer = Answered(status, {"message": f"{status}: {phrase}", "code": code}, dict(VIA))
        fault = Fault(method, path, holding, times, answer, when, cut, hold, takes, does)
        self._expected.append(fault)
        return fault

    def meet(self, method: str, template: str, path: str, sent: Any) -> Fault:
        """Return what a request meets, and count it."""
        if not self._expected:
            return NONE
        text = json.dumps(sent, ensure_ascii=False)
        for fault in reversed(self._expected):
            if fault.fits(method, (template, path), text):
                fault.met += 1
                return fault
        return NONE

    def end(self) -> None:
        """Let everything go."""
        for fault in self._expected:
            fault.let_go()
        self._expected.clear()
