"""The C++ part of kvintet; import kvintet instead."""

from collections.abc import Sequence
import os
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

    def exact_value(self, *, max_positions: int = 2000000) -> float:
        """
        The return of seat 0, in [-1, 1], when both seats play best from the start.

        For small games: of perfect information, with chance, with simultaneous moves, or
        with hidden information. Exact up to rounding. Connect Four takes minutes.

        Args:
          max_positions: the most positions, or histories where information is hidden, that
            are looked at; Connect Four has a solver of its own without this limit.

        Raises:
          RuntimeError: if the game is larger.
          NotImplementedError: if positions of the game can repeat.
        """

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

    def slot_features(self) -> NDArray[numpy.float32]:
        """
        Features of the first policy slots, for a network whose logit of a slot depends on
        them: float32 [slots, n]. They show nothing that the view does not hold. Both are 0
        in games without any.
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
        """The text of a whole legal move; ValueError for other actions."""

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
        The true record: the game, then every event since its start, which a position may be.
        ValueError in the middle of a move.
        """

    def seat_record(self, seat: int) -> str:
        """
        The record that a seat may see, with `?` for what it does not know, and without moves that
        are not complete.
        """

    @property
    def start_position(self) -> str | None:
        """
        The text of the position from which the game started; None for the game's own start.
        """

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

class Versus:
    """The C++ part of the environments of Gymnasium."""

    def __init__(self, game: Game, *, num_envs: int, num_threads: int, seat: int | None, random_opponent: bool, refuse_illegal: bool) -> None: ...

    def set_seeds(self, rows: numpy.typing.NDArray[numpy.integer[Any]], seeds: list[int]) -> None: ...

    def set_starts(self, rows: numpy.typing.NDArray[numpy.integer[Any]], position: str) -> None: ...

    def begin(self, rows: numpy.typing.NDArray[numpy.integer[Any]]) -> bool:
        """
        Begins games; true while the opponent is asked, as for step and answer.
        """

    def step(self, actions: numpy.typing.NDArray[numpy.int64], live: numpy.typing.NDArray[numpy.bool]) -> bool: ...

    def answer(self, actions: numpy.typing.NDArray[numpy.integer[Any]]) -> bool: ...

    def asks(self) -> bool:
        """Whether the opponent must answer."""

    def asked(self) -> tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint64]]:
        """The rows, seats and random numbers of the opponent's decisions."""

    def asked_masks(self) -> NDArray[numpy.uint8]: ...

    def outcome(self) -> tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.bool], numpy.typing.NDArray[numpy.bool], numpy.typing.NDArray[numpy.bool]]:
        """Rewards, terminations, truncations, and which actions were illegal."""

    def seats(self) -> NDArray[numpy.int64]: ...

    def over(self) -> NDArray[numpy.bool_]: ...

    def observe(self) -> dict[str, Any]:
        """All observations, in arrays that nobody else holds."""

    def observe_again(self, rows: numpy.typing.NDArray[numpy.integer[Any]]) -> None:
        """Writes some rows into the newest arrays of observe."""

    def action_masks(self) -> NDArray[numpy.int8]: ...

    def view(self, row: int, seat: int) -> View: ...

class Search:
    """
    How each decision is searched: one of the algorithms below. Immutable.
    Numbers outside their range raise ValueError.
    """

    @property
    def simulations(self) -> int:
        """
        Leaf evaluations per decision. equilibrium: payoffs of the matrix, for the whole moves
        of both seats together; each is the mean of the values evaluated from both seats' views.
        belief: trials of a move in a position; each also costs an evaluation for every action
        of the opponent's answer. policy: has none.
        """

    @property
    def known_returns(self) -> bool:
        """
        What the rules themselves know. A position whose value under best play follows at once
        from them (Renju: a five that can be made, or one that cannot be stopped) has that
        value, and the network is not evaluated.
        """

    @property
    def forced_wins(self) -> bool:
        """
        In tree searches (gumbel, puct and custom rules), a move that the rules' own look-ahead
        at the root proves to win (envs/learning_hints.h; Renju: a row of fours) is played, and
        learnt as certain, without a search.
        """

    @property
    def defences(self) -> bool:
        """
        In tree searches, actions after which the rules know that the opponent wins
        (envs/learning_hints.h; PÜNCT: by a turn that joins two sides) are not tried while
        there are others. Their policy target is 0. A position in which there are no others is
        lost.
        """

    def __eq__(self, other: object | None) -> bool: ...

