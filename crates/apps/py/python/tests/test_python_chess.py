"""To python-chess and back."""

from __future__ import annotations

import random

import pytest

chess = pytest.importorskip("chess")

from quadrille import Board


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
