"""The small part of VASSAL's expressions that layers, labels and calculated properties live on.

``{...}`` is BeanShell: numbers, strings, property names, arithmetic, comparison, logic, ``?:``, ``If``, ``GetProperty``
and the usual string methods are worked out here; anything else (counting other pieces, random numbers) is answered
with ``None``, never guessed. Text without braces is a format with ``$property$`` in it. Engine classes:
``VASSAL.script.expression.Expression``, ``BeanShellExpression``, ``FormattedStringExpression``.
"""

from __future__ import annotations

import operator
import re
import struct
from collections.abc import Callable
from functools import lru_cache

from vassal_supply.vassal.sequence import split

Lookup = Callable[[str], str | None]
Value = int | float | bool | str
_Node = Callable[[Lookup], Value]

_TOKEN = (
    r'\s*(?:(\d+\.\d+|\d+)|"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|(&&|\|\||[=!<>]=|[-+*/%<>!?:(),.]))'
)
_MAX_DEPTH = 60
_MAX_TOKENS = 2000
# A text that names itself twice over a few properties would grow without end.
_MAX_LENGTH = 65536
_LEVELS: tuple[dict[str, Callable[[Value, Value], Value]], ...]


class _UnknownError(Exception):
    """The expression uses something that is not worked out here."""


def evaluate(text: str, lookup: Lookup) -> str | None:
    """The value of an expression or format; ``None`` if it asks for more than this module knows. Never raises."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        return evaluate_code(text[1:-1], lookup)
    return expand(text, lookup)


def evaluate_code(code: str, lookup: Lookup) -> str | None:
    """The value of BeanShell code (braces off); ``None`` if it asks for more than this module knows. Never raises."""
    try:
        node = _parse(code)
        return None if node is None else _text(node(lookup))
    except (_UnknownError, ArithmeticError, RecursionError):
        return None


def expand(text: str, lookup: Lookup) -> str:
    """A format with each ``$property$`` replaced by its value; an unknown name stands for itself."""
    if "$" not in text:
        return text
    tokens = split(text, "$")
    for number in range(1, len(tokens) - 1, 2):
        if tokens[number]:
            value = lookup(tokens[number])
            tokens[number] = tokens[number] if value is None else value
    return "".join(tokens) if sum(map(len, tokens)) <= _MAX_LENGTH else text


def wrap(value: str | None) -> Value:
    """A property's text as BeanShell sees it: a boolean, a whole number, or text; nothing is empty text."""
    if value is None:
        return ""
    if value in ("true", "false"):
        return value == "true"
    digits = value[1:] if value[:1] in ("-", "+") else value
    if len(digits) < 11 and digits.isascii() and digits.isdigit():
        number = int(value)
        return number if number == _java_int(number) else value
    return value


class _Single(float):
    """A decimal that a property holds: the engine makes a single-precision number of it."""


def _variable(value: str | None) -> Value:
    """A property's text as its bare name gives it: like :func:`wrap`, and decimals are numbers too."""
    wrapped = wrap(value)
    if isinstance(wrapped, str) and wrapped and not wrapped.strip("+-.0123456789"):
        try:
            return _Single(struct.unpack("f", struct.pack("f", float(wrapped)))[0])
        except (ValueError, OverflowError):
            return wrapped
    return wrapped


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _decimal(value) if isinstance(value, _Single) else str(value)


def _decimal(value: float) -> str:
    """The shortest decimal that is this single-precision number, as Java writes it."""
    if value and not 1e-3 <= abs(value) < 1e7:
        raise _UnknownError
    digits = (f"{value:.{count}g}" for count in range(1, 10))
    exact = (text for text in digits if struct.pack("f", float(text)) == struct.pack("f", value))
    return repr(float(next(exact, repr(value))))


@lru_cache(maxsize=4096)
def _parse(code: str) -> _Node | None:
    """The expression as a function of the property lookup; ``None`` if it cannot be read."""
    tokens: list[tuple[str, str]] = []
    position = 0
    code = code.strip()
    pattern = re.compile(_TOKEN)
    while position < len(code):
        match = pattern.match(code, position)
        if match is None:
            return None
        kind = ("number", "string", "name", "mark")[(match.lastindex or 1) - 1]
        tokens.append((kind, match[match.lastindex or 1]))
        position = match.end()
        if len(tokens) > _MAX_TOKENS:
            return None
    parser = _Parser(tokens)
    try:
        node = parser.ternary()
    except _UnknownError:
        return None
    return node if parser.at_end() else None


