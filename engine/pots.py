"""What comes back, which pots there are, and who gets how much of each.

Contributions are what each player has put in during the whole hand, antes included, in chips.
Players are counted from the first seat left of the button, so that the lowest index among several
winners is the one who takes the odd chips (RULINGS C8, rule texts 000 and 004).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.ranking import Strength


@dataclass(frozen=True, slots=True)
class Pot:
    """Chips and the players who can still win them, in order from the left of the button."""

    amount: int
    contenders: tuple[int, ...]
    paid_in: tuple[int, ...]
    """What each player put into this pot; a table ante (`dead`) comes on top."""


@dataclass(frozen=True, slots=True)
class Award:
    """How one pot is paid: a share for each winner, the odd chips among the first one's."""

    pot: Pot
    shares: tuple[tuple[int, int], ...]
    odd_chips: int


def uncalled(contributions: Sequence[int], live: Sequence[bool]) -> tuple[int, int] | None:
    """Return who takes back how many chips that nobody called, or None (RULINGS A13).

    It is what the highest contributor put in above the second highest, folded players included; a
    folded player takes nothing back.
    """
    *_, second, highest = sorted(contributions)
    player = contributions.index(highest)
    return (player, highest - second) if highest > second and live[player] else None


def build_pots(
    contributions: Sequence[int], live: Sequence[bool], dead: int = 0
) -> tuple[Pot, ...]:
    """Divide the chips into the main pot and the side pots, in this order (RULINGS A14).

    A pot ends at each level at which a live player ran out, never elsewhere; what folded players
    put in above the highest live contribution joins the last pot. `dead` chips, which one seat paid
    for the table, are main-pot money and no layer (A13).
    """
    levels = sorted({chips for player, chips in enumerate(contributions) if live[player]})
    pots = []
    floor = 0
    for level in levels:
        top = level if level != levels[-1] else max(contributions)
        paid_in = tuple(min(chips, top) - min(chips, floor) for chips in contributions)
        amount = dead + sum(paid_in)
        dead = 0
        contenders = tuple(
            player for player, chips in enumerate(contributions) if live[player] and chips >= level
        )
        if amount:
            pots.append(Pot(amount, contenders, paid_in))
        floor = level
    return tuple(pots)


def award(pot: Pot, strengths: Mapping[int, Strength], *, apart: bool = False) -> Award:
    """Pay a pot to its best hand, in equal shares where hands are equal.

    All chips that do not divide go to the first winner left of the button, or `apart`, one each, to
    the first winners (RULINGS C8). A pot with one contender needs no strength.
    """
    winners = pot.contenders
    if len(winners) > 1:
        best = max(strengths[player] for player in winners)
        winners = tuple(player for player in winners if strengths[player] == best)
    share, odd = divmod(pot.amount, len(winners))
    extra = [1] * odd if apart else [odd]
    extra += [0] * (len(winners) - len(extra))
    shares = tuple((player, share + more) for player, more in zip(winners, extra, strict=True))
    return Award(pot, shares, odd)
