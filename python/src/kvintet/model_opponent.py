"""ModelOpponent: a model's policy, without search, as an opponent: `"model:FILE?variety=0.5"`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from . import models
from .opponents import Turn, read_settings


class ModelOpponent:
    """Draws from the policy of a model, for all rows in one evaluation.

    Args:
      path: a model file, or the directory of a run, whose newest model plays.
      variety: the temperature: 1 draws from the policy, 0 takes its first action.
    """

    def __init__(self, path: str | Path, *, variety: float = 1.0) -> None:
        if not variety >= 0:
            raise ValueError(f"opponent: wanted variety of at least 0, found {variety}")
        place = Path(path)
        self.model = models.read(place / "latest.model" if place.is_dir() else place)
        self.variety = variety
        self._network = models.torch_network(self.model).eval()

    @staticmethod
    def of_text(text: str) -> ModelOpponent:
        """From what a spec has after "model:", such as "models/renju.model?variety=0"."""
        path, settings = read_settings(text, {"variety": float})
        if not path:
            raise ValueError("opponent: wanted model:FILE or model:RUN")
        return ModelOpponent(path, **settings)

    def choose(self, turn: Turn) -> NDArray[np.int32]:
        """Legal actions for the rows of the turn: int32 [M].

        Raises:
          ValueError: in another game than the model's.
        """
        game = turn.game
        if game.name != self.model.game.partition("{")[0]:
            raise ValueError(f"opponent: the model is for {self.model.game}, not for {game.text}")
        views = list(turn.views())
        seen = [self.model.shape.observe(view) for view in views]
        planes, numbers = (
            torch.from_dlpack(np.stack(arrays)) for arrays in zip(*seen, strict=True)
        )
        with torch.inference_mode():
            policy = np.asarray(self._network(planes, numbers).policy.tolist())
        chosen = np.empty(len(views), dtype=np.int32)
        for i, view in enumerate(views):
            legal = view.legal_actions()
            logits = policy[i, view.policy_indices(legal)]
            chosen[i] = legal[self._draw(logits, int(turn.draws[i]))]
        return chosen

    def _draw(self, logits: NDArray[np.float64], number: int) -> int:
        """An index, by a random number in [0, 2**64)."""
        if self.variety == 0:
            return int(logits.argmax())
        weights = np.exp((logits - logits.max()) / self.variety)
        below = np.cumsum(weights) / weights.sum() <= number / 2**64
        return min(int(below.sum()), len(logits) - 1)
