"""Steps per second of random play against OpenSpiel, interleaved in one run: `python speed.py [SECONDS]`.

Every row is the best of five turns; the sides take turns, so that a busy machine disturbs both. Time is CPU time of this
process. The last table is tree search with a trivial evaluator: evaluations served per second.
"""

from __future__ import annotations

import random
import sys
import time
from typing import Any, Callable

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import quadrille
from quadrille import Batch, spiel

NAMES = ["breakthrough", "chess", "othello", "go(board_size=9)"]
#: Games of both sides are cut where OpenSpiel cuts them, or here.
LONGEST = 400
RULES = {"breakthrough": "8x8", "go": "9"}


def single(game: Any, seconds: float, longest: int) -> float:
    """Random games one after the other, through `legal_actions` and `apply_action`."""
    steps, pick, start = 0, random.Random(1).random, time.process_time()
    while time.process_time() - start < seconds:
        state = game.new_initial_state()
        for _ in range(longest):
            if state.is_terminal():
                break
            actions = state.legal_actions()
            state.apply_action(actions[int(pick() * len(actions))])
        steps += state.move_number()
    return steps / (time.process_time() - start)


def batched(name: str, seconds: float, longest: int, count: int = 1024, in_rust: bool = False) -> float:
    """Random games in a batch; actions are drawn by numpy from the index lists, or by `sample`."""
    game = name.split("(")[0]
    batch = Batch(game, count, RULES.get(game, ""), max_plies=longest)
    rng = np.random.default_rng(1)
    steps, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for _ in range(10):
            if in_rust:
                actions = batch.sample()
            else:
                offsets, legal = batch.legal()
                first = offsets[:-1]
                actions = legal.take(first + (rng.random(count) * (offsets[1:] - first)).astype(np.int32))
            batch.step(actions)
            steps += count
    return steps / (time.process_time() - start)


class Even(mcts.Evaluator):
    """Every position is even and every move as likely."""

    served = 0

    def evaluate(self, state: Any) -> Any:
        Even.served += 1
        return np.zeros(2)

    def prior(self, state: Any) -> list[tuple[int, float]]:
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def their_search(name: str, seconds: float) -> float:
    game = pyspiel.load_game(name)
    bot = mcts.MCTSBot(
        game, 1.5, 100, Even(), solve=False, child_selection_fn=mcts.SearchNode.puct_value, random_state=np.random.RandomState(1)
    )
    Even.served, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        bot.mcts_search(game.new_initial_state())
    return Even.served / (time.process_time() - start)


def our_search(name: str, seconds: float, count: int = 256) -> float:
    game = name.split("(")[0]
    batch = Batch(game, count, RULES.get(game, ""))
    served, start = 0, time.process_time()

    logits, values = np.zeros((count, batch.num_actions), np.float32), np.zeros(count, np.float32)

    def evaluate(planes: Any) -> tuple[Any, Any]:
        nonlocal served
        served += len(planes)
        return logits[: len(planes)], values[: len(planes)]

    while time.process_time() - start < seconds:
        quadrille.search(batch, evaluate, 100)
    return served / (time.process_time() - start)


def best(rows: list[Callable[[], float]]) -> list[float]:
    """The best of five turns of each."""
    found = [0.0] * len(rows)
    for _ in range(5):
        found = [max(old, row()) for old, row in zip(found, rows)]
    return found


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    print("| game | open_spiel | one state | 1,024 at once | drawn in Rust |\n|---|---|---|---|---|")
    for name in NAMES:
        theirs, ours = pyspiel.load_game(name), spiel.load_game(name)
        longest = min(LONGEST, theirs.max_game_length())
        base, one, many, rust = best(
            [
                lambda: single(theirs, seconds, longest),
                lambda: single(ours, seconds, longest),
                lambda: batched(name, seconds, longest),
                lambda: batched(name, seconds, longest, in_rust=True),
            ]
        )
        print(f"| {name} | {base / 1e3:.0f} k | x{one / base:.1f} | x{many / base:.1f} | x{rust / base:.1f} |", flush=True)
    print("\n| game | open_spiel MCTS | 256 trees at once |\n|---|---|---|")
    for name in NAMES:
        base, many = best([lambda: their_search(name, seconds), lambda: our_search(name, seconds)])
        print(f"| {name} | {base / 1e3:.1f} k | x{many / base:.0f} |", flush=True)


if __name__ == "__main__":
    main()
