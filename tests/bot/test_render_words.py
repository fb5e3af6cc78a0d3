from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from bot import errors
from bot.errors import Refused
from bot.place import NEEDED
from bot.render import screens
from bot.render.words import Words, card, cards
from bot.table.model import Obstacle, Suspension, Table
from bot.table.suspension import FOR_GOOD
from bot.table.view import TableView, public_view
from engine.actions import AllIn, BetTo, Call, Check, Exchange, Fold, RaiseTo
from engine.cards import FULL_DECK, parse_cards
from engine.errors import Reason, Refusal
from engine.events import Called, Checked, Exchanged, Folded, Raised
from engine.ranking import read_cards
from engine.rules import Game
from tests.bot.pure import acted, dealt, sat_down, text_of
from tests.series import samples as series

WORDS = Words()


def holdem(*stacks: int, names: tuple[str, ...] = ()) -> Table:
    return dealt(sat_down(Game.HOLDEM, stacks, names))


def fivecard(*stacks: int) -> Table:
    return dealt(sat_down(Game.FIVECARD, stacks))


def view(table: Table) -> TableView:
    return public_view(table)


# Cards and hands


def test_every_card_has_a_name_of_its_own() -> None:
    assert card(parse_cards("Ts")[0]) == "10♠"
    assert cards(parse_cards("2c Kd Ah 9s")) == "2♣ K♦ A♥ 9♠"
    assert len(set(map(card, FULL_DECK))) == 52


@pytest.mark.parametrize(
    ("held", "name"),
    [
        ("As Ks Qs Js Ts", "royal flush"),
        ("9s Ks Qs Js Ts", "straight flush, king high"),
        ("As 2s 3s 4s 5s", "straight flush, five high"),
        ("9s 9h 9d 9c Ts", "four nines"),
        ("Ks Kh Kd 9c 9s", "full house, kings full of nines"),
        ("6s 6h 6d 2c 2s", "full house, sixes full of twos"),
        ("As 9s 7s 3s 2s", "flush, ace high"),
        ("As 2d 3s 4s 5s", "straight, five high"),
        ("Ts 9d 8s 7s 6s", "straight, ten high"),
        ("Qs Qd Qh 7s 6s", "three queens"),
        ("Qs Qd 7h 7s 6s", "two pair, queens and sevens"),
        ("As Ad 7h 8s 6s", "a pair of aces"),
        ("As Jd 7h 8s 6s", "ace high"),
        ("8s 8d", "a pair of eights"),
        ("8s 3d", "eight high"),
        ("As Ad Kh Ks Kd 9c 9d", "full house, kings full of aces"),
    ],
)
def test_every_category_of_hand_has_its_name(held: str, name: str) -> None:
    assert WORDS.hand(read_cards(parse_cards(held))) == name


RANKS = [
    ("2", "two", "twos"), ("3", "three", "threes"), ("4", "four", "fours"), ("5", "five", "fives"),
    ("6", "six", "sixes"), ("7", "seven", "sevens"), ("8", "eight", "eights"),
    ("9", "nine", "nines"), ("T", "ten", "tens"), ("J", "jack", "jacks"),
    ("Q", "queen", "queens"), ("K", "king", "kings"), ("A", "ace", "aces"),
]  # fmt: skip


@pytest.mark.parametrize(("rank", "one", "many"), RANKS)
def test_every_rank_has_its_name_in_every_hand(rank: str, one: str, many: str) -> None:
    held = [f"{rank}{suit}" for suit in "shdc"]
    for count, name in ((2, f"a pair of {many}"), (3, f"three {many}"), (4, f"four {many}")):
        assert WORDS.hand(read_cards(parse_cards(" ".join(held[:count])))) == name
    highest = "23456789TJQKA".index(rank) + 1
    if highest > 5:
        below = "23456789TJQKA"[highest - 5 : highest]
        for suits, kind in (("sssss", "straight flush"), ("sssdh", "straight")):
            cards_ = " ".join(map("".join, zip(below, suits, strict=True)))
            name = "royal flush" if (rank, suits) == ("A", "sssss") else f"{kind}, {one} high"
            assert WORDS.hand(read_cards(parse_cards(cards_))) == name


# What can be raised


def limits(table: Table) -> str:
    return WORDS.raise_limits(view(table))


def test_the_limits_of_a_first_raise_are_named() -> None:
    assert limits(holdem(200, 200, 200)) == "Raise to 4 or more (all you have: 200)."


def test_the_limits_of_a_bet_are_named() -> None:
    table = acted(holdem(200, 200, 200), Call, Call, Check)
    assert limits(table) == "Bet 2 or more (all you have: 198)."


def test_a_raise_that_only_all_in_is_enough_for_is_named() -> None:
    table = acted(holdem(200, 13, 200), lambda seat: RaiseTo(seat, 10))
    assert limits(table) == "All-in is 13."


def test_a_call_that_takes_everything_is_named() -> None:
    assert limits(acted(holdem(200, 13, 200), AllIn)) == "That is all you have."


