"""What the managers of a server read of its settings."""

from __future__ import annotations

from collections.abc import Sequence

from babel import Locale

from bot.render.words.base import BaseWords
from bot.server.model import Opening, Server


class ServerWords(BaseWords):
    """Sentences about a server's settings."""

    def server_settings(self, server: Server) -> list[str]:
        """Tell all settings of a server, one a line."""
        _ = self._
        return [
            _("Tables on this server"),
            self._who_opens(server),
            self._where(server),
            self._how_many(server),
            self._who_moderates(server),
            self._unless_said(server),
            self._how_long(server),
            self._which_zone(server),
            self._which_language(server),
        ]

    def _who_opens(self, server: Server) -> str:
        if server.opening is Opening.MODERATORS:
            return self._("Only moderators open tables.")
        return self._("Everyone may open tables.")

    def _where(self, server: Server) -> str:
        if not server.channels:
            return self._("In any channel.")
        return self._("Only in {channels}.").format(channels=self.channel_list(server.channels))

    def channel_list(self, channels: tuple[int, ...]) -> str:
        """Name channels."""
        return ", ".join(f"<#{channel}>" for channel in channels)

    def permissions(self, names: Sequence[str]) -> str:
        """Name permissions as the settings of a server do."""
        _ = self._
        said = {
            "view_channel": _("View Channel"),
            "read_message_history": _("Read Message History"),
            "send_messages": _("Send Messages"),
            "send_messages_in_threads": _("Send Messages In Threads"),
        }
        return ", ".join(said[name] for name in names)

    def _how_many(self, server: Server) -> str:
        if server.most_tables is None:
            return self._("Any number of tables at once.")
        return self._n(
            "At most {count} table at once.",
            "At most {count} tables at once.",
            server.most_tables,
        ).format(count=server.most_tables)

    def _who_moderates(self, server: Server) -> str:
        if server.moderator_role is None:
            return self._("Moderators are all who may manage messages.")
        return self._("Moderators are all who may manage messages, and <@&{role}>.").format(
            role=server.moderator_role
        )

    def _unless_said(self, server: Server) -> str:
        """Tell how a table is set unless its opener says otherwise."""
        return self._("Unless its opener says otherwise: {manners}.").format(
            manners=self.manners(server.turn_s, server.ping, muck=server.muck)
        )

    def _how_long(self, server: Server) -> str:
        if server.keep_days is None:
            return self._("Finished hands are kept for good.")
        return self._n(
            "Finished hands are kept for {count} day.",
            "Finished hands are kept for {count} days.",
            server.keep_days,
        ).format(count=server.keep_days)

    def _which_zone(self, server: Server) -> str:
        if server.zone is None:
            return self._("Series are planned in the time zone that is named with them.")
        return self._("Series are planned in the time zone {zone}.").format(zone=server.zone)

    def _which_language(self, server: Server) -> str:
        if server.language is None:
            return self._("Everyone is spoken to in the language of the server's own settings.")
        return self._("Everyone is spoken to in this language: {language}.").format(
            language=autonym(server.language)
        )


def autonym(language: str) -> str:
    """Return what a language calls itself."""
    return (Locale.parse(language, sep="-").get_display_name() or language).capitalize()
