"""Damaged and hostile modules: whatever the bytes, only this package's own errors leave it."""

from __future__ import annotations

import random
import re
import zipfile
from pathlib import Path

import pytest

from tests.vassal.grid_cases import CASES
from tests.vassal.modules import build_file, element, game_map
from tests.vassal.test_palette import PIECES, PROTOTYPES, M, W, definition
from tests.vassal.test_turns import CAMPAIGN, STATES
from vassal_supply.errors import SupplyError
from vassal_supply.vassal.archive import Archive, write_zip
from vassal_supply.vassal.buildfile import path_of
from vassal_supply.vassal.module import Module
from vassal_supply.vassal.summary import summarize

ODD_VALUES = (
    "",
    "-1",
    "0",
    "1e9",
    "2147483648",
    "99999999999999999999",
    "NaN",
    "Infinity",
    "true",
    "$",
    "$$name$$",
    ";",
    "1,2;3",
    "\\",
    "'",
    "\t",
    "Łódź 🂡",
    "../../x",
    "/etc/passwd",
)


def own_build_file() -> str:
    slots = [
        element(W + "PieceSlot", {"entryName": name, "gpid": number}, definition(*levels))
        for number, (name, levels) in enumerate(PIECES.items())
    ]
    prototypes = [
        element(M + "PrototypeDefinition", {"name": name}, text)
        for name, text in PROTOTYPES.items()
    ]
    return build_file(
        *(case.xml for case in CASES[::4]),
        CAMPAIGN,
        element(M + "PrototypesContainer", {}, *prototypes),
        game_map("Start", [], element(M + "map.SetupStack", {"name": "s"}, *slots)),
    )


def damaged(text: str, rng: random.Random) -> str:
    """The build file with some attribute values, tags or characters changed."""
    for _ in range(rng.randint(1, 6)):
        way = rng.randrange(4)
        if way == 0:
            values = list(re.finditer(r'="([^"]*)"', text))
            at = rng.choice(values)
            value = rng.choice(ODD_VALUES).replace("&", "&amp;")
            text = text[: at.start(1)] + value + text[at.end(1) :]
        elif way == 1:
            name = rng.choice(re.findall(r" (\w+)=", text))
            text = text.replace(f" {name}=", f" {rng.choice(['x0', 'path', 'name', 'q'])}=", 1)
        elif way == 2:
            tags = re.findall(r"<(VASSAL[\w.]+)", text)
            old, new = rng.choice(tags), rng.choice(tags)
            text = re.sub(rf"(</?){re.escape(old)}(?=[\s>/])", rf"\g<1>{new}", text)
        else:
            start = rng.randrange(len(text))
            text = text[:start] + text[start + rng.randint(1, 9) :]
    return text


def read_everything(path: Path) -> None:
    module = Module.read(path)
    list(summarize(module).lines())
    for slot in module.slots:
        module.slot(slot.gpid, slot.name)
        module.expanded(slot)
    module.slot("no such gpid")
    for tracker in module.turn_trackers:
        for state in STATES:
            tracker.turn(state)
    for found in module.maps:
        assert path_of(found.element) == found.path
        layout = module.layout(found.name)
        assert layout is not None
        for x, y in ((-1, -1), (0, 0), (100, 100), (899, 699), (10**9, 10**9)):
            place = layout.place(*layout.snap(x, y))
            if place.location:
                layout.point(place.location)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_build_files(tmp_path: Path, seed: int) -> None:
    text = damaged(own_build_file(), random.Random(seed))
    path = tmp_path / "damaged.vmod"
    write_zip(path, {"moduledata": b"<data/>", "buildFile.xml": text.encode("utf-8")})
    try:
        read_everything(path)
    except SupplyError as error:
        assert str(path) in str(error)


@pytest.mark.parametrize("seed", range(40))
def test_damaged_zips(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    path = tmp_path / "damaged.vmod"
    write_zip(path, {"moduledata": b"<data/>", "buildFile.xml": own_build_file().encode("utf-8")})
    data = bytearray(path.read_bytes())
    for _ in range(rng.randint(1, 8)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    path.write_bytes(data[: rng.choice([len(data), rng.randrange(len(data))])])
    try:
        read_everything(path)
    except SupplyError as error:
        assert str(path) in str(error)


@pytest.mark.corpus
@pytest.mark.parametrize("game", ["a3r", "kassala", "ragnarok", "trc"])
def test_damaged_real_modules(corpus: Path, tmp_path: Path, game: str) -> None:
    with Archive.open(corpus / game / "module.vmod") as archive:
        name, data = archive.build_file()
        images = {n: archive.read(n) for n in archive.names if n.startswith("images/")}
    for seed in range(5):
        text = damaged(data.decode("utf-8"), random.Random(seed))
        path = tmp_path / f"{seed}.vmod"
        with zipfile.ZipFile(path, "w") as made:
            made.writestr(name, text)
            for image, content in images.items():
                made.writestr(image, content)
        try:
            read_everything(path)
        except SupplyError as error:
            assert str(path) in str(error)
