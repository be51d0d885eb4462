"""GameState: a game in progress, as a client sends it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from google.protobuf.message import Message

from .._core import Playthrough
from ..integers import integer_in
from .schema import new_message


@dataclass(frozen=True)
class GameState:
    """A game in progress. The server keeps none, so each call carries the whole game.

    At most one of `record`, `seat_record` and `position` is given; without any of them it is the
    start of the game. Where a game hides something, analysis refuses a record or a position, which
    tell more than a seat knows; send a seat's record.
    """

    game: str = ""
    """Such as "renju{opening=free}"; may be empty with a record, which names its game."""
    record: str = ""
    """All events: "renju; 0 h8; 1 i9"."""
    seat_record: str = ""
    """The events as `seat` knows them, with "?" for what it does not know."""
    position: str = ""
    """A position without history, in the game's own notation."""
    seat: int | None = None
    """Whose point of view: 0, 1 or kvintet.SPECTATOR. None: the seat that must act."""

    def __post_init__(self) -> None:
        given = [name for name in ("record", "seat_record", "position") if getattr(self, name)]
        if len(given) > 1:
            raise ValueError(
                f"state: wanted one of record, seat_record and position, found {given}"
            )
        numbered("state: seat", self.seat)
        if self.seat_record and self.seat is None:
            raise ValueError("state: a seat_record needs the seat")

    @staticmethod
    def seen_by(play: Playthrough, seat: int) -> GameState:
        """What a seat knows of a game, and nothing else.

        Raises:
          ValueError: if the game started from a position, or in the middle of a move of this seat,
            which a record does not tell.
        """
        if play.start_position is not None:
            raise ValueError("state: the game started from a position; send a position")
        play.view(seat).moves(limit=0)  # raises in the middle of a move
        return GameState(seat_record=play.seat_record(seat), seat=seat)


def numbered(where: str, given: int | None) -> int | None:
    """A seat or an actor as the schema numbers them, from 1 on.

    Raises:
      TypeError: for what is no integer.
      ValueError: for what is not 0, 1 or 2; `where` begins the error.
    """
    return None if given is None else integer_in(given, where, 0, 2) + 1


State: TypeAlias = GameState | str
"""A GameState, or a record, such as "renju; 0 h8" or "renju" for the start."""


def state_message(state: State) -> Message:
    """The message for a state. TypeError for what is none."""
    if not isinstance(state, GameState | str):
        raise TypeError(f"state: wanted a GameState or a record, found {state!r}")
    given = GameState(record=state) if isinstance(state, str) else state
    known = {
        name: text
        for name in ("record", "seat_record", "position")
        if (text := getattr(given, name))
    }
    seat = numbered("state: seat", given.seat)
    return new_message("GameState", game=given.game, seat=seat, **known)


def read_state(message: Any) -> GameState:
    """The state that a message holds."""
    return GameState(
        game=message.game,
        record=message.record,
        seat_record=message.seat_record,
        position=message.position,
        seat=None if message.seat == 0 else message.seat - 1,
    )
