"""ServiceError: why the service, or the connection to it, refused a call."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import grpc
from google.protobuf.message import DecodeError

from .schema import message_type

_DETAILS = "grpc-status-details-bin"


class ServiceError(Exception):
    """A call was refused or failed. Its subclasses stand for the status codes.

    Attributes:
      code: the status code, such as "INVALID_ARGUMENT".
      reason: the reason in one word, such as "BAD_NOTATION"; docs/errors.md lists them. Empty for
        errors of the connection.
      message: for people.
      field: the path of the request's field that is at fault, or empty.
      retry_after: the seconds after which a retry may help, as the server says; None if it does
        not say.
    """

    def __init__(
        self,
        code: str,
        reason: str = "",
        message: str = "",
        field: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(code, reason, message, field, retry_after)
        self.code = code
        self.reason = reason
        self.message = message
        self.field = field
        self.retry_after = retry_after

    def __str__(self) -> str:
        named = self.message.startswith(self.field)
        place = "" if named else f"{self.field}: "
        return f"{self.reason or self.code}: {place}{self.message}"


class InvalidRequestError(ServiceError):
    """INVALID_ARGUMENT, OUT_OF_RANGE: correct the request."""


class NotFoundError(ServiceError):
    """NOT_FOUND: no such game, model, match or tournament."""


class WrongStateError(ServiceError):
    """FAILED_PRECONDITION: the state of the game, the match or the server does not allow it."""


class ConflictError(ServiceError):
    """ABORTED, ALREADY_EXISTS: somebody acted before; fetch the match and decide again."""


class AccessError(ServiceError):
    """UNAUTHENTICATED, PERMISSION_DENIED: another token is needed."""


class ExhaustedError(ServiceError):
    """RESOURCE_EXHAUSTED: too large a request, too much work, or too little quota."""


class DeadlineError(ServiceError):
    """DEADLINE_EXCEEDED: the time is up, or would be before the work is done."""


class CancelledError(ServiceError):
    """CANCELLED: the call was cancelled, or the client was closed."""


class UnavailableError(ServiceError):
    """UNAVAILABLE: no server answers, or it is stopping, or its journal fails."""


class UnsupportedError(ServiceError):
    """UNIMPLEMENTED: the server does not have this."""


class ServerFaultError(ServiceError):
    """INTERNAL, DATA_LOSS, UNKNOWN: a fault of the server."""


_KINDS: dict[str, type[ServiceError]] = {
    "INVALID_ARGUMENT": InvalidRequestError,
    "OUT_OF_RANGE": InvalidRequestError,
    "NOT_FOUND": NotFoundError,
    "FAILED_PRECONDITION": WrongStateError,
    "ABORTED": ConflictError,
    "ALREADY_EXISTS": ConflictError,
    "UNAUTHENTICATED": AccessError,
    "PERMISSION_DENIED": AccessError,
    "RESOURCE_EXHAUSTED": ExhaustedError,
    "DEADLINE_EXCEEDED": DeadlineError,
    "CANCELLED": CancelledError,
    "UNAVAILABLE": UnavailableError,
    "UNIMPLEMENTED": UnsupportedError,
}


def closed_error() -> CancelledError:
    """What ends the calls of a client that is closed."""
    return CancelledError("CANCELLED", message="the client was closed")


def error_of(error: grpc.RpcError) -> ServiceError:
    """The same error with the details that the service sends."""
    call: Any = error
    code = call.code().name
    reason, field, retry_after = "", "", None
    for detail in _details(call):
        kind, value = detail.type_url.rpartition(".")[2], detail.value
        if kind == "ErrorInfo":
            reason = _parse(kind, value).reason
        elif kind == "BadRequest":
            field = next((each.field for each in _parse(kind, value).field_violations), "")
        elif kind == "RetryInfo":
            delay = _parse(kind, value).retry_delay
            retry_after = delay.seconds + delay.nanos / 1e9
    return _KINDS.get(code, ServerFaultError)(
        code, reason, call.details() or "", field, retry_after
    )


def _details(call: Any) -> list[Any]:
    for key, value in call.trailing_metadata() or ():
        if key == _DETAILS:
            with suppress(DecodeError):  # from a proxy, which may send what it likes
                return list(_parse("ErrorStatus", value).details)
    return []


def _parse(kind: str, value: bytes) -> Any:
    return message_type(kind).FromString(value)
