"""Othello as an environment of PettingZoo."""

from __future__ import annotations

from typing import Any

from . import _board_game


def raw_env(rules: str = "", render_mode: str | None = None) -> _board_game.raw_env:
    """The bare environment."""
    return _board_game.raw_env("othello", rules, render_mode)


def env(rules: str = "", render_mode: str | None = None) -> Any:
    """The environment with PettingZoo's usual guards."""
    return _board_game.wrap("othello", rules, render_mode)
