"""What the fields of each trait's type text are called and hold, and reading them into values.

One line a trait, its fields in the order VASSAL writes them (``name`` or ``name:kind``, text where no kind is given).
Older files end earlier; a field that is not there has no value. Engine: each class's ``mySetType`` in
``VASSAL.counters``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from vassal_supply.vassal.sequence import split

FieldValue = object


class KeyStroke(NamedTuple):
    """A key stroke: Java's key code and modifier bits, or a ``name`` (then the numbers mean nothing)."""

    code: int
    modifiers: int
    name: str = ""


class Problem(NamedTuple):
    """A field that is not what its kind asks for; the engine then goes on with a default."""

    field: str
    text: str
    expected: str


_LAYER = (
    "activate_command activate_modifiers:int activate_key up_command up_modifiers:int up_key down_command "
    "down_modifiers:int down_key reset_command reset_keystroke:key reset_level draw_underneath:bool x:int y:int "
    "images:list level_names:list loop:bool name random_keystroke:key random_command follow:bool followed "
    "first_level:int version:int always_active:bool activate_keystroke:key increase_keystroke:key "
    "decrease_keystroke:key description scale:float only_property only_state:bool"
)
_PLACE_MARKER = (
    "command keystroke:key marker marker_text x_offset y_offset match_rotation:bool after_keystroke:key description "
    "gpid placement:int above:bool copy_properties:bool parameters:pairs version:int"
)
FIELDS: dict[str, str] = {
    "emb2": _LAYER,
    "PROP": "name constraints:list changes:changes description",
    "calcProp": "name expression description",
    "label": (
        "keystroke:key command font_size:int background:colour foreground:colour vertical:char y_offset:int "
        "horizontal:char x_offset:int vertical_justification:char horizontal_justification:char name_format font "
        "font_style:int rotation:int property_name description always_format:bool"
    ),
    "prototype": "name parameters:assignments",
    "piece": "clone_key delete_key image name",
    "immob": "selection move stack description",
    "hide": "keystroke:key command background:colour access transparency:float description no_report:bool",
    "obs": (
        "keystroke:key image command style mask_name access peek_command description auto_peek:bool "
        "deal_keystroke:key deal_expression"
    ),
    "restrict": "sides:list by_player:bool movement:bool description",
    "hideCmd": "name action condition keystrokes:keys",
    "macro": (
        "name command keystroke:key condition watched:keys actions:keys loop:bool pre_keystroke:key "
        "post_keystroke:key loop_type while_condition until_condition count index:bool index_property start step"
    ),
    "globalkey": (
        "command keystroke:key sent_keystroke:key filter restrict_range:bool range:int report_single:bool "
        "fixed_range:bool range_property description from_deck target:target no_sound:bool parameters:pairs"
    ),
    "globalhotkey": "command keystroke:key sent_keystroke:key description",
    "setprop": "name constraints:list changes:changes description level search_name",
    "setpieceprop": (
        "name constraints:list changes:changes description target:target filter restrict_range:bool range:int "
        "fixed_range:bool range_property from_deck override_constraints:bool"
    ),
    "placemark": _PLACE_MARKER,
    "replace": _PLACE_MARKER,
    "delete": "command keystroke:key description",
    "clone": "command keystroke:key description",
    "return": "command keystroke:key deck prompt description version:int select_deck:bool deck_expression",
    "sendto": (
        "command keystroke:key map board x y back_command back_keystroke:key x_index y_index x_offset y_offset "
        "description destination:char zone region filter grid_location"
    ),
    "translate": "command keystroke:key dx dy move_stack:bool x_index y_index x_offset y_offset description",
    "pivot": (
        "command keystroke:key pivot_x:int pivot_y:int fixed_angle:bool angle:float description command2 "
        "keystroke2:key angle2:float"
    ),
    "report": "keystrokes:keys format cycle_keystrokes:keys cycle_formats:list description no_suppress:bool",
    "markmoved": (
        "icon x:int y:int command keystroke:key description ignore_same_location:bool command_true "
        "keystroke_true:key command_false keystroke_false:key"
    ),
    "footprint": (
        "keystroke:key command initially_visible:bool globally_visible:bool radius:int fill:colour line:colour "
        "selected_opacity:int unselected_opacity:int edge_point_buffer:int edge_display_buffer:int line_width:float "
        "on_keystroke:key off_keystroke:key clear_keystroke:key description ignore_same_location:bool"
    ),
    "AreaOfEffect": (
        "colour:colour opacity:int radius:int always_active:bool command keystroke:key map_shader fixed_radius:bool "
        "radius_property description name on_command on_keystroke:key off_command off_keystroke:key "
        "globally_visible:bool"
    ),
    "submenu": "name commands:list description",
    "menuSeparator": "text keystroke:key",
    "playSound": "clip command keystroke:key send_to_others:bool description no_suppress:bool",
    "button": (
        "keystroke:key x:int y:int width:int height:int description launch_popup:bool whole_shape:bool version:int "
        "points:int"
    ),
    "deselect": "command keystroke:key description unstack:bool what:char",
    "table": "rows:int columns:int command keystroke:key description",
    "propertysheet": (
        "definition command old_key commit_style:int red:int green:int blue:int keystroke:key description"
    ),
    "nonRect2": "scale:float shape",
    "nonRect": "shape",
    "locmsg": "key description message",
    "mat": "name description",
    "matPiece": (
        "description keep_facing:bool detect_dx:int detect_dy:int find_keystroke:key detach_keystroke:key"
    ),
    "attach": (
        "name description command keystroke:key clear_all_command clear_all_keystroke:key filter "
        "restrict_range:bool range:int fixed_range:bool range_property from_deck target:target "
        "clear_matching_command clear_matching_keystroke:key clear_matching_filter on_attach on_detach "
        "before_attach allow_self:bool auto:bool"
    ),
    "border": "property description thickness:int colour:colour property2 comparison",
    "basicName": "name",
    "locCommand": (
        "description kind filter menu_text keystroke:key current_map_only:bool sort:bool ascending:bool numeric:bool"
    ),
    "cmt": "text",
}
_ROTATE_REST = "random_keystroke:key random_command name description direct_keystroke:key direct_command direct_expression type_facing:bool"
_ROTATE_FREE = "facings:int angle_keystroke:key angle_command " + _ROTATE_REST
_ROTATE_STEPS = (
    "facings:int clockwise_keystroke:key counter_keystroke:key clockwise_command counter_command "
    + _ROTATE_REST
)
_OLD_LAYER = "activation:list activate_command up_key up_command down_key down_command x:int y:int"
KNOWN = frozenset({*FIELDS, "mark", "rotate", "emb"})


