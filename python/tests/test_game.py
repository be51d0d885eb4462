"""Game, Playthrough and View: what the native door shows of one game."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import kvintet

GAMES = kvintet.games()


def play_randomly(game: kvintet.Game, seed: int, limit: int = 10_000) -> kvintet.Playthrough:
    """A game of uniformly random actions, to its end or for `limit` actions."""
    random = np.random.default_rng(seed)
    play = game.start()
    while not play.ended and len(play.taken) < limit:
        actor = play.actors[0]
        outcomes = play.chance_outcomes()
        if outcomes:
            play.sample_chance(seed)
            continue
        play.apply(actor, int(random.choice(play.view(actor).legal_actions())))
    return play


def test_the_names_of_games_are_sorted_and_can_be_made() -> None:
    assert sorted(GAMES) == GAMES
    for name in GAMES:
        assert kvintet.Game(name).name == name


def test_options_are_keywords_or_text() -> None:
    by_keyword = kvintet.Game("renju", opening="free")
    assert by_keyword == kvintet.Game("renju{opening=free}")
    assert by_keyword != kvintet.Game("renju")
    assert hash(by_keyword) == hash(kvintet.Game(by_keyword.text))
    assert {option["key"] for option in by_keyword.options} == {"opening", "forbidden"}


@pytest.mark.parametrize(
    ("text", "options", "wanted"),
    [
        ("chess", {}, "the games are: "),
        ("renju", {"size": 15}, "its options: "),
        ("renju", {"opening": "best"}, "opening"),
        ("renju{opening", {}, "renju"),
    ],
)
def test_a_wrong_game_says_what_there_is(text: str, options: dict[str, str], wanted: str) -> None:
    with pytest.raises(ValueError, match=wanted):
        kvintet.Game(text, **options)


@pytest.mark.parametrize("name", GAMES)
def test_views_agree_with_the_spec(name: str) -> None:
    game = kvintet.Game(name)
    play = play_randomly(game, 1, limit=40)
    for seat in (0, 1, kvintet.SPECTATOR):
        view = play.view(seat)
        planes, numbers = view.observe()
        assert view.seat == seat
        assert planes.shape == game.planes_shape
        assert planes.dtype == np.uint8
        assert numbers.shape == (game.num_globals,)
        assert numbers.dtype == np.float32
        legal = view.legal_actions()
        assert np.array_equal(np.flatnonzero(view.action_mask()), legal)
        assert view.must_act == (len(legal) > 0)
        indices = view.policy_indices(legal)
        assert len(set(indices.tolist())) == len(legal)
        assert all(0 <= index < game.policy_size for index in indices.tolist())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_ends_and_is_worth_zero_in_sum(name: str) -> None:
    play = play_randomly(kvintet.Game(name), 2)
    assert play.ended
    assert play.actors == []
    first, second = play.returns()
    assert first + second == 0
    assert play.result is not None
    assert play.result["returns"] == (first, second)


@pytest.mark.parametrize("name", GAMES)
def test_records_copies_and_pickles_repeat_a_game(name: str) -> None:
    game = kvintet.Game(name)
    play = play_randomly(game, 3)
    again = game.replay(play.record())
    for other in (again, pickle.loads(pickle.dumps(play)), copy.deepcopy(play), play.copy()):
        assert other.record() == play.record()
        assert other.position == play.position
        assert other.returns() == play.returns()


@pytest.mark.parametrize("name", GAMES)
def test_a_view_comes_from_its_seats_record_alone(name: str) -> None:
    game = kvintet.Game(name)
    play = play_randomly(game, 4)
    for seat in (0, 1, kvintet.SPECTATOR):
        view = game.view_of_record(seat, play.seat_record(seat))
        assert view.text == play.view(seat).text
        assert view.key() == play.view(seat).key()


def test_a_copy_does_not_follow_its_original() -> None:
    play = kvintet.Game("renju").start()
    other = play.copy()
    play.apply_move(0, "h8")
    assert other.taken == []
    assert play.taken != []


def test_moves_are_text_and_actions() -> None:
    game = kvintet.Game("renju")
    view = game.start().view(0)
    actions = view.parse_move("H8")
    assert view.move_text(actions) == "h8"
    assert "h8" in view.moves()
    assert view.moves(prefix="h", limit=3) == [m for m in view.moves("h") if m.startswith("h")][:3]


@pytest.mark.parametrize("name", ["kuhn", "renju", "kontranto"])
def test_actions_that_are_no_move_have_no_text(name: str) -> None:
    game = kvintet.Game(name)
    play = game.start()
    while kvintet.CHANCE in play.actors:
        play.sample_chance(1)
    view = play.view(play.actors[0])
    for actions in ([], [-1], [game.num_actions], [-(2**31)], [0] * 50):
        with pytest.raises(ValueError, match="are not a whole legal move"):
            view.move_text(actions)


@pytest.mark.parametrize("name", GAMES)
def test_symmetries_map_legal_actions_to_legal_actions(name: str) -> None:
    game = kvintet.Game(name)
    view = play_randomly(game, 5, limit=6)
    for seat in view.actors:
        if seat == kvintet.CHANCE and view.chance_outcomes():
            continue
        own = view.view(seat)
        for symmetry in range(game.num_symmetries):
            image = own.transform(symmetry)
            images = [own.transform_action(symmetry, a) for a in own.legal_actions().tolist()]
            assert sorted(images) == image.legal_actions().tolist()
            back = image.transform(game.inverse_symmetry(symmetry))
            assert back.key() == own.key()


@pytest.mark.parametrize("name", ["renju", "tantrix"])
def test_scenes_hold_each_legal_action_once(name: str) -> None:
    play = play_randomly(kvintet.Game(name), 6, limit=12)
    while kvintet.CHANCE in play.actors and play.chance_outcomes():
        play.sample_chance(6)
    view = play.view(play.actors[0])
    scene = view.scene()
    drawn = [shape["action"] for shape in scene["shapes"] if shape["action"] is not None]
    assert sorted(drawn) == view.legal_actions().tolist()
    assert scene["caption"] in view.render()


def test_user_errors_raise_and_change_nothing() -> None:
    play = kvintet.Game("punct").start()
    before = play.position
    with pytest.raises(ValueError, match=r"legal actions"):
        play.apply(play.actors[0], 10**6)
    with pytest.raises(ValueError, match="an actor is 0, 1 or"):
        play.apply(7, 0)
    with pytest.raises(ValueError, match="need not act"):
        play.apply(1 - play.actors[0], 0)
    with pytest.raises(ValueError, match="chance need not act"):
        play.sample_chance(1)
    with pytest.raises(ValueError, match="has not ended"):
        play.returns()
    with pytest.raises(ValueError, match="a seat is 0, 1 or"):
        play.view(3)
    with pytest.raises(ValueError, match="a symmetry of"):
        play.view(0).transform(1000)
    assert play.position == before


def test_an_integer_that_is_wrong_is_named() -> None:
    play = kvintet.Game("kuhn").start()
    with pytest.raises(ValueError, match="seed must be between 0 and 18446744073709551615, is -1"):
        play.sample_chance(-1)
    with pytest.raises(ValueError, match=r"action must be between .*, is 1099511627776"):
        play.apply(kvintet.CHANCE, 2**40)
    wrong: list[Any] = [1.0, "1", True]
    for number in wrong:
        with pytest.raises(TypeError, match="seed: wanted an integer, found "):
            play.sample_chance(number)
        with pytest.raises(TypeError, match="action: wanted an integer, found "):
            play.apply(kvintet.CHANCE, number)
    assert play.taken == []
    integers: list[Any] = [np.uint64(2**64 - 1), np.int8(3)]
    for number in integers:
        play.sample_chance(number)


def test_a_move_is_refused_in_the_middle_of_a_move() -> None:
    """A move of PÜNCT has several actions; the first of them leaves the move open."""
    play = kvintet.Game("punct").start()
    seat = play.actors[0]
    view = play.view(seat)
    move = next(text for text in view.moves() if len(view.parse_move(text)) > 1)
    play.apply(seat, view.parse_move(move)[0])
    with pytest.raises(ValueError, match="in the middle of a move"):
        play.apply_move(seat, move)
    with pytest.raises(ValueError, match="in the middle of a move"):
        play.view(seat).moves()
    with pytest.raises(ValueError, match="a record ends between moves"):
        play.record()
