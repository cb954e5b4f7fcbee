"""Random calls of the whole interface: `python fuzz.py [SECONDS]`. Whatever is given, an exception may come, never a crash.

Not run by pytest, since it runs as long as it is told. Needs hypothesis and numpy.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings, strategies as st

import quadrille
from quadrille import Batch, Board, QuadrilleError, State, spiel

TEXT = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "e4", "pass", "5x5", "9", "19 chinese", "960", "a1", "O-O", "startpos", "uct", "alphabeta"]),
    st.sampled_from([Board(game).fen() for game in quadrille.games()]),
)
NAME = st.one_of(st.sampled_from(quadrille.games()), TEXT)
NUMBER = st.one_of(st.integers(-(2**70), 2**70), st.floats(), st.integers(-3, 100))
ANY = st.one_of(TEXT, NUMBER, st.none(), st.booleans(), st.lists(NUMBER, max_size=5), st.binary(max_size=20))
ARRAY = st.one_of(
    ANY,
    st.builds(np.zeros, st.tuples(st.integers(0, 5)), st.sampled_from([np.int32, np.int64, np.float32, np.bool_, object])),
    st.builds(np.full, st.tuples(st.integers(0, 5), st.integers(0, 5)), NUMBER.filter(lambda n: abs(n) < 2**31 if n == n else True)),
)
EXPECTED = (QuadrilleError, TypeError, ValueError, OverflowError, AttributeError, ImportError, IndexError)
BOUNDS = {"depth": 2, "nodes": 200, "playouts": 20, "time": 0.05}
count = 0


def poke(thing: Any, data: Any) -> None:
    """Calls methods of an object with whatever is given."""
    names = [name for name in dir(thing) if not name.startswith("__") and name not in ("solve", "search", "trace", "perft", "playouts")]
    for _ in range(data.draw(st.integers(1, 6))):
        global count
        count += 1
        name = data.draw(st.sampled_from(names))
        try:
            attribute = getattr(thing, name)
            if callable(attribute):
                attribute(*data.draw(st.lists(ARRAY, max_size=2)))
        except EXPECTED:
            pass


def boards(data: Any) -> None:
    board = Board(data.draw(NAME), data.draw(TEXT), data.draw(st.one_of(st.none(), TEXT)))
    for _ in range(data.draw(st.integers(0, 12))):
        if moves := board.legal_moves:
            board.push(moves[data.draw(st.integers(0, len(moves) - 1))])
    poke(board, data)
    own = data.draw(st.dictionaries(st.sampled_from(["threads", "seed", "exploration", "multipv", "branches", "x"]), ANY, max_size=2))
    if own.get("threads") not in (None, 1, 2):
        own.pop("threads", None)
    board.search(data.draw(st.sampled_from(["uct", "alphabeta", "random", "mc", "rave", "puct"])), **{**BOUNDS, **own})


def traces(data: Any) -> None:
    board = Board(data.draw(NAME), data.draw(TEXT), data.draw(st.one_of(st.none(), TEXT)))
    limits = {**BOUNDS, **data.draw(st.dictionaries(st.sampled_from(["max_events", "multipv", "seed"]), NUMBER, max_size=2))}
    name = data.draw(st.sampled_from(["bare", "minimax", "uct", "alphabeta", "mc", "random"]))
    poke(board.trace(name, **limits), data)
    tree = data.draw(st.one_of(st.text("()+-0123456789", max_size=30), st.just("((+3+12+8)(+2+4+6))")))
    poke(quadrille.trace_tree(tree, name, **limits), data)


def states(data: Any) -> None:
    state = State(data.draw(NAME), data.draw(TEXT), data.draw(st.one_of(st.none(), TEXT)))
    for _ in range(data.draw(st.integers(0, 20))):
        if actions := state.legal_actions():
            state.apply_action(actions[data.draw(st.integers(0, len(actions) - 1))])
    poke(state, data)


def batches(data: Any) -> None:
    size = data.draw(st.integers(-1, 4))
    batch = Batch(data.draw(NAME), size, data.draw(TEXT))
    for _ in range(data.draw(st.integers(0, 10))):
        batch.step(batch.sample())
    poke(batch, data)
    trees = batch.plant(**data.draw(st.dictionaries(st.sampled_from(["noise", "alpha", "leaves", "exploration"]), NUMBER, max_size=2)))
    for _ in range(4):
        planes = trees.collect(data.draw(st.integers(0, 30)))
        if planes is None:
            break
        try:
            trees.expand(data.draw(ARRAY), data.draw(ARRAY))
        except EXPECTED:
            trees.expand(np.zeros((len(planes), batch.num_actions), np.float32), np.zeros(len(planes), np.float32))
    poke(trees, data)


def texts(data: Any) -> None:
    for record in quadrille.read(data.draw(st.one_of(TEXT, st.binary(max_size=60))), skip_bad=data.draw(st.booleans())):
        poke(record, data)
    spiel.load_game(data.draw(TEXT))


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(st.data())
def once(data: Any) -> None:
    for part in data.draw(st.lists(st.sampled_from([boards, traces, states, batches, texts]), min_size=1, max_size=3)):
        try:
            part(data)
        except EXPECTED:
            pass


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 600.0
    start, rounds = time.monotonic(), 0
    while time.monotonic() - start < seconds:
        once()
        rounds += 1
    print(f"{rounds} rounds of 50 cases, {count} calls by name, {time.monotonic() - start:.0f} s: no crash")


if __name__ == "__main__":
    main()
