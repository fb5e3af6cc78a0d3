"""What one member alone reads, and the labels of controls and dialogs."""

from __future__ import annotations

from collections.abc import Sequence

from bot.render.words.base import when
from bot.render.words.hands import HandWords
from bot.table.model import Obstacle, Suspension
from engine.events import (
    BetPlaced,
    Called,
    Checked,
    Event,
    Exchanged,
    Folded,
    HandsShown,
    Raised,
)
from engine.ranking import Reading


class PrivateWords(HandWords):
    """Private sentences."""

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

    def suspended(self, suspension: Suspension, channel: int) -> str:
        """Say why a table waits, what would let it go on, and until when."""
        _ = self._
        said = {
            Obstacle.SERVER_AWAY: _(
                "The table in {channel} waits: Discord has trouble with this server."
            ),
            Obstacle.CLOSED_TO_US: _(
                "The table in {channel} waits: I may not write there any more. Let me see the "
                "channel and send messages in it, then use any button or command there."
            ),
            Obstacle.LOCKED: _(
                "The table in {channel} waits: its thread is locked. Unlock it, then use any "
                "button or command there."
            ),
        }[suspension.why].format(channel=f"<#{channel}>")
        if suspension.until is None:
            return said
        otherwise = _("Otherwise the table closes {when}; a hand not finished is void then.")
        return f"{said} {otherwise.format(when=when(suspension.until))}"

    def given_up(self, why: Obstacle, channel: int, voided: int | None) -> str:
        """Say why a table was closed, and what became of the hand being played."""
        _ = self._
        said = {
            Obstacle.SERVER_AWAY: _("The table in {channel} is closed."),
            Obstacle.CLOSED_TO_US: _(
                "The table in {channel} is closed: I could not write there for too long."
            ),
            Obstacle.LOCKED: _(
                "The table in {channel} is closed: its thread was locked for too long."
            ),
            Obstacle.GONE: _("The table in {channel} is closed: its channel was deleted."),
            Obstacle.REMOVED: _("The table in {channel} is closed: I was removed from its server."),
        }[why].format(channel=f"<#{channel}>")
        if voided is None:
            return said
        void = _("Hand {number} is void: all bets and antes went back.").format(number=voided)
        return f"{said} {void}"

    def unreachable(self) -> str:
        """Tell who sat down that direct messages do not arrive, and what to do."""
        return self._(
            "I cannot send you direct messages. You can play all the same: your cards are behind "
            "**My cards** under the table, for you alone, and `/cards` shows them too. When cards "
            "or a decision wait, you are pinged in the channel."
        )

    def picker(self, chosen: int, exactly: int | None, *, mine: bool) -> str:
        """Explain the card picker; `exactly` is the number that was asked for."""
        _ = self._
        if exactly is not None and chosen != exactly:
            return self._n(
                "Mark {exactly} card to exchange; {chosen} marked.",
                "Mark {exactly} cards to exchange; {chosen} marked.",
                exactly,
            ).format(exactly=exactly, chosen=chosen)
        if not mine:
            return _("Mark what you want to exchange; press Exchange when it is your turn.")
        if exactly is not None:
            return _("Your turn: press Exchange.")
        return _("Your turn to exchange: mark cards, or stand pat.")

    def exchanged(self, count: int) -> str:
        """Confirm an exchange."""
        return self._n(
            "You exchanged {count} card.", "You exchanged {count} cards.", count
        ).format(count=count) if count else self._("You stand pat.")  # fmt: skip

    def confirmation(self, events: Sequence[Event], seat: int) -> str:
        """Echo what a member's command did, found among what happened by his seat."""
        _ = self._
        for event in events:
            match event:
                case Folded(seat=who) if who == seat:
                    return _("You folded.")
                case Checked(seat=who) if who == seat:
                    return _("You checked.")
                case Called(seat=who, total=total, all_in=all_in) if who == seat:
                    done = _("You called: {amount} in this round.").format(amount=total)
                    return self._all_in_note(done, all_in)
                case BetPlaced(seat=who, total=total, all_in=all_in) if who == seat:
                    done = _("You bet {amount}.").format(amount=total)
                    return self._all_in_note(done, all_in)
                case Raised(seat=who, total=total, all_in=all_in) if who == seat:
                    done = _("You raised to {amount} in this round.").format(amount=total)
                    return self._all_in_note(done, all_in)
                case Exchanged(seat=who, count=count) if who == seat:
                    return self.exchanged(count)
                case HandsShown():
                    return _("You showed your hand.")
                case _:
                    continue
        return _("Done.")

    def _all_in_note(self, done: str, all_in: bool) -> str:
        everything = self._("You are all-in.")
        return f"{done} {everything}" if all_in else done

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

    def leave_cash_question(self) -> str:
        """Ask once before leaving a cash table."""
        return self._(
            "Leave the table? A hand you are playing folds at once, unless you are all-in. Your "
            "chips come off the table. `/table away` only sits out."
        )

    def brought(self, stack: int) -> str:
        """Confirm added chips."""
        return self._("You have {stack} chips now.").format(stack=stack)

    def will_post(self) -> str:
        """Confirm that a member posts rather than waits."""
        return self._("You post a big blind with the next hand you may come in with.")

    def straddling(self, *, on: bool) -> str:
        """Confirm the choice about the straddle."""
        if on:
            return self._("You straddle whenever you are first after the big blind.")
        return self._("You do not straddle any more.")

    def left(self) -> str:
        """Confirm a departure."""
        return self._("You left the table.")

    def exported(self, number: int) -> str:
        """Hand over a hand history."""
        return self._("Hand {number}, with your cards and those that were shown.").format(
            number=number
        )

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
            _("**Open a table** `/holdem start` or `/fivecard start`, then Join and Start."),
            _("**Your turn** use the buttons, or `/check` `/call` `/fold` `/bet 25` `/raise 50` "
              "`/allin`. An amount is your total for the betting round. "
              "In five-card draw `/draw 3` exchanges three cards, `/draw 2 positions: 1 4` "
              "those two."),
            _("**Your cards** come by direct message, and are always behind My cards and `/cards`, "
              "for you alone. `/show` turns over a hand that won unseen."),
            _("**At the table** `/table join` `leave` `away` `back` `status` `stop`. Out of time: "
              "you check if that is free and fold otherwise; after three turns in a row you are "
              "away until `/table back`. `/why` explains the last ruling."),
            _("**No-limit** A raise adds at least the last full bet or raise. Less is possible "
              "only all-in, and does not let those raise again who have already acted."),
        ]  # fmt: skip

    # Buttons and dialogs

    def label(self, key: str) -> str:
        """Name a button."""
        _ = self._
        return {
            "join": _("Join"), "leave": _("Leave"), "start": _("Start"), "back": _("I'm back"),
            "fold": _("Fold"), "check": _("Check"), "bet": _("Bet…"), "raise": _("Raise…"),
            "cards": _("My cards"), "show": _("Show mine"), "draw": _("Draw…"),
            "pat": _("Stand pat"), "fold_anyway": _("Fold anyway"),
            "leave_for_good": _("Leave for good"),
        }[key]  # fmt: skip

    def call_label(self, amount: int) -> str:
        """Name the button that calls."""
        return self._("Call {amount}").format(amount=amount)

    def amount_button(self, amount: int, *, opens: bool) -> str:
        """Name the button that bets or raises the one amount that is legal."""
        label = self._("Bet {amount}") if opens else self._("Raise to {amount}")
        return label.format(amount=amount)

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

    def amount_hint(self, least: int, most: int, *, all_in: bool) -> str:
        """Say which amounts the dialog takes, and whether the largest is all-in."""
        bounds = (
            self._("From {least} to {most}, all-in") if all_in else self._("From {least} to {most}")
        )
        return bounds.format(least=least, most=most)
