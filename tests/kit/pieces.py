"""Pieces made by hand."""

from __future__ import annotations

from vassal_supply.export.definitions import Trait
from vassal_supply.kit.seen import Seen, Spot
from vassal_supply.vassal.pieces import OUTSIDER, Piece, piece_leaf
from vassal_supply.vassal.sequence import join

SPOT = Spot("Main", "Sea", "Board", "0101", "1.1")


class Nowhere:
    """The surroundings of a piece of no save."""

    def place_properties(self, id):
        return {}

    def named_place(self, id):
        return {}

    def global_property(self, id, name):
        return None


def layer(name, images, level):
    """A layer at a level, negative while it is off."""
    fields = [""] * 31
    fields[15], fields[18] = join(images, ","), name
    fields[16], fields[21], fields[24], fields[25], fields[30] = "", "false", "1", "true", "1.0"
    return Trait("emb2;" + join(fields, ";"), str(level))


def mask(owner):
    """A mask that a player or side has put on."""
    return Trait("obs;88,130;mask.png;Mask;B;?;side:Axis", join([owner or "null", ""], ";"))


def piece(name, marks=None, *, id="17", gpid="", traits=(), on_map=("null", 0, 0)):
    """A piece with marks (its innermost traits), then other traits around them."""
    basic = Trait(f"piece;;;{name[:6]}.png;{name}", f"{on_map[0]};{on_map[1]};{on_map[2]};{gpid};0")
    marks = marks or {}
    own = Trait("mark;" + join(list(marks), ","), join(list(marks.values()), ","))
    levels = [*traits, *([own] if marks else []), basic]
    leaf = piece_leaf(
        id, [one.type.encode() for one in levels], [one.state.encode() for one in levels]
    )
    return Piece(id, leaf, 0, Nowhere())


def seen(name, marks=None, *, viewer=OUTSIDER, module=None, spot=SPOT, **more):
    """A piece as somebody sees it, with two layers: Supply shown, Dug in not."""
    more.setdefault(
        "traits",
        (layer("Supply", ["", "oos.png"], 2), layer("Dug in", ["trench.png"], -1)),
    )
    return Seen(piece(name, marks, **more), spot, viewer, module)
