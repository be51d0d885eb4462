"""The client against a service that follows a script: errors, retries, deadlines, streams."""

import asyncio
import subprocess
import sys
import threading
import time
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import grpc
import pytest

import kvintet
from kvintet import client
from kvintet.client import answers as answer_types
from kvintet.client import calls, match_answers
from kvintet.client.convert import is_repeated, words_of
from kvintet.client.errors import DeadlineError, ServiceError, UnavailableError
from kvintet.client.retry import Attempts, RetryPolicy
from kvintet.client.schema import message_type

from service import ScriptedService, Step, answers, refuses

QUICK = RetryPolicy(attempts=4, first_delay=0.001, max_delay=0.002)
# The messages of dataclasses with another name.
NAMED = {
    "Analysis": "AnalyzeResponse",
    "Catalog": "ListGamesResponse",
    "ChosenMove": "ChooseMoveResponse",
    "ClockStage": "Clock.Stage",
    "CreatedMatch": "CreateMatchResponse",
    "GameDetails": "GetGameResponse",
    "GameInfo": "Game",
    "JoinedMatch": "JoinMatchResponse",
    "MatchReport": "GetReportResponse",
    "MatchUpdate": "WatchMatchResponse",
    "ModelInfo": "Model",
    "PlayedMove": "CommitMoveResponse",
}
ANSWERS = [
    kind
    for module in (answer_types, match_answers)
    for kind in vars(module).values()
    if isinstance(kind, type) and is_dataclass(kind) and kind.__module__ == module.__name__
]


def chosen(move: str) -> Any:
    return message_type("ChooseMoveResponse")(move=move, seat=1)


def analysed(sequence: int) -> Any:
    return message_type("AnalyzeResponse")(sequence=sequence, seat=1)


@pytest.fixture
def scripted() -> Iterator[Callable[..., ScriptedService]]:
    started: list[ScriptedService] = []

    def start(*steps: Step) -> ScriptedService:
        started.append(ScriptedService(list(steps)))
        return started[-1]

    yield start
    for service in started:
        service.stop()


@pytest.mark.parametrize("kind", ANSWERS, ids=lambda kind: kind.__name__)
def test_answers_have_the_fields_of_their_messages(kind: type) -> None:
    descriptor: Any = message_type(NAMED.get(kind.__name__, kind.__name__)).DESCRIPTOR
    hints = typing.get_type_hints(kind)
    assert [field.name for field in fields(kind)] == [field.name for field in descriptor.fields]
    for field in descriptor.fields:
        hint = hints[field.name]
        assert (typing.get_origin(hint) is tuple) == is_repeated(field), field.name
        may_be_none = type(None) in typing.get_args(hint)
        numbered = field.enum_type is not None and field.enum_type.name in ("Seat", "Actor")
        if may_be_none:
            assert field.has_presence or numbered, field.name
        if field.enum_type is not None and not numbered:
            assert list(typing.get_args(hint)) == list(words_of(field.enum_type).values())


def test_kinds_of_acts_are_those_of_the_schema() -> None:
    enum = message_type("ActRequest").DESCRIPTOR.fields_by_name["kind"].enum_type
    assert list(typing.get_args(match_answers.ActKind)) == list(words_of(enum).values())


