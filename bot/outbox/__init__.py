"""The only sender: answers to interactions, posts in channels, direct messages.

What must be told was written in the transaction that made it true, and comes off the outbox once it
is told. Each channel and each member is a lane of its own, served in order. Inside a street nothing
is written down: the post that shows the table is edited to the newest state, by the answer to a
press or by one edit after it (design laws 4, 5, 8).
"""

from bot.outbox.answers import Answer, Private, Update
from bot.outbox.events import EventOver, EventRefused, EventTakenAway
from bot.outbox.sender import Outbox
from bot.outbox.trouble import Lost, NotNow
from bot.outbox.upward import Live, Upward

__all__ = [
    "Answer",
    "EventOver",
    "EventRefused",
    "EventTakenAway",
    "Live",
    "Lost",
    "NotNow",
    "Outbox",
    "Private",
    "Update",
    "Upward",
]
