"""How a table ended: what is kept of everybody who played at it, for good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.table.model import Phase, Table, TableId, UserId
from bot.table.view import place_list
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Result:
    """How a table ended for one member."""

    table: TableId
    guild: int
    channel: int
    at: float
    """When it closed, in seconds since the epoch."""
    game: Game
    cash: bool
    hands: int
    """How many were played at the table."""
    member: UserId
    name: str
    """The one he played by."""
    place: int | None
    """Shared by equals; None at a cash table, and for who was not at the table at its end."""
    field: int
    """How many played at the table."""
    won: int
    """Chips that he won in hands; negative: lost."""


def has_result(table: Table) -> bool:
    """Say whether a table is closed and a hand of it counts."""
    return table.phase is Phase.CLOSED and table.session.hands_played > 0


def results(table: Table, won: Mapping[UserId, int], at: float) -> tuple[Result, ...]:
    """Return how a table that closed ended for each member who was dealt in.

    :param won: what each of them won in hands, by the ledger.
    """
    cash = table.options.buy_in is not None
    places = {} if cash else {m.user: at for at, shared in place_list(table) for m, _ in shared}
    return tuple(
        Result(
            table=table.id,
            guild=table.guild,
            channel=table.channel,
            at=at,
            game=table.options.game,
            cash=cash,
            hands=table.session.hands_played,
            member=user,
            name=table.members[user].name,
            place=places.get(user),
            field=len(won),
            won=chips,
        )
        for user, chips in won.items()
    )
