from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.series.standings import (
    Correction,
    Counts,
    Finish,
    Scoring,
    explanations,
    standings,
)

ANA, BEN, CEM, DOG = 1, 2, 3, 4


def session(number: int, *places: tuple[int, int]) -> list[Finish]:
    """Return a session's results from members and their places."""
    return [Finish(number, member, place, len(places)) for member, place in places]


def points(scoring: Scoring, finishes: list[Finish], *corrections: Correction) -> dict[int, int]:
    return {s.member: s.points for s in standings(scoring, finishes, corrections)}


def test_place_p_among_n_earns_n_minus_p_plus_1_and_equal_places_the_same_e10() -> None:
    finishes = session(1, (ANA, 1), (BEN, 2), (CEM, 2), (DOG, 4))
    assert points(Scoring(), finishes) == {ANA: 4, BEN: 3, CEM: 3, DOG: 1}


def test_a_table_of_points_gives_nothing_beyond_its_last_place_e10() -> None:
    finishes = session(1, (ANA, 1), (BEN, 1), (CEM, 3), (DOG, 4))
    assert points(Scoring(table=(10, 5, 3)), finishes) == {ANA: 10, BEN: 10, CEM: 3, DOG: 0}


def test_equal_points_share_a_place_and_the_next_one_skips_e2() -> None:
    finishes = [*session(1, (ANA, 1), (BEN, 2), (CEM, 3)), *session(2, (BEN, 1), (ANA, 2))]
    # Ana 3 + 1, Ben 2 + 2, Cem 1
    assert [(s.place, s.member) for s in standings(Scoring(), finishes)] == [
        (1, ANA),
        (1, BEN),
        (3, CEM),
    ]


def test_only_the_best_sessions_count_and_the_others_say_so() -> None:
    finishes = [
        *session(1, (ANA, 3), (BEN, 1), (CEM, 2)),
        *session(2, (ANA, 1), (BEN, 2)),
        *session(3, (ANA, 2), (BEN, 1), (CEM, 3)),
    ]
    scoring = Scoring(best=2)
    assert points(scoring, finishes) == {ANA: 4, BEN: 6, CEM: 3}
    lines = explanations(scoring, finishes, ())[ANA].lines
    assert [(line.points, line.counts) for line in lines] == [
        (1, Counts.DROPPED),
        (2, Counts.YES),
        (2, Counts.YES),
    ]


def test_of_equal_sessions_the_earlier_counts() -> None:
    finishes = [*session(1, (ANA, 1), (BEN, 2)), *session(2, (ANA, 1), (BEN, 2))]
    lines = explanations(Scoring(best=1), finishes, ())[ANA].lines
    assert [line.counts for line in lines] == [Counts.YES, Counts.DROPPED]


def test_a_session_with_too_few_players_gives_nobody_anything_and_is_no_win() -> None:
    finishes = [*session(1, (ANA, 1), (BEN, 2)), *session(2, (BEN, 1), (ANA, 2), (CEM, 3))]
    made = {s.member: s for s in standings(Scoring(least_field=3), finishes)}
    assert {member: s.points for member, s in made.items()} == {ANA: 2, BEN: 3, CEM: 1}
    assert (made[ANA].wins, made[ANA].played, made[BEN].wins) == (0, 1, 1)
    lines = explanations(Scoring(least_field=3), finishes, ())[ANA].lines
    assert [line.counts for line in lines] == [Counts.SMALL, Counts.YES]


def test_wins_and_average_count_dropped_sessions_too() -> None:
    finishes = [*session(1, (ANA, 1), (BEN, 2)), *session(2, (ANA, 1), (BEN, 2), (CEM, 3))]
    (ana, *_) = standings(Scoring(best=1), finishes)
    assert (ana.points, ana.wins, ana.played, ana.average) == (3, 2, 2, 2.5)


def test_a_correction_moves_a_member_and_undoing_it_moves_him_back() -> None:
    finishes = session(1, (ANA, 1), (BEN, 2))
    correction = Correction(1, BEN, 2, "away by a fault of ours")
    assert points(Scoring(), finishes, correction) == {ANA: 2, BEN: 3}
    undone = Correction(1, BEN, 2, "away by a fault of ours", undone=True)
    assert points(Scoring(), finishes, undone) == {ANA: 2, BEN: 1}
    assert explanations(Scoring(), finishes, (undone,))[BEN].corrections == (undone,)


def test_who_only_has_a_correction_is_ranked_with_it() -> None:
    (only,) = standings(Scoring(), (), (Correction(1, ANA, 5, "guest"),))
    assert (only.place, only.points, only.played, only.average) == (1, 5, 0, 0.0)


def test_who_never_played_has_nothing_to_explain() -> None:
    assert CEM not in explanations(Scoring(), session(1, (ANA, 1), (BEN, 2)), ())


def test_nobody_and_nothing_is_no_standings() -> None:
    assert standings(Scoring(), ()) == ()


@st.composite
def seasons(draw: st.DrawFn) -> list[Finish]:
    """Draw a season in which fields vary and places are shared."""
    finishes: list[Finish] = []
    for number in range(1, draw(st.integers(1, 6)) + 1):
        members = draw(st.lists(st.integers(1, 9), min_size=2, max_size=9, unique=True))
        stacks = [draw(st.integers(0, 3)) for _ in members]
        finishes += [
            Finish(number, member, 1 + sum(other > stack for other in stacks), len(members))
            for member, stack in zip(members, stacks, strict=True)
        ]
    return finishes


@given(
    finishes=seasons(),
    best=st.one_of(st.none(), st.integers(1, 6)),
    least_field=st.integers(2, 6),
    table=st.one_of(st.just(()), st.just((10, 6, 3, 1))),
)
def test_standings_are_the_sums_that_a_spreadsheet_would_have(
    finishes: list[Finish], best: int | None, least_field: int, table: tuple[int, ...]
) -> None:
    totals: Counter[int] = Counter()
    for member in {finish.member for finish in finishes}:
        earned = []
        for finish in finishes:
            if finish.member == member and finish.field >= least_field:
                paid = dict(enumerate(table, start=1)).get(finish.place, 0)
                earned.append(paid if table else finish.field - finish.place + 1)
        totals[member] = sum(sorted(earned, reverse=True)[: best or len(earned)])
    made = standings(Scoring(table, best, least_field), finishes)
    assert {s.member: s.points for s in made} == dict(totals)
    for standing in made:
        better = sum(points > standing.points for points in totals.values())
        assert standing.place == 1 + better


@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_results_come_does_not_matter(seed: int) -> None:
    chance = random.Random(seed)
    finishes = [
        Finish(number, member, place, 8)
        for number in range(1, 9)
        for place, member in enumerate(chance.sample(range(1, 12), 8), start=1)
    ]
    shuffled = chance.sample(finishes, len(finishes))
    scoring = Scoring(best=5)
    assert standings(scoring, finishes) == standings(scoring, shuffled)


def test_who_has_nothing_but_corrections_that_were_undone_stands_nowhere() -> None:
    undone, kept = Correction(1, 7, 3, "slip", undone=True), Correction(2, 8, 0, "guest")
    ranked = standings(Scoring(), [Finish(1, 1, 1, 2)], [undone, kept])
    assert [standing.member for standing in ranked] == [1, 8]
    both = standings(Scoring(), [], [undone, Correction(3, 7, -1, "late")])
    assert [(standing.member, standing.points) for standing in both] == [(7, -1)]