def test_threads_may_make_the_first_calls_together() -> None:
    """What they make then fits together, and so does all that is made later."""
    program = """
import sys, threading
from kvintet.client import GameState, calls
sys.setswitchinterval(1e-5)
together, made = threading.Barrier(8), []
def first():
    together.wait()
    made.append(calls.describe(GameState(game="renju")))
threads = [threading.Thread(target=first) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
calls.describe(GameState(game="renju"))
print(len(made), len({type(call.request) for call in made}))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("8 1\n", "")


def test_both_clients_have_the_same_calls() -> None:
    def calls(kind: type) -> set[str]:
        return {name for name in vars(kind) if not name.startswith("_")}

    assert calls(client.Client) == calls(client.AsyncClient)
    assert calls(client.Match) == calls(client.AsyncMatch)


def test_an_error_has_the_details_that_the_service_sent(
    scripted: Callable[..., ScriptedService],
) -> None:
    service = scripted(refuses("INVALID_ARGUMENT", "BAD_NOTATION", "state.record"))
    with client.Client(service.address) as asks, pytest.raises(client.InvalidRequestError) as error:
        asks.choose_move("renju; 0 z99")
    assert error.value.code == "INVALID_ARGUMENT" and error.value.reason == "BAD_NOTATION"
    assert error.value.field == "state.record" and error.value.retry_after is None
    assert str(error.value) == "BAD_NOTATION: state.record: it was so"


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("NOT_FOUND", client.NotFoundError),
        ("OUT_OF_RANGE", client.InvalidRequestError),
        ("FAILED_PRECONDITION", client.WrongStateError),
        ("ABORTED", client.ConflictError),
        ("ALREADY_EXISTS", client.ConflictError),
        ("UNAUTHENTICATED", client.AccessError),
        ("PERMISSION_DENIED", client.AccessError),
        ("RESOURCE_EXHAUSTED", client.ExhaustedError),
        ("DEADLINE_EXCEEDED", client.DeadlineError),
        ("CANCELLED", client.CancelledError),
        ("UNIMPLEMENTED", client.UnsupportedError),
        ("INTERNAL", client.ServerFaultError),
        ("DATA_LOSS", client.ServerFaultError),
    ],
)
def test_other_errors_are_not_tried_again(
    code: str, kind: type[ServiceError], scripted: Callable[..., ScriptedService]
) -> None:
    service = scripted(refuses(code), answers(chosen("h8")))
    with client.Client(service.address, retries=QUICK) as asks, pytest.raises(kind):
        asks.choose_move("renju")
    assert len(service.requests) == 1


def test_a_busy_server_is_asked_again_when_it_says(
    scripted: Callable[..., ScriptedService],
) -> None:
    service = scripted(
        refuses("UNAVAILABLE", "DRAINING"),
        refuses("RESOURCE_EXHAUSTED", "OVERLOADED", retry_after=1.0),
        answers(chosen("h8")),
    )
    began = time.monotonic()
    with client.Client(service.address, token="secret", retries=QUICK) as asks:
        assert asks.choose_move("renju", level=3, timeout=4).move == "h8"
    assert time.monotonic() - began >= 1
    assert len(service.requests) == 3 and service.requests[2].level == 3
    assert service.metadata[2]["authorization"] == "Bearer secret"
    first, last = service.deadlines[0], service.deadlines[2]
    assert first is not None and last is not None and last < first - 0.5


def test_tries_are_counted(scripted: Callable[..., ScriptedService]) -> None:
    service = scripted(*[refuses("UNAVAILABLE")] * 9)
    with client.Client(service.address, retries=QUICK) as asks, pytest.raises(UnavailableError):
        asks.models()
    assert len(service.requests) == 4


def test_a_call_that_is_not_repeatable_is_made_once(
    scripted: Callable[..., ScriptedService],
) -> None:
    service = scripted(refuses("UNAVAILABLE"), refuses("UNAVAILABLE"), answers())
    method = "TournamentService/CreateTournament"
    with client.Client(service.address, retries=QUICK) as asks:
        with pytest.raises(UnavailableError):
            asks.call(method, {"settings": {"name": "May"}})
        assert len(service.requests) == 1 and service.requests[0].settings.name == "May"
        with pytest.raises(ValueError, match="no field named"):
            asks.call(method, {"nose": 1})
        with pytest.raises(ValueError, match="wanted one that answers once"):
            asks.call("MatchService/WatchMatch", {})
        with pytest.raises(ValueError, match="found RulesService/Cheat"):
            asks.call("RulesService/Cheat", {})


def test_a_change_that_is_tried_again_keeps_its_request_id(
    scripted: Callable[..., ScriptedService],
) -> None:
    made = message_type("CreateMatchResponse")(match="m", tokens=["t", ""])
    service = scripted(refuses("UNAVAILABLE", "JOURNAL_DOWN"), answers(made), answers(made))
    with client.Client(service.address, retries=QUICK) as asks:
        players = (client.Person("Ada"), client.Agent(level=2))
        for _ in range(2):
            assert asks.create_match("renju", players).tokens == ("t", "")
    first, again, other = [request.request_id for request in service.requests]
    assert first == again != other and len(first) == 32
    assert service.requests[0].players[1].agent.level == 2


def test_a_deadline_covers_all_tries(scripted: Callable[..., ScriptedService]) -> None:
    service = scripted(*[refuses("UNAVAILABLE")] * 99)
    slow = RetryPolicy(attempts=99, first_delay=0.05, max_delay=0.05)
    began = time.monotonic()
    with client.Client(service.address, retries=slow) as asks, pytest.raises(ServiceError):
        asks.catalog(timeout=0.4)
    assert time.monotonic() - began < 2

    def sleeps(request: Any, context: Any) -> Iterator[Any]:
        time.sleep(2)
        yield message_type("ListGamesResponse")()

    late = scripted(sleeps)
    with client.Client(late.address, timeout=0.2) as asks, pytest.raises(DeadlineError):
        asks.catalog()


def test_no_server_is_an_error_of_its_own() -> None:
    with client.Client("127.0.0.1:1", retries=QUICK) as asks:
        with pytest.raises(UnavailableError):
            asks.catalog()
        with pytest.raises(UnavailableError):
            next(asks.analyze("renju"))


def test_what_an_analysis_rests_on_arrives_if_it_was_asked_for(
    scripted: Callable[..., ScriptedService],
) -> None:
    told = analysed(2)
    told.payoff_table.own.moves.add(move="A1", probability=1, value=0.5, best_response=True)
    told.payoff_table.own.considered = 1
    told.payoff_table.payoffs.append(0.5)
    told.belief.things.add(name="17", probability=0.25).drawing.caption = "a tile"
    told.belief.things.add(name="18", probability=0.125)
    service = scripted(answers(analysed(1), told))
    with client.Client(service.address, retries=QUICK) as asks:
        first, last = asks.analyze("kontranto", explain=True)
    assert service.requests[0].explain
    assert first.payoff_table is None and first.belief is None
    assert last.payoff_table is not None and last.belief is not None
    assert last.payoff_table.own.moves == (client.MixedMove("A1", 1, 0.5, True),)
    assert last.payoff_table.payoffs == (0.5,)
    drawn, plain = last.belief.things
    assert drawn.drawing is not None and drawn.drawing["caption"] == "a tile"
    assert plain == client.HeldThing("18", 0.125, None)


def test_a_stream_that_breaks_before_its_first_answer_is_begun_anew(
    scripted: Callable[..., ScriptedService],
) -> None:
    service = scripted(refuses("UNAVAILABLE"), answers(analysed(1), analysed(2)))
    with client.Client(service.address, retries=QUICK) as asks:
        assert [report.sequence for report in asks.analyze("renju")] == [1, 2]


def test_a_stream_that_breaks_later_is_an_error(scripted: Callable[..., ScriptedService]) -> None:
    service = scripted(refuses("UNAVAILABLE", after=(analysed(1),)), answers(analysed(1)))
    with client.Client(service.address, retries=QUICK) as asks:
        reports = asks.analyze("renju")
        assert next(reports).sequence == 1
        with pytest.raises(UnavailableError):
            next(reports)
    assert len(service.requests) == 1


def test_leaving_a_stream_cancels_it(scripted: Callable[..., ScriptedService]) -> None:
    def endless(request: Any, context: Any) -> Iterator[Any]:
        while context.is_active():
            yield analysed(1)
            time.sleep(0.01)

    service = scripted(endless)
    with client.Client(service.address) as asks:
        reports = asks.analyze("renju")
        next(reports)
        typing.cast(Any, reports).close()
        assert service.cancelled.wait(10)


def updated(*cursors: int) -> Any:
    events = [{"cursor": cursor} for cursor in cursors]
    return message_type("WatchMatchResponse")(events=events)


def test_watching_goes_on_where_it_broke(scripted: Callable[..., ScriptedService]) -> None:
    service = scripted(
        refuses("UNAVAILABLE", after=(updated(1, 2), updated(3))),
        refuses("UNAVAILABLE", "JOURNAL_DOWN"),
        refuses("UNAVAILABLE", after=(updated(4),)),
        answers(updated(5)),
    )
    with client.Client(service.address, retries=QUICK) as asks:
        updates = list(asks.match("m", "token").watch())
    assert [event.cursor for update in updates for event in update.events] == [1, 2, 3, 4, 5]
    assert [request.cursor for request in service.requests] == [0, 3, 3, 4]
    a_year = 365 * 86400.0
    assert all(left is None or left > a_year for left in service.deadlines)


def test_the_async_client_does_the_same(scripted: Callable[..., ScriptedService]) -> None:
    service = scripted(
        refuses("UNAVAILABLE"),
        answers(chosen("h8")),
        refuses("UNAVAILABLE", after=(updated(1),)),
        answers(updated(2)),
        refuses("NOT_FOUND", "UNKNOWN_GAME", "state.game"),
    )

    async def play() -> list[int]:
        async with client.AsyncClient(service.address, retries=QUICK) as asks:
            assert (await asks.choose_move("renju")).move == "h8"
            seen: list[int] = []
            async for update in asks.match("m").watch():
                seen += [event.cursor for event in update.events]
            with pytest.raises(client.NotFoundError, match=r"UNKNOWN_GAME: state\.game"):
                await asks.choose_move("go")
            return seen

    assert asyncio.run(play()) == [1, 2]


def waits(request: Any, context: Any) -> Iterator[Any]:
    """A step that never answers."""
    while context.is_active():
        time.sleep(0.01)
    yield message_type("ListGamesResponse")()


def test_cancelling_a_task_cancels_its_call(scripted: Callable[..., ScriptedService]) -> None:
    service = scripted(waits)

    async def cancel() -> None:
        async with client.AsyncClient(service.address) as asks:
            task = asyncio.create_task(asks.choose_move("renju"))
            while not service.requests:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(cancel())
    assert service.cancelled.wait(10)


SLOW = RetryPolicy(attempts=99, first_delay=60, max_delay=60)


@pytest.mark.parametrize("step", [waits, refuses("UNAVAILABLE")], ids=["running", "waiting"])
@pytest.mark.parametrize("streams", [True, False], ids=["stream", "call"])
def test_a_client_that_is_closed_ends_its_calls_at_once(
    step: Step, streams: bool, scripted: Callable[..., ScriptedService]
) -> None:
    """Those that the server has, and those that wait for the next try."""
    service = scripted(step)
    asks = client.Client(service.address, retries=SLOW)
    errors: list[ServiceError] = []

    def ask() -> None:
        try:
            list(asks.match("m").watch()) if streams else asks.catalog(timeout=60)
        except ServiceError as error:
            errors.append(error)

    asking = threading.Thread(target=ask)
    asking.start()
    while not service.requests:
        time.sleep(0.01)
    time.sleep(0.2)
    asks.close()
    asking.join(10)
    assert [type(error) for error in errors] == [client.CancelledError]
    asks.close()
    for call in (asks.catalog, lambda: list(asks.match("m").watch())):
        with pytest.raises(client.CancelledError, match="the client was closed"):
            call()


@pytest.mark.parametrize("step", [waits, refuses("UNAVAILABLE")], ids=["running", "waiting"])
@pytest.mark.parametrize("streams", [True, False], ids=["stream", "call"])
def test_an_async_client_that_is_closed_ends_its_calls_at_once(
    step: Step, streams: bool, scripted: Callable[..., ScriptedService]
) -> None:
    """With an error of the service: the task itself is not cancelled."""
    service = scripted(step)

    async def ask(asks: client.AsyncClient) -> None:
        if streams:
            async for _ in asks.match("m").watch():
                pass
        else:
            await asks.catalog(timeout=60)

    async def close() -> None:
        asks = client.AsyncClient(service.address, retries=SLOW)
        asking = asyncio.create_task(ask(asks))
        while not service.requests:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        await asks.close()
        with pytest.raises(client.CancelledError, match="the client was closed"):
            await asyncio.wait_for(asking, 10)
        await asks.close()
        with pytest.raises(client.CancelledError, match="the client was closed"):
            await ask(asks)

    asyncio.run(close())


def test_details_without_a_field_are_read(scripted: Callable[..., ScriptedService]) -> None:
    def refused(request: Any, context: Any) -> Iterator[Any]:
        status: Any = message_type("ErrorStatus")()
        status.details.add(type_url="type.googleapis.com/google.rpc.BadRequest", value=b"")
        context.set_trailing_metadata((("grpc-status-details-bin", status.SerializeToString()),))
        context.abort(grpc.StatusCode.INVALID_ARGUMENT, "it was so")
        yield

    asks = client.Client(scripted(refused).address)
    with asks, pytest.raises(client.InvalidRequestError, match="it was so") as error:
        asks.catalog()
    assert error.value.field == ""


def test_broken_details_hide_no_error(scripted: Callable[..., ScriptedService]) -> None:
    def refused(request: Any, context: Any) -> Iterator[Any]:
        context.set_trailing_metadata((("grpc-status-details-bin", b"\xff\xff"),))
        context.abort(grpc.StatusCode.INTERNAL, "it was so")
        yield

    asks = client.Client(scripted(refused).address)
    with asks, pytest.raises(client.ServerFaultError, match="INTERNAL: it was so"):
        asks.catalog()


def test_a_certificate_has_a_key() -> None:
    for files in ({"certificate": "mine.pem"}, {"key": "mine.key"}):
        with pytest.raises(ValueError, match="tls: wanted both certificate and key or neither"):
            client.Tls("roots.pem", **files)
    client.Tls("roots.pem", certificate="mine.pem", key="mine.key")


def test_a_wrong_argument_is_named() -> None:
    wrong: Any
    for wrong, error, text in [
        ({"simulations": -(2**40)}, ValueError, "simulations: found -1099511627776: "),
        ({"seed": -1}, ValueError, "seed: found -1: "),
        ({"level": "3"}, TypeError, "level: found '3': "),
        ({"level": 1.5}, TypeError, r"level: found 1\.5: "),
    ]:
        with pytest.raises(error, match=text):
            calls.choose_move("renju", **wrong)
    with pytest.raises(TypeError, match="state: wanted a GameState or a record, found 5"):
        calls.describe(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="states: wanted several, found the text 'renju'"):
        calls.evaluate("renju")


class Clock:
    """A clock that a test sets."""

    now = 0.0

    def __call__(self) -> float:
        """Seconds."""
        return self.now


def test_waits_grow_and_stay_below_the_longest() -> None:
    policy = RetryPolicy(attempts=8, first_delay=1, max_delay=10)
    attempts = Attempts(policy, None, draw=lambda: 0.5)
    error = UnavailableError("UNAVAILABLE")
    assert [attempts.delay_after(error) for _ in range(7)] == [0.5, 1, 2, 4, 5, 5, 5]
    with pytest.raises(UnavailableError):
        attempts.delay_after(error)
    attempts.succeeded()
    assert attempts.delay_after(error) == 0.5


def test_a_wait_beyond_the_deadline_is_not_begun() -> None:
    clock = Clock()
    attempts = Attempts(RetryPolicy(), 10, clock, lambda: 0.0)
    busy = client.ExhaustedError("RESOURCE_EXHAUSTED", "OVERLOADED", retry_after=4)
    assert attempts.delay_after(busy) == 4
    clock.now = 7
    assert attempts.remaining() == pytest.approx(3)
    with pytest.raises(client.ExhaustedError):
        attempts.delay_after(busy)
    clock.now = 11
    with pytest.raises(DeadlineError):
        attempts.remaining()


def test_what_is_too_large_is_not_tried_again() -> None:
    attempts = Attempts(RetryPolicy(), None)
    with pytest.raises(client.ExhaustedError):
        attempts.delay_after(client.ExhaustedError("RESOURCE_EXHAUSTED", "TOO_LARGE"))


def test_the_shortest_time_for_an_analysis_is_a_limit() -> None:
    asked: Any = calls.analyze("renju", seconds=0.0004).request
    assert asked.max_ms == 1
    endless: Any = calls.analyze("renju").request
    assert endless.max_ms == 0


def test_impossible_arguments_are_refused() -> None:
    nan = float("nan")
    policy: Any
    for policy in ({"attempts": 0}, {"first_delay": nan}, {"max_delay": nan}, {"first_delay": -1}):
        with pytest.raises(ValueError, match="attempts of at least 1"):
            RetryPolicy(**policy)
    for timeout in (0, -1, nan):
        with pytest.raises(ValueError, match="timeout: wanted seconds above 0"):
            Attempts(RetryPolicy(), timeout)
    assert Attempts(RetryPolicy(), float("inf")).remaining() is None
    with pytest.raises(ValueError, match="one of record, seat_record and position"):
        client.GameState(record="renju", position="x")
    with pytest.raises(ValueError, match="a seat_record needs the seat"):
        client.GameState(seat_record="renju")
    game = kvintet.Game("tic_tac_toe")
    play = game.from_position(game.start().position)
    with pytest.raises(ValueError, match="started from a position"):
        client.GameState.seen_by(play, 0)
    play = kvintet.Game("punct").start()
    view = play.view(0)
    play.apply(0, next(text for text in map(view.parse_move, view.moves()) if len(text) > 1)[0])
    with pytest.raises(ValueError, match="in the middle of a move"):
        client.GameState.seen_by(play, 0)
    with pytest.raises(ValueError, match="state: seat must be between 0 and 2, is 3"):
        client.GameState(seat=3)
    with pytest.raises(TypeError, match=r"state: seat: wanted an integer, found 1\.0"):
        client.GameState(seat=1.0)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="actor must be between 0 and 2, is -1"):
        calls.apply("renju", "h8", actor=-1)
    with pytest.raises(ValueError, match="seat must be between 0 and 2, is -1"):
        calls.analyze_game("renju", seat=-1)
    for seconds in (float("nan"), float("inf"), -1.0, 1e9):
        with pytest.raises(ValueError, match="seconds: wanted seconds from 0 to 2147483, found"):
            calls.analyze("renju", seconds=seconds)
        with pytest.raises(ValueError, match="report_every: wanted seconds from 0"):
            calls.analyze("renju", report_every=seconds)
    with client.Client("127.0.0.1:1") as asks:
        with pytest.raises(ValueError, match="players: wanted two, found 1"):
            asks.create_match("renju", [client.Person()])
        with pytest.raises(TypeError, match="wanted Person, OpenPlace or Agent"):
            asks.create_match("renju", typing.cast(Any, ["Ada", "Bob"]))
        clock = client.Clock(typing.cast(Any, "sundial"))
        with pytest.raises(ValueError, match=r"clock: wanted one of none, .* found 'sundial'"):
            asks.create_match("renju", [client.Person()] * 2, clock=clock)
