"""The C++ part of kvintet; import kvintet instead."""

from collections.abc import Sequence
from typing import Any

import numpy
import numpy.typing
from numpy.typing import NDArray


def games() -> list[str]:
    """The names of all games, sorted."""

class Game:
    """
    A game with its options: `Game("NAME", key=value)` or `Game("NAME{key=value}")`.
    Options that are left out have their defaults.
    Immutable; any number of threads may use it. ValueError names the games or options that
    exist if there is none of this name or value.
    """

    def __init__(self, text: str, **options: str | int | bool) -> None: ...

    @property
    def name(self) -> str:
        """The name without options."""

    @property
    def text(self) -> str:
        """The name with every option, in its canonical form."""

    @property
    def title(self) -> str:
        """The name for people."""

    @property
    def num_actions(self) -> int:
        """Actions of a seat are integers in [0, num_actions)."""

    @property
    def num_outcomes(self) -> int:
        """
        Outcomes of chance are integers in [0, num_outcomes); 0 in a game without chance.
        """

    @property
    def simultaneous(self) -> bool:
        """Whether both seats may have to act at the same time."""

    @property
    def perfect_information(self) -> bool:
        """Whether every seat sees everything under every option of this game."""

    @property
    def secrets(self) -> bool:
        """Whether something is hidden from a seat under these options."""

    @property
    def margins(self) -> bool:
        """Whether the result has a margin besides win, draw and loss."""

    @property
    def max_game_length(self) -> int:
        """The maximum number of actions and chance events in one game."""

    @property
    def num_symmetries(self) -> int:
        """The number of symmetries; number 0 is the identity."""

    @property
    def planes_shape(self) -> tuple[int, int, int]:
        """The shape of an observation's planes: (planes, height, width), uint8."""

    @property
    def num_globals(self) -> int:
        """The number of an observation's globals, float32."""

    @property
    def plane_names(self) -> list[str]:
        """What each plane shows."""

    @property
    def global_names(self) -> list[str]:
        """What each global is."""

    @property
    def policy_planes(self) -> int:
        """
        A policy is [policy_planes, height, width], followed by policy_slots entries.
        """

    @property
    def policy_slots(self) -> int:
        """The entries of a policy that have no place on the board."""

    @property
    def policy_size(self) -> int:
        """policy_planes * height * width + policy_slots."""

    @property
    def options(self) -> list[dict[str, Any]]:
        """
        The options, each with key, default, values (or min and max) and meaning.
        """

    def start(self) -> Playthrough:
        """Starts a game."""

    def replay(self, record: str) -> Playthrough:
        """
        The game after this record, such as `renju; 0 h8; 0 i9`. ValueError names the event that
        is wrong.
        """

    def from_position(self, position: str) -> Playthrough:
        """A game that starts from a position text."""

    def view_of_record(self, seat: int, record: str) -> View:
        """
        What `seat` knows after its own record (Playthrough.seat_record), computed from that
        record alone.
        """

    def inverse_symmetry(self, symmetry: int) -> int:
        """The symmetry that undoes this one."""

    def __repr__(self) -> str: ...

    def __eq__(self, other: object | None) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[str]: ...

    def __setstate__(self, arg: tuple[str], /) -> None: ...

class View:
    """
    What one seat, or a spectator, knows of a game, and what it may do.
    Nothing here depends on what is hidden from that seat. Immutable.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def seat(self) -> int:
        """The seat that knows this: 0, 1 or SPECTATOR."""

    @property
    def must_act(self) -> bool:
        """Whether the seat must act now."""

    def legal_actions(self) -> NDArray[numpy.int32]:
        """
        The legal actions, ascending: int32 [n]. Empty if the seat need not act.
        """

    def action_mask(self) -> NDArray[numpy.uint8]:
        """1 for each legal action: uint8 [num_actions]."""

    def observe(self) -> tuple[numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.float32]]:
        """
        The observation: planes uint8 [planes, height, width] and globals float32 [globals],
        both from the seat's point of view.
        """

    def derived_planes(self) -> NDArray[numpy.uint8]:
        """
        Further planes that a network learns faster with: uint8 [n, height, width]. They
        show nothing that the view does not hold. n is 0 in games without any.
        """

    def policy_indices(self, actions: numpy.typing.NDArray[numpy.integer[Any]]) -> numpy.typing.NDArray[numpy.int32]:
        """
        Where each of these legal actions is in a policy [policy_size]: int32 [n].
        """

    def greedy_actions(self) -> list[int]:
        """
        The legal actions that the game's baseline ranks first. NotImplementedError in a
        game without a baseline.
        """

    def known_return(self) -> float | None:
        """
        The seat's return under best play, in [-1, 1], if the rules know it without a
        search; otherwise None.
        """

    def key(self) -> bytes:
        """16 bytes that are equal for equal views, to look up evaluations by."""

    def moves(self, prefix: str = '', limit: int | None = None) -> list[str]:
        """
        The whole moves that the seat may make, as text. With a prefix or a limit, in
        ascending order of their actions; otherwise sorted by text.
        """

    def parse_move(self, text: str) -> list[int]:
        """The actions of a whole move. ValueError says what was wanted."""

    def move_text(self, actions: Sequence[int]) -> str:
        """The text of a whole move, given as its actions."""

    def action_name(self, action: int) -> str:
        """The name of a legal action."""

    @property
    def text(self) -> str:
        """The position as the seat knows it, with `?` for what it does not know."""

    def scene(self) -> dict[str, Any]:
        """
        The drawing as data: bounds (min_x, min_y, max_x, max_y), caption, and shapes with
        kind, fill, stroke, points, text, and the action that a click plays.
        """

    def render(self, colours: bool = False) -> str:
        """The drawing as lines for a terminal."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def transform(self, symmetry: int) -> View:
        """The image of this view under a symmetry."""

    def transform_action(self, symmetry: int, action: int) -> int:
        """The image of a legal action, legal in the image of the view."""

