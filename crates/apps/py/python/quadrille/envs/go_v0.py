"""Go at any size as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from . import _board_game


def raw_env(board_size: int = 19, komi: float = 7.5, rules: str = "", render_mode: str | None = None) -> _board_game.raw_env:
    """The bare environment."""
    return _board_game.raw_env("go", rules or f"{board_size} komi={komi:g}", render_mode)


def env(board_size: int = 19, komi: float = 7.5, rules: str = "", render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual guards."""
    return _board_game.wrap("go", rules or f"{board_size} komi={komi:g}", render_mode)
