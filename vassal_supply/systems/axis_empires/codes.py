"""The words of this system: what may be asked, and the codes of its reasons and effects, each with what it means."""

from __future__ import annotations

from collections.abc import Mapping

PHASES: Mapping[str, str] = {
    "operational-movement": "which ground units may move in the Operational Movement Phase (AE-25)",
    "reserve-movement": "which ground units may move in the Reserve Movement Phase (AE-26)",
}

ACTIONS: Mapping[str, str] = {
    "overland": "judge every counter by its overland line, without any Naval Zone (AE-8)",
    "replacement-location": "which HQs and Logistics markers are Replacement Locations (AE-20 to AE-22)",
    "base": "which counters may serve as Air or Naval Base in the Support Segment (AE-23)",
    "combine": "which units may combine in the Organization Segment (AE-24)",
    "break-down": "which units may convert to a fortress or break down (AE-24b)",
    "airdrop": "which Airborne units may conduct an Airdrop (AE-27a)",
    "armor-shift": "which armor units may provide an Armor Shift (AE-27b)",
    "airdrop-landing": "which Airdrop markers may be replaced by infantry (AE-27c)",
    "ranged-support": "which HQs may provide Ranged Support (AE-27d)",
    "hq-shift": "which HQs may provide an HQ Shift (AE-27e)",
    "marine": "which marine units may reduce the defender's shifts (AE-27f)",
    "advance": "which units may Advance After Combat (AE-27g)",
    "exploitation": "which units may conduct Exploitation (AE-27h)",
}

REASONS: Mapping[str, str] = {
    "on-source": "the counter stands on its source or in a source box",
    "free-trace": "the one or two free hexes of its line",
    "rail": "a stretch of its line by rail",
    "road": "the one run of Road hexes of its line",
    "strait": "the one Connected Strait of its line",
    "sea": "a Naval Zone its line crosses, with the convoy",
    "box": "its line goes on from an Off-Map Box or a hex that is part of one",
    "source": "the source its line ends on",
    "no-source": "no source serves counters of its Country or faction",
    "two-pieces": "only a line with a second piece that is not rail would reach a source",
    "no-crossing": "only lines across closed ports or Naval Zones would reach a source",
    "cut-off": "every line to a source is barred",
    "too-far": "no line reaches a source or the network within two hexes",
    "sea-only": "supplied, but not overland",
    "no-way": "nothing joins it to a source",
}

EFFECTS: Mapping[str, str] = {
    "replacement-location-hq": "an HQ as Replacement Location (AE-20)",
    "replacement-location": "a Western Logistics marker as Replacement Location (AE-21)",
    "replacement-location-overland": "an Axis or Soviet Logistics marker as Replacement Location (AE-22)",
    "base": "Air or Naval Base in the Support Segment (AE-23)",
    "combine": "combining in the Organization Segment (AE-24)",
    "break-down": "converting to a fortress and breaking down (AE-24b)",
    "operational-movement": "moving in the Operational Movement Phase (AE-25)",
    "reserve-movement": "moving in the Reserve Movement Phase (AE-26)",
    "airdrop": "an Airdrop (AE-27a)",
    "armor-shift": "an Armor Shift (AE-27b)",
    "airdrop-landing": "replacing an Airdrop marker (AE-27c)",
    "ranged-support": "Ranged Support (AE-27d)",
    "hq-shift": "an HQ Shift (AE-27e)",
    "marine": "reducing the defender's shifts (AE-27f)",
    "advance": "Advance After Combat (AE-27g)",
    "exploitation": "Exploitation (AE-27h)",
}

CODES: Mapping[str, str] = {**REASONS, **EFFECTS}
