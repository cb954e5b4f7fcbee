"""Boards: the names of python-chess, for every game."""

from __future__ import annotations

import copy
import os
import pickle
import signal
import threading
import time

import pytest

import quadrille
from quadrille import BLACK, WHITE, Board, QuadrilleError


def test_every_game_is_played_to_its_end() -> None:
    for game in quadrille.games():
        board = Board(game, {"go": "5", "breakthrough": "5x5"}.get(game, ""))
        assert board.turn in (WHITE, BLACK) and board.result() == "*"
        for ply in range(600):
            moves = board.legal_moves
            assert bool(moves) != board.is_game_over()
            if board.is_game_over():
                break
            board.push(moves[(ply * 7) % len(moves)])
        outcome = board.outcome()
        assert (outcome is None) == (not board.is_game_over())
        if outcome is not None:
            assert outcome.result() == board.result() and outcome.termination and outcome.code
        while board.ply():
            board.pop()
        assert board == Board(game, board.rules)


def test_both_spellings_and_taking_back() -> None:
    board = Board()
    played = board.push("Nf3")
    assert (played.text, played.san) == ("g1f3", "Nf3")
    assert board.peek().from_square == "g1" and board.turn is BLACK
    assert board.san("e7e5") == "e5" and board.parse_san("e5").uci() == "e7e5"
    assert board.is_legal("e5") and not board.is_legal("e4")
    assert [m.text for m in board.move_stack] == ["g1f3"]
    assert board.pop().san == "Nf3" and board.fen() == Board().fen()
    with pytest.raises(QuadrilleError):
        board.pop()


def test_effects_of_moves() -> None:
    castle = Board("chess", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1").push("O-O")
    assert castle.san == "O-O"
    board = Board("chess", fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert board.parse_san("O-O").along == ("h1", "f1")
    assert Board("othello").parse_san("f5").turned == ["e5"]
    assert Board("breakthrough", fen="bbbbb/b1bbb/1b3/w1www/wwwww w").parse_san("a2b3").captured == ["b3"]


def test_keys_are_the_xor_of_their_parts() -> None:
    for game in quadrille.games():
        board = Board(game)
        board.push(board.legal_moves[0])
        key = 0
        for _, part in board.key_parts:
            key ^= part
        assert key == board.key == board.history()[-1].key


def test_perft_and_copies() -> None:
    board = Board()
    assert board.perft(3) == 8902 and board.perft(3, bulk=True) == 8902
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board)):
        twin.push("e4")
        assert board.ply() == 0 and twin.ply() == 1
    board.push("d4")
    restored = pickle.loads(pickle.dumps(board))
    assert restored == board and restored.ply() == 1
    assert str(board) and "Board(" in repr(board)


def test_pictures() -> None:
    for game in quadrille.games():
        board = Board(game)
        board.push(board.legal_moves[0])
        svg = board._repr_svg_()
        assert svg.startswith("<svg") and svg.endswith("</svg>") and "#f3d36b" in svg
        assert set(piece[0] for piece in board.piece_map().values()) <= {"w", "b"}


def test_points_and_draws() -> None:
    assert Board("othello").points() == (2.0, 2.0)
    board = Board()
    for _ in range(2):
        for text in ("Nf3", "Nf6", "Ng1", "Ng8"):
            board.push(text)
    assert board.is_game_over() and board.result() == "1/2-1/2"
    draws = board.draws()
    assert draws is not None and draws.occurrences == 3 and draws.draw == "repetition"


def test_solving() -> None:
    assert Board("breakthrough", "4x4").solve(time=60).result in ("first", "second")
    solution = Board("go", "2").solve(time=60)
    assert solution.result == "margin" and solution.nodes > 0


def test_predictions() -> None:
    best = Board("go", "19").predict()[0]
    assert 0 < best.probability <= 1 and best.move
    with pytest.raises(QuadrilleError, match="chess"):
        Board("chess").predict()


