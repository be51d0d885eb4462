"""Calls of matches. Each that changes something has a request id, so it can be repeated.

In each, `timeout` is as in calls.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from . import match_answers as answers
from .call import Call, as_a, make_call
from .convert import number_of, read
from .match_answers import ActKind, MatchReport, MatchState, MatchUpdate
from .schema import message_type, method


@dataclass(frozen=True)
class Person:
    """A player who gets a token and is moved by whoever has it."""

    name: str = ""


@dataclass(frozen=True)
class OpenPlace:
    """A place for whoever joins."""


@dataclass(frozen=True)
class Agent:
    """A player moved by the server, at one of the model's levels or as the settings say."""

    level: int = 0
    """0: by `simulations` and `variety`."""
    simulations: int = 0
    """The most evaluations for one action; 0: the server's default."""
    variety: float = 0.0
    name: str = ""
    allow_rollouts: bool = False
    """Whether random games may choose its moves if no model fits the game."""


Player: TypeAlias = Person | OpenPlace | Agent


@dataclass(frozen=True)
class ListedMatches:
    """A page of matches."""

    matches: tuple[answers.MatchSummary, ...]
    next_page_token: str
    """Empty: there are no more."""


def create_match(
    game: str,
    players: Sequence[Player],
    *,
    clock: answers.Clock | None = None,
    seats_by_lot: bool = False,
    closed: bool = False,
    patience_ms: int | None = None,
    forced_reset: int | None = None,
    start_ms: int = 0,
    request_id: str = "",
    timeout: float | None = None,
) -> Call[answers.CreatedMatch]:
    """Begins a match, or opens it for players to join.

    Args:
      game: with its options.
      players: player 0 and player 1.
      clock: None: as in the game's rules.
      seats_by_lot: whether the seats of the first game are drawn; otherwise player i has seat i.
      closed: only the players may watch.
      patience_ms: how long a player may keep the other waiting; None: a day; 0: no limit.
      forced_reset: for Konkvest, see match.proto.
      start_ms: when the first game begins, since 1970; 0: when both players have joined.
      request_id: 16 to 64 bytes that nobody can guess; the same id gives the same match again.
        Empty: a new one.
      timeout: seconds.
    """
    if len(players) != 2:
        raise ValueError(f"players: wanted two, found {len(players)}")
    fields = {
        "game": game,
        "players": [_player(player) for player in players],
        "seats": "SEAT_ORDER_LOT" if seats_by_lot else "SEAT_ORDER_FIXED",
        "clock": None if clock is None else _clock(clock),
        "closed": closed,
        "patience_ms": patience_ms,
        "forced_reset": forced_reset,
        "start_ms": start_ms,
        "request_id": request_id or _new_id(),
    }
    return make_call("MatchService/CreateMatch", as_a(answers.CreatedMatch), timeout, fields)


def join_match(
    match: str,
    *,
    name: str = "",
    invitation: str = "",
    request_id: str = "",
    timeout: float | None = None,
) -> Call[answers.JoinedMatch]:
    """Takes the first open place, or the one that an invitation is for."""
    fields = {
        "match": match,
        "name": name,
        "invitation": invitation,
        "request_id": request_id or _new_id(),
    }
    return make_call("MatchService/JoinMatch", as_a(answers.JoinedMatch), timeout, fields)


def list_matches(
    *,
    game: str = "",
    live: bool = False,
    token: str = "",
    tournament: str = "",
    page_size: int = 0,
    page_token: str = "",
    timeout: float | None = None,
) -> Call[ListedMatches]:
    """A page of the matches that are open to spectators, the latest first; or a token's match."""
    fields = {
        "game": game,
        "live": live,
        "token": token,
        "tournament": tournament,
        "page_size": page_size,
        "page_token": page_token,
    }
    return make_call("MatchService/ListMatches", as_a(ListedMatches), timeout, fields)


def state(match: str, token: str, *, timeout: float | None = None) -> Call[MatchState]:
    """The match now."""

    def reads(message: Any) -> MatchState:
        return read(MatchState, message.state)

    return make_call("MatchService/GetMatch", reads, timeout, {"match": match, "token": token})


