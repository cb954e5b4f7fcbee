"""Types of the extension module; what everything means is in its docstrings."""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, Literal, final

import numpy as np
from numpy.typing import NDArray

__version__: str

class QuadrilleError(ValueError):
    """An input was refused."""

    code: str
    french: str
    details: dict[str, Any]

@final
class Move:
    text: str
    san: str
    color: bool
    from_square: str | None
    to_square: str | None
    promotion: str | None
    captured: list[str]
    turned: list[str]
    along: tuple[str, str] | None
    gives_check: bool
    def uci(self) -> str: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Spelled:
    text: str
    san: str

@final
class Outcome:
    winner: bool | None
    termination: str
    code: str
    claimed: bool
    def result(self) -> str: ...

@final
class Value:
    kind: Literal["score", "chance", "win", "loss", "margin"]
    amount: float
    chance: float
    text: str
    @property
    def is_proven(self) -> bool: ...

@final
class MoveReport:
    move: Spelled
    visits: int | None
    mean: float | None
    prior: float | None
    amaf: float | None
    value: Value | None
    pv: list[Spelled]

@final
class DepthReport:
    depth: int
    nodes: int
    cuts: int
    table_hits: int
    first_move_cut_rate: float
    value: Value | None
    pv: list[Spelled]
    seconds: float

@final
class Branch:
    parent: int | None
    move: Spelled
    visits: int
    value: float | None
    answers: int

@final
class Report:
    algorithm: str
    best: Spelled | None
    value: Value | None
    pv: list[Spelled]
    depth: int | None
    selective_depth: int | None
    nodes: int | None
    cuts: int | None
    first_move_cuts: int | None
    table_probes: int | None
    table_hits: int | None
    collisions: int | None
    known: int | None
    playouts: int | None
    hashfull: int | None
    seconds: float
    moves: list[MoveReport]
    depths: list[DepthReport]
    tree: list[Branch]
    notes: list[str]

@final
class Solution:
    result: Literal["first", "second", "draw", "margin"]
    margin: float | None
    winner: bool | None
    distance: int | None
    best: str | None
    pv: list[str]
    nodes: int
    seconds: float
    method: str
    notes: list[str]

@final
class Prediction:
    move: str
    probability: float
    zoom: int
    seen: int
    chosen: int

@final
class Option:
    name: str
    value: str
    help: str
    kind: Literal["switch", "whole", "real", "one-of"]
    least: float | None
    most: float | None
    names: list[str]

@final
class Player:
    def clear(self) -> None: ...
    def options(self) -> list[Option]: ...

@final
class HistoryRow:
    ply: int
    move: Spelled | None
    key: int
    fen: str

@final
class Draws:
    occurrences: int
    halfmove_clock: int
    missing_repetitions: int
    missing_halfmoves: int
    draw: str | None

@final
class Record:
    @property
    def format(self) -> str: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def start(self) -> str | None: ...
    @property
    def moves(self) -> list[Spelled]: ...
    @property
    def fen(self) -> str: ...
    @property
    def white(self) -> str: ...
    @property
    def black(self) -> str: ...
    @property
    def winner(self) -> bool | None: ...
    @property
    def is_finished(self) -> bool: ...
    @property
    def margin(self) -> str | None: ...
    @property
    def tags(self) -> dict[str, str]: ...
    def board(self, ply: int | None = None) -> Board: ...
    def to_pgn(self) -> Any: ...
    @staticmethod
    def from_pgn(game: Any) -> Record: ...
    def to_sgf(self) -> Any: ...
    @staticmethod
    def from_sgf(game: Any) -> Record: ...
    def write(self, format: str) -> bytes: ...

