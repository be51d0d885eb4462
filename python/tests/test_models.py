"""Models: our files read and written, and networks of PyTorch that answer as the program does."""

import importlib.util
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import kvintet
from kvintet import models

from play import needs_torch, play_randomly

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("models/*.model"), *ROOT.glob("models/reference/*.model")])
# One network of each size and body that ships; the program takes a second to answer.
SHIPPED = [ROOT / "models" / f"{name}.model" for name in ("kontranto", "punct", "renju", "tantrix")]
SMALL = models.Size(blocks=2, channels=32, value_hidden=16, policy_channels=8)


class Answer(NamedTuple):
    """What a network was shown, and what it said of the legal actions."""

    planes: NDArray[np.uint8]
    globals: NDArray[np.float32]
    indices: list[int]
    logits: NDArray[np.float64]
    wdl: NDArray[np.float64]


@cache
def ask_program(program: str, path: Path, view: kvintet.View, record: str) -> Answer:
    command = [program, "evaluate", str(path), "--inputs", "--json", "--record", record]
    command += ["--seat", str(view.seat)]
    line = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    said = json.loads(line)
    return Answer(
        np.array(said["planes"], np.uint8).reshape(said["shape"]),
        np.array(said["globals"], np.float32),
        [action["index"] for action in said["actions"]],
        np.array([action["logit"] for action in said["actions"]]),
        np.array(said["wdl"]),
    )


def decisions(game: kvintet.Game, seed: int) -> Iterator[tuple[kvintet.View, str]]:
    """Views of seats that begin a move, at the start and later, with their seats' records."""
    for plies in (0, 17):
        play = play_randomly(game, seed, plies)
        for seat in play.actors:
            yield play.view(seat), play.seat_record(seat)


@pytest.fixture(scope="module")
def numpy_network(repository: Path) -> Callable[[Path], Any]:
    """The network of examples/read_model.py, which needs numpy alone."""
    path = repository / "examples" / "read_model.py"
    spec = importlib.util.spec_from_file_location("read_model", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    network: Callable[[Path], Any] = module.Network
    return network


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_written_again_is_the_same_file(path: Path, tmp_path: Path) -> None:
    model = models.read(path)
    name = models.write(tmp_path / "again.model", model)
    assert (tmp_path / "again.model").read_bytes() == path.read_bytes()
    assert models.read(path, name).game == model.game
    assert models.Size.parse(model.size.text) == model.size


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_what_a_network_sees_and_says_is_what_the_program_says(
    path: Path, program: str, numpy_network: Callable[[Path], Any]
) -> None:
    model = models.read(path)
    network = numpy_network(path)
    for view, record in decisions(kvintet.Game(model.game), seed=3):
        told = ask_program(program, path, view, record)
        planes, numbers = model.shape.observe(view)
        np.testing.assert_array_equal(planes, told.planes)
        np.testing.assert_allclose(numbers, told.globals, atol=1e-6)
        assert view.policy_indices(view.legal_actions()).tolist() == told.indices
        logits, wdl = network.forward(planes, numbers)
        np.testing.assert_allclose(logits[told.indices], told.logits, atol=1e-4)
        np.testing.assert_allclose(wdl, told.wdl, atol=1e-4)


@needs_torch
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_torch_network_says_what_the_program_says(path: Path, program: str) -> None:
    import torch

    model = models.read(path)
    network = models.torch_network(model).eval()
    for view, record in decisions(kvintet.Game(model.game), seed=3):
        told = ask_program(program, path, view, record)
        planes, numbers = (torch.from_dlpack(a)[None] for a in model.shape.observe(view))
        with torch.no_grad():
            outputs = network(planes, numbers)
        logits = np.from_dlpack(outputs.policy[0])
        np.testing.assert_allclose(logits[told.indices], told.logits, atol=1e-4)
        np.testing.assert_allclose(np.from_dlpack(outputs.wdl[0].softmax(0)), told.wdl, atol=1e-4)


@needs_torch
@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("kontranto", "residual"),
        ("renju", "squeeze{ratio=4}"),
        ("kuhn", "squeeze{ratio=8}"),
        ("tantrix", "residual"),
    ],
)
def test_a_network_trained_elsewhere_plays_in_the_program(
    name: str, body: str, program: str, tmp_path: Path
) -> None:
    import torch

    size = replace(SMALL, body=body)
    model = models.new_model(
        name, size, seed=1, derived_planes=name == "renju", slot_features=name == "tantrix"
    )
    network = models.torch_network(model)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    view, record = next(decisions(kvintet.Game(name), seed=5))
    planes, numbers = (torch.from_dlpack(a)[None] for a in model.shape.observe(view))
    for _ in range(3):
        optimizer.zero_grad()
        outputs = network(planes, numbers)
        (-outputs.wdl.log_softmax(1)[0, 0] + outputs.policy.square().mean()).backward()
        optimizer.step()
    path = tmp_path / "mine.model"
    models.write(path, models.with_network(model, network, {"trainer": "a test"}))
    with torch.no_grad():
        outputs = network(planes, numbers)
    told = ask_program(program, path, view, record)
    np.testing.assert_allclose(
        np.from_dlpack(outputs.policy[0])[told.indices], told.logits, atol=1e-4
    )
    np.testing.assert_allclose(np.from_dlpack(outputs.wdl[0].softmax(0)), told.wdl, atol=1e-4)
    assert models.read(path).provenance == {"trainer": "a test"}


