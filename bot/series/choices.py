"""The menus of the set-up panel: what each offers, what is set in it, and what choosing does.

A menu offers sensible values, and what is set even if it is none of them. What its value means is
said in `bot.render.words.panel`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.router import DraftPress, DraftVerb
from bot.series.errors import NotOffered
from bot.series.model import MOST_PLAYERS, Reminder, Setup, TooFew
from bot.series.redating import repeating
from bot.series.repeats import Repeating, repeating_of
from bot.series.schedule import Weekly
from bot.series.stakes import (
    BY_TURNS,
    Wanted,
    games_of,
    level_minutes,
    restaked,
    with_games,
    with_muck,
)
from bot.table import lobby
from bot.table.model import Options
from engine.rules import Game, Structure

LENGTHS = (30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360)
"""Minutes of a session that are offered."""
CLOSINGS = (0, 5, 10, 15, 30, 60, 120, 240, 720, 1_440)
"""Minutes before the start at which sign-up may close."""
LATES = (0, 5, 10, 15, 20, 30, 45, 60)
"""Minutes after the start in which who comes is still seated; 0: nobody is."""
GRACES = (1, 5, 10, 15, 20, 30, 45, 60, 90, 120)
"""Minutes that a session may start late."""
STACKS = (50, 100, 200, 300, 500, 1_000, 1_500, 2_000, 5_000, 10_000, 20_000, 50_000)
BLINDS = ("1/2", "2/4", "5/10", "10/20", "25/50", "50/100", "100/200", "250/500")
ANTES = ("1", "2", "5", "10", "25", "50", "100", "250")
LEVELS = (0, 5, 10, 15, 20, 30, 45, 60)
"""Minutes of a level; 0: the stakes do not rise."""
MOST_FIELD = 25
MOST_BEST = 24
ALL = "all"
YES, NO = "yes", "no"

Offered = Callable[[Setup, int], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu, as it is for a set-up and one of its games; one that offers nothing is not shown."""

    offered: Offered
    now: Offered
    """What is set."""
    choose: Callable[[Setup, int, Sequence[str]], Setup]
    several: bool = False
    """Any number of values can be chosen, none included."""


def choose(setup: Setup, press: DraftPress, chosen: Sequence[str]) -> Setup:
    """Return a set-up with what was chosen from a menu; other controls change nothing.

    :raises NotOffered: for what the menu does not offer.
    :raises bot.errors.Refused: for what does not fit the rest of the set-up.
    """
    menu = MENUS.get(press.verb)
    if menu is None:
        return setup
    game = shown(setup, press)
    if not set(chosen) <= set(menu.offered(setup, game)):
        raise NotOffered
    if len(chosen) != 1 and not menu.several:
        raise NotOffered
    return menu.choose(setup, game, chosen)


def shown(setup: Setup, press: DraftPress) -> int:
    """Return which game a page is about; one that is played no more was the last one."""
    return min(press.game, len(setup.games) - 1)


def checked(setup: Setup) -> Setup:
    """Return a set-up whose smallest and largest field fit together, and at the tables.

    :raises bot.errors.BadOption: when they do not.
    """
    lobby.within("most", setup.most, (2, MOST_PLAYERS))
    lobby.within("least", setup.least, (2, setup.most))
    return setup


def with_minutes(setup: Setup, minutes: int) -> Setup:
    """Return a set-up whose sessions last so long."""
    lobby.within("minutes", minutes, lobby.MINUTES)
    games = tuple(replace(options, minutes=minutes) for options in setup.games)
    return replace(setup, games=games)


# Menus of one number, or of one of a few words


def _menu(
    offered: Callable[[Setup], Iterable[object]],
    now: Callable[[Setup], object],
    put: Callable[[Setup, str], Setup],
) -> Menu:
    """Return a menu of which one value is set, which is the same for all games."""

    def texts(setup: Setup, _: int) -> list[str]:
        return [str(value) for value in offered(setup)]

    return Menu(
        texts, lambda setup, _: [str(now(setup))], lambda setup, _, chosen: put(setup, chosen[0])
    )


