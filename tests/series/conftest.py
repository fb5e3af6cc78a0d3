from __future__ import annotations

from tests.bot.conftest import _house, _spec

__all__ = ["_house", "_spec"]
