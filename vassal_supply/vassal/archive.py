"""VASSAL's containers: modules, extensions, saves and logs, all zips, told apart by what they hold.

:class:`Archive` reads entries with limits on the bytes really inflated; :func:`rewrite` writes a changed copy with
everything else as it was, whole or not at all. Engine classes: ``VASSAL.tools.DataArchive``,
``VASSAL.build.module.metadata.MetaDataFactory``.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, NamedTuple

from vassal_supply.errors import ArchiveError, FormatError, WriteError

SAVED_GAME = "savedGame"
SAVE_DATA = "savedata"
MODULE_DATA = "moduledata"
EXTENSION_DATA = "extensiondata"
BUILD_FILE = "buildFile.xml"
OLD_BUILD_FILE = "buildFile"

_MEGABYTE = 1 << 20
_LIMITS = {SAVED_GAME: 768 * _MEGABYTE}
_OTHER_LIMIT = 64 * _MEGABYTE
_INPUT_LIMIT = 1024 * _MEGABYTE
_CHUNK = 1 << 20
_STANDARD_STREAM = "-"
_ADDED_DATE = (1980, 1, 1, 0, 0, 0)
_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    OSError,
    ValueError,
    struct.error,
)


class Metadata(NamedTuple):
    """What ``moduledata``, ``savedata`` or ``extensiondata`` says; absent elements are ``""`` or ``None``."""

    name: str | None
    version: str
    vassal_version: str
    description: str
    universal: bool
    date_saved: int | None


class Archive:
    """An open container. Use as a context manager, or call :meth:`close`."""

    def __init__(self, stream: IO[bytes], file: str, *, max_size: int | None = None) -> None:
        """Read the directory of a zip from a seekable ``stream``; ``file`` names it in errors.

        ``max_size`` (bytes) replaces the built-in limits where it is larger. Raises ArchiveError if it is no zip.
        """
        self.file = file
        self._max_size = max_size or 0
        self._stream = stream
        self._infos: dict[str, zipfile.ZipInfo] = {}
        try:
            self._zip = zipfile.ZipFile(stream)
        except _DAMAGE as error:
            raise self._not_a_zip(error) from None
        for info in self._zip.infolist():
            self._infos.setdefault(info.filename, info)

    @classmethod
    def open(cls, path: Path | str, *, max_size: int | None = None) -> Archive:
        """Open the file at ``path`` (``-``: standard input). Raises ArchiveError if it cannot be read or is no zip."""
        if str(path) == _STANDARD_STREAM:
            return cls.from_bytes(_standard_input(max_size), str(path), max_size=max_size)
        try:
            stream = Path(path).open("rb")  # noqa: SIM115 (the archive owns it)
        except OSError as error:
            raise ArchiveError(
                f"cannot be read ({_reason(error)}); expected a VASSAL file", file=str(path)
            ) from None
        try:
            return cls(stream, str(path), max_size=max_size)
        except ArchiveError:
            stream.close()
            raise

    @classmethod
    def from_bytes(cls, data: bytes, file: str, *, max_size: int | None = None) -> Archive:
        """Open a container held in memory, like a save stored inside a module; ``file`` names it in errors."""
        return cls(io.BytesIO(data), file, max_size=max_size)

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()
        self._stream.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The entries' names in the file's order, without directories; they are never used as paths."""
        return tuple(name for name in self._infos if not name.endswith("/"))

    def __contains__(self, name: object) -> bool:
        return name in self._infos

    @property
    def kind(self) -> str:
        """``"module"``, ``"extension"`` or ``"save"`` (logs too), by content as the engine decides it.

        Raises ArchiveError for a zip that is none of them.
        """
        if SAVED_GAME in self._infos:
            return "save"
        if BUILD_FILE not in self._infos and OLD_BUILD_FILE not in self._infos:
            raise ArchiveError(
                "is a zip but no VASSAL file; expected an entry savedGame or buildFile.xml",
                file=self.file,
            )
        if EXTENSION_DATA in self._infos:
            return "extension"
        if MODULE_DATA in self._infos:
            return "module"
        head = self.build_file()[1][:4096]
        return "extension" if b"VASSAL.build.module.ModuleExtension" in head else "module"

    def limit(self, name: str) -> int:
        """How many bytes entry ``name`` may inflate to."""
        return max(_LIMITS.get(name, _OTHER_LIMIT), self._max_size)

    def read(self, name: str) -> bytes:
        """An entry's content.

        Raises ArchiveError if there is none, if it is damaged, or if it inflates to more than :meth:`limit`.
        """
        return b"".join(self.chunks(name))

    def chunks(self, name: str) -> Iterator[bytes]:
        """An entry's content piece by piece, for one too large to hold twice. Raises like :meth:`read`."""
        info = self._infos.get(name)
        if info is None:
            raise ArchiveError(f"has no entry {name}; expected one", file=self.file)
        limit = self.limit(name)
        with self._damage(name), self._open_entry(info) as entry:
            size = 0
            while chunk := entry.read(_CHUNK):
                size += len(chunk)
                if size > limit:
                    raise ArchiveError(
                        f"inflates to more than {limit // _MEGABYTE} MB; "
                        "expected less (--max-size raises the limit)",
                        file=self.file,
                        place=name,
                    )
                yield chunk

    def build_file(self) -> tuple[str, bytes]:
        """The name and content of the build file the engine would read: ``buildFile`` before 3.5.

        Raises ArchiveError if there is none.
        """
        if BUILD_FILE in self._infos and OLD_BUILD_FILE in self._infos:
            metadata = self.metadata or self.extensiondata
            name = OLD_BUILD_FILE if metadata is None else BUILD_FILE
            if metadata is not None and _before_3_5(metadata.vassal_version):
                name = OLD_BUILD_FILE
        else:
            name = OLD_BUILD_FILE if OLD_BUILD_FILE in self._infos else BUILD_FILE
        return name, self.read(name)

    @property
    def metadata(self) -> Metadata | None:
        """What ``moduledata`` says: of a module itself, of a save the module it belongs to; ``None`` without one."""
        return self._metadata(MODULE_DATA)

    @property
    def savedata(self) -> Metadata | None:
        """What a save's ``savedata`` says: the module's version and the engine's; ``None`` without one."""
        return self._metadata(SAVE_DATA)

    @property
    def extensiondata(self) -> Metadata | None:
        """What an extension's ``extensiondata`` says; ``None`` without one."""
        return self._metadata(EXTENSION_DATA)

    def _metadata(self, name: str) -> Metadata | None:
        if name not in self._infos:
            return None
        return _parse_metadata(self.read(name), self.file, name)

    def _open_entry(self, info: zipfile.ZipInfo) -> IO[bytes]:
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise ArchiveError(
                f"is packed by method {info.compress_type}; expected a stored or deflated entry",
                file=self.file,
                place=info.filename,
            )
        return self._zip.open(info)

    @contextmanager
    def _damage(self, name: str) -> Iterator[None]:
        try:
            yield
        except _DAMAGE as error:
            raise ArchiveError(
                f"is damaged ({_reason(error)}); expected a whole entry", file=self.file, place=name
            ) from None

    def _not_a_zip(self, error: BaseException) -> ArchiveError:
        if isinstance(error, OSError):
            return ArchiveError(
                f"cannot be read ({_reason(error)}); expected a VASSAL file", file=self.file
            )
        return ArchiveError(
            "is no zip, or a damaged one; expected a VASSAL module, extension, save or log",
            file=self.file,
        )


