"""Answers of the catalog, of the rules and of analysis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..scene import Scene

Fit: TypeAlias = Literal["unspecified", "trained_on_it", "same_play", "similar", "none"]
Stop: TypeAlias = Literal["unspecified", "simulations", "time", "forced"]


@dataclass(frozen=True)
class GameOption:
    """One option of a game's rules."""

    key: str
    default_value: str
    values: tuple[str, ...]
    """The words allowed; empty for a whole number from `min` to `max`."""
    min: int
    max: int
    meaning: str
    clause: str
    """The clause of the rules behind it."""


@dataclass(frozen=True)
class GameInfo:
    """A game that the server knows."""

    name: str
    text: str
    """With every option written out."""
    options: tuple[GameOption, ...]
    perfect_information: bool
    simultaneous: bool
    """Whether both seats may have to act at the same time."""
    chance: bool
    num_actions: int
    max_game_length: int


@dataclass(frozen=True)
class Limits:
    """The limits of the server. The times are in milliseconds, the rates per caller."""

    max_request_bytes: int
    max_positions: int
    """States in one `evaluate`."""
    max_simulations: int
    default_deadline_ms: int
    max_deadline_ms: int
    max_calls: int
    max_queued: int
    max_calls_per_caller: int
    max_streams_per_caller: int
    evaluations_per_second: float
    """0: no limit."""
    evaluations_burst: float
    max_stream_ms: int


@dataclass(frozen=True)
class Catalog:
    """All games, by name, and the limits of the server."""

    games: tuple[GameInfo, ...]
    limits: Limits


@dataclass(frozen=True)
class FitJudgement:
    """How well a model was found to play rules that it was not trained on."""

    against: str
    score: float
    """The share of the points, with the ends of a 95 % interval."""
    low: float
    high: float
    games: int
    command: str


@dataclass(frozen=True)
class ModelFit:
    """How a model fits a variant of its game."""

    model: str
    trained_on: str
    fit: Fit
    judged: FitJudgement | None


@dataclass(frozen=True)
class GameDetails:
    """One game, and what plays it."""

    game: GameInfo
    plays: ModelFit
    others: tuple[ModelFit, ...]


@dataclass(frozen=True)
class LevelRating:
    """How strong a level was found to be: Elo above random play, with a 95 % interval."""

    elo: float
    low: float
    high: float
    p50_ms: float
    """The median and the 95th percentile of the milliseconds per action."""
    p95_ms: float


@dataclass(frozen=True)
class Level:
    """A level of strength that can be asked for."""

    level: int
    simulations: int
    variety: float
    rating: LevelRating | None


@dataclass(frozen=True)
class ModelInfo:
    """What evaluates the positions of a game."""

    game: str
    id: str
    """The SHA-256 of the model's file, or for example "rollouts:16"."""
    description: str
    trained: bool
    levels: tuple[Level, ...]
    fit: Fit
    trained_on: str


@dataclass(frozen=True)
class Result:
    """The end of a game; numbers are those of seat 0 and seat 1."""

    returns: tuple[float, ...]
    """In [-1, 1]; the winner has 1."""
    margin: tuple[int, ...]
    reason: str
    truncated: bool


@dataclass(frozen=True)
class Description:
    """What a seat may know of a state."""

    game: str
    seat: int
    """0, 1 or kvintet.SPECTATOR."""
    actors: tuple[int, ...]
    """Who must act, as far as the seat knows: 0, 1 or kvintet.CHANCE."""
    ended: bool
    result: Result | None
    view: str
    seat_record: str
    scene: Scene


@dataclass(frozen=True)
class Move:
    """A complete decision of one actor."""

    text: str
    probability: float
    """Of an outcome of chance; 0 for a seat's move."""


@dataclass(frozen=True)
class ActionProbability:
    """A legal action and its probability in the model's policy."""

    action: str
    probability: float


