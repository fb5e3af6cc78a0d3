"""What happens to a session by itself: each step once, whatever happens in between."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta

import pytest

from bot.series import control, season, signup
from bot.series.errors import (
    AlreadyPaused,
    AlreadySignedUp,
    DatePassed,
    NoSuchSession,
    NotAskedYet,
    NotPaused,
    NotSignedUp,
    SeriesOver,
    SessionBegun,
    SignUpClosed,
)
from bot.series.model import (
    SERIES_JSON,
    SESSION_JSON,
    Did,
    End,
    Hindrance,
    Reminder,
    Series,
    SeriesId,
    Session,
    TooFew,
)
from bot.series.schedule import Monthly, Schedule, Weekly
from bot.series.season import Step
from bot.table.model import TableId, UserId
from tests.series.samples import (
    HOLDEM,
    HOST,
    LONG_AGO,
    WEEKLY,
    a_season,
    a_setup,
    one_evening,
    signed_up,
)

EIGHT = datetime(2026, 10, 6, 20, tzinfo=UTC)
ANA, BEN, CEM = UserId(1), UserId(2), UserId(3)


def minutes(count: float) -> timedelta:
    return timedelta(minutes=count)


NOTED = {Step.CLOSE: signup.close, Step.CHECK: season.check, Step.STOP: season.stop}
"""Steps of which nothing but the time is noted."""


class Evening:
    """A session whose steps are taken as they come due, as by the clock task."""

    def __init__(self, series: Series, session: Session) -> None:
        self.series = series
        self.session = session
        self.busy = False
        self.last_hand_ends = session.start
        self.last = session.start
        self.told: list[tuple[datetime, Step]] = []
        self.reminded: list[Reminder] = []

    def restart(self) -> None:
        """Forget everything but what is stored."""
        self.series = SERIES_JSON.validate_json(SERIES_JSON.dump_json(self.series))
        self.session = SESSION_JSON.validate_json(SESSION_JSON.dump_json(self.session))

    def at(self, now: datetime) -> None:
        """Do all that is due."""
        while (step := season.due(self.series, self.session, now)) is not None:
            self.take(step, now)

    def until(self, end: datetime) -> None:
        """Do what comes, each step at its time."""
        while (step := season.next_step(self.series, self.session)) is not None and step[0] <= end:
            self.at(step[0])

    def take(self, step: Step, now: datetime) -> None:
        setup, before = self.series.setup, self.session
        self.told.append((now, step))
        match step:
            case Step.LET_GO:
                self.session = season.end(before, End.PAUSED, now)
            case Step.GIVE_UP:
                self.session = season.give_up(self.series, before, self.last, now)
            case Step.ANNOUNCE:
                self.session = season.announce(setup, before, now)
            case Step.REMIND:
                self.session, newest = season.remind(setup, before, now)
                self.reminded += [newest] if newest else []
            case Step.START:
                self.start(now)
            case Step.SHUT:
                self.session = season.shut(before)
            case Step.SCORE:
                self.score(now)
            case _:
                self.session = NOTED[step](before, now)

    def score(self, now: datetime) -> None:
        if now < self.last_hand_ends:
            self.session = season.look_again(self.session, now)
        else:
            self.session = season.score(self.session, now)

    def start(self, now: datetime) -> None:
        hindrance = season.hindrance_now(self.series.setup, self.session)
        if self.busy:
            hindrance = Hindrance.BUSY
        if hindrance is None:
            begun = season.start(self.session, HOLDEM, [TableId(1)], now)
            self.session = season.take_late(self.series.setup, begun, now)
        else:
            self.session = season.hinder(self.session, hindrance, now)

    def steps(self) -> list[Step]:
        return [step for _, step in self.told]


def evening(*members: int, **more: object) -> Evening:
    """Return the evening of 6 October 2026, 20:00 UTC, with members signed up."""
    series, session = one_evening(EIGHT, **more)
    return Evening(series, signed_up(series.setup, session, *members))


EVERY_STEP = [
    Step.ANNOUNCE,
    Step.REMIND,
    Step.REMIND,
    Step.CHECK,
    Step.REMIND,
    Step.CLOSE,
    Step.START,
    Step.STOP,
    Step.SCORE,
]


# The course of an evening


def test_an_evening_takes_its_steps_in_order_each_at_its_time() -> None:
    tonight = evening(ANA, BEN)
    tonight.until(EIGHT - minutes(10))
    tonight.session = signup.say_here(signup.say_here(tonight.session, ANA), BEN)
    tonight.until(EIGHT + minutes(999))
    assert tonight.told == [
        (EIGHT - timedelta(days=7), Step.ANNOUNCE),
        (EIGHT - timedelta(days=1), Step.REMIND),
        (EIGHT - minutes(60), Step.REMIND),
        (EIGHT - minutes(10), Step.CHECK),
        (EIGHT - minutes(5), Step.REMIND),
        (EIGHT, Step.CLOSE),
        (EIGHT, Step.START),
        (EIGHT + minutes(120), Step.STOP),
        (EIGHT + minutes(120.5), Step.SCORE),
    ]
    assert tonight.reminded == [Reminder.DAY, Reminder.HOUR, Reminder.FIVE]
    assert season.next_step(tonight.series, tonight.session) is None
    assert tonight.session.end is End.PLAYED


def test_a_session_is_scored_when_its_last_hand_has_ended() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.last_hand_ends = EIGHT + minutes(122)
    tonight.until(EIGHT + minutes(999))
    assert tonight.session.ended_at == EIGHT + minutes(122)
    assert tonight.steps().count(Step.SCORE) == 4


@pytest.mark.parametrize("seed", range(20))
def test_every_step_is_taken_once_however_often_and_late_anybody_asks(seed: int) -> None:
    """Restarts, two alarms in one minute and short outages at any moment."""
    chance = random.Random(seed)
    tonight = evening(ANA, BEN, presence=False)
    now = EIGHT - timedelta(hours=26)
    while now < EIGHT + minutes(150):
        now += minutes(chance.choice([0.5, 1, 3, 12]))
        for _ in range(chance.randint(1, 3)):
            tonight.restart()
            tonight.at(now)
    steps = tonight.steps()
    assert len(steps) == len(EVERY_STEP) - 1  # nobody is asked whether he is here
    assert sorted(steps) == sorted(step for step in EVERY_STEP if step is not Step.CHECK)


def test_only_the_reminders_that_are_chosen_are_sent() -> None:
    tonight = evening(ANA, BEN, presence=False, reminders=(Reminder.HOUR,))
    tonight.until(EIGHT)
    assert tonight.reminded == [Reminder.HOUR]


# After an outage


def test_of_several_overdue_reminders_the_newest_is_sent() -> None:
    tonight = evening(ANA, BEN)
    tonight.at(EIGHT - timedelta(days=3))
    tonight.at(EIGHT - minutes(4))
    assert tonight.reminded == [Reminder.FIVE]


def test_a_late_announcement_reminds_of_everything_that_is_overdue() -> None:
    tonight = evening()
    tonight.at(EIGHT - minutes(30))
    assert tonight.steps() == [Step.ANNOUNCE]
    tonight.until(EIGHT - minutes(5))
    assert tonight.reminded == [Reminder.FIVE]


def test_no_reminder_is_sent_once_the_session_should_be_running() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.at(EIGHT - timedelta(days=2))
    tonight.at(EIGHT + minutes(3))
    assert tonight.reminded == []
    assert tonight.session.started_at == EIGHT + minutes(3)


def test_t007_a_start_within_the_time_of_grace_happens_once() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.at(EIGHT + minutes(14))
    tonight.restart()
    tonight.at(EIGHT + minutes(14))
    assert tonight.steps().count(Step.START) == 1


def test_t006_a_start_after_the_time_of_grace_is_missed_and_nothing_is_replayed() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.at(EIGHT + minutes(15))
    assert tonight.steps() == [Step.GIVE_UP]
    assert tonight.session.end is End.MISSED


def test_who_could_not_be_asked_in_time_is_given_time_to_answer() -> None:
    tonight = evening(ANA, BEN)
    tonight.at(EIGHT + minutes(5))
    assert tonight.steps()[-1] is Step.CHECK
    assert season.next_step(tonight.series, tonight.session) == (EIGHT + minutes(7), Step.START)


def test_the_stop_is_the_agreed_one_even_after_a_late_start() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.at(EIGHT + minutes(10))
    assert season.next_step(tonight.series, tonight.session) == (EIGHT + minutes(120), Step.STOP)


# Players


def test_the_waiting_list_moves_up_when_somebody_withdraws() -> None:
    tonight = evening(1, 2, 3, 4, most=2)
    setup = tonight.series.setup
    assert [e.member for e in signup.seated(setup, tonight.session)] == [1, 2]
    assert [e.member for e in signup.waiting(setup, tonight.session)] == [3, 4]
    after = signup.withdraw(tonight.session, UserId(1))
    up = signup.moved_up(setup, tonight.session, after)
    assert up is not None
    assert up.member == 3
    last = signup.withdraw(tonight.session, UserId(4))
    assert signup.moved_up(setup, tonight.session, last) is None


def test_who_is_not_here_is_not_seated_and_who_waits_takes_his_place() -> None:
    tonight = evening(1, 2, 3, most=2)
    tonight.until(EIGHT - minutes(10))
    for member in (2, 3):
        tonight.session = signup.say_here(tonight.session, UserId(member))
    setup = tonight.series.setup
    assert [entry.member for entry in signup.players(setup, tonight.session)] == [2, 3]


def test_who_signs_up_when_the_others_have_been_asked_is_here() -> None:
    tonight = evening(1)
    tonight.until(EIGHT - minutes(10))
    late = signed_up(tonight.series.setup, tonight.session, 2)
    assert [entry.present for entry in late.entries] == [False, True]


def test_signing_up_twice_or_without_having_signed_up_withdrawing_is_refused() -> None:
    tonight = evening(ANA)
    with pytest.raises(AlreadySignedUp):
        signed_up(tonight.series.setup, tonight.session, ANA)
    with pytest.raises(NotSignedUp):
        signup.withdraw(tonight.session, BEN)
    with pytest.raises(NotSignedUp):
        signup.say_here(tonight.session, BEN)
    with pytest.raises(NotAskedYet):
        signup.say_here(tonight.session, ANA)


def test_sign_up_closes_in_time_unless_too_few_have_signed_up() -> None:
    tonight = evening(ANA, BEN, least=3, closes_min=30)
    tonight.until(EIGHT - minutes(30))
    assert tonight.session.closed_at is not None
    enough = signed_up(tonight.series.setup, tonight.session, CEM)
    with pytest.raises(SignUpClosed):
        signed_up(tonight.series.setup, enough, 4)


def test_nothing_changes_about_a_session_that_has_begun() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.until(EIGHT)
    with pytest.raises(SessionBegun):
        signed_up(tonight.series.setup, tonight.session, CEM)
    with pytest.raises(SessionBegun):
        signup.withdraw(tonight.session, ANA)
    with pytest.raises(SessionBegun):
        signup.say_here(tonight.session, ANA)
    with pytest.raises(SessionBegun):
        control.skip(tonight.series, tonight.session, HOST, "", EIGHT)
    with pytest.raises(SessionBegun):
        control.move(tonight.series, tonight.session, EIGHT + minutes(9), HOST, "", EIGHT)


# Late arrivals


def test_for_so_long_after_the_start_who_comes_may_still_sign_up_or_say_that_he_is_here() -> None:
    tonight = evening(ANA, BEN, CEM, late_min=20)
    tonight.until(EIGHT - minutes(10))
    tonight.session = signup.say_here(signup.say_here(tonight.session, ANA), BEN)
    tonight.until(EIGHT + minutes(19))
    setup = tonight.series.setup
    assert signup.is_open(setup, tonight.session)
    come = signup.say_here(signed_up(setup, tonight.session, 4), CEM)
    assert [entry.member for entry in signup.players(setup, come)] == [ANA, BEN, CEM, 4]
    for there in (ANA, CEM):
        with pytest.raises(SessionBegun):
            signup.say_here(come, there)
    with pytest.raises(SessionBegun):
        signup.withdraw(come, ANA)
    tonight.until(EIGHT + minutes(20))
    assert tonight.told[-1] == (EIGHT + minutes(20), Step.SHUT)
    assert not signup.is_open(setup, tonight.session)
    with pytest.raises(SessionBegun):
        signup.say_here(tonight.session, CEM)
    with pytest.raises(SessionBegun):
        signed_up(setup, tonight.session, 4)


@pytest.mark.parametrize("end", [season.stop, season.score])
def test_nobody_comes_late_to_a_session_that_stops_or_is_over(
    end: Callable[[Session, datetime], Session],
) -> None:
    tonight = evening(ANA, BEN, presence=False, late_min=90)
    tonight.until(EIGHT)
    assert signup.is_open(tonight.series.setup, tonight.session)
    over = end(tonight.session, EIGHT + minutes(5))
    assert not signup.is_open(tonight.series.setup, over)


def test_a_session_that_starts_after_the_time_for_late_arrivals_takes_nobody() -> None:
    tonight = evening(ANA, BEN, presence=False, late_min=5)
    tonight.at(EIGHT + minutes(7))
    assert not signup.is_open(tonight.series.setup, tonight.session)


# Too few, or no room


def test_too_few_players_cancel_the_session_when_the_time_of_grace_is_over() -> None:
    tonight = evening(ANA, presence=False)
    tonight.until(EIGHT + minutes(20))
    assert tonight.session.end is End.TOO_FEW
    assert tonight.session.ended_at == EIGHT + minutes(15)


def test_too_few_players_postpone_the_session_if_the_series_says_so() -> None:
    made = a_season(a_setup(too_few=TooFew.POSTPONE, presence=False))
    second = Evening(made.series, made.sessions[1])
    second.last = made.sessions[-1].start
    second.until(second.session.start + minutes(20))
    assert second.session.end is None
    # 27 October is the last date: a week later it is 20:00 in Paris again, an hour later in UTC.
    assert second.session.start == datetime(2026, 11, 3, 19, tzinfo=UTC)
    assert season.next_step(second.series, second.session) == (
        second.session.start - timedelta(days=1),
        Step.REMIND,
    )


def test_t014_a_session_waits_for_a_running_table_and_for_players_then_begins_once() -> None:
    """20:00 passes with one player and a table running; at 20:07 it is free, and two are here."""
    tonight = evening(ANA, presence=False)
    tonight.busy = True
    tonight.until(EIGHT + minutes(6.5))
    assert tonight.session.hindrance is Hindrance.BUSY
    tonight.session = signed_up(tonight.series.setup, tonight.session, BEN)
    tonight.busy = False
    tonight.until(EIGHT + minutes(60))
    assert tonight.session.started_at == EIGHT + minutes(7)
    assert tonight.session.tables == (TableId(1),)


def test_t014_a_session_that_never_finds_room_is_missed() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.busy = True
    tonight.until(EIGHT + minutes(60))
    assert tonight.session.end is End.MISSED
    assert tonight.session.started_at is None


# What moderators do


def test_a_series_is_made_with_a_row_for_every_session() -> None:
    made = a_season()
    assert [session.number for session in made.sessions] == [1, 2, 3, 4]
    assert [session.start.hour for session in made.sessions] == [18, 18, 18, 19]
    assert made.line is not None
    assert (made.line.did, made.line.who) == (Did.CREATED, HOST)


def test_a_series_cannot_begin_in_the_past() -> None:
    with pytest.raises(DatePassed):
        control.create(made_id(), (5, "en-US"), HOST, a_setup(), EIGHT)


def made_id() -> SeriesId:
    return a_season().series.id


def test_a_paused_series_lets_its_sessions_pass_and_resumes_with_the_next() -> None:
    made = a_season()
    paused = control.pause(made.series, made.sessions, HOST, "holidays", LONG_AGO)
    first = Evening(paused.series, made.sessions[0])
    first.until(first.session.start + minutes(60))
    assert first.steps() == [Step.LET_GO]
    assert first.session.end is End.PAUSED
    resumed = control.resume(paused.series, made.sessions, HOST, "", first.session.start)
    assert season.next_step(resumed.series, made.sessions[1]) is not None
    with pytest.raises(AlreadyPaused):
        control.pause(paused.series, made.sessions, HOST, "", LONG_AGO)
    with pytest.raises(NotPaused):
        control.resume(made.series, made.sessions, HOST, "", LONG_AGO)


def test_a_session_that_has_begun_goes_on_while_its_series_is_paused() -> None:
    tonight = evening(ANA, BEN, presence=False)
    tonight.until(EIGHT)
    tonight.series = control.pause(tonight.series, (), HOST, "", EIGHT).series
    tonight.until(EIGHT + minutes(120))
    assert tonight.steps()[-1] is Step.STOP


def test_skipping_ends_one_session_and_leaves_the_others() -> None:
    made = a_season()
    skipped = control.skip(made.series, made.sessions[1], HOST, "a feast", LONG_AGO)
    assert [(s.number, s.end) for s in skipped.sessions] == [(2, End.SKIPPED)]
    assert season.next_step(made.series, skipped.sessions[0]) is None
    assert skipped.line is not None
    assert (skipped.line.session, skipped.line.why) == (2, "a feast")


def test_moving_a_session_keeps_its_players_and_reminds_them_of_the_new_time() -> None:
    tonight = evening(ANA, BEN)
    tonight.until(EIGHT - minutes(30))
    later = EIGHT + timedelta(days=2)
    changed = control.move(tonight.series, tonight.session, later, HOST, "", EIGHT - minutes(20))
    tonight.session = changed.sessions[0]
    assert [entry.member for entry in tonight.session.entries] == [ANA, BEN]
    tonight.reminded.clear()
    tonight.until(later - minutes(5))
    assert tonight.reminded == [Reminder.DAY, Reminder.HOUR, Reminder.FIVE]
    with pytest.raises(DatePassed):
        control.move(tonight.series, tonight.session, LONG_AGO, HOST, "", EIGHT)


def test_cancelling_calls_off_what_has_not_begun_and_nothing_else() -> None:
    made = a_season()
    running = season.start(made.sessions[0], HOLDEM, [TableId(1)], EIGHT)
    cancelled = control.cancel(
        made.series, (running, *made.sessions[1:]), HOST, "summer", EIGHT + minutes(5)
    )
    assert [(s.number, s.end) for s in cancelled.sessions] == [
        (number, End.CANCELLED) for number in (2, 3, 4)
    ]
    with pytest.raises(SeriesOver):
        control.pause(cancelled.series, (), HOST, "", EIGHT)
    assert season.next_step(cancelled.series, running) is not None


def test_an_edit_of_the_dates_concerns_what_has_not_begun() -> None:
    made = a_season()
    played = season.score(season.start(made.sessions[0], HOLDEM, [], EIGHT), EIGHT)
    sessions = (played, *made.sessions[1:])
    monthly = Schedule("Europe/Paris", date(2026, 11, 1), time(21), Monthly(2, 1), sessions=2)
    fewer = control.edit(made.series, sessions, a_setup(monthly), HOST, "", EIGHT)
    assert [(s.number, s.end, s.start.day) for s in fewer.sessions] == [
        (2, None, 10),
        (3, None, 8),
        (4, End.CANCELLED, 27),
    ]
    daily = Schedule("Europe/Paris", date(2026, 11, 1), time(21), Weekly(), sessions=5)
    more = control.edit(made.series, sessions, a_setup(daily), HOST, "", EIGHT)
    assert [s.number for s in more.sessions] == [2, 3, 4, 5, 6]


def test_an_edit_of_anything_else_leaves_the_dates_alone() -> None:
    made = a_season()
    moved = control.move(made.series, made.sessions[1], EIGHT + minutes(99), HOST, "", LONG_AGO)
    edited = control.edit(
        moved.series, (made.sessions[0], *moved.sessions), a_setup(most=27), HOST, "", LONG_AGO
    )
    assert edited.sessions == (made.sessions[0], *moved.sessions)
    assert edited.series.setup.most == 27
    over = a_setup(Schedule("UTC", date(2026, 10, 1), time(20)))
    with pytest.raises(DatePassed):
        control.edit(made.series, made.sessions, over, HOST, "", EIGHT)


def test_a_series_is_over_when_all_its_sessions_have_ended() -> None:
    made = a_season()
    ended = [season.end(session, End.SKIPPED, EIGHT) for session in made.sessions]
    assert not control.settled(made.series, [*ended[:3], made.sessions[3]]).over
    assert control.settled(made.series, ended).over


def test_a_session_is_found_by_its_number() -> None:
    made = a_season()
    assert control.session_of(made.sessions, 3).number == 3
    with pytest.raises(NoSuchSession):
        control.session_of(made.sessions, 5)


def test_the_first_date_of_the_samples_is_the_tuesday_they_say() -> None:
    assert WEEKLY.first.weekday() == 1
