"""Supply kits: how to read the pieces, the map and the rules of one game out of its VASSAL module."""

from vassal_supply.kit.files import KitFiles
from vassal_supply.kit.kit import Kit, Mark, parse_kit
from vassal_supply.kit.maps import build_map
from vassal_supply.kit.marks import marks_of, standing_status, status_shown
from vassal_supply.kit.plans import NO_PLAN, Plan
from vassal_supply.kit.reading import read_situation

__all__ = [
    "NO_PLAN",
    "Kit",
    "KitFiles",
    "Mark",
    "Plan",
    "build_map",
    "marks_of",
    "parse_kit",
    "read_situation",
    "standing_status",
    "status_shown",
]
