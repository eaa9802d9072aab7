"""Names of cells: the engine's rules, and that every name leads back to its cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vassal_supply.vassal.grids.numbering import (
    Axis,
    Numbering,
    slant_left,
    slant_right,
    slant_third_reich,
)


@pytest.mark.parametrize(
    ("axis", "number", "text"),
    [
        (Axis(leading=0), 7, "7"),
        (Axis(leading=1), 7, "07"),
        (Axis(leading=1), 12, "12"),
        (Axis(leading=1), 123, "123"),
        (Axis(leading=3), 0, "0000"),
        (Axis(leading=1), -3, "-03"),
        (Axis(letters=True), 0, "A"),
        (Axis(letters=True), 25, "Z"),
        (Axis(letters=True), 26, "AA"),
        (Axis(letters=True), 27, "BB"),
        (Axis(letters=True), 52, "AAA"),
        (Axis(letters=True), -1, "-B"),
    ],
)
def test_numbers_are_written_as_the_engine_writes_them(axis: Axis, number: int, text: str) -> None:
    assert axis.text(number) == text
    assert axis.number(text) == number


axes = st.builds(
    Axis,
    letters=st.booleans(),
    leading=st.integers(0, 3),
    offset=st.integers(-40, 40),
    descending=st.booleans(),
)
numberings = st.builds(
    Numbering,
    st.sampled_from(["hex", "square"]),
    sideways=st.booleans(),
    h=axes,
    v=axes,
    h_first=st.booleans(),
    separator=st.sampled_from([".", "/", " ", "_"]),
    stagger=st.booleans(),
    slant=st.sampled_from([None, slant_right, slant_left, slant_third_reich]),
    columns=st.integers(0, 99),
    rows=st.integers(0, 99),
    location_format=st.sampled_from(
        [
            ("", "gridLocation", ""),
            ("Hex ", "gridLocation", " (", "column", ")"),
            ("", "row", "|", "column", ""),
            ("$", "column", "-", "row", "-", "row", "$"),
        ]
    ),
)
numbers = st.integers(-80, 80)


@given(numberings, numbers, numbers)
def test_display_and_raw_are_inverse(numbering: Numbering, column: int, row: int) -> None:
    assert numbering.raw(*numbering.displayed(column, row)) == (column, row)


@given(numberings, numbers, numbers)
def test_a_name_leads_back_to_its_cell(numbering: Numbering, column: int, row: int) -> None:
    assert numbering.find(numbering.name(column, row)) == (column, row)


@given(numberings.filter(lambda n: not n.h.letters), numbers, numbers)
def test_names_run_together_still_list_their_cell(
    numbering: Numbering, column: int, row: int
) -> None:
    numbering.separator = ""
    assert (column, row) in list(numbering.candidates(numbering.name(column, row)))


@given(numberings, st.text(max_size=30))
def test_any_text_is_a_name_or_none(numbering: Numbering, text: str) -> None:
    found = numbering.find(text)
    assert found is None or numbering.name(*found) == text


def test_text_too_long_for_a_name_is_none() -> None:
    assert Numbering().find("1" * 10_000) is None


def test_two_numbers_side_by_side_are_read_as_the_engine_reads_them() -> None:
    numbering = Numbering(h=Axis(leading=0, offset=0), v=Axis(leading=0, offset=0), stagger=False)
    assert numbering.name(11, 1) == numbering.name(1, 11) == "111"
    assert list(numbering.candidates("111")) == [(11, 1), (1, 11)]


def test_stagger_lowers_odd_columns() -> None:
    numbering = Numbering(h=Axis(offset=0), v=Axis(offset=1))
    assert [numbering.name(column, 4) for column in (6, 7)] == ["0605", "0706"]


def test_slanted_rows_add_half_the_column() -> None:
    h, v = Axis(letters=True, offset=0), Axis(leading=0, offset=0)
    up = Numbering(h=h, v=v, slant=slant_right, stagger=True)
    down = Numbering(h=h, v=v, slant=slant_left, stagger=False)
    assert [up.name(column, 3) for column in range(4)] == ["A3", "B4", "C4", "D5"]
    assert [down.name(column, 3) for column in range(4)] == ["A4", "B4", "C3", "D3"]
