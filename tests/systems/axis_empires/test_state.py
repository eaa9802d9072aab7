"""The state of the world, from counters and turn file; the rulebook's own tables; questions and effects."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.systems.axis_empires.boards import SIDES, hexes, rulebook
from vassal_supply.errors import KitError, RequestError, RulebookError, SupplyError
from vassal_supply.model import Lattice, Link, MapModel, Marker, Situation, Source, Space, Unit
from vassal_supply.systems import Request, check_request, find_system
from vassal_supply.systems.axis_empires import AxisEmpires
from vassal_supply.systems.axis_empires.rulebook import parse_rules
from vassal_supply.systems.axis_empires.state import World, read_world
from vassal_supply.tables import parse_toml

COUNTRIES = """
[countries]
major = ["Germany"]
[countries.of]
Axis = ["Germany"]
Western = ["Greece"]
"""


def situation(*markers: Marker, units: tuple[Unit, ...] = (), phasing: str = "") -> Situation:
    spaces = hexes()
    spaces["e1101"] = spaces["e1101"]._replace(nation="Germany", features=frozenset({"city"}))
    spaces["e1201"] = spaces["e1201"]._replace(nation="Turkey")
    spaces["South Sea"] = Space("South Sea", "Europe", 0, 0, features=frozenset({"naval-zone"}))
    model = MapModel(spaces, [Lattice("hex", sideways=True)], [Link("South Sea", "e1307", "sea")])
    box = Source("e1604", "off-map box", "Box", frozenset({"Western"}))
    facts = {"phasing": phasing} if phasing else {}
    return Situation(model, SIDES, units, markers, (box,), facts=dict(facts))


def marker(kind: str, nation: str = "", side: str = "", **values: str) -> Marker:
    return Marker(
        f"{kind} {nation}{side}", kind, "Europe", "e1307", kind, side, dict(values), nation
    )


def unit(kind: str, space: str = "e1101", nation: str = "Germany", side: str = "Axis") -> Unit:
    return Unit(f"{kind} {space}", f"a {kind}", "Europe", space, side, nation, kind)


def world(text: str = "", *markers: Marker, phasing: str = "") -> World:
    table = parse_toml(text.encode("utf-8"), file="turn.toml")
    return read_world(situation(*markers, phasing=phasing), rules(), table)


def rules():
    text = rulebook().source.replace("[countries]", "[spare]").replace("[countries.of]", "")
    text = text.split("[spare]")[0] + COUNTRIES + text[text.index("[zoc]") :]
    return parse_rules(parse_toml(text.encode("utf-8"), file="rulebook.toml", error=RulebookError))


# --- the state ----------------------------------------------------------------------------------------------------------


def test_markers_tell_the_state() -> None:
    found = world(
        "",
        marker("neutral", "Turkey"),
        marker("conquered", "Greece"),
        marker("policy", "Norway", posture="Limited War"),
        marker("posture", side="Western", posture="War"),
        marker("alignment", "Bulgaria", "Soviet"),
    )
    assert found.neutral == {"Turkey"}
    assert found.conquered == {"Greece"}
    assert found.policy == {"Norway": "Limited War"}
    assert found.posture == {"Western": "War"}
    assert found.of == {"Germany": "Axis", "Greece": "Western", "Bulgaria": "Soviet"}


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ('neutral = ["Greece"]', "neutral", {"Greece"}),
        ("neutral = []", "neutral", set()),
        ('conquered = ["Germany"]', "conquered", {"Germany"}),
        ('policy = { Greece = "Limited War" }', "policy", {"Greece": "Limited War"}),
        ('posture = { Soviet = "War" }', "posture", {"Western": "Limited War", "Soviet": "War"}),
        ('posture = { Western = "War" }', "posture", {"Western": "War"}),
        ('alignment = { Greece = "Soviet" }', "changed", {"Turkey": "Axis", "Greece": "Soviet"}),
        ('phasing = "Soviet"', "phasing", "Soviet"),
        ('closed_ports = ["e1307"]', "closed_ports", ("e1307",)),
        ('open_ports."South Sea" = ["e1201"]', "open_ports", {"South Sea": ("e1201",)}),
        (
            'closed_ports = ["e1201"]\nopen_ports."South Sea" = ["e1201"]',
            "closed_ports",
            ("e1201",),
        ),
    ],
)
def test_the_turn_file_has_the_last_word(text: str, field: str, value: object) -> None:
    found = world(
        text,
        marker("neutral", "Turkey"),
        marker("conquered", "Greece"),
        marker("policy", "Turkey", posture="War"),
        marker("posture", side="Western", posture="Limited War"),
        marker("alignment", "Turkey", "Axis"),
        phasing="Axis",
    )
    assert getattr(found, field) == value


@pytest.mark.parametrize("word", ["War", "war", "WAR "])
def test_a_posture_of_war_is_one_in_any_spelling(word: str) -> None:
    assert world(f'posture = {{ Western = "{word}" }}').is_at_war("Western", "Greece")
    assert not world('posture = { Western = "Limited War" }').is_at_war("Western", "Greece")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('neutral = ["Turky"]', "no Country is called 'Turky'; did you mean 'Turkey'"),
        ('conquered = ["France"]', "no Country is called 'France'"),
        ('policy = { Turky = "War" }', "no Country is called 'Turky'"),
        ('posture = { Westen = "War" }', "no Country is called 'Westen'; did you mean 'Western'"),
        ('alignment = { Greece = "Allied" }', "expected one of Axis, Western, Soviet"),
        ('phasing = "Allied"', "expected one of Axis, Western, Soviet"),
        ('closed_ports = ["e9999"]', "no port of a Naval Zone is called 'e9999'"),
        ('closed_ports = ["e1201"]', "no port of a Naval Zone is called 'e1201'"),
        (
            'open_ports = { "North Sea" = ["e1307"] }',
            "no Naval Zone is called 'North Sea'; did you",
        ),
        ('open_ports = { e1101 = ["e1307"] }', "no Naval Zone is called 'e1101'"),
        ('open_ports = { "South Sea" = ["Tobruk"] }', "no hex is called 'Tobruk'"),
        ('open_ports = { "South Sea" = ["South Sea"] }', "no hex is called 'South Sea'"),
        ("closed_ports = 7", "expected a string or a list of strings"),
    ],
)
def test_a_slip_in_the_turn_file_gets_one_line(text: str, words: str) -> None:
    with pytest.raises(KitError, match=words) as found:
        world(text)
    assert found.value.file == "turn.toml"
    assert found.value.line == 1


def test_a_key_of_another_system_is_refused() -> None:
    table = parse_toml(b'power = "Germany"', file="turn.toml")
    with pytest.raises(SupplyError, match="unknown key; the system 'axis_empires' reads phasing"):
        check_request(find_system("axis_empires"), Request(turn=table))


@pytest.mark.parametrize(
    ("side", "country", "at_war"),
    [
        ("Axis", "Germany", False),
        ("Western", "Britain", True),
        ("Western", "USA", False),
        ("Western", "Greece", False),
        ("Soviet", "Russia", True),
    ],
)
def test_postures_of_counters(side: str, country: str, at_war: bool) -> None:
    found = world(
        "",
        marker("policy", "Greece"),
        marker("posture", "USA", posture="Limited War"),
        marker("posture", side="Western", posture="War"),
    )
    assert found.is_at_war(side, country) is at_war


@pytest.mark.parametrize(
    ("markers", "enemies"),
    [
        ((), ["Greece"]),
        ((marker("conquered", "Greece"),), []),
        ((marker("neutral", "Greece"),), []),
        ((marker("alignment", "Greece", "Axis"),), []),
        ((marker("alignment", "Turkey", "Soviet"),), ["Greece", "Turkey"]),
    ],
)
def test_countries_enemy_to_the_axis(markers: tuple[Marker, ...], enemies: list[str]) -> None:
    assert world("", *markers).enemies("Axis") == enemies


def test_a_conquered_axis_country_stays_an_enemy() -> None:
    assert world("", marker("conquered", "Germany")).enemies("Soviet") == ["Germany", "Greece"]


# --- the rulebook's own tables ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"@ground", "@air"', '"@cavalry"', "'@cavalry'; expected one of @ground, @air"),
        ('needs = "home"', 'needs = "money"', "expected one of line, overland, home, nothing"),
        ('ask = "base"\n', "", "expected either ask"),
        ('ask = "base"\n', 'ask = "base"\nphase = "base"\n', "expected either ask"),
        ('air = ["air"]', "air = 3", "expected a string or a list of strings"),
        ("[overland]", "[overland]\nwith = 1", "unknown key"),
        ('by = "ezoc"', 'by = "zoc"', "expected one of enemy-unit"),
    ],
)
def test_a_slip_in_the_rulebook_gets_one_line(old: str, new: str, words: str) -> None:
    text = rulebook().source
    assert old in text
    table = parse_toml(
        text.replace(old, new, 1).encode("utf-8"), file="r.toml", error=RulebookError
    )
    with pytest.raises(RulebookError, match=words):
        AxisEmpires().determine(situation(units=(unit("infantry"),)), table)


def test_kinds_that_the_rulebook_does_not_list_are_ground_units() -> None:
    found = rules()
    assert found.is_ground("ski troops")
    assert not any(found.is_ground(kind) for kind in ("air", "airdrop", "detachment", "logistics"))


# --- questions and effects ----------------------------------------------------------------------------------------------


def effects(kind: str, request: Request = Request(), **where: str) -> dict[str, bool | None]:  # noqa: B008
    one = unit(kind, **where)
    found = AxisEmpires().determine(situation(units=(one,)), rules().table, request)
    return {effect.code: effect.allowed for effect in found.verdicts[one.id].effects}


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("infantry", {"base", "combine", "break-down", "operational-movement", "reserve-movement", "advance", "exploitation"}),
        ("armor", {"base", "combine", "break-down", "operational-movement", "reserve-movement", "advance", "exploitation", "armor-shift"}),
        ("airborne", {"base", "combine", "break-down", "operational-movement", "reserve-movement", "advance", "exploitation", "airdrop"}),
        ("marine", {"base", "combine", "break-down", "operational-movement", "reserve-movement", "advance", "exploitation", "marine"}),
        ("hq", {"base", "combine", "break-down", "operational-movement", "reserve-movement", "advance", "exploitation", "replacement-location-hq", "ranged-support", "hq-shift"}),
        ("air", set()),
        ("airdrop", {"airdrop-landing"}),
        ("detachment", {"base"}),
        ("logistics", {"base", "replacement-location-overland"}),
    ],
)  # fmt: skip
def test_without_a_question_all_effects_of_a_kind_are_told(kind: str, codes: set[str]) -> None:
    assert effects(kind) == dict.fromkeys(codes, True)


def test_western_logistics_need_no_overland_line() -> None:
    found = effects("logistics", space="e1604", nation="Britain", side="Western")
    assert found == {"base": True, "replacement-location": True}


def test_unsupplied_units_may_only_what_needs_nothing() -> None:
    found = effects("infantry", space="e1307")
    assert {code for code, may in found.items() if may} == {"break-down", "reserve-movement"}


@pytest.mark.parametrize(("phasing", "may"), [("Axis", True), ("Western", False), ("", True)])
def test_only_phasing_units_move(phasing: str, may: bool) -> None:
    one = unit("infantry")
    at = situation(units=(one,), phasing=phasing)
    found = AxisEmpires().determine(at, rules().table, Request(phase="operational-movement"))
    assert [effect.allowed for effect in found.verdicts[one.id].effects] == [may]
    asked = [question for question in found.questions if "phasing" in question]
    assert bool(asked) == (not phasing)


def test_a_posture_nobody_names_is_asked_for() -> None:
    found = AxisEmpires().determine(situation(marker("policy", "Turkey")), rules().table)
    assert [question.split("?")[0] for question in found.questions] == [
        "What is the Posture of the Western faction",
        "What is the Posture of the Soviet faction",
    ]
    told = situation(
        marker("policy", "Turkey"),
        marker("posture", side="Western", posture="War"),
        marker("posture", side="Soviet", posture="War"),
    )
    assert AxisEmpires().determine(told, rules().table).questions == ()


def test_a_question_judges_only_those_it_concerns() -> None:
    units = (unit("infantry"), unit("airborne"), unit("air"))
    found = AxisEmpires().determine(
        situation(units=units), rules().table, Request(action="airdrop")
    )
    assert list(found.verdicts) == [units[1].id]
    assert [row["may"] for row in found.sections["answers"]] == [True]
    overland = AxisEmpires().determine(
        situation(units=units), rules().table, Request(action="overland")
    )
    assert len(overland.verdicts) == 3
    assert not overland.sections


def test_only_some_sides_are_judged() -> None:
    units = (unit("infantry"), unit("infantry", "e1604", "Britain", "Western"))
    asked = Request(sides=frozenset({"Western"}))
    found = AxisEmpires().determine(situation(units=units), rules().table, asked)
    assert list(found.verdicts) == [units[1].id]
    with pytest.raises(RequestError, match="no side 'Allied'"):
        AxisEmpires().determine(
            situation(units=units), rules().table, Request(sides=frozenset({"Allied"}))
        )


def test_a_unit_off_the_map_is_named_in_a_warning() -> None:
    found = AxisEmpires().determine(
        situation(units=(unit("infantry", "Delay Box"),)), rules().table
    )
    assert found.verdicts == {}
    assert "Delay Box" in found.warnings[0].text
    with pytest.raises(RequestError, match="no counter 'nobody'"):
        AxisEmpires().explain(found, "nobody")


@pytest.mark.parametrize(
    ("markers", "grade"), [((), "out"), ((marker("neutral", "Turkey"),), "full")]
)
def test_units_of_neutral_countries_have_no_zone_of_control(
    markers: tuple[Marker, ...], grade: str
) -> None:
    units = (unit("infantry", "e1103"), unit("infantry", "e1202", "Turkey", "Western"))
    found = AxisEmpires().determine(situation(*markers, units=units), rules().table)
    assert found.verdicts[units[0].id].grade == grade


@pytest.mark.parametrize(("kind", "grade"), [("infantry", "out"), ("air", "full")])
def test_only_ground_units_have_a_zone_of_control(kind: str, grade: str) -> None:
    """Whatever zone the kit gives a counter (AE-10a): the way to the City on e1101 is e1102, beside e1202."""
    foe = unit(kind, "e1202", "Greece", "Western")._replace(zoc=True)
    held = situation(units=(unit("armor", "e1103"), foe))
    found = AxisEmpires().determine(held, rules().table).verdicts["armor e1103"]
    assert found.grade == grade, found.reasons


def test_a_question_that_concerns_nobody_says_so(run) -> None:
    ran = run("check", ROOT / "fixtures/axis_empires/setup.vsav", "--for", "airdrop")
    assert ran.status == 0
    assert "No unit that was asked about stands on the kit's maps." in ran.out


def test_countries_of_a_faction_that_is_none_are_refused() -> None:
    text = rules().table.source.replace('Western = ["Greece"]', 'Westen = ["Greece"]')
    table = parse_toml(text.encode("utf-8"), file="rulebook.toml", error=RulebookError)
    with pytest.raises(RulebookError, match="'Westen'; expected one of Axis, Western, Soviet"):
        AxisEmpires().determine(situation(), table)
