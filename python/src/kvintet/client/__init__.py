"""A typed client of the service: rules, moves, analysis and whole matches.

    with client.Client("127.0.0.1:50051") as service:
        answer = service.choose_move("renju; 0 h8; 0 i9; 0 j7; 1 keep", level=3)
        for report in service.analyze("hex", seconds=2):
            print(report.evaluations, report.line)

Needs the extra `kvintet[client]`. `AsyncClient` has the same calls for asyncio.
"""

from .answers import (
    ActionProbability,
    Analysis,
    Belief,
    Candidate,
    Catalog,
    ChosenMove,
    Description,
    Evaluation,
    GameDetails,
    GameInfo,
    GameOption,
    HeldThing,
    Level,
    Limits,
    MixedMove,
    MixedStrategy,
    ModelFit,
    ModelInfo,
    Move,
    PayoffTable,
    Result,
    ReviewedDecision,
    ReviewSummary,
)
from .async_service import AsyncClient, AsyncMatch
from .calls import Applied, MovesPage
from .channel import Tls
from .errors import (
    AccessError,
    CancelledError,
    ConflictError,
    DeadlineError,
    ExhaustedError,
    InvalidRequestError,
    NotFoundError,
    ServerFaultError,
    ServiceError,
    UnavailableError,
    UnsupportedError,
    WrongStateError,
)
from .match_answers import (
    Clock,
    ClockStage,
    CreatedMatch,
    JoinedMatch,
    MatchEvent,
    MatchReport,
    MatchState,
    MatchSummary,
    MatchUpdate,
    PlayedMove,
    PlayerState,
)
from .match_calls import Agent, ListedMatches, OpenPlace, Person
from .retry import RetryPolicy
from .service import Client, Match
from .state import GameState, State

__all__ = [
    "AccessError",
    "ActionProbability",
    "Agent",
    "Analysis",
    "Applied",
    "AsyncClient",
    "AsyncMatch",
    "Belief",
    "CancelledError",
    "Candidate",
    "Catalog",
    "ChosenMove",
    "Client",
    "Clock",
    "ClockStage",
    "ConflictError",
    "CreatedMatch",
    "DeadlineError",
    "Description",
    "Evaluation",
    "ExhaustedError",
    "GameDetails",
    "GameInfo",
    "GameOption",
    "GameState",
    "HeldThing",
    "InvalidRequestError",
    "JoinedMatch",
    "Level",
    "Limits",
    "ListedMatches",
    "Match",
    "MatchEvent",
    "MatchReport",
    "MatchState",
    "MatchSummary",
    "MatchUpdate",
    "MixedMove",
    "MixedStrategy",
    "ModelFit",
    "ModelInfo",
    "Move",
    "MovesPage",
    "NotFoundError",
    "OpenPlace",
    "PayoffTable",
    "Person",
    "PlayedMove",
    "PlayerState",
    "Result",
    "RetryPolicy",
    "ReviewSummary",
    "ReviewedDecision",
    "ServerFaultError",
    "ServiceError",
    "State",
    "Tls",
    "UnavailableError",
    "UnsupportedError",
    "WrongStateError",
]
