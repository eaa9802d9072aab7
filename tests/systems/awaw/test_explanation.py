"""What ``explain`` tells of units of the cases: as a referee would, each sentence with its rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fixtures.build.atlas.cases import case_command
from tests.systems.awaw.asking import CASES, FOLDER

PARTIAL = """\
What follows:
  has its CTL reduced by one [30.522a]
  may not be transported by sea [30.522]
  may not invade from the sea [30.522]
  is no attrition loss while its zone last fed the attrition zone by sea (14.52a) [30.522]
"""

ISOLATED = (
    PARTIAL
    + """\
  may not move in the movement phase [30.531]
  may not advance after combat [30.531]
  counts in attrition totals, but may not advance into hexes gained [30.531]
  may not redeploy [30.531]
  is eliminated after combat if it is isolated then too [30.541]
"""
)

POCKET = """\
8th Army (Allies) on Europe:F22 is isolated.
  no line of controlled hexes free of enemy zones of control joins it to a source [30.321]
  no place in its zone takes a sea line [30.331b]
The nearest line there would be, 7 spaces:
        Europe:F22
  land  Europe:F23 Europe:E24 Europe:E25 Europe:D26 Europe:D27 Europe:C28 Urals box
What bars it:
  Europe:F23  Europe:F23 lies in the zone of control of 1st Panzer on Europe:E22 [30.321]
"""

MALTA = """\
Malta garrison (Allies) on Europe:Q13 is partially supplied.
  it is supplied by sea from Cairo (Europe:R22), by the sea line Malta [30.333]
  Cairo is a limited source [30.25]
  the sea line Suez: it was disrupted [30.38]
Its supply line, 10 spaces:
        Europe:Q13
  sea   Europe:P14 Europe:P15 Europe:O16 Europe:O17 Europe:O18 Europe:P19 Europe:P20 Europe:Q21
  land  Europe:Q22 Europe:R22
"""

BEACH = """\
1-2 infantry (Allies) on Pacific:S21 is isolated.
  no land joins it to a source [30.321]
  the sea line Rabaul run: it was unprotected and air attacked it [30.381a]
"""

LONDON = """\
German in London (Axis) on Europe:G5 is isolated.
  no land joins it to a source [30.321]
  London gives nothing: Britain has not surrendered [30.229]
  sea supply to the zone of London was declined [30.35]
"""

WHOLE = {
    ("summer-1941-initial", "8th Army"): POCKET + ISOLATED,
    ("suez-disrupted", "Malta garrison"): MALTA + PARTIAL,
    ("rabaul-initial", "1-2 infantry"): BEACH + ISOLATED,
    ("capital-taken", "German in London"): LONDON + ISOLATED,
}

BARS = {
    ("same-armor", "Romans"): "Europe:L12 and Europe:L11 both lie in the zone of control of 7th "
    "Armoured on Europe:K12 [30.321a]",
    ("zoc-on-the-port-not-continued", "behind it"): "Europe:M13 lies in the zone of control of "
    "16th Panzer on Europe:M14: no line leaves it [30.333]",
    ("fate-escorts-gone", "Tripoli"): "Europe:R19 to Europe:O24 (7 hexes) are controlled by "
    "Britain [30.322]",
    ("enemy-partisans", "Naples"): "Europe:L12 is held by partisans [30.323]",
    ("kiev", "Germans"): "Kiev gives nothing: Ukraine does not stand with Germany [30.265]",
    ("western-surrenders", "Darwin"): "Australia box gives nothing: Australia has surrendered",
    ("capital-held-by-russia", "British"): "Berlin gives nothing: it is held by Russia, whose "
    "sources serve no Britain [30.229]",
    ("no-cooperation", "Rumanians"): "Budapest gives nothing: Hungary and Rumania do not cooperate",
    ("urals-persia-closed", "Persia"): "Urals box gives nothing: the Persian route is not open",
    (
        "urals-china-no-ally",
        "8th Route Army",
    ): "Urals box gives nothing: Communist China is no ally of Russia [30.225]",
    ("urals-china-not-russian", "8th Route Army"): "Urals box gives nothing: its edge hexes there "
    "are not Russian-controlled [30.225]",
    ("partisans-in-the-port", "inland"): "Europe:Q21 is held by partisans: no line leaves it",
    ("china-not-by-land", "Yunnan"): "Western supply comes into China by land along the Burma "
    "road alone [30.324]",
    ("port-moresby", "too deep"): "Pacific:S19 lies in New Guinea's jungle and mountains [30.325]",
    ("south-africa-no-further", "Crimea"): "what comes this way may not go as far as",
    ("resting-source", "5th"): "Manila gives nothing: it is let rest this turn [30.21]",
}


@pytest.fixture
def explained(run: Any) -> Any:
    def call(name: str, unit: str) -> str:
        _, save, *more = case_command(CASES[name], FOLDER, Path())
        ran = run("explain", save, unit, *more)
        assert ran.status == 0, ran.err
        return str(ran.out)

    return call


@pytest.mark.parametrize("asked", WHOLE)
def test_the_explanation_reads(asked: tuple[str, str], explained: Any) -> None:
    assert explained(*asked) == WHOLE[asked]


@pytest.mark.parametrize("asked", BARS)
def test_what_bars_is_told(asked: tuple[str, str], explained: Any) -> None:
    assert BARS[asked] in explained(*asked)


def test_a_closed_burma_road_is_told(explained: Any) -> None:
    told = explained("china-not-by-land", "Yunnan")
    assert "India box gives nothing: the Burma road is not open [30.324]" in told