def test_the_newest_model_of_a_learner(program: str, tmp_path: Path) -> None:
    config = ROOT / "configs" / "smoke.textproto"
    run = tmp_path / "run"
    command = [program, "train", "tic_tac_toe", "--config", str(config), "--games", "16"]
    command += ["--run", str(run)]
    subprocess.run(command, check=True, capture_output=True)
    published = models.read(run / "latest.model")
    newest = json.loads((run / "manifest.jsonl").read_text().splitlines()[-1])["learner"]
    found = models.read(run / "learner" / newest, newest)
    assert list(found.arrays) == list(published.arrays)
    for name, array in published.arrays.items():
        np.testing.assert_array_equal(found.arrays[name], array)


@pytest.mark.parametrize("name", kvintet.games())
@pytest.mark.parametrize("body", ["residual", "squeeze{ratio=8}"])
def test_a_new_model_has_the_layout_of_its_game(name: str, body: str, tmp_path: Path) -> None:
    model = models.new_model(name, replace(SMALL, body=body), seed=2)
    models.write(tmp_path / "new.model", model)
    again = models.read(tmp_path / "new.model")
    assert again.shape == model.shape and again.size == model.size
    assert all((again.arrays[key] == array).all() for key, array in model.arrays.items())
    other = models.new_model(name, replace(SMALL, body=body), seed=3)
    assert (other.arrays["stem.weight"] != model.arrays["stem.weight"]).any()


def test_models_are_equal_if_their_files_are() -> None:
    model = models.new_model("kuhn", SMALL)
    assert models.from_bytes(models.to_bytes(model)) == model
    bias = {**model.arrays, "value.bias": model.arrays["value.bias"] + 1}
    larger = models.new_model("kuhn", replace(SMALL, blocks=3))
    for other in (replace(model, arrays=bias), replace(model, provenance={"a": "b"}), larger, 7):
        assert model != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(model)


def test_a_new_model_is_served_as_it_is(program: str, tmp_path: Path) -> None:
    model = models.new_model("kontranto", SMALL)
    path = tmp_path / "new.model"
    models.write(path, model)
    view, record = next(decisions(kvintet.Game("kontranto"), seed=6))
    assert ask_program(program, path, view, record).wdl.sum() == pytest.approx(1)


@needs_torch
@pytest.mark.parametrize("body", ["residual", "squeeze{ratio=2}"])
def test_gradients_of_a_network_are_those_of_its_values(body: str) -> None:
    import torch

    size = models.Size(blocks=2, channels=4, policy_channels=4, value_hidden=4, body=body)
    network = models.torch_network(models.new_model("tic_tac_toe", size, seed=1)).double()
    draws = torch.Generator().manual_seed(1)
    planes = torch.rand(
        2, *kvintet.Game("tic_tac_toe").planes_shape, generator=draws, dtype=torch.float64
    )
    names, parameters = zip(*network.named_parameters(), strict=True)

    def said(planes: torch.Tensor, *parameters: torch.Tensor) -> tuple[torch.Tensor, ...]:
        state = dict(zip(names, parameters, strict=True))
        policy, wdl, features = torch.func.functional_call(network, state, (planes,))
        return policy, wdl, *(part for part in features if part is not None)

    inputs = (planes, *parameters)
    assert torch.autograd.gradcheck(said, [one.detach().requires_grad_() for one in inputs])


def test_impossible_networks_are_refused() -> None:
    with pytest.raises(ValueError, match="network channels must be within 1 to 4096, is 0"):
        models.Size(channels=0)
    with pytest.raises(ValueError, match="network body must be residual or squeeze"):
        models.Size(body="transformer")
    with pytest.raises(ValueError, match="policy must have a plane or a slot"):
        models.Shape(planes=1, height=1, width=1, globals=0, policy_planes=0, policy_slots=0)
    with pytest.raises(ValueError, match="are 3 of 2 slots"):
        models.Shape(
            planes=1,
            height=1,
            width=1,
            globals=5,
            policy_planes=0,
            policy_slots=2,
            featured_slots=2,
            slot_features=3,
        )
    with pytest.raises(ValueError, match=r'"planes=N height=N .*" wanted, found "planes=1"'):
        models.Shape.parse("planes=1")
    model = models.new_model("kuhn", SMALL)
    with pytest.raises(ValueError, match=r"tensor 0: wanted stem\.weight .* found policy"):
        replace(model, arrays=dict(reversed(model.arrays.items())))
    with pytest.raises(ValueError, match="cannot see renju"):
        model.shape.observe(kvintet.Game("renju").start().view(0))


