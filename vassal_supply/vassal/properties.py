"""A piece's properties and name, as the engine works them out for somebody who looks at it.

A property belongs to the outermost trait that exposes it. What lies under a mask is not there for those who see the
mask; an invisible piece has no name. Engine: ``getProperty`` and ``getName`` of the classes in ``VASSAL.counters``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from vassal_supply.vassal.rare_traits import CargoTrait
from vassal_supply.vassal.trait import Trait
from vassal_supply.vassal.traits import BasicPiece, HideTrait, MaskTrait

if TYPE_CHECKING:
    from vassal_supply.vassal.pieces import Piece


class Viewer(NamedTuple):
    """Whose eyes look at masked and invisible pieces: a referee's, or those of the ``owners`` (a side, its players)."""

    owners: frozenset[str] = frozenset()
    referee: bool = False

    def sees(self, owner: str | None) -> bool:
        """Whether a piece masked or hidden by ``owner`` lies open to this viewer."""
        return owner is None or self.referee or owner in self.owners

    def __repr__(self) -> str:
        return f"Viewer(referee={self.referee})"


# How many properties may hang on one another; the engine's RecursionLimiter stops at 50 too.
_MAX_DEPTH = 50
OUTSIDER = Viewer()
REFEREE = Viewer(referee=True)


class Surroundings(Protocol):
    """What a piece is asked for beyond its own traits: where it is, and what is around it."""

    @property
    def file(self) -> str:
        """The file the piece is in, as the user named it."""

    @property
    def pieces(self) -> Mapping[str, Piece]:
        """All pieces, by id."""

    def place_properties(self, id: str) -> Mapping[str, str]:
        """``CurrentMap`` and the like of the piece ``id``."""

    def named_place(self, id: str) -> Mapping[str, str]:
        """``LocationName`` and the like of the piece ``id``, if a module is at hand that names places."""

    def global_property(self, id: str, name: str) -> str | None:
        """A global property as the piece ``id`` sees it: its map's, else the module's; ``None`` if there is none."""


class PieceProperties(Mapping[str, str]):
    """The properties of one piece in the eyes of one viewer, each worked out when asked for."""

    def __init__(
        self, id: str, traits: Sequence[Trait], around: Surroundings, viewer: Viewer
    ) -> None:
        self._id = id
        self._traits = traits
        self._around = around
        self._viewer = viewer
        self._known: dict[str, str | None] = {}
        self._depth = 0
        self._sources: dict[str, Trait] = {}
        self._mask: MaskTrait | None = None
        for trait in reversed(traits):
            if isinstance(trait, MaskTrait) and not viewer.sees(trait.owner):
                self._mask = trait
                self._sources = {}
            for name in trait.property_names():
                self._sources[name] = trait

    def __getitem__(self, name: str) -> str:
        value = self._find(name)
        if value is None:
            raise KeyError(name)
        return value

    def __iter__(self) -> Iterator[str]:
        places = (*self._around.place_properties(self._id), *_NAMED_PLACES)
        names = dict.fromkeys((*_PIECE_NAMES, *places))
        return (name for name in (names | self._sources) if self._find(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return repr(dict(self))

    def lookup(self, name: str) -> str | None:
        """A property of the piece, else the global one around it; ``None`` if there is neither."""
        value = self._find(name)
        return self._around.global_property(self._id, name) if value is None else value

    @property
    def name(self) -> str:
        """The piece's name: its basic name as changed by each trait from the innermost out."""
        name = self["BasicName"]
        for trait in reversed(self._traits):
            if isinstance(trait, HideTrait | MaskTrait):
                name = self._veiled(trait, name)
            else:
                name = trait.rename(name, self.lookup)
        return name

    def _veiled(self, trait: HideTrait | MaskTrait, name: str) -> str:
        if trait.owner is None:
            return name
        seen = self._viewer.sees(trait.owner)
        if isinstance(trait, HideTrait):
            return f"{name}({trait.command})" if seen else ""
        return f"{name}({trait.mask_name})" if seen else trait.mask_name

    def _find(self, name: str) -> str | None:
        if name not in self._known:
            if self._depth == _MAX_DEPTH:
                return None
            # Whoever asks for it again while it is worked out (a label that names itself) gets nothing.
            self._known[name] = None
            self._depth += 1
            self._known[name] = self._work_out(name)
            self._depth -= 1
        return self._known[name]

    def _work_out(self, name: str) -> str | None:
        source = self._sources.get(name)
        if isinstance(source, CargoTrait) and name in _MAT_PROPERTIES:
            return self._of_mat(source.mat, _MAT_PROPERTIES[name])
        if source is not None:
            return source.property_value(name, self.lookup)
        if name == "BasicName":
            return self._mask.mask_name if self._mask else ""
        if name == "PieceName":
            return self.name
        if name == "PieceUID":
            return self._id
        if name == "PieceId":
            basic = self._traits[-1]
            return basic.gpid if isinstance(basic, BasicPiece) and not self._mask else ""
        if name in _NAMED_PLACES:
            return self._around.named_place(self._id).get(name)
        place = self._around.place_properties(self._id)
        return place[name] if name in place else self._veil(name)

    def _of_mat(self, id: str | None, name: str) -> str | None:
        mat = self._around.pieces.get(id or "")
        try:
            return None if mat is None else mat.properties_for(self._viewer).get(name)
        except RecursionError:  # a thousand mats, each lying on the next
            return None

    def _veil(self, name: str) -> str | None:
        kind = _VEILS.get(name)
        owners = [t.owner for t in self._traits if kind is not None and isinstance(t, kind)]
        if not owners:
            return None
        if name.endswith("ToOthers"):
            return "true" if any(owner is not None for owner in owners) else "false"
        return "false" if all(self._viewer.sees(owner) for owner in owners) else "true"


_PIECE_NAMES = (
    "BasicName",
    "PieceName",
    "PieceUID",
    "PieceId",
    "Obscured",
    "ObscuredToOthers",
    "Invisible",
    "InvisibleToOthers",
)
_NAMED_PLACES = ("LocationName", "CurrentZone", "CurrentBoard")
# What a piece on a mat tells of it, and what the mat itself calls that.
_MAT_PROPERTIES = {
    "CurrentMat": "MatName",
    "CurrentMatID": "MatID",
    "CurrentMatBasicName": "BasicName",
    "CurrentMatPieceName": "PieceName",
}
_VEILS: dict[str, type[HideTrait] | type[MaskTrait]] = {
    "Obscured": MaskTrait,
    "ObscuredToOthers": MaskTrait,
    "Invisible": HideTrait,
    "InvisibleToOthers": HideTrait,
}
