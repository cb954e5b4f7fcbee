"""PettingZoo's own tests of our environments."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pettingzoo")
import numpy as np
from pettingzoo.test import api_test, render_test, seed_test

from quadrille.envs import breakthrough_v0, chess_v0, go_v0, othello_v0

CASES: list[tuple[Any, dict[str, Any]]] = [
    (breakthrough_v0, {}),
    (breakthrough_v0, {"rows": 6, "columns": 5}),
    (othello_v0, {}),
    (chess_v0, {}),
    (go_v0, {"board_size": 9}),
    (go_v0, {"board_size": 19, "komi": 6.5}),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("module", "options"), CASES)
def test_the_interface(module: Any, options: dict[str, Any]) -> None:
    api_test(module.env(**options), num_cycles=60)
    seed_test(lambda: module.env(**options), num_cycles=40)
    render_test(lambda render_mode=None: module.env(render_mode=render_mode, **options))


def test_rewards_and_masks() -> None:
    env = othello_v0.env()
    env.reset(seed=1)
    rng = np.random.default_rng(1)
    total = {agent: 0.0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(legal)))
    assert sorted(total.values()) in ([-1.0, 1.0], [0.0, 0.0])
