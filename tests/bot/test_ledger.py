"""The ledger: what moved at a table adds up to what lies there, whatever is played."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.ledger import Kind, Movement, behind, movements, sums
from bot.store import Store
from bot.store.migrations import migrations
from bot.table import lobby, play
from bot.table.change import Chance, Change, Who
from bot.table.model import TABLE_JSON, Options, Phase, Ping, Table, TableId, UserId
from engine.cards import FULL_DECK
from engine.cash import BuyIn
from engine.errors import Malformed, Refusal
from engine.rules import Game
from engine.session import total_chips
from tests.bot.test_store import STAKES, next_change

OPENER = Who(UserId(11), "Léa", may_manage=True)
BROUGHT = {Kind.STACK, Kind.BUY_IN, Kind.CORRECTION}


class Book:
    """A table whose every change is entered."""

    def __init__(self, game: Game, *, cash: bool, ante: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 1000.0
        stakes = replace(STAKES[game], ante=ante or STAKES[game].ante)
        buy_in = BuyIn(20, 60) if cash else None
        options = Options(
            game, 50, stakes, 6, None, None, 60, Ping.LATE, buy_in=buy_in, straddle=cash
        )
        self.rows: list[Movement] = []
        self.table: Table | None = None
        self.enter(lobby.open_table(TableId(1), (5, 7, "en-US"), OPENER, options, self.now))

    def enter(self, change: Change) -> None:
        self.rows += movements(self.table, change.table, change.events)
        self.table = change.table

    def lot(self) -> Chance:
        deck = tuple(self.chance.sample(FULL_DECK, 52))
        return Chance(self.now, lambda: deck, lambda: self.chance.randrange(100))

    def something(self, people: list[Who]) -> Change:
        """Return a change that may come next."""
        assert self.table is not None
        table, who, rare = self.table, self.chance.choice(people), self.chance.random()
        try:
            if rare < 0.002:
                return play.stop_now(table, OPENER)
            if rare < 0.05:
                amount = self.chance.choice([-20, -3, 5, 30])
                return play.correct(table, OPENER, who.user, amount, "a misdeal", self.lot())
            if rare < 0.12 and table.options.buy_in is not None:
                return self.at_cash(table, who)
            if rare < 0.14 and table.phase is Phase.LOBBY:
                return lobby.get_up(table, who, self.now)
        except (Refused, Refusal, Malformed):
            return Change(table)
        return next_change(table, people, self.chance, self.lot())

    def at_cash(self, table: Table, who: Who) -> Change:
        match self.chance.randrange(5):
            case 0:
                return play.bring_chips(table, who, 10, self.lot())
            case 1:
                return play.straddle(table, who, on=True)
            case 2:
                return play.post_blind(table, who)
            case 3:
                return play.leave(table, who, self.lot())
            case _:
                return play.join(table, who, self.lot(), self.chance.randint(20, 60))


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize(
    ("game", "cash", "ante"),
    [
        (Game.HOLDEM, False, 0), (Game.HOLDEM, False, 1), (Game.FIVECARD, False, 0),
        (Game.HOLDEM, True, 0), (Game.HOLDEM, True, 1),
    ],
)  # fmt: skip
def test_the_rows_of_an_evening_add_up_at_every_step(
    game: Game, seed: int, *, cash: bool, ante: int
) -> None:
    book = Book(game, cash=cash, ante=ante, seed=seed)
    people = [OPENER, *(Who(UserId(number), f"P{number}") for number in range(12, 16))]
    assert book.table is not None
    for who in people[1:]:
        book.enter(lobby.join(book.table, who, book.now))
    book.enter(play.start(book.table, OPENER, book.lot()))
    for _ in range(300):
        session = book.table.session
        assert sums(book.rows) == behind(book.table)
        pot = session.hand.pot if session.hand is not None and session.hand_in_progress else 0
        assert (
            sum(row.amount for row in book.rows) + pot == total_chips(session) - session.taken_away
        )
        brought = sum(row.amount for row in book.rows if row.kind in BROUGHT)
        assert brought == session.handed_out
        taken = -sum(row.amount for row in book.rows if row.kind is Kind.LEFT)
        assert taken == session.taken_away
        if book.table.phase is Phase.CLOSED:
            break
        book.now += book.chance.choice([0, 5, 70, 2_000]) if book.chance.random() < 0.2 else 0
        book.enter(book.something(people))
    in_hands: Counter[int | None] = Counter()
    for row in book.rows:
        in_hands[row.hand] += row.amount
    finished = [in_hands[number] for number in range(1, book.table.session.hands_played + 1)]
    assert finished == [0] * len(finished)
    assert len(book.rows) > 8, "nothing was played"


def test_chips_that_nothing_explains_cannot_be_entered() -> None:
    book = Book(Game.HOLDEM, cash=False, ante=0, seed=1)
    table = book.table
    assert table is not None
    rich = tuple(replace(player, stack=player.stack + 1) for player in table.session.players)
    forged = replace(table, session=replace(table.session, players=rich, handed_out=51))
    with pytest.raises(AssertionError, match="ledger of table 1 does not add up"):
        movements(table, forged, ())


def test_a_voided_hand_gives_back_what_each_put_in() -> None:
    book = Book(Game.HOLDEM, cash=False, ante=1, seed=3)
    assert book.table is not None
    for number in (12, 13):
        book.enter(lobby.join(book.table, Who(UserId(number), "P"), book.now))
    book.enter(play.start(book.table, OPENER, book.lot()))
    book.enter(play.stop_now(book.table, OPENER))
    voided = [row for row in book.rows if row.kind is Kind.VOID]
    assert sorted(row.amount for row in voided) == [1, 2, 3]
    assert sums(book.rows) == Counter({11: 50, 12: 50, 13: 50})


async def test_a_table_from_before_the_ledger_begins_with_what_everybody_has(
    tmp_path: Path,
) -> None:
    book = Book(Game.HOLDEM, cash=False, ante=1, seed=3)
    assert book.table is not None
    book.enter(lobby.join(book.table, Who(UserId(12), "P"), book.now))
    with closing(sqlite3.connect(tmp_path / "croupier.db")) as old:
        old.executescript(f"{migrations()[0]}; PRAGMA user_version = 1")
        for number in (1, 2):
            table = replace(book.table, id=TableId(number), channel=number, version=1)
            state = TABLE_JSON.dump_json(table).decode()
            place = (number, 5, number, 1, 1, state)
            old.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", place)
            if number == 1:
                book.enter(play.start(book.table, OPENER, book.lot()))
        old.commit()
    store = await Store.open(tmp_path)
    for table in await store.open_tables():
        assert sums(await store.ledger(table)) == behind(table)
    await store.close()
