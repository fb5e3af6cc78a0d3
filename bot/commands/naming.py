"""What the slash commands are called, and how they are described, in other languages."""

from __future__ import annotations

from typing import Any

from discord import Locale
from discord.app_commands import (
    TranslationContext,
    TranslationContextLocation,
    Translator,
    locale_str,
)

from bot.catalogue import COMMAND_NAME, OPTION_NAME, languages, translations_into

CONTEXTS = {
    TranslationContextLocation.group_name: COMMAND_NAME,
    TranslationContextLocation.command_name: COMMAND_NAME,
    TranslationContextLocation.parameter_name: OPTION_NAME,
}
"""Where a text is a name that members type."""


class CatalogueTranslator(Translator):
    """Hands the catalogues to discord.py, which asks for every text in every locale."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContext[Any, Any]
    ) -> str | None:
        """Return a text in exactly that locale, None where it has no catalogue.

        Discord shows others what it has by its own rules, in the end the text itself.
        """
        if locale.value not in languages():
            return None
        catalogue, kind = translations_into(locale.value), CONTEXTS.get(context.location)
        if kind is None:
            return catalogue.gettext(string.message)
        return catalogue.pgettext(kind, string.message)
