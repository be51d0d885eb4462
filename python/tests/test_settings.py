"""The settings of searches and of self-play: values, copies, and what is impossible."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import kvintet
from kvintet import search

SEARCH: Any = search  # to call with arguments of wrong types
OPTIONS: Any = kvintet.SelfPlayOptions
NOTHING: Any = None


def started(evaluator: Any = "uniform", **settings: Any) -> kvintet.SelfPlay:
    """Self-play of tic-tac-toe."""
    options = {"search": search.Gumbel(simulations=8), "games": 4, **settings}
    return kvintet.SelfPlay("tic_tac_toe", evaluator, **options)


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (lambda: SEARCH.Gumbel(scale=-3), ValueError, "gumbel.scale must be between 0 and 10"),
        (lambda: SEARCH.Gumbel(scale=float("nan")), ValueError, "gumbel.scale must be"),
        (lambda: SEARCH.Puct(simulations=0), ValueError, "simulations must be"),
        (lambda: SEARCH.Puct(simulations=1 << 40), ValueError, "simulations must be"),
        (lambda: SEARCH.Puct(simulations=1.5), TypeError, "simulations: wanted an integer"),
        (lambda: SEARCH.Puct(simulations=True), TypeError, "simulations: wanted an integer"),
        (lambda: SEARCH.Puct(reuse_tree=1), TypeError, "reuse_tree: wanted True or False"),
        (lambda: SEARCH.Puct(c_puct="1"), TypeError, "c_puct: wanted a number, found '1'"),
        (
            lambda: SEARCH.Puct(noise=1),
            TypeError,
            "Puct has no setting 'noise'; it has simulations",
        ),
        (lambda: OPTIONS(threads=1), TypeError, "has no setting 'threads'"),
        (lambda: OPTIONS(resign_value=1), ValueError, "resign_value must be"),
        (lambda: started(games=0), ValueError, "games must be between 1 and"),
        (lambda: started(games="3"), TypeError, "games: wanted an integer"),
        (lambda: started(threads=0), ValueError, "threads must be"),
        (lambda: started(seed=-1), ValueError, "seed must be between 0 and"),
        (lambda: started(batch_size=0), ValueError, "batch_size must be"),
        (lambda: started(policy="dense"), ValueError, "policy: wanted 'actions' or 'network'"),
        (lambda: started(name="greedy"), ValueError, "name: must be none of greedy, rules"),
        (lambda: started(name=7), TypeError, "name: wanted a text, found 7"),
        (lambda: started(name="\ud800"), ValueError, "surrogates not allowed"),
        (lambda: started("random"), TypeError, 'evaluator: wanted a function or "uniform"'),
        (lambda: started().play(), ValueError, "games: wanted a number"),
        (lambda: started().play(-1), ValueError, "games must be between 0 and"),
        (lambda: started(search=SEARCH.Belief()), NotImplementedError, "belief needs a game"),
        (lambda: started(search=SEARCH.Equilibrium()), NotImplementedError, "equilibrium needs"),
        (
            lambda: started(options=OPTIONS(sparring_share=0.5)),
            ValueError,
            "has no baseline",
        ),
        (
            lambda: started(search=SEARCH.Policy(), options=OPTIONS(full_search_share=0.5)),
            ValueError,
            "full_search_share must be 1",
        ),
    ],
)
def test_impossible_settings_are_refused(make: Any, error: Any, text: str) -> None:
    with pytest.raises(error, match=text):
        make()


def test_settings_show_what_they_are() -> None:
    how = SEARCH.Gumbel(simulations=np.int32(64), scale=2)
    assert repr(how) == "Gumbel(simulations=64, scale=2.0)"
    assert (how.simulations, how.scale, how.max_considered) == (64, 2.0, 16)
    assert how == search.Gumbel(scale=2.0, simulations=64)
    assert how != search.Gumbel()
    assert search.Gumbel() != search.Puct()
    assert hash(how) == hash(search.Gumbel(scale=2.0, simulations=64))
    assert how != NOTHING and kvintet.SelfPlayOptions() != NOTHING
    assert "Exploration constant." in (search.Puct.c_puct.__doc__ or "")
    options = kvintet.SelfPlayOptions(max_plies=5, symmetry=False)
    assert repr(options) == "SelfPlayOptions(max_plies=5, symmetry=False)"
    assert len({options, kvintet.SelfPlayOptions(symmetry=False, max_plies=5)}) == 1
    with started(options=options, limit=3) as games:
        assert all(len(record) <= 5 for record in games.play())


def test_settings_are_copied_and_pickled() -> None:
    """Processes that play get them as arguments."""
    options = OPTIONS(max_plies=5, symmetry=False, resign_value=-0.5)
    puct = SEARCH.Puct(c_puct=0.1, reuse_tree=True)
    for settings in (SEARCH.Gumbel(simulations=3), puct, options):
        for other in (pickle.loads(pickle.dumps(settings)), copy.deepcopy(settings)):
            assert other == settings and repr(other) == repr(settings)
            assert type(other) is type(settings) and hash(other) == hash(settings)
    for name in kvintet.games():
        how = search.default_search(kvintet.Game(name))
        assert pickle.loads(pickle.dumps(how)) == how
    with pytest.raises(ValueError, match="simulations must be"):
        search.Puct.__new__(search.Puct).__setstate__({"simulations": 0})


@pytest.mark.parametrize("name", ["tic_tac_toe", "leduc", "goofspiel"])
def test_the_default_search_suits_the_game(name: str) -> None:
    wanted = {"tic_tac_toe": "Gumbel", "leduc": "Belief", "goofspiel": "Policy"}
    found = type(search.default_search(kvintet.Game(name))).__name__
    assert found in (wanted[name], "Equilibrium")
