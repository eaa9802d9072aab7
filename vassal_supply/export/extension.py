"""Exports a supply kit and its markers as an extension that VASSAL loads beside a module."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from vassal_supply.errors import KitError, RequestError
from vassal_supply.export.markers import MARKERS, PALETTE, MarkerKind, marker_slot
from vassal_supply.export.metadata import About, extensiondata
from vassal_supply.export.palette import panel
from vassal_supply.export.xml import Element, element, to_xml
from vassal_supply.finding import EXTENSIONS, check_kit, find_kit
from vassal_supply.kit import Kit, KitFiles, parse_kit
from vassal_supply.kit.files import FOLDER
from vassal_supply.vassal.archive import BUILD_FILE, MODULE_DATA, OLD_BUILD_FILE, write_zip
from vassal_supply.vassal.module import Module

SUFFIX = ".vmdx"

_VERSION = "1.0"
_OLDEST_ENGINE = "3.2.0"
_BUILD = "VASSAL.build."
_ID_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 3


class ExportReport(NamedTuple):
    """What was exported: ``kit_files`` by their names in the kit, ``markers`` as the palette calls them.

    ``folder`` is where VASSAL looks for extensions of the module.
    """

    out: Path
    module: str
    extension_id: str
    kit_files: tuple[str, ...]
    markers: tuple[str, ...]
    folder: Path

    def __str__(self) -> str:
        return (
            f"{self.out}: an extension for {self.module} with {len(self.kit_files)} kit files "
            f"({', '.join(self.kit_files)}) and a palette {PALETTE!r} of {len(self.markers)} markers "
            f"({', '.join(self.markers)}). VASSAL loads it from {self.folder}"
        )


def export_extension(
    module: Path, kit: Path, out: Path, *, max_size: int | None = None
) -> ExportReport:
    """Write an extension of ``module`` that brings a kit and a palette of supply markers.

    ``kit`` is a folder, or a module or extension with a kit inside; ``max_size`` (bytes) raises the limits on what may be
    inflated. The same module and kit give the same bytes. Raises :class:`RequestError` when ``out`` is no name of an extension
    or the kit is for another module, :class:`KitError` when the kit is wrong or names a map that the module lacks,
    :class:`ArchiveError` and :class:`FormatError` when ``module`` is none, :class:`WriteError` when ``out`` cannot be
    written.
    """
    if out.suffix.lower() != SUFFIX:
        raise RequestError(f"expected a name that ends in {SUFFIX}", file=str(out))
    its_module = Module.read(module, max_size=max_size)
    its_kit = parse_kit(find_kit(its_module, kit, max_size=max_size))
    _check_fits(its_kit, its_module)
    files = _own_files(its_kit.files)
    extension_id = _extension_id(its_module, its_kit)
    write_zip(out, _entries(its_module, its_kit, extension_id, files))
    return ExportReport(
        out,
        its_module.name,
        extension_id,
        tuple(files),
        tuple(marker.title for marker in MARKERS),
        module.with_name(module.stem + EXTENSIONS),
    )


def _check_fits(kit: Kit, module: Module) -> None:
    check_kit(kit, module)
    for wanted in kit.maps:
        if module.map(wanted.name) is None:
            known = ", ".join(one.name for one in module.maps)
            raise KitError(
                f"the module has no map {wanted.name!r}; it has {known}",
                file=kit.files.path("kit.toml"),
                place="map.name",
            )


def _own_files(kit: KitFiles) -> dict[str, bytes]:
    """The kit without hidden files and caches, which belong to the maker's machine."""
    files = {}
    for name, data in kit.files.items():
        if any(part.startswith((".", "__")) for part in PurePosixPath(name).parts):
            continue
        if not _is_unicode(name):
            raise KitError(f"file name {name!a} is no Unicode text", file=kit.label)
        files[name] = data
    return files


def _is_unicode(name: str) -> bool:
    """Names in another encoding than the system's come with stand-ins that cannot be written."""
    return not any("\ud800" <= sign <= "\udfff" for sign in name)


def _extension_id(module: Module, kit: Kit) -> str:
    """Three signs that tell this extension's pieces from others', the same for every edition of the kit.

    The engine itself draws them by chance; a kit that is exported again must find its pieces in older saves.
    """
    digest = hashlib.sha256("\0".join((module.name, kit.name, PALETTE)).encode("utf-8")).digest()
    number = int.from_bytes(digest, "big")
    signs = []
    for _ in range(_ID_LENGTH):
        number, sign = divmod(number, len(_ID_SIGNS))
        signs.append(_ID_SIGNS[sign])
    return "".join(signs)


def _entries(
    module: Module, kit: Kit, extension_id: str, files: dict[str, bytes]
) -> dict[str, bytes]:
    engine = module.vassal_version or _OLDEST_ENGINE
    about = About(_VERSION, engine, f"Supply kit and markers: {kit.name or module.name}")
    pictures = {marker.kind: _picture_name(module, marker, extension_id) for marker in MARKERS}
    copied = module.archive.read(MODULE_DATA) if MODULE_DATA in module.archive else None
    return {
        "extensiondata": extensiondata(about),
        **({} if copied is None else {MODULE_DATA: copied}),
        _build_file_name(engine): to_xml(_build_file(module, about, extension_id, pictures)),
        **{f"images/{pictures[marker.kind]}": marker.picture() for marker in MARKERS},
        **{FOLDER + name: data for name, data in files.items()},
    }


def _picture_name(module: Module, marker: MarkerKind, extension_id: str) -> str:
    """An engine that finds a name in the module never looks into an extension for it."""
    taken = f"images/{marker.image}" in module.archive
    return f"{extension_id}-{marker.image}" if taken else marker.image


def _build_file_name(engine: str) -> str:
    """The name under which an engine of this version looks for it (``ModuleExtension.build``)."""
    numbers = tuple(int(part) for part in engine.split(".")[:2] if part.isdecimal())
    return OLD_BUILD_FILE if numbers < (3, 5) else BUILD_FILE


def _build_file(
    module: Module, about: About, extension_id: str, pictures: dict[str, str]
) -> Element:
    slots = [
        marker_slot(marker, f"{extension_id}:{n}", pictures[marker.kind])
        for n, marker in enumerate(MARKERS)
    ]
    return element(
        _BUILD + "module.ModuleExtension",
        {
            "anyModule": False,
            "description": about.description,
            "extensionId": extension_id,
            "module": module.name,
            "moduleVersion": module.version,
            "nextPieceSlotId": len(slots),
            "vassalVersion": about.vassal_version,
            "version": about.version,
        },
        element(
            _BUILD + "module.PieceWindow",
            {
                "name": PALETTE,
                "text": PALETTE,
                "tooltip": "Supply markers",
                "hidden": False,
                "scale": "1.0",
            },
            panel(PALETTE, slots),
        ),
    )
