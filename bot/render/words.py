"""Every text that a member reads, through gettext. No text is anywhere else.

English is the language of the sources; the catalogues of others lie in `bot/locale`. Names arrive
cleaned (`render.names`), amounts are totals for the round.
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Mapping

from bot import errors
from bot.render.names import plain
from bot.table.model import Options, Ping
from bot.table.view import TableView
from engine.cards import Card, rank_of, suit_of
from engine.errors import Reason
from engine.events import (
    AntePosted,
    BetPlaced,
    Blind,
    BlindPosted,
    ButtonDrawn,
    Called,
    Checked,
    Eliminated,
    Event,
    Exchanged,
    Folded,
    HandVoided,
    PlayerLeft,
    Raised,
    StubReshuffled,
    TimedOut,
    UncalledReturned,
)
from engine.ranking import Category, Reading
from engine.rules import Game

_SUITS = "♣♦♥♠"
_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def card(one: Card) -> str:
    """Return a card as people read it: ``10♠``."""
    return _RANKS[rank_of(one)] + _SUITS[suit_of(one)]


def cards(several: Iterable[Card]) -> str:
    """Return cards side by side."""
    return " ".join(map(card, several))


def mention(user: int) -> str:
    """Return a mention; whether it pings is decided where it is sent."""
    return f"<@{user}>"


def when(at: float) -> str:
    """Return a point in time as Discord counts down to it on each member's screen."""
    return f"<t:{int(at + 0.5)}:R>"


def clock_time(at: float) -> str:
    """Return a point in time as each member's own local clock shows it."""
    return f"<t:{int(at + 0.5)}:t>"


