"""Container: named fp32 arrays and texts in one file, in the layout of safetensors.

8 bytes with the length of the header, little-endian; the header, JSON padded with spaces to a
multiple of 8; the values, little-endian and without gaps, in the order of the header. The header's
`__metadata__` has a SHA-256 of the rest. Files of other programs may lack it.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

MAX_HEADER = 1 << 20
"""The most bytes of a header."""
_MAX_RANK = 8
_METADATA = "__metadata__"
_SUM = "sha256"


class Container(NamedTuple):
    """The contents of a file."""

    metadata: dict[str, str]
    arrays: dict[str, Array]


def encode(metadata: Mapping[str, str], arrays: Mapping[str, Array]) -> bytes:
    """The bytes of a file. Equal contents give equal bytes.

    Args:
      metadata: texts by name, none of them called "sha256".
      arrays: finite values by name, none of them empty; their order is kept. Values that are not
        float32 are converted.

    Raises:
      ValueError: for other names or arrays, or if the header is above 1 MiB.
    """
    if _SUM in metadata:
        raise ValueError(f"metadata: '{_SUM}' is the name of the checksum")
    for key, value in metadata.items():
        if not isinstance(key, str) or not isinstance(value, str):
            raise ValueError(f"metadata: {key}: wanted a text, found {value!r}")
    header: dict[str, Any] = {_METADATA: dict(sorted(metadata.items()))}
    parts: list[bytes] = []
    begin = 0
    for name, array in arrays.items():
        if name == _METADATA:
            raise ValueError(f"arrays: none may be called {_METADATA}")
        values = np.ascontiguousarray(array, dtype="<f4").reshape(np.shape(array))
        if values.size == 0 or values.ndim > _MAX_RANK:
            raise ValueError(
                f"array {name}: wanted 1 or more values on at most {_MAX_RANK} axes, found shape "
                f"{list(values.shape)}"
            )
        check_finite(values, f"array {name}")
        end = begin + values.nbytes
        header[name] = {"dtype": "F32", "shape": values.shape, "data_offsets": [begin, end]}
        parts.append(values.tobytes())
        begin = end
    data = b"".join(parts)
    header[_METADATA][_SUM] = _sum_of(header, data)
    text = _line(header)
    text += b" " * (-len(text) % 8)
    if len(text) > MAX_HEADER:
        raise ValueError(f"header of at most {MAX_HEADER} bytes wanted, found one of {len(text)}")
    return len(text).to_bytes(8, "little") + text + data


def decode(data: bytes, where: str) -> Container:
    """The contents of a file: whole and sound, or not at all.

    Args:
      data: the bytes of the file.
      where: the file's name, for errors.

    Returns:
      Metadata without the checksum, and arrays in the order of the file.

    Raises:
      ValueError: naming `where` and the place inside, for anything that `encode` could not have
        written (apart from spaces and the order of members).
    """
    if len(data) < 8:
        raise ValueError(f"{where}: wanted at least 8 bytes, found {len(data)}")
    length = int.from_bytes(data[:8], "little")
    if length > min(MAX_HEADER, len(data) - 8):
        raise ValueError(
            f"{where}: header of at most {MAX_HEADER} bytes wanted in a file of {len(data)}, "
            f"found one of {length}"
        )
    header = _read_header(data[8 : 8 + length], f"{where}: header")
    values = data[8 + length :]
    metadata: dict[str, str] = {}
    arrays: dict[str, Array] = {}
    begin = 0
    for name, entry in header.items():
        if name == _METADATA:
            metadata = _metadata_of(entry, where)
        else:
            array = _read_array(entry, values, begin, f"{where}: tensor {name}")
            arrays[name] = array
            begin += array.nbytes
    if begin != len(values):
        raise ValueError(f"{where}: wanted {begin} bytes of values, found {len(values)}")
    wanted = metadata.pop(_SUM, None)
    if wanted is not None:
        del header[_METADATA][_SUM]
        if wanted != _sum_of(header, values):
            raise ValueError(f"{where}: its bytes do not match its {_SUM}")
    return Container(metadata, arrays)


def check_finite(values: Array, where: str) -> None:
    """Raises ValueError, naming the first place, unless all values are finite."""
    finite = np.isfinite(values).ravel()
    if not finite.all():
        raise ValueError(f"{where}: value {int(np.argmin(finite))} is not finite")


def _line(header: Mapping[str, Any]) -> bytes:
    return json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()


def _sum_of(header: Mapping[str, Any], data: bytes) -> str:
    """Of a header without its checksum."""
    return hashlib.sha256(_line(header) + data).hexdigest()


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member occurs twice")
    return members


def _read_header(text: bytes, where: str) -> dict[str, Any]:
    try:
        header = json.loads(text.decode(), object_pairs_hook=_once)
        _line(header)  # refuses halves of characters, which JSON can write
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{where}: {error}") from None
    if not isinstance(header, dict):
        raise ValueError(f"{where}: wanted an object, found {type(header).__name__}")
    return header


def _metadata_of(entry: Any, where: str) -> dict[str, str]:
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: {_METADATA}: wanted an object")
    for key, value in entry.items():
        if not isinstance(value, str):
            raise ValueError(f"{where}: {_METADATA}: {key}: wanted a text, found {value!r}")
    return dict(entry)


def _read_array(entry: Any, data: bytes, begin: int, where: str) -> Array:
    if not isinstance(entry, dict):
        raise ValueError(f"{where}: wanted an object")
    if entry.get("dtype") != "F32":
        raise ValueError(f"{where}: dtype F32 wanted, found {entry.get('dtype')!r}")
    shape = entry.get("shape")
    room = (len(data) - begin) // 4
    if (
        not _are_integers(shape)
        or len(shape) > _MAX_RANK
        or any(n <= 0 for n in shape)
        or math.prod(shape) > room
    ):
        raise ValueError(
            f"{where}: shape of 1 to {room} values on at most {_MAX_RANK} axes wanted, which the "
            f"file has room for, found {shape!r}"
        )
    end = begin + 4 * math.prod(shape)
    offsets = entry.get("data_offsets")
    if not _are_integers(offsets) or offsets != [begin, end]:
        raise ValueError(f"{where}: data_offsets [{begin}, {end}] wanted, found {offsets!r}")
    array = np.frombuffer(data[begin:end], dtype="<f4").astype(np.float32).reshape(shape)
    check_finite(array, where)
    return array


def _are_integers(found: Any) -> TypeGuard[list[int]]:
    """Whether it is a list of integers; True and False are none."""
    return isinstance(found, list) and all(type(n) is int for n in found)
