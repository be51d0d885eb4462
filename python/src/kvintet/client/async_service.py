"""AsyncClient, AsyncMatch: the same calls for asyncio."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import suppress
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

import grpc
from grpc import aio

from . import answers, calls, match_calls
from .call import Call
from .channel import ADDRESS, PAGE, Tls, metadata_of, open_channel, to_bytes
from .errors import closed_error, error_of
from .retry import Attempts, RetryPolicy
from .state import State

P = ParamSpec("P")
T = TypeVar("T")


def _asks(
    make: Callable[P, Call[T]],
) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    @wraps(make)
    async def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.ask(make(*args, **kwargs))

    return method


def _follows(
    make: Callable[P, Call[T]],
) -> Callable[Concatenate[AsyncClient, P], AsyncIterator[T]]:
    @wraps(make)
    def method(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        return self.follow(make(*args, **kwargs))

    return method


class AsyncClient:
    """A connection to the service for one event loop, with the calls and arguments of Client.

    Make it inside the loop. Cancelling a task cancels its call on the server.
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
        self._channel = open_channel(aio, address, tls)
        self._closed = asyncio.Event()

    async def close(self) -> None:
        """Ends the connection and all calls in progress, with CancelledError of this package."""
        self._closed.set()
        await self._channel.close()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

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

    async def moves(
        self, state: State, *, prefix: str = "", timeout: float | None = None
    ) -> list[answers.Move]:
        """All legal moves that begin with a prefix, or all outcomes where chance acts."""
        page = await self.moves_page(state, prefix=prefix, page_size=PAGE, timeout=timeout)
        found = list(page.moves)
        while page.next_page_token:
            page = await self.moves_page(
                state,
                prefix=prefix,
                page_size=PAGE,
                page_token=page.next_page_token,
                timeout=timeout,
            )
            found += page.moves
        return found

    def match(self, match: str, token: str = "") -> AsyncMatch:
        """A match as a player's token sees it; without one, as a spectator. Makes no call."""
        return AsyncMatch(self, match, token)

    async def ask(self, call: Call[T]) -> T:
        """Makes a call that answers once."""
        attempts = Attempts(self.retries, self.timeout if call.timeout is None else call.timeout)
        stub = self._channel.unary_unary(
            call.method.path, to_bytes, call.method.response.FromString
        )
        while True:
            try:
                answer = await self._start(stub, call, attempts)
            except grpc.RpcError as error:  # noqa: PERF203
                await self._wait(attempts.delay_after(error_of(error), call.repeatable))
            except asyncio.CancelledError:
                self._check_open()
                raise
            else:
                return call.read(answer)

    async def follow(self, call: Call[T]) -> AsyncIterator[T]:
        """Makes a call that answers with a stream, as Client.follow does."""
        attempts = Attempts(self.retries, call.timeout)
        stub = self._channel.unary_stream(
            call.method.path, to_bytes, call.method.response.FromString
        )
        fresh = True
        while True:
            stream = self._start(stub, call, attempts)
            try:
                async for answer in stream:
                    fresh = False
                    attempts.succeeded()
                    if call.resume is not None:
                        call.resume(call.request, answer)
                    yield call.read(answer)
                return
            except grpc.RpcError as error:
                repeatable = fresh or call.resume is not None
                await self._wait(attempts.delay_after(error_of(error), repeatable))
            except asyncio.CancelledError:
                self._check_open()
                raise
            finally:
                stream.cancel()

    def _start(self, stub: Any, call: Call[Any], attempts: Attempts) -> Any:
        """Begins a try. CancelledError of this package if the client is closed."""
        self._check_open()
        return stub(call.request, timeout=attempts.remaining(), metadata=self._metadata)

    async def _wait(self, seconds: float) -> None:
        """Waits before the next try. CancelledError as soon as the client is closed."""
        with suppress(asyncio.TimeoutError):
            await asyncio.wait_for(self._closed.wait(), seconds)
        self._check_open()

    def _check_open(self) -> None:
        """Raises CancelledError of this package if the client is closed and not the task cancelled.

        A channel that is closed cancels what waits for it, as if the task were cancelled, which
        nobody has asked for. Python 3.10 does not tell whether the task is.
        """
        task = asyncio.current_task()
        cancelling = getattr(task, "cancelling", lambda: 0)
        if self._closed.is_set() and not cancelling():
            raise closed_error() from None


def _asks_of_match(
    make: Callable[Concatenate[str, str, P], Call[T]],
) -> Callable[Concatenate[AsyncMatch, P], Coroutine[Any, Any, T]]:
    @wraps(make)
    async def method(self: AsyncMatch, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.client.ask(make(self.match, self.token, *args, **kwargs))

    return method


def _follows_match(
    make: Callable[Concatenate[str, str, P], Call[T]],
) -> Callable[Concatenate[AsyncMatch, P], AsyncIterator[T]]:
    @wraps(make)
    def method(self: AsyncMatch, /, *args: P.args, **kwargs: P.kwargs) -> AsyncIterator[T]:
        return self.client.follow(make(self.match, self.token, *args, **kwargs))

    return method


class AsyncMatch:
    """A match as the holder of a token sees it, as Match is; AsyncClient.match makes it."""

    def __init__(self, client: AsyncClient, match: str, token: str) -> None:
        self.client = client
        self.match = match
        self.token = token

    state = _asks_of_match(match_calls.state)
    play = _asks_of_match(match_calls.play)
    act = _asks_of_match(match_calls.act)
    rematch = _asks_of_match(match_calls.rematch)
    watch = _follows_match(match_calls.watch)
    report = _asks_of_match(match_calls.report)
