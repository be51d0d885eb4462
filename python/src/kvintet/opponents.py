"""Opponents: who plays the other seat in a single-agent environment."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ._core import Game, Versus, View
from .integers import integer_of


class Turn:
    """The decisions that an opponent must make now, one in each of M rows.

    Args:
      versus: the games, which wait for the answer.
      game: their game.
    """

    game: Game
    rows: NDArray[np.int64]
    """The numbers of the rows, ascending: int64 [M]."""
    seats: NDArray[np.int64]
    """The opponent's seat in each of them: int64 [M]."""
    draws: NDArray[np.uint64]
    """A random number for each, uniform in [0, 2**64): uint64 [M]. An opponent that takes its
    randomness from here alone plays the same game again under the same seed."""

    def __init__(self, versus: Versus, game: Game) -> None:
        self._versus = versus
        self.game = game
        self.rows, self.seats, self.draws = versus.asked()

    def __len__(self) -> int:
        return len(self.rows)

    def views(self) -> Iterator[View]:
        """What the opponent knows in each row, one after the other."""
        for row, seat in zip(self.rows.tolist(), self.seats.tolist(), strict=True):
            yield self._versus.view(row, seat)

    def masks(self) -> NDArray[np.uint8]:
        """1 for each legal action of a decision, 0 for the others: uint8 [M, num_actions]."""
        return self._versus.asked_masks()


@runtime_checkable
class Opponent(Protocol):
    """Chooses for the other seat, for many rows at once."""

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M]."""
        ...


OpponentSpec: TypeAlias = str | Opponent | Callable[[View], int]
"""What names an opponent: a word such as "random", a function of a View, or an Opponent."""


def below(draws: NDArray[np.uint64], bounds: NDArray[np.integer]) -> NDArray[np.int64]:
    """Random integers in [0, bounds), from random numbers in [0, 2**64).

    Args:
      draws: uint64 [M].
      bounds: positive integers below 2**31 [M].

    Returns:
      int64 [M].
    """
    scaled = (draws >> np.uint64(32)) * bounds.astype(np.uint64)
    return (scaled >> np.uint64(32)).astype(np.int64)


class RandomOpponent:
    """Plays a uniformly random legal action. Environments play it in C++, with the same choices."""

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M]."""
        up_to = turn.masks().cumsum(axis=1, dtype=np.int32)  # the legal actions up to each one
        index = below(turn.draws, up_to[:, -1])
        chosen: NDArray[np.int32] = (up_to > index[:, None]).argmax(axis=1).astype(np.int32)
        return chosen


class GreedyOpponent:
    """Plays a random one of the actions that the game's baseline ranks first."""

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M]."""
        chosen = np.empty(len(turn.rows), dtype=np.int32)
        for i, view in enumerate(turn.views()):
            best = view.greedy_actions()
            chosen[i] = best[int(below(turn.draws[i : i + 1], np.array([len(best)]))[0])]
        return chosen


class FunctionOpponent:
    """Asks a function of the seat's View for each action."""

    def __init__(self, function: Callable[[View], int]) -> None:
        self.function = function

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M]. TypeError for what is no integer."""
        chosen = [integer_of(self.function(view), "opponent") for view in turn.views()]
        return np.array(chosen, dtype=np.int32)


_makers: dict[str, Callable[[str], Opponent]] = {}


def register_opponent(name: str, make: Callable[[str], Opponent]) -> None:
    """Makes `name` a word for an opponent.

    Args:
      name: what stands before the first colon of a spec such as `"mine:100"`.
      make: makes the opponent from what stands after the colon, "" without one. It raises
        ValueError for an argument that makes no sense.
    """
    _makers[name] = make


def known_opponents() -> list[str]:
    """The words for opponents, sorted."""
    return sorted(_makers)


def make_opponent(spec: OpponentSpec) -> Opponent:
    """The opponent that a spec names.

    Raises:
      ValueError: for a word that names none.
      TypeError: for something that is neither a word, a function nor an Opponent.
    """
    if isinstance(spec, str):
        name, _, argument = spec.partition(":")
        if name not in _makers:
            raise ValueError(
                f"opponent: '{spec}' is none of {', '.join(known_opponents())}, "
                "and no function of a View"
            )
        return _makers[name](argument)
    if isinstance(spec, Opponent):
        return spec
    if callable(spec):
        return FunctionOpponent(spec)
    raise TypeError(f"opponent: wanted a word, a function or an Opponent, found {spec!r}")


def _without_argument(name: str, make: Callable[[], Opponent]) -> None:
    def checked(argument: str) -> Opponent:
        if argument:
            raise ValueError(f"opponent: '{name}' takes no argument, found '{argument}'")
        return make()

    register_opponent(name, checked)


def read_settings(
    text: str, known: Mapping[str, Callable[[str], Any]]
) -> tuple[str, dict[str, Any]]:
    """What stands before the `?` of a spec's argument, and the settings after it.

    Args:
      text: such as "127.0.0.1:50051?level=3&variety=0.5".
      known: reads the value of each setting.

    Raises:
      ValueError: for another setting, or a value that cannot be read.
    """
    place, _, rest = text.partition("?")
    settings: dict[str, Any] = {}
    for word in rest.split("&") if rest else []:
        name, _, value = word.partition("=")
        try:
            settings[name] = known[name](value)
        except (KeyError, ValueError):
            wanted = ", ".join(f"{name}=NUMBER" for name in known)
            raise ValueError(f"opponent: wanted {wanted} after '?', found '{word}'") from None
    return place, settings


def _service(argument: str) -> Opponent:
    from .service_opponent import ServiceOpponent

    return ServiceOpponent.of_text(argument)


def _mcts(argument: str) -> Opponent:
    from .search_opponent import SearchOpponent

    return SearchOpponent.of_text(argument)


def _model(argument: str) -> Opponent:
    from .model_opponent import ModelOpponent

    return ModelOpponent.of_text(argument)


register_opponent("mcts", _mcts)
register_opponent("service", _service)
register_opponent("model", _model)
_without_argument("random", RandomOpponent)
_without_argument("greedy", GreedyOpponent)
