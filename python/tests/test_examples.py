"""The examples and the notebooks run as they stand, in a short form."""

import importlib.util
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

import kvintet
from kvintet import client, models

from play import play_randomly, scores
from service import SECONDS, Service

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples" / "python"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def run(capsys: pytest.CaptureFixture[str], name: str, *arguments: str) -> list[str]:
    """Runs an example, and returns the lines that it prints."""
    before, sys.argv = sys.argv, [name, *arguments]
    try:
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    finally:
        sys.argv = before
    return capsys.readouterr().out.splitlines()


def share_in(line: str) -> float:
    """The percentage in a line."""
    found = re.search(r"([\d.]+)%", line)
    assert found is not None, line
    return float(found[1]) / 100


def need(*packages: str) -> None:
    for package in packages:
        if importlib.util.find_spec(package) is None:
            pytest.skip(f"{package} is not installed")


def test_random_games_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "random_games.py")
    assert any(line.startswith("renju ") and "games of" in line for line in lines)


def test_learning_by_self_play_learns(capsys: pytest.CaptureFixture[str]) -> None:
    lines = "\n".join(run(capsys, "learn_by_self_play.py"))
    known = re.findall(r"^round \d: \d+ rows, (\d+)% of the search", lines, re.M)
    assert len(known) == 5
    assert int(known[-1]) > 2 * int(known[0])


def test_ppo_learns_and_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    need("torch")
    arguments = ["--updates", "1", "--envs", "2", "--games", "2", "--longest", "10"]
    lines = run(capsys, "ppo_self_play.py", *arguments)
    assert [line.split()[-1] for line in lines] == ["random", "greedy"]


@pytest.mark.long
def test_ppo_reaches_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    need("torch")
    lines = run(capsys, "ppo_self_play.py")
    found = {line.split()[-1]: float(line.split()[3]) for line in lines}  # the last of each
    print(found)
    first = {line.split()[-1]: float(line.split()[3]) for line in reversed(lines)}
    assert found["random"] > 0.9
    assert found["greedy"] > max(-0.7, first["greedy"])


def test_masked_ppo_learns_and_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    need("torch", "sb3_contrib")
    arguments = ["--steps", "64", "--rollout", "8", "--games", "1", "--opponent", "random"]
    (line,) = run(capsys, "masked_ppo.py", *arguments)
    assert re.fullmatch(r"against random: [-+]\d\.\d\d before, [-+]\d\.\d\d after", line)


@pytest.mark.long
def test_masked_ppo_reaches_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    need("torch", "sb3_contrib")
    (line,) = run(capsys, "masked_ppo.py")
    before, after = (float(found) for found in re.findall(r"[-+]\d\.\d\d", line))
    print(line)
    assert after > 0.8 > before


def test_cfr_becomes_less_exploitable(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "cfr.py", "kuhn", "--iterations", "100")
    found = [float(re.findall(r"\d\.\d{4}", line)[0]) for line in lines]
    assert found[0] > 0.2 and found[-1] < 0.01
    assert abs(float(lines[-1].split()[-1]) + 1 / 18 / 2) < 0.002


def test_alphazero_learns_and_is_judged(capsys: pytest.CaptureFixture[str]) -> None:
    need("torch")
    arguments = ["--rounds", "1", "--games", "1", "--simulations", "8", "--positions", "40"]
    lines = run(capsys, "alphazero.py", *arguments)
    assert [line.partition(":")[0] for line in lines] == ["random play", "round 0", "round 1"]
    # A network that has learnt from one game may miss every move.
    assert 0 < share_in(lines[0]) < 1
    assert all(0 <= share_in(line) < 1 for line in lines[1:])


@pytest.mark.long
def test_alphazero_reaches_its_score(capsys: pytest.CaptureFixture[str]) -> None:
    need("torch")
    shares = [share_in(line) for line in run(capsys, "alphazero.py")]
    print(shares[0], shares[1], shares[-1])
    assert shares[-1] > max(shares[:2]) + 0.1


def service_answers_as(network: Any, path: Path, program: str, matches: Path) -> int:
    """Asserts that the service says of positions what the network says; returns their number.

    The network is the one that was trained, and the model file is all that the service has of it.
    """
    import torch

    model = models.read(path)
    game = kvintet.Game(model.game)
    plays = [play_randomly(game, seed, plies=seed % 30) for seed in range(60)]
    plays = [play for play in plays if not play.ended]
    service = Service(program, matches, models=path.parent)
    try:
        with client.Client(service.address, timeout=SECONDS) as asks:
            told = asks.evaluate([play.record() for play in plays])
    finally:
        service.kill()
    for play, said in zip(plays, told, strict=True):
        view = play.view(said.seat)
        planes, numbers = (torch.from_numpy(array)[None] for array in model.shape.observe(view))
        with torch.no_grad():
            outputs = network(planes, numbers)
        assert (said.win, said.draw, said.loss) == pytest.approx(
            outputs.wdl[0].softmax(0).tolist(), abs=1e-4
        )
        legal = view.legal_actions()
        indices = torch.from_numpy(view.policy_indices(legal)).long()
        expected = outputs.policy[0, indices].softmax(0).tolist()
        names = [view.action_name(int(action)) for action in legal]
        shares = {each.action: each.probability for each in said.policy}
        assert shares == pytest.approx(dict(zip(names, expected, strict=True)), abs=1e-4)
    return len(plays)


def train_and_serve(minutes: float, games: int, program: str, folder: Path) -> Path:
    """Trains a model from Python alone, and asserts that the service answers as its network."""
    need("torch")
    train = runpy.run_path(str(EXAMPLES / "train_a_model.py"))["train"]
    network, model = train("connect_four", minutes, games)
    path = folder / "models" / "mine.model"
    path.parent.mkdir()
    models.write(path, model)
    assert service_answers_as(network, path, program, folder / "matches") > 40
    return path


def test_the_service_answers_as_a_network_that_python_trained(program: str, tmp_path: Path) -> None:
    train_and_serve(0.0, 8, program, tmp_path)


@pytest.mark.long
def test_five_minutes_of_training_from_python(program: str, tmp_path: Path) -> None:
    path = train_and_serve(5.0, 64, program, tmp_path)
    returns = scores("connect_four", f"model:{path}?variety=0", 200)
    print(f"random play against its first actions: {sum(returns) / len(returns):+.3f}")
    assert sum(returns) / len(returns) < -0.6


def test_a_tournament_has_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    lines = run(capsys, "tournament.py", "--pairs", "1")
    assert lines[1].startswith("greedy") and len(lines) == 4


def test_levels_of_a_service_play_in_the_tournament(
    program: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    service = Service(program, tmp_path / "matches")
    try:
        arguments = ["--pairs", "1", "--service", service.address, "--levels", "1"]
        lines = run(capsys, "tournament.py", *arguments)
    finally:
        service.kill()
    points = {line[:8].strip(): float(line[8:].split()[0]) for line in lines[1:]}
    assert next(iter(points)) in ("level 1", "greedy") and len(points) == 4


def test_there_are_notebooks() -> None:
    assert len(NOTEBOOKS) == 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("nbclient", "ipykernel", "matplotlib")
    import nbclient
    import nbformat

    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    if "torch_network" in path.read_text():
        need("torch")
    assert all(not cell.get("outputs") for cell in notebook.cells), "outputs are not committed"
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    client = nbclient.NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(EXAMPLES)}}
    )
    client.execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert any("text/html" in output.get("data", {}) for output in shown) or any(
        "image/png" in output.get("data", {}) for output in shown
    )
