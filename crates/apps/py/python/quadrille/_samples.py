"""Training data by many machines: positions of self-play, or given ones, with a search's move and value.

A sample is a line of JSON: `game` (its number), `fen`, `move` and its number `action`, `value` (the chance to win that the
search sees) and `result` (1, 0 or -1), both for the side to move.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ._pool import Pool, Progress
from ._quadrille import Board, Player, State

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int32]

Path_ = Union[str, "os.PathLike[str]"]


def _judged(board: Board, player: Player, limits: dict[str, Any]) -> dict[str, Any]:
    """A position with what a search says of it."""
    report = board.search(player, **limits)
    assert report.best is not None
    fen = board.fen()
    action = State(board.game, board.rules, fen).string_to_action(report.best.text)
    chance = None if report.value is None else round(report.value.chance, 4)
    return {"fen": fen, "move": report.best.text, "action": action, "value": chance}


def _self_played(game: str, number: int, options: dict[str, Any]) -> list[dict[str, Any]]:
    """One task: a game that depends on its number and nothing else."""
    rng = random.Random(f"{options['seed']} {number}")
    board = Board(game, options["rules"])
    for _ in range(options["random_plies"]):
        if moves := board.legal_moves:
            board.push(rng.choice(moves))
    player = board.player(options["player"], seed=rng.randrange(1 << 31)) if options["seeded"] else board.player(options["player"])
    rows: list[dict[str, Any]] = []
    turns: list[bool] = []
    while not board.is_game_over() and len(rows) < options["max_plies"]:
        row = _judged(board, player, options["limits"])
        rows.append({"game": number, **row})
        turns.append(board.turn)
        board.push(row["move"])
    outcome = board.outcome()
    winner = None if outcome is None else outcome.winner
    for row, turn in zip(rows, turns):
        row["result"] = 0 if winner is None else 1 if winner == turn else -1
    return rows


def _labelled(game: str, first: int, positions: Sequence[str], options: dict[str, Any]) -> list[dict[str, Any]]:
    """One task: some positions, each judged by a player without memory of the others."""
    rows = []
    for number, fen in enumerate(positions, first):
        board = Board(game, options["rules"], fen)
        if not board.is_game_over():
            rows.append({"game": number, **_judged(board, board.player(options["player"]), options["limits"])})
    return rows


def self_play(
    game: str,
    games: int,
    out: Path_,
    *,
    player: str | None = None,
    rules: str = "",
    seed: int = 1,
    random_plies: int = 8,
    max_plies: int = 1000,
    workers: int | None = None,
    address: str | None = None,
    on_progress: Progress = None,
    **limits: Any,
) -> int:
    """Writes the positions of games that a player (by default the game's best) plays against itself; how many there are.

    Every game begins with some random moves and depends only on `seed` and its number. `limits` are those of a search:
    depth, nodes, playouts, time. A run that was killed goes on with the games that are there.
    """
    player = player or _best(game, rules)
    seeded = any(option.name == "seed" for option in Board(game, rules).player(player).options())
    options = {
        "player": player, "rules": rules, "seed": seed, "random_plies": random_plies, "max_plies": max_plies,
        "limits": limits, "seeded": seeded,
    }  # fmt: skip
    done = _complete(Path(out))
    calls = ((game, number, options) for number in range(done, games))
    return _write(Pool(workers, address).run(_self_played, calls), out, games - done, on_progress)


def label(
    game: str,
    positions: Iterable[str],
    out: Path_,
    *,
    player: str | None = None,
    rules: str = "",
    positions_per_task: int = 16,
    workers: int | None = None,
    address: str | None = None,
    on_progress: Progress = None,
    **limits: Any,
) -> int:
    """Writes what a search says of each position (finished games are left out); how many samples there are."""
    options = {"player": player or _best(game, rules), "rules": rules, "limits": limits}
    texts = list(positions)
    calls = [
        (game, first, texts[first : first + positions_per_task], options)
        for first in range(0, len(texts), max(1, positions_per_task))
    ]
    Path(out).unlink(missing_ok=True)
    return _write(Pool(workers, address).run(_labelled, calls), out, len(calls), on_progress)


def _best(game: str, rules: str) -> str:
    """The best player of a game, as `search` without a name takes it."""
    text = repr(Board(game, rules).player())
    return text[text.index('"') + 1 : text.rindex('"')]


def _complete(out: Path) -> int:
    """How many games of a run that was killed are whole; what follows them is cut off."""
    if not out.exists():
        return 0
    lines = out.read_bytes().splitlines(keepends=True)
    whole = [line for line in lines if line.endswith(b"\n")]
    last = json.loads(whole[-1])["game"] if whole else 0
    kept = [line for line in whole if json.loads(line)["game"] < last]
    out.write_bytes(b"".join(kept))
    return int(last)


def _write(results: Iterator[tuple[int, list[dict[str, Any]]]], out: Path_, tasks: int, on_progress: Progress) -> int:
    """Writes the samples of all tasks in order of their numbers."""
    early: dict[int, list[dict[str, Any]]] = {}
    following = 0
    with Path(out).open("a", encoding="utf-8") as lines:
        for done, (number, rows) in enumerate(results, 1):
            early[number] = rows
            while following in early:
                lines.writelines(json.dumps(row) + "\n" for row in early.pop(following))
                following += 1
            lines.flush()
            if on_progress is not None:
                on_progress(done, tasks)
    with Path(out).open(encoding="utf-8") as written:
        return sum(1 for _ in written)


@dataclass
class Samples:
    """Samples as arrays: planes (n, planes, rows, columns), the moves' actions, values from -1 to 1, results."""

    planes: Floats
    actions: Ints
    values: Floats
    results: Floats

    def __len__(self) -> int:
        return len(self.actions)


def samples(game: str, path: Path_, *, rules: str = "") -> Samples:
    """Reads a file of `self_play` or `label` into arrays; a value or result that is not known is 0."""
    import numpy as np

    with Path(path).open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    shape = State(game, rules).observation_tensor_shape()
    planes = np.zeros((len(rows), *shape), np.float32)
    for plane, row in zip(planes, rows):
        plane[...] = State(game, rules, row["fen"]).observation_tensor()
    values = [0.0 if row["value"] is None else 2 * row["value"] - 1 for row in rows]
    results = [row.get("result", 0) for row in rows]
    return Samples(planes, np.array([row["action"] for row in rows], np.int32), np.array(values, np.float32), np.array(results, np.float32))