def play(
    match: str,
    token: str,
    move: str,
    state: MatchState,
    *,
    offer_draw: bool = False,
    timeout: float | None = None,
) -> Call[answers.PlayedMove]:
    """Plays a move; in a simultaneous stage it is a choice, hidden until all have chosen.

    Args:
      match: its id.
      token: the player's.
      move: its text.
      state: what the caller has seen; the move is refused if the match has gone on since.
      offer_draw: offers a draw with the move (Renju).
      timeout: seconds.

    Raises:
      ConflictError: the match is at another ply, or the player has chosen already.
      InvalidRequestError: the move is not legal.
      WrongStateError: it is not the player's turn.
    """
    fields = {
        "match": match,
        "token": token,
        "game_number": state.game_number,
        "expected_ply": state.ply,
        "move": move,
        "offer_draw": offer_draw,
        "request_id": _new_id(),
    }
    return make_call("MatchService/CommitMove", as_a(answers.PlayedMove), timeout, fields)


def act(
    match: str, token: str, kind: ActKind, state: MatchState, *, timeout: float | None = None
) -> Call[None]:
    """Does what is not a move, in the game that `state` shows: "resign", "ready" and others."""
    enum = message_type("ActRequest").DESCRIPTOR.fields_by_name["kind"].enum_type
    fields = {
        "match": match,
        "token": token,
        "game_number": state.game_number,
        "kind": number_of(enum, kind, "kind"),
        "request_id": _new_id(),
    }
    return make_call("MatchService/Act", _nothing, timeout, fields)


def rematch(
    match: str, token: str, state: MatchState, *, timeout: float | None = None
) -> Call[None]:
    """Asks for another game after the one that `state` shows, or accepts it."""
    fields = {
        "match": match,
        "token": token,
        "game_number": state.game_number,
        "request_id": _new_id(),
    }
    return make_call("MatchService/Rematch", _nothing, timeout, fields)


def watch(
    match: str, token: str, cursor: int = 0, *, timeout: float | None = None
) -> Call[MatchUpdate]:
    """The events after a cursor, then new ones as they happen; each exactly once.

    A stream that breaks goes on by itself where it was.

    Args:
      match: its id.
      token: a player's, or empty.
      cursor: 0 for all events, or that of a state.
      timeout: seconds, after which DeadlineError ends the stream; None for no limit.
    """
    found = method("MatchService/WatchMatch")
    request = found.request(match=match, token=token, cursor=cursor)

    def reads(message: Any) -> MatchUpdate:
        return read(MatchUpdate, message)

    return Call(found, request, reads, timeout, resume=_go_on)


def report(
    match: str,
    token: str,
    *,
    game_number: int = 0,
    pdf: bool = False,
    colour_blind: bool = False,
    timeout: float | None = None,
) -> Call[MatchReport]:
    """The report of a finished game; 0 is the last one."""
    fields = {
        "match": match,
        "token": token,
        "game_number": game_number,
        "pdf": pdf,
        "colour_blind": colour_blind,
    }
    return make_call("MatchService/GetReport", as_a(MatchReport), timeout, fields)


def _new_id() -> str:
    """An id that nobody can guess."""
    return secrets.token_hex(16)


def _nothing(_: Any) -> None:
    return None


def _go_on(request: Any, update: Any) -> None:
    """Lets the next stream begin after this answer."""
    if update.events:
        request.cursor = update.events[-1].cursor
    elif update.HasField("state"):
        request.cursor = update.state.cursor


def _player(player: Player) -> dict[str, Any]:
    if isinstance(player, Person):
        return {"person": player.name}
    if isinstance(player, OpenPlace):
        return {"open": {}}
    if isinstance(player, Agent):
        return {"agent": asdict(player)}
    raise TypeError(f"players: wanted Person, OpenPlace or Agent, found {player!r}")


def _clock(clock: answers.Clock) -> dict[str, Any]:
    enum = message_type("Clock").DESCRIPTOR.fields_by_name["kind"].enum_type
    return {**asdict(clock), "kind": number_of(enum, clock.kind, "clock")}
