"""What a reader of PHH makes of calls and raises, so that he comes to the chips that were played.

The format writes no amount for a call: the reader matches the largest bet he knows of. And he knows
the limits of the betting structure, not the rules of the house. They part where

- a blind could not be posted in full: the price stays the full blind here (RULINGS A2), the reader
  sees what was posted; who matches the price then "completes" (cbr) to it, and the minimum bet of
  the file is lowered to let him;
- somebody raises beyond what anybody can call (A8 forbids it only when all are all-in): for the
  reader that is a call, and the surplus, which came back, never went in;
- fixed-limit: the reader allows a bet and three raises, the house as many as the table says (A16),
  and a short all-in leads to other levels (A17). These cannot be told.

Limits: PokerKit 0.7 (`pokerkit.state.State`, complete_bet_or_raise_to), the reference reader.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.history.record import NotExpressible

READERS_CAP = 4
"""Bets and raises of a round in fixed-limit."""


@dataclass(slots=True)
class ReaderBets:
    """The chips of a hand as the reader counts them; players count from the left of the button."""

    stacks: list[int]
    bets: list[int]
    sizes: tuple[int, ...] | None
    """The bet of each street in fixed-limit, None in no-limit."""
    live: list[bool] = field(init=False)
    street: int = 0
    increment: int = 0
    raises: int = 0
    short: list[int] = field(default_factory=list)
    """All-in raises since the last by one who has chips left."""
    acted: set[int] = field(default_factory=set)
    steps: list[int] = field(default_factory=list)
    """By how much bets were raised, all-in aside: the minimum bet is not more."""

    def __post_init__(self) -> None:
        self.live = [True] * len(self.stacks)

    @property
    def price(self) -> int:
        """The largest bet."""
        return max(self.bets)

    def fold(self, player: int) -> None:
        """Fold, or muck."""
        self.live[player] = False

    def check_or_call(self, player: int) -> None:
        """Match the largest bet."""
        self.acted.add(player)
        self._put_in(player, min(self.price, self._all_in(player)))

    def needs_completion(self, player: int, total: int) -> bool:
        """Say whether a call to a total is more than the reader knows to be owed."""
        return total > min(self.price, self._all_in(player))

    def is_vain(self, player: int) -> bool:
        """Say whether nobody could call a raise."""
        return not any(
            live and other != player and self._all_in(other) > self.price
            for other, live in enumerate(self.live)
        )

    def raise_to(self, player: int, total: int) -> None:
        """Bet, raise or complete.

        :raises NotExpressible: where the reader's rules do not allow it.
        """
        step, all_in = total - self.price, total == self._all_in(player)
        self._check_limits(player, step, all_in=all_in)
        if not all_in:
            self.steps.append(step)
        if step >= self.increment:
            self.acted = set()
        self.acted.add(player)
        self.increment = max(self.increment, step)
        self.raises += 1
        self.short = [*self.short, step] if all_in else []
        if sum(self.short) >= self.increment:
            self.short = []
        self._put_in(player, total)

    def next_street(self) -> None:
        """Collect the bets; what nobody called goes back."""
        *_, cutoff, _ = sorted(self.bets)
        for player, bet in enumerate(self.bets):
            self.stacks[player] += max(bet - cutoff, 0)
        self.bets = [0] * len(self.bets)
        self.street += 1
        self.increment = self.raises = 0
        self.short, self.acted = [], set()

    def _check_limits(self, player: int, step: int, *, all_in: bool) -> None:
        owed = min(self.stacks[player], self.price - self.bets[player])
        closed = self.short and sum(self.short) < self.increment and player in self.acted
        if owed < self.increment or closed:
            raise NotExpressible("PHH readers do not let a short all-in be raised here")
        if step < self.increment and not all_in:
            raise NotExpressible("PHH readers expect a larger raise here")
        if self.sizes is not None:
            level = max(self.increment, self.sizes[self.street])
            if self.raises == READERS_CAP:
                raise NotExpressible("PHH readers allow a bet and three raises in fixed-limit")
            if step > level or (step < level and not all_in):
                raise NotExpressible("PHH readers know no such level in fixed-limit")

    def _all_in(self, player: int) -> int:
        return self.bets[player] + self.stacks[player]

    def _put_in(self, player: int, total: int) -> None:
        self.stacks[player] -= total - self.bets[player]
        self.bets[player] = total
