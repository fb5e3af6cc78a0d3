"""Tables as values, without Discord: for tests of what is shown and said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.render.parts import Component, Screen
from bot.table import lobby, play
from bot.table.change import Chance, Who
from bot.table.model import Options, Ping, Table, TableId, UserId
from engine.actions import Action
from engine.cards import FULL_DECK, Deck
from engine.rules import Game, Stakes

NOW = 1_000_000.0
FIRST = 100
"""The id of who sits in seat 1 is one more, and so on."""
STAKES = {Game.HOLDEM: Stakes(small_blind=1, big_blind=2), Game.FIVECARD: Stakes(ante=1)}


def user_in(seat: int) -> UserId:
    return UserId(FIRST + seat)


def sat_down(game: Game, stacks: Sequence[int], names: Sequence[str] = ()) -> Table:
    """Return a lobby with so many members; their stacks may differ, as after some hands."""
    names = names or [f"P{seat}" for seat in range(1, len(stacks) + 1)]
    seats = 10 if game is Game.HOLDEM else 6
    options = Options(game, max(stacks), STAKES[game], seats, None, None, 60, Ping.LATE)
    people = [Who(user_in(seat), name) for seat, name in enumerate(names, start=1)]
    where = (5, 7, "en-US")
    table = lobby.open_table(TableId(1), where, people[0], options, NOW).table
    for who in people[1:]:
        table = lobby.join(table, who, NOW).table
    players = tuple(
        replace(player, stack=stack)
        for player, stack in zip(table.session.players, stacks, strict=True)
    )
    return replace(table, session=replace(table.session, players=players))


def chance(deck: Deck = FULL_DECK) -> Chance:
    """Return chance without any: this deck, and the button in the first seat."""
    return Chance(NOW, lambda: deck, lambda: 0)


def dealt(table: Table, deck: Deck = FULL_DECK) -> Table:
    """Deal the first hand."""
    return play.start(table, Who(user_in(1), "P1"), chance(deck)).table


def acted(table: Table, *actions: Callable[[int], Action]) -> Table:
    """Have whoever is to act do things, one after another."""
    for make in actions:
        hand = table.session.hand
        assert hand is not None
        assert hand.to_act is not None
        seat = hand.seats[hand.to_act]
        table = play.act(table, Who(user_in(seat), ""), make, chance()).table
    return table


def components(screen: Screen) -> list[Component]:
    """Return all components of a screen, nested ones included."""
    found: list[Component] = []
    waiting = list(screen.components)
    while waiting:
        found.append(waiting.pop(0))
        waiting += found[-1].get("components", ())
    return found


def text_of(screen: Screen) -> str:
    """Return all text of a screen."""
    return "\n".join(c["content"] for c in components(screen) if c["type"] == 10)