@cache
def _all_of(stream: IO[bytes], limit: int) -> bytes:
    return stream.read(limit + 1)


def _standard_input(max_size: int | None) -> bytes:
    """All of standard input, read once: a save is opened again when a changed copy is written."""
    import sys

    if sys.stdin is None:  # closed by whoever called
        raise ArchiveError("cannot be read (it is closed)", file=_STANDARD_STREAM)
    limit = max(_INPUT_LIMIT, max_size or 0)
    data = _all_of(sys.stdin.buffer, limit)
    if len(data) > limit:
        raise ArchiveError(
            f"has more than {limit // _MEGABYTE} MB; expected less (--max-size raises the limit)",
            file=_STANDARD_STREAM,
        )
    return data


def _reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def _before_3_5(version: str) -> bool:
    numbers = [int(part[:9]) for part in version.split(".")[:2] if part.isdecimal()]
    return len(numbers) == 2 and tuple(numbers) < (3, 5)


def _parse_metadata(data: bytes, file: str, name: str) -> Metadata:
    """Read a metadata entry; the first of several names or descriptions is the untranslated one."""
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        raise FormatError(f"{error.msg}; expected XML", file=file, place=name) from None

    def text(tag: str) -> str | None:
        element = root.find(tag)
        return None if element is None else (element.text or "").strip()

    saved = text("dateSaved") or ""
    return Metadata(
        name=text("name"),
        version=text("version") or "",
        vassal_version=text("VassalVersion") or "",
        description=text("description") or "",
        universal=text("universal") == "true",
        date_saved=int(saved) if saved.isdecimal() and len(saved) < 19 else None,
    )


