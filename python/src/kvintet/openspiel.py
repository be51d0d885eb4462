"""The door to OpenSpiel: every game as `kvintet_NAME`, for its solvers and learners.

    import pyspiel
    import kvintet.openspiel

    game = pyspiel.load_game("kvintet_goofspiel(cards=3,order=descending)")

Importing this module registers the games. Their parameters are the options of the game. A numeric
option of -1, which is what it is without one, stands for the game's own default.

Moves of several actions are consecutive decisions of one player. Where both players act at once, a
state is a simultaneous node; `pyspiel.convert_to_turn_based` makes such games sequential for
algorithms that need it. Chance is explicit. States are Python objects, so that a search over them
is slow; writing out a small game once, as solvers do, is what they are good for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from . import CHANCE, SPECTATOR
from ._core import Game, Playthrough, View, games

__all__ = ["KvintetGame", "KvintetObserver", "KvintetState", "register"]

PREFIX = "kvintet_"
OWN_DEFAULT = -1
"""The value of a numeric parameter that stands for the game's own default."""
MAX_TENSOR = 16384
"""Games whose tensors with perfect recall would be larger provide none."""


class KvintetGame(pyspiel.Game):
    """A game of kvintet as a game of OpenSpiel; each game has a subclass.

    Args:
      params: the options of the game.
    """

    game_type: pyspiel.GameType

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        options = {key: value for key, value in params.items() if value != OWN_DEFAULT}
        self.game = Game(self.game_type.short_name.removeprefix(PREFIX), **options)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.game.num_outcomes,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_game_length,
        )
        # Of this game with its options, which may leave out chance or make tensors smaller.
        super().__init__(_type_of(self.game), info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles a game as its name and parameters."""
        return load_game, (str(self),)

    def new_initial_state(self, *_: Any) -> KvintetState:
        """The start of a game."""
        return KvintetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound of the number of chance events in a game."""
        return self.game.max_game_length if self.game.num_outcomes > 0 else 0

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> KvintetObserver:
        """An observer of states; see KvintetObserver."""
        if params:
            raise ValueError(f"observers take no parameters, found {params}")
        return KvintetObserver(
            self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class KvintetState(pyspiel.State):
    """A game in progress.

    Args:
      game: the game.
    """

    def __init__(self, game: KvintetGame) -> None:
        super().__init__(game)
        # The only attribute: OpenSpiel clones a state by a deep copy of its attributes, and
        # serializes it by pickling them.
        self.play: Playthrough = game.game.start()

    def current_player(self) -> int:
        """The player to act, or one of pyspiel.PlayerId."""
        actors = self.play.actors
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        if actors == [CHANCE]:
            return int(pyspiel.PlayerId.CHANCE)
        return actors[0] if len(actors) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities."""
        return self.play.chance_outcomes()

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.play.ended

    def returns(self) -> list[float]:
        """The returns of both players, in [-1, 1]; zeros before the end."""
        return [float(one) for one in self.play.returns()] if self.play.ended else [0.0, 0.0]

    def view(self, player: int) -> View:
        """What a player knows."""
        return self.play.view(player)

    def __str__(self) -> str:
        """The true position, with everything that is hidden from the players."""
        return self.play.position

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in self.play.view(player).legal_actions()]

    def _apply_action(self, action: int) -> None:
        self.play.apply(self.play.actors[0], action)

    def _apply_actions(self, actions: list[int]) -> None:
        after = self.play.copy()  # so that an illegal action of the second changes nothing
        for seat in self.play.actors:
            after.apply(seat, actions[seat])
        self.play = after

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._outcome_name(action)
        view = self.play.view(player)
        return view.action_name(action) if action in view.legal_actions() else f"action {action}"

    def _outcome_name(self, outcome: int) -> str:
        after = self.play.copy()
        try:
            after.apply(CHANCE, outcome)
        except ValueError:
            return f"outcome {outcome}"
        return after.record().rpartition("; chance ")[2]


class KvintetObserver:
    """What a player sees of a state, as a tensor and as a string.

    Observations (without perfect recall): the pieces `planes` [planes, height, width] and, if the
    game has any, `globals` [globals]; the string is the text of the player's view.

    Information states (with perfect recall): `decisions` [d, a] has a row for each decision that
    the player has made, what it saw then, flattened, followed by its action as one of num_actions
    ones; `planes` and `globals` are what it sees now. d is the maximum number of actions in a
    game. Games where this would be too large have only strings: the player's record, and the
    text of its view. The record has `?` for what the player does not know.

    With PrivateInfoType.NONE all this is of a spectator, who makes no decisions.
    PrivateInfoType.ALL_PLAYERS is refused: nothing here shows what is hidden.

    Args:
      game: the game.
      kind: which of these.
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer shows what one player knows, not what all know together")
        if not kind.public_info:
            raise ValueError("an observer shows all that a player knows, public or not")
        self._spectates = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._remembers = bool(kind.perfect_recall)
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if self._remembers and recall_size(game) > MAX_TENSOR:
            return
        shapes: list[tuple[str, tuple[int, ...]]] = [("planes", game.planes_shape)]
        if game.num_globals > 0:
            shapes.append(("globals", (game.num_globals,)))
        if self._remembers:
            shapes.insert(0, ("decisions", (game.max_game_length, _decision_size(game))))
        sizes = [int(np.prod(shape)) for _, shape in shapes]
        self.tensor = np.zeros(sum(sizes), dtype=np.float32)
        parts = np.split(self.tensor, np.cumsum(sizes)[:-1])
        for (name, shape), part in zip(shapes, parts, strict=True):
            self.dict[name] = part.reshape(shape)

    def set_from(self, state: KvintetState, player: int) -> None:
        """Writes what the player sees of the state to `tensor`, which `dict` shows in pieces."""
        if self.tensor is None:
            raise ValueError("the information states of this game have no tensor")
        self.tensor.fill(0)
        seat = SPECTATOR if self._spectates else player
        planes, numbers = state.play.view(seat).observe()
        self.dict["planes"][:] = planes
        if "globals" in self.dict:
            self.dict["globals"][:] = numbers
        if self._remembers and not self._spectates:
            _write_decisions(state.play, player, self.dict["decisions"])

    def string_from(self, state: KvintetState, player: int) -> str:
        """What the player sees of the state, as text."""
        seat = SPECTATOR if self._spectates else player
        text = state.play.view(seat).text
        return f"{state.play.seat_record(seat)}\n{text}" if self._remembers else text


def recall_size(game: Game) -> int:
    """The number of elements of a tensor with perfect recall."""
    seen = int(np.prod(game.planes_shape)) + game.num_globals
    return game.max_game_length * _decision_size(game) + seen


def _decision_size(game: Game) -> int:
    return int(np.prod(game.planes_shape)) + game.num_globals + game.num_actions


def _write_decisions(play: Playthrough, seat: int, to: NDArray[np.float32]) -> None:
    """Writes what the seat saw and did at each of its decisions to the rows of `to`."""
    again = play.game.start()
    row = 0
    for actor, action in play.taken:
        if actor == seat:
            planes, numbers = again.view(seat).observe()
            seen = np.concatenate([planes.ravel(), numbers])
            to[row, : len(seen)] = seen
            to[row, len(seen) + action] = 1
            row += 1
        again.apply(actor, action)


def _parameter(option: dict[str, Any]) -> str | bool | int:
    """The value of an option's parameter where none is given."""
    values = option.get("values")
    if values is None:
        return OWN_DEFAULT
    if sorted(values) == ["false", "true"]:
        return bool(option["default"] == "true")
    return str(option["default"])


def _type_of(game: Game) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=f"Kvintet {game.title}",
        dynamics=kind.Dynamics.SIMULTANEOUS if game.simultaneous else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC
        if game.num_outcomes > 0
        else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION
        if game.perfect_information
        else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=recall_size(game) <= MAX_TENSOR,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={option["key"]: _parameter(option) for option in game.options},
    )


def load_game(text: str) -> pyspiel.Game:
    """As pyspiel.load_game, where this module may not have been imported."""
    return pyspiel.load_game(text)


def _register_one(name: str) -> None:
    game_type = _type_of(Game(name))
    # A class, because OpenSpiel drops its reference after the interpreter has ended; that would
    # free a function and crash, but classes live on.
    subclass = type(f"{KvintetGame.__name__}_{name}", (KvintetGame,), {"game_type": game_type})
    pyspiel.register_game(game_type, subclass)


def register() -> None:
    """Registers `kvintet_NAME` for every game; games that are registered already stay."""
    registered = set(pyspiel.registered_names())
    for name in games():
        if PREFIX + name not in registered:
            _register_one(name)


register()
