"""Backups of a bot that plays, their restoring, and the check of a database."""

from __future__ import annotations

import random
import re
import shutil
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.store import Store, StoreError
from bot.store.checking import complaints
from bot.store.copies import back_up, restore
from engine.cards import FULL_DECK
from tests.bot.bad_house import BadHouse
from tests.bot.evening import Evening, deal_first, sit_down
from tests.bot.house import House
from tests.bot.test_monkeys import Monkey

LATER = 1_900_000_000.0


async def in_the_middle(house: House) -> Evening:
    """Play one hand and half of the next."""
    evening = await deal_first(house, "Ana", "Ben", "Cem")
    await evening.play("Ana raises to 6, Ben calls, Cem folds, Ben bets 10, Ana folds")
    await evening.deal(hole="Ana As Ad, Ben Kh Kd, Cem 7c 2d")
    await evening.play("Ben calls, Cem raises to 8, Ana calls, Ben calls")
    return evening


async def test_a_backup_taken_in_mid_hand_plays_on_with_the_same_cards(tmp_path: Path) -> None:
    house = BadHouse(tmp_path)
    # What was opened after the backup is not in its log, so it seems to be secret.
    house.expected = ("told to everybody",)
    await house.open()
    evening = await in_the_middle(house)
    backup = house.folder / "backup.db"
    back_up(house.folder / "data", backup)
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600
    assert complaints(backup) == []
    flop = house.post
    at_backup = flop.text
    await evening.play("Cem bets 20, Ana raises to 60, Ben folds, Cem calls")
    turn = house.post
    assert turn is not flop
    await house.stop_bot()
    shutil.rmtree(house.folder / "data")
    assert restore(house.folder / "data", backup, LATER) is None
    await house.start_bot()
    await house.settled()
    assert timeless(flop.text) == timeless(at_backup)
    cards = await house.slash(evening["Ana"], "cards")
    assert "A♠ A♦" in cards.text
    late = await house.press_on(turn, "Check", evening["Cem"])
    assert late.text == "That table is closed."
    await house.press_on(flop, "Check", evening["Cem"])
    assert "Cem checks" in flop.text
    await house.press_on(flop, "Check", evening["Ana"])
    await house.press_on(flop, "Check", evening["Ben"])
    assert house.post not in {flop, turn}
    assert "Turn" in house.post.text
    assert complaints(house.database) == []
    await house.close()
    assert house.problems() == []


def timeless(text: str) -> str:
    return re.sub(r"<t:\d+:R>", "", text)


async def test_a_restore_keeps_the_database_that_was_there(house: House) -> None:
    await in_the_middle(house)
    backup = house.folder / "backup.db"
    back_up(house.folder / "data", backup)
    with pytest.raises(StoreError, match="Another Croupier is running"):
        restore(house.folder / "data", backup, LATER)
    await house.stop_bot()
    kept = restore(house.folder / "data", backup, LATER)
    assert kept is not None
    assert complaints(kept) == []
    assert complaints(house.database) == []
    await house.start_bot()


async def test_what_is_not_whole_is_not_restored(house: House) -> None:
    await in_the_middle(house)
    broken = house.folder / "broken.db"
    back_up(house.folder / "data", broken)
    with closing(sqlite3.connect(broken)) as db, db:
        db.execute("UPDATE tables SET version = version + 1")
    with pytest.raises(StoreError, match=r"broken\.db cannot be restored: table 1: its state"):
        restore(house.folder / "elsewhere", broken, LATER)
    assert not (house.folder / "elsewhere").exists()


async def test_a_backup_overwrites_nothing(house: House) -> None:
    there = house.folder / "there"
    there.write_text("mine")
    with pytest.raises(StoreError, match="is there already"):
        back_up(house.folder / "data", there)
    assert there.read_text() == "mine"
    with pytest.raises(StoreError, match="There is no database in"):
        back_up(house.folder / "nowhere", house.folder / "new")
    assert not (house.folder / "new").exists()


@pytest.mark.parametrize("game", ["holdem", "fivecard"])
async def test_whatever_was_played_the_database_is_whole(house: House, game: str) -> None:
    evening = await sit_down(house, "Ana", "Ben", "Cem", "Dea", game=game, stack=60, turn=30)
    shuffled = random.Random(7)
    await evening.deal()
    house.dealer.decks = [tuple(shuffled.sample(FULL_DECK, 52)) for _ in range(200)]
    await Monkey(evening, game, 7).play(60)
    assert complaints(house.database) == []


