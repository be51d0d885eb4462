"""The client against the program's own service: rules, analysis, whole matches, a crash."""

import asyncio
import hashlib
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import kvintet
from kvintet import client, models

from play import LARGE_GAMES, play_randomly
from service import SECONDS, Service

ROOT = Path(__file__).resolve().parents[2]
OPENING = "renju; 0 h8; 0 i9; 0 j7; 1 keep"


@pytest.fixture(scope="module")
def address(program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    service = Service(program, tmp_path_factory.mktemp("matches"))
    yield service.address
    service.kill()


@pytest.fixture
def asks(address: str) -> Iterator[client.Client]:
    with client.Client(address, timeout=SECONDS) as connected:
        yield connected


def test_the_catalog_is_that_of_the_package(asks: client.Client) -> None:
    catalog = asks.catalog()
    assert [game.name for game in catalog.games] == kvintet.games()
    for info in catalog.games:
        game = kvintet.Game(info.name)
        assert (info.text, info.num_actions) == (game.text, game.num_actions)
        assert [option.key for option in info.options] == [o["key"] for o in game.options]
    assert catalog.limits.max_positions == 64
    named = {model.game: model for model in asks.models()}
    renju = named[kvintet.Game("renju").text]
    assert renju.trained and renju.fit == "trained_on_it" and renju.levels[0].level == 1
    details = asks.game("renju{opening=free}")
    assert details.game.text == kvintet.Game("renju", opening="free").text
    assert details.plays.fit in ("similar", "none")


@pytest.mark.parametrize("name", LARGE_GAMES)
def test_a_seat_sees_there_what_it_sees_here(name: str, asks: client.Client) -> None:
    play = play_randomly(kvintet.Game(name), 5, 9)
    for seat in (0, 1, kvintet.SPECTATOR):
        view = play.view(seat)
        seen = asks.describe(client.GameState.seen_by(play, seat))
        assert (seen.view, seen.seat, seen.seat_record) == (
            view.text,
            seat,
            play.seat_record(seat),
        )
        here = view.scene()
        assert seen.scene["caption"] == here["caption"]
        assert seen.scene["bounds"] == pytest.approx(here["bounds"])
        for there, shape in zip(seen.scene["shapes"], here["shapes"], strict=True):
            assert {**there, "action": None, "points": None} == {
                **shape,
                "action": None,
                "points": None,
            }
            assert there["points"] == pytest.approx(shape["points"])
            assert (there["action"] is None) == (shape["action"] is None)
    seat = play.actors[0]
    moves = asks.moves(client.GameState.seen_by(play, seat))
    assert sorted(move.text for move in moves) == sorted(play.view(seat).moves())


def test_moves_come_in_pages(asks: client.Client) -> None:
    play = play_randomly(kvintet.Game("kontranto", colour_choice=False), 1, 0)
    state = client.GameState(game=play.game.text, seat=0)
    page = asks.moves_page(state, page_size=100)
    assert len(page.moves) == 100 and page.next_page_token and page.actor == 0
    assert len(asks.moves(state)) == len(play.view(0).moves()) > 10_000


def test_chance_is_drawn_by_the_caller(asks: client.Client) -> None:
    state: client.State = "tantrix"
    draws = random.Random(1)
    play = kvintet.Game("tantrix").start()
    while True:
        page = asks.moves_page(state)
        if page.actor != kvintet.CHANCE:
            break
        drawn = draws.choice(page.moves).text
        state = asks.apply(state, drawn, actor=kvintet.CHANCE).state
        play.apply_move(kvintet.CHANCE, drawn)
    assert isinstance(state, client.GameState) and state.record == play.record()


def test_evaluations_are_those_of_the_model(asks: client.Client) -> None:
    told, again = asks.evaluate([OPENING, client.GameState(game="hex")])
    assert told.model == models_name("renju") and again.model == models_name("hex")
    assert told.trained and told.win + told.draw + told.loss == pytest.approx(1)
    view = kvintet.Game("renju").replay(OPENING).view(told.seat)
    assert {each.action for each in told.policy} == set(view.moves())
    assert sum(each.probability for each in told.policy) == pytest.approx(1)


def models_name(game: str) -> str:
    return hashlib.sha256((ROOT / "models" / f"{game}.model").read_bytes()).hexdigest()


def test_a_model_written_here_is_served(program: str, tmp_path: Path) -> None:
    network = models.Size(blocks=1, channels=32, value_hidden=16)
    name = models.write(tmp_path / "mine.model", models.new_model("tic_tac_toe", network, seed=4))
    process = Service(program, tmp_path, models=tmp_path)
    try:
        with client.Client(process.address) as asks:
            (told,) = asks.evaluate(["tic_tac_toe; 0 a1"])
            assert told.trained and told.model == name
    finally:
        process.kill()


def test_the_same_seed_gives_the_same_move(asks: client.Client) -> None:
    first = asks.choose_move(OPENING, simulations=32, seed=7)
    again = asks.choose_move(OPENING, simulations=32, seed=7)
    assert first.move == again.move and first.seed == 7
    assert first.candidates == again.candidates
    assert max(each.visits for each in first.candidates) == first.candidates[0].visits
    assert asks.choose_move(OPENING, level=1, seed=7).evaluations < 1000


def test_refusals_are_typed(asks: client.Client) -> None:
    with pytest.raises(client.InvalidRequestError) as error:
        asks.describe("renju; 0 z99")
    assert error.value.reason == "BAD_NOTATION" and error.value.field == "state.record"
    with pytest.raises(client.NotFoundError) as missing:
        asks.describe("go")
    assert missing.value.reason == "UNKNOWN_GAME"
    with pytest.raises(client.InvalidRequestError) as illegal:
        asks.apply("tic_tac_toe", "z9")
    assert illegal.value.reason == "ILLEGAL_MOVE"
    play = play_randomly(kvintet.Game("tantrix"), 1, 20)
    with pytest.raises(client.WrongStateError) as more:
        asks.choose_move(play.record())
    assert more.value.reason == "TELLS_MORE"
    with pytest.raises(client.WrongStateError) as none:
        asks.evaluate(["kuhn; chance deal K; chance deal Q"], omniscient=True, trained_only=True)
    assert none.value.reason == "NO_TRAINED_MODEL"


def test_a_wrong_token_is_refused(address: str) -> None:
    with client.Client(address, token="wrong") as stranger:
        with pytest.raises(client.AccessError) as access:
            stranger.catalog()
        assert access.value.reason == "BAD_TOKEN"


def test_an_analysis_reports_and_ends(asks: client.Client) -> None:
    reports = list(asks.analyze("hex", simulations=2000, report_every=0.05, max_candidates=3))
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
    last = reports[-1]
    assert last.stop == "simulations" and len(last.candidates) == 3 and last.line[0] == last.move
    timed = list(asks.analyze("hex", seconds=0.3, report_every=0.1))
    assert timed[-1].stop == "time" and len(timed) > 1


def test_a_review_has_a_summary(asks: client.Client) -> None:
    record = "tic_tac_toe; 0 a1; 1 a2; 0 b1; 1 b2; 0 c1"
    *decisions, summary = asks.analyze_game(record, simulations=200, seed=1)
    assert isinstance(summary, client.ReviewSummary) and summary.seats[0].decisions == 3
    reviewed = [each for each in decisions if isinstance(each, client.ReviewedDecision)]
    assert [each.played for each in reviewed] == ["a1", "a2", "b1", "b2", "c1"]
    assert reviewed[3].best == "c1" and (reviewed[3].loss or 0) > 0.1
    assert reviewed[4].best == "c1" and reviewed[4].value > 0.5


def play_match(match: client.Match, seed: int) -> client.MatchState:
    """Plays random moves as the token's player until the game is over."""
    draws = random.Random(seed)
    for update in match.watch(timeout=SECONDS):
        state = update.state
        if state is None:
            continue
        if state.phase == "over":
            return state
        if state.phase == "ready" and not state.players[state.viewer].ready:
            match.act("ready", state)
        elif state.phase == "consent" and not state.players[state.viewer].consented:
            match.act("consent", state)
        elif state.must_move:
            assert state.description is not None
            known = client.GameState(
                seat_record=state.description.seat_record, seat=state.description.seat
            )
            moves = match.client.moves_page(known, page_size=1000).moves
            match.play(draws.choice(moves).text, state)
    raise AssertionError("the stream ended before the game")


@pytest.mark.parametrize("name", ["kontranto", "renju", "tantrix", "tic_tac_toe"])
def test_a_whole_match_against_the_agent(name: str, asks: client.Client) -> None:
    agent = client.Agent(level=0 if name == "tic_tac_toe" else 1, allow_rollouts=True)
    players = (client.Person("Ada"), agent)
    made = asks.create_match(name, players)
    match = asks.match(made.match, made.tokens[0])
    over = play_match(match, seed=2)
    assert over.end is not None and over.end.result is not None
    report = match.report()
    play = kvintet.Game(over.description.game if over.description else name)
    ended = play.replay(report.records[-1])
    assert ended.ended and list(ended.returns()) == list(over.end.result.returns)
    model = report.agents[0].agent_model
    assert model is not None and model.level == agent.level
    listed = asks.list_matches(game=name)
    assert made.match in [summary.match for summary in listed.matches]


def test_two_persons_hide_their_choices(asks: client.Client) -> None:
    made = asks.create_match("goofspiel", [client.Person("Ada"), client.OpenPlace()])
    joined = asks.join_match(made.match, name="Bob")
    ada, bob = asks.match(made.match, made.tokens[0]), asks.match(made.match, joined.token)
    state = ada.state()
    assert state.phase == "commit" and state.must_move
    ada.play("5", state)
    seen = bob.state()
    assert seen.own_commitment is None and seen.must_move
    own = ada.state().own_commitment
    assert own is not None and own.move == "5" and not ada.state().must_move
    told = [event for event in events_so_far(bob) if event.kind == "moved"]
    assert told == []
    with pytest.raises(client.ConflictError) as twice:
        ada.play("4", state)
    assert twice.value.reason == "ALREADY_CHOSEN"
    bob.play("3", seen)
    with pytest.raises(client.ConflictError) as stale:
        bob.play("2", seen)
    assert stale.value.reason == "STALE_PLY"
    bob.act("resign", bob.state())
    end = ada.state().end
    assert end is not None and end.result is not None and end.result.reason == "resigned"


def events_so_far(match: client.Match) -> list[client.MatchEvent]:
    for update in match.watch():
        if update.state is not None:
            return list(update.events)
    return []


def test_a_crash_of_the_service_is_survived(program: str, tmp_path: Path) -> None:
    listen = f"unix:{tmp_path}/socket"
    service = Service(program, tmp_path / "matches", listen)
    patient = client.RetryPolicy(attempts=99, max_delay=1)
    with client.Client(listen, timeout=SECONDS, retries=patient) as asks:
        made = asks.create_match("tic_tac_toe", [client.Person("Ada"), client.Person("Bob")])
        seats = [asks.match(made.match, token) for token in made.tokens]
        seen: list[client.MatchEvent] = []

        def watch() -> None:
            for update in asks.match(made.match).watch():
                seen.extend(update.events)
                if update.state is not None and update.state.phase == "over":
                    return

        watcher = threading.Thread(target=watch)
        watcher.start()
        for ply, move in enumerate(["a1", "a2", "b1", "b2", "c1"]):
            if ply == 2:
                service.kill()
                (tmp_path / "socket").unlink(missing_ok=True)
                service = Service(program, tmp_path / "matches", listen)
            state = seats[ply % 2].state()
            seats[ply % 2].play(move, state)
        watcher.join(SECONDS)
        assert not watcher.is_alive()
        service.kill()
    assert [event.cursor for event in seen] == list(range(1, len(seen) + 1))
    assert [event.text for event in seen if event.kind == "moved"] == ["a1", "a2", "b1", "b2", "c1"]


def test_many_games_at_once_with_asyncio(address: str) -> None:
    async def play(asks: client.AsyncClient, seed: int) -> str:
        state: client.State = "tic_tac_toe"
        while True:
            chosen = await asks.choose_move(state, simulations=16, seed=seed)
            applied = await asks.apply(state, chosen.move)
            state = applied.state
            if applied.description.ended:
                assert applied.description.result is not None
                return applied.description.result.reason

    async def play_all() -> list[str]:
        async with client.AsyncClient(address, timeout=SECONDS) as asks:
            return list(await asyncio.gather(*[play(asks, seed) for seed in range(8)]))

    began = time.monotonic()
    assert len(asyncio.run(play_all())) == 8
    assert time.monotonic() - began < SECONDS
