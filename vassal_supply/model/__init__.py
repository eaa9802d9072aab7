"""The map model: spaces, links, units, markers and the situation they make. No word of VASSAL's bytes."""

from vassal_supply.model.maps import Lattice, Link, MapModel, Source, Space, Value
from vassal_supply.model.situation import Marker, Situation, Unit

__all__ = ["Lattice", "Link", "MapModel", "Marker", "Situation", "Source", "Space", "Unit", "Value"]
