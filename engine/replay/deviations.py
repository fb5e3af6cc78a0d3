"""Where card rooms play otherwise than this house on purpose, each under a name.

A replay that meets one goes on as its docstring says, and counts it; the rest of the hand is still
compared. Without permission for it, the hand differs.
"""

from __future__ import annotations

from enum import StrEnum


class Deviation(StrEnum):
    """A rule of a source that is not ours; each says theirs, ours, and what the replay does."""

    RAKE = "rake"
    """The room keeps part of the pots; ours keeps nothing (rule text 000 section 3).

    What each winner collected is compared after the rake: to the chip where there is one pot. Of
    several pots the source does not say which paid what; none pays less than nothing, and together
    they pay the rake stated.
    """
    BEATEN_HANDS_MUCKED = "beaten_hands_mucked"
    """Beaten hands are not shown; ours shows every live hand unless the table has `muck` (C6).

    Played with that option: a hand that beats what was shown before must be shown in its turn.
    """
    ALL_IN_HANDS_MUCKED = "all_in_hands_mucked"
    """The same of hands that are all-in before the last card; ours always shows those (C3).

    Accepted of who wins nothing.
    """
    SHOW_ORDER = "show_order"
    """Hands are shown in another order than ours (C1, C2, C4, C5): by seat, the winner first, the
    caller first, side pots first; or somebody mucks before it is his turn.

    The order is not compared; that every winner shows is.
    """
    RUN_OUT_SHOW_ORDER = "run_out_show_order"
    """The same of hands shown before the last card; ours begins left of the button (C3)."""
    ODD_CHIPS_APART = "odd_chips_apart"
    """Leftover chips go one each to the winners left of the button, ours all to the first (C8).

    Played with the table option of that name.
    """
    ODD_CHIPS_ELSEWHERE = "odd_chips_elsewhere"
    """Leftover chips go to winners further from the button than ours (C8).

    Winners and equal shares are compared, and that together they get what is left over.
    """
    RAISE_NO_CALLER = "raise_no_caller"
    """A raise is taken though everybody left is all-in; ours only offers the call (A8).

    Played as a call; what the raise puts in above it must be part of what comes back.
    """
    CALL_CAPPED = "call_capped"
    """A call costs only what can still be won; ours costs the price, the surplus comes back (A2).

    Played as the full call; what it puts in above the source's must come back.
    """
    FL_UNCAPPED = "fl_uncapped"
    """Fixed limit without a cap once two players are left; ours has no such exception (A16).

    Played without a cap.
    """
    FL_SHORT_ALL_IN_REOPENS = "fl_short_all_in_reopens"
    """Fixed limit: an all-in of half a bet or more lets raise again who has acted; ours does not
    (A3, A17).

    Played as if he had not acted.
    """
    FL_COUNTED_FROM_SHORT_ALL_IN = "fl_counted_from_short_all_in"
    """Fixed limit: a raise over a short all-in adds one bet to it; ours completes the level (A17).

    The replay checks that it is one bet and within the cap, and plays it as a no-limit raise.
    """
    BIG_BLIND_MISSING = "big_blind_missing"
    """The hand is dealt though nobody posts the big blind; ours always has one (B2).

    Where the small blind is as large, it is played as the big blind.
    """
    EXTRA_STRADDLE = "extra_straddle"
    """A second straddle, or one of another size or seat; ours is one, of two big blinds, from the
    seat after the big blind (A18).

    Posted after ours as a further live blind that acts last.
    """
    CROWDED_TABLE = "crowded_table"
    """More players than ours allows, ten at Hold'em and six at five-card draw (001 section 1).

    Who folds at once without a chip in the pot is left out, his turn only checked.
    """
    BOARD_AFTER_THE_END = "board_after_the_end"
    """Further board cards are opened when all but one have folded; ours then opens none (rule text
    000 section 3).

    They are not compared; the board of the hand is.
    """
    LOWBALL_RANKING = "lowball_ranking"
    """Deuce-to-seven: the lowest hand wins; ours is the highest (rule text 001 section 6).

    The pots go to the winners the source names; the rest is compared.
    """