DAMAGES = {
    "UPDATE tables SET version = version + 1": "table 1: its state is not the one that its row",
    "UPDATE tables SET state = '{\"id\": 1}'": "table 1: its state cannot be read",
    "UPDATE tables SET state = json_set(state, '$.session.handed_out', 601)": (
        "table 1: 601 chips were handed out, and 600 are there"
    ),
    "UPDATE ledger SET amount = amount + 1 WHERE version = 3 AND kind = 'stack'": (
        r"table 1: member \d+ has \d+ chips, and \d+ by the ledger"
    ),
    "DELETE FROM ledger WHERE hand = 1 AND kind = 'pot'": "hand 1 does not add up in the ledger",
    "UPDATE log SET version = 900 WHERE version = (SELECT max(version) FROM log)": (
        "table 1: the log is at version 900, the table at"
    ),
    'UPDATE log SET events = \'[{"kind": "x"}]\'': (
        r"table 1: what happened in its change \d+ cannot be read"
    ),
    "UPDATE log SET table_id = 9": "log has rows of table 9, which does not exist",
    "UPDATE posts SET table_id = 9": "posts has rows of table 9, which does not exist",
    "UPDATE ledger SET table_id = 9": "ledger has rows of table 9, which does not exist",
    "INSERT INTO series (id, guild, name, over, version, state) VALUES (1, 1, 'x', 0, 1, '{}')": (
        "series 1: its state cannot be read"
    ),
    "INSERT INTO outbox VALUES (1, -9, 'post', 1, 'x', '', 0, 0)": (
        "outbox has rows of series 9, which does not exist"
    ),
    "INSERT INTO deeds VALUES (9, 1, 0, '{}')": "deeds has rows of table 9, which does not exist",
    "INSERT INTO outbox VALUES (1, 9, 'post', 1, 'x', '', 0, 0)": (
        "outbox has rows of table 9, which does not exist"
    ),
    "DROP INDEX one_open_table_per_channel; "
    "INSERT INTO tables SELECT 2, guild, channel, open, version, state FROM tables": (
        r"channel \d+ has 2 open tables"
    ),
    "PRAGMA user_version = 99": "the version of the database is 99, and this program knows 1 to",
}


@pytest.mark.parametrize("damage", DAMAGES)
async def test_the_check_names_what_is_wrong(house: House, damage: str) -> None:
    await in_the_middle(house)
    copy = house.folder / "copy.db"
    back_up(house.folder / "data", copy)
    with closing(sqlite3.connect(copy)) as db, db:
        db.executescript(damage)
    assert any(re.search(DAMAGES[damage], line) for line in complaints(copy)), complaints(copy)


async def test_the_check_names_a_damaged_file(house: House) -> None:
    await in_the_middle(house)
    copy = house.folder / "copy.db"
    back_up(house.folder / "data", copy)
    content = bytearray(copy.read_bytes())
    content[4096 * 3 : 4096 * 5] = b"\x5a" * 4096 * 2
    copy.write_bytes(bytes(content))
    assert any("damaged" in line for line in complaints(copy))


async def test_the_operator_backs_up_checks_and_restores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, backup = tmp_path / "data", tmp_path / "backup.db"
    monkeypatch.setenv("DATA_DIR", str(data))
    monkeypatch.setenv("SANDBOX", "0")
    monkeypatch.chdir(tmp_path)
    assert main(["check"]) == 1
    assert "croupier.db cannot be read" in capsys.readouterr().err
    store = await Store.open(data)
    assert main(["check"]) == 0
    assert capsys.readouterr().out.endswith("croupier.db is whole: everything adds up.\n")
    assert main(["backup", str(backup)]) == 0
    assert capsys.readouterr().out == f"{backup} is written and whole.\n"
    assert main(["backup", str(backup)]) == 1
    assert main(["restore", str(backup)]) == 1
    assert "Another Croupier is running" in capsys.readouterr().err
    await store.close()
    assert main(["restore", str(backup)]) == 0
    assert "kept as" in capsys.readouterr().out
    assert main(["check"]) == 0