class Playthrough:
    """
    One game as it really is, for code that drives it; players get views.
    Made by Game.start, Game.replay and Game.from_position. One thread at a
    time may use it.
    """

    def apply(self, actor: int, action: int) -> None:
        """
        Applies one action of a seat, or one outcome of CHANCE. ValueError, with nothing
        changed, if it is not legal; the text depends only on what the actor may know.
        """

    def apply_move(self, actor: int, text: str) -> None:
        """
        Applies a whole move given as text, or an outcome of CHANCE given as its name.
        """

    def sample_chance(self, seed: int) -> int:
        """
        Samples and applies an outcome of chance, and returns it. The outcome is a function
        of the seed and of the number of actions so far.
        """

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """
        The outcomes of chance with their probabilities, ascending; empty unless chance acts.
        """

    @property
    def actors(self) -> list[int]:
        """Who must act now: seats, or CHANCE. Empty once the game has ended."""

    @property
    def ended(self) -> bool:
        """Whether the game has ended."""

    @property
    def result(self) -> dict[str, Any] | None:
        """
        None until the game has ended; then returns, margin, reason, truncated.
        """

    def returns(self) -> tuple[float, float]:
        """The returns of both seats, in [-1, 1]. ValueError before the end."""

    @property
    def game(self) -> Game:
        """The game."""

    def view(self, seat: int) -> View:
        """What a seat, or SPECTATOR, knows now."""

    @property
    def position(self) -> str:
        """
        The true position as text, with everything that is hidden from the seats.
        """

    def record(self) -> str:
        """
        The true record: the game, then every event. ValueError in the middle of a move.
        """

    def seat_record(self, seat: int) -> str:
        """The record that a seat may see, with `?` for what it does not know."""

    @property
    def taken(self) -> list[tuple[int, int]]:
        """Every (actor, action) so far, in the order of their application."""

    def copy(self) -> Playthrough:
        """An independent copy."""

    def __copy__(self) -> Playthrough: ...

    def __deepcopy__(self, memo: dict[int, Any]) -> Playthrough: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[str, str | None, list[tuple[int, int]]]: ...

    def __setstate__(self, arg: tuple[str, str | None, Sequence[tuple[int, int]]], /) -> None: ...

class StoredRows:
    """
    Rows copied out of a pool with all of their state, random streams
    included. Made by Pool.gather.
    """

    def __len__(self) -> int: ...

class Pool:
    """The C++ part of kvintet.Pool."""

    def __init__(self, game: Game, *, num_envs: int, num_threads: int, seed: int, first_row: int, layout: str, autoreset: str, chance: str, illegal: str, max_plies: int, fields: Sequence[str], buffers: int) -> None: ...

    def arrays(self, buffer: int) -> dict[str, Any]: ...

    def step(self, actions: numpy.typing.NDArray[numpy.integer[Any]], buffer: int) -> None: ...

    def send(self, actions: numpy.typing.NDArray[numpy.integer[Any]], buffer: int) -> None: ...

    def receive(self) -> None: ...

    def reset(self, rows: numpy.typing.NDArray[numpy.integer[Any]] | None, buffer: int) -> None: ...

    def show(self, buffer: int) -> None: ...

    def sample_actions(self) -> NDArray[numpy.int32]: ...

    def set_seeds(self, rows: numpy.typing.NDArray[numpy.integer[Any]], seeds: list[int]) -> None: ...

    def set_starts(self, rows: numpy.typing.NDArray[numpy.integer[Any]], position: str) -> None: ...

    def gather(self, rows: numpy.typing.NDArray[numpy.integer[Any]]) -> StoredRows: ...

    def scatter(self, stored: StoredRows, rows: numpy.typing.NDArray[numpy.integer[Any]], buffer: int) -> None: ...

    def clone_row(self, from_row: int, to_rows: numpy.typing.NDArray[numpy.integer[Any]], buffer: int) -> None: ...

    def view(self, row: int, seat: int) -> View: ...
