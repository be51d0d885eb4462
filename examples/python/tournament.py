# tournament.py: a round robin of agents in Python and in C++, with a table.
"""A round robin of agents in Python and in C++, with a table.

An agent is a function that gets a view, what its seat knows, and returns an action. `random` and
`first` are Python, `greedy` is the game's baseline in C++, and with `--service ADDRESS` the levels
of a service play too (`kvintet serve`). Each pair plays with both seat orders.

usage: tournament.py [--game TEXT] [--pairs N] [--service ADDRESS] [--levels 1,3]
"""

import argparse
import itertools
import random
from collections.abc import Callable

import kvintet
from kvintet import CHANCE, Playthrough

Agent = Callable[[Playthrough, int, random.Random], str]
"""Chooses the text of a whole move for a seat."""


def uniform(play: Playthrough, seat: int, draws: random.Random) -> str:
    """A random move."""
    return draws.choice(play.view(seat).moves())


def first(play: Playthrough, seat: int, draws: random.Random) -> str:
    """The move that comes first in the alphabet."""
    return play.view(seat).moves()[0]


def greedy(play: Playthrough, seat: int, draws: random.Random) -> str:
    """A move of actions that the game's baseline ranks first."""
    ahead = play.copy()
    actions: list[int] = []
    while not actions or not _is_whole(ahead):
        actions.append(draws.choice(ahead.view(seat).greedy_actions()))
        ahead.apply(seat, actions[-1])
    return play.view(seat).move_text(actions)


def _is_whole(play: Playthrough) -> bool:
    try:
        play.record()
    except ValueError:
        return False
    return True


def level_of(address: str, level: int) -> Agent:
    """The moves of a service, which is sent what the seat knows."""
    from kvintet import client

    service = client.Client(address)

    def choose(play: Playthrough, seat: int, draws: random.Random) -> str:
        state = client.GameState.seen_by(play, seat)
        return service.choose_move(state, level=level, seed=draws.randrange(2**63)).move

    return choose


def play_game(game: kvintet.Game, agents: tuple[Agent, Agent], seed: int) -> float:
    """Plays a game, and returns what seat 0 has scored: 1, 0.5 or 0."""
    draws = random.Random(seed)
    play = game.start()
    while not play.ended:
        if CHANCE in play.actors:
            play.sample_chance(seed)
            continue
        # Where both act at once, both choose before either is applied.
        chosen = [(seat, agents[seat](play, seat, draws)) for seat in play.actors]
        for seat, move in chosen:
            play.apply_move(seat, move)
    return (play.returns()[0] + 1) / 2


def main() -> None:
    """Plays the round robin, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="renju")
    parser.add_argument("--pairs", type=int, default=5, help="of games, for each pair of agents")
    parser.add_argument("--service", default="", help="HOST:PORT")
    parser.add_argument("--levels", default="1,3")
    options = parser.parse_args()
    agents: dict[str, Agent] = {"random": uniform, "first": first, "greedy": greedy}
    if options.service:
        for level in options.levels.split(","):
            agents[f"level {level}"] = level_of(options.service, int(level))
    game = kvintet.Game(options.game)
    points = {name: dict.fromkeys(agents, 0.0) for name in agents}
    for one, two in itertools.combinations(agents, 2):
        for seed in range(options.pairs):
            scored = play_game(game, (agents[one], agents[two]), seed)
            scored += 1 - play_game(game, (agents[two], agents[one]), seed)
            points[one][two] += scored
            points[two][one] += 2 - scored
    games = 2 * options.pairs
    print(f"{game.text}: points of {games} games each")
    for name in sorted(agents, key=lambda name: -sum(points[name].values())):
        row = "  ".join(f"{other} {points[name][other]:4.1f}" for other in agents if other != name)
        print(f"{name:8} {sum(points[name].values()):5.1f}   {row}")


if __name__ == "__main__":
    main()