class Gumbel(Search):
    """
    Sequential halving over sampled root actions, targets from completed values (Danihelka
    and others: "Policy improvement by planning with Gumbel", 2022).
    """

    def __init__(self, *, simulations: int = 32, known_returns: bool = True, forced_wins: bool = True, defences: bool = True, max_considered: int = 16, scale: float = 1, uniform: float = 0, c_visit: float = 50, c_scale: float = 0.5, stretch_values: bool = False) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def max_considered(self) -> int:
        """
        The maximum number of root actions that sequential halving starts with.
        """

    @property
    def scale(self) -> float:
        """
        Scale of the Gumbel noise at the root. 1 in self-play; 0 plays without noise.
        """

    @property
    def uniform(self) -> float:
        """
        Where the root explores, this share of the policy that root actions are drawn from is
        uniform. The policy to learn is computed from the network's own policy.
        """

    @property
    def c_visit(self) -> float:
        """
        Values are weighted by (c_visit + most visits of an action) * c_scale against logits.
        The paper uses 50 and 1 for values in [0, 1]; the latter is 0.5 for our values in [-1,
        1].
        """

    @property
    def c_scale(self) -> float:
        """
        Values are weighted by (c_visit + most visits of an action) * c_scale against logits.
        The paper uses 50 and 1 for values in [0, 1]; the latter is 0.5 for our values in [-1,
        1].
        """

    @property
    def stretch_values(self) -> bool:
        """
        First stretches the values of a node to [0, 1], as mctx does, where c_scale is 0.1.
        Moves that are almost equal are then separated as sharply as a win and a loss, and much
        of what a policy learns about them is noise. False: values count as they are, in [-1,
        1].
        """

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Puct(Search):
    """AlphaZero's rule, with noise at the root and visit counts as targets."""

    def __init__(self, *, simulations: int = 32, known_returns: bool = True, forced_wins: bool = True, defences: bool = True, c_puct: float = 1.25, fpu_reduction: float = 0.2, dirichlet_alpha: float = 10, dirichlet_fraction: float = 0.25, temperature: float = 1, temperature_plies: int = 16, reuse_tree: bool = False, forced_playouts: float = 0, min_kld_gain: float = 0, kld_interval: int = 16) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def c_puct(self) -> float:
        """Exploration constant."""

    @property
    def fpu_reduction(self) -> float:
        """
        The value of an unvisited action is its parent's less this times the square root of the
        policy mass visited so far. Values are in [-1, 1].
        """

    @property
    def dirichlet_alpha(self) -> float:
        """
        Sum of the concentrations of the Dirichlet noise at the root, divided among the legal
        actions (10 over 30 actions gives each 1/3).
        """

    @property
    def dirichlet_fraction(self) -> float:
        """Share of noise in the root policy. 0: no noise."""

    @property
    def temperature(self) -> float:
        """
        During the first temperature_plies plies of a game actions are drawn from visits^(1 /
        temperature), later the most visited action is taken. 0: the most visited is taken from
        the start.
        """

    @property
    def temperature_plies(self) -> int:
        """
        During the first temperature_plies plies of a game actions are drawn from visits^(1 /
        temperature), later the most visited action is taken. 0: the most visited is taken from
        the start.
        """

    @property
    def reuse_tree(self) -> bool:
        """
        Keeps the tree below the actions played for the next decision of the game, where its
        visits count as simulations.
        """

    @property
    def forced_playouts(self) -> float:
        """
        A root action that was visited once gets at least sqrt(forced_playouts * its policy *
        all visits) visits. Visits that only this rule explains are pruned before the policy to
        learn and the action are taken from visits (Wu, 2019, uses 2). 0: none.
        """

    @property
    def min_kld_gain(self) -> float:
        """
        A search ends early when kld_interval simulations move the root's visit shares by less
        than this per simulation, in nats of Kullback-Leibler divergence. 0: never.
        """

    @property
    def kld_interval(self) -> int:
        """
        A search ends early when kld_interval simulations move the root's visit shares by less
        than this per simulation, in nats of Kullback-Leibler divergence. 0: never.
        """

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Policy(Search):
    """
    No search: actions are drawn from the evaluator's policy. It plays every game; gumbel
    and puct need games in which seats act one at a time and nothing is hidden.
    """

    def __init__(self, *, simulations: int = 32, known_returns: bool = True, forced_wins: bool = True, defences: bool = True, temperature: float = 1, temperature_plies: int = 16) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def temperature(self) -> float:
        """
        During the first temperature_plies plies of a game actions are drawn from policy^(1 /
        temperature), later the likeliest action is taken. 0: the likeliest is taken from the
        start.
        """

    @property
    def temperature_plies(self) -> int:
        """
        During the first temperature_plies plies of a game actions are drawn from policy^(1 /
        temperature), later the likeliest action is taken. 0: the likeliest is taken from the
        start.
        """

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Equilibrium(Search):
    """
    An equilibrium of the matrix game between some moves of each seat, whose payoffs are the
    values of the positions that follow (Bakhtin and others: "No-press Diplomacy from
    scratch", 2021). The equilibrium's probabilities are played and learnt. For games in
    which both seats act at the same time and nothing else is hidden or random.
    """

    def __init__(self, *, simulations: int = 32, known_returns: bool = True, forced_wins: bool = True, defences: bool = True, oracle_rounds: int = 4, kl_to_policy: float = 0.1, least_probability: float = 0.02, explore_uniform: float = 0.1, explore_policy: float = 0, explore_legal: float = 0) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def oracle_rounds(self) -> int:
        """
        Half of the simulations are reserved for this many rounds. In each round the best
        responses to the equilibrium, by the payoffs so far, join the matrix. 0: none.
        """

    @property
    def kl_to_policy(self) -> float:
        """
        A seat maximises value - kl_to_policy * KL(policy, evaluator's policy), so that its
        policy is proportional to evaluator's policy * exp(value / kl_to_policy). 0: an
        equilibrium of the moves considered, however far from the evaluator's policy.
        """

    @property
    def least_probability(self) -> float:
        """
        Moves less likely than this are not played, except where the root explores.
        """

    @property
    def explore_uniform(self) -> float:
        """
        Where the root explores, this share of the policy played is uniform over the moves
        considered. The policy to learn is the equilibrium alone.
        """

    @property
    def explore_policy(self) -> float:
        """
        Where the root explores, this share of the policy played is the evaluator's own policy,
        which makes the mistakes of a weaker player.
        """

    @property
    def explore_legal(self) -> float:
        """
        Where the root explores, this share of the rest is uniform over all legal actions, which
        makes the mistakes of a beginner.
        """

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Belief(Search):
    """
    One step of policy improvement for games with hidden information (Sokota and others:
    "The update equivalence framework for decision-time planning", 2023). Whole moves are
    tried in positions drawn from what the seat knows, and the opponent answers by the
    evaluator's policy. The policy moves towards the moves that do well, and is held near
    the evaluator's. There is no tree, and no guarantee beyond that step. For games in which
    seats act one at a time and something is hidden.
    """

    def __init__(self, *, simulations: int = 32, known_returns: bool = True, forced_wins: bool = True, defences: bool = True, kl_to_policy: float = 0.1, moves: int = 2, max_considered: int = 0, gumbel_scale: float = 1, prior_trials: float = 0, trial_rollouts: int = 0, endgame_nodes: int = 100000, temperature: float = 1, temperature_plies: int = 16, explore_policy: float = 0, explore_legal: float = 0, random_answers: bool = False, rollout_tries: int = 1) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def kl_to_policy(self) -> float:
        """
        A seat maximises value - kl_to_policy * KL(policy, evaluator's policy), so that its
        policy is proportional to evaluator's policy * exp(value / kl_to_policy).
        """

    @property
    def moves(self) -> int:
        """
        A position is weighted by the probabilities that the evaluator's policy gives to this
        many of the opponent's last moves. 0: by the probabilities of the rules alone.
        """

    @property
    def max_considered(self) -> int:
        """
        The number of moves tried, to which moves as likely as the last of them are added. They
        are the likeliest by the evaluator's policy or, where the root explores, drawn from it.
        0: all moves.
        """

    @property
    def gumbel_scale(self) -> float:
        """
        Scale of the Gumbel noise of that draw. 0: none, the likeliest moves are tried.
        """

    @property
    def prior_trials(self) -> float:
        """
        Shrinks the value of a move with few trials. The value is the mean of its trials and of
        this many further ones, each worth the mean over the moves tried, weighted by the
        evaluator's policy.
        """

    @property
    def trial_rollouts(self) -> int:
        """
        The position after a trial is worth the mean of this many random games from it, and the
        evaluator gives policies only. 0: it is worth the evaluator's value.
        """

    @property
    def endgame_nodes(self) -> int:
        """
        Where nothing is hidden any more (Tantrix with an empty bag), a decision that an exact
        search solves within this many positions is taken from that search. 0: never.
        """

    @property
    def temperature(self) -> float:
        """
        During the first temperature_plies plies of a game moves are drawn from policy^(1 /
        temperature), later the best move of the last trials is taken. 0: it is taken from the
        start.
        """

    @property
    def temperature_plies(self) -> int:
        """
        During the first temperature_plies plies of a game moves are drawn from policy^(1 /
        temperature), later the best move of the last trials is taken. 0: it is taken from the
        start.
        """

    @property
    def explore_policy(self) -> float:
        """
        Where the root explores, this share of the policy played is the evaluator's own policy,
        which makes the mistakes of a weaker player.
        """

    @property
    def explore_legal(self) -> float:
        """
        Where the root explores, this share of the rest is uniform over all legal actions, which
        makes the mistakes of a beginner.
        """

    @property
    def random_answers(self) -> bool:
        """
        With trial_rollouts the opponent acts at random from the start, so that a trial costs no
        evaluation. Otherwise it first answers by the evaluator's policy.
        """

    @property
    def rollout_tries(self) -> int:
        """
        In the random games of trial_rollouts each action is the best of so many drawn at
        random, by a measure of the rules. 1: actions are uniformly random. More need a game
        with such a measure (tantrix).
        """

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class Boltzmann(Search):
    """
    Boltzmann exploration (selfplay/search/rules/boltzmann.cc). Below the root it searches
    as puct does.
    """

    def __init__(self, *, simulations: int = 32, known_returns: bool = True, forced_wins: bool = True, defences: bool = True, temperature: float = 0.5, exploration: float = 0.3, c_puct: float = 1.25, fpu_reduction: float = 0.2, play_temperature: float = 1, play_plies: int = 16) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def temperature(self) -> float:
        """
        Root actions are drawn in proportion to prior * exp(value / t), where t is this divided
        by the logarithm of e + the visits so far. Values are in [-1, 1].
        """

    @property
    def exploration(self) -> float:
        """
        Where the root explores, a draw is uniform with the probability of this divided by that
        logarithm.
        """

    @property
    def c_puct(self) -> float:
        """Below the root, as in PuctSettings."""

    @property
    def fpu_reduction(self) -> float:
        """Below the root, as in PuctSettings."""

    @property
    def play_temperature(self) -> float:
        """
        During the first play_plies plies of a game actions are drawn from policy^(1 /
        play_temperature), later the likeliest action is taken. 0: it is taken from the start.
        """

    @property
    def play_plies(self) -> int:
        """
        During the first play_plies plies of a game actions are drawn from policy^(1 /
        play_temperature), later the likeliest action is taken. 0: it is taken from the start.
        """

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

