"""Every message keeps within Discord's limits and leaves nothing out, whatever is played."""

from __future__ import annotations

import gettext
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import pytest

from bot.announce import announce
from bot.catalogue import languages, words_for
from bot.render import private_screens, result_screens, screens
from bot.render.names import plain
from bot.render.parts import Dialog, Screen, dialog_payload
from bot.render.words import Words, cards
from bot.router import Picker, parse_custom_id
from bot.sandbox.components import check_modal
from bot.sandbox.forms import Form
from bot.sandbox.rules import check_create
from bot.table import lobby, play
from bot.table.change import Change, Who
from bot.table.model import Phase, Table
from bot.table.view import own_view, place_list, public_view
from bot.tellings import Direct, Edit, Post
from engine.actions import Action, AllIn, BetTo, Call, Check, Exchange, Fold, RaiseTo
from engine.cards import FULL_DECK, Deck, parse_cards
from engine.events import HandsShown, PotAwarded
from engine.hand import legal
from engine.rules import Game
from tests.bot.pure import (
    FIRST,
    NOW,
    acted,
    chance,
    components,
    dealt,
    sat_down,
    text_of,
    user_in,
)
from tests.engine.table import stack_deck

WORDS = Words()
IN_EVERY_LANGUAGE = pytest.mark.parametrize(
    "words", [words_for(each) for each in languages()], ids=languages()
)
UGLY = tuple("*" * 15 + letter for letter in "ABCDEFGHIJ")
"""Ten names that are 31 characters each once they are escaped."""


def fits(screen: Screen) -> None:
    """Check a message as Discord would, and that its controls are ours."""
    check_create({"components": list(screen.components), "flags": 1 << 15}, ephemeral_allowed=True)
    assert sum(len(c["content"]) for c in components(screen) if c["type"] == 10) <= 4_000
    assert len(components(screen)) <= 40
    ids = [c["custom_id"] for c in components(screen) if "custom_id" in c]
    assert all(parse_custom_id(custom_id) for custom_id in ids)
    assert len(set(ids)) == len(ids)
    assert all(c["label"] and len(c["label"]) <= 80 for c in components(screen) if c["type"] == 2)


def dialog_fits(dialog: Dialog) -> None:
    form = Form()
    check_modal(form, dialog_payload(dialog))
    form.refuse()


def told(before: Table | None, change: Change, words: Words = WORDS) -> Iterable[Screen]:
    for telling in announce(before, change, words, NOW):
        if isinstance(telling, Post | Edit | Direct):
            yield telling.screen


def all_in(stacks: list[int], board: str, holes: tuple[str, ...] = ()) -> Table:
    """Have ten players go all-in before the flop, one after another."""
    hands = [parse_cards(hole) for hole in holes] or [()] * len(stacks)
    deck = stack_deck(Game.HOLDEM, hands, parse_cards(board))
    table = dealt(sat_down(Game.HOLDEM, stacks, UGLY[: len(stacks)]), deck)
    while table.session.hand_in_progress:
        table = acted(table, AllIn)
    return table


PAIRS = tuple(f"{rank}{one} {rank}{other}" for rank in "23456" for one, other in ("cd", "hs"))
RICH = [1_000_000 + 100_000 * number for number in range(10)]


@pytest.mark.parametrize(
    "table",
    [
        all_in([20 * number for number in range(1, 11)], "As Ks Qs Js Ts"),
        all_in(RICH, "7s 7h 7d Qc Qd"),
        all_in(RICH, "As Ks Qh Jh Ts", PAIRS),
        all_in(RICH, "7s 7h 8d 8c 9c", PAIRS),
        all_in([20_000 + 7 * number for number in reversed(range(10))], "7s 7h Kd Kc Kh", PAIRS),
    ],
    ids=["flush", "boat", "straight", "two pair", "full house"],
)
def test_ten_players_all_in_for_nine_pots_are_told_completely(table: Table) -> None:
    view = public_view(table)
    pages = result_screens.result_screens(view, WORDS)
    for page in pages:
        fits(page)
    lines = "\n".join(map(text_of, pages)).split("\n")
    hands = {seat: hole for e in view.feed if isinstance(e, HandsShown) for seat, hole in e.hands}
    assert len(hands) == 10
    for seat, hole in hands.items():
        begins = f"{plain(view.seat(seat).name)}  **{cards(hole)}**"
        assert sum(line.startswith(begins) for line in lines) == 1
    pots = [event for event in view.feed if isinstance(event, PotAwarded)]
    assert len(pots) == 9
    assert sum("pot " in line for line in lines) == 9
    for which, pot in enumerate(pots):
        begins = f"Side pot {which}: {pot.amount} → " if which else f"Main pot {pot.amount} → "
        (line,) = (line for line in lines if line.startswith(begins))
        for seat, chips in pot.shares:
            named = plain(view.seat(seat).name)
            assert named in line
            assert len(pot.shares) == 1 or f"{named} {chips}" in line
    assert sum("uncalled" in line for line in lines) == 1
    assert lines[-1] == "-# Next hand in 8 seconds."


