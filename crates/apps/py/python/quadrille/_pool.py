"""Where tasks run: threads of this machine, or the cores of a Ray cluster."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, Optional

from ._quadrille import QuadrilleError

#: A call of a task; none if there is nothing to do until a result has come.
Call = Optional[tuple[Any, ...]]
#: Hears how many of how many tasks are done.
Progress = Optional[Callable[[int, int], object]]

#: How often a task that was lost with its node runs again.
RETRIES = 10


class Pool:
    """Runs tasks, at most `window` at a time; results come as they are done."""

    def __init__(self, workers: int | None = None, address: str | None = None) -> None:
        self.workers = workers or os.cpu_count() or 1
        self._ray = _connect(address) if address is not None else None

    def run(self, task: Callable[..., Any], calls: Iterable[Call]) -> Iterator[tuple[int, Any]]:
        """Number and result of every call; an exception of a task ends the run. Calls are drawn when there is room for them,
        so later ones may depend on earlier results."""
        return self._on_ray(task, iter(calls)) if self._ray else self._on_threads(task, iter(calls))

    def _on_threads(self, task: Callable[..., Any], calls: Iterator[Call]) -> Iterator[tuple[int, Any]]:
        waiting: dict[Future[Any], int] = {}
        number = 0
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                while True:
                    while len(waiting) < self.workers and (call := next(calls, None)) is not None:
                        waiting[pool.submit(task, *call)] = number
                        number += 1
                    if not waiting:
                        return
                    for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                        yield waiting.pop(done), done.result()
            finally:
                for future in waiting:
                    future.cancel()

    def _on_ray(self, task: Callable[..., Any], calls: Iterator[Call]) -> Iterator[tuple[int, Any]]:
        ray = self._ray
        assert ray is not None
        remote = ray.remote(num_cpus=1, max_retries=RETRIES)(task)
        # Few results wait in the object store, however many tasks there are.
        waiting: dict[Any, int] = {}
        number = 0
        while True:
            window = max(2, 2 * int(ray.cluster_resources().get("CPU", 1)))
            while len(waiting) < window and (call := next(calls, None)) is not None:
                waiting[remote.remote(*call)] = number
                number += 1
            if not waiting:
                return
            done, _ = ray.wait(list(waiting), num_returns=1)
            for result in done:
                yield waiting.pop(result), ray.get(result)


def _connect(address: str) -> Any:
    try:
        import ray
    except ImportError as error:
        raise QuadrilleError("a cluster needs Ray: pip install quadrille-games[cluster]") from error
    if not ray.is_initialized():
        host, _, port = address.removeprefix("ray://").rpartition(":")
        try:
            if host:
                # Ray itself tries again for minutes where nobody answers.
                socket.create_connection((host.strip("[]"), int(port)), timeout=5).close()
            ray.init(address=address, log_to_driver=False)
        except Exception as error:
            raise QuadrilleError(f"there is no cluster at {address!r}: {error}") from error
    return ray
