"""Tower: the architecture of our networks as a module of PyTorch.

    stem:     x = relu(conv3x3(planes) + W globals)
    residual: h = relu(conv3x3(x));  x = relu(x + conv3x3(h) [+ W pool(h)])
    squeeze:  y = conv3x3(relu(conv3x3(x)));  s, b = W relu(W pool(y))
              x = relu(x + gate(s) * y + b),  gate(s) = min(max(s + 3, 0), 6) / 6
    heads:    g = pool(x), u = relu(W g);  win/draw/loss = W u;  slots = W u
              p = relu(conv1x1(x) + W g);  policy planes = conv1x1(p)
              slots with features f:  slot += w relu(W f + W g), the same W and w for all slots

pool = mean and maximum over the board. Its state has the names of `layout`.

Sums and relu overwrite their inputs. PyTorch gives the memory of large activations back to the
system, so that each new one costs page faults.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from .container import Array
from .layout import check_arrays, layout
from .network_shape import Shape, Size


class Outputs(NamedTuple):
    """What a network says of B positions, as logits."""

    policy: Tensor
    """[B, policy_size]; `View.policy_indices` says where each action is."""
    wdl: Tensor
    """[B, 3]: win, draw and loss of the seat that sees the planes, before the softmax."""
    features: Features
    """What further heads may be computed from."""


class Features(NamedTuple):
    """Activations, for heads of a trainer's own, which are no part of a model."""

    body: Tensor
    """[B, channels, height, width]."""
    pooled: Tensor
    """Their mean and maximum over the board: [B, 2 * channels]."""
    hidden: Tensor
    """[B, value_hidden]."""
    policy: Tensor | None
    """[B, policy_channels, height, width]; None without policy planes."""


def pool(x: Tensor) -> Tensor:
    """Mean and maximum over the board: [B, 2 C] of [B, C, H, W]."""
    return torch.cat([x.mean(dim=(2, 3)), x.amax(dim=(2, 3))], 1)


def _spread(x: Tensor) -> Tensor:
    """[B, C] as [B, C, 1, 1]."""
    return x[:, :, None, None]


