"""Sizes of board images, told from their first bytes."""

from __future__ import annotations

import io
import random
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from tests.engine.harness import Engine
from tests.engine.jobs import Info
from tests.vassal.modules import B, element, game_map, write_module
from vassal_supply.vassal.images import image_size
from vassal_supply.vassal.module import Module


def picture(kind: str, size: tuple[int, int], **options: object) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", size, "olive").save(data, kind, **options)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "GIF", "JPEG", "BMP", "TIFF", "WEBP"])
@pytest.mark.parametrize("size", [(1, 1), (640, 480), (3, 5000)])
def test_pictures(kind: str, size: tuple[int, int]) -> None:
    assert image_size(picture(kind, size)) == size


def test_a_jpeg_with_much_before_its_frame() -> None:
    data = picture("JPEG", (321, 123), exif=b"Exif\0\0" + b"x" * 60_000, progressive=True)
    assert data.index(b"\xff\xc2") > 60_000
    assert image_size(data) == (321, 123)
    assert image_size(data[:50_000]) is None


SVG = {
    'width="300" height="200"': (300, 200),
    'width="300px" height="200.6px"': (300, 201),
    'width="2in" height="25.4mm"': (192, 96),
    'viewBox="0 0 640 480"': (640, 480),
    'viewBox="0,0,640,480" width="320"': (320, 480),
    'viewBox="0 0 640 480" width="50%" height="100%"': (320, 480),
    'width="77"': (77, 77),
    "": (0, 0),
    'width="NaN" viewBox="0 0 9 inf"': None,
    'viewBox="0 0 1e999 nan"': None,
    f'width="{"9" * 400}" height="7"': None,
    'stroke-width="9" viewBox="0 0 8 6"': (8, 6),
}


@pytest.mark.parametrize("attributes", SVG)
def test_drawings(attributes: str) -> None:
    assert image_size(drawing(attributes)) == SVG[attributes]


def test_a_jpeg_of_fill_bytes_only() -> None:
    start = time.perf_counter()
    assert image_size(b"\xff\xd8" + b"\xff" * (1 << 24)) is None
    assert image_size(b"\xff\xd8" + b"\xff" * 99 + picture("JPEG", (321, 123))[2:]) == (321, 123)
    assert time.perf_counter() - start < 30


@pytest.mark.filterwarnings("error")
def test_pillow_keeps_what_it_thinks_of_an_image_to_itself() -> None:
    assert image_size(b"P6\n12000 12000 255\n") == (12000, 12000)
    assert image_size(b"P6\n999999 999999 255\n") is None
    tiff = bytearray(picture("TIFF", (9, 7)))
    for place in range(8, len(tiff)):
        changed = bytes(tiff[:place]) + b"\xff" + bytes(tiff[place + 1 :])
        image_size(changed)
        image_size(changed[:place])


@given(st.binary(max_size=200), st.sampled_from(["PNG", "GIF", "JPEG", "BMP"]))
def test_damaged_pictures_have_some_size_or_none(noise: bytes, kind: str) -> None:
    data = bytearray(picture(kind, (9, 7)))
    rng = random.Random(noise)
    for byte in noise:
        data[rng.randrange(2, len(data))] = byte
    for end in (len(data), rng.randrange(len(data))):
        size = image_size(bytes(data[:end]))
        assert size is None or len(size) == 2


@given(st.binary(max_size=300))
def test_noise_is_no_picture(data: bytes) -> None:
    size = image_size(data)
    assert size is None or min(size) >= 0


def drawing(attributes: str) -> bytes:
    head = '<?xml version="1.0"?><!-- a map --><!DOCTYPE svg>'
    return f'{head}<svg xmlns="http://www.w3.org/2000/svg" {attributes}><g/></svg>'.encode()


@pytest.mark.engine
def test_boards_are_as_large_as_in_the_engine(engine: Engine, tmp_path: Path) -> None:
    drawn = [text for text, size in SVG.items() if size is not None]
    images = {f"images/{number}.svg": drawing(text) for number, text in enumerate(drawn)}
    images |= {"images/p.png": picture("PNG", (70, 50)), "images/j.jpg": picture("JPEG", (7, 5))}
    images |= {"images/old.gif": picture("GIF", (30, 20))}
    names = [name.removeprefix("images/") for name in images if "old" not in name]
    boards = [element(B + "Board", {"name": name, "image": name}) for name in (*names, "old")]
    path = write_module(tmp_path / "boards.vmod", game_map("M", boards), entries=images)
    [answer] = engine.ask(path, Info()).data["maps"]
    theirs = {board["name"]: (board["width"], board["height"]) for board in answer["boards"]}
    found = Module.read(path).map("M")
    assert found is not None
    assert {board.name: board.size for board in found.boards} == theirs


@pytest.mark.corpus
@pytest.mark.parametrize("game", ["a3r", "kassala", "pog", "ragnarok", "tld", "trc"])
def test_sizes_of_real_boards(corpus: Path, game: str) -> None:
    module = Module.read(corpus / game / "module.vmod")
    for board in (board for found in module.maps for board in found.boards):
        if board.image and not board.image.endswith(".svg"):
            data = module.archive.read(f"images/{board.image}")
            with Image.open(io.BytesIO(data)) as image:
                assert board.size == image.size
