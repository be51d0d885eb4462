"""Episodes: games of a pool in which a learner plays one seat and an opponent the other."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._core import Game, View
from .opponents import OpponentSpec, Turn, make_opponent
from .pool import Batch, Pool

SeatChoice: TypeAlias = Literal[0, 1, "random"]
IllegalChoice: TypeAlias = Literal["forfeit", "refuse"]
Observation: TypeAlias = dict[str, Any]
Info: TypeAlias = dict[str, Any]

_FIELDS = (
    "planes",
    "globals",
    "mask_bytes",
    "legal_actions",
    "legal_counts",
    "to_act",
    "rewards",
    "terminal",
    "truncated",
)
_MAX_SKIPPED = 1000


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


class Draws:
    """A stream of random 64-bit numbers for each of B rows, which is a function of its key.

    The streams are those of SplitMix64. A row's numbers do not depend on the other rows.
    """

    def __init__(self, num_rows: int) -> None:
        self._states = np.zeros(num_rows, dtype=np.uint64)

    def seed(self, rows: NDArray[np.int64], keys: NDArray[np.uint64]) -> None:
        """Starts the streams of these rows anew."""
        self._states[rows] = keys

    def draw(self, rows: NDArray[np.int64]) -> NDArray[np.uint64]:
        """The next number of each of these rows: uint64 [M]."""
        self._states[rows] += np.uint64(0x9E3779B97F4A7C15)
        z = self._states[rows]
        z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return z ^ (z >> np.uint64(31))


class Episodes:
    """B games, in each of which a learner plays one seat and an opponent the other.

    A row's games are a function of its key (`seed`) and of the actions in it, whatever the other
    rows do and however many there are.

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
        self.num_envs = num_envs
        self.seats = np.full(num_envs, 0 if seat == "random" else seat, dtype=np.int64)
        self.over = np.ones(num_envs, dtype=np.bool_)
        self.rows = np.arange(num_envs)
        self._random_seat = seat == "random"
        self._refuse = illegal == "refuse"
        self._opponent = make_opponent(opponent)
        self._draws = Draws(num_envs)
        self._pool = Pool(
            game,
            num_envs,
            num_threads=num_threads,
            autoreset="disabled",
            illegal="ignore",
            fields=_FIELDS,
        )
        self._batch: Batch = self._pool.reset()
        # A row's chance is named by its seed and by the number of the row. All rows bear the
        # number 0, so that a row's games do not depend on its place.
        first = self._pool.gather(np.zeros(num_envs, dtype=np.int32))
        self._batch = self._pool.scatter(first, self.rows)
        self._start_step()

    def seed(self, rows: NDArray[np.int64], keys: NDArray[np.uint64]) -> None:
        """From the next game on, the games of these rows are functions of these keys."""
        self._pool.set_seeds(rows, keys.tolist())
        self._draws.seed(rows, keys)

    def begin(self, rows: NDArray[np.int64]) -> None:
        """Starts new games in these rows and plays on until the learner must act in each.

        A game that ends before the learner must act is skipped.
        """
        for _ in range(_MAX_SKIPPED):
            if len(rows) == 0:
                return
            if self._random_seat:
                self.seats[rows] = (self._draws.draw(rows) >> np.uint64(63)).astype(np.int64)
            self._batch = self._pool.reset(rows)
            self.over[rows] = False
            self._play_opponents(rows)
            rows = rows[self.over[rows]]
        raise RuntimeError(f"{self.game.text} ends before seat {self.seats[rows[0]]} can act")

    def step(self, actions: NDArray[np.int64], live: NDArray[np.bool_]) -> Outcome:
        """Plays the learner's actions, then the opponents' until the learner must act again.

        Args:
          actions: [B]; read where `live`.
          live: the rows to step, none of them over: bool [B].

        Raises:
          ValueError: with illegal="refuse", for an illegal action.
        """
        legal = self._are_legal(actions, self.rows, self.seats) & live
        illegal = live & ~legal
        if self._refuse and illegal.any():
            row = int(np.flatnonzero(illegal)[0])
            count = int(self.action_masks()[row].sum())
            raise ValueError(
                f"action {actions[row]} is not one of the {count} legal actions of seat "
                f"{self.seats[row]} in environment {row}"
            )
        self._start_step()
        self._rewards[illegal] = -1.0
        self._terminated |= illegal
        self.over |= illegal
        rows = np.flatnonzero(legal)
        if len(rows) > 0:
            chosen = np.full((self.num_envs, 2), -1, dtype=np.int32)
            chosen[rows, self.seats[rows]] = actions[rows]
            self._choose_for_opponents(rows, chosen)
            self._advance(rows, chosen)
            self._play_opponents(rows)
        return Outcome(self._rewards, self._terminated, self._truncated, illegal)

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that the learner may take, all 0 after the end: int8 [B, A]."""
        masks = self._batch.mask_bytes
        assert masks is not None
        own: NDArray[np.int8] = masks[self.rows, self.seats].view(np.int8)
        own[self.over] = 0
        return own

    def observations(self) -> Observation:
        """What the learner sees, in new arrays.

        planes uint8 [B, planes, height, width], globals float32 [B, globals] (if the game has
        any), and action_mask int8 [B, A].
        """
        planes, numbers = self._batch.planes, self._batch.globals
        assert planes is not None
        seen: Observation = {"action_mask": self.action_masks()}
        if numbers is not None:
            seen["globals"] = numbers[self.rows, self.seats]
        seen["planes"] = planes[self.rows, self.seats]
        return seen

    def view(self, row: int) -> View:
        """What the learner knows in one row."""
        return self._pool.view(row, int(self.seats[row]))

    def _start_step(self) -> None:
        self._rewards = np.zeros(self.num_envs, dtype=np.float64)
        self._terminated = np.zeros(self.num_envs, dtype=np.bool_)
        self._truncated = np.zeros(self.num_envs, dtype=np.bool_)

    def _are_legal(
        self,
        actions: NDArray[np.integer[Any]],
        rows: NDArray[np.int64],
        seats: NDArray[np.int64],
    ) -> NDArray[np.bool_]:
        """Whether each action is a legal one of that seat in that row: [M]."""
        masks = self._batch.mask_bytes
        assert masks is not None
        in_range = (actions >= 0) & (actions < self.game.num_actions)
        legal: NDArray[np.bool_] = masks[rows, seats, np.where(in_range, actions, 0)] != 0
        return legal & in_range

    def _must_act(self, rows: NDArray[np.int64], seats: NDArray[np.int64]) -> NDArray[np.bool_]:
        to_act = self._batch.to_act
        assert to_act is not None
        must: NDArray[np.bool_] = (to_act[rows] >> seats & 1) != 0
        return must

    def _choose_for_opponents(self, rows: NDArray[np.int64], chosen: NDArray[np.int32]) -> None:
        """Writes the opponents' actions in those of these rows where they must act."""
        rows = rows[self._must_act(rows, 1 - self.seats[rows])]
        if len(rows) == 0:
            return
        seats = 1 - self.seats[rows]
        turn = Turn(self._pool, self._batch, rows, seats, self._draws.draw(rows))
        actions = self._opponent.choose(turn)
        legal = self._are_legal(actions, rows, seats)
        if not legal.all():
            wrong = int(actions[np.flatnonzero(~legal)[0]])
            raise ValueError(f"opponent: chose {wrong}, which is not legal in {self.game.text}")
        chosen[rows, seats] = actions

    def _play_opponents(self, rows: NDArray[np.int64]) -> None:
        """Plays the opponents' moves in these rows until the learner must act or it is over."""
        while True:
            waiting = ~self.over[rows] & ~self._must_act(rows, self.seats[rows])
            if not waiting.any():
                return
            rows = rows[waiting]
            chosen = np.full((self.num_envs, 2), -1, dtype=np.int32)
            self._choose_for_opponents(rows, chosen)
            self._advance(rows, chosen)

    def _advance(self, rows: NDArray[np.int64], chosen: NDArray[np.int32]) -> None:
        """Steps these rows; the others have no legal action in `chosen`, so they stay."""
        self._batch = self._pool.step(chosen)
        rewards, terminal, truncated = (
            self._batch.rewards,
            self._batch.terminal,
            self._batch.truncated,
        )
        assert rewards is not None and terminal is not None and truncated is not None
        self._rewards[rows] += rewards[rows, self.seats[rows]]
        self._terminated[rows] |= terminal[rows]
        self._truncated[rows] |= truncated[rows]
        self.over[rows] |= terminal[rows] | truncated[rows]
