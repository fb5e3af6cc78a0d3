"""What is said of series: why something was not done."""

from __future__ import annotations

from bot import errors
from bot.render.names import plain
from bot.render.words.refusals import RefusalWords
from bot.series import errors as series


class SeriesWords(RefusalWords):
    """Sentences about dates, sign-up, seats and standings."""

    def refusal(self, refused: errors.Refused) -> str:
        """Say privately why something was not done, and what could be."""
        _ = self._
        match refused:
            case series.UnknownZone(text=text, offset=True):
                return _(
                    "“{text}” is the same hour all year: after the next clock change every start "
                    "would be off. Name a place, such as Europe/Paris."
                ).format(text=plain(text))
            case series.UnknownZone(text=text, similar=similar):
                if not similar:
                    return _(
                        "“{text}” is no time zone. Name a place, such as Europe/Paris."
                    ).format(text=plain(text))
                return _("“{text}” is no time zone. Perhaps {similar}.").format(
                    text=plain(text), similar=_(" or ").join(similar)
                )
            case series.BadDate(text=text):
                return _(
                    "“{text}” is no date or time. A date is written `{date}`, a time `20:00`."
                ).format(text=plain(text), date="2026-10-20")
            case series.DatePassed():
                return _("That time has passed already. Choose a later one.")
            case series.NoDates():
                return _("No session falls on those dates: the last date lies before the first.")
            case series.TooManyDates(most=most):
                return _(
                    "A series has at most {most} sessions: set their number or a last date."
                ).format(most=most)
            case _:
                return super().refusal(refused)
