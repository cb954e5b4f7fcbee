"""The names of OpenSpiel: `load_game("breakthrough(rows=6,columns=6)")`, `Game`, `State`.

Actions have OpenSpiel's numbers, so policies and records can be exchanged. Player 0 always moves first; in OpenSpiel's chess
that is player 1. Observations are our
own (the side to move sees its pieces first), and Go forbids repeated boards where OpenSpiel ends the game.
"""

from __future__ import annotations

import re
from typing import Union

from ._quadrille import GameInfo, QuadrilleError, State, game as _game, games as _games

Parameter = Union[str, int, float]

_RULES = {
    "breakthrough": lambda p: f"{p.pop('rows', 8)}x{p.pop('columns', 8)}",
    "go": lambda p: f"{p.pop('board_size', 19)} komi={p.pop('komi', 7.5):g}"
    + (f" handicap={p.pop('handicap')}" if p.get("handicap") else ""),
}


class Game:
    """A game with its parameters; `new_initial_state` starts one."""

    def __init__(self, name: str, rules: str = "", parameters: dict[str, Parameter] | None = None) -> None:
        self._name, self._rules = name, rules
        self._parameters = dict(parameters or {})
        self._first = State(name, rules)

    def new_initial_state(self, position: str | None = None) -> State:
        """A state at the start, or at a position given as text."""
        return self._first.clone() if position is None else State(self._name, self._rules, position)

    def num_distinct_actions(self) -> int:
        """How many different actions there are."""
        return self._first.num_distinct_actions()

    def num_players(self) -> int:
        """Two."""
        return 2

    def min_utility(self) -> float:
        """The result of a loss."""
        return -1.0

    def max_utility(self) -> float:
        """The result of a win."""
        return 1.0

    def utility_sum(self) -> float:
        """The results of both players add up to nothing."""
        return 0.0

    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows and columns of an observation."""
        return list(self._first.observation_tensor_shape())

    def observation_tensor_size(self) -> int:
        """Numbers in an observation."""
        planes, rows, columns = self._first.observation_tensor_shape()
        return planes * rows * columns

    def get_parameters(self) -> dict[str, Parameter]:
        """The parameters it was loaded with."""
        return dict(self._parameters)

    def get_type(self) -> GameInfo:
        """What the game is called and what it offers."""
        return _game(self._name)

    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote."""
        return State.deserialize(text)

    @property
    def rules(self) -> str:
        """The rules as text."""
        return self._first.rules

    def __repr__(self) -> str:
        inside = ",".join(f"{name}={value}" for name, value in self._parameters.items())
        return f"{self._name}({inside})"


def _value(text: str) -> Parameter:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def registered_names() -> list[str]:
    """The names of all games."""
    return list(_games())


def load_game(text: str, parameters: dict[str, Parameter] | None = None) -> Game:
    """A game by its name, with parameters in brackets as OpenSpiel writes them; `rules` takes any rules of ours."""
    found = re.fullmatch(r"\s*([a-z_-]+)\s*(?:\((.*)\))?\s*", text)
    if found is None:
        raise QuadrilleError(f"{text!r} is not a game: expected NAME or NAME(parameter=value,...)")
    name = found[1].replace("_", "-")
    given: dict[str, Parameter] = dict(parameters or {})
    for pair in filter(None, (found[2] or "").split(",")):
        key, separator, value = pair.partition("=")
        if not separator:
            raise QuadrilleError(f"{pair!r} in {text!r} is not of the form parameter=value")
        given[key.strip()] = _value(value.strip())
    left = dict(given)
    rules = str(left.pop("rules", ""))
    if not rules and name in _RULES:
        rules = _RULES[name](left)
    if left:
        raise QuadrilleError(f"{name} has no parameter {', '.join(sorted(left))}")
    return Game(name, rules, given)
