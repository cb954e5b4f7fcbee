"""Your network in our search: trees over many games that ask a Python function for batches of leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable

from ._quadrille import Batch, Trees

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int32]

#: Judges positions: planes (n, planes, rows, columns) in, logits (n, actions) and values (n,) out. A value is for the
#: side to move, -1 to 1; logits of illegal actions are ignored.
Evaluator = Callable[["Floats"], "tuple[Floats, Floats]"]


@dataclass
class Visits:
    """What a search found: `actions[offsets[i]:offsets[i + 1]]` of game i were visited `counts` times."""

    offsets: Ints
    actions: Ints
    counts: Ints
    values: Floats

    def best(self) -> Ints:
        """The most visited action of every game; -1 where the game has ended."""
        return self.sample(0.0, None)

    def sample(self, temperature: float | Floats, rng: np.random.Generator | None) -> Ints:
        """An action of every game, drawn by visits to the power of 1/temperature; 0 takes the most visited."""
        import numpy as np

        lengths = np.diff(self.offsets)
        rows = np.repeat(np.arange(len(lengths)), lengths)
        heat = np.broadcast_to(np.asarray(temperature, dtype=np.float64), lengths.shape)[rows]
        # Adding Gumbel noise and taking the largest draws by weight (Gumbel 1954).
        score = np.log(np.maximum(self.counts, 1e-9)) / np.maximum(heat, 1e-3)
        if rng is not None:
            score = score + np.where(heat > 0, rng.gumbel(size=len(score)), 0.0)
        actions = np.full(len(lengths), -1, dtype=np.int32)
        order = np.lexsort((-score, rows))
        first = self.offsets[:-1][lengths > 0]
        actions[lengths > 0] = self.actions[order[first]]
        return actions

    def policy(self, num_actions: int) -> Floats:
        """The share of visits of every action (games, actions)."""
        import numpy as np

        lengths = np.diff(self.offsets)
        rows = np.repeat(np.arange(len(lengths)), lengths)
        dense = np.zeros((len(lengths), num_actions), dtype=np.float32)
        dense[rows, self.actions] = self.counts
        dense /= np.maximum(dense.sum(axis=1, keepdims=True), 1)
        return dense


def search(
    batch: Batch,
    evaluate: Evaluator,
    simulations: int,
    *,
    exploration: float = 1.5,
    noise: float = 0.0,
    alpha: float = 0.3,
    leaves: int = 1,
    seed: int = 1,
) -> Visits:
    """Searches the present positions of a batch by PUCT, `simulations` times each; `evaluate` judges the leaves.

    `noise` is the share of Dirichlet(`alpha`) noise in the priors at the root, `leaves` how many leaves of one tree are
    judged together.
    """
    trees: Trees = batch.plant(exploration=exploration, noise=noise, alpha=alpha, leaves=leaves, seed=seed)
    while (planes := trees.collect(simulations)) is not None:
        logits, values = evaluate(planes)
        trees.expand(logits, values)
    offsets, actions, counts = trees.visits()
    return Visits(offsets, actions, counts, trees.values())


@dataclass
class Games:
    """Positions of self-play: planes, the share of visits of every action, and the result for the side to move."""

    planes: Floats
    policies: Floats
    results: Floats
    lengths: Ints

    def __len__(self) -> int:
        return len(self.results)


def self_play(
    game: str,
    evaluate: Evaluator,
    games: int,
    *,
    rules: str = "",
    parallel: int = 256,
    simulations: int = 100,
    temperature_plies: int = 8,
    max_plies: int | None = None,
    exploration: float = 1.5,
    noise: float = 0.25,
    alpha: float = 0.3,
    seed: int = 1,
) -> Games:
    """Plays games of the searched network against itself and returns their positions as arrays.

    For the first `temperature_plies` moves actions are drawn by their visits, then the most visited is played.
    """
    import numpy as np

    rng = np.random.default_rng(seed)
    batch = Batch(game, min(parallel, games), rules, max_plies=max_plies)
    open_games: list[list[tuple[Floats, Floats, int]]] = [[] for _ in range(len(batch))]
    planes: list[Floats] = []
    policies: list[Floats] = []
    results: list[float] = []
    lengths: list[int] = []
    step = 0
    while len(lengths) < games:
        found = search(
            batch, evaluate, simulations, exploration=exploration, noise=noise, alpha=alpha, seed=seed + step
        )
        step += 1
        seen, shares, turns = batch.observe(), found.policy(batch.num_actions), batch.turns()
        heat = np.where(batch.plies() < temperature_plies, 1.0, 0.0).astype(np.float32)
        rewards, ended = batch.step(found.sample(heat, rng))
        for number in range(len(batch)):
            open_games[number].append((seen[number], shares[number], int(turns[number])))
            if ended[number] and len(lengths) < games:
                for plane, share, turn in open_games[number]:
                    planes.append(plane)
                    policies.append(share)
                    results.append(float(rewards[number, turn]))
                lengths.append(len(open_games[number]))
            if ended[number]:
                open_games[number] = []
    return Games(
        np.stack(planes), np.stack(policies), np.array(results, np.float32), np.array(lengths, np.int32)
    )