def test_a_raise_that_nobody_could_answer_is_named() -> None:
    table = acted(holdem(50, 50, 200), AllIn, AllIn)
    assert limits(table) == "No raise: nobody could answer it."


def test_a_raise_that_is_not_open_again_is_named() -> None:
    table = acted(holdem(200, 200, 13), lambda seat: RaiseTo(seat, 10), Call, AllIn)
    assert limits(table) == "No raise: the last all-in was less than a full raise."


def test_there_are_no_limits_in_an_exchange() -> None:
    table = acted(fivecard(50, 50), Check, Check)
    assert "exchange up to 5 cards, or stand pat." in str(WORDS.prompt(view(table)))


# Refusals


def situations() -> Iterator[Table]:
    """Yield tables in all states that a refusal can meet."""
    yield sat_down(Game.HOLDEM, (200, 200))
    begun = holdem(200, 200, 200)
    yield begun
    yield acted(begun, Call, Call, Check)
    yield acted(holdem(200, 13, 200), AllIn)
    yield acted(holdem(50, 50, 200), AllIn, AllIn)
    yield acted(holdem(200, 200, 13), lambda seat: RaiseTo(seat, 10), Call, AllIn)
    yield acted(begun, Call, Call, Check, lambda seat: BetTo(seat, 20))
    yield acted(begun, Fold, Fold)
    yield fivecard(50, 50)
    yield acted(fivecard(50, 50), Check, Check)
    yield acted(fivecard(50, 50), Check, Check, Exchange, Exchange)


SITUATIONS = [view(table) for table in situations()]


BETTING = {
    Reason.NOTHING_TO_CALL,
    Reason.FACING_A_BET,
    Reason.NO_BET_TO_RAISE,
    Reason.BELOW_MINIMUM,
    Reason.ABOVE_STACK,
    Reason.ABOVE_LIMIT,
    Reason.RAISES_CAPPED,
    Reason.RAISE_NOT_REOPENED,
    Reason.NOBODY_CAN_ANSWER,
    Reason.CALL_TAKES_ALL,
}


def _can_happen(reason: Reason, seen: TableView) -> bool:
    if reason is Reason.ABOVE_LIMIT:
        return seen.legal is not None and seen.legal.min_to is not None
    if reason is Reason.FACING_A_BET:
        return seen.legal is not None and seen.legal.to_call > 0
    betting = seen.legal is not None and seen.legal.most_cards is None
    return betting or reason not in BETTING


def samples() -> Iterator[Refused]:
    """Yield refusals of every class, as they can happen."""
    plain: list[type[Refused]] = [
        errors.NoTableHere, errors.NotAllowed, errors.NotSeated, errors.TableClosed, errors.NoHand,
        errors.AlreadyStarted, errors.AlreadyCounted, errors.NotAway, errors.NoSuchHand,
        errors.NotInThisFormat, errors.TwoSchedules, errors.NotCash,
        errors.NoStraddle, errors.ModeratorsOnly, errors.ManagersOnly, errors.NotKept,
        errors.NoSuchMember, errors.Restarting, errors.TooFast, errors.OldCommand,
        errors.OnlyInServers, errors.NotOperator, errors.AlreadyPaused, errors.NotPaused,
        errors.AlreadyInvited, errors.HasSeat, errors.Barred, errors.HandDeleted,
        errors.StillTelling,
    ]  # fmt: skip
    for kind in plain:
        yield kind()
    yield errors.MovedAway(8)
    yield errors.UnderMaintenance(1_000_000)
    yield from series.refusals()
    yield errors.TableOpenHere("https://discord.com/channels/1/2/3")
    yield errors.CannotPostHere(("send_messages", "view_channel"))
    yield errors.ChannelNotAllowed((1, 2))
    yield errors.AtOpenTables((1, 2))
    yield errors.AwaitedBySeries(("Tuesday",) * 7)
    yield errors.TooManyTables(1)
    yield errors.TooManyTables(7)
    yield errors.TooManyChannels(25)
    for why in Obstacle:
        if why not in FOR_GOOD:
            yield errors.TableSuspended(Suspension(why, 0.0, 1800.0), 3)
    yield errors.BadPositions("1 1")
    yield errors.BadOption("stack", 20, 1_000_000)
    for seen in SITUATIONS:
        yield errors.BadAmount("many", seen)
        for counted in (None, Folded(1), Checked(1), Called(1, 2, 4, False), Exchanged(1, 0)):
            yield errors.StaleButton(seen.number, counted, seen)
            yield errors.StaleButton(seen.number - 1, counted, seen)
        for reason in Reason:
            if _can_happen(reason, seen):
                yield errors.RulesRefused(Refusal(reason, seen.legal), seen)
    yield errors.BadAmount("many", None)


def kinds(of: type[Refused] = Refused) -> set[type[Refused]]:
    found = set(of.__subclasses__())
    return found.union(*(kinds(kind) for kind in found))


def test_every_class_of_refusal_is_sampled() -> None:
    assert {type(refused) for refused in samples()} == kinds()


