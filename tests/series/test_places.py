from __future__ import annotations

from bot.series.places import Ending, shared_places


def places(*endings: Ending, by_exit: bool = True) -> dict[int, int]:
    return {
        member: shared.place
        for shared in shared_places(endings, by_exit=by_exit)
        for member in shared.members
    }


A, B, C, D, E = range(1, 6)


def test_t012_two_out_in_the_same_hand_share_the_place_whatever_they_had() -> None:
    """A has all but D's chips after the hand in which B (150) and C (50) were out."""
    endings = (Ending(A, 600), Ending(B, 0, 7), Ending(C, 0, 7), Ending(D, 200))
    assert places(*endings) == {A: 1, D: 2, B: 3, C: 3}


def test_e12_who_was_out_at_another_table_is_ranked_by_the_moment_of_his_hand() -> None:
    """Hands are counted over both tables as they were committed: 4 at one, 5 at the other."""
    endings = (Ending(A, 600), Ending(B, 0, 5), Ending(C, 0, 4), Ending(D, 0, 9), Ending(E, 0, 4))
    assert places(*endings) == {A: 1, D: 2, B: 3, C: 4, E: 4}


def test_e2_equal_stacks_at_the_stop_share_the_place_and_the_next_one_skips() -> None:
    assert places(Ending(A, 250), Ending(B, 250), Ending(C, 100)) == {A: 1, B: 1, C: 3}


def test_e3_in_five_card_draw_final_balances_alone_decide_zero_included() -> None:
    endings = (Ending(A, 30), Ending(B, 0, 2), Ending(C, 3, 8), Ending(D, 0, 9), Ending(E, 7))
    assert places(*endings, by_exit=False) == {A: 1, E: 2, C: 3, B: 4, D: 4}


def test_nobody_played_is_nobody_placed() -> None:
    assert shared_places((), by_exit=True) == ()