def rewrite(
    source: Archive,
    target: Path | str,
    replace: Mapping[str, bytes],
    add: Mapping[str, bytes] | None = None,
) -> None:
    """Write a copy of ``source`` to ``target`` with some entries replaced and some added at the end.

    All other entries keep their place, date and compressed bytes. The file appears whole or not at all, and may not be
    ``source`` itself, also by another name. Raises WriteError when it cannot be written, ArchiveError when ``source``
    turns out damaged.
    """
    path = Path(target)
    if same_file(source.file, path):
        raise WriteError("is the input file; expected another name to write to", file=str(path))
    from vassal_supply.vassal.zipwriter import ZipWriter

    with whole_file(path) as output:
        writer = ZipWriter(output)
        with source._damage("zip"):
            for info in source._zip.infolist():
                if info.filename in replace:
                    if info is source._infos[info.filename]:
                        writer.add(info, replace[info.filename])
                else:
                    writer.copy(info, source._stream)
        for name, data in (add or {}).items():
            writer.add(zipfile.ZipInfo(name, _ADDED_DATE), data)
        writer.close()


def write_zip(target: Path | str, entries: Mapping[str, bytes]) -> None:
    """Write a new zip with these entries in this order, dated 1980, whole or not at all. Raises WriteError."""
    from vassal_supply.vassal.zipwriter import ZipWriter

    with whole_file(Path(target)) as output:
        writer = ZipWriter(output)
        for name, data in entries.items():
            writer.add(zipfile.ZipInfo(name, _ADDED_DATE), data)
        writer.close()


def same_file(source: Path | str, target: Path) -> bool:
    """Whether two names are those of one file, by whatever links."""
    try:
        return target.samefile(source)
    except OSError:
        return False


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A file to write that takes the name ``path`` only when all went well; nothing is left behind otherwise.

    ``-`` is standard output. A link stays one, and what it leads to is written; a pipe or a device is written to at the
    end. Raises WriteError in clear words when the folder is missing or the target is held open by another program.
    """
    import os
    import tempfile

    if str(path) == _STANDARD_STREAM or _is_device(path):
        whole = io.BytesIO()
        yield whole
        _send(whole.getvalue(), path)
        return
    if path.is_dir():
        raise WriteError("is a folder; expected the name of a file", file=str(path))
    place = Path(os.path.realpath(path)) if path.is_symlink() else path
    try:
        handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    except OSError as error:
        raise WriteError(f"cannot be written ({_reason(error)})", file=str(path)) from None
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as output:
            yield output
        _take_place(temporary, place)
    except (OSError, WriteError) as error:
        temporary.unlink(missing_ok=True)
        if isinstance(error, WriteError):
            raise WriteError(error.text, file=str(path)) from None
        raise WriteError(f"cannot be written ({_reason(error)})", file=str(path)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _is_device(path: Path) -> bool:
    """Whether there is something at ``path`` that no file can take the place of."""
    return path.exists() and not path.is_file() and not path.is_dir()


def _send(data: bytes, path: Path) -> None:
    import sys

    if str(path) != _STANDARD_STREAM:
        try:
            path.write_bytes(data)
        except OSError as error:
            raise WriteError(f"cannot be written ({_reason(error)})", file=str(path)) from None
    elif sys.stdout is None:  # closed by whoever called
        raise WriteError("cannot be written (it is closed)", file=_STANDARD_STREAM)
    else:
        sys.stdout.buffer.write(data)


def _take_place(temporary: Path, path: Path) -> None:
    import os

    if path.exists() and not path.stat().st_mode & 0o222:
        raise WriteError("is marked as read-only; expected another name to write to")
    try:
        # mkstemp makes a private file; give it the rights an ordinary new file has.
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~mask)
        os.replace(temporary, path)  # noqa: PTH105 (atomic, and says so)
    except PermissionError:
        raise WriteError(
            "cannot be replaced; another program, perhaps VASSAL, holds it open", file=str(path)
        ) from None
    except OSError as error:
        raise WriteError(f"cannot be written ({_reason(error)})", file=str(path)) from None
