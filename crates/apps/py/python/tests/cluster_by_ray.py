"""A Ray cluster of two nodes on this machine, one of which is killed in the middle: `python cluster_by_ray.py FOLDER`.

Counts patterns in shards and plays a match of 200 games; both must give what one process gives. Needs ray.
"""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path
from typing import Any

import quadrille
from quadrille import cluster
from ray.cluster_utils import Cluster
from test_cluster import games, signature

PLAYERS = ["uct,playouts=200", "uct,playouts=100"]
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


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "cluster-test").absolute()
    folder.mkdir(parents=True, exist_ok=True)
    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    corpus = games(folder / "games.txt", 4000)
    start = time.monotonic()
    quadrille.learn([corpus], folder / "whole", zooms=6)
    print(f"one process counted in {time.monotonic() - start:.1f} s", flush=True)
    second = nodes.add_node(num_cpus=1)
    killer = kill_later(nodes, second, 4.0)
    start = time.monotonic()
    cluster.learn([corpus], folder / "sum", shards=8, folder=folder / "parts", address=nodes.address, zooms=6)
    killer.join()
    same = (folder / "sum").read_bytes() == (folder / "whole").read_bytes()
    print(f"the cluster counted in {time.monotonic() - start:.1f} s; the bytes are the same: {same}", flush=True)
    assert same
    whole = quadrille.match("breakthrough", PLAYERS, games=200, **OPTIONS)
    third = nodes.add_node(num_cpus=1)
    killer = kill_later(nodes, third, 3.0)
    start = time.monotonic()
    parts = cluster.match("breakthrough", PLAYERS, 200, address=nodes.address, games_per_task=5, **OPTIONS)
    killer.join()
    assert signature(parts) == signature(whole)
    print(f"200 games, each once and the same, in {time.monotonic() - start:.1f} s: {parts.between()}")
    nodes.shutdown()


if __name__ == "__main__":
    main()
