"""Finds what a save needs: its module beside it, the extensions it was played with, the kit they bring."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vassal_supply.errors import ReadWarning, RequestError, SupplyError
from vassal_supply.kit import Kit
from vassal_supply.kit.files import KitFiles
from vassal_supply.vassal.archive import Archive
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.save import Save

EXTENSIONS = "_ext"
"""What the engine puts behind a module's name for the folder of its extensions (``ExtensionsManager``)."""


def open_module(save: Save, path: Path | None, *, max_size: int | None = None) -> Module:
    """The module of a save, with the extensions that lie in the module's folder for them, as the engine loads it.

    Without ``path`` it is looked for beside the save, by the name the save carries. Raises :class:`RequestError` when
    there is none or more than one, or when the save was made with another one.
    """
    found = find_module(save) if path is None else path
    unread: list[ReadWarning] = []
    extensions = [one for one in extensions_of(found) if _is_extension(one, unread)]
    module = Module.read(found, max_size=max_size, extensions=extensions)
    module.warnings.extend([*unread, *check_belongs(save, module)])
    return module


def find_module(save: Save) -> Path:
    """The module beside a save whose name the save carries, or the only one there when it carries none."""
    folder = Path(save.file).parent
    modules = dict(_modules_in(folder))
    if save.module_name is not None:
        modules = {path: name for path, name in modules.items() if name == save.module_name}
    if len(modules) == 1:
        return next(iter(modules))
    wanted = f"the module {save.module_name!r}" if save.module_name else "its module"
    if modules:
        choices = ", ".join(str(path) for path in modules)
        raise RequestError(f"{wanted} could be {choices}; say which with --module", file=save.file)
    raise RequestError(
        f"{wanted} is not beside the save in {folder}; name it with --module", file=save.file
    )


def extensions_of(module: Path) -> list[Path]:
    """The extensions that the engine would load with a module, in its order."""
    return sorted(module.with_name(module.stem + EXTENSIONS).glob("*.vmdx"))


def check_belongs(save: Save, module: Module) -> list[ReadWarning]:
    """Hold a save to its module (``GameState.isSaveMetaDataValid``); without a name, by the maps of its pieces."""
    if save.module_name is None:
        maps = {position.map for position in save.positions()} - {None}
        if maps and not any(module.map(name) for name in maps if name):
            raise RequestError(
                f"none of its pieces stands on a map of {module.file}; expected its own module",
                file=save.file,
            )
        return []
    if save.module_name != module.name:
        raise RequestError(
            f"was saved with the module {save.module_name!r}; {module.file} is {module.name!r}",
            file=save.file,
        )
    if save.module_version and save.module_version != module.version:
        text = f"saved with version {save.module_version} of the module; {module.file} is version {module.version}"
        return [ReadWarning(save.file, text)]
    return []


def find_kit(module: Module, kit: Path | None, *, max_size: int | None = None) -> KitFiles:
    """The files of the kit at ``kit`` (a folder, module or extension), else of the one the module or an extension brings.

    Raises :class:`RequestError` or :class:`KitError` when there is none, and when the module and its extensions bring
    more than one.
    """
    if kit is None:
        return _kit_inside(module)
    if kit.is_dir() or not kit.exists():
        return KitFiles.from_folder(kit)
    with Archive.open(kit, max_size=max_size) as archive:
        found = KitFiles.from_archive(archive)
    if found is None:
        raise RequestError("holds no supply kit (no entry supply/kit.toml)", file=str(kit))
    return found


def check_kit(kit: Kit, module: Module) -> None:
    """Raise :class:`KitError` for a kit that says it is for another module."""
    if kit.module and kit.module != module.name:
        said = f"this kit is for the module {kit.module!r}; {module.file} is {module.name!r}"
        kit.table.fail("module.name", said)


def _kit_inside(module: Module) -> KitFiles:
    archives = [module.archive, *(one.archive for one in module.extensions)]
    kits = {one.file: kit for one in archives if (kit := KitFiles.from_archive(one))}
    if len(kits) > 1:
        raise RequestError(
            f"its kit could be that in {' or '.join(kits)}; say which with --kit", file=module.file
        )
    for kit in kits.values():
        return kit
    raise RequestError(
        "holds no supply kit, nor do its extensions; name one with --kit, or begin one with kit new",
        file=module.file,
    )


def _is_extension(path: Path, unread: list[ReadWarning]) -> bool:
    """Whether a file can be loaded as an extension; the engine passes over what cannot."""
    try:
        with Archive.open(path) as archive:
            return archive.kind == "extension"
    except SupplyError as error:
        unread.append(ReadWarning(str(path), f"left out: {error.text}"))
        return False


def _modules_in(folder: Path) -> Iterator[tuple[Path, str]]:
    for path in sorted(folder.glob("*.vmod")):
        try:
            with Archive.open(path) as archive:
                if archive.kind == "module":
                    yield path, archive.metadata.name or "" if archive.metadata else ""
        except SupplyError:
            continue
