"""AlphaZero for Breakthrough from nothing: self-play, learning, and a match against our own tree search.

    python alphazero.py --minutes 25 --device cuda        # the whole course; draws its learning curve
    python alphazero.py --minutes 2 --small               # a taste of it on a CPU

Quadrille plays the games and searches the trees; the network judges their leaves in batches. Silver et al., *A general
reinforcement learning algorithm that masters chess, shogi, and Go through self-play*, Science 2018. Needs PyTorch.
"""

from __future__ import annotations

# Types are checked without PyTorch as well.
# mypy: disable-error-code="import-not-found, misc"

import argparse
import time
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

import quadrille

GAME = "breakthrough"
Floats = NDArray[np.float32]


class Block(nn.Module):
    """Two convolutions with a way around them."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.second = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(width), nn.BatchNorm2d(width)])

    def forward(self, x: Tensor) -> Tensor:
        y = functional.relu(self.norms[0](self.first(x)))
        return functional.relu(x + self.norms[1](self.second(y)))


class Network(nn.Module):
    """Planes in, logits of all actions and the value for the side to move out."""

    def __init__(self, shape: tuple[int, int, int], actions: int, width: int, blocks: int) -> None:
        super().__init__()
        planes, rows, columns = shape
        self.body = nn.Sequential(
            nn.Conv2d(planes, width, 3, padding=1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(),
            *(Block(width) for _ in range(blocks)),
        )
        self.policy = nn.Conv2d(width, actions // (rows * columns), 1)
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * rows * columns, 64), nn.ReLU(), nn.Linear(64, 1)
        )

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        body = self.body(x)
        # Actions are numbered square by square, the convolution gives them way by way.
        logits = self.policy(body).permute(0, 2, 3, 1).flatten(1)
        return logits, torch.tanh(self.value(body)).squeeze(1)


@dataclass
class Learner:
    """A network with its optimiser and the positions it learns from."""

    network: Network
    device: str
    seed: int

    def __post_init__(self) -> None:
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=1e-3, weight_decay=1e-4)
        self.memory: list[quadrille.Games] = []
        self.rng = np.random.default_rng(self.seed)

    def evaluate(self, planes: Floats) -> tuple[Floats, Floats]:
        """What the search asks: logits and values of many positions."""
        self.network.eval()
        with torch.inference_mode(), torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            logits, values = self.network(torch.from_numpy(planes).to(self.device))
        return logits.float().cpu().numpy(), values.float().cpu().numpy()

    def learn(self, steps: int, batch: int, keep: int) -> tuple[float, float]:
        """Learns from the last `keep` rounds of self-play; the mean losses of policy and value."""
        self.memory = self.memory[-keep:]
        planes, policies, results = (
            np.concatenate([getattr(games, name) for games in self.memory]) for name in ("planes", "policies", "results")
        )
        self.network.train()
        losses = np.zeros(2)
        for _ in range(steps):
            rows = self.rng.integers(len(results), size=batch)
            x, p, z = (torch.from_numpy(array[rows]).to(self.device) for array in (planes, policies, results))
            x, p = self.mirrored(x, p)
            logits, values = self.network(x)
            policy_loss = -(p * functional.log_softmax(logits, dim=1)).sum(dim=1).mean()
            value_loss = functional.mse_loss(values, z)
            self.optimiser.zero_grad()
            torch.autograd.backward(policy_loss + value_loss)
            self.optimiser.step()
            losses += policy_loss.item(), value_loss.item()
        return losses[0] / steps, losses[1] / steps

    def mirrored(self, x: Tensor, p: Tensor) -> tuple[Tensor, Tensor]:
        """Half of the time left and right change places: columns, and the ways left and right of every square."""
        if self.rng.random() < 0.5:
            return x, p
        ways = p.reshape(len(p), *x.shape[2:], 2, 3, 2)
        return x.flip(3), ways.flip(2).flip(4).reshape(p.shape)


def play_against(learner: Learner, rules: str, opponent: str, games: int, simulations: int) -> float:
    """The points per game of the searched network against one of our players, half of the games with each colour."""
    total, rng = 0.0, np.random.default_rng(learner.seed)
    for mine in (0, 1):
        batch = quadrille.Batch(GAME, games // 2, rules, auto_reset=False)
        while not batch.ended().all():
            ply = int(batch.plies().max())
            if ply % 2 == mine:
                found = quadrille.search(batch, learner.evaluate, simulations)
                # The first moves are drawn, so that the games differ.
                actions = found.sample(1.0 if ply < 4 else 0.0, rng)
            else:
                places = enumerate(zip(batch.positions(), batch.ended()))
                actions = np.array(
                    [-1 if over else answer(rules, fen, opponent, simulations, 1000 * n + ply) for n, (fen, over) in places],
                    np.int32,
                )
            rewards, _ = batch.step(actions)
            total += float(rewards[:, mine].sum())
    return 0.5 + total / (games // 2 * 2) / 2


def answer(rules: str, fen: str, opponent: str, playouts: int, seed: int) -> int:
    """The action that one of our players chooses."""
    best = quadrille.Board(GAME, rules, fen).search(opponent, playouts=playouts, seed=seed).best
    assert best is not None
    return quadrille.State(GAME, rules, fen).string_to_action(best.text)


def curve(points: list[tuple[float, float]], opponent: str) -> str:
    """The learning curve as an SVG picture: points per game over minutes."""
    right = max(minutes for minutes, _ in points) or 1.0
    places = [(50 + 520 * minutes / right, 230 - 200 * score) for minutes, score in points]
    ticks = [(y, (230 - y) / 200) for y in range(30, 231, 50)]
    grid = "".join(f'<path d="M50 {y}h520" stroke="#ccc"/><text x="10" y="{y + 4}">{tick}</text>' for y, tick in ticks)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places)
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 270" font-family="sans-serif" font-size="12">'
        f'<rect width="600" height="270" fill="white"/>{grid}<polyline points="{line}" fill="none" stroke="black"/>{dots}'
        f'<text x="50" y="16">points per game against {opponent}</text><text x="500" y="255">{right:.0f} minutes</text></svg>\n'
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="AlphaZero for Breakthrough.")
    parser.add_argument("--rules", default="6x6")
    parser.add_argument("--minutes", type=float, default=25)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--small", action="store_true", help="a network and rounds that suit a CPU")
    parser.add_argument("--games", type=int, default=100, help="games of the last match")
    parser.add_argument("--simulations", type=int, default=200, help="simulations a move of the last match, and playouts of uct")
    parser.add_argument("--every", type=float, default=2.5, help="minutes between the matches of the learning curve")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    width, blocks, games, steps, simulations = (32, 2, 64, 60, 32) if args.small else (96, 6, 1024, 400, 100)
    first = quadrille.Batch(GAME, 1, args.rules)
    network = Network(first.observation_shape, first.num_actions, width, blocks)
    learner = Learner(network.to(args.device), args.device, args.seed)
    start, number = time.monotonic(), 0
    points: list[tuple[float, float]] = []
    print("round,minutes,games,plies,policy_loss,value_loss,points", flush=True)
    while time.monotonic() - start < 60 * args.minutes:
        number += 1
        played = quadrille.self_play(
            GAME, learner.evaluate, games, rules=args.rules, parallel=games, simulations=simulations, seed=1000 * number
        )
        learner.memory.append(played)
        policy, value = learner.learn(steps, 256 if args.small else 1024, keep=10)
        minutes = (time.monotonic() - start) / 60
        score = ""
        if minutes >= args.every * len(points):
            points.append((minutes, play_against(learner, args.rules, "uct", args.games // 2, args.simulations)))
            score = f"{points[-1][1]:.3f}"
        print(f"{number},{minutes:.2f},{number * games},{played.lengths.mean():.1f},{policy:.3f},{value:.3f},{score}", flush=True)
    last = play_against(learner, args.rules, "uct", args.games, args.simulations)
    points.append(((time.monotonic() - start) / 60, last))
    with open("alphazero.svg", "w", encoding="utf-8") as picture:
        picture.write(curve(points, f"uct, {args.simulations} playouts"))
    print(f"points per game against uct with {args.simulations} playouts in {args.games} games: {last:.3f}")


if __name__ == "__main__":
    main()