class _Block(nn.Module):
    """A residual block."""

    def __init__(self, shape: Shape, size: Size, block: int) -> None:
        super().__init__()
        channels = size.channels
        self.first = _convolution(channels, channels, shape)
        self.second = _convolution(channels, channels, shape)
        self.pooled: nn.Module | None = None
        self.squeeze: nn.Module | None = None
        if size.ratio > 0:
            squeezed = max(1, channels // size.ratio)
            self.squeeze = nn.Linear(2 * channels, squeezed)
            self.excite = nn.Linear(squeezed, 2 * channels)
        elif size.has_pooling(block):
            self.pooled = nn.Linear(2 * channels, channels, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        h = self.first(x).relu_()
        y = self.second(h)
        if self.squeeze is not None:
            scale, shift = self.excite(self.squeeze(pool(y)).relu_()).chunk(2, 1)
            y = _spread(functional.hardsigmoid(scale)) * y
            y += x
            y += _spread(shift)
            return y.relu_()
        if self.pooled is not None:
            y += _spread(self.pooled(pool(h)))
        y += x
        return y.relu_()


class _Policy(nn.Module):
    """The policy head."""

    def __init__(self, shape: Shape, size: Size) -> None:
        super().__init__()
        self.first: nn.Module | None = None
        self.slots: nn.Module | None = None
        if shape.policy_planes > 0:
            self.first = nn.Conv2d(size.channels, size.policy_channels, 1)
            self.pooled = nn.Linear(2 * size.channels, size.policy_channels, bias=False)
            self.planes = nn.Conv2d(size.policy_channels, shape.policy_planes, 1)
        if shape.policy_slots > 0:
            self.slots = nn.Linear(size.value_hidden, shape.policy_slots)
        self.features: nn.Module | None = None
        if shape.feature_count > 0:
            self.shape = shape
            self.features = nn.Linear(shape.slot_features, size.policy_channels)
            self.context = nn.Linear(2 * size.channels, size.policy_channels, bias=False)
            self.featured = nn.Linear(size.policy_channels, 1, bias=False)

    def forward(
        self, body: Tensor, pooled: Tensor, hidden: Tensor, numbers: Tensor | None
    ) -> tuple[Tensor, Tensor | None]:
        """The logits, and the features of the planes."""
        parts: list[Tensor] = []
        features: Tensor | None = None
        if self.first is not None:
            hidden_planes: Tensor = self.first(body)
            hidden_planes += _spread(self.pooled(pooled))
            features = hidden_planes.relu_()
            parts.append(self.planes(features).flatten(1))
        if self.slots is not None:
            slots: Tensor = self.slots(hidden)
            if self.features is not None and numbers is not None:
                slots = slots + self._of_features(numbers.to(slots.dtype), pooled)
            parts.append(slots)
        return torch.cat(parts, 1), features

    def _of_features(self, numbers: Tensor, pooled: Tensor) -> Tensor:
        """What the features of slots add to their logits: [B, policy_slots]."""
        assert self.features is not None
        shape = self.shape
        own = numbers[:, -shape.feature_count :]
        own = own.reshape(-1, shape.featured_slots, shape.slot_features)
        units = (self.features(own) + self.context(pooled)[:, None]).relu_()
        added: Tensor = self.featured(units)[:, :, 0]
        return functional.pad(added, (0, shape.policy_slots - shape.featured_slots))


class Tower(nn.Module):
    """A network of our architecture.

    Args:
      shape: inputs and outputs.
      size: the architecture.
    """

    def __init__(self, shape: Shape, size: Size) -> None:
        super().__init__()
        self.shape = shape
        self.size = size
        self.stem = _convolution(shape.planes, size.channels, shape)
        self.globals: nn.Module | None = None
        if shape.globals > 0:
            self.globals = nn.Linear(shape.globals, size.channels, bias=False)
        self.blocks = nn.ModuleList([_Block(shape, size, i) for i in range(size.blocks)])
        self.hidden = nn.Linear(2 * size.channels, size.value_hidden)
        self.value = nn.Linear(size.value_hidden, 3)
        self.policy = _Policy(shape, size)

    def forward(self, planes: Tensor, numbers: Tensor | None = None) -> Outputs:
        """Evaluates B positions.

        Args:
          planes: any type that converts to the parameters' [B, planes, height, width].
          numbers: the globals [B, globals]; may be left out if the shape has none.
        """
        x = self.stem(planes.to(self.stem.weight.dtype))
        if self.globals is not None:
            if numbers is None:
                raise ValueError(f"numbers: wanted globals [B, {self.shape.globals}], found None")
            x += _spread(self.globals(numbers.to(x.dtype)))
        x.relu_()
        for block in self.blocks:
            x = block(x)
        pooled = pool(x)
        hidden = self.hidden(pooled).relu_()
        policy, features = self.policy(x, pooled, hidden, numbers)
        return Outputs(policy, self.value(hidden), Features(x, pooled, hidden, features))

    def load_arrays(self, arrays: Mapping[str, Array]) -> None:
        """Takes over the arrays of a model. ValueError if they are not of this architecture."""
        check_arrays(layout(self.shape, self.size), arrays, "network")
        self.load_state_dict(
            {name: torch.from_dlpack(array.copy()) for name, array in arrays.items()}
        )

    def arrays(self) -> dict[str, Array]:
        """Copies of its parameters as a model has them, in float32."""
        state = self.state_dict()
        arrays: dict[str, Array] = {}
        for name in layout(self.shape, self.size):
            tensor = state[name].detach().to("cpu", torch.float32).contiguous()
            arrays[name] = np.array(np.from_dlpack(tensor), dtype=np.float32)
        return arrays


def _convolution(inputs: int, outputs: int, shape: Shape) -> nn.Conv2d:
    kernel = 1 if shape.cells == 1 else 3
    return nn.Conv2d(inputs, outputs, kernel, padding=kernel // 2)
