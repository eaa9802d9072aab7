"""Every code that a determination may report, with what it means; the page ``awaw.md`` shows each with an example."""

from __future__ import annotations

from collections.abc import Mapping

REASONS: Mapping[str, str] = {
    "on-source": "the unit stands on its source",
    "land-line": "a land line reaches a source",
    "sea-line": "the line runs over the sea",
    "zone": "supply flows on from a zone that was supplied at the initial determination",
    "limited": "no more than limited supply comes this way",
    "new-guinea": "no full supply goes into the jungle and mountains of New Guinea",
    "oil": "the unit or its base is subject to oil effects",
    "in-hex": "a source that supplies only what is in it",
    "standing": "the other player's turn changes nothing",
    "between": "nothing is traced between determinations",
    "sailing": "what operates in an SW box keeps its supply",
    "kept": "what the initial determination gave stays",
    "partisan": "partisans need no supply",
    "neutral": "a neutral country supplies its own",
    "ethiopia": "units in Ethiopia are always supplied",
    "home": "Japanese units in Japan are always supplied",
    "bridgehead": "units in a bridgehead placed this turn are supplied",
    "exploited": "armor is supplied in the turn after it exploited",
    "chindit": "Chindits are always at least partially supplied",
    "cut-off": "no land line reaches a source",
    "source-shut": "a source of its own zone gives it nothing now",
    "same-armor": "the unit and the source beside it lie in one armor unit's zone of control",
    "no-port": "no place in its zone takes a sea line",
    "no-sea-line": "no sea line reaches its zone",
    "not-continued": "what the sea line brings goes no further by land",
    "nothing-sent": "the place the sea line starts from has nothing to send",
}
"""Why a unit has its grade."""

LINES: Mapping[str, str] = {
    "through": "the line brings supply",
    "disrupted": "the line was disrupted",
    "abandoned": "the line was abandoned",
    "declined": "its player declined to supply the zone",
    "no-origin": "no sea line may start there",
    "origin-in-zoc": "the port it starts from lies in an enemy zone of control",
    "receives-and-sends": "one port would receive and send in one player turn",
    "no-end": "no sea line may end there",
    "to-a-box": "no sea supply goes to a box",
    "one-line-a-zone": "the zone has a line already",
    "second-attempt": "the zone had its line at the initial determination",
    "wrong-route": "no line from that box goes there",
    "beyond-front": "what began in that box may not go so far",
    "no-transport": "no transport is left to carry it",
    "too-far": "no way by sea within range",
    "off-board": "the hexes shown are no way over the sea",
}
"""What became of a sea line, or what makes it illegal."""

EFFECTS: Mapping[str, str] = {
    "ctl": "the CTL is changed by the value",
    "acts-as-infantry": "the unit acts as infantry",
    "movement": "the movement factor is the value",
    "zoc": "the unit has no zone of control",
    "dm-exploited": "the DM when exploiting armor attacks is changed by the value",
    "dm-ctl": "the DM when attacked with a CTL of zero or less is changed by the value",
    "airdrop": "dropping from the air",
    "sea-transport": "being transported by sea",
    "invasion": "invading from the sea",
    "attrition-loss": "being taken as an attrition loss",
    "stage": "staging",
    "air-redeploy": "redeploying from the base",
    "oppose-bombing": "opposing the bombing of the base",
    "offensive": "offensive operations",
    "search": "searching",
    "air-cover": "providing air cover",
    "attack-at-sea": "attacking naval units at sea",
    "drm": "the nationality DRM is changed by the value",
    "defend-elsewhere": "flying defensively outside the base's hex",
    "strategic-warfare": "strategic warfare",
    "base-change": "changing base",
    "naval-redeploy": "redeploying from the port",
    "sw-box": "operating in an SW box",
    "sea-supply-protection": "protecting sea supply",
    "escort": "providing or protecting sea escort",
    "intercept": "intercepting",
    "move": "moving in the movement phase",
    "advance": "advancing after combat",
    "attrition-advance": "advancing into hexes gained by attrition",
    "redeploy": "redeploying",
    "defend": "flying defensively from the base",
    "redeploy-through": "redeploying to or through the base",
    "exploit": "exploiting",
    "in-danger": "the unit goes if it is still isolated after combat",
    "eliminated": "the unit is eliminated",
    "survives": "the unit is not eliminated by isolation",
    "rebuild": "the cost of rebuilding is multiplied by the value",
    "dm": "the DM of the hex is changed by the value for it",
}
"""What a grade does to a unit: what it allows (``allowed``) or changes (``value``)."""

CODES: Mapping[str, str] = {**REASONS, **LINES, **EFFECTS}