def test_searches_and_their_reports() -> None:
    told: list[quadrille.Report] = []
    report = Board().search("alphabeta", depth=6, multipv=2, on_report=told.append)
    assert report.best is not None and report.value is not None and report.depth == 6
    assert Board().push(report.best).text == report.best.text
    assert len(report.depths) == 6 and report.depths[-1].nodes > 0 and len(report.pv) > 1
    assert report.value.kind == "score" and 0 <= report.value.chance <= 1
    tree = Board("othello").search("uct", playouts=300, branches=5, exploration=0.7, seed=3)
    assert tree.playouts == 300 and sum(m.visits or 0 for m in tree.moves) <= 300 and tree.tree
    only = Board().search("alphabeta", depth=2, root_moves=["a3"])
    assert only.best is not None and only.best.text == "a2a3"
    mate = Board("chess", fen="6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").search("alphabeta", depth=4)
    assert mate.value is not None and mate.value.kind == "win" and mate.value.is_proven


def test_players_remember_and_have_options() -> None:
    board = Board("breakthrough")
    player = board.player("alphabeta", hash=1)
    assert board.search(player, depth=3).best is not None
    names = {option.name for option in player.options()}
    assert {"threads", "seed", "hash", "evaluation"} <= names
    player.clear()
    with pytest.raises(QuadrilleError):
        board.search(player, exploration=2)
    assert "uct" in dict(board.algorithms())


def test_ctrl_c_stops_a_search_and_other_threads_run_beside_it() -> None:
    # Programs that a shell starts in the background ignore the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def count_and_interrupt() -> None:
        for _ in range(50):
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    for work in (
        lambda: Board().search("alphabeta", time=3600),
        lambda: Board("go", "9").search("uct", time=3600),
        lambda: Board("othello").solve(time=3600),
    ):
        thread = threading.Thread(target=count_and_interrupt)
        thread.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        thread.join()
    signal.signal(signal.SIGINT, before)


def test_exceptions_of_a_listener_stop_the_search() -> None:
    def stop(_: quadrille.Report) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Board().search("alphabeta", time=3600, on_report=stop)


def test_matches() -> None:
    heard: list[int] = []
    standings = quadrille.match(
        "breakthrough",
        ["uct,playouts=50", "random"],
        rules="5x5",
        games=6,
        seed=2,
        on_game=lambda game: heard.append(game.number),
    )
    tally = standings.between(0, 1)
    assert tally.wins + tally.draws + tally.losses == 6 == len(standings.games)
    assert sorted(heard) == list(range(6)) and sorted(standings.ranking()) == [0, 1]
    assert all(game.moves and not game.is_fault for game in standings.games)


def test_a_search_can_be_watched() -> None:
    trace = quadrille.trace_tree("((+3+12+8)(+2+4+6)(+14+5+2))", depth=3)
    assert trace.kind == "depth" and trace.best == "a" and trace.missed == 0
    assert trace[0]["event"] == "depth" and trace[-1]["event"] in ("done", "leave")
    entered = [event["move"] for event in map(trace.__getitem__, range(len(trace))) if event["event"] == "enter"]
    assert entered[0] == "root" and len(entered) == trace.nodes
    assert trace.svg().startswith("<svg") and trace.dot().startswith("digraph")
    board = Board("othello")
    watched = board.trace("uct", playouts=40, seed=1)
    assert watched.kind == "tree" and len(watched) > 40
    selections = [event for event in map(watched.__getitem__, range(len(watched))) if event["event"] == "select"]
    assert selections and {"move", "visits", "prior"} <= set(selections[0]["candidates"][0])
    assert watched.best == board.search("uct", playouts=40, seed=1).best.text
    assert len(board.trace("alphabeta", depth=4, max_events=10)) == 10
    for wrong in ({"max_events": 0}, {"multipv": 2}, {"depth": 2, "nonsense": 1}):
        with pytest.raises(QuadrilleError):
            board.trace("alphabeta", **wrong)
    with pytest.raises(IndexError):
        trace[len(trace)]
    with pytest.raises(QuadrilleError):
        quadrille.trace_tree("(((")
