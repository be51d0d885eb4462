"""Model: a network's description and arrays; its file, whose SHA-256 is the model's name."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from .._core import Game
from .container import Array, Container, decode, encode
from .layout import check_arrays, first_arrays, layout
from .network_shape import Shape, Size

_MODEL_FORMAT = "kvintet-model-1"
_LEARNER_FORMAT = "kvintet-learner-1"
_PROVENANCE = "provenance."
_GOLDEN = "golden."
_AVERAGE = "average."
"""Before the names of the arrays that a learner publishes as its model."""


@dataclass(frozen=True, eq=False)
class Model:
    """A network's description and its arrays. Models are equal if their files would be.

    Raises:
      ValueError: if names, order or shapes of the arrays are not those of the architecture, if a
        value is not finite, or if the provenance has anything but texts.
    """

    game: str
    """The text of the game that it was trained on, with every option that the writer knew."""
    shape: Shape
    size: Size
    arrays: dict[str, Array]
    """float32 arrays by name, in the order of `layout(shape, size)`."""
    provenance: dict[str, str] = field(default_factory=dict)
    """Where the model comes from: texts by name, kept as given."""
    golden: tuple[str, ...] = ()
    """Answers that were recorded when the model was released, as the file has them. A service
    refuses a model that answers differently, so a model with other arrays must have none."""

    def __post_init__(self) -> None:
        where = f"model for {self.game}"
        check_arrays(layout(self.shape, self.size), self.arrays, where)
        for key, value in self.provenance.items():
            if not isinstance(key, str) or not isinstance(value, str):
                raise ValueError(f"{where}: provenance {key!r}: wanted a text, found {value!r}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Model):
            return NotImplemented
        return (
            (self.game, self.shape, self.size, self.provenance, self.golden)
            == (other.game, other.shape, other.size, other.provenance, other.golden)
        ) and all(np.array_equal(self.arrays[name], other.arrays[name]) for name in self.arrays)

    __hash__ = None  # type: ignore[assignment]  # arrays may change


def new_model(
    game: Game | str,
    size: Size | None = None,
    *,
    seed: int = 0,
    derived_planes: bool = False,
    slot_features: bool = False,
) -> Model:
    """A model with random arrays, for training to begin with.

    Args:
      game: the game, or its text.
      size: the architecture; the default size if it is left out.
      seed: the arrays are a function of it.
      derived_planes: as in `Shape.of_game`.
      slot_features: as in `Shape.of_game`.
    """
    played = Game(game) if isinstance(game, str) else game
    shape = Shape.of_game(played, derived_planes=derived_planes, slot_features=slot_features)
    chosen = size or Size()
    return Model(played.text, shape, chosen, first_arrays(shape, chosen, seed))


def read(path: str | os.PathLike[str], name: str = "") -> Model:
    """Reads a model file, or the newest model out of the file of a learner.

    Args:
      path: the file.
      name: the SHA-256 that the file must have; empty: any.

    Raises:
      ValueError: naming the file, if it is damaged, is no model, or has another name.
      OSError: if it cannot be read.
    """
    data = Path(path).read_bytes()
    found = hashlib.sha256(data).hexdigest()
    if name not in ("", found):
        raise ValueError(f"{path}: SHA-256 {name} wanted, found {found}")
    return from_bytes(data, str(path))


def write(path: str | os.PathLike[str], model: Model) -> str:
    """Writes a model file whole or not at all, and returns the model's name, its SHA-256."""
    data = to_bytes(model)
    target = Path(path)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".model-", delete=False) as file:
        try:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, 0o644)
            os.replace(file.name, target)
        except BaseException:
            os.unlink(file.name)
            raise
    return hashlib.sha256(data).hexdigest()


def to_bytes(model: Model) -> bytes:
    """The bytes of a model's file: those that the program kvintet writes for the same model."""
    check_arrays(layout(model.shape, model.size), model.arrays, f"model for {model.game}")
    metadata = {
        "format": _MODEL_FORMAT,
        "game": model.game,
        "shape": model.shape.text,
        "size": model.size.text,
    }
    metadata.update({_PROVENANCE + key: value for key, value in model.provenance.items()})
    metadata.update({f"{_GOLDEN}{i}": answer for i, answer in enumerate(model.golden)})
    return encode(metadata, model.arrays)


def from_bytes(data: bytes, where: str = "model") -> Model:
    """The reverse; `where` begins each error. See `read`."""
    container = decode(data, where)
    found = _text(container, "format", where)
    if found not in (_MODEL_FORMAT, _LEARNER_FORMAT):
        raise ValueError(f'{where}: format {_MODEL_FORMAT} wanted, found "{found}"')
    shape_text, size_text = (_text(container, key, where) for key in ("shape", "size"))
    try:
        shape, size = Shape.parse(shape_text), Size.parse(size_text)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    arrays = container.arrays
    if found == _LEARNER_FORMAT:
        arrays = _published(container, shape, size)
    check_arrays(layout(shape, size), arrays, where)
    return Model(
        game=_text(container, "game", where),
        shape=shape,
        size=size,
        arrays=arrays,
        provenance={
            key.removeprefix(_PROVENANCE): value
            for key, value in container.metadata.items()
            if key.startswith(_PROVENANCE)
        },
        golden=_golden(container),
    )


def _text(container: Container, key: str, where: str) -> str:
    if key not in container.metadata:
        raise ValueError(f"{where}: __metadata__ has no {key}")
    return container.metadata[key]


def _golden(container: Container) -> tuple[str, ...]:
    """golden.0, golden.1 and so on, as far as they exist."""
    answers: list[str] = []
    while (key := f"{_GOLDEN}{len(answers)}") in container.metadata:
        answers.append(container.metadata[key])
    return tuple(answers)


def _published(container: Container, shape: Shape, size: Size) -> dict[str, Array]:
    """The averaged arrays of a learner, without those of its heads."""
    names = [name for name in layout(shape, size) if _AVERAGE + name in container.arrays]
    return {name: container.arrays[_AVERAGE + name] for name in names}
