"""The same work on many machines: counting patterns, matches and tournaments, training data, proofs, as tasks.

Without an address the tasks run on threads of this machine and nothing has to be installed. With one (`address="auto"`)
they run on a Ray cluster (`pip install quadrille-games[cluster]`), whose nodes may die and join: a task that was lost runs
again. Every task is named by its number alone, so the results are those of one machine.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Union

from ._pool import Pool, Progress
from ._proof import Proof, prove
from ._quadrille import GameResult, QuadrilleError, Standings, match_game, standings
from ._quadrille import learn as _learn
from ._quadrille import merge as _merge
from ._samples import Samples, label, samples, self_play

__all__ = ["Pool", "Proof", "Samples", "label", "learn", "match", "prove", "samples", "self_play"]

Path_ = Union[str, "os.PathLike[str]"]


def _played(game: str, players: Sequence[str], numbers: Sequence[int], options: dict[str, Any]) -> list[str]:
    """One task of a match: some games by number, as lines of its log."""
    return [match_game(game, players, number, **options).to_json() for number in numbers]


def match(
    game: str,
    players: Sequence[str],
    games: int,
    *,
    workers: int | None = None,
    address: str | None = None,
    games_per_task: int = 1,
    log: Path_ | None = None,
    on_progress: Progress = None,
    **options: Any,
) -> Standings:
    """A match of two players or a tournament of more, its games as tasks. With `log`, a match that was killed goes on.

    `options` are those of `quadrille.match` about what is played: rules, seed, time, depth, nodes, playouts, plies, gauntlet.
    A task should take at least a second: raise `games_per_task` for short games.
    """
    found: dict[int, GameResult] = {}
    path = Path(log) if log is not None else None
    if path is not None and path.exists():
        for line in path.read_text().splitlines():
            try:
                result = GameResult.from_json(line)
            except QuadrilleError:
                continue  # The last line of a match that was killed may be torn.
            if result.number < games:
                found[result.number] = result
    missing = [number for number in range(games) if number not in found]
    calls = [
        (game, list(players), missing[first : first + games_per_task], options)
        for first in range(0, len(missing), max(1, games_per_task))
    ]
    standings(game, players, list(found.values()), **options)  # What cannot be played is refused before any task starts.
    with path.open("a") if path is not None else _nowhere() as lines:
        for _, played in Pool(workers, address).run(_played, calls):
            for line in played:
                result = GameResult.from_json(line)
                if result.number not in found:
                    found[result.number] = result
                    lines.write(line + "\n")
            lines.flush()
            if on_progress is not None:
                on_progress(len(found), games)
    return standings(game, players, list(found.values()), **options)


def _nowhere() -> Any:
    return open(os.devnull, "w")


def _counted(paths: list[str], out: str, options: dict[str, Any]) -> str:
    """One task of a learning: a shard in a file of its own, whole or not there at all."""
    if not Path(out).exists():
        part = f"{out}.{os.getpid()}"
        _learn(paths, part, **options)
        os.replace(part, out)
    return out


def _merged(parts: list[str], out: str) -> str:
    if not Path(out).exists():
        part = f"{out}.{os.getpid()}"
        _merge(parts, part)
        os.replace(part, out)
    return out


def learn(
    paths: Sequence[Path_],
    out: Path_,
    *,
    shards: int | None = None,
    fan_in: int = 8,
    folder: Path_ | None = None,
    workers: int | None = None,
    address: str | None = None,
    on_progress: Progress = None,
    **options: Any,
) -> None:
    """Counts the patterns of Go games in shards and adds the tables up in a tree: the bytes of `quadrille.learn` alone.

    `folder` holds the parts, and must be one that all nodes see; with a folder of your own, a learning that was killed goes
    on with the parts that are there. `options` are zooms, symmetries, black_only, memory.
    """
    pool = Pool(workers, address)
    shards = shards or pool.workers
    own = folder is None
    place = Path(tempfile.mkdtemp(prefix="quadrille-")) if folder is None else Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    texts = [os.path.abspath(path) for path in paths]
    try:
        calls: list[tuple[Any, ...]] = [
            (texts, str(place / f"shard-{shard}-of-{shards}"), {**options, "shard": shard, "shards": shards})
            for shard in range(shards)
        ]
        parts = _all(pool, _counted, calls, on_progress)
        level = 0
        while len(parts) > 1:
            level += 1
            groups = [parts[first : first + fan_in] for first in range(0, len(parts), max(2, fan_in))]
            calls = [(group, str(place / f"level-{level}-{number}-of-{shards}")) for number, group in enumerate(groups)]
            parts = _all(pool, _merged, calls, None)
        shutil.copyfile(parts[0], out)
    finally:
        if own:
            shutil.rmtree(place, ignore_errors=True)


def _all(pool: Pool, task: Callable[..., Any], calls: list[tuple[Any, ...]], on_progress: Progress) -> list[str]:
    results: dict[int, str] = {}
    for number, result in pool.run(task, calls):
        results[number] = result
        if on_progress is not None:
            on_progress(len(results), len(calls))
    return [results[number] for number in range(len(calls))]
