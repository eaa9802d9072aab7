"""What each step of a log did, as a viewer sees it: who moved from where to where, changed, came, went; what was said."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from vassal_supply.report.as_text import plain
from vassal_supply.vassal.logs import Change, Replay, Step
from vassal_supply.vassal.traits import HideTrait, MaskTrait

if TYPE_CHECKING:
    from vassal_supply.report.save_view import SaveView
    from vassal_supply.vassal.pieces import Piece, Position

_VEILS = {MaskTrait: "ObscuredToOthers", HideTrait: "InvisibleToOthers"}


def steps_json(view: SaveView) -> list[dict[str, Any]]:
    """Every step of the log up to the one that is looked at, each as a JSON object; empty lists are left out."""
    return [_step_json(view, step) for step in _steps(view)]


def steps_text(view: SaveView) -> list[str]:
    """Every step of the log up to the one that is looked at, in lines for people."""
    return [line for step in _steps(view) for line in _step_lines(_step_json(view, step))]


def _steps(view: SaveView) -> Iterator[Step]:
    """The steps of the view's log; those after the state it shows are left out."""
    if view.log is None:
        return
    replay = Replay(view.log, view.module.stacking if view.module else None)
    last = replay.steps if view.step is None else view.step
    while replay.number < last:
        yield replay.step()


def _step_json(view: SaveView, step: Step) -> dict[str, Any]:
    moved = [
        {**_who(view, one.piece), "from": _where(view, one.before), "to": _where(view, one.after)}
        for one in step.moved
        if not one.piece.is_hidden(view.viewer)
    ]
    changed = [
        {**_who(view, one.piece), "properties": changes}
        for one in step.changed
        if (changes := list(_changes(view, one)))
    ]
    lists = {
        "moved": moved,
        "changed": changed,
        "appeared": _there(view, step.appeared),
        "vanished": _there(view, step.vanished),
        "properties": [
            {"name": name, "before": before, "after": after}
            for name, before, after in step.properties
        ],
        "chat": list(step.chat),
    }
    done = {"undo": True} if step.undo else {}
    return {"step": step.number, **done, **{key: found for key, found in lists.items() if found}}


def _who(view: SaveView, piece: Piece) -> dict[str, str]:
    return {"id": piece.id, "name": piece.name_for(view.viewer)}


def _there(
    view: SaveView, found: tuple[tuple[Piece, Position], ...]
) -> list[dict[str, str | dict[str, Any]]]:
    return [
        {**_who(view, piece), "at": _where(view, at)}
        for piece, at in found
        if not piece.is_hidden(view.viewer)
    ]


def _where(view: SaveView, at: Position) -> dict[str, Any]:
    found = {
        "map": view.map_name(at.map),
        "x": at.x,
        "y": at.y,
        "location": view.place(at).location,
    }
    return found if at.deck is None else {**found, "deck": _deck_name(view, at.deck)}


def _deck_name(view: SaveView, id: str) -> str:
    decks = (save.decks.get(id) for save in (view.save, view.log) if save is not None)
    return next((deck.name or id for deck in decks if deck is not None), id)


def _changes(view: SaveView, change: Change) -> Iterator[dict[str, str]]:
    """The properties that differ, of those that the viewer can see; who hid or masked a piece is never told."""
    piece, viewer = change.piece, view.viewer
    if piece.is_hidden(viewer):
        return
    masks = [
        one for one in piece.traits if isinstance(one, MaskTrait) and not viewer.sees(one.owner)
    ]
    under = min((mask.level for mask in masks), default=len(piece.traits))
    lookup = piece.properties_for(viewer).lookup
    for before, after in change.traits:
        veil = _VEILS.get(type(after))
        if isinstance(before, HideTrait | MaskTrait) and isinstance(after, HideTrait | MaskTrait):
            was, now = (str(one.owner is not None).lower() for one in (before, after))
            if was != now and veil:
                yield {"name": veil, "before": was, "after": now}
        elif after.level < under:
            for name in after.property_names():
                was = before.property_value(name, lookup) or ""
                now = after.property_value(name, lookup) or ""
                if was != now:
                    yield {"name": name, "before": was, "after": now}


def _step_lines(step: dict[str, Any]) -> Iterator[str]:
    told = len(step) > 1 + ("undo" in step)
    back = ", taking back an earlier one" if "undo" in step else ""
    yield f"Step {step['step']}{back}{'' if told else ': nothing that shows'}"
    ways = groupby(step.get("moved", ()), key=lambda one: (one["from"], one["to"]))
    for (start, end), pieces in ways:
        yield plain(f"  {_names(pieces)}: {_spot(start, end)} -> {_spot(end, start)}")
    for one in step.get("changed", ()):
        for change in one["properties"]:
            yield plain(f"  {_name(one)}: {_difference(change)}")
    for key, words in (("appeared", "appears"), ("vanished", "is gone")):
        for one in step.get(key, ()):
            yield plain(
                f"  {_name(one)} {words} {'on' if key == 'appeared' else 'from'} {_spot(one['at'])}"
            )
    for change in step.get("properties", ()):
        yield plain(f"  {_difference(change)}")
    for line in step.get("chat", ()):
        yield plain(f"  | {line}")


def _difference(change: dict[str, str]) -> str:
    return f"{change['name']} {change['before'] or '(empty)'} -> {change['after'] or '(empty)'}"


def _name(piece: dict[str, Any]) -> str:
    return piece["name"] or "(no name)"


def _names(pieces: Iterator[dict[str, Any]]) -> str:
    return ", ".join(_name(piece) for piece in pieces)


def _spot(at: dict[str, Any], other: dict[str, Any] | None = None) -> str:
    """A place in words, with its map where the other end of a move lies on another one."""
    if "deck" in at:
        return f"the deck {at['deck']}"
    if at["map"] is None:
        return "no map"
    spot = at["location"] or f"{at['x']},{at['y']}"
    return spot if other is not None and other["map"] == at["map"] else f"{at['map']}: {spot}"
