"""What hosts and moderators do at a table, and what they are told."""

from __future__ import annotations

from bot.render.names import plain
from bot.render.words.base import BaseWords, mention
from bot.table.deeds import Deed, Doing


class HostWords(BaseWords):
    """Sentences about the host's controls."""

    def deed(self, deed: Deed) -> str:
        """Say what somebody did at a table."""
        _ = self._
        said = {
            Doing.PAUSED: _(
                "{name} pauses the table: no time runs out, and no further hand is dealt."
            ),
            Doing.PAUSED_ALONE: _(
                "{name} pauses this table: no time runs out, and no further hand is dealt. The "
                "other tables play on; levels and the stop time go on with them."
            ),
            Doing.RESUMED: _("{name} resumes the table."),
            Doing.REMOVED: _("{name} removes {subject} from the table."),
            Doing.REMOVED_LATER: _("{name} removes {subject} from the table after this hand."),
            Doing.INVITED: _("{member}: {name} invites you to this table. `/table join`"),
            Doing.HANDED_OVER: _("{name} makes {subject} the host of this table."),
            Doing.SET: _("{name} sets the table: {manners}."),
            Doing.STOPPING: _("{name} ends the session after this hand."),
            Doing.STOPPED: _("{name} ends the session."),
        }[deed.what]
        return said.format(
            name=plain(deed.name),
            subject=plain(deed.subject_name),
            member=mention(deed.subject or 0),
            manners=self._manners_of(deed),
        )

    def _manners_of(self, deed: Deed) -> str:
        set_to = deed.manners
        return "" if set_to is None else self.manners(set_to.turn_s, set_to.ping, muck=set_to.muck)

    def halted(self) -> str:
        """Say under a table that it is paused, and how it goes on."""
        return self._("-# Paused: no time runs out. `/table resume` goes on.")

    def hosted(self, deed: Doing) -> str:
        """Confirm to a host what he did."""
        _ = self._
        return {
            Doing.PAUSED: _("The table is paused."),
            Doing.RESUMED: _("The table goes on."),
            Doing.REMOVED: _("Done: the member is out, or will be when this hand is over."),
            Doing.INVITED: _("The invitation is in the channel."),
            Doing.HANDED_OVER: _("The table has a new host."),
            Doing.SET: _("Set; from the next turn or hand on."),
        }[deed]

    def stop_question(self, count: int, *, at_once: bool) -> str:
        """Ask whether a session shall end at all of its tables."""
        if at_once:
            return self._(
                "This session is played at {count} tables, and ends at all of them at once: the "
                "hands being played are void, and the stacks before them decide the places."
            ).format(count=count)
        return self._(
            "This session is played at {count} tables, and ends at all of them: each plays its "
            "hand to the end, and the stacks decide the places."
        ).format(count=count)

    def stop_label(self, *, at_once: bool) -> str:
        """Name the button that ends a session at all of its tables."""
        return self._("End it now at all tables") if at_once else self._("End it at all tables")

    def stopping_all(self, still_open: bool) -> str:
        """Confirm that a session ends at all of its tables."""
        if still_open:
            return self._("The session ends at all tables after their hands.")
        return self._("The session is over at all tables.")

    def no_deeds(self) -> str:
        """Say that a table's log is empty."""
        return self._("No host or moderator has done anything at this table.")
