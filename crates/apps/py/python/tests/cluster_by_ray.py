"""A Ray cluster of two nodes on this machine, one of which is killed in the middle: `python cluster_by_ray.py FOLDER`.

Counts patterns in shards, plays a match of 200 games and proves a position; all must give what one process gives. At last
the same games are played by one worker and by two. On a busy machine the clock says little, so the share of time in which
the workers were at work is told too. Needs ray.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import quadrille
import ray
from quadrille import cluster
from ray.cluster_utils import Cluster
from test_cluster import games, signature

PLAYERS = ["uct,playouts=16000", "uct,playouts=8000"]
OPTIONS: dict[str, Any] = {"rules": "5x5", "seed": 3}


def kill_later(nodes: Cluster, node: Any, seconds: float) -> threading.Thread:
    """Kills a node without warning after a while."""

    def kill() -> None:
        time.sleep(seconds)
        nodes.remove_node(node, allow_graceful=False)
        print("a node was killed", flush=True)

    thread = threading.Thread(target=kill)
    thread.start()
    return thread


def timed_games(first: int) -> tuple[int, float, float]:
    """Some games as a task of about a second: which process played them, from when to when."""
    start = time.time()
    for number in range(first, first + 4):
        quadrille.match_game("breakthrough", ["uct,playouts=30000", "uct,playouts=30000"], number, **OPTIONS)
    return os.getpid(), start, time.time()


def at_work(address: str, tasks: int) -> tuple[float, float]:
    """Seconds that a cluster took for some tasks, and the share of this time in which its workers were at work."""
    calls = [(4 * number,) for number in range(tasks)]
    list(cluster.Pool(address=address).run(timed_games, calls[:4]))  # Workers start once.
    done = [times for _, times in cluster.Pool(address=address).run(timed_games, calls)]
    begin, end = min(start for _, start, _ in done), max(end for _, _, end in done)
    workers = len({pid for pid, _, _ in done})
    return end - begin, sum(end - start for _, start, end in done) / (end - begin) / workers


def main() -> None:
    # Ray's workers are lowered in priority; beside other work they would hardly run.
    os.environ.setdefault("RAY_worker_niceness", "0")
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "cluster-test").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    corpus = games(folder / "games.txt", 8000)
    start = time.monotonic()
    quadrille.learn([corpus], folder / "whole", zooms=6)
    print(f"one process counted in {time.monotonic() - start:.1f} s", flush=True)
    second = nodes.add_node(num_cpus=1)
    killer = kill_later(nodes, second, 4.0)
    start = time.monotonic()
    cluster.learn([corpus], folder / "sum", shards=8, folder=folder / "parts", address=nodes.address, zooms=6)
    assert not killer.is_alive(), "the work ended before the node was killed: give it more"
    same = (folder / "sum").read_bytes() == (folder / "whole").read_bytes()
    print(f"the cluster counted in {time.monotonic() - start:.1f} s; the bytes are the same: {same}", flush=True)
    assert same
    whole = quadrille.match("breakthrough", PLAYERS, games=200, **OPTIONS)
    third = nodes.add_node(num_cpus=1)
    killer = kill_later(nodes, third, 3.0)
    start = time.monotonic()
    parts = cluster.match("breakthrough", PLAYERS, 200, address=nodes.address, games_per_task=5, **OPTIONS)
    assert not killer.is_alive(), "the work ended before the node was killed: give it more"
    assert signature(parts) == signature(whole)
    print(f"200 games, each once and the same, in {time.monotonic() - start:.1f} s: {parts.between()}", flush=True)
    board = quadrille.Board("breakthrough", "5x5")
    proof = cluster.prove(board, nodes=20_000, memory=32, address=nodes.address)
    assert proof.proved == (board.solve(memory=64).result == "first")
    print(f"5x5 is proved to be {'won' if proof.proved else 'lost'} in {proof.tasks} tasks", flush=True)
    one, share = at_work(nodes.address, 12)
    print(f"one worker: {one:.1f} s, {share:.1%} of them at work", flush=True)
    nodes.add_node(num_cpus=1)
    two, share = at_work(nodes.address, 24)
    print(f"two workers, twice the games: {two:.1f} s, {share:.1%} at work; x{2 * one / two:.2f}", flush=True)
    ray.shutdown()
    nodes.shutdown()


if __name__ == "__main__":
    main()