class Words:
    """All sentences in one language."""

    def __init__(self, translations: gettext.NullTranslations | None = None) -> None:
        chosen = translations or gettext.NullTranslations()
        self._ = chosen.gettext
        self._n = chosen.ngettext

    # Cards and hands

    def _one(self, rank: int) -> str:
        _ = self._
        return (
            _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"),
            _("nine"), _("ten"), _("jack"), _("queen"), _("king"), _("ace"),
        )[rank]  # fmt: skip

    def _many(self, rank: int) -> str:
        _ = self._
        return (
            _("twos"), _("threes"), _("fours"), _("fives"), _("sixes"), _("sevens"), _("eights"),
            _("nines"), _("tens"), _("jacks"), _("queens"), _("kings"), _("aces"),
        )[rank]  # fmt: skip

    def hand(self, reading: Reading) -> str:
        """Name what cards make: "full house, kings full of nines"."""
        _ = self._
        main, rest = reading.main, reading.rest
        top, tops = self._one(main[0]), self._many(main[0])
        match reading.category:
            case Category.STRAIGHT_FLUSH if main[0] == 12:
                return _("royal flush")
            case Category.STRAIGHT_FLUSH:
                return _("straight flush, {top} high").format(top=top)
            case Category.FOUR_OF_A_KIND:
                return _("four {ranks}").format(ranks=tops)
            case Category.FULL_HOUSE:
                return _("full house, {three} full of {two}").format(
                    three=tops, two=self._many(rest[0])
                )
            case Category.FLUSH:
                return _("flush, {top} high").format(top=top)
            case Category.STRAIGHT:
                return _("straight, {top} high").format(top=top)
            case Category.THREE_OF_A_KIND:
                return _("three {ranks}").format(ranks=tops)
            case Category.TWO_PAIR:
                return _("two pair, {high} and {low}").format(high=tops, low=self._many(main[1]))
            case Category.PAIR:
                return _("a pair of {ranks}").format(ranks=tops)
            case _:
                return _("{top} high").format(top=top)

    # The table

    def game(self, game: Game) -> str:
        """Name a game with its betting structure."""
        _ = self._
        return {
            Game.HOLDEM: _("No-limit Hold'em"),
            Game.FIVECARD: _("No-limit five-card draw"),
        }[game]

    def stakes(self, options: Options) -> str:
        """Say what is played for: "blinds 1/2"."""
        stakes = options.stakes
        if stakes.big_blind:
            return self._("blinds {small}/{big}").format(
                small=stakes.small_blind, big=stakes.big_blind
            )
        return self._("ante {ante}").format(ante=stakes.ante)

    def street(self, name: str) -> str:
        """Name a street."""
        _ = self._
        return {
            "preflop": _("Before the flop"),
            "flop": _("Flop"),
            "turn": _("Turn"),
            "river": _("River"),
            "before_draw": _("Before the draw"),
            "draw": _("The draw"),
            "after_draw": _("After the draw"),
        }[name]

    def lobby(self, view: TableView) -> list[str]:
        """Say how the table is set up, how it ends, and what one should know before sitting."""
        _, options = self._, view.options
        head = _("**{game}** · {stakes} · {stack} chips each · {least}-{most} players").format(
            game=self.game(options.game), stakes=self.stakes(options), stack=options.stack,
            least=2, most=options.seats,
        )  # fmt: skip
        ends = _("Ends when one player has all the chips")
        if options.game is Game.FIVECARD:
            ends = _("Ends when one player is left who can pay the ante")
        if options.hands is not None:
            ends += " " + self._n(
                "or after {hands} hand", "or after {hands} hands", options.hands
            ).format(hands=options.hands)
        if options.minutes is not None:
            ends += " " + self._n(
                "or {minutes} minute after the start",
                "or {minutes} minutes after the start",
                options.minutes,
            ).format(minutes=options.minutes)
        pings = {
            Ping.LATE: _("ping after 10 s"),
            Ping.ALWAYS: _("ping at every turn"),
            Ping.NEVER: _("no pings"),
        }[options.ping]
        rest = _("Turn time {seconds} s · {pings} · play chips only").format(
            seconds=options.turn_s, pings=pings
        )
        return [head, ends, rest]

    def lobby_seats(self, view: TableView) -> list[str]:
        """Say who sits, and who gets his cards by button."""
        _ = self._
        lines = [_("**Seats ({count})**").format(count=len(view.seats))]
        for seat in view.seats:
            note = ""
            if seat.reachable is False:
                note = " " + _("✉ no direct messages: cards by button")
            lines.append(f"{seat.seat} {plain(seat.name)}{note}")
        return lines

    def lobby_wait(self, view: TableView) -> str | None:
        """Say who can start, and that an idle lobby closes."""
        if view.closes_at is None:
            return None
        return self._("-# {opener} starts the game. An idle lobby closes {when}.").format(
            opener=mention(view.opener), when=when(view.closes_at)
        )

    def header(self, view: TableView, street: str) -> str:
        """Title a table message."""
        return self._("**Hand {number}** · {stakes} · {street}").format(
            number=view.number, stakes=self.stakes(view.options), street=self.street(street)
        )

    def pot(self, amount: int) -> str:
        """Say how much is in the middle."""
        return self._("pot {amount}").format(amount=amount)

    def pots(self, view: TableView) -> str | None:
        """List main and side pots with who contests them, None where there is only one."""
        if len(view.pots) < 2:
            return None
        listed = " · ".join(
            f"{amount} ({', '.join(plain(view.seat(seat).name) for seat in seats)})"
            for amount, seats in view.pots
        )
        return self._("pots {pots}").format(pots=listed)

    def seat_note(self, *, folded: bool, all_in: bool, away: bool, bet: int, out: bool) -> str:
        """Say in a word or two what a seat is doing."""
        _ = self._
        notes = []
        if out:
            notes.append(_("out"))
        elif folded:
            notes.append(_("folded"))
        elif all_in:
            notes.append(_("all-in"))
        if bet and not folded:
            notes.append(_("bet {amount}").format(amount=bet))
        if away and not out:
            notes.append(_("away"))
        return " ".join(notes)

    def prompt(self, view: TableView) -> str | None:
        """Tell the member to act what it costs, what he can do, and how long he has."""
        _, actor, legal = self._, view.actor, view.legal
        if actor is None or legal is None:
            return None
        until = "" if view.turn_ends is None else " " + when(view.turn_ends)
        who = mention(actor.user)
        if legal.most_cards is not None:
            asked = _("{who}: exchange up to {count} cards, or stand pat.").format(
                who=who, count=legal.most_cards
            )
            return asked + until
        if legal.can_check:
            asked = _("{who}: checking is free.").format(who=who)
        else:
            asked = _("{who}: {amount} to call.").format(who=who, amount=legal.to_call)
        return f"{asked} {self.raise_limits(view)}{until}"

    def raise_limits(self, view: TableView) -> str:
        """Say which bets or raises are possible, or why none is."""
        _, legal, actor = self._, view.legal, view.actor
        if legal is None or actor is None:
            return ""
        if legal.closed is Reason.CALL_TAKES_ALL:
            return _("That is all you have.")
        if legal.closed is Reason.RAISE_NOT_REOPENED:
            return _("No raise: it was all-in for less than a full one.")
        if legal.min_to is None:
            return _("No raise: nobody could answer it.")
        if legal.min_to == legal.max_to:
            return _("All-in is {amount}.").format(amount=legal.max_to)
        sentence = (
            _("Bet {least} or more (all you have: {most}).")
            if legal.opens
            else _("Raise to {least} or more (all you have: {most}).")
        )
        return sentence.format(least=legal.min_to, most=legal.max_to)

    # What happened

    def happened(self, event: Event, names: Mapping[int, str]) -> str | None:
        """Tell a public event in a few words, None for what the screen shows anyway."""
        _ = self._
        match event:
            case ButtonDrawn(seat=seat):
                return _("{name} draws the button").format(name=names[seat])
            case AntePosted(seat=seat, amount=amount, all_in=True):
                return _("{name} antes {amount}, all-in").format(name=names[seat], amount=amount)
            case BlindPosted(seat=seat, blind=blind, amount=amount, all_in=all_in):
                posted = (
                    _("{name} posts the small blind {amount}")
                    if blind is Blind.SMALL
                    else _("{name} posts the big blind {amount}")
                ).format(name=names[seat], amount=amount)
                return self._all_in(posted, all_in)
            case Folded(seat=seat):
                return _("{name} folds").format(name=names[seat])
            case Checked(seat=seat):
                return _("{name} checks").format(name=names[seat])
            case Called(seat=seat, total=total, all_in=all_in):
                called = _("{name} calls {amount}").format(name=names[seat], amount=total)
                return self._all_in(called, all_in)
            case BetPlaced(seat=seat, total=total, all_in=all_in):
                bet = _("{name} bets {amount}").format(name=names[seat], amount=total)
                return self._all_in(bet, all_in)
            case Raised(seat=seat, total=total, all_in=all_in):
                raised = _("{name} raises to {amount}").format(name=names[seat], amount=total)
                return self._all_in(raised, all_in)
            case TimedOut(seat=seat):
                return _("{name} is out of time").format(name=names[seat])
            case PlayerLeft(seat=seat):
                return _("{name} leaves the table").format(name=names[seat])
            case Exchanged(seat=seat, count=0):
                return _("{name} stands pat").format(name=names[seat])
            case Exchanged(seat=seat, count=count):
                return _("{name} exchanges {count}").format(name=names[seat], count=count)
            case StubReshuffled(size=size):
                return _("the stub is reshuffled: {size} cards").format(size=size)
            case UncalledReturned(seat=seat, amount=amount):
                return _("{amount} uncalled back to {name}").format(amount=amount, name=names[seat])
            case HandVoided():
                return _("the hand is void, all chips go back")
            case Eliminated(seats=seats):
                return _("out: {names}").format(names=", ".join(names[seat] for seat in seats))
            case _:
                return None

    def _all_in(self, sentence: str, all_in: bool) -> str:
        return self._("{what}, all-in").format(what=sentence) if all_in else sentence

    # The end of a hand, and of the session

    def result_title(self, number: int, winners: list[tuple[str, int]]) -> str:
        """Say who won the hand."""
        if len(winners) == 1:
            return self._("**Hand {number}: {name} wins {amount}**").format(
                number=number, name=winners[0][0], amount=winners[0][1]
            )
        listed = ", ".join(f"{name} {amount}" for name, amount in winners)
        return self._("**Hand {number}: the chips go to {listed}**").format(
            number=number, listed=listed
        )

    def not_shown(self) -> str:
        """Say that the winner need not show."""
        return self._("Cards not shown.")

    def board(self, board: tuple[Card, ...]) -> str:
        """Show the board of a finished hand."""
        return self._("Board {cards}").format(cards=cards(board))

    def pot_paid(
        self, which: int, count: int, amount: int, shares: list[tuple[str, int]], odd: int
    ) -> str:
        """Say who received a pot, and to whom its odd chips went."""
        _ = self._
        if count == 1:
            pot = _("Pot {amount}").format(amount=amount)
        elif which == 0:
            pot = _("Main pot {amount}").format(amount=amount)
        elif count == 2:
            pot = _("Side pot {amount}").format(amount=amount)
        else:
            pot = _("Side pot {which}: {amount}").format(which=which, amount=amount)
        if len(shares) == 1:
            return f"{pot} → {shares[0][0]}"
        line = f"{pot} → {', '.join(f'{name} {chips}' for name, chips in shares)}"
        if odd:
            line += " " + self._n(
                "({odd} odd chip to {name}, first left of the button)",
                "({odd} odd chips to {name}, first left of the button)",
                odd,
            ).format(odd=odd, name=shares[0][0])
        return line

    def came_back(self, name: str, amount: int) -> str:
        """Say what nobody called."""
        return self._("-# {name}'s uncalled {amount} came back").format(name=name, amount=amount)

    def next_hand(self, seconds: int) -> str:
        """Say when play goes on."""
        return self._("-# Next hand in {seconds} seconds.").format(seconds=seconds)

    def void_title(self, number: int) -> str:
        """Say that a hand does not count."""
        return self._("**Hand {number} is void: all bets and antes went back**").format(
            number=number
        )

    def shown_hand(self, name: str, shown: tuple[Card, ...]) -> str:
        """Say what a winner chose to show."""
        return self._("{name} shows {cards}").format(name=name, cards=cards(shown))

    def paused(self, view: TableView) -> list[str]:
        """Say why nothing happens, and what would change that."""
        _ = self._
        lines = [_("**Paused**: fewer than two players are present. `/table back` to go on.")]
        if view.closes_at is not None:
            lines.append(_("-# The table closes {when}.").format(when=when(view.closes_at)))
        return lines

    def final(self, places: list[tuple[int, list[tuple[str, int]]]], hands: int) -> list[str]:
        """Say how the session ended."""
        _ = self._
        lines = [
            self._n(
                "**The table is closed after {hands} hand**",
                "**The table is closed after {hands} hands**",
                hands,
            ).format(hands=hands)
        ]
        for place, sharing in places:
            names = ", ".join(f"{name} ({chips})" for name, chips in sharing)
            lines.append(f"{place}. {names}")
        return lines

    def lobby_closed(self) -> str:
        """Say that a table closed before anything was dealt."""
        return self._("This table is closed; no hand was played.")

    def your_turn(self, user: int) -> str:
        """Remind a member that he is to act."""
        return self._("{who}: your turn.").format(who=mention(user))

    def cards_by_button(self, users: list[int]) -> str:
        """Tell those whom direct messages cannot reach where their cards are."""
        return self._("-# {who}: your cards are behind My cards.").format(
            who=" ".join(map(mention, users))
        )

    # For one member alone

    def own_title(self, number: int, channel: int, has_button: bool) -> str:
        """Title a private view."""
        _ = self._
        title = _("Hand {number} in <#{channel}>").format(number=number, channel=channel)
        return _("{title}, you are on the button").format(title=title) if has_button else title

    def makes(self, reading: Reading, with_board: bool) -> str:
        """Name what a member's cards make."""
        if with_board:
            return self._("With the board: {hand}").format(hand=self.hand(reading))
        return self.hand(reading)

    def welcome(self, channel: int) -> str:
        """Greet who sat down, to see whether direct messages arrive."""
        return self._("You sit at the table in <#{channel}>. Your cards will come here.").format(
            channel=channel
        )

    def unreachable(self) -> str:
        """Tell who sat down that direct messages do not arrive, and what to do."""
        return self._(
            "I cannot send you direct messages. You can play all the same: your cards are behind "
            "**My cards** under the table, for you alone, and `/cards` shows them too. When cards "
            "or a decision wait, you are pinged in the channel."
        )

    def picker(self, chosen: int, exactly: int | None, may_exchange: bool, mine: bool) -> str:
        """Explain the card picker."""
        _ = self._
        if exactly is not None and chosen != exactly:
            return _("Mark {exactly} cards to exchange; {chosen} marked.").format(
                exactly=exactly, chosen=chosen
            )
        if not may_exchange:
            return _("The exchange is over.")
        if not mine:
            return _("Mark what you want to exchange; it is done when it is your turn.")
        return _("Your turn to exchange: mark cards, or stand pat.")

    def exchanged(self, count: int) -> str:
        """Confirm an exchange."""
        return self._n(
            "You exchanged {count} card.", "You exchanged {count} cards.", count
        ).format(count=count) if count else self._("You stand pat.")  # fmt: skip

    def confirmation(self, event: Event | None) -> str:
        """Echo what a member's command did."""
        _ = self._
        match event:
            case Folded():
                return _("You folded.")
            case Checked():
                return _("You checked.")
            case Called(total=total, all_in=all_in):
                done = _("You called: {amount} in this round.").format(amount=total)
                return self._all_in_note(done, all_in)
            case BetPlaced(total=total, all_in=all_in):
                done = _("You bet {amount}.").format(amount=total)
                return self._all_in_note(done, all_in)
            case Raised(total=total, all_in=all_in):
                done = _("You raised to {amount} in this round.").format(amount=total)
                return self._all_in_note(done, all_in)
            case Exchanged(count=count):
                return self.exchanged(count)
            case _:
                return _("Done.")

    def _all_in_note(self, done: str, all_in: bool) -> str:
        return f"{done} {self._('You are all-in.')}" if all_in else done

    def fold_question(self) -> str:
        """Ask once before a fold that costs more than a check."""
        return self._("Checking is free. Fold anyway?")

    def leave_question(self) -> str:
        """Ask once before leaving, and say what it means (RULINGS B8)."""
        return self._(
            "Leave for good? A hand you are playing folds at once, unless you are all-in. The rest "
            "of your chips leave the game, you are ranked as if eliminated now, and there is no "
            "way back into this session. `/table away` only sits out."
        )

    def left(self) -> str:
        """Confirm a departure."""
        return self._("You left the table.")

    def away(self) -> str:
        """Confirm sitting out."""
        return self._(
            "You are away: your turns check when that is free and fold otherwise, at once. "
            "`/table back` when you return."
        )

    def back(self) -> str:
        """Confirm the return."""
        return self._("Welcome back: you play your own turns again.")

    def opened(self, link: str) -> str:
        """Confirm a new table."""
        return self._("Your table is open: {link}").format(link=link)

    def joined(self) -> str:
        """Confirm a seat."""
        return self._("You have a seat.")

    def started(self) -> str:
        """Confirm the start."""
        return self._("The cards are dealt.")

    def being_posted(self) -> str:
        """Ask for a moment while the channel catches up."""
        return self._("One moment: the table is just being shown in the channel.")

    def stopping(self, after_hand: bool) -> str:
        """Confirm a stop."""
        if after_hand:
            return self._("The table closes after this hand.")
        return self._("The table is closed.")

    def help(self) -> list[str]:
        """Explain the bot on one screen."""
        _ = self._
        return [
            _("**Croupier** deals poker in this server. Play chips only: there is no real money, "
              "ever, and chips can be neither bought nor cashed in."),
            _("**Open a table** `/holdem start` or `/fivecard start`, then Join and Start under it."),
            _("**Your turn** use the buttons, or `/check` `/call` `/fold` `/bet 25` `/raise 50` "
              "`/allin`. An amount is your total for the betting round. "
              "In five-card draw `/draw 3` exchanges three cards, `/draw 2 positions: 1 4` those two."),
            _("**Your cards** come by direct message, and are always behind My cards and `/cards`, "
              "for you alone. `/show` turns over a hand that won unseen."),
            _("**At the table** `/table join` `leave` `away` `back` `status` `stop`. Out of time: "
              "you check if that is free and fold otherwise; after three turns in a row you are "
              "away until `/table back`."),
            _("**No-limit** A raise adds at least the last full bet or raise. Less is possible only "
              "all-in, and does not let those raise again who have already acted."),
        ]  # fmt: skip

    # Buttons and dialogs

    def label(self, key: str) -> str:
        """Name a button."""
        _ = self._
        return {
            "join": _("Join"), "leave": _("Leave"), "start": _("Start"), "back": _("I'm back"),
            "fold": _("Fold"), "check": _("Check"), "bet": _("Bet…"), "raise": _("Raise…"),
            "cards": _("My cards"), "show": _("Show mine"), "draw": _("Draw…"),
            "pat": _("Stand pat"), "fold_anyway": _("Fold anyway"), "stay": _("Stay"),
            "leave_for_good": _("Leave for good"),
        }[key]  # fmt: skip

    def call_label(self, amount: int) -> str:
        """Name the button that calls."""
        return self._("Call {amount}").format(amount=amount)

    def all_in_label(self, amount: int) -> str:
        """Name the button that puts everything in."""
        return self._("All-in {amount}").format(amount=amount)

    def exchange_label(self, count: int) -> str:
        """Name the button that exchanges."""
        return self._("Exchange {count}").format(count=count)

    def amount_title(self, opens: bool) -> str:
        """Title the dialog for an amount."""
        return self._("Bet") if opens else self._("Raise")

    def amount_label(self, opens: bool) -> str:
        """Name the line of that dialog."""
        if opens:
            return self._("Bet how much?")
        return self._("Raise to how much in this round?")

    def amount_hint(self, least: int, most: int) -> str:
        """Say which amounts the dialog takes."""
        if least == most:
            return self._("All-in: {most}").format(most=most)
        return self._("From {least} to {most}, all-in").format(least=least, most=most)

    # Refusals

    def refusal(self, refused: errors.Refused) -> str:
        """Say privately why something was not done, and what could be."""
        _ = self._
        match refused:
            case errors.NoTableHere():
                return _("No table is open in this channel. `/holdem start` or `/fivecard start`.")
            case errors.TableOpenHere(link=link):
                return _("A table is already open in this channel: {link}").format(link=link)
            case errors.CannotPostHere(missing=missing):
                return _("I cannot run a table here. Missing permission: {missing}.").format(
                    missing=", ".join(missing)
                )
            case errors.NotAllowed():
                return _("Only who opened the table, or may manage messages here, can do that.")
            case errors.NotSeated():
                return _("You have no seat at this table.")
            case errors.TableClosed():
                return _("That table is closed.")
            case errors.NoHand():
                return _("No hand is being played yet.")
            case errors.AlreadyStarted():
                return _("The session has begun: seats are taken before the first hand only.")
            case errors.AlreadyCounted():
                return _("That has been counted already.")
            case errors.NotAway():
                return _("You are not away.")
            case errors.BadPositions(text=text):
                return _(
                    "“{text}” does not name cards. Use different positions from 1 to 5, such as "
                    "`1 3`, as many as you exchange."
                ).format(text=plain(text))
            case errors.BadOption(option=option, least=least, most=most):
                return _("{option} must be between {least} and {most}.").format(
                    option=option, least=least, most=most
                )
            case errors.StaleButton():
                return self._stale(refused)
            case errors.BadAmount(text=text, view=view):
                return self._bad_amount(text, view)
            case errors.RulesRefused():
                return self._by_the_rules(refused)
            case _:
                raise NotImplementedError(type(refused).__name__)

    def _stale(self, stale: errors.StaleButton) -> str:
        _, view = self._, stale.view
        counted = self._counted(stale.counted)
        if stale.hand != view.number or view.actor is None:
            old = _("That button was for hand {number}.").format(number=stale.hand)
            return f"{old} {counted}".rstrip()
        old = _("That button is from an earlier moment of this hand.")
        return " ".join(part for part in (old, counted, self._turn_now(view)) if part)

    def _counted(self, counted: Event | None) -> str:
        _ = self._
        match counted:
            case Folded():
                return _("You folded.")
            case Checked():
                return _("You last checked.")
            case Called(total=total):
                return _("You last called {amount}.").format(amount=total)
            case BetPlaced(total=total):
                return _("You last bet {amount}.").format(amount=total)
            case Raised(total=total):
                return _("You last raised to {amount}.").format(amount=total)
            case Exchanged(count=count):
                return self.exchanged(count)
            case _:
                return ""

    def _turn_now(self, view: TableView) -> str:
        """Say who is to act, and what that would take."""
        _, actor, legal = self._, view.actor, view.legal
        if actor is None or legal is None:
            return ""
        now = _("{name} is to act").format(name=plain(actor.name))
        if legal.most_cards is not None:
            return _("{now}.").format(now=now)
        if legal.can_check:
            return _("{now}: checking is free.").format(now=now)
        return _("{now}: {amount} to call.").format(now=now, amount=legal.to_call)

    def _bad_amount(self, text: str, view: TableView | None) -> str:
        _ = self._
        wrong = _("“{text}” is not a number of chips: use a whole number such as 25.").format(
            text=plain(text)
        )
        if view is None or view.legal is None or view.legal.min_to is None:
            return wrong
        return f"{wrong} {self._between(view)}"

    def _between(self, view: TableView) -> str:
        legal = view.legal
        if legal is None or legal.min_to is None:
            return ""
        if legal.min_to == legal.max_to:
            return self._("Only all-in is possible: {amount}.").format(amount=legal.max_to)
        return self._("Between {least} and {most}, which is all-in.").format(
            least=legal.min_to, most=legal.max_to
        )

    def _by_the_rules(self, refused: errors.RulesRefused) -> str:
        _, view, legal = self._, refused.view, refused.refusal.legal
        actor = plain(view.actor.name) if view.actor else ""
        match refused.refusal.reason:
            case Reason.NOT_YOUR_TURN:
                return _("Not your turn: {name} is to act.").format(name=actor)
            case Reason.NOT_IN_HAND:
                return _("You are not in this hand.")
            case Reason.HAND_OVER:
                return _("No hand is being played.")
            case Reason.NOT_NOW if legal is not None and legal.most_cards is not None:
                return _("This is the exchange: use /draw, or the Draw button. No bets now.")
            case Reason.NOT_NOW:
                return _("There is no exchange now. {turn}").format(turn=self._turn_now(view))
            case Reason.NOTHING_TO_CALL:
                return _("There is nothing to call: /check, or bet with {limits}").format(
                    limits=self._command_limits(view)
                )
            case Reason.FACING_A_BET:
                return self._facing_a_bet(view)
            case Reason.NO_BET_TO_RAISE:
                return _("Nobody has bet. To open, use {limits}").format(
                    limits=self._command_limits(view)
                )
            case Reason.BELOW_MINIMUM if legal is not None and legal.min_to is not None:
                return self._below_minimum(view, legal.min_to)
            case Reason.ABOVE_STACK if legal is not None and legal.max_to is not None:
                return _("You have {most} at most in this round. {between}").format(
                    most=legal.max_to, between=self._between(view)
                )
            case Reason.ABOVE_STACK:
                return f"{_('That is more than you have.')} {self._closed(view)}"
            case Reason.RAISE_NOT_REOPENED | Reason.NOBODY_CAN_ANSWER | Reason.CALL_TAKES_ALL:
                return self._closed(view)
            case Reason.BAD_POSITIONS:
                return _("Those are not positions of your cards: use different ones from 1 to 5.")
            case Reason.NOTHING_TO_SHOW:
                return _(
                    "There is nothing to show: only a hand that won unseen may be turned over."
                )
            case Reason.TABLE_FULL:
                return _("Every seat is taken.")
            case Reason.ALREADY_SEATED:
                return _("You have a seat at this table already.")
            case Reason.NOT_SEATED:
                return _("You have no seat at this table.")
            case Reason.TOO_FEW_PLAYERS:
                return _("At least two players are needed. Others can press Join.")
            case _:
                return _("That is not possible now.")

    def _facing_a_bet(self, view: TableView) -> str:
        """Name the right commands to somebody who checks or bets into a bet."""
        _, legal = self._, view.legal
        if legal is None:
            return _("That is not possible now.")
        price = max(seat.bet for seat in view.seats)
        bettor = next(
            (
                plain(view.seat(event.seat).name)
                for event in reversed(view.feed)
                if isinstance(event, BetPlaced | Raised | BlindPosted)
            ),
            "",
        )
        said = _("{name} has bet {amount}.").format(name=bettor, amount=price)
        call = _("To call {amount}, use /call.").format(amount=legal.to_call)
        if legal.min_to is None:
            return f"{said} {call} {self.raise_limits(view)}"
        raises = _("To raise, use {limits}").format(limits=self._command_limits(view))
        return f"{said} {raises} {call}"

    def _command_limits(self, view: TableView) -> str:
        _, legal = self._, view.legal
        if legal is None or legal.min_to is None:
            return self.raise_limits(view)
        command = "/bet" if legal.opens else "/raise"
        if legal.min_to == legal.max_to:
            return _("/allin ({amount}).").format(amount=legal.max_to)
        return _("{command} {least} or more, at most {most}.").format(
            command=command, least=legal.min_to, most=legal.max_to
        )

    def _below_minimum(self, view: TableView, least: int) -> str:
        _ = self._
        price = max((seat.bet for seat in view.seats), default=0)
        if price:
            why = _("At least {least}: the last full bet or raise was {step}.").format(
                least=least, step=least - price
            )
        else:
            why = _("At least {least}, the smallest bet.").format(least=least)
        return f"{why} {self._between(view)}"

    def _closed(self, view: TableView) -> str:
        _, legal = self._, view.legal
        if legal is None:
            return _("That is not possible now.")
        call = _("You may call {amount} or fold.").format(amount=legal.to_call)
        if legal.closed is Reason.RAISE_NOT_REOPENED:
            shover = next(
                (
                    plain(view.seat(event.seat).name)
                    for event in reversed(view.feed)
                    if isinstance(event, BetPlaced | Raised)
                ),
                "",
            )
            why = _("{name} went all-in for less than a full raise.").format(name=shover)
            return f"{why} {call}"
        if legal.closed is Reason.NOBODY_CAN_ANSWER:
            return f"{_('Every opponent is all-in: nobody could answer a raise.')} {call}"
        return f"{_('A call takes all you have.')} {call}"

    def broken(self) -> str:
        """Admit a bug."""
        return self._("Something went wrong on my side. Nothing was lost; please try again.")

    def too_late(self) -> str:
        """Answer a control that no longer exists."""
        return self._("That control is no longer in use.")