class SelfPlayOptions:
    """How SelfPlay plays its games, besides the search."""

    def __init__(self, *, max_plies: int = 0, opening_random_plies: int = 0, full_search_share: float = 1, quick_simulations: int = 8, symmetry: bool = True, cache_positions: int = 0, resign_value: float = -1, resign_decisions: int = 3, resign_playout_share: float = 0.1, first_simulations: int = 0, double_after_games: int = 1000, sparring_share: float = 0, demonstration_games: int = 0, baseline_noise: float = 0, adjudicated_share: float = 0) -> None: ...

    def __getstate__(self) -> dict[str, Any]: ...

    def __setstate__(self, state: dict[str, Any], /) -> None: ...

    @property
    def max_plies(self) -> int:
        """
        A game is cut off after this many plies and counts as truncated. 0: it ends only by its
        own rules.
        """

    @property
    def opening_random_plies(self) -> int:
        """
        Each game starts with a number of uniformly random plies, drawn from 0 to this. They
        produce no rows.
        """

    @property
    def full_search_share(self) -> float:
        """
        Playout cap randomization (Wu: "Accelerating self-play learning in Go", 2019): a
        decision gets a full search with this probability. The others are searched with
        quick_simulations and without noise, and produce no rows. Below 1 not for policy and
        equilibrium.
        """

    @property
    def quick_simulations(self) -> int:
        """
        Playout cap randomization (Wu: "Accelerating self-play learning in Go", 2019): a
        decision gets a full search with this probability. The others are searched with
        quick_simulations and without noise, and produce no rows. Below 1 not for policy and
        equilibrium.
        """

    @property
    def symmetry(self) -> bool:
        """
        Evaluates a random symmetric image of each position, if the game has symmetries.
        """

    @property
    def cache_positions(self) -> int:
        """
        Evaluations cached for positions that occur again under the same symmetry, by all
        threads together. 0: none. They take at most 1 KiB each on average; where they would
        take more, fewer are kept.
        """

    @property
    def resign_value(self) -> float:
        """
        A seat resigns after resign_decisions consecutive decisions of its own with values below
        this. -1: never. Values are in [-1, 1].
        """

    @property
    def resign_decisions(self) -> int:
        """
        A seat resigns after resign_decisions consecutive decisions of its own with values below
        this. -1: never. Values are in [-1, 1].
        """

    @property
    def resign_playout_share(self) -> float:
        """
        This share of the games is played to the end, to count how often resigning would have
        been wrong.
        """

    @property
    def first_simulations(self) -> int:
        """
        Simulations of the first games. They double every double_after_games games up to
        search.simulations. 0: all games use search.simulations.
        """

    @property
    def double_after_games(self) -> int:
        """
        Simulations of the first games. They double every double_after_games games up to
        search.simulations. 0: all games use search.simulations.
        """

    @property
    def sparring_share(self) -> float:
        """
        In this share of the games one seat, drawn at random, is played by the baseline of the
        game (`greedy`), by sparring_model or by an earlier self, from the end of the opening
        on. The actions of that seat produce no rows.
        """

    @property
    def demonstration_games(self) -> int:
        """
        In this many games, the first of the run, the baseline plays both seats from the end of
        the opening on, without search; the policy of a row is the baseline's first choice. Not
        for POLICY_GRADIENT, which learns from the network's own policies.
        """

    @property
    def baseline_noise(self) -> float:
        """
        Where the baseline plays, it takes any legal action with a probability that is drawn for
        each game and seat, uniformly between 0 and this. Otherwise games between equals may end
        without a winner and teach no values.
        """

    @property
    def adjudicated_share(self) -> float:
        """
        In this share of the games, except demonstrations, a position whose winner under best
        play is known from the rules (Renju: a row of fours that wins) ends the game. In the
        other games play continues, and the run counts how often that seat did not win. 0: all
        are played to the end.
        """

    def __repr__(self) -> str: ...

    def __eq__(self, other: object | None) -> bool: ...

    def __hash__(self) -> int: ...

