"""What one member alone is shown: his cards, the table without its controls, questions."""

from __future__ import annotations

from bot.render.names import plain
from bot.render.parts import Accent, Component, Screen, Style, button, row, screen, text
from bot.render.screens import table_screen
from bot.render.words import Words, card, cards
from bot.router import Picker, Press, Verb
from bot.table.view import OwnView, TableView
from engine.explain import WhyPots, WhyRaise


def help_screen(words: Words) -> Screen:
    """Explain the bot."""
    return screen(Accent.PRIVATE, text("\n\n".join(words.help())))


def why_screen(
    view: TableView, raising: WhyRaise | None, paid: WhyPots, number: int, words: Words
) -> Screen:
    """Explain the limits of the member to act, and how the last finished hand was paid."""
    names = {seat: plain(name) for seat, name in view.names.items()}
    parts = []
    if raising is not None:
        parts.append(text(*words.why_raise(raising, names)))
    if paid.pots:
        parts.append(text(*words.why_pots(number, paid, names)))
    return screen(Accent.PRIVATE, *(parts or [text(words.nothing_to_explain())]))


def status_screen(view: TableView, words: Words, link: str | None) -> Screen:
    """Show the table to one member, without controls, and where the real one is."""
    shown = table_screen(view, words)
    inside = [c for c in shown.components[0]["components"] if c["type"] != 1]
    if link is not None:
        inside.append(text(link))
    return screen(Accent.PRIVATE, *inside)


def own_cards_screen(
    own: OwnView, words: Words, picker: Picker | None = None, said: str | None = None
) -> Screen:
    """Show a member his cards and what they make; with a picker, to choose what to exchange."""
    title = text(words.own_title(own.number, own.channel, own.has_button), said)
    made = words.makes(own.reading, with_board=bool(own.board))
    if picker is None or not own.may_exchange:
        return screen(Accent.PRIVATE, title, text(f"# {cards(own.cards)}"), text(made))
    # A card never begins a line without its number.
    numbered = "   ".join(f"{at}\u00a0{card(one)}" for at, one in enumerate(own.cards, start=1))
    chosen = len(picker.marked)
    explained = words.picker(chosen, picker.exactly, mine=own.to_exchange)
    return screen(
        Accent.PRIVATE,
        title,
        text(f"### {numbered}"),
        text(made, explained),
        row(*(_mark(own, picker, position) for position in range(1, len(own.cards) + 1))),
        row(*_picker_ends(own, picker, words)),
    )


def _mark(own: OwnView, picker: Picker, position: int) -> Component:
    marked = position in picker.marked
    label = f"{card(own.cards[position - 1])}{' ✕' if marked else ''}"
    press = Press(Verb.MARK, own.table, own.deal, 0, str(picker.toggled(position)))
    return button(label, press, Style.DANGER if marked else Style.SECONDARY)


def _picker_ends(own: OwnView, picker: Picker, words: Words) -> list[Component | None]:
    """Return the buttons that end the choice; asked for a number, only that number will do."""
    chosen = len(picker.marked)
    exchange = button(
        words.exchange_label(chosen if picker.exactly is None else picker.exactly),
        Press(Verb.EXCHANGE, own.table, own.deal, 0, str(picker)),
        Style.PRIMARY,
        disabled=picker.exactly is not None and chosen != picker.exactly,
    )
    if picker.exactly is not None:
        return [exchange]
    pat = button(words.label("pat"), Press(Verb.EXCHANGE, own.table, own.deal, 0, str(Picker())))
    return [exchange, pat] if chosen else [pat]


def fold_question_screen(view: TableView, words: Words) -> Screen:
    """Ask once whether to fold where checking is free."""
    check = Press(Verb.CHECK, view.id, view.deal, view.step)
    fold = Press(Verb.FOLD_ANYWAY, view.id, view.deal, view.step)
    return screen(
        Accent.PRIVATE,
        text(words.fold_question()),
        row(
            button(words.label("check"), check, Style.PRIMARY),
            button(words.label("fold_anyway"), fold, Style.DANGER),
        ),
    )


def leave_question_screen(view: TableView, words: Words) -> Screen:
    """Ask once whether to leave a running session."""
    leave = Press(Verb.LEAVE_FOR_GOOD, view.id)
    cash = view.options.buy_in is not None
    return screen(
        Accent.PRIVATE,
        text(words.leave_cash_question() if cash else words.leave_question()),
        row(button(words.label("leave_for_good"), leave, Style.DANGER)),
    )
