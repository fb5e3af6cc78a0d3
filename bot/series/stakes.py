"""What the sessions of a series are played for: its games, and the stakes of each of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.series.errors import NoBlinds, WhichGame
from bot.series.model import Setup
from bot.table import lobby
from bot.table.model import Options, Ping
from engine import fivecard, holdem
from engine.rules import Game, Stakes, Structure

HOUSE = {
    Game.HOLDEM: (holdem.HOUSE_STAKES, holdem.HOUSE_STACK, 9),
    Game.FIVECARD: (fivecard.HOUSE_STAKES, fivecard.HOUSE_STACK, 6),
}
"""The stakes, the stack and the seats of a game unless a moderator says otherwise."""
BY_TURNS = "both"
"""What is chosen for both games by turns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to change about the stakes of a game; None: it stays as it is."""

    stack: int | None = None
    small: int | None = None
    """A blind that is named alone brings the other one with it."""
    big: int | None = None
    ante: int | None = None
    limit: Structure | None = None
    level_minutes: int | None = None
    """How long each level lasts; 0: the stakes do not rise."""
    muck: bool | None = None
    """Whether losing hands stay hidden."""


def house_options(game: Game, minutes: int, turn_s: int, ping: Ping, *, muck: bool) -> Options:
    """Return how the tables of a game are set up unless a moderator says otherwise."""
    stakes, stack, seats = HOUSE[game]
    return lobby.make_options(
        game, stakes, stack=stack, seats=seats, minutes=minutes, turn_s=turn_s, ping=ping, muck=muck
    )


def games_of(chosen: str) -> tuple[Game, ...]:
    """Return the games that were chosen: one, or both by turns."""
    return tuple(Game) if chosen == BY_TURNS else (Game(chosen),)


def with_games(setup: Setup, games: tuple[Game, ...]) -> Setup:
    """Return a set-up of other games; one that was played already stays as it is set."""
    played, first = {options.game: options for options in setup.games}, setup.games[0]
    return replace(
        setup,
        games=tuple(
            played.get(game)
            or house_options(game, setup.minutes, first.turn_s, first.ping, muck=first.stakes.muck)
            for game in games
        ),
    )


def with_muck(setup: Setup, *, muck: bool) -> Setup:
    """Return a set-up in which losing hands stay hidden at the showdown, or are shown."""
    for number in range(len(setup.games)):
        setup = restaked(setup, number, Wanted(muck=muck))
    return setup


def number_of(setup: Setup, game: Game | None) -> int:
    """Return where among the games of a series one stands; the only one need not be named.

    :raises WhichGame: when it is not among them, or one of several has to be named.
    """
    games = [options.game for options in setup.games]
    if game is None and len(games) == 1:
        return 0
    if game not in games:
        raise WhichGame(tuple(games))
    return games.index(game)


def restaked(setup: Setup, number: int, wanted: Wanted) -> Setup:
    """Return a set-up with other stakes of one of its games.

    :raises NoBlinds: for the blinds of a game without any.
    :raises bot.errors.BadOption: for a value out of its bounds.
    """
    games = list(setup.games)
    games[number] = _restaked(games[number], wanted)
    return replace(setup, games=tuple(games))


def level_minutes(options: Options) -> int:
    """Return how long each level lasts, in minutes; 0: the stakes do not rise."""
    if not options.levels:
        return 0
    seconds = options.levels[0].seconds
    assert seconds is not None
    return int(seconds) // 60


def _restaked(now: Options, wanted: Wanted) -> Options:
    stack = now.stack if wanted.stack is None else wanted.stack
    minutes = level_minutes(now) if wanted.level_minutes is None else wanted.level_minutes
    lobby.within("stack", stack, lobby.STACK)
    return lobby.make_options(
        now.game,
        _stakes(now.stakes, stack, wanted),
        stack=stack,
        seats=now.seats,
        hands=now.hands,
        minutes=now.minutes,
        turn_s=now.turn_s,
        ping=now.ping,
        level_minutes=minutes or None,
        muck=now.stakes.muck if wanted.muck is None else wanted.muck,
    )


def _stakes(now: Stakes, stack: int, wanted: Wanted) -> Stakes:
    ante = now.ante if wanted.ante is None else wanted.ante
    structure = wanted.limit or now.structure
    if now.big_blind:
        blinds = lobby.make_stakes(wanted.small, wanted.big, ante, structure, now)
        return replace(
            now,
            small_blind=blinds.small_blind,
            big_blind=blinds.big_blind,
            ante=ante,
            structure=structure,
        )
    if wanted.small is not None or wanted.big is not None:
        raise NoBlinds
    lobby.within("ante", ante, (1, stack // 2))
    return replace(now, ante=ante, structure=structure)