@final
class Board:
    def __init__(self, game: str = "chess", rules: str = "", fen: str | None = None) -> None: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    @property
    def turn(self) -> bool: ...
    @property
    def legal_moves(self) -> list[Move]: ...
    @property
    def move_stack(self) -> list[Spelled]: ...
    @property
    def key(self) -> int: ...
    @property
    def key_parts(self) -> list[tuple[str, int]]: ...
    def fen(self) -> str: ...
    def ply(self) -> int: ...
    def push(self, m: Move | Spelled | str) -> Spelled: ...
    def push_san(self, san: str) -> Spelled: ...
    def push_uci(self, uci: str) -> Spelled: ...
    def pop(self) -> Move: ...
    def peek(self) -> Move: ...
    def reset(self) -> None: ...
    def parse_san(self, san: str) -> Move: ...
    def san(self, m: Move | Spelled | str) -> str: ...
    def is_legal(self, m: Move | Spelled | str) -> bool: ...
    def is_game_over(self) -> bool: ...
    def outcome(self) -> Outcome | None: ...
    def result(self) -> str: ...
    def piece_map(self) -> dict[str, str]: ...
    def history(self) -> list[HistoryRow]: ...
    def points(self) -> tuple[float, float] | None: ...
    def captures(self) -> tuple[int, int] | None: ...
    def draws(self) -> Draws | None: ...
    def perft(self, depth: int, *, bulk: bool = False) -> int: ...
    def playouts(self, count: int, seed: int = 1) -> int: ...
    def algorithms(self) -> list[tuple[str, str]]: ...
    def player(self, player: str | None = None, **options: str | float | bool) -> Player: ...
    def search(
        self,
        player: str | Player | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        time: float | None = None,
        multipv: int | None = None,
        branches: int | None = None,
        root_moves: Sequence[Move | Spelled | str] | None = None,
        on_report: Callable[[Report], object] | None = None,
        **options: str | float | bool,
    ) -> Report: ...
    def trace(
        self,
        player: str = "bare",
        *,
        depth: int | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        time: float | None = None,
        max_events: int = 100_000,
        **options: str | float | bool,
    ) -> Trace: ...
    def solve(
        self,
        *,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        method: str | None = None,
        distance: bool | None = None,
        checkpoint: str | PathLike[str] | None = None,
        proof: str | PathLike[str] | None = None,
        on_progress: Callable[[str], object] | None = None,
    ) -> Solution: ...
    def predict(self, *, learned: Sequence[str | PathLike[str]] | None = None) -> list[Prediction]: ...
    def record(
        self,
        *,
        white: str = ...,
        black: str = ...,
        event: str = ...,
        site: str = ...,
        date: str = ...,
        round: str = ...,
    ) -> Record: ...
    def copy(self) -> Board: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def to_chess(self) -> Any: ...
    @staticmethod
    def from_chess(board: Any) -> Board: ...
    def __eq__(self, other: object) -> bool: ...

