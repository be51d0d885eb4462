"""Models: read and write the files that the program kvintet serves, rates and ships.

    model = models.new_model("renju")              # or models.read("models/renju.model")
    network = models.torch_network(model)          # train it in PyTorch
    models.write("my.model", models.with_network(model, network, {"trainer": "mine"}))

Only `torch_network` needs PyTorch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from .layout import Parameter, layout
from .model import Model, from_bytes, new_model, read, to_bytes, write
from .network_shape import Shape, Size

if TYPE_CHECKING:
    from .tower import Tower

__all__ = [
    "Model",
    "Parameter",
    "Shape",
    "Size",
    "from_bytes",
    "layout",
    "new_model",
    "read",
    "to_bytes",
    "torch_network",
    "with_network",
    "write",
]


def torch_network(model: Model) -> Tower:
    """A module of PyTorch with the model's architecture and arrays, in float32 on the CPU.

    It takes planes [B, planes, height, width] and globals [B, globals], and returns the logits of
    the policy [B, policy_size], those of win, draw and loss [B, 3], and features for further heads.

    Raises:
      ImportError: without PyTorch.
    """
    from .tower import Tower

    network = Tower(model.shape, model.size)
    network.load_arrays(model.arrays)
    return network


def with_network(
    model: Model, network: Tower, provenance: Mapping[str, str] | None = None
) -> Model:
    """The model with a network's arrays, without recorded answers.

    Args:
      model: says the game and the shape; the network may have another size.
      network: for example what `torch_network` returned, after training.
      provenance: texts, added to the model's.

    Raises:
      ValueError: for a network of another shape, or with values that are not finite.
    """
    if network.shape != model.shape:
        raise ValueError(
            f"network: wanted one of {model.shape.text}, for {model.game}, found one of "
            f"{network.shape.text}"
        )
    return replace(
        model,
        shape=network.shape,
        size=network.size,
        arrays=network.arrays(),
        provenance={**model.provenance, **(provenance or {})},
        golden=(),
    )
