"""Schema: the service's messages and methods, made from the schemas that the package carries.

The messages are in a descriptor pool of their own, so they do not collide with modules that
somebody else generated from the same schemas.
"""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from google.protobuf.message import Message

PACKAGE = "kvintet.v1"
_reading = threading.Lock()


class Method(NamedTuple):
    """A method of the service."""

    path: str
    """As gRPC writes it: "/kvintet.v1.RulesService/Describe"."""
    request: type[Message]
    response: type[Message]
    streams: bool
    """Whether it answers with a stream."""


def _pool() -> Any:
    """The one pool of all threads: the messages of two pools do not fit together."""
    with _reading:
        return _read_pool()


@lru_cache(maxsize=1)
def _read_pool() -> Any:
    stored = files("kvintet.client").joinpath("api.binpb").read_bytes()
    pool = descriptor_pool.DescriptorPool()
    waiting = list(descriptor_pb2.FileDescriptorSet.FromString(stored).file)
    added: set[str] = set()
    while waiting:
        ready = [file for file in waiting if set(file.dependency) <= added]
        for file in ready:
            pool.Add(file)
            added.add(file.name)
        waiting = [file for file in waiting if file.name not in added]
    return pool


@cache
def message_type(name: str) -> type[Message]:
    """The class of a message, such as "GameState". KeyError if there is none."""
    found = _pool().FindMessageTypeByName(f"{PACKAGE}.{name}")
    kind: type[Message] = message_factory.GetMessageClass(found)
    return kind


def new_message(kind: str, /, **fields: Any) -> Message:
    """A message with these fields; those that are None are left out.

    Raises:
      ValueError, TypeError: naming the field that cannot have its value.
    """
    make = message_type(kind)
    given = {name: value for name, value in fields.items() if value is not None}
    try:
        return make(**given)
    except (ValueError, TypeError):
        for name, value in given.items():
            _check_field(make, name, value)
        raise


def _check_field(make: type[Message], name: str, value: Any) -> None:
    """Raises ValueError or TypeError, naming the field, if it cannot have this value."""
    try:
        make(**{name: value})
    except (ValueError, TypeError) as error:
        kind = ValueError if isinstance(error, ValueError) else TypeError
        raise kind(f"{name}: found {value!r}: {error}") from None


@cache
def method(name: str) -> Method:
    """A method by service and name, such as "RulesService/Describe".

    Raises:
      ValueError: if there is none.
    """
    service, _, short = name.partition("/")
    try:
        found = _pool().FindServiceByName(f"{PACKAGE}.{service}").methods_by_name[short]
    except KeyError:
        raise ValueError(
            f"method: wanted one such as RulesService/Describe, found {name}"
        ) from None
    return Method(
        path=f"/{PACKAGE}.{service}/{short}",
        request=message_factory.GetMessageClass(found.input_type),
        response=message_factory.GetMessageClass(found.output_type),
        streams=found.server_streaming,
    )
