"""The text form: what is written, who may read what, and that others read it to the same stacks.

PokerKit reads no-limit Hold'em without antes. Everything else, five-card draw above all, is read by
`read_text`, a reader of this test: it knows every line by its grammar, and counts the chips.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable

import pytest
from pokerkit import HandHistory

from engine.cards import FULL_DECK, card_text
from engine.events import Blind, BlindPosted, PotAwarded
from engine.history.phh import to_phh
from engine.history.pokerstars import to_pokerstars
from engine.history.record import (
    EVERYTHING,
    HandRecord,
    NotExpressible,
    Reader,
    full_blind,
)
from engine.rules import Game, Stakes, Structure
from tests.engine.evening import Evening
from tests.engine.histories import (
    NAMED,
    PARTS,
    cards_open_to,
    evening_record,
    record_of_table,
    sample,
    straddled,
)
from tests.engine.table import draw, holdem

HOLDEM = """\
PokerStars Hand #3:  Hold'em No Limit (1/2) - 2026/11/29 21:44:15 UTC [2026/11/29 16:44:15 ET]
Table 'Main' 10-max Seat #6 is the button
Seat 1: Anna (200 in chips)
Seat 3: Björn (60 in chips)
Seat 4: Chloé (35 in chips)
Seat 6: Dmitri (200 in chips)
Anna: posts small blind 1
Björn: posts big blind 2
*** HOLE CARDS ***
Dealt to Anna [As Kd]
Chloé: raises 33 to 35 and is all-in
Dmitri: folds
Anna: calls 34
Björn: raises 25 to 60 and is all-in
Anna: calls 25
*** FLOP *** [Kh Ks 9s]
*** TURN *** [Kh Ks 9s] [4d]
*** RIVER *** [Kh Ks 9s 4d] [4c]
*** SHOW DOWN ***
Anna: shows [As Kd] (a full house, Kings full of Fours)
Björn: shows [Qh Qd] (two pair, Kings and Queens)
Chloé: shows [9c 9d] (a full house, Nines full of Kings)
Anna collected 50 from side pot
Anna collected 105 from main pot
*** SUMMARY ***
Total pot 155 Main pot 105. Side pot 50. | Rake 0
Board [Kh Ks 9s 4d 4c]
Seat 1: Anna (small blind) showed [As Kd] and won (155) with a full house, Kings full of Fours
Seat 3: Björn (big blind) showed [Qh Qd] and lost with two pair, Kings and Queens
Seat 4: Chloé showed [9c 9d] and lost with a full house, Nines full of Kings
Seat 6: Dmitri (button) folded before Flop (didn't bet)


"""

DRAW = """\
PokerStars Hand #3:  5 Card Draw No Limit (0/2) - 2026/11/29 21:44:15 UTC [2026/11/29 16:44:15 ET]
Table 'Main' 6-max Seat #3 is the button
Seat 1: Anna (100 in chips)
Seat 2: Björn (6 in chips)
Seat 3: Chloé (100 in chips)
Anna: posts the ante 1
Björn: posts the ante 1
Chloé: posts the ante 1
*** DEALING HANDS ***
Dealt to Anna [As Ad Kc 7h 2s]
Anna: bets 2
Björn: raises 3 to 5 and is all-in
Chloé: calls 5
Anna: calls 3
Anna: discards 3 cards [Kc 7h 2s]
Dealt to Anna [As Ad] [Ah 3d 8s]
Björn: discards 3 cards
Chloé: stands pat
Anna: bets 20
Chloé: folds
Uncalled bet (20) returned to Anna
*** SHOW DOWN ***
Anna: shows [As Ad Ah 3d 8s] (three of a kind, Aces)
Björn: shows [9c 9d 8c Ts 9h] (three of a kind, Nines)
Anna collected 18 from pot
*** SUMMARY ***
Total pot 18 | Rake 0
Seat 1: Anna showed [As Ad Ah 3d 8s] and won (18) with three of a kind, Aces
Seat 2: Björn showed [9c 9d 8c Ts 9h] and lost with three of a kind, Nines
Seat 3: Chloé (button) folded after the Draw


"""


def test_a_hand_of_holdem_reads_like_this() -> None:
    table = holdem(
        "A 200, B@3 60, C@4 35, D@6* 200",
        hole="A As Kd, B Qh Qd, C 9c 9d, D 7h 2c",
        board="Kh Ks 9s 4d 4c",
    ).play("C goes all-in, D folds, A calls, B goes all-in, A calls")
    assert to_pokerstars(record_of_table(table, NAMED), 1) == HOLDEM


def test_a_hand_of_five_card_draw_reads_like_this() -> None:
    table = draw(
        "A 100, B 6, C* 100",
        hands="A As Ad Kc 7h 2s, B 9c 9d 5h 4s 3c, C Th Jh Qh Kh 2c",
        then="Ah 3d 8s 8c Ts 9h",
    ).play("A bets 2, B goes all-in, C calls, A calls, A discards Kc 7h 2s, B discards 5h 4s 3c")
    table.play("C stands pat, A bets 20, C folds")
    assert to_pokerstars(record_of_table(table, NAMED), 1) == DRAW


def pokerkit_stacks(text: str) -> dict[int, int]:
    """Return the stacks by seat that PokerKit comes to."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        (history,) = HandHistory.from_pokerstars(text, error_status=True)
        *_, state = history
    assert history.seats is not None
    return dict(zip(history.seats, state.stacks, strict=True))


def is_for_pokerkit(record: HandRecord) -> bool:
    """Say whether a hand is one that PokerKit's reader of the text form knows.

    It reads no-limit Hold'em only, without antes and straddles. Its calls match the blind that was
    posted where that was short, it refuses a raise that nobody can call and folds out of turn, lets
    the wrong player open between two equal blinds of two players, and divides odd chips otherwise
    (see the tests of PHH, where all but the last is told so that it is read). From a dead button it
    goes by the first blind posted, which must be the small one.
    """
    stakes = record.stakes
    if record.game is not Game.HOLDEM or stakes.structure is not Structure.NO_LIMIT or stakes.ante:
        return False
    if len(record.order) == 2 and stakes.small_blind == stakes.big_blind:
        return False
    if Blind.STRADDLE in record.blinds.values():
        return False
    if not stakes.small_blind and record.button not in record.order:
        return False
    try:
        told = to_phh(record, None)
    except NotExpressible:
        return False
    short = any(post.amount < full_blind(stakes, post.blind) for post in record.of(BlindPosted))
    odd = any(award.odd_chips for award in record.of(PotAwarded))
    return not (short or odd or "nobody could call" in told)


def test_pokerkit_comes_to_the_same_stacks() -> None:
    read = 0
    for part in range(PARTS):
        for seed, record in filter(lambda each: is_for_pokerkit(each[1]), sample(part)):
            for reader in (None, record.order[seed % len(record.order)]):
                stacks = pokerkit_stacks(to_pokerstars(record, reader))
                assert stacks == record.ended, f"seed {seed}, hand {record.number}"
                read += 1
    assert read > 100


_CARD = r"[2-9TJQKA][cdhs]"
_CARDS = rf"\[{_CARD}(?: {_CARD})*\]"
_ALL_IN = r"(?: and is all-in)?"
_NAME = r"([^ ]+)"
_HAND = r"(?:high card|a pair|two pair|three|a straight|a flush|a full house|four|a Royal)[ \w,]*"
_POT = r"(?:pot|main pot|side pot(?:-\d)?)"

_PAID: dict[str, Callable[[int, int], int]] = {
    rf"{_NAME}: posts (?:the ante) (\d+){_ALL_IN}": lambda _, chips: chips,
    rf"{_NAME}: posts (?:small blind|big blind|straddle) (\d+){_ALL_IN}": lambda _, chips: chips,
    rf"{_NAME}: (?:calls|bets) (\d+){_ALL_IN}": lambda _, chips: chips,
    rf"{_NAME}: raises \d+ to (\d+){_ALL_IN}": lambda before, total: total - before,
    rf"{_NAME} collected (\d+) from {_POT}": lambda _, chips: -chips,
}
"""Lines that move chips, and how many to the middle; before: what he has in this round."""

_PLAIN = (
    rf"{_NAME}: (?:checks|folds|mucks hand|doesn't show hand)",
    rf"{_NAME}: discards (?:1 card|[2-5] cards)(?: {_CARDS})?",
    rf"{_NAME}: stands pat(?: on {_CARDS})?",
    rf"{_NAME}: shows {_CARDS} \({_HAND}\)",
    rf"Dealt to {_NAME} {_CARDS}(?: {_CARDS})?",
    rf"{_NAME} (?:has timed out|leaves the table)",
    r"The deck is reshuffled",
    r"\*\*\* (?:HOLE CARDS|DEALING HANDS|SHOW DOWN) \*\*\*",
    rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\*(?: {_CARDS}){{1,2}}",
)
_SEAT = (
    r"Seat \d+: [^ ]+(?: \(button\))?(?: \((?:small|big) blind\))? (?:"
    r"folded (?:before Flop|on the (?:Flop|Turn|River)|(?:before|after) the Draw)"
    rf"(?: \(didn't bet\))?|mucked(?: {_CARDS})?|collected \(\d+\)|"
    rf"showed {_CARDS} and (?:lost|won \(\d+\)) with {_HAND})"
)
_END = (
    r"Total pot \d+(?: Main pot \d+\. Side pot(?:-1)? \d+\.(?: Side pot-\d \d+\.)*)? \| Rake 0",
    rf"Board {_CARDS}",
    _SEAT,
)
_TIME = r"\d{4}/\d\d/\d\d \d\d:\d\d:\d\d"
_GAME = r"(?:Hold'em|5 Card Draw) (?:No Limit|Pot Limit|Limit) \(\d+/\d+\)"
_HEADER = (
    rf"PokerStars Hand #\d+:  {_GAME} - {_TIME} UTC \[{_TIME} ET\]",
    r"Table '[^ ']+' \d+-max Seat #\d+ is the button",
)


def read_text(text: str) -> dict[str, int]:
    """Read a hand by its grammar, and return the stacks by name that its lines come to."""
    body, summary = text.split("*** SUMMARY ***\n")
    first, table, *lines = body.splitlines()
    assert re.fullmatch(_HEADER[0], first), first
    assert re.fullmatch(_HEADER[1], table), table
    assert summary.endswith("\n\n\n")
    for line in summary.rstrip("\n").split("\n"):
        assert any(re.fullmatch(pattern, line) for pattern in _END), line
    seats = [re.fullmatch(rf"Seat \d+: {_NAME} \((\d+) in chips\)", line) for line in lines]
    stacks = {seat[1]: int(seat[2]) for seat in seats if seat}
    bets: Counter[str] = Counter()
    for line in lines[len(stacks) :]:
        _read_line(line, stacks, bets)
    return stacks


def _read_line(line: str, stacks: dict[str, int], bets: Counter[str]) -> None:
    if re.match(r"\*\*\* (?:FLOP|TURN|RIVER)|.*: (?:discards|stands pat)", line):
        bets.clear()
    if back := re.fullmatch(rf"Uncalled bet \((\d+)\) returned to {_NAME}", line):
        stacks[back[2]] += int(back[1])
        return
    for pattern, added in _PAID.items():
        if paid := re.fullmatch(pattern, line):
            chips = added(bets[paid[1]], int(paid[2]))
            stacks[paid[1]] -= chips
            assert stacks[paid[1]] >= 0, line
            assert line.endswith("all-in") is (stacks[paid[1]] == 0 and chips > 0), line
            bets[paid[1]] += 0 if "posts the ante" in line else chips
            return
    plain = next((re.fullmatch(p, line) for p in _PLAIN if re.fullmatch(p, line)), None)
    assert plain, line
    assert not plain.groups() or plain[1] in stacks, line


def check_text(record: HandRecord, reader: Reader) -> None:
    """Assert that the text reads by its grammar to the stacks of the hand."""
    text = to_pokerstars(record, reader)
    by_name = read_text(text)
    assert list(by_name.values()) == [record.ended[seat] for seat in sorted(record.order)]
    won = sum(map(int, re.findall(r"(?:won|collected) \((\d+)\)", text)))
    pots = re.search(r"Total pot (\d+)", text)
    assert pots
    assert won == int(pots[1])


@pytest.mark.parametrize("part", range(PARTS))
def test_every_line_reads_and_the_chips_add_up(part: int) -> None:
    for seed, record in [*sample(part), *((seed, straddled(seed)) for seed in range(10))]:
        for reader in (None, EVERYTHING, *record.order):
            try:
                check_text(record, reader)
            except AssertionError as error:
                error.add_note(f"seed {seed}, hand {record.number}, {record.stakes}")
                raise


def test_no_reader_finds_a_card_he_may_not_know() -> None:
    for seed, record in sample(1):
        for reader in (None, *record.order):
            text = to_pokerstars(record, reader)
            known = cards_open_to(record, reader)
            hidden = [card_text(card) for card in FULL_DECK if card not in known]
            found = [card for card in hidden if re.search(rf"{card}(?![a-z])", text)]
            assert not found, f"seed {seed}, hand {record.number}, reader {reader}"


def test_a_mucked_hand_shows_its_cards_to_its_owner() -> None:
    evening = Evening(Game.HOLDEM, "A 200, B 200, C* 200", stakes=Stakes(1, 2, muck=True))
    evening.deal(hole="A As Ad, B Kh Kd, C 2c 3d", board="Jh 8s 5c 4d 7h")
    record = evening_record(evening, "C folds, A raises to 6, B calls")
    assert "Seat 2: B (big blind) mucked [Kh Kd]" in to_pokerstars(record, 2)
    for reader in (None, 1, 3):
        assert "B: mucks hand" in to_pokerstars(record, reader)
        assert "Seat 2: B (big blind) mucked\n" in to_pokerstars(record, reader)


def test_a_winner_may_show_what_nobody_called() -> None:
    table = holdem("A 200, B 200, C* 200", hole="B As Ad").play("C and A fold")
    assert "B: doesn't show hand" in to_pokerstars(record_of_table(table), 2)
    text = to_pokerstars(record_of_table(table.play("B shows")), None)
    assert "B: shows [As Ad] (a pair of Aces)" in text
    assert "doesn't show" not in text
    assert "Uncalled bet (1) returned to B\nB collected 2 from pot" in text


def test_who_leaves_out_of_turn_folds_in_turn_where_that_can_be_told() -> None:
    table = holdem("A 200, B 200, C 200, D* 200").play("C calls, A leaves, D calls, B checks")
    text = to_pokerstars(record_of_table(table.check_down()), None)
    assert "C: calls 2\nD: calls 2\nA leaves the table\nA: folds\nB: checks" in text
    table = holdem("A 200, B 200, C* 200").play("C calls, A raises to 9, B folds, A leaves")
    text = to_pokerstars(record_of_table(table), None)
    assert "B: folds\nA leaves the table\nA: folds\nC collected 13 from pot" in text


def test_the_reader_sees_what_he_drew() -> None:
    table = draw("A 9, B* 9", hands="A As Ad Kc 7h 2s, B 9c 9d 5h 4s 3c", then="Ah 3d 8s 8c Ts")
    table.play("A and B check, A stands pat, B draws 5").check_down()
    text = to_pokerstars(record_of_table(table), 1)
    assert "A: stands pat on [As Ad Kc 7h 2s]\nB: discards 5 cards\n" in text
    text = to_pokerstars(record_of_table(table), 2)
    assert "A: stands pat\n" in text
    assert "B: discards 5 cards [9c 9d 5h 4s 3c]\nDealt to B [Ah 3d 8s 8c Ts]\n" in text


@pytest.mark.parametrize(
    ("structure", "header"),
    [
        (Structure.NO_LIMIT, "Hold'em No Limit (5/10)"),
        (Structure.POT_LIMIT, "Hold'em Pot Limit (5/10)"),
        (Structure.FIXED_LIMIT, "Hold'em Limit (10/20)"),
    ],
)
def test_the_header_names_the_limit(structure: Structure, header: str) -> None:
    stakes = Stakes(5, 10, structure=structure)
    evening = Evening(Game.HOLDEM, "A 200, B 200, C* 200", stakes=stakes).deal()
    text = to_pokerstars(evening_record(evening, "C folds, A folds"), None)
    assert text.startswith(f"PokerStars Hand #1:  {header} - ")


def test_names_cannot_write_lines() -> None:
    """Whatever a name says, PokerKit reads the hand that was played."""
    names = {
        "A": "B: folds\n*** FLOP *** [As Ks Qs]",
        "B": "Hand #1 is the button",
        "C": "A collected 500 from pot",
    }
    record = record_of_table(holdem("A 50, B 60, C* 70").play("C and A fold"), names)
    text = to_pokerstars(record, None)
    assert pokerkit_stacks(text) == record.ended
    check_text(record, None)


def test_several_hands_make_one_file() -> None:
    record = record_of_table(holdem("A 50, B 60, C* 70").play("C and A fold"))
    text = "".join(to_pokerstars(record, reader) for reader in (1, 2))
    assert text.count("\n\n\nPokerStars Hand #") == 1
