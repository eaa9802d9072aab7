"""What the cases do not show: slips in turn files and rulebooks, odd kits."""

from __future__ import annotations

import pytest

from tests.systems.ocs.test_cases import FOLDER
from vassal_supply.case import Case, open_case
from vassal_supply.errors import KitError, RequestError, RulebookError
from vassal_supply.model import Lattice, MapModel, Situation, Space
from vassal_supply.supply import Determination
from vassal_supply.systems import Request
from vassal_supply.systems.ocs import OcsSystem
from vassal_supply.systems.ocs.breakout import straight
from vassal_supply.tables import Table, parse_toml


def opened(name: str) -> Case:
    return open_case(FOLDER / f"{name}.vsav")


def judged(case: Case, turn: str = "", rulebook: str = "", **request: object) -> Determination:
    """A determination with a turn file and, laid over the kit's rulebook, some tables."""
    table = case.kit.rulebook
    if rulebook:
        own = parse_toml(rulebook.encode("utf-8"), file="r.toml", error=RulebookError)
        data = {key: table.get(key) for key in table.keys()}  # noqa: SIM118
        for key in own.keys():  # noqa: SIM118
            old = data.get(key)
            new = own.get(key)
            data[key] = old | new if isinstance(old, dict) and isinstance(new, dict) else new
        table = Table(data, file="r.toml", error=RulebookError)
    turned = parse_toml(turn.encode("utf-8"), file="turn.toml") if turn else None
    return OcsSystem().determine(case.situation, table, Request(turn=turned, **request))


def grade(found: Determination, name: str) -> str:
    return next(one.grade for one in found.verdicts.values() if one.unit.name == name)


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ('player = "Germany"', "player: 'Germany'; expected one of Commonwealth, Vichy"),
        ("[eat]\nGermany = []", "no side is called 'Germany'"),
        ("[breakout.Germany]", "no side is called 'Germany'"),
        ('[eat]\nCommonwealth = ["Frontier"]', "no unit is called 'Frontier'; did you mean"),
        ('[breakout.Vichy]\n"Frontier Battalion" = 4', "no unit is called 'Frontier Battalion'"),
        ('[breakout.Commonwealth]\n"Frontier Battalion" = 7', "7; a die shows 1 to 6"),
        (
            '[breakout.Commonwealth]\n"Frontier Battalion" = [1, 2, 3]',
            "expected the die, and the one",
        ),
        ('[breakout.Commonwealth]\n"Frontier Battalion" = false', "expected 1 dice like 3"),
        ('[attrition.Commonwealth]\n"39.99" = [1, 2]', "no space is called '39.99'"),
        ('[attrition.Commonwealth]\n"39.21" = [8]', "expected 2 dice like"),
        ('turn = "four"', "expected a whole number"),
        (
            '[first_turn]\nVichy = ["6th Legion"]\n[later_turn]\nVichy = ["6th Legion"]',
            "later_turn.Vichy: 6th Legion .42.20. stands here and under first_turn",
        ),
        (
            '[starve]\nVichy = ["6th Legion"]\n[eat]\nVichy = ["Levant HQ", "6th Legion"]',
            "starve.Vichy: 6th Legion .42.20. stands here and under eat",
        ),
        (
            '[breakout.Commonwealth]\n"Frontier Battalion" = [[2], [5, 3]]',
            ":2: .*dice for 2 attempts; it may make 1",
        ),
        ('[breakout.Commonwealth]\n"Frontier Battalion" = [5, 7]', ":2: .*a die shows 1 to 6"),
    ],
)
def test_a_slip_in_the_turn_file_is_told(turn: str, words: str) -> None:
    with pytest.raises(KitError, match=words) as raised:
        judged(opened("gorge-roll-8"), turn)
    assert str(raised.value).startswith("turn.toml:")


