"""Records in and out."""

from __future__ import annotations

from pathlib import Path

import quadrille
from quadrille import Board


def played(game: str, rules: str, moves: str) -> Board:
    board = Board(game, rules)
    for text in moves.split():
        board.push(text)
    return board


def test_games_survive_their_formats() -> None:
    cases = [
        (played("chess", "", "e4 e5 Nf3 Nc6 Bb5"), ["pgn", "moves"]),
        (played("go", "9", "e5 c3 g7 pass"), ["sgf"]),
        (played("othello", "", "f5 d6 c3 d3"), ["sgf", "ggf", "moves"]),
        (played("breakthrough", "5x5", "b2b3 a4a3"), ["moves"]),
    ]
    for board, formats in cases:
        for name in formats:
            text = board.record(white="A", black="B").write(name)
            (again,) = quadrille.read(text, game=board.game, rules=board.rules)
            assert again.board().fen() == board.fen(), (name, text)
            assert [m.text for m in again.moves] == [m.text for m in board.move_stack]


def test_tags_and_plies() -> None:
    text = '[Event "x"]\n[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n'
    (record,) = quadrille.read(text)
    assert (record.white, record.black, record.winner) == ("Ann", "Bob", True)
    assert record.tags["Event"] == "x" and record.game == "chess"
    assert record.board(2).ply() == 2 and record.board().is_game_over()
    assert "Qxf7#" in str(record) and b"Ann" in record.write("pgn")


def test_files_and_bad_records(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text('[Event "a"]\n\n1. e4 *\n\n[Event "b"]\n\n1. e5 *\n\n[Event "c"]\n\n1. d4 *\n')
    assert len(quadrille.read_file(path, skip_bad=True)) == 2
