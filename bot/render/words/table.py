"""What everyone reads: the lobby, the table, what happened, results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.render.names import plain
from bot.render.words.base import BaseWords, cards, mention, when
from bot.table.model import Options
from bot.table.view import TableView
from engine.cards import Card
from engine.errors import Reason
from engine.events import (
    AntePosted,
    BetPlaced,
    Blind,
    BlindPosted,
    ButtonDrawn,
    Called,
    CashedOut,
    Checked,
    Eliminated,
    Event,
    Exchanged,
    Folded,
    HandVoided,
    Mucked,
    PlayerLeft,
    Raised,
    StubReshuffled,
    TimedOut,
    UncalledReturned,
)
from engine.levels import Level
from engine.rules import Game, Stakes, Structure


class TableWords(BaseWords):
    """Public sentences."""

    def game(self, game: Game, structure: Structure) -> str:
        """Name a game with its betting structure."""
        _ = self._
        return {
            (Game.HOLDEM, Structure.NO_LIMIT): _("No-limit Hold'em"),
            (Game.HOLDEM, Structure.POT_LIMIT): _("Pot-limit Hold'em"),
            (Game.HOLDEM, Structure.FIXED_LIMIT): _("Fixed-limit Hold'em"),
            (Game.FIVECARD, Structure.NO_LIMIT): _("No-limit five-card draw"),
            (Game.FIVECARD, Structure.POT_LIMIT): _("Pot-limit five-card draw"),
            (Game.FIVECARD, Structure.FIXED_LIMIT): _("Fixed-limit five-card draw"),
        }[game, structure]

    def game_name(self, game: Game) -> str:
        """Name a game."""
        _ = self._
        return {Game.HOLDEM: _("Texas Hold'em"), Game.FIVECARD: _("Five-card draw")}[game]

    def stakes(self, stakes: Stakes) -> str:
        """Say what is played for: "blinds 1/2"."""
        _ = self._
        parts = []
        if stakes.big_blind:
            blinds = _("blinds {small}/{big}")
            parts.append(blinds.format(small=stakes.small_blind, big=stakes.big_blind))
        if stakes.ante:
            parts.append(_("ante {ante}").format(ante=stakes.ante))
        if stakes.structure is Structure.FIXED_LIMIT:
            bet = stakes.minimum_bet
            parts.append(_("bets {small}/{big}").format(small=bet, big=2 * bet))
        return " · ".join(parts)

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
        pings = self.pings(options.ping, options.turn_s)
        rest = _("Turn time {seconds} s · {pings} · play chips only").format(
            seconds=options.turn_s, pings=pings
        )
        if options.buy_in is not None:
            return [*self._cash_lobby(options), rest]
        head = _("**{game}** · {stakes} · {stack} chips each · {least}-{most} players").format(
            game=self.game(options.game, options.stakes.structure),
            stakes=self.stakes(options.stakes), stack=options.stack,
            least=2, most=options.seats,
        )  # fmt: skip
        ends = [_("one player has all the chips")]
        if options.game is Game.FIVECARD:
            ends = [_("one player is left who can pay the ante")]
        if options.hands is not None:
            ends.append(
                self._n("{hands} hand is played", "{hands} hands are played", options.hands).format(
                    hands=options.hands
                )
            )
        if options.minutes is not None:
            ends.append(
                self._n(
                    "{minutes} minute is over", "{minutes} minutes are over", options.minutes
                ).format(minutes=options.minutes)
            )
        levels = self._levels(options.levels)
        until = _("Ends when {ends}").format(ends=_(" or ").join(ends))
        return [head, until, *levels, rest]

    def _cash_lobby(self, options: Options) -> list[str]:
        """Say what a cash table is played for, and that one may come and go."""
        _, buy_in = self._, options.buy_in
        assert buy_in is not None
        head = _("**{game}** · cash · {stakes} · {least} to {most} chips · up to {seats} players")
        straddle = " · " + _("straddle allowed") if options.straddle else ""
        lines = [
            head.format(
                game=self.game(options.game, options.stakes.structure),
                stakes=self.stakes(options.stakes),
                least=buy_in.least,
                most=buy_in.most,
                seats=options.seats,
            )
            + straddle,
            _("Come and go: `/table join` brings chips, `/table leave` takes them off."),
        ]
        if options.minutes is not None:
            lines.append(
                self._n(
                    "Ends {minutes} minute after the start",
                    "Ends {minutes} minutes after the start",
                    options.minutes,
                ).format(minutes=options.minutes)
            )
        return lines

    def waits(self) -> str:
        """Say in the list of seats that somebody is not dealt in yet."""
        return self._("waits for the big blind")

    def cash_over(self, hands: int) -> str:
        """Say that a cash table is closed."""
        return self._n(
            "**The table is closed after {hands} hand**",
            "**The table is closed after {hands} hands**",
            hands,
        ).format(hands=hands)

    def cash_line(self, name: str, chips: int, won: str) -> str:
        """Say what a player ended with."""
        return self._("{name}: {chips} chips, {won}").format(name=name, chips=chips, won=won)

    def _levels(self, levels: Sequence[Level]) -> list[str]:
        """Say how the stakes rise."""
        if not levels:
            return []
        first, second = levels[:2]
        if first.hands is not None:
            every = self._n("every hand", "every {hands} hands", first.hands)
            every = every.format(hands=first.hands)
        else:
            minutes = int((first.seconds or 0) // 60)
            every = self._n("every minute", "every {minutes} minutes", minutes)
            every = every.format(minutes=minutes)
        return [
            self._("The stakes rise {every}: next {stakes}").format(
                every=every, stakes=self.stakes(second.stakes)
            )
        ]

    def new_level(self, stakes: Stakes) -> str:
        """Announce the stakes of the next hand before they take effect."""
        return self._("**New level from the next hand on: {stakes}**").format(
            stakes=self.stakes(stakes)
        )

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
            number=view.number, stakes=self.stakes(view.stakes), street=self.street(street)
        )

    def pot(self, amount: int) -> str:
        """Say how much is in the middle."""
        return self._("pot {amount}").format(amount=amount)

    def pots(self, view: TableView) -> str | None:
        """List main and side pots with who contests them, None where there is only one."""
        if len(view.pots) < 2:
            return None
        main, *sides = (
            (amount, ", ".join(plain(view.name(seat)) for seat in seats))
            for amount, seats in view.pots
        )
        # Translators: the main pot and who contests it; the side pots follow.
        first = self._("pots {amount} ({names})").format(amount=main[0], names=main[1])
        # Translators: a side pot and who contests it.
        side = self._("{amount} ({names})")
        rest = (side.format(amount=amount, names=names) for amount, names in sides)
        return " · ".join((first, *rest))

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
            return _("No raise: the last all-in was less than a full raise.")
        if legal.closed is Reason.RAISES_CAPPED:
            return _("No raise: all raises of this round have been made.")
        if legal.min_to is None:
            return _("No raise: nobody could answer it.")
        everything = actor.bet + actor.stack
        if legal.min_to == everything:
            return _("All-in is {amount}.").format(amount=legal.max_to)
        if legal.min_to == legal.max_to:
            one = _("Bet {amount}.") if legal.opens else _("Raise to {amount}.")
            return one.format(amount=legal.min_to)
        if legal.max_to != everything:
            some = (
                _("Bet {least} to {most}.")
                if legal.opens
                else _("Raise to between {least} and {most}.")
            )
            return some.format(least=legal.min_to, most=legal.max_to)
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
                posted = {
                    Blind.SMALL: _("{name} posts the small blind {amount}"),
                    Blind.BIG: _("{name} posts the big blind {amount}"),
                    Blind.LIVE: _("{name} posts a big blind {amount}"),
                    Blind.STRADDLE: _("{name} straddles {amount}"),
                }[blind].format(name=names[seat], amount=amount)
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
                said = self._n("{name} exchanges {count}", "{name} exchanges {count}", count)
                return said.format(name=names[seat], count=count)
            case Mucked(seat=seat):
                return _("{name} mucks").format(name=names[seat])
            case StubReshuffled(size=size):
                return _("the stub is reshuffled: {size} cards").format(size=size)
            case UncalledReturned(seat=seat, amount=amount):
                return _("{amount} uncalled back to {name}").format(amount=amount, name=names[seat])
            case HandVoided():
                return _("the hand is void, all chips go back")
            case CashedOut(seat=seat, amount=amount):
                return _("{name} takes {amount} off the table").format(
                    name=names.get(seat, "?"), amount=amount
                )
            case Eliminated(seats=seats):
                return _("Out: {names}").format(names=", ".join(names[seat] for seat in seats))
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

    # Several tables of one session

    def lobby_closed(self) -> str:
        """Say that a table closed before anything was dealt."""
        return self._("This table is closed; no hand was played.")

    def stopping_soon(self) -> str:
        """Say that this hand is the last."""
        return self._("-# The table closes after this hand.")

    def your_turn(self, user: int) -> str:
        """Remind a member that he is to act."""
        return self._("{who}: your turn.").format(who=mention(user))

    def continues(self, number: int, user: int, until: float | None) -> str:
        """Say after an outage that play continues, who acts and how long he has."""
        said = self._("-# Hand {number} continues: {who} is to act.").format(
            number=number, who=mention(user)
        )
        return said if until is None else f"{said} {when(until)}"

    def excused(self, names: Sequence[str]) -> str:
        """Say that turns nobody could take are not held against who missed them."""
        return self._(
            "-# I could not hear you for a while. What happened stands; it does not count as "
            "absence of {names}."
        ).format(names=", ".join(names))

    def cards_by_button(self, users: Sequence[int]) -> str:
        """Tell those whom direct messages cannot reach where their cards are."""
        return self._("-# {who}: your cards are behind My cards.").format(
            who=" ".join(map(mention, users))
        )