@pytest.mark.parametrize(
    ("rulebook", "words"),
    [
        ("[eating]\ntokens = 0", "tokens: 0; expected 1 or more"),
        ("[eating]\nfeeds = 0", "feeds: 0; expected 1 or more"),
        ("[eating]\nfeedz = 2", "unknown key"),
        ("[breakout]\nsucceeds = [7]", "expected the highest numbers of a die, like"),
        ("[breakout]\nrange = -1", "range: -1; expected hexes, 0 or more"),
        ("[breakout]\nsucceeds = []", "expected the highest numbers of a die, like"),
        ("[breakout]\nsucceeds = [1, 2]", "expected the highest numbers of a die, like"),
        ('[breakout]\nleg = "fly"', "leg: 'fly'; expected one of draw"),
        ("[kinds]\ncombat = []", "expected the kinds of combat unit"),
        ('[kinds]\nhq = ["hqq"]', "kinds.hq: 'hqq' is not under combat"),
        ('[modes]\nstrategic_rating = "low"', "expected a number"),
        ("[attrition]\nfirst_turn_drm = 1.5", "expected a whole number"),
        ("[supply_phase]\nruled = 1", "unknown key"),
        ("[rails]\nstations = []", "rails: unknown key"),
    ],
)
def test_a_slip_in_the_rulebook_is_told(rulebook: str, words: str) -> None:
    with pytest.raises(RulebookError, match=words):
        judged(opened("gorge-roll-8"), rulebook=rulebook)


def test_transport_points_try_no_more_often_than_there_are_points() -> None:
    turn = '[breakout.Commonwealth]\n"2 Truck Points" = [[1], [2], [6, 1]]'
    with pytest.raises(KitError, match="dice for 3 attempts; it may make 2"):
        judged(opened("trucks-in-the-first-turn"), turn)


def test_dice_for_a_stack_that_does_not_check_are_told() -> None:
    turn = '[attrition]\nCommonwealth = { "36.18" = [3, 4], "39.21" = [3, 5] }\n'
    case = opened("gorge-roll-8")
    text = "the turn file has dice for 36.18 (Commonwealth), but no stack checks attrition there"
    assert judged(case, turn).questions == (f"{text} [OCS-3]",)
    assert judged(case, turn, phase="movement").questions == ()
    assert judged(case, turn, sides=frozenset({"Vichy"})).questions == ()


def test_another_sides_attempt_is_not_in_a_report_of_one_side() -> None:
    turn = '[breakout.Commonwealth]\n"Frontier Battalion" = 5'
    found = judged(opened("gorge-roll-8"), turn, sides=frozenset({"Vichy"}))
    assert found.sections["breakouts"] == found.sections["attempts"] == []


def moved(situation: Situation, unit_id: str, **changes: object) -> Situation:
    """A situation with something else about a unit."""
    units = (
        one._replace(**changes) if one.id == unit_id else one  # type: ignore[arg-type]
        for one in situation.units
    )
    return situation.replaced(units=tuple(units))


def test_only_combat_units_have_a_zone_of_control() -> None:
    """Trucks beside the railway do not close it, though a kit says nothing of their zone."""
    case = opened("gorge-roll-8")
    chasseurs = next(one for one in case.situation.units if one.name == "6th Legion")
    closed = moved(case.situation, chasseurs.id, space="34.19")
    open_ = moved(closed, chasseurs.id, kind="transport")
    for situation, trains in ((closed, False), (open_, True)):
        rows = judged(case._replace(situation=situation)).sections["railheads"]["Commonwealth"]
        assert {row["open"] for row in rows if row["space"] == "36.18"} == {trains}


def test_an_extender_is_made_of_transport_points() -> None:
    """OCS-5c: one that does not work may break out in its first turn, not later."""
    case = opened("truck-extender-under-zones")
    for turn, codes in (
        ("", ["first-turn-breakout"]),
        ('[later_turn]\nCommonwealth = ["Truck Extender"]', ["transport-late"]),
    ):
        rows = judged(case, turn, sides=frozenset({"Commonwealth"})).sections["breakouts"]
        assert {row["name"]: row["code"] for row in rows}["Truck Extender"] == codes


def test_an_extender_that_works_may_not_break_out() -> None:
    rows = judged(opened("extender")).sections["breakouts"]
    assert rows == []


def test_only_the_side_that_is_asked_is_judged() -> None:
    found = opened("gorge-roll-8").determine("Vichy")
    assert {verdict.unit.side for verdict in found.verdicts.values()} == {"Vichy"}
    assert found.sections["attrition"] == found.sections["breakouts"] == []
    with pytest.raises(RequestError, match="no side 'Germany'"):
        OcsSystem().determine(
            opened("gorge-roll-8").situation,
            opened("gorge-roll-8").kit.rulebook,
            Request(sides=frozenset({"Germany"})),
        )


def test_a_unit_that_is_gone_is_not_explained() -> None:
    case = opened("breakout-fails")
    found = case.determine(turn_file=FOLDER / "breakout-fails-turn.toml")
    with pytest.raises(RequestError, match="tried to break out and is gone from the map"):
        case.explain(found, case.find_unit("Frontier Battalion"))


