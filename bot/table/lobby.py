"""Before the first hand: opening a table, sitting down, getting up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import AlreadyStarted, BadOption, Barred, NotSeated, TwoSchedules
from bot.table.change import LOBBY_S, Change, Who, with_alarms
from bot.table.model import Contest, Member, Options, Phase, Ping, Table, TableId, UserId
from bot.table.view import seat_of
from engine.cash import BuyIn
from engine.games import VARIANTS
from engine.levels import Level
from engine.rules import Game, Stakes, Structure
from engine.session import leave, new_session, sit

STACK = (20, 1_000_000)
BUY_IN = (40, 200)
"""The house range of a cash table, in chips: 20 to 100 big blinds."""
HANDS = (1, 1_000)
MINUTES = (5, 1_440)
TURN_S = (10, 600)
DEFAULT_TURN_S = 60
LEVEL_HANDS = (1, 200)
LEVEL_MINUTES = (1, 240)
LADDER = (1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000)
"""The stakes of each level, in multiples of the first."""


def make_options(
    game: Game,
    stakes: Stakes,
    *,
    stack: int,
    seats: int | None = None,
    hands: int | None = None,
    minutes: int | None = None,
    turn_s: int = DEFAULT_TURN_S,
    ping: Ping = Ping.LATE,
    level_hands: int | None = None,
    level_minutes: int | None = None,
    buy_in: tuple[int, int] | None = None,
    straddle: bool = False,
    muck: bool = False,
) -> Options:
    """Check a table's set-up.

    :param level_hands: the stakes rise every so many hands.
    :param level_minutes: the stakes rise every so many minutes.
    :param buy_in: the least and the most chips at a cash table, None for a table with places.
    :param muck: losing hands stay hidden at a showdown reached by betting.
    :raises TwoSchedules: for levels of both kinds.
    :raises BadOption: for a value out of its bounds; those of the stakes depend on the stack.
    """
    stakes = replace(stakes, muck=muck)
    most_seats = VARIANTS[game].max_players
    seats = most_seats if seats is None else seats
    within("stack", stack, STACK)
    within("seats", seats, (2, most_seats))
    within("turn", turn_s, TURN_S)
    if hands is not None:
        within("hands", hands, HANDS)
    if minutes is not None:
        within("minutes", minutes, MINUTES)
    if stakes.minimum_bet > stack:
        option, most = ("big", stack) if stakes.big_blind else ("ante", stack // 2)
        raise BadOption(option, 1, most)
    if stakes.big_blind and stakes.big_blind + stakes.ante > stack:
        raise BadOption("ante", 0, stack - stakes.big_blind)
    levels: tuple[Level, ...] = ()
    if level_hands is not None and level_minutes is not None:
        raise TwoSchedules
    if level_hands is not None:
        within("level_hands", level_hands, LEVEL_HANDS)
        levels = tuple(Level(rung, hands=level_hands) for rung in _ladder(stakes))
    elif level_minutes is not None:
        within("level_minutes", level_minutes, LEVEL_MINUTES)
        levels = tuple(Level(rung, seconds=60 * level_minutes) for rung in _ladder(stakes))
    chips = None
    if buy_in is not None:
        within("buyin_min", buy_in[0], (stakes.minimum_bet, stack))
        chips = BuyIn(*buy_in)
    return Options(
        game, stack, stakes, seats, hands, minutes, turn_s, ping, levels, chips, straddle
    )


def _ladder(stakes: Stakes) -> list[Stakes]:
    """Return the stakes of all levels: about half as much again each time, in round numbers."""
    return [
        replace(
            stakes,
            small_blind=stakes.small_blind * times,
            big_blind=stakes.big_blind * times,
            ante=stakes.ante * times,
        )
        for times in LADDER
    ]


def make_stakes(
    small_blind: int | None, big_blind: int | None, ante: int, structure: Structure, default: Stakes
) -> Stakes:
    """Complete the blinds: a big blind alone gets half of it as small, a small one twice as big.

    :param buy_in: the least and the most chips at a cash table, None for a table with places.
    :raises TwoSchedules: for levels of both kinds.
    :raises BadOption: for blinds that do not fit each other.
    """
    if small_blind is None and big_blind is None:
        return replace(default, ante=ante, structure=structure)
    big = big_blind if big_blind is not None else 2 * (small_blind or 0)
    small = small_blind if small_blind is not None else max(big // 2, 1)
    within("big", big, (1, STACK[1]))
    within("small", small, (1, big))
    return Stakes(small_blind=small, big_blind=big, ante=ante, structure=structure)


def open_table(
    table_id: TableId, where: tuple[int, int, str], who: Who, options: Options, now: float
) -> Change:
    """Open a table at a place (guild, channel, locale) and seat who opens it."""
    guild, channel, locale = where
    session = new_session(
        options.game,
        options.stakes,
        options.stack,
        options.seats,
        options.hands,
        options.levels,
        options.buy_in,
    )
    table = Table(table_id, guild, channel, locale, who.user, options, session, post="lobby")
    return join(table, who, now)


def open_contest(
    table_id: TableId,
    where: tuple[int, int, str],
    host: UserId,
    players: Sequence[Who],
    options: Options,
    contest: Contest,
    now: float,
) -> Change:
    """Open a table of a series at a place, with its players in the order of their seats."""
    table = open_table(table_id, where, players[0], options, now).table
    for who in players[1:]:
        table = join(table, who, now).table
    return Change(replace(table, contest=contest, opener=host))


def join(table: Table, who: Who, now: float, chips: int | None = None) -> Change:
    """Seat a member; at a cash table at any time, with the chips he brings.

    :raises Barred: when a host has taken his seat for good.
    :raises AlreadyStarted: after the first deal where it is for places.
    :raises engine.errors.Refusal: when he sits already, the table is full, or his chips are
        outside the buy-in range.
    """
    if who.user in table.barred:
        raise Barred
    cash = table.options.buy_in is not None
    if table.session.started and not cash:
        raise AlreadyStarted
    table = replace(
        table,
        session=sit(table.session, who.user, chips=chips),
        members={**table.members, who.user: Member(who.user, who.name, who.locale)},
    )
    if cash:
        brought = table.options.stack if chips is None else chips
        bought = table.bought.get(who.user, 0) + brought
        table = replace(table, bought={**table.bought, who.user: bought})
    if table.phase is Phase.LOBBY:
        table = with_alarms(table, close=now + LOBBY_S)
    return Change(table)


def get_up(table: Table, who: Who, now: float) -> Change:
    """Free a member's seat before the first deal.

    :raises NotSeated: when he has none.
    """
    if seat_of(table, who.user) is None:
        raise NotSeated
    session, _ = leave(table.session, who.user)
    members = {user: member for user, member in table.members.items() if user != who.user}
    bought = {user: chips for user, chips in table.bought.items() if user != who.user}
    table = replace(table, session=session, members=members, bought=bought)
    return Change(with_alarms(table, close=now + LOBBY_S))


def close(table: Table) -> Change:
    """Close a table at which nothing is being played."""
    return Change(replace(table, phase=Phase.CLOSED, alarms={}, ping_post=None))


def within(option: str, value: int, bounds: tuple[int, int]) -> None:
    """Check a value.

    :raises BadOption: when it is out of its bounds.
    """
    if not bounds[0] <= value <= bounds[1]:
        raise BadOption(option, *bounds)
