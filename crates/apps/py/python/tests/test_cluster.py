"""The same work in parts: the results of one machine. Threads only; `cluster_by_ray.py` tries a cluster."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quadrille
from quadrille import QuadrilleError, cluster

PLAYERS = ["uct,playouts=30", "uct,playouts=10", "random"]


def games(path: Path, count: int) -> Path:
    """Short Go games, one a line: two letters a move."""
    letters = "abcdefghijklmnopqrs"
    lines = []
    for number in range(count):
        cells = [(7 * k + 5 * number + k * k) % 361 for k in range(40)]
        moves = "".join(letters[cell % 19] + letters[cell // 19] for cell in dict.fromkeys(cells))
        lines.append(f"?\t{moves}")
    path.write_text("\n".join(lines) + "\n")
    return path


def test_shards_add_up_to_the_bytes_of_one_machine(tmp_path: Path) -> None:
    corpus = games(tmp_path / "games.txt", 60)
    counted = quadrille.learn([corpus], tmp_path / "whole", zooms=4)
    assert counted.games > 10 and counted.patterns > 100
    told: list[tuple[int, int]] = []
    cluster.learn([corpus], tmp_path / "sum", shards=5, fan_in=2, workers=2, zooms=4, on_progress=lambda *n: told.append(n))
    assert (tmp_path / "sum").read_bytes() == (tmp_path / "whole").read_bytes()
    assert sorted(told)[-1] == (5, 5)


def test_a_learning_goes_on_with_the_parts_that_are_there(tmp_path: Path) -> None:
    corpus = games(tmp_path / "games.txt", 30)
    for _ in range(2):
        cluster.learn([corpus], tmp_path / "sum", shards=3, folder=tmp_path / "parts", workers=1, zooms=3)
    quadrille.learn([corpus], tmp_path / "whole", zooms=3)
    assert (tmp_path / "sum").read_bytes() == (tmp_path / "whole").read_bytes()


def signature(standings: quadrille.Standings) -> list[Any]:
    return [(g.number, g.black, g.white, g.opening, g.moves, g.winner) for g in standings.games]


def test_a_match_in_tasks_plays_the_same_games(tmp_path: Path) -> None:
    options: dict[str, Any] = {"rules": "5x5", "seed": 3}
    whole = quadrille.match("breakthrough", PLAYERS, games=12, **options)
    log = tmp_path / "log"
    parts = cluster.match("breakthrough", PLAYERS, 12, workers=2, games_per_task=5, log=log, **options)
    assert signature(parts) == signature(whole)
    lines = log.read_text().splitlines()
    assert len(lines) == 12
    log.write_text("\n".join(lines[:7]) + "\n" + lines[8][:20])
    assert signature(cluster.match("breakthrough", PLAYERS, 12, log=log, **options)) == signature(whole)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(QuadrilleError):
        cluster.match("breakthrough", ["magic", "uct"], 4)
    with pytest.raises(QuadrilleError, match="shard"):
        quadrille.learn([], "x", shard=3, shards=2)


def test_a_proof_by_jobs_is_right_and_goes_on(tmp_path: Path) -> None:
    position = "XOOOO---XOOO----XOOOO---XOOXO-O-XXXXXOO-OXOOOOO-OXXXOOOOOX-XXXX- X"
    board = quadrille.Board("othello", fen=position)
    margin = board.solve().margin
    assert margin == 28.0
    log = tmp_path / "log"
    won = cluster.prove(board, nodes=3000, memory=16, workers=2, margin=margin - 1, log=log)
    assert won.proved and won.best == "h4" and won.tasks > 1
    lines = log.read_text().splitlines()
    log.write_text("\n".join(lines[:5]) + "\n" + lines[5][:20])
    again = cluster.prove(board, nodes=3000, memory=16, workers=1, margin=margin - 1, log=log)
    assert again.proved and again.best == "h4" and again.tasks < won.tasks
    assert cluster.prove(board, nodes=3000, memory=16, workers=2, margin=margin).proved is False
    assert cluster.prove(board, nodes=3000, memory=16, workers=1, margin=margin, most_tasks=3).proved is None
    small = quadrille.Board("breakthrough", "5x3")
    result = small.solve(memory=16).result
    assert cluster.prove(small, nodes=1000, memory=16, workers=2).proved is (result == "first")
    with pytest.raises(QuadrilleError, match="chess"):
        cluster.prove(quadrille.Board("chess"))


@pytest.mark.parametrize(("game", "options"), [("othello", {"depth": 2}), ("chess", {"nodes": 200}), ("go", {"playouts": 10, "rules": "5"})])
def test_training_data_is_the_same_in_parts(tmp_path: Path, game: str, options: dict[str, Any]) -> None:
    np = pytest.importorskip("numpy")
    player = "uct" if game == "go" else "alphabeta"
    options = {"player": player, "max_plies": 30, **options}
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    count = cluster.self_play(game, 3, whole, workers=1, **options)
    text = whole.read_text()
    assert count == len(text.splitlines()) > 30
    parts.write_text(text[: len(text) * 2 // 3])  # As a run leaves it that was killed.
    assert cluster.self_play(game, 3, parts, workers=2, **options) == count
    assert parts.read_text() == text
    read = cluster.samples(game, whole, rules=options.get("rules", ""))
    assert len(read) == count and read.planes.shape[0] == count and np.abs(read.values).max() <= 1
    fens = [line["fen"] for line in map(json.loads, text.splitlines())][:20]
    limits = {name: value for name, value in options.items() if name != "max_plies"}
    for workers in (1, 2):
        assert cluster.label(game, fens, parts, workers=workers, positions_per_task=3, **limits) == 20
        labelled = [json.loads(line) for line in parts.read_text().splitlines()]
        assert [line["fen"] for line in labelled] == fens
