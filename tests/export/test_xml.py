from __future__ import annotations

from pathlib import Path
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from vassal_supply.errors import WriteError
from vassal_supply.export.metadata import About, extensiondata, moduledata, savedata
from vassal_supply.export.packing import packed
from vassal_supply.export.xml import element, to_xml
from vassal_supply.vassal.archive import Archive

XML_TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="￾￿")
    | st.sampled_from("\t\n\r<>&\"'")
)


@given(st.dictionaries(st.sampled_from(["name", "text", "file"]), XML_TEXT), XML_TEXT)
def test_a_parser_reads_back_what_was_written(attributes: dict[str, str], text: str) -> None:
    root = element("a.b.C", {"z": 1}, element("Inner", attributes, text=text))
    inner = etree.fromstring(to_xml(root))[0]
    assert dict(inner.attrib) == attributes
    assert (inner.text or "") == text


@pytest.mark.parametrize("sign", ["\x1b", "\x00", "\x0c"])
def test_control_characters_are_refused(sign: str) -> None:
    with pytest.raises(WriteError, match=r"control character U\+00.. in Slot"):
        to_xml(element("Slot", text=f"+/null/{sign}"))


def test_attributes_are_sorted_and_flags_are_javas() -> None:
    root = element("M", {"b": True, "a": 1.5, "C": False})
    assert to_xml(root).splitlines()[1] == b'<M C="false" a="1.5" b="true"/>'


def test_metadata_is_what_the_reader_expects(tmp_path: Path) -> None:
    about = About("1.2", "3.5.0", "Łódź & Kolm", "Game <1>")
    path = tmp_path / "x.vmdx"
    path.write_bytes(
        packed(
            {
                "moduledata": moduledata(about),
                "savedata": savedata(about),
                "extensiondata": extensiondata(about),
            }
        )
    )
    with Archive.open(path) as archive:
        assert archive.metadata is not None
        assert archive.savedata is not None
        assert archive.extensiondata is not None
        assert (archive.metadata.name, archive.metadata.vassal_version) == ("Game <1>", "3.5.0")
        assert (archive.savedata.name, archive.savedata.description) == (None, "Łódź & Kolm")
        assert (archive.extensiondata.version, archive.extensiondata.universal) == ("1.2", False)


def test_entries_keep_their_order_and_any_name(tmp_path: Path) -> None:
    entries = {
        "supply/Łódź.txt": "ö".encode(),
        "savedGame": b"",
        "a/日本.png": bytes(range(256)) * 40,
    }
    (tmp_path / "x.zip").write_bytes(packed(entries))
    with ZipFile(tmp_path / "x.zip") as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == entries
        assert archive.namelist() == list(entries)
        assert {info.date_time[0] for info in archive.infolist()} == {1980}
