"""``kit.toml``: what it may say, and how slips in it are named."""

from __future__ import annotations

import pytest

from tests.kit.world import KIT, kit
from vassal_supply.errors import KitError, RulebookError


def test_what_is_left_out_has_its_usual_value():
    found = kit()
    assert found.control == ("marker", "map")
    assert found.system == "generic"
    [rule] = found.pieces
    assert (rule.role, rule.kind.text, rule.controls, rule.source) == ("unit", "unit", True, None)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("schema = 1", "schema = 2", "kit.toml:2: schema: 2; this version reads schema 1"),
        ("schema = 1", "schema = 1\nrulebok = 1", "kit.toml:3: rulebok: unknown key; did you mean 'rulebook'?"),
        ('"r.toml"', '"x"', "kit.toml:3: rulebook: 'x' is neither a file of the kit nor a built-in"),
        ("schema = 1", "schema = 1\ncontrol = 'me'", "kit.toml:3: control: 'me'; expected one of occupier"),
        ("[sides]", "[players]\nAll = 'x'\n[sides]", "players.All: no side of the kit is called 'All'"),
        ('"{Side}"', '"{Side|sides}"', "kit.toml:16: unit[1].side: no table is called 'sides'; the kit has none"),
        ('"{Side}"', '"{Side}"\nzoc = 3', "kit.toml:17: unit[1].zoc: 3; expected true or false"),
        ('"{Side}"', '"{Side}"\nsource = 3', "kit.toml:17: unit[1].source: 3; expected a table"),
        ('"{Side}"', '"{Side}"\nsource = { kind = "x", grade = "out" }', "unit[1].source.grade: 'out'"),
        ('"{Side}"', '"{Side}"\nhq = 1', "unit[1].hq: 1; expected a string or a list"),
        ('"{Side}"', '"{Side}"\nvalues = { a = [] }', "unit[1].values.a: []; expected a text"),
        ('{ Type = "Inf" }', "{}", "kit.toml:15: unit[1].where: missing; expected what the pieces"),
        ('{ Type = "Inf" }', '{ Type = ["Inf", 3] }', "unit[1].where.Type: ['Inf', 3]; expected a string or"),
        ("[sides]", "[[mark]]\nlayer = 'S'\nlevels = { out = 2 }\n[sides]", "mark[1].levels: expected at least"),
        ("[sides]", "[[mark]]\nmarker = 'S'\ngrade = 'full'\n[sides]", "mark[1].grade: 'full'; expected"),
        ('[sides]\nAxis = ["German", "Italian"]\nSoviet = ["Russian"]', "", "sides: missing; expected [sides]"),
    ],
)  # fmt: skip
def test_slips_are_named_with_line_and_key(old, new, said):
    assert old in KIT
    with pytest.raises(KitError) as caught:
        kit(KIT.replace(old, new, 1))
    assert said in str(caught.value)


def test_a_slip_in_the_rulebook_is_the_rulebooks():
    with pytest.raises(RulebookError, match=r"r\.toml"):
        kit(**{"r.toml": "schema ="})
    with pytest.raises(RulebookError, match=r"r\.toml:1: base: 'nix' is neither"):
        kit(**{"r.toml": "base = 'nix'"})
    with pytest.raises(RulebookError, match="more than 5 rulebooks"):
        kit(**{"r.toml": "base = 'r.toml'"})