def default_search(game: Game) -> Search:
    """
    The search that suits a game: Gumbel where nothing is hidden and seats act in turn,
    Equilibrium or Belief where they apply, otherwise Policy.
    """

class Row:
    """One recorded decision of a game, with what its seat knew."""

    @property
    def event(self) -> int:
        """The index of the decision in Record.events."""

    @property
    def seat(self) -> int:
        """The seat that decided."""

    @property
    def action(self) -> int:
        """The action taken."""

    @property
    def value(self) -> float | None:
        """
        The return that the search expected for this seat; None if the baseline acted.
        """

    @property
    def draw(self) -> float | None:
        """
        The probability of a draw that the search expected; None if the baseline acted.
        """

    @property
    def surprise(self) -> float:
        """How far the search moved the evaluator's policy, in nats."""

    @property
    def probability(self) -> float:
        """The probability with which the acting policy took the action."""

    @property
    def model(self) -> str:
        """The name of the last evaluator of the search."""

    @property
    def view(self) -> View:
        """What the seat knew."""

    @property
    def legal_actions(self) -> NDArray[numpy.int32]:
        """The legal actions, ascending: int32 [n]."""

    @property
    def policy(self) -> NDArray[numpy.float32]:
        """
        The policy that the search found, at the legal actions: float32 [n]. It sums to 1.
        """

