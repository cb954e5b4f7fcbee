"""Bad input: an exception with a sentence and a code, never a crash."""

from __future__ import annotations

from typing import Any, Callable

import pytest

import quadrille
from quadrille import Board, QuadrilleError, State, spiel

REFUSED: list[tuple[Callable[[], Any], str]] = [
    (lambda: Board("shogi"), "engine.no-game"),
    (lambda: Board("chess", "5x5"), "chess."),
    (lambda: Board("chess", fen="nonsense"), ""),
    (lambda: Board("go", "1000"), ""),
    (lambda: Board().push("e5"), "chess."),
    (lambda: Board().search("magic"), "engine.no-algorithm"),
    (lambda: Board().search("uct", colour=3), "search.no-option"),
    (lambda: Board().search("alphabeta", time=-1), "python.bad-option"),
    (lambda: Board().search("alphabeta", threads=0, depth=1), "search.bad-value"),
    (lambda: Board().perft(100_000), "engine.deep-perft"),
    (lambda: Board("othello").to_chess(), "python.not-chess"),
    (lambda: Board().record().write("sgf"), "engine.not-written-as"),
    (lambda: Board().record().write("docx"), "engine.no-format"),
    (lambda: quadrille.read("(;GM[1]SZ[9];B[zz])"), ""),
    (lambda: quadrille.read_file("/does/not/exist.pgn"), "python.file"),
    (lambda: quadrille.match("chess", ["uct"]), "arena.few-players"),
    (lambda: quadrille.match("chess", ["uct", "magic"]), ""),
    (lambda: State("chess").apply_action(-1), "python.illegal-action"),
    (lambda: State("chess").apply_action(2**62), "python.illegal-action"),
    (lambda: State.deserialize("x"), "python.not-serialized"),
    (lambda: spiel.load_game("chess(rows=3)"), ""),
    (lambda: spiel.load_game(""), ""),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_refusals_have_a_sentence_and_a_code(number: int) -> None:
    call, code = REFUSED[number]
    with pytest.raises(QuadrilleError) as caught:
        call()
    assert len(str(caught.value)) > 10
    if code:
        assert caught.value.code.startswith(code), caught.value.code
        assert caught.value.french and isinstance(caught.value.details, dict)


def test_wrong_types_are_type_errors() -> None:
    for call in (lambda: Board(3), lambda: Board().push(3), lambda: State("chess").apply_action("e4")):
        with pytest.raises(TypeError):
            call()  # type: ignore[no-untyped-call]


def test_a_refused_move_changes_nothing() -> None:
    board = Board()
    before = board.fen()
    with pytest.raises(QuadrilleError):
        board.push("Qh8")
    assert board.fen() == before and board.ply() == 0
