"""Reading typed values out of the tables of a TOML file, so that a maker's slip gets one clear line.

A :class:`Table` knows the file it came from and its own dotted place; every getter names the line, the key, what stands
there and what was expected. :meth:`Table.done` refuses keys that nobody asked for, with the nearest allowed one.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from typing import NoReturn

from vassal_supply.errors import KitError, SupplyError


class Table:
    """One TOML table. ``error`` is the class of the errors it raises, ``source`` the text of the whole file."""

    __slots__ = ("_asked", "_data", "error", "file", "place", "source")

    def __init__(
        self,
        data: object,
        *,
        file: str = "",
        place: str = "",
        error: type[SupplyError] = KitError,
        source: str = "",
    ) -> None:
        self.file = file
        self.place = place
        self.error = error
        self.source = source
        if not isinstance(data, Mapping):
            self.fail("", f"{_shown(data)}; expected a table")
        self._data: Mapping[str, object] = data
        self._asked: set[str] = set()

    def at(self, key: str) -> str:
        """The dotted place of a key."""
        return ".".join(part for part in (self.place, key) if part)

    def line(self, key: str, word: str = "") -> int:
        """The line of the file on which a key, or a word of its value, stands; 0 when that is not known."""
        if not self.source:
            return 0
        from vassal_supply.toml_lines import line_of

        return line_of(self.source, self.at(key), word)

    def fail(self, key: str, text: str, word: str = "") -> NoReturn:
        """Raise this table's error for a key, on the line of ``word`` within its value if one is given."""
        raise self.error(text, file=self.file, place=self.at(key), line=self.line(key, word))

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def keys(self) -> Iterator[str]:
        """All keys, for tables whose keys are the maker's own names; counts them as asked for."""
        self._asked.update(self._data)
        return iter(self._data)

    def get(self, key: str) -> object:
        """The raw value, ``None`` when missing."""
        self._asked.add(key)
        return self._data.get(key)

    def text(self, key: str, default: str | None = None) -> str:
        """A string; without a default the key must be there."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            self._wrong(key, value, "a string")
        return value

    def choice(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """A string out of ``allowed``."""
        value = self.text(key, default)
        if value not in allowed:
            self._wrong(key, value, "one of " + ", ".join(allowed))
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """A whole number."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, int) or isinstance(value, bool):
            self._wrong(key, value, "a whole number")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """``true`` or ``false``."""
        value = self.get(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            self._wrong(key, value, "true or false")
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A string or a list of strings."""
        value = self.get(key)
        if value is None and default is not None:
            return default
        if isinstance(value, str):
            return (value,)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong(key, value, "a string or a list of strings")
        return tuple(value)

    def table(self, key: str) -> Table:
        """A table inside; an empty one when missing."""
        return self._inside(self._data.get(key, {}), key)

    def tables(self, key: str) -> list[Table]:
        """An array of tables inside; empty when missing."""
        value = self.get(key)
        if value is None:
            return []
        if not isinstance(value, list):
            self._wrong(key, value, f"a list of tables, each under [[{self.at(key)}]]")
        return [self._inside(item, f"{key}[{n}]") for n, item in enumerate(value, 1)]

    def done(self) -> None:
        """Refuse keys that were never asked for."""
        for key in self._data:
            if key not in self._asked:
                self.fail(key, f"unknown key{_nearest(key, self._asked)}")

    def _inside(self, value: object, key: str) -> Table:
        self._asked.add(key.partition("[")[0])
        return Table(
            value, file=self.file, place=self.at(key), error=self.error, source=self.source
        )

    def _wrong(self, key: str, value: object, expected: str) -> NoReturn:
        found = "missing" if value is None else _shown(value)
        self.fail(key, f"{found}; expected {expected}")


def parse_toml(data: bytes, *, file: str, error: type[SupplyError] = KitError) -> Table:
    """A whole TOML file as a table; raises ``error`` with file and line when it is none."""
    import tomllib

    try:
        text = data.removeprefix(BOM_UTF8).decode("utf-8").replace("\r\n", "\n")
        return Table(tomllib.loads(text), file=file, error=error, source=text)
    except UnicodeDecodeError as exc:
        raise error(f"byte {exc.start} is no UTF-8; save the file as UTF-8", file=file) from None
    except tomllib.TOMLDecodeError as exc:
        said, line = _syntax_error(str(exc), text)
        raise error(f"no valid TOML: {said}", file=file, line=line) from None
    except RecursionError:
        raise error("brackets nested too deep; expected a plain file", file=file) from None


def _syntax_error(said: str, text: str) -> tuple[str, int]:
    """What ``tomllib`` says of a slip, and the line that it names in words."""
    what, _, where = said.rpartition(" (at ")
    if where.startswith("line "):
        line, _, column = where.removeprefix("line ").rstrip(")").partition(", ")
        return f"{what} at {column}", int(line)
    return f"{what or said} at the end", text.count("\n") + 1


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _nearest(key: str, known: set[str]) -> str:
    import difflib

    close = difflib.get_close_matches(key, known, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return "; expected one of " + ", ".join(sorted(known))