def test_every_refusal_is_put_into_whole_sentences() -> None:
    for refused in samples():
        said = WORDS.refusal(refused)
        assert said[0].isupper() or said[0] in "“\\" or isinstance(refused, errors.BadOption), said
        assert said.endswith((".", "`", "/2/3")), said
        assert not re.search(r"None|\{|\}|  |\.\.|: \.|^\s|\s$", said), said
        assert len(said) < 300


@pytest.mark.parametrize(
    ("reason", "table", "said"),
    [
        (Reason.NOT_YOUR_TURN, holdem(200, 200, 200), "Not your turn: P1 is to act."),
        (
            Reason.BELOW_MINIMUM,
            acted(holdem(200, 200, 200), lambda seat: RaiseTo(seat, 8)),
            "At least 14: the last full bet or raise was 6. Between 14 and 200, which is all-in.",
        ),
        (
            Reason.BELOW_MINIMUM,
            acted(holdem(200, 200, 200), Call, Call, Check),
            "At least 2, the smallest bet. Between 2 and 198, which is all-in.",
        ),
        (
            Reason.FACING_A_BET,
            acted(holdem(200, 200, 200), Call, Call, Check, lambda seat: BetTo(seat, 6)),
            "P2 has bet 6. To raise, use /raise 12 or more, at most 198. To call 6, use /call.",
        ),
        (
            Reason.ABOVE_STACK,
            acted(holdem(200, 200, 200), Call, Call, Check),
            "You have 198 at most in this round. Between 2 and 198, which is all-in.",
        ),
        (
            Reason.RAISE_NOT_REOPENED,
            acted(holdem(200, 200, 13), lambda seat: RaiseTo(seat, 10), Call, AllIn),
            "P3 went all-in for less than a full raise. You may call 3 or fold.",
        ),
        (
            Reason.NOBODY_CAN_ANSWER,
            acted(holdem(50, 50, 200), AllIn, AllIn),
            "Every opponent is all-in: nobody could answer a raise. You may call 48 or fold.",
        ),
        (
            Reason.NOT_NOW,
            acted(fivecard(50, 50), Check, Check),
            "This is the exchange: use /draw, or the Draw button. No bets now.",
        ),
        (
            Reason.NOT_NOW,
            holdem(200, 200, 200),
            "There is no exchange now. P1 is to act: 2 to call.",
        ),
    ],
)
def test_a_refusal_says_what_would_be_possible(reason: Reason, table: Table, said: str) -> None:
    seen = view(table)
    assert WORDS.refusal(errors.RulesRefused(Refusal(reason, seen.legal), seen)) == said


def test_every_permission_that_a_table_needs_is_named_as_discord_names_it() -> None:
    needed = (*NEEDED, "send_messages", "send_messages_in_threads")
    assert WORDS.refusal(errors.CannotPostHere(needed)) == (
        "I cannot run a table here. Missing permission: View Channel, Read Message History, "
        "Send Messages, Send Messages In Threads."
    )


def test_a_stale_button_says_what_counted_and_who_is_to_act() -> None:
    seen = view(holdem(200, 200, 200))
    said = WORDS.refusal(errors.StaleButton(1, Raised(3, 6, all_in=False), seen))
    assert said == (
        "That button is from an earlier moment of this hand. You last raised to 6. "
        "P1 is to act: 2 to call."
    )


def test_a_button_of_an_earlier_hand_says_which() -> None:
    seen = view(holdem(200, 200, 200))
    said = WORDS.refusal(errors.StaleButton(0, Folded(1), seen))
    assert said == "That button was for hand 0. You folded."


@pytest.mark.parametrize("typed", ["@everyone", "<@1>", "**1**", "`1`", "1\n2", "9" * 5_000])
def test_what_was_typed_is_quoted_without_effect_and_in_short(typed: str) -> None:
    for refused in (errors.BadAmount(typed, None), errors.BadPositions(typed)):
        said = WORDS.refusal(refused)
        assert len(said) < 250
        assert "\n" not in said
        quoted = said[: said.index("”")]
        assert not re.search(r"(?<!\\)[*`@<]", quoted)


# What is announced


def test_the_odd_chip_and_its_owner_are_named() -> None:
    two = [("Ana", 8), ("Ben", 7)]
    said = WORDS.pot_paid(0, 1, 15, two, 1)
    assert said == "Pot 15 → Ana 8, Ben 7 (1 odd chip to Ana, first left of the button)"
    assert WORDS.pot_paid(1, 3, 15, [("Ana", 15)], 0) == "Side pot 1: 15 → Ana"


def test_a_name_with_braces_breaks_no_sentence() -> None:
    table = holdem(200, 200, names=("{name}", "{0}"))
    assert "{name}" in text_of(screens.table_screen(view(table), WORDS))


def test_one_and_many_are_said_as_such() -> None:
    assert WORDS.exchanged(1) == "You exchanged 1 card."
    assert WORDS.exchanged(3) == "You exchanged 3 cards."
    assert WORDS.exchanged(0) == "You stand pat."
    assert WORDS.final([], 1)[0] == "**The table is closed after 1 hand**"
    assert WORDS.final([], 2)[0] == "**The table is closed after 2 hands**"