def _number(
    offered: Callable[[Setup], Iterable[int]],
    now: Callable[[Setup], int],
    put: Callable[[Setup, int], Setup],
) -> Menu:
    return _menu(
        lambda setup: _with(offered(setup), now(setup)),
        now,
        lambda setup, chosen: put(setup, int(chosen)),
    )


def _with(offered: Iterable[int], now: int) -> list[int]:
    """Return what is offered, and what is set even if it is not."""
    return sorted({*offered, now})


def _yes_or_no(now: Callable[[Setup], bool], put: Callable[[Setup, bool], Setup]) -> Menu:
    return _menu(
        lambda _: (YES, NO),
        lambda setup: YES if now(setup) else NO,
        lambda setup, chosen: put(setup, chosen == YES),
    )


# When


def _rhythms(setup: Setup, game: int) -> list[str]:
    return list(dict.fromkeys([*Repeating, *_rhythm(setup, game)]))


def _rhythm(setup: Setup, _: int) -> list[str]:
    """Return how a series repeats: a word, or a number of weeks where there is none for it."""
    repeat = setup.schedule.repeat
    if isinstance(repeat, Weekly):
        return [repeating_of(repeat) or str(repeat.every)]
    return [repeating_of(repeat) or ""]


def _repeated(setup: Setup, _: int, chosen: Sequence[str]) -> Setup:
    if chosen[0] not in list(Repeating):
        # A number of weeks is offered only while it is set.
        return setup
    return replace(setup, schedule=repeating(setup.schedule, Repeating(chosen[0])))


def _weekdays(setup: Setup, _: int) -> list[str]:
    return [str(day) for day in range(7)] if isinstance(setup.schedule.repeat, Weekly) else []


def _days_now(setup: Setup, _: int) -> list[str]:
    repeat = setup.schedule.repeat
    return [str(day) for day in repeat.days] if isinstance(repeat, Weekly) else []


def _on_days(setup: Setup, _: int, chosen: Sequence[str]) -> Setup:
    repeat = setup.schedule.repeat
    assert isinstance(repeat, Weekly)
    days = replace(repeat, days=tuple(sorted(map(int, chosen))))
    return replace(setup, schedule=replace(setup.schedule, repeat=days))


# Which games, for what


def _games_now(setup: Setup) -> str:
    return setup.games[0].game if len(setup.games) == 1 else BY_TURNS


def _shown_games(setup: Setup, _: int) -> list[str]:
    return [str(number) for number in range(len(setup.games))] if len(setup.games) > 1 else []


def _of_game(
    offered: Callable[[Options], Iterable[object]],
    now: Callable[[Options], object],
    wanted: Callable[[str], Wanted],
) -> Menu:
    """Return a menu of which one value is set for one game."""
    return Menu(
        lambda setup, game: [str(value) for value in offered(setup.games[game])],
        lambda setup, game: [str(now(setup.games[game]))],
        lambda setup, game, chosen: restaked(setup, game, wanted(chosen[0])),
    )


def _stacks(options: Options) -> list[int]:
    stakes = options.stakes
    least = max(stakes.minimum_bet, stakes.big_blind + stakes.ante)
    return _with((stack for stack in STACKS if stack >= least), options.stack)


def _blinds(options: Options) -> list[str]:
    """Return the blinds that a stack can pay, of a game without any its antes."""
    now, room = blinds_of(options), options.stack
    if options.stakes.big_blind:
        found = {blinds for blinds in BLINDS if _big(blinds) + options.stakes.ante <= room}
    else:
        found = {ante for ante in ANTES if 2 * int(ante) <= room}
    return sorted({*found, now}, key=lambda each: (_big(each), each))


def _big(blinds: str) -> int:
    return int(blinds.rpartition("/")[2])


def blinds_of(options: Options) -> str:
    """Return the blinds of a game as they are written, of a game without any its ante."""
    stakes = options.stakes
    if not stakes.big_blind:
        return str(stakes.ante)
    return f"{stakes.small_blind}/{stakes.big_blind}"


