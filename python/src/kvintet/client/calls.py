"""Calls of games, rules and analysis. The clients have a method for each, with these arguments.

In each, `timeout` is the seconds that the call may take with all its tries; None: the client's
timeout, or no limit for a stream. `omniscient` accepts states that hold more than the seat knows,
and `trained_only` refuses games without a trained model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import answers
from .call import Call, as_a, make_call
from .convert import read
from .schema import method
from .state import GameState, State, numbered, read_state, state_message

_MOST_SECONDS = ((1 << 31) - 1) // 1000


@dataclass(frozen=True)
class Applied:
    """The state after an event, and its description."""

    state: GameState
    description: answers.Description


@dataclass(frozen=True)
class MovesPage:
    """Legal moves of one actor."""

    moves: tuple[answers.Move, ...]
    next_page_token: str
    """Empty: there are no more."""
    actor: int | None


def catalog(*, timeout: float | None = None) -> Call[answers.Catalog]:
    """All games, and the limits of the server."""
    return make_call("CatalogService/ListGames", as_a(answers.Catalog), timeout, {})


def game(text: str, *, timeout: float | None = None) -> Call[answers.GameDetails]:
    """A game with these options, and what plays it."""
    return make_call("CatalogService/GetGame", as_a(answers.GameDetails), timeout, {"game": text})


def models(*, timeout: float | None = None) -> Call[tuple[answers.ModelInfo, ...]]:
    """What plays each game, sorted by game."""

    def reads(message: Any) -> tuple[answers.ModelInfo, ...]:
        return tuple(read(answers.ModelInfo, each) for each in message.models)

    return make_call("CatalogService/ListModels", reads, timeout, {})


def describe(state: State, *, timeout: float | None = None) -> Call[answers.Description]:
    """What a seat knows of a state."""

    def reads(message: Any) -> answers.Description:
        return read(answers.Description, message.description)

    return make_call("RulesService/Describe", reads, timeout, {"state": state_message(state)})


def moves_page(
    state: State,
    *,
    prefix: str = "",
    page_size: int = 1000,
    page_token: str = "",
    timeout: float | None = None,
) -> Call[MovesPage]:
    """A page of the legal moves that begin with a prefix, or of the outcomes where chance acts.

    Args:
      state: in which they are to be made.
      prefix: of their texts.
      page_size: at most 10,000.
      page_token: of the page before; empty: the first page.
      timeout: seconds.
    """
    fields = {
        "state": state_message(state),
        "prefix": prefix,
        "page_size": page_size,
        "page_token": page_token,
    }
    return make_call("RulesService/ListMoves", as_a(MovesPage), timeout, fields)


def apply(
    state: State, move: str, *, actor: int | None = None, timeout: float | None = None
) -> Call[Applied]:
    """The state after a move, or after an outcome of chance.

    Args:
      state: the state before.
      move: the text of the move, or the outcome's name.
      actor: 0, 1 or kvintet.CHANCE; may be left out if only one can act.
      timeout: seconds.
    """

    def reads(message: Any) -> Applied:
        return Applied(read_state(message.state), read(answers.Description, message.description))

    fields = {"state": state_message(state), "actor": numbered("actor", actor), "move": move}
    return make_call("RulesService/Apply", reads, timeout, fields)


def evaluate(
    states: Iterable[State],
    *,
    omniscient: bool = False,
    trained_only: bool = False,
    timeout: float | None = None,
) -> Call[tuple[answers.Evaluation, ...]]:
    """The model's own evaluations of 1 to 64 states of any games, without search."""
    if isinstance(states, str):  # its letters are no records
        raise TypeError(f"states: wanted several, found the text {states!r}")

    def reads(message: Any) -> tuple[answers.Evaluation, ...]:
        return tuple(read(answers.Evaluation, each) for each in message.evaluations)

    fields = {
        "states": [state_message(state) for state in states],
        "omniscient": omniscient,
        "trained_only": trained_only,
    }
    return make_call("AnalysisService/Evaluate", reads, timeout, fields)


