"""Ending what is played before its time: one table, or a session at all of its tables."""

from __future__ import annotations

from enum import StrEnum

from bot.asked import Asked, Spot
from bot.contests import change_alike, of_session
from bot.errors import NotAllowed
from bot.outbox import Answer, Private, Update
from bot.render import screens
from bot.render.host_screens import stop_question_screen
from bot.table import play
from bot.table.change import Chance, Change, may_direct
from bot.table.model import Phase, Table, TableId
from bot.tables import Tables


class When(StrEnum):
    """When a host wants it to end."""

    AFTER_HAND = "after_hand"
    AT_ONCE = "at_once"
    """The hands being played are void."""


async def stop(tables: Tables, asked: Asked, table: TableId, when: When) -> Answer:
    """End a table; where its session is played at others too, ask whether all of them shall end.

    :raises NotAllowed: for who is neither host nor moderator.
    """
    all_of_it = of_session(tables, table)
    if len(all_of_it) == 1:
        return Private(screens.notice(await _stop(tables, asked, all_of_it, when)))
    if not may_direct(tables.get(table), asked.who):
        raise NotAllowed
    at_once = when is When.AT_ONCE
    shown = stop_question_screen(table, when, len(all_of_it), asked.words, at_once=at_once)
    return Private(shown)


async def stop_all(tables: Tables, asked: Asked, table: TableId, when: When) -> Answer:
    """End a session at all of its tables, as was confirmed."""
    said = screens.notice(await _stop(tables, asked, of_session(tables, table), when))
    # The question is only ever private; whoever presses its button on a post has forged it.
    return Update(said) if asked.spot is Spot.PRIVATE else Private(said)


async def _stop(tables: Tables, asked: Asked, stopped: list[TableId], when: When) -> str:
    def decide(table: Table, _: Chance) -> Change:
        if when is When.AT_ONCE:
            return play.stop_now(table, asked.who)
        return play.stop_after_hand(table, asked.who)

    after = await change_alike(tables, stopped, decide, asked.id)
    still_open = any(table.phase is not Phase.CLOSED for table in after)
    if len(stopped) == 1:
        return asked.words.stopping(still_open)
    return asked.words.stopping_all(still_open)
