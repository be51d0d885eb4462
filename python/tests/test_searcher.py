"""Single decisions: what a search without a network finds, and the opponent `mcts:N`."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import kvintet
from kvintet import search
from kvintet.opponents import make_opponent

from play import scores


def view_after(name: str, record: str = "") -> kvintet.View:
    """What the seat to act knows after a record."""
    play = kvintet.Game(name).replay(record) if record else kvintet.Game(name).start()
    return play.view(play.actors[0])


def test_a_win_in_one_is_found() -> None:
    view = view_after("tic_tac_toe", "tic_tac_toe; 0 a1; 1 b2; 0 a2; 1 c3")
    how = search.Puct(simulations=200, known_returns=False, forced_wins=False)
    decision = search.Searcher(view.game, how).decide(view, seed=1)
    assert view.action_name(decision.action) == "a3"
    assert decision.value > 0.8 and not decision.forced
    assert decision.line[0] == decision.action


def test_statistics_are_of_the_legal_actions() -> None:
    view = view_after("connect_four")
    decision = search.Searcher(view.game, search.Puct(simulations=64)).decide(view)
    assert (decision.actions == view.legal_actions()).all()
    assert decision.visits.sum() >= 63
    assert decision.prior.sum() == pytest.approx(1, abs=1e-5)
    assert decision.policy.sum() == pytest.approx(1, abs=1e-5)
    assert (np.abs(decision.values) <= 1).all()


def test_the_same_seed_makes_the_same_decision_in_any_thread() -> None:
    view = view_after("hex{size=5}")
    searcher = search.Searcher(view.game, search.Gumbel(simulations=32), variety=1)
    alone = [searcher.decide(view, seed=seed).visits.tolist() for seed in range(8)]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: searcher.decide(view, seed=seed).visits, range(8)))
    assert [visits.tolist() for visits in together] == alone
    assert len({tuple(visits) for visits in alone}) > 1


def test_belief_search_takes_a_record() -> None:
    play = kvintet.Game("tiny_tantrix").start()
    while kvintet.CHANCE in play.actors:
        play.sample_chance(1)
    seat = play.actors[0]
    searcher = search.Searcher(play.game, search.Belief(simulations=16))
    decision = searcher.decide(play.view(seat), record=play.seat_record(seat))
    assert decision.action in play.view(seat).legal_actions()


def test_a_record_that_does_not_lead_to_the_view_is_refused() -> None:
    game = kvintet.Game("leduc")
    play, other = game.start(), game.start()
    for one, seed in ((play, 1), (other, 3)):
        for _ in range(2):
            one.sample_chance(seed)
        one.apply(0, int(one.view(0).legal_actions()[0]))
    assert play.view(1).key() != other.view(1).key()
    searcher = search.Searcher(game, search.Belief(simulations=4))
    view = play.view(1)
    searcher.decide(view, record=play.seat_record(1))
    for record, text in [
        ("nonsense", "nonsense"),
        (play.record(), "deal"),
        (play.seat_record(0), "deal"),
        (other.seat_record(1), "record: wanted one that leads to "),
    ]:
        with pytest.raises(ValueError, match=text):
            searcher.decide(view, record=record)


PLACED = (
    "konkvest; 0 R@b1; 1 R@l7; 0 R@b7; 1 R@l1; 0 G@a3; 1 G@m4; 0 G@a4; 1 G@m3; 0 H@a1; 1 H@m6; "
    "0 H@a6; 1 H@m1; 0 N@b3; 1 N@l5; 0 N@b5; 1 N@l3"
)
CYCLE = "; 0 b3-b2; 1 l5-l6; 0 b2-b3; 1 l6-l5"


def test_a_search_knows_the_positions_before() -> None:
    """The next move can bring a position about for the third time, which ends the game drawn."""
    play = kvintet.Game("konkvest").replay((PLACED + 2 * CYCLE).rpartition(";")[0])
    *first, last = play.view(1).parse_move("l6-l5")
    for action in first:
        play.apply(1, action)
    searcher = search.Searcher(play.game, search.Puct(simulations=100, forced_wins=False))
    seat_view = play.game.from_position(play.position).view(1)
    values = [
        decision.values[decision.actions == last]
        for decision in (searcher.decide(view) for view in (play.view(1), seat_view))
    ]
    assert values[0] == 0 != values[1]


def test_wrong_arguments_are_named() -> None:
    view = view_after("tic_tac_toe")
    puct = search.Puct()
    with pytest.raises(ValueError, match=r"rollouts: must be 1\.\.1000000, is 0"):
        search.Searcher(view.game, puct, rollouts=0)
    with pytest.raises(ValueError, match=r"variety: must be in \[0, 10\], is 11"):
        search.Searcher(view.game, puct, variety=11)
    with pytest.raises(NotImplementedError, match="kuhn"):
        search.Searcher(kvintet.Game("kuhn"), puct)
    searcher = search.Searcher(view.game, puct)
    with pytest.raises(ValueError, match="view: wanted one of tic_tac_toe, found renju"):
        searcher.decide(view_after("renju"))
    with pytest.raises(ValueError, match="the seat need not act"):
        searcher.decide(view.game.start().view(1))
    with pytest.raises(ValueError, match=r"seed must be between 0 and .*, is -1"):
        searcher.decide(view, seed=-1)
    with pytest.raises(TypeError, match=r"seed: wanted an integer, found 0\.5"):
        search.Searcher(view.game, puct, seed=0.5)  # type: ignore[arg-type]


def test_mcts_beats_random_play() -> None:
    ended = scores("connect_four", "mcts:50", 24)
    assert np.mean(ended) < -0.7


@pytest.mark.parametrize("text", ["mcts", "mcts:", "mcts:x", "mcts:0"])
def test_a_number_of_simulations_is_wanted(text: str) -> None:
    with pytest.raises(ValueError, match="opponent: wanted mcts:N"):
        make_opponent(text)
