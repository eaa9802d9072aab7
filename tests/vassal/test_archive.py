"""Containers: told apart by content, limited in what they inflate to, rewritten without a byte too many changed."""

from __future__ import annotations

import io
import os
import struct
import sys
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vassal.saves import zip_of
from vassal_supply.errors import ArchiveError, FormatError, WriteError
from vassal_supply.vassal.archive import Archive, rewrite, whole_file, write_zip

DATA = b'<data version="1"><version>2.1</version><extra1/><VassalVersion>3.4.2</VassalVersion>'
MODULE = (
    DATA
    + b"<dateSaved>1200000000000</dateSaved><name> Game </name><name lang='de'>Spiel</name></data>"
)
EXTENSION = b"<VASSAL.build.module.ModuleExtension/>"
OLD_MODULE = b'<?xml version="1.0"?>\n<VASSAL.launch.BasicModule name="Old"/>'


def opened(entries: dict[str, bytes]) -> Archive:
    return Archive.from_bytes(zip_of(entries), "x.zip")


@pytest.mark.parametrize(
    ("entries", "kind"),
    [
        ({"savedGame": b"", "buildFile.xml": b""}, "save"),
        ({"moduledata": MODULE, "buildFile.xml": b""}, "module"),
        (
            {"moduledata": MODULE, "extensiondata": DATA + b"</data>", "buildFile.xml": b""},
            "extension",
        ),
        ({"buildFile": OLD_MODULE}, "module"),
        ({"buildFile.xml": EXTENSION}, "extension"),
    ],
)
def test_kind_is_told_by_content(entries: dict[str, bytes], kind: str) -> None:
    assert opened(entries).kind == kind


def test_a_zip_of_something_else_is_none() -> None:
    with pytest.raises(ArchiveError) as caught:
        _ = opened({"readme.txt": b"hello", "images/savedGame": b""}).kind
    assert str(caught.value) == (
        "x.zip: is a zip but no VASSAL file; expected an entry savedGame or buildFile.xml"
    )


@pytest.mark.parametrize(
    ("version", "name"),
    [
        ("3.4.11", "buildFile"),
        ("3.5.0", "buildFile.xml"),
        ("3.7.10-beta1", "buildFile.xml"),
        ("", "buildFile.xml"),
    ],
)
def test_of_two_build_files_the_version_decides(version: str, name: str) -> None:
    data = f"<data><VassalVersion>{version}</VassalVersion></data>".encode()
    archive = opened({"moduledata": data, "buildFile": b"old", "buildFile.xml": b"new"})
    assert archive.build_file() == (name, b"old" if name == "buildFile" else b"new")


def test_without_metadata_the_old_build_file_comes_first() -> None:
    assert opened({"buildFile.xml": b"new", "buildFile": b"old"}).build_file() == (
        "buildFile",
        b"old",
    )
    with pytest.raises(ArchiveError, match=r"^x.zip: has no entry buildFile.xml"):
        opened({"savedGame": b""}).build_file()


def test_metadata() -> None:
    found = opened({"moduledata": MODULE, "buildFile": b""}).metadata
    assert found is not None
    assert (found.name, found.version, found.vassal_version) == ("Game", "2.1", "3.4.2")
    assert (found.description, found.universal, found.date_saved) == ("", False, 1_200_000_000_000)
    assert opened({"buildFile": b""}).metadata is None


def test_metadata_that_is_no_xml() -> None:
    with pytest.raises(FormatError, match=r"^x.zip: moduledata: .*; expected XML$"):
        _ = opened({"moduledata": b"<data><name></data>", "buildFile": b""}).metadata


