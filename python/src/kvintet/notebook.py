"""How notebooks show positions: as pictures."""

from __future__ import annotations

from ._core import Playthrough, View
from .scene import figure

_SPECTATOR = 2


def show_in_notebooks() -> None:
    """Lets notebooks draw a View as its seat sees it, and a Playthrough as a spectator does."""
    setattr(View, "_repr_html_", _of_view)  # noqa: B010
    setattr(Playthrough, "_repr_html_", _of_playthrough)  # noqa: B010


def _of_view(view: View) -> str:
    return figure(view.scene())


def _of_playthrough(play: Playthrough) -> str:
    return _of_view(play.view(_SPECTATOR))
