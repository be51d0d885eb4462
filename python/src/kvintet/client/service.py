"""Client, Match: calls of the service that wait for the answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

import grpc

from . import answers, calls, match_calls
from .call import Call
from .channel import ADDRESS, PAGE, Tls, metadata_of, open_channel, to_bytes
from .errors import closed_error, error_of
from .retry import Attempts, RetryPolicy
from .state import State

P = ParamSpec("P")
T = TypeVar("T")


def _asks(make: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]:
    @wraps(make)
    def method(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.ask(make(*args, **kwargs))

    return method


def _follows(make: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], Iterator[T]]:
    @wraps(make)
    def method(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return self.follow(make(*args, **kwargs))

    return method


class Client:
    """A connection to the service. Threads may share it; it is closed at the end of a `with` block.

    Calls raise ServiceError, or ValueError for arguments that no server would accept. A call that
    may be repeated is tried again as `retries` says, within its timeout. Streams are generators:
    closing one, or leaving its loop, cancels the call.

    Args:
      address: "HOST:PORT" or "unix:PATH".
      token: identifies the caller, where the server has a token file.
      tls: the files for a service behind TLS; None for an unencrypted connection.
      timeout: seconds for each call with all its tries, unless the call says otherwise.
      retries: when a call is tried again.
    """

    def __init__(
        self,
        address: str = ADDRESS,
        *,
        token: str = "",
        tls: Tls | None = None,
        timeout: float = 60.0,
        retries: RetryPolicy | None = None,
    ) -> None:
        self.timeout = timeout
        self.retries = retries or RetryPolicy()
        self._metadata = metadata_of(token)
        self._channel = open_channel(grpc, address, tls)
        self._closed = threading.Event()

    def close(self) -> None:
        """Ends the connection and all calls in progress, with CancelledError. Any thread may."""
        self._closed.set()
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    catalog = _asks(calls.catalog)
    game = _asks(calls.game)
    models = _asks(calls.models)
    describe = _asks(calls.describe)
    moves_page = _asks(calls.moves_page)
    apply = _asks(calls.apply)
    evaluate = _asks(calls.evaluate)
    choose_move = _asks(calls.choose_move)
    analyze = _follows(calls.analyze)
    analyze_game = _follows(calls.analyze_game)
    create_match = _asks(match_calls.create_match)
    join_match = _asks(match_calls.join_match)
    list_matches = _asks(match_calls.list_matches)
    call = _asks(calls.call)

    def moves(
        self, state: State, *, prefix: str = "", timeout: float | None = None
    ) -> list[answers.Move]:
        """All legal moves that begin with a prefix, or all outcomes where chance acts."""
        page = self.moves_page(state, prefix=prefix, page_size=PAGE, timeout=timeout)
        found = list(page.moves)
        while page.next_page_token:
            page = self.moves_page(
                state,
                prefix=prefix,
                page_size=PAGE,
                page_token=page.next_page_token,
                timeout=timeout,
            )
            found += page.moves
        return found

    def match(self, match: str, token: str = "") -> Match:
        """A match as a player's token sees it; without one, as a spectator. Makes no call."""
        return Match(self, match, token)

    def ask(self, call: Call[T]) -> T:
        """Makes a call that answers once."""
        attempts = Attempts(self.retries, self.timeout if call.timeout is None else call.timeout)
        stub = self._channel.unary_unary(
            call.method.path, to_bytes, call.method.response.FromString
        )
        while True:
            try:
                answer = self._start(stub, call, attempts)
            except grpc.RpcError as error:  # noqa: PERF203
                self._wait(attempts.delay_after(error_of(error), call.repeatable))
            else:
                return call.read(answer)

    def follow(self, call: Call[T]) -> Iterator[T]:
        """Makes a call that answers with a stream.

        A stream that breaks before its first answer is begun anew. After that, it goes on where it
        was if the call can be resumed.
        """
        attempts = Attempts(self.retries, call.timeout)
        stub = self._channel.unary_stream(
            call.method.path, to_bytes, call.method.response.FromString
        )
        fresh = True
        while True:
            stream = self._start(stub, call, attempts)
            try:
                for answer in stream:
                    fresh = False
                    attempts.succeeded()
                    if call.resume is not None:
                        call.resume(call.request, answer)
                    yield call.read(answer)
                return
            except grpc.RpcError as error:
                repeatable = fresh or call.resume is not None
                self._wait(attempts.delay_after(error_of(error), repeatable))
            finally:
                stream.cancel()

    def _start(self, stub: Any, call: Call[Any], attempts: Attempts) -> Any:
        """Makes a try. CancelledError if the client is closed."""
        try:
            return stub(call.request, timeout=attempts.remaining(), metadata=self._metadata)
        except ValueError:  # from a channel that is closed
            if self._closed.is_set():
                raise closed_error() from None
            raise

    def _wait(self, seconds: float) -> None:
        """Waits before the next try. CancelledError as soon as the client is closed."""
        if self._closed.wait(seconds):
            raise closed_error() from None


def _asks_of_match(
    make: Callable[Concatenate[str, str, P], Call[T]],
) -> Callable[Concatenate[Match, P], T]:
    @wraps(make)
    def method(self: Match, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.client.ask(make(self.match, self.token, *args, **kwargs))

    return method


def _follows_match(
    make: Callable[Concatenate[str, str, P], Call[T]],
) -> Callable[Concatenate[Match, P], Iterator[T]]:
    @wraps(make)
    def method(self: Match, /, *args: P.args, **kwargs: P.kwargs) -> Iterator[T]:
        return self.client.follow(make(self.match, self.token, *args, **kwargs))

    return method


class Match:
    """A match as the holder of a token sees it; Client.match makes it.

    Acts name the game and the ply that they are meant for, so none hits another position than its
    caller saw. Each has a request id of its own, so a try that is repeated counts once.
    """

    def __init__(self, client: Client, match: str, token: str) -> None:
        self.client = client
        self.match = match
        self.token = token

    state = _asks_of_match(match_calls.state)
    play = _asks_of_match(match_calls.play)
    act = _asks_of_match(match_calls.act)
    rematch = _asks_of_match(match_calls.rematch)
    watch = _follows_match(match_calls.watch)
    report = _asks_of_match(match_calls.report)
