"""What a game has besides pieces: global properties, turn, boards, notes, as a log's steps change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vassal_supply.vassal.sequence import join, split

if TYPE_CHECKING:
    from vassal_supply.vassal.save import Save

_WHOLE_HEADS = ("NOTES\t", "PNOTES\t", "CLOCKCONTROL\t")


class Setting:
    """The commands of a save that say one thing each and are replaced by later ones of the same kind."""

    def __init__(self, save: Save) -> None:
        self._indices: dict[str, int] = {}
        for index in save.places.others:
            key = _key(save.text(index))
            if key is not None:
                self._indices[key] = index
        self._globals = {name: dict(values) for name, values in save.global_properties.items()}
        self._leaves: dict[str, str] = {}
        self._changes: list[tuple[str, str, str]] = []

    def start_step(self) -> None:
        """Forget which global properties earlier steps set."""
        self._changes = []

    def changes(self) -> tuple[tuple[str, str, str], ...]:
        """The global properties set since :meth:`start_step`: name, value before, value after."""
        return tuple(self._changes)

    def run(self, leaf: bytes) -> None:
        """Carry out a command; one that is of no concern here is passed over."""
        text = leaf.decode("utf-8", "replace")
        if text.startswith("MutableProperty\t"):
            _, name, _, value, container, *_ = [*split(text, "\t"), "", "", "", ""]
            self._set(name, value, container)
            return
        key = _key(text)
        if key is None:
            return
        self._leaves[key] = text
        if text.startswith("GlobalProperty\t"):
            _, name, value, container, *_ = [*split(text, ";"), "", "", ""]
            self._set(name, value, container)

    def _set(self, name: str, value: str, container: str) -> None:
        """Set a global property; without a container it is the one that has the name, wherever that is."""
        if not container:
            owners = (owner for owner, values in self._globals.items() if name in values)
            container = next(owners, "Module")
        values = self._globals.setdefault(container, {})
        self._changes.append((name, values.get(name, ""), value))
        values[name] = value
        leaf = join(["GlobalProperty\t", name, value, container], ";")
        self._leaves[_key(leaf) or ""] = leaf

    def replaced(self) -> dict[int, bytes]:
        """The leaves of the save that now say something else, by their number."""
        return {
            self._indices[key]: text.encode("utf-8")
            for key, text in self._leaves.items()
            if key in self._indices
        }

    def added(self) -> list[bytes]:
        """The leaves that the save has no place for yet."""
        return [
            text.encode("utf-8") for key, text in self._leaves.items() if key not in self._indices
        ]


def _key(text: str) -> str | None:
    """What a command is about, so that a later one about the same takes its place; ``None`` for all other commands."""
    if text.startswith("GlobalProperty\t"):
        _, name, _, container, *_ = [*split(text, ";"), "", "", ""]
        return f"GlobalProperty\t{container or 'Module'}\t{name}"
    head = text.partition("\t")[0]
    if head.startswith("TURN") or head.endswith("BoardPicker"):
        return head
    return head if text.startswith(_WHOLE_HEADS) else None
