"""One local stand-in for Discord: the whole bot without a token, and what the tests run against.

The real `discord.Client` logs in to it unchanged; a person plays on its web page.
"""

from .errors import BadInput, BadOption, NoSuchCommand, NoSuchComponent, SandboxError
from .exchange import Exchange
from .faults import Fault, Faults
from .interaction import Reply
from .limits import Limits, Rate
from .members import Member
from .model import Button, Channel, DirectChannel, Guild, Message, Thread
from .ratelimits import cloudflare, too_many
from .world import StandIn

__all__ = [
    "BadInput",
    "BadOption",
    "Button",
    "Channel",
    "DirectChannel",
    "Exchange",
    "Fault",
    "Faults",
    "Guild",
    "Limits",
    "Member",
    "Message",
    "NoSuchCommand",
    "NoSuchComponent",
    "Rate",
    "Reply",
    "SandboxError",
    "StandIn",
    "Thread",
    "cloudflare",
    "too_many",
]