def test_a_stranger_is_not_explained() -> None:
    case = opened("breakout-fails")
    with pytest.raises(RequestError, match="no unit 'x' stands on a space"):
        OcsSystem().explain(judged(case), "x")


def changed(case: Case, name: str, **values: object) -> Case:
    """The case with other values of a unit."""
    units = tuple(
        one._replace(values={**one.values, **values}) if one.name == name else one
        for one in case.situation.units
    )
    return case._replace(situation=case.situation.replaced(units=units))


def test_a_stack_without_a_rating_leaves_the_column_open() -> None:
    found = judged(changed(opened("gorge-roll-8"), "Frontier Battalion", rating=""))
    (row,) = found.sections["attrition"]
    assert (row["column"], row["safe_to"], row["losses"]) == (None, None, None)
    assert found.questions[0].startswith("which Action Rating has the stack on 39.21")


def test_values_that_are_no_numbers_are_told() -> None:
    case = changed(opened("eats-a-token"), "Frontier Battalion", rating="IV", steps="", re="II")
    sources = tuple(
        one._replace(values={"sp": "many"}) if one.name == "1T" else one
        for one in case.situation.sources
    )
    case = case._replace(situation=case.situation.replaced(sources=sources))
    assert [(one.where, one.text) for one in judged(case).warnings] == [
        ("Frontier Battalion (39.21)", "rating: 'IV' is no number; none is counted"),
        ("Frontier Battalion (39.21)", "steps: '' is no number; 1 is counted"),
        ("Frontier Battalion (39.21)", "re: 'II' is no number; 1 is counted"),
        ("1T (39.21)", "sp: 'many' is no number; none is counted"),
    ]
    trucks = changed(opened("trucks-in-the-first-turn"), "2 Truck Points", points="two")
    assert [one.text for one in judged(trucks).warnings] == [
        "points: 'two' is no number; 1 is counted"
    ]


def test_a_stack_beyond_the_table_leaves_the_loss_open() -> None:
    found = judged(changed(opened("gorge-roll-8"), "Frontier Battalion", steps=12))
    (row,) = found.sections["attrition"]
    assert (row["column"], row["steps"], row["safe_to"]) == (4, 12, None)
    assert "its Attrition Table has no column for it" in found.questions[0]


def test_a_unit_whose_kind_of_points_is_not_told_goes_on_foot() -> None:
    case = changed(opened("on-foot-under-zones"), "Queens Battalion", movement="")
    rows = {row["name"]: row for row in judged(case).sections["breakouts"]}
    assert rows["Queens Battalion"]["code"] == ["path", "near"]


def test_a_unit_whose_size_is_not_told_is_one_re() -> None:
    case = changed(opened("eats-a-token"), "Frontier Battalion", re="")
    (row,) = judged(case).sections["eating"]
    assert row["feeds"] == ["Frontier Battalion (1 RE)"]


@pytest.mark.parametrize(
    ("held", "row"), [("unlimited", (1, None)), ("many", None), (0, None), (0.75, (1, 2))]
)
def test_what_a_dump_holds(held: object, row: tuple[int, int | None] | None) -> None:
    case = opened("eats-a-token")
    sources = tuple(
        one._replace(values={"sp": held}) if one.name == "1T" else one
        for one in case.situation.sources
    )
    case = case._replace(situation=case.situation.replaced(sources=sources))
    rows = judged(case).sections["eating"]
    assert [(one["tokens"], one["left"]) for one in rows] == ([row] if row else [])


def test_settings_of_the_rulebook_count() -> None:
    case = opened("gorge-roll-8")
    assert grade(judged(case, rulebook="[eating]\ndumps = []"), "Frontier Battalion") == "out"
    (row,) = judged(case, rulebook="[attrition]\nfirst_turn_drm = -2").sections["attrition"]
    assert (row["drm"], row["safe_to"]) == (-2, 9)
    (row,) = judged(opened("strategic-mode"), rulebook="[modes]\nstrategic_rating = 1").sections[
        "attrition"
    ]
    assert row["column"] == 1
    eats = judged(opened("strategic-mode-does-not-eat"), rulebook="[eating]\nstrategic = true")
    assert grade(eats, "Frontier Battalion") == "full"
    tokens = judged(
        opened("two-tokens-for-three-and-a-half"), rulebook="[eating]\nfeeds = 4"
    ).sections["eating"]
    assert tokens[0]["tokens"] == 1
    near = judged(opened("fifteen-hexes"), rulebook="[breakout]\nrange = 14").sections["breakouts"]
    assert near[0]["code"] == ["path", "not-near"]
    good = judged(opened("open-path"), rulebook="[breakout]\nsucceeds = [4, 5, 6]")
    assert good.sections["breakouts"][0]["odds"] == "3 in 6"


