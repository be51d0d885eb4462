"""Call: a call of the service as data: its request, and how to read the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from google.protobuf.message import Message

from .convert import read
from .schema import Method, method, new_message

T = TypeVar("T")


@dataclass(frozen=True)
class Call(Generic[T]):
    """A call that is still to be made."""

    method: Method
    request: Message
    read: Callable[[Any], T]
    timeout: float | None
    """Seconds for the call with all its tries; None: the client's, or none for a stream."""
    repeatable: bool = True
    """Whether a second try does no harm: the method changes nothing, or has a request id."""
    resume: Callable[[Any, Any], None] | None = None
    """For streams that can go on after a break: changes the request so that the next try begins
    after a given answer."""


def make_call(
    name: str,
    reads: Callable[[Any], T],
    timeout: float | None,
    fields: dict[str, Any],
) -> Call[T]:
    """A call of a method such as "RulesService/Describe".

    Args:
      name: the service and the method.
      reads: makes the answer from the message.
      timeout: as in Call.
      fields: of the request; those that are None are left out.
    """
    found = method(name)
    request = new_message(found.request.DESCRIPTOR.name, **fields)
    return Call(found, request, reads, timeout)


def as_a(kind: type[T]) -> Callable[[Any], T]:
    """Makes the dataclass `kind` from a message."""
    return partial(read, kind)
