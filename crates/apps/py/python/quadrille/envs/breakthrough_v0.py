"""Breakthrough as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from . import _board_game


def raw_env(rows: int = 8, columns: int = 8, rules: str = "", render_mode: str | None = None) -> _board_game.raw_env:
    """The bare environment."""
    return _board_game.raw_env("breakthrough", rules or f"{rows}x{columns}", render_mode)


def env(rows: int = 8, columns: int = 8, rules: str = "", render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual guards."""
    return _board_game.wrap("breakthrough", rules or f"{rows}x{columns}", render_mode)
