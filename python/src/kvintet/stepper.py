"""Stepper: a page for stepping through a recorded game, which notebooks show as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, cast

from . import CHANCE, SPECTATOR
from ._core import Game, View
from .scene import Scene, elements, view_box

_VIEWERS = {0: "seat 0", 1: "seat 1", SPECTATOR: "spectator"}
_HEIGHT = 560
# As wide as its place allows; the page has no other page's style.
_STYLE = """
body { font: 14px sans-serif; margin: 0; color: #222; background: #fff }
#boards { display: flex; flex-wrap: wrap; gap: 1em }
figure { margin: 0; width: 23em; max-width: 100% } svg { height: 23em; width: 100% }
nav { margin: 0.5em 0 } nav input { width: 16em; vertical-align: middle }
ol { max-height: 7em; overflow: auto; columns: 12em; padding-left: 0; list-style: none }
li button { border: 0; background: none; text-align: left; font: inherit; cursor: pointer }
li button[aria-current] { background: #dbe7f6 }
"""
_SCRIPT = """
const game = JSON.parse(document.getElementById("game").textContent);
const figures = [...document.querySelectorAll("figure")];
const events = [...document.querySelectorAll("li button")];
const slider = document.querySelector("input");
const last = game.steps.length - 1;
let now = last;
function show(step) {
  now = Math.max(0, Math.min(last, step));
  game.steps[now].forEach(([box, caption, shapes], i) => {
    const svg = figures[i].querySelector("svg");
    svg.setAttribute("viewBox", box);
    svg.innerHTML = shapes.map((number) => game.shapes[number]).join("");
    figures[i].querySelector("span").textContent = caption;
  });
  slider.value = now;
  document.querySelector("output").textContent = `${now} / ${last}`;
  events.forEach((event, i) => event.toggleAttribute("aria-current", i + 1 === now));
}
const ways = { first: () => 0, back: () => now - 1, on: () => now + 1, last: () => last };
for (const button of document.querySelectorAll("nav button")) {
  button.onclick = () => show(ways[button.value]());
}
events.forEach((event, i) => { event.onclick = () => show(i + 1); });
slider.oninput = () => show(Number(slider.value));
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
document.onkeydown = (event) => {
  if (event.key in keys && event.target !== slider) { show(ways[keys[event.key]]()); }
};
show(last);
"""


class Stepper:
    """A recorded game, step by step, as some viewers see it.

    A notebook shows it as a board with buttons, a slider and the arrow keys. `html` is the same as
    a page of its own, without outside parts.

    Args:
      record: a whole record, such as "renju; 0 h8; 0 i9", or with `of_seat` a seat's record.
      viewers: seats, or kvintet.SPECTATOR. Left out: seat 0 where nothing is hidden, otherwise both
        seats side by side.
      of_seat: the seat whose record it is. The page then holds what that seat knows, and nothing
        else.
      colour_blind: draws green as white.

    Raises:
      ValueError: naming the event that is wrong, or for a viewer that does not exist.
    """

    def __init__(
        self,
        record: str,
        viewers: Sequence[int] | None = None,
        *,
        of_seat: int | None = None,
        colour_blind: bool = False,
    ) -> None:
        text, *self.events = [part.strip() for part in record.strip().split(";")]
        self.game = Game(text)
        self._colour_blind = colour_blind
        if of_seat is not None:
            if viewers not in (None, [of_seat], (of_seat,)):
                raise ValueError(f"viewers: wanted seat {of_seat} alone, found {viewers}")
            chosen: tuple[int, ...] = (of_seat,)
            views = self._views_of_seat(of_seat)
        else:
            chosen = tuple(() if viewers is None else viewers)
            chosen = chosen or ((0, 1) if self.game.secrets else (0,))
            views = self._views(chosen)
        if not set(chosen) <= set(_VIEWERS):
            raise ValueError(f"viewers: wanted 0, 1 and kvintet.SPECTATOR, found {chosen}")
        self.viewers = chosen
        self.scenes: list[list[Scene]] = [
            [cast(Scene, view.scene()) for view in step] for step in views
        ]
        """After each number of events, from none on: a drawing for each viewer."""

    def _views(self, viewers: tuple[int, ...]) -> Iterator[list[View]]:
        self.game.replay("; ".join([self.game.text, *self.events]))  # raises for a wrong event
        play = self.game.start()
        yield [play.view(viewer) for viewer in viewers]
        for event in self.events:
            actor, _, move = event.partition(" ")
            play.apply_move(CHANCE if actor == "chance" else int(actor), move)
            yield [play.view(viewer) for viewer in viewers]

    def _views_of_seat(self, seat: int) -> Iterator[list[View]]:
        yield [self.game.view_of_record(seat, self.game.text)]
        for count in range(1, len(self.events) + 1):
            *before, event = self.events[:count]
            yield [self._view_after(seat, [self.game.text, *before], event)]

    def _view_after(self, seat: int, before: list[str], event: str) -> View:
        try:
            return self.game.view_of_record(seat, "; ".join([*before, event]))
        except ValueError as error:
            # Where both choose at once, the record has a choice that was revealed one event later.
            hidden = f"{event.partition(' ')[0]} ?"
            try:
                return self.game.view_of_record(seat, "; ".join([*before, hidden]))
            except ValueError:
                raise error from None

    @property
    def html(self) -> str:
        """The page."""
        figures = [
            f'<figure><svg font-family="sans-serif"></svg><figcaption>'
            f"<b>{_VIEWERS[viewer]}</b> <span></span></figcaption></figure>"
            for viewer in self.viewers
        ]
        listed = [
            f"<li><button>{number}. {escape(event)}</button></li>"
            for number, event in enumerate(self.events, 1)
        ]
        buttons = {"first": "|&lt;", "back": "&lt;", "on": "&gt;", "last": "&gt;|"}
        nav = "".join(f'<button value="{way}">{text}</button>' for way, text in buttons.items())
        return (
            f'<!DOCTYPE html><html lang="en"><meta charset="utf-8">'
            f"<title>{escape(self.game.title)}</title><style>{_STYLE}</style>"
            f'<nav>{nav}<input type="range" min="0" max="{len(self.events)}" aria-label="step">'
            f'<output></output></nav><div id="boards">{"".join(figures)}</div>'
            f"<ol>{''.join(listed)}</ol>"
            f'<script id="game" type="application/json">{self._data()}</script>'
            f"<script>{_SCRIPT}</script></html>"
        )

    def _data(self) -> str:
        """The drawings for the script; each shape stands once, since most stay for many steps."""
        numbers: dict[str, int] = {}
        steps: list[list[Any]] = []
        for scenes in self.scenes:
            pictures: list[Any] = []
            for scene in scenes:
                shapes = elements(scene, colour_blind=self._colour_blind)
                places = [numbers.setdefault(shape, len(numbers)) for shape in shapes]
                pictures.append([view_box(scene), scene["caption"], places])
            steps.append(pictures)
        text = json.dumps({"shapes": list(numbers), "steps": steps})
        # The end tag of a script must not occur in it.
        return text.replace("</", "<\\/")

    def _repr_html_(self) -> str:
        """For notebooks: the page in a frame of its own."""
        return (
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" width="100%" '
            f'height="{_HEIGHT}" style="border:0"></iframe>'
        )
