"""The build backend: scikit-build-core, with the C++ rooms of the repository in the sdist.

The package is built from the repository, where the rooms are beside this folder, or from an sdist,
which carries them in the folder `rooms`.
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scikit_build_core import build as _build

_PACKAGE = Path(__file__).resolve().parent.parent
_ROOMS = _PACKAGE / "rooms"
# What the extension is built from, relative to the repository.
_CARRIED = (
    "CMakeLists.txt",
    "LICENSE",
    "cmake",
    "base",
    "envs",
    "selfplay",
    "proto/kvintet_api/v1/api.binpb",
    "python/CMakeLists.txt",
    "python/extension",
)
_LEFT_OUT = shutil.ignore_patterns("*_test.cc")

_Settings = Mapping[str, Any] | None


def _with_rooms(settings: _Settings) -> dict[str, Any]:
    """The settings, with the source folder of an sdist if this is one."""
    chosen = dict(settings or {})
    if _ROOMS.exists():
        chosen.setdefault("cmake.source-dir", "rooms")
        chosen.setdefault("build-dir", "build/{wheel_tag}")
    return chosen


def get_requires_for_build_wheel(config_settings: _Settings = None) -> list[str]:
    """What scikit-build-core needs on this machine: CMake and Ninja, if they are missing."""
    return _build.get_requires_for_build_wheel(_with_rooms(config_settings))


def get_requires_for_build_editable(config_settings: _Settings = None) -> list[str]:
    """As get_requires_for_build_wheel."""
    return _build.get_requires_for_build_editable(_with_rooms(config_settings))


def get_requires_for_build_sdist(config_settings: _Settings = None) -> list[str]:
    """Nothing besides scikit-build-core."""
    return _build.get_requires_for_build_sdist(_with_rooms(config_settings))


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: _Settings = None
) -> str:
    """Writes the wheel's metadata without compiling, so that pip first finds what it depends on."""
    return _build.prepare_metadata_for_build_wheel(metadata_directory, _with_rooms(config_settings))


def build_wheel(
    wheel_directory: str, config_settings: _Settings = None, metadata_directory: str | None = None
) -> str:
    """Builds the wheel and returns its file name."""
    return _build.build_wheel(wheel_directory, _with_rooms(config_settings), metadata_directory)


def build_editable(
    wheel_directory: str, config_settings: _Settings = None, metadata_directory: str | None = None
) -> str:
    """Builds a wheel that refers to the sources in this folder."""
    return _build.build_editable(wheel_directory, _with_rooms(config_settings), metadata_directory)


def build_sdist(sdist_directory: str, config_settings: _Settings = None) -> str:
    """Builds an sdist that carries the rooms."""
    carries_them_already = _ROOMS.exists()
    try:
        if not carries_them_already:
            _copy_rooms(_PACKAGE.parent, _ROOMS)
        return _build.build_sdist(sdist_directory, _with_rooms(config_settings))
    finally:
        if not carries_them_already:
            shutil.rmtree(_ROOMS, ignore_errors=True)


def _copy_rooms(repository: Path, rooms: Path) -> None:
    for name in _CARRIED:
        source, copy = repository / name, rooms / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=_LEFT_OUT)
        else:
            shutil.copy2(source, copy)
