"""To python-chess and sgfmill and back."""

from __future__ import annotations

import random

import pytest

chess = pytest.importorskip("chess")

from quadrille import Board, Record


def test_random_games_there_and_back() -> None:
    rng = random.Random(5)
    for number in range(20):
        theirs = chess.Board.from_chess960_pos(number * 40) if number % 2 else chess.Board()
        for _ in range(80):
            if theirs.is_game_over(claim_draw=False) or theirs.is_repetition(3) or theirs.halfmove_clock >= 100:
                break
            theirs.push(rng.choice(list(theirs.legal_moves)))
        ours = Board.from_chess(theirs)
        assert ours.ply() == len(theirs.move_stack) and ours.turn == theirs.turn
        assert ours.fen() == theirs.fen(en_passant="legal") or number % 2
        assert ours.to_chess() == theirs
        if not ours.is_game_over():
            assert len(ours.legal_moves) == theirs.legal_moves.count()
            assert {m.san for m in ours.legal_moves} == {theirs.san(m) for m in theirs.legal_moves}


def test_a_game_of_a_pgn_file_there_and_back() -> None:
    pgn = pytest.importorskip("chess.pgn")
    board = Board()
    for san in ("e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"):
        board.push(san)
    theirs = board.record(white="Ann", black="Bob").to_pgn()
    assert theirs.headers["White"] == "Ann" and theirs.headers["Result"] == "1-0"
    assert [move.uci() for move in theirs.mainline_moves()] == [move.text for move in board.move_stack]
    ours = Record.from_pgn(theirs)
    assert ours.white == "Ann" and ours.fen == board.fen() and ours.winner is True
    with_start = pgn.Game()
    with_start.setup("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
    with_start.add_main_variation(chess.Move.from_uci("e2e4"))
    assert Record.from_pgn(with_start).fen == "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"


def test_an_sgf_object_there_and_back() -> None:
    pytest.importorskip("sgfmill")
    board = Board("go", "9")
    for point in ("e5", "c3", "g7", "pass"):
        board.push(point)
    theirs = board.record(black="Ann").to_sgf()
    assert theirs.get_size() == 9 and theirs.get_player_name("b") == "Ann"
    ours = Record.from_sgf(theirs)
    assert ours.black == "Ann" and ours.fen == board.fen()
