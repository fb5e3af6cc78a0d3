"""All that is kept about one member, as he may read it: his own cards and nobody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any

from bot.filing import Log, each_hand
from bot.ledger import Movement
from bot.records.kept import Kept
from bot.store import Store
from bot.store.written import MemberRow
from bot.table.deeds import DEED_JSON, Deed
from bot.table.model import EVENTS_JSON, Table, UserId
from bot.table.result import Result
from engine.cards import Card, card_text
from engine.events import Event, HandEnded, HandsShown, HandStarted


@dataclass(frozen=True, slots=True)
class AtTable:
    """What one table knows of a member."""

    table: Table
    hands: Log
    movements: Sequence[Movement]
    deeds: Sequence[tuple[float, Deed]]


async def gather(store: Store, user: UserId) -> dict[str, Any]:
    """Return everything that is kept about a member, ready to be written as JSON."""
    direct = (await store.members()).get(user)
    tables = []
    for table in await store.tables_of(user):
        deeds = [(at, deed) for at, deed in await store.deeds(table.id) if _concerns(deed, user)]
        moved = [row for row in await store.ledger(table) if user in {row.member, row.by}]
        known = AtTable(table, await store.log(table.id), moved, deeds)
        tables.append(_table(known, user))
    return {
        "member": user,
        "direct_messages": None if direct is None else _direct(direct),
        "results": [_result(result) for result in await store.results_of(user)],
        "tables": tables,
        "series": await store.series_rows(user),
    }


def count(data: dict[str, Any]) -> Kept:
    """Count what `gather` returned."""
    tables = data["tables"]
    return Kept(
        open_tables=sum(table["open"] for table in tables),
        results=len(data["results"]),
        hands=sum(len(table["hands"]) for table in tables),
        movements=sum(len(table["chips"]) for table in tables),
        deeds=sum(len(table["deeds"]) for table in tables),
        series=sum(len(rows) for rows in data["series"].values()),
        has_direct=data["direct_messages"] is not None,
    )


def to_json(data: dict[str, Any]) -> str:
    """Write what `gather` returned for a reader."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def _direct(row: MemberRow) -> dict[str, Any]:
    return {"channel": row.dm, "arrive": row.reachable}


def _result(result: Result) -> dict[str, Any]:
    return {**asdict(result), "at": _time(result.at)}


def _concerns(deed: Deed, user: UserId) -> bool:
    return user in {deed.by, deed.subject}


def _table(known: AtTable, user: UserId) -> dict[str, Any]:
    table = known.table
    member = table.members.get(user)
    return {
        "table": table.id,
        "server": table.guild,
        "channel": table.channel,
        "open": table.phase.value != "closed",
        "host": table.opener == user,
        "name": None if member is None else member.name,
        "language": None if member is None else member.locale,
        "hands": list(_hands(known.hands, user)),
        "chips": [asdict(row) for row in known.movements],
        "deeds": [_deed(at, deed, user) for at, deed in known.deeds],
    }


def _deed(at: float, deed: Deed, user: UserId) -> dict[str, Any]:
    """Return a deed without whom else it concerns."""
    written = DEED_JSON.dump_python(deed, mode="json")
    mine = [("by", "name")] if deed.by == user else []
    mine += [("subject", "subject_name")] if deed.subject == user else []
    own = {key: written[key] for pair in mine for key in pair}
    return {"at": _time(at), "what": deed.what.value, **own}


def _hands(log: Log, user: UserId) -> Iterator[dict[str, Any]]:
    """Yield the hands that a member was dealt in to, with what he was dealt and what he did."""
    for at, events in each_hand(log):
        start = next(event for event in events if isinstance(event, HandStarted))
        seat = next((seat for seat, member in start.members if member == user), None)
        if seat is None:
            continue
        ended = next((event for event in events if isinstance(event, HandEnded)), None)
        yield {
            "hand": start.number,
            "at": _time(at),
            "seat": seat,
            "stack_before": dict(start.stacks)[seat],
            "stack_after": None if ended is None else dict(ended.stacks)[seat],
            "events": [own for event in events if (own := _own(event, seat)) is not None],
        }


def _own(event: Event, seat: int) -> dict[str, Any] | None:
    """Return what an event says of a seat, None where it is not about it."""
    if isinstance(event, HandsShown):
        shown = dict(event.hands).get(seat)
        return None if shown is None else {"kind": event.kind, "cards": _cards(shown)}
    if getattr(event, "seat", None) != seat:
        return None
    (written,) = EVENTS_JSON.dump_python((event,), mode="json")
    own = {key: value for key, value in written.items() if key != "seat"}
    if "cards" in own:
        own["cards"] = _cards(own["cards"])
    return own


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(card_text, cards))


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
