"""What members ask for, by command or by control alike, and the answer they get.

Each request becomes one change of one table at most. Whatever cannot be done is raised as
`bot.errors.Refused` and put into words at one place, the client's error edge.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot import stopping
from bot.amounts import parse_amount
from bot.asked import Asked, Spot
from bot.contests import plays_at
from bot.errors import (
    BadAmount,
    MovedAway,
    NoHand,
    RulesRefused,
    StaleButton,
    TableClosed,
)
from bot.outbox import Answer, Private, Update
from bot.outbox.payloads import screen_from_json
from bot.render import private_screens, screens
from bot.router import Picker, Press, Verb, parse_picker
from bot.stopping import When
from bot.table import lobby, play
from bot.table.change import Chance, Change
from bot.table.model import Options, Table, TableId
from bot.table.view import OwnView, own_view, public_view
from bot.tables import Done, Tables
from engine.actions import Action, AllIn, BetTo, Call, Check, Exchange, Fold, RaiseTo, Show
from engine.errors import Reason, Refusal
from engine.events import CardsDrawn
from engine.explain import why_pots, why_raise

MakeAction = Callable[[int], Action]

PROMPTED = {
    Verb.FOLD,
    Verb.FOLD_ANYWAY,
    Verb.CHECK,
    Verb.CALL,
    Verb.BET,
    Verb.RAISE,
    Verb.ALL_IN,
    Verb.EXCHANGE,
    Verb.SHOW,
}
"""Controls that count for one prompt and no other; without a step, for one hand and no other."""


class Requests:
    """Turns what is asked into changes of tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    # Controls

    async def press(self, asked: Asked, press: Press, typed: str | None = None) -> Answer:
        """Answer a control; `typed` is what the dialog it opened was filled in with."""
        table = await self._table_of(press, asked)
        if asked.spot is Spot.POST and not self._tables.is_on_post(
            table, asked.message, prompted=bool(press.step)
        ):
            # An older post: what it asks for may still count, but the answer must not redraw it.
            asked = replace(asked, spot=Spot.COMMAND)
        if press.verb in PROMPTED:
            asked = replace(asked, prompt=press)
            self._check_prompt(table, asked)
        match press.verb:
            case Verb.JOIN:
                return await self.join(asked, table.id)
            case Verb.LEAVE:
                return await self.leave(asked, table.id)
            case Verb.LEAVE_FOR_GOOD:
                return await self._leave_for_good(asked, table.id)
            case Verb.STOP_ALL:
                at_once = press.argument == When.AT_ONCE
                when = When.AT_ONCE if at_once else When.AFTER_HAND
                return await stopping.stop_all(self._tables, asked, table.id, when)
            case Verb.START:
                return await self.start(asked, table.id)
            case Verb.BACK:
                return await self.back(asked, table.id)
            case Verb.FOLD:
                return await self.fold(asked, table.id)
            case Verb.FOLD_ANYWAY:
                return await self.act(asked, table.id, Fold)
            case Verb.CHECK:
                return await self.act(asked, table.id, Check)
            case Verb.CALL:
                return await self.act(asked, table.id, Call)
            case Verb.ALL_IN:
                return await self.act(asked, table.id, AllIn)
            case Verb.BET | Verb.RAISE if typed is None and not press.argument:
                return self._ask_amount(asked, table)
            case Verb.BET:
                return await self.bet(asked, table.id, typed or press.argument)
            case Verb.RAISE:
                return await self.raise_to(asked, table.id, typed or press.argument)
            case Verb.CARDS:
                return self.cards(asked, table.id)
            case Verb.SHOW:
                return await self.act(asked, table.id, Show)
            case Verb.DRAW:
                return self.picker(asked, table.id, Picker())
            case Verb.MARK:
                return self._mark(asked, table, press)
            case Verb.EXCHANGE:
                return await self._exchange_marked(asked, table, press)

    async def _table_of(self, press: Press, asked: Asked) -> Table:
        """Return the table of a control.

        :raises MovedAway: when its presser plays on at another table of the session.
        :raises TableClosed: when it is closed.
        """
        table = await self._tables.known(press.table)
        member = table.members.get(asked.who.user)
        if member is not None and member.moved_to is not None:
            # Since it closed, he may have moved on from where he went.
            now = plays_at(self._tables, table, member.user)
            raise TableClosed if now is None else MovedAway(now.channel)
        return self._tables.get(press.table)

    def _check_prompt(self, table: Table, asked: Asked) -> None:
        """Refuse a control of an earlier prompt, saying what already counted.

        Asked again with the table locked: of two presses at once only the first may count.
        """
        press = asked.prompt
        if press is None:
            return
        if press.deal != table.deal or press.step not in {0, table.step}:
            raise self._stale(table, asked, press)

    def _stale(self, table: Table, asked: Asked, press: Press) -> StaleButton:
        member = table.members.get(asked.who.user)
        counted = member.last_action if member and member.last_deal == press.deal else None
        view = public_view(table)
        return StaleButton(view.number - (table.deal - press.deal), counted, view)

    # Before the first hand

    async def open(self, asked: Asked, options: Options) -> Answer:
        """Open a table in the channel, where and by whom the server allows it."""
        open_tables = self._tables.count(asked.guild)
        asked.server.check_opening(asked.who, asked.channel, asked.parent, open_tables)
        where = (asked.guild, asked.channel, asked.guild_locale)
        table = await self._tables.open(where, asked.who, options, asked.id)
        return _said(asked.words.opened(self._tables.link(table)))

    async def join(self, asked: Asked, table: TableId, chips: int | None = None) -> Answer:
        """Sit down."""
        done = await self._tables.change(
            table,
            lambda now, chance: play.join(now, asked.who, chance, chips),
            asked.id,
            on_post=asked.spot is Spot.POST,
        )
        return self._answer(asked, done, asked.words.joined())

    async def leave(self, asked: Asked, table_id: TableId) -> Answer:
        """Get up before the first hand; afterwards ask once."""
        table = self._tables.get(table_id)
        if table.session.started:
            play.seat_held(table, asked.who.user)
            return Private(private_screens.leave_question_screen(public_view(table), asked.words))
        done = await self._tables.change(
            table_id,
            lambda now, chance: lobby.get_up(now, asked.who, chance.now),
            asked.id,
            on_post=asked.spot is Spot.POST,
        )
        return self._answer(asked, done, asked.words.left())

    async def start(self, asked: Asked, table: TableId) -> Answer:
        """Deal the first hand."""
        done = await self._tables.change(
            table,
            lambda now, chance: play.start(now, asked.who, chance),
            asked.id,
            on_post=asked.spot is Spot.POST,
        )
        return self._answer(asked, done, asked.words.started())

    # Decisions in a hand

    async def act(self, asked: Asked, table: TableId, make_action: MakeAction) -> Answer:
        """Carry out what a member decided."""

        def decide(now: Table, chance: Chance) -> Change:
            self._check_prompt(now, asked)
            return play.act(now, asked.who, make_action, chance)

        done = await self._tables.change(
            table,
            decide,
            asked.id,
            on_post=asked.spot is Spot.POST,
        )
        seat = next(p.seat for p in done.after.session.players if p.member == asked.who.user)
        return self._answer(asked, done, asked.words.confirmation(done.events, seat))

    async def fold(self, asked: Asked, table_id: TableId) -> Answer:
        """Fold; ask once where checking is free (RULINGS A11)."""
        table = self._tables.get(table_id)
        view = public_view(table)
        if (
            view.legal
            and view.legal.can_check
            and view.legal.seat == play.seat_held(table, asked.who.user)
        ):
            return Private(private_screens.fold_question_screen(view, asked.words))
        return await self.act(asked, table_id, Fold)

    async def bet(self, asked: Asked, table: TableId, text: str) -> Answer:
        """Bet an amount as it was typed."""
        total = self._amount(asked, table, text)
        return await self.act(asked, table, lambda seat: BetTo(seat, total))

    async def raise_to(self, asked: Asked, table: TableId, text: str) -> Answer:
        """Raise to an amount as it was typed."""
        total = self._amount(asked, table, text)
        return await self.act(asked, table, lambda seat: RaiseTo(seat, total))

    def _amount(self, asked: Asked, table_id: TableId, text: str) -> int:
        """Read an amount; whose turn it is comes before how it was typed."""
        try:
            return parse_amount(text)
        except BadAmount as bad:
            table = self._tables.get(table_id)
            view, seat = public_view(table), play.seat_held(table, asked.who.user)
            if view.legal is not None and view.legal.seat != seat:
                raise RulesRefused(Refusal(Reason.NOT_YOUR_TURN, view.legal), view) from bad
            raise BadAmount(text, view) from bad

    def _ask_amount(self, asked: Asked, table: Table) -> Answer:
        """Open the dialog for an amount, for the member to act alone."""
        view = public_view(table)
        seat = play.seat_held(table, asked.who.user)
        if view.legal is None or view.legal.seat != seat:
            raise RulesRefused(Refusal(Reason.NOT_YOUR_TURN, view.legal), view)
        dialog = screens.amount_dialog(view, asked.words)
        if dialog is None:
            raise RulesRefused(Refusal(view.legal.closed or Reason.NOT_NOW, view.legal), view)
        return dialog

    # The exchange

    def picker(self, asked: Asked, table_id: TableId, picker: Picker) -> Answer:
        """Show a member his own card picker."""
        table = self._tables.get(table_id)
        own = self._own(table, asked)
        if not own.may_exchange:
            view = public_view(table)
            reason = Reason.NOT_NOW
            if view.legal is None:
                reason = Reason.HAND_OVER
            elif own.folded:
                reason = Reason.NOT_IN_HAND
            elif view.legal.most_cards is not None:
                reason = Reason.NOT_YOUR_TURN
            raise RulesRefused(Refusal(reason, view.legal), view)
        return Private(private_screens.own_cards_screen(own, asked.words, picker))

    async def draw(
        self, asked: Asked, table: TableId, count: int, positions: tuple[int, ...]
    ) -> Answer:
        """Exchange cards; a count alone opens the picker, where it leaves a choice."""
        now = self._tables.get(table)
        own, hand = self._own(now, asked), now.session.hand
        exchanging = hand is not None and hand.exchanging
        if exchanging and not positions and 0 < count < len(own.cards):
            return self.picker(asked, table, Picker(exactly=count))
        chosen = positions or tuple(range(1, count + 1))
        return await self._exchange(asked, table, chosen)

    def _mark(self, asked: Asked, table: Table, press: Press) -> Answer:
        own = self._own(table, asked)
        if press.deal != table.deal:
            raise self._stale(table, asked, press)
        shown = private_screens.own_cards_screen(own, asked.words, parse_picker(press.argument))
        # A picker is only ever private; whoever presses one on a post has forged it.
        on_picker = asked.spot in {Spot.PRIVATE, Spot.DIRECT}
        return Update(shown) if on_picker else Private(shown)

    async def _exchange_marked(self, asked: Asked, table: Table, press: Press) -> Answer:
        if not self._own(table, asked).may_exchange:
            raise self._stale(table, asked, press)
        marked = parse_picker(press.argument).marked
        return await self._exchange(asked, table.id, tuple(sorted(marked)))

    async def _exchange(self, asked: Asked, table: TableId, positions: tuple[int, ...]) -> Answer:
        """Exchange, and show the new cards in the answer wherever that is private."""

        def decide(now: Table, chance: Chance) -> Change:
            self._check_prompt(now, asked)
            return play.act(now, asked.who, lambda seat: Exchange(seat, positions), chance)

        done = await self._tables.change(
            table,
            decide,
            asked.id,
            drawing=asked.who.user if asked.spot is Spot.DIRECT else None,
            on_post=asked.spot is Spot.POST,
        )
        if asked.spot is Spot.POST:
            return self._answer(asked, done, "")
        own = own_view(done.after, asked.who.user)
        drawn = any(isinstance(event, CardsDrawn) for event in done.events)
        if own is None or not drawn:
            return self._answer(asked, done, asked.words.exchanged(len(positions)))
        shown = private_screens.own_cards_screen(
            replace(own, may_exchange=False),
            asked.words,
            said=asked.words.exchanged(len(positions)),
        )
        if asked.spot is Spot.COMMAND:
            return Private(shown)
        row = done.answered
        if row is None:
            return Update(shown)
        # Marked as the message that the row would become: whoever looks for it finds it here.
        return Update(shown, row.table, row.key, row)

    # One's own cards, and the table

    def cards(self, asked: Asked, table: TableId) -> Answer:
        """Show a member his cards, to him alone."""
        now = self._tables.get(table)
        own = self._own(now, asked)
        if not now.session.hand_in_progress and not self._tables.is_posted(now):
            # The board of an all-in hand is not told before it lies open.
            return _said(asked.words.being_posted())
        return Private(private_screens.own_cards_screen(own, asked.words))

    def _own(self, table: Table, asked: Asked) -> OwnView:
        own = own_view(table, asked.who.user)
        if own is None:
            play.seat_held(table, asked.who.user)
            if table.session.hand is None:
                raise NoHand
            view = public_view(table)
            raise RulesRefused(Refusal(Reason.NOT_IN_HAND, view.legal), view)
        return own

    def status(self, asked: Asked, table_id: TableId) -> Answer:
        """Show the table as it is, and where its post is."""
        table = self._tables.get(table_id)
        view = public_view(table)
        if not self._tables.is_posted(table):
            # The result of an all-in hand is not told before its board lies open.
            return _said(asked.words.being_posted())
        return Private(private_screens.status_screen(view, asked.words, self._tables.link(table)))

    def why(self, asked: Asked, table_id: TableId) -> Answer:
        """Explain the last ruling: raise limits now, and how the last hand was paid."""
        table = self._tables.get(table_id)
        if not self._tables.is_posted(table):
            return _said(asked.words.being_posted())
        hand, view = table.session.hand, public_view(table)
        playing = hand is not None and not hand.is_over
        raising = why_raise(hand) if hand is not None and playing else None
        paid = why_pots(table.last_feed if playing else table.feed)
        number = table.session.hands_played
        return Private(private_screens.why_screen(view, raising, paid, number, asked.words))

    # Absence and the end

    async def away(self, asked: Asked, table: TableId) -> Answer:
        """Sit out."""
        done = await self._tables.change(
            table, lambda now, chance: play.go_away(now, asked.who, chance), asked.id
        )
        return self._answer(asked, done, asked.words.away())

    async def back(self, asked: Asked, table: TableId) -> Answer:
        """Take part again."""
        done = await self._tables.change(
            table,
            lambda now, chance: play.come_back(now, asked.who, chance),
            asked.id,
            on_post=asked.spot is Spot.POST,
        )
        return self._answer(asked, done, asked.words.back())

    async def _leave_for_good(self, asked: Asked, table: TableId) -> Answer:
        done = await self._tables.change(
            table, lambda now, chance: play.leave(now, asked.who, chance), asked.id
        )
        return self._answer(asked, done, asked.words.left())

    # Cash tables

    async def bring_chips(self, asked: Asked, table: TableId, text: str) -> Answer:
        """Add chips to one's stack."""
        chips = parse_amount(text)
        done = await self._tables.change(
            table, lambda now, chance: play.bring_chips(now, asked.who, chips, chance), asked.id
        )
        stack = next(p.stack for p in done.after.session.players if p.member == asked.who.user)
        return self._answer(asked, done, asked.words.brought(stack))

    async def post_blind(self, asked: Asked, table: TableId) -> Answer:
        """Post a big blind rather than wait for it."""
        done = await self._tables.change(
            table, lambda now, _: play.post_blind(now, asked.who), asked.id
        )
        return self._answer(asked, done, asked.words.will_post())

    async def straddle(self, asked: Asked, table: TableId, *, on: bool) -> Answer:
        """Straddle from now on, or no more."""
        done = await self._tables.change(
            table, lambda now, _: play.straddle(now, asked.who, on=on), asked.id
        )
        return self._answer(asked, done, asked.words.straddling(on=on))

    async def stop(self, asked: Asked, table: TableId, when: When) -> Answer:
        """End what is played."""
        return await stopping.stop(self._tables, asked, table, when)

    def _answer(self, asked: Asked, done: Done, said: str) -> Answer:
        """Answer a change: by the post itself where the press stood on it, otherwise in private."""
        if asked.spot is Spot.COMMAND:
            return _said(said)
        if asked.spot is not Spot.POST:
            return Update(screens.notice(said))
        table = done.after
        if done.answered is not None:
            row = done.answered
            return Update(screen_from_json(row.payload), table.id, row.key, row)
        live = self._tables.live(table.id)
        if live is None:
            return _said(said)
        return Update(live.screen, table.id, live.key)


def _said(sentence: str) -> Answer:
    return Private(screens.notice(sentence))


def help_answer(asked: Asked) -> Answer:
    """Explain the bot."""
    return Private(private_screens.help_screen(asked.words))
