"""How a hand ended, and a session: the hands shown, each pot, the places."""

from __future__ import annotations

from bot.render.happened import recap_of, told
from bot.render.names import plain
from bot.render.parts import Accent, Screen, button, row, screen, text
from bot.render.words import Words, cards
from bot.render.words.accounts import signed
from bot.router import Press, Verb
from bot.table.change import NEXT_HAND_S
from bot.table.model import Phase
from bot.table.view import TableView
from engine.events import (
    Eliminated,
    HandEnded,
    HandsRanked,
    HandsShown,
    HandStarted,
    HandVoided,
    PotAwarded,
    UncalledReturned,
)
from engine.ranking import read_strength

MOST_TEXT = 3_900
"""Characters of text in one message, a little under Discord's 4,000."""


def result_screen(view: TableView, words: Words, *, more: bool = True) -> Screen:
    """Show how a hand ended, or the end of it where one message cannot hold it all."""
    return result_screens(view, words, more=more)[-1]


def result_screens(view: TableView, words: Words, *, more: bool = True) -> list[Screen]:
    """Show how a hand ended: the hands in the order of showing, then each pot.

    Mostly that is one message; nine pots shared by ten long names are more.

    :param more: whether another hand follows.
    """
    *earlier, last = _paged(_result_lines(view, words, more=more))
    show = None
    if view.may_show and view.phase is not Phase.CLOSED:
        show = button(words.label("show"), Press(Verb.SHOW, view.id, view.deal))
    pages = [screen(Accent.RESULT, text(*lines)) for lines in earlier]
    return [*pages, screen(Accent.RESULT, text(*last), row(show))]


def _result_lines(view: TableView, words: Words, *, more: bool) -> list[str]:
    feed = view.feed
    if any(isinstance(event, HandVoided) for event in feed):
        return [words.void_title(view.number)]
    board = recap_of(view)[-1].board
    lines = [_result_title(view, words)]
    if board:
        lines.append(words.board(board))
    ranked = [event for event in feed if isinstance(event, HandsRanked)]
    lines += _showdown_lines(view, words) if ranked else _folded_out_lines(view, words)
    lines += _pot_lines(view, words)
    lines += [
        words.came_back(plain(view.name(event.seat)), event.amount)
        for event in feed
        if isinstance(event, UncalledReturned)
    ]
    lines.append(told([e for e in feed if isinstance(e, Eliminated)], view, words) or "")
    if more and view.next_stakes is not None:
        lines.append(words.new_level(view.next_stakes))
    if more:
        lines.append(what_comes(view, words))
    return [line for line in lines if line]


def what_comes(view: TableView, words: Words) -> str:
    """Say when the next hand begins, or what it waits for."""
    if view.halted:
        return words.halted()
    if view.no_hands_until is not None:
        return words.no_hands(view.no_hands_until)
    return words.next_hand(NEXT_HAND_S)


def _paged(lines: list[str]) -> list[list[str]]:
    """Divide lines among as many messages as they need."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if pages[-1] and sum(map(len, pages[-1])) + len(pages[-1]) + len(line) > MOST_TEXT:
            pages.append([])
        pages[-1].append(line)
    return pages


def _result_title(view: TableView, words: Words) -> str:
    won: dict[int, int] = {}
    for event in view.feed:
        if isinstance(event, PotAwarded):
            for seat, chips in event.shares:
                won[seat] = won.get(seat, 0) + chips
    winners = [(plain(view.name(seat)), chips) for seat, chips in won.items()]
    return words.result_title(view.number, winners)


def _showdown_lines(view: TableView, words: Words) -> list[str]:
    holes = {
        seat: hole
        for event in view.feed
        if isinstance(event, HandsShown)
        for seat, hole in event.hands
    }
    change = _gains(view)
    ranked = next(event.hands for event in view.feed if isinstance(event, HandsRanked))
    return [
        f"{plain(view.name(seat))}  **{cards(holes[seat])}**  "
        f"{words.hand(read_strength(made))}  {signed(change[seat])}"
        for seat, made in ranked
    ]


def _folded_out_lines(view: TableView, words: Words) -> list[str]:
    shown = [
        words.shown_hand(plain(view.name(seat)), hole)
        for event in view.feed
        if isinstance(event, HandsShown)
        for seat, hole in event.hands
    ]
    return shown or [words.not_shown()]


def _pot_lines(view: TableView, words: Words) -> list[str]:
    """Name each pot's winner; after a fold-out the title has said it all."""
    pots = [event for event in view.feed if isinstance(event, PotAwarded)]
    if not any(isinstance(event, HandsRanked) for event in view.feed):
        return []
    return [
        words.pot_paid(
            which,
            len(pots),
            pot.amount,
            [(plain(view.name(seat)), chips) for seat, chips in pot.shares],
            pot.odd_chips,
        )
        for which, pot in enumerate(pots)
    ]


def _gains(view: TableView) -> dict[int, int]:
    stacks = next(event.stacks for event in reversed(view.feed) if isinstance(event, HandEnded))
    before = next(dict(event.stacks) for event in view.feed if isinstance(event, HandStarted))
    return {seat: stack - before[seat] for seat, stack in stacks}


def final_screen(
    places: list[tuple[int, list[tuple[str, int]]]], hands: int, words: Words
) -> Screen:
    """Show the places of a finished session."""
    named = [(place, [(plain(n), c) for n, c in sharing]) for place, sharing in places]
    return screen(Accent.RESULT, text(*words.final(named, hands)))


def cash_screen(lines: list[tuple[str, int, int]], hands: int, words: Words) -> Screen:
    """Show what everybody at a cash table ended with, and what he won or lost."""
    told = [words.cash_line(plain(name), chips, signed(won)) for name, chips, won in lines]
    return screen(Accent.RESULT, text(words.cash_over(hands), *told))
