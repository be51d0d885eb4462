# alphazero.py: AlphaZero on Connect Four in about a hundred lines, judged by exact play.
"""AlphaZero on Connect Four in about a hundred lines, judged by exact play.

The search is plain Python over copies of the game, one evaluation at a time, so that it can be
read. Each round plays games, learns from them, and then lets the policy choose, without a search,
in a fixed set of positions. A good move keeps the result of best play, which kvintet.ExactSolver
knows; in each position of the set some legal move is not good.

With its defaults, six minutes on one core, the policy chooses a good move in 78 % (± 4 %) of 400
positions; random play does in 33 %, the untrained network in 23 %.

usage: alphazero.py [--rounds N] [--games N] [--simulations N] [--write FILE]
"""

import argparse

import numpy as np
import torch
from numpy.typing import NDArray

import kvintet
from kvintet import models

GAME = kvintet.Game("connect_four")
C_PUCT, NOISE = 1.5, 0.25
DISCS = (16, 31)  # of 42 on the board, in positions of the exam: at least, and fewer than

Row = tuple[NDArray[np.uint8], NDArray[np.int32], NDArray[np.float32], float]
"""Planes, policy indices of the legal actions, their share of visits, and the return."""


class Node:
    """A position in the search, evaluated once."""

    def __init__(self, play: kvintet.Playthrough, network: torch.nn.Module) -> None:
        self.play, self.visits, self.total = play, 1, 0.0
        self.children: dict[int, Node] = {}
        if play.ended:
            # Of the seat that would move next: the other one has made the last move.
            last = play.taken[-1][0]
            self.total = -play.returns()[last]
            return
        view = play.view(play.actors[0])
        self.actions = view.legal_actions()
        self.indices = view.policy_indices(self.actions)
        self.planes, _ = view.observe()
        with torch.inference_mode():
            said = network(torch.from_numpy(self.planes)[None])
        self.prior = said.policy[0, torch.from_numpy(self.indices).long()].softmax(0).numpy()
        win, _, loss = said.wdl[0].softmax(0).tolist()
        self.total = win - loss

    def search(self, network: torch.nn.Module) -> float:
        """One simulation; returns the value of the leaf for the seat that moves here."""
        if self.play.ended:
            value = self.total / self.visits
        else:
            values = np.array([-self._mean(int(action)) for action in self.actions])
            scores = values + C_PUCT * self.prior * np.sqrt(self.visits) / (1 + self.counts())
            action = int(self.actions[scores.argmax()])
            if action in self.children:
                value = -self.children[action].search(network)
            else:
                after = self.play.copy()
                after.apply(after.actors[0], action)
                self.children[action] = Node(after, network)
                value = -self.children[action].total
        self.visits += 1
        self.total += value
        return value

    def counts(self) -> NDArray[np.int64]:
        """The visits of each legal action: int64 [n]."""
        found = (self.children.get(int(action)) for action in self.actions)
        return np.array([0 if child is None else child.visits for child in found])

    def _mean(self, action: int) -> float:
        child = self.children.get(action)
        return 0.0 if child is None else child.total / child.visits


def play_game(network: torch.nn.Module, simulations: int, draws: np.random.Generator) -> list[Row]:
    """A game of the network against itself."""
    play = GAME.start()
    rows: list[tuple[Node, NDArray[np.float32], int]] = []
    while not play.ended:
        root = Node(play, network)
        noise = draws.dirichlet(np.ones(len(root.actions)))
        root.prior = (1 - NOISE) * root.prior + NOISE * noise
        for _ in range(simulations):
            root.search(network)
        shares = root.counts() / root.counts().sum()
        rows.append((root, shares.astype(np.float32), play.actors[0]))
        play = play.copy()
        play.apply(play.actors[0], int(draws.choice(root.actions, p=shares)))
    returns = play.returns()
    return [(root.planes, root.indices, share, returns[seat]) for root, share, seat in rows]


def learn(network: torch.nn.Module, optimizer: torch.optim.Optimizer, rows: list[Row]) -> float:
    """A step on some rows; returns the loss."""
    said = network(torch.from_numpy(np.stack([row[0] for row in rows])))
    loss = torch.zeros(())
    for i, (_, indices, share, outcome) in enumerate(rows):
        policy = said.policy[i, torch.from_numpy(indices).long()].log_softmax(0)
        result = 0 if outcome > 0 else 1 if outcome == 0 else 2
        loss = loss - (torch.from_numpy(share) * policy).sum() - said.wdl[i].log_softmax(0)[result]
    loss = loss / len(rows)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return float(loss.detach())


class Exam:
    """Positions after DISCS random moves, with the moves that keep the result of best play."""

    def __init__(self, number: int, seed: int = 2) -> None:
        draws = np.random.default_rng(seed)
        solver = kvintet.ExactSolver(GAME)
        self.questions: list[tuple[kvintet.Playthrough, set[int]]] = []
        while len(self.questions) < number:
            play, discs = GAME.start(), int(draws.integers(*DISCS))
            while not play.ended and len(play.taken) < discs:
                seat = play.actors[0]
                play.apply(seat, int(draws.choice(play.view(seat).legal_actions())))
            if play.ended:
                continue
            values = solver.action_values(play)
            good = {action for action, value in values.items() if value == max(values.values())}
            if len(good) < len(values):
                self.questions.append((play, good))

    def share_of_good_moves(self, network: torch.nn.Module) -> float:
        """How often the policy's first action is a good move."""
        right = 0
        for play, good in self.questions:
            node = Node(play, network)
            right += int(node.actions[node.prior.argmax()]) in good
        return right / len(self.questions)

    def share_of_random_moves(self) -> float:
        """How often a random legal move is a good one."""
        legal = [len(play.view(play.actors[0]).legal_actions()) for play, _ in self.questions]
        shares = [len(good) / n for n, (_, good) in zip(legal, self.questions, strict=True)]
        return float(np.mean(shares))


def main() -> None:
    """Trains, and prints after each round how often the policy chooses a good move."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--games", type=int, default=20, help="of each round")
    parser.add_argument("--simulations", type=int, default=50)
    parser.add_argument("--positions", type=int, default=400, help="of the exam")
    parser.add_argument("--write", default="", help="a model file, for the program kvintet")
    options = parser.parse_args()
    model = models.new_model(GAME, models.Size(blocks=2, channels=32), seed=1)
    network = models.torch_network(model)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3, weight_decay=1e-4)
    draws = np.random.default_rng(1)
    window: list[Row] = []
    exam = Exam(options.positions)
    print(f"random play: {exam.share_of_random_moves():.1%} good moves", flush=True)
    for number in range(options.rounds + 1):
        print(f"round {number}: {exam.share_of_good_moves(network):.1%} good moves", flush=True)
        if number == options.rounds:
            break
        for _ in range(options.games):
            window += play_game(network, options.simulations, draws)
        window = window[-20_000:]
        for _ in range(len(window) // 32):
            rows = [window[i] for i in draws.integers(len(window), size=64)]
            learn(network, optimizer, rows)
    if options.write:
        print(models.write(options.write, models.with_network(model, network)))


if __name__ == "__main__":
    main()