class Record:
    """
    One game as it was played, with the learning targets of its recorded decisions.
    Immutable. It holds the whole game, what was hidden from the seats included.
    """

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def number(self) -> int:
        """The number of the game."""

    @property
    def seed(self) -> int:
        """
        The seed of self-play; all draws of a game are functions of seed and number.
        """

    @property
    def returns(self) -> tuple[float, float]:
        """The returns of both seats, in [-1, 1]; 0 if the game was cut off."""

    @property
    def margin(self) -> tuple[int, int]:
        """The margins of both seats; 0 in games without margins."""

    @property
    def reason(self) -> str:
        """Why the game ended."""

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off before its end."""

    @property
    def evaluations(self) -> int:
        """The evaluations that the game asked for."""

    @property
    def models(self) -> list[str]:
        """The names of the evaluators that took part."""

    @property
    def num_rows(self) -> int:
        """The number of recorded decisions."""

    @property
    def resigned(self) -> int | None:
        """The seat that resigned, or was adjudicated to lose; None otherwise."""

    @property
    def events(self) -> list[tuple[int, int]]:
        """Every (actor, action) in the order of play; actor 2 is CHANCE."""

    @property
    def text(self) -> str:
        """The record as text, such as `renju; 0 h8; 0 i9`."""

    def replay(self, events: int | None = None) -> Playthrough:
        """
        The game after so many events, or after all of them. ValueError, naming the event, if
        the record breaks the rules.
        """

    def rows(self) -> list[Row]:
        """
        The recorded decisions, in order. ValueError, naming the event, if the record breaks
        the rules.
        """

    def encode(self) -> bytes:
        """
        The record as bytes (docs/record_format.md), without the game. Equal records have
        equal bytes.
        """

    @staticmethod
    def decode(game: Game, data: bytes) -> Record:
        """
        The record of these bytes. ValueError if they are no record of this game.
        """

    def __len__(self) -> int: ...

    def __eq__(self, other: object | None) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[str, bytes]: ...

    def __setstate__(self, arg: tuple[str, bytes], /) -> None: ...

class RecordFile:
    """One file of recorded games; kvintet.records.load reads it."""

    def __init__(self, path: str | os.PathLike[str]) -> None: ...

    @property
    def game(self) -> Game: ...

    @property
    def num_games(self) -> int: ...

    @property
    def num_rows(self) -> int: ...

    @property
    def num_frames(self) -> int: ...

    def read_frame(self, frame: int) -> list[Record]: ...

def record_arrays(records: list[Record], policy: str, value_lambda: float) -> dict[str, Any]: ...

def record_file_bytes(records: list[Record]) -> bytes: ...

def record_file_name(data: bytes) -> str: ...

def write_file(path: str | os.PathLike[str], data: bytes) -> None: ...

def run_shards(path: str | os.PathLike[str]) -> list[tuple[str, int, int]]: ...

class EvaluationBatch:
    """
    Positions to evaluate, each as the view of the seat that an answer is for: n rows with m
    legal actions together. planes, globals and mask are memory of self-play: a later batch
    overwrites them. The other arrays are copies.
    """

    def __len__(self) -> int: ...

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def planes(self) -> NDArray[numpy.uint8]:
        """The planes of the observations: uint8 [n, planes, height, width]."""

    @property
    def globals(self) -> NDArray[numpy.float32]:
        """The globals of the observations: float32 [n, globals]."""

    @property
    def mask(self) -> NDArray[numpy.uint8] | None:
        """
        1 for the entries of logits that stand for a legal action, 0 for the others:
        uint8 [n, num_actions], or [n, policy_size] with policy="network". None with
        policy="legal". It is written only for those who ask. RuntimeError once the batch has
        been answered.
        """

    @property
    def legal_actions(self) -> NDArray[numpy.int32]:
        """The legal actions of all rows, ascending within each: int32 [m]."""

    @property
    def legal_entries(self) -> NDArray[numpy.int32]:
        """
        The entry of a row of logits that stands for each legal action: int32 [m].
        """

    @property
    def legal_offsets(self) -> NDArray[numpy.int32]:
        """
        Row i has the legal actions legal_offsets[i] to legal_offsets[i + 1]: int32 [n + 1].
        """

    def view(self, row: int) -> View:
        """The view of one row. RuntimeError once the batch has been answered."""

class SelfPlay:
    """The C++ part of kvintet.SelfPlay."""

    def __init__(self, game: Game, *, search: Search, options: SelfPlayOptions, slots: int, threads: int, batch_size: int | None, seed: int, first_game: int, limit: int | None, evaluator: str, policy: str) -> None: ...

    def next(self, finished: list[Record], most: int) -> EvaluationBatch | bool:
        """
        Appends finished games, at most so many, and returns True; or returns a batch to
        evaluate; or False at the end of all games.
        """

    def answer(self, batch: EvaluationBatch, logits: numpy.typing.NDArray[numpy.float32], values: numpy.typing.NDArray[numpy.float32], name: str, finished: list[Record], most: int) -> EvaluationBatch | bool:
        """Answers a batch, and then does what `next` does."""

    def stats(self) -> dict[str, Any]: ...

    def close(self) -> None: ...

class Decision:
    """
    What a search found for one seat: n legal actions, ascending. Values are expected returns
    of that seat, in [-1, 1].
    """

    @property
    def action(self) -> int:
        """The chosen action."""

    @property
    def value(self) -> float:
        """The position's value."""

    @property
    def draw(self) -> float:
        """The chance of a draw, in [0, 1]."""

    @property
    def forced(self) -> bool:
        """Whether there was only one legal action, so that nothing was searched."""

    @property
    def actions(self) -> NDArray[numpy.int32]:
        """The legal actions: int32 [n]."""

    @property
    def visits(self) -> NDArray[numpy.int32]:
        """How often each was searched: int32 [n]."""

    @property
    def prior(self) -> NDArray[numpy.float32]:
        """The evaluator's policy: float32 [n]."""

    @property
    def policy(self) -> NDArray[numpy.float32]:
        """The policy that the search advises: float32 [n]."""

    @property
    def values(self) -> NDArray[numpy.float32]:
        """The value of each; 0 where it was not searched: float32 [n]."""

    @property
    def line(self) -> NDArray[numpy.int32]:
        """The actions expected from here on, the chosen one first: int32 [any]."""

