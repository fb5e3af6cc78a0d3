"""Places of an evening, read from what happened at its tables."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.series.places import Ending, shared_places
from bot.series.results import endings
from bot.series.seating import carry_out, draw_seats, moves_now
from bot.table.model import TableId, UserId
from engine.events import Event
from engine.moving import put_in, worst_seat
from engine.rules import Game
from engine.session import Session, able_to_play, leave, places
from tests.series.test_seating import a_step, seated

Log = list[tuple[float, tuple[Event, ...]]]


def played(seed: int, game: Game, players: int) -> tuple[list[tuple[Session, Log]], list[set[int]]]:
    """Play an evening and return its tables, and who was out, in the order of going."""
    chance = random.Random(seed)
    size = 6 if game is Game.FIVECARD else 9
    tables = seated(game, draw_seats([UserId(n) for n in range(players)], size), size)
    logs: dict[TableId, Log] = {number: [] for number in tables}
    gone: list[set[int]] = []
    still = set(range(players))
    for moment in range(6_000):
        number = chance.choice([n for n, session in tables.items() if able_to_play(session)])
        tables[number], events = a_step(tables[number], chance)
        logs[number].append((float(moment), events))
        left = {p.member for session in tables.values() for p in able_to_play(session)}
        if still - left:
            gone.append(still - left)
            still = left
        if len(left) == 1 or moment == 3_000:
            break
        while moves := moves_now(tables):
            for move in moves:
                tables |= carry_out(tables, move)
    return [(tables[number], logs[number]) for number in tables], gone


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [4, 14, 22])
def test_who_was_out_later_ranks_higher_over_all_tables_e12(seed: int, players: int) -> None:
    tables, gone = played(seed, Game.HOLDEM, players)
    found = endings(tables)
    assert {ending.member for ending in found} == set(range(players))
    ranked = shared_places(found, by_exit=True)
    last_first = [set(shared.members) for shared in reversed(ranked)]
    assert last_first[: len(gone)] == gone
    assert sum(ending.stack for ending in found) == 20 * players


@pytest.mark.parametrize("seed", range(12))
def test_one_table_has_the_places_that_the_engine_gives_it(seed: int) -> None:
    for game in Game:
        (table,), _ = played(seed, game, 5)
        ours = shared_places(endings([table]), by_exit=game is Game.HOLDEM)
        theirs = places(table[0])
        assert [(s.place, set(s.members)) for s in ours] == [
            (p.place, {player.member for player in p.players}) for p in theirs
        ]


def test_an_evening_without_a_hand_leaves_everybody_equal() -> None:
    (table,) = seated(Game.HOLDEM, ((UserId(1), UserId(2)),), 9).values()
    assert endings([(table, [])]) == (Ending(1, 20), Ending(2, 20))


def test_whoever_leaves_has_his_place_although_others_take_his_seat_b8_e12() -> None:
    """One of three leaves, and of three who come to his seat the first two, without a hand."""
    (table,) = seated(Game.HOLDEM, ((UserId(1), UserId(2), UserId(3)),), 3).values()
    table = replace(table, drawn_button=1)
    log: Log = []
    for moment, (leaver, comes) in enumerate([(2, 7), (7, 8), (8, 9)]):
        table, events = leave(table, leaver)
        log.append((float(moment), events))
        table = put_in(table, comes, worst_seat(table), 20)
    found = endings([(table, log)])
    by_exit = shared_places(found, by_exit=True)
    assert [set(shared.members) for shared in by_exit] == [{1, 3, 9}, {8}, {7}, {2}]
    by_chips = shared_places(found, by_exit=False)
    assert [set(shared.members) for shared in by_chips] == [{1, 3, 9}, {2, 7, 8}]
