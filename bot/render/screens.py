"""Whole messages from views: public ones from the public view only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.render.happened import recap_of, told
from bot.render.names import columns, padded, plain
from bot.render.parts import (
    AMOUNT_FIELD,
    Accent,
    Attachment,
    Component,
    Dialog,
    Line,
    Screen,
    Style,
    button,
    row,
    screen,
    text,
)
from bot.render.result_screens import result_screen, what_comes
from bot.render.words import Words, cards, moment
from bot.router import Picker, Press, Verb
from bot.table.deeds import Deed, Doing
from bot.table.model import Phase, Ping
from bot.table.recap import StreetRecap
from bot.table.view import SeatView, TableView
from engine.cards import Card
from engine.events import (
    Eliminated,
    Event,
    HandsRanked,
    HandsShown,
)

MOST_DEEDS = 20
MOST_TOLD_LATER = 2_500
"""Characters of what happened in a street that is over, beside ten hands."""


def table_screen(view: TableView, words: Words) -> Screen:
    """Show a table as it is now, with the controls that work now."""
    match view.phase:
        case Phase.LOBBY:
            return _lobby(view, words)
        case Phase.PLAYING:
            return _street(view, words)
        case Phase.PAUSED:
            return _paused(view, words)
        case _ if view.resumed:
            return screen(Accent.NOTICE, text(what_comes(view, words)))
        case _:
            return result_screen(view, words)


def _lobby(view: TableView, words: Words) -> Screen:
    return screen(
        Accent.LOBBY,
        text("♠ " + words.lobby(view)[0], *words.lobby(view)[1:]),
        text(*words.lobby_seats(view)),
        text(words.lobby_wait(view)),
        row(
            button(words.label("join"), Press(Verb.JOIN, view.id), Style.SUCCESS),
            button(words.label("leave"), Press(Verb.LEAVE, view.id)),
            button(words.label("start"), Press(Verb.START, view.id), Style.PRIMARY),
        ),
    )


def lobby_started_screen(view: TableView, words: Words) -> Screen:
    """Show how a table that has started was set up, without controls."""
    return screen(
        Accent.LOBBY,
        text("♠ " + words.lobby(view)[0], *words.lobby(view)[1:]),
        text(*words.lobby_seats(view)),
    )


def lobby_closed_screen(words: Words) -> Screen:
    """Show a lobby that was closed, without controls."""
    return screen(Accent.NOTICE, text(words.lobby_closed()))


def _paused(view: TableView, words: Words) -> Screen:
    back = button(words.label("back"), Press(Verb.BACK, view.id), Style.PRIMARY)
    return screen(Accent.NOTICE, text(*words.paused(view)), row(back))


def _street(view: TableView, words: Words) -> Screen:
    streets = recap_of(view)
    now, actor = streets[-1], view.actor
    # Cards have just been dealt: whom direct messages do not reach is told where his are.
    dealt = [seat for seat in view.seats if seat.dealt_in and len(streets) == 1]
    unreachable = [seat.user for seat in dealt if seat.reachable is False]
    unserved = words.cards_by_button(unreachable) if unreachable else None
    return screen(
        Accent.PLAY,
        text(words.header(view, now.name), _board_and_pot(now.board, view.pot, words)),
        text(words.pots(view), told(now.events, view, words), _seat_box(view, words)),
        text(
            words.prompt(view),
            unserved,
            words.halted() if view.halted else None,
            words.stopping_soon() if view.stopping else None,
        ),
        *_controls(view, words),
        pings=tuple(dict.fromkeys((*((actor.user,) if actor else ()), *unreachable))),
    )


def _board_and_pot(board: tuple[Card, ...], pot: int, words: Words) -> str:
    shown = f"# {cards(board)}\n" if board else ""
    return f"{shown}{words.pot(pot)}"


def _seat_box(view: TableView, words: Words) -> str:
    """List the seats in a code block, where columns line up and names mean nothing."""
    playing = [seat for seat in view.seats if not seat.out]
    widest = max(columns(seat.name) for seat in playing)
    longest = max(len(str(seat.stack)) for seat in playing)
    lines = []
    for seat in playing:
        mark = "▸" if seat.to_act else ("D" if seat.has_button else " ")
        second = "D" if seat.to_act and seat.has_button else " "
        note = words.seat_note(
            folded=seat.folded, all_in=seat.all_in, away=seat.away, bet=seat.bet, out=False
        )
        if seat.waits:
            note = words.waits()
        stack = f"{seat.stack:>{longest}}"
        line = f"{mark}{second}{seat.seat:>2} {padded(seat.name, widest)} {stack} {note}"
        lines.append(line.rstrip())
    if view.button is not None and all(seat.seat != view.button for seat in playing):
        lines.append(f"D {view.button:>2} –")
    return "```\n" + "\n".join(lines) + "\n```"


def _controls(view: TableView, words: Words) -> list[Component | None]:
    legal, actor = view.legal, view.actor
    if legal is None or actor is None:
        return []

    def press(verb: Verb, argument: str = "") -> Press:
        return Press(verb, view.id, view.deal, view.step, argument)

    mine = button(words.label("cards"), Press(Verb.CARDS, view.id, view.deal))
    if legal.most_cards is not None:
        draw = button(words.label("draw"), press(Verb.DRAW), Style.PRIMARY)
        pat = button(words.label("pat"), press(Verb.EXCHANGE, str(Picker())))
        return [row(draw, pat, mine)]
    if legal.can_check:
        passive = button(words.label("check"), press(Verb.CHECK), Style.PRIMARY)
    else:
        passive = button(words.call_label(legal.to_call), press(Verb.CALL), Style.PRIMARY)
    return [
        row(
            button(words.label("fold"), press(Verb.FOLD)),
            passive,
            _raise_button(view, words),
            _all_in_button(view, words, actor),
            mine,
        )
    ]


def _raise_button(view: TableView, words: Words) -> Component | None:
    """Return the button that opens the dialog, or bets at once where only one amount is legal."""
    legal, actor = view.legal, view.actor
    if legal is None or actor is None or legal.min_to is None:
        return None
    verb = Verb.BET if legal.opens else Verb.RAISE
    if legal.min_to != legal.max_to:
        label = words.label("bet" if legal.opens else "raise")
        return button(label, Press(verb, view.id, view.deal, view.step))
    if legal.min_to == actor.bet + actor.stack:
        return None
    amount = str(legal.min_to)
    label = words.amount_button(legal.min_to, opens=legal.opens)
    return button(label, Press(verb, view.id, view.deal, view.step, amount))


def _all_in_button(view: TableView, words: Words, actor: SeatView) -> Component | None:
    legal = view.legal
    everything = actor.bet + actor.stack
    if legal is None or legal.max_to != everything:
        return None
    press = Press(Verb.ALL_IN, view.id, view.deal, view.step)
    return button(words.all_in_label(everything), press, Style.DANGER)


def street_screen(view: TableView, street: StreetRecap, words: Words) -> Screen:
    """Show a finished street: what was on the board, what happened, what is in the pot."""
    # At the last street's showdown the result lists the hands; before a run-out they lie open here.
    run_out = not any(isinstance(event, HandsRanked) for event in street.events)
    shown = _hands_lines(street.events, view) if run_out else []
    happened = [event for event in street.events if not isinstance(event, Eliminated)]
    return screen(
        Accent.PLAY,
        text(
            words.header(view, street.name),
            _board_and_pot(street.board, street.pot, words),
            told(happened, view, words, MOST_TOLD_LATER),
            *shown,
        ),
    )


def _hands_lines(events: Iterable[Event], view: TableView) -> list[str]:
    """List the hands that were turned over during a street, before the board is complete."""
    return [
        f"{plain(view.name(seat))}  **{cards(hole)}**"
        for event in events
        if isinstance(event, HandsShown)
        for seat, hole in event.hands
    ]


def ping_screen(user: int, words: Words) -> Screen:
    """Remind a member that he is to act."""
    return screen(Accent.NOTICE, text(words.your_turn(user)), pings=(user,))


def public_notice(sentence: str) -> Screen:
    """Say one thing to everybody."""
    return screen(Accent.NOTICE, text(sentence))


def deed_screen(deed: Deed, view: TableView, words: Words) -> Screen:
    """Say what a host did, pinging who is invited, or who must act again where pings are wanted."""
    lines, pings = ["-# " + words.deed(deed)], []
    if deed.what is Doing.INVITED and deed.subject is not None:
        pings.append(deed.subject)
    if deed.what is Doing.RESUMED and view.actor is not None:
        lines.append(words.continues(view.number, view.actor.user, view.turn_ends))
        pings += [view.actor.user] if view.options.ping is not Ping.NEVER else []
    return screen(Accent.NOTICE, text(*lines), pings=tuple(pings))


def deeds_screen(deeds: Sequence[tuple[float, Deed]], words: Words) -> Screen:
    """List what hosts and moderators did at a table, the newest last."""
    lines = [f"{moment(at)} {words.deed(deed)}" for at, deed in deeds[-MOST_DEEDS:]]
    return screen(Accent.NOTICE, text(*(lines or [words.no_deeds()])))


def continues_screen(view: TableView, words: Words, *, pings: bool) -> Screen:
    """Say after an outage that play continues; only where reminders are wanted it pings."""
    assert view.actor is not None
    user = view.actor.user
    said = words.continues(view.number, user, view.turn_ends)
    return screen(Accent.NOTICE, text(said), pings=(user,) if pings else ())


def cards_by_button_screen(user: int, words: Words) -> Screen:
    """Tell a member in the channel where his cards are, as direct messages do not reach him."""
    return screen(Accent.NOTICE, text(words.cards_by_button([user])), pings=(user,))


# For one member alone


def notice(sentence: str) -> Screen:
    """Say one thing."""
    return screen(Accent.PRIVATE, text(sentence))


def file_screen(sentence: str, attachment: Attachment) -> Screen:
    """Hand over a file."""
    said = screen(Accent.PRIVATE, text(sentence))
    file = {"type": 13, "file": {"url": f"attachment://{attachment.name}"}}
    return Screen((*said.components, file), attachment=attachment)


def amount_dialog(view: TableView, words: Words) -> Dialog | None:
    """Return the dialog for a bet or raise with its limits, None where none is possible."""
    legal = view.legal
    if legal is None or legal.min_to is None or legal.max_to is None:
        return None
    verb = Verb.BET if legal.opens else Verb.RAISE
    actor = view.actor
    all_in = actor is not None and legal.max_to == actor.bet + actor.stack
    return Dialog(
        title=words.amount_title(legal.opens),
        custom_id=str(Press(verb, view.id, view.deal, view.step)),
        lines=(
            Line(
                field=AMOUNT_FIELD,
                label=words.amount_label(legal.opens),
                hint=words.amount_hint(legal.min_to, legal.max_to, all_in=all_in),
                placeholder=str(legal.min_to),
            ),
        ),
    )