class LongWinded(gettext.NullTranslations):
    """A language that needs more words than any that there is."""

    def gettext(self, message: str) -> str:
        return message + " and so on" * 6

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("board", ["7s 7h 7d Qc Qd", "As Ks Qh Jh Ts", "7s 7h 8d 8c 9c"])
def test_ten_players_all_in_for_nine_pots_fit_into_messages(board: str, words: Words) -> None:
    view = public_view(all_in(RICH, board, PAIRS))
    for page in result_screens.result_screens(view, words):
        fits(page)


def test_what_one_message_cannot_hold_is_posted_in_several_in_order() -> None:
    """In English all of it fits; the words of another language may be longer."""
    words = Words(LongWinded())
    table = sat_down(Game.HOLDEM, RICH, UGLY)
    deck = stack_deck(Game.HOLDEM, [()] * 10, parse_cards("7s 7h 7d Qc Qd"))
    table = dealt(table, deck)
    while True:
        before, table = table, acted(table, AllIn)
        if not table.session.hand_in_progress:
            break
    events = table.feed[len(before.feed) :]
    posts = [
        telling
        for telling in announce(before, Change(table, events), words, NOW)
        if isinstance(telling, Post) and "result" in telling.key
    ]
    assert len(posts) > 1
    assert len({post.key for post in posts}) == len(posts)
    assert posts[-1].key == table.post
    assert posts[-1].screen == screens.table_screen(public_view(table), words)
    assert text_of(posts[0].screen).startswith("**Hand 1: ")
    for post in posts:
        fits(post.screen)


@IN_EVERY_LANGUAGE
def test_nine_live_pots_beside_ten_seats_fit_into_the_post_of_a_street(words: Words) -> None:
    # The button's and the big blind's stacks are the largest and go on after the flop.
    stacks = [1_000_000 - 7 * number for number in range(8)]
    table = dealt(sat_down(Game.HOLDEM, [1_000_000, 999_999, *reversed(stacks)], UGLY))
    table = acted(table, *[AllIn] * 8)
    view = public_view(table)
    while table.session.hand_in_progress:
        fits(screens.table_screen(view, words))
        fits(
            private_screens.status_screen(view, words, "https://discord.com/channels/" + "1/" * 30)
        )
        table = acted(table, AllIn)
        view = public_view(table)


def test_a_street_of_a_hundred_raises_shows_the_newest() -> None:
    table = dealt(sat_down(Game.HOLDEM, [1_000_000] * 10, UGLY))
    total = 0
    for _ in range(100):
        before = table
        hand = table.session.hand
        assert hand is not None
        can = legal(hand)
        assert can is not None
        total = can.min_to or 0
        table = acted(table, partial(RaiseTo, total=total))
        fits(screens.table_screen(public_view(table), WORDS))
    shown = text_of(screens.table_screen(public_view(table), WORDS))
    assert f"raises to {total}" in shown
    assert "\n… · " in shown
    assert "draws the button" not in shown
    while table.step < before.step + 20 and public_view(table).street != "flop":
        before, table = table, acted(table, Call)
    events = table.feed[len(before.feed) :]
    for screen in told(before, Change(table, events)):
        fits(screen)


@IN_EVERY_LANGUAGE
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", list(Game))
def test_everything_told_in_a_wild_evening_keeps_within_the_limits(
    game: Game, seed: int, words: Words
) -> None:
    lot = random.Random(seed)
    count = lot.randint(2, 10 if game is Game.HOLDEM else 6)
    table = sat_down(game, [300] * count, UGLY[:count])
    for screen in told(None, Change(table), words):
        fits(screen)
    people = [Who(user_in(seat), UGLY[seat - 1]) for seat in range(1, count + 1)]
    before, change = table, play.start(table, people[0], chance(_deck(lot)))
    for _ in range(250):
        for screen in told(before, change, words):
            fits(screen)
        before = table = change.table
        _look_at_everything(table, words)
        if table.phase is Phase.CLOSED:
            break
        change = _next(table, people, lot)
    fits(result_screens.final_screen(_places(table), 1_000, words))