def read_fields(kind: str, fields: Sequence[str]) -> tuple[dict[str, FieldValue], list[Problem]]:
    """The named values of a trait's fields, and the fields that could not be read (they have no value).

    A trait with a list of unknown length has it under the plural name: ``levels`` of an old layer, ``corners`` of a
    button.
    """
    values: dict[str, FieldValue] = {}
    problems: list[Problem] = []
    for (name, kind_of_field), text in zip(_specification(kind, fields), fields, strict=False):
        try:
            values[name] = READERS[kind_of_field](text)
        except ValueError:
            problems.append(Problem(name, text, _EXPECTED[kind_of_field]))
    if kind == "emb":
        values["levels"] = tuple(tuple(split(text, ",")) for text in fields[8:])
    if kind == "button":
        values["corners"] = _corners(fields[10:], problems)
    return values, problems


def _specification(kind: str, fields: Sequence[str]) -> list[tuple[str, str]]:
    text = FIELDS.get(kind, "")
    if kind == "rotate":
        text = _ROTATE_FREE if fields[0] == "1" else _ROTATE_STEPS
    elif kind == "emb":
        text = _OLD_LAYER
    pairs = (item.partition(":") for item in text.split())
    return [(name, kind_of_field or "text") for name, _, kind_of_field in pairs]


def _corners(texts: Sequence[str], problems: list[Problem]) -> tuple[tuple[int, int], ...]:
    try:
        numbers = [_whole(text) or 0 for text in texts]
    except ValueError:
        problems.append(Problem("corners", ";".join(texts), _EXPECTED["int"]))
        return ()
    return tuple(zip(numbers[0::2], numbers[1::2], strict=False))


def _whole(text: str) -> int | None:
    if not text:
        return None
    if not text.isascii() or "_" in text or len(text) > 11:
        raise ValueError(text)
    return int(text)


def _decimal(text: str) -> float | None:
    if not text:
        return None
    if not text.isascii() or "_" in text:
        raise ValueError(text)
    return float(text)


def _flag(text: str) -> bool:
    if text not in ("true", "false", ""):
        raise ValueError(text)
    return text == "true"


def read_keystroke(text: str) -> KeyStroke | None:
    """A key stroke; ``None`` for none. Before 3.2 a letter stands for Ctrl and the letter. Raises ValueError."""
    if not text or text == "0,0":
        return None
    code, mark, rest = text.partition(",")
    if not mark:
        return KeyStroke(ord(text[0].upper()[0]), 130)
    modifiers, _, name = rest.partition(",")
    return KeyStroke(int(code), int(modifiers), name)


def _keystrokes(text: str) -> tuple[KeyStroke | None, ...]:
    if text and "," not in text:
        return tuple(read_keystroke(letter) for letter in text)
    return tuple(read_keystroke(item) for item in split(text, ",")) if text else ()


def read_colour(text: str) -> tuple[int, ...] | None:
    """Red, green, blue and, where given, opacity, 0 to 255; ``None`` for no colour. Raises ValueError."""
    if text in ("", "null"):
        return None
    if text.startswith("0x"):
        value = int(text, 16)
        return value >> 16 & 255, value >> 8 & 255, value & 255
    parts = tuple(int(part) for part in text.split(","))
    if len(parts) not in (3, 4) or not all(0 <= part <= 255 for part in parts):
        raise ValueError(text)
    return parts


def _strings(text: str) -> tuple[str, ...]:
    return tuple(split(text, ",")) if text else ()


def _pairs(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(split(item, ":")) for item in split(text, ",")) if text else ()


def _assignments(text: str) -> dict[str, str]:
    found = (split(item, "=") for item in split(text, ",")) if text else ()
    return {item[0]: "=".join(item[1:]) for item in found}


def _changes(text: str) -> tuple[tuple[str, KeyStroke | None, tuple[str, ...]], ...]:
    """Key commands that change a property: menu text, key stroke, and the change (its letter, then its values)."""
    found = []
    for item in split(text, ",") if text else ():
        menu, keystroke, change, *_ = [*split(item, ":"), "", ""]
        found.append((menu, read_keystroke(keystroke), tuple(split(change, ","))))
    return tuple(found)


READERS: dict[str, Callable[[str], FieldValue]] = {
    "text": str,
    "char": lambda text: text[:1],
    "int": _whole,
    "float": _decimal,
    "bool": _flag,
    "key": read_keystroke,
    "keys": _keystrokes,
    "colour": read_colour,
    "list": _strings,
    "pairs": _pairs,
    "assignments": _assignments,
    "changes": _changes,
    "target": lambda text: tuple(split(text, "|")),
}
_EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "key": "a key stroke (code,modifiers)",
    "keys": "key strokes (code,modifiers)",
    "colour": "a colour (red,green,blue)",
    "changes": "key commands with their changes",
}