def _forced(chosen: str) -> Wanted:
    small, of_two, big = chosen.partition("/")
    return Wanted(small=int(small), big=int(big)) if of_two else Wanted(ante=int(chosen))


# Who, and which sessions count


def _fields(setup: Setup) -> range:
    return range(2, min(setup.most, MOST_FIELD) + 1)


def _reminders(setup: Setup, _: int, chosen: Sequence[str]) -> Setup:
    return replace(setup, reminders=tuple(r for r in Reminder if r in chosen))


def _best(setup: Setup, chosen: str) -> Setup:
    best = None if chosen == ALL else int(chosen)
    return replace(setup, scoring=replace(setup.scoring, best=best))


def _counted_from(setup: Setup, field: int) -> Setup:
    return replace(setup, scoring=replace(setup.scoring, least_field=field))


MENUS = {
    DraftVerb.REPEAT: Menu(_rhythms, _rhythm, _repeated),
    DraftVerb.DAYS: Menu(_weekdays, _days_now, _on_days, several=True),
    DraftVerb.LENGTH: _number(lambda _: LENGTHS, lambda setup: setup.minutes, with_minutes),
    DraftVerb.PLAYED: _menu(
        lambda _: (*Game, BY_TURNS),
        _games_now,
        lambda setup, chosen: with_games(setup, games_of(chosen)),
    ),
    DraftVerb.SHOWN: Menu(
        _shown_games, lambda _, game: [str(game)], lambda setup, _game, _chosen: setup
    ),
    DraftVerb.MUCK: _yes_or_no(
        lambda setup: setup.games[0].stakes.muck,
        lambda setup, is_hidden: with_muck(setup, muck=is_hidden),
    ),
    DraftVerb.LIMIT: _of_game(
        lambda _: Structure,
        lambda options: options.stakes.structure,
        lambda chosen: Wanted(limit=Structure(chosen)),
    ),
    DraftVerb.STACK: _of_game(
        _stacks, lambda options: options.stack, lambda chosen: Wanted(stack=int(chosen))
    ),
    DraftVerb.BLINDS: _of_game(_blinds, blinds_of, _forced),
    DraftVerb.LEVELS: _of_game(
        lambda options: _with(LEVELS, level_minutes(options)),
        level_minutes,
        lambda chosen: Wanted(level_minutes=int(chosen)),
    ),
    DraftVerb.LEAST: _number(
        _fields,
        lambda setup: setup.least,
        lambda setup, least: checked(replace(setup, least=least)),
    ),
    DraftVerb.CLOSES: _number(
        lambda _: CLOSINGS,
        lambda setup: setup.closes_min,
        lambda setup, minutes: replace(setup, closes_min=minutes),
    ),
    DraftVerb.LATE: _number(
        lambda _: LATES,
        lambda setup: setup.late_min,
        lambda setup, minutes: replace(setup, late_min=minutes),
    ),
    DraftVerb.TOO_FEW: _menu(
        lambda _: TooFew,
        lambda setup: setup.too_few,
        lambda setup, chosen: replace(setup, too_few=TooFew(chosen)),
    ),
    DraftVerb.PRESENCE: _yes_or_no(
        lambda setup: setup.presence, lambda setup, is_asked: replace(setup, presence=is_asked)
    ),
    DraftVerb.GRACE: _number(
        lambda _: GRACES,
        lambda setup: setup.grace_min,
        lambda setup, minutes: replace(setup, grace_min=minutes),
    ),
    DraftVerb.REMINDERS: Menu(
        lambda _setup, _: list(Reminder),
        lambda setup, _: list(setup.reminders),
        _reminders,
        several=True,
    ),
    DraftVerb.BEST: _menu(
        lambda setup: (ALL, *_with(range(1, MOST_BEST), setup.scoring.best or 1)),
        lambda setup: setup.scoring.best or ALL,
        _best,
    ),
    DraftVerb.FIELD: _number(_fields, lambda setup: setup.scoring.least_field, _counted_from),
}
