"""A module's build file: an XML tree whose tags are the Java classes of its components.

Reading is safe against hostile files: no entity is ever declared or expanded, nothing is fetched, and libxml2's own
limits on depth and text length stay on. Values are read as the engine reads them, with its defaults; one that does
not parse is replaced by its default and noted as a warning.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from vassal_supply.errors import FormatError, ReadWarning
from vassal_supply.vassal.sequence import split

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

# More of them nobody reads.
_MOST_WARNINGS = 100
# Editor folders (engine 3.6+) group components and mean nothing else.
_FOLDERS = frozenset(
    ("ModuleSubFolder", "MapSubFolder", "DeckSubFolder", "PrototypeFolder", "GlobalPropertyFolder")
)


class Reading:
    """One file being read: its name for messages, and what was odd in it so far."""

    def __init__(self, file: str = "", entry: str = "") -> None:
        self.file = file
        self.entry = entry
        self.warnings: list[ReadWarning] = []
        self._noted = 0
        self._lent: list[tuple[Element, Reading]] = []

    def lend(self, element: Element, reading: Reading) -> None:
        """Note that ``element`` and all below it stand in another file: that of ``reading``."""
        self._lent.append((element, reading))

    def place(self, element: Element | None) -> str:
        """The entry of the archive and the line in it where an element stands."""
        return self.entry if element is None else f"{self.entry} line {element.sourceline}"

    def warn(self, element: Element | None, text: str) -> None:
        """Note an oddity, with the file and line it stands on."""
        home = self
        if element is not None and self._lent:
            around = {element, *element.iterancestors()}
            home = next((reading for top, reading in self._lent if top in around), self)
        where = ": ".join(part for part in (home.file, home.place(element)) if part)
        if self._noted < _MOST_WARNINGS:
            self.warnings.append(ReadWarning(where, text))
        elif self._noted == _MOST_WARNINGS:
            self.warnings.append(ReadWarning(self.file, "more is odd in it, which is not listed"))
        self._noted += 1

    def integer(self, element: Element, key: str, default: int) -> int:
        """The whole number in attribute ``key``."""
        return int(self._number(element, key, default, int))

    def real(self, element: Element, key: str, default: float) -> float:
        """The number in attribute ``key``."""
        return self._number(element, key, default, float)

    def _number(
        self, element: Element, key: str, default: float, kind: type[int] | type[float]
    ) -> float:
        text = element.get(key)
        if text is None or not text.strip():
            return default
        try:
            value = kind(text)
        except ValueError:
            value = math.nan
        # The engine's whole numbers are 32 bits wide; anything larger is a slip or an attack.
        if not abs(value) < 2**31:
            self.warn(element, f"{key}={text[:40]!r} is no number in range; {default} is used")
            return default
        return value


def flag(element: Element, key: str, default: bool = False) -> bool:
    """The yes or no in attribute ``key``, as Java's ``Boolean.valueOf`` reads it."""
    text = element.get(key)
    return default if text is None else text.lower() == "true"


def parse(data: bytes, *, file: str = "", entry: str = "buildFile.xml") -> Element:
    """The root element of a build file.

    :raises FormatError: when the XML is malformed, too deep, or declares entities; ``place`` names entry and line.
    """
    from lxml import etree

    # No engine ever wrote an entity; only an attack on the reader declares one.
    if b"<!ENTITY" in data:
        raise FormatError("declares XML entities, which VASSAL never does", file=file, place=entry)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True
    )
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        line = error.lineno or 0
        place = f"{entry} line {line}" if line else entry
        raise FormatError(f"is not well-formed XML: {error.msg}", file=file, place=place) from None
    if _has_entities(root):
        raise FormatError("declares XML entities, which VASSAL never does", file=file, place=entry)
    return root


def _has_entities(root: Element) -> bool:
    # A file in UTF-16 hides its declarations from a search through the bytes.
    document_type: Any = root.getroottree().docinfo.internalDTD
    return document_type is not None and any(True for _ in document_type.iterentities())


def class_name(element: Element) -> str:
    """The simple name of the component's Java class: ``HexGrid`` for ``VASSAL.build…board.HexGrid``."""
    return str(element.tag).rpartition(".")[2]


def is_folder(element: Element) -> bool:
    """Whether a component is an editor's folder, which only groups others."""
    return class_name(element) in _FOLDERS


def components(element: Element) -> Iterator[Element]:
    """The child components in order; the contents of editor folders count as direct children."""
    for child in element.iterchildren("*"):
        if is_folder(child):
            yield from components(child)
        else:
            yield child


def text_of(element: Element) -> str:
    """The element's own text without white space around it (the engine's ``Builder.getText``)."""
    return "".join(str(text) for text in element.itertext()).strip()


def path_of(
    element: Element, known: dict[Element, tuple[str, ...]] | None = None
) -> tuple[str, ...]:
    """The names of the components around an element, outermost first, without the module and editor folders.

    ``known`` keeps the paths of parents between calls.
    """
    known = {} if known is None else known
    parent = element.getparent()
    if parent is None:
        return ()
    path = known.get(parent)
    if path is None:
        path = path_of(parent, known)
        if parent.getparent() is not None and not is_folder(parent):
            path = (*path, *_names_of(parent))
        known[parent] = path
    return path


def _names_of(element: Element) -> tuple[str, ...]:
    if class_name(element) == "ExtensionElement":
        # ``Class:name/Class:name``: where in the module the extension puts its child.
        steps = [split(step, ":") for step in split(element.get("target", ""), "/")]
        return tuple(step[1] for step in steps if len(step) > 1 and step[1])
    name = element.get("entryName") or element.get("mapName") or element.get("name")
    return (name,) if name else ()
