"""Episodes: games of a pool in which a learner plays one seat and an opponent the other."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from ._core import Game, Versus, View
from .opponents import OpponentSpec, RandomOpponent, Turn, make_opponent

SeatChoice: TypeAlias = Literal[0, 1, "random"]
IllegalChoice: TypeAlias = Literal["forfeit", "refuse"]
Observation: TypeAlias = dict[str, Any]
Info: TypeAlias = dict[str, Any]


def make_game(text: Game | str, options: dict[str, Any]) -> Game:
    """The game of this text with these options added."""
    return Game(text.text if isinstance(text, Game) else text, **options)


def check_illegal(illegal: str) -> None:
    """ValueError for a choice other than "forfeit" and "refuse"."""
    if illegal not in ("forfeit", "refuse"):
        raise ValueError(f"illegal: wanted 'forfeit' or 'refuse', found {illegal!r}")


def check_render_mode(render_mode: str | None) -> None:
    """ValueError for a mode other than None and "ansi"."""
    if render_mode not in (None, "ansi"):
        raise ValueError(f"render_mode: wanted None or 'ansi', found {render_mode!r}")


def draw_key(random: np.random.Generator) -> np.uint64:
    """A key for a row of Episodes."""
    return random.integers(0, 2**64, dtype=np.uint64)


class Outcome(NamedTuple):
    """What one step did to B games."""

    rewards: NDArray[np.float64]
    """The learner's rewards: [B]."""
    terminated: NDArray[np.bool_]
    """Whether the game ended by its rules or by an illegal action: [B]."""
    truncated: NDArray[np.bool_]
    """Whether the game was cut short: [B]."""
    illegal: NDArray[np.bool_]
    """Whether the learner's action was illegal: [B]."""


class Episodes:
    """B games, in each of which a learner plays one seat and an opponent the other.

    A row's games are a function of its key (`seed`) and of the actions in it, whatever the other
    rows do and however many there are. The opponent "random" plays in C++; others are asked.

    Args:
      game: the game.
      num_envs: B.
      num_threads: threads that step the games.
      seat: the learner's seat, or "random" to draw it for each game.
      opponent: who plays the other seat; see `kvintet.opponents`.
      illegal: what an illegal action of the learner does. "forfeit": the learner loses. "refuse":
        step raises ValueError, and nothing is stepped.
    """

    def __init__(
        self,
        game: Game,
        num_envs: int,
        *,
        num_threads: int = 1,
        seat: SeatChoice = 0,
        opponent: OpponentSpec = "random",
        illegal: IllegalChoice = "forfeit",
    ) -> None:
        if seat not in (0, 1, "random") or isinstance(seat, bool):
            raise ValueError(f"seat: wanted 0, 1 or 'random', found {seat!r}")
        check_illegal(illegal)
        self.game = game
        self._num_envs = num_envs
        self._opponent = make_opponent(opponent)
        self._made_opponent = isinstance(opponent, str)
        self._versus = Versus(
            game,
            num_envs=num_envs,
            num_threads=num_threads,
            seat=None if seat == "random" else seat,
            random_opponent=type(self._opponent) is RandomOpponent,
            refuse_illegal=illegal == "refuse",
        )

    def close(self) -> None:
        """Closes the opponent if a word named it; one that was passed is its owner's to close."""
        close = getattr(self._opponent, "close", None)
        if self._made_opponent and close is not None:
            close()

    def seed(self, rows: NDArray[np.int64], keys: NDArray[np.uint64]) -> None:
        """From the next game on, the games of these rows are functions of these keys."""
        self._versus.set_seeds(rows, keys.tolist())

    def begin(self, rows: NDArray[np.int64]) -> None:
        """Starts new games in these rows, ascending, and plays on until the learner must act.

        A game that ends before the learner must act is skipped.

        Raises:
          gymnasium.error.ResetNeeded: after a failure of the opponent, unless all games start.
        """
        if len(rows) < self._num_envs:
            self._check_answered()
        self._answer(self._versus.begin(rows))

    def step(self, actions: NDArray[np.int64], live: NDArray[np.bool_]) -> Outcome:
        """Plays the learner's actions, then the opponents' until the learner must act again.

        Args:
          actions: [B]; read where `live`.
          live: the rows to step, none of them over: bool [B].

        Raises:
          ValueError: with illegal="refuse", for an illegal action.
          gymnasium.error.ResetNeeded: after a failure of the opponent.
        """
        self._check_answered()
        self._answer(self._versus.step(actions, live))
        return Outcome(*self._versus.outcome())

    def observations(self) -> Observation:
        """What the learner sees, in arrays that nothing but observe_again overwrites.

        planes uint8 [B, planes, height, width], globals float32 [B, globals] (if the game has
        any), and action_mask int8 [B, A], which is all 0 after the end.
        """
        return self._versus.observe()

    def observe_again(self, rows: NDArray[np.int64]) -> None:
        """Writes what the learner sees in these rows, ascending, into the newest observations."""
        self._versus.observe_again(rows)

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that the learner may take, all 0 after the end: int8 [B, A]."""
        return self._versus.action_masks()

    def seats(self) -> NDArray[np.int64]:
        """The learner's seats: int64 [B]."""
        return self._versus.seats()

    def over(self) -> NDArray[np.bool_]:
        """Whether the games are over, or have not begun: bool [B]."""
        return self._versus.over()

    def view(self, row: int) -> View:
        """What the learner knows in one row."""
        return self._versus.view(row, int(self.seats()[row]))

    def _answer(self, asked: bool) -> None:
        """Lets the opponent choose for as long as it is asked."""
        while asked:
            chosen = self._opponent.choose(Turn(self._versus, self.game))
            asked = self._versus.answer(np.ascontiguousarray(chosen))

    def _check_answered(self) -> None:
        """Raises while a game waits for an opponent, where every action would be illegal."""
        if self._versus.asks():
            raise ResetNeeded("the opponent failed in an earlier call; reset all games")