class Searcher:
    """
    A search for single decisions, which judges positions by random games.

    It knows which positions were on the board before, as far as rules about repetition count
    them, from views of games and pools; images under a symmetry and recorded rows do not tell.
    Calls from several threads take turns, without the GIL.

    Args:
      game: the game.
      search: the algorithm and its settings.
      rollouts: random games per position, at least 1.
      variety: the factor of the search's noise, in [0, 10]: 0 plays to win.
      seed: the seed of the random games.

    Raises:
      NotImplementedError: if the algorithm cannot play the game.
      ValueError: for numbers out of range.
    """

    def __init__(self, game: Game, search: Search, *, rollouts: int = 1, variety: float = 0.0, seed: int = 0) -> None: ...

    @property
    def game(self) -> Game:
        """The game."""

    def decide(self, view: View, *, seed: int = 0, record: str = '') -> Decision:
        """
        Searches for the seat of a view that must act.

        Args:
          view: what the seat knows.
          seed: the seed of this decision's random draws; the same seed, the same decision.
          record: Playthrough.seat_record of the seat; the belief search infers from it.

        Raises:
          ValueError: for a view of another game, or of a seat that need not act, and for a
            record that does not lead to the view.
        """

class ExactSolver:
    """
    Best play in a small game of perfect information without chance, from any position.

    Remembers what it has found, so that later positions cost less. Calls from several
    threads take turns, without the GIL. Connect Four is solved by a solver of its own, in
    128 MB: positions with twelve discs in a second at most, the first moves in minutes.

    Args:
      game: the game.
      max_positions: the most positions that all calls together look at; not for
        Connect Four.

    Raises:
      NotImplementedError: for a game with hidden information, chance, simultaneous moves or
        rules about earlier positions.
      ValueError: for max_positions below 1.
    """

    def __init__(self, game: Game, *, max_positions: int = 2000000) -> None: ...

    @property
    def game(self) -> Game:
        """The game."""

    def value(self, play: Playthrough) -> float:
        """
        The return of seat 0, in [-1, 1], when both seats play best from here on.

        Raises:
          ValueError: for a Playthrough of another game.
          RuntimeError: if there are more than max_positions.
          NotImplementedError: if positions can repeat.
        """

    def action_values(self, play: Playthrough) -> dict[int, float]:
        """
        The return of the seat that must act, in [-1, 1], after each of its legal actions and
        best play of both from there on. Errors are those of `value`; besides, ValueError after
        the end.
        """

    def distances(self, play: Playthrough) -> dict[int, int]:
        """
        The number of actions until the end after each legal action, with this one, if the
        winner plays for a short game and the loser for a long one. Errors are those of
        `action_values`.
        """
