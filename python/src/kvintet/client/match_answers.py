"""Answers about matches. Times are in milliseconds, points in time are counted since 1970."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .answers import Description, Fit, Result

Phase: TypeAlias = Literal[
    "unspecified",
    "open",
    "ready",
    "to_move",
    "commit",
    "consent",
    "paused",
    "over",
    "held",
    "scheduled",
]
"""What a match waits for."""
ClockKind: TypeAlias = Literal[
    "unspecified", "none", "informative", "stages", "hourglass", "penalty"
]
EventKind: TypeAlias = Literal[
    "unspecified",
    "created",
    "joined",
    "started",
    "ready",
    "chance",
    "moved",
    "committed",
    "consented",
    "draw_accepted",
    "draw_declined",
    "reset_offered",
    "reset_accepted",
    "reset_declined",
    "paused",
    "resumed",
    "claim_refused",
    "asked",
    "rematch_offered",
    "ended",
    "director_acted",
    "clock_started",
    "pause_contested",
    "pause_wrong",
]
ActKind: TypeAlias = Literal[
    "unspecified",
    "resign",
    "accept_draw",
    "decline_draw",
    "claim_time",
    "offer_reset",
    "accept_reset",
    "decline_reset",
    "ready",
    "consent",
    "pause",
    "resume",
    "claim_win",
    "start_clock",
    "contest_pause",
    "admit_pause",
]
"""What a player does besides moves; match.proto says when each is allowed."""
DirectorKind: TypeAlias = Literal[
    "unspecified",
    "paused",
    "resumed",
    "clocks_adjusted",
    "points_adjusted",
    "forfeited",
    "disqualified",
    "voided",
    "reset",
    "replayed",
    "decided",
]


@dataclass(frozen=True)
class ClockStage:
    """A number of moves (0: all that follow) and the time for them."""

    moves: int
    ms: int
    increment_ms: int = 0


@dataclass(frozen=True)
class Clock:
    """How time is kept; match.proto says which fields a kind has."""

    kind: ClockKind
    stages: tuple[ClockStage, ...] = ()
    total_ms: int = 0
    claimed: bool = False
    """An expired clock counts only when the opponent claims it."""


@dataclass(frozen=True)
class AgentModel:
    """What plays an agent's moves."""

    model: str
    trained_on: str
    fit: Fit
    level: int
    simulations: int
    variety: float
    since_ply: int


@dataclass(frozen=True)
class PlayerState:
    """A player as all viewers see it."""

    name: str
    agent: bool
    open: bool
    seat: int | None
    """None before the game begins."""
    ready: bool
    consented: bool
    resumed: bool
    wants_rematch: bool
    commitment_digest: str
    spent_ms: int
    left_ms: int | None
    """None without a limit."""
    running: bool
    colour_blind: bool
    late_ms: int | None
    agent_model: AgentModel | None


@dataclass(frozen=True)
class Commitment:
    """A commitment to a choice; nonce and move are empty until the choice is revealed."""

    ply: int
    player: int
    digest: str
    nonce: str
    move: str


@dataclass(frozen=True)
class MatchEnd:
    """How a game of a match ended."""

    result: Result | None
    points: tuple[float, ...]
    claimed: bool


@dataclass(frozen=True)
class TournamentPlace:
    """The place of a match in a tournament."""

    tournament: str
    round: int
    replays: str


@dataclass(frozen=True)
class DirectorAct:
    """An act of a tournament's director."""

    kind: DirectorKind
    reason: str
    player: int
    present: bool
    clock_ms: tuple[int, ...]
    points: tuple[float, ...]
    match: str
    former_end: MatchEnd | None
    end: MatchEnd | None
    ply: int
    at_ms: int
    pause_was_wrong: bool


@dataclass(frozen=True)
class MatchState:
    """A match as one viewer may see it. Players are numbered 0 and 1; -1 is nobody."""

    match: str
    game_number: int
    phase: Phase
    ply: int
    players: tuple[PlayerState, ...]
    clock: Clock | None
    viewer: int
    description: Description | None
    own_commitment: Commitment | None
    draw_offered_by: int
    reset_offered_by: int
    paused_by: int
    reset_possible: bool
    end: MatchEnd | None
    cursor: int
    at_ms: int
    tournament: TournamentPlace | None
    acts: tuple[DirectorAct, ...]
    start_ms: int
    max_plies: int
    history_plies: int
    pause_contested: bool

    @property
    def must_move(self) -> bool:
        """Whether the viewer is a player who must move now.

        Where both choose at once, an agent commits first; until then its opponent need not move.
        """
        known = self.description
        if self.viewer < 0 or known is None or self.own_commitment is not None:
            return False
        if self.phase not in ("to_move", "commit") or known.seat not in known.actors:
            return False
        opponent = self.players[1 - self.viewer]
        both = self.phase == "commit" and len(known.actors) > 1
        return not (both and opponent.agent and not opponent.commitment_digest)


@dataclass(frozen=True)
class MatchEvent:
    """An event of a match, as one viewer sees it."""

    cursor: int
    game_number: int
    kind: EventKind
    player: int
    ply: int
    text: str
    commitment: Commitment | None
    offers_draw: bool
    at_ms: int
    act: DirectorAct | None


@dataclass(frozen=True)
class MatchUpdate:
    """Consecutive events, and the match after them."""

    events: tuple[MatchEvent, ...]
    skipped: bool
    """Events were left out that are no longer kept; the state contains their effect."""
    state: MatchState | None
    """None if more events follow at once."""


@dataclass(frozen=True)
class CreatedMatch:
    """A new match, with the tokens of its players; a token is empty for one who is no person."""

    match: str
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class JoinedMatch:
    """The place taken in a match."""

    player: int
    token: str


@dataclass(frozen=True)
class PlayedMove:
    """Where a move was played."""

    game_number: int
    ply: int
    commitment_digest: str
    """Of the hidden choice in a simultaneous stage, otherwise empty."""


@dataclass(frozen=True)
class ReportedAgent:
    """What played an agent's moves."""

    player: int
    agent_model: AgentModel | None


@dataclass(frozen=True)
class MatchReport:
    """The report of a finished game of a match."""

    text: str
    records: tuple[str, ...]
    """One for the part before each reset, then the last."""
    end: MatchEnd | None
    game_number: int
    pdf: bytes
    acts: tuple[DirectorAct, ...]
    start_ms: int
    agents: tuple[ReportedAgent, ...]


@dataclass(frozen=True)
class MatchSummary:
    """What anybody may know of a match that is not closed."""

    match: str
    game: str
    phase: Phase
    game_number: int
    ply: int
    players: tuple[PlayerState, ...]
    end: MatchEnd | None
    created_ms: int
    closed: bool
    tournament: TournamentPlace | None
    start_ms: int