@final
class Trace:
    @property
    def kind(self) -> Literal["depth", "tree"]: ...
    @property
    def player(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def best(self) -> str | None: ...
    @property
    def score(self) -> int | None: ...
    @property
    def chance(self) -> float | None: ...
    @property
    def pv(self) -> list[str]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def missed(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    def svg(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def dot(self) -> str: ...

def trace_tree(
    text: str,
    player: str = "bare",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    playouts: int | None = None,
    time: float | None = None,
    max_events: int = 100_000,
    **options: str | float | bool,
) -> Trace: ...

@final
class GameInfo:
    name: str
    title: str
    summary: str
    variants: list[tuple[str, str]]
    sizes: list[str]
    position_example: str
    unit: str
    formats: list[str]

def games() -> list[str]: ...
def game(name: str) -> GameInfo: ...
def read(
    text: str | bytes, *, game: str | None = None, rules: str = "", skip_bad: bool = False
) -> list[Record]: ...
def read_file(
    path: str | PathLike[str], *, game: str | None = None, rules: str = "", skip_bad: bool = False
) -> list[Record]: ...

@final
class GameResult:
    @property
    def number(self) -> int: ...
    @property
    def black(self) -> int: ...
    @property
    def white(self) -> int: ...
    @property
    def start(self) -> str | None: ...
    @property
    def opening(self) -> list[str]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def winner(self) -> bool | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def is_fault(self) -> bool: ...
    @property
    def seconds(self) -> tuple[float, float]: ...
    def to_json(self) -> str: ...
    @staticmethod
    def from_json(text: str) -> GameResult: ...

@final
class Tally:
    wins: int
    draws: int
    losses: int
    score: float
    score_error: float
    elo: float
    elo_error: float
    superiority: float

@final
class Standings:
    @property
    def players(self) -> list[str]: ...
    @property
    def games(self) -> list[GameResult]: ...
    def between(self, first: int = 0, second: int = 1) -> Tally: ...
    def ranking(self) -> list[int]: ...

def match(
    game: str,
    players: Sequence[str],
    *,
    games: int | None = None,
    rules: str | None = None,
    concurrency: int | None = None,
    seed: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    playouts: int | None = None,
    plies: int | None = None,
    gauntlet: bool | None = None,
    log: str | PathLike[str] | None = None,
    on_game: Callable[[GameResult], object] | None = None,
) -> Standings: ...

def match_game(game: str, players: Sequence[str], number: int, **options: Any) -> GameResult: ...
def standings(game: str, players: Sequence[str], results: Sequence[GameResult], **options: Any) -> Standings: ...

@final
class Counted:
    games: int
    skipped: int
    positions: int
    patterns: int
    bytes: int

def learn(
    paths: Sequence[str | PathLike[str]],
    out: str | PathLike[str],
    *,
    zooms: int = 8,
    symmetries: bool = False,
    black_only: bool = False,
    threads: int = 1,
    memory: int = 1000,
    shard: int = 0,
    shards: int = 1,
) -> Counted: ...
def merge(paths: Sequence[str | PathLike[str]], out: str | PathLike[str]) -> tuple[int, int]: ...

@final
class State:
    def __init__(self, game: str, rules: str = "", position: str | None = None) -> None: ...
    def legal_actions(self) -> list[int]: ...
    def legal_actions_mask(self) -> NDArray[np.int8]: ...
    def apply_action(self, action: int, /) -> None: ...
    def is_terminal(self) -> bool: ...
    def current_player(self) -> int: ...
    def returns(self) -> list[float]: ...
    def observation_tensor(self) -> NDArray[np.float32]: ...
    def action_to_string(self, action: int) -> str: ...
    def string_to_action(self, text: str) -> int: ...
    def history(self) -> list[int]: ...
    def move_number(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def observation_tensor_shape(self) -> list[int]: ...
    def clone(self) -> State: ...
    def serialize(self) -> str: ...
    @staticmethod
    def deserialize(text: str) -> State: ...
    @property
    def game(self) -> str: ...
    @property
    def rules(self) -> str: ...
    def position(self) -> str: ...
    def key(self) -> int: ...

@final
class Trees:
    def collect(self, simulations: int) -> NDArray[np.float32] | None: ...
    def expand(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> None: ...
    def visits(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]: ...
    def values(self) -> NDArray[np.float32]: ...

@final
class Batch:
    def __init__(
        self,
        game: str,
        count: int,
        rules: str = "",
        *,
        position: str | None = None,
        seed: int = 1,
        auto_reset: bool = True,
        max_plies: int | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    @property
    def game(self) -> str: ...
    @property
    def num_actions(self) -> int: ...
    @property
    def observation_shape(self) -> tuple[int, int, int]: ...
    def step(
        self, actions: NDArray[np.int32] | NDArray[np.int64] | Sequence[int]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]: ...
    def legal(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]: ...
    def mask(self) -> NDArray[np.bool_]: ...
    def observe(self) -> NDArray[np.float32]: ...
    def turns(self) -> NDArray[np.int8]: ...
    def plies(self) -> NDArray[np.int32]: ...
    def ended(self) -> NDArray[np.bool_]: ...
    def sample(self) -> NDArray[np.int32]: ...
    def reset(self) -> None: ...
    def positions(self) -> list[str]: ...
    def moves_of(self, actions: NDArray[np.int32] | NDArray[np.int64] | Sequence[int]) -> list[str]: ...
    def plant(
        self,
        *,
        exploration: float = 1.5,
        noise: float = 0.0,
        alpha: float = 0.3,
        leaves: int = 1,
        seed: int = 1,
    ) -> Trees: ...
