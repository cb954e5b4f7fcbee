"""A game, a search, a record: `python first_steps.py`."""

import quadrille


def main() -> None:
    board = quadrille.Board("othello")
    for move in ("f5", "d6", "c3"):
        board.push(move)
    print(board)
    report = board.search("alphabeta", depth=8)
    print(report.best, report.value, report.nodes)
    print([f"{row.move}: {row.value}" for row in report.moves[:3]])
    record = board.record(black="Ann", white="Bob")
    print(record.write("ggf").decode())


if __name__ == "__main__":
    main()
