"""A board game as a turn-based environment of PettingZoo (AEC)."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._quadrille import Board, State


class raw_env(AECEnv):  # type: ignore[misc]
    """Two agents take turns; an observation has the planes as its agent sees them and the mask of legal actions."""

    metadata: dict[str, Any] = {
        "render_modes": ["human", "ansi", "rgb_array"],
        "name": "quadrille",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: str, rules: str = "", render_mode: str | None = None) -> None:
        super().__init__()
        self._game, self._rules = game, rules
        self._start = State(game, rules)
        self.metadata = {**type(self).metadata, "name": f"{game.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = self.possible_agents[:]
        shape = tuple(self._start.observation_tensor_shape())
        count = self._start.num_distinct_actions()
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(low=0.0, high=1.0, shape=shape, dtype=np.float32),
                "action_mask": gymnasium.spaces.Box(low=0, high=1, shape=(count,), dtype=np.int8),
            }
        )
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents}
        self._state = self._start.clone()

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, Any]:
        """The planes as the side to move sees them; only its agent has legal actions."""
        mask = self._state.legal_actions_mask()
        if agent != self.agent_selection:
            mask = np.zeros_like(mask)
        planes = np.minimum(self._state.observation_tensor(), np.float32(1.0))
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._state = self._start.clone()
        self.agents = self.possible_agents[:]
        self.agent_selection = self.possible_agents[0]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self._state.apply_action(int(action) if action is not None else -1)
        if self._state.is_terminal():
            for agent, reward in zip(self.possible_agents, self._state.returns()):
                self.rewards[agent] = float(reward)
                self.terminations[agent] = True
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(self.agent_selection)]
        else:
            self.agent_selection = self.possible_agents[self._state.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | np.ndarray[Any, Any] | None:
        if self.render_mode is None:
            gymnasium.logger.warn("render was called without a render_mode")
            return None
        if self.render_mode == "rgb_array":
            return _pixels(self._state)
        text = str(self._state)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


def _pixels(state: State, cell: int = 16) -> np.ndarray[Any, Any]:
    """A small picture: cells, and a square for every piece in its owner's colour."""
    pieces = Board(state.game, state.rules, state.position()).piece_map()
    _, rows, columns = state.observation_tensor_shape()
    picture = np.full((rows * cell, columns * cell, 3), (222, 184, 120), dtype=np.uint8)
    picture[::cell] = picture[:, ::cell] = (120, 90, 50)
    letters = "abcdefghjklmnopqrstuvwxyz" if state.game == "go" else "abcdefghijklmnopqrstuvwxyz"
    from_top = state.game == "othello"
    for name, piece in pieces.items():
        column, line = letters.index(name[0].lower()), int(name[1:]) - 1
        row = line if from_top else rows - 1 - line
        colour = (245, 245, 245) if piece[0] == "w" else (25, 25, 25)
        picture[row * cell + 3 : (row + 1) * cell - 2, column * cell + 3 : (column + 1) * cell - 2] = colour
    return picture


def wrap(game: str, rules: str, render_mode: str | None) -> Any:
    """The environment with PettingZoo's usual guards."""
    environment: Any = raw_env(game, rules, render_mode)
    environment = wrappers.TerminateIllegalWrapper(environment, illegal_reward=-1)
    environment = wrappers.AssertOutOfBoundsWrapper(environment)
    return wrappers.OrderEnforcingWrapper(environment)
