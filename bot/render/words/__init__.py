"""Every text that a member reads, through gettext. No text is anywhere else.

English is the language of the sources; the catalogues of others lie in `bot/locale`. Names arrive
cleaned (`bot.render.names`), amounts are totals for the round.
"""

from bot.render.words.base import card, cards, mention, moment
from bot.render.words.changes import ChangeWords
from bot.render.words.panel import PanelWords

__all__ = ["Words", "card", "cards", "mention", "moment"]


class Words(PanelWords, ChangeWords):
    """All sentences in one language."""
