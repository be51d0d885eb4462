"""Scene: the drawing of a position as data, and as SVG with the look of the program's pages."""

from __future__ import annotations

from html import escape
from typing import Any, TypeAlias, TypedDict

PAINTS = {
    "board": "#e8cf9c",
    "line": "#5b4a2e",
    "first": "#1b1b1b",
    "second": "#fafafa",
    "accent": "#7b3fc4",
    "warning": "#d03030",
    "muted": "#9a9a9a",
    "colour1": "#d9382e",
    "colour2": "#2f9e5b",
    "colour3": "#e0b21e",
    "colour4": "#2d6fc9",
}
"""The colours of a scene's paints."""
_PIXELS = 28
"""Of one cell."""
_MOST_PIXELS = 640


class Shape(TypedDict):
    """One thing to draw. Later shapes cover earlier ones."""

    kind: str
    """"polygon", "disc", "label", or "button" for what has no place on the board."""
    fill: str
    """A paint, or "none"."""
    stroke: str
    points: list[float]
    """Corners x, y, x, y, ...; a disc's centre and radius; a label's centre."""
    text: str
    """Of a label or button; for other shapes the one character that a terminal shows."""
    action: int | str | None
    """The legal action that a click plays; its name where the scene comes from the service."""


class Scene(TypedDict):
    """The drawing of a position. The unit is one cell; x runs right, y up."""

    bounds: tuple[float, float, float, float]
    """min_x, min_y, max_x, max_y."""
    caption: str
    shapes: list[Shape]


AnyScene: TypeAlias = Scene | dict[str, Any]
"""A Scene, or the same as `View.scene` returns it."""


def svg(scene: AnyScene, *, colour_blind: bool = False) -> str:
    """A picture of a scene: one element `svg`, without scripts, with the caption as its title.

    Args:
      scene: what `View.scene` returns.
      colour_blind: draws green as white.
    """
    width, height = _extent(scene)
    pixels = min(_PIXELS * width, _MOST_PIXELS)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view_box(scene)}" '
        f'width="{pixels:g}" height="{pixels * height / width:g}" role="img" '
        f'font-family="sans-serif"><title>{escape(scene["caption"])}</title>'
        f"{''.join(elements(scene, colour_blind=colour_blind))}</svg>"
    )


def view_box(scene: AnyScene) -> str:
    """The attribute `viewBox` of the scene's picture, in cells."""
    width, height = _extent(scene)
    return f"-0.5 -0.5 {width:g} {height:g}"


def elements(scene: AnyScene, *, colour_blind: bool = False) -> list[str]:
    """The elements of the scene's picture, in drawing order."""
    drawn = (_element(scene, shape, colour_blind) for shape in scene["shapes"])
    return [element for element in drawn if element]


def figure(scene: AnyScene, *, colour_blind: bool = False) -> str:
    """The picture with its caption below and what has no place on the board, as HTML."""
    buttons = [escape(shape["text"]) for shape in scene["shapes"] if shape["kind"] == "button"]
    aside = f"<br><small>{' · '.join(buttons)}</small>" if buttons else ""
    return (
        f'<figure style="margin:0">{svg(scene, colour_blind=colour_blind)}'
        f"<figcaption>{escape(scene['caption'])}{aside}</figcaption></figure>"
    )


def _extent(scene: AnyScene) -> tuple[float, float]:
    """Width and height in cells, with a margin of half a cell."""
    min_x, min_y, max_x, max_y = scene["bounds"]
    return max_x - min_x + 1, max_y - min_y + 1


def _element(scene: AnyScene, shape: Shape, colour_blind: bool) -> str:
    """Empty for a shape that has no place."""
    left, _, _, top = scene["bounds"]
    points = shape["points"]
    # The y of SVG points down, that of a scene up.
    places = [(x - left, top - y) for x, y in zip(points[::2], points[1::2], strict=False)]
    if not places or shape["kind"] == "button":
        return ""
    x, y = places[0]
    if shape["kind"] == "label":
        # A label on a piece has the stroke that is readable on it.
        paint = next((p for p in (shape["stroke"], shape["fill"]) if p != "none"), "first")
        return (
            f'<text x="{x:.4g}" y="{y:.4g}" text-anchor="middle" font-size="0.45" '
            f'dominant-baseline="central" fill="{_colour(paint, colour_blind)}">'
            f"{escape(shape['text'])}</text>"
        )
    paint = (
        f'fill="{_colour(shape["fill"], colour_blind)}" '
        f'stroke="{_colour(shape["stroke"], colour_blind)}" stroke-width="0.04"'
    )
    if shape["kind"] == "disc":
        return f'<circle cx="{x:.4g}" cy="{y:.4g}" r="{points[2]:g}" {paint}/>'
    corners = " ".join(f"{x:.4g},{y:.4g}" for x, y in places)
    return f'<polygon points="{corners}" {paint}/>'


def _colour(paint: str, colour_blind: bool) -> str:
    if colour_blind and paint == "colour2":
        paint = "second"
    return PAINTS.get(paint, "none")
