"""Why something was not done about a series, and what could be."""

from __future__ import annotations

from bot import errors
from bot.render.names import plain
from bot.render.words.refusals import RefusalWords
from bot.series import errors as series


class SeriesRefusalWords(RefusalWords):
    """Answers to what cannot be done about a series."""

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
            case series.ZoneMissing():
                return _(
                    "In which time zone? Name a place with `zone`, or set it once for this server "
                    "with `/setup zone`."
                )
            case series.BadDate(text=text):
                return _(
                    "“{text}” is no date or time. A date is written `{date}`, a time `20:00`."
                ).format(text=plain(text), date="2026-10-20")
            case series.BadEnd(text=text):
                return _(
                    "“{text}” is neither a number of sessions, such as 8, nor a last date, such as "
                    "`{date}`."
                ).format(text=plain(text), date="2026-12-15")
            case series.BadWeekdays(text=text):
                return _(
                    "“{text}” names no days of the week. Write them in English, such as `Tue Fri`."
                ).format(text=plain(text))
            case series.DaysOfWeeks():
                return _("Weeks and weekdays are for what is played every week or every few weeks.")
            case series.TwoEnds():
                return _(
                    "A series ends after a number of sessions or with a last date: choose one of "
                    "the two."
                )
            case series.OnlyOnce():
                return _("What is played once has one session: choose how often it is repeated.")
            case series.NoBlinds():
                return _("This game has no blinds: `ante` is what everyone pays before the deal.")
            case series.WhichGame(games=games):
                return _("Name one of the games of this series with `game`: {games}.").format(
                    games=_(" or ").join(map(self.game_name, games))
                )
            case series.CannotPlayThere(channel=channel):
                return _(
                    "I cannot run tables in <#{channel}>. Allow me View Channel, Read Message "
                    "History and Send Messages there, or choose another channel."
                ).format(channel=channel)
            case series.NothingChanges():
                return _("The series is set up so already: nothing changes.")
            case series.NotOffered():
                return _("That choice is no longer offered. The panel shows what is.")
            case series.DatePassed():
                return _("That time has passed already. Choose a later one.")
            case series.NoDates():
                return _("No session falls on those dates: the last date lies before the first.")
            case series.TooManyDates(most=most):
                return _(
                    "A series has at most {most} sessions: set their number or a last date."
                ).format(most=most)
            case series.NotSignedUp():
                return _("You have not signed up for this session. Join puts you on the list.")
            case series.AlreadySignedUp():
                return _("You have signed up already. Withdraw takes you off the list.")
            case series.SignUpClosed():
                return _("Sign-up has closed, and there are players enough.")
            case series.NotAskedYet():
                return _("It is too early: you are asked ten minutes before the start.")
            case series.SessionFull():
                return _("Every seat of this session is taken.")
            case series.LastHands():
                return _("This session plays its last hands: nobody sits down any more.")
            case series.NameTaken(name=name):
                return _("A series called {name} is running already. Choose another name.").format(
                    name=plain(name)
                )
            case series.NoSuchSeries():
                return _("There is no such series here. `/series list` shows all of them.")
            case series.NoSuchSession():
                return _("The series has no session of that number. `/series list` shows them.")
            case series.SessionBegun():
                return _("That session has begun or is over: nothing about it changes any more.")
            case series.SeriesOver():
                return _("That series is over. Its standings stay.")
            case series.AlreadyPaused():
                return _("The series is paused already. `/series resume` goes on with it.")
            case series.NotPaused():
                return _("The series is not paused.")
            case series.NothingToUndo():
                return _("There is no such correction that counts. `/series log` shows them.")
            case series.BadPoints(text=text):
                return _(
                    "“{text}” does not give points to places. Write numbers, none more than the "
                    "one before, such as `10 6 4 2`."
                ).format(text=plain(text))
            case series.NoSuchTemplate():
                return _("There is no such template here. `/series template` keeps one.")
            case series.PreviewGone():
                return _("That preview is no longer there. `/series create` makes a new one.")
            case _:
                return super().refusal(refused)
