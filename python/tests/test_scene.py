"""Pictures of positions, the stepper of a record, and what neither may show."""

import json
import re
import shutil
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any, cast

import pytest

import kvintet
from kvintet.scene import PAINTS, Scene, elements, figure, svg
from kvintet.stepper import Stepper

from play import GAMES, play_randomly

ROOT = Path(__file__).resolve().parents[2]
# The parts of the program's pages that draw scenes.
PAINT_HEADER = ROOT / "envs" / "drawing" / "paint.h"


def svg_in(html: str) -> ElementTree.Element:
    found = re.search(r"<svg.*</svg>", html, re.S)
    assert found is not None
    return ElementTree.fromstring(found[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_shape_on_the_board_is_drawn(name: str) -> None:
    play = play_randomly(kvintet.Game(name), 2, 12)
    for seat in (0, 1, kvintet.SPECTATOR):
        scene = play.view(seat).scene()
        drawn = svg_in(svg(scene))
        tags = [child.tag.rpartition("}")[2] for child in drawn]
        kinds = {"polygon": "polygon", "disc": "circle", "label": "text"}
        wanted = [kinds[s["kind"]] for s in scene["shapes"] if s["kind"] in kinds]
        assert tags == ["title", *wanted]
        assert drawn[0].text == scene["caption"]


def test_the_picture_is_that_of_the_programs_pages(program: str, tmp_path: Path) -> None:
    """`kvintet show --html` draws the same elements, up to the order of attributes."""
    play = play_randomly(kvintet.Game("punct"), 4, 20)
    page = tmp_path / "page.html"
    command = [program, "show", play.record(), "--html", str(page), "--seat", "0"]
    subprocess.run(command, check=True, capture_output=True)
    theirs = svg_in(page.read_text().split("<script")[0])
    ours = svg_in(svg(play.view(0).scene()))

    def shown(element: ElementTree.Element) -> Any:
        numbers = element.attrib.pop("points", "").replace(",", " ").split()
        text = {k: v for k, v in element.attrib.items() if not re.fullmatch(r"[-\d.e]+", v)}
        values = {k: float(v) for k, v in element.attrib.items() if re.fullmatch(r"[-\d.e]+", v)}
        tag = element.tag.rpartition("}")[2]
        return tag, element.text, text, values, [float(number) for number in numbers]

    drawn = [shown(element) for element in ours if not element.tag.endswith("title")]
    for mine, other in zip(drawn, map(shown, theirs), strict=True):
        assert mine[:3] == other[:3]
        assert mine[3] == pytest.approx(other[3], abs=1e-3)
        assert mine[4] == pytest.approx(other[4], abs=1e-3)


def test_paints_are_those_of_the_programs_pages() -> None:
    found = re.findall(r"case Paint::k(\w+):\s+return 0x(\w+);", PAINT_HEADER.read_text())
    assert {name.lower(): f"#{rgb}" for name, rgb in found} == PAINTS


def test_green_is_white_for_the_colour_blind() -> None:
    scene: Scene = {
        "bounds": (0, 0, 1, 1),
        "caption": "<b>&",
        "shapes": [
            {
                "kind": "disc",
                "fill": "colour2",
                "stroke": "none",
                "points": [0, 0, 0.4],
                "text": "",
                "action": None,
            },
            {
                "kind": "button",
                "fill": "none",
                "stroke": "none",
                "points": [],
                "text": "</figure>",
                "action": 3,
            },
        ],
    }
    assert PAINTS["colour2"] in svg(scene) and PAINTS["second"] not in svg(scene)
    assert PAINTS["second"] in svg(scene, colour_blind=True)
    assert len(elements(scene)) == 1
    assert "&lt;b&gt;&amp;" in figure(scene) and "&lt;/figure&gt;" in figure(scene)


def test_notebooks_draw_what_a_seat_knows() -> None:
    play = play_randomly(kvintet.Game("tantrix"), 3, 30)
    views = [cast(Any, play.view(seat))._repr_html_() for seat in (0, 1, 2)]
    assert len(set(views)) == 3
    assert cast(Any, play)._repr_html_() == views[kvintet.SPECTATOR]


@pytest.mark.parametrize("name", GAMES)
def test_a_stepper_has_every_event(name: str) -> None:
    play = play_randomly(kvintet.Game(name), 6, 15)
    stepper = Stepper(play.record())
    assert "; ".join([stepper.game.text, *stepper.events]) == play.record()
    assert len(stepper.scenes) == len(stepper.events) + 1
    assert stepper.viewers == ((0, 1) if play.game.secrets else (0,))
    last = [play.view(viewer).scene() for viewer in stepper.viewers]
    assert stepper.scenes[-1] == last
    data = json.loads(stepper.html.partition('json">')[2].partition("</script>")[0])
    _, caption, shapes = data["steps"][-1][0]
    assert caption == last[0]["caption"]
    assert [data["shapes"][number] for number in shapes] == elements(last[0])


@pytest.mark.parametrize("name", ["tantrix", "kuhn", "kontranto", "leduc", "goofspiel"])
def test_a_seats_stepper_holds_what_the_seat_knows(name: str) -> None:
    play = play_randomly(kvintet.Game(name), 8, 5)
    for seat in (0, 1):
        stepper = Stepper(play.seat_record(seat), of_seat=seat)
        assert stepper.scenes[-1] == [play.view(seat).scene()]
    with pytest.raises(ValueError, match="wanted seat 0 alone"):
        Stepper(play.seat_record(0), [0, 1], of_seat=0)


def test_wrong_records_are_refused() -> None:
    for event, text in [
        ("1 z99", r"event 2 \(1 z99\): 'z99' is not one of the 224 legal moves"),
        ("0 h9", r"event 2 \(0 h9\): the seat need not act now"),
        ("+1 h9", r"event 2: an event is '0 MOVE', '1 MOVE' or 'chance OUTCOME', not '\+1 h9'"),
        ("", "event 2: an event is"),
    ]:
        with pytest.raises(ValueError, match=text):
            Stepper(f"renju{{opening=free}}; 0 h8; {event}")
    with pytest.raises(ValueError, match="event 1: an event is"):
        Stepper("kuhn; 2 deal J")
    with pytest.raises(ValueError, match=r"wanted 0, 1 and kvintet\.SPECTATOR"):
        Stepper("renju", [5])
    with pytest.raises(ValueError, match="go"):
        Stepper("go; 0 a1")


def test_a_notebook_gets_a_frame() -> None:
    shown = Stepper("tic_tac_toe; 0 a1; 1 b2")._repr_html_()
    assert shown.startswith("<iframe srcdoc=") and 'sandbox="allow-scripts"' in shown


@pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed")
def test_the_script_is_a_program() -> None:
    script = Stepper("tic_tac_toe; 0 a1").html.rpartition("<script>")[2].partition("</script>")[0]
    command = ["node", "--check", "-"]
    subprocess.run(command, input=script, text=True, check=True, capture_output=True)