def test_sizes_may_be_integers_of_numpy() -> None:
    integers: Any = {"blocks": np.int64(2), "channels": np.uint8(8)}
    size = models.Size(**integers)
    assert size == models.Size(blocks=2, channels=8) and type(size.blocks) is int
    for wrong in (2.0, np.float32(2), True, np.True_, "2"):
        with pytest.raises(ValueError, match="network blocks must be within 1 to 100, is "):
            models.Size(blocks=wrong)  # type: ignore[arg-type]


@needs_torch
def test_a_network_of_another_game_is_refused() -> None:
    small = models.Size(blocks=1, channels=8)
    model, other = (models.new_model(name, small) for name in ("kuhn", "tic_tac_toe"))
    with pytest.raises(ValueError, match=r"network: wanted one of planes=.*, for kuhn, found one"):
        models.with_network(model, models.torch_network(other))
    wider = models.torch_network(models.new_model("kuhn", SMALL))
    assert models.with_network(model, wider).size == SMALL


@pytest.mark.parametrize("said", [{"steps": 1000}, {"final": None}, {7: "7"}])
def test_what_is_no_text_is_not_written(said: Any, tmp_path: Path) -> None:
    """The program and this package refuse a file with such a provenance."""
    model = models.new_model("kuhn", SMALL)
    with pytest.raises(ValueError, match=r"provenance .*: wanted a text, found"):
        models.write(tmp_path / "mine.model", replace(model, provenance=said))
    golden: Any = ({"answer": 1},)
    with pytest.raises(ValueError, match=r"metadata: golden\.0: wanted a text, found"):
        models.write(tmp_path / "mine.model", replace(model, golden=golden))
    assert list(tmp_path.iterdir()) == []


def unsummed(data: bytearray) -> bytes:
    """The file without its checksum, as other programs write it."""
    found = re.search(rb',"sha256":"[0-9a-f]{64}"', data)
    assert found is not None
    return bytes(data.replace(found[0], b" " * len(found[0])))


def damaged() -> Iterator[tuple[str, str, Callable[[bytearray], bytes]]]:
    """Damage, what the error says of it, and a function that does it to a file's bytes."""
    yield "empty", "at least 8 bytes", lambda data: b""
    yield "cut", "wanted .* bytes|room for|header of", lambda data: bytes(data[:-4])
    yield "longer", "bytes of values", lambda data: bytes(data) + b"\0\0\0\0"
    yield "flipped", "match its sha256", lambda data: bytes(data[:-1]) + bytes([data[-1] ^ 1])
    yield "no JSON", "header: ", lambda data: bytes(data[:8]) + b"?" + bytes(data[9:])
    yield "half", "header: .*surrogates", lambda data: bytes(data.replace(b"kvinte", b"\\ud800", 1))
    yield "huge", "header of at most", lambda data: b"\xff" * 8 + bytes(data[8:])
    yield "type", "dtype F32", lambda data: bytes(data.replace(b'"F32"', b'"F64"', 1))
    yield "game", "has no game", lambda data: unsummed(data.replace(b'"game"', b'"lame"', 1))
    yield "twice", "occurs twice", lambda data: bytes(data.replace(b'"size"', b'"game"', 1))
    yield "size", "blocks=N", lambda data: unsummed(data.replace(b'"blocks=', b'"bricks=', 1))
    yield "format", "format kvintet-model-1", lambda data: unsummed(data.replace(b"-1", b"-7", 1))
    yield (
        "offsets",
        "data_offsets",
        lambda data: bytes(data.replace(b'"data_offsets":[0,', b'"data_offsets":[4,', 1)),
    )
    yield (
        "tensor",
        "tensor 0: wanted stem",
        lambda data: unsummed(data.replace(b"stem", b"mets", 1)),
    )
    yield "NaN", "not finite", lambda data: bytes(data[:-4]) + b"\0\0\xc0\x7f"


@pytest.mark.parametrize(("what", "message", "damage"), list(damaged()))
def test_damaged_files_are_refused(
    what: str, message: str, damage: Callable[[bytearray], bytes], tmp_path: Path
) -> None:
    path = tmp_path / "bad.model"
    data = damage(bytearray(models.to_bytes(models.new_model("kuhn", SMALL))))
    path.write_bytes(data)
    with pytest.raises(ValueError, match=message) as caught:
        models.read(path)
    assert str(caught.value).startswith(str(path)), what


def test_a_file_without_a_checksum_is_read(tmp_path: Path) -> None:
    model = models.new_model("kuhn", SMALL)
    (tmp_path / "other.model").write_bytes(unsummed(bytearray(models.to_bytes(model))))
    assert models.to_bytes(models.read(tmp_path / "other.model")) == models.to_bytes(model)


def test_a_file_of_another_name_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.model"
    name = models.write(path, models.new_model("kuhn", SMALL))
    assert models.read(path, name).game == "kuhn"
    with pytest.raises(ValueError, match=f"SHA-256 {'0' * 64} wanted, found {name}"):
        models.read(path, "0" * 64)


def test_a_failed_write_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.model"
    model = models.new_model("kuhn", SMALL)
    models.write(path, model)
    before = path.read_bytes()
    model.arrays["hidden.bias"][0] = np.nan
    with pytest.raises(ValueError, match=r"hidden\.bias: value 0 is not finite"):
        models.write(path, model)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]
