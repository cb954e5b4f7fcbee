#!/usr/bin/env python3
"""Plays two programs against each other over GTP, and measures the processor time that each takes.

    python3 tools/match_go.py --size 19 --games 40 --out LOG.jsonl \\
        "quadrille gtp --player network,playouts=50" "gnugo --mode gtp --level 10 --chinese-rules --seed {game}"

Colours alternate, and both games of a pair begin with the same random stones (`--opening`). `{game}` in a command is the
number of the game. A game ends when a program resigns, after two passes, or after `--longest` moves; then the judge
counts, with dead stones taken off. `quadrille match` needs no judge, but counts what is on the board, and tells no
processor time. A killed match goes on from its log.
"""

import argparse
import json
import os
import random

from count_go import Program, points

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COLOURS = "bw"


def processor_time(program):
    """Seconds of all threads of a program, which `Program` runs by a shell that replaced itself."""
    fields = open(f"/proc/{program.process.pid}/stat").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def random_stones(size, count, seed):
    """Distinct points away from the edge, the same for every run."""
    line = range(2, size - 2)
    spots = [f"{COLUMNS[column]}{row + 1}" for column in line for row in line]
    return random.Random(seed).sample(spots, count)


def start(command, args, number):
    program = Program("exec " + command.replace("{game}", str(number)))
    for line in (f"boardsize {args.size}", "clear_board", f"komi {args.komi}"):
        program.ask(line)
    return program


def play(args, number):
    """One game; the first program has black in even ones."""
    programs = [start(command, args, number) for command in args.programs]
    judge = start(args.judge, args, number)
    black = number % 2
    moves, passes, winner, why = [], 0, None, "count"

    def tell(move, *listeners):
        for listener in listeners:
            answer = listener.ask(f"play {COLOURS[len(moves) % 2]} {move}")
            if answer.startswith("?"):
                return listener.name + " " + answer
        moves.append(move)
        return None

    for move in random_stones(args.size, args.opening, number // 2):
        tell(move, judge, *programs)
    asked = [0, 0]
    before = [processor_time(program) for program in programs]
    while passes < 2 and winner is None and len(moves) < args.longest:
        mover = (black + len(moves)) % 2
        answer = programs[mover].ask(f"genmove {COLOURS[len(moves) % 2]}")
        move = answer.lstrip("= ").lower()
        asked[mover] += 1
        if move == "resign" or answer.startswith("?"):
            winner, why = 1 - mover, answer.lstrip("= ").lower()
        elif refused := tell(move, programs[1 - mover]):
            winner, why = 1 - mover, refused
        else:
            judge.ask(f"play {COLOURS[(len(moves) + 1) % 2]} {move}")
            passes = passes + 1 if move == "pass" else 0
    used = [processor_time(program) - start for program, start in zip(programs, before)]
    scores = []
    if winner is None:
        scores = [program.ask("final_score").lstrip("= ") for program in (judge, *programs)]
        lead = points(scores[0])
        winner = None if lead == 0 else black if lead > 0 else 1 - black
    for program in (judge, *programs):
        program.ask("quit")
        program.process.wait()
    return {
        "game": number, "black": black, "winner": winner, "why": why, "scores": scores, "moves": " ".join(moves),
        "asked": asked, "seconds": [round(time, 2) for time in used],
    }


def report(games, names):
    won = [sum(game["winner"] == side for game in games) for side in (0, 1)]
    resigned = sum(game["why"] == "resign" for game in games)
    print(f"{len(games)} games: {won[0]} won, {won[1]} lost; {resigned} by resignation")
    for side, name in enumerate(names):
        moves = sum(game["asked"][side] for game in games)
        seconds = sum(game["seconds"][side] for game in games)
        print(f"{seconds / max(moves, 1):.3f} s of processor time a move: {name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs=2)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--komi", type=float, default=7.5)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--opening", type=int, default=0, help="random stones at the start of a game")
    parser.add_argument("--longest", type=int, default=800)
    parser.add_argument("--judge", default="gnugo --mode gtp --chinese-rules")
    parser.add_argument("--out", required=True)
    args = parser.parse_args()
    games = [json.loads(line) for line in open(args.out)] if os.path.exists(args.out) else []
    for number in range(len(games), args.games):
        games.append(play(args, number))
        with open(args.out, "a") as log:
            log.write(json.dumps(games[-1]) + "\n")
        shown = {key: games[-1][key] for key in ("game", "black", "winner", "why", "scores", "asked", "seconds")}
        print(shown, flush=True)
    report(games, args.programs)


if __name__ == "__main__":
    main()