def _deck(lot: random.Random) -> Deck:
    return tuple(lot.sample(FULL_DECK, 52))


def _next(table: Table, people: list[Who], lot: random.Random) -> Change:
    luck = replace(chance(_deck(lot)), now=NOW)
    hand = table.session.hand
    can = None if hand is None else legal(hand)
    if can is None:
        woken = play.wake(table, replace(luck, now=max(table.alarms.values())))
        return woken or lobby.close(table)
    who = people[can.seat - 1]
    if lot.random() < 0.03:
        return play.leave(table, who, luck)

    def make(seat: int) -> Action:
        if can.most_cards is not None:
            return Exchange(seat, tuple(sorted(lot.sample(range(1, 6), lot.randint(0, 5)))))
        if can.min_to is not None and can.max_to is not None and lot.random() < 0.5:
            total = lot.choice([can.min_to, can.min_to, can.max_to])
            return BetTo(seat, total) if can.opens else RaiseTo(seat, total)
        if can.can_check:
            return Check(seat)
        return Fold(seat) if lot.random() < 0.3 else Call(seat)

    return play.act(table, who, make, luck)


def _places(table: Table) -> list[tuple[int, list[tuple[str, int]]]]:
    return [
        (place, [(member.name, chips) for member, chips in sharing])
        for place, sharing in place_list(table)
    ]


def _look_at_everything(table: Table, words: Words) -> None:
    """Check every screen that somebody could ask for now."""
    view = public_view(table)
    fits(screens.table_screen(view, words))
    fits(private_screens.status_screen(view, words, "https://discord.com/channels/1/2/3"))
    fits(private_screens.fold_question_screen(view, words))
    fits(private_screens.leave_question_screen(view, words))
    if (dialog := screens.amount_dialog(view, words)) is not None:
        dialog_fits(dialog)
    for seat in range(1, len(view.seats) + 1):
        own = own_view(table, user_in(seat))
        if own is None:
            continue
        fits(private_screens.own_cards_screen(own, words))
        for picker in (Picker(), Picker(frozenset({1, 5})), Picker(frozenset({2}), 3)):
            fits(private_screens.own_cards_screen(own, words, picker))


@IN_EVERY_LANGUAGE
def test_help_fits_into_one_message(words: Words) -> None:
    fits(private_screens.help_screen(words))


def test_only_the_member_to_act_is_pinged() -> None:
    table = dealt(sat_down(Game.HOLDEM, [200] * 3))
    assert screens.table_screen(public_view(table), WORDS).pings == (FIRST + 1,)
    table = acted(table, Fold)
    assert screens.table_screen(public_view(table), WORDS).pings == (FIRST + 2,)
    assert screens.table_screen(public_view(acted(table, Fold)), WORDS).pings == ()


def test_a_name_cannot_break_out_of_the_list_of_seats() -> None:
    table = dealt(sat_down(Game.HOLDEM, [200, 200], ["``` @everyone", "\u202e\nx"]))
    shown = text_of(screens.table_screen(public_view(table), WORDS))
    assert shown.count("```") == 2
    box = shown.split("```")[1].strip("\n").split("\n")
    assert len(box) == 2
    assert "@everyone" not in (shown.split("```")[0] + shown.split("```")[2]).replace("\\@", "")


@pytest.mark.parametrize("names", [("A", "Bertram"), ("王", "Bo"), ("e\u0301", "Bo")])
def test_the_stacks_stand_in_one_column(names: tuple[str, str]) -> None:
    table = dealt(sat_down(Game.HOLDEM, [200, 1_000], list(names)))
    box = text_of(screens.table_screen(public_view(table), WORDS)).split("```")[1].strip("\n")
    ends = []
    for line in box.split("\n"):
        before = line[: line.index("bet")].rstrip()
        ends.append(len(before) + before.count("王") - before.count("\u0301"))
    assert len(set(ends)) == 1


def test_who_is_to_act_and_cannot_be_written_to_is_pinged_once() -> None:
    table = dealt(sat_down(Game.HOLDEM, (50, 50, 50)))
    members = {user: replace(m, reachable=False) for user, m in table.members.items()}
    shown = screens.table_screen(public_view(replace(table, members=members)), Words())
    assert sorted(shown.pings) == sorted(table.members)
