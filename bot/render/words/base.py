"""What every text is made with: a language, cards, mentions and points in time."""

from __future__ import annotations

import gettext
from collections.abc import Iterable

from bot.table.change import ping_after_s
from bot.table.model import FORMER, Ping, is_former
from engine.cards import Card, rank_of, suit_of

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


def at_time(at: float) -> str:
    """Return a time of day as each member's own clock shows it."""
    return f"<t:{int(at + 0.5)}:t>"


def moment(at: float) -> str:
    """Return a point in time as the clock and calendar of each member's screen show it."""
    return f"<t:{int(at + 0.5)}:f>"


class BaseWords:
    """A language."""

    def __init__(self, translations: gettext.NullTranslations | None = None) -> None:
        chosen = translations or gettext.NullTranslations()
        self._ = chosen.gettext
        self._n = chosen.ngettext

    def name(self, kept: str) -> str:
        """Return a name as it was kept: who had his data deleted has none."""
        return self._("former member") if kept == FORMER else kept

    def mention(self, user: int) -> str:
        """Mention who did something once, and may have had his data deleted since."""
        return self.name(FORMER) if is_former(user) else mention(user)

    def pings(self, ping: Ping, turn_s: float) -> str:
        """Say when the member to act is pinged."""
        _ = self._
        after = int(ping_after_s(turn_s))
        return {
            Ping.LATE: _("ping after {seconds} s").format(seconds=after),
            Ping.ALWAYS: _("ping at every turn"),
            Ping.NEVER: _("no pings"),
        }[ping]

    def manners(self, turn_s: int, ping: Ping, *, muck: bool) -> str:
        """Say how a table is run."""
        _ = self._
        hidden = _("losing hands stay hidden") if muck else _("every hand is shown")
        return _("turn time {turn} s, {pings}; {hidden}").format(
            turn=turn_s, pings=self.pings(ping, turn_s), hidden=hidden
        )