def test_kinds_without_lines_and_sides_without_sources() -> None:
    case = opened("gorge-roll-8")
    strange = tuple(
        one._replace(kind="leg-hq") if one.name == "Frontier Battalion" else one
        for one in case.situation.units
    )
    bare = case._replace(situation=case.situation.replaced(units=strange, sources=()))
    found = judged(bare)
    codes = {one.unit.name: one.reasons[0].code for one in found.verdicts.values()}
    assert codes["Frontier Battalion"] == "no-source"
    book = '[kinds]\ncombat = ["unit", "hq", "leg-hq", "strategic-hq"]\n'
    lines = "".join(
        f'[[line]]\nfor = ["{kind}"]\nlegs = ["draw"]\nto = ["source"]\n'
        for kind in ("unit", "station")
    )
    found = judged(case, rulebook=book + lines)
    codes = {one.unit.name: one.reasons[0].code for one in found.verdicts.values()}
    assert codes["5th Division HQ"] == "no-line-rule"


def test_a_unit_off_the_kits_map_is_told() -> None:
    case = opened("gorge-roll-8")
    lost = tuple(
        one._replace(space="Nowhere") if one.name == "5th Brigade" else one
        for one in case.situation.units
    )
    found = judged(case._replace(situation=case.situation.replaced(units=lost)))
    assert [(one.where, one.text) for one in found.warnings] == [
        ("5th Brigade", "stands on Nowhere, which is no space of the map; it was not judged")
    ]


def spaces(kind: str, *cells: tuple[int, int]) -> MapModel:
    model = MapModel(lattices=[Lattice(kind), Lattice(kind)])  # type: ignore[arg-type]
    for column, row in cells:
        name = f"{column} {row}"
        model.spaces[name] = Space(name, "map", 0, 0, 0, (column, row))
    model.spaces["box"] = Space("box", "map", 0, 0)
    model.spaces["other"] = Space("other", "map", 0, 0, 1, (0, 0))
    return model


@pytest.mark.parametrize("kind", ["hex", "square"])
def test_a_straight_count_is_the_number_of_steps(kind: str) -> None:
    cells = [(column, row) for column in range(-3, 5) for row in range(-3, 5)]
    model = spaces(kind, *cells)
    for start in ((0, 0), (1, 0), (-3, 2)):
        rounds, front, far = {start}, {start}, 0
        while front:
            for column, row in front:
                other = f"{column} {row}"
                assert straight(model, f"{start[0]} {start[1]}", other) == far
            lattice = model.lattices[0]
            near = {one for cell in front for one in lattice.neighbours(*cell)}
            front = (near & set(cells)) - rounds
            rounds |= front
            far += 1


def test_no_straight_count_without_a_common_grid() -> None:
    model = spaces("hex", (0, 0))
    assert straight(model, "0 0", "box") is None
    assert straight(model, "0 0", "other") is None
    assert straight(model, "box", "box") == 0


@pytest.mark.parametrize(
    ("facts", "turn", "told"),
    [
        (
            {"player": "CW"},
            "",
            ["'CW' is no side; expected one of Commonwealth, Vichy; every side is checked"],
        ),
        ({"player": "CW"}, 'player = "Vichy"', []),
        ({"turn": "IV"}, "", ["'IV' is no number; no turn of return is counted"]),
        ({"turn": "IV"}, "turn = 4", []),
        ({"player": "Vichy", "turn": 4}, "", []),
        ({"player": "", "turn": ""}, "", []),
    ],
)
def test_facts_that_tell_nothing_are_told(
    facts: dict[str, object], turn: str, told: list[str]
) -> None:
    case = opened("gorge-roll-8")
    case = case._replace(situation=case.situation.replaced(facts=facts))
    assert [one.text for one in judged(case, turn).warnings] == told


def test_a_kit_may_let_marked_units_keep_their_zone() -> None:
    """OCS-4 is data: with no grade that loses it, the marked unit's zone bars the railway again."""
    found = judged(opened("zone-of-a-marked-unit"), rulebook="[zoc]\nlost_when = []")
    rows = found.sections["railheads"]["Commonwealth"]
    assert [row["open"] for row in rows if row["space"] == "36.18"] == [False]
