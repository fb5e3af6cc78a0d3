"""Why something was not done, and what could be."""

from __future__ import annotations

from bot import errors
from bot.render.names import plain
from bot.render.words.accounts import AccountWords
from bot.render.words.hosting import HostWords
from bot.render.words.moves import MoveWords
from bot.render.words.private import PrivateWords
from bot.render.words.records import RecordWords
from bot.render.words.server import ServerWords
from bot.render.words.upkeep import UpkeepWords
from bot.table.view import TableView
from engine.errors import Reason
from engine.events import (
    BetPlaced,
    BlindPosted,
    Called,
    Checked,
    Event,
    Exchanged,
    Folded,
    Raised,
)

SHOWN = 5
"""How many names one sentence has room for."""


class RefusalWords(
    PrivateWords, AccountWords, HostWords, MoveWords, ServerWords, UpkeepWords, RecordWords
):
    """Answers to what cannot be done."""

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
                    missing=self.permissions(missing)
                )
            case errors.NotAllowed():
                return _("Only the host of this table or a moderator can do that.")
            case errors.AlreadyPaused():
                return _("The table is paused already.")
            case errors.NotPaused():
                return _("The table is not paused.")
            case errors.AlreadyInvited():
                return _("That member has been invited already.")
            case errors.HasSeat():
                return _("That member sits at this table.")
            case errors.Barred():
                return _("The host has taken your seat at this table. An invitation gives it back.")
            case errors.ModeratorsOnly():
                return _("Only moderators can do that here.")
            case errors.ManagersOnly():
                return _("Only who may manage this server can do that.")
            case errors.ChannelNotAllowed(channels=channels):
                return _("Tables are not opened here; they are in {channels}.").format(
                    channels=self.channel_list(channels)
                )
            case errors.TooManyTables(most=most):
                return self._n(
                    "This server allows {count} open table at once, and it is open.",
                    "This server allows {count} open tables at once, and they are open.",
                    most,
                ).format(count=most)
            case errors.TooManyChannels(most=most):
                return _("No more than {most} channels can be named; allow one less first.").format(
                    most=most
                )
            case errors.NoSuchMember():
                return _("That member has no seat at this table.")
            case errors.NotSeated():
                return _("You have no seat at this table.")
            case errors.MovedAway(channel=channel):
                return _("You have been moved to <#{channel}>.").format(channel=channel)
            case errors.TableClosed():
                return _("That table is closed.")
            case errors.TableSuspended(suspension=suspension, channel=channel):
                return self.suspended(suspension, channel)
            case errors.NotOperator():
                return _("Only who runs this bot can do that.")
            case errors.UnderMaintenance(until=until):
                return self.under_maintenance(until)
            case errors.Restarting():
                return _(
                    "Croupier restarts: this did not count. Play goes on in a moment, and your "
                    "time is given back."
                )
            case errors.TooFast():
                return _("That was too much at once. Wait a few seconds, then try again.")
            case errors.OldCommand():
                return _("This command has changed. Reload Discord, then try it again.")
            case errors.OnlyInServers():
                return _("Commands work in the channels of a server only.")
            case errors.NoHand():
                return _("No hand is being played yet.")
            case errors.AlreadyStarted():
                return _("The session has begun: seats are taken before the first hand only.")
            case errors.NoSuchHand():
                return _("There is no such finished hand at this table.")
            case errors.HandDeleted():
                return _(
                    "The hands of this table are deleted: this server keeps them for a time only."
                )
            case errors.AtOpenTables(channels=channels):
                return _(
                    "Open tables know you, in {channels}. Leave them for good, and do this once "
                    "they are closed."
                ).format(channels=self.channel_list(channels[:SHOWN]))
            case errors.AwaitedBySeries(names=names):
                return _(
                    "Series wait for you: {names}. Withdraw where you signed up, let what has "
                    "begun end, and cancel what you made."
                ).format(names=self._some(names))
            case errors.StillTelling():
                return _("Something about you is still being told. Try again in a few minutes.")
            case errors.NotInThisFormat():
                return _(
                    "That format has no way to say what happened in this hand. Try the other one."
                )
            case errors.AlreadyCounted():
                return _("That has been counted already.")
            case errors.NotKept():
                return _(
                    "My records cannot be used just now, so this did not count: the table is as it "
                    "was. The operator has been told; please try again in a moment."
                )
            case errors.NotAway():
                return _("You are not away.")
            case errors.BadPositions(text=text):
                return _(
                    "“{text}” does not name cards. Use different positions from 1 to 5, such as "
                    "`1 3`, as many as you exchange."
                ).format(text=plain(text))
            case errors.BadOption(option=option, least=least, most=most):
                return _("{option} must be between {least} and {most}.").format(
                    option=self._option(option), least=least, most=most
                )
            case errors.NotCash():
                return _("That is for cash tables: `/holdem cash` opens one.")
            case errors.NoStraddle():
                return _("The straddle is not allowed at this table.")
            case errors.TwoSchedules():
                return _("Levels rise by hands or by minutes: choose one of the two.")
            case errors.StaleButton():
                return self._stale(refused)
            case errors.BadAmount(text=text, view=view):
                return self._bad_amount(text, view)
            case errors.RulesRefused():
                return self._by_the_rules(refused)
            case _:
                raise NotImplementedError(type(refused).__name__)

    def _some(self, names: tuple[str, ...]) -> str:
        """Name the first of several series."""
        shown = ", ".join(plain(name) for name in names[:SHOWN])
        return shown if len(names) <= SHOWN else f"{shown}, …"

    def _option(self, name: str) -> str:
        """Name a table option in a sentence."""
        _ = self._
        return {
            "small": _("The small blind"),
            "big": _("The big blind (twice the small one unless set)"),
            "ante": _("The ante"),
            "amount": _("The correction"),
            "buyin_min": _("The smallest buy-in"),
            "stack": _("The starting stack"),
            "least": _("The smallest number of players"),
            "most": _("The largest number of players"),
            "sessions": _("The number of sessions"),
            "weeks": _("The number of weeks"),
            "level_minutes": _("The minutes of a level"),
        }.get(name, name)

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
        if legal is None or legal.min_to is None or legal.max_to is None:
            return ""
        actor = view.actor
        limited = actor is not None and legal.max_to < actor.bet + actor.stack
        if legal.min_to == legal.max_to and not limited:
            return self._("Only all-in is possible: {amount}.").format(amount=legal.max_to)
        if legal.min_to == legal.max_to:
            return self._("The limit is fixed: exactly {amount}.").format(amount=legal.max_to)
        if limited:
            return self._("Between {least} and {most}.").format(
                least=legal.min_to, most=legal.max_to
            )
        return self._("Between {least} and {most}, which is all-in.").format(
            least=legal.min_to, most=legal.max_to
        )

    def _by_the_rules(self, refused: errors.RulesRefused) -> str:
        _, view, legal = self._, refused.view, refused.refusal.legal
        actor = plain(view.actor.name) if view.actor else ""
        match refused.refusal.reason:
            case Reason.NOT_YOUR_TURN if actor:
                return _("Not your turn: {name} is to act.").format(name=actor)
            case Reason.NOT_IN_HAND:
                return _("You are not in this hand.")
            case Reason.HAND_OVER:
                return _("No hand is being played.")
            case Reason.NOT_NOW if legal is not None and legal.most_cards is not None:
                return _("This is the exchange: use /draw, or the Draw button. No bets now.")
            case Reason.NOT_NOW:
                now = self._turn_now(view)
                return _("There is no exchange now. {turn}").format(turn=now).rstrip()
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
            case Reason.ABOVE_STACK if view.actor is not None and legal and legal.max_to:
                return _("You have {most} at most in this round. {between}").format(
                    most=view.actor.bet + view.actor.stack, between=self._between(view)
                )
            case Reason.ABOVE_STACK:
                return _("That is more than you have.") + " " + self._closed(view)
            case (
                Reason.RAISE_NOT_REOPENED
                | Reason.NOBODY_CAN_ANSWER
                | Reason.CALL_TAKES_ALL
                | Reason.RAISES_CAPPED
            ):
                return self._closed(view)
            case Reason.ABOVE_LIMIT:
                return self._between(view)
            case Reason.BAD_POSITIONS:
                return _("Those are not positions of your cards: use different ones from 1 to 5.")
            case Reason.NOTHING_TO_SHOW:
                return _(
                    "There is nothing to show: only a hand that won unseen may be turned over."
                )
            case Reason.OUTSIDE_BUY_IN if view.options.buy_in is not None:
                return _("One may have {least} to {most} chips when a hand begins here.").format(
                    least=view.options.buy_in.least, most=view.options.buy_in.most
                )
            case Reason.HAND_IN_PROGRESS:
                return _("Chips are added between hands only.")
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
        last = next(
            event
            for event in reversed(view.feed)
            if isinstance(event, BetPlaced | Raised | BlindPosted)
        )
        if isinstance(last, BlindPosted):
            said = _("The blind is {amount}.").format(amount=view.price)
        else:
            bettor = plain(view.name(last.seat))
            said = _("{name} has bet {amount}.").format(name=bettor, amount=view.price)
        call = _("To call {amount}, use /call.").format(amount=legal.to_call)
        if legal.min_to is None:
            return f"{said} {call} {self.raise_limits(view)}"
        raises = _("To raise, use {limits}").format(limits=self._command_limits(view))
        return f"{said} {raises} {call}"

    def _command_limits(self, view: TableView) -> str:
        _, legal = self._, view.legal
        if legal is None or legal.min_to is None:
            return self.raise_limits(view)
        if legal.min_to == legal.max_to:
            one = _("/bet {amount}.") if legal.opens else _("/raise {amount}.")
            return one.format(amount=legal.max_to)
        some = (
            _("/bet {least} or more, at most {most}.")
            if legal.opens
            else _("/raise {least} or more, at most {most}.")
        )
        return some.format(least=legal.min_to, most=legal.max_to)

    def _below_minimum(self, view: TableView, least: int) -> str:
        """Name the minimum and where it comes from; less is possible only all-in."""
        _, legal = self._, view.legal
        if legal is not None and least == legal.max_to:
            return self._between(view)
        if view.price:
            why = _("At least {least}: the last full bet or raise was {step}.").format(
                least=least, step=view.increment
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
                    plain(view.name(event.seat))
                    for event in reversed(view.feed)
                    if isinstance(event, BetPlaced | Raised)
                ),
                "",
            )
            why = _("{name} went all-in for less than a full raise.").format(name=shover)
            return f"{why} {call}"
        if legal.closed is Reason.NOBODY_CAN_ANSWER:
            return _("Every opponent is all-in: nobody could answer a raise.") + " " + call
        if legal.closed is Reason.RAISES_CAPPED:
            return _("All raises of this round have been made.") + " " + call
        return _("A call takes all you have.") + " " + call

    def broken(self) -> str:
        """Admit a bug."""
        return self._("Something went wrong on my side. Nothing was lost; please try again.")

    def too_late(self) -> str:
        """Answer a control that no longer exists."""
        return self._("That control is no longer in use.")