@dataclass(frozen=True)
class Evaluation:
    """The model's own evaluation of a state, without search. Probabilities are the seat's."""

    seat: int
    win: float
    draw: float
    loss: float
    policy: tuple[ActionProbability, ...]
    """The most likely first."""
    model: str
    trained: bool
    """False: the position was played out at random."""


@dataclass(frozen=True)
class Candidate:
    """A legal action after a search."""

    action: str
    visits: int
    prior: float
    """The probability in the model's policy."""
    policy: float
    """The probability after the search."""
    value: float
    """The mean return in [-1, 1] for the seat that moves."""


@dataclass(frozen=True)
class ChosenMove:
    """A move, and what the search found. Probabilities are those of the seat that moves."""

    move: str
    seat: int
    win: float
    draw: float
    loss: float
    candidates: tuple[Candidate, ...]
    """The most visited first."""
    evaluations: int
    model: str
    seed: int
    milliseconds: float
    trained: bool


@dataclass(frozen=True)
class MixedMove:
    """A move in the strategy of a seat."""

    move: str
    probability: float
    value: float
    """Against the other seat's strategy, in [-1, 1] for the seat of the answer."""
    best_response: bool
    """No move that was considered is better for the seat that makes it."""


@dataclass(frozen=True)
class MixedStrategy:
    """The strategy of one seat in a stage in which both choose at the same time."""

    moves: tuple[MixedMove, ...]
    """The likeliest first, at most 12; a best response is among them."""
    considered: int
    left_out: float
    """The probability of the moves that were considered and are not in `moves`."""


@dataclass(frozen=True)
class PayoffTable:
    """A stage as a matrix game; all payoffs are in [-1, 1] for the seat of the answer."""

    own: MixedStrategy
    other: MixedStrategy
    payoffs: tuple[float, ...]
    """Row by row: `payoffs[i * len(other.moves) + j]` is that of own move i and other move j."""
    value: float
    """The payoff of both strategies."""


@dataclass(frozen=True)
class HeldThing:
    """A thing that the other seat may hold."""

    name: str
    probability: float
    drawing: Scene | None
    """How it looks; only of the first 16, in games that draw it."""


@dataclass(frozen=True)
class Belief:
    """What a seat believes that the other holds, from what it knows alone."""

    things: tuple[HeldThing, ...]
    """The likeliest first, at most 64."""
    held: float
    """How many such things the other seat holds: the sum of all probabilities."""
    certain: bool
    samples: int
    """The positions from which the probabilities are estimated; 0 if they are certain."""


@dataclass(frozen=True)
class Analysis:
    """A search as far as it is. Probabilities are those of the seat that moves."""

    sequence: int
    final: bool
    stop: Stop
    """Why it ended; "unspecified" while it goes on."""
    seat: int
    move: str
    win: float
    draw: float
    loss: float
    candidates: tuple[Candidate, ...]
    line: tuple[str, ...]
    """The expected actions from here on, in games without hidden information."""
    evaluations: int
    model: str
    seed: int
    milliseconds: float
    trained: bool
    payoff_table: PayoffTable | None
    """The stage, if `explain` was set, both seats choose and a search of it has ended."""
    belief: Belief | None
    """What the other seat may hold, if `explain` was set and the game has such hidden things."""


@dataclass(frozen=True)
class ReviewedDecision:
    """A decision of a game, as the search judges it; values are the returns of its seat."""

    event: int
    decision: int
    seat: int
    played: str
    best: str
    value: float
    loss: float | None
    """How much less the move played is worth; None if the search did not visit it."""
    forced: bool
    candidates: tuple[Candidate, ...]
    evaluations: int


@dataclass(frozen=True)
class SeatReview:
    """The decisions of one seat."""

    decisions: int
    forced: int
    best: int
    rated: int
    mean_loss: float


@dataclass(frozen=True)
class ReviewSummary:
    """The end of a review: seat 0, then seat 1."""

    seats: tuple[SeatReview, ...]
    evaluations: int
    model: str
    seed: int
    milliseconds: float
    trained: bool
