"""Games as numbers: states, batches, and searches that ask for judgements."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

np = pytest.importorskip("numpy")

import quadrille
from quadrille import Batch, Board, QuadrilleError, State, spiel

SETTINGS = [
    ("breakthrough", "6x6"),
    ("breakthrough", "5x5 knightthrough"),
    ("breakthrough", "5x5 misere"),
    ("chess", ""),
    ("othello", ""),
    ("go", "5"),
    ("go", "9x13"),
    ("go", "4 simplified"),
    ("connect-four", ""),
]


@pytest.mark.parametrize(("game", "rules"), SETTINGS)
def test_states_follow_boards(game: str, rules: str) -> None:
    rng = np.random.default_rng(3)
    for _ in range(3):
        state, board = State(game, rules), Board(game, rules)
        for _ in range(250):
            actions = state.legal_actions()
            assert actions == sorted(set(actions)) and all(0 <= a < state.num_distinct_actions() for a in actions)
            names = sorted(state.action_to_string(action) for action in actions)
            assert names == sorted(m.text for m in board.legal_moves)
            assert state.is_terminal() == board.is_game_over() == (not actions)
            assert state.key() == board.key and state.position() == board.fen()
            if not actions:
                break
            action = int(rng.choice(actions))
            assert state.string_to_action(state.action_to_string(action)) == action
            board.push(state.action_to_string(action))
            state.apply_action(action)
        again = pickle.loads(pickle.dumps(state))
        assert again.serialize() == state.serialize() and again.position() == state.position()
        if (outcome := board.outcome()) is not None:
            first = Board(game, rules).turn
            expected = 0.0 if outcome.winner is None else (1.0 if outcome.winner == first else -1.0)
            assert list(state.returns()) == [expected, -expected]


@pytest.mark.parametrize(("game", "rules"), SETTINGS)
def test_batches_follow_states(game: str, rules: str) -> None:
    batch = Batch(game, 5, rules, seed=4, max_plies=60)
    states = [State(game, rules) for _ in range(5)]
    for _ in range(150):
        offsets, actions = batch.legal()
        mask, planes, turns = batch.mask(), batch.observe(), batch.turns()
        for i, state in enumerate(states):
            assert sorted(actions[offsets[i] : offsets[i + 1]]) == state.legal_actions() == list(np.flatnonzero(mask[i]))
            assert (planes[i] == state.observation_tensor()).all() and turns[i] == state.current_player()
        chosen = batch.sample()
        assert batch.moves_of(chosen) == [s.action_to_string(int(a)) for s, a in zip(states, chosen)]
        rewards, ended = batch.step(chosen)
        for i, state in enumerate(states):
            state.apply_action(int(chosen[i]))
            assert ended[i] == (state.is_terminal() or state.move_number() >= 60)
            assert list(rewards[i]) == list(state.returns())
            if ended[i]:
                states[i] = State(game, rules)


def test_without_reset_ended_games_stay() -> None:
    batch = Batch("breakthrough", 3, "5x5", auto_reset=False)
    total = np.zeros((3, 2), np.float32)
    while not batch.ended().all():
        rewards, _ = batch.step(batch.sample())
        total += rewards
    assert (batch.sample() == -1).all() and (total.sum(axis=1) == 0).all() and (abs(total) == 1).all()
    assert (quadrille.search(batch, uniform(batch), 5).best() == -1).all()
    with pytest.raises(QuadrilleError, match="the game is over"):
        batch.step([0, 0, 0])
    batch.reset()
    assert not batch.ended().any()


def test_wrong_arrays_are_refused_and_change_nothing() -> None:
    batch = Batch("othello", 4)
    before = batch.positions()
    wrong: list[Any] = [
        np.zeros(3, np.int32),
        np.zeros((4, 1), np.int32),
        np.zeros(4, np.float32),
        np.zeros(4, np.int32),
        [19, 19, 19],
        [19, 19, 19, 7],
        "four",
        None,
    ]
    for actions in wrong:
        with pytest.raises(QuadrilleError):
            batch.step(actions)
        assert batch.positions() == before
    for call in (
        lambda: Batch("chess", 0),
        lambda: Batch("chess", 2, colour="red"),  # type: ignore[call-arg]
        lambda: Batch("go", 2, "40"),
        lambda: batch.plant(noise=2.0),
    ):
        with pytest.raises(QuadrilleError):
            call()


def uniform(batch: Batch) -> Any:
    def evaluate(planes: Any) -> tuple[Any, Any]:
        count = len(planes)
        return np.zeros((count, batch.num_actions), np.float32), np.zeros(count, np.float32)

    return evaluate


@pytest.mark.parametrize("leaves", [1, 4])
@pytest.mark.parametrize(("game", "rules"), SETTINGS)
def test_searches_visit_as_often_as_told(game: str, rules: str, leaves: int) -> None:
    batch = Batch(game, 3, rules)
    batch.step(batch.sample())
    found = quadrille.search(batch, uniform(batch), 40, leaves=leaves, noise=0.25)
    offsets, actions = batch.legal()
    assert (found.offsets == offsets).all()
    for i in range(3):
        part = slice(offsets[i], offsets[i + 1])
        assert set(found.actions[part]) == set(actions[part])
        assert 40 <= found.counts[part].sum() < 40 + leaves
    assert np.allclose(found.policy(batch.num_actions).sum(axis=1), 1)
    rewards, _ = batch.step(found.best())
    assert rewards.shape == (3, 2)


def test_a_search_finds_the_winning_move() -> None:
    batch = Batch("breakthrough", 1, "5x5", position="5/1w3/5/3b1/5 w")
    found = quadrille.search(batch, uniform(batch), 200)
    assert batch.moves_of(found.best())[0].startswith("b4") and found.values[0] > 0.5


def test_bad_evaluators_raise_and_leave_the_trees_usable() -> None:
    batch = Batch("breakthrough", 2, "5x5")
    good = uniform(batch)

    def fails(planes: Any) -> Any:
        raise RuntimeError("no network")

    def nan(planes: Any) -> Any:
        logits, values = good(planes)
        values[0] = np.nan
        return logits, values

    def infinite(planes: Any) -> Any:
        logits, values = good(planes)
        logits[:] = np.inf
        return logits, values

    def large(planes: Any) -> Any:
        logits, values = good(planes)
        return logits, values + 7

    def misshapen(planes: Any) -> Any:
        logits, values = good(planes)
        return logits[:, :-1], values

    def doubles(planes: Any) -> Any:
        logits, values = good(planes)
        return logits.astype(np.float64), values

    with pytest.raises(RuntimeError, match="no network"):
        quadrille.search(batch, fails, 10)
    for bad in (nan, infinite, large, misshapen, doubles):
        with pytest.raises(QuadrilleError):
            quadrille.search(batch, bad, 10)
    trees = batch.plant()
    with pytest.raises(QuadrilleError, match="collect"):
        trees.expand(np.zeros((1, 1), np.float32), np.zeros(1, np.float32))
    planes = trees.collect(10)
    assert planes is not None
    with pytest.raises(QuadrilleError):
        trees.expand(*nan(planes))
    while (planes := trees.collect(10)) is not None:
        trees.expand(*good(planes))
    assert trees.visits()[2].sum() == 20


def test_self_play_returns_whole_games() -> None:
    batch = Batch("breakthrough", 1, "5x5")
    games = quadrille.self_play("breakthrough", uniform(batch), 6, rules="5x5", parallel=4, simulations=16)
    assert len(games.lengths) == 6 and games.lengths.sum() == len(games)
    assert games.planes.shape == (len(games), 3, 5, 5) and games.policies.shape == (len(games), batch.num_actions)
    # In Breakthrough who moves last wins.
    assert (games.results[np.cumsum(games.lengths) - 1] == 1).all()
    same = quadrille.self_play("breakthrough", uniform(batch), 6, rules="5x5", parallel=4, simulations=16)
    assert (same.planes == games.planes).all() and (same.policies == games.policies).all()


def test_names_of_open_spiel() -> None:
    game = spiel.load_game("breakthrough(rows=6,columns=5)")
    state = game.new_initial_state()
    assert game.num_distinct_actions() == 6 * 5 * 12 and game.observation_tensor_shape() == [3, 6, 5]
    assert state.current_player() == 0 and state.clone().legal_actions() == state.legal_actions()
    assert spiel.load_game("go(board_size=9,komi=6.5)").rules == "9 tromp-taylor komi=6.5"
    assert spiel.load_game("chess").num_distinct_actions() == 4674
    assert game.deserialize_state(state.serialize()).position() == state.position()


@pytest.mark.parametrize("action", ["e4", 1.5, None, 2**70, -(2**70), (3,)])
def test_an_action_is_a_number(action: Any) -> None:
    state = State("othello")
    with pytest.raises((TypeError, OverflowError)):
        state.apply_action(action)
    with pytest.raises(TypeError):
        state.apply_action()
    with pytest.raises(TypeError):
        State.apply_action(3, state)
    with pytest.raises(QuadrilleError):
        state.apply_action(-1)
    assert state.move_number() == 0
    state.apply_action(np.int32(state.legal_actions()[0]))
    assert state.move_number() == 1
