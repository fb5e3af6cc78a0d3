"""The state of one hand, as a value.

Players are counted from the first seat left of the button: that is the order in which cards are
dealt, players act after the flop, exchange, show and receive odd chips. Outside, seats have their
numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import add

from engine.betting import Round
from engine.cards import Card, Deck
from engine.events import PotAwarded
from engine.games import VARIANTS
from engine.rules import Game, Stakes, Street, Variant
from engine.seats import Positions


@dataclass(slots=True)
class Hand:
    """A hand in progress or over. Treat it as a value: only `apply` makes the next one.

    Lists are by player, counted from the first seat left of the button.
    """

    game: Game
    stakes: Stakes
    positions: Positions
    seats: tuple[int, ...]
    """The seat number of each player."""
    round: Round
    """The current betting round; it also holds everybody's chips and who is still in."""
    paid: list[int]
    """What each player put in before the current round, antes included."""
    dead: int
    """What one seat paid as the ante of the whole table: main-pot money."""
    holes: list[tuple[Card, ...]]
    """Private cards; a folded player's are kept for himself."""
    board: tuple[Card, ...]
    stub: tuple[Card, ...]
    """Undealt cards, the next one first."""
    muck: tuple[Card, ...]
    """Cards out of play: burned, folded, discarded."""
    reshuffle: Deck
    """The order in which the stub is shuffled anew, should an exchange need it."""
    street: int
    to_act: int | None
    """The player to act, None when the hand is over."""
    shown: bool
    """The live hands lie open, save those that were mucked."""
    may_show: tuple[int, ...]
    """Players who need not show, and still may: who won unseen, or mucked."""
    pot_awards: tuple[PotAwarded, ...]
    """How the pots were paid, once the hand is over."""

    @property
    def variant(self) -> Variant:
        """The game as data."""
        return VARIANTS[self.game]

    @property
    def current_street(self) -> Street:
        """The street being played."""
        return VARIANTS[self.game].streets[self.street]

    @property
    def is_over(self) -> bool:
        """Whether every chip has found its owner."""
        return self.to_act is None

    @property
    def contributions(self) -> list[int]:
        """What each player has put into the pot in all, in chips."""
        return list(map(add, self.paid, self.round.bets))

    @property
    def pot(self) -> int:
        """All chips in the middle."""
        return self.dead + sum(self.contributions)

    @property
    def exchanging(self) -> bool:
        """Whether the player to act is asked to exchange cards, not to bet."""
        return self.to_act is not None and bool(self.current_street.exchange)

    def live_from(self, first: int) -> list[int]:
        """Return the players who have not folded, clockwise, `first` first."""
        players = len(self.seats)
        clockwise = ((first + step) % players for step in range(players))
        return [player for player in clockwise if self.round.live[player]]

    def copy(self) -> Hand:
        """Return a hand that can be changed without changing this one."""
        return Hand(
            self.game,
            self.stakes,
            self.positions,
            self.seats,
            self.round.copy(),
            self.paid.copy(),
            self.dead,
            self.holes.copy(),
            self.board,
            self.stub,
            self.muck,
            self.reshuffle,
            self.street,
            self.to_act,
            self.shown,
            self.may_show,
            self.pot_awards,
        )
