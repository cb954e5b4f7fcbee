#!/usr/bin/env python3
"""Compares the Go rules with open_spiel's, move by move, and writes the fixtures of testdata/go.

Needs `pip install open_spiel` and the example program `replay`:
    cargo build --release -p quadrille-go --example replay
    python3 tools/go_oracle.py compare --replay target/release/examples/replay --size 9 --games 1000
    python3 tools/go_oracle.py perft   --replay target/release/examples/replay --size 5 --depth 3
    python3 tools/go_oracle.py fixtures > testdata/go/open_spiel_games.txt

open_spiel (Apache-2.0) plays Go with simple ko, suicide forbidden, and ends a game as soon as a stone recreates an
earlier board: exactly the moves that positional superko forbids. Its boards are read from its own drawing; area is
counted here by flood fill and the winner compared with open_spiel's.
"""
import argparse
import random
import subprocess
import sys

import pyspiel

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
LONGEST = 3  # moves a point


class Oracle:
    """One game of open_spiel, with points numbered row by row from the top left."""

    def __init__(self, size, komi=7.5):
        self.size = size
        parameters = f"go(board_size={size},komi={komi},max_game_length={10 * size * size})"
        self.state = pyspiel.load_game(parameters).new_initial_state()

    def action(self, point):
        row, column = divmod(point, self.size)
        return (self.size - 1 - row) * self.size + column

    def name(self, point):
        if point is None:
            return "pass"
        row, column = divmod(point, self.size)
        return f"{COLUMNS[column]}{self.size - row}"

    def board(self):
        rows = [line.split()[1] for line in str(self.state).splitlines() if "+" in line or "X" in line or "O" in line
                if line.strip() and line.split()[0].isdigit()]
        return "".join(rows)

    def legal(self):
        area = self.size * self.size
        points = [action for action in self.state.legal_actions() if action < area]
        return sorted((self.size - 1 - a // self.size) * self.size + a % self.size for a in points)

    def is_superko(self, point):
        after = self.state.clone()
        after.apply_action(self.action(point))
        return after.is_terminal()

    def play(self, point):
        self.state.apply_action(self.size * self.size if point is None else self.action(point))

    def neighbours(self, point):
        row, column = divmod(point, self.size)
        return [r * self.size + c for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
                if 0 <= r < self.size and 0 <= c < self.size]

    def area_score(self):
        board = self.board()
        score = {"X": board.count("X"), "O": board.count("O")}
        seen = set()
        for start, stone in enumerate(board):
            if stone != "+" or start in seen:
                continue
            seen.add(start)
            region, borders = [start], set()
            for point in region:
                for n in self.neighbours(point):
                    if board[n] == "+":
                        if n not in seen:
                            seen.add(n)
                            region.append(n)
                    else:
                        borders.add(board[n])
            if len(borders) == 1:
                score[borders.pop()] += len(region)
        return score["X"], score["O"]


def bits(points, area):
    digits = [0] * ((area + 3) // 4)
    for point in points:
        digits[point // 4] |= 1 << point % 4
    return "".join(f"{digit:x}" for digit in digits)


def position_text(board, size, to_move):
    rows = []
    for row in range(size):
        text, run = "", 0
        for stone in board[row * size:(row + 1) * size]:
            if stone == "+":
                run += 1
            else:
                text += (str(run) if run else "") + stone
                run = 0
        rows.append(text + (str(run) if run else ""))
    return "/".join(rows) + " " + to_move


def random_game(size, rng, superko_everywhere):
    """Plays a random game; returns the moves' names and what is expected before each of them and at the end."""
    oracle = Oracle(size)
    area = size * size
    moves, expected, repeats = [], [], 0
    passes = 0
    for ply in range(LONGEST * area):
        to_move = "XO"[ply % 2]
        board, legal = oracle.board(), oracle.legal()
        forbidden = {p for p in legal if oracle.is_superko(p)} if superko_everywhere else set()
        expected.append((position_text(board, size, to_move), bits(legal, area), bits(forbidden, area)))
        repeats += len(forbidden)
        if passes == 2:
            break
        wild = rng.random() < 0.02
        own_eye = lambda p: all(board[n] == to_move for n in oracle.neighbours(p))
        choice, candidates = None, list(legal)
        while candidates and choice is None and not (wild and rng.random() < 0.1):
            place = rng.randrange(len(candidates))
            candidates[place], candidates[-1] = candidates[-1], candidates[place]
            point = candidates.pop()
            if (wild or not own_eye(point)) and not oracle.is_superko(point):
                choice = point
        passes = passes + 1 if choice is None else 0
        oracle.play(choice)
        moves.append(oracle.name(choice))
    else:
        to_move = "XO"[len(moves) % 2]
        legal = oracle.legal()
        expected.append((position_text(oracle.board(), size, to_move), bits(legal, area), None))
    black, white = oracle.area_score()
    if oracle.state.is_terminal():
        assert (oracle.state.returns()[0] > 0) == (black - white - 7.5 > 0), "open_spiel's winner is not its area's"
    return moves, expected, (black, white), repeats


def compare(arguments):
    rng = random.Random(arguments.seed)
    ours = subprocess.Popen([arguments.replay], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    plies = superkos = kos = 0
    for game in range(arguments.games):
        moves, expected, score, repeats = random_game(arguments.size, rng, arguments.superko)
        ours.stdin.write(f"{arguments.size} tromp-taylor komi=7.5;{' '.join(moves)}\n")
        ours.stdin.flush()
        for ply, (text, legal, forbidden) in enumerate(expected):
            line = ours.stdout.readline().rstrip("\n").split("\t")
            shown = line[0].split(" passes=")[0].split(" ko=")[0]
            kos += " ko=" in line[0]
            same = len(line) == 3 and shown == text and line[1] == legal
            if same and arguments.superko and forbidden is not None:
                same = line[2] == forbidden
            if not same:
                sys.exit(f"game {game} ply {ply}: ours {line}\nopen_spiel {(text, legal, forbidden)}\nmoves {moves}")
        line = ours.stdout.readline().rstrip("\n")
        if line != f"score {score[0]} {score[1]}":
            sys.exit(f"game {game}: ours {line!r}, open_spiel's board {score}\nmoves {moves}")
        plies += len(moves)
        superkos += repeats
    print(f"{arguments.games} games on {arguments.size}x{arguments.size}: {plies} moves, {kos} positions with a ko, "
          f"{superkos} moves forbidden by superko: no difference")


def count(state, depth, pass_action):
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.clone()
        after.apply_action(action)
        repeated = after.is_terminal() and action != pass_action
        if not repeated:
            total += count(after, depth - 1, pass_action)
    return total


def perft(arguments):
    for depth in range(1, arguments.depth + 1):
        line = f"{arguments.size};perft {depth}\n"
        ours = subprocess.run([arguments.replay], input=line, capture_output=True, text=True, check=True).stdout.strip()
        theirs = count(Oracle(arguments.size).state, depth, arguments.size ** 2)
        print(f"perft {depth} on {arguments.size}x{arguments.size}: ours {ours}, open_spiel {theirs}")
        if int(ours) != theirs:
            sys.exit("they differ")


def fixtures(arguments):
    print("# Random games of open_spiel (Apache-2.0), written by tools/go_oracle.py. A line is: size, a tab, the moves,")
    print("# each with the number of legal points before it and, after an exclamation mark, of those that superko")
    print("# forbids; a tab, the last position; a tab, the area of Black and White.")
    for size, games in ((2, 6), (3, 6), (5, 6), (9, 4), (13, 1), (19, 1)):
        rng = random.Random(arguments.seed)
        for _ in range(games):
            moves, expected, score, _ = random_game(size, rng, True)
            ones = lambda digits: sum(bin(int(d, 16)).count("1") for d in digits)
            words = [f"{m}:{ones(e[1])}" + (f"!{ones(e[2])}" if ones(e[2]) else "") for m, e in zip(moves, expected)]
            print(size, " ".join(words), expected[-1][0], f"{score[0]} {score[1]}", sep="\t")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("compare", "perft", "fixtures"))
    parser.add_argument("--replay", default="target/release/examples/replay", help="the example program")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--superko", action="store_true", help="ask open_spiel about every legal move, not only played ones")
    arguments = parser.parse_args()
    {"compare": compare, "perft": perft, "fixtures": fixtures}[arguments.what](arguments)


if __name__ == "__main__":
    main()
