"""What ``inspect`` says of a file: a module or extension, a save or a log, as text for people and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any

from vassal_supply.report.as_text import columns, plain
from vassal_supply.report.supply_words import sounds_like_supply

if TYPE_CHECKING:
    from vassal_supply.errors import ReadWarning
    from vassal_supply.report.save_view import SaveView
    from vassal_supply.vassal.contents import Contents
    from vassal_supply.vassal.summary import Summary

SCHEMA = 1
_SHOWN = 12


def save_json(view: SaveView, *, pieces: bool, steps: bool = False) -> str:
    """A save or log; ``pieces`` adds every piece, ``steps`` what every step of a log did."""
    listed: dict[str, Any] = {"pieces": list(view.pieces())} if pieces else {}
    if view.log is not None:
        listed["steps"] = view.log.steps
    if steps:
        from vassal_supply.report.steps import steps_json

        listed["log"] = steps_json(view)
    data = {
        "schema": SCHEMA,
        "kind": view.kind,
        "file": view.save.file,
        "engine": view.save.vassal_version,
        "module": view.save.module_name,
        "module_version": view.save.module_version,
        "turns": view.turns(),
        "extensions": [
            {"name": name, "version": version} for name, version in view.save.extensions
        ],
        "maps": [
            _map_json(view, name, count)
            for name, count in view.by_map().items()
            if name is not None
        ],
        "off_map": view.by_map()[None],
        "in_decks": view.in_decks(),
        "palettes": dict(view.palettes()),
        "supply": view.supply_looks(),
        **listed,
        "warnings": [_warning_json(one) for one in view.warnings],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def contents_json(contents: Contents, summary: Summary) -> str:
    """A module or extension."""
    data = {
        "schema": SCHEMA,
        "kind": summary.kind.lower(),
        "file": contents.file,
        "engine": summary.engine,
        "module": summary.module or summary.name,
        "name": summary.name,
        "version": summary.version,
        "description": summary.description,
        "sides": summary.sides,
        "maps": [_plain(one) for one in summary.maps],
        "palettes": [
            {"path": list(path), "pieces": count} for path, count in summary.palettes.items()
        ],
        "marks": summary.marks,
        "layers": [_plain(one) for one in summary.layers],
        "properties": dict(summary.dynamic),
        "supply": _supply_in(contents, summary),
        "turn_trackers": summary.turn_trackers,
        "setups": summary.setups,
        "extensions": summary.extensions,
        "custom_classes": summary.custom_classes,
        "warnings": [_warning_json(one) for one in contents.warnings],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def save_text(view: SaveView, *, pieces: bool, steps: bool = False) -> str:
    """A save or log in words; ``pieces`` adds a table of every piece, ``steps`` what every step of a log did."""
    lines = [plain(_title(view))]
    if view.log is not None:
        count = view.log.steps
        lines.append(f"{count:,} step{' follows' if count == 1 else 's follow'} its beginning")
    lines += [plain(f"Turn: {turn}") for turn in view.turns() if turn]
    lines += map(plain, _extensions(view))
    lines += ["", *_places_text(view)]
    if palettes := view.palettes():
        lines += ["", "Pieces by palette:", *_counted(palettes)]
    if looks := view.supply_looks():
        lines += ["", "Looks like supply:", *(f"  {plain(one)}" for one in looks)]
    if steps:
        from vassal_supply.report.steps import steps_text

        lines += ["", *steps_text(view)]
    if pieces:
        lines += ["", *_piece_table(view)]
    return "\n".join(lines) + "\n"


def _title(view: SaveView) -> str:
    save = view.save
    by = f", saved by VASSAL {save.vassal_version}" if save.vassal_version else ""
    if save.module_name:
        return f"{view.kind.capitalize()} of {save.module_name} {save.module_version}".rstrip() + by
    if view.module is not None:
        name = f"{view.module.name} {view.module.version}".rstrip()
        return f"{view.kind.capitalize()} that names no module, read with {name}{by}"
    return f"{view.kind.capitalize()} that names no module{by}"


def _extensions(view: SaveView) -> list[str]:
    at_hand = {one.name for one in view.module.extensions} if view.module else set()
    return [
        f"Needs the extension {name} {version}".rstrip()
        + ("" if name in at_hand else " (not at hand)")
        for name, version in view.save.extensions
    ]


def contents_text(contents: Contents, summary: Summary) -> str:
    """A module or extension in words."""
    lines = [plain(line) for line in summary.lines()]
    if looks := _supply_in(contents, summary):
        lines += ["Looks like supply:", *(f"  {plain(one)}" for one in looks)]
    return "\n".join(lines) + "\n"


def _places_text(view: SaveView) -> list[str]:
    save, count = view.save, view.by_map()
    head = [
        _numbered(len(found), noun)
        for found, noun in ((view.seen, "piece"), (save.stacks, "stack"), (save.decks, "deck"))
    ]
    rows = [
        [f"  {name}", f"{number:,}", ", ".join(board for board, _ in view.boards(name))]
        for name, number in count.most_common()
        if name is not None
    ]
    if inside := view.in_decks():
        rows.append(["  in decks", f"{inside:,}", ""])
    if count[None]:
        rows.append(["  on no map", f"{count[None]:,}", ""])
    return [", ".join(head), *columns(rows, right={1})]


def _numbered(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _counted(count: Counter[str]) -> list[str]:
    rows = [[f"  {name}", f"{number:,}"] for name, number in count.most_common(_SHOWN)]
    rest = count.total() - sum(number for _, number in count.most_common(_SHOWN))
    return columns([*rows, *([["  others", f"{rest:,}"]] if rest else [])], right={1})


def _piece_table(view: SaveView) -> list[str]:
    keys = ("map", "location", "zone", "name", "id")
    return columns([keys, *([str(piece[key] or "-") for key in keys] for piece in view.pieces())])


def _supply_in(contents: Contents, summary: Summary) -> list[str]:
    layers = [
        f"layer {layer.name}: {', '.join(level or '(nothing)' for level in layer.levels)}"
        for layer in summary.layers
        if sounds_like_supply(layer.name, *layer.levels)
    ]
    marks = [f"mark {name}" for name in summary.marks if sounds_like_supply(name)]
    properties = [f"property {name}" for name in summary.dynamic if sounds_like_supply(name)]
    counters = Counter(slot.name for slot in contents.slots if sounds_like_supply(slot.name))
    times = (f" ({count:,} in the palettes)" if count > 1 else "" for count in counters.values())
    return [
        *(*layers, *marks, *properties),
        *(f"counter {name}{count}" for name, count in zip(counters, times, strict=True)),
    ]


def _map_json(view: SaveView, name: str, count: int) -> dict[str, Any]:
    boards = [{"name": board, "reversed": reversed} for board, reversed in view.boards(name)]
    return {"name": name, "pieces": count, "boards": boards}


def _plain(value: Any) -> Any:
    """Named tuples as JSON objects, all the way down."""
    if hasattr(value, "_asdict"):
        return {key: _plain(one) for key, one in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return value


def _warning_json(warning: ReadWarning) -> dict[str, str]:
    return {"where": warning.where, "text": warning.text}
