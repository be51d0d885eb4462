"""Progress: bars for work that takes long, by tqdm, which is an extra."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def bar(shown: bool, what: str, total: int | None) -> Iterator[Callable[[int], object]]:
    """A bar while the context lasts, to which the function adds so many units of work.

    Args:
      shown: without it nothing is shown, and tqdm is not needed.
      what: the unit, such as "game".
      total: the units of all the work; None if nobody knows.

    Raises:
      ImportError: if it is shown and there is no tqdm.
    """
    if not shown:
        yield lambda count: None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError("progress=True needs tqdm: pip install 'kvintet[progress]'") from error
    with tqdm(total=total, unit=what) as made:
        yield made.update
