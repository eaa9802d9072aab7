"""The rulebook of a kit: a file of its own, a built-in one by name, or a file that changes another.

A rulebook may begin with ``base = "NAME"``: it is then laid over the rulebook of that name. A key it has takes the
place of the base's, whole lists too; only tables are laid over each other key by key.
"""

from __future__ import annotations

from collections.abc import Mapping

from vassal_supply.errors import RulebookError
from vassal_supply.kit.files import RULEBOOK, KitFiles
from vassal_supply.tables import Table, parse_toml

_DEEPEST = 5


def read_rulebook(files: KitFiles, kit: Table) -> Table:
    """The rulebook that ``kit.toml`` names; raises the kit's error when there is none of that name."""
    name = kit.text("rulebook", RULEBOOK)
    found = _find(files, name)
    if found is None:
        kit.fail("rulebook", f"{name!r} is neither a file of the kit nor a built-in rulebook")
    depth = 0
    while "base" in found:
        depth += 1
        if depth > _DEEPEST:
            found.fail("base", f"more than {_DEEPEST} rulebooks lie over each other")
        found = _over_base(files, found)
    return found


def _find(files: KitFiles, name: str) -> Table | None:
    table = files.toml(name, RulebookError)
    if table is not None:
        return table
    from vassal_supply.resources import built_in_rulebook

    data = built_in_rulebook(name)
    if data is None:
        return None
    return parse_toml(data, file=f"built-in rulebook {name}", error=RulebookError)


def _over_base(files: KitFiles, table: Table) -> Table:
    name = table.text("base")
    base = _find(files, name)
    if base is None:
        table.fail("base", f"{name!r} is neither a file of the kit nor a built-in rulebook")
    own = {key: table.get(key) for key in table.keys() if key != "base"}  # noqa: SIM118
    # What the base itself lies over is found in the next round.
    under = {key: base.get(key) for key in base.keys()}  # noqa: SIM118
    return Table(_laid_over(under, own), file=table.file, error=table.error, source=table.source)


def _laid_over(base: Mapping[str, object], own: Mapping[str, object]) -> dict[str, object]:
    merged = dict(base)
    for key, value in own.items():
        under = merged.get(key)
        if isinstance(value, Mapping) and isinstance(under, Mapping):
            merged[key] = _laid_over(under, value)
        else:
            merged[key] = value
    return merged
