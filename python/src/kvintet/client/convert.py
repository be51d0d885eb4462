"""Convert: messages of the service to the dataclasses of the answers, and words to enums."""

from __future__ import annotations

import types
import typing
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, TypeVar

from google.protobuf.message import Message

from ..scene import Scene

T = TypeVar("T")

# Enums whose values are numbers in this package: the enum's less one, None if it is not given.
_NUMBERED = ("kvintet.v1.Seat", "kvintet.v1.Actor")


def read(kind: type[T], message: Message) -> T:
    """The dataclass `kind` with the fields of a message, which have the same names."""
    source: Any = message
    values: dict[str, Any] = {}
    for name, hint in _hints(typing.cast(Any, kind)).items():
        descriptor = source.DESCRIPTOR.fields_by_name[name]
        if is_repeated(descriptor):
            (item, _) = typing.get_args(hint)
            values[name] = tuple(_value(descriptor, item, each) for each in getattr(source, name))
        elif type(None) in typing.get_args(hint) and not _is_given(source, descriptor):
            values[name] = None
        else:
            values[name] = _value(descriptor, hint, getattr(source, name))
    return kind(**values)


def is_repeated(descriptor: Any) -> bool:
    """Whether a field is a list."""
    if hasattr(descriptor, "is_repeated"):
        return bool(descriptor.is_repeated)
    return bool(descriptor.label == descriptor.LABEL_REPEATED)


def word_of(enum: Any, number: int) -> str:
    """The word for a value of an enum: PHASE_TO_MOVE of Phase is "to_move".

    A value that only newer servers know is "number_N".
    """
    value = enum.values_by_number.get(number)
    return f"number_{number}" if value is None else words_of(enum)[value.name]


@cache
def words_of(enum: Any) -> dict[str, str]:
    """The words for the values of an enum, by their names."""
    names = [value.name for value in enum.values]
    prefix = names[0].rpartition("_")[0] + "_"
    return {name: name.removeprefix(prefix).lower() for name in names}


def number_of(enum: Any, word: str, where: str) -> int:
    """The value that a word stands for. ValueError names the words that there are."""
    names = {known: name for name, known in words_of(enum).items() if known != "unspecified"}
    if word not in names:
        raise ValueError(f"{where}: wanted one of {', '.join(names)}, found '{word}'")
    return int(enum.values_by_name[names[word]].number)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}


def _is_given(message: Any, descriptor: Any) -> bool:
    """Whether a field that is no list has a value of its own; an enum has one unless it is 0."""
    if descriptor.has_presence:
        return bool(message.HasField(descriptor.name))
    return bool(getattr(message, descriptor.name) != 0)


def _value(descriptor: Any, hint: Any, value: Any) -> Any:
    if descriptor.enum_type is not None:
        if descriptor.enum_type.full_name in _NUMBERED:
            return value - 1
        return word_of(descriptor.enum_type, value)
    if descriptor.message_type is None:
        return value
    kind = _kind_of(hint)
    if kind is Scene:
        return _scene(value)
    assert is_dataclass(kind)
    return read(typing.cast(Any, kind), value)


def _kind_of(hint: Any) -> Any:
    """X of X and of X | None."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        (hint,) = (each for each in typing.get_args(hint) if each is not type(None))
    return hint


def _scene(message: Any) -> Scene:
    enums = message.DESCRIPTOR.fields_by_name["shapes"].message_type.fields_by_name
    kinds, paints = enums["kind"].enum_type, enums["fill"].enum_type
    return {
        "bounds": (message.min_x, message.min_y, message.max_x, message.max_y),
        "caption": message.caption,
        "shapes": [
            {
                "kind": word_of(kinds, shape.kind),
                "fill": word_of(paints, shape.fill).replace("colour_", "colour"),
                "stroke": word_of(paints, shape.stroke).replace("colour_", "colour"),
                "points": list(shape.points),
                "text": shape.text,
                "action": shape.action or None,
            }
            for shape in message.shapes
        ],
    }