class _Parser:
    """Recursive descent over the tokens of one expression, every node a closure."""

    def __init__(self, tokens: list[tuple[str, str]]) -> None:
        self._tokens = tokens
        self._next = 0
        self._depth = 0

    def at_end(self) -> bool:
        return self._next == len(self._tokens)

    def _take(self, *marks: str) -> str | None:
        if not self.at_end():
            kind, text = self._tokens[self._next]
            if kind == "mark" and text in marks:
                self._next += 1
                return text
        return None

    def _expect(self, mark: str) -> None:
        if self._take(mark) is None:
            raise _UnknownError

    def ternary(self) -> _Node:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _UnknownError
        condition = self._binary(0)
        node = condition
        if self._take("?"):
            yes = self.ternary()
            self._expect(":")
            no = self.ternary()

            def node(lookup: Lookup) -> Value:
                return yes(lookup) if _truth(condition(lookup)) else no(lookup)

        self._depth -= 1
        return node

    def _binary(self, level: int) -> _Node:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while mark := self._take(*_LEVELS[level]):
            left = _pair(mark, _LEVELS[level][mark], left, self._binary(level + 1))
        return left

    def _unary(self) -> _Node:
        marks: list[str] = []
        while mark := self._take("!", "-"):
            marks.append(mark)
        node = self._methods(self._primary())
        for mark in reversed(marks):
            node = _negation(mark, node)
        return node

    def _primary(self) -> _Node:
        if self._take("("):
            node = self.ternary()
            self._expect(")")
            return node
        if self.at_end():
            raise _UnknownError
        kind, text = self._tokens[self._next]
        self._next += 1
        if kind == "name":
            return self._name(text)
        if kind == "mark":
            raise _UnknownError
        value: Value = re.sub(r"\\(.)", r"\1", text)
        if kind == "number":
            if len(text) > 20:
                raise _UnknownError
            value = float(text) if "." in text else _java_int(int(text))
        return lambda _: value

    def _name(self, name: str) -> _Node:
        if name in ("true", "false"):
            return lambda _: name == "true"
        if self._take("("):
            return _call(name, self._arguments())
        return lambda lookup: _variable(lookup(name))

    def _arguments(self) -> list[_Node]:
        found: list[_Node] = []
        if self._take(")"):
            return found
        while True:
            found.append(self.ternary())
            if self._take(")"):
                return found
            self._expect(",")

    def _methods(self, node: _Node) -> _Node:
        while self._take("."):
            if self.at_end() or self._tokens[self._next][0] != "name":
                raise _UnknownError
            method = self._tokens[self._next][1]
            self._next += 1
            self._expect("(")
            node = _method(method, node, self._arguments())
        return node


def _truth(value: Value) -> bool:
    if isinstance(value, bool):
        return value
    raise _UnknownError


def _pair(mark: str, work: Callable[[Value, Value], Value], left: _Node, right: _Node) -> _Node:
    if mark == "&&":
        return lambda lookup: _truth(left(lookup)) and _truth(right(lookup))
    if mark == "||":
        return lambda lookup: _truth(left(lookup)) or _truth(right(lookup))
    return lambda lookup: work(left(lookup), right(lookup))


def _negation(mark: str, node: _Node) -> _Node:
    if mark == "!":
        return lambda lookup: not _truth(node(lookup))
    return lambda lookup: _java(-_number(node(lookup)))


def _number(value: Value) -> int | float:
    if isinstance(value, bool | _Single) or not isinstance(value, int | float):
        raise _UnknownError
    return value


def _comparable(value: Value) -> float:
    return float(value) if isinstance(value, _Single) else _number(value)


def _java_int(number: int) -> int:
    """A whole number in Java's 32 bits."""
    return (number + 0x80000000) % 0x100000000 - 0x80000000


def _java(number: int | float) -> int | float:
    return _java_int(number) if isinstance(number, int) else number


def _add(left: Value, right: Value) -> Value:
    if isinstance(left, str) or isinstance(right, str):
        text = _text(left) + _text(right)
        if len(text) > _MAX_LENGTH:
            raise _UnknownError
        return text
    return _java(_number(left) + _number(right))


def _divide(left: Value, right: Value) -> Value:
    one, two = _number(left), _number(right)
    if isinstance(one, int) and isinstance(two, int):
        return _java_int(abs(one) // abs(two) * (1 if (one < 0) == (two < 0) else -1))
    return one / two


def _remainder(left: Value, right: Value) -> Value:
    one, two = _number(left), _number(right)
    return one - _number(_divide(one, two)) * two if isinstance(two, int) else one % two


def _same(left: Value, right: Value) -> bool:
    if isinstance(left, str) == isinstance(right, str) and isinstance(left, bool) == isinstance(
        right, bool
    ):
        return left == right
    return False


def _numeric(work: Callable[[float, float], Value]) -> Callable[[Value, Value], Value]:
    return lambda left, right: work(_comparable(left), _comparable(right))


def _arithmetic(
    work: Callable[[int | float, int | float], int | float],
) -> Callable[[Value, Value], Value]:
    return lambda left, right: _java(work(_number(left), _number(right)))


_LEVELS = (
    {"||": _same},
    {"&&": _same},
    {"==": _same, "!=": lambda left, right: not _same(left, right)},
    {
        "<": _numeric(operator.lt),
        ">": _numeric(operator.gt),
        "<=": _numeric(operator.le),
        ">=": _numeric(operator.ge),
    },
    {"+": _add, "-": _arithmetic(operator.sub)},
    {"*": _arithmetic(operator.mul), "/": _divide, "%": _remainder},
)


def _call(name: str, arguments: list[_Node]) -> _Node:
    if name == "If" and len(arguments) == 3:
        condition, yes, no = arguments
        return lambda lookup: yes(lookup) if _truth(condition(lookup)) else no(lookup)
    if name == "GetProperty" and len(arguments) == 1:
        return lambda lookup: wrap(lookup(_text(arguments[0](lookup))))
    if name == "GetString" and len(arguments) == 1:
        return lambda lookup: lookup(_text(arguments[0](lookup))) or ""
    raise _UnknownError


_METHODS: dict[str, Callable[..., Value]] = {
    "contains": lambda text, part: part in text,
    "equals": operator.eq,
    "startsWith": str.startswith,
    "endsWith": str.endswith,
    "indexOf": str.find,
    "length": len,
    "isEmpty": lambda text: not text,
    "toString": str,
    "toUpperCase": str.upper,
    "toLowerCase": str.lower,
    "trim": str.strip,
}


def _method(name: str, node: _Node, arguments: list[_Node]) -> _Node:
    work = _METHODS.get(name)
    wanted = 1 if name in ("contains", "equals", "startsWith", "endsWith", "indexOf") else 0
    if work is None or len(arguments) != wanted:
        raise _UnknownError
    return lambda lookup: work(_text(node(lookup)), *(_text(item(lookup)) for item in arguments))
