"""The rules of ``kit.toml`` by which pieces become units and markers, or are left out: ``[[unit]]``, ``[[marker]]``..."""

from collections.abc import Mapping
from functools import partial
from typing import Literal, NamedTuple

from vassal_supply.kit.selectors import Selector
from vassal_supply.kit.templates import Template, Translation, value_of
from vassal_supply.model import Value
from vassal_supply.tables import Table

Role = Literal["unit", "marker", "ignore"]


class SourceRule(NamedTuple):
    """What makes a piece a supply source: the kind, who may use it, the best grade it gives."""

    kind: str
    users: tuple[Template, ...]
    grade: str


class PieceRule(NamedTuple):
    """How some pieces become units or markers of one kind.

    ``where`` must fit and ``unless`` must not. The texts are templates over what the patterns captured and the piece
    shows; those other than ``side`` and ``nation`` may use ``{side}`` and ``{nation}`` too. ``superiors`` name the
    units that command it. ``controls`` says whether it decides who controls its space. ``place`` is where the rule
    stands in ``kit.toml``.
    """

    role: Role
    where: Selector
    unless: Selector | None
    kind: Template
    side: Template
    nation: Template
    name: Template
    zoc: Template
    superiors: tuple[Template, ...]
    source: SourceRule | None
    controls: bool
    values: dict[str, Template | Value]
    place: str


def parse_pieces(table: Table, tables: Mapping[str, Translation]) -> tuple[PieceRule, ...]:
    """Ignored pieces first, since they must not become units; then markers, then units, in the order of the file."""
    roles: tuple[Role, ...] = ("ignore", "marker", "unit")
    return tuple(_parse_piece(one, role, tables) for role in roles for one in table.tables(role))


def _parse_piece(table: Table, role: Role, tables: Mapping[str, Translation]) -> PieceRule:
    def template(key: str, default: str = "") -> Template:
        text = default if role == "ignore" else table.text(key, default)
        return Template(text, tables, partial(table.fail, key))

    rule = PieceRule(
        role=role,
        where=Selector.parse(table, "where"),
        unless=Selector.parse(table, "unless") if "unless" in table else None,
        kind=template("kind", role),
        side=template("side"),
        nation=template("nation"),
        name=template("name"),
        zoc=_zoc(table, tables) if role == "unit" else Template(""),
        superiors=_templates(table, "hq", tables) if role == "unit" else (),
        source=_source(table, tables) if role != "ignore" and "source" in table else None,
        controls=role != "ignore" and table.flag("controls", role == "unit"),
        values=_values(table.table("values"), tables) if role != "ignore" else {},
        place=table.place,
    )
    table.done()
    return rule


def _templates(
    table: Table, key: str, tables: Mapping[str, Translation], default: tuple[str, ...] = ()
) -> tuple[Template, ...]:
    fail = partial(table.fail, key)
    return tuple(Template(text, tables, fail) for text in table.texts(key, default))


def _zoc(table: Table, tables: Mapping[str, Translation]) -> Template:
    """``true``, ``false``, or a template that says yes or no."""
    value = table.get("zoc")
    text = table.text("zoc") if isinstance(value, str) else str(table.flag("zoc", True)).lower()
    return Template(text, tables, partial(table.fail, "zoc"))


def _source(table: Table, tables: Mapping[str, Translation]) -> SourceRule:
    """``source = "depot"``, or a table with more to say."""
    if isinstance(table.get("source"), str):
        return SourceRule(table.text("source"), (Template("{side}"),), "full")
    inside = table.table("source")
    rule = SourceRule(
        kind=inside.text("kind"),
        users=_templates(inside, "users", tables, ("{side}",)),
        grade=inside.choice("grade", ("full", "partial"), "full"),
    )
    inside.done()
    return rule


def _values(table: Table, tables: Mapping[str, Translation]) -> dict[str, Template | Value]:
    found: dict[str, Template | Value] = {}
    for key in table.keys():  # noqa: SIM118
        value = value_of(table, key)
        if isinstance(value, str):
            found[key] = Template(value, tables, partial(table.fail, key))
        else:
            found[key] = value
    return found
