"""Services for the tests of the client: the program's own, and one that follows a script."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any

import grpc

from kvintet.client.schema import message_type, method

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0
# Exactly reproducible networks, and few threads.
_SETTINGS = 'network { precision: FP32 device: "CPU" } serve { threads: 2 }'


class Service:
    """`kvintet serve` as a child process, with the models of a folder."""

    def __init__(
        self,
        program: str,
        matches: Path,
        listen: str = "127.0.0.1:0",
        models: Path = ROOT / "models",
    ) -> None:
        command = [program, "serve", "--allow-root", "--trust-models", "--listen", listen]
        command += ["--models", str(models), "--matches", str(matches)]
        self.process = subprocess.Popen(
            [*command, "--set", _SETTINGS],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().removeprefix("listening on ").strip()
        assert self.address, "the service did not start"

    def kill(self) -> None:
        """Ends it at once, as a crash would."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


Step = Callable[[Any, grpc.ServicerContext], Iterator[Any]]
"""Answers one call: gets the request and the context, and yields the answers."""


class ScriptedService:
    """A service that answers each call with the next step of a script.

    Attributes:
      requests: what it was sent, in order.
      deadlines: the seconds that each call still had when it came; None without a deadline.
      metadata: what came with each call.
    """

    def __init__(self, steps: list[Step]) -> None:
        self.requests: list[Any] = []
        self.deadlines: list[float | None] = []
        self.metadata: list[dict[str, str]] = []
        self.cancelled = threading.Event()
        self._steps = steps
        self._server = grpc.server(futures.ThreadPoolExecutor(4))
        self._server.add_generic_rpc_handlers((_Handler(self),))
        self.address = f"127.0.0.1:{self._server.add_insecure_port('127.0.0.1:0')}"
        self._server.start()

    def answer(self, request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        """Follows the script."""
        self.requests.append(request)
        self.deadlines.append(context.time_remaining())
        self.metadata.append({key: str(value) for key, value in context.invocation_metadata()})
        context.add_callback(self.cancelled.set)
        yield from self._steps.pop(0)(request, context)

    def stop(self) -> None:
        """Ends it."""
        self._server.stop(None).wait()


class _Handler(grpc.GenericRpcHandler):
    def __init__(self, service: ScriptedService) -> None:
        self._service = service

    def service(self, handler_call_details: Any) -> Any:
        found = method(handler_call_details.method.removeprefix("/kvintet.v1."))
        types = (found.request.FromString, found.response.SerializeToString)
        if found.streams:
            return grpc.unary_stream_rpc_method_handler(self._service.answer, *types)
        return grpc.unary_unary_rpc_method_handler(self._first, *types)

    def _first(self, request: Any, context: grpc.ServicerContext) -> Any:
        return next(self._service.answer(request, context))


def answers(*messages: Any) -> Step:
    """A step that answers."""
    return lambda request, context: iter(messages)


def refuses(
    code: str,
    reason: str = "",
    field: str = "",
    retry_after: float | None = None,
    after: tuple[Any, ...] = (),
) -> Step:
    """A step that sends some answers and then an error, with details if there is a reason."""

    def step(request: Any, context: grpc.ServicerContext) -> Iterator[Any]:
        yield from after
        status = message_type("ErrorStatus")()
        _add(status, "ErrorInfo", reason=reason, domain="kvintet")
        if field:
            _add(status, "BadRequest", field_violations=[{"field": field, "description": "bad"}])
        if retry_after is not None:
            seconds = int(retry_after)
            nanos = round((retry_after - seconds) * 1e9)
            _add(status, "RetryInfo", retry_delay={"seconds": seconds, "nanos": nanos})
        if reason:
            details = (("grpc-status-details-bin", status.SerializeToString()),)
            context.set_trailing_metadata(details)
        context.abort(grpc.StatusCode[code], "it was so")

    return step


def _add(status: Any, kind: str, **fields: Any) -> None:
    value = message_type(kind)(**fields).SerializeToString()
    status.details.add(type_url=f"type.googleapis.com/google.rpc.{kind}", value=value)
