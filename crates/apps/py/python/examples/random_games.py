"""Ten thousand random games of each game, a thousand at a time: who wins, and how long games are."""

import numpy as np

import quadrille


def main() -> None:
    for game, rules in (("breakthrough", "8x8"), ("othello", ""), ("go", "9"), ("chess", "")):
        batch = quadrille.Batch(game, 1000, rules, seed=1, max_plies=500)
        wins, lengths = np.zeros(3, int), []
        while len(lengths) < 10_000:
            plies = batch.plies()
            rewards, ended = batch.step(batch.sample())
            results = rewards[ended, 0].astype(int)
            wins += [(results > 0).sum(), (results == 0).sum(), (results < 0).sum()]
            lengths.extend(plies[ended] + 1)
        first, drawn, second = wins / wins.sum()
        print(f"{game}: first {first:.1%}, drawn {drawn:.1%}, second {second:.1%}, {np.mean(lengths):.0f} plies")


if __name__ == "__main__":
    main()
