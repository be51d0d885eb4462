"""integer_of, integer_in: integers that somebody gave, such as actions, seeds and sizes."""

from __future__ import annotations

import operator
from typing import Any


def integer_of(given: Any, where: str) -> int:
    """An int, or what stands for one, such as a scalar of numpy.

    Args:
      given: the integer.
      where: begins the error: what it is, or who gave it.

    Raises:
      TypeError: for anything else, such as a float, a bool or a text, which int() would convert.
    """
    if not isinstance(given, bool):
        try:
            return operator.index(given)
        except TypeError:
            pass
    raise TypeError(f"{where}: wanted an integer, found {given!r}")


def integer_in(given: Any, where: str, least: int, most: int) -> int:
    """The same, but ValueError outside [least, most]."""
    number = integer_of(given, where)
    if not least <= number <= most:
        raise ValueError(f"{where} must be between {least} and {most}, is {number}")
    return number
