"""RetryPolicy, Attempts: when a call is tried again, and how long it may take in all."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from .errors import DeadlineError, ExhaustedError, ServiceError, UnavailableError


@dataclass(frozen=True)
class RetryPolicy:
    """When a call that may be repeated is tried again.

    A call is tried again if no server answers (UnavailableError), or if the server is busy and says
    when to come back. The wait before the n-th retry is drawn uniformly between 0 and
    `first_delay * 2 ** (n - 1)`, at most `max_delay`; it is longer if the server asks for that.
    """

    attempts: int = 8
    """The most tries of one call; 1: never again. Eight last about as long as a restart takes."""
    first_delay: float = 0.1
    """Seconds."""
    max_delay: float = 5.0
    """Seconds."""

    def __post_init__(self) -> None:
        if not (self.attempts >= 1 and 0 <= self.first_delay <= self.max_delay):
            raise ValueError(
                "retries: wanted attempts of at least 1 and 0 <= first_delay <= max_delay, "
                f"found {self}"
            )


class Attempts:
    """The tries of one call, which share one deadline.

    Args:
      policy: says how often and when.
      timeout: seconds for all tries together; None for no limit.
      clock: seconds from some point on.
      draw: a random number in [0, 1).
    """

    def __init__(
        self,
        policy: RetryPolicy,
        timeout: float | None,
        clock: Callable[[], float] = time.monotonic,
        draw: Callable[[], float] = random.random,
    ) -> None:
        if timeout is not None and not timeout > 0:
            raise ValueError(f"timeout: wanted seconds above 0 or None, found {timeout}")
        self._policy = policy
        self._clock = clock
        self._draw = draw
        self._end = None if timeout in (None, math.inf) else clock() + timeout
        self._failures = 0

    def remaining(self) -> float | None:
        """Seconds that are left; None for no limit. DeadlineError if there are none."""
        if self._end is None:
            return None
        left = self._end - self._clock()
        if left <= 0:
            raise DeadlineError("DEADLINE_EXCEEDED", message="the time for the call is up")
        return left

    def succeeded(self) -> None:
        """A try made progress, so that later failures are counted anew."""
        self._failures = 0

    def delay_after(self, error: ServiceError, repeatable: bool = True) -> float:
        """Seconds to wait before the next try.

        Args:
          error: how the last try ended.
          repeatable: whether another try does no harm.

        Raises:
          ServiceError: the error itself, if it is not worth another try, if there have been enough,
            or if the wait would not end before the deadline.
        """
        self._failures += 1
        if self._failures >= self._policy.attempts or not (repeatable and _may_pass(error)):
            raise error
        longest = min(
            self._policy.max_delay, self._policy.first_delay * 2.0 ** min(self._failures - 1, 60)
        )
        delay = self._draw() * longest
        if error.retry_after is not None:
            delay += error.retry_after
        if self._end is not None and self._clock() + delay >= self._end:
            raise error
        return delay


def _may_pass(error: ServiceError) -> bool:
    if isinstance(error, UnavailableError):
        return True
    return isinstance(error, ExhaustedError) and error.retry_after is not None