def choose_move(
    state: State,
    *,
    level: int = 0,
    simulations: int = 0,
    variety: float = 0.0,
    seed: int | None = None,
    omniscient: bool = False,
    trained_only: bool = False,
    timeout: float | None = None,
) -> Call[answers.ChosenMove]:
    """A move for the seat that the state names, or that must act.

    Args:
      state: before the move.
      level: one of the model's levels, instead of simulations and variety; 0: none.
      simulations: the most evaluations for one action; 0: the server's default.
      variety: from 0, the best move found, to 1, as in self-play.
      seed: the same seed gives the same move; None: the server picks one.
      omniscient: see above.
      trained_only: see above.
      timeout: seconds.
    """
    fields = {
        "state": state_message(state),
        "level": level,
        "simulations": simulations,
        "variety": variety,
        "seed": seed,
        "omniscient": omniscient,
        "trained_only": trained_only,
    }
    return make_call("AnalysisService/ChooseMove", as_a(answers.ChosenMove), timeout, fields)


def analyze(
    state: State,
    *,
    simulations: int = 0,
    seconds: float = 0.0,
    report_every: float = 0.25,
    max_candidates: int = 8,
    seed: int | None = None,
    omniscient: bool = False,
    trained_only: bool = False,
    explain: bool = False,
    timeout: float | None = None,
) -> Call[answers.Analysis]:
    """A search that reports its progress; the last report has `final`.

    Args:
      state: in which a seat must act.
      simulations: the most evaluations; 0: as many as the server allows.
      seconds: when the last report comes at the latest; 0: no limit.
      report_every: seconds between reports, at least 0.05.
      max_candidates: the most candidates in a report.
      seed: the same seed gives the same last report, unless time ends the search.
      omniscient: see above.
      trained_only: see above.
      explain: also report what the answer rests on, `payoff_table` and `belief`.
      timeout: seconds for the whole stream.
    """
    fields = {
        "state": state_message(state),
        "simulations": simulations,
        # 0 would be no limit.
        "max_ms": max(_milliseconds("seconds", seconds), 1 if seconds > 0 else 0),
        "report_every_ms": _milliseconds("report_every", report_every),
        "max_candidates": max_candidates,
        "seed": seed,
        "omniscient": omniscient,
        "trained_only": trained_only,
        "explain": explain,
    }
    return make_call("AnalysisService/Analyze", as_a(answers.Analysis), timeout, fields)


def analyze_game(
    state: State,
    *,
    simulations: int = 0,
    seat: int | None = None,
    first: int = 0,
    count: int = 0,
    seed: int | None = None,
    omniscient: bool = False,
    trained_only: bool = False,
    timeout: float | None = None,
) -> Call[answers.ReviewedDecision | answers.ReviewSummary]:
    """Reviews decisions of a game in order, each from what its seat knew, then a summary.

    Args:
      state: a record, or a seat's record.
      simulations: for each decision; 0: the server's default.
      seat: only its decisions; None: those of both.
      first: the first decision, from 0.
      count: how many; 0: all that follow.
      seed: the same seed gives the same answers.
      omniscient: see above.
      trained_only: see above.
      timeout: seconds for the whole stream.
    """

    def reads(message: Any) -> answers.ReviewedDecision | answers.ReviewSummary:
        if message.WhichOneof("what") == "summary":
            return read(answers.ReviewSummary, message.summary)
        return read(answers.ReviewedDecision, message.decision)

    fields = {
        "state": state_message(state),
        "simulations": simulations,
        "seat": numbered("seat", seat),
        "first": first,
        "count": count,
        "seed": seed,
        "omniscient": omniscient,
        "trained_only": trained_only,
    }
    return make_call("AnalysisService/AnalyzeGame", reads, timeout, fields)


def call(
    name: str,
    fields: dict[str, Any],
    *,
    repeatable: bool = False,
    timeout: float | None = None,
) -> Call[dict[str, Any]]:
    """Any method that answers once, such as those of tournaments.

    Args:
      name: such as "TournamentService/GetStandings".
      fields: the request in protobuf's JSON.
      repeatable: whether a second try does no harm; see the method's schema.
      timeout: seconds.

    Returns:
      The answer in protobuf's JSON, with the names of the schema.
    """
    from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

    found = method(name)
    if found.streams:
        raise ValueError(f"method: wanted one that answers once, found {name}")
    try:
        request = ParseDict(fields, found.request())
    except ParseError as error:
        raise ValueError(f"{name}: {error}") from None

    def reads(message: Any) -> dict[str, Any]:
        return dict(MessageToDict(message, preserving_proto_field_name=True))

    return Call(found, request, reads, timeout, repeatable)


def _milliseconds(where: str, seconds: float) -> int:
    """ValueError for seconds that are below 0 or more than the schema has room for."""
    if not 0 <= seconds <= _MOST_SECONDS:
        raise ValueError(f"{where}: wanted seconds from 0 to {_MOST_SECONDS}, found {seconds}")
    return round(1000 * seconds)