def test_metadata_takes_nothing_from_outside(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    xml = (
        f'<!DOCTYPE data [<!ENTITY f SYSTEM "{secret.as_uri()}">]>'
        f"<data><version>&f;</version><name>{'x' * 9}</name></data>"
    )
    found = opened({"moduledata": xml.encode(), "buildFile": b""}).metadata
    assert found is not None
    assert (found.version, found.name) == ("", "x" * 9)


def test_metadata_that_swells_from_within() -> None:
    swelling = "".join(f'<!ENTITY b{n} "{f"&b{n - 1};" * 20}">' for n in range(1, 12))
    xml = f'<!DOCTYPE data [<!ENTITY b0 "x">{swelling}]><data><name>&b11;</name></data>'
    try:
        found = opened({"moduledata": xml.encode(), "buildFile": b""}).metadata
    except FormatError as error:
        assert str(error).startswith("x.zip: moduledata: ")
    else:
        assert found is not None and len(found.name or "") < 10


@pytest.mark.parametrize("data", [b"", b"hello", b"PK\x03\x04" + bytes(60), b"PK\5\6" + bytes(18)])
def test_what_is_no_zip(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x.vsav"
    path.write_bytes(data)
    with pytest.raises(ArchiveError) as caught, Archive.open(path) as archive:
        _ = archive.kind
    assert str(caught.value).startswith(f"{path}: is ")


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.vsav", tmp_path):
        with pytest.raises(ArchiveError) as caught:
            Archive.open(path)
        assert str(caught.value).startswith(f"{path}: cannot be read (")


def test_a_bomb_stops_at_the_limit() -> None:
    bomb = zip_of({"buildFile.xml": bytes(70 << 20), "images/a.png": bytes(70 << 20)})
    assert len(bomb) < 200_000
    archive = Archive.from_bytes(bomb, "x.vmod")
    for name in archive.names:
        with pytest.raises(ArchiveError) as caught:
            archive.read(name)
        words = "inflates to more than 64 MB; expected less (--max-size raises the limit)"
        assert str(caught.value) == f"x.vmod: {name}: {words}"
    assert (
        len(Archive.from_bytes(bomb, "x.vmod", max_size=80 << 20).read("buildFile.xml")) == 70 << 20
    )


def lying(data: bytes, declared: int) -> bytes:
    """A zip whose headers say entry ``savedGame`` has ``declared`` bytes."""
    whole = zip_of({"savedGame": data})
    size = struct.pack("<L", len(data))
    head = whole.index(size)
    tail = whole.rindex(size)
    false = struct.pack("<L", declared)
    return whole[:head] + false + whole[head + 4 : tail] + false + whole[tail + 4 :]


@pytest.mark.parametrize("declared", [0, 10, 5_000_000, 0xFFFFFFF0])
def test_a_declared_size_that_lies(declared: int) -> None:
    archive = Archive.from_bytes(lying(bytes(1_000_000), declared), "x.vsav")
    try:
        assert len(archive.read("savedGame")) == 1_000_000
    except ArchiveError as error:
        assert str(error).startswith("x.vsav: savedGame: is damaged (")


def test_the_limit_is_on_what_comes_out_not_on_what_is_declared() -> None:
    archive = Archive.from_bytes(lying(bytes(70 << 20), 10), "x.vmod")
    sizes = []
    with pytest.raises(ArchiveError):
        for chunk in archive.chunks("savedGame"):
            sizes.append(len(chunk))
    assert sum(sizes) <= 10


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_packing_that_vassal_cannot_read(method: int) -> None:
    archive = Archive.from_bytes(zip_of({"savedGame": b"x" * 99}, method), "x.vsav")
    with pytest.raises(
        ArchiveError, match=r"savedGame: is packed by method \d+; expected a stored"
    ):
        archive.read("savedGame")


@given(st.integers(0, 10_000), st.binary(min_size=1, max_size=8))
def test_a_damaged_zip_raises_nothing_else(place: int, patch: bytes) -> None:
    whole = bytearray(zip_of({"moduledata": MODULE, "savedGame": b"begin_save" * 50, "a": b"x"}))
    place %= len(whole)
    whole[place : place + len(patch)] = patch
    try:
        with Archive.from_bytes(bytes(whole), "x.vsav") as archive:
            _ = archive.kind
            for name in archive.names:
                archive.read(name)
    except ArchiveError as error:
        assert str(error).startswith("x.vsav: ")


NAMES = ["../up.txt", "/etc/passwd", "C:\\x", "images/ä.png", "images/", "a" * 300, "東京"]


def test_names_are_names_and_never_paths(tmp_path: Path) -> None:
    source = tmp_path / "in" / "deep" / "x.vmod"
    source.parent.mkdir(parents=True)
    source.write_bytes(zip_of({name: name.encode() for name in [*NAMES, "savedGame"]}))
    with Archive.open(source) as archive:
        assert archive.read("../up.txt") == b"../up.txt"
        assert "images/" not in archive.names
        rewrite(archive, source.parent / "y.vmod", {"savedGame": b"new"})
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["deep", "in", "x.vmod", "y.vmod"]
    with zipfile.ZipFile(source.parent / "y.vmod") as copy:
        assert {info.filename for info in copy.infolist()} == {*NAMES, "savedGame"}


def raw(data: bytes, name: str) -> tuple[bytes, tuple[int, ...], int]:
    """An entry's compressed bytes, date and attributes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(name)
    start = info.header_offset
    name_length, extra_length = struct.unpack_from("<2H", data, start + 26)
    begin = start + 30 + name_length + extra_length
    return data[begin : begin + info.compress_size], info.date_time, info.external_attr


def test_rewriting_keeps_all_other_entries(tmp_path: Path) -> None:
    entries = {"savedata": b"<data/>" * 9, "savedGame": b"old", "moduledata": bytes(range(256)) * 9}
    before = zip_of(entries)
    with Archive.from_bytes(before, "x.vsav") as archive:
        rewrite(archive, tmp_path / "y.vsav", {"savedGame": b"new" * 9}, {"supply/kit.toml": b"k"})
    after = (tmp_path / "y.vsav").read_bytes()
    with zipfile.ZipFile(io.BytesIO(after)) as copy:
        assert copy.testzip() is None
        assert copy.namelist() == ["savedata", "savedGame", "moduledata", "supply/kit.toml"]
        assert copy.read("savedGame") == b"new" * 9
        assert copy.getinfo("savedGame").date_time == (2001, 2, 3, 4, 5, 6)
        assert copy.getinfo("savedGame").compress_type == zipfile.ZIP_DEFLATED
    for name in ("savedata", "moduledata"):
        assert raw(after, name) == raw(before, name)
    with Archive.from_bytes(before, "x.vsav") as archive:
        rewrite(archive, tmp_path / "z.vsav", {"savedGame": b"new" * 9}, {"supply/kit.toml": b"k"})
    assert (tmp_path / "z.vsav").read_bytes() == after


def streamed(data: bytes) -> dict[str, bytes]:
    """The entries as the engine reads a save: header by header from the front, sizes from the headers."""
    found, place = {}, 0
    while data[place : place + 4] == b"PK\3\4":
        flags, method = struct.unpack_from("<2H", data, place + 6)
        packed, _, name_length, extra_length = struct.unpack_from("<2L2H", data, place + 18)
        assert not flags & 8, "a descriptor after the data"
        name = data[place + 30 : place + 30 + name_length].decode("utf-8")
        place += 30 + name_length + extra_length
        body = data[place : place + packed]
        found[name] = body if method == 0 else zlib.decompress(body, -15)
        place += packed
    return found


def test_what_is_written_can_be_read_as_a_stream(tmp_path: Path) -> None:
    class Pipe(io.BytesIO):
        """A zip written where one cannot go back has descriptors after the data."""

        def seekable(self) -> bool:
            return False

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("savedGame", b"old" * 50)
        archive.writestr("moduledata", "Łódź".encode() * 50)
        archive.writestr(zipfile.ZipInfo("stored"), b"as it is")
    with Archive.from_bytes(pipe.getvalue(), "x.vsav") as source:
        rewrite(source, tmp_path / "y.vsav", {"savedGame": b"new" * 50})
    assert streamed((tmp_path / "y.vsav").read_bytes()) == {
        "savedGame": b"new" * 50,
        "moduledata": "Łódź".encode() * 50,
        "stored": b"as it is",
    }


def test_a_new_zip_is_the_same_every_time(tmp_path: Path) -> None:
    entries = {"extensiondata": b"<data/>", "images/ł.png": b"\x89PNG"}
    for name in ("a.vmdx", "b.vmdx"):
        write_zip(tmp_path / name, entries)
    data = (tmp_path / "a.vmdx").read_bytes()
    assert data == (tmp_path / "b.vmdx").read_bytes()
    assert streamed(data) == entries


def test_the_first_of_two_entries_of_a_name_counts(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("savedGame", b"first")
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("savedGame", b"second")
    with Archive.from_bytes(buffer.getvalue(), "x.vsav") as source:
        assert source.read("savedGame") == b"first"
        rewrite(source, tmp_path / "y.vsav", {"savedGame": b"new"})
    assert streamed((tmp_path / "y.vsav").read_bytes()) == {"savedGame": b"new"}


def test_the_input_is_never_written_over(tmp_path: Path) -> None:
    source = tmp_path / "x.vsav"
    source.write_bytes(zip_of({"savedGame": b"old"}))
    names = [source, tmp_path / "." / "x.vsav"]
    try:
        (tmp_path / "link.vsav").symlink_to(source)
        os.link(source, tmp_path / "hard.vsav")
        names += [tmp_path / "link.vsav", tmp_path / "hard.vsav"]
    except OSError:
        pass  # a file system without links has no links to guard against
    before = source.read_bytes()
    with Archive.open(source) as archive:
        for name in names:
            with pytest.raises(WriteError, match="is the input file; expected another name"):
                rewrite(archive, name, {"savedGame": b"new"})
    assert source.read_bytes() == before


def test_nothing_is_left_when_writing_fails(tmp_path: Path) -> None:
    target = tmp_path / "y.vsav"
    target.write_bytes(b"what was there")
    whole = zip_of({"savedGame": b"old", "moduledata": MODULE})
    with Archive.from_bytes(whole, "x.vsav") as archive:
        archive._zip.infolist()[1].header_offset = 10**6
        with pytest.raises(ArchiveError, match="is damaged"):
            rewrite(archive, target, {"savedGame": b"new"})
    with pytest.raises(ZeroDivisionError), whole_file(target) as output:
        output.write(b"half")
        _ = 1 // 0
    assert target.read_bytes() == b"what was there"
    assert list(tmp_path.iterdir()) == [target]


def test_a_target_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WriteError, match=r"y.vsav: cannot be written \("):
        write_zip(tmp_path / "no" / "folder" / "y.vsav", {})

    def held(source: object, target: object) -> None:
        raise PermissionError(13, "Access is denied")

    monkeypatch.setattr(os, "replace", held)
    with pytest.raises(WriteError) as caught:
        write_zip(tmp_path / "y.vsav", {})
    words = "cannot be replaced; another program, perhaps VASSAL, holds it open"
    assert str(caught.value) == f"{tmp_path / 'y.vsav'}: {words}"
    assert list(tmp_path.iterdir()) == []


def test_a_link_stays_and_what_it_leads_to_is_written(tmp_path: Path) -> None:
    there = tmp_path / "folder" / "real.vsav"
    there.parent.mkdir()
    for link in (tmp_path / "link.vsav", tmp_path / "dangling.vsav"):
        link.symlink_to(there)
        with whole_file(link) as output:
            output.write(link.name.encode())
        assert link.is_symlink()
        assert there.read_bytes() == link.name.encode()
        there.unlink()


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="is a folder; expected the name"), whole_file(tmp_path):
        pass


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such devices")
def test_a_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with whole_file(pipe) as output:
            output.write(b"whole")
        assert os.read(reader, 99) == b"whole"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    with whole_file(Path(os.devnull)) as output:
        output.write(b"nothing")
    assert Path(os.devnull).is_char_device()


def test_endless_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, block: bytearray) -> int:
            return len(block)

    monkeypatch.setattr("vassal_supply.vassal.archive._INPUT_LIMIT", 5 << 20)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    with pytest.raises(ArchiveError, match=r"-: has more than 5 MB; expected less"):
        Archive.open("-")
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(ArchiveError, match=r"-: cannot be read \(it is closed\)"):
        Archive.open("-")


def test_a_full_disk_is_told_in_words(tmp_path: Path) -> None:
    words = r"cannot be written \(No space left"
    with pytest.raises(WriteError, match=words), whole_file(tmp_path / "y.vsav"):
        raise OSError(28, "No space left on device")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_fills_up_while_copying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FullDisk(io.BytesIO):
        def write(self, data: object) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fdopen", lambda handle, mode: (os.close(handle), FullDisk())[1])
    archive = Archive.from_bytes(zip_of({"savedGame": b"x", "a": b"y"}), "x.vsav")
    with archive, pytest.raises(WriteError) as caught:
        rewrite(archive, tmp_path / "y.vsav", {})
    assert str(caught.value) == (
        f"{tmp_path / 'y.vsav'}: cannot be written (No space left on device)"
    )
    assert list(tmp_path.iterdir()) == []
