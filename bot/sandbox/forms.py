"""Reading a request body field by field, gathering what is wrong as Discord reports it."""

from __future__ import annotations

from typing import Any

from .errors import ApiError
from .model import Json

Path = tuple[str | int, ...]


class Form:
    """The problems found in one request body.

    Discord answers 50035 with a tree that mirrors the body; each leaf holds `_errors`.
    """

    def __init__(self) -> None:
        self._tree: Json = {}

    def problem(self, path: Path, code: str, message: str) -> None:
        """Note one problem at a place in the body."""
        node = self._tree
        for step in path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def refuse(self) -> None:
        """Refuse the request if anything is wrong.

        :raises ApiError: 50035, with everything that was noted.
        """
        if self._tree:
            raise ApiError(400, 50035, "Invalid Form Body", self._tree)

    def required(self, path: Path) -> None:
        """Note that a field is missing."""
        self.problem(path, "BASE_TYPE_REQUIRED", "This field is required")

    def text(self, path: Path, value: Any, low: int, high: int, *, must: bool = False) -> str:
        """Read a string of `low` to `high` characters; absent, it is empty."""
        if value is None:
            if must:
                self.required(path)
            return ""
        if not isinstance(value, str):
            self.problem(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
            return ""
        if not low <= len(value) <= high:
            self.length(path, low, high)
        return value

    def length(self, path: Path, low: int, high: int) -> None:
        """Note that something has not between `low` and `high` parts."""
        code, message = "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length."
        self.problem(path, code, message)

    def integer(self, path: Path, value: Any, low: int, high: int, default: int) -> int:
        """Read a whole number from `low` to `high`; absent, it is the default."""
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
            return default
        if value < low:
            self.problem(
                path, "NUMBER_TYPE_MIN", f"int value should be greater than or equal to {low}."
            )
        elif value > high:
            self.problem(
                path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
            )
        return value

    def boolean(self, path: Path, value: Any) -> bool:
        """Read a truth value; absent, it is false."""
        if value is None or isinstance(value, bool):
            return bool(value)
        self.problem(path, "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
        return False

    def many(self, path: Path, value: Any, low: int, high: int) -> list[Json]:
        """Read a list of `low` to `high` objects."""
        if value is None:
            self.required(path)
            return []
        if not isinstance(value, list):
            self.problem(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if not low <= len(value) <= high:
            self.length(path, low, high)
        for index, item in enumerate(value):
            if not isinstance(item, dict):
                self.problem(
                    (*path, index), "DICT_TYPE_CONVERT", "Only dictionaries may be used here."
                )
        return [item for item in value if isinstance(item, dict)]

    def object(self, path: Path, value: Any) -> Json:
        """Read an object; absent, it is empty."""
        if value is None or isinstance(value, dict):
            return value or {}
        self.problem(path, "DICT_TYPE_CONVERT", "Only dictionaries may be used here.")
        return {}

    def words(self, path: Path, value: Any, most: int) -> list[str]:
        """Read a list of ids or words; absent, it is empty."""
        if value is None:
            return []
        if not isinstance(value, list):
            self.problem(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return []
        if len(value) > most:
            self.length(path, 0, most)
        return [str(each) for each in value]

    def one_of(self, path: Path, value: Any, allowed: frozenset[int]) -> bool:
        """Say whether a type is one of those allowed here, noting it when not."""
        if value is None:
            self.required(path)
            return False
        if value not in allowed:
            told = ", ".join(str(each) for each in sorted(allowed))
            message = f"Value of field must be one of ({told})."
            self.problem(path, "UNION_TYPE_CHOICES", message)
            return False
        return True
